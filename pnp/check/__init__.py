"""What a game must keep before it is printed: a rule a module, each with its manual page as
docstring; `rules` lists them.
"""
