"""Writes a text as CommonMark and as plain text: every number is worked out, links that name pages
name sections instead, and pictures are described in words.

Tables of the CommonMark are those of GitHub; figures are their captions.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from unicodedata import east_asian_width

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
    Inline,
    Inlines,
    Link,
    ListBlock,
    Paragraph,
    Run,
    Table,
    plain,
    walk,
)
from pnp.layout.typesetter import Book
from pnp.units.spelling import cased

WIDTH = 78
"""Columns of a line of plain text."""
_LEAST = 24
"""Columns that a paragraph has at least, however deep it stands."""
_WIDE = "\0"
"""Stands behind a character that takes two columns while lines are filled."""
_UNDERLINE = {1: "=", 2: "-", 3: "~", 4: "."}

_OPENS = (
    r"(?m)^([ \t]*)"
    r"(?:(\d{1,9})(?=[.)](?:\s|$))|(?=[-+](?:\s|$)|-[- \t]*$|:?-+:?[ \t]*$|=+[ \t]*$))"
)
"""Where a line would begin a list, be a rule, or make the line before it a heading or the head
of a table.
"""
_LIST = r"(?:\d+([.)])|([-*])) "
"""What begins a list as it is written here."""
_BAR = "\\|"
_RULES = {"left": "---", "center": ":-:", "right": "--:"}


_BETWEEN = r"[\s,;:(–—-]*+(?>(\w{1,12}+\.?+)?)\s*+"
"""What may stand between a link and the page that it leads to: `, `, ` (`, `, page `."""
_JOINING = " .,;:!?…/–—-"
"""What joins a page to what stands behind it in a bracket."""


class ScreenText:
    """The headings and figures of a text by anchor, in reading order, and the words for what it
    shows; figures count from 1.
    """

    def __init__(self, blocks: Iterable[Block], book: Book) -> None:
        every = list(walk(blocks))
        self.book = book
        self.headings = tuple(block for block in every if isinstance(block, Heading))
        figures = (block for block in every if isinstance(block, Figure))
        self.numbers = {id(figure): number for number, figure in enumerate(figures, 1)}
        self.titles = {f"figure-{n}": f"{book.word('figure')} {n}" for n in self.numbers.values()}
        self.titles |= {heading.anchor: plain(heading.inlines).strip() for heading in self.headings}
        self._meanings = {
            meaning.icon: re.split(r"[:;.(]", meaning.text)[0].strip() for meaning in book.icons
        }

    def icon_words(self, name: str) -> str:
        """An icon for who cannot see it: the first words of its meaning, else its name."""
        return self._meanings.get(name) or name.replace("-", " ")

    def legend(self, figure: Figure) -> list[tuple[str, str]]:
        """What the labels of a scene mean; empty for a figure of a single piece."""
        kind, _, name = figure.target.partition(":")
        scene = self.book.scenes.get(name) if kind == "setup" else None
        items = scene.items if scene else ()
        return [(item.label, item.text) for item in items if item.label and item.text]

    def described(self, figure: Figure) -> str:
        """A picture for who cannot see it: its caption, else what it shows; of a scene also its
        labels.
        """
        shown = figure.target.partition(":")[2].replace("/", ", ").replace("-", " ")
        words = plain(figure.caption).strip() or shown
        return ". ".join([words, *(f"{label}: {text}" for label, text in self.legend(figure))])

    def without_pages(self, inlines: Inlines) -> Inlines:
        """Links without words say where they lead; one that only gives the page of the link
        before it goes, with what stands between.
        """
        done: list[Inline] = []
        left = deque(inlines)
        while left:
            part = left.popleft()
            if isinstance(part, Link) and not part.inlines:
                if _repeats(done, part):
                    _bridge(done, left)
                    continue
                title = self.titles.get(part.target.removeprefix("#"), part.target)
                part = part._replace(inlines=(Run(title),))
            done.append(part)
        return tuple(done)


def _repeats(done: Sequence[Inline], link: Link) -> bool:
    """Whether a link gives the page of one that stands just before."""
    match done[-2:]:
        case [Link(link.target), Run(between)]:
            return re.fullmatch(_BETWEEN, between) is not None
    return False


def _bridge(done: list[Inline], left: deque[Inline]) -> None:
    """Take away what led over to a page.

    A bracket goes where nothing else stands in it, else it stays about the rest.
    """
    between = done.pop()
    if not (isinstance(between, Run) and "(" in between.text and left):
        return
    before = between.text.split("(")
    opened, after = len(before) - 1, left[0]
    if isinstance(after, Run):
        words = after.text.lstrip(_JOINING)
        closed = min(opened, len(words) - len(words.lstrip(")")))
        opened -= closed
        rest = words[closed:]
        left[0] = after._replace(text=rest.lstrip(_JOINING) if opened else rest)
    if opened:
        done.append(between._replace(text="(".join(before[:opened]) + "("))


class _Writer(ScreenText):
    """What both formats share."""

    def line(self, inlines: Inlines) -> str:
        """Inlines as words of the format."""
        raise NotImplementedError

    def contents(self) -> Iterator[tuple[int, Heading]]:
        """The headings of the first two levels, each with how deep it stands."""
        for heading in self.headings:
            if heading.level < 3:
                yield heading.level - 1, heading

    def numbered(self, figure: Figure) -> str:
        """What a figure is called."""
        return f"{self.book.word('figure')} {self.numbers[id(figure)]}"

    def callout_title(self, block: Callout, kind: str) -> str:
        """The kind of a call-out and its title; a quotation has no kind."""
        parts = ["" if block.kind == "quote" else kind, self.line(block.title).strip()]
        return ": ".join(filter(None, parts))


# --- CommonMark ---


def markdown(blocks: Iterable[Block], book: Book) -> str:
    """The text as CommonMark, its title first; no trailing blanks, one line break at the end."""
    blocks = tuple(blocks)
    head = [f"# {escaped(book.title)}", *([f"*{escaped(book.subtitle)}*"] if book.subtitle else [])]
    parts = [*head, *_Markdown(blocks, book).blocks(blocks, 1)]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def escaped(text: str) -> str:
    """Words that Markdown takes as nothing but words."""
    return _unopened(_within(text))


def _within(text: str) -> str:
    """Words that are nothing but words where they do not begin a line."""
    return re.sub(r"([\\`*_\[\]<>&#|~])", r"\\\1", text.replace("\n", " "))


def _unopened(lines: str) -> str:
    """Lines that begin nothing but words; the sign that would may be a run of its own, so whole
    lines are looked at.
    """
    return re.sub(_OPENS, r"\1\2\\", lines)


class _Markdown(_Writer):
    def blocks(self, blocks: Iterable[Block], deeper: int = 0) -> Iterator[str]:
        """Each block as its lines; headings `deeper` levels down.

        A list behind another one has other marks, or both would be one.
        """
        before = ""
        for block in blocks:
            lines = self.block(block, deeper, before)
            before = _list_mark(lines) if lines else before
            yield lines

    def block(self, block: Block, deeper: int, before: str) -> str:
        """The lines of a block; `before` is the mark of a list that it stands right behind."""
        match block:
            case Heading(level, inlines):
                return f"{'#' * min(level + deeper, 6)} {self.unbroken(inlines).strip()}"
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
                return "\n".join(self.generated(kind, "*" if before == "-" else "-"))

    def line(self, inlines: Inlines, bar: str = "|") -> str:
        """Inlines on one line, but for breaks that were asked for; `bar` stands for a bar where
        no backslash escapes it.
        """
        line = ""
        for part in self.without_pages(inlines):
            match part:
                case Run(text, code=True):
                    line += _code(text).replace("|", bar)
                case Run(text, bold, italic):
                    line += _emphasized(text, "*" * (2 * bold + italic))
                case Icon(name):
                    line += f"\\[{escaped(self.icon_words(name))}\\]"
                case Break():
                    line += "\\\n"
                case Link(target, inner):
                    if line.endswith("!"):  # which would make it a picture
                        line = f"{line[:-1]}\\!"
                    line += f"[{self.line(inner, bar)}](<{target.replace('|', bar)}>)"
        return line

    def unbroken(self, inlines: Inlines, bar: str = "|") -> str:
        """Inlines where no line may end."""
        return self.line(inlines, bar).replace("\\\n", " ")

    def items(self, block: ListBlock, before: str) -> Iterator[str]:
        """The lines of a list, whose mark is not `before`."""
        sign = "*" if before == "-" else "-"
        if block.ordered:
            sign = ")" if before == "." else "."
        for number, item in enumerate(block.items, block.start):
            mark = f"{number}{sign} " if block.ordered else f"{sign} "
            tight = all(isinstance(part, (Paragraph, ListBlock)) for part in item) and _short(item)
            lines = ("\n" if tight else "\n\n").join(self.blocks(item)).split("\n")
            yield from _indented(mark, lines)

    def table(self, block: Table) -> Iterator[str]:
        """The rows of a table; a bar in a cell, even in code, has a backslash."""
        for number, row in enumerate((block.header, *block.rows)):
            yield f"| {' | '.join(self.unbroken(cell, _BAR) for cell in row)} |"
            if not number:
                yield f"| {' | '.join(_RULES[align] for align in block.align)} |"

    def callout(self, block: Callout) -> str:
        """A call-out with its kind and title in bold."""
        title = self.callout_title(block, escaped(self.book.word(block.kind)))
        head = [_unopened(f"**{title}**")] if title else []
        return "\n\n".join([*head, *self.blocks(block.blocks)])

    def figure(self, figure: Figure) -> str:
        """A figure's number and caption; below them what the labels of a scene mean."""
        upright = (
            part._replace(italic=False) if isinstance(part, Run) else part
            for part in figure.caption
        )
        number, caption = escaped(self.numbered(figure)), self.line(tuple(upright)).strip()
        lines = _unopened(f"*{number}: {caption}*") if caption else f"*{number}*"
        rows = [f"- **{escaped(name)}** {escaped(words)}" for name, words in self.legend(figure)]
        return "\n\n".join([lines, "\n".join(rows)] if rows else [lines])

    def generated(self, kind: str, mark: str) -> Iterator[str]:
        """The lists that are made: one line per entry."""
        match kind:
            case "contents":
                for depth, heading in self.contents():
                    title = escaped(self.titles[heading.anchor])
                    yield f"{'  ' * depth}{mark} [{title}](<#{heading.anchor}>)"
            case "components":
                for row in self.book.components:
                    note = f" ({escaped(row.note)})" if row.note else ""
                    yield f"{mark} **{escaped(row.count)} ×** {escaped(row.title)}{note}"
            case "icons":
                for meaning in self.book.icons:
                    yield f"{mark} {escaped(meaning.text)}"
            case "credits":
                for credit in self.book.credits:
                    yield f"{mark} **{escaped(credit.title)}** {escaped(credit.text)}"


def _short(item: tuple[Block, ...]) -> bool:
    """Whether an item of a list has one paragraph at most, so that no empty lines part it."""
    return sum(isinstance(part, Paragraph) for part in item) < 2


def _indented(mark: str, lines: list[str]) -> Iterator[str]:
    """The lines of an item, those after the first as far in as its words."""
    yield f"{mark}{lines[0]}".rstrip()
    yield from (f"{' ' * len(mark)}{line}".rstrip() for line in lines[1:])


def _list_mark(lines: str) -> str:
    """The mark of the list that these lines end in; empty where they end in none."""
    below = lines.rpartition("\n\n")[2]  # the list below a scene
    found = re.match(_LIST, lines) or re.match(_LIST, below)
    return (found[1] or found[2]) if found else ""


def _emphasized(text: str, stars: str) -> str:
    """Words between stars, blanks outside of them, as CommonMark asks (0.31, 6.2)."""
    inner = text.strip()
    if not inner:
        return text
    before, _, after = text.partition(inner)
    return f"{_within(before)}{stars}{_within(inner)}{stars}{_within(after)}"


def _code(text: str) -> str:
    ticks = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


# --- plain text ---


def plain_text(blocks: Iterable[Block], book: Book) -> str:
    """The text as plain text, its title first; no line is longer than 78 columns unless a word
    is.
    """
    blocks = tuple(blocks)
    head = [cased(book.title, "upper", book.language), *filter(None, [book.subtitle])]
    parts = [head, *_PlainText(blocks, book).blocks(blocks, WIDTH)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


class _PlainText(_Writer):
    def blocks(self, blocks: Iterable[Block], width: int) -> Iterator[list[str]]:
        """Each block as its lines."""
        for block in blocks:
            match block:
                case Heading(level, inlines):
                    lines = wrapped(self.line(inlines), width)
                    yield [*lines, _UNDERLINE[level] * max(map(_columns, lines), default=0)]
                case Paragraph(inlines):
                    yield wrapped(self.line(inlines), width)
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
                    rows = self.generated(kind)
                    yield [line for text, hang in rows for line in wrapped(text, width, " " * hang)]

    def line(self, inlines: Inlines) -> str:
        """Inlines as words; breaks that were asked for are line breaks."""
        line = ""
        for part in self.without_pages(inlines):
            match part:
                case Run(text):
                    line += text
                case Icon(name):
                    line += f"[{self.icon_words(name)}]"
                case Break():
                    line += "\n"
                case Link(target, inner):
                    words = self.line(inner)
                    shown = target.startswith("#") or target == words
                    line += words if shown else f"{words} <{target}>"
        return line

    def items(self, block: ListBlock, width: int) -> Iterator[str]:
        """The lines of a list."""
        last = block.start + len(block.items) - 1
        for number, item in enumerate(block.items, block.start):
            mark = f"{number}.".ljust(len(str(last)) + 2) if block.ordered else "- "
            lines: list[str] = []
            for part in self.blocks(item, width - len(mark)):
                lines += [*([""] if lines and not _short(item) else []), *part]
            yield from _indented(mark, lines or [""])

    def table(self, block: Table, width: int) -> Iterator[str]:
        """A table in columns; where it is too wide for that, each row by itself, cell under
        cell.
        """
        head, *body = (
            [self.line(cell).replace("\n", " ").strip() for cell in row]
            for row in (block.header, *block.rows)
        )
        rows = [head, *body] if any(head) else body
        widths = [max(map(_columns, column)) for column in zip(*rows, strict=True)]
        if sum(widths) + 2 * (len(widths) - 1) <= width:
            for row in rows:
                yield "  ".join(map(_aligned, row, widths, block.align)).rstrip()
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
        kind = "" if block.kind == "quote" else self.book.word(block.kind)
        title = self.callout_title(block, cased(kind, "upper", self.book.language))
        lines = wrapped(title, width - 2) if title else []
        for number, part in enumerate(self.blocks(block.blocks, width - 2)):
            lines += [*([""] if number else []), *part]
        yield from (f"| {line}".rstrip() for line in lines)

    def figure(self, figure: Figure, width: int) -> Iterator[str]:
        """A figure's number and caption in brackets; below them what the labels of a scene mean."""
        title = [self.numbered(figure), self.line(figure.caption).strip()]
        yield from wrapped(f"[{': '.join(filter(None, title))}]", width)
        labels = self.legend(figure)
        room = max((_columns(label) for label, _ in labels), default=0)
        for label, words in labels:
            first, *more = wrapped(words, width - room - 4) or [""]
            yield f"  {_aligned(label, room, 'right')}  {first}".rstrip()
            yield from (f"{' ' * (room + 4)}{line}" for line in more)

    def generated(self, kind: str) -> Iterator[tuple[str, int]]:
        """The lists that are made: each line and how far its second one is indented."""
        match kind:
            case "contents":
                for depth, heading in self.contents():
                    yield "  " * depth + self.titles[heading.anchor], 4
            case "components":
                rows = self.book.components
                room = max((len(row.count) for row in rows), default=0)
                for row in rows:
                    note = f" ({row.note})" if row.note else ""
                    yield f"{row.count.rjust(room)} x {row.title}{note}", room + 3
            case "icons":
                for meaning in self.book.icons:
                    yield f"- {meaning.text}", 2
            case "credits":
                for credit in self.book.credits:
                    yield f"{credit.title}: {credit.text}", 2


def wrapped(text: str, width: int, hang: str = "") -> list[str]:
    """A paragraph as lines of so many columns, the ones after the first indented; a word longer
    than a line stands alone on it.
    """
    lines: list[str] = []
    for row in text.replace("\u00ad", "").split("\n"):
        lead = "" if lines else row[: len(row) - len(row.lstrip(" "))]
        filled = wrap(
            "".join(character + _WIDE * (_columns(character) - 1) for character in row),
            max(width, _LEAST),
            initial_indent=lead,
            subsequent_indent=hang,
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += [line.replace(_WIDE, "") for line in filled]
    return lines


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _aligned(text: str, width: int, align: str) -> str:
    room = width - _columns(text)
    before = {"right": room, "center": room // 2}.get(align, 0)
    return " " * before + text + " " * (room - before)
