"""What stands where no element can stand, and attributes that an element would ignore, are said
and not swallowed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import kit

INNER = {
    "a face in a face": ("<face/>", "P304", "<face> is the outermost element only"),
    "a text in a rectangle": ('<rect width="9mm" height="9mm"><text>lost</text></rect>', "P304", "<rect> holds no elements"),
    "words in a circle": ('<circle r="4mm" fill="black">lost</circle>', "P306", 'the text "lost" stands outside <text>'),
    "an element in a spacer": ("<row><spacer><rect/></spacer></row>", "P304", "<spacer> holds no elements"),
    "a text in a growing spacer": ('<row height="9mm" width="9mm"><rect width="5mm" fill="black"/><spacer><text>Lose</text></spacer></row>', "P304", "<spacer> holds no elements"),
    "words in a spacer": ('<column height="9mm"><spacer>Lose the game</spacer></column>', "P306", 'the text "Lose the game" stands outside <text>'),
    "a misspelt width of a spacer": ('<row><spacer widht="3mm"/></row>', "P305", '<spacer> has no attribute "widht"'),
    "a misspelt height of a spacer": ('<column><spacer heigth="3mm"/></column>', "P305", '<spacer> has no attribute "heigth"'),
    "words in the spacer of a grid": ("<grid><spacer>words</spacer></grid>", "P306", 'the text "words" stands outside <text>'),
    "an attribute of a spacer on a face": ('<spacer width="3mm" foo="3"/>', "P305", '<spacer> has no attribute "foo"'),
    "words in a spacer on a face": ("<spacer>words</spacer>", "P306", 'the text "words" stands outside <text>'),
    "a width of a spacer in a stack": ('<stack width="9mm" height="9mm"><spacer width="bogus"/></stack>', "P305", 'width="bogus"'),
    "a growth of a spacer in a grid": ('<grid><spacer grow="much"/></grid>', "P305", 'grow="much": expected a number'),
    "a height of a spacer in a row": ('<row><spacer height="much"/></row>', "P305", 'height="much"'),
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


def test_a_spacer_may_stand_anywhere(tmp_path: Path) -> None:
    inner = '<spacer/><spacer width="3mm"/>\n<spacer grow="2">\n</spacer>'
    boxes = "".join(
        f'<{tag} width="20mm" height="20mm">{inner}</{tag.split()[0]}>'
        for tag in ("stack", "row", "column", "grid columns='3'")
    )
    template = (
        f'<face><text at="5mm 5mm" width="40mm">{{{{ card.id }}}}</text>{inner}{boxes}</face>'
    )
    assert kit(tmp_path, {"templates/toy/front.xml": template}).diagnostics == ()


def test_an_empty_element_may_be_closed_on_another_line(tmp_path: Path) -> None:
    template = '<face><text at="5mm 5mm" width="40mm">{{ card.id }}</text><rect at="5mm 30mm" width="9mm" height="9mm" fill="black">\n</rect></face>'
    assert kit(tmp_path, {"templates/toy/front.xml": template}).diagnostics == ()
