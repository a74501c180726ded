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
from pnp.model.spaces import BoardData, connected_spaces, ways_of
from pnp.sandbox.environment import Record, Sandbox
from pnp.sandbox.expressions import Expressions
from pnp.units.geometry import Size, rect, size

A4 = size(210_000, 297_000)
FACTS = {
    "days": 22,
    "lane": 3,
    "name": "Night",
    "many": 10**9,
    "terms": [Record("Teal", {"id": "teal"}), Record("Slate", {"id": "slate"})],
}


def evaluate(source: str) -> Any:
    return Expressions(Sandbox(), {"facts": Record("facts", FACTS)}).evaluate(source)


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


def ways(value: BoardData) -> dict[str, tuple[str, ...]]:
    return ways_of(value.spaces, value.links)


def middles(value: BoardData, *names: str) -> list[tuple[int, int]]:
    return [(value.spaces[name].spot.x, value.spaces[name].spot.y) for name in names]


def test_spaces_stand_at_their_written_places() -> None:
    value = sound("""
grid: {at: [10mm, 10mm], cell: [20mm, 12mm], columns: 6, rows: 5}
spaces:
  a: {at: [12mm, 4cm], kind: start, label: Here, size: 10mm}
  b: {at: {grid: [3, 1]}}
  c: {at: {grid: [2.5, facts.lane]}}
""")
    assert middles(value, "a", "b", "c") == [(12_000, 40_000), (60_000, 16_000), (50_000, 40_000)]
    seen = value.values["spaces"]["a"]
    assert (seen["x"], seen["y"], seen["width"], seen["kind"], seen["label"], seen["number"]) == (
        12.0,
        40.0,
        10.0,
        "start",
        "Here",
        None,
    )
    assert str(value.values["spaces"]["b"]) == "b"


def test_links_run_both_ways_unless_one_way() -> None:
    value = sound("""
spaces:
  a: {at: [10mm, 10mm], links: [b, c]}
  b: {at: [40mm, 10mm], links: [a], one_way: c}
  c: {at: [10mm, 50mm]}
""")
    assert [tuple(link) for link in value.links] == [
        ("a", "b", False),
        ("a", "c", False),
        ("b", "c", True),
    ]
    assert ways(value) == {"a": ("b", "c"), "b": ("a", "c"), "c": ("a",)}
    assert value.values["spaces"]["c"]["links"] == ("a",)
    drawn = value.values["links"][0]
    assert [drawn[name] for name in ("x1", "y1", "x2", "y2", "length", "angle")] == [
        10.0,
        10.0,
        40.0,
        10.0,
        30.0,
        0.0,
    ]
    assert value.values["links"][2]["one_way"] is True
    assert value.values["links"][2]["length"] == 50.0


def test_links_one_way_each_are_one_link() -> None:
    value = sound("spaces: {a: {at: [1mm, 1mm], one_way: [b]}, b: {at: [9mm, 1mm], one_way: [a]}}")
    assert [tuple(link) for link in value.links] == [("a", "b", False)]


def test_track_counts_by_expressions() -> None:
    value = sound(
        "tracks: {day: {from: 1, to: facts.days, at: [5mm, 100mm], size: [198mm, 9mm], kind: day, linked: yes}}"
    )
    assert value.tracks["day"] == tuple(f"day-{n}" for n in range(1, 23))
    assert middles(value, "day-1", "day-22") == [(9_500, 104_500), (198_500, 104_500)]
    records = value.values["tracks"]["day"]
    assert [record["number"] for record in records] == list(range(1, 23))
    assert {
        (record["width"], record["height"], record["kind"], record["angle"]) for record in records
    } == {(9.0, 9.0, "day", 0.0)}
    assert records[3]["label"] == "4"
    assert [tuple(link) for link in value.links] == [
        (a, b, False) for a, b in pairwise(value.tracks["day"])
    ]


@pytest.mark.parametrize(
    ("way", "ends"),
    [
        ("right", [(10_000, 10_000), (50_000, 10_000)]),
        ("left", [(50_000, 10_000), (10_000, 10_000)]),
        ("down", [(10_000, 10_000), (10_000, 50_000)]),
        ("up", [(10_000, 50_000), (10_000, 10_000)]),
    ],
)
def test_track_runs_four_ways(way: str, ends: list[tuple[int, int]]) -> None:
    value = sound(f"tracks: {{t: {{to: 5, at: [5mm, 5mm], cell: 10mm, direction: {way}}}}}")
    assert middles(value, "t-1", "t-5") == ends


def test_track_of_rows_runs_to_and_fro() -> None:
    value = sound("""
tracks: {score: {shape: rows, from: 0, to: 99, columns: 10, at: [5mm, 5mm], cell: 18mm, gap: 1mm, boustrophedon: yes, start: bottom-left}}
""")
    assert middles(value, "score-0", "score-9", "score-10", "score-99") == [
        (14_000, 185_000),
        (185_000, 185_000),
        (185_000, 166_000),
        (14_000, 14_000),
    ]


def test_ring_with_a_written_corner() -> None:
    value = sound("""
tracks: {way: {shape: ring, from: 0, to: 27, columns: 8, at: [0mm, 0mm], size: 200mm x 200mm, corner: 32mm, start: bottom-right, linked: one_way}}
spaces: {go: {at: {on: way, number: 0}, label: GO, kind: corner}}
""")
    assert value.tracks["way"][:2] == ("go", "way-1")
    assert len(value.spaces) == 28
    seen = value.values["tracks"]["way"][0]
    assert (seen["x"], seen["y"], seen["width"], seen["number"], seen["label"]) == (
        184.0,
        184.0,
        32.0,
        0,
        "GO",
    )
    assert ways(value)["way-27"] == ("go",)
    assert ways(value)["go"] == ("way-1",)


def test_track_along_a_path() -> None:
    value = sound(
        'tracks: {p: {shape: path, path: "M10 10H50V90", at: [5mm, 0mm], to: 5, cell: 8mm, linked: yes}}'
    )
    assert middles(value, "p-1", "p-2", "p-5") == [
        (15_000, 10_000),
        (45_000, 10_000),
        (55_000, 90_000),
    ]
    assert value.spaces["p-4"].spot.angle == 90.0
    assert len(value.links) == 4
    upright = sound(
        'tracks: {p: {shape: path, path: "M10 10H50V50Z", to: 4, cell: 8mm, upright: yes, linked: yes}}',
        size(90_000, 90_000),
    )
    assert {space.spot.angle for space in upright.spaces.values()} == {0.0}


def test_grid_joins_its_neighbours() -> None:
    value = sound("""
grid: {kind: hex, at: [5mm, 5mm], cell: 20mm, columns: 3, rows: 3, fill: yes, linked: yes}
spaces: {camp: {at: {grid: [2, 2]}}}
""")
    assert len(value.spaces) == 9
    assert len(ways(value)["camp"]) == 6
    assert len(connected_spaces(ways(value))) == 1
    assert "2-2" not in value.spaces


def test_grid_gives_spaces_place_and_outline() -> None:
    value = sound("""
grid: {kind: hex, at: [5mm, 5mm], cell: 20mm, columns: 3, rows: 2, fill: yes, turned: yes}
tracks: {t: {to: 1, at: [5mm, 100mm], cell: 10mm}}
spaces: {lake: {at: {grid: [2, 1]}, kind: water}}
""")
    seen = {
        name: tuple(record[key] for key in ("column", "row", "points"))
        for name, record in value.values["spaces"].items()
    }
    hexagon = next(iter(hexes(1, 1, 20, turned=True)))["points"]
    assert seen["lake"] == (2, 1, hexagon) and seen["3-2"] == (3, 2, hexagon)
    assert seen["t-1"] == (None, None, "0 0, 100% 0, 100% 100%, 0 100%")


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


def test_space_between_squares_has_halves() -> None:
    inn = sound(
        "grid: {at: [5mm, 5mm], cell: 20mm, columns: 3, rows: 2}\nspaces: {inn: {at: {grid: [1.5, 2]}}}"
    ).values["spaces"]["inn"]
    assert (inn["column"], str(inn["row"])) == (1.5, "2")


def test_areas_and_what_is_kept_whole() -> None:
    value = sound("""
tracks: {lane: {to: facts.lane, at: [10mm, 100mm], cell: 12mm, gap: 2mm}}
areas: {market: {at: [10mm, 20mm], size: [80mm, 40mm], label: Market, kind: place}}
spaces: {a: {at: [150mm, 150mm], size: [20mm, 10mm]}}
keep_whole: [market, lane, a]
""")
    assert value.keep == (
        ("market", rect(10_000, 20_000, 80_000, 40_000)),
        ("lane", rect(10_000, 100_000, 40_000, 12_000)),
        ("a", rect(140_000, 145_000, 20_000, 10_000)),
    )
    seen = value.values["areas"]["market"]
    assert [seen[name] for name in ("x", "y", "width", "height", "label", "kind")] == [
        10.0,
        20.0,
        80.0,
        40.0,
        "Market",
        "place",
    ]


def test_fields_of_spaces_tracks_and_areas() -> None:
    value = sound(
        """
spaces:
  a: {at: [10mm, 10mm], price: 60, enter: [hotel]}
  b: {at: [30mm, 10mm], price: {expr: facts.days * 2}}
tracks: {t: {to: 2, at: [10mm, 50mm], cell: 8mm, price: 5}}
areas: {hotel: {at: [50mm, 50mm], size: [20mm, 20mm]}}
""",
        fields="{price: int, enter: {list: space, optional: yes}}",
    )
    records = value.values["spaces"]
    assert [records[name]["price"] for name in ("a", "b", "t-1", "t-2")] == [60, 44, 5, 5]
    assert records["a"]["enter"] == ("hotel",)
    assert records["b"]["enter"] == ()
    assert value.values["areas"]["hotel"]["price"] is None


def test_expression_gives_a_list() -> None:
    value = sound(
        "spaces: {a: {at: [10mm, 10mm], who: {expr: facts.terms}, label: {expr: facts.name}}}",
        fields="{who: {list: text}}",
    )
    assert value.values["spaces"]["a"]["who"] == ("teal", "slate")
    assert value.spaces["a"].label == "Night"


@pytest.mark.parametrize(
    ("source", "label"),
    [("0.1 + 0.2", "0.3"), ("6 / 2", "3.0"), ("2 ** 60", "1152921504606846976"), ("1 == 1", "yes")],
)
def test_expression_gives_a_label_without_the_rounding_of_floats(source: str, label: str) -> None:
    assert (
        sound(f"spaces: {{a: {{at: [10mm, 10mm], label: {{expr: {source}}}}}}}").spaces["a"].label
        == label
    )


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
    assert middles(value, "inn") == [(70_000, 28_000)]
    assert len(value.links) == 21 + 8 + 3


TWO = "{a: {at: [10mm, 10mm]%s}, b: {at: [30mm, 10mm]}}"
GRID = "grid: {at: [0mm, 0mm], cell: 20mm, columns: 6, rows: 5}\n"
SUITE = yaml.safe_load(
    (Path(__file__).parent / "suites/values/boards.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", SUITE.values(), ids=SUITE)
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
