"""`pnp proof`: every different face once, small, named and counted; nothing of a hidden field is in
the file.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest
from cli.run import call
from model.toy import written
from PIL import Image
from pypdfium2 import PdfDocument

GAME = """\
title: T
players: {min: 2, max: 4}
terms: {mood: {grim: {color: "#ff0000"}, gay: {color: "#0000ff"}}}
components:
  cards: {kind: deck, front: front.xml, back: back.xml, key: KEY,
    fields: {no: int, name: text, mood: mood, pic: {text: , optional: yes}, text: markup}, cards: [
    {id: ann, no: 1, name: Ann, mood: grim, text: "the **butler** did it", count: 2},
    {id: bob, no: 2, name: Bob, mood: gay, text: "nobody did it :factory:"}]}
"""
FRONT = """\
<face>
  <text at="5mm 5mm" width="50mm" height="9mm">{{ card.no }}</text>
  <text at="5mm 15mm" width="50mm" height="9mm">{{ card.name | upper }}</text>
  <text at="5mm 25mm" width="50mm" height="20mm">{{ card.text }}</text>
  <rect at="5mm 50mm" width="9mm" height="9mm" fill="{{ card.mood.color }}"/>
  <text at="20mm 50mm" width="30mm" height="9mm">{{ card.mood.label }}</text>
</face>
"""


def proof(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *options: str,
    front: str = FRONT,
    key: str = "id",
    **more: bytes,
) -> tuple[str, str]:
    """The words of the file, and what the command says."""
    game = GAME.replace("key: KEY", f"key: {key}")
    game = game.replace("{id: ann, ", "{").replace("{id: bob, ", "{") if key != "id" else game
    files = {
        "game.yaml": game,
        "templates/toy/front.xml": front,
        "templates/toy/back.xml": '<face fill="#ddeeff"/>',
        **{f"images/{name}.png": data for name, data in more.items()},
    }
    written(folder, files)
    monkeypatch.chdir(folder)
    said = call(capsys, "proof", "toy", *options)
    assert said.code == 0, said.err
    pages = PdfDocument(folder / "output/toy/proof.pdf")
    return " ".join(page.get_textpage().get_text_range() for page in pages), said.out


def test_each_face_is_shown_once_with_its_id_and_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, said = proof(tmp_path, monkeypatch, capsys)
    for one in ("ann × 2", "bob × 1", "ann + 1, back × 3", "butler", "BOB", "page 1 of 1"):
        assert one in words
    assert re.fullmatch(r"output/toy/proof.pdf  3 faces on 1 page, \d{1,2} kB\n", said)
    assert "DRAFT" in "".join(words.split())


@pytest.mark.parametrize(
    ("fields", "hidden", "shown"),
    [
        ("text", ["butler", "did", "nobody"], ["ANN", "Grim"]),
        ("name", ["ANN", "BOB", "ann", "bob"], ["butler", "no. 1 × 2", "no. 2 × 1"]),
        ("mood", ["Grim", "Gay"], ["ANN", "butler"]),
        ("name text", ["ANN", "butler", "ann"], ["Grim"]),
    ],
)
def test_nothing_of_a_hidden_field_is_in_the_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fields: str,
    hidden: list[str],
    shown: list[str],
) -> None:
    options = [word for field in fields.split() for word in ("--hide", field)]
    words, _ = proof(tmp_path, monkeypatch, capsys, *options)
    assert [one for one in hidden if one in words] == []
    assert [one for one in shown if one not in words] == []


@pytest.mark.parametrize(("fields", "reds"), [((), True), (("--hide", "mood"), False)])
def test_colour_of_a_hidden_meaning_is_grey(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fields: tuple[str, ...],
    reds: bool,
) -> None:
    proof(tmp_path, monkeypatch, capsys, *fields)
    page = PdfDocument(tmp_path / "output/toy/proof.pdf")[0].render(scale=1).to_pil().convert("RGB")
    colors = {color for _, color in page.getcolors(1_000_000) or ()}
    assert ((255, 0, 0) in colors, (0, 0, 255) in colors) == (reds, reds)


def test_key_that_is_hidden_names_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, _ = proof(tmp_path, monkeypatch, capsys, "--hide", "name", key="name")
    assert ("Ann" in words, "no. 1 × 2" in words) == (False, True)


def test_images_have_a_hundred_dots_an_inch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = io.BytesIO()
    Image.effect_noise((1200, 1200), 90).convert("RGB").save(data, "PNG")
    front = FRONT.replace(
        "</face>", '<image at="5mm 60mm" width="20mm" height="20mm" src="images/noise.png"/></face>'
    )
    proof(tmp_path, monkeypatch, capsys, front=front, noise=data.getvalue())
    with pikepdf.open(tmp_path / "output/toy/proof.pdf") as pdf:
        widths = [
            int(one.Width)
            for one in pdf.objects
            if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"
        ]
    assert widths == [round(20 * 58 / 88 * 100 / 25.4)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--hide", "nam"), '--hide: no component of "toy" has a field "nam"'),
        (("--only", "boards"), '--only: "toy" has no component "boards"'),
    ],
)
def test_what_a_proof_cannot_show(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    message: str,
) -> None:
    written(tmp_path, {"game.yaml": GAME.replace("KEY", "id"), "templates/toy/front.xml": FRONT})
    (tmp_path / "templates/toy/back.xml").write_text("<face/>")
    monkeypatch.chdir(tmp_path)
    said = call(capsys, "proof", "toy", *options)
    assert (said.code, message in said.err) == (1, True), said
