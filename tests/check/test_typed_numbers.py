"""Numbers of the rules in texts: which are judged, which are free."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from model.toy import opened, written

from pnp.check import typed_numbers as prose
from pnp.diagnostics import text
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game

ROOT = Path(__file__).parent.parent.parent
GAME = """\
title: Night Market
players: {min: 2, max: 5}
facts: {hand_size: 7, lanterns: 8, rounds: 12, agents_in_market: 3, fee: 2.5, visits: 6, stars: 105, windows: 2500,
  ducats: 1250000, toll_rate: {expr: 0.1 + 0.2}}
components:
  villains: {kind: deck, cards: [{id: a, count: 6}, {id: b, count: 2}], front: front.xml}
  coins: {kind: tokens, tokens: [{id: gold, count: 24}], front: front.xml}
  map: {kind: mat, title: Night maps, size: 99x99, front: front.xml}
  market: {kind: board, size: 200x200, data: market.yaml, front: front.xml}
  rules: {kind: rulebook}
"""
BOARD = "areas:\n  a: {at: [0mm, 0mm], size: [9mm, 9mm], label: The market}\n"
CORPUS = Path(__file__).with_name("harmless.txt").read_text().splitlines()


def told(folder: Path, prose_text: str, board: str = BOARD) -> list[str]:
    game = opened(folder, {"game.yaml": GAME, "rulebook.md": prose_text, "market.yaml": board})
    return [text(d).replace(f"{folder}/data/toy/", "") for d in prose.check(game)]


LITERALS = {
    "digits": (
        "Everybody gets 7 cards.\nYour hand size is 7.\n",
        "rulebook.md:2:19",
        "facts.hand_size",
    ),
    "a word": ("Hang up eight lanterns.\n", "rulebook.md:1:9", "{{ facts.lanterns | words }}"),
    "a word at the beginning": (
        "# A\n\nEight lanterns hang there.\n",
        "rulebook.md:3:1",
        "facts.lanterns",
    ),
    "an adjective between": ("Hang up eight red lanterns.\n", "rulebook.md:1:9", "facts.lanterns"),
    "a dozen": ("Play a dozen rounds.\n", "rulebook.md:1:6", "facts.rounds"),
    "bold": ("Hang up **8** lanterns.\n", "rulebook.md:1:11", "facts.lanterns"),
    "part of a name": (
        "Never more than 3 agents a turn.\n",
        "rulebook.md:1:17",
        "facts.agents_in_market",
    ),
    "a count": ("Shuffle the 8 villains.\n", "rulebook.md:1:13", "counts['villains']"),
    "players": ("With 5 players use all.\n", "rulebook.md:1:6", "game.players.max"),
    "in a table": (
        "| what | count |\n|---|---|\n| all | 24 coins |\n",
        "rulebook.md:3:9",
        "counts['coins']",
    ),
    "some dozen": (
        "There are two dozen coins.\n",
        "rulebook.md:1:11",
        "\"two dozen\" is typed in; it is counts['coins']",
    ),
    "two dozen on two lines": (
        "> Take two\n> dozen coins.\n",
        "rulebook.md:1:8",
        "\"two dozen\" is typed in; it is counts['coins']",
    ),
    "twelve, and not ten or two": (
        "Play twelve rounds.\n",
        "rulebook.md:1:6",
        "{{ facts.rounds | words }}",
    ),
    "half a dozen": (
        "Take half a dozen visits.\n",
        "rulebook.md:1:6",
        "{{ facts.visits | words }}",
    ),
    "a hundred": (
        "Collect a hundred and five stars.\n",
        "rulebook.md:1:9",
        "{{ facts.stars | words }}",
    ),
    "a thousand": (
        "It has two thousand five hundred windows.\n",
        "rulebook.md:1:8",
        "{{ facts.windows | words }}",
    ),
    "the end of a range": ("For 2–5 players.\n", "rulebook.md:1:7", "game.players.max"),
    "in a call-out": ("> [!NOTE]\n> Hang up 8 lanterns.\n", "rulebook.md:2:11", "facts.lanterns"),
}


@pytest.mark.parametrize(("source", "place", "hint"), LITERALS.values(), ids=LITERALS.keys())
def test_typed_numbers_a_number_of_the_rules_is_no_literal(
    tmp_path: Path, source: str, place: str, hint: str
) -> None:
    (found,) = told(tmp_path, source)
    assert found.startswith(f"{place}: error P520 ") and hint in found, found


DEALT = "- {id: A1, says: enough to deal, kind: supply, of: villains, needs: facts.hand_size, basis: ours}\n"


@pytest.mark.parametrize(
    ("promises", "source", "places"),
    [
        ("", "Everybody gets seven cards.\n", []),
        (
            DEALT,
            "Everybody gets seven cards. Draw 7 more cards.\n",
            ["rulebook.md:1:16", "rulebook.md:1:34"],
        ),
        (DEALT, "Everybody gets eight cards. There are 9 cards. Take 7 coins.\n", []),
        (DEALT.replace("of: villains", "of: coins"), "Everybody gets seven cards.\n", []),
        (DEALT.replace("hand_size", "rounds"), "Everybody gets seven cards.\n", []),
    ],
    ids=[
        "not said to count cards",
        "said so",
        "other numbers, other nouns",
        "said of tokens",
        "another fact",
    ],
)
def test_typed_numbers_a_fact_that_a_supply_reckons_cards_with_stands_beside_cards(
    tmp_path: Path, promises: str, source: str, places: list[str]
) -> None:
    game = opened(
        tmp_path,
        {
            "game.yaml": GAME,
            "rulebook.md": source,
            "market.yaml": BOARD,
            "rules.yaml": promises or "[]\n",
        },
    )
    found = [text(d).replace(f"{tmp_path}/data/toy/", "") for d in prose.check(game)]
    assert [line.partition(": error P520 ")[0] for line in found] == places and all(
        "facts.hand_size" in line for line in found
    )


CONTRADICTIONS = {
    "a count": (
        "There are 9 villains in the deck.\n",
        "rulebook.md:1:11: error P521 \"9 villains\": counts['villains'] is 8",
    ),
    "a fact": (
        "Take all 9 lanterns.\n",
        'rulebook.md:1:10: error P521 "9 lanterns": facts.lanterns is 8',
    ),
    "a fact by its name": (
        "The hand size is 6.\n",
        'rulebook.md:1:18: error P521 "hand size is 6": facts.hand_size is 7',
    ),
    "a fact by its name, on two lines": (
        "> A hand **size\nis exactly six**.\n",
        'rulebook.md:2:12: error P521 "hand size is exactly six": facts.hand_size is 7',
    ),
    "a fact that is large": (
        "Take all 250,000 ducats.\n",
        'rulebook.md:1:10: error P521 "250,000 ducats": facts.ducats is 1250000\n',
    ),
    "a fact behind an adjective": (
        "There are 9 red Lanterns.\n",
        'rulebook.md:1:11: error P521 "9 red Lanterns": facts.lanterns is 8',
    ),
    "a fact that is worked out": (
        "The toll rate is 4.\n",
        'rulebook.md:1:18: error P521 "toll rate is 4": facts.toll_rate is 0.3\n',
    ),
    "dozens": (
        "There are two dozen villains.\n",
        "rulebook.md:1:11: error P521 \"two dozen villains\": counts['villains'] is 8",
    ),
    "above the whole count": (
        "The kit has 10 villains.\n",
        "rulebook.md:1:13: error P521 \"10 villains\": counts['villains'] is 8",
    ),
    "above it in words": (
        "Lay **nine** villains face up.\n",
        "rulebook.md:1:7: error P521 \"nine villains\": counts['villains'] is 8",
    ),
    "above it in dozens": (
        "Shuffle three dozen villains.\n",
        "rulebook.md:1:9: error P521 \"three dozen villains\": counts['villains'] is 8",
    ),
    "cards of a deck": (
        "You need 40 villain cards.\n",
        "rulebook.md:1:10: error P521 \"40 villain cards\": counts['villains'] is 8",
    ),
    "above it in words below a hundred": (
        "It has ninety-nine villains.\n",
        "rulebook.md:1:8: error P521 \"ninety-nine villains\": counts['villains'] is 8",
    ),
    "above it in three figures": (
        "It has 100 villains.\n",
        "rulebook.md:1:8: error P521 \"100 villains\": counts['villains'] is 8",
    ),
    "for so many players": (
        "A game for 6 players.\n",
        'rulebook.md:1:12: error P521 "6 players": game.players.max is 5',
    ),
    "boards": (
        "Put 2 night maps side by side.\n",
        "rulebook.md:1:5: error P521 \"2 night maps\": counts['map'] is 1",
    ),
    "players": (
        "A game for 2 to 6 players.\n",
        'rulebook.md:1:17: error P521 "6 players": game.players.max is 5',
    ),
    "players in a range": (
        "A game for 2–6 players.\n",
        'rulebook.md:1:14: error P521 "6 players": game.players.max is 5',
    ),
    "cards to take": (
        "Take 40 villain cards.\n",
        "rulebook.md:1:6: error P521 \"40 villain cards\": counts['villains'] is 8",
    ),
    "cards to use": (
        "Each game uses 40 villains.\n",
        "rulebook.md:1:16: error P521 \"40 villains\": counts['villains'] is 8",
    ),
    "cards to get": (
        "Everybody gets **nine** villains.\n",
        "rulebook.md:1:18: error P521 \"nine villains\": counts['villains'] is 8",
    ),
    "cards to give": (
        "Give 9 villains to your neighbour.\n",
        "rulebook.md:1:6: error P521 \"9 villains\": counts['villains'] is 8",
    ),
    "cards to receive": (
        "Both receive 9 villain cards.\n",
        "rulebook.md:1:14: error P521 \"9 villain cards\": counts['villains'] is 8",
    ),
    "cards to add": (
        "Add 12 villains to the deck.\n",
        "rulebook.md:1:5: error P521 \"12 villains\": counts['villains'] is 8",
    ),
    "cards to return": (
        "Whoever passes returns 10 villains.\n",
        "rulebook.md:1:24: error P521 \"10 villains\": counts['villains'] is 8",
    ),
    "cards to remove": (
        "Remove 9 villains from the game.\n",
        "rulebook.md:1:8: error P521 \"9 villains\": counts['villains'] is 8",
    ),
    "boards to lay out": (
        "Lay out 2 night maps.\n",
        "rulebook.md:1:9: error P521 \"2 night maps\": counts['map'] is 1",
    ),
    "mats by their kind": (
        "Take 4 map mats.\n",
        "rulebook.md:1:6: error P521 \"4 map mats\": counts['map'] is 1",
    ),
    "in a table": ("| x |\n|---|\n| 9 lanterns |\n", "rulebook.md:3:3: error P521"),
}


@pytest.mark.parametrize(("source", "expected"), CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_typed_numbers_a_text_that_contradicts_the_game(
    tmp_path: Path, source: str, expected: str
) -> None:
    (found,) = told(tmp_path, source)
    assert found.startswith(expected), found
    assert "it is said here" in found and "game.yaml:" in found


BELOW = {
    "as many as there are, at another noun": "Villains are 12 of the night folk.",
    "points of them": "They have 12 villain points, and 9 points villains lose.",
    "a manner of speaking": "A hundred villains wait in the harbour, two hundred villains elsewhere.",
    "a manner of speaking behind such a word": "The kit has a hundred villains, and has two hundred villains to come.",
    "for so many others": "A place for 12 villains, for 9 night maps, and for 6 player markers.",
    "a few hundred": "Some hundred villains, several dozen villains, two million villains.",
    "tokens, which come back": "It costs 40 coins. Pay 30 coins.",
    "no number of cards": "Shuffle 30 cards. Lay out 3 boards.",
    "two and a half": "Give two and a half villains.",
    "marked as meant": "In the end {{ 10 }} villains have come by, and {{ 6 | words }} players.",
    "players in the singular": "Take 6 player colours, and with 40 points players stop.",
    "another thing by a longer name": "Deal 6 player markers.",
    "a round, a level, a roll": "In round 6 players swap hands. At level 7 players stop. On 5 or 6 players lose a card.",
    "a price": "Whoever pays 25 villains wins, with 12 villains at least.",
    "what belongs to them": "Take 12 villains' coins, add 9 villain's lies, use 6 players’ colours, and take 20 villain points.",
    "players in the singular behind a verb": "Take 6 player colours and use 9 player markers.",
    "fewer players": "With 2–4 players, or 3 players, leave some out.",
}


@pytest.mark.parametrize("sentence", BELOW.values(), ids=BELOW.keys())
def test_typed_numbers_no_number_above_the_whole_count(tmp_path: Path, sentence: str) -> None:
    assert told(tmp_path, sentence + "\n") == []


NAMED_CARDS = GAME.replace(
    "  rules:",
    "  cards: {kind: deck, cards: [{id: a, count: 9}, {id: b, count: 3}], front: front.xml}\n  rules:",
)
"""Eight villains, 12 of the deck that `pnp new` calls cards; with coins, mat, board and rulebook
47 in all.
"""
ANY = {
    "all that is printed": (
        "Shuffle all 20 cards. There are 20 cards in all. The kit has 20 cards, all 13 cards lie there.",
        "",
    ),
    "as many as the deck has": (
        "There are 12 cards.",
        "rulebook.md:1:11: error P520 \"12\" is typed in; it is counts['cards']",
    ),
    "more than is printed": (
        "Shuffle all 99 Cards.",
        "rulebook.md:1:13: error P521 \"99 Cards\": counts['cards'] is 12",
    ),
    "more than is printed, not stated": (
        "The kit has 99 cards.",
        "rulebook.md:1:13: error P521 \"99 cards\": counts['cards'] is 12",
    ),
    "another deck": (
        "There are 9 villains.",
        "rulebook.md:1:11: error P521 \"9 villains\": counts['villains'] is 8",
    ),
    "more than another deck has": (
        "The kit has 9 villains.",
        "rulebook.md:1:13: error P521 \"9 villains\": counts['villains'] is 8",
    ),
}


@pytest.mark.parametrize(("source", "expected"), ANY.values(), ids=ANY.keys())
def test_typed_numbers_a_deck_called_cards_is_not_all_cards(
    tmp_path: Path, source: str, expected: str
) -> None:
    game = opened(
        tmp_path, {"game.yaml": NAMED_CARDS, "rulebook.md": source + "\n", "market.yaml": BOARD}
    )
    found = [text(d).replace(f"{tmp_path}/data/toy/", "") for d in prose.check(game)]
    assert [line[: len(expected)] for line in found] == ([expected] if expected else [])


def test_typed_numbers_a_fact_called_cards_is_no_deck(tmp_path: Path) -> None:
    game = opened(
        tmp_path,
        {
            "game.yaml": NAMED_CARDS.replace("hand_size", "cards: 30, hand_size"),
            "rulebook.md": "All 20 cards.\n",
            "market.yaml": BOARD,
        },
    )
    assert '"20 cards": facts.cards is 30' in "".join(text(d) for d in prose.check(game))


FOREIGN = {
    "cards that open a line": (
        "de",
        "karten: {kind: deck, title: Karten, ",
        "Jeder erhält:\n\n- 5 Karten\n\n| x |\n|---|\n| 5 Karten |\n",
        [],
    ),
    "a word that is not ours": (
        "es",
        "cartas: {kind: deck, title: Cartas, ",
        "Si has 12 cartas, all 12 cartas.\n",
        [],
    ),
    "as many as there are": (
        "de",
        "karten: {kind: deck, title: Karten, ",
        "Mischt die 9 Karten.\n",
        ["\"9\" is typed in; it is counts['karten']"],
    ),
    "no number word of ours": (
        "pl",
        "lampa: {kind: deck, title: Lampy, ",
        "Weź ten pionek, six lampa, nine lampy.\n",
        [],
    ),
    "words to their end": (
        "vi",
        "ca: {kind: deck, title: Cá, ",
        "- 9 củ cà rốt\n- 9 chú mèo\n",
        [],
    ),
    "words with an accent": (
        "de",
        "muenzen: {kind: deck, title: Münzen, ",
        "Nehmt 9 Mützen, 9 Münzen.\n",
        ["\"9\" is typed in; it is counts['muenzen']"],
    ),
    "words with marks": (
        "hi",
        "k: {kind: deck, title: कार्ड, ",
        "9 कीरत\n\n9 कार्ड\n",
        ["\"9\" is typed in; it is counts['k']"],
    ),
    "words in parts": (
        "fr",
        "d: {kind: deck, title: Dés, ",
        "Lancez 9 de\u0301s.\n",
        ["\"9\" is typed in; it is counts['d']"],
    ),
    "a fact by its name": (
        "de",
        "k: {kind: deck, title: Größe der Hand, ",
        "Größe der Hand: 12\n",
        ["\"Größe der Hand: 12\": counts['k'] is 9"],
    ),
}


@pytest.mark.parametrize(
    ("language", "deck", "source", "expected"), FOREIGN.values(), ids=FOREIGN.keys()
)
def test_typed_numbers_a_text_in_another_language(
    tmp_path: Path, language: str, deck: str, source: str, expected: list[str]
) -> None:
    game = f"title: T\nlanguage: {language}\nplayers: {{min: 2, max: 4}}\nfacts: {{pionek: 10, lampa: 6}}\ncomponents:\n"
    game += (
        f"  {deck}cards: [{{id: a, count: 9}}], front: front.xml}}\n  rules: {{kind: rulebook}}\n"
    )
    assert [
        d.message for d in prose.check(opened(tmp_path, {"game.yaml": game, "rulebook.md": source}))
    ] == expected


class Counted(str):
    """A text that counts how often it is searched from a place to its end."""

    searches = 0

    def find(self, *args: Any) -> int:
        self.searches += 1
        return super().find(*args)


@pytest.mark.parametrize("opening", ["{{", "{%", "{#"])
def test_typed_numbers_a_tag_without_an_end_is_looked_for_once(opening: str) -> None:
    endless = Counted(f"{opening} 8 lanterns " * 100)
    assert prose._without_tags(endless) == endless and endless.searches == 1


@pytest.mark.parametrize("field", ["pays: text", "pays: markup", "pays: {list: text}"])
def test_typed_numbers_a_field_of_the_board_that_holds_a_text(tmp_path: Path, field: str) -> None:
    said = "[all 24 coins]" if "list" in field else "all 24 coins"
    fields = GAME.replace(
        "data: market.yaml,",
        f"data: market.yaml, fields: {{{field}, look: {{text: [24 coins, none]}}}},",
    )
    board = BOARD.replace("label: The market", f"label: The market, pays: {said}, look: 24 coins")
    game = opened(
        tmp_path, {"game.yaml": fields, "rulebook.md": "# Nothing\n", "market.yaml": board}
    )
    (found,) = [text(d).replace(f"{tmp_path}/data/toy/", "") for d in prose.check(game)]
    assert found.startswith("market.yaml:2:") and "error P520" in found and "pays" not in found


def test_typed_numbers_the_label_of_a_board(tmp_path: Path) -> None:
    (found,) = told(
        tmp_path, "# Nothing\n", BOARD.replace("The market", "Never more than 3 agents")
    )
    assert found.startswith("market.yaml:2:") and "error P520" in found
    assert (
        'hint: write {expr: "… ~ facts.agents_in_market ~ …"}; where it only happens to be the same, {expr: "… ~ 3 ~ …"}'
        in found
    )


def test_typed_numbers_a_board_knows_no_counts(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "# Nothing\n", BOARD.replace("The market", "Up to nine villains"))
    assert (
        'hint: write {expr: "… ~ facts.NAME ~ …"}, or where so many are meant {expr: "… ~ 9 ~ …"}'
        in found
    )


def test_typed_numbers_a_label_that_is_worked_out(tmp_path: Path) -> None:
    label = "{expr: \"'Never more than 3 agents'\"}"
    assert told(tmp_path, "# Nothing\n", BOARD.replace("The market", label)) == []


def test_typed_numbers_an_example_is_free(tmp_path: Path) -> None:
    assert told(tmp_path, "> [!EXAMPLE] Ann\n> Ann hangs up 8 lanterns of hers.\n\nDone.\n") == []


def test_typed_numbers_the_corpus_has_a_hundred_sentences() -> None:
    assert len(CORPUS) >= 100


@pytest.mark.parametrize("sentence", CORPUS)
def test_typed_numbers_a_harmless_sentence(sentence: str, toy: Game) -> None:
    component = toy.components["rules"]
    changed = component.details._replace(text=f"{sentence}\n".encode())

    game = toy._replace(components={**toy.components, "rules": component._replace(details=changed)})
    assert [text(d) for d in prose.check(game)] == []


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("toy")
    written(folder, {"game.yaml": GAME, "rulebook.md": "# A\n", "market.yaml": BOARD})
    return load_game(disk_for(find(folder), folder / "data/toy"), "toy")[0]


@pytest.mark.parametrize(
    "name", ["organ-trail", "organ-match", "narco-empire", "police-precinct", "host-takeover"]
)
def test_typed_numbers_no_false_alarm_on_the_shipped_games(name: str) -> None:
    game, _ = load_game(disk_for(find(ROOT), ROOT / "data" / name), name)
    assert any(component.kind == "rulebook" for component in game.components.values())
    assert [text(d) for d in prose.check(game)] == []
