"""What promises are judged over: the components of a game as plain values, its texts, and
expressions over them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.check.promises.exact import is_number
from pnp.check.promises.piles import Entry, Pile, of_cards, of_terms
from pnp.check.promises.quick import attributes_of, names_in, quick, size_of
from pnp.check.promises.text_index import Reading, Text, texts_of
from pnp.diagnostics import Note, Span, did_you_mean
from pnp.model.game import Game, Promise
from pnp.model.kinds import BOARDS
from pnp.sandbox.environment import ExpressionError, Record, Sandbox, compiled
from pnp.units.spelling import tidy

if TYPE_CHECKING:
    from pnp.check.promises.boards import Board

Values = Mapping[str, Any]
_QUOTED = re.compile(r"[\"']([^\"']{1,80})[\"']")
MAX_STEPS = 20_000_000
"""Steps that all promises of a game may take together; those of expressions are as the sandbox
counts them.
"""
QUICK_STEPS = 5
"""What working out a short expression without the sandbox counts as; what is longer, and what it
compares, counts beside.
"""


class Malformed(ValueError):
    """A promise that names nothing real or cannot be worked out; `key` says which of its keys is
    at fault, `places` what it looked at.
    """

    def __init__(
        self, message: str, key: str = "", hint: str = "", places: tuple[tuple[str, Span], ...] = ()
    ) -> None:
        super().__init__(message)
        self.key = key
        self.hint = hint
        self.places = places


class Vacuous(ValueError):
    """A promise about an empty set, of a component where that is plain."""

    def __init__(self, message: str, pile: Pile | None = None) -> None:
        super().__init__(message)
        self.pile = pile


class Broken(NamedTuple):
    """What is, what was promised; the places involved; the likely mend."""

    message: str
    notes: tuple[tuple[str, Span | None], ...] = ()
    hint: str = ""
    sources: tuple[str, ...] = ()
    """The expressions that it turns on, where they are not all of the promise's."""


@dataclass
class Scope:
    """A game ready to be judged. Plain values and compiled expressions are made once."""

    game: Game
    sandbox: Sandbox = field(default_factory=Sandbox)
    _piles: dict[str, Pile] = field(default_factory=dict)
    _spent: int = 0
    gaps: dict[str, list[Note]] = field(default_factory=dict)
    """Where an entry of a component is probably missing (`places`) or unlike all others
    (`culprits`), worked out once.
    """
    _quick: dict[str, tuple[Callable[[Values], Any] | None, bool, int]] = field(
        default_factory=dict
    )
    _compiled: dict[str, Callable[[Values], Any]] = field(default_factory=dict)

    @cached_property
    def shared(self) -> dict[str, Any]:
        """Names that every expression knows."""
        low, high = self.game.players
        totals = dict.fromkeys(sorted(self.game.left_out), 0)
        totals |= {component.id: component.total for component in self.game.components.values()}
        return {
            "facts": Record(
                "facts",
                {name: _tidied(value) for name, value in self.game.facts.items()},
                many=True,
            ),
            "players": Record("players", {"min": low, "max": high}, many=True),
            "total": Record("total", totals, many=True),
        }

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards and mats of the game."""
        boards = [
            component for component in self.game.components.values() if component.kind in BOARDS
        ]
        if not boards:
            return {}
        from pnp.check.promises.boards import board_of

        return {component.id: board_of(component) for component in boards}

    @cached_property
    def texts(self) -> dict[str, Text]:
        """What can be read of each component: a rulebook as it is written, the texts on cards
        and boards.
        """
        return texts_of(self.game)

    @cached_property
    def said(self) -> frozenset[str]:
        """The words in quotes of all promises."""
        return frozenset(
            word for promise in self.game.promises for word in _QUOTED.findall(str(promise.details))
        )

    @cached_property
    def worked_out(self) -> dict[str, Reading]:
        """Passages whose numbers have been worked out (see `xdoc`), by what is written; many
        promises read the same ones.
        """
        return {}

    def of(self, promise: Promise, key: str = "of") -> Pile:
        """The component that a promise names."""
        name = promise.details.get(key)
        if not isinstance(name, str):
            raise Malformed(f'"{key}" names the deck that is meant', key)
        return self.named(name, key)

    def all_of(self, promise: Promise) -> list[Pile]:
        """The components that a promise names under `of`, one or a list, none twice."""
        names = promise.details.get("of")
        names = [names] if isinstance(names, str) else names
        if not isinstance(names, list) or not names:
            raise Malformed('"of" names a component or a list of them', "of")
        piles = [self.named(name) for name in names]
        if len({pile.id for pile in piles}) < len(piles):
            raise Malformed('"of" names a deck twice', "of")
        return piles

    def named(self, name: Any, key: str = "of") -> Pile:
        """A component by its id, a track as `BOARD.TRACK`, or meanings as `terms.KIND`."""
        if not isinstance(name, str):
            raise Malformed(f'"{key}": expected the name of a deck, found {told(name)}', key)
        if name in self._piles:
            return self._piles[name]
        owner, _, track = name.partition(".")
        component = self.game.components.get(owner)
        if owner == "terms" and (track in self.game.terms or component is None):
            if track not in self.game.terms:
                raise Malformed(
                    f'there are no terms "{track}"', key, did_you_mean(track, self.game.terms)
                )
            return self._piles.setdefault(name, of_terms(self.game, track))
        if component is None:
            raise Malformed(
                f'there is no component "{owner}"', key, did_you_mean(owner, self.game.components)
            )
        board = self.boards.get(owner)
        if track and (board is None or track not in board.tracks):
            hint = did_you_mean(track, board.tracks) if board else f'"{owner}" is no board'
            places = (("the tracks are here", board.where),) if board else ()
            raise Malformed(f'"{owner}" has no track "{track}"', key, hint, places)
        pile = (
            board.tracks[track]
            if board and track
            else board.spaces
            if board
            else of_cards(component)
        )
        self._piles[name] = pile
        return pile

    def dealt(self, pile: Pile, said: Mapping[str, Any]) -> Pile:
        """What players get of a component: of a board its copies, unless `only` or `per` speaks
        of its spaces.
        """
        board = self.boards.get(pile.id)
        return (
            board.sheets
            if board is not None and said.get("only") is None and said.get("per") is None
            else pile
        )

    def board(self, promise: Promise, key: str = "of") -> Board:
        """The board that a promise names."""
        pile = self.of(promise, key)
        found = self.boards.get(pile.id)
        if found is None:
            raise Malformed(f'"{pile.id}" is no board', key, did_you_mean(pile.id, self.boards))
        return found

    def chosen(self, promise: Promise, pile: Pile, key: str = "only") -> list[Entry]:
        """The entries that a promise is about: all, or those for which its `only:` holds.

        Never none.
        """
        self.spend(len(pile.entries))
        entries = self.present(pile)
        condition = promise.details.get(key)
        if condition is not None:
            entries = [e for e in entries if self.evaluate(condition, key, e.values)]
        if not entries:
            raise Vacuous(f'no {pile.one} of "{pile.id}" has {told(condition)}', pile)
        return entries

    def present(self, pile: Pile) -> list[Entry]:
        """The entries that are printed. Never none."""
        entries = [e for e in pile.entries if e.card.copies]
        if not entries:
            raise Vacuous(f'"{pile.id}" prints no {pile.one}', pile)
        return entries

    def evaluate(self, source: Any, key: str, values: Values | None = None) -> Any:
        """An expression over facts, players and, where given, a card's fields."""
        if not isinstance(source, str):
            raise Malformed(f'"{key}": expected an expression', key)
        try:
            if source not in self._quick:
                alone = self.names_in(source).isdisjoint(self.shared)
                self._quick[source] = (
                    quick(source, self.weighed),
                    alone,
                    QUICK_STEPS + len(source) // 8,
                )
            run, alone, steps = self._quick[source]
            self.spend(steps + len(values or ()) // 16, key)
            if run is not None and alone and values:  # the card's fields are enough
                try:
                    return run(values)
                except (
                    Exception
                ):  # whatever it was, the sandbox meets it as well and says so in the user's words
                    run = None
            seen = {**self.shared, **values} if values else self.shared
            if run is not None:
                try:
                    return run(seen)
                except Exception:  # likewise
                    pass
            metered = self._compiled.get(source)
            if (
                metered is None
            ):  # only now: Jinja takes a millisecond to compile what is mostly worked out above
                metered = self._compiled[source] = compiled(self.sandbox, source)
            made = metered(seen)
            self.spend(self.sandbox.meter.steps, key)
            return made
        except ExpressionError as problem:
            raise Malformed(f'"{key}": {problem}', key, problem.hint) from None

    def spend(self, steps: int, key: str = "") -> None:
        """Count what a promise takes, for the sake of the key that asks for it; about a third of a
        microsecond is a step.

        Raises Malformed where all promises have taken too much.
        """
        self._spent += steps
        if self._spent > MAX_STEPS:
            about = f'"{key}": ' if key else ""
            raise Malformed(
                f"{about}all promises together take more than {MAX_STEPS:,} steps to work out",
                key,
                "make it simpler",
            )

    def affords(self, steps: int) -> bool:
        """Count what a hint takes, which is left out where there is no room for it."""
        room = self._spent + steps <= MAX_STEPS
        self._spent += steps if room else 0
        return room

    def weighed(self, value: Any) -> Any:
        """A value that is compared: lists and long texts count by their size, as in the sandbox."""
        if type(value) is not int and (type(value) is not str or len(value) >= 100):
            self._spent += size_of(value) // 8
        return value

    def names_in(self, source: Any) -> frozenset[str]:
        """The names that an expression reads."""
        return names_in(source) if isinstance(source, str) else frozenset()

    def attributes_of(self, source: Any, owner: str) -> frozenset[str] | None:
        """What an expression reads of one name; None where that cannot be told."""
        return attributes_of(source, owner) if isinstance(source, str) else frozenset()

    def number(self, promise: Promise, key: str, values: Values | None = None) -> int | float:
        """An expression whose value is a number."""
        if key not in promise.details:
            raise Malformed(f'the key "{key}" is missing')
        value: Any = self.evaluate(promise.details[key], key, values)
        if not is_number(value):
            raise Malformed(f'"{key}": expected a number, found {told(value)}', key)
        return tidy(value)

    def whole(self, promise: Promise, key: str, values: Values | None = None) -> int:
        """An expression whose value is a whole number."""
        if key not in promise.details:
            raise Malformed(f'the key "{key}" is missing')
        value = _tidied(self.evaluate(promise.details[key], key, values))
        if isinstance(value, bool) or not (
            isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        ):
            raise Malformed(f'"{key}": expected a whole number, found {told(value)}', key)
        return int(value)

    def switch(self, promise: Promise, key: str, usual: str = "no") -> bool:
        """A key that says yes or no; `usual` where it is not written."""
        written = promise.details.get(key, usual)
        word = written.strip().lower() if isinstance(written, str) else ""
        if word not in ("yes", "true", "no", "false"):
            raise Malformed(f'"{key}": expected yes or no, found {told(written)}', key)
        return word in ("yes", "true")

    def value_of(self, promise: Promise, pile: Pile) -> Callable[[Entry], Any]:
        """What a promise looks at on each card: its `field:`, or the expression of its `value:`."""
        if "field" in promise.details and "value" in promise.details:
            raise Malformed(
                '"field" and "value" exclude each other', "value", "leave one of them out"
            )
        if "field" in promise.details:
            name = self.field_name(pile, promise.details["field"], "field")
            return lambda entry: entry.values.get(name)
        if "value" in promise.details:
            return lambda entry: _comparable(
                self.evaluate(promise.details["value"], "value", entry.values)
            )
        raise Malformed('expected a "field" or a "value"')

    def number_of(self, promise: Promise, pile: Pile) -> Callable[[Entry], Any]:
        """The same where only numbers make sense."""
        value = self.value_of(promise, pile)
        key = "field" if "field" in promise.details else "value"

        def number(entry: Entry) -> Any:
            found = value(entry)
            if not is_number(found):
                here = ((f'"{entry.card.id}" is here', entry.card.span),)
                raise Malformed(
                    f'the {promise.details[key]} of "{entry.card.id}" is {told(found)}, not a'
                    " number",
                    key,
                    places=here,
                )
            return tidy(found) if type(found) is float else found

        return number

    def field_name(self, pile: Pile, name: Any, key: str) -> str:
        """A field that the component really has."""
        if not isinstance(name, str):
            raise Malformed(f'"{key}": expected the name of a field, found {told(name)}', key)
        if name in pile.fields or name in ("id", "count") or name in pile.names:
            return name
        raise Malformed(
            f'"{pile.id}" has no field "{name}"', key, did_you_mean(name, pile.fields or pile.names)
        )


def copies_by(entries: Iterable[Entry], key: Callable[[Entry], Hashable]) -> Counter[Any]:
    """How many physical copies have each value of something."""
    have: Counter[Any] = Counter()
    for entry in entries:
        if entry.card.copies:
            have[key(entry)] += entry.card.copies
    return have


def _tidied(value: Any) -> Any:
    return tidy(value) if isinstance(value, float) and isfinite(value) else value


def shown(value: Any) -> str:
    """A value as a person reads it and writes it in the data."""
    match value:
        case None | "" | ():
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return " + ".join(map(shown, value))
        case _:
            return str(_tidied(value))


def told(value: Any) -> str:
    """A value that should have been another, briefly."""
    match value:
        case None | str() | int() | float() | tuple():
            text = shown(value)
            return text if len(text) <= 60 else f"{text[:57]}…"
        case list():
            return "a list"
        case dict():
            return "a map"
        case _:
            return "something else"


def _comparable(value: Any) -> Any:
    """A value that can be told from others; lists become tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_comparable(part) for part in value)
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise Malformed(f'"value": expected a number, a text or a list, found {told(value)}', "value")


def deck_note(pile: Pile) -> tuple[str, Span]:
    """Where the entries of a component stand."""
    what = (
        "deck"
        if pile.kind == "deck"
        else (
            "board"
            if pile.kind == "spaces"
            else "list of terms"
            if pile.kind == "terms"
            else "component"
        )
    )
    return (f"the {what} is here", pile.source)


def card_notes(
    entries: Iterable[Entry], message: str, most: int = 4
) -> tuple[tuple[str, Span], ...]:
    """A note for each of the first few cards."""
    rows = list(entries)
    notes = [(f'{message} "{entry.card.id}"', entry.card.span) for entry in rows[:most]]
    if len(rows) > most:
        notes.append((f"and {len(rows) - most} more", rows[most].card.span))
    return tuple(notes)
