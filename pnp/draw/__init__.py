"""Imposed sheets into PDF bytes.

`pdf.draw` makes a file, `content` a face's operators (without ReportLab, in any process).
"""
