"""Templates and data into trees of elements:

Jinja emits a small XML vocabulary, each element of which knows its template line.
"""
