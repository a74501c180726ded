"""Expressions that are compiled late: as good as those compiled at once, and each of the package
is sound.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import pnp
from pnp import regex as late
from pnp.regex import regex


def test_it_does_what_a_compiled_one_does() -> None:
    found, plain = regex(r"(?P<n>\d+)", re.IGNORECASE), re.compile(r"(?P<n>\d+)", re.IGNORECASE)
    assert (found.pattern, found.flags, found.groups, dict(found.groupindex)) == (
        plain.pattern,
        plain.flags,
        1,
        {"n": 1},
    )
    assert (
        found.sub("_", "a1b22") == "a_b_"
        and found.subn("_", "a1b22")[1] == 2
        and found.split("a1b") == ["a", "1", "b"]
    )
    assert [match[0] for match in found.finditer("a1b22")] == found.findall("a1b22") == ["1", "22"]
    assert (
        found.search("a1")
        and found.fullmatch("1")
        and not found.match("a1")
        and found.match("a1", 1)
    )
    assert regex(rb"\d").findall(b"a1") == [b"1"]


def test_it_is_compiled_once_and_not_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(
        late.re,
        "compile",
        lambda source, flags: compiled.append(source) or re._compiler.compile(source, flags),
    )
    found = regex("x+")
    assert compiled == []
    assert found.search("xx") and found.sub("", "xx") == "" and compiled == ["x+"]


def test_what_is_no_part_of_an_expression_is_not_there() -> None:
    with pytest.raises(AttributeError):
        regex("x").nothing  # noqa: B018
    with pytest.raises(re.error):
        regex("(").search("")


def test_every_expression_of_the_package_is_sound() -> None:
    every = _every()
    assert len(every) > 100 and all(value.pattern for value in every)


def test_no_expression_repeats_a_group_possessively() -> None:
    """Python before 3.11.5, which Debian 12 has, matches what such a group had begun and given
    up (gh-106052); an atomic group is sound.
    """
    for value in _every():
        assert not any(map(_possessive_group, _tree(value.pattern, value.flags))), value.pattern


def test_a_possessive_group_is_found() -> None:
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
            if isinstance(value, late._Late)
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
