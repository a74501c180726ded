"""A kit of every kind of component: what is printed in which file, that it measures true, and
what stops it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from model.toy import findings, written
from paper import MM, marks
from PIL import ImageStat

from pnp.build.conductor import BuildReport, Job, build, make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.cli.verify_ import proof
from pnp.diagnostics import Problems, text
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.load.workspace import find
from pnp.units.geometry import Um, parse_paper

GAME = """\
title: Toy
age: 8+
elsewhere: [two dice]
players: {min: 2, max: 4, colours: [teal, amber, rose, grey]}
facts: {agents: 3, last: 19}
terms:
  colour:
    teal: {letter: T, color: "#12646b"}
    amber: {letter: A, color: "#c77f10"}
    rose: {letter: R, color: "#b03060"}
    grey: {letter: G, color: "#555555"}
components:
  cards: {kind: deck, cards: [{id: a, count: 9}, {id: b, count: 2}], front: word.xml, back: plain.xml}
  chips:
    kind: tokens
    sides: one
    tokens:
      - {id: agent, for_each: players.colours, count: facts.agents}
      - {id: score, shape: circle, size: 10mm, for_each: players.colours, sides: two}
      - {id: flag, shape: hex, size: 18mm, count: 2, sides: fold}
      - {id: luck, shape: die, size: 16mm}
      - {id: hero, shape: standee, size: 25mm x 40mm}
    front: chip.xml
    back: plain.xml
  market: {kind: board, size: 390x269, data: market.yaml, front: market.xml}
  layout: {kind: mat, size: 200x100, front: word.xml}
  money: {kind: notes, notes: [{id: one, value: 1, count: 12}, {id: five, value: 5, count: 4}], fields: {value: int}, front: note.xml}
  tuck: {kind: box, holds: cards, front: word.xml}
  aid: {kind: reference, text: aid.md}
  rules: {kind: rulebook, text: rules.md}
"""
WORD = '<face><text at="50% 50%" anchor="center" width="80%" height="80%" size="9pt">{{ card.id }} {{ side }}</text></face>'
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME,
    "market.yaml": """\
tracks:
  score: {shape: rows, from: 0, to: facts.last, columns: 10, at: [30mm, 30mm], cell: 20mm, gap: 10mm}
spaces:
  start: {at: [195mm, 250mm], label: Start, links: [score-0]}
  goal: {at: [345mm, 250mm], label: Goal, links: [start]}
areas:
  heart: {at: [180mm, 200mm], size: [30mm, 40mm]}
keep_whole: [heart]
""",
    "aid.md": "# Your turn\n\nMove {{ facts.agents | words }} agents.\n\n---\n\n# More\n\nThat is all.\n",
    "rules.md": "# The game\n\nEverybody has {{ facts.agents }} agents.\n\n![A card](card:cards/a)\n",
    "templates/toy/word.xml": WORD,
    "templates/toy/plain.xml": '<face fill="#dddddd"><circle at="50% 50%" anchor="center" r="2mm" fill="white"/></face>',
    "templates/toy/chip.xml": """\
<face fill="{{ card.each.color if card.each else "#ffffff" }}">
<text at="50% 50%" anchor="center" width="9mm" height="6mm" size="8pt" min="7pt" align="center"
 color="{{ "ink" if not card.each or card.each.letter == "A" else "white" }}">{{ card.each.letter if card.each else side[:2] }}</text></face>
""",
    "templates/toy/note.xml": '<face><text at="50% 50%" anchor="center" width="30mm" size="20pt">{{ card.value }}</text></face>',
    "templates/toy/market.xml": """\
<face fill="#e8efe9">
{% for link in card.links %}
<line at="0mm 0mm" width="{{ component.width }}mm" height="{{ component.height }}mm" from="{{ link.x1 }}mm {{ link.y1 }}mm"
 to="{{ link.x2 }}mm {{ link.y2 }}mm" stroke="ink" stroke-width="0.3mm"/>
{% endfor %}
{% for space in card.spaces.values() %}
<circle at="{{ space.x }}mm {{ space.y }}mm" anchor="center" r="4mm" fill="{{ "#ff0000" if space.id in ("start", "goal") else "white" }}"/>
{% endfor %}</face>
""",
}


def press(paper: str = "a4", duplex: str = "long") -> PaperOptions:
    return PaperOptions(parse_paper(paper), Duplex(duplex), Um(0), Um(5_000), True)


def made(
    folder: Path, wanted: PrintOptions, files: Mapping[str, str | bytes] | None = None
) -> Print:
    return impose_kit(make_kit(written(folder, {**FILES, **(files or {})}), "toy"), wanted)


def run(folder: Path, wanted: PrintOptions) -> BuildReport:
    written(folder, FILES)
    return build(find(folder), Job("toy", folder / "data/toy", folder / "out", wanted))


def test_second_sides_that_are_not_printed_are_told_of(tmp_path: Path) -> None:
    notes = made(tmp_path, PrintOptions(press("a4", "none"))).notes
    assert [note for note in notes if "second side" in note] == [
        f'"{title}": its second side is not printed, since --duplex is none'
        for title in ("Chips", "Aid")
    ]
    assert not [
        note for note in made(tmp_path, PrintOptions(press())).notes if "second side" in note
    ]


def printed(done: Print) -> dict[str, Counter[str]]:
    """How often each piece lies on the rectos of each file."""
    return {
        d.name: Counter(
            f"{p.component}/{p.card}"
            for s in d.sheets
            for p in s.recto.placements
            if p.side == "front"
        )
        for d in done.documents
    }


# --- files
# --------------------------------------------------------------------------------


def test_each_kind_has_its_file(tmp_path: Path) -> None:
    report = run(tmp_path, PrintOptions(press()))
    names = [Path(row.file).stem for row in report.files]
    assert names == [
        "print-me-first",
        "cards",
        "tokens",
        "boards",
        "notes",
        "box",
        "rulebook",
    ]
    holds = {Path(row.file).stem: row.holds for row in report.files}
    assert holds == {
        "print-me-first": {},
        "cards": {"card": 11, "player aid": 4},
        "tokens": {"token": 20},
        "boards": {"board": 1, "mat": 1},
        "notes": {"note": 16},
        "box": {"box": 1},
        "rulebook": {"rulebook": 1},
    }
    assert (report.cards, report.cards_of, report.others, report.others_of) == (11, 11, 44, 44)
    duplex = {Path(row.file).stem: row.duplex for row in report.files}
    assert {name for name, flip in duplex.items() if flip == "long"} == {
        "cards",
        "tokens",
    }
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert sorted(manifest["files"]) == sorted(f"{name}.pdf" for name in names)
    for name in names:
        with pikepdf.open(tmp_path / f"out/{name}.pdf") as pdf:
            assert len(pdf.pages) > 0 and not pdf.get_warnings()


def test_every_piece_is_printed_as_often_as_it_should(tmp_path: Path) -> None:
    on_paper = printed(made(tmp_path, PrintOptions(press())))
    assert on_paper["tokens"] == {
        **{f"chips/agent-{colour}": 3 for colour in ("teal", "amber", "rose", "grey")},
        **{f"chips/score-{colour}": 1 for colour in ("teal", "amber", "rose", "grey")},
        "chips/flag": 2,
        "chips/luck": 1,
        "chips/hero": 1,
    }
    assert on_paper["notes"] == {"money/one": 12, "money/five": 4}
    assert on_paper["cards"]["aid/aid"] == 4


@pytest.mark.parametrize(("players", "agents", "aids"), [(2, 6, 2), (3, 9, 3), (4, 12, 4)])
def test_only_what_the_players_need(tmp_path: Path, players: int, agents: int, aids: int) -> None:
    on_paper = printed(made(tmp_path, PrintOptions(press(), players=players)))
    assert sum(count for name, count in on_paper["tokens"].items() if "agent" in name) == agents
    assert on_paper["cards"]["aid/aid"] == aids
    assert on_paper["cards"].total() == 11 + aids


@pytest.mark.parametrize("players", [1, 5])
def test_number_of_players_that_the_game_is_not_for(tmp_path: Path, players: int) -> None:
    with pytest.raises(Problems) as problem:
        made(tmp_path, PrintOptions(press(), players=players))
    assert [text(d) for d in problem.value.diagnostics] == [
        f"error P608 --players: Toy is for 2 to 4 players, not {players}"
    ]


@pytest.mark.parametrize(
    ("only", "files"),
    [
        (("tokens",), ["tokens"]),
        (("market",), ["boards"]),
        (("board", "mat"), ["boards"]),
        (("deck", "tuck"), ["cards", "box"]),
    ],
)
def test_kind_or_a_component(tmp_path: Path, only: tuple[str, ...], files: list[str]) -> None:
    assert list(printed(made(tmp_path, PrintOptions(press(), only=only)))) == files


def test_kind_that_the_game_has_not(tmp_path: Path) -> None:
    with pytest.raises(Problems, match="has no component of kind box"):
        made(
            tmp_path,
            PrintOptions(press(), only=("box",)),
            {"game.yaml": GAME.replace("  tuck: {kind: box, holds: cards, front: word.xml}\n", "")},
        )


# --- true size
# --------------------------------------------------------------------------------


def spots(path: Path, page: int, dpi: int = 300) -> list[tuple[float, float]]:
    """The middles of the red discs of a page in millimetres from its top left, from its pixels."""
    document = pdfium.PdfDocument(path)
    image = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    found: list[list[tuple[int, int]]] = []
    data = image.load()
    for y in range(0, image.height, 2):
        for x in range(0, image.width, 2):
            red, green, blue = data[x, y]
            if red > 200 and green < 60 and blue < 60:
                for group in found:
                    if abs(group[0][0] - x) < 130 and abs(group[0][1] - y) < 130:
                        group.append((x, y))
                        break
                else:
                    found.append([(x, y)])
    mm = 25.4 / dpi
    return [
        (
            (min(p[0] for p in g) + max(p[0] for p in g) + 1) / 2 * mm,
            (min(p[1] for p in g) + max(p[1] for p in g) + 1) / 2 * mm,
        )
        for g in found
    ]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_board_measures_true_across_its_tiles(tmp_path: Path, paper: str) -> None:
    """Two spaces 150 mm apart on neighbouring tiles: by the marks, exactly; by the pixels, to a
    pixel.
    """
    run(tmp_path, PrintOptions(press(paper), only=("market",)))
    path = tmp_path / "out/boards.pdf"
    tiles = {mark.tile: mark for mark in marks(path) if mark.component == "market"}
    assert list(tiles) == ["A1", "B1"]
    for mark in tiles.values():
        assert mark.trim[2:] == pytest.approx((390, 269), abs=0.05)
    seen = {}
    for label, mark in tiles.items():
        for x, y in spots(path, mark.page):
            seen[label, round(x - mark.trim[0])] = (x - mark.trim[0], y - mark.trim[1])
    start = next(spot for (_, x), spot in seen.items() if abs(x - 195) < 3)
    goal = next(spot for (label, x), spot in seen.items() if label == "B1" and abs(x - 345) < 3)
    assert start == pytest.approx((195, 250), abs=0.1)
    assert (goal[0] - start[0], goal[1] - start[1]) == pytest.approx((150, 0), abs=0.1)
    with pikepdf.open(path) as pdf:
        width, height = (float(value) / MM for value in list(pdf.pages[0].TrimBox)[2:])
    assert sorted((width, height)) == pytest.approx(
        sorted(side / 1000 for side in parse_paper(paper)), abs=0.05
    )


@pytest.mark.parametrize(
    ("size", "copies", "paper", "sheets"),
    [
        ("180x120", 4, "a4", [2, 2]),
        ("180x120", 3, "letter", [2, 1]),
        ("200x150", 2, "a4", [1, 1]),  # 2 × 150 mm is more than A4 has
        ("140x95", 1, "a4", [1]),
        ("100x143.5", 4, "a4", [1, 1, 1, 1]),  # no room for ruler and small line beside them
    ],
)
def test_mats_lie_beside_each_other_where_a_sheet_has_room(
    tmp_path: Path, size: str, copies: int, paper: str, sheets: list[int]
) -> None:
    game = GAME.replace(
        "layout: {kind: mat, size: 200x100,",
        f"layout: {{kind: mat, size: {size}, bleed: 0mm, copies: {copies},",
    )
    (boards,) = made(
        tmp_path, PrintOptions(press(paper), only=("layout", "market")), {"game.yaml": game}
    ).documents
    mats = [sheet for sheet in boards.sheets if sheet.component == "layout"]
    assert [len(sheet.recto.placements) for sheet in mats] == sheets and not any(
        sheet.verso for sheet in mats
    )
    width, height = (round(float(side) * 1000) for side in size.split("x"))
    for placement in (placement for sheet in mats for placement in sheet.recto.placements):
        assert sorted(placement.trim.size) == sorted((width, height))
    assert {sheet.component for sheet in boards.sheets} == {
        "layout",
        "market",
    }  # in one file, though a board of tiles is there too


def test_desk_copy_of_mats_is_one_a_sheet(tmp_path: Path) -> None:
    game = GAME.replace(
        "layout: {kind: mat, size: 200x100,", "layout: {kind: mat, size: 180x120, copies: 2,"
    )
    (boards,) = made(
        tmp_path, PrintOptions(press(), only=("layout",), board_scale=0.5), {"game.yaml": game}
    ).documents
    assert [len(sheet.recto.placements) for sheet in boards.sheets] == [1, 1]


def test_desk_copy_is_smaller_and_says_so(tmp_path: Path) -> None:
    run(tmp_path, PrintOptions(press(), only=("market",), board_scale=0.5))
    path = tmp_path / "out/boards.pdf"
    (mark,) = marks(path)
    assert mark.trim[2:] == pytest.approx((195, 134.5), abs=0.05)
    document = pdfium.PdfDocument(path)
    assert "SCALED TO 50 %" in document[0].get_textpage().get_text_bounded()
    document.close()


def test_backs_of_tokens_lie_behind_their_fronts(tmp_path: Path) -> None:
    run(tmp_path, PrintOptions(press(), only=("chips",)))
    found = marks(tmp_path / "out/tokens.pdf")
    fronts = {
        mark.card: mark for mark in found if mark.side == "front" and mark.card.startswith("score")
    }
    backs = {mark.card: mark for mark in found if mark.side == "back"}
    assert (
        fronts.keys()
        == backs.keys()
        == {f"score-{colour}" for colour in ("teal", "amber", "rose", "grey")}
    )
    for card, front in fronts.items():
        x, y, width, height = front.trim
        assert (width, height) == pytest.approx((10, 10), abs=0.01)
        assert backs[card].page == front.page + 1
        assert backs[card].trim == pytest.approx((210 - x - width, y, width, height), abs=0.02)


# --- ink
# --------------------------------------------------------------------------------


def mean(path: Path) -> float:
    """How dark the pages of a PDF are on average, 0 for white."""
    document = pdfium.PdfDocument(path)
    values = []
    for page in document:
        image = page.render(scale=0.5).to_pil().convert("L")
        values.append(1 - ImageStat.Stat(image).mean[0] / 255)
    document.close()
    return sum(values) / len(values)


def test_low_ink_is_paler_and_counts_as_the_same_cards(tmp_path: Path) -> None:
    full = run(tmp_path, PrintOptions(press(), only=("chips",)))
    dark = mean(tmp_path / "out/tokens.pdf")
    looks = (tmp_path / "out/manifest.json").read_bytes()
    low = run(tmp_path, PrintOptions(press(), only=("chips",), ink=Ink.LOW))
    assert mean(tmp_path / "out/tokens.pdf") < 0.75 * dark
    assert full.others == low.others
    assert (
        made(
            tmp_path, PrintOptions(press(), only=("chips",), ink=Ink.LOW, changed_since=looks)
        ).documents
        == ()
    )


def test_grey_ink_has_no_colour(tmp_path: Path) -> None:
    run(tmp_path, PrintOptions(press(), only=("chips", "market"), ink=Ink.GREY))
    for name in ("tokens", "boards"):
        document = pdfium.PdfDocument(tmp_path / f"out/{name}.pdf")
        for page in document:
            image = page.render(scale=1).to_pil().convert("RGB")
            assert all(max(color) - min(color) <= 3 for _, color in image.getcolors(1 << 24)), name
        document.close()


def test_seam_that_has_to_cross_what_should_stay_whole_is_noted(tmp_path: Path) -> None:
    told = '"Market": on this paper a seam has to cross "heart" of keep_whole; a larger --paper may keep it whole'

    def notes(paper: str, area: str) -> tuple[str, ...]:
        market = str(FILES["market.yaml"]).replace("at: [180mm, 200mm], size: [30mm, 40mm]", area)
        return made(
            tmp_path / f"{paper} {area[5:8]}",
            PrintOptions(press(paper), only=("market",)),
            {"market.yaml": market},
        ).notes[1:]

    assert notes("a4", "at: [180mm, 200mm], size: [30mm, 40mm]") == (told,)
    assert notes("a4", "at: [20mm, 200mm], size: [30mm, 40mm]") == ()
    assert notes("a3", "at: [180mm, 200mm], size: [30mm, 40mm]") == ()


# --- one PDF for each stock
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("duplex", "sheets"),
    [
        ("long", {"card-both-sides": 3, "card-one-side": 1, "heavy-paper-one-side": 3}),
        ("fold", {"heavy-paper-folded": 5, "card-one-side": 1, "heavy-paper-one-side": 4}),
        ("none", {"card-one-side": 3, "heavy-paper-one-side": 4}),
    ],
)
def test_sheets_by_stock_are_those_by_kind(
    tmp_path: Path, duplex: str, sheets: dict[str, int]
) -> None:
    how = PrintOptions(press()._replace(duplex=Duplex(duplex)))
    by_kind, by_stock = (made(tmp_path, how._replace(by_stock=stock)) for stock in (False, True))
    together = [sum(printed(one).values(), Counter()) for one in (by_kind, by_stock)]
    assert together[0] == together[1]
    found = {document.name: len(document.sheets) for document in by_stock.documents}
    assert found == {**sheets, "paper-one-side": 2, "rulebook": 1}
    for document in by_stock.documents:
        assert len({sheet.verso is None for sheet in document.sheets}) == 1, document.name


def test_print_by_stock_is_compared_and_verified_like_one_by_kind(tmp_path: Path) -> None:
    stock = PrintOptions(press(), by_stock=True)
    run(tmp_path, stock)
    looks = (tmp_path / "out/manifest.json").read_bytes()
    assert made(tmp_path, PrintOptions(press(), changed_since=looks)).documents == ()
    workspace = find(tmp_path)

    def proved(*names: str) -> list[str]:
        paths = [
            path for path in (tmp_path / "out").glob("*.pdf") if path.stem in names or not names
        ]
        found = proof(workspace, "toy", tmp_path / "data/toy", paths, not names, stock)
        return [f"{d.code} {d.message} ({d.hint})" for d in found.diagnostics]

    assert proved() == [] and proved("paper-one-side") == [] and proved("card-both-sides") == []
    (tmp_path / "out/paper-one-side.pdf").unlink()
    assert proved() == [
        'P732 nothing of "money" is on paper; the data print 16 of it'
        " (it belongs into paper-one-side.pdf: build it again)"
    ]


# --- the first page
# --------------------------------------------------------------------------------


def first_words(folder: Path, wanted: PrintOptions) -> str:
    run(folder, wanted)
    document = pdfium.PdfDocument(folder / "out/print-me-first.pdf")
    assert len(document) == 1
    words: str = document[0].get_textpage().get_text_bounded()
    document.close()
    return words.replace("\u00a0", " ")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_first_page_says_what_is_in_the_kit(tmp_path: Path, paper: str) -> None:
    words = first_words(tmp_path, PrintOptions(press(paper)))
    told = [
        "Toy",
        "2–4 players",
        "age 8+",
        "two dice",
        "cards.pdf",
        "tokens.pdf",
        "boards.pdf",
        "11 × Cards",
        "flip on the long edge",
    ]
    told += ["1 page of 148 × 210 mm"]
    for expected in told:
        assert expected in words, expected
    assert "× Rules" not in words and all(
        f"{number}\r\n" in words or f"\n{number} " in words for number in range(1, 6)
    )


@pytest.mark.parametrize("margin", [10, 20, 30, 45])
def test_first_page_without_room_is_left_out_with_a_note(tmp_path: Path, margin: int) -> None:
    written(tmp_path, FILES)
    wanted = PrintOptions(press("letter")._replace(margin=Um(margin * 1_000)))
    done = build(find(tmp_path), Job("toy", tmp_path / "data/toy", tmp_path / "out", wanted))
    there = any(row.file.endswith("print-me-first.pdf") for row in done.files)
    assert there == ("no room for the first page on this paper" not in done.notes) and there == (
        margin < 45
    ), done.notes


def test_first_page_names_the_players_that_were_asked_for(tmp_path: Path) -> None:
    words = first_words(tmp_path, PrintOptions(press(), players=3))
    assert "3 players" in words and "of 2–4" in words


def test_pages_of_a_book_run_into_no_printer_margin(tmp_path: Path) -> None:
    assert made(tmp_path, PrintOptions(press(), only=("rulebook",))).notes == ()


def test_player_aids_may_have_backs_of_their_own(tmp_path: Path) -> None:
    aid = (
        "\n\n---\n\n".join(f"# Side {n}\n\nWord {n}." for n in ("one", "two", "three", "four"))
        + "\n"
    )
    on_paper = printed(made(tmp_path, PrintOptions(press(), only=("aid",)), {"aid.md": aid}))
    assert on_paper["cards"] == {"aid/aid-1": 4, "aid/aid-2": 4}


def test_part_of_a_kit_has_no_first_page(tmp_path: Path) -> None:
    assert [
        Path(row.file).stem for row in run(tmp_path, PrintOptions(press(), only=("deck",))).files
    ] == ["cards"]


# --- what cannot be printed
# --------------------------------------------------------------------------------

BAD = {
    "a token of no size": ("size: 10mm", "size: 0mm", "game.yaml:19:42: error P215"),
    "a token of another shape": (
        "shape: hex",
        "shape: blob",
        'game.yaml:20:27: error P218 "shape": "blob" is not a shape',
    ),
    "a path that crosses itself": (
        "shape: hex",
        'shape: path, path: "M0 0 L18 18 L18 0 L0 18 Z"',
        'game.yaml:20:39: error P218 "path"',
    ),
    "an open path": (
        "shape: hex",
        'shape: path, path: "M0 0 L18 18 L18 0"',
        'game.yaml:20:39: error P218 "path"',
    ),
    "a million tokens": ("count: facts.agents", "count: 1000000", "game.yaml:18:7: error P805"),
    "too many tokens": (
        "count: facts.agents",
        "count: 9999",
        'game.yaml:18:7: error P805 with "chips" the game prints',
    ),
    "a fact that is not there": (
        "count: facts.agents",
        "count: facts.agent",
        'game.yaml:18:55: error P205 "count"',
    ),
    "something that is not there for each": (
        "{id: agent, for_each: players.colours",
        "{id: agent, for_each: suits",
        "error P210",
    ),
    "sides that are none": ("sides: fold", "sides: three", 'game.yaml:20:61: error P205 "sides"'),
    "a die without faces": (
        "shape: die, size: 16mm",
        "shape: die, size: 16mm, faces: 0",
        'game.yaml:21:51: error P217 "luck"',
    ),
    "a die with seven faces": (
        "shape: die, size: 16mm",
        "shape: die, size: 16mm, faces: 7",
        'game.yaml:21:51: error P217 "luck"',
    ),
    "a box for nothing": ("holds: cards", "holds: []", 'game.yaml:28:28: error P203 "holds"'),
    "a box for a deck that is not there": (
        "holds: cards",
        "holds: card",
        'game.yaml:28:28: error P210 "holds": there is no deck "card"',
    ),
    "a box for an empty deck": (
        "{id: a, count: 9}, {id: b, count: 2}",
        "{id: a, count: 0}",
        'game.yaml:28:28: error P217 the box "tuck"',
    ),
    "a box for a board": (
        "holds: cards",
        "holds: market",
        'game.yaml:28:28: error P210 "holds": there is no deck "market"',
    ),
    "a board larger than A1": ("size: 390x269", "size: 600x900", "error P226"),
    "a board without its data": (
        "data: market.yaml",
        "data: markt.yaml",
        "game.yaml:25:46: error P130",
    ),
    "a kind that is none": (
        "kind: mat",
        "kind: matt",
        'game.yaml:26:18: error P203 "kind": there is no component of kind "matt"',
    ),
    "no kind": ("{kind: mat, ", "{", 'game.yaml:26:11: error P202 the key "kind" is missing'),
    "a key of another kind": (
        "kind: mat,",
        "kind: mat, shuffled: yes,",
        'game.yaml:26:23: error P201 there is no key "shuffled" here',
    ),
    "a text that is not there": ("text: aid.md", "text: aids.md", "game.yaml:29:32: error P130"),
}


@pytest.mark.parametrize(("old", "new", "expected"), BAD.values(), ids=BAD.keys())
def test_bad(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert GAME.count(old) == 1, old
    told = findings(tmp_path, {**FILES, "game.yaml": GAME.replace(old, new)})
    assert expected in told, told


BAD_BOARDS = {
    "a link to a space that is not there": (
        "links: [start]",
        "links: [strat]",
        "market.yaml:5:51: error P220",
    ),
    "two spaces on one spot": (
        "goal: {at: [345mm, 250mm]",
        "goal: {at: [195mm, 250mm]",
        "market.yaml:5:",
    ),
    "a space outside": ("goal: {at: [345mm", "goal: {at: [445mm", "error P222"),
    "an area that is not there": (
        "keep_whole: [heart]",
        "keep_whole: [hart]",
        "market.yaml:8:14: error P225",
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), BAD_BOARDS.values(), ids=BAD_BOARDS.keys())
def test_bad_boards(tmp_path: Path, old: str, new: str, expected: str) -> None:
    data = str(FILES["market.yaml"])
    assert data.count(old) == 1, old
    told = findings(tmp_path, {**FILES, "market.yaml": data.replace(old, new)})
    assert expected in told, told


def test_area_that_no_sheet_holds(tmp_path: Path) -> None:
    data = (
        str(FILES["market.yaml"])
        .replace("size: [30mm, 40mm]", "size: [205mm, 50mm]")
        .replace("at: [180mm, 200mm]", "at: [100mm, 190mm]")
    )
    with pytest.raises(Problems) as problem:
        made(tmp_path, PrintOptions(press("a5")), {"market.yaml": data})
    (found,) = problem.value.diagnostics
    assert found.code == "P607" and str(found.span).endswith("market.yaml:8:14")
    assert '"heart"' in found.message


def test_what_cannot_be_printed_leaves_the_earlier_print(tmp_path: Path) -> None:
    run(tmp_path, PrintOptions(press()))
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    written(tmp_path, {**FILES, "game.yaml": GAME.replace("shape: hex", "shape: blob")})
    with pytest.raises(Problems):
        build(
            find(tmp_path),
            Job("toy", tmp_path / "data/toy", tmp_path / "out", PrintOptions(press())),
        )
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before
