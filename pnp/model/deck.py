"""Reads the entries of a component, from YAML or CSV, into cards whose fields have their declared
types, and the templates that draw them.

`template: base/classic` brings a front, a back and the fields that they show. It declares its
fields beside itself (`base/classic.xml`, `base/classic.yaml`), so that a game of YAML alone need
not repeat them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from unicodedata import normalize

from pnp.diagnostics import (
    Diagnostic,
    Note,
    Problems,
    Span,
    did_you_mean,
    error,
    near,
    refusal,
)
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import IN_A_ROW, Map, Seq, quoted
from pnp.model.declarations import Shape, validated
from pnp.model.definitions import inner
from pnp.model.fields import (
    Evaluate,
    FieldType,
    Terms,
    compute,
    converted,
    field_types,
    is_id,
    own_image,
    worked_out,
)
from pnp.model.game import Card, Fields, Text
from pnp.model.kinds import DrawnFile
from pnp.model.text_rules import braces, braces_in, typed
from pnp.sandbox.environment import Record
from pnp.units.spelling import slug

RESERVED = ("id", "count", "when", "was")
_EXPRESSION = re.compile(r"\b(facts|players)\.")

TABLES, LISTS = ("csv", "tsv"), ("yaml", "yml", "json")
"""How files of cards end: spreadsheets' texts, and lists of maps."""
_PLAIN_LIST = re.compile(r"[^*?#]+\.ya?ml")

# --- the entries


class Part(NamedTuple):
    """The raw entries of one file, and the `defaults:` beside them."""

    entries: Seq
    defaults: Map


def rows(
    files: Disk, folder: str, written: Any, raw: Map, key: str, found: list[Diagnostic]
) -> list[Part]:
    """The raw entries below a component's key (`cards`, `notes`, `tokens`). Raises Problems."""
    place = raw.at(key)
    if isinstance(written, Seq) and not (written and all(isinstance(one, str) for one in written)):
        found += braces_in(written)
        return [Part(written, Map.empty(place))]
    if isinstance(written, str) and _PLAIN_LIST.fullmatch(written):
        path = f"{folder}/{written}"
        return [listed(files, files.read(path, place), files.shown(path), key, found)]
    from pnp.model.entries import parts  # tables, and all that is not one list of cards

    return parts(files, folder, written, raw, key, found)


def listed(files: Disk, data: bytes, name: str, key: str, found: list[Diagnostic]) -> Part:
    """The entries of a YAML file: a list, or a map of `defaults:` and the list. Raises Problems."""
    value = yaml.parse(data, name, files.limits)
    found += braces(data, value)
    if isinstance(value, Seq):
        return Part(value, Map.empty(value.span()))
    if not isinstance(value, Map) or not isinstance(value.get(key), Seq):
        message = f"expected a list of {key}, or the keys defaults: and {key}:"
        hint = ""
        if isinstance(value, Map):
            ways = [k for k, one in value.items() if isinstance(one, Seq)] or [*value, "KEY"]
            hint = f"say the way to the list: {key}: {{from: FILE, each: {quoted(ways[0])}}}"
        raise refusal("P203", message, yaml.place(value, name), hint)
    known = ("defaults", key)
    found += [
        error("P201", f'there is no key "{k}" here', value.key(k), did_you_mean(k, known))
        for k in value
        if k not in known
    ]
    if not isinstance(value.get("defaults") or {}, dict):
        message = '"defaults": expected a map of keys and values'
        found.append(error("P203", message, value.at("defaults")))
    return Part(value[key], inner(value, "defaults"))


def cards(
    entries: Seq,
    defaults: Map,
    naming: Naming,
    types: Mapping[str, FieldType],
    evaluate: Evaluate,
    found: list[Diagnostic],
    named: list[tuple[str, Span]],
) -> list[Card]:
    """Cards in the order written, without those that their `when:` switches off; what is wrong
    with them goes to `found`, their ids and places to `named`.
    """
    cards: list[Card] = []
    key = naming.key
    allowed = {*types, *RESERVED}
    if headless := _headless(entries, types):
        found.append(headless)
        return []
    absent = _absent(entries, defaults, naming, types, found)
    shared, table = {**absent, **_shared(defaults, types, found)}, is_table(entries.span())
    by_id = own_image(types)
    for index, raw in enumerate(entries):
        if not isinstance(raw, Map):
            message = "expected a card: a map of keys and values"
            found.append(error("P203", message, entries.at(index)))
            continue
        if not raw.keys() <= allowed and not (table and index):
            strange = [name for name in raw if name not in allowed]
            found += _unknown(raw, [strange] if table else zip(strange, strict=True), allowed)
        values: dict[str, Any] = {}
        before = len(found)
        for name, field in types.items():
            value = raw.get(name)
            if value is None and name in shared:
                values[name] = shared[name]
            elif value is None:
                if not field.optional and name != by_id:
                    found.append(_empty(raw, name))
                values[name] = field.default
            else:
                values[name] = converted(field, raw, value, found)
        try:
            count = _count(raw, defaults, evaluate)
            sound = len(found) == before and key not in absent
            known = sound if naming.expression else key not in absent
            name = naming.of(raw, values, evaluate) if known else ""
            if not known or not _is_in(_owner(raw, defaults, "when"), evaluate):
                continue
            named.append((name, raw.span()))
            if sound and name:
                values["id"], values["count"] = name, count
                cards.append(Card(name, count, values, Record(name, values), raw, defaults))
        except Problems as problem:
            told = {d.span for d in found} & {naming.place}  # an expression that fails for all
            found += [d for d in problem.diagnostics if d.span not in told]
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
        elif name not in types and name not in RESERVED:
            found += _unknown(defaults, [[name]], {*types, "count", "when"})
    return shared


def is_table(span: Span) -> bool:
    """Whether a place lies in a table of rows and columns."""
    return span.sheet is not None or span.file.lower().endswith(TABLES)


def _unknown(raw: Map, several: Iterable[Sequence[str]], allowed: set[str]) -> Iterator[Diagnostic]:
    from pnp.model.unknown_fields import unknown  # where a key is wrong

    return (unknown(raw, names, allowed) for names in several)


def _headless(entries: Seq, types: Mapping[str, FieldType]) -> Diagnostic | None:
    """P201 for a table whose first row names no field at all, not even nearly: most likely it is
    a card.
    """
    first = entries[0] if entries else None
    if not isinstance(first, Map) or len(first) < 2 or not is_table(entries.span()):
        return None
    known = ("id", *types, *RESERVED)
    if any(name in known or near(name, known) for name in first):
        return None
    fields = ", ".join(dict.fromkeys(("id", *types)))
    message = f"the first row does not name the fields: {fields}"
    hint = (
        f"name the columns in the first row; or say which row does ({IN_A_ROW}), or which field"
        f" each column is: columns: {{{quoted(next(iter(first)))}: {next(iter(types), 'id')}}}"
    )
    return error("P201", message, entries.span(), hint)


def _absent(
    entries: Seq,
    defaults: Map,
    naming: Naming,
    types: Mapping[str, FieldType],
    found: list[Diagnostic],
) -> dict[str, None]:
    """The fields that no card of several has, reported once: most likely a column is missing, or
    misspelt, which is reported as such.
    """
    if len(entries) < 2:
        return {}
    given = (*(name for name in defaults if defaults[name] is not None), own_image(types))
    needed = [name for name, field in types.items() if not field.optional and name not in given]
    needed += ["id"] if naming.key == "id" and not naming.expression else []
    absent = [
        name for name in needed if all(isinstance(raw, Map) and name not in raw for raw in entries)
    ]
    if not absent:
        return {}
    known, table = (*types, *RESERVED), is_table(entries.span())
    strange = dict.fromkeys(one for raw in entries for one in raw if one not in known)
    misspelt = {near(one, known)[0]: one for one in strange if near(one, known)}
    for name in absent:
        if name == "id":
            hint = f"{'add the column id' if table else _AN_ID}, {_OR_KEY}"
        else:
            add = f"add the column {name}" if table else f"add {name}: to each card"
            hint = f"{add}, or declare the field optional"
        if name not in misspelt:
            found.append(error("P202", f'no card has "{name}"', entries.span(), hint))
        for raw in entries:  # what stands in it may be wrong as well
            if (one := misspelt.get(name)) in raw:
                raw.put(name, raw[one], raw.where(one))
    return dict.fromkeys(name for name in absent if name not in misspelt)


def _empty(raw: Map, name: str) -> Diagnostic:
    """P202 for a value that a card lacks: at its cell, where it has one."""
    if name in raw:
        message, todo = f'"{name}" of this card is empty', "fill it in,"
    else:
        message, todo = f'the card has no "{name}"', f"add {name}:"
    place = raw.at(name) if name in raw else raw.span()
    return error("P202", message, place, f"{todo} or declare the field optional")


def _owner(raw: Map, defaults: Map, key: str) -> Map:
    """Where a card says something, or else where it is said for all of them."""
    return defaults if raw.get(key) is None else raw


def _count(raw: Map, defaults: Map, evaluate: Evaluate) -> int:
    """How many copies of a card are printed. Raises Problems (P205)."""
    owner = _owner(raw, defaults, "count")
    text = owner.get("count")
    if text is None:
        return 1
    if isinstance(text, str) and (whole := re.fullmatch(r"\s*(\d{1,9})(\.0*)?\s*", text)):
        return int(whole[1])
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


class Naming(NamedTuple):
    """How entries get their ids: from the field `key`, or from an expression, which stands at a
    place.
    """

    key: str = "id"
    expression: str = ""
    place: Span | None = None

    def of(self, raw: Map, values: Mapping[str, Any], evaluate: Evaluate) -> str:
        """The id of an entry; empty where it has none, which is reported.

        Raises Problems (P202, P211, P233, P234).
        """
        if first := getattr(raw, "named", ""):  # a card keeps its id in every language
            return str(first)
        if self.expression:
            return self._worked_out(raw, values, evaluate)
        key = self.key
        value = raw.get("id") if key == "id" else values.get(key)
        if value is None:
            if key == "id":
                raise refusal("P202", 'the card has no "id"', raw.at("id"), f"{_AN_ID}, {_OR_KEY}")
            return ""
        return _sound_id(_as_id(value), raw.at(key), key)

    def of_entry(
        self, raw: Map, defaults: Map, types: Mapping[str, FieldType], evaluate: Evaluate
    ) -> str:
        """The id of an entry before anything else of it is read; empty where it has none."""
        owners = {name: _owner(raw, defaults, name) for name in types}
        values = {
            name: field.default
            if owners[name].get(name) is None
            else converted(field, owners[name], owners[name][name], [])
            for name, field in types.items()
        }
        try:
            return self.of(raw, values, evaluate)
        except Problems:
            return ""

    def _worked_out(self, raw: Map, values: Mapping[str, Any], evaluate: Evaluate) -> str:
        if raw.get("id") is not None:
            message = "the card has an id, and id: in game.yaml works another out"
            hint = f"pass it over: columns: {{{quoted('id')}: ~}}; or take id: out of game.yaml"
            raise refusal("P233", message, raw.at("id"), hint, [Note("it is here", self.place)])
        shared = {
            name: _as_id(value) if isinstance(value, Record) else value
            for name, value in values.items()
        }
        try:
            value = evaluate(self.expression, {**shared, "slug": slug})
        except ValueError as problem:
            note = Note("worked out for this", raw.span())
            hint = getattr(problem, "hint", "")
            raise refusal("P234", f'"id": {problem}', self.place, hint, [note]) from None
        if isinstance(value, (list, tuple, dict)) or value is None or str(value) == "":
            message = f"the id of the card, {self.expression}, would be empty"
            if value:
                message = f"the id of the card, {self.expression}, would be a list or map"
            hint = "let id: use a field that has letters or digits in every card"
            raise refusal("P234", message, raw.span(), hint, [Note("it is here", self.place)])
        return _sound_id(str(value), raw.span(), "id")


def _as_id(value: Any) -> str:
    return str(value["id"]) if isinstance(value, Record) and "id" in value else str(value).strip()


def _sound_id(name: str, place: Span, key: str) -> str:
    """Raises Problems (P211) for what cannot be an id."""
    if not is_id(name):
        hint = (
            "ids are used in file names, reports and --cards: no spaces, slashes, quotes, colons or"
            " commas, and no dot in front"
        )
        if key != "id":
            hint += f"; write id: slug({key}) in place of key: {key}"
        raise refusal("P211", f'"{name}" cannot be an id', place, hint)
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


def doubles(named: Iterable[tuple[str, Span]], worked_out: bool = False) -> list[Diagnostic]:
    """P207 for every card whose id another card of the deck has already, be it in other letters:
    files and names on paper tell neither capitals nor composed accents apart. The cure is another
    one where ids are `worked_out`.
    """
    first: dict[str, tuple[str, Span]] = {}
    found: list[Diagnostic] = []
    for name, place in named:
        plain = name if name.isascii() else normalize("NFC", name)
        other, begun = first.setdefault(plain.casefold(), (name, place))
        if name and begun != place:
            notes = [Note("the first one is here", begun)]
            hint = "for several copies of one card write count: instead"
            if worked_out:
                hint += "; else let id: use one more field, slug(title ~ ' ' ~ FIELD)"
            message = f'two cards have the id "{name}"'
            if other != name:
                hint = "give it another name: it differs in capitals or accents alone"
                message = f'the id "{name}" is "{other}" in other letters'
            found.append(error("P207", message, place, hint, notes))
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
        types = field_types(inner(value, "fields"), terms, components, file.numbers)
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
