"""A text as plain text, 78 columns wide: for terminals, mail and a first look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from unicodedata import east_asian_width

from pnp.books.screen_text import Names, icon_words, legend, meanings, scene_of
from pnp.compose.markdown_tree import (
    Block,
    Break,
    Callout,
    Divider,
    Figure,
    FigureRow,
    Generated,
    Heading,
    Icon,
    Inlines,
    Link,
    ListBlock,
    Paragraph,
    Run,
    Table,
)
from pnp.layout.book import Book
from pnp.units.spelling import cased

WIDTH = 78
_HELD = "\0"
"""Stands behind a character that takes two columns while lines are filled."""
_LEAST = 24
"""Columns that a paragraph has at least, however deep it stands."""
_UNDER = {1: "=", 2: "-", 3: "~", 4: "."}


def plain_text(blocks: Iterable[Block], book: Book) -> str:
    """The text, its title first; no line is longer than 78 columns unless a word is."""
    blocks = tuple(blocks)
    title = cased(book.title, "upper", book.language)
    parts = [
        [title, *([book.subtitle] if book.subtitle else [])],
        *_Writer(blocks, book).blocks(blocks, WIDTH),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


class _Writer:
    """A text being written."""

    def __init__(self, blocks: tuple[Block, ...], book: Book) -> None:
        self.book, self.names, self.meanings = book, Names(blocks, book), meanings(book)

    def blocks(self, blocks: Iterable[Block], width: int) -> Iterator[list[str]]:
        """Each block as its lines."""
        for block in blocks:
            match block:
                case Heading(level, inlines):
                    lines = wrapped(self.words(inlines), width)
                    yield [*lines, _UNDER[level] * max(map(_columns, lines), default=0)]
                case Paragraph(inlines):
                    yield wrapped(self.words(inlines), width)
                case ListBlock():
                    yield list(self.items(block, width))
                case Table():
                    yield list(self.table(block, width))
                case Callout():
                    yield list(self.callout(block, width))
                case Figure():
                    yield list(self.figure(block, width))
                case FigureRow(figures):
                    yield [line for figure in figures for line in self.figure(figure, width)]
                case Divider():
                    yield ["-" * width]
                case Generated(kind):
                    yield [
                        line
                        for text, hang in self.generated(kind)
                        for line in wrapped(text, width, " " * hang)
                    ]

    def words(self, inlines: Inlines) -> str:
        """Inlines as words; breaks that were asked for are line breaks."""
        done = []
        for part in self.names.without_pages(inlines):
            match part:
                case Run(text):
                    done.append(text)
                case Icon(name):
                    done.append(f"[{icon_words(name, self.meanings)}]")
                case Break():
                    done.append("\n")
                case Link(target, inner):
                    words = self.words(inner)
                    done.append(
                        words
                        if target.startswith("#") or target == words
                        else f"{words} <{target}>"
                    )
        return "".join(done)

    def items(self, block: ListBlock, width: int) -> Iterator[str]:
        """The lines of a list, what follows a mark as far in as its words."""
        last = block.start + len(block.items) - 1
        for number, item in enumerate(block.items, block.start):
            mark = f"{number}.".ljust(len(str(last)) + 2) if block.ordered else "- "
            parts = list(self.blocks(item, width - len(mark)))
            tight = sum(isinstance(part, Paragraph) for part in item) < 2
            lines = [
                line
                for n, part in enumerate(parts)
                for line in (*([""] if n and not tight else []), *part)
            ] or [""]
            yield f"{mark}{lines[0]}".rstrip()
            yield from (f"{' ' * len(mark)}{line}".rstrip() for line in lines[1:])

    def table(self, block: Table, width: int) -> Iterator[str]:
        """A table in columns; where it is too wide for that, each row by itself, cell under
        cell.
        """
        head = [self.words(cell).replace("\n", " ").strip() for cell in block.header]
        body = [[self.words(cell).replace("\n", " ").strip() for cell in row] for row in block.rows]
        rows = [head, *body] if any(head) else body
        widths = [max(map(_columns, column)) for column in zip(*rows, strict=True)]
        if sum(widths) + 2 * (len(widths) - 1) <= width:
            for row in rows:
                yield "  ".join(
                    _set(cell, n, block.align[i])
                    for i, (cell, n) in enumerate(zip(row, widths, strict=True))
                ).rstrip()
                if row is head:
                    yield "  ".join("-" * n for n in widths)
            return
        for number, row in enumerate(body):
            if number:
                yield ""
            for title, cell in zip(head, row, strict=True):
                yield from wrapped(f"{title}: {cell}" if title else cell, width, "  ")

    def callout(self, block: Callout, width: int) -> Iterator[str]:
        """A call-out behind a bar."""
        kind = (
            []
            if block.kind == "quote"
            else [cased(self.book.word(block.kind), "upper", self.book.language)]
        )
        title = ": ".join([*kind, *([self.words(block.title).strip()] if block.title else [])])
        parts = [
            *([wrapped(title, width - 2)] if title else []),
            *self.blocks(block.blocks, width - 2),
        ]
        for number, part in enumerate(parts):
            if number > (1 if title else 0):
                yield "|"
            yield from (f"| {line}".rstrip() for line in part)

    def figure(self, figure: Figure, width: int) -> Iterator[str]:
        """A figure's number and caption in brackets; below them what the labels of a scene mean."""
        number, caption = (
            f"{self.book.word('figure')} {self.names.number(figure)}",
            self.words(figure.caption).strip(),
        )
        yield from wrapped(f"[{number}: {caption}]" if caption else f"[{number}]", width)
        rows = legend(scene_of(figure, self.book))
        room = max((_columns(label) for label, _ in rows), default=0)
        for label, words in rows:
            first, *more = wrapped(words, width - room - 4) or [""]
            yield f"  {_set(label, room, 'right')}  {first}".rstrip()
            yield from (f"{' ' * (room + 4)}{line}" for line in more)

    def generated(self, kind: str) -> Iterator[tuple[str, int]]:
        """The lists that are made: each line and how far its second one is indented."""
        book = self.book
        match kind:
            case "contents":
                for heading in self.names.headings:
                    if heading.level < 3:
                        yield "  " * (heading.level - 1) + self.names.titles[heading.anchor], 4
            case "components":
                room = max((len(row.count) for row in book.components), default=0)
                for row in book.components:
                    yield (
                        f"{row.count.rjust(room)} x {row.title}"
                        + (f" ({row.note})" if row.note else ""),
                        room + 3,
                    )
            case "icons":
                for meaning in book.icons:
                    yield f"- {meaning.text}", 2
            case "credits":
                for credit in book.credits:
                    yield f"{credit.title}: {credit.text}", 2


def wrapped(text: str, width: int, hang: str = "") -> list[str]:
    """A paragraph as lines of so many columns, the ones after the first indented; a word longer
    than a line stands alone on it.
    """
    lines: list[str] = []
    width = max(width, _LEAST)
    for row in text.split("\n"):
        lead = row[: len(row) - len(row.lstrip(" "))] if not lines else ""
        bare = "".join(
            [
                character + _HELD * (_columns(character) - 1)
                for character in row
                if character != "\u00ad"
            ]
        )
        rows = wrap(
            bare,
            width,
            initial_indent=lead,
            subsequent_indent=hang,
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += [line.replace(_HELD, "") for line in rows]
    return lines


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _set(text: str, width: int, align: str) -> str:
    room = width - _columns(text)
    match align:
        case "right":
            return " " * room + text
        case "center":
            return " " * (room // 2) + text + " " * (room - room // 2)
        case _:
            return text + " " * room
