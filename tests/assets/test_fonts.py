from __future__ import annotations

import hashlib
import pickle
import random
import re
import struct
import zlib
from pathlib import Path

import pytest
import uharfbuzz as hb

from pnp.assets import fonts
from pnp.assets.fonts import Run, Typeface, typeface
from pnp.diagnostics import Problems

FONTS = Path(__file__).parents[2] / "fonts"
FILES = sorted(FONTS.glob("*/*.ttf"))


def load(path: str) -> Typeface:
    return typeface((FONTS / path).read_bytes(), path)


@pytest.fixture(scope="module")
def sans() -> Typeface:
    return load("source-sans-3/SourceSans3_400Regular.ttf")


@pytest.fixture(scope="module")
def slab() -> Typeface:
    return load("roboto-slab/RobotoSlab_800ExtraBold.ttf")


@pytest.fixture(scope="module")
def dejavu() -> Typeface:
    return load("dejavu-sans/DejaVuSans.ttf")


def test_metrics_are_those_of_the_tables(dejavu: Typeface) -> None:
    font = load("source-sans-3/SourceSans3_700Bold_Italic.ttf")
    assert (font.units_per_em, font.ascent, font.descent) == (1000, 1024, -400)
    assert (font.cap_height, font.weight, font.italic_angle) == (660, 700, -11)
    assert font.postscript_name == "SourceSans3-BoldItalic"
    assert dejavu.cap_height == 1493  # its OS/2 is too old to hold heights: that of its H


def test_reference_names_the_content(sans: Typeface) -> None:
    assert sans.ref.name == "source-sans-3/SourceSans3_400Regular.ttf"
    assert sans.ref.hash == hashlib.sha256((FONTS / sans.ref.name).read_bytes()).hexdigest()[:32]
    assert sans.bbox == (-614, -295, 2159, 958)


def test_widths_are_kerned(sans: Typeface) -> None:
    run = sans.shape("AVATAR")
    assert run == Run(run.glyphs, run.adjust, 3126)
    assert sum(map(sans.advance, run.glyphs)) == 3249
    assert sum(run.adjust) == 3126 - 3249 and min(run.adjust) < 0
    assert sans.width("AVATAR") == 3126
    assert sans.width("o") == sans.advance(sans.shape("o").glyphs[0]) == 542
    assert sans.shape("") == Run((), (), 0)
    assert sans.advance(99_999) == sans.advance(-1) == 0


def test_shape_of_a_word_is_kept(sans: Typeface) -> None:
    assert sans.shape("twice") is sans.shape("twice")


def test_ligatures_stay_letters(sans: Typeface, dejavu: Typeface) -> None:
    for font in (sans, dejavu):
        assert len(font.shape("office").glyphs) == 6
        assert [font.texts[g] for g in font.shape("ffl").glyphs] == ["f", "f", "l"]


def test_combining_marks_compose(sans: Typeface) -> None:
    assert sans.shape("cafe\u0301") == sans.shape("café")
    assert sans.missing("cafe\u0301") == ""
    q = sans.shape("q\u0301")
    # No such letter: the mark is drawn over the q, so its step back goes before it and none of it
    # into the width.
    assert len(q.glyphs) == 2 and q.adjust[0] == -q.adjust[1] and q.width == sans.width("q")


def test_shape_marks_stand_above_capitals(sans: Typeface, slab: Typeface) -> None:
    low, high = slab.shape("о\u0301"), slab.shape("О\u0301")
    assert low.marks == high.marks == {1} and low.rises == () and high.rises[0] == 0 < high.rises[1]
    assert sans.shape("AVATAR").rises == () and sans.shape("AVATAR").marks == frozenset()


def test_reads_a_word_that_its_glyphs_do_not_tell(sans: Typeface) -> None:
    assert sans.reads("за\u0301мок") and sans.reads("café \u2011\u202f3\u00ad4") and sans.reads("μ")
    assert not sans.reads("µ")  # one glyph is the Greek letter and the sign
    assert not sans.reads("О\u0301")  # an acute for capitals, which no character leads to


def test_alternate_glyphs_know_their_text(sans: Typeface) -> None:
    run = sans.shape("Q\u0300")
    assert [sans.texts[g] for g in run.glyphs] == ["Q", "\u0300"]


def test_invisible_characters_leave_no_glyph(sans: Typeface, slab: Typeface) -> None:
    for font in (sans, slab):
        assert font.shape("so\u00adft").glyphs == font.shape("soft").glyphs
        assert font.shape("a\u200bb").glyphs == font.shape("ab").glyphs


def test_spaces_fall_back_to_the_space(slab: Typeface) -> None:
    assert slab.missing("a\u00a0b\u2009c\u202fd") == ""
    assert 0 not in slab.shape("a\u00a0b\u202fc").glyphs
    assert slab.width("a\u00a0b") == slab.width("a b")
    assert slab.width("\u202f") < slab.width(" ")


def test_the_no_break_hyphen_falls_back_to_the_hyphen(sans: Typeface, slab: Typeface) -> None:
    assert sans.missing("\u2011") == "" and 0 not in sans.shape("a\u2011b").glyphs
    assert slab.missing("\u2010\u2011") == "\u2010\u2011"


def test_missing_glyphs_in_order_without_doubles(
    sans: Typeface, slab: Typeface, dejavu: Typeface
) -> None:
    assert sans.missing("a★b−★\u4e00") == "★\u4e00"
    assert slab.missing("✓★ — “ok” 3½ ×2 −1") == "✓★"
    assert dejavu.missing("★✓−→½") == ""
    assert sans.missing("a\nb") == "\n"
    assert dejavu.missing("ab א٣→Ж") == "א٣"
    assert sans.missing("") == ""
    assert sans.missing("x\u20e3\u20e3") == "\u20e3"


def test_texts_take_the_character_that_people_write(sans: Typeface, dejavu: Typeface) -> None:
    """Each μ of a Greek text was copied as the sign for millionths, and dashes as soft hyphens
    in some fonts.
    """
    assert sans.texts[sans.shape("μ").glyphs[0]] == "μ"
    assert "\uef00" not in dejavu.nominal.values() and ord("\uef00") in dejavu._coverage
    assert sans.texts[sans.shape(" ").glyphs[0]] == " "
    assert sans.texts[sans.shape("-").glyphs[0]] == "-"
    assert dejavu.texts[dejavu.shape("Ω").glyphs[0]] in "Ω\u2126"
    for font in (sans, dejavu):
        assert 0 not in font.texts
        assert all(len(text) >= 1 and ord(text[0]) >= 0x20 for text in font.texts.values())
    fresh = load("source-sans-3/SourceSans3_400Regular.ttf")
    assert fresh.texts == {g: t for g, t in sans.texts.items() if g in fresh.texts}


def test_shaping_ignores_the_locale(sans: Typeface) -> None:
    sans.shape("locale")
    assert sans._buffer.language == "en"


def test_subset_keeps_glyph_numbers_and_outlines(sans: Typeface) -> None:
    glyphs = sans.shape("Hé").glyphs
    data = sans.subset(glyphs)
    # Widths and offsets of unused glyphs stay, as zeros.
    assert len(zlib.compress(data)) < 1000 and data == sans.subset(reversed(glyphs))
    small, whole = hb.Font(hb.Face(hb.Blob(data))), hb.Font(hb.Face(hb.Blob(sans.data)))
    assert set(small.face.table_tags) == {"glyf", "head", "hhea", "hmtx", "loca", "maxp"}
    for glyph in (0, *glyphs):
        assert small.get_glyph_extents(glyph) == whole.get_glyph_extents(glyph)
        assert small.get_glyph_h_advance(glyph) == sans.advance(glyph)
    other = sans.shape("A").glyphs[0]
    assert small.get_glyph_extents(other).height == 0
    assert sans.subset([70_000, -3]) == sans.subset([])


def test_typeface_travels_to_another_process(slab: Typeface) -> None:
    again = pickle.loads(pickle.dumps(slab))
    assert again.ref == slab.ref and again.width("AVATAR") == slab.width("AVATAR")


def _table(data: bytes, tag: bytes) -> tuple[int, int]:
    at = data.index(tag, 12)
    return struct.unpack(">LL", data[at + 8 : at + 16])


def _changed(data: bytes, at: int, by: bytes) -> bytes:
    return data[:at] + by + data[at + len(by) :]


@pytest.fixture(scope="module")
def raw() -> bytes:
    return (FONTS / "roboto-slab/RobotoSlab_400Regular.ttf").read_bytes()


def _code(data: bytes) -> str:
    with pytest.raises(Problems) as caught:
        typeface(data, "fonts/x.ttf")
    (finding,) = caught.value.diagnostics
    assert str(finding.span) == "fonts/x.ttf" and finding.hint
    return finding.code


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (b"", "P421"),
        (b"wOF2", "P421"),
        (b"wOFF", "P421"),
        (b"ttcf", "P421"),
        (b"%PDF", "P421"),
        (b"OTTO", "P422"),
        (b"\0\1\0\0", "P425"),
    ],
)
def test_typeface_refuses_other_files(head: bytes, code: str) -> None:
    assert _code(head) == code


@pytest.mark.parametrize(
    ("tag", "code"),
    [(b"fvar", "P423"), (b"CFF ", "P422"), (b"COLR", "P424"), (b"SVG ", "P424"), (b"sbix", "P424")],
)
def test_typeface_refuses_fonts_of_other_kinds(raw: bytes, tag: bytes, code: str) -> None:
    assert _code(_changed(raw, raw.index(b"GDEF", 12), tag)) == code


@pytest.mark.parametrize("tag", [b"head", b"hhea", b"maxp", b"hmtx", b"loca", b"glyf", b"cmap"])
def test_typeface_missing_or_cut_table_is_damage(raw: bytes, tag: bytes) -> None:
    at = raw.index(tag, 12)
    assert _code(_changed(raw, at, b"zzzz")) == "P425"
    if tag != b"cmap":
        assert _code(_changed(raw, at + 12, struct.pack(">L", 3))) == "P425"
    assert _code(_changed(raw, at + 8, struct.pack(">L", len(raw)))) == "P425"


def test_typeface_without_characters_is_refused(raw: bytes) -> None:
    start, _ = _table(raw, b"cmap")
    assert _code(_changed(raw, start + 2, b"\0\0")) == "P427"


def test_typeface_licence_bits_are_kept(raw: bytes) -> None:
    start, _ = _table(raw, b"OS/2")
    assert _code(_changed(raw, start + 8, b"\0\2")) == "P426"
    assert _code(_changed(raw, start + 8, b"\2\0")) == "P426"
    assert typeface(_changed(raw, start + 8, b"\0\4"), "x").width("a") > 0
    whole = _changed(raw, start + 8, b"\1\0")
    assert typeface(whole, "x").subset([5]) == whole


def test_typeface_of_a_huge_file_is_refused(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr(fonts, "MAX_BYTES", 1000)
    assert _code(raw) == "P826"


def test_typeface_of_a_mutated_font_raises_nothing_but_problems(raw: bytes) -> None:
    source, survived = random.Random(11), 0
    for round_ in range(80):
        data = bytearray(raw)
        for _ in range(source.randint(1, 30)):
            # The directory and the small tables more often than the outlines.
            at = source.randrange(300) if round_ % 2 else source.randrange(len(data))
            data[at] = source.randrange(256)
        if round_ % 10 == 0:
            del data[source.randrange(len(data)) :]
        try:
            font = typeface(bytes(data), "x")
            font.subset(font.shape("AVATAR fig é").glyphs)
            font.missing("a★")
            assert isinstance(font.texts, dict)
            survived += 1
        except Problems:
            pass
    assert 10 < survived < 80


def test_shipped_font_is_listed_with_its_check_sum_and_licence() -> None:
    line = re.compile(
        r"^\| (\S+\.ttf) \| (.+?) \| (\S+) \| .+? \| (.+) \| `([0-9a-f]{64})` \|$", re.M
    )
    rows = line.findall((FONTS / "README.md").read_text("utf-8"))
    assert [name for name, *_ in rows] == [path.relative_to(FONTS).as_posix() for path in FILES]
    assert len(rows) == 12
    for name, _, version, licence, check in rows:
        assert hashlib.sha256((FONTS / name).read_bytes()).hexdigest() == check, name
        assert version[0].isdigit()
        texts = re.findall(r"\]\((.+?)\)", licence)
        assert texts and all((FONTS / text).stat().st_size > 3000 for text in texts)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_shipped_font_shows_common_text(path: Path) -> None:
    font = typeface(path.read_bytes(), path.name)
    assert font.missing("Ärger, garçon, señor: “quoted” – 3½ × 2 − 1 € • … ’s") == ""
    assert font.width("nnnn") == 4 * font.width("n")


def test_family_is_written_as_its_maker_writes_it(dejavu: Typeface, slab: Typeface) -> None:
    assert (dejavu.family, slab.family) == ("DejaVu Sans", "Roboto Slab")
