"""The finished faces and backs of templates/base, as a person who writes YAML alone meets them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.build.conductor import Kit, make_kit
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, Problems
from pnp.draw.pictures import png
from pnp.draw.resources import Assets
from pnp.face import Face, dump, walk
from pnp.face import Text as Run
from pnp.load import workspace
from pnp.load.yaml import parse
from pnp.units.sizes import CARDS

BASE = workspace.shipped_folder() / "templates" / "base"
FACES = ("classic", "stat-card", "text-only", "picture", "big-number")
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
}


def opened(home: Path, game: str, cards: str = "") -> Kit:
    folder = home / "data" / "try"
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    (home / "pnp.yaml").write_text("")
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "cards" / "d.yaml").write_text(cards, encoding="utf-8")
    return make_kit(workspace.disk_for(workspace.find(home), folder), "try")


def deck(template: str, more: str = "") -> str:
    return f"{HEAD}components:\n  d: {{kind: deck, template: base/{template}, cards: cards/d.yaml{more}}}\n"


def findings(home: Path, game: str, cards: str) -> tuple[Diagnostic, ...]:
    try:
        return opened(home, game, cards).diagnostics
    except Problems as problem:
        return problem.diagnostics


def face(kit: Kit, side: str) -> Face:
    return next(laid.face for laid in kit.sides[0].laid if laid.side == side)


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


@pytest.mark.parametrize("template", [*FACES, *BACKS])
def test_long_word_as_title_fits_every_size_that_has_a_name(template: str, tmp_path: Path) -> None:
    kit = opened(tmp_path, *sized(template, CARDS, "Leuchtturmwart"))
    assert len(kit.sides) == len(CARDS) > 20
    assert kit.diagnostics == ()


@pytest.mark.parametrize("template", [*FACES, *BACKS])
def test_word_of_eleven_letters_fits_the_small_sizes(template: str, tmp_path: Path) -> None:
    small = ("mini-us", "mini-american", "mini-euro", "micro", "domino")
    kit = opened(tmp_path, *sized(template, small, "Nebelinseln"))
    assert len(kit.sides) == len(small) and kit.diagnostics == ()


@pytest.mark.parametrize("back", BACKS)
def test_back_is_set_in_narrow_letters_only_where_capitals_have_no_room(
    back: str, tmp_path: Path
) -> None:
    wide, mini, micro = (
        titled(tmp_path, back, size, "Leuchtturmwart") for size in ("poker", "business", "micro")
    )
    assert [words(face(kit, "back")) for kit in (wide, mini)] == ["LEUCHTTURMWART" * 2] * 2
    assert words(face(micro, "back")) == "Leuchtturmwart" * 2
    short = titled(tmp_path / "short", back, "micro", "Toys")
    assert words(face(short, "back")) == "TOYS" * 2
    shown = picture(micro, "back", 300)
    assert unlike(shown, shown.transpose(Image.Transpose.ROTATE_180)) < 1.8


@pytest.mark.parametrize("name", [*FACES, *BACKS])
def test_three_millimetres_along_the_trim_of_a_micro_card_stay_white(
    name: str, tmp_path: Path
) -> None:
    shown = picture(
        titled(tmp_path, name, "micro", "Leuchtturmwart"), "back" if name in BACKS else "front", 254
    )
    shown.paste("white", (29, 29, shown.width - 29, shown.height - 29))
    assert shown.getcolors() == [(shown.width * shown.height, (255, 255, 255))]


# --- fronts
# --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("template", FACES)
def test_deck_of_yaml_alone_has_nothing_to_complain_of(
    template: str, size: str, tmp_path: Path
) -> None:
    kit = opened(tmp_path, deck(template, f", size: {size}"), f"- {CARD[template]}\n")
    assert kit.diagnostics == ()
    assert {laid.side for laid in kit.sides[0].laid} == {"front", "back"}
    assert min(item.size for item in walk(face(kit, "front").items) if isinstance(item, Run)) >= 7.5


@pytest.mark.parametrize("template", FACES)
def test_card_with_only_what_must_be_given_is_printed(template: str, tmp_path: Path) -> None:
    must = "number: 7" if template == "big-number" else "title: Seven"
    kit = opened(tmp_path, deck(template), f"- {{id: a, {must}}}\n- {{id: b, {must}, text: ''}}\n")
    assert kit.diagnostics == ()
    assert ("7" if template == "big-number" else "Seven") in words(face(kit, "front"))


@pytest.mark.parametrize("template", FACES)
def test_name_of_200_characters_is_set_to_its_last_word(template: str, tmp_path: Path) -> None:
    assert len(LONG) == 200
    must = "number: 7, " if template == "big-number" else ""
    kit = opened(tmp_path, deck(template), f"- {{id: a, {must}title: '{LONG}', text: ''}}\n")
    assert kit.diagnostics == ()
    assert LONG.replace(" ", "") in words(face(kit, "front"))
    assert min(item.size for item in walk(face(kit, "front").items) if isinstance(item, Run)) >= 7.5


@pytest.mark.parametrize("template", FACES)
def test_word_of_200_characters_is_said_not_cut(template: str, tmp_path: Path) -> None:
    must = "number: 7, " if template == "big-number" else ""
    found = findings(tmp_path, deck(template), f"- {{id: a, {must}title: {'x' * 200}}}\n")
    assert {d.code for d in found} >= {"P310"}
    assert any("too wide" in d.message for d in found)


@pytest.mark.parametrize("template", FACES)
def test_template_needs_no_field_that_the_deck_leaves_out(template: str, tmp_path: Path) -> None:
    name = "number" if template == "big-number" else "title"
    game = f"{HEAD}components:\n  d: {{kind: deck, front: base/{template}.xml, fields: {{{name}: text}}, cards: cards/d.yaml}}\n"
    kit = opened(tmp_path, game, f"- {{id: a, {name}: Seven}}\n")
    assert kit.diagnostics == ()
    assert "Seven" in words(face(kit, "front"))


def test_hyphen_before_a_figure_is_printed_as_a_minus_sign(tmp_path: Path) -> None:
    kit = opened(tmp_path, deck("stat-card"), f"- {CARD['stat-card']}\n")
    assert "−3" in words(face(kit, "front"))
    assert "Nightvision−2" in words(face(kit, "front"))


def test_stats_may_be_one_text_too(tmp_path: Path) -> None:
    one = opened(
        tmp_path, deck("stat-card"), "- {id: a, title: Keeper, stats: 'Speed 4; Price 1,200'}\n"
    )
    other = opened(
        tmp_path, deck("stat-card"), "- {id: a, title: Keeper, stats: [Speed 4, 'Price 1,200']}\n"
    )
    assert dump(face(one, "front")) == dump(face(other, "front"))


def test_picture_of_the_game_fills_its_window(tmp_path: Path) -> None:
    images = tmp_path / "data" / "try" / "images"
    images.mkdir(parents=True)
    Image.new("RGB", (1200, 900), "#c03020").save(images / "bay.png")
    kit = opened(tmp_path, deck("picture"), "- {id: a, title: The Bay, picture: images/bay.png}\n")
    assert kit.diagnostics == ()
    shown = picture_with_images(kit)
    assert shown.getpixel((shown.width // 2, shown.height // 3)) == (0xC0, 0x30, 0x20)


def picture_with_images(kit: Kit) -> Image.Image:
    assets = Assets(
        kit.resources.typefaces(), {p.ref.hash: p for p in kit.resources.images.values()}
    )
    return Image.open(BytesIO(png(face(kit, "front"), assets, 100))).convert("RGB")


@pytest.mark.parametrize("template", FACES)
def test_games_own_accent_colours_the_whole_face(template: str, tmp_path: Path) -> None:
    own = deck(template).replace("players", "palette: {accent: '#7a1f2b'}\nplayers")
    kit = opened(tmp_path, own, f"- {CARD[template]}\n")
    assert kit.diagnostics == ()
    for side in ("front", "back"):
        assert "#7a1f2b" in dump(face(kit, side))
        assert "#1f5566" not in dump(face(kit, side))


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
            'did you mean "base/classic" or "base/picture"?',
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
    assert {path.stem for path in BASE.glob("*.yaml")} == {*FACES, "styles"}
    for name in FACES:
        written = parse((BASE / f"{name}.yaml").read_bytes(), name)
        source = (BASE / f"{name}.xml").read_text(encoding="utf-8")
        assert isinstance(written, dict)
        assert (BASE / written["back"].removeprefix("base/")).is_file()
        for field in written["fields"]:
            assert f'(card, "{field}")' in source or f'"{field}" in card' in source, (name, field)
