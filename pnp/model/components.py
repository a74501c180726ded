"""A component of `game.yaml` with everything that it prints, each kind by the function that reads
it.

What reads tokens, boards and boxes is imported when a game has one: with what it takes in, that is
a seventh of the code of a short run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.diagnostics import (
    Diagnostic,
    Note,
    Problems,
    Span,
    did_you_mean,
    error,
    raise_errors,
    refusal,
)
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.limits import Limits
from pnp.load.yaml import Map, Seq
from pnp.model import deck as decks
from pnp.model.declarations import validated
from pnp.model.fields import FieldType, field_types
from pnp.model.game import Card, Component, GameFile
from pnp.model.kinds import (
    KINDS,
    MEANT,
    BoardFile,
    BoxFile,
    ComponentFile,
    DeckFile,
    NotesFile,
    ReferenceFile,
    RulebookFile,
    TokensFile,
)
from pnp.model.template import pair
from pnp.model.text_rules import braces, braces_in
from pnp.sandbox.environment import Record
from pnp.units.geometry import LengthError, Size, Um, size
from pnp.units.sizes import CARD_LIMITS, aid_size, card_size, in_pixels, parse_paper

HELD = ("deck", "notes", "reference")
"""Kinds whose pieces lie in a tuck box."""

MOST_COPIES = 100
"""Copies of a board or player aid, or of those for each player."""


class Reader(NamedTuple):
    """What the components of one game are read with; `found` gathers what is wrong, `made` and
    `failed` what has been read before.
    """

    files: Disk
    folder: str
    written: GameFile
    terms: Mapping[str, Mapping[str, Record]]
    evaluate: Callable[[str], Any]
    tally: Tally
    found: list[Diagnostic]
    made: dict[str, Component]
    failed: set[str]
    facts: Callable[[Iterable[str]], Sequence[Note]]
    """Where the facts are written that expressions use."""


class BoxData(NamedTuple):
    """A box: its net, and the decks that lie in it."""

    net: Any
    holds: tuple[str, ...]


class TextData(NamedTuple):
    """A component whose faces come from a flowing text: the file as written, its virtual path,
    its bytes, the path that people see.
    """

    file: ReferenceFile | RulebookFile
    path: str
    text: bytes
    shown: str


class Tally:
    """Counts the cards of a game, component after component: different ones as they are written,
    and copies.
    """

    def __init__(self, written: GameFile, given: Limits) -> None:
        self.different = self.copies = 0
        self._most = ((given.cards, written.limits.cards), (given.copies, written.limits.copies))

    def excess(self, component: str, span: Span) -> list[Diagnostic]:
        """P805 where the game has more cards with this component than it may."""
        found: list[Diagnostic] = []
        told = (f"has {self.different:,} different cards", f"prints {self.copies:,} cards")
        for what, count, (most, own) in zip(
            told, (self.different, self.copies), self._most, strict=True
        ):
            if count > min(own or most, most):
                hint = (
                    "raise it on the command line: --max-cards N"
                    if count > most
                    else "raise it under limits: in game.yaml"
                )
                message = (
                    f'with "{component}" the game {what}; at most {min(own or most, most):,} are'
                    " allowed"
                )
                found.append(error("P805", message, span, hint))
        return found


def written_as(name: str, raw: Any, place: Span) -> ComponentFile:
    """A component's entry in the shape of its kind. Raises Problems."""
    if not isinstance(raw, Map):
        raise refusal("P203", f'"{name}": expected a map of keys and values', place)
    kind = raw.get("kind")
    if kind is None:
        hint = f"say what it is: kind: {', '.join(KINDS)}"
        raise refusal("P202", 'the key "kind" is missing', raw.span(), hint)
    shape = KINDS.get(kind) if isinstance(kind, str) else None
    if shape is None:
        shown = f'"{kind}"' if isinstance(kind, str) else "a list or map"
        meant = MEANT.get(kind.lower().removesuffix("s")) if isinstance(kind, str) else None
        near = did_you_mean(kind, KINDS) if isinstance(kind, str) else ""
        hint = f'did you mean "{meant}"?' if meant else near or f"known: {', '.join(KINDS)}"
        raise refusal(
            "P203", f'"kind": there is no component of kind {shown}', raw.at("kind"), hint
        )
    return validated(shape, raw, raw.span())


def component(reader: Reader, name: str, file: ComponentFile, raw: Map) -> Component:
    """A component with its cards or pieces.

    What is wrong with single entries goes to the reader; raises Problems for the rest.
    """
    match file:
        case DeckFile():
            return _deck(reader, name, file, raw, "cards")
        case NotesFile():
            return _deck(reader, name, file, raw, "notes")
        case TokensFile():
            return _tokens(reader, name, file, raw)
        case BoardFile():
            return _board(reader, name, file, raw)
        case BoxFile():
            return _box(reader, name, file, raw)
        case ReferenceFile() | RulebookFile():
            return _text(reader, name, file, raw)
    raise AssertionError(file)


def _title(name: str, file: ComponentFile) -> str:
    return file.title or name.replace("-", " ").replace("_", " ").capitalize()


def named_size(
    text: str, raw: Map, limits: tuple[int, int], what: str, read: Callable[[str], Size] = card_size
) -> Size:
    """A size by name or by lengths, as `read` knows them. Raises Problems (P215)."""
    pixels = in_pixels(text) if what in ("cards", "notes") else ""
    try:
        found = read(text)
    except LengthError as problem:
        raise refusal("P215", f'"size": {problem}', raw.at("size"), pixels) from None
    if pixels:
        raise refusal(
            "P215",
            f'"size": {what} of {text} mm would be larger than a sheet',
            raw.at("size"),
            pixels,
        )
    least, most = limits
    if not all(least <= side <= most for side in found):
        bounds = f"{least / 1000:g} mm to {most / 1000:,g} mm"
        raise refusal("P215", f'"size": {what} measure {bounds} a side, not {text}', raw.at("size"))
    return found


def _deck(
    reader: Reader, name: str, file: DeckFile | NotesFile | TokensFile, raw: Map, key: str
) -> Component:
    """Cards, notes or tokens as they are written, every field converted."""
    files, found, tally = reader.files, reader.found, reader.tally
    entries, defaults, notes = decks.rows(files, reader.folder, getattr(file, key), raw, key)
    found += notes
    tally.different += len(entries)
    raise_errors(tally.excess(name, entries.span()))
    components = reader.written.components
    front, back, types = pair(
        files, reader.folder.removeprefix("data/"), file, raw, reader.terms, components
    )
    declared = raw.get("fields")
    own, trouble = field_types(
        file.fields,
        declared if isinstance(declared, Map) else Map.empty(raw.at("fields")),
        reader.terms,
        components,
    )
    found += trouble
    if trouble:
        raise Problems([])
    types |= own
    if file.key != "id" and (trouble := _bad_key(file.key, types, raw)):
        raise Problems(trouble)
    if key == "tokens":
        from pnp.model.tokens import TOKEN_FIELDS

        made, trouble = decks.cards(
            entries, defaults, file.key, {**types, **TOKEN_FIELDS}, reader.evaluate
        )
    else:
        made, trouble = decks.cards(entries, defaults, file.key, types, reader.evaluate)
    found += trouble
    if not entries:
        what = "deck" if key == "cards" else "component"
        found.append(error("P208", f'the {what} "{name}" has no {key}', entries.span()))
    tally.copies += sum(card.copies for card in made)
    found += tally.excess(name, entries.span())
    return Component(
        id=name,
        kind=file.kind,
        title=_title(name, file),
        size=(
            Size(Um(0), Um(0))
            if isinstance(file, TokensFile)
            else named_size(file.size, raw, CARD_LIMITS, key)
        ),
        bleed=file.bleed,
        safe=file.safe,
        shuffled=getattr(file, "shuffled", False),
        front=front,
        back=back,
        backs=file.backs,
        key=file.key,
        fields=types,
        cards=tuple(made),
        source=entries.span(),
        raw=raw,
        whole=len(made) == len(entries),
    )


def _bad_key(key: str, types: Mapping[str, FieldType], raw: Map) -> list[Diagnostic]:
    if key not in types:
        return [
            error(
                "P210",
                f'key: there is no field "{key}"',
                raw.at("key"),
                did_you_mean(key, ["id", *types]),
            )
        ]
    field = types[key]
    if field.is_list or field.optional:
        why = (
            "is a list; an id is one value"
            if field.is_list
            else "is optional; every card needs an id"
        )
        return [error("P210", f'key: the field "{key}" {why}', raw.at("key"))]
    return []


def _tokens(reader: Reader, name: str, file: TokensFile, raw: Map) -> Component:
    """Tokens, each with its shape and size; those that are made for each of something are so
    many pieces.
    """
    from pnp.model.tokens import expanded

    made = _deck(reader, name, file, raw, "tokens")
    before = made.total
    cards, data, trouble = expanded(
        made, file, raw, reader.terms, reader.written.players.colours, reader.evaluate
    )
    reader.found.extend(trouble)
    reader.tally.copies += sum(card.copies for card in cards) - before
    reader.found.extend(reader.tally.excess(name, made.source))
    sizes = [card.size for card in cards if card.size] or [made.size]
    largest = size(max(one.width for one in sizes), max(one.height for one in sizes))
    return made._replace(cards=cards, size=largest, details=data)


def _board(reader: Reader, name: str, file: BoardFile, raw: Map) -> Component:
    """A board or mat: one piece, whose data its template loops over."""
    from pnp.model.board import board

    trim = named_size(file.size, raw, CARD_LIMITS, "boards")
    data, place = _board_data(reader, file, raw)
    declared = raw.get("fields")
    types, trouble = field_types(
        file.fields,
        declared if isinstance(declared, Map) else Map.empty(raw.span()),
        reader.terms,
        {**reader.written.components, "space": None},
    )
    reader.found.extend(trouble)
    read, trouble = board(data, raw.at("size"), trim, reader.evaluate, types, reader.facts)
    reader.found.extend(trouble)
    if any(d.is_error for d in trouble):
        raise Problems([])
    copies, per_player = _copies(reader, raw, 1, 0)
    values = {
        "id": name,
        "count": copies,
        "width": trim.width / 1000,
        "height": trim.height / 1000,
        **read.values,
    }
    card = Card(name, copies, values, Record(name, values), data, per_player=per_player)
    reader.tally.different += 1
    reader.tally.copies += copies
    made = _alone(name, file, raw, card, trim, (file.bleed, file.safe), file.front, place, read)
    return made._replace(places=types)


def _copies(reader: Reader, raw: Map, usual: int, usual_per_player: int) -> tuple[int, int]:
    """How many copies are printed, and how many of them each player needs (0: all are printed
    for any number). Raises Problems.
    """
    if not {"copies", "per_player"} & raw.keys():
        return usual, usual_per_player
    from pnp.model.board_values import Reader as Numbers

    read = Numbers(reader.evaluate)
    if "per_player" not in raw:
        return read.whole(raw, "copies", 1, MOST_COPIES), 0
    if "copies" in raw:
        told = '"copies" and "per_player" say two numbers'
        raise refusal(
            "P203",
            told,
            raw.at("copies"),
            "keep one: per_player: prints so many for each who plays",
        )
    each = read.whole(raw, "per_player", 1, MOST_COPIES)
    return each * reader.written.players.max, each


def _board_data(reader: Reader, file: BoardFile, raw: Map) -> tuple[Map, Span]:
    """What a board's template sees, and where it stands. Raises Problems."""
    data = file.data
    if data is None:
        empty = Map.empty(raw.span())
        return empty, raw.span()
    if isinstance(data, Map):
        reader.found.extend(braces_in(data))
        return data, data.span()
    if not isinstance(data, str):
        raise refusal(
            "P203",
            '"data": expected a file such as boards/NAME.yaml, or a map',
            raw.at("data"),
        )
    path = f"{reader.folder}/{data}"
    shown = reader.files.shown(path)
    content = reader.files.read(path, raw.at("data"))
    value = yaml.parse(content, shown, reader.files.limits)
    reader.found.extend(braces(content, value))
    if not isinstance(value, Map):
        raise refusal(
            "P203",
            "expected a map with spaces:, tracks: or areas:",
            yaml.place(value, shown),
        )
    return value, value.span()


def _box(reader: Reader, name: str, file: BoxFile, raw: Map) -> Component:
    """A box round decks that have been read before it."""
    from pnp.net import NetError
    from pnp.net.box import deck_depth, sleeved, tuck_box

    names = (
        [file.holds]
        if isinstance(file.holds, str)
        else list(file.holds)
        if isinstance(file.holds, Seq)
        else []
    )
    if not names or not all(isinstance(n, str) for n in names):
        raise refusal(
            "P203",
            '"holds": expected the name of a deck, or a list of them',
            raw.at("holds"),
        )
    held: dict[str, Component] = {}
    written = list(reader.written.components)
    before = written[: written.index(name)]
    for other in names:
        deck = reader.made.get(other)
        if other in reader.failed:
            raise Problems([])  # why it could not be read has been told of
        if (
            deck is None
            and other in before
            and reader.written.components[other].get("kind") in HELD
        ):
            continue  # its when: leaves it out
        if deck is None or deck.kind not in HELD:
            decks = [key for key, made in reader.made.items() if made.kind in HELD]
            hint = (
                f'"{other}" is of kind {deck.kind}; a box holds {", ".join(HELD)}'
                if deck
                else did_you_mean(other, decks)
            )
            if "," in other:
                hint = f"write [{', '.join(part.strip() for part in other.split(','))}]"
            hint = hint or "a box comes after the decks that it holds"
            raise refusal(
                "P210",
                f'"holds": there is no deck "{other}" before this box',
                raw.at("holds"),
                hint,
            )
        held[other] = deck
    if not held:
        hint = "its when: leaves it out: give the box the same when:"
        raise refusal(
            "P210",
            f'"holds": there is no deck "{names[0]}" before this box',
            raw.at("holds"),
            hint,
        )
    count = sum(deck.total for deck in held.values())
    if not count:
        raise refusal(
            "P217",
            f'the box "{name}" would hold no card: {", ".join(held)} prints none',
            raw.at("holds"),
        )
    bare = size(
        max(deck.size.width for deck in held.values()),
        max(deck.size.height for deck in held.values()),
    )
    trim = sleeved(bare) if file.sleeve else bare
    try:
        net = tuck_box(
            trim,
            deck_depth(count, Um(file.stock), Um(file.sleeve), Um(file.clearance)),
            clearance=Um(file.clearance),
            board=Um(file.board),
        )
    except NetError as problem:
        raise refusal(
            "P217", f'the box "{name}": {problem}', raw.at("holds"), problem.hint
        ) from None
    values = {
        "id": name,
        "count": 1,
        "cards": count,
        "holds": tuple(held),
        "depth": net.depth / 1000,
    }
    card = Card(name, 1, values, Record(name, values), raw)
    return _alone(
        name,
        file,
        raw,
        card,
        net.size,
        (file.bleed, file.safe),
        file.front,
        raw.span(),
        BoxData(net, tuple(held)),
    )


def _text(reader: Reader, name: str, file: ReferenceFile | RulebookFile, raw: Map) -> Component:
    """A reference or rulebook: its text is read here, set later."""
    path = f"{reader.folder}/{file.text}"
    text = reader.files.read(path, raw.at("text"))
    if isinstance(file, ReferenceFile):
        trim = named_size(file.size, raw, CARD_LIMITS, "references", aid_size)
        copies, per_player = _copies(reader, raw, reader.written.players.max, 1)
        bleed, safe = file.bleed, file.safe
    else:
        try:
            trim = parse_paper(file.page)
        except LengthError as problem:
            raise refusal("P215", f'"page": {problem}', raw.at("page")) from None
        copies, per_player, bleed, safe = 1, 0, 0, 0
    values = {"id": name, "count": copies}
    card = Card(name, copies, values, Record(name, values), raw, per_player=per_player)
    return _alone(
        name,
        file,
        raw,
        card,
        trim,
        (bleed, safe),
        "",
        raw.at("text"),
        TextData(file, path, text, reader.files.shown(path)),
    )


def _alone(
    name: str,
    file: BoardFile | BoxFile | ReferenceFile | RulebookFile,
    raw: Map,
    card: Card,
    trim: Size,
    edges: tuple[int, int],
    front: str,
    source: Span,
    details: Any,
) -> Component:
    """A component of one entry without fields of its own; `edges` are its bleed and its safe
    distance.
    """
    bleed, safe = edges
    return Component(
        id=name,
        kind=file.kind,
        title=_title(name, file),
        size=trim,
        bleed=bleed,
        safe=safe,
        shuffled=False,
        front=front,
        back=None,
        backs="each",  # two player aids need not have one back
        key="id",
        fields={},
        cards=(card,),
        source=source,
        raw=raw,
        details=details,
    )
