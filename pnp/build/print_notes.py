"""Gives the notes that a person should read before sheets are cut, or even printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from pnp.impose import Document, Duplex, PaperOptions
from pnp.impose.documents import BOOKLET, BOTH_SIDES, Imposed, Part, Way
from pnp.model.kinds import FILES
from pnp.units.geometry import Um, millimetres

T = TypeVar("T")


def print_notes(
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
