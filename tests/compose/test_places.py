"""Every element knows the template and line that it was written in, however it came into the
face.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.compose.markup import STAMP, parse
from pnp.diagnostics import Span
from pnp.load.files import Disk

from .deck import play, texts, walk


def test_elements_stand_where_they_are_written(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        '<face>\n  <stack at="0 0">\n    <rect/><icon\n      name="x"/>\n\n    <text>a <b>b</b>\n<i>c</i></text>\n  </stack>\n</face>',
    )
    assert made.places() == [
        "face front.xml:1",
        "stack front.xml:2",
        "rect front.xml:3",
        "icon front.xml:3",
        "text front.xml:6",
        "b front.xml:6",
        "i front.xml:7",
    ]
    assert made.diagnostics == []


def test_control_structures_and_comments_move_nothing(tmp_path: Path) -> None:
    front = """\
{# a comment
   of two lines #}
{% set x = [1,
            2] %}
<face>
  {% for n in x -%}

  <rect/>
  {%- if n == 2 %}

  <circle r="1mm"/>{% endif %}
  {% endfor %}
  {%- raw %}
  <line/>
  {% endraw %}
  <text>{{ "a"
     ~ "b" }}</text>
  <spacer/>
</face>"""
    assert play(tmp_path, front).places() == [
        "face front.xml:5",
        "rect front.xml:8",
        "rect front.xml:8",
        "circle front.xml:11",
        "line front.xml:14",
        "text front.xml:16",
        "spacer front.xml:18",
    ]


def test_windows_line_ends_count_once(tmp_path: Path) -> None:
    made = play(
        tmp_path, b"\xef\xbb\xbf<face>\r\n{% if true %}\r\n<rect/>\r\n{% endif %}\r\n<line/></face>"
    )
    assert made.places() == ["face front.xml:1", "rect front.xml:3", "line front.xml:5"]


def test_includes_macros_and_calls_keep_their_own_lines(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        '{% import "parts.xml" as parts %}\n{% from "parts.xml" import badge as b %}\n<face>\n{% include "more.xml" %}\n{{ parts.badge(1) }}'
        "{{ b(2) }}\n{% call parts.frame() %}\n<line/>\n{% endcall %}\n</face>",
        more="\n<rect/>\n<rect/>",
        parts="{# parts #}\n{% macro badge(n) %}\n<circle/>\n{% endmacro %}\n\n{% macro frame() %}<stack>\n{{ caller() }}</stack>{% endmacro %}",
    )
    assert made.places() == [
        "face front.xml:3",
        "rect more.xml:2",
        "rect more.xml:3",
        "circle parts.xml:3",
        "circle parts.xml:3",
        "stack parts.xml:6",
        "line front.xml:7",
    ]


def test_a_child_of_a_base_keeps_both_files(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        '{% extends "base.xml" %}\n\n{% block inner %}\n<rect/>{{ super() }}\n{% endblock %}',
        base="<face>\n{% block inner %}\n<line/>\n{% endblock %}\n<spacer/></face>",
    )
    assert made.places() == [
        "face base.xml:1",
        "rect front.xml:4",
        "line base.xml:3",
        "spacer base.xml:5",
    ]


def test_captured_elements_keep_their_lines(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        "{% set x %}\n<rect/>\n{% endset %}\n<face>\n{{ x }}{% filter replace('a', 'b') %}\n<line/>{% endfilter %}</face>",
    )
    assert made.places() == ["face front.xml:4", "rect front.xml:2", "line front.xml:6"]


def test_the_elements_of_a_cards_text_stand_at_its_template(tmp_path: Path) -> None:
    cards = "- {id: a, text: 'one **two** :sun: *three*'}\n"
    made = play(tmp_path, "<face>\n<text>\n{{ card.text }}</text>\n</face>", cards=cards)
    assert made.places() == [
        "face front.xml:1",
        "text front.xml:2",
        "b front.xml:2",
        "icon front.xml:2",
        "i front.xml:2",
    ]


def test_a_tag_that_an_expression_makes_stands_at_its_parent(tmp_path: Path) -> None:
    made = play(
        tmp_path, '<face>\n\n<stack>\n<{{ "row" }} gap="1mm"></{{ "row" }}>\n</stack></face>'
    )
    assert made.places() == ["face front.xml:1", "stack front.xml:3", "row front.xml:3"]
    outermost = play(tmp_path, '<{{ "face" }}><rect/></{{ "face" }}>')
    assert outermost.tree.origin == Span(outermost.tree.children[0].origin.file)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "stamp", ["", "x", "1", "0:", ":1", "99:1", "-1:1", "0:1:1", "0:" + "9" * 40]
)
def test_a_forged_stamp_names_no_place(tmp_path: Path, stamp: str) -> None:
    made = play(
        tmp_path, f"<face>\n<stack>\n{{{{ \"<b {STAMP}='{stamp}'/>\" | safe }}}}</stack></face>"
    )
    assert made.places()[2] == "b front.xml:2"
    assert all(STAMP not in element.attrs for element in walk(made.tree))


def test_no_stamp_is_ever_printed(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        '<face><!-- <rect> -->\n<text>a &lt;b&gt; {{ "<c>" }} 3 &lt;4 {{ card.name }}</text></face>',
    )
    assert texts(made.tree).strip() == "a <b> <c> 3 <4 Ann"
    assert STAMP not in texts(made.tree)


@given(
    st.lists(
        st.sampled_from(
            [
                "<rect/>",
                "<text>x</text>",
                "\n",
                "  ",
                "{# c #}",
                "{# c\n #}",
                "{% if 1 %}",
                "{% endif %}",
            ]
        ),
        max_size=30,
    )
)
def test_lines_are_right_in_any_order(parts: list[str]) -> None:
    from jinja2 import DictLoader

    from pnp.compose.templates import Templates

    wanted: list[int] = []
    source, depth = "<face>", 0
    for part in parts:
        if part == "{% endif %}" and not depth:
            continue
        depth += {"{% if 1 %}": 1, "{% endif %}": -1}.get(part, 0)
        if part.startswith("<"):
            wanted.append(source.count("\n") + 1)
        source += part
    source += "{% endif %}" * depth + "</face>"
    templates = Templates(Disk(()), "toy")
    templates.loader = DictLoader({"t": source})
    tree = parse(templates.get_template("t").render(), templates.stamps, templates.places)
    assert [element.origin.line for element in walk(tree)][1:] == wanted


@pytest.mark.parametrize(
    ("source", "groups"),
    [
        ("<face><text>a</text></face>", False),
        ('<face><text group="a">a</text></face>', True),
        ('<face><text {% if card.id %}group="a"{% endif %}>a</text></face>', True),
    ],
)
def test_templates_with_texts_of_one_size_are_noted(source: str, groups: bool) -> None:
    from pnp.compose.templates import Templates

    templates = Templates(Disk(()), "toy")
    templates.compile(source, "front.xml", "front.xml")
    assert templates.groups is groups
