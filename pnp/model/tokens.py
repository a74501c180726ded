"""Tokens: each entry with its shape and size, once for each of what it is made for (`for_each:
players.colours`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.assets.die_lines import SHAPES, ShapeError, shape_path
from pnp.diagnostics import Diagnostic, Span, did_you_mean, error
from pnp.load.yaml import Map
from pnp.model.fields import FieldType, field_type
from pnp.model.game import Card, Component
from pnp.model.kinds import TokensFile
from pnp.model.text_rules import typed
from pnp.net import Net, NetError
from pnp.net.small_nets import die_net, die_stickers, standee_fold, standee_slotted
from pnp.sandbox.environment import Record
from pnp.units.geometry import MM, LengthError, Size, by, parse_length, parse_size
from pnp.units.sizes import in_pixels

TOKEN_FIELDS: Mapping[str, FieldType] = MappingProxyType(
    {
        **{
            name: field_type(name, {"text": None, "optional": "yes"}, {}, {})
            for name in ("shape", "size", "path", "base", "for_each", "sides", "per_player")
        },
        "faces": field_type("faces", {"int": None, "optional": "yes"}, {}, {}),
    }
)
"""What every token may say beside its own fields."""

SIDES = ("one", "two", "fold")
_LEAST, _MOST = 3_000, 500_000


DICE, STANDEES = ("die", "die-stickers"), ("standee", "slotted-standee")
NETS = (*DICE, *STANDEES)
"""Shapes that are folded or put together from a net."""


class TokensData(NamedTuple):
    """How tokens are laid out: nested for a cutting machine or in straight rows; by id, how many
    sides each has, and the nets of some.
    """

    nest: bool
    sides: Mapping[str, str]
    nets: Mapping[str, Net]


class _Each(NamedTuple):
    """One of what a token is made for; `seat` is the player that it belongs to, 0 for none."""

    term: Record | None
    seat: int


def expanded(
    made: Component,
    file: TokensFile,
    raw: Map,
    terms: Mapping[str, Mapping[str, Record]],
    colours: Sequence[str],
    evaluate: Callable[[str], Any],
) -> tuple[tuple[Card, ...], TokensData, list[Diagnostic]]:
    """The pieces of a component of tokens, what is to be known of each, and what is wrong with
    their shapes and sizes.
    """
    found: list[Diagnostic] = []
    cards: list[Card] = []
    sides: dict[str, str] = {}
    nets: dict[str, Net] = {}
    usual = file.sides or ("two" if made.back else "one")
    whose = _whose_field(made, file.seat, raw, colours, found)
    for card in made.cards:
        each = _each(card, terms, colours, found)
        own_seat = _own_seat(card, whose, colours, found)
        shape = str(card.values["shape"] or file.shape)
        trim = _size(card, str(card.values["size"] or file.size), raw, found)
        if trim is None:
            continue
        found += _idle(card, shape, trim, raw)
        net = _net(card, shape, trim, found) if shape in NETS else None
        outline = None if shape in NETS else _outline(card, shape, trim, raw, found)
        written = str(card.values["sides"] or usual)
        if written not in SIDES:
            told = f'"sides": expected one, two or fold, found "{written}"'
            found.append(
                error("P205", told, _said(card, "sides", raw), did_you_mean(written, SIDES))
            )
            continue
        if written != "one" and made.back is None:
            told = f"{_whose(card)} two sides, but the component has no back:"
            found.append(error("P210", told, _said(card, "sides", raw), "name a template"))
        per_player = _per_player(card, evaluate, found)
        for one in each:
            seat = one.seat or own_seat
            copies = _copies(
                card, per_player * (1 if seat or not per_player else evaluate("players.max")), found
            )
            name = f"{card.id}-{one.term['id']}" if one.term is not None else card.id
            sides[name] = written
            if net is not None:
                nets[name] = net
            own = {
                "per_player": per_player or None,
                "count": copies,
                "id": name,
                "each": one.term,
                "shape": shape,
            }
            values = {**card.values, **own, "width": trim.width / MM, "height": trim.height / MM}
            piece = card._replace(
                id=name,
                copies=copies,
                values=values,
                record=Record(name, values),
                size=trim,
                outline=outline,
            )
            cards.append(piece._replace(seat=seat, per_player=per_player))
    return tuple(cards), TokensData(file.nest, sides, nets), found


def _each(
    card: Card,
    terms: Mapping[str, Mapping[str, Record]],
    colours: Sequence[str],
    found: list[Diagnostic],
) -> Iterator[_Each]:
    """What a token is made for, in order; itself once where it says nothing."""
    wanted = card.values["for_each"]
    if wanted is None:
        return iter((_Each(None, 0),))
    if wanted == "players.colours":
        kind = next(
            (
                values
                for values in terms.values()
                if colours and all(colour in values for colour in colours)
            ),
            None,
        )
        if kind is not None:
            return iter([_Each(kind[colour], seat) for seat, colour in enumerate(colours, 1)])
        if not any(
            colour in values for colour in colours for values in terms.values()
        ):  # a single one is told of where it stands
            told = '"for_each": ' + (
                "no term has the players.colours" if colours else "the game has no players.colours"
            )
            hint = "list them under players: in game.yaml, each a name of one term"
            found.append(error("P210", told, card.place("for_each"), hint))
        return iter(())
    name = str(wanted).removeprefix("terms.")
    if name in terms:
        return iter([_Each(term, 0) for term in terms[name].values()])
    hint = (
        did_you_mean(name, (*terms, "players.colours"))
        or "for example players.colours or terms.colour"
    )
    found.append(
        error("P210", f'"for_each": there is no term "{name}"', card.place("for_each"), hint)
    )
    return iter(())


def _whose_field(
    made: Component, name: str | None, raw: Map, colours: Sequence[str], found: list[Diagnostic]
) -> str | None:
    """The field that says whose a token is; None where none does, or where it cannot (P210)."""
    if name is None:
        return None
    if name not in made.fields:
        told, hint = f'there is no field "{name}"', did_you_mean(name, made.fields)
    elif made.fields[name].is_list:
        told, hint = f'the field "{name}" is a list; a piece belongs to one player', ""
    elif not colours:
        told, hint = "the game has no players.colours", "list them under players: in game.yaml"
    else:
        return name
    found.append(error("P210", f'"seat": {told}', raw.at("seat"), hint))
    return None


def _own_seat(
    card: Card, whose: str | None, colours: Sequence[str], found: list[Diagnostic]
) -> int:
    """The player that a token belongs to by a field of its own, 0 for none."""
    if whose is None or not card.values[whose]:
        return 0
    value = card.values[whose]
    name = str(value["id"] if isinstance(value, Record) else value)
    if card.values["for_each"] == "players.colours":
        told = f'"for_each": "{whose}" says already whose the piece is'
        found.append(error("P205", told, card.place("for_each"), "take one of them out"))
    elif name not in colours:
        hint = did_you_mean(name, colours) or f"they are: {', '.join(colours)}"
        found.append(
            error(
                "P205", f'"{whose}": "{name}" is none of players.colours', card.place(whose), hint
            )
        )
    else:
        return colours.index(name) + 1
    return 0


def _said(card: Card, key: str, raw: Map) -> Span:
    """Where a token says something, or else where it is said for all of them."""
    return card.place(key) if card.values[key] or key not in raw else raw.at(key)


def _whose(card: Card) -> str:
    return f'"{card.id}" has' if card.values["sides"] else "the pieces have"


def _size(card: Card, text: str, raw: Map, found: list[Diagnostic]) -> Size | None:
    """`12mm` or `12x20mm`."""
    place = _said(card, "size", raw)
    try:
        trim = (
            Size(parse_length(text), parse_length(text))
            if "x" not in text and "×" not in text
            else parse_size(text)
        )
    except LengthError as problem:
        found.append(error("P215", f'"size": {problem}', place, "for example 12mm or 12x20mm"))
        return None
    if not all(_LEAST <= side <= _MOST for side in trim):
        found.append(
            error(
                "P215",
                f'"size": tokens measure 3 mm to 500 mm a side, not {text}',
                place,
                in_pixels(text),
            )
        )
        return None
    return trim


def _per_player(card: Card, evaluate: Callable[[str], Any], found: list[Diagnostic]) -> int:
    """How many of its copies each player needs: a number, or an expression over facts; 0 where
    it is for no one player.
    """
    text = card.values["per_player"]
    if text is None or typed(text):  # which has been told of
        return 0
    try:
        value = int(text) if re.fullmatch(r"\s*\d{1,9}\s*", text) else evaluate(text)
    except ValueError as problem:
        found.append(
            error(
                "P205",
                f'"per_player": {problem}',
                card.place("per_player"),
                getattr(problem, "hint", ""),
            )
        )
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        found.append(
            error(
                "P205",
                f'"per_player": expected a whole number, found {text}',
                card.place("per_player"),
            )
        )
        return 0
    return value


def _copies(card: Card, needed: int, found: list[Diagnostic]) -> int:
    """How many of a token are printed: what it says, at least what all players together need;
    that many where it does not say.
    """
    if card.raw.get("count") is None and (
        card.defaults is None or card.defaults.get("count") is None
    ):
        return max(card.copies, needed)
    if card.copies < needed and not any(d.span == card.place("count") for d in found):
        told = (
            f'"count": {card.copies} of "{card.id}" are too few for what "per_player" says; all'
            f" players together need {needed}"
        )
        found.append(
            error(
                "P205", told, card.place("count"), "raise count:, or leave it out for just as many"
            )
        )
    return card.copies


def _idle(card: Card, shape: str, trim: Size, raw: Map) -> Iterator[Diagnostic]:
    """P218 for what a token itself says and its shape cannot follow: it would be printed
    otherwise than written.
    """
    if shape in DICE and trim.width != trim.height:
        yield error(
            "P218",
            f'"size": a {shape} is as high as wide, not {by(trim)}',
            _said(card, "size", raw),
            "give one length",
        )
    if shape in NETS and card.raw.get("sides"):
        hint = (
            "take it out; a standee and a slotted-standee differ in that"
            if "standee" in shape
            else "take it out"
        )
        yield error(
            "P218",
            f'"sides": what lies on the sides of a {shape} follows from its shape',
            card.place("sides"),
            hint,
        )
    for key, those in (("faces", DICE), ("base", STANDEES)):
        if card.raw.get(key) and shape not in those and shape in (*SHAPES, *NETS):
            yield error(
                "P218",
                f'"{key}": a {shape} has none; it is of {" or ".join(those)}',
                card.place(key),
                "take it out",
            )


def _net(card: Card, shape: str, trim: Size, found: list[Diagnostic]) -> Net | None:
    """What a die or a standee is folded from."""
    try:
        if shape == "die":
            return die_net(trim.width, _faces(card))
        if shape == "die-stickers":
            return die_stickers(trim.width, _faces(card))
        base = parse_length(str(card.values["base"] or "2mm"))
        if shape == "standee":
            return standee_fold(
                trim.width, trim.height, base if card.values["base"] else trim.width
            )
        return standee_slotted(trim.width, trim.height, base)
    except LengthError as problem:
        found.append(error("P205", f'"base": {problem}', card.place("base")))
    except NetError as problem:
        said = next((key for key in ("faces", "base") if card.values[key] is not None), "shape")
        found.append(error("P217", f'"{card.id}": {problem}', card.place(said), problem.hint))
    return None


def _faces(card: Card) -> int:
    """How many faces a die has: six where nothing is said."""
    return 6 if card.values["faces"] is None else int(card.values["faces"])


def _outline(card: Card, shape: str, trim: Size, raw: Map, found: list[Diagnostic]) -> str | None:
    """The path to cut along, None for a rectangle."""
    if shape not in SHAPES:
        known = (*SHAPES, *NETS)
        hint = did_you_mean(shape, known, few=0) or f"known shapes: {', '.join(known)}"
        found.append(
            error("P218", f'"shape": "{shape}" is not a shape', _said(card, "shape", raw), hint)
        )
        return None
    try:
        return shape_path(shape, trim, str(card.values["path"] or ""))
    except ShapeError as problem:
        key = "path" if shape == "path" and card.values["path"] else "shape"
        found.append(error("P218", f'"{key}": {problem}', card.place(key), problem.hint))
        return None
