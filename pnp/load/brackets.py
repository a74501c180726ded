"""Maps and lists in brackets: which one is open, and what of a line belongs to one of its
entries.
"""

from __future__ import annotations

import re

_QUOTED = r"\"[^\"\n]*\"|'[^'\n]*'"


def opened(text: str) -> str:
    """The last bracket of a text that is not closed in it; nothing where all are."""
    still: list[str] = []
    for sign in re.findall(r"[\[\]{}]", re.sub(_QUOTED, "", text)):
        if sign in "[{":
            still.append(sign)
        elif still:
            still.pop()
    return still[-1] if still else ""


def within(before: str, rest: str) -> str:
    """The rest of a line as far as it belongs to the entry that begins there, behind a text: to
    the next key, comma or bracket.
    """
    bracket = opened(before)
    if not bracket:
        return rest
    return re.split(r",\s+[\w-]+:(?:\s|$)|\}" if bracket == "{" else r"[,\]]", rest, maxsplit=1)[
        0
    ].strip()
