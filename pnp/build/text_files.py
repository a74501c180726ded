"""Rulebooks and player aids as files for hands and screens: pages, a booklet, one HTML file,
Markdown, plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.build import selection
from pnp.build.conductor import Kit, draw_document, make_texts
from pnp.compose.element_trees import BACK
from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.face import Face
from pnp.ink import Ink, inked
from pnp.layout.context import Stylesheet
from pnp.layout.placed_faces import PlacedFace
from pnp.load.workspace import Workspace, disk_for, suspected
from pnp.model.game import Component, Game
from pnp.model.read import load_game
from pnp.units.geometry import MM, Size, Um, millimetres, rect
from pnp.units.sizes import PAPERS

if TYPE_CHECKING:  # what prints is imported when something is printed
    from pnp.books.typeset_texts import TypesetText
    from pnp.impose.booklet import PageTooLarge
    from pnp.impose.sheet import Document, PaperOptions, Side

MAX_PAGE = 40_000_000
"""Bytes of an HTML file: the rulebook of the largest shipped game, with 60 pictures, has 1.7
million.
"""


class Wanted(NamedTuple):
    """What a person wants: texts of which kind, made into what, which component (empty: the only
    one), on what paper.

    `paper` is None for pages of their own size; a booklet and sheets of cards take that of the
    press then. `ink` is for what is printed.
    """

    kind: str
    to: str
    press: PaperOptions
    component: str = ""
    paper: Size | None = None
    ink: Ink = Ink.FULL


class Made(NamedTuple):
    """A finished file: its bytes, the pages or sheets that it has (0 on a screen), and what is to
    be said about the game.

    `of` is the component where the game has several such texts, which then need files of their own;
    else it is empty. `notes` are what is to be known before it is printed, as a build notes it.
    `duplex` is how the paper is turned over; empty on a screen.
    """

    data: bytes
    sheets: int
    told: str
    diagnostics: tuple[Diagnostic, ...] = ()
    of: str = ""
    notes: tuple[str, ...] = ()
    duplex: str = ""


def rulesheet(
    workspace: Workspace, name: str, folder: Path, wanted: Wanted, untrusted: bool = False
) -> Made:
    """A game's text made into a file; nothing is written.

    An `untrusted` game is read and set by a bounded process of its own.

    Raises Problems: of reading, checking and setting; P601 and P606 which component, P602 too large
    for the paper, P621 for a phone, P622 without such a text.
    """
    if untrusted:
        from pnp.sandbox.worker import confined

        return confined(made, suspected(workspace), name, folder, wanted)
    return made(workspace, name, folder, wanted)


def made(workspace: Workspace, name: str, folder: Path, wanted: Wanted) -> Made:
    """The file. Raises Problems."""
    files = disk_for(workspace, folder)
    game, found = load_game(files, name)
    component = _chosen(game, wanted, Span(files.shown(f"data/{name}/game.yaml")))
    kit = make_texts(files, game, found, (component.id,))
    if any(d.is_error for d in kit.diagnostics):
        raise Problems(kit.diagnostics)
    several = sum(other.kind == component.kind for other in game.components.values()) > 1
    done = _FORMATS[wanted.to](kit, kit.texts[component.id], wanted)
    return done._replace(diagnostics=kit.diagnostics, of=component.id if several else "")


def _chosen(game: Game, wanted: Wanted, place: Span) -> Component:
    """The component that is wanted. Raises Problems (P601, P606, P622)."""
    known = selection.texts(game, wanted.kind, wanted.component, place)
    if len(known) > 1:
        told = f'"{game.id}" has {len(known)} components of kind {wanted.kind}'
        raise Problems(
            [error("P606", told, None, f"say which: --only {' or --only '.join(known)}")]
        )
    return next(iter(known.values()))


def _catalog(kit: Kit) -> Stylesheet:
    return Stylesheet(kit.game.styles, kit.game.palette, kit.resources, kit.game.language)


def _html(kit: Kit, told: TypesetText, wanted: Wanted) -> Made:
    from pnp.books.html_page import page

    made = page(told.blocks, told.book, _catalog(kit)).encode("utf-8")
    if len(made) > MAX_PAGE:
        message = (
            f"the page would have {len(made) // 1_000_000:,} MB; at most {MAX_PAGE // 1_000_000:,}"
            " MB can be read on a phone"
        )
        raise Problems(
            [
                error(
                    "P621",
                    message,
                    told.component.source,
                    "show fewer or simpler figures, or smaller images",
                )
            ]
        )
    return Made(made, 0, "one file, nothing else needed")


def _markdown(kit: Kit, told: TypesetText, wanted: Wanted) -> Made:
    from pnp.books.text_formats import markdown

    return Made(markdown(told.blocks, told.book).encode("utf-8"), 0, "CommonMark")


def _plain(kit: Kit, told: TypesetText, wanted: Wanted) -> Made:
    from pnp.books.text_formats import WIDTH, plain_text

    return Made(plain_text(told.blocks, told.book).encode("utf-8"), 0, f"{WIDTH} columns")


def _pdf(kit: Kit, told: TypesetText, wanted: Wanted) -> Made:
    """A rulebook page by page; player aids on sheets as `pnp build` prints them."""
    from pnp.impose.booklet import PageTooLarge, plain_pages

    if told.component.kind == "reference":
        from pnp.build.print_options import Order, imposed

        press = wanted.press._replace(paper=wanted.paper or wanted.press.paper)
        sheets = imposed(_backed(kit), Order(press, ink=wanted.ink))
        document = _unmarked(sheets.documents[0])
        return _printed(
            kit, document, wanted, _counted(len(document.sheets), "sheet"), sheets.notes
        )
    faces = _inked(told, wanted)
    try:
        document = plain_pages(
            "rules",
            _title(kit, told),
            faces,
            wanted.paper,
            component=told.component.id,
            margin=wanted.press.margin,
        )
    except PageTooLarge as problem:
        raise _too_large(
            told, problem, "choose a larger --paper, or print the pages on paper of their own size"
        ) from None
    return _printed(
        kit, document, wanted, _counted(len(faces), "page"), _uncut(document, wanted.press.margin)
    )


def _printed(kit: Kit, document: Document, wanted: Wanted, told: str, notes: Sequence[str]) -> Made:
    data = draw_document(kit, document, wanted.ink)
    return Made(data, len(document.sheets), told, notes=tuple(notes), duplex=str(document.duplex))


def _backed(kit: Kit) -> Kit:
    """Player aids of which one has a side too few: it gets an empty back, so that all lie on the
    same sheets.
    """
    return kit._replace(
        sides=tuple(replace(sides, laid=_with_backs(sides.laid)) for sides in kit.sides)
    )


def _with_backs(laid: Sequence[PlacedFace]) -> list[PlacedFace]:
    backed = {one.card.id for one in laid if one.side == BACK}
    alone = [one for one in laid if backed and one.card.id not in backed]
    return [
        *laid,
        *(PlacedFace(one.card, BACK, Face(one.face.size, one.face.bleed, ())) for one in alone),
    ]


def _unmarked(document: Document) -> Document:
    """Empty backs are no faces: nothing on paper says that it is one."""

    def shown(side: Side) -> Side:
        return side._replace(
            placements=tuple(placement for placement in side.placements if placement.face.items)
        )

    return document._replace(
        sheets=tuple(
            sheet._replace(verso=sheet.verso and shown(sheet.verso)) for sheet in document.sheets
        )
    )


def _booklet(kit: Kit, told: TypesetText, wanted: Wanted) -> Made:
    """A rulebook to be folded and stapled; the inner pages creep by the thickness that its
    `stock:` says.
    """
    from pnp.impose.booklet import MOST_CREEP, PageTooLarge, booklet, creep

    faces, paper = _inked(told, wanted), wanted.paper or wanted.press.paper
    try:
        stock, margin = told.component.details.file.stock, wanted.press.margin
        document = booklet(
            "rules",
            _title(kit, told),
            faces,
            paper,
            component=told.component.id,
            thickness=stock,
            margin=margin,
        )
    except PageTooLarge as problem:
        such = f", such as {roomy}" if (roomy := _roomy(faces[0].size)) else ""
        raise _too_large(
            told, problem, f"choose a larger --paper{such}, or a smaller page: in game.yaml"
        ) from None
    sheets = len(document.sheets)
    if (lost := creep(sheets - 1, sheets, stock)) > MOST_CREEP:
        message = (
            f"--to booklet: folded, {sheets} sheets of {millimetres(stock)} take"
            f" {millimetres(lost)} off the innermost pages"
        )
        raw = told.component.raw
        place = raw.at("stock") if "stock" in raw else told.component.source
        raise Problems(
            [error("P602", message, place, "print it with --to pdf, or on thinner paper (stock:)")]
        )
    said = (
        f"{_counted(sheets, 'sheet')}, {_counted(len(faces), 'page')}; flip on the short edge,"
        " fold, staple"
    )
    return _printed(
        kit,
        document,
        wanted,
        said,
        [*_uncut(document, wanted.press.margin), *_shrunk(faces, document)],
    )


def _uncut(document: Document, margin: int) -> list[str]:
    """What is said of pages that are to be cut out of a larger paper, where marks to cut by have
    no room.
    """
    from pnp.impose.sheet import Duplex
    from pnp.impose.sheet_marks import mark_lengths, unmarked

    first = document.sheets[0]
    trims = [
        placement.trim
        for side in (first.recto, first.verso)
        if side
        for placement in side.placements[:2]
    ]
    # a booklet opens to both sides of its fold, though a page may be blank
    if document.duplex is Duplex.SHORT:
        trims += [trim._replace(x=Um(first.paper.width - trim.right)) for trim in trims]
    left, right = min(trim.x for trim in trims), max(trim.right for trim in trims)
    top, bottom = min(trim.y for trim in trims), max(trim.bottom for trim in trims)
    trim = rect(left, top, right - left, bottom - top)
    # A5 on A4 needs no cut
    if trim.width >= first.paper.width - MM and trim.height >= first.paper.height - MM:
        return []
    lacking = unmarked(mark_lengths(trim, first.paper, margin, 0))
    return [f"no room for {lacking}"] if lacking else []


def _shrunk(faces: Sequence[Face], document: Document) -> list[str]:
    """By how much the pages of a booklet are made smaller, and how they would not be; empty
    where they are as large as they are.
    """
    placed = next(
        side.placements[0]
        for side in (document.sheets[0].recto, document.sheets[0].verso)
        if side and side.placements
    )
    page, shown, paper = (
        faces[int(placed.card) - 1].size,
        placed.trim.width,
        document.sheets[0].paper,
    )
    if shown >= page.width:
        return []
    share = 100 * shown / page.width
    way = f"--paper {roomy}, or " if (roomy := _roomy(page)) else ""
    half = f"{floor(paper.width / 2 / MM)}x{floor(paper.height / MM)}"
    told = f"the pages are printed at {share:.0f} % of their size, so that two lie on a side"
    return [f"{told}; at 100 % with {way}page: {half} in game.yaml"]


def _roomy(page: Size) -> str:
    """The smallest named paper that holds two pages beside each other; empty where none does."""
    roomy = [
        name
        for name, size in PAPERS.items()
        if max(size) >= 2 * page.width and min(size) >= page.height
    ]
    return min(roomy, key=lambda name: PAPERS[name].width * PAPERS[name].height, default="")


def _too_large(told: TypesetText, problem: PageTooLarge, hint: str) -> Problems:
    raw = told.component.raw
    return Problems(
        [
            error(
                "P602",
                str(problem),
                raw.at("page") if "page" in raw else told.component.source,
                hint,
            )
        ]
    )


def _title(kit: Kit, told: TypesetText) -> str:
    return f"{kit.game.title} – {told.component.title}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _inked(told: TypesetText, wanted: Wanted) -> list[Face]:
    return [inked(laid.face, wanted.ink) for laid in told.laid]


_FORMATS: Mapping[str, Callable[[Kit, TypesetText, Wanted], Made]] = {
    "pdf": _pdf,
    "booklet": _booklet,
    "html": _html,
    "md": _markdown,
    "txt": _plain,
}
