"""The words of `words.yaml`, which templates and texts read as `t.`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.diagnostics import Diagnostic, Span, error
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.braces import braces
from pnp.sandbox.records import Record


def words_of(files: Disk, path: str, found: list[Diagnostic]) -> Record:
    """The words of a game, none where it has no such file; what is wrong with them goes to
    `found` (P203, P204). Raises Problems.
    """
    if not files.exists(path):
        return _record("t", {})
    content = files.read(path)
    value = yaml.parse(content, files.shown(path))
    if not isinstance(value, Map):
        found.append(error("P203", "expected a map of words", Span(files.shown(path), 1, 1)))
        return _record("t", {})
    found += braces(content, value)
    found += _empty(value)
    return _record("t", value)


def _empty(value: Map) -> Iterator[Diagnostic]:
    """Words that say nothing: where they are printed there would be a hole."""
    todo: list[Map | Seq] = [value]
    while todo:
        owner = todo.pop()
        keys: Any = owner if isinstance(owner, Map) else range(len(owner))
        for key in keys:
            part = owner[key]
            if isinstance(part, (Map, Seq)):
                todo.append(part)
            elif part is None:
                name = f'"{key}"' if isinstance(owner, Map) else "an entry of a list"
                hint = 'write it, or "" where nothing is meant to be printed'
                yield error("P203", f"{name}: expected a text, found nothing", owner.at(key), hint)


def _record(label: str, raw: Mapping[str, Any]) -> Record:
    """Words by their names; a group of them is not a text itself."""
    return Record(
        label,
        {
            key: _record(key, value) if isinstance(value, dict) else value
            for key, value in raw.items()
        },
        many=True,
    )
