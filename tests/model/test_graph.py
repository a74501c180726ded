"""Ways over a board."""

from __future__ import annotations

from pnp.model.graph import parts

LINE = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
ONE_WAY = {"a": ("b",), "b": ("c",), "c": ()}
ISLES = {"a": ("b",), "b": ("a",), "x": (), "y": ("z",), "z": ()}


def test_what_hangs_together_is_one_part_by_one_way_links_too() -> None:
    assert parts(LINE) == (frozenset("abcd"),)
    assert parts(ONE_WAY) == parts({"c": (), "b": ("c",), "a": ("b",)}) == (frozenset("abc"),)
    assert parts({}) == ()


def test_parts_in_the_order_of_their_first_space() -> None:
    assert parts(ISLES) == (frozenset("ab"), frozenset("x"), frozenset("yz"))
    assert parts(LINE, without={"b"}) == (frozenset("a"), frozenset("cd"))
    assert parts(LINE, without=LINE) == ()


def test_a_way_to_an_unknown_space_joins_nothing() -> None:
    assert parts({"a": ("nowhere",), "b": ("nowhere",)}) == (frozenset("a"), frozenset("b"))
