"""Markdown to blocks: markdown-it-py reads, this module turns its tree into ours and refuses what
has no place on paper.

`> [!NOTE]`, `[!EXAMPLE]` and `[!VARIANT]` open call-outs; `![caption](card:deck/id)` alone in its
paragraph is a figure; `:name:` is an icon; `[[contents]]` and its like stand for parts that are
made; an empty link `[](#anchor)` reads as a page number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pnp.compose.anchors import anchored, figure_anchors
from pnp.compose.markdown_tree import (
    Align,
    Block,
    Blocks,
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
    lines_of,
    plain,
    walk,
)
from pnp.compose.markup import ICON
from pnp.compose.templated_markdown import RenderedMarkdown, render_markdown
from pnp.compose.templates import Templates
from pnp.compose.unparsed_markup import CALLOUTS, too_many, unread
from pnp.diagnostics import MAX_HINTS, Diagnostic, Problems, Span, did_you_mean, error
from pnp.units.geometry import LengthError, parse_length

GENERATED = ("contents", "components", "icons", "credits", "cover", "page", "column", "columns")
PARTINGS = ("page", "column", "columns")
"""Those of them that print nothing themselves."""
LEVELS = 4
MAX_DEPTH = 8
"""Lists and call-outs inside each other."""
MAX_PARAGRAPH = 8_000
MAX_BLOCKS = 20_000
MAX_COLUMNS = 12
MAX_FIGURES = 400
MAX_SAME = {"contents": 1, "components": 3, "icons": 3, "credits": 3}
"""How often a text may have a generated part: each is set anew wherever it stands."""

_DIRECTIVE = re.compile(r"\[\[\s*([a-z]+)(?:\s+([^\]\s]{1,20}))?\s*\]\]")
_CALLOUT = re.compile(r"\[!([A-Za-z]+)\][ \t]*")
_TARGET = re.compile(r"[a-z]+:[\w+.-]+(?:/[\w+. -]+){0,2}")
_WIDTH = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*")
_HOME = re.compile(r"(?:https?://|mailto:)[^\s<>\"]+")
_ALIGN: dict[str, Align] = {"text-align:right": "right", "text-align:center": "center"}


def parse_markdown(
    templates: Templates, source: str, file: str, values: Mapping[str, Any]
) -> tuple[Blocks, list[Diagnostic]]:
    """The blocks of a text and what is wrong with it; `file` is its name as shown, `templates`
    comes from `markdown_templates`.

    A text that cannot be read at all has no blocks. Never raises for what a user wrote.
    """
    try:
        script = render_markdown(templates, source, file, values)
    except Problems as problem:
        return (), list(problem.diagnostics)
    return read(script)


def read(script: RenderedMarkdown) -> tuple[Blocks, list[Diagnostic]]:
    """The blocks of Markdown whose Jinja is worked out, and what is wrong with it."""
    reader = _Reader(script)
    try:
        blocks = anchored(
            reader.blocks(SyntaxTreeNode(_markdown().parse("\n".join(script.lines))).children)
        )
    except _TooMuch as problem:
        return (), [problem.diagnostic]
    if not reader.found and not any(map(_prints, blocks)):
        hint = "write at least a heading and a paragraph, or take the component out of game.yaml"
        told = (
            "the text is"
            f" empty{': it only has signs that part what is not there' if blocks else ''}"
        )
        reader.found.append(error("P355", told, Span(script.file, 1, 1), hint))
    reader.check_order(blocks)
    reader.check_links(blocks)
    return blocks, reader.found


def _prints(block: Block) -> bool:
    """Whether a block is more than a parting between two others."""
    return not (
        isinstance(block, Divider) or (isinstance(block, Generated) and block.kind in PARTINGS)
    )


@cache
def _markdown() -> MarkdownIt:
    options = {
        "html": True,
        "maxNesting": 2 * MAX_DEPTH + 4,
    }  # a list has two levels; a bracket that never closes takes as many steps
    made = (
        MarkdownIt("commonmark", options)
        .enable("table")
        .disable(["lheading", "code", "inline", "reference"])
    )
    made.validateLink = lambda url: True  # type: ignore[method-assign]  # refused below, with a place
    made.normalizeLink = lambda url: url  # type: ignore[method-assign]
    made.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    return made


class _TooMuch(Exception):
    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic


class _Reader:
    """One text being read: its lines, what is wrong so far, the figures met."""

    def __init__(self, script: RenderedMarkdown) -> None:
        self.script = script
        self.found: list[Diagnostic] = []
        self.inline = _markdown()
        self.count = 0
        self.figures = 0
        self.made: Counter[str] = Counter()

    def say(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.found.append(error(code, message, span, hint))

    def at(self, node: SyntaxTreeNode, words: str = "") -> Span:
        return self.script.at(node.map[0] if node.map else 0, words)

    # --- blocks ---

    def blocks(self, nodes: Iterable[SyntaxTreeNode], depth: int = 0) -> list[Block]:
        """The blocks that Markdown's nodes stand for."""
        done: list[Block] = []
        for node in nodes:
            self.count += 1
            if self.count > MAX_BLOCKS:
                raise _TooMuch(
                    error(
                        "P840",
                        f"the text has more than {MAX_BLOCKS:,} paragraphs and list items",
                        self.at(node),
                    )
                )
            if depth > MAX_DEPTH:
                told = f"lists and call-outs are nested more than {MAX_DEPTH} deep"
                raise _TooMuch(error("P351", told, self.at(node), "make it flatter"))
            done += self.block(node, depth)
        return done

    def block(self, node: SyntaxTreeNode, depth: int) -> Sequence[Block]:
        """The blocks of one node; none where it is refused."""
        span = self.at(node)
        match node.type:
            case "heading":
                return self.heading(node, span)
            case "paragraph":
                return self.paragraph(node.children[0], span, node.children[0].content)
            case "bullet_list" | "ordered_list":
                items = tuple(
                    tuple(self.blocks(item.children, depth + 1)) for item in node.children
                )
                return [
                    ListBlock(
                        node.type == "ordered_list", items, span, int(node.attrs.get("start", 1))
                    )
                ]
            case "blockquote":
                return [self.callout(node, span, depth)]
            case "table":
                return self.table(node, span)
            case "hr":
                return [Divider(span)]
            case "fence" | "code_block":
                return [Paragraph(_verbatim(node.content), span)]
            case _:
                self.html(node.content, span)
                return ()

    def heading(self, node: SyntaxTreeNode, span: Span) -> Sequence[Block]:
        """A heading; its anchor is found when all headings are known."""
        level = int(node.tag[1:])
        if level > LEVELS:
            self.say(
                "P352",
                f"a heading of level {level}; headings go down to level {LEVELS}",
                span,
                "use a higher level, or bold words",
            )
        inlines = self.inlines(node.children[0].content, node.children[0]) if node.children else ()
        if not plain(inlines).strip():
            self.say("P352", "a heading without words", span, "write what the section is about")
        return [Heading(min(level, LEVELS), inlines, "", span)]

    def paragraph(
        self, node: SyntaxTreeNode, span: Span, content: str, skipped: int = 0
    ) -> Sequence[Block]:
        """Running text; or figures, or generated parts, that stand alone in it."""
        made = self.directives(node, content, skipped)
        if made is not None:
            return made
        inlines: list[Inline] = []
        figures: list[Figure] = []
        for part in self.parts(content, node, skipped):
            if isinstance(part, Figure):
                figures.append(part)
            else:
                inlines.append(part)
        if not figures:
            return [Paragraph(tuple(inlines), span)] if inlines else ()
        if plain(inlines).strip() or any(isinstance(part, Icon) for part in inlines):
            hint = "put an empty line before and behind it; among words use an :icon-name:"
            self.say(
                "P354",
                "a figure stands among words; it needs a paragraph of its own",
                figures[0].span,
                hint,
            )
            return ()
        return figures if len(figures) == 1 else [FigureRow(tuple(figures), span)]

    def directives(self, node: SyntaxTreeNode, content: str, skipped: int) -> list[Block] | None:
        """The generated parts of a paragraph of `[[name]]` lines; None where it is something
        else.
        """
        rows = content.split("\n")
        if not all(re.fullmatch(r"\s*\[\[[^\[\]]*\]\]\s*", row) for row in rows):
            return None
        done: list[Block] = []
        for n, row in enumerate(rows):
            span = self.script.at((node.map[0] if node.map else 0) + skipped + n, row.strip())
            match = _DIRECTIVE.fullmatch(row.strip())
            kind, argument = (
                (match[1], match[2] or "") if match else (row.strip()[2:-2].strip(), "")
            )
            if kind not in GENERATED:
                self.say(
                    "P351", f'nothing is made by "[[{kind}]]"', span, did_you_mean(kind, GENERATED)
                )
            elif kind == "columns" and argument not in ("1", "2"):
                self.say(
                    "P351",
                    f'"[[columns {argument}]]": expected 1 or 2',
                    span,
                    "write [[columns 2]]",
                )
            elif kind != "columns" and argument:
                self.say(
                    "P351",
                    f'"[[{kind}]]" takes nothing more, found "{argument}"',
                    span,
                    f"write [[{kind}]]",
                )
            else:
                done += self.generated(Generated(kind, argument, span))
        return done

    def generated(self, part: Generated) -> list[Block]:
        """A generated part; nothing where the text has it often enough, which is said once."""
        self.made[part.kind] += 1
        most = MAX_SAME.get(part.kind, MAX_BLOCKS)
        if self.made[part.kind] == most + 1:
            told = (
                f'one "[[{part.kind}]]" too many: a text has it'
                f" {'once' if most == 1 else f'{most} times at most'}"
            )
            self.say("P351", told, part.span, "take it out")
        return [part] if self.made[part.kind] <= most else []

    def callout(self, node: SyntaxTreeNode, span: Span, depth: int) -> Callout:
        """A call-out:

        `[!KIND]`, perhaps a title, and its blocks. Without a kind it is a quotation.
        """
        kind, rest = "quote", node.children
        title: Inlines = ()
        first: list[Block] = []
        opening = rest[0].children[0] if rest and rest[0].type == "paragraph" else None
        match = _CALLOUT.match(opening.content) if opening else None
        if opening is not None and match:
            kind = match[1].lower()
            if kind not in CALLOUTS:
                at = self.at(opening, match[0].strip())
                self.say(
                    "P351", f'there is no call-out "{match[1]}"', at, did_you_mean(kind, CALLOUTS)
                )
            head, _, body = opening.content[match.end() :].partition("\n")
            title = self.inlines(head, opening)
            first = (
                list(
                    self.paragraph(opening, self.script.at((opening.map or (0, 0))[0] + 1), body, 1)
                )
                if body.strip()
                else []
            )
            rest = rest[1:]
        return Callout(kind, title, (*first, *self.blocks(rest, depth + 1)), span)

    def table(self, node: SyntaxTreeNode, span: Span) -> Sequence[Block]:
        """A table; Markdown has made every row as long as the header."""
        written = [row for part in node.children for row in part.children]
        rows = [
            [self.inlines(cell.children[0].content, cell.children[0]) for cell in row.children]
            for row in written
        ]
        cells = node.children[0].children[0].children
        if len(cells) > MAX_COLUMNS:
            self.say(
                "P356",
                f"the table has {len(cells)} columns; at most {MAX_COLUMNS} are allowed",
                span,
                "part it into several tables",
            )
            return ()
        for row in written:
            if count := too_many(self.script.lines[row.map[0]] if row.map else "", len(cells)):
                told = (
                    f"a row of {count} cells in a table of {len(cells)} columns; what is beyond"
                    " them would not be printed"
                )
                self.say(
                    "P361",
                    told,
                    self.at(row),
                    "give the first row and the dashes as many columns; for a | as it is write \\|",
                )
        align: tuple[Align, ...] = tuple(
            _ALIGN.get(str(cell.attrs.get("style", "")), "left") for cell in cells
        )
        header, *body = (tuple(row) for row in rows)
        return [Table(header, tuple(body), align, span)]

    def html(self, content: str, span: Span) -> None:
        """Refuse HTML: what a page shows is said in Markdown."""
        shown = " ".join(content.split())[:40]
        hint = (
            "a comment is written {# … #}"
            if shown.startswith("<!--")
            else "write it in Markdown; for a plain < write \\<"
        )
        self.say("P350", f"raw HTML has no place in a text: {shown}", span, hint)

    # --- inlines ---

    def inlines(self, content: str, node: SyntaxTreeNode, skipped: int = 0) -> Inlines:
        """The inlines of a text in which no figure may stand."""
        done: list[Inline] = []
        for part in self.parts(content, node, skipped):
            if isinstance(part, Figure):
                self.say(
                    "P354",
                    "a figure cannot stand here",
                    part.span,
                    "give it a paragraph of its own",
                )
            else:
                done.append(part)
        return tuple(done)

    def parts(self, content: str, node: SyntaxTreeNode, skipped: int = 0) -> list[Inline | Figure]:
        """What a text is made of; figures too, for whoever can use them."""
        line = (node.map[0] if node.map else 0) + skipped
        if len(content) > MAX_PARAGRAPH:
            told = (
                f"a paragraph of {len(content):,} characters; at most {MAX_PARAGRAPH:,} are allowed"
            )
            raise _TooMuch(error("P840", told, self.script.at(line), "part it by empty lines"))
        tokens: list[Token] = []
        self.inline.inline.parse(content, self.inline, {}, tokens)
        for found in unread(content, tokens, node, GENERATED):
            self.say(
                found.code,
                found.message,
                self.script.at(line + found.line, found.words),
                found.hint,
            )
        return list(_joined(self._inlines(iter(tokens), line, 0, 0)))

    def _inlines(
        self, tokens: Iterator[Token], line: int, bold: int, italic: int
    ) -> Iterator[Inline | Figure]:
        for token in tokens:
            match token.type:
                case "strong_open" | "strong_close":
                    bold += token.nesting
                case "em_open" | "em_close":
                    italic += token.nesting
                case "softbreak":
                    line += 1
                    yield Run(" ", bold > 0, italic > 0)
                case "hardbreak":
                    line += 1
                    yield Break()
                case "code_inline":
                    yield Run(token.content, bold > 0, italic > 0, True)
                case "html_inline":
                    self.html(token.content, self.script.at(line, token.content))
                case "image":
                    yield self.figure(token, line)
                case "link_open":
                    yield self.link(str(token.attrs.get("href", "")), tokens, line, bold, italic)
                case "link_close":
                    return
                case "text":
                    yield from self._words(token.content, line, bold > 0, italic > 0)
                case _:
                    yield Run(token.content, bold > 0, italic > 0)

    def _words(self, text: str, line: int, bold: bool, italic: bool) -> Iterator[Run | Icon]:
        upto = 0
        for match in ICON.finditer(text):
            if match.start() > upto:
                yield Run(text[upto : match.start()], bold, italic)
            yield Icon(match[1], self.script.at(line, match[0]))
            upto = match.end()
        if upto < len(text):
            yield Run(text[upto:], bold, italic)

    def link(self, target: str, tokens: Iterator[Token], line: int, bold: int, italic: int) -> Link:
        """A link and its words. Where it leads is checked when all anchors are known."""
        span = self.script.at(line, f"({target})")
        inner: list[Run | Icon | Break] = []
        for part in _joined(self._inlines(tokens, line, bold, italic)):
            if isinstance(part, (Run, Icon, Break)):
                inner.append(part)
            elif isinstance(part, Figure):
                self.say(
                    "P354",
                    "a figure cannot stand in a link",
                    part.span,
                    "give it a paragraph of its own",
                )
        if not target.startswith("#") and not _HOME.fullmatch(target):
            hint = (
                "write #anchor for a heading of this text, or an address that begins with https://"
            )
            self.say(
                "P353",
                f'the link leads to "{target[:60]}"; expected an anchor or an address',
                span,
                hint,
            )
        return Link(target, tuple(inner), span)

    def figure(self, token: Token, line: int) -> Figure:
        """A figure from Markdown's image: its target, its width written as the title, its
        caption.
        """
        target, width = (
            str(token.attrs.get("src", "")),
            str(token.attrs.get("title", "")).removeprefix("width=").strip(),
        )
        span = self.script.at(line, f"]({target}")
        span = (
            span._replace(column=span.column + 2)
            if self.script.at(line).column != span.column
            else span
        )
        if not _TARGET.fullmatch(target) or ".." in target:
            told = (
                f'a figure of "{target[:60]}"; expected card:DECK/ID, board:NAME, setup:NAME or the'
                " like"
            )
            self.say(
                "P354",
                told,
                span,
                "figures show what the game prints; add /back for the other side",
            )
            target = ""
        share = _WIDTH.fullmatch(width)
        if width and not (share and 0 < float(share[1]) <= 100):
            try:
                if share or parse_length(width) <= 0:
                    raise LengthError(
                        f'"{width}" is not a width; expected a length or a share from 1% to 100%'
                    )
            except LengthError as problem:
                hint = 'write ![caption](card:DECK/ID "40mm")'
                self.say(
                    "P354",
                    f"the figure's width: {problem}",
                    self.script.at(line, f'"{width}"'),
                    hint,
                )
                width = ""
        caption = tuple(
            part
            for part in _joined(self._inlines(iter(token.children or ()), line, 0, 0))
            if not isinstance(part, Figure)
        )
        self.figures += 1
        if self.figures > MAX_FIGURES:
            raise _TooMuch(
                error(
                    "P840",
                    f"the text has more than {MAX_FIGURES} figures",
                    span,
                    "part it into several texts",
                )
            )
        return Figure(target, caption, width, span)

    # --- the whole ---

    def check_order(self, blocks: Iterable[Block]) -> None:
        """Say where a heading skips a level."""
        level = 0
        for block in walk(blocks):
            if isinstance(block, Heading):
                if block.level > level + 1:
                    told = (
                        f"a heading of level {block.level}"
                        f" {f'follows one of level {level}' if level else 'is the first'}"
                    )
                    hint = f"write {'#' * (level + 1)} {plain(block.inlines)[:30]}"
                    self.say("P352", f"{told}; expected level {level + 1}", block.span, hint)
                level = block.level

    def check_links(self, blocks: Blocks) -> None:
        """Say where a link leads to no heading and no figure."""
        every = list(walk(blocks))
        known = {block.anchor for block in every if isinstance(block, Heading)} | {
            *figure_anchors(blocks)
        }
        links = (
            part
            for block in every
            for inlines in lines_of(block)
            for part in inlines
            if isinstance(part, Link)
        )
        for n, link in enumerate(
            link for link in links if link.target.startswith("#") and link.target[1:] not in known
        ):
            hint = did_you_mean(
                link.target, [f"#{anchor}" for anchor in sorted(known)] if n < MAX_HINTS else ()
            )
            self.say("P353", f'there is no heading "{link.target}" in this text', link.span, hint)


def _verbatim(content: str) -> Inlines:
    """Lines as they are, with their blanks; those that are empty keep their height."""
    lines = [
        _BLANKS.sub(lambda blanks: "\u00a0" * len(blanks[0]), line)
        for line in content.rstrip("\n").split("\n")
    ]
    return tuple(
        part
        for line in lines
        for part in (Run(line, code=True) if line else Run("\u00a0"), Break())
    )[:-1]


_BLANKS = re.compile(r"^ +|(?<=\S) {2,}", re.MULTILINE)
"""Blanks that are more than what parts two words."""


def _joined(parts: Iterable[Inline | Figure]) -> Iterator[Inline | Figure]:
    """Neighbouring runs in one cut as one: an escaped sign and an entity come by themselves."""
    held: Run | None = None
    for part in parts:
        if isinstance(part, Run) and held is not None and held[1:] == part[1:] and not held.code:
            held = held._replace(text=held.text + part.text)
            continue
        if held is not None:
            yield held
        held = part if isinstance(part, Run) else None
        if held is None:
            yield part
    if held is not None:
        yield held
