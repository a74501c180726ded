"""A built kit, and hands that spoil its PDFs with another library than wrote them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pikepdf
from model.toy import written
from test_kit import FILES, GAME, press

from pnp.build.conductor import Job, build
from pnp.build.print_options import PrintOptions
from pnp.diagnostics import Diagnostic, text
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game
from pnp.proof import Proof, prove

MORE = """\
  events: {kind: deck, cards: [{id: e, count: 4}, {id: f, count: 4}, {id: g, count: 4}], front: word.xml, back: word.xml, backs: each}
"""
KIT: Mapping[str, str | bytes] = {
    **FILES,
    "game.yaml": GAME.replace("components:\n", "sources: {rules: Toy rules}\ncomponents:\n") + MORE,
    "rules.md": "# The game\n\n" + "Everybody has {{ facts.agents }} agents. \n\n" * 150,
    "rules.yaml": "- {id: T1, says: eleven cards, kind: count, of: cards, is: 11, basis: stated, where: rules/Contents}\n"
    '- {id: T2, says: an e goes with each of four rounds, kind: count, of: events, only: id == "e", is: 4, basis: stated}\n',
}

Spoil = Callable[[pikepdf.Pdf], None]


def built(
    folder: Path,
    paper: str = "a4",
    duplex: str = "long",
    files: Mapping[str, str | bytes] = KIT,
    **wanted: Any,
) -> Path:
    """The kit, or another game, in a folder; where its PDFs are."""
    written(folder, files)
    build(
        find(folder),
        Job(
            "toy",
            folder / "data/toy",
            folder / "output/toy",
            PrintOptions(press(paper, duplex)._replace(separate=True), **wanted),
        ),
    )
    return folder / "output/toy"


def opened(kit: Path) -> Game:
    home = kit.parent.parent
    return load_game(disk_for(find(home), home / "data/toy"), "toy")[0]


def spoilt(kit: Path, folder: Path, file: str, how: Spoil, **saving: Any) -> Proof:
    """The proof of a kit one file of which has been changed."""
    made = folder / "spoilt"
    shutil.copytree(kit, made)
    with pikepdf.open(kit / f"{file}.pdf") as pdf:
        how(pdf)
        pdf.save(made / f"{file}.pdf", **saving)
    return proved(kit, made)


def proved(kit: Path, made: Path) -> Proof:
    return prove(opened(kit), sorted(made.glob("*.pdf")))


def said(found: tuple[Diagnostic, ...], folder: Path) -> list[str]:
    """Findings in one line each, without the folder."""
    return [text(d, concise=True).replace(f"{folder.as_posix()}/", "") for d in found]


def spoilt_lines(kit: Path, folder: Path, file: str, how: Spoil, **saving: Any) -> list[str]:
    """What is found in a kit one file of which has been changed."""
    return said(spoilt(kit, folder, file, how, **saving).diagnostics, folder)


# --- hands
# --------------------------------------------------------------------------------


def content(page: Any) -> list[Any]:
    return list(pikepdf.parse_content_stream(page))


def put(pdf: pikepdf.Pdf, page: Any, instructions: list[Any]) -> None:
    page.obj.Contents = pdf.make_stream(pikepdf.unparse_content_stream(instructions))


def blocks(instructions: list[Any]) -> list[tuple[int, int]]:
    """From the `q` before each mark to the `Q` after its end."""
    found, begun = [], None
    for at, one in enumerate(instructions):
        if str(one.operator) == "BDC" and str(one.operands[0]) == "/PnpFace":
            begun = at - 1
        elif str(one.operator) == "EMC" and begun is not None:
            found.append((begun, at + 2))
            begun = None
    return found


def op(name: str, *operands: Any) -> Any:
    return pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(name))


def changed(page: int, how: Callable[[list[Any], list[tuple[int, int]]], list[Any]]) -> Spoil:
    """Change what a page draws, given its instructions and where its faces begin and end."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        old = content(pdf.pages[page])
        put(pdf, pdf.pages[page], how(old, blocks(old)))

    return spoil


def without(page: int, slot: int) -> Spoil:
    """A face deleted."""
    return changed(page, lambda all_, at: all_[: at[slot - 1][0]] + all_[at[slot - 1][1] :])


def twice(page: int, slot: int) -> Spoil:
    """A face drawn once more in the same place."""
    return changed(page, lambda all_, at: all_ + all_[at[slot - 1][0] : at[slot - 1][1]])


def around(page: int, slot: int, *matrix: float) -> Spoil:
    """A matrix around one face, its mark included."""

    def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        begin, end = at[slot - 1]
        return [*all_[:begin], op("q"), op("cm", *matrix), *all_[begin:end], op("Q"), *all_[end:]]

    return changed(page, how)


def inside(page: int, slot: int, *matrix: float) -> Spoil:
    """A matrix inside the mark of one face: it says what no longer is."""

    def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        begin, _ = at[slot - 1]
        return [*all_[: begin + 2], op("cm", *matrix), *all_[begin + 2 :]]

    return changed(page, how)


def marked(page: int, slot: int, **entries: Any) -> Spoil:
    """Other entries in the mark of a face; None takes one away."""

    def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        mark = all_[at[slot - 1][0] + 1].operands[1]
        for key, value in entries.items():
            if value is None:
                del mark[f"/{key}"]
            else:
                mark[f"/{key}"] = value
        all_[at[slot - 1][0] + 1] = op("BDC", pikepdf.Name("/PnpFace"), mark)
        return all_

    return changed(page, how)


def exchanged(page: int, one: int, other: int, key: str = "") -> Spoil:
    """Two faces of a page exchange what their marks say under a key; without one, what they
    draw.
    """

    def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        if key:
            a, b = (all_[at[slot - 1][0] + 1].operands[1] for slot in (one, other))
            a[key], b[key] = b[key], a[key]
            for slot, mark in ((one, a), (other, b)):
                all_[at[slot - 1][0] + 1] = op("BDC", pikepdf.Name("/PnpFace"), mark)
            return all_
        places = [
            next(n for n in range(*at[slot - 1]) if str(all_[n].operator) == "Do")
            for slot in (one, other)
        ]
        all_[places[0]], all_[places[1]] = all_[places[1]], all_[places[0]]
        return all_

    return changed(page, how)


def dressed(page: int, slot: int, other: int) -> Spoil:
    """A face drawn as the first one of another page is; its mark stays."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        old, new = pdf.pages[page], pdf.pages[other]
        name = next(one.operands[0] for one in content(new) if str(one.operator) == "Do")
        old.obj.Resources = pikepdf.Dictionary(
            {
                **dict(old.obj.Resources),
                "/XObject": pikepdf.Dictionary(
                    {
                        **dict(old.obj.Resources.XObject),
                        "/Other": new.obj.Resources.XObject[str(name)],
                    }
                ),
            }
        )

        def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
            return [
                op("Do", pikepdf.Name("/Other"))
                if at[slot - 1][0] <= n < at[slot - 1][1] and str(i.operator) == "Do"
                else i
                for n, i in enumerate(all_)
            ]

        changed(page, how)(pdf)

    return spoil


def scaled_page(page: int, by: float) -> Spoil:
    """Everything on a page scaled by a leading matrix."""
    return changed(page, lambda all_, _: [op("q"), op("cm", by, 0, 0, by, 0, 0), *all_, op("Q")])


def scaled_as_form(page: int, by: float, x: float = 9, y: float = 12) -> Spoil:
    """The page put into a form that is drawn smaller, as a "fit to page" does."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        old = pdf.pages[page].obj
        form = pdf.make_stream(
            old.Contents.read_bytes(),
            Type=pikepdf.Name("/XObject"),
            Subtype=pikepdf.Name("/Form"),
            BBox=old.MediaBox,
            Resources=old.Resources,
        )
        old.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Whole=form))
        old.Contents = pdf.make_stream(f"q {by} 0 0 {by} {x} {y} cm /Whole Do Q".encode())

    return spoil


def scaled_by_unit(page: int, by: float) -> Spoil:
    def spoil(pdf: pikepdf.Pdf) -> None:
        pdf.pages[page].obj.UserUnit = by

    return spoil


def boxed(page: int, by: float) -> Spoil:
    """A larger MediaBox round the same drawing: a printer that fits it to the paper shrinks the
    cards.
    """

    def spoil(pdf: pikepdf.Pdf) -> None:
        box = [float(n) for n in pdf.pages[page].MediaBox]
        pdf.pages[page].MediaBox = [0, 0, round(box[2] / by, 3), round(box[3] / by, 3)]

    return spoil


def pages_in_order(*order: int) -> Spoil:
    """Pages in another order; some may be left out."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        kept = [pdf.pages[n].obj for n in order]
        while len(pdf.pages):
            del pdf.pages[0]
        for page in kept:
            pdf.pages.append(pikepdf.Page(page))

    return spoil


def emptied(page: int, slot: int) -> Spoil:
    """A face of which only the place is left: everything that paints is gone."""

    def how(all_: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        begin, end = at[slot - 1]
        paints = ("Do", "f", "f*", "B", "S", "Tj", "TJ", "sh")
        return [
            *all_[:begin],
            *(one for one in all_[begin:end] if str(one.operator) not in paints),
            *all_[end:],
        ]

    return changed(page, how)


def emptied_page(page: int) -> Spoil:
    """A page that draws nothing."""
    return changed(page, lambda *_: [])


def turned(page: int, turn: int) -> Spoil:
    """A page turned clockwise by its entry, as a reader that saves does."""
    return lambda pdf: pdf.pages[page].rotate(turn, relative=False)


def turned_content(page: int, turn: int) -> Spoil:
    """A page turned clockwise by a matrix around all that it draws, its boxes with it, as an
    imposition tool does.
    """

    def spoil(pdf: pikepdf.Pdf) -> None:
        one = pdf.pages[page]
        width, height = (float(n) for n in one.MediaBox[2:])
        matrix = {
            90: (0, -1, 1, 0, 0, width),
            180: (-1, 0, 0, -1, width, height),
            270: (0, 1, -1, 0, height, 0),
        }[turn]
        box = [0, 0, width, height] if turn == 180 else [0, 0, height, width]
        for key in ("/MediaBox", "/CropBox", "/TrimBox", "/BleedBox"):
            if key in one.obj:
                one.obj[key] = pikepdf.Array(box)
        put(pdf, one, [op("q"), op("cm", *matrix), *content(one), op("Q")])

    return spoil


def on_its_head(page: int, slot: int) -> Spoil:
    """A face turned by 180° about its own middle, its mark included."""

    def spoil(pdf: pikepdf.Pdf) -> None:
        old = content(pdf.pages[page])
        left, bottom, right, top = (
            float(n) for n in old[blocks(old)[slot - 1][0] + 1].operands[1].Trim
        )
        around(page, slot, -1, 0, 0, -1, left + right, bottom + top)(pdf)

    return spoil
