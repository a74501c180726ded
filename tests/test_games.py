"""What `games/GAME.yaml` says of each shipped game: what its kit holds, what its texts say with its
facts and with others, and which promise a fault in its data breaks.
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any

import pikepdf
import pytest
import yaml
from mutation.kits import Kit
from shipped import GAMES, shipped

from pnp.build.conductor import draw_documents
from pnp.build.imposition import impose_kit
from pnp.build.print_options import PrintOptions
from pnp.compose.templates import markdown_templates, markdown_variables, render_markdown
from pnp.diagnostics import text
from pnp.face import Text, walk
from pnp.impose import Duplex, PaperOptions
from pnp.model.game import Game
from pnp.units.geometry import Um, parse_paper

TABLES = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "games").glob("*.yaml"))
}
BESIDE = ("P520", "P570")
"""A number that is typed in, and a step of the set-up that runs short, are reported as well."""


@cache
def kit(game: str) -> Kit:
    return Kit(game)


def rows(key: str) -> list[Any]:
    """A game and an entry of a list of its table, for each."""
    return [
        pytest.param(game, entry, id=f"{game}-{number}")
        for game, table in TABLES.items()
        for number, entry in enumerate(table.get(key, ()))
    ]


def rendered(game: Game, name: str) -> str:
    """A text of a game, with its numbers."""
    source = (GAMES[game.id] / name).read_text(encoding="utf-8")
    templates = markdown_templates(kit(game.id).disk, game.id)  # type: ignore[arg-type]
    lines = render_markdown(templates, source, name, markdown_variables(game)).lines
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("game", TABLES)
def test_kit_is_whole(game: str) -> None:
    made = shipped(game)
    assert list(made.diagnostics) == []
    totals = {name: f"{part.kind} {part.total}" for name, part in made.game.components.items()}
    assert totals == TABLES[game]["holds"]
    assert set(TABLES) == set(GAMES)


MOST_BYTES, MOST_SEGMENTS = 15_000_000, 30_000
"""Games whose booklet has a side that is over it: the set-up beside another page of pictures."""


def segments(drawn: Any, resources: Any, forms: dict[Any, int]) -> int:
    """How many segments of paths a page or form draws, those of its forms as often as it does."""
    total = 0
    for operands, operator in pikepdf.parse_content_stream(drawn):
        total += str(operator) in ("m", "l", "c", "v", "y", "re")
        form = resources.XObject[str(operands[0])] if str(operator) == "Do" else None
        if form is not None and form.Subtype == "/Form":
            if form.objgen not in forms:
                forms[form.objgen] = segments(form, form.get("/Resources", resources), forms)
            total += forms[form.objgen]
    return total


@pytest.mark.parametrize("game", TABLES)
def test_kit_is_light_and_no_side_is_long_to_draw(game: str) -> None:
    options = PrintOptions(PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True))
    pdfs = draw_documents(impose_kit(shipped(game), options), options)
    size, sides = sum(map(len, pdfs.values())), {}
    for name, data in pdfs.items():
        with pikepdf.open(BytesIO(data)) as pdf:
            forms: dict[Any, int] = {}
            for number, page in enumerate(pdf.pages, 1):
                sides[f"{name}, page {number}"] = segments(page, page.Resources, forms)
    most = max(sides, key=lambda side: sides[side])
    told = f"{game}: {size / 1e6:.1f} MB; {sides[most]:,} segments on {most}"
    assert size <= MOST_BYTES, told
    assert 1_000 < sides[most] <= MOST_SEGMENTS, told


@pytest.mark.parametrize("game", TABLES)
def test_type_is_not_smaller_than_the_floor(game: str) -> None:
    """On everything that is held or lies on the table; a rulebook's figures are pictures of it."""
    pieces = [sides for sides in shipped(game).sides if sides.component.kind != "rulebook"]
    found = [item for part in pieces for face in part.laid for item in walk(face.face.items)]
    sizes = [item.size for item in found if isinstance(item, Text)]
    assert len(sizes) > 100 and min(sizes) >= 7.5


@pytest.mark.parametrize("game", TABLES)
def test_promises_name_their_basis_and_place(game: str) -> None:
    for promise in shipped(game).game.promises:
        assert promise.basis in ("stated", "derived", "public", "ours")
        assert promise.where or promise.basis in ("public", "ours"), promise.id


@pytest.mark.parametrize("game", TABLES)
def test_contract_is_short_enough_to_be_read(game: str) -> None:
    contract = (GAMES[game] / "rules.yaml").read_text(encoding="utf-8")
    assert [line for line in contract.splitlines() if len(line) > 100] == []
    entries = re.split(r"^(?=- )", contract, flags=re.M)[1:]
    assert len(entries) == len(shipped(game).game.rules)
    assert median(map(len, entries)) <= 240


@pytest.mark.parametrize("game", [game for game in TABLES if "rulebook" in TABLES[game]])
def test_worked_examples_come_out(game: str) -> None:
    book = rendered(shipped(game).game, "rulebook.md")
    assert [phrase for phrase in TABLES[game]["rulebook"] if phrase not in book] == []
    products = re.findall(r"(?<![+−] )\b(\d+) × (\d+) = \*{0,2}(\d+)", book)
    assert products and all(int(a) * int(b) == int(product) for a, b, product in products)


@pytest.mark.parametrize("game", [game for game in TABLES if "moved" in TABLES[game]])
def test_texts_say_the_numbers_of_the_facts(game: str) -> None:
    """With other facts they say other numbers, and nothing of the old ones is left."""
    table = TABLES[game]["moved"]
    changes = kit(game).altered(*(("game.yaml", old, new) for old, new in table["facts"]))
    made, _ = kit(game).load(changes)
    for name in ("rulebook.md", "reference.md"):
        said = rendered(made, name)
        assert [phrase for phrase in table[name] if phrase not in said] == []
        assert re.findall(table["gone"], said) == []


def broken(game: str, batch: list[list[str]]) -> list[set[str]]:
    """The promises that each finding on changed data names."""
    found = kit(game).verdict(kit(game).altered(*(row[1:] for row in batch)))  # type: ignore[arg-type]
    names = rf"\b{batch[0][0][:2]}\d+[a-z]*\b"
    return [set(re.findall(names, d.message)) for d in found if d.code not in BESIDE]


@pytest.mark.parametrize(("game", "batch"), rows("spoilt"))
def test_fault_breaks_its_promise(game: str, batch: list[list[str]]) -> None:
    found = set().union(*broken(game, batch))
    assert {name for row in batch for name in row[0].split()} - found == set()


@pytest.mark.parametrize(("game", "batch"), rows("breaks_only"))
def test_fault_breaks_no_other_promise(game: str, batch: list[list[str]]) -> None:
    found = broken(game, batch)
    assert all(found)
    assert set().union(*found) == {name for row in batch for name in row[0].split()}


@pytest.mark.parametrize(("game", "fault"), rows("told"))
def test_finding_names_the_promise_and_the_place(game: str, fault: dict[str, Any]) -> None:
    changes = [(fault["file"], old, new) for old, new in fault["changes"]]
    found = kit(game).verdict(kit(game).altered(*changes))
    assert any(d.is_error for d in found)
    said = "\n".join(map(text, found))
    assert [line for line in fault["lines"] if line not in said] == []
