"""What the canvas takes of ReportLab, and that its files define all that they name."""

from __future__ import annotations

from inspect import getsource
from io import BytesIO
from re import findall
from typing import Any

import pikepdf
import PIL.Image
import pytest
from reportlab.pdfgen.canvas import Canvas

from pnp.draw import canvas
from pnp.face import Group

from .scene import box, face, image, pdf, picture, place, sheet, words

KINDS = {"Do": "/XObject", "Tf": "/Font", "gs": "/ExtGState", "cs": "/ColorSpace", "sh": "/Shading"}


def test_private_names_of_reportlab_are_those_listed() -> None:
    used = set(findall(r"\b(?:self\.|def )(_[a-z]\w*)", getsource(canvas.Canvas)))
    theirs = set(findall(r"\bself\.(_[a-z]\w*)", getsource(Canvas)))
    assert used <= theirs and used == set(findall(r"`(_\w+)`", canvas.__doc__ or ""))


def undefined(content: Any, resources: Any) -> set[str]:
    """The names that a page or a form uses and does not define."""
    named = {
        (KINDS[str(operator)], str(operands[0]))
        for operands, operator in pikepdf.parse_content_stream(content)
        if str(operator) in KINDS
    }
    return {name for kind, name in named if name not in resources.get(kind, {})}


@pytest.mark.parametrize("times", [1, 2], ids=["in the page", "in forms"])
def test_resources_define_every_name_in_pages_and_forms(times: int) -> None:
    buffer = BytesIO()
    PIL.Image.new("RGBA", (5, 5), (1, 2, 3, 4)).save(buffer, "PNG")
    photo = picture(buffer.getvalue())
    faint = Group((box("R", 0, 0, 1, 1), image(photo, 0, 0, 1, 1), words("a")), opacity=0.5)
    card = face(faint, Group((words("b"),), opacity=0.3), image(photo, 1, 1, 1, 1), words("c"))
    file = pikepdf.open(BytesIO(pdf(sheet(*[place(card)] * times), pictures=(photo,))))
    forms = [
        item
        for item in file.objects
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
    ]
    assert len(forms) == times
    assert [undefined(page, page.obj.Resources) for page in file.pages] == [set()]
    assert [undefined(form, form.Resources) for form in forms] == [set()] * times
    (page,) = file.pages
    del page.obj.Resources.XObject
    assert undefined(page, page.obj.Resources), "the reader sees what is missing"


def test_mark_that_nobody_sees_names_no_font() -> None:
    """A variation selector, for which another font stands in, named a font that is not there."""
    item = words("a")._replace(text="\ufe0f")
    file = pikepdf.open(BytesIO(pdf(sheet(place(face(item)), place(face(item))))))
    (page,) = file.pages
    assert undefined(page, page.obj.Resources) == set()
    forms = [item for item in file.objects if isinstance(item, pikepdf.Stream)]
    assert not any(b" Tf" in form.read_bytes() for form in forms if form.get("/Subtype") == "/Form")
