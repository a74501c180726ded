"""Translations of a game: the texts of `lang/de.yaml` take the place of those of the first
language, and whatever else it says is told of at its place.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.conductor import make_kit
from pnp.diagnostics import Problems, Span, text
from pnp.model.game import Game
from pnp.model.read import load_game

from .toy import FRONT, game, said, written

MANY = game(
    ("title: Toy\n", "title: Toy\nlanguages: [de, fr]\nsubtitle: Two cards\n"),
    (
        "    front: front.xml\n",
        "    front: front.xml\n"
        "  mat: {kind: mat, size: 148x210, data: mat.yaml, front: front.xml, fields: {says: text}}\n"
        "  book: {kind: rulebook, text: rules.md}\n",
    ),
)
FILES = {
    "game.yaml": MANY,
    "mat.yaml": "areas: {deck: {at: [1mm, 1mm], size: [9mm, 9mm], label: {expr: \"'Take ' ~ facts.two\"}, says: A deck}}\n",
    "setup.yaml": "- {says: each takes a card, what: cards, each: 1}\n- {says: the rest, what: cards, all: rest}\n",
    "words.yaml": "draw: Draw\nturn: {first: First, list: [One, Two]}\n",
    "rules.md": "# Rules\n\nPlay. ![](setup:scene)\n",
    "figures.yaml": "scene: {size: 9x9, items: [{at: [1, 1], label: A}, {at: [2, 2], label: B, text: A card}]}\n",
    "lang/rules.de.md": "# Regeln\n\nSpielt. ![](setup:scene)\n",
}
DE = """\
title: Spielzeug
subtitle: Zwei Karten
terms: {gem: {ruby: {label: Rubin}, jade: {label: Jade}}}
setup: [jeder nimmt eine Karte, ~]
words: {draw: Zieht, turn: {first: Zuerst, list: [Eins]}, book: {figure: Bild}}
components:
  cards: {title: Karten, cards: {a: {name: Anna}}}
  mat: {data: {areas: {deck: {label: {expr: "'Nimm ' ~ facts.two"}, says: Ein Stapel}}}}
  book: {title: Regelheft, figures: {scene: [Eine Karte]}}
"""


def read(folder: Path, files: dict[str, str], language: str = "de") -> tuple[Game, str]:
    disk = written(folder, {**FILES, **files}).in_language(language)
    made, found = load_game(disk, "toy")
    return made, said(found, folder)


def test_texts_of_a_language_take_the_place_of_the_first(tmp_path: Path) -> None:
    made, told = read(tmp_path, {"lang/de.yaml": DE})
    assert (made.language, made.title, made.subtitle) == ("de", "Spielzeug", "Zwei Karten")
    assert [str(one) for one in made.terms["gem"].values()] == ["Rubin", "Jade"]
    assert [step.says for step in made.setup] == ["jeder nimmt eine Karte", "the rest"]
    turn = made.words["turn"]
    assert (made.words["draw"], turn["first"], list(turn["list"])) == (
        "Zieht",
        "Zuerst",
        ["Eins", "Two"],
    )
    cards = made.components["cards"]
    assert (cards.title, made.components["mat"].title) == ("Karten", "Mat")
    assert [(card.id, card.values["name"]) for card in cards.cards] == [("a", "Anna"), ("b", "Bob")]
    assert cards.cards[0].place("name") == Span(
        (tmp_path / "data/toy/lang/de.yaml").as_posix(), 7, 44
    )
    (deck,) = made.components["mat"].details.areas.values()
    assert (deck.label, deck.fields["says"]) == ("Nimm 2", "Ein Stapel")
    book = made.components["book"].details
    assert book.text.startswith(b"# Regeln")
    assert [item.get("text") for item in book.scenes["scene"]["items"]] == [None, "Eine Karte"]
    assert made.words["book"]["figure"] == "Bild" and made.words["book"]["page"] == "Seite"
    assert made.first is not None and made.first.title == "Toy"
    assert told == (
        "lang/de.yaml: error P253 de: 4 of 19 texts are missing\n"
        "  game.yaml:16:8: components.mat.title: Mat\n"
        "  game.yaml:13:43: components.cards.cards.b.name: Bob\n"
        "  setup.yaml:2:10: setup.2: the rest\n"
        "  words.yaml:2:34: words.turn.list.2: Two\n"
        "  hint: write them there; --draft prints the first language in their place"
    )


def test_first_language_is_as_without_others(tmp_path: Path) -> None:
    for language in ("", "en"):
        made, told = read(tmp_path, {"lang/de.yaml": "title: {"}, language)
        assert (made.language, made.title, made.first, told) == ("en", "Toy", None, "")


@pytest.mark.parametrize(
    "overlay, told",
    [
        ("title: [a]", '1:8: error P252 "title": expected a text, found a list'),
        ("titel: Spiel", '1:1: error P251 the game has no texts under "titel"'),
        ("facts: {two: drei}", '1:1: error P251 the game has no texts under "facts"'),
        ("author: Anna", '1:1: error P251 "the game" has no text "author"'),
        ("terms: {gem: {rubi: {label: x}}}", '1:15: error P251 "terms.gem" has no text "rubi"'),
        ("terms: {gem: {ruby: {color: red}}}", '1:22: error P251 "terms.gem.ruby" has no text "color"'),
        ("terms: Rubin", '1:8: error P252 "terms" is no text'),
        ("setup: [a, b, c]", '1:15: error P251 "setup" has 2 texts, and 3 stand here'),
        ("words: {drow: x}", '1:9: error P251 "words" has no text "drow"'),
        ("words: {turn: x}", '1:15: error P252 "words.turn" is no text'),
        ("components: {card: {title: x}}", '1:14: error P251 "components" has no text "card"'),
        ("components: {cards: {kind: x}}", '1:28: error P252 "components.cards.kind" is no text'),
        ("components: {cards: {cards: {c: {name: x}}}}", '1:30: error P251 "cards" has no card "c"'),
        ("components: {cards: {cards: {a: x}}}", '1:33: error P252 "components.cards.cards.a": expected a map of texts, found "x"'),
        ("components: {cards: {cards: {a: {rank: 2}}}}", '1:40: error P252 "components.cards.cards.a.rank" is no text'),
        ("components: {cards: {cards: {a: {gem: jade}}}}", '1:39: error P252 "components.cards.cards.a.gem" is no text'),
        ("components: {cards: {data: {x: y}}}", '1:22: error P251 "cards" has no texts under "data"'),
        ("components: {mat: {data: {areas: {deck: {size: 2mm}}}}}", '1:48: error P252 "components.mat.data.areas.deck.size" is no text'),
        ("components: {book: {figures: {scen: [x]}}}", '1:31: error P251 there is no scene "scen"'),
        ("same: [cards.nam]", '1:8: error P251 "same": no text is called "cards.nam"'),
        ("same: cards.name", '1:7: error P203 "same": expected a list'),
        ("- a", "1:1: error P203 expected a map that mirrors the game"),
        ("title: '{{ facts.two }}'", '1:8: error P204 "{{ facts.two }}" would be printed'),
        ("subtitle: 3 Karten", '1:11: error P255 the figures 3 stand in only one'),
    ],
)  # fmt: skip
def test_what_an_overlay_cannot_say_is_told_at_its_place(
    tmp_path: Path, overlay: str, told: str
) -> None:
    with pytest.raises(Problems) as problem:
        read(tmp_path, {"lang/de.yaml": overlay})
    assert f"lang/de.yaml:{told}" in said(problem.value.diagnostics, tmp_path)


def test_language_that_a_game_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(Problems) as problem:
        read(tmp_path, {}, "hu")
    assert said(problem.value.diagnostics, tmp_path) == (
        'game.yaml:2:12: error P250 the game has no language "hu"; it has en, de, fr\n'
        "  hint: list it: languages: [hu]"
    )


def test_columns_of_a_table_translate_its_texts(tmp_path: Path) -> None:
    table = MANY.replace(
        MANY[MANY.index("    cards:\n") : MANY.index("    fields:")], "    cards: c.csv\n"
    )
    rows = "id,rank,gem,name,name:de,name:fr\na,1,ruby,Ann,Anna,Anne\nb,2,jade,Bob,Bernd,\n"
    files = {"game.yaml": table, "c.csv": rows}
    over = {**files, "lang/de.yaml": "components: {cards: {cards: {b: {name: Bert}}}}"}
    for changed, language, names in [
        (files, "", ["Ann", "Bob"]),
        (files, "de", ["Anna", "Bernd"]),
        (files, "fr", ["Anne", "Bob"]),
        (over, "de", ["Anna", "Bert"]),
    ]:
        made, _ = read(tmp_path, changed, language)
        assert [card.values["name"] for card in made.components["cards"].cards] == names
    made, _ = read(tmp_path, files, "de")
    assert made.components["cards"].cards[0].place("name").line == 2
    with pytest.raises(Problems, match=r'P201 a card of this deck has no field "name:hu"'):
        read(tmp_path, {**files, "c.csv": rows.replace("name:fr", "name:hu")}, "de")


def test_card_that_its_name_identifies_keeps_its_id(tmp_path: Path) -> None:
    keyed = MANY.replace("    front: front.xml\n", "    key: name\n    front: front.xml\n", 1)
    overlay = "components: {cards: {cards: {Ann: {name: Anna}}}}"
    made, _ = read(tmp_path, {"game.yaml": keyed, "lang/de.yaml": overlay})
    assert [(card.id, card.values["name"]) for card in made.components["cards"].cards] == [
        ("Ann", "Anna"),
        ("Bob", "Bob"),
    ]


def test_texts_that_are_the_same_in_all_languages_are_not_missing(tmp_path: Path) -> None:
    overlay = (
        DE.replace("cards: {a: {name: Anna}}", "cards: {}")
        + "same: [cards.name, mat.title, components.mat.*]\n"
    )
    _, told = read(tmp_path, {"lang/de.yaml": overlay})
    assert "P253 de: 2 of 16 texts are missing" in told


def test_translated_text_tells_the_same_rules(tmp_path: Path) -> None:
    files = {
        "rules.yaml": "- {id: A1, says: Play, basis: ours}\n- {id: A2, says: Win, basis: ours}\n",
        "rules.md": "# Rules\n\nPlay. {A1} Win. {A2 A1}\n",
        "lang/rules.de.md": "# Regeln\n\nSpielt. {A1}\n\nGewinnt. {A3}\n",
    }
    with pytest.raises(Problems) as problem:
        read(tmp_path, files)
    found = [text(d).splitlines()[0].rpartition("lang/")[2] for d in problem.value.diagnostics]
    assert found == [
        "rules.de.md:3:8: error P254 {A1} stands here once, in the first language twice",
        "rules.de.md: error P254 {A2} stands here never, in the first language once",
        "rules.de.md:5:9: error P254 {A3} stands here once, in the first language never",
    ]


def test_promises_of_a_translated_game_are_judged_in_its_first_language(tmp_path: Path) -> None:
    rules = "- {id: A1, says: Green, basis: stated, where: rules/1, binding: terms.gem.jade, shows: {label: Green jade}}\n"
    disk = written(tmp_path, {**FILES, "rules.yaml": rules, "lang/de.yaml": DE}).in_language("de")
    found = {d.code for d in make_kit(disk, "toy").diagnostics}
    assert "P253" in found and not {"P518", "P591", "P201"} & found


def test_faces_show_the_texts_of_the_language(tmp_path: Path) -> None:
    front = FRONT.replace("{{ card.id }}", "{{ card.name }}{{ t.draw }}{{ game.language }}")
    only = MANY[: MANY.index("  mat:")]
    disk = written(
        tmp_path,
        {
            "game.yaml": only,
            "templates/toy/front.xml": front,
            "words.yaml": "draw: Draw\n",
            "lang/de.yaml": "words: {draw: Zieht}\ncomponents: {cards: {cards: {a: {name: Anna}}}}\n",
        },
    )
    kit = make_kit(disk.in_language("de"), "toy")
    shown = [
        str(item) for sides in kit.sides for placed in sides.laid for item in placed.face.items
    ]
    assert "AnnaZiehtde" in shown[0] and "BobZiehtde" in shown[1]


def test_cards_of_a_sheet_keep_ids_and_meanings_by_label(tmp_path: Path) -> None:
    cards = "Name,Name DE,Rank,Gem\nSea Fox,Seefuchs,1,Green Jade\nElk,,2,ruby\n"
    changes = (
        (
            "    cards:\n      - {id: a, rank: 1, gem: ruby, name: Ann, gems: ruby}\n"
            "      - {id: b, rank: 2, gem: jade, name: Bob, gems: ruby+jade}\n",
            '    cards: cards.csv\n    id: slug(name)\n    columns: {Name DE: "name:de"}\n',
        ),
    )
    toy = game(("title: Toy\n", "title: Toy\nlanguages: [de]\n"), *changes)
    files = {
        "game.yaml": toy,
        "cards.csv": cards,
        "lang/de.yaml": "terms: {gem: {jade: {label: Jade}}}\n",
    }
    made, told = read(tmp_path, files)
    fox, elk = made.components["cards"].cards
    assert (fox.id, elk.id) == ("sea-fox", "elk")
    assert (fox.values["name"], fox.values["gem"]["id"]) == ("Seefuchs", "jade")
    assert "components.cards.cards.elk.name: Elk" in told


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"lang/hu.yaml": ""}, 'lang/hu.yaml: warning P258 nothing reads "hu.yaml": the game has no language "hu"\n  hint: list it in game.yaml: languages: [de, fr, hu]'),
        ({"lang/rules.hu.md": "", "lang/hu.yaml": ""}, 'lang/hu.yaml: warning P258 nothing reads "hu.yaml"'),
        ({"lang/rules.pt-BR.md": ""}, 'lang/rules.pt-BR.md: warning P258 nothing reads "rules.pt-BR.md": the game has no language "pt-BR"'),
        ({"lang/en.yaml": ""}, 'nothing reads "en.yaml": "en" is the first language\n  hint: take it out'),
        ({"lang/terms.yaml": "", "lang/notes.md": "", "lang/fr.yaml": ""}, ""),
    ],
)  # fmt: skip
def test_files_of_languages_that_are_not_listed(
    tmp_path: Path, files: dict[str, str], told: str
) -> None:
    _, found = read(tmp_path, files, "")
    assert told in found and found.count("P258") == bool(told)


def test_game_of_one_language_tells_of_files_of_others(tmp_path: Path) -> None:
    made, found = load_game(written(tmp_path, {"lang/de.yaml": DE}), "toy")
    assert made.translation is None
    assert "hint: list it in game.yaml: languages: [de]" in said(found, tmp_path)
