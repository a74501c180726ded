"""Make the pictures of README and docs from the games as they are now.

    python tools/pictures.py [NAME…]    write docs/images/*.png as docs/pictures.yaml lists them

A picture is one side of a sheet; with `card: COMPONENT/ID` one face alone; or with `table:` pieces
that lie on a `ground:` of a `size:` in millimetres. Each piece `show`s COMPONENT/ID or COMPONENT/ID/back of the
picture's game or its own (`game:`), its middle `at:` x, y, as `wide:` as it says, `turn`ed clockwise by
degrees; `sheet: [DOCUMENT, NUMBER]` shows the recto of a sheet, `lines: [FILE, FIRST, LAST]` those of a file.
`icons: yes` shows all shipped icons in the font of the game. `workspace:` names a folder with games of its own. Each picture notes the digests of the faces it shows (PNG text
chunk "faces"); `stale()` says which pictures show something else by now.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from PIL.PngImagePlugin import PngInfo

from pnp.assets.die_lines import mirrored
from pnp.assets.paths import rectangle
from pnp.build.conductor import draw_documents, make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.cli.icons_ import FONT, contact_sheet
from pnp.cli.schema_ import icon_set
from pnp.draw.pictures import FacePicture, face_document, pages, pngs
from pnp.draw.resources import Assets
from pnp.face import Face, digest
from pnp.impose import Duplex, PaperOptions
from pnp.layout.placed_faces import PlacedFace
from pnp.load.workspace import disk_for, find, find_game
from pnp.units.geometry import MM, Um, parse_paper, rect

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


def _placed(made: Print, name: str, side: str) -> PlacedFace:
    component, _, card = name.partition("/")
    deck = next(s for s in made.kit.sides if s.component.id == component)
    return next(one for one in deck.laid if (one.card.id, one.side) == (card, side))


def _sheet(
    made: Print, document: str, number: int, side: str = "recto"
) -> tuple[Print, list[Face]]:
    """A print of one side of a sheet, and the faces on it."""
    found = next(d for d in made.documents if d.name == document)
    sheet = found.sheets[number - 1]
    shown = sheet.recto if side == "recto" else sheet.verso
    if shown is None:
        raise SystemExit(f"{document} {number}: the sheet has no verso")
    alone = found._replace(duplex=Duplex.NONE, sheets=(sheet._replace(recto=shown, verso=None),))
    return made._replace(documents=(alone,)), [placed.face for placed in shown.placements]


def _shown(entry: dict[str, Any]) -> tuple[Print, list[Face]]:
    """A print of nothing but what a picture shows, and the faces on it."""
    made = _print(entry.get("workspace", "."), entry["game"])
    if "icons" in entry:
        icons = icon_set(find(ROOT))
        font = next(f for f in made.kit.resources.typefaces().values() if f.ref.name in FONT)
        face = contact_sheet(icons, icons.names(), font)
        return made._replace(documents=(face_document(face),)), [face]
    if "table" in entry:
        return made, [face for piece in entry["table"] for face in _faces_of(entry, piece)]
    if "card" in entry:
        face = _placed(made, entry["card"], entry["side"]).face
        return made._replace(documents=(face_document(face),)), [face]
    return _sheet(made, entry["document"], entry["sheet"], entry["side"])


def _game_of(entry: dict[str, Any], piece: dict[str, Any]) -> Print:
    return _print(entry.get("workspace", "."), piece.get("game", entry["game"]))


def _faces_of(entry: dict[str, Any], piece: dict[str, Any]) -> list[Face]:
    """The faces that a piece of a table shows."""
    made = _game_of(entry, piece)
    if "lines" in piece:
        return []
    if "sheet" in piece:
        return _sheet(made, *piece["sheet"])[1]
    name, back, _ = piece["show"].partition("/back")
    return [_placed(made, name, "back" if back else "front").face]


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


def _cut_out(made: Print, name: str, dpi: float) -> Image.Image:
    """A face on a transparent ground: pieces along their outline, cards with round corners."""
    name, back, _ = name.partition("/back")
    placed = _placed(made, name, "back" if back else "front")
    component = next(
        s.component for s in made.kit.sides if s.component.id == name.partition("/")[0]
    )
    outline = placed.card.outline
    if outline and back:
        outline = mirrored(outline, placed.face.size)
    radius = 0 if component.kind in ("board", "mat", "rulebook", "tokens") else 2_500
    whole = rectangle(rect(0, 0, *placed.face.size), radius)
    assets = Assets(made.kit.resources.typefaces())
    drawn = FacePicture(placed.face, Um(0), outline or whole)
    return Image.open(BytesIO(pngs([drawn], assets, round(dpi))[0])).convert("RGBA")


def _lines_of(file: str, first: int, last: int, width: int) -> Image.Image:
    """Lines of a file as an editor shows them, on a dark ground."""
    rows = (ROOT / file).read_text(encoding="utf-8").splitlines()[first - 1 : last]
    font = ImageFont.truetype(ROOT / "fonts/dejavu-sans/DejaVuSans.ttf", width // 34)
    pitch = width // 20
    whole = Image.new("RGBA", (width, pitch * (len(rows) + 2)), "#22272e")
    draw = ImageDraw.Draw(whole)
    for number, row in enumerate(rows, 1):
        key, colon, rest = row.partition(":")
        draw.text((pitch, pitch * number), key + colon, "#8ddb8c", font)
        draw.text(
            (pitch + draw.textlength(key + colon, font), pitch * number), rest, "#e6edf3", font
        )
    return whole


def _piece(entry: dict[str, Any], piece: dict[str, Any], dpmm: float) -> Image.Image:
    """A piece of a table as wide as it is drawn, turned, on a transparent ground."""
    made, width = _game_of(entry, piece), round(piece["wide"] * dpmm)
    if "lines" in piece:
        drawn = _lines_of(*piece["lines"], width=width)
    elif "sheet" in piece:
        pdfs = draw_documents(_sheet(made, *piece["sheet"])[0])
        drawn = next(page for pdf in pdfs.values() for page in pages(pdf, 110)).convert("RGBA")
    else:
        size = _faces_of(entry, piece)[0].size
        drawn = _cut_out(made, piece["show"], 25.4 * 2 * width * MM / size.width)
    drawn = drawn.resize(
        (width, round(drawn.height * width / drawn.width)), Image.Resampling.LANCZOS
    )
    return drawn.rotate(-piece.get("turn", 0), Image.Resampling.BICUBIC, expand=True)


def _table(entry: dict[str, Any]) -> Image.Image:
    """Pieces on a ground, each above those before it, with a soft shadow."""
    dpmm = entry["dpi"] / 25.4
    whole = Image.new("RGBA", tuple(round(mm * dpmm) for mm in entry["size"]), entry["ground"])
    for piece in entry["table"]:
        drawn = _piece(entry, piece, dpmm)
        x, y = (
            round(mm * dpmm - edge / 2) for mm, edge in zip(piece["at"], drawn.size, strict=True)
        )
        fall = round(dpmm * 1.2)
        dark = Image.new("RGBA", whole.size)
        dark.paste((0, 0, 0, 110), (x + fall // 2, y + fall), drawn.getchannel("A"))
        whole.alpha_composite(dark.filter(ImageFilter.GaussianBlur(fall)))
        layer = Image.new("RGBA", whole.size)
        layer.paste(drawn, (x, y))
        whole.alpha_composite(layer)
    return whole.convert("RGB")


def main(names: list[str]) -> None:
    """Write the named pictures anew; all of them when none is named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for entry in entries():
        if names and entry["name"] not in names:
            continue
        made, faces = _shown(entry)
        if "table" in entry:
            whole = _table(entry)
        else:
            drawn = (pages(pdf, entry["dpi"]) for pdf in draw_documents(made).values())
            whole = next(page for document in drawn for page in document)
        note = PngInfo()
        note.add_text("faces", _note(faces))
        buffer = BytesIO()
        # Median cut, Pillow's own choice, gives rare colours away: the yellow of a badge became the
        # red of its neighbours.
        page = whole.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        page.save(buffer, "PNG", pnginfo=note, optimize=True)
        (FOLDER / f"{entry['name']}.png").write_bytes(buffer.getvalue())
        print(f"docs/images/{entry['name']}.png  {len(buffer.getvalue()) // 1024} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
