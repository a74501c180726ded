"""Derives the JSON Schema of every file from its declaration, for editors that complete and check
while one writes.

Draft 7, which all of them read.

An editor sees what YAML makes of a value (`12` a number, `true` a boolean), so every text may be
one of those here. What a schema cannot say (names that must exist, promises, templates) is said by
`pnp check`.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from inspect import cleandoc, getdoc, getsource
from itertools import pairwise
from pathlib import Path
from typing import Any

from pnp.model.contract import RuleFile
from pnp.model.deck import TemplateFile
from pnp.model.declarations import Shape, core_schema, entries
from pnp.model.fields import FieldType
from pnp.model.game import BOOL, INT, NUMBER, TEXT, Component, Game, GameFile
from pnp.model.kinds import ENTRIES, KINDS
from pnp.model.read import StepFile
from pnp.model.scenes import SceneFile
from pnp.model.tokens import TOKEN_FIELDS

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
_NAME = "^[a-z][a-z0-9_-]{0,63}$"
_FACT = "^[a-z][a-z0-9_]{0,63}$"


def game_schema(templates: Sequence[str], icons: Sequence[str]) -> Schema:
    """`game.yaml`; `templates` and `icons` are the names that an editor proposes for `template:`
    and `icon:`.
    """
    schema = _of(GameFile)
    for shape in dict.fromkeys(KINDS.values()):
        component = schema["definitions"][shape.__name__] = _of(shape)
        del component["$schema"]
        if "template" in component["properties"]:
            component["properties"]["template"] |= _proposed(templates)
    refs = {kind: {"$ref": f"#/definitions/{shape.__name__}"} for kind, shape in KINDS.items()}
    one = {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"description": "What is printed.", "enum": list(KINDS)}},
        "allOf": [
            {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": ref}
            for kind, ref in refs.items()
        ],
    }
    schema["properties"]["components"]["patternProperties"] = {_NAME: one}
    term = schema["definitions"]["TermFile"]["properties"]
    term["icon"] = {"description": term["icon"]["description"], **_proposed(icons)}
    expression = {
        "type": "object",
        "properties": {"expr": TEXT},
        "required": ["expr"],
        "additionalProperties": False,
    }
    schema["properties"]["facts"]["patternProperties"] = {_FACT: {"anyOf": [TEXT, expression]}}
    return schema


def template_schema() -> Schema:
    """A template's own declaration, such as `templates/base/classic.yaml`."""
    return _of(TemplateFile)


def rules_schema(kinds: Mapping[str, tuple[str, Sequence[str]]]) -> Schema:
    """`rules.yaml`; `kinds` gives what each kind of promise says and the keys that it reads."""
    rule = _of(RuleFile)
    shared = rule["properties"]
    names = [{"const": name, "description": about} for name, (about, _) in kinds.items()]
    kind = {"description": shared["kind"]["description"], "oneOf": names}
    proof = {
        "type": "object",
        "properties": {"kind": kind},
        "allOf": _keys_by_kind({"kind": {}}, kinds),
    }
    shared |= {
        "kind": kind,
        "proof": {
            "description": shared["proof"]["description"],
            "oneOf": [proof, {"type": "array", "items": proof, "minItems": 1}],
        },
    }
    return {
        "$schema": DRAFT,
        "title": "rules.yaml",
        "description": "What the document rules, and what proves each rule.",
        "type": "array",
        "items": {
            "type": "object",
            "properties": shared,
            "required": rule["required"],
            "allOf": _keys_by_kind(shared, kinds),
        },
    }


def _keys_by_kind(
    shared: Mapping[str, Any], kinds: Mapping[str, tuple[str, Sequence[str]]]
) -> list[Schema]:
    """What keys may stand beside some shared ones, by the kind that is written."""
    return [
        {
            "if": {"properties": {"kind": {"const": name}}, "required": ["kind"]},
            "then": {
                "properties": {key: {} for key in keys},
                "propertyNames": {"enum": [*shared, *keys]},
            },
        }
        for name, (_, keys) in kinds.items()
    ]


def cards_schema(game: Game, deck: Component, icons: Sequence[str]) -> Schema:
    """The cards file of one deck, from its fields; a list of cards, or `defaults:` and `cards:`.

    A field `icon` is offered the icons.
    """
    fields = {name: _field(game, field) for name, field in deck.fields.items() if not field.expr}
    if "icon" in fields and deck.fields["icon"].kind == "text":
        fields["icon"] = _proposed(icons)
    count = {
        "anyOf": [INT, {"type": "string", "pattern": "facts[.]|players[.]"}],
        "description": "How many copies are printed (1).",
    }
    shared = {"count": count, "when": {**TEXT, "description": _WHEN}}
    was = "Its id before a renaming; kept for later, not read yet."
    reserved = {
        "id": {**TEXT, "description": "What names the card for good."},
        "was": {**TEXT, "description": was},
    }
    if deck.kind == "tokens":
        shared |= {
            name: INT if field.kind == "int" else TEXT for name, field in TOKEN_FIELDS.items()
        }
    needed = [name for name, field in deck.fields.items() if not field.optional]
    named = [] if "id" in deck.raw else [deck.key]
    card = {
        "type": "object",
        "additionalProperties": False,
        "properties": {**reserved, **shared, **fields},
        "required": named,
    }
    whole = {**card, "required": list(dict.fromkeys([*named, *needed]))}
    return {
        "$schema": DRAFT,
        "title": f"{deck.title} of {game.title}",
        "if": {"type": "array"},
        "then": {"type": "array", "items": whole},
        "else": {
            "type": "object",
            "additionalProperties": False,
            "required": [ENTRIES[deck.kind]],
            "properties": {
                "defaults": {
                    "type": "object",
                    "description": "What stands where a card says nothing.",
                    "additionalProperties": False,
                    "properties": {**shared, **fields},
                },
                ENTRIES[deck.kind]: {"type": "array", "items": card},
            },
        },
    }


def _proposed(names: Sequence[str]) -> Schema:
    """A text for which an editor proposes names, others being as good; an empty one too."""
    return {"anyOf": [{"enum": list(names)}, {"type": ["string", "null"]}]}


_WHEN = "An expression over facts and players; without it the card is always printed."


def _field(game: Game, field: FieldType) -> Schema:
    """A card's field."""
    if field.of:
        schema: Schema = {"anyOf": [{"type": "array", "items": _field(game, field.of)}, TEXT]}
    elif field.kind in game.terms:
        schema = {"enum": list(field.domain or game.terms[field.kind])}
    elif field.kind == "bool":
        schema = BOOL
    elif field.kind in ("int", "number"):
        schema = INT if field.kind == "int" else NUMBER
        if field.domain:
            schema = {**schema, "minimum": min(field.domain), "maximum": max(field.domain)}
    else:
        schema = {"enum": list(field.domain)} if field.domain else TEXT
    return {"anyOf": [schema, {"type": "null"}]} if field.optional else schema


def words_of_keys(shape: type[Shape]) -> dict[str, str]:
    """What the docstrings below the attributes of a shape say, by key; read from its source."""
    words: dict[str, str] = {}
    for base in reversed(shape.__mro__[:-2]):
        (owner,) = ast.parse(getsource(base)).body
        assert isinstance(owner, ast.ClassDef)
        for attribute, below in pairwise(owner.body):
            match attribute, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(text))):
                    words[entries(shape)[name].key] = " ".join(cleandoc(text).split("\n"))
    return words


def _of(shape: type[Shape]) -> Schema:
    """A shape's own schema: each key described, texts as an editor reads them, the shapes that
    it holds under definitions.
    """
    inner: dict[str, Schema] = {}
    schema = {"$schema": DRAFT, **_object(core_schema(shape), inner)}
    return {**schema, "definitions": dict(sorted(inner.items()))} if inner else schema


def _object(checks: Any, inner: dict[str, Schema]) -> Schema:
    shape, fields = checks["metadata"]["shape"], checks["schema"]["fields"].values()
    words = words_of_keys(shape)
    needed = [field["validation_alias"] for field in fields if field["required"]]
    properties = {
        key: {"description": words.get(key, ""), **_beside_others(_seen(field["schema"], inner))}
        for field in fields
        for key in [field["validation_alias"]]
    }
    return {
        "additionalProperties": shape.others,
        "description": getdoc(shape),
        **({"required": needed} if needed else {}),
        "type": "object",
        "properties": properties,
    }


def _beside_others(value: Schema) -> Schema:
    # Draft 7 reads nothing that stands beside a $ref.
    return {"allOf": [value]} if "$ref" in value else value


_BOUNDS = {
    "ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "pattern": "pattern",
}  # fmt: skip
_LENGTHS = {"str": "Length", "dict": "Properties", "tuple": "Items"}
"""What JSON Schema calls the bounds of a value, and the lengths of each type."""
_TYPES: Mapping[str, Schema] = {
    "any": {},
    "bool": BOOL,
    "int": {"type": "integer"},
    "float": {"type": "number"},
}


def _seen(checks: Any, inner: dict[str, Schema]) -> Schema:
    """What an editor sees of a value with these checks; the shapes in it go to `inner`."""
    kind, metadata = checks["type"], checks.get("metadata", {})
    if "editor" in metadata:
        return dict(metadata["editor"])
    if "shape" in metadata:
        name = metadata["shape"].__name__
        inner[name] = _object(checks, inner)
        return {"$ref": f"#/definitions/{name}"}
    if kind == "function-before":
        return _seen(checks["schema"], inner)
    if kind == "nullable":
        return {"anyOf": [_seen(checks["schema"], inner), {"type": "null"}]}
    bounds = {word: checks[name] for name, word in _BOUNDS.items() if name in checks}
    for end in ("min", "max"):
        if f"{end}_length" in checks:
            bounds[f"{end}{_LENGTHS[kind]}"] = checks[f"{end}_length"]
    return {**bounds, **_typed(kind, checks, inner)}


def _typed(kind: str, checks: Any, inner: dict[str, Schema]) -> Schema:
    if kind == "literal":
        words = checks["expected"]
        return {**({"enum": words} if words[1:] else {"const": words[0]}), "type": "string"}
    if kind == "str":
        return {"type": "string"} if "pattern" in checks else TEXT
    if kind == "tuple":
        items: Schema = {"items": _seen(checks["items_schema"][0], inner), "type": "array"}
        if "variadic_item_index" not in checks:
            items |= dict.fromkeys(("minItems", "maxItems"), len(checks["items_schema"]))
        return items
    if kind == "dict":
        value, names = _seen(checks["values_schema"], inner), checks["keys_schema"]
        if "pattern" not in names:
            return {"additionalProperties": value, "type": "object"}
        return {
            "patternProperties": {names["pattern"]: value},
            "type": "object",
            "additionalProperties": False,
        }
    return _TYPES[kind]


def static_schema(kind: str) -> Schema:
    """`words.yaml` or `boards/NAME.yaml`, whose keys stand in no declaration."""
    path = Path(__file__).parent / "schemas" / f"{kind}.json"
    schema: Schema = json.loads(path.read_text(encoding="utf-8"))
    return schema


def figures_schema() -> Schema:
    """`figures.yaml`."""
    scene = _of(SceneFile)
    definitions = scene.pop("definitions")
    definitions["ItemFile"]["anyOf"] = [{"required": [key]} for key in ("face", "label", "text")]
    return {
        "$schema": scene.pop("$schema"),
        "title": "figures.yaml",
        "description": "Figures that lay several components out, as ![…](setup:NAME) shows them.",
        "type": "object",
        "additionalProperties": scene,
        "definitions": definitions,
    }


def setup_schema() -> Schema:
    """`setup.yaml`."""
    step = _of(StepFile)
    return {
        "$schema": step.pop("$schema"),
        "title": "setup.yaml",
        "description": "Who gets what before the first turn, step by step.",
        "type": "array",
        "items": step,
    }
