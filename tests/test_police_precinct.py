"""Police Precinct: the decks, boards, tokens and texts hold what its rules say; the finished PDFs
are read back.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from itertools import combinations
from pathlib import Path

import pikepdf
import pytest
import yaml
from paper import MM, marks
from printed import apart, cut_out, faces, printed, words_on
from shipped import GAMES, shipped

from pnp.face import digest, halves

GAME = "police-precinct"
HOME = GAMES[GAME]
STACKS = ("crime-scene", "body", "witness", "weapon")
UNKNOWN = (
    "one-die-more one-die-less two-dice-less big-knife panic free-donut free-card no-effect".split()
)


@pytest.fixture
def game():
    return shipped(GAME).game


@pytest.fixture
def city(game):
    return game.components["city"].details


@pytest.fixture
def kit() -> Path:
    return printed(GAME)


def sites(city):
    return {name: area for name, area in city.areas.items() if area.kind not in ("cards", "note")}


def ways(city):
    """Street spaces and intersections by what can be entered from them."""
    made = {name: set() for name in city.spaces}
    for one, other, one_way, _ in city.links:
        made[one].add(other)
        if not one_way:
            made[other].add(one)
    return made


def reached(city, starts, closed=()):
    """Street spaces with the number of spaces that a drive to them takes; intersections are
    none.
    """
    far, todo, beside = dict.fromkeys(starts, 0), deque(starts), ways(city)
    while todo:
        here = todo.popleft()
        for there in beside[here]:
            if there in closed:
                continue
            step = far[here] + (city.spaces[there].kind == "street")
            if step < far.get(there, 99):
                far[there] = step
                (todo.append if step > far[here] else todo.appendleft)(there)
    return {name: steps for name, steps in far.items() if city.spaces[name].kind == "street"}


# --- cards


def test_emergencies_and_evidence_are_as_many_as_promised(game):
    events = [card.values for card in game.components["events"].cards]
    assert [
        sum(event["kind"] == kind for event in events)
        for kind in ("emergency", "lasting", "immediate")
    ] == [24, 7, 9]
    assert sum(bool(event["marker"]) for event in events) == 13
    assert [sum(event["difficulty"] == n for event in events) for n in range(2, 7)] == [
        3,
        6,
        7,
        5,
        3,
    ]
    evidence = [
        sum(card.copies for card in game.components[name].cards if card.values["evidence"])
        for name in STACKS
    ]
    assert evidence == [4, 3, 3, 3]


def test_the_urgent_marker_bounds_the_emergencies(game):
    """Every state of the board: at most five emergencies, two of a colour, three in numbered
    buildings, so that a die finds a place.
    """
    start = ((), None)
    seen, todo = {start}, deque([start])
    while todo:
        cards, urgent = todo.popleft()
        after = []
        for colour in "brgy":
            if colour not in cards:
                after.append(((*cards, colour), urgent))
            elif urgent is None:
                after.append(((*cards, colour), cards.index(colour)))
            else:
                left = (*cards[:urgent], *cards[urgent + 1 :])
                after.append(((*left, colour), left.index(colour) if colour in left else None))
        for gone in range(len(cards)):
            moved = None if urgent is None or urgent == gone else urgent - (urgent > gone)
            after.append(((*cards[:gone], *cards[gone + 1 :]), moved))
        for state in after:
            if state not in seen:
                seen.add(state)
                todo.append(state)
    facts = game.facts
    assert max(len(cards) for cards, _ in seen) == facts["emergencies_at_once"] == 5
    assert max(n for cards, _ in seen for n in Counter(cards).values()) == 2
    assert (
        max(sum(colour in "br" for colour in cards) for cards, _ in seen)
        == facts["die_emergencies_at_once"]
        == 3
    )
    assert facts["die_emergencies_at_once"] + 1 < facts["buildings"]


# --- the city


def test_the_city_has_its_spaces_and_sites(city):
    assert Counter(space.kind for space in city.spaces.values()) == {
        "street": 26,
        "crossing": 6,
        "traffic": 6,
    }
    assert Counter(area.kind for area in sites(city).values()) == {
        "hood": 6,
        "building": 6,
        "landmark": 6,
        "stack": 2,
        "station": 1,
        "hospital": 1,
    }
    assert len(city.links) == 43
    assert sorted(s.fields["spot"] for s in city.spaces.values() if s.kind == "traffic") == list(
        "123456"
    )


def test_intersections_join_the_streets_that_meet_there(city):
    beside = ways(city)
    assert {name: beside[name] for name in ("Ax2", "Ax4", "Bx1", "Bx3", "Cx2", "Cx4")} == {
        "Ax2": {"A2", "A3", "2N"},
        "Ax4": {"A6", "4N"},
        "Bx1": {"B1", "1N", "1S"},
        "Bx3": {"B4", "B5", "3N", "3S"},
        "Cx2": {"C2", "C3", "2S"},
        "Cx4": {"C6", "4S"},
    }
    assert {"A2", "Ax1"} == beside["A1"]


def test_every_site_is_entered_from_its_own_block(city):
    for name, site in sites(city).items():
        assert site.fields["enter"], name
        row, column = divmod(site.fields["block"] - 1, 3)
        streets, avenues = "ABC"[row : row + 2], (column + 1, column + 2)
        around = {f"{street}{n}" for street in streets for n in (2 * column + 1, 2 * column + 2)}
        around |= {f"{avenue}{'NS'[row]}" for avenue in avenues}
        assert set(site.fields["enter"]) <= around, name
        for door in site.fields[
            "enter"
        ]:  # and the arrow stands where block and space touch, or at their corners
            box = city.spaces[door].spot.box
            gap_x = max(site.rect.x - box.right, box.x - site.rect.right, 0)
            gap_y = max(site.rect.y - box.bottom, box.y - site.rect.bottom, 0)
            assert min(gap_x, gap_y) <= 1_500 and max(gap_x, gap_y) <= 5_000, (name, door)


def test_drives_are_short_enough(city, game):
    doors = {name: site.fields["enter"] for name, site in sites(city).items()}
    station = reached(city, doors["station"])
    assert (
        max(min(station[door] for door in enter) for enter in doors.values())
        == game.facts["station_reach"]
        == 3
    )
    longest = max(
        min(reached(city, one)[door] for door in other)
        for one in doors.values()
        for other in doors.values()
    )
    assert longest == game.facts["longest_drive"] == 7


def test_the_example_of_the_rulebook_can_be_driven(city):
    assert reached(city, ["B4"])["C5"] == 2
    assert reached(city, ["B4"], closed={"Bx3"})["C5"] == 5


def test_any_two_closed_intersections_leave_a_way_to_clear_them(city):
    beside = ways(city)
    traffic = [name for name, space in city.spaces.items() if space.kind == "traffic"]
    for pair in combinations(traffic, 2):
        left = {name for name, space in city.spaces.items() if space.kind == "street"}
        while left:
            part = set(reached(city, [next(iter(left))], closed=pair))
            assert any(beside[name] & set(pair) for name in part) or part >= left
            left -= part


def test_cards_and_pieces_have_room_on_the_boards(city, game):
    places = {name: area.rect for name, area in city.areas.items() if area.kind == "cards"}
    assert len(places) == 21  # every site but the hospital
    assert {(r.width, r.height) for r in places.values()} == {(44_000, 68_000)}
    assert apart(list(places.values()))
    for seam in (259_000, 269_000):  # the tiles overlap between these: no card lies across
        assert not [name for name, r in places.items() if r.x < seam < r.right]
    assert all(
        min(s.spot.width, s.spot.height) >= 24_000
        for s in city.spaces.values()
        if s.kind == "street"
    )  # two cars abreast
    crime = game.components["crime"].details
    assert all(
        min(s.spot.width, s.spot.height) >= 12_000 for s in crime.spaces.values()
    )  # a marker
    sizes = {
        name: (area.rect.width, area.rect.height)
        for name, area in crime.areas.items()
        if area.kind != "note"
    }
    assert sizes == {
        "police-deck": (63_000, 88_000),
        "police-discards": (63_000, 88_000),
        "event-deck": (44_000, 68_000),
        "event-discards": (44_000, 68_000),
    }


def test_the_calendar_walks_the_murderer_through_all_hoods(game):
    crime = game.components["crime"].details
    assert crime.tracks["days"] == tuple(f"days-{n}" for n in range(1, 23))
    facts = game.facts
    assert [facts["murderer_day"] + facts["hoods"] - day for day in range(16, 22)] == [
        6,
        5,
        4,
        3,
        2,
        1,
    ]
    assert facts["murderer_day"] + facts["hoods"] == facts["last_day"] == 22
    assert len(crime.tracks["crime"]) == 10
    assert crime.spaces["fail"].label == "FAIL"


def test_the_evidence_board_has_a_slot_for_each_piece(game):
    slots = Counter(
        area.fields["of"]
        for area in game.components["evidence"].details.areas.values()
        if area.kind == "slot"
    )
    for name in STACKS:
        assert slots[name] == sum(
            card.copies for card in game.components[name].cards if card.values["evidence"]
        )
    assert sum(slots.values()) == 13


# --- tokens, setup, boxes


def test_there_are_120_tokens(game):
    tokens = game.components["tokens"]
    assert tokens.total == 120
    looks = Counter()
    for card in tokens.cards:
        looks[card.values["look"]] += card.copies
    assert looks["unknown"] == 12
    assert looks["upgrade"] == 24
    assert looks["cone"] == 6
    assert looks["blocked"] == looks["marked"] == looks["unmarked"] == 6
    copies = {card.id: card.copies for card in tokens.cards}
    assert (copies["punk"], copies["donut"], copies["officer"], copies["support"]) == (24, 20, 6, 2)
    words = Counter()
    for card in tokens.cards:
        if card.values["look"] == "unknown":
            words[card.values["icon"], card.values["word"]] += card.copies
    assert words["rolling-dices", "+1"] == 2
    assert words["rolling-dices", "−1"] == 4
    assert words["rolling-dices", "−2"] == 1
    assert words["bowie-knife", "+1"] == words["megaphone", "+1"] == 1


def test_every_player_has_a_unit_told_apart_without_colour(game):
    units = game.terms["unit"]
    assert len(units) == 6
    for key in ("letter", "pattern", "color"):
        assert len({str(unit[key]) for unit in units.values()}) == 6
    assert not {unit["letter"] for unit in units.values()} & set("ABC")  # those are streets
    cars = [
        card
        for card in game.components["tokens"].cards
        if card.values["look"] in ("marked", "unmarked")
    ]
    assert Counter(
        card.seat for card in [card for card in cars for _ in range(card.copies)]
    ) == dict.fromkeys(range(1, 7), 2)


# --- the finished kit


def test_sheets_hold_every_piece(kit):
    sides = Counter(mark.side for mark in marks(kit / "tokens.pdf"))
    assert sides == {"front": 120}
    boards = Counter(mark.component for mark in marks(kit / "boards.pdf"))
    assert boards == {"city": 4, "crime": 1, "evidence": 2}


def test_every_board_fits_the_common_part_of_a4_and_letter(game):
    for name, sheets in (("city", (2, 2)), ("crime", (1, 1)), ("evidence", (2, 1))):
        size = game.components[name].size
        wide, high = (269, 200) if name == "city" else (200, 269)
        assert size.width <= (wide * sheets[0] - 10 * (sheets[0] - 1)) * 1000
        assert size.height <= (high * sheets[1] - 10 * (sheets[1] - 1)) * 1000


def drawn(kit: Path) -> list[list[tuple[float, float]]]:
    """The link lines of the city as they are printed, their corners in millimetres of the board
    from its top left.
    """
    page = next(mark.page for mark in marks(kit / "boards.pdf") if mark.component == "city")
    lines: list[list[tuple[float, float]]] = []
    path: list[tuple[float, float]] = []
    dash: list[float] = []
    color: tuple[float, ...] = ()
    with pikepdf.open(kit / "boards.pdf") as document:
        forms = [form for _, form in document.pages[page].Resources.XObject.items()]
        form = max(forms, key=lambda one: len(one.read_bytes()))
        for operands, operator in pikepdf.parse_content_stream(form):
            match str(operator):
                case "d":
                    dash = [float(n) for n in operands[0]]
                case "RG":
                    color = tuple(float(n) for n in operands)
                case "m" | "l" as move:
                    point = (float(operands[0]) / MM, 390 - float(operands[1]) / MM)
                    path = [point] if move == "m" else [*path, point]
                case "S" if dash == [8.5, 6.24] and color == (0.094, 0.188, 0.353):
                    lines.append(path)
    return lines


def within(point, box, slack=0.2):
    x, y = point
    return (
        box.x / 1000 - slack <= x <= box.right / 1000 + slack
        and box.y / 1000 - slack <= y <= box.bottom / 1000 + slack
    )


def test_on_paper_every_street_and_every_site_is_joined(kit, city):
    lines = drawn(kit)
    ends = [(line[0], line[-1]) for line in lines]

    def near(one, other):
        return abs(one[0] - other[0]) < 0.1 and abs(one[1] - other[1]) < 0.1

    middles = {
        name: (space.spot.x / 1000, space.spot.y / 1000) for name, space in city.spaces.items()
    }
    for one, other, *_ in city.links:
        assert any(
            (near(a, middles[one]) and near(b, middles[other]))
            or (near(b, middles[one]) and near(a, middles[other]))
            for a, b in ends
        ), (one, other)
    for name, site in sites(city).items():
        for door in site.fields["enter"]:
            assert any(
                within(a, city.spaces[door].spot.box) and within(b, site.rect) for a, b in ends
            ), (name, door)
    assert (
        len(lines)
        == len(city.links) + sum(len(site.fields["enter"]) for site in sites(city).values())
        == 66
    )


def test_on_paper_every_name_and_every_day_is_written(kit, city):
    sheets = words_on(kit / "boards.pdf")
    words = " ".join(sheets)
    streets = {name for name, space in city.spaces.items() if space.kind == "street"}
    assert streets <= set(words.split())
    assert all(site.label in words for site in sites(city).values())
    # Where nothing stands between them, an arrow's word and the next number are read as one.
    assert len(re.findall(r"\bENTER(?!ED)", words.upper())) >= 23
    crime = next(sheet for sheet in sheets if "City Crime Track" in sheet)
    assert "FAIL" in crime
    seen = Counter(crime.split())
    assert [seen[str(day)] for day in range(11, 23)] == [1] * 12
    assert min(seen[str(day)] for day in range(1, 11)) >= 2  # on the track and in the calendar


def test_on_paper_numbered_intersections_are_yellow_and_others_grey(kit):
    path = kit / "boards.pdf"
    tile = next(mark for mark in marks(path) if (mark.component, mark.tile) == ("city", "A1"))
    image = cut_out(path, tile, (0, 0, 180, 20))

    def shown(x: float, y: float) -> tuple[int, ...]:
        return image.getpixel((round(x * 4), round(y * 4)))

    assert shown(175.5, 16.5) == (0xF8, 0xC5, 0x1C)  # Ax2, number 1, beside its figure
    assert shown(8, 8) == (0x9F, 0xB2, 0xCD)  # Ax1, no number
    assert shown(40, 10) == (0xEE, 0xF2, 0xF8)  # the street beside it


def test_unknown_circumstances_hide_behind_one_back():
    kit = shipped(GAME)
    sides = kit.game.components["tokens"].details.sides
    fronts = faces(kit, "tokens", "front")
    assert {card for card in fronts if sides[card] == "fold"} == set(UNKNOWN)
    assert len({digest(halves(fronts[card])[1]) for card in UNKNOWN}) == 1
    assert len({digest(halves(fronts[card])[0]) for card in UNKNOWN}) == len(UNKNOWN)


# --- the rulebook


def test_rulebook_folds_without_empty_pages(kit):
    pages = words_on(kit / "rulebook.pdf")
    assert len(pages) % 4 == 0 and all(pages)


def test_the_numbers_of_the_setup_pictures_are_those_of_its_steps(game):
    """One picture shows the city, the other what is beside it."""
    text = (HOME / "rulebook.md").read_text(encoding="utf-8")
    steps = re.findall(
        r"^(\d+)\. \*\*", text.partition("# Set-up")[2].partition("# A turn")[0], re.MULTILINE
    )
    assert steps == [str(n) for n in range(1, 10)]
    scenes = yaml.safe_load((HOME / "figures.yaml").read_text(encoding="utf-8"))
    seen = set()
    for name in ("table", "beside"):
        items = scenes[name]["items"]
        told = [item["label"] for item in items if "text" in item]
        assert told == sorted(set(told)), name
        assert {item["label"] for item in items if "label" in item} == set(told), name
        seen |= set(told)
    assert seen == set(steps)


def test_events_with_a_piece_show_its_sign(game):
    signs = {card.id: card.values["icon"] for card in game.components["tokens"].cards}
    for card in game.components["events"].cards:
        piece = {"car-theft": "stolen-car"}.get(card.id, card.id)
        if piece in signs:
            assert card.values["icon"] == signs[piece]
    assert {"officer-down", "escort-van", "stolen-car"} <= set(signs)
