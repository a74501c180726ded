"""Gathers the sheets of a game into documents, one PDF per stock, and places cards on sheets: slots
are filled row by row, deck after deck, every back behind its front.

The other ways of imposing are imported when a game goes one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.face import Face, digest
from pnp.impose import (
    ComponentSheets,
    Copy,
    Document,
    Duplex,
    PaperOptions,
    Placement,
    Sheet,
    Side,
    flip_of,
    sided,
)
from pnp.impose.duplex import verso_slot
from pnp.impose.nup import DoesNotFit, Grid, blocks, clips, grid
from pnp.impose.sheet_marks import LINE, SHEET_WORDS, LabelText, SheetMarks, crop_marks, sheet_marks
from pnp.impose.tiling import Keep
from pnp.units.geometry import MM, Rect, Um, rect

LEAST_GUTTER = Um(MM)
"""From here on two cuts beside each other are two: a hand with a knife misses by as much as a
millimetre.
"""


def several_fit(copies: Sequence[Copy], options: PaperOptions) -> bool:
    """Whether there are several fronts, all of one size, and a sheet has room for more than one."""
    sizes = {(copy.front.size, copy.front.bleed) for copy in copies}
    if len(copies) < 2 or len(sizes) > 1:
        return False
    ((trim, bleed),) = sizes
    try:
        return len(grid(options.paper, options.margin, options.gutter, trim, bleed).slots) > 1
    except DoesNotFit:
        return False


def split_sided(copies: Iterable[Copy]) -> tuple[tuple[Copy, ...], tuple[Copy, ...]]:
    """The copies that have a back and those that have none, each in their order."""
    both = tuple(copies)
    return (
        tuple(copy for copy in both if copy.back is not None),
        tuple(copy for copy in both if copy.back is None),
    )


def by_back(copies: Sequence[Copy]) -> list[Sequence[Copy]]:
    """The copies grouped by the look of their back, in order of first appearance; backs that are
    one object are not compared.
    """
    backs: dict[int, Face] = {id(copy.back): copy.back for copy in copies if copy.back is not None}
    if len(backs) <= 1:
        return [copies]
    digests = {key: digest(back) for key, back in backs.items()}
    groups: dict[str, list[Copy]] = {}
    for copy in copies:
        groups.setdefault(digests[id(copy.back)], []).append(copy)
    return list(groups.values())


def card_sheets(
    parts: Sequence[Part], options: PaperOptions, text: LabelText | None
) -> ComponentSheets:
    """The sheets of decks of one size, numbered from 1, and what there is no room for on them.

    Slots are filled in rows; every verso mirrors its recto. Decks share sheets where a gutter keeps
    two cuts apart, or their backs have the same one colour at the cut; else rows of theirs have a
    gutter between them where that saves a sheet. Raises DoesNotFit; ValueError where sizes differ.
    """
    copies = [copy for part in parts for copy in part.copies]
    duplex = sided(copies, options.duplex)
    backed, fold = duplex is not Duplex.NONE, duplex is Duplex.FOLD
    faces = {id(copy.front): copy.front for copy in copies}
    if backed:
        faces |= {id(copy.back): copy.back for copy in copies if copy.back is not None}
    (trim,) = {face.size for face in faces.values()}
    bleed = max(face.bleed for face in faces.values())

    slots = grid(options.paper, options.margin, options.gutter, trim, bleed, fold)
    groups = _groups(parts, shared_cuts=options.gutter < LEAST_GUTTER and backed)
    filled = [sheet for decks in groups for sheet in _filled(decks, len(slots.slots))]

    def room(counts: Sequence[int]) -> tuple[Grid, ...]:
        """The slots of decks on one sheet, by how many cards each has; none without room."""
        if len(counts) == 1:
            return (slots,)
        return blocks(options.paper, options.margin, LEAST_GUTTER, trim, bleed, counts, fold)

    single = len(groups) == 1 or options.separate
    joined = [[decks] for decks in filled]
    if not single:
        from pnp.impose.sharing import first_fit

        counts = [sum(len(deck.copies) for deck in decks) for decks in filled]
        joined = [[filled[at] for at in sheet] for sheet in first_fit(counts, room)]

    @cache
    def marks_of(title: str, grids: tuple[Grid, ...]) -> SheetMarks:
        marked, paper = tuple(slot for one in grids for slot in one.slots), grids[0].paper
        if fold:
            marked += tuple(verso_slot(slot, paper, duplex)[0] for slot in marked)
        return sheet_marks(
            marked,
            paper,
            bleed,
            options.margin,
            duplex,
            text._replace(title=title, sheets=len(joined)) if text else None,
            (lambda lengths: crop_marks(marked, lengths, bleed)) if options.crop_marks else None,
        )

    sheets = []
    labels = []
    for number, groups_here in enumerate(joined, 1):
        batches = [[copy for deck in decks for copy in deck.copies] for decks in groups_here]
        grids = room([len(batch) for batch in batches])
        fronts: tuple[Placement, ...] = ()
        backs: tuple[Placement, ...] = ()
        for batch, one in zip(batches, grids, strict=True):
            start = len(fronts)
            fronts += _placements(batch, "front", one, None, start)
            backs += _placements(batch, "back", one, duplex, start) if backed else ()
        title = _title([deck for decks in groups_here for deck in decks])
        labels.append(marks_of(title, grids))
        sides = labels[-1].sides(duplex, fronts, backs, number)
        sheets.append(Sheet(groups_here[0][0].component, title, number, grids[0].paper, *sides))
    missing = tuple(dict.fromkeys(what for label in labels for what in label.missing))
    return ComponentSheets(tuple(sheets), missing, outside=labels[0].outside)


def _groups(parts: Sequence[Part], shared_cuts: bool) -> list[list[Part]]:
    """Decks that may share sheets: all, or, where they would share cuts, those whose backs have
    the same colour at the cut; a back that has several stands alone.
    """
    if not shared_cuts:
        return [list(parts)]
    if len(parts) == len(by_back(parts[0].copies)) == 1:
        return [[*parts]]
    from pnp.impose.sharing import edge_color

    groups: dict[object, list[Part]] = {}
    for part in parts:
        decks: dict[object, list[Copy]] = {}
        keys: dict[int, object] = {}
        for number, deck in enumerate(by_back(part.copies)):
            edge = edge_color(deck[0].back) if deck[0].back else None
            keys |= {id(copy.back): edge or (part.component, number) for copy in deck}
        for copy in part.copies:
            decks.setdefault(keys[id(copy.back)], []).append(copy)
        for key, copies in decks.items():
            groups.setdefault(key, []).append(part._replace(copies=copies))
    return list(groups.values())


def _filled(decks: Sequence[Part], capacity: int) -> list[list[Part]]:
    """Decks on sheets of so many slots: on each the cards of every deck that it holds."""
    if len(decks) == 1:
        (deck,) = decks
        starts = range(0, len(deck.copies), capacity)
        return [[deck._replace(copies=deck.copies[at : at + capacity])] for at in starts]
    from pnp.impose.sharing import packed

    return [
        [
            decks[run.deck]._replace(copies=decks[run.deck].copies[run.start : run.stop])
            for run in sheet
        ]
        for sheet in packed([len(deck.copies) for deck in decks], capacity)
    ]


def _title(decks: Sequence[Part]) -> str:
    """What a sheet holds: the title of its deck, or of each with its slots."""
    if len({deck.component for deck in decks}) == 1:
        return decks[0].title
    slots, titles = 0, []
    for deck in decks:
        first, slots = slots + 1, slots + len(deck.copies)
        titles.append(f"{deck.title} {first}" + (f"–{slots}" if slots > first else ""))
    return ", ".join(titles)


def _placements(
    batch: Sequence[Copy], side: str, slots: Grid, duplex: Duplex | None, start: int
) -> tuple[Placement, ...]:
    """The faces of copies in the slots of a side, numbered from `start`; backs mirror fronts by
    `duplex`.
    """
    turn, areas = _areas(slots, len(batch), duplex)
    return tuple(
        copy.placed(side, slot, trim, turn, clip)
        for slot, (copy, (trim, clip)) in enumerate(zip(batch, areas, strict=True), start)
    )


@lru_cache(maxsize=16)
def _areas(
    slots: Grid, filled: int, duplex: Duplex | None
) -> tuple[int, Sequence[tuple[Rect, Rect]]]:
    """How the faces in the first slots are turned, and trim and clip of each."""
    areas = tuple(zip(slots.slots, clips(slots, filled), strict=False))
    if not duplex:
        return 0, areas
    turn = verso_slot(slots.slots[0], slots.paper, duplex)[1]
    return turn, [
        (verso_slot(trim, slots.paper, duplex)[0], verso_slot(clip, slots.paper, duplex)[0])
        for trim, clip in areas
    ]


if TYPE_CHECKING:
    from pnp.assets.fonts import Typeface


class Way(StrEnum):
    """How a component comes onto sheets: equal slots, small boards beside each other, rows of
    pieces, nested pieces, one large face over tiles, or page by page.
    """

    SLOTS = "slots"
    BESIDE = "beside"
    ROWS = "rows"
    NEST = "nest"
    TILES = "tiles"
    PAGES = "pages"


class Part(NamedTuple):
    """The copies of one component in printing order; `title` is what a person calls it, `file` the
    PDF that it is printed in.

    `keep` are the areas of a large face that no seam should cross; `scale` is the one that copies
    and `keep` are in, for a desk copy. `thickness` is that of the paper of a booklet (µm),
    `backings` are what tokens are glued on.
    """

    component: str
    title: str
    copies: Sequence[Copy]
    file: str = "cards"
    way: Way = Way.SLOTS
    keep: tuple[Keep, ...] = ()
    scale: float = 1.0
    thickness: int = 0
    backings: frozenset[str] = frozenset()


ONE_SIDED, BOTH_SIDES, BOOKLET = "-one-sided", "-both-sides", "-booklet"
"""What ends the names of files beside that of their kind."""
LEAST_PAGES = 4
"""Pages that a booklet is worth folding for."""


class Imposed(NamedTuple):
    """All documents of a game, and what became of each component, by its id."""

    documents: tuple[Document, ...]
    results: Sequence[tuple[str, ComponentSheets]]

    @property
    def unlabelled(self) -> tuple[str, ...]:
        """The components whose sheets have no room for the small line."""
        return tuple(
            dict.fromkeys(
                component
                for component, result in self.results
                for what in result.missing
                if what.startswith(LINE)
            )
        )


def documents(
    game: str,
    parts: Iterable[Part],
    options: PaperOptions,
    typefaces: Sequence[Typeface] = (),
    note: str = "",
    label: str = "",
    words: Mapping[str, str] = SHEET_WORDS,
) -> Imposed:
    """The PDF files of a game: one for each stock, `NAME-one-sided` for what has no back where its
    neighbours have, and `NAME-both-sides` for what is too large for a fold.

    Decks of one size share sheets, and tokens do; any other component begins on a new one.
    `typefaces` set what sheets say, those behind the first what it lacks; without any there is
    neither ruler nor small line. `note`, say DRAFT, opens the line, and `label` stands in it where
    it is not the title; all of it is said in `words`. Raises DoesNotFit and KeepTooLarge.
    """
    text = None
    if typefaces:
        others = tuple(typefaces[1:])
        text = LabelText(label or game, typefaces[0], note, others, words=words)
    sheets: dict[tuple[str, str], list[Sheet]] = defaultdict(list)
    """By file, and why they stand apart in it."""
    results: list[tuple[str, ComponentSheets]] = []
    parts = tuple(parts)
    backed = {part.file for part in parts if any(copy.back is not None for copy in part.copies)}
    for alike in _alike(parts, options):
        file = alike[0].file
        for apart, result in _imposed(alike, options, text, file in backed):
            sheets[file, apart] += result.sheets
            results += [(part.component, result) for part in alike]
    files = []
    for name in dict.fromkeys(part.file for part in parts):
        two, one, flat = sheets[name, ""], sheets[name, ONE_SIDED], sheets[name, BOTH_SIDES]
        # A deck of cards without backs says so in its name; what never has backs need not.
        alone = one and not (two or flat) and name != "cards"
        if two or alone:
            files.append(_document(name, f"{game} – {name}", one if alone else two, options))
        if one and not alone:
            title = f"{game} – one-sided {name}"
            files.append(_document(f"{name}{ONE_SIDED}", title, one, options))
        if flat:
            title, flip = (
                f"{game} – {name} on both sides",
                options._replace(duplex=flip_of(options.duplex)),
            )
            files.append(_document(f"{name}{BOTH_SIDES}", title, flat, flip))
    # Its pages bear no note of a draft.
    files += () if note else _booklets(game, parts, options)
    return Imposed(tuple(files), results)


def _alike(parts: Iterable[Part], options: PaperOptions) -> list[list[Part]]:
    """Decks of one file, size and bleed together, and tokens of as many sides and one backing;
    anything else by itself, and all of it where that is asked for.
    """
    groups: dict[object, list[Part]] = defaultdict(list)
    for part in parts:
        key: object = part.component
        if part.way is Way.SLOTS and not options.separate:
            key = part.file, frozenset((one.front.size, one.front.bleed) for one in part.copies)
        elif part.way in _PIECES and not options.separate:
            backed = any(copy.back is not None for copy in part.copies)
            key = part.file, part.way, part.backings, backed
        groups[key].append(part)
    return list(groups.values())


def _imposed(
    parts: Sequence[Part], options: PaperOptions, text: LabelText | None, backed: bool
) -> Iterator[tuple[str, ComponentSheets]]:
    """The sheets of components, each with why it stands apart in its file; what no fold has room
    for is printed on both sides.
    """

    def done(options: PaperOptions) -> list[tuple[ComponentSheets, bool]]:
        if parts[0].way is Way.SLOTS:
            return [*_slots(parts, options, text)]
        if parts[0].way in _PIECES:
            return [*_rows(parts, options, text, backed)]
        return [one for part in parts for one in _WAYS[part.way](part, options, text, backed)]

    flat = ""
    try:
        found = done(options)
    except DoesNotFit:
        if options.duplex is not Duplex.FOLD:
            raise
        flat = BOTH_SIDES
        found = done(options._replace(duplex=flip_of(options.duplex)))
    for result, one_sided in found:
        yield ONE_SIDED if one_sided else flat, result


def _document(name: str, title: str, sheets: Sequence[Sheet], options: PaperOptions) -> Document:
    backs = any(one.side == "back" for sheet in sheets for one in sheet.recto.placements)
    folded = options.duplex is Duplex.FOLD and backs
    two_sided = folded or any(sheet.verso is not None for sheet in sheets)
    return Document(name, title, options.duplex if two_sided else Duplex.NONE, tuple(sheets))


def _booklets(game: str, parts: Sequence[Part], options: PaperOptions) -> Iterator[Document]:
    """Whole rulebooks, two pages to a side; none whose pages the paper has no room for, or that is
    too thick to be folded.
    """
    books = [part for part in parts if part.way is Way.PAGES]
    for part in books if options.duplex is not Duplex.NONE else ():
        if len(part.copies) == part.copies[0].of >= LEAST_PAGES:
            from pnp.impose.booklet import MOST_CREEP, PageTooLarge, booklet, creep

            sheets = -(-len(part.copies) // 4)
            if creep(sheets - 1, sheets, part.thickness) > MOST_CREEP:
                continue
            try:
                yield booklet(
                    ("rulebook" if len(books) == 1 else f"rulebook-{part.component}") + BOOKLET,
                    f"{game} – {part.title}, a booklet",
                    [copy.front for copy in part.copies],
                    options.paper,
                    [copy.card for copy in part.copies],
                    component=part.component,
                    thickness=part.thickness,
                    margin=options.margin,
                    flip=flip_of(options.duplex),
                )
            except PageTooLarge:
                continue


Done = Iterable[tuple[ComponentSheets, bool]]
"""What has been imposed, and whether it goes into the one-sided file of its kind.

`backed`: others of its file have backs.
"""


def _slots(parts: Sequence[Part], options: PaperOptions, text: LabelText | None) -> Done:
    """Cards: those without a back stand apart, so that no printer shifts fronts onto backs, and
    a file is folded as a whole or not.
    """
    none = options.duplex is Duplex.NONE
    for backed in (True, False):
        decks = [
            part._replace(copies=copies)
            for part in parts
            if (copies := part.copies if none else split_sided(part.copies)[not backed])
        ]
        if decks and (backed or not none):
            yield card_sheets(decks, options, text), not backed


def _beside(part: Part, options: PaperOptions, text: LabelText | None, backed: bool) -> Done:
    """Boards that have room beside each other and for ruler and small line; they have no backs,
    and lie in the file of the others.
    """
    result = card_sheets((part,), options, text)
    if result.missing:
        yield from _tiles(part, options, text, backed)
    else:
        yield result, False


def _rows(
    parts: Sequence[Part], options: PaperOptions, text: LabelText | None, backed: bool
) -> Done:
    """Pieces; under a fold those without a back stand apart, where they have the whole sheet."""
    from pnp.impose.piece_sheets import piece_sheets

    fold = options.duplex is Duplex.FOLD
    titles = {part.component: part.title for part in parts}
    every = [copy for part in parts for copy in part.copies]
    for copies in filter(None, split_sided(every) if fold else (every,)):
        nest = parts[0].way is Way.NEST
        result = piece_sheets(titles, copies, options, text, nest, backed)
        yield result, fold and copies[0].back is None


def _tiles(part: Part, options: PaperOptions, text: LabelText | None, backed: bool) -> Done:
    from pnp.impose.tile_sheets import tile_sheets

    yield (
        tile_sheets(part.component, part.title, part.copies, options, text, part.keep, part.scale),
        False,
    )


def _pages(part: Part, options: PaperOptions, text: LabelText | None, backed: bool) -> Done:
    """Pages of their own size, one a side; each bears the note of a draft."""
    from pnp.impose.booklet import note_on

    sheets, missing = [], False
    for number, copy in enumerate(part.copies, 1):
        whole = rect(0, 0, *copy.front.size)
        note = note_on(copy.front, text) if text and text.note else ()
        missing |= bool(text and text.note and not note)
        side = Side((copy.placed("front", 0, whole, 0, whole),), note)
        sheets.append(Sheet(part.component, part.title, number, copy.front.size, side, None))
    yield ComponentSheets(tuple(sheets), (LINE,) * missing), False


_PIECES = (Way.ROWS, Way.NEST)
_WAYS: Mapping[Way, Callable[[Part, PaperOptions, LabelText | None, bool], Done]] = {
    Way.BESIDE: _beside,
    Way.TILES: _tiles,
    Way.PAGES: _pages,
}
