"""Gathers the sheets of a game into documents: one PDF per stock, each kind of component imposed in
its own way.

The ways other than that of cards are imported when a game goes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pnp.impose.card_sheets import card_sheets, split_sided
from pnp.impose.sheet import (
    ComponentSheets,
    Copy,
    Document,
    Duplex,
    PaperOptions,
    SeparateBacks,
    Sheet,
    Side,
)
from pnp.impose.sheet_marks import LINE, LabelText
from pnp.impose.tiling import Keep
from pnp.units.geometry import rect

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
    and `keep` are in, for a desk copy.
    """

    component: str
    title: str
    copies: Sequence[Copy]
    file: str = "cards"
    way: Way = Way.SLOTS
    keep: tuple[Keep, ...] = ()
    scale: float = 1.0


class Imposed(NamedTuple):
    """All documents of a game; each component, by its id, with what there is no room for; whom a
    gutter would save sheets; each board with the areas that should stay whole but lie across
    seams; and whose small line stands in the printer margin.
    """

    documents: tuple[Document, ...]
    missing: Mapping[str, tuple[str, ...]]
    separate_backs: tuple[SeparateBacks, ...] = ()
    crossed: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    outside: Mapping[str, str] = MappingProxyType({})

    @property
    def unlabelled(self) -> tuple[str, ...]:
        """The components whose sheets have no room for the small line."""
        return tuple(
            component
            for component, what in self.missing.items()
            if any(one.startswith(LINE) for one in what)
        )


def documents(
    game: str,
    parts: Iterable[Part],
    options: PaperOptions,
    typefaces: Sequence[Typeface] = (),
    note: str = "",
) -> Imposed:
    """The PDF files of a game: one for each stock, and `NAME-one-sided` for what has no back where
    its neighbours have.

    Every component begins on a new sheet. `typefaces` set what sheets say, those behind the first
    what it lacks; without any there is neither ruler nor small line. `note`, say DRAFT, opens the
    line. Raises DoesNotFit, KeepTooLarge.
    """
    text = LabelText(game, typefaces[0], note, tuple(typefaces[1:])) if typefaces else None
    sheets: dict[str, list[Sheet]] = {}
    missing: dict[str, tuple[str, ...]] = {}
    separate: list[SeparateBacks] = []
    cut: dict[str, tuple[str, ...]] = {}
    outside: dict[str, str] = {}
    parts = tuple(parts)
    backed = {part.file for part in parts if any(copy.back is not None for copy in part.copies)}
    for part in parts:
        sheets.setdefault(part.file, [])
        sheets.setdefault(f"{part.file}-one-sided", [])
        for result, one_sided in _WAYS[part.way](part, options, text, part.file in backed):
            sheets[f"{part.file}-one-sided" if one_sided else part.file].extend(result.sheets)
            if result.missing:
                missing[part.component] = tuple(
                    dict.fromkeys(missing.get(part.component, ()) + result.missing)
                )
            separate += [result.separate_backs] if result.separate_backs else []
            if result.crossed:
                cut[part.component] = result.crossed
            if result.outside:
                outside[part.component] = (
                    result.outside
                    if outside.get(part.component, result.outside) == result.outside
                    else "sheets"
                )
    files = []
    for name in dict.fromkeys(part.file for part in parts):
        two, one = sheets[name], sheets[f"{name}-one-sided"]
        # A deck of cards without backs says so in its name; what never has backs need not.
        alone = one and not two and name != "cards"
        if two or alone:
            files.append(_document(name, f"{game} – {name}", one if alone else two, options))
        if one and not alone:
            files.append(_document(f"{name}-one-sided", f"{game} – one-sided {name}", one, options))
    return Imposed(tuple(files), missing, tuple(separate), cut, outside)


def _document(name: str, title: str, sheets: Sequence[Sheet], options: PaperOptions) -> Document:
    two_sided = any(sheet.verso is not None for sheet in sheets) or _folded(sheets, options)
    return Document(name, title, options.duplex if two_sided else Duplex.NONE, tuple(sheets))


def _folded(sheets: Sequence[Sheet], options: PaperOptions) -> bool:
    backs = any(
        placement.side == "back" for sheet in sheets for placement in sheet.recto.placements
    )
    return options.duplex is Duplex.FOLD and backs


Done = Iterable[tuple[ComponentSheets, bool]]
"""What has been imposed, and whether it goes into the one-sided file of its kind.

`backed`: others of its file have backs.
"""


def _slots(part: Part, options: PaperOptions, text: LabelText | None, backed: bool) -> Done:
    """Cards: those without a back stand apart, so that no printer shifts fronts onto backs, and
    a file is folded as a whole or not.
    """
    kinds = [part.copies] if options.duplex is Duplex.NONE else split_sided(part.copies)
    for copies in filter(None, kinds):
        yield (
            card_sheets(part.component, part.title, copies, options, text),
            options.duplex is not Duplex.NONE and copies[0].back is None,
        )


def _beside(part: Part, options: PaperOptions, text: LabelText | None, backed: bool) -> Done:
    """Boards that have room beside each other and for ruler and small line; they have no backs,
    and lie in the file of the others.
    """
    result = card_sheets(part.component, part.title, part.copies, options, text)
    if result.missing:
        yield from _tiles(part, options, text, backed)
    else:
        yield result, False


def _rows(part: Part, options: PaperOptions, text: LabelText | None, backed: bool) -> Done:
    """Pieces; under a fold those without a back stand apart, where they have the whole sheet."""
    from pnp.impose.piece_sheets import piece_sheets

    fold = options.duplex is Duplex.FOLD
    for copies in filter(None, split_sided(part.copies) if fold else (part.copies,)):
        result = piece_sheets(
            part.component, part.title, copies, options, text, part.way is Way.NEST, backed
        )
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
        side = Side((copy.placed("front", 0, whole, 0, whole, of=copy.of),), note)
        sheets.append(Sheet(part.component, part.title, number, copy.front.size, side, None))
    yield ComponentSheets(tuple(sheets), (LINE,) * missing), False


_WAYS: Mapping[Way, Callable[[Part, PaperOptions, LabelText | None, bool], Done]] = {
    Way.SLOTS: _slots,
    Way.BESIDE: _beside,
    Way.ROWS: _rows,
    Way.NEST: _rows,
    Way.TILES: _tiles,
    Way.PAGES: _pages,
}
