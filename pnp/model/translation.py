"""Lays the texts of `lang/LANGUAGE.yaml` over a game as it is written, before anything is checked,
and keeps every text of the game with its translation.

The overlay mirrors the game's own files by the same ids. Only texts may differ: what is no text,
or names what is not there, is an error in the overlay.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Note, Span, did_you_mean, error, refusal
from pnp.load import yaml
from pnp.load.encoding import short, utf8
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.declarations import shown
from pnp.model.fields import FieldType
from pnp.model.game import RULE_MARK
from pnp.model.kinds import MISSING
from pnp.model.text_rules import braces_in

FOLDER = "lang"
"""The folder of a game that holds its translations."""
_GAME = "title subtitle author notice age elsewhere terms components".split()
_BESIDE = ("words", "setup", "same")
_INNER = ("cards", "notes", "tokens", "defaults", "data", "figures")
"""What a component says in files of its own."""
_PATTERNS = [
    pattern.split(".")
    for pattern in (
        "title subtitle author notice age elsewhere.* terms.*.*.label terms.*.*.letter"
        " terms.*.*.text components.*.title components.*.fields.*.default"
    ).split()
]
"""Where `game.yaml` has texts."""
_IMPLIED: Mapping[tuple[str | int, int], str] = {
    ("terms", 3): "label",
    ("components", 2): "title",
}
"""Texts that a name stands for where they are not written, by the first key and the depth."""
_ADDED = (("words", "book"), ("words", "first_page"))
"""Words that pages bring along, which a translation may say though the first language does not."""
_OPTIONAL = ("author", "letter")
"""Texts that may stay as they are without a word about it."""
_PICTURES = ("icon", "image")
"""Fields of the shared faces that name icons and pictures, and need not say so by `printed:`."""
_NAMED = 5
_FIGURES = re.compile(r"\d+")

Path = tuple[str | int, ...]
"""Keys of maps, and entries of lists from 1."""


class Text(NamedTuple):
    """A text of a game: its path in the overlay, its words in the first language and their place,
    and the translation, None where it is missing. It is `assumed` where the overlay need not say
    it; a `file` is translated as a whole.
    """

    path: Path
    words: str
    place: Span
    translated: str | None = None
    assumed: bool = False
    file: bool = False

    @property
    def name(self) -> str:
        """Its path as it is told: components.crimes.cards.fire.text."""
        return named(self.path)


def named(path: Path) -> str:
    """A path as it is told."""
    return ".".join(map(str, path))


class Translated(Map):
    """A map with values of an overlay: where those stand, and by which text of the first language
    a card is named.
    """

    __slots__ = ("moved", "named")
    moved: dict[str, Span]
    named: str | None

    def at(self, key: str) -> Span:
        """Where a value begins, be it in the overlay."""
        return self.moved.get(key) or super().at(key)


class _TranslatedSeq(Seq):
    __slots__ = ("moved",)
    moved: dict[int, Span]

    def at(self, index: int) -> Span:
        """Where an entry begins, be it in the overlay."""
        return self.moved.get(index) or super().at(index)


class Translation:
    """The overlay of a game in one language; `texts` gathers all that it has met, `found` what is
    wrong. In the first language there is none: only the columns of others are passed over.
    """

    def __init__(self, files: Disk, folder: str, language: str, languages: Sequence[str]) -> None:
        self.files, self.folder = files, folder
        self.first, *self.others = languages
        self.language = language
        self.texts: list[Text] = []
        self.found: list[Diagnostic] = []
        self.path = f"{folder}/{FOLDER}/{language}.yaml"
        self.shown = files.shown(self.path)
        self.over = Map.empty(Span(self.shown))
        self._same: dict[str, bool] = {}
        self._read: set[Path] = set()
        if self.is_first or not files.exists(self.path):
            return
        value = yaml.parse(files.read(self.path), self.shown, files.limits) or self.over
        if not isinstance(value, Map):
            message = "expected a map that mirrors the game: title:, terms:, words:, components:"
            raise refusal("P203", message, yaml.place(value, self.shown))
        self.over = value
        self.found += braces_in(value)
        self._unknown(value, [*_GAME, *_BESIDE], "the game has no texts under")
        same = value.get("same")
        self._same = dict.fromkeys(filter(_is_str, same if isinstance(same, Seq) else []), False)
        if same is not None and not isinstance(same, Seq):
            message = f'"same": expected a list such as [patients.name], found {shown(same)}'
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
        laid = self._map(part, over, (), _is_text_of_game)
        return _with(raw, {key: (laid[key], laid.at(key)) for key in laid})

    def words(self, raw: Map) -> Map:
        """`words.yaml`; words that pages bring along may be added."""
        return raw if self.is_first else self._map(raw, self._part("words"), ("words",), _anything)

    def setup(self, raw: Seq) -> Seq:
        """The steps of `setup.yaml`, whose sentences stand in the overlay in their order."""
        return raw if self.is_first else self._in_order(raw, ("setup",), "says")

    def data(self, component: str, raw: Map, types: Mapping[str, FieldType]) -> Map:
        """The data of a board: labels and the texts of its own fields."""
        if self.is_first:
            return raw
        fields = {name for name, kind in types.items() if is_translated(kind)} | {"label"}

        def is_text(path: Path) -> bool:
            return len(path) > 5 and path[3] in ("spaces", "areas", "tracks") and path[5] in fields

        path = ("components", component, "data")
        self._read.add(path)
        return self._map(raw, self._part(*path), path, is_text)

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
        self._unknown(self._part(*path), list(raw), "there is no scene")
        new = {}
        for name, scene in raw.items():
            items = scene.get("items") if isinstance(scene, Map) else None
            if isinstance(items, Seq):
                laid = self._in_order(items, (*path, name), "text")
                new[name] = (_with(scene, {"items": (laid, laid.span())}), raw.at(name))
        return _with(raw, new)

    def cards(
        self,
        component: str,
        what: str,
        entries: Seq,
        defaults: Map,
        key: str,
        types: Mapping[str, FieldType],
    ) -> tuple[Seq, Map]:
        """The entries of a deck, whose texts the overlay has by their ids and the table in columns
        such as `text:de`, and their `defaults:`.
        """
        tags = (self.first, *self.others)
        path = ("components", component, what)
        fields = {name for name, kind in types.items() if is_translated(kind)}
        over = self._part(*path)
        laid = Seq.empty(entries.span())
        laid.places = entries.places
        known: dict[str, None] = {}
        for raw in entries:
            row, columns = self._columns(raw, tags, types) if isinstance(raw, Map) else (raw, {})
            if isinstance(row, Map) and not self.is_first:
                name = row.get(key)
                name = name.strip() if isinstance(name, str) else ""
                known[name] = None
                own = over.get(name) if isinstance(over, Map) else None
                row = self._map(row, own, (*path, name), lambda at: at[4] in fields, columns)
                if isinstance(row, Translated) and key in fields:
                    row.named = name
            laid.append(row)
        if self.is_first:
            return laid, defaults
        self._unknown(over, list(known), f'"{component}" has no card')
        beside = (*path[:2], "defaults")
        self._read |= {path, beside}
        return laid, self._map(defaults, self._part(*beside), beside, lambda at: at[3] in fields)

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
        """All that is wrong with the overlay; for after these components are read."""
        parts = self._part("components")
        for name, part in parts.items() if isinstance(parts, Map) else ():
            for key in _INNER if isinstance(part, Map) and name in components else ():
                if key in part and ("components", name, key) not in self._read:
                    message = f'"{name}" has no texts under "{key}"'
                    self.found.append(error("P251", message, part.key(key), "take it out"))
        for index, pattern in enumerate(self.over.get("same") or ()):
            if not self._same.get(pattern, True):
                message = f'"same": no text is called "{pattern}"'
                hint = "write COMPONENT.FIELD, such as patients.name"
                self.found.append(error("P251", message, self.over["same"].at(index), hint))
        return self.found

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

    # --- how an overlay is laid

    def _part(self, *path: str | int) -> Any:
        """What the overlay has at a path, None where there is nothing."""
        part: Any = self.over
        for key in path:
            part = part.get(str(key)) if isinstance(part, Map) else None
        return part

    def _map(
        self,
        raw: Map,
        over: Any,
        path: Path,
        is_text: Callable[[Path], bool],
        columns: Mapping[str, tuple[str, Span]] | None = None,
    ) -> Map:
        """A map with the texts of its overlay; `columns` are other translations of them."""
        if over is not None and not isinstance(over, Map):
            self._no_text(named(path), over, self._place(path), "a map of texts")
            over = None
        over = Map.empty(raw.span()) if over is None else over
        implied = _IMPLIED.get((path[0], len(path)), "") if path else ""
        new: dict[str, tuple[Any, Span]] = {}
        texts: list[str] = []
        for key in dict.fromkeys((*raw, *filter(None, [implied]))):
            value, where = raw.get(key), (*path, key)
            if value is None and key == implied:
                value = str(path[-1]).replace("-", " ").replace("_", " ").capitalize()
            elif value is None and where[0] == "terms" and len(where) == 3:
                value = Map.empty(raw.at(key))
            worked_out = isinstance(value, Map) and list(value) == ["expr"]
            if is_text(where) and (isinstance(value, str) or worked_out):
                texts.append(key)
                other = over.get(key), over.at(key)
                if other[0] is None and columns and key in columns:
                    other = columns[key]
                if (laid := self._text(where, value, raw.at(key), *other)) is not None:
                    new[key] = laid
            elif _is_inner(where):
                continue
            elif (
                isinstance(value, (Map, Seq))
                and not isinstance(over.get(key), str)
                and (key in over or _holds_texts(where, is_text))
            ):
                lay: Any = self._map if isinstance(value, Map) else self._seq
                below = lay(value, over.get(key), where, is_text)
                texts += [key] if below is not value or key in over else []
                if below is not value:
                    new[key] = (below, raw.at(key))
            elif key in over:
                self._no_text(named(where), over[key], over.at(key), "nothing")
        known = [*texts, *(key for key in raw if isinstance(raw[key], (Map, Seq)))]
        for key in over:
            where = (*path, key)
            if key in raw or key in texts or _is_inner(where):
                continue
            if where[:2] in _ADDED:
                new[key] = (over[key], over.at(key))
                continue
            message = f'"{short(named(path) or "the game")}" has no text "{short(key)}"'
            hint = did_you_mean(key, known) or "take it out: the first language lacks it"
            self.found.append(error("P251", message, over.key(key), hint))
        return _with(raw, new) if new else raw

    def _seq(self, raw: Seq, over: Any, path: Path, is_text: Callable[[Path], bool]) -> Seq:
        """A list with the texts of its overlay, in their order."""
        if over is not None and not isinstance(over, Seq):
            self._no_text(named(path), over, self._place(path), "a list of texts")
            over = None
        moved: dict[int, Span] = {}
        laid = _TranslatedSeq(raw)
        laid.file, laid.line, laid.column, laid.places = raw.file, raw.line, raw.column, raw.places
        for index, value in enumerate(raw):
            there = over is not None and index < len(over)
            other, place = (over[index], over.at(index)) if there else (None, raw.at(index))
            where: Path = (*path, index + 1)
            if isinstance(value, str) and is_text(where):
                if (text := self._text(where, value, raw.at(index), other, place)) is not None:
                    laid[index], moved[index] = text
            elif isinstance(value, Map):
                laid[index] = self._map(value, other, where, is_text)
        if over is not None and len(over) > len(raw):
            message = f'"{named(path)}" has {len(raw)} texts, and {len(over)} stand here'
            self.found.append(error("P251", message, over.at(len(raw)), "take the last ones out"))
        laid.moved = moved
        return laid

    def _in_order(self, raw: Seq, path: Path, key: str) -> Seq:
        """A list of maps, the texts under whose `key` stand in the overlay as a list."""
        having = [
            n for n, one in enumerate(raw) if isinstance(one, Map) and isinstance(one.get(key), str)
        ]
        told = Seq([raw[n][key] for n in having])
        told.file, told.line, told.column = raw.span()
        spans = [raw[n].at(key) for n in having]
        told.places = [(span.line, span.column) for span in spans]
        texts = self._seq(told, self._part(*path), path, _anything)
        laid = Seq(raw)
        laid.file, laid.line, laid.column, laid.places = raw.file, raw.line, raw.column, raw.places
        for at, n in enumerate(having):
            if texts[at] is not told[at]:
                laid[n] = _with(raw[n], {key: (texts[at], texts.at(at))})
        return laid

    def _text(
        self, path: Path, value: Any, place: Span, other: Any, other_place: Span
    ) -> tuple[Any, Span] | None:
        """The translation of a text and its place, None where there is none; a text that is worked
        out (`{expr: …}`) may be either.
        """
        words = value if isinstance(value, str) else value["expr"]
        worked_out = isinstance(other, Map) and list(other) == ["expr"] and isinstance(value, Map)
        if other is not None and not (isinstance(other, str) or worked_out):
            self._no_text(named(path), other, other_place, "a text")
            other = None
        own = other["expr"] if isinstance(other, Map) else other
        assumed = (self._is_same(path) or path[-1] in _OPTIONAL) and own is None
        if isinstance(value, Map) and not isinstance(other, str):
            path = (*path, "expr")
        if own is not None or any(map(str.isalpha, words)):
            self.texts.append(Text(path, words, place, words if assumed else own, assumed))
        if own is not None and isinstance(other, Map) == isinstance(value, Map):
            self._check_figures(words, place, own, other_place)
        return None if other is None else (other, other_place)

    def _is_same(self, path: Path) -> bool:
        """Whether `same:` says that a text is the same in every language."""
        names = (named(path), f"{path[1]}.{path[-1]}" if len(path) > 2 else "")
        for pattern in self._same:
            if any(fnmatchcase(name, pattern) for name in names):
                self._same[pattern] = True
                return True
        return False

    def _check_figures(self, words: str, place: Span, own: str, own_place: Span) -> None:
        """P255 for a text whose figures are not those of the first language."""
        first, other = (Counter(_FIGURES.findall(text)) for text in (words, own))
        if first != other:
            shown = " and ".join(sorted((first - other) + (other - first)))
            message = f"the figures {shown} stand in only one of the text and its translation"
            notes = [Note(f"in the first language: {short(words)}", place)]
            hint = "write the same figures in both; a number may be a word in both"
            self.found.append(error("P255", message, own_place, hint, notes))

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
                self._no_text(field, raw[column], raw.at(column), "nothing")
        return plain, own

    def _place(self, path: Path) -> Span:
        owner = self._part(*path[:-1]) if path else self.over
        return owner.at(str(path[-1])) if isinstance(owner, Map) else self.over.span()

    def _no_text(self, owner: str, value: Any, place: Span, expected: str) -> None:
        message = f'"{short(owner)}": expected {expected}, found {shown(value)}'
        hint = ""
        if expected == "nothing":
            message = f'"{short(owner)}" is no text: it is the same in every language'
            hint = "take it out of the translation"
        self.found.append(error("P252", message, place, hint))

    def _unknown(self, over: Any, known: Sequence[str], what: str) -> None:
        """P251 for each key of an overlay that names nothing."""
        for key in over if isinstance(over, Map) else ():
            if key not in known:
                message = f'{what} "{short(key)}"'
                hint = did_you_mean(key, known) or "take it out, or correct its id"
                self.found.append(error("P251", message, over.key(key), hint))


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


def _is_inner(path: Path) -> bool:
    """Whether a component has files of its own for what lies at a path."""
    return len(path) == 3 and path[0] == "components" and path[2] in _INNER


def _holds_texts(path: Path, is_text: Callable[[Path], bool]) -> bool:
    """Whether texts may lie below a path."""
    if is_text is not _is_text_of_game:
        return True
    return any(len(parts) > len(path) and _fits(path, parts) for parts in _PATTERNS)


def _is_text_of_game(path: Path) -> bool:
    return any(len(parts) == len(path) and _fits(path, parts) for parts in _PATTERNS)


def _fits(path: Path, pattern: Sequence[str]) -> bool:
    return all(want in ("*", str(key)) for key, want in zip(path, pattern, strict=False))


def _anything(_: Path) -> bool:
    return True


def _is_str(value: Any) -> bool:
    return isinstance(value, str)


def _with(raw: Map, new: Mapping[str, tuple[Any, Span]]) -> Map:
    """A map with other values, each with its place."""
    laid = Translated(raw)
    laid.file, laid.line, laid.column = raw.span()
    laid.places = raw.places[:]
    laid.moved = dict(getattr(raw, "moved", {}))
    laid.named = getattr(raw, "named", None)
    for key, (value, place) in new.items():
        if key in raw:
            laid[key] = value
        else:
            laid.put(key, value, (place.line, place.column) * 2)
        laid.moved[key] = place
    return laid


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
