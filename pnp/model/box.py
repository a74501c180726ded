"""Reads a box: takes its entry and the components before it, gives its net and what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.diagnostics import Problems, did_you_mean, refusal
from pnp.load.yaml import Map
from pnp.model.components import Reader, made_component
from pnp.model.game import Card, Component
from pnp.model.kinds import BOARDS, BoxFile
from pnp.net import (
    PACKED,
    SLEEVE,
    NetError,
    deck_depth,
    sleeved,
    telescope,
    tuck_box,
)
from pnp.sandbox.environment import Record
from pnp.units.geometry import Um, size

HELD = ("deck", "notes", "reference")
"""Kinds whose pieces lie in a tuck box."""
PACKED_KINDS = (*HELD, "tokens", "rulebook")
"""Kinds whose pieces lie in the tray of a box for the kit."""


class BoxData(NamedTuple):
    """A box: its net, and the decks that lie in it."""

    net: Any
    holds: tuple[str, ...]


def box(reader: Reader, name: str, file: BoxFile, raw: Map) -> Component:
    """A box round decks that have been read before it."""
    held = _held(reader, name, file.holds, raw, HELD if file.form == "tuck" else PACKED_KINDS)
    count = sum(deck.total for deck in held.values())
    if file.form != "tuck":
        return _part(reader, name, file, raw, held)
    if not count:
        message = f'the box "{name}" would hold no card: {", ".join(held)} prints none'
        raise refusal("P217", message, raw.at("holds"))
    sizes = [deck.size for deck in held.values()]
    trim = size(max(one.width for one in sizes), max(one.height for one in sizes))
    sleeve, clearance = file.sleeve or SLEEVE * reader.sleeved, Um(file.clearance)
    try:
        net = tuck_box(
            sleeved(trim) if sleeve else trim,
            deck_depth(count, Um(file.stock), Um(sleeve), clearance),
            clearance=clearance,
            board=Um(file.board),
        )
    except NetError as problem:
        message = f'the box "{name}": {problem}'
        raise refusal("P217", message, raw.at("holds"), problem.hint) from None
    holds = tuple(held)
    values = {"cards": count, "holds": holds, "sleeved": bool(sleeve)}
    return _made_box(name, file, raw, net, holds, values)


def _made_box(
    name: str, file: BoxFile, raw: Map, net: Any, holds: tuple[str, ...], more: Mapping[str, Any]
) -> Component:
    values = {"id": name, "count": 1, "depth": net.depth / 1000, **more}
    card = Card(name, 1, values, Record(name, values), raw)
    details = BoxData(net, holds if file.form == "tuck" else ())
    where, front = raw.span(), file.front
    return made_component(name, file, raw, net.size, [card], where, front=front, details=details)


def _part(
    reader: Reader, name: str, file: BoxFile, raw: Map, held: Mapping[str, Component]
) -> Component:
    """The tray or the lid of a box round all sorts of pieces: what is too large for it, boards and
    mats, stays outside.
    """
    sleeve = file.sleeve or SLEEVE * reader.sleeved
    piles, bag = list[telescope.Pile](), 0.0
    for other, one in held.items():
        if one.kind == "tokens":
            chips = ((card.size or one.size, card.copies) for card in one.cards)
            bag += sum(trim.width * trim.height * copies for trim, copies in chips)
        elif one.kind != "rulebook":
            in_sleeves = sleeve and one.kind == "deck"
            trim = sleeved(one.size) if in_sleeves else one.size
            thick = file.stock + sleeve if in_sleeves else file.stock * PACKED
            piles.append(telescope.Pile(other, trim, one.total, thick))
    packing = telescope.pack(piles, bag * telescope.CHIP * telescope.LOOSE)
    make = telescope.tray if file.form == "tray" else telescope.lid
    try:
        net = make(packing.high, Um(file.board))
    except NetError as problem:
        message = f'the box "{name}": {problem}'
        raise refusal("P217", message, raw.at("holds"), problem.hint) from None
    large = [one.title for one in reader.made.values() if one.kind in BOARDS]
    large += [held[other].title for other in packing.outside]
    more = {
        "form": file.form,
        "holds": tuple(held),
        "outside": tuple(large),
        "sleeved": bool(sleeve),
    }
    return _made_box(name, file, raw, net, (), more)


def _held(
    reader: Reader, box: str, holds: Any, raw: Map, kinds: tuple[str, ...]
) -> dict[str, Component]:
    """What a box holds, of these kinds, without those that their `when:` leaves out.

    Raises Problems.
    """
    names = [holds] if isinstance(holds, str) else holds
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        message = '"holds": expected the name of a deck, or a list of them'
        raise refusal("P203", message, raw.at("holds"))
    written = reader.written.components
    before = list(written)[: list(written).index(box)]
    held: dict[str, Component] = {}
    hint = "its when: leaves it out: give the box the same when:"
    for other in names:
        deck = reader.made.get(other)
        if other in reader.failed:
            raise Problems([])  # why it could not be read is reported
        if deck is None and other in before and written[other].get("kind") in kinds:
            continue
        if deck is None or deck.kind not in kinds:
            decks = [key for key, made in reader.made.items() if made.kind in kinds]
            if "," in other:
                hint = f"write [{', '.join(part.strip() for part in other.split(','))}]"
            elif deck:
                hint = f'"{other}" is of kind {deck.kind}; a box holds {", ".join(kinds)}'
            else:
                hint = did_you_mean(other, decks) or "a box comes after the decks that it holds"
            break
        held[other] = deck
    else:
        if held:
            return held
        other = names[0]
    message = f'"holds": there is no deck "{other}" before this box'
    raise refusal("P210", message, raw.at("holds"), hint)
