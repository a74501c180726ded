"""Elements that lie wholly outside their face (P319)."""

from __future__ import annotations

import pytest

from layout.stage import laid_out, said
from pnp.diagnostics import text


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('<icon at="315mm 40mm" anchor="center" name="square" size="24mm"/>', "<icon>"),
        ('<icon at="-20mm 4mm" name="square" size="9mm"/>', "<icon>"),
        (
            '<row at="3mm 97mm" width="40mm" height="6mm"><rect grow="1" fill="rose"/></row>',
            "<row>",
        ),
        (
            '<stack at="3mm 3mm" width="40mm" height="40mm"><icon at="9mm 130mm" name="square" size="6mm"/></stack>',
            "<icon>",
        ),
        ('<image at="70mm 3mm" width="20mm" height="20mm" src="photo.png"/>', "<image>"),
    ],
)
def test_what_nobody_would_see_is_told_of(body: str, told: str) -> None:
    """A decimal point was missing, and the icon was on no card."""
    assert said(body).startswith(
        f"P319 {told} lies wholly outside its face of 63 mm by 88 mm | its left upper corner is "
    )


@pytest.mark.parametrize(
    "body",
    [
        '<icon at="31.5mm 40mm" anchor="center" name="square" size="24mm"/>',
        '<icon at="-2mm -2mm" name="square" size="9mm"/>',
        '<icon at="63mm 88mm" name="square" size="9mm"/>',  # it shows in the bleed
        '<circle at="90mm 40mm" anchor="center" r="5mm" fill="rose"/>',
        '<row at="3mm 40mm" width="40mm" height="6mm"><rect grow="1" fill="rose"/></row>',
        '<stack at="31mm 44mm" anchor="center" width="80mm" height="10mm" rotate="45"><icon at="1mm 1mm" name="square" size="6mm"/></stack>',
        '<stack at="0 0" width="88mm" height="63mm" rotate="90"><icon at="50% 50%" name="square" size="6mm"/></stack>',
    ],
)
def test_what_is_seen_in_part_is_well(body: str) -> None:
    assert said(body) == ""


def test_each_element_outside_is_told_of_on_each_face() -> None:
    """Where a place was known from another element nothing was said: of three cards one was
    named, of two lines one.
    """
    row = '<row at="3mm 97mm" width="40mm" height="6mm"><rect grow="1" fill="rose"/></row>'
    _, found = laid_out(
        {name: f"{row}{row}<spacer/>{'<spacer/>' * n}" for n, name in enumerate("abc")}
    )
    assert [d.code for d in found] == ["P319"]
    assert all("the same on 2 more cards: b, c" in text(d) for d in found)
