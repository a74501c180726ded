from __future__ import annotations

import difflib
import json
import pickle

import pytest

from pnp.diagnostics import (
    Diagnostic,
    Note,
    Problems,
    Severity,
    Span,
    as_json,
    did_you_mean,
    downgraded,
    error,
    exit_code,
    github,
    is_slip,
    near,
    order,
    plain,
    raise_errors,
    text,
    warning,
)

RULES, DECK = Span("data/om/rules.yaml", 14, 5), Span("data/om/cards.csv", 1)
BROKEN = error(
    "P501",
    'deck "patients" prints 95 cards, the rules promise 96 (OM1, stated, rules/Contents)',
    RULES,
    "one combination is missing: organs Liver, category blue, stars 2",
    [Note("the deck is here", DECK), Note("the same on 2 more cards: 7, 8")],
)
FULL = """\
data/om/rules.yaml:14:5: error P501 deck "patients" prints 95 cards, the rules promise 96 (OM1, stated, rules/Contents)
  data/om/cards.csv:1: the deck is here
  the same on 2 more cards: 7, 8
  hint: one combination is missing: organs Liver, category blue, stars 2"""


def test_text_reads_place_code_message_notes_hint() -> None:
    assert text(BROKEN) == FULL
    assert text(BROKEN, concise=True) == FULL.splitlines()[0]


@pytest.mark.parametrize(
    ("span", "shown"),
    [
        (Span("a.yaml", 3, 7), "a.yaml:3:7: "),
        (Span("a.yaml", 3), "a.yaml:3: "),
        (Span("a.yaml"), "a.yaml: "),
        (None, ""),
    ],
)
def test_text_place_is_as_exact_as_it_is_known(span: Span | None, shown: str) -> None:
    assert text(warning("P210", "message", span)) == f"{shown}warning P210 message"


def test_text_of_a_game_cannot_move_the_cursor() -> None:
    told = text(
        error(
            "P205",
            "found \x1b[2Jx\r\x07\x85\u202e",
            Span("a\nb.yaml"),
            "say\x00",
            [Note("\x1b]0;title")],
        )
    )
    assert told == "a�b.yaml: error P205 found �[2Jx����\n  �]0;title\n  hint: say�"


@pytest.mark.parametrize("char", "\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069")
def test_plain_what_turns_or_ends_a_line_is_shown_as_a_sign(char: str) -> None:
    assert (
        text(error("P205", f"found a{char}b"))
        == "error P205 found a�b"
        == plain(f"error P205 found a{char}b")
    )
    assert plain("one\u200d\n two\u200b") == "one\u200d\n two\u200b"


def test_as_json_holds_everything() -> None:
    rows = json.loads(as_json([BROKEN, warning("P210", "Löwe → \x1b")]))
    assert rows[0] == {
        "severity": "error",
        "code": "P501",
        "message": BROKEN.message,
        "span": {"file": "data/om/rules.yaml", "line": 14, "column": 5},
        "hint": BROKEN.hint,
        "notes": [
            {
                "message": "the deck is here",
                "span": {"file": "data/om/cards.csv", "line": 1, "column": 0},
            },
            {"message": "the same on 2 more cards: 7, 8", "span": None},
        ],
    }
    assert (rows[1]["severity"], rows[1]["span"], rows[1]["hint"], rows[1]["notes"]) == (
        "warning",
        None,
        "",
        [],
    )
    assert rows[1]["message"] == "Löwe → \x1b"
    assert json.loads(as_json([])) == []


def test_github_is_one_workflow_command_a_finding() -> None:
    assert github(BROKEN) == (
        "::error file=data/om/rules.yaml,line=14,col=5,title=P501::"
        'deck "patients" prints 95 cards, the rules promise 96 (OM1, stated, rules/Contents)%0Athe deck is here%0A'
        "the same on 2 more cards: 7, 8%0Aone combination is missing: organs Liver, category blue, stars 2"
    )
    assert github(warning("P210", "50 % of it")) == "::warning title=P210::50 %25 of it"
    assert (
        github(error("P210", "x\r\ny", Span("a,b:c.yaml")))
        == "::error file=a%2Cb%3Ac.yaml,line=1,col=1,title=P210::x%0D%0Ay"
    )


def test_order_is_by_place_errors_first_without_doubles() -> None:
    late, early = error("P201", "a", Span("b.yaml", 2, 1)), error("P201", "a", Span("b.yaml", 1, 9))
    other, unplaced = error("P201", "z", Span("a.yaml", 99)), error("P601", "m")
    mild, grave = (
        warning("P100", "a", Span("b.yaml", 2, 1)),
        error("P999", "z", Span("b.yaml", 2, 1)),
    )
    assert order([late, mild, grave, early, other, unplaced, late]) == [
        unplaced,
        other,
        early,
        late,
        grave,
        mild,
    ]


def test_order_of_numbers() -> None:
    assert [
        d.span.line for d in order([error("P1", "", Span("a", n)) for n in (10, 9, 100)]) if d.span
    ] == [9, 10, 100]


@pytest.mark.parametrize(
    ("found", "plain", "strict"),
    [
        ([], 0, 0),
        ([warning("P210", "")], 0, 1),
        ([warning("P117", "")], 0, 1),
        ([warning("P720", "")], 0, 1),
        ([error("P210", "")], 1, 1),
        ([error("P580", ""), error("P310", "")], 1, 1),
        ([error("P210", ""), error("P101", "")], 3, 3),
        ([error("P101", ""), error("P840", "")], 4, 4),
        ([error("P840", ""), error("P701", ""), error("P101", "")], 5, 5),
        ([error("P210", ""), warning("P840", "")], 1, 1),
    ],
)
def test_exit_code_is_that_of_the_gravest_error(
    found: list[Diagnostic], plain: int, strict: int
) -> None:
    assert exit_code(found) == plain
    assert exit_code(found, strict=strict > 0) == strict
    assert exit_code(iter(found)) == plain


def test_problems_say_all_and_survive_a_process_border() -> None:
    problem = Problems([BROKEN, warning("P210", "second")])
    assert str(problem) == FULL + "\nwarning P210 second"
    assert pickle.loads(pickle.dumps(problem)).diagnostics == problem.diagnostics


def test_raise_errors_only_for_errors() -> None:
    raise_errors([])
    raise_errors([warning("P210", "")])
    with pytest.raises(Problems) as caught:
        raise_errors([warning("P210", ""), error("P211", "")])
    assert len(caught.value.diagnostics) == 2


def test_downgraded_prints_in_spite_of_it() -> None:
    mild = downgraded(BROKEN)
    assert (mild.severity, mild.is_error, BROKEN.is_error) == (Severity.WARNING, False, True)
    assert text(mild) == FULL.replace(" error ", " warning ")


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("LVIER", "liver heart lungs", 'did you mean "liver"?'),
        ("cards", "cords card cargo kart xyz", 'did you mean "card" or "cords" or "cargo"?'),
        ("zzz", "b a", "known here: a, b"),
        ("zzz", "b a c d e f g h i j k l m", ""),
        ("zzz", "", ""),
        ("", "a", "known here: a"),
    ],
)
def test_did_you_mean_names_the_nearest(name: str, known: str, hint: str) -> None:
    assert did_you_mean(name, known.split()) == hint
    assert did_you_mean(name, iter(known.split())) == hint


def test_near_name_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text may misspell one icon ten thousand times."""
    asked: list[str] = []
    known = ["hart-of-gold", "crown"]
    monkeypatch.setattr(
        difflib, "get_close_matches", lambda word, *_: asked.append(word) or ["crown"]
    )
    assert [near("crwon-of-gold", known) for _ in range(3)] == [["crown"]] * 3
    assert near("crwon-of-gold", known[1:]) == ["crown"]
    assert asked == ["crwon-of-gold"] * 2


def test_near_keeps_the_spelling_that_exists() -> None:
    assert near("organ-match", ["Organ-Match", "other"]) == ["Organ-Match"]
    assert (
        near("aaaa", ["aaab", "aaba", "abaa", "baaa"], 2)
        == near("aaaa", ["aaab", "aaba", "abaa", "baaa"])[:2]
    )


@pytest.mark.parametrize(
    "name",
    ["acent", "acccent", "accemt", "caccent", "accents", "accetn", "cacent", "xaccent", "accenx"],
)
def test_is_slip_of_one_letter_or_two_exchanged(name: str) -> None:
    assert is_slip(name, "accent") and is_slip("accent", name)


@pytest.mark.parametrize("name", ["accent", "acnt", "accentuate", "tnecca", "axxent", "", "tint"])
def test_is_slip_is_no_other_name(name: str) -> None:
    assert not is_slip(name, "accent") and not is_slip("accent", name)
