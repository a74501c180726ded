"""UTF-8 that a program took for Windows-1252 and saved again:

`ConchÃ©` for `Conché`, `itâ€™s` for `it’s`.
"""

from __future__ import annotations

import re

from pnp.diagnostics import Diagnostic, Span, error

_SIGNS = "Ã", "Â", "â€"
"""What nearly all of it begins with: letters with accents, and quotes and dashes."""
_LATER = "[\u00a0-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008d\u008f\u0090\u009d]"
"""What the bytes 80 to BF are in Windows-1252."""
_TWICE = re.compile(rf"[ÃÂ]{_LATER}|â€{_LATER}")
_WORD = re.compile(r"\S*")
_UNSEEN = (0x81, 0x8D, 0x8F, 0x90, 0x9D)
"""Bytes that Windows-1252 gives no sign to."""


def garbled(text: str, file: str) -> Diagnostic | None:
    """P107 for the first word of a text that was saved so."""
    if not any(sign in text for sign in _SIGNS):
        return None
    for match in _TWICE.finditer(text):
        if _read_again(match) != match[0]:
            start = max(text.rfind(" ", 0, match.start()), text.rfind("\n", 0, match.start())) + 1
            found = _WORD.match(text, start)
            word = found[0][:40] if found else ""
            meant = _TWICE.sub(_read_again, word)
            place = Span(
                file,
                text.count("\n", 0, match.start()) + 1,
                match.start() - text.rfind("\n", 0, match.start()),
            )
            told = f'"{word}" was "{meant}" before a program took UTF-8 for Windows-1252'
            return error(
                "P107",
                told,
                place,
                "write it anew; a spreadsheet must be told that a CSV file is UTF-8 when it"
                " opens it",
            )
    return None


def _read_again(match: re.Match[str]) -> str:
    """Signs read as what they were; as they are where they were nothing else."""
    try:
        return b"".join(
            bytes([ord(c)]) if ord(c) in _UNSEEN else c.encode("cp1252") for c in match[0]
        ).decode()
    except UnicodeError:
        return match[0]
