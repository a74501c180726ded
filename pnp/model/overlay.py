"""Lays an overlay of texts over maps and lists as they were parsed: the texts take the place of
those of the first language, and keep their own places; what is no text, or names what is not there,
is found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Note, Span, did_you_mean, error
from pnp.load.encoding import short
from pnp.load.yaml import Map, Seq
from pnp.model.declarations import shown

INNER = ("cards", "notes", "tokens", "defaults", "data", "figures")
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
ADDED = tuple(("words", key) for key in ("book", "first_page", "sheet", "outside_the_box"))
"""Words that pages bring along, which a translation may say though the first language does not."""
_OPTIONAL = ("author", "letter")
"""Texts that may stay as they are without a word about it."""
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


class Overlay:
    """The texts of a language; `texts` gathers all that it has met, `found` what is wrong. One
    that only `gathers` leaves the game in its first language, so that no text can stop it.
    """

    def __init__(self, over: Map, gathers: bool = False) -> None:
        self.over, self.gathers = over, gathers
        self.texts: list[Text] = []
        self.found: list[Diagnostic] = []
        self.same: dict[str, bool] = {}
        """Patterns of texts that are the same in every language, and whether any was met."""

    def part(self, *path: str | int) -> Any:
        """What the overlay has at a path, None where there is nothing."""
        part: Any = self.over
        for key in path:
            part = part.get(str(key)) if isinstance(part, Map) else None
        return part

    def map(
        self,
        raw: Map,
        over: Any,
        path: Path,
        is_text: Callable[[Path], bool],
        columns: Mapping[str, tuple[str, Span]] | None = None,
    ) -> Map:
        """A map with the texts of its overlay; `columns` are other translations of them."""
        if over is not None and not isinstance(over, Map):
            self.no_text(named(path), over, self._place(path), "a map of texts")
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
                lay: Any = self.map if isinstance(value, Map) else self.seq
                below = lay(value, over.get(key), where, is_text)
                texts += [key] if below is not value or key in over else []
                if below is not value:
                    new[key] = (below, raw.at(key))
            elif key in over:
                self.no_text(named(where), over[key], over.at(key), "nothing")
        known = [*texts, *(key for key in raw if isinstance(raw[key], (Map, Seq)))]
        for key in over:
            where = (*path, key)
            if key in raw or key in texts or _is_inner(where):
                continue
            if where[:2] in ADDED:
                new[key] = (over[key], over.at(key))
                continue
            message = f'"{short(named(path) or "the game")}" has no text "{short(key)}"'
            hint = did_you_mean(key, known) or "take it out: the first language lacks it"
            self.found.append(error("P251", message, over.key(key), hint))
        return with_values(raw, new) if new and not self.gathers else raw

    def seq(self, raw: Seq, over: Any, path: Path, is_text: Callable[[Path], bool]) -> Seq:
        """A list with the texts of its overlay, in their order."""
        if over is not None and not isinstance(over, Seq):
            self.no_text(named(path), over, self._place(path), "a list of texts")
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
                laid[index] = self.map(value, other, where, is_text)
        if over is not None and len(over) > len(raw):
            message = f'"{named(path)}" has {len(raw)} texts, and {len(over)} stand here'
            self.found.append(error("P251", message, over.at(len(raw)), "take the last ones out"))
        laid.moved = moved
        return laid

    def in_order(self, raw: Seq, path: Path, key: str) -> Seq:
        """A list of maps, the texts under whose `key` stand in the overlay as a list."""
        having = [
            n for n, one in enumerate(raw) if isinstance(one, Map) and isinstance(one.get(key), str)
        ]
        told = Seq([raw[n][key] for n in having])
        told.file, told.line, told.column = raw.span()
        spans = [raw[n].at(key) for n in having]
        told.places = [(span.line, span.column) for span in spans]
        texts = self.seq(told, self.part(*path), path, anything)
        laid = Seq(raw)
        laid.file, laid.line, laid.column, laid.places = raw.file, raw.line, raw.column, raw.places
        for at, n in enumerate(having):
            if texts[at] is not told[at]:
                laid[n] = with_values(raw[n], {key: (texts[at], texts.at(at))})
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
            self.no_text(named(path), other, other_place, "a text")
            other = None
        own = other["expr"] if isinstance(other, Map) else other
        assumed = (self._is_same(path) or path[-1] in _OPTIONAL) and own is None
        if isinstance(value, Map) and not isinstance(other, str):
            path = (*path, "expr")
        if own is not None or any(map(str.isalpha, words)):
            self.texts.append(Text(path, words, place, words if assumed else own, assumed))
        if own is not None and isinstance(other, Map) == isinstance(value, Map):
            self.check_figures(words, place, own, other_place)
        return None if other is None or self.gathers else (other, other_place)

    def _is_same(self, path: Path) -> bool:
        """Whether `same:` says that a text is the same in every language."""
        names = (named(path), f"{path[1]}.{path[-1]}" if len(path) > 2 else "")
        for pattern in self.same:
            if any(fnmatchcase(name, pattern) for name in names):
                self.same[pattern] = True
                return True
        return False

    def check_figures(self, words: str, place: Span, own: str, own_place: Span) -> None:
        """P255 for a text whose figures are not those of the first language."""
        first, other = (Counter(_FIGURES.findall(text)) for text in (words, own))
        if first != other:
            shown = " and ".join(sorted((first - other) + (other - first)))
            message = f"the figures {shown} stand in only one of the text and its translation"
            notes = [Note(f"in the first language: {short(words)}", place)]
            hint = "write the same figures in both; a number may be a word in both"
            self.found.append(error("P255", message, own_place, hint, notes))

    def _place(self, path: Path) -> Span:
        owner = self.part(*path[:-1]) if path else self.over
        return owner.at(str(path[-1])) if isinstance(owner, Map) else self.over.span()

    def no_text(self, owner: str, value: Any, place: Span, expected: str) -> None:
        """Find P252: what stands here is not what is expected; "nothing", where no text is."""
        message = f'"{short(owner)}": expected {expected}, found {shown(value)}'
        hint = ""
        if expected == "nothing":
            message = f'"{short(owner)}" is no text: it is the same in every language'
            hint = "take it out of the translation"
        self.found.append(error("P252", message, place, hint))

    def unknown(self, over: Any, known: Sequence[str], what: str) -> None:
        """P251 for each key of an overlay that names nothing."""
        for key in over if isinstance(over, Map) else ():
            if key not in known:
                message = f'{what} "{short(key)}"'
                hint = did_you_mean(key, known) or "take it out, or correct its id"
                self.found.append(error("P251", message, over.key(key), hint))


def _is_inner(path: Path) -> bool:
    """Whether a component has files of its own for what lies at a path."""
    return len(path) == 3 and path[0] == "components" and path[2] in INNER


def _holds_texts(path: Path, is_text: Callable[[Path], bool]) -> bool:
    """Whether texts may lie below a path."""
    if is_text is not is_text_of_game:
        return True
    return any(len(parts) > len(path) and _fits(path, parts) for parts in _PATTERNS)


def is_text_of_game(path: Path) -> bool:
    """Whether `game.yaml` has a text at a path."""
    return any(len(parts) == len(path) and _fits(path, parts) for parts in _PATTERNS)


def _fits(path: Path, pattern: Sequence[str]) -> bool:
    return all(want in ("*", str(key)) for key, want in zip(path, pattern, strict=False))


def anything(_: Path) -> bool:
    """Where every text counts."""
    return True


def with_values(raw: Map, new: Mapping[str, tuple[Any, Span]]) -> Map:
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
