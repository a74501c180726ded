"""The page of who is drawn counts the people that the games have, and they are spread alike."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("drawn", ROOT / "tools" / "drawn.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DRAWN = _tool()


def test_page_is_what_the_data_say() -> None:
    assert DRAWN.PAGE.read_text(encoding="utf-8") == DRAWN.page(), "run: python tools/drawn.py"


@pytest.mark.parametrize(
    ("game", "count"),
    [("organ-match", 96), ("organ-trail", 9), ("narco-empire", 7), ("police-precinct", 8)],
)
def test_sexes_ages_and_skins_are_spread(game: str, count: int) -> None:
    people = DRAWN.people(game)
    women = sum(person.woman for person in people)
    assert len(people) == len({person.id for person in people}) == count
    assert 0.35 <= women / count <= 0.65
    skins = Counter(person.skin for person in people)
    assert set(skins) - {1, 2, 3, 4, 5} == set() and len(skins) >= min(5, count // 2)
    assert max(skins.values()) <= max(3, count / 4)
    assert {person.age for person in people} >= {"adult", "elder"}


def test_somebody_who_is_not_there_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DRAWN.WOMEN, "organ-trail", ["nobody"])
    with pytest.raises(ValueError, match="organ-trail has no nobody"):
        DRAWN.people("organ-trail")
