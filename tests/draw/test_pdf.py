"""The finished file, read back with pikepdf: pages, boxes, marked content, forms, bookmarks,
preferences, sameness.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import PIL.Image
import pytest

from pnp.assets.paths import rectangle
from pnp.draw.pdf import Info
from pnp.face import Face, Group, Shape
from pnp.impose import Duplex, Side
from pnp.units.color import Color
from pnp.units.geometry import rect, scaled

from .scene import DEJAVU, PX, box, face, image, pdf, picture, place, sheet, text_of, words

A4, LETTER = (210_000 / PX, 297_000 / PX), (850, 1100)
ICON = Shape(
    "".join(rectangle(rect(n * 20_000, 0, 10_000, 60_000)) for n in range(12)), Color("#000000")
)


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def marks(page: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every opening of marked content: its tag and what it says."""
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) in ("BDC", "BMC"):
            yield str(operands[0]), dict(operands[1].items()) if len(operands) > 1 else {}


def forms(file: pikepdf.Pdf, subtype: str = "/Form") -> list[Any]:
    return [
        item
        for item in file.objects
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == subtype
    ]


@pytest.mark.parametrize(("paper", "points"), [(A4, (595.276, 841.89)), (LETTER, (612, 792))])
def test_pages_have_the_size_of_the_paper_in_every_box(
    paper: tuple[float, float], points: tuple[float, float]
) -> None:
    wide = sheet(width=paper[1], height=paper[0])
    file = opened(pdf(sheet(width=paper[0], height=paper[1], verso=Side()), wide))
    sizes = [points, points, points[::-1]]
    for page, (width, height) in zip(file.pages, sizes, strict=True):
        for box_name in ("/MediaBox", "/TrimBox", "/BleedBox"):
            assert [float(n) for n in page.obj[box_name]] == [0, 0, width, height]
        assert "/ArtBox" not in page.obj
        assert "/CropBox" not in page.obj


def test_blank_verso_is_an_empty_page() -> None:
    file = opened(pdf(sheet(place(face(box("R", 0, 0, 1, 1))), verso=Side()), sheet(verso=Side())))
    assert [bool(page.obj.Contents.read_bytes()) for page in file.pages] == [
        True,
        False,
        False,
        False,
    ]


def test_every_placement_says_which_card_lies_where() -> None:
    card = face(box("R", 0, 0, 1, 1), width=250, height=350)
    placed = [
        place(card, 100, 100, card="37", copy=2, component="patients"),
        place(card, 400, 100, turn=90, card="a(b)\\", side="back"),
        place(card, 100, 500, card="Übel ★", component="Ärzte"),
    ]
    file = opened(pdf(sheet(*placed, width=850, height=1100)))
    found = list(marks(file.pages[0]))
    assert [tag for tag, _ in found] == ["/PnpFace"] * 3
    assert [
        (str(said["/Component"]), str(said["/Card"]), said["/Copy"], str(said["/Side"]))
        for _, said in found
    ] == [
        ("patients", "37", 2, "front"),
        ("deck", "a(b)\\", 1, "back"),
        ("Ärzte", "Übel ★", 1, "front"),
    ]
    # One pixel is 0.72 pt; the sheet is 792 pt high.
    assert [[float(n) for n in said["/Trim"]] for _, said in found] == [
        [72, 468, 252, 720],
        [288, 540, 540, 720],
        [72, 180, 252, 432],
    ]


def test_marked_content_lies_inside_its_q_and_sheet_marks_are_an_artifact() -> None:
    stamped = place(face(words("a")), overlay=(box("K", 0, 0, 1, 1),))
    file = opened(
        pdf(sheet(place(face(box("R", 0, 0, 1, 1))), stamped, marks=(words("print at 100 %"),)))
    )
    page = file.pages[0]
    stack: list[str] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append("q")
            case "BDC" | "BMC":
                assert stack == (["q"] if str(operands[0]) == "/PnpFace" else [])
                stack.append("mark")
            case "EMC":
                assert stack.pop() == "mark"
            case "Q":
                assert stack.pop() == "q"
            case "f" | "TJ":
                assert "mark" in stack
    assert not stack
    assert [tag for tag, _ in marks(page)] == ["/PnpFace", "/PnpFace", "/Artifact"]


def test_face_placed_often_is_written_once() -> None:
    def back() -> Face:
        return face(words("back", 0, 1_000), width=4, height=3, bleed=1)

    shared = back()
    first = sheet(place(shared), place(shared, 4), place(back(), 8))
    second = sheet(place(back()), place(face(words("once", 0, 900))))
    file = opened(pdf(first, second))
    (form,) = forms(file)
    assert [float(n) for n in form.BBox] == [-0.72, -0.72, 3.6, 2.88]
    assert b"TJ" in form.read_bytes()
    assert [page.obj.Contents.read_bytes().count(b" Do") for page in file.pages] == [3, 1]
    assert [page.obj.Contents.read_bytes().count(b"TJ") for page in file.pages] == [0, 1]


def test_png_data_pass_untouched_and_alpha_becomes_a_mask() -> None:
    plain, clear = BytesIO(), BytesIO()
    PIL.Image.effect_noise((20, 10), 50).convert("RGB").save(plain, "PNG")
    PIL.Image.new("RGBA", (5, 5), (1, 2, 3, 4)).save(clear, "PNG")
    one, two = picture(plain.getvalue(), "one"), picture(clear.getvalue(), "two")
    file = opened(
        pdf(sheet(place(face(image(one, 0, 0, 1, 1), image(two, 0, 0, 1, 1)))), pictures=(one, two))
    )
    bitmaps = {(int(item.Width), str(item.ColorSpace)): item for item in forms(file, "/Image")}
    passed, masked, mask = (
        bitmaps[20, "/DeviceRGB"],
        bitmaps[5, "/DeviceRGB"],
        bitmaps[5, "/DeviceGray"],
    )
    assert passed.read_raw_bytes() == one.png.idat
    assert (
        passed.DecodeParms.Predictor,
        passed.DecodeParms.Colors,
        passed.DecodeParms.Columns,
    ) == (15, 3, 20)
    assert masked.SMask.objgen == mask.objgen
    assert (masked.read_bytes(), mask.read_bytes()) == (b"\1\2\3" * 25, b"\4" * 25)
    assert file.pages[0].obj.Group.CS == "/DeviceRGB"


def test_only_pages_that_let_something_through_are_transparency_groups() -> None:
    """On the page itself, in an image, in a face that is placed often, and in a layer inside
    such a face.
    """
    clear = BytesIO()
    PIL.Image.new("RGBA", (5, 5), (1, 2, 3, 4)).save(clear, "PNG")
    photo = picture(clear.getvalue())
    plain, often = face(box("R", 0, 0, 1, 1)), face(words("often"))
    faint = face(Group((box("R", 0, 0, 1, 1),), opacity=0.5))
    layered = face(Group((box("R", 0, 0, 1, 1), box("K", 0, 0, 1, 1)), opacity=0.5))
    masked = face(image(photo, 0, 0, 1, 1))
    pages = (
        [plain],
        [faint],
        [often, often],
        [masked],
        [layered, layered],
        [masked, masked],
        [plain, faint],
    )
    file = opened(pdf(*(sheet(*map(place, faces)) for faces in pages), pictures=(photo,)))
    assert ["/Group" in page.obj for page in file.pages] == [
        False,
        True,
        False,
        True,
        True,
        True,
        True,
    ]
    assert all("/Resources" in form for form in forms(file))


def test_pages_name_only_what_they_use() -> None:
    faint = face(Group((box("R", 0, 0, 1, 1), box("R", 0, 0, 2, 2)), opacity=0.5), words("x"))
    file = opened(pdf(sheet(place(faint)), sheet(place(face(words("y"))))))
    first, second = (page.obj.Resources for page in file.pages)
    assert first.ExtGState.G500.ca == first.ExtGState.G500.CA
    assert float(first.ExtGState.G500.ca) == 0.5
    ((_, layer),) = first.XObject.items()
    assert layer.Group.S == "/Transparency"
    assert sorted(second.keys()) == ["/Font"]


def test_bookmarks_lead_to_components_and_sheets() -> None:
    sheets = [
        sheet(number=n, component=component, verso=Side())
        for n, component in enumerate(("patients", "patients", "ärzte"), 1)
    ]
    file = opened(pdf(*sheets))
    pages = [page.obj.objgen for page in file.pages]
    with file.open_outline() as outline:
        found = [
            (
                top.title,
                [(below.title, pages.index(below.destination[0].objgen)) for below in top.children],
            )
            for top in outline.root
        ]
        tops = [pages.index(top.destination[0].objgen) for top in outline.root]
    assert found == [("Patients", [("sheet 1", 0), ("sheet 2", 2)]), ("Ärzte", [("sheet 3", 4)])]
    assert tops == [0, 4]
    assert file.Root.Outlines.Count == 5


def test_page_labels() -> None:
    file = opened(pdf(sheet(number=1, verso=Side()), sheet(number=2, verso=Side())))
    assert [page.label for page in file.pages] == ["1r", "1v", "2r", "2v"]


def test_page_labels_name_the_component_where_sheets_are_numbered_anew() -> None:
    file = opened(
        pdf(sheet(number=1, component="cars", verso=Side()), sheet(number=1, component="patients"))
    )
    assert [page.label for page in file.pages] == ["cars 1r", "cars 1v", "patients 1r"]


@pytest.mark.parametrize(
    ("duplex", "verso", "said"),
    [
        (Duplex.LONG, Side(), "/DuplexFlipLongEdge"),
        (Duplex.SHORT, Side(), "/DuplexFlipShortEdge"),
        (Duplex.FOLD, None, "/Simplex"),
        (Duplex.NONE, None, "/Simplex"),
        (Duplex.LONG, None, "/Simplex"),
    ],
)
def test_printing_preferences(duplex: Duplex, verso: Side | None, said: str) -> None:
    file = opened(pdf(sheet(verso=verso), duplex=duplex))
    preferences = file.Root.ViewerPreferences
    assert (preferences.Duplex, preferences.PrintScaling, preferences.DisplayDocTitle) == (
        said,
        "/None",
        True,
    )


def test_file_says_what_it_is() -> None:
    info = Info("Große Karten", "A. Author", "cards", "de", "print, play")
    file = opened(pdf(sheet(), info=info))
    assert {key[1:]: str(value) for key, value in file.docinfo.items()} == {
        "Title": "Große Karten", "Author": "A. Author", "Subject": "cards", "Keywords": "print, play", "Creator": "pnp", "Producer": "pnp",
    }  # fmt: skip
    assert str(file.Root.Lang) == "de"
    assert file.pdf_version == "1.7"
    bare = opened(pdf(sheet()))
    assert str(bare.docinfo.Title) == "Cards"
    assert "/Lang" not in bare.Root


def scene() -> bytes:
    icons = (Group((ICON,), scaled(0.01)), Group((box("R", 0, 0, 1, 1), ICON), opacity=0.5))
    card = face(words("Same (again) ★", 0, 9_000, name=DEJAVU), *icons, width=250, height=60)
    other = face(words("other", 0, 1_000), box("B", 1, 1, 2, 2))
    versos = Side((place(card), place(card)))
    return pdf(
        sheet(place(card), place(other), width=300, height=100, verso=versos),
        info=Info("t", language="en"),
    )


def test_two_processes_give_the_same_bytes_whatever_the_machine_says(tmp_path: Path) -> None:
    settings = "invariant = 0\npdfComments = 1\npdfMultiLine = 1\nuseA85 = 1\npageCompression = 0\ndocumentLang = 'xx'\n"
    (tmp_path / ".reportlab_settings").write_text(settings)
    root = Path(__file__).parents[2]
    strange = dict.fromkeys(["RL_useA85", "RL_pdfMultiLine", "RL_pdfComments"], "1") | {
        "SOURCE_DATE_EPOCH": "86400",
        "TZ": "Asia/Tokyo",
    }
    paths = {"PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}", "HOME": str(tmp_path)}
    environment = {**os.environ, "PYTHONHASHSEED": "77", "RL_invariant": "0", **strange, **paths}
    program = "import sys; from draw.test_pdf import scene; sys.stdout.buffer.write(scene())"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == scene()


def test_what_differs_has_another_id() -> None:
    one, other = (opened(pdf(sheet(place(face(words(text, 0, 900)))))) for text in ("ab", "ba"))
    assert bytes(one.trailer.ID[0]) != bytes(other.trailer.ID[0])
    again = opened(pdf(sheet(place(face(words("ab", 0, 900))))))
    assert bytes(one.trailer.ID[0]) == bytes(again.trailer.ID[0])


def test_qpdf_finds_nothing_to_say() -> None:
    file = opened(scene())
    assert file.check_pdf_syntax() == []
    assert "Same (again)" in text_of(scene())
