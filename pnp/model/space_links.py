"""The links between a board's spaces: what was wished, what joins whom, and the lines that
templates draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import atan2, degrees, hypot
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Span, error
from pnp.model.beside import beside
from pnp.model.board_values import MAX_FINDINGS, near
from pnp.sandbox.environment import Record

MAX_LINKS = 20_000
"""Links that a board may have."""


class Wish(NamedTuple):
    """What one entry says: join a space to another, both ways or one way."""

    start: str
    end: str
    one_way: bool
    span: Span


class Link(NamedTuple):
    """Two spaces that are joined; with `one_way` only from `start` to `end`."""

    start: str
    end: str
    one_way: bool


def joined(
    spaces: Mapping[str, Any], wishes: Iterable[Wish]
) -> tuple[tuple[Link, ...], list[Diagnostic]]:
    """Each link once, in the order of the first wish for it, and the wishes that cannot be
    (P220, P228).
    """
    found: list[Diagnostic] = []
    made: dict[tuple[str, str], Link] = {}
    for start, end, one_way, span in wishes:
        if len(found) >= MAX_FINDINGS:
            break
        if end not in spaces:
            told = f'"{start}" is linked to "{end}", which is no space of this board'
            found.append(error("P220", told, span, near(end, spaces), beside(end, spaces)))
            continue
        if start == end:
            found.append(error("P220", f'"{start}" is linked to itself', span, "remove the link"))
            continue
        key = (start, end) if (start, end) in made else (end, start)
        other = made.get(key)
        if other is None:
            if len(made) >= MAX_LINKS:
                found.append(
                    error(
                        "P228",
                        f"the board has more than {MAX_LINKS:,} links",
                        span,
                        "leave some out",
                    )
                )
                break
            made[start, end] = Link(start, end, one_way)
        elif (
            other.one_way and one_way and other.start != start
        ):  # both of them one way, hence both ways
            made[key] = other._replace(one_way=False)
        elif other.one_way != one_way:
            told = f'"{start}" and "{end}" are joined both ways and one way'
            found.append(error("P220", told, span, "keep it under links: or under one_way:"))
    return tuple(made.values()), found


def ways_of(spaces: Iterable[str], links: Iterable[Link]) -> dict[str, tuple[str, ...]]:
    """For each space the ones that can be entered from it in one step."""
    made: dict[str, list[str]] = {space: [] for space in spaces}
    for start, end, one_way in links:
        made[start].append(end)
        if not one_way:
            made[end].append(start)
    return {space: tuple(others) for space, others in made.items()}


def records(links: Iterable[Link], middles: Mapping[str, tuple[int, int]]) -> Iterator[Record]:
    """A record for each link, from middle to middle: millimetres, and degrees clockwise from
    rightwards.
    """
    for start, end, one_way in links:
        (x1, y1), (x2, y2) = middles[start], middles[end]
        yield Record(
            f"{start} to {end}",
            {
                "start": start,
                "end": end,
                "one_way": one_way,
                "x1": x1 / 1000,
                "y1": y1 / 1000,
                "x2": x2 / 1000,
                "y2": y2 / 1000,
                "length": round(hypot(x2 - x1, y2 - y1)) / 1000,
                "angle": round(degrees(atan2(y2 - y1, x2 - x1)), 3) % 360 + 0.0,
            },
        )
