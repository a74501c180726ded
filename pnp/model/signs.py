"""Signs that other programs read in texts, and ours where nothing reads them: what is wrong with
them, and what cures it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.model.emphasis import starred

_BOLD = "bold text stands between two pairs of stars: **like this**"
_ITALIC = "italic text stands between two stars: *like this*"
_PAGE = (
    r"</?(?P<tag>b|i|u|em|strong|br|p|span|font)(?:\s[^<>]*|/)?>"
    r"|&(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[mn]dash|hellip|times|#\d{1,6});"
)
_HTML = re.compile(_PAGE, re.IGNORECASE)
"""What was certainly copied from a web page."""
_STRANGE = re.compile(rf"{_PAGE}|\\n|(?<!\w)__(?=[^\W_])[^_\n]+(?<=[^\W_])__(?!\w)", re.IGNORECASE)
_FOREIGN = re.compile(
    r"(?<!\w)_(?=[^\W_])[^_\n]*(?<=[^\W_])_(?!\w)|`[^`\n]+`|~~[^~\n]+~~|\[(?P<tag>b|i|u|s)\][^\[\n]*\[/(?P=tag)\]"
)
"""What other programs than web pages mark words by."""
_OTHERS: Mapping[str, str] = {
    "_": _ITALIC,
    "`": "take the ` out; bold text stands between two pairs of stars: **like this**",
    "~": "take the ~~ out: words cannot be struck through",
    "[b]": _BOLD,
    "[u]": _BOLD,
    "[i]": _ITALIC,
    "[s]": "take [s] and [/s] out: words cannot be struck through",
}
"""What takes the place of those, by how they begin."""
_SIGNS = re.compile(r"\*\*(?=[^\s*])[^*\n]+(?<=\S)\*\*|(?<![\w:]):[a-z][a-z0-9-]*:(?![\w:])")


def signs(text: str) -> str:
    """The first sign for bold or for an icon in a text that is printed as it is typed, cut where
    it is long; empty where there is none.
    """
    found = _SIGNS.search(text) if "**" in text or ":" in text else None
    return "" if found is None else found[0] if len(found[0]) <= 40 else f"{found[0][:37]}…"


_HALF = re.compile(r":(?<![^\s(]:)([a-z][a-z0-9-]*+)(?![\w:-])")
"""An icon without its second colon.

The colon stands first, or the search would stop at every letter.
"""
_BLANKS = re.compile(r"(?: [a-z0-9]+){1,3}:(?!\w)")
"""The rest of an icon's name that is written with blanks."""
_CURES: Mapping[str, str] = {
    **dict.fromkeys(("b", "strong", "u", "__"), _BOLD),
    **dict.fromkeys(("i", "em"), _ITALIC),
    **dict.fromkeys(
        ("br", "p", "\\n"), "begin a new line in the text itself; in YAML below text: |"
    ),
}
"""What takes the place of signs that other programs read."""


class Sign(NamedTuple):
    """What a text says that would be printed otherwise than it is meant, and what to do."""

    told: str
    hint: str


def in_markup(text: str) -> Sign | None:
    """The first sign of a text of the type `markup` that nothing reads; None where all are read."""
    if "**" in text and starred(text.replace("\\*", "\x00")).broken:
        return Sign('a "**" has no partner', f"{_BOLD}; a star that is meant is written \\*")
    if ":" in text and (half := _HALF.search(text)):
        more = _BLANKS.match(text, half.end())
        name = f"{half[0]}{more[0].replace(' ', '-')}" if more else f"{half[0]}:"
        return _typed(
            half[0],
            f"an icon stands between two colons: {name}; a colon that is meant is written \\:",
        )
    if ("<" in text or "\\n" in text or "__" in text or "&" in text) and (
        strange := _STRANGE.search(text)
    ):
        otherwise = "write the sign itself" if strange[0][0] == "&" else "take it out"
        return _typed(strange[0], _CURES.get((strange["tag"] or strange[0][:2]).lower(), otherwise))
    if ("_" in text or "`" in text or "~~" in text or "[/" in text) and (
        foreign := _FOREIGN.search(text)
    ):
        return _typed(
            foreign[0], _OTHERS[foreign[0][:3] if foreign[0][0] == "[" else foreign[0][0]]
        )
    return None


def in_text(text: str) -> Sign | None:
    """The first sign in a text that is printed as typed which was certainly copied from a web
    page.
    """
    if ("<" in text or "&" in text) and (strange := _HTML.search(text)):
        typed = "take it out; or give the field the type markup, and write **bold** or *italic*"
        return _typed(strange[0], "write the sign itself" if strange[0][0] == "&" else typed)
    return None


def _typed(sign: str, hint: str) -> Sign:
    return Sign(f'"{sign}" would be printed as typed', hint)
