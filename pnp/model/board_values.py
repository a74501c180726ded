"""Reads what a board's file says: numbers that may be expressions, lengths, points, names; raises
Problems with the place of a value that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from math import isfinite
from typing import Any

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error, refusal
from pnp.load.yaml import Map, Seq
from pnp.model.declarations import shown
from pnp.model.fields import Evaluate
from pnp.sandbox.environment import ExpressionError
from pnp.units.geometry import LengthError, Um, millimetres, parse_length, parse_size
from pnp.units.spelling import tidy

MAX_EXPRESSIONS = 200
"""Different expressions that one board may ask for."""
MAX_LENGTH = 2_000_000
"""No length on a board is longer than 2 m."""
MAX_FINDINGS = 100
"""Findings reported of one board; looking for more would take long."""

Expression = Callable[[str, Span], Any]
"""Works out an expression that stands at a place."""

_NUMBER = re.compile(r"\s*[-+−]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})\s*")


def expressions(evaluate: Evaluate) -> Expression:
    """What works out the expressions of one board, each once. Raises Problems (P227, P228)."""
    known: dict[str, Any] = {}

    def run(source: str, span: Span) -> Any:
        if source not in known:
            if len(known) >= MAX_EXPRESSIONS:
                message = f"the board has more than {MAX_EXPRESSIONS} different expressions"
                hint = "give the numbers, or work them out under facts:"
                raise refusal("P228", message, span, hint)
            try:
                known[source] = evaluate(source)
            except ExpressionError as problem:
                known[source] = problem
        result = known[source]
        if isinstance(result, ExpressionError):
            raise refusal("P227", f'"{short(source)}": {result}', span, result.hint)
        return result

    return run


class Entry:
    """Reads the values of a map, each by its key.

    Each method raises Problems with one diagnostic where the value is missing or wrong.
    """

    def __init__(self, raw: Map, expression: Expression) -> None:
        self.raw, self._expression = raw, expression
        self.span, self.at = raw.span(), raw.at

    def has(self, key: str) -> bool:
        """Whether something is written under a key."""
        return self.raw.get(key) is not None

    def check_keys(self, *allowed: str) -> None:
        """Raises Problems for the keys that mean nothing here (P201)."""
        if strange := self.unknown(*allowed):
            raise Problems(strange)

    def unknown(self, *allowed: str) -> list[Diagnostic]:
        """A finding for each key that means nothing here (P201)."""
        strange = [key for key in self.raw if key not in allowed][:MAX_FINDINGS]
        return [
            error(
                "P201",
                f'there is no key "{short(key)}" here',
                self.raw.key(key),
                did_you_mean(key[:80], allowed),
            )
            for key in strange
        ]

    def number(self, value: Any, key: str, span: Span, least: float, most: float) -> float:
        """A number as written, or an expression over facts."""
        number: Any = value
        if isinstance(value, str):
            written = value.strip().replace("−", "-")
            number = float(written) if _NUMBER.fullmatch(value) else self._expression(value, span)
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not isfinite(number):
            hint = "write a number, or an expression such as facts.days"
            message = f'"{key}": expected a number, found {_shown(number)}'
            raise refusal("P227", message, span, hint)
        if not least <= number <= most:
            message = f'"{key}": expected {least:,g} to {most:,g}, found {number:,.10g}'
            raise refusal("P227", message, span)
        return number

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number under a key."""
        if default is not None and not self.has(key):
            return default
        number = self.number(self.needed(key), key, self.at(key), least, most)
        if number != int(number):
            message = f'"{key}": expected a whole number, found {number:g}'
            raise refusal("P227", message, self.at(key))
        return int(number)

    def needed(self, key: str) -> Any:
        """A value that must be there (P202)."""
        if not self.has(key):
            place = self.raw.key(key) if key in self.raw else self.span
            raise refusal("P202", f'the key "{key}" is missing', place)
        return self.raw[key]

    def length(self, key: str) -> Um:
        """A length under a key; zero where it is not written."""
        value = self.raw.get(key)
        return Um(0) if value is None else self._length(value, key, self.at(key), 0)

    def _length(self, value: Any, key: str, span: Span, least: int) -> Um:
        if not isinstance(value, str):
            raise _wrong(key, "a length such as 12mm", value, span)
        try:
            length = parse_length(value)
        except LengthError as problem:
            raise refusal("P203", f'"{key}": {problem}', span) from None
        if not least <= length <= MAX_LENGTH:
            bound = "more than 0 mm, at most" if least == 1 else f"{millimetres(least)} to"
            message = (
                f'"{key}": expected {bound} {millimetres(MAX_LENGTH)}; found {millimetres(length)}'
            )
            raise refusal("P203", message, span)
        return length

    def _two_lengths(self, value: Seq, key: str, least: int) -> tuple[Um, Um]:
        one, two = (
            self._length(part, key, value.at(index), least) for index, part in enumerate(value)
        )
        return one, two

    def point(self, key: str) -> tuple[Um, Um]:
        """Two lengths, across and down from the top left corner of the board; either may lie
        outside it.
        """
        value = self.needed(key)
        if not isinstance(value, Seq) or len(value) != 2:
            message = f'"{key}": expected two lengths, across and down, such as [12mm, 40mm]'
            raise refusal("P203", message, self.at(key))
        return self._two_lengths(value, key, -MAX_LENGTH)

    def extent(self, key: str, *, square: bool = False) -> tuple[Um, Um]:
        """Width and height:

        `[20mm, 12mm]` or `20mm x 12mm`; one length for both where it may be `square`.
        """
        value, span = self.needed(key), self.at(key)
        if isinstance(value, Seq) and len(value) == 2:
            return self._two_lengths(value, key, 1)
        if isinstance(value, str) and re.search("[x×*]", value):
            sides = re.split("[x×*]", value)
            if len(sides) != 2 or not all(re.search("[a-zµ]", side) for side in sides):
                # The unit may stand behind both, as in game.yaml.
                try:
                    sides = [f"{side}um" for side in parse_size(value)]
                except LengthError as problem:
                    raise refusal("P203", f'"{key}": {problem}', span) from None
            wide, high = (self._length(side.strip(), key, span, 1) for side in sides)
            return wide, high
        if square and isinstance(value, str):
            side = self._length(value, key, span, 1)
            return side, side
        both, either = "a width and a height, such as [20mm, 12mm]", "one length or two, such as"
        raise _wrong(key, f"{either} 12mm or [20mm, 12mm]" if square else both, value, span)

    def choice(self, key: str, among: Collection[str]) -> str:
        """One of a few words, the first where none is written."""
        value = self.raw.get(key)
        if value is None:
            return next(iter(among))
        if not isinstance(value, str) or value not in among:
            hint = did_you_mean(value[:80], among) if isinstance(value, str) else ""
            *others, last = among
            raise _wrong(key, f"{', '.join(others)} or {last}", value, self.at(key), hint)
        return value

    def flag(self, key: str) -> bool:
        """Yes or no; no where nothing is written."""
        among = ("yes", "no", "true", "false")
        return self.has(key) and self.choice(key, among) in ("yes", "true")

    def text(self, key: str, default: str = "") -> str:
        """A text; `{expr: …}` for one that is worked out."""
        if not self.has(key):
            return default
        value = self.worked_out(key)
        if not isinstance(value, str):
            raise _wrong(key, "text", value, self.at(key))
        return value

    def worked_out(self, key: str) -> Any:
        """A value as written; `{expr: …}` as what it gives."""
        value = self.raw[key]
        source = value["expr"] if isinstance(value, Map) and list(value) == ["expr"] else None
        if not isinstance(source, str):
            return value
        result = self._expression(source, value.at("expr"))
        many = isinstance(result, (list, tuple))
        texts = [_as_text(part) for part in (result if many else [result])]
        if None in texts:
            raise refusal(
                "P227", f'"{short(source)}" gives neither a number nor a text', self.at(key)
            )
        return texts if many else texts[0]

    def names(self, key: str) -> list[tuple[str, Span]]:
        """A list of names, each with its place; a single one may stand alone."""
        value = self.raw.get(key)
        if value is None:
            return []
        if isinstance(value, str):
            if "," in value:
                hint = f"write {key}: [{', '.join(part.strip() for part in value.split(','))}]"
                message = f'"{key}": expected a list of names in brackets, found "{value}"'
                raise refusal("P203", message, self.at(key), hint)
            return [(value, self.at(key))]
        if not isinstance(value, Seq):
            raise _wrong(key, "a list of names such as [a1, a2]", value, self.at(key))
        for index, part in enumerate(value):
            if not isinstance(part, str):
                raise refusal("P203", f'"{key}": expected names, each a text', value.at(index))
        return [(part, value.at(index)) for index, part in enumerate(value)]

    def map(self, key: str) -> Entry:
        """A map under a key; an empty one where nothing is written."""
        value = self.raw.get(key)
        if value is None:
            value = Map.empty(self.span)
        if not isinstance(value, Map):
            raise _wrong(key, "a map of keys and values", value, self.at(key))
        return self.of(value)

    def of(self, raw: Map) -> Entry:
        """Another map of the same board."""
        return Entry(raw, self._expression)


def short(text: str) -> str:
    """A text as a message quotes it, cut where it is long."""
    return text if len(text) <= 60 else text[:59] + "…"


def _wrong(key: str, wanted: str, value: Any, span: Span, hint: str = "") -> Problems:
    return refusal("P203", f'"{key}": expected {wanted}, found {_shown(value)}', span, hint)


def _as_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int, float)):
        return str(tidy(value) if isinstance(value, float) else value)
    try:
        return str(value["id"])  # a meaning
    except (TypeError, KeyError, IndexError):
        return None


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, (int, float)) else shown(value)
