"""The text of a file: its bytes as UTF-8, places in it, and characters that nobody sees."""

from __future__ import annotations

import re
from codecs import BOM_UTF8

from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.load.garbled import garbled

# What YAML 1.2.2, 5.1 leaves out of c-printable, and what PyYAML calls line breaks and other YAML
# does not.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]"
)


def utf8(data: bytes, file: str) -> str:
    """The text of a file as it is. Raises Problems (P107 not UTF-8, or UTF-8 twice)."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise Problems(
            [
                error(
                    "P107",
                    "the file is UTF-16; UTF-8 was expected",
                    Span(file),
                    "save it again as UTF-8",
                )
            ]
        )
    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        column = (
            len(
                data[data.rfind(b"\n", 0, problem.start) + 1 : problem.start].decode(
                    "utf-8", "replace"
                )
            )
            + 1
        )
        told = f"the byte 0x{data[problem.start]:02X} is no UTF-8"
        guess = data[problem.start : problem.start + 1].decode("cp1252", "ignore")
        told += f' (in Windows-1252 it is "{guess}")' if guess.isprintable() and guess else ""
        raise Problems(
            [error("P107", told, Span(file, line, column), "save the file again as UTF-8")]
        ) from None
    if twice := garbled(text, file):
        raise Problems([twice])
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


def span_of(text: str, index: int, file: str) -> Span:
    """Line and column, from 1, of a character."""
    return Span(file, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def short(text: str) -> str:
    """A text, cut where it is too long for a message."""
    return text if len(text) <= 60 else text[:57] + "…"


def unprintable(text: str, file: str) -> Diagnostic:
    """What is told of the first character that nobody sees (P101)."""
    match = UNPRINTABLE.search(text)
    if match is None:
        return error("P101", "the file holds characters that cannot be read", Span(file))
    told = f"an invisible character (U+{ord(match[0]):04X}) stands here"
    return error(
        "P101",
        told,
        span_of(text, match.start(), file),
        "delete it; copying from another program often brings such characters",
    )
