"""The SVG reader: what each drawing becomes, or why it is refused, in `icon_cases.txt`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pnp.assets import svg_reader as svg
from pnp.diagnostics import Problems
from tests.golden import check

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">'


def _read(data: bytes) -> svg.Icon:
    whole = data.startswith((b"<svg ", b"<svg>", b"<?xml ", b"<!", b"<html", b"\xff"))
    return svg.read(data if whole else f"{HEAD}\n".encode() + data + b"</svg>", "a.svg", "a")


def _outcome(data: bytes) -> str:
    icon = _read(data)
    return "\n".join(
        [f"{icon.width} x {icon.height}, ink {tuple(icon.bounds)}", *map(_shown, icon.parts)]
    )


def _shown(part: svg.IconPart) -> str:
    fill = f"fill {part.fill}" if part.filled else "no fill"
    stroke = f", stroke {part.stroke} {part.stroke_width}" if part.stroke_width else ""
    return f"{part.path} {fill}{stroke}"


def test_read_gives_icons_or_findings() -> None:
    check(Path(__file__).with_name("icon_cases.txt"), _outcome)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", "P416"),
        ("<g>" * 64, "P822"),
        (f'<path d="M0 0{"h1" * 20_001}"/>', "P823"),
        (f'<path d="M0 0{"h.1" * 15_000}"/>' * 2, "P823"),
        ("<svg>" + " " * 2_000_000, "P821"),
    ],
    ids=["nothing", "deep", "long path", "long paths", "large file"],
)
def test_read_has_limits(body: str, code: str) -> None:
    with pytest.raises(Problems) as caught:
        _read(body.encode())
    assert caught.value.diagnostics[0].code == code


def test_read_of_a_mutated_file_raises_nothing_but_problems() -> None:
    body = '<g transform="rotate(30 5 5)" style="fill:#f00"><rect x="1" y="2" width="3" height="4" rx="1"/></g>'
    original = f'{HEAD}{body}<path fill-rule="evenodd" stroke="rgb(1,2,3)" d="M0 0a1 1 0 011 1zM2 2l3 3 4-4z"/></svg>'.encode()
    source, survived = random.Random(7), 0
    pieces = [b"", b"<", b"9", b"-", b"e", b"\0", b"\xff", b'"', b"1e99", b"("]
    for _ in range(300):
        data = bytearray(original)
        for _ in range(source.randint(1, 4)):
            at = source.randrange(len(data))
            data[at : at + source.randint(0, 3)] = source.choice(pieces)
        try:
            svg.read(bytes(data), "a.svg", "a")
            survived += 1
        except Problems:
            pass
    assert 0 < survived < 300
