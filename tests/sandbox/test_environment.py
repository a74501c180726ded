"""What templates give, what they are refused, and what that costs: `templates.txt` has a template
a case, `«N×text»` repeats a text.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from time import process_time

import pytest
from jinja2 import DictLoader, nodes
from jinja2.exceptions import SecurityError
from markupsafe import Markup

from pnp.sandbox.bounds import child_nodes, parts_of
from pnp.sandbox.environment import (
    ExpressionError,
    Meter,
    NameMissing,
    Record,
    Sandbox,
    expression_error,
)
from pnp.sandbox.expressions import Expressions
from pnp.sandbox.messages import EXPECTED_ERRORS
from tests.golden import check

LIVER = Record("Liver", {"label": "Liver", "icon": "liver"})
CARD = Record(
    "7",
    {
        "n": 3,
        "name": "Ada",
        "organs": [LIVER, LIVER],
        "note": None,
        "text": Markup("<b>x</b>"),
        "long": "y" * 5_000,
        "up": True,
    },
)
SECONDS, MEGABYTES = 20.0, 96  # seconds are no measurement: what gets through runs for minutes
"""What an attack may cost: twice what the costliest takes where this was written."""
STEPS = "the template takes more than 200,000 steps for one face"
LONG = "a text grows past 262,144 characters"
BUSY = """{% macro badge(organ) %}<icon name="{{ organ.icon }}" size="8mm"/>{% endmacro %}
{% for row in range(20) %}<row>{% for organ in card.organs * 10 %}{{ badge(organ) }}{% endfor %}</row>{% endfor %}"""


def unpacked(source: str) -> str:
    """A case with its repetitions written out, from the innermost on."""
    while "«" in source:
        source = re.sub("«([0-9]+)×([^«»]*)»", lambda text: text[2] * int(text[1]), source)
    return source


def rendered(source: str, **others: str) -> str:
    sandbox = Sandbox(DictLoader({"t": source, **others}))
    template = sandbox.get_template("t")
    sandbox.meter = Meter()
    return template.render(card=CARD)


def peak() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def outcome(case: bytes) -> str:
    """What a template gives, or why it is refused; and what it gives as an expression, where that
    is something else.
    """
    source = unpacked(case.decode().removesuffix("\n"))
    before, began = peak(), process_time()
    try:
        found = rendered(source)
    except EXPECTED_ERRORS as problem:
        error = expression_error(problem)
        found = f"error: {error}" + (f"; {error.hint}" if error.hint else "")
    expression = re.fullmatch(r"\{\{ ((?:(?!\{\{).)*) \}\}", source)
    if expression:
        try:
            value = str(Expressions(Sandbox()).evaluate(expression[1], {"card": CARD}))
        except ExpressionError as problem:
            value = f"error: {problem}"
        if value not in found:
            found += re.sub(" at 0x[0-9a-f]+", "", f"\nas an expression: {value}")
    assert process_time() - began < SECONDS
    assert peak() - before < MEGABYTES
    return found


def test_templates_give_text_or_are_refused() -> None:
    check(Path(__file__).with_name("templates.txt"), outcome)


def refused(source: str, **others: str) -> str:
    with pytest.raises(EXPECTED_ERRORS) as caught:
        rendered(source, **others)
    return str(expression_error(caught.value))


def test_meter_is_far_from_its_limit_for_a_page_of_a_game() -> None:
    sandbox = Sandbox(DictLoader({"t": BUSY}))
    template = sandbox.get_template("t")
    sandbox.meter = Meter()
    assert template.render(card=CARD).count("<icon") == 400
    assert sandbox.meter.steps < sandbox.meter.limit / 20


def test_imports_share_pieces() -> None:
    parts = "{% macro m(x) %}<{{ x }}>{% endmacro %}{% set two = 2 %}"
    assert rendered('{% import "p" as p %}{{ p.m(p.two) }}', p=parts) == "<2>"
    assert rendered('{% from "p" import m, two as zwei %}{{ m(zwei) }}', p=parts) == "<2>"
    assert rendered('{% include "p" %}', p="{{ card.n }}") == "3"
    base = "[{% block a %}a{% endblock %}{% block b %}b{% endblock %}{{ self.a() }}]"
    assert (
        rendered('{% extends "p" %}{% block a %}x{{ super() }}{% endblock %}', p=base) == "[xabxa]"
    )


def test_imports_keep_nothing_from_card_to_card() -> None:
    parts = "{% set ns = namespace(n=0) %}{% macro next() %}{% set ns.n = ns.n + 1 %}{{ ns.n }}{% endmacro %}"
    sandbox = Sandbox(DictLoader({"t": '{% import "p" as p %}{{ p.next() }}', "p": parts}))
    template = sandbox.get_template("t")
    sandbox.meter = Meter()
    assert template.render() == "1"
    sandbox.meter = Meter()
    with pytest.raises(
        SecurityError,
        match="a namespace of an imported file cannot be changed: one card would change the next",
    ):
        template.render()


def steps(source: str) -> int:
    sandbox = Sandbox(DictLoader({"t": source}))
    template = sandbox.get_template("t")
    sandbox.meter = Meter(10**9)
    template.render(card=CARD)
    return sandbox.meter.steps


def test_steps_of_a_pass_are_those_of_its_body() -> None:
    loop = "{{% for i in range(100) %}}{}{{% endfor %}}".format
    plain = steps(loop(""))
    assert 100 <= plain < 200
    assert steps(loop("{{ card.n }}" * 50)) >= plain + 100 * 50
    assert steps(loop("{% if i %}{{ card.n }}{% endif %}" * 50)) >= plain + 100 * 100
    assert steps(loop("x" * 6_400)) >= plain + 100 * 100
    assert steps(loop(loop("{{ card.n }}" * 50))) < 100 * 100 * 120, (
        "an inner body counts for itself, not for the outer pass as well"
    )
    macro = "{% macro m() %}" + "{{ card.n }}" * 50 + "{% endmacro %}"
    assert steps(macro + "{{ m() }}" * 100) >= steps(macro) + 100 * 50


def test_limits_can_be_reached() -> None:
    full = '{% set a = "x" * 16384 %}{% set b = a ~ a ~ a ~ a ~ a ~ a ~ a ~ a %}'
    assert len(rendered(full + "{% set c %}{{ b }}{{ b }}{% endset %}{{ c }}")) == 262_144
    assert refused(full + "{% set c %}{{ b }}{{ b }}x{% endset %}{{ c }}") == LONG
    assert refused("{{ 'x' * 20001 }}") == "repeating makes more than 20,000 entries"
    assert rendered(" " * 131_071 + "x")[-1] == "x"


def test_includes_take_steps() -> None:
    files = {f"f{n}": f'{{% include "f{n + 1}" %}}' * 4 for n in range(12)}
    assert refused('{% include "f0" %}', **files, f12="x") == STEPS


def test_missing_macro_of_an_import_has_the_nearest_as_hint() -> None:
    with pytest.raises(NameMissing) as caught:
        rendered(
            '{% import "p" as p %}{{ p.bagde() }}',
            p="{% macro badge() %}{% endmacro %}{% set _own = 1 %}",
        )
    assert (str(caught.value), caught.value.hint) == (
        '"bagde" is not defined',
        'did you mean "badge"?',
    )


def test_record_is_read_like_a_map_and_compared_by_value() -> None:
    assert (list(LIVER), len(LIVER), LIVER["icon"], "icon" in LIVER, str(LIVER)) == (
        ["label", "icon"],
        2,
        "liver",
        True,
        "Liver",
    )
    twin = Record("Liver", {"label": "Liver", "icon": "liver"})
    assert (
        LIVER == twin
        and hash(LIVER) == hash(twin)
        and LIVER != Record("Liver", {})
        and LIVER != "Liver"
    )
    assert Record("<b>", {}).__html__() == "&lt;b&gt;"


@pytest.mark.parametrize(
    "source",
    [
        "{% macro m(a, b=xs | first) %}{{ a | round(1) }}{{ b is odd }}{{ caller() }}{% endmacro %}{% call m(1.25) %}{{ 'y' }}{% endcall %}",
        "{% for x in xs if x is odd %}{{ x ~ '-' ~ loop.index }}{% else %}none{% endfor %}",
        "{% set y %}{{ xs[0:2] | sum }}{% endset %}{{ y }}{{ {'a': 1}.a + 2 ** 3 }}",
        "{% extends 'base' %}{% block b %}{{ super() | upper }}{% filter upper %}{{ xs | max }}{% endfilter %}{% endblock %}",
        "{% import 'lib' as lib %}{% from 'lib' import a as b %}{{ lib.twice('a') }}{% include 'part' %}{{ 1 if x < 2 else [3, (4, 5)] }}",
    ],
)
def test_parts_are_those_that_jinja_walks(source: str) -> None:
    tree = Sandbox().parse(source)
    assert parts_of(tree)[1:] == list(tree.find_all(nodes.Node))
    for node in tree.find_all(nodes.Node):
        assert child_nodes(node) == list(node.iter_child_nodes())
