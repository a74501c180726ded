"""`pnp export`: each face as a file."""

from __future__ import annotations

import hashlib
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import PIL.Image
import pytest

from pnp.build import export as exporting
from pnp.build.export import plain
from pnp.diagnostics import Problems

from .run import call

Capture = pytest.CaptureFixture[str]

GAME = """\
title: Lighthouse
players: {min: 2, max: 4}
components:
  ships: {kind: deck, template: base/classic, cards: cards/ships.yaml, bleed: 2mm}
  storms: {kind: deck, template: base/classic, back: none, cards: cards/storms.csv, size: 50x60}
"""
SHIPS = """\
- {id: brig, title: The Brig, count: 3}
- {id: sloop, title: The Sloop}
- {id: wave, title: Wave, count: 2}
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


def files(folder: Path) -> dict[str, list[str]]:
    """The files of each folder, without locks."""
    return {
        part.name: sorted(f.name for f in part.iterdir() if f.name != ".pnp.lock")
        for part in sorted(folder.iterdir())
    }


def manifest(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return found


def test_one_file_a_face_and_one_for_a_shared_back(home: Path, capsys: Capture) -> None:
    said = call(capsys, "export", "light", "--dpi", "72")
    assert said.code == 0
    assert said.out == (
        "output/light/export/ships  4 files, 63 × 88 mm (179 × 249 px)\noutput/light/export/storms  2 files, 50 × 60 mm (142 × 170 px)\n"
    )
    assert files(home / "output/light/export") == {
        "ships": [
            "001_brig_front.png",
            "002_sloop_front.png",
            "003_wave_front.png",
            "back.png",
            "manifest.json",
        ],
        "storms": ["001_wave_front.png", "002_gale_front.png", "manifest.json"],
    }
    for path in (home / "output/light/export/storms").glob("*.png"):
        with PIL.Image.open(path) as image:
            assert image.size == (142, 170) and image.info["dpi"] == pytest.approx(
                (72, 72), abs=0.02
            )


def test_the_manifest_says_what_is_in_each_file(home: Path, capsys: Capture) -> None:
    assert (
        call(
            capsys,
            "export",
            "light",
            "--dpi",
            "100",
            "--bleed",
            "1mm",
            "--only",
            "ships",
            "-o",
            "made",
        ).code
        == 0
    )
    found = manifest(home / "made/ships")
    assert {key: value for key, value in found.items() if key != "files"} == {
        "format": 1, "game": "light", "component": "ships", "title": "Ships", "kind": "deck", "to": "png", "bleed_mm": 1.0,
    }  # fmt: skip
    data = (home / "made/ships/001_brig_front.png").read_bytes()
    assert found["files"]["001_brig_front.png"] == {
        "sha256": hashlib.sha256(data).hexdigest(), "component": "ships", "side": "front", "ids": ["brig"], "count": 3,
        "size_mm": [65.0, 90.0], "size_px": [256, 354], "dpi": 100,
    }  # fmt: skip
    assert PIL.Image.open(BytesIO(data)).size == (256, 354)
    assert (
        found["files"]["back.png"]["ids"] == ["brig", "sloop", "wave"]
        and found["files"]["back.png"]["count"] == 6
    )
    assert not (home / "made/storms").exists()


def test_backs_that_differ_stand_beside_their_fronts(home: Path, capsys: Capture) -> None:
    text = GAME.replace("bleed: 2mm", "bleed: 2mm, backs: each, back: mine.xml")
    (home / "data/light/game.yaml").write_text(text)
    (home / "templates/light").mkdir(parents=True)
    (home / "templates/light/mine.xml").write_text(
        '<face><rect width="100%" height="100%" fill="{{ "red" if card.id == "brig" else "blue" }}"/></face>'
    )
    said = call(capsys, "export", "light", "--dpi", "36", "--only", "ships", "-o", "made")
    assert said.code == 0, said
    assert files(home / "made")["ships"] == [
        "001_brig_back.png", "001_brig_front.png", "002_sloop_back.png", "002_sloop_front.png", "003_wave_back.png", "003_wave_front.png",
        "manifest.json",
    ]  # fmt: skip
    made = {
        name: (home / "made/ships" / f"{name}_back.png").read_bytes()
        for name in ("001_brig", "002_sloop", "003_wave")
    }
    assert made["001_brig"] != made["002_sloop"] == made["003_wave"]


def test_a_shaped_piece_is_cut_along_its_outline_and_its_back_the_other_way_round(
    home: Path, capsys: Capture
) -> None:
    component = "flags: {kind: tokens, tokens: tokens.yaml, size: 20mm, front: f.xml, back: f.xml, sides: two}"
    (home / "data/light/game.yaml").write_text(f"{GAME}  {component}\n")
    (home / "data/light/tokens.yaml").write_text(
        '- {id: red, count: 2, shape: path, path: "M0 0L20 0L0 20Z"}\n'
    )
    (home / "templates/light").mkdir(parents=True)
    (home / "templates/light/f.xml").write_text(
        '<face><rect width="100%" height="100%" fill="red"/></face>'
    )
    said = call(capsys, "export", "light", "--dpi", "127", "--only", "tokens", "-o", "made")
    assert said.code == 0, said
    for side, corners in (("front", [255, 0]), ("back", [0, 255])):
        with PIL.Image.open(home / f"made/flags/001_red_{side}.png") as image:
            assert image.mode == "RGBA" and image.size == (100, 100)
            assert [image.getpixel((x, 60))[3] for x in (10, 90)] == corners  # type: ignore[index]


def test_svg_files_are_whole_by_themselves(home: Path, capsys: Capture) -> None:
    said = call(capsys, "export", "light", "--to", "svg", "--bleed", "2mm", "--only", "ships")
    assert (said.code, said.out) == (0, "output/light/export/ships  4 files, 67 × 92 mm\n")
    for path in (home / "output/light/export/ships").glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        assert (root.attrib["width"], root.attrib["viewBox"]) == ("67mm", "-2000 -2000 67000 92000")
        links = [
            value
            for element in root.iter()
            for key, value in element.attrib.items()
            if key.endswith("href")
        ]
        assert links and all(link.startswith(("#", "data:")) for link in links)
    entry = manifest(home / "output/light/export/ships")["files"]["001_brig_front.svg"]
    assert entry["size_mm"] == [67.0, 92.0] and "dpi" not in entry and "size_px" not in entry


def test_cards_that_look_alike_are_called_by_their_own_names(home: Path, capsys: Capture) -> None:
    (home / "templates/light").mkdir(parents=True)
    (home / "templates/light/alike.xml").write_text(
        '<face fill="#ffffff"><rect at="9mm 9mm" width="9mm" height="9mm" fill="ink"/></face>'
    )
    (home / "data/light/game.yaml").write_text(
        "title: Light\nplayers: {min: 1, max: 2}\ncomponents:\n  pair: {kind: deck, front: alike.xml, cards: cards/pair.yaml}\n"
    )
    (home / "data/light/cards/pair.yaml").write_text("- {id: ace}\n- {id: bee}\n")
    said = call(capsys, "export", "light", "--to", "svg", "-o", "made")
    assert said.code == 0, said.err
    made = sorted((home / "made").rglob("*.svg"))
    assert [
        name in path.read_text()
        for path, name in zip(made, ('"ace, front"', '"bee, front"'), strict=True)
    ] == [True, True]


def test_some_cards_keep_their_numbers_and_replace_the_folder(home: Path, capsys: Capture) -> None:
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made").code == 0
    assert (
        call(
            capsys, "export", "light", "--dpi", "36", "-o", "made", "--cards", "sloop,storms/gale"
        ).code
        == 0
    )
    assert files(home / "made") == {
        "ships": ["002_sloop_front.png", "back.png", "manifest.json"],
        "storms": ["002_gale_front.png", "manifest.json"],
    }
    assert manifest(home / "made/ships")["files"]["back.png"]["ids"] == ["sloop"]
    assert (
        call(
            capsys,
            "export",
            "light",
            "--dpi",
            "36",
            "-o",
            "twice",
            "--cards",
            "sloop",
            "--cards",
            "storms/gale",
        ).code
        == 0
    )
    assert files(home / "twice") == files(home / "made"), "the second --cards adds to the first"


NONE_OF_SLOOP = SHIPS.replace("The Sloop}", "The Sloop, count: 0}")


def test_a_card_without_copies_is_no_card_of_the_game(home: Path, capsys: Capture) -> None:
    """It had a file, in which a tabletop would find one more card than the print has."""
    (home / "data/light/cards/ships.yaml").write_text(NONE_OF_SLOOP)
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made", "--only", "ships").code == 0
    assert files(home / "made")["ships"] == [
        "001_brig_front.png",
        "003_wave_front.png",
        "back.png",
        "manifest.json",
    ]
    assert manifest(home / "made/ships")["files"]["back.png"]["ids"] == ["brig", "wave"]


def test_a_back_of_a_card_without_copies_is_none_of_the_others(home: Path, capsys: Capture) -> None:
    (home / "data/light/game.yaml").write_text(
        GAME.replace("bleed: 2mm", "bleed: 2mm, backs: each, back: mine.xml")
    )
    (home / "data/light/cards/ships.yaml").write_text(NONE_OF_SLOOP)
    (home / "templates/light").mkdir(parents=True)
    (home / "templates/light/mine.xml").write_text(
        '<face fill="{{ "red" if card.id == "sloop" else "blue" }}"/>'
    )
    said = call(capsys, "export", "light", "--dpi", "36", "-o", "made", "--only", "ships")
    assert said.code == 0 and "back.png" in files(home / "made")["ships"], said


def test_a_card_without_copies_is_named(home: Path, capsys: Capture) -> None:
    (home / "data/light/cards/ships.yaml").write_text(
        NONE_OF_SLOOP.replace("Wave, count: 2", "Wave, count: 0")
    )
    said = call(capsys, "export", "light", "--cards", "sloop,brig", "-o", "made")
    told = ':2:40: error P601 --cards: "sloop" has no copies to export\n  hint: give it a count of 1 or more\n'
    assert said.code == 1 and told in said.err and not (home / "made").exists()
    said = call(capsys, "export", "light", "--dpi", "36", "--cards", "wave", "-o", "made")
    assert said.code == 0 and sorted(files(home / "made")) == ["storms"], (
        "one of two cards of that name has copies"
    )


def test_an_option_that_the_form_has_no_use_for(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = call(capsys, "export", "light", "--to", "svg", "--dpi", "600")
    assert (
        said.code == 2
        and "--to svg has no dpi; it is for --to png" in said.err
        and not (home / "output").exists()
    )
    monkeypatch.setenv("PNP_DPI", "600")
    assert call(capsys, "export", "light", "--to", "svg").code == 0, (
        "what the environment says is for all forms"
    )


def test_the_same_bytes_on_any_number_of_processors(home: Path, capsys: Capture) -> None:
    for jobs in ("1", "3"):
        assert (
            call(capsys, "export", "light", "--dpi", "36", "-o", f"made{jobs}", "-j", jobs).code
            == 0
        )
    one, three = (
        sorted(p.read_bytes() for p in (home / f"made{jobs}").rglob("*.*")) for jobs in "13"
    )
    assert one == three and len(one) == 10


def test_a_stranger_s_game_is_drawn_by_a_bounded_process(home: Path, capsys: Capture) -> None:
    assert call(capsys, "export", "light", "--dpi", "36", "--untrusted", "-o", "made").code == 0
    assert call(capsys, "export", "light", "--dpi", "36", "--trusted", "-o", "mine").code == 0
    assert (home / "made/ships/back.png").read_bytes() == (
        home / "mine/ships/back.png"
    ).read_bytes()


def test_as_json(home: Path, capsys: Capture) -> None:
    said = call(capsys, "export", "light", "--dpi", "36", "--json", "--only", "storms")
    report = json.loads(said.out)
    assert report["diagnostics"] == [] and [
        (row["component"], row["files"]) for row in report["exported"]
    ] == [("storms", 2)]
    said = call(capsys, "export", "light", "--json", "--only", "sails")
    report = json.loads(said.out)
    assert (
        said.code == 1 and report["exported"] == [] and report["diagnostics"][0]["code"] == "P601"
    )


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (
            ["--only", "shps"],
            1,
            'error P601 --only: "light" has no component "shps"\n  hint: did you mean "ships"?',
        ),
        (
            ["--cards", "slop"],
            1,
            'error P601 --cards: "light" has no card "slop"\n  hint: did you mean "sloop"?',
        ),
        (["--cards", " ,"], 2, "no card is named"),
        (["--dpi", "0"], 2, "0 is not in the range 36<=x<=1200"),
        (["--dpi", "1201"], 2, "1201 is not in the range 36<=x<=1200"),
        (["--to", "gif"], 2, "'gif' is not one of 'png', 'svg'"),
        (["--bleed", "3"], 2, "did you mean 3mm?"),
        (["--bleed=-1mm"], 2, '"-1mm" is negative'),
        (
            ["--bleed", "3mm"],
            1,
            'P620 --bleed: the faces of "ships" reach 2 mm beyond the cut size, not 3 mm\n  hint: ask for --bleed 2mm',
        ),
        (["-o", "pnp.yaml"], 5, "P712"),
        (["-o", "data/light"], 5, "P712"),
        (["-j", "0"], 2, "0 is not in the range"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    home: Path, capsys: Capture, args: list[str], code: int, told: str
) -> None:
    before = sorted(home.rglob("*"))
    said = call(capsys, "export", "light", *args)
    assert told in said.err and said.out == "" and said.code == code
    assert sorted(home.rglob("*")) == before


def test_a_game_with_errors_or_none_is_not_exported(home: Path, capsys: Capture) -> None:
    assert "P130" in call(capsys, "export", "lihgt").err
    (home / "data/light/cards/storms.csv").write_text(
        "id,title,text\nwave,The Wave,\nwave,Again,\n"
    )
    assert call(capsys, "export", "light").code == 1
    assert not (home / "output").exists()


def test_the_earlier_files_stay_when_a_picture_would_be_too_large(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made").code == 0
    before = {path: path.read_bytes() for path in (home / "made").rglob("*.*")}
    monkeypatch.setattr(exporting, "MAX_PIXELS", 10_000)
    said = call(capsys, "export", "light", "--dpi", "72", "-o", "made")
    assert said.code == 1 and "P621 001_brig_front.png would have 179 × 249 pixels" in said.err
    monkeypatch.setattr(exporting, "MAX_PIXELS", 10**9)
    monkeypatch.setattr(exporting, "MAX_PIXELS_OF_ALL", 100_000)
    assert (
        "the pictures would have"
        in call(capsys, "export", "light", "--dpi", "72", "-o", "made").err
    )
    assert {path: path.read_bytes() for path in (home / "made").rglob("*.*")} == before


TEXTS = """\
  aid: {kind: reference, text: aid.md, size: poker}
  book: {kind: rulebook, text: book.md, page: a6}
"""
AID = "# One\n\nA.\n\n---\n\n# Two\n\nB.\n\n---\n\n# Three\n\nC.\n"


@pytest.fixture
def texts(home: Path) -> Path:
    """The game with player aids on three sides and a book of two pages, on a coloured cover."""
    (home / "data/light/game.yaml").write_text(GAME + TEXTS)
    (home / "data/light/aid.md").write_text(AID)
    (home / "data/light/book.md").write_text("# Turns\n\nSail.\n\n[[page]]\n\n# End\n\nOver.\n")
    return home


def test_every_page_and_player_aid_is_a_file(texts: Path, capsys: Capture) -> None:
    """Those of texts that fill more than one vanished without a word."""
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made").code == 0
    made = files(texts / "made")
    assert made["aid"] == [
        "001_aid-1_back.png",
        "001_aid-1_front.png",
        "002_aid-2_front.png",
        "manifest.json",
    ]
    assert made["book"] == ["001_page-1_front.png", "002_page-2_front.png", "manifest.json"]


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        ("aid-2", {"aid": ["002_aid-2_front.png"]}),
        ("book/page-2", {"book": ["002_page-2_front.png"]}),
        ("book", {"book": ["001_page-1_front.png", "002_page-2_front.png"]}),
        (
            "book/book,sloop",
            {
                "book": ["001_page-1_front.png", "002_page-2_front.png"],
                "ships": ["002_sloop_front.png", "back.png"],
            },
        ),
    ],
)
def test_a_text_s_name_means_all_that_it_fills(
    texts: Path, capsys: Capture, cards: str, wanted: dict[str, list[str]]
) -> None:
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made", "--cards", cards).code == 0
    assert files(texts / "made") == {
        name: [*made, "manifest.json"] for name, made in wanted.items()
    }


def test_a_page_that_is_not_there(texts: Path, capsys: Capture) -> None:
    said = call(capsys, "export", "light", "--cards", "page-3")
    assert (
        (said.code, said.out) == (1, "")
        and 'P601 --cards: "light" has no card "page-3"' in said.err
        and '"page-2"' in said.err
    )


def test_nothing_to_export_is_an_error(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "planned", lambda sides, wanted, chosen: [])
    said = call(capsys, "export", "light")
    assert (
        said.code == 1
        and "P601 there is no face to export" in said.err
        and not (home / "output").exists()
    )


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["--only", "book"], "ask for --bleed 0mm\n"),
        (["--only", "ships"], "ask for --bleed 2mm, or say bleed: 3mm in game.yaml\n"),
        ([], "or say bleed: 3mm in game.yaml, or leave it out: --only storms --only aid\n"),
        (["--cards", "brig,wave"], "ask for --bleed 2mm, or say bleed: 3mm in game.yaml\n"),
    ],
)
def test_bleed_is_asked_for_only_where_it_can_be_said(
    texts: Path, capsys: Capture, args: list[str], hint: str
) -> None:
    """A rulebook has no such key: what the hint proposed was P201.

    What is proposed with --only can be exported.
    """
    said = call(capsys, "export", "light", "--bleed", "3mm", *args)
    assert said.code == 1 and "P620" in said.err and hint in said.err
    named = hint.partition("leave it out: ")[2].split()
    assert (
        not named
        or call(capsys, "export", "light", "--bleed", "3mm", "--dpi", "36", *named).code == 0
    )


def opened(path: Path) -> PIL.Image.Image:
    return PIL.Image.open(BytesIO(path.read_bytes()))


def colour(path: Path) -> int:
    """How far the most colourful pixel is from grey."""
    samples = opened(path).convert("RGB").tobytes()
    return max(
        max(samples[at : at + 3]) - min(samples[at : at + 3]) for at in range(0, len(samples), 3)
    )


def painted(home: Path) -> None:
    """Ships whose faces show a coloured image."""
    (home / "templates/light").mkdir(parents=True)
    (home / "templates/light/p.xml").write_text(
        '<face><image src="red.png" width="100%" height="100%"/></face>'
    )
    PIL.Image.new("RGB", (900, 1200), (200, 30, 30)).save(home / "data/light/red.png")
    (home / "data/light/game.yaml").write_text(
        GAME.replace(
            "template: base/classic, cards: cards/ships",
            "front: p.xml, fields: {title: text}, cards: cards/ships",
        )
    )


@pytest.mark.parametrize("written", ["", "ink: grey\n"])
def test_less_ink(home: Path, capsys: Capture, written: str) -> None:
    painted(home)
    (home / "pnp.yaml").write_text(written)
    for ink in ("full", "grey"):
        said = call(capsys, "export", "light", "--dpi", "36", "-o", ink, "--ink", ink)
        assert said.code == 0, said
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made").code == 0
    for name in ("ships/001_brig_front.png", "storms/001_wave_front.png"):
        grey, full = home / "grey" / name, home / "full" / name
        assert colour(grey) <= 3 < colour(full)
        assert (home / "made" / name).read_bytes() == (grey if written else full).read_bytes()


def test_less_ink_in_svg(home: Path, capsys: Capture) -> None:
    painted(home)
    said = call(capsys, "export", "light", "--to", "svg", "-o", "made", "--ink", "grey")
    assert said.code == 0, said
    for path in (home / "made").rglob("*.svg"):
        for fill in set(
            re.findall(r'(?:fill|stroke)="#([0-9a-f]{6})"', path.read_text(encoding="utf-8"))
        ):
            assert len({fill[:2], fill[2:4], fill[4:]}) == 1, (path, fill)


def test_what_is_cut_out_of_a_net_is_clear_around_it(home: Path, capsys: Capture) -> None:
    """Standees, dice and boxes were opaque, though all that is cut along an outline was said to
    be clear.
    """
    more = "  bits: {kind: tokens, tokens: tokens.yaml, size: 20mm, front: f.xml, back: f.xml}\n  box: {kind: box, holds: ships, front: f.xml}\n"
    (home / "data/light/game.yaml").write_text(GAME + more)
    rows = (
        "die, shape: die",
        "slot, shape: slotted-standee, size: 20x30mm",
        "stand, shape: standee, size: 20x30mm",
        "leaf, shape: circle, sides: fold",
    )
    (home / "data/light/tokens.yaml").write_text("".join(f"- {{id: {row}}}\n" for row in rows))
    (home / "templates/light").mkdir(parents=True)
    (home / "templates/light/f.xml").write_text(
        '<face><rect width="100%" height="100%" fill="red"/></face>'
    )
    said = call(
        capsys, "export", "light", "--dpi", "72", "-o", "made", "--only", "bits", "--only", "box"
    )
    assert said.code == 0, said
    pictures = {path.name.split("_")[1]: opened(path) for path in (home / "made").rglob("*.png")}
    nets = ("die", "slot", "stand", "box")
    assert {name: image.mode for name, image in pictures.items()} == {
        **dict.fromkeys(nets, "RGBA"),
        "leaf": "RGB",
    }
    for name in nets:
        alpha = pictures[name].getchannel("A").tobytes()
        assert min(alpha) == 0 and 0.3 < sum(alpha) / 255 / len(alpha) < 0.98, name
    said = call(
        capsys, "export", "light", "--dpi", "72", "-o", "bled", "--bleed", "1mm", "--only", "bits"
    )
    assert said.code == 0 and {opened(path).mode for path in (home / "bled").rglob("*.png")} == {
        "RGB"
    }


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("heart", "heart"),
        ("a_b/c d", "a-b-c-d"),
        ("..", "-"),
        ("", "-"),
        ("é:ß", "é-ß"),
        ("x" * 99, "x" * 60),
        ("a.", "a"),
        ("牌" * 99, "牌" * 60),
        ("𝔊" * 60, "𝔊" * 45),
        ("x" + "𝔊" * 60, "x" + "𝔊" * 44),
    ],
)
def test_ids_become_parts_of_file_names(name: str, wanted: str) -> None:
    assert plain(name) == wanted


def test_an_id_of_letters_of_four_bytes_has_a_file(home: Path, capsys: Capture) -> None:
    """A file name may have 255 bytes: such ids were allowed, and could not be exported (P704)."""
    (home / "data/light/cards/ships.yaml").write_text(
        f"- {{id: {'𝔊' * 60}, title: The Brig}}\n", encoding="utf-8"
    )
    said = call(capsys, "export", "light", "--dpi", "36", "--only", "ships", "-o", "made")
    assert said.code == 0, said
    assert files(home / "made")["ships"] == [
        f"001_{'𝔊' * 45}_back.png",
        f"001_{'𝔊' * 45}_front.png",
        "manifest.json",
    ]


def test_problems_of_a_part_are_problems(home: Path) -> None:
    from pnp.load.workspace import find

    with pytest.raises(Problems):
        exporting.drawn(find(home), "light", home / "data/light", exporting.Wanted(only=("none",)))


@pytest.fixture
def renamed(home: Path, capsys: Capture) -> Path:
    """A game whose deck of storms was exported once, and is called winds now."""
    assert call(capsys, "export", "light", "--dpi", "36").code == 0
    (home / "data/light/game.yaml").write_text(GAME.replace("storms:", "winds:"))
    return home / "output/light/export"


def test_what_a_component_that_is_no_more_left_is_removed(renamed: Path, capsys: Capture) -> None:
    said = call(capsys, "export", "light", "--dpi", "36")
    assert said.code == 0 and sorted(files(renamed)) == ["ships", "winds"]
    assert (
        said.err
        == '  note: nothing of "storms" is exported any more; its earlier files in output/light/export/storms are removed\n'
    )
    assert call(capsys, "export", "light", "--dpi", "36").err == ""


def test_what_was_changed_there_stays(renamed: Path, capsys: Capture) -> None:
    changed = renamed / "storms/001_wave_front.png"
    changed.write_bytes(b"mine")
    (renamed / "storms/notes.txt").write_text("mine too")
    said = call(capsys, "export", "light", "--dpi", "36")
    assert said.code == 0 and files(renamed)["storms"] == ["001_wave_front.png", "notes.txt"]
    stays = "are removed; what else lies there stays: 001_wave_front.png, notes.txt\n"
    assert said.err.endswith(stays) and changed.read_bytes() == b"mine"
    assert call(capsys, "export", "light", "--dpi", "36").err == ""


@pytest.mark.parametrize(
    "part", [("--only", "ships"), ("--only", "deck"), ("--cards", "sloop,wave")]
)
def test_an_export_of_a_part_removes_no_other(
    renamed: Path, capsys: Capture, part: tuple[str, ...]
) -> None:
    said = call(capsys, "export", "light", "--dpi", "36", *part)
    assert said.code == 0 and "storms" not in said.err and len(files(renamed)["storms"]) == 3


def test_cards_that_take_the_place_of_others_are_told_of(renamed: Path, capsys: Capture) -> None:
    call(capsys, "export", "light", "--dpi", "36")
    said = call(capsys, "export", "light", "--dpi", "36", "--cards", "sloop")
    assert (
        said.code == 0
        and "other file" in said.err
        and "made way for these cards; -o DIR would keep them" in said.err
    )
    assert call(capsys, "export", "light", "--dpi", "36", "--cards", "sloop").err == ""
    told = json.loads(
        call(capsys, "export", "light", "--dpi", "36", "--cards", "wave", "--json").out
    )
    assert (told["removed"], told["replaced"]) == ([], {"ships": 1, "winds": 1})


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("manifest.json", None),
        ("manifest.json", "{"),
        ("manifest.json", "[]"),
        ("manifest.json", '{"game": "other", "component": "storms", "files": {}}'),
        ("manifest.json", '{"game": "light", "component": "gales", "files": {}}'),
        ("manifest.json", '{"game": "light", "files": {}}'),
    ],
)
def test_a_folder_that_no_export_of_this_game_has_made_stays(
    renamed: Path, capsys: Capture, file: str, content: str | None
) -> None:
    path = renamed / "storms" / file
    path.unlink() if content is None else path.write_text(content)
    before = files(renamed)["storms"]
    said = call(capsys, "export", "light", "--dpi", "36")
    assert said.code == 0 and said.err == "" and files(renamed)["storms"] == before


def test_a_link_to_another_folder_is_left_alone(renamed: Path, capsys: Capture) -> None:
    (renamed / "storms").rename(renamed.parent / "storms")
    (renamed / "storms").symlink_to(renamed.parent / "storms")
    said = call(capsys, "export", "light", "--dpi", "36")
    assert (
        said.code == 0
        and said.err == ""
        and len(list((renamed.parent / "storms").glob("*.png"))) == 2
    )


def test_a_copy_with_another_name_is_somebody_s_own(renamed: Path, capsys: Capture) -> None:
    (renamed / "storms").rename(renamed / "first-evening")
    assert call(capsys, "export", "light", "--dpi", "36").err == ""
    assert len(files(renamed)["first-evening"]) == 3


def test_what_was_removed_as_json(renamed: Path, capsys: Capture) -> None:
    (renamed / "storms/notes.txt").write_text("mine")
    report = json.loads(call(capsys, "export", "light", "--dpi", "36", "--json").out)
    assert report["removed"] == [{"component": "storms", "left": ["notes.txt"]}]
    assert json.loads(call(capsys, "export", "light", "--dpi", "36", "--json").out)["removed"] == []
    assert (
        json.loads(call(capsys, "export", "light", "--json", "--only", "sails").out)["removed"]
        == []
    )


def test_old_files_that_cannot_be_removed_do_not_undo_the_export(
    renamed: Path, capsys: Capture
) -> None:
    (renamed / "storms/.pnp.lock").unlink(missing_ok=True)
    (renamed / "storms/.pnp.lock").mkdir()
    said = call(capsys, "export", "light", "--dpi", "36")
    assert (
        said.code == 0
        and "warning P703" in said.err
        and sorted(files(renamed)) == ["ships", "storms", "winds"]
    )


# --- what lies there already
# --------------------------------------------------------------------------------


def second(home: Path, name: str = "dark") -> None:
    """Another game with a deck of ships."""
    (home / "data" / name / "cards").mkdir(parents=True)
    (home / "data" / name / "game.yaml").write_text(GAME.replace("storms", "cards"))
    (home / "data" / name / "cards/ships.yaml").write_text(SHIPS)
    (home / "data" / name / "cards/cards.csv").write_text(STORMS)


def below(folder: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".pnp.lock"
    }


def test_the_export_of_another_game_stays(home: Path, capsys: Capture) -> None:
    """Its folders of the same names were replaced without a word, the others left: a mixed pile."""
    second(home)
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made").code == 0
    before = below(home / "made")
    said = call(capsys, "export", "dark", "--dpi", "36", "-o", "made")
    assert (
        (said.code, said.out) == (5, "")
        and below(home / "made") == before
        and not (home / "made/cards").exists()
    )
    assert said.err.startswith(
        'made/ships: error P703 an export of the game "light" lies here; an export of "dark" would take its place\n'
        "  hint: write elsewhere, such as -o made/dark, or move it away\n"
    )
    assert call(capsys, "export", "dark", "--dpi", "36", "-o", "made/dark").code == 0
    assert call(capsys, "export", "light", "--dpi", "36", "-o", "made").code == 0


def test_the_print_of_a_game_that_is_called_as_a_deck_stays(home: Path, capsys: Capture) -> None:
    """The deck `cards` of a game, exported into the folder where the game `cards` was built: its
    PDFs were removed.
    """
    second(home, "cards")
    assert call(capsys, "build", "cards").code == 0
    before = below(home / "output")
    said = call(capsys, "export", "cards", "--dpi", "36", "-o", "output")
    assert said.code == 5 and below(home / "output") == before
    assert (
        'output/cards: error P703 a print of the game "cards" lies here; an export of "cards" would take its place\n'
        in said.err
    )
    assert "  hint: write elsewhere, such as -o output/cards, or move it away\n" in said.err
    assert call(capsys, "export", "cards", "--dpi", "36").code == 0, (
        "the folder that it goes to by itself"
    )


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"name": "My page", "icons": []}', '{"game": 3, "component": "ships"}']
)
def test_a_manifest_of_something_else_stays(home: Path, capsys: Capture, content: str) -> None:
    (home / "made/ships").mkdir(parents=True)
    (home / "made/ships/manifest.json").write_text(content)
    said = call(capsys, "export", "light", "--dpi", "36", "-o", "made")
    assert said.code == 5 and files(home / "made") == {"ships": ["manifest.json"]}
    assert (
        'made/ships: error P703 a manifest.json that pnp has not made lies here; an export of "light" would take its place\n'
        in said.err
    )
    assert (home / "made/ships/manifest.json").read_text() == content


def test_an_export_stays_where_a_print_would_go(home: Path, capsys: Capture) -> None:
    """The PNG files of a deck `cards` were removed by a build of the game `cards`."""
    second(home, "cards")
    assert call(capsys, "export", "cards", "--dpi", "36", "-o", "made").code == 0
    before = below(home / "made")
    for option in ((), ("--dry-run",)):
        said = call(capsys, "build", "cards", "-o", "made", *option)
        assert said.code == 5 and below(home / "made") == before, option
        assert (
            'made/cards: error P703 an export of the game "cards" lies here; a print of "cards" would take its place\n'
            in said.err
        )
        assert "  hint: write elsewhere with -o DIR, or move it away\n" in said.err


def test_pictures_do_not_go_among_the_files_of_games(home: Path, capsys: Capture) -> None:
    """The folder of a component called as one of the workspace's own: its manifest and files lay
    in data/.
    """
    (home / "data/light/game.yaml").write_text(GAME.replace("storms:", "data:"))
    before = sorted(home.rglob("*"))
    said = call(capsys, "export", "light", "--dpi", "36", "-o", ".")
    assert (
        said.code == 5
        and "data: error P712 data lies among the files that games are made of" in said.err
    )
    assert sorted(home.rglob("*")) == before
    assert call(capsys, "export", "light", "--dpi", "36", "--only", "ships", "-o", ".").code == 0
