"""One PDF from an imposed document: pages with their boxes, bookmarks, page labels and printing
preferences.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from pnp.draw import annotations as links
from pnp.draw.assets import Assets, Info
from pnp.draw.literals import placed, text_string
from pnp.draw.objects import File, Reference, Value
from pnp.draw.resources import Resources
from pnp.draw.sheet_content import side_content
from pnp.impose.sheet import Document, Duplex, Sheet, Side

PRODUCER = "pnp"

_FLIPS = {Duplex.LONG: "/DuplexFlipLongEdge", Duplex.SHORT: "/DuplexFlipShortEdge"}


class _Page(NamedTuple):
    """One side that goes through the printer; its label is the sheet's number with r for recto
    or v for verso.
    """

    key: str
    label: str
    sheet: Sheet
    side: Side


def draw(
    document: Document,
    assets: Assets,
    info: Info,
    looks: Mapping[int, str] = MappingProxyType({}),
) -> bytes:
    """The bytes of one PDF file; the same values give the same bytes.

    `looks` are digests of faces that are known, by identity; the others are reckoned. KeyError when
    a font or image is missing from the assets.
    """
    file = File()
    resources = Resources(file, document, assets, looks)
    pages = _pages(document)
    entries = [_entries(file, resources, page) for page in pages]
    resources.finish()
    known = links.destinations(_linked(pages))
    for linked, page_entries in zip(_linked(pages), entries, strict=True):
        areas = [
            file.add(f"{linked.key}.link.{n}", area)
            for n, area in enumerate(links.areas(linked, known))
        ]
        if areas:
            page_entries["Annots"] = areas
    for page, page_entries in zip(pages, entries, strict=True):
        file.add(page.key, page_entries)
    file.add(
        "pages",
        {"Type": "/Pages", "Kids": [Reference(page.key) for page in pages], "Count": len(pages)},
    )
    about = {
        "Title": info.title or document.title,
        "Author": info.author,
        "Subject": info.subject,
        "Keywords": info.keywords,
        "Creator": PRODUCER,
        "Producer": PRODUCER,
    }
    return file.finish(_catalog(file, document, pages, info), about)


def _pages(document: Document) -> list[_Page]:
    """The pages in order.

    Sheets are numbered anew in each component, so their labels name it where there are several.
    """
    pages = []
    several = len({sheet.component for sheet in document.sheets}) > 1
    numbered = links.numbered(document)
    for index, sheet in enumerate(document.sheets, 1):
        for letter, side in (("r", sheet.recto), ("v", sheet.verso)):
            if side is not None:
                called = (
                    f"{sheet.component} {sheet.number}{letter}"
                    if several
                    else f"{sheet.number}{letter}"
                )
                label = (links.page_label(side) if numbered else None) or called
                pages.append(_Page(f"page.{index}{letter}", label, sheet, side))
    return pages


def _linked(pages: list[_Page]) -> list[links.Page]:
    return [links.Page(page.key, page.sheet.paper, page.side) for page in pages]


def _entries(file: File, resources: Resources, page: _Page) -> dict[str, Value]:
    """A page's dictionary, its stream written.

    TrimBox and BleedBox are the whole sheet: the cards on it are cut, not the sheet.
    """
    paper = page.sheet.paper
    drawn = side_content(page.side, paper, resources.show, resources.paint)
    box = ["0", "0", placed(paper.width), placed(paper.height)]
    entries: dict[str, Value] = {
        "Type": "/Page",
        "Parent": Reference("pages"),
        "MediaBox": box,
        "TrimBox": box,
        "BleedBox": box,
        "Resources": resources.dictionary(drawn),
        "Contents": file.stream(f"{page.key}.content", drawn.operators.encode("latin-1"), {}),
    }
    if resources.transparent(drawn):
        # Without a colour space of its own, a page with transparency is blended in the viewer's
        # idea of CMYK (ISO 32000-1, 11.4.7). One without transparency has no group: there are
        # printers that turn every such page, its letters too, into a picture.
        entries["Group"] = {"S": "/Transparency", "CS": "/DeviceRGB"}
    return entries


def _catalog(file: File, document: Document, pages: list[_Page], info: Info) -> dict[str, Value]:
    two_sided = any(sheet.verso is not None for sheet in document.sheets)
    labels = [
        part for index, page in enumerate(pages) for part in (index, {"P": text_string(page.label)})
    ]
    catalog: dict[str, Value] = {
        "Pages": Reference("pages"),
        "ViewerPreferences": {
            "DisplayDocTitle": "true",
            "PrintScaling": "/None",
            "Duplex": _FLIPS.get(document.duplex, "/Simplex") if two_sided else "/Simplex",
        },
        "PageLabels": {"Nums": labels},
    }
    if info.language:
        catalog["Lang"] = text_string(info.language)
    headings = links.outline(links.bookmarks(_linked(pages)))
    if headings:
        catalog["Outlines"] = _headings(file, headings)
    elif pages:
        catalog["Outlines"] = _bookmarks(file, pages)
    return catalog


def _headings(file: File, entries: list[links.Entry]) -> Reference:
    """A bookmark for every heading, those of a chapter inside it."""

    def key(index: int) -> Reference:
        return Reference(f"heading.{index}" if index >= 0 else "bookmarks")

    for index, (mark, parent, previous, following, first, last, count) in enumerate(entries):
        row: dict[str, Value] = {
            "Title": text_string(mark.title),
            "Parent": key(parent),
            "Dest": mark.destination,
        }
        near = {"Prev": previous, "Next": following, "First": first, "Last": last}
        row |= {name: key(at) for name, at in near.items() if at is not None}
        file.add(key(index).key, {**row, "Count": -count} if count else row)
    top = [index for index, entry in enumerate(entries) if entry.parent < 0]
    return file.add(
        "bookmarks",
        {"Type": "/Outlines", "First": key(top[0]), "Last": key(top[-1]), "Count": len(top)},
    )


def _bookmarks(file: File, pages: list[_Page]) -> Reference:
    """A bookmark for every component and, inside it, for every sheet; each opens the whole page."""
    first_of_sheet = [page for page in pages if page.key.endswith("r")]
    components = [
        list(group) for _, group in groupby(first_of_sheet, lambda page: page.sheet.component)
    ]
    for index, sheets in enumerate(components):
        key = f"bookmark.{index}"
        for at, page in enumerate(sheets):
            _bookmark(file, f"{key}.", at, len(sheets), key, page, f"sheet {page.sheet.number}", {})
        children = {
            "First": Reference(f"{key}.0"),
            "Last": Reference(f"{key}.{len(sheets) - 1}"),
            "Count": len(sheets),
        }
        _bookmark(
            file,
            "bookmark.",
            index,
            len(components),
            "bookmarks",
            sheets[0],
            sheets[0].sheet.title,
            children,
        )
    root = {
        "Type": "/Outlines",
        "First": Reference("bookmark.0"),
        "Last": Reference(f"bookmark.{len(components) - 1}"),
        "Count": len(components) + len(first_of_sheet),
    }
    return file.add("bookmarks", root)


def _bookmark(
    file: File,
    stem: str,
    at: int,
    count: int,
    parent: str,
    page: _Page,
    title: str,
    children: dict[str, Value],
) -> None:
    entries: dict[str, Value] = {
        "Title": text_string(title),
        "Parent": Reference(parent),
        "Dest": [Reference(page.key), "/Fit"],
        **children,
    }
    if at:
        entries["Prev"] = Reference(f"{stem}{at - 1}")
    if at < count - 1:
        entries["Next"] = Reference(f"{stem}{at + 1}")
    file.add(f"{stem}{at}", entries)
