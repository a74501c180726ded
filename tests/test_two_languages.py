"""Faces in several languages: a template that names `lang.de` prints what the game says there, each
language is read where it is asked for, and what is wrong is told of with its place.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import said, written

from pnp.build.conductor import Kit, make_kit
from pnp.build.faces import make_faces
from pnp.compose import other_languages
from pnp.face import Text, walk
from pnp.load.files import Disk
from pnp.model.read import load_game

GAME = """\
title: Toy
languages: [de, fr-CA]
players: {min: 2, max: 4}
terms: {gem: {ruby: {label: Ruby}}}
components:
  cards: {kind: deck, title: Cards, front: front.xml, fields: {name: text, text: markup, gem: gem},
    cards: [{id: a, count: 2, name: Ann, gem: ruby, text: Take **two**}, {id: b, name: Bob, gem: ruby, text: Pay}]}
"""
DE = """\
title: Spielzeug
words: {draw: Zieht}
terms: {gem: {ruby: {label: Rubin}}}
components: {cards: {title: Karten, cards: {a: {name: Anna, text: Nimm **zwei**}, b: {name: Bodo, text: Zahl}}}}
"""
FR = DE.replace("Anna", "Anne").replace("Zieht", "Piochez")


def space(folder: Path, words: str, **files: str) -> Disk:
    front = f'<face><text at="5mm 5mm" width="50mm" height="40mm">{words}</text></face>'
    overlays = {"de": DE, "fr-CA": FR, **files}
    return written(
        folder,
        {
            "game.yaml": GAME,
            "words.yaml": "draw: Draw\n",
            "templates/toy/front.xml": front,
            "templates/toy/other.xml": "{% macro name(one) %}{{ one.name }}{{ one.copy }}{% endmacro %}",
            **{f"lang/{tag}.yaml": content for tag, content in overlays.items()},
        },
    )


def kit(folder: Path, words: str, language: str = "", **files: str) -> Kit:
    return make_kit(space(folder, words, **files).in_language(language), "toy")


def printed(made: Kit) -> list[str]:
    """What each card prints."""
    return [
        " ".join(item.text for item in walk(one.face.items) if isinstance(item, Text))
        for one in made.sides[0].laid
    ]


@pytest.mark.parametrize(
    ("words", "language", "first"),
    [
        ("{{ card.name }} {{ lang.de.card.name }}", "", "Ann Anna"),
        ("{{ card.name }} {{ lang.de.card.name }}", "de", "Anna Anna"),
        ("{{ lang.en.card.name }} {{ card.name }}", "de", "Ann Anna"),
        ('{{ card.name }} {{ lang["fr-CA"].card.name }}', "de", "Anna Anne"),
        ("{{ t.draw }} {{ lang.de.t.draw }}", "", "Draw Zieht"),
        (
            "{{ card.gem }} {{ lang.de.card.gem }} {{ lang.de.terms.gem.ruby }}",
            "",
            "Ruby Rubin Rubin",
        ),
        ("{{ game.title }} {{ lang.de.game.title }}", "", "Toy Spielzeug"),
        ("{{ lang.de.card.text }}", "", "Nimm zwei"),
        ("{% for tag in lang %}{{ lang[tag].card.name }} {% endfor %}", "", "Ann Anna Anne"),
        ('{% import "other.xml" as o %}{{ o.name(lang.de.card) }}', "", "Anna1"),
    ],
)
def test_face_prints_several_languages(
    tmp_path: Path, words: str, language: str, first: str
) -> None:
    made = kit(tmp_path, words, language)
    assert (printed(made)[0], said(made.diagnostics, tmp_path)) == (first, "")


def test_copies_differ_in_what_is_read_beside_the_other_language(tmp_path: Path) -> None:
    made = kit(tmp_path, "{{ lang.de.card.name }} {{ lang.de.card.copy }}")
    assert printed(made) == ["Anna 1", "Anna 2", "Bodo 1"]


@pytest.mark.parametrize(
    ("words", "files", "told"),
    [
        ("{{ lang.hu.t.draw }}", {}, 'front.xml:1: error P308 the template fails: the game has no language "hu"; it has en, de, fr-CA\n  game.yaml:7:13: card "a" is here\n  the same on 1 more card: b\n  hint: list it: languages: [hu]'),
        ("{{ lang['fr-ca'].t.draw }}", {}, 'hint: did you mean "fr-CA"?'),
        ("{{ lang.de.cards }}", {}, 'templates/toy/front.xml:1: error P302 "de" has no "cards"'),
        ("{{ lang.de.card.nam }}", {}, 'templates/toy/front.xml:1: error P302 "a" has no "nam"'),
        ("{{ lang }}", {}, 'front.xml:1: error P308 the template fails: "lang" holds many values; name one of them, as in lang.en'),
        ("{{ lang.de }}", {}, 'front.xml:1: error P308 the template fails: "de" holds many values'),
        ("{{ lang.de.card.name }}", {"de": "title: [a]\n"}, 'lang/de.yaml:1:8: error P252 "title": expected a text, found a list'),
        ("{{ lang.de.card.name }}", {"de": "title: {\n"}, "lang/de.yaml:1:8: error P101"),
        ("{{ lang.de.card.name }}", {"de": DE.replace("Bodo", "Bodo 4")}, "lang/de.yaml:4:93: error P255"),
        ("{{ lang.de.card.name }}", {"de": "title: Spielzeug\n"}, "lang/de.yaml: error P253 de: 7 of 8 texts are missing"),
        ("{{ card.name }}", {"de": "title: {\n"}, ""),
        ("{{ lang.en.card.name }}", {"de": "title: {\n"}, ""),
    ],
)  # fmt: skip
def test_what_a_face_cannot_have_of_a_language(
    tmp_path: Path, words: str, files: dict[str, str], told: str
) -> None:
    found = said(kit(tmp_path, words, **files).diagnostics, tmp_path)
    assert told in found and bool(told) == bool(found), found


def test_what_is_not_translated_is_printed_in_the_first_language(tmp_path: Path) -> None:
    made = kit(tmp_path, "{{ card.name }} {{ lang.de.card.name }}", de="title: Spielzeug\n")
    assert printed(made) == ["Ann Ann", "Bob Bob"]


def test_text_of_another_language_comes_from_the_same_field(tmp_path: Path) -> None:
    disk = space(tmp_path, "{{ lang.de.card.name }} {{ lang.de.t.draw }}")
    game, _ = load_game(disk, "toy")
    side = make_faces(disk, game, contents=True).printed["cards/a front"]
    sources = [(one.words, one.sources) for item in side.items for one in item.printed]
    assert sources == [("Anna", ("card.name",)), ("Zieht", ("t.draw",))]


def test_language_is_read_once_and_only_where_a_face_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    load = other_languages.load_game
    monkeypatch.setattr(
        other_languages,
        "load_game",
        lambda files, *more: read.append(files.language) or load(files, *more),
    )
    kit(tmp_path, "{{ card.name }}")
    assert not read
    kit(tmp_path, "{{ lang.de.card.name }}{{ lang.de.t.draw }}{{ lang.en.card.name }}")
    assert read == ["de"]


def test_game_of_one_language_has_no_other(tmp_path: Path) -> None:
    front = "<face><text>{{ lang.en.card.name }}{{ lang.de.t.draw }}</text></face>"
    found = said(
        make_kit(written(tmp_path, {"templates/toy/front.xml": front}), "toy").diagnostics, tmp_path
    )
    assert 'P308 the template fails: the game has no language "de"; it has en' in found


def test_build_that_prints_another_language_depends_on_its_file(tmp_path: Path) -> None:
    disk = space(tmp_path, "{{ lang.de.card.name }}")
    make_kit(disk, "toy")
    assert "data/toy/lang/de.yaml" in [one.path for one in disk.read_paths()]
