"""WeasyPrint on the HTML that `cards.html` (Jinja) makes. Input: JSON."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import sheet
import weasyprint
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from sheet import MM


def rich(body: str) -> Markup:
    """A body's bold runs and icons as HTML."""
    bold = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", body)
    return Markup(re.sub(r":([a-z-]+):", r'<img src="icons/\1.svg">', bold))


def main(source: str, target: str) -> None:
    deck = sheet.read(source)
    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
    environment.filters["rich"] = rich
    height = sheet.PAPER[1]
    places = [(x / MM, (height - y - sheet.CARD[1]) / MM) for x, y in sheet.slots()]
    marks = [
        (
            min(x1, x2) / MM,
            (height - max(y1, y2)) / MM,
            abs(x1 - x2) / MM or 0.09,
            abs(y1 - y2) / MM or 0.09,
        )
        for x1, y1, x2, y2 in sheet.crop_marks()
    ]
    html = environment.get_template("cards.html").render(
        sheets=deck.sheets(), deck=deck, places=places, marks=marks
    )
    weasyprint.HTML(string=html, base_url=".").write_pdf(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
