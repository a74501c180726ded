"""What of a board hangs together.

`ways` says for each space which ones can be entered from it in one step, as
`pnp.model.space_links.ways_of` gives it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

Ways = Mapping[str, Collection[str]]


def parts(ways: Ways, without: Collection[str] = ()) -> tuple[frozenset[str], ...]:
    """The spaces that hang together once some are taken out, in the order of their first space;
    a one-way link joins as well.
    """
    both: dict[str, list[str]] = {space: [] for space in ways if space not in without}
    for here in both:
        for there in ways[here]:
            if there in both:
                both[here].append(there)
                both[there].append(here)
    made: list[frozenset[str]] = []
    seen: set[str] = set()
    for space in both:
        if space not in seen:
            part = _reached(both, space)
            seen |= part
            made.append(part)
    return tuple(made)


def _reached(ways: Ways, start: str) -> frozenset[str]:
    """The spaces that can be reached from one, itself included."""
    found = {start}
    todo = [start]
    while todo:
        new = {there for there in ways[todo.pop()] if there not in found}
        found |= new
        todo += new
    return frozenset(found)
