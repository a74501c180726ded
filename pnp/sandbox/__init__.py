"""Jinja with bounds for templates, expressions with bounds, and the worker process in which a
game of a stranger is read.
"""
