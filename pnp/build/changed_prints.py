"""Gives the part of a kit that an earlier print lacks, and what to take out of that print."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pnp.build.imposition import InkedFaces, copies_of, named_cards, placed_copies
from pnp.build.print_options import PrintOptions, names_card
from pnp.check.component_faces import ComponentFaces
from pnp.impose import Copy, Duplex
from pnp.impose.documents import Part
from pnp.ink import Ink
from pnp.model.kinds import BOARDS
from pnp.output.reprint import Changed, changed, earlier

if TYPE_CHECKING:
    from pnp.build.conductor import Kit


def changed_parts(
    kit: Kit,
    options: PrintOptions,
    manifest: bytes,
    chosen: Sequence[ComponentFaces],
    every: list[Part],
    faces: InkedFaces,
) -> Changed:
    """What is to be printed since an earlier print. Raises Problems (P603)."""
    backs = options.press.duplex is not Duplex.NONE
    old = earlier(manifest, kit.game.id, backs)
    known = {*options.only, *(sides.component.id for sides in chosen)}

    def is_wanted(component: str, card: str) -> bool:
        # The card may be one that the game had once; then its component is asked for by its id.
        named = not options.only or component in known
        return named and names_card(options.cards, component, card)

    kept = _not_printed_now(kit, chosen, options.players, faces, old.players)
    boards = []
    if options.board_scale != 1:
        full = InkedFaces(kit, Ink.FULL)
        boards = [
            copy
            for sides in kit.sides
            if sides.component.kind in BOARDS
            for copy in copies_of(sides, None, full)
        ]
    # Cards that are not named are compared too: each takes its own earlier print, which no other
    # that looks like it may have.
    fresh, out, more = changed(
        kit.game, every, old, backs, faces.digests, is_wanted, kept, options.board_scale, boards
    )
    parts, _ = named_cards(fresh, options.cards)
    left = sum(len(part.copies) for part in fresh) - sum(len(part.copies) for part in parts)
    return Changed(parts, out, more + left)


def _not_printed_now(
    kit: Kit,
    chosen: Collection[ComponentFaces],
    players: int | None,
    faces: InkedFaces,
    earlier_players: int | None,
) -> list[Copy]:
    """The copies that are not printed for so few players, or since only other components are asked
    for, and yet belong to the kit; which is for as many players as the earlier print.
    """
    of = players if earlier_players == players else None
    full = InkedFaces(kit, Ink.FULL, faces.board_scale)
    ids = {sides.component.id for sides in chosen}
    others = [sides for sides in kit.sides if sides.component.id not in ids]
    copies = [copy for sides in others for copy in copies_of(sides, of, full)]
    if players == of:
        return copies
    needed = placed_copies(chosen, players)
    return copies + [
        copy
        for sides in chosen
        for copy in copies_of(sides, None, faces)
        if copy.copy > needed[copy.component, copy.card]
    ]


def note_on_next(more: int) -> str:
    """What the next changes are compared with, once these are printed; a manifest of the whole kit
    holds what is not, too.
    """
    if not more:
        return (
            "once these are printed, build without --changed-since: the next changes are told from"
            " its manifest.json"
        )
    one = more == 1
    pieces = "1 more piece is" if one else f"{more} more pieces are"
    look, they = ("looks", "it is") if one else ("look", "they are")
    return (
        f"{pieces} new or {look} different: keep the earlier manifest.json until {they} printed too"
    )
