"""protograf, a card drawn by a function, as its manual shows.

Its HTML text reads no SVG: inline icons are PNGs. Input: JSON.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import sheet

SOURCE, TARGET = sys.argv[1:]
# protograf reads the arguments itself, and finds images of HTML beside the script
sys.argv = [str(Path.cwd() / "deck.py")]

from protograf import (  # noqa: E402
    Card,
    CardBack,
    Create,
    Data,
    Deck,
    Font,
    Save,
    image,
    rectangle,
    text,
)

INLINE = r'<img src="icons/\1.png" width="8.5" height="8.5"/>'
STYLE = "font-family: DejaVu Sans; font-size: 8.5px; line-height: 10.2px;"


def rich(body: str) -> str:
    """A body's bold runs and icons as HTML."""
    return re.sub(r":([a-z-]+):", INLINE, re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", body))


def frame(border: str, tint: str) -> Any:
    """Background and border."""
    return rectangle(
        x=0.5, y=0.5, width=62, height=87, rounding=3, stroke_width=2.83, stroke=border, fill=tint
    )


def face(card: Any) -> list[Any]:
    """A card's front."""
    return [
        frame(card.border, card.tint),
        text(
            card.title,
            x=4,
            y=8.2,
            font_name="DejaVu Sans Bold",
            font_size=sheet.TITLE,
            stroke=card.border,
            align="left",
        ),
        image(f"icons/{card.icon}.svg", x=52, y=2.5, width=8, height=8),
        image(f"pictures/{card.art}", x=1.5, y=12, width=60, height=40),
        text(rich(card.body), x=4, y=53.5, width=55, height=30, html=True, style=STYLE),
        text(card.foot, x=59, y=84.8, font_name="DejaVu Sans", font_size=sheet.FOOT, align="right"),
    ]


def picture(card: Any) -> list[Any]:
    """A front that is nothing but its picture."""
    return [image(f"pictures/{card.art}", x=0, y=0, width=63, height=88)]


deck = sheet.read(SOURCE)
Create(
    filename=TARGET,
    paper="A4",
    units="mm",
    margin_left=10.5,
    margin_right=10.5,
    margin_top=16.5,
    margin_bottom=16.5,
)
Font("DejaVu Sans")
Data(source=deck.cards)
Deck(
    width=63,
    height=88,
    rows=3,
    cols=3,
    grid_marks=True,
    grid_marks_length=5,
    stroke=None,
    fill=None,
)
Card("all", picture if deck.picture else face)
CardBack(
    "all",
    frame(deck.back["border"], deck.back["tint"]),
    image(f"icons/{deck.back['icon']}.svg", x=16.5, y=24, width=30, height=30),
    text(
        deck.back["title"],
        x=31.5,
        y=68,
        font_name="DejaVu Sans Bold",
        font_size=sheet.BACK,
        stroke=deck.back["border"],
        align="centre",
    ),
)
Save()
