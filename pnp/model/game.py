"""Declares a game as frozen values, and the shapes that `game.yaml` and its companions must have
(unknown keys refused).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

from pnp.assets.patterns import PATTERNS
from pnp.diagnostics import Span
from pnp.load.yaml import Map
from pnp.model.declarations import Alias, Bounds, EditorSchema, Parsed, Shape
from pnp.model.fields import PLAIN, FieldType
from pnp.sandbox.environment import Record
from pnp.units.color import Color, parse_color
from pnp.units.geometry import LENGTH_PATTERN, Size, parse_length, parse_points


def _length(text: str) -> int:
    length = parse_length(text)
    if length < 0:
        raise ValueError(f'"{text}" is negative')
    return length


def _points(text: str, least: bool = False) -> float:
    if re.fullmatch(r"\d+(\.\d+)?", text):
        raise ValueError(f'"{text}" has no unit; did you mean {text}pt?')
    return parse_points(text, least)


def _least_points(text: str) -> float:
    return _points(text, least=True)


def _line(text: str) -> str:
    """Words of one line, as a block of YAML (`>` or `|`) writes them with a line feed at their
    end; no-break spaces stay.
    """
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


def _language(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", text):
        raise ValueError(f'expected a language tag such as en or de-CH, found "{text}"')
    return text


# What stands in the file is text; how it is written is what an editor needs to know.
TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}
BOOL: dict[str, Any] = {"enum": [True, False, "yes", "no"]}
INT: dict[str, Any] = {"type": ["integer", "string"], "pattern": "^[-+−]?[0-9]+$"}
NUMBER: dict[str, Any] = {"type": ["number", "string"], "pattern": "^[-+−]?[0-9.]+$"}
_LENGTH = EditorSchema({"anyOf": [{"type": "string", "pattern": LENGTH_PATTERN}, {"const": 0}]})
_POINTS = EditorSchema({"type": "string", "pattern": r"^\s*[0-9.]+\s*(pt|mm|cm|in)\s*$"})
_COLOR = EditorSchema(
    {
        "type": "string",
        "format": "color-hex",
        "pattern": r"^\s*(#([0-9A-Fa-f]{3}){1,2}|[A-Za-z]+)\s*$",
    }
)

_EXPRESSION = {"type": "string", "pattern": r"facts[.]|players[.]"}
Count = Annotated[
    Any, EditorSchema({"anyOf": [{"type": "integer", "minimum": 1, "maximum": 100}, _EXPRESSION]})
]
"""A number of copies, or an expression over facts and players that gives one."""
Pattern = Annotated[str, EditorSchema({"enum": [*PATTERNS, "", None]})]
Length = Annotated[int, Parsed(_length), _LENGTH]
Points = Annotated[float, Parsed(_least_points), _POINTS]
TypeSize = Annotated[float, Parsed(_points), Bounds(ge=1, le=1000), _POINTS]
LeastSize = Annotated[float, Parsed(_least_points), Bounds(ge=1, le=1000), _POINTS]
PlainColor = Annotated[str, Parsed(parse_color), _COLOR]
_NAME = r"^[a-z][a-z0-9_-]{0,63}$"
Name = Annotated[str, Bounds(pattern=_NAME)]
_FIELD_OPTIONS = {
    "expr": {**TEXT, "description": "An expression over the other fields that gives the value."},
    "list": {"description": "The type of the entries."},
    "optional": {**BOOL, "description": "Whether a card may do without it."},
    "default": {"description": "What stands where a card says nothing."},
    "sep": {
        "type": "string",
        "description": "What parts the entries of a list in one text (+).",
    },
    "min": {**INT, "description": "The fewest entries of a list."},
    "max": {**INT, "description": "The most entries of a list."},
}
_FIELD = [
    {"enum": list(PLAIN)},
    {"type": "string"},
    {"type": "object", "properties": {**{kind: {} for kind in PLAIN}, **_FIELD_OPTIONS}},
]
Fields = Annotated[
    dict[Name, Any],
    EditorSchema(
        {
            "type": "object",
            "additionalProperties": False,
            "patternProperties": {_NAME: {"anyOf": _FIELD}},
        }
    ),
]
"""The fields of each entry: a type, or a map of type and argument."""
Line = Annotated[str, Parsed(_line)]
Text = Annotated[str, Parsed(_line), Bounds(min_length=1, max_length=4000)]


class Players(Shape):
    """How many can play."""

    min: Annotated[int, Bounds(ge=1, le=100)]
    """The fewest players."""
    max: Annotated[int, Bounds(ge=1, le=100)]
    """The most players."""
    colours: tuple[str, ...] = ()
    """The players' colours, names of a term."""


class TermFile(Shape):
    """One meaning of the game, as written."""

    label: Text | None = None
    """What people read; the name with a capital where nothing is said."""
    letter: Annotated[str, Bounds(max_length=4)] = ""
    """A letter that says the same without colour; four characters at most."""
    color: str | None = None
    """A name of the palette, #rrggbb or a basic colour such as navy."""
    pattern: Pattern = ""
    """A pattern that says the same in grey, such as dots or stripes."""
    icon: str = ""
    """The name of an icon."""
    text: str = ""
    """What it means."""


NO_COLOR = "ink"
"""The colour of a meaning that says none."""


class StyleFile(Shape):
    """A named look of text; what is not said comes from `base`."""

    base: str | None = None
    """The style that it refines (body)."""
    font: str | None = None
    """The name of a font family."""
    weight: Literal["regular", "bold"] | None = None
    """regular or bold."""
    slope: Literal["upright", "italic"] | None = None
    """upright or italic."""
    size: TypeSize | None = None
    """The size wished for, such as 12pt. Type is set in quarter points."""
    min: LeastSize | None = None
    """The least size that a long text may shrink to; between two quarter points, the larger one."""
    leading: Annotated[float, Bounds(ge=0.7, le=4)] | None = None
    """The height of a line as a multiple of the size."""
    tracking: Annotated[float, Bounds(ge=-0.2, le=1)] | None = None
    """Space between letters as a share of the size."""
    color: str | None = None
    """A name of the palette, #rrggbb or a basic colour such as navy."""
    align: Literal["left", "center", "right", "justify"] | None = None
    """left, center, right or justify."""
    valign: Literal["top", "middle", "bottom"] | None = None
    """top, middle or bottom."""
    lines: Annotated[int, Bounds(ge=1, le=1000)] | None = None
    """The most lines."""
    case: Literal["as-is", "upper", "lower"] | None = None
    """as-is, upper or lower."""


class FontFile(Shape):
    """A font family: a file for each cut, and the families to look in for characters that it
    lacks; what is not said comes from the family of that name that is there already.
    """

    regular: str | None = None
    """The upright file, below fonts/; where it is named, no other cut is taken over."""
    bold: str | None = None
    """The bold file."""
    italic: str | None = None
    """The italic file."""
    bold_italic: Annotated[str | None, Alias("bold-italic")] = None
    """The bold italic file."""
    fallback: tuple[str, ...] = ()
    """Families to look in for characters that this one lacks."""


LEAST_TEXT = 5.0
"""Points, below which no printer holds a text: print-on-demand houses ask for that at least, and
recommend 7 to 8.
"""


class Limits(Shape):
    """Figures that a game sets for itself."""

    text_floor: Annotated[Points, Bounds(ge=LEAST_TEXT)] = 7.0
    """The size below which a text is warned about, from 5pt."""
    cards: Annotated[int, Bounds(ge=1, le=5_000)] | None = None
    """The most different cards of the game."""
    copies: Annotated[int, Bounds(ge=1, le=20_000)] | None = None
    """The most physical cards of the game."""


class SourceFile(Shape):
    """A file of the game that `pnp pull` fetches."""

    url: Annotated[str, Bounds(min_length=1, max_length=2000)]
    """Its address, https://…"""
    to: Annotated[str, Bounds(min_length=1)]
    """The file that it is stored in, such as cards/cards.csv."""


_FETCHED = {
    "type": "object",
    "additionalProperties": False,
    "required": ["url", "to"],
    "properties": {"url": {"type": "string"}, "to": {"type": "string"}},
}


class GameFile(Shape):
    """`game.yaml`, as written."""

    title: Text
    """What the game is called; stands on sheets, backs and in the PDF."""
    subtitle: Line = ""
    """A line below the title."""
    author: Line = ""
    """Who made it."""
    language: Annotated[str, Parsed(_language)] = "en"
    """The language of its words, such as en or de-CH."""
    languages: tuple[Annotated[str, Parsed(_language)], ...] = ()
    """Other languages, each with the texts of lang/LANGUAGE.yaml."""
    notice: str = ""
    """A legal notice: on print-me-first.pdf, and wherever a template or text says {{ game.notice
    }}.
    """
    age: Line = ""
    """From which age it is played, such as 12+."""
    elsewhere: tuple[Text, ...] = ()
    """What players take from elsewhere, such as two dice."""
    players: Players
    """How many can play."""
    facts: Annotated[dict[Name, Any], Bounds(max_length=1_000)] = {}
    """The numbers of the rules, each said once: a value, or {expr: an expression over facts and
    players}.
    """
    sources: dict[Name, Annotated[Any, EditorSchema({"anyOf": [TEXT, _FETCHED]})]] = {}
    """Where the rules are written, by a short name that promises refer to; and sheets that pnp pull
    fetches, {url: https://…, to: cards/cards.csv}.
    """
    palette: dict[Name, PlainColor] = {}
    """Colours by name. accent, tint, line and spark colour the finished faces."""
    terms: dict[Name, dict[Name, TermFile | None]] = {}
    """Meanings, such as suits or player colours: each value with its label, letter, colour, pattern
    and icon.
    """
    fonts: dict[Name, FontFile] = {}
    """Font families by name: a file below fonts/ for each cut."""
    styles: dict[Name, StyleFile] = {}
    """Looks of text by name; what is not said comes from base:."""
    limits: Limits = Limits()
    """Figures that this game sets for itself."""
    components: Annotated[dict[Name, dict[str, Any]], Bounds(min_length=1, max_length=100)]
    """What is printed, by name."""


class StyleSheet(Shape):
    """`templates/base/styles.yaml`: what every game starts from."""

    palette: dict[Name, PlainColor] = {}
    fonts: dict[Name, FontFile] = {}
    styles: dict[Name, StyleFile] = {}


class Style(NamedTuple):
    """A resolved look of text. Sizes in points, leading as a factor of the size, tracking in em."""

    name: str
    font: str
    weight: str = "regular"
    slope: str = "upright"
    size: float = 9.0
    min: float = 9.0
    leading: float = 1.2
    tracking: float = 0.0
    color: str = "ink"
    align: str = "left"
    valign: str = "top"
    lines: int | None = None
    case: str = "as-is"


class Card(NamedTuple):
    """One entry of a component: its id, how many copies it prints, its values (also as templates
    read them), and its entry as written.

    `defaults` is what the file says for all of them. A piece may have a `size` of its own and be
    cut along an `outline` (canonical path in micrometres from its top left; None: its rectangle).
    With `per_player` its copies are that many for each player; a piece with a `seat` belongs to
    that player, counted from 1.
    """

    id: str
    copies: int
    values: dict[str, Any]
    record: Record
    raw: Map
    defaults: Map | None = None
    size: Size | None = None
    outline: str | None = None
    per_player: int = 0
    seat: int = 0

    @property
    def span(self) -> Span:
        """Where its entry begins."""
        return self.raw.span()

    def place(self, field: str) -> Span:
        """Where a field of it stands, be it under `defaults:`; the card's own place when it is
        written in neither.
        """
        if self.raw.get(field) is None and self.defaults and self.defaults.get(field) is not None:
            return self.defaults.at(field)
        return self.raw.at(field)

    def copies_for(self, players: int | None) -> int:
        """How many copies of it that many players need; all of them where it is not said how
        many play.
        """
        if players is None:
            return self.copies
        if self.seat > players:
            return 0
        return (
            min(self.copies, self.per_player * (1 if self.seat else players))
            if self.per_player
            else self.copies
        )


class Component(NamedTuple):
    """A printed thing of the game: cards or pieces of one kind with one pair of templates.

    `size` is the trim of those that have none of their own, `details` what only its kind knows (a
    board's spaces, a box's net), `raw` its entry in `game.yaml`, `source` where its cards stand,
    `whole` whether none of these is switched off by `when:`, `places` the fields of a board's
    spaces and areas, `missing` the pictures that its cards name and that are not
    there, each with a hint.
    """

    id: str
    kind: str
    title: str
    size: Size
    bleed: int
    safe: int
    cards: tuple[Card, ...]
    source: Span
    raw: Map
    shuffled: bool = False
    boxed: bool = True
    front: str = ""
    back: str | None = None
    backs: str = "each"  # two player aids need not have one back
    key: str = "id"
    fields: Mapping[str, FieldType] = MappingProxyType({})
    details: Any = None
    whole: bool = True
    places: Mapping[str, FieldType] = MappingProxyType({})
    missing: Mapping[str, str] = MappingProxyType({})

    @property
    def pictured(self) -> bool:
        """Whether a field of its cards is a picture."""
        return any(field.is_image for field in self.fields.values())

    @property
    def total(self) -> int:
        """How many physical cards or pieces it prints."""
        return sum(card.copies for card in self.cards)


class Rule(NamedTuple):
    """What the document rules: `told` are the texts in YAML and CSV that tell it, `proofs` the ids
    of the promises that prove it.
    """

    id: str
    says: str
    basis: str
    where: str
    severity: str | None
    told: tuple[str, ...]
    proofs: tuple[str, ...]
    raw: Map


class Promise(NamedTuple):
    """One proof of a rule; `details` are the keys that its kind reads, `raw` is where they stand.

    Its id is that of its rule, with a number where the rule has several.
    """

    id: str
    says: str
    kind: str
    basis: str
    where: str
    severity: str | None
    details: dict[str, Any]
    raw: Map


RULE_ID = r"[A-Za-z][A-Za-z0-9-]{0,31}"
RULE_MARK = re.compile(rf"[ \t]?(?<!\{{)\{{({RULE_ID}(?:[ ,]+{RULE_ID})*)\}}(?!\}})")
"""What names, behind a sentence of a text, the rules that it tells: `{OM12}`, `{OM12 OM13}`."""


class Sentence(NamedTuple):
    """A sentence as it is printed, and the rules that it tells: the text that it stands in
    (`rulebook`, `words.siren`, `crimes/fire.text`), its chapter there, and its place.
    """

    rules: tuple[str, ...]
    owner: str
    words: str
    span: Span
    chapter: str = ""


class Confirmation(NamedTuple):
    """The sentences that told a rule when somebody confirmed them, as pairs of owner and words,
    and the facts that the rule pinned then, as they were printed.
    """

    sentences: tuple[tuple[str, str], ...]
    facts: Mapping[str, str]


class Game(NamedTuple):
    """Everything that one folder of data says, ready to be composed and checked."""

    id: str
    title: str
    subtitle: str
    author: str
    language: str
    notice: str
    elsewhere: tuple[str, ...]
    players: tuple[int, int]
    facts: dict[str, Any]
    sources: dict[str, str]
    terms: dict[str, dict[str, Record]]
    words: Record
    palette: dict[str, Color]
    fonts: dict[str, FontFile]
    styles: dict[str, Style]
    limits: Limits
    components: dict[str, Component]
    promises: tuple[Promise, ...]
    raw: Map
    record: Record
    setup: tuple[Any, ...] = ()
    """The steps of `setup.yaml` (`pnp.model.read.Step`)."""
    rules: tuple[Rule, ...] = ()
    confirmed: Mapping[str, Confirmation] | None = None
    """What was confirmed of each rule, in the language of the game; None where nothing was."""
    confirmed_faces: Mapping[str, str] | None = None
    """What its faces printed when they were confirmed, as `deck/card front`; None where nothing
    was confirmed.
    """

    written_words: Map = Map.empty(Span(""))
    """`words.yaml` as it stands, in the language of the game."""
    translation: Any = None
    """What translates it (`pnp.model.translation.Translation`), None in a game of one language."""
    first: Game | None = None
    """The same in its first language where this is another one: promises speak of its texts."""
    sleeved: bool = False
    """Whether it was read with boxes for cards in sleeves."""

    @property
    def named(self) -> str:
        """What names it on the command line, with its language where that is not its first."""
        return f"{self.id} --lang {self.language}" if self.first else self.id

    @property
    def left_out(self) -> frozenset[str]:
        """The components that are written and switched off by `when:`."""
        written = self.raw.get("components")
        return (
            frozenset(written) - self.components.keys() if isinstance(written, Map) else frozenset()
        )
