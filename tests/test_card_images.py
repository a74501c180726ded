"""Pictures of cards: names of files, cards without one, finished art, and what is seen on paper."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from cli.run import Said, call
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.build.conductor import make_kit
from pnp.compose.markup import Element
from pnp.diagnostics import Span
from pnp.layout.context import LayoutContext
from pnp.layout.image_fit import place
from pnp.load.workspace import disk_for, find
from pnp.units.geometry import rect
from tests.layout.stage import stylesheet

Capsys = pytest.CaptureFixture[str]
Run = Callable[..., Said]
HEAD = "title: Art\nplayers: {min: 2, max: 4}\ncomponents:\n"
ART = "  d: {kind: deck, template: base/art, cards: [%s]}\n"
PICTURE = "  d: {kind: deck, template: base/picture, cards: [%s]}\n"
POKER = (744, 1039)


def file(size: tuple[int, int] = POKER, kind: str = "PNG", dpi: int = 0) -> bytes:
    out = BytesIO()
    more = {"dpi": (dpi, dpi)} if dpi else {}
    Image.new("RGB", size, "#3366cc").save(out, kind, **more)
    return out.getvalue()


def game(home: Path, components: str, files: dict[str, bytes]) -> Path:
    folder = home / "data" / "g"
    for name, data in {"game.yaml": (HEAD + components).encode(), **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (home / "pnp.yaml").touch()
    return folder


def said(home: Path, components: str, files: dict[str, bytes]) -> str:
    """What is said of the pictures of a game, without its hints."""
    folder = game(home, components, files)
    try:
        found = make_kit(disk_for(find(home), folder), "g").diagnostics
    except Exception as problem:
        found = problem.diagnostics  # type: ignore[attr-defined]
    return "\n".join(f"{d.code} {d.message}" for d in found if d.code != "P402")


@pytest.fixture
def run(tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *args: call(capsys, *args)


A = {"art/a.png": file(), "art/b.jpg": file(kind="JPEG"), "images/c.webp": file(kind="WEBP")}


@pytest.mark.parametrize(
    ("cards", "more", "says"),
    [
        ("{id: a}, {id: b}", {}, ""),
        ("{id: a}, {id: y, image: b}", {}, ""),
        ("{id: a}, {id: y, image: b.jpg}", {}, ""),
        ("{id: a}, {id: y, image: art/b}, {id: z, image: images/c}", {}, ""),
        ("{id: a}, {id: y, image: ' art/b.jpg '}", {}, ""),
        ("{id: a}, {id: b}", {"art/a.psd": b"8BPS"}, ""),
        ("{id: a}, {id: b}", {"art/notes.txt": b"x"}, ""),
        (
            "{id: a}, {id: b}",
            {"art/b.psd": b"", "art/A@2.kra": b"", "art/c.tif": b"", "art/d.psd": b""},
            "P405 no picture is saved of art/c.tif, art/d.psd",
        ),
        (
            "{id: a, raster: 300dpi}, {id: b}",
            {},
            'P420 raster is for SVG images; "art/a.png" is a bitmap',
        ),
        ("{id: a}", {}, "P405 1 picture is on no card: art/b.jpg"),
        ("{id: a, back_image: b}", {}, ""),
        ("{id: a}, {id: c}, {id: b}", {}, 'P403 1 card of "d" has no picture: c (art/c.*)'),
        (
            ", ".join(f"{{id: x{n}}}" for n in range(8)) + ", {id: a}, {id: b, image: bb.png}",
            {"art/bb.jpg": file()},
            "P405 2 pictures are on no card: art/b.jpg, art/bb.jpg\n"
            'P403 9 cards of "d" have no picture: x0 (art/x0.*), x1 (art/x1.*), x2 (art/x2.*),'
            " x3 (art/x3.*), x4 (art/x4.*), x5 (art/x5.*) and 3 more",
        ),
        (
            "{id: a}, {id: b}",
            {"art/a.webp": file(kind="WEBP"), "art/b.gif": file(kind="GIF")},
            'P404 several pictures fit "art/a": art/a.png, art/a.webp;'
            " 1 more names fit several files",
        ),
        (
            "{id: a}, {id: b}, {id: q, image: ../q.png}",
            {},
            'P810 "../q.png" leaves the game\'s folder',
        ),
        (
            "{id: a}, {id: b}, {id: q}",
            {"art/q.psd": b"8BPS" + bytes(3_000_000)},
            'P432 expected a JPEG, PNG, WebP or GIF image; "art/q.psd" is a Photoshop file',
        ),
        (
            "{id: a}, {id: b, focus_x: 120}",
            {},
            'P205 "focus_x": expected 0 to 100, found 120',
        ),
    ],
)
def test_a_card_names_its_picture(
    tmp_path: Path, cards: str, more: dict[str, bytes], says: str
) -> None:
    assert said(tmp_path, ART % cards, {**A, **more}) == says


GLOW = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><filter id="f">
<feGaussianBlur stdDeviation="3"/></filter><circle cx="30" cy="40" r="20" filter="url(#f)"/></svg>"""
PRINTED = "fields: {x: {int: [1, 9], optional: yes, printed: no}}, cards"


@pytest.mark.parametrize("face", [ART, PICTURE, ART.replace("cards", PRINTED)])
def test_a_drawing_becomes_a_bitmap_where_its_card_asks_for_it(tmp_path: Path, face: str) -> None:
    head = face.replace("[%s]", "[{id: a, %s%s}]") % (
        "title: A, picture: art/a, " if face == PICTURE else "", "%s"
    )  # fmt: skip
    files = {"art/a.svg": GLOW}
    assert "P413" in said(tmp_path, head % "focus_x: 30", files)
    assert said(tmp_path, head % "focus_x: 30, raster: 300dpi", files) == ""


def test_an_optional_picture_may_be_missing_and_a_near_name_is_told(
    tmp_path: Path, run: Run
) -> None:
    cards = "{id: a, title: A}, {id: b, title: B}, {id: x, title: X}"
    assert said(tmp_path, PICTURE % cards, A) == ""
    game(tmp_path, PICTURE % "{id: x, title: X, picture: Harbor.png}", {"images/harbour.png": b""})
    assert "did you mean images/harbour.png?" in "".join(run("check", "g")[1:])


def test_an_import_of_pictures_says_what_it_passes_over(tmp_path: Path, run: Run) -> None:
    (tmp_path / "art").mkdir()
    for name in ("01_a.png", "back.png", "10_Rose.psd"):
        (tmp_path / "art" / name).write_bytes(file())
    said = run("import", "art", "--as", "g").out
    assert "1 picture and a back → cards: each is a card, called like its file" in said
    assert "passed over: 10_Rose.psd" in said


def test_boards_have_no_pictures_by_name(tmp_path: Path) -> None:
    board = "  b: {kind: board, size: 100x100, front: b.xml, fields: {p: image}}\n"
    says = 'P210 field "p": only cards, notes and tokens have pictures by name'
    assert said(tmp_path, board, {}) == says


def test_a_draft_shows_the_name_of_what_is_missing(tmp_path: Path, run: Run) -> None:
    game(tmp_path, ART % "{id: a}, {id: lantern}", {"art/a.png": file()})
    assert run("build", "g").code == 1
    said = run("build", "g", "--draft")
    assert said.code == 0 and "warning P403" in said.out + said.err
    page = pypdfium2.PdfDocument(tmp_path / "output/g/cards.pdf")[0]
    assert "DRAFT: a picture is missing" in page.get_textpage().get_text_bounded()


# --- finished art: pixels, what they are on a poker card of 63 by 88 mm


@pytest.mark.parametrize(
    ("pixels", "left", "top"),
    [
        (POKER, 0, 0),
        ((815, 1110), -3_000, -3_000),  # 3 mm at 300 dpi
        ((819, 1114), -3_175, -3_175),  # an eighth of an inch
        ((822, 1122), -3_175, -3_000),  # of a card of 2.5 by 3.5 inches, as shops ask for
        ((3000, 4190), 0, 0),
        ((750, 1050), 0, 0),  # 2.5 by 3.5 inches
    ],
)
def test_finished_art_is_known_by_its_proportions(
    pixels: tuple[int, int], left: int, top: int
) -> None:
    found = placed(pixels, rect(0, 0, 63_000, 88_000), fit="trim").seen
    assert max(abs(found.x - left), abs(found.y - top)) <= 175


@pytest.mark.parametrize(
    ("pixels", "dpi", "left"),
    [(827, 300, 0), (898, 300, -3_000), (898, None, -3_000), (1654, None, 0), (500, 167, -3_000)],
)
def test_square_art_is_known_by_its_resolution(pixels: int, dpi: float | None, left: int) -> None:
    found = placed((pixels, pixels), rect(0, 0, 70_000, 70_000), dpi, fit="trim").seen
    assert abs(found.x - left) <= 175


def test_wrong_sizes_are_told_once_each(tmp_path: Path) -> None:
    files = {f"art/w{n}.png": file((830, 1040)) for n in range(9)}
    files |= {"art/n.png": file((600, 1000)), "art/f.png": file((830, 1040))}
    cards = ", ".join(f"{{id: w{n}}}" for n in range(9)) + ", {id: n}, {id: f, focus_x: 30}"
    assert said(tmp_path, ART % cards, files).splitlines() == [
        f"P406 the picture is {size} mm at this height, 63 × 88 or 69 × 94 expected: {off}"
        for size, off in (
            ("52.8 × 88", "10.2 mm too narrow"),
            ("70.23 × 88", "7.23 mm too wide"),
        )
    ]


def placed(pixels: tuple[int, int], area, dpi: float | None = None, **attrs: str):  # type: ignore[no-untyped-def]
    context = LayoutContext(stylesheet(), 3_000)
    element = Element("image", attrs, Span("t.xml", 1))
    return place(context, element, area, pixels, dpi)


SIDE = st.integers(100, 90_000)


@given(
    st.tuples(st.integers(1, 9_000), st.integers(1, 9_000)),
    st.tuples(SIDE, SIDE),
    st.tuples(st.integers(0, 100), st.integers(0, 100)),
    st.integers(1, 20),
)
def test_the_focus_stays_where_it_is_in_the_picture(
    pixels: tuple[int, int], box: tuple[int, int], at: tuple[int, int], zoom: int
) -> None:
    area = rect(5_000, 7_000, *box)
    whole, seen = placed(pixels, area, position=f"{at[0]}% {at[1]}%", zoom=str(zoom))
    assert seen == area
    assert whole.x <= area.x and whole.right >= area.right
    assert whole.y <= area.y and whole.bottom >= area.bottom
    for share, inside, outside in (
        (at[0], whole.x + at[0] / 100 * whole.width, area.x + at[0] / 100 * area.width),
        (at[1], whole.y + at[1] / 100 * whole.height, area.y + at[1] / 100 * area.height),
    ):
        assert abs(inside - outside) <= 1, share


# --- on paper


def test_what_is_printed_are_the_pixels_of_the_file(tmp_path: Path, run: Run) -> None:
    """Four quarters of colour, with a frame in the bleed: cut at the trim no frame is left."""
    art = Image.new("RGB", (815, 1110), "red")
    for n, color in enumerate(("blue", "lime", "yellow", "white")):
        x, y = 35 + n % 2 * 372, 35 + n // 2 * 520
        art.paste(color, (x, y, x + 373, y + 520))
    out = BytesIO()
    art.save(out, "PNG")
    game(tmp_path, ART % "{id: a}", {"art/a.png": out.getvalue()})
    assert run("export", "g", "--to", "png").code == 0
    (front,) = (tmp_path / "output").rglob("*front.png")
    shown = Image.open(front).convert("RGB")
    wide, high = shown.size
    corners = [(2, 2), (wide - 3, 2), (2, high - 3), (wide - 3, high - 3)]
    assert [shown.getpixel(at) for at in corners] == [
        (0, 0, 255),
        (0, 255, 0),
        (255, 255, 0),
        (255, 255, 255),
    ]


def test_round_corners_and_masks_are_cut_out(tmp_path: Path, run: Run) -> None:
    image = '<image src="a.png" at="%s" width="20mm" height="20mm" %s/>'
    mask = 'mask="M1 0L2 2L0 2Z" viewbox="2 2"'
    both = image % ("2mm 2mm", 'radius="50%"') + image % ("32mm 2mm", mask)
    deck = "  d: {kind: deck, front: f.xml, cards: [{id: a}]}\n"
    game(tmp_path, deck, {"a.png": file((400, 400))})
    (tmp_path / "templates" / "g").mkdir(parents=True)
    (tmp_path / "templates" / "g" / "f.xml").write_text(f"<face>{both}</face>")
    assert run("export", "g", "--to", "png").code == 0
    (front,) = (tmp_path / "output").rglob("*front.png")
    shown = Image.open(front).convert("L")
    scale = shown.width / 63
    dark = {at: shown.getpixel((round(at[0] * scale), round(at[1] * scale))) for at in SEEN}
    assert {at for at, value in dark.items() if value < 200} == {at for at in SEEN if SEEN[at]}


SEEN = {
    (3, 3): False,
    (12, 3): True,
    (3, 12): True,
    (21, 21): False,
    (33, 3): False,
    (42, 6): True,
    (33, 21): True,
}
"""Points in millimetres, and whether the picture is seen there."""
