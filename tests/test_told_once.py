"""Faults that people made and that were told of wrongly once, twice or not at all."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from cli.pnp import pnp
from model.toy import said, written

from pnp.build.conductor import Kit, make_kit
from pnp.diagnostics import MANY, Problems, Span, error, near, order
from pnp.face import Group, Text

HEAD = "title: T\nplayers: {min: 1, max: 4}\ncomponents:\n"
DECK = "  deck: {kind: deck, size: 63x88, fields: {hue: text}, front: front.xml, cards: [{id: a, hue: red}, {id: b, hue: blue}]}\n"
BOOK = "  text: {kind: rulebook, text: rules.md}\n"
FRONT = '<face fill="#ffeedd"><text at="5mm 5mm" width="20mm" height="9mm">{{ card.id }}</text></face>\n'


def kit(folder: Path, files: dict[str, str | bytes]) -> tuple[Kit, str]:
    made = make_kit(written(folder, {"templates/toy/front.xml": FRONT, **files}), "toy")
    return made, said(made.diagnostics, folder)


def told(folder: Path, files: dict[str, str | bytes]) -> str:
    try:
        return kit(folder, files)[1]
    except Problems as problem:
        return said(problem.diagnostics, folder)


def test_icons_of_one_place_and_several_sizes(tmp_path: Path) -> None:
    """The second card took the size of the first."""
    front = '<face fill="white"><icon at="50% 50%" anchor="center" name="crown" width="40mm" height="40mm" size="{{ card.hue }}"/></face>'
    both, one = (
        DECK.replace("red", "5mm").replace("blue", "30mm"),
        DECK.replace("{id: a, hue: red}, ", "").replace("blue", "30mm"),
    )
    faces = [
        kit(tmp_path / name, {"game.yaml": HEAD + deck, "templates/toy/front.xml": front})[0]
        .sides[0]
        .laid
        for name, deck in (("both", both), ("one", one))
    ]
    assert faces[0][1].face == faces[1][0].face != faces[0][0].face


def test_every_unknown_icon_is_told_of(tmp_path: Path) -> None:
    front = '<face fill="white"><icon at="5mm 5mm" name="no-{{ card.hue }}" width="9mm" height="9mm"/></face>'
    found = told(tmp_path, {"game.yaml": HEAD + DECK, "templates/toy/front.xml": front})
    assert 'no icon "no-red"' in found and 'no icon "no-blue"' in found


def test_a_face_that_could_not_be_drawn_is_there_all_the_same(tmp_path: Path) -> None:
    files = {
        "game.yaml": HEAD + DECK + BOOK,
        "rules.md": "# T\n\n![A](card:deck/a)\n",
        "templates/toy/front.xml": FRONT.replace("<text", "<text bogus='1'"),
    }
    assert "P305" in told(tmp_path, files) and "P354" not in told(tmp_path, files)
    assert 'there is no "card:deck/c"' in told(
        tmp_path, {**files, "rules.md": "# T\n\n![A](card:deck/c)\n"}
    )


@pytest.mark.parametrize(
    ("shape", "at", "size", "fits"),
    [
        ("circle", "3mm 9mm", "14mm", True), ("circle", "0.5mm 1mm", "14mm", False), ("triangle", "1mm 1mm", "18mm", False),
        ("triangle", "6mm 14mm", "8mm", True), ("square", "1mm 1mm", "18mm", True),
    ],
)  # fmt: skip
def test_words_beyond_the_outline_of_a_token(
    tmp_path: Path, shape: str, at: str, size: str, fits: bool
) -> None:
    chips = f"  chips: {{kind: tokens, front: chip.xml, tokens: [{{id: a, shape: {shape}, size: 20mm}}]}}\n"
    chip = f'<face fill="#ffeedd"><text at="{at}" width="{size}" height="5mm" size="8pt">Seven</text></face>'
    found = told(tmp_path, {"game.yaml": HEAD + chips, "templates/toy/chip.xml": chip})
    assert ("P313" not in found) is fits and (fits or "outline" in found)


def test_words_in_a_round_token_are_not_evened_out_of_it(tmp_path: Path) -> None:
    """`Collect the / organs when / you` became `Collect the / organs / when you`, wider where
    the circle is narrow.
    """
    style = "styles: {c: {base: body, size: 9pt, min: 6pt, align: center}}\n"
    chip = '<face fill="#ffeedd"><text at="6mm 17mm" width="18mm" style="c">Collect the organs when you</text></face>'
    for shape, ends in (("circle", "you"), ("square", "when you")):
        chips = f"  chips: {{kind: tokens, front: chip.xml, tokens: [{{id: a, shape: {shape}, size: 30mm}}]}}\n"
        made, said = kit(
            tmp_path / shape,
            {
                "game.yaml": HEAD.replace("components:", f"{style}components:") + chips,
                "templates/toy/chip.xml": chip,
            },
        )
        items = made.sides[0].laid[0].face.items
        lines = [
            item.text
            for item in (
                *items,
                *(i for group in items if isinstance(group, Group) for i in group.items),
            )
            if isinstance(item, Text)
        ]
        assert (lines[-1], "P313" in said) == (ends, False)


def test_the_back_of_a_folded_token_is_seen_from_behind(tmp_path: Path) -> None:
    path = '"M0 0H10L20 20H0Z"'
    chips = f"  chips: {{kind: tokens, front: chip.xml, back: chip.xml, tokens: [{{id: a, shape: path, path: {path}, size: 20mm, sides: SIDES}}]}}\n"
    left = '<face fill="#ffeedd"><text at="1mm 1mm" width="6mm" height="4mm" size="6pt">{{ "Ab" if side == "WHERE" }}</text></face>'
    for sides in ("two", "fold"):
        for where, fits in (("front", True), ("back", False)):
            files = {
                "game.yaml": HEAD + chips.replace("SIDES", sides),
                "templates/toy/chip.xml": left.replace("WHERE", where),
            }
            assert ("P313" not in told(tmp_path / f"{sides}-{where}", files)) is fits, (
                sides,
                where,
            )


def test_a_scene_on_a_misspelt_ground(tmp_path: Path) -> None:
    files = {"game.yaml": HEAD + DECK + BOOK, "rules.md": "# T\n\n![A](setup:table)\n"}
    scene = "table:\n  size: 100x80\n  background: msit\n  items:\n    - {face: 'card:deck/a', at: [9, 9], label: A}\n"
    assert "figures.yaml:3:15: error P213" in told(tmp_path, {**files, "figures.yaml": scene})
    assert "P213" not in told(
        tmp_path / "good", {**files, "figures.yaml": scene.replace("msit", "mist")}
    )


@pytest.mark.parametrize("book", ["", BOOK])
def test_a_font_that_is_not_there_is_told_of_once(tmp_path: Path, book: str) -> None:
    files = {
        "game.yaml": HEAD.replace("components", "fonts: {title: {regular: Arial.ttf}}\ncomponents")
        + DECK
        + book,
        "rules.md": "# T\n",
    }
    found = told(tmp_path, files)
    assert "P130" in found and "P305" not in found


def test_a_game_without_any_font(tmp_path: Path) -> None:
    fonts = ", ".join(
        f"{name}: {{regular: No.ttf}}" for name in ("title", "body", "numeral", "symbol")
    )
    files = {
        "game.yaml": HEAD.replace("components", f"fonts: {{{fonts}}}\ncomponents") + DECK + BOOK,
        "rules.md": "# T\n\nWords.\n",
    }
    found = told(tmp_path, files)
    assert found.count("P130") == 1 and "No.ttf" in found


@pytest.mark.parametrize(
    ("words", "wrong"),
    [("icons: crown\n", "P203 icons:"), ("icons: [crown]\n", "P203 icons:"), ("icons: {crown: Victory}\n", ""), ("icons: {crown: Victory, crwon: V}\n", 'words.yaml:1:25: error P401 icons: there is no icon "crwon"'), ('book: {players: "{number} play"}\n', 'P203 book: "players": expected {players}'), ('book: {players: "{players} spielen"}\n', "")],
)  # fmt: skip
def test_words_of_another_kind(tmp_path: Path, words: str, wrong: str) -> None:
    found = told(
        tmp_path,
        {"game.yaml": HEAD + DECK + BOOK, "rules.md": "# T\n\nWords.\n", "words.yaml": words},
    )
    assert wrong in found and bool(wrong) is bool(found)


@pytest.mark.parametrize(
    ("at", "wrong"),
    [
        ("[10mm, 9]", '"at", entry 1: expected a number, found "10mm"'),
        ("[9]", '"at", entry 2 is missing'),
    ],
)
def test_a_scene_with_a_fault_is_told_of_once(tmp_path: Path, at: str, wrong: str) -> None:
    scene = f"table:\n  size: 100x80\n  items:\n    - {{face: 'card:deck/a', at: {at}, label: A}}\n"
    files = {
        "game.yaml": HEAD + DECK + BOOK,
        "rules.md": "# T\n\n![A](setup:table)\n",
        "figures.yaml": scene,
    }
    found = told(tmp_path, files)
    assert wrong in found and "P354" not in found and "is empty" not in found


@pytest.mark.parametrize("target", ["heart.png", "card:../a", "a"])
def test_a_figure_of_what_is_not_printed_is_told_of_once(tmp_path: Path, target: str) -> None:
    found = told(
        tmp_path,
        {
            "game.yaml": HEAD + DECK + BOOK,
            "rules.md": f"# T\n\n![A]({target})\n\nSee [](#figure-1).\n",
            "templates/toy/front.xml": FRONT,
        },
    )
    assert found.count("error P") == 1 and f'P354 a figure of "{target}"' in found


def test_headings_keep_their_words_whole(tmp_path: Path) -> None:
    """`hyphenate: yes` is for running text."""
    book = BOOK.replace("rules.md", "rules.md, hyphenate: yes, page: 105x148, columns: 2")
    words = "Preparation understanding acknowledgement"
    made, _ = kit(
        tmp_path, {"game.yaml": HEAD + book, "rules.md": f"## {words}\n\n{words} {words}\n"}
    )
    lines = [
        item
        for laid in made.texts["text"].laid
        for item in laid.face.items
        if isinstance(item, Text)
    ]
    sizes = {item.size for item in lines if item.text.endswith("-")}
    assert sizes == {9.5}


def test_a_picture_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    front = '<face><image src="art/{{ card.hue }}.png" width="20mm" height="20mm"/></face>'
    pictures: dict[str, str | bytes] = {
        "art/red.png": b"no picture",
        "art/blue.png": b"\x89PNG\r\n\x1a\n",
    }
    found = told(tmp_path, {"game.yaml": HEAD + DECK, "templates/toy/front.xml": front, **pictures})
    assert (
        'by its content "art/red.png" is' in found
        and 'the image "art/blue.png" is damaged' in found
    )
    none = told(
        tmp_path / "none",
        {"game.yaml": HEAD + DECK, "templates/toy/front.xml": front, "art/red.png": b""},
    )
    assert "there is no file art/blue.png" in none and "damaged" in none
    for said_of in (found, none):
        assert 'card "a" is here' in said_of and 'card "b" is here' in said_of


def test_the_back_of_a_face_that_could_not_be_drawn_is_there_all_the_same(tmp_path: Path) -> None:
    deck = DECK.replace("front: front.xml,", "front: gone.xml, back: front.xml,")
    files = {"game.yaml": HEAD + deck + BOOK, "rules.md": "# T\n\n![A](card:deck/a/back)\n"}
    found = told(tmp_path, files)
    assert "P307" in found and "P354" not in found


def test_a_back_that_a_piece_does_not_have(tmp_path: Path) -> None:
    chips = "  chips: {kind: tokens, front: front.xml, back: front.xml, tokens: [{id: a, size: 30mm, sides: one}, {id: b, size: 30mm}]}\n"
    files = {
        "game.yaml": HEAD + chips + BOOK,
        "templates/toy/front.xml": FRONT,
        "rules.md": "# T\n\n![A](token:chips/WHICH/back)\n",
    }
    assert 'there is no "token:chips/a/back"' in told(
        tmp_path, {**files, "rules.md": files["rules.md"].replace("WHICH", "a")}
    )
    assert "P354" not in told(
        tmp_path / "b", {**files, "rules.md": files["rules.md"].replace("WHICH", "b")}
    )


def test_a_space_with_a_fault_is_kept_whole_all_the_same(tmp_path: Path) -> None:
    board = "  map: {kind: board, size: 100x80, data: boards/map.yaml, front: front.xml}\n"
    spaces = "spaces:\n  port: {at: AT, size: [9mm, 9mm]}\nkeep_whole: [port]\n"
    for at, code in (("[9, 200mm]", "P2"), ("[9mm, 20mm]", "")):
        found = told(
            tmp_path / (code or "good"),
            {"game.yaml": HEAD + board, "boards/map.yaml": spaces.replace("AT", at)},
        )
        assert "P225" not in found and code in found


def test_what_a_sum_of_a_field_is_made_of_is_not_told_in_cards(tmp_path: Path) -> None:
    deck = "  deck: {kind: deck, size: 63x88, fields: {n: int}, front: front.xml, cards: [{id: a, n: 5, count: 21}, {id: b, n: 1}]}\n"
    rules = "- {id: R1, says: Five, kind: sum, of: deck, field: n, is: 100, basis: ours}\n"
    found = told(tmp_path, {"game.yaml": HEAD + deck, "rules.yaml": rules})
    assert "make 106" in found and '"a" brings' not in found


def test_a_box_round_a_deck_that_could_not_be_read(tmp_path: Path) -> None:
    box = "  box: {kind: box, holds: deck, front: front.xml}\n"
    assert "P210" not in told(tmp_path, {"game.yaml": HEAD + DECK.replace("size:", "sise:") + box})
    off = DECK.replace("kind: deck,", "kind: deck, when: players.max > 9,")
    assert 'there is no deck "deck" before this box' in told(
        tmp_path, {"game.yaml": HEAD + DECK.replace("  deck", "  other") + off + box}
    )
    chips = "  chips: {kind: tokens, front: front.xml, tokens: [{id: a}]}\n"
    assert '"chips" is of kind tokens; a box holds deck' in told(
        tmp_path, {"game.yaml": HEAD + chips + box.replace("holds: deck", "holds: chips")}
    )


def test_the_word_glue_is_ours(tmp_path: Path) -> None:
    die = "  dice: {kind: tokens, front: front.xml, tokens: [{id: luck, shape: die, size: 16mm}]}\n"
    front = '<face fill="#ffeedd"/>'
    assert "P312" not in told(tmp_path, {"game.yaml": HEAD + die, "templates/toy/front.xml": front})


def test_numbers_sort_as_people_count() -> None:
    place = Span("a.yaml", 1, 1)
    rows = [error("P571", f"with {n} players", place) for n in (10, 2, 1, 100)]
    assert [d.message for d in order(rows)] == [f"with {n} players" for n in (1, 2, 10, 100)]
    assert order([error("P571", "x²", place), error("P571", "x1", place)])


def test_the_nearest_of_very_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt name among thousands was compared with each: a second for every one of them."""
    compared: list[int] = []
    found = difflib.get_close_matches

    def counted(word: str, possibilities: Iterable[str], *more: Any) -> list[str]:
        candidates = list(possibilities)
        compared.append(len(candidates))
        return found(word, candidates, *more)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    known = [f"card-number-{n}" for n in range(5_000)]
    assert near("card-numbr-4711", known)[0] == "card-number-4711"
    assert near("kard-number-77", known)[0] == "card-number-77"
    assert near("quite another thing", known) == []
    assert len(compared) == 3 and max(compared) <= MANY


def test_a_fact_of_too_many_digits(tmp_path: Path) -> None:
    facts = HEAD.replace("components", "facts: {n: 12345678901234567890}\ncomponents")
    assert "P212" in told(tmp_path, {"game.yaml": facts + DECK})
    assert "P212" in told(
        tmp_path / "part",
        {"game.yaml": facts.replace("12345678901234567890", "0.12345678901234567890") + DECK},
    )
    assert "P212" not in told(
        tmp_path / "text",
        {"game.yaml": facts.replace("12345678901234567890", "No. 12345678901234567890") + DECK},
    )
    assert "P212" not in told(
        tmp_path / "good", {"game.yaml": facts.replace("34567890}", "}") + DECK}
    )


def test_a_gap_in_a_wide_range_is_seen(tmp_path: Path) -> None:
    deck = "  deck: {kind: deck, size: 63x88, fields: {n: {int: [1, 1200]}}, front: front.xml, cards: cards.yaml}\n"
    cards = "".join(f"- {{id: c{n}, n: {n}}}\n" for n in range(1, 1201) if n != 700)
    rules = "- {id: A1, says: each once, kind: count, of: deck, per: n, is: 1, basis: ours}\n"
    files = {
        "game.yaml": HEAD + deck,
        "cards.yaml": cards,
        "rules.yaml": rules,
        "templates/toy/front.xml": '<face fill="#ffeedd"/>',
    }
    assert "prints 0 cards with n 700" in told(tmp_path, files)


def test_what_is_no_manifest_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, {"game.yaml": HEAD + DECK, "templates/toy/front.xml": FRONT})
    (tmp_path / "pnp.yaml").write_text("")
    monkeypatch.chdir(tmp_path)
    done = pnp("build", "toy", "--changed-since", "/dev/zero")
    assert done.status != 0 and "P603" in done.talk
    done = pnp("rules", "toy", "--to", "txt", "-o", "pnp.yaml")
    assert done.status != 0 and "P712" in done.talk


def test_links_to_a_track_that_could_not_be_read(tmp_path: Path) -> None:
    board = "  board: {kind: board, size: 200x200, front: board.xml, data: boards/board.yaml}\n"
    track = "tracks: {buoy: {from: 1, to: 5, at: [20mm, 60mm], cell: 8mm, gap: 1mm}}\n"
    pier = "spaces: {pier: {at: [20mm, 20mm], size: 10mm, links: [buoy-2]}}\n"
    files = {
        "game.yaml": HEAD + board,
        "templates/toy/board.xml": '<face fill="#ffeedd"/>',
        "boards/board.yaml": track + pier,
    }
    assert told(tmp_path / "good", files) == ""
    spoilt = told(
        tmp_path / "bad",
        {**files, "boards/board.yaml": track.replace("gap: 1mm", "gap: wide") + pier},
    )
    assert '"gap"' in spoilt and "P220" not in spoilt
    assert '"buoy-9", which is no space' in told(
        tmp_path / "far", {**files, "boards/board.yaml": track + pier.replace("buoy-2", "buoy-9")}
    )


def test_a_misspelt_colour_of_the_players(tmp_path: Path) -> None:
    head = HEAD.replace("max: 4}", "max: 4, colours: [plum, sandd]}").replace(
        "components",
        "terms: {colour: {plum: {color: '#884488'}, sand: {color: '#ccaa66'}}}\ncomponents",
    )
    chips = (
        "  chips: {kind: tokens, front: front.xml, tokens: [{id: a, for_each: players.colours}]}\n"
    )
    wrong = 'error P216 players: "sandd" is no name of the term that the other colours are of\n  hint: did you mean "sand"?'
    for name, tokens in (("asked", chips), ("not asked", DECK)):
        said = told(tmp_path / name, {"game.yaml": head + tokens})
        assert wrong in said and said.count("error") == 1
    good = told(tmp_path / "good", {"game.yaml": head.replace("sandd", "sand") + chips})
    assert "P216" not in good and "P210" not in good
    twice = told(tmp_path / "twice", {"game.yaml": head.replace("sandd", "plum") + chips})
    assert 'error P216 players: the colour "plum" is listed twice' in twice
    none = told(
        tmp_path / "none", {"game.yaml": head.replace("[plum, sandd]", "[mint, teal]") + chips}
    )
    assert 'P210 "for_each": no term has the players.colours' in none


def test_stamps_of_ours_are_not_shown(tmp_path: Path) -> None:
    front = '<face><rect at="50% 50%" anchor="&#0;" width="3mm" height="3mm" fill="ink"/></face>'
    found = told(tmp_path, {"game.yaml": HEAD + DECK, "templates/toy/front.xml": front})
    assert (
        "P303" in found
        and "_l=" not in found
        and ':1" at=' not in found
        and 'at="50% 50%"' in found
    )


TOKENS = "  chips: {kind: tokens, size: 16mm, shape: SHAPE, sides: one, tokens: [{id: a, ROW}, {id: b, ROW}], front: front.xml}\n"


@pytest.mark.parametrize(
    ("shape", "sides", "row", "expected"),
    [
        (
            "cirkle",
            "one",
            "count: 2",
            'game.yaml:4:44: error P218 "shape": "cirkle" is not a shape\n  hint: did you mean "circle"?',
        ),
        (
            "circle",
            "tow",
            "count: 2",
            'game.yaml:4:59: error P203 "sides": expected one, two or fold, found "tow"',
        ),
        (
            "circle",
            "two",
            "count: 2",
            "game.yaml:4:59: error P210 the pieces have two sides, but the component has no back:\n  hint: name a template",
        ),
    ],
)
def test_what_is_said_for_all_tokens_is_told_of_once_and_there(
    tmp_path: Path, shape: str, sides: str, row: str, expected: str
) -> None:
    chips = (
        TOKENS.replace("SHAPE", shape).replace("sides: one", f"sides: {sides}").replace("ROW", row)
    )
    assert (
        told(tmp_path, {"game.yaml": HEAD + chips}).endswith(expected)
        and told(tmp_path / "again", {"game.yaml": HEAD + chips}).count("error") == 1
    )


def test_shapes_that_are_folded_are_known_too(tmp_path: Path) -> None:
    chips = TOKENS.replace("SHAPE", "circle").replace("ROW", "shape: standy")
    assert 'did you mean "standee"' in told(tmp_path, {"game.yaml": HEAD + chips})


def test_a_text_that_runs_over_is_told_of_once(tmp_path: Path) -> None:
    front = '<face fill="white"><rect at="0 40mm" width="63mm" height="48mm" fill="black"/><text at="5mm 5mm" width="20mm" height="9mm">{{ card.hue }}</text></face>'
    deck = DECK.replace("hue: red", f"hue: {'long ' * 200}")
    found = told(tmp_path, {"game.yaml": HEAD + deck, "templates/toy/front.xml": front})
    assert "P310" in found and "P313" not in found and "P314" not in found
    above = front.replace('height="9mm"', 'height="80mm"').replace('at="5mm 5mm"', 'at="1mm 5mm"')
    assert "P313" in told(
        tmp_path / "above", {"game.yaml": HEAD + DECK, "templates/toy/front.xml": above}
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cards.CSV", ""),
        ("cards.tsv", ""),
        (
            "cards.txt",
            'error P203 "cards": "cards.txt" is no file of cards: those end in .csv, .tsv or .yaml\n  hint: export a spreadsheet as CSV UTF-8',
        ),
    ],
)
def test_files_of_cards_by_their_ending(tmp_path: Path, name: str, expected: str) -> None:
    deck = DECK.replace("[{id: a, hue: red}, {id: b, hue: blue}]", name)
    found = told(tmp_path, {"game.yaml": HEAD + deck, name: "id\thue\na\tred\nb\tblue\n"})
    assert found.endswith(expected) if expected else found == ""


def test_prints_beside_a_kit_are_no_second_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player aids that `pnp reference` writes were counted as if they were to be printed as
    well; and a deck of no copies was missed.
    """
    deck = DECK.replace("{id: a, hue: red}, {id: b, hue: blue}", "{id: a, hue: red, count: 0}")
    game = f"{HEAD}{DECK}{deck.replace('deck:', 'none:', 1)}  aid: {{kind: reference, text: aid.md}}\n  text: {{kind: rulebook, text: rules.md}}\n"
    written(
        tmp_path,
        {
            "game.yaml": game,
            "aid.md": "# Turn\n\nPlay.\n",
            "rules.md": "# Rules\n\nPlay.\n",
            "templates/toy/front.xml": FRONT,
        },
    )
    monkeypatch.chdir(tmp_path)
    assert (
        pnp("build", "toy").status == 0
        and pnp("reference", "toy").status == 0
        and pnp("rules", "toy", "--to", "booklet").status == 0
    )
    assert pnp("verify", "toy").status == 0
    refused = pnp("build", "toy", "--cards", "none/a", "--dry-run")
    assert (
        '"none/a" has no copies to print' in refused.talk
        and "give it a count of 1 or more" in refused.talk
    )


def test_a_default_that_identifies_cards_is_no_missing_column(tmp_path: Path) -> None:
    deck = DECK.replace("fields: {hue: text}", "key: hue, fields: {hue: text, n: int}").replace(
        "[{id: a, hue: red}, {id: b, hue: blue}]", "cards.yaml"
    )
    found = told(
        tmp_path,
        {
            "game.yaml": HEAD + deck,
            "cards.yaml": "defaults: {hue: red}\ncards:\n- {n: 1}\n- {n: 2}\n",
        },
    )
    assert 'P207 two cards have the id "red"' in found
