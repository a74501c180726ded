"""Reads the components of `game.yaml` with everything that they print, each kind by a function.

What reads tokens, boards and boxes is imported when a game has one: with what it takes in, that is
a seventh of the code of a short run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, error, refusal
from pnp.load import yaml
from pnp.load.files import Disk, Limits
from pnp.load.yaml import Map
from pnp.model import deck as decks
from pnp.model.declarations import validated
from pnp.model.definitions import inner
from pnp.model.fields import Evaluate, FieldType, Terms, field_types
from pnp.model.game import Card, Component, GameFile
from pnp.model.kinds import (
    ENTRIES,
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
from pnp.model.text_rules import braces, braces_in
from pnp.sandbox.environment import Record
from pnp.units.geometry import (
    CARD_LIMITS,
    LengthError,
    Size,
    Um,
    aid_size,
    card_size,
    in_pixels,
    parse_paper,
    size,
)

if TYPE_CHECKING:
    from pnp.model.translation import Translation

MOST_COPIES = 100
"""Copies of a board or player aid, or of those for each player."""


class Reader(NamedTuple):
    """What the components of one game are read with; `found` gathers what is wrong, `made` and
    `failed` what has been read before. Boxes are for sleeved cards where `sleeved` says so.
    """

    files: Disk
    folder: str
    written: GameFile
    terms: Terms
    evaluate: Evaluate
    tally: Tally
    found: list[Diagnostic]
    made: dict[str, Component]
    failed: set[str]
    facts: Callable[[Iterable[str]], Sequence[Note]]
    """Where the facts are written that expressions use."""
    sleeved: bool
    translation: Translation | None = None


class TextData(NamedTuple):
    """A component whose faces come from a flowing text: the file as written, its virtual path,
    its bytes, the path that people see.
    """

    file: ReferenceFile | RulebookFile
    path: str
    text: bytes
    shown: str
    scenes: Map | None = None
    """The file of its figures in another language than the first."""


class Tally:
    """Counts the cards of a game, component after component: different ones as they are written,
    and copies.
    """

    def __init__(self, written: GameFile, allowed: Limits) -> None:
        self.different = self.copies = 0
        self._most = (
            (allowed.cards, written.limits.cards),
            (allowed.copies, written.limits.copies),
        )

    def check(self, component: str, span: Span) -> None:
        """Raises Problems (P805) where the game has more cards with this component than it may."""
        found: list[Diagnostic] = []
        counts = (
            (self.different, f"has {self.different:,} different cards"),
            (self.copies, f"prints {self.copies:,} cards"),
        )
        for (count, what), (most, own) in zip(counts, self._most, strict=True):
            allowed = min(own or most, most)
            if count > allowed:
                message = f'with "{component}" the game {what}; at most {allowed:,} are allowed'
                by_option = "on the command line: --max-cards N"
                where = by_option if count > most else "under limits: in game.yaml"
                found.append(error("P805", message, span, f"raise it {where}"))
        if found:
            raise Problems(found)


def written_as(name: str, raw: Any, place: Span) -> ComponentFile:
    """A component's entry in the shape of its kind. Raises Problems."""
    if not isinstance(raw, Map):
        raise refusal("P203", f'"{name}": expected a map of keys and values', place)
    kind = raw.get("kind")
    if kind is None:
        hint = f"say what it is: kind: {', '.join(KINDS)}"
        raise refusal("P202", 'the key "kind" is missing', raw.span(), hint)
    if not isinstance(kind, str) or kind not in KINDS:
        word = kind if isinstance(kind, str) else ""
        shown = f'"{kind}"' if word else "a list or map"
        meant = MEANT.get(word.lower().removesuffix("s"))
        hint = f'did you mean "{meant}"?' if meant else did_you_mean(word, KINDS)
        message = f'"kind": there is no component of kind {shown}'
        raise refusal("P203", message, raw.at("kind"), hint)
    return validated(KINDS[kind], raw, raw.span())


def component(reader: Reader, name: str, file: Any, raw: Map) -> Component:
    """A component with its cards or pieces.

    What is wrong with single entries goes to the reader; raises Problems for the rest.
    """
    return _READERS[file.kind](reader, name, file, raw)


def _size(text: str, raw: Map, what: str, read: Callable[[str], Size] = card_size) -> Size:
    """A trim size by name or by lengths, as `read` knows them. Raises Problems (P215)."""
    pixels = in_pixels(text) if what in ("cards", "notes") else ""
    try:
        trim = read(text)
    except LengthError as problem:
        raise refusal("P215", f'"size": {problem}', raw.at("size"), pixels) from None
    if pixels:
        message = f'"size": {what} of {text} mm would be larger than a sheet'
        raise refusal("P215", message, raw.at("size"), pixels)
    least, most = CARD_LIMITS
    if not all(least <= side <= most for side in trim):
        bounds = f"{least / 1000:g} mm to {most / 1000:,g} mm"
        message = f'"size": {what} measure {bounds} a side, not {text}'
        raise refusal("P215", message, raw.at("size"))
    return trim


def _deck(
    reader: Reader, name: str, file: DeckFile | NotesFile | TokensFile, raw: Map
) -> Component:
    """Cards, notes or tokens as they are written, every field converted."""
    files, found, tally = reader.files, reader.found, reader.tally
    what = ENTRIES[file.kind]
    parts = decks.rows(files, reader.folder, getattr(file, what), raw, what, found)
    written, source = sum(len(part.entries) for part in parts), parts[0].entries.span()
    tally.different += written
    tally.check(name, source)
    components = reader.written.components
    game = reader.folder.removeprefix("data/")
    front, back, types = decks.templates(files, game, file, raw, reader.terms, components)
    types |= field_types(inner(raw, "fields"), reader.terms, components, file.numbers)
    _check_reading(file, raw)
    _check_key(file.key, types, raw)
    converted: Mapping[str, FieldType] = types
    texts = types
    if isinstance(file, TokensFile):
        from pnp.model.tokens import TOKEN_FIELDS

        converted = {**types, **TOKEN_FIELDS}
        texts = {**types, **{key: TOKEN_FIELDS[key] for key in ("listed", "substitute")}}
    languages = reader.written.languages if reader.translation else ()
    if file.columns or any(decks.is_table(part.entries.span()) for part in parts):
        from pnp.model.entries import renamed

        translated = {f"{field}:{tag}" for field in texts for tag in languages}
        parts = renamed(parts, file.columns, raw, {*converted, *decks.RESERVED, *translated})
    naming = decks.Naming(file.key, file.id or "", raw.at("id"))
    if reader.translation:
        name_of = partial(naming.of_entry, types=converted, evaluate=reader.evaluate)
        parts = reader.translation.cards(name, what, parts, texts, name_of)
    before, named = len(found), list[tuple[str, Span]]()
    cards = [
        card
        for part in parts
        for card in decks.cards(*part, naming, converted, reader.evaluate, found, named)
    ]
    if len(found) > before:
        reader.failed.add(name)
    found += decks.doubles(named, bool(naming.expression))
    if not written:
        kind = "deck" if what == "cards" else "component"
        found.append(error("P208", f'the {kind} "{name}" has no {what}', source))
    tally.copies += sum(card.copies for card in cards)
    tally.check(name, source)
    trim = Size(Um(0), Um(0))
    if not isinstance(file, TokensFile):
        trim = _size(file.size, raw, what)
    made = made_component(
        name,
        file,
        raw,
        trim,
        cards,
        source,
        shuffled=getattr(file, "shuffled", False),
        boxed=getattr(file, "boxed", True),
        front=front,
        back=back,
        backs=file.backs,
        key=file.key,
        fields=types,
        whole=len(cards) == written,
    )
    if not made.pictured:
        return made
    from pnp.model import card_images

    return made._replace(missing=card_images.resolve(files, reader.folder, made, found))


def _check_reading(file: DeckFile | NotesFile | TokensFile, raw: Map) -> None:
    """What is said of ids and numbers fits together. Raises Problems (P203, P210)."""
    if file.id and "key" in raw:
        message = '"id" and "key" both name the entries'
        raise refusal("P210", message, raw.at("key"), "keep one of them")
    if file.thousands == file.numbers.point:
        message = f'"thousands": the {file.thousands} is the decimal sign already'
        raise refusal("P203", message, raw.at("thousands"))


def _check_key(key: str, types: Mapping[str, FieldType], raw: Map) -> None:
    """The field that names the entries is there and has one value. Raises Problems (P210)."""
    if key == "id":
        return
    field = types.get(key)
    hint = ""
    if field is None:
        message = f'key: there is no field "{key}"'
        hint = did_you_mean(key, ["id", *types])
    elif field.expr:
        message = f'key: the field "{key}" is worked out; an id is given'
    elif field.is_list:
        message = f'key: the field "{key}" is a list; an id is one value'
    elif field.optional:
        message = f'key: the field "{key}" is optional; every card needs an id'
    else:
        return
    raise refusal("P210", message, raw.at("key"), hint)


def _tokens(reader: Reader, name: str, file: TokensFile, raw: Map) -> Component:
    """Tokens, each with its shape and size; those that are made for each of something are so
    many pieces.
    """
    from pnp.model.tokens import expanded

    made = _deck(reader, name, file, raw)
    colours = reader.written.players.colours
    cards, data, found = expanded(made, file, raw, reader.terms, colours, reader.evaluate)
    reader.found.extend([*found, *decks.doubles((card.id, card.span) for card in cards)])
    reader.tally.copies += sum(card.copies for card in cards) - made.total
    reader.tally.check(name, made.source)
    sizes = [card.size for card in cards if card.size] or [made.size]
    largest = size(max(one.width for one in sizes), max(one.height for one in sizes))
    return made._replace(cards=cards, size=largest, details=data)


def _board(reader: Reader, name: str, file: BoardFile, raw: Map) -> Component:
    """A board or mat: one piece, whose data its template loops over."""
    from pnp.model.board import board

    trim = _size(file.size, raw, "boards")
    data, place = _board_data(reader, file.data, raw)
    components = {**reader.written.components, "space": None}
    types = field_types(inner(raw, "fields"), reader.terms, components)
    for field in types.values():
        if field.is_image:
            message = f'field "{field.name}": only cards, notes and tokens have pictures by name'
            raise refusal("P210", message, field.place, "declare it text, and write the whole path")
    if reader.translation:
        data = reader.translation.data(name, data, types)
    read, found = board(data, raw.at("size"), trim, reader.evaluate, types, reader.facts)
    reader.found.extend(found)
    if any(d.is_error for d in found):
        raise Problems([])
    copies, per_player = _copies(reader, raw, 1, 0)
    measures = {"width": trim.width / 1000, "height": trim.height / 1000}
    values = {"id": name, "count": copies, **measures, **read.values}
    card = Card(name, copies, values, Record(name, values), data, per_player=per_player)
    reader.tally.different += 1
    reader.tally.copies += copies
    return made_component(
        name, file, raw, trim, [card], place, front=file.front, details=read, places=types
    )


def _copies(reader: Reader, raw: Map, usual: int, usual_per_player: int) -> tuple[int, int]:
    """How many copies are printed, and how many of them each player needs (0: all are printed
    for any number). Raises Problems.
    """
    if not {"copies", "per_player"} & raw.keys():
        return usual, usual_per_player
    from pnp.model.board_values import Entry, expressions

    entry = Entry(raw, expressions(reader.evaluate))
    if "per_player" not in raw:
        return entry.whole("copies", 1, MOST_COPIES), 0
    if "copies" in raw:
        hint = "keep one: per_player: prints so many for each who plays"
        message = '"copies" and "per_player" say two numbers'
        raise refusal("P203", message, raw.at("copies"), hint)
    each = entry.whole("per_player", 1, MOST_COPIES)
    return each * reader.written.players.max, each


def _board_data(reader: Reader, data: Any, raw: Map) -> tuple[Map, Span]:
    """What a board's template sees, and where it stands. Raises Problems."""
    if data is None:
        return Map.empty(raw.span()), raw.span()
    if isinstance(data, Map):
        reader.found.extend(braces_in(data))
        return data, data.span()
    if not isinstance(data, str):
        message = '"data": expected a file such as boards/NAME.yaml, or a map'
        raise refusal("P203", message, raw.at("data"))
    path = f"{reader.folder}/{data}"
    shown = reader.files.shown(path)
    content = reader.files.read(path, raw.at("data"))
    value = yaml.parse(content, shown, reader.files.limits)
    reader.found.extend(braces(content, value))
    if not isinstance(value, Map):
        message = "expected a map with spaces:, tracks: or areas:"
        raise refusal("P203", message, yaml.place(value, shown))
    return value, value.span()


def _box(reader: Reader, name: str, file: BoxFile, raw: Map) -> Component:
    """A box round decks that have been read before it."""
    from pnp.model.box import box

    return box(reader, name, file, raw)


def _text(reader: Reader, name: str, file: ReferenceFile | RulebookFile, raw: Map) -> Component:
    """A reference or rulebook: its text is read here, set later."""
    path = f"{reader.folder}/{file.text}"
    if reader.translation:
        path = reader.translation.markdown(path, raw.at("text"))
    text = reader.files.read(path, raw.at("text"))
    if isinstance(file, ReferenceFile):
        trim = _size(file.size, raw, "references", aid_size)
        copies, per_player = _copies(reader, raw, reader.written.players.max, 1)
    else:
        try:
            trim = parse_paper(file.page)
        except LengthError as problem:
            raise refusal("P215", f'"page": {problem}', raw.at("page")) from None
        copies, per_player = 1, 0
    values = {"id": name, "count": copies}
    card = Card(name, copies, values, Record(name, values), raw, per_player=per_player)
    scenes = None
    if reader.translation:
        scenes = reader.translation.scenes(name, raw, reader.written.components)
    details = TextData(file, path, text, reader.files.shown(path), scenes)
    return made_component(name, file, raw, trim, [card], raw.at("text"), details=details)


_READERS: Mapping[str, Callable[[Reader, str, Any, Map], Component]] = {
    "deck": _deck,
    "tokens": _tokens,
    "board": _board,
    "mat": _board,
    "notes": _deck,
    "box": _box,
    "reference": _text,
    "rulebook": _text,
}


def made_component(
    name: str,
    file: Any,
    raw: Map,
    trim: Size,
    cards: Sequence[Card],
    source: Span,
    **more: Any,
) -> Component:
    """A component as it is read; `more` are the values that its kind adds."""
    return Component(
        id=name,
        kind=file.kind,
        title=file.title or name.replace("-", " ").replace("_", " ").capitalize(),
        size=trim,
        bleed=getattr(file, "bleed", 0),
        safe=getattr(file, "safe", 0),
        cards=tuple(cards),
        source=source,
        raw=raw,
        **more,
    )
