"""Organ Trail's kit: cards, boards, pieces, box, reference cards and rulebook, from its data and
from the finished PDFs.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pikepdf
import pytest
from ink.cover import cover
from paper import MM, Mark, marks
from PIL import Image
from printed import apart, cut_out, faces, order, picture, print_to, shapes, texts, words_in
from printed import printed as prints_of
from shipped import GAMES, shipped

from pnp.build.conductor import Kit
from pnp.check.component_faces import ComponentFaces
from pnp.check.contrast import check as check_contrast
from pnp.face import Face
from pnp.ink import Ink, inked
from pnp.load import yaml
from pnp.model.game import Game
from pnp.model.scenes import scenes
from pnp.units.color import Color, Vision, contrast, difference, lab, of_rgb, parse_color, seen
from pnp.units.geometry import Rect, rect

GAME = "organ-trail"
HOME = GAMES[GAME]
DOTS = 10
"""Dots a millimetre of the pictures that are measured."""
AGENT, MARKER = 12_000, 10_000
COLOURS = ["sky", "amber", "violet", "onyx"]
TRADES = ["human", "gourmet", "medicinal"]


@pytest.fixture
def kit() -> Kit:
    return shipped(GAME)


@pytest.fixture
def printed() -> Path:
    return prints_of(GAME)


def art_of(path: Path, mark: Mark) -> Image.Image:
    """A printed face, cut at its trim."""
    return cut_out(path, mark, dots=DOTS)


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


# --- what the kit holds


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
    """All but the pictures of the criminals, whose names stand beside them, and two signs on the box
    that do likewise.
    """
    told = set(kit.game.words["icons"])
    pictures = {card.values["icon"] for card in kit.game.components["criminals"].cards}
    assert set(kit.resources.icons) - told == pictures | {"meeple-group", "id-card"}
    assert told <= set(kit.resources.icons)


# --- pieces on their places, at true size


CRIMINALS = (
    "broker courier surgeon restaurateur trapper importer apothecary poacher chemist".split()
)


def test_decks_have_each_pair_of_sides_and_trade(kit: Kit) -> None:
    parts = kit.game.components
    by_trade: Counter[str] = Counter()
    for card in parts["organs"].cards:
        by_trade[card.values["trade"]["id"]] += card.copies
    assert by_trade == dict.fromkeys(TRADES, 10)
    rows = [card.values for card in parts["criminals"].cards]
    pairs = sorted((row["trade"]["id"], row["low"], row["high"]) for row in rows)
    assert pairs == sorted((trade, low, 7 - low) for trade in TRADES for low in (1, 2, 3))


@pytest.mark.parametrize("criminal", CRIMINALS)
def test_seven_agents_stand_on_a_criminal(kit: Kit, criminal: str) -> None:
    made = faces(kit, "criminals")[criminal]
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


def test_a_lane_holds_three_agents_and_the_board_all_that_wait(kit: Kit) -> None:
    game = kit.game
    data = game.components["market"].details
    drawn = {(slot.x, slot.y, slot.width) for slot in slots(faces(kit, "market")["market"])}
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
    places = [
        slot for slot in slots(faces(kit, "market")["market"]) if abs(slot.width - 10_600) < 5
    ]
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
    made = faces(kit, "points")["points"]
    start = [data.spaces[name].spot.box for name in data.tracks["start"]]
    assert len(start) == 4 and apart([on(box, MARKER) for box in start])
    assert all(
        data.areas["start-box"].rect.contains(box) and min(box.size) >= MARKER + 300
        for box in start
    )
    trays = [
        area for shape, area in shapes(made.items) if shape.stroke and shape.stroke.dash == (800, 800)
    ]  # fmt: skip
    numbers = {
        item.text: (item.size, area)
        for item, area in texts(made.items)
        if item.text.isdigit() and item.size in (13, 18)
    }
    assert len(trays) == len(numbers) == 100
    for n, name in enumerate(data.tracks["points"]):
        space = data.spaces[name].spot.box
        (tray,) = (area for area in trays if space.contains(area))
        step = (tray.width + 200 - MARKER) // 3
        assert step >= 2_000, "of four markers that overlap each shows a strip"
        markers = [rect(tray.x - 100 + step * k, tray.y - 100, MARKER, MARKER) for k in range(4)]
        size, number = numbers[str(n)]
        assert all(apart([marker, number]) for marker in markers), f"a marker hides {n}"
        assert size == (18 if n % 10 == 0 else 13), "tens are larger"


def test_a_picture_with_the_pieces_at_true_size(printed: Path, tmp_path: Path, kit: Kit) -> None:
    """The printed faces, with printed pieces laid on their places: the dashed outline of each
    place is still to be seen around its piece.
    """
    pieces = {
        mark.card: art_of(printed / "tokens.pdf", mark)
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
        (art_of(printed / "cards.pdf", cards["criminals", "importer"]), slots(faces(kit, "criminals")["importer"]), ["agent-amber"] * 4 + ["agent-sky"] * 3),
        (art_of(printed / "boards.pdf", boards["market"]), lane, ["agent-violet"] * 3),
        (art_of(printed / "boards.pdf", boards["points"]), start, [f"score-{colour}" for colour in COLOURS]),
    ]  # fmt: skip
    for number, (ground, places, laid) in enumerate(scenes):
        bare = ground.copy()
        for place, piece in zip(sorted(places, key=lambda box: (-box.y, box.x)), laid, strict=True):
            art = pieces[piece].crop((0, 0, *[pieces[piece].width] * 2))  # the front of a fold
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


def test_52_pieces_by_their_marks_and_by_colour(printed: Path, kit: Kit) -> None:
    path = printed / "tokens.pdf"
    fronts = [mark for mark in marks(path) if mark.side == "front"]
    backs = [mark for mark in marks(path) if mark.side == "back"]
    expected = (
        {f"agent-{c}": 9 for c in COLOURS}
        | {f"multiplier-{c}": 3 for c in COLOURS}
        | {f"score-{c}": 1 for c in COLOURS}
    )
    assert (len(fronts), backs) == (52, [])
    assert Counter(mark.card for mark in fronts) == expected
    found: Counter[str] = Counter()
    for mark in fronts:
        side = 12 if mark.card.startswith("agent") else 10
        high = 20 if mark.card.startswith("score") else side  # folded: its back lies below
        assert mark.trim[2:] == pytest.approx((side, high), abs=0.01)
        x, y = (
            (1.3, 1.3) if side == 12 else (1.1, 8.2)
        )  # beside the badge of an agent; on the frame of a marker
        pixel = picture(path, mark.page, DOTS).getpixel(
            (round((mark.trim[0] + x) * DOTS), round((mark.trim[1] + y) * DOTS))
        )
        found[nearest(kit.game, pixel)] += 1
        assert nearest(kit.game, pixel) == mark.card.partition("-")[2]
    assert found == dict.fromkeys(COLOURS, 13)
    rows: dict[int, set[str]] = {}
    for mark in fronts:
        if not mark.card.startswith("score"):
            rows.setdefault(round(mark.trim[1]), set()).add(mark.card)
    assert sorted(map(sorted, rows.values())) == sorted(
        [f"{kind}-{c}"] for kind in ("agent", "multiplier") for c in COLOURS
    ), "a colour has rows of its own"


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
            assert said == f"{letter} +100"
        else:
            assert said == ("×" if mark.card.startswith("multiplier") else "")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_boards_measure_true(printed: Path, tmp_path: Path, kit: Kit, paper: str) -> None:
    path = printed / "boards.pdf"
    if paper != "a4":
        print_to(tmp_path, kit, order(paper, "board"))
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
    image = art_of(path, mark)
    dark = [
        x for x in range(round(7.6 * DOTS), round(51.5 * DOTS)) if sum(sum(image.getpixel((x, y))) < 250 for y in row) > len(row) * 0.3
    ]  # fmt: skip
    return dark[0] / DOTS, (dark[-1] + 1) / DOTS


def test_the_scoreboard_says_each_number_once(printed: Path) -> None:
    (mark,) = (mark for mark in marks(printed / "boards.pdf") if mark.component == "points")
    said = words_in(printed / "boards.pdf", mark, (0, 58, mark.trim[2], mark.trim[3] - 60))
    assert Counter(said.split()) == Counter(str(n) for n in range(100))


def test_the_boards_say_the_rules_where_they_are_needed(printed: Path) -> None:
    market, points = (
        words_in(printed / "boards.pdf", mark) for mark in marks(printed / "boards.pdf")
    )
    assert "Never more than 3 agents in a lane." in market
    assert "draw 1 organ card for each agent in your lane" in market
    assert [market.count(f"×{n}") for n in (2, 3, 4)] == [3, 3, 0]
    assert market.count("+1") == 12
    assert "Past 99? Turn your score marker over: it now shows +100." in points
    assert "The start box counts as 0; count your first point on space 1." in points


def test_the_box_has_art_on_every_panel_and_room_for_the_cards(printed: Path, kit: Kit) -> None:
    box = kit.game.components["box"].details
    assert box.holds == ("criminals", "organs")
    panels = {panel.name: panel.area for panel in box.net.panels}
    assert set(panels) == {"front", "back", "left", "right", "top", "bottom"}
    assert panels["front"].width >= 63_000 + 1_000 and panels["front"].height >= 88_000 + 1_000
    assert panels["left"].width >= 39 * 300
    mark = next(mark for mark in marks(printed / "box.pdf") if mark.component == "box")
    assert words_in(printed / "box.pdf", mark).upper().count("ORGAN TRAIL") >= 2
    art = art_of(printed / "box.pdf", mark)
    for name, area in panels.items():
        part = art.crop(
            tuple(round(value * DOTS / 1000) for value in (area.x, area.y, area.right, area.bottom))
        )
        part = part.reduce(2)
        white = sum(count for count, pixel in part.getcolors(1 << 24) if min(pixel) > 250)
        assert white < part.width * part.height * 0.2, name


# --- texts


def test_the_reference_card_is_one_card_with_two_faces(printed: Path) -> None:
    found = [m for m in marks(printed / "cards.pdf") if m.component == "reference"]
    assert Counter(mark.side for mark in found) == {"front": 4, "back": 4}
    assert len({mark.card for mark in found}) == 1
    said = {mark.side: words_in(printed / "cards.pdf", mark) for mark in found}
    assert all(
        word in said["front"]
        for word in ("Your turn", "Draw", "Plant", "Recall", "Corner", "Withdraw", "Arrest", "Toss")
    )
    assert all(
        word in said["back"]
        for word in (
            "Arrest and end",
            "Multiplier",
            "Score",
            "Close",
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
        "The cards",
        "The boards",
        "Set-up",
        "Your turn",
        "Arrests",
        "The end of the game",
        "A sample round",
        "Questions and answers",
        "Variants",
        "At a glance",
    ]
    assert [title for title in titles if title in wanted] == wanted


def test_the_set_up_figure_lays_pieces_on_their_places(kit: Kit) -> None:
    made, found = scenes(
        yaml.parse((HOME / "figures.yaml").read_bytes(), "figures.yaml"), kit.game.palette
    )
    assert found == []
    items = made["table"].items + made["start"].items
    origin = {item.face: (item.x, item.y) for item in items if item.face.startswith("board:")}
    assert {item.label for item in items} - {None, ""} == set("1234567"), "a number for each step"
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
    assert Counter(item.face for item in items if item.face.startswith("token:pieces/agent")) == {
        "token:pieces/agent-amber": kit.game.facts["agents"]
    }, "the table as Amber sees it"
    places = {
        (place.x + place.width // 2, place.y + place.height // 2)
        for place in slots(faces(kit, "criminals")["chemist"])
    }
    agents = [
        (item.x + AGENT // 2, item.y + AGENT // 2)
        for item in made["arrest"].items
        if item.face.startswith("token:")
    ]
    assert len(agents) == 7
    assert all(any(abs(x - px) < 60 and abs(y - py) < 60 for px, py in places) for x, y in agents)


# --- promises on data that was spoilt


# --- ink


def test_sheets_are_thrifty_in_full_ink_and_in_low(printed: Path, kit: Kit, tmp_path: Path) -> None:
    print_to(tmp_path, kit, order("a4", "board", "deck", ink=Ink.LOW))
    for folder, most in ((printed, 0.35), (tmp_path, 0.12)):
        for file in ("boards.pdf", "cards.pdf"):
            for page in {mark.page for mark in marks(folder / file)}:
                assert cover(picture(folder / file, page, DOTS).reduce(2)) <= most, (file, page)


def test_agents_are_told_apart_in_grey_at_arms_length(printed: Path) -> None:
    """By the lightness of the coloured square, blurred to one dot."""
    found = {mark.card: mark for mark in marks(printed / "tokens.pdf") if mark.side == "front"}
    lightness = []
    for colour in COLOURS:
        square = art_of(printed / "tokens.pdf", found[f"agent-{colour}"]).crop((9, 9, 111, 111))
        grey = square.convert("L").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
        lightness.append(lab(of_rgb([grey / 255] * 3))[0])
    assert all(abs(one - other) >= 8 for one, other in combinations(lightness, 2)), lightness


def test_the_faces_on_board_box_and_cover_are_those_of_the_cards(kit: Kit) -> None:
    text = (HOME.parent.parent / "templates" / GAME / "suspects.xml").read_text(encoding="utf-8")
    looks = eval(text.partition("{% set looks = ")[2].partition(" %}")[0], {"dict": dict})
    cards = {card.id: card.values for card in kit.game.components["criminals"].cards}
    assert len(looks) >= 6
    for name, look in looks.items():
        assert look == {trait: cards[name][trait] for trait in look}, name


def test_pieces_can_be_read_in_low_ink(kit: Kit) -> None:
    (sides,) = (sides for sides in kit.sides if sides.component.id == "pieces")
    made = {id(one): inked(one, Ink.LOW) for one in sides.distinct()}
    drawn = [laid._replace(face=made[id(laid.face)]) for laid in sides.laid]
    assert (
        check_contrast(ComponentFaces(sides.game, sides.component, drawn, sides.typefaces)).list()
        == []
    )
