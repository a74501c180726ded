"""What a rulebook's text is once it is read: a frozen tree of blocks and inlines, each with its
place in the Markdown file.

Pages, HTML and plain text are all made from this tree; none of it is ever read as XML again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from pnp.diagnostics import Span


class Run(NamedTuple):
    """Words in one cut."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False


class Icon(NamedTuple):
    """An icon among words, by name."""

    name: str
    span: Span


class Break(NamedTuple):
    """A line break that was asked for."""


class Link(NamedTuple):
    """Words that lead to `#anchor` or to an address; without words it reads as the number of the
    anchor's page.
    """

    target: str
    inlines: tuple[Run | Icon | Break, ...]
    span: Span


Inline = Run | Icon | Break | Link
Inlines = tuple[Inline, ...]


class Heading(NamedTuple):
    """A heading of level 1 to 4; `anchor` is what links name."""

    level: int
    inlines: Inlines
    anchor: str
    span: Span


class Paragraph(NamedTuple):
    """Running text."""

    inlines: Inlines
    span: Span


class ListBlock(NamedTuple):
    """A list; each item holds blocks, so lists nest.

    `start` is the first number of an ordered one.
    """

    ordered: bool
    items: tuple[tuple[Block, ...], ...]
    span: Span
    start: int = 1


Align = Literal["left", "center", "right"]


class Table(NamedTuple):
    """A table: one header row, rows of as many cells, an alignment for each column."""

    header: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    align: tuple[Align, ...]
    span: Span


class Callout(NamedTuple):
    """Blocks set apart: a note, an example, a variant, or a plain quotation.

    Without a title of its own it bears its kind's.
    """

    kind: str
    title: Inlines
    blocks: tuple[Block, ...]
    span: Span


class Figure(NamedTuple):
    """A picture of real components with its caption.

    `width` is a length or a share (`60%`) as written, empty for its natural size.

    `target` is empty where it was refused.
    """

    target: str
    caption: Inlines
    width: str
    span: Span


class FigureRow(NamedTuple):
    """Figures side by side, numbered one by one."""

    figures: tuple[Figure, ...]
    span: Span


class Generated(NamedTuple):
    """A part that is made, not written: contents, components, icons, credits, cover; or a page
    or column break, `columns N`.
    """

    kind: str
    argument: str
    span: Span


class Divider(NamedTuple):
    """A line across, written `---`: on reference cards the end of a side."""

    span: Span


Block = Heading | Paragraph | ListBlock | Table | Callout | Figure | FigureRow | Generated | Divider
Blocks = tuple[Block, ...]


def plain(inlines: Iterable[Inline]) -> str:
    """The words alone."""
    parts = []
    for inline in inlines:
        match inline:
            case Run(text):
                parts.append(text)
            case Break():
                parts.append(" ")
            case Link(_, inner):
                parts.append(plain(inner))
            case Icon():
                pass
    return "".join(parts)


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block in reading order, those that hold others before what they hold."""
    for block in blocks:
        yield block
        match block:
            case ListBlock():
                for item in block.items:
                    yield from walk(item)
            case Callout():
                yield from walk(block.blocks)
            case FigureRow():
                yield from block.figures


def lines_of(block: Block) -> Iterator[Inlines]:
    """The runs of inlines that a block itself holds."""
    match block:
        case Heading() | Paragraph():
            yield block.inlines
        case Callout():
            yield block.title
        case Figure():
            yield block.caption
        case Table():
            yield from block.header
            for row in block.rows:
                yield from row


def icons_in(blocks: Iterable[Block]) -> dict[str, Span]:
    """The icons that a text names, each with its first place."""
    found: dict[str, Span] = {}
    for block in walk(blocks):
        for inlines in lines_of(block):
            for inline in inlines:
                for part in inline.inlines if isinstance(inline, Link) else (inline,):
                    if isinstance(part, Icon):
                        found.setdefault(part.name, part.span)
    return found


def figures_in(blocks: Iterable[Block]) -> dict[str, Span]:
    """The targets of all figures, each with its first place."""
    found: dict[str, Span] = {}
    for block in walk(blocks):
        if isinstance(block, Figure):
            found.setdefault(block.target, block.span)
    return found
