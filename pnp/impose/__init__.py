"""Places faces on sheets by whole numbers of micrometres; pure, and testable as
text.
"""
