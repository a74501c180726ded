r"""Stars in card texts: which of them begin and end bold and italic words, and which are printed.

As in Markdown (CommonMark 0.31, 6.2), but simpler: `**` goes with `**` and `*` with `*`. Stars
between blanks, four and more together, and one between letters or figures (`2*3*4`) are stars.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

BOLD, BOLD_END, ITALIC, ITALIC_END = "\x02", "\x03", "\x04", "\x05"
"""What stands for the marks that were found; no text can hold these."""
_BEGIN, _END = {1: ITALIC, 2: BOLD}, {1: ITALIC_END, 2: BOLD_END}
_RUN = re.compile(r"(?<!\*)\*{1,3}(?!\*)")
_NEVER_BEFORE = frozenset(").,;!?]}»”’…")
_NEVER_BEHIND = frozenset("([{«„“‚‘¡¿")


class Starred(NamedTuple):
    """A text with its marks found, and whether a `**` in it has no partner."""

    text: str
    broken: bool


class _Run:
    """Stars that stand together: what they end, how many of them are printed, what they begin."""

    def __init__(self, start: int, stars: int, opens: bool, closes: bool) -> None:
        self.start, self.length, self.stars, self.opens, self.closes = (
            start,
            stars,
            stars,
            opens,
            closes,
        )
        self.ends, self.begins = "", ""

    def marks(self) -> str:
        return f"{self.ends}{'*' * self.stars}{self.begins}"


@lru_cache(maxsize=16384)
def starred(text: str) -> Starred:
    r"""A text in which every mark stands for itself. `\*` must have been taken out."""
    parts = text.split("**")
    if (
        len(parts) % 2
        and text.count("*") == 2 * len(parts) - 2
        and all(map(_is_plain, parts[1::2]))
    ):  # nearly every text with stars
        parts[1::2] = [f"{BOLD}{part}{BOLD_END}" for part in parts[1::2]]
        return Starred("".join(parts), False)
    return paired(text)


def paired(text: str) -> Starred:
    """`starred`, whatever marks there are: each run of stars ends what it can, then begins what
    it can.
    """
    runs = [_run(text, found.start(), len(found[0])) for found in _RUN.finditer(text)]
    open_: list[_Run] = []
    strong: list[int] = []  # the places of two stars and more among them
    for run in runs:
        while run.closes and run.stars and (at := _opener(open_, strong, run)) is not None:
            opener = open_[at]
            del open_[at + 1 :]
            size = min(2, run.stars, opener.stars)
            opener.stars -= size
            opener.begins = _BEGIN[size] + opener.begins
            run.stars -= size
            run.ends += _END[size]
            if opener.stars < 2 and strong and strong[-1] == at:
                strong.pop()
            if not opener.stars:
                open_.pop()
        if run.opens and run.stars:
            strong += [len(open_)] if run.stars > 1 else []
            open_.append(run)
    made: list[str] = []
    upto = 0
    for run in runs:
        made += (text[upto : run.start], run.marks())
        upto = run.start + run.length
    return Starred(
        "".join(made) + text[upto:],
        any(run.stars > 1 and (run.opens or run.closes) for run in runs),
    )


def _is_plain(part: str) -> bool:
    """Whether what stands between two `**` is bold words."""
    return (
        bool(part)
        and part.strip() == part
        and part[0] not in _NEVER_BEFORE
        and part[-1] not in _NEVER_BEHIND
    )


def _run(text: str, start: int, stars: int) -> _Run:
    before, behind = text[start - 1 : start], text[start + stars : start + stars + 1]
    if stars == 1 and before.isalnum() and behind.isalnum():
        return _Run(start, stars, False, False)
    opens = bool(behind.strip()) and behind not in _NEVER_BEFORE
    closes = bool(before.strip()) and before not in _NEVER_BEHIND
    return _Run(start, stars, opens, closes)


def _opener(open_: list[_Run], strong: list[int], run: _Run) -> int | None:
    """The place of the nearest stars that some of a run's can end: one star reaches over no open
    bold text.
    """
    if run.stars == 2:
        return strong[-1] if strong else None
    return len(open_) - 1 if open_ and (run.stars == 3 or open_[-1].stars != 2) else None
