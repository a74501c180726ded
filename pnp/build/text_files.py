"""Makes a rulebook or player aids into one file: pages, a booklet, HTML, Markdown, plain text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.build.conductor import Kit, draw_document, make_texts
from pnp.build.print_options import chosen_texts
from pnp.compose.element_trees import BACK
from pnp.diagnostics import Diagnostic, Problems, Span, refusal
from pnp.ink import Ink, inked
from pnp.layout.context import Stylesheet
from pnp.layout.placed_faces import PlacedFace
from pnp.load.workspace import Workspace, disk_for
from pnp.model.read import load_game
from pnp.units.geometry import Size, millimetres

if TYPE_CHECKING:  # what prints is imported when something is printed
    from pnp.books.typeset_texts import TypesetText
    from pnp.impose import Document, PaperOptions

MAX_PAGE = 40_000_000
"""Bytes of an HTML file: the rulebook of the largest shipped game, with 60 pictures, has 1.7
million.
"""


class TextRequest(NamedTuple):
    """What a person wants: texts of which kind, made into which form, which component (empty: the
    only one), on what paper.

    `paper` is None for pages of their own size; a booklet and sheets of cards take that of the
    press then. `ink` is for what is printed.
    """

    kind: str
    to: str
    press: PaperOptions
    component: str = ""
    paper: Size | None = None
    ink: Ink = Ink.FULL


class TextFile(NamedTuple):
    """A finished file: its bytes, the pages or sheets that it has (0 on a screen), what it is in
    a few words, and the findings on the game.

    `of` is the component where the game has several such texts, which then need files of their own;
    else it is empty. `notes` are what is to be known before it is printed, as a build notes it.
    `duplex` is how the paper is turned over; empty on a screen.
    """

    data: bytes
    sheets: int
    description: str
    diagnostics: tuple[Diagnostic, ...] = ()
    of: str = ""
    notes: tuple[str, ...] = ()
    duplex: str = ""


def make_text_file(workspace: Workspace, name: str, folder: Path, request: TextRequest) -> TextFile:
    """A game's text made into a file; nothing is written.

    Raises Problems: of reading, checking and setting; P601 and P606 which component, P602 too large
    for the paper, P621 for a phone, P622 without such a text.
    """
    files = disk_for(workspace, folder)
    game, found = load_game(files, name)
    place = Span(files.shown(f"data/{name}/game.yaml"))
    known = chosen_texts(game, request.kind, request.component, place)
    if len(known) > 1:
        message = f'"{game.id}" has {len(known)} components of kind {request.kind}'
        raise refusal("P606", message, None, f"say which: --only {' or --only '.join(known)}")
    (component,) = known.values()
    kit = make_texts(files, game, found, (component.id,))
    if any(d.is_error for d in kit.diagnostics):
        raise Problems(kit.diagnostics)
    several = sum(other.kind == component.kind for other in game.components.values()) > 1
    file = _FORMS[request.to](kit, kit.texts[component.id], request)
    return file._replace(diagnostics=kit.diagnostics, of=component.id if several else "")


def _html(kit: Kit, text: TypesetText, _request: TextRequest) -> TextFile:
    from pnp.books.html_page import page

    game = kit.game
    stylesheet = Stylesheet(game.styles, game.palette, kit.resources, game.language)
    data = page(text.blocks, text.book, stylesheet).encode("utf-8")
    if len(data) > MAX_PAGE:
        size, most = (f"{size // 1_000_000:,} MB" for size in (len(data), MAX_PAGE))
        message = f"the page would have {size}; at most {most} can be read on a phone"
        hint = "show fewer or simpler figures, or smaller images"
        raise refusal("P621", message, text.component.source, hint)
    return TextFile(data, 0, "one file, nothing else needed")


def _markdown(_kit: Kit, text: TypesetText, _request: TextRequest) -> TextFile:
    from pnp.books.text_formats import markdown

    return TextFile(markdown(text.blocks, text.book).encode("utf-8"), 0, "CommonMark")


def _plain(_kit: Kit, text: TypesetText, _request: TextRequest) -> TextFile:
    from pnp.books.text_formats import WIDTH, plain_text

    return TextFile(plain_text(text.blocks, text.book).encode("utf-8"), 0, f"{WIDTH} columns")


def _pdf(kit: Kit, text: TypesetText, request: TextRequest) -> TextFile:
    """A rulebook page by page; player aids on sheets as `pnp build` prints them."""
    from pnp.impose.booklet import PageTooLarge, plain_pages, uncut

    component, margin = text.component, request.press.margin
    if component.kind == "reference":
        from pnp.build.imposition import impose_kit
        from pnp.build.print_options import PrintOptions

        press = request.press._replace(paper=request.paper or request.press.paper)
        sheets = impose_kit(_with_empty_backs(kit), PrintOptions(press, ink=request.ink))
        document = _without_empty_faces(sheets.documents[0])
        description = _counted(len(document.sheets), "sheet")
        return _printed(kit, document, request, description, sheets.notes)
    faces = [inked(side.face, request.ink) for side in text.laid]
    title = f"{kit.game.title} – {component.title}"
    try:
        document = plain_pages(
            "rules", title, faces, request.paper, component=component.id, margin=margin
        )
    except PageTooLarge as problem:
        hint = "choose a larger --paper, or print the pages on paper of their own size"
        raise refusal("P602", str(problem), _place(text, "page"), hint) from None
    description = _counted(len(faces), "page")
    return _printed(kit, document, request, description, uncut(document, margin))


def _printed(
    kit: Kit, document: Document, request: TextRequest, description: str, notes: Sequence[str]
) -> TextFile:
    data = draw_document(kit, document, request.ink)
    sheets, duplex = len(document.sheets), str(document.duplex)
    return TextFile(data, sheets, description, notes=tuple(notes), duplex=duplex)


def _with_empty_backs(kit: Kit) -> Kit:
    """Player aids of which one has a side too few: it gets an empty back, so that all lie on the
    same sheets.
    """
    (sides,) = kit.sides
    backed = {side.card.id for side in sides.laid if side.side == BACK}
    backs = [
        PlacedFace(side.card, BACK, side.face._replace(items=()))
        for side in sides.laid
        if backed and side.card.id not in backed
    ]
    return kit._replace(sides=(replace(sides, laid=[*sides.laid, *backs]),))


def _without_empty_faces(document: Document) -> Document:
    """Empty backs are no faces: nothing on paper says that it is one."""
    sheets = []
    for sheet in document.sheets:
        if verso := sheet.verso:
            shown = tuple(placed for placed in verso.placements if placed.face.items)
            sheet = sheet._replace(verso=verso._replace(placements=shown))
        sheets.append(sheet)
    return document._replace(sheets=tuple(sheets))


def _booklet(kit: Kit, text: TypesetText, request: TextRequest) -> TextFile:
    """A rulebook to be folded and stapled; the inner pages creep by the thickness that its
    `stock:` says.
    """
    from pnp.impose import flip_of
    from pnp.impose.booklet import (
        MOST_CREEP,
        PageTooLarge,
        booklet,
        creep,
        roomy_paper,
        shrunk,
        uncut,
    )

    component, margin = text.component, request.press.margin
    faces = [inked(side.face, request.ink) for side in text.laid]
    stock = component.details.file.stock
    try:
        document = booklet(
            "rules",
            f"{kit.game.title} – {component.title}",
            faces,
            request.paper or request.press.paper,
            component=component.id,
            thickness=stock,
            margin=margin,
            flip=flip_of(request.press.duplex),
        )
    except PageTooLarge as problem:
        such = f", such as {roomy}" if (roomy := roomy_paper(faces[0].size)) else ""
        hint = f"choose a larger --paper{such}, or a smaller page: in game.yaml"
        raise refusal("P602", str(problem), _place(text, "page"), hint) from None
    sheets = len(document.sheets)
    if (lost := creep(sheets - 1, sheets, stock)) > MOST_CREEP:
        message = (
            f"--to booklet: folded, {sheets} sheets of {millimetres(stock)} take"
            f" {millimetres(lost)} off the innermost pages"
        )
        hint = "print it with --to pdf, or on thinner paper (stock:)"
        raise refusal("P602", message, _place(text, "stock"), hint)
    description = (
        f"{_counted(sheets, 'sheet')}, {_counted(len(faces), 'page')};"
        f" flip on the {document.duplex} edge, fold, staple"
    )
    notes = [*uncut(document, margin), *shrunk(faces[0].size, document)]
    return _printed(kit, document, request, description, notes)


def _place(text: TypesetText, key: str) -> Span:
    """Where a key of a component is written, else the component."""
    raw = text.component.raw
    return raw.at(key) if key in raw else text.component.source


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


_FORMS: Mapping[str, Callable[[Kit, TypesetText, TextRequest], TextFile]] = {
    "pdf": _pdf,
    "booklet": _booklet,
    "html": _html,
    "md": _markdown,
    "txt": _plain,
}
"""What makes each form; to add one write a function and add a line here."""
