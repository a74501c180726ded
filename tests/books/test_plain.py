"""Plain text out of blocks."""

from __future__ import annotations

import pytest

from pnp.books.text_formats import ScreenText, plain_text, wrapped
from pnp.compose.markdown_tree import Inline, Link, Run
from pnp.diagnostics import Span
from pnp.model.scenes import Item, Scene
from pnp.units.geometry import Um, size
from tests.books.test_markdown import TEXT, book
from tests.compose.text import blocks

MADE = """\
TOY

Turns
    The end

Turns
=====

A turn has two parts; see the end, or Figure 1. Roll a * or https://x.org.

1. Draw
   - at least one
   - at most [A cracked gem]
2. Play

   and rest

[Figure 1: A ruby]

The end
-------

Points    for
------  -------
     3  a | bar

| NOTE: Slow
| Wait.

| Quoted.

------------------------------------------------------------------------------

3 x Gems

- A cracked gem: worth nothing

Type: Toy Sans
"""


def test_every_kind_of_block() -> None:
    assert plain_text(blocks(TEXT), book()) == MADE


def test_titles_have_the_capitals_of_their_language() -> None:
    for language, title, capitals in (
        ("tr", "Gizli şehir", "GİZLİ ŞEHİR"),
        ("el", "Το παιχνίδι", "ΤΟ ΠΑΙΧΝΙΔΙ"),
        ("de", "Straße", "STRASSE"),
    ):
        assert plain_text((), book()._replace(language=language, title=title)).startswith(
            f"{capitals}\n"
        )


@pytest.mark.parametrize("depth", [0, 1, 4])
def test_lines_are_not_wider_than_a_terminal(depth: int) -> None:
    words = "and on it goes with many short words " * 20
    text = "\n".join(
        [
            *(f"{'  ' * n}- level" for n in range(depth)),
            f"{'  ' * depth}- {words}",
            "",
            f"> {words}",
        ]
    )
    lines = plain_text(blocks(text), book()).splitlines()
    assert len(lines) > 20 and max(map(len, lines)) <= 78


def test_wide_characters_take_two_columns() -> None:
    assert wrapped("한국 " * 30, 24) == ["한국 " * 4 + "한국"] * 6


def test_wide_table_becomes_rows() -> None:
    cell = "many words in a cell that is wide indeed"
    made = plain_text(
        blocks(f"| Name | Effect | More |\n|---|---|---|\n| a | {cell} | {cell} |\n| b | x | y |"),
        book(),
    )
    assert f"Name: a\nEffect: {cell}\nMore: {cell}\n\nName: b\n" in made


def test_scene_brings_its_legend() -> None:
    item = Item("card:gems/ruby", Um(0), Um(0), 1.0, 0.0, "1", "", Span("figures.yaml"))
    items = (
        item,
        item._replace(label="2", text="The *ruby*"),
        item._replace(label="10", text="many words " * 12),
    )
    scenes = {"table": Scene("table", size(200_000, 100_000), "", items, Span("figures.yaml"))}
    made = plain_text(blocks("![The start](setup:table)"), book(scenes=scenes))
    assert "[The start]\n   2  The *ruby*\n  10  many words many" in made
    assert "many\n      words many" in made and max(map(len, made.splitlines())) <= 78


@pytest.mark.parametrize("text", ["", " ", "\u00ad"])
def test_blank_entry_of_a_legend_has_a_line_of_its_own(text: str) -> None:
    item = Item("card:gems/ruby", Um(0), Um(0), 1.0, 0.0, "1", text, Span("figures.yaml"))
    scenes = {
        "table": Scene(
            "table",
            size(200_000, 100_000),
            "",
            (item, item._replace(label="2", text="The ruby")),
            Span("figures.yaml"),
        )
    }
    assert "  2  The ruby" in plain_text(blocks("![The start](setup:table)"), book(scenes=scenes))


def test_word_longer_than_a_line_stays_whole_and_soft_hyphens_go() -> None:
    assert wrapped("a " + "x" * 90 + " b", 78) == ["a", "x" * 90, "b"]
    assert wrapped("hy\u00adphen", 78) == ["hyphen"]


def test_numbered_list_goes_on_where_it_began() -> None:
    assert "9.  a\n10. b\n" in plain_text(blocks("9. a\n10. b\n"), book())


@pytest.mark.parametrize(
    ("between", "kept"),
    [(", page ", 1), (" (", 1), (f"{' ' * 100_000}!", 3), (f"{'x' * 13}{' ' * 100_000}", 3)],
    ids=range(4),
)
def test_words_before_a_page_is_taken_away_and_spaces_without_end_cost_nothing(
    between: str, kept: int
) -> None:
    there, page = Link("#end", (Run("the end"),), Span("x")), Link("#end", (), Span("x"))
    parts: list[Inline] = [there, Run(between), page]
    assert len(ScreenText((), book()).without_pages(tuple(parts))) == kept


BRACKETS = {
    "nothing else in it": ("(page [](#turn)).", "See the turn."),
    "nor but a space": ("(page [](#turn) ).", "See the turn."),
    "words behind": ("(page [](#turn), below).", "See the turn (below)."),
    "a dash": ("(p. [](#turn) – soon).", "See the turn (soon)."),
    "words in another cut": ("(page [](#turn), *below*).", "See the turn (below)."),
    "an icon": ("(page [](#turn) :sun:).", "See the turn ([sun])."),
    "another page": ("(pages [](#turn)/[](#the-end)).", "See the turn (The end)."),
    "two brackets": ("((page [](#turn))).", "See the turn."),
    "closed once": ("((page [](#turn)), below).", "See the turn (below)."),
    "no bracket": (", page [](#turn), below).", "See the turn, below)."),
    "a full stop behind the page": ("(page [](#turn). More.)", "See the turn (More.)"),
    "never closed": ("(page [](#turn)", "See the turn"),
}


@pytest.mark.parametrize("name", BRACKETS)
def test_bracket_about_a_page_goes_whole_or_stays_whole(name: str) -> None:
    words, expected = BRACKETS[name]
    source = f"# Land\n\nSee [the turn](#turn) {words}\n\n## Turn\n\n## The end"
    assert plain_text(blocks(source), book()).split("\n\n")[2] == expected
