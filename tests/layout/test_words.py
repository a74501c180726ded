"""What holds together: words over changes of cut, spaces of all kinds, icons, punctuation,
fallbacks.
"""

from __future__ import annotations

import pytest

from pnp.assets.fonts import Typeface, typeface
from pnp.compose.resource_loader import Family
from pnp.diagnostics import MAX_HINTS
from pnp.layout.line_boxes import max_content_width
from pnp.layout.shaping import FORCED, HYPHEN, INSIDE, PLAIN, Ink, Paragraph
from pnp.units.color import Color

from . import stage
from .stage import BOLD, SANS, SLAB, SQUARE, WIDE, em, font, lay, lines, runs, said

INK = Color("#1d1d1b")


def ink(name: str = SANS, tracking: float = 0.0, missing: list[str] | None = None) -> Ink:
    return Ink(
        font(name),
        (font("DejaVuSans"),),
        INK,
        tracking,
        (missing if missing is not None else []).append,
    )


def paragraph(*parts: str, tracking: float = 0.0) -> Paragraph:
    """`b:` is bold, `/` a line break, `+` an icon, anything else a run of text."""
    made = Paragraph()
    plain, bold = ink(tracking=tracking), ink(BOLD, tracking)
    for part in parts:
        if part == "/":
            made.end_line()
        elif part == "+":
            made.add_icon(SQUARE, plain)
        else:
            made.add(part.removeprefix("b:"), bold if part.startswith("b:") else plain)
    return made


def atoms(*parts: str) -> list[str]:
    """Each atom as its text, `+` for an icon, marked by how it follows:

    ` ` space, `/` forced, `~` soft hyphen, `|` inside a word.
    """
    marks = {PLAIN: " ", FORCED: "/", HYPHEN: "~", INSIDE: "|"}
    return [
        marks[a.follows] + "".join("+" if p.icon else p.text for p in a.pieces)
        for a in paragraph(*parts).atoms
    ]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (["one two"], [" one", " two"]),
        (["  one \t\n two  "], [" one", " two"]),
        (["one ", "b:two", " three"], [" one", " two", " three"]),
        (["one", "b:two", "three"], [" onetwothree"]),
        (["b:bold", ", then"], [" bold,", " then"]),
        (["(", "b:bold", ") x"], [" (bold)", " x"]),
        (["see ", "b:one two", "."], [" see", " one", " two."]),
        (["one", "b: two"], [" one", " two"]),
        (["one", " ", "b:two"], [" one", " two"]),
        # icons
        (["+"], [" +"]),
        (["+", ", x"], [" +,", " x"]),
        (["gain ", "+", "+", " now"], [" gain", " ++", " now"]),
        (["(", "+", ")"], [" (+)"]),
        (["2", "+"], [" 2+"]),
        (["2 ", "+", " 3"], [" 2", " +", " 3"]),
        (["b:2", "+", "b:x"], [" 2+x"]),
        # line breaks
        (["one", "/", "two"], [" one", "/two"]),
        (["one ", "/", " two three"], [" one", "/two", " three"]),
        (["one", "/", "/", "two"], [" one", "/", "/two"]),
        (["/", "one"], [" ", "/one"]),
        (["one", "/"], [" one"]),
        (["one", "/", "+", "two"], [" one", "/+two"]),
        (["one", "/", "b:two", "three"], [" one", "/twothree"]),
        (["one", "/", " ", "b:two"], [" one", "/two"]),
        (["b:one", "/", "two", "/", "three"], [" one", "/two", "/three"]),
        # chances to break inside a word
        (["co\u00adop\u00aderate"], [" co", "~op", "~erate"]),
        (["a\u200bb"], [" a", "|b"]),
        (["well-known"], [" well-", "|known"]),
        (["and/or"], [" and/", "|or"]),
        (["one—two–three"], [" one—", "|two–", "|three"]),
        (["A-7 1-2 3–4 1/2 24/7 x—9"], [" A-7", " 1-2", " 3–4", " 1/2", " 24/7", " x—9"]),
        (["-5 – / -x"], [" -5", " –", " /", " -x"]),
        (["well-", "b:known"], [" well-known"]),
        (["a\u00adb", "/", "c"], [" a", "~b", "/c"]),
        # also where it stands between two runs, as &shy; does in Markdown
        (["co", "\u00ad", "op"], [" co", "~op"]),
        (["b:co", "\u00adop"], [" co", "~op"]),
        (["co\u00ad", "b:op"], [" co", "~op"]),
        (["co\u200b", "b:op"], [" co", "|op"]),
        (["co\u00ad", "b:op", "er"], [" co", "~oper"]),
        (["co\u00ad ", "b:op"], [" co", " op"]),
        (["co", "\u00ad ", "b:op"], [" co", " op"]),
        (["co\u00ad", "+", "op"], [" co", "~+op"]),
        (["\u00ad", "co"], [" co"]),
        (["co\u00ad", "/", "op"], [" co", "/op"]),
        # no chance to break
        (["10\u00a0cards no\u202fbreak"], [" 10\u00a0cards", " no\u202fbreak"]),
        (["don't re\u2011enter"], [" don't", " re\u2011enter"]),
        (["a\u2060b"], [" a\u2060b"]),
    ],
)
def test_what_holds_together(parts: list[str], expected: list[str]) -> None:
    assert atoms(*parts) == expected


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("「漢字を、読む」。", "「漢|字|を、|読|む」。"),
        ("ちょっと（カード）引く。次", "ちょっ|と|（カー|ド）|引|く。|次"),
        ("人々は3枚", "人々|は3枚"),
        ("한국어는", "한국어는"),
    ],
)
def test_chinese_and_japanese_break_between_signs(
    monkeypatch: pytest.MonkeyPatch, text: str, parted: str
) -> None:
    monkeypatch.setattr(Typeface, "missing", lambda *_: "")  # a font of one's own would have them
    assert "|".join("".join(p.text for p in atom.pieces) for atom in ink().words[text]) == parted
    assert {atom.follows for atom in ink().words[text]} <= {PLAIN, INSIDE}


def test_a_word_is_as_wide_as_its_glyphs_with_kerning() -> None:
    (atom,) = paragraph("AVAToT").atoms
    assert atom.width == pytest.approx(em("AVAToT"))
    assert em("AV") < em("A") + em("V")


@pytest.mark.parametrize(
    "word", ["well-known", "co\u00adop\u00aderate", "To\u00adT\u00adA\u00adV", "T-To", "A\u200bV"]
)
def test_a_word_that_could_break_is_as_wide_as_one_that_cannot(word: str) -> None:
    whole = word.replace("\u00ad", "").replace("\u200b", "")
    assert max_content_width(paragraph(word).atoms) == pytest.approx(em(whole))


def test_tracking_stands_between_glyphs_and_not_behind_the_last() -> None:
    assert max_content_width(paragraph("abcd", tracking=0.1).atoms) == pytest.approx(
        em("abcd") + 0.3
    )
    assert max_content_width(paragraph("ab cd", tracking=0.1).atoms) == pytest.approx(
        em("ab") + em(" ") + em("cd") + 0.4
    )
    assert max_content_width(paragraph("ab", "b:cd", tracking=0.1).atoms) == pytest.approx(
        em("ab") + em("cd", BOLD) + 0.3
    )
    assert max_content_width(paragraph("a\u200bb", tracking=0.1).atoms) == pytest.approx(
        em("ab") + 0.1
    )
    star = em("★", "DejaVuSans")
    assert max_content_width(paragraph("a★b", tracking=0.1).atoms) == pytest.approx(
        em("a") + star + em("b") + 0.2
    ), "three pieces of one word"
    assert max_content_width(paragraph("a", "+", tracking=0.1).atoms) == pytest.approx(
        em("a") + 0.1 + paragraph("+").atoms[0].width
    )


def test_an_icon_is_a_little_taller_than_a_capital() -> None:
    square = paragraph("+").atoms[0]
    assert square.width == pytest.approx(1.3 * font().cap_height / font().units_per_em)
    made = Paragraph()
    made.add_icon(WIDE, ink())
    assert made.atoms[0].width == pytest.approx(2 * square.width)


def test_a_missing_glyph_is_looked_for_along_the_chain() -> None:
    body = lay('<text at="5mm 5mm" width="50mm" height="10mm">gain 2★ → go</text>')
    assert [(run.text, run.font.name) for run in runs(body)] == [
        ("gain 2", SANS),
        ("★", "DejaVuSans"),
        ("→ go", SANS),
    ]
    title = lay('<text at="5mm 5mm" width="50mm" height="10mm" style="title">gain 2★→ go</text>')
    assert [(run.text, run.font.name) for run in runs(title)] == [
        ("gain 2", SLAB),
        ("★→", "DejaVuSans"),
        ("go", SLAB),
    ]


def test_runs_of_a_fallback_stand_where_their_widths_say() -> None:
    face = lay('<text at="5mm 5mm" width="50mm" height="10mm" style="fixed">a ★ ★ b</text>')
    size = 9 * 25_400 / 72
    star, space = em("★", "DejaVuSans"), em(" ")
    starts = [0, em("a") + space, em("a") + 2 * space + star, em("a") + 3 * space + 2 * star]
    assert [(run.text, run.x - 5_000) for run in runs(face)] == [
        (text, pytest.approx(start * size, abs=1))
        for text, start in zip("a★★b", starts, strict=True)
    ]


def test_a_character_that_no_font_has_is_an_error_that_names_the_card() -> None:
    told = said('<text at="5mm 5mm" width="50mm" height="10mm">one \U0001f600 two 中</text>')
    hint = "choose another character, or add a font that has it to the family's fallback"
    missing = [line for line in told.splitlines() if line.startswith("P315")]
    assert f'P315 no font has the character "中" (U+4E2D) | {hint}' in missing
    assert (
        said('<text style="plain" width="50mm" height="10mm">★</text>')
        == f'P315 no font has the character "★" (U+2605) | {hint}'
    )


PARTED = '<text style="plain" width="13mm" height="10mm" min="9pt" align="{}">co\u00adop\u00ader\u00adate</text>'


def unhyphened(monkeypatch: pytest.MonkeyPatch, *fallback: Typeface) -> None:
    """The family "plain" has nothing but the letters of two words."""
    letters = typeface(font().web_subset("cooperate A"), "letters.ttf")
    bare = Family("plain", {(False, False): letters}, fallback)
    whole = stage.stylesheet()
    resources = whole.resources._replace(families={**whole.resources.families, "plain": bare})
    monkeypatch.setattr(stage, "stylesheet", lambda: whole._replace(resources=resources))


def test_a_font_without_a_hyphen_is_told_only_where_a_line_ends_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unhyphened(monkeypatch)
    assert lines(
        lay('<text style="plain" width="50mm" height="10mm">A co\u00adop\u00ader\u00adate</text>')
    ) == ["A cooperate"]
    assert said(PARTED.format("left")).startswith('P315 no font has the character "-" (U+002D) | ')


@pytest.mark.parametrize("align", ["left", "right"])
def test_a_hyphen_that_the_font_lacks_comes_from_a_fallback(
    monkeypatch: pytest.MonkeyPatch, align: str
) -> None:
    unhyphened(monkeypatch, font(BOLD))
    first, hyphen, *_ = runs(lay(PARTED.format(align)))
    assert (hyphen.text, hyphen.font.name, hyphen.y) == ("-", BOLD, first.y)
    assert hyphen.x == pytest.approx(first.x + first.width, abs=1)
    assert align == "left" or hyphen.x + hyphen.width == pytest.approx(13_000, abs=1)


@pytest.mark.parametrize(
    "text", ["שלום עולם", "مرحبا", "1 ٣ 2"], ids=["Hebrew", "Arabic", "Arabic digits"]
)
def test_text_that_runs_from_right_to_left_is_refused_once(text: str) -> None:
    told = said(f'<text at="5mm 5mm" width="50mm" height="10mm">one {text} two</text>')
    hint = "write it in a script that runs from left to right, or show it as an image"
    assert (
        told
        == f"P315 right-to-left text is not supported: its words would come out in the wrong order | {hint}"
    )


def test_what_needs_no_glyph_is_not_missing() -> None:
    assert lines(
        lay(
            '<text width="50mm" height="10mm" style="plain">a\u00adb\u200bc\u200dd\u2060e\u00a0f</text>'
        )
    ) == ["abc\u200dd\u2060e\u00a0f"]


def test_case_is_changed_before_measuring() -> None:
    face = lay('<text style="spaced" width="50mm" height="10mm">straße <b>x</b></text>')
    assert lines(face) == ["STRASSE|X"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<u>x</u>", "P304 <u> cannot stand inside <text> | known here: b, br, c, i, icon"),
        ("<icn/>", 'P304 <icn> cannot stand inside <text> | did you mean "icon"?'),
        ("<rect/>", "P304 <rect> cannot stand inside <text> | known here: b, br, c, i, icon"),
        ('<b color="ink">x</b>', 'P305 <b> has no attribute "color"'),
        ('<c colour="ink">x</c>', 'P305 <c> has no attribute "colour" | did you mean "color"?'),
        (
            '<icon name="square" size="3mm"/>',
            'P305 <icon> has no attribute "size" | known here: color, name',
        ),
        ('<icon name="sqare"/>', 'P401 there is no icon "sqare" | did you mean "square"?'),
        (
            '<icon name="zebra"/>',
            'P401 there is no icon "zebra" | add it to the game as icons/NAME.svg',
        ),
        (
            '<c color="rse">x</c>',
            'P305 "rse" is not a colour; expected #rrggbb, #rgb, a name of the palette or a basic colour such as navy | did you mean "rose"?',
        ),
        (
            "<b><i>x</i></b>",
            'P305 the font family "body" has no bold italic cut | add it under fonts: in game.yaml',
        ),
    ],
)
def test_what_cannot_stand_in_a_text_is_named(body: str, told: str) -> None:
    assert said(f'<text width="40mm" height="10mm">a {body}</text>') == told


def test_the_nearest_of_many_misspelt_icons_is_looked_for_so_often() -> None:
    """It takes a millisecond each."""
    icons = "".join(f'<icon name="squar{n}"/>' for n in range(60))
    told = said(f'<text width="60mm" height="40mm">{icons}</text>')
    assert (told.count("P401 there is no icon"), told.count('did you mean "square"?')) == (
        60,
        MAX_HINTS,
    )


def test_colours_and_cuts_nest() -> None:
    face = lay(
        '<text width="60mm" height="10mm">a <c color="rose">b <b>c</b></c> <i>d <c color="#0000ff">e</c></i></text>'
    )
    assert [(r.text, r.color, r.font.name.split("_", 1)[1]) for r in runs(face)] == [
        ("a", "#1d1d1b", "400Regular"),
        ("b", "#ee4466", "400Regular"),
        ("c", "#ee4466", "700Bold"),
        ("d", "#1d1d1b", "400Regular_Italic"),
        ("e", "#0000ff", "400Regular_Italic"),
    ]
