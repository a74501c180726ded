"""Says what a person wants printed of a kit: paper, ink, players, scale of boards; and which
components and cards `--only` and `--cards` name; what a draft is printed in spite of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.diagnostics import Diagnostic, Span, did_you_mean, downgraded, error, refusal
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.model.game import Component, Game
from pnp.model.kinds import CALLED, KINDS, MISSING
from pnp.units.geometry import Um, size

if TYPE_CHECKING:
    from pnp.build.conductor import Kit


class PrintOptions(NamedTuple):
    """What a person wants printed: how, and which part of it (empty: everything).

    `only` names components or kinds, `players` how many will play (None: all is printed),
    `board_scale` shrinks boards for a desk copy, boxes are for `sleeved` cards or bare ones;
    `by_stock` there is one PDF for each stock, else for each kind. Of all but rulebooks there are
    `sets`, each on sheets of its own.
    """

    press: PaperOptions
    only: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    changed_since: bytes | None = None
    draft: bool = False
    players: int | None = None
    ink: Ink = Ink.FULL
    board_scale: float = 1.0
    sleeved: bool = False
    by_stock: bool = False
    sets: int = 1

    @property
    def whole(self) -> bool:
        """Whether everything is to be printed."""
        return not (self.only or self.cards or self.changed_since is not None)

    @property
    def as_shipped(self) -> bool:
        """Whether the print is the whole kit, once, for as many as can play, its boards at their
        size: what later prints are compared with.
        """
        return self.whole and self.players is None and self.board_scale == self.sets == 1


def as_record(options: PrintOptions) -> dict[str, Any] | None:
    """The options as values of JSON, by which the same print can be made again; None for those
    of a print that was compared with an earlier one.
    """
    if options.changed_since is not None:
        return None
    press = options.press
    record = {**press._asdict(), "paper": list(press.paper), "duplex": str(press.duplex)}
    names = ("draft", "players", "board_scale", "sleeved", "by_stock", "sets")
    rest = {key: getattr(options, key) for key in names}
    listed = {key: list(getattr(options, key)) for key in ("only", "cards")}
    return {**record, **rest, **listed, "ink": str(options.ink)}


def from_record(record: Any) -> PrintOptions | None:
    """The options of a record; None for what is no record of this version."""
    try:
        width, height = record["paper"]
        press = PaperOptions(
            paper=size(int(width), int(height)),
            duplex=Duplex(record["duplex"]),
            gutter=Um(int(record["gutter"])),
            margin=Um(int(record["margin"])),
            crop_marks=bool(record["crop_marks"]),
            separate=bool(record["separate"]),
        )
        players = record["players"]
        return PrintOptions(
            press,
            only=tuple(map(str, record["only"])),
            cards=tuple(map(str, record["cards"])),
            draft=bool(record["draft"]),
            players=None if players is None else int(players),
            ink=Ink(record["ink"]),
            board_scale=float(record["board_scale"]),
            sleeved=bool(record.get("sleeved")),
            by_stock=bool(record.get("by_stock")),
            sets=int(record.get("sets", 1)),
        )
    except (KeyError, TypeError, ValueError):
        return None


_EXAMPLE = {
    "rulebook": "rulebook: {kind: rulebook, text: rulebook.md, page: a5}",
    "reference": "reference: {kind: reference, text: reference.md, size: poker}",
}


def chosen_components(game: Game, only: Sequence[str]) -> list[Component]:
    """The components that `--only` names by id or kind; all where it names none.

    Raises Problems (P601).
    """
    every = game.components.values()
    for name in only:
        if name not in game.components and name not in KINDS:
            hint = did_you_mean(
                name, {**game.components, **dict.fromkeys(component.kind for component in every)}
            )
            raise refusal("P601", f'--only: "{game.id}" has no component "{name}"', None, hint)
        if name not in game.components and all(component.kind != name for component in every):
            hint = f"it has {', '.join(game.components)}"
            raise refusal(
                "P601", f'--only: "{game.id}" has no component of kind {name}', None, hint
            )
    return [
        component for component in every if not only or {component.id, component.kind} & set(only)
    ]


def chosen_texts(game: Game, kind: str, only: str, place: Span) -> dict[str, Component]:
    """The components whose faces come from a text, of one kind, or the one that is named.

    Raises Problems (P601, P622).
    """
    known = {
        name: component for name, component in game.components.items() if component.kind == kind
    }
    if not known:
        hint = f"write a Markdown file and add to components: {_EXAMPLE[kind]}"
        raise refusal("P622", f'"{game.id}" has no {CALLED[kind][0]}', place, hint)
    if only and only not in known:
        raise refusal(
            "P601",
            f'--only: "{game.id}" has no {CALLED[kind][0]} "{only}"',
            None,
            did_you_mean(only, known),
        )
    return {only: known[only]} if only else known


def spellings(name: str) -> tuple[str, ...]:
    """A name as files and keyboards write it: accents in their letters, or set apart."""
    return (
        (name,)
        if name.isascii()
        else (name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))
    )


def card_names(component: str, card: str) -> tuple[str, ...]:
    """How `--cards` may name a card."""
    return (*spellings(card), *spellings(f"{component}/{card}"))


def unknown_card(game: Game, name: str, known: Iterable[str]) -> Diagnostic:
    """P601 for what `--cards` names and no card is called; `known` are the names that would do."""
    if name in game.components:
        hint = f"for the whole component: --only {name}"
    else:
        hint = did_you_mean(name, known)
    return error("P601", f'--cards: "{game.id}" has no card "{name}"', None, hint)


def names_card(cards: Collection[str], component: str, card: str) -> bool:
    """Whether `--cards` means a card; it means all where it names none."""
    return not cards or any(name in cards for name in card_names(component, card))


class ChosenCards(NamedTuple):
    """The cards that `--cards` names, one by one, and how many copies are asked for of some, by
    component and card.
    """

    names: tuple[str, ...]
    copies: Mapping[tuple[str, str], int]


_TIMES = re.compile(r"(.+)\*([1-9][0-9]?)")
_RANGE = re.compile(r"(?:([^/]+)/)?([0-9]{1,9})-([0-9]{1,9})")


def chosen_cards(names: Iterable[str], cards: Mapping[tuple[str, str], int]) -> ChosenCards:
    """What `--cards` names of these cards, which have so many copies: an id that is written so,
    else all that fit `map-*` or, as numbers, `3-12`, and are printed; `map*3` is three copies of
    each, however many it has. A name that none fits stays as it is.
    """
    known = {name: key for key in cards for name in card_names(*key)}
    found: list[str] = []
    copies: dict[tuple[str, str], int] = {}
    for name in names:
        hits: list[tuple[str, str]] = []
        if name not in known and (times := _TIMES.fullmatch(name)):
            hits = [key for key in cards if _fits(times[1], *key)]
            copies |= dict.fromkeys(hits, int(times[2]))
        if name not in known and not hits:
            hits = [key for key in cards if cards[key] and _fits(name, *key)]
        found += [f"{component}/{card}" for component, card in hits] or [name]
    return ChosenCards(tuple(found), copies)


def _fits(pattern: str, component: str, card: str) -> bool:
    """Whether a card is called so, or fits a glob or a range of numbers."""
    if pattern in card_names(component, card):
        return True
    if numbers := _RANGE.fullmatch(pattern):
        owner, first, last = numbers.groups()
        inside = card.isascii() and card.isdigit() and int(first) <= int(card) <= int(last)
        return inside and owner in (None, component)
    return any(fnmatchcase(name, pattern) for name in card_names(component, card))


_PICTURES = "P403"
_WHY = {MISSING: "untranslated", _PICTURES: "pictures"}
_MAY_WAIT = ("P5", *_WHY)
"""Broken promises, texts that are not translated, and pictures that are missing."""


def drafted(kit: Kit) -> Kit:
    """The kit with what may wait as warnings, so that it can be printed in spite of that."""
    return kit._replace(diagnostics=tuple(as_drafted(kit.diagnostics)))


def as_drafted(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, those that a draft is printed in spite of as warnings."""
    return [downgraded(d) if d.code.startswith(_MAY_WAIT) else d for d in found]


def why_draft(findings: Iterable[Diagnostic]) -> str:
    """The key of what the sheets of a draft say of themselves; empty where nothing waits."""
    codes = {d.code for d in findings if d.is_error and d.code.startswith(_MAY_WAIT)}
    if len(codes) > 1:
        return "broken"
    return "".join(_WHY.get(code, "broken") for code in codes)
