"""Decks: cards from YAML and CSV alike, their ids, counts, defaults and switches."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.model.game import Card

from .toy import CARDS, findings, game, opened

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


def test_braces_of_a_template_in_yaml(tmp_path: Path) -> None:
    assert found(tmp_path, YAML.replace("Ann", '"{% if a"')).startswith(
        'cards.yaml:1:37: error P204 "{% if a" would be printed'
    )
    assert found(tmp_path, "defaults: {name: '{{x}}'}\ncards:\n" + YAML).startswith(
        'cards.yaml:1:18: error P204 "{{x}}" would'
    )
    assert found(tmp_path, YAML.replace("Ann", '"{a} {} } {"') + "# {{ not said }}\n") == ""


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


def test_a_switch_leaves_a_card_out(tmp_path: Path) -> None:
    text = "- {id: a, rank: 1, gem: ruby, name: A, when: facts.six == 6}\n- {id: b, rank: 1, gem: ruby, name: B, when: players.max > 4}\n"
    assert [card.id for card in cards(tmp_path, text)] == ["a"]


def test_a_count_of_none_prints_no_card(tmp_path: Path) -> None:
    deck = opened(tmp_path, {"game.yaml": game(("{id: b,", "{id: b, count: 0,"))}).components[
        "cards"
    ]
    assert ([card.copies for card in deck.cards], deck.total) == ([1, 0], 1)


@pytest.mark.parametrize(
    ("key", "ids"),
    [("rank", ["1", "2"]), ("name", ["Ann", "Bob"]), ("gem", ["ruby", "jade"])],
)
def test_a_field_that_names_the_card(tmp_path: Path, key: str, ids: list[str]) -> None:
    text = game(
        (CARDS, CARDS.replace("id: a, ", "").replace("id: b, ", "")),
        ("    front:", f"    key: {key}\n    front:"),
    )
    assert [
        card.id for card in opened(tmp_path, {"game.yaml": text}).components["cards"].cards
    ] == ids


BAD = {
    # --- the file
    "an empty list": ("[]", 'cards.yaml:1:1: error P208 the deck "cards" has no cards'),
    "an empty list under its key": (
        "cards: []",
        'cards.yaml:1:8: error P208 the deck "cards" has no cards',
    ),
    "an empty file": (
        "",
        "cards.yaml:1:1: error P203 expected a list of cards, or the keys defaults: and cards:",
    ),
    "a map without cards": (
        "kards: []",
        "cards.yaml:1:1: error P203 expected a list of cards, or the keys defaults: and cards:",
    ),
    "a key beside cards": (
        "defalts: {rank: 1}\ncards:\n  - {id: a, rank: 1, gem: ruby, name: A}",
        'cards.yaml:1:1: error P201 there is no key "defalts" here\n  hint: did you mean "defaults"?',
    ),
    "a card that is a word": (
        "- ace\n",
        "cards.yaml:1:3: error P203 expected a card: a map of keys and values",
    ),
    # --- fields
    "an unknown field": (
        "- {id: a, rank: 1, gem: ruby, name: A, gemz: jade}",
        'cards.yaml:1:40: error P201 a card of this deck has no field "gemz"\n  hint: did you mean "gem" or "gems"?',
    ),
    "a missing field": (
        "- {id: a, rank: 1, gem: ruby}",
        'cards.yaml:1:3: error P202 the card has no "name"\n  hint: add name: or declare the field optional',
    ),
    "a field that all cards lack": (
        "- {id: a, rank: 1, gem: ruby}\n- {id: b, rank: 1, gem: ruby}",
        'cards.yaml:1:1: error P202 no card has "name"\n  hint: add name: to each card, or declare the field optional',
    ),
    "several wrong values": (
        "- {id: a, rank: 3, gem: rubi, name: [A], gems: ruby+x}",
        'cards.yaml:1:17: error P205 "rank": expected 1 to 2, found 3\n'
        'cards.yaml:1:25: error P205 "gem": "rubi" is no gem; expected ruby or jade\n  hint: did you mean "ruby"?\n'
        'cards.yaml:1:37: error P205 "name": expected one value, found a list\n'
        'cards.yaml:1:48: error P205 "gems": "x" is no gem; expected ruby or jade\n  hint: known here: jade, ruby',
    ),
    # --- counts
    "a count in words": (
        "- {id: a, rank: 1, gem: ruby, name: A, count: two}",
        'cards.yaml:1:47: error P205 "count": expected a whole number of copies, found "two"',
    ),
    "a negative count": (
        "- {id: a, rank: 1, gem: ruby, name: A, count: -1}",
        'cards.yaml:1:47: error P205 "count": expected a whole number of copies, found "-1"',
    ),
    "a count with decimals": (
        "- {id: a, rank: 1, gem: ruby, name: A, count: 1.5}",
        'cards.yaml:1:47: error P205 "count": expected a whole number of copies, found "1.5"',
    ),
    "a list of counts": (
        "- {id: a, rank: 1, gem: ruby, name: A, count: [1]}",
        'cards.yaml:1:47: error P205 "count": expected a whole number of copies, found a list or map',
    ),
    "more copies than the tool prints": (
        "- {id: a, rank: 1, gem: ruby, name: A, count: 20001}",
        'cards.yaml:1:1: error P805 with "cards" the game prints 20,001 cards; at most 20,000 are allowed\n'
        "  hint: raise it on the command line: --max-cards N",
    ),
    # --- ids
    "no id": (
        "- {rank: 1, gem: ruby, name: A}",
        'cards.yaml:1:3: error P202 the card has no "id"\n'
        "  hint: give each card a stable id:, or name the field that identifies it with key: in game.yaml",
    ),
    "an id twice": (
        "- {id: a, rank: 1, gem: ruby, name: A}\n- {id: a, rank: 2, gem: jade, name: B}",
        'cards.yaml:2:3: error P207 two cards have the id "a"\n  cards.yaml:1:3: the first one is here\n'
        "  hint: for several copies of one card write count: instead",
    ),
    # --- defaults
    "defaults that are no map": (
        "defaults: none\ncards:\n  - {id: a, rank: 1, gem: ruby, name: A}",
        'cards.yaml:1:11: error P203 "defaults": expected a map of keys and values',
    ),
    "an unknown default": (
        "defaults: {rnk: 1}\ncards:\n  - {id: a, rank: 1, gem: ruby, name: A}",
        'cards.yaml:1:12: error P201 a card of this deck has no field "rnk"\n  hint: did you mean "rank"?',
    ),
    "a wrong default, once": (
        "defaults: {rank: 9}\ncards:\n  - {id: a, gem: ruby, name: A}\n  - {id: b, gem: ruby, name: B}",
        'cards.yaml:1:18: error P205 "rank": expected 1 to 2, found 9',
    ),
    "a wrong default count, once": (
        "defaults: {count: two}\ncards:\n  - {id: a, rank: 1, gem: ruby, name: A}\n  - {id: b, rank: 1, gem: ruby, name: B}",
        'cards.yaml:1:19: error P205 "count": expected a whole number of copies, found "two"',
    ),
    "an id for all cards": (
        "defaults: {id: a}\ncards:\n  - {id: b, rank: 1, gem: ruby, name: A}",
        'cards.yaml:1:12: error P201 "id" belongs to one card; it cannot stand under defaults:',
    ),
    # --- switches
    "a switch with an unknown fact": (
        "- {id: a, rank: 1, gem: ruby, name: A, when: facts.tow}",
        'cards.yaml:1:46: error P214 "when": "facts" has no "tow"\n  hint: did you mean "two"?',
    ),
    "a switch on all of players": (
        "- {id: a, rank: 1, gem: ruby, name: A, when: players == 3}",
        'cards.yaml:1:46: error P214 "when": it reckons with a whole record as if it were one value\n'
        "  hint: name one of its values: players.max",
    ),
    "a switch on players among others": (
        "- {id: a, rank: 1, gem: ruby, name: A, when: 'players in [3, 4]'}",
        'cards.yaml:1:46: error P214 "when": it reckons with a whole record as if it were one value\n'
        "  hint: name one of its values: players.max",
    ),
    "a switch that is a list": (
        "- {id: a, rank: 1, gem: ruby, name: A, when: [yes]}",
        'cards.yaml:1:46: error P214 "when": expected an expression such as facts.expert',
    ),
}


@pytest.mark.parametrize(("text", "expected"), BAD.values(), ids=BAD.keys())
def test_bad_cards(tmp_path: Path, text: str, expected: str) -> None:
    assert found(tmp_path, text) == expected


@pytest.mark.parametrize(
    "name",
    [
        "a b",
        "a/b",
        "a\\\\b",
        "../x",
        "a:b",
        "a,b",
        "a*",
        "a?",
        "<a>",
        "a|b",
        "'",
        ".a",
        "",
        "a\\u00a0b",
        "x" * 81,
    ],
)
def test_an_id_that_cannot_be_one(tmp_path: Path, name: str) -> None:
    shown = name.replace("\\\\", "\\").replace("\\u00a0", "\u00a0")
    assert found(tmp_path, f'- {{id: "{name}", rank: 1, gem: ruby, name: A}}') == (
        f'cards.yaml:1:8: error P211 "{shown}" cannot be an id{HINT_ID}'
    )


@pytest.mark.parametrize(
    "name", ["a", "1", "012", "no", "Ärger-2", "a.b", "a_b", "(a)", "#1", "x" * 80]
)
def test_an_id_that_can_be_one(tmp_path: Path, name: str) -> None:
    assert [
        card.id for card in cards(tmp_path, f'- {{id: "{name}", rank: 1, gem: ruby, name: A}}')
    ] == [name]


def test_a_list_is_no_id(tmp_path: Path) -> None:
    assert (
        found(tmp_path, "- {id: [a], rank: 1, gem: ruby, name: A}")
        == f"cards.yaml:1:8: error P211 \"['a']\" cannot be an id{HINT_ID}"
    )


def test_no_message_reaches_the_terminal_with_control_characters(tmp_path: Path) -> None:
    assert found(tmp_path, '- {id: "a\\e[31m", rank: 1, gem: ruby, name: "\\u202e"}').startswith(
        'cards.yaml:1:8: error P211 "a�[31m" cannot'
    )


BAD_CSV = {
    "an unknown column, once": (
        "id,rank,gem,name,gemz\na,1,ruby,A,x\nb,1,ruby,B,y\n",
        'cards.csv:1:18: error P201 a card of this deck has no field "gemz"\n  hint: did you mean "gem" or "gems"?',
    ),
    "a missing column, once": (
        "id,rank,gem\na,1,ruby\nb,1,ruby\n",
        'cards.csv:1:1: error P202 no card has "name"\n  hint: add the column name, or declare the field optional',
    ),
    "no column of ids, once": (
        "rank,gem,name\n1,ruby,A\n2,ruby,B\n",
        'cards.csv:1:1: error P202 no card has "id"\n  hint: add the column id, or name the field that identifies it with key: in game.yaml',
    ),
    "a misspelt column of ids, once": (
        "ids,rank,gem,name\na,1,ruby,A\nb,2,ruby,B\n",
        'cards.csv:1:1: error P201 a card of this deck has no field "ids"\n  hint: did you mean "id"?',
    ),
    "a misspelt column that is needed, once": (
        "id,rank,gem,nmae\na,1,ruby,A\nb,2,ruby,B\n",
        'cards.csv:1:13: error P201 a card of this deck has no field "nmae"\n  hint: did you mean "name"?',
    ),
    "a column of spaces and empty quotes": (
        'id,rank,gem,name\na,1,ruby,  \nb,2,ruby,""\n',
        'cards.csv:2:10: error P202 "name" of this card is empty\n  hint: fill it in, or declare the field optional\n'
        'cards.csv:3:10: error P202 "name" of this card is empty\n  hint: fill it in, or declare the field optional',
    ),
    "no header": (
        "a,1,ruby,A\nb,1,ruby,B\n",
        "cards.csv:1:1: error P201 the first row does not name the fields: id, rank, gem, name, gems\n"
        "  hint: write the names of the columns in the first row",
    ),
    "an empty cell": (
        "id,rank,gem,name\na,1,ruby,A\nb,,ruby,B\n",
        'cards.csv:3:3: error P202 "rank" of this card is empty\n  hint: fill it in, or declare the field optional',
    ),
    "a date that was a range": (
        "id,rank,gem,name\na,2-Jan,ruby,A\n",
        'cards.csv:2:3: error P205 "rank": expected a whole number, found "2-Jan"\n'
        "  hint: a spreadsheet may have turned it into a date; format the column as text",
    ),
    "no rows": ("id,rank,gem,name\n", 'cards.csv:1:1: error P208 the deck "cards" has no cards'),
    "an id twice": (
        "id,rank,gem,name\na,1,ruby,A\na,1,ruby,A\n",
        'cards.csv:3:1: error P207 two cards have the id "a"\n  cards.csv:2:1: the first one is here\n'
        "  hint: for several copies of one card write count: instead",
    ),
}


@pytest.mark.parametrize(("text", "expected"), BAD_CSV.values(), ids=BAD_CSV.keys())
def test_bad_rows(tmp_path: Path, text: str, expected: str) -> None:
    assert found(tmp_path, text, "cards.csv") == expected


def test_a_deck_whose_file_is_not_there(tmp_path: Path) -> None:
    text = game((CARDS, "    cards: crads.yaml\n"))
    assert findings(tmp_path, {"game.yaml": text, "cards.yaml": YAML}) == (
        'game.yaml:9:12: error P130 there is no file crads.yaml\n  hint: did you mean "cards.yaml" or "game.yaml"?'
    )


def test_a_deck_outside_the_game(tmp_path: Path) -> None:
    assert findings(
        tmp_path, {"game.yaml": game((CARDS, "    cards: ../other/cards.yaml\n"))}
    ).startswith("game.yaml:9:12: error P810 ")


def test_a_wrong_card_is_said_for_every_deck(tmp_path: Path) -> None:
    second = game()[game().index("  cards:\n") :].replace("  cards:\n    kind", "  more:\n    kind")
    text = game(("rank: 1", "rank: 7")) + second.replace("rank: 2", "rank: 8")
    assert findings(tmp_path, {"game.yaml": text}) == (
        'game.yaml:10:23: error P205 "rank": expected 1 to 2, found 7\ngame.yaml:18:23: error P205 "rank": expected 1 to 2, found 8'
    )


@pytest.mark.parametrize(
    ("typed", "shown", "hint"),
    [
        ("{{ facts.two }}", "{{ facts.two }}", "facts.two"),
        ("{facts.two}", "{facts.two}", "facts.two"),
        ("{{facts.two * 2}}", "{{facts.two * 2}}", "facts.two * 2"),
    ],
)
@pytest.mark.parametrize("key", ["count", "when"])
def test_an_expression_in_braces_is_told_of_once(
    tmp_path: Path, key: str, typed: str, shown: str, hint: str
) -> None:
    told = f'error P204 "{key}": an expression stands here without braces, found "{shown}"\n  hint: write {key}: {hint}'
    assert (
        found(tmp_path, YAML.replace("count: 3", f'{key}: "{typed}"'))
        == f"cards.yaml:2:{56 + len(key) + 2}: {told}"
    )
    table = CSV.replace("count", key).replace(",,3", f",,{typed}")
    assert found(tmp_path / "csv", table, "cards.csv") == f"cards.csv:3:29: {told}"


def test_a_box_passes_over_a_deck_that_is_left_out(tmp_path: Path) -> None:
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


def test_a_size_in_pixels_is_told_of(tmp_path: Path) -> None:
    hint = "825 x 1125 pixels at 300 dpi are 69.85 x 95.25 mm: write 69.85x95.25; or write 825x1125mm if millimetres are meant"
    sizes = ("825x1125", "825x1125mm", "300x1125")
    sized = {
        written: game(("    kind: deck\n", f"    kind: deck\n    size: {written}\n"))
        for written in sizes
    }
    assert findings(tmp_path, {"game.yaml": sized["825x1125"]}) == (
        f'game.yaml:9:11: error P215 "size": cards of 825x1125 mm would be larger than a sheet\n  hint: {hint}'
    )
    assert "P215" not in findings(tmp_path / "mm", {"game.yaml": sized["825x1125mm"]})
    assert "P215" not in findings(tmp_path / "long", {"game.yaml": sized["300x1125"]})
    token = "  chips: {kind: tokens, size: 825x1125, front: front.xml, tokens: [{id: a}]}\n"
    assert f"not 825x1125\n  hint: {hint}" in findings(
        tmp_path / "token", {"game.yaml": game() + token}
    )


@pytest.mark.parametrize("word", ["quantity", "qty", "Anzahl", "number", "copies"])
def test_copies_by_another_word_are_told_their_key(tmp_path: Path, word: str) -> None:
    told = f'error P201 a card of this deck has no field "{word}"\n  hint:'
    assert (
        found(tmp_path, YAML.replace("count: 3", f"{word}: 3"))
        == f"cards.yaml:2:56: {told} write count: 3"
    )
    assert (
        found(tmp_path / "csv", CSV.replace("count", word), "cards.csv")
        == f"cards.csv:1:23: {told} call the column count"
    )
    made = f"defaults: {{{word}: 2}}\ncards:\n{YAML}"
    assert found(tmp_path / "all", made) == f"cards.yaml:1:12: {told} write count: 2"


def test_a_field_that_is_nearly_spelt_so_is_meant_before_copies(tmp_path: Path) -> None:
    declared = game((CARDS, OTHER), ("fields: {", "fields: {numbers: {int: , optional: yes}, "))
    said = findings(
        tmp_path, {"game.yaml": declared, "cards.yaml": YAML.replace("count", "number")}
    )
    assert said.endswith('has no field "number"\n  hint: did you mean "numbers" or "name"?')


def test_copies_of_a_component_are_told_their_key(tmp_path: Path) -> None:
    said = findings(
        tmp_path, {"game.yaml": game(("    kind: deck\n", "    kind: deck\n    copies: 2\n"))}
    )
    hint = "each card says by itself how many there are of it: count:, or under defaults: for all of them"
    assert said == f'game.yaml:9:5: error P201 there is no key "copies" here\n  hint: {hint}'
    board = "  mat: {kind: mat, size: 100x100, front: front.xml, WORD: 2}\n"
    for number, word in enumerate(("count", "quantity")):
        text = game(("components:\n", f"components:\n{board}")).replace("WORD", word)
        said = findings(tmp_path / str(number), {"game.yaml": text})
        assert (
            said
            == f'game.yaml:7:53: error P201 there is no key "{word}" here\n  hint: write copies:'
        )
