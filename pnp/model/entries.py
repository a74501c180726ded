"""Entries from what a designer has: tables, workbooks, several files and globs, nested maps and
lists, pictures; all become the list of maps that a YAML list of cards is. Keys are renamed here as
`columns:` says.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Annotated, Any, NamedTuple

from pnp.diagnostics import (
    Diagnostic,
    Note,
    Problems,
    Span,
    did_you_mean,
    error,
    refusal,
)
from pnp.load import yaml
from pnp.load.encoding import decoded
from pnp.load.files import Disk, path_error
from pnp.load.yaml import Map, Seq, quoted
from pnp.model.deck import LISTS, TABLES, Part, is_table, listed
from pnp.model.declarations import Alias, Bounds, Shape, validated
from pnp.model.definitions import inner
from pnp.model.fields import is_id
from pnp.model.game import Text
from pnp.model.text_rules import braces, braces_in
from pnp.units.spelling import slug

WORKBOOKS = ("xlsx", "ods")
PICTURES = ("png", "jpg", "jpeg", "webp", "svg")
_SHEET = re.compile(r"(.+\.(?:xlsx|ods))#(.*)", re.IGNORECASE)
_COPIES = re.compile(r"(.+)@(\d{1,4})")
_PAIR = re.compile(r"\\(?:u([dD][89abAB]\w\w)\\u([dD][c-fC-F]\w\w)|.)")


class FromFile(Shape):
    """Entries that need more than the name of their file: how deep they lie in it, and which row
    names its columns.
    """

    source: Annotated[Any, Alias("from")]
    """The file, a list of files, or a glob such as cards/*.yaml."""
    each: Text | None = None
    """The way to the entries through nested maps and lists, such as suits.cards."""
    take: dict[str, Text] = {}
    """What an entry has from the levels above it, by field, such as {suit: suits.id}."""
    header: Annotated[int, Bounds(ge=1, le=1000)] | None = None
    """The row of a table that names its columns (the first one that is not empty)."""


def parts(
    files: Disk, folder: str, written: Any, raw: Map, key: str, found: list[Diagnostic]
) -> list[Part]:
    """The entries below a component's key, file by file. Raises Problems."""
    place = raw.at(key)
    what, rest = FromFile(source=written), "*" in inner(raw, "columns")
    if isinstance(written, Map):
        what = validated(FromFile, written, place)
        raw, key_of_files = written, "from"
    else:
        key_of_files = key
    source = what.source
    named = source if isinstance(source, Seq) else [source]
    if not named or not all(isinstance(one, str) for one in named):
        message = f'"{key_of_files}": expected a file such as cards/NAME.yaml, or a list of files'
        raise refusal("P203", message, raw.at(key_of_files))
    made: list[Part] = []
    for index, name in enumerate(named):
        at = source.at(index) if isinstance(source, Seq) else raw.at(key_of_files)
        made += _source(_Reading(files, folder, key, what, raw, at, found, rest), name)
    return made


class _Reading(NamedTuple):
    """What the files of one source are read with; `at` is where they are named, `rest` whether
    columns without a name are passed over.
    """

    files: Disk
    folder: str
    key: str
    what: FromFile
    raw: Map
    at: Span
    found: list[Diagnostic]
    rest: bool


def _source(reading: _Reading, name: str) -> Iterator[Part]:
    """The entries of a file, or of all files that a glob names. Raises Problems."""
    files, folder, at = reading.files, reading.folder, reading.at
    name, _, sheet = name.partition("#") if _SHEET.fullmatch(name) else (name, "", "")
    names = [name]
    if trouble := path_error(f"{folder}/{name.replace('*', 'x').replace('?', 'x')}", at):
        raise Problems([trouble])
    if "*" in name or "?" in name:
        pattern = re.escape(name).replace(r"\*", "[^/]*").replace(r"\?", "[^/]")
        there = [path.removeprefix(f"{folder}/") for path in files.names(folder)]
        names = [one for one in there if re.fullmatch(pattern, one, re.IGNORECASE)]
        if not names:
            message = f'"{reading.key}": no file in {files.shown(folder)} is called {name}'
            alike = [one for one in there if _ending(one) == _ending(name)]
            raise refusal("P136", message, at, did_you_mean(name, alike))
    if any(_ending(one) in PICTURES for one in names):
        yield _pictures(reading, names)
    else:
        for one in names:
            yield _file(reading, one, sheet)


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _file(reading: _Reading, name: str, sheet: str) -> Part:
    """The entries of a file. Raises Problems."""
    files, what, raw, key = reading.files, reading.what, reading.raw, reading.key
    path, ending = f"{reading.folder}/{name}", _ending(name)
    if ending not in (*TABLES, *WORKBOOKS, *LISTS):
        message = (
            f'"{key}": "{name}" is no file of {key}: those end in .xlsx, .ods, .csv, .tsv, .yaml'
            " or .json"
        )
        files.read(path, reading.at)
        hint = "save a spreadsheet as .xlsx or CSV UTF-8, a picture as .png"
        raise refusal("P203", message, reading.at, hint)
    if what.header and ending in LISTS:
        raise refusal("P203", f'"header": "{name}" is no table', raw.at("header"))
    if (what.each or what.take) and ending not in LISTS:
        one = "each" if what.each else "take"
        hint = "a table has no levels: leave it out"
        raise refusal("P203", f'"{one}": "{name}" is a table', raw.at(one), hint)
    data, shown = files.read(path, reading.at), files.shown(path)
    if ending not in LISTS:
        table = files.limits, what.header or 0, reading.rest
        if ending in WORKBOOKS:
            from pnp.load import workbook

            entries, notes = workbook.parse(data, shown, *table, sheet)
            reading.found.extend(braces_in(entries))
        else:
            from pnp.load import csv

            entries, notes = csv.parse(data, shown, *table)
            reading.found.extend(braces(data, entries))
        reading.found.extend(notes)
        return Part(entries, Map.empty(reading.at))
    if ending == "json":
        data = as_yaml(decoded(data, shown)).encode()
    if not what.each:
        if what.take:
            message = '"take" hands down what stands above the entries: each: says where they are'
            raise refusal("P203", message, raw.at("take"))
        return listed(files, data, shown, key, reading.found)
    value = yaml.parse(data, shown, files.limits)
    reading.found.extend(braces(data, value))
    return Part(_Walk(what, raw, value, shown).entries(), Map.empty(reading.at))


def as_yaml(text: str) -> str:
    """JSON in the words of YAML: no tabs between its parts, no pair of escapes for one sign."""
    text = text.replace("\t", " ")
    return _PAIR.sub(_joined, text) if "\\u" in text else text


def _joined(pair: re.Match[str]) -> str:
    if not pair[1]:
        return pair[0]
    sign = 0x10000 + ((int(pair[1], 16) - 0xD800) << 10) + int(pair[2], 16) - 0xDC00
    return f"\\U{sign:08X}"


# --- pictures


def _pictures(reading: _Reading, names: Iterable[str]) -> Part:
    """A card for each picture: its name as `id`, be it as a slug, `count`, `image`, and the picture
    `back` as `back_image`.

    Raises Problems.
    """
    found: list[Diagnostic] = []
    entries, back, shown = Seq.empty(reading.at), "", reading.files.shown
    for name in names:
        span = Span(shown(f"{reading.folder}/{name}"), 1, 1)
        stem = PurePosixPath(name).stem
        if _ending(name) not in PICTURES:
            message = f'"{reading.key}": "{name}" is no picture that can be printed'
            hint = f"save it as PNG, or name the pictures alone: *.{PICTURES[0]}"
            found.append(error("P137", message, span, hint))
        elif stem == "back" and back:
            message = f'both "{back}" and "{name}" are the back of all cards'
            found.append(error("P137", message, span, "keep one of them"))
        elif stem == "back":
            back = name
        else:
            copies = _COPIES.fullmatch(stem)
            own = copies[1] if copies else stem
            plain = slug(own)
            lost = is_id(own) and not re.search("[a-z]", plain)  # letters that are not Latin
            values = {"id": own if lost else plain or own, "image": name}
            entries.append(_made(span, values | ({"count": copies[2]} if copies else {})))
            entries.places.append(span[1:])
    for entry in entries if back else ():
        entry.put("back_image", back, (1, 1, 1, 1))
    if found:
        raise Problems(found)
    return Part(entries, Map.empty(reading.at))


def _made(span: Span, values: Mapping[str, str]) -> Map:
    made = Map.empty(span)
    for name, value in values.items():
        made.put(name, value, (span.line, span.column) * 2)
    return made


# --- groups


class _Level(NamedTuple):
    """An entry of a level on the way: what it is, the key under which it stands, and the list or
    map that holds it.
    """

    value: Any
    name: Any
    owner: Any

    def span(self) -> Span:
        """Where it stands."""
        span: Span = self.owner.at(self.name)
        return span

    def taken(self, name: str) -> tuple[Any, tuple[int, ...]] | None:
        """What it says under a name, or as `key` and `value`, with the places of both."""
        if isinstance(self.value, Map) and name in self.value:
            return self.value[name], tuple(self.value.where(name))
        if name == "key" and isinstance(self.owner, Map):
            return self.name, tuple(self.owner.where(self.name)[:2]) * 2
        if name == "value" and not isinstance(self.value, Map):
            return self.value, (self.span().line, self.span().column) * 2
        return None


class _Walk:
    """The way of `each:` through a file: each word is a key, `*` all keys of a map; where a list is
    met, or a map that has not the next word as a key, all its entries are walked.
    """

    def __init__(self, what: FromFile, raw: Map, value: Any, file: str) -> None:
        self.words = (what.each or "").split(".")
        self.what, self.raw, self.value, self.file = what, raw, value, file
        self.taken: set[str] = set()
        self.known: dict[int, set[str]] = {}

    def entries(self) -> Seq:
        """The entries. Raises Problems (P235 the way leads nowhere, P236 nothing to take)."""
        root = Seq.empty(yaml.place(self.value, self.file))
        found = Seq.empty(root.span())
        for index, name in self.what.take.items():
            level, _, _ = name.rpartition(".")
            if level and self._level(level) is None:
                hint = did_you_mean(level, self.words)
                message = f'"take": "{level}" is no level of each: {self.what.each}'
                raise refusal("P236", message, self.raw["take"].at(index), hint)
        root.append(self.value)
        root.places.append(root.span()[1:])
        tops = [_Level(self.value, 0, root)]
        if isinstance(self.value, Seq):
            tops = self._inside(self.value)
        for top in tops:
            for way in self._walked([top]):
                found.append(self._entry(way))
                found.places.append(found[-1].span()[1:])
        for field, name in self.what.take.items() if found else ():
            if field not in self.taken:
                level, _, own = name.rpartition(".")
                known = sorted(self.known.get(self._level(level) or 0, ()))
                message = f'"take": nothing at "{level or "the top"}" has "{own}"'
                place = self.raw["take"].at(field)
                raise refusal("P236", message, place, did_you_mean(own, known))
        return found

    def _level(self, name: str) -> int | None:
        """The number of a level by its word or number; 0 for the top."""
        if not name:
            return 0
        if name.isdecimal() and 1 <= int(name) <= len(self.words):
            return int(name)
        return self.words.index(name) + 1 if name in self.words else None

    def _walked(self, way: list[_Level]) -> Iterator[list[_Level]]:
        """Every way from a level on to an entry, level by level. Raises Problems (P235)."""
        depth = len(way) - 1
        if depth == len(self.words):
            yield way
            return
        here, word = way[-1], self.words[depth]
        if not isinstance(here.value, Map):
            self._fail(word, here.span(), f"expected a map with it, found {_kind(here.value)}", "")
        if word != "*" and word not in here.value:
            known = [name for name, one in here.value.items() if isinstance(one, (Map, Seq))]
            self._fail(word, here.span(), "there is no such key here", did_you_mean(word, known))
        next_word = self.words[depth + 1] if depth + 1 < len(self.words) else None
        value = here.value if word == "*" else here.value[word]
        if word != "*" and isinstance(value, Map) and next_word in value:
            levels = [_Level(value, word, here.value)]
        elif isinstance(value, (Map, Seq)):
            levels = self._inside(value)
        else:
            message = f"expected a list or map, found {_kind(value)}"
            self._fail(word, here.value.at(word), message, "")
        for level in levels:
            yield from self._walked([*way, level])

    def _inside(self, value: Any) -> list[_Level]:
        keys = value if isinstance(value, Map) else range(len(value))
        return [_Level(value[key], key, value) for key in keys]

    def _fail(self, word: str, place: Span, message: str, hint: str) -> None:
        note = Note("the way is written here", self.raw.at("each"))
        raise refusal("P235", f'"each": "{word}": {message}', place, hint, [note])

    def _entry(self, way: list[_Level]) -> Map:
        """The entry at the end of a way, with what it takes from above."""
        last = way[-1]
        made = Map.empty(last.span())
        if isinstance(last.value, Map):
            for key, value in last.value.items():
                made.put(key, value, last.value.where(key))
        for field, name in self.what.take.items():
            level, _, own = name.rpartition(".")
            number = self._level(level) or 0
            one = way[number]
            if isinstance(one.value, Map):
                self.known.setdefault(number, set()).update(one.value)
            if (found := one.taken(own)) is not None:
                self.taken.add(field)
                if made.get(field) is None:
                    made.put(field, *found)
        return made


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    return "a list" if isinstance(value, Seq) else f'the text "{value[:40]}"'


# --- the names of columns


def renamed(
    made: list[Part], columns: Mapping[str, str | None], raw: Map, known: Collection[str]
) -> list[Part]:
    """The entries with their keys called as the fields are, as `columns:` says; what is passed
    over is left out.

    Raises Problems (P230 two columns for one field, P231 no such column, P232 no such field).
    """
    renaming = _Renaming(columns, known)
    result = [part._replace(entries=renaming.of(part.entries)) for part in made]
    found, asked = renaming.found, raw.get("columns", {})
    for name, field in columns.items():
        if name == "*" and field is not None:
            message = 'columns: "*" passes over all other columns, and names no field'
            found.append(error("P232", message, asked.at(name), 'write "*": ~'))
        elif field is not None and field not in known:
            message = f'columns: there is no field "{field}"'
            hint = did_you_mean(field, known) or "declare it under fields:"
            found.append(error("P232", message, asked.at(name), hint))
        elif name != "*" and renaming.names and _plain(name) not in map(_plain, renaming.names):
            message = f'columns: there is no column "{name}"'
            found.append(
                error("P231", message, asked.key(name), did_you_mean(name, renaming.names))
            )
    if found:
        raise Problems(found)
    return result


class _Renaming:
    """What each key is to be called, by `names`; None for those that are passed over."""

    def __init__(self, columns: Mapping[str, str | None], known: Collection[str]) -> None:
        self.columns, self.known = columns, known
        self.own = {_plain(name): name for name in known}
        self.wanted = {_plain(name): field for name, field in columns.items()}
        self.names: dict[str, str | None] = {}
        self.found: list[Diagnostic] = []
        self.told: set[tuple[str, str]] = set()

    def of(self, entries: Seq) -> Seq:
        """The entries of a file; those of lists without `columns:` as they are."""
        first: Any = entries[0] if entries else {}
        table = is_table(entries.span())
        if not self.columns and not (table and any(self.field(name) != name for name in first)):
            return entries
        result = Seq.empty(entries.span())
        result.extend(self.entry(one) if isinstance(one, Map) else one for one in entries)
        result.places = entries.places
        return result

    def entry(self, entry: Map) -> Map:
        """An entry with its keys renamed; two for one field are found (P230)."""
        result = Map.empty(entry.span())
        taken: dict[str, str] = {}
        for key, value, place in self.flat(entry):
            if (field := self.field(key)) is None:
                continue
            other = taken.setdefault(field, key)
            if other == key:
                result.put(field, value, place)
            elif (other, key) not in self.told:
                self.told.add((other, key))
                message = f'both "{other}" and "{key}" are to be the field "{field}"'
                note = Note("the first one is here", result.key(field))
                hint = f"pass one of them over: columns: {{{quoted(key)}: ~}}"
                span = Span(entry.file, *place[:2])
                self.found.append(error("P230", message, span, hint, [note]))
        return result

    def flat(self, entry: Map, above: str = "") -> Iterator[tuple[str, Any, Sequence[int]]]:
        """Keys, values and places of an entry; those of a map within it as `set.code`, where
        `columns:` does not name the map itself.
        """
        for key, value in entry.items():
            name = f"{above}{key}"
            if isinstance(value, Map) and _plain(name) not in self.wanted:
                yield from self.flat(value, f"{name}.")
            else:
                yield name, value, entry.where(key)

    def field(self, name: str) -> str | None:
        """What a key is to be called."""
        if name not in self.names:
            plain = _plain(name)
            field: str | None = name if name in self.known else self.own.get(plain, name)
            if "*" in self.wanted and field not in self.known:
                field = None
            self.names[name] = self.wanted.get(plain, field)
        return self.names[name]


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
