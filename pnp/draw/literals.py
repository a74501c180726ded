"""Writes numbers, colours, strings, paths and words as PDF does: the one place where micrometres
become points.

Inside a face, points have two decimals (3.5 µm); lengths stay integers until they are text, so no
error adds up. Words are strings of glyph ids, each shaped once per font: a code is the original
glyph id, two bytes (Identity-H), written in literal strings. Against hexadecimal ones a page is a
quarter shorter, 6 % smaller when compressed, and compressed in half the time (1,000 cards of 15
runs).
"""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.assets.fonts import Run, Typeface
from pnp.assets.paths import SEGMENT, bounds
from pnp.face import NO_BREAK_SPACE
from pnp.units.color import Color, rgb
from pnp.units.geometry import PT, Rect, Transform

LONG = 300
"""Paths longer than this are worth a form of their own when they come again: placing a form
takes about 60 characters.
"""

STEPS = 1000
"""Path units in one unit of a form."""

_OPERATORS = {"M": "m", "L": "l", "C": "c"}


@lru_cache(maxsize=1 << 16)
def hundredths(n: int) -> str:
    """An integer count of 1/100 pt as a PDF number, without needless zeros."""
    sign, n = ("-", -n) if n < 0 else ("", n)
    whole, part = divmod(n, 100)
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{part:02d}".rstrip("0")


@lru_cache(maxsize=1 << 16)
def points(um: int) -> str:
    """Whole micrometres as points with two decimals (1 µm is 36/127 of 1/100 pt)."""
    return hundredths((um * 72 + 127) // 254)


@lru_cache(maxsize=1 << 14)
def decimal(value: float, places: int) -> str:
    """A plain number with at most so many decimals."""
    text = f"{value:.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        text = text.replace("0.", ".", 1)
    return "0" if text == "-0" else text


@lru_cache(maxsize=1 << 14)
def placed(um: float) -> str:
    """Micrometres as points with three decimals: where a face lies on its sheet."""
    return decimal(um / PT, 3)


@lru_cache(maxsize=1024)
def corners(area: Rect, height: int) -> tuple[str, str, str, str]:
    """An area of something so high (µm) as left, bottom, right, top in points above its bottom;
    slots are the same on every sheet.
    """
    return placed(area.x), placed(height - area.bottom), placed(area.right), placed(height - area.y)


@lru_cache(maxsize=4096)
def ink(color: Color, *, stroke: bool = False) -> str:
    """The operator that sets a colour.

    Greys are set as DeviceGray, so that a printer lays them down in black alone.
    """
    r, g, b = (decimal(part, 3) for part in rgb(color))
    if r == g == b:
        return f"{r} {'G' if stroke else 'g'}"
    return f"{r} {g} {b} {'RG' if stroke else 'rg'}"


# A raw CR in a literal string would be read as LF (ISO 32000-1, 7.3.4.2).
_ESCAPES = {ord("("): "\\(", ord(")"): "\\)", ord("\\"): "\\\\", ord("\r"): "\\r"}


def escaped(raw: str) -> str:
    """Latin-1 text as the inside of a PDF literal string."""
    return raw.translate(_ESCAPES)


@lru_cache(maxsize=1024)
def text_string(text: str) -> str:
    """A PDF text string:

    ASCII as it is, anything else as UTF-16BE with its byte order mark (ISO 32000-1, 7.9.2.2).
    """
    raw = text if text.isascii() else (b"\xfe\xff" + text.encode("utf-16-be")).decode("latin-1")
    return f"({escaped(raw)})"


@lru_cache(maxsize=4096)
def outline(path: str, height: int) -> str:
    """Path operators in points above the bottom of a face `height` micrometres high."""
    segments = [(command, _flipped(numbers, height)) for command, numbers in SEGMENT.findall(path)]
    if "".join([command for command, _ in segments]) == "MLLLZ":
        (_, (x0, y0)), (_, (x1, y1)), (_, (x2, y2)), (_, (x3, y3)), _ = segments
        if (y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0) or (
            x0 == x1 and y1 == y2 and x2 == x3 and y3 == y0
        ):
            return (
                f"{hundredths(x0)} {hundredths(y0)} {hundredths(x2 - x0)} {hundredths(y2 - y0)} re"
            )
    return "\n".join(
        [
            f"{' '.join(map(hundredths, numbers))} {_OPERATORS[command]}" if numbers else "h"
            for command, numbers in segments
        ]
    )


def _flipped(numbers: str, height: int) -> list[int]:
    """Path numbers in hundredths of a point, y up."""
    um = list(map(int, numbers.split()))
    um[1::2] = [height - y for y in um[1::2]]
    return [(n * 72 + 127) // 254 for n in um]


def form_outline(path: str) -> str:
    """Path operators in the form's own units; exact, so that a form can be placed at any size."""
    return "\n".join(
        [
            (
                f"{' '.join([decimal(int(n) / STEPS, 3) for n in numbers.split()])}"
                f" {_OPERATORS[command]}"
                if numbers
                else "h"
            )
            for command, numbers in SEGMENT.findall(path)
        ]
    )


def form_box(path: str, *, stroked: bool) -> tuple[int, int, int, int]:
    """What a form may paint, in its own units: left, top, right, bottom.

    Strokes get as much room again on every side.
    """
    area = bounds(path)
    room = max(area.width, area.height, STEPS) if stroked else 0
    return (
        (area.x - room) // STEPS,
        (area.y - room) // STEPS,
        -(-(area.right + room) // STEPS),
        -(-(area.bottom + room) // STEPS),
    )


def form_matrix(transform: Transform, height: int) -> str:
    """The matrix that places a form on a face: the item's transform, then the flip.

    `cm` is left to the caller.
    """
    a, b, c, d, e, f = transform
    by = STEPS / PT
    turn = f"{decimal(b * -by, 5)} {decimal(c * by, 5)}" if b or c else "0 0"
    return (
        f"{decimal(a * by, 5)} {turn} {decimal(d * -by, 5)} {decimal(e / PT, 3)}"
        f" {decimal((height - f) / PT, 3)}"
    )


def group_matrix(transform: Transform, height: int) -> str:
    """The same transform between two coordinate systems that are both flipped at `height`."""
    a, b, c, d, e, f = transform
    parts = (decimal(a, 5), decimal(-b, 5), decimal(-c, 5), decimal(d, 5))
    return (
        f"{' '.join(parts)} {decimal((c * height + e) / PT, 3)}"
        f" {decimal((height - d * height - f) / PT, 3)}"
    )


GAPS = re.compile(f"([ {NO_BREAK_SPACE}])")


def font_name(key: str) -> str:
    """The resource name of a font, from the hash of its bytes."""
    return "F" + key[:8]


class Words(dict[str, str]):
    """Word -> the inside of its TJ array, such as `AB)-20(CD`; fills itself, and remembers in
    `glyphs` what it gave out.

    `odd` are the words with glyphs that the font's character map does not lead to: they alone tell
    what such glyphs stand for. `fine` are those with accents on letters and those whose glyphs
    would be read as something else: they take more than a TJ array.
    """

    __slots__ = ("fine", "glyphs", "odd", "typeface")

    def __init__(self, typeface: Typeface) -> None:
        super().__init__({"": ""})
        self.typeface = typeface
        self.glyphs: set[int] = set()
        self.odd: set[str] = set()
        self.fine: set[str] = set()

    def __missing__(self, word: str) -> str:
        run = self.typeface.shape(word)
        self.glyphs.update(run.glyphs)
        if not self.typeface.nominal.keys() >= set(run.glyphs):
            self.odd.add(word)
        if run.rises or run.marks or not (word.isascii() or self.typeface.reads(word)):
            self.fine.add(word)
        if not any(run.adjust):
            string = self[word] = escaped(
                "".join([chr(glyph >> 8) + chr(glyph & 255) for glyph in run.glyphs])
            )
            return string
        codes: list[str] = []
        pieces: list[str] = []
        for glyph, adjust in zip(run.glyphs, run.adjust, strict=True):
            codes.append(chr(glyph >> 8) + chr(glyph & 255))
            if adjust:
                # TJ numbers are thousandths of the size, to the left (ISO 32000-1, 9.4.3).
                left = decimal(-adjust * 1000 / self.typeface.units_per_em, 1)
                pieces.append(f"{escaped(''.join(codes))}){left}(")
                codes.clear()
        string = self[word] = "".join(pieces) + escaped("".join(codes))
        return string

    def string(self, text: str, widen: float, size: float, tracking: float = 0.0) -> str:
        """A whole run for TJ; every space is widened by so many thousandths of the size (points).

        `tracking` is what Tc adds (µm).

        Word spacing (Tw) cannot do it: it works on one-byte codes only (ISO 32000-1, 9.3.3).
        """
        by = f"){-widen:.1f}(" if widen else ""
        if NO_BREAK_SPACE in text:
            gap = self[NO_BREAK_SPACE] + by
            found = (self[" "] + by).join(
                [
                    gap.join(map(self.__getitem__, part.split(NO_BREAK_SPACE)))
                    for part in text.split(" ")
                ]
            )
        else:
            words = text.split(" ")
            found = (
                self[text]
                if len(words) == 1
                else (self[" "] + by).join(map(self.__getitem__, words))
            )
        if (
            not self.fine or text.isascii() or self.fine.isdisjoint(GAPS.split(text))
        ):  # whatever was drawn before
            return found
        return self._finely(text, -widen, size, tracking)

    def _finely(self, text: str, gap_by: float, size: float, tracking: float) -> str:
        """A run with fine words, each with the gap behind it in a span that tells how it reads
        (ActualText: ISO 32000-1, 14.9.4).

        PDF programs find blanks around accents, lose gaps between such spans, and read glyphs in
        the order in which they are drawn. Numbers stand at the beginning of an array: at its end
        PDFium passes them over.
        """
        parts = [*GAPS.split(text), ""]
        out: list[str] = []
        kern = 0.0
        for word, gap in zip(parts[::2], parts[1::2], strict=True):
            if word not in self.fine:
                out.append(_moved(kern) + self[word] + self[gap])
                kern = gap_by if gap else 0.0
                continue
            told = (word + gap).encode("utf-16-be").hex().upper()
            out.append(f")]TJ/Span<</ActualText<FEFF{told}>>>BDC[{_number(kern)}(")
            kern = self._risen(self.typeface.shape(word), size, tracking, out)
            if gap:
                out.append(_moved(kern) + self[gap])
                kern = gap_by
            out.append(f")]TJ EMC[{_number(kern)}(")
            kern = 0.0
        return "".join(out)

    def _risen(self, run: Run, size: float, tracking: float, out: list[str]) -> float:
        """Write a word with glyphs above the baseline, and marks that tracking does not pull
        off; returns the number behind it.
        """
        em, back = self.typeface.units_per_em, tracking * 1000 / PT / size
        level, kern = 0, 0.0
        for place, (glyph, adjust) in enumerate(zip(run.glyphs, run.adjust, strict=True), 1):
            rise = run.rises[place - 1] if run.rises else 0
            out.append(
                f")]TJ {decimal(rise * size / em, 3)} Ts[{_number(kern)}("
                if rise != level
                else _moved(kern)
            )
            out.append(escaped(chr(glyph >> 8) + chr(glyph & 255)))
            level, kern = rise, (back if place in run.marks else 0.0) - adjust * 1000 / em
        if level:
            out.append(f")]TJ 0 Ts[{_number(kern)}(")
            kern = 0.0
        return kern


def _number(by: float) -> str:
    """A number of a TJ array, thousandths of the size to the left; nothing for none."""
    return decimal(by, 1) if by else ""


def _moved(by: float) -> str:
    """What moves on inside an array."""
    return f"){_number(by)}(" if by else ""
