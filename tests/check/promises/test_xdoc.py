"""P514 xdoc: what a text says is what the data say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.check.promises import xdoc

from .world import judged


@pytest.mark.parametrize(
    "promise",
    [
        "kind: xdoc, in: help, phrase: up to _ cards, is: facts.hand",
        "kind: xdoc, phrase: play _ of them, is: 3",
        "kind: xdoc, in: help, phrase: Draw _ at the end, is: 2",
        "kind: xdoc, in: help, phrase: your turn",
        "kind: xdoc, phrase: up to _ cards, is: 2",  # in one of all the texts
    ],
)
def test_kept(tmp_path: Path, promise: str) -> None:
    assert judged(tmp_path, promise) == ""


@pytest.mark.parametrize(
    ("promise", "changes", "expected"),
    [
        (
            "kind: xdoc, in: help, phrase: up to _ cards, is: 3",
            (),
            'rules.yaml:1:3: error P514 "help" says "up to two cards", which is 2; the data say 3 (X1, stated)\n'
            "  help.md:3:8: it is said here",
        ),
        (
            "kind: xdoc, in: help, phrase: play _ of them, is: 4",
            (),
            'rules.yaml:1:3: error P514 "help" says "play 3 of them"; the data say 4 (X1, stated)\n  help.md:3:32: it is said here',
        ),
        (
            "kind: xdoc, in: help, phrase: discard _ cards, is: 3",
            (),
            'rules.yaml:1:3: error P514 "help" does not say "discard _ cards" (X1, stated)\n'
            '  help.md:1:1: "help" begins here\n'
            "  hint: look for the words around the number; a phrase may be short",
        ),
        (
            "kind: xdoc, in: halp, phrase: discard _ cards, is: 3",
            (),
            'rules.yaml:1:59: error P591 X1: there is no component "halp"\n  hint: did you mean "help"?',
        ),
        (
            "kind: xdoc, in: workers, phrase: discard _ cards, is: 3",
            (),
            'rules.yaml:1:3: error P514 "workers" does not say "discard _ cards" (X1, stated)\n'
            '  game.yaml:18:14: "workers" begins here\n'
            '  game.yaml:18:56: the last text of "workers"\n'
            "  hint: look for the words around the number; a phrase may be short",
        ),
        (
            "kind: xdoc, in: help, phrase: _, is: 3",
            (),
            'rules.yaml:1:73: error P591 X1: "phrase": expected some words, with one _ where the number stands',
        ),
        (
            "kind: xdoc, in: [help, board], phrase: up to _ cards, is: 2",
            (),
            'rules.yaml:1:3: error P514 "board" does not say "up to _ cards" (X1, stated)\n'
            '  board.yaml:2:16: "board" begins here\n'
            '  board.yaml:7:6: the last text of "board"\n'
            "  hint: look for the words around the number; a phrase may be short",
        ),
    ],
)
def test_broken_or_malformed(tmp_path: Path, promise: str, changes: tuple[tuple[str, str], ...], expected: str) -> None:
    assert judged(tmp_path, promise, *changes) == expected


def test_a_component_without_a_text_cannot_promise_one(tmp_path: Path) -> None:
    numbers = (("sort: text", "sort: int"), ("sort: fast", "sort: 1"), ("sort: strong", "sort: 2"))
    found = judged(tmp_path, "kind: xdoc, in: [help, upgrades], phrase: your turn", *numbers)
    assert found == 'rules.yaml:1:59: error P591 X1: "upgrades" has no text to read'


_PIECES = ["_", "past", "Cards", "cards", "of", "seven", "seventy", "twenty", "one", "12", "1,000", "−3", "half", "a", "an", "another", "one-armed", "**", "*", ".", "pa\u017ft", "é", "-", "\n"]


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(_PIECES[1:]), min_size=1, max_size=3).map(" ".join),
    st.lists(st.sampled_from(_PIECES[1:]), max_size=2).map(" ".join),
    st.sampled_from(["", "_", " _", "_ ", " _ "]),
    st.lists(st.tuples(st.sampled_from(_PIECES), st.sampled_from(["", " ", "  "])), max_size=30),
)
def test_places_are_found_by_their_word_as_by_the_whole_expression(before: str, after: str, mark: str, text: list[tuple[str, str]]) -> None:
    said = "".join(word + space for word, space in text)
    for phrase in (f"{before}{mark}{after}", f"{mark}{before}"):
        wanted = xdoc._wanted(" ".join(phrase.split()))
        everywhere = [(match.start(), match[1]) for match in xdoc._expression(wanted.source).finditer(said)]
        assert list(xdoc._places_of(wanted, xdoc.reading(said))) == everywhere
