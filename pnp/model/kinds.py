"""Declares the kinds of components and the keys that each has in `game.yaml`; names the PDF that a
kind is printed in, and its stock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pnp.model.declarations import Bounds, EditorSchema, Shape
from pnp.model.game import Count, Fields, Length, Text
from pnp.model.text_rules import NumberFormat
from pnp.units.geometry import AIDS, CARDS

_FILES = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_FROM = {
    "type": "object",
    "required": ["from"],
    "additionalProperties": False,
    "properties": {
        "from": {"description": "The file, a list of files, or a glob.", **_FILES},
        "each": {"description": "The way to the entries: suits.cards.", "type": "string"},
        "take": {
            "description": "What an entry has from the levels above it: {suit: suits.id}.",
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
        "header": {"description": "The row that names the columns.", "type": "integer"},
    },
}
Entries = Annotated[
    Any,
    EditorSchema(
        {"anyOf": [*_FILES["anyOf"], {"type": "array", "items": {"type": "object"}}, _FROM]}
    ),
]
"""Files of entries, where they stand in one, or the entries themselves."""
_MEASURES = {
    "type": "string",
    "pattern": "^[0-9.]+ *(mm|cm|in|pt)?( *[x×*] *[0-9.]+ *(mm|cm|in|pt)?)?$",
}
TokenSize = Annotated[str, EditorSchema({"anyOf": [_MEASURES]})]
AidSize = Annotated[str, EditorSchema({"anyOf": [{"enum": list(AIDS)}, _MEASURES]})]
CardSize = Annotated[str, EditorSchema({"anyOf": [{"enum": list(CARDS)}, _MEASURES]})]
Sides = Literal["one", "two", "fold"]
"""How a piece gets its back: it has none, on the verso, or beside its front across a fold."""
Backing = Literal["board", "card"]
"""What a piece is made of: glued on board, or of the card that it is printed on."""


class ComponentFile(Shape):
    """What every component may say, whatever its kind."""

    title: Text | None = None
    """What people call it; the component's name where nothing is said."""
    when: str | None = None
    """An expression over facts and players; without it the component is always printed."""
    was: str | None = None
    """The component's name before a renaming; kept for later, not read yet."""


class DrawnFile(ComponentFile):
    """A component whose faces are drawn by templates from the fields of its entries."""

    key: str = "id"
    """The field that names an entry for good (id)."""
    id: Text | None = None
    """An expression that makes the id of an entry from its fields, such as slug(title)."""
    columns: dict[str, Text | None] = {}
    """Which field a column is, such as {Name: title}; ~ passes it over, "*": ~ all others."""
    template: str | None = None
    """A template that brings front, back and fields, such as base/classic."""
    front: str | None = None
    """The template of the fronts, in place of template:."""
    back: str | None = None
    """The template of the backs; none for what has no back."""
    backs: Literal["same", "each"] = "same"
    """same: all backs look alike; each: every card has its own."""
    decimal: Literal["point", "comma"] | None = None
    """The decimal sign in numbers of its entries: comma reads 1,5 (point)."""
    thousands: Literal["point", "comma", "space", "apostrophe"] | None = None
    """What stands between thousands in numbers of its entries: point reads 1.250 as 1250."""
    fields: Fields = {}
    """The fields of each entry. Those of a template: are there without being declared."""

    @property
    def numbers(self) -> NumberFormat:
        """How its entries write numbers."""
        return NumberFormat(self.decimal, self.thousands)


class DeckFile(DrawnFile):
    """A component of kind `deck`, as written."""

    kind: Literal["deck"]
    """What is printed: a deck of cards."""
    cards: Entries
    """The file of its cards (cards/NAME.yaml or .csv), or the cards themselves."""
    size: CardSize = "poker"
    """The trim size: a name such as poker, or WIDTHxHEIGHT in millimetres."""
    bleed: Length = 3_000
    """How far ink runs beyond the trim (3mm)."""
    safe: Length = 3_000
    """How far texts keep from the trim (3mm)."""
    shuffled: bool = False
    """Whether the cards are shuffled, so that their backs must not tell them apart."""
    boxed: bool = True
    """Whether it lies in a box, where the game has boxes (yes)."""


class NotesFile(DrawnFile):
    """A component of kind `notes`, as written: money, printed like cards on paper of its own."""

    kind: Literal["notes"]
    """What is printed: notes of money."""
    notes: Entries
    """The file of its notes (.yaml or .csv), or the notes themselves."""
    size: CardSize = "100x50"
    """The trim size: WIDTHxHEIGHT in millimetres (100x50)."""
    bleed: Length = 3_000
    """How far ink runs beyond the trim (3mm)."""
    safe: Length = 3_000
    """How far texts keep from the trim (3mm)."""


class TokensFile(DrawnFile):
    """A component of kind `tokens`, as written; a token may overrule shape, size, sides and
    backing for itself.
    """

    kind: Literal["tokens"]
    """What is printed: tokens, chits, standees and dice."""
    tokens: Entries
    """The file of its tokens (.yaml or .csv), or the tokens themselves."""
    seat: str | None = None
    """The field that says which of players.colours a token belongs to, where for_each does not."""
    shape: str = "square"
    """The shape where a token names none (square)."""
    size: TokenSize = "12mm"
    """The size where a token names none, such as 12mm or 12x20mm (12mm)."""
    sides: Sides | None = None
    """one, two or fold, where a token says nothing."""
    backing: Backing | None = None
    """board to be glued on, or card; board for what has one side, where nothing is said."""
    bleed: Length = 1_500
    """How far ink runs beyond the cut (1.5mm)."""
    safe: Length = 500
    """How far texts keep from the cut (0.5mm)."""
    nest: bool = False
    """Whether round and six-sided tokens nest for a cutting machine."""


class BoardFile(ComponentFile):
    """A component of kind `board` or `mat`, as written."""

    kind: Literal["board", "mat"]
    """What is printed: a board, or a mat that only shows where things lie."""
    data: Any = None
    """The file of its spaces, tracks and areas (boards/NAME.yaml), or they themselves."""
    size: CardSize
    """The trim size: WIDTHxHEIGHT in millimetres, A1 at most."""
    bleed: Length = 3_000
    """How far ink runs beyond the trim (3mm)."""
    safe: Length = 3_000
    """How far texts keep from the trim (3mm)."""
    front: str
    """The template that draws it."""
    fields: Fields = {}
    """The fields of each space and area."""
    copies: Count = None
    """How many of it are printed (1); a number, or an expression such as facts.boards."""
    per_player: Count = None
    """How many each player needs, in place of copies; --players prints only those."""


class BoxFile(ComponentFile):
    """A component of kind `box`, as written: a tuck box as deep as the cards that it holds; or the
    tray or the lid of a box for the whole kit.
    """

    kind: Literal["box"]
    """What is printed: a box."""
    form: Literal["tuck", "tray", "lid"] = "tuck"
    """tuck: a box for decks; tray, lid: the two parts of a box for the kit."""
    holds: Any
    """What lies in it: a name or a list of names, of components above."""
    front: str
    """The template that draws its panels, one after the other."""
    stock: Length = 300
    """How thick a card is (0.3mm)."""
    sleeve: Length = 0
    """How much a sleeve adds to a card (0mm; with --sleeved 0.3mm)."""
    clearance: Length = 700
    """How much room the cards have (0.7mm)."""
    board: Length = 400
    """How thick the box's own card is (0.4mm)."""
    bleed: Length = 3_000
    """How far ink runs beyond the trim (3mm)."""
    safe: Length = 2_000
    """How far texts keep from the trim (2mm)."""


class ReferenceFile(ComponentFile):
    """A component of kind `reference`, as written: player aids whose text flows onto cards or a
    sheet.
    """

    kind: Literal["reference"]
    """What is printed: a player aid whose text flows."""
    text: str = "reference.md"
    """The file of its text (reference.md)."""
    size: AidSize = "poker"
    """The trim size: a name such as poker or a5, or WIDTHxHEIGHT in millimetres."""
    bleed: Length = 3_000
    """How far ink runs beyond the trim (3mm)."""
    safe: Length = 3_500
    """How far texts keep from the trim (3.5mm)."""
    columns: Annotated[int, Bounds(ge=1, le=4)] = 1
    """How many columns (1)."""
    copies: Count = None
    """How many are printed, in place of one a player; a number, or an expression such as
    facts.aids.
    """
    per_player: Count = None
    """How many each player needs (1); --players prints only those."""
    ground: str | None = None
    """The template drawn behind the text of each side, instead of the band."""


class RulebookFile(ComponentFile):
    """A component of kind `rulebook`, as written."""

    kind: Literal["rulebook"]
    """What is printed: the rules, as pages or a booklet."""
    text: str = "rulebook.md"
    """The file of its text (rulebook.md)."""
    page: str = "a5"
    """The page: a name of paper such as a6, a4 or letter, or WxH in mm (a5)."""
    columns: Annotated[int, Bounds(ge=1, le=3)] = 1
    """How many columns (1)."""
    margin_column: Length = 0
    """How wide a column for asides and small figures is, at the outer edge of each page (none)."""
    hyphenate: bool = False
    """Whether words are parted at the ends of lines."""
    cover: str | None = None
    """The template of the cover."""
    ground: str | None = None
    """The template drawn behind the text of each page: front on odd pages, back on even ones."""
    figures: str | None = None
    """The file of its set-up figures."""
    stock: Length = 100
    """How thick a sheet of its paper is, for creep (0.1mm)."""


KINDS: Mapping[str, type[ComponentFile]] = {
    "deck": DeckFile,
    "tokens": TokensFile,
    "board": BoardFile,
    "mat": BoardFile,
    "notes": NotesFile,
    "box": BoxFile,
    "reference": ReferenceFile,
    "rulebook": RulebookFile,
}

_OTHER_WORDS = {
    "deck": "card pile stack",
    "tokens": "chip die dice meeple piece pawn standee tile counter marker",
    "notes": "money banknote currency",
    "board": "map poster",
    "rulebook": "rule manual booklet",
    "reference": "aid help summary",
}
MEANT = {word: kind for kind, words in _OTHER_WORDS.items() for word in words.split()}
"""The kind of component that other words mean, without a plural's s."""

CALLED: Mapping[str, tuple[str, str]] = {
    "deck": ("card", "cards"),
    "tokens": ("token", "tokens"),
    "board": ("board", "boards"),
    "mat": ("mat", "mats"),
    "notes": ("note", "notes"),
    "box": ("box", "boxes"),
    "reference": ("player aid", "player aids"),
    "rulebook": ("rulebook", "rulebooks"),
}
"""What the pieces of each kind are called, one and several."""

ENTRIES: Mapping[str, str] = {"deck": "cards", "notes": "notes", "tokens": "tokens"}
"""The key under which the entries of a kind stand."""
MISSING = "P253"
"""The code of texts that are not translated; a draft prints those of the first language."""
BOARDS = ("board", "mat")
"""Kinds of one large face with spaces, tracks and areas."""
TEXTS = ("reference", "rulebook")
"""Kinds that a text makes: as many pages or player aids as it fills."""

FIRST_PAGE = "print-me-first"
"""The PDF, and the component, of the page that speaks about the others; no component of a game
is called so.
"""

FILES = {
    **{kind: kind for kind in KINDS},
    "deck": "cards",
    "reference": "cards",
    "board": "boards",
    "mat": "boards",
}
"""The PDF of each kind, without suffix."""
STOCKS: Mapping[str, str] = {
    "deck": "card",
    "tokens": "heavy-paper",
    "board": "heavy-paper",
    "mat": "heavy-paper",
    "notes": "paper",
    "box": "card",
    "reference": "card",
    "rulebook": "paper",
}
"""The stock that each kind is printed on, unless both its sides are."""
_SIDES = {"none": "one-side", "fold": "folded"}


def stock_of(kind: str, duplex: str) -> str:
    """The stock of a kind in a document of this `Duplex`: heavy paper where front and back are
    glued together, card for tokens that have their backs from the printer.
    """
    if duplex == "fold":
        return "heavy-paper"
    return "card" if kind == "tokens" and duplex != "none" else STOCKS[kind]


def stock_file(kind: str, duplex: str) -> str:
    """The PDF of a kind, without suffix, where there is one for each stock and its sides."""
    return f"{stock_of(kind, duplex)}-{_SIDES.get(duplex, 'both-sides')}"
