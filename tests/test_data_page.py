"""The examples of docs/reference/data.md are no mere shapes: put together to small games they
are read, checked and imposed without an error.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

import pytest
from test_docs import DOCS, ROOT, in_this_process

from pnp.build.conductor import make_kit
from pnp.face import Item, Shape
from pnp.load.workspace import disk_for, find

PAGE = (DOCS / "reference/data.md").read_text(encoding="utf-8")
SECTIONS = {
    part.partition("\n")[0]: re.findall(r"^```(?:yaml|text)\n(.*?)^```$", part, re.M | re.S)
    for part in PAGE.split("\n## ")[1:]
}
EXAMPLE = {title: blocks[0] for title, blocks in SECTIONS.items() if blocks}
"""The first block of each section by its title."""

PLAIN = '<face fill="mist"/>'
CITY = """\
{% import "base/board.xml" as board %}
<face>
{% for l in card.links %}{{ board.link(l) }}{% endfor %}
{% for s in card.spaces.values() %}{{ board.cell(s) }}{% endfor %}
{% for a in card.areas.values() %}{{ board.place(a) }}{% endfor %}
</face>
"""
HEAD = "title: Toy\nplayers: {min: 2, max: 4, colours: [ruby, jade, amber, pearl]}\nfacts: {coins: 6, days: 22}\n"
COLOURS = "player: {ruby: , jade: , amber: , pearl: }\n"
NINE = "".join(f"- {{id: c{n}, title: Card {n}, corner: {n}}}\n" for n in range(9))
TRADERS = "number,name,gems,count\n" + "".join(
    f"{n},Trader {n},ruby{'+jade' if n % 2 else ''},1\n" for n in range(1, 41)
)
START = """\
title: Toy
players: {min: 2, max: 4}
facts: {hand_size: 3}
components:
  cards: {kind: deck, front: p.xml, cards: [{id: a, count: 20}]}
  notes: {kind: notes, front: p.xml, fields: {value: int}, notes: [{id: d, value: 500, count: 4}, {id: c, value: 100, count: 12}, {id: l, value: 50, count: 8}]}
  events: {kind: deck, front: p.xml, fields: {round: int}, cards: [{id: early, round: 1, count: 16}, {id: late, round: 2, count: 16}]}
"""
SCENE = """\
title: Toy
players: {min: 2, max: 4}
components:
  street: {kind: board, size: 150x100, front: p.xml}
  cards: {kind: deck, front: p.xml, back: p.xml, cards: [{id: thief}]}
  chips: {kind: tokens, front: p.xml, tokens: [{id: lamp}]}
  rules: {kind: rulebook, text: rules.md, figures: figures.yaml}
"""
ARMIES = "title: Toy\nplayers: {min: 2, max: 2, colours: [plum, teal]}\nterms: {colour: {plum: , teal: }}\ncomponents:\n"
MOTTO = "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n  mottos: {kind: deck, template: motto, cards: [{id: a, motto: Go on}]}\n"
WORDS = '<face><text at="5mm 5mm" width="50mm">{{ t.deal }}, {{ t.phase.night }}</text></face>'
ALL = "# Rules\n\nAll of {{ facts.coins }} coins.\n\n[[icons]]\n\n:crown:\n"


def component(name: str, example: str) -> str:
    """An entry below `components:`."""
    return f"  {name}:\n{indent(example, '    ')}"


def of_every_kind() -> str:
    """A game with the example of each kind of component, of its own meanings, fonts, styles and
    limits.
    """
    terms = EXAMPLE["A meaning"] + indent(COLOURS, "  ")
    kinds = {
        "traders": "A deck",
        "chips": "Tokens",
        "city": "A board or mat",
        "money": "Notes",
        "tuck": "A box",
        "aid": "A player aid",
        "rules": "A rulebook",
    }
    cards = "cards: {kind: deck, front: p.xml, cards: [{id: a, count: 30}]}\n"
    entries = indent(cards, "  ") + "".join(
        component(name, EXAMPLE[title]) for name, title in kinds.items()
    )
    return "".join(
        (
            HEAD,
            terms,
            EXAMPLE["A font family"],
            EXAMPLE["A style"],
            EXAMPLE["Limits of a game"],
            "components:\n",
            entries,
        )
    )


GAMES: dict[str, dict[str, str]] = {
    "of every kind": {
        "game.yaml": of_every_kind(),
        "cards/traders.csv": TRADERS,
        "boards/city.yaml": EXAMPLE["boards/NAME.yaml"],
        "words.yaml": EXAMPLE["words.yaml"],
        "reference.md": "# Turn\n\nMove.\n",
        "rulebook.md": ALL,
        "city.xml": CITY,
        "note.xml": WORDS,
    },
    "the cards of a file": {
        "game.yaml": EXAMPLE["game.yaml"],
        "cards/cards.yaml": EXAMPLE["Cards"],
        "pnp.yaml": EXAMPLE["pnp.yaml"],
    },
    "a promise": {
        "game.yaml": EXAMPLE["game.yaml"],
        "cards/cards.yaml": NINE,
        "rules.yaml": EXAMPLE["A rule"],
        "words.yaml": "deal: Three cards to each of you.",
    },
    "armies": {"game.yaml": ARMIES + component("armies", SECTIONS["Tokens"][1])},
    "the beginning": {"game.yaml": START, "setup.yaml": EXAMPLE["setup.yaml"]},
    "a scene": {
        "game.yaml": SCENE,
        "figures.yaml": EXAMPLE["figures.yaml"],
        "rules.md": "# Rules\n\n![The table](setup:table)\n",
    },
    "a template's declaration": {
        "game.yaml": MOTTO,
        "motto.yaml": EXAMPLE["The declaration of a template"],
        "motto.xml": PLAIN,
    },
}
TEMPLATES = ("p", "trader", "back", "chip", "chip-back", "box", "counter")


def placed(folder: Path, files: dict[str, str]) -> Path:
    """The files of a game where they belong, with plain templates for what else it draws; its
    workspace.
    """
    both = {"pnp.yaml": "", **{f"{name}.xml": PLAIN for name in TEMPLATES}, **files}
    for name, text in both.items():
        template = name.endswith(".xml") or name == "motto.yaml"
        path = folder / (
            name
            if name == "pnp.yaml"
            else f"templates/toy/{name}"
            if template
            else f"data/toy/{name}"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "fonts/my-font").mkdir(parents=True)
    shutil.copyfile(
        ROOT / "fonts/roboto-slab/RobotoSlab_700Bold.ttf", folder / "fonts/my-font/MyFont-Bold.ttf"
    )
    return folder


@pytest.mark.parametrize("files", GAMES.values(), ids=GAMES)
def test_examples_make_a_game(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(placed(tmp_path, files))
    output = in_this_process(["build", "toy", "--dry-run", "--jobs", "1"], tmp_path)
    assert "error" not in output and " on paper" in output, output


def test_examples_are_each_in_one_of_the_games() -> None:
    held = "".join(text for files in GAMES.values() for text in files.values()).replace("    ", "")
    assert [
        title for title, example in EXAMPLE.items() if example.replace("    ", "") not in held
    ] == []
    assert {title for title, blocks in SECTIONS.items() if len(blocks) > 1} == {
        "boards/NAME.yaml",
        "Tokens",
    }


def map_of(folder: Path, *changes: tuple[str, str]) -> Sequence[Item]:
    """The tiles of the map of the page, drawn from its data alone."""
    (_, data, loop, _) = SECTIONS["boards/NAME.yaml"]
    for old, new in changes:
        assert data.count(old) == 1
        data = data.replace(old, new)
    game = "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n  map: {kind: board, size: 190x190, front: map.xml, data: map.yaml}\n"
    face = f'<face>{{% import "base/board.xml" as board %}}{loop}</face>'
    home = placed(folder, {"game.yaml": game, "map.yaml": data, "map.xml": face})
    kit = make_kit(disk_for(find(home), home / "data/toy"), "toy")
    assert kit.diagnostics == ()
    return kit.sides[0].laid[0].face.items


def test_map_follows_its_data(tmp_path: Path) -> None:
    tiles = map_of(tmp_path / "drawn")
    changes = {
        "larger": ("cell: 20mm", "cell: 22mm"),
        "squares": ("kind: hex", "kind: square"),
        "dry": ("kind: water", "kind: rock"),
    }
    same = {
        name: sum(tile in tiles for tile in map_of(tmp_path / name, change))
        for name, change in changes.items()
    }
    assert (len(tiles), same) == (30, {"larger": 0, "squares": 0, "dry": 29})


def test_filter_of_a_grid_draws_its_cells(tmp_path: Path) -> None:
    (grid,) = re.findall(r"`\{(kind: hex, [^`]+)\}` are", PAGE)
    loop, _, _ = SECTIONS["boards/NAME.yaml"][-1].partition("{{ board.tile")
    spot = '<rect at="{{ p.x }}mm {{ p.y }}mm" width="1mm" height="1mm" fill="ink"/>'
    faces = {"cells": "{% for p in card.spaces.values() %}" + spot, "tiles": loop + spot}
    boards = "".join(
        f"  {name}: {{kind: board, size: 150x150, front: {name}.xml, data: {{grid: {{{grid}, fill: yes}}}}}}\n"
        for name in faces
    )
    files = {"game.yaml": f"title: Toy\nplayers: {{min: 2, max: 4}}\ncomponents:\n{boards}"}
    home = placed(
        tmp_path,
        {
            **files,
            **{f"{name}.xml": f"<face>{face}{{% endfor %}}</face>" for name, face in faces.items()},
        },
    )
    kit = make_kit(disk_for(find(home), home / "data/toy"), "toy")
    cells, tiles = (
        {item.path for item in sides.laid[0].face.items if isinstance(item, Shape)}
        for sides in kit.sides
    )
    assert kit.diagnostics == () and len(cells) == 30
    assert cells == tiles
