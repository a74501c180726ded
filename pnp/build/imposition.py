"""Puts the faces of a kit on sheets, by print options; notes what is left out or moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pnp.build.print_options import (
    PrintOptions,
    card_names,
    chosen_cards,
    chosen_components,
    drafted,
    unknown_card,
    why_draft,
)
from pnp.check.component_faces import ComponentFaces
from pnp.compose.element_trees import BACK, FRONT
from pnp.diagnostics import Diagnostic, Problems, Span, error, raise_errors, refusal
from pnp.face import Face, digest
from pnp.impose import Copy, Document, Duplex, PaperOptions
from pnp.impose.documents import BOOKLET, BOTH_SIDES, Imposed, Part, Way, documents, several_fit
from pnp.impose.nup import DoesNotFit
from pnp.impose.sheet_marks import SHEET_WORDS
from pnp.impose.tiling import Keep, KeepTooLarge, scaled, scaled_keep
from pnp.ink import Ink, inked
from pnp.load.yaml import Seq
from pnp.model.definitions import section
from pnp.model.game import Component, Game
from pnp.model.kinds import BOARDS, FILES, TEXTS, stock_file
from pnp.units.geometry import Um, millimetres

if TYPE_CHECKING:
    from pnp.build.conductor import Kit

T = TypeVar("T")

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
    cards = chosen_cards(_with_pages(chosen, options.cards), placed_copies(chosen, options.players))
    options = options._replace(cards=cards.names)
    faces = InkedFaces(kit, options.ink, options.board_scale)
    every = [
        _part(sides, copies, options)
        for sides in chosen
        if (copies := copies_of(sides, options.players, faces, cards.copies))
    ]
    parts, unknown = named_cards(every, options.cards)
    if unknown:
        raise Problems([_not_printed(kit.game, chosen, name, options.players) for name in unknown])
    take_out: tuple[str, ...] = ()
    more = 0
    if options.changed_since is not None:
        if cards.copies:
            message = "--changed-since tells how many copies are to be printed"
            raise refusal("P601", message, None, "name the cards without *N in --cards")
        from pnp.build.changed_prints import changed_parts

        parts, take_out, more = changed_parts(
            kit, options, options.changed_since, chosen, every, faces
        )
    imposed = _imposed(kit, parts, options.press, draft, words, options.sets)
    if options.by_stock:
        imposed = imposed._replace(documents=_by_stock(kit.game, imposed.documents))
    notes = [*_notes(imposed, parts, options.press, options.sets), *_unparted(kit.game, parts)]
    if options.changed_since is not None and imposed.documents:
        from pnp.build.changed_prints import note_on_next

        notes.append(note_on_next(more))
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


def placed_copies(
    chosen: Iterable[ComponentFaces], players: int | None
) -> dict[tuple[str, str], int]:
    """The cards of components, or what a text fills, and how many copies so many players need."""
    return {
        (sides.component.id, placed.card.id): placed.card.copies_for(players)
        for sides in chosen
        for placed in sides.laid
    }


def copies_of(
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
        title = kit.game.title
        if sets == 1:
            imposed = documents(title, arranged, press, fonts, draft, words=words)
        else:
            from pnp.build.class_sets import imposed_sets

            imposed = imposed_sets(title, arranged, press, fonts, draft, words, sets)
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


def named_cards(parts: list[Part], names: Iterable[str]) -> tuple[list[Part], list[str]]:
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


def _unparted(game: Game, parts: Sequence[Part]) -> Iterator[str]:
    """A note where words are to be parted in a language of which it is not known how."""
    books = [one.details.file for one in game.components.values() if one.kind == "rulebook"]
    if any(book.hyphenate for book in books) and any(part.way is Way.PAGES for part in parts):
        from pnp.layout.typesetter import hyphenator

        if not hyphenator(game.language):
            yield f"how words of the language {game.language} are parted is not known, so none are"


def _notes(
    imposed: Imposed, parts: Sequence[Part], press: PaperOptions, sets: int = 1
) -> Iterator[str]:
    """What a person should know before the sheets are cut, or even printed."""
    titles = {part.component: part.title for part in parts}
    pages = [part.component for part in parts if part.way is Way.PAGES]
    if (into := _bleed_into_margin(imposed.documents, press, pages)) > 0:
        yield (
            f"bleed runs {millimetres(Um(into))} into the printer margin; the cut size stays"
            " inside it"
        )
    named = [(titles[component], result) for component, result in imposed.results]
    for names, its, missing in _by_value((title, result.missing) for title, result in named):
        yield f"{names}: no room for {', '.join(missing)} on {its} sheets"
    for names, its, sheets in _by_value((title, result.outside) for title, result in named):
        yield f"{names}: small line and ruler of {its} {sheets} stand in the printer margin"
    yield from dict.fromkeys(
        _note_on_crossed(title, result.crossed) for title, result in named if result.crossed
    )
    for document in imposed.documents:
        if press.duplex is Duplex.FOLD and document.name.endswith(BOTH_SIDES):
            of = {one.component: titles[one.component] for one in document.sheets}
            names = ", ".join(of.values())
            yield f"{names}: too large to be folded; {document.name}.pdf has two sides"
        if document.name.endswith(BOOKLET):
            from pnp.impose.booklet import shrunk, uncut

            (book,) = (p for p in parts if p.component == document.sheets[0].component)
            page = book.copies[0].front.size
            for note in (*uncut(document, press.margin), *shrunk(page, document)):
                yield f"{document.name}.pdf: {note}"
    yield from _looks_of_copies(parts)
    if sets > 1:
        yield f"{sets} sets, each on sheets of its own that say which: keep these apart when cut"
        if pages:
            names = ", ".join(f'"{titles[page]}"' for page in pages)
            yield f"{names}: its pages are there once; print them {sets} times"
    for part in parts:
        if press.duplex is Duplex.NONE and _backs_matter(part):
            yield f'"{part.title}": its second side is not printed, since --duplex is none'


def _looks_of_copies(parts: Sequence[Part]) -> Iterator[str]:
    """How many looks there are where the copies of cards differ."""
    for part in parts:
        looks: dict[str, set[tuple[int, int]]] = {}
        for copy in part.copies:
            looks.setdefault(copy.card, set()).add((id(copy.front), id(copy.back)))
        if many := [of for of in looks.values() if len(of) > 1]:
            cards = f"{len(many)} card{'s' if len(many) > 1 else ''}"
            total = sum(map(len, many))
            yield f'"{part.title}": the copies of {cards} differ, {total} looks in all'


def _backs_matter(part: Part) -> bool:
    """Whether backs are more than one pattern for all: the second side of player aids and
    tokens, backs of their own.
    """
    backs = {id(copy.back) for copy in part.copies if copy.back is not None}
    fewest = 1 if part.file == FILES["tokens"] or part.copies[0].of else 2
    return len(backs) >= fewest


def _by_value(values: Iterable[tuple[str, T]]) -> Iterator[tuple[str, str, T]]:
    """The titles of the components that have one value, in words, with `its` or `their`, and the
    value.
    """
    titles: dict[T, dict[str, None]] = {}
    for title, value in values:
        if value:
            titles.setdefault(value, {})[f'"{title}"'] = None
    for value, alike in titles.items():
        *words, last = alike
        names = f"{', '.join(words)} and {last}" if words else last
        yield names, "their" if words else "its", value


def _bleed_into_margin(
    printed: Sequence[Document], press: PaperOptions, pages: Collection[str]
) -> int:
    """How far printed bleed runs into the edge that printers keep white; pages of a book are their
    own paper.

    A cut line is no bleed, though the clip of a piece leaves room for its whole width.
    """
    areas = {
        (sheet.paper, one.trim, one.face.bleed, one.clip, id(one.face)): one.face
        for document in printed
        for sheet in document.sheets
        if sheet.component not in pages
        for side in (sheet.recto, sheet.verso)
        if side
        for one in side.placements
    }
    into = 0
    for (paper, trim, bleed, clip, _), face in areas.items():
        ink = trim.inset(-bleed).meet(clip)
        edge = min(ink.x, ink.y, paper.width - ink.right, paper.height - ink.bottom)
        if press.margin - edge > into:
            from pnp.impose.sharing import bleeds

            into = press.margin - edge if bleeds(face) else into
    return into


def _note_on_crossed(title: str, names: Sequence[str]) -> str:
    shown = " and ".join(f'"{name}"' for name in names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    them = "it" if len(names) == 1 else "them"
    return (
        f'"{title}": on this paper a seam has to cross {shown}{more} of keep_whole; a larger'
        f" --paper may keep {them} whole"
    )
