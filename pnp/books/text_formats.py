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
    UNTITLED,
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
    figure_titles,
    plain,
    walk,
)
from pnp.layout.typesetter import Book
from pnp.model.scenes import numbered
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

    def __init__(self, blocks: Sequence[Block], book: Book) -> None:
        every = list(walk(blocks))
        scenes = {name: scene and numbered(scene) for name, scene in book.scenes.items()}
        self.book = book._replace(scenes=scenes)
        self.headings = tuple(block for block in every if isinstance(block, Heading))
        figures = (block for block in every if isinstance(block, Figure))
        self.numbers = {id(figure): number for number, figure in enumerate(figures, 1)}
        self.titles = figure_titles(blocks, book.word("figure"))
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

    def contents(self) -> Iterator[tuple[int, Heading]]:
        """The headings of the first two levels, each with how deep it stands."""
        for heading in self.headings:
            if heading.level < 3:
                yield heading.level - 1, heading

    def numbered(self, figure: Figure) -> str:
        """What a figure is called; empty where no figure has a number."""
        return self.titles.get(f"figure-{self.numbers[id(figure)]}", "")

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


def _written(
    form: _Markdown | _PlainText, blocks: Iterable[Block], width: int
) -> Iterator[list[str]]:
    """Each block as its lines in a format, of so many columns where the format has a width.

    A list behind another one has other marks, or both would be one.
    """
    before = ""
    for block in blocks:
        match block:
            case Heading():
                lines = form.heading(block, width)
            case Paragraph(inlines):
                lines = form.filled(form.line(inlines), width)
            case ListBlock():
                lines = list(_items(form, block, width, before))
            case Table():
                lines = list(form.table(block, width))
            case Callout():
                lines = [f"{form.bar} {line}".rstrip() for line in _callout(form, block, width - 2)]
            case Figure():
                lines = list(form.figure(block, width))
            case FigureRow(figures):
                lines = _joined([list(form.figure(one, width)) for one in figures], form.airy)
            case Divider():
                lines = ["-" * max(width, 3)]
            case Generated(kind):
                lines = list(form.generated(kind, width, before))
        before = _list_mark("\n".join(lines)) if lines else before
        yield lines


def _joined(parts: Iterable[list[str]], apart: bool) -> list[str]:
    """Several blocks as one, with empty lines between them or none."""
    lines: list[str] = []
    for part in parts:
        lines += [*([""] if lines and apart else []), *part]
    return lines


def _items(
    form: _Markdown | _PlainText, block: ListBlock, width: int, before: str
) -> Iterator[str]:
    """The lines of a list, whose mark is not `before`; those of an item are as far in as its
    words, and apart if it has several paragraphs.
    """
    for number, item in enumerate(block.items, block.start):
        mark = form.mark(block, number, before)
        apart = sum(isinstance(part, Paragraph) for part in item) > 1 or (
            form.airy and not all(isinstance(part, (Paragraph, ListBlock)) for part in item)
        )
        lines = _joined(_written(form, item, width - len(mark)), apart) or [""]
        yield f"{mark}{lines[0]}".rstrip()
        yield from (f"{' ' * len(mark)}{line}".rstrip() for line in lines[1:])


def _callout(form: _Markdown | _PlainText, block: Callout, width: int) -> list[str]:
    """A call-out below its kind and title; a quotation has no kind."""
    word = "" if block.kind in UNTITLED else form.book.word(block.kind)
    word = escaped(word) if form.airy else cased(word, "upper", form.book.language)
    title = form.book.word("colon").join(filter(None, [word, form.line(block.title).strip()]))
    head = form.filled(f"**{title}**" if form.airy else title, width) if title else []
    body = _joined(_written(form, block.blocks, width), apart=True)
    return _joined(filter(None, [head, body]), form.airy)


# --- CommonMark ---


def markdown(blocks: Iterable[Block], book: Book) -> str:
    """The text as CommonMark, its title first; no trailing blanks, one line break at the end."""
    blocks = tuple(blocks)
    head = [f"# {escaped(book.title)}", *([f"*{escaped(book.subtitle)}*"] if book.subtitle else [])]
    parts = ["\n".join(lines) for lines in _written(_Markdown(blocks, book), blocks, 0)]
    return "\n\n".join(part for part in (*head, *parts) if part.strip()) + "\n"


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


class _Markdown(ScreenText):
    airy = True
    """Whether blocks that belong together have empty lines between them."""
    bar = ">"

    def heading(self, block: Heading, _width: int) -> list[str]:
        """A heading, a level below the title of the game."""
        return [f"{'#' * min(block.level + 1, 6)} {self.unbroken(block.inlines).strip()}"]

    def filled(self, text: str, _width: int) -> list[str]:
        """Words that are nothing but words; lines end where they were asked to."""
        return _unopened(text.strip()).split("\n")

    def mark(self, block: ListBlock, number: int, before: str) -> str:
        """What begins an item of a list."""
        if block.ordered:
            return f"{number}{')' if before == '.' else '.'} "
        return f"{_bullet(before)} "

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

    def table(self, block: Table, _width: int) -> Iterator[str]:
        """The rows of a table; a bar in a cell, even in code, has a backslash."""
        for number, row in enumerate((block.header, *block.rows)):
            yield f"| {' | '.join(self.unbroken(cell, _BAR) for cell in row)} |"
            if not number:
                yield f"| {' | '.join(_RULES[align] for align in block.align)} |"

    def figure(self, figure: Figure, _width: int) -> Iterator[str]:
        """A figure's number and caption; below them what the labels of a scene mean."""
        upright = (
            part._replace(italic=False) if isinstance(part, Run) else part
            for part in figure.caption
        )
        title = [escaped(self.numbered(figure)), self.line(tuple(upright)).strip()]
        yield from self.filled(f"*{self.book.word('colon').join(filter(None, title))}*", 0)
        rows = [f"- **{escaped(label)}** {escaped(words)}" for label, words in self.legend(figure)]
        yield from ["", *rows] if rows else []

    def generated(self, kind: str, _width: int, before: str) -> Iterator[str]:
        """The lists that are made: one line per entry."""
        mark = _bullet(before)
        match kind:
            case "contents":
                for depth, heading in self.contents():
                    title = escaped(self.titles[heading.anchor])
                    yield f"{'  ' * depth}{mark} [{title}](<#{heading.anchor}>)"
            case "components":
                for row in self.book.components:
                    yield f"{mark} **{escaped(row.count)} ×** {escaped(row.title)}"
            case "icons":
                for meaning in self.book.icons:
                    yield f"{mark} {escaped(meaning.text)}"
            case "credits":
                for credit in self.book.credits:
                    yield f"{mark} **{escaped(credit.title)}** {escaped(credit.text)}"


def _bullet(before: str) -> str:
    return "*" if before == "-" else "-"


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
    parts = [head, *_written(_PlainText(blocks, book), blocks, WIDTH)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


class _PlainText(ScreenText):
    airy = False
    bar = "|"

    def heading(self, block: Heading, width: int) -> list[str]:
        """A heading with a line below it."""
        lines = wrapped(self.line(block.inlines), width)
        return [*lines, _UNDERLINE[block.level] * max(map(_columns, lines), default=0)]

    def filled(self, text: str, width: int) -> list[str]:
        """A paragraph as lines."""
        return wrapped(text, width)

    def mark(self, block: ListBlock, number: int, _before: str) -> str:
        """What begins an item of a list, as wide for each of its numbers."""
        last = str(block.start + len(block.items) - 1)
        return f"{number}.".ljust(len(last) + 2) if block.ordered else "- "

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

    def figure(self, figure: Figure, width: int) -> Iterator[str]:
        """A figure's number and caption in brackets; below them what the labels of a scene mean."""
        title = [self.numbered(figure), self.line(figure.caption).strip()]
        yield from wrapped(f"[{self.book.word('colon').join(filter(None, title))}]", width)
        labels = self.legend(figure)
        room = max((_columns(label) for label, _ in labels), default=0)
        for label, words in labels:
            first, *more = wrapped(words, width - room - 4) or [""]
            yield f"  {_aligned(label, room, 'right')}  {first}".rstrip()
            yield from (f"{' ' * (room + 4)}{line}" for line in more)

    def generated(self, kind: str, width: int, _before: str) -> Iterator[str]:
        """The lists that are made; lines after the first of an entry are indented."""
        match kind:
            case "contents":
                for depth, heading in self.contents():
                    yield from wrapped("  " * depth + self.titles[heading.anchor], width, " " * 4)
            case "components":
                rows = self.book.components
                room = max((len(row.count) for row in rows), default=0)
                for row in rows:
                    entry = f"{row.count.rjust(room)} x {row.title}"
                    yield from wrapped(entry, width, " " * (room + 3))
            case "icons":
                for meaning in self.book.icons:
                    yield from wrapped(f"- {meaning.text}", width, "  ")
            case "credits":
                for credit in self.book.credits:
                    yield from wrapped(
                        f"{credit.title}{self.book.word('colon')}{credit.text}", width, "  "
                    )


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
