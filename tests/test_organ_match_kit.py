"""The rest of Organ Match's kit: mat, boxes, reference cards and rulebook, from its data and
from the finished PDFs.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest
from paper import MM, marks
from PIL import Image, ImageStat
from shipped import shipped

from pnp.build.conductor import Kit, draw_documents
from pnp.build.print_options import Order, imposed
from pnp.check.rules import check_game
from pnp.compose.templated_markdown import markdown_templates, markdown_variables, render_markdown
from pnp.face import Text, walk
from pnp.impose.sheet import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.load.workspace import disk_for, find
from pnp.model.game import Game
from pnp.model.read import load_game
from pnp.units.geometry import Um
from pnp.units.sizes import parse_paper

ROOT = Path(__file__).parent.parent
GAME = "organ-match"
HOME = ROOT / "data" / GAME
DOTS = 10
"""Dots a millimetre of the pictures that are measured."""
CARD = (63.0, 88.0)
TABLE = (200.0, 269.0)


def order(paper: str = "a4", *only: str, ink: Ink = Ink.FULL) -> Order:
    return Order(
        PaperOptions(parse_paper(paper), Duplex("long"), Um(0), Um(5_000), True), only=only, ink=ink
    )


@pytest.fixture(scope="module")
def kit() -> Kit:
    return shipped(GAME)


def press(kit: Kit, target: Path, wanted: Order) -> Path:
    """Print from a kit that is open; the files alone."""
    for name, data in draw_documents(imposed(kit, wanted)).items():
        (target / name).write_bytes(data)
    return target


@pytest.fixture(scope="module")
def printed(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All but the cards, on A4."""
    return press(
        kit, tmp_path_factory.mktemp("kit"), order("a4", "mat", "box", "reference", "rulebook")
    )


def texts(path: Path) -> list[str]:
    document = pdfium.PdfDocument(path)
    found = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return found


def picture(path: Path, page: int = 0, dots: float = DOTS) -> Image.Image:
    document = pdfium.PdfDocument(path)
    made = document[page].render(scale=dots / MM).to_pil()
    document.close()
    return made


def words_in(path: Path, page: int, area: tuple[float, float, float, float]) -> str:
    """The text in a rectangle of millimetres from the top left."""
    document = pdfium.PdfDocument(path)
    sheet = document[page]
    x, y, width, height = area
    top = sheet.get_height() - y * MM
    found = sheet.get_textpage().get_text_bounded(x * MM, top - height * MM, (x + width) * MM, top)
    document.close()
    return " ".join(found.split())


# --- what the kit holds
# --------------------------------------------------------------------------------


def test_the_kit_is_whole(kit: Kit) -> None:
    assert kit.diagnostics == ()
    totals = {
        name: (component.kind, component.total) for name, component in kit.game.components.items()
    }
    assert totals == {
        "patients": ("deck", 96), "organs": ("deck", 24), "influence": ("deck", 40), "table": ("mat", 1),
        "patient-box": ("box", 1), "organ-box": ("box", 1), "reference": ("reference", 8), "rulebook": ("rulebook", 1),
    }  # fmt: skip


def test_no_type_is_smaller_than_the_floor(kit: Kit) -> None:
    """On everything that is held or lies on the table; figures of the rulebook are pictures of
    it.
    """
    for sides in kit.sides:
        if sides.component.kind != "rulebook":
            sizes = [
                item.size
                for laid in sides.laid
                for item in walk(laid.face.items)
                if isinstance(item, Text)
            ]
            assert sizes and min(sizes) >= 7.5, sides.component.id


def test_every_icon_is_explained(kit: Kit) -> None:
    """Each icon that is drawn anywhere has its line in the rulebook, and no line is without its
    icon.
    """
    told = kit.game.words["icons"]
    assert set(kit.resources.icons) - set(told) == set()
    assert set(told) - set(kit.resources.icons) == set()


# --- the mat
# --------------------------------------------------------------------------------


def places(game: Game) -> dict[str, tuple[float, float, float, float]]:
    areas = {
        name: area
        for name, area in game.components["table"].details.areas.items()
        if area.kind not in ("step", "goal")
    }
    return {
        name: tuple(value / 1000 for value in (area.rect.x, area.rect.y, *area.rect.size))
        for name, area in areas.items()
    }


def test_the_mat_has_six_places_and_a_card_fits_each(kit: Kit) -> None:
    found = places(kit.game)
    assert list(found) == [
        "organ-deck",
        "current-organ",
        "patient-deck",
        "patient-discard",
        "influence-deck",
        "influence-discard",
    ]
    for x, y, width, height in found.values():
        assert 1 <= min(width, height) - CARD[0] <= 3 and 1 <= max(width, height) - CARD[1] <= 3
        assert x >= 4 and y >= 4 and x + width <= TABLE[0] - 4 and y + height <= TABLE[1] - 4
    spots = list(found.values())
    for n, (x, y, width, height) in enumerate(spots):
        for ox, oy, wide, high in spots[:n]:
            apart = max(x - ox - wide, ox - x - width, y - oy - high, oy - y - height)
            assert apart >= 4, "fingers need room between two piles"
    assert found["current-organ"][3] > found["current-organ"][2], (
        "the organ of the round stands upright"
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_mat_measures_true(printed: Path, tmp_path: Path, kit: Kit, paper: str) -> None:
    path = printed / "boards.pdf"
    if paper != "a4":
        path = press(kit, tmp_path, order(paper, "table")) / "boards.pdf"
    (mark,) = marks(path)
    x, y, width, height = mark.trim
    assert (mark.component, width, height) == (
        "table",
        pytest.approx(TABLE[0], abs=0.01),
        pytest.approx(TABLE[1], abs=0.01),
    )
    with pikepdf.open(path) as pdf:
        page = [float(value) / MM for value in pdf.pages[0].MediaBox][2:]
    assert x >= 4.99 and y >= 4.99 and x + width <= page[0] - 4.99 and y + height <= page[1] - 4.99
    image = picture(path, dots=20).convert("L")
    for name in ("organ-deck", "patient-deck"):
        left, top, wide, _ = places(kit.game)[name]
        line = round((y + top + 6) * 20)
        start, end = round((x + left - 2) * 20), round((x + left + wide + 2) * 20)
        dark = [at / 20 - x for at in range(start, end) if image.getpixel((at, line)) < 140]
        assert dark[0] == pytest.approx(left, abs=0.11) and dark[-1] == pytest.approx(
            left + wide, abs=0.11
        ), name


def test_each_place_says_what_lies_there(printed: Path, kit: Kit) -> None:
    (mark,) = marks(printed / "boards.pdf")
    for name, (x, y, width, height) in places(kit.game).items():
        area = kit.game.components["table"].details.areas[name]
        said = words_in(
            printed / "boards.pdf", 0, (mark.trim[0] + x, mark.trim[1] + y, width, height)
        )
        assert said.startswith(f"{area.fields['pile'].upper()} {area.label}"), said
        assert area.fields["says"] in said
    kinds = Counter(area.kind for area in kit.game.components["table"].details.areas.values())
    assert kinds == {"deck": 3, "discard": 2, "current": 1, "step": 4, "goal": 1}


def test_the_mat_tells_how_a_round_goes_with_the_numbers_of_the_rules(
    printed: Path, kit: Kit
) -> None:
    said = words_in(printed / "boards.pdf", 0, marks(printed / "boards.pdf")[0].trim)
    for area in kit.game.components["table"].details.areas.values():
        if area.kind in ("step", "goal"):
            assert " ".join(area.label.replace("*", "").split()) in said


def test_the_mat_keys_every_category_by_letter_pattern_and_name(printed: Path, kit: Kit) -> None:
    (mark,) = marks(printed / "boards.pdf")
    foot = words_in(printed / "boards.pdf", 0, (mark.trim[0], mark.trim[1] + 254, 200, 10))
    assert foot.split() == [
        word
        for term in kit.game.terms["category"].values()
        for word in (term["letter"], term["label"])
    ]
    assert len({term["pattern"] for term in kit.game.terms["category"].values()}) == 4


# --- the boxes
# --------------------------------------------------------------------------------


def test_the_boxes_hold_every_deck_once(kit: Kit) -> None:
    boxes = [
        component.details for component in kit.game.components.values() if component.kind == "box"
    ]
    decks = [component.id for component in kit.game.components.values() if component.kind == "deck"]
    assert sorted(name for box in boxes for name in box.holds) == sorted(decks)
    for box in boxes:
        cards = sum(kit.game.components[name].total for name in box.holds)
        assert box.net.depth / 1000 == pytest.approx(cards * 0.3 * 1.05 + 0.7, abs=0.002)
        front = next(panel for panel in box.net.panels if panel.name == "front")
        assert front.area.width / 1000 > CARD[0] + 1 and front.area.height / 1000 > CARD[1] + 1


def test_a_box_says_what_is_in_it(printed: Path) -> None:
    patients, organs = (" ".join(page.split()) for page in texts(printed / "box.pdf"))
    assert "96 patient cards" in patients and "organ cards" not in patients
    assert "24 organ cards" in organs and "40 influence cards" in organs
    for page in (patients, organs):
        assert page.count("Organ Match") >= 3, "on the front and on both spines"
        assert "3 to 8 players, age 12+" in page


# --- the reference cards
# --------------------------------------------------------------------------------


def test_eight_reference_cards_with_the_round_in_front_and_the_fine_print_behind(
    printed: Path,
) -> None:
    path = printed / "reference.pdf"
    found = marks(path)
    assert Counter(mark.side for mark in found) == {"front": 8, "back": 8}
    with pikepdf.open(path) as pdf:
        width = float(pdf.pages[0].MediaBox[2]) / MM
    backs = {mark.copy: mark for mark in found if mark.side == "back"}
    for mark in found:
        assert mark.trim[2:] == (pytest.approx(CARD[0], abs=0.01), pytest.approx(CARD[1], abs=0.01))
        said = words_in(path, mark.page, mark.trim)
        if mark.side == "back":
            assert said.startswith("The fine print") and "draw nothing" in said
            assert all(
                word in said
                for word in (
                    "lavender",
                    "mauve",
                    "green",
                    "blue",
                    "dots",
                    "stripes",
                    "rings",
                    "checks",
                )
            )
            continue
        assert said.startswith("A round") and said.endswith("Six patients won: you win.")
        back = backs[mark.copy].trim
        assert back[0] == pytest.approx(width - mark.trim[0] - mark.trim[2], abs=0.01) and back[
            1
        ] == pytest.approx(mark.trim[1], abs=0.01)


# --- the rulebook
# --------------------------------------------------------------------------------


def test_the_rulebook_is_a_booklet_of_a5_pages(printed: Path) -> None:
    with pikepdf.open(printed / "rulebook.pdf") as pdf:
        assert len(pdf.pages) == 12, "three sheets, folded"
        for page in pdf.pages:
            assert [round(float(value) / MM, 1) for value in page.MediaBox] == [0, 0, 148, 210]


def bookmarks(items: Any) -> Iterator[str]:
    for item in items:
        yield str(item.title)
        yield from bookmarks(item.children)


def test_contents_and_links_lead_where_they_say(printed: Path) -> None:
    path = printed / "rulebook.pdf"
    pages = [" ".join(page.split()) for page in texts(path)]
    listed = re.findall(r"([A-Z][a-z ,]+?) (\d+)(?= |$)", pages[1].replace("Contents ", "", 1))
    chapters = [
        line[2:].strip()
        for line in (HOME / "rulebook.md").read_text().splitlines()
        if re.match("#{1,2} ", line)
    ]
    chapters = [chapter.lstrip("# ") for chapter in chapters]
    assert [title for title, _ in listed][: len(chapters)] == chapters
    for title, number in listed[: len(chapters)]:
        assert title in pages[int(number) - 1], (title, number)
    with pikepdf.open(path) as pdf:
        known = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        with pdf.open_outline() as outline:
            marked = list(bookmarks(outline.root))
        assert [title for title in marked if title in chapters] == chapters
        goals = []
        for number, page in enumerate(pdf.pages, 1):
            for link in page.obj.get("/Annots", []):
                goal = link.get("/Dest", link.get("/A", {}).get("/D") if "/A" in link else None)
                if isinstance(goal, pikepdf.Array):
                    goals.append((number, known[goal[0].objgen]))
        assert len([goal for start, goal in goals if start == 2]) == len(chapters)
        assert (7, 8) in goals, "from the turn to the rules of influence"


def test_the_example_plays_out_with_the_numbers_on_the_cards(printed: Path) -> None:
    page = next(
        " ".join(page.split())
        for page in texts(printed / "rulebook.pdf")
        if "Ana won the round before" in page
    )
    for said in (
        "She turns up an organ: heart, green", "Gita, number 26, with 2 stars", "2 and 2 make 4 stars", "who now counts 3 stars",
        "Gus, number 27, with 3 stars", "Suri, number 72, with 1 star,", "adds Urgent : 3 stars", "All three count 3", "decides: 26",
    ):  # fmt: skip
        assert said in page.replace("Urgent:", "Urgent :"), said
    other = next(
        " ".join(page.split())
        for page in texts(printed / "rulebook.pdf")
        if "Help for a rival" in page
    )
    for said in (
        "Ana has won five patients",
        "Gus forward, number 27, with 3 stars",
        "Gita, number 26, with 2 stars",
        "she counts 3 as well",
    ):
        assert said in other, said


def rulebook(game: Game, files: Any, name: str = "rulebook.md") -> str:
    source = (HOME / name).read_text()
    return "\n".join(
        render_markdown(
            markdown_templates(files, GAME), source, name, markdown_variables(game)
        ).lines
    )


USED = {
    "rulebook.md": (
        "hand_size", "organs", "patients_to_win", "influence_per_turn", "influence_per_patient", "stars_most", "stars_least", "loser_draws",
        "patients_per_round", "patients_drawn", "copies_of_an_organ", "copies_of_an_influence", "short_game_patients",
    ),
    "reference.md": (
        "hand_size", "patients_to_win", "influence_per_turn", "influence_per_patient", "stars_most", "stars_least", "loser_draws",
        "patients_per_round", "patients_drawn",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", USED)
def test_every_number_of_the_rules_moves_with_its_fact(kit: Kit, name: str) -> None:
    files = disk_for(find(ROOT), HOME)
    before = rulebook(kit.game, files, name)
    for fact in USED[name]:
        other = kit.game._replace(facts={**kit.game.facts, fact: kit.game.facts[fact] + 30})
        after = rulebook(other, files, name)
        assert after != before, fact
        new = [
            line
            for line, old in zip(after.split("\n"), before.split("\n"), strict=True)
            if line != old
        ]
        assert any(re.search(r"\d\d|thirty|forty|fifty", line, re.IGNORECASE) for line in new), (
            fact,
            new,
        )


LITERAL = {
    "one organ", "needs two", "two organs", "three rounds", "of five", "one turn", "one of the", "one category",
    "than one", "no two", "three parts", "two of the same value", "all three",
}  # fmt: skip
"""Numbers that may stand in the texts as words: no fact of the rules, or said by a promise
(OM16).
"""


@pytest.mark.parametrize("name", USED)
def test_no_number_of_the_rules_is_typed_into_a_text(name: str) -> None:
    source = re.sub(
        r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|!\[.*?\]\(.*?\)",
        "…",
        (HOME / name).read_text(),
        flags=re.DOTALL,
    )
    source = re.sub(r"^\s*\d+\. ", "", source.replace("*", ""), flags=re.MULTILINE)
    prose = " ".join(source.split()).lower()
    for allowed in LITERAL:
        prose = prose.replace(allowed, "")
    found = re.findall(
        r".{0,25}\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)\b.{0,25}", prose
    )
    assert found == []


# --- ink
# --------------------------------------------------------------------------------


def cover(image: Image.Image) -> float:
    """The share of a page that is ink, 0 to 1."""
    return 1 - float(ImageStat.Stat(image.convert("L")).mean[0]) / 255


@pytest.mark.parametrize("ink", list(Ink), ids=str)
def test_mat_and_boxes_are_thrifty_and_keep_their_words(
    kit: Kit, tmp_path: Path, printed: Path, ink: Ink
) -> None:
    target = printed
    if ink is not Ink.FULL:
        target = press(kit, tmp_path, order("a4", "mat", "box", ink=ink))
    most = 0.12 if ink is Ink.LOW else 0.35
    for name in ("boards.pdf", "box.pdf"):
        full, here = texts(printed / name), texts(target / name)
        assert [page.split() for page in here] == [page.split() for page in full]
        for number in range(len(here)):
            image = picture(target / name, number, 3)
            assert cover(image) < most
            if ink is Ink.GREY:
                bands = [ImageStat.Stat(band).mean[0] for band in image.convert("RGB").split()]
                assert max(bands) - min(bands) < 0.5


# --- promises on data that was spoilt
# --------------------------------------------------------------------------------


Change = tuple[str, str, str]
"""A file of the game, a text in it, and what replaces it."""


@pytest.fixture
def judged(tmp_path: Path) -> Callable[..., set[str]]:
    """The promises that are named when something of the game is altered."""

    def judge(*changes: Change) -> set[str]:
        shutil.copytree(HOME, tmp_path / "data" / GAME)
        shutil.copytree(ROOT / "templates" / GAME, tmp_path / "templates" / GAME)
        (tmp_path / "pnp.yaml").write_text("paper: a4\n")
        for file, old, new in changes:
            path = tmp_path / "data" / GAME / file
            assert old in path.read_text(), old
            path.write_text(path.read_text().replace(old, new, 1))
        game, found = load_game(disk_for(find(tmp_path), tmp_path / "data" / GAME), GAME)
        besides = (
            "P520",
            "P570",
        )  # a number that is typed in, a step of the setup that runs short: said besides
        found = [d for d in [*found, *check_game(game)] if d.code not in besides]
        named = [re.findall(r"\b(OM\d+[a-z]?)\b", d.message) for d in found]
        assert all(named), [d.message for d, names in zip(found, named, strict=True) if not names]
        return {name for names in named for name in names}

    return judge


SPOILT: dict[str, tuple[Change, set[str]]] = {
    "hands too large for the deck": (("game.yaml", "hand_size: 7", "hand_size: 13"), {"OM1a", "OM6", "OM7", "OM16", "OM17", "OM21"}),
    "hands that leave nothing to draw": (("game.yaml", "hand_size: 7", "hand_size: 9"), {"OM1a", "OM7", "OM16", "OM21"}),
    "another number of organs": (("game.yaml", "organs: 24", "organs: 26"), {"OM1b", "OM1d", "OM9a", "OM21"}),
    "so much influence that it never runs out": (("game.yaml", "influence: 40", "influence: 170"), {"OM1c", "OM1d", "OM8a", "OM21"}),
    "five patients win": (("game.yaml", "patients_to_win: 6", "patients_to_win: 5"), {"OM9a", "OM21"}),
    "an influence card of another value": (("cards/influence.yaml", "value: +2", "value: +1"), {"OM3", "OM15"}),
    "a name twice": (("cards/patients.csv", ",Nuri,", ",Nora,"), {"OM11f"}),
    "a patient who does not match in the example": (
        ("cards/patients.csv", "26,Gita,heart,green,2", "26,Gita,liver,green,2"), {"OM10", "OM11c", "OM15", "OM16", "OM17", "OM23"}),
    "no current organ on the mat": (("boards/table.yaml", "areas:", "areas:\n  spare: {at: [150mm, 20mm], size: [5mm, 5mm], pile: x, icon: liver, says: x}"), {"OM13"}),
    "a reference card too few": (("game.yaml", "    text: reference.md\n", "    text: reference.md\n    copies: 7\n"), {"OM14"}),
}  # fmt: skip


@pytest.mark.parametrize(("change", "broken"), SPOILT.values(), ids=SPOILT.keys())
def test_spoilt_data_breaks_the_promises_that_are_meant(
    judged: Callable[..., set[str]], change: Change, broken: set[str]
) -> None:
    assert judged(change) == broken


TYPED: dict[str, Change] = {
    "OM8b": ("rulebook.md", "draw nothing", "are out of luck"),
    "OM9b": (
        "rulebook.md",
        "With {{ ((facts.organs - 1) // (facts.patients_to_win - 1) + 1) | words }}",
        "With six",
    ),
    "OM9c": ("reference.md", "most patients won", "count your patients"),
    "OM9d": ("rulebook.md", "**more stars**", "**more luck**"),
    "OM12a": ("rulebook.md", "deals **{{ facts.hand_size | words }}**", "deals **eight**"),
    "OM12b": ("reference.md", "{{ facts.hand_size | words }}", "8"),
    "OM12c": (
        "reference.md",
        "**{{ facts.influence_per_turn | words }}** influence",
        "**three** influence",
    ),
    "OM12d": (
        "rulebook.md",
        "bears **{{ facts.influence_per_patient | words }}** influence",
        "bears **three** influence",
    ),
    "OM12e": (
        "reference.md",
        "at most {{ facts.influence_per_patient | words }} on one",
        "at most 3 on one",
    ),
    "OM12f": ("reference.md", "never of the same value", "never twins"),
    "OM12g": ("rulebook.md", "than **{{ facts.stars_most }} stars**", "than **5 stars**"),
    "OM12h": ("rulebook.md", "nor fewer than **{{ facts.stars_least }}**", "nor fewer than **0**"),
    "OM12i": (
        "rulebook.md",
        "has won **{{ facts.patients_to_win | words }} patients**",
        "has won **five patients**",
    ),
    "OM12j": (
        "reference.md",
        "{{ facts.patients_to_win | words | capitalize }} patients won",
        "Five patients won",
    ),
    "OM12k": (
        "rulebook.md",
        "**draws {{ facts.loser_draws | words }} influence",
        "**draws two influence",
    ),
    "OM12l": (
        "rulebook.md",
        "only {{ facts.patients_per_round | words }} in a round",
        "only two in a round",
    ),
    "OM29a": ("rulebook.md", "**most stars** gets", "**fewest stars** gets"),
    "OM29b": ("rulebook.md", "with the most stars gets", "with the fewest stars gets"),
    "OM29c": ("rulebook.md", "**lowest waitlist number**", "**highest waitlist number**"),
    "OM29d": ("reference.md", "**Most stars** win", "**Fewest stars** win"),
    "OM29e": ("boards/table.yaml", "tied, the lowest", "tied, the highest"),
    "OM30a": ("rulebook.md", "Some need **one organ**", "Some need **no organ**"),
    "OM30b": (
        "rulebook.md",
        "some **{{ facts.organs_per_patient | words }}**",
        "some **too many**",
    ),
    "OM30c": ("rulebook.md", "{{ facts.organs_per_patient | words }} icons", "such icons"),
    "OM30d": ("rulebook.md", "or on {{ facts.influence_per_turn | words }}", "or on several"),
    "OM30e": ("rulebook.md", "you **must** play it", "you **may** play it"),
    "OM30f": ("rulebook.md", "has three parts", "has four parts"),
    "OM30g": ("rulebook.md", "they are never shuffled again", "they are shuffled again"),
    "OM30h": ("reference.md", "Organs: never.", "Organs: likewise."),
}


def test_each_promise_about_the_texts_is_broken_by_its_own_words(
    judged: Callable[..., set[str]],
) -> None:
    """All at once, and no other promise with them."""
    assert judged(*TYPED.values()) == set(TYPED)


def test_every_promise_of_the_rules_is_written_down(kit: Kit) -> None:
    promises = {promise.id: promise for promise in kit.game.promises}
    stems = {re.sub("[a-z]+$", "", name) for name in promises}
    assert stems >= {f"OM{n}" for n in range(1, 27)}
    for promise in promises.values():
        assert promise.basis in ("stated", "derived", "public", "ours")
        assert promise.where or promise.basis == "ours", promise.id


def test_the_setup_deals_what_the_rules_say(kit: Kit) -> None:
    steps = kit.game.setup
    assert [(step.what, step.to) for step in steps] == [
        ("patients", "hand"), ("patients", "patient deck"), ("organs", "organ deck"), ("influence", "influence deck"),
    ]  # fmt: skip
    low, high = kit.game.players
    assert (
        low,
        high,
        kit.game.components["patients"].total - high * kit.game.facts["hand_size"],
    ) == (3, 8, 40)
