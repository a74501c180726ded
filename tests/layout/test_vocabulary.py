"""What stands where no element can stand, and attributes that an element would ignore, are said and not swallowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import kit

INNER = {
    "a face in a face": ("<face/>", "P304", "<face> is the outermost element only"),
    "a text in a rectangle": ('<rect width="9mm" height="9mm"><text>lost</text></rect>', "P304", "<rect> holds no elements"),
    "words in a circle": ('<circle r="4mm" fill="black">lost</circle>', "P306", 'the text "lost" stands outside <text>'),
    "an element in a spacer": ("<row><spacer><rect/></spacer></row>", "P304", "<spacer> holds no elements"),
    "an icon with a text": ('<icon name="key" size="9mm"><text>lost</text></icon>', "P304", "<icon> holds no elements"),
    "a rounded circle": ('<circle r="4mm" radius="1mm" fill="black"/>', "P305", '<circle> has no attribute "radius"'),
    "a rounded polygon": ('<polygon points="0 0, 9mm 0, 0 9mm" radius="1mm" fill="black"/>', "P305", '<polygon> has no attribute "radius"'),
}  # fmt: skip


@pytest.mark.parametrize(("inner", "code", "told"), INNER.values(), ids=INNER.keys())
def test_nothing_is_swallowed(tmp_path: Path, inner: str, code: str, told: str) -> None:
    template = f'<face><text at="5mm 5mm" width="40mm">{{{{ card.id }}}}</text>\n{inner}</face>'
    found = kit(tmp_path, {"templates/toy/front.xml": template}).diagnostics
    assert [(d.code, d.span.line if d.span else 0) for d in found] == [(code, 2)]
    assert told in found[0].message


def test_an_empty_element_may_be_closed_on_another_line(tmp_path: Path) -> None:
    template = '<face><text at="5mm 5mm" width="40mm">{{ card.id }}</text><rect at="5mm 30mm" width="9mm" height="9mm" fill="black">\n</rect></face>'
    assert kit(tmp_path, {"templates/toy/front.xml": template}).diagnostics == ()
