"""One folder of data into one frozen `Game`: the only way in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, error, refusal
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.comparisons import check_facts_compared
from pnp.model.components import Reader, Tally, component, written_as
from pnp.model.declarations import entries, validated
from pnp.model.definitions import (
    bad_color,
    bad_icons,
    in_quotes,
    inner,
    read_facts,
    resolved,
    terms_of,
    words_of,
)
from pnp.model.game import (
    Component,
    FontFile,
    Game,
    GameFile,
    Players,
    Promise,
    PromiseFile,
    Style,
    StyleSheet,
)
from pnp.model.kinds import FIRST_PAGE
from pnp.model.setup import read_setup
from pnp.model.suggestions import unused_files, unused_names, where_facts_are_used
from pnp.model.text_rules import braces_in
from pnp.sandbox.environment import ExpressionError, Record, Sandbox
from pnp.sandbox.expressions import Expressions
from pnp.units.color import Color

BASE_SHEET = "templates/base/styles.yaml"
MAX_PROMISES = 1_000
"""Promises that a game may make."""
_PRINTED = ("title", "subtitle", "author", "notice", "age", "elsewhere", "terms")
"""What game.yaml says in words that are printed as they stand."""


def load_game(files: Disk, name: str) -> tuple[Game, list[Diagnostic]]:
    """The game in `data/NAME` and the warnings from reading it.

    Raises Problems with all that could be found.
    """
    folder = f"data/{name}"
    path = f"{folder}/game.yaml"
    content = files.read(path)
    raw = yaml.parse(content, files.shown(path))
    written = validated(GameFile, raw, Span(files.shown(path)))
    assert isinstance(raw, Map)  # validated() has refused everything else
    found: list[Diagnostic] = []
    if written.players.min > written.players.max:
        found.append(
            error(
                "P216",
                f"players: min {written.players.min} is more than max {written.players.max}",
                raw.at("players"),
            )
        )
    players = Record("players", {"min": written.players.min, "max": written.players.max}, many=True)
    facts: dict[str, Any] = {}
    shared = {"facts": Record("facts", facts, many=True), "players": players}
    expressions = Expressions(Sandbox(language=written.language), shared)
    quoted = in_quotes(content, inner(raw, "facts"))
    read_facts(expressions, facts, inner(raw, "facts"), quoted, found)
    palette, fonts, styles = _look(files, name, written, raw, found)
    terms = terms_of(written, raw, palette, found)
    found += bad_icons(files, name, terms, raw)
    found += _braces(raw)

    looked_at: set[str] = set()

    def evaluate(source: str) -> Any:
        made = expressions.evaluate(source)
        if source not in looked_at:
            looked_at.add(source)
            check_facts_compared(source, facts)
        return made

    reader = Reader(
        files,
        folder,
        written,
        terms,
        evaluate,
        Tally(written, files.limits),
        found,
        {},
        set(),
        partial(where_facts_are_used, raw, facts),
    )
    components = _components(reader, inner(raw, "components"))
    found += _references(components)
    found += _colours(terms, written.players.colours, inner(raw, "players"))
    found += _uncoloured(components, written.players, inner(raw, "players"))
    promises = _promises(files, folder, found)
    setup = read_setup(files, folder, found)
    words = words_of(files, f"{folder}/words.yaml", found)
    found += unused_files(files, folder)
    if any(d.is_error for d in found):
        raise Problems(found)
    told = {
        key: getattr(written, key)
        for key in ("title", "subtitle", "author", "notice", "age", "language")
    }
    game = Game(
        id=name,
        title=written.title,
        subtitle=written.subtitle,
        author=written.author,
        language=written.language,
        notice=written.notice,
        elsewhere=written.elsewhere,
        players=(written.players.min, written.players.max),
        facts=facts,
        sources=dict(written.sources),
        terms=terms,
        words=words,
        palette=palette,
        fonts=fonts,
        styles=styles,
        limits=written.limits,
        components=components,
        promises=promises,
        raw=raw,
        record=Record(written.title, {"id": name, **told, "players": players}),
        setup=setup,
    )
    return game, found


def _braces(raw: Map) -> Iterator[Diagnostic]:
    printed = Map.empty(raw.span())
    for key in _PRINTED:
        if key in raw:
            printed.put(key, raw[key], raw.where(key))
    return braces_in(printed)


def _look(
    files: Disk, name: str, written: GameFile, raw: Map, found: list[Diagnostic]
) -> tuple[dict[str, Color], dict[str, FontFile], dict[str, Style]]:
    """Palette, fonts and styles: those that every game starts from, refined by the game's own."""
    base_raw = yaml.parse(files.read(BASE_SHEET), files.shown(BASE_SHEET))
    base = validated(StyleSheet, base_raw, Span(files.shown(BASE_SHEET)))
    palette = {name: Color(value) for name, value in {**base.palette, **written.palette}.items()}
    fonts = {**base.fonts, **written.fonts}
    sheets = [(base.styles, inner(base_raw, "styles")), (written.styles, inner(raw, "styles"))]
    styles, trouble = resolved(sheets, fonts)
    found += trouble
    for key, style in written.styles.items():
        found += bad_color(style.color, palette, inner(inner(raw, "styles"), key))
    found += unused_names(
        files, name, raw, {"palette": base.palette, "fonts": base.fonts, "styles": base.styles}
    )
    return palette, fonts, styles


def _components(reader: Reader, raw: Map) -> dict[str, Component]:
    """Every component that its `when:` does not switch off, in the order written."""
    for key in raw:
        try:
            if key == FIRST_PAGE:
                hint = "give it another name; its title: may still be that"
                raise refusal(
                    "P203",
                    f'"{key}" is the page that speaks about the others',
                    raw.key(key),
                    hint,
                )
            file = written_as(key, raw[key], raw.at(key))
            entry = raw[key]
            if file.when is None or _switched_on(file.when, entry, reader.evaluate, reader.found):
                reader.made[key] = component(reader, key, file, entry)
        except Problems as problem:
            reader.found.extend(problem.diagnostics)
            reader.failed.add(key)
        if any(d.code == "P805" for d in reader.found):
            break
    return reader.made


def _switched_on(
    condition: str, entry: Map, evaluate: Callable[[str], Any], found: list[Diagnostic]
) -> bool:
    try:
        return bool(evaluate(condition))
    except ExpressionError as problem:
        found.append(error("P214", f'"when": {problem}', entry.at("when"), problem.hint))
        return True


def _references(components: Mapping[str, Component]) -> Iterator[Diagnostic]:
    """P206 for every card that names a card of another component which is not there."""
    for deck in components.values():
        for name, field in deck.fields.items():
            if field.refers is None or field.refers not in components:
                continue
            known = {card.id for card in components[field.refers].cards}
            for card in deck.cards:
                for other in _flat(card.values[name]):
                    if other not in known:
                        message = f'"{name}": "{field.refers}" has no card "{other}"'
                        yield error("P206", message, card.place(name), did_you_mean(other, known))


def _flat(value: Any) -> Iterator[Any]:
    """The values of a field that may be a list, or a list of lists; none of an empty one."""
    if isinstance(value, tuple):
        for one in value:
            yield from _flat(one)
    elif value is not None:
        yield value


def _colours(
    terms: Mapping[str, Mapping[str, Record]], colours: Sequence[str], raw: Map
) -> Iterator[Diagnostic]:
    """P216 for a player colour that is listed twice, or is no name of the term that the others
    are of.
    """
    listed = raw.get("colours")
    if not isinstance(listed, Seq):
        return
    like = max(
        terms.values(), key=lambda values: sum(colour in values for colour in colours), default={}
    )
    known = any(colour in like for colour in colours)
    for index, colour in enumerate(colours):
        if colour in colours[:index]:
            yield error(
                "P216",
                f'players: the colour "{colour}" is listed twice',
                listed.at(index),
                "each player has a colour of his own",
            )
        elif known and colour not in like:
            hint = did_you_mean(colour, like) or "let all of them be names of one term"
            yield error(
                "P216",
                f'players: "{colour}" is no name of the term that the other colours are of',
                listed.at(index),
                hint,
            )


def _uncoloured(
    components: Mapping[str, Component], players: Players, raw: Map
) -> Iterator[Diagnostic]:
    """P216 where each player needs a piece in a colour, and there are fewer colours than
    players.
    """
    each = [
        card for made in components.values() for card in made.cards if card.seat and card.per_player
    ]
    if each and len(players.colours) < players.max:
        told = (
            f"players: max {players.max} is more than the {len(players.colours)} of colours, in"
            " which each player needs pieces"
        )
        note = Note("one is said here", each[0].place("per_player"))
        yield error(
            "P216", told, raw.at("colours"), "list a colour for each player, or lower max:", [note]
        )


def _promises(files: Disk, folder: str, found: list[Diagnostic]) -> tuple[Promise, ...]:
    path = f"{folder}/rules.yaml"
    if not files.exists(path):
        return ()
    name = files.shown(path)
    value = yaml.parse(files.read(path), name)
    if not isinstance(value, Seq):
        found.append(error("P203", "expected a list of promises", Span(name, 1, 1)))
        return ()
    if len(value) > MAX_PROMISES:
        found.append(
            error(
                "P203",
                f"expected {MAX_PROMISES:,} promises at most, found {len(value):,}",
                value.at(MAX_PROMISES),
            )
        )
        return ()
    promises: dict[str, Promise] = {}
    for index, raw in enumerate(value):
        try:
            promise = _promise(raw, value.at(index))
        except Problems as problem:
            found += problem.diagnostics
            continue
        if promise.id in promises:
            first = Note("the first one is here", promises[promise.id].raw.span())
            found.append(
                error(
                    "P207",
                    f'two promises have the id "{promise.id}"',
                    value.at(index),
                    "rename one of them",
                    [first],
                )
            )
        promises[promise.id] = promise
    return tuple(promises.values())


def _promise(raw: Any, span: Span) -> Promise:
    file = validated(PromiseFile, raw, span)
    details = {key: raw[key] for key in raw if key not in entries(PromiseFile)}
    return Promise(
        file.id, file.says, file.kind, file.basis, file.where, file.severity, details, raw
    )
