"""Signs for bold and icons that nothing has read (P320)."""

from __future__ import annotations

import pytest

from layout.stage import said

TEXT = '<text at="3mm 3mm" width="50mm" height="20mm">%s</text>'


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Pay **now** or never", "**now**"),
        ("<b>Pay</b> **now or** never", "**now or**"),
        ("Gain :two-coins:.", ":two-coins:"),
        (":crown:", ":crown:"),
        ("(:crown: each)", ":crown:"),
        ("**" + "very " * 9 + "long**", "**very very very very very very very …"),
    ],
)
def test_signs_that_would_be_printed_are_told_of(text: str, sign: str) -> None:
    """Stars and colons stood on the title of a card."""
    assert (
        said(TEXT % text)
        == f'P320 "{sign}" is printed as typed | give its field the type markup, or print it with | markup; else take the signs away'
    )


@pytest.mark.parametrize(
    "text",
    [
        "2 ** 3 ** 4",
        "At 10:30:00",
        "Score: 3",
        "** Only once",
        "A * B",
        "one::two::three",
        "*thin*",
        "****",
        "Draw:two: of them",
    ],
)
def test_other_stars_and_colons_are_words(text: str) -> None:
    assert said(TEXT % text) == ""
