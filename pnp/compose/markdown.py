"""Parses a game's Markdown into blocks: markdown-it-py reads it, this module turns its tree into
ours and refuses what has no place on paper.

`> [!NOTE]`, `[!EXAMPLE]`, `[!VARIANT]` and `[!ASIDE]` open call-outs; `![caption](card:deck/id)`
alone in its paragraph is a figure; `:name:` is an icon; `[[contents]]` and its like stand for parts
that are made; an empty link `[](#anchor)` reads as a page number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pnp.compose.inline_markdown import inline_tokens
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
    figure_anchors,
    links_in,
    plain,
    walk,
    with_anchors,
)
from pnp.compose.markup import ICON
from pnp.compose.sentences import Sentences
from pnp.compose.templates import RenderedMarkdown, Templates, render_markdown
from pnp.compose.unparsed_markup import CALLOUTS, excess_cells, unparsed_markup
from pnp.diagnostics import MAX_HINTS, Diagnostic, Problems, Span, did_you_mean, error, refusal
from pnp.model.game import Sentence
from pnp.units.geometry import LengthError, parse_length

BREAKS = ("page", "column", "columns", "wide")
"""Generated parts that print nothing themselves."""
PLACES = ("margin", "wide")
"""Widths of figures that say where they stand: in the margin column, or across all columns."""
GENERATED = ("contents", "components", "icons", "credits", "cover", *BREAKS)
LEVELS = 4
MAX_DEPTH = 8
"""Lists and call-outs inside each other."""
MAX_PARAGRAPH = 8_000
MAX_BLOCKS = 20_000
MAX_COLUMNS = 12
MAX_FIGURES = 400
MAX_SAME = {"contents": 1, "components": 3, "icons": 3, "credits": 3}
"""How often a text may have a generated part: each is set anew wherever it stands."""

_DIRECTIVE_LINES = r"(?:\s*\[\[[^\[\]\n]*\]\]\s*(?:\n|\Z))+"
_ALIGN: dict[str, Align] = {"text-align:right": "right", "text-align:center": "center"}


class ParsedMarkdown(NamedTuple):
    """The blocks of a text, its sentences with the rules that they tell, and what is wrong."""

    blocks: Blocks
    sentences: tuple[Sentence, ...]
    found: list[Diagnostic]


def parse_markdown(
    templates: Templates,
    source: str,
    file: str,
    values: Mapping[str, Any],
    owner: str = "",
    rules: Collection[str] = (),
) -> ParsedMarkdown:
    """A text parsed; `file` is its name as shown, `templates` comes from `markdown_templates`.

    `owner` is its component, `rules` are the ids that `{ID}` behind a sentence may name. A text
    that cannot be read at all has no blocks. Never raises for what a user wrote.
    """
    try:
        text = render_markdown(templates, source, file, values)
        parser = _Parser(text, owner, rules)
        nodes = SyntaxTreeNode(_markdown().parse("\n".join(text.lines))).children
        blocks = with_anchors(parser.blocks(nodes))
    except Problems as problem:
        return ParsedMarkdown((), (), list(problem.diagnostics))
    if not parser.found and not any(map(_prints, blocks)):
        hint = "write at least a heading and a paragraph, or take the component out of game.yaml"
        parser.say("P355", "the text is empty", Span(file, 1, 1), hint)
    parser.check_order(blocks)
    parser.check_links(blocks)
    return ParsedMarkdown(blocks, tuple(parser.sentences.gathered), parser.found)


def _prints(block: Block) -> bool:
    """Whether a block is more than a break between two others."""
    return not (
        isinstance(block, Divider) or (isinstance(block, Generated) and block.kind in BREAKS)
    )


@cache
def _markdown() -> MarkdownIt:
    # A list has two levels; a bracket that never closes takes as many steps.
    options = {"html": True, "maxNesting": 2 * MAX_DEPTH + 4}
    parser = MarkdownIt("commonmark", options).enable("table")
    parser.disable(["lheading", "code", "inline", "reference"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # refused below, with a place
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.normalizeLinkText = lambda link: link  # type: ignore[method-assign]
    return parser


class _Parser:
    """Turns the nodes of one text into blocks; gathers what is wrong with it.

    Raises Problems for a text that is too large.
    """

    def __init__(self, text: RenderedMarkdown, owner: str, rules: Collection[str]) -> None:
        self.text = text
        self.found: list[Diagnostic] = []
        self.sentences = Sentences(text, owner, rules, self.found)
        self.count = 0
        self.figures = 0
        self.generated: Counter[str] = Counter()

    def say(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.found.append(error(code, message, span, hint))

    def at(self, node: SyntaxTreeNode, words: str = "") -> Span:
        return self.text.at(_line(node), words)

    # --- blocks ---

    def blocks(self, nodes: Iterable[SyntaxTreeNode], depth: int = 0) -> list[Block]:
        """The blocks that Markdown's nodes stand for."""
        blocks: list[Block] = []
        for node in nodes:
            self.count += 1
            if self.count > MAX_BLOCKS:
                message = f"the text has more than {MAX_BLOCKS:,} paragraphs and list items"
                raise refusal("P840", message, self.at(node))
            if depth > MAX_DEPTH:
                message = f"lists and call-outs are nested more than {MAX_DEPTH} deep"
                raise refusal("P351", message, self.at(node), "make it flatter")
            blocks += self.block(node, depth)
        return blocks

    def block(self, node: SyntaxTreeNode, depth: int) -> Sequence[Block]:
        """The blocks of one node; none where it is refused."""
        span = self.at(node)
        match node.type:
            case "heading":
                return [self.heading(node, span)]
            case "paragraph":
                return self.paragraph(node.children[0], _line(node), node.children[0].content)
            case "bullet_list" | "ordered_list":
                ordered, start = node.type == "ordered_list", int(node.attrs.get("start", 1))
                items = [tuple(self.blocks(item.children, depth + 1)) for item in node.children]
                return [ListBlock(ordered, tuple(items), span, start)]
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

    def heading(self, node: SyntaxTreeNode, span: Span) -> Heading:
        """A heading; its anchor is found when all headings are known."""
        level = int(node.tag[1:])
        if level > LEVELS:
            message = f"a heading of level {level}; headings go down to level {LEVELS}"
            self.say("P352", message, span, "use a higher level, or bold words")
        inlines = self.inlines(node.children[0]) if node.children else ()
        if not plain(inlines).strip():
            self.say("P352", "a heading without words", span, "write what the section is about")
        return Heading(min(level, LEVELS), inlines, "", span)

    def paragraph(self, node: SyntaxTreeNode, line: int, content: str) -> Sequence[Block]:
        """Running text; or figures, or generated parts, that stand alone in it."""
        if re.fullmatch(_DIRECTIVE_LINES, content):
            return self.directives(line, content)
        span, parts = self.text.at(line), self.parts(content, node, line)
        figures = [part for part in parts if isinstance(part, Figure)]
        inlines = tuple(part for part in parts if not isinstance(part, Figure))
        if not figures:
            return [Paragraph(inlines, span)] if inlines else ()
        if plain(inlines).strip() or any(isinstance(part, Icon) for part in inlines):
            message = "a figure stands among words; it needs a paragraph of its own"
            hint = "put an empty line before and behind it; among words use an :icon-name:"
            self.say("P354", message, figures[0].span, hint)
            return ()
        return figures if len(figures) == 1 else [FigureRow(tuple(figures), span)]

    def directives(self, first: int, content: str) -> list[Block]:
        """The generated parts of a paragraph of `[[name]]` lines."""
        blocks: list[Block] = []
        for line, row in enumerate(map(str.strip, content.split("\n")), first):
            span = self.text.at(line, row)
            kind, _, argument = (part.strip() for part in row[2:-2].strip().partition(" "))
            if kind not in GENERATED:
                hint = did_you_mean(kind, GENERATED)
                self.say("P351", f'nothing is made by "[[{kind}]]"', span, hint)
            elif kind == "columns" and argument not in ("1", "2"):
                message = f'"[[columns {argument}]]": expected 1 or 2'
                self.say("P351", message, span, "write [[columns 2]]")
            elif kind != "columns" and argument:
                message = f'"[[{kind}]]" takes nothing more, found "{argument[:20]}"'
                self.say("P351", message, span, f"write [[{kind}]]")
            else:
                self.generated[kind] += 1
                most = MAX_SAME.get(kind, MAX_BLOCKS)
                if self.generated[kind] <= most:
                    blocks.append(Generated(kind, argument, span))
                elif self.generated[kind] == most + 1:
                    often = "once" if most == 1 else f"{most} times at most"
                    message = f'one "[[{kind}]]" too many: a text has it {often}'
                    self.say("P351", message, span, "take it out")
        return blocks

    def callout(self, node: SyntaxTreeNode, span: Span, depth: int) -> Callout:
        """A call-out:

        `[!KIND]`, perhaps a title, and its blocks. Without a kind it is a quotation.
        """
        kind, rest = "quote", node.children
        title: Inlines = ()
        first: Sequence[Block] = ()
        opening = rest[0].children[0] if rest and rest[0].type == "paragraph" else None
        if opening and (match := re.match(r"\[!([A-Za-z]+)\][ \t]*", opening.content)):
            kind, rest = match[1].lower(), rest[1:]
            if kind not in CALLOUTS:
                at, hint = self.at(opening, match[0].strip()), did_you_mean(kind, CALLOUTS)
                self.say("P351", f'there is no call-out "{match[1]}"', at, hint)
            head, _, body = opening.content[match.end() :].partition("\n")
            title = self.inlines(opening, head)
            if body.strip():
                first = self.paragraph(opening, _line(opening) + 1, body)
        return Callout(kind, title, (*first, *self.blocks(rest, depth + 1)), span)

    def table(self, node: SyntaxTreeNode, span: Span) -> Sequence[Block]:
        """A table; Markdown has made every row as long as the header."""
        written = [row for part in node.children for row in part.children]
        header, *body = (
            tuple(self.inlines(cell.children[0]) for cell in row.children) for row in written
        )
        columns = len(header)
        if columns > MAX_COLUMNS:
            message = f"the table has {columns} columns; at most {MAX_COLUMNS} are allowed"
            self.say("P356", message, span, "part it into several tables")
            return ()
        for row in written:
            if count := excess_cells(self.text.lines[_line(row)], columns):
                message = (
                    f"a row of {count} cells in a table of {columns} columns; what is beyond"
                    " them would not be printed"
                )
                hint = (
                    "give the first row and the dashes as many columns; for a | as it is write \\|"
                )
                self.say("P361", message, self.at(row), hint)
        align = [
            _ALIGN.get(str(cell.attrs.get("style", "")), "left") for cell in written[0].children
        ]
        return [Table(header, tuple(body), tuple(align), span)]

    def html(self, content: str, span: Span) -> None:
        """Refuse HTML: what a page shows is written in Markdown."""
        shown = " ".join(content.split())[:40]
        hint = "write it in Markdown; for a plain < write \\<"
        if shown.startswith("<!--"):
            hint = "a comment is written {# … #}"
        self.say("P350", f"raw HTML has no place in a text: {shown}", span, hint)

    # --- inlines ---

    def inlines(self, node: SyntaxTreeNode, content: str | None = None) -> Inlines:
        """The inlines of a node, or of a text of it, in which no figure may stand."""
        parts = self.parts(node.content if content is None else content, node, _line(node))
        return tuple(self.without_figures(parts, "a figure cannot stand here"))

    def without_figures(self, parts: Iterable[Inline | Figure], message: str) -> Iterator[Inline]:
        """The inlines among some parts; each figure among them is refused."""
        for part in parts:
            if isinstance(part, Figure):
                self.say("P354", message, part.span, "give it a paragraph of its own")
            else:
                yield part

    def parts(self, content: str, node: SyntaxTreeNode, line: int) -> list[Inline | Figure]:
        """What a text of a node is made of, which begins on a line."""
        if len(content) > MAX_PARAGRAPH:
            size = f"a paragraph of {len(content):,} characters"
            message = f"{size}; at most {MAX_PARAGRAPH:,} are allowed"
            raise refusal("P840", message, self.text.at(line), "part it by empty lines")
        content = self.sentences.take_marks(content, line)
        tokens = inline_tokens(content, _markdown())
        for offset, words, finding in unparsed_markup(content, tokens, node, GENERATED):
            self.found.append(finding._replace(span=self.text.at(line + offset, words)))
        parts = _joined(self._inlines(iter(tokens), line, 0, 0))
        return self.sentences.gather(parts, node, line)

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
                    self.html(token.content, self.text.at(line, token.content))
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

    def _words(self, words: str, line: int, bold: bool, italic: bool) -> Iterator[Run | Icon]:
        for number, part in enumerate(ICON.split(words)):
            if number % 2:
                yield Icon(part, self.text.at(line, f":{part}:"))
            elif part:
                yield Run(part, bold, italic)

    def link(self, target: str, tokens: Iterator[Token], line: int, bold: int, italic: int) -> Link:
        """A link and its words. Where it leads is checked when all anchors are known."""
        span = self.text.at(line, f"({target})")
        parts = _joined(self._inlines(tokens, line, bold, italic))
        inlines = self.without_figures(parts, "a figure cannot stand in a link")
        inner = tuple(part for part in inlines if not isinstance(part, Link))
        if not re.fullmatch(r"#.*|(?:https?://|mailto:)[^\s<>\"]+", target):
            message = f'the link leads to "{target[:60]}"; expected an anchor or an address'
            hint = (
                "write #anchor for a heading of this text, or an address that begins with https://"
            )
            self.say("P353", message, span, hint)
        return Link(target, inner, span)

    def figure(self, token: Token, line: int) -> Figure:
        """A figure from Markdown's image: its target, its width written as the title, its
        caption.
        """
        target = str(token.attrs.get("src", ""))
        width = str(token.attrs.get("title", "")).removeprefix("width=").strip()
        span = self.text.at(line, target)
        if not re.fullmatch(r"[a-z]+:[\w+.-]+(?:/[\w+. -]+){0,2}", target) or ".." in target:
            message = (
                f'a figure of "{target[:60]}"; expected card:DECK/ID, board:NAME, setup:NAME or the'
                " like"
            )
            hint = "figures show what the game prints; add /back for the other side"
            self.say("P354", message, span, hint)
            target = ""
        if width and (problem := _width_problem(width)):
            place, hint = self.text.at(line, f'"{width}"'), 'write ![caption](card:DECK/ID "40mm")'
            self.say("P354", f"the figure's width: {problem}", place, hint)
            width = ""
        parts = _joined(self._inlines(iter(token.children or ()), line, 0, 0))
        caption = tuple(part for part in parts if not isinstance(part, Figure))
        self.figures += 1
        if self.figures > MAX_FIGURES:
            message = f"the text has more than {MAX_FIGURES} figures"
            raise refusal("P840", message, span, "part it into several texts")
        return Figure(target, caption, width, span)

    # --- the whole text ---

    def check_order(self, blocks: Iterable[Block]) -> None:
        """Report where a heading skips a level."""
        level = 0
        for block in walk(blocks):
            if isinstance(block, Heading):
                if block.level > level + 1:
                    after = f"follows one of level {level}" if level else "is the first"
                    message = (
                        f"a heading of level {block.level} {after}; expected level {level + 1}"
                    )
                    hint = f"write {'#' * (level + 1)} {plain(block.inlines)[:30]}"
                    self.say("P352", message, block.span, hint)
                level = block.level

    def check_links(self, blocks: Blocks) -> None:
        """Report where a link leads to no heading and no figure."""
        anchors = [block.anchor for block in walk(blocks) if isinstance(block, Heading)]
        known = {"#" + anchor: None for anchor in sorted((*anchors, *figure_anchors(blocks)))}
        lost = [link for link in links_in(blocks) if link.target[:1] == "#"]
        for number, link in enumerate(link for link in lost if link.target not in known):
            hint = did_you_mean(link.target, known) if number < MAX_HINTS else ""
            message = f'there is no heading "{link.target}" in this text'
            self.say("P353", message, link.span, hint)


def _line(node: SyntaxTreeNode) -> int:
    """The line on which a node begins, from 0."""
    return node.map[0] if node.map else 0


def _width_problem(width: str) -> str:
    """What is wrong with the width of a figure; empty for a length, a share of the column, or the
    name of where it stands.
    """
    if width in PLACES:
        return ""
    try:
        percent = re.fullmatch(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*", width)
        if 0 < float(percent[1]) <= 100 if percent else parse_length(width) > 0:
            return ""
    except LengthError as problem:
        return str(problem)
    return f'"{width}" is not a width; expected a length, a share from 1% to 100%, margin or wide'


def _verbatim(content: str) -> Inlines:
    """Lines as they are, with all of their blanks; those that are empty keep their height."""
    parts: list[Inline] = []
    for line in content.rstrip("\n").split("\n"):
        shown = re.sub(r"^ +|(?<=\S) {2,}", lambda blanks: "\u00a0" * len(blanks[0]), line)
        parts += [Run(shown, code=True) if shown else Run("\u00a0"), Break()]
    return tuple(parts[:-1])


def _joined(parts: Iterable[Inline | Figure]) -> list[Inline | Figure]:
    """Neighbouring runs in one cut as one: an escaped sign and an entity come by themselves."""
    joined: list[Inline | Figure] = []
    for part in parts:
        last = joined[-1] if joined else None
        if (
            isinstance(part, Run)
            and isinstance(last, Run)
            and last[1:] == part[1:]
            and not last.code
        ):
            joined[-1] = last._replace(text=last.text + part.text)
        else:
            joined.append(part)
    return joined
