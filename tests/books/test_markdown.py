"""Markdown out of blocks: the numbers are in it, and reading it again gives the same words."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from markdown_it import MarkdownIt

from pnp.books.text_formats import escaped, markdown
from pnp.diagnostics import Span
from pnp.layout.typesetter import Book, Credit, Listed, Meaning
from pnp.model.scenes import Item, Scene
from pnp.units.geometry import Um, size
from tests.compose.text import blocks
from tests.layout.book import a_book

TEXT = """\
[[cover]]
[[contents]]

# Turns

A *turn* has **two** parts; see [the end](#the-end), [](#the-end), or [](#figure-1). Roll a \\* or <https://x.org>.

1. Draw
   - at least one
   - at most :broken-one:
2. Play

   and rest

![A **ruby**](card:gems/ruby)

## The end

| Points | for |
|-------:|:---:|
| 3 | a \\| bar |

> [!NOTE] Slow
> Wait.

> Quoted.

---

[[components]]

[[icons]]

[[credits]]
"""
MADE = """\
# Toy

- [Turns](<#turns>)
  - [The end](<#the-end>)

## Turns

A *turn* has **two** parts; see [the end](<#the-end>), or [Figure 1](<#figure-1>). Roll a \\* or [https://x.org](<https://x.org>).

1. Draw
   - at least one
   - at most \\[A cracked gem\\]
2. Play

   and rest

*Figure 1: A **ruby***

### The end

| Points | for |
| --: | :-: |
| 3 | a \\| bar |

> **Note: Slow**
>
> Wait.

> Quoted.

---

- **3 ×** Gems

* A cracked gem: worth nothing

- **Type** Toy Sans
"""


def book(**more: Any) -> Book:
    return a_book(
        components=(Listed("Gems", "3"),),
        icons=(Meaning("broken-one", "A cracked gem: worth nothing"),),
        credits=(Credit("Type", "Toy Sans"),),
        **more,
    )


def test_every_kind_of_block() -> None:
    assert markdown(blocks(TEXT), book()) == MADE


def test_words_stay_words() -> None:
    assert (
        escaped("1. *a* [b](c) <d> `e` #f |g| - 2")
        == "1\\. \\*a\\* \\[b\\](c) \\<d\\> \\`e\\` \\#f \\|g\\| - 2"
    )
    for words in (
        "- no list",
        "+ no list",
        "2) no list",
        "# none",
        "> none",
        "a_b_ *c*",
        "<b>no tag</b>",
        "&amp;",
        "~~~",
        "[x]: y",
    ):
        assert MarkdownIt("commonmark").render(escaped(words)) == f"<p>{escape(words)}</p>\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1\\. Not a list", "1. Not a list"),
        ("12\\) Not a list", "12) Not a list"),
        ("\\- 5 points", "- 5 points"),
        ("\\+", "+"),
        ("\\---", "---"),
        ("**\\-** 5", "<strong>-</strong> 5"),
        ("a\\\n\\- b", "a<br />\n- b"),
        ("a\\\n1\\. b", "a<br />\n1. b"),
        ("a\\\n\\===", "a<br />\n==="),
        ("a\\\n\\--", "a<br />\n--"),
    ],
)
def test_signs_that_were_escaped_open_nothing(source: str, words: str) -> None:
    """An escaped sign is a run of its own, so only the whole line tells what it would begin."""
    made = markdown(blocks(source), book()).partition("\n\n")[2]
    assert MarkdownIt("commonmark").render(made) == f"<p>{words}</p>\n"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("- \\- 5", "- \\- 5\n"),
        ("> 1\\. so", "> 1\\. so\n"),
        ("# \\- 5", "## - 5\n"),
        ("Take 5 \\- 2", "Take 5 - 2\n"),
    ],
)
def test_signs_are_escaped_where_they_begin_something(source: str, wanted: str) -> None:
    assert markdown(blocks(source), book()).partition("\n\n")[2] == wanted


def test_caption_of_two_lines_stays_a_caption() -> None:
    made = MarkdownIt("commonmark").render(
        markdown(blocks("![The\\\n\\- gem](card:gems/ruby)"), book())
    )
    assert "<li>" not in made


def test_bar_in_the_code_of_a_cell_does_not_end_the_cell() -> None:
    made = markdown(
        blocks(
            "| `a\\|b` | c |\n|---|---|\n| [`d\\|e`](https://x.org) | \\- f |\n\nOutside `a|b`."
        ),
        book(),
    )
    html = MarkdownIt("commonmark").enable("table").render(made)
    assert (
        "<th><code>a|b</code></th>\n<th>c</th>\n" in html
        and "<code>d|e</code></a></td>\n<td>- f</td>\n" in html
    )
    assert "<code>a|b</code>." in html


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("`` `a ``", "`a"),
        ("`` a` ``", "a`"),
        ("`` ` ``", "`"),
        ("``` a``b ```", "a``b"),
        ("`ab`", "ab"),
    ],
)
def test_ticks_in_code_stay_in_it(source: str, words: str) -> None:
    """Beside the ticks that open and close it stands a blank, or there would be more of them."""
    made = markdown(blocks(f"So {source}."), book()).partition("\n\n")[2]
    assert MarkdownIt("commonmark").render(made) == f"<p>So <code>{words}</code>.</p>\n"


@pytest.mark.parametrize("source", ["Beware\\![see](#t)", "Beware\\![](#t)", "\\\\\\![see](#t)"])
def test_exclamation_mark_makes_no_picture_of_a_link(source: str) -> None:
    made = MarkdownIt("commonmark").render(markdown(blocks(f"# T\n\n{source}"), book()))
    assert "<img" not in made and "![" not in made and '!<a href="#t">' in made


LISTS = {
    "numbers": ("1. x\n2. y\n\n1) z", ["ol", "ol"]),
    "three": ("3. x\n\n1) y\n\n1. z", ["ol", "ol", "ol"]),
    "bullets": ("- x\n\n+ y\n\n* z", ["ul", "ul", "ul"]),
    "of two kinds": ("- x\n\n1. y\n\n- z", ["ul", "ol", "ul"]),
    "in an item": ("- x\n  1. y\n  1) z", ["ul", "ol", "ol"]),
    "in a quotation": ("> 1. y\n> 1) z", ["ol", "ol"]),
    "a page between": ("1. x\n\n[[page]]\n\n1. z", ["ol", "ol"]),
    "one that is made": ("- x\n\n[[components]]\n\n- y\n\n[[icons]]", ["ul", "ul", "ul", "ul"]),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_in_a_row_stay_apart(name: str) -> None:
    source, lists = LISTS[name]
    html = MarkdownIt("commonmark").render(markdown(blocks(source), book()))
    assert re.findall(r"<(ol|ul)\b", html) == lists


def test_stars_stand_at_words() -> None:
    made = markdown(blocks("Take \\*\\* two \\*\\* or **two** and *`x`* `` a`b ``."), book())
    assert "**two**" in made and "``a`b``" in made
    assert MarkdownIt("commonmark").render(made).count("<strong>") == 1


def test_scene_brings_its_legend() -> None:
    item = Item("card:gems/ruby", Um(0), Um(0), 1.0, 0.0, "1", "", Span("figures.yaml"))
    items = (
        item,
        item._replace(label="2", text="The *ruby*"),
        item._replace(label="10", text="Many words"),
    )
    scenes = {"table": Scene("table", size(200_000, 100_000), "", items, Span("figures.yaml"))}
    made = markdown(blocks("![The start](setup:table)"), book(scenes=scenes))
    assert "*The start*\n\n- **2** The \\*ruby\\*\n- **10** Many words\n" in made


def test_game_in_another_language() -> None:
    made = markdown(
        blocks("![Ein Rubin](card:gems/ruby)\n\n[](#figure-1)\n\n> [!EXAMPLE] Los\n> So."),
        book(words={"figure": "Abb.", "example": "Beispiel", "colon": "\u00a0: "}),
    )
    assert "*Abb. 1\u00a0: Ein Rubin*" in made and "> **Beispiel\u00a0: Los**" in made
