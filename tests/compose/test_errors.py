"""Failing templates are reported at their line, with the cards and what to do."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from jinja2 import TemplateSyntaxError, nodes
from model.toy import written

from pnp.compose.markup import MAX_DEPTH, MAX_ELEMENTS
from pnp.compose.templates import Templates
from pnp.diagnostics import order
from pnp.load.workspace import disk_for, find
from pnp.manual import page
from tests.golden import check

from .deck import GAME, play

A = '  data/toy/cards.yaml:1:3: card "a" is here'
BOTH = f"{A}\n  the same on 1 more card: b"
ONE = "- {id: a, name: Ann, text: hello}\n"
FIELDS = GAME.replace("fields: {", "fields: {title: text, kind: text, ")
FRONT = "templates/toy/front.xml"


def test_reports_on_templates() -> None:
    """A case is the front of one card, and other templates behind lines `--- NAME`."""

    def outcome(case: bytes) -> str:
        front, *others = case.decode().rstrip("\n").split("\n--- ")
        templates = dict(other.split("\n", 1) for other in others)
        with TemporaryDirectory() as folder:
            made = play(Path(folder), front, cards=ONE, **templates)
        assert made.sides == [] and order(made.diagnostics) == made.diagnostics
        assert "_l=" not in made.said()
        return made.said()

    check(Path(__file__).parent / "template_cases.txt", outcome)


LIMITS = [
    ("{{ " + "9" * 5_000 + " }}", ":1: error P301 the template cannot be read: a number in it has too many digits"),
    ("{{" + "1" * 400 + "}}", ":1: error P301"),
    ("x" * 131_073, ":1: error P840 the template cannot be read: it has 131,073 characters; at most 131,072 are allowed"),
    ("{{1}}" * 26_000, ":1: error P840 the template cannot be read: it has "),
    ("", ": error P303 the template makes nothing; expected one <face>"),
    ('<face>\n<text>{{ "\\x0b" }}</text></face>', ":2: error P303 the character U+000B cannot be printed; take it out of the text"),
    ('<face>\n<text>{{ "\\ud800" }}</text></face>', ": error P303 the template makes half a character (a lone surrogate)"),
    ("<face>" + "<stack>" * MAX_DEPTH + "</stack>" * MAX_DEPTH + "</face>", f":1: error P842 the template makes elements nested deeper than {MAX_DEPTH}"),
    ("<face>{% for n in range(5000) %}<rect/>{% endfor %}</face>", f":1: error P842 the template makes more than {MAX_ELEMENTS:,} elements"),
    ("<face>{% for n in range(300) %}" + "x" * 1000 + "{% endfor %}</face>", ": error P840 the template makes more than 262,144 characters for one face"),
]  # fmt: skip


@pytest.mark.parametrize(("front", "said"), LIMITS, ids=range(len(LIMITS)))
def test_limit_on_templates(tmp_path: Path, front: str, said: str) -> None:
    made = play(tmp_path, front, cards=ONE)
    assert made.said().startswith(f"{FRONT}{said}") and made.sides == []


@pytest.mark.parametrize(
    "front",
    [
        "{{ " + "(" * 3_000,
        "{% if 1 %}" * 150 + "{% endif %}" * 150,
        "{% for a in [1] %}" * 25 + "{% endfor %}" * 25,
    ],
    ids=range(3),
)
def test_deep_nesting_is_refused(tmp_path: Path, front: str) -> None:
    message = 'error P843 the template "front.xml" nests too deeply to be read'
    assert play(tmp_path, front).said() == f"data/toy/game.yaml:10:12: {message}"


def test_included_template_that_is_too_long_is_named(tmp_path: Path) -> None:
    said = play(tmp_path, "{% include 'parts.xml' %}", cards=ONE, parts="x" * 131_073).said()
    assert said.startswith("templates/toy/parts.xml:1: error P840")
    assert said.endswith('hint: part it: files in templates/ come in by {% include "NAME" %}')


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


def test_finding_names_all_cards_that_have_it(tmp_path: Path) -> None:
    made = play(tmp_path, "<face>\n<text>{{ crad.name }}</text>\n</face>")
    message = f'{FRONT}:2: error P302 "crad" is not defined'
    assert made.said() == f'{message}\n{BOTH}\n  hint: did you mean "card"?'
    made = play(tmp_path, "<face>\n<text>\n{{ card.gem.label }}</text>\n</face>")
    assert made.said() == (
        f'{FRONT}:3: error P302 an empty field has no "label"\n  data/toy/cards.yaml:2:3: card "b" is here'
    )
    assert [side.card.id for side in made.sides] == ["a"]
    cards = "".join(f"- {{id: c{n}}}\n" for n in range(10))
    said = play(tmp_path, "<face>{{ t.hello }}</face>", cards=cards).said()
    assert "the same on 9 more cards: c1, c2, c3, c4, c5, c6 …" in said


@pytest.mark.parametrize(
    "slip",
    [
        "{{ card.titel }}",
        "{{ card.name.titel }}",
        "<text>{{ card.name }} & more</text>",
        "<text>{{ card.name }} < more</text>",
        "<text a='{{ card.name }}' a='1'/>",
        "<text a={{ card.name }}>{{ card.name }}</text>",
        "<text a='{{ card.name }}>x</text>",
        "<text>{{ card.name }}]]></text>",
    ],
)
def test_finding_is_one_for_all_cards(tmp_path: Path, slip: str) -> None:
    """There was one for each card, since each named the card or showed its words."""
    made = play(tmp_path, f"<face>\n{slip}</face>")
    assert len(made.diagnostics) == 1 and BOTH in made.said()


def test_macro_with_context_sees_the_card(tmp_path: Path) -> None:
    front = '<face>{% from "m.xml" import t with context %}<text>{{ t() }}</text></face>'
    assert play(tmp_path, front, m="{% macro t() %}{{ card.name }}{% endmacro %}").said() == ""


def test_missing_template_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    said = play(tmp_path, "<face/>", game=GAME.replace("front.xml", "frnt.xml")).said()
    message = 'data/toy/game.yaml:10:12: error P307 there is no template "frnt.xml"'
    assert said == f'{message}\n  hint: did you mean "front.xml"?'


def test_bytes_that_are_no_text_are_reported(tmp_path: Path) -> None:
    """P307, there is no such template, was said of one that is there."""
    assert play(tmp_path, "<face>\n<text>Ré</text></face>".encode("latin-1")).said() == (
        f'{FRONT}:2:8: error P107 the byte 0xE9 is no UTF-8 (in Windows-1252 it is "é")\n  hint: save the file again as UTF-8'
    )
    said = play(tmp_path, "{% include 'parts.xml' %}", cards=ONE, parts=b"<g>\xff</g>").said()
    assert said.startswith("templates/toy/parts.xml:1:4: error P107 the byte 0xFF is no UTF-8")
    assert "did you mean" not in said


@pytest.mark.parametrize("code", ["P301", "P302", "P840", "P841", "P842", "P843"])
def test_examples_of_a_manual_page_hold(tmp_path: Path, code: str) -> None:
    """`{{ card.__class__ }}` was P302, and a grid of 100 × 100 squares P840."""
    found = page(code)
    assert found is not None
    cards = "- {id: a, title: Ann, name: sun, kind: a}\n"
    for label, expected in (("Wrong", {code}), ("Right", set())):
        lines = found.text.partition(f"{label}:\n\n    ")[2].partition("\n\n")[0]
        shown = lines.replace("card.icon", "card.name")
        if code == "P843" and label == "Wrong":
            shown = "{% if 1 %}" * 300 + "{% endif %}" * 300
        made = play(tmp_path / label, f"<face>{shown}</face>", cards=cards, game=FIELDS)
        assert {d.code for d in made.diagnostics} == expected


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefg", "bcdefgh", strict=True)
    )
    # and no word of a limit that its parser has met
    assert "no DOCTYPE" in play(tmp_path, bomb + "]><face>&h;</face>").said()


def test_template_that_cannot_be_read_is_read_once(tmp_path: Path) -> None:
    """A hundred decks with one template of too many parts took thirteen seconds."""
    written(tmp_path, {FRONT: "<face>{% if %}</face>"})
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
