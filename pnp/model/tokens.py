"""Makes the pieces of tokens: each entry with its shape and size, once for each of what it is made
for (`for_each: players.colours`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pnp.assets.die_lines import SHAPES, ShapeError, shape_path
from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error, refusal
from pnp.load.yaml import Map
from pnp.model.fields import Evaluate, FieldType, Terms, field_type, worked_out
from pnp.model.game import Card, Component
from pnp.model.kinds import TokensFile
from pnp.model.text_rules import typed
from pnp.net import Net, NetError, die_net, die_stickers, standee_fold, standee_slotted
from pnp.sandbox.environment import Record
from pnp.units.geometry import MM, LengthError, Size, by, in_pixels, parse_length, parse_size

TOKEN_FIELDS: Mapping[str, FieldType] = MappingProxyType(
    {
        **{
            name: field_type(name, {"text": None, "optional": "yes"}, {}, {})
            for name in (
                "shape",
                "size",
                "path",
                "base",
                "for_each",
                "sides",
                "backing",
                "substitute",
                "per_player",
                "listed",
            )
        },
        "faces": field_type("faces", {"int": None, "optional": "yes"}, {}, {}),
    }
)
"""What every token may say beside its own fields."""

SIDES, BACKINGS = ("one", "two", "fold"), ("board", "card")
_LEAST, _MOST = 3_000, 500_000


DICE, STANDEES = ("die", "die-stickers"), ("standee", "slotted-standee")
NETS = (*DICE, *STANDEES)
"""Shapes that are folded or put together from a net."""


class TokensData(NamedTuple):
    """How tokens are laid out: nested for a cutting machine or in straight rows; by id, how many
    sides each has and what it is glued on, and the nets of some.
    """

    nest: bool
    sides: Mapping[str, str]
    nets: Mapping[str, Net]
    backings: Mapping[str, str]


def expanded(
    made: Component,
    file: TokensFile,
    raw: Map,
    terms: Terms,
    colours: Sequence[str],
    evaluate: Evaluate,
) -> tuple[tuple[Card, ...], TokensData, list[Diagnostic]]:
    """The pieces of a component of tokens, what is to be known of each, and what is wrong with
    their shapes and sizes.
    """
    found: list[Diagnostic] = []
    cards: list[Card] = []
    sides: dict[str, str] = {}
    nets: dict[str, Net] = {}
    backings: dict[str, str] = {}
    usual = file.sides or ("two" if made.back else "one")
    whose = _owner_field(made, file.seat, raw, colours, found)
    for card in made.cards:
        try:
            each = _each(card, terms, colours)
            own_seat = _own_seat(card, whose, colours)
            shape = str(card.values["shape"] or file.shape)
            trim = _size(card, file, raw)
            found += _unused(card, shape, trim, raw)
            net = _net(card, shape, trim) if shape in NETS else None
            outline = None if net else _outline(card, shape, trim, raw)
            printed = str(card.values["sides"] or usual)
            place = _place(card, "sides", raw)
            if printed not in SIDES:
                message = f'"sides": expected one, two or fold, found "{printed}"'
                raise refusal("P205", message, place, did_you_mean(printed, SIDES))
            if printed != "one" and made.back is None:
                whose_sides = f'"{card.id}" has' if card.values["sides"] else "the pieces have"
                message = f"{whose_sides} two sides, but the component has no back:"
                raise refusal("P210", message, place, "name a template")
            backing = _backing(card, file, raw, printed)
            per_player = _per_player(card, evaluate)
            seats = evaluate("players.max") if per_player else 1
            copies = [
                _copies(card, per_player * (1 if seat or own_seat else seats)) for _, seat in each
            ]
        except Problems as problem:
            found += problem.diagnostics
            continue
        for (term, seat), count in zip(each, copies, strict=True):
            name = f"{card.id}-{term['id']}" if term is not None else card.id
            sides[name], backings[name] = printed, backing
            if net is not None:
                nets[name] = net
            values = {
                **card.values,
                "per_player": per_player or None,
                "count": count,
                "id": name,
                "each": term,
                "shape": shape,
                "width": trim.width / MM,
                "height": trim.height / MM,
            }
            piece = Card(
                name,
                count,
                values,
                Record(name, values),
                card.raw,
                card.defaults,
                trim,
                outline,
                per_player,
                seat or own_seat,
            )
            cards.append(piece)
    return tuple(cards), TokensData(file.nest, sides, nets, backings), found


def called(card: Card) -> str:
    """What a list calls a token."""
    words = str(card.raw.get("id") or card.id).replace("-", " ").replace("_", " ")
    return str(card.values["listed"] or card.values.get("title") or words.capitalize())


def _each(card: Card, terms: Terms, colours: Sequence[str]) -> list[tuple[Record | None, int]]:
    """What a token is made for, in order, each with the player whom it belongs to, 0 for none;
    itself once where it says nothing.
    """
    wanted = card.values["for_each"]
    if wanted is None:
        return [(None, 0)]
    place = card.place("for_each")
    if wanted != "players.colours":
        name = str(wanted).removeprefix("terms.")
        if name in terms:
            return [(term, 0) for term in terms[name].values()]
        example = "for example players.colours or terms.colour"
        hint = did_you_mean(name, (*terms, "players.colours")) or example
        raise refusal("P210", f'"for_each": there is no term "{name}"', place, hint)
    for values in terms.values() if colours else ():
        if all(colour in values for colour in colours):
            return [(values[colour], seat) for seat, colour in enumerate(colours, 1)]
    if any(colour in values for colour in colours for values in terms.values()):
        raise Problems([])  # the colour of no term is reported where it stands
    message = "no term has the players.colours" if colours else "the game has no players.colours"
    hint = "list them under players: in game.yaml, each a name of one term"
    raise refusal("P210", f'"for_each": {message}', place, hint)


def _owner_field(
    made: Component, name: str | None, raw: Map, colours: Sequence[str], found: list[Diagnostic]
) -> str | None:
    """The field that says whose a token is; None where none does, or where it cannot (P210)."""
    if name is None:
        return None
    hint = ""
    if name not in made.fields:
        message, hint = f'there is no field "{name}"', did_you_mean(name, made.fields)
    elif made.fields[name].is_list:
        message = f'the field "{name}" is a list; a piece belongs to one player'
    elif not colours:
        message, hint = "the game has no players.colours", "list them under players: in game.yaml"
    else:
        return name
    found.append(error("P210", f'"seat": {message}', raw.at("seat"), hint))
    return None


def _own_seat(card: Card, field: str | None, colours: Sequence[str]) -> int:
    """The player that a token belongs to by a field of its own, 0 for none."""
    if field is None or not card.values[field]:
        return 0
    value = card.values[field]
    name = str(value["id"] if isinstance(value, Record) else value)
    if card.values["for_each"] == "players.colours":
        message = f'"for_each": "{field}" says already whose the piece is'
        raise refusal("P205", message, card.place("for_each"), "take one of them out")
    if name not in colours:
        hint = did_you_mean(name, colours) or f"they are: {', '.join(colours)}"
        message = f'"{field}": "{name}" is none of players.colours'
        raise refusal("P205", message, card.place(field), hint)
    return colours.index(name) + 1


def _place(card: Card, key: str, raw: Map) -> Span:
    """Where a token says something, or else where it is said for all of them."""
    return card.place(key) if card.values[key] or key not in raw else raw.at(key)


def _size(card: Card, file: TokensFile, raw: Map) -> Size:
    """`12mm` or `12x20mm`. Raises Problems (P215)."""
    text, place = str(card.values["size"] or file.size), _place(card, "size", raw)
    try:
        if "x" in text or "×" in text:
            trim = parse_size(text)
        else:
            trim = Size(parse_length(text), parse_length(text))
    except LengthError as problem:
        hint = "for example 12mm or 12x20mm"
        raise refusal("P215", f'"size": {problem}', place, hint) from None
    if not all(_LEAST <= side <= _MOST for side in trim):
        message = f'"size": tokens measure 3 mm to 500 mm a side, not {text}'
        raise refusal("P215", message, place, in_pixels(text))
    return trim


def _backing(card: Card, file: TokensFile, raw: Map, sides: str) -> str:
    """What a token is glued on; of board where nothing is said and it has one side. Raises Problems
    (P205).
    """
    backing = str(card.values["backing"] or file.backing or ("board" if sides == "one" else "card"))
    if backing in BACKINGS and not (backing == "board" and sides == "two"):
        return backing
    message, hint = f'expected board or card, found "{backing}"', did_you_mean(backing, BACKINGS)
    if backing in BACKINGS:
        message, hint = "board would hide the back of a piece with sides: two", "take sides: fold"
    raise refusal("P205", f'"backing": {message}', _place(card, "backing", raw), hint)


def _per_player(card: Card, evaluate: Evaluate) -> int:
    """How many of its copies each player needs: a number, or an expression over facts; 0 where
    it is for no one player.
    """
    text = card.values["per_player"]
    if text is None or typed(text):  # which is reported
        return 0
    place = card.place("per_player")
    is_number = re.fullmatch(r"\s*\d{1,9}\s*", text)
    value = int(text) if is_number else worked_out("P205", "per_player", text, evaluate, place)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise refusal("P205", f'"per_player": expected a whole number, found {text}', place)
    return value


def _copies(card: Card, needed: int) -> int:
    """How many of a token are printed: what it says, at least what all players together need;
    that many where it does not say.
    """
    if card.raw.get("count") is None and not (card.defaults and card.defaults.get("count")):
        return max(card.copies, needed)
    if card.copies < needed:
        message = (
            f'"count": {card.copies} of "{card.id}" are too few for what "per_player" says; all'
            f" players together need {needed}"
        )
        hint = "raise count:, or leave it out for just as many"
        raise refusal("P205", message, card.place("count"), hint)
    return card.copies


def _unused(card: Card, shape: str, trim: Size, raw: Map) -> Iterator[Diagnostic]:
    """P218 for what a token itself says and its shape cannot follow: it would be printed
    otherwise than written.
    """
    if shape in DICE and trim.width != trim.height:
        message = f'"size": a {shape} is as high as wide, not {by(trim)}'
        yield error("P218", message, _place(card, "size", raw), "give one length")
    if shape in NETS and card.raw.get("sides"):
        differ = "; a standee and a slotted-standee differ in that" if shape in STANDEES else ""
        message = f'"sides": what lies on the sides of a {shape} follows from its shape'
        yield error("P218", message, card.place("sides"), f"take it out{differ}")
    if shape in NETS and card.raw.get("backing"):
        message = f'"backing": what a {shape} is made of follows from its shape'
        yield error("P218", message, card.place("backing"), "take it out")
    for key, those in (("faces", DICE), ("base", STANDEES)):
        if card.raw.get(key) and shape not in those and shape in (*SHAPES, *NETS):
            message = f'"{key}": a {shape} has none; it is of {" or ".join(those)}'
            yield error("P218", message, card.place(key), "take it out")


def _net(card: Card, shape: str, trim: Size) -> Net:
    """What a die or a standee is folded from; six faces where nothing is said."""
    faces, base = card.values["faces"], card.values["base"]
    try:
        if shape in DICE:
            return (die_net if shape == "die" else die_stickers)(
                trim.width, 6 if faces is None else int(faces)
            )
        foot = parse_length(str(base or "2mm"))
        if shape == "standee":
            return standee_fold(trim.width, trim.height, foot if base else trim.width)
        return standee_slotted(trim.width, trim.height, foot)
    except LengthError as problem:
        raise refusal("P205", f'"base": {problem}', card.place("base")) from None
    except NetError as problem:
        key = next((key for key in ("faces", "base") if card.values[key] is not None), "shape")
        message = f'"{card.id}": {problem}'
        raise refusal("P217", message, card.place(key), problem.hint) from None


def _outline(card: Card, shape: str, trim: Size, raw: Map) -> str | None:
    """The path to cut along, None for a rectangle."""
    if shape not in SHAPES:
        known = (*SHAPES, *NETS)
        hint = did_you_mean(shape, known, few=0) or f"known shapes: {', '.join(known)}"
        message = f'"shape": "{shape}" is not a shape'
        raise refusal("P218", message, _place(card, "shape", raw), hint)
    path = card.values["path"]
    try:
        return shape_path(shape, trim, str(path or ""))
    except ShapeError as problem:
        key = "path" if shape == "path" and path else "shape"
        raise refusal("P218", f'"{key}": {problem}', card.place(key), problem.hint) from None
