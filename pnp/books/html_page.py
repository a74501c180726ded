"""A text as one HTML file that needs nothing else: words, figures and fonts inside, no script,
nothing fetched.

Every word is escaped; no HTML of a game comes through. Figures are the very faces that are printed,
as SVG in one set of definitions. Ids of ours have a dot, which no anchor of a text can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape as escaped_html

from pnp.assets.paths import rectangle
from pnp.assets.svg_reader import Icon as Drawing
from pnp.books.html_style import style
from pnp.books.screen_text import Names, described, icon_words, legend, meanings
from pnp.compose.markdown_tree import (
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
    Inlines,
    Link,
    ListBlock,
    Paragraph,
    Run,
    Table,
)
from pnp.draw.svg import NO_BLEED, Defs, attribute, definitions, outlined, readable, svg
from pnp.face import Face
from pnp.layout.book import Book, Listed, margins_for
from pnp.layout.context import Stylesheet
from pnp.layout.figures import embedded, pictured
from pnp.layout.inlines import Typesetter
from pnp.units.geometry import MM, Size, Um, rect

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none';"
    " form-action 'none'"
)
COLUMN = 42.0
"""The width of the page's column in rem: what fills the column on paper fills it on a screen."""
LEAST = 8.0
"""The width in rem that a caption has at least."""
EDGE = Um(150)
"""Shown around a picture, so that the line along its edge is whole."""
_IDS = "i."


def page(blocks: Blocks, book: Book, stylesheet: Stylesheet) -> str:
    """The text as HTML, in the order of the text, the title of the game first.

    Headings are one level lower than in the text, since the title is the first. KeyError when a
    font or image is missing.
    """
    writer = _Writer(blocks, book, stylesheet)
    head = "".join(writer.head())
    body = "".join(writer.blocks(blocks))
    if (
        not any(isinstance(block, Generated) and block.kind == "contents" for block in blocks)
        and len(writer.names.headings) > 4
    ):
        body = writer.contents() + body
    words = f'{head}<main id=".text">\n{body}</main>\n'
    look = style(book, stylesheet, frozenset(_seen(words)))
    shared = definitions(writer.defs)
    return (
        f'<!DOCTYPE html>\n<html lang="{attribute(book.language)}">\n<head>\n<meta'
        ' charset="utf-8">\n<meta http-equiv="Content-Security-Policy"'
        f' content="{attribute(POLICY)}">\n<meta name="viewport" content="width=device-width,'
        ' initial-scale=1">\n<meta name="generator"'
        f' content="pnp">\n<title>{text(book.title)}</title>\n<style>\n{look}</style>\n</head>\n<body>\n<a'
        f' class="skip" href="#.text">{text(book.word("skip"))}</a>\n<svg class="shared"'
        ' aria-hidden="true" focusable="false" width="0"'
        f' height="0">{shared}</svg>\n{words}</body>\n</html>\n'
    )


def text(words: str) -> str:
    """Words as HTML shows them."""
    return escaped_html(readable(words), quote=False)


def _seen(words: str) -> Iterator[str]:
    """The characters of a page's words, without its pictures."""
    for part in words.split("<svg"):
        yield from part.rpartition("</svg>")[2]


class _Writer:
    """A page being written: its names, and what its drawings share."""

    def __init__(self, blocks: Blocks, book: Book, stylesheet: Stylesheet) -> None:
        self.book, self.stylesheet = book, stylesheet
        self.names, self.meanings = Names(blocks, book), meanings(book)
        self.typesetter = Typesetter(stylesheet, book)
        self.defs: Defs = {}
        self.images = {
            picture.ref.hash: picture for picture in stylesheet.resources.images.values()
        }
        self.write_text = outlined(stylesheet.resources.typefaces(), _IDS)
        margins = book.margins or margins_for(book.size)
        self.column = max(20 * MM, book.size.width - margins.inner - margins.outer)

    def head(self) -> Iterator[str]:
        """The cover, the title and what stands below it."""
        book = self.book
        yield "<header>\n"
        if book.cover is not None:
            yield f'<div class="cover" aria-hidden="true">{self.drawing(book.cover, "")}</div>\n'
        yield f"<h1>{text(book.title)}</h1>\n"
        if book.subtitle:
            yield f'<p class="subtitle">{text(book.subtitle)}</p>\n'
        if book.lines:
            yield f'<p class="lines">{text(" · ".join(book.lines))}</p>\n'
        yield "</header>\n"

    def drawing(self, face: Face, title: str, width: str = "", edge: Um = NO_BLEED) -> str:
        """A face as an inline picture; `width` is a length of CSS, else it is as wide as its
        box.
        """
        made = svg(
            face, self.images, self.write_text, bleed=edge, ids=_IDS, title=title, shared=self.defs
        ).strip()
        head, _, rest = made.partition(">")
        start, _, box = head.partition(' width="')
        sized = f' style="width:{width}"' if width else ' style="width:100%"'
        return f"{start}{sized} {box[box.index('viewBox') :]}>{rest}"

    # --- blocks ---

    def blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        """Blocks one after the other."""
        for block in blocks:
            yield "".join(self.block(block))

    def block(self, block: Block) -> Iterator[str]:
        """One block."""
        match block:
            case Heading(level, inlines, anchor):
                yield (
                    f'<h{level + 1} id="{attribute(anchor)}">{self.line(inlines)}</h{level + 1}>\n'
                )
            case Paragraph(inlines):
                yield f"<p>{self.line(inlines)}</p>\n"
            case ListBlock():
                yield from self.list(block)
            case Table():
                yield from self.table(block)
            case Callout():
                yield from self.callout(block)
            case Figure():
                yield self.figure(block)
            case FigureRow(figures):
                yield (
                    "<div"
                    f' class="figures">\n{"".join(self.figure(one, in_row=True) for one in figures)}</div>\n'
                )
            case Divider():
                yield "<hr>\n"
            case Generated(kind):
                yield from self.generated(kind)

    def list(self, block: ListBlock) -> Iterator[str]:
        """A list; an item of one paragraph needs no paragraph."""
        tag = "ol" if block.ordered else "ul"
        begun = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
        yield f"<{tag}{begun}>\n"
        for item in block.items:
            yield "<li>"
            if sum(isinstance(part, Paragraph) for part in item) == 1 and isinstance(
                item[0], Paragraph
            ):
                yield self.line(item[0].inlines)
                yield from self.blocks(item[1:])
            else:
                yield from self.blocks(item)
            yield "</li>\n"
        yield f"</{tag}>\n"

    def table(self, block: Table) -> Iterator[str]:
        """A table in a box of its own, which is what moves on a narrow screen."""
        looks = ["" if align == "left" else f' class="{align}"' for align in block.align]
        yield '<div class="wide" tabindex="0"><table>\n'
        if any(block.header):
            cells = (
                f'<th scope="col"{look}>{self.line(cell)}</th>'
                for cell, look in zip(block.header, looks, strict=True)
            )
            yield f"<thead><tr>{''.join(cells)}</tr></thead>\n"
        yield "<tbody>\n"
        for row in block.rows:
            yield (
                f"<tr>{''.join(f'<td{look}>{self.line(cell)}</td>' for cell, look in zip(row, looks, strict=True))}</tr>\n"
            )
        yield "</tbody>\n</table></div>\n"

    def callout(self, block: Callout) -> Iterator[str]:
        """A note beside the text; a quotation."""
        inner = "".join(self.blocks(block.blocks))
        if block.kind == "quote":
            yield f"<blockquote>\n{inner}</blockquote>\n"
            return
        kind = text(self.book.word(block.kind))
        title = f"{kind}: {self.line(block.title)}" if block.title else kind
        yield (
            f'<aside aria-label="{attribute(self.book.word(block.kind))}">\n<p'
            f' class="callout">{title}</p>\n{inner}</aside>\n'
        )

    def figure(self, figure: Figure, in_row: bool = False) -> str:
        """A figure with its number, caption and, of a scene, what its labels mean; one that
        cannot be shown has been reported.
        """
        found = pictured(self.typesetter, figure, self.column)
        if found is None:
            return ""
        face, scene = found
        number, width = self.names.number(figure), face.size.width / self.column * COLUMN
        own = f' id="figure-{number}"'
        picture = self.drawing(face, described(figure, scene), f"{width:.2f}rem", EDGE)
        rows = "".join(
            f"<li><b>{text(label)}</b><span>{text(words)}</span></li>"
            for label, words in legend(scene)
        )
        key = f'<ul class="legend">{rows}</ul>\n' if rows else ""
        caption = f" {self.line(figure.caption)}" if figure.caption else ""
        told = f"<b>{text(self.book.word('figure'))} {number}</b>{caption}"
        own += f' style="width:{max(width, LEAST):.2f}rem"' if in_row else ""
        return f"<figure{own}>\n{picture}\n{key}<figcaption>{told}</figcaption>\n</figure>\n"

    # --- what is made ---

    def generated(self, kind: str) -> Iterator[str]:
        """The lists that are made; pages and columns are of paper."""
        match kind:
            case "contents":
                yield self.contents()
            case "components":
                yield (
                    f'<ul class="components">\n{"".join(map(self.listed, self.book.components))}</ul>\n'
                )
            case "icons":
                rows = (
                    f"<li>{self.icon(meaning.icon, '')}<span>{text(meaning.text)}</span></li>\n"
                    for meaning in self.book.icons
                )
                yield f'<ul class="icons">\n{"".join(rows)}</ul>\n'
            case "credits":
                rows = (
                    f"<dt>{text(credit.title)}</dt><dd>{text(credit.text)}</dd>\n"
                    for credit in self.book.credits
                )
                yield f'<dl class="credits">\n{"".join(rows)}</dl>\n'

    def contents(self) -> str:
        """The headings of the first two levels as links, the second inside the first."""
        word = self.book.word("contents")
        rows: list[str] = []
        deep = False
        for heading in self.names.headings:
            if heading.level > 2:
                continue
            if deep != (heading.level == 2):
                deep = not deep
                rows.append("<ol>\n" if deep else "</ol></li>\n")
            elif rows and not deep:
                rows.append("</li>\n")
            link = f'<a href="#{attribute(heading.anchor)}">{text(self.names.titles[heading.anchor])}</a>'
            rows.append(f"<li>{link}</li>\n" if deep else f"<li>{link}")
        rows.append("</ol></li>\n" if deep else "</li>\n" if rows else "")
        return (
            "<nav"
            f' aria-label="{attribute(word)}">\n<p>{text(word)}</p>\n<ol>\n{"".join(rows)}</ol>\n</nav>\n'
        )

    def listed(self, row: Listed) -> str:
        """One component with its picture."""
        note = f"<small>{text(row.note)}</small>" if row.note else ""
        picture = ""
        if row.face is not None:
            trim = row.face.size
            outline = row.outline or rectangle(rect(0, 0, *trim))
            by = 30 * MM / max(trim)
            small = Size(Um(max(1, round(trim.width * by))), Um(max(1, round(trim.height * by))))
            span = self.names.headings[0].span if self.names.headings else None
            face = Face(
                small,
                Um(0),
                tuple(embedded(self.typesetter, row.face, outline, 0, 0, small.width, span)),
            )
            picture = self.drawing(face, "", f"{small.width / (30 * MM) * 4:.2f}rem", EDGE).replace(
                "<svg ", '<svg aria-hidden="true" ', 1
            )
        return (
            f"<li><span>{picture}</span><span><b>{text(row.count)} ×</b>"
            f" <b>{text(row.title)}</b>{note}</span></li>\n"
        )

    # --- inlines ---

    def line(self, inlines: Inlines) -> str:
        """Inlines as phrasing content."""
        done = []
        for part in self.names.without_pages(inlines):
            match part:
                case Run(words, bold, italic, code):
                    tags = [
                        tag for tag, on in (("strong", bold), ("em", italic), ("code", code)) if on
                    ]
                    opened, closed = (
                        "".join(f"<{tag}>" for tag in tags),
                        "".join(f"</{tag}>" for tag in reversed(tags)),
                    )
                    done.append(f"{opened}{text(words)}{closed}")
                case Icon(name):
                    done.append(self.icon(name, icon_words(name, self.meanings)))
                case Break():
                    done.append("<br>")
                case Link(target, inner):
                    away = "" if target.startswith("#") else ' rel="noopener noreferrer"'
                    done.append(f'<a href="{attribute(target)}"{away}>{self.line(inner)}</a>')
        return "".join(done)

    def icon(self, name: str, title: str) -> str:
        """An icon in the colour of the words around it; nothing where there is none, as has been
        reported.
        """
        drawing = self.stylesheet.resources.icons.get(name)
        if drawing is None:
            return ""
        key = f"{_IDS}icon-{name}"
        self.defs.setdefault(key, f'<g id="{key}">{"".join(_parts(drawing))}</g>')
        told = f'role="img" aria-label="{attribute(title)}"' if title else 'aria-hidden="true"'
        return (
            f'<svg class="icon" viewBox="0 0 {drawing.width} {drawing.height}" {told}><use'
            f' href="#{key}"/></svg>'
        )


def _parts(icon: Drawing) -> Iterator[str]:
    """The paths of an icon; what has no colour of its own takes that of the words."""
    for part in icon.parts:
        paint = f' fill="{(part.fill or "currentColor") if part.filled else "none"}"'
        if part.stroke_width:
            paint += f' stroke="{part.stroke or "currentColor"}" stroke-width="{part.stroke_width}"'
        yield f'<path d="{part.path}"{paint}/>'
