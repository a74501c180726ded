"""Templates that print which copy of a card it is: each copy has its own face, from the template to
paper and back; one that does not has one face for all.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.run import call
from model.toy import said, written
from pypdfium2 import PdfDocument

from pnp.build.conductor import Kit, make_kit
from pnp.build.imposition import impose_kit
from pnp.build.print_options import PrintOptions, chosen_cards
from pnp.face import Text, walk
from pnp.impose import Duplex, PaperOptions
from pnp.units.geometry import Um, parse_paper

PAPER = PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True)
DECK = """\
title: T
players: {min: 2, max: 4}
components:
  cards: {kind: deck, front: front.xml, MORE
    fields: {no: {int: , optional: yes}FIELDS}, cards: [{id: a, count: 2}, {id: b}, {id: c, count: 3}]}
"""
BACK = '<face fill="#ddeeff"/>'
MACRO = '{% macro foot(card) %}<text at="5mm 20mm" width="50mm" height="9mm">{{ card.copy }}</text>{% endmacro %}'


def text(words: str) -> str:
    return f'<face><text at="5mm 5mm" width="50mm" height="9mm">{words}</text></face>'


def kit(folder: Path, front: str, more: str = "", fields: str = "", back: str = BACK) -> Kit:
    files = {
        "game.yaml": DECK.replace("MORE", more).replace("FIELDS", fields),
        "templates/toy/front.xml": front,
        "templates/toy/back.xml": back,
        "templates/toy/foot.xml": MACRO,
    }
    return make_kit(written(folder, files), "toy")


def printed(made: Kit, side: str = "front") -> list[str]:
    """What each placed face of a side says, with the number of its copy."""
    return [
        f"{one.card.id}{one.copy or ''}:"
        + " ".join(item.text for item in walk(one.face.items) if isinstance(item, Text))
        for one in made.sides[0].laid
        if one.side == side
    ]


@pytest.mark.parametrize(
    ("words", "faces"),
    [
        ("{{ card.id }}", "a:a b:b c:c"),
        ("x", "a:x b:x c:x"),
        ("{{ card.copies }}", "a:2 b:1 c:3"),
        ("{{ card.copy }}/{{ card.copies }}", "a1:1/2 a2:2/2 b:1/1 c1:1/3 c2:2/3 c3:3/3"),
        ('{{ card["copy"] }}', "a1:1 a2:2 b:1 c1:1 c2:2 c3:3"),
        ("{{ card.index }}/{{ component.total }}", "a1:1/6 a2:2/6 b:3/6 c1:4/6 c2:5/6 c3:6/6"),
        ('{% if card.id == "a" %}{{ card.copy }}{% endif %}-', "a1:1- a2:2- b:- c:-"),
        ("{% if card.copies > 2 and card.copy == 2 %}!{% endif %}-", "a:- b:- c1:- c2:!- c3:-"),
    ],
)
def test_copies_have_faces_of_their_own_where_the_template_reads_which(
    tmp_path: Path, words: str, faces: str
) -> None:
    assert printed(kit(tmp_path, text(words))) == faces.split()


def test_macro_that_reads_the_copy_counts(tmp_path: Path) -> None:
    front = '{% import "toy/foot.xml" as bits %}<face>{{ bits.foot(card) }}</face>'
    assert printed(kit(tmp_path, front)) == "a1:1 a2:2 b:1 c1:1 c2:2 c3:3".split()


def test_field_of_that_name_stays_what_it_is(tmp_path: Path) -> None:
    made = kit(tmp_path, text("{{ card.copy }}"), fields=", copy: {text: , default: z}")
    assert printed(made)[0] == "a:z"


def test_copies_that_look_alike_share_a_face(tmp_path: Path) -> None:
    made = kit(tmp_path, text("{{ 1 if card.copy > 1 else 0 }}"))
    assert [len({id(one.face) for one in made.sides[0].laid})] == [2]


def test_sides_go_by_copies_together(tmp_path: Path) -> None:
    made = kit(tmp_path, text("f"), "backs: each, back: back.xml,", back=text("{{ card.copy }}"))
    assert printed(made) == "a1:f a2:f b:f c1:f c2:f c3:f".split()
    assert printed(made, "back") == "a1:1 a2:2 b:1 c1:1 c2:2 c3:3".split()
    copies = [
        (one.card, one.copy, [t.text for t in walk(one.face.items) if isinstance(t, Text)])
        for document in impose_kit(made, PrintOptions(PAPER)).documents
        for sheet in document.sheets
        for one in (sheet.verso.placements if sheet.verso else ())
    ]
    assert sorted(copies)[-3:] == [("c", 1, ["1"]), ("c", 2, ["2"]), ("c", 3, ["3"])]


def test_shuffled_backs_must_not_tell_copies(tmp_path: Path) -> None:
    made = kit(tmp_path, text("f"), "shuffled: yes, back: back.xml,", back=text("{{ card.copy }}"))
    assert 'P317 the backs of "cards" differ (3 looks): the copies of "a"' in said(
        made.diagnostics, tmp_path
    )


@pytest.mark.parametrize("sides", ["one", "two", "fold"])
def test_tokens_of_each_player_are_numbered(tmp_path: Path, sides: str) -> None:
    game = DECK[: DECK.index("  cards:")] + (
        "  chips: {kind: tokens, backs: each, front: front.xml, back: front.xml,"
        f" tokens: [{{id: t, per_player: 2, shape: circle, size: 20mm, sides: {sides}}}]}}\n"
    )
    front = '<face><text at="2mm 6mm" width="14mm" height="6mm">{{ card.copy }}</text></face>'
    files = {"game.yaml": game, "templates/toy/front.xml": front}
    made = make_kit(written(tmp_path, files), "toy")
    twice = 2 if sides == "fold" else 1
    assert printed(made) == [f"t{n}:{' '.join([str(n)] * twice)}" for n in range(1, 9)]
    for players, count in ((None, 8), (2, 4)):
        sheets = impose_kit(made, PrintOptions(PAPER, players=players)).documents
        fronts = {one.copy for d in sheets for s in d.sheets for one in s.recto.placements}
        assert fronts == set(range(1, count + 1))


def test_copies_hold_on_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kit(tmp_path, text("{{ card.id }} {{ card.copy }}/{{ card.copies }}"), "back: back.xml,")
    monkeypatch.chdir(tmp_path)
    built = call(capsys, "build", "toy")
    assert '"Cards": the copies of 2 cards differ, 5 looks in all' in built.err
    assert call(capsys, "verify", "toy").code == 0
    manifest = tmp_path / "first.json"
    manifest.write_bytes((tmp_path / "output/toy/manifest.json").read_bytes())
    again = call(capsys, "build", "toy", "--changed-since", "first.json")
    assert "nothing to print" in again.err
    front = tmp_path / "templates/toy/front.xml"
    front.write_text(
        text("{{ card.id }} {{ card.copy }}{{ '!' if card.copy == 3 }}/{{ card.copies }}")
    )
    again = call(capsys, "build", "toy", "--changed-since", "first.json")
    assert ("1 card" in again.out, "take out of your print: cards/c" in again.err) == (True, True)
    call(capsys, "export", "toy", "-o", "faces")
    files = json.loads((tmp_path / "faces/cards/manifest.json").read_text())["files"]
    assert {name: (one["ids"], one["count"], one.get("copy")) for name, one in files.items()} == {
        "001_a_1_front.png": (["a"], 1, 1),
        "001_a_2_front.png": (["a"], 1, 2),
        "002_b_front.png": (["b"], 1, None),
        "003_c_1_front.png": (["c"], 1, 1),
        "003_c_2_front.png": (["c"], 1, 2),
        "003_c_3_front.png": (["c"], 1, 3),
        "back.png": (["a", "b", "c"], 6, None),
    }
    shown = call(capsys, "show", "toy", "c", "--printed").out
    assert "front: c 1/3" in shown
    assert "front: c 2/3" not in shown


# --- which cards are printed, and how many sets
# --------------------------------------------------------------------------------

CARDS = {("m", one): 2 for one in ("1", "2", "010", "map", "map-a", "3-12", "x*2")} | {
    ("n", "map"): 1,
    ("n", "7"): 0,
}


@pytest.mark.parametrize(
    ("name", "hits", "copies"),
    [
        ("map", "map", ""),
        ("map*", "m/map m/map-a n/map", ""),
        ("*-a", "m/map-a", ""),
        ("n/*", "n/map", ""),  # what prints no copy fits no pattern
        ("?", "m/1 m/2", ""),
        ("1-10", "m/1 m/2 m/010", ""),
        ("n/1-10", "n/1-10", ""),  # and what fits nothing stays, to be told of
        ("2-1", "2-1", ""),
        ("3-12", "3-12", ""),  # an id that is written so wins
        ("x*2", "x*2", ""),
        ("map*3", "m/map n/map", "3 3"),
        ("n/map*3", "n/map", "3"),
        ("7*3", "n/7", "3"),
        ("map-**2", "m/map-a", "2"),
        ("1-2*5", "m/1 m/2", "5 5"),
        ("map*0", "map*0", ""),
        ("0*10", "m/010", ""),  # no card is called 0
    ],
)
def test_cards_are_named_by_patterns(name: str, hits: str, copies: str) -> None:
    found = chosen_cards([name], CARDS)
    assert (" ".join(found.names), " ".join(map(str, found.copies.values()))) == (hits, copies)


@pytest.mark.parametrize(
    ("arguments", "pieces"),
    [
        (("--cards", "c*5"), "c1 c2 c3 c4 c5"),
        (("--cards", "[ab]"), "a1 a2 b1"),
        (("--copies", "2", "--cards", "a,b"), "a1 a2 a3 a4 b1 b2"),
    ],
)
def test_copies_that_are_asked_for_are_proven(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    pieces: str,
) -> None:
    kit(tmp_path, text("{{ card.id }} {{ card.copy }}/{{ card.copies }}"), "back: back.xml,")
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "build", "toy", *arguments).code == 0
    sheets = json.loads((tmp_path / "output/toy/part/manifest.json").read_text())["files"][
        "cards.pdf"
    ]["sheets"]
    placed = sorted(f"{one['card']}{one['copy']}" for sheet in sheets for one in sheet["recto"])
    assert placed == pieces.split()
    assert call(capsys, "verify", "toy", "--pdf", "output/toy/part/cards.pdf").code == 0


def test_sheets_of_a_set_say_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kit(tmp_path, text("{{ card.id }}"))
    monkeypatch.chdir(tmp_path)
    built = call(capsys, "build", "toy", "--copies", "3")
    assert ("3 sheets, 18 cards" in built.out, "18 of 18 cards" in built.err) == (True, True)
    pages = PdfDocument(tmp_path / "output/toy/part/cards-one-sided.pdf")
    lines = [page.get_textpage().get_text_range() for page in pages]
    assert ["set 1 of 3" in lines[0], "set 3 of 3" in lines[2], len(lines)] == [True, True, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("build", "toy", "--cards", "a*2", "--changed-since", "m.json"), "P601 --changed-since"),
        (
            ("build", "toy", "--copies", "2", "--changed-since", "m.json"),
            "changes are printed once",
        ),
        (("build", "toy", "--copies", "0"), "0 is not in the range"),
        (("build", "toy", "--cards", "q*"), 'P601 --cards: "toy" has no card "q*"'),
        (("build", "toy", "--cards", "3-12"), 'P601 --cards: "toy" has no card "3-12"'),
        (("export", "toy", "--cards", "a*2"), "P601 --cards: an export makes one file"),
    ],
)
def test_copies_that_cannot_be_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    kit(tmp_path, text("{{ card.id }}"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.json").write_text('{"format": 4, "game": "toy", "files": {}}')
    said = call(capsys, *arguments)
    assert (said.code in (1, 2), message in said.err) == (True, True), said
