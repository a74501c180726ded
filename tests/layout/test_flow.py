"""Texts as pages: where things stand, which page a link lands on, and what is said of what does
not fit.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.paths import bounds
from pnp.face import Group, Shape, dump, walk
from pnp.layout import figures as pictured
from pnp.layout.typesetter import Credit, Listed, Meaning, hyphenator
from pnp.load.yaml import Map, parse
from pnp.model.scenes import scenes
from pnp.units.geometry import PT, size
from tests.compose.text import house

from .book import A5, FACES, body, card, colors, figures, good_pages, lines, pages_of, runs

LONG = "One two three four five six seven eight nine ten eleven twelve. " * 6


def text_of(*parts: str) -> str:
    return "\n\n".join(parts)


def test_page_read_from_the_top() -> None:
    (page,) = good_pages(
        text_of(
            "# Rules",
            "Hold **{{ facts.hand }}** cards.",
            "- one\n  1. two\n- three",
            "> [!NOTE] Mind\n> this",
        )
    )
    assert lines(page) == [
        "Rules",
        "Hold 7 cards.",
        "one",
        "1. two",
        "three",
        "Note: Mind",
        "this",
        "Rules 1",
    ]
    assert (page.size, page.bleed) == (A5, 0)


def test_body_type_is_nine_and_a_half_points_with_a_leading_of_1_35() -> None:
    (page,) = good_pages(LONG)
    words = runs(page)[:-2]
    assert {run.size for run in words} == {9.5}
    assert {b.y - a.y for a, b in pairwise(words)} <= {
        round(9.5 * 1.35 * PT),
        round(9.5 * 1.35 * PT) + 1,
    }


def test_items_stand_a_sixth_of_a_line_apart_and_half_a_line_where_one_has_several_paragraphs() -> (
    None
):
    line = 9.5 * 1.35 * PT
    for source, white in (
        ("- a\n- b\n- c", 1 / 6),
        ("- a\n  - b\n- c", 1 / 6),
        ("- a\n- b\n\n  more\n- c", 1 / 2),
    ):
        ys = [run.y for run in runs(good_pages(source)[0])[:-2]]
        assert [below - above for above, below in pairwise(ys)] == [
            pytest.approx(line * (1 + white), abs=2)
        ] * (len(ys) - 1)


def test_numbers_of_three_digits_do_not_run_into_their_words() -> None:
    for source, indent in (("98. a\n99. b", 4_600), ("98. a\n99. b\n100. c", 7_616)):
        before, *items = runs(good_pages(f"before\n\n{source}")[0])[:-2]
        numbers, words = items[::2], items[1::2]
        assert {word.x - before.x for word in words} == {indent}
        assert all(
            number.x + number.width < word.x for number, word in zip(numbers, words, strict=True)
        )


def test_list_may_begin_with_a_year() -> None:
    """It was an error: the number was wider than the room for three digits."""
    before, *items = runs(good_pages("before\n\n1984. a\n1985. b")[0])[:-2]
    numbers, words = items[::2], items[1::2]
    assert {
        word.x - number.x - number.width for number, word in zip(numbers, words, strict=True)
    } <= {1_300, 1_301, 1_302}
    assert all(number.x >= before.x for number in numbers)


def test_every_word_is_on_some_page_and_none_twice() -> None:
    paragraphs = [" ".join(f"w{p}x{n}" for n in range(1 + p * 7 % 90)) for p in range(60)]
    for columns in (1, 2):
        made = good_pages(text_of(*paragraphs), columns=columns)
        words = [word for face in made for run in runs(face)[:-2] for word in run.text.split()]
        assert words == " ".join(paragraphs).split()


def test_no_heading_at_the_foot_of_a_page() -> None:
    source = "# Start\n\n" + "".join(
        f"## Part {n}\n\n{LONG[: 60 + 37 * n % 390]}\n\n" for n in range(40)
    )
    made = good_pages(source)
    assert len(made) > 5
    for face in made:
        assert not body(face)[-1].startswith("Part"), "a heading stands alone"


def test_no_chapter_at_the_foot_of_a_page_whose_figure_begins_the_next() -> None:
    """Six lines were left below it, which a figure does not fit."""
    for count in range(30, 60):
        made = good_pages(
            text_of(
                "[[columns 2]]", *["word"] * count, "# Second", "![A ruby](card:gems/ruby)", "after"
            )
        )
        at = [number for number, page in enumerate(made) if "Second" in body(page)]
        shown = [number for number, page in enumerate(made) if figures(page)]
        assert at == shown and len(at) == 1, count


def test_heading_stays_with_three_lines_of_what_follows() -> None:
    for after in (LONG, "word\n\nword\n\nword\n\nword", "- one\n- two\n- three\n- four"):
        for count in range(18, 26):
            made = good_pages(text_of("# Rules", *["line"] * count, "## Part", after))
            (page,) = [page for page in made if "Part" in body(page)]
            assert len(body(page)) - body(page).index("Part") > 3, (count, after)


def test_page_that_ends_early_is_told_of_unless_that_was_asked_for() -> None:
    tower = '![A tower](board:tower "17mm")'
    told = "rulebook.md:3:12: warning P367 page 1 is filled to 2 %: the figure that comes next does not fit on it"
    assert told in pages_of(text_of("line", tower))[1]
    assert not pages_of(text_of("line", "[[page]]", tower))[1]
    assert not pages_of(text_of(*["line"] * 15, tower))[1]


def test_link_to_another_spread_says_its_page() -> None:
    """Pages 2 and 3 are a spread; a page that the text says itself is not said twice."""
    links = text_of(
        "# One",
        "See [here](#one), [beside](#two) and **[there](#three)**.",
        "([there](#three)) or ([there](#three), [](#three)) or [there](#three) ([](#three))",
        "| a |\n|---|\n| [there](#three) |",
        "- [away](https://a.org)",
    )
    _, *made = good_pages(
        text_of("[[cover]]", links, "[[page]]", "# Two", "[[page]]", "# Three", "[one](#one)")
    )
    assert body(made[0]) == [
        "One",
        "See here , beside and there (page\u00a04).",
        "( there , page\u00a04) or ( there , page\u00a04 ) or there ( page\u00a04 )",
        "a",
        "there (page\u00a04)",
        "away",
    ]
    assert body(made[2]) == ["Three", "one (page\u00a02)"]


def test_pages_of_links_settle() -> None:
    """The words that say a page push a line, and what they lead to, onto the next page."""
    for count in range(30, 50):
        source = text_of("# One", *["[there](#two) " * 20] * count, "# Two", "[back](#one)")
        made = good_pages(source)
        number = next(n for n, page in enumerate(made, 1) if "Two" in body(page))
        words = " ".join(body(made[0]))
        assert ("page" in words) == (number > 1)
        assert f"page\u00a0{number})" in words


def test_white_below_headings_of_one_rank_is_the_same() -> None:
    """What the grid takes stands above a heading; it stood between the heading and its text."""
    before = (
        "- one\n- two",
        "> [!NOTE]\n> A note.",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Words.",
        "1. one\n\n   more",
    )
    source = "# Start\n\n" + "".join(
        f"{before[n % 5]}\n\n## Part {n}\n\nWords of a part.\n\n" for n in range(30)
    )
    white = set()
    for face in good_pages(source):
        rows = sorted(runs(face), key=lambda run: run.y)
        pairs = [
            (run, rows[n + 1 :])
            for n, run in enumerate(rows)
            if run.text.startswith("Part") and n > 1
        ]
        white |= {
            next(row.y for row in after if row.text.startswith("Words of")) - run.y
            for run, after in pairs
        }
    assert len(white) == 1


def test_foot_names_the_chapter_that_goes_on() -> None:
    """Where two began on one page, the pages after it were said to be of the first."""
    made = good_pages(
        "# Alpha\n\nFirst.\n\n# Beta\n\nSecond.\n\n[[page]]\n\nThird.\n\n[[page]]\n\nFourth.\n\n# Gamma\n\nFifth."
    )
    assert [lines(made[n])[-1] for n in (0, 2)] == ["Alpha 1", "Gamma 3"]
    made = good_pages(
        "# Alpha\n\nFirst.\n\n# Beta\n\nSecond.\n\n[[page]]\n\nThird.\n\n[[page]]\n\nFourth."
    )
    assert lines(made[2])[-1] == "Beta 3"


def test_paragraph_leaves_two_lines_on_either_page() -> None:
    for before in range(36, 44):
        made = good_pages(text_of(*["x"] * (before // 2), LONG * 2))
        if len(made) == 2:
            counts = [sum(len(row) > 20 for row in body(face)) for face in made]
            assert min(counts) != 1, (before, counts)


def test_contents_name_the_pages_where_headings_stand() -> None:
    source = "[[contents]]\n\n" + "".join(
        f"# Chapter {n}\n\n{LONG * 4}\n\n## Section {n}\n\n{LONG * 5}\n\n" for n in range(8)
    )
    made = good_pages(source)
    where = {
        anchor.title: number
        for number, face in enumerate(made, 1)
        for anchor in face.anchors
        if anchor.level
    }
    rows = [
        row
        for row in body(made[0])
        if row.startswith(("Chapter", "Section")) and row[-1].isdigit() and row.count(" ") == 2
    ]
    assert len(rows) == 16 and len(made) > 4
    assert {row.rpartition(" ")[0]: int(row.rpartition(" ")[2]) for row in rows} == where
    targets = {anchor.name for face in made for anchor in face.anchors}
    assert [link.target[1:] in targets for link in made[0].links] == [True] * 16


def test_link_without_words_reads_as_a_page_number() -> None:
    source = text_of("# One", "See [](#two).", "[[page]]", "# Two", "Back on [](#one).")
    made = good_pages(source)
    assert [body(face)[1] for face in made] == [
        "See page\u00a02 .".replace(" .", " ."),
        "Back on page\u00a01 .",
    ]
    assert [link.target for face in made for link in face.links] == ["#two", "#one"]


def test_figures_are_numbered_from_one_in_every_pass() -> None:
    shown = "![Ruby](card:gems/ruby)"
    (page,) = good_pages(
        text_of("# One", shown, "See [](#figure-2).", shown, "Back to [](#figure-1).")
    )
    assert [line.split()[:2] for line in lines(page) if "Figure" in line] == [
        ["Figure", "1"],
        ["Figure", "2"],
    ]
    assert [anchor.name for anchor in page.anchors] == ["one", "figure-1", "figure-2"]


def test_what_is_wrong_is_said_in_the_last_pass_too() -> None:
    said = pages_of(text_of("# One", "See [](#one).", "W" * 90, f"[[columns 2]]\n\n{'W' * 40}"))[1]
    assert said.count("P358") == 2


def test_cut_that_no_font_has_is_said_in_the_last_pass_too() -> None:
    source = text_of("# The *Start*", "Read this.")
    alone = pages_of(source)[1]
    assert 'P305 the font family "title" has no italic cut' in alone
    assert pages_of(f"{source}\n\nMore stands on [](#the-start).")[1] == alone


def test_link_covers_its_words_on_every_line() -> None:
    (page,) = good_pages(f"# One\n\n{'word ' * 20}[{'linked ' * 20}](https://x.org) end")
    assert {link.target for link in page.links} == {"https://x.org"} and len(page.links) >= 2
    drawn = [run for run in runs(page) if run.text.startswith("linked")]
    assert [(run.x, run.width) for run in drawn] == [
        (link.area.x, link.area.width) for link in page.links
    ]
    assert all(type(run.color) is str for run in runs(page))


def test_odd_pages_have_their_number_right_even_ones_left() -> None:
    made = good_pages(text_of("# One", LONG, "[[page]]", LONG, "[[page]]", LONG))
    numbers = [
        next(run for run in runs(face) if run.text == str(n)) for n, face in enumerate(made, 1)
    ]
    assert [run.x > A5.width // 2 for run in numbers] == [True, False, True]
    assert [lines(face)[-1] for face in made] == ["One 1", "2 Toy", "One 3"]


def test_feet_contents_and_labels_have_the_fallbacks_too() -> None:
    made = good_pages(
        f"[[contents]]\n\n# ♟ Schach ♞\n\n{LONG}\n\n[[page]]\n\n{LONG}", title="Spiel ♛"
    )
    assert [lines(face)[-1].replace("\u00a0", " ") for face in made] == [
        "♟ Schach ♞ 1",
        "2 Spiel ♛",
    ]
    (page,) = good_pages(
        "![The start](setup:table)", **scene(SCENE.replace("label: 1", "label: ♟"))
    )
    runs_of = [run for face in (*made, page) for run in runs(face)]
    marks = {char for run in runs_of for char in run.text if char in "♟♞♛"}
    fonts = {run.font.name for run in runs_of if set(run.text) & marks}
    dejavu = "dejavu-sans/DejaVuSans"
    assert marks == set("♟♞♛") and fonts == {f"{dejavu}.ttf", f"{dejavu}-Bold.ttf"}


def test_characters_that_no_font_has_are_told_of_at_the_foot_and_in_labels_too() -> None:
    assert (
        'rulebook.md:1:1: error P315 no font has the character "中"'
        in pages_of("# One\n\nTwo.\n\n[[page]]\n\nThree.", title="中")[1]
    )
    said = pages_of("![The start](setup:table)", **scene(SCENE.replace("label: 1", "label: 中")))[1]
    assert 'error P315 no font has the character "中"' in said
    said = pages_of("![The start](setup:table)", **scene(SCENE.replace("label: 1", "label: א")))[1]
    assert "error P315 " in said


def test_cover_is_the_first_page_and_counts() -> None:
    made = good_pages(text_of("[[cover]]", "# One"), subtitle="A game", lines=("2–4 players",))
    assert [lines(face) for face in made] == [["Toy", "A game", "2–4 players"], ["One", "2 Toy"]]
    finished = good_pages("# One", cover=card(mark="#123456"))
    assert colors(finished[0].items) == {"#123456"} and len(finished) == 2


def test_two_columns_and_a_chapter_across_them() -> None:
    (page,) = good_pages(
        text_of("# A chapter that is across the page", *["word " * 30] * 6), columns=2
    )
    lefts = sorted({run.x for run in runs(page)[1:-2]})
    assert len(lefts) == 2 and lefts[1] - lefts[0] > 60_000
    tops = [min(run.y for run in runs(page)[1:-2] if run.x == left) for left in lefts]
    assert tops[0] == tops[1]


def test_columns_may_change_and_break() -> None:
    (page,) = good_pages(
        text_of("[[columns 2]]", "left", "[[column]]", "right", "[[columns 1]]", "across")
    )
    where = {run.text: (run.x, run.y) for run in runs(page)}
    assert (
        where["left"][1] == where["right"][1] < where["across"][1]
        and where["left"][0] == where["across"][0] < where["right"][0]
    )


def test_figure_is_the_face_itself_numbered() -> None:
    (page,) = good_pages(text_of('![A ruby](card:gems/ruby "30mm")', "see [it](#figure-1)"))
    (group,) = figures(page)
    assert group.items is FACES["card:gems/ruby"].items
    assert group.transform is not None and group.transform.a == pytest.approx(30 / 63)
    assert "Figure 1\u2002A ruby" in " ".join(lines(page)).replace(" \u2002", "\u2002")
    assert [anchor.name for anchor in page.anchors] == ["figure-1"]


def test_shaped_piece_is_clipped_to_its_outline() -> None:
    diamond = "M31500 0L63000 44000L31500 88000L0 44000Z"
    (page,) = good_pages("![A ruby](card:gems/ruby)", outlines={"card:gems/ruby": diamond})
    assert [group.clip for group in figures(page)] == [diamond]


def test_figures_change_with_their_faces() -> None:
    source = "![A ruby](card:gems/ruby)"
    red, blue = (
        good_pages(source, figures={"card:gems/ruby": card(mark=mark)}.get)[0]
        for mark in ("#aa0000", "#0000aa")
    )
    assert dump(red) != dump(blue) and colors(blue.items) == {"#0000aa", "#ffffff"}


def test_figures_side_by_side_share_the_width() -> None:
    (page,) = good_pages("![a](card:gems/ruby)\n![b](card:gems/jade)\n![c](card:gems/ruby)")
    xs = [group.transform.e for group in figures(page) if group.transform]
    ys = {group.transform.f for group in figures(page) if group.transform}
    assert len(xs) == 3 and xs == sorted(xs) and len(ys) == 1
    assert [anchor.name for anchor in page.anchors] == ["figure-1", "figure-2", "figure-3"]


def test_figure_stays_with_its_caption() -> None:
    for fill in range(8, 20):
        made = good_pages(text_of(*[LONG[:80]] * fill, "![The caption](card:gems/ruby)"))
        with_figure = next(face for face in made if figures(face))
        assert any("The caption" in row for row in lines(with_figure))


SCENE = """\
table:
  size: 200x100
  items:
    - {face: "card:gems/ruby", at: [10, 10], scale: 0.5, label: 1, text: The ruby lies here}
    - {face: "card:gems/jade", at: [100, 10], scale: 0.5, turn: 90, label: 2, text: The jade there}
    - {face: "card:gems/jade", at: [150, 10], scale: 0.5}
"""


def scene(source: str = SCENE) -> dict[str, object]:
    raw = parse(source.encode(), "figures.yaml")
    assert isinstance(raw, Map)
    made, found = scenes(raw)
    assert not found
    return {"scenes": made}


def test_scene_lays_faces_out_with_labels_and_a_legend() -> None:
    (page,) = good_pages("![The start](setup:table)", **scene())
    (stage,) = figures(page)
    assert len(stage.items) == 3
    assert (
        sum(run.text in ("1", "2") for run in runs(page)) == 5
    )  # two discs, two entries, the page's own number
    said = " ".join(lines(page))
    assert "The ruby lies here" in said and "The start" in said
    assert "Figure" not in said, "no text refers to it"
    inner = stage.items[1]
    assert isinstance(inner, Group) and inner.transform is not None
    x, y = inner.transform.point(31_500, 44_000)
    assert (round(x), round(y)) == (100_000 + 15_750, 10_000 + 22_000)


LABELS = """\
table:
  size: 200x100
  items:
    - {face: "card:gems/ruby", at: [40, 5], label: 1}
    - {face: "card:gems/ruby", at: [40, 5], turn: 90, label: 2}
    - {face: "card:gems/ruby", at: [40, 5], turn: -90, scale: 0.5, label: 3}
    - {at: [150, 50], label: 4, text: A place}
    - {face: "card:gems/ruby", at: [-5, 10], label: 5}
    - {at: [200, 100], label: 6}
"""


def test_labels_stand_about_the_corners_of_what_they_name_as_it_is_turned() -> None:
    (page,) = good_pages("![The start](setup:table)", **scene(LABELS))
    (stage,) = figures(page)
    assert len(stage.items) == 4 and stage.transform is not None
    by, left, top = stage.transform.a, stage.transform.e, stage.transform.f
    discs = [
        bounds(item.path)
        for item in page.items
        if isinstance(item, Shape) and item.stroke and item.fill == house().game.palette["accent"]
    ]
    middles = [
        ((d.x + d.width / 2 - left) / by / 1000, (d.y + d.height / 2 - top) / by / 1000)
        for d in discs
    ]
    radius = discs[0].width / 2 / by / 1000
    expected = [
        (40, 5),
        (40 + 31.5 - 44, 5 + 44 - 31.5),
        (40 + 15.75 - 22, 5 + 22 - 15.75),
        (150, 50),
        (radius, 10),
        (200 - radius, 100 - radius),
    ]
    assert [(round(x, 1), round(y, 1)) for x, y in middles[:6]] == [
        (round(x, 1), round(max(y, radius), 1)) for x, y in expected
    ]
    assert len(middles) == 7  # and the one entry of the legend


@pytest.mark.parametrize(("scale", "apart"), [(0.5, False), (0.05, True)])
def test_disc_does_not_hide_the_small_thing_that_it_names(scale: float, apart: bool) -> None:
    drawn = f'table:\n  size: 400x200\n  items:\n    - {{face: "card:gems/ruby", at: [200, 100], scale: {scale}, label: 1}}\n'
    (page,) = good_pages("![The start](setup:table)", **scene(drawn))
    (stage,) = figures(page)
    assert stage.transform is not None
    by, left, top = stage.transform.a, stage.transform.e, stage.transform.f
    accent = house().game.palette["accent"]
    circle = next(
        bounds(item.path)
        for item in page.items
        if isinstance(item, Shape) and item.stroke and item.fill == accent
    )
    away = (
        left + 200_000 * by - circle.x - circle.width / 2,
        top + 100_000 * by - circle.y - circle.height / 2,
    )
    assert away == pytest.approx([circle.width / 2 / 2**0.5] * 2 if apart else (0, 0), abs=2)


def test_parts_that_are_made() -> None:
    (page,) = good_pages(
        text_of("[[components]]", "[[icons]]", "[[credits]]"),
        "sun",
        components=(
            Listed("Gems", "24", FACES["card:gems/ruby"]),
            Listed("Notes", "40"),
        ),
        icons=(Meaning("sun", "A day passes"),),
        credits=(Credit("Source Sans", "Adobe, OFL 1.1"),),
    )
    words = " ".join(lines(page)).replace("\u00a0", " ")
    assert (
        "24 × Gems" in words
        and "40 × Notes" in words
        and "A day passes" in words
        and "Adobe, OFL 1.1" in words
    )
    assert len(figures(page)) == 1


def test_callouts_have_a_box_that_may_be_parted() -> None:
    inner = "\n>\n".join(f"> {LONG}" for _ in range(14))
    made = good_pages(text_of("# a", f"> [!EXAMPLE]\n{inner}"))
    tints = [
        [
            item
            for item in face.items
            if isinstance(item, Shape) and item.fill == house().game.palette["mist"]
        ]
        for face in made
    ]
    assert [len(found) for found in tints] == [1] * len(made) and len(made) > 1
    assert lines(made[0])[1] == "Example"


def test_words_are_hyphenated_where_a_book_asks_for_it() -> None:
    source = "internationalisation characteristically incomprehensible " * 8
    plain, parted = (good_pages(source, hyphenate=on)[0] for on in (False, True))
    assert not any(row.endswith("-") for row in body(plain)) and any(
        row.endswith("-") for row in body(parted)
    )
    other = good_pages(source, hyphenate=True, language="xx")[0]
    assert lines(other) == lines(plain)


def test_hyphens_change_no_word() -> None:
    """Hungarian doubles letters where a line parts asszony: these were printed in the middle of
    lines as well.
    """
    made = good_pages(
        "asszonnyal könnyen hosszan összesen kulccsal " * 9, hyphenate=True, language="hu"
    )
    words = " ".join(row for face in made for row in body(face)).replace("- ", "")
    assert {"asszonnyal", "könnyen", "hosszan", "összesen", "kulccsal"} == set(words.split())


@pytest.mark.parametrize(
    ("language", "word", "parted"),
    [
        ("de-CH", "Spielanleitung", "Spiel~an~lei~tung"),
        ("no", "spilleregler", "spille~reg~ler"),
        ("th", "ผู้เล่นแต่ละคน", "ผู้|เล่น|แต่|ละคน"),
    ],
)
def test_where_words_may_be_parted(language: str, word: str, parted: str) -> None:
    hyphenated = hyphenator(language)
    assert hyphenated is not None
    assert hyphenated(word).replace("\u00ad", "~").replace("\u200b", "|") == parted


def test_french_signs_stay_with_their_words() -> None:
    rows = body(
        good_pages("« Oui » ou non ? Voici ; la **fin** ! " * 30, language="fr", title="Jeu !")[0]
    )
    assert len(rows) > 8 and not any(
        row.startswith((";", "!", "?", "»")) or row.endswith("«") for row in rows
    )
    assert "«\u00a0Oui\u00a0» ou non\u00a0? Voici\u00a0;" in " ".join(rows)


def test_words_of_another_language() -> None:
    (page,) = good_pages(
        text_of("[[contents]]", "> [!NOTE] A\n> a", "![b](card:gems/ruby)", "[c](#figure-1)"),
        words={"contents": "Inhalt", "note": "Hinweis", "colon": "\u00a0: ", "figure": "Abb."},
    )
    assert {"Inhalt", "Hinweis\u00a0: A"} <= set(lines(page)) and any(
        row.startswith("Abb. 1") for row in lines(page)
    )


def test_same_text_makes_the_same_pages() -> None:
    source = text_of("[[contents]]", "# One", LONG, "![b](card:gems/ruby)", "| a |\n|---|\n| b |")
    assert [dump(face) for face in good_pages(source)] == [
        dump(face) for face in good_pages(source)
    ]


BAD = {
    "card": (
        "# a\n\n![b](card:gems/rubi)",
        'rulebook.md:3:6: error P354 there is no "card:gems/rubi" to show\n  hint: did you mean "card:gems/ruby"',
    ),
    "board": (
        "![b](board:citty)",
        'rulebook.md:1:6: error P354 there is no "board:citty" to show\n  hint: did you mean "board:city"',
    ),
    "scene": ("![b](setup:tabel)", 'rulebook.md:1:6: error P354 there is no scene "tabel"'),
    "icon": ("a\n\nb :snu:", 'rulebook.md:3:3: error P401 there is no icon "snu"'),
    "character": ("a \u4e2d b", 'rulebook.md:1:1: error P315 no font has the character "\u4e2d"'),
    "a script of one's own font": (
        "ไทย",
        'rulebook.md:1:1: error P315 no font has the character "ท"',
    ),
    "wide image": (
        '![b](card:gems/ruby "150mm")',
        "rulebook.md:1:6: error P357 the figure is 29.91 mm wider than its column of 120.09 mm",
    ),
    "high image": (
        '![b](board:tower "40mm")',
        "rulebook.md:1:6: error P357 the figure is 226.38 mm higher than the column of 179.09 mm",
    ),
    "word": ("W" * 90, "rulebook.md:1:1: error P358 a word is "),
    "word in a cell": (
        "| a |\n|---|\n| " + "W" * 90 + " |",
        "rulebook.md:1:1: error P356 the table is ",
    ),
    "pages": (
        "{% for n in range(400) %}\npage {{ n }}\n\n[[page]]\n\n{% endfor %}\nend",
        "rulebook.md:2:1: error P359 the text has more than 300 pages",
    ),
    "many figures in a row": (
        "\n".join(["![b](card:gems/ruby)"] * 14),
        "rulebook.md:1:1: error P357 14 figures do not go side by side",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_said_of_what_cannot_be_set(name: str) -> None:
    source, expected = BAD[name]
    assert expected in pages_of(source)[1]


def test_nearest_of_many_misspelt_icons_is_looked_for_so_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes a millisecond each."""
    looked = []
    monkeypatch.setattr(
        "pnp.layout.context.did_you_mean",
        lambda name, known, few: looked.append(name) if known else "",
    )
    said = pages_of(" ".join(f":zz-{n}:" for n in range(60)))[1]
    assert said.count("error P401 there is no icon") == 60
    assert looked == [f"zz-{n}" for n in range(50)]


def test_scene_that_shows_what_is_not_there() -> None:
    said = pages_of("![b](setup:table)", **scene(SCENE.replace("gems/jade", "gems/jed")))[1]
    assert 'figures.yaml:5:14: error P354 there is no "card:gems/jed" to show' in said


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("at: [137, 10]", ""),  # to the edge
        ("at: [137.9, 12.9]", ""),  # less than a millimetre over it
        ("at: [-5, 10]", ""),  # said to begin outside
        ("at: [-300, -250], scale: 10", ""),  # a close-up
        (
            "at: [150, 10]",
            "figures.yaml:4:14: warning P363 card:gems/ruby lies 13 mm outside the scene of 200 × 100 mm\n  hint: move it, ",
        ),
        ("at: [10, 10], turn: 90, scale: 1.2", "warning P363 card:gems/ruby lies 5 mm outside"),
        (
            "at: [180, 10]",
            "figures.yaml:4:14: error P363 card:gems/ruby lies 43 mm outside the scene of 200 × 100 mm",
        ),
        ("at: [-40, 10]", "figures.yaml:4:14: error P363 card:gems/ruby lies 40 mm outside"),
        ("at: [-70, 10]", "error P363 card:gems/ruby lies outside the scene of 200 × 100 mm"),
        ("at: [250, 10], turn: 90", "error P363 card:gems/ruby lies outside the scene"),
    ],
)
def test_what_lies_outside_its_scene_is_told(item: str, expected: str) -> None:
    source = f'table:\n  size: 200x100\n  items:\n    - {{face: "card:gems/ruby", {item}}}\n'
    said = pages_of("![b](setup:table)\n\n![b](setup:table)", **scene(source))[1]
    assert expected in said and said.count("P363") == bool(expected), said


def test_scripts_that_the_shipped_fonts_have() -> None:
    """As docs/how-to/fonts.md says; it spoke of Georgian and Armenian as needing a font of one's
    own.
    """
    assert good_pages("Ελληνικά Кириллица ქართული Հայերեն")


def test_scene_of_too_much_is_refused_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """P843 was said, whose page speaks of templates that nest too deeply."""
    monkeypatch.setattr(pictured, "MAX_ITEMS", 1)
    assert (
        "figures.yaml:5:14: error P842 the scene draws more than 1 things"
        in pages_of("![b](setup:table)", **scene(SCENE))[1]
    )


NARROWER, FEWER = (
    'hint: make it narrower: ![caption](card:gems/ruby "100%")',
    "hint: give it fewer columns or shorter words",
)


def test_margins_that_leave_no_room() -> None:
    from pnp.layout.typesetter import Margins
    from pnp.units.geometry import Um

    said = pages_of("a", margins=Margins(Um(10_000), Um(10_000), Um(70_000), Um(70_000)))[1]
    assert "rulebook.md:1:1: error P357 the margins leave 8 mm for the text" in said


def test_deep_lists_in_call_outs_in_narrow_columns_are_said_or_set() -> None:
    source = (
        "> [!NOTE]\n> "
        + "\n> ".join("  " * n + "- item" for n in range(7))
        + "\n>\n> ![b](card:gems/ruby)"
    )
    made, said = pages_of(source, columns=2)
    assert made and not said


PIECES = st.sampled_from(
    [
        "# H\n",
        "word " * 40,
        "- a\n- b\n  - c",
        "> [!NOTE]\n> n",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "![x](card:gems/ruby)",
        "---",
        "[[page]]",
        "[[columns 2]]",
        "[[column]]",
        "[[contents]]",
        "![x](card:gems/ruby)\n![y](card:gems/jade)",
        "> quote",
    ]
)

NOTHING = {"---", "[[page]]", "[[columns 2]]", "[[column]]"}
"""Those that alone make no text (P355)."""


@settings(max_examples=30)
@given(
    st.lists(PIECES, min_size=1, max_size=14).filter(
        lambda parts: parts.count("[[contents]]") < 2 and not NOTHING.issuperset(parts)
    ),
    st.integers(1, 2),
)
def test_any_text_lies_inside_its_pages(parts: list[str], columns: int) -> None:
    for face in good_pages(text_of(*parts), columns=columns):
        assert all(
            0 <= run.x and run.x + run.width <= A5.width and 0 < run.y < A5.height
            for run in runs(face)
        )
        assert all(0 <= link.area.x and link.area.right <= A5.width for link in face.links)
        assert all(
            not isinstance(item, Shape) or item.fill is None or len(item.fill) == 7
            for item in walk(face.items)
        )


def test_page_number_that_moves_what_it_names_for_ever_is_told() -> None:
    """Three lines move to the next page as a whole, four are parted:

    "page 9" puts the target on page 10, "page 10" on page 9.
    """
    words = "a aa im aiiaaaal maaam imimlia lmmmm l la ilm alli ia ammi lmaam iaaalala aim maiaaliim llalam li mialmmmmi im"
    chapters = ("# T", "x", *["[[page]]", "x"] * 7, *["f"] * 9)
    end = (*["g"] * 7, "## Target", "end")
    small = size(80_000, 100_000)
    _, said = pages_of(text_of(*chapters, f"{words} [](#target).", *end), size=small)
    assert said.startswith("x.md:61:") or "P365" in said
    assert 'moves "#target" to page' in said
    assert pages_of(text_of(*chapters, f"{words} [see there](#target).", *end), size=small)[1] == ""


def test_addresses_are_not_parted_by_a_hyphen_that_would_be_typed() -> None:
    hyphenated = hyphenator("en")
    assert hyphenated is not None
    assert hyphenated("licences") != "licences"
    for address in (
        "(creativecommons.org/licenses/by/3.0)",
        "https://example.org/organisation",
        "somebody@organisation.org",
    ):
        assert hyphenated(address) == address
