"""Reading what a board's file says: numbers that may be expressions, lengths, points, names;
each trouble with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from math import isfinite
from typing import Any

from pnp.diagnostics import Diagnostic, Span, did_you_mean, error, refusal
from pnp.load.yaml import Map, Seq
from pnp.model.fields import is_id
from pnp.sandbox.environment import ExpressionError
from pnp.units.geometry import LengthError, Um, millimetres, parse_length, parse_size
from pnp.units.spelling import tidy

MAX_EXPRESSIONS = 200
"""Different expressions that one board may ask for."""
MAX_LENGTH = 2_000_000
"""No length on a board is longer than 2 m."""
MAX_FINDINGS = 100
"""Findings told of one board; looking for more would take long."""

_NUMBER = re.compile(r"\s*[-+−]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})\s*")


class Reader:
    """Reads values of maps.

    Each method raises Problems with one diagnostic where the value is missing or wrong.
    """

    def __init__(self, evaluate: Callable[[str], Any]) -> None:
        self._evaluate = evaluate
        self._known: dict[str, Any] = {}

    def expression(self, source: str, span: Span) -> Any:
        """What an expression over facts gives (P227)."""
        if source not in self._known:
            if len(self._known) >= MAX_EXPRESSIONS:
                told = f"the board has more than {MAX_EXPRESSIONS} different expressions"
                raise refusal("P228", told, span, "give the numbers, or work them out under facts:")
            try:
                self._known[source] = self._evaluate(source)
            except ExpressionError as problem:
                self._known[source] = problem
        made = self._known[source]
        if isinstance(made, ExpressionError):
            raise refusal("P227", f'"{_short(source)}": {made}', span, made.hint)
        return made

    def number(self, value: Any, what: str, span: Span, least: float, most: float) -> float:
        """A number as written, or an expression over facts."""
        made: Any = value
        if isinstance(value, str):
            written = value.strip().replace("−", "-")
            made = float(written) if _NUMBER.fullmatch(value) else self.expression(value, span)
        if isinstance(made, bool) or not isinstance(made, (int, float)) or not isfinite(made):
            hint = "write a number, or an expression such as facts.days"
            raise refusal("P227", f"{what}: expected a number, found {_shown(made)}", span, hint)
        if not least <= made <= most:
            raise refusal(
                "P227",
                f"{what}: expected {least:,g} to {most:,g}, found {made:,.10g}",
                span,
            )
        return made

    def whole(self, raw: Map, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number under a key."""
        if raw.get(key) is None and default is not None:
            return default
        made = self.number(self.needed(raw, key), f'"{key}"', raw.at(key), least, most)
        if made != int(made):
            raise refusal("P227", f'"{key}": expected a whole number, found {made:g}', raw.at(key))
        return int(made)

    def needed(self, raw: Map, key: str) -> Any:
        """A value that must be there (P202)."""
        if raw.get(key) is None:
            raise refusal(
                "P202",
                f'the key "{key}" is missing',
                raw.key(key) if key in raw else raw.span(),
            )
        return raw[key]

    def length(self, raw: Map, key: str, least: int = 0) -> Um:
        """A length under a key; zero where it is not said and may be."""
        if raw.get(key) is None and not least:
            return Um(0)
        return self._length(self.needed(raw, key), f'"{key}"', raw.at(key), least)

    def _length(self, value: Any, what: str, span: Span, least: int) -> Um:
        if not isinstance(value, str):
            raise refusal(
                "P203",
                f"{what}: expected a length such as 12mm, found {_shown(value)}",
                span,
            )
        try:
            made = parse_length(value)
        except LengthError as problem:
            raise refusal("P203", f"{what}: {problem}", span) from None
        if not least <= made <= MAX_LENGTH:
            least_told = "more than 0 mm, at most" if least == 1 else f"{millimetres(least)} to"
            told = (
                f"{what}: expected {least_told} {millimetres(MAX_LENGTH)}; found"
                f" {millimetres(made)}"
            )
            raise refusal("P203", told, span)
        return made

    def point(self, raw: Map, key: str) -> tuple[Um, Um]:
        """Two lengths, across and down from the top left corner of the board; either may lie
        outside it.
        """
        value = self.needed(raw, key)
        if not isinstance(value, Seq) or len(value) != 2:
            raise refusal(
                "P203",
                f'"{key}": expected two lengths, across and down, such as [12mm, 40mm]',
                raw.at(key),
            )
        across, down = (
            self._length(part, f'"{key}"', value.at(index), -MAX_LENGTH)
            for index, part in enumerate(value)
        )
        return across, down

    def extent(self, raw: Map, key: str, *, square: bool = False) -> tuple[Um, Um]:
        """Width and height:

        `[20mm, 12mm]` or `20mm x 12mm`; one length for both where it may be `square`.
        """
        value = self.needed(raw, key)
        if isinstance(value, Seq) and len(value) == 2:
            wide, high = (
                self._length(part, f'"{key}"', value.at(index), 1)
                for index, part in enumerate(value)
            )
            return wide, high
        if isinstance(value, str) and re.search("[x×*]", value):
            # The unit may stand behind both, as in game.yaml.
            wide, high = (
                self._length(part.strip(), f'"{key}"', raw.at(key), 1)
                for part in self._measures(value, key, raw)
            )
            return wide, high
        if square and isinstance(value, str):
            side = self._length(value, f'"{key}"', raw.at(key), 1)
            return side, side
        wanted = (
            "one length or two, such as 12mm or [20mm, 12mm]"
            if square
            else "a width and a height, such as [20mm, 12mm]"
        )
        raise refusal("P203", f'"{key}": expected {wanted}, found {_shown(value)}', raw.at(key))

    def _measures(self, value: str, key: str, raw: Map) -> list[str]:
        parts = re.split("[x×*]", value)
        if len(parts) == 2 and all(re.search("[a-zµ]", part) for part in parts):
            return parts
        try:
            return [f"{side}um" for side in parse_size(value)]
        except LengthError as problem:
            raise refusal("P203", f'"{key}": {problem}', raw.at(key)) from None

    def choice(self, raw: Map, key: str, among: Collection[str], default: str) -> str:
        """One of a few words."""
        value = raw.get(key)
        if value is None:
            return default
        if not isinstance(value, str) or value not in among:
            hint = did_you_mean(value[:80], among) if isinstance(value, str) else ""
            raise refusal(
                "P203",
                f'"{key}": expected {_listed(among)}, found {_shown(value)}',
                raw.at(key),
                hint,
            )
        return value

    def flag(self, raw: Map, key: str) -> bool:
        """Yes or no; no where nothing is said."""
        return self.choice(raw, key, ("yes", "no", "true", "false"), "no") in ("yes", "true")

    def text(self, raw: Map, key: str, default: str = "") -> str:
        """A text; `{expr: …}` for one that is worked out."""
        value = raw.get(key)
        if value is None:
            return default
        value = self.worked_out(value, raw.at(key))
        if not isinstance(value, str):
            raise refusal("P203", f'"{key}": expected text, found {_shown(value)}', raw.at(key))
        return value

    def worked_out(self, value: Any, span: Span) -> Any:
        """A value as written; `{expr: …}` as what it gives."""
        if (
            not isinstance(value, Map)
            or list(value) != ["expr"]
            or not isinstance(value["expr"], str)
        ):
            return value
        made = self.expression(value["expr"], value.at("expr"))
        if isinstance(made, (list, tuple)):
            made = [_plain(part) for part in made]
        else:
            made = _plain(made)
        if made is None or (isinstance(made, list) and None in made):
            raise refusal(
                "P227", f'"{_short(value["expr"])}" gives neither a number nor a text', span
            )
        return made

    def names(self, raw: Map, key: str) -> list[tuple[str, Span]]:
        """A list of names, each with its place; a single one may stand alone."""
        value = raw.get(key)
        if value is None:
            return []
        if isinstance(value, str):
            if "," in value:
                hint = f"write {key}: [{', '.join(part.strip() for part in value.split(','))}]"
                raise refusal(
                    "P203",
                    f'"{key}": expected a list of names in brackets, found "{value}"',
                    raw.at(key),
                    hint,
                )
            return [(value, raw.at(key))]
        if isinstance(value, Seq):
            made = [(part, value.at(index)) for index, part in enumerate(value)]
            bad = next((place for part, place in made if not isinstance(part, str)), None)
            if bad is None:
                return made
            raise refusal("P203", f'"{key}": expected names, each a text', bad)
        raise refusal(
            "P203",
            f'"{key}": expected a list of names such as [a1, a2], found {_shown(value)}',
            raw.at(key),
        )

    def map(self, raw: Map, key: str) -> Map:
        """A map under a key; an empty one where nothing is said."""
        value = raw.get(key)
        if value is None:
            return Map.empty(raw.span())
        if not isinstance(value, Map):
            raise refusal(
                "P203",
                f'"{key}": expected a map of keys and values, found {_shown(value)}',
                raw.at(key),
            )
        return value


def unknown(raw: Map, allowed: Collection[str]) -> list[Diagnostic]:
    """A finding for each key that means nothing here (P201)."""
    strange = [key for key in raw if key not in allowed][:MAX_FINDINGS]
    return [
        error(
            "P201",
            f'there is no key "{_short(key)}" here',
            raw.key(key),
            did_you_mean(key[:80], allowed),
        )
        for key in strange
    ]


def bad_id(name: str, span: Span) -> Diagnostic | None:
    """Why a text cannot be an id (P211), or None."""
    if is_id(name):
        return None
    return error(
        "P211", f'"{_short(name)}" cannot be an id', span, "use letters, digits and hyphens"
    )


def near(name: str, known: Mapping[str, Any]) -> str:
    """A hint with the nearest names; none where there are so many that looking takes too long."""
    return did_you_mean(name[:80], known) if len(known) <= 500 else ""


def _plain(value: Any) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int, float)):
        return str(tidy(value) if isinstance(value, float) else value)
    try:
        return str(value["id"])  # a meaning
    except (TypeError, KeyError, IndexError):
        return None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _listed(words: Collection[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return f"{value:g}"
    return (
        "a map"
        if isinstance(value, Mapping)
        else "a list"
        if isinstance(value, (list, tuple))
        else "something else"
    )
