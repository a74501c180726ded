"""QR codes and barcodes: read by another library from the raster of a finished PDF, and what is
said of those that cannot be printed.
"""

from __future__ import annotations

import json
import random
import string
from pathlib import Path

import pypdfium2 as pdfium
import pytest
import zxingcpp
from cli.run import call
from layout.stage import laid_out, lay, mm, rects
from PIL import Image

FACE = """<face>
{% if card.type == "qr" %}
<qr at="50% 4mm" anchor="top" size="{{ card.side }}mm" level="{{ card.level }}">{{ card.code }}</qr>
{% else %}
<barcode at="50% 4mm" anchor="top" type="{{ card.type }}" height="14mm">{{ card.code }}</barcode>
{% endif %}
<text at="4mm 74mm" width="55mm">{{ card.id }} {{ card.level }} {{ card.side }}</text>
</face>"""
GAME = """title: Codes
players: {min: 1, max: 2}
components:
  cards:
    kind: deck
    size: 63x88
    front: code.xml
    fields: {type: text, level: text, side: number, code: text}
    cards: cards.yaml
"""
SIGNS = (string.digits, string.ascii_uppercase + string.digits, string.printable[:89], "aäßçЖ漢✓")


def decoded(folder: Path) -> set[tuple[str, str]]:
    """Format and text of all codes on the sheets of a folder, seen at 300 dpi."""
    found = set()
    for path in folder.glob("*.pdf"):
        with pdfium.PdfDocument(path) as document:
            for n in range(len(document)):
                page: Image.Image = document[n].render(scale=300 / 72).to_pil()
                found |= {(code.format.name, code.text) for code in zxingcpp.read_barcodes(page)}
    return found


def printed(
    cards: list[dict[str, object]],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *options: str,
) -> set[tuple[str, str]]:
    data, templates = folder / "data/codes", folder / "templates/codes"
    for made in (data, templates):
        made.mkdir(parents=True)
    (folder / "pnp.yaml").write_text("")
    (data / "game.yaml").write_text(GAME)
    (data / "cards.yaml").write_text(json.dumps(cards))
    (templates / "code.xml").write_text(FACE)
    monkeypatch.chdir(folder)
    done = call(capsys, "build", "codes", *options)
    assert done.code == 0, done.err
    return decoded(folder / "output" / "codes")


def test_qr_codes_are_read_from_the_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(37)
    cards: list[dict[str, object]] = []
    for n in range(80):
        level, side = chance.choice("LMQH"), chance.choice((12, 15, 18, 22, 28, 34))
        words = f"{n}{''.join(chance.choices(SIGNS[n % 4], k=chance.randint(0, 120)))}"
        while laid_out({"a": qr(words, f'size="{side}mm" level="{level}"')})[1]:
            words = words[: len(words) * 3 // 4]
        cards.append({"id": f"c{n}", "type": "qr", "level": level, "side": side, "code": words})
    found = printed(cards, tmp_path, capsys, monkeypatch)
    assert found == {("QRCode", str(card["code"])) for card in cards} and len(found) == 80


def qr(words: str, attributes: str) -> str:
    escaped = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<qr {attributes}>{escaped}</qr>"


def test_barcodes_are_read_from_the_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(37)
    codes = [
        ("ean-13", "EAN13", "4006381333931"),
        ("ean-13", "EAN13", "9783161484100"),
        ("ean-8", "EAN8", "96385074"),
        ("upc-a", "EAN13", "0036000291452"),  # the EAN-13 that begins with 0
        *(
            ("code-128", "Code128", text)
            for text in ("A", "7", "1234", "12345", "ab123456cd", "X-9")
        ),
        *(("code-128", "Code128", f"{n}{chance.choice(SIGNS[n % 3])}") for n in range(20)),
    ]
    cards: list[dict[str, object]] = [
        {"id": f"c{n}", "type": kind, "level": "", "side": 0, "code": text[kind == "upc-a" :]}
        for n, (kind, _, text) in enumerate(codes)
    ]
    found = printed(cards, tmp_path, capsys, monkeypatch, "--ink", "low")
    assert found == {(name, text) for _, name, text in codes}


@pytest.mark.parametrize(
    ("body", "ground", "dark"),
    [
        ('<qr size="29mm">7</qr>', (0, 0, 29, 29), (4, 4, 21, 21)),  # 21 modules, 4 light around
        ('<qr width="33mm" height="29mm">7</qr>', (2, 0, 29, 29), (6, 4, 21, 21)),
        (
            '<qr at="50% 50%" anchor="center" size="14.5mm">7</qr>',
            (24.25, 36.75, 14.5, 14.5),
            (26.25, 38.75, 10.5, 10.5),
        ),
        ('<row><qr size="29mm">7</qr></row>', (0, 0, 29, 29), (4, 4, 21, 21)),
        (
            '<barcode type="ean-13" width="56.5mm" height="9mm">4006381333931</barcode>',
            (0, 0, 56.5, 9),
            (5.5, 0, 47.5, 9),
        ),
        (
            '<barcode type="ean-8" height="9mm">96385074</barcode>',
            (0, 0, 26.73, 9),
            (2.31, 0, 22.11, 9),
        ),
        (
            '<barcode type="upc-a" height="9mm">036000291452</barcode>',
            (0, 0, 37.29, 9),
            (2.97, 0, 31.35, 9),
        ),
        (
            '<barcode type="code-128" width="55mm" height="9mm">A</barcode>',
            (0, 0, 55, 9),
            (8.333, 0, 38.334, 9),
        ),
    ],
)
def test_quiet_zone_lies_within_the_box(
    body: str, ground: tuple[float, ...], dark: tuple[float, ...]
) -> None:
    assert rects(lay(body)) == [mm(*ground), mm(*dark)]
