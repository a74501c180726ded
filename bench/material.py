"""Everything that is measured, made once under `work/`: decks as game folders for pnp and as JSON
for its peers, pictures, icons, fonts.

Run as a process of its own: the process that measures stays small, for what it holds counts in the
peak memory of those that it starts.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pymupdf

from bench import deck, pictures
from bench.deck import Card
from bench.folder import write_game, write_workspace

ROOT = Path(__file__).parent.parent
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
WORDS = 8_000
PNGS = 100


def make(work: Path, name: str) -> None:
    """The deck of a case: `common-N`, `png`, `alpha`, `words` or `copies`."""
    folder = work / "pictures"
    jpegs = pictures.jpegs(folder)
    match name.partition("-"):
        case "common", "-", size:
            _both(work, name, deck.deck(int(size)), jpegs)
        case "png" | "alpha", _, _:
            art = "alpha-{own}.png" if name == "alpha" else "own-{own}.png"
            _both(
                work,
                name,
                deck.deck(PNGS, art=art),
                pictures.pngs(folder, PNGS, name == "alpha"),
                "picture.xml",
            )
        case "words", _, _:
            _both(work, name, deck.deck(1000, deck.vocabulary(WORDS)), jpegs)
        case "copies", _, _:
            _both(work, name, deck.deck(100, count=10), jpegs)
        case _:
            raise ValueError(f"no case is called {name}")


def _both(
    work: Path, name: str, cards: Sequence[Card], art: Iterable[Path], front: str = "card.xml"
) -> None:
    write_game(work, name, cards, art, front)
    back = {
        "icon": deck.BACK_ICON,
        "title": deck.BACK_TITLE,
        "tint": deck.BACK_TINT,
        "border": deck.BACK_BORDER,
    }
    data = {
        "picture": front == "picture.xml",
        "back": back,
        "cards": [card._asdict() for card in cards],
    }
    (work / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def icons(folder: Path) -> None:
    """The icons of the deck out of the shipped set, as SVG; as PNG too, for the peer that needs
    it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shipped = json.loads(
        (ROOT / "templates" / "icons" / "game-icons.json").read_text(encoding="utf-8")
    )
    size = shipped["size"]
    for name in sorted({*deck.CARD_ICONS, *deck.INLINE_ICONS, deck.BACK_ICON}):
        path = shipped["icons"][name]["path"]
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0'
            f' {size} {size}">'
        )
        svg = folder / f"{name}.svg"
        svg.write_text(
            f'{head}<path fill="{deck.ICON_COLOR}" d="{path}"/></svg>\n', encoding="utf-8"
        )
        page = pymupdf.open(svg)[0]
        zoom = 96 / page.rect.width
        page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), alpha=True).save(folder / f"{name}.png")


def main(work: Path, names: Sequence[str]) -> None:
    write_workspace(work)
    icons(work / "icons")
    (work / "fonts").mkdir(exist_ok=True)
    for font in FONTS:
        shutil.copyfile(ROOT / "fonts" / "dejavu-sans" / font, work / "fonts" / font)
    for name in names:
        make(work, name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
