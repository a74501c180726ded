from __future__ import annotations

import json
import unicodedata
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


def test_a_card_with_the_place_of_every_field(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


def test_a_card_of_a_table_says_the_character_of_its_cell(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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


def test_json_has_values_places_and_who_says_them(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(call(capsys, "show", "light", "sloop", "--json").out)
    assert (data["component"], data["card"], data["copies"], data["size_mm"]) == (
        "ships",
        "sloop",
        1,
        [63, 88],
    )
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
    assert data["fields"]["price"]["place"] == {
        "file": "data/light/cards/ships.yaml",
        "line": 9,
        "column": 12,
    }


def test_an_id_of_two_components_asks_which(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "wave")
    assert (said.code, said.out) == (1, "")
    assert 'P606 several components have a card "wave"' in said.err
    assert "say which: ships/wave or storms/wave" in said.err


def test_an_id_is_found_however_its_accents_are_written(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = {"composed": "gru\u0308n", "apart": "blåu"}
    ships = home / "data/light/cards/ships.yaml"
    ships.write_text(
        SHIPS.replace("brig", unicodedata.normalize("NFC", ids["composed"])).replace(
            "sloop", unicodedata.normalize("NFD", ids["apart"])
        )
    )
    for name in ids.values():
        for form in ("NFC", "NFD"):
            assert (
                call(capsys, "show", "light", unicodedata.normalize(form, f"ships/{name}")).code
                == 0
            )
            assert (
                call(
                    capsys,
                    "export",
                    "light",
                    "-o",
                    f"out-{form}",
                    "--cards",
                    unicodedata.normalize(form, name),
                ).code
                == 0
            )
            assert (
                call(
                    capsys,
                    "build",
                    "light",
                    "-n",
                    "--cards",
                    unicodedata.normalize(form, f"ships/{name}"),
                ).code
                == 0
            )


@pytest.mark.parametrize(
    ("card", "message", "hint"),
    [
        ("brigg", 'P601 "light" has no card "brigg"', 'did you mean "brig"?'),
        ("storms/brig", 'P601 "light" has no card "storms/brig"', "known here: gale, wave"),
        ("storm/wave", 'P601 "light" has no component "storm"', 'did you mean "storms"?'),
    ],
)
def test_a_card_that_is_not_there(
    home: Path, capsys: pytest.CaptureFixture[str], card: str, message: str, hint: str
) -> None:
    said = call(capsys, "show", "light", card)
    assert (said.code, said.out) == (1, "")
    assert message in said.err
    assert f"hint: {hint}" in said.err


def test_a_game_that_is_not_there(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "lihgt", "brig")
    assert (said.code, said.out) == (3, "")
    assert 'did you mean "light"?' in said.err


def test_pictures_of_both_sides_at_300_dots_an_inch(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = call(capsys, "show", "light", "brig", "--png", "brig.png")
    assert said.code == 0
    assert said.err == "brig.png is written\nbrig-back.png is written\n"
    front, back = (
        Image.open(BytesIO(Path(name).read_bytes())) for name in ("brig.png", "brig-back.png")
    )
    assert front.size == back.size == (744, 1039), "as pnp export has them"
    assert tuple(round(dpi) for dpi in front.info["dpi"]) == (300, 300)
    assert front.getpixel((60, 60)) == (0x1F, 0x55, 0x66)  # the band
    assert sorted(path.name for path in home.iterdir()) == [
        "brig-back.png",
        "brig.png",
        "data",
        "pnp.yaml",
    ]


def test_a_card_without_a_back_makes_one_picture(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call(capsys, "show", "light", "gale", "--png", "gale.png")
    assert sorted(path.name for path in home.glob("*.png")) == ["gale.png"]


def test_the_same_card_gives_the_same_bytes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "show", "light", "brig", "--png", "one.png")
    call(capsys, "show", "light", "brig", "--png", "two.png")
    assert Path("one.png").read_bytes() == Path("two.png").read_bytes()


def test_a_card_with_errors_is_drawn_and_says_so(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "data" / "light" / "cards" / "storms.csv").write_text(f"id,title\nwave,{'x' * 200}\n")
    said = call(capsys, "show", "light", "storms/wave", "--png", "wave.png")
    assert said.code == 0
    assert "drawn in spite of" in said.err
    assert Path("wave.png").is_file()


def test_a_card_that_cannot_be_drawn_leaves_the_old_picture(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("old.png").write_bytes(b"old")
    own = home / "templates" / "light"
    own.mkdir(parents=True)
    (own / "bad.xml").write_text("<face><text>{{ card.titel }}</text></face>")
    fields = "front: bad.xml, fields: {title: text, text: {text: ~, optional: yes}}"
    (home / "data" / "light" / "game.yaml").write_text(
        GAME.replace("template: base/classic, back: none", fields)
    )
    said = call(capsys, "show", "light", "gale", "--png", "old.png")
    assert said.code == 1
    assert "P302" in said.err
    assert Path("old.png").read_bytes() == b"old"


def test_a_picture_is_called_png(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "brig", "--png", "brig.jpg")
    assert said.code == 2
    assert 'call it "brig.png"' in said.err
    assert not Path("brig.jpg").exists()


def test_the_folder_of_a_picture_is_made(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "show", "light", "brig", "--png", "new/one/brig.png").code == 0
    assert sorted(path.name for path in Path("new/one").iterdir()) == ["brig-back.png", "brig.png"]


def test_a_file_in_the_way_of_the_picture(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "show", "light", "brig", "--png", "pnp.yaml/brig.png")
    assert said.code == 5
    assert "P703" in said.err
    assert "-o DIR" not in said.err


@pytest.mark.parametrize(
    "path", ["data/light/brig.png", "templates/light/own.png", "data/light/new/x.png"]
)
def test_a_picture_never_takes_the_place_of_what_games_are_made_of(
    home: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    art = home / "data/light/brig-back.png"
    art.write_bytes(b"art")
    said = call(capsys, "show", "light", "brig", "--png", path)
    assert (said.code, said.out) == (5, "")
    assert "P712" in said.err and "write elsewhere with --png FILE" in said.err
    assert (
        art.read_bytes() == b"art"
        and not (home / path).exists()
        and not (home / path).parent.joinpath("x-back.png").exists()
    )


def test_a_picture_has_the_pixels_that_an_export_has(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its height was rounded up: 300 mm gave 3,544 pixels in place of 3,543."""
    assert call(capsys, "show", "light", "gale", "--png", "gale.png").code == 0
    assert (
        call(capsys, "export", "light", "--only", "storms", "--cards", "gale", "-o", "made").code
        == 0
    )
    shown, exported = (
        Image.open(path)
        for path in (Path("gale.png"), *Path("made/storms").glob("*_gale_front.png"))
    )
    assert (shown.size, shown.mode, shown.tobytes()) == (
        exported.size,
        exported.mode,
        exported.tobytes(),
    )


PIECES = """\
  bits: {kind: tokens, tokens: tokens.yaml, front: f.xml, back: f.xml, sides: two}
  box: {kind: box, holds: ships, front: f.xml}
"""
TOKENS = """\
defaults: {shape: circle, size: 20mm}
tokens:
  - {id: unit, size: 10mm, sides: one, count: 3}
  - {id: leaf, sides: fold}
  - {id: man, shape: standee, size: 20x30mm}
  - {id: big, size: 25x30mm}
"""


@pytest.fixture
def pieces(home: Path) -> Path:
    (home / "data/light/game.yaml").write_text(GAME + PIECES)
    (home / "data/light/tokens.yaml").write_text(TOKENS)
    (home / "templates/light").mkdir(parents=True)
    (home / "templates/light/f.xml").write_text(
        '<face><rect width="100%" height="100%" fill="red"/></face>'
    )
    return home


def test_a_token_s_own_size_sides_and_keys(
    pieces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The size of the largest was told, and a back that the token does not have."""
    assert (
        call(capsys, "show", "light", "unit").out
        == """\
bits/unit  Lighthouse, Bits: 3 copies, 10 × 10 mm, f.xml
  id     unit    data/light/tokens.yaml:3:10
  count  3       data/light/tokens.yaml:3:47
  shape  circle  data/light/tokens.yaml:1:19 (defaults)
  size   10mm    data/light/tokens.yaml:3:22
  sides  one     data/light/tokens.yaml:3:35
"""
    )
    said = call(capsys, "show", "light", "big").out.splitlines()
    assert said[0] == "bits/big  Lighthouse, Bits: 1 copy, 25 × 30 mm, f.xml and f.xml"
    assert said[-1] == "  sides  two      data/light/game.yaml:16:79 (of the component)"


def test_what_nobody_says_of_a_token(pieces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pieces / "data/light/tokens.yaml").write_text("- {id: unit}\n")
    (pieces / "data/light/game.yaml").write_text(GAME + PIECES.replace(", sides: two", ""))
    assert call(capsys, "show", "light", "unit").out.splitlines()[-3:] == [
        "  shape  square  where nothing is said",
        "  size   12mm    where nothing is said",
        "  sides  two     where nothing is said",
    ]


@pytest.mark.parametrize(
    ("piece", "size"),
    [
        ("leaf", "20 × 20 mm (flat 20 × 40 mm), f.xml and f.xml"),
        ("man", "20 × 30 mm (flat 20 × 80 mm), f.xml and f.xml"),
        ("box", "flat 154.6 × 116.6 mm, f.xml\n"),
    ],
)
def test_a_piece_that_is_folded_says_how_large_it_is_flat(
    pieces: Path, capsys: pytest.CaptureFixture[str], piece: str, size: str
) -> None:
    assert f": 1 copy, {size}" in call(capsys, "show", "light", piece).out


def test_a_token_as_json(pieces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unit, leaf = (
        json.loads(call(capsys, "show", "light", name, "--json").out) for name in ("unit", "leaf")
    )
    assert [unit[key] for key in ("size_mm", "flat_mm", "front", "back")] == [
        [10, 10],
        None,
        "f.xml",
        None,
    ]
    assert [leaf[key] for key in ("size_mm", "flat_mm", "front", "back")] == [
        [20, 20],
        [20, 40],
        "f.xml",
        "f.xml",
    ]
    assert unit["fields"]["size"] == {
        "value": "10mm",
        "source": "card",
        "place": {"file": "data/light/tokens.yaml", "line": 3, "column": 22},
    }


def test_a_token_without_a_back_is_drawn_in_spite_of_errors_elsewhere(
    pieces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pieces / "data/light/cards/storms.csv").write_text(f"id,title\nwave,{'x' * 200}\n")
    for name in ("unit", "leaf", "man"):
        assert call(capsys, "show", "light", name, "--png", f"{name}.png").code == 0
        assert not Path(f"{name}-back.png").exists()


def test_a_list_that_a_card_leaves_out(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was called a default of the field, which has none."""
    (home / "data/light/game.yaml").write_text(
        GAME.replace("tags: {list: text}", "tags: {list: text, optional: yes}")
    )
    (home / "data/light/cards/ships.yaml").write_text(SHIPS.replace(", tags: [x]", ""))
    assert "\n  tags    –           not given\n" in call(capsys, "show", "light", "ships/wave").out


def test_a_board_with_its_keys(pieces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = "  map: {kind: board, size: 100x80, front: f.xml, copies: 2, data: {areas: {bay: {at: [0mm, 0mm], size: [9mm, 9mm]}}}}\n"
    (pieces / "data/light/game.yaml").write_text(GAME + board)
    assert (
        call(capsys, "show", "light", "map").out
        == """\
map/map  Lighthouse, Map: 2 copies, 100 × 80 mm, f.xml
  id     map     data/light/game.yaml:16:3
  count  2       data/light/game.yaml:16:58
  size   100x80  data/light/game.yaml:16:28
  front  f.xml   data/light/game.yaml:16:43
  data   …       data/light/game.yaml:16:67
"""
    )


BOOKS = """\
  aid: {kind: reference, text: aid.md, size: poker}
  book: {kind: rulebook, text: book.md, page: a6}
  solo: {kind: rulebook, text: solo.md, page: a6}
"""


@pytest.fixture
def books(home: Path) -> Path:
    """Player aids on three sides, a book of two pages and one of one."""
    (home / "data/light/game.yaml").write_text(GAME + BOOKS)
    (home / "data/light/aid.md").write_text(
        "# One\n\nA.\n\n---\n\n# Two\n\nB.\n\n---\n\n# Three\n\nC.\n"
    )
    (home / "data/light/book.md").write_text("# Turns\n\nSail.\n\n[[page]]\n\n# End\n\nOver.\n")
    (home / "data/light/solo.md").write_text("# Alone\n")
    return home


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("aid", ["it-1.png", "it-1-back.png", "it-2.png"]),
        ("aid-1", ["it.png", "it-back.png"]),
        ("aid/aid-2", ["it.png"]),
        ("book", ["it-1.png", "it-2.png"]),
        ("book/book", ["it-1.png", "it-2.png"]),
        ("page-2", ["it.png"]),
        ("solo", ["it.png"]),
    ],
)
def test_pages_and_player_aids_are_drawn(
    books: Path, capsys: pytest.CaptureFixture[str], name: str, made: list[str]
) -> None:
    """Those of texts that fill more than one were not, and nothing was said."""
    said = call(capsys, "show", "light", name, "--png", "it.png")
    assert said.code == 0, said
    assert said.err == "".join(f"{path} is written\n" for path in made)
    assert sorted(path.name for path in books.glob("*.png")) == sorted(made)
    assert (
        json.loads(call(capsys, "show", "light", name, "--png", "it.png", "--json").out)["pictures"]
        == made
    )


def test_a_text_says_no_templates(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        call(capsys, "show", "light", "aid-2").out
        == """\
aid/aid-2  Lighthouse, Aid: 4 copies, 63 × 88 mm
  id     aid-2   data/light/game.yaml:16:3
  count  4       one a player where nothing is said
  text   aid.md  data/light/game.yaml:16:32
  size   poker   data/light/game.yaml:16:46
"""
    )


def test_pages_that_are_not_there_or_of_several_books(
    books: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = call(capsys, "show", "light", "page-3", "--png", "it.png")
    assert (
        said.code == 1
        and 'P601 "light" has no card "page-3"' in said.err
        and '"page-2"' in said.err
    )
    (books / "data/light/solo.md").write_text("# Alone\n\n[[page]]\n\n# End\n")
    said = call(capsys, "show", "light", "page-2")
    assert said.code == 1 and "say which: book/page-2 or solo/page-2" in said.err


def test_a_text_that_cannot_be_drawn_says_why(
    books: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (books / "data/light/book.md").write_text("")
    said = call(capsys, "show", "light", "book", "--png", "it.png")
    assert said.code == 1 and "P355" in said.err and not list(books.glob("*.png"))


def test_options_have_names_in_the_environment(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_PNG", "from-environment.png")
    monkeypatch.setenv("PNP_JSON", "1")
    assert json.loads(call(capsys, "show", "light", "gale").out)["pictures"] == [
        "from-environment.png"
    ]
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
