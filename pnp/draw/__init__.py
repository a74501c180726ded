"""Imposed sheets into PDF bytes. `pdf.draw` makes a file, `content` a face's operators (in any process)."""
