"""What trees name is loaded; what cannot be read is said where it is named."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from sys import getrefcount

import PIL.Image
import pytest

from pnp.compose.element_trees import FRONT, Composed
from pnp.compose.markup import Element
from pnp.compose.resource_loader import AT_A_TIME, ResourceLoader, ResourceNames, open_fonts
from pnp.diagnostics import Span
from pnp.load.workspace import disk_for, find
from pnp.model.read import load_game

from .deck import GAME, play, stock

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'


def png() -> bytes:
    stream = BytesIO()
    PIL.Image.new("RGB", (6, 4), "red").save(stream, "PNG")
    return stream.getvalue()


def test_only_what_is_named_is_read(tmp_path: Path) -> None:
    front = (
        '<face><icon name="sun"/><text>a <icon name="mine"/></text><image src="photo.png"/></face>'
    )
    resources, said = stock(
        tmp_path, front, mine_svg=SVG, other_svg="no icon at all", photo_png=png(), unread_png=b""
    )
    assert said == ""
    assert sorted(resources.icons) == ["mine", "sun"] and sorted(resources.images) == ["photo.png"]
    assert (resources.images["photo.png"].ref.width, resources.images["photo.png"].ref.height) == (
        6,
        4,
    )
    assert {"mine", "other", "sun"} <= set(resources.icon_names)
    assert sorted(resources.authors) == ["sun"] and resources.authors["sun"]
    assert (
        resources.credit() == f"{resources.authors['sun']} – {resources.notice}"
        and resources.notice.startswith("game-icons.net")
    )


def test_a_games_own_icon_wins_over_a_shipped_one(tmp_path: Path) -> None:
    resources, said = stock(tmp_path, '<face><icon name="sun"/></face>', sun_svg=SVG)
    assert (
        said == ""
        and resources.icons["sun"].width != 512_000
        and "sun" not in resources.authors
        and resources.credit() == ""
    )


def test_icons_of_the_workspace_stand_between_a_games_own_and_the_shipped_ones(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "templates/icons"
    folder.mkdir(parents=True)
    for name in ("sun", "mine", "moon"):
        (folder / f"{name}.svg").write_text(SVG.replace("0 0 10 10", "0 0 20 10"))
    resources, said = stock(
        tmp_path,
        '<face><icon name="sun"/><icon name="mine"/><icon name="heart-organ"/></face>',
        mine_svg=SVG,
    )
    assert said == ""
    assert {name: icon.width / icon.height for name, icon in resources.icons.items()} == {
        "sun": 2,
        "mine": 1,
        "heart-organ": 1,
    }
    assert sorted(resources.authors) == ["heart-organ"]


def test_families_have_their_cuts_and_their_chain(tmp_path: Path) -> None:
    resources, said = stock(tmp_path, "<face/>")
    body = resources.families["body"]
    assert said == "" and body.cut(True, False) is not None and body.cut(True, True) is not None
    assert [face.ref.name for face in body.fallback] == ["dejavu-sans/DejaVuSans.ttf"]
    numeral = resources.families["numeral"]
    assert numeral.cut(False, True) is None, "nothing is slanted by force"
    assert resources.typefaces()[body.fallback[0].ref.hash] is body.fallback[0]


@pytest.mark.parametrize(
    ("front", "own", "said"),
    [
        (
            '<face>\n<image src="phto.png"/></face>',
            {"photo_png": png()},
            "templates/toy/front.xml:2: error P130 there is no file data/toy/phto.png",
        ),
        (
            '<face>\n<image src="../../pnp.yaml"/></face>',
            {},
            "templates/toy/front.xml:2: error P810 ",
        ),
        ('<face>\n<image src="/etc/passwd"/></face>', {}, "templates/toy/front.xml:2: error P810 "),
        (
            '<face>\n<image src="bad.png"/></face>',
            {"bad_png": b"nothing"},
            "templates/toy/front.xml:2: error P43",
        ),
        (
            "<face>\n<image/></face>",
            {},
            "templates/toy/front.xml:2: error P130 the image's src is empty: no file is named",
        ),
        (
            '<face>\n<image src=" "/></face>',
            {},
            "templates/toy/front.xml:2: error P130 the image's src is empty: no file is named",
        ),
        ('<face>\n<icon name="bad"/></face>', {"bad_svg": "<svg"}, "data/toy/icons/bad.svg:1"),
    ],
)
def test_what_cannot_be_read_is_said_where_it_is_named(
    tmp_path: Path, front: str, own: dict[str, str | bytes], said: str
) -> None:
    assert stock(tmp_path, front, **own)[1].startswith(said)


def test_a_chain_that_leads_nowhere_is_said(tmp_path: Path) -> None:
    fonts = "fonts: {mine: {regular: dejavu-sans/DejaVuSans.ttf, fallback: [symbl]}, lost: {regular: nope.ttf}}\n"
    resources, said = stock(tmp_path, "<face/>", game=fonts + GAME)
    assert (
        'error P213 font family "mine" falls back on "symbl"\n  hint: did you mean "symbol"?'
        in said
    )
    assert (
        "error P130 there is no file" in said
        and resources.families["lost"].cuts == next(iter(resources.families.values())).cuts
    )


SANS = "dejavu-sans/DejaVuSans.ttf"


@pytest.mark.parametrize("cut", ["bold", "italic", "bold-italic", "regular"])
def test_a_cut_that_cannot_be_read_is_said_once_and_another_stands_in_for_it(
    cut: str, tmp_path: Path
) -> None:
    other = "bold" if cut == "regular" else "regular"
    resources, said = stock(
        tmp_path, "<face/>", game=f"fonts: {{mine: {{{other}: {SANS}, {cut}: nope.ttf}}}}\n" + GAME
    )
    bold, italic = "bold" in cut, "italic" in cut
    assert said.count("error") == 1 and "P130" in said
    found = resources.families["mine"].cut(bold, italic)
    assert found is not None and found.ref.name == SANS


def test_a_cut_that_was_not_declared_is_none_still(tmp_path: Path) -> None:
    resources, said = stock(
        tmp_path,
        "<face/>",
        game=f"fonts: {{mine: {{regular: {SANS}, bold: nope.ttf}}, one: {{regular: {SANS}}}}}\n"
        + GAME,
    )
    assert said.count("error") == 1
    assert sorted(resources.families["mine"].cuts) == [(False, False), (True, False)]
    assert sorted(resources.families["one"].cuts) == [(False, False)]


def test_a_lost_family_has_every_cut_that_it_declares(tmp_path: Path) -> None:
    every = ", ".join(f"{cut}: nope.ttf" for cut in ("regular", "bold", "italic", "bold-italic"))
    resources, said = stock(tmp_path, "<face/>", game=f"fonts: {{lost: {{{every}}}}}\n" + GAME)
    assert said.count("error") == 1, "one file, one word"
    assert len(resources.families["lost"].cuts) == 4


def stocking(folder: Path) -> ResourceLoader:
    play(folder, "<face/>")
    disk = disk_for(find(folder), folder / "data/toy")
    game, _ = load_game(disk, "toy")
    return ResourceLoader(disk, game, open_fonts(disk, game))


def test_trees_are_made_a_few_at_a_time_and_let_go(tmp_path: Path) -> None:
    made = 0

    def sides() -> Iterator[Composed]:
        nonlocal made
        for made in range(1, 10 * AT_A_TIME + 1):
            yield Composed(None, FRONT, Element("face", {}, Span("x")), made)  # type: ignore[arg-type]

    ahead = []
    for number, side in enumerate(stocking(tmp_path).passing(sides()), 1):
        assert side.look == number, "in their order"
        holders = getrefcount(side.element)
        assert holders == 2, "nobody else holds the tree"
        ahead.append(made - number)
    assert len(ahead) == 10 * AT_A_TIME and max(ahead) == AT_A_TIME - 1


def test_what_cannot_be_read_is_said_at_its_first_place_in_whatever_order_it_is_met(
    tmp_path: Path,
) -> None:
    resources = stocking(tmp_path)
    for line in (9, 3, 5):
        resources.take(ResourceNames({}, {"gone.png": Span("front.xml", line)}, {}))
    assert [(d.code, d.span) for d in resources.found()] == [("P130", Span("front.xml", 3))]


def test_a_picture_that_comes_too_late_is_still_told_of(tmp_path: Path) -> None:
    """The faces laid out meanwhile do not show it."""
    resources = stocking(tmp_path)
    resources.take(ResourceNames({}, {"late.png": Span("front.xml", 2)}, {}))
    (tmp_path / "data/toy/late.png").write_bytes(png())
    resources.take(ResourceNames({}, {"late.png": Span("front.xml", 1)}, {}))
    assert [(d.code, d.span) for d in resources.found()] == [
        ("P130", Span("front.xml", 1))
    ] and resources.resources.images == {}
