"""Says of a character that no font shows what is wrong with it, and which font would serve."""

from __future__ import annotations

import unicodedata

from pnp.assets.fonts import MISSING_CHARACTER, RIGHT_TO_LEFT

_OWN = frozenset(
    "ARMENIAN BALINESE BENGALI CHEROKEE DEVANAGARI ETHIOPIC GEORGIAN GUJARATI GURMUKHI JAVANESE"
    " KANNADA KHMER LAO MALAYALAM MYANMAR ORIYA SINHALA SUNDANESE TAMIL TELUGU"
    " THAI".split()
)
"""Scripts, as names of characters begin, of which the family is called Noto Sans and the script."""
_OTHERS = {
    "CYRILLIC": "Noto Sans",
    "GREEK": "Noto Sans",
    "HANGUL": "Noto Sans KR",
    "LATIN": "Noto Sans",
    "MATHEMATICAL": "Noto Sans Math",
    "TIBETAN": "Noto Serif Tibetan",
}
_EAST_ASIAN = "Noto Sans JP (Japanese), SC or TC (Chinese)"


def missing_character(character: str) -> tuple[str, str]:
    """What to say of a character that no font of a chain shows, and what to do."""
    if unicodedata.bidirectional(character) in RIGHT_TO_LEFT:
        message = "right-to-left text is not supported: its words would come out in the wrong order"
        return message, "write it in a script that runs from left to right, or show it as an image"
    if serves := _serving(character):
        hint = f"add a font that has it to the family's fallback: the static .ttf files of {serves}"
    else:
        hint = "choose another character, or add a font that has it to the family's fallback"
    return f'{MISSING_CHARACTER}"{character}" (U+{ord(character):04X})', hint


def _serving(character: str) -> str:
    """The family that has a character's script; empty where none is known to."""
    script = unicodedata.name(character, "").partition(" ")[0]
    if script in _OTHERS:
        return _OTHERS[script]
    if script in _OWN:
        return f"Noto Sans {script.title()}"
    wide = unicodedata.east_asian_width(character) in "WFH"
    return _EAST_ASIAN if wide and unicodedata.category(character) != "So" else ""
