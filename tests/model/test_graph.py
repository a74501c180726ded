"""Ways over a board."""

from __future__ import annotations

from pnp.model.graph import connected, distance, parts, reachable

LINE = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
ONE_WAY = {"a": ("b",), "b": ("c",), "c": ()}
ISLES = {"a": ("b",), "b": ("a",), "x": (), "y": ("z",), "z": ()}


def test_distance_counts_steps() -> None:
    assert distance(LINE, "a", "d") == 3
    assert distance(LINE, "a", "a") == 0
    assert distance(LINE, "a", "d", without={"c"}) is None
    assert distance(ONE_WAY, "a", "c") == 2
    assert distance(ONE_WAY, "c", "a") is None
    assert distance(LINE, "a", "nowhere") is None
    assert distance(LINE, "nowhere", "a") is None


def test_reachable_stops_where_it_must() -> None:
    assert reachable(LINE, "a") == {"a", "b", "c", "d"}
    assert reachable(LINE, "a", without={"c"}) == {"a", "b"}
    assert reachable(LINE, "c", without={"c"}) == frozenset()
    assert reachable(ONE_WAY, "b") == {"b", "c"}


def test_connected_takes_one_way_links_as_joined() -> None:
    assert connected(LINE)
    assert connected(ONE_WAY)
    assert not connected(ISLES)
    assert not connected({})
    assert connected(ISLES, among=["y", "z"])
    assert not connected(LINE, among=["a", "b", "d"])
    assert not connected(LINE, without={"b"})


def test_parts_in_the_order_of_their_first_space() -> None:
    assert parts(ISLES) == (frozenset("ab"), frozenset("x"), frozenset("yz"))
    assert parts(LINE, without={"b"}) == (frozenset("a"), frozenset("cd"))
