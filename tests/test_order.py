"""What is said of a print: marks and lines without room, ink in the printer margin, drafts, and
what to do about what does not fit.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from model.toy import said, written

from pnp.assets.fonts import typeface
from pnp.build.conductor import make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.diagnostics import Problems
from pnp.face import Text, walk
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.units.geometry import Size, Um, parse_paper

HEAD = "title: Toy\nplayers: {min: 1, max: 2}\ncomponents:\n"
BROKEN = "- {id: T1, says: broken, kind: count, of: two, is: 3, basis: stated}\n"


def press(paper: str = "a4", duplex: str = "long", margin: int = 5_000) -> PaperOptions:
    return PaperOptions(parse_paper(paper), Duplex(duplex), Um(0), Um(margin), True)


def made(folder: Path, components: str, wanted: PrintOptions, rules: str = "") -> Print:
    """A game of these components imposed; each face is one colour."""
    files = {
        "game.yaml": HEAD + components,
        "rules.yaml": rules,
        "templates/toy/p.xml": '<face fill="#3060a0"/>',
        "templates/toy/b.xml": '<face fill="#c03030"/>',
    }
    return impose_kit(
        make_kit(written(folder, {name: text for name, text in files.items() if text}), "toy"),
        wanted,
    )


def refusal(folder: Path, components: str, wanted: PrintOptions, rules: str = "") -> str:
    with pytest.raises(Problems) as problem:
        made(folder, components, wanted, rules)
    return said(problem.value.diagnostics, folder)


# --- drafts
# --------------------------------------------------------------------------------

FULL = "  one: {kind: KIND, size: 200x287, front: p.xml}\n  two: {kind: deck, cards: [{id: a}], front: p.xml}\n"


@pytest.mark.parametrize("kind", ["board", "mat"])
def test_a_draft_of_a_board_without_room_to_say_so_is_not_printed(
    tmp_path: Path, kind: str
) -> None:
    for only in ((), ("one",)):
        told = refusal(
            tmp_path,
            FULL.replace("KIND", kind),
            PrintOptions(press(), only=only, draft=True),
            BROKEN,
        )
        assert told.startswith("error P604 --draft: no room to say so on the sheets of One\n")
    assert (
        made(
            tmp_path, FULL.replace("KIND", kind), PrintOptions(press("a3"), draft=True), BROKEN
        ).draft
        == "DRAFT: a promise of the rules is broken"
    )


FULL_SHEET = "  one: {kind: deck, size: 52.5x74.25, front: p.xml, cards: [{id: a, count: 20}]}\n"
"""As many as fill A4 to its edges where no margin is kept."""
PIECE = "  one: {kind: tokens, bleed: 3mm, front: p.xml, tokens: [{id: a, size: 63mm x 190mm, count: 4}]}\n"
AS_LARGE = "  one: {kind: deck, size: 210x297, bleed: 3mm, front: p.xml, cards: [{id: a}]}\n"


@pytest.mark.parametrize(
    ("components", "how"),
    [
        (FULL_SHEET, press(margin=0)),
        (PIECE, press("a5", margin=9_000)),
        (AS_LARGE, press(margin=0)),
    ],
)
def test_a_draft_that_cannot_say_so_is_printed_on_larger_paper(
    tmp_path: Path, components: str, how: PaperOptions
) -> None:
    told = refusal(tmp_path, components, PrintOptions(how, draft=True), BROKEN)
    assert told.endswith("  hint: mend the promise, or choose a larger --paper")
    wider = how._replace(paper=Size(Um(how.paper.width + 50_000), Um(how.paper.height + 50_000)))
    assert made(tmp_path, components, PrintOptions(wider, draft=True), BROKEN).draft


# --- what there is no room for
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("size: 200x287", ['"One": no room for the small line, the ruler on its sheets']),
        (
            "size: 200x287, bleed: 4mm",
            ['"One": no room for the small line, the ruler, crop marks at any edge on its sheets'],
        ),
        (
            "size: 200x400, bleed: 6mm",
            ['"One": no room for crop marks of the level cuts on its sheets'],
        ),
        ("size: 180x250", []),
        ("size: 390x269", []),
    ],
)
def test_a_board_says_once_what_its_sheets_have_no_room_for(
    tmp_path: Path, board: str, told: list[str]
) -> None:
    notes = made(
        tmp_path, f"  one: {{kind: board, {board}, front: p.xml}}\n", PrintOptions(press())
    ).notes
    assert [note for note in notes if "no room" in note] == told


DECK = "  NAME: {kind: deck, size: mini-euro, front: p.xml, back: b.xml, cards: [{id: a, count: 16}]}\n"


def test_what_only_fronts_lack_and_what_stands_in_the_printer_margin_is_told_once_for_all_alike(
    tmp_path: Path,
) -> None:
    many = DECK.replace("NAME", "one") + DECK.replace("NAME", "two") + DECK.replace("NAME", "three")
    done = made(tmp_path, many, PrintOptions(press("letter")))
    assert [note for note in done.notes if "small line" in note] == [
        '"One", "Two" and "Three": no room for the small line of the fronts, the ruler of the fronts on their sheets',
        '"One", "Two" and "Three": small line and ruler of their backs stand in the printer margin',
    ]
    with pytest.raises(Problems, match="P604"):
        made(
            tmp_path / "again",
            many,
            PrintOptions(press("letter"), draft=True),
            BROKEN.replace("of: two", "of: one"),
        )
    assert not [
        note
        for note in made(tmp_path / "a4", many, PrintOptions(press())).notes
        if "small line" in note
    ]


# --- ink in the printer margin
# --------------------------------------------------------------------------------

KEPT = "data: {areas: {x: {at: [20mm, 20mm], size: [170mm, 50mm]}}, keep_whole: [x]}"
INTO = {
    "a tile beside smaller ones": (f"{{kind: board, size: 300x180, front: p.xml, {KEPT}}}", 3),
    "pieces of two sizes": ("{kind: tokens, bleed: 3mm, front: p.xml, tokens: [{id: a, size: 200mm x 280mm}, {id: b, size: 100mm x 270mm}]}", 3),
    "a piece without bleed": ("{kind: tokens, bleed: 0mm, front: p.xml, tokens: [{id: a, shape: circle, size: 200mm}]}", 0),
    "a piece with room": ("{kind: tokens, bleed: 3mm, front: p.xml, tokens: [{id: b, size: 100mm x 270mm}]}", 0),
}  # fmt: skip


@pytest.mark.parametrize(("component", "into"), INTO.values(), ids=INTO.keys())
def test_the_farthest_ink_in_the_printer_margin_is_noted(
    tmp_path: Path, component: str, into: int
) -> None:
    notes = [
        note
        for note in made(tmp_path, f"  one: {component}\n", PrintOptions(press())).notes
        if "printer margin" in note
    ]
    assert notes == (
        [f"bleed runs {into} mm into the printer margin; the cut size stays inside it"]
        if into
        else []
    )


# --- what does not fit
# --------------------------------------------------------------------------------

LARGE = "  two: {kind: deck, cards: [{id: a}], front: p.xml}\n  one: {kind: deck, size: SIZE, front: p.xml, back: b.xml, cards: [{id: a}]}\n"
HINTS = {
    "a margin in its way": ("208x280", "long", "choose a larger --paper, or a smaller --margin"),
    "too large in any case": ("220x280", "long", "choose a larger --paper"),
    "too large in any case, folded or not": ("220x280", "fold", "choose a larger --paper"),
}  # fmt: skip


@pytest.mark.parametrize(("trim", "duplex", "hint"), HINTS.values(), ids=HINTS.keys())
def test_the_hint_offers_what_helps(tmp_path: Path, trim: str, duplex: str, hint: str) -> None:
    told = refusal(tmp_path, LARGE.replace("SIZE", trim), PrintOptions(press(duplex=duplex)))
    assert told.startswith("game.yaml:5:27: error P602 ")
    assert told.splitlines()[1] == f"  hint: {hint}"


def test_a_scaled_board_that_does_not_fit_is_named(tmp_path: Path) -> None:
    boards = "  two: {kind: deck, size: 20x20, bleed: 1mm, cards: [{id: a}], front: p.xml}\n  one: {kind: board, size: 400x600, front: p.xml}\n"
    assert refusal(
        tmp_path, boards, PrintOptions(press("52x52", margin=13_000), board_scale=0.5)
    ).startswith("game.yaml:5:28: error P602 ")


def board(title: str, trim: str, at: str, area: str, name: str = "market") -> str:
    data = f"data: {{areas: {{{name}: {{at: [{at}], size: [{area}]}}}}, keep_whole: [{name}]}}"
    return f"{{kind: board, title: {title}, size: {trim}, front: p.xml, {data}}}\n"


def test_two_boards_of_one_title_both_say_what_seams_cross(tmp_path: Path) -> None:
    middle = ("390x269", "180mm, 100mm", "30mm, 40mm")
    both = f"  one: {board('City', *middle, 'heart')}  two: {board('City', *middle, 'lane')}  three: {board('City', *middle, 'lane')}"
    notes = made(tmp_path, both, PrintOptions(press())).notes
    assert [note.partition(" of keep_whole")[0] for note in notes if "seam" in note] == [
        f'"City": on this paper a seam has to cross "{name}"' for name in ("heart", "lane")
    ]


def test_of_two_scaled_boards_the_one_whose_area_no_sheet_holds_is_named(tmp_path: Path) -> None:
    fits, large = (
        board("City", "500x500", "10mm, 10mm", area) for area in ("300mm, 280mm", "450mm, 380mm")
    )
    for both, line in ((f"  one: {fits}  two: {large}", 5), (f"  one: {large}  two: {fits}", 4)):
        told = refusal(tmp_path / str(line), both, PrintOptions(press(), board_scale=0.6))
        assert re.match(rf"game.yaml:{line}:[0-9]+: error P607 ", told), told


# --- folds
# --------------------------------------------------------------------------------


def test_pieces_without_a_back_are_not_folded(tmp_path: Path) -> None:
    chips = "{id: chip, shape: circle, size: 20mm, sides: two, count: 4}, {id: hero, size: 40mm x 180mm, sides: one}"
    done = made(
        tmp_path,
        f"  chips: {{kind: tokens, front: p.xml, back: b.xml, tokens: [{chips}]}}\n",
        PrintOptions(press(duplex="fold")),
    )
    assert [
        (d.name, str(d.duplex), {p.card for s in d.sheets for p in s.recto.placements})
        for d in done.documents
    ] == [
        ("tokens", "fold", {"chip"}),
        ("tokens-one-sided", "none", {"hero"}),
    ]


# --- words of the tool
# --------------------------------------------------------------------------------

TWO = "  two: {kind: deck, size: poker, cards: [{id: a}], front: p.xml}\n  tuck: {kind: box, holds: two, front: p.xml}\n"
BODY = "fonts: {body: {regular: x/Greek.ttf, fallback: [symbol]}}\n"


def test_sheets_say_their_words_though_the_body_font_has_no_latin(tmp_path: Path) -> None:
    """Small line, ruler, DRAFT and the word on the glue came out as question marks and boxes."""
    dejavu = Path(__file__).parents[1] / "fonts/dejavu-sans/DejaVuSans.ttf"
    greek = typeface(dejavu.read_bytes(), dejavu.name).web_subset(map(chr, range(0x370, 0x400)))
    files = {
        "fonts/x/Greek.ttf": greek,
        "game.yaml": HEAD.replace("Toy", "Λόγος") + TWO + BODY,
        "rules.yaml": BROKEN.encode(),
        "templates/toy/p.xml": '<face fill="#3060a0"/>',
    }
    kit = make_kit(written(tmp_path, files), "toy")
    kit = kit._replace(
        game=kit.game._replace(title="Λόγος \u4e00")
    )  # which a check does not let pass
    own = kit.resources.families["body"].cut(False, False)
    assert own and own.missing("a1") and not own.missing("Λόγος")
    done = impose_kit(kit, PrintOptions(press(), draft=True))
    sheet, box = (document.sheets[0] for document in done.documents)
    texts = [item for item in walk(sheet.recto.marks) if isinstance(item, Text)]
    told = "DRAFT: a promise of the rules is broken · Λόγος ? · Two · sheet 1 of 1 · front · print at 100 %"
    line = [item for item in texts if item.text != "100 mm"]
    assert "".join(item.text for item in line) == told and len(line) < len(texts)
    faces = kit.resources.typefaces()
    assert not any(faces[item.font.hash].missing(item.text) for item in texts)
    assert all(before.x + before.width == behind.x for before, behind in pairwise(line))
    glue = [item for item in walk(box.recto.placements[0].face.items) if isinstance(item, Text)]
    assert {item.text for item in glue} == {"glue"} and not any(
        faces[item.font.hash].missing("glue") for item in glue
    )


def test_what_is_known_of_a_face_is_known_of_no_other(tmp_path: Path) -> None:
    """The looks of faces that are placed nowhere outlived them: a face that came to lie where
    one had been was taken for it.
    """
    cards = ", ".join(f"{{id: c{n}, count: {int(n < 2)}}}" for n in range(200))
    written(
        tmp_path,
        {
            "templates/toy/n.xml": '<face fill="#3060a0"><text at="9mm 9mm" width="40mm" size="9pt" color="white">{{ card.id }}</text></face>'
        },
    )
    print_ = made(
        tmp_path,
        f"  one: {{kind: deck, front: n.xml, cards: [{cards}]}}\n",
        PrintOptions(press(), ink=Ink.LOW),
    )
    face = print_.documents[0].sheets[0].recto.placements[0].face
    others = [face._replace(items=(*face.items, *face.items[:n])) for n in range(2_000)]
    digests = print_.faces.digests
    assert digests and not any(id(other) in digests for other in others)
