"""Renders templates and texts with the data of a game into trees of elements and of blocks, each
node with the line that it was written in.
"""
