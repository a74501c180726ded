"""What the columns of a file are taken for, and why. Nothing else in pnp guesses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.diagnostics import Span, refusal
from pnp.load.yaml import Map, Seq, TypedNumber
from pnp.model.deck import RESERVED
from pnp.model.declarations import COPIES
from pnp.model.entries import PICTURES
from pnp.model.fields import NO, PLAIN, WORDS, YES, is_id
from pnp.model.text_rules import NumberFormat, in_markup, in_text, of_web_pages
from pnp.starter.found_entries import Column, Found
from pnp.units.spelling import slug

FEW, SHORT, SENTENCE = 12, 5, 24
"""At most so many values make a term; at most so many signs fit a corner; texts that are longer on
average are sentences.
"""
_TITLES = "title name card_name titel nom nombre nome naam név".split()
_CORNERS = (
    "cost price points rank power strength level kosten preis punkte stärke coût prix coste value"
).split()
_KINDS = "type kind category class suit kategorie typ art catégorie tipo".split()
_REMARKS = "note notes notizen bemerkung bemerkungen comment comments remark todo internal".split()
_LANGUAGES = "de fr es it hu nl pl pt sv da no fi cs ru uk tr el ja zh ko".split()
_ADDRESS = r"(?i)https?://\S+"
_DATE = r"\d{1,4}([./-])\d{1,2}\1\d{1,4}([T ].*)?"
_DATABASE = r"(?i)[0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_PICTURE = rf"(?i).+\.(?:{'|'.join(PICTURES)}|psd|tiff?)"
_FORMATS = (
    NumberFormat(),
    NumberFormat("comma"),
    NumberFormat(thousands="comma"),
    NumberFormat("comma", "point"),
    NumberFormat("comma", "space"),
)


_NO_FIELDS = ("", "count", "translation")


class Taken(NamedTuple):
    """What a column is taken for: a role of a finished face or a field of one's own, empty where it
    is passed over; its type, or the language in which it says what another column does; why.
    """

    column: Column
    role: str
    kind: str
    why: str
    first: Column | None = None


class Guess(NamedTuple):
    """What a file is taken for: where its cards are, its columns, those that name a card, how
    numbers are written, and terms with ids and labels.
    """

    found: Found
    columns: Sequence[Taken]
    naming: Sequence[Column]
    numbers: NumberFormat
    terms: Mapping[str, Mapping[str, str]]


def guess(found: Found, place: Span) -> Guess:
    """What the columns of a file are. Raises Problems (P249 nothing tells the cards apart)."""
    guessing = _Guessing(found)
    naming = guessing.run(place)
    taken = sorted(guessing.taken, key=lambda one: found.columns.index(one.column))
    return Guess(found, taken, naming, guessing.numbers, guessing.terms)


class _Guessing:
    """The columns that are not taken yet, and those that are."""

    def __init__(self, found: Found) -> None:
        self.rows = found.rows
        self.left = [*found.columns]
        self.numbers = _numbers(found.columns)
        self.taken: list[Taken] = []
        self.terms: dict[str, dict[str, str]] = {}

    def run(self, place: Span) -> Sequence[Column]:
        """Take each column; those that name a card. Raises Problems (P249)."""
        self.copies()
        self.translations()
        for column in [*self.left]:
            if why := self.unwanted(column):
                self.take(column, "", "", why)
        self.headline()
        self.corner()
        self.sentences()
        self.kind()
        naming = self.naming(place)
        for column in [*self.left]:
            self.take(column, "own", *self.type_of(column))
        return naming

    def take(self, column: Column, role: str, kind: str, why: str) -> None:
        """Take a column for a role."""
        if (name := _term_name(column)) in re.findall(r"\w+", kind) and self.is_term(column):
            self.terms[name] = _meanings(column)
        numbers = self.figures(column) if role in ("own", "corner") and column.full else []
        small = all(re.fullmatch(r"[1-9](\.0+)?", one) for one in numbers)
        mostly_one = 2 * sum(float(one) == 1 for one in numbers) > len(numbers)
        if small and mostly_one and all(one.role != "count" for one in self.taken):
            why += "; if these are copies, map it to count"
        self.taken.append(Taken(column, role, kind, why))
        self.left.remove(column)

    def best(self, wanted: Callable[[Column], Any], names: Sequence[str]) -> Column | None:
        """The column that is wanted and has the first of some words in its name."""
        fit = [column for column in self.left if wanted(column)]
        return next((one for name in names for one in fit if name in one.words), None)

    def first(self, wanted: Callable[[Column], Any]) -> Column | None:
        """The first column that is wanted."""
        return next((column for column in self.left if wanted(column)), None)

    def number(self, value: Any) -> str:
        """A value as a number with a point; empty for what is none."""
        numbers = NumberFormat("point") if isinstance(value, TypedNumber) else self.numbers
        return numbers.plain(value.strip().replace("−", "-")) if isinstance(value, str) else ""

    def figures(self, column: Column) -> list[str]:
        """What a column of numbers says, with a point; nothing for another one."""
        numbers = [self.number(value) for _, value in column.cells]
        return numbers if all(numbers) else []

    def copies(self) -> None:
        """The column that says how many there are of a card."""
        for column in self.left:
            numbers = {float(one) for one in self.figures(column)}
            whole = all(one >= 0 and one.is_integer() for one in numbers)
            words = {*column.words, " ".join(column.words)}
            if words & COPIES and numbers and whole and len(numbers) <= FEW:
                blank = "" if column.full else "; one where it is empty"
                why = f"whole numbers, {_range(self.figures(column))}{blank}"
                self.take(column, "count", "", why)
                return

    def translations(self) -> None:
        """The columns that say in another language what one says that is called like them."""
        by_name = {column.name.casefold(): column for column in self.left}
        for name, column in by_name.items():
            named = re.fullmatch(r"(.+?)[ :_.(-]+(\w\w)\)?", name)
            if named and named[1] in by_name and named[2] in _LANGUAGES:
                first = by_name[named[1]]
                why = f'"{first.name}" in another language'
                self.taken.append(Taken(column, "translation", named[2], why, first))
                self.left.remove(column)

    def unwanted(self, column: Column) -> str:
        """Why a column is on no card; empty where it may be."""
        values = [value for _, value in column.cells]
        lists = [value for value in values if isinstance(value, Seq)]
        if not values:
            return "nothing stands in it"
        if any(isinstance(value, Map) for value in values):
            return "maps on some cards"
        if any(isinstance(entry, (Map, Seq)) for value in lists for entry in value):
            return "lists of maps"
        if len({*column.texts}) == 1 and column.full and not lists and column.entries > 1:
            return "the same on all cards"
        if {*column.words} & {*_REMARKS} and not column.full:
            return "it is called like remarks"
        for pattern, share, what in (
            (_ADDRESS, 1, "addresses"),
            (_DATE, 0.8, "dates"),
            (_DATABASE, 1, "what a database calls them"),
            (_PICTURE, 1, "names of pictures, which are not here"),
        ):
            if not lists and column.matches(pattern, share):
                return what
        return ""

    def is_words(self, column: Column) -> bool:
        """Whether it says words that each card has."""
        return (
            column.full
            and len({*column.texts}) > 1
            and column.matches(r"(?s).*[^\W\d].*", 0.5)
            and not column.matches(_ticks)
        )

    def headline(self) -> None:
        """The column of titles: one that is called so, else the first whose short texts mostly
        differ, else one of few values. Raises Problems (P249 hardly a title is missing).
        """
        why = "it is called so"
        column = self.best(self.is_words, _TITLES)
        if not column and (named := self.best(lambda c: _varied(c) == 1, _TITLES)):
            blank = [*{*range(named.entries)}.difference(number for number, _ in named.cells)]
            if 0 < len(blank) <= max(1, named.entries / 10):
                more = f" and {len(blank) - 1} rows below" if blank[1:] else ""
                message = f'there is no "{named.name}" here{more}; all others differ'
                place = self.rows[min(blank)].at(named.name)
                raise refusal("P249", message, place, "fill it in")
        if not column:
            why = "it tells most cards apart"
            column = self.first(
                lambda c: (
                    self.is_words(c) and _varied(c) > 0.5 and SHORT < c.length < 1.5 * SENTENCE
                )
            )
        if not column:
            why = "no column tells more"
            column = self.first(lambda c: self.is_words(c) and c.length > 2)
        if column:
            self.take(column, "title", "", f"headline: {why}")

    def corner(self) -> None:
        """The column of a value that fits a corner."""

        def fits(column: Column) -> bool:
            return (
                len({*column.texts}) > 1
                and len(column.cells) > column.entries / 2
                and "id" not in column.words
                and column.matches(lambda text: len(text) <= SHORT)
                and not column.matches(_ticks)
            )

        column = self.best(fits, _CORNERS) or self.first(
            lambda c: fits(c) and not (self.figures(c) and _varied(c) == 1)
        )
        if column:
            numbers = self.figures(column)
            kind = self.type_of(column)[0] if numbers else ""
            what = f"numbers, {_range(numbers)}" if numbers else "short texts"
            self.take(column, "corner", kind, f"{what}: they fit a corner")

    def sentences(self) -> None:
        """The columns of the longest texts."""
        longest = sorted(self.left, key=lambda one: one.length, reverse=True)
        roles = iter((("text", "the longest texts"), ("note", "long texts as well")))
        for column in longest:
            if self.type_of(column)[1].startswith("lists"):
                continue
            long = column.length > SENTENCE / 2 and column.matches(r"(?s).* .*", 0.3)
            if long and (one := next(roles, None)):
                marks = any(map(_in_markup, column.texts)) and not any(map(in_text, column.texts))
                why = f"{one[1]}, {column.length:.0f} signs on average"
                self.take(column, one[0], "text" if marks else "", why)

    def kind(self) -> None:
        """The column of the kinds of cards."""
        column = self.best(self.is_term, _KINDS) or self.first(lambda c: self.is_term(c) and c.full)
        if column:
            self.take(column, "kind", *self.type_of(column))

    def is_term(self, column: Column) -> bool:
        """Whether it has few values, each more than once, that can be called by names."""
        values = Counter(text.casefold() for text in column.texts)
        names = {slug(value) for value in values}
        return (
            1 < len(values) <= FEW
            and min(values.values()) > 1
            and column.length <= SENTENCE
            and len(names) == len(values)
            and all(name[:1].isalpha() for name in names)
            and not column.matches(_ticks)
        )

    def type_of(self, column: Column) -> tuple[str, str]:
        """The type of a field for a column, and why."""

        def declared(kind: str, more: str = "") -> str:
            optional = "" if column.full and not more else f"{more}, optional: yes"
            return (
                f"{{{kind}: {'text' if kind == 'list' else '~'}{optional}}}" if optional else kind
            )

        if any(isinstance(value, Seq) for _, value in column.cells):
            return "{list: text, optional: yes}", "lists"
        if column.matches(_ticks) and not column.matches(r"\d"):
            return "bool" if column.full else "{bool: ~, default: no}", "yes or no"
        if numbers := self.figures(column):
            whole = all(not one.partition(".")[2].strip("0") for one in numbers)
            what = "whole numbers" if whole else "numbers"
            return declared("int" if whole else "number"), f"{what}, {_range(numbers)}"
        for sign in ";+|,":
            entries = [one.removesuffix(sign).split(sign) for one in column.texts]
            several = sum(len(one) > 1 for one in entries)
            flat = [part.strip() for one in entries for part in one]
            short = all(re.fullmatch(r"[^\W\d][\w' -]{0,23}", part) for part in flat)
            if several > len(entries) / 4 and short and len({*flat}) <= len(flat) / 2:
                return declared("list", f', sep: "{sign}"'), f"lists, parted by {sign}"
        if self.is_term(column):
            return declared(
                _term_name(column)
            ), f"{len({*map(str.casefold, column.texts)})} values that come again"
        kind = "markup" if any(map(in_text, column.texts)) else "text"
        return declared(kind), f"texts, {column.length:.0f} signs on average"

    def naming(self, place: Span) -> Sequence[Column]:
        """The columns that tell cards apart: one that is called id, the title, one that is never
        the same, or the title with another one. Raises Problems (P249).
        """
        taken = [one for one in self.taken if one.role not in ("", "count")]
        known = [one for one in self.left if not self.type_of(one)[1].startswith("lists")]
        known += [one.column for one in taken if not one.why.startswith("lists")]
        title = [one.column for one in self.taken if one.role == "title"]
        single = [one for one in known if one.name.casefold() == "id" or one.take.endswith(".key")]
        keys = sorted(known, key=lambda one: not {*one.words} & {"no", "nr", "number", "set", "id"})
        for column in (*single, *title, *(one for one in keys if one.length <= 12)):
            texts = [*map(slug, column.texts)] if column in title else column.texts
            if column.full and len({*texts}) == column.entries and all(map(is_id, texts)):
                if column in self.left:
                    role = "id" if column in single else "own"
                    kind = "" if column in single else "text"
                    self.take(column, role, kind, "it tells the cards apart")
                return [column]
        for one in title:
            for other in known:
                both = zip(one.texts, other.texts, strict=False)
                names = {slug(f"{a} {b}") for a, b in both}
                if other.full and len(names) == one.entries and all(map(is_id, names)):
                    return [one, other]
        hint = "give the cards a column with a number or name of their own"
        raise refusal("P249", "nothing in it tells the cards apart", place, hint)


def _in_markup(text: str) -> Any:
    return in_markup(of_web_pages(text))


def _ticks(text: str) -> bool:
    return text.casefold() in (*YES, *NO)


def _varied(column: Column) -> float:
    """Which share of its values differ."""
    return len({text.casefold() for text in column.texts}) / max(len(column.texts), 1)


def _range(numbers: Sequence[str]) -> str:
    """From the least to the greatest number."""
    low, high = min(numbers, key=float), max(numbers, key=float)
    return f"{_short(low)} to {_short(high)}"


def _short(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number else number


def _numbers(columns: Sequence[Column]) -> NumberFormat:
    """How the file writes numbers: so that most columns hold nothing else."""

    def held(numbers: NumberFormat) -> int:
        return sum(
            all(
                isinstance(v, TypedNumber) or (isinstance(v, str) and numbers.plain(v.strip()))
                for _, v in column.cells
            )
            for column in columns
        )

    return max(_FORMATS, key=held)


def name_of(column: Column) -> str:
    """The name of a field for a column."""
    name = slug(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column.name)).replace("-", "_")
    return name if name[:1].isalpha() else f"field_{name}".rstrip("_")


def _term_name(column: Column) -> str:
    name = name_of(column)
    return f"{name}_kind" if name in (*PLAIN, *WORDS, *RESERVED, "list", "cards") else name


def _meanings(column: Column) -> dict[str, str]:
    """The ids of a term's values with their most usual spelling."""
    usual: dict[str, str] = {}
    for text, _ in Counter(column.texts).most_common():
        usual.setdefault(slug(text), text)
    return usual
