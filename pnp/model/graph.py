"""Ways over a board: what hangs together, what can be reached, how far it is.

`ways` says for each space which ones can be entered from it in one step, as `pnp.model.board.ways` gives it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping

Ways = Mapping[str, Collection[str]]


def distances(ways: Ways, start: str, without: Collection[str] = ()) -> dict[str, int]:
    """The steps from a space to each that can be reached, itself with 0; empty if the start is left out or unknown."""
    if start in without or start not in ways:
        return {}
    far = {start: 0}
    todo = deque([start])
    while todo:
        here = todo.popleft()
        for there in ways[here]:
            if there not in far and there not in without and there in ways:
                far[there] = far[here] + 1
                todo.append(there)
    return far


def reachable(ways: Ways, start: str, without: Collection[str] = ()) -> frozenset[str]:
    """The spaces that can be reached from one, itself included, without entering some."""
    return frozenset(distances(ways, start, without))


def distance(ways: Ways, start: str, end: str, without: Collection[str] = ()) -> int | None:
    """The fewest steps from one space to another; None where no way leads there."""
    return distances(ways, start, without).get(end)


def parts(ways: Ways, without: Collection[str] = (), among: Iterable[str] | None = None) -> tuple[frozenset[str], ...]:
    """The spaces that hang together once some are taken out, in the order of their first space; a one-way link joins as well.

    With `among` only these spaces and the links between them count.
    """
    chosen = [space for space in (ways if among is None else among) if space in ways and space not in without]
    both: dict[str, list[str]] = {space: [] for space in chosen}
    for here in both:
        for there in ways[here]:
            if there in both:
                both[here].append(there)
                both[there].append(here)
    made: list[frozenset[str]] = []
    seen: set[str] = set()
    for space in both:
        if space not in seen:
            part = reachable(both, space)
            seen |= part
            made.append(part)
    return tuple(made)


def connected(ways: Ways, among: Iterable[str] | None = None, without: Collection[str] = ()) -> bool:
    """Whether all spaces (or those `among` them) hang together; nothing at all does not."""
    return len(parts(ways, without, among)) == 1
