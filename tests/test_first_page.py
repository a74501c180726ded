"""What `print-me-first.pdf` says of a kit, and the numbers that a build tells beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from model.toy import written
from PIL import ImageStat

from pnp.build.conductor import Job, build, check
from pnp.build.print_options import PrintOptions
from pnp.build.report import BuildReport
from pnp.impose.sheet import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.load.workspace import find
from pnp.units.geometry import Um
from pnp.units.sizes import parse_paper

CHIP = "{id: chip, shape: circle, size: 20mm, count: 4}"
DIE, STICKERS = "{id: die, shape: die, size: 16mm}", "{id: blank, shape: die-stickers, size: 16mm}"
HERO, SLOTTED = (
    "{id: hero, shape: standee, size: 30mm x 40mm}",
    "{id: troll, shape: slotted-standee, size: 30mm x 40mm}",
)
SIDES = (
    "\n\n---\n\n".join(f"# Side {n}\n\nWord {n}." for n in ("one", "two", "three", "four")) + "\n"
)
BROKEN = "- {id: T1, says: broken, kind: count, of: chips, is: 99, basis: stated}\n"


def files(tokens: str = CHIP, aid: str = SIDES, **more: str) -> dict[str, str | bytes]:
    """A game of tokens, player aids in six sets, and a rulebook."""
    game = f"""\
title: Toy
players: {{min: 1, max: 6}}
components:
  chips: {{kind: tokens, front: p.xml, tokens: [{tokens}]}}
  aid: {{kind: reference, text: aid.md, copies: 6}}
  rules: {{kind: rulebook, text: rules.md}}
"""
    rules = "# Rules\n\nAll.\n\n[[components]]\n"
    return {
        "game.yaml": game,
        "aid.md": aid,
        "rules.md": rules,
        "templates/toy/p.xml": '<face fill="#3060a0"/>',
        **more,
    }


def press(paper: str = "a4", duplex: str = "long") -> PaperOptions:
    return PaperOptions(parse_paper(paper), Duplex(duplex), Um(0), Um(5_000), True)


def run(folder: Path, wanted: PrintOptions, what: Mapping[str, str | bytes]) -> BuildReport:
    written(folder, dict(what))
    return build(find(folder), Job("toy", folder / "data/toy", folder / "out", wanted))


def words(folder: Path, name: str = "print-me-first") -> list[str]:
    """What each page of a PDF says, on one line."""
    document = pdfium.PdfDocument(folder / f"out/{name}.pdf")
    found = [
        " ".join(page.get_textpage().get_text_bounded().replace("\u00a0", " ").split())
        for page in document
    ]
    document.close()
    return found


def first(folder: Path, wanted: PrintOptions, what: Mapping[str, str | bytes]) -> str:
    run(folder, wanted, what)
    (page,) = words(folder)
    return page


# --- pieces that are folded or put together
# --------------------------------------------------------------------------------

GLUED = "glued on board of 1.5–2 mm before cutting"
HOW = {
    "a die": (
        DIE,
        "Dice card of 160–200 g/m², without board; cut along the solid line, score and fold along the dashed ones",
    ),
    "stickers": (STICKERS, "Stickers print on sticker paper, cut along the solid lines"),
    "a standee": (
        HERO,
        "Standees card of 160–250 g/m², without board; cut along the solid line, score along the dashed ones; fold at the head",
    ),
    "a slotted standee": (
        SLOTTED,
        "Standees for board as thick as the slots are wide; glue to board before cutting, or print on board; slide",
    ),
}


@pytest.mark.parametrize(("token", "told"), HOW.values(), ids=HOW.keys())
def test_each_kind_of_piece_says_how_it_is_made(tmp_path: Path, token: str, told: str) -> None:
    alone = first(tmp_path / "alone", PrintOptions(press()), files(token))
    assert told in alone and GLUED not in alone
    beside = first(tmp_path / "beside", PrintOptions(press()), files(f"{CHIP}, {token}"))
    assert told in beside and f"flat pieces: 160 g/m² or more, {GLUED}" in beside


def test_page_tells_nobody_to_glue_board_over_backs(tmp_path: Path) -> None:
    backed = files(CHIP.replace("}", ", sides: two}"))
    backed["game.yaml"] = str(backed["game.yaml"]).replace(
        "front: p.xml, tokens", "front: p.xml, back: p.xml, tokens"
    )
    said = first(tmp_path, PrintOptions(press()), backed)
    assert (
        "both sides, flip on the" in said
        and "card of 250–300 g/m²; board would hide the backs" in said
        and GLUED not in said
    )


def test_flat_pieces_alone_are_reported_as_ever(tmp_path: Path) -> None:
    said = first(tmp_path, PrintOptions(press()), files())
    assert f"Paper 160 g/m² or more, {GLUED}" in said and not {
        "Dice",
        "Stickers",
        "Standees",
    } & set(said.split())


def test_folded_pieces_are_not_glued_on_board_first(tmp_path: Path) -> None:
    folded = files(CHIP.replace("}", ", sides: fold}"))
    folded["game.yaml"] = str(folded["game.yaml"]).replace(
        "front: p.xml, tokens", "front: p.xml, back: p.xml, tokens"
    )
    said = first(tmp_path, PrintOptions(press()), folded)
    assert "pieces with a dashed line are folded there and glued first" in said
    assert (
        "160 g/m² or more; what does not fold is glued on board of 1.5–2 mm before cutting" in said
        and f"or more, {GLUED}" not in said
    )


def test_rows_that_stand_in_each_others_gaps_are_not_cut_apart(tmp_path: Path) -> None:
    nested = files(CHIP.replace("count: 4", "count: 30"))
    nested["game.yaml"] = str(nested["game.yaml"]).replace(
        "front: p.xml, tokens", "front: p.xml, nest: yes, tokens"
    )
    said = first(tmp_path, PrintOptions(press()), nested)
    assert (
        "Cut each piece by itself, the rows stand in each other’s gaps" in said
        and "rows first" not in said
    )


def test_cut_without_marks_is_told_by_the_bleed(tmp_path: Path) -> None:
    board = files()
    board["game.yaml"] = (
        str(board["game.yaml"])
        + "  mat: {kind: mat, size: 150x100, front: p.xml}\n  far: {kind: deck, cards: cards.yaml, front: p.xml}\n"
    )
    board["cards.yaml"] = "- {id: a}\n"
    said = first(tmp_path / "none", PrintOptions(press()._replace(crop_marks=False)), board)
    assert (
        "Cut 3 mm inside the edge of the picture" in said
        and "Cut 3 mm inside the edge of the picture at the outside, right across" in said
    )
    with_marks = first(tmp_path / "marks", PrintOptions(press()), board)
    assert "Cut along the marks, right across" in with_marks and "inside the edge" not in with_marks


# --- the paper of the booklet
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("usual", "paper", "told"),
    [
        ("", "a4", "pnp rules toy --to booklet"),
        ("", "letter", "pnp rules toy --to booklet --paper letter"),
        ("paper: letter\n", "letter", "pnp rules toy --to booklet"),
        ("paper: letter\n", "a4", "pnp rules toy --to booklet --paper a4"),
        ("paper: 220x300\n", "220x300", "pnp rules toy --to booklet"),
        ("", "220x300", "pnp rules toy --to booklet --paper 220x300"),
    ],
)
def test_booklet_is_made_on_the_paper_of_the_kit(
    tmp_path: Path, usual: str, paper: str, told: str
) -> None:
    what = files()
    written(tmp_path, what)
    (tmp_path / "pnp.yaml").write_text(usual)
    build(
        find(tmp_path),
        Job("toy", tmp_path / "data/toy", tmp_path / "out", PrintOptions(press(paper))),
    )
    (said,) = words(tmp_path)
    assert told in said and ("--paper" in told) == ("--paper" in said)


def test_each_of_two_rulebooks_has_its_size_and_its_command(tmp_path: Path) -> None:
    """The size of the first was told of both, and the command asked which one was meant."""
    what = files() | {"solo.md": "# Alone\n"}
    what["game.yaml"] = (
        str(what["game.yaml"]) + "  solo: {kind: rulebook, text: solo.md, page: a4}\n"
    )
    said = first(tmp_path, PrintOptions(press("letter")), what)
    assert "2 pages of 148 × 210 mm and 210 × 297 mm" in said
    for book in ("rules", "solo"):
        assert f"pnp rules toy --only {book} --to booklet --paper letter" in said


# --- ink and drafts
# --------------------------------------------------------------------------------


def test_first_page_is_printed_in_the_ink_of_the_kit(tmp_path: Path) -> None:
    colour, light = {}, {}
    for ink in Ink:
        run(tmp_path / ink, PrintOptions(press(), ink=ink), files())
        document = pdfium.PdfDocument(tmp_path / ink / "out/print-me-first.pdf")
        image = document[0].render(scale=1).to_pil().convert("HSV")
        document.close()
        (_, (_, colour[ink]), _), light[ink] = image.getextrema(), ImageStat.Stat(image).mean[2]
    assert colour[Ink.GREY] == 0 < colour[Ink.FULL]
    assert light[Ink.LOW] > light[Ink.FULL]


def test_every_page_of_a_draft_says_so(tmp_path: Path) -> None:
    what = files(**{"rules.yaml": BROKEN})
    report = run(tmp_path, PrintOptions(press(), draft=True), what)
    names = [Path(row.file).stem for row in report.files]
    assert names == ["print-me-first", "tokens", "reference", "rulebook"]
    for name in names:
        assert all(
            "DRAFT: a promise of the rules is broken" in page for page in words(tmp_path, name)
        ), name
    run(
        tmp_path,
        PrintOptions(press(), draft=True),
        files(**{"rules.yaml": BROKEN.replace("99", "4")}),
    )
    assert not any("DRAFT" in page for name in names for page in words(tmp_path, name))


# --- numbers
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aid", "told", "pieces"),
    [(SIDES, "6 × Aid (2 cards each)", 12), ("# Turn\n\nMove.\n", "6 × Aid", 6)],
)
def test_player_aids_of_several_cards_are_counted_alike(
    tmp_path: Path, aid: str, told: str, pieces: int
) -> None:
    report = run(tmp_path, PrintOptions(press()), files(aid=aid))
    (said,) = words(tmp_path)
    assert told in said and ("each)" in told) == ("each)" in said)
    assert (report.others, report.others_of) == (4 + pieces + 1, 4 + pieces + 1)
    assert any("6 × Aid" in page for page in words(tmp_path, "rulebook"))


def test_player_aids_in_two_files_say_which_share_of_each_set_is_there(tmp_path: Path) -> None:
    three = SIDES.rpartition("\n\n---\n\n")[0] + "\n"
    run(tmp_path, PrintOptions(press()), files(aid=three))
    (said,) = words(tmp_path)
    assert said.count("6 × Aid (1 of 2 cards each)") == 2


def test_all_pages_of_a_rulebook_are_one(tmp_path: Path) -> None:
    said = first(
        tmp_path,
        PrintOptions(press()),
        files(**{"rules.md": "# Rules\n\n" + ("All of it, word by word. " * 200 + "\n\n") * 4}),
    )
    (pages,) = re.findall(r"rulebook\.pdf (\d+) pages of 148 × 210 mm", said)
    assert int(pages) > 1
    assert "mm Rules Paper" in said, said


def test_pieces_that_are_not_folded_are_named_apart(tmp_path: Path) -> None:
    back = files(f"{CHIP[:-1]}, sides: two}}, {{id: hero, size: 40mm x 180mm, sides: one}}")
    back["game.yaml"] = str(back["game.yaml"]).replace(
        "front: p.xml,", "front: p.xml, back: p.xml,"
    )
    said = first(tmp_path, PrintOptions(press(duplex="fold")), back)
    chips, heroes = said.index("tokens.pdf"), said.index("tokens-one-sided.pdf")
    assert "fold each sheet at the dashed line" in said[chips:heroes]
    assert "fold each sheet" not in said[heroes : said.index("reference.pdf")]


SAID = {
    "notice": ("notice: 'Bring **two** pens'", 'notice: "**two**" is printed as typed'),
    "elsewhere": ("elsewhere: [pens, ':coin: purse']", 'elsewhere: ":coin:" is printed as typed'),
    "subtitle": ("subtitle: a **bold** game", 'subtitle: "**bold**" is printed as typed'),
}


@pytest.mark.parametrize(("line", "told"), SAID.values(), ids=SAID.keys())
def test_signs_in_what_is_said_of_the_game_are_reported_where_they_stand(
    tmp_path: Path, line: str, told: str
) -> None:
    """A warning on the first page was taken for an error: nothing was written, and the build
    ended 0.
    """
    what = files()
    what["game.yaml"] = str(what["game.yaml"]).replace("title: Toy", f"title: Toy\n{line}")
    report = run(tmp_path, PrintOptions(press()), what)
    assert report.written and (tmp_path / "out/print-me-first.pdf").exists()
    assert [(d.code, d.message, d.span and d.span.line) for d in report.diagnostics] == [
        ("P320", told, 2)
    ]
    assert list(report.diagnostics) == [*check(find(tmp_path), "toy", tmp_path / "data/toy")]


def test_character_that_the_first_page_cannot_show_is_reported_by_check(tmp_path: Path) -> None:
    """The build told of it, at the first line of the game; check said that all was well."""
    what = files()
    what["game.yaml"] = str(what["game.yaml"]).replace("title: Toy", "title: Toy\nnotice: for 漢字")
    written(tmp_path, what)
    (found,) = check(find(tmp_path), "toy", tmp_path / "data/toy")
    assert (found.code, found.is_error, found.span and found.span.line) == ("P315", True, 2)
    assert found.message.startswith("notice: no font has the character")
