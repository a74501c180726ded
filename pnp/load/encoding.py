"""Decodes the bytes of a file as UTF-8 text, or says what is wrong with its first bad character;
finds line and column of a place in a text.
"""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8

from pnp.diagnostics import Diagnostic, Problems, Span, error, refusal

# What YAML 1.2.2, 5.1 leaves out of c-printable, and what PyYAML calls line breaks and other YAML
# does not.
UNPRINTABLE = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]"

UTF16_MARKS = b"\xff\xfe", b"\xfe\xff"
_DOUBLE_SIGNS = "Ã", "Â", "â€"
"""What nearly all UTF-8 read as Windows-1252 begins with: letters with accents, quotes, dashes."""
_DOUBLE = (
    rf"(?:{'|'.join(_DOUBLE_SIGNS)})"
    "[\u00a0-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008d\u008f\u0090\u009d]"
)
"""Such a beginning before one of what Windows-1252 makes of the bytes 80 to BF."""


def utf8(data: bytes, file: str) -> str:
    """The text of a file as it is, in UTF-8, or UTF-16 with its mark. Raises Problems (P107 neither
    of them, or UTF-8 twice).
    """
    if data[:2] in UTF16_MARKS:
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            message = "the file begins as UTF-16 and goes on otherwise"
            raise refusal("P107", message, Span(file), "save it again as UTF-8") from None
    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        before, bad = data[: problem.start], data[problem.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        message = f"the byte 0x{bad:02X} is no UTF-8"
        guess = bytes([bad]).decode("cp1252", "ignore")
        message += f' (in Windows-1252 it is "{guess}")' if guess.isprintable() and guess else ""
        span = Span(file, before.count(b"\n") + 1, column)
        raise refusal("P107", message, span, "save the file again as UTF-8") from None
    refuse_double_encoding(text, file)
    return text


def decoded(data: bytes, file: str) -> str:
    """The text of a file, line ends as \\n.

    Raises Problems (P107 not UTF-8, P101 characters that nobody sees).
    """
    text = utf8(data, file)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\u2028" in text or "\u2029" in text or "\x85" in text:
        raise Problems([unprintable(text, file)])
    return text


def character(sign: str) -> str:
    """How a character is called that nobody sees: `U+200B zero width space`."""
    return f"U+{ord(sign):04X} {unicodedata.name(sign, '').lower()}".rstrip()


def span_of(text: str, index: int, file: str) -> Span:
    """Line and column, from 1, of a character."""
    return Span(file, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def short(text: str) -> str:
    """A text, cut where it is too long for a message."""
    return text if len(text) <= 60 else text[:57] + "…"


def unprintable(text: str, file: str) -> Diagnostic:
    """What is told of the first character that nobody sees (P101)."""
    match = re.search(UNPRINTABLE, text)
    if match is None:
        return error("P101", "the file holds characters that cannot be read", Span(file))
    message = f"an invisible character ({character(match[0])}) stands here"
    return error(
        "P101",
        message,
        span_of(text, match.start(), file),
        "delete it; copying from another program often brings such characters",
    )


def refuse_double_encoding(text: str, file: str) -> None:
    """Raises Problems (P107) for the first word in which UTF-8 was taken for Windows-1252 and saved
    again: `ConchÃ©` for `Conché`.
    """
    if not any(sign in text for sign in _DOUBLE_SIGNS):
        return
    for match in re.finditer(_DOUBLE, text):
        if _read_again(match) == match[0]:
            continue
        start = max(text.rfind(" ", 0, match.start()), text.rfind("\n", 0, match.start())) + 1
        word = (text[start : start + 40].split() or [""])[0]
        meant = re.sub(_DOUBLE, _read_again, word)
        message = f'"{word}" was "{meant}" before a program took UTF-8 for Windows-1252'
        hint = "write it anew; a spreadsheet must be told that a CSV file is UTF-8 when it opens it"
        raise refusal("P107", message, span_of(text, match.start(), file), hint)


def _read_again(match: re.Match[str]) -> str:
    """Characters read as the UTF-8 that they were; as they are where they were none."""
    try:
        return bytes(ord(c) if ord(c) < 256 else c.encode("cp1252")[0] for c in match[0]).decode()
    except UnicodeError:
        return match[0]
