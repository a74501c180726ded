"""Puts the faces of a kit on sheets, by print options; notes what is left out or moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pnp.build.print_options import (
    PrintOptions,
    card_names,
    chosen_components,
    names_card,
    unknown_card,
)
from pnp.check.component_faces import ComponentFaces
from pnp.compose.element_trees import BACK, FRONT
from pnp.diagnostics import Diagnostic, Problems, Span, downgraded, error, refusal
from pnp.face import Face, digest
from pnp.impose import Copy, Document, Duplex, PaperOptions, SeparateBacks
from pnp.impose.documents import Imposed, Part, Way, documents, several_fit
from pnp.impose.nup import DoesNotFit
from pnp.impose.tiling import Keep, KeepTooLarge, scaled, scaled_keep
from pnp.ink import Ink, inked
from pnp.load.yaml import Seq
from pnp.model.game import Component, Game
from pnp.model.kinds import BOARDS, FILES, TEXTS
from pnp.units.geometry import Um, millimetres

if TYPE_CHECKING:
    from pnp.assets.fonts import Typeface
    from pnp.build.conductor import Kit
    from pnp.output.reprint import Changed

T = TypeVar("T")

SMALL_LINE_FAMILY = "body"
"""The font family that the small line of a sheet is set in."""


class Print(NamedTuple):
    """A kit imposed: its documents, what to say about them, and the cards that an earlier print
    has too many of.
    """

    kit: Kit
    documents: tuple[Document, ...]
    notes: tuple[str, ...]
    take_out: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    ink: Ink = Ink.FULL
    looks: Mapping[int, str] = MappingProxyType({})
    note: str = ""
    """What every sheet says of a draft."""
    board_scale: float = 1.0
    held: object = None
    """Keeps every face whose identity is in `looks`: another face could come to have that of one
    that is gone.
    """


def drafted(kit: Kit) -> Kit:
    """The kit with its broken promises as warnings, so that it can be printed in spite of them."""
    return kit._replace(
        diagnostics=tuple(downgraded(d) if d.code.startswith("P5") else d for d in kit.diagnostics)
    )


def impose_kit(kit: Kit, wanted: PrintOptions) -> Print:
    """The faces of a kit on sheets.

    Raises Problems when the kit has errors or the order names what is not there.
    """
    if wanted.draft:
        broken = any(d.is_error and d.code.startswith("P5") for d in kit.diagnostics)
        kit = drafted(kit)
    if any(d.is_error for d in kit.diagnostics):
        raise Problems(kit.diagnostics)
    chosen = _chosen(kit, wanted)
    wanted = wanted._replace(cards=_filled(chosen, wanted.cards))
    players = _players(kit, wanted)
    dyed = _Dyed(wanted.ink, kit.digests, wanted.board_scale)
    every = [_part(s, copies, wanted) for s in chosen if (copies := _copies(s, players, dyed))]
    parts, missing = _named_cards(every, wanted.cards)
    if missing:
        raise Problems([_not_printed(kit.game, chosen, name, players) for name in missing])
    take_out: tuple[str, ...] = ()
    more = 0
    if wanted.changed_since is not None:
        parts, take_out, more = _since(
            kit, wanted, wanted.changed_since, chosen, every, players, dyed
        )
    typefaces = kit.resources.label_fonts(SMALL_LINE_FAMILY)
    note = "DRAFT: a promise of the rules is broken" if wanted.draft and broken else ""
    laid = partial(_laid, kit.game.title, typefaces, note)
    try:
        done = laid(parts, wanted.press)
    except DoesNotFit as problem:
        part = _unfit(parts, wanted.press)
        place = kit.game.components[part.component].raw.at("size")
        told = f"the sheet cannot be filled: {problem}"
        raise refusal("P602", told, place, _would_fit(part, wanted.press)) from None
    except KeepTooLarge as problem:
        hint = "choose a larger --paper, or take it off keep_whole"
        place = _kept(kit.game.components[_unfit(parts, wanted.press).component], problem.name)
        raise refusal("P607", f"keep_whole: {problem}", place, hint) from None
    titles = {part.component: part.title for part in parts}
    if note and done.unlabelled:
        told = (
            "--draft: no room to say so on the sheets of"
            f" {', '.join(dict.fromkeys(titles[each] for each in done.unlabelled))}"
        )
        hint = "mend the promise, or choose a larger --paper"
        raise refusal("P604", told, None, hint)
    lacking = [
        f"{whose}: no room for {', '.join(what)} on {its} sheets"
        for whose, its, what in _alike(done.missing, titles)
    ]
    out = _alike(done.outside, titles)
    lacking += [
        f"{whose}: small line and ruler of {its} {of} stand in the printer margin"
        for whose, its, of in out
    ]
    pages = {part.component for part in parts if part.way is Way.PAGES}
    notes = [
        *_margin_note(done.documents, wanted.press, pages),
        *lacking,
        *map(_separate_backs_note, done.separate_backs),
    ]
    notes += dict.fromkeys(
        _crossed_note(titles[component], names) for component, names in done.crossed.items()
    )
    notes += [
        _one_sided_note(part.title)
        for part in parts
        if wanted.press.duplex is Duplex.NONE and _backs_matter(part)
    ]
    if wanted.changed_since is not None and done.documents:
        notes.append(_next_note(more))
    return Print(
        kit,
        done.documents,
        tuple(notes),
        take_out,
        kit.diagnostics,
        wanted.ink,
        dyed.looks,
        note,
        wanted.board_scale,
        dyed,
    )


def _since(
    kit: Kit,
    wanted: PrintOptions,
    manifest: bytes,
    chosen: Sequence[ComponentFaces],
    every: list[Part],
    players: int | None,
    dyed: _Dyed,
) -> Changed:
    """What is to be printed since an earlier print. Raises Problems (P603)."""
    from pnp.output.reprint import Changed, changed, earlier

    meant = partial(_meant, wanted, {*wanted.only, *(s.component.id for s in chosen)})
    backs = wanted.press.duplex is not Duplex.NONE
    old = earlier(manifest, kit.game.id, backs)
    spared = _spared(kit, chosen, players, dyed, of=None if old.players != players else players)
    boards = _boards(kit) if wanted.board_scale != 1 else []
    # Cards that are not named are compared too: each takes its own earlier print, which no other
    # that looks like it may have.
    fresh, out, more = changed(
        kit.game, every, old, backs, dyed.looks, meant, spared, wanted.board_scale, boards
    )
    parts, _ = _named_cards(fresh, wanted.cards)
    return Changed(parts, out, more + _count(fresh) - _count(parts))


def _count(parts: Iterable[Part]) -> int:
    return sum(len(part.copies) for part in parts)


def _next_note(more: int) -> str:
    """What the next changes are told from, once what is laid here is printed; a manifest of the
    whole kit holds what is not, too.
    """
    if not more:
        return (
            "once these are printed, build without --changed-since: the next changes are told from"
            " its manifest.json"
        )
    told = (
        "1 more piece is new or looks different"
        if more == 1
        else f"{more} more pieces are new or look different"
    )
    return (
        f"{told}: keep the earlier manifest.json until {'it is' if more == 1 else 'they are'}"
        " printed too"
    )


def _backs_matter(part: Part) -> bool:
    """Whether backs are more than one pattern for all: the second side of player aids and
    tokens, backs of their own.
    """
    backs = {id(copy.back) for copy in part.copies if copy.back is not None}
    return bool(backs) and (
        part.file == FILES["reference"] or part.file == FILES["tokens"] or len(backs) > 1
    )


def _one_sided_note(title: str) -> str:
    return f'"{title}": its second side is not printed, since --duplex is none'


def _chosen(kit: Kit, wanted: PrintOptions) -> list[ComponentFaces]:
    ids = {component.id for component in chosen_components(kit.game, wanted.only)}
    return [s for s in kit.sides if s.component.id in ids]


def _filled(chosen: Sequence[ComponentFaces], cards: tuple[str, ...]) -> tuple[str, ...]:
    """The names of cards, that of a text as those of all pages or player aids that it fills."""
    named = list(cards)
    for s in chosen:
        own = [
            f"{s.component.id}/{card}" for card in dict.fromkeys(laid.card.id for laid in s.laid)
        ]
        names = card_names(s.component.id, s.component.id)
        if (
            s.component.kind in TEXTS
            and f"{s.component.id}/{s.component.id}" not in own
            and not set(names).isdisjoint(named)
        ):
            named = [name for name in named if name not in names] + own
    return tuple(named)


def _players(kit: Kit, wanted: PrintOptions) -> int | None:
    """How many will play, where that is said.

    Raises Problems for a number that the game is not made for.
    """
    low, high = kit.game.players
    players = wanted.players
    if players is not None and not low <= players <= high:
        raise refusal(
            "P608",
            f"--players: {kit.game.title} is for {low} to {high} players, not {players}",
        )
    return players


class _Dyed(dict[tuple[int, float], tuple[Face, Face]]):
    """Faces as they are printed in a kind of ink, those of boards at their scale, by the
    identity of the face; a face is kept so that its identity stays its own.
    """

    def __init__(self, ink: Ink, looks: Mapping[int, str], board_scale: float = 1.0) -> None:
        super().__init__()
        self.ink = ink
        self.board_scale = board_scale
        self.looks = dict(looks)
        """Digests by identity; a face in another ink keeps that of the face in full ink, since
        it is the same card.
        """

    def face(self, face: Face | None, scale: float = 1.0) -> Face | None:
        """A face in the wanted ink and at a scale."""
        if face is None or (self.ink is Ink.FULL and scale == 1):
            return face
        key = (id(face), scale)
        if key not in self:
            made = face if self.ink is Ink.FULL else inked(face, self.ink)
            look = self.looks.get(id(face)) or digest(face)
            if scale != 1:
                made, look = scaled(made, scale), digest(scaled(face, scale))
            self[key] = (face, made)
            self.looks[id(made)] = look
        return self[key][1]


def _copies(sides: ComponentFaces, players: int | None, dyed: _Dyed) -> list[Copy]:
    backs = {laid.card.id: laid.face for laid in sides.laid if laid.side == BACK}
    component = sides.component.id
    of = sum(laid.side == FRONT for laid in sides.laid) if sides.component.kind in TEXTS else 0
    scale = dyed.board_scale if sides.component.kind in BOARDS else 1.0
    turned = sides.component.details.sides if sides.component.kind == "tokens" else {}
    done = []
    for laid in sides.laid:
        if laid.side == FRONT:
            card = laid.card
            front, back = dyed.face(laid.face, scale), dyed.face(backs.get(card.id), scale)
            assert front is not None
            copies = range(1, card.copies_for(players) + 1)
            done += [
                Copy(
                    component,
                    card.id,
                    number,
                    front,
                    back,
                    card.outline,
                    of,
                    turned.get(card.id) == "fold",
                )
                for number in copies
            ]
    return done


def _spared(
    kit: Kit, chosen: Collection[ComponentFaces], players: int | None, dyed: _Dyed, of: int | None
) -> list[Copy]:
    """The copies that are not printed for so few players, or since only other components are asked
    for, and yet belong to the kit.

    `of` how many players that kit is, if it is not for all.
    """
    plain = _Dyed(Ink.FULL, kit.digests, dyed.board_scale)
    ids = {s.component.id for s in chosen}
    spared = [
        copy for s in kit.sides if s.component.id not in ids for copy in _copies(s, of, plain)
    ]
    if players is None or players == of:
        return spared
    needed = {
        (s.component.id, laid.card.id): laid.card.copies_for(players)
        for s in chosen
        for laid in s.laid
    }
    return spared + [
        copy
        for s in chosen
        for copy in _copies(s, None, dyed)
        if copy.copy > needed[copy.component, copy.card]
    ]


def _boards(kit: Kit) -> list[Copy]:
    """The copies of boards and mats at their size."""
    plain = _Dyed(Ink.FULL, kit.digests)
    return [
        copy for s in kit.sides if s.component.kind in BOARDS for copy in _copies(s, None, plain)
    ]


_WAYS = {
    "tokens": Way.ROWS,
    "board": Way.TILES,
    "mat": Way.TILES,
    "box": Way.TILES,
    "rulebook": Way.PAGES,
}


def _part(sides: ComponentFaces, copies: Sequence[Copy], wanted: PrintOptions) -> Part:
    """A component's copies with the way in which its kind is imposed."""
    component = sides.component
    way = _WAYS.get(component.kind, Way.SLOTS)
    keep: tuple[Keep, ...] = ()
    if way is Way.ROWS and component.details.nest:
        way = Way.NEST
    scale = 1.0
    if component.kind in BOARDS:
        scale = wanted.board_scale
        keep = tuple(scaled_keep(Keep(name, area), scale) for name, area in component.details.keep)
    return Part(component.id, component.title, copies, FILES[component.kind], way, keep, scale)


def _laid(
    title: str, typefaces: Sequence[Typeface], note: str, parts: Iterable[Part], press: PaperOptions
) -> Imposed:
    """Parts on sheets, small boards at their size beside each other where several fit.

    Raises DoesNotFit, KeepTooLarge.
    """

    def beside(part: Part) -> bool:
        return part.file == FILES["board"] and part.scale == 1 and several_fit(part.copies, press)

    return documents(
        title,
        [part._replace(way=Way.BESIDE) if beside(part) else part for part in parts],
        press,
        typefaces,
        note,
    )


def _not_printed(
    game: Game, chosen: Sequence[ComponentFaces], name: str, players: int | None
) -> Diagnostic:
    """P601 for a card that is asked for: there is none, or no copy of it."""
    cards = [
        (s.component.id, card)
        for s in chosen
        for card in {id(laid.card): laid.card for laid in s.laid}.values()
    ]
    for component, card in cards:
        if name in card_names(component, card.id):
            if card.copies_for(players) or not card.copies:
                return error(
                    "P601",
                    f'--cards: "{name}" has no copies to print',
                    card.place("count"),
                    "give it a count of 1 or more",
                )
            return error(
                "P601",
                f'--cards: "{name}" is not printed for {players} players',
                card.span,
                "choose more --players",
            )
    return unknown_card(game, name, [card.id for _, card in cards])


def _named_cards(parts: list[Part], names: Iterable[str]) -> tuple[list[Part], list[str]]:
    """Parts with the named cards only (`ID` or `COMPONENT/ID`), and the names that no card has."""
    wanted = set(names)
    if not wanted:
        return parts, []
    met: set[str] = set()
    done = []
    for part in parts:
        copies = []
        for copy in part.copies:
            hits = wanted.intersection(card_names(copy.component, copy.card))
            met |= hits
            if hits:
                copies.append(copy)
        if copies:
            done.append(part._replace(copies=copies))
    return done, sorted(wanted - met)


def _meant(wanted: PrintOptions, components: Collection[str], component: str, card: str) -> bool:
    """Whether an order is about a card, which may be one that the game had once; then its
    component is asked for by its id.
    """
    return (not wanted.only or component in components) and names_card(
        wanted.cards, component, card
    )


def _fits(part: Part, press: PaperOptions) -> bool:
    """Whether a component comes onto sheets."""
    try:
        _laid("", (), "", [part], press)
    except (DoesNotFit, KeepTooLarge):
        return False
    return True


def _unfit(parts: Sequence[Part], press: PaperOptions) -> Part:
    """The component for which the sheets could not be filled: the first that does not come onto
    its own.
    """
    return next((part for part in parts if not _fits(part, press)), parts[0])


def _would_fit(part: Part, press: PaperOptions) -> str:
    """What to do about a component that does not fit: of margin and fold only what helps."""
    ways = ["choose a larger --paper"]
    if _fits(part, press._replace(margin=Um(0))):
        ways.append("a smaller --margin")
    if press.duplex is Duplex.FOLD and _fits(part, press._replace(duplex=Duplex.LONG)):
        ways.append(f"print it by itself with --only {part.component} --duplex long")
        ways.append("print no backs at all with --duplex none")
    return ", or ".join(ways)


def _kept(board: Component, name: str) -> Span:
    """Where a board asks to keep whole what is too large."""
    raw = board.cards[0].raw
    listed = raw.get("keep_whole")
    return listed.at(listed.index(name)) if isinstance(listed, Seq) else raw.at("keep_whole")


def _alike(told: Mapping[str, T], titles: Mapping[str, str]) -> Iterator[tuple[str, str, T]]:
    """The titles of the components of which the same is told, in words, with `its` or `their`,
    and what is told.
    """
    for what in dict.fromkeys(told.values()):
        alike = [component for component, same in told.items() if same == what]
        words = list(dict.fromkeys(f'"{titles[component]}"' for component in alike))
        yield (
            " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))),
            "its" if len(alike) == 1 else "their",
            what,
        )


def _margin_note(
    made: Sequence[Document], press: PaperOptions, pages: Collection[str]
) -> list[str]:
    """A note where bleed runs into the edge that printers keep white; pages of a book are their own
    paper.

    A cut line is no bleed, though the clip of a piece leaves room for its whole width.
    """
    sheets = [
        sheet for document in made for sheet in document.sheets if sheet.component not in pages
    ]
    placed = [
        (s.paper, one)
        for s in sheets
        for side in (s.recto, s.verso)
        if side
        for one in side.placements
    ]
    into = 0
    for paper, trim, bleed, clip in {
        (paper, one.trim, one.face.bleed, one.clip) for paper, one in placed
    }:
        ink = trim.inset(-bleed).meet(clip)
        into = max(
            into,
            press.margin - min(ink.x, ink.y, paper.width - ink.right, paper.height - ink.bottom),
        )
    return (
        [
            f"bleed runs {millimetres(Um(into))} into the printer margin; the cut size stays"
            " inside it"
        ]
        if into > 0
        else []
    )


def _separate_backs_note(parted: SeparateBacks) -> str:
    told = (
        f'"{parted.title}": {parted.sheets} sheets, since cards with different backs never share'
        " a cut"
    )
    return (
        f"{told}; --gutter {millimetres(parted.gutter).replace(' ', '')} would need"
        f" {parted.together}"
    )


def _crossed_note(title: str, names: Sequence[str]) -> str:
    told = " and ".join(f'"{name}"' for name in names[:3]) + (
        f" and {len(names) - 3} more" if len(names) > 3 else ""
    )
    them = "it" if len(names) == 1 else "them"
    return (
        f'"{title}": on this paper a seam has to cross {told} of keep_whole; a larger --paper may'
        f" keep {them} whole"
    )
