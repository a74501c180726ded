"""Reads the entries of a component, from YAML or CSV, into cards whose fields have their declared
types, and the templates that draw them.

`template: base/classic` brings a front, a back and the fields that they show. It declares its
fields beside itself (`base/classic.xml`, `base/classic.yaml`), so that a game of YAML alone need
not repeat them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

from pnp.diagnostics import (
    Diagnostic,
    Note,
    Problems,
    Span,
    did_you_mean,
    error,
    is_slip,
    near,
    refusal,
)
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.declarations import COPIES, Shape, validated
from pnp.model.definitions import inner
from pnp.model.fields import (
    WORDS,
    Evaluate,
    FieldType,
    Terms,
    compute,
    converted,
    field_types,
    is_id,
    worked_out,
)
from pnp.model.game import Card, Fields, Text
from pnp.model.kinds import DrawnFile
from pnp.model.text_rules import braces, braces_in, typed
from pnp.sandbox.environment import Record

_RESERVED = ("id", "count", "when", "was")
_EXPRESSION = re.compile(r"\b(facts|players)\.")

_TABLES, _LISTS = ("csv", "tsv"), ("yaml", "yml", "json")
"""How files of cards end: spreadsheets, and lists of maps."""

# --- the entries


def rows(
    files: Disk, folder: str, written: Any, raw: Map, key: str, found: list[Diagnostic]
) -> tuple[Seq, Map]:
    """The raw entries below a component's key (`cards`, `notes`, `tokens`), and their
    `defaults:`. Raises Problems.
    """
    place = raw.at(key)
    if isinstance(written, Seq):
        found += braces_in(written)
        return written, Map.empty(place)
    if not isinstance(written, str):
        message = f'"{key}": expected a file such as cards/NAME.yaml or a list of {key}'
        raise refusal("P203", message, place)
    path, ending = f"{folder}/{written}", written.rpartition(".")[2].lower()
    data = files.read(path, place)
    if ending not in (*_TABLES, *_LISTS):
        message = f'"{key}": "{written}" is no file of {key}: those end in .csv, .tsv or .yaml'
        raise refusal("P203", message, place, "export a spreadsheet as CSV UTF-8")
    name = files.shown(path)
    if ending in _TABLES:
        from pnp.load import csv

        entries, notes = csv.parse(data, name, files.limits)
        found += [*notes, *braces(data, entries)]
        return entries, Map.empty(place)
    value = yaml.parse(data, name, files.limits)
    found += braces(data, value)
    if isinstance(value, Seq):
        return value, Map.empty(place)
    if not isinstance(value, Map) or not isinstance(value.get(key), Seq):
        message = f"expected a list of {key}, or the keys defaults: and {key}:"
        raise refusal("P203", message, yaml.place(value, name))
    known = ("defaults", key)
    found += [
        error("P201", f'there is no key "{k}" here', value.key(k), did_you_mean(k, known))
        for k in value
        if k not in known
    ]
    if not isinstance(value.get("defaults") or {}, dict):
        message = '"defaults": expected a map of keys and values'
        found.append(error("P203", message, value.at("defaults")))
    return value[key], inner(value, "defaults")


def cards(
    entries: Seq,
    defaults: Map,
    key: str,
    types: Mapping[str, FieldType],
    evaluate: Evaluate,
    found: list[Diagnostic],
) -> list[Card]:
    """Cards in the order written, without those that their `when:` switches off; what is wrong
    with them goes to `found`.
    """
    cards: list[Card] = []
    allowed = {*types, *_RESERVED}
    if headless := _headless(entries, types):
        found.append(headless)
        return []
    absent = _absent(entries, defaults, key, types, found)
    shared = {**absent, **_shared(defaults, types, found)}
    for index, raw in enumerate(entries):
        if not isinstance(raw, Map):
            message = "expected a card: a map of keys and values"
            found.append(error("P203", message, entries.at(index)))
            continue
        if not raw.keys() <= allowed:
            found += [_unknown(raw, name, allowed) for name in raw if name not in allowed]
        values: dict[str, Any] = {}
        before = len(found)
        for name, field in types.items():
            value = raw.get(name)
            if value is None and name in shared:
                values[name] = shared[name]
            elif value is None:
                if not field.optional:
                    found.append(_empty(raw, name))
                values[name] = field.default
            else:
                values[name] = converted(field, raw, value, found)
        try:
            count = _count(raw, defaults, evaluate)
            name = "" if key in absent else _identity(raw, key, values)
            sound = len(found) == before and key not in absent
            if sound and _is_in(_owner(raw, defaults, "when"), evaluate):
                values["id"], values["count"] = name, count
                cards.append(Card(name, count, values, Record(name, values), raw, defaults))
        except Problems as problem:
            found += problem.diagnostics
    compute(types, [(card.values, card.span) for card in cards], evaluate, found)
    return cards


def _shared(
    defaults: Map, types: Mapping[str, FieldType], found: list[Diagnostic]
) -> dict[str, Any]:
    """The values that cards take from `defaults:`, converted once; None for those that are
    wrong, which are reported here.
    """
    shared: dict[str, Any] = {}
    for name, value in defaults.items():
        if name in types and value is not None:
            shared[name] = converted(types[name], defaults, value, found)
        elif name in ("id", "was"):
            message = f'"{name}" belongs to one card; it cannot stand under defaults:'
            found.append(error("P201", message, defaults.key(name)))
        elif name not in types and name not in _RESERVED:
            found.append(_unknown(defaults, name, {*types, "count", "when"}))
    return shared


def _is_table(span: Span) -> bool:
    return span.file.lower().endswith(_TABLES)


def _headless(entries: Seq, types: Mapping[str, FieldType]) -> Diagnostic | None:
    """P201 for a table whose first row names no field at all, not even nearly: most likely it is
    a card.
    """
    first = entries[0] if entries else None
    if not isinstance(first, Map) or len(first) < 2 or not _is_table(entries.span()):
        return None
    known = ("id", *types, *_RESERVED)
    if any(name in known or near(name, known) for name in first):
        return None
    fields = ", ".join(dict.fromkeys(("id", *types)))
    message = f"the first row does not name the fields: {fields}"
    return error("P201", message, entries.span(), "write the names of the columns in the first row")


def _absent(
    entries: Seq,
    defaults: Map,
    key: str,
    types: Mapping[str, FieldType],
    found: list[Diagnostic],
) -> dict[str, None]:
    """The fields that no card of several has, reported once: most likely a column is missing, or
    misspelt, which is reported as such.
    """
    if len(entries) < 2:
        return {}
    needed = [
        name for name, field in types.items() if not field.optional and defaults.get(name) is None
    ]
    needed += ["id"] if key == "id" else []
    absent = [
        name for name in needed if all(isinstance(raw, Map) and name not in raw for raw in entries)
    ]
    if not absent:
        return {}
    known, table = (*types, *_RESERVED), _is_table(entries.span())
    misspelt = {
        one for raw in entries for name in raw if name not in known for one in near(name, known)
    }
    for name in absent:
        if name == "id":
            hint = f"{'add the column id' if table else _AN_ID}, {_OR_KEY}"
        else:
            add = f"add the column {name}" if table else f"add {name}: to each card"
            hint = f"{add}, or declare the field optional"
        if name not in misspelt:
            found.append(error("P202", f'no card has "{name}"', entries.span(), hint))
    return dict.fromkeys(absent)


def _empty(raw: Map, name: str) -> Diagnostic:
    """P202 for a value that a card lacks: at its cell, where it has one."""
    if name in raw:
        message, todo = f'"{name}" of this card is empty', "fill it in,"
    else:
        message, todo = f'the card has no "{name}"', f"add {name}:"
    place = raw.at(name) if name in raw else raw.span()
    return error("P202", message, place, f"{todo} or declare the field optional")


def _unknown(raw: Map, name: str, allowed: set[str]) -> Diagnostic:
    declare = "rename it" if name in WORDS else "declare it under fields:"
    hint = did_you_mean(name, allowed, few=0) or f"{declare}, or take it out"
    if (
        name.casefold() in COPIES
        and "count" not in raw
        and not any(is_slip(name, one) for one in allowed)
    ):
        value = raw[name]
        brief = value if isinstance(value, str) and len(value) <= 40 else ""
        table = _is_table(raw.span())
        hint = "call the column count" if table else f"write count: {brief}".rstrip()
    return error("P201", f'a card of this deck has no field "{name}"', raw.key(name), hint)


def _owner(raw: Map, defaults: Map, key: str) -> Map:
    """Where a card says something, or else where it is said for all of them."""
    return defaults if raw.get(key) is None else raw


def _count(raw: Map, defaults: Map, evaluate: Evaluate) -> int:
    """How many copies of a card are printed. Raises Problems (P205)."""
    owner = _owner(raw, defaults, "count")
    text = owner.get("count")
    if text is None:
        return 1
    if isinstance(text, str) and re.fullmatch(r"\d{1,9}", text.strip()):
        return int(text)
    if isinstance(text, str) and typed(text):  # which is reported
        return 0
    place, expected = owner.at("count"), '"count": expected a whole number of copies'
    if not isinstance(text, str) or not _EXPRESSION.search(text):
        shown = f'"{text}"' if isinstance(text, str) else "a list or map"
        raise refusal("P205", f"{expected}, found {shown}", place)
    value = worked_out("P205", "count", text, evaluate, place)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1_000_000_000:
        raise refusal("P205", f"{expected}; {text} is {value}", place)
    return value


_AN_ID, _OR_KEY = (
    "give each card a stable id:",
    "or name the field that identifies it with key: in game.yaml",
)


def _identity(raw: Map, key: str, values: Mapping[str, Any]) -> str:
    """The id of a card. Raises Problems (P202, P211)."""
    value = raw.get("id") if key == "id" else values.get(key)
    value = getattr(raw, "named", None) or value  # a card keeps its id in every language
    if value is None:
        if key == "id":
            raise refusal("P202", 'the card has no "id"', raw.at("id"), f"{_AN_ID}, {_OR_KEY}")
        return ""
    name = str(value["id"]) if isinstance(value, Record) else str(value)
    if not is_id(name):
        hint = (
            "ids are used in file names, reports and --cards: no spaces, slashes, quotes, colons or"
            " commas, and no dot in front"
        )
        raise refusal("P211", f'"{name}" cannot be an id', raw.at(key), hint)
    return name


def _is_in(raw: Map, evaluate: Evaluate) -> bool:
    """Whether the `when:` of a card lets it be printed. Raises Problems (P214)."""
    condition = raw.get("when")
    if condition is None:
        return True
    if not isinstance(condition, str):
        message = '"when": expected an expression such as facts.expert'
        raise refusal("P214", message, raw.at("when"))
    if typed(condition):  # which is reported
        return False
    return bool(worked_out("P214", "when", condition, evaluate, raw.at("when")))


def doubles(cards: list[Card]) -> list[Diagnostic]:
    """P207 for every card whose id another card of the deck has already, be it in other letters:
    files and names on paper tell neither capitals nor composed accents apart.
    """
    first: dict[str, Card] = {}
    found: list[Diagnostic] = []
    for card in cards:
        plain = card.id if card.id.isascii() else normalize("NFC", card.id)
        other = first.setdefault(plain.casefold(), card)
        if other is not card:
            notes = [Note("the first one is here", other.span)]
            hint = "for several copies of one card write count: instead"
            message = f'two cards have the id "{card.id}"'
            if other.id != card.id:
                hint = "give it another name: it differs in capitals or accents alone"
                message = f'the id "{card.id}" is "{other.id}" in other letters'
            found.append(error("P207", message, card.span, hint, notes))
    return found


# --- the templates

NO_BACK = "none"
"""`back: none` prints one-sided cards though the template has a back."""


class TemplateFile(Shape):
    """`templates/…/NAME.yaml`: what the template of that name shows, which back it brings, and
    the fields that it reads.
    """

    about: Text
    """What the template shows, in a line."""
    back: str | None = None
    """The template of the back that it brings: NAME-back.xml where nothing is said. A deck that
    wants none says back: none.
    """
    fields: Fields = {}
    """The fields that it reads."""


def templates(
    files: Disk,
    game: str,
    file: DrawnFile,
    raw: Map,
    terms: Terms,
    components: Mapping[str, Any],
) -> tuple[str, str | None, dict[str, FieldType]]:
    """The templates of front and back that a deck names, and the fields that they declare.

    Raises Problems: P202 none is named, P210 two fronts are, P307 there is no such template.
    """
    back = None if file.back == NO_BACK else file.back
    name = file.template
    if name is None:
        if file.front is None:
            message = "the component has no front: and no template:"
            raise refusal("P202", message, raw.span(), "for example template: base/classic")
        return file.front, back, {}
    if file.front is not None:
        hint = "leave out front:, or write it in place of template:"
        message = "template: brings its own front, and front: names another"
        raise refusal("P210", message, raw.at("front"), hint)
    if not _path(files, game, f"{name}.xml"):
        raise _missing(files, game, name, raw.at("template"))
    path = _path(files, game, f"{name}.yaml")
    declared, types = TemplateFile(about=name), dict[str, FieldType]()
    if path:
        shown = files.shown(path)
        value = yaml.parse(files.read(path), shown, files.limits)
        declared = validated(TemplateFile, value, Span(shown))
        types = field_types(inner(value, "fields"), terms, components)
    if file.back is None:
        back = declared.back or f"{name}-back.xml"
    return f"{name}.xml", back, types


def template_names(files: Disk, game: str) -> list[str]:
    """The templates that declare themselves, by the name that `template:` takes: the game's own
    and the shared ones.
    """
    names = (
        path.removeprefix("templates/").removesuffix(".yaml").removeprefix(f"{game}/")
        for path in files.names("templates", ".yaml")
    )
    return sorted({name for name in names if _path(files, game, f"{name}.xml")})


def _path(files: Disk, game: str, name: str) -> str | None:
    """The virtual path of a template's file: the game's own folder first, as for every template."""
    paths = (f"templates/{game}/{name}", f"templates/{name}")
    return next((path for path in paths if files.exists(path)), None)


def _missing(files: Disk, game: str, name: str, span: Span) -> Problems:
    known, plain = template_names(files, game), name.removesuffix(".xml")
    if _path(files, game, f"{plain}.xml"):
        known = [plain]
    return refusal("P307", f'there is no template "{name}"', span, did_you_mean(plain, known))
