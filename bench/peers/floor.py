"""The floor: the fastest that we know to draw this deck with ReportLab.

No YAML, no template, no check, no layout but this one.

ReportLab keeps the document, the fonts, the images and the forms; each page's content is one string
written by hand. Widths and codes are cached for each word. Input: JSON.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from pathlib import Path

import sheet
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from passed_png import PassedPng
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from sheet import MM, Data

ICON_BOX = 512


class Operators(BasePen):
    """An SVG path as PDF operators, flipped into a box of 512."""

    def __init__(self) -> None:
        super().__init__(None)
        self.lines: list[str] = []

    def _write(self, operator: str, *points: tuple[float, float]) -> None:
        self.lines.append(
            " ".join(f"{x:.4g} {ICON_BOX - y:.4g}" for x, y in points) + " " + operator
        )

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._write("m", point)

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._write("l", point)

    def _curveToOne(  # noqa: N802
        self, a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
    ) -> None:
        self._write("c", a, b, c)

    def _closePath(self) -> None:  # noqa: N802
        self.lines.append("h")


class Press:
    """A canvas with the fonts, icons and pictures of the deck, and the words met so far."""

    def __init__(self, target: str) -> None:
        rl_config.useA85 = 0
        self.canvas = Canvas(target, pagesize=sheet.PAPER, pageCompression=1, invariant=1)
        self.document = self.canvas._doc
        self.fonts = {}
        for bold, path in ((False, sheet.REGULAR), (True, sheet.BOLD)):
            pdfmetrics.registerFont(TTFont(path, path))
            font = self.fonts[bold] = pdfmetrics.getFont(path)
            font.splitString(" ", self.document)
        self.names = {
            bold: font.getSubsetInternalName(0, self.document) for bold, font in self.fonts.items()
        }
        self.drawn: dict[str, str] = {}
        self.used: list[str] = []
        self.corner = _border()
        self.word = lru_cache(maxsize=None)(self._word)

    def _word(self, text: str, bold: bool) -> tuple[str, float]:
        """A text in the font's codes, escaped for a PDF string, and its width in em."""
        parts = self.fonts[bold].splitString(text, self.document)
        assert all(subset == 0 for subset, _ in parts), "one subset holds every letter of this deck"
        return "".join(self.canvas._escape(codes) for _, codes in parts), self.fonts[
            bold
        ].stringWidth(text, 1)

    def icon(self, name: str) -> str:
        """The resource name of an icon's form."""
        key = f"icon.{name}"
        if key not in self.drawn:
            pen = Operators()
            for path in re.findall(
                r' d="([^"]+)"', Path(f"icons/{name}.svg").read_text(encoding="utf-8")
            ):
                parse_path(path, pen)
            self.drawn[key] = self.form(
                key, ICON_BOX, ICON_BOX, "0.133 g\n" + "\n".join(pen.lines) + "\nf"
            )
        return self.drawn[key]

    def picture(self, name: str) -> str:
        """The resource name of an image, passed through: ReportLab does it with JPEGs itself."""
        if name not in self.drawn and name.endswith(".png"):
            self.used.append(name)
            self.drawn[name] = self.document.getXObjectName(name)
            self.document.addForm(name, PassedPng(name, Path("pictures", name)))
        elif name not in self.drawn:
            code = self.canvas._code
            self.canvas._code = []
            self.canvas.drawImage(f"pictures/{name}", 0, 0, mask="auto")
            self.used.append(self.canvas._formsinuse[-1])
            self.drawn[name] = self.document.getXObjectName(self.used[-1])
            self.canvas._code = code
        return self.drawn[name]

    def form(self, key: str, width: float, height: float, operators: str) -> str:
        """The resource name of operators that are used more than once."""
        self.canvas.beginForm(key, 0, 0, width, height)
        self.canvas._code.append(operators)
        self.canvas._formsinuse = list(self.used)
        self.canvas.endForm()
        self.used.append(key)
        return str(self.document.getXObjectName(key))

    def page(self, operators: str) -> None:
        """A page of operators."""
        self.canvas._code.append(operators)
        self.canvas._formsinuse = list(self.used)
        self.canvas.showPage()

    def frame(self, border: str, tint: str) -> str:
        """Background and border; leaves the border's colour as the fill."""
        return (
            f"{_color(border)} RG {_color(tint)} rg {MM:.3f} w {self.corner} B {_color(border)} rg"
        )

    def line(self, text: str, bold: bool, size: float, x: float, y: float, share: float = 0) -> str:
        """A text on its own, moved left by a share of its width."""
        codes, wide = self.word(text, bold)
        return (
            f"BT {self.names[bold]} {size} Tf {x - share * wide * size:.2f} {y:.2f} Td ({codes})"
            " Tj ET"
        )

    def place(self, name: str, x: float, y: float, width: float, height: float) -> str:
        """A form or image at a size; icons are 512 wide, images 1."""
        return f"q {width:.5g} 0 0 {height:.5g} {x:.2f} {y:.2f} cm {name} Do Q"

    def stamp(self, icon: str, x: float, y: float, size: float) -> str:
        """An icon at a size."""
        return self.place(f"/{self.icon(icon)}", x, y, size / ICON_BOX, size / ICON_BOX)

    def body(self, text: str, x: float, y: float) -> list[str]:
        """A paragraph, its first baseline at y."""
        size, limit = sheet.BODY, sheet.MEASURE / sheet.BODY
        space = self.word(" ", False)[1]
        icons: list[str] = []
        runs: list[str] = []
        at, run, bold_run = 0.0, "", False
        start = 0.0

        def flush() -> None:
            if run:
                runs.append(
                    f"{self.names[bold_run]} {size} Tf 1 0 0 1 {x + start * size:.2f} {y:.2f} Tm"
                    f" ({run}) Tj"
                )

        for word, bold, is_icon in sheet.words(text):
            codes, wide = ("", 1.0) if is_icon else self.word(word, bold)
            if at and at + space + wide > limit:
                flush()
                at, run, y = 0.0, "", y - sheet.LEADING
            elif at:
                at += space
            if is_icon:
                flush()
                run = ""
                icons.append(self.stamp(word, x + at * size, y - 1.5, size))
            elif run and bold == bold_run:
                run += f" {codes}"
            else:
                flush()
                run, start, bold_run = codes, at, bold
            at += wide
        flush()
        return ["0 g BT", *runs, "ET", *icons]

    def face(self, card: Data, picture: bool) -> str:
        """A card's front, its bottom left corner at the origin."""
        top = sheet.CARD[1]
        if picture:
            return self.place(f"/{self.picture(card['art'])}", 0, 0, *sheet.CARD)
        parts = [
            self.frame(card["border"], card["tint"]),
            self.line(card["title"], True, sheet.TITLE, 4 * MM, top - 8.2 * MM),
            self.stamp(card["icon"], 52 * MM, top - 10.5 * MM, 8 * MM),
            self.place(f"/{self.picture(card['art'])}", 1.5 * MM, top - 52 * MM, 60 * MM, 40 * MM),
            *self.body(card["body"], 4 * MM, top - 53.5 * MM - 8.2),
            self.line(card["foot"], False, sheet.FOOT, 59 * MM, top - 84.8 * MM, 1),
        ]
        return "\n".join(parts)

    def back(self, back: Data) -> str:
        """A card's back."""
        parts = [
            self.frame(back["border"], back["tint"]),
            self.line(back["title"], True, sheet.BACK, sheet.CARD[0] / 2, 20 * MM, 0.5),
            self.stamp(back["icon"], 16.5 * MM, 34 * MM, 30 * MM),
        ]
        return "\n".join(parts)


def _color(color: str) -> str:
    return " ".join(f"{value / 255:.3g}" for value in sheet.rgb(color))


def _border() -> str:
    """A rectangle of 62 by 87 mm with corners of 3 mm, half a millimetre inside the card."""
    x, y, right, top = 0.5 * MM, 0.5 * MM, 62.5 * MM, 87.5 * MM
    r, k = 3 * MM, 3 * MM * 0.4477
    return (
        f"{x + r:.2f} {y:.2f} m {right - r:.2f} {y:.2f} l {right - k:.2f} {y:.2f} {right:.2f}"
        f" {y + k:.2f} {right:.2f} {y + r:.2f} c {right:.2f} {top - r:.2f} l {right:.2f}"
        f" {top - k:.2f} {right - k:.2f} {top:.2f} {right - r:.2f} {top:.2f} c {x + r:.2f}"
        f" {top:.2f} l {x + k:.2f} {top:.2f} {x:.2f} {top - k:.2f} {x:.2f} {top - r:.2f} c {x:.2f}"
        f" {y + r:.2f} l {x:.2f} {y + k:.2f} {x + k:.2f} {y:.2f} {x + r:.2f} {y:.2f} c h"
    )


def main(source: str, target: str) -> None:
    deck = sheet.read(source)
    press = Press(target)
    slots = sheet.slots()
    marks = ".25 w\n" + "\n".join(
        "{:.2f} {:.2f} m {:.2f} {:.2f} l S".format(*mark) for mark in sheet.crop_marks()
    )
    back = press.back(deck.back)
    verso = press.form(
        "verso", *sheet.PAPER, "\n".join([marks, *(_at(slot, back) for slot in slots)])
    )
    faces: dict[str, str] = {}
    for cards in deck.sheets():
        parts = [marks]
        for card, slot in zip(cards, slots, strict=False):
            parts.append(_at(slot, _once(press, card, deck.picture, faces)))
        press.page("\n".join(parts))
        press.page(f"/{verso} Do")
    press.canvas.save()


def _once(press: Press, card: Data, picture: bool, faces: dict[str, str]) -> str:
    """A face's operators, or the call of its form where it prints more than once."""
    if card["count"] == 1:
        return press.face(card, picture)
    if card["id"] not in faces:
        faces[card["id"]] = press.form(f"face.{card['id']}", *sheet.CARD, press.face(card, picture))
    return f"/{faces[card['id']]} Do"


def _at(slot: tuple[float, float], operators: str) -> str:
    return f"q 1 0 0 1 {slot[0]:.2f} {slot[1]:.2f} cm\n{operators}\nQ"


if __name__ == "__main__":
    main(*sys.argv[1:])
