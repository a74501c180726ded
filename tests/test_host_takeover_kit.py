"""The rest of Host Takeover's kit: board, bacteria, colonies, protein, box, reference cards and
rulebook, from its data and from the PDFs.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from ink.cover import cover
from paper import MM, Mark, marks
from PIL import Image
from shipped import shipped

from pnp.assets.paths import bounds, moved
from pnp.build.conductor import Kit, draw_documents
from pnp.build.print_options import Order, imposed
from pnp.check.rules import check_game
from pnp.compose.templated_markdown import markdown_templates, markdown_variables, render_markdown
from pnp.diagnostics import Problems
from pnp.face import Face, Group, Item, Shape, Text, walk
from pnp.impose.sheet import Duplex, PaperOptions
from pnp.load import yaml
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game
from pnp.model.setup import Item as Laid
from pnp.model.setup import scenes
from pnp.model.spaces import BoardData, Space
from pnp.units.color import Color, contrast, parse_color
from pnp.units.geometry import IDENTITY, Rect, Transform, Um, rect
from pnp.units.sizes import parse_paper

ROOT = Path(__file__).parent.parent
GAME = "host-takeover"
HOME = ROOT / "data" / GAME
DOTS = 4
"""Dots a millimetre of the pictures that are measured."""
BACTERIA = ["rod", "sphere", "chain", "comma", "spiral", "tail"]
NOTES = {500: 16, 100: 30, 50: 24, 20: 30, 10: 24, 5: 20}
BOARD = 390_000


@pytest.fixture(scope="module")
def kit() -> Kit:
    return shipped(GAME)


@pytest.fixture(scope="module")
def printed(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("kit")
    made = imposed(
        kit, Order(PaperOptions(parse_paper("a4"), Duplex("long"), Um(0), Um(5_000), True))
    )
    for name, content in draw_documents(made).items():
        (target / name).write_bytes(content)
    return target


@cache
def picture(path: Path, page: int = 0) -> Image.Image:
    document = pdfium.PdfDocument(path)
    made = document[page].render(scale=DOTS / MM).to_pil().convert("RGB")
    document.close()
    return made


def pixel(path: Path, mark: Mark, x: float, y: float) -> tuple[int, int, int]:
    """The colour of a printed face at a point from its top left, in millimetres."""
    found = picture(path, mark.page).getpixel(
        (round((mark.trim[0] + x) * DOTS), round((mark.trim[1] + y) * DOTS))
    )
    assert isinstance(found, tuple)
    return found


@cache
def words_on(path: Path, page: int) -> str:
    document = pdfium.PdfDocument(path)
    found = document[page].get_textpage().get_text_range()
    document.close()
    return " ".join(found.split())


def words_in(path: Path, mark: Mark) -> str:
    """The text on a printed face."""
    document = pdfium.PdfDocument(path)
    sheet = document[mark.page]
    x, y, width, height = mark.trim
    top, bottom = sheet.get_height() - y * MM, sheet.get_height() - (y + height) * MM
    found = sheet.get_textpage().get_text_bounded(x * MM, bottom, (x + width) * MM, top)
    document.close()
    return " ".join(found.split())


def face(kit: Kit, component: str, card: str = "", side: str = "front") -> Face:
    (sides,) = (sides for sides in kit.sides if sides.component.id == component)
    return next(
        laid.face for laid in sides.laid if laid.side == side and card in ("", laid.card.id)
    )


def shapes(
    items: tuple[Item, ...], transform: Transform = IDENTITY
) -> Iterator[tuple[Shape, Rect]]:
    """Every shape with its bounds on the face."""
    for item in items:
        if isinstance(item, Shape):
            yield item, bounds(moved(item.path, transform))
        elif isinstance(item, Group):
            yield from shapes(
                item.items, item.transform.then(transform) if item.transform else transform
            )


def texts(items: tuple[Item, ...], transform: Transform = IDENTITY) -> Iterator[tuple[str, Rect]]:
    """Every piece of text with the box of its capitals on the face."""
    for item in items:
        if isinstance(item, Text):
            high = round(item.size * 352.8 * 0.72)
            box = f"M{item.x} {item.y}L{item.x + item.width} {item.y}L{item.x + item.width} {item.y - high}L{item.x} {item.y - high}Z"
            yield item.text, bounds(moved(box, transform))
        elif isinstance(item, Group):
            yield from texts(
                item.items, item.transform.then(transform) if item.transform else transform
            )


def apart(pieces: list[Rect]) -> bool:
    return not any(
        a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
        for a, b in combinations(pieces, 2)
    )


def box_of(space: Space) -> Rect:
    """A space as it lies: a quarter turn swaps its sides."""
    spot = space.spot
    width, height = (
        (spot.height, spot.width) if round(spot.angle) % 180 else (spot.width, spot.height)
    )
    return rect(spot.x - width // 2, spot.y - height // 2, width, height)


@pytest.fixture(scope="module")
def board(kit: Kit) -> BoardData:
    found = kit.game.components["board"].details
    assert isinstance(found, BoardData)
    return found


@pytest.fixture(scope="module")
def way(board: BoardData) -> list[Space]:
    return [board.spaces[name] for name in board.tracks["way"]]


# --- what the kit holds
# --------------------------------------------------------------------------------


def test_the_kit_is_whole(kit: Kit) -> None:
    assert list(kit.diagnostics) == []
    totals = {
        name: (component.kind, component.total) for name, component in kit.game.components.items()
    }
    assert totals == {
        "cells": ("deck", 20), "quorum": ("deck", 10), "cytokine": ("deck", 10), "board": ("board", 1), "bacteria": ("tokens", 6),
        "colonies": ("tokens", 30), "notes": ("notes", 144), "box": ("box", 1), "reference": ("reference", 6), "rulebook": ("rulebook", 1),
    }  # fmt: skip


def test_no_type_is_smaller_than_the_floor(kit: Kit) -> None:
    for sides in kit.sides:
        sizes = [
            item.size
            for laid in sides.laid
            for item in walk(laid.face.items)
            if isinstance(item, Text)
        ]
        assert sizes == [] or min(sizes) >= 7.5, sides.component.id


def test_every_icon_is_explained(kit: Kit) -> None:
    """All but the six bacteria, which their term explains."""
    told = set(kit.game.words["icons"])
    assert told | {f"bacterium-{name}" for name in BACTERIA} == set(kit.resources.icons)


# --- the board
# --------------------------------------------------------------------------------


def test_twenty_deeds_are_twenty_cells_in_the_data(kit: Kit, way: list[Space]) -> None:
    cells = [
        (space.number, space.label, space.fields["organ"]["id"], space.fields["price"])
        for space in way
        if space.kind == "cell"
    ]
    values = [card.values for card in kit.game.components["cells"].cards]
    assert cells == [(v["position"], v["name"], v["organ"]["id"], v["price"]) for v in values]
    assert len(cells) == 20


def test_twenty_deeds_are_twenty_cells_on_paper(printed: Path, kit: Kit, way: list[Space]) -> None:
    """Name, price and organ's letter: on the printed cards, and drawn on the board within the
    right space.
    """
    cards = {
        mark.card: mark
        for mark in marks(printed / "cards.pdf")
        if mark.component == "cells" and mark.side == "front"
    }
    told = list(texts(face(kit, "board").items))
    tiles = " ".join(
        words_on(printed / "boards.pdf", mark.page) for mark in marks(printed / "boards.pdf")
    )
    checked = 0
    for space in way:
        if space.kind != "cell":
            continue
        card = words_in(printed / "cards.pdf", cards[str(space.number)])
        area = box_of(space)
        there = [text for text, place in told if area.contains(place)]
        said = " ".join(there)
        for what in (space.label, str(space.fields["price"]), space.fields["organ"]["letter"]):
            assert what in card and what in said, f"{space.label}: {what}"
        assert space.label.split()[0] in tiles
        assert sum(text == str(space.fields["price"]) for text in there) == 1
        checked += 1
    assert checked == len(cards) == 20


def test_28_spaces_run_clockwise_from_the_lower_left(way: list[Space]) -> None:
    assert [space.number for space in way] == list(range(28))
    assert [space.id for space in way if space.kind == "corner"] == [
        "go",
        "lymph-node",
        "homeostasis",
        "go-to-lymph-node",
    ]
    assert [space.number for space in way if space.kind == "corner"] == [0, 7, 14, 21]
    boxes = [box_of(space) for space in way]
    assert apart(boxes)
    assert {
        size
        for box, space in zip(boxes, way, strict=True)
        if space.kind == "corner"
        for size in [box.size]
    } == {(53_000, 53_000)}
    for one, other in pairwise([*boxes, boxes[0]]):
        across = one.x == other.right or one.right == other.x
        assert across != (one.y == other.bottom or one.bottom == other.y), (
            "neighbours share an edge"
        )
    corners = [
        (space.spot.x > BOARD // 2, space.spot.y > BOARD // 2)
        for space in way
        if space.kind == "corner"
    ]
    assert corners == [(False, True), (False, False), (True, False), (True, True)]
    assert [space.label for space in way if space.kind in ("quorum", "cytokine")] == [
        "Quorum",
        "Cytokine",
        "Quorum",
        "Cytokine",
    ]


def test_each_space_leads_to_the_next_only(board: BoardData, way: list[Space]) -> None:
    ends = {(link.start, link.end) for link in board.links if link.one_way}
    assert ends == {(one.id, other.id) for one, other in pairwise([*way, way[0]])}
    assert len(board.links) == 28


def test_each_cell_has_room_for_three_colonies_that_hide_nothing(
    kit: Kit, way: list[Space]
) -> None:
    made = face(kit, "board")
    colony = kit.game.components["colonies"].size.width
    white = Color("#ffffff")
    squares = [
        area
        for shape, area in shapes(made.items)
        if shape.fill == white and all(abs(side - 10_850) < 200 for side in area.size)
    ]
    told = list(texts(made.items))
    assert len(squares) == 60
    for space in way:
        inside = [square for square in squares if box_of(space).contains(square)]
        assert len(inside) == (3 if space.kind == "cell" else 0), space.id
        assert all(min(square.size) >= colony + 300 for square in inside) and apart(inside)
        words = [place for _, place in told if box_of(space).contains(place)]
        assert words and all(apart([square, place]) for square in inside for place in words)


def test_the_decks_lie_on_their_places_and_off_the_seams(
    kit: Kit, board: BoardData, printed: Path
) -> None:
    places = [board.areas[f"{deck}-deck"].rect for deck in ("quorum", "cytokine")]
    card = kit.game.components["quorum"].size
    assert all(
        place.width >= card.width + 2_000 and place.height >= card.height + 2_000
        for place in places
    ) and apart(places)
    assert all(
        max(
            abs(x - 195_000) ** 2 + abs(y - 195_000) ** 2
            for x in (p.x, p.right)
            for y in (p.y, p.bottom)
        )
        < 129_000**2
        for p in places
    )
    tiles = marks(printed / "boards.pdf")
    assert [mark.tile for mark in tiles] == ["A1", "B1", "A2", "B2"]
    for mark in tiles:
        assert mark.trim[2:] == pytest.approx((390, 390), abs=0.01)
    seen = [(max(0, 5 - mark.trim[0]), max(0, -mark.trim[1])) for mark in tiles]
    assert [x for x, _ in seen] == pytest.approx([0, 190, 0, 190], abs=0.01), (
        "the seam runs between the decks"
    )


def test_the_board_says_its_rules_where_they_are_needed(kit: Kit, board: BoardData) -> None:
    told = list(texts(face(kit, "board").items))
    wanted = {
        "go": "GO collect 200", "lymph-node": "Lymph node pay 50 3 turns just passing", "go-to-lymph-node": "Go to lymph node", "homeostasis": "Nothing happens",
        "quorum-1": "QUORUM top card", "quorum-deck": "QUORUM face down", "move": "2 Move collect 200", "doubles": "3 doubles",
        "group": "2 × plain rent", "colonies": "Build evenly at most 3", "infected-cell": "owner asks before the next throw", "free-cell": "price auctions",
    }  # fmt: skip
    for name, words in wanted.items():
        area = (
            box_of(board.spaces[name])
            if name in board.spaces
            else turned(board.areas[name].rect, board.areas[name].fields["turn"] or 0)
        )
        said = " ".join(text for text, place in told if area.contains(place)).split()
        missing = [word for word in words.split() if not any(word in here for here in said)]
        assert missing == [], f"{name}: {' '.join(said)}"


def turned(area: Rect, turn: int) -> Rect:
    """A rectangle after a turn about its middle."""
    if turn % 180 == 0:
        return area
    x, y = area.x + area.width // 2, area.y + area.height // 2
    return rect(x - area.height // 2, y - area.width // 2, area.height, area.width)


def test_the_colours_of_the_groups_are_on_the_board(
    printed: Path, kit: Kit, way: list[Space]
) -> None:
    """In the picture of the sheets: the band of each cell has its group's colours, and no other
    group's.
    """
    path = printed / "boards.pdf"
    tiles = {mark.tile: mark for mark in marks(path)}
    grounds = {
        name: rgb_of(kit.game, term["color"]) for name, term in kit.game.terms["organ"].items()
    }
    for space in way:
        if space.kind != "cell":
            continue
        mark = tiles[
            ("A" if space.spot.x < 195_000 else "B") + ("1" if space.spot.y < 195_000 else "2")
        ]
        area = box_of(space)
        image = picture(path, mark.page)
        left, top = mark.trim[0] + area.x / 1000, mark.trim[1] + area.y / 1000
        crop = image.crop(
            tuple(
                round(v * DOTS)
                for v in (
                    left + 1,
                    top + 1,
                    left + area.width / 1000 - 1,
                    top + area.height / 1000 - 1,
                )
            )
        )
        counted = {colour: count for count, colour in crop.getcolors(1 << 20) or []}
        shares = {name: counted.get(ground, 0) for name, ground in grounds.items()}
        assert max(shares, key=lambda name: shares[name]) == space.fields["organ"]["id"], (
            space.label
        )


def rgb_of(game: Game, name: str) -> tuple[int, ...]:
    text = parse_color(game.palette[name])
    return tuple(int(str(text)[n : n + 2], 16) for n in (1, 3, 5))


def test_groups_are_told_without_colour(kit: Kit) -> None:
    organs = kit.game.terms["organ"].values()
    assert len(organs) == 8
    for what in ("label", "letter", "pattern", "color"):
        assert len({term[what] for term in organs}) == 8, what
    for term in organs:
        deep = Color(parse_color(kit.game.palette[f"{term['color']}-deep"]))
        assert contrast(deep, Color(parse_color(kit.game.palette[term["color"]]))) >= 3, (
            "the stain on its ground"
        )
        assert contrast(deep, Color("#ffffff")) >= 4.5


# --- bacteria and colonies
# --------------------------------------------------------------------------------


def test_36_tokens_by_their_marks(printed: Path) -> None:
    found = marks(printed / "tokens.pdf")
    assert Counter(mark.card for mark in found) == {**dict.fromkeys(BACTERIA, 1), "colony": 30}
    assert all(
        mark.trim[2:] == pytest.approx((10, 10), abs=0.01)
        for mark in found
        if mark.card == "colony"
    )


def test_six_outlines_that_scissors_and_eyes_can_follow(printed: Path, kit: Kit) -> None:
    """As black shapes in one box no two bacteria cover the same, either way up."""
    shapes_: dict[str, list[bool]] = {}
    for mark in marks(printed / "tokens.pdf"):
        if mark.card == "colony":
            continue
        x, y, width, height = mark.trim
        art = picture(printed / "tokens.pdf", mark.page).crop(
            tuple(round(v * DOTS) for v in (x, y, x + width, y + height))
        )
        square = Image.new("L", (160, 160), 255)
        square.paste(art.convert("L"), ((160 - art.width) // 2, (160 - art.height) // 2))
        shapes_[mark.card] = [value < 150 for value in square.tobytes()]
    assert list(shapes_) == BACTERIA
    for one, other in combinations(shapes_.values(), 2):
        for turned in (other, other[::-1]):
            union = sum(a or b for a, b in zip(one, turned, strict=True))
            both = sum(a and b for a, b in zip(one, turned, strict=True))
            assert both / union < 0.75
    assert len({card.outline for card in kit.game.components["bacteria"].cards}) == 6
    assert [
        card.values["bacterium"]["id"] for card in kit.game.components["bacteria"].cards
    ] == BACTERIA


def figures(kit: Kit) -> list[Laid]:
    made, found = scenes(
        yaml.parse((HOME / "figures.yaml").read_bytes(), "figures.yaml"), kit.game.palette
    )
    assert found == []
    return list(made["table"].items)


def test_six_bacteria_stand_on_go_and_any_two_below_the_colonies_of_a_cell(
    kit: Kit, way: list[Space]
) -> None:
    sizes = {card.id: card.size for card in kit.game.components["bacteria"].cards}
    items = figures(kit)
    (origin,) = [(item.x, item.y) for item in items if item.face == "board:board"]
    go = box_of(way[0])
    laid = [item for item in items if item.face.startswith("token:bacteria/")]
    boxes = [
        rect(item.x - origin[0], item.y - origin[1], *sizes[item.face.partition("/")[2]])
        for item in laid
    ]
    assert sorted(item.face.partition("/")[2] for item in laid) == sorted(BACTERIA)
    assert all(go.contains(box) for box in boxes)
    assert apart(boxes)
    for one, other in combinations(sizes.values(), 2):
        assert (
            one
            and other
            and max(one.width, other.width) <= 46_000
            and one.height + other.height <= 53_000 - 14_000
        )


def test_the_set_up_figure_shows_everything_that_is_set_up(kit: Kit, board: BoardData) -> None:
    items = figures(kit)
    faces = Counter(item.face for item in items)
    (origin,) = [(item.x, item.y) for item in items if item.face == "board:board"]
    assert all(faces[f"note:notes/{value}"] == 2 for value in NOTES), "the bank's and one's own"
    for deck in ("quorum", "cytokine"):
        (item,) = [item for item in items if item.face == f"card:{deck}/back"]
        card = rect(item.x - origin[0], item.y - origin[1], *kit.game.components[deck].size)
        assert board.areas[f"{deck}-deck"].rect.contains(card)
    labels = [item.label for item in items if item.label]
    assert labels == sorted(labels) and set(labels) == set("12345"), (
        "the steps of the set-up, all but who begins"
    )
    assert all(item.text for item in items if item.label)


# --- protein
# --------------------------------------------------------------------------------


def test_144_notes_sum_to_13140_on_paper(printed: Path) -> None:
    found = list(marks(printed / "notes.pdf"))
    assert Counter(int(mark.card) for mark in found) == NOTES
    assert sum(int(mark.card) for mark in found) == 13_140
    assert len(found) == 144 and Counter(mark.page for mark in found) == dict.fromkeys(
        range(12), 12
    )
    assert all(mark.trim[2:] == pytest.approx((96, 44), abs=0.01) for mark in found)
    spelt = {
        500: "five hundred",
        100: "one hundred",
        50: "fifty",
        20: "twenty",
        10: "ten",
        5: "five",
    }
    for value, words in spelt.items():
        mark = next(mark for mark in found if mark.card == str(value))
        said = words_in(printed / "notes.pdf", mark).split()
        assert said.count(str(value)) == 2 and words.split()[0] in said


def test_each_value_has_a_rosette_and_a_colour_of_its_own(kit: Kit) -> None:
    rosettes, colours = set(), set()
    for card in kit.game.components["notes"].cards:
        strokes = [
            (shape, area)
            for shape, area in shapes(face(kit, "notes", card.id).items)
            if shape.stroke and shape.path.count("C") > 200 and area.height > 30_000
        ]
        (rosette,) = strokes
        assert rosette[1].width <= 35_100 and rosette[1].right <= 93_500, "within the frame"
        rosettes.add(rosette[0].path)
        colours.add(card.values["tone"])
    assert len(rosettes) == len(colours) == 6


def test_start_money_is_paid_note_by_note_for_six(kit: Kit) -> None:
    facts = kit.game.facts
    hand = {value: facts[f"start_{value}"] for value in NOTES}
    assert sum(value * count for value, count in hand.items()) == 1000
    assert {value: NOTES[value] - 6 * count for value, count in hand.items()} == {
        500: 10,
        100: 12,
        50: 12,
        20: 12,
        10: 6,
        5: 8,
    }


# --- cards on paper
# --------------------------------------------------------------------------------


def test_the_rent_ladder_is_printed_as_it_is_worked_out(printed: Path, kit: Kit) -> None:
    cards = {
        mark.card: mark
        for mark in marks(printed / "cards.pdf")
        if mark.component == "cells" and mark.side == "front"
    }
    for card in kit.game.components["cells"].cards:
        said = words_in(printed / "cards.pdf", cards[card.id]).split()
        rent = card.values["rent"]
        ladder = Counter(str(rent * times) for times in (1, 2, 5, 15, 30))
        assert ladder <= Counter(said), card.id
        assert str(card.values["colony_cost"]) in said and str(card.values["price"]) in said


def test_sheets_spare_ink(printed: Path) -> None:
    """Mean cover of what is printed: the board's tiles, a sheet of notes, the box."""
    for name, pages in (("boards", range(1, 5)), ("notes", (0,)), ("box", (0,))):
        for page in pages:
            assert (
                cover(
                    picture(printed / f"{name}.pdf", page).resize((420, 594), Image.Resampling.BOX)
                )
                < 0.35
            ), name


def test_the_box_has_art_on_every_panel_and_room_for_the_cards(printed: Path, kit: Kit) -> None:
    box = kit.game.components["box"].details
    assert box.holds == ("cells", "quorum", "cytokine")
    panels = {panel.name: panel.area for panel in box.net.panels}
    assert set(panels) == {"front", "back", "left", "right", "top", "bottom"}
    assert (
        panels["front"].width >= 63_500
        and panels["front"].height >= 88_500
        and panels["left"].width >= 40 * 300
    )
    (mark,) = marks(printed / "box.pdf")
    assert words_in(printed / "box.pdf", mark).upper().count("HOST TAKEOVER") >= 4
    for name, area in panels.items():
        assert pixel(
            printed / "box.pdf", mark, (area.x + 1_500) / 1000, (area.y + area.height // 2) / 1000
        ) == rgb_of(kit.game, "plum"), name


# --- texts
# --------------------------------------------------------------------------------


def lines_of(game: Game, folder: Path, name: str) -> str:
    disk = disk_for(find(folder), folder)
    source = (folder / name).read_text(encoding="utf-8")
    return " ".join(
        " ".join(
            render_markdown(
                markdown_templates(disk, game.id), source, name, markdown_variables(game)
            ).lines
        ).split()
    )


def copied(tmp_path: Path) -> Path:
    """A workspace with a copy of the game, to be spoilt."""
    (tmp_path / "pnp.yaml").write_text("")
    shutil.copytree(HOME, tmp_path / "data" / GAME)
    return tmp_path / "data" / GAME


def changed(folder: Path, file: str, *pairs: tuple[str, str]) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_worked_examples_come_out(kit: Kit) -> None:
    book = lines_of(kit.game, HOME, "rulebook.md")
    for said in (
        "55 × 2 = **110**", "with two **825**, with three **1650**", "3 × 160 = 480", "rises from 100 to 750", "160 ÷ 2 = 80",
        "24 − 3 = 21 is Go to lymph node", "leads to space 7, Lymph node", "the bid is 5 more than Rod owns", "75 in all",
        "2 × 160 = **1395**", "1000 − 160 + 20 = 860 units", "13140 units", "so 7140 remain",
    ):  # fmt: skip
        assert said in book, said
    products = re.findall(r"(?<![+−] )\b(\d+) × (\d+) = \*{0,2}(\d+)", book)
    assert len(products) >= 2
    for a, b, product in products:
        assert int(a) * int(b) == int(product)


def test_every_number_of_the_rules_moves_with_its_fact(tmp_path: Path) -> None:
    """The texts with other facts: what they say is what the facts say, and nothing of the old
    numbers is left.
    """
    folder = copied(tmp_path)
    changed(
        folder, "game.yaml",
        ("  go_salary: 200\n", "  go_salary: 210\n"), ("  release_fee: 50\n", "  release_fee: 65\n"), ("  release_turns: 3\n", "  release_turns: 4\n"),
        ("  doubles_to_node: 3\n", "  doubles_to_node: 7\n"), ("  colonies: 30\n", "  colonies: 33\n"), ("  dice: 2\n", "  dice: 8\n"),
        ("  colonies_per_cell: 3\n", "  colonies_per_cell: 9\n"), ("  timed_minutes: 60 ", "  timed_minutes: 70 "), ("  start_500: 1\n", "  start_500: 11\n"),
    )  # fmt: skip
    game = load_game(disk_for(find(folder), folder), GAME)[0]
    book, aid = lines_of(game, folder, "rulebook.md"), lines_of(game, folder, "reference.md")
    for phrase in (
        "pays you **210 units**", "**Pay 65 units**", "each of your next four turns", "with seven doubles in a row", "There are 33 colonies",
        "eight ordinary dice", "at most nine colonies", "**70 minutes**", "| 500 | 11 | 5500 |", "The thirty-three small squares",
    ):  # fmt: skip
        assert phrase in book, phrase
    for phrase in (
        "eight dice",
        "collect 210",
        "at most nine colonies",
        "Seven doubles in a row",
        "pay 65 at once",
        "your next four turns",
    ):
        assert phrase in aid, phrase
    assert "collect 200" not in book + aid and "thirty" not in book.replace("thirty-three", "")


def test_the_reference_card_is_one_card_with_two_faces(printed: Path) -> None:
    found = marks(printed / "reference.pdf")
    assert Counter(mark.side for mark in found) == {"front": 6, "back": 6}
    said = {mark.side: words_in(printed / "reference.pdf", mark) for mark in found}
    assert all(
        word in said["front"]
        for word in ("Your turn", "Throw", "Move", "Resolve", "Build", "Doubles")
    )
    assert all(
        word in said["back"]
        for word in ("Lymph node", "Rent", "back", "Trade", "Bankrupt", "End", "Timed")
    )


def test_the_rulebook_is_a_booklet_with_all_chapters(printed: Path) -> None:
    with pikepdf.open(printed / "rulebook.pdf") as pdf, pdf.open_outline() as outline:
        titles = [str(item.title) for item in outline.root]
    pages = {mark.card for mark in marks(printed / "rulebook.pdf")}
    assert len(pages) == 16, "a stapled booklet has no blank pages"
    wanted = [
        "What is in the kit",
        "Set-up",
        "Your turn",
        "Infecting a cell",
        "Rent",
        "Colonies",
        "Trading",
        "Signals",
        "The lymph node",
    ]
    wanted += ["Going bankrupt", "The end of the game", "Variants", "Questions and answers"]
    assert [title for title in titles if title in wanted] == wanted


# --- promises on data that was spoilt
# --------------------------------------------------------------------------------

SPOILT = [
    {  # what is spoilt, where, and the promise that it breaks; changes of one batch do not meet
        "a cell renamed on the board": ("boards/body.yaml", "label: Podocyte", "label: Podozyte", "HT1d"),
        "a cell renamed on its card": ("cards/cells.csv", "16,Osteocyte", "16,Osteozyte", "HT1c"),
        "eleven quorum cards": ("cards/quorum.yaml", "title: Caught by a patrol,", "title: Caught by a patrol, count: 2,", "HT2a"),
        "a deck with three spaces": ("boards/body.yaml", "number: 17}, kind: quorum", "number: 17}, kind: cytokine", "HT2e"),
        "seven players": ("game.yaml", "max: 6,", "max: 7,", "HT3a"),
        "too few hundreds": ("notes.yaml", "value: 100, count: 30", "value: 100, count: 17", "HT3e"),
        "no gain from a second colony": ("game.yaml", "  rent_2: 15\n", "  rent_2: 5\n", "HT6"),
        "nobody is caught": ("cards/cytokine.yaml", "effect: to-node", "effect: to-go", "HT8c"),
        "a colony more": ("game.yaml", "count: facts.colonies}", "count: 31}", "HT9a"),
        "another salary in the rulebook": ("rulebook.md", "| GO | collect {{ facts.go_salary }} units |", "| GO | collect 250 units |", "HT10a"),
        "another fee on the board": ("boards/body.yaml", "pay **' ~ facts.release_fee", "pay **' ~ 75", "HT10h"),
        "two lymph nodes": ("boards/body.yaml", "label: Homeostasis", "label: Lymph node", "HT11c"),
        "an odd fine": ("cards/cytokine.yaml", "effect: pay, amount: 50", "effect: pay, amount: 52", "HT12c"),
    },
    {
        "a price changed on the board": ("boards/body.yaml", "organ: kidney, price: 300", "organ: kidney, price: 305", "HT1e"),
        "start money that is not 1000": ("game.yaml", "start_5: 2\n", "start_5: 3\n", "HT3c"),
        "a note less": ("notes.yaml", "value: 5, count: 20", "value: 5, count: 19", "HT3f"),
        "another board": ("game.yaml", "  signal_spaces: 4\n", "  signal_spaces: 6\n", "HT4b"),
        "prices that fall": ("cards/cells.csv", "12,Club Cell,lung,200", "12,Club Cell,lung,190", "HT7a"),
        "a dear colony": ("cards/cells.csv", "5,Goblet Cell,gut,120,15,60", "5,Goblet Cell,gut,120,15,80", "HT7d"),
        "nobody pays the others": ("cards/cytokine.yaml", "effect: pay-to-each", "effect: pay", "HT8e"),
        "another salary on the board": ("boards/body.yaml", "\"'collect ' ~ facts.go_salary\"", "\"'collect ' ~ 250\"", "HT10a"),
        "other turns on the reference card": ("reference.md", "your next {{ facts.release_turns | words }} turns", "your next five turns", "HT10c"),
        "the lymph node is gone": ("boards/body.yaml", "label: Lymph node,", "label: Spleen,", "HT11e"),
    },
    {
        "an organ changed on a card": ("cards/cells.csv", "9,Chief Cell,stomach", "9,Chief Cell,lung", "HT1e"),
        "a cell card less": ("cards/cells.csv", "27,Oligodendrocyte,brain,400,60,200\n", "", "HT1a"),
        "two cells of a name": ("cards/cells.csv", "5,Goblet Cell", "5,Enterocyte", "HT11a"),
        "a price of 81": ("cards/cells.csv", "1,Keratinocyte,skin,80", "1,Keratinocyte,skin,81", "HT12a"),
        "a penny": ("notes.yaml", "value: 5, count: 20", "value: 1, count: 20", "HT12d"),
        "the document's numbers": ("game.yaml", "  release_fee: 50\n", "  release_fee: 55\n", "HT10g"),
    },
    {
        "three decks": ("rulebook.md", "Two decks of", "Three decks of", "HT22a"),
        "the other way round": ("reference.md", "**2 Move** clockwise", "**2 Move** on", "HT22b"),
        "the first one wins": ("rulebook.md", "the last one in the host wins", "the first one in the host wins", "HT22c"),
        "the first one wins, at the start": ("rulebook.md", "The last bacterium in the body wins", "The first bacterium in the body wins", "HT22d"),
        "another number for a group": ("rulebook.md", "the second if its owner holds", "the third if its owner holds", "HT22e"),
        "a used card on top": ("rulebook.md", "face down under its deck**.", "face up on its deck**.", "HT22f"),
        "a used card on top, on the board": ("boards/body.yaml", 'label: Cytokine, text: "face down; used cards go under the deck"', 'label: Cytokine, text: "face down; used cards go on the deck"', "HT22g"),
        "no second throw": ("rulebook.md", "then **throw again**:", "then **wait**:", "HT22h"),
        "no second throw, on the reference card": ("reference.md", "**Doubles?** Throw again", "**Doubles?** Wait", "HT22i"),
        "a faster infection": ("rulebook.md", "deal every player two;", "deal every player four;", "HT22j"),
        "a longer timed game": ("game.yaml", "  timed_minutes: 60 ", "  timed_minutes: 70 ", "HT14f"),
    },
    {
        "the other way round": ("rulebook.md", "bacterium clockwise by", "bacterium counter to the clock by", "HT22b"),
        "the first one wins": ("reference.md", "last one in the host wins", "first one in the host wins", "HT22c"),
    },
]  # fmt: skip


def test_the_rents_of_a_table_are_counted_like_its_colonies() -> None:
    """One number makes the words, the dots and the rent, so that none of them can be another
    row's.
    """
    book = (HOME / "rulebook.md").read_text(encoding="utf-8")
    assert not re.search(r"(paneth|neuron|c)\.rent \* facts\.rent_[23]", book)
    assert book.count('.rent * facts["rent_" ~ n]') == 3 and book.count('{{ "●" * n }} |') == 2


@pytest.mark.parametrize("batch", SPOILT)
def test_spoilt_data_break_their_promises(
    tmp_path: Path, batch: dict[str, tuple[str, str, str, str]]
) -> None:
    folder = copied(tmp_path)
    for file, old, new, _ in batch.values():
        changed(folder, file, (old, new))
    try:
        game, found = load_game(disk_for(find(folder), folder), GAME)
    except Problems as problem:
        pytest.fail(f"the game cannot be read: {problem.diagnostics[0].message}")
    said = [d.message for d in (*found, *check_game(game))]
    for what, (_, _, _, promise) in batch.items():
        assert any(f"({promise}," in message or message.startswith(promise) for message in said), (
            f"{what}: {said}"
        )
