"""One folder of data into one frozen `Game`: the only way in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pnp.color import Color, ColorError, parse_color
from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error
from pnp.geometry import LengthError, Size
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model import deck as decks
from pnp.model.fields import field_types
from pnp.model.game import Deck, DeckFile, Game, GameFile, Promise, PromiseFile, StyleSheet
from pnp.model.styles import resolved
from pnp.model.validate import validated
from pnp.sandbox import ExpressionError, Record, Sandbox, evaluated
from pnp.sizes import card_size

BASE_SHEET = "templates/base/styles.yaml"


def open_game(files: Disk, name: str) -> tuple[Game, list[Diagnostic]]:
    """The game in `data/NAME` and the warnings from reading it. Raises Problems with all that could be found."""
    folder = f"data/{name}"
    path = f"{folder}/game.yaml"
    raw = yaml.parse(files.read(path), files.shown(path))
    written = validated(GameFile, raw, Span(files.shown(path)))
    assert isinstance(raw, Map)  # validated() has refused everything else
    found: list[Diagnostic] = []
    if written.players.min > written.players.max:
        found.append(error("P216", f"players: min {written.players.min} is more than max {written.players.max}", raw.at("players")))
    sandbox = Sandbox()
    players = Record("players", {"min": written.players.min, "max": written.players.max})
    facts = _facts(sandbox, written.facts, _map(raw, "facts"), players, found)
    fact_record = Record("facts", facts)
    base_raw = yaml.parse(files.read(BASE_SHEET), files.shown(BASE_SHEET))
    base = validated(StyleSheet, base_raw, Span(files.shown(BASE_SHEET)))
    palette = {name: Color(value) for name, value in {**base.palette, **written.palette}.items()}
    terms = _terms(written, raw, palette, found)
    fonts = {**base.fonts, **written.fonts}
    sheets = [(base.styles, _map(base_raw, "styles")), (written.styles, _map(raw, "styles"))]
    styles, trouble = resolved(sheets, fonts)
    found += trouble

    def when(condition: str) -> bool:
        return bool(evaluated(sandbox, condition, {"facts": fact_record, "players": players}))

    components: dict[str, Deck] = {}
    for key, file in written.components.items():
        entry = _map(_map(raw, "components"), key)
        if file.when is not None and not _switched_on(file.when, entry, when, found):
            continue
        try:
            components[key] = _deck(files, folder, key, file, entry, terms, written, when, found)
        except Problems as problem:
            found += problem.diagnostics
    promises = _promises(files, folder, found)
    words = _optional_map(files, f"{folder}/words.yaml", found)
    if any(d.is_error for d in found):
        raise Problems(found)
    record = Record(
        written.title,
        {
            "id": name,
            "title": written.title,
            "subtitle": written.subtitle,
            "author": written.author,
            "notice": written.notice,
            "age": written.age,
            "language": written.language,
            "players": players,
        },
    )
    game = Game(
        id=name,
        title=written.title,
        subtitle=written.subtitle,
        author=written.author,
        language=written.language,
        notice=written.notice,
        players=(written.players.min, written.players.max),
        facts=facts,
        sources=dict(written.sources),
        terms=terms,
        words=_as_record("t", words) if words else Record("t", {}),
        palette=palette,
        fonts=fonts,
        styles=styles,
        limits=written.limits,
        components=components,
        promises=promises,
        raw=raw,
        record=record,
    )
    return game, found


def _map(raw: Any, key: str) -> Map:
    value = raw.get(key) if isinstance(raw, Map) else None
    return value if isinstance(value, Map) else Map.empty(raw.at(key))


def _switched_on(condition: str, entry: Map, when: Callable[[str], bool], found: list[Diagnostic]) -> bool:
    try:
        return when(condition)
    except ExpressionError as problem:
        found.append(error("P214", f'"when": {problem}', entry.at("when"), problem.hint))
        return True


def literal(text: str | None) -> Any:
    """A fact as written: a whole number, a number, yes or no, else text."""
    if text is None:
        return ""
    clean = text.replace("−", "-")
    for kind in (int, float):
        try:
            return kind(clean)
        except ValueError:
            continue
    return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)


def _facts(
    sandbox: Sandbox, written: Mapping[str, Any], raw: Map, players: Record, found: list[Diagnostic]
) -> dict[str, Any]:
    """Facts with their expressions worked out, each after those that it uses; a circle is an error (P212)."""
    done: dict[str, Any] = {}
    open_: dict[str, str] = {}
    for name, value in written.items():
        if isinstance(value, Map) and list(value) == ["expr"] and isinstance(value["expr"], str):
            open_[name] = value["expr"]
        elif isinstance(value, (Map, Seq)):
            found.append(error("P212", f'fact "{name}": expected a number, a text or {{expr: …}}', raw.at(name)))
        else:
            done[name] = literal(value)
    while open_:
        trouble: dict[str, ExpressionError] = {}
        for name, source in list(open_.items()):
            try:
                done[name] = evaluated(sandbox, source, {"facts": Record("facts", done), "players": players})
                del open_[name]
            except ExpressionError as problem:
                trouble[name] = problem
        if len(trouble) == len(open_) and open_:
            for name, cause in trouble.items():
                circle = [other for other in open_ if f"facts.{other}" in open_[name]]
                why = f"it waits for {', '.join(circle)}, which cannot be worked out either" if circle else str(cause)
                found.append(error("P212", f'fact "{name}": {why}', raw.at(name), cause.hint if not circle else ""))
            break
    return done


def _terms(written: GameFile, raw: Map, palette: Mapping[str, Color], found: list[Diagnostic]) -> dict[str, dict[str, Record]]:
    """The meanings of a game; a colour is a name of the palette or written out, and stays as written."""
    terms: dict[str, dict[str, Record]] = {}
    for kind, values in written.terms.items():
        terms[kind] = {}
        for name, term in values.items():
            given = term.model_dump() if term else {}
            color = given.get("color")
            if color is not None and color not in palette:
                try:
                    parse_color(color)
                except ColorError as problem:
                    place = _map(_map(_map(raw, "terms"), kind), name).at("color")
                    found.append(error("P213", f'"color": {problem}', place, did_you_mean(color, palette)))
            label = given.get("label") or name.replace("-", " ").replace("_", " ").capitalize()
            defaults = {"letter": "", "color": "ink", "pattern": "", "icon": "", "text": ""}
            filled = {key: given.get(key) or value for key, value in defaults.items()}
            terms[kind][name] = Record(label, {"id": name, "label": label, **filled})
    return terms


def _deck(
    files: Disk,
    folder: str,
    name: str,
    file: DeckFile,
    raw: Map,
    terms: Mapping[str, Mapping[str, Record]],
    written: GameFile,
    when: Callable[[str], bool],
    found: list[Diagnostic],
) -> Deck:
    entries, defaults, notes = decks.rows(files, folder, file, raw)
    found += notes
    types, trouble = field_types(file.fields, _map(raw, "fields"), terms, written.components)
    found += trouble
    if trouble:
        raise Problems([])
    if file.key != "id" and file.key not in types:
        raise Problems([error("P210", f'key: there is no field "{file.key}"', raw.at("key"), did_you_mean(file.key, types))])
    if file.template is not None and (file.front is not None or file.back is not None):
        raise Problems([error("P210", "template: brings its own front and back; leave out front: and back:", raw.at("template"))])
    if file.template is None and file.front is None:
        raise Problems([error("P202", "the deck has no front: and no template:", raw.span(), "for example template: base/classic")])
    made, trouble = decks.cards(entries, defaults, file.key, types, when)
    found += trouble
    if not entries:
        found.append(error("P208", f'the deck "{name}" has no cards', entries.span()))
    _limit(made, written, name, entries.span(), found)
    front, back = (f"{file.template}.xml", f"{file.template}-back.xml") if file.template else (str(file.front), file.back)
    return Deck(
        id=name,
        title=file.title or name.replace("-", " ").replace("_", " ").capitalize(),
        size=_size(file.size, raw),
        bleed=file.bleed,
        safe=file.safe,
        shuffled=file.shuffled,
        front=front,
        back=back,
        backs=file.backs,
        key=file.key,
        fields=types,
        cards=tuple(made),
        source=entries.span(),
        raw=raw,
    )


def _limit(made: list[Any], written: GameFile, name: str, span: Span, found: list[Diagnostic]) -> None:
    limits = written.limits
    if len(made) > limits.cards:
        found.append(error("P805", f'the deck "{name}" has {len(made):,} different cards; at most {limits.cards:,} are allowed', span))
    if (total := sum(card.copies for card in made)) > limits.copies:
        found.append(error("P805", f'the deck "{name}" prints {total:,} cards; at most {limits.copies:,} are allowed', span))


def _size(text: str, raw: Map) -> Size:
    try:
        size = card_size(text)
    except LengthError as problem:
        raise Problems([error("P215", f'"size": {problem}', raw.at("size"))]) from None
    if not all(5_000 <= side <= 2_000_000 for side in size):
        raise Problems([error("P215", f'"size": cards measure 5 mm to 2,000 mm a side, not {text}', raw.at("size"))])
    return size


def _promises(files: Disk, folder: str, found: list[Diagnostic]) -> tuple[Promise, ...]:
    path = f"{folder}/rules.yaml"
    if not files.exists(path):
        return ()
    name = files.shown(path)
    value = yaml.parse(files.read(path), name)
    if not isinstance(value, Seq):
        found.append(error("P203", "expected a list of promises", Span(name, 1, 1)))
        return ()
    promises: dict[str, Promise] = {}
    for index, raw in enumerate(value):
        try:
            promise = _promise(raw, value.at(index))
        except Problems as problem:
            found += problem.diagnostics
            continue
        if promise.id in promises:
            found.append(error("P207", f'two promises have the id "{promise.id}"', value.at(index)))
        promises[promise.id] = promise
    return tuple(promises.values())


def _promise(raw: Any, span: Span) -> Promise:
    file = validated(PromiseFile, raw, span)
    details = {key: raw[key] for key in raw if key not in PromiseFile.model_fields}
    return Promise(file.id, file.says, file.kind, file.basis, file.where, file.severity, details, raw)


def _optional_map(files: Disk, path: str, found: list[Diagnostic]) -> Map | None:
    if not files.exists(path):
        return None
    value = yaml.parse(files.read(path), files.shown(path))
    if isinstance(value, Map):
        return value
    found.append(error("P203", "expected a map of words", Span(files.shown(path), 1, 1)))
    return None


def _as_record(label: str, raw: Mapping[str, Any]) -> Record:
    return Record(label, {key: _as_record(key, value) if isinstance(value, dict) else value for key, value in raw.items()})
