"""A face as SVG: what is written, and that it needs nothing from outside.

One pixel of `scene` is 254 µm.
"""

from __future__ import annotations

import re
from html import escape
from io import BytesIO
from xml.etree import ElementTree

import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.fonts import typeface
from pnp.assets.images import Picture
from pnp.assets.paths import ellipse, polygon, rectangle
from pnp.draw.svg import LONG, Defs, attribute, definitions, font_face, outlined, readable, svg
from pnp.face import Face, Group, Image, Shape, Stroke, Text
from pnp.units.color import Color
from pnp.units.geometry import PT, Um, moved, rect, size

from .scene import SLAB, assets, box, contents, font, picture, pixels, words

RED, BLACK = Color("#ff0000"), Color("#000000")


def face(*items: Shape | Text | Image | Group, bleed: int = 0) -> Face:
    return Face(size(10_000, 20_000), Um(bleed), items)


def written(
    *items: Shape | Text | Image | Group, ids: str = "", title: str = "", bleed: int = 0
) -> str:
    found = svg(
        face(*items, bleed=3_000),
        assets(*PICTURES).images,
        outlined(assets().fonts, ids),
        ids=ids,
        title=title,
        bleed=Um(bleed),
    )
    ElementTree.fromstring(found)
    return found


def stored(form: str, mode: str = "RGB") -> Picture:
    """A red picture of 3 by 2 pixels in a format."""
    target = BytesIO()
    PIL.Image.new(mode, (3, 2), "#ff0000").save(target, form)
    return picture(target.getvalue(), form)


PNG, JPEG = stored("PNG"), stored("JPEG")
PICTURES = (PNG, JPEG)


def inside(*items: Shape | Text | Image | Group) -> str:
    """What stands between the root's tags."""
    return re.sub(r"^<svg[^>]*>|</svg>\n$", "", written(*items))


def test_root_says_millimetres_and_counts_in_micrometres() -> None:
    assert (
        written()
        == '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="20mm" viewBox="0 0 10000 20000"></svg>\n'
    )
    assert 'width="14.5mm" height="24.5mm" viewBox="-2250 -2250 14500 24500"' in written(
        bleed=2_250
    )


def test_shapes() -> None:
    path = "M0 0L10 0L10 10Z"
    assert inside(Shape(path, RED)) == f'<path d="{path}" fill="#ff0000"/>'
    assert (
        inside(Shape(path, None, Stroke(RED, Um(500))))
        == f'<path d="{path}" fill="none" stroke="#ff0000" stroke-width="500"/>'
    )
    dashed = Shape(path, BLACK, Stroke(RED, Um(500), (100, 200)))
    assert (
        inside(dashed)
        == f'<path d="{path}" fill="#000000" stroke="#ff0000" stroke-width="500" stroke-dasharray="100 200"/>'
    )
    assert inside(Shape(path)) == ""


def test_outlines_with_curves_have_round_corners_in_svg_and_pdf() -> None:
    round_, straight = ellipse(rect(0, 0, 900, 900)), polygon([(0, 0), (900, 0), (0, 900)])
    line = Stroke(RED, Um(100))
    assert 'stroke-linejoin="round"' in inside(Shape(round_, None, line))
    assert "stroke-linejoin" not in inside(Shape(straight, None, line)) + inside(Shape(round_, RED))
    drawn = contents(Shape(round_, None, line), Shape(straight, None, line)).operators.split("\n")
    assert [line for line in drawn if line.endswith(" j")] == ["1 j", "0 j"]
    long = round_ * 4
    assert " 1 j /P1 Do" in contents(Shape(long, None, line), forms={(long, "S"): "P1"}).operators


def test_long_path_that_comes_again_is_written_once() -> None:
    path = "M0 0" + "".join(f"L{n} 7" for n in range(LONG // 4)) + "Z"
    twice = inside(Shape(path, RED), Group((Shape(path, BLACK),), moved(5, 6)))
    assert twice.count(path) == 1
    key = re.search(r'<defs><path id="(p\w{12})"', twice)[1]
    assert (
        f'<use href="#{key}" fill="#ff0000"/><g transform="matrix(1 0 0 1 5 6)"><use href="#{key}" fill="#000000"/></g>'
        in twice
    )
    assert "<defs>" not in inside(Shape(path, RED))


def test_groups_clip_transform_and_fade() -> None:
    clip = rectangle(pixels(0, 0, 1, 1))
    found = inside(Group((box("R", 0, 0, 2, 2),), moved(10, -20), clip, 0.25))
    key = re.search(r'<clipPath id="(c\w{12})">', found)[1]
    assert f'<defs><clipPath id="{key}"><path d="{clip}"/></clipPath></defs>' in found
    assert (
        f'<g transform="matrix(1 0 0 1 10 -20)" clip-path="url(#{key})" opacity=".25"><path'
        in found
    )


def test_images_are_inside_and_each_once() -> None:
    area = rect(100, 200, 2_000, 4_000)
    found = inside(Image(area, PNG.ref), Image(area, JPEG.ref), Image(area, PNG.ref))
    assert (
        found.count("data:image/png;base64,") == 1 and found.count("data:image/jpeg;base64,") == 1
    )
    assert found.count("<use ") == 3 and 'transform="matrix(666.666667 0 0 2000 100 200)"' in found


@pytest.mark.parametrize(("form", "mode"), [("WEBP", "RGB"), ("GIF", "RGB"), ("JPEG", "CMYK")])
def test_images_that_browsers_show_otherwise_become_png(form: str, mode: str) -> None:
    shown = stored(form, mode)
    found = svg(face(Image(rect(0, 0, 9, 9), shown.ref)), {shown.ref.hash: shown}, outlined({}))
    assert "data:image/png;base64,iVBORw0KGgo" in found and found.count("data:") == 1


def test_text_is_outlines_each_glyph_once() -> None:
    found = inside(words("noon noon", 1_000, 5_000))
    shared = re.findall(r'<path id="(g\w{8}-\d+)"', found)
    assert len(shared) == 2 and found.count("<use ") == 8  # spaces are not drawn
    scale = round(10 * PT / font().units_per_em, 6)
    assert f'<g fill="#000000" transform="matrix({scale} 0 0 -{scale} 1000 5000)">' in found
    assert inside(words(" ")) == ""


def test_ids_have_the_prefix_that_was_asked_for() -> None:
    clip = rectangle(pixels(0, 0, 1, 1))
    items = (
        words("a"),
        Image(rect(0, 0, 9, 9), PNG.ref),
        Group((box("R", 0, 0, 1, 1),), None, clip),
    )
    found = written(*items, ids="f7-")
    ids, uses = (
        re.findall(r' id="([^"]*)"', found),
        re.findall(r'(?:href="#|url\(#)([^")]*)', found),
    )
    assert len(ids) == 3 and set(ids) == set(uses) and all(key.startswith("f7-") for key in ids)


def test_title_is_escaped() -> None:
    assert ' role="img" aria-label="&lt;a&gt; &quot;b&quot; &amp;">' in written(title='<a> "b" &')


@settings(max_examples=40)
@given(st.text())
def test_any_text_can_be_read_back(text: str) -> None:
    found = ElementTree.fromstring(
        f'<p title="{attribute(text)}">{escape(readable(text), quote=False)}</p>'
    )
    assert found.text == (readable(text) or None)
    assert found.attrib["title"] == re.sub(r"[\t\n]", " ", readable(text))  # XML 1.0, 3.3.3


def test_nothing_points_outside_and_equal_faces_give_equal_text() -> None:
    items = (words("Hello & <world>"), Image(rect(0, 0, 9, 9), PNG.ref), box("R", 0, 0, 1, 1))
    found = written(*items)
    assert found == written(*items)
    outside = [
        value
        for value in re.findall(r'(?:href|src)="([^"]*)"', found)
        if not value.startswith(("#", "data:"))
    ]
    assert outside == [] and "http" not in found.replace("http://www.w3.org/2000/svg", "")


def test_font_for_a_page_has_what_is_needed_and_kerns() -> None:
    rule = font_face(font(SLAB), "pnp-title", ["AV", "A"])
    assert rule.startswith('@font-face{font-family:"pnp-title";src:url(data:font/ttf;base64,')
    small = typeface(font(SLAB).web_subset(["AV"]), "small")
    assert len(small.data) < len(font(SLAB).data) / 10
    assert small.missing("AVB") == "B" and small.width("AV") == font(SLAB).width(
        "AV"
    ) < small.width("A") + small.width("V")


def test_drawings_that_share_definitions_write_a_large_group_once() -> None:
    many = tuple(Shape(rectangle(rect(n, n, 10, 10)), RED) for n in range(100))
    shared: Defs = {}
    drawn = [
        svg(face(Group(many, moved(x, 0))), {}, outlined({}), ids="i.", shared=shared)
        for x in (0, 500)
    ]
    (definition,) = shared.values()
    assert definition.count("<path") == 100 and all(
        "<defs>" not in one and one.count("<use") == 1 for one in drawn
    )
    alone = svg(face(Group(many, moved(0, 0)), Group(many, moved(500, 0))), {}, outlined({}))
    assert alone.count("<path") == 200, "a file of its own stays as it was"
    ElementTree.fromstring(f"<svg>{definitions(shared)}{''.join(drawn)}</svg>")
