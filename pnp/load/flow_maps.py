"""Keys between `{` and `}` that have no value: what was most likely meant."""

from __future__ import annotations

import re
from typing import Any

from pnp.diagnostics import Diagnostic, Span, error
from pnp.load.encoding import short

_TIGHT = re.compile(r"([^\W\d][\w-]*):([^\s/].*)", re.DOTALL)
_FEW, _HUNDREDS = re.compile(r"[-+]?[1-9][0-9]{0,2}"), re.compile(r"[0-9]{3}")
"""What stands before and behind a comma that may part thousands."""
_WORD = re.compile(r"[^\W\d][\w-]*")
_CALL = re.compile(r"(int|number|text)\(([^(){}\[\]\n]{1,80})\)")
"""A field's type as programmers would write it: int(0,9)."""
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}(?:[.][0-9]{1,9})?(?:mm|cm|in|pt|%)?")


def valueless(text: str, key: Any, span: Span, last: tuple[str, Any] | None) -> Diagnostic:
    """P111 for the event of such a key, P101 where its colon has no space behind it; `last` is
    the entry before it in its map.
    """
    if tight := _TIGHT.fullmatch(key.value):
        place = span._replace(column=span.column + len(tight[1]))
        return error(
            "P101",
            "a space is missing after this colon",
            place,
            f"write {tight[1]}: {short(tight[2])}",
        )
    told = f'the key "{short(key.value)}" has no value'
    if last is None:
        return error(
            "P111",
            told,
            span,
            f"write {key.value}: and its value, or nothing behind the colon where it needs none",
        )
    before, value = last
    hint = "put a text that holds a comma in quotes"
    if isinstance(value, str) and '"' not in value:
        hint += f': {before}: "{value}, {key.value}"'
        if _WORD.fullmatch(value) and _WORD.fullmatch(key.value):
            hint = f"write a list in brackets: {before}: [{value}, {key.value}]; {hint}"
        if _NUMBER.fullmatch(value) and _NUMBER.fullmatch(key.value):
            hint = f"write both in brackets: {before}: [{value}, {key.value}]"
    start = key.start_mark.index
    if isinstance(value, str):
        begin = text.rfind(value, 0, start) if "(" in value else -1
        if begin >= 0 and (call := _CALL.match(text, begin)):
            hint = (
                f"write {before}: {{{call[1]}:"
                f" [{', '.join(part.strip() for part in call[2].split(','))}]}}"
            )
        around = text[max(start - 2, 0) : start + 1]
        if around[1:2] == "," and around.replace(",", "").isdigit() and "(" not in value:
            hint = _with_comma(before, value, key.value)
    return error("P111", told, span, hint)


def _with_comma(name: str, before: str, behind: str) -> str:
    """What to write for a number with a comma, in which three digits behind it may be thousands:

    `price: 1,200`.
    """
    if _HUNDREDS.fullmatch(behind) and _FEW.fullmatch(before):
        short = f"{float(f'{before}.{behind}'):g}"
        return f"write {name}: {before}{behind} if thousands are meant, or {name}: {short}"
    return f"write a decimal point: {name}: {before}.{behind}"
