from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from pnp.cli.options import CHOICES
from pnp.cli.schema_ import KINDS, shared
from pnp.impose import Duplex
from pnp.ink import Ink
from pnp.layout.boxes import ELEMENTS
from pnp.layout.typesetter import WORDS
from pnp.load.workspace import find, games, shipped_folder

from .run import call

CHECKS = {
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
}
KNOWN = set(
    "$schema $ref title description format definitions type enum const pattern minLength maxLength minimum maximum exclusiveMinimum minItems maxItems minProperties "
    "maxProperties properties patternProperties additionalProperties propertyNames required items anyOf allOf oneOf if then else".split()
)


def loaded(text: str) -> Any:
    """What a YAML text holds, read by libyaml."""
    return yaml.load(text, Loader=yaml.CSafeLoader)


def faults(value: Any, schema: Any, root: Any, at: str = "") -> Iterator[str]:
    """What an editor would underline: as much of draft 7 as the schemas use."""
    assert schema.keys() <= KNOWN, schema.keys() - KNOWN
    if "$ref" in schema:
        yield from faults(
            value, root["definitions"][schema["$ref"].removeprefix("#/definitions/")], root, at
        )
        return
    kinds = schema.get("type", [])
    if kinds and not any(
        CHECKS[kind](value) for kind in ([kinds] if isinstance(kinds, str) else kinds)
    ):
        yield f"{at}: not {kinds}"
    if "enum" in schema and not any(type(v) is type(value) and v == value for v in schema["enum"]):
        yield f"{at}: not one of {schema['enum'][:4]}"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: not {schema['const']}"
    if isinstance(value, str):
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{at}: no match"
        if len(value) < schema.get("minLength", 0) or len(value) > schema.get("maxLength", 9999):
            yield f"{at}: length"
    if CHECKS["number"](value) and not schema.get("minimum", value) <= value <= schema.get(
        "maximum", value
    ):
        yield f"{at}: out of range"
    for part in schema.get("allOf", []):
        yield from faults(value, part, root, at)
    for word in ("anyOf", "oneOf"):
        if word in schema and all(list(faults(value, part, root, at)) for part in schema[word]):
            yield f"{at}: fits none"
    if "if" in schema:
        branch = "else" if list(faults(value, schema["if"], root, at)) else "then"
        yield from faults(value, schema.get(branch, {}), root, at)
    if isinstance(value, list) and not schema.get("minItems", 0) <= len(value) <= schema.get(
        "maxItems", 9999
    ):
        yield f"{at}: number of entries"
    if isinstance(value, list) and "items" in schema:
        for index, entry in enumerate(value):
            yield from faults(entry, schema["items"], root, f"{at}[{index}]")
    if isinstance(value, dict):
        yield from _map_faults(value, schema, root, at)


def _map_faults(value: dict[str, Any], schema: Any, root: Any, at: str) -> Iterator[str]:
    if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", 9999):
        yield f"{at}: number of keys"
    for name in schema.get("required", []):
        if name not in value:
            yield f"{at}: no {name}"
    for key, entry in value.items():
        here = f"{at}.{key}"
        if "propertyNames" in schema:
            yield from faults(key, schema["propertyNames"], root, f"{here} (name)")
        patterns = [
            part
            for pattern, part in schema.get("patternProperties", {}).items()
            if re.search(pattern, str(key))
        ]
        known = [schema["properties"][key]] if key in schema.get("properties", {}) else patterns
        for part in known:
            yield from faults(entry, part, root, here)
        more = schema.get("additionalProperties", True)
        if not known and more is False:
            yield f"{here}: unknown"
        elif not known and isinstance(more, dict):
            yield from faults(entry, more, root, here)


@cache
def schemas() -> Any:
    return shared(find(shipped_folder()))


def of(kind: str) -> Any:
    return schemas()[kind]


def complaints(kind: str, text: str) -> list[str]:
    schema = of(kind)
    return list(faults(loaded(text), schema, schema))


GAMES = sorted(games(find(shipped_folder())).items())
GAME = "title: T\nplayers: {min: 2, max: 4}\ncomponents:\n  d: {kind: deck, cards: cards/d.yaml, template: base/classic"


@pytest.mark.parametrize(("name", "folder"), GAMES)
def test_the_shipped_games_fit_their_schemas(
    name: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in ("game", "rules", "words", "setup", "figures"):
        path = folder / f"{kind}.yaml"
        assert not path.is_file() or complaints(kind, path.read_text(encoding="utf-8")) == []
    for path in folder.glob("boards/*.yaml"):
        assert complaints("board", path.read_text(encoding="utf-8")) == [], path.name
    for deck, entry in loaded((folder / "game.yaml").read_text(encoding="utf-8"))[
        "components"
    ].items():
        cards = entry.get(
            {"deck": "cards", "notes": "notes", "tokens": "tokens"}.get(entry["kind"], "")
        )
        if isinstance(cards, str) and cards.endswith(".yaml"):
            schema = json.loads(call(capsys, "schema", "cards", name, deck).out)
            assert (
                list(faults(loaded((folder / cards).read_text(encoding="utf-8")), schema, schema))
                == []
            )


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("}", None),
        (", size: 63x88, bleed: 3mm, safe: 2.5mm, shuffled: yes, back: none, backs: each}", None),
        (
            ", fields: {price: {int: [1, 9]}, tags: {list: text, max: 3}, text: {text: ~, optional: yes}}}",
            None,
        ),
        (", tempalte: base/classic}", ".components.d.tempalte: unknown"),
        (", bleed: 3}", ".components.d.bleed: fits none"),
        (", bleed: 0, safe: 0}", None),
        (", size: pokr}", ".components.d.size: fits none"),
        (", size: a5}", ".components.d.size: fits none"),
        ("}\n  r: {kind: reference, size: a5}", None),
        ("}\n  r: {kind: reference, size: poker}", None),
        ("}\n  t: {kind: tokens, tokens: t.yaml, front: t.xml, size: 12mm}", None),
        (
            "}\n  t: {kind: tokens, tokens: t.yaml, front: t.xml, size: poker}",
            ".components.t.size: fits none",
        ),
        (", shuffled: often}", ".components.d.shuffled: not one of [True, False, 'yes', 'no']"),
        (", backs: alike}", ".components.d.backs: not one of ['same', 'each']"),
        (", fields: {Price: int}}", ".components.d.fields.Price: unknown"),
        ("}\npalette: {accent: '#12'}", ".palette.accent: no match"),
        ("}\npalette: {accent: '#1f5566', red: red}", None),
        ("}\nfacts: {a: 3, b: 2.5, c: yes, d: {expr: facts.a + 1}}", None),
        ("}\nfacts: {a: {exp: 3}}", ".facts.a: fits none"),
        ("}\nstyles: {name: {base: title, size: 12pt, lines: 1}}", None),
        ("}\nstyles: {name: {size: 12}}", ".styles.name.size: fits none"),
        ("}\nlimits: {text_floor: 7.5pt}", None),
        ("}\nsubtitle: 1984", None),
    ],
)
def test_what_an_editor_says_of_a_game(more: str, fault: str | None) -> None:
    assert complaints("game", GAME + more) == ([fault] if fault else [])


def test_a_game_needs_title_players_and_components() -> None:
    assert complaints("game", "title: T\n") == [": no players", ": no components"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- {id: A1, says: nine cards, kind: count, of: cards, is: 9, basis: ours}", None),
        ("- {id: A1, says: nine cards, kind: supply, of: cards, needs: 9, basis: ours}", None),
        (
            "- {id: A1, says: nine cards, kind: count, ofs: cards, basis: ours}",
            "[0].ofs (name): not one of",
        ),
        ("- {id: A1, says: nine cards, kind: counting, basis: ours}", "[0].kind: fits none"),
        ("- {id: A1, says: nine cards, kind: count}", "[0]: no basis"),
        ("- {id: 1, says: nine cards, kind: count, basis: ours}", "[0].id: not"),
    ],
)
def test_what_an_editor_says_of_promises(text: str, fault: str | None) -> None:
    found = complaints("rules", text)
    assert (found == []) if fault is None else (len(found) == 1 and found[0].startswith(fault)), (
        found
    )


def test_words_may_stand_in_groups() -> None:
    assert complaints("words", "all: All\nsides: {front: Front, back: Back}\n") == []
    assert complaints("words", "rents: [1, 2, 4]\n") == []
    assert complaints("words", "all: [{a: b}]\n") == []
    assert complaints("words", "all: [[a, b]]\n") == [".all: fits none"]


def test_the_words_of_pages_are_known() -> None:
    assert of("words")["properties"]["book"]["properties"].keys() == WORDS.keys()
    assert complaints("words", "book: {contents: Inhalt, players: 'für {players}'}\n") == []
    assert (
        complaints("words", "book: {contnts: Inhalt}\n")
        != []
        != complaints("words", "book: Inhalt\n")
    )
    told = (Path(__file__).parents[2] / "docs/reference/data.md").read_text(encoding="utf-8")
    rows = [row for row in told.splitlines() if row.startswith("| `") and row.count("|") == 4]
    for name, word in WORDS.items():
        assert any(f"`{name}`" in row and word in row for row in rows), name


def test_the_workspace_file_has_the_options_of_printing() -> None:
    assert (
        complaints(
            "pnp",
            "paper: letter\nduplex: short\ngutter: 0\nmargin: 5mm\nmarks: none\nsleeved: yes\n",
        )
        == []
    )
    assert complaints("pnp", "# nothing\n") == []
    assert complaints("pnp", "papr: a4\nduplex: both\ngutter: 2\nsleeved: often\n") == [
        ".papr: unknown",
        ".duplex: not one of ['long', 'short', 'fold', 'none']",
        ".gutter: fits none",
        ".sleeved: not one of [True, False, 'yes', 'no']",
    ]


def test_every_shipped_template_declaration_fits() -> None:
    for path in sorted((shipped_folder() / "templates" / "base").glob("*.yaml")):
        if path.stem != "styles":
            assert complaints("template", path.read_text(encoding="utf-8")) == []


CARDS = """\
title: T
players: {min: 2, max: 4}
terms: {sea: {calm: {letter: C}, rough: {letter: R}}}
components:
  d:
    kind: deck
    cards: cards/d.yaml
    template: base/classic
    fields: {sea: sea, seas: {list: sea, optional: yes}, price: {int: [1, 9]}, safe: bool, tone: {text: [low, high], optional: yes}, fare: {expr: price * 2}}
"""


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        (
            "- {id: a, title: A, corner: 3, icon: sun, text: x, sea: calm, seas: [calm, rough], price: 3, safe: yes, tone: low}",
            None,
        ),
        (
            "- {id: a, title: A, sea: calm, seas: calm+rough, price: '+3', safe: true, count: 3, when: facts.x, was: b}",
            None,
        ),
        ("defaults: {sea: calm, price: 3, safe: no, count: 2}\ncards: [{id: a, title: A}]", None),
        (
            "- {id: a, title: A, sea: clam, price: 3, safe: yes}",
            "[0].sea: not one of ['calm', 'rough']",
        ),
        (
            "- {id: a, title: A, sea: calm, seas: [clam], price: 3, safe: yes}",
            "[0].seas: fits none",
        ),
        ("- {id: a, title: A, sea: calm, price: 10, safe: yes}", "[0].price: out of range"),
        ("- {id: a, title: A, sea: calm, price: two, safe: yes}", "[0].price: no match"),
        (
            "- {id: a, title: A, sea: calm, price: 3, safe: perhaps}",
            "[0].safe: not one of [True, False, 'yes', 'no']",
        ),
        ("- {id: a, titel: A, title: A, sea: calm, price: 3, safe: yes}", "[0].titel: unknown"),
        ("- {id: a, title: A, sea: calm, price: 3, safe: yes, fare: 6}", "[0].fare: unknown"),
        ("- {title: A, sea: calm, price: 3, safe: yes}", "[0]: no id"),
        ("- {id: a, sea: calm, price: 3, safe: yes}", "[0]: no title"),
        ("defaults: {id: a}\ncards: [{id: a, title: A}]", ".defaults.id: unknown"),
        ("default: {count: 2}\ncards: [{id: a, title: A}]", ".default: unknown"),
    ],
)
def test_what_an_editor_says_of_cards(
    cards: str,
    fault: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "data" / "g" / "cards"
    folder.mkdir(parents=True)
    (tmp_path / "pnp.yaml").write_text("")
    (folder.parent / "game.yaml").write_text(CARDS)
    (folder / "d.yaml").write_text("- {id: a, title: A, sea: calm, price: 3, safe: yes}\n")
    monkeypatch.chdir(tmp_path)
    said = call(capsys, "schema", "cards", "g", "d")
    assert said.code == 0
    schema = json.loads(said.out)
    assert list(faults(loaded(cards), schema, schema)) == ([fault] if fault else [])


def test_icons_are_proposed_not_prescribed() -> None:
    icon = of("game")["definitions"]["TermFile"]["properties"]["icon"]
    assert "heart-organ" in icon["anyOf"][0]["enum"]
    assert list(faults("my-own-icon", icon, {})) == []


@pytest.mark.parametrize("kind", ["game", "rules", "setup", "figures", "template"])
def test_schema_describes_every_key(kind: str) -> None:
    schema = of(kind)
    whole = [schema, schema.get("items", {}), *schema.get("definitions", {}).values()]
    keys = [pair for part in whole for pair in part.get("properties", {}).items()]
    assert keys
    assert [name for name, part in keys if not part.get("description")] == []


@cache
def vocabulary() -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(shared(find(shipped_folder()))["elements"].encode()))


@pytest.mark.parametrize("tag", ELEMENTS)
def test_an_editor_takes_the_example_of_an_element(tag: str) -> None:
    path = Path(__file__).parents[2] / "docs/examples/templates/elements" / f"{tag}.xml"
    assert vocabulary().validate(etree.parse(path)), vocabulary().error_log


@pytest.mark.parametrize(
    ("template", "fits"),
    [
        ('<face>{% if a %}<rect fill="{{ a }}"/>{% endif %}</face>', True),
        ("<face><text>a <b>b <i>c</i><br/></b> d</text><qr size='9mm'>{{ a }}</qr></face>", True),
        ("<face><rect colour='ink'/></face>", False),
        ("<face><face/></face>", False),
        ("<face><b>x</b></face>", False),
        ("<face><text><rect/></text></face>", False),
        ("<face><qr size='9mm'><b>x</b></qr></face>", False),
        ("<face><icon name='key'>x</icon></face>", False),
    ],
)
def test_what_an_editor_says_of_a_template(template: str, fits: bool) -> None:
    assert vocabulary().validate(etree.fromstring(template)) is fits


# --- the command
# --------------------------------------------------------------------------------


def test_schema_alone_lists_the_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "schema")
    assert (said.code, said.err) == (0, "")
    assert [line.split()[0] for line in said.out.splitlines()] == list(KINDS)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("cards", "elements")])
def test_each_kind_is_printed_as_json(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        json.loads(call(capsys, "schema", kind).out)["$schema"]
        == "http://json-schema.org/draft-07/schema#"
    )


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("gaem",), 2, 'there is no kind "gaem". did you mean "game"?'),
        (("cards",), 2, "expected: pnp schema cards GAME COMPONENT"),
        (("game", "organ-match"), 2, "expected: pnp schema game"),
        (("game", "--write"), 2, "leave out the KIND"),
        (("cards", "organ-match", "organ"), 1, 'did you mean "organs" or "organ-box"?'),
        (("cards", "organ-macth", "organs"), 3, 'did you mean "organ-match"'),
        (("--write",), 2, "There is no pnp.yaml here or above"),
    ],
)
def test_wrong_uses(
    args: tuple[str, ...],
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = call(capsys, "schema", *args)
    assert (said.code, said.out) == (code, "")
    assert message in said.err


def test_write_follows_a_change_of_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "new", "try").code == 0
    game = tmp_path / "data" / "try" / "game.yaml"
    game.write_text(game.read_text().replace("#fields:", "fields:"))
    cards = tmp_path / "data" / "try" / "cards" / "cards.yaml"
    cards.write_text(cards.read_text().replace("{count: 3}", "{count: 3, price: 4}"))
    said = call(capsys, "schema", "--write")
    assert said.code == 0
    assert ".pnp/schema/try/cards.json" in said.out.splitlines()
    schema = json.loads(
        (tmp_path / ".pnp" / "schema" / "try" / "cards.json").read_text(encoding="utf-8")
    )
    assert schema["then"]["items"]["properties"]["price"]["maximum"] == 9


def test_check_keeps_schemas_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "new", "try").code == 0
    folder, game = tmp_path / ".pnp" / "schema", tmp_path / "data" / "try" / "game.yaml"

    def changed(of: Path = game) -> set[str]:
        """The schemas that a check writes anew after a change of a file."""
        for path in (folder, *folder.rglob("*")):
            os.utime(path, (2e9, 2e9))
        os.utime(of, (3e9, 3e9))
        assert call(capsys, "check", "try").code == 0
        return {
            path.relative_to(folder).as_posix()
            for path in folder.rglob("*.*")
            if path.stat().st_mtime < 2e9
        }

    game.write_text(game.read_text().replace("#fields:", "fields:"))
    cards = tmp_path / "data" / "try" / "cards" / "cards.yaml"
    cards.write_text(cards.read_text().replace("- id:", "- price: 4\n    id:"))
    assert changed() == {"try/cards.json"}
    assert "price" in (folder / "try" / "cards.json").read_text()
    (tmp_path / "templates" / "try").mkdir(parents=True)
    own = tmp_path / "templates" / "try" / "mine.yaml"
    own.write_text("about: mine\nfields: {}\n")
    assert changed(own) == {
        "try/cards.json",
        *(f"{kind}.json" for kind in KINDS if kind not in ("cards", "elements")),
        "elements.rng",
    }
    shutil.rmtree(folder)
    assert call(capsys, "check", "try").code == 0 and not folder.exists()


def test_write_goes_on_past_a_broken_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "new", "try").code == 0
    assert call(capsys, "new", "other").code == 0
    (tmp_path / "data" / "other" / "game.yaml").write_text("titel: x\n")
    (tmp_path / ".pnp" / "schema" / "try" / "cards.json").unlink()
    said = call(capsys, "schema", "--write")
    assert said.code == 1
    assert "P201" in said.err
    assert (tmp_path / ".pnp" / "schema" / "try" / "cards.json").is_file()


def test_the_choices_of_options_are_those_of_the_house() -> None:
    assert CHOICES["duplex"] == tuple(Duplex) and CHOICES["ink"] == tuple(Ink)
