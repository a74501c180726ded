"""Spaces that hang together."""

from __future__ import annotations

from pnp.model.spaces import connected_spaces

LINE = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
ONE_WAY = {"a": ("b",), "b": ("c",), "c": ()}
ISLES = {"a": ("b",), "b": ("a",), "x": (), "y": ("z",), "z": ()}


def test_connected_spaces_by_one_way_links() -> None:
    assert connected_spaces(LINE) == (frozenset("abcd"),)
    assert (
        connected_spaces(ONE_WAY)
        == connected_spaces({"c": (), "b": ("c",), "a": ("b",)})
        == (frozenset("abc"),)
    )
    assert connected_spaces({}) == ()


def test_connected_spaces_in_the_order_of_their_first() -> None:
    assert connected_spaces(ISLES) == (frozenset("ab"), frozenset("x"), frozenset("yz"))
    assert connected_spaces(LINE, without={"b"}) == (frozenset("a"), frozenset("cd"))
    assert connected_spaces(LINE, without=LINE) == ()


def test_connected_spaces_ignore_unknown_ones() -> None:
    assert connected_spaces({"a": ("nowhere",), "b": ("nowhere",)}) == (
        frozenset("a"),
        frozenset("b"),
    )
