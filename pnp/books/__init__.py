"""Sets rulebooks, player aids and the first page into faces, or writes them as HTML, Markdown and
plain text.
"""
