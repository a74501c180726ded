"""A few whole faces as text.

Each golden has one purpose; after a change that is meant, run with PNP_GOLDENS=write and read the
difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pnp.face import dump

from .stage import lay

FACES = {
    "card": """
<face fill="paper">
  <stack at="3mm 3mm" width="57mm" height="82mm" stroke="ink" stroke-width="0.5mm" radius="3mm"/>
  <row at="5mm 5mm" width="53mm" height="9mm" gap="1mm" align="center">
    <icon name="square" size="7mm" color="rose"/>
    <text grow="1" style="title" valign="middle" lines="1">The Night Train</text>
    <box fill="ink" radius="1mm" padding="1mm"><text color="paper" weight="bold">12</text></box>
  </row>
  <image at="5mm 16mm" width="53mm" height="30mm" src="photo.png"/>
  <rect at="5mm 48mm" width="53mm" height="3mm" fill="pattern:bars" ground="rose"/>
  <text at="5mm 53mm" width="53mm" height="24mm">Gain <b>two</b> <icon name="square"/>, then <i>pass</i>.</text>
  <text at="58mm 84mm" anchor="bottom-right" width="20mm" align="right" size="7pt">no. 7</text>
</face>""",
    "words": """
<text at="5mm 5mm" width="30mm" height="40mm" align="justify">Draw 10\u00a0cards, keep <b>one\u00a0of</b> them (★ or ★★) and
pass the in\u00adcom\u00adpre\u00adhen\u00adsible rest to the well-known<br/>left.</text>
<text at="40mm 5mm" width="20mm" height="10mm" style="spaced" align="center" valign="middle">a b</text>
<text at="5mm 60mm" width="50mm" height="10mm" style="low" align="right">low <c color="rose"><icon name="wide"/> r</c>ight</text>""",
    "boxes": """
<grid at="5mm 5mm" width="50mm" height="20mm" columns="3" gap="1mm"><circle fill="rose"/><icon name="wide"/><text>cell</text>
<rect anchor="bottom-right" width="4mm" height="2mm" fill="ink"/><stack rotate="90"><line stroke="ink"/></stack></grid>
<column at="5mm 30mm" width="20mm" height="40mm" justify="between" align="end">
  <rect width="10mm" height="5mm" fill="ink" opacity="0.5"/><polygon width="10mm" height="5mm" points="0 0, 100% 50%, 0 100%" fill="rose"/>
  <path width="8mm" height="4mm" viewbox="8 4" d="M0 4C2 0 6 0 8 4" stroke="ink" dash="1mm"/>
</column>""",
}


@pytest.mark.parametrize("name", FACES)
def test_a_face_is_what_it_was(name: str) -> None:
    path = Path(__file__).with_name(f"{name}.txt")
    made = dump(lay(FACES[name]))
    if os.environ.get("PNP_GOLDENS") == "write":
        path.write_text(made, encoding="utf-8")
    assert made == path.read_text(encoding="utf-8")
