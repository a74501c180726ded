"""A template's braces in a text of the data: nothing works them out there, so they would be
printed as typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.diagnostics import Diagnostic, error
from pnp.load.yaml import Map, Seq

_OPENING = re.compile(r"\{\{|\{%")
_NAMES = "card cards counts facts game players t terms total".split()
"""What stands in a template's braces most often.

The dot behind it tells them from placeholders such as {n} and {players}.
"""
_LONE = re.compile(rf"\{{\s*(?:{'|'.join(_NAMES)})\.\w[^{{}}]*\}}{{1,2}}|\}}\}}|%\}}")
_BYTES = re.compile(
    rb"\{\x00?[{%%]|[}%%]\x00?\}|\{[\s\x00]*(?:%s)\x00?\."
    % "|".join(map(r"\x00?".join, _NAMES)).encode()
)
"""The same in the bytes of a file, be it UTF-8 or UTF-16."""
_EXPRESSIONS = ("count", "when", "per_player")
"""Keys whose expressions are worked out, without braces."""
_WHOLE = re.compile(r"\s*\{\{?\s*([^{}]*[^{}\s])\s*\}\}?\s*")
_FACT = re.compile(r"\{\{?\s*([a-z_]+\.[\w.]+)\s*\}")


def lone(text: str) -> re.Match[str] | None:
    """The first of a template's braces that lack their fellow:

    `{ card.name }}`, `{card.name}`, or `}}` and `%}` that close nothing.
    """
    depth = upto = 0
    for match in _LONE.finditer(text):
        depth += text.count("{", upto, match.end()) - text.count("}", upto, match.end())
        upto = match.end()
        if match[0][0] == "{" or depth < 0:
            return match
    return None


def braces(data: bytes, value: Any) -> list[Diagnostic]:
    """P204 for each text of a file that holds a template's braces; most files are known to hold
    none by their bytes.
    """
    return list(braces_in(value)) if (b"{" in data or b"}" in data) and _BYTES.search(data) else []


def braces_in(value: Any) -> Iterator[Diagnostic]:
    """P204 for each text, however deep in a map or list, that holds `{{` or `{%`, or one of a
    template's braces without its fellow.
    """
    todo = [value]
    while todo:
        owner = todo.pop()
        keys = (
            owner if isinstance(owner, Map) else range(len(owner)) if isinstance(owner, Seq) else ()
        )
        for key in keys:
            part = owner[key]
            if isinstance(part, (Map, Seq)):
                todo.append(part)
            elif isinstance(part, str) and ("{" in part or "}" in part) and (shown := typed(part)):
                yield (
                    _worked_out(key, part, shown, owner.at(key))
                    if key in _EXPRESSIONS
                    else _told(shown, owner.at(key))
                )


def typed(text: str) -> str:
    """A template's braces in a text, with what stands in them."""
    if match := _OPENING.search(text):
        end = text.find("}", match.start())
        return text[match.start() : end + 2 if end >= 0 else None]
    match = lone(text)
    return match[0] if match else ""


def _worked_out(key: str, text: str, shown: str, span: Any) -> Diagnostic:
    """P204 for braces round an expression where one is expected."""
    whole = _WHOLE.fullmatch(text)
    hint = f"write {key}: {whole[1]}" if whole and len(whole[1]) <= 80 else "take the braces out"
    return error(
        "P204",
        f'"{key}": an expression stands here without braces, found "{_cut(shown)}"',
        span,
        hint,
    )


def _cut(shown: str) -> str:
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _told(shown: str, span: Any) -> Diagnostic:
    message = f'"{_cut(shown)}" would be printed as it stands: only templates work it out'
    fact = _FACT.match(shown)
    said = f"{{{{ {fact[1]} }}}}" if fact else "it"
    return error(
        "P204",
        message,
        span,
        f"write what is meant, such as the number; or say {said} in the template",
    )
