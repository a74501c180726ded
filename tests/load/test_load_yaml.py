"""Strict YAML: values, places, and each error with a good and a bad case in `yaml_cases.txt`."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
import yaml as pyyaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic, Problems, Span
from pnp.load import yaml
from pnp.load.files import DEFAULT, Limits
from pnp.load.yaml import Map, Seq, parse
from tests.golden import check

DECK = """\
# a deck
defaults: {count: 10}
cards:
- id: bribe
  value: -2
  text: "Draw #2 card"   # fine
  note:
-   id: 'été'
    lines: [a, ~, "~", ""]
"""


def read(text: str, limits: Limits = DEFAULT) -> yaml.Value:
    return parse(text.encode(), "deck.yaml", limits)


def problems(text: str | bytes, limits: Limits = DEFAULT) -> tuple[Diagnostic, ...]:
    with pytest.raises(Problems) as caught:
        parse(text.encode() if isinstance(text, str) else text, "deck.yaml", limits)
    return caught.value.diagnostics


def codes(text: str | bytes, limits: Limits = DEFAULT) -> list[str]:
    return [found.code for found in problems(text, limits)]


@pytest.mark.parametrize("parser", ["libyaml", "PyYAML's own"])
def test_parse_gives_values_or_findings(monkeypatch: pytest.MonkeyPatch, parser: str) -> None:
    cases = Path(__file__).with_name("yaml_cases.txt")
    if parser == "libyaml":
        check(cases, lambda data: json.dumps(parse(data, "deck.yaml"), ensure_ascii=False))
    else:
        fast = read(DECK)
        monkeypatch.setattr(yaml, "_events", lambda text: pyyaml.SafeLoader(text).get_event)
        slow = read(DECK)
        assert isinstance(fast, Map) and isinstance(slow, Map) and slow == fast
        assert slow["cards"][1].places == fast["cards"][1].places
        assert codes("a:\n\tb: c\n") == ["P105"] and codes("a: b: c\n") == ["P101"]


def test_places_are_exact() -> None:
    deck = read(DECK)
    assert isinstance(deck, Map)
    cards = deck["cards"]
    assert isinstance(cards, Seq)
    assert deck.span() == Span("deck.yaml", 2, 1)
    assert deck.key("cards") == Span("deck.yaml", 3, 1)
    assert deck.at("cards") == cards.span() == Span("deck.yaml", 4, 1)
    assert cards.at(0) == cards[0].span() == Span("deck.yaml", 4, 3)
    assert cards[0].key("text") == Span("deck.yaml", 6, 3)
    assert cards[0].at("text") == Span("deck.yaml", 6, 9)
    assert cards[0].at("note") == Span("deck.yaml", 7, 8)
    assert cards[0].at("nothing") == cards[0].key("nothing") == cards[0].span()
    assert cards[1]["lines"].at(2) == Span("deck.yaml", 9, 19)
    assert cards[1]["lines"].at(9) == cards[1]["lines"].span()


def test_columns_count_characters_whatever_the_line_ends() -> None:
    value = parse("a: x\r\nb: {é😀: y, c: z}\r\n".encode(), "f")
    assert isinstance(value, Map)
    assert value["b"].at("c") == Span("f", 2, 15)
    assert value == parse("\ufeffa: x\rb: {é😀: y, c: z}".encode(), "f")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_read_by_its_mark(encoding: str) -> None:
    text = "a: é😀\n" if encoding == "utf-16" else "\ufeffa: é😀\n"
    assert parse(text.encode(encoding), "f") == {"a": "é😀"}
    assert codes(text.encode(encoding)[:-1]) == ["P107"]


def test_place_of_a_list_and_of_nothing() -> None:
    assert read("") is None
    assert yaml.place(read("- a"), "f") == Span("deck.yaml", 1, 1)
    assert yaml.place(None, "f") == Span("f", 1, 1)


def test_map_can_be_made_by_hand() -> None:
    made = Map.empty(Span("f", 3, 4))
    made.put("a", "x", (3, 4, 3, 7))
    assert (made.at("a"), made.key("a"), made.at("b")) == (
        Span("f", 3, 7),
        Span("f", 3, 4),
        Span("f", 3, 4),
    )
    made.put("b", "y", (4, 1, 4, 4))
    made.put("a", "z", (5, 1, 5, 4))
    assert (made, made.key("a"), made.at("b")) == (
        {"a": "z", "b": "y"},
        Span("f", 5, 1),
        Span("f", 4, 4),
    )
    assert Seq.empty(Span("f", 1, 2)).span() == Span("f", 1, 2)


def test_wide_map_has_the_place_of_every_key() -> None:
    made = read("".join(f"k{n}: {n}\n" for n in range(40)))
    assert isinstance(made, Map)
    assert [made.key(f"k{n}").line for n in range(40)] == list(range(1, 41))
    made.put("more", "x", (50, 1, 50, 7))
    made.put("k3", "y", (60, 1, 60, 5))
    assert (made.key("more").line, made.key("k3").line, made.at("k39").column) == (50, 60, 6)


def test_alias_stands_for_the_very_value_of_its_anchor() -> None:
    value = read("a: &x {b: c}\nd: *x\n")
    assert isinstance(value, Map)
    assert value["d"] is value["a"]
    assert value.at("d") == Span("deck.yaml", 2, 4)


def test_findings_end_at_their_limit() -> None:
    assert len(problems("a: b\n" * 2_000)) == DEFAULT.findings
    assert len(problems("".join(f"k{n}: x #2\n" for n in range(2_000)))) == DEFAULT.findings


def test_limits_hold_exactly() -> None:
    few = DEFAULT._replace(text_bytes=40, depth=3, nodes=10, aliases=2)
    good = "[a, b, c, d, e, f, g, h, i]"
    assert read(good, few) == list("abcdefghi")
    assert codes(good + " " * 20, few) == ["P801"]
    assert codes(good[:-1] + ", j]", few) == ["P803"]
    assert read("[[[a]]]", few) == [[["a"]]]
    assert codes("[[[[a]]]]", few) == ["P802"]
    assert read("[&a x, *a, *a]", few) == ["x"] * 3
    assert codes("[&a x, *a, *a, *a]", few) == ["P804"]


def test_nodes_are_counted_after_aliases_are_followed() -> None:
    few = DEFAULT._replace(nodes=9)  # map, 2 keys, 2 × (list and 2)
    assert read("a: &x [1, 2]\nb: *x\n", few) == {"a": ["1", "2"], "b": ["1", "2"]}
    assert codes("a: &x [1, 2]\nb: *x\nc: d\n", few) == ["P803"]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused(opening: str) -> None:
    assert codes(opening * 20_000)[0] == "P802"


def test_alias_bomb_is_refused_at_once() -> None:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    tracemalloc.start()
    assert codes("\n".join(lines)) == ["P803"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


WORDS = st.text(
    st.characters(
        blacklist_categories=("Cs", "Cc"), blacklist_characters="ÂÃ\ufeff\u2028\u2029\ufffe\uffff"
    ),
    max_size=12,
)


@settings(max_examples=50)
@given(
    st.dictionaries(
        WORDS,
        st.one_of(WORDS, st.lists(WORDS, max_size=3), st.dictionaries(WORDS, WORDS, max_size=3)),
        max_size=5,
    )
)
def test_quoted_text_comes_back(value: dict[str, object]) -> None:
    text = pyyaml.safe_dump(value, default_style='"', allow_unicode=True)
    assert read(text.replace("!!float ", "")) == value


@given(st.text("ab:-#'\"[]{}&*!|>%@,?~ \t\n", max_size=40))
def test_parse_raises_nothing_but_problems(text: str) -> None:
    try:
        read(text)
    except Problems as problem:
        assert all(d.hint and d.span and d.code[:2] in ("P1", "P8") for d in problem.diagnostics)
