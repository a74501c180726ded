"""Make the pictures of README and docs from the games as they are now.

    python tools/pictures.py            write docs/images/*.png as docs/pictures.yaml lists them

Each picture notes the digests of the faces it shows (PNG text chunk "faces"); `stale()` says which pictures show something else by now.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from pnp.draw.raster import pages
from pnp.face import digest
from pnp.geometry import Um
from pnp.impose.sheet import Document, Duplex, Press, Side
from pnp.load.workspace import disk_for, find, find_game
from pnp.pipeline import Clock, Order, Print, drawn, imposed, open_kit
from pnp.sizes import parse_paper

ROOT = Path(__file__).parent.parent
LIST = ROOT / "docs" / "pictures.yaml"
FOLDER = ROOT / "docs" / "images"


def _print(game: str) -> Print:
    workspace = find(ROOT)
    folder = find_game(workspace, game)
    if folder is None:
        raise SystemExit(f"there is no game {game}")
    press = Press(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True)
    return imposed(open_kit(disk_for(workspace, folder), game, Clock()), Order(press))


def _side(made: Print, entry: dict[str, Any]) -> tuple[Print, Side]:
    """A print of the one sheet that a picture shows, and the side that it shows."""
    document = next(d for d in made.documents if d.name == entry["document"])
    sheet = document.sheets[entry["sheet"] - 1]
    side = sheet.recto if entry["side"] == "recto" else sheet.verso
    if side is None:
        raise SystemExit(f"{entry['name']}: the sheet has no verso")
    alone = replace(sheet, recto=side, verso=None)
    return replace(made, documents=(Document(document.name, document.title, Duplex.NONE, (alone,)),)), side


def _faces(side: Side) -> str:
    return blake2b("".join(digest(p.face) for p in side.placements).encode(), digest_size=16).hexdigest()


def entries() -> list[dict[str, Any]]:
    """The listed pictures."""
    listed: list[dict[str, Any]] = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    return listed


def stale() -> list[str]:
    """Names of pictures that are missing or show faces which the games no longer have."""
    prints: dict[str, Print] = {}
    found = []
    for entry in entries():
        if entry["game"] not in prints:
            prints[entry["game"]] = _print(entry["game"])
        made = prints[entry["game"]]
        file = FOLDER / f"{entry['name']}.png"
        if not file.exists() or Image.open(file).text.get("faces") != _faces(_side(made, entry)[1]):  # type: ignore[attr-defined]
            found.append(entry["name"])
    return found


def main() -> None:
    """Write every picture anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    prints: dict[str, Print] = {}
    for entry in entries():
        if entry["game"] not in prints:
            prints[entry["game"]] = _print(entry["game"])
        made, side = _side(prints[entry["game"]], entry)
        (pdf,) = drawn(made, Clock()).values()
        note = PngInfo()
        note.add_text("faces", _faces(side))
        buffer = BytesIO()
        next(iter(pages(pdf, entry["dpi"]))).quantize(64).save(buffer, "PNG", pnginfo=note, optimize=True)
        (FOLDER / f"{entry['name']}.png").write_bytes(buffer.getvalue())
        print(f"docs/images/{entry['name']}.png  {len(buffer.getvalue()) // 1024} kB")


if __name__ == "__main__":
    main()
