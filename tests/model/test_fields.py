"""Fields: what a declaration may be, and what a cell becomes under each type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.load.yaml import Map, Seq, parse
from pnp.model.fields import FieldError, FieldType, field_type
from pnp.model.text_rules import NumberFormat
from pnp.sandbox.environment import Record

from .toy import findings, game, opened

GEMS = {name: Record(name.capitalize(), {"id": name}) for name in ("ruby", "jade", "jet")}


def declared(spec: str) -> FieldType:
    """The type that a declaration written in YAML makes."""
    raw = parse(f"field: {spec}\n".encode(), "game.yaml")
    assert isinstance(raw, Map)
    return field_type("field", raw["field"], {"gem": GEMS}, {"cards": {}})


def converted(spec: str, value: Any) -> Any:
    found = declared(spec).convert(value, None)
    return tuple(map(plain, found)) if isinstance(found, tuple) else plain(found)


def plain(value: Any) -> Any:
    return value["id"] if isinstance(value, Record) else value


SUITE = yaml.safe_load(
    (Path(__file__).parent / "suites/values/fields.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("spec", "written", "value"), SUITE["good"])
def test_value_is_converted(spec: str, written: Any, value: Any) -> None:
    found = converted(spec, written)
    found = list(found) if isinstance(found, tuple) else found
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(("spec", "written", "message", "hint"), SUITE["bad"])
def test_value_is_refused(spec: str, written: Any, message: str, hint: str) -> None:
    with pytest.raises(FieldError) as problem:
        declared(spec).convert(written, None)
    assert (str(problem.value), problem.value.hint) == (message, hint)


@pytest.mark.parametrize(("decimal", "thousands", "spec", "written", "value"), SUITE["formats"])
def test_number_is_read_as_its_file_writes_numbers(
    decimal: str | None, thousands: str | None, spec: str, written: str, value: Any
) -> None:
    numbers = NumberFormat(decimal, thousands)
    if isinstance(value, str):
        with pytest.raises(FieldError) as problem:
            declared(spec).convert(written, numbers)
        assert problem.value.hint == value
    else:
        found = declared(spec).convert(written, numbers)
        found = list(found) if isinstance(found, tuple) else found
        assert (found, type(found)) == (value, type(value))


@settings(max_examples=60)
@given(
    st.integers(-(10**12), 10**12),
    st.integers(0, 999),
    st.sampled_from(["", ",", " ", "\u202f", "'"]),
)
def test_number_survives_every_way_of_writing_it(whole: int, parts: int, sign: str) -> None:
    names = {"": None, ",": "comma", "'": "apostrophe"}
    written = f"{whole:,}.{parts:03}".replace(",", sign)
    expected = float(f"{whole}.{parts:03}")
    assert (
        declared("number").convert(written, NumberFormat("point", names.get(sign, "space")))
        == expected
    )
    turned = written.translate({ord("."): ",", ord(","): "."})
    turned_sign = "point" if sign == "," else names.get(sign, "space")
    assert declared("number").convert(turned, NumberFormat("comma", turned_sign)) == expected


@pytest.mark.parametrize(("spec", "message", "hint"), SUITE["declarations"])
def test_declaration_is_refused(spec: str, message: str, hint: str) -> None:
    with pytest.raises(FieldError) as problem:
        declared(spec)
    assert (str(problem.value), problem.value.hint) == (message, hint)


@pytest.mark.parametrize(
    ("spec", "optional", "default"),
    [
        ("int", False, None), ("{int: }", False, None), ("{int: , optional: yes}", True, None), ("{int: , optional: no}", False, None),
        ("{int: , default: 3}", True, 3), ("{bool: , default: no}", True, False), ("{text: , default: ''}", True, ""),
        ("{list: int, optional: yes}", True, ()), ("{list: int, default: 1+2}", True, (1, 2)),
    ],
)  # fmt: skip
def test_declaration_gives_default(spec: str, optional: bool, default: Any) -> None:
    found = declared(spec)
    assert (found.optional, found.default) == (optional, default)


@pytest.mark.parametrize(
    ("spec", "domain"),
    [
        ("int", None), ("text", None), ("{int: [1, 4]}", (1, 2, 3, 4)), ("{int: [2, 1, -1]}", (2, 1, -1)), ("{int: [1, 5000]}", tuple(range(1, 5001))),
        ("{int: [1, 500000]}", None),
        ("gem", ("ruby", "jade", "jet")), ("{gem: [ruby, jet]}", ("ruby", "jet")), ("bool", (True, False)),
        ("{text: [a, b]}", ("a", "b")), ("{number: [0, 1]}", None), ("{list: gem}", None), ("{cards: [a, b]}", ("a", "b")),
    ],
)  # fmt: skip
def test_domain_of_a_field(spec: str, domain: Any) -> None:
    found = declared(spec).domain
    assert (None if found is None else tuple(found)) == domain


@settings(max_examples=30)
@given(st.integers(-(10**17), 10**17))
def test_whole_number_is_read_as_itself(number: int) -> None:
    assert (
        converted("int", str(number)) == converted("int", str(number).replace("-", "−")) == number
    )


@settings(max_examples=30)
@given(st.text())
def test_any_text_is_a_value_or_a_field_error(text: str) -> None:
    for spec in ("int", "number", "bool", "gem", "markup", "{list: gem}", "{int: [1, 4]}"):
        try:
            converted(spec, text)
        except FieldError as problem:
            assert str(problem)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 99), min_size=1, max_size=9), st.sampled_from("+;|/"))
def test_list_is_split_at_its_sign(numbers: list[int], sign: str) -> None:
    assert converted(f"{{list: int, sep: '{sign}'}}", sign.join(map(str, numbers))) == tuple(
        numbers
    )


# --- in a game
# --------------------------------------------------------------------------------

FIELDS = "fields: {rank: {int: [1, 2]}, gem: gem, name: text, gems: {list: gem, optional: yes}}"


@pytest.mark.parametrize(
    ("expr", "values"),
    [
        ("rank * facts.two + players.max", [6, 8]), ("rank / 2", [0.5, 1.0]), ("rank > 1", [False, True]),
        ("name ~ ' of ' ~ gem.label", ["Ann of Ruby", "Bob of Green jade"]), ("gems | length", [1, 2]),
        ("gem if rank > 1 else terms.gem.jade", ["jade", "jade"]), ("rank if rank > 1 else none", [None, 2]),
    ],
)  # fmt: skip
def test_field_is_worked_out_and_seen_by_the_next(
    tmp_path: Path, expr: str, values: list[Any]
) -> None:
    fields = FIELDS.replace("yes}}", f"yes}}, made: {{expr: {expr}}}, after: {{expr: made}}}}")
    deck = opened(tmp_path, {"game.yaml": game((FIELDS, fields))}).components["cards"]
    for name in ("made", "after"):
        assert [plain(card.values[name]) for card in deck.cards] == values
        assert [plain(card.record[name]) for card in deck.cards] == values


@pytest.mark.parametrize("inner", ["cards", "{cards: ~}"])
def test_reference_leads_to_a_card(tmp_path: Path, inner: str) -> None:
    text = game(
        (
            "    cards:\n",
            "    cards:\n      - {id: c, rank: 1, gem: ruby, name: Cid, next: a, friends: b+c}\n",
        ),
        (
            "name: text,",
            f"name: text, next: {{cards: , optional: yes}}, friends: {{list: {inner}, optional: yes}},",
        ),
    )
    deck = opened(tmp_path, {"game.yaml": text}).components["cards"]
    assert [(card.values["next"], card.values["friends"]) for card in deck.cards] == [
        ("a", ("b", "c")),
        (None, ()),
        (None, ()),
    ]
    wrong = text.replace("next: a, friends: b+c", "next: aa, friends: b+d")
    assert findings(tmp_path, {"game.yaml": wrong}) == (
        'game.yaml:10:54: error P206 "next": "cards" has no card "aa"\n  hint: did you mean "a"?\n'
        'game.yaml:10:67: error P206 "friends": "cards" has no card "d"\n  hint: known here: a, b, c'
    )


def test_lists_are_read_only(tmp_path: Path) -> None:
    value = opened(tmp_path, {}).components["cards"].cards[1].values["gems"]
    assert isinstance(value, tuple) and not isinstance(value, Seq)
