"""Links and bookmarks: where they lie on paper, and as other hands read them from the file."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest

from pnp.draw.pdf import Info, draw, to_side
from pnp.draw.resources import Assets
from pnp.face import Anchor, Face, Link
from pnp.impose import Document, Placement
from pnp.impose.booklet import booklet, plain_pages
from pnp.units.geometry import PAPERS, PT, Um, rect, size

A6 = size(105_000, 148_000)


def page(anchors: tuple[Anchor, ...] = (), links: tuple[Link, ...] = ()) -> Face:
    return Face(A6, Um(0), (), links, anchors)


PAGES = [
    page(
        (Anchor("one", Um(20_000), "Öne (1)", 1),),
        (
            Link(rect(10_000, 30_000, 40_000, 5_000), "#three"),
            Link(rect(10_000, 50_000, 40_000, 5_000), "https://x.org/a b?c=(ä)"),
        ),
    ),
    page((Anchor("two", Um(10_000), "Two", 2), Anchor("figure-1", Um(60_000)))),
    page(
        (Anchor("three", Um(74_000), "Three", 1),),
        (Link(rect(0, 0, 1_000, 1_000), "#nowhere"), Link(rect(0, 0, 1_000, 1_000), "#figure-1")),
    ),
]


def opened(document: Document) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(draw(document, Assets(), Info())))


def landing(pdf: pikepdf.Pdf, dest: pikepdf.Array) -> tuple[int, float, float]:
    """Page from 1, millimetres from its left and upper edge."""
    number = next(
        n for n, candidate in enumerate(pdf.pages, 1) if candidate.objgen == dest[0].objgen
    )
    box = pdf.pages[number - 1].mediabox
    return (
        number,
        round(float(dest[2]) * PT / 1000, 1),
        round((float(box[3]) - float(dest[3])) * PT / 1000, 1),
    )


def test_links_land_where_their_anchors_are() -> None:
    pdf = opened(plain_pages("rulebook", "Toy", PAGES))
    first, second = pdf.pages[0].Annots
    assert first.F == second.F == 4, (
        "printed, as every annotation of a page that is sent to a printer must be (ISO 19005-2, 6.3.2)"
    )
    assert landing(pdf, first.Dest) == (3, 0.0, 74.0)
    assert [round(float(v) * PT / 1000, 1) for v in first.Rect] == [10.0, 113.0, 50.0, 118.0]
    assert str(second.A.URI) == "https://x.org/a%20b?c=(%C3%A4)"
    assert "/Annots" not in pdf.pages[1]
    assert [landing(pdf, note.Dest) for note in pdf.pages[2].Annots] == [(2, 0.0, 60.0)], (
        "the link to nowhere is left out"
    )


def test_bookmarks_are_the_headings() -> None:
    pdf = opened(plain_pages("rulebook", "Toy", PAGES))
    with pdf.open_outline() as tree:
        assert [(item.title, [child.title for child in item.children]) for item in tree.root] == [
            ("Öne (1)", ["Two"]),
            ("Three", []),
        ]
    assert [page.label for page in pdf.pages] == ["1", "2", "3"]


def test_in_a_booklet_links_lead_to_the_half_where_the_page_lies() -> None:
    pdf = opened(booklet("rulebook", "Toy", PAGES, PAPERS["a5"]))
    (link, _) = pdf.pages[0].Annots
    assert landing(pdf, link.Dest) == (2, 105.0, 74.0)
    with pdf.open_outline() as tree:
        assert [item.title for item in tree.root] == ["Öne (1)", "Three"]


def test_pages_placed_under_names_with_numbers_keep_their_order() -> None:
    document = plain_pages("rulebook", "Toy", PAGES)
    named = [
        s._replace(
            recto=s.recto._replace(
                placements=(s.recto.placements[0]._replace(card=f"page-{s.number:02d}"),)
            )
        )
        for s in document.sheets
    ]
    pdf = opened(document._replace(sheets=tuple(reversed(named))))
    assert [page.label for page in pdf.pages] == ["3", "2", "1"]
    with pdf.open_outline() as tree:
        assert [item.title for item in tree.root] == ["Öne (1)", "Three"]


def test_single_page_is_not_labelled_by_a_number_in_the_name_of_its_book() -> None:
    document = plain_pages("rulebook", "Toy", PAGES[:1], component="one-2")
    (sheet,) = document.sheets
    side = sheet.recto._replace(placements=(sheet.recto.placements[0]._replace(card="one-2"),))
    assert [
        page.label for page in opened(document._replace(sheets=(sheet._replace(recto=side),))).pages
    ] == ["one-2"]


def two_books() -> Document:
    """Two books of one look in one file, the first with its pages back to front."""
    book, solo = (
        plain_pages("rulebook", "Toy", PAGES),
        plain_pages("solo", "Toy", PAGES, component="solo"),
    )
    return book._replace(sheets=(*reversed(book.sheets), *solo.sheets))


def test_each_of_two_books_in_a_file_has_links_and_bookmarks_of_its_own() -> None:
    pdf = opened(two_books())
    assert [
        [landing(pdf, note.Dest)[0] for note in page.get("/Annots", []) if "/Dest" in note]
        for page in pdf.pages
    ] == [[2], [], [1], [6], [], [5]]
    with pdf.open_outline() as tree:
        told = [
            (
                item.title,
                landing(pdf, item.destination)[0],
                [(child.title, landing(pdf, child.destination)[0]) for child in item.children],
            )
            for item in tree.root
        ]
    assert told == [
        ("Öne (1)", 3, [("Two", 2)]),
        ("Three", 1, []),
        ("Öne (1)", 4, [("Two", 5)]),
        ("Three", 6, []),
    ]


def test_link_does_not_lead_into_another_book() -> None:
    book, solo = (
        plain_pages("rulebook", "Toy", PAGES[:1]),
        plain_pages("solo", "Toy", PAGES[2:], component="solo"),
    )
    pdf = opened(book._replace(sheets=(*book.sheets, *solo.sheets)))
    assert ["/Dest" in note for note in pdf.pages[0].Annots] == [False], "only the address is left"
    assert "/Annots" not in pdf.pages[1]


@pytest.mark.parametrize(
    ("turn", "corner"), [(0, (100, 200)), (90, (405, 200)), (180, (405, 505)), (270, (100, 505))]
)
def test_where_the_upper_left_corner_of_a_turned_face_lies(
    turn: int, corner: tuple[int, int]
) -> None:
    trim = rect(100, 200, 305, 305)
    placement = Placement(
        Face(size(305, 305), Um(0), ()), "a", "1", 1, "front", 0, trim, turn, trim
    )
    assert to_side(placement).point(0, 0) == corner
    assert to_side(placement).bounds(rect(0, 0, 305, 305)) == trim


def test_outline_is_a_tree_even_where_levels_are_left_out() -> None:
    levels = (2, 3, 1, 3, 2, 3)
    anchors = [Anchor(str(n), Um(1_000 * n), f"{n}", level) for n, level in enumerate(levels)]
    pdf = opened(plain_pages("rulebook", "Toy", [page(tuple(anchors))]))

    def tree(items: list[pikepdf.OutlineItem]) -> dict[str, object]:
        return {item.title: tree(item.children) for item in items}

    with pdf.open_outline() as outline:
        assert tree(outline.root) == {"0": {"1": {}}, "2": {"3": {}, "4": {"5": {}}}}
    assert pdf.Root.Outlines.Count == 2, "chapters are closed"
