"""The small markup of card texts: what becomes an element, what stays text, and that nothing
else ever becomes one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.compose.markup import Element, marked, parse
from pnp.model.text_rules import paired, starred

from .deck import play, texts, walk


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("plain", "plain"),
        ("", ""),
        ("**bold**", "<b>bold</b>"),
        ("**bold**, then", "<b>bold</b>, then"),
        ("a **b** c **d** e", "a <b>b</b> c <b>d</b> e"),
        ("*italic*", "<i>italic</i>"),
        ("(*italic*)", "(<i>italic</i>)"),
        ("***both***", "<i><b>both</b></i>"),
        ("**bold *and* more**", "<b>bold <i>and</i> more</b>"),
        ("*italic **and** more*", "<i>italic <b>and</b> more</i>"),
        ("**two\nlines**", "<b>two<br/>lines</b>"),
        ("one\ntwo\n\nthree", "one<br/>two<br/><br/>three"),
        ("\none\n", "one"),
        (":heart:", '<icon name="heart"/>'),
        (":heart::heart:", '<icon name="heart"/><icon name="heart"/>'),
        (":heart-organ:, **:sun:**", '<icon name="heart-organ"/>, <b><icon name="sun"/></b>'),
        ("*:sun:*", '<i><icon name="sun"/></i>'),
        (
            ":münze: (:Anker:) :a_b:",
            '<icon name="münze"/> (<icon name="Anker"/>) <icon name="a_b"/>',
        ),
        (
            ":Anker::Ähre:, **:Muenze:**",
            '<icon name="Anker"/><icon name="Ähre"/>, <b><icon name="Muenze"/></b>',
        ),
        ("3:coin:s a:b:c", '3<icon name="coin"/>s a<icon name="b"/>c'),
        ("**Pay *now***", "<b>Pay <i>now</i></b>"),
        ("***a** b*", "<i><b>a</b> b</i>"),
        ("***a* b**", "<b><i>a</i> b</b>"),
        ("*a***b**", "<i>a</i><b>b</b>"),
        ("*a **b***", "<i>a <b>b</b></i>"),
        (r"\*no\* \:no:", "<c>*</c>no<c>*</c> <c>:</c>no:"),
        (r"*2\*3*", "<i>2<c>*</c>3</i>"),
        (r"C:\dir", r"C:\dir"),
        # what is not markup stays as it is
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("2*3=6 and 3*3=9", "2*3=6 and 3*3=9"),
        ("Roll 1*d6 or 2*d6", "Roll 1*d6 or 2*d6"),
        ("(*) optional, (*) required", "(*) optional, (*) required"),
        ("Difficulty: ****", "Difficulty: ****"),
        ("a****b *****", "a****b *****"),
        ("Stars: *** of ***", "Stars: *** of ***"),
        ("x ** y **z", "x ** y **z"),
        ("a* b*", "a* b*"),
        ("*a", "*a"),
        ("a*", "a*"),
        ("**a", "**a"),
        ("**a **b** c", "**a <b>b</b> c"),
        ("* a *", "* a *"),
        ("10:30:45", "10:30:45"),
        ("note: x", "note: x"),
        (":-) :_a: :-a: ::", ":-) :_a: :-a: ::"),
        ("Phase:Aktion:Ende http://x :1a: a:Ä:", "Phase:Aktion:Ende http://x :1a: a:Ä:"),
        (":Anker:s 3:Anker: :Anker:3", ":Anker:s 3:Anker: :Anker:3"),
        ("**a *b** c*", "<b>a *b</b> c*"),
        ("*a **b* c**", "*a <b>b* c</b>"),
        # what XML or HTML would read
        ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
        ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
        ("&lt;", "&amp;lt;"),
        ('"it\'s"', "&#34;it&#39;s&#34;"),
        (':x"/><rect:', ":x&#34;/&gt;&lt;rect:"),
        ("**<i>**", "<b>&lt;i&gt;</b>"),
        ("]]>", "]]&gt;"),
        ("\ue000\ue001", "\ue000\ue001"),
        ("{{ card.id }} {% x %}", "{{ card.id }} {% x %}"),
    ],
)
def test_marks_become_elements(text: str, markup: str) -> None:
    assert str(marked(text)) == markup


LETTERS = st.sampled_from(
    list("ab <>&\"'\\:*\n-{}%#;/=")
    + ["**", "***", ":sun:", "\\*", "\\:", "<b>", "</b>", "<br/>", "&lt;", "]]>", " _l='0:1'"]
)


@given(st.lists(LETTERS, max_size=40).map("".join))
def test_no_text_makes_anything_but_its_own_five_elements(text: str) -> None:
    tree = parse(f"<text>{marked(text)}</text>", {}, {})
    for element in list(walk(tree))[1:]:
        assert element.tag in ("b", "i", "c", "icon", "br")
        assert set(element.attrs) == ({"name"} if element.tag == "icon" else set())
        if element.tag in ("icon", "br"):
            assert element.children == []
    kept = [c for c in text if c not in "*:\\\n"]
    named = "".join(e.attrs["name"] for e in walk(tree) if e.tag == "icon")
    assert sorted(c for c in texts(tree) + named if c not in "*:\\\n") == sorted(kept)


@given(
    st.lists(
        st.sampled_from(["**", "*", "***", "a", " ", ".", "(", "2", ":sun:", "\n"]), max_size=14
    ).map("".join)
)
def test_the_short_way_to_bold_words_leads_where_the_long_one_does(text: str) -> None:
    assert starred(text) == paired(text)


MARKING = """\
import sys
from pnp.compose.markup import marked

for part in sys.argv[1:]:
    marked(part * (200_000 // len(part)))
    marked("*" + part * 60)
"""
PARTS = [
    " *a",
    "*a ",
    "**a ",
    "***a ",
    "*",
    "** ",
    ":a",
    ":a-",
    "*a<",
    "*<b",
    "*a **b** ",
    "\\*",
    "a\n",
    "a",
    "**a** ",
]


def test_a_text_of_marks_ends() -> None:
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
    cards = '- {id: a, text: "**x** < y"}\n'
    made = play(
        tmp_path, "<face>{{ card.text | markup }}{{ card.text ~ '*z*' }}</face>", cards=cards
    )
    assert texts(made.tree) == "x < yx < y*z*" and [e.tag for e in walk(made.tree)] == [
        "face",
        "b",
        "b",
    ]


def test_an_empty_text_is_empty(tmp_path: Path) -> None:
    made = play(
        tmp_path, "<face><text>{{ card.text }}{{ card.name }}</text></face>", cards="- {id: a}\n"
    )
    assert texts(made.tree) == "" and made.diagnostics == []


def test_a_broken_bold_is_said_where_it_is_written(tmp_path: Path) -> None:
    from pnp.diagnostics import Problems

    with pytest.raises(
        Problems, match=r'cards.yaml:1:\d+: error P205 "text": a "\*\*" has no partner'
    ):
        play(tmp_path, "<face/>", cards='- {id: a, text: "a **b"}\n')
