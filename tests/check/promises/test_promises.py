"""What all promises share: severity by basis, kinds, keys, sources, expressions, and how many
are kept.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from model.toy import opened

from pnp.check.promises import kept
from pnp.check.promises.kinds import KINDS
from pnp.check.promises.scope import value_text
from pnp.check.rules import check_game
from pnp.load.yaml import Map, parse

from .contract import DECK, GAME, column, judged
from .world import judged as world

BROKEN = "kind: count, of: deck, is: 5"
HINT = "\n  hint: 1 card is missing, or a count: is too low"


@pytest.mark.parametrize(
    ("basis", "severity", "said"),
    [
        ("stated", "", "error"),
        ("derived", "", "error"),
        ("public", "", "warning"),
        ("ours", "", "warning"),
        ("stated", "warning", "warning"),
        ("derived", "warning", "warning"),
        ("public", "error", "error"),
        ("ours", "error", "error"),
        ("stated", "error", "error"),
    ],
)
def test_how_much_a_broken_promise_weighs(
    tmp_path: Path, basis: str, severity: str, said: str
) -> None:
    head = f"id: X1, says: so it is, basis: {basis}" + (
        f", severity: {severity}" if severity else ""
    )
    assert judged(tmp_path, BROKEN, head) == (
        f'rules.yaml:1:3: {said} P501 deck "deck" prints 4 cards, the rules promise 5 (X1, {basis}){DECK}{HINT}'
    )


def test_a_promise_names_where_the_rules_say_it(tmp_path: Path) -> None:
    assert "(X1, stated, rules/Setup)" in judged(
        tmp_path, BROKEN, "id: X1, says: so it is, basis: stated, where: rules/Setup"
    )
    assert "(X1, stated, rules)" in judged(
        tmp_path, BROKEN, "id: X1, says: so it is, basis: stated, where: rules"
    )


def test_an_unknown_source(tmp_path: Path) -> None:
    head = "id: X1, says: so it is, basis: stated, where: ruls/Setup"
    assert judged(tmp_path, "kind: count, of: deck, is: 4", head) == (
        'rules.yaml:1:50: error P591 X1: "where" names the source "ruls", which is not under sources: in game.yaml\n'
        '  hint: did you mean "rules"?'
    )


def test_an_unknown_kind(tmp_path: Path) -> None:
    assert judged(tmp_path, "kind: cuont, of: deck, is: 4") == (
        'rules.yaml:1:49: error P592 X1: there is no promise of kind "cuont"\n  hint: did you mean "count"?'
    )


@pytest.mark.parametrize("kind", [kind for kind, module in KINDS.items() if "only" in module.keys])
def test_an_unknown_key(tmp_path: Path, kind: str) -> None:
    promise = f"kind: {kind}, onyl: rank == 1"
    assert judged(tmp_path, promise) == (
        f'rules.yaml:1:{column(promise, "onyl") - 6}: error P201 X1: a promise of kind "{kind}" has no key "onyl"\n'
        '  hint: did you mean "only"?'
    )


@pytest.mark.parametrize(
    ("key", "near"), [("wher", "where"), ("says_", "says"), ("severty", "severity")]
)
def test_a_misspelt_key_that_all_kinds_have(tmp_path: Path, key: str, near: str) -> None:
    assert judged(tmp_path, f"kind: count, of: deck, is: 4, {key}: x").endswith(
        f'has no key "{key}"\n  hint: did you mean "{near}"?'
    )


def test_every_kind_has_its_page() -> None:
    for name in KINDS:
        page = KINDS.page(name)
        assert page.startswith(f"{name} – ") and "Right: " in page and "Wrong: " in page
    assert len({module.code for module in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_page_shows_as_right_can_be_written_so(kind: str) -> None:
    right = " ".join(KINDS.page(kind).split()).partition("Right: ")[2].partition("Wrong: ")[0]
    shown = re.findall(r"`(\{.*?\})`", right)
    assert shown
    for promise in shown:
        assert isinstance(
            parse(promise.replace("{…, ", "{").replace(", …}", "}").encode(), "rules.yaml"), Map
        )


EXPRESSIONS = {
    "a division by zero": ("1 // 0", "a division by zero", ""),
    "an unknown fact": ("facts.card", '"facts" has no "card"', 'did you mean "cards"?'),
    "an unknown name": ("fact.cards", '"fact" is not defined', 'did you mean "facts"?'),
    "an unknown deck": ("total.dek", '"total" has no "dek"', 'did you mean "deck"?'),
    "an unknown count of players": (
        "players.most",
        '"players" has no "most"',
        "known here: max, min",
    ),
    "text and number": (
        "'a' + 1",
        'it mixes values that do not fit together (can only concatenate str (not "int") to str)',
        "",
    ),
    "half an expression": ("1 +", "the expression ends too early", 'write what follows "+"'),
    "a statement": ("{% for x in y %}", "unexpected '%'", ""),
    "a list as long as the world": (
        "range(10 ** 9)|length",
        "range() gives 1,000,000,000 numbers; at most 20,000 are allowed",
        "",
    ),
    "a text as long as the world": (
        "('a' * 10 ** 9)|length",
        "repeating makes more than 20,000 entries",
        "",
    ),
    "a number as long as the world": (
        "9 ** 9 ** 9 ** 9",
        "powers go up to 64, of numbers up to a thousand million",
        "",
    ),
    "infinity": ("1e999", "a number is too large", ""),
    "infinity in disguise": ("1e300 * 1e300", "a number grows past 300 digits", ""),
    "no number at all": ("'nan'|float", "a number grows past 300 digits", ""),
    "parentheses without end": (
        "(" * 400 + "1" + ")" * 400,
        "it is nested too deeply, or calls itself without end",
        "",
    ),
    "a long one": (
        "1" + "+1" * 1000,
        "the expression is 2,001 characters long; at most 2,000 are allowed",
        "",
    ),
    "a long text": ("'x' * 999", f"expected a whole number, found {'x' * 57}…", ""),
    "something that Python keeps to itself": (
        "facts.__class__",
        '"facts" has no "__class__"',
        "known here: cards, half, high, low",
    ),
}


@pytest.mark.parametrize(
    ("source", "message", "hint"), EXPRESSIONS.values(), ids=EXPRESSIONS.keys()
)
def test_an_expression_that_cannot_be_worked_out(
    tmp_path: Path, source: str, message: str, hint: str
) -> None:
    promise = f'kind: count, of: deck, is: "{source}"'
    assert judged(tmp_path, promise) == (
        f'rules.yaml:1:{column(promise, "is")}: error P591 X1: "is": {message}'
        + (f"\n  hint: {hint}" if hint else "")
    )


def test_one_promise_that_fails_does_not_hide_the_next(tmp_path: Path) -> None:
    rules = [
        BROKEN,
        "kind: count, of: dek, is: 1",
        "kind: count, of: coins, is: 5",
        "kind: odds",
        "kind: range, of: deck, field: rank, from: 2, to: 2",
    ]
    text = "".join(
        f"- {{id: X{n}, says: x, basis: stated, {rule}}}\n" for n, rule in enumerate(rules, 1)
    )
    game = opened(tmp_path, {"game.yaml": GAME, "rules.yaml": text})
    found = check_game(game)
    assert [(d.code, d.span.line if d.span else 0) for d in found] == [
        ("P501", 1),
        ("P591", 2),
        ("P591", 4),
        ("P504", 5),
        ("P504", 5),
    ]
    assert kept(game, found) == 1


def test_a_game_without_promises_keeps_none(tmp_path: Path) -> None:
    assert kept(opened(tmp_path, {"game.yaml": GAME}), []) == 0


def test_what_is_broken_everywhere_is_told_of_so_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.check.promises.MAX_BROKEN", 2)
    lines = [
        line
        for line in judged(
            tmp_path, "kind: monotone, of: deck, values: [rank + 1, rank]"
        ).splitlines()
        if " P510 " in line
    ]
    assert len(lines) == 3
    assert (
        lines[2]
        == "rules.yaml:1:3: error P510 it is broken in more places than the 2 that are named (X1, stated)"
    )


def test_short_expressions_count_as_work_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are worked out without the sandbox, which counts its own."""
    values = ", ".join(["0 * rank", *map(str, range(1, 200))])
    assert judged(tmp_path, f"kind: monotone, of: deck, values: [{values}]") == ""
    monkeypatch.setattr("pnp.check.promises.scope.MAX_STEPS", 1_000)
    told = judged(tmp_path, f"kind: monotone, of: deck, values: [{values}]")
    assert "all promises together take more than 1,000 steps to work out" in told


LONG = {
    "a list that is compared": (60, "kind: kind_present, of: cells, where_card: 9 in rents", ("rents: 1+5+9", f"rents: {'+'.join(['1'] * 400)}")),
    "a text that is compared": (60, "kind: kind_present, of: cells, where_card: \"'t' in name\"", ("name: Skin", f"name: {'Skin' * 100}")),
    "a long expression": (60, f"kind: kind_present, of: cells, where_card: {' or '.join(['price > 10'] * 9)}", ("", "")),
    "cards that are gone through": (60, "kind: range, of: cells, field: price, from: 10, to: 40", ("count: 2}", "count: 2}" + "".join(
        f"\n      - {{id: x{n}, name: n, place: 1, price: 10, rents: 1, group: a}}" for n in range(60)
    ))),
    "a chance": (60, "kind: odds, of: cells, match: group == 'b', draw: 2, is: 0.83", ("", "")),
    "what would mend a chance": (150, "kind: odds, of: cells, match: group == 'b', draw: 2, is: 0.1", ("", "")),
    "a phrase": (60, "kind: xdoc, in: help, phrase: draw up to _ cards, is: facts.hand", ("", "")),
    "a number before its word": (60, "kind: xdoc, in: help, phrase: _ cards, is: facts.hand", ("", "")),
    "a number that is looked for everywhere": (95, "kind: xdoc, in: help, phrase: _ é, is: facts.hand", ("cards, then", "é, then")),
    "links that are looked at": (45, "kind: graph, of: board, rule: connected, without: A", ("", "")),
    "links that are measured": (80, "kind: graph, of: board, rule: near, at_most: 9cm", ("links: [B]", "links: [B, D]")),
    "ways that are walked": (95, "kind: graph, of: board, rule: reach, from: [A, B, C], each: yes, to: D", ("links: [B]", "links: [B, D]")),
}  # fmt: skip


@pytest.mark.parametrize(("limit", "promise", "change"), LONG.values(), ids=LONG.keys())
def test_what_takes_long_counts_as_work(
    limit: int,
    promise: str,
    change: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pnp.check.promises.scope.MAX_STEPS", limit)
    assert "all promises together take more than" in world(
        tmp_path, promise, *[change] * any(change)
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "nothing"),
        ("", "nothing"),
        ((), "nothing"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (("a", True, None), "a + yes + nothing"),
        ("Gut", "Gut"),
    ],
)
def test_values_are_told_as_they_are_written(value: object, expected: str) -> None:
    assert value_text(value) == expected


@pytest.mark.parametrize(
    "promise",
    [
        "kind: count, of: coins, is: 7",
        "kind: ref, of: [deck, coins], field: id, in: deck",
        "kind: ref, of: deck, field: id, in: coins",
        "kind: kind_present, of: deck, for_each: coins, where_card: rank == 9",
        "kind: expr, that: total.deck + total.coins == 4",
        "kind: expr, that: components.coins|length == 3",
        "kind: expr, let: {one: \"components['coins']|length\"}, that: one == 3",
        "kind: sum, of: deck, parts: {deck: 3, coins: 1}, is: 4",
    ],
)
def test_what_when_leaves_out_breaks_no_promise(tmp_path: Path, promise: str) -> None:
    """An expansion that is switched off takes its promises with it."""
    text = f"- {{id: X1, says: x, basis: stated, {promise}}}\n"
    on, off = (
        GAME.replace("  coins:\n    kind: deck\n", f"  coins:\n    kind: deck\n    when: {when}\n")
        for when in ("facts.cards > 0", "facts.cards < 0")
    )
    assert on != GAME
    assert len(list(check_game(opened(tmp_path, {"game.yaml": on, "rules.yaml": text})))) > 0
    game = opened(tmp_path, {"game.yaml": off, "rules.yaml": text})
    assert list(check_game(game)) == [] and kept(game, []) == ("total" in promise)


@pytest.mark.parametrize("total", [True, False])
def test_what_when_leaves_out_contradicts_nothing(tmp_path: Path, total: bool) -> None:
    rules = "".join(
        f"- {{id: X{n}, says: x, basis: stated, kind: count, of: coins, is: {n}}}\n" for n in (7, 8)
    )
    off = GAME.replace(
        "  coins:\n    kind: deck\n", "  coins:\n    kind: deck\n    when: facts.cards < 0\n"
    )
    found = check_game(opened(tmp_path, {"game.yaml": GAME if total else off, "rules.yaml": rules}))
    assert [d.code for d in found] == (["P501", "P501", "P581"] if total else [])
