"""Links and bookmarks of placed pages: where anchors lie on paper, annotations that lead there or
to an address, and the outline.

Pure values in PDF's words (ISO 32000-1, 12.3.2 destinations, 12.3.3 outlines, 12.5.6.5 link
annotations); `pdf` puts them into the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from pnp.draw.literals import placed, text_string
from pnp.draw.objects import Reference, Value
from pnp.impose.sheet import Document, Placement, Side
from pnp.units.geometry import Rect, Size, Transform, rect, turned

Goal = tuple[str, str]
"""A component and the name of an anchor in its text: the texts of one file may have anchors of
the same name.
"""

_URI_KEPT = "".join(map(chr, range(33, 127)))


class Page(NamedTuple):
    """A side of a sheet as a page of the file: the key of its object, its size and what lies on
    it.
    """

    key: str
    paper: Size
    side: Side


class Bookmark(NamedTuple):
    """One entry of an outline: its title, the level that its anchor asks for, and where it
    leads.
    """

    title: str
    level: int
    destination: list[Value]


class Entry(NamedTuple):
    """A bookmark with its neighbours by index; -1 for the root as parent, None for none.

    `below` counts all entries under it.
    """

    bookmark: Bookmark
    parent: int
    previous: int | None
    following: int | None
    first: int | None
    last: int | None
    below: int


def numbered(document: Document) -> bool:
    """Whether a document is a book with one page to a side: its pages have their own numbers as
    labels then.
    """
    sides = [
        side for sheet in document.sheets for side in (sheet.recto, sheet.verso) if side is not None
    ]
    return all(len(side.placements) <= 1 for side in sides) and any(
        p.face.anchors for side in sides for p in side.placements
    )


def page_label(side: Side) -> str | None:
    """The printed number of a page that has a side to itself; a single page is called by the
    name of its book, which is no number.
    """
    if not side.placements:
        return None
    placed = side.placements[0]
    return (
        placed.card if placed.card == placed.component else str(_number(placed.card) or placed.card)
    )


def to_side(placement: Placement) -> Transform:
    """From the coordinates of a placed face to those of its side, both in micrometres from the
    top left.
    """
    return turned(placement.turn, placement.trim)


def destinations(pages: Iterable[Page]) -> dict[Goal, list[Value]]:
    """Where each anchor of a component lies; the first one of a name counts.

    The view keeps its zoom.
    """
    found: dict[Goal, list[Value]] = {}
    for page in pages:
        for placement in page.side.placements:
            for anchor in placement.face.anchors:
                found.setdefault(
                    (placement.component, anchor.name), _destination(page, placement, anchor.y)
                )
    return found


def _destination(page: Page, placement: Placement, y: int) -> list[Value]:
    x, down = to_side(placement).point(0, y)
    return [Reference(page.key), "/XYZ", placed(x), placed(page.paper.height - down), "null"]


def areas(page: Page, known: Mapping[Goal, list[Value]]) -> list[dict[str, Value]]:
    """The link annotations of a page.

    A link to an anchor that its component has not in the document is left out: its words stay.
    """
    done: list[dict[str, Value]] = []
    for placement in page.side.placements:
        for area, target in placement.face.links:
            where = _box(to_side(placement).bounds(area).meet(placement.clip), page.paper)
            entries: dict[str, Value] = {
                "Type": "/Annot",
                "Subtype": "/Link",
                "F": 4,
                "Rect": where,
                "Border": ["0", "0", "0"],
            }
            if target.startswith("#"):
                if (goal := (placement.component, target[1:])) in known:
                    done.append({**entries, "Dest": known[goal]})
            else:
                done.append(
                    {
                        **entries,
                        "A": {"S": "/URI", "URI": text_string(quote(target, safe=_URI_KEPT))},
                    }
                )
    return done


def _box(area: Rect, paper: Size) -> list[Value]:
    flipped = rect(area.x, paper.height - area.bottom, area.width, area.height)
    return [placed(flipped.x), placed(flipped.y), placed(flipped.right), placed(flipped.bottom)]


def bookmarks(pages: Iterable[Page]) -> list[Bookmark]:
    """The anchors that are bookmarks, one component after the other, page by page as they are read:
    by the number of the page, not by its place on a folded sheet.

    Of player aids in many copies only those of the first, each side by itself.
    """
    pages = tuple(pages)
    components = dict.fromkeys(
        placement.component for page in pages for placement in page.side.placements
    )
    order = {component: at for at, component in enumerate(components)}
    found = [
        (
            (
                order[placement.component],
                _number(placement.card),
                placement.side != "front",
                anchor.y,
            ),
            Bookmark(anchor.title, anchor.level, _destination(page, placement, anchor.y)),
        )
        for page in pages
        for placement in page.side.placements
        for anchor in placement.face.anchors
        if anchor.level > 0 and placement.copy == 1
    ]
    return [bookmark for _, bookmark in sorted(found, key=lambda row: row[0])]


def _number(card: str) -> int:
    last = card.rpartition("-")[2]  # "7", and "page-07" of a text
    return int(last) if last.isdecimal() else 0


def outline(marks: Sequence[Bookmark]) -> list[Entry]:
    """Bookmarks as a tree in the order given: each below the nearest one before it that has a
    lower level.
    """
    parents: list[int] = []
    path: list[int] = []
    children: dict[int, list[int]] = {}
    for index, mark in enumerate(marks):
        while path and marks[path[-1]].level >= mark.level:
            path.pop()
        parents.append(path[-1] if path else -1)
        children.setdefault(parents[-1], []).append(index)
        path.append(index)
    counts = [0] * len(marks)
    for index in reversed(range(len(marks))):
        if parents[index] >= 0:
            counts[parents[index]] += counts[index] + 1
    place = {index: at for siblings in children.values() for at, index in enumerate(siblings)}
    done: list[Entry] = []
    for index, mark in enumerate(marks):
        siblings, mine, at = children[parents[index]], children.get(index, []), place[index]
        done.append(
            Entry(
                mark,
                parents[index],
                siblings[at - 1] if at else None,
                siblings[at + 1] if at + 1 < len(siblings) else None,
                mine[0] if mine else None,
                mine[-1] if mine else None,
                counts[index],
            )
        )
    return done
