"""Measures of print: lengths in whole micrometres, colours, named sizes, lattices, numbers and
letters as words.
"""
