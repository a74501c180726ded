"""Organ Match as it leaves the house: the finished PDFs read back by other hands, and its
promises on data that was spoilt.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2 as pdfium
import pytest
from cli.pnp import pnp
from paper import MM, Mark, marks
from PIL import Image, ImageChops, ImageStat

from pnp.build.conductor import Job, build, make_kit
from pnp.build.print_options import Order
from pnp.check.rules import check_game
from pnp.diagnostics import Diagnostic, Problems
from pnp.diagnostics import text as told
from pnp.face import dump
from pnp.impose.sheet import Duplex, PaperOptions
from pnp.load.workspace import disk_for, find
from pnp.model.read import load_game
from pnp.units.geometry import PT, Um
from pnp.units.sizes import parse_paper

ROOT = Path(__file__).parent.parent
GAME = "organ-match"
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
FILES = [
    "print-me-first.pdf",
    "cards.pdf",
    "boards.pdf",
    "box.pdf",
    "reference.pdf",
    "rulebook.pdf",
]
KINDS = [(paper, duplex) for paper in PAPERS for duplex in ("long", "short", "fold")]


class Printed(NamedTuple):
    """A finished PDF: its bytes, its marks, and what the letters on it say."""

    path: Path
    marks: tuple[Mark, ...]
    size: tuple[float, float]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Printed]:
    """Organ Match on a paper, with backs that meet fronts in some way; each built once."""

    @cache
    def make(paper: str, duplex: str) -> Printed:
        target = tmp_path_factory.mktemp(f"{paper}-{duplex}")
        press = PaperOptions(parse_paper(paper), Duplex(duplex), Um(0), Um(5_000), True)
        whole = (paper, duplex) == KINDS[
            0
        ]  # the other kinds of paper are printed for their cards alone
        report = build(
            find(ROOT),
            Job(GAME, ROOT / "data" / GAME, target, Order(press, only=() if whole else ("deck",))),
        )
        assert [Path(row.file).name for row in report.files] == (FILES if whole else ["cards.pdf"])
        path = target / "cards.pdf"
        with pikepdf.open(path) as pdf:
            box = pdf.pages[0].MediaBox
            return Printed(path, marks(path), (float(box[2]) / MM, float(box[3]) / MM))

    return make


def near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Equal to a hundredth of a millimetre."""
    return all(abs(a - b) <= 0.01 for a, b in zip(one, other, strict=True))


def texts(
    made: Printed, corner: tuple[float, float, float, float] | None = None
) -> list[tuple[Mark, str]]:
    """The text inside each front's trim, or inside a part of it: x, y, width and height in
    millimetres.
    """
    found = []
    document = pdfium.PdfDocument(made.path)
    pages = [page.get_textpage() for page in document]
    heights = [page.get_height() for page in document]
    for mark in made.marks:
        if mark.side == "front":
            x, y, width, height = mark.trim
            if corner:
                x, y, width, height = x + corner[0], y + corner[1], corner[2], corner[3]
            top = heights[mark.page] - y * MM
            found.append(
                (
                    mark,
                    pages[mark.page].get_text_bounded(
                        x * MM, top - height * MM, (x + width) * MM, top
                    ),
                )
            )
    document.close()
    return found


# --- paper
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_every_card_lies_on_paper_once_front_and_back(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    marks = printed(paper, duplex).marks
    for side in ("front", "back"):
        count = Counter(
            (mark.component, mark.card, mark.copy) for mark in marks if mark.side == side
        )
        assert set(count.values()) == {1}
        assert Counter(component for component, _, _ in count) == {
            "patients": 96,
            "organs": 24,
            "influence": 40,
        }
    assert {mark.card for mark in marks if mark.component == "patients"} == {
        str(n) for n in range(1, 97)
    }
    assert Counter(mark.copy for mark in marks if mark.component == "influence") == dict.fromkeys(
        range(1, 11), 8
    )


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_each_waitlist_number_stands_on_one_card(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    lower_right = (40.0, 70.0, 22.0, 17.0)
    numbers = [
        (mark.card, text.split())
        for mark, text in texts(printed(paper, duplex), lower_right)
        if mark.component == "patients"
    ]
    assert all(words == [card] for card, words in numbers)
    assert sorted(int(words[0]) for _, words in numbers) == list(range(1, 97))


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_organs_and_influence_cards_say_what_they_are(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    found = texts(printed(paper, duplex))
    organs = Counter(
        re.findall(
            r"Liver|Heart|Lungs",
            " ".join(text for mark, text in found if mark.component == "organs"),
        )
    )
    assert organs == {"Liver": 8, "Heart": 8, "Lungs": 8}
    letters = Counter(
        word
        for mark, text in found
        if mark.component == "organs"
        for word in set(text.split()) & set("LMGB")
    )
    assert letters == {"L": 6, "M": 6, "G": 6, "B": 6}
    values = Counter(
        value
        for mark, text in found
        if mark.component == "influence"
        for value in set(re.findall(r"[+−]\d", text))
    )
    assert values == {"+2": 10, "+1": 10, "−1": 10, "−2": 10}


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_every_back_lies_behind_its_front(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    made = printed(paper, duplex)
    width, height = made.size
    backs = {
        (mark.component, mark.card, mark.copy): mark for mark in made.marks if mark.side == "back"
    }
    for front in made.marks:
        if front.side == "back":
            continue
        back = backs[front[1:4]]
        x, y, w, h = front.trim
        upright = (width - x - w, y, w, h)  # turned about an upright edge
        level = (x, height - y - h, w, h)  # turned about a level edge, or folded along a level line
        about_upright = duplex != "fold" and (duplex == "long") == (height >= width)
        assert near(back.trim, upright if about_upright else level), (front, back)
        assert back.page == (front.page if duplex == "fold" else front.page + 1)


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_cards_measure_true_and_keep_the_margin(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    made = printed(paper, duplex)
    assert sorted(made.size) == pytest.approx(sorted(PAPERS[paper]), abs=0.01)
    for mark in made.marks:
        x, y, w, h = mark.trim
        assert near((w, h), (63.0, 88.0))
        assert (
            x >= 4.99
            and y >= 4.99
            and x + w <= made.size[0] - 4.99
            and y + h <= made.size[1] - 4.99
        )
    for page in {mark.page for mark in made.marks}:
        trims = [mark.trim for mark in made.marks if mark.page == page]
        for i, (x, y, w, h) in enumerate(trims):
            assert not any(
                x + 0.01 < ox + ow
                and ox + 0.01 < x + w
                and y + 0.01 < oy + oh
                and oy + 0.01 < y + h
                for ox, oy, ow, oh in trims[:i]
            )


def test_backs_are_drawn_where_they_are_said_to_lie(printed: Callable[[str, str], Printed]) -> None:
    """The ink itself, not only what the marks say: cut out at their trims all backs are alike,
    half a millimetre aside not.
    """
    dots = 8  # a millimetre
    for paper, duplex in (("a4", "long"), ("letter", "short"), ("a4", "fold")):
        made = printed(paper, duplex)
        document = pdfium.PdfDocument(made.path)
        for page in {
            mark.page for mark in made.marks if mark.side == "back" and mark.component == "organs"
        }:
            picture = document[page].render(scale=dots / MM).to_pil().convert("L")
            backs = [mark.trim for mark in made.marks if mark.page == page and mark.side == "back"]

            def cut(
                trim: tuple[float, float, float, float],
                aside: float = 0.0,
                picture: Image.Image = picture,
            ) -> Image.Image:
                x, y = round((trim[0] + aside) * dots), round(trim[1] * dots)
                return picture.crop(
                    (x + 2, y + 2, x + round(trim[2] * dots) - 2, y + round(trim[3] * dots) - 2)
                )

            first = cut(backs[0])
            assert all(_difference(first, cut(trim)) < 4 for trim in backs)
            assert _difference(first, cut(backs[0], 0.5)) > 8
        document.close()


def _difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart on average, of 255."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


# --- the file
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_all_fonts_are_embedded(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    path = printed(paper, duplex).path
    assert b"Helvetica" not in path.read_bytes()
    with pikepdf.open(path) as pdf:
        fonts = [
            item
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
        ]
        tops = [font for font in fonts if font.Subtype == "/Type0"]
        assert len(tops) >= 3
        for font in tops:
            below = font.DescendantFonts[0]
            assert font.Encoding == "/Identity-H" and "/ToUnicode" in font
            assert below.FontDescriptor.FontFile2.read_bytes()[:4] in (b"\0\1\0\0", b"true")
            assert re.fullmatch(r"/[A-Z]{6}\+.+", str(font.BaseFont))
        assert {str(font.Subtype) for font in fonts} == {"/Type0", "/CIDFontType2"}


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_every_page_has_its_boxes(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    made = printed(paper, duplex)
    with pikepdf.open(made.path) as pdf:
        assert pdf.get_warnings() == []
        assert len(pdf.pages) == 2 * _sheets(made) if duplex != "fold" else _sheets(made)
        for page in pdf.pages:
            for box in (page.obj.MediaBox, page.obj.TrimBox, page.obj.BleedBox):
                assert [round(float(value) / MM, 2) for value in box] == [
                    0,
                    0,
                    *(round(side, 2) for side in made.size),
                ]
            assert "/ArtBox" not in page.obj and "/Rotate" not in page.obj


def _sheets(made: Printed) -> int:
    manifest = json.loads((made.path.parent / "manifest.json").read_text())
    return len(manifest["files"]["cards.pdf"]["sheets"])


@pytest.mark.parametrize(
    ("duplex", "said"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("fold", "/Simplex")],
)
def test_the_file_says_how_it_wants_to_be_printed(
    printed: Callable[[str, str], Printed], duplex: str, said: str
) -> None:
    with pikepdf.open(printed("a4", duplex).path) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (wishes.PrintScaling, wishes.Duplex) == ("/None", said)
        assert (str(pdf.docinfo.Title), str(pdf.docinfo.Producer), str(pdf.Root.Lang)) == (
            "Organ Match – cards",
            "pnp",
            "en",
        )
        assert "/CreationDate" not in pdf.docinfo or str(pdf.docinfo.CreationDate).startswith(
            "D:2000"
        )


@pytest.mark.parametrize(("paper", "duplex"), KINDS)
def test_bookmarks_name_components_and_sheets(
    printed: Callable[[str, str], Printed], paper: str, duplex: str
) -> None:
    made = printed(paper, duplex)
    with pikepdf.open(made.path) as pdf, pdf.open_outline() as outline:
        pages = [page.obj.objgen for page in pdf.pages]
        found = [(top.title, [below.title for below in top.children]) for top in outline.root]
        assert [title for title, _ in found] == ["Patients", "Organs", "Influence"]
        assert sum(len(below) for _, below in found) == _sheets(made)
        for top in outline.root:
            assert [below.title for below in top.children] == [
                f"sheet {n}" for n in range(1, len(top.children) + 1)
            ]
            first = pages.index(top.children[0].destination[0].objgen)
            assert {mark.component for mark in made.marks if mark.page == first} == {
                str(top.title).lower()
            }


def test_every_sheet_has_its_small_line_and_its_ruler(
    printed: Callable[[str, str], Printed],
) -> None:
    made = printed("a4", "long")
    document = pdfium.PdfDocument(made.path)
    for number, page in enumerate(document):
        text = page.get_textpage().get_text_range()
        side = ("front", "back")[number % 2]
        assert re.search(
            rf"Organ Match · (Patients|Organs|Influence) · sheet \d+ of \d+ · {side} · print at 100 %",
            text,
        ), text
        assert "100 mm" in text
    document.close()


def test_96_different_people_and_one_back_for_each_deck(
    printed: Callable[[str, str], Printed],
) -> None:
    manifest = json.loads((printed("a4", "long").path.parent / "manifest.json").read_text())
    sides = [
        p
        for sheet in manifest["files"]["cards.pdf"]["sheets"]
        for side in ("recto", "verso")
        for p in sheet[side]
    ]
    looks: dict[tuple[str, str], set[str]] = {}
    for place in sides:
        looks.setdefault((place["component"], place["side"]), set()).add(place["face"])
    assert {key: len(faces) for key, faces in looks.items()} == {
        ("patients", "front"): 96, ("patients", "back"): 1,
        ("organs", "front"): 12, ("organs", "back"): 1,
        ("influence", "front"): 4, ("influence", "back"): 1,
    }  # fmt: skip


def test_the_manifest_says_what_the_paper_says(printed: Callable[[str, str], Printed]) -> None:
    for paper, duplex in KINDS:
        made = printed(paper, duplex)
        manifest = json.loads((made.path.parent / "manifest.json").read_text())
        said = [
            (place["component"], place["card"], place["copy"], place["side"], tuple(place["trim"]))
            for sheet in manifest["files"]["cards.pdf"]["sheets"]
            for side in ("recto", "verso")
            for place in sheet.get(side, ())
        ]
        assert [key[:4] for key in said] == [mark[1:5] for mark in made.marks]
        assert all(near(key[4], mark.trim) for key, mark in zip(said, made.marks, strict=True))


# --- spoilt data
# --------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the game in a workspace of its own, which is the current folder."""
    for part in ("data", "templates"):
        shutil.copytree(ROOT / part / GAME, tmp_path / part / GAME)
    (tmp_path / "pnp.yaml").write_text("paper: a4\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_96_people_have_96_faces(copy: Path) -> None:
    """The portraits alone, and of those the drawn parts alone: no name, no number, no colour, no
    category.
    """
    portrait = '<stack at="17mm 12.5mm" width="43mm" height="46mm">{{ people.person(card.waitlist, "ink") }}</stack>'
    template = '{% import "people.xml" as people %}\n<face>' + portrait + "</face>\n"
    (copy / "templates" / GAME / "patient.xml").write_text(template)
    kit = make_kit(disk_for(find(copy), copy / "data" / GAME), GAME)
    patients = next(side for side in kit.sides if side.component.id == "patients")
    drawn = [
        re.sub(r"#[0-9a-f]{6}", "", dump(laid.face))
        for laid in patients.laid
        if laid.side == "front"
    ]
    assert (len(drawn), len(set(drawn))) == (96, 96)


PATIENTS = f"data/{GAME}/cards/patients.csv"
ORGANS = f"data/{GAME}/cards/organs.yaml"
INFLUENCE = f"data/{GAME}/cards/influence.yaml"
DECK = f"  {PATIENTS}:1:1: the deck is here"

Change = Callable[[list[str]], list[str]]


def row(number: int, **values: str) -> Change:
    """Alter cells of the patient with a waitlist number."""

    def change(lines: list[str]) -> list[str]:
        cells = dict(zip(lines[0].split(","), lines[number].split(","), strict=True))
        assert all(cells[name] != value for name, value in values.items())
        return [*lines[:number], ",".join((cells | values).values()), *lines[number + 1 :]]

    return change


SPOILT: dict[str, tuple[str, Change, list[str]]] = {
    "a patient removed": (
        PATIENTS, lambda lines: lines[:37] + lines[38:],
        ['error P501 deck "patients" prints 95 cards, the rules promise 96 (OM1a, stated, rules/Contents)', DECK,
         "hint: 1 card is missing, or a count: is too low",
         'error P502 deck "patients" brings 95, the rules promise 96 (OM1d, derived, rules/Contents)',
         'error P504 no card of "patients" has waitlist 37; the rules promise every number from 1 to 96 (OM4b, derived, rules/Play)',
         "hint: missing: 37",
         "error P505", "(OM11c, ours)", "hint: missing: organs "],
    ),
    "a patient twice": (
        PATIENTS, lambda lines: [*lines, lines[37]],
        [f'{PATIENTS}:98:1: error P207 two cards have the id "37"', f"  {PATIENTS}:38:1: the first one is here",
         'error P501 deck "patients" prints 97 cards, the rules promise 96 (OM1a, stated, rules/Contents)', DECK,
         'error P503 2 cards of "patients" share the waitlist 37 (OM4a, derived, rules/Play)',
         f'  {PATIENTS}:38:1: one is "37"', f'  {PATIENTS}:98:1: one is "37"'],
    ),
    "a patient in place of another": (
        PATIENTS, lambda lines: [*lines[:50], lines[49], *lines[51:]],
        ['error P207 two cards have the id "49"',
         'error P504 no card of "patients" has waitlist 50; the rules promise every number from 1 to 96 (OM4b, derived, rules/Play)', DECK,
         f'  {PATIENTS}:51:1: a number stands twice, on "49"', "hint: missing: 50"],
    ),
    "two copies of a patient": (
        PATIENTS, lambda lines: [lines[0] + ",count", *(line + (",2" if n == 20 else ",") for n, line in enumerate(lines[1:], 1))],
        ['error P501 deck "patients" prints 97 cards, the rules promise 96 (OM1a, stated, rules/Contents)', DECK,
         'error P503 card "20" of "patients" prints 2 times (OM4a, derived, rules/Play)', f"  {PATIENTS}:21:1: it is here"],
    ),
    "another number": (
        PATIENTS, row(12, waitlist="13"),
        [f'{PATIENTS}:14:1: error P207 two cards have the id "13"',
         'error P504 no card of "patients" has waitlist 12;', DECK, "hint: missing: 12"],
    ),
    "a number past the end": (PATIENTS, row(96, waitlist="97"), [f'{PATIENTS}:97:1: error P205 "waitlist": expected 1 to 96, found 97']),
    "another category": (
        PATIENTS, row(1, category="mauve"),
        ['error P506 the cards of "patients" by category are lavender 23, mauve 25, green 24, blue 24; '
         "the rules promise 24 each (OM11a, ours)",
         DECK, "error P505", "hint: missing: organs liver, category lavender, stars 1 (0 of 1); "
         "too many: organs liver, category mauve, stars 1 (2 of 1)",
         "error P507", "(OM10, ours)"],
    ),
    "a category that does not exist": (
        PATIENTS, row(1, category="lavendar"),
        [f'{PATIENTS}:2:14: error P205 "category": "lavendar" is no category; expected lavender, mauve, green or blue',
         'hint: did you mean "lavender"?'],
    ),
    "another organ": (
        PATIENTS, row(1, organs="heart"),
        ['error P505 deck "patients": each combination of organs and category and stars is promised once, but 1 combination is missing',
         DECK, f'  {PATIENTS}:2:1: one too many may be "1"', "hint: missing: organs liver, category lavender, stars 1 (0 of 1)",
         'error P507 card "liver-lavender" of "organs" finds 11 in "patients"; the rules promise 12 (OM10, ours)',
         f"  {ORGANS}:4:5: the card is here"],
    ),
    "the same organ twice": (
        PATIENTS, row(1, organs="liver+liver"),
        ['error P504 card "1" of "patients" has (organs|length) - (organs|unique|list|length) 1, '
         "the rules promise 0 to 0 (OM5c, derived, rules/Play)",
         f"  {PATIENTS}:2:1: the card is here"],
    ),
    "three organs": (
        PATIENTS, row(1, organs="liver+heart+lungs"),
        [f'{PATIENTS}:2:8: error P205 "organs": expected 1 to 2 entries, found 3'],
    ),
    "no organ": (PATIENTS, row(1, organs=""), [f'{PATIENTS}:2:8: error P202 "organs" of this card is empty']),
    "another number of stars": (
        PATIENTS, row(1, stars="2"),
        ['error P506 the cards of "patients" by stars are 1 23, 2 25, 3 24, 4 24; the rules promise 24 each (OM11b, ours)', DECK,
         "hint: missing: organs liver, category lavender, stars 1 (0 of 1); too many: organs liver, category lavender, stars 2 (2 of 1)"],
    ),
    "five stars": (PATIENTS, row(1, stars="5"), [f'{PATIENTS}:2:23: error P205 "stars": expected 1 to 4, found 5']),
    "an organ card removed": (
        ORGANS, lambda lines: [line for line in lines if "heart-green" not in line],
        ['error P501 deck "organs" prints 22 cards, the rules promise 24 (OM1b, stated, rules/Contents)',
         f"  {ORGANS}:4:3: the deck is here",
         'error P505 deck "organs": each combination of organ and category is promised twice, but 1 combination is missing or too few '
         "(OM2, derived, rules/Contents)", "hint: missing: organ heart, category green (0 of 2)"],
    ),
    "a third copy of an organ card": (
        ORGANS, lambda lines: [line.replace("{id: heart-green,", "{id: heart-green, count: 3,") for line in lines],
        ['error P501 deck "organs" prints 25 cards, the rules promise 24', "hint: too many: organ heart, category green (3 of 2)",
         f'  {ORGANS}:10:5: one too many may be "heart-green"'],
    ),
    "nine copies of an influence card": (
        INFLUENCE, lambda lines: [line.replace("{id: bribe,", "{id: bribe, count: 9,") for line in lines],
        ['error P501 deck "influence" prints 39 cards, the rules promise 40 (OM1c, stated, rules/Contents)',
         f"  {INFLUENCE}:3:3: the deck is here",
         'error P501 deck "influence" prints 9 cards with value -2, the rules promise 10 (OM3, derived, rules/Influence cards)',
         f'  {INFLUENCE}:6:5: one is "bribe"'],
    ),
    "another value of an influence card": (
        INFLUENCE, lambda lines: [line.replace("−2", "−1") for line in lines],
        ['error P501 deck "influence" prints 0 cards with value -2, the rules promise 10 (OM3, derived, rules/Influence cards)',
         'error P501 deck "influence" prints 20 cards with value -1, the rules promise 10 (OM3, derived, rules/Influence cards)'],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("file", "change", "expected"), SPOILT.values(), ids=SPOILT.keys())
def test_spoilt_data_breaks_a_promise_that_is_named_with_its_place(
    copy: Path, file: str, change: Change, expected: list[str]
) -> None:
    path = copy / file
    path.write_text("\n".join([*change(path.read_text().splitlines()), ""]))
    found = findings(copy)
    assert any(d.is_error for d in found)
    said = "\n".join(map(told, found))
    for line in expected:
        assert line in said, said


def test_the_finding_in_the_readme_is_what_is_said(copy: Path) -> None:
    shown = re.search(
        r"```\n(data/organ-match/rules\.yaml:.*?)```", (ROOT / "README.md").read_text(), re.DOTALL
    )
    assert shown is not None
    path = copy / PATIENTS
    path.write_text(
        "".join(
            line
            for line in path.read_text().splitlines(keepends=True)
            if not line.startswith("37,")
        )
    )
    assert shown[1] in pnp("check", GAME).out


def test_the_game_as_it_is_keeps_every_promise(copy: Path) -> None:
    run = pnp("check", GAME)
    assert (run.status, run.out, run.talk) == (0, "", "1 game checked: all is well\n")


def patients() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((ROOT / PATIENTS).read_text())))


def findings(copy: Path) -> list[Diagnostic]:
    """What is said about the data of a copy."""
    try:
        game, found = load_game(disk_for(find(copy), copy / "data" / GAME), GAME)
        return [*found, *check_game(game)]
    except Problems as problem:
        return list(problem.diagnostics)


def judged(copy: Path, rows: list[dict[str, Any]]) -> list[str]:
    """The codes of the errors that a list of patients makes."""
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (copy / PATIENTS).write_text(out.getvalue())
    return [d.code for d in findings(copy) if d.is_error]


SETS = ("liver", "heart", "lungs", "liver+heart", "liver+lungs", "heart+lungs")


@pytest.mark.parametrize("number", [1, 24, 48, 55, 77, 96])
def test_no_patient_can_be_altered_or_removed_unseen(copy: Path, number: int) -> None:
    rows = patients()
    assert judged(copy, rows) == []
    mine = rows[number - 1]
    others: dict[str, tuple[str, ...]] = {
        "organs": SETS,
        "category": ("lavender", "mauve", "green", "blue"),
        "stars": ("1", "2", "3", "4"),
    }
    for field, values in others.items():
        same = {frozenset(mine[field].split("+"))}
        for value in values:
            if frozenset(value.split("+")) not in same:
                assert judged(copy, [*rows[: number - 1], mine | {field: value}, *rows[number:]]), (
                    field,
                    value,
                )
    assert judged(copy, [*rows[: number - 1], *rows[number:]])
    assert judged(copy, [*rows, mine])
    assert judged(
        copy, [*rows[: number - 1], mine | {"waitlist": str(number % 96 + 1)}, *rows[number:]]
    )


# --- what must not happen to earlier files
# --------------------------------------------------------------------------------


def test_old_outputs_stay_as_they_are_when_a_build_fails(copy: Path) -> None:
    assert pnp("build", GAME).status == 0
    folder = copy / "output" / GAME
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    assert {"cards.pdf", "manifest.json"} <= before.keys()
    path = copy / PATIENTS
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    run = pnp("build", GAME)
    assert (run.status, run.out) == (1, "") and "P501" in run.talk
    assert {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()
    } == before
    path.write_text("".join(lines))
    assert pnp("build", GAME, "--paper", "letter").status == 0
    assert (folder / "cards.pdf").read_bytes() != before["cards.pdf"][0]


def test_one_altered_patient_is_printed_again_alone(copy: Path) -> None:
    assert pnp("build", GAME, "-o", "old").status == 0
    path = copy / PATIENTS
    path.write_text(path.read_text().replace("1,Abel,", "1,Abelard,"))
    run = pnp("build", GAME, "--changed-since", f"old/{GAME}/manifest.json", "-o", "new")
    assert run.status == 0
    assert re.search(r"cards\.pdf  1 sheet, 1 card, ", run.out)
    assert (
        "take out of your print: patients/1, rulebook/page-03\n" in run.talk
    )  # the list of components shows the first patient
    new = marks(copy / "new" / GAME / "cards.pdf")
    assert [(mark.component, mark.card, mark.side) for mark in new] == [
        ("patients", "1", "front"),
        ("patients", "1", "back"),
    ]


def test_points_are_points() -> None:
    assert pytest.approx(1000 / MM) == PT
