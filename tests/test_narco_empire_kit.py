"""Narco Empire as it is printed: read back from the PDFs, the marked faces, their colours and
their words.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from ink.cover import cover
from mutation.kits import Kit as Judged
from paper import MM, Mark, marks
from PIL import Image
from shipped import shipped

from pnp.assets.paths import bounds
from pnp.build.conductor import Kit, draw_documents, make_kit
from pnp.build.print_options import Order, imposed
from pnp.face import Shape, Text, walk
from pnp.impose.sheet import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.layout.placed_faces import PlacedFace
from pnp.load.workspace import disk_for, find
from pnp.units.geometry import Um
from pnp.units.sizes import parse_paper

ROOT = Path(__file__).parent.parent
GAME = "narco-empire"
DOTS = 4
"""Dots a millimetre of the pictures that are measured."""


def order(paper: str = "a4", *only: str, ink: Ink = Ink.FULL) -> Order:
    return Order(
        PaperOptions(parse_paper(paper), Duplex("long"), Um(0), Um(5_000), True), only=only, ink=ink
    )


@pytest.fixture(scope="module")
def kit() -> Kit:
    return shipped(GAME)


def laid(kit: Kit, name: str, side: str = "front") -> list[PlacedFace]:
    """The faces of one side of a component."""
    (sides,) = (sides for sides in kit.sides if sides.component.id == name)
    return [face for face in sides.laid if face.side == side]


def words_on(kit: Kit, name: str) -> str:
    """All that is written on a component, fronts and backs."""
    runs = (
        item.text
        for side in ("front", "back")
        for face in laid(kit, name, side)
        for item in walk(face.face.items)
        if isinstance(item, Text)
    )
    return " ".join(" ".join(runs).split())


@pytest.fixture(scope="module")
def printed(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("kit")
    for name, data in draw_documents(imposed(kit, order())).items():
        (target / name).write_bytes(data)
    return target


@cache
def picture(path: Path, page: int) -> Image.Image:
    document = pdfium.PdfDocument(path)
    made = document[page].render(scale=DOTS / MM).to_pil().convert("RGB")
    document.close()
    return made


def part(path: Path, mark: Mark, x: float, y: float, width: float, height: float) -> Image.Image:
    """A rectangle of a printed face, in millimetres of the face."""
    left, top = mark.trim[0] + x, mark.trim[1] + y
    box = (
        round(left * DOTS),
        round(top * DOTS),
        round((left + width) * DOTS),
        round((top + height) * DOTS),
    )
    return picture(path, mark.page).crop(box)


def share(image: Image.Image, color: str) -> float:
    """How much of a picture has a colour, more or less."""
    wanted = tuple(bytes.fromhex(color.removeprefix("#")))
    found = image.getcolors(image.width * image.height) or []
    near = sum(
        count
        for count, pixel in found
        if all(abs(a - b) < 24 for a, b in zip(pixel, wanted, strict=True))
    )
    return near / (image.width * image.height)


def text_of(path: Path) -> str:
    document = pdfium.PdfDocument(path)
    said = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
    document.close()
    return said


def fronts(path: Path) -> list[Mark]:
    return [mark for mark in marks(path) if mark.side == "front"]


# --- the whole kit
# --------------------------------------------------------------------------------


def test_the_kit_is_whole(kit: Kit) -> None:
    assert kit.diagnostics == ()
    totals = {
        name: (component.kind, component.total) for name, component in kit.game.components.items()
    }
    assert totals == {
        "setup": ("deck", 16), "narcos": ("deck", 68), "cartel": ("deck", 20), "tokens": ("tokens", 124),
        "board": ("board", 1), "time-line": ("mat", 1), "narcos-box": ("box", 1), "family-box": ("box", 1),
        "reference": ("reference", 4), "rulebook": ("rulebook", 1),
    }  # fmt: skip
    held = [
        name
        for box in ("narcos-box", "family-box")
        for name in kit.game.components[box].details.holds
    ]
    assert sorted(held) == ["cartel", "narcos", "setup"]


def test_no_type_on_pieces_is_smaller_than_the_floor(kit: Kit) -> None:
    pieces = [
        face for sides in kit.sides if sides.component.kind != "rulebook" for face in sides.laid
    ]
    sizes = [
        item.size for face in pieces for item in walk(face.face.items) if isinstance(item, Text)
    ]
    assert len(sizes) > 400 and min(sizes) >= 7.5


def test_a_card_has_an_outline_for_each_unit_that_it_carries(kit: Kit) -> None:
    unit = next(card for card in kit.game.components["tokens"].cards if card.id == "unit").size
    for deck in ("setup", "narcos"):
        for side in laid(kit, deck):
            if not (carries := side.card.values["carries"]):
                continue
            squares = [
                (bounds(item.path), item.stroke)
                for item in walk(side.face.items)
                if isinstance(item, Shape)
            ]
            places = [
                box
                for box, stroke in squares
                if stroke
                and box.y > 50_000
                and box.width == box.height
                and 0 <= box.width + stroke.width - unit.width <= 500
            ]
            assert len({(box.x, box.y) for box in places}) == carries, side.card.id


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_of_it_goes_on_home_paper(kit: Kit, paper: str) -> None:
    made = imposed(kit, order(paper))
    sheets = {document.name: len(document.sheets) for document in made.documents}
    assert (
        sheets["cards"] <= 13
        and sheets["tokens"] == 1
        and sheets["box"] == 2
        and sheets["boards"] == 6
    )


# --- cards
# --------------------------------------------------------------------------------


def test_nine_kinds_lie_on_the_sheets(kit: Kit, printed: Path) -> None:
    kinds = {card.id: card.values["kind"]["id"] for card in kit.game.components["narcos"].cards}
    found = Counter(
        kinds[mark.card] for mark in fronts(printed / "cards.pdf") if mark.component == "narcos"
    )
    order_of_the_rules = (
        "laboratory",
        "transport",
        "dealer",
        "storage",
        "press",
        "informant",
        "police",
        "military",
        "dea",
    )
    assert [found[kind] for kind in order_of_the_rules] == [4, 8, 12, 12, 5, 8, 10, 7, 2]


def test_sixteen_cards_have_two_circles_at_the_right_edge(kit: Kit, printed: Path) -> None:
    night = str(kit.game.palette["night"])
    path = printed / "cards.pdf"
    found: Counter[str] = Counter()
    for mark in fronts(path):
        if mark.component == "cartel":
            continue
        dots = [share(part(path, mark, 55.2, y - 0.8, 1.6, 1.6), night) > 0.9 for y in (27, 34)]
        assert dots[0] == dots[1]
        if dots[0]:
            assert (
                share(part(path, mark, 55.2, 29.4, 1.6, 2.2), night) < 0.4
            )  # two circles, not one
            found[mark.card] += 1
    assert found == {"plane": 4, "depot": 4, "military": 7, "auditor": 1}


def test_gun_siren_or_golden_pistol_in_the_upper_right_corner(kit: Kit, printed: Path) -> None:
    palette = {name: str(kit.game.palette[name]) for name in ("coral", "mint", "gold", "night")}
    path = printed / "cards.pdf"
    cards = {
        (name, card.id): card
        for name in ("setup", "narcos")
        for card in kit.game.components[name].cards
    }
    found: Counter[str] = Counter()
    for mark in fronts(path):
        if mark.component == "cartel":
            continue
        corner = part(path, mark, 46.6, 5.8, 10.4, 10.4)
        shares = {name: share(corner, color) for name, color in palette.items()}
        golden = shares["night"] > 0.4 and shares["gold"] > 0.05
        seen = (
            "gun"
            if shares["coral"] > 0.3
            else "siren"
            if shares["mint"] > 0.3
            else "start"
            if golden
            else "none"
        )
        assert seen == cards[mark.component, mark.card].values["mark"]["id"], mark
        found[seen] += 1
    assert found == {"gun": 36, "siren": 32, "start": 16}


def test_all_backs_of_a_deck_are_one_face(kit: Kit) -> None:
    digests = {
        name: {kit.digests[id(side.face)] for side in laid(kit, name, "back")}
        for name in ("setup", "narcos", "cartel")
    }
    assert {name: len(found) for name, found in digests.items()} == {
        "setup": 1,
        "narcos": 1,
        "cartel": 1,
    }
    assert digests["setup"] == digests["narcos"] != digests["cartel"]


# --- chits, board and mat
# --------------------------------------------------------------------------------


def test_every_chit_lies_on_the_sheet_at_its_size(printed: Path) -> None:
    found = fronts(printed / "tokens.pdf")
    assert Counter(mark.card.partition("-")[0] for mark in found) == {
        "unit": 50, "crop": 12, "million": 20, "gold": 10, "hitman": 8, "worker": 20, "contact": 1, "airstrip": 1, "harbour": 1, "bulk": 1,
    }  # fmt: skip
    sizes = {mark.card: mark.trim[2:] for mark in found}
    for name, wanted in {
        "unit": (10, 10),
        "crop": (10, 10),
        "million": (18, 10),
        "hitman": (16, 16),
        "worker-blue": (12, 12),
    }.items():
        assert sizes[name] == pytest.approx(wanted, abs=0.01)


def test_each_worker_has_its_colour_and_its_letter(kit: Kit, printed: Path) -> None:
    path = printed / "tokens.pdf"
    faces = {side.card.id: side.face for side in laid(kit, "tokens")}
    for colour, term in kit.game.terms["player"].items():
        mark = next(mark for mark in fronts(path) if mark.card == f"worker-{colour}")
        assert share(part(path, mark, 0, 0, 12, 12), str(kit.game.palette[term["color"]])) > 0.4
        assert [item.text for item in walk(faces[mark.card].items) if isinstance(item, Text)] == [
            term["letter"]
        ]
    letters = [term["letter"] for term in kit.game.terms["player"].values()]
    icons = [term["icon"] for term in kit.game.terms["player"].values()]
    assert len(set(letters)) == len(set(icons)) == 4


def test_the_board_says_what_its_places_are(printed: Path) -> None:
    said = text_of(printed / "boards.pdf")
    for words in (
        "Chicago",
        "Miami",
        "New York",
        "Los Angeles",
        "Narcos deck",
        "Discards",
        "Spare dealer",
        "Cartel deck",
        "lose 2 units",
        "1 unit for each of theirs",
    ):
        assert words in said, words
    assert said.count("Before you sell here") >= 4


# --- words
# --------------------------------------------------------------------------------


def test_the_rulebook_tells_what_a_table_needs(kit: Kit, printed: Path) -> None:
    said = text_of(printed / "rulebook.pdf")
    for words in (
        "a deck of 51", "seven cards lie on the time line", "three sirens lie there", "9 − 3 = 6 units are sold for 6 million", "3 × 1 = 3 million",
        "lay one of them face up", "1 + 1 = 2 million", "The Press carries a siren", "setup cards too", "Improved lab",
    ):  # fmt: skip
        assert words in said, words
    for card in kit.game.components["cartel"].cards:
        assert str(card.values["title"]) in said
    events = " ".join(words_on(kit, "cartel").split())
    assert "2 or more crops" in said and "2 or more crops" in events and "{" not in said + events
    for term in kit.game.terms["moment"].values():
        assert str(term["label"]).split(",")[0] in said


def test_every_icon_of_the_rulebook_is_explained(kit: Kit) -> None:
    told = set(kit.game.words["icons"])
    assert set(kit.resources.icons) - told == set()
    assert told - set(kit.resources.icons) == set()


def test_four_reference_cards_with_two_faces(printed: Path) -> None:
    assert Counter(mark.side for mark in marks(printed / "reference.pdf")) == {
        "front": 4,
        "back": 4,
    }
    said = text_of(printed / "reference.pdf")
    assert (
        said.count("7 cards or 3 sirens") == 4
        and said.count("3 guns:") == 4
        and said.count("2 units lost") == 4
    )


def test_the_other_readings_reach_every_page(tmp_path: Path) -> None:
    for folder in (f"data/{GAME}", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pnp.yaml", tmp_path)
    file = tmp_path / "data" / GAME / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for stands, instead in (
        ("press_is_siren: yes", "press_is_siren: no"),
        ("start_dealers: 1", "start_dealers: 4"),
        ("replaced_setup_cards: discarded", "replaced_setup_cards: removed"),
    ):
        assert text.count(stands) == 1
        text = text.replace(stands, instead)
    file.write_text(text, encoding="utf-8")
    other = make_kit(disk_for(find(tmp_path), file.parent), GAME)
    assert other.diagnostics == ()
    said = {name: words_on(other, name) for name in ("rulebook", "board", "reference")}
    assert "48" in said["rulebook"] and "51" not in said["rulebook"]
    for words in (
        "The spare dealers, one of each city, face up",
        "A loud press",
        "gun, siren or neither",
    ):
        assert words in said["rulebook"]
    assert "no siren and no gun" in said["rulebook"] and "leave the game" in said["rulebook"]
    assert "Spare dealers" in said["board"] and "A spare dealer" in said["reference"]
    backs = {
        name: {other.digests[id(side.face)] for side in laid(other, name, "back")}
        for name in ("setup", "narcos")
    }
    assert not backs["setup"] & backs["narcos"]  # out of the game they may be told from the rest


# --- ink
# --------------------------------------------------------------------------------


def test_it_is_thrifty_with_ink(printed: Path) -> None:
    for name, most in (
        ("cards.pdf", 0.25),
        ("boards.pdf", 0.25),
        ("tokens.pdf", 0.15),
        ("box.pdf", 0.2),
    ):
        pages = sorted({mark.page for mark in marks(printed / name)})[:2] or [0]
        assert max(cover(picture(printed / name, page)) for page in pages) < most, name


# --- promises on data that was spoilt
# --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def judged() -> Judged:
    """The game, to be judged with another text in place of one of its files."""
    kit = Judged(GAME)
    assert kit.verdict() == []
    return kit


SPOILT = [
    ("NE10b", "cards/setup.yaml", "crops: [0, 2, 3]", "crops: [1, 2, 3]"),
    ("NE14j", "cards/cartel.yaml", "hitmen: 2, text", "hitmen: 2, millions: 1, text"),
    (
        "NE14j",
        "game.yaml",
        "hitmen: {int: [0, 2], default: 0}",
        "hitmen: {int: [0, 2], default: 1}",
    ),
    (
        "NE14k",
        "game.yaml",
        "millions: {int: [0, 9], default: 0}",
        "millions: {int: [0, 9], default: 1}",
    ),
    (
        "NE14k",
        "cards/cartel.yaml",
        "icon: jeep, moment: network, millions: 1",
        "icon: jeep, moment: network, millions: 2",
    ),
    (
        "NE14k",
        "cards/cartel.yaml",
        "icon: jeep, moment: network, millions: 1",
        "icon: jeep, moment: network",
    ),
    (
        "NE14l",
        "game.yaml",
        "hitmen: {int: [0, 2], default: 0}",
        "hitmen: {int: [0, 2], default: 1}",
    ),
    (
        "NE14l",
        "cards/cartel.yaml",
        "icon: flame, moment: own, hitmen: 1",
        "icon: flame, moment: own",
    ),
    (
        "NE14m",
        "cards/cartel.yaml",
        "You have **{shifts} extra** activities",
        "You have **3 extra** activities",
    ),
    (
        "NE14m",
        "cards/cartel.yaml",
        "next **{tapped} Narcos cards**",
        "next **{shifts} Narcos cards**",
    ),
    ("NE15f", "game.yaml", "bulk_from: 6", "bulk_from: 5"),
    ("NE19c", "game.yaml", "facts.dealers // facts.cities", "facts.dealers // (facts.cities - 1)"),
    ("NE22d", "game.yaml", "players: {min: 2", "players: {min: 3"),
    ("NE27i", "rulebook.md", "A turn has three phases", "A turn has four phases"),
    ("NE27j", "game.yaml", '"Your turn, phase 1"', '"Your turn, phase 2"'),
    (
        "NE27k",
        "rulebook.md",
        "**Police, Military or Press** card",
        "**Police, Military or Informant** card",
    ),
    ("NE27k", "reference.md", "Police, Military or Press just", "Police or Military just"),
]


@pytest.mark.parametrize(("promise", "file", "old", "new"), SPOILT)
def test_a_promise_is_broken_by_the_fault_that_it_is_there_for(
    judged: Judged, promise: str, file: str, old: str, new: str
) -> None:
    text = judged.files()[file]
    assert text.count(old) == 1
    found = judged.verdict(file, text.replace(old, new))
    assert promise in {
        name for said in found for name in re.findall(r"\bNE\d+[a-z]*\b", said.message)
    }, found


def test_which_siren_hurts_is_typed_nowhere(judged: Judged) -> None:
    """It comes from the facts; and the words that no promise can read name the phases without
    their numbers.
    """
    files = judged.files()
    prose = re.sub(r"\{%-? set .*?%\}", "", files["rulebook.md"])
    assert (
        not re.search(r"\b(second|third) siren", prose)
        and prose.count("{{ third }} siren") == 3
        and prose.count("{{ second }} siren") == 2
    )
    assert not re.search(r"phase \d", files["words.yaml"])
