"""The small markup of card texts: what becomes an element, what stays text, and that nothing
else ever becomes one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.compose.markup import Element, marked, parse
from pnp.diagnostics import Problems
from tests.golden import check

from .deck import play, texts, walk


def test_markup_becomes_elements() -> None:
    check(
        Path(__file__).parent / "markup_cases.txt",
        lambda case: str(marked(case.decode().rstrip("\n"))),
    )
    assert (str(marked("")), str(marked("\none\n"))) == ("", "one")


LETTERS = st.sampled_from(
    list("ab <>&\"'\\:*\n-{}%#;/=")
    + ["**", "***", ":sun:", "\\*", "\\:", "<b>", "</b>", "<br/>", "&lt;", "]]>", " _l='0:1'"]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(LETTERS, max_size=40).map("".join))
def test_markup_makes_only_its_own_five_elements(text: str) -> None:
    tree = parse(f"<text>{marked(text)}</text>", {}, {})
    for element in list(walk(tree))[1:]:
        assert element.tag in ("b", "i", "c", "icon", "br")
        assert set(element.attrs) == ({"name"} if element.tag == "icon" else set())
        if element.tag in ("icon", "br"):
            assert element.children == []
    kept = [c for c in text if c not in "*:\\\n"]
    named = "".join(e.attrs["name"] for e in walk(tree) if e.tag == "icon")
    assert sorted(c for c in texts(tree) + named if c not in "*:\\\n") == sorted(kept)


MARKING = """\
import sys
from pnp.compose.markup import marked

for part in sys.argv[1:]:
    marked(part * (40_000 // len(part)))
    marked("*" + part * 60)
"""
PARTS = " *a|*a |**a |***a |*|** |:a|:a-|*a<|*<b|*a **b** |\\*|a\n|a|**a** ".split("|")


def test_markup_of_many_marks_ends() -> None:
    """In a process, since its cost lies in patterns whose steps nobody can count, and one that
    tries all ways never ends.
    """
    subprocess.run([sys.executable, "-c", MARKING, *PARTS], check=True, timeout=120)


def test_text_from_data_is_escaped_and_marked(tmp_path: Path) -> None:
    cards = "- {id: a, name: \"<box>A & 'B'</box> **x**\", text: \"<box>A & 'B'</box> **x**\"}\n"
    made = play(
        tmp_path,
        '<face><text style="{{ card.name }}">{{ card.name }}|{{ card.text }}|{{ card.name | markup }}</text></face>',
        cards=cards,
    )
    text = made.tree.children[0]
    assert isinstance(text, Element)
    assert text.attrs == {"style": "<box>A & 'B'</box> **x**"}
    assert texts(text) == "<box>A & 'B'</box> **x**|<box>A & 'B'</box> x|<box>A & 'B'</box> x"
    assert [e.tag for e in walk(text)] == ["text", "b", "b"]


def test_marked_text_is_marked_once(tmp_path: Path) -> None:
    front = "<face>{{ card.text | markup }}{{ card.text ~ '*z*' }}</face>"
    made = play(tmp_path, front, cards='- {id: a, text: "**x** < y"}\n')
    assert texts(made.tree) == "x < yx < y*z*"
    assert [element.tag for element in walk(made.tree)] == ["face", "b", "b"]


def test_empty_text_is_empty(tmp_path: Path) -> None:
    front = "<face><text>{{ card.text }}{{ card.name }}</text></face>"
    made = play(tmp_path, front, cards="- {id: a}\n")
    assert texts(made.tree) == "" and made.diagnostics == []


def test_broken_bold_is_reported_where_it_is_written(tmp_path: Path) -> None:
    match = r'cards.yaml:1:\d+: error P205 "text": a "\*\*" has no partner'
    with pytest.raises(Problems, match=match):
        play(tmp_path, "<face/>", cards='- {id: a, text: "a **b"}\n')
