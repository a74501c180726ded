"""What counts as changed since an earlier print, and what an earlier print is good for: named
cards, desk copies, links, new names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from model.toy import written

from pnp.build.conductor import make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.diagnostics import Problems
from pnp.face import look_of
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.output.manifest import manifest
from pnp.units.geometry import Um, parse_paper

GAME = """\
title: Toy
players: {min: 1, max: 2}
components:
  cards: {kind: deck, cards: cards.yaml, fields: {name: text}, front: word.xml}
  map: {kind: board, size: 180x250, front: plain.xml}
  rules: {kind: rulebook, text: rules.md}
"""
CARDS = "- {id: lantern, name: Lantern}\n- {id: map, name: Map, count: 3}\n"
FILES: Mapping[str, str] = {
    "game.yaml": GAME,
    "cards.yaml": CARDS,
    "rules.md": "# Toy\n\nWhat it is.\n\n## The start\n\nSee [our page](https://example.org/a) and [the end](#the-end).\n\n## The end\n\nWords.\n",
    "templates/toy/word.xml": '<face><text at="5mm 5mm" width="50mm" height="9mm">{{ card.name }}</text></face>',
    "templates/toy/plain.xml": '<face fill="#3060a0"/>',
}
Change = Mapping[str, str]
SAME: Change = {}


def made(folder: Path, files: Change = SAME, **what: object) -> Print:
    press = PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True)
    return impose_kit(
        make_kit(written(folder, {**FILES, **files}), "toy"), PrintOptions(press, **what)
    )  # type: ignore[arg-type]


def printed(done: Print) -> Counter[str]:
    sheets = (sheet for document in done.documents for sheet in document.sheets)
    return Counter(
        f"{p.component}/{p.card}"
        for sheet in sheets
        for p in sheet.recto.placements
        if p.side == "front"
    )


def kept(done: Print, **extra: object) -> bytes:
    """The manifest of a print."""
    return json.dumps(
        manifest(
            done.documents,
            done.kit.game.id,
            {"board_scale": done.faces.board_scale, **extra},
            done.faces.digests,
        )
    ).encode()


def since(
    old: Print, folder: Path, files: Change = SAME, **what: object
) -> tuple[dict[str, int], tuple[str, ...]]:
    """What is printed since an earlier print, and what is to be taken out of it."""
    done = made(folder, files, changed_since=kept(old), **what)
    return dict(printed(done)), done.take_out


# --- named cards
# --------------------------------------------------------------------------------

LIKE = {"cards.yaml": CARDS + "- {id: lantern2, name: Lantern, count: 3}\n"}


@pytest.mark.parametrize("cards", [(), ("lantern2",), ("cards/lantern2",), ("lantern", "lantern2")])
def test_a_new_card_that_looks_like_another_is_printed(
    tmp_path: Path, cards: tuple[str, ...]
) -> None:
    """Named alone, it took the print of the card that it looks like."""
    assert since(made(tmp_path), tmp_path, LIKE, cards=cards) == ({"cards/lantern2": 3}, ())


def test_a_card_that_has_its_print_is_not_printed_for_one_that_looks_like_it(
    tmp_path: Path,
) -> None:
    assert since(made(tmp_path), tmp_path, LIKE, cards=("lantern",)) == ({}, ())


def test_a_named_card_with_a_new_id_is_not_printed_again(tmp_path: Path) -> None:
    files = {"cards.yaml": CARDS.replace("id: lantern", "id: lamp")}
    assert since(made(tmp_path), tmp_path, files, cards=("lamp",)) == ({}, ())


@pytest.mark.parametrize("cards", [("a",), ("b",), ("a", "b"), ()])
def test_two_cards_never_take_one_print(tmp_path: Path, cards: tuple[str, ...]) -> None:
    files = {"cards.yaml": CARDS.replace("id: lantern", "id: a") + "- {id: b, name: Lantern}\n"}
    expected = {} if cards == ("a",) else {"cards/b": 1}
    assert since(made(tmp_path), tmp_path, files, cards=cards) == (expected, ())


# --- desk copies
# --------------------------------------------------------------------------------


@pytest.mark.parametrize("ink", [Ink.FULL, Ink.LOW])
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_desk_copy_that_looks_the_same_is_not_printed_again(
    tmp_path: Path, scale: float, ink: Ink
) -> None:
    """The board at its size was compared with the scaled one of the manifest."""
    old = made(tmp_path, board_scale=scale)
    assert since(old, tmp_path, board_scale=scale, ink=ink) == ({}, ())
    changed = {"templates/toy/plain.xml": '<face fill="#3060a1"/>'}
    assert since(old, tmp_path, changed, board_scale=scale, ink=ink) == (
        {"map/map": 1},
        ("map/map",),
    )


@pytest.mark.parametrize(("before", "now"), [(0.7, 1.0), (0.5, 0.7)])
def test_a_board_of_another_scale_looks_different(
    tmp_path: Path, before: float, now: float
) -> None:
    assert since(made(tmp_path, board_scale=before), tmp_path, board_scale=now) == (
        {"map/map": 1},
        ("map/map",),
    )


@pytest.mark.parametrize("files", [SAME, {"templates/toy/plain.xml": '<face fill="#3060a1"/>'}])
def test_a_desk_copy_takes_the_place_of_no_board_at_its_size(tmp_path: Path, files: Change) -> None:
    """The board of the kit was to be taken out for one of half its size."""
    cards = {"cards.yaml": CARDS.replace("name: Lantern", "name: Lamp")}
    done = since(made(tmp_path), tmp_path, {**files, **cards}, board_scale=0.5)
    assert done == ({"cards/lantern": 1, "map/map": 1}, ("cards/lantern",))
    assert (
        since(
            made(tmp_path), tmp_path, {"game.yaml": GAME.replace("map:", "plan:")}, board_scale=0.5
        )[1]
        == ()
    )


# --- what comes after
# --------------------------------------------------------------------------------

WHOLE = "once these are printed, build without --changed-since: the next changes are told from its manifest.json"
TWO = {
    "cards.yaml": CARDS.replace("name: Lantern", "name: Lamp").replace("name: Map", "name: Plan")
}
BLUE = {"templates/toy/plain.xml": '<face fill="#3060a1"/>'}
DESK = {"game.yaml": GAME + "  desk: {kind: mat, size: 90x120, per_player: 1, front: plain.xml}\n"}


def more(number: int) -> str:
    told = ("piece is", "looks", "it is") if number == 1 else ("pieces are", "look", "they are")
    return f"{number} more {told[0]} new or {told[1]} different: keep the earlier manifest.json until {told[2]} printed too"


@pytest.mark.parametrize(
    ("old", "files", "what", "told"),
    [
        (SAME, TWO, {}, WHOLE),
        (SAME, TWO, {"cards": ("lantern", "map")}, WHOLE),
        (SAME, TWO, {"cards": ("map",)}, more(1)),
        (SAME, TWO, {"cards": ("lantern",)}, more(3)),
        (SAME, {**TWO, **BLUE}, {"only": ("cards",)}, more(1)),
        (SAME, TWO, {"only": ("cards",)}, WHOLE),
        (DESK, {**DESK, **BLUE}, {"players": 1}, more(1)),
        (DESK, {**DESK, **TWO}, {"players": 1}, WHOLE),
        (SAME, TWO, {"board_scale": 0.5}, WHOLE),
        (SAME, {**TWO, **BLUE}, {"board_scale": 0.5, "ink": Ink.LOW}, more(1)),
        (SAME, {**TWO, **BLUE}, {"board_scale": 0.5, "only": ("cards",)}, more(1)),
        (SAME, TWO, {"board_scale": 0.5, "only": ("cards",)}, WHOLE),
    ],
)
def test_what_is_not_printed_yet_is_not_forgotten(
    tmp_path: Path, old: Change, files: Change, what: dict[str, object], told: str
) -> None:
    """The manifest of the whole kit holds what changed and was not asked for: compared with
    that, it was never printed.
    """
    assert told in made(tmp_path, files, changed_since=kept(made(tmp_path, old)), **what).notes


def test_a_desk_copy_that_follows_a_desk_copy_leaves_nothing(tmp_path: Path) -> None:
    old = kept(made(tmp_path, board_scale=0.5))
    assert WHOLE in made(tmp_path, {**TWO, **BLUE}, changed_since=old, board_scale=0.5).notes


@pytest.mark.parametrize(("only", "told"), [((), WHOLE), (("cards",), more(2))])
def test_what_more_players_need_is_not_missed_in_a_print_that_never_had_it(
    tmp_path: Path, only: tuple[str, ...], told: str
) -> None:
    old = kept(made(tmp_path, DESK, players=1), players=1)
    assert (
        told
        in made(tmp_path, {**DESK, **TWO, **BLUE}, changed_since=old, players=1, only=only).notes
    )
    assert (
        more(1)
        in made(
            tmp_path,
            changed_since=kept(made(tmp_path, DESK, players=1)),
            files={**DESK, **TWO},
            players=1,
        ).notes
    )


# --- links
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("example.org/a", "example.org/b"),
        ("](#the-end)", "](#the-start)"),
        ("[our page](https://example.org/a)", "our page"),
    ],
)
def test_where_a_link_leads_is_no_look(tmp_path: Path, old: str, new: str) -> None:
    rules = {"rules.md": FILES["rules.md"].replace(old, new)}
    assert rules["rules.md"] != FILES["rules.md"]
    pages, out = since(made(tmp_path), tmp_path, rules)
    assert (bool(pages), bool(out)) == (
        (True, True) if new == "our page" else (False, False)
    )  # a link is in another colour


def test_a_page_with_other_words_is_printed_again(tmp_path: Path) -> None:
    pages, out = since(
        made(tmp_path),
        tmp_path,
        {"rules.md": FILES["rules.md"].replace("What it is", "What it was")},
    )
    assert len(pages) == len(out) == 1


def test_looks_of_a_manifest_are_without_links(tmp_path: Path) -> None:
    done = made(tmp_path)
    entry = json.loads(kept(done))["files"]["rulebook.pdf"]
    told = [placement["face"] for sheet in entry["sheets"] for placement in sheet["recto"]]
    (document,) = [document for document in done.documents if document.name == "rulebook"]
    known = [done.faces.digests[id(sheet.recto.placements[0].face)] for sheet in document.sheets]
    assert told == [look_of(digest) for digest in known] and told != known
    assert all(len(look) == 32 for look in told)


def test_a_manifest_whose_looks_had_links_is_not_compared_with(tmp_path: Path) -> None:
    old = json.loads(kept(made(tmp_path)))
    with pytest.raises(
        Problems,
        match="an earlier version of pnp made this manifest, and told looks apart in another way",
    ):
        made(tmp_path, changed_since=json.dumps({**old, "format": 3}).encode())


# --- components with a new name
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"), [("  cards:", "  things:"), ("  map:", "  world:"), ("  rules:", "  book:")]
)
def test_a_component_with_a_new_name_is_not_printed_again(
    tmp_path: Path, old: str, new: str
) -> None:
    assert since(made(tmp_path), tmp_path, {"game.yaml": GAME.replace(old, new)}) == ({}, ())


def test_of_a_component_with_a_new_name_what_changed_is_printed(tmp_path: Path) -> None:
    files = {
        "game.yaml": GAME.replace("  cards:", "  things:"),
        "cards.yaml": CARDS.replace("name: Lantern", "name: Lamp"),
    }
    assert since(made(tmp_path), tmp_path, files) == ({"things/lantern": 1}, ("cards/lantern",))
    assert since(made(tmp_path), tmp_path, files, only=("things",)) == (
        {"things/lantern": 1},
        ("cards/lantern",),
    )


def test_a_new_deck_beside_a_renamed_one_takes_none_of_its_prints(tmp_path: Path) -> None:
    """Asked for by its name it was "nothing to print": the print of the renamed deck was taken
    for it.
    """
    new = "  spare: {kind: deck, cards: [{id: lantern, name: Lantern}], fields: {name: text}, front: word.xml}\n"
    files = {"game.yaml": GAME.replace("  cards:", "  things:") + new}
    for only in ((), ("spare",)):
        assert since(made(tmp_path), tmp_path, files, only=only) == ({"spare/lantern": 1}, ())
    assert since(made(tmp_path), tmp_path, files, only=("things",)) == ({}, ())


def test_what_a_renamed_deck_has_no_more_is_told_also_by_its_new_name(tmp_path: Path) -> None:
    files = {
        "game.yaml": GAME.replace("  cards:", "  things:"),
        "cards.yaml": CARDS.replace("- {id: lantern, name: Lantern}\n", ""),
    }
    for only in ((), ("things",)):
        assert since(made(tmp_path), tmp_path, files, only=only) == ({}, ("cards/lantern",))


def test_a_deck_that_becomes_money_is_printed_on_its_paper(tmp_path: Path) -> None:
    game = "title: Toy\nplayers: {min: 1, max: 2}\ncomponents:\n  one: {kind: deck, size: 60x90, bleed: 3mm, front: plain.xml, cards: [{id: a}]}\n"
    old = made(tmp_path, {"game.yaml": game})
    assert since(
        old,
        tmp_path,
        {"game.yaml": game.replace("kind: deck", "kind: notes").replace("cards:", "notes:")},
    ) == ({"one/a": 1}, ("one/a",))


def test_a_card_never_takes_the_print_of_a_component_that_is_still_there(tmp_path: Path) -> None:
    more = (
        GAME
        + "  spare: {kind: deck, cards: [{id: lantern, name: Lantern}], fields: {name: text}, front: word.xml}\n"
    )
    moved = {"game.yaml": more, "cards.yaml": CARDS.replace("- {id: lantern, name: Lantern}\n", "")}
    assert since(made(tmp_path), tmp_path, moved) == ({"spare/lantern": 1}, ("cards/lantern",))


def test_a_piece_never_takes_the_print_of_another_kind(tmp_path: Path) -> None:
    decks = "title: Toy\nplayers: {min: 1, max: 2}\ncomponents:\n  one: {kind: KIND, size: 60x90, front: plain.xml}\n"
    old = made(tmp_path, {"game.yaml": decks.replace("KIND", "deck, cards: [{id: a}], bleed: 3mm")})
    other = {"game.yaml": decks.replace("KIND", "mat, bleed: 3mm").replace("one:", "two:")}
    assert since(old, tmp_path, other) == ({"two/two": 1}, ("one/a",))
    same = {
        "game.yaml": decks.replace("KIND", "deck, cards: [{id: b}], bleed: 3mm").replace(
            "one:", "two:"
        )
    }
    assert since(old, tmp_path, same) == ({}, ())


def test_the_heirs_of_a_component_keep_their_own_cards(tmp_path: Path) -> None:
    """Two decks look alike, and one of them has the cards of the component that is gone."""
    deck = "{kind: deck, cards: [{id: ID, name: Lantern}], fields: {name: text}, front: word.xml}\n"
    two = GAME.replace("  cards:", "  things:") + "  new: " + deck.replace("ID", "other")
    old = made(tmp_path)
    assert since(old, tmp_path, {"game.yaml": two}) == ({"new/other": 1}, ())
    for only, expected in (("new", {"new/other": 1}), ("things", {})):
        assert since(old, tmp_path, {"game.yaml": two}, only=(only,)) == (expected, ())


@pytest.mark.parametrize("key", ["component", "card"])
def test_a_manifest_whose_names_are_no_texts_is_none(tmp_path: Path, key: str) -> None:
    """A number for a card was a fault of ours when some cards were asked for."""
    old = json.loads(kept(made(tmp_path)))
    next(iter(old["files"].values()))["sheets"][0]["recto"][0][key] = 5
    with pytest.raises(Problems, match="the file is no manifest of an earlier build"):
        made(tmp_path, changed_since=json.dumps(old).encode())
