"""Make the pictures of README and docs from the games as they are now.

    python tools/pictures.py [NAME…]    write docs/images/*.png as docs/pictures.yaml lists them

A picture is one side of a sheet, with `card: COMPONENT/ID` one face alone, or with `cards:` a row of
fronts on a `ground:`; `workspace:` names a folder with games of its own. Each picture notes the digests of the faces it shows (PNG text chunk
"faces"); `stale()` says which pictures show something else by now.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from pnp.build.conductor import draw_documents, make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.draw.pictures import face_document, pages
from pnp.face import Face, digest
from pnp.impose import Duplex, PaperOptions
from pnp.load.workspace import disk_for, find, find_game
from pnp.units.geometry import Um, parse_paper

ROOT = Path(__file__).parent.parent
LIST = ROOT / "docs" / "pictures.yaml"
FOLDER = ROOT / "docs" / "images"


@cache
def _print(home: str, game: str) -> Print:
    workspace = find(ROOT / home)
    folder = find_game(workspace, game)
    if folder is None:
        raise SystemExit(f"there is no game {game}")
    press = PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True)
    return impose_kit(make_kit(disk_for(workspace, folder), game), PrintOptions(press))


def _face(made: Print, name: str, side: str) -> Face:
    component, _, card = name.partition("/")
    deck = next(s for s in made.kit.sides if s.component.id == component)
    return next(one.face for one in deck.laid if (one.card.id, one.side) == (card, side))


def _shown(entry: dict[str, Any]) -> tuple[Print, list[Face]]:
    """A print of nothing but what a picture shows, and the faces on it."""
    made = _print(entry.get("workspace", "."), entry["game"])
    if "cards" in entry:
        faces = [_face(made, name, "front") for name in entry["cards"]]
        documents = (face_document(face)._replace(name=str(n)) for n, face in enumerate(faces))
        return made._replace(documents=tuple(documents)), faces
    if "card" in entry:
        face = _face(made, entry["card"], entry["side"])
        return made._replace(documents=(face_document(face),)), [face]
    found = next(d for d in made.documents if d.name == entry["document"])
    sheet = found.sheets[entry["sheet"] - 1]
    side = sheet.recto if entry["side"] == "recto" else sheet.verso
    if side is None:
        raise SystemExit(f"{entry['name']}: the sheet has no verso")
    alone = found._replace(duplex=Duplex.NONE, sheets=(sheet._replace(recto=side, verso=None),))
    return made._replace(documents=(alone,)), [placed.face for placed in side.placements]


def _note(faces: list[Face]) -> str:
    return blake2b("".join(map(digest, faces)).encode(), digest_size=16).hexdigest()


def entries() -> list[dict[str, Any]]:
    """The listed pictures."""
    listed: list[dict[str, Any]] = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    return listed


def stale() -> list[str]:
    """Names of pictures that are missing or show faces which the games no longer have."""
    found = []
    for entry in entries():
        file = FOLDER / f"{entry['name']}.png"
        if not file.exists() or Image.open(file).text.get("faces") != _note(_shown(entry)[1]):  # type: ignore[attr-defined]
            found.append(entry["name"])
    return found


def _row(cards: list[Image.Image], ground: str) -> Image.Image:
    """Cards with round corners beside each other on a ground."""
    gap = cards[0].width // 14
    width = sum(card.width + gap for card in cards) + gap
    whole = Image.new("RGB", (width, max(card.height for card in cards) + 2 * gap), ground)
    x = gap
    for card in cards:
        mask = Image.new("L", card.size)
        corners = (0, 0, card.width - 1, card.height - 1)
        ImageDraw.Draw(mask).rounded_rectangle(corners, card.width // 20, fill=255)
        whole.paste(card, (x, gap), mask)
        x += card.width + gap
    return whole


def main(names: list[str]) -> None:
    """Write the named pictures anew; all of them when none is named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for entry in entries():
        if names and entry["name"] not in names:
            continue
        made, faces = _shown(entry)
        drawn = [page for pdf in draw_documents(made).values() for page in pages(pdf, entry["dpi"])]
        whole = _row(drawn, entry["ground"]) if "cards" in entry else drawn[0]
        note = PngInfo()
        note.add_text("faces", _note(faces))
        buffer = BytesIO()
        # Median cut, Pillow's own choice, gives rare colours away: the yellow of a badge became the
        # red of its neighbours.
        page = whole.quantize(256, method=Image.Quantize.MAXCOVERAGE)
        page.save(buffer, "PNG", pnginfo=note, optimize=True)
        (FOLDER / f"{entry['name']}.png").write_bytes(buffer.getvalue())
        print(f"docs/images/{entry['name']}.png  {len(buffer.getvalue()) // 1024} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
