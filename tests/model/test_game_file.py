"""`game.yaml`: each key right, and each wrong in the ways that people write it wrong, with what
is said then.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.units.color import Color
from pnp.units.geometry import size

from .toy import FRONT, GAME, findings, game, kit, opened, said

PLAYERS = "players: {min: 2, max: 4}"
FACTS = "facts: {two: 2, six: {expr: facts.two * 3}}"
TERMS = "terms: {gem: {ruby: , jade: {label: Green jade}}}"
LAST = "    front: front.xml"
NO_NAME = "is no name; expected lower-case letters, digits, - and _, beginning with a letter"


def test_a_game_is_what_its_file_says(tmp_path: Path) -> None:
    made = opened(
        tmp_path,
        {
            "game.yaml": game(
                (
                    "title: Toy\n",
                    "title: Toy\nsubtitle: A game\nauthor: Ann\nlanguage: de-CH\nnotice: Play\nage: 8+\n",
                ),
                (
                    "terms:",
                    "palette: {sky: '#0af'}\nlimits: {text_floor: 6.5pt, cards: 10}\nterms:",
                ),
                (
                    LAST,
                    "    title: All cards\n    size: 2.5x3.5in\n    bleed: 2mm\n    safe: 4mm\n    shuffled: yes\n    front: front.xml",
                ),
            ),
            "words.yaml": "draw: Draw a card\nturn: {first: First}\n",
        },
    )
    assert (made.id, made.title, made.subtitle, made.author, made.language, made.notice) == (
        "toy",
        "Toy",
        "A game",
        "Ann",
        "de-CH",
        "Play",
    )
    assert made.players == (2, 4)
    assert made.facts == {"two": 2, "six": 6}
    assert made.sources == {"rules": "Toy rules"}
    assert made.palette["sky"] == Color("#00aaff") and "ink" in made.palette
    assert {name: str(term) for name, term in made.terms["gem"].items()} == {
        "ruby": "Ruby",
        "jade": "Green jade",
    }
    assert (made.limits.text_floor, made.limits.cards) == (6.5, 10)
    assert (made.words["draw"], made.words["turn"]["first"]) == ("Draw a card", "First")
    deck = made.components["cards"]
    assert (deck.title, deck.size, deck.bleed, deck.safe, deck.shuffled) == (
        "All cards",
        size(63_500, 88_900),
        2_000,
        4_000,
        True,
    )
    assert (deck.front, deck.back, deck.backs, deck.key, deck.total) == (
        "front.xml",
        None,
        "same",
        "id",
        2,
    )
    assert [card.id for card in deck.cards] == ["a", "b"]


def test_what_is_not_written_has_its_stated_value(tmp_path: Path) -> None:
    made = opened(tmp_path, {})
    deck = made.components["cards"]
    assert (made.language, made.notice, made.limits.text_floor) == ("en", "", 7.0)
    assert (deck.title, deck.size, deck.bleed, deck.safe, deck.shuffled) == (
        "Cards",
        size(63_000, 88_000),
        3_000,
        3_000,
        False,
    )
    assert dict(made.terms["gem"]["ruby"]._values) == {
        "id": "ruby", "label": "Ruby", "letter": "", "color": "ink", "pattern": "", "icon": "", "text": "",
    }  # fmt: skip


GOOD = {
    "people in ascending order": (PLAYERS, "players: {min: 1, max: 1}"),
    "a component that is switched off": (LAST, "    when: facts.two == 3\n" + LAST),
    "a component that is switched on": (
        LAST,
        "    when: facts.two == 2 and players.max > 3\n" + LAST,
    ),
    "a style refines one of the same name": ("terms:", "styles: {title: {size: 12pt}}\nterms:"),
    "a style whose size is its min, between two quarter points": (
        "terms:",
        "styles: {a: {size: 10.1pt, min: 10.1pt}}\nterms:",
    ),
    "the style of all styles has a base": ("terms:", "styles: {body: {base: title}}\nterms:"),
    "a colour of the palette, one written out": (
        "terms:",
        "palette: {sky: '#00aaff'}\nstyles: {a: {color: sky}, b: {color: '#123'}}\nterms:",
    ),
    "a pattern and icons of a term": (
        TERMS,
        "terms: {gem: {ruby: {pattern: dots, icon: campfire}, jade: {pattern: '', icon: ''}}}",
    ),
    "braces, but no template's": (
        TERMS,
        'terms: {gem: {ruby: {text: "{one} {, {}} {5 %}"}, jade: }}',
    ),
    "a card size by name": (LAST, "    size: mini-euro\n" + LAST),
    "a card size in millimetres": (LAST, "    size: 63 x 88 mm\n" + LAST),
}


@pytest.mark.parametrize("change", GOOD.values(), ids=GOOD.keys())
def test_good(tmp_path: Path, change: tuple[str, str]) -> None:
    assert findings(tmp_path, {"game.yaml": game(change)}) == ""


BAD = {
    # --- keys
    "unknown key, a near one": (
        (PLAYERS, "playrs: {min: 2, max: 4}"),
        'game.yaml:1:1: error P202 the key "players" is missing\n'
        'game.yaml:2:1: error P201 there is no key "playrs" here\n  hint: did you mean "players"?',
    ),
    "unknown key, none near": (
        (PLAYERS, PLAYERS + "\nBoard Size: 3"),
        'game.yaml:3:1: error P201 there is no key "Board Size" here',
    ),
    "unknown key of a component": (
        (LAST, "    sise: poker\n" + LAST),
        'game.yaml:13:5: error P201 there is no key "sise" here\n  hint: did you mean "size"?',
    ),
    "unknown key of a term": (
        (TERMS, "terms: {gem: {ruby: {letr: R}, jade: }}"),
        'game.yaml:5:22: error P201 there is no key "letr" here\n  hint: did you mean "letter"?',
    ),
    "unknown key of a font": (
        (TERMS, "fonts: {x: {regular: a.ttf, bold_italic: b.ttf}}\n" + TERMS),
        'game.yaml:5:29: error P201 there is no key "bold_italic" here\n  hint: did you mean "bold-italic" or "italic"?',
    ),
    "missing key": (("title: Toy\n", ""), 'game.yaml:1:1: error P202 the key "title" is missing'),
    "missing key inside": (
        (PLAYERS, "players: {min: 2}"),
        'game.yaml:2:10: error P202 the key "max" is missing',
    ),
    "the same key twice": (
        (PLAYERS, PLAYERS + "\n" + PLAYERS),
        'game.yaml:3:1: error P102 "players" is written twice in one map\n'
        "  game.yaml:2:1: the first one is here\n"
        '  hint: keep one of the two, or begin an entry of its own with "- "',
    ),
    # --- values of another type
    "a list where text is meant": (
        ("title: Toy", "title: [Toy]"),
        'game.yaml:1:8: error P203 "title": expected text, found a list',
    ),
    "no text": (
        ("title: Toy", "title:"),
        'game.yaml:1:7: error P203 "title": expected text, found nothing',
    ),
    "empty text": (("title: Toy", "title: ''"), 'game.yaml:1:8: error P203 "title" is empty'),
    "a word where a number is meant": (
        (PLAYERS, "players: {min: two, max: 4}"),
        'game.yaml:2:16: error P203 "min": expected a whole number, found "two"',
    ),
    "a number too low": (
        (PLAYERS, "players: {min: 0, max: 4}"),
        'game.yaml:2:16: error P203 "min": expected 1 or more, found "0"',
    ),
    "a number too high": (
        (PLAYERS, "players: {min: 1, max: 101}"),
        'game.yaml:2:24: error P203 "max": expected 100 at most, found "101"',
    ),
    "one value where a map is meant": (
        (PLAYERS, "players: 4"),
        'game.yaml:2:10: error P203 "players": expected a map of keys and values, found "4"',
    ),
    "one value where a list is meant": (
        (PLAYERS, "players: {min: 2, max: 4, colours: red}"),
        'game.yaml:2:36: error P203 "colours": expected a list, found "red"',
    ),
    "a word that is neither yes nor no": (
        (LAST, "    shuffled: perhaps\n" + LAST),
        'game.yaml:13:15: error P203 "shuffled": expected yes or no, found "perhaps"',
    ),
    "a word that is none of the choices": (
        (LAST, "    backs: some\n" + LAST),
        'game.yaml:13:12: error P203 "backs": expected same or each, found "some"',
    ),
    "a kind of component that does not exist": (
        ("kind: deck", "kind: desk"),
        'game.yaml:8:11: error P203 "kind": there is no component of kind "desk"\n  hint: did you mean "deck"?',
    ),
    "a component called like the first page": (
        ("  cards:\n    kind: deck", "  print-me-first:\n    kind: deck"),
        'game.yaml:7:3: error P203 "print-me-first" is the page that speaks about the others\n'
        "  hint: give it another name; its title: may still be that",
    ),
    "a kind by another word": (
        ("kind: deck", "kind: Cards"),
        'game.yaml:8:11: error P203 "kind": there is no component of kind "Cards"\n  hint: did you mean "deck"?',
    ),
    "no language tag": (
        (PLAYERS, PLAYERS + "\nlanguage: english"),
        'game.yaml:3:11: error P203 "language": expected a language tag such as en or de-CH, found "english"',
    ),
    "a name with a space": (
        (FACTS, "facts: {Two Words: 2, two: 2}"),
        f'game.yaml:3:9: error P203 "Two Words" {NO_NAME}',
    ),
    "a letter of many letters": (
        (TERMS, "terms: {gem: {ruby: {letter: RUBYS}, jade: }}"),
        'game.yaml:5:30: error P203 "letter": expected 4 characters at most',
    ),
    "no components": (
        (GAME[GAME.index("components:") :], "components: {}"),
        'game.yaml:6:13: error P203 "components" is empty',
    ),
    # --- players
    "more at least than at most": (
        (PLAYERS, "players: {min: 5, max: 4}"),
        "game.yaml:2:10: error P216 players: min 5 is more than max 4",
    ),
    # --- lengths and sizes
    "a length without unit": (
        (LAST, "    bleed: 3\n" + LAST),
        'game.yaml:13:12: error P203 "bleed": "3" has no unit; did you mean 3mm?',
    ),
    "a negative length": (
        (LAST, "    safe: -3mm\n" + LAST),
        'game.yaml:13:11: error P203 "safe": "-3mm" is negative',
    ),
    "a size that is nearly a name": (
        (LAST, "    size: pokr\n" + LAST),
        'game.yaml:13:11: error P215 "size": "pokr" is not a card size; expected a name such as poker or WIDTHxHEIGHT such as 63x88 (mm); '
        'did you mean "poker" or "poker-us"?',
    ),
    "a size of one length": (
        (LAST, "    size: 63mm\n" + LAST),
        'game.yaml:13:11: error P215 "size": "63mm" is not a size; expected WIDTHxHEIGHT such as 63x88 or 2.5x3.5in',
    ),
    "a size as a list": (
        (LAST, "    size: [63, 88]\n" + LAST),
        'game.yaml:13:11: error P203 "size": expected text, found a list\n  hint: write size: 63 x 88',
    ),
    "a size as a list of three": (
        (LAST, "    size: [63, 88, 1]\n" + LAST),
        'game.yaml:13:11: error P203 "size": expected text, found a list',
    ),
    "a size with a blank at each side of the sign": ((LAST, "    size: 63 x 88\n" + LAST), ""),
    # --- colours, styles, fonts
    "a colour that is none": (
        (TERMS, "palette: {sky: '#00aag0'}\n" + TERMS),
        'game.yaml:5:16: error P203 "sky": "#00aag0" is not a colour; expected #rrggbb, #rgb or a basic colour such as navy\n'
        "  hint: write its #rrggbb: a colour of the palette cannot name another",
    ),
    "a term's colour that is nearly in the palette": (
        (TERMS, "palette: {sky: '#00aaff'}\nterms: {gem: {ruby: {color: skye}, jade: }}"),
        'game.yaml:6:29: error P213 "color": "skye" is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour such as navy\n'
        '  hint: did you mean "sky"?',
    ),
    "a style's colour that is nearly in the palette": (
        (TERMS, "styles: {a: {color: inck}}\n" + TERMS),
        'game.yaml:5:21: error P213 "color": "inck" is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour such as navy\n'
        '  hint: did you mean "ink"?',
    ),
    "a style on an unknown one": (
        (TERMS, "styles: {a: {base: titel}}\n" + TERMS),
        'game.yaml:5:13: error P213 style "a" is based on "titel", which does not exist\n  hint: did you mean "title"?',
    ),
    "styles in a circle": (
        (TERMS, "styles: {a: {base: b}, b: {base: c}, c: {base: a}}\n" + TERMS),
        'game.yaml:5:41: error P213 style "c" is based on itself',
    ),
    "a style on itself": (
        (TERMS, "styles: {title: {base: title}}\n" + TERMS),
        'game.yaml:5:17: error P213 style "title" is based on itself\n'
        "  hint: leave out base: – what is written refines the style of the same name",
    ),
    "a style in an unknown font": (
        (TERMS, "styles: {a: {font: bodi}}\n" + TERMS),
        'game.yaml:5:13: error P213 style "a" uses the font family "bodi", which is not declared\n  hint: did you mean "body"?',
    ),
    "a style that shrinks upwards": (
        (TERMS, "styles: {a: {size: 9pt, min: 10pt}}\n" + TERMS),
        'game.yaml:5:13: error P213 style "a": min 10 pt is more than size 9 pt',
    ),
    "a type size without unit": (
        (TERMS, "styles: {a: {size: 9}}\n" + TERMS),
        'game.yaml:5:20: error P203 "size": "9" has no unit; did you mean 9pt?',
    ),
    "a type size of nothing": (
        (TERMS, "styles: {a: {size: 0pt}}\n" + TERMS),
        'game.yaml:5:20: error P203 "size": expected 1 or more, found "0pt"',
    ),
    "a style without values": (
        (TERMS, "styles: {a: }\n" + TERMS),
        'game.yaml:5:13: error P203 "a": expected a map of keys and values, found nothing',
    ),
    # --- terms
    "a term without values": (
        (TERMS, "terms: {gem: {ruby: , jade: }, suit: {}}"),
        'game.yaml:5:32: error P210 terms: "suit" has no values',
    ),
    "a term called like a field type": (
        (TERMS, "terms: {gem: {ruby: , jade: }, int: {one: }}"),
        'game.yaml:5:32: error P210 terms: "int" is the name of a field type already\n  hint: rename the term',
    ),
    "a term called like a component": (
        (TERMS, "terms: {gem: {ruby: , jade: }, cards: {one: }}"),
        'game.yaml:5:32: error P210 terms: "cards" is the name of a component already\n  hint: rename the term',
    ),
    # --- templates
    "no template at all": (
        (LAST, "    back: back.xml"),
        "game.yaml:8:5: error P202 the component has no front: and no template:\n  hint: for example template: base/classic",
    ),
    "two templates for one side": (
        (LAST, "    template: base/classic\n" + LAST),
        "game.yaml:14:12: error P210 template: brings its own front, and front: names another\n"
        "  hint: leave out front:, or write it in place of template:",
    ),
    # --- key and when
    "a key that is no field": (
        (LAST, "    key: nam\n" + LAST),
        'game.yaml:13:10: error P210 key: there is no field "nam"\n  hint: did you mean "name"?',
    ),
    "a key that is a list": (
        (LAST, "    key: gems\n" + LAST),
        'game.yaml:13:10: error P210 key: the field "gems" is a list; an id is one value',
    ),
    "a switch with an unknown fact": (
        (LAST, "    when: facts.tow == 2\n" + LAST),
        'game.yaml:13:11: error P214 "when": "facts" has no "tow"\n  hint: did you mean "two"?',
    ),
    "a switch that is no expression": (
        (LAST, "    when: facts.two ==\n" + LAST),
        'game.yaml:13:11: error P214 "when": the expression ends too early\n  hint: write what follows "=="',
    ),
    "a switch of nothing": (
        (LAST, "    when: ''\n" + LAST),
        'game.yaml:13:11: error P214 "when": the expression is empty',
    ),
    # --- limits
    "texts smaller than any printer holds": (
        (TERMS, "limits: {text_floor: 4.5pt}\n" + TERMS),
        'game.yaml:5:22: error P203 "text_floor": expected 5 or more, found "4.5pt"',
    ),
    "more different cards than the game allows": (
        (TERMS, "limits: {cards: 1}\n" + TERMS),
        'game.yaml:11:7: error P805 with "cards" the game has 2 different cards; at most 1 are allowed\n'
        "  hint: raise it under limits: in game.yaml",
    ),
    "more cards on paper than the game allows": (
        (TERMS, "limits: {copies: 1}\n" + TERMS),
        'game.yaml:11:7: error P805 with "cards" the game prints 2 cards; at most 1 are allowed\n  hint: raise it under limits: in game.yaml',
    ),
    "a limit above the tool's own": (
        (TERMS, "limits: {cards: 5001}\n" + TERMS),
        'game.yaml:5:17: error P203 "cards": expected 5000 at most, found "5001"',
    ),
}


@pytest.mark.parametrize(("change", "expected"), BAD.values(), ids=BAD.keys())
def test_bad(tmp_path: Path, change: tuple[str, str], expected: str) -> None:
    assert findings(tmp_path, {"game.yaml": game(change)}) == expected


def test_a_key_that_may_be_missing(tmp_path: Path) -> None:
    text = game(("name: text", "name: {text: , optional: yes}"), (LAST, "    key: name\n" + LAST))
    assert findings(tmp_path, {"game.yaml": text}) == (
        'game.yaml:13:10: error P210 key: the field "name" is optional; every card needs an id'
    )


@pytest.mark.parametrize("text", ["", "- a\n", "text\n"])
def test_a_file_that_is_no_map(tmp_path: Path, text: str) -> None:
    assert (
        findings(tmp_path, {"game.yaml": text})
        == "game.yaml: error P203 expected a map of keys and values"
    )


def test_a_terms_pattern_and_icon_are_told_of_at_the_term_and_once(tmp_path: Path) -> None:
    terms = (
        "terms: {gem: {ruby: {pattern: stripez, icon: campfre}, jade: {icon: own, pattern: xxx}}}"
    )
    drawn = '<face><icon name="{{ card.gem.icon }}" width="5mm" height="5mm"/></face>\n'
    own = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 0L9 9Z"/></svg>'
    )
    assert findings(
        tmp_path,
        {"game.yaml": game((TERMS, terms)), "templates/toy/front.xml": drawn, "icons/own.svg": own},
    ) == (
        'game.yaml:5:31: error P213 "pattern": there is no pattern "stripez"\n  hint: did you mean "stripes"?\n'
        'game.yaml:5:46: error P401 "icon": there is no icon "campfre"\n  hint: did you mean "campfire"?\n'
        'game.yaml:5:83: error P213 "pattern": there is no pattern "xxx"\n'
        "  hint: known here: bars, bricks, checks, crosses, dots, grid, rings, stripes, triangles, zigzag"
    )
    far = findings(
        tmp_path, {"game.yaml": game((TERMS, "terms: {gem: {ruby: {icon: qqqqqq}, jade: }}"))}
    )
    assert (
        far
        == 'game.yaml:5:28: error P401 "icon": there is no icon "qqqqqq"\n  hint: add it to the game as icons/NAME.svg'
    )


def test_numbers_are_not_spelled_in_expressions_of_a_game_that_is_not_english(
    tmp_path: Path,
) -> None:
    spelt = (FACTS, "facts: {two: 2, six: {expr: facts.two | words}}")
    assert opened(tmp_path, {"game.yaml": game(spelt)}).facts["six"] == "two"
    told = findings(tmp_path, {"game.yaml": game(spelt, ("title:", "language: de\ntitle:"))})
    assert told == (
        'game.yaml:4:29: error P212 fact "six": "2 | words" is English, and the language of the game is "de"\n'
        "  hint: write the number in figures, without | words"
    )


def test_braces_of_a_template_are_told_of_wherever_data_is_printed(tmp_path: Path) -> None:
    files = {
        "game.yaml": game(
            ("title: Toy", 'title: "{{ facts.two }} toys"\nelsewhere: [a die, "{% if x %}"]'),
            (TERMS, 'terms: {gem: {ruby: {text: "{{ 1 + 1 }}"}, jade: }}'),
            ("name: Ann", 'name: "Ann {{ facts.two }}"'),
        ),
        "words.yaml": 'draw: "Draw {{ facts.two }}"\n',
    }
    told = findings(tmp_path, files)
    assert [line.split(" would be")[0] for line in told.splitlines() if "hint" not in line] == [
        'game.yaml:1:8: error P204 "{{ facts.two }}"',
        'game.yaml:2:20: error P204 "{% if x %}"',
        'game.yaml:6:28: error P204 "{{ 1 + 1 }}"',
        'game.yaml:11:43: error P204 "{{ facts.two }}"',
        'words.yaml:1:7: error P204 "{{ facts.two }}"',
    ]
    assert (
        "printed as it stands: only templates work it out\n  hint: write what is meant, such as the number; or say"
        in told
    )
    assert "or say {{ facts.two }} in the template" in told


@pytest.mark.parametrize(
    ("typed", "shown", "hint"),
    [
        ("Calm {facts.two}}", "{facts.two}}", "say {{ facts.two }} in the template"),
        ("Calm { facts.two }", "{ facts.two }", "say {{ facts.two }} in the template"),
        ("{ card.name }} wins", "{ card.name }}", "say {{ card.name }} in the template"),
        ("{t.numbers[4]} wins", "{t.numbers[4]}", "say it in the template"),
        ("two }} toys", "}}", "say it in the template"),
        ("two %} toys", "%}", "say it in the template"),
    ],
)
@pytest.mark.parametrize("file", ["game.yaml", "words.yaml"])
def test_a_forgotten_brace_in_data_is_told_of(
    tmp_path: Path, typed: str, shown: str, hint: str, file: str
) -> None:
    content = (
        game(("name: Ann", f'name: "{typed}"')) if file == "game.yaml" else f'draw: "{typed}"\n'
    )
    told = findings(tmp_path, {file: content})
    assert f'error P204 "{shown}" would be printed as it stands' in told and hint in told


@pytest.mark.parametrize(
    "typed",
    [
        "{n} of {max}",
        "{facts}",
        "{ total }",
        "{cards.}",
        "a {set} {of.two}",
        "{parts.two}",
        "{facts.two",
        "50 % }",
        "} }",
    ],
)
def test_placeholders_in_data_are_words(tmp_path: Path, typed: str) -> None:
    assert findings(tmp_path, {"words.yaml": f'draw: "{typed}"\n'}) == ""


@pytest.mark.parametrize("apart", [True, False], ids=["a file of its own", "in game.yaml"])
def test_braces_of_a_template_on_a_board(tmp_path: Path, apart: bool) -> None:
    board = '{spaces: {a: {at: [9mm, 9mm], label: "{{ facts.two }}"}}}'
    entry = f"  map: {{kind: board, front: front.xml, size: 100x100mm, data: {'map.yaml' if apart else board}}}\n"
    told = findings(
        tmp_path, {"game.yaml": game(("components:\n", "components:\n" + entry)), "map.yaml": board}
    )
    place = "map.yaml:1:38" if apart else "game.yaml:7:100"
    assert told.startswith(
        f'{place}: error P204 "{{{{ facts.two }}}}" would be printed as it stands'
    ), told


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    text = game(
        (TERMS, "styles: {a: {base: titel}}\n" + TERMS),
        ("rank: 1", "rank: 3"),
        ("gem: jade", "gem: jad"),
        (LAST, LAST + "\n    size: pokr"),
    )
    assert [line.split(" ")[2] for line in findings(tmp_path, {"game.yaml": text}).splitlines() if " error " in line] == [
        "P213", "P205", "P205", "P215",
    ]  # fmt: skip


def test_a_template_that_is_not_there_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    found = said(
        kit(tmp_path, {"game.yaml": game((LAST, "    front: fornt.xml"))}).diagnostics, tmp_path
    )
    assert found.startswith('game.yaml:13:12: error P307 there is no template "fornt.xml"')


@pytest.mark.parametrize(
    ("named", "meant"),
    [("templates/toy/front.xml", "front.xml"), ("templates/base/classic.xml", "base/classic.xml")],
)
def test_a_template_that_is_named_with_its_folders(tmp_path: Path, named: str, meant: str) -> None:
    found = said(
        kit(tmp_path, {"game.yaml": game((LAST, f"    front: {named}"))}).diagnostics, tmp_path
    )
    assert found.startswith(
        f'game.yaml:13:12: error P307 there is no template "{named}"\n'
        f"  hint: names begin inside templates/toy/ or templates/: write {meant}"
    )


def test_an_unknown_template_has_near_names(tmp_path: Path) -> None:
    found = findings(tmp_path, {"game.yaml": game((LAST, "    template: base/clasic"))})
    assert found.startswith(
        'game.yaml:13:15: error P307 there is no template "base/clasic"\n  hint: did you mean "base/classic"'
    )


def test_a_font_that_is_not_there_is_named_where_fonts_are_declared(tmp_path: Path) -> None:
    files = {
        "game.yaml": game((TERMS, "fonts:\n  other: {regular: none.ttf}\n" + TERMS)),
        "templates/toy/front.xml": FRONT,
    }
    found = said(kit(tmp_path, files).diagnostics, tmp_path)
    assert found.startswith("game.yaml:6:3: error P130 there is no file fonts/none.ttf\n")


# --- facts
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("7", 7), ("−7", -7), ("012", 12), ("0.5", 0.5), ("yes", True), ("False", False), ("", ""), ("seven", "seven"),
        ("see facts.hand above", "see facts.hand above"), ("For players. Or two", "For players. Or two"), ("cards", "cards"),
        ("1:30", "1:30"), ("1_000", "1_000"), ("1e3", "1e3"), ("1e999", "1e999"), ("nan", "nan"), ("Infinity", "Infinity"),
    ],
)  # fmt: skip
def test_a_fact_is_what_is_written(tmp_path: Path, written: str, value: object) -> None:
    fact = opened(tmp_path, {"game.yaml": game((FACTS, f"facts: {{two: {written}}}"))}).facts["two"]
    assert (fact, type(fact)) == (value, type(value))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("'7'", 7), ('"1.5"', 1.5), ('"no"', False), ('""', ""), ("'−3'", -3), ("'" + 19 * "7" + "'", 19 * "7"), ("it's 007", "it's 007"), ("007", 7),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "head",
    ["", "# été 😀\n", "\ufeff"],
    ids=["plain", "below a comment", "behind a byte order mark"],
)
def test_a_fact_of_digits_is_a_number_also_in_quotes(
    tmp_path: Path, written: str, value: object, head: str
) -> None:
    facts = opened(
        tmp_path, {"game.yaml": head + game((FACTS, f"facts:\n  ten: 10\n  two: {written}\n"))}
    ).facts
    assert (facts["two"], facts["ten"]) == (value, 10)


@pytest.mark.parametrize(
    ("written", "shown"), [("'007'", "7"), ('"1.10"', "1.1"), ("|\n    007", "7"), ("'+3'", "3")]
)
def test_digits_in_quotes_that_would_be_printed_otherwise_are_refused(
    tmp_path: Path, written: str, shown: str
) -> None:
    told = findings(
        tmp_path, {"game.yaml": game((FACTS, f"facts:\n  ten: 10\n  two: {written}\n"))}
    )
    assert (
        f"is the number {shown}, and would be printed so\n  hint: write {shown}; a text of digits stands in words.yaml"
        in told
    )


@pytest.mark.parametrize("written", ['{"two":"007","ten":10}', "{'two': '007', ten: 10}"])
def test_digits_in_quotes_between_braces(tmp_path: Path, written: str) -> None:
    assert '"007" is the number 7' in findings(
        tmp_path, {"game.yaml": game((FACTS, f"facts: {written}")).replace("\n", "\r\n")}
    )


def test_a_colour_of_the_palette_names_no_other(tmp_path: Path) -> None:
    palette = 'palette: {accent: "#123456", sea: accent}\nsources:'
    assert findings(tmp_path, {"game.yaml": game(("sources:", palette))}) == (
        'game.yaml:4:35: error P203 "sea": "accent" is not a colour; expected #rrggbb, #rgb or a basic colour such as navy\n'
        "  hint: write its #rrggbb: a colour of the palette cannot name another"
    )


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("1,500", "write 1500 if thousands are meant, or 1.5"),
        ("0,125", "write 0.125, with a point"),
        ("1,5", "write 1.5, with a point"),
        ("−1,250,000", "write -1250000, without commas"),
    ],
)
def test_a_fact_with_a_comma_is_no_text(tmp_path: Path, typed: str, hint: str) -> None:
    facts = "facts: {two: 2, six: {expr: facts.two * 3}}"
    told = f'game.yaml:4:8: error P212 fact "two": expected a number, found "{typed}"\n  hint: {hint}; put a text in quotes'
    assert (
        findings(tmp_path, {"game.yaml": game((facts, f"facts:\n  two: {typed}\n  six: 6"))})
        == told
    )
    assert (
        findings(tmp_path, {"game.yaml": game((facts, f'facts:\n  two: "{typed}"\n  six: 6'))})
        == ""
    )
    assert findings(tmp_path, {"game.yaml": game((facts, "facts:\n  two: 1,2,3\n  six: 6"))}) == ""


def test_a_fact_that_may_be_thousands_is_asked_about(tmp_path: Path) -> None:
    """It was one and a half."""
    assert findings(tmp_path, {"game.yaml": game((FACTS, "facts: {two: 1.500}"))}) == (
        'game.yaml:3:14: error P212 fact "two": expected a number, found "1.500"\n  hint: write 1500 if thousands are meant, or 1.5'
    )
    assert findings(tmp_path, {"game.yaml": game((FACTS, "facts: {two: 2.25}"))}) == ""


def test_a_fact_of_many_digits_may_stand_in_quotes(tmp_path: Path) -> None:
    long = 19 * "7"
    assert findings(tmp_path, {"game.yaml": game((FACTS, f"facts: {{two: {long}}}"))}) == (
        'game.yaml:3:14: error P212 fact "two": a number may have 18 digits\n  hint: write fewer, or put a text of digits in quotes'
    )


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("{a: {expr: facts.b + 1}, b: {expr: facts.c * 2}, c: 3}", {"a": 7, "b": 6, "c": 3}),
        (
            "{a: {expr: facts.b}, b: {expr: facts.c}, c: {expr: facts.d}, d: {expr: '4'}}",
            {"a": 4, "b": 4, "c": 4, "d": 4},
        ),
        ("{a: {expr: players.max * 2}}", {"a": 8}),
        ("{a: {expr: '[1, 2]'}, b: {expr: 'facts.a[1]'}}", {"a": (1, 2), "b": 2}),
        ("{b: 1, bb: 2, a: {expr: facts.bb}}", {"b": 1, "bb": 2, "a": 2}),
        (
            "{a: {expr: facts.b | default(1) + 5}, b: {expr: facts.c * 2}, c: 4}",
            {"a": 13, "b": 8, "c": 4},
        ),
        (
            "{a: {expr: 1 if facts.b is defined else 0}, b: {expr: facts.c}, c: {expr: '4'}}",
            {"a": 1, "b": 4, "c": 4},
        ),
        ("{a: {expr: \"facts['b'] | default(1)\"}, b: {expr: '4'}}", {"a": 4, "b": 4}),
        ("{a: {expr: 'facts[\"b\"] | default(1)'}, b: {expr: '4'}}", {"a": 4, "b": 4}),
        ("{a: {expr: facts.nope | default(1)}}", {"a": 1}),
        (
            "{a: {expr: 3 if players.max > 1 else facts.b}, b: {expr: facts.a + 2 if players.max > 1 else 8}}",
            {"a": 3, "b": 5},
        ),
        (
            "{a: 0.29, b: {expr: facts.a * 100}, c: {expr: '0.1 + 0.2'}}",
            {"a": 0.29, "b": 29.0, "c": 0.3},
        ),
        (
            "{a: {expr: \"'see facts.a, facts.b' ~ facts.c\"}, b: {expr: facts.a}, c: 4}",
            {"a": "see facts.a, facts.b4", "b": "see facts.a, facts.b4", "c": 4},
        ),
    ],
)
def test_facts_are_worked_out_in_any_order(
    tmp_path: Path, written: str, values: dict[str, object]
) -> None:
    assert opened(tmp_path, {"game.yaml": game((FACTS, f"facts: {written}"))}).facts == values


BAD_FACTS = {
    "a circle of two": (
        "{a: {expr: facts.b}, b: {expr: facts.a + 1}}",
        'game.yaml:3:19: error P212 fact "a": it waits for "b", which cannot be worked out\n'
        'game.yaml:3:39: error P212 fact "b": it waits for "a", which cannot be worked out',
    ),
    "a circle of one": (
        "{a: {expr: facts.a}}",
        'game.yaml:3:19: error P212 fact "a": it waits for itself, which cannot be worked out',
    ),
    "a circle that a default would hide": (
        "{a: {expr: facts.b | default(1)}, b: {expr: facts.a | default(2)}, c: {expr: 'facts[\"c\"] is defined'}}",
        'game.yaml:3:19: error P212 fact "a": it waits for "b", which cannot be worked out\n'
        'game.yaml:3:52: error P212 fact "b": it waits for "a", which cannot be worked out\n'
        'game.yaml:3:85: error P212 fact "c": it waits for itself, which cannot be worked out',
    ),
    "an unknown fact": (
        "{hand: 7, a: {expr: facts.hands}}",
        'game.yaml:3:28: error P212 fact "a": "facts" has no "hands"\n  hint: did you mean "hand"?',
    ),
    "an unknown name": (
        "{a: {expr: fact.b}}",
        'game.yaml:3:19: error P212 fact "a": "fact" is not defined\n  hint: did you mean "facts"?',
    ),
    "a division by zero, and one that waits for it": (
        "{a: {expr: 1 / 0}, b: {expr: facts.a}}",
        'game.yaml:3:19: error P212 fact "a": a division by zero\n'
        'game.yaml:3:37: error P212 fact "b": it waits for "a", which cannot be worked out',
    ),
    "an expression that stands there as a text": (
        '{hand: 7, a: facts.hand, b: "facts.hand * 3", c: players.max + 1}',
        'game.yaml:3:21: error P212 fact "a": "facts.hand" is a text here; nothing works it out\n  hint: write {expr: facts.hand}\n'
        'game.yaml:3:36: error P212 fact "b": "facts.hand * 3" is a text here; nothing works it out\n  hint: write {expr: facts.hand * 3}\n'
        'game.yaml:3:57: error P212 fact "c": "players.max + 1" is a text here; nothing works it out\n  hint: write {expr: players.max + 1}',
    ),
    "a count of cards, which no fact knows": (
        "{a: cards.total}",
        'game.yaml:3:12: error P212 fact "a": "cards.total" is a text here; nothing works it out\n'
        "  hint: a fact is worked out from facts and players only: write the number",
    ),
    "a name with a hyphen": (
        "{hand-size: 7, a: {expr: facts.hand-size}}",
        'game.yaml:3:9: error P212 fact "hand-size": in an expression the hyphen would subtract\n  hint: write hand_size',
    ),
    "a misspelt expr": (
        "{a: {exp: 1}}",
        'game.yaml:3:12: error P212 fact "a": expected a number, a text or {expr: …}',
    ),
    "beyond all numbers": (
        "{a: {expr: 1e308 * 10}}",
        'game.yaml:3:19: error P212 fact "a": a number grows past 300 digits',
    ),
    "a list": (
        "{a: [1, 2]}",
        'game.yaml:3:12: error P212 fact "a": expected a number, a text or {expr: …}',
    ),
    "an expression that is a list": (
        "{a: {expr: [1]}}",
        'game.yaml:3:12: error P212 fact "a": expected a number, a text or {expr: …}',
    ),
    "no expression": (
        "{a: {expr: 1 +}}",
        'game.yaml:3:19: error P212 fact "a": the expression ends too early\n  hint: write what follows "+"',
    ),
    "no value": (
        "{a: {expr: range}}",
        'game.yaml:3:19: error P212 fact "a": it makes neither a number nor a text',
    ),
    "a huge text": (
        "{a: {expr: \"'x' * 99999\"}}",
        'game.yaml:3:19: error P212 fact "a": repeating makes more than 20,000 entries',
    ),
}


@pytest.mark.parametrize(("written", "expected"), BAD_FACTS.values(), ids=BAD_FACTS.keys())
def test_bad_facts(tmp_path: Path, written: str, expected: str) -> None:
    assert findings(tmp_path, {"game.yaml": game((FACTS, f"facts: {written}"))}) == expected


@pytest.mark.parametrize(
    ("condition", "told", "hint"),
    [
        ("facts.two == '2'", 'facts.two is a number and never "2"', "write 2"),
        ("3 != facts.name", "facts.name is a text and never 3", 'write "3"'),
        ("facts.two in ['2', '3']", 'facts.two is a number and never "2"', "write 2"),
        (
            "facts.two == 2 and facts.more == 'yes'",
            'facts.more is a yes or no and never "yes"',
            "write true or false",
        ),
        (
            "facts.two == 2 or facts.name == 'y' or facts.name != '' or facts.more == 1 or facts.more == facts.two",
            "",
            "",
        ),
    ],
)
def test_a_fact_compared_with_another_kind_of_value_is_told_of(
    tmp_path: Path, condition: str, told: str, hint: str
) -> None:
    """A deck switched on by `facts.two == '2'` was left out, and all was well."""
    facts = (FACTS, FACTS.removesuffix("}") + ", more: yes, name: x}")
    text = game(facts, (LAST, f'    when: "{condition}"\n' + LAST))
    expected = f'game.yaml:13:11: error P214 "when": {told}\n  hint: {hint}' if told else ""
    assert findings(tmp_path, {"game.yaml": text}) == expected


# --- words.yaml and rules.yaml
# --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["- a\n", "word\n", ""])
def test_words_that_are_no_map(tmp_path: Path, text: str) -> None:
    assert (
        findings(tmp_path, {"words.yaml": text})
        == "words.yaml:1:1: error P203 expected a map of words"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("deal:\n", 'words.yaml:1:6: error P203 "deal": expected a text, found nothing'),
        (
            "phase: {night: ~}\n",
            'words.yaml:1:16: error P203 "night": expected a text, found nothing',
        ),
        (
            "draw: [one, ]\nmore: [~, two]\n",
            "words.yaml:2:8: error P203 an entry of a list: expected a text, found nothing",
        ),
        ('deal: ""\n', ""),
    ],
)
def test_words_that_say_nothing(tmp_path: Path, text: str, expected: str) -> None:
    told = findings(tmp_path, {"words.yaml": text})
    assert told == (
        expected and f'{expected}\n  hint: write it, or "" where nothing is meant to be printed'
    )


@pytest.mark.parametrize("text", ["a: b\n", "word\n", ""])
def test_promises_that_are_no_list(tmp_path: Path, text: str) -> None:
    assert (
        findings(tmp_path, {"rules.yaml": text})
        == "rules.yaml:1:1: error P203 expected a list of promises"
    )


BAD_PROMISES = {
    "no map": ("- word\n", "rules.yaml:1:3: error P203 expected a map of keys and values"),
    "no id": (
        "- {says: x, kind: count, basis: ours}\n",
        'rules.yaml:1:3: error P202 the key "id" is missing',
    ),
    "an id that is none": (
        "- {id: 1 a, says: x, kind: count, basis: ours}\n",
        'rules.yaml:1:8: error P203 "1 a" is no name for a promise; expected letters, digits and -, beginning with a letter',
    ),
    "an unknown basis": (
        "- {id: A, says: x, kind: count, basis: guess}\n",
        'rules.yaml:1:40: error P203 "basis": expected stated, derived, public or ours, found "guess"',
    ),
    "an unknown severity": (
        "- {id: A, says: x, kind: count, basis: ours, severity: loud}\n",
        'rules.yaml:1:56: error P203 "severity": expected error or warning, found "loud"',
    ),
    "the same id twice": (
        "- {id: A, says: x, kind: count, of: cards, is: 2, basis: ours}\n- {id: A, says: x, kind: count, of: cards, is: 2, basis: ours}\n",
        'rules.yaml:2:3: error P207 two promises have the id "A"\n  rules.yaml:1:3: the first one is here\n  hint: rename one of them',
    ),
}


@pytest.mark.parametrize(("text", "expected"), BAD_PROMISES.values(), ids=BAD_PROMISES.keys())
def test_bad_promises(tmp_path: Path, text: str, expected: str) -> None:
    assert findings(tmp_path, {"rules.yaml": text}) == expected


def test_a_condition_on_all_of_players_says_what_to_name(tmp_path: Path) -> None:
    told = findings(
        tmp_path,
        {
            "game.yaml": game(
                ("    front: front.xml", "    front: front.xml\n    when: players > 2")
            )
        },
    )
    assert (
        'P214 "when": it reckons with a whole record as if it were one value\n  hint: name one of its values: players.max'
        in told
    )


def test_a_title_written_as_a_block_is_one_line(tmp_path: Path) -> None:
    made = opened(
        tmp_path,
        {
            "game.yaml": game(
                ("title: Toy\n", "title: >\n  My\n  Toy\u00a0!\nauthor: |\n  Ann\n"),
                (LAST, f"    title: |\n      All\n      cards\n{LAST}"),
            )
        },
    )
    assert (made.title, made.author, made.components["cards"].title) == (
        "My Toy\u00a0!",
        "Ann",
        "All cards",
    )
