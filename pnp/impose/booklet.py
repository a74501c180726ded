"""Places the pages of a book on sheets: as a saddle-stitched booklet, two to a side and folded
once, or one page to a side; and the note of a draft on a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.assets.paths import rectangle
from pnp.face import Face, Group, Item, Shape, Text, inner, text_area
from pnp.impose import Document, Duplex, Placement, Sheet, Side
from pnp.impose.sheet_marks import (
    TYPE_SIZE,
    LabelText,
    crop_marks,
    distances,
    mark_lengths,
    text_at,
    text_width,
    unmarked,
)
from pnp.impose.tiling import scaled
from pnp.units.color import WHITE
from pnp.units.geometry import (
    IDENTITY,
    MM,
    PAPERS,
    PT,
    Rect,
    Size,
    Transform,
    Um,
    around,
    by,
    centred,
    rect,
)

PAPER_THICKNESS = Um(100)
"""Of common 80 g/m² office paper, in micrometres."""
CREEP = 1.3
"""Folded sheets push the inner ones out by this multiple of their thickness: air and the bend of
the fold count too (binders' practice).
"""
MOST_CREEP = Um(5_000)
"""How much the innermost pages may lose at their outer edge: about half of what is white there."""
LEAST_SCALE = 0.9
"""A page that is little too large for half a sheet is printed so much smaller at most; less
would bring small type below 7.5 pt.
"""


_PLATE_PAD = 600
_INSETS = tuple(inset * MM for inset in (5, 4, 3, 2, 1))
"""From the edge of the page to the plate; 5 mm is what most printers reach."""


class PageTooLarge(ValueError):
    """Pages that do not go on the paper; the message says in millimetres what is and what there
    is room for.
    """

    def __init__(self, page: Size, paper: Size, room: Size) -> None:
        has, wants = f"{by(room)} on paper of {by(paper)}", by(page)
        super().__init__(f"a page of {wants} does not fit: there is room for {has}")


Spread = tuple[int | None, int | None]
"""The numbers of the pages on a side, from 1, left and right; None is a blank."""


def signature(count: int) -> list[tuple[Spread, Spread]]:
    """The outer and inner sides of the sheets of a signature of so many pages, outermost first,
    padded with blanks at the end to a multiple of four.

    Sheet s (from 0) of N pages bears N−2s and 2s+1 outside, 2s+2 and N−2s−1 inside.
    """
    total = -(-count // 4) * 4
    pages = [None, *range(1, count + 1), *[None] * 3]
    return [
        ((pages[total - first], pages[first + 1]), (pages[first + 2], pages[total - first - 1]))
        for first in range(0, total // 2, 2)
    ]


def creep(sheet: int, sheets: int, thickness: int = PAPER_THICKNESS) -> Um:
    """How far the pages of a sheet (0 = outermost) are moved towards the spine.

    The innermost is moved by thickness × (sheets − 1) × 1.3, the others in proportion.
    """
    total = thickness * (sheets - 1) * CREEP
    return Um(round(total * sheet / (sheets - 1))) if sheets > 1 else Um(0)


def booklet(
    name: str,
    title: str,
    pages: Sequence[Face],
    paper: Size,
    names: Sequence[str] = (),
    *,
    component: str = "rulebook",
    thickness: int = PAPER_THICKNESS,
    margin: int = 5 * MM,
    flip: Duplex = Duplex.SHORT,
) -> Document:
    """A saddle-stitched booklet: print on both sides, fold the stack, staple it in the fold.

    Flipped on the short edge its versos stand upright; on the long edge they stand on their heads.
    Pages without `names` are called by their numbers.

    Where pages are smaller than half a sheet, the cover bears the marks that the finished booklet
    is cut along. Raises PageTooLarge where two pages do not lie side by side on the paper, not even
    at nine tenths of their size.
    """
    landscape = paper if paper.width >= paper.height else paper.turned()
    half = Size(Um(landscape.width // 2), landscape.height)
    fitted = [fitting(page, half, paper) for page in pages]
    spreads = signature(len(fitted))
    cover = fitted[0].size
    cut = centred(Size(Um(2 * cover.width), cover.height), landscape)
    bleed, marks = _marked(fitted[0], cut, landscape, margin)
    sheets = []
    for s, spread in enumerate(spreads):
        shift = creep(s, len(spreads), thickness)
        recto, verso = (
            _side(fitted, names, numbers, landscape, shift, component, bleed) for numbers in spread
        )
        if s == 0:
            recto = recto._replace(marks=marks)
        if flip is Duplex.LONG:
            verso = _on_its_head(verso, landscape)
        sheets.append(Sheet(component, title, s + 1, landscape, recto, verso))
    return Document(name, title, flip, tuple(sheets))


def _on_its_head(side: Side, paper: Size) -> Side:
    def about(area: Rect) -> Rect:
        return rect(paper.width - area.right, paper.height - area.bottom, *area.size)

    return Side(
        tuple(
            placed._replace(trim=about(placed.trim), clip=about(placed.clip), turn=180)
            for placed in side.placements
        )
    )


def _marked(page: Face, trim: Rect, paper: Size, margin: int) -> tuple[int, tuple[Item, ...]]:
    """How far a page may bleed, and its marks: nothing runs over a cut without a mark, into a
    mark's room, or into the margin.
    """
    room = min(distances(trim, paper)) - margin >= page.bleed
    bleed = page.bleed if room and all(mark_lengths(trim, paper, margin, page.bleed)) else 0
    return bleed, crop_marks((trim,), mark_lengths(trim, paper, margin, bleed), bleed)


def _side(
    pages: Sequence[Face],
    names: Sequence[str],
    numbers: Spread,
    paper: Size,
    shift: int,
    component: str,
    bleed: int,
) -> Side:
    """Two pages, their inner edges at the fold, both moved towards it; neither crosses it, its
    bleed beyond the other edges stays.
    """
    fold = paper.width // 2
    halves = rect(0, 0, fold, paper.height), rect(fold, 0, paper.width - fold, paper.height)
    placements = []
    for slot, (number, half) in enumerate(zip(numbers, halves, strict=True)):
        if number is not None:
            page = pages[number - 1]
            x = fold - shift if slot else fold + shift - page.size.width
            trim = centred(page.size, paper)._replace(x=Um(x))
            clip = trim.inset(-min(page.bleed, bleed)).meet(half)
            card = names[number - 1] if names else str(number)
            placements.append(_placement(page, component, card, len(pages), slot, trim, clip))
    return Side(tuple(placements))


def uncut(document: Document, margin: int) -> list[str]:
    """What is said of pages that are to be cut out of a larger paper, where marks to cut by have
    no room.
    """
    first = document.sheets[0]
    sides = [side for side in (first.recto, first.verso) if side]
    trims = [placement.trim for side in sides for placement in side.placements[:2]]
    # a booklet opens to both sides of its fold, though a page may be blank
    if document.duplex is not Duplex.NONE:
        trims += [trim._replace(x=Um(first.paper.width - trim.right)) for trim in trims]
    trim = around(trims)
    # A5 on A4 needs no cut
    if trim.width >= first.paper.width - MM and trim.height >= first.paper.height - MM:
        return []
    missing = unmarked(mark_lengths(trim, first.paper, margin, 0))
    return [f"no room for {missing}"] if missing else []


def shrunk(page: Size, document: Document) -> list[str]:
    """By how much pages of a size are made smaller in their booklet, and how they would not be;
    empty where they are as large as they are.
    """
    sheet = document.sheets[0]
    sides = [side for side in (sheet.recto, sheet.verso) if side and side.placements]
    shown, paper = sides[0].placements[0].trim.width, sheet.paper
    if shown >= page.width:
        return []
    share = 100 * shown / page.width
    way = f"--paper {roomy}, or " if (roomy := roomy_paper(page)) else ""
    half = f"{paper.width // (2 * MM)}x{paper.height // MM}"
    note = f"the pages are printed at {share:.0f} % of their size, so that two lie on a side"
    return [f"{note}; at 100 % with {way}page: {half} in game.yaml"]


def roomy_paper(page: Size) -> str:
    """The smallest named paper that holds two pages beside each other; empty where none does."""
    sizes = sorted(PAPERS.items(), key=lambda paper: paper[1].width * paper[1].height)
    for name, size in sizes:
        if max(size) >= 2 * page.width and min(size) >= page.height:
            return name
    return ""


def plain_pages(
    name: str,
    title: str,
    pages: Sequence[Face],
    paper: Size | None = None,
    *,
    component: str = "rulebook",
    margin: int = 5 * MM,
) -> Document:
    """One page to a sheet: on paper of its own size, or in the middle of a larger paper with
    crop marks. Raises PageTooLarge.
    """
    sheets = []
    for number, page in enumerate(pages, 1):
        wanted = paper or page.size
        # A page that lies goes on a sheet that lies.
        fits = [size for size in (wanted, wanted.turned()) if _holds(size, page.size)]
        if not fits:
            raise PageTooLarge(page.size, wanted, wanted)
        size = fits[0]
        marks: tuple[Item, ...] = ()
        trim = clip = centred(page.size, size)
        if size != page.size:
            bleed, marks = _marked(page, trim, size, margin)
            clip = trim.inset(-bleed)
        side = Side((_placement(page, component, str(number), len(pages), 0, trim, clip),), marks)
        sheets.append(Sheet(component, title, number, size, side, None))
    return Document(name, title, Duplex.NONE, tuple(sheets))


def _holds(paper: Size, page: Size) -> bool:
    return page.width <= paper.width and page.height <= paper.height


def _placement(
    page: Face, component: str, card: str, of: int, slot: int, trim: Rect, clip: Rect
) -> Placement:
    return Placement(page, component, card, 1, "front", slot, trim, 0, clip, of=of)


def fitting(page: Face, room: Size, paper: Size) -> Face:
    """A page as it is where it fits, else a little smaller with its links and anchors.

    Raises PageTooLarge.
    """
    by = min(room.width / page.size.width, room.height / page.size.height)
    if by >= 1:
        return page
    if by < LEAST_SCALE:
        raise PageTooLarge(page.size, paper, room)
    return scaled(page, by, rectangle(rect(0, 0, *page.size).inset(-page.bleed)))


def note_on(page: Face, words: LabelText) -> tuple[Item, ...]:
    """The note of a draft on a white plate at the head or foot of a page; its first word where it
    is too long, nothing where words stand everywhere.
    """
    taken = list(_texts(page.items, IDENTITY))
    whole, height = rect(0, 0, *page.size), round(TYPE_SIZE * PT) + 2 * _PLATE_PAD
    for text in (words.note, words.note.partition(":")[0].rstrip()):
        width = text_width(words, text) + 2 * _PLATE_PAD
        x = (page.size.width - width) // 2
        for y in (y for inset in _INSETS for y in (inset, page.size.height - inset - height)):
            plate = rect(x, y, width, height)
            if whole.contains(plate) and not any(map(plate.overlaps, taken)):
                base = y + height // 2 + round(0.35 * TYPE_SIZE * PT)
                line = text_at(words, text, x + _PLATE_PAD, base, TYPE_SIZE)
                return Shape(rectangle(plate), fill=WHITE), line
    return ()


def _texts(items: tuple[Item, ...], place: Transform) -> Iterator[Rect]:
    """Where words stand on a page."""
    for item in items:
        if isinstance(item, Text):
            yield place.bounds(text_area(item))
        elif isinstance(item, Group):
            yield from _texts(item.items, inner(item, place))
