"""P513 ref: what one component names exists on another."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import BOARD, judged


@pytest.mark.parametrize(
    "promise",
    [
        'kind: ref, of: cells, field: name, in: board, as: label, in_only: kind == "cell", every: yes',
        "kind: ref, of: workers, field: each, in: terms.hue, every: yes",
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: ref, of: cells, field: name, in: board, as: label",
            (("label: Gut", "label: Guts"),),
            'rules.yaml:1:3: error P513 card "c2" of "cells" has name Gut, which is not on "board" (X1, stated)\n'
            "  game.yaml:11:24: the card is here\n"
            "  board.yaml:5:6: Guts is here\n"
            '  hint: did you mean "Guts"?',
        ),
        (
            "kind: ref, of: cells, field: name, in: board, as: label, in_only: kind == 'cell', every: yes",
            (("label: Gut", "label: Guts"),),
            'rules.yaml:1:3: error P513 Guts of "board" is named by no name; the rules promise that each is named (X1, stated)\n'
            "  board.yaml:5:6: Guts is here\n"
            'rules.yaml:1:3: error P513 card "c2" of "cells" has name Gut, which is not on "board" (X1, stated)\n'
            "  game.yaml:11:24: the card is here\n"
            "  board.yaml:5:6: Guts is here\n"
            '  hint: did you mean "Guts"?',
        ),
        (
            "kind: ref, of: cells, field: name, in: board, as: label, in_only: kind == 'cell', once: yes",
            (),
            'rules.yaml:1:3: error P513 Lung of "board" is named 2 times; the rules promise once (X1, stated)\n'
            '  game.yaml:12:9: named by "c3"',
        ),
        (
            "kind: ref, of: cells, field: name, in: bord",
            (),
            'rules.yaml:1:82: error P591 X1: there is no component "bord"\n  hint: did you mean "board"?',
        ),
        (
            "kind: ref, of: cells, field: name, in: terms.hues",
            (),
            'rules.yaml:1:82: error P591 X1: there are no terms "hues"\n  hint: did you mean "hue"?',
        ),
        (
            "kind: ref, of: cells, field: group, in: board, only: group == 'z'",
            (),
            "rules.yaml:1:3: error P580 X1 holds only because its set is empty: no card of \"cells\" has group == 'z'\n"
            "  game.yaml:10:7: the deck is here\n"
            "  hint: a promise about nothing guards nothing: correct what it names",
        ),
    ],
)
def test_broken_or_malformed(
    tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str
) -> None:
    assert judged(tmp_path, promise, *changes) == expected


def test_a_space_that_names_nothing_is_told_with_its_place(tmp_path: Path) -> None:
    said = judged(
        tmp_path,
        "kind: ref, of: board, field: label, in: cells, as: name, only: label",
        ("label: Gut", "label: Guts"),
    )
    column = BOARD.splitlines()[4].index("Gut") + 1
    assert (
        f'\n  board.yaml:5:{column}: the space is here\n  game.yaml:11:9: Gut is here\n  hint: did you mean "Gut"?'
        in said
    )


def test_one_wrong_name_is_one_finding_however_many_cards_bear_it(tmp_path: Path) -> None:
    said = judged(
        tmp_path,
        "kind: ref, of: cells, field: name, in: board, as: label",
        ("name: Skin", "name: Lung"),
        ("label: Lung", "label: Lunge"),
    )
    assert said == (
        'rules.yaml:1:3: error P513 card "c1" of "cells" has name Lung, which is not on "board"; so does "c3" (X1, stated)\n'
        "  game.yaml:10:24: the card is here\n"
        '  game.yaml:12:24: so does "c3"\n'
        "  board.yaml:6:6: Lunge is here\n"
        '  hint: did you mean "Lunge"?'
    )


NUMBERS = {
    "a number for a text": (
        "field: n, in: others",
        "n: int",
        "n: 1",
        "value: n|string, or declare the field as text",
        "value: n|string",
    ),
    "a sum for a text": (
        "value: n + 0, in: others",
        "n: int",
        "n: 1",
        "value: (n + 0)|string, or declare the field as text",
        "value: (n + 0)|string",
    ),
    "a text for a number": (
        "field: n, in: others, as: m",
        "n: text",
        'n: "2"',
        "value: n|int, or declare the field as int",
        "value: n|int",
    ),
    "a list for texts": (
        "field: n, in: others",
        "n: {list: int}",
        "n: 1 + 1",
        "value: n|map('string')|list",
        "value: n|map('string')|list",
    ),
}


@pytest.mark.parametrize(
    ("promise", "field", "value", "hint", "cure"), NUMBERS.values(), ids=NUMBERS.keys()
)
def test_numbers_and_texts_that_look_alike(
    tmp_path: Path, promise: str, field: str, value: str, hint: str, cure: str
) -> None:
    """It asked whether what stands there was meant."""
    game = (
        "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n"
        f"  cards: {{kind: deck, front: front.xml, fields: {{{field}}}, cards: [{{id: a, {value}}}]}}\n"
        '  others: {kind: deck, front: front.xml, fields: {m: int}, cards: [{id: "1", m: 2}]}\n'
    )

    def said(promise: str) -> str:
        rules = f"- {{id: X1, says: x, basis: stated, kind: ref, of: cards, {promise}}}\n"
        return judged(
            tmp_path,
            "kind: none",
            files={"game.yaml": game, "rules.yaml": rules, "board.yaml": "", "help.md": ""},
        )

    assert f"hint: the one is a number, the other a text: write {hint}" in said(promise)
    assert said(promise.replace(promise.partition(", in:")[0], cure)) == ""
