"""fpdf2, drawn call by call.

It has no images inside a paragraph, so the body is broken into lines here, widths cached for each
word.

SVG icons are written into the page each time: it reuses none. Input: JSON.
"""

from __future__ import annotations

import sys
from functools import lru_cache

import sheet
from fpdf import FPDF
from sheet import MM, Data


class PaperOptions(FPDF):
    """A document in points with the two fonts."""

    def __init__(self) -> None:
        super().__init__(unit="pt", format="A4")
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.add_font("Deck", "", sheet.REGULAR)
        self.add_font("Deck", "B", sheet.BOLD)
        self.wide = lru_cache(maxsize=None)(self._wide)

    def _wide(self, word: str, bold: bool) -> float:
        self.set_font("Deck", "B" if bold else "", sheet.BODY)
        return float(self.get_string_width(word))

    def icon(self, name: str, x: float, y: float, size: float) -> None:
        self.image(f"icons/{name}.svg", x, y, size, size)

    def frame(self, x: float, y: float, border: str, tint: str) -> None:
        self.set_draw_color(*sheet.rgb(border))
        self.set_fill_color(*sheet.rgb(tint))
        self.set_text_color(*sheet.rgb(border))
        self.set_line_width(MM)
        self.rect(
            x + 0.5 * MM,
            y + 0.5 * MM,
            62 * MM,
            87 * MM,
            style="DF",
            round_corners=True,
            corner_radius=3 * MM,
        )

    def lines(self, body: str) -> list[list[tuple[float, str, bool, bool]]]:
        """The words of a body with the x of each, line by line."""
        found: list[list[tuple[float, str, bool, bool]]] = [[]]
        space, at = self.wide(" ", False), 0.0
        for word, bold, is_icon in sheet.words(body):
            wide = sheet.BODY if is_icon else self.wide(word, bold)
            if found[-1] and at + space + wide > sheet.MEASURE:
                found.append([])
                at = 0.0
            elif found[-1]:
                at += space
            found[-1].append((at, word, bold, is_icon))
            at += wide
        return found

    def body(self, text: str, x: float, y: float) -> None:
        for line in self.lines(text):
            run: list[str] = []
            start, bold_run = 0.0, False
            for at, word, bold, is_icon in [*line, (0.0, "", False, True)]:
                if run and (is_icon or bold != bold_run):
                    self.set_font("Deck", "B" if bold_run else "", sheet.BODY)
                    self.text(x + start, y, " ".join(run))
                    run = []
                if is_icon and word:
                    self.icon(word, x + at, y + 1.5 - sheet.BODY, sheet.BODY)
                elif not is_icon:
                    start, bold_run = (start, bold_run) if run else (at, bold)
                    run.append(word)
            y += sheet.LEADING

    def face(self, card: Data, x: float, y: float) -> None:
        self.frame(x, y, card["border"], card["tint"])
        self.set_font("Deck", "B", sheet.TITLE)
        self.text(x + 4 * MM, y + 8.2 * MM, card["title"])
        self.icon(card["icon"], x + 52 * MM, y + 2.5 * MM, 8 * MM)
        self.image(f"pictures/{card['art']}", x + 1.5 * MM, y + 12 * MM, 60 * MM, 40 * MM)
        self.set_text_color(0)
        self.body(card["body"], x + 4 * MM, y + 53.5 * MM + 8.2)
        self.set_font("Deck", "", sheet.FOOT)
        self.text(x + 59 * MM - self.get_string_width(card["foot"]), y + 84.8 * MM, card["foot"])

    def back(self, back: Data, x: float, y: float) -> None:
        self.frame(x, y, back["border"], back["tint"])
        self.icon(back["icon"], x + 16.5 * MM, y + 24 * MM, 30 * MM)
        self.set_font("Deck", "B", sheet.BACK)
        self.text(
            x + (sheet.CARD[0] - self.get_string_width(back["title"])) / 2,
            y + 68 * MM,
            back["title"],
        )

    def side(self) -> None:
        """A new page with its crop marks."""
        self.add_page()
        self.set_line_width(0.25)
        self.set_draw_color(0)
        for x1, y1, x2, y2 in sheet.crop_marks():
            self.line(x1, sheet.PAPER[1] - y1, x2, sheet.PAPER[1] - y2)


def main(source: str, target: str) -> None:
    deck, press = sheet.read(source), PaperOptions()
    slots = [(x, sheet.PAPER[1] - y - sheet.CARD[1]) for x, y in sheet.slots()]
    for cards in deck.sheets():
        press.side()
        for card, slot in zip(cards, slots, strict=False):
            if deck.picture:
                press.image(f"pictures/{card['art']}", *slot, *sheet.CARD)
            else:
                press.face(card, *slot)
        press.side()
        for slot in slots:
            press.back(deck.back, *slot)
    press.output(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
