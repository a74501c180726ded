"""SVG images as values: what is refused and where, what a bitmap is made of, and transforms."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.assets import paths
from pnp.assets.svg_raster import raster
from pnp.assets.svg_reader import drawing, for_raster
from pnp.assets.svg_walk import Fonts
from pnp.assets.vector import Drawing, Part
from pnp.diagnostics import Problems, text

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
NO_FONTS = Fonts(lambda *_: None, ("body", "title"))
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


def read(body: str, head: str = HEAD) -> Drawing:
    return drawing(f"{head}{body}</svg>".encode(), "a.svg", "a.svg", NO_FONTS)


def refused(body: str, *, rough: bool = False, head: str = HEAD) -> str:
    with pytest.raises(Problems) as caught:
        if rough:
            for_raster(f"{head}{body}</svg>".encode(), "a.svg", "a.svg")
        else:
            read(body, head)
    return text(caught.value.diagnostics[0])


DOOR = "M0 0h9v9z"
MANY = f'<path d="{DOOR}"/>'
REFUSED = [
    ('<filter id="f"/><g filter="url(#f)"/>', 'P413 <g>: filter="url(#f)"', "raster="),
    (f'<mask id="m"/><path mask="url(#m)" d="{DOOR}"/>', "P413 <path>: mask", "raster="),
    (f'<pattern id="p"/><path fill="url(#p)" d="{DOOR}"/>', "leads to a <pattern>", "raster="),
    (f'<path fill="url(#p)" d="{DOOR}"/>', "P418 <path>: fill", "take the reference out"),
    (f'<linearGradient id="g" spreadMethod="reflect"><stop/></linearGradient><path fill="url(#g)" d="{DOOR}"/>', 'spreadMethod="reflect"', "raster="),
    (f'<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/><path fill="url(#g)" d="{DOOR}"/>', "back to itself", ""),
    (f'<linearGradient id="g"><stop/></linearGradient><path stroke="url(#g)" d="{DOOR}"/>', "only fills have gradients", "raster="),
    ('<g style="mix-blend-mode:multiply"/>', 'mix-blend-mode="multiply" cannot be drawn', "raster="),
    ('<path marker-end="url(#m)" d="M0 0h9"/>', "P413 <path>: marker-end", "raster="),
    ('<foreignObject/>', "P825", "remove it"),
    ('<script>1</script>', "P825", "remove it"),
    ('<g onclick="x()"/>', 'P825 an SVG image must not hold a script (attribute "onclick")', ""),
    ('<image href="photo.png"/>', 'P825 <image> refers to another file ("photo.png")', ""),
    ('<use href="http://x/y.svg#a"/>', "P825 <use> refers to another file", ""),
    ('<style>@import "x.css";</style>', "P825 <style> refers to another file", ""),
    ('<style>a{fill:url(http://x)}</style>', "P825 <style> refers to another file", ""),
    ('<style>@media print{a{fill:red}}</style>', "P412 @media", "raster="),
    ('<style>g > path{fill:red}</style>', 'P412 the selector "g > path"', "raster="),
    (f'<image href="data:image/png;base64,{PIXEL}"/>', "P412 <image>", "raster="),
    ('<rect width="9" height="9"><animate/></rect>', "P412 <animate>", "raster="),
    ('<g id="a"><use href="#a"/></g>', "P418 <use>: href=\"#a\" leads back to itself", ""),
    ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "leads back to itself", ""),
    ('<use href="#a"/>', "leads to nothing", ""),
    ('<text>Hi</text>', 'P419 <text>: the game has no font for a text without a font-family', "body, title"),
    ('<text font-family="Arial, serif" font-weight="bold"><tspan>Hi</tspan></text>', 'a text in "Arial"', "turn the text into paths"),
    ('<text x="1 2"/>', "letters with a place each", "raster="),
    ('<text><textPath/></text>', "<textPath> in a text", "raster="),
    ('<path stroke-linejoin="arcs" d="M0 0h9"/>', "not one of miter, round, bevel", "raster="),
    ('<path stroke="red" stroke-dasharray="1 -1" d="M0 0h9"/>', "has a negative part", "raster="),
    (f'<clipPath id="c" clipPathUnits="objectBoundingBox"/><path clip-path="url(#c)" d="{DOOR}"/>', "a clip path in shares", "raster="),
    ('<path d="M0 0 L"/>', "P414 <path>: expected a number at character 7", ""),
    ("", "P416 the SVG image draws nothing", ""),
    (MANY * 60_000, "P823 the SVG image has 60,000 shapes; at most 20,000 are drawn", "raster="),
    (MANY * 100_001, "P823 an SVG image may have 100,000 elements", "raster="),
    (f'<path d="M0 0{"h1" * 19_000}"/>' * 22, "P823 the SVG image has more than 400,000 segments", "raster="),
    ("<g>" * 65 + "</g>" * 65, "P822 elements lie deeper than 64", "ungroup"),
    ("<!--" + " " * 8_000_000 + "-->", "P821", ""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "says", "hint"), REFUSED, ids=lambda part: part[:40])
def test_what_cannot_be_drawn_is_said_with_its_place(body: str, says: str, hint: str) -> None:
    found = refused(body)
    assert says in found and hint in found
    assert found.startswith(("a.svg:1:", "a.svg: "))


def test_clones_of_clones_end_soon() -> None:
    bomb = MANY.replace("<path", '<path id="c0"') + "".join(
        f'<g id="c{n + 1}">' + f'<use href="#c{n}"/>' * 10 + "</g>" for n in range(9)
    )
    assert "P823 with its clones the SVG image has more than 20,000 shapes" in refused(bomb)
    assert "P823 with its clones, the SVG image has more than 200,000" in refused(bomb, rough=True)


ENTITIES = [
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
]


@pytest.mark.parametrize("doctype", ENTITIES)
def test_entities_are_refused(doctype: str) -> None:
    assert "a.svg:1:15: error P824" in refused(MANY, head=doctype + HEAD)


def test_doctype_of_illustrator_is_no_fault() -> None:
    public = '"-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'
    head = f'<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator -->\n<!DOCTYPE svg PUBLIC {public}>{HEAD}'
    assert read(MANY, head).parts == read(MANY).parts


def test_size_is_that_of_width_and_height_else_of_the_viewbox() -> None:
    def ratio(attributes: str) -> float:
        ref = read(MANY, f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>').ref
        return round(ref.width / ref.height, 3)

    assert ratio('viewBox="0 0 63 88"') == round(63 / 88, 3)
    assert ratio('width="63mm" height="88mm"') == round(63 / 88, 3)
    assert ratio('width="2in" height="96px" viewBox="0 0 5 5"') == 2
    assert ratio('width="100%" height="100%" viewBox="0 0 4 1"') == 4


def test_same_bytes_are_read_once() -> None:
    assert read(MANY) is read(MANY)


FILTER = f'<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><path filter="url(#f)" d="{DOOR}" fill="red"/>'


def test_bitmap_of_what_cannot_be_drawn() -> None:
    data = f'<?xml version="1.0" encoding="latin-1"?>{HEAD}{FILTER}</svg>'.encode()
    made = raster(data, "a.svg", 48, 48)
    assert (made.ref.width, made.ref.height, made.format) == (48, 48, "png")
    assert for_raster(data, "a.svg", "a.svg").ref.width == read(MANY).ref.width
    with pytest.raises(Problems, match="P832"):
        raster(data, "a.svg", 10_000, 10_000)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("<g><text>Hi</text></g>", "P420 resvg has no fonts for a <text>"),
        ('<mask><image href="data:image/png;base64,aGFsbG8="/></mask>', "P420 <image>: expected a JPEG"),
        ('<image href="data:image/svg+xml,x"/>', "P420 <image>: its data URI is not in base64"),
        ('<image href="file:///etc/passwd"/>', "P825"),
        ("<script/>", "P825"),
    ],
)  # fmt: skip
def test_bitmap_of_what_is_not_safe_is_refused(body: str, says: str) -> None:
    assert says in refused(body, rough=True)


def corner(body: str) -> list[int]:
    (part,) = read(body).parts
    assert type(part) is Part
    return [n for segment in paths.segments(part.path) for n in segment.numbers]


small = st.integers(-40, 40)
functions = st.one_of(
    st.tuples(st.just("translate"), small, small),
    st.tuples(st.just("rotate"), small),
    st.tuples(st.just("rotate"), small, small, small),
    st.tuples(st.just("scale"), st.sampled_from([0.5, 2, -1.5])),
    st.tuples(st.just("skewX"), small),
    st.tuples(st.just("skewY"), small),
    st.tuples(st.just("matrix"), *[st.sampled_from([1, 0.5, 2])] * 3, st.just(3), small, small),
)


@given(st.lists(functions, min_size=2, max_size=5))
def test_transforms_of_one_element_are_those_of_groups(given: list[tuple[object, ...]]) -> None:
    names = [f"{name}({' '.join(map(str, values))})" for name, *values in given]
    one = corner(f'<path transform="{", ".join(names)}" d="M1 2L7 3V9Z"/>')
    groups = "".join(f'<g transform="{name}">' for name in names)
    several = corner(f'{groups}<path d="M1 2L7 3V9Z"/>{"</g>" * len(names)}')
    clone = f'<defs><path id="p" d="M1 2L7 3V9Z"/></defs><g transform="{names[0]}"><use href="#p" transform="{" ".join(names[1:])}"/></g>'
    assert all(abs(a - b) <= 1 for a, b in zip(one, several, strict=True))
    assert all(abs(a - b) <= 1 for a, b in zip(one, corner(clone), strict=True))


def test_stops_come_in_order_from_0_to_1() -> None:
    stops = '<stop offset=".6"/><stop offset="20%" stop-color="red"/><stop offset=".9" stop-opacity=".5"/>'
    (part,) = read(
        f'<linearGradient id="g">{stops}</linearGradient><path fill="url(#g)" d="{DOOR}"/>'
    ).parts
    assert type(part) is Part and part.fill is not None and not isinstance(part.fill, str)
    places = [at for at, _, _ in part.fill.stops]
    assert places == [0, 0.6, 0.6, 0.9, 1] and all(a <= b for a, b in pairwise(places))
