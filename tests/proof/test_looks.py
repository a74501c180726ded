"""A finished PDF is held against what a build draws now: whatever shows something else is refused,
whatever shows the same is not, be it written anew by another program.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf
from PIL import Image

from pnp.proof import Proof, prove

from .spoil import (
    Spoil,
    around,
    blocks,
    built,
    changed,
    content,
    emptied,
    exchanged,
    inside,
    op,
    opened,
    put,
    said,
    without,
)

MM = 72 / 25.4


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit of which one sheet of cards and one of aids is looked at, which takes less time."""
    made = built(tmp_path_factory.mktemp("kit"))
    with pikepdf.open(made / "cards.pdf", allow_overwriting_input=True) as pdf:
        del pdf.pages[6:]
        del pdf.pages[2:4]
        pdf.save()
    return made


def looked_at(kit: Path, made: Path, **more: Any) -> Proof:
    """The proof of files beside those that were built."""
    expected = {path.name: path.read_bytes() for path in kit.glob("*.pdf")}
    return prove(opened(kit), sorted(made.glob("*.pdf")), expected=expected, **more)


def looks(proof: Proof, folder: Path) -> list[str]:
    """What is found but that the other sheets of cards are missing."""
    missing = ("P732", "P501", "P580")
    return [
        line
        for line in said(proof.diagnostics, folder)
        if not any(code in line for code in missing)
    ]


def spoilt(kit: Path, folder: Path, file: str, how: Spoil, **saving: Any) -> Proof:
    path = folder / "spoilt" / f"{file}.pdf"
    path.parent.mkdir(parents=True)
    with pikepdf.open(kit / path.name) as pdf:
        how(pdf)
        pdf.save(path, **saving)
    expected = {path.name: (kit / path.name).read_bytes()}
    return prove(opened(kit), [path], whole=False, expected=expected, pictured=True)


# --- hands that leave every mark as it was


def over(page: int, operators: str, **resources: Any) -> Spoil:
    """Operators over all that a page shows."""

    def spoil(pdf: Pdf) -> None:
        one = pdf.pages[page]
        for kind, entries in resources.items():
            there = one.obj.Resources.get(f"/{kind}", Dictionary())
            for name, value in entries(pdf).items():
                there[name] = value
            one.obj.Resources[f"/{kind}"] = there
        one.contents_add(pdf.make_stream(operators.encode()), prepend=False)

    return spoil


def in_forms(how: Callable[[list[Any]], list[Any]]) -> Spoil:
    """A change of what every form draws."""

    def spoil(pdf: Pdf) -> None:
        for form in pdf.objects:
            if isinstance(form, pikepdf.Stream) and form.get("/Subtype") == Name.Form:
                form.write(pikepdf.unparse_content_stream(how(content(form))))

    return spoil


def no_text(every: list[Any]) -> list[Any]:
    return [one for one in every if str(one.operator) not in ("Tj", "TJ")]


def larger_text(every: list[Any]) -> list[Any]:
    return [
        op("Tf", one.operands[0], float(one.operands[1]) + 1) if str(one.operator) == "Tf" else one
        for one in every
    ]


def no_marks(page: int) -> Spoil:
    """The crop marks of a page taken out."""

    def how(every: list[Any], _: list[tuple[int, int]]) -> list[Any]:
        begin = next(n for n, one in enumerate(every) if str(one.operator) == "BMC")
        return every[:begin]

    return changed(page, how)


def swapped(page: int, one: int, other: int) -> Spoil:
    """Two faces trade places under their marks."""

    def how(every: list[Any], at: list[tuple[int, int]]) -> list[Any]:
        first, second = at[one - 1], at[other - 1]

        def body(block: tuple[int, int]) -> list[Any]:
            part = every[block[0] : block[1]]
            matrix = next(n for n, x in enumerate(part) if str(x.operator) == "cm")
            return part[matrix + 1 :]

        def head(block: tuple[int, int]) -> list[Any]:
            part = every[block[0] : block[1]]
            matrix = next(n for n, x in enumerate(part) if str(x.operator) == "cm")
            return part[: matrix + 1]

        return [
            *every[: first[0]], *head(first), *body(second),
            *every[first[1] : second[0]], *head(second), *body(first),
            *every[second[1] :],
        ]  # fmt: skip

    return changed(page, how)


def annotated(page: int, appearance: bytes, area: tuple[float, float, float, float]) -> Spoil:
    """A stamp laid over a page as an annotation."""

    def spoil(pdf: Pdf) -> None:
        form = pdf.make_stream(appearance)
        form.Type, form.Subtype = Name.XObject, Name.Form
        form.BBox = Array([0, 0, area[2] - area[0], area[3] - area[1]])
        stamp = Dictionary(
            Type=Name.Annot, Subtype=Name.Stamp, Rect=Array(area), F=4, AP=Dictionary(N=form)
        )
        pdf.pages[page].obj.Annots = pdf.make_indirect(Array([pdf.make_indirect(stamp)]))

    return spoil


def faint(pdf: Pdf) -> dict[str, Any]:
    return {"/Faint": Dictionary(ca=0.5, CA=0.5)}


def inked(pdf: Pdf) -> dict[str, Any]:
    picture = pdf.make_stream(b"\xff\x00\x00")
    picture.Type, picture.Subtype = Name.XObject, Name.Image
    picture.Width = picture.Height = 1
    picture.ColorSpace, picture.BitsPerComponent = Name.DeviceRGB, 8
    return {"/Blot": picture}


def on_fonts(how: Callable[[Pdf, Any], None]) -> Spoil:
    """A change of every embedded font."""

    def spoil(pdf: Pdf) -> None:
        fonts = [
            one
            for one in pdf.objects
            if isinstance(one, Dictionary) and one.get("/Subtype") == Name.Type0
        ]
        assert fonts
        for font in fonts:
            how(pdf, font)

    return spoil


def no_widths(pdf: Pdf, font: Any) -> None:
    descendant = font.DescendantFonts[0]
    del descendant.W
    descendant.DW = 3000


def other_codes(pdf: Pdf, font: Any) -> None:
    data = bytearray(b"".join(n.to_bytes(2, "big") for n in range(3000)))
    data[2 * 20 : 2 * 400] = b"".join((n + 1).to_bytes(2, "big") for n in range(20, 400))
    font.DescendantFonts[0].CIDToGIDMap = pdf.make_stream(bytes(data))


def other_outlines(pdf: Pdf, font: Any) -> None:
    descriptor = font.DescendantFonts[0].FontDescriptor
    for key in ("/FontFile2", "/FontFile3"):
        if key in descriptor:
            del descriptor[key]


def pages(how: Callable[[Pdf], None]) -> Spoil:
    return how


def turned(pdf: Pdf) -> None:
    pdf.pages[0].rotate(90, relative=True)
    pdf.pages[0].obj.MediaBox = Array([0, 0, 500, 700])


def traded(pdf: Pdf) -> None:
    first, second = pdf.pages[0].obj, pdf.pages[1].obj
    first.Contents, second.Contents = second.Contents, first.Contents
    first.Resources, second.Resources = second.Resources, first.Resources


def larger(pdf: Pdf) -> None:
    pdf.pages[0].obj.MediaBox = Array([0, 0, 612, 792])
    pdf.pages[0].obj.TrimBox = pdf.pages[0].obj.BleedBox = Array([0, 0, 612, 792])


def unit(pdf: Pdf) -> None:
    pdf.pages[0].obj.UserUnit = 1.05


def cropped(pdf: Pdf) -> None:
    pdf.pages[0].obj.CropBox = Array([0, 0, 300, 400])


def layered(pdf: Pdf) -> None:
    """A layer that is switched off around the first face."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="off"))
    pdf.Root.OCProperties = Dictionary(
        OCGs=Array([layer]), D=Dictionary(OFF=Array([layer]), Order=Array([layer]))
    )
    page = pdf.pages[0]
    page.obj.Resources.Properties = Dictionary(Off=layer)
    every = content(page)
    begin, end = blocks(every)[0]
    around_ = [op("BDC", Name.OC, Name("/Off")), *every[begin:end], op("EMC")]
    put(pdf, page, [*every[:begin], *around_, *every[end:]])


SQUARE = "q 1 1 1 rg 60 600 8 8 re f Q"
TAMPERS: dict[str, tuple[str, Spoil]] = {
    "a white square over a word": ("rulebook", over(1, "q 1 1 1 rg 60 400 60 40 re f Q")),
    "a black dot of a millimetre": ("cards", over(0, f"q 0 g 100 600 {MM} {MM} re f Q")),
    "a hairline across a card": ("cards", over(0, "q 0 G 0.5 w 30 700 m 180 760 l S Q")),
    "a word written over a card": ("cards", over(1, "q 1 0 0 rg 90 500 40 6 re f Q")),
    "a veil over a page": ("cards", over(0, "q /Faint gs 1 1 1 rg 0 0 700 900 re f Q", ExtGState=faint)),
    "a picture laid over a card": ("cards", over(0, "q 30 0 0 30 200 300 cm /Blot Do Q", XObject=inked)),
    "a stamp as an annotation": ("cards", annotated(0, b"1 0 0 rg 0 0 40 20 re f", (100, 400, 140, 420))),
    "a stamp on the back": ("cards", annotated(1, b"0 0 1 rg 0 0 10 10 re f", (300, 400, 310, 410))),
    "two faces swapped under their marks": ("notes", swapped(1, 1, 3)),
    "two faces swapped with their marks": ("notes", exchanged(1, 1, 3)),
    "a face emptied under its mark": ("cards", emptied(0, 3)),
    "a face deleted": ("cards", without(0, 5)),
    "a back deleted": ("cards", without(1, 4)),
    "a face doubled and moved": ("cards", around(0, 2, 1, 0, 0, 1, 2 * MM, 0)),
    "a card moved by half a millimetre": ("cards", around(0, 5, 1, 0, 0, 1, 0.5 * MM, 0)),
    "a card moved inside its mark": ("cards", inside(0, 5, 1, 0, 0, 1, 0, 0.5 * MM)),
    "a card at 99 %": ("cards", inside(0, 5, 0.99, 0, 0, 0.99, 0, 0)),
    "a card on its head": ("cards", inside(0, 5, -1, 0, 0, -1, 63 * MM, 88 * MM)),
    "a card as in a mirror": ("cards", inside(0, 5, -1, 0, 0, 1, 63 * MM, 0)),
    "a card on the back of its sheet": ("cards", over(1, "q 0.2 g 400 560 3 3 re f Q")),
    "text taken out of cards": ("cards", in_forms(no_text)),
    "text taken out of notes": ("notes", in_forms(no_text)),
    "another text size": ("cards", in_forms(larger_text)),
    "another colour": ("cards", over(0, "q 0.8 0.9 1 rg 40 620 100 20 re f Q")),
    "the crop marks taken out": ("cards", no_marks(0)),
    "fonts without their outlines": ("cards", on_fonts(other_outlines)),
    "glyphs traded in the fonts": ("cards", on_fonts(other_codes)),
    "two pages traded": ("cards", pages(traded)),
    "another paper": ("cards", pages(larger)),
    "pages at 105 %": ("cards", pages(unit)),
    "a page cropped": ("cards", pages(cropped)),
    "a page turned and cut": ("cards", pages(turned)),
    "a layer switched off": ("cards", pages(layered)),
    "a note with another value": ("notes", over(0, "q 1 0.9 0.9 rg 150 700 10 6 re f Q")),
    "a blot on a board": ("boards", over(1, "q 0 g 200 300 2 2 re f Q")),
    "a line through a rule": ("rulebook", over(1, "q 0 G 0.6 w 60 400 m 300 400 l S Q")),
    "a line of the rules covered": ("rulebook", over(2, "q 1 1 1 rg 40 300 300 14 re f Q")),
    "a player aid blotted": ("cards", over(2, "q 0.9 0.5 0.5 rg 60 600 4 4 re f Q")),
    "a page taken out": ("rulebook", pages(lambda pdf: pdf.pages.__delitem__(0))),
    "a page put in": ("cards", pages(lambda pdf: pdf.pages.append(pdf.pages[0]))),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERS)
def test_what_shows_something_else_is_refused(kit: Path, tmp_path: Path, name: str) -> None:
    file, how = TAMPERS[name]
    proof = spoilt(kit, tmp_path, file, how)
    found = said(proof.diagnostics, tmp_path)
    named = [d for d in proof.diagnostics if d.span and f"{file}.pdf" in d.span.file]
    assert any(d.is_error and d.code != "P732" for d in named), found


def test_tampers_are_forty() -> None:
    assert len(TAMPERS) >= 40


def test_place_is_named_with_its_face_and_shown(kit: Path, tmp_path: Path) -> None:
    proof = spoilt(kit, tmp_path, "cards", TAMPERS["a black dot of a millimetre"][1])
    (line,) = looks(proof, tmp_path)
    assert (
        line.startswith("spoilt/cards.pdf:1:")
        and "error P739 sheet cards 1r (page 1), slot" in line
    )
    assert "shows something else than the data say" in line
    ((name, picture),) = proof.pictures.items()
    assert name.startswith("cards-1-")
    assert Image.open(BytesIO(picture)).width > 3 * 10


def test_same_files_are_silent(kit: Path) -> None:
    assert looks(looked_at(kit, kit), kit) == []


@pytest.mark.parametrize(
    "saving",
    [
        {"compress_streams": False},
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
        {"linearize": True},
        {"qdf": True},
    ],
    ids=str,
)
def test_file_saved_by_qpdf_is_silent(kit: Path, tmp_path: Path, saving: dict[str, Any]) -> None:
    assert looks(spoilt(kit, tmp_path, "cards", lambda pdf: None, **saving), tmp_path) == []


def test_file_without_marks_is_known_by_its_looks(kit: Path, tmp_path: Path) -> None:
    def unmark(pdf: Pdf) -> None:
        for page in pdf.pages:
            kept = [one for one in content(page) if str(one.operator) not in ("BDC", "BMC", "EMC")]
            put(pdf, page, kept)

    marked = spoilt(kit, tmp_path / "with", "cards", lambda pdf: None)
    proof = spoilt(kit, tmp_path / "without", "cards", unmark)
    assert looks(proof, tmp_path) == [] and proof.pieces == marked.pieces > 0


def test_file_of_another_name_is_known_by_its_looks(kit: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    shutil.copytree(kit, made)
    (made / "cards.pdf").rename(made / "from the copy shop.pdf")
    with pikepdf.open(made / "from the copy shop.pdf", allow_overwriting_input=True) as pdf:
        pdf.save()
    assert looks(looked_at(kit, made), tmp_path) == []


REWRITERS = {
    "gs": ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-o", "OUT", "IN"],
    "mutool": ["mutool", "clean", "-gggg", "-s", "IN", "OUT"],
    "qpdf": ["qpdf", "--object-streams=generate", "--normalize-content=y", "IN", "OUT"],
}


@pytest.mark.parametrize("program", REWRITERS)
def test_file_written_by_another_program_is_silent(kit: Path, tmp_path: Path, program: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    made = tmp_path / "made"
    shutil.copytree(kit, made)
    for path in (kit / "cards.pdf", kit / "rulebook.pdf", kit / "boards.pdf"):
        names = {"IN": str(path), "OUT": str(made / path.name)}
        command = [names.get(word, word) for word in REWRITERS[program]]
        subprocess.run(command, check=True, capture_output=True)
    assert looks(looked_at(kit, made), tmp_path) == []


def test_file_older_than_the_data_names_what_changed(kit: Path, tmp_path: Path) -> None:
    made = tmp_path / "made"
    shutil.copytree(kit, made)
    with pikepdf.open(made / "cards.pdf", allow_overwriting_input=True) as pdf:
        TAMPERS["a black dot of a millimetre"][1](pdf)
        pdf.save()
    path = made / "cards.pdf"
    stamps = {path: sha256(path.read_bytes()).hexdigest()}
    proof = looked_at(kit, made, stamps=stamps, changed={path: ["cards/a", "cards/b"]})
    (line,) = looks(proof, tmp_path)
    assert "error P740 2 cards have changed since this was printed: cards/a, cards/b" in line


@pytest.mark.parametrize("moved", [around, inside])
def test_what_lies_a_hair_beside_its_place_is_silent(
    kit: Path, tmp_path: Path, moved: Callable[..., Spoil]
) -> None:
    how = moved(0, 5, 1, 0, 0, 1, 0.08 * MM, -0.06 * MM)
    assert looks(spoilt(kit, tmp_path, "cards", how), tmp_path) == []


def test_backs_of_a_sheet_turned_as_a_whole_are_refused(kit: Path, tmp_path: Path) -> None:
    def turn(pdf: Pdf) -> None:
        pdf.pages[1].rotate(180, relative=True)

    proof = spoilt(kit, tmp_path, "cards", turn)
    assert any(d.is_error for d in proof.diagnostics)
