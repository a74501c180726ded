"""Markdown is parsed into blocks; what is refused is reported at its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline

from pnp.compose import markdown
from pnp.compose.markdown_tree import (
    Block,
    Break,
    Callout,
    Divider,
    Figure,
    FigureRow,
    Generated,
    Heading,
    Icon,
    Inlines,
    ListBlock,
    Paragraph,
    Run,
    Table,
    figures_in,
    icons_in,
    links_in,
    plain,
    walk,
)
from pnp.diagnostics import MAX_HINTS, Span
from tests.golden import check

from .text import MD, blocks, read, said

HERE = Path(__file__).parent


def inlines(source: str) -> Inlines:
    (paragraph,) = blocks(source)
    assert isinstance(paragraph, Paragraph)
    return paragraph.inlines


def anchors(source: str) -> list[str]:
    return [block.anchor for block in walk(blocks(source)) if isinstance(block, Heading)]


def kinds(made: tuple[Block, ...]) -> list[str]:
    return [type(block).__name__ for block in made]


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
def test_anchor_is_found_however_a_link_writes_it(words: str, anchor: str, other: str) -> None:
    upper = other.upper() if anchor.isascii() else other
    made = blocks(f"# {words}\n\nSee [it](#{anchor}), [it](#{other}) and [](#{upper}).")
    assert isinstance(made[0], Heading) and made[0].anchor == anchor
    assert [link.target for link in links_in(made)] == [f"#{anchor}"] * 3


def test_link_targets_are_rewritten_in_every_block() -> None:
    made = blocks((HERE / "links.md").read_text(encoding="utf-8"))
    assert [plain(link.inlines) for link in links_in(made)] == list("abcdefhjl")
    assert {link.target for link in links_in(made)} == {"#maß"}


ANCHORS = {
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
    "that differ in marks or in a sharp s": (
        "# ที่นี่\n\n# ทีนี้\n\n# Strasse\n\n# Straße\n\n[](#straße), [](#strasse), [](#STRASSE)",
        ["ที่นี่", "ทีนี้", "strasse", "straße"],
    ),
    "in lists and call-outs": (
        "# A\n\n- # A\n\n> [!NOTE]\n>\n> ## A\n>\n> - ## A 2\n\n## A",
        ["a", "a-3", "a-4", "a-2", "a-5"],
    ),
}


@pytest.mark.parametrize("name", ANCHORS)
def test_anchors_are_unique(name: str) -> None:
    source, expected = ANCHORS[name]
    assert anchors(source) == expected


def test_link_leads_to_the_first_heading_of_its_words() -> None:
    source = "# Round\n\nSee [](#round-2), [](#figure-1) and [](#round-3).\n\n## Round\n\n## Round 2\n\n![Uno](card:deck/one)\n\n## Figure 1"
    assert anchors(source) == ["round", "round-3", "round-2", "figure-1-2"]
    nowhere = "# Round\n\n[](#round-4)\n\n## Round\n\n## Round 2"
    assert 'there is no heading "#round-4"' in said(nowhere)


INLINES: dict[str, Inlines] = {
    "a **b *c* d** `e*f*`": (Run("a "), Run("b ", True), Run("c", True, True), Run(" d", True), Run(" "), Run("e*f*", code=True)),
    "a\nb  \nc\\\nd": (Run("a b"), Break(), Run("c"), Break(), Run("d")),
    "a :sun:\nb :moon-2: 1:30:45 \\:x:": (Run("a "), Icon("sun", Span(MD, 1, 3)), Run(" b "), Icon("moon-2", Span(MD, 2, 3)), Run(" 1:30:45 :x:")),
    "**R&amp;D a\\_b** *c* d": (Run("R&D a_b", True), Run(" "), Run("c", False, True), Run(" d")),
    "```\n+--+\n|  a b|\n    +\n\nend\n```": (
        Run("+--+", code=True), Break(), Run("|\u00a0\u00a0a b|", code=True), Break(), Run("\u00a0\u00a0\u00a0\u00a0+", code=True), Break(),
        Run("\u00a0"), Break(), Run("end", code=True),
    ),
    ":münze:, :Anker::a_b: Phase:Aktion:Ende 3:coin:s": (
        Icon("münze", Span(MD, 1, 1)), Run(", "), Icon("Anker", Span(MD, 1, 10)), Icon("a_b", Span(MD, 1, 17)),
        Run(" Phase:Aktion:Ende 3"), Icon("coin", Span(MD, 1, 42)), Run("s"),
    ),
    "\n      a b": (Run("a b"),),
}  # fmt: skip


@pytest.mark.parametrize("source", INLINES)
def test_inlines(source: str) -> None:
    assert inlines(source) == INLINES[source]


def test_links() -> None:
    made = blocks("# One\n\n[a **b**](#one) [](#one) <https://x.org> [m](mailto:a@b.c)")
    assert [(link.target, plain(link.inlines)) for link in links_in(made)] == [
        ("#one", "a b"), ("#one", ""), ("https://x.org", "https://x.org"), ("mailto:a@b.c", "m"),
    ]  # fmt: skip


def test_lists_nest() -> None:
    (made,) = blocks("3. a\n   - b\n     - c\n4. d")
    assert isinstance(made, ListBlock)
    assert (made.ordered, made.start, len(made.items)) == (True, 3, 2)
    inner = made.items[0][1]
    assert isinstance(inner, ListBlock) and not inner.ordered
    assert isinstance(inner.items[0][1], ListBlock)


def test_table_rows_are_as_long_as_its_header() -> None:
    (made,) = blocks("| a | b | c |\n|---|--:|:-:|\n| 1 | **2** |\n| 4 | 5 | 6 |")
    assert isinstance(made, Table)
    assert made.align == ("left", "right", "center")
    rows = ["".join(plain(cell) or "-" for cell in row) for row in (made.header, *made.rows)]
    assert rows == ["abc", "12-", "456"]


def test_callouts() -> None:
    made = blocks(
        "> [!EXAMPLE] Ann *wins*\n> one\n> two\n>\n> - three\n\n> [!Note]\n> four\n\n> five"
    )
    assert [(c.kind, plain(c.title), len(c.blocks)) for c in made if isinstance(c, Callout)] == [
        ("example", "Ann wins", 2), ("note", "", 1), ("quote", "", 1),
    ]  # fmt: skip
    first = made[0].blocks[0]  # type: ignore[union-attr]
    assert isinstance(first, Paragraph) and (plain(first.inlines), first.span.line) == (
        "one two",
        2,
    )


def test_figures_alone_and_in_a_row() -> None:
    one, row = blocks(
        '![The *heart*](card:organs/heart "40mm")\n\n![a](card:organs/heart/back)\n![b](setup:table "60%")'
    )
    caption = (Run("The "), Run("heart", italic=True))
    assert one == Figure("card:organs/heart", caption, "40mm", Span(MD, 1, 16))
    assert isinstance(row, FigureRow)
    targets = ["card:organs/heart/back", "setup:table"]
    assert [(figure.target, figure.width, figure.span) for figure in row.figures] == [
        (targets[0], "", Span(MD, 3, 6)), (targets[1], "60%", Span(MD, 4, 6)),
    ]  # fmt: skip
    assert list(figures_in((one, row))) == ["card:organs/heart", *targets]


def test_generated_parts() -> None:
    made = blocks("[[cover]]\n[[contents]]\n\n[[columns 2]]\n\nText\n\n---\n")
    assert [(part.kind, part.argument) for part in made if isinstance(part, Generated)] == [
        ("cover", ""), ("contents", ""), ("columns", "2"),
    ]  # fmt: skip
    assert isinstance(made[-1], Divider)
    assert kinds(blocks("words\n---\nmore")) == ["Paragraph", "Divider", "Paragraph"]


def test_icons_are_found_in_every_block() -> None:
    made = blocks("# :a: x\n\n- :b:\n\n> [!NOTE] :c:\n> [:d:](https://x.org)\n\n| :e: |\n|---|\n| :f: |\n\n![:g:](card:a/b)")  # fmt: skip
    assert "".join(icons_in(made)) == "abcdefg"


def test_reports_on_texts() -> None:
    """A text without findings has an empty line below it."""
    check(HERE / "markdown_cases.txt", lambda case: said(case.decode().rstrip("\n")))


@pytest.mark.parametrize("source", ["", "{# nothing #}\n\n"])
def test_empty_text_is_refused(source: str) -> None:
    assert said(source).startswith(f"{MD}:1:1: error P355 the text is empty")


LIMITS = {
    "many columns": ("|" + "a|" * 13 + "\n|" + "-|" * 13, "1:1: error P356 the table has 13 columns; at most 12"),
    "nested": ("".join("  " * n + "- a\n" for n in range(12)), "9:17: error P351 lists and call-outs are nested more than 8 deep"),
    "nested quotes": (">" * 50 + " a", "error P351 lists and call-outs are nested more than 8 deep"),
    "a fourth list": ("[[icons]]\n" * 9, '4:1: error P351 one "[[icons]]" too many: a text has it 3 times at most'),
    "long": ("a " * 20_000, "1:1: error P840 a paragraph of 39,999 characters"),
    "figures": ("![a](card:x/y)\n\n" * 401, "801:6: error P840 the text has more than 400 figures"),
    "blocks": ("a\n\n" * 901, "error P840 the text has more than 900 paragraphs and list items"),
    "contents": ("# a\n\n" + "[[contents]]\n" * 600, '"[[contents]]" too many: a text has it once'),
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_limit_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "MAX_BLOCKS", 900)
    source, expected = LIMITS[name]
    told = said(source)
    assert expected in told and told.count("error") == 1


def test_only_the_first_links_that_lead_nowhere_have_a_hint() -> None:
    headings = "".join(f"# h{n}\n\n" for n in range(400))
    told = said(headings + "\n\n".join(f"[a](#h{n}x)" for n in range(400)))
    assert told.count("error P353") == 400 and 0 < told.count("hint: did you mean") <= MAX_HINTS


@pytest.mark.parametrize(
    "source",
    [
        "[" * 30_000,
        "*" * 30_000,
        "![" * 9_000 + "](x)",
        "`" * 20_000,
        "| a |\n|---|\n" + "| x |\n" * 2_000,
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
    read(sign * 1_000)
    assert 0 < steps < 100_000


@pytest.mark.parametrize(
    ("source", "bold"),
    [
        ("**器官。**铺开", ["器官。"]),
        ("を**「臓器」**と**親**は", ["「臓器」", "親"]),
        ("を**“臓器”**と", ["“臓器”"]),
        ('**"카드"**를', ['"카드"']),
        ("가**나**다", ["나"]),
    ],
)
def test_bold_words_need_no_blanks_beside_east_asian_signs(source: str, bold: list[str]) -> None:
    runs = [run for run in inlines(source) if isinstance(run, Run)]
    assert [run.text for run in runs if run.bold] == bold


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab #*_`~[]()!<>|:-\\\n\t1.&;{}%\x02\x03\u00e4", max_size=80))
def test_any_text_is_blocks_or_diagnostics(source: str) -> None:
    made, told = read(source)
    assert made or told
