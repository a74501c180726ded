"""Organ Match as it is printed: its cards on two papers with three kinds of backs, its mat, boxes,
reference cards and rulebook, read back from the PDFs.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest
from cli.pnp import pnp
from ink.cover import cover
from mutation.kits import Kit as Judged
from paper import MM, Mark, marks
from PIL import Image, ImageChops, ImageStat
from printed import cut_out, order, picture, print_to, printed, words_in, words_on
from shipped import GAMES, shipped

from pnp.build.conductor import Job, build, make_kit
from pnp.compose.templates import markdown_templates, markdown_variables, render_markdown
from pnp.face import dump
from pnp.ink import Ink
from pnp.load.workspace import disk_for, find
from pnp.units.geometry import PT

ROOT = Path(__file__).parent.parent
GAME = "organ-match"
HOME = GAMES[GAME]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
FILES = "print-me-first cards boards box rulebook rulebook-booklet".split()
KINDS = [(paper, duplex) for paper in PAPERS for duplex in ("long", "short", "fold")]
CARD = (63.0, 88.0)
TABLE = (200.0, 269.0)
DECKS = {"patients": 96, "organs": 24, "influence": 40}
TITLES = {**{deck: deck.title() for deck in DECKS}, "reference": "Reference cards"}
Trim = tuple[float, float, float, float]


class Cards(NamedTuple):
    """The PDF of the cards, its marks, and the size of its pages in millimetres."""

    path: Path
    marks: tuple[Mark, ...]
    size: tuple[float, float]
    manifest: dict[str, Any]

    @property
    def sheets(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.manifest["files"]["cards.pdf"]["sheets"]
        return found

    def fronts(self, component: str) -> list[Mark]:
        return [m for m in self.marks if m.side == "front" and m.component == component]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("papers")


@pytest.fixture(scope="module", params=KINDS, ids="-".join)
def cards(request: pytest.FixtureRequest, folder: Path) -> Cards:
    """The cards on a paper, with backs that meet fronts in some way; each built once."""
    return on_paper(folder, *request.param)


@cache
def on_paper(folder: Path, paper: str, duplex: str) -> Cards:
    target = folder / f"{paper}-{duplex}"
    wanted = order(paper, "deck", duplex=duplex)
    report = build(find(ROOT), Job(GAME, HOME, target, wanted))
    assert [Path(row.file).name for row in report.files] == ["cards.pdf"]
    path = target / "cards.pdf"
    with pikepdf.open(path) as pdf:
        box = pdf.pages[0].MediaBox
    size = (float(box[2]) / MM, float(box[3]) / MM)
    return Cards(path, marks(path), size, json.loads((target / "manifest.json").read_text()))


def near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Equal to a hundredth of a millimetre."""
    return all(abs(a - b) <= 0.01 for a, b in zip(one, other, strict=True))


def overlap(one: Trim, other: Trim, gap: float = -0.01) -> bool:
    """Whether two rectangles lie nearer to each other than a gap."""
    return all(one[n] - gap < other[n] + other[n + 2] for n in (0, 1)) and all(
        other[n] - gap < one[n] + one[n + 2] for n in (0, 1)
    )


# --- cards on paper


def test_every_card_is_printed_once_front_and_back(cards: Cards) -> None:
    for side in ("front", "back"):
        count = Counter((m.component, m.card, m.copy) for m in cards.marks if m.side == side)
        assert set(count.values()) == {1}
        assert Counter(component for component, _, _ in count) == DECKS
    assert {m.card for m in cards.fronts("patients")} == {str(n) for n in range(1, 97)}
    copies = Counter(m.copy for m in cards.fronts("influence"))
    assert copies == dict.fromkeys(range(1, 6), 8)


def test_words_on_cards(cards: Cards) -> None:
    for mark in cards.fronts("patients"):  # the waitlist number, at the lower right
        assert words_in(cards.path, mark, (40, 70, 22, 17)) == mark.card
    found = {m: words_in(cards.path, m) for m in cards.marks if m.side == "front"}
    organs = [words for mark, words in found.items() if mark.component == "organs"]
    names = Counter(re.findall(r"Liver|Heart|Lungs", " ".join(organs)))
    assert names == {"Liver": 8, "Heart": 8, "Lungs": 8}
    letters = Counter(letter for words in organs for letter in set(words.split()) & set("LMGB"))
    assert letters == {"L": 6, "M": 6, "G": 6, "B": 6}
    influence = [words for mark, words in found.items() if mark.component == "influence"]
    values = Counter(value for words in influence for value in set(re.findall(r"[+−]\d", words)))
    assert values == {"+2": 10, "+1": 10, "−1": 10, "−2": 10}


def test_backs_lie_behind_their_fronts(cards: Cards) -> None:
    width, height = cards.size
    duplex = cards.path.parent.name.partition("-")[2]
    backs = {mark[1:4]: mark for mark in cards.marks if mark.side == "back"}
    for front in cards.marks:
        if front.side == "back":
            continue
        back = backs[front[1:4]]
        x, y, w, h = front.trim
        upright = (width - x - w, y, w, h)  # turned about an upright edge
        level = (x, height - y - h, w, h)  # turned about a level edge, or folded along a level line
        about_upright = duplex != "fold" and (duplex == "long") == (height >= width)
        assert near(back.trim, upright if about_upright else level), (front, back)
        assert back.page == (front.page if duplex == "fold" else front.page + 1)


def test_cards_measure_true_and_keep_the_margin(cards: Cards) -> None:
    paper = cards.path.parent.name.partition("-")[0]
    assert sorted(cards.size) == pytest.approx(sorted(PAPERS[paper]), abs=0.01)
    for mark in cards.marks:
        x, y, w, h = mark.trim
        assert near((w, h), CARD)
        assert min(x, y, cards.size[0] - x - w, cards.size[1] - y - h) >= 4.99
    for page in {mark.page for mark in cards.marks}:
        trims = [mark.trim for mark in cards.marks if mark.page == page]
        assert not any(overlap(a, b) for a, b in combinations(trims, 2))


@pytest.mark.parametrize(("paper", "duplex"), [("a4", "long"), ("letter", "short"), ("a4", "fold")])
def test_backs_are_drawn_at_their_trims(folder: Path, paper: str, duplex: str) -> None:
    """The ink itself, not only the marks: cut out at their trims all backs are alike, half a
    millimetre aside not.
    """
    cards = on_paper(folder, paper, duplex)
    page = next(m.page for m in cards.marks if m.side == "back" and m.component == "organs")
    backs = [
        m for m in cards.marks if m.page == page and m.side == "back" and m.component == "organs"
    ]
    inner = (0.25, 0.25, CARD[0] - 0.5, CARD[1] - 0.5)
    first, *others = [cut_out(cards.path, mark, inner, 8) for mark in backs]
    assert all(_difference(first, other) < 4 for other in others)
    assert _difference(first, cut_out(cards.path, backs[0], (0.75, *inner[1:]), 8)) > 8


def _difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart on average, of 255."""
    return float(ImageStat.Stat(ImageChops.difference(one, other).convert("L")).mean[0])


# --- the PDF of the cards


def test_fonts_are_embedded(cards: Cards) -> None:
    assert b"Helvetica" not in cards.path.read_bytes()
    with pikepdf.open(cards.path) as pdf:
        objects = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary)]
        fonts = [item for item in objects if item.get("/Type") == "/Font"]
        tops = [font for font in fonts if font.Subtype == "/Type0"]
        assert len(tops) >= 3
        for font in tops:
            below = font.DescendantFonts[0]
            assert font.Encoding == "/Identity-H" and "/ToUnicode" in font
            assert below.FontDescriptor.FontFile2.read_bytes()[:4] in (b"\0\1\0\0", b"true")
            assert re.fullmatch(r"/[A-Z]{6}\+.+", str(font.BaseFont))
        assert {str(font.Subtype) for font in fonts} == {"/Type0", "/CIDFontType2"}


def test_pages_have_their_boxes(cards: Cards) -> None:
    fold = cards.path.parent.name.endswith("fold")
    with pikepdf.open(cards.path) as pdf:
        assert pdf.get_warnings() == []
        assert len(pdf.pages) == len(cards.sheets) * (1 if fold else 2)
        for page in pdf.pages:
            for box in (page.obj.MediaBox, page.obj.TrimBox, page.obj.BleedBox):
                assert near(tuple(float(value) / MM for value in box), (0, 0, *cards.size))
            assert "/ArtBox" not in page.obj and page.obj.get("/Rotate", 0) == 0


@pytest.mark.parametrize(
    ("duplex", "wish"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("fold", "/Simplex")],
)
def test_viewer_preferences_say_how_to_print(folder: Path, duplex: str, wish: str) -> None:
    with pikepdf.open(on_paper(folder, "a4", duplex).path) as pdf:
        wishes, info = pdf.Root.ViewerPreferences, pdf.docinfo
        assert (wishes.PrintScaling, wishes.Duplex, pdf.Root.Lang) == ("/None", wish, "en")
        assert (str(info.Title), str(info.Producer)) == ("Organ Match – cards", "pnp")
        assert str(info.get("/CreationDate", "D:2000")).startswith("D:2000")


def test_bookmarks_name_components_and_sheets(cards: Cards) -> None:
    with pikepdf.open(cards.path) as pdf, pdf.open_outline() as outline:
        pages = [page.obj.objgen for page in pdf.pages]
        below = [str(sheet.title) for top in outline.root for sheet in top.children]
        assert below == [f"sheet {n}" for n in range(1, len(cards.sheets) + 1)]
        for top in outline.root:
            first = pages.index(top.children[0].destination[0].objgen)
            titles = {TITLES[mark.component] for mark in cards.marks if mark.page == first}
            assert titles == set(re.sub(r" [\d–]+", "", str(top.title)).split(", "))


def test_sheets_have_a_label_and_a_ruler(folder: Path) -> None:
    for number, words in enumerate(words_on(on_paper(folder, "a4", "long").path)):
        side = ("front", "back")[number % 2]
        deck = r"(Patients|Organs|Influence|Reference cards)( \d+(–\d+)?)?"
        label = rf"Organ Match · {deck}(, {deck})* · sheet \d+ of \d+ · {side} · print at 100 %"
        assert re.search(label, words) and "100 mm" in words, words


def test_manifest_says_what_the_paper_says(cards: Cards) -> None:
    said = [
        place
        for sheet in cards.sheets
        for side in ("recto", "verso")
        for place in sheet.get(side, ())
    ]
    keys = ("component", "card", "copy", "side")
    assert [tuple(place[key] for key in keys) for place in said] == [m[1:5] for m in cards.marks]
    assert all(near(tuple(p["trim"]), m.trim) for p, m in zip(said, cards.marks, strict=True))
    looks: dict[tuple[str, str], set[str]] = {}
    for place in said:
        looks.setdefault((place["component"], place["side"]), set()).add(place["face"])
    fronts = {"patients": 96, "organs": 12, "influence": 8}
    for deck in DECKS:
        assert (len(looks[deck, "front"]), len(looks[deck, "back"])) == (fronts[deck], 1)


# --- builds of a copy


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the game in a workspace of its own, which is the current folder."""
    for part in ("data", "templates"):
        shutil.copytree(ROOT / part / GAME, tmp_path / part / GAME)
    (tmp_path / "pnp.yaml").write_text("paper: a4\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / GAME


def test_portraits_differ(copy: Path) -> None:
    """The drawn parts alone: no name, no number, no colour, no category."""
    portrait = (
        '<stack at="17mm 18.6mm" width="43mm" height="43mm">{{ people.person(card, 43) }}</stack>'
    )
    template = f'{{% import "base/art/people.xml" as people %}}\n<face>{portrait}</face>\n'
    Path(f"templates/{GAME}/patient.xml").write_text(template)
    kit = make_kit(disk_for(find(Path.cwd()), copy), GAME)
    patients = next(side for side in kit.sides if side.component.id == "patients")
    fronts = [dump(placed.face) for placed in patients.laid if placed.side == "front"]
    assert len(fronts) == len({re.sub(r"#[0-9a-f]{6}", "", front) for front in fronts}) == 96


def test_build_that_fails_leaves_the_earlier_files(copy: Path) -> None:
    assert pnp("build", GAME, "--only", "patients").status == 0
    folder = Path(f"output/{GAME}/part")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    assert {"cards.pdf", "manifest.json"} <= {path.name for path in before}
    patients = copy / "cards/patients.csv"
    whole = patients.read_text()
    patients.write_text("".join(whole.splitlines(keepends=True)[:-1]))
    run = pnp("build", GAME, "--only", "patients")
    assert (run.status, run.out) == (1, "") and "P501" in run.talk
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    assert after == before


def test_changed_patient_is_printed_again_alone(copy: Path) -> None:
    assert pnp("build", GAME, "-o", "old").status == 0
    files = sorted(path.stem for path in Path("old", GAME).glob("*.pdf"))
    assert files == sorted(FILES)
    patients = copy / "cards/patients.csv"
    patients.write_text(patients.read_text().replace("1,Abel,", "1,Abelard,"))
    run = pnp("build", GAME, "--changed-since", f"old/{GAME}/manifest.json", "-o", "new")
    assert run.status == 0 and re.search(r"cards\.pdf  1 sheet, 1 card\n", run.out)
    # The list of components in the rulebook shows the first patient.
    assert "take out of your print: patients/1, rulebook/page-03\n" in run.talk
    new = [mark[1:3] + (mark.side,) for mark in marks(Path("new", GAME, "cards.pdf"))]
    assert new == [("patients", "1", "front"), ("patients", "1", "back")]


def test_finding_of_the_readme_is_printed(copy: Path) -> None:
    readme = (ROOT / "README.md").read_text()
    shown = re.search(r"```\n(data/organ-match/cards/.*?)```", readme, re.DOTALL)
    assert shown is not None
    patients = copy / "cards/patients.csv"
    rows = patients.read_text().splitlines(keepends=True)
    patients.write_text("".join(row for row in rows if not row.startswith("37,")))
    assert shown[1] in pnp("check", GAME).out


@pytest.mark.parametrize("number", [1, 77])
def test_change_of_a_patient_is_an_error(number: int) -> None:
    judged = Judged(GAME)
    path = "cards/patients.csv"
    rows = list(csv.DictReader(io.StringIO(judged.files()[path])))
    mine, others = rows[number - 1], [*rows[: number - 1], *rows[number:]]

    def errors(patients: list[dict[str, str]]) -> list[str]:
        out = io.StringIO()
        writer = csv.DictWriter(out, mine.keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(patients)
        return [d.code for d in judged.verdict({path: out.getvalue()}) if d.is_error]

    assert errors(rows) == []
    values = {
        "organs": "liver heart lungs liver+heart liver+lungs heart+lungs",
        "category": "lavender mauve green blue",
        "stars": "1 2 3 4",
    }
    for field, choices in values.items():
        for value in choices.split():
            if set(value.split("+")) != set(mine[field].split("+")):
                assert errors([*others, mine | {field: value}]), (field, value)
    assert errors(others) and errors([*rows, mine])
    assert errors([*others, mine | {"waitlist": str(number % 96 + 1)}])


def test_points_are_points() -> None:
    assert pytest.approx(1000 / MM) == PT


# --- mat, boxes and reference cards


def places() -> dict[str, Trim]:
    """The places of cards on the mat, in millimetres."""
    areas = shipped(GAME).game.components["table"].details.areas
    spots = {name: a.rect for name, a in areas.items() if a.kind not in ("step", "goal")}
    return {
        name: (r.x / 1000, r.y / 1000, r.width / 1000, r.height / 1000) for name, r in spots.items()
    }


def test_mat_has_six_places_that_cards_fit() -> None:
    found = places()
    names = "organ-deck current-organ patient-deck patient-discard influence-deck influence-discard"
    assert list(found) == names.split()
    for x, y, width, height in found.values():
        assert 1 <= min(width, height) - CARD[0] <= 3 and 1 <= max(width, height) - CARD[1] <= 3
        assert min(x, y, TABLE[0] - x - width, TABLE[1] - y - height) >= 4
    # Fingers need room between two piles.
    assert not any(overlap(a, b, 3.99) for a, b in combinations(found.values(), 2))
    upright = found["current-organ"]
    assert upright[3] > upright[2], "the organ of the round stands upright"


@pytest.mark.parametrize("paper", PAPERS)
def test_mat_measures_true(tmp_path: Path, paper: str) -> None:
    if paper == "a4":
        path = printed(GAME) / "boards.pdf"
    else:
        path = print_to(tmp_path, shipped(GAME), order(paper, "table")) / "boards.pdf"
    (mark,) = marks(path)
    x, y, width, height = mark.trim
    assert near((width, height), TABLE)
    with pikepdf.open(path) as pdf:
        page = [float(value) / MM for value in pdf.pages[0].MediaBox][2:]
    assert min(x, y, page[0] - x - width, page[1] - y - height) >= 4.99
    image = picture(path, dots=20).convert("L")
    for name in ("organ-deck", "patient-deck"):
        left, top, wide, _ = places()[name]
        line = round((y + top + 6) * 20)
        row = range(round((x + left - 2) * 20), round((x + left + wide + 2) * 20))
        dark = [at / 20 - x for at in row if image.getpixel((at, line)) < 140]
        assert (dark[0], dark[-1]) == pytest.approx((left, left + wide), abs=0.11), name


def test_mat_says_what_lies_where_and_how_a_round_goes() -> None:
    path = printed(GAME) / "boards.pdf"
    (mark,) = marks(path)
    game = shipped(GAME).game
    areas = game.components["table"].details.areas
    for name, place in places().items():
        area = areas[name]
        said = words_in(path, mark, place)
        assert said.startswith(f"{area.fields['pile'].upper()} {area.label}"), said
        assert area.fields["says"] in said
    kinds = Counter(area.kind for area in areas.values())
    assert kinds == {"deck": 3, "discard": 2, "current": 1, "step": 4, "goal": 1}
    said = words_in(path, mark)
    for area in areas.values():
        if area.kind in ("step", "goal"):
            assert " ".join(area.label.replace("*", "").split()) in said
    categories = game.terms["category"].values()
    foot = words_in(path, mark, (0, 254, 200, 10))
    assert foot == " ".join(f"{term['letter']} {term['label']}" for term in categories)
    assert len({term["pattern"] for term in categories}) == 4


def test_boxes_hold_every_deck_once() -> None:
    components = shipped(GAME).game.components
    boxes = [components[name].details for name in ("patient-box", "organ-box")]
    assert sorted(name for box in boxes for name in box.holds) == sorted(DECKS)
    for box in boxes:
        cards = sum(DECKS[name] for name in box.holds)
        assert box.net.depth / 1000 == pytest.approx(cards * 0.3 * 1.05 + 0.7, abs=0.002)
        (front,) = [panel.area for panel in box.net.panels if panel.name == "front"]
        assert front.width / 1000 > CARD[0] + 1 and front.height / 1000 > CARD[1] + 1


def test_boxes_say_what_is_in_them() -> None:
    patients, organs, tray, lid = words_on(printed(GAME) / "box.pdf")
    assert "96 patient cards" in patients and "organ cards" not in patients
    assert "24 organ cards" in organs and "40 influence cards" in organs
    for page in (patients, organs, lid):
        assert page.count("Organ Match") >= 3, "on the front and on both spines"
        assert "3 to 8 players · age 12+ · 15 to 60 minutes" in page
    assert "Not in this box: Mat for the middle of the table" in tray
    assert tray.count("Organ Match") >= 4


def test_reference_cards_have_the_round_in_front_and_the_influence_behind() -> None:
    path = printed(GAME) / "cards.pdf"
    found = [mark for mark in marks(path) if mark.component == "reference"]
    assert Counter(mark.side for mark in found) == {"front": 8, "back": 8}
    backs = {mark.copy: mark for mark in found if mark.side == "back"}
    for mark in found:
        assert near(mark.trim[2:], CARD)
        said = words_in(path, mark)
        if mark.side == "back":
            assert said.startswith("Influence")
            wanted = "+2|+1|−1|−2|Urgent|Bribe|Empty deck|No more organs"
            assert all(words in said for words in wanted.split("|"))
        else:
            assert said.startswith("A round") and said.endswith("Win six patients to win the game.")
            x, y, width, height = mark.trim
            assert near(backs[mark.copy].trim, (210 - x - width, y, width, height))


@pytest.mark.parametrize("ink", list(Ink), ids=str)
def test_mat_and_boxes_are_thrifty_and_keep_their_words(tmp_path: Path, ink: Ink) -> None:
    folder = print_to(tmp_path, shipped(GAME), order("a4", "mat", "box", ink=ink))
    most = 0.12 if ink is Ink.LOW else 0.35
    for name in ("boards.pdf", "box.pdf"):
        assert words_on(folder / name) == words_on(printed(GAME) / name)
        for page in range(len(words_on(folder / name))):
            image = picture(folder / name, page, 3)
            assert cover(image) < most
            means = ImageStat.Stat(image).mean
            assert ink is not Ink.GREY or max(means) - min(means) < 0.5


# --- the rulebook


def test_rulebook_is_a_booklet_of_a5_pages() -> None:
    with pikepdf.open(printed(GAME) / "rulebook.pdf") as pdf:
        assert len(pdf.pages) == 16, "four sheets, folded"
        for page in pdf.pages:
            assert [round(float(value) / MM, 1) for value in page.MediaBox] == [0, 0, 148, 210]


def test_chapters_stand_where_the_bookmarks_and_links_say() -> None:
    path = printed(GAME) / "rulebook.pdf"
    pages = words_on(path)
    source = re.sub(r"\{\{ (\d) \}\}", r"\1", (HOME / "rulebook.md").read_text())
    chapters = re.findall(r"^##? (.+?)\s*$", source, re.MULTILINE)
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        known = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        items = [item for top in outline.root for item in (top, *top.children)]
        marked = {str(i.title): known[i.destination[0].objgen] for i in items if i.destination}
        goals = []
        for number, page in enumerate(pdf.pages, 1):
            for link in page.obj.get("/Annots", []):
                goal = link.get("/Dest", link.get("/A", {}).get("/D") if "/A" in link else None)
                if isinstance(goal, pikepdf.Array):
                    goals.append((number, known[goal[0].objgen]))
    assert set(chapters) <= marked.keys()
    for title in chapters:
        assert title in pages[marked[title] - 1], title
    assert (marked["Setting up"], marked["A round"], marked["At a glance"]) == (6, 8, 16)
    glance = [goal for start, goal in goals if start == 16 and goal != 16]
    titles = "Step by step|1. An organ is offered|2. Everybody takes a turn|Playing influence|"
    titles += "3. The organ is given|The end of the game|When a deck is empty"
    assert glance == [marked[title] for title in titles.split("|")]
    assert [f"page {goal}" for goal in glance] == re.findall(r"page \d+", pages[15])
    assert (8, 10) in goals, "from the turn to the rules of influence"


EXAMPLES = {
    "Kim won the previous round": (
        "She turns up an organ: heart, green|Suri forward, number 72, with 1 star,|"
        "1 and 2 make 3 stars|Gita forward, number 26, with 2 stars|plays Urgent on Gita: 4 stars|"
        "plays Bribe on Gita, who now has 2 stars|Gus, number 27, with 3 stars|"
        "Suri and Gus are tied: both have 3 stars|decides: 27"
    ),
    "Help for a rival": (
        "Ana has won five patients|has put Finn forward, number 23, with 3 stars|"
        "Femi, number 22, with 2 stars|Femi, who now has 3 as well"
    ),
}


@pytest.mark.parametrize("title", EXAMPLES)
def test_examples_play_out_with_the_numbers_on_the_cards(title: str) -> None:
    pages = words_on(printed(GAME) / "rulebook.pdf")
    (first,) = [number for number, page in enumerate(pages) if title in page]
    spread = " ".join(pages[first : first + 2])
    assert [words for words in EXAMPLES[title].split("|") if words not in spread] == []


ON_THE_CARD = (
    "hand_size patients_to_win influence_per_turn influence_per_patient stars_most stars_least "
    "loser_draws patients_per_round patients_drawn"
)
IN_THE_BOOK = "organs copies_of_an_organ copies_of_an_influence short_game_patients"


@pytest.mark.parametrize(
    ("name", "facts"),
    [("rulebook.md", f"{ON_THE_CARD} {IN_THE_BOOK}"), ("reference.md", ON_THE_CARD)],
)
def test_texts_say_the_numbers_of_the_facts(name: str, facts: str) -> None:
    game = shipped(GAME).game
    templates = markdown_templates(disk_for(find(ROOT), HOME), GAME)
    source = (HOME / name).read_text()

    def lines(**other: int) -> list[str]:
        made = game._replace(facts={**game.facts, **other})
        return render_markdown(templates, source, name, markdown_variables(made)).lines

    before = lines()
    for fact in facts.split():
        after = lines(**{fact: game.facts[fact] + 30})
        new = [line for line, old in zip(after, before, strict=True) if line != old]
        assert any(re.search(r"\d\d|thirty|forty|fifty", line, re.IGNORECASE) for line in new), fact


LITERAL = (
    "one organ|needs two|two organs|three organs in five|one turn|one of the|one category|"
    "than one|no two|three parts|two of the same value|all three"
)
"""Numbers that may stand in the texts as words: no fact of the rules, or said by a promise
(OM16).
"""


@pytest.mark.parametrize("name", ["rulebook.md", "reference.md"])
def test_texts_have_no_number_typed_in(name: str) -> None:
    code = r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|!\[.*?\]\(.*?\)|\(#.*?\)|\[\[.*?\]\]"
    source = re.sub(code, "…", (HOME / name).read_text(), flags=re.DOTALL).replace("*", "")
    source = re.sub(r"^\s*\d+\. ", "", source, flags=re.MULTILINE)
    prose = re.sub(LITERAL, "", " ".join(source.split()).lower())
    number = r"\d+|two|three|four|five|six|seven|eight|nine|ten|twelve"
    assert re.findall(rf".{{0,25}}\b(?:{number})\b.{{0,25}}", prose) == []


def test_icons_are_explained() -> None:
    kit = shipped(GAME)
    assert set(kit.resources.icons) == set(kit.game.words["icons"])


def test_setup_deals_what_the_rules_say() -> None:
    game = shipped(GAME).game
    steps = [f"{step.what} to {step.to}" for step in game.setup]
    decks = ["organs to organ deck", "influence to influence deck"]
    assert steps == ["patients to hand", "patients to patient deck", *decks]
    low, high = game.players
    assert (low, high, DECKS["patients"] - high * game.facts["hand_size"]) == (3, 8, 40)
