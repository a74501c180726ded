"""Golden suites of layout: findings on elements, where rectangles lie, what holds together in a
line, and a few whole faces as text.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from golden import check

from pnp.face import dump
from pnp.layout.line_boxes import Paragraph

from .stage import BOLD, SQUARE, ink, lay, rects, said

MARKS = " /~|"
"""How an atom follows the one before: behind a space, a line break, a soft hyphen, inside a word."""


def body(case: bytes) -> str:
    """A case without its comments, in one line."""
    lines = case.decode().splitlines()
    return " ".join(line for line in lines if not line.startswith("# "))


def findings(case: bytes) -> str:
    return said(body(case)) or "nothing"


def areas(case: bytes, bleed: int = 0) -> str:
    found = rects(lay(body(case), bleed=bleed))
    return "\n".join(" ".join(f"{value / 1000:g}" for value in area) for area in found) or "nothing"


def bleeds(case: bytes) -> str:
    return areas(case, 3_000)


def drawings(case: bytes) -> str:
    _, *items = dump(lay(body(case))).splitlines()
    return "\n".join(items) or "nothing"


def atoms(case: bytes) -> str:
    paragraph = Paragraph()
    for part in unescape(body(case)).split("¦"):
        if part == "/":
            paragraph.end_line()
        elif part == "+":
            paragraph.add_icon(SQUARE, ink())
        else:
            paragraph.add(part.removeprefix("b:"), ink(BOLD if part.startswith("b:") else ""))
    words = ["".join("+" if p.icon else p.text for p in atom.pieces) for atom in paragraph.atoms]
    follows = [MARKS[atom.follows] for atom in paragraph.atoms]
    return "".join(f"[{mark}{word}]" for mark, word in zip(follows, words, strict=True))


@pytest.mark.parametrize("outcome", [findings, areas, bleeds, drawings, atoms])
def test_suite(outcome: Callable[[bytes], str]) -> None:
    check(Path(__file__).with_name(f"{outcome.__name__}.txt"), outcome)


@pytest.mark.parametrize("name", ["card", "words", "boxes"])
def test_face_looks_as_it_did(name: str) -> None:
    """After a change that is meant, run with PNP_UPDATE_GOLDENS=1 and read the difference."""
    source, golden = (Path(__file__).with_name(f"{name}.{kind}") for kind in ("xml", "txt"))
    made = dump(lay(source.read_text(encoding="utf-8")))
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        golden.write_text(made, encoding="utf-8")
    assert made == golden.read_text(encoding="utf-8")
