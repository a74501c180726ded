from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from .run import call, examples

GAME = """\
title: Lighthouse
players: {min: 2, max: 4}
terms:
  sea: {calm: {letter: C}, rough: {label: Rough sea, letter: R}}
components:
  ships:
    kind: deck
    template: base/classic
    cards: cards/ships.yaml
    fields:
      sea: sea
      tags: {list: text}
      price: {int: ~, default: 4}
      safe: bool
  storms: {kind: deck, template: base/classic, back: none, cards: cards/storms.csv}
"""
SHIPS = """\
defaults: {count: 3, icon: speed-boat, safe: no}
cards:
  - {id: brig, title: The Brig, corner: 7, sea: rough, tags: [old, slow]}
  - id: sloop
    count: 1
    title: The Sloop
    sea: calm
    tags: new
    price: 9
    safe: yes
  - {id: wave, title: Wave, sea: calm, tags: [x]}
"""
STORMS = "id,title,text\nwave,The Wave,Turn a ship.\ngale,The Gale,\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data" / "light"
    (folder / "cards").mkdir(parents=True)
    (tmp_path / "pnp.yaml").write_text("")
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards" / "ships.yaml").write_text(SHIPS)
    (folder / "cards" / "storms.csv").write_text(STORMS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_card_with_the_place_of_every_field(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "brig")
    assert said == (
        0,
        """\
ships/brig  Lighthouse, Ships: 3 copies, 63 × 88 mm, base/classic.xml and base/classic-back.xml
  id      brig        data/light/cards/ships.yaml:3:10
  count   3           data/light/cards/ships.yaml:1:19 (defaults)
  title   The Brig    data/light/cards/ships.yaml:3:23
  corner  7           data/light/cards/ships.yaml:3:41
  icon    speed-boat  data/light/cards/ships.yaml:1:28 (defaults)
  text    –           not given
  sea     rough       data/light/cards/ships.yaml:3:49
  tags    old + slow  data/light/cards/ships.yaml:3:62
  price   4           data/light/game.yaml:13:7 (default of the field)
  safe    no          data/light/cards/ships.yaml:1:46 (defaults)
""",
        "",
    )


def test_a_card_of_a_table_says_the_character_of_its_cell(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "storms/wave")
    assert said.out.splitlines() == [
        "storms/wave  Lighthouse, Storms: 1 copy, 63 × 88 mm, base/classic.xml",
        "  id      wave          data/light/cards/storms.csv:2:1",
        "  count   1             one where nothing is said",
        "  title   The Wave      data/light/cards/storms.csv:2:6",
        "  corner  –             not given",
        "  icon    –             not given",
        "  text    Turn a ship.  data/light/cards/storms.csv:2:15",
    ]


def test_json_has_values_places_and_who_says_them(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(call(capsys, "show", "light", "sloop", "--json").out)
    assert (data["component"], data["card"], data["copies"], data["size_mm"]) == ("ships", "sloop", 1, [63, 88])
    assert {name: (row["value"], row["source"]) for name, row in data["fields"].items()} == {
        "id": ("sloop", "card"),
        "count": (1, "card"),
        "title": ("The Sloop", "card"),
        "corner": (None, ""),
        "icon": ("speed-boat", "defaults"),
        "text": (None, ""),
        "sea": ("calm", "card"),
        "tags": (["new"], "card"),
        "price": (9, "card"),
        "safe": (True, "card"),
    }
    assert data["fields"]["price"]["place"] == {"file": "data/light/cards/ships.yaml", "line": 9, "column": 12}


def test_an_id_of_two_components_asks_which(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "wave")
    assert (said.code, said.out) == (1, "")
    assert "P606 several components have a card \"wave\"" in said.err
    assert "say which: ships/wave or storms/wave" in said.err


@pytest.mark.parametrize(
    ("card", "message", "hint"),
    [
        ("brigg", 'P601 "light" has no card "brigg"', 'did you mean "brig"?'),
        ("storms/brig", 'P601 "light" has no card "storms/brig"', "known here: gale, wave"),
        ("storm/wave", 'P601 "light" has no component "storm"', 'did you mean "storms"?'),
    ],
)
def test_a_card_that_is_not_there(home: Path, capsys: pytest.CaptureFixture[str], card: str, message: str, hint: str) -> None:
    said = call(capsys, "show", "light", card)
    assert (said.code, said.out) == (1, "")
    assert message in said.err
    assert f"hint: {hint}" in said.err


def test_a_game_that_is_not_there(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "lihgt", "brig")
    assert (said.code, said.out) == (3, "")
    assert 'did you mean "light"?' in said.err


def test_pictures_of_both_sides_at_300_dots_an_inch(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "brig", "--png", "brig.png")
    assert said.code == 0
    assert said.err == "brig.png is written\nbrig-back.png is written\n"
    front, back = (Image.open(BytesIO(Path(name).read_bytes())) for name in ("brig.png", "brig-back.png"))
    assert front.size == back.size == (744, 1040)
    assert tuple(round(dpi) for dpi in front.info["dpi"]) == (300, 300)
    assert front.getpixel((60, 60)) == (0x1F, 0x55, 0x66)  # the band
    assert sorted(path.name for path in home.iterdir()) == ["brig-back.png", "brig.png", "data", "pnp.yaml"]


def test_a_card_without_a_back_makes_one_picture(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "show", "light", "gale", "--png", "gale.png")
    assert sorted(path.name for path in home.glob("*.png")) == ["gale.png"]


def test_the_same_card_gives_the_same_bytes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "show", "light", "brig", "--png", "one.png")
    call(capsys, "show", "light", "brig", "--png", "two.png")
    assert Path("one.png").read_bytes() == Path("two.png").read_bytes()


def test_a_card_with_errors_is_drawn_and_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data" / "light" / "cards" / "storms.csv").write_text(f"id,title\nwave,{'x' * 200}\n")
    said = call(capsys, "show", "light", "storms/wave", "--png", "wave.png")
    assert said.code == 0
    assert "drawn in spite of" in said.err
    assert Path("wave.png").is_file()


def test_a_card_that_cannot_be_drawn_leaves_the_old_picture(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("old.png").write_bytes(b"old")
    own = home / "templates" / "light"
    own.mkdir(parents=True)
    (own / "bad.xml").write_text("<face><text>{{ card.titel }}</text></face>")
    fields = "front: bad.xml, fields: {title: text, text: {text: ~, optional: yes}}"
    (home / "data" / "light" / "game.yaml").write_text(GAME.replace("template: base/classic, back: none", fields))
    said = call(capsys, "show", "light", "gale", "--png", "old.png")
    assert said.code == 1
    assert "P302" in said.err
    assert Path("old.png").read_bytes() == b"old"


def test_a_picture_is_called_png(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "brig", "--png", "brig.jpg")
    assert said.code == 2
    assert 'call it "brig.png"' in said.err
    assert not Path("brig.jpg").exists()


def test_a_folder_in_the_way_of_the_picture(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "brig", "--png", "missing/brig.png")
    assert said.code == 5
    assert "P707" in said.err
    assert "-o DIR" not in said.err


def test_options_have_names_in_the_environment(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_PNG", "from-environment.png")
    monkeypatch.setenv("PNP_JSON", "1")
    assert json.loads(call(capsys, "show", "light", "gale").out)["pictures"] == ["from-environment.png"]
    assert Path("from-environment.png").is_file()


def test_the_examples_of_the_help_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "new", "my-game").code == 0
    shown = examples("show")
    assert len(shown) >= 2
    assert [call(capsys, *args).code for args in shown] == [0] * len(shown)
    assert Path("card.png").is_file()
