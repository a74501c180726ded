"""Expressions that are compiled late: as good as those compiled at once, and each of the package is sound."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest

import pnp
from pnp import regex as late
from pnp.regex import regex


def test_it_does_what_a_compiled_one_does() -> None:
    found, plain = regex(r"(?P<n>\d+)", re.IGNORECASE), re.compile(r"(?P<n>\d+)", re.IGNORECASE)
    assert (found.pattern, found.flags, found.groups, dict(found.groupindex)) == (plain.pattern, plain.flags, 1, {"n": 1})
    assert found.sub("_", "a1b22") == "a_b_" and found.subn("_", "a1b22")[1] == 2 and found.split("a1b") == ["a", "1", "b"]
    assert [match[0] for match in found.finditer("a1b22")] == found.findall("a1b22") == ["1", "22"]
    assert found.search("a1") and found.fullmatch("1") and not found.match("a1") and found.match("a1", 1)
    assert regex(rb"\d").findall(b"a1") == [b"1"]


def test_it_is_compiled_once_and_not_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(late.re, "compile", lambda source, flags: compiled.append(source) or re._compiler.compile(source, flags))
    found = regex("x+")
    assert compiled == []
    assert found.search("xx") and found.sub("", "xx") == "" and compiled == ["x+"]


def test_what_is_no_part_of_an_expression_is_not_there() -> None:
    with pytest.raises(AttributeError):
        regex("x").nothing  # noqa: B018
    with pytest.raises(re.error):
        regex("(").search("")


def test_every_expression_of_the_package_is_sound() -> None:
    modules = [import_module(found.name) for found in pkgutil.walk_packages(pnp.__path__, "pnp.") if found.name != "pnp.__main__"]
    every = {id(value): value for module in modules for value in vars(module).values() if isinstance(value, late._Late)}
    assert len(every) > 100 and all(value.pattern for value in every.values())
