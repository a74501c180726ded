"""The finished faces and backs of templates/base, as a person who writes YAML alone meets them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.build.conductor import Kit, make_kit
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, Problems
from pnp.draw.pictures import png
from pnp.draw.resources import Assets
from pnp.face import Face, Group, Shape, dump, walk
from pnp.face import Text as Run
from pnp.load import workspace
from pnp.load.yaml import parse

BASE = workspace.shipped_folder() / "templates" / "base"
FACES = (
    *("classic", "stat-card", "text-only", "picture", "big-number"),
    *("character", "event", "quiz", "playing-card"),
)
BACKS = ("classic-back", "rings-back", "stripes-back")
SIZES = ("poker", "mini-euro", "tarot", "square", "88x63")
LONG = (
    "Nobody would ever print a name as long as this one on a card, but sooner or later somebody tries it, and then it must wrap "
    "and shrink and still be legible, down to its very last word, which is: there."
)
HEAD = "title: Lighthouse Keepers\nplayers: {min: 2, max: 4}\n"
CARD = {
    "classic": "{id: a, title: The Old Compass, corner: 12, icon: compass, text: 'Draw **two** cards :sun:'}",
    "stat-card": "{id: a, title: Keeper, corner: -3, icon: compass, stats: [Speed 4, Night vision -2], text: Draw **two** cards.}",
    "text-only": "{id: a, title: Storm!, corner: 3, text: 'Every keeper turns **one ship** face down.', note: The night of 1911}",
    "picture": "{id: a, title: The Bay, corner: 7, icon: sunset, text: Draw two cards.}",
    "big-number": "{id: a, number: -12, title: Sailors, icon: compass, text: Draw two cards.}",
    "character": "{id: a, title: Mara, corner: 3, role: pilot, icon: compass, stats: [Luck -2], ability: Fog, text: Draw **two** cards., note: Ahoy}",
    "event": "{id: a, title: Lighthouse, corner: 4, cost: [2 ore, 3], icon: compass, kind: building, text: Draw a card., gain: [two-coins]}",
    "quiz": "{id: a, title: At sea, corner: 2, question: How long is a mile?, choices: [1609 m, 1852 m], answer: B}",
    "playing-card": "{id: a, rank: 10, suit: spades, color: accent}",
}


ROWS = {name: f"- {card}\n" for name, card in CARD.items()}
MUST = dict.fromkeys(FACES, "title: Seven") | {
    "big-number": "number: 7",
    "quiz": "question: Seven",
    "playing-card": "rank: 7, suit: clubs",
}
TEXTS = FACES[:7]
TITLED = FACES[:-1]
"""Faces with a text, and those with words of any length."""


def titled_rows(title: str) -> dict[str, str]:
    """A card of this title for each face."""
    more = {"big-number": "number: 7, title: {}", "quiz": "question: {}"}
    return {name: f"- {{id: a, {more.get(name, 'title: {}').format(title)}}}\n" for name in TITLED}


def opened(home: Path, game: str, cards: str = "") -> Kit:
    folder = home / "data" / "try"
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    (home / "pnp.yaml").write_text("")
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "cards" / "d.yaml").write_text(cards, encoding="utf-8")
    return make_kit(workspace.disk_for(workspace.find(home), folder), "try")


def opened_all(home: Path, cards: Mapping[str, str], more: str = "", head: str = HEAD) -> Kit:
    """A game with a deck of each face, each with cards of its own."""
    components = [
        f"  {name}: {{kind: deck, template: base/{name}, cards: cards/{name}.yaml{more}}}\n"
        for name in cards
    ]
    folder = home / "data" / "try" / "cards"
    folder.mkdir(parents=True)
    for name, rows in cards.items():
        (folder / f"{name}.yaml").write_text(rows, encoding="utf-8")
    return opened(home, f"{head}components:\n{''.join(components)}")


def least_size(of: Face) -> float:
    return min(item.size for item in walk(of.items) if isinstance(item, Run))


def deck(template: str, more: str = "") -> str:
    return f"{HEAD}components:\n  d: {{kind: deck, template: base/{template}, cards: cards/d.yaml{more}}}\n"


def findings(home: Path, game: str, cards: str) -> tuple[Diagnostic, ...]:
    try:
        return opened(home, game, cards).diagnostics
    except Problems as problem:
        return problem.diagnostics


def face(kit: Kit, side: str, number: int = 0) -> Face:
    return next(laid.face for laid in kit.sides[number].laid if laid.side == side)


def words(of: Face) -> str:
    return "".join(item.text for item in walk(of.items) if isinstance(item, Run)).replace(" ", "")


def picture(kit: Kit, side: str, dpi: int = 100) -> Image.Image:
    return Image.open(
        BytesIO(png(face(kit, side), Assets(kit.resources.typefaces()), dpi))
    ).convert("RGB")


def unlike(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one, other).convert("L")).mean[0]


# --- long words
# --------------------------------------------------------------------------------


def sized(template: str, sizes: Iterable[str], title: str) -> tuple[str, str]:
    """A game of this title with a deck of each size, its front or its back this template; and
    its card, of this title as well.
    """
    front = template if template in FACES else "picture"
    back = template if template in BACKS else "classic-back"
    both = f"template: base/{front}, back: base/{back}.xml"
    decks = "".join(
        f"  {size}: {{kind: deck, {both}, size: {size}, cards: cards/d.yaml}}\n" for size in sizes
    )
    card = re.sub(r"title: [^,]*", f"title: {title}", CARD[front]).replace("Night vision", "Luck")
    return f"{HEAD.replace('Lighthouse Keepers', title)}components:\n{decks}", f"- {card}\n"


def titled(home: Path, template: str, size: str, title: str) -> Kit:
    """A game of this title with a deck of this size."""
    return opened(home / size, *sized(template, [size], title))


def test_card_with_only_what_must_be_given_is_printed(tmp_path: Path) -> None:
    rows = {
        name: f"- {{id: a, {must}}}\n" + f"- {{id: b, {must}, text: ''}}\n" * (name in TEXTS)
        for name, must in MUST.items()
    }
    kit = opened_all(tmp_path, rows)
    assert kit.diagnostics == ()
    fronts = [words(face(kit, "front", number)) for number in range(len(FACES))]
    assert all("7" in front or "Seven" in front for front in fronts)


def test_name_of_200_characters_is_set_to_its_last_word(tmp_path: Path) -> None:
    assert len(LONG) == 200
    kit = opened_all(tmp_path, titled_rows(f"'{LONG}'"))
    assert kit.diagnostics == ()
    for number in range(len(TITLED)):
        front = face(kit, "front", number)
        assert LONG.replace(" ", "") in words(front) and least_size(front) >= 7.5


def test_word_of_200_characters_is_reported_not_cut(tmp_path: Path) -> None:
    found = opened_all(tmp_path, titled_rows("x" * 200)).diagnostics
    wide = [d for d in found if d.code == "P310" and "too wide" in d.message]
    cards = [note.span for d in wide for note in d.notes]
    assert {Path(card.file).stem for card in cards if card} >= {*TITLED}


def test_accent_of_the_game_colours_the_whole_face(tmp_path: Path) -> None:
    kit = opened_all(tmp_path, ROWS, head=f"{HEAD}palette: {{accent: '#7a1f2b'}}\n")
    assert kit.diagnostics == ()
    for number in range(len(FACES)):
        for side in ("front", "back"):
            shown = dump(face(kit, side, number))
            assert "#7a1f2b" in shown and "#1f5566" not in shown


@pytest.mark.parametrize(
    ("card", "count"),
    [
        ("rank: 2, suit: hearts", 2),
        ("rank: 7, suit: hearts", 7),
        ("rank: 10, suit: clubs", 10),
        ("rank: A, suit: spades", 1),
        ("rank: Page, suit: moon, icon: cat", 4),  # two figures, each with the suit
        ("rank: K, suit: diamonds", 4),
    ],
)
def test_playing_card_has_as_many_pips_as_its_rank(card: str, count: int, tmp_path: Path) -> None:
    kit = opened(tmp_path, deck("playing-card"), f"- {{id: a, {card}}}\n")
    icons = [item for item in walk(face(kit, "front").items) if isinstance(item, Group)]
    drawn = sum(all(isinstance(part, Shape) for part in item.items) for item in icons)
    assert (kit.diagnostics, drawn) == ((), count + 2)


# --- backs
# --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("back", BACKS)
def test_back_is_the_same_after_half_a_turn(back: str, size: str, tmp_path: Path) -> None:
    kit = opened(
        tmp_path,
        deck("classic", f", shuffled: yes, size: {size}, back: base/{back}.xml"),
        f"- {CARD['classic']}\n",
    )
    assert kit.diagnostics == ()
    shown = picture(kit, "back", 150)
    # Anti-aliasing falls differently on the two sides of a line; a mirrored name alone makes a mean
    # of more than 2 of 255.
    assert unlike(shown, shown.transpose(Image.Transpose.ROTATE_180)) < 1.8
    assert unlike(shown, shown.transpose(Image.Transpose.FLIP_TOP_BOTTOM)) > 2


@pytest.mark.parametrize("back", BACKS)
def test_back_is_no_flood_of_ink(back: str, tmp_path: Path) -> None:
    kit = opened(tmp_path, deck("classic", f", back: base/{back}.xml"), f"- {CARD['classic']}\n")
    cover = 1 - ImageStat.Stat(picture(kit, "back").convert("L")).mean[0] / 255
    assert 0.08 < cover < 0.35


@pytest.mark.parametrize("name", [*FACES, *BACKS])
def test_three_millimetres_along_the_trim_stay_white(name: str, tmp_path: Path) -> None:
    template, more = (name, "") if name in FACES else ("classic", f", back: base/{name}.xml")
    kit = opened(tmp_path, deck(template, more), f"- {CARD[template]}\n")
    shown = picture(kit, "back" if name in BACKS else "front", 254)  # ten pixels a millimetre
    inner = shown.copy()
    inner.paste("white", (29, 29, shown.width - 29, shown.height - 29))
    assert inner.getcolors() == [(shown.width * shown.height, (255, 255, 255))]


@pytest.mark.parametrize("name", [*FACES, *BACKS])
def test_back_speaks_of_no_card_so_that_it_is_made_once(name: str, tmp_path: Path) -> None:
    templates = Templates(
        workspace.disk_for(workspace.find(tmp_path), tmp_path / "data" / "try"), "try"
    )
    assert templates.reads(f"base/{name}.xml", "card") == (name in FACES)


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("<face><text>{{ card.id }}</text></face>", True),
        ("<face><text>{{ game.title }}</text></face>", False),
        ("{% macro a(b) %}{{ b.c }}{% endmacro %}<face>{{ a(card) }}</face>", True),
        ("{% import 'parts.xml' as parts %}<face/>", False),
        ("{% import 'parts.xml' as parts with context %}<face/>", True),
        ("{% from 'parts.xml' import a with context %}<face/>", True),
        ("{% include 'parts.xml' %}", True),
        ("{% extends 'parts.xml' %}", True),
    ],
)
def test_what_may_depend_on_a_card(source: str, reads: bool, tmp_path: Path) -> None:
    (tmp_path / "templates" / "try").mkdir(parents=True)
    (tmp_path / "pnp.yaml").write_text("")
    (tmp_path / "templates" / "try" / "one.xml").write_text(source)
    templates = Templates(
        workspace.disk_for(workspace.find(tmp_path), tmp_path / "data" / "try"), "try"
    )
    assert templates.reads("one.xml", "card") is reads


def test_back_says_which_game_it_is_from(tmp_path: Path) -> None:
    kit = opened(tmp_path, deck("classic"), f"- {CARD['classic']}\n")
    assert words(face(kit, "back")) == "LIGHTHOUSEKEEPERS" * 2


def test_cards_of_a_shuffled_deck_have_one_back(tmp_path: Path) -> None:
    kit = opened(
        tmp_path, deck("classic", ", shuffled: yes"), "- {id: a, title: A}\n- {id: b, title: B}\n"
    )
    assert len({id(laid.face) for laid in kit.sides[0].laid if laid.side == "back"}) == 1


# --- what a deck may say beside template:
# --------------------------------------------------------------------------------


def test_deck_names_another_back(tmp_path: Path) -> None:
    kit = opened(tmp_path, deck("classic", ", back: base/rings-back.xml"), f"- {CARD['classic']}\n")
    assert (kit.game.components["d"].front, kit.game.components["d"].back) == (
        "base/classic.xml",
        "base/rings-back.xml",
    )


def test_each_template_brings_a_back(tmp_path: Path) -> None:
    brought = {
        name: opened(tmp_path / name, deck(name), f"- {CARD[name]}\n").game.components["d"].back
        for name in FACES
    }
    assert brought == {
        "classic": "base/classic-back.xml",
        "stat-card": "base/classic-back.xml",
        "text-only": "base/stripes-back.xml",
        "picture": "base/rings-back.xml",
        "big-number": "base/rings-back.xml",
        "character": "base/classic-back.xml",
        "event": "base/rings-back.xml",
        "quiz": "base/stripes-back.xml",
        "playing-card": "base/classic-back.xml",
    }


def test_deck_can_do_without_a_back(tmp_path: Path) -> None:
    kit = opened(tmp_path, deck("classic", ", back: none"), f"- {CARD['classic']}\n")
    assert kit.game.components["d"].back is None
    assert {laid.side for laid in kit.sides[0].laid} == {"front"}


def test_template_and_front_contradict_each_other(tmp_path: Path) -> None:
    found = findings(
        tmp_path, deck("classic", ", front: base/picture.xml"), f"- {CARD['classic']}\n"
    )
    assert [(d.code, d.message, d.span.line if d.span else 0) for d in found] == [
        ("P210", "template: brings its own front, and front: names another", 4)
    ]


def test_misspelt_template_is_answered_with_the_nearest(tmp_path: Path) -> None:
    found = findings(tmp_path, deck("clasic"), f"- {CARD['classic']}\n")
    assert [(d.code, d.message, d.hint) for d in found] == [
        (
            "P307",
            'there is no template "base/clasic"',
            'did you mean "base/classic" or "base/playing-card" or "base/character"?',
        )
    ]


def test_template_is_named_without_its_suffix(tmp_path: Path) -> None:
    found = findings(tmp_path, deck("classic.xml"), f"- {CARD['classic']}\n")
    assert [(d.code, d.hint) for d in found] == [("P307", 'did you mean "base/classic"?')]


def test_deck_extends_the_fields_of_its_template(tmp_path: Path) -> None:
    game = deck("classic", ", fields: {cost: int, corner: {int: [1, 9]}}")
    kit = opened(tmp_path, game, "- {id: a, title: A, cost: 3, corner: 9}\n")
    assert list(kit.game.components["d"].fields) == ["title", "corner", "icon", "text", "cost"]
    assert kit.game.components["d"].cards[0].values["corner"] == 9
    found = findings(tmp_path, game, "- {id: a, title: A, cost: 3, corner: 10}\n")
    assert [d.code for d in found] == ["P205"]


def test_field_that_neither_declares_is_refused(tmp_path: Path) -> None:
    found = findings(tmp_path, deck("classic"), "- {id: a, titel: A}\n")
    assert [(d.code, d.hint) for d in found if d.code == "P201"] == [
        ("P201", 'did you mean "title"?')
    ]


def test_games_own_template_may_declare_its_fields(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "try"
    own.mkdir(parents=True)
    (own / "mine.xml").write_text(
        '<face><text at="5mm 5mm" width="50mm">{{ card.motto }}</text></face>'
    )
    (own / "mine.yaml").write_text(
        "about: a motto\nfields: {motto: text}\nback: base/rings-back.xml\n"
    )
    game = deck("classic").replace("base/classic", "mine")
    kit = opened(tmp_path, game, "- {id: a, motto: Light}\n")
    assert kit.diagnostics == ()
    assert words(face(kit, "front")) == "Light"
    assert kit.game.components["d"].back == "base/rings-back.xml"
    (own / "mine.yaml").write_text("about: a motto\nfeilds: {motto: text}\n")
    assert [
        (d.code, Path(d.span.file).name, d.span.line)
        for d in findings(tmp_path, game, "- {id: a}\n")
        if d.span
    ] == [("P201", "mine.yaml", 2)]


def test_every_face_declares_what_it_reads() -> None:
    assert {path.stem for path in BASE.glob("*.yaml")} == {*FACES, "art", "styles"}
    parts = (BASE / "parts.xml").read_text(encoding="utf-8")
    for name in (*FACES, "art"):
        back = (BASE / "back-image.xml").read_text(encoding="utf-8") if name == "art" else ""
        written = parse((BASE / f"{name}.yaml").read_bytes(), name)
        source = parts + back + (BASE / f"{name}.xml").read_text(encoding="utf-8")
        assert isinstance(written, dict)
        assert (BASE / written["back"].removeprefix("base/")).is_file()
        for field in written["fields"]:
            assert f'(card, "{field}")' in source or f"card.{field}" in source, (name, field)
