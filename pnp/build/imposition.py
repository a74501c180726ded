"""Puts the faces of a kit on sheets, by print options; notes what is left out or moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.print_notes import print_notes
from pnp.build.print_options import (
    PrintOptions,
    card_names,
    chosen_cards,
    chosen_components,
    drafted,
    names_card,
    unknown_card,
    why_draft,
)
from pnp.check.component_faces import ComponentFaces
from pnp.compose.element_trees import BACK, FRONT
from pnp.diagnostics import Diagnostic, Problems, Span, error, raise_errors, refusal
from pnp.face import Face, digest
from pnp.impose import Copy, Document, Duplex, PaperOptions
from pnp.impose.documents import Imposed, Part, Way, documents, several_fit
from pnp.impose.nup import DoesNotFit
from pnp.impose.sheet_marks import SHEET_WORDS, filled
from pnp.impose.tiling import Keep, KeepTooLarge, scaled, scaled_keep
from pnp.ink import Ink, inked
from pnp.load.yaml import Seq
from pnp.model.definitions import section
from pnp.model.game import Component, Game
from pnp.model.kinds import BOARDS, FILES, TEXTS, stock_file
from pnp.units.geometry import Um

if TYPE_CHECKING:
    from pnp.build.conductor import Kit
    from pnp.output.reprint import Changed

SMALL_LINE_FAMILY = "body"
"""The font family that the small line of a sheet is set in."""


class InkedFaces:
    """Faces as they are printed in a kind of ink, those of boards at their scale.

    `digests` are known by the identity of a face; a face in another ink keeps that of the face in
    full ink, since it is the same card.
    """

    def __init__(self, kit: Kit, ink: Ink, board_scale: float = 1.0) -> None:
        self.ink = ink
        self.board_scale = board_scale
        self.digests = dict(kit.digests)
        # With the face that each was made from: its identity stays its own.
        self._inked: dict[tuple[int, float], tuple[Face, Face]] = {}

    def __call__(self, face: Face, scale: float) -> Face:
        """A face in this ink and at a scale."""
        if self.ink is Ink.FULL and scale == 1:
            return face
        key = (id(face), scale)
        if key not in self._inked:
            new, look = inked(face, self.ink), self.digests.get(id(face)) or digest(face)
            if scale != 1:
                new, look = scaled(new, scale), digest(scaled(face, scale))
            self._inked[key] = face, new
            self.digests[id(new)] = look
        return self._inked[key][1]


class Print(NamedTuple):
    """A kit imposed: its documents, notes on them, the cards that an earlier print has too many
    of, its faces in their ink, and what every sheet says of a draft.
    """

    kit: Kit
    documents: tuple[Document, ...]
    notes: tuple[str, ...]
    take_out: tuple[str, ...]
    faces: InkedFaces
    draft: str


def impose_kit(kit: Kit, options: PrintOptions) -> Print:
    """The faces of a kit on sheets.

    Raises Problems when the kit has errors or the options name what is not there.
    """
    draft, words = "", {**SHEET_WORDS, **section(kit.game.words, "sheet")}
    if options.draft:
        draft = str(words.get(why_draft(kit.diagnostics), ""))
        kit = drafted(kit)
    raise_errors(kit.diagnostics)
    ids = {component.id for component in chosen_components(kit.game, options.only)}
    chosen = [sides for sides in kit.sides if sides.component.id in ids]
    _check_players(kit.game, options.players)
    cards = chosen_cards(_with_pages(chosen, options.cards), _placed(chosen, options.players))
    options = options._replace(cards=cards.names)
    faces = InkedFaces(kit, options.ink, options.board_scale)
    every = [
        _part(sides, copies, options)
        for sides in chosen
        if (copies := _copies(sides, options.players, faces, cards.copies))
    ]
    parts, unknown = _named_cards(every, options.cards)
    if unknown:
        raise Problems([_not_printed(kit.game, chosen, name, options.players) for name in unknown])
    take_out: tuple[str, ...] = ()
    more = 0
    if options.changed_since is not None:
        if cards.copies:
            message = "--changed-since tells how many copies are to be printed"
            raise refusal("P601", message, None, "name the cards without *N in --cards")
        parts, take_out, more = _changed(kit, options, options.changed_since, chosen, every, faces)
    imposed = _imposed(kit, parts, options.press, draft, words, options.sets)
    if options.by_stock:
        imposed = imposed._replace(documents=_by_stock(kit.game, imposed.documents))
    notes = [*print_notes(imposed, parts, options.press, options.sets)]
    if options.changed_since is not None and imposed.documents:
        notes.append(_note_on_next(more))
    return Print(kit, imposed.documents, tuple(notes), take_out, faces, draft)


def _with_pages(chosen: Sequence[ComponentFaces], cards: tuple[str, ...]) -> tuple[str, ...]:
    """The names of cards, that of a text as those of all pages or player aids that it fills."""
    named = list(cards)
    for sides in chosen:
        component = sides.component
        names = card_names(component.id, component.id)
        if component.kind in TEXTS and not set(names).isdisjoint(named):
            pages = dict.fromkeys(f"{component.id}/{placed.card.id}" for placed in sides.laid)
            if f"{component.id}/{component.id}" not in pages:
                named = [name for name in named if name not in names] + list(pages)
    return tuple(named)


def _check_players(game: Game, players: int | None) -> None:
    """Raises Problems (P608) for a number of players that the game is not made for."""
    low, high = game.players
    if players is not None and not low <= players <= high:
        message = f"--players: {game.title} is for {low} to {high} players, not {players}"
        raise refusal("P608", message)


def _placed(chosen: Iterable[ComponentFaces], players: int | None) -> dict[tuple[str, str], int]:
    """The cards of components, or what a text fills, and how many copies so many players need."""
    return {
        (sides.component.id, placed.card.id): placed.card.copies_for(players)
        for sides in chosen
        for placed in sides.laid
    }


def _copies(
    sides: ComponentFaces,
    players: int | None,
    faces: InkedFaces,
    asked: Mapping[tuple[str, str], int] = MappingProxyType({}),
) -> list[Copy]:
    """The copies of a component's cards that so many players need (None: all), or that are
    `asked` for; more than there are begin again with the first.
    """
    component = sides.component
    backs = {(one.card.id, one.copy): one.face for one in sides.laid if one.side == BACK}
    fronts = [placed for placed in sides.laid if placed.side == FRONT]
    of = len(fronts) if component.kind in TEXTS else 0
    scale = faces.board_scale if component.kind in BOARDS else 1.0
    folds = component.details.sides if component.kind == "tokens" else {}
    copies = []
    for card, _, face, copy in fronts:
        front, back = faces(face, scale), backs.get((card.id, copy))
        back = faces(back, scale) if back else None
        folded = folds.get(card.id) == "fold"
        count = asked.get((component.id, card.id), card.copies_for(players))
        copies += [
            Copy(component.id, card.id, number, front, back, card.outline, of, folded)
            for number in range(1, count + 1)
            if copy in (0, (number - 1) % max(card.copies, 1) + 1)
        ]
    if asked:
        order = {card.id: number for number, (card, *_) in enumerate(fronts)}
        copies.sort(key=lambda copy: (order[copy.card], copy.copy))
    return copies


def _changed(
    kit: Kit,
    options: PrintOptions,
    manifest: bytes,
    chosen: Sequence[ComponentFaces],
    every: list[Part],
    faces: InkedFaces,
) -> Changed:
    """What is to be printed since an earlier print. Raises Problems (P603)."""
    from pnp.output.reprint import Changed, changed, earlier

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
            for copy in _copies(sides, None, full)
        ]
    # Cards that are not named are compared too: each takes its own earlier print, which no other
    # that looks like it may have.
    fresh, out, more = changed(
        kit.game, every, old, backs, faces.digests, is_wanted, kept, options.board_scale, boards
    )
    parts, _ = _named_cards(fresh, options.cards)
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
    copies = [copy for sides in others for copy in _copies(sides, of, full)]
    if players == of:
        return copies
    needed = _placed(chosen, players)
    return copies + [
        copy
        for sides in chosen
        for copy in _copies(sides, None, faces)
        if copy.copy > needed[copy.component, copy.card]
    ]


def _note_on_next(more: int) -> str:
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


_WAYS = {
    "tokens": Way.ROWS,
    "board": Way.TILES,
    "mat": Way.TILES,
    "box": Way.TILES,
    "rulebook": Way.PAGES,
}


def _part(sides: ComponentFaces, copies: Sequence[Copy], options: PrintOptions) -> Part:
    """A component's copies with the way in which its kind is imposed."""
    component = sides.component
    way = _WAYS.get(component.kind, Way.SLOTS)
    keep: tuple[Keep, ...] = ()
    if way is Way.ROWS and component.details.nest:
        way = Way.NEST
    scale = 1.0
    if component.kind in BOARDS:
        scale = options.board_scale
        keep = tuple(scaled_keep(Keep(name, area), scale) for name, area in component.details.keep)
    thickness = component.details.file.stock if component.kind == "rulebook" else 0
    file = FILES[component.kind]
    backings: frozenset[str] = frozenset()
    if component.kind == "tokens":
        backings = frozenset(component.details.backings[copy.card] for copy in copies)
    return Part(component.id, component.title, copies, file, way, keep, scale, thickness, backings)


def _imposed(
    kit: Kit,
    parts: Sequence[Part],
    press: PaperOptions,
    draft: str,
    words: Mapping[str, str],
    sets: int = 1,
) -> Imposed:
    """Parts on sheets, which say `words`; of several sets each on sheets of its own, which say so.

    Raises Problems: P602 what does not fit, P607 an area of a board that cannot be kept whole,
    P604 no room to say that it is a draft.
    """
    fonts = kit.resources.label_fonts(SMALL_LINE_FAMILY)
    try:
        arranged = _arranged(parts, press)
        first, *others = (
            documents(kit.game.title, of_set, press, fonts, draft, label, words)
            for label, of_set in _sets(kit.game.title, arranged, words, sets)
        )
        imposed = _joined(first, others)
    except DoesNotFit as problem:
        part = _unfit(parts, press)
        place = kit.game.components[part.component].raw.at("size")
        message = f"the sheet cannot be filled: {problem}"
        raise refusal("P602", message, place, _would_fit(part, press)) from None
    except KeepTooLarge as problem:
        hint = "choose a larger --paper, or take it off keep_whole"
        place = _kept(kit.game.components[_unfit(parts, press).component], problem.name)
        raise refusal("P607", f"keep_whole: {problem}", place, hint) from None
    if draft and imposed.unlabelled:
        titles = {part.component: part.title for part in parts}
        names = ", ".join(dict.fromkeys(titles[each] for each in imposed.unlabelled))
        message = f"--draft: no room to say so on the sheets of {names}"
        hint = "mend the promise, or choose a larger --paper"
        raise refusal("P604", message, None, hint)
    return imposed


def _sets(
    title: str, parts: Sequence[Part], words: Mapping[str, str], count: int
) -> Iterator[tuple[str, list[Part]]]:
    """The parts of each set, and what its sheets say beside the title; the copies of a card are
    numbered through all sets, and rulebooks are in the first alone.
    """
    of_card: Counter[tuple[str, str]] = Counter()
    for copy in (copy for part in parts for copy in part.copies):
        of_card[copy.component, copy.card] = max(of_card[copy.component, copy.card], copy.copy)
    for number in range(count):
        of_set = filled(words["set"], n=number + 1, of=count)
        label = f"{title} · {of_set}" if count > 1 else title
        yield (
            label,
            [
                part._replace(
                    copies=[
                        copy._replace(copy=copy.copy + number * of_card[copy.component, copy.card])
                        for copy in part.copies
                    ]
                )
                for part in parts
                if not number or part.way is not Way.PAGES
            ],
        )


def _joined(first: Imposed, others: Sequence[Imposed]) -> Imposed:
    """The sheets of all sets, one after the other in each document."""
    more = [document for imposed in others for document in imposed.documents]
    return first._replace(
        documents=tuple(
            document._replace(
                sheets=sum(
                    (one.sheets for one in more if one.name == document.name), document.sheets
                )
            )
            for document in first.documents
        )
    )


def _by_stock(game: Game, documents: Iterable[Document]) -> tuple[Document, ...]:
    """One document for each stock, its sides and flip; those of rulebooks stay."""
    files: dict[str, Document] = {}
    for one in documents:
        kind, name = game.components[one.sheets[0].component].kind, one.name
        if kind != "rulebook":
            name = stock_file(kind, one.duplex)
            title = f"{game.title} – {name.replace('-', ' ')}"
            sheets = tuple(sheet._replace(file=FILES[kind]) for sheet in one.sheets)
            before = files[name].sheets if name in files else ()
            one = Document(name, title, one.duplex, before + sheets)
        files[name] = one
    return tuple(files.values())


def _arranged(parts: Iterable[Part], press: PaperOptions) -> list[Part]:
    """Parts with small boards at their size beside each other where several fit."""
    return [
        part._replace(way=Way.BESIDE)
        if part.file == FILES["board"] and part.scale == 1 and several_fit(part.copies, press)
        else part
        for part in parts
    ]


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


def _fits(part: Part, press: PaperOptions) -> bool:
    """Whether a component comes onto sheets."""
    try:
        documents("", _arranged([part], press), press, ())
    except (DoesNotFit, KeepTooLarge):
        return False
    return True


def _unfit(parts: Sequence[Part], press: PaperOptions) -> Part:
    """The component for which the sheets could not be filled: the first that does not come onto
    its own.
    """
    return next((part for part in parts if not _fits(part, press)), parts[0])


def _would_fit(part: Part, press: PaperOptions) -> str:
    """What to do about a component that does not fit: a margin only where it helps."""
    ways = ["choose a larger --paper"]
    if _fits(part, press._replace(margin=Um(0))):
        ways.append("a smaller --margin")
    return ", or ".join(ways)


def _kept(board: Component, name: str) -> Span:
    """Where a board asks to keep whole what is too large."""
    raw = board.cards[0].raw
    listed = raw.get("keep_whole")
    return listed.at(listed.index(name)) if isinstance(listed, Seq) else raw.at("keep_whole")
