"""Host Takeover's kit: board, bacteria, colonies, protein, box, reference cards and rulebook, from
its data and from the PDFs.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pikepdf
import pytest
from ink.cover import cover
from paper import Mark, marks
from PIL import Image
from printed import apart, cut_out, faces, picture, shapes, texts, words_in, words_on
from printed import printed as prints_of
from shipped import GAMES, shipped

from pnp.build.conductor import Kit
from pnp.load import yaml
from pnp.model.game import Game
from pnp.model.scenes import Item as Laid
from pnp.model.scenes import scenes
from pnp.model.spaces import BoardData, Space
from pnp.units.color import Color, contrast, parse_color
from pnp.units.geometry import Rect, rect

GAME = "host-takeover"
HOME = GAMES[GAME]
DOTS = 4
"""Dots a millimetre of the pictures that are measured."""
BACTERIA = ["rod", "sphere", "chain", "comma", "spiral", "tail"]
NOTES = {500: 16, 100: 30, 50: 24, 20: 30, 10: 24, 5: 20}
BOARD = 390_000


@pytest.fixture
def kit() -> Kit:
    return shipped(GAME)


@pytest.fixture
def printed() -> Path:
    return prints_of(GAME)


@pytest.fixture
def board(kit: Kit) -> BoardData:
    found = kit.game.components["board"].details
    assert isinstance(found, BoardData)
    return found


@pytest.fixture
def way(board: BoardData) -> list[Space]:
    return [board.spaces[name] for name in board.tracks["way"]]


def words_of_board(kit: Kit) -> list[tuple[str, Rect]]:
    """The texts of the board with their boxes."""
    return [(item.text, box) for item, box in texts(faces(kit, "board")["board"].items)]


def pixel(path: Path, mark: Mark, x: float, y: float) -> tuple[int, int, int]:
    """The colour of a printed face at a point from its top left, in millimetres."""
    found = picture(path, mark.page).getpixel(
        (round((mark.trim[0] + x) * DOTS), round((mark.trim[1] + y) * DOTS))
    )
    assert isinstance(found, tuple)
    return found


def box_of(space: Space) -> Rect:
    """A space as it lies: a quarter turn swaps its sides."""
    spot = space.spot
    width, height = (
        (spot.height, spot.width) if round(spot.angle) % 180 else (spot.width, spot.height)
    )
    return rect(spot.x - width // 2, spot.y - height // 2, width, height)


# --- what the kit holds


def test_every_icon_is_explained(kit: Kit) -> None:
    """All but the six bacteria, which their term explains."""
    told = set(kit.game.words["icons"])
    assert told | {f"bacterium-{name}" for name in BACTERIA} == set(kit.resources.icons)


def test_groups_have_two_or_three_cells_and_prices_never_fall(kit: Kit) -> None:
    cards = kit.game.components["cells"].cards
    cells = [card.values for card in sorted(cards, key=lambda card: card.values["position"])]
    groups = Counter(values["organ"]["id"] for values in cells)
    assert sorted(groups.values()) == [2, 2, 2, 2, 3, 3, 3, 3]
    for field in ("price", "rent", "colony_cost"):
        amounts = [values[field] for values in cells]
        assert amounts == sorted(amounts)
    assert sum(values["price"] for values in cells) == 4700


# --- the board


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
    told = words_of_board(kit)
    tiles = " ".join(words_on(printed / "boards.pdf"))
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
    corner_names = [space.id for space in way if space.kind == "corner"]
    assert corner_names == ["go", "lymph-node", "homeostasis", "go-to-lymph-node"]
    assert [space.number for space in way if space.kind == "corner"] == [0, 7, 14, 21]
    boxes = [box_of(space) for space in way]
    assert apart(boxes)
    corners = [box for box, space in zip(boxes, way, strict=True) if space.kind == "corner"]
    assert {tuple(box.size) for box in corners} == {(53_000, 53_000)}
    for one, other in pairwise([*boxes, boxes[0]]):
        across = one.x == other.right or one.right == other.x
        assert across != (one.y == other.bottom or one.bottom == other.y), (
            "neighbours share an edge"
        )
    half = BOARD // 2
    at = [(space.spot.x > half, space.spot.y > half) for space in way if space.kind == "corner"]
    assert at == [(False, True), (False, False), (True, False), (True, True)]
    decks = [space.label for space in way if space.kind in ("quorum", "cytokine")]
    assert decks == ["Quorum", "Cytokine"] * 2


def test_each_space_leads_to_the_next_only(board: BoardData, way: list[Space]) -> None:
    ends = {(link.start, link.end) for link in board.links if link.one_way}
    assert ends == {(one.id, other.id) for one, other in pairwise([*way, way[0]])}
    assert len(board.links) == 28


def test_each_cell_has_room_for_three_colonies_that_hide_nothing(
    kit: Kit, way: list[Space]
) -> None:
    made = faces(kit, "board")["board"]
    colony = kit.game.components["colonies"].size.width
    white = Color("#ffffff")
    squares = [
        area
        for shape, area in shapes(made.items)
        if shape.fill == white and all(abs(side - 10_850) < 200 for side in area.size)
    ]
    told = words_of_board(kit)
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


def test_no_letter_of_the_title_lies_where_the_tiles_overlap(kit: Kit) -> None:
    """Two strips from 190 to 200 mm, across and down."""
    title = {text: box for text, box in words_of_board(kit) if text in kit.game.title.split()}
    assert list(title) == ["Host", "Takeover"]
    assert title["Host"].right <= 190_000 and title["Takeover"].x >= 200_000
    assert all(box.y >= 200_000 for box in title.values())


def test_the_board_says_its_rules_where_they_are_needed(kit: Kit, board: BoardData) -> None:
    told = words_of_board(kit)
    wanted = {
        "go": "GO collect 200", "lymph-node": "Lymph node pay 50 3 turns just passing", "go-to-lymph-node": "Go to lymph node", "homeostasis": "Nothing happens",
        "quorum-1": "QUORUM top card", "quorum-deck": "QUORUM face down", "move": "2 Move collect 200", "doubles": "3 doubles",
        "group": "2 × plain rent", "colonies": "Build evenly at most 3", "infected-cell": "owner asks before the next player throws", "free-cell": "price auctions",
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
        left, top, width, height = (value / 1000 for value in area)
        crop = cut_out(path, mark, (left + 1, top + 1, width - 2, height - 2))
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
        art = cut_out(printed / "tokens.pdf", mark)
        square = Image.new("L", (160, 160), 255)
        square.paste(art.convert("L"), ((160 - art.width) // 2, (160 - art.height) // 2))
        shapes_[mark.card] = [value < 150 for value in square.tobytes()]
    assert sorted(shapes_) == sorted(BACTERIA)
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


def test_bacteria_stand_beside_the_name_of_go_and_any_two_below_the_colonies_of_a_cell(
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
    assert {item.face.partition("/")[2] for item in laid} < set(BACTERIA)
    assert all(go.contains(box) for box in boxes)
    assert apart(boxes)
    name = next(place for text, place in words_of_board(kit) if text == "GO")
    assert apart([*boxes, name]), "the bacteria leave the name to be read"
    pairs = [("rod", "tail"), ("sphere", "comma"), ("chain", "spiral")]
    rows = [[sizes[one], sizes[other]] for one, other in pairs]
    assert all(sum(size.width for size in row) < go.width for row in rows)
    assert sum(max(size.height for size in row) for row in rows) < go.height, "all six have room"
    for one, other in combinations(sizes.values(), 2):
        assert (
            one
            and other
            and max(one.width, other.width) <= 46_000
            and one.height + other.height <= 53_000 - 14_000
        )


def test_the_set_up_figure_shows_everything_that_is_set_up(kit: Kit, board: BoardData) -> None:
    items = figures(kit)
    (origin,) = [(item.x, item.y) for item in items if item.face == "board:board"]
    for deck in ("quorum", "cytokine"):
        (item,) = [item for item in items if item.face.startswith(f"card:{deck}/")]
        card = rect(item.x - origin[0], item.y - origin[1], *kit.game.components[deck].size)
        assert board.areas[f"{deck}-deck"].rect.contains(card)
    labels = [item.label for item in items if item.label]
    assert labels == ["1", "2", "3", "4", "5", "6", "4"], "every step of the set-up"
    assert [item.label for item in items if item.text] == ["1", "2", "3", "4", "5", "6"]


# --- protein


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
            for shape, area in shapes(faces(kit, "notes")[card.id].items)
            if shape.stroke and shape.path.count("C") > 150 and area.height > 30_000
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
    for name, pages in (("boards", range(4)), ("notes", (0,)), ("box", (0,))):
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
    mark, *kit_box = marks(printed / "box.pdf")
    assert ["Not in this box: Board" in words_in(printed / "box.pdf", m) for m in kit_box] == [
        True,
        True,
    ]
    assert words_in(printed / "box.pdf", mark).upper().count("HOST TAKEOVER") >= 4
    for name, area in panels.items():
        assert pixel(
            printed / "box.pdf", mark, (area.x + 1_500) / 1000, (area.y + area.height // 2) / 1000
        ) == rgb_of(kit.game, "plum"), name


# --- texts


def test_the_reference_card_is_one_card_with_two_faces(printed: Path) -> None:
    found = [m for m in marks(printed / "cards.pdf") if m.component == "reference"]
    assert Counter(mark.side for mark in found) == {"front": 6, "back": 6}
    said = {mark.side: words_in(printed / "cards.pdf", mark) for mark in found}
    assert all(
        word in said["front"]
        for word in ("Your turn", "Throw", "Move", "Resolve", "Build", "Doubles")
    )
    assert all(
        word in said["back"]
        for word in ("lymph node", "Rent", "back", "Trade", "Bankrupt", "last one")
    )


def test_the_rulebook_is_a_booklet_with_all_chapters(printed: Path) -> None:
    with pikepdf.open(printed / "rulebook.pdf") as pdf, pdf.open_outline() as outline:
        titles = [str(item.title) for item in outline.root]
    pages = {mark.card for mark in marks(printed / "rulebook.pdf")}
    assert len(pages) == 16, "a stapled booklet has no blank pages"
    wanted = (
        "What is in the kit|Set-up|Your turn|Infecting a cell|Rent|Colonies|Trading|Signal cards|The lymph node|"
        "Going bankrupt|The end of the game|Variants|Questions and answers"
    ).split("|")
    assert [title for title in titles if title in wanted] == wanted


# --- promises on data that was spoilt


def test_the_rents_of_a_table_are_counted_like_its_colonies() -> None:
    """One number makes the words, the colonies and the rent, so that none of them can be another
    row's.
    """
    book = (HOME / "rulebook.md").read_text(encoding="utf-8")
    assert not re.search(r"\b(paneth|neuron|c)\.rent_[23]", book)
    assert book.count('["rent_" ~ n]') == 3 and book.count('{{ ":colony: " * n }}') == 2
