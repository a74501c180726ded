"""What texts are made with: the templates that draw a cover and the ground of player aids."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import written
from test_copies import PAPER
from test_kit import FILES, GAME

from pnp.build.conductor import Kit, make_kit
from pnp.build.imposition import impose_kit
from pnp.build.print_options import PrintOptions
from pnp.diagnostics import Problems, text
from pnp.face import Face, Shape, Text, walk
from pnp.layout.typesetter import WORDS

GROUNDED = GAME.replace("text: aid.md}", "text: aid.md, ground: ground.xml}")


def kit_of(folder: Path, files: dict[str, str]) -> Kit:
    return make_kit(written(folder, {**FILES, **files}), "toy")


def said(kit: Kit) -> list[str]:
    return [text(found).splitlines()[0] for found in kit.diagnostics if found.is_error]


def aids(kit: Kit) -> list[Face]:
    return [side.face for side in kit.texts["aid"].laid]


def test_text_in_another_encoding_is_reported_as_such(tmp_path: Path) -> None:
    """P110 was said, an alias that leads nowhere."""
    folder = written(tmp_path, {**FILES, "rules.md": "# Règles\n".encode("latin-1")})
    found = [d for d in make_kit(folder, "toy").diagnostics if d.is_error]
    assert [(d.code, d.span and d.span[1:]) for d in found] == [("P107", (1, 4))]


def test_ground_of_player_aids_is_drawn_behind_their_text(tmp_path: Path) -> None:
    ground = """<face fill="{{ "#ffeedd" if side == "front" else "#ddeeff" }}">
<circle at="50% 90%" anchor="center" r="2mm" fill="accent"/></face>"""
    kit = kit_of(tmp_path, {"game.yaml": GROUNDED, "templates/toy/ground.xml": ground})
    assert not said(kit)
    fills = [
        [item.fill for item in walk(face.items) if isinstance(item, Shape)] for face in aids(kit)
    ]
    assert [row[:2] for row in fills] == [["#ffffff", "#ffeedd"], ["#ffffff", "#ddeeff"]] and all(
        len(row) == 3 for row in fills
    )
    for face in aids(kit):
        words = [index for index, item in enumerate(face.items) if isinstance(item, Text)]
        assert min(words) == 3 and face.bleed == 3_000
        assert isinstance(face.items[1], Shape) and face.items[1].path.startswith("M-3000 -3000")


def test_ground_of_a_rulebook_is_drawn_behind_its_pages_and_not_behind_its_cover(
    tmp_path: Path,
) -> None:
    ground = '<face fill="{{ "#ffeedd" if side == "front" else "#ddeeff" }}"/>'
    game = GAME.replace("text: rules.md}", "text: rules.md, ground: ground.xml}")
    assert game != GAME
    rules = "[[cover]]\n\none\n\n[[page]]\n\ntwo\n\n[[page]]\n\nthree\n"
    files = {"game.yaml": game, "templates/toy/ground.xml": ground, "rules.md": rules}
    kit = kit_of(tmp_path, files)
    assert not said(kit)
    cover, *made = [side.face for side in kit.texts["rules"].laid]
    grounds = [[item.fill for item in page.items if isinstance(item, Shape)] for page in made]
    assert grounds == [["#ddeeff"], ["#ffeedd"], ["#ddeeff"]]
    assert not {"#ffeedd", "#ddeeff"} & {i.fill for i in cover.items if isinstance(i, Shape)}
    assert {page.bleed for page in made} == {3_000}


def test_small_type_in_a_rulebook_is_told_of_and_not_in_a_player_aid(tmp_path: Path) -> None:
    styles = "styles:\n  book-body: {size: 9pt}\n  book-small: {size: 7.5pt}\n  aid-body: {size: 7.5pt}\n"
    kit = kit_of(tmp_path, {"game.yaml": GAME + styles})
    told = [text(found).splitlines()[0] for found in kit.diagnostics if found.code == "P368"]
    assert sorted(line.partition("game.yaml:")[2] for line in told) == [
        '32:21: warning P368 the style "book-body" is set in 9 pt; a rulebook has 9.5 pt or more',
        '33:22: warning P368 the style "book-small" is set in 7.5 pt; a rulebook has 8 pt or more',
    ]


def test_stage_of_a_scene_is_drawn_by_a_template(tmp_path: Path) -> None:
    stage = '<face fill="#ffeedd"><text at="0 0" width="{{ component.width }}mm" height="9mm">{{ game.title }}</text></face>'
    scene = "turn:\n  size: 90x30\n  ground: turn.xml\n  items: [{at: [5, 5], label: a}]\n"
    game = GAME.replace("text: rules.md}", "text: rules.md, figures: figures.yaml}")
    files = {
        "game.yaml": game,
        "templates/toy/turn.xml": stage,
        "figures.yaml": scene,
        "rules.md": "# Rules\n\n![A turn](setup:turn)\n",
    }
    kit = kit_of(tmp_path, files)
    assert not said(kit)
    (page,) = (side.face for side in kit.texts["rules"].laid)
    shapes = [item for item in walk(page.items) if isinstance(item, Shape)]
    assert "#ffeedd" in {shape.fill for shape in shapes}
    assert "Toy" in {item.text for item in walk(page.items) if isinstance(item, Text)}
    missing = {**files, "figures.yaml": scene.replace("turn.xml", "tern.xml")}
    (told,) = said(kit_of(tmp_path / "2", missing))
    assert told.endswith('figures.yaml:2:3: error P307 there is no template "tern.xml"')


def test_icons_are_explained_in_the_order_of_the_words_then_of_the_terms(tmp_path: Path) -> None:
    terms = "terms:\n  sign:\n    a: {label: Late, icon: truck}\n    b: {label: Sun, icon: sun}\n    c: {label: Key, icon: key, text: opens}\n"
    files = {
        "game.yaml": GAME.replace("terms:\n", terms),
        "words.yaml": "icons:\n  siren: Siren\n  sun: The sun\n  crown: Never used\n  flame: Flame\n",
        "aid.md": ":flame: :key: :truck: :sun: :siren:\n",
        "rules.md": "# The game\n\n[[icons]]\n",
    }
    kit = kit_of(tmp_path, files)
    assert not said(kit)
    assert kit.texts["rules"].book.icons == (
        ("siren", "Siren"),
        ("sun", "The sun"),
        ("flame", "Flame"),
        ("truck", "Late"),
        ("key", "Key: opens"),
    )


def test_every_row_of_the_components_has_a_picture(tmp_path: Path) -> None:
    game = GAME.replace("  aid: {", "  first: {kind: reference, text: first.md}\n  aid: {")
    kit = kit_of(
        tmp_path,
        {
            "game.yaml": game,
            "first.md": "[[components]]\n",
            "rules.md": "# The game\n\n[[components]]\n",
        },
    )
    for name, without in (("rules", []), ("first", ["First"])):
        assert [row.title for row in kit.texts[name].book.components if row.face is None] == without
    assert {"Aid", "First"} <= {row.title for row in kit.texts["rules"].book.components}


@pytest.mark.parametrize(
    ("tokens", "rows"),
    [
        ("{id: hut, count: 3}, {id: big-hut, count: 2}", ["3 Hut", "2 Big hut"]),
        ("{id: hut, listed: Huts, count: 3}, {id: big, listed: Huts, count: 2}", ["5 Huts"]),
        ("{id: a, title: Hut, listed: Huts}, {id: b, title: Huts}", ["2 Huts"]),
        ("{id: a, title: Hut}, {id: b, title: House}, {id: c, title: Hut}", ["2 Hut", "1 House"]),
        ("{id: hut, for_each: players.colours}, {id: b, listed: Hut}", ["5 Hut"]),
    ],
)
def test_tokens_of_one_name_are_one_row_of_the_components(
    tmp_path: Path, tokens: str, rows: list[str]
) -> None:
    fields = "{title: {text: , optional: yes, printed: no}}"
    huts = f"huts: {{kind: tokens, fields: {fields}, tokens: [{tokens}], front: chip.xml}}"
    game = GAME.replace("  aid: {", f"  {huts}\n  aid: {{")
    kit = kit_of(tmp_path, {"game.yaml": game, "rules.md": "# The game\n\n[[components]]\n"})
    assert not said(kit)
    listed = [f"{row.count} {row.title}" for row in kit.texts["rules"].book.components]
    after = listed.index(rows[0])
    assert listed[after : after + len(rows)] == rows
    assert not any(" H" in row for row in listed[after + len(rows) :])


def test_characters_that_no_font_has_are_reported_once_a_place(tmp_path: Path) -> None:
    game = GAME.replace("title:", "title: 夜\nsubtitle:", 1)
    kit = kit_of(
        tmp_path,
        {"game.yaml": game, "rules.md": "# 准备\n\n每位玩家摸三张牌。\n\n[[page]]\n\nOn.\n"},
    )
    found = [line.replace(f"{tmp_path}/", "") for line in said(kit) if "P315" in line]
    assert found == [
        'data/toy/game.yaml:1:8: error P315 title: no font has the character "夜" (U+591C)',
        'data/toy/rules.md:1:1: error P315 no font has the characters "准" (U+51C6), "备" (U+5907), "夜" (U+591C)',
        'data/toy/rules.md:3:1: error P315 no font has the characters "每" (U+6BCF), "位" (U+4F4D), "玩" (U+73A9), "家" (U+5BB6), '
        '"摸" (U+6478), "三" (U+4E09) and 3 more',
    ]


def test_ground_that_fails_is_reported_at_its_place(tmp_path: Path) -> None:
    kit = kit_of(
        tmp_path,
        {
            "game.yaml": GROUNDED,
            "templates/toy/ground.xml": "<face><circle/></face>\n{{ nothing }}",
        },
    )
    assert ["error P302 " in line for line in said(kit)] == [True]
    kit = kit_of(tmp_path / "other", {"game.yaml": GROUNDED})
    (line,) = said(kit)
    assert "data/toy/game.yaml:" in line and 'error P307 there is no template "ground.xml"' in line


def test_words_that_pages_bring_along_can_be_said_in_another_way(tmp_path: Path) -> None:
    kit = kit_of(
        tmp_path,
        {
            "words.yaml": "book: {contents: Inhalt, players: 'für {players}', age: 'ab {age} Jahren'}\n"
        },
    )
    books = [told.book for told in kit.texts.values()]
    assert books and all(
        book.word("contents") == "Inhalt" and book.word("note") == "Note" for book in books
    )
    assert {book.lines[0] for book in books} == {f"für {kit.game.players[0]}–{kit.game.players[1]}"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("book: {contnts: Inhalt}", '8: error P201 book: pnp prints no word "contnts"\n  hint: did you mean "contents"'),
        ("sheet: {size: x, frnt: vorn}", '18: error P201 sheet: pnp prints no word "frnt"\n  hint: did you mean "front"'),
        ("first_page: {zzz: x}", '14: error P201 first_page: pnp prints no word "zzz"\n  hint: its keys are those of templates/base/words/de.yaml'),
        ("book: Inhalt", "7: error P203 book: expected a map of words"),
        ("first_page: [a]", "13: error P203 first_page: expected a map of words"),
        ("book: {page: [a]}", '14: error P203 book: "page": expected a word or a line of words'),
        ("sheet: {copy: {a: b}}", '15: error P203 sheet: "copy": expected a word'),
        ("book: {age: 'ab {years}'}", '13: error P203 book: "age": expected {age}'),
        ("sheet: {tile: '{n} {m}'}", '15: error P203 sheet: "tile": expected {n} and {of}'),
        ("first_page: {cut: '{n}'}", '19: error P203 first_page: "cut": expected no place to be filled in'),
    ],
)  # fmt: skip
def test_words_that_nothing_prints_are_reported(tmp_path: Path, words: str, told: str) -> None:
    with pytest.raises(Problems) as problem:
        kit_of(tmp_path, {"words.yaml": f"{words}\n"})
    (found,) = problem.value.diagnostics
    assert f"data/toy/words.yaml:1:{told}" in text(found)


def test_words_of_ours_in_a_game_of_another_language_are_reported(tmp_path: Path) -> None:
    german = GAME.replace("title:", "language: hu\ntitle:", 1)
    own = "sheet: {front: x}\nfirst_page: {first: x}\n"
    files = {"game.yaml": german, "words.yaml": own}
    (found,) = [d for d in kit_of(tmp_path / "a", files).diagnostics if d.code == "P362"]
    told = text(found)
    assert (
        'data/toy/game.yaml:1:11: warning P362 the language of the game is "hu", and its texts bear English words: Contents, '
        in told
    )
    assert 'hint: say them in words.yaml: book: {contents: "…", ' in told
    every = ", ".join(f'{name}: "x"' for name in WORDS)
    kit = kit_of(tmp_path / "b", {"game.yaml": german, "words.yaml": f"{own}book: {{{every}}}\n"})
    assert not [d for d in kit.diagnostics if d.code == "P362"]
    assert not [d for d in kit_of(tmp_path / "c", {}).diagnostics if d.code == "P362"]
    (found,) = [
        d
        for d in kit_of(tmp_path / "d", {**files, "words.yaml": f"book: {{{every}}}\n"}).diagnostics
        if d.code == "P362"
    ]
    assert "its sheets and first page bear English words" in text(found)
    known = kit_of(tmp_path / "e", {"game.yaml": german.replace("hu", "de-CH")})
    assert not [d for d in known.diagnostics if d.code == "P362"]


def test_numbers_are_spelled_in_languages_that_are_known(tmp_path: Path) -> None:
    german = {
        "game.yaml": GAME.replace("title:", "language: hu\ntitle:", 1),
        "aid.md": "# Hilfe\n\nEin Wort.\n",
    }
    front = "<face><text>{{ 4 | words }}</text></face>"
    rules = "# Eins\n\nGebt jedem {{ 4 | words }} Karten.\n"

    def told(name: str, files: dict[str, str]) -> list[str]:
        return [text(d) for d in kit_of(tmp_path / name, files).diagnostics if d.code == "P308"]

    (found,) = told("text", {**german, "rules.md": rules})
    assert (
        'data/toy/rules.md:3:12: error P308 the text fails: "4 | words": no number is written in words of the language "hu"'
        in found
    )
    assert "hint: write the number in figures" in found
    (found,) = told(
        "card", {**german, "rules.md": "# Eins\n\nVier.\n", "templates/toy/chip.xml": front}
    )
    assert (
        'templates/toy/chip.xml:1: error P308 the template fails: "4 | words": no number' in found
    )
    own = 'numbers: ["", ein, zwei, drei, vier]\n'
    assert not told(
        "own words",
        {**german, "rules.md": "# Eins\n\nGebt {{ t.numbers[4] }} Karten.\n", "words.yaml": own},
    )
    assert not told("english", {"rules.md": rules, "templates/toy/chip.xml": front})


def test_words_that_nobody_knows_how_to_part_are_noted_once(tmp_path: Path) -> None:
    def noted(language: str) -> list[str]:
        game = GAME.replace("title:", f"language: {language}\ntitle:", 1).replace(
            "text: rules.md", "text: rules.md, hyphenate: yes"
        )
        kit = kit_of(
            tmp_path / language, {"game.yaml": game, "aid.md": "# A\n", "rules.md": "# B\n"}
        )
        assert not [d for d in kit.diagnostics if "parted" in d.message]
        notes = impose_kit(kit, PrintOptions(PAPER, draft=True)).notes
        return [note for note in notes if "parted" in note]

    told = "how words of the language tr are parted is not known, so none are"
    assert (noted("tr"), noted("no"), noted("en-GB")) == ([told], [], [])


def test_cards_have_the_capitals_and_blanks_of_their_language(tmp_path: Path) -> None:
    front = "<face><text style='base-back'>İyi şehir !</text></face>"
    for language, words in (
        ("tr", "İYİ ŞEHİR !"),
        ("en", "İYI ŞEHIR !"),
        ("fr", "İYI ŞEHIR\u00a0!"),
    ):
        files = {
            "game.yaml": GAME.replace("title:", f"language: {language}\ntitle:", 1),
            "templates/toy/chip.xml": front,
        }
        kit = kit_of(tmp_path / language, files)
        shown = {
            item.text
            for sides in kit.sides
            for side in sides.laid
            for item in walk(side.face.items)
            if isinstance(item, Text)
        }
        assert words in shown


def test_player_aid_shows_a_scene_too(tmp_path: Path) -> None:
    shown = '# Turn\n\n![So it begins](setup:table "30mm")\n'
    scene = "table: {size: 120x100, items: [{face: 'card:cards/a', at: [20, 6]}]}\n"
    kit = kit_of(tmp_path / "good", {"aid.md": shown, "rules.md": shown, "figures.yaml": scene})
    assert not said(kit)
    kit = kit_of(
        tmp_path / "bad",
        {
            "aid.md": shown,
            "rules.md": shown,
            "figures.yaml": scene.replace("size: 120x100", "size: wide"),
        },
    )
    assert (
        len([line for line in said(kit) if "figures.yaml" in line]) == 1
    )  # told of once, though two texts show it
    kit = kit_of(
        tmp_path / "other", {"aid.md": shown, "figures.yaml": scene.replace("table", "tabel")}
    )
    assert len([line for line in said(kit) if 'P354 there is no scene "table"' in line]) == 1


def test_figure_of_the_setup_is_counted_where_a_text_shows_it(tmp_path: Path) -> None:
    figure = "{size: 120x100, setup: 2, items: [{face: 'card:cards/a', at: [20, 6]}]}\n"
    files = {
        "rules.md": "# Turn\n\n![So it begins](setup:table)\n",
        "figures.yaml": f"table: {figure}hidden: {figure}",
        "setup.yaml": "- {says: two each, what: cards, only: id == 'a', each: 2}\n",
    }
    (found,) = said(kit_of(tmp_path, files))
    assert 'figures.yaml:1:49: error P572 "table" shows 1 of these pieces; the setup' in found


def test_text_may_speak_of_a_deck_that_is_switched_off(tmp_path: Path) -> None:
    """Promises knew that there are none of its cards, texts did not know it."""
    off = "  exp: {kind: deck, when: facts.agents > 3, template: base/text-only, cards: [{id: e, title: E}]}"
    game = GAME.replace("components:\n", f"components:\n{off}\n")
    words = "# The game\n\n{{ total.exp }} and {{ counts['exp'] }} and {{ cards.exp | length }} of them.\n"
    kit = kit_of(tmp_path, {"game.yaml": game, "rules.md": words})
    assert not said(kit)
    shown = "".join(
        item.text for item in walk(kit.texts["rules"].laid[0].face.items) if isinstance(item, Text)
    )
    assert "0 and 0 and 0 of them." in shown


def test_character_that_nobody_sees_is_reported_in_markdown_too(tmp_path: Path) -> None:
    """It was printed as a box with a question mark."""
    kit = kit_of(tmp_path, {"rules.md": "# The game\n\nDraw\x07 one.\n"})
    assert [line.replace(f"{tmp_path}/", "") for line in said(kit)] == [
        "data/toy/rules.md:3:5: error P101 an invisible character (U+0007) stands here"
    ]


def test_flaps_of_a_tuck_box_have_the_ground_of_their_panel_and_the_glue_has_none(
    tmp_path: Path,
) -> None:
    game = GAME.replace("holds: cards, front: word.xml", "holds: cards, front: tuck.xml")
    art = '<face fill="{{ "#ddeeff" if side == "back" else "#ffeedd" }}"/>'
    kit = kit_of(tmp_path, {"game.yaml": game, "templates/toy/tuck.xml": art})
    (face,) = (
        one.face for sides in kit.sides for one in sides.laid if sides.component.id == "tuck"
    )
    flaps = [item.fill for item in face.items if isinstance(item, Shape) and item.fill]
    assert flaps == ["#ffeedd", "#ffeedd", "#ffeedd", "#ffeedd", "#ffeedd", "#ffeedd"]
