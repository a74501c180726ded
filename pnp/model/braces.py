"""A template's braces in a text of the data: nothing works them out there, so they would be printed as typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pnp.diagnostics import Diagnostic, error
from pnp.load.yaml import Map, Seq

_OPENING = re.compile(r"\{\{|\{%")
_BYTES = re.compile(rb"\{\x00?[{%]")
"""The same in the bytes of a file, be it UTF-8 or UTF-16."""
_FACT = re.compile(r"\{\{\s*([a-z_]+\.[\w.]+)\s*\}\}")


def braces(data: bytes, value: Any) -> list[Diagnostic]:
    """P204 for each text of a file that holds `{{` or `{%`; most files are known to hold none by their bytes."""
    return list(braces_in(value)) if _BYTES.search(data) else []


def braces_in(value: Any) -> Iterator[Diagnostic]:
    """P204 for each text, however deep in a map or list, that holds `{{` or `{%`."""
    todo = [value]
    while todo:
        owner = todo.pop()
        keys = owner if isinstance(owner, Map) else range(len(owner)) if isinstance(owner, Seq) else ()
        for key in keys:
            part = owner[key]
            if isinstance(part, (Map, Seq)):
                todo.append(part)
            elif isinstance(part, str) and (match := _OPENING.search(part)):
                yield _told(part, match.start(), owner.at(key))


def _told(text: str, start: int, span: Any) -> Diagnostic:
    end = text.find("}", start)
    shown = text[start : end + 2 if end >= 0 else None]
    message = f'"{shown if len(shown) <= 60 else shown[:57] + "…"}" would be printed as it stands: only templates work it out'
    fact = _FACT.match(text, start)
    said = f"{{{{ {fact[1]} }}}}" if fact else "it"
    return error("P204", message, span, f"write what is meant, such as the number; or say {said} in the template")
