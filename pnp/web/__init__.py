"""Texts for screens: the blocks of a rulebook or player aid as one HTML page, as Markdown, and as plain text."""
