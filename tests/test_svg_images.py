"""SVG images in a whole print: each of `svg_cases.txt` against what resvg draws of it."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pikepdf
import pytest
import resvg_py
from model.toy import written
from paper import marks
from PIL import Image, ImageChops
from printed import document, order, print_to

from pnp.build.conductor import make_kit
from pnp.diagnostics import text
from pnp.ink import Ink

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' width="50mm" height="40mm" viewBox="0 0 100 80">'
)
CASES = dict(
    part.split("\n", 1)
    for part in Path(__file__).with_name("svg_cases.txt").read_text("utf-8").split("# ")[1:]
)
FONTS = sorted(map(str, Path("fonts/roboto-slab").glob("*.ttf")))
DOTS = 12
"""Pixels a millimetre, 305 an inch."""
FAINT = 40
"""Of 255: edges of shapes are rounded in another way by each program."""
MOST = 0.01
"""The share of pixels that may differ by more."""


def _image(body: str) -> str:
    return f"{HEAD}{body}</svg>"


@cache
def _prints(folder: Path) -> dict[str, Image.Image]:
    names = [f"c{n}" for n in range(len(CASES))]
    cards = ", ".join(f"{{id: {name}}}" for name in names)
    game = (
        "title: T\nplayers: {min: 1, max: 4}\nstyles: {s: {font: slab, size: 9pt}}\n"
        "fonts: {slab: {regular: roboto-slab/RobotoSlab_400Regular.ttf, bold:"
        " roboto-slab/RobotoSlab_700Bold.ttf}}\ncomponents:\n  deck: {kind: deck, size: 50x40,"
        f" bleed: 0mm, front: front.xml, cards: [{cards}]}}\n"
    )
    front = '<face><image src="{{ card.id }}.svg"/></face>'
    files = {f"{name}.svg": _image(body) for name, body in zip(names, CASES.values(), strict=True)}
    disk = written(folder, {"game.yaml": game, "templates/toy/front.xml": front, **files})
    kit = make_kit(disk, "toy")
    assert not [d for d in kit.diagnostics if d.is_error], kit.diagnostics
    (path,) = print_to(folder, kit, order()).glob("*.pdf")
    # A page that is a hair higher than so many pixels would be stretched over one more.
    pages = [page.render(scale=(DOTS - 1e-3) * 25.4 / 72).to_pil() for page in document(path)]
    faces = {}
    for mark in marks(path):
        left, top = (round(DOTS * at, 2) for at in mark.trim[:2])
        assert left % 1 == top % 1 == 0, "a face that lies between pixels cannot be compared"
        box = (left, top, left + 50 * DOTS, top + 40 * DOTS)
        faces[mark.card] = pages[mark.page].convert("RGB").crop(tuple(map(int, box)))
    return {case: faces[name] for case, name in zip(CASES, names, strict=True)}


@pytest.fixture(scope="module")
def prints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    return _prints(tmp_path_factory.mktemp("svg"))


@pytest.mark.parametrize("case", CASES)
def test_a_print_shows_what_resvg_draws(case: str, prints: dict[str, Image.Image]) -> None:
    drawn = resvg_py.svg_to_bytes(
        svg_string=_image(CASES[case]),
        width=50 * DOTS,
        height=40 * DOTS,
        background="#ffffff",
        dpi=96,
        skip_system_fonts=True,
        font_files=FONTS,
    )
    wanted = Image.open(io.BytesIO(bytes(drawn))).convert("RGB")
    assert len(wanted.getcolors(1 << 20) or ()) > 1, "resvg draws nothing"
    red, green, blue = ImageChops.difference(prints[case], wanted).split()
    off = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[FAINT:]
    assert sum(off) <= MOST * wanted.width * wanted.height


GLOW = (
    '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>'
    '<circle cx="50" cy="40" r="20" fill="#f00" filter="url(#f)"/>'
)
SKY = CASES["gradients that one sees through"]
DECK = "title: T\nplayers: {min: 1, max: 4}\ncomponents:\n  deck: {kind: deck, size: 50x40, front: front.xml, cards: [{id: a}, {id: b}]}\n"


def _pdf(folder: Path, front: str, ink: Ink = Ink.FULL) -> pikepdf.Pdf:
    files = {"game.yaml": DECK, "templates/toy/front.xml": front, "a.svg": _image(SKY)}
    kit = make_kit(written(folder, {**files, "glow.svg": _image(GLOW)}), "toy")
    assert not [d for d in kit.diagnostics if d.is_error], kit.diagnostics
    (path,) = print_to(folder, kit, order(ink=ink)).glob("*.pdf")
    return pikepdf.open(path)


def _forms(pdf: pikepdf.Pdf, kind: str) -> list[pikepdf.Object]:
    return [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == kind]


def _text(folder: Path, attributes: str) -> list[bytes]:
    """What is drawn of an SVG image with a text, in the fonts of the base sheet."""
    body = f'<text x="9" y="40" font-size="20" {attributes}>Rag</text>'
    front = '<face><image src="t.svg"/></face>'
    files = {"game.yaml": DECK, "templates/toy/front.xml": front, "t.svg": _image(body)}
    kit = make_kit(written(folder, files), "toy")
    if errors := [f"{d.code} {d.message}" for d in kit.diagnostics if d.is_error]:
        return [one.encode() for one in errors]
    (path,) = print_to(folder, kit, order()).glob("*.pdf")
    with pikepdf.open(path) as pdf:
        drawn = [form.read_bytes() for form in _forms(pdf, "/Form")]
        return [one for one in drawn if b" Do" not in one]  # without what places it


@pytest.mark.parametrize(
    ("attributes", "same"),
    [
        ('font-family="title"', 'font-family="title" font-weight="800"'),
        ('font-family="body" font-weight="600"', 'font-family="body" font-weight="700"'),
        ("font-family=\"'RobotoSlab-Bold'\"", 'font-family="title" font-weight="800"'),
        ('font-family="SourceSans3-SemiBold"', 'font-family="body" font-weight="700"'),
        (
            'font-family="SourceSans3-LightItalic" font-weight="700"',
            'font-family="body" font-style="italic"',
        ),
        ('font-family="sans-serif"', 'font-family="body"'),
        ('font-family="Arial, Source Sans 3"', 'font-family="body"'),
    ],
)
def test_a_text_has_the_nearest_font_of_the_game(
    tmp_path: Path, attributes: str, same: str
) -> None:
    drawn = _text(tmp_path / "a", attributes)
    assert drawn == _text(tmp_path / "b", same) and b"P419" not in drawn[0]
    assert drawn != _text(tmp_path / "c", 'font-family="numeral"')


@pytest.mark.parametrize(
    ("attributes", "name"),
    [
        ('font-family="serif"', '"serif"'),
        ('font-family="Arial, sans-serif"', '"Arial"'),
        ('font-family="title" font-style="italic"', '"title", italic'),
        ('font-family="RobotoSlab-BoldItalic"', '"RobotoSlab-BoldItalic"'),
    ],
)
def test_a_text_in_a_font_that_a_game_lacks_is_refused(
    tmp_path: Path, attributes: str, name: str
) -> None:
    message = f"P419 <text>: the game has no font for a text in {name}"
    assert [one.decode() for one in _text(tmp_path, attributes)] == [message]


LABELLED = '<face><image src="a.svg"/><text at="9mm 9mm" width="9mm" height="9mm">{{ card.id }}</text></face>'


def test_a_drawing_is_written_once_however_often_it_is_shown(tmp_path: Path) -> None:
    with _pdf(tmp_path, LABELLED) as pdf:
        holding = [f for f in _forms(pdf, "/Form") if "/Shading" in f.get("/Resources", {})]
        assert sum("/ExtGState" in f.Resources for f in holding) == 1


def test_a_grey_print_has_grey_gradients(tmp_path: Path) -> None:
    with _pdf(tmp_path, LABELLED, Ink.GREY) as pdf:
        shadings = [
            o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/ShadingType" in o
        ]
        assert {str(one.ColorSpace) for one in shadings} == {"/DeviceGray"}


def test_a_bitmap_has_the_dots_that_the_template_asks_for(tmp_path: Path) -> None:
    with _pdf(tmp_path, '<face><image src="glow.svg" raster="254dpi"/></face>') as pdf:
        sizes = {(int(i.Width), int(i.Height)) for i in _forms(pdf, "/Image")}
        assert sizes == {(500, 400)}


@pytest.mark.parametrize(
    ("front", "says"),
    [
        ('<image src="a.svg" raster="fine"/>', 'raster="fine": expected 72dpi to 1200dpi'),
        ('<image src="a.svg" raster="2dpi"/>', 'raster="2dpi": expected 72dpi to 1200dpi'),
        ('<image src="a.png" raster="300dpi"/>', 'P420 raster is for SVG images; "a.png" is a'),
        ('<image src="glow.svg"/>', "data/toy/glow.svg:1:190: error P413 <circle>: filter="),
    ],
)
def test_what_is_wrong_with_an_image_is_said(front: str, says: str, tmp_path: Path) -> None:
    pixel = io.BytesIO()
    Image.new("RGB", (600, 480)).save(pixel, "PNG")
    files = {"a.svg": _image(SKY), "a.png": pixel.getvalue(), "glow.svg": _image(GLOW)}
    face = {"game.yaml": DECK, "templates/toy/front.xml": f"<face>{front}</face>"}
    kit = make_kit(written(tmp_path, {**files, **face}), "toy")
    assert says in "\n".join(map(text, kit.diagnostics))
