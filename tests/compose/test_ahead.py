"""What is compiled before anybody has read the game is used as if it had been compiled where it
is used, and told of there.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import jinja2
import pytest
from model.toy import written
from shipped import GAMES, WORKSPACE, shipped

from pnp.build.compiling import SHALLOWER, compiling
from pnp.build.kit import Clock, Kit, open_kit
from pnp.compose import ahead
from pnp.compose.ahead import FIRST_PAGE_TEMPLATE, MOST, compiled_ahead, guessed
from pnp.compose.templates import Compiled, Key
from pnp.crew import can_fork
from pnp.diagnostics import Problems
from pnp.load.files import Disk
from pnp.load.workspace import disk_for, find

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


def toy(files: Disk) -> dict[Key, Compiled]:
    """What is compiled of the toy."""
    return compiled_ahead(files, "toy", guessed(files, "toy"))


def with_ahead(files: Disk, game: str) -> Kit:
    """A game made from what was compiled ahead."""
    made = compiled_ahead(files, game, guessed(files, game))
    return open_kit(Disk(files._roots, files.limits, lambda: made), game, Clock())


def looks(kit: Kit) -> list[tuple[str, str, str, str]]:
    return [
        (s.component.id, laid.card.id, laid.side, kit.digests[id(laid.face)])
        for s in kit.sides
        for laid in s.laid
    ]


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_game_compiles_is_guessed(game: str, compiled_here: list[str]) -> None:
    files = disk_for(WORKSPACE, GAMES[game])
    made = compiled_ahead(files, game, [*guessed(files, game), FIRST_PAGE_TEMPLATE])
    assert len(made) > 5 and any(name == FIRST_PAGE_TEMPLATE for _, name, _, _ in made)
    compiled_here.clear()
    kit = open_kit(Disk(files._roots, files.limits, lambda: made), game, Clock())
    assert compiled_here == []
    assert looks(kit) == looks(shipped(game)) and kit.diagnostics == shipped(game).diagnostics


def test_what_is_taken_in_is_compiled_ahead_too(tmp_path: Path) -> None:
    made = toy(written(tmp_path, FILES))
    assert sorted(Path(str(name)).name for _, name, _, _ in made) == [
        "all.md",
        "back.xml",
        "card.xml",
        "drawn.xml",
        "part.xml",
    ]
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


def test_what_is_taken_in_twice_is_compiled_once(tmp_path: Path, compiled_here: list[str]) -> None:
    """A template that takes in a large one twenty times spent all that may be compiled ahead on
    it.
    """
    files = written(tmp_path, FILES | {"templates/toy/card.xml": '{% include "part.xml" %}' * 20})
    toy(files)
    assert sorted(compiled_here) == sorted(set(compiled_here)) and "part.xml" in compiled_here


def test_what_leads_nowhere_is_no_reason_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each of a hundred thousand names in a comment similar files were looked for."""
    words = " ".join(f"a{n}.xml b{n}.md" for n in range(500))
    files = written(tmp_path, FILES | {"game.yaml": f"{GAME}# {words}\n"})
    assert guessed(files, "toy") == ["card.xml", "back.xml", "rules/all.md"]
    files = written(tmp_path, FILES | {"game.yaml": f"{GAME}x: {words}\n"})
    assert len(guessed(files, "toy")) == MOST
    chain = {f"templates/toy/c{n}.xml": f'{{% include "c{n + 1}.xml" %}}' for n in range(2 * MOST)}
    files = written(tmp_path, FILES | chain | {"game.yaml": GAME.replace("card.xml", "c0.xml")})
    assert len(toy(files)) == MOST
    monkeypatch.setattr(Disk, "_missing", lambda *_: pytest.fail("similar names are looked for"))
    assert compiled_ahead(files, "toy", ["no.md", "no.xml", "../no.md", "/no.xml"]) == {}


@pytest.mark.parametrize(
    ("most", "made"), [(0, 0), (30, 1), (100, 2), (120, 3), (150, 4), (1_000, 5)]
)
def test_what_was_not_compiled_ahead_has_stamps_of_its_own(
    tmp_path: Path, most: int, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = written(
        tmp_path,
        FILES
        | {
            "templates/toy/part.xml": "<face>\n\n<txt/></face>",
            "templates/toy/drawn.xml": "{% macro ground() %}\n<txt/>{% endmacro %}",
        },
    )
    plain = open_kit(files, "toy", Clock()).diagnostics
    monkeypatch.setattr(ahead, "MOST_CHARACTERS", most)
    assert len(toy(files)) == made
    assert with_ahead(files, "toy").diagnostics == plain
    assert {(str(d.span.file)[-8:], d.span.line) for d in plain if d.span} == {
        ("part.xml", 3),
        ("rawn.xml", 2),
    }


def test_what_was_saved_since_is_compiled_anew(tmp_path: Path, compiled_here: list[str]) -> None:
    files = written(tmp_path, FILES)
    made = toy(files)
    files = written(
        tmp_path,
        FILES | {"templates/toy/part.xml": FILES["templates/toy/part.xml"].replace("9pt", "10pt")},
    )
    compiled_here.clear()
    kit = open_kit(Disk(files._roots, files.limits, lambda: made), "toy", Clock())
    assert compiled_here == ["part.xml"]
    assert looks(kit) == looks(open_kit(files, "toy", Clock())) != []


def test_a_game_that_cannot_be_read_is_told_of_where_it_is_read(tmp_path: Path) -> None:
    files = written(
        tmp_path,
        FILES
        | {
            "game.yaml": "title: [card.xml, rules/no.md, no.xml, ../card.xml, /etc/a.md]\nx: {",
            "templates/toy/card.xml": "{{",
        },
    )
    assert toy(files) == {}
    with pytest.raises(Problems) as problem:
        with_ahead(files, "toy")
    assert [d.code for d in problem.value.diagnostics] == ["P101"]
    (tmp_path / "data/toy/game.yaml").unlink()
    assert toy(files) == {}


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
@pytest.mark.parametrize("prints", [True, False])
def test_another_process_compiles_while_this_one_goes_on(
    prints: bool, compiled_here: list[str]
) -> None:
    folder = GAMES["organ-match"]
    with compiling(WORKSPACE, folder, prints) as workspace:
        made = workspace.ahead()
        assert workspace.ahead() is made
    assert compiled_here == []
    files = disk_for(WORKSPACE, folder)
    assert made == compiled_ahead(
        files,
        "organ-match",
        [*guessed(files, "organ-match"), *([FIRST_PAGE_TEMPLATE] if prints else [])],
    )


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
@pytest.mark.parametrize(
    "end",
    [lambda *_: os.kill(os.getpid(), signal.SIGKILL), lambda *_: os._exit(1), lambda *_: 1 / 0],
)
def test_a_process_that_compiles_no_more_costs_nothing_but_time(
    end: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check ended with "there is not enough memory", or as a fault of pnp."""
    monkeypatch.setattr("pnp.build.compiling.compiled_ahead", end)
    with compiling(WORKSPACE, GAMES["organ-match"], prints=True) as workspace:
        assert workspace.ahead() == {}


def test_few_templates_are_compiled_where_they_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, {})
    monkeypatch.setattr("pnp.crew._forked", lambda *_: pytest.fail("a process is begun"))
    with compiling(find(tmp_path), tmp_path / "data/toy", prints=True) as workspace:
        assert workspace.ahead() == {}


def test_what_is_nested_too_deeply_is_refused_as_ever(tmp_path: Path) -> None:
    """At the edge the other process, which has fewer calls open, compiled what was refused
    elsewhere.
    """
    for depth in range(40, 90, 1):
        files = written(
            tmp_path,
            FILES
            | {
                "templates/toy/card.xml": f"<face>{{% set z = {'(' * depth}1{')' * depth} %}}</face>"
            },
        )
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(before - SHALLOWER)
        try:
            made = toy(files)
        finally:
            sys.setrecursionlimit(before)
        kit = open_kit(Disk(files._roots, files.limits, lambda made=made: made), "toy", Clock())  # type: ignore[misc]
        assert kit.diagnostics == open_kit(files, "toy", Clock()).diagnostics
