"""Reads the marks in a line of Markdown, bold ones also in scripts that have no blanks."""

from __future__ import annotations

from unicodedata import category

from markdown_it import MarkdownIt
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token


class _Line(StateInline):
    """CommonMark takes the stars of `**器官。**铺` for no bold, since those of `a.**b` are none."""

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803
        """What stars can do; beside East Asian signs they begin and end as brackets would."""
        found = super().scanDelims(start, canSplitWord)
        end = start + found.length
        around = self.src[max(0, start - 1) : start] + self.src[end : end + 1]
        if not canSplitWord or len(around.strip()) < 2 or max(around) < "\u2e80":
            return found
        before, behind = map(category, around)
        opens = behind not in ("Pe", "Pf", "Po") or around[1] in "\"'"
        return Scanned(opens, before not in ("Ps", "Pi"), found.length)


def inline_tokens(content: str, parser: MarkdownIt) -> list[Token]:
    """The tokens of what stands in a line, as markdown-it's own parser gives them."""
    line = _Line(content, parser, {}, [])
    parser.inline.tokenize(line)
    for rule in parser.inline.ruler2.getRules(""):
        rule(line)
    return line.tokens
