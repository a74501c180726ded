"""Writes words as PDF strings of glyph ids, each shaped once per font.

A code is the original glyph id, two bytes (Identity-H), written in literal strings: against
hexadecimal ones a page is a quarter shorter, 6 % smaller when compressed, and compressed in half
the time (1,000 cards of 15 runs).
"""

from __future__ import annotations

import re

from pnp.assets.fonts import Run, Typeface
from pnp.draw.literals import decimal, escaped
from pnp.face import NO_BREAK_SPACE
from pnp.units.geometry import PT

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
