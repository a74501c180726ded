"""Texts: widths of runs, hyphens and fallbacks that fonts lack, one size for a group of texts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.fonts import Typeface, typeface
from pnp.compose.resource_loader import Family
from pnp.diagnostics import MAX_HINTS, Note
from pnp.diagnostics import text as shown
from pnp.face import Face, Item, Text
from pnp.layout import text_element
from pnp.layout.line_boxes import Atom, Fit, Line, Paragraph, max_content_width
from pnp.layout.text_element import set_lines
from pnp.model.game import Style
from pnp.units.geometry import PT, rect

from . import stage
from .stage import BOLD, CARD, HERE, SQUARE, em, font, ink, laid_out, lay, lines, runs, said

MM = 1_000
WORDS = (
    "a to the\u00a0cat well-known co\u00adop\u00ader\u00adate AVAT it, ★ x<br/> <b>bold</b>"
    " <b>two</b> <i>thin</i> un<b>glued</b>"
).split(" ")
some_words = st.lists(st.sampled_from([*WORDS, "<c color='#aa0000'>in red</c>"]), min_size=1)
alignments = st.sampled_from(["left", "center", "right", "justify"])


def element(body: str, width: float, height: float, **attrs: str) -> str:
    more = "".join(f' {name}="{value}"' for name, value in attrs.items())
    return f'<text at="10mm 20mm" width="{width}mm" height="{height}mm"{more}>{body}</text>'


def drawn(run: Text) -> float:
    """How far a run reaches as `draw` sets it: words apart, every space widened, tracking
    between the glyphs.
    """
    face = font(run.font.name)
    size = run.size * PT / face.units_per_em
    words = re.split("[ \u00a0]", run.text)
    blanks = sum(face.width(c) * size + run.space for c in run.text if c in " \u00a0")
    return sum(map(face.width, words)) * size + blanks + run.tracking * (len(run.text) - 1)


@settings(max_examples=40)
@given(some_words, alignments, st.integers(20, 60))
def test_widths_of_runs_are_what_is_drawn(words: list[str], align: str, width: int) -> None:
    found = runs(lay(element(" ".join(words), width, 68, align=align, size="7pt", min="1pt")))
    assert all(run.width == pytest.approx(drawn(run), abs=1.5) for run in found)
    assert all(
        10 * MM - 1 <= run.x and run.x + run.width <= 10 * MM + width * MM + 1 for run in found
    )


@settings(max_examples=30)
@given(st.lists(st.sampled_from([w for w in WORDS if "br" not in w]), min_size=1, max_size=25))
def test_justified_lines_fill_their_box(words: list[str]) -> None:
    by_line: dict[int, list[Text]] = {}
    for run in runs(lay(element(" ".join(words), 25, 88, align="justify"))):
        by_line.setdefault(run.y, []).append(run)
    for line in list(by_line.values())[:-1]:
        right = max(run.x + drawn(run) for run in line)
        assert line[0].x == 10 * MM and right <= 35 * MM + 2
        if any(" " in run.text or "\u00a0" in run.text for run in line):
            assert right == pytest.approx(35 * MM, abs=2)


@settings(max_examples=30)
@given(some_words, alignments)
def test_lines_of_plain_words_are_set_as_all_others_are(words: list[str], align: str) -> None:
    body = element(" ".join(words), 25, 880, align=align)

    def without_ink(atoms: list[Atom], *rest: Any) -> None:
        set_lines([atom._replace(ink=None) for atom in atoms], *rest)

    at_once = runs(lay(body))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_element, "set_lines", without_ink)
        apart = runs(lay(body))
    assert [run._replace(width=0) for run in at_once] == [run._replace(width=0) for run in apart]
    assert all(abs(a.width - b.width) <= 1 for a, b in zip(at_once, apart, strict=True))


def test_line_without_words_sets_nothing() -> None:
    out: list[Item] = []
    fit = Fit(9.0, [Line(0, 0, 0.0, False, True)], 0.0, 0.0)
    set_lines([], fit, rect(0, 0, 0, 0), Style("body", "body"), ink(), HERE, out)
    assert out == []


def test_tracked_word_fits_where_its_last_glyph_ends() -> None:
    wide = (em("ABC") + 0.4) * 9 * PT / MM
    assert lines(lay(element("abc", wide + 0.001, 30, style="spaced"))) == ["ABC"]
    assert "too wide for its box" in said(element("abc", wide - 0.01, 9, style="spaced"))


def test_min_is_rounded_up() -> None:
    some = "Take two cards from the pile and give one of them to the player on your left"
    for box in range(140, 260, 20):
        body = element(some, 25, box / 10, size="12pt", min="9.1pt")
        assert said(body) or runs(lay(body))[0].size >= 9.25


def width_of(*parts: str, tracking: float = 0.0) -> float:
    """The width in em of runs: `b:` is bold, `+` an icon."""
    paragraph = Paragraph()
    for part in parts:
        if part == "+":
            paragraph.add_icon(SQUARE, ink(tracking=tracking))
        else:
            name = BOLD if part.startswith("b:") else ""
            paragraph.add(part.removeprefix("b:"), ink(name, tracking))
    return max_content_width(paragraph.atoms)


@pytest.mark.parametrize(
    "word",
    [
        "AVAToT",
        "well-known",
        "co\u00adop\u00aderate",
        "To\u00adT\u00adA\u00adV",
        "T-To",
        "A\u200bV",
    ],
)
def test_word_that_could_break_is_as_wide_as_one_that_cannot(word: str) -> None:
    assert em("AV") < em("A") + em("V"), "words are kerned"
    whole = word.replace("\u00ad", "").replace("\u200b", "")
    assert width_of(word) == pytest.approx(em(whole))


@pytest.mark.parametrize(
    ("parts", "glyphs", "gaps"),
    [
        (["abcd"], em("abcd"), 3),
        (["ab cd"], em("ab") + em(" ") + em("cd"), 4),
        (["ab", "b:cd"], em("ab") + em("cd", BOLD), 3),
        (["a\u200bb"], em("ab"), 1),
        (["a★b"], em("a") + em("★", "DejaVuSans") + em("b"), 2),
        (["a", "+"], em("a") + width_of("+"), 1),
    ],
)
def test_tracking_stands_between_glyphs(parts: list[str], glyphs: float, gaps: int) -> None:
    assert width_of(*parts, tracking=0.1) == pytest.approx(glyphs + gaps * 0.1)


SPLIT = '<text style="plain" width="13mm" height="10mm" min="9pt" align="{}">co\u00adop\u00ader\u00adate</text>'


def without_hyphen(monkeypatch: pytest.MonkeyPatch, *fallback: Typeface) -> None:
    """The family "plain" has nothing but the letters of two words."""
    letters = typeface(font().web_subset("cooperate A"), "letters.ttf")
    bare = Family("plain", {(False, False): letters}, fallback)
    whole = stage.stylesheet()
    resources = whole.resources._replace(families={**whole.resources.families, "plain": bare})
    monkeypatch.setattr(stage, "stylesheet", lambda: whole._replace(resources=resources))


def test_font_without_a_hyphen_is_reported_only_where_a_line_ends_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_hyphen(monkeypatch)
    assert lines(lay(SPLIT.format("left").replace("13mm", "50mm"))) == ["cooperate"]
    assert said(SPLIT.format("left")).startswith('P315 no font has the character "-" (U+002D) | ')


@pytest.mark.parametrize("align", ["left", "right"])
def test_hyphen_that_the_font_lacks_comes_from_a_fallback(
    monkeypatch: pytest.MonkeyPatch, align: str
) -> None:
    without_hyphen(monkeypatch, font(BOLD))
    first, hyphen, *_ = runs(lay(SPLIT.format(align)))
    assert (hyphen.text, hyphen.font.name, hyphen.y) == ("-", BOLD, first.y)
    assert hyphen.x == pytest.approx(first.x + first.width, abs=1)
    assert align == "left" or hyphen.x + hyphen.width == pytest.approx(13_000, abs=1)


def test_misspelt_icons_get_a_hint_so_often() -> None:
    """It takes a millisecond each."""
    icons = "".join(f'<icon name="squar{n}"/>' for n in range(60))
    found = said(f'<text width="60mm" height="40mm">{icons}</text>')
    assert found.count("P401 there is no icon") == 60
    assert found.count('did you mean "square"?') == MAX_HINTS


SHORT, LONGER, LONG = "Sun", "Midsummer night", "A midsummer night's dream of spring"


def deck(*names: str, group: str = "name", more: str = "") -> dict[str, str]:
    return {
        card: element(name, 35, 5, group=group, lines="1", size="14pt", min="6pt") + more
        for card, name in zip("abcdef", names, strict=False)
    }


def sizes(bodies: dict[str, str]) -> dict[str, list[float]]:
    laid, found = laid_out(bodies)
    assert found == []
    return {side.card.id: [run.size for run in runs(side.face)] for side in laid}


def test_group_has_one_size_across_the_deck() -> None:
    alone = {name: sizes(deck(name))["a"][0] for name in (SHORT, LONGER, LONG)}
    assert alone == {SHORT: 11.75, LONGER: 11.75, LONG: 6.25}
    assert sizes(deck(SHORT, LONGER, LONG)) == {name: [6.25] for name in "abc"}
    assert sizes(deck(LONG, SHORT)) == {name: [6.25] for name in "ab"}, "whatever the order"
    others = deck(LONG) | {"b": deck(SHORT, group="other")["a"]}
    assert sizes(others)["b"] == [11.75]
    assert sizes({"a": "".join(deck(SHORT, LONG, LONGER).values())})["a"] == [6.25] * 3
    free = deck(SHORT, LONG, more=element("free", 20, 20))
    assert sizes(free) == {name: [6.25, 9.0] for name in "ab"}


def test_face_that_is_laid_out_again_reports_its_findings_once() -> None:
    more = element("incomprehensible", 5, 5) + element("\u4e2d", 9, 9)
    _, found = laid_out(deck(SHORT, LONG, more=more))
    assert sorted(d.code for d in found) == ["P310", "P315"]
    assert {d.notes[1:] for d in found} == {(Note("the same on 1 more card: b"),)}


def test_size_of_the_group_mends_what_is_then_not_reported() -> None:
    """At its own size the text of the first card leaves no room for what follows it; at the
    group's it does.
    """
    row = '<row width="40mm" height="6mm"><text group="g" size="14pt" min="6pt">Midsummer</text><rect width="25mm" fill="ink"/></row>'
    assert said(row).startswith("P311 <row> needs ")
    long = element("incomprehensible", 12, 9, group="g", size="14pt", min="4pt")
    assert laid_out({"a": row, "b": long})[1] == []


def test_group_that_does_not_fit_names_the_card_that_forced_it() -> None:
    long = "An incomprehensible midsummer night's dream of a very early spring"
    (problem,) = laid_out(deck(SHORT, long))[1]
    assert problem.code == "P310" and "does not fit at 6 pt" in problem.message
    assert [note.message for note in problem.notes] == ['card "b" is here']


def test_cards_that_look_alike_share_one_face_and_are_all_named() -> None:
    laid, found = laid_out(dict.fromkeys("abc", '<rect fill="rse"/>'))
    assert laid == []
    assert "the same on 2 more cards: b, c" in shown(found[0])
    laid, found = laid_out({**dict.fromkeys("abc", '<rect fill="rose"/>'), "d": ""})
    assert [side.card.id for side in laid] == ["a", "b", "c", "d"] and found == []
    faces: list[Face] = [side.face for side in laid]
    assert len(set(map(id, faces))) == 2 and {face.size for face in faces} == {CARD}
