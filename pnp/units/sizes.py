"""Sizes that have a name: papers and cards. Every size is written upright, in micrometres."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from pnp.diagnostics import did_you_mean
from pnp.units.geometry import LengthError, Size, millimetres, parse_size, size

PAPERS: Mapping[str, Size] = MappingProxyType(
    {
        # ISO 216 and, for SRA3, ISO 217.
        "a6": size(105_000, 148_000),
        "a5": size(148_000, 210_000),
        "a4": size(210_000, 297_000),
        "a3": size(297_000, 420_000),
        "a2": size(420_000, 594_000),
        "sra3": size(320_000, 450_000),
        # ANSI/ASME Y14.1: 8.5 × 11, 8.5 × 14, 11 × 17 and 12 × 18 inches.
        "letter": size(215_900, 279_400),
        "legal": size(215_900, 355_600),
        "tabloid": size(279_400, 431_800),
        "arch-b": size(304_800, 457_200),
    }
)
"""Papers by name."""

CARDS: Mapping[str, Size] = MappingProxyType(
    {
        "poker": size(63_000, 88_000),
        "poker-us": size(63_500, 88_900),
        "bridge": size(57_150, 88_900),
        "bridge-eu": size(57_000, 88_000),
        "tarot": size(69_850, 120_650),
        "tarot-eu": size(70_000, 120_000),
        "tarot-small": size(70_000, 108_000),
        "mini-us": size(44_450, 63_500),
        "mini-american": size(41_000, 63_000),
        "mini-euro": size(44_000, 68_000),
        "micro": size(31_750, 44_450),
        "usa": size(56_000, 87_000),
        "euro": size(59_000, 92_000),
        "japanese": size(59_000, 86_000),
        "square": size(70_000, 70_000),
        "square-small": size(63_500, 63_500),
        "square-large": size(88_900, 88_900),
        "jumbo": size(88_000, 126_000),
        "jumbo-us": size(88_900, 127_000),
        "jumbo-tall": size(88_900, 139_700),
        "magnum": size(65_000, 100_000),
        "oversized": size(80_000, 120_000),
        "domino": size(44_450, 88_900),
        "business": size(50_800, 88_900),
    }
)
"""Trim sizes of cards by name; the US sizes are the inch sizes of print-on-demand houses, the
others those of factories and sleeves.
"""

AIDS: Mapping[str, Size] = MappingProxyType({**CARDS, **PAPERS})
"""Trim sizes of player aids by name: a card, or a sheet."""

_PAPER_LIMITS = (
    50_000,
    5_080_000,
)  # 5,080 mm are the 14,400 points that a PDF page may measure (ISO 32000-1, annex C)
CARD_LIMITS = (5_000, 2_000_000)
_INCHES = 500_000
"""The longest side that a size without unit is taken to have in inches."""


def parse_paper(text: str) -> Size:
    """A paper by name (`a4`) or by size (`210x297` in mm, `8.5x11in`).

    Raises LengthError, with the nearest names.
    """
    return _named(text, PAPERS, "paper", "a4", _PAPER_LIMITS)


def card_size(text: str) -> Size:
    """A trim size by name (`poker`) or by size (`63x88` in mm, `2.5x3.5in`).

    Raises LengthError, with the nearest names.
    """
    return _named(text, CARDS, "card size", "poker", CARD_LIMITS)


def aid_size(text: str) -> Size:
    """The trim size of a player aid, which is a card or a sheet, by its name or by size.

    Raises LengthError, with the nearest names.
    """
    return _named(text, AIDS, "size of a player aid", "poker or a5", CARD_LIMITS)


def _named(
    text: str, known: Mapping[str, Size], what: str, example: str, limits: tuple[int, int]
) -> Size:
    name = text.strip().casefold().replace("_", "-").replace(" ", "-")
    if name in known:
        return known[name]
    if not name[:1].isdigit() and not name.startswith("."):
        if name in PAPERS:
            paper = PAPERS[name]
            raise LengthError(
                f'"{text}" is not a {what} but a paper; write'
                f" {paper.width / 1000:g}x{paper.height / 1000:g}"
            )
        hint = did_you_mean(name, known) or "known: " + ", ".join(known)
        raise LengthError(
            f'"{text}" is not a {what}; expected a name such as {example} or WIDTHxHEIGHT such as'
            f" 63x88 (mm); {hint}"
        )
    found = parse_size(text)
    least, most = limits
    if not (least <= min(found) and max(found) <= most):
        expected = f"expected {millimetres(least)} to {millimetres(most)} each way"
        raise LengthError(
            f'"{text}" is no {what} that can be printed; {expected}{_in_inches(text, limits)}'
        )
    return found


_PIXELS = re.compile(r"\s*(\d{3,5})\s*[x×]\s*(\d{3,5})\s*")
_LARGEST = 400
"""Millimetres: a piece that is longer both ways, and that no unit stands behind, is most likely
measured in pixels.
"""


def in_pixels(text: str) -> str:
    """What to write for a size that is most likely one of a print shop, in pixels; empty for any
    other.
    """
    found = _PIXELS.fullmatch(text)
    sides = [int(side) for side in found.groups()] if found else []
    if not sides or min(sides) <= _LARGEST:
        return ""
    wide, high = (f"{round(side * 25.4 / 300, 2):g}" for side in sides)
    message = (
        f"{sides[0]} x {sides[1]} pixels at 300 dpi are {wide} x {high} mm: write {wide}x{high}"
    )
    return f"{message}; or write {sides[0]}x{sides[1]}mm if millimetres are meant"


def _in_inches(text: str, limits: tuple[int, int]) -> str:
    """The hint that a size so small was most likely meant in inches; empty where it says a unit
    or would be large.
    """
    least, most = limits
    try:
        meant = parse_size(f"{text.strip()}in")
    except LengthError:
        return ""
    return (
        f"; did you mean {text.strip()}in?"
        if least <= min(meant) and max(meant) <= min(most, _INCHES)
        else ""
    )
