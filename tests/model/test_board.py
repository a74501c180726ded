"""Boards from their files: what is made of good ones, and what is said of bad ones."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.compose.placing_filters import hexes, squares, triangles
from pnp.diagnostics import Diagnostic, Span, text
from pnp.load.yaml import Map, parse
from pnp.model.board import board
from pnp.model.fields import FieldType, field_types
from pnp.model.spaces import BoardData
from pnp.sandbox.environment import Record, Sandbox
from pnp.sandbox.expressions import Expressions
from pnp.units.geometry import Size, size
from pnp.units.lattice import BOX

A4 = size(210_000, 297_000)
SUITES = Path(__file__).parent / "suites/values"
FACTS = {
    "days": 22,
    "lane": 3,
    "name": "Night",
    "many": 10**9,
    "terms": [Record("Teal", {"id": "teal"}), Record("Slate", {"id": "slate"})],
}


def evaluate(source: str, values: dict[str, Any] | None = None) -> Any:
    return Expressions(Sandbox(), {"facts": Record("facts", FACTS)}).evaluate(source, values or {})


def made(source: str, of: Size = A4, fields: str = "") -> tuple[BoardData, list[Diagnostic]]:
    raw = parse(source.encode(), "b.yaml")
    assert isinstance(raw, Map)
    types: dict[str, FieldType] = {}
    if fields:
        declared = parse(fields.encode(), "game.yaml")
        assert isinstance(declared, Map)
        types = field_types(declared, {}, {"space": None})
    return board(raw, Span("b.yaml"), of, evaluate, types, lambda _: ())


def sound(source: str, of: Size = A4, fields: str = "") -> BoardData:
    value, found = made(source, of, fields)
    assert [text(d) for d in found] == []
    return value


def described(value: BoardData) -> str:
    """A board's spaces, areas, links and what is kept whole, a line each; boxes and empty values
    are left out.
    """
    lines = []
    for what in ("spaces", "areas", "links"):
        records = value.values[what]
        for record in records.values() if isinstance(records, dict) else records:
            given = {k: record[k] for k in record if record[k] not in (None, "", (), BOX)}
            lines.append(f"{what[:-1]} {record}: {given}")
    tracks = [f"track {name}: {' '.join(ids)}" for name, ids in value.tracks.items()]
    return "\n".join([*lines, *tracks, *(f"keep {name}: {tuple(box)}" for name, box in value.keep)])


MADE = yaml.safe_load((SUITES / "boards_made.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", MADE.values(), ids=MADE)
def test_board_is_made(case: dict[str, str]) -> None:
    assert described(sound(case["board"], fields=case.get("fields", ""))) == case["made"].rstrip()


@pytest.mark.parametrize(
    ("kind", "filter_"), [("square", squares), ("hex", hexes), ("triangle", triangles)]
)
def test_grid_spaces_are_the_places_of_its_filter(kind: str, filter_: Any) -> None:
    filled = sound(
        f"grid: {{kind: {kind}, at: [5mm, 6mm], cell: 20mm, gap: 1mm, columns: 3, rows: 2, fill: yes}}"
    ).values["spaces"]
    names = ("x", "y", "width", "height", "angle", "column", "row", "points")
    assert [[s[name] for name in names] for s in filled.values()] == [
        [p[name] for name in names] for p in filter_(3, 2, 20, 5, 6, gap=1)
    ]


def test_board_is_pickled() -> None:
    value = sound("tracks: {t: {to: 3, at: [5mm, 5mm], cell: 8mm, linked: yes}}")
    again = pickle.loads(pickle.dumps(value))
    assert again.links == value.links
    assert again.values["tracks"]["t"] == value.values["tracks"]["t"]


def test_board_of_the_reference() -> None:
    words = yaml.safe_load(
        (Path(__file__).parents[2] / "docs" / "reference.yaml").read_text(encoding="utf-8")
    )["shapes"]["board"]["words"]
    value = sound(words.partition("```text\n")[2].partition("```")[0])
    assert [len(ids) for ids in value.tracks.values()] == [22, 100, 12, 9]
    assert len(value.spaces) == 22 + 100 + 12 + 9 + 3
    assert value.spaces["inn"].spot[:2] == (70_000, 28_000)
    assert len(value.links) == 21 + 8 + 3


REFUSED = yaml.safe_load((SUITES / "boards.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_board_is_refused(case: dict[str, str]) -> None:
    _, found = made(case["board"])
    assert len(found) == 1, [text(d) for d in found]
    assert case["says"] in text(found[0])


def test_space_that_is_wrong_breaks_no_other() -> None:
    _, found = made("spaces: {a: {at: here}, b: {at: [30mm, 10mm], links: [a]}}")
    assert [d.code for d in found] == ["P203"]


@pytest.mark.parametrize(
    ("of", "fits"),
    [
        ((594_000, 841_000), True),
        ((841_000, 594_000), True),
        ((594_001, 841_000), False),
        ((100, 841_001), False),
        ((600_000, 600_000), False),
    ],
)
def test_board_is_no_larger_than_a1(of: tuple[int, int], fits: bool) -> None:
    _, found = made("{}", size(*of))
    assert [d.code for d in found] == ([] if fits else ["P226"])


def test_fields_that_do_not_fit() -> None:
    fields = "{price: int, enter: {list: space, optional: yes}}"
    _, found = made(
        "spaces: {a: {at: [5mm, 5mm], price: dear}, b: {at: [9mm, 9mm]}, c: {at: [20mm, 9mm], price: 1, enter: hotel}}",
        fields=fields,
    )
    assert [d.code for d in found] == ["P205", "P202", "P220"]
    assert 'c": "enter" names "hotel"' in found[2].message


def test_field_cannot_take_a_word_of_the_board() -> None:
    _, found = made("{}", fields="{label: text}")
    assert [d.code for d in found] == ["P210"]


def test_expressions_are_counted() -> None:
    spaces = ", ".join(
        f"s{n}: {{at: [{n % 20 + 1}cm, {n // 20 + 1}cm], label: {{expr: '{n} + 1'}}}}"
        for n in range(201)
    )
    _, found = made(f"spaces: {{{spaces}}}")
    assert [d.code for d in found] == ["P228"]


def test_findings_end_somewhere() -> None:
    spaces = ", ".join(f"s{n}: {{at: [{n}mm]}}" for n in range(400))
    _, found = made(f"spaces: {{{spaces}}}")
    assert len(found) == 100


@settings(max_examples=40)
@given(
    st.integers(-50, 50),
    st.integers(1, 120),
    st.integers(1, 12),
    st.booleans(),
    st.sampled_from(["across", "down"]),
)
def test_track_has_each_number_once(
    first: int, count: int, columns: int, ox: bool, way: str
) -> None:
    value = sound(
        f"tracks: {{t: {{shape: rows, from: {first}, to: {first + count - 1}, columns: {columns}, at: [0mm, 0mm], size: [210mm, 297mm], "
        f"boustrophedon: {'yes' if ox else 'no'}, direction: {way}, linked: yes}}}}"
    )
    records = value.values["tracks"]["t"]
    assert [record["number"] for record in records] == list(range(first, first + count))
    assert len({(record["x"], record["y"]) for record in records}) == count
    assert len(value.links) == count - 1
    if ox:
        for one, two in pairwise(records):
            assert abs(one["x"] - two["x"]) < 0.002 or abs(one["y"] - two["y"]) < 0.002


scraps = st.recursive(
    st.sampled_from(
        [
            "",
            "1",
            "a",
            "5mm",
            "[",
            "1e400",
            "facts.days",
            "yes",
            "grid",
            "t",
            "M0 0H9",
            "hex",
            "9" * 400,
            "-3",
            "0.5",
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                "at grid size cell to from shape kind columns rows on number links path label expr gap corner".split()
            ),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=12,
)


def written(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {written(part)}' for key, part in value.items())}}}"
    return f"'{value}'"


@settings(max_examples=40)
@given(
    st.dictionaries(st.sampled_from(["grid", "keep_whole"]), scraps),
    st.dictionaries(st.sampled_from("abt"), scraps, max_size=3),
    st.sampled_from(["spaces", "tracks", "areas"]),
)
def test_board_takes_any_file(parts: dict[str, Any], entries: dict[str, Any], key: str) -> None:
    value, found = made(written({**parts, key: entries}))
    assert all(d.is_error and d.code.startswith("P2") and d.span for d in found)
    assert len(value.spaces) <= 5_000


def test_grid_that_is_wrong_is_reported_alone() -> None:
    """Each of its spaces said that there was no grid."""
    _, found = made(
        "grid: {at: [0mm, 0mm], cell: 9, columns: 6, rows: 5}\nspaces: {a: {at: {grid: [1, 1]}}}"
    )
    assert [(d.code, d.span and d.span.line) for d in found] == [("P203", 1)]
