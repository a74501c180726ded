"""Rulebooks, player aids and the first page:

Markdown set into faces, or written as HTML, Markdown and plain text.
"""
