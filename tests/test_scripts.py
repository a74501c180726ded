"""Scripts other than Latin: what fonts shape and lack, where lines end, what paper reads as."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.assets.fonts import Typeface, typeface
from pnp.assets.scripts import missing_character
from pnp.cli import main
from pnp.layout.line_boxes import Ink, Paragraph, break_lines
from pnp.units.color import Color
from pnp.units.spelling import breaks

EXAMPLES = Path(__file__).parents[1] / "docs/examples"
HINDI = "noto-sans-devanagari/NotoSansDevanagari-Regular.ttf"
JAPANESE = "biz-udpgothic/BIZUDPGothic-Regular.ttf"
LATIN = "../../../fonts/source-sans-3/SourceSans3_400Regular.ttf"


def font(path: str) -> Typeface:
    return typeface((EXAMPLES / "fonts" / path).read_bytes(), path)


def ink(missing: list[str], *paths: str) -> Ink:
    first, *rest = map(font, paths)
    return Ink(first, tuple(rest), Color("#000000"), 0, missing.append)


# --- shaping


def test_vowel_sign_is_drawn_before_its_letter_whatever_stands_beside() -> None:
    hindi = font(HINDI)
    sign, letter = hindi.shape("कि").glyphs
    assert hindi.shape("क").glyphs == (letter,) != (sign,)
    assert hindi.shape("xकि").glyphs == (0, sign, letter), "not by the rules of Latin"
    assert len(hindi.shape("स्थ").glyphs) == 1, "letters that belong together are drawn as one"


@pytest.mark.parametrize(
    ("path", "word"),
    [
        (HINDI, "क्\u200dय"),  # a joiner
        (HINDI, "की\u200c"),
        (JAPANESE, "か\u3099"),  # as file names of macOS have が
        (JAPANESE, "置\U000e0100"),  # a variant that the font has not
    ],
)
def test_letter_and_its_signs_come_from_one_font(path: str, word: str) -> None:
    missing: list[str] = []
    (atom,) = ink(missing, LATIN, path).words[word]
    (piece,) = atom.pieces
    assert (piece.text, piece.typeface.ref.name, missing) == (word, path, [])
    assert 0 not in piece.typeface.shape(word).glyphs


@pytest.mark.parametrize(
    ("character", "family"),
    [
        ("क", "Noto Sans Devanagari"),
        ("ก", "Noto Sans Thai"),
        ("𝔉", "Noto Sans Math"),
        ("한", "Noto Sans KR"),
        ("世", "Noto Sans JP (Japanese), SC or TC (Chinese)"),
        ("「", "Noto Sans JP (Japanese), SC or TC (Chinese)"),
        ("ｱ", "Noto Sans JP (Japanese), SC or TC (Chinese)"),
        ("Ж", "Noto Sans"),
        ("😀", ""),
        ("\ue000", ""),
        ("א", ""),
    ],
)
def test_script_that_no_font_has_is_told_with_a_family_that_would_serve(
    character: str, family: str
) -> None:
    _, hint = missing_character(character)
    assert hint.partition("the static .ttf files of ")[2] == family


# --- lines


@pytest.mark.parametrize(
    "broken",
    [
        "「漢|字|を、|読|む」。",
        "ちょっ|と|（カー|ド）|引|く。|次",
        "人々|は|3枚",
        "10枚|の|カー|ド|(赤)|を|引|く。",
        "第|3章|を|A|案|“引|用”|と|す|る",
        "あ！？|い|①|を…→★|あ",
        "３０％|の|100％",
        "今|日|は、|ちょっ|と|1,5個。",
        "1950年|代，|中|国|——|是",
        "他|说：|“你|好！”|了",
        "HP|を|+1|す|る。|3つ|の|5|コ|イ|ン",
        "か\u3099|か\u3099っ|葛\U000e0100|城",
        "ｱ|ｲ|ｳ｡",
        "漢\u2060字|と|漢\u00a0字　|あ",
        "漢\u00ad|字\u200b|漢|字/|か",
        "한국어는「한」는",
        "A-|B/|C",
    ],
)
def test_lines_end_where_chinese_and_japanese_let_them(broken: str) -> None:
    text = broken.replace("|", "")
    assert "|".join(filter(None, breaks(text).split(text))) == broken


@pytest.mark.parametrize(
    ("runs", "broken"),
    [
        (["親は", "7枚", "ずつ"], "親|は|7枚|ず|つ"),
        (["候補", "」と"], "候|補」|と"),
        (["「", "候補"], "「候|補"),
        (["置", "A", "b"], "置|Ab"),
    ],
)
def test_lines_end_between_runs_as_within_them(runs: list[str], broken: str) -> None:
    paragraph = Paragraph()
    for at, run in enumerate(runs):
        paragraph.add(run, ink([], *((LATIN, JAPANESE) if at % 2 else (JAPANESE, LATIN))))
    found = ["".join(piece.text for piece in atom.pieces) for atom in paragraph.atoms]
    assert "|".join(found) == broken


BEGINS_NO_LINE, ENDS_NO_LINE = "、。」）！ーっょ", "「（"


@given(
    st.text(st.sampled_from("臓器を置く7A" + BEGINS_NO_LINE + ENDS_NO_LINE), max_size=60),
    st.floats(1, 12),
)
def test_no_line_begins_or_ends_with_what_must_not_and_nothing_is_lost(
    text: str, width: float
) -> None:
    paragraph, missing = Paragraph(), list[str]()
    paragraph.add(text, ink(missing, LATIN, JAPANESE))
    atoms = paragraph.atoms
    lines = [
        "".join(piece.text for atom in atoms[line.first : line.last] for piece in atom.pieces)
        for line in break_lines(atoms, width, 0)
    ]
    assert not missing and "".join(lines) == text
    assert all(line[0] not in BEGINS_NO_LINE for line in lines[1:])
    assert all(line[-1] not in ENDS_NO_LINE for line in lines[:-1])


# --- on paper

BY_FALLBACK = (
    re.compile(r"  latin: .*\n  body: .*\n  title: .*"),
    "  hindi: {regular: noto-sans-devanagari/NotoSansDevanagari-Regular.ttf,"
    " bold: noto-sans-devanagari/NotoSansDevanagari-Bold.ttf}\n"
    "  body: {fallback: [hindi, symbol]}\n  title: {fallback: [hindi, symbol]}",
)


def flat(text: str) -> str:
    """A text without the signs of Markdown, its lines as one."""
    text = re.sub(r"[*#]|^\d\.", "", text.replace("{{ facts.hand_size }}", "7"), flags=re.M)
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("game", "fallback"),
    [("set-up-hindi", False), ("set-up-hindi", True), ("set-up-japanese", False)],
)
def test_paper_reads_as_it_was_written(
    game: str, fallback: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Joined letters, reordered signs and gaps come out of the PDF as they went in."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    folder = tmp_path / "data" / game
    written = (folder / "game.yaml").read_text(encoding="utf-8")
    if fallback:
        written, times = BY_FALLBACK[0].subn(BY_FALLBACK[1], written)
        assert times == 1
    (folder / "game.yaml").write_text(written, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    args = ["build", game, "-o", "output"]
    main(args=args, prog_name="pnp", standalone_mode=False)
    blank = "" if game.endswith("japanese") else " "  # no line ends at one
    for name, source in {"rulebook": "setup.md", "cards": "cards.yaml"}.items():
        pdf = pypdfium2.PdfDocument(tmp_path / "output" / game / f"{name}.pdf")
        read = flat(pdf[0].get_textpage().get_text_range()).replace(" ", blank)
        text = (folder / source).read_text(encoding="utf-8")
        parts = re.findall(r'title: ([^,]+)|text: "([^"]+)"', text)
        for part in map("".join, parts) if parts else text.split("\n\n"):
            assert flat(part).replace(" ", blank) in read
