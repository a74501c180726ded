"""A text's blocks as pages: regions of one or two columns, contents with page numbers, the feet
of the pages, links and bookmarks.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.compose.markdown_tree import Block, Blocks, Generated, Heading, Run, walk
from pnp.diagnostics import Diagnostic, Span
from pnp.face import Anchor, Face, Link
from pnp.layout import generated
from pnp.layout.blocks import BODY, fragments_of, heading, headline, paint_frame
from pnp.layout.book import MAX_PAGES, Book, Margins, margins_for
from pnp.layout.context import Stylesheet
from pnp.layout.fragmentation import Canvas, Fragment, Frame, Pages, Region, Spot
from pnp.layout.inlines import Typesetter
from pnp.units.geometry import MM, Size, Um, millimetres, size

GAP = 6 * MM
_PASSES = 6

_Made = dict[tuple[int, int, int], tuple[tuple[Fragment, ...], int]]
"""Strips that a later pass may use again, by block, column and the number of figures before;
with that number behind them.
"""


def pages(
    blocks: Blocks, book: Book, stylesheet: Stylesheet, findings: list[Diagnostic]
) -> list[Face]:
    """The pages of a book, recto first; what is wrong is added to the findings.

    Set again where words name pages (`[](#anchor)`), until the numbers stay (P365 where they never
    do); drawn once.
    """
    typesetter = Typesetter(stylesheet, book)
    faces: list[Face] = []
    made: _Made = {}
    for turn in range(1, _PASSES + 1):
        typesetter.found, typesetter.asked, typesetter.figures = [], {}, 0
        typesetter.inks.clear()  # what is wrong with one is said when it is made
        filled, numbers = _filled(typesetter, blocks, made)
        if not typesetter.asked or numbers == typesetter.numbers or turn == _PASSES:
            _tell_unsettled(typesetter, numbers)
            faces = _faces(typesetter, filled, numbers, blocks) if filled else []
            break
        typesetter.numbers = numbers
    findings += dict.fromkeys(typesetter.found)
    return faces


def _tell_unsettled(typesetter: Typesetter, numbers: dict[str, int]) -> None:
    """P365 where the words that name a page push what they name to another one, however often
    they are set.
    """
    for name, place in typesetter.asked.items():
        named, is_on = typesetter.numbers.get(name), numbers.get(name)
        if is_on is not None and is_on != named:
            told = (
                f'"page {named}" moves "#{name}" to page {is_on}, and that number would move it'
                " back"
            )
            typesetter.say(
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


def _first(typesetter: Typesetter, blocks: Blocks) -> tuple[Span, bool]:
    """Where the text begins, and whether its first page is a cover."""
    covered = typesetter.book.cover is not None or any(
        isinstance(block, Generated) and block.kind == "cover" for block in blocks
    )
    return blocks[0].span if blocks else Span(""), covered


def _filled(
    typesetter: Typesetter, blocks: Blocks, made: _Made
) -> tuple[Pages | None, dict[str, int]]:
    """All fragments in their places, and the page number of every anchor; None and what was known
    where there is no room for them.
    """
    known = dict(typesetter.numbers)
    _, (width, height) = _room(typesetter.book)
    first, covered = _first(typesetter, blocks)
    if min(width, height) < 20 * MM:
        typesetter.say(
            "P357",
            f"the margins leave {millimetres(max(0, min(width, height)))} for the text",
            first,
            "make the margins smaller",
        )
        return None, known
    filled = Pages(height, GAP, typesetter.line_height(BODY) // 2, MAX_PAGES, [[]], [])
    for region in regions(typesetter, blocks, width, made):
        filled.add(region)
        if filled.full:
            told = f"the text has more than {MAX_PAGES} pages"
            typesetter.say("P359", told, first, "print less of it, or part it into several books")
            return None, known
    for fragment, over in dict.fromkeys(filled.tall):
        told = (
            f"{fragment.what} is {millimetres(over)} higher than the column of"
            f" {millimetres(height)}"
        )
        typesetter.say("P357", told, fragment.span, "make it smaller, or part it")
    pages_of = enumerate(filled.pages, 2 if covered else 1)
    return filled, {
        name: n for n, spots in pages_of for spot in spots for name in spot.fragment.anchors
    }


def _faces(
    typesetter: Typesetter, filled: Pages, numbers: dict[str, int], blocks: Blocks
) -> list[Face]:
    """All pages drawn."""
    book = typesetter.book
    margins, (width, _) = _room(book)
    first, covered = _first(typesetter, blocks)
    faces = [generated.cover(typesetter, first)] if covered else []
    chapter = ""
    for number, spots in enumerate(filled.pages, 2 if covered else 1):
        left = margins.inner if number % 2 else margins.outer
        canvas = drawn(spots, left, margins.top, numbers)
        begun = [anchor.title for anchor in canvas.anchors if anchor.level == 1] or [chapter]
        baseline = book.size.height - margins.bottom * 46 // 100
        canvas.items += generated.running_foot(
            typesetter, number, begun[0], left, left + width, baseline, first
        )
        chapter = begun[-1]  # what the pages after this one go on with
        faces.append(face_of(canvas, book))
    return faces


def drawn(spots: Sequence[Spot], left: int, top: int, numbers: dict[str, int]) -> Canvas:
    """The fragments of a page on a canvas: frames first, each behind its fragments."""
    canvas = Canvas(numbers)
    for frame, x, upper, lower, parted in _frames(spots):
        paint_frame(frame, canvas, left + x, top + upper, top + lower, parted)
    for fragment, x, y in spots:
        fragment.draw(canvas, left + x, top + y)
    return canvas


def _frames(spots: Sequence[Spot]) -> list[tuple[Frame, int, int, int, tuple[bool, bool]]]:
    """Every frame of a page: its column, from where to where it reaches, and whether more of it
    comes before or after.

    One that is parted between columns comes once in each.
    """
    found: dict[tuple[int, int], tuple[Frame, int, list[Spot]]] = {}
    for spot in spots:
        for frame in spot.fragment.frames:
            found.setdefault((id(frame.key), spot.x), (frame, spot.x, []))[2].append(spot)
    return [
        (
            frame,
            x,
            inside[0].y,
            inside[-1].y + inside[-1].fragment.height,
            (inside[0].fragment.edge != "first", inside[-1].fragment.edge != "last"),
        )
        for frame, x, inside in found.values()
    ]


def face_of(canvas: Canvas, book: Book, bleed: int = 0) -> Face:
    """A drawn page as a face."""
    anchors: tuple[Anchor, ...] = tuple(canvas.anchors)
    links: tuple[Link, ...] = tuple(canvas.links)
    return Face(book.size, Um(bleed), tuple(canvas.items), links, anchors)


def regions(
    typesetter: Typesetter, blocks: Blocks, width: int, made: _Made | None = None
) -> list[Region]:
    """The text as regions: chapters' headings and the contents go across the page, the rest in
    the columns in force.
    """
    headings = [block for block in walk(blocks) if isinstance(block, Heading)]
    flow = _Flow(typesetter, width, headings, {} if made is None else made)
    flow.part(typesetter.book.columns, blocks[0].span if blocks else Span(""))
    for block in blocks:
        flow.add(block)
    flow.end()
    return flow.done


class _Flow:
    """Gathers regions: the columns in force, and the fragments of the region that is open."""

    def __init__(
        self, typesetter: Typesetter, width: int, headings: list[Heading], made: _Made
    ) -> None:
        self.typesetter = typesetter
        self.width = width
        self.headings = headings
        self.made = made
        self.columns = 1
        self.done: list[Region] = []
        self.open: list[Fragment] = []
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
            self.typesetter.say(
                "P357", told, span, "set it in fewer columns, or choose a larger size"
            )
            self.columns = 1
        self.typesetter.spare = self.width - self.column

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
                need = 6 * self.typesetter.line_height(BODY)
                lines = heading(self.typesetter, block, self.width)
                if lines:
                    lines[-1] = lines[-1]._replace(keep=False, need=need)
                self.across(lines)
                self.leads = bool(lines)
            case _:
                self.put(self.fragments(block))

    def fragments(self, block: Block) -> list[Fragment]:
        """The fragments of a block; those of an earlier pass where nothing is wrong with them and
        none names a page.
        """
        typesetter = self.typesetter
        key = id(block), self.column, typesetter.figures
        known = self.made.get(key)
        if known is not None:
            fragments, typesetter.figures = known
            return list(fragments)
        asked, said = typesetter.asked, len(typesetter.found)
        typesetter.asked = {}
        done = fragments_of(typesetter, (block,), self.column)
        if not typesetter.asked and len(typesetter.found) == said:
            self.made[key] = (tuple(done), typesetter.figures)
        typesetter.asked = asked | typesetter.asked
        return done

    def put(self, fragments: list[Fragment]) -> None:
        """Add fragments to the open region, the first one after a break that was asked for."""
        if fragments and self.turn:
            fragments[0] = fragments[0]._replace(turn=self.turn)
            self.turn = ""
        elif fragments and self.leads:
            self._lead(fragments)
        self.leads = self.leads and not fragments
        self.open += fragments

    def _lead(self, fragments: list[Fragment]) -> None:
        """Keep a heading across all columns with the first of what follows, as far as that is
        never parted.
        """
        *before, last = self.done
        *lines, line = last.fragments
        chain = next(
            (n for n, fragment in enumerate(fragments, 1) if not fragment.keep), len(fragments)
        )
        need = max(
            line.need,
            sum(fragment.before + fragment.height for fragment in fragments[:chain])
            + self.typesetter.line_height(BODY),
        )
        self.done = [*before, last._replace(fragments=(*lines, line._replace(need=need)))]

    def end(self) -> None:
        """Close the open region."""
        if self.open:
            self.done.append(Region(self.columns, self.column, tuple(self.open)))
        self.open = []

    def across(self, fragments: list[Fragment]) -> None:
        """Strips that go across all columns."""
        self.end()
        if fragments:
            self.put(fragments)
            self.done.append(Region(1, self.width, tuple(self.open)))
            self.open = []

    def generated(self, block: Generated) -> None:
        """A generated part, or a break."""
        typesetter, book, span = self.typesetter, self.typesetter.book, block.span
        match block.kind:
            case "page" | "column":
                self.turn = block.kind if self.turn != "page" else "page"
            case "columns":
                self.end()
                self.part(int(block.argument), span)
            case "contents":
                lines = headline(typesetter, (Run(book.word("contents")),), 1, self.width, span)
                self.across([*lines, *generated.contents(typesetter, self.headings, self.width)])
            case "components":
                self.put(generated.components(typesetter, book.components, self.column, span))
            case "icons":
                self.put(generated.icons(typesetter, book.icons, self.column, span))
            case "credits":
                self.put(generated.credit_list(typesetter, book.credits, self.column, span))
            case _:  # the cover is the first page, wherever it is asked for
                pass
