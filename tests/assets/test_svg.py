from __future__ import annotations

import random
from itertools import count

import pytest

from pnp.assets import svg_reader as svg
from pnp.assets.svg_reader import IconPart
from pnp.diagnostics import Problems
from pnp.units.geometry import rect

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">'


def icon(body: str, head: str = HEAD) -> svg.Icon:
    return svg.read(f"{head}\n{body}\n</svg>".encode(), "icons/a.svg", "a")


def parts(body: str, head: str = HEAD) -> tuple[IconPart, ...]:
    return icon(body, head).parts


def found(body: str, head: str = HEAD) -> list[tuple[str, str, str]]:
    with pytest.raises(Problems) as caught:
        icon(body, head)
    return [(d.code, str(d.span), d.message) for d in caught.value.diagnostics]


def test_a_path_in_thousandths() -> None:
    made = icon('<path d="M2 2h4v4z"/>')
    assert made == svg.Icon("a", 24_000, 24_000, (IconPart("M2000 2000L6000 2000L6000 6000Z"),))
    assert made.bounds == rect(2000, 2000, 4000, 4000)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', "M1000 2000L4000 2000L4000 6000L1000 6000Z"),
        ('<rect width="0" height="4"/><path d="M0 0h1"/>', "M0 0L1000 0"),
        (
            '<circle cx="5" cy="5" r="2"/>',
            "M3000 5000C3000 3895 3895 3000 5000 3000C6105 3000 7000 3895 7000 5000"
            "C7000 6105 6105 7000 5000 7000C3895 7000 3000 6105 3000 5000Z",
        ),
        ('<polygon points="1,1 2,1 2,2"/>', "M1000 1000L2000 1000L2000 2000Z"),
        ('<polyline points="1 1 2 1 2 2"/>', "M1000 1000L2000 1000L2000 2000"),
        (
            '<g transform="translate(10 0)"><path transform="scale(2)" d="M1 1h1"/></g>',
            "M12000 2000L14000 2000",
        ),
        ('<path transform="rotate(90 5 5)" d="M5 0V5"/>', "M10000 5000L5000 5000"),
        ('<path transform="matrix(1 0 0 1 2,3) skewX(45)" d="M0 0V1"/>', "M2000 3000L3000 4000"),
        ('<path transform="translate(3)" d="M0 0h1"/>', "M3000 0L4000 0"),
        ('<path transform="skewY(45)" d="M0 0h1"/>', "M0 0L1000 1000"),
    ],
)
def test_shapes_and_transforms(body: str, path: str) -> None:
    assert [part.path for part in parts(body)] == [path]


def test_rounded_rectangles_and_ellipses_touch_their_sides() -> None:
    assert icon('<rect x="2" y="2" width="8" height="6" rx="1"/>').bounds == rect(
        2000, 2000, 8000, 6000
    )
    assert icon('<rect x="2" y="2" width="8" height="6" rx="99" ry="1"/>').bounds == rect(
        2000, 2000, 8000, 6000
    )
    assert icon('<ellipse cx="12" cy="12" rx="9" ry="3"/>').bounds == rect(3000, 9000, 18_000, 6000)


def test_the_viewbox_moves_to_the_origin() -> None:
    made = icon('<path d="M-10 -20h100"/>', '<svg viewBox="-10,-20 100 50">')
    assert (made.width, made.height, made.parts[0].path) == (100_000, 50_000, "M0 0L100000 0")
    assert icon('<path d="M0 0h1"/>', '<svg width="30px" height="40">').height == 40_000


def test_a_small_viewbox_is_measured_finer() -> None:
    made = icon('<path d="M0.5 0h.25"/>', '<svg viewBox="0 0 1 2">')
    assert (made.width, made.height, made.parts[0].path) == (10_000, 20_000, "M5000 0L7500 0")


@pytest.mark.parametrize(
    ("paint", "fill"),
    [
        ("", None),
        ('fill="currentColor"', None),
        ('fill="#000"', None),
        ('fill="black"', None),
        ('fill="#F00"', "#ff0000"),
        ('fill="rgb(1, 2, 255)"', "#0102ff"),
        ('style="fill:#00ff00;-inkscape-x:y"', "#00ff00"),
        ('fill="red" style="fill : blue"', "#0000ff"),
    ],
)
def test_fills(paint: str, fill: str | None) -> None:
    assert [(part.fill, part.filled) for part in parts(f'<path {paint} d="M0 0h1v1z"/>')] == [
        (fill, True)
    ]


def test_paint_is_inherited() -> None:
    assert [
        p.fill for p in parts('<g fill="#f00"><path d="M0 0h1"/><path fill="#0f0" d="M0 0h1"/></g>')
    ] == ["#ff0000", "#00ff00"]
    assert (
        parts(
            '<g style="display:none"><path visibility="visible" d="M0 0h1"/></g><path d="M5 5h1"/>'
        )[0].path
        == "M5000 5000L6000 5000"
    )
    assert (
        len(
            parts(
                '<g visibility="hidden"><path d="M0 0h1"/><path visibility="visible" d="M0 0h1"/></g>'
            )
        )
        == 1
    )


def test_strokes_scale_with_their_shape() -> None:
    (part,) = parts(
        '<path fill="none" stroke="currentColor" stroke-width="2" transform="scale(3)" d="M1 1h2"/>'
    )
    assert part == IconPart("M3000 3000L9000 3000", None, False, None, 6000)
    assert icon(
        '<circle fill="none" stroke="red" stroke-width="2" cx="9" cy="9" r="4"/>'
    ).bounds == rect(4000, 4000, 10_000, 10_000)
    assert parts('<line x1="0" y1="0" x2="5" y2="5" stroke="#00f"/>')[0] == IconPart(
        "M0 0L5000 5000", None, False, "#0000ff", 1000
    )
    ((code, _, message),) = found('<path stroke="red" transform="scale(3 1)" d="M1 1h2"/>')
    assert code == "P413" and "stretched" in message


def test_even_odd_holes_stay_holes() -> None:
    (part,) = parts('<path fill-rule="evenodd" d="M0 0h10v10h-10zM2 2h6v6h-6z"/>')
    assert part.path == "M0 0L10000 0L10000 10000L0 10000ZM2000 8000L8000 8000L8000 2000L2000 2000Z"


def test_what_draws_nothing_is_left_out() -> None:
    body = """<title>t</title><desc/><metadata><x xmlns="urn:x"/></metadata>
      <defs><linearGradient id="a"><stop/></linearGradient></defs>
      <s:namedview xmlns:s="http://sodipodi" s:on="x"><s:deep/></s:namedview>
      <path fill="none" d="M0 0h24v24H0z"/><a href="http://x"><path d="M0 0h1"/></a>"""
    assert [p.path for p in parts(body)] == ["M0 0L1000 0"]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("<text>hi</text>", "P412", "<text> cannot be read"),
        ('<use href="#x"/>', "P412", "<use>"),
        ('<image href="data:image/png;base64,x"/>', "P412", "<image>"),
        ("<style>path{fill:red}</style>", "P412", "<style>"),
        ("<animate/>", "P412", "<animate>"),
        ("<blink/>", "P412", "<blink>"),
        ("<svg/>", "P412", "<svg>"),
        ('<path fill="url(#a)" d="M0 0h1"/>', "P413", 'fill="url(#a)" is not a plain colour'),
        ('<path fill="#f008" d="M0 0h1"/>', "P413", "not a plain colour"),
        ('<g opacity=".5"/>', "P413", "an icon is opaque"),
        ('<path fill-opacity="50%" d="M0 0h1"/>', "P413", "opaque"),
        ('<path clip-path="url(#c)" d="M0 0h1"/>', "P413", "clip-path"),
        ('<path style="filter:url(#c)" d="M0 0h1"/>', "P413", "filter"),
        ('<path stroke="red" stroke-dasharray="1 2" d="M0 0h1"/>', "P413", "stroke-dasharray"),
        ('<rect width="50%" height="1"/>', "P413", 'width="50%" is not a number'),
        ('<path transform="spin(3)" d="M0 0h1"/>', "P413", "transform="),
        ('<path transform="scale(1e9) scale(1e9)" d="M0 0h1"/>', "P413", "leads out"),
        (
            '<path d="M0 0q1"/>',
            "P414",
            "<path>: expected a number at character 7, found the end of the path",
        ),
        ('<polygon points="1 2 3"/>', "P414", "<polygon>"),
        ("", "P416", "draws nothing"),
        ('<path fill="none" d="M0 0h1"/>', "P416", "draws nothing"),
        ('<path d="M100 100h20v20z"/>', "P416", "draws nothing inside its viewBox"),
        (
            '<g transform="translate(-40 0)"><path d="M2 2h20v20z"/></g>',
            "P416",
            "draws nothing inside its viewBox",
        ),
        ("<script/>", "P825", "a script"),
        ("<defs><script/></defs>", "P825", "a script"),
        ("<foreignObject/>", "P825", "foreign content"),
        ('<path onclick="x()" d="M0 0h1"/>', "P825", 'attribute "onclick"'),
        ('<image xlink:href="http://a/b.png"/>', "P825", 'another file ("http://a/b.png")'),
        ('<use href="other.svg#x"/>', "P825", "another file"),
        ('<path fill="url(http://a/b#c)" d="M0 0h1"/>', "P825", "another file"),
        ("<g>" * 32, "P822", "deeper than 32"),
        (f'<path d="M0 0{"h1" * 20_001}"/>', "P823", "20,000 segments"),
        (f'<path d="M0 0{"h.1" * 15_000}"/>' * 2, "P823", "20,000 segments"),
        ("<path", "P411", "not well-formed"),
        ('<?xml-stylesheet href="a.css"?><path d="M0 0h1"/>', "P412", "style sheet"),
    ],
    ids=count(),
)
def test_what_cannot_be_printed_is_refused(body: str, code: str, words: str) -> None:
    first = found(body)[0]
    assert first[0] == code and words in first[2]


def test_findings_are_gathered_with_their_places() -> None:
    assert [f[:2] for f in found('<text/>\n <path fill="nix" d="M0 0h1"/>\n<path d="M"/>')] == [
        ("P412", "icons/a.svg:2:1"),
        ("P413", "icons/a.svg:3:2"),
        ("P414", "icons/a.svg:4:1"),
    ]


@pytest.mark.parametrize(
    "size",
    ["", 'viewBox="0 0 0 5"', 'viewBox="a"', 'width="1em" height="2"', 'viewBox="0 0 1e300 1"'],
)
def test_an_icon_needs_a_size(size: str) -> None:
    assert found('<path d="M0 0h1"/>', f"<svg {size}>")[0][0] == "P415"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "P411"),
        (b"\xff\xfe<", "P411"),
        (b"<html/>", "P411"),
        (b'<?xml version="1.0" encoding="big5"?><svg/>', "P411"),
        (b'<?xml version="1.0" encoding="none"?><svg/>', "P411"),
        (b"<!DOCTYPE svg><svg/>", "P824"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>', "P824"),
        (b'<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>', "P824"),
        (b"<svg>" + b" " * 2_000_000, "P821"),
    ],
    ids=count(),
)
def test_hostile_files_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(Problems) as caught:
        svg.read(data, "a.svg", "a")
    assert caught.value.diagnostics[0].code == code


def test_only_problems_leave_a_mutated_file() -> None:
    body = '<g transform="rotate(30 5 5)" style="fill:#f00"><rect x="1" y="2" width="3" height="4" rx="1"/></g>'
    original = f'{HEAD}{body}<path fill-rule="evenodd" stroke="rgb(1,2,3)" d="M0 0a1 1 0 011 1zM2 2l3 3 4-4z"/></svg>'.encode()
    source, survived = random.Random(7), 0
    pieces = [b"", b"<", b"9", b"-", b"e", b"\0", b"\xff", b'"', b"1e99", b"("]
    for _ in range(600):
        data = bytearray(original)
        for _ in range(source.randint(1, 4)):
            at = source.randrange(len(data))
            data[at : at + source.randint(0, 3)] = source.choice(pieces)
        try:
            svg.read(bytes(data), "a.svg", "a")
            survived += 1
        except Problems:
            pass
    assert 0 < survived < 600
