"""What is said of a template that fails: the template's line, the card, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import TemplateSyntaxError, nodes
from model.toy import written

from pnp.compose.markup import MAX_DEPTH, MAX_ELEMENTS
from pnp.compose.templates import Templates
from pnp.diagnostics import order
from pnp.load.workspace import disk_for, find
from pnp.manual import page
from pnp.sandbox.environment import expression_error

from .deck import GAME, play

A = '  data/toy/cards.yaml:1:3: card "a" is here'
BOTH = f"{A}\n  the same on 1 more card: b"
ONE = "- {id: a, name: Ann, text: hello}\n"
FIELDS = GAME.replace("fields: {", "fields: {title: text, kind: text, ")


def test_an_unknown_name_names_template_line_and_cards(tmp_path: Path) -> None:
    made = play(tmp_path, "<face>\n<text>{{ crad.name }}</text>\n</face>")
    assert (
        made.said()
        == f'templates/toy/front.xml:2: error P302 "crad" is not defined\n{BOTH}\n  hint: did you mean "card"?'
    )
    assert made.sides == []


def test_a_macro_of_another_file_is_handed_what_it_uses(tmp_path: Path) -> None:
    front = '<face>\n{% from "m.xml" import t %}<text>{{ t() }}</text>\n</face>'
    macro = "{% macro t() %}\n{{ card.name }}{% endmacro %}"
    said = play(tmp_path, front, m=macro).said()
    assert '"card" is not defined' in said
    assert said.endswith(
        "is handed: {{ NAME(card) }}; or bring it in with {% import … with context %}"
    )
    assert (
        play(tmp_path / "with", front.replace("import t", "import t with context"), m=macro).said()
        == ""
    )


def test_a_line_that_fails_on_one_card_names_that_one(tmp_path: Path) -> None:
    made = play(tmp_path, "<face>\n<text>\n{{ card.gem.label }}</text>\n</face>")
    assert made.said() == (
        'templates/toy/front.xml:3: error P302 an empty field has no "label"\n  data/toy/cards.yaml:2:3: card "b" is here'
    )
    assert [side.card.id for side in made.sides] == ["a"]


ONE_BRACE = (
    ("<face>\n<text>{ card.name }}</text></face>", 2, "{ card.name }}", "{{ card.name }}"),
    (
        "<face>\n\n<text>{facts.hand} {{ card.name }}</text></face>",
        3,
        "{facts.hand}",
        "{{ facts.hand }}",
    ),
    (
        "<face>{% if true %}\n<text>x\n{t.numbers[4]}</text>{% endif %}</face>",
        3,
        "{t.numbers[4]}",
        "{{ t.numbers[4] }}",
    ),
    (
        "<face>{# one\n#}\n{% set a = {'b': {}} %}\n{ card.name | upper }}</face>",
        4,
        "{ card.name | upper }}",
        "{{ card.name | upper }}",
    ),
    ("<face>{{ card.name }}\ncard.n }}</face>", 2, "}}", "{{ NAME }}"),
    ("<face>\nif card.n %}</face>", 2, "%}", "{% if … %}"),
    (
        "<face>{% raw %}{{\n}}{% endraw %}\n{ card.name }}</face>",
        3,
        "{ card.name }}",
        "{{ card.name }}",
    ),
)


@pytest.mark.parametrize(("front", "line", "shown", "meant"), ONE_BRACE)
def test_one_forgotten_brace_is_no_text(
    tmp_path: Path, front: str, line: int, shown: str, meant: str
) -> None:
    made = play(tmp_path, front)
    told = f'templates/toy/front.xml:{line}: error P301 the template cannot be read: "{shown}" would be printed as it stands'
    assert made.said().startswith(told)
    assert made.sides == []
    templates = Templates(disk_for(find(tmp_path), tmp_path / "data/toy"), "toy")
    with pytest.raises(TemplateSyntaxError) as caught:
        templates.get_template("front.xml")
    assert expression_error(caught.value).hint.startswith(f"write {meant}")


@pytest.mark.parametrize(
    "words",
    [
        "{n} of {max}",
        "{facts} { total }",
        "{{ {'a': {'b': 1}}.a.b }}",
        "{{ '{card.name} }}' }}",
        "{# {card.name} #}",
        "{% raw %}{ card.name }} {{ x }} %}{% endraw %}",
        "{%- raw -%}\n{facts.hand}\n{%- endraw -%}",
        "{{ '{' }}{{ card.name }}{{ '}' }}",
        "{ {{ card.name }}}",
        "x{% raw %}{{ n }}{% endraw %}}",
    ],
)
def test_braces_that_are_meant_are_text(tmp_path: Path, words: str) -> None:
    made = play(tmp_path, f"<face><text>{words}</text></face>")
    assert made.said() == "" and made.sides


def test_a_forgotten_brace_in_another_template_is_told_of_there(tmp_path: Path) -> None:
    said = play(
        tmp_path, '<face>\n{% include "parts.xml" %}</face>', parts="<text>\n{ card.name }}</text>"
    ).said()
    assert said.startswith(
        'templates/toy/parts.xml:2: error P301 the template cannot be read: "{ card.name }}" would be printed'
    )


def test_many_cards_are_counted(tmp_path: Path) -> None:
    cards = "".join(f"- {{id: c{n}}}\n" for n in range(10))
    said = play(tmp_path, "<face>{{ t.hello }}</face>", cards=cards).said()
    assert (
        '  data/toy/cards.yaml:1:3: card "c0" is here\n  the same on 9 more cards: c1, c2, c3, c4, c5, c6 …'
        in said
    )


@pytest.mark.parametrize(
    ("front", "others", "said"),
    [
        ("<face>{{ card.nmae }}</face>", {}, 'front.xml:1: error P302 "a" has no "nmae"'),
        ("<face>\n{{ facts.hnd }}</face>", {}, 'front.xml:2: error P302 "facts" has no "hnd"'),
        ("<face>\n{{ terms.gme }}</face>", {}, 'front.xml:2: error P302 "terms" has no "gme"'),
        (
            '<face>\n{% include "parts.xml" %}</face>',
            {"parts": "\n\n{{ nope }}"},
            'parts.xml:3: error P302 "nope" is not defined',
        ),
        (
            '{% import "parts.xml" as parts %}\n<face>\n{{ parts.m(1) }}</face>',
            {"parts": "\n{% macro m(n) %}\n{{ n / 0 }}{% endmacro %}"},
            "parts.xml:3: error P308 the template fails: a division by zero",
        ),
        (
            '{% extends "base.xml" %}\n{% block b %}\n{{ nope }}{% endblock %}',
            {"base": "<face>{% block b %}{% endblock %}</face>"},
            'front.xml:3: error P302 "nope" is not defined',
        ),
        (
            '{% import "parts.xml" as p %}\n<face>\n{{ p.bagde() }}</face>',
            {"parts": "{% macro badge() %}{% endmacro %}"},
            'front.xml:3: error P302 "bagde"',
        ),
        (
            "<face>\n{{ 'a' + 1 }}</face>",
            {},
            "front.xml:2: error P308 the template fails: it mixes values that do not fit together",
        ),
        *(
            (
                f"<face>\n{{{{ [card.name] | {wrong} | join }}}}</face>",
                {},
                f"front.xml:2: error P308 the template fails: {told}",
            )
            for wrong, told in [
                ("map('uper')", "No filter named 'uper'."),
                ("select('nope')", "No test named 'nope'."),
                ("selectattr('x', 'nope')", "No test named 'nope'."),
                ("map()", "map requires a filter argument"),
                ("map('round', method='up')", "method must be common, ceil or floor"),
                ("map(attribute='x', y=1)", "Unexpected keyword argument 'y'"),
            ]
        ),
        (
            "<face>\n{{ card.n | reverse }}</face>",
            {},
            "front.xml:2: error P308 the template fails: argument must be iterable",
        ),
        (
            "<face>\n{{ 2.5 | round(method='up') }}</face>",
            {},
            "front.xml:2: error P308 the template fails: method must be common, ceil or floor",
        ),
        (
            "<face>\n{{ card.name | truncate(2) }}</face>",
            {},
            "front.xml:2: error P308 the template fails: expected length >= 3, got 2",
        ),
        (
            "<face>\n{% set card.n = 1 %}</face>",
            {},
            "front.xml:2: error P308 the template fails: only a namespace can be changed",
        ),
        (
            "<face>\n\n{% set a, b.c = 1, 2 %}</face>",
            {},
            "front.xml:3: error P308 the template fails: only a namespace can be changed",
        ),
        (
            "<face>\n{% import 3 as x %}</face>",
            {},
            'front.xml:2: error P307 there is no template "3"',
        ),
        (
            "<face>\n{% from card.n import x %}</face>",
            {},
            'front.xml:2: error P307 there is no template "1"',
        ),
        ("\n{% extends card.n %}", {}, 'front.xml:2: error P307 there is no template "1"'),
        (
            "<face>\n{{ card.n.track }}</face>",
            {},
            'front.xml:2: error P302 1 is a number and has no "track"',
        ),
        (
            "<face>\n{{ card.name.track }}</face>",
            {},
            'front.xml:2: error P302 "Ann" is a text and has no "track"',
        ),
        (
            "<face>\n{{ [1] }}</face>",
            {},
            "front.xml:2: error P308 the template fails: a list cannot be printed",
        ),
        (
            "<face>\n{{ card.name | upto }}</face>",
            {},
            "front.xml:2: error P308 the template fails: it mixes values that do not fit together",
        ),
        (
            "<face>\n{{ 1001 | upto }}</face>",
            {},
            "front.xml:2: error P308 the template fails: it mixes",
        ),
        (
            "<face>\n{{ 5 | upto(start=-1000000000) }}</face>",
            {},
            "front.xml:2: error P840 1,000,000,000 is more than a filter may be asked for",
        ),
        (
            "<face>\n{{ 'x' * 10 ** 9 }}</face>",
            {},
            "front.xml:2: error P840 repeating makes more than 20,000 entries",
        ),
        (
            "<face>\n{{ ''.__class__ }}</face>",
            {},
            'front.xml:2: error P841 not allowed in a template: "__class__" cannot be reached from here',
        ),
        (
            '<face>\n{% include "front.xml" %}</face>',
            {},
            "front.xml:2: error P308 the template fails: it is nested too deeply, or calls itself",
        ),
        (
            "<face>\n{% include 'nope.xml' %}</face>",
            {},
            'front.xml:2: error P307 there is no template "nope.xml"',
        ),
        (
            "{% import 'prats.xml' as p %}<face>{{ p }}</face>",
            {"parts": "{% macro badge() %}{% endmacro %}"},
            'front.xml:1: error P307 there is no template "prats.xml"',
        ),
        (
            "<face>\n{% include '../../data/toy/game.yaml' %}</face>",
            {},
            "front.xml:2: error P307 there is no template",
        ),
        (
            "<face>\n{% include '/etc/passwd' %}</face>",
            {},
            "front.xml:2: error P307 there is no template",
        ),
        (
            "<face>\n{% include 'parts.xml' %}</face>",
            {"parts": "\n\n{% if %}"},
            "parts.xml:3: error P301 the template cannot be read",
        ),
    ],
)
def test_a_failing_line_is_named(
    tmp_path: Path, front: str, others: dict[str, str], said: str
) -> None:
    made = play(tmp_path, front, cards=ONE, **others)
    assert made.said().startswith(f"templates/toy/{said}")
    assert A in made.said()
    assert made.sides == []
    assert order(made.diagnostics) == made.diagnostics


def test_a_misspelt_filter_has_the_nearest_one_as_its_hint(tmp_path: Path) -> None:
    for told in ("card.name | uper", "[card.name] | map('uper') | join", "card.name.uper()"):
        assert (
            'hint: did you mean "upper"'
            in play(tmp_path, f"<face>{{{{ {told} }}}}</face>", cards=ONE).said()
        )
    assert (
        "P301"
        in play(
            tmp_path, "<face>{% if card.n > 9 %}{{ card.name | uper }}{% endif %}</face>", cards=ONE
        ).said()
    )


@pytest.mark.parametrize(
    ("front", "said"),
    [
        (
            "<face>\n{% if %}</face>",
            "front.xml:2: error P301 the template cannot be read: %} stands where a value was expected",
        ),
        (
            "<face>{{ card.name | uper }}</face>",
            "front.xml:1: error P301 the template cannot be read: No filter named 'uper'.",
        ),
        (
            "<face>{% nope %}</face>",
            "front.xml:1: error P301 the template cannot be read: there is no tag {% nope %}",
        ),
        (
            "{{ " + "9" * 5_000 + " }}",
            "front.xml:1: error P301 the template cannot be read: a number in it has too many digits",
        ),
        (
            "x" * 131_073,
            "front.xml:1: error P840 the template cannot be read: it has 131,073 characters; at most 131,072 are allowed",
        ),
    ],
)
def test_a_template_that_cannot_be_read_is_named_once(
    tmp_path: Path, front: str, said: str
) -> None:
    made = play(tmp_path, front)
    assert made.said().startswith(f"templates/toy/{said}")
    assert len(made.diagnostics) == 1 and made.sides == []


@pytest.mark.parametrize(
    "front",
    [
        "{{ " + "(" * 3_000,
        "{% if 1 %}" * 150 + "{% endif %}" * 150,
        "{% for a in [1] %}" * 25 + "{% endfor %}" * 25,
    ],
)
def test_a_template_that_nests_too_deeply_is_refused(tmp_path: Path, front: str) -> None:
    made = play(tmp_path, front)
    assert (
        made.said()
        == 'data/toy/game.yaml:10:12: error P843 the template "front.xml" nests too deeply to be read'
    )


def test_a_missing_template_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    made = play(tmp_path, "<face/>", game=GAME.replace("front.xml", "frnt.xml"))
    assert (
        made.said()
        == 'data/toy/game.yaml:10:12: error P307 there is no template "frnt.xml"\n  hint: did you mean "front.xml"?'
    )


@pytest.mark.parametrize(
    ("asked", "meant"), [("prats.xml", '"parts.xml"'), ("base/clasic.xml", '"base/classic.xml"')]
)
def test_the_nearest_template_is_named(tmp_path: Path, asked: str, meant: str) -> None:
    made = play(
        tmp_path,
        f"{{% import '{asked}' as p %}}<face>{{{{ p }}}}</face>",
        cards=ONE,
        parts="{% macro badge() %}{% endmacro %}",
    )
    assert (
        f'there is no template "{asked}"' in made.said()
        and f"hint: did you mean {meant}" in made.said()
    )
    assert ".yaml" not in made.said().partition("hint:")[2]


def test_bytes_that_are_no_text_are_said(tmp_path: Path) -> None:
    """P307, there is no such template, was said of one that is there."""
    assert play(tmp_path, "<face>\n<text>Ré</text></face>".encode("latin-1")).said() == (
        'templates/toy/front.xml:2:8: error P107 the byte 0xE9 is no UTF-8 (in Windows-1252 it is "é")\n  hint: save the file again as UTF-8'
    )


def test_a_template_that_is_too_long_is_parted(tmp_path: Path) -> None:
    said = play(tmp_path, "{% include 'parts.xml' %}", cards=ONE, parts="x" * 131_073).said()
    assert said.startswith(
        "templates/toy/parts.xml:1: error P840 the template cannot be read: it has 131,073 characters; at most 131,072 are allowed"
    )
    assert said.endswith('hint: part it: files in templates/ come in by {% include "NAME" %}')
    many = play(tmp_path / "many", "{{1}}" * 26_000, cards=ONE).said()
    assert (
        many.startswith(
            "templates/toy/front.xml:1: error P840 the template cannot be read: it has "
        )
        and "hint: part it" in many
    )
    assert "P301" in play(tmp_path / "number", f"{{{{ {10**400} }}}}", cards=ONE).said()


@pytest.mark.parametrize("code", ["P301", "P302", "P840", "P841", "P842", "P843"])
def test_the_wrong_example_of_a_page_is_answered_with_its_code_and_the_right_one_is_not(
    tmp_path: Path, code: str
) -> None:
    """`{{ card.__class__ }}` was P302, and a grid of 100 × 100 squares P840."""
    found = page(code)
    assert found is not None
    for label, expected in (("Wrong", {code}), ("Right", set())):
        lines = found.text.partition(f"{label}:\n\n    ")[2].partition("\n\n")[0]
        shown = (
            "{% if 1 %}" * 300 + "{% endif %}" * 300
            if code == "P843" and label == "Wrong"
            else lines.replace("card.icon", "card.name")
        )
        made = play(
            tmp_path / label,
            f"<face>{shown}</face>",
            cards="- {id: a, title: Ann, name: sun, kind: a}\n",
            game=FIELDS,
        )
        assert {d.code for d in made.diagnostics} == expected


ILL_FORMED = [
    (
        "<face>\n<stack>\n</face>",
        f"front.xml:2: error P303 <stack> is still open where </face> stands\n{A}\n  hint: close it with /> or </stack>",
    ),
    (
        "<face>\n<circle at='1mm 1mm'>\n<row>\n<rect/>\n</row>\n</face>",
        f"front.xml:2: error P303 <circle> is still open where </face> stands\n{A}\n  hint: close it with /> or </circle>",
    ),
    (
        "<face>\n<row>\n<text>ö</text>\n<rect>\n<b>ö\n</row\t>\n</face>",
        "front.xml:5: error P303 <b> is still open where </row> stands",
    ),
    (
        "<face>\n<row>\n<rect/>\n</rwo>\n</face>",
        f"front.xml:3: error P303 </rwo> closes nothing; <row> is open there\n{A}\n  hint: write </row>, or take </rwo> out",
    ),
    (
        "<face>\n<row/>\n</stack></face>",
        f"front.xml:2: error P303 </stack> closes nothing; <face> is open there\n{A}\n  hint: write </face>, or take </stack> out",
    ),
    (
        "<face>\n<stack>\n</stack>",
        f"front.xml:1: error P303 <face> is never closed\n{A}\n  hint: close it with /> or </face>",
    ),
    ("<face>\n<row>\n<rect/>\n", "front.xml:2: error P303 <row> is never closed"),
    ("", "front.xml: error P303 the template makes nothing; expected one <face>"),
    (
        "{% if false %}<face/>{% endif %}",
        "front.xml: error P303 the template makes nothing; expected one <face>",
    ),
    (
        "<face/>\n<face/>",
        "front.xml:1: error P303 the template makes more than one outermost element; expected one <face>",
    ),
    (
        "<face>\n<text>salt & pepper</text></face>",
        f"front.xml:2: error P303 an & stands alone\n{A}\n  hint: write &amp;",
    ),
    (
        "<face>\n<text fill='AT&T'/></face>",
        f"front.xml:2: error P303 an & stands alone\n{A}\n  hint: write &amp;",
    ),
    (
        "<face>\n<text>&nbsp;</text></face>",
        f"front.xml:2: error P303 &nbsp; is not known here\n{A}\n  hint: write the character itself, or &amp; for an &",
    ),
    (
        "<face>\n<rect width=3mm/></face>",
        f'front.xml:2: error P303 the value of width is not in straight quotes\n{A}\n  hint: write width="…"',
    ),
    (
        "<face>\n<text size='9pt' style=“b”/></face>",
        f'front.xml:2: error P303 the value of style is not in straight quotes\n{A}\n  hint: write style="…"',
    ),
    (
        '<face>\n<text style="b>x\n</text></face>',
        f'front.xml:2: error P303 the value of style has no end\n{A}\n  hint: close its quotes: style="…"',
    ),
    (
        "<face>\n<text grow>x</text></face>",
        f'front.xml:2: error P303 grow has no value\n{A}\n  hint: write grow="…"',
    ),
    (
        '<face>\n<rect fill="a" fill="b"/></face>',
        f"front.xml:2: error P303 fill stands twice in <rect>\n{A}\n  hint: keep one of the two",
    ),
    (
        "<face>\n<text>1 < 2</text></face>",
        f"front.xml:2: error P303 a < stands alone\n{A}\n  hint: write &lt;",
    ),
    (
        "<face>\n<text>]]></text></face>",
        "front.xml:2: error P303 the template's elements are not well formed (not well-formed (invalid token)) near: <text>]]></text>",
    ),
    ("<row/>", "front.xml:1: error P304 the outermost element is <row>; expected <face>"),
    ("<Face/>", "front.xml: error P304 the outermost element is <Face>; expected <face>"),
    (
        '<!DOCTYPE face [<!ENTITY a "aaaa">]><face>&a;</face>',
        "front.xml: error P303 a template holds elements and text only: no DOCTYPE",
    ),
    (
        "<face>\n<?php x ?></face>",
        "front.xml:1: error P303 a template holds elements and text only: no DOCTYPE",
    ),
    (
        "<face>\n<text><![CDATA[<b>]]></text></face>",
        "front.xml:2: error P303 a template holds elements and text only: no DOCTYPE",
    ),
    (
        '<face>\n<text>{{ "\\x0b" }}</text></face>',
        "front.xml:2: error P303 the character U+000B cannot be printed; take it out of the text",
    ),
    (
        '<face>\n<text>{{ "\\ud800" }}</text></face>',
        "front.xml: error P303 the template makes half a character (a lone surrogate)",
    ),
    (
        "<face>" + "<stack>" * MAX_DEPTH + "</stack>" * MAX_DEPTH + "</face>",
        f"front.xml:1: error P842 the template makes elements nested deeper than {MAX_DEPTH}",
    ),
    (
        "<face>" + "{% for n in range(5000) %}<rect/>{% endfor %}</face>",
        f"front.xml:1: error P842 the template makes more than {MAX_ELEMENTS:,} elements",
    ),
    (
        "<face>{% for n in range(300) %}" + "x" * 1000 + "{% endfor %}</face>",
        "front.xml: error P840 the template makes more than 262,144 characters for one face",
    ),
]


@pytest.mark.parametrize(("front", "said"), ILL_FORMED)
def test_what_is_not_well_formed_is_explained(tmp_path: Path, front: str, said: str) -> None:
    made = play(tmp_path, front, cards=ONE)
    assert made.said().startswith(f"templates/toy/{said}")
    assert A in made.said() and "_l=" not in made.said()
    assert made.sides == []


SLIPS = [
    "{{ card.titel }}", "{{ card.name.titel }}", "<text>{{ card.name }} & more</text>", "<text>{{ card.name }} < more</text>", "<text a='{{ card.name }}' a='1'/>",
    "<text a={{ card.name }}>{{ card.name }}</text>", "<text a='{{ card.name }}>x</text>", "<text>{{ card.name }}]]></text>",
]  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_of_a_template_is_one_finding(tmp_path: Path, slip: str) -> None:
    """There was one for each card, since each named the card or showed its words."""
    made = play(tmp_path, f"<face>\n{slip}</face>")
    assert len(made.diagnostics) == 1 and BOTH in made.said()


UNREAD = [
    ("<face>\n{% if card.n %}\n{% if card.name %}\n{% endif %}\n</face>", 2, "{% if … %} is never closed", "close it with {% endif %}"),
    ("<face>\n{% set a = 1 %}{% set b %}\n{# {% if #}\n</face>", 2, "{% set … %} is never closed", "close it with {% endset %}"),
    ("<face>{% for a in [1] %}\n{% if a %}\n\n{% endfor %}</face>", 2, "{% if … %} is still open where {% endfor %} of line 4 stands", "close it with {% endif %} before"),
    ("<face>{% if card.n %}\n{% endfi %}</face>", 2, "there is no tag {% endfi %}", 'did you mean "endif" or "endfor" or "endfilter"?'),
    ("<face>\n{% endif %}</face>", 2, "{% endif %} stands where no {% if … %} is open", "take it out, or open it before"),
    ("<face>\n{% else %}</face>", 2, "{% else %} stands where no {% if … %} is open", "take it out, or open it before"),
    ("<face>{% if card.n %}\n{% else if card.name %}{% endif %}</face>", 2, "{% else %} stands alone", "write {% elif … %}"),
    ("<face>{% if card.n %}\n{% elseif card.name %}{% endif %}</face>", 2, "there is no tag {% elseif %}", "write {% elif … %}"),
    ("<face>\n{% fro x in y %}</face>", 2, "there is no tag {% fro %}", 'did you mean "from" or "for"?'),
    ("<face>\n<text>{{ card.name }}}</text></face>", 2, "one } too many would be printed", "take one } away; a brace that is meant to be printed stands between {% raw %} and {% endraw %}"),
    ("<face>\n<text>{% if 1 %}}x{% endif %}</text></face>", 2, "one } too many would be printed", "take one } away; a brace that is meant to be printed stands between {% raw %} and {% endraw %}"),
    ("<face>\n{ % if card.n % }\n{% endif %}</face>", 2, '"{ % if card.n % }" would be printed as it stands: only {{ … }} and {% … %} are worked out', "write {% if card.n %}"),
    ("<face>\n{% if card.n = 3 %}{% endif %}</face>", 2, 'one "=" compares nothing', "write =="),
    ("<face>\n{% if card.n => 3 %}{% endif %}</face>", 2, '"=>" compares nothing', "write >="),
    ("<face>\n{% if card.n && card.name %}{% endif %}</face>", 2, "unexpected &", "write and"),
    ("<face>\n{% if card.n || card.name %}{% endif %}</face>", 2, '"|" stands before a filter', "write or"),
    ("<face>\n{% if card.n and is not none %}{% endif %}</face>", 2, 'a value is missing between "and" and "is"', "name it again: card.name is …"),
    ("<face>\n{% if card.n or in '12' %}{% endif %}</face>", 2, 'a value is missing between "or" and "in"', "name it again: card.name in …"),
    ("<face>\n{% if card.gem == 'ruby %}{% endif %}</face>", 2, "a text that begins with ' has no end", "close it with '"),
    ("<face>\n<text>{{ card.name </text></face>", 2, "/ stands where a value was expected", "close {{ with }} and {% with %}"),
    ("<face>\n<text>{{{ card.name }}}</text></face>", 2, 'one "{" is too many', "write {{ … }}"),
    ("<face>\n{{ (card.n }}</face>", 2, "} stands where ) was expected", "close it with )"),
    ("<face>\n{{ card.n card.name }}</face>", 2, "card stands where }} was expected", "close {{ with }} and {% with %}"),
    ("<face/>\n{{ card.name", 2, "}} is missing", "close {{ with }} and {% with %}"),
    ("<face>\n{# a</face>", 2, "{# … #} is never closed", "close it with #}"),
]  # fmt: skip


@pytest.mark.parametrize(("front", "line", "said", "hint"), UNREAD)
def test_why_a_template_cannot_be_read_is_said_where_it_begins(
    tmp_path: Path, front: str, line: int, said: str, hint: str
) -> None:
    """Jinja's words, at the end of the template, without what to do; an open comment was in a
    file without its folder.
    """
    assert (
        play(tmp_path, front).said()
        == f"templates/toy/front.xml:{line}: error P301 the template cannot be read: {said}\n  hint: {hint}"
    )


def test_a_loop_over_a_number(tmp_path: Path) -> None:
    said = play(tmp_path, "<face>\n{% for n in card.n %}{% endfor %}</face>", cards=ONE).said()
    assert (
        said
        == f"templates/toy/front.xml:2: error P308 the template fails: it goes through a number as if it were a list\n{A}\n  hint: write NUMBER | upto for 1, 2, 3 … up to it"
    )


def test_a_field_without_its_card_is_named_with_it(tmp_path: Path) -> None:
    assert (
        play(tmp_path, "<face>{{ hand }}{{ name }}</face>")
        .said()
        .endswith('hint: did you mean "facts.hand"?')
    )


def test_no_entity_is_blown_up(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefg", "bcdefgh", strict=True)
    )
    assert (
        "no DOCTYPE" in play(tmp_path, bomb + "]><face>&h;</face>").said()
    )  # and no word of a limit that its parser has met


def test_a_good_template_says_nothing(tmp_path: Path) -> None:
    made = play(
        tmp_path,
        "<face>\n<text>{{ card.name }} {{ facts.hand }} {{ side }} {{ component.title }} {{ game.title }}</text>\n</face>",
    )
    assert made.diagnostics == []
    assert [side.card.id for side in made.sides] == ["a", "b"]


def test_a_template_that_is_there_and_cannot_be_read_is_told_of_as_such(tmp_path: Path) -> None:
    """`did you mean` named the very file."""
    said = play(tmp_path, "{% include 'parts.xml' %}", cards=ONE, parts=b"<g>\xff</g>").said()
    assert (
        said.startswith("templates/toy/parts.xml:1:4: error P107 the byte 0xFF is no UTF-8")
        and "did you mean" not in said
    )


@pytest.mark.parametrize("name", ["", ".", "..", "/", "a/", "\\0"])
def test_odd_names_of_templates(tmp_path: Path, name: str) -> None:
    assert (
        "P307 there is no template" in play(tmp_path, f"{{% include '{name}' %}}", cards=ONE).said()
    )


def test_a_template_that_cannot_be_read_is_read_once_however_many_name_it(tmp_path: Path) -> None:
    """A hundred decks with one template of too many parts took thirteen seconds."""
    written(tmp_path, {"templates/toy/front.xml": "<face>{% if %}</face>"})
    templates = Templates(disk_for(find(tmp_path), tmp_path / "data/toy"), "toy")
    read: list[str] = []
    parse = templates._parse

    def counted(source: str, name: str | None, filename: str | None) -> nodes.Template:
        read.append(str(name))
        return parse(source, name, filename)

    templates._parse = counted  # type: ignore[method-assign]
    told = set()
    for _ in range(3):
        with pytest.raises(TemplateSyntaxError) as caught:
            templates.get_template("front.xml")
        told.add((caught.value.lineno, str(caught.value.message)))
    assert read == ["front.xml"] and len(told) == 1
