"""What `print-me-first.pdf` says of a kit, and the numbers that a build tells beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from textwrap import fill

import pypdfium2 as pdfium
import pytest
from model.toy import written
from PIL import ImageStat

from pnp.build.conductor import BuildReport, Job, build, check
from pnp.build.print_options import PrintOptions
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.load.workspace import find
from pnp.units.geometry import Um, parse_paper
from tests.golden import check as check_cases

CHIP = "{id: chip, shape: circle, size: 20mm, count: 4}"
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


CASES = Path(__file__).parent / "first_page_cases.txt"
OPTIONS = re.compile(r"# --paper (\S+)( --duplex \S+)?( --no-crop-marks)?\n")


def test_words_of_the_first_page(tmp_path: Path) -> None:
    """A case is the options of a print, and its game.yaml."""
    folders = (tmp_path / str(number) for number in count())

    def outcome(case: bytes) -> str:
        folder, found = next(folders), OPTIONS.search(case.decode())
        assert found
        paper, duplex, no_marks = found.groups()
        what = {**files(), "game.yaml": case.decode(), "cards.yaml": "- {id: a}\n"}
        what |= {"solo.md": "# Alone\n", "three.md": SIDES.rpartition("\n\n---\n\n")[0] + "\n"}
        what["long.md"] = "# Rules\n\n" + "Everybody has three agents.\n\n" * 100
        written(folder, what)
        how = press(paper, duplex.split()[-1] if duplex else "long")
        order = PrintOptions(how._replace(crop_marks=not no_marks))
        build(find(folder), Job("toy", folder / "data/toy", folder / "out", order))
        (page,) = words(folder)
        return fill(page, 98, break_long_words=False, break_on_hyphens=False)

    check_cases(CASES, outcome)


def test_docs_name_the_seconds_that_the_page_counts_with() -> None:
    root = CASES.parent.parent
    template = (root / "templates/base/print-me-first.xml").read_text(encoding="utf-8")
    counted = dict(re.findall(r'"(\w+)": (\d+)', template.split("seconds = ")[1].split("}")[0]))
    page = (root / "docs/how-to/print-at-home.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"\| (sheet|cut|fold|glue joint) \| (\d+) \|", page))
    assert {name.removeprefix("glue "): value for name, value in named.items()} == counted


def test_game_says_the_page_in_its_own_words(tmp_path: Path) -> None:
    own = {"words.yaml": "first_page: {cut: Schneiden, buy: 'Papier, {n} Blatt'}\n"}
    said = first(tmp_path, PrintOptions(press()), files(**own))
    assert "4 Schneiden tokens.pdf:" in said and "Papier, 4 Blatt" in said


def test_large_kit_has_a_second_page(tmp_path: Path) -> None:
    what = files()
    decks = "".join(
        f"  d{n}: {{kind: tokens, front: p.xml, title: {'Long ' * 12}{n}, tokens: [{CHIP}]}}\n"
        for n in range(36)
    )
    run(tmp_path, PrintOptions(press()), {**what, "game.yaml": str(what["game.yaml"]) + decks})
    page, other = words(tmp_path)
    assert "Print me first · 1/2" in page and "4 Cut" not in page
    assert "Print me first · 2/2" in other and "4 Cut" in other


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
    assert names == ["print-me-first", "tokens", "cards", "rulebook"]
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


def test_all_pages_of_a_rulebook_are_one(tmp_path: Path) -> None:
    said = first(
        tmp_path,
        PrintOptions(press()),
        files(**{"rules.md": "# Rules\n\n" + ("All of it, word by word. " * 200 + "\n\n") * 4}),
    )
    (pages,) = re.findall(r"rulebook\.pdf Rules (\d+) pages, for the screen", said)
    assert int(pages) > 1


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
    assert list(report.diagnostics) == [*check(find(tmp_path), "toy", tmp_path / "data/toy")[0]]


def test_character_that_the_first_page_cannot_show_is_reported_by_check(tmp_path: Path) -> None:
    """The build told of it, at the first line of the game; check said that all was well."""
    what = files()
    what["game.yaml"] = str(what["game.yaml"]).replace("title: Toy", "title: Toy\nnotice: for 漢字")
    written(tmp_path, what)
    ((found,), _) = check(find(tmp_path), "toy", tmp_path / "data/toy")
    assert (found.code, found.is_error, found.span and found.span.line) == ("P315", True, 2)
    assert found.message.startswith("notice: no font has the character")


def test_first_page_needs_no_cut_that_the_game_has_not(tmp_path: Path) -> None:
    """`pnp check` said that all was well, and the build was refused for want of a bold cut."""
    font = (
        Path(__file__).parents[1] / "fonts/source-sans-3/SourceSans3_400Regular.ttf"
    ).read_bytes()
    what = files() | {"fonts/Own.ttf": font, "aid.md": "Plain.\n", "rules.md": "Plain.\n"}
    what["game.yaml"] = str(what["game.yaml"]) + "fonts: {body: {regular: Own.ttf}}\n"
    report = run(tmp_path, PrintOptions(press()), what)
    assert report.written and "Print this page first." in words(tmp_path)[0]


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        ("{id: cube, title: Cubes, count: 9, substitute: dice}", "9 dice (Cubes)."),
        (
            "{id: cube, title: Cubes, for_each: terms.hue, count: 9, substitute: dice}",
            "18 dice, 9 in each of 2 colours (Cubes).",
        ),
        (
            "{id: a, listed: Cubes, substitute: dice}, {id: b, listed: Cubes, substitute: dice, count: 3}",
            "4 dice (Cubes).",
        ),
        ("{id: cube, title: Cubes, count: 9}", ""),
    ],
    ids=["one look", "two looks", "two numbers", "none"],
)
def test_first_page_names_what_may_stand_in_for_tokens(
    tmp_path: Path, tokens: str, told: str
) -> None:
    what = files(tokens)
    what["game.yaml"] = str(what["game.yaml"]) + "terms: {hue: {red: , blue: }}\n"
    what["game.yaml"] = what["game.yaml"].replace(
        "front: p.xml", "front: p.xml, fields: {title: {text: ~, optional: yes}}"
    )
    run(tmp_path, PrintOptions(press()), what)
    said = " ".join(words(tmp_path))
    head = "Bought pieces may stand in for printed ones:"
    assert (f"{head} {told}" in said) if told else (head not in said)
