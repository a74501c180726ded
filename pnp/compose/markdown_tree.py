"""Defines the syntax tree of a Markdown text: frozen blocks and inlines, each with its place in
the file; walks it, and gives each heading an anchor.

Pages, HTML and plain text are all made from this tree; none of it is ever read as XML again.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Literal, NamedTuple

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


UNTITLED = ("quote", "aside")
"""Call-outs that do not bear the name of their kind."""


class Callout(NamedTuple):
    """Blocks set apart: a note, an example, a variant, an aside, or a plain quotation.

    Without a title of its own it bears its kind's.
    """

    kind: str
    title: Inlines
    blocks: tuple[Block, ...]
    span: Span


class Figure(NamedTuple):
    """A picture of real components with its caption.

    `width` is a length, a share (`60%`), `margin` or `wide` as written, empty for its natural size.

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
    or column break, `columns N`; `wide`: the next block goes across all columns.
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
    words = ""
    for inline in inlines:
        match inline:
            case Run(text):
                words += text
            case Break():
                words += " "
            case Link(_, inner):
                words += plain(inner)
    return words


def words_of(parts: Iterable[Any]) -> str:
    """The words with the names of the icons among them, as people are shown them."""
    words = ""
    for part in parts:
        match part:
            case Icon(name):
                words += f":{name}:"
            case Link(_, inner) | Figure(_, inner):
                words += words_of(inner)
            case _:
                words += plain([part])
    return words


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
            yield from chain(block.header, *block.rows)


def inlines_in(blocks: Iterable[Block]) -> Iterator[Inline]:
    """The inlines of a text in reading order."""
    for block in walk(blocks):
        yield from chain(*lines_of(block))


def links_in(blocks: Iterable[Block]) -> list[Link]:
    """The links of a text in reading order."""
    return [part for part in inlines_in(blocks) if isinstance(part, Link)]


def icons_in(blocks: Iterable[Block]) -> dict[str, Span]:
    """The icons that a text names, each with its first place."""
    found: dict[str, Span] = {}
    for inline in inlines_in(blocks):
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


# --- anchors ---

_DOTS = str.maketrans("İı", "ii")
"""Turkish has two letters i; which is the capital of which only the language tells, so links take
them for one.
"""


def with_anchors(blocks: Iterable[Block]) -> Blocks:
    """The blocks, each heading with an anchor of its own, and the links to it.

    The first heading of its words gets them as its anchor, wherever it stands; the others get a
    number too, past the anchors that a heading or a figure has. A link may write its anchor in
    other letters: capitals, `ss` for `ß`, accents set apart.
    """
    blocks = tuple(blocks)
    figures = figure_anchors(blocks)
    slugs = [_slug(block) for block in walk(blocks) if isinstance(block, Heading)]
    anchors = _unique(slugs, figures)
    known = (*anchors, *figures)
    linked = {link.target[1:] for link in links_in(blocks) if link.target[:1] == "#"}
    unknown = linked.difference(known)
    alike = {_folded(anchor): anchor for anchor in reversed(known)} if unknown else {}
    targets = {f"#{name}": f"#{alike.get(_folded(name), name)}" for name in unknown}
    return _rewritten(blocks, iter(anchors), targets)  # type: ignore[no-any-return]


def figure_anchors(blocks: Iterable[Block]) -> tuple[str, ...]:
    """The anchors of the figures of a text, which count from 1."""
    figures = (block for block in walk(blocks) if isinstance(block, Figure))
    return tuple(f"figure-{n}" for n, _ in enumerate(figures, 1))


def _slug(heading: Heading) -> str:
    """The letters, marks and numbers of a heading in small letters, a hyphen for what stands
    between them; what no reader sees (soft hyphens, variation selectors) is dropped.
    """
    words = unicodedata.normalize("NFC", plain(heading.inlines)).replace("İ", "i").lower()
    kept = ""
    for char in words:
        kind = unicodedata.category(char)
        if kind != "Cf" and not "\ufe00" <= char <= "\ufe0f":
            kept += char if char == "_" or kind[0] in "LN" or kind in ("Mn", "Mc") else " "
    return "-".join(kept.split()) or "section"


def _folded(anchor: str) -> str:
    """What two spellings of an anchor have in common."""
    folded = unicodedata.normalize("NFC", anchor).translate(_DOTS).casefold()
    seen = "".join(char for char in folded if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFC", seen)


def figure_titles(blocks: Iterable[Block], word: str) -> dict[str, str]:
    """What the figures of a text are called, by their anchors: they bear numbers where a link leads
    to one of them.
    """
    anchors = figure_anchors(blocks)
    if not {link.target[1:] for link in links_in(blocks)} & {*anchors}:
        return {}
    return {anchor: f"{word} {number}" for number, anchor in enumerate(anchors, 1)}


def _unique(slugs: Iterable[str], figures: Iterable[str]) -> list[str]:
    """An anchor for each slug: itself, or with the first number that is free."""
    last = dict.fromkeys(figures, 1)
    taken = {*last, *slugs}
    anchors = []
    for slug in slugs:
        number = last.get(slug, 0) + 1
        while number > 1 and f"{slug}-{number}" in taken:
            number += 1
        last[slug] = number
        anchors.append(slug if number == 1 else f"{slug}-{number}")
    return anchors


def _rewritten(node: Any, anchors: Iterator[str], targets: Mapping[str, str]) -> Any:
    """A tree, or a tuple of nodes, with the anchors of its headings and other link targets."""
    match node:
        case Run() | Icon() | Break() | Span() | Generated() | Divider():
            return node
        case Link(target):
            return node._replace(target=targets.get(target, target))
        case Heading():
            node = node._replace(anchor=next(anchors))
    parts = [
        _rewritten(part, anchors, targets) if isinstance(part, tuple) else part for part in node
    ]
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
