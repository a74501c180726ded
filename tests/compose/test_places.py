"""Every element knows the template and line that it was written in, however it came into the
face.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.compose.markup import STAMP, parse
from pnp.diagnostics import Span
from pnp.load.files import Disk

from .deck import play, texts, walk

CONTROL = """\
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
MORE = "\n<rect/>\n<rect/>"
PARTS = "{# parts #}\n{% macro badge(n) %}\n<circle/>\n{% endmacro %}\n\n{% macro frame() %}<stack>\n{{ caller() }}</stack>{% endmacro %}"
BASE = "<face>\n{% block inner %}\n<line/>\n{% endblock %}\n<spacer/></face>"
PLACES: dict[str, tuple[str | bytes, str]] = {
    "plain": (
        '<face>\n  <stack at="0 0">\n    <rect/><icon\n      name="x"/>\n\n    <text>a <b>b</b>\n<i>c</i></text>\n  </stack>\n</face>',
        "face front:1 stack front:2 rect front:3 icon front:3 text front:6 b front:6 i front:7",
    ),
    "control structures and comments": (
        CONTROL,
        "face front:5 rect front:8 rect front:8 circle front:11 line front:14 text front:16 spacer front:18",
    ),
    "line ends of Windows": (
        b"\xef\xbb\xbf<face>\r\n{% if true %}\r\n<rect/>\r\n{% endif %}\r\n<line/></face>",
        "face front:1 rect front:3 line front:5",
    ),
    "includes, macros and calls": (
        '{% import "parts.xml" as parts %}\n{% from "parts.xml" import badge as b %}\n<face>\n{% include "more.xml" %}\n{{ parts.badge(1) }}'
        "{{ b(2) }}\n{% call parts.frame() %}\n<line/>\n{% endcall %}\n</face>",
        "face front:3 rect more:2 rect more:3 circle parts:3 circle parts:3 stack parts:6 line front:7",
    ),
    "a child of a base": (
        '{% extends "base.xml" %}\n\n{% block inner %}\n<rect/>{{ super() }}\n{% endblock %}',
        "face base:1 rect front:4 line base:3 spacer base:5",
    ),
    "what is captured": (
        "{% set x %}\n<rect/>\n{% endset %}\n<face>\n{{ x }}{% filter replace('a', 'b') %}\n<line/>{% endfilter %}</face>",
        "face front:4 rect front:2 line front:6",
    ),
    "the text of a card": (
        "<face>\n<text>\n{{ card.text }}</text>\n</face>",
        "face front:1 text front:2 b front:2 icon front:2 i front:2",
    ),
    "a tag that an expression makes": (
        '<face>\n\n<stack>\n<{{ "row" }} gap="1mm"></{{ "row" }}>\n</stack></face>',
        "face front:1 stack front:3 row front:3",
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_place_of_elements(tmp_path: Path, name: str) -> None:
    front, expected = PLACES[name]
    cards = "- {id: a, text: 'one **two** :sun: *three*'}\n"
    made = play(tmp_path, front, cards=cards, parts=PARTS, more=MORE, base=BASE)
    assert " ".join(made.places()).replace(".xml", "") == expected
    assert made.diagnostics == []


def test_outermost_tag_that_an_expression_makes_stands_at_its_template(tmp_path: Path) -> None:
    outermost = play(tmp_path, '<{{ "face" }}><rect/></{{ "face" }}>')
    assert outermost.tree.origin == Span(outermost.tree.children[0].origin.file)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "stamp", ["", "x", "1", "0:", ":1", "99:1", "-1:1", "0:1:1", "0:" + "9" * 40]
)
def test_forged_stamp_names_no_place(tmp_path: Path, stamp: str) -> None:
    made = play(
        tmp_path, f"<face>\n<stack>\n{{{{ \"<b {STAMP}='{stamp}'/>\" | safe }}}}</stack></face>"
    )
    assert made.places()[2] == "b front.xml:2"
    assert all(STAMP not in element.attrs for element in walk(made.tree))


def test_stamps_are_not_printed(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        '<face><!-- <rect> -->\n<text>a &lt;b&gt; {{ "<c>" }} 3 &lt;4 {{ card.name }}</text></face>',
    )
    assert texts(made.tree).strip() == "a <b> <c> 3 <4 Ann"
    assert STAMP not in texts(made.tree)


@settings(max_examples=30, deadline=None)
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
