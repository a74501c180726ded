"""Entries of a component, from YAML or CSV, into cards whose fields have their declared types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pnp.diagnostics import (
    Diagnostic,
    Note,
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
from pnp.model.declarations import COPIES
from pnp.model.fields import FieldError, FieldType, is_id
from pnp.model.game import Card
from pnp.model.text_rules import beside_commas, braces, braces_in, typed
from pnp.sandbox.environment import Record

_RESERVED = ("id", "count", "when", "was")
_EXPRESSION = re.compile(r"\b(facts|players)\.")

_TABLES, _LISTS = ("csv", "tsv"), ("yaml", "yml", "json")
"""How files of cards end: spreadsheets, and lists of maps."""

Evaluate = Callable[[str], Any]
"""Works out an expression over facts and players; ValueError with a hint when it cannot."""


def rows(
    files: Disk, folder: str, written: Any, raw: Map, key: str
) -> tuple[Seq, Mapping[str, Any], list[Diagnostic]]:
    """The raw entries below a component's key (`cards`, `notes`, `tokens`), their `defaults:`,
    and warnings. Raises Problems.
    """
    if isinstance(written, Seq):
        return written, {}, list(braces_in(written))
    if not isinstance(written, str):
        raise refusal(
            "P203",
            f'"{key}": expected a file such as cards/NAME.yaml or a list of {key}',
            raw.at(key),
        )
    path = f"{folder}/{written}"
    ending = written.rpartition(".")[2].lower()
    data = files.read(path, raw.at(key))
    if ending not in (*_TABLES, *_LISTS):
        told = f'"{key}": "{written}" is no file of {key}: those end in .csv, .tsv or .yaml'
        raise refusal("P203", told, raw.at(key), "export a spreadsheet as CSV UTF-8")
    name = files.shown(path)
    if ending in _TABLES:
        from pnp.load import csv

        entries, notes = csv.parse(data, name, files.limits)
        return entries, {}, [*notes, *braces(data, entries)]
    value = yaml.parse(data, name, files.limits)
    typed = braces(data, value)
    if isinstance(value, Seq):
        return value, {}, typed
    if isinstance(value, Map) and isinstance(value.get(key), Seq):
        unknown = [
            error(
                "P201",
                f'there is no key "{k}" here',
                value.key(k),
                did_you_mean(k, ("defaults", key)),
            )
            for k in value
            if k not in (key, "defaults")
        ]
        defaults = value.get("defaults") or {}
        if not isinstance(defaults, dict):
            unknown.append(
                error("P203", '"defaults": expected a map of keys and values', value.at("defaults"))
            )
            defaults = {}
        return value[key], defaults, unknown + typed
    raise refusal(
        "P203",
        f"expected a list of {key}, or the keys defaults: and {key}:",
        yaml.place(value, name),
    )


def cards(
    entries: Seq,
    defaults: Mapping[str, Any],
    key: str,
    types: Mapping[str, FieldType],
    evaluate: Evaluate,
) -> tuple[list[Card], list[Diagnostic]]:
    """Cards in the order written, without those that their `when:` switches off; and what is
    wrong with them.
    """
    made: list[Card] = []
    found: list[Diagnostic] = []
    allowed = {*types, *_RESERVED}
    entries = _respelt(entries, allowed, found)
    if headless := _headless(entries, types):
        return [], [*found, headless]
    absent = _absent(entries, defaults, key, types, found)
    shared = {**absent, **_shared(defaults, types, found)}
    converters = [(name, t.convert, t) for name, t in types.items()]
    numbers = {name for name, t in types.items() if t.kind == "number"}
    common = defaults if isinstance(defaults, Map) else None
    for index, raw in enumerate(entries):
        if not isinstance(raw, Map):
            found.append(
                error("P203", "expected a card: a map of keys and values", entries.at(index))
            )
            continue
        if not raw.keys() <= allowed:
            found += [_unknown(raw, name, allowed) for name in raw if name not in allowed]
        values: dict[str, Any] = {}
        trouble = len(found)
        for name, convert, field in converters:
            value = raw.get(name)
            if value is None and name in shared:
                values[name] = shared[name]
                continue
            if value is None:
                if not field.optional:
                    found.append(_empty(raw, name))
                values[name] = field.default
                continue
            try:
                values[name] = convert(value)
            except FieldError as problem:
                found.append(error("P205", f'"{name}": {problem}', raw.at(name), problem.hint))
        count = _count(raw, defaults, evaluate, found)
        name = "" if key in absent else _identity(raw, key, values, found)
        if len(found) == trouble and key not in absent and _is_in(raw, defaults, evaluate, found):
            values["id"], values["count"] = name, count
            made.append(Card(name, count, values, Record(name, values), raw, common))
    if numbers and found:
        found += _beside_commas(entries, numbers)
    return made, found


def _beside_commas(entries: Seq, numbers: Iterable[str]) -> Iterator[Diagnostic]:
    """P205 for 1.250 in a column whose other numbers have commas for points: there the point
    most likely parts thousands.
    """
    maps = [raw for raw in entries if isinstance(raw, Map)]
    for name in numbers:
        for index, hint in beside_commas(raw.get(name) for raw in maps).items():
            raw = maps[index]
            told = (
                f'"{name}": "{raw[name].strip()}" stands beside numbers with a decimal comma, where'
                " a point parts thousands"
            )
            yield error("P205", told, raw.at(name), hint)


def _shared(
    defaults: Mapping[str, Any], types: Mapping[str, FieldType], found: list[Diagnostic]
) -> dict[str, Any]:
    """The values that cards take from `defaults:`, converted once; None for those that are
    wrong, which are reported here.
    """
    shared: dict[str, Any] = {}
    if not isinstance(defaults, Map):
        return shared
    for name, value in defaults.items():
        if name in types and value is not None:
            try:
                shared[name] = types[name].convert(value)
            except FieldError as problem:
                shared[name] = None
                found.append(error("P205", f'"{name}": {problem}', defaults.at(name), problem.hint))
        elif name in ("id", "was"):
            found.append(
                error(
                    "P201",
                    f'"{name}" belongs to one card; it cannot stand under defaults:',
                    defaults.key(name),
                )
            )
        elif name not in types and name not in _RESERVED:
            found.append(_unknown(defaults, name, {*types, "count", "when"}))
    return shared


def _respelt(entries: Seq, allowed: set[str], found: list[Diagnostic]) -> Seq:
    """The entries with their keys as the fields are spelt, where all of them differ in capitals
    (a header): P201, once.
    """
    first = entries[0] if entries else None
    if not isinstance(first, Map) or first.keys() <= allowed:
        return entries
    right = {name.casefold(): name for name in allowed}
    wrong = {
        name: right[name.casefold()]
        for name in first
        if name not in allowed and name.casefold() in right
    }
    wrong = {
        name: key
        for name, key in wrong.items()
        if all(isinstance(raw, Map) and name in raw and key not in raw for raw in entries)
    }
    if not wrong:
        return entries
    told = " and ".join(f'"{name}"' for name in wrong)
    message = (
        f"{told} differ{'s' if len(wrong) == 1 else ''} from"
        f" {'its field' if len(wrong) == 1 else 'their fields'} in capital letters"
    )
    found.append(
        error("P201", message, first.key(next(iter(wrong))), f"write {', '.join(wrong.values())}")
    )
    made = Seq.empty(entries.span())
    for raw, place in zip(entries, entries.places, strict=True):
        one = Map.empty(raw.span())
        for name in raw:
            one.put(wrong.get(name, name), raw[name], raw.where(name))
        made.append(one)
        made.places.append(place)
    return made


def _headless(entries: Seq, types: Mapping[str, FieldType]) -> Diagnostic | None:
    """P201 for a table whose first row names no field at all, not even nearly: most likely it is
    a card.
    """
    first = entries[0] if entries else None
    if (
        not isinstance(first, Map)
        or len(first) < 2
        or not entries.span().file.lower().endswith(_TABLES)
    ):
        return None
    known = ("id", *types, *_RESERVED)
    if any(name in known or near(name, known) for name in first):
        return None
    fields = ", ".join(dict.fromkeys(("id", *types)))
    told = f"the first row does not name the fields: {fields}"
    return error("P201", told, entries.span(), "write the names of the columns in the first row")


def _absent(
    entries: Seq,
    defaults: Mapping[str, Any],
    key: str,
    types: Mapping[str, FieldType],
    found: list[Diagnostic],
) -> dict[str, None]:
    """The fields that no card of several has, reported once: most likely a column is missing, or
    misspelt, which is told of as such.
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
    strange = (
        {name for raw in entries for name in raw if name not in types and name not in _RESERVED}
        if absent
        else ()
    )
    for name in absent:
        hint = _to_add(name, entries.span())
        if not any(name in near(other, (*types, *_RESERVED)) for other in strange):
            found.append(error("P202", f'no card has "{name}"', entries.span(), hint))
    return dict.fromkeys(absent)


def _empty(raw: Map, name: str) -> Diagnostic:
    """P202 for a value that a card lacks: at its cell, where it has one."""
    if name in raw:
        return error(
            "P202",
            f'"{name}" of this card is empty',
            raw.at(name),
            "fill it in, or declare the field optional",
        )
    return error(
        "P202",
        f'the card has no "{name}"',
        raw.span(),
        f"add {name}: or declare the field optional",
    )


def _to_add(name: str, place: Span) -> str:
    """What to do where no card says something, in the words of its file."""
    table = place.file.lower().endswith(_TABLES)
    if name == "id":
        return f"{'add the column id' if table else _AN_ID}, {_OR_KEY}"
    return (
        f"{f'add the column {name}' if table else f'add {name}: to each card'}, or declare the"
        " field optional"
    )


def _unknown(raw: Map, name: str, allowed: set[str]) -> Diagnostic:
    hint = did_you_mean(name, allowed, few=0) or "declare it under fields:, or take it out"
    if (
        name.casefold() in COPIES
        and "count" not in raw
        and not any(is_slip(name, one) for one in allowed)
    ):
        hint = (
            "call the column count"
            if raw.file.lower().endswith(_TABLES)
            else f"write count: {_brief(raw[name])}".rstrip()
        )
    return error("P201", f'a card of this deck has no field "{name}"', raw.key(name), hint)


def _brief(value: Any) -> str:
    return value if isinstance(value, str) and len(value) <= 40 else ""


def _place(raw: Map, defaults: Mapping[str, Any], key: str) -> Span:
    """Where a card says something, or else where it is said for all of them."""
    return (defaults if raw.get(key) is None and isinstance(defaults, Map) else raw).at(key)


def _count(
    raw: Map, defaults: Mapping[str, Any], evaluate: Evaluate, found: list[Diagnostic]
) -> int:
    text = raw.get("count")
    if text is None:
        text = defaults.get("count")
    if text is None:
        return 1
    if _in_braces(text):
        return 0
    if isinstance(text, str) and _EXPRESSION.search(text):
        return _counted(text, _place(raw, defaults, "count"), evaluate, found)
    if not isinstance(text, str) or not re.fullmatch(r"\d{1,9}", text.strip()):
        shown = f'"{text}"' if isinstance(text, str) else "a list or map"
        told = f'"count": expected a whole number of copies, found {shown}'
        found.append(
            error("P205", told, _place(raw, defaults, "count"), _of_a_fact(text, evaluate))
        )
        return 0
    return int(text)


def _of_a_fact(text: Any, evaluate: Evaluate) -> str:
    """What to write for a fact that is named alone; empty where there is none of that name."""
    name = text.strip() if isinstance(text, str) else ""
    if not name.isidentifier():
        return ""
    try:
        evaluate(f"facts.{name}")
    except ValueError:
        return ""
    return f"write facts.{name}"


def _in_braces(text: Any) -> bool:
    """Whether a template's braces stand in an expression, which has been told of then (P204)."""
    return isinstance(text, str) and ("{" in text or "}" in text) and bool(typed(text))


def _counted(text: str, place: Span, evaluate: Evaluate, found: list[Diagnostic]) -> int:
    """A count that follows from the facts of the game."""
    try:
        value = evaluate(text)
    except ValueError as problem:
        found.append(error("P205", f'"count": {problem}', place, getattr(problem, "hint", "")))
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1_000_000_000:
        found.append(
            error("P205", f'"count": expected a whole number of copies; {text} is {value}', place)
        )
        return 0
    return value


_AN_ID, _OR_KEY = (
    "give each card a stable id:",
    "or name the field that identifies it with key: in game.yaml",
)


def _identity(raw: Map, key: str, values: Mapping[str, Any], found: list[Diagnostic]) -> str:
    value = raw.get("id") if key == "id" else values.get(key)
    if value is None:
        if key == "id":
            found.append(
                error(
                    "P202",
                    'the card has no "id"',
                    raw.at("id") if "id" in raw else raw.span(),
                    f"{_AN_ID}, {_OR_KEY}",
                )
            )
        return ""
    name = str(value["id"]) if isinstance(value, Record) else str(value)
    if not is_id(name):
        hint = (
            "ids are used in file names, reports and --cards: no spaces, slashes, quotes, colons or"
            " commas, and no dot in front"
        )
        found.append(error("P211", f'"{name}" cannot be an id', raw.at(key), hint))
    return name


def _is_in(
    raw: Map, defaults: Mapping[str, Any], evaluate: Evaluate, found: list[Diagnostic]
) -> bool:
    condition = raw.get("when")
    if condition is None:
        condition = defaults.get("when")
    if condition is None:
        return True
    if _in_braces(condition):
        return False
    place = _place(raw, defaults, "when")
    if not isinstance(condition, str):
        found.append(error("P214", '"when": expected an expression such as facts.expert', place))
        return False
    try:
        return bool(evaluate(condition))
    except ValueError as problem:
        found.append(error("P214", f'"when": {problem}', place, getattr(problem, "hint", "")))
        return False


def doubles(made: list[Card]) -> list[Diagnostic]:
    """P207 for every card whose id another card of the deck has already."""
    first: dict[str, Card] = {}
    found: list[Diagnostic] = []
    for card in made:
        other = first.setdefault(card.id, card)
        if other is not card:
            notes = [Note("the first one is here", other.span)]
            hint = "for several copies of one card write count: instead"
            found.append(
                error("P207", f'two cards have the id "{card.id}"', card.span, hint, notes)
            )
    return found
