"""Decks: cards from YAML and CSV alike, their ids, counts, defaults and switches."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.model.game import Card
from pnp.model.read import load_game

from .toy import CARDS, findings, game, opened, written

OTHER = "    cards: cards.yaml\n"
HINT_ID = "\n  hint: ids are used in file names, reports and --cards: no spaces, slashes, quotes, colons or commas, and no dot in front"


def found(folder: Path, text: str, name: str = "cards.yaml") -> str:
    """What is said about the cards of a file."""
    return findings(
        folder, {"game.yaml": game((CARDS, OTHER.replace("cards.yaml", name))), name: text}
    )


def cards(folder: Path, text: str, name: str = "cards.yaml") -> tuple[Card, ...]:
    """The cards of a file."""
    return (
        opened(folder, {"game.yaml": game((CARDS, OTHER.replace("cards.yaml", name))), name: text})
        .components["cards"]
        .cards
    )


def plain(card: Card) -> dict[str, object]:
    return {
        name: tuple(map(str, value)) if isinstance(value, tuple) else str(value)
        for name, value in card.values.items()
    }


YAML = """\
- {id: a, rank: 1, gem: ruby, name: Ann, gems: ruby+jade}
- {id: b, rank: 2, gem: jade, name: "Bob, the second", count: 3}
- {id: c, rank: 1, gem: jade, name: no, gems: [jade]}
"""
CSV = """\
id,rank,gem,name,gems,count
a,1,ruby,Ann,ruby+jade,
b,2,jade,"Bob, the second",,3
c,1,jade,no,jade,
"""


@pytest.mark.parametrize("typed", ["{{ facts.two }}", "{facts.two}}", "{ facts.two }"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_braces_of_a_template_in_a_spreadsheet(tmp_path: Path, encoding: str, typed: str) -> None:
    text = CSV.replace("no,", f"{typed} for {{no}},").encode(encoding)
    files = {"game.yaml": game((CARDS, "    cards: cards.csv\n")), "cards.csv": text}
    assert findings(tmp_path, files).startswith(
        f'cards.csv:4:10: error P204 "{typed}" would be printed as it stands'
    )


@pytest.mark.parametrize(
    "csv",
    [
        CSV,
        CSV.replace(", ", " ").replace(",", ";").replace("Bob", "Bob,"),
        "\ufeff" + CSV,
        CSV.replace("\n", "\r\n"),
    ],
)
def test_yaml_and_csv_make_equal_decks(tmp_path: Path, csv: str) -> None:
    one = cards(tmp_path, YAML)
    other = cards(tmp_path, csv, "cards.csv")
    assert [(card.id, card.copies, plain(card)) for card in one] == [
        (card.id, card.copies, plain(card)) for card in other
    ]
    assert [(card.id, card.copies, card.values["name"]) for card in one] == [
        ("a", 1, "Ann"),
        ("b", 3, "Bob, the second"),
        ("c", 1, "no"),
    ]


def test_cards_know_where_they_stand(tmp_path: Path) -> None:
    second = cards(tmp_path, YAML)[1]
    assert (second.span[1:], second.place("gem")[1:], second.place("gems")[1:]) == (
        (2, 3),
        (2, 25),
        (2, 3),
    )
    row = cards(tmp_path, CSV, "cards.csv")[1]
    assert (row.span[1:], row.place("gem")[1:]) == ((3, 1), (3, 5))


def test_cards_in_the_game_file_in_a_list_and_under_a_key(tmp_path: Path) -> None:
    inside = opened(tmp_path, {}).components["cards"]
    assert [card.id for card in inside.cards] == ["a", "b"] and inside.source[1:] == (10, 7)
    assert [card.id for card in cards(tmp_path, YAML)] == ["a", "b", "c"]
    assert [card.id for card in cards(tmp_path, "cards:\n" + YAML)] == ["a", "b", "c"]


def test_defaults_stand_where_a_card_says_nothing(tmp_path: Path) -> None:
    text = (
        "defaults: {rank: 2, gem: jade, count: 4, when: facts.two == 2}\n"
        "cards:\n  - {id: a, name: Ann}\n  - {id: b, name: Bob, rank: 1, count: 1}\n"
    )
    assert [
        (c.id, c.copies, c.values["rank"], str(c.values["gem"])) for c in cards(tmp_path, text)
    ] == [
        ("a", 4, 2, "Green jade"),
        ("b", 1, 1, "Green jade"),
    ]
    assert cards(tmp_path, text.replace("facts.two == 2", "facts.two == 3")) == ()


def test_when_leaves_a_card_out(tmp_path: Path) -> None:
    text = "- {id: a, rank: 1, gem: ruby, name: A, when: facts.six == 6}\n- {id: b, rank: 1, gem: ruby, name: B, when: players.max > 4}\n"
    assert [card.id for card in cards(tmp_path, text)] == ["a"]


def test_count_of_none_prints_no_card(tmp_path: Path) -> None:
    deck = opened(tmp_path, {"game.yaml": game(("{id: b,", "{id: b, count: 0,"))}).components[
        "cards"
    ]
    assert ([card.copies for card in deck.cards], deck.total) == ([1, 0], 1)


def test_spreadsheet_is_read_as_it_writes_values(tmp_path: Path) -> None:
    csv = (
        "id;rank;gem;name;gems;price;foil;count\n"
        'a ;1,0;GREEN JADE;  Ann;"Ruby + green jade ";1,5;x;2.0\n'
        "b;2; Ruby;Null;NULL;~;null;\n"
    )
    change = "name: text, price: {number: [0, 1.5], default: 0.5}, foil: {bool: , default: no},"
    text = game((CARDS, "    cards: cards.csv\n    decimal: comma\n"), ("name: text,", change))
    deck = opened(tmp_path, {"game.yaml": text, "cards.csv": csv}).components["cards"]
    found = [
        (plain(card), {name: card.values[name] for name in ("rank", "price", "foil", "count")})
        for card in deck.cards
    ]
    words = [{name: words[name] for name in ("id", "gem", "name", "gems")} for words, _ in found]
    assert words == [
        {"id": "a", "gem": "Green jade", "name": "Ann", "gems": ("Ruby", "Green jade")},
        {"id": "b", "gem": "Ruby", "name": "Null", "gems": ()},
    ]
    assert [numbers for _, numbers in found] == [
        {"rank": 1, "price": 1.5, "foil": True, "count": 2},
        {"rank": 2, "price": 0.5, "foil": False, "count": 1},
    ]


@pytest.mark.parametrize(
    ("key", "ids"),
    [("rank", ["1", "2"]), ("name", ["Ann", "Bob"]), ("gem", ["ruby", "jade"])],
)
def test_key_names_the_card(tmp_path: Path, key: str, ids: list[str]) -> None:
    text = game(
        (CARDS, CARDS.replace("id: a, ", "").replace("id: b, ", "")),
        ("    front:", f"    key: {key}\n    front:"),
    )
    assert [
        card.id for card in opened(tmp_path, {"game.yaml": text}).components["cards"].cards
    ] == ids


@pytest.mark.parametrize(
    "name", ["a", "1", "012", "no", "Ärger-2", "a.b", "a_b", "(a)", "#1", "x" * 80]
)
def test_id_may_be(tmp_path: Path, name: str) -> None:
    assert [
        card.id for card in cards(tmp_path, f'- {{id: "{name}", rank: 1, gem: ruby, name: A}}')
    ] == [name]


@pytest.mark.parametrize(
    ("sleeved", "keys", "panel", "depth"),
    [
        (False, "", (64.8, 89.8), 32.2),  # 100 × 0.3 × 1.05 + 0.7
        (True, "", (67.8, 92.8), 60.7),  # 100 × 0.6 + 0.7
        (True, "stock: 0.5mm, ", (67.8, 92.8), 80.7),
        (False, "sleeve: 0.1mm, ", (67.8, 92.8), 40.7),
        (True, "sleeve: 0.1mm, ", (67.8, 92.8), 40.7),  # what the game says wins
    ],
)
def test_box_for_sleeved_cards(
    tmp_path: Path, sleeved: bool, keys: str, panel: tuple[float, float], depth: float
) -> None:
    box = f"  box: {{kind: box, holds: cards, {keys}front: front.xml}}\n"
    files = {"game.yaml": game(("{id: b,", "{id: b, count: 99,")) + box}
    made = load_game(written(tmp_path, files), "toy", sleeved)[0].components["box"]
    front = made.details.net.panel("front").area.size
    assert (front.width / 1000, front.height / 1000) == panel
    values = made.cards[0].values
    assert (values["depth"], values["sleeved"]) == (depth, sleeved or bool(keys))


@pytest.mark.parametrize(
    ("form", "panels", "depth", "sleeved"),
    [
        (
            "tray",
            "bottom front back left right",
            22.75,
            False,
        ),
        ("tray", "bottom front back left right", 37, True),
        ("lid", "top front back left right", 16.75, False),
    ],
)
def test_box_for_the_kit(
    tmp_path: Path, form: str, panels: str, depth: float, sleeved: bool
) -> None:
    more = "  chips: {kind: tokens, tokens: [{id: t, count: 40}], front: front.xml}\n"
    more += "  map: {kind: mat, size: 300x200, title: The map, front: front.xml}\n"
    more += f"  kit: {{kind: box, form: {form}, holds: [cards, chips], front: front.xml}}\n"
    files = {"game.yaml": game(("{id: b,", "{id: b, count: 99,")) + more}
    made = load_game(written(tmp_path, files), "toy", sleeved)[0].components["kit"]
    values = made.cards[0].values
    assert [panel.name for panel in made.details.net.panels] == panels.split()
    assert (values["depth"], values["sleeved"]) == (depth, sleeved)
    assert values["outside"] == ("The map",) and values["holds"] == ("cards", "chips")
    assert made.details.holds == (), "no deck lies in two boxes"


def test_box_passes_over_a_deck_that_is_left_out(tmp_path: Path) -> None:
    more = "  more: {kind: deck, when: players.max > WHEN, cards: [{id: x}], front: front.xml}\n"
    box = "  box: {kind: box, holds: [cards, more], front: front.xml}\n"
    front = '<face><text at="1mm 1mm" width="9mm" height="9mm">x</text></face>\n'
    for most, held in (("9", ("cards",)), ("3", ("cards", "more"))):
        files = {
            "game.yaml": game() + (more + box).replace("WHEN", most),
            "templates/toy/front.xml": front,
        }
        made = opened(tmp_path / most, files).components["box"]
        assert made.details.holds == held
        assert made.cards[0].values["cards"] == 1 + len(held)
    files["game.yaml"] = game() + (more + box.replace("[cards, more]", "more")).replace("WHEN", "9")
    told = 'error P210 "holds": there is no deck "more" before this box\n  hint: its when: leaves it out: give the box the same when:'
    assert told in findings(tmp_path / "none", files)
    late = box + more.replace("WHEN", "9")
    assert 'there is no deck "more" before this box' in findings(
        tmp_path / "late", {**files, "game.yaml": game() + late}
    )
