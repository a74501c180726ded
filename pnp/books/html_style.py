"""The look of a page: its rules, the game's colours in light and in dark, and its fonts, cut
down to the characters of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

from pnp.draw.svg import font_face
from pnp.layout.book import Book
from pnp.layout.context import Stylesheet
from pnp.layout.inlines import Typesetter
from pnp.units.color import BLACK, INK, WHITE, Color, contrast, luminance, mixed

NIGHT = Color("#15191c")
"""The ground of a page in the dark: not black, on which letters glare."""
DAY = Color("#e8eaeb")
"""Words on it."""
READABLE = 4.5
"""Contrast of text to its ground (WCAG 2.2, 1.4.3); in the dark it is half as much again, since
letters look thinner there.
"""
_BOLD, _ITALIC = "font-weight:700;", "font-style:italic;"


def style(book: Book, stylesheet: Stylesheet, characters: Set[str]) -> str:
    """The style sheet of a page whose words use these characters."""
    typesetter = Typesetter(stylesheet, book)
    title = typesetter.style("book-h1")
    families = {"body": typesetter.style("book-body").font, "title": title.font}
    rules = [
        rule
        for name in dict.fromkeys(families.values())
        for rule in _fonts(stylesheet, name, characters)
    ]
    stacks = ";".join(f"--{use}:{_stack(stylesheet, name)}" for use, name in families.items())
    weight = 700 if title.weight == "bold" else 400
    light = _colors(typesetter, WHITE, INK)
    dark = _colors(typesetter, NIGHT, DAY)
    return (
        f"{''.join(rules)}:root{{color-scheme:light"
        f" dark;{stacks};--title-weight:{weight};{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}@media"
        f" print{{:root{{{light}}}}}\n{_rules()}"
    )


def _colors(typesetter: Typesetter, ground: Color, ink: Color) -> str:
    """The game's colours on a ground, each made lighter or darker until it can be read there."""
    accent, mark = typesetter.color("accent"), typesetter.color("accent")
    night = ground != WHITE
    tint = mixed(ground, ink, 0.09) if night else _pale(typesetter.color("tint"))
    own = typesetter.color("ink")
    ink = ink if night or contrast(own, WHITE) < 7 else own
    found = {
        "ground": ground,
        "ink": ink,
        "pale": readable(mixed(ink, ground, 0.3), tint),
        "accent": readable(readable(accent, ground), tint),
        "tint": tint,
        "line": mixed(ground, ink, 0.22),
        "spark": typesetter.color("spark"),
        "mark": mark,
        "on-mark": WHITE if contrast(WHITE, mark) >= contrast(INK, mark) else INK,
    }
    return ";".join(f"--{name}:{color}" for name, color in found.items())


def _pale(tint: Color) -> Color:
    """A tint that dark words can be read on."""
    return tint if luminance(tint) > 0.6 else mixed(tint, WHITE, 0.8)


def readable(color: Color, ground: Color) -> Color:
    """A colour brought so far towards black or white that words in it can be read on a ground."""
    end = WHITE if contrast(WHITE, ground) > contrast(BLACK, ground) else BLACK
    for step in range(21):
        found = mixed(color, end, step / 20)
        if contrast(found, ground) >= READABLE * (1 if luminance(ground) > 0.5 else 1.5):
            return found
    return end


def _fonts(stylesheet: Stylesheet, name: str, characters: Set[str]) -> Iterator[str]:
    """The cuts of a family, and regular ones of the families that it falls back on for
    characters that it lacks.
    """
    family = stylesheet.resources.families[name]
    missing = set(characters)
    for (bold, italic), typeface in sorted(family.cuts.items()):
        has = {c for c in characters if not typeface.missing(c)}
        missing -= has
        yield font_face(typeface, _called(name), sorted(has), _BOLD * bold + _ITALIC * italic)
    for number, typeface in enumerate(family.fallback, 1):
        has = {c for c in missing if not typeface.missing(c)}
        missing -= has
        if has:
            yield font_face(typeface, f"{_called(name)}-{number}", sorted(has))


def _stack(stylesheet: Stylesheet, name: str) -> str:
    """A family and those that it falls back on, as CSS names them."""
    more = [
        f"{_called(name)}-{number}"
        for number in range(1, len(stylesheet.resources.families[name].fallback) + 1)
    ]
    return ",".join([*(f'"{one}"' for one in (_called(name), *more)), "system-ui", "sans-serif"])


def _called(name: str) -> str:
    return f"pnp-{''.join(c if c.isascii() and c.isalnum() else '-' for c in name)}"


@cache
def _rules() -> str:
    return (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
