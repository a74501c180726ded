"""JSON Schema of the files beside `game.yaml` that describe places and order: boards, set-up
figures and the setup.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

_DRAFT = "http://json-schema.org/draft-07/schema#"
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_LENGTH: Schema = {
    "type": ["string", "number", "object"],
    "description": "A length such as 12mm, or {expr: …}.",
}
_PAIR: Schema = {"type": "array", "items": _LENGTH, "minItems": 2, "maxItems": 2}
_PLACE: Schema = {"anyOf": [_PAIR, {"type": ["object", "string"]}]}
_NAMES: Schema = {"type": "array", "items": _TEXT}


def _map(about: str, properties: Schema) -> Schema:
    """A map by name of maps with these keys; fields of the game's own may stand beside."""
    return {
        "type": "object",
        "description": about,
        "additionalProperties": {"type": ["object", "null"], "properties": properties},
    }


def board_schema() -> Schema:
    """`boards/NAME.yaml`."""
    common = {"kind": _TEXT, "linked": _TEXT}
    laid = {
        "at": _PLACE,
        "size": {"anyOf": [_PAIR, _LENGTH]},
        "cell": {"anyOf": [_PAIR, _LENGTH]},
        "gap": _LENGTH,
    }
    return {
        "$schema": _DRAFT,
        "title": "boards/NAME.yaml",
        "description": "What lies on a board: spaces, tracks and areas, as its template sees them.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {
            "grid": {
                "type": "object",
                "description": "A square, hex or triangle grid that spaces stand on.",
            },
            "tracks": _map(
                "Rows of spaces: straight, rows, ring or path.",
                {**common, **laid, "from": _TEXT, "to": _TEXT, "shape": _TEXT},
            ),
            "spaces": _map(
                "Single spaces; at is their middle.",
                {
                    "at": _PLACE,
                    "size": {"anyOf": [_PAIR, _LENGTH]},
                    "kind": _TEXT,
                    "label": {},
                    "links": _NAMES,
                    "one_way": _NAMES,
                },
            ),
            "areas": _map(
                "Rectangles; at is their top left corner.",
                {"at": _PLACE, "size": laid["size"], "kind": _TEXT, "label": {}},
            ),
            "keep_whole": {
                **_NAMES,
                "description": "Areas, tracks and spaces that no seam between tiles crosses.",
            },
        },
    }


def figures_schema() -> Schema:
    """`figures.yaml`."""
    item = {
        "type": "object",
        "required": ["at"],
        "anyOf": [{"required": ["face"]}, {"required": ["label"]}],
        "additionalProperties": False,
        "properties": {
            "face": {
                **_TEXT,
                "description": "What it shows: card:DECK/ID, board:ID, token:COMPONENT/ID …",
            },
            "at": {
                "type": "array",
                "minItems": 2,
                "maxItems": 2,
                "description": "Its top left corner in mm; of a label alone the middle.",
            },
            "scale": {**_TEXT, "description": "How large, 1 being its own size."},
            "turn": {**_TEXT, "description": "Degrees clockwise."},
            "label": {**_TEXT, "description": "A number or letter at its corner."},
            "text": {**_TEXT, "description": "What the legend says of it."},
        },
    }
    scene = {
        "type": "object",
        "required": ["size", "items"],
        "additionalProperties": False,
        "properties": {
            "size": _TEXT,
            "background": _TEXT,
            "items": {"type": "array", "items": item},
        },
    }
    about = "Figures that lay several components out, as ![…](setup:NAME) shows them."
    return {
        "$schema": _DRAFT,
        "title": "figures.yaml",
        "description": about,
        "type": "object",
        "additionalProperties": scene,
    }


def setup_schema() -> Schema:
    """`setup.yaml`."""
    keys = {
        "says": "The step in a sentence.",
        "what": "The component that pieces are taken from.",
        "only": "An expression over their fields: which of them.",
        "per": "A field: so many of each of its values.",
        "each": "How many every player takes.",
        "all": "How many are taken once; rest for what is left.",
        "from": "Where they come from.",
        "to": "Where they go.",
        "when": "An expression; without it the step is always done.",
    }
    step = {
        "type": "object",
        "required": ["says", "what"],
        "additionalProperties": False,
        "properties": {key: {"description": about} for key, about in keys.items()},
    }
    about = "Who gets what before the first turn, step by step."
    return {
        "$schema": _DRAFT,
        "title": "setup.yaml",
        "description": about,
        "type": "array",
        "items": step,
    }
