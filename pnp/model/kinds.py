"""The kinds of components and the keys that each has in `game.yaml`; which PDF a kind is printed
in.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pnp.model.declarations import Held, Shape
from pnp.model.game import Count, Length, Name, Text

Sides = Literal["one", "two", "fold"]
"""How a piece gets its back: it has none, on the verso, or beside its front across a fold."""


class ComponentFile(Shape):
    """What every component may say, whatever its kind."""

    title: Text | None = None
    when: str | None = None
    was: str | None = None


class DrawnFile(ComponentFile):
    """A component whose faces are drawn by templates from the fields of its entries."""

    key: str = "id"
    template: str | None = None
    front: str | None = None
    back: str | None = None
    backs: Literal["same", "each"] = "same"
    fields: dict[Name, Any] = {}


class DeckFile(DrawnFile):
    """A component of kind `deck`, as written."""

    kind: Literal["deck"]
    cards: Any
    size: str = "poker"
    bleed: Length = 3_000
    safe: Length = 3_000
    shuffled: bool = False


class NotesFile(DrawnFile):
    """A component of kind `notes`, as written: money, printed like cards on paper of its own."""

    kind: Literal["notes"]
    notes: Any
    size: str = "100x50"
    bleed: Length = 3_000
    safe: Length = 3_000


class TokensFile(DrawnFile):
    """A component of kind `tokens`, as written; a token may overrule shape, size and sides for
    itself.
    """

    kind: Literal["tokens"]
    tokens: Any
    seat: str | None = None
    shape: str = "square"
    size: str = "12mm"
    sides: Sides | None = None
    bleed: Length = 1_000
    safe: Length = 500
    nest: bool = False


class BoardFile(ComponentFile):
    """A component of kind `board` or `mat`, as written."""

    kind: Literal["board", "mat"]
    data: Any = None
    size: str
    bleed: Length = 3_000
    safe: Length = 3_000
    front: str
    fields: dict[Name, Any] = {}
    copies: Count = None
    per_player: Count = None


class BoxFile(ComponentFile):
    """A component of kind `box`, as written: a tuck box as deep as the cards that it holds."""

    kind: Literal["box"]
    holds: Any
    front: str
    stock: Length = 300
    sleeve: Length = 0
    clearance: Length = 700
    board: Length = 400
    bleed: Length = 3_000
    safe: Length = 2_000


class ReferenceFile(ComponentFile):
    """A component of kind `reference`, as written: player aids whose text flows onto cards or a
    sheet.
    """

    kind: Literal["reference"]
    text: str = "reference.md"
    size: str = "poker"
    bleed: Length = 3_000
    safe: Length = 3_500
    columns: Annotated[int, Held(ge=1, le=4)] = 1
    copies: Count = None
    per_player: Count = None
    ground: str | None = None


class RulebookFile(ComponentFile):
    """A component of kind `rulebook`, as written."""

    kind: Literal["rulebook"]
    text: str = "rulebook.md"
    page: str = "a5"
    columns: Annotated[int, Held(ge=1, le=3)] = 1
    hyphenate: bool = False
    cover: str | None = None
    figures: str | None = None
    stock: Length = 100


KINDS: Mapping[str, type[ComponentFile]] = MappingProxyType(
    {
        "deck": DeckFile,
        "tokens": TokensFile,
        "board": BoardFile,
        "mat": BoardFile,
        "notes": NotesFile,
        "box": BoxFile,
        "reference": ReferenceFile,
        "rulebook": RulebookFile,
    }
)

MEANT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("card", "pile", "stack"), "deck"),
        **dict.fromkeys(
            (
                "chip",
                "die",
                "dice",
                "meeple",
                "piece",
                "pawn",
                "standee",
                "tile",
                "counter",
                "marker",
            ),
            "tokens",
        ),
        **dict.fromkeys(("money", "banknote", "currency"), "notes"),
        **dict.fromkeys(("map", "poster"), "board"),
        **dict.fromkeys(("rule", "manual", "booklet"), "rulebook"),
        **dict.fromkeys(("aid", "help", "summary"), "reference"),
    }
)
"""The kind of component that other words mean, without a plural's s."""

CALLED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "deck": ("card", "cards"),
        "tokens": ("token", "tokens"),
        "board": ("board", "boards"),
        "mat": ("mat", "mats"),
        "notes": ("note", "notes"),
        "box": ("box", "boxes"),
        "reference": ("player aid", "player aids"),
        "rulebook": ("rulebook", "rulebooks"),
    }
)
"""What the pieces of each kind are called, one and several."""

BOARDS = ("board", "mat")
"""Kinds of one large face with spaces, tracks and areas."""
TEXTS = ("reference", "rulebook")
"""Kinds that a text makes: as many pages or player aids as it fills."""

FIRST_PAGE = "print-me-first"
"""The PDF, and the component, of the page that speaks about the others; no component of a game
is called so.
"""

FILES: Mapping[str, str] = MappingProxyType(
    {
        "deck": "cards",
        "tokens": "tokens",
        "board": "boards",
        "mat": "boards",
        "notes": "notes",
        "box": "box",
        "reference": "reference",
        "rulebook": "rulebook",
    }
)
"""The PDF of each kind, without suffix: one stock a file."""
