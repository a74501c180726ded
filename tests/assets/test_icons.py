from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from pnp.assets.icons import IconSet, read_set
from pnp.diagnostics import Problems

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "templates" / "icons" / "game-icons.json"


@pytest.fixture(scope="module")
def shipped() -> IconSet:
    return read_set(SHIPPED.read_bytes(), "game-icons.json")


def small(**icons: object) -> bytes:
    return json.dumps({"notice": "CC BY 3.0", "size": 512, "icons": icons}).encode()


def test_icon_is_parsed_when_it_is_asked_for() -> None:
    made = read_set(
        small(good={"author": "a", "path": "M0 0h512"}, bad={"author": "b", "path": "M0 0x"}),
        "set.json",
    )
    icon = made.get("good")
    assert icon and (icon.width, icon.height, icon.parts[0].path) == (
        512_000,
        512_000,
        "M0 0L512000 0",
    )
    assert made.get("good") is icon
    assert made.get("gone") is None
    assert made.names() == ["bad", "good"]
    assert (made.author("good"), made.author("gone")) == ("a", "")


def test_icon_with_a_bad_path_names_its_line() -> None:
    data = b'{"notice": "x", "size": 5,\n"icons": {\n"a": {"author": "", "path": ""},\n"b": {"author": "", "path": "M0 0x"}\n}}'
    with pytest.raises(Problems, match=r'set\.json:4: error P414 icon "b": expected a command'):
        read_set(data, "set.json").get("b")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b"[" * 100_000,
        b'{"icons": {}}',
        b'{"notice": "x", "size": 0, "icons": {}}',
        b'{"notice": "x", "size": true, "icons": {}}',
        b'{"notice": "x", "size": 1' + b"0" * 5000 + b', "icons": {}}',
        small(a=1),
        small(a={"author": "x"}),
        small(a={"author": "x", "path": 3}),
    ],
    ids=count(),
)
def test_read_set_refuses_what_is_none(data: bytes) -> None:
    with pytest.raises(Problems, match="P417"):
        read_set(data, "set.json")


def test_shipped_icons_lie_in_their_box_and_have_authors(shipped: IconSet) -> None:
    assert shipped.names() == sorted((ROOT / "tools" / "icon-names.txt").read_text("utf-8").split())
    assert shipped.author("fist") == "lorc & skoll"
    for name in shipped.names():
        icon = shipped.get(name)
        assert icon and shipped.author(name)
        area = icon.bounds
        assert min(area.x, area.y) >= -1000 and area.right <= 513_000 and area.bottom <= 513_000, (
            name
        )
        assert area.width > 100_000, name
    assert "CC\u00a0BY\u00a03.0" in shipped.notice and "game-icons.net" in shipped.notice


def test_shipped_icon_has_its_measures(shipped: IconSet) -> None:
    icon = shipped.get("padlock")
    assert icon and icon.parts[0].fill is None and len(icon.parts) == 1
    area = icon.bounds
    assert (area.x, area.y, area.right, area.bottom) == (62_313, 17_313, 446_251, 492_968)
