"""Flows a text's blocks into pages: regions of one or more columns, contents with page numbers,
running feet, links and bookmarks; and into the sides of a player aid, whose type shrinks until
everything fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from pnp.assets.paths import rectangle
from pnp.compose.markdown_tree import (
    Block,
    Blocks,
    Callout,
    Divider,
    Figure,
    Generated,
    Heading,
    Run,
    figure_titles,
    plain,
    walk,
)
from pnp.diagnostics import Diagnostic, Span, warning
from pnp.face import Face, Item, Shape
from pnp.layout.blocks import (
    BODY,
    aside,
    contents,
    cover,
    credit_list,
    fragments_of,
    headline,
    margin_figure,
    running_foot,
)
from pnp.layout.context import Stylesheet
from pnp.layout.figures import components, icons
from pnp.layout.fragmentation import (
    Canvas,
    Fragment,
    Frame,
    Pages,
    PlacedFragment,
    Region,
    paint_frame,
)
from pnp.layout.page_links import PageLinks
from pnp.layout.typesetter import COVER_BLEED, MAX_PAGES, Book, Margins, Typesetter, margins_for
from pnp.units.geometry import MM, Rect, Um, millimetres, rect

GAP = 6 * MM
MARGIN_GAP = 4_500
"""White between the text and the margin column."""
LEAST_MEASURE = 30 * MM
LEAST_FILLED = 55
"""Percent of its height that a page is filled to, unless it was meant to end."""
_LEAD = 3
"""Lines that follow a heading in its column."""
_PASSES = 6
FLOOR = 7.5
"""The least type size in points that is read across a table."""
SHEET = 120 * MM
"""From this width on a player aid is a sheet: it has the margins and the type of a book."""
INSET = 3_000
"""How far the band stays inside the trim: sheets are cut with shared edges, a cut that strays
shows on the neighbour.
"""
_BAND = 1_600
_BELOW = 1_500
_MARGIN = 4_400


def pages(
    blocks: Blocks, book: Book, stylesheet: Stylesheet, findings: list[Diagnostic]
) -> list[Face]:
    """The pages of a book, recto first; what is wrong is added to the findings.

    Set again where words name pages (`[](#anchor)`, and links to another spread), until the numbers
    stay (P365 where they never do); drawn once.
    """
    captions, links = figure_titles(blocks, book.word("figure")), PageLinks()
    typesetter = Typesetter(stylesheet, book, captions=captions, links=links)
    span = blocks[0].span if blocks else Span("")
    covered = book.cover is not None or any(
        isinstance(block, Generated) and block.kind == "cover" for block in blocks
    )
    first = 2 if covered else 1
    for _ in range(_PASSES):
        typesetter.begin()
        named = typesetter.numbers
        filled = _filled(typesetter, blocks, first, span)
        if filled:
            typesetter.numbers = filled.numbers()
        more = links.look(typesetter.numbers)
        if not more and (not typesetter.asked or typesetter.numbers == named):
            break
    _report_unstable_numbers(typesetter, named)
    faces = [cover(typesetter, span)] if covered and filled else []
    faces += _page_faces(typesetter, filled, span) if filled else []
    findings += dict.fromkeys(typesetter.reports)
    return faces


def _report_unstable_numbers(typesetter: Typesetter, named: Mapping[str, int]) -> None:
    """P365 where the words that name a page push what they name to another one, however often
    they are set.
    """
    hint = (
        "give the link words, [rolling](#rolling), or begin a page before what it names with"
        " [[page]]"
    )
    for name, place in typesetter.asked.items():
        written, is_on = named.get(name), typesetter.numbers.get(name)
        if is_on is not None and is_on != written:
            message = (
                f'"page {written}" moves "#{name}" to page {is_on}, and that number would move it'
                " back"
            )
            typesetter.report("P365", message, place, hint)


def _type_area(book: Book) -> Rect:
    """The room between the margins of an odd page."""
    margins = book.margins or margins_for(book.size, book.margin_column)
    width = book.size.width - margins.inner - margins.outer
    return rect(margins.inner, margins.top, width, book.size.height - margins.top - margins.bottom)


def _filled(typesetter: Typesetter, blocks: Blocks, first: int, span: Span) -> Pages | None:
    """All fragments in their places; None where there is no room for them."""
    area, beside = _type_area(typesetter.book), typesetter.book.margin_column
    if beside and area.width - beside - MARGIN_GAP < LEAST_MEASURE:
        message = (
            f"a margin column of {millimetres(beside)} leaves"
            f" {millimetres(max(0, area.width - beside - MARGIN_GAP))} for the text"
        )
        typesetter.report("P357", message, span, "make it narrower, or choose a larger page")
        return None
    if min(area.size) < 20 * MM:
        message = f"the margins leave {millimetres(max(0, min(area.size)))} for the text"
        typesetter.report("P357", message, span, "make the margins smaller")
        return None
    margin = (area.width - beside, beside + MARGIN_GAP) if beside else (0, 0)
    filled = Pages(area.height, GAP, typesetter.half_line, MAX_PAGES, first=first, margin=margin)
    for region in regions(typesetter, blocks, area.width):
        filled.add(region)
        if filled.full:
            message = f"the text has more than {MAX_PAGES} pages"
            hint = "print less of it, or part it into several books"
            typesetter.report("P359", message, span, hint)
            return None
    filled.settle()
    _report_short_pages(typesetter, filled)
    for fragment, over in dict.fromkeys(filled.tall):
        higher = f"{millimetres(over)} higher than the column of {millimetres(area.height)}"
        message = f"{fragment.what} is {higher}"
        typesetter.report("P357", message, fragment.span, "make it smaller, or part it")
    return filled


def _report_short_pages(typesetter: Typesetter, filled: Pages) -> None:
    """P367 on pages that end early, though no break was asked for: what comes next did not fit."""
    for number, (page, after) in enumerate(pairwise(filled.pages), filled.first):
        used = max((y + fragment.height for fragment, _, y in page), default=0)
        following = after[0].fragment
        if 100 * used < LEAST_FILLED * filled.height and not following.turn:
            message = (
                f"page {number} is filled to {100 * used // filled.height} %:"
                f" {following.what} that comes next does not fit on it"
            )
            hint = "make that smaller or move it; or say that the page ends there: [[page]]"
            found = warning("P367", message, following.span, hint)
            typesetter.reports.append(found)


def _page_faces(typesetter: Typesetter, filled: Pages, span: Span) -> Iterable[Face]:
    """All pages drawn, each with its running foot."""
    book = typesetter.book
    margins = book.margins or margins_for(book.size, book.margin_column)
    area = _type_area(book)
    chapter = ""
    for number, placed in enumerate(filled.pages, filled.first):
        left = margins.inner if number % 2 else margins.outer
        canvas = _drawn(placed, left, area.y, typesetter.numbers)
        begun = [anchor.title for anchor in canvas.anchors if anchor.level == 1] or [chapter]
        baseline = book.size.height - margins.bottom * 46 // 100
        canvas.items += running_foot(
            typesetter, number, begun[0], left, left + area.width, baseline, span
        )
        chapter = begun[-1]  # what the pages after this one go on with
        canvas.items[:0] = _ground(book, 1 - number % 2)
        yield _canvas_face(canvas, book, COVER_BLEED if book.grounds else 0)


def _ground(book: Book, side: int) -> Sequence[Item]:
    """What lies under the text of a side: 0 is a front or an odd page, 1 a back or an even one."""
    return book.grounds[side % len(book.grounds)].items if book.grounds else ()


def _drawn(
    page: Sequence[PlacedFragment], left: int, top: int, numbers: Mapping[str, int]
) -> Canvas:
    """The fragments of a page on a canvas, each behind the frames around it.

    A frame that is split between columns comes once in each.
    """
    canvas = Canvas(numbers)
    framed: dict[tuple[int, int], tuple[Frame, list[PlacedFragment]]] = {}
    for placed in page:
        for frame in placed.fragment.frames:
            framed.setdefault((id(frame.key), placed.x), (frame, []))[1].append(placed)
    for frame, inside in framed.values():
        first, last = inside[0], inside[-1]
        split = first.fragment.edge != "first", last.fragment.edge != "last"
        bottom = top + last.y + last.fragment.height
        paint_frame(frame, canvas, left + first.x, top + first.y, bottom, split)
    for fragment, x, y in page:
        fragment.draw(canvas, left + x, top + y)
    return canvas


def _canvas_face(canvas: Canvas, book: Book, bleed: int = 0) -> Face:
    items, links, anchors = canvas.items, canvas.links, canvas.anchors
    return Face(book.size, Um(bleed), tuple(items), tuple(links), tuple(anchors))


def regions(typesetter: Typesetter, blocks: Blocks, width: int) -> list[Region]:
    """The text as regions: chapters' headings and the contents go across the page, the rest in
    the columns in force.
    """
    flow = _Flow(typesetter, blocks, width)
    flow.set_columns(typesetter.book.columns, blocks[0].span if blocks else Span(""))
    for block in blocks:
        flow.add(block)
    if flow.beside:
        message = "what stands in the margin column stands beside the text that follows it"
        hint = "put it before a paragraph of the text column"
        typesetter.report("P357", message, flow.beside[0].span or Span(""), hint)
    return flow.done


class _Flow:
    """Gathers regions. `open` says that the last one goes on, in the columns in force; `lead` is
    how much of what follows must stay with a heading; `turn` is a break that was asked for, `wide`
    says that the next block goes across; `beside` stands in the margin column, beside what follows;
    `held` ends with a heading that stays with what is added.
    """

    def __init__(self, typesetter: Typesetter, blocks: Blocks, width: int) -> None:
        self.typesetter = typesetter
        self.blocks = blocks
        self.width = width
        self.columns = 1
        self.done: list[Region] = []
        self.open = self.wide = False
        self.lead = 0
        self.turn = ""
        self.beside: list[Fragment] = []
        self.held: list[Fragment] | None = None

    def set_columns(self, columns: int, span: Span) -> None:
        """Set what follows in so many columns; where they have no width that is an error, and
        one is taken.
        """
        self.columns = columns
        if columns > 1 and self.column < MM:
            message = (
                f"{columns} columns with {millimetres(GAP)} between them have no room in a width of"
                f" {millimetres(self.width)}"
            )
            hint = "set it in fewer columns, or choose a larger size"
            self.typesetter.report("P357", message, span, hint)
            self.columns = 1

    @property
    def margin(self) -> int:
        """The width of the margin column; none stands beside several columns."""
        return self.typesetter.book.margin_column if self.columns == 1 else 0

    @property
    def column(self) -> int:
        """The width of one column."""
        if self.margin:
            return self.width - self.margin - MARGIN_GAP
        return (self.width - GAP * (self.columns - 1)) // self.columns

    def add(self, block: Block) -> None:
        """Add a block to the region that is open, across all columns, or to the margin column."""
        typesetter = self.typesetter
        match block:
            case Generated():
                self.add_generated(block)
            case Callout("aside") if self.margin:
                self.beside.append(aside(typesetter, block, self.margin))
            case Figure(width="margin") if self.margin:
                self.beside.append(margin_figure(typesetter, block, self.margin))
            case _:
                across = self.column < self.width and (self.wide or _is_wide(block))
                width = self.width if across else self.column
                self.put(fragments_of(typesetter, (block,), width), across=across)
                self.wide = False
        if isinstance(block, Heading):
            self.lead = _LEAD * typesetter.line_height(BODY)

    def put(self, fragments: list[Fragment], *, across: bool = False) -> None:
        """Add fragments to the open region, or as one across all columns; the first one after a
        break that was asked for, else with a heading that leads.
        """
        if not fragments:
            return
        for at, fragment in enumerate(fragments):
            self.lead -= fragment.height
            if self.lead > 0:
                fragments[at] = fragment._replace(keep=True)
        if self.turn:
            fragments[0] = fragments[0]._replace(turn=self.turn)
            self.held = None
        elif self.done and (across or not self.open):
            before = self.done[-1].fragments
            self.held = before if before[-1].keep else None
        self.hold(fragments)
        if self.margin and not across:
            fragments[0] = fragments[0]._replace(beside=tuple(self.beside))
            self.beside = []
        self.turn = ""
        if across:
            self.done.append(Region(1, self.width, fragments, wide=True))
        elif self.open:
            self.done[-1].fragments.extend(fragments)
        else:
            wide = not self.margin
            self.done.append(Region(self.columns, self.column, fragments, wide))
        self.open = not across

    def hold(self, fragments: Sequence[Fragment]) -> None:
        """Where the region before ends with what stays with the next fragment, leave room for
        that one and all that stays with it, whichever blocks these are of.
        """
        if self.held is None:
            return
        need = self.held[-1].need or self.typesetter.line_height(BODY)
        for fragment in fragments:
            need += fragment.before + fragment.height
            if not fragment.keep:
                break
        self.held[-1] = self.held[-1]._replace(need=need)
        self.held = self.held if all(one.keep for one in fragments) else None

    def add_generated(self, block: Generated) -> None:
        """A generated part, or a break; the cover is the first page, wherever it is asked for."""
        typesetter, book, span = self.typesetter, self.typesetter.book, block.span
        match block.kind:
            case "page" | "column":
                self.turn = block.kind if self.turn != "page" else "page"
            case "wide":
                self.wide = True
            case "columns":
                self.open = False
                self.set_columns(int(block.argument), span)
            case "contents":
                headings = [block for block in walk(self.blocks) if isinstance(block, Heading)]
                title = (Run(book.word("contents")),)
                lines = headline(typesetter, title, 1, self.width, span)
                self.put([*lines, *contents(typesetter, headings, self.width)], across=True)
            case "components":
                width = self.width if self.margin else self.column
                self.put(
                    components(typesetter, book.components, width, span), across=self.margin > 0
                )
            case "icons":
                width = self.width if self.margin else self.column
                self.put(icons(typesetter, book.icons, width, span), across=self.margin > 0)
            case "credits":
                self.put(credit_list(typesetter, book.credits, self.column, span))


def _is_wide(block: Block) -> bool:
    """Whether a block goes across all columns by itself."""
    match block:
        case Heading(level=1) | Figure(width="wide"):
            return True
    return False


def reference(
    blocks: Blocks,
    book: Book,
    stylesheet: Stylesheet,
    findings: list[Diagnostic],
    *,
    bleed: int = 0,
) -> list[Face]:
    """The faces of a player aid in order: front, back, front, back …

    `---` ends a side. A text without one flows over both sides of a card. All of it is set in one
    size, from the styles' down to 7.5 pt; what does not fit even then is an error (P360) that says
    by how much. A front without a back gets a blank one. The book's grounds lie under the text of
    fronts and backs, instead of the band of a card.
    """
    by_divider = groupby(blocks, key=lambda block: isinstance(block, Divider))
    sections = [list(section) for divider, section in by_divider if not divider]
    book = book._replace(margins=_side_margins(book))
    most = 2 if len(sections) == 1 else 1
    sheet = book.size.width >= SHEET
    typesetter = Typesetter(
        stylesheet,
        book,
        family="book" if sheet else "aid",
        floor=FLOOR,
        titles=_titles(blocks, book),
        captions=figure_titles(blocks, book.word("figure")),
    )
    wanted = typesetter.style(BODY).size
    steps = max(0, round((wanted - FLOOR) * 4))
    sides: list[Pages] = []
    for step in range(steps + 1):
        typesetter.scale = (wanted - step / 4) / wanted
        typesetter.begin()
        sides = [_set(typesetter, section) for section in sections]
        if not any(_overflow(pages, most) for pages in sides):
            break
    faces = list(_side_faces(typesetter, sides, bleed))
    points = typesetter.size(typesetter.style(BODY))
    for number, (section, pages) in enumerate(zip(sections, sides, strict=True), 1):
        if over := _overflow(pages, most):
            side = f"side {number} of the player aid" if len(sections) > 1 else "the player aid"
            needs = f"{millimetres(over)} more height than it has, set in {points:g} pt"
            breaks = any(isinstance(block, Generated) and block.kind == "page" for block in section)
            hint = "take [[page]] out" if breaks else "shorten it"
            hint += ", part it by --- into more sides, or choose a larger size"
            typesetter.report("P360", f"{side} needs {needs}", section[0].span, hint)
    findings += dict.fromkeys(typesetter.reports)
    if len(faces) % 2:
        faces.append(Face(book.size, Um(bleed), ()))
    return faces


def _titles(blocks: Blocks, book: Book) -> dict[str, str]:
    """What headings and figures are called, by their anchors."""
    return figure_titles(blocks, book.word("figure")) | {
        block.anchor: plain(block.inlines).strip()
        for block in walk(blocks)
        if isinstance(block, Heading)
    }


def _has_band(book: Book) -> bool:
    """Whether its sides have a band of colour: cards that nothing else is drawn on."""
    return book.size.width < SHEET and not book.grounds


def _side_margins(book: Book) -> Margins:
    margins = book.margins
    if margins is None:
        sheet = book.size.width >= SHEET
        margins = margins_for(book.size) if sheet else Margins(*[Um(_MARGIN)] * 4)
    if _has_band(book):
        margins = margins._replace(top=Um(max(margins.top, INSET + _BAND + _BELOW)))
    return margins


def _set(typesetter: Typesetter, section: Sequence[Block]) -> Pages:
    """A section in the typesetter's size, on pages as high as a side has room."""
    area = _type_area(typesetter.book)
    pages = Pages(max(area.height, 5 * MM), GAP, typesetter.half_line, 40)
    for region in regions(typesetter, tuple(section), max(area.width, 5 * MM)):
        pages.add(region)
    return pages


def _overflow(pages: Pages, most: int) -> int:
    """How high what stands on pages beyond so many is, with what is too high for any of them."""
    beyond = (
        max(y + fragment.height for fragment, _, y in page) for page in pages.pages[most:] if page
    )
    return sum(beyond) + sum(over for _, over in pages.tall)


def _side_faces(typesetter: Typesetter, sides: Iterable[Pages], bleed: int) -> Iterable[Face]:
    """Each side on the game's paper colour, which runs into the bleed: with a band of colour
    over the text of a card, or on its ground.
    """
    book = typesetter.book
    area = _type_area(book)
    edge = max(INSET, min(area.x, book.size.width - area.right))
    paper = rectangle(rect(0, 0, *book.size).inset(-bleed))
    band = rectangle(rect(edge, INSET, book.size.width - 2 * edge, _BAND))
    side = 0
    for pages in sides:
        numbers = pages.numbers()
        for page in pages.pages:
            under = [Shape(paper, typesetter.color("paper")), *_ground(book, side)]
            if _has_band(book):
                under.append(Shape(band, typesetter.color("accent")))
            canvas = _drawn(page, area.x, area.y, numbers)
            canvas.items[:0] = under
            yield _canvas_face(canvas, book, bleed)
            side += 1
