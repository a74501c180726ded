"""A person who knows WeasyPrint but not this code finds things by the field's words for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pnp"
QUESTIONS = {
    "where bleed is computed": (r"def \w*bleed\w*\(", r"layout/|build/imposition|impose/sharing"),
    "where a text shrinks": (r"def \w*shrink\w*\(", r"layout/line_boxes"),
    "where a promise gets its place": (r"def places\(promise", r"check/suggest"),
    "where a PDF gets its boxes": (r"set(Trim|Bleed)Box\(|/TrimBox", r"draw/|proof/|output/"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_grep_finds_the_few_places(question: str) -> None:
    word, place = QUESTIONS[question]
    found = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(word, path.read_text(encoding="utf-8"))
    ]
    assert 1 <= len(found) <= 4 and all(re.match(place, path) for path in found), found
