"""The rest of Organ Trail's kit: boards, pieces, box, reference cards and rulebook, from its
data and from the finished PDFs.
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
from pnp.build.conductor import Job, Kit, build
from pnp.build.print_options import Order
from pnp.check.component_faces import ComponentFaces
from pnp.check.contrast import check as check_contrast
from pnp.check.rules import check_game
from pnp.compose.templated_markdown import markdown_templates, markdown_variables, render_markdown
from pnp.face import Face, Group, Item, Shape, Text, walk
from pnp.impose.sheet import Duplex, PaperOptions
from pnp.ink import Ink, inked
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game
from pnp.units.color import Color, Vision, contrast, difference, parse_color, seen
from pnp.units.geometry import IDENTITY, Rect, Transform, Um, rect
from pnp.units.sizes import parse_paper

ROOT = Path(__file__).parent.parent
GAME = "organ-trail"
HOME = ROOT / "data" / GAME
DOTS = 10
"""Dots a millimetre of the pictures that are measured."""
AGENT, MARKER = 12_000, 10_000
COLOURS = ["sky", "amber", "violet", "onyx"]
TRADES = ["human", "gourmet", "medicinal"]


def order(paper: str, *only: str) -> Order:
    return Order(
        PaperOptions(parse_paper(paper), Duplex("long"), Um(0), Um(5_000), True), only=only
    )


@pytest.fixture(scope="module")
def kit() -> Kit:
    return shipped(GAME)


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All but organ cards, on A4."""
    target = tmp_path_factory.mktemp("kit")
    build(
        find(ROOT),
        Job(
            GAME,
            HOME,
            target,
            order("a4", "criminals", "board", "tokens", "box", "reference", "rulebook"),
        ),
    )
    return target


@cache
def picture(path: Path, page: int = 0) -> Image.Image:
    document = pdfium.PdfDocument(path)
    made = document[page].render(scale=DOTS / MM).to_pil().convert("RGB")
    document.close()
    return made


def cut_out(path: Path, mark: Mark) -> Image.Image:
    """A printed face, cut at its trim."""
    x, y, width, height = mark.trim
    left, top = round(x * DOTS), round(y * DOTS)
    return picture(path, mark.page).crop(
        (left, top, left + round(width * DOTS), top + round(height * DOTS))
    )


@cache
def letters(path: Path, page: int) -> tuple[float, pdfium.PdfTextPage]:
    """The height of a page and what is written on it; its document stays open as long as it is
    asked.
    """
    sheet = pdfium.PdfDocument(path)[page]
    return sheet.get_height(), sheet.get_textpage()


def words_in(path: Path, mark: Mark) -> str:
    """The text on a printed face."""
    high, written = letters(path, mark.page)
    x, y, width, height = mark.trim
    return " ".join(
        written.get_text_bounded(
            x * MM, high - (y + height) * MM, (x + width) * MM, high - y * MM
        ).split()
    )


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


def slots(made: Face) -> list[Rect]:
    """The places for pieces: what has a dashed outline in ink.

    The outline lies inside, so half its width is added again.
    """
    found = []
    for shape, area in shapes(made.items):
        if shape.stroke and shape.stroke.dash == (1_100, 700):
            half = shape.stroke.width // 2
            found.append(
                rect(area.x - half, area.y - half, area.width + 2 * half, area.height + 2 * half)
            )
    return found


def on(slot: Rect, side: int) -> Rect:
    """A square piece in the middle of its place."""
    return rect(slot.x + (slot.width - side) // 2, slot.y + (slot.height - side) // 2, side, side)


def apart(pieces: list[Rect]) -> bool:
    return not any(
        a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom for a, b in combinations(pieces, 2)
    )  # fmt: skip


# --- what the kit holds
# --------------------------------------------------------------------------------


def test_the_kit_is_whole(kit: Kit) -> None:
    assert kit.diagnostics == ()
    totals = {
        name: (component.kind, component.total) for name, component in kit.game.components.items()
    }
    assert totals == {
        "criminals": ("deck", 9), "organs": ("deck", 30), "market": ("board", 1), "points": ("board", 1), "pieces": ("tokens", 52),
        "box": ("box", 1), "reference": ("reference", 4), "rulebook": ("rulebook", 1),
    }  # fmt: skip
    pieces = {
        card.id: (card.copies, card.size, card.seat) for card in kit.game.components["pieces"].cards
    }
    for seat, colour in enumerate(COLOURS, 1):
        assert pieces[f"agent-{colour}"] == (9, (AGENT, AGENT), seat)
        assert pieces[f"multiplier-{colour}"] == (3, (MARKER, MARKER), seat)
        assert pieces[f"score-{colour}"] == (1, (MARKER, MARKER), seat)
    assert len(pieces) == 12


def test_no_type_is_smaller_than_the_floor(kit: Kit) -> None:
    for sides in kit.sides:
        if sides.component.kind != "rulebook":
            sizes = [
                item.size
                for laid in sides.laid
                for item in walk(laid.face.items)
                if isinstance(item, Text)
            ]
            assert sizes == [] or min(sizes) >= 7.5, sides.component.id


def test_the_players_colours_are_none_of_the_trades(kit: Kit) -> None:
    """Seen by most people and without one kind of cones; and four tones of grey, and four
    badges.
    """
    game = kit.game
    colours = {
        name: Color(parse_color(game.palette[term["color"]]))
        for name, term in game.terms["agency"].items()
    }
    trades = {
        name: Color(parse_color(game.palette[term["color"]]))
        for name, term in game.terms["trade"].items()
    }
    assert list(colours) == COLOURS
    for one in colours.values():
        for other in trades.values():
            assert difference(one, other) >= 20
            for vision in (Vision.PROTAN, Vision.DEUTAN, Vision.TRITAN):
                assert difference(seen(one, vision), seen(other, vision)) >= 12
    for one, other in combinations(colours.values(), 2):
        assert difference(seen(one, Vision.GREY), seen(other, Vision.GREY)) >= 10
    for name, one in colours.items():
        assert contrast(one, Color(parse_color(game.palette[f"on-{name}"]))) >= 4.5
    for what in ("letter", "icon", "label"):
        assert len({term[what] for term in game.terms["agency"].values()}) == 4
        assert (
            len({term[what] for kind in ("agency", "trade") for term in game.terms[kind].values()})
            == 7
        )


def test_every_icon_is_explained(kit: Kit) -> None:
    """All but the pictures of the cards, whose names stand beside them, and two signs on the box
    that do likewise.
    """
    told = set(kit.game.words["icons"])
    pictures = {
        card.values["icon"]
        for deck in ("criminals", "organs")
        for card in kit.game.components[deck].cards
    }
    assert set(kit.resources.icons) - told == pictures | {"meeple-group", "id-card"}
    assert told <= set(kit.resources.icons)


# --- pieces on their places, at true size
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "criminal",
    [
        "broker",
        "courier",
        "surgeon",
        "restaurateur",
        "trapper",
        "importer",
        "apothecary",
        "poacher",
        "chemist",
    ],
)
def test_seven_agents_stand_on_a_criminal(kit: Kit, criminal: str) -> None:
    made = face(kit, "criminals", criminal)
    (card,) = (card for card in kit.game.components["criminals"].cards if card.id == criminal)
    places = slots(made)
    assert len(places) == card.values["low"] + card.values["high"] == 7
    assert all(min(place.size) >= AGENT + 300 for place in places)
    agents = [on(place, AGENT) for place in places]
    assert apart(agents)
    assert all(rect(2_500, 2_500, 58_000, 83_000).contains(agent) for agent in agents)
    above = [agent for agent in agents if agent.bottom < 44_000]
    assert len(above) == card.values["low"], "each side on its own half"
    numbers = [
        area for item, area in texts(made.items) if item.text in ("1", "2", "3", "4", "5", "6")
    ]
    assert len(numbers) == 2
    assert all(apart([agent, number]) for agent in agents for number in numbers), (
        "an agent hides the number"
    )


def texts(items: tuple[Item, ...], transform: Transform = IDENTITY) -> Iterator[tuple[Text, Rect]]:
    """Every text with the box of its capitals on the face."""
    for item in items:
        if isinstance(item, Text):
            high = round(item.size * 352.8 * 0.72)
            box = f"M{item.x} {item.y}L{item.x + item.width} {item.y}L{item.x + item.width} {item.y - high}L{item.x} {item.y - high}Z"
            yield item, bounds(moved(box, transform))
        elif isinstance(item, Group):
            yield from texts(
                item.items, item.transform.then(transform) if item.transform else transform
            )


def test_a_lane_holds_three_agents_and_the_board_all_that_wait(kit: Kit) -> None:
    game = kit.game
    data = game.components["market"].details
    drawn = {(slot.x, slot.y, slot.width) for slot in slots(face(kit, "market"))}
    for colour in COLOURS:
        lane = [data.spaces[name].spot.box for name in data.tracks[f"lane-{colour}"]]
        waiting = [data.spaces[name].spot.box for name in data.tracks[f"waiting-{colour}"]]
        assert len(lane) == 3 and len(waiting) == 3
        assert all(min(box.size) >= AGENT + 300 for box in lane) and apart(
            [on(box, AGENT) for box in lane]
        )
        assert all(min(box.size) >= MARKER + 300 for box in waiting) and apart(
            [on(box, MARKER) for box in waiting]
        )
        assert all(b.x - a.right >= 1_500 for a, b in pairwise(lane)), "fingers"
        for box in (*lane, *waiting):
            assert any(
                abs(x - box.x) < 5 and abs(y - box.y) < 5 and abs(w - box.width) < 5
                for x, y, w in drawn
            ), "drawn where the data say"


def test_each_cell_of_the_table_holds_four_markers(kit: Kit) -> None:
    data = kit.game.components["market"].details
    places = [slot for slot in slots(face(kit, "market")) if abs(slot.width - 10_600) < 5]
    seen_in = 0
    for trade in TRADES:
        cells = [data.spaces[name].spot.box for name in data.tracks[trade]]
        assert len(cells) == 3 and apart(cells)
        for cell in cells:
            inside = [on(place, MARKER) for place in places if cell.contains(place)]
            assert len(inside) == 4 and apart(inside)
            seen_in += len(inside)
    assert len(places) == seen_in + 12, "three markers of each colour wait"


def test_four_markers_start_side_by_side_and_no_marker_hides_a_number(kit: Kit) -> None:
    data = kit.game.components["points"].details
    made = face(kit, "points")
    start = [data.spaces[name].spot.box for name in data.tracks["start"]]
    assert len(start) == 4 and apart([on(box, MARKER) for box in start])
    assert all(
        data.areas["start-box"].rect.contains(box) and min(box.size) >= MARKER + 300
        for box in start
    )
    circles = [
        area
        for shape, area in shapes(made.items)
        if shape.fill and abs(area.width - 17_500) < 300 and area.height == area.width
    ]
    markers = [
        area for shape, area in shapes(made.items) if shape.stroke and shape.stroke.dash == (800, 800) and abs(area.width - 9_800) < 10
    ]  # fmt: skip
    numbers = {
        item.text: area
        for item, area in texts(made.items)
        if item.text.isdigit() and item.size == 12
    }
    assert len(circles) == len(markers) == len(numbers) == 100
    for n, name in enumerate(data.tracks["points"]):
        x, y = data.spaces[name].spot.x, data.spaces[name].spot.y
        here = [
            area
            for area in markers
            if abs(area.x + area.width // 2 - x) < 5 and 0 < area.y + area.height // 2 - y < 4_000
        ]
        assert len(here) == 1
        assert apart([on(here[0], MARKER), numbers[str(n)]]), f"a marker hides {n}"
        far = max(abs(here[0].y - y), abs(here[0].bottom + 100 - y))
        assert (far**2 + (MARKER // 2) ** 2) ** 0.5 <= 9_000, (
            "the corner of a marker reaches over its circle"
        )


def test_a_picture_with_the_pieces_at_true_size(printed: Path, tmp_path: Path, kit: Kit) -> None:
    """The printed faces, with printed pieces laid on their places: the dashed outline of each
    place is still to be seen around its piece.
    """
    pieces = {
        mark.card: cut_out(printed / "tokens.pdf", mark)
        for mark in marks(printed / "tokens.pdf")
        if mark.side == "front"
    }
    cards = {
        (mark.component, mark.card): mark
        for mark in marks(printed / "cards.pdf")
        if mark.side == "front"
    }
    boards = {mark.component: mark for mark in marks(printed / "boards.pdf")}
    market, points = kit.game.components["market"].details, kit.game.components["points"].details
    lane = [market.spaces[name].spot.box for name in market.tracks["lane-violet"]]
    start = [points.spaces[name].spot.box for name in points.tracks["start"]]
    scenes = [
        (cut_out(printed / "cards.pdf", cards["criminals", "importer"]), slots(face(kit, "criminals", "importer")), ["agent-amber"] * 4 + ["agent-sky"] * 3),
        (cut_out(printed / "boards.pdf", boards["market"]), lane, ["agent-violet"] * 3),
        (cut_out(printed / "boards.pdf", boards["points"]), start, [f"score-{colour}" for colour in COLOURS]),
    ]  # fmt: skip
    for number, (ground, places, laid) in enumerate(scenes):
        bare = ground.copy()
        for place, piece in zip(sorted(places, key=lambda box: (-box.y, box.x)), laid, strict=True):
            art = pieces[piece]
            spot = on(place, art.width * 1000 // DOTS)
            ground.paste(art, (round(spot.x * DOTS / 1000), round(spot.y * DOTS / 1000)))
        ground.save(tmp_path / f"true-size-{number}.png")
        for (
            place
        ) in places:  # a dashed line along each edge: dark before and after in the very same dots
            for near_edge in (50, place.height - 50):
                line = [
                    ((place.x + at) * DOTS // 1000, (place.y + near_edge) * DOTS // 1000)
                    for at in range(1_800, place.width - 1_800, 100)
                ]
                before, after = (
                    [sum(image.getpixel(dot)) for dot in line] for image in (bare, ground)
                )
                assert min(before) < 600 and before == after, (
                    "the piece covers the outline of its place"
                )


# --- paper
# --------------------------------------------------------------------------------


def test_52_pieces_by_their_marks_and_by_colour(printed: Path, kit: Kit) -> None:
    path = printed / "tokens.pdf"
    fronts = [mark for mark in marks(path) if mark.side == "front"]
    backs = [mark for mark in marks(path) if mark.side == "back"]
    expected = (
        {f"agent-{c}": 9 for c in COLOURS}
        | {f"multiplier-{c}": 3 for c in COLOURS}
        | {f"score-{c}": 1 for c in COLOURS}
    )
    assert len(fronts) == len(backs) == 52
    assert Counter(mark.card for mark in fronts) == Counter(mark.card for mark in backs) == expected
    found: Counter[str] = Counter()
    for mark in fronts:
        side = 12 if mark.card.startswith("agent") else 10
        assert mark.trim[2:] == pytest.approx((side, side), abs=0.01)
        x, y = (
            (1.3, 1.3) if side == 12 else (0.75, 5)
        )  # beside the badge of an agent; on the frame of a marker
        pixel = picture(path, mark.page).getpixel(
            (round((mark.trim[0] + x) * DOTS), round((mark.trim[1] + y) * DOTS))
        )
        found[nearest(kit.game, pixel)] += 1
        assert nearest(kit.game, pixel) == mark.card.partition("-")[2]
    assert found == dict.fromkeys(COLOURS, 13)


def nearest(game: Game, pixel: tuple[int, int, int]) -> str:
    """The player's colour that a pixel has."""
    here = Color("#{:02x}{:02x}{:02x}".format(*pixel))
    return min(COLOURS, key=lambda name: difference(here, Color(parse_color(game.palette[name]))))


def test_only_the_back_of_a_score_marker_says_plus_100(printed: Path) -> None:
    path = printed / "tokens.pdf"
    for mark in marks(path):
        said = words_in(path, mark)
        if mark.card.startswith("score"):
            letter = {"sky": "S", "amber": "A", "violet": "V", "onyx": "O"}[
                mark.card.partition("-")[2]
            ]
            assert said == (letter if mark.side == "front" else "+100")
        else:
            assert said == ("×" if mark.card.startswith("multiplier") else "")


def test_backs_lie_behind_their_fronts(printed: Path) -> None:
    """Flipped over the long edge each back comes to lie on the front of the same piece."""
    fronts = {
        (round(210 - m.trim[0] - m.trim[2], 1), round(m.trim[1], 1)): m.card
        for m in marks(printed / "tokens.pdf")
        if m.side == "front"
    }
    backs = {
        (round(m.trim[0], 1), round(m.trim[1], 1)): m.card
        for m in marks(printed / "tokens.pdf")
        if m.side == "back"
    }
    assert fronts == backs


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_boards_measure_true(printed: Path, tmp_path: Path, kit: Kit, paper: str) -> None:
    path = printed / "boards.pdf"
    if paper != "a4":
        build(find(ROOT), Job(GAME, HOME, tmp_path, order(paper, "board")))
        path = tmp_path / "boards.pdf"
    assert [mark.component for mark in marks(path)] == ["market", "points"]
    with pikepdf.open(path) as pdf:
        for mark in marks(path):
            page = [float(value) / MM for value in pdf.pages[mark.page].MediaBox][2:]
            x, y, width, height = mark.trim
            assert (width, height) == pytest.approx((200, 269), abs=0.05)
            assert min(x, y, page[0] - x - width, page[1] - y - height) >= 4.99
    if paper == "a4":
        first, last = lane_edges(path, marks(path)[0], kit)
        assert last - first == pytest.approx(3 * 12.4 + 2 * 1.6, abs=0.25)


def lane_edges(path: Path, mark: Mark, kit: Kit) -> tuple[float, float]:
    """Where the first place of a lane begins and the last one ends in the picture, in
    millimetres.
    """
    data = kit.game.components["market"].details
    boxes = [data.spaces[name].spot.box for name in data.tracks["lane-sky"]]
    row = range(
        round((boxes[0].y + 2_000) * DOTS / 1000), round((boxes[0].bottom - 2_000) * DOTS / 1000)
    )
    image = cut_out(path, mark)
    dark = [
        x for x in range(round(7.6 * DOTS), round(51.5 * DOTS)) if sum(sum(image.getpixel((x, y))) < 250 for y in row) > len(row) * 0.3
    ]  # fmt: skip
    return dark[0] / DOTS, (dark[-1] + 1) / DOTS


def test_the_scoreboard_says_each_number_once(printed: Path) -> None:
    (mark,) = (mark for mark in marks(printed / "boards.pdf") if mark.component == "points")
    x, y, width, height = mark.trim
    said = words_in(printed / "boards.pdf", mark._replace(trim=(x, y + 58, width, height - 60)))
    assert Counter(said.split()) == Counter(str(n) for n in range(100))


def test_the_boards_say_the_rules_where_they_are_needed(printed: Path) -> None:
    market, points = (
        words_in(printed / "boards.pdf", mark) for mark in marks(printed / "boards.pdf")
    )
    assert "Never more than 3 agents in a lane." in market
    assert "draw 1 organ card for each agent in your lane" in market
    assert [market.count(f"×{n}") for n in (2, 3, 4)] == [3, 3, 0]
    assert market.count("+1") == 12
    assert "Past 99? Turn your marker over: it now shows +100." in points


def test_the_box_has_art_on_every_panel_and_room_for_the_cards(printed: Path, kit: Kit) -> None:
    box = kit.game.components["box"].details
    assert box.holds == ("criminals", "organs")
    panels = {panel.name: panel.area for panel in box.net.panels}
    assert set(panels) == {"front", "back", "left", "right", "top", "bottom"}
    assert panels["front"].width >= 63_000 + 1_000 and panels["front"].height >= 88_000 + 1_000
    assert panels["left"].width >= 39 * 300
    (mark,) = set(marks(printed / "box.pdf"))
    assert words_in(printed / "box.pdf", mark).upper().count("ORGAN TRAIL") >= 2
    art = cut_out(printed / "box.pdf", mark)
    for name, area in panels.items():
        part = art.crop(
            tuple(round(value * DOTS / 1000) for value in (area.x, area.y, area.right, area.bottom))
        )
        part = part.reduce(2)
        white = sum(count for count, pixel in part.getcolors(1 << 24) if min(pixel) > 250)
        assert white < part.width * part.height * 0.2, name


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
    shutil.copytree(ROOT / "templates" / GAME, tmp_path / "templates" / GAME)
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
    for product in (
        "3 × 1 = **3**",
        "4 × 2 = **8**",
        "(1 + 6) × 3 = **21**",
        "3 + 6 = 9 agents",
        "stands on 96 and scores 8",
        "goes on to 4,",
        "104 points",
        "2 + 2 + 1 = 5 arrests",
        "3 + 1 = 4 arrests",
    ):
        assert product in book
    assert "3 × 7 × (1 + 2 + 3) = 126 points" in book
    for a, b, product in re.findall(r"(\d+) × (\d+) = \*{0,2}(\d+)", book):
        assert int(a) * int(b) == int(product)


def test_every_number_of_the_rules_moves_with_its_fact(tmp_path: Path, kit: Kit) -> None:
    """The texts with other facts: what they say is what the facts say, and nothing of the old
    numbers is left.
    """
    folder = copied(tmp_path)
    changed(
        folder, "game.yaml",
        ("  agents: 9 ", "  agents: 23 "), ("agents_in_market: 3\n", "agents_in_market: 2\n"), ("agents_a_turn: 3 ", "agents_a_turn: 15 "),
        ("cards_an_agent: 1 ", "cards_an_agent: 14 "), ("organs_at_start: 1 ", "organs_at_start: 13 "), ("  last_circle: 99", "  last_circle: 89"),
        ("multiplier_markers: 3 ", "multiplier_markers: 2 "), ("biggest_side: 6", "biggest_side: 18"), ("organs_per_trade: 10", "organs_per_trade: 19"),
        ("  organs: 30", "  organs: 41"), ("criminals: 9\n", "criminals: 8\n"), ("short_game: 6 ", "short_game: 5 "), ("score_markers: 1\n", "score_markers: 4\n"),
    )  # fmt: skip
    game = load_game(disk_for(find(folder), folder), GAME)[0]
    book, aid = lines_of(game, folder, "rulebook.md"), lines_of(game, folder, "reference.md")
    for phrase in (
        "takes its twenty-three agents and six markers", "never more than two agents", "up to fifteen agents", "Draw fourteen organ card",
        "Take thirteen organ card", "Count on from 89 to 0", "its back says +90", "your two × markers", "2 + 18 = 20 agents",
        "41 cards, nineteen in each trade", "Eight criminals keep", "**all eight criminals** are arrested", "as soon as five criminals are arrested",
    ):  # fmt: skip
        assert phrase in book, phrase
    for phrase in (
        "Draw** fourteen organ card",
        "up to fifteen agents",
        "Never more than two agents",
        "Past 89: turn to +90",
        "all eight criminals",
    ):
        assert phrase in aid, phrase
    for text in (book, aid):
        assert not re.search(r"\b(99|100|ninth|nine|thirty)\b", text)


def test_the_reference_card_is_one_card_with_two_faces(printed: Path) -> None:
    found = marks(printed / "reference.pdf")
    assert Counter(mark.side for mark in found) == {"front": 4, "back": 4}
    assert len({mark.card for mark in found}) == 1
    said = {mark.side: words_in(printed / "reference.pdf", mark) for mark in found}
    assert all(
        word in said["front"]
        for word in ("Your turn", "Draw", "Plant", "Recall", "Corner", "Withdraw", "Arrest")
    )
    assert all(
        word in said["back"]
        for word in (
            "Marker",
            "Points",
            "Close",
            "Toss",
            "End",
            "nine",
            "Human",
            "Gourmet",
            "Medicinal",
        )
    )


def test_the_rulebook_is_a_booklet_with_all_chapters(printed: Path) -> None:
    with pikepdf.open(printed / "rulebook.pdf") as pdf:
        assert len(pdf.pages) % 4 == 0, "a stapled booklet has no blank pages"
        with pdf.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
    wanted = [
        "The case",
        "What is in the kit",
        "Set-up",
        "The cards",
        "Your turn",
        "Arrests",
        "The end of the game",
        "Questions and answers",
        "Variants",
    ]
    assert [title for title in titles if title in wanted] == wanted


def test_the_set_up_figure_lays_pieces_on_their_places(kit: Kit) -> None:
    from pnp.load import yaml
    from pnp.model.setup import scenes

    made, found = scenes(
        yaml.parse((HOME / "figures.yaml").read_bytes(), "figures.yaml"), kit.game.palette
    )
    assert found == []
    items = made["table"].items
    origin = {item.face: (item.x, item.y) for item in items if item.face.startswith("board:")}
    for face_of, board, track in (
        ("multiplier", "market", "waiting"),
        ("score", "points", "start"),
    ):
        data = kit.game.components[board].details
        left, top = origin[f"board:{board}"]
        for colour in COLOURS:
            names = (
                data.tracks[f"{track}-{colour}"]
                if track == "waiting"
                else (data.tracks["start"][COLOURS.index(colour)],)
            )
            spots = [data.spaces[name].spot for name in names]
            laid = [item for item in items if item.face == f"token:pieces/{face_of}-{colour}"]
            assert [(item.x + MARKER // 2, item.y + MARKER // 2) for item in laid] == [
                (pytest.approx(left + spot.x, abs=60), pytest.approx(top + spot.y, abs=60))
                for spot in spots
            ]
    criminals = [item.face for item in items if item.face.startswith("card:criminals/")]
    assert sorted(criminals) == sorted(
        f"card:criminals/{card.id}" for card in kit.game.components["criminals"].cards
    )
    assert (
        sum(item.face.startswith("token:pieces/agent") and item.scale == 1 for item in items)
        == kit.game.facts["agents"]
    )
    places = {
        (place.x + place.width // 2, place.y + place.height // 2)
        for place in slots(face(kit, "criminals", "chemist"))
    }
    agents = [
        (item.x + AGENT // 2, item.y + AGENT // 2)
        for item in made["arrest"].items
        if item.face.startswith("token:")
    ]
    assert len(agents) == 7
    assert all(any(abs(x - px) < 60 and abs(y - py) < 60 for px, py in places) for x, y in agents)


# --- promises on data that was spoilt
# --------------------------------------------------------------------------------

SPOILT = {
    "pieces and boards": [
        ("OT10a", "tokens.yaml", "count: facts.agents}", "count: 10}"),
        ("OT10c", "tokens.yaml", "count: facts.multiplier_markers", "count: 2"),
        ("OT11a", "boards/points.yaml", "to: facts.last_circle", "to: 98"),
        ("OT11d", "boards/points.yaml", "to: players.max", "to: 3"),
        (
            "OT13",
            "boards/market.yaml",
            "lane-onyx: {from: 1, to: facts.agents_in_market",
            "lane-onyx: {from: 1, to: 2",
        ),
        (
            "OT9b",
            "boards/market.yaml",
            "kind: multiplier, trade: gourmet",
            "kind: multiplier, trade: human",
        ),
        (
            "OT9f",
            "boards/market.yaml",
            "waiting-sky: {from: 1, to: facts.multiplier_markers",
            "waiting-sky: {from: 1, to: 2",
        ),
        ("OT14c", "boards/market.yaml", "kind: pile, trade: medicinal", "kind: pile, trade: human"),
    ],
    "texts": [
        (
            "OT12a",
            "rulebook.md",
            "**never more than {{ facts.agents_in_market | words }} agents**",
            "**never more than four agents**",
        ),
        (
            "OT12c",
            "reference.md",
            "**Recall** up to {{ facts.agents_a_turn | words }}",
            "**Recall** up to two",
        ),
        (
            "OT12d",
            "boards/market.yaml",
            "'At the start of your turn draw '",
            "'At the start of your turn get '",
        ),
        (
            "OT20",
            "rulebook.md",
            "Take {{ facts.organs_at_start | words }} organ card",
            "Take two organ card",
        ),
        ("OT22", "boards/points.yaml", "'Past '", "'After '"),
    ],
    "who plays, and how long": [
        ("OT19b", "game.yaml", "short_game: 6 ", "short_game: 5 "),
        ("OT29", "game.yaml", "players: {min: 2", "players: {min: 3"),
    ],
    "words of the texts": [
        (
            "OT30a",
            "rulebook.md",
            "Points = your agents on the card × the number",
            "Points = your agents on the card + the number",
        ),
        (
            "OT30b",
            "reference.md",
            "your agents on the card × your column",
            "your agents × the column on your left",
        ),
        ("OT30c", "rulebook.md", "put it in the ×1 column", "put it in the ×2 column"),
        (
            "OT30d",
            "rulebook.md",
            "Move it one column to the right",
            "Move it one column to the left",
        ),
        (
            "OT30e",
            "reference.md",
            "one column right, its first to ×1",
            "two columns right, its first to ×1",
        ),
        (
            "OT30f",
            "rulebook.md",
            "has the most Arrest Points at the end",
            "has the fewest Arrest Points at the end",
        ),
        (
            "OT30g",
            "rulebook.md",
            "with the most Arrest Points wins",
            "with the fewest Arrest Points wins",
        ),
        ("OT30h", "reference.md", "tie: more arrests", "tie: fewer arrests"),
        ("OT31a", "rulebook.md", "do one of four things", "do one of five things"),
        ("OT31b", "rulebook.md", "**one** of these four", "**one** of these three"),
        ("OT31c", "rulebook.md", "any of the four,", "any of the three,"),
        ("OT31d", "rulebook.md", "a column for each arrest", "a column for each agent"),
        ("OT31e", "rulebook.md", "the third three times", "the third four times"),
    ],
    "words of the reference card": [
        ("OT31b", "reference.md", "one of these four", "one of these five")
    ],
    "cards": [
        (
            "OT2a",
            "cards/criminals.yaml",
            "name: The Surgeon, trade: human, low: 3",
            "name: The Surgeon, trade: human, low: 2",
        ),
        (
            "OT3a",
            "cards/criminals.yaml",
            "name: The Poacher, trade: medicinal, low: 2, high: 5",
            "name: The Poacher, trade: medicinal, low: 2, high: 6",
        ),
        ("OT4a", "cards/organs.yaml", "name: Bone, trade: medicinal", "name: Bone, trade: human"),
        (
            "OT1b",
            "cards/organs.yaml",
            "name: Heart, trade: human",
            "name: Heart, count: 3, trade: human",
        ),
    ],
    "facts": [
        ("OT8b", "game.yaml", "  agents: 9 ", "  agents: 10 "),
        ("OT5", "game.yaml", "max: 4, colours", "max: 11, colours"),
        ("OT6", "game.yaml", "min: 2, ", "min: 3, "),
        (
            "OT11b",
            "game.yaml",
            "most_points: {expr: facts.trades * ",
            "most_points: {expr: 2 * facts.trades * ",
        ),
        ("OT19", "game.yaml", "short_game: 6 ", "short_game: 9 "),
    ],
}


@pytest.mark.parametrize("what", SPOILT)
def test_spoilt_data_break_their_promises(tmp_path: Path, what: str) -> None:
    folder = copied(tmp_path)
    for _, file, old, new in SPOILT[what]:
        changed(folder, file, (old, new))
    game, found = load_game(disk_for(find(folder), folder), GAME)
    said = [d.message for d in (*found, *check_game(game))]
    for promise, *_ in SPOILT[what]:
        assert any(f"({promise}," in message for message in said), (promise, said)


# --- ink
# --------------------------------------------------------------------------------


def test_boards_are_thrifty_in_full_ink_and_in_low(printed: Path, kit: Kit, tmp_path: Path) -> None:
    build(find(ROOT), Job(GAME, HOME, tmp_path, order("a4", "board")._replace(ink=Ink.LOW)))
    for folder, most in ((printed, 0.35), (tmp_path, 0.12)):
        for mark in marks(folder / "boards.pdf"):
            assert cover(picture(folder / "boards.pdf", mark.page).reduce(2)) <= most


def test_pieces_can_be_read_in_low_ink(kit: Kit) -> None:
    (sides,) = (sides for sides in kit.sides if sides.component.id == "pieces")
    made = {id(one): inked(one, Ink.LOW) for one in sides.distinct()}
    drawn = [laid._replace(face=made[id(laid.face)]) for laid in sides.laid]
    assert (
        check_contrast(ComponentFaces(sides.game, sides.component, drawn, sides.typefaces)).list()
        == []
    )
