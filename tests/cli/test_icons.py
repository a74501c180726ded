"""`pnp icons`: what is listed, and the picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from .run import call


def test_icons_are_listed_by_name_with_authors(capsys: pytest.CaptureFixture[str]) -> None:
    every = [line.split(maxsplit=1) for line in call(capsys, "icons").out.splitlines()]
    names = [name for name, _ in every]
    assert names == sorted(names) and {"spades", "hearts", "diamonds", "clubs"} < set(names)
    assert ["fist", "lorc & skoll"] in every
    some = json.loads(call(capsys, "icons", "Dice", "--json").out)
    assert [one["name"] for one in some] == [name for name in names if "dice" in name]


def test_icons_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "icons", "hartz")
    assert (said.code, said.out) == (1, "")
    assert 'no icon has "hartz" in its name. did you mean "hearts"' in said.err


def test_picture_has_a_cell_for_each_icon(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "icons", "dice-six", "--png", "six.png").code == 0
    picture = Image.open("six.png").convert("L")
    cell = picture.width / 8
    inked = [
        picture.crop((int(n * cell), 0, int((n + 1) * cell), picture.height)).getextrema()[0] < 60
        for n in range(8)
    ]
    assert inked == [True] * 6 + [False] * 2
