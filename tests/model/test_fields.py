"""Fields: what a declaration may be, and what a cell becomes under each type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.load.yaml import Map, Seq, parse
from pnp.model.fields import FieldError, FieldType, field_type
from pnp.sandbox.environment import Record

from .toy import findings, game, opened

GEMS = {name: Record(name.capitalize(), {"id": name}) for name in ("ruby", "jade", "jet")}


def declared(spec: str) -> FieldType:
    """The type that a declaration written in YAML makes."""
    raw = parse(f"field: {spec}\n".encode(), "game.yaml")
    assert isinstance(raw, Map)
    return field_type("field", raw["field"], {"gem": GEMS}, {"cards": {}})


def converted(spec: str, value: Any) -> Any:
    found = declared(spec).convert(value)
    return tuple(map(plain, found)) if isinstance(found, tuple) else plain(found)


def plain(value: Any) -> Any:
    return value["id"] if isinstance(value, Record) else value


@pytest.mark.parametrize(
    ("spec", "written", "value"),
    [
        ("text", "no", "no"), ("text", "1:30", "1:30"), ("text", "012", "012"), ("text", "", ""), ("text", " x ", " x "),
        ("int", "7", 7), ("int", "-7", -7), ("int", "−7", -7), ("int", "+7", 7), ("int", " 7 ", 7), ("int", "012", 12),
        ("number", "7", 7), ("number", "1.10", 1.1), ("number", "−0.5", -0.5), ("number", ".5", 0.5), ("number", "5.", 5.0),
        ("bool", "yes", True), ("bool", "True", True), ("bool", "ON", True), ("bool", "1", True),
        ("bool", "no", False), ("bool", "false", False), ("bool", "Off", False), ("bool", "0", False),
        ("markup", "**x** *y* :icon:", "**x** *y* :icon:"),
        ("gem", "ruby", "ruby"), ("gem", " jade ", "jade"),
        ("cards", "some-id", "some-id"),
        ("{int: [1, 4]}", "1", 1), ("{int: [1, 4]}", "4", 4), ("{int: [−2, 2]}", "−2", -2),
        ("{int: [2, 1, −1, −2]}", "−1", -1), ("{int: [5]}", "5", 5),
        ("{number: [0, 1.5]}", "1.5", 1.5), ("{text: [left, right]}", "left", "left"), ("{gem: [ruby, jet]}", "jet", "jet"),
        ("{bool: }", "yes", True), ("{optional: yes, int: [1, 4]}", "3", 3),
        ("{list: gem}", "ruby+jade", ("ruby", "jade")), ("{list: gem}", "ruby", ("ruby",)),
        ("{list: gem}", " ruby + jade ", ("ruby", "jade")),
        ("{list: int, sep: ;}", "1; 2;3", (1, 2, 3)), ("{list: text, sep: ' '}", "a b", ("a", "b")), ("{list: text}", "a;b", ("a;b",)),
        ("{list: {int: [1, 4]}}", "1+4", (1, 4)), ("{list: gem, min: 0}", "", ()),
        ("{list: gem, min: 2, max: 2}", "jet+jet", ("jet", "jet")),
        ("{list: gem}", ["ruby", "jade"], ("ruby", "jade")), ("{list: gem, min: 0}", [], ()),
    ],
)  # fmt: skip
def test_a_good_value(spec: str, written: Any, value: Any) -> None:
    found = converted(spec, written)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("spec", "written", "shown", "hint"),
    [
        (
            "text",
            "a <b>bold</b> word",
            "<b>",
            "take it out; or give the field the type markup, and write **bold** or *italic*",
        ),
        (
            "text",
            "one<br/>two",
            "<br/>",
            "take it out; or give the field the type markup, and write **bold** or *italic*",
        ),
        ("text", "Bed &amp; Breakfast", "&amp;", "write the sign itself"),
        (
            "markup",
            "draw _two_ cards",
            "_two_",
            "italic text stands between two stars: *like this*",
        ),
        ("markup", "_a_", "_a_", "italic text stands between two stars: *like this*"),
        (
            "markup",
            "say `now`",
            "`now`",
            "take the ` out; bold text stands between two pairs of stars: **like this**",
        ),
        ("markup", "~~no~~ yes", "~~no~~", "take the ~~ out: words cannot be struck through"),
        (
            "markup",
            "[b]x[/b]",
            "[b]x[/b]",
            "bold text stands between two pairs of stars: **like this**",
        ),
        ("markup", "[i]x[/i]", "[i]x[/i]", "italic text stands between two stars: *like this*"),
    ],
)
def test_signs_of_other_programs_are_told_of(
    spec: str, written: str, shown: str, hint: str
) -> None:
    with pytest.raises(FieldError) as problem:
        declared(spec).convert(written)
    assert (str(problem.value), problem.value.hint) == (
        f'"{shown}" would be printed as typed',
        hint,
    )


@pytest.mark.parametrize(
    "written",
    [
        "[crown] {crown}",
        "snake_case_word",
        "Name: ____",
        "[b] or [c]",
        "~ 3 ~",
        "it`s",
        "a _ b _ c",
        "5 < 6 & 7",
    ],
)
def test_signs_that_mean_themselves_stay(written: str) -> None:
    assert declared("markup").convert(written) == written
    assert declared("text").convert(written) == written


DATE = "a spreadsheet may have turned it into a date; format the column as text"


@pytest.mark.parametrize(
    ("spec", "written", "hint"),
    [
        ("number", "0,125", "write 0.125, with a point"),
        ("number", "-0,5", "write -0.5, with a point"),
        ("number", "12,5", "write 12.5, with a point"),
        ("number", "0,0001", "write 0.0001, with a point"),
        ("number", "1,250", "write 1250 if thousands are meant, or 1.25"),
        ("number", "1,250,000", "write 1250000, without commas"),
        ("number", "1.250,50", "write 1250.50, without points"),
        ("number", "1,250.50", "write 1250.50, without commas"),
        ("number", "1'250", "write 1250, without apostrophes"),
        ("number", "1\u202f250", "write 1250, without spaces"),
        ("number", "1/2", DATE),
        ("number", "Mrz 26", DATE),
        ("int", "3,0", "write 3"),
        ("int", "3.0", "write 3"),
        ("int", "3.", "write 3"),
        ("int", "0,125", "for 0.125 declare the field as number"),
        ("int", "3,5", "for 3.5 declare the field as number"),
        ("int", "1.250", "write 1250 if thousands are meant; for 1.25 declare the field as number"),
        ("int", "1,500", "write 1500 if thousands are meant; for 1.5 declare the field as number"),
        ("int", "1,000", "write 1000 if thousands are meant, or 1"),
        ("int", "1'250", "write 1250, without apostrophes"),
        ("int", "1 250", "write 1250, without spaces"),
        ("int", "1,250.50", "for 1250.50 declare the field as number"),
        ("int", "Mrz 26", DATE),
        ("int", "Jun 26", DATE),
        ("int", "janv.-26", DATE),
        ("int", "06/01", DATE),
        ("int", "1/2", DATE),
        ("int", "Tip 26", ""),
        ("int", "1'25", ""),
    ],
)
def test_what_people_and_spreadsheets_write_for_numbers(spec: str, written: str, hint: str) -> None:
    with pytest.raises(FieldError) as problem:
        declared(spec).convert(written)
    assert problem.value.hint == hint


@pytest.mark.parametrize("written", ["0.500", "1.250", "1.0", "1000.000", "1.5000"])
def test_a_number_with_a_point_is_not_taken_for_thousands(written: str) -> None:
    assert declared("number").convert(written) == float(written)


@pytest.mark.parametrize(
    ("spec", "written", "message", "hint"),
    [
        ("text", ["a"], "expected one value, found a list", ""),
        ("text", Map.empty(Span("")), "expected one value, found a map", ""),
        ("int", "two", 'expected a whole number, found "two"', ""),
        ("int", "1.0", 'expected a whole number, found "1.0"', "write 1"),
        ("int", "1_000", 'expected a whole number, found "1_000"', ""),
        ("int", "", 'expected a whole number, found ""', ""),
        ("int", "9" * 19, f'expected a whole number, found "{"9" * 19}"', ""),
        ("int", "6-Jan", 'expected a whole number, found "6-Jan"',
         DATE),
        ("number", "02-Feb", 'expected a number, found "02-Feb"',
         DATE),
        ("int", "6-Foo", 'expected a whole number, found "6-Foo"', ""),
        ("number", "1e3", 'expected a number, found "1e3"', ""),
        ("number", "nan", 'expected a number, found "nan"', ""),
        ("number", "1,5", 'expected a number, found "1,5"', "write 1.5, with a point"),
        ("number", "1.000", 'expected a number, found "1.000"', "write 1000 if thousands are meant, or 1"),
        ("number", "−12.500", 'expected a number, found "-12.500"', "write -12500 if thousands are meant, or -12.5"),
        ("number", "1.250.000", 'expected a number, found "1.250.000"', "write 1250000, without points"),
        ("int", "2.000", 'expected a whole number, found "2.000"', "write 2000 if thousands are meant, or 2"),
        ("number", "1,500", 'expected a number, found "1,500"', "write 1500 if thousands are meant, or 1.5"),
        ("int", "06.01.2026", 'expected a whole number, found "06.01.2026"', "a spreadsheet may have turned it into a date; format the column as text"),
        ("int", "Jan-06", 'expected a whole number, found "Jan-06"', "a spreadsheet may have turned it into a date; format the column as text"),
        ("bool", "maybe", 'expected yes or no, found "maybe"', ""),
        ("markup", "**bold", 'a "**" has no partner', "bold text stands between two pairs of stars: **like this**; a star that is meant is written \\*"),
        ("markup", "**bold*", 'a "**" has no partner', "bold text stands between two pairs of stars: **like this**; a star that is meant is written \\*"),
        ("gem", "rubi", '"rubi" is no gem; expected ruby, jade or jet', 'did you mean "ruby"?'),
        ("gem", "Ruby", '"Ruby" is no gem; expected ruby, jade or jet', 'did you mean "ruby"?'),
        ("gem", "gold", '"gold" is no gem; expected ruby, jade or jet', "known here: jade, jet, ruby"),
        ("{int: [1, 4]}", "5", "expected 1 to 4, found 5", ""),
        ("{int: [1, 4]}", "0", "expected 1 to 4, found 0", ""),
        ("{int: [2, 1, −1, −2]}", "0", 'expected one of 2, 1, -1, -2, found "0"', "known here: -1, -2, 1, 2"),
        ("{text: [left, right]}", "lift", 'expected one of left, right, found "lift"', 'did you mean "left"?'),
        ("{gem: [ruby, jet]}", "jade", 'expected one of ruby, jet, found "jade"', "known here: jet, ruby"),
        ("{list: gem}", "ruby+rubi", '"rubi" is no gem; expected ruby, jade or jet', 'did you mean "ruby"?'),
        ("{list: gem}", "ruby+", "entry 2 is empty", 'take one "+" away'),
        ("{list: text}", "a++b", "entry 2 is empty", 'take one "+" away'),
        ("{list: gem}", "", "expected at least 1 entry, found 0", ""),
        ("{list: gem, max: 2}", "jet+jet+jet", "expected 1 to 2 entries, found 3", ""),
        ("{list: gem, max: 1}", "jet+jet", "expected 1 entry, found 2", ""),
        ("{list: gem, min: 2, max: 2}", "jet", "expected 2 entries, found 1", ""),
        ("{list: gem, min: 2}", "jet", "expected at least 2 entries, found 1", ""),
        ("{list: gem}", [["jet"]], "expected one value, found a list", ""),
    ],
)  # fmt: skip
def test_a_bad_value(spec: str, written: Any, message: str, hint: str) -> None:
    with pytest.raises(FieldError) as problem:
        declared(spec).convert(written)
    assert (str(problem.value), problem.value.hint) == (message, hint)


@pytest.mark.parametrize(
    ("spec", "message", "hint"),
    [
        ("list", "a list is of something", "write {list: text}, {list: int} or the like"),
        ("intt", 'there is no field type "intt"', 'did you mean "int"?'),
        ("gems", 'there is no field type "gems"', 'did you mean "gem"?'),
        ("{type: int}", '"type" is no field type', "write the type itself: field: int"),
        (
            "{type: markup, optional: yes}",
            '"type" is no field type',
            "write the type itself: field: markup",
        ),
        (
            "{type: [int]}",
            'there is no field type "type"',
            "known here: bool, cards, gem, int, list, markup, number, text",
        ),
        (
            "picture",
            'there is no field type "picture"',
            "known here: bool, cards, gem, int, list, markup, number, text",
        ),
        ("", "expected a type such as int, text or {int: [1, 4]}", ""),
        ("{}", "expected a type such as int, text or {int: [1, 4]}", ""),
        ("[int]", "expected a type such as int, text or {int: [1, 4]}", ""),
        ("{list: }", "a list is of something", "write {list: text}, {list: int} or the like"),
        ("{list: gemm}", 'there is no field type "gemm"', 'did you mean "gem"?'),
        ("{int: 5}", "after int: expected [LOWEST, HIGHEST] or a list of choices", ""),
        ("{int: []}", "after int: expected [LOWEST, HIGHEST] or a list of choices", ""),
        ("{int: [4, 1]}", "after int: expected [LOWEST, HIGHEST], found [4, 1]", ""),
        ("{int: [a, b]}", 'expected a whole number, found "a"', ""),
        ("{gem: [rubi]}", '"rubi" is no gem; expected ruby, jade or jet', 'did you mean "ruby"?'),
        (
            "{int: [1, 4], opt: yes}",
            '"opt" is not an option of int',
            "known here: default, optional",
        ),
        ("{int: [1, 4], sep: ;}", '"sep" is not an option of int', "known here: default, optional"),
        ("{list: gem, maxi: 2}", '"maxi" is not an option of list', 'did you mean "max"?'),
        ("{int: [1, 4], optional: maybe}", '"optional": expected yes or no, found "maybe"', ""),
        ("{int: [1, 4], default: 5}", '"default": expected 1 to 4, found 5', ""),
        ("{int: [1, 4], default: }", '"default": expected one value, found nothing', ""),
        ("{list: gem, sep: ''}", '"sep": expected a sign such as + or ;', ""),
        ("{list: gem, sep: [a]}", '"sep": expected one value, found a list', ""),
        ("{list: gem, min: two}", '"min": expected a whole number, found "two"', ""),
        (
            "{list: {gem: , default: jet}}",
            '"default" means nothing inside list',
            "write it beside list: {list: …, default: …}",
        ),
        (
            "{list: {gem: , optional: yes}}",
            '"optional" means nothing inside list',
            "write it beside list: {list: …, optional: …}",
        ),
        ("{list: gem, min: 3, max: 2}", "min 3 is more than max 2", ""),
    ],
)
def test_a_bad_declaration(spec: str, message: str, hint: str) -> None:
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
def test_what_stands_where_nothing_is_written(spec: str, optional: bool, default: Any) -> None:
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
def test_the_values_that_a_field_can_take(spec: str, domain: Any) -> None:
    found = declared(spec).domain
    assert (None if found is None else tuple(found)) == domain


@given(st.integers(-(10**17), 10**17))
def test_every_whole_number_is_read_as_itself(number: int) -> None:
    assert (
        converted("int", str(number)) == converted("int", str(number).replace("-", "−")) == number
    )


@given(st.text())
def test_text_stays_as_it_is(text: str) -> None:
    assert converted("text", text) == text


@given(st.text())
def test_any_text_is_a_value_or_a_field_error(text: str) -> None:
    for spec in ("int", "number", "bool", "gem", "markup", "{list: gem}", "{int: [1, 4]}"):
        try:
            converted(spec, text)
        except FieldError as problem:
            assert str(problem)


@given(st.lists(st.integers(0, 99), min_size=1, max_size=9), st.sampled_from("+;|/"))
def test_a_list_is_split_at_its_sign(numbers: list[int], sign: str) -> None:
    assert converted(f"{{list: int, sep: '{sign}'}}", sign.join(map(str, numbers))) == tuple(
        numbers
    )


# --- in a game
# --------------------------------------------------------------------------------

FIELDS = "fields: {rank: {int: [1, 2]}, gem: gem, name: text, gems: {list: gem, optional: yes}}"


@pytest.mark.parametrize("inner", ["cards", "{cards: ~}"])
def test_a_reference_leads_to_a_card(tmp_path: Path, inner: str) -> None:
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


@pytest.mark.parametrize(
    ("text", "shown", "cure"),
    [("<b>one</b>", "<b>", "**like this**"), ("a <em>b</em>", "<em>", "*like this*"), ("Look.<br/>Rest.", "<br/>", "a new line"), ("a\\nb", "\\n", "a new line"), ("take __one__", "__one__", "**like this**"), ("Score :crown", ":crown", "between two colons: :crown:"), ("(:two-coins and", ":two-coins", ":two-coins:"), ("Pay :two coins: now", ":two", "between two colons: :two-coins:"), ("Ham &amp; eggs", "&amp;", "the sign itself"), ("a&#160;b", "&#160;", "the sign itself"), ("<font size='2'>a", "<font size='2'>", "take it out")],
)  # fmt: skip
def test_signs_of_other_programs_in_a_text_of_a_card(text: str, shown: str, cure: str) -> None:
    markup = field_type("text", "markup", {}, {})
    with pytest.raises(FieldError) as caught:
        markup.convert(text)
    assert str(caught.value) == f'"{shown}" would be printed as typed' and cure in caught.value.hint
    plain_text = field_type("text", "text", {}, {})
    if shown[0] in "<&":
        with pytest.raises(FieldError, match="would be printed as typed"):
            plain_text.convert(text)
    else:
        assert plain_text.convert(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "2 < 3 > 1",
        "<x>",
        "Name: ____",
        "____ and ____",
        "a__b__c",
        "<- b ->",
        "a\nb",
        "<B2>",
        "ok: yes",
        "a :b: c",
        ":crown:coin:",
        "3:30",
        "x:y",
        "Phase :Go",
        "A & B; c",
        "R&D;",
        "\\:crown",
    ],
)
def test_signs_that_are_meant(text: str) -> None:
    assert field_type("text", "markup", {}, {}).convert(text) == text


@pytest.mark.parametrize("text", ["1, 2", "1;2;3", "1 2"])
def test_list_parted_at_another_sign(text: str) -> None:
    with pytest.raises(FieldError) as caught:
        field_type("list", {"list": "int"}, {}, {}).convert(text)
    assert caught.value.hint == 'entries are parted at "+"; for another sign declare sep:'
