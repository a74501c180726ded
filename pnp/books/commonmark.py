"""A text as CommonMark with every number worked out: for wikis, shops and mail.

Tables are those of GitHub; figures are their captions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

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

_SIGNS = re.compile(r"([\\`*_\[\]<>&#|~])")
_OPENS = re.compile(
    r"^([ \t]*)(?:(\d{1,9})(?=[.)](?:\s|$))|(?=[-+](?:\s|$)|-[- \t]*$|:?-+:?[ \t]*$|=+[ \t]*$))",
    re.MULTILINE,
)
"""Where a line would begin a list, be a rule, or make the line before it a heading or the head
of a table.
"""
_BAR = "\\|"
"""A bar in a cell, which ends at any other, even in code."""
_LIST = re.compile(r"(?:\d+([.)])|([-*])) ")
"""What begins a list as it is written here."""
_RULES = {"left": "---", "center": ":-:", "right": "--:"}


def markdown(blocks: Iterable[Block], book: Book) -> str:
    """The text, its title first; without trailing blanks, with one line break at the end."""
    blocks = tuple(blocks)
    writer = _Writer(blocks, book)
    head = [f"# {escaped(book.title)}", *([f"*{escaped(book.subtitle)}*"] if book.subtitle else [])]
    parts = [*head, *writer.blocks(blocks, 1)]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def escaped(text: str) -> str:
    """Words that Markdown takes as nothing but words."""
    return _unopened(_within(text))


def _within(text: str) -> str:
    """Words that are nothing but words where they do not begin a line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split("\n")))


def _unopened(lines: str) -> str:
    """Lines that begin nothing but words; the sign that would may be a run of its own, so whole
    lines are looked at.
    """
    return _OPENS.sub(r"\1\2\\", lines)


class _Writer:
    """A text being written."""

    def __init__(self, blocks: tuple[Block, ...], book: Book) -> None:
        self.book, self.names, self.meanings = book, Names(blocks, book), meanings(book)

    def blocks(self, blocks: Iterable[Block], deeper: int = 0) -> Iterator[str]:
        """Each block as its lines; headings `deeper` levels down.

        A list behind another one has other marks, or both would be one.
        """
        before = ""
        for block in blocks:
            lines = self.block(block, deeper, before)
            before = _listed(lines) if lines else before
            yield lines

    def block(self, block: Block, deeper: int, before: str) -> str:
        """The lines of a block; `before` is the mark of a list that it stands right behind."""
        match block:
            case Heading(level, inlines):
                return f"{'#' * min(level + deeper, 6)} {_on_one(self.line(inlines)).strip()}"
            case Paragraph(inlines):
                return _unopened(self.line(inlines).strip())
            case ListBlock():
                return "\n".join(self.items(block, before))
            case Table():
                return "\n".join(self.table(block))
            case Callout():
                return "\n".join(f"> {line}".rstrip() for line in self.callout(block).split("\n"))
            case Figure():
                return self.figure(block)
            case FigureRow(figures):
                return "\n\n".join(map(self.figure, figures))
            case Divider():
                return "---"
            case Generated(kind):
                mark = "*" if before == "-" else "-"
                return "\n".join(
                    f"{' ' * depth}{mark} {words}" for depth, words in self.generated(kind)
                )

    def line(self, inlines: Inlines, bar: str = "|") -> str:
        """Inlines on one line, but for breaks that were asked for; `bar` stands for a bar where
        no backslash escapes it.
        """
        done = []
        for part in self.names.without_pages(inlines):
            match part:
                case Run(text, bold, italic, code):
                    done.append(
                        _code(text).replace("|", bar)
                        if code
                        else _marked(text, "*" * (2 * bold + italic))
                    )
                case Icon(name):
                    done.append(f"\\[{escaped(icon_words(name, self.meanings))}\\]")
                case Break():
                    done.append("\\\n")
                case Link(target, inner):
                    if "".join(done[-1:]).endswith("!"):  # which would make it a picture
                        done[-1] = f"{done[-1][:-1]}\\!"
                    done.append(f"[{self.line(inner, bar)}](<{target.replace('|', bar)}>)")
        return "".join(done)

    def items(self, block: ListBlock, before: str) -> Iterator[str]:
        """The lines of a list, whose mark is not `before`."""
        sign = (")" if before == "." else ".") if block.ordered else ("*" if before == "-" else "-")
        for number, item in enumerate(block.items, block.start):
            mark = f"{number}{sign} " if block.ordered else f"{sign} "
            tight = (
                all(isinstance(part, (Paragraph, ListBlock)) for part in item)
                and sum(isinstance(p, Paragraph) for p in item) < 2
            )
            lines = ("\n" if tight else "\n\n").join(self.blocks(item)).split("\n")
            yield f"{mark}{lines[0]}".rstrip()
            yield from (f"{' ' * len(mark)}{line}".rstrip() for line in lines[1:])

    def table(self, block: Table) -> Iterator[str]:
        """The rows of a table."""
        for number, row in enumerate((block.header, *block.rows)):
            yield f"| {' | '.join(_on_one(self.line(cell, _BAR)) for cell in row)} |"
            if not number:
                yield f"| {' | '.join(_RULES[align] for align in block.align)} |"

    def callout(self, block: Callout) -> str:
        """A call-out with its kind and title in bold."""
        kind = [] if block.kind == "quote" else [escaped(self.book.word(block.kind))]
        title = ": ".join([*kind, *([self.line(block.title).strip()] if block.title else [])])
        return "\n\n".join(
            [*([_unopened(f"**{title}**")] if title else []), *self.blocks(block.blocks)]
        )

    def figure(self, figure: Figure) -> str:
        """A figure's number and caption; below them what the labels of a scene mean."""
        number = f"{escaped(self.book.word('figure'))} {self.names.number(figure)}"
        caption = self.line(
            tuple(
                part._replace(italic=False) if isinstance(part, Run) else part
                for part in figure.caption
            )
        ).strip()
        told = _unopened(f"*{number}: {caption}*") if caption else f"*{number}*"
        rows = [
            f"- **{escaped(label)}** {escaped(words)}"
            for label, words in legend(scene_of(figure, self.book))
        ]
        return "\n\n".join([told, *(["\n".join(rows)] if rows else [])])

    def generated(self, kind: str) -> Iterator[tuple[int, str]]:
        """The lists that are made: how far in each entry stands, and its words."""
        book = self.book
        match kind:
            case "contents":
                for heading in self.names.headings:
                    if heading.level < 3:
                        yield (
                            2 * (heading.level - 1),
                            f"[{escaped(self.names.titles[heading.anchor])}](<#{heading.anchor}>)",
                        )
            case "components":
                for row in book.components:
                    yield (
                        0,
                        f"**{escaped(row.count)} ×** {escaped(row.title)}"
                        + (f" ({escaped(row.note)})" if row.note else ""),
                    )
            case "icons":
                for meaning in book.icons:
                    yield 0, escaped(meaning.text)
            case "credits":
                for credit in book.credits:
                    yield 0, f"**{escaped(credit.title)}** {escaped(credit.text)}"


def _listed(lines: str) -> str:
    """The mark of the list that these lines end in; empty where they end in none."""
    found = _LIST.match(lines) or _LIST.match(lines.rpartition("\n\n")[2])  # the list below a scene
    return (found[1] or found[2]) if found else ""


def _marked(text: str, stars: str) -> str:
    """Words between stars, blanks outside of them, as CommonMark asks (0.31, 6.2)."""
    inner = text.strip()
    if not stars or not inner:
        return _within(text) if text.strip() else text
    before, _, after = text.partition(inner)
    return f"{before}{stars}{_within(inner)}{stars}{after}"


def _on_one(lines: str) -> str:
    """Words where no line may end."""
    return lines.replace("\\\n", " ")


def _code(text: str) -> str:
    ticks = "`" * (max((len(found) for found in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
