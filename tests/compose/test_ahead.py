"""What is compiled before anybody has read the game is used as if it had been compiled where it is used, and told of there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest
from model.toy import written
from shipped import GAMES, WORKSPACE, shipped

from pnp.compiling import compiling
from pnp.compose import ahead
from pnp.compose.ahead import FIRST_PAGE, compiled_ahead
from pnp.crew import can_fork
from pnp.diagnostics import Problems
from pnp.kit import Clock, Kit, open_kit
from pnp.load.files import Disk
from pnp.load.workspace import disk_for

GAME = """\
title: Toy
players: {min: 2, max: 4}
components:
  cards: {kind: deck, cards: [{id: a}, {id: b}], front: card.xml, back: back.xml}
  rules: {kind: rulebook, text: rules/all.md}
"""
FILES = {
    "game.yaml": GAME,
    "templates/toy/card.xml": '{% include "part.xml" %}',
    "templates/toy/part.xml": '<face>\n  <text at="50% 50%" width="80%" height="80%" size="9pt" group="x">{{ card.id }}</text></face>',
    "templates/toy/back.xml": '{% from "drawn.xml" import ground %}<face>{{ ground() }}</face>',
    "templates/toy/drawn.xml": '{% macro ground() %}<rect x="0" y="0" width="100%" height="100%" fill="#334455"/>{% endmacro %}',
    "rules/all.md": "# Toy\n\nThis is {{ game.title }}.\n",
}


@pytest.fixture
def compiled_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what Jinja itself compiles from now on."""
    names: list[str] = []
    compile_ = jinja2.Environment.compile

    def noted(self: Any, source: Any, name: str | None = None, *rest: Any, **more: Any) -> Any:
        names.extend([name] if name else [])
        return compile_(self, source, name, *rest, **more)

    monkeypatch.setattr(jinja2.Environment, "compile", noted)
    return names


def with_ahead(files: Disk, game: str) -> Kit:
    """A game made from what was compiled ahead."""
    made = compiled_ahead(files, game)
    return open_kit(Disk(files._roots, files.limits, lambda: made), game, Clock())


def looks(kit: Kit) -> list[tuple[str, str, str, str]]:
    return [(s.component.id, laid.card.id, laid.side, kit.digests[id(laid.face)]) for s in kit.sides for laid in s.laid]


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_game_compiles_is_guessed(game: str, compiled_here: list[str]) -> None:
    files = disk_for(WORKSPACE, GAMES[game])
    made = compiled_ahead(files, game, [FIRST_PAGE])
    assert len(made) > 5 and any(name == FIRST_PAGE for _, name, _, _ in made)
    compiled_here.clear()
    kit = open_kit(Disk(files._roots, files.limits, lambda: made), game, Clock())
    assert compiled_here == []
    assert looks(kit) == looks(shipped(game)) and kit.diagnostics == shipped(game).diagnostics


def test_what_is_taken_in_is_compiled_ahead_too(tmp_path: Path) -> None:
    made = compiled_ahead(written(tmp_path, FILES), "toy")
    assert sorted(Path(str(name)).name for _, name, _, _ in made) == ["all.md", "back.xml", "card.xml", "drawn.xml", "part.xml"]
    assert [name for (_, name, _, _), one in made.items() if one.groups] == ["part.xml"]


@pytest.mark.parametrize(
    "spoilt",
    [
        {"templates/toy/part.xml": "<face>\n<text>{{ card.idd }}</text></face>"},
        {"templates/toy/part.xml": "<face>\n<text>{{ card.id </text></face>"},
        {"templates/toy/part.xml": "<face>\n<txt/></face>"},
        {"templates/toy/drawn.xml": "{% macro ground() %}\n<rect/>"},
        {"templates/toy/back.xml": '<face>{% if card.id == "c" %}{% endif %}</face>'},
        {"templates/toy/card.xml": '{% include "prat.xml" %}'},
        {"rules/all.md": "# Toy\n\n{{ game.min }}\n"},
        {"rules/all.md": "# Toy\n\n{% if %}\n"},
    ],
)
def test_what_is_wrong_is_told_at_the_same_place(tmp_path: Path, spoilt: dict[str, str]) -> None:
    files = written(tmp_path, FILES | spoilt)
    assert open_kit(files, "toy", Clock()).diagnostics
    assert with_ahead(files, "toy").diagnostics == open_kit(files, "toy", Clock()).diagnostics


@pytest.mark.parametrize("most", range(6))
def test_what_was_not_compiled_ahead_has_stamps_of_its_own(tmp_path: Path, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    files = written(tmp_path, FILES | {"templates/toy/part.xml": "<face>\n\n<txt/></face>", "templates/toy/drawn.xml": "{% macro ground() %}\n<txt/>{% endmacro %}"})
    plain = open_kit(files, "toy", Clock()).diagnostics
    monkeypatch.setattr(ahead, "MOST", most)
    assert len(compiled_ahead(files, "toy")) == min(most, 5)
    assert with_ahead(files, "toy").diagnostics == plain
    assert {(str(d.span.file)[-8:], d.span.line) for d in plain if d.span} == {("part.xml", 3), ("rawn.xml", 2)}


def test_what_was_saved_since_is_compiled_anew(tmp_path: Path, compiled_here: list[str]) -> None:
    files = written(tmp_path, FILES)
    made = compiled_ahead(files, "toy")
    files = written(tmp_path, FILES | {"templates/toy/part.xml": FILES["templates/toy/part.xml"].replace("9pt", "10pt")})
    compiled_here.clear()
    kit = open_kit(Disk(files._roots, files.limits, lambda: made), "toy", Clock())
    assert compiled_here == ["part.xml"]
    assert looks(kit) == looks(open_kit(files, "toy", Clock())) != []


def test_a_game_that_cannot_be_read_is_told_of_where_it_is_read(tmp_path: Path) -> None:
    files = written(tmp_path, FILES | {"game.yaml": "title: [card.xml, rules/no.md, no.xml, ../card.xml, /etc/a.md]\nx: {", "templates/toy/card.xml": "{{"})
    assert compiled_ahead(files, "toy") == {}
    with pytest.raises(Problems) as problem:
        with_ahead(files, "toy")
    assert [d.code for d in problem.value.diagnostics] == ["P101"]
    (tmp_path / "data/toy/game.yaml").unlink()
    assert compiled_ahead(files, "toy") == {}


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
@pytest.mark.parametrize("apart", [True, False])
def test_another_process_compiles_while_this_one_goes_on(apart: bool, compiled_here: list[str]) -> None:
    folder = GAMES["organ-match"]
    with compiling(WORKSPACE, folder, prints=True, apart=apart) as workspace:
        made = workspace.ahead()
        assert workspace.ahead() is made
    assert compiled_here == []
    assert made == (compiled_ahead(disk_for(WORKSPACE, folder), "organ-match", [FIRST_PAGE]) if apart else {})
