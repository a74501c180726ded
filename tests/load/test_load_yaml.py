"""Strict YAML: values, places, and each error with a good and a bad case."""

from __future__ import annotations

import tracemalloc

import pytest
import yaml as pyyaml
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic, Problems, Span
from pnp.load import yaml
from pnp.load.limits import DEFAULT, Limits
from pnp.load.pure import Parser
from pnp.load.yaml import Map, Seq, parse

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


def the_problem(text: str | bytes, limits: Limits = DEFAULT) -> Diagnostic:
    found = problems(text, limits)
    assert len(found) == 1, found
    return found[0]


def test_values_are_text_none_maps_and_lists() -> None:
    assert read(DECK) == {
        "defaults": {"count": "10"},
        "cards": [
            {"id": "bribe", "value": "-2", "text": "Draw #2 card", "note": None},
            {"id": "été", "lines": ["a", None, "~", ""]},
        ],
    }


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "yes",
        "true",
        "none",
        "1:30",
        "012",
        "1.10",
        "0x1F",
        "1_000",
        "2024-01-06",
        ".inf",
        "6-Jan",
    ],
)
def test_a_plain_scalar_stays_text(text: str) -> None:
    assert read(f"a: {text}\n") == {"a": text}


def test_every_place_is_exact() -> None:
    deck = read(DECK)
    assert isinstance(deck, Map)
    cards = deck["cards"]
    assert isinstance(cards, Seq)
    assert deck.span() == Span("deck.yaml", 2, 1)
    assert deck.key("cards") == Span("deck.yaml", 3, 1)
    assert deck.at("cards") == cards.span() == Span("deck.yaml", 4, 1)
    assert cards.at(0) == cards[0].span() == Span("deck.yaml", 4, 3)
    assert cards.at(1) == Span("deck.yaml", 8, 5)
    assert cards[0].key("text") == Span("deck.yaml", 6, 3)
    assert cards[0].at("text") == Span("deck.yaml", 6, 9)
    assert cards[0].at("note") == Span("deck.yaml", 7, 8)
    assert cards[0].at("nothing") == cards[0].key("nothing") == cards[0].span()
    assert cards[1]["lines"].at(2) == Span("deck.yaml", 9, 19)
    assert cards[1]["lines"].at(9) == cards[1]["lines"].span()
    assert cards[0].at("value")[1:] == (5, 10)
    assert cards[0].key("value")[1:] == (5, 3)


def test_columns_count_characters_and_line_ends_do_not_matter() -> None:
    value = parse("a: x\r\nb: {é😀: y, c: z}\r\n".encode(), "f")
    assert isinstance(value, Map)
    assert value["b"].at("c") == Span("f", 2, 15)
    assert value == parse("\ufeffa: x\rb: {é😀: y, c: z}".encode(), "f")


def test_an_empty_file_is_none_and_a_whole_list_has_a_place() -> None:
    assert read("") is None
    assert read("# only a comment\n") is None
    assert yaml.place(read("- a"), "f") == Span("deck.yaml", 1, 1)
    assert yaml.place(None, "f") == Span("f", 1, 1)


def test_maps_can_be_made_by_hand() -> None:
    made = Map.empty(Span("f", 3, 4))
    made.put("a", "x", (3, 4, 3, 7))
    assert (made, made.at("a"), made.key("a"), made.at("b")) == (
        {"a": "x"},
        Span("f", 3, 7),
        Span("f", 3, 4),
        Span("f", 3, 4),
    )
    made.put("b", "y", (4, 1, 4, 4))
    made.put("a", "z", (5, 1, 5, 4))
    assert (made, made.key("a"), made.at("a"), made.at("b")) == (
        {"a": "z", "b": "y"},
        Span("f", 5, 1),
        Span("f", 5, 4),
        Span("f", 4, 4),
    )
    assert Seq.empty(Span("f", 1, 2)).span() == Span("f", 1, 2)


def test_every_key_of_a_wide_map_has_its_place() -> None:
    made = read("".join(f"k{n}: {n}\n" for n in range(40)))
    assert isinstance(made, Map)
    assert [made.key(f"k{n}").line for n in range(40)] == list(range(1, 41))
    made.put("more", "x", (50, 1, 50, 7))
    made.put("k3", "y", (60, 1, 60, 5))
    assert (made.key("more").line, made.key("k3").line, made.at("k39").column) == (50, 60, 6)


def test_an_alias_stands_for_what_its_anchor_names() -> None:
    value = read("a: &x {b: c}\nd: *x\ne: [&y word, *y]\n")
    assert isinstance(value, Map)
    assert value == {"a": {"b": "c"}, "d": {"b": "c"}, "e": ["word", "word"]}
    assert value["d"] is value["a"]
    assert value.at("d") == Span("deck.yaml", 2, 4)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"),
    [
        ("a: b\nc: d\na: e\n", "P102", 3, 1, '"a" is written twice'),
        (
            "- id: a\n  t: 1\n  x: 2\n  id: b\n  t: 3\n  x: 4\n",
            "P102",
            4,
            3,
            'a "- " is missing before this entry',
        ),
        ("- id: a\n  t: 1\n  id: b\n", "P102", 3, 3, '"id" is written twice'),
        ("p: {min:2, max:4}\n", "P101", 1, 8, "a space is missing after this colon"),
        ("p: {min:20, max:4}\n", "P101", 1, 8, "a space is missing after this colon"),
        (
            "c:\n  - id: a\n    t: 1\n   - id: b\n     t: 1\n",
            "P101",
            4,
            4,
            "this entry is indented by 3 spaces, the others by 2",
        ),
        (
            "- id: a\n  t: 1\n   - id: b\n     t: 1\n",
            "P101",
            3,
            4,
            "this entry is indented by 3 spaces, the others by 0",
        ),
        ("- id: a\n  t: 1\n-id: b\n  t: 1\n", "P101", 3, 1, "a space is missing after this dash"),
        ("- id: a\n  corner:\u00a02\n", "P105", 2, 10, "no-break space (U+00A0)"),
        ("a: !!int 3\n", "P103", 1, 4, "tag"),
        ("a: !wow\n", "P103", 1, 4, '"!wow"'),
        ("a: !x!y b\n", "P103", 1, 4, "tags"),
        ("a: !m {b: c}\n", "P103", 1, 4, "tag"),
        ("a: &x {b: c}\nd:\n  <<: *x\n", "P104", 3, 3, "<<"),
        ("a:\n\tb: c\n", "P105", 2, 1, "tab"),
        ("a:\n  b: c\n\td: e\n", "P105", 3, 1, "tab"),
        ("a: [\n\tb]\n", "P105", 2, 1, "tab"),
        ("a: b\n  \tc\n", "P105", 2, 3, "tab"),
        ("-\ta: b\n", "P105", 1, 2, "tab"),
        ("a: |\n\tb\n", "P105", 2, 1, "tab"),
        ("a:\n\u00a0\u00a0b: c\n  d: e\n", "P105", 2, 1, "no-break space (U+00A0)"),
        ("a:\n  b:\n    c: d\n \u3000e: f\n", "P105", 4, 2, "ideographic space (U+3000)"),
        ("text: Draw #2 card\n", "P106", 1, 12, '"#2 card" is lost'),
        ("color: #b9a3e3\n", "P106", 1, 8, '"#b9a3e3" is lost'),
        ("- #b9a3e3\n- x\n", "P106", 1, 3, "lost"),
        ("a: {b: c, d: #fff, e: f}\ng: h\n", "P106", 1, 14, "lost"),
        ("a: [red, #fff,\n blue]\n", "P106", 1, 10, "lost"),
        ("a: [red, #fff, blue]\n", "P106", 1, 10, "lost"),
        ("a: one\n  two #3\n", "P106", 2, 7, '"#3" is lost'),
        (b"a: caf\xe9\n", "P107", 1, 7, '"é"'),
        (b"\xef\xbb\xbfa: caf\xe9\n", "P107", 1, 7, '0xE9 is no UTF-8 (in Windows-1252 it is "é")'),
        (b"\xef\xbb\xbfa: b\nc: caf\xe9\n", "P107", 2, 7, '"é"'),
        ("a: b\n".encode("utf-16"), "P107", 0, 0, "UTF-16"),
        (
            "a: b\nc: Look at ConchÃ©\n",
            "P107",
            2,
            17,
            '"ConchÃ©" was "Conché" before a program took UTF-8 for Windows-1252',
        ),
        ("a: 5Â°C\n", "P107", 1, 5, '"5Â°C" was "5°C"'),
        (": x\n", "P108", 1, 1, "key is missing"),
        ("~: x\n", "P108", 1, 1, "key is missing"),
        ("? [a]\n: b\n", "P108", 1, 3, "not plain text"),
        ("a: {{ x }}\n", "P108", 1, 5, "not plain text"),
        ("a: &x b\n*x : c\n", "P108", 2, 1, "not plain text"),
        ("a: b\n---\nc: d\n", "P109", 2, 1, "second document"),
        (
            "- {id: fire, text: Turn over a card, icon}\n",
            "P111",
            1,
            38,
            'the key "icon" has no value',
        ),
        ("- {icon: x, text: Turn over, icon}\n", "P111", 1, 30, 'the key "icon" has no value'),
        ("- {a: one, two, three}\n", "P111", 1, 12, '"two" has no value'),
        ("a: {sleeve: 0,1mm}\n", "P111", 1, 15, 'the key "1mm" has no value'),
        ('a: {b: {"c"}, d: e}\n', "P111", 1, 9, '"c" has no value'),
        ("a: null\n", "P112", 1, 4, "null is no value to other programs"),
        ("- {id: fire, text: NULL}\n", "P112", 1, 20, "NULL is no value"),
        ("- Null\n", "P112", 1, 3, "Null is no value"),
        ("a: &x null\nb: *x\n", "P112", 1, 4, "null is no value"),
        ("a: *gone\n", "P110", 1, 4, "names nothing"),
        ("a: &x [*x]\n", "P110", 1, 8, "inside the very thing"),
        ("a: &friends and family\n", "P110", 1, 4, "uses"),
        ("a: \x07b\n", "P101", 1, 4, "U+0007"),
        ("a: b\u2028c\n", "P101", 1, 5, "U+2028"),
        ("a: text: with colon\n", "P101", 1, 8, 'second ": "'),
        ("a: b\nc:d\ne: f\n", "P101", 2, 2, "space is missing"),
        ('a: "foo\nb: c\n', "P101", 1, 4, "never closed"),
        ('a: "foo\nb: "x"\n', "P101", 1, 4, "not closed on its line"),
        (
            '- {a: "foo, b: 2}\n- {a: c}\n- {a: "**x** y", b: 2}\n',
            "P101",
            1,
            7,
            "not closed on its line",
        ),
        ("- {a: 'foo, b: 2}\n- {a: 'c', b: 2}\n", "P101", 1, 7, "not closed on its line"),
        ('- {a: "foo\n  bar", b: 2}\n- {a: **x**}\n', "P101", 3, 7, 'cannot begin with "*"'),
        ("a: 'Don't do it'\nb: 3\n", "P101", 1, 9, "ends before"),
        ("a: [b, c\nd: e\n", "P101", 1, 4, "never closed"),
        ("a: [", "P101", 1, 4, "never closed"),
        ("a: [x: y: z]\n", "P101", 1, 9, "between [ and ]"),
        ("a: [x]]\n", "P101", 1, 7, "too many"),
        ("- {a: 'it's', b: 1}\n", "P101", 1, 11, "text in quotes ends before"),
        ('- {a: "say "hi" now"}\n', "P101", 1, 13, "text in quotes ends before"),
        ("- {id: z title: Z, n: 1}\n", "P101", 1, 15, "cannot stand here"),
        ('- {id: "a" b: "c"}\n', "P101", 1, 12, "expected a comma"),
        ('- ["a" b]\n', "P101", 1, 8, "expected a comma"),
        ("- {a: 'b' 'c'}\n", "P101", 1, 11, "expected a comma"),
        ("a: {card} gains 3\n", "P101", 1, 11, "closing bracket"),
        ("a: @foo\n", "P101", 1, 4, 'cannot begin with "@"'),
        ("text: **bold** words\n", "P101", 1, 7, 'cannot begin with "*"'),
        ("a: > 3 cards\n", "P101", 1, 4, 'cannot begin with ">"'),
        ("a: - b\n", "P101", 1, 4, "list cannot begin"),
        ("a: b\nfoo\nc: d\n", "P101", 2, 1, '"foo" is neither'),
        ("a:\n  b: c\n d: e\n", "P101", 3, 2, "1 space,"),
        ("- id: x\n  text: hello\n   count: 3\n", "P101", 3, 4, '"count" is indented by 3 spaces'),
        ("- a\nb: c\n", "P101", 2, 1, "a list goes on"),
        ("a: b\n- c\n", "P101", 2, 1, "a map goes on"),
        ('a: "x\\qy"\n', "P101", 1, 6, "backslash"),
        ("a: x\n...\nfoo\n", "P101", 3, 1, "goes on"),
        ("%foo\na: b\n", "P101", 1, 1, '"%"'),
    ],
)
def test_each_error_has_its_code_and_place(
    text: str | bytes, code: str, line: int, column: int, says: str
) -> None:
    found = the_problem(text)
    assert (found.code, found.span, found.is_error) == (code, Span("deck.yaml", line, column), True)
    assert says in found.message
    assert found.hint


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: b\nc: {a: e}\n", {"a": "b", "c": {"a": "e"}}),
        ('a: "!wow"\n', {"a": "!wow"}),
        ("a: wow!\n", {"a": "wow!"}),
        ('"<<": b\n', {"<<": "b"}),
        ("a:\tb\n", {"a": "b"}),
        ("a: {b: , c : , d:\n}\n", {"a": {"b": None, "c": None, "d": None}}),
        ("a: {b: [c: , d], e: ''}\n", {"a": {"b": [{"c": None}, "d"], "e": ""}}),
        ("? a\n", {"a": None}),
        ('a: "x\n\ty"\n', {"a": "x y"}),
        ("a: |\n  x\n  \ty\n", {"a": "x\n\ty\n"}),
        ("count: 3  # three of them\n", {"count": "3"}),
        ("count: 3  # see #2\n", {"count": "3"}),
        ("  #own line\na: b\n #another\n", {"a": "b"}),
        ('a: "x #2" #fine\n', {"a": "x #2"}),
        ("a: 'x #2'\nb: |\n  y #3\n", {"a": "x #2", "b": "y #3\n"}),
        ("a: [x, y] #fine\nb: {} #fine\n", {"a": ["x", "y"], "b": {}}),
        ('"a #1": b\n', {"a #1": "b"}),
        ("a: b#c\n", {"a": "b#c"}),
        ("a: http://x.org/#top\n", {"a": "http://x.org/#top"}),
        ("%YAML 1.2\n---\na: b\n...\n", {"a": "b"}),
        ("a: 10:30\nb: x:y\n", {"a": "10:30", "b": "x:y"}),
        ("a: 'Don''t'\n", {"a": "Don't"}),
        ("a: >\n  x\n  y\n", {"a": "x y\n"}),
        ('"": b\n"~": c\n', {"": "b", "~": "c"}),
    ],
)
def test_what_looks_like_an_error_and_is_none(text: str, value: object) -> None:
    assert read(text) == value


def test_the_hint_shows_the_mended_line() -> None:
    assert the_problem("text: Draw #2 card\n").hint.startswith(
        'put the text in quotes: "Draw #2 card"'
    )
    assert the_problem("  x: Warning: fire\n").hint.endswith('x: "Warning: fire"')
    assert (
        the_problem("{text: Turn over, icon}\n").hint
        == 'put a text that holds a comma in quotes: text: "Turn over, icon"'
    )
    assert the_problem("a: {at: 10, 5, x: y}\n").hint == "write both in brackets: at: [10, 5]"
    assert the_problem("a: {sleeve: 0,1mm}\n").hint == "write a decimal point: sleeve: 0.1mm"
    assert the_problem("a: {price: 0,125}\n").hint == "write a decimal point: price: 0.125"


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("1,500", "write price: 1500 if thousands are meant, or price: 1.5"),
        ("-12,250", "write price: -12250 if thousands are meant, or price: -12.25"),
        ("int(0,9)", "write price: {int: [0, 9]}"),
        ("int(0, 9)", "write price: {int: [0, 9]}"),
        ("text(left,right)", "write price: {text: [left, right]}"),
    ],
)
def test_a_comma_between_braces_has_two_readings(written: str, hint: str) -> None:
    found = the_problem(f"- {{id: a, price: {written}, b: 1}}\n")
    assert (found.code, found.hint) == ("P111", hint)
    assert the_problem("{at: 3, 1}\n").hint == "write both in brackets: at: [3, 1]"
    assert the_problem("{at: 3,x}\n").hint == 'put a text that holds a comma in quotes: at: "3, x"'
    assert the_problem("{at: '3',1mm}\n").hint == "write both in brackets: at: [3, 1mm]"
    assert (
        the_problem("{one, two}\n").hint
        == "write one: and its value, or nothing behind the colon where it needs none"
    )
    assert the_problem("{id: z title: Z}\n").hint.startswith("put a comma before the key")
    assert the_problem("{a: 'it's', b: 1}\n").hint.startswith("write an apostrophe twice")
    assert the_problem("a: {b: #fff, c: d}\n").hint.startswith('put the text in quotes: "#fff"')
    assert the_problem("a: b\nc: d\na: e\n").notes[0].span == Span("deck.yaml", 1, 1)


def test_a_quote_left_open_in_braces_names_both_its_ends() -> None:
    found = the_problem('- {a: "foo, b: 2}\n- {a: c}\n- {a: "**x** y", b: 2}\n')
    assert found.notes == (("it is closed only here", Span("deck.yaml", 3, 7)),)
    assert found.hint == 'add " at the end of the text'


def test_one_reading_finds_many_errors() -> None:
    found = problems("a: !t x\na: y\nb: c #2\nd: [*e]\nf: text: x\ng: #3\n")
    assert [(d.code, d.span.line) for d in found if d.span] == [
        ("P103", 1),
        ("P102", 2),
        ("P110", 4),
        ("P101", 5),
        ("P106", 3),
    ]


def test_findings_end_at_their_limit() -> None:
    assert len(problems("a: b\n" * 5_000)) == DEFAULT.findings
    assert len(problems("".join(f"k{n}: x #2\n" for n in range(5_000)))) == DEFAULT.findings


def test_limits_hold_exactly() -> None:
    few = DEFAULT._replace(text_bytes=40, depth=3, nodes=10, aliases=2)
    good = "[a, b, c, d, e, f, g, h, i]"
    assert read(good, few) == list("abcdefghi")
    assert the_problem(good + " " * 20, few).code == "P801"
    assert the_problem(good[:-1] + ", j]", few).code == "P803"
    assert read("[[[a]]]", few) == [[["a"]]]
    assert the_problem("[[[[a]]]]", few).code == "P802"
    assert read("[&a x, *a, *a]", few) == ["x"] * 3
    assert the_problem("[&a x, *a, *a, *a]", few).code == "P804"


def test_nodes_count_after_aliases_are_followed() -> None:
    few = DEFAULT._replace(nodes=9)
    assert read("a: &x [1, 2]\nb: *x\n", few) == {
        "a": ["1", "2"],
        "b": ["1", "2"],
    }  # map, 2 keys, 2 × (list and 2)
    assert the_problem("a: &x [1, 2]\nb: *x\nc: d\n", few).code == "P803"


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused(opening: str) -> None:
    assert problems(opening * 20_000)[0].code == "P802"


def test_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    tracemalloc.start()
    found = the_problem("\n".join(lines))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.code == "P803"
    assert peak < 1_000_000


def test_without_libyaml_the_same_values_places_and_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = ["a: b: c\n", "a: 'Don't'\n", 'a: "x\n', "a: [b\nc: d\n", "a:\n\tb: c\n", "a: @b\n"]
    bad += [
        "a:\n  b: c\n d: e\n",
        "a\nb: c\n",
        "a: *b* c\n",
        "- a\nb: c\n",
        "a: b\n- c\n",
        "a: [b]]\n",
        "a: #b\n",
        "a: b\na: c\n",
    ]
    fast = read(DECK)
    codes = [[(d.code, d.span) for d in problems(text)] for text in bad]
    monkeypatch.setattr(yaml, "_events", lambda text: Parser(text).get_event)
    slow = read(DECK)
    assert isinstance(fast, Map)
    assert isinstance(slow, Map)
    assert slow == fast
    assert slow["cards"][1].places == fast["cards"][1].places
    assert [[(d.code, d.span) for d in problems(text)] for text in bad] == codes


@pytest.mark.parametrize(
    "text", ["Âge d’or", "Ã la carte", "São Paulo", "Mâche â€ x", "ÂME", "pâte"]
)
def test_letters_with_accents_are_letters(text: str) -> None:
    assert read(f"a: {text}\n") == {"a": text}


def test_null_in_quotes_in_a_text_or_as_a_key_is_a_word() -> None:
    """A card that was exported without a text bore the word."""
    assert read(
        "a: 'null'\nb: \"Null\"\nnull: c\nd: null and void\ne: |\n  null\nf: nULL\ng: ~\nh:\n"
    ) == {
        "a": "null",
        "b": "Null",
        "null": "c",
        "d": "null and void",
        "e": "null\n",
        "f": "nULL",
        "g": None,
        "h": None,
    }
    assert (
        the_problem("a: null\n").hint
        == 'leave it out where nothing is meant; write "null" in quotes for the word'
    )


WORDS = st.text(
    st.characters(
        blacklist_categories=("Cs", "Cc"), blacklist_characters="ÂÃ\ufeff\u2028\u2029\ufffe\uffff"
    ),
    max_size=12,
)


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
def test_only_problems_leave(text: str) -> None:
    try:
        read(text)
    except Problems as problem:
        assert all(d.hint and d.span and d.code[:2] in ("P1", "P8") for d in problem.diagnostics)


@pytest.mark.parametrize(
    ("line", "cure"),
    [
        ("- {id: guide, text: **Move** twice, corner: 3, icon: key}", '"**Move** twice"'),
        ("- {id: guide, text: **Move** twice.}", '"**Move** twice."'),
        ("- {id: guide, note: '{', text: **Move**, then rest}", '"**Move**, then rest"'),
        ("text: **Move** {twice}, or: rest", '"**Move** {twice}, or: rest"'),
    ],
)
def test_quotes_end_where_the_entry_of_a_map_ends(line: str, cure: str) -> None:
    """The hint took in the keys behind it: whoever followed it printed them as text."""
    assert the_problem(f"{line}\n").hint == f"put it in quotes: {cure}"
