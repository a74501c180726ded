"""Narco Empire: its data hold what its rules say, under each reading of what they leave open; its
prints are read back, the marked faces, their colours and their words.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from ink.cover import cover
from mutation.kits import Kit as Judged
from paper import Mark, marks
from PIL import Image
from printed import cut_out, faces, order, picture, printed, shapes, words_in, words_on
from shipped import GAMES, shipped

from pnp.build.conductor import Kit, make_kit
from pnp.build.imposition import impose_kit
from pnp.face import Text, walk
from pnp.model.game import Game

GAME = "narco-empire"
COLOURS = ("red", "green", "yellow", "blue")
KINDS = {
    "laboratory": 4, "transport": 8, "dealer": 12, "storage": 12, "press": 5,
    "informant": 8, "police": 10, "military": 7, "dea": 2,
}  # fmt: skip
CHITS = {
    "unit": 50, "crop": 12, "million": 20, "gold": 10, "hitman": 8, "worker": 20,
    "contact": 1, "airstrip": 1, "harbour": 1, "bulk": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped(GAME).game


def fronts(name: str, *components: str) -> list[Mark]:
    """The fronts on a PDF, of some components."""
    found = [mark for mark in marks(printed(GAME) / name) if mark.side == "front"]
    return [mark for mark in found if not components or mark.component in components]


def share(image: Image.Image, color: Any) -> float:
    """How much of a picture has a colour, more or less."""
    wanted = bytes.fromhex(str(color).removeprefix("#"))
    colors: Any = image.getcolors(image.width * image.height) or []
    near = [
        n for n, pixel in colors if all(abs(a - b) < 24 for a, b in zip(pixel, wanted, strict=True))
    ]
    return sum(near) / (image.width * image.height)


def words_of(kit: Kit, name: str) -> str:
    """All that is written on a component, fronts and backs."""
    found = [*faces(kit, name).values(), *faces(kit, name, "back").values()]
    runs = [item.text for face in found for item in walk(face.items) if isinstance(item, Text)]
    return " ".join(" ".join(runs).split())


# --- the data


def test_kinds_marks_and_rounds_of_cards(game: Game) -> None:
    rows = [card for card in game.components["narcos"].cards for _ in range(card.copies)]
    assert Counter(card.values["kind"]["id"] for card in rows) == KINDS
    assert Counter(card.values["mark"]["id"] for card in rows) == {"gun": 36, "siren": 32}
    assert Counter(card.values["round"] for card in rows) == {1: 52, 2: 16}


def test_chits_of_the_data(game: Game) -> None:
    cards = game.components["tokens"].cards
    money = [card for card in cards if card.values["group"] == "money"]
    assert sum(card.copies * game.facts[card.values["amount"]] for card in money) == 70
    workers = {card.id: card for card in cards if card.values["group"] == "worker"}
    assert {name: card.copies for name, card in workers.items()} == {
        f"worker-{colour}": 5 for colour in COLOURS
    }
    assert {card.seat for card in workers.values()} == {1, 2, 3, 4}


def test_board_has_room_for_every_piece(game: Game) -> None:
    data = game.components["board"].details
    sizes = {card.id: card.size for card in game.components["tokens"].cards}
    lanes, spots = Counter[tuple[str, str]](), []
    for space in data.spaces.values():
        smallest, city = min(space.spot.width, space.spot.height), space.fields["city"]["id"]
        if space.kind == "token":
            assert smallest >= sizes["bulk"].width
            spots.append(city)
        else:
            assert smallest > sizes["worker-red"].width
            lanes[city, space.fields["player"]["id"]] += 1
    cities = {area.id: area.rect for area in data.areas.values() if area.kind == "city"}
    assert sorted(cities) == ["chicago", "los-angeles", "miami", "new-york"] == sorted(spots)
    assert lanes == {(city, colour): 5 for city in cities for colour in COLOURS}
    edges = [area.rect for area in data.areas.values()]
    for area in data.areas.values():
        if area.kind == "place":
            assert area.rect.width >= 65_000 and area.rect.height >= 90_000
        right, below = data.size.width - area.rect.right, data.size.height - area.rect.bottom
        assert min(area.rect.x, right, below) >= 3_000
    for one, other in combinations(edges, 2):
        across = one.right <= other.x or other.right <= one.x
        assert across or one.bottom <= other.y or other.bottom <= one.y
    middle = data.areas["compound"].rect  # the compound lies between the cities
    sides = {(city.x < middle.x, city.y < middle.y) for city in cities.values()}
    assert len(sides) == 4


def test_time_line_takes_seven_cards_and_one(game: Game) -> None:
    data = game.components["time-line"].details
    assert data.tracks["day"] == tuple(f"day-{n}" for n in range(1, 9))
    for space in data.spaces.values():
        assert space.spot.width >= 65_000 and space.spot.height >= 90_000
        for side in (-1, 1):  # the next tile begins at 190 mm on A4: no frame lies there
            assert abs(space.spot.x + side * space.spot.width // 2 - 190_000) >= 1_000


def test_every_rule_has_a_promise(game: Game) -> None:
    numbers = {int(re.sub(r"\D", "", rule.id)) for rule in game.rules if rule.proofs}
    assert {1, 2, *range(4, 18)} <= numbers


WAITS = {"P595", "P596"}
"""What is told of sentences and faces that read otherwise under another reading."""
READINGS = [
    ("press_is_siren: yes", "press_is_siren: no"),
    ("start_dealers: 1", "start_dealers: 4"),
    ("replaced_setup_cards: discarded", "replaced_setup_cards: removed"),
]


@pytest.mark.parametrize(("old", "new"), READINGS)
def test_other_reading_of_an_open_rule_is_whole(old: str, new: str) -> None:
    judged = Judged(GAME)
    changes = judged.altered(("game.yaml", old, new))
    game, _ = judged.load(changes)
    quiet = new == "press_is_siren: no"
    (mark,) = [c.values["mark"] for c in game.components["narcos"].cards if c.id == "press"]
    assert (mark is None) == quiet and game.facts["sirens"] == (27 if quiet else 32)
    assert game.facts["round_1_draw"] == (48 if new == "start_dealers: 4" else 51)
    assert {found.code for found in judged.verdict(changes)} <= WAITS


def test_other_readings_reach_every_page() -> None:
    judged = Judged(GAME)
    changes = judged.altered(*(("game.yaml", old, new) for old, new in READINGS))
    judged.load(changes)
    other = make_kit(judged.disk, GAME)  # type: ignore[arg-type]
    assert {found.code for found in other.diagnostics} <= WAITS
    said = {name: words_of(other, name) for name in ("rulebook", "board")}
    wanted = (
        "48|Lay them all face up, fanned, on their place|A loud press|gun, siren or neither|"
        "no siren and no gun|leave the game"
    )
    assert all(words in said["rulebook"] for words in wanted.split("|"))
    assert "51" not in said["rulebook"]
    assert "Spare dealers" in said["board"]
    # Out of the game they may be told from the rest.
    assert not backs(other, "setup") & backs(other, "narcos")


def test_no_number_of_a_siren_is_typed_in() -> None:
    """It comes from the facts; and the words that no promise can read name the phases without
    their numbers.
    """
    prose = re.sub(r"\{%-? set .*?%\}", "", (GAMES[GAME] / "rulebook.md").read_text())
    assert not re.search(r"\b(second|third) siren", prose)
    assert (prose.count("{{ third }} siren"), prose.count("{{ second }} siren")) == (3, 2)
    assert not re.search(r"phase \d", (GAMES[GAME] / "words.yaml").read_text())


# --- the prints


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_kit_goes_on_home_paper(paper: str) -> None:
    documents = impose_kit(shipped(GAME), order(paper)).documents
    sheets = {document.name: len(document.sheets) for document in documents}
    assert sheets["cards"] <= 13
    assert (sheets["tokens"], sheets["box"], sheets["boards"]) == (1, 4, 4)


def test_boxes_hold_the_decks(game: Game) -> None:
    boxes = ("narcos-box", "family-box")
    held = [name for box in boxes for name in game.components[box].details.holds]
    assert sorted(held) == ["cartel", "narcos", "setup"]


def test_storage_has_an_outline_for_each_unit_that_it_holds(game: Game) -> None:
    """A transport has none, since no unit stays on it."""
    unit = next(card for card in game.components["tokens"].cards if card.id == "unit").size
    for deck in ("setup", "narcos"):
        made = faces(shipped(GAME), deck)
        for card in game.components[deck].cards:
            squares = {
                (box.x, box.y)
                for shape, box in shapes(made[card.id].items)
                if shape.stroke
                and box.y > 50_000
                and box.width == box.height
                and 0 <= box.width + shape.stroke.width - unit.width <= 500
            }
            held = card.values["carries"] if card.values["kind"]["id"] == "storage" else 0
            assert len(squares) == held or card.values["makes"] or card.values["crops"], card.id


def test_cards_of_each_kind_are_printed(game: Game) -> None:
    kinds = {card.id: card.values["kind"]["id"] for card in game.components["narcos"].cards}
    assert Counter(kinds[mark.card] for mark in fronts("cards.pdf", "narcos")) == KINDS


def test_cards_of_round_two_have_two_circles_at_the_right_edge(game: Game) -> None:
    night, path = game.palette["night"], printed(GAME) / "cards.pdf"
    found: Counter[str] = Counter()
    for mark in fronts("cards.pdf", "setup", "narcos"):
        dots = [share(cut_out(path, mark, (55.2, y - 0.8, 1.6, 1.6)), night) for y in (27, 34)]
        assert (dots[0] > 0.9) == (dots[1] > 0.9)
        if dots[0] > 0.9:  # two circles, not one
            assert share(cut_out(path, mark, (55.2, 29.4, 1.6, 2.2)), night) < 0.4
            found[mark.card] += 1
    assert found == {"plane": 4, "depot": 4, "military": 7, "auditor": 1}


def test_marks_stand_in_the_upper_right_corner(game: Game) -> None:
    path = printed(GAME) / "cards.pdf"
    wanted = {
        (deck, card.id): card.values["mark"]["id"]
        for deck in ("setup", "narcos")
        for card in game.components[deck].cards
    }
    found: Counter[str] = Counter()
    for mark in fronts("cards.pdf", "setup", "narcos"):
        corner = cut_out(path, mark, (46.6, 5.8, 10.4, 10.4))
        part = {
            name: share(corner, game.palette[name]) for name in ("coral", "mint", "gold", "night")
        }
        golden = part["night"] > 0.4 and part["gold"] > 0.05
        seen = "start" if golden else "none"
        seen = "gun" if part["coral"] > 0.3 else "siren" if part["mint"] > 0.3 else seen
        assert seen == wanted[mark.component, mark.card], mark
        found[seen] += 1
    assert found == {"gun": 36, "siren": 32, "start": 16}


def backs(kit: Kit, deck: str) -> set[str]:
    """The different backs of a deck."""
    return {kit.digests[id(face)] for face in faces(kit, deck, "back").values()}


def test_backs_of_a_deck_are_one_face() -> None:
    setup, narcos, cartel = (backs(shipped(GAME), name) for name in ("setup", "narcos", "cartel"))
    assert setup == narcos != cartel and len(setup) == len(cartel) == 1


def test_chits_are_printed_at_their_sizes(game: Game) -> None:
    path, found = printed(GAME) / "tokens.pdf", fronts("tokens.pdf")
    assert Counter(mark.card.partition("-")[0] for mark in found) == CHITS
    marked = {mark.card: mark for mark in found}
    sizes = {"unit": (10, 10), "crop": (10, 10), "million": (18, 10), "hitman": (16, 16)}
    for name, size in sizes.items():
        assert marked[name].trim[2:] == pytest.approx(size, abs=0.01)
    made, players = faces(shipped(GAME), "tokens"), game.terms["player"]
    for colour, term in players.items():
        name = f"worker-{colour}"
        assert marked[name].trim[2:] == pytest.approx((12, 12), abs=0.01)
        assert share(cut_out(path, marked[name]), game.palette[term["color"]]) > 0.4
        letters = [item.text for item in walk(made[name].items) if isinstance(item, Text)]
        assert letters == [term["letter"]]
    for key in ("letter", "icon"):
        assert len({term[key] for term in players.values()}) == 4


SAID = {
    "boards": (
        "Chicago|Miami|New York|Los Angeles|Narcos deck|Discards|Spare dealer|Cartel deck|"
        "lose 2 units|1 unit for each of theirs"
    ),
    "rulebook": (
        "a deck of 51|seven cards lie on the time line|three sirens lie there|"
        "9 − 3 = 6 units are sold for 6 million|lay one of them face up|1 + 1 = 2 million|"
        "The Press carries a siren|setup cards too|Improved lab|2 or more crops"
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_words_that_a_table_needs(name: str, game: Game) -> None:
    said = " ".join(words_on(printed(GAME) / f"{name}.pdf"))
    assert [words for words in SAID[name].split("|") if words not in said] == []
    if name == "boards":
        assert words_of(shipped(GAME), "board").count("Before you sell in a city") == 4
    else:
        titles = [str(card.values["title"]) for card in game.components["cartel"].cards]
        moments = [str(term["label"]).split(",")[0] for term in game.terms["moment"].values()]
        assert [words for words in titles + moments if words not in said] == []
        events = words_of(shipped(GAME), "cartel")
        assert "2 or more crops" in events and "{" not in said + events


def test_icons_are_explained(game: Game) -> None:
    """But for those that are parts of a picture."""
    drawn = {"palm-tree", "police-badge"}
    assert set(shipped(GAME).resources.icons) - drawn == set(game.words["icons"])


def test_reference_cards_have_two_faces() -> None:
    path = printed(GAME) / "cards.pdf"
    found = [mark for mark in marks(path) if mark.component == "reference"]
    assert Counter(mark.side for mark in found) == {"front": 4, "back": 4}
    said = " ".join(words_in(path, mark) for mark in found)
    for words in ("7 cards or 3 sirens", "flee: 1 activity", "2 units lost"):
        assert said.count(words) == 4


@pytest.mark.parametrize(
    ("name", "most"), [("cards", 0.25), ("boards", 0.25), ("tokens", 0.15), ("box", 0.2)]
)
def test_print_is_thrifty_with_ink(name: str, most: float) -> None:
    path: Path = printed(GAME) / f"{name}.pdf"
    pages = sorted({mark.page for mark in marks(path)})[:2]
    assert max(cover(picture(path, page)) for page in pages) < most
