"""A text's blocks as pages: regions of one or two columns, contents with page numbers, the feet
of the pages, links and bookmarks.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.compose.markdown_tree import Block, Blocks, Generated, Heading, Run, walk
from pnp.diagnostics import Diagnostic, Span
from pnp.face import Anchor, Face, Link
from pnp.layout import parts
from pnp.layout.blocks import BODY, heading, headline, paint_frame, strips_of
from pnp.layout.book_context import MAX_PAGES, Book, Margins, margins_for
from pnp.layout.catalog import Catalog
from pnp.layout.columns import Pages, Region, Spot
from pnp.layout.inlines import Setter
from pnp.layout.strips import Canvas, Frame, Strip
from pnp.units.geometry import MM, Size, Um, millimetres, size

GAP = 6 * MM
_PASSES = 6

_Made = dict[tuple[int, int, int], tuple[tuple[Strip, ...], int]]
"""Strips that a later pass may use again, by block, column and the number of figures before;
with that number behind them.
"""


def pages(blocks: Blocks, book: Book, catalog: Catalog, findings: list[Diagnostic]) -> list[Face]:
    """The pages of a book, recto first; what is wrong is added to the findings.

    Set again where words name pages (`[](#anchor)`), until the numbers stay (P365 where they never
    do); drawn once.
    """
    setter = Setter(catalog, book)
    faces: list[Face] = []
    made: _Made = {}
    for turn in range(1, _PASSES + 1):
        setter.found, setter.asked, setter.figures = [], {}, 0
        setter.inks.clear()  # what is wrong with one is said when it is made
        filled, numbers = _filled(setter, blocks, made)
        if not setter.asked or numbers == setter.numbers or turn == _PASSES:
            _tell_unsettled(setter, numbers)
            faces = _faces(setter, filled, numbers, blocks) if filled else []
            break
        setter.numbers = numbers
    findings += dict.fromkeys(setter.found)
    return faces


def _tell_unsettled(setter: Setter, numbers: dict[str, int]) -> None:
    """P365 where the words that name a page push what they name to another one, however often
    they are set.
    """
    for name, place in setter.asked.items():
        named, is_on = setter.numbers.get(name), numbers.get(name)
        if is_on is not None and is_on != named:
            told = (
                f'"page {named}" moves "#{name}" to page {is_on}, and that number would move it'
                " back"
            )
            setter.say(
                "P365",
                told,
                place,
                "give the link words, [rolling](#rolling), or begin a page before what it names"
                " with [[page]]",
            )


def _room(book: Book) -> tuple[Margins, Size]:
    """The margins of the pages, and the room between them."""
    margins = book.margins or margins_for(book.size)
    width = book.size.width - margins.inner - margins.outer
    return margins, size(width, book.size.height - margins.top - margins.bottom)


def _first(setter: Setter, blocks: Blocks) -> tuple[Span, bool]:
    """Where the text begins, and whether its first page is a cover."""
    covered = setter.book.cover is not None or any(
        isinstance(block, Generated) and block.kind == "cover" for block in blocks
    )
    return blocks[0].span if blocks else Span(""), covered


def _filled(setter: Setter, blocks: Blocks, made: _Made) -> tuple[Pages | None, dict[str, int]]:
    """All strips in their places, and the page number of every anchor; None and what was known
    where there is no room for them.
    """
    known = dict(setter.numbers)
    _, (width, height) = _room(setter.book)
    first, covered = _first(setter, blocks)
    if min(width, height) < 20 * MM:
        setter.say(
            "P357",
            f"the margins leave {millimetres(max(0, min(width, height)))} for the text",
            first,
            "make the margins smaller",
        )
        return None, known
    filled = Pages(height, GAP, setter.line_height(BODY) // 2, MAX_PAGES, [[]], [])
    for region in regions(setter, blocks, width, made):
        filled.add(region)
        if filled.full:
            told = f"the text has more than {MAX_PAGES} pages"
            setter.say("P359", told, first, "print less of it, or part it into several books")
            return None, known
    for strip, over in dict.fromkeys(filled.tall):
        told = (
            f"{strip.what} is {millimetres(over)} higher than the column of {millimetres(height)}"
        )
        setter.say("P357", told, strip.span, "make it smaller, or part it")
    pages_of = enumerate(filled.pages, 2 if covered else 1)
    return filled, {
        name: n for n, spots in pages_of for spot in spots for name in spot.strip.anchors
    }


def _faces(setter: Setter, filled: Pages, numbers: dict[str, int], blocks: Blocks) -> list[Face]:
    """All pages drawn."""
    book = setter.book
    margins, (width, _) = _room(book)
    first, covered = _first(setter, blocks)
    faces = [parts.cover(setter, first)] if covered else []
    chapter = ""
    for number, spots in enumerate(filled.pages, 2 if covered else 1):
        left = margins.inner if number % 2 else margins.outer
        canvas = drawn(spots, left, margins.top, numbers)
        begun = [anchor.title for anchor in canvas.anchors if anchor.level == 1] or [chapter]
        baseline = book.size.height - margins.bottom * 46 // 100
        canvas.items += parts.furniture(
            setter, number, begun[0], left, left + width, baseline, first
        )
        chapter = begun[-1]  # what the pages after this one go on with
        faces.append(face_of(canvas, book))
    return faces


def drawn(spots: Sequence[Spot], left: int, top: int, numbers: dict[str, int]) -> Canvas:
    """The strips of a page on a canvas: frames first, each behind its strips."""
    canvas = Canvas(numbers)
    for frame, x, upper, lower, parted in _frames(spots):
        paint_frame(frame, canvas, left + x, top + upper, top + lower, parted)
    for strip, x, y in spots:
        strip.draw(canvas, left + x, top + y)
    return canvas


def _frames(spots: Sequence[Spot]) -> list[tuple[Frame, int, int, int, tuple[bool, bool]]]:
    """Every frame of a page: its column, from where to where it reaches, and whether more of it
    comes before or after.

    One that is parted between columns comes once in each.
    """
    found: dict[tuple[int, int], tuple[Frame, int, list[Spot]]] = {}
    for spot in spots:
        for frame in spot.strip.frames:
            found.setdefault((id(frame.key), spot.x), (frame, spot.x, []))[2].append(spot)
    return [
        (
            frame,
            x,
            inside[0].y,
            inside[-1].y + inside[-1].strip.height,
            (inside[0].strip.edge != "first", inside[-1].strip.edge != "last"),
        )
        for frame, x, inside in found.values()
    ]


def face_of(canvas: Canvas, book: Book, bleed: int = 0) -> Face:
    """A drawn page as a face."""
    anchors: tuple[Anchor, ...] = tuple(canvas.anchors)
    links: tuple[Link, ...] = tuple(canvas.links)
    return Face(book.size, Um(bleed), tuple(canvas.items), links, anchors)


def regions(setter: Setter, blocks: Blocks, width: int, made: _Made | None = None) -> list[Region]:
    """The text as regions: chapters' headings and the contents go across the page, the rest in
    the columns in force.
    """
    headings = [block for block in walk(blocks) if isinstance(block, Heading)]
    flow = _Flow(setter, width, headings, {} if made is None else made)
    flow.part(setter.book.columns, blocks[0].span if blocks else Span(""))
    for block in blocks:
        flow.add(block)
    flow.end()
    return flow.done


class _Flow:
    """Regions being gathered: the columns in force, and the strips of the region that is open."""

    def __init__(self, setter: Setter, width: int, headings: list[Heading], made: _Made) -> None:
        self.setter = setter
        self.width = width
        self.headings = headings
        self.made = made
        self.columns = 1
        self.done: list[Region] = []
        self.open: list[Strip] = []
        self.turn = ""
        self.leads = False

    def part(self, columns: int, span: Span) -> None:
        """Set what follows in so many columns; where they have no width that is an error, and
        one is taken.
        """
        self.columns = columns
        if columns > 1 and self.column < MM:
            told = (
                f"{columns} columns with {millimetres(GAP)} between them have no room in a width of"
                f" {millimetres(self.width)}"
            )
            self.setter.say("P357", told, span, "set it in fewer columns, or choose a larger size")
            self.columns = 1
        self.setter.spare = self.width - self.column

    @property
    def column(self) -> int:
        """The width of one column."""
        return (self.width - GAP * (self.columns - 1)) // self.columns

    def add(self, block: Block) -> None:
        """Add a block to the region that is open, or across all columns."""
        match block:
            case Generated():
                self.generated(block)
            case Heading(level=1) if self.columns > 1:
                need = 6 * self.setter.line_height(BODY)
                lines = heading(self.setter, block, self.width)
                if lines:
                    lines[-1] = lines[-1]._replace(keep=False, need=need)
                self.across(lines)
                self.leads = bool(lines)
            case _:
                self.put(self.strips(block))

    def strips(self, block: Block) -> list[Strip]:
        """The strips of a block; those of an earlier pass where nothing is wrong with them and
        none names a page.
        """
        setter = self.setter
        key = id(block), self.column, setter.figures
        known = self.made.get(key)
        if known is not None:
            strips, setter.figures = known
            return list(strips)
        asked, said = setter.asked, len(setter.found)
        setter.asked = {}
        done = strips_of(setter, (block,), self.column)
        if not setter.asked and len(setter.found) == said:
            self.made[key] = (tuple(done), setter.figures)
        setter.asked = asked | setter.asked
        return done

    def put(self, strips: list[Strip]) -> None:
        """Add strips to the open region, the first one after a break that was asked for."""
        if strips and self.turn:
            strips[0] = strips[0]._replace(turn=self.turn)
            self.turn = ""
        elif strips and self.leads:
            self._lead(strips)
        self.leads = self.leads and not strips
        self.open += strips

    def _lead(self, strips: list[Strip]) -> None:
        """Keep a heading across all columns with the first of what follows, as far as that is
        never parted.
        """
        *before, last = self.done
        *lines, line = last.strips
        chain = next((n for n, strip in enumerate(strips, 1) if not strip.keep), len(strips))
        need = max(
            line.need,
            sum(strip.before + strip.height for strip in strips[:chain])
            + self.setter.line_height(BODY),
        )
        self.done = [*before, last._replace(strips=(*lines, line._replace(need=need)))]

    def end(self) -> None:
        """Close the open region."""
        if self.open:
            self.done.append(Region(self.columns, self.column, tuple(self.open)))
        self.open = []

    def across(self, strips: list[Strip]) -> None:
        """Strips that go across all columns."""
        self.end()
        if strips:
            self.put(strips)
            self.done.append(Region(1, self.width, tuple(self.open)))
            self.open = []

    def generated(self, block: Generated) -> None:
        """A generated part, or a break."""
        setter, book, span = self.setter, self.setter.book, block.span
        match block.kind:
            case "page" | "column":
                self.turn = block.kind if self.turn != "page" else "page"
            case "columns":
                self.end()
                self.part(int(block.argument), span)
            case "contents":
                lines = headline(setter, (Run(book.word("contents")),), 1, self.width, span)
                self.across([*lines, *parts.contents(setter, self.headings, self.width)])
            case "components":
                self.put(parts.components(setter, book.components, self.column, span))
            case "icons":
                self.put(parts.icons(setter, book.icons, self.column, span))
            case "credits":
                self.put(parts.credits(setter, book.credits, self.column, span))
            case _:  # the cover is the first page, wherever it is asked for
                pass
