"""JSON Schema of a game's files, for editors that complete and check while one writes.

Draft 7, which all of them read.

An editor sees what YAML makes of a value (`12` a number, `true` a boolean), so every text may be
one of those here. What a schema cannot say (names that must exist, promises, templates) is said by
`pnp check`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from inspect import getdoc
from typing import Any, Literal

from pnp.assets.patterns import PATTERNS
from pnp.load.yaml import Map
from pnp.model.declarations import REQUIRED, Hint, Shape, entries, is_shape, optional, taken_apart
from pnp.model.fields import PLAIN, FieldType
from pnp.model.game import Component, Game, GameFile, PromiseFile
from pnp.model.kinds import KINDS, ReferenceFile, TokensFile
from pnp.model.schema_words import ABOUT, BOOK
from pnp.model.template import TemplateFile
from pnp.model.tokens import TOKEN_FIELDS
from pnp.units.sizes import AIDS, CARDS

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
TEXT: Schema = {"type": ["string", "number", "boolean"]}
BOOL: Schema = {"enum": [True, False, "yes", "no"]}
INT: Schema = {"type": ["integer", "string"], "pattern": "^[-+−]?[0-9]+$"}
NUMBER: Schema = {"type": ["number", "string"], "pattern": "^[-+−]?[0-9.]+$"}
LISTS = {"deck": "cards", "notes": "notes", "tokens": "tokens"}
"""Where the entries of a component stand, by its kind."""
_NAME = "^[a-z][a-z0-9_-]{0,63}$"
_FACT = "^[a-z][a-z0-9_]{0,63}$"

FIELDS: Schema = {
    "type": "object",
    "description": (
        "The fields of each card: a type (text, markup, int, number, bool, a meaning under terms:,"
        " another component), or a map of type and argument, such as {int: [1, 4]}, {list: text,"
        " max: 3} or {text: ~, optional: yes}."
    ),
    "additionalProperties": False,
    "patternProperties": {
        _NAME: {
            "anyOf": [
                {"enum": list(PLAIN)},
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {
                        **{kind: {} for kind in PLAIN},
                        "list": {"description": "The type of the entries."},
                        "optional": {**BOOL, "description": "Whether a card may do without it."},
                        "default": {"description": "What stands where a card says nothing."},
                        "sep": {
                            "type": "string",
                            "description": "What parts the entries of a list in one text (+).",
                        },
                        "min": {**INT, "description": "The fewest entries of a list."},
                        "max": {**INT, "description": "The most entries of a list."},
                    },
                },
            ]
        }
    },
}


def game_schema(templates: Sequence[str], icons: Sequence[str]) -> Schema:
    """`game.yaml`; `templates` and `icons` are the names that an editor proposes for `template:`
    and `icon:`.
    """
    schema = _of(GameFile)
    for shape in dict.fromkeys(KINDS.values()):
        schema["definitions"][shape.__name__] = _component(shape, templates)
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
    term["pattern"] = {"description": term["pattern"]["description"], "enum": [*PATTERNS, "", None]}
    expression = {
        "type": "object",
        "properties": {"expr": TEXT},
        "required": ["expr"],
        "additionalProperties": False,
    }
    schema["properties"]["facts"]["patternProperties"] = {_FACT: {"anyOf": [TEXT, expression]}}
    return schema


def _component(shape: type[Shape], templates: Sequence[str]) -> Schema:
    """One kind of component, its free parts as an editor should see them."""
    schema = _of(shape)
    del schema["$schema"]
    keys = schema["properties"]
    for name in ("cards", "notes", "tokens"):
        if name in keys:
            keys[name] |= {
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}]
            }
    if "fields" in keys:
        keys["fields"] = {**FIELDS, "description": keys["fields"]["description"]}
    if "size" in keys:
        size = {
            "type": "string",
            "pattern": "^[0-9.]+ *(mm|cm|in|pt)?( *[x×*] *[0-9.]+ *(mm|cm|in|pt)?)?$",
        }
        named = {ReferenceFile: [{"enum": list(AIDS)}], TokensFile: []}.get(
            shape, [{"enum": list(CARDS)}]
        )
        keys["size"] = {"description": keys["size"]["description"], "anyOf": [*named, size]}
    if "template" in keys:
        keys["template"] = {"description": keys["template"]["description"], **_proposed(templates)}
    return schema


def template_schema() -> Schema:
    """A template's own declaration, such as `templates/base/classic.yaml`."""
    schema = _of(TemplateFile)
    schema["properties"]["fields"] = {
        **FIELDS,
        "description": schema["properties"]["fields"]["description"],
    }
    return schema


def words_schema() -> Schema:
    """`words.yaml`: texts and lists of texts by name, in groups if there are many."""
    group = {"$ref": "#/definitions/words"}
    word = {"anyOf": [TEXT, {"type": "array", "items": {"anyOf": [TEXT, group]}}, group]}
    return {
        "$schema": DRAFT,
        "title": "words.yaml",
        "description": "Words that templates print, as t.NAME or t.GROUP.NAME.",
        "definitions": {"words": {"type": "object", "additionalProperties": word}},
        "type": "object",
        "properties": {
            "book": {
                "type": "object",
                "description": (
                    "The words that rulebooks and player aids bring along, in the language of the"
                    " game."
                ),
                "properties": {
                    name: {**TEXT, "description": about} for name, about in BOOK.items()
                },
                "additionalProperties": False,
            }
        },
        "additionalProperties": word,
    }


def rules_schema(kinds: Mapping[str, tuple[str, Sequence[str]]]) -> Schema:
    """`rules.yaml`; `kinds` gives what each kind of promise says and the keys that it reads."""
    promise = _of(PromiseFile)
    shared = promise["properties"]
    shared["kind"] = {
        "description": shared["kind"]["description"],
        "oneOf": [
            *({"const": name, "description": about} for name, (about, _) in kinds.items()),
        ],
    }
    return {
        "$schema": DRAFT,
        "title": "rules.yaml",
        "description": "What the rules promise; each promise is checked against the components.",
        "type": "array",
        "items": {
            "type": "object",
            "properties": shared,
            "required": promise["required"],
            "allOf": [
                {
                    "if": {"properties": {"kind": {"const": name}}, "required": ["kind"]},
                    "then": {
                        "properties": {key: {} for key in keys},
                        "propertyNames": {"enum": [*shared, *keys]},
                    },
                }
                for name, (_, keys) in kinds.items()
            ],
        },
    }


def cards_schema(game: Game, deck: Component, icons: Sequence[str]) -> Schema:
    """The cards file of one deck, from its fields; a list of cards, or `defaults:` and `cards:`.

    A field `icon` is offered the icons.
    """
    own = deck.raw.get("fields")
    specs: Map | dict[str, Any] = own if isinstance(own, Map) else {}
    fields = {name: _field(game, field, specs.get(name)) for name, field in deck.fields.items()}
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
    named = ["id"] if deck.key == "id" else [deck.key]
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
            "required": [LISTS[deck.kind]],
            "properties": {
                "defaults": {
                    "type": "object",
                    "description": "What stands where a card says nothing.",
                    "additionalProperties": False,
                    "properties": {**shared, **fields},
                },
                LISTS[deck.kind]: {"type": "array", "items": card},
            },
        },
    }


def _proposed(names: Sequence[str]) -> Schema:
    """A text for which an editor proposes names, others being as good; an empty one too."""
    return {"anyOf": [{"enum": list(names)}, {"type": ["string", "null"]}]}


_WHEN = "An expression over facts and players; without it the card is always printed."


def _field(game: Game, field: FieldType, spec: Any) -> Schema:
    """A card's field; `spec` is its declaration in `game.yaml`, which says what a list holds."""
    if field.is_list:
        of = spec.get("list") if isinstance(spec, Mapping) else None
        entry = {"enum": list(game.terms[of])} if isinstance(of, str) and of in game.terms else TEXT
        schema: Schema = {"anyOf": [{"type": "array", "items": entry}, TEXT]}
    elif field.kind in game.terms:
        schema = {"enum": list(field.domain or game.terms[field.kind])}
    elif field.kind == "bool":
        schema = dict(BOOL)
    elif field.kind in ("int", "number"):
        schema = dict(INT if field.kind == "int" else NUMBER)
        if field.domain:
            schema |= {"minimum": min(field.domain), "maximum": max(field.domain)}
    elif field.domain:
        schema = {"enum": list(field.domain)}
    else:
        schema = dict(TEXT)
    return {"anyOf": [schema, {"type": "null"}]} if field.optional else schema


def _of(shape: type[Shape]) -> Schema:
    """A shape's own schema: each key described, texts as an editor reads them, the shapes that
    it holds under definitions.
    """
    held: dict[str, Schema] = {}
    schema = _object(shape, held)
    definitions = {name: held[name] for name in sorted(held)}
    return {"$schema": DRAFT, **schema, **({"definitions": definitions} if definitions else {})}


def _object(shape: type[Shape], held: dict[str, Schema]) -> Schema:
    keys, about = entries(shape).values(), ABOUT.get(shape.__name__, {})
    needed = [entry.key for entry in keys if entry.default is REQUIRED]
    return {
        "additionalProperties": shape.__others__,
        "description": getdoc(shape),
        **({"required": needed} if needed else {}),
        "type": "object",
        "properties": {
            entry.key: {
                "description": about.get(entry.key, ""),
                **_property(_seen(entry.hint, held)),
            }
            for entry in keys
        },
    }


def _property(value: Schema) -> Schema:
    # Draft 7 reads nothing that stands beside a $ref.
    return {"allOf": [value]} if "$ref" in value else value


def _seen(hint: Any, held: dict[str, Schema]) -> Schema:
    """What an editor sees of an annotation; the shapes in it go to `held`."""
    parts = taken_apart(hint)
    if parts.editor is not None:
        return dict(parts.editor)
    if optional(parts):
        return {"anyOf": [_seen(parts.of[0], held), {"type": "null"}]}
    if is_shape(parts):
        held[parts.type.__name__] = _object(parts.type, held)
        return {"$ref": f"#/definitions/{parts.type.__name__}"}
    bounds = {
        _BOUNDS[parts.type].get(name, name): value
        for name, value in parts.held.items()
        if name in _BOUNDS[parts.type]
    }
    return {**bounds, **_typed(parts, held)}


_NUMBER = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum"}
_BOUNDS: Mapping[Any, Mapping[str, str]] = defaultdict(
    dict,
    {
        str: {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"},
        int: _NUMBER,
        float: _NUMBER,
        dict: {"min_length": "minProperties", "max_length": "maxProperties"},
        tuple: {"min_length": "minItems", "max_length": "maxItems"},
    },
)
"""What JSON Schema calls the bounds of each type."""


def _typed(parts: Hint, held: dict[str, Schema]) -> Schema:
    kind, of = parts.type, parts.of
    if kind is Any:
        return {}
    if kind is Literal:
        return (
            {"enum": list(of), "type": "string"} if of[1:] else {"const": of[0], "type": "string"}
        )
    if kind is tuple and of[-1] is ...:
        return {"items": _seen(of[0], held), "type": "array"}
    if kind is dict and (pattern := taken_apart(of[0]).held.get("pattern")):
        return {
            "patternProperties": {pattern: _seen(of[1], held)},
            "type": "object",
            "additionalProperties": False,
        }
    if kind is dict:
        return {"additionalProperties": _seen(of[1], held), "type": "object"}
    plain: Schema = {str: TEXT, bool: BOOL, int: {"type": "integer"}, float: {"type": "number"}}[
        kind
    ]
    return {"type": "string"} if kind is str and "pattern" in parts.held else plain
