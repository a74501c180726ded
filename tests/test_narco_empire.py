"""Narco Empire's data hold what its rules say, under each reading of what they leave open."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import pytest

import pnp
from pnp.check.promises.contract import lines
from pnp.model.game import Game

ROOT = Path(__file__).parent.parent
GAME = "narco-empire"


@pytest.fixture(scope="module")
def game() -> Game:
    return pnp.load_game(GAME)


def changed(target: Path, edits: Mapping[str, tuple[tuple[str, str], ...]]) -> Game:
    """The game with texts of its files changed; each stands there once."""
    for folder in (f"data/{GAME}", f"templates/{GAME}", "templates/base"):
        shutil.copytree(ROOT / folder, target / folder)
    shutil.copy(ROOT / "pnp.yaml", target)
    for name, pairs in edits.items():
        file = target / "data" / GAME / name
        text = file.read_text(encoding="utf-8")
        for stands, instead in pairs:
            assert text.count(stands) == 1, stands
            text = text.replace(stands, instead)
        file.write_text(text, encoding="utf-8")
    return pnp.load_game(GAME, target)


def states(game: Game) -> dict[str, str]:
    return {line.id: line.state for line in lines(game)}


def test_the_decks_have_their_cards(game: Game) -> None:
    assert {deck.id: deck.total for deck in game.components.values() if deck.kind == "deck"} == {
        "setup": 16,
        "narcos": 68,
        "cartel": 20,
    }


def test_nine_kinds_two_marks_and_two_rounds(game: Game) -> None:
    kinds, marks, rounds = Counter[str](), Counter[str](), Counter[int]()
    for card in game.components["narcos"].cards:
        kinds[card.values["kind"]["id"]] += card.copies
        marks[card.values["mark"]["id"]] += card.copies
        rounds[card.values["round"]] += card.copies
    assert kinds == {
        "laboratory": 4,
        "transport": 8,
        "dealer": 12,
        "storage": 12,
        "press": 5,
        "informant": 8,
        "police": 10,
        "military": 7,
        "dea": 2,
    }
    assert marks == {"gun": 36, "siren": 32}
    assert rounds == {1: 52, 2: 16}


def test_a_hundred_and_twenty_four_chits(game: Game) -> None:
    tokens = game.components["tokens"]
    assert tokens.total == 124
    found = Counter({card.id: card.copies for card in tokens.cards})
    workers = {name: found.pop(name) for name in [*found] if name.startswith("worker-")}
    assert workers == {f"worker-{colour}": 5 for colour in ("red", "green", "yellow", "blue")}
    assert found == {
        "unit": 50,
        "crop": 12,
        "million": 20,
        "gold": 10,
        "hitman": 8,
        "contact": 1,
        "airstrip": 1,
        "harbour": 1,
        "bulk": 1,
    }
    money = sum(
        card.copies * game.facts[card.values["amount"]]
        for card in tokens.cards
        if card.values["group"] == "money"
    )
    assert money == 70
    assert {card.seat for card in tokens.cards if card.values["group"] == "worker"} == {1, 2, 3, 4}


def test_every_piece_finds_room_on_the_board(game: Game) -> None:
    data = game.components["board"].details
    sizes = {card.id: card.size for card in game.components["tokens"].cards}
    lanes, spots = Counter[tuple[str, str]](), []
    for space in data.spaces.values():
        if space.kind == "token":
            assert min(space.spot.width, space.spot.height) >= sizes["bulk"].width
            spots.append(space.fields["city"]["id"])
        else:
            assert min(space.spot.width, space.spot.height) > sizes["worker-red"].width
            lanes[space.fields["city"]["id"], space.fields["player"]["id"]] += 1
    cities = sorted(area.id for area in data.areas.values() if area.kind == "city")
    assert cities == ["chicago", "los-angeles", "miami", "new-york"] == sorted(spots)
    assert lanes == {
        (city, colour): 5 for city in cities for colour in ("red", "green", "yellow", "blue")
    }
    for area in data.areas.values():
        if area.kind == "place":
            assert area.rect.width >= 65_000 and area.rect.height >= 90_000
        assert (
            area.rect.x >= 3_000
            and area.rect.right <= data.size.width - 3_000
            and area.rect.bottom <= data.size.height - 3_000
        )
    for one, other in combinations(data.areas.values(), 2):
        assert (
            one.rect.right <= other.rect.x
            or other.rect.right <= one.rect.x
            or one.rect.bottom <= other.rect.y
            or other.rect.bottom <= one.rect.y
        )


def test_the_compound_lies_between_the_cities(game: Game) -> None:
    areas = game.components["board"].details.areas
    middle = areas["compound"].rect
    assert {
        (area.rect.x < middle.x, area.rect.y < middle.y)
        for area in areas.values()
        if area.kind == "city"
    } == {(left, above) for left in (True, False) for above in (True, False)}


def test_the_time_line_takes_seven_cards_and_one(game: Game) -> None:
    data = game.components["time-line"].details
    assert data.tracks["day"] == tuple(f"day-{n}" for n in range(1, 9))
    for space in data.spaces.values():
        assert space.spot.width >= 65_000 and space.spot.height >= 90_000
        for side in (-1, 1):  # the next tile begins at 190 mm on A4: no frame lies there
            assert abs(space.spot.x + side * space.spot.width // 2 - 190_000) >= 1_000


def test_every_promise_is_kept(game: Game) -> None:
    found = states(game)
    assert {name: state for name, state in found.items() if state != "kept"} == {}
    for number in (
        1,
        2,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
        13,
        14,
        15,
        16,
        17,
    ):  # those of the rules, each by itself or by its parts
        assert any(
            name.removeprefix("NE").rstrip("abcdefghijklmnop") == str(number) for name in found
        ), number
    assert all(promise.where for promise in game.promises if promise.basis in ("stated", "derived"))


@pytest.mark.parametrize(
    ("edits", "broken"),
    [
        (
            {
                "cards/narcos.yaml": (("id: police, name: Police, kind: police, mark: siren, icon: police-car, count: 10", "id: police, name: Police, kind: police, mark: siren, icon: police-car, count: 9"),),
                "tokens.yaml": (("id: harbour", "id: mooring"), ("icon: speed-boat, amount", "icon: cargo-ship, amount")),
                "boards/board.yaml": (("label: Chicago", "label: Boston"),),
            },
            {"NE0b", "NE0d", "NE1g", "NE4b", "NE7b", "NE7d", "NE15c", "NE6c"},
        ),
        (
            {
                "cards/narcos.yaml": (("price: 4, carries: 9", "price: 4, carries: 5"), ("price: 3, carries: 10", "price: 3, carries: 6")),
                "cards/setup.yaml": (("makes: [1, 2, 3]", "makes: [1, 3, 2]"), ("crops: [0, 2, 3]", "crops: [0, 3, 2]")),
            },
            {"NE8c", "NE9a", "NE9b", "NE9c", "NE9d", "NE12a"},
        ),
        (
            {
                "game.yaml": (("  workers: 20", "  workers: 21"), ("  sirens_to_flee: 3", "  sirens_to_flee: 4"), ("  boat_load: 6", "  boat_load: 10")),
                "rulebook.md": (("{{ facts.sirens_to_flee | words }} sirens** lie there", "three sirens** lie there"),),
                "cards/cartel.yaml": (("count: 2", "count: 3"),),
            },
            {"NE3f", "NE6f", "NE8b", "NE13b", "NE14f", "NE0c"},
        ),
    ],
    ids=["fewer", "weaker", "other numbers"],
)  # fmt: skip
def test_a_change_breaks_the_promises_that_speak_of_it(
    tmp_path: Path, edits: dict[str, tuple[tuple[str, str], ...]], broken: set[str]
) -> None:
    found = {name for name, state in states(changed(tmp_path, edits)).items() if state != "kept"}
    assert broken <= found


@pytest.mark.parametrize(
    ("stands", "instead"),
    [
        ("press_is_siren: yes", "press_is_siren: no"),
        ("start_dealers: 1", "start_dealers: 4"),
        ("replaced_setup_cards: discarded", "replaced_setup_cards: removed"),
    ],
)
def test_the_other_reading_of_an_open_rule_is_whole_as_well(
    tmp_path: Path, stands: str, instead: str
) -> None:
    game = changed(tmp_path, {"game.yaml": ((stands, instead),)})
    marks = [card.values["mark"] for card in game.components["narcos"].cards if card.id == "press"]
    assert len(marks) == 1 and (marks[0] is None) == (instead == "press_is_siren: no")
    assert game.facts["round_1_draw"] == (48 if instead == "start_dealers: 4" else 51)
    assert game.facts["sirens"] == (27 if instead == "press_is_siren: no" else 32)
    assert {name: state for name, state in states(game).items() if state != "kept"} == {}
