"""Markdown to blocks, and what is refused, each at its line and column."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline

from pnp.compose.markdown_tree import (
    Break,
    Callout,
    Divider,
    Figure,
    FigureRow,
    Generated,
    Heading,
    Icon,
    Link,
    ListBlock,
    Paragraph,
    Run,
    Table,
    figures_in,
    icons_in,
    lines_of,
    plain,
    walk,
)
from pnp.diagnostics import MAX_HINTS, Span

from .text import MD, blocks, read, said


def inlines(source: str) -> tuple[object, ...]:
    (paragraph,) = blocks(source)
    assert isinstance(paragraph, Paragraph)
    return paragraph.inlines


def test_headings_have_anchors_of_their_own() -> None:
    made = blocks("# Set up: the *table*!\n\n## Set up the table\n## Für\n## Für")
    assert [(h.level, h.anchor, h.span.line) for h in made if isinstance(h, Heading)] == [
        (1, "set-up-the-table", 1), (2, "set-up-the-table-2", 3), (2, "für", 4), (2, "für-2", 5),
    ]  # fmt: skip


SPELT = {
    "a sigma at the end": ("Κανόνες και ΜΈΡΗ", "κανόνες-και-μέρη", "κανόνεσ-και-μέρη"),
    "a sharp s": ("Spaß & Straße", "spaß-straße", "spass-strasse"),
    "a dotted capital": ("İstanbul", "istanbul", "İstanbul"),
    "a capital without a dot": ("IŞIK", "işik", "ışık"),
    "Thai": ("เริ่มเกม", "เริ่มเกม", "เริ่ม\u200bเกม"),
    "Hindi": ("नियम और खेल", "नियम-और-खेल", "नियम-और-खेल"),
    "a decomposed heading": (
        "Chua\u0302\u0309n bi\u0323",
        "chuẩn-bị",
        "chua\u0302\u0309n-bi\u0323",
    ),
    "a soft hyphen": ("Donau\u00adschiff", "donauschiff", "Donau\u00adschiff"),
    "a picture of signs": ("☀\ufe0f Sun_1, ½", "sun_1-½", "Sun_1-½"),
    "signs alone": ("?!", "section", "section"),
}


@pytest.mark.parametrize(("words", "anchor", "other"), SPELT.values(), ids=SPELT.keys())
def test_an_anchor_is_spelt_as_its_heading_and_found_however_it_is_written(
    words: str, anchor: str, other: str
) -> None:
    made = blocks(
        f"# {words}\n\nSee [it](#{anchor}), [it](#{other}) and [](#{other.upper() if anchor.isascii() else other})."
    )
    heading, paragraph = made
    assert isinstance(heading, Heading) and isinstance(paragraph, Paragraph)
    assert heading.anchor == anchor
    assert [part.target for part in paragraph.inlines if isinstance(part, Link)] == [
        f"#{anchor}"
    ] * 3


def test_links_are_led_wherever_they_stand() -> None:
    made = blocks("# Maß\n\n- [a](#MASS)\n\n> [!NOTE] [b](#MASS)\n> [c](#MASS)\n\n## [d](#MASS)\n\n| [e](#MASS) |\n|---|\n| [f](#MASS) |\n\n"
                  "![g [h](#MASS)](card:deck/one) ![i [j](#MASS)](card:deck/one)\n\n![k [l](#MASS)](card:deck/one)\n")  # fmt: skip
    links = [
        part
        for block in walk(made)
        for line in lines_of(block)
        for part in line
        if isinstance(part, Link)
    ]
    assert [plain(link.inlines) for link in links] == list("abcdefhjl")
    assert {link.target for link in links} == {"#maß"}


def test_headings_that_differ_in_marks_or_in_a_sharp_s_have_anchors_of_their_own() -> None:
    made = blocks(
        "# ที่นี่\n\n# ทีนี้\n\n# Strasse\n\n# Straße\n\n[](#straße), [](#strasse), [](#STRASSE)"
    )
    assert [block.anchor for block in made if isinstance(block, Heading)] == [
        "ที่นี่",
        "ทีนี้",
        "strasse",
        "straße",
    ]
    (paragraph,) = (block for block in made if isinstance(block, Paragraph))
    assert [part.target for part in paragraph.inlines if isinstance(part, Link)] == [
        "#straße",
        "#strasse",
        "#strasse",
    ]


NAMED = {
    "a heading of its own words comes first": (
        "# Land\n\n## Round 2\n\n## Round\n\n## Round\n\n## Round",
        ["land", "round-2", "round", "round-3", "round-4"],
    ),
    "even where it stands below": (
        "# Round\n\n## Round\n\n## Round 2\n\n## Round 2",
        ["round", "round-3", "round-2", "round-2-2"],
    ),
    "a name made twice": (
        "# A\n\n## A\n\n## A\n\n## A 3\n\n## A 2 2\n\n## A 2\n\n## A 2",
        ["a", "a-4", "a-5", "a-3", "a-2-2", "a-2", "a-2-3"],
    ),
    "a figure keeps its name": (
        "# Land\n\n## Figure 1\n\n![Uno](card:deck/one)\n\n## Figure 1",
        ["land", "figure-1-2", "figure-1-3"],
    ),
    "which no figure has": (
        "# Figure 2\n\n## Figure 0\n\n![Uno](card:deck/one)",
        ["figure-2", "figure-0"],
    ),
    "in lists and call-outs": (
        "# A\n\n- # A\n\n> [!NOTE]\n>\n> ## A\n>\n> - ## A 2\n\n## A",
        ["a", "a-3", "a-4", "a-2", "a-5"],
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_no_two_headings_or_figures_have_one_anchor(name: str) -> None:
    source, expected = NAMED[name]
    assert [
        block.anchor for block in walk(blocks(source)) if isinstance(block, Heading)
    ] == expected


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["a", "a 2", "a 2 2", "a 3", "figure", "figure 1", "figure 1 2", "!"]),
        min_size=1,
        max_size=12,
    ),
    st.integers(0, 2),
)
def test_anchors_are_never_had_twice(words: list[str], figures: int) -> None:
    made = blocks(
        "# Land\n\n"
        + "".join(f"## {word}\n\n" for word in words)
        + "![b](card:deck/one)\n\n" * figures
    )
    anchors = [block.anchor for block in made if isinstance(block, Heading)]
    assert len({*anchors, *(f"figure-{n + 1}" for n in range(figures))}) == len(anchors) + figures
    first = [word.replace(" ", "-") for word in words if word.startswith("a")]
    assert {*first} <= {*anchors}, "the first heading of its words is found by them"


def test_a_link_leads_to_the_heading_of_its_words() -> None:
    made = blocks(
        "# Round\n\nSee [](#round-2), [](#figure-1) and [](#round-3).\n\n## Round\n\n## Round 2\n\n![Uno](card:deck/one)\n\n## Figure 1"
    )
    assert [(plain(block.inlines), block.anchor) for block in made if isinstance(block, Heading)] == [
        ("Round", "round"), ("Round", "round-3"), ("Round 2", "round-2"), ("Figure 1", "figure-1-2"),
    ]  # fmt: skip
    assert 'there is no heading "#round-4"' in said(
        "# Round\n\n[](#round-4)\n\n## Round\n\n## Round 2"
    )


def test_cuts_of_words() -> None:
    assert inlines("a **b *c* d** `e*f*`") == (
        Run("a "), Run("b ", True), Run("c", True, True), Run(" d", True), Run(" "), Run("e*f*", code=True),
    )  # fmt: skip


def test_lines_and_breaks() -> None:
    assert inlines("a\nb  \nc\\\nd") == (Run("a b"), Break(), Run("c"), Break(), Run("d"))


def test_icons_and_their_places() -> None:
    assert inlines("a :sun:\nb :moon-2: 1:30:45 \\:x:") == (
        Run("a "), Icon("sun", Span(MD, 1, 3)), Run(" b "), Icon("moon-2", Span(MD, 2, 3)), Run(" 1:30:45 :x:"),
    )  # fmt: skip


def test_words_in_one_cut_are_one_run() -> None:
    """Each escaped sign and entity was a run of its own: written as Markdown again, each had
    stars of its own.
    """
    assert inlines("**R&amp;D a\\_b** *c* d") == (
        Run("R&D a_b", True),
        Run(" "),
        Run("c", False, True),
        Run(" d"),
    )


def test_blanks_and_empty_lines_between_fences_are_kept() -> None:
    assert inlines("```\n+--+\n|  a b|\n    +\n\nend\n```") == (
        Run("+--+", code=True), Break(), Run("|\u00a0\u00a0a b|", code=True), Break(), Run("\u00a0\u00a0\u00a0\u00a0+", code=True), Break(),
        Run("\u00a0"), Break(), Run("end", code=True),
    )  # fmt: skip


def test_icons_may_have_any_letters() -> None:
    assert inlines(":münze:, :Anker::a_b: Phase:Aktion:Ende 3:coin:s") == (
        Icon("münze", Span(MD, 1, 1)), Run(", "), Icon("Anker", Span(MD, 1, 10)), Icon("a_b", Span(MD, 1, 17)),
        Run(" Phase:Aktion:Ende 3"), Icon("coin", Span(MD, 1, 42)), Run("s"),
    )  # fmt: skip


def test_links() -> None:
    made = blocks("# One\n\n[a **b**](#one) [](#one) <https://x.org> [m](mailto:a@b.c)")[1]
    assert isinstance(made, Paragraph)
    links = [part for part in made.inlines if isinstance(part, Link)]
    assert [(link.target, plain(link.inlines)) for link in links] == [
        ("#one", "a b"), ("#one", ""), ("https://x.org", "https://x.org"), ("mailto:a@b.c", "m"),
    ]  # fmt: skip


def test_nested_lists() -> None:
    (made,) = blocks("3. a\n   - b\n     - c\n4. d")
    assert isinstance(made, ListBlock) and (made.ordered, made.start, len(made.items)) == (
        True,
        3,
        2,
    )
    inner = made.items[0][1]
    assert isinstance(inner, ListBlock) and not inner.ordered
    assert isinstance(inner.items[0][1], ListBlock)


def test_tables() -> None:
    (made,) = blocks("| a | b | c |\n|---|--:|:-:|\n| 1 | **2** |\n| 4 | 5 | 6 |")
    assert isinstance(made, Table)
    assert made.align == ("left", "right", "center")
    assert [[plain(cell) for cell in row] for row in (made.header, *made.rows)] == [
        ["a", "b", "c"],
        ["1", "2", ""],
        ["4", "5", "6"],
    ]


def test_callouts() -> None:
    made = blocks(
        "> [!EXAMPLE] Ann *wins*\n> one\n> two\n>\n> - three\n\n> [!Note]\n> four\n\n> five"
    )
    assert [(c.kind, plain(c.title), len(c.blocks)) for c in made if isinstance(c, Callout)] == [
        ("example", "Ann wins", 2),
        ("note", "", 1),
        ("quote", "", 1),
    ]
    first = made[0].blocks[0]
    assert isinstance(first, Paragraph) and (plain(first.inlines), first.span.line) == (
        "one two",
        2,
    )


def test_figures_alone_and_in_a_row() -> None:
    one, row = blocks(
        '![The *heart*](card:organs/heart "40mm")\n\n![a](card:organs/heart/back)\n![b](setup:table "60%")'
    )
    assert one == Figure(
        "card:organs/heart", (Run("The "), Run("heart", italic=True)), "40mm", Span(MD, 1, 16)
    )
    assert isinstance(row, FigureRow)
    assert [(f.target, f.width, f.span) for f in row.figures] == [
        ("card:organs/heart/back", "", Span(MD, 3, 6)),
        ("setup:table", "60%", Span(MD, 4, 6)),
    ]
    assert list(figures_in((one, row))) == [
        "card:organs/heart",
        "card:organs/heart/back",
        "setup:table",
    ]


def test_generated_parts() -> None:
    made = blocks("[[cover]]\n[[contents]]\n\n[[columns 2]]\n\nText\n\n---\n")
    assert [(b.kind, b.argument) for b in made if isinstance(b, Generated)] == [
        ("cover", ""),
        ("contents", ""),
        ("columns", "2"),
    ]
    assert isinstance(made[-1], Divider)


def test_a_rule_below_words_is_no_heading() -> None:
    assert [type(block) for block in blocks("words\n---\nmore")] == [Paragraph, Divider, Paragraph]


def test_indented_lines_are_words() -> None:
    assert inlines("\n      a b")[0] == Run("a b")


def test_icons_are_found_wherever_they_stand() -> None:
    made = blocks(
        "# :a:\n\n- :b:\n\n> [!NOTE] :c:\n> [:d:](https://x.org)\n\n| :e: |\n|---|\n| :f: |\n\n![:g:](card:a/b)".replace(
            "# :a:", "# :a: x"
        )
    )
    assert "".join(icons_in(made)) == "abcdefg"


BAD = {
    "html block": (
        "a\n\n<div>b</div>",
        f"{MD}:3:1: error P350 raw HTML has no place in a text: <div>b</div>",
    ),
    "html inline": ("a <b>b</b>", f"{MD}:1:3: error P350 raw HTML has no place in a text: <b>"),
    "html in a loop": ("{% for n in range(2) %}\n- a <i>\n{% endfor %}", f"{MD}:2:5: error P350"),
    "html in an include": (
        "{% include 'parts.md' %}",
        "templates/toy/parts.md:5: error P350 raw HTML has no place in a text: <hr>",
    ),
    "comment": ("<!-- x -->", "hint: a comment is written {# … #}"),
    "call-out": (
        "a\n\n> [!TIP] b",
        f'{MD}:3:3: error P351 there is no call-out "TIP"\n  hint: known here: example, note, variant',
    ),
    "part": (
        "[[contens]]",
        f'{MD}:1:1: error P351 nothing is made by "[[contens]]"\n  hint: did you mean "contents"',
    ),
    "columns": ("a\n\n[[columns 9]]", f'{MD}:3:1: error P351 "[[columns 9]]": expected 1 or 2'),
    "argument": (
        "[[contents 3]]",
        f'{MD}:1:1: error P351 "[[contents]]" takes nothing more, found "3"',
    ),
    "second contents": (
        "[[contents]]\n\n# a\n\n> [[contents]]\n\n[[contents]]",
        f'{MD}:5:3: error P351 one "[[contents]]" too many: a text has it once\n  hint: take it out',
    ),
    "fourth list": (
        "[[icons]]\n" * 9,
        f'{MD}:4:1: error P351 one "[[icons]]" too many: a text has it 3 times at most',
    ),
    "level": (
        "# a\n\n### b",
        f"{MD}:3:1: error P352 a heading of level 3 follows one of level 1; expected level 2\n  hint: write ## b",
    ),
    "first level": (
        "## a",
        f"{MD}:1:1: error P352 a heading of level 2 is the first; expected level 1",
    ),
    "deep": (
        "# a\n## b\n### c\n#### d\n##### e",
        f"{MD}:5:1: error P352 a heading of level 5; headings go down to level 4",
    ),
    "no words": ("#", f"{MD}:1:1: error P352 a heading without words"),
    "anchor": (
        "# Setting up\n\nsee [it](#seting-up)",
        f'{MD}:3:9: error P353 there is no heading "#seting-up" in this text\n  hint: did you mean "#setting-up"?',
    ),
    "anchor in capitals": (
        "# Setting up\n\nsee [it](#Seting-Up)",
        f'{MD}:3:9: error P353 there is no heading "#Seting-Up" in this text\n  hint: did you mean "#setting-up"?',
    ),
    "script": (
        "[a](javascript:alert)",
        f'{MD}:1:4: error P353 the link leads to "javascript:alert"; expected an anchor or an address',
    ),
    "file": ("[a](other.md)", f'{MD}:1:4: error P353 the link leads to "other.md"'),
    "target": ("![a](heart.png)", f'{MD}:1:6: error P354 a figure of "heart.png"'),
    "target of four": ("![a](card:x/y/back/z)", f"{MD}:1:6: error P354"),
    "target path": ("![a](card:../../x)", f"{MD}:1:6: error P354"),
    "among words": (
        "look ![a](card:x/y)",
        f"{MD}:1:11: error P354 a figure stands among words; it needs a paragraph of its own",
    ),
    "in a table": (
        "| a |\n|---|\n| ![b](card:x/y) |",
        f"{MD}:3:8: error P354 a figure cannot stand here",
    ),
    "in a heading": ("# ![b](card:x/y)", "error P354 a figure cannot stand here"),
    "width": (
        '![a](card:x/y "wide")',
        f'{MD}:1:15: error P354 the figure\'s width: "wide" is not a length',
    ),
    "share": (
        '![a](card:x/y "140%")',
        f'{MD}:1:15: error P354 the figure\'s width: "140%" is not a width; expected a length or a share',
    ),
    "part among words": (
        "a\n\n[[pag]] x",
        f'{MD}:3:1: error P351 "[[pag]]" would be printed as typed: nothing is made by "pag"\n  hint: did you mean "page"?',
    ),
    "known part among words": (
        "a\n[[contents]]",
        f'{MD}:2:1: error P351 "[[contents]]" stands among words\n  hint: put an empty line',
    ),
    "part in a cell": (
        "| a |\n|---|\n| b [[x y]] |",
        f'{MD}:3:5: error P351 "[[x y]]" would be printed as typed',
    ),
    "reference": (
        "see the [rule][r1]",
        f'{MD}:1:9: error P353 "[rule][r1]" leads nowhere: a link has its address behind it, in ( )\n  hint: write [rule](#heading)',
    ),
    "reference's address": (
        "a\n\n[r1]: https://x.org",
        f'{MD}:3:1: error P353 "[r1]: https://x.org" leads nowhere',
    ),
    "call-out without brackets": (
        "> !NOTE\n> Hey",
        f'{MD}:1:3: error P361 "!NOTE" looks like a call-out and would be printed as typed\n  hint: write > [!NOTE], > [!EXAMPLE] or > [!VARIANT] before its lines; for these signs as they are write \\!',
    ),
    "call-out with a blank": (
        "> [! NOTE]\n> Hey",
        f'{MD}:1:3: error P351 "[! NOTE]" would be printed as typed\n  hint: write > [!NOTE] before its lines',
    ),
    "part without its end": (
        "a\n\n[[credits]",
        f'{MD}:3:1: error P361 "[[credits]" looks like a part that is made here and would be printed as typed\n  hint: end it with ]]',
    ),
    "link turned round": ("See (A)[#a].", f'{MD}:1:5: error P361 "(A)[#a]" looks like a link'),
    "list of bullets": (
        "a\n\n• one",
        f'{MD}:3:1: error P361 "• one" looks like a line of a list and would be printed as typed\n  hint: begin it with - and a blank',
    ),
    "two dashes": (
        "a\n\n--\n\nb",
        f'{MD}:3:1: error P361 "--" looks like a line of dashes and would be printed as typed\n  hint: write three: ---',
    ),
    "bad table": (
        "a\n\n| a | b |\n|---|\n| 1 | 2 |",
        f'{MD}:3:1: error P361 "| a | b |" looks like a row of a table and would be printed as typed\n  hint: a table has a line of dashes',
    ),
    "bad table without bars": (
        "a | b\n--- | --- | -\n1 | 2",
        f'{MD}:2:1: error P361 "--- | --- | -" looks like a row of a table',
    ),
    "cell too many": (
        "> | a | b |\n> |---|---|\n> | 1 | 2 | 3 |",
        f"{MD}:3:1: error P361 a row of 3 cells in a table of 2 columns",
    ),
    "bar": ("a\n | b", f'{MD}:2:2: error P361 "| b" looks like a row of a table'),
    "fence": (
        "a\n\n:::note\nb\n:::",
        f'{MD}:3:1: error P361 ":::note" looks like a call-out and would be printed as typed\n  hint: write > [!NOTE]',
    ),
    "struck": (
        "a\nb ~~not **this**~~ c",
        f'{MD}:2:3: error P361 "~~not this~~" looks like words struck out',
    ),
    "bold without an end": (
        "a\nNo **more than 2 units",
        f'{MD}:2:4: error P361 "**more" looks like where bold words begin and would be printed as typed\n  hint: bold words stand between two such signs that touch them and no other letter: a **word** so; for these signs as they are write \\*',
    ),
    "bold of a line": ("**Move every unit\n\nand **so** on", f'{MD}:1:1: error P361 "**Move"'),
    "bold that opens nowhere": (
        "**One** is two** here",
        f'{MD}:1:12: error P361 "two**" looks like where bold words end and would be printed as typed\n  hint: bold words stand between two such signs that touch them and no other letter: a **word** so; for these signs as they are write \\*',
    ),
    "bold with a blank": ("- x\n- **Move ** it", f'{MD}:2:3: error P361 "**Move"'),
    "bold up to a letter": ("**Go:**now", f'{MD}:1:1: error P361 "**Go"'),
    "bold by underscores": ("No __more than 2 units", f'{MD}:1:4: error P361 "__more"'),
    "bold number in a cell": ("| a |\n|---|\n| **3 |", f'{MD}:3:3: error P361 "**3"'),
    "bold in a heading": ("# **Set-up", f'{MD}:1:3: error P361 "**Set"'),
    "footnote": ("a[^1]", f'{MD}:1:2: error P361 "[^1]" looks like a footnote'),
    "footnote's words": ("- [^one]: b", f'{MD}:1:3: error P361 "[^one]" looks like a footnote'),
    "heading with a line": (
        "Title\n=====",
        f'{MD}:2:1: error P361 "=====" looks like the line under a heading',
    ),
    "heading without a blank": (
        "a\n\n##Set-up",
        f'{MD}:3:1: error P361 "##Set-up" looks like a heading',
    ),
    "heading of one sign": (
        "a\n\n#Set up now",
        f'{MD}:3:1: error P361 "#Set up now" looks like a heading and would be printed as typed\n  hint: write a blank between the # and the words; for these signs as they are write \\#',
    ),
    "number without a blank": (
        "1. Draw a card.\n2.Play a card.",
        f'{MD}:2:1: error P361 "2.Play a card." looks like a numbered line and would be printed as typed\n  hint: write a blank behind the number; ',
    ),
    "bold with blanks": (
        "a ** Draw ** b",
        f'{MD}:1:3: error P361 "** Draw **" looks like bold words and would be printed as typed\n  hint: no blank stands between the signs and the words: **so**',
    ),
    "figure without quotes": (
        "![The gem](card:gems/ruby 30mm)",
        f'{MD}:1:1: error P354 "![The gem](card:gems/ruby 30mm)" looks like a figure and would be printed as typed\n  hint: write its width in straight quotes: ![…](card:DECK/CARD "30mm")',
    ),
    "figure in curly quotes": (
        "a\n\n![The gem](card:gems/ruby “30mm”)",
        f'{MD}:3:1: error P354 "![The gem](card:gems/ruby “30mm”)" looks like a figure',
    ),
    "figure apart": (
        "![The gem] (card:gems/ruby)",
        f'{MD}:1:1: error P354 "![The gem] (card:gems/ruby)" looks like a figure and would be printed as typed\n  hint: take the blank between ] and ( out',
    ),
    "link with a blank": (
        "See [Setting up](#Setting up).",
        f'{MD}:1:5: error P353 "[Setting up](#Setting up)" looks like a link and would be printed as typed\n  hint: an address has no blank in it; a heading is named',
    ),
    "link apart": (
        "[Setting up] (#setting-up)",
        f'{MD}:1:1: error P353 "[Setting up] (#setting-up)" looks like a link and would be printed as typed\n  hint: take the blank',
    ),
    "part in single brackets": (
        "a\n\n[components]",
        f'{MD}:3:1: error P351 "[components]" would be printed as typed\n  hint: write [[components]]; for these signs as they are write \\[',
    ),
    "call-out without its mark": (
        "> [NOTE] Mind\n> this",
        f'{MD}:1:3: error P351 "[NOTE]" would be printed as typed\n  hint: write > [!NOTE] before its lines',
    ),
    "heading of bold words": (
        "#**A** turn",
        f'{MD}:1:1: error P361 "#A turn" looks like a heading',
    ),
    "number before a word of one letter": (
        "1.A card",
        f'{MD}:1:1: error P361 "1.A card" looks like a numbered line and would be printed as typed\n  hint: write a blank behind the number; for these signs as they are write 1\\.',
    ),
    "figure without an end": (
        "a\n\n![b](card:x/y",
        f'{MD}:3:1: error P354 "![b](card:x/y" looks like a figure and would be printed as typed\n  hint: end it with ); for these signs as they are write !\\[',
    ),
    "link over two lines": (
        "a [b\nc](#d e)",
        f'{MD}:1:3: error P353 "[b c](#d e)" looks like a link',
    ),
    "part in single brackets with more": (
        "[Columns 2]",
        f'{MD}:1:1: error P351 "[Columns 2]" would be printed as typed\n  hint: write [[columns 2]]',
    ),
    "call-out in small letters": (
        "> [Note]\n> a",
        f'{MD}:1:3: error P351 "[Note]" would be printed as typed\n  hint: write > [!NOTE] before its lines',
    ),
    "call-out without a quotation": (
        "a\n[!Note] b",
        f'{MD}:2:1: error P351 "[!Note]" would be printed as typed\n  hint: write > [!NOTE] before its lines',
    ),
    "head of a page of the web": (
        "---\ntitle: x\nlang: de\n---\n\n# a",
        f'{MD}:2:1: error P361 "title: x" stands between --- at the head of the text and would be printed as typed\n  hint: take these lines and their --- out',
    ),
    "struck in a caption": ("![a ~~b~~](card:x/y)", f'{MD}:1:5: error P361 "~~b~~"'),
    "empty": ("", f"{MD}:1:1: error P355 the text is empty"),
    "empty after jinja": ("{# nothing #}\n\n", f"{MD}:1:1: error P355 the text is empty"),
    "nothing but partings": (
        "---\n\n***\n\n[[page]]\n\n[[columns 2]]",
        f"{MD}:1:1: error P355 the text is empty: it only has signs that part what is not there",
    ),
    "many columns": (
        "|" + "a|" * 13 + "\n|" + "-|" * 13,
        f"{MD}:1:1: error P356 the table has 13 columns; at most 12",
    ),
    "nested": (
        "".join("  " * n + "- a\n" for n in range(12)),
        f"{MD}:9:17: error P351 lists and call-outs are nested more than 8 deep",
    ),
    "nested quotes": (
        ">" * 50 + " a",
        "error P351 lists and call-outs are nested more than 8 deep",
    ),
    "long": ("a " * 20_000, f"{MD}:1:1: error P840 a paragraph of 39,999 characters"),
    "figures": (
        "![a](card:x/y)\n\n" * 401,
        f"{MD}:801:6: error P840 the text has more than 400 figures",
    ),
    "blocks": (
        "a\n\n" * 20_001,
        "error P840 the text has more than 20,000 paragraphs and list items",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_refused(name: str) -> None:
    source, expected = BAD[name]
    assert expected in said(source)


def test_a_generated_part_may_stand_in_a_text_a_few_times_and_too_many_are_told_of_once() -> None:
    made = blocks(
        "[[contents]]\n\n[[icons]]\n\n# a\n\n[[icons]]\n[[components]]\n\n[[page]]\n\n"
        + "[[page]]\n[[column]]\n\n" * 9
    )
    assert [block.kind for block in made if isinstance(block, Generated)].count("icons") == 2
    assert said("# a\n\n" + "[[contents]]\n" * 2_000).count("P351") == 1


def test_only_the_first_links_that_lead_nowhere_have_a_hint() -> None:
    told = said(
        "".join(f"# h{n}\n\n" for n in range(3_000))
        + "\n\n".join(f"[a](#h{n}x)" for n in range(3_000))
    )
    assert told.count("error P353") == 3_000 and 0 < told.count("hint: did you mean") <= MAX_HINTS


def test_a_table_that_is_none_is_told_of_once() -> None:
    assert said("| a | b |\n|---|\n| 1 | 2 |\nwords\n| 3 | 4 |").count("error P361") == 2


@pytest.mark.parametrize(
    "source",
    [
        "`[[x]]` `~~a~~` `[^1]` `[a][b]` `:::note`", "    ~~~\n    | a |\n    ~~~", "```\n| a |\n:::note\n[[x]] ~~a~~\n```", "\\[[x]] \\~~a~~ \\[^1] \\[a][b]", "\\| a\n\\:::note",
        "one | two", "a | b\n---|---\n1 | 2\n3 \\| 4 | 5", "- | a | b |\n  |---|---|\n  | 1 | |\n  | | 2 |\n  |3|", "[1] [2], [x] ([y])", "[x] (see below) and [a]\n(b)", "[game] night\n\n[NOTED] here", "[Note] a\n\n> a [note]\n> [page] 3", "[x] (see: a) [y] (#3)", "2 ** 3 ** 4", "2.a\n3.5 mm (1.) den 1.Mai", "1\\.Mai !\\[a](b c)", "---\n\ntitle: x", "a\n\n---\ntitle: x\n\n---", "---\nTwo things: a\n\n---\n", "\\[a](b c)", "#1 of 5\n#2", "C# and F#m", "1.5 m\n2.5 m", "v2.x", "3) a", "a\\#b", "[ ] open\n[x] done", "a ~ b ~~ c", "~5~", "a - b | c", "#3 and # 4", "[a](https://x.org)[b](https://y.org)", "- a\n- - b", "| a |\n|---|\n| \\| |", "a :: b ::: c", "[a]: b".replace(": ", ":"), "= 3", "==",
        "**a** ***b*** __c__ **d *e* f** **g**h", "\\**a b\\** \\__c", "`**a`", "2**3 ** 4", "f**k snake__case ____ a ** b __ c", "Name: ____",
    ],
)  # fmt: skip
def test_what_only_looks_odd_is_words(source: str) -> None:
    assert said(source) == ""


@pytest.mark.parametrize(
    "source",
    [
        "[" * 30_000,
        "*" * 30_000,
        "![" * 9_000 + "](x)",
        "`" * 20_000,
        "| a |\n|---|\n" + "| x |\n" * 9_000,
        "&amp;" * 4_000,
        "- " * 300 + "a",
    ],
)
def test_hostile_markdown_ends_soon_and_in_words(source: str) -> None:
    made, told = read(source)
    assert made or "error" in told


@pytest.mark.parametrize("sign", ["[", "![", "[[a ", "[^"])
def test_brackets_that_never_close_take_a_few_steps_each(
    sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    skip = ParserInline.skipToken

    def counted(self: ParserInline, state: StateInline) -> None:
        nonlocal steps
        steps += 1
        skip(self, state)

    monkeypatch.setattr(ParserInline, "skipToken", counted)
    for count in (500, 1_000, 2_000):
        steps = 0
        read(sign * count)
        assert 0 < steps < 100 * count


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab #*_`~[]()!<>|:-\\\n\t1.&;{}%\x02\x03\u00e4", max_size=80))
def test_any_text_is_blocks_or_diagnostics(source: str) -> None:
    made, told = read(source)
    assert made or told
