"""P240 – two meanings differ in colour alone, and not for everybody.

About one man in twelve sees red and green less apart than others, and a black-and-white print shows
greys. The colours of each kind of term are compared as people without red, green or blue cones see
them, and in grey; where two look alike, a letter, a pattern or an icon must say the difference too,
and the templates must show it.

Wrong:

    terms: {team: {red: {color: "#b8291f"}, green: {color: "#4d6b1f"}}}

Right:

    terms: {team: {red: {color: "#b8291f", letter: R}, green: {color: "#4d6b1f", letter: G}}}

Do: give each its own letter, pattern or icon; or move the colours apart, one light and one dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pnp.diagnostics import Diagnostic, Note, warning
from pnp.load.yaml import Map
from pnp.model.game import Game
from pnp.units.color import Color, Vision, difference, parse_color, seen

CODE = "P240"
ALIKE = 10.0
"""CIEDE2000: ours. 1 is just seen side by side; 10 is seen at a glance when two pieces lie apart
on a table.
"""
MOST = 64
"""Values that are compared with each other; nobody tells so many colours apart."""

_HOW = {
    Vision.PROTAN: "without red cones",
    Vision.DEUTAN: "without green cones",
    Vision.TRITAN: "without blue cones",
    Vision.GREY: "in grey",
}
_HINT = "give each its own letter, pattern or icon"


def check(game: Game) -> Iterator[Diagnostic]:
    """Every two values of a kind that look alike to some eyes and have neither letter, pattern
    nor icon to tell them apart.
    """
    for kind, values in game.terms.items():
        written = _map(_map(game.raw, "terms"), kind)
        groups: dict[tuple[str, str, str], list[tuple[str, Color]]] = {}
        for name, term in values.items():
            if _map(written, name).get("color") is not None:
                color = parse_color(game.palette.get(term["color"], term["color"]))
                groups.setdefault((term["letter"], term["pattern"], term["icon"]), []).append(
                    (name, color)
                )
        for group in groups.values():
            if len(group) > MOST:
                message = (
                    f'"{kind}" has {len(group):,} values that differ in colour alone; nobody tells'
                    f" more than {MOST} apart"
                )
                yield warning(CODE, message, _map(game.raw, "terms").key(kind), _HINT)
                continue
            yield from _alike(kind, group, written)


def _alike(kind: str, group: list[tuple[str, Color]], written: Map) -> Iterator[Diagnostic]:
    for (one, first), (other, second) in combinations(group, 2):
        how = [
            words
            for vision, words in _HOW.items()
            if difference(seen(first, vision), seen(second, vision)) < ALIKE
        ]
        if difference(first, second) < ALIKE:
            how = ["to everybody"]
        if how:
            told = " and ".join(filter(None, [", ".join(how[:-1]), how[-1]]))
            message = (
                f'"{one}" and "{other}" of "{kind}" look alike {told}, and nothing else tells them'
                " apart"
            )
            notes = (
                Note(f'"{one}" has {first}, "{other}" {second}', _map(written, one).at("color")),
            )
            yield warning(CODE, message, _map(written, other).at("color"), _HINT, notes)


def _map(raw: Map, key: str) -> Map:
    found = raw.get(key)
    return found if isinstance(found, Map) else Map.empty(raw.span())
