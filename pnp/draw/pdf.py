"""Writes an imposed document as the bytes of a PDF file: pages with their boxes, labels, links,
outline and printing preferences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote

from pnp.draw.canvas import Canvas
from pnp.draw.content import Content
from pnp.draw.literals import corners, placed, text_string
from pnp.draw.resources import Assets, Resources
from pnp.face import Anchor
from pnp.impose import Document, Duplex, Placement, Sheet, Side
from pnp.units.geometry import Rect, Size, Transform, turned

PRODUCER = "pnp"

MITRE = 4
"""Corners sharper than 29° are cut off; at PDF's 10 they grow spikes.

It is SVG's default, which icons are drawn for.
"""

_FLIPS = {Duplex.LONG: "DuplexFlipLongEdge", Duplex.SHORT: "DuplexFlipShortEdge"}
_URI_KEPT = "".join(map(chr, range(33, 127)))


class Info(NamedTuple):
    """The file's own words about itself; `language` is a BCP 47 tag such as `en` or `de-AT`."""

    title: str = ""
    author: str = ""
    subject: str = ""
    language: str = ""
    keywords: str = ""
    options: str = ""
    """How it was printed, in the metadata alone."""


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pnp="urn:print-and-play:1">
{}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def _xmp(info: Info, title: str) -> bytes:
    """The metadata of a file as XMP (ISO 16684-1), what is empty left out."""
    kinds = {
        "dc:title": ("Alt", title, ' xml:lang="x-default"'),
        "dc:creator": ("Seq", info.author, ""),
        "dc:description": ("Alt", info.subject, ' xml:lang="x-default"'),
        "dc:language": ("Bag", info.language, ""),
    }
    lines = [
        f"<{key}><rdf:{kind}><rdf:li{lang}>{escape(text)}</rdf:li></rdf:{kind}></{key}>\n"
        for key, (kind, text, lang) in kinds.items()
        if text
    ]
    plain = {
        "pdf:Keywords": info.keywords,
        "pdf:Producer": PRODUCER,
        "xmp:CreatorTool": PRODUCER,
        "pnp:options": info.options,
    }
    lines += [f"<{key}>{escape(text)}</{key}>\n" for key, text in plain.items() if text]
    return _XMP.format("".join(lines)).encode()


class _Page(NamedTuple):
    """One side that goes through the printer; `key` is the name of its bookmark."""

    key: str
    label: str
    sheet: Sheet
    side: Side


def draw(
    document: Document,
    assets: Assets,
    info: Info,
    digests: Mapping[int, str] = MappingProxyType({}),
) -> bytes:
    """The bytes of one PDF file; the same values give the same bytes.

    `digests` are those of faces that are known, by identity; the others are reckoned. KeyError when
    a font or image is missing from the assets.
    """
    canvas = Canvas(info.language)
    canvas.setTitle(info.title or document.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setKeywords(info.keywords)
    canvas.setCreator(PRODUCER)
    canvas.setProducer(PRODUCER)
    canvas.describe(_xmp(info, info.title or document.title))
    two_sided = any(sheet.verso is not None for sheet in document.sheets)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference(
        "Duplex", _FLIPS.get(document.duplex, "Simplex") if two_sided else "Simplex"
    )
    resources = Resources(canvas, document, assets, digests)
    pages = _pages(document)
    goals: dict[tuple[str, str], str] = {}
    for page in pages:
        for key, placement, anchor in _anchors(page):
            goals.setdefault((placement.component, anchor.name), key)
    entries = _outline(pages)
    keys = {entry[1] for entry in entries}
    for number, page in enumerate(pages):
        canvas.addPageLabel(number, prefix=page.label)
        for key in (page.key, f"{page.key}.component"):
            if key in keys:
                canvas.bookmarkPage(key)
        _page(canvas, resources, page, goals)
    for entry in entries:
        canvas.addOutlineEntry(*entry)
    resources.finish()
    data: bytes = canvas.getpdfdata()
    return data


def _pages(document: Document) -> list[_Page]:
    """The pages in order.

    The pages of a book have their own numbers as labels, others the number of their sheet with r
    for recto or v for verso. Sheets are numbered anew in each component, so their labels name it
    where there are several.
    """
    several = len({sheet.component for sheet in document.sheets}) > 1
    sides = [
        (sheet, letter, side)
        for sheet in document.sheets
        for letter, side in (("r", sheet.recto), ("v", sheet.verso))
        if side is not None
    ]
    book = all(len(side.placements) <= 1 for _, _, side in sides) and any(
        p.face.anchors for _, _, side in sides for p in side.placements
    )
    pages = []
    for index, (sheet, letter, side) in enumerate(sides, 1):
        label = f"{sheet.number}{letter}"
        if book and side.placements:
            card, component = side.placements[0].card, side.placements[0].component
            # A single page is called by the name of its book, which is no number.
            label = card if card == component else str(_number(card) or card)
        elif several:
            label = f"{sheet.component} {label}"
        pages.append(_Page(f"page.{index}{letter}", label, sheet, side))
    return pages


def _number(card: str) -> int:
    last = card.rpartition("-")[2]  # "7", and "page-07" of a text
    return int(last) if last.isdecimal() else 0


def _anchors(page: _Page) -> Iterator[tuple[str, Placement, Anchor]]:
    """The anchors on a page, each with the key of its bookmark."""
    anchors = [(p, anchor) for p in page.side.placements for anchor in p.face.anchors]
    for index, (placement, anchor) in enumerate(anchors):
        yield f"{page.key}.{index}", placement, anchor


def _page(
    canvas: Canvas, resources: Resources, page: _Page, goals: Mapping[tuple[str, str], str]
) -> None:
    """One page: its boxes, bookmarks, links and content.

    TrimBox and BleedBox are the whole sheet: the cards on it are cut, not the sheet.
    """
    paper = page.sheet.paper
    size = (placed(paper.width), placed(paper.height))
    canvas.setPageSize(size)
    canvas.setTrimBox(("0", "0", *size))
    canvas.setBleedBox(("0", "0", *size))
    for key, placement, anchor in _anchors(page):
        x, y = to_side(placement).point(0, anchor.y)
        canvas.bookmarkPage(key, "XYZ", left=placed(x), top=placed(paper.height - y))
    for placement in page.side.placements:
        for area, target in placement.face.links:
            where = corners(to_side(placement).bounds(area).meet(placement.clip), paper.height)
            if not target.startswith("#"):
                url = quote(target, safe=_URI_KEPT)
                canvas.linkURL(url, where, F=4, Border="[0 0 0]")
            elif goal := goals.get((placement.component, target[1:])):
                canvas.linkAbsolute("", goal, where, F=4, Border="[0 0 0]")
            # A link to an anchor that its component has not in the document is left out.
    content = side_content(page.side, paper, resources)
    canvas.page(
        content.operators.encode("latin-1"),
        resources.dictionary(content),
        transparent=resources.transparent(content),
    )


def to_side(placement: Placement) -> Transform:
    """From the coordinates of a placed face to those of its side, both in micrometres from the
    top left.
    """
    return turned(placement.turn, placement.trim)


def _outline(pages: list[_Page]) -> list[tuple[str, str, int, bool]]:
    """Title, bookmark, level and whether it is folded: of every heading, those of a chapter inside
    it; without headings, of every component and, inside it, of every sheet.
    """
    entries: list[tuple[str, str, int, bool]] = []
    levels: list[int] = []
    for _, title, level, key in _headings(pages):
        while levels and levels[-1] >= level:
            levels.pop()
        entries.append((title, key, len(levels), True))
        levels.append(level)
    if entries:
        return entries
    before = None
    for page in pages:
        if page.side is not page.sheet.recto:
            continue
        held = page.sheet.component, page.sheet.title
        if held != before:
            before = held
            entries.append((page.sheet.title, f"{page.key}.component", 0, False))
        entries.append((f"sheet {page.sheet.number}", page.key, 1, False))
    return entries


def _headings(pages: list[_Page]) -> list[tuple[tuple[int, int, bool, int], str, int, str]]:
    """The anchors that are bookmarks – title, level and key behind what they are sorted by –, one
    component after the other, page by page as they are read: by the number of the page, not by its
    place on a folded sheet.

    Of player aids in many copies only those of the first, each side by itself.
    """
    components = dict.fromkeys(p.component for page in pages for p in page.side.placements)
    order = {component: at for at, component in enumerate(components)}
    headings = [
        (
            (order[p.component], _number(p.card), p.side != "front", anchor.y),
            anchor.title,
            anchor.level,
            key,
        )
        for page in pages
        for key, p, anchor in _anchors(page)
        if anchor.level > 0 and p.copy == 1
    ]
    return sorted(headings, key=lambda heading: heading[0])


def side_content(side: Side, paper: Size, resources: Resources) -> Content:
    """The operators of one side in page points, none for an empty side: every placed face inside
    its marked content, then the sheet marks as an artifact.
    """
    out: list[str] = []
    parts: list[Content] = []
    for placement in side.placements:
        face = resources.show(placement.face)
        parts.append(face)
        out += ["q", marked(placement, paper), f"{_box(placement.clip, paper)} re W n"]
        matrix = f"{placing(placement, paper)} cm"
        if placement.overlay:
            overlay = resources.paint(placement.overlay, paper)
            parts.append(overlay)
            out += ["q", matrix, face.operators, "Q", overlay.operators, "EMC\nQ"]
        else:
            out += [matrix, face.operators, "EMC\nQ"]
    if side.marks:
        marks = resources.paint(side.marks, paper)
        parts.append(marks)
        out += ["/Artifact BMC\nq", marks.operators, "Q\nEMC"]
    if out:
        out.insert(0, f"{MITRE} M")
    return Content(
        "\n".join(out),
        frozenset[str]().union(*[part.xobjects for part in parts]),
        frozenset[int]().union(*[part.opacities for part in parts]),
        tuple({layer.name: layer for part in parts for layer in part.layers}.values()),
        frozenset().union(*[part.shadings for part in parts]),
    )


def marked(placement: Placement, paper: Size) -> str:
    """The opening of marked content that says which card lies where; Trim holds left, bottom,
    right, top in page points.

    Of says how many pages, or player aids, its text fills, so that a print tells by itself whether
    its last are missing.
    """
    left, bottom, right, top = corners(placement.trim, paper.height)
    tile = f" /Tile {text_string(placement.tile)}" if placement.tile else ""
    of = f" /Of {placement.of}" if placement.of else ""
    return (
        f"/PnpFace <</Component {text_string(placement.component)} /Card"
        f" {text_string(placement.card)} /Copy {placement.copy} /Side {text_string(placement.side)}"
        f" /Trim [{left} {bottom} {right} {top}]{tile}{of}>> BDC"
    )


def placing(placement: Placement, paper: Size) -> str:
    """The matrix that lays a face into its trim, turned clockwise as seen on paper.

    Raises ValueError for other turns than quarters.
    """
    left, bottom, right, top = corners(placement.trim, paper.height)
    match placement.turn:
        case 0:
            return f"1 0 0 1 {left} {bottom}"
        case 90:
            return f"0 -1 1 0 {left} {top}"
        case 180:
            return f"-1 0 0 -1 {right} {top}"
        case 270:
            return f"0 1 -1 0 {right} {bottom}"
    raise ValueError(f"a face turns by 0, 90, 180 or 270 degrees, not {placement.turn}")


@lru_cache(maxsize=1024)
def _box(area: Rect, paper: Size) -> str:
    return (
        f"{placed(area.x)} {placed(paper.height - area.bottom)} {placed(area.width)}"
        f" {placed(area.height)}"
    )
