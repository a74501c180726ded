"""The regular expressions of the package match alike on every Python that pnp allows."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pnp


def test_expression_is_sound() -> None:
    every = _every()
    assert len(every) > 60 and all(value.pattern for value in every)


def test_expression_repeats_no_group_possessively() -> None:
    """Python before 3.11.5, which Debian 12 has, matches what such a group had begun and given
    up (gh-106052); an atomic group is sound.
    """
    for value in _every():
        assert not any(map(_possessive_group, _tree(value.pattern, value.flags))), value.pattern


def test_possessive_group_is_found() -> None:
    for source, bad in [
        ("(?:ab?c)*+", True),
        ("(?:a(b)?+)+", True),
        ("(?>(?:ab?c)*)", False),
        ("[ab]*+c?+.++", False),
        ("(?=(?:ab)++)", True),
    ]:
        assert any(map(_possessive_group, _tree(source, 0))) is bad, source


def _every() -> list[Any]:
    modules = [
        import_module(found.name)
        for found in pkgutil.walk_packages(pnp.__path__, "pnp.")
        if found.name != "pnp.__main__"
    ]
    return [
        *{
            id(value): value
            for module in modules
            for value in vars(module).values()
            if isinstance(value, re.Pattern)
        }.values()
    ]


def _tree(source: str | bytes, flags: int) -> Iterator[tuple[Any, Any]]:
    """The operations of an expression, each with what it is given."""
    todo: list[Any] = [re._parser.parse(source, flags)]
    while todo:
        part = todo.pop()
        if isinstance(part, (list, tuple, re._parser.SubPattern)):
            todo += list(part)
            if isinstance(part, tuple) and len(part) == 2:
                yield part


def _possessive_group(operation: tuple[Any, Any]) -> bool:
    code, given = operation
    simple = ("LITERAL", "NOT_LITERAL", "IN", "ANY")
    return str(code) == "POSSESSIVE_REPEAT" and not (
        len(given[2]) == 1 and str(given[2][0][0]) in simple
    )
