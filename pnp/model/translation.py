"""Lays the texts of `lang/LANGUAGE.yaml` over a game as it is written, before anything is checked,
and keeps every text of the game with its translation.

The overlay mirrors the game's own files by the same ids. Only texts may differ: what is no text,
or names what is not there, is an error in the overlay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any

from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, refusal, warning
from pnp.load import yaml
from pnp.load.encoding import short, utf8
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.deck import Part
from pnp.model.declarations import shown
from pnp.model.fields import FieldType
from pnp.model.game import RULE_MARK
from pnp.model.kinds import MISSING
from pnp.model.overlay import (
    INNER,
    Overlay,
    Path,
    Text,
    Translated,
    anything,
    is_text_of_game,
    with_values,
)
from pnp.model.text_rules import braces_in

FOLDER = "lang"
"""The folder of a game that holds its translations."""
_GAME = "title subtitle author notice age elsewhere terms components".split()
_BESIDE = ("words", "setup", "same")
_PICTURES = ("icon", "image")
"""Fields of the shared faces that name icons and pictures, and need not say so by `printed:`."""
_NAMED = 5
_TAG = "([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)"
_FILE = re.compile(rf"{_TAG}\.yaml|.+\.{_TAG}\.md")
"""A file of a language: `de.yaml`, `rulebook.de.md`."""


class Translation(Overlay):
    """The overlay of a game in one language; `texts` gathers all that it has met, `found` what is
    wrong. In the first language there is none: only the columns of others are passed over.
    """

    def __init__(
        self,
        files: Disk,
        folder: str,
        language: str,
        languages: Sequence[str],
        gathers: bool = False,
    ) -> None:
        self.files, self.folder = files, folder
        self.first, *self.others = languages
        self.language = language
        self.path = f"{folder}/{FOLDER}/{language}.yaml"
        self.shown = files.shown(self.path)
        super().__init__(Map.empty(Span(self.shown)), gathers)
        self._read: set[Path] = set()
        if self.is_first or not files.exists(self.path):
            return
        value = yaml.parse(files.read(self.path), self.shown, files.limits) or self.over
        if not isinstance(value, Map):
            message = "expected a map that mirrors the game: title:, terms:, words:, components:"
            raise refusal("P203", message, yaml.place(value, self.shown))
        self.over = value
        self.found += braces_in(value)
        self.unknown(value, [*_GAME, *_BESIDE], "the game has no texts under")
        same = value.get("same")
        self.same = dict.fromkeys(filter(_is_str, same if isinstance(same, Seq) else []), False)
        if same is not None and not isinstance(same, Seq):
            message = f'"same": expected a list such as [cards.name], found {shown(same)}'
            self.found.append(error("P203", message, value.at("same")))

    @property
    def is_first(self) -> bool:
        """Whether it is the game's first language, which has no overlay."""
        return self.language == self.first

    # --- what the loader calls, each with a file or a part of one as it was parsed

    def game(self, raw: Map) -> Map:
        """`game.yaml`; what components say in files of their own comes later."""
        if self.is_first:
            return raw
        over = Map.empty(self.over.span())
        for key in filter(self.over.__contains__, _GAME):
            over.put(key, self.over[key], self.over.where(key))
        part = Map.empty(raw.span())
        for key in filter(raw.__contains__, _GAME):
            part.put(key, raw[key], raw.where(key))
        laid = self.map(part, over, (), is_text_of_game)
        return with_values(raw, {key: (laid[key], laid.at(key)) for key in laid})

    def words(self, raw: Map) -> Map:
        """`words.yaml`; words that pages bring along may be added."""
        return raw if self.is_first else self.map(raw, self.part("words"), ("words",), anything)

    def setup(self, raw: Seq) -> Seq:
        """The steps of `setup.yaml`, whose sentences stand in the overlay in their order."""
        return raw if self.is_first else self.in_order(raw, ("setup",), "says")

    def data(self, component: str, raw: Map, types: Mapping[str, FieldType]) -> Map:
        """The data of a board: labels and the texts of its own fields."""
        if self.is_first:
            return raw
        fields = {name for name, kind in types.items() if is_translated(kind)} | {"label"}

        def is_text(path: Path) -> bool:
            return len(path) > 5 and path[3] in ("spaces", "areas", "tracks") and path[5] in fields

        path = ("components", component, "data")
        self._read.add(path)
        return self.map(raw, self.part(*path), path, is_text)

    def scenes(self, component: str, owner: Map, components: Mapping[str, Any]) -> Map | None:
        """The figures of a rulebook, those that it names or `figures.yaml`, or of a player aid in a
        game without one: of each scene the texts of its items in their order. None where they are
        read as they stand.
        """
        figures, books = owner.get("figures"), [one.get("kind") for one in components.values()]
        file = f"{self.folder}/{figures or 'figures.yaml'}"
        if self.is_first or not (figures or self.files.exists(file)):
            return None
        if owner["kind"] != "rulebook" and "rulebook" in books:
            return None
        data = self.files.read(file, owner.at("figures"))
        raw = yaml.parse(data, self.files.shown(file), self.files.limits)
        if not isinstance(raw, Map):
            return None
        path = ("components", component, "figures")
        self._read.add(path)
        self.unknown(self.part(*path), list(raw), "there is no scene")
        new = {}
        for name, scene in raw.items():
            items = scene.get("items") if isinstance(scene, Map) else None
            if isinstance(items, Seq):
                laid = self.in_order(items, (*path, name), "text")
                new[name] = (with_values(scene, {"items": (laid, laid.span())}), raw.at(name))
        return with_values(raw, new)

    def cards(
        self,
        component: str,
        what: str,
        parts: Sequence[Part],
        types: Mapping[str, FieldType],
        name_of: Callable[[Map, Map], str],
    ) -> list[Part]:
        """The entries of a deck, whose texts the overlay has by their ids and the table in columns
        such as `text:de`, and their `defaults:`; `name_of` gives the id of an entry.
        """
        tags = (self.first, *self.others)
        path = ("components", component, what)
        beside = (*path[:2], "defaults")
        fields = {name for name, kind in types.items() if is_translated(kind)}
        over = self.part(*path)
        known: dict[str, None] = {}
        result = []
        for part in parts:
            laid = Seq.empty(part.entries.span())
            laid.places = part.entries.places
            for raw in part.entries:
                is_map = isinstance(raw, Map)
                row, columns = self._columns(raw, tags, types) if is_map else (raw, {})
                if is_map and not self.is_first:
                    name = name_of(row, part.defaults)
                    known[name] = None
                    own = over.get(name) if isinstance(over, Map) else None
                    row = self.map(row, own, (*path, name), lambda at: at[4] in fields, columns)
                    if isinstance(row, Translated):
                        row.named = name
                laid.append(row)
            defaults = part.defaults
            if not self.is_first:
                own = self.part(*beside)
                defaults = self.map(defaults, own, beside, lambda at: at[3] in fields)
            result.append(Part(laid, defaults))
        if not self.is_first:
            self.unknown(over, list(known), f'"{component}" has no card')
            self._read |= {path, beside}
        return result

    def markdown(self, path: str, place: Span) -> str:
        """The path of a text in this language; that of the first where it is not translated."""
        if self.is_first:
            return path
        name = PurePosixPath(path)
        own = f"{self.folder}/{FOLDER}/{name.stem}.{self.language}{name.suffix}"
        there = self.files.exists(own)
        own_name = f"{FOLDER}/{PurePosixPath(own).name}"
        text = Text((own_name,), name.name, place, own_name if there else None, file=True)
        self.texts.append(text)
        if there:
            self.found += self._tags(path, own)
        return own if there else path

    def _tags(self, first: str, own: str) -> Iterator[Diagnostic]:
        """P254 for each tag of a rule that a translated text has more or less often than the first:
        both must tell the same.
        """
        places = [_rule_marks(self.files, path) for path in (first, own)]
        for rule in dict.fromkeys((*places[0], *places[1])):
            before, after = (marks.get(rule, []) for marks in places)
            if len(before) == len(after):
                continue
            message = (
                f"{{{rule}}} stands here {_times(len(after))}, in the first language"
                f" {_times(len(before))}"
            )
            notes = [Note("it stands here in the first language", at) for at in before]
            place = after[-1] if after else Span(self.files.shown(own))
            hint = "write it behind each sentence that tells the rule, as in the first language"
            yield error("P254", message, place, hint, notes)

    def finished(self, components: Collection[str]) -> list[Diagnostic]:
        """All that is wrong with the overlay, nothing where it only gathers; for after these
        components are read.
        """
        parts = self.part("components")
        for name, part in parts.items() if isinstance(parts, Map) else ():
            for key in INNER if isinstance(part, Map) and name in components else ():
                if key in part and ("components", name, key) not in self._read:
                    message = f'"{name}" has no texts under "{key}"'
                    self.found.append(error("P251", message, part.key(key), "take it out"))
        for index, pattern in enumerate(self.over.get("same") or ()):
            if not self.same.get(pattern, True):
                message = f'"same": no text is called "{pattern}"'
                hint = "write COMPONENT.FIELD, such as cards.name"
                self.found.append(error("P251", message, self.over["same"].at(index), hint))
        return [] if self.gathers else self.found

    def missing(self) -> Iterator[Diagnostic]:
        """P253 where texts are missing, with the first few of them."""
        asked = [text for text in self.texts if not text.assumed]
        lacking = [text for text in asked if text.translated is None]
        if lacking:
            total = f"{len(lacking):,} of {len(asked):,} texts"
            message = f"{self.language}: {total} {'is' if len(lacking) == 1 else 'are'} missing"
            few = lacking if len(lacking) <= _NAMED + 1 else lacking[:_NAMED]
            notes = [Note(f"{text.name}: {short(text.words)}", text.place) for text in few]
            if len(few) < len(lacking):
                notes.append(Note(f"and {len(lacking) - len(few):,} more"))
            hint = "write them there; --draft prints the first language in their place"
            yield error(MISSING, message, Span(self.shown), hint, notes)

    def _columns(
        self, raw: Map, tags: Sequence[str], types: Mapping[str, FieldType]
    ) -> tuple[Map, dict[str, tuple[str, Span]]]:
        """A row without its columns for languages, and those of this language by their fields."""
        named = {}
        for column in raw:
            field, _, tag = column.rpartition(":")
            if field in types and tag in tags:
                named[column] = field
        if not named:
            return raw, {}
        plain = Map.empty(raw.span())
        for column in raw:
            if column not in named:
                plain.put(column, raw[column], raw.where(column))
        own: dict[str, tuple[str, Span]] = {}
        for column, field in named.items():
            if not column.endswith(f":{self.language}") or raw[column] is None:
                continue
            if is_translated(types[field]):
                own[field] = (raw[column], raw.at(column))
            else:
                self.no_text(field, raw[column], raw.at(column), "nothing")
        return plain, own


def unlisted(files: Disk, folder: str, known: Sequence[str]) -> Iterator[Diagnostic]:
    """P258 for each language that has files under `lang/`, and that the game does not list."""
    told = {*known[1:]}
    with suppress(Problems):
        for path in files.names(f"{folder}/{FOLDER}"):
            file = _FILE.fullmatch(path.rpartition("/")[2])
            if file is None or (language := file[1] or file[2]) in told:
                continue
            told.add(language)
            message = f'nothing reads "{file[0]}": the game has no language "{language}"'
            hint = f"list it in game.yaml: languages: [{', '.join([*known[1:], language])}]"
            if language == known[0]:
                message = f'nothing reads "{file[0]}": "{language}" is the first language'
                hint = "take it out: the game's own files are in that language"
            yield warning("P258", message, Span(files.shown(path)), hint)


def is_translated(field: FieldType) -> bool:
    """Whether the values of a field are texts that people read: neither choices nor names of icons
    or pictures.
    """
    one = field.of or field
    if one.kind not in ("text", "markup") or one.domain is not None or field.expr:
        return False
    if not field.printed:
        return field.name not in _PICTURES
    return bool({"text", "label"} & {*field.printed})


def _is_str(value: Any) -> bool:
    return isinstance(value, str)


def _rule_marks(files: Disk, path: str) -> dict[str, list[Span]]:
    """Where each rule is named in a text."""
    name = files.shown(path)
    found: dict[str, list[Span]] = {}
    for number, line in enumerate(utf8(files.read(path), name).split("\n"), 1):
        for mark in RULE_MARK.finditer(line):
            for rule in mark[1].replace(",", " ").split():
                found.setdefault(rule, []).append(Span(name, number, mark.start() + 1))
    return found


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
