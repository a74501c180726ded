"""Text in the finished file: what is copied out of it, where the letters stand, which fonts are
inside.
"""

from __future__ import annotations

import re
from io import BytesIO

import pikepdf
import PIL.Image
import PIL.ImageChops
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.draw.literals import Words
from pnp.draw.pictures import pages
from pnp.draw.resources import to_unicode

from .scene import DEJAVU, PX, SLAB, face, font, origins, pdf, place, sheet, text_of, words

WIDE = 600
AVAILABLE = [
    chr(code)
    for code in range(0x21, 0x17F)
    if not font().missing(chr(code)) and chr(code).isalnum()
]


def printed(*runs: object, width: int = WIDE, height: int = 200) -> bytes:
    return pdf(sheet(place(face(*runs, width=width, height=height)), width=width, height=height))


@pytest.mark.parametrize(
    "text",
    [
        "AVATAR To Wave",
        "Übung ÄÖÜ crème brûlée",
        "★ −2 “x” — 3",
        "(a\\b)",
        "1–6 ½ €",
        "fi ffi fl",
        "µ μ",
        "Ọ\u0301jọ\u0301 О\u0301зеро за\u0301мок q\u0303",
    ],
)
def test_text_comes_out_as_it_went_in(text: str) -> None:
    assert text_of(printed(words(text, name=DEJAVU))) == text


def test_cards_come_out_one_after_another() -> None:
    cards = [
        place(
            face(words(f"waitlist {n}", 1_000, 8_000, name=SLAB), width=200, height=60),
            0,
            60 * n,
            card=str(n),
        )
        for n in range(3)
    ]
    assert re.findall(r"waitlist (\d)", text_of(pdf(sheet(*cards, width=WIDE, height=200)))) == [
        "0",
        "1",
        "2",
    ]


@pytest.mark.parametrize("text", ["schöne größe", "a b", "schöne\u00a0größe ist"])
def test_what_was_drawn_before_changes_no_run(text: str) -> None:
    """Each process draws the pages that it gets: what it drew before must not show."""
    drawn = Words(font(DEJAVU))
    before = drawn.string(text, 112.04, 9)
    assert drawn.string("x\u030c", 0, 9) and drawn.fine
    assert drawn.string(text, 112.04, 9) == before


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.text(st.sampled_from(AVAILABLE), min_size=1, max_size=8), min_size=1, max_size=5)
)
def test_any_words_come_out(some: list[str]) -> None:
    text = " ".join(some)
    assert text_of(printed(words(text, pt=6))) == text


def expected(
    text: str, *, pt: float, x: float, space: float = 0, tracking: float = 0
) -> list[float]:
    """Where each letter must start, in points, from the font's advances and kerning alone."""
    sans, at, found = font(), x * 72 / 25_400, []
    for part in re.split("([ \u00a0])", text):
        run = sans.shape(part)
        for glyph, adjust in zip(run.glyphs, run.adjust, strict=True):
            found.append(at)
            at += (sans.advance(glyph) + adjust) * pt / sans.units_per_em + tracking * 72 / 25_400
        at += space * 72 / 25_400 if part in (" ", "\u00a0") else 0
    return found


@pytest.mark.parametrize(("space", "tracking"), [(0, 0), (310.5, 0), (0, 40.5), (-55, 25)])
def test_letters_stand_where_the_layout_put_them(space: float, tracking: float) -> None:
    text = "AVATAR Wave To you,\u00a0LTA of Tokyo and Ava " * 2
    text = text.strip()
    data = printed(words(text, 12_345, 20_000, pt=10.25, space=space, tracking=tracking))
    found = [(letter, x, y) for letter, x, y in origins(data) if letter not in "\r\n"]
    assert "".join(letter for letter, _, _ in found).replace("\u00a0", " ") == text.replace(
        "\u00a0", " "
    )
    wanted = expected(text, pt=10.25, x=12_345, space=space, tracking=tracking)
    assert max(abs(x - should) for (_, x, _), should in zip(found, wanted, strict=True)) < 0.05
    baseline = (200 * PX - 20_000) * 72 / 25_400
    assert all(abs(y - baseline) < 0.05 for _, _, y in found)


@pytest.mark.parametrize("letter", ["О\u0301", "q\u0303", "Ọ\u0301"])
def test_spaced_letters_keep_their_marks(letter: str) -> None:
    """Tracking stood between a letter and its accent."""
    plain, spaced = (
        printed(words(letter, 12_000, 40_000, pt=60, tracking=tracking)) for tracking in (0, 3_000)
    )
    difference = PIL.ImageChops.difference(next(pages(plain, 100)), next(pages(spaced, 100)))
    assert (
        max(
            most
            for _, most in difference.resize(
                (WIDE // 10, 20), PIL.Image.Resampling.BOX
            ).getextrema()
        )
        < 8
    )
    for tracking in (0, 3_000):
        *_, (behind, x, _) = origins(
            printed(words(f"{letter} e", 12_000, 40_000, pt=60, tracking=tracking))
        )
        advance = (font().width(letter) + font().width(" ")) * 60 / font().units_per_em
        assert behind == "e" and abs(x - advance - (12_000 + 2 * tracking) * 72 / 25_400) < 0.05


def fonts_of(file: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    return [
        item
        for item in file.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
    ]


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def test_only_embedded_fonts_are_in_the_file() -> None:
    file = opened(printed(words("Ab"), words("Cd", name=SLAB)))
    fonts = fonts_of(file)
    kinds = sorted(
        (str(one.Subtype), re.sub(r"^/[A-Z]{6}\+", "", str(one.BaseFont))) for one in fonts
    )
    assert kinds == [
        ("/CIDFontType2", "RobotoSlab-Bold"),
        ("/CIDFontType2", "SourceSans3-Regular"),
        ("/Type0", "RobotoSlab-Bold"),
        ("/Type0", "SourceSans3-Regular"),
    ]
    for one in fonts:
        if one.Subtype == "/CIDFontType2":
            program = one.FontDescriptor.FontFile2
            assert program.read_bytes()[:4] == b"\0\1\0\0"
            assert program.Length1 == len(program.read_bytes())
            assert one.FontDescriptor.Flags == 4
            assert one.FontDescriptor.FontName == one.BaseFont
        else:
            assert one.Encoding == "/Identity-H"


def test_file_without_text_has_no_font() -> None:
    data = printed()
    assert fonts_of(opened(data)) == []
    assert b"Helvetica" not in data


def test_to_unicode_comes_in_blocks_of_a_hundred() -> None:
    texts = font(DEJAVU).texts
    glyphs = sorted(texts)[:250]
    written = to_unicode(font(DEJAVU), [*glyphs, 65_000])
    blocks = re.findall(r"(\d+) beginbfchar\n(.*?)endbfchar", written, re.DOTALL)
    assert [(int(count), body.count("\n")) for count, body in blocks] == [
        (100, 100),
        (100, 100),
        (50, 50),
    ]
    entries = [
        entry
        for _, body in blocks
        for entry in re.findall(r"<([0-9A-F]{4})> <([0-9A-F]+)>\n", body)
    ]
    assert {int(glyph, 16): bytes.fromhex(text).decode("utf-16-be") for glyph, text in entries} == {
        g: texts[g] for g in glyphs
    }
