"""Loads one folder of data into one frozen `Game`: the only way in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pnp.diagnostics import (
    Diagnostic,
    Note,
    Problems,
    Span,
    collapsed,
    did_you_mean,
    error,
    is_slip,
    refusal,
    warning,
)
from pnp.load import yaml
from pnp.load.files import Disk, path_error
from pnp.load.yaml import Map, Seq
from pnp.model.comparisons import check_facts_compared
from pnp.model.components import Reader, Tally, component, written_as
from pnp.model.contract import read_confirmed, read_confirmed_faces, read_contract
from pnp.model.declarations import Alias, Bounds, Shape, validated
from pnp.model.definitions import (
    bad_color,
    families,
    in_quotes,
    inner,
    listed,
    named_sources,
    read_facts,
    resolved,
    terms_of,
    words_of,
)
from pnp.model.fields import Evaluate, Terms, flat, worked_out
from pnp.model.game import (
    Component,
    FontFile,
    Game,
    GameFile,
    Name,
    Players,
    Style,
    StyleSheet,
    Text,
)
from pnp.model.kinds import FIRST_PAGE
from pnp.model.text_rules import braces_in
from pnp.sandbox.environment import Record, Sandbox
from pnp.sandbox.expressions import Expressions
from pnp.units.color import Color

if TYPE_CHECKING:
    from pnp.model.translation import Translation

BASE_SHEET = "templates/base/styles.yaml"
_PRINTED = ("title", "subtitle", "author", "notice", "age", "elsewhere", "terms")
"""What game.yaml says in words that are printed as they stand."""


def load_game(
    files: Disk, name: str, sleeved: bool = False, gathers: bool = False
) -> tuple[Game, list[Diagnostic]]:
    """The game in `data/NAME`, boxes for `sleeved` or bare cards, in the language of the files, and
    the findings from reading it that do not stop it; `gathers` as in `Overlay`.

    Raises Problems with all that could be found.
    """
    folder = f"data/{name}"
    content, first, raw, written, translation = _opened(files, folder, gathers)
    language = translation.language if translation else written.language
    found: list[Diagnostic] = []
    if (low := written.players.min) > (high := written.players.max):
        message = f"players: min {low} is more than max {high}"
        found.append(error("P216", message, raw.at("players")))
    players = Record("players", {"min": low, "max": high}, many=True)
    facts: dict[str, Any] = {}
    shared = {"facts": Record("facts", facts, many=True), "players": players}
    expressions = Expressions(Sandbox(language=language), shared)
    quoted = in_quotes(content, inner(raw, "facts"))
    read_facts(expressions, facts, inner(raw, "facts"), quoted, found)
    palette, fonts, styles = _look(files, name, written, raw, found)
    terms = terms_of(files, name, written, raw, first, palette, found)
    found += _braces(raw)
    evaluate = _evaluate(expressions, terms, facts)
    tally, used = Tally(written, files.limits), partial(where_facts_are_used, raw, facts)
    reader = Reader(
        files, folder, written, terms, evaluate, tally, found, {}, set(), used, sleeved, translation
    )
    components = _components(reader, inner(raw, "components"))
    found += _references(components, reader.failed)
    found += _colours(terms, written.players.colours, inner(raw, "players"))
    found += _uncoloured(components, written.players, inner(raw, "players"))
    rules, promises = read_contract(files, folder, found)
    setup = read_setup(files, folder, found, translation)
    words, written_words = words_of(files, f"{folder}/words.yaml", language, found, translation)
    sources = named_sources(inner(raw, "sources"), found)
    found += translation.finished(components) if translation else ()
    found = collapsed([*found, *unused_files(files, folder, raw)])
    if any(d.is_error and d.code != "P207" for d in found):  # cards of one id can be judged
        raise Problems(found)
    found += translation.missing() if translation else ()
    texts = {key: getattr(written, key) for key in ("title", "subtitle", "author", "notice")}
    texts["language"] = language
    printed = {"id": name, **texts, "age": written.age, "players": players}
    game = Game(
        id=name,
        sleeved=sleeved,
        **texts,
        elsewhere=written.elsewhere,
        players=(low, high),
        facts=facts,
        sources=sources,
        terms=terms,
        words=words,
        palette=palette,
        fonts=fonts,
        styles=styles,
        limits=written.limits,
        components=components,
        rules=rules,
        promises=promises,
        confirmed=read_confirmed(files, folder, language, found),
        confirmed_faces=(
            read_confirmed_faces(files, folder, found) if language == written.language else None
        ),
        raw=raw,
        record=Record(written.title, printed, source="game"),
        setup=setup,
        written_words=written_words,
        translation=translation,
    )
    if translation and not translation.is_first:
        game = game._replace(first=load_game(files.in_language(""), name, sleeved)[0])
    return game, found


def _opened(
    files: Disk, folder: str, gathers: bool
) -> tuple[bytes, Map, Map, GameFile, Translation | None]:
    """The bytes of `game.yaml`, it in the first language and in that of the files, its shape, and
    what translates the game. Raises Problems.
    """
    path = f"{folder}/game.yaml"
    content = files.read(path)
    first: Any = yaml.parse(content, files.shown(path))
    translation = _translation(files, folder, first, gathers)
    raw = translation.game(first) if translation and isinstance(first, Map) else first
    written = validated(GameFile, raw, Span(files.shown(path)))
    assert isinstance(raw, Map)  # validated() has refused everything else
    return content, first, raw, written, translation


def _evaluate(expressions: Expressions, terms: Terms, facts: Mapping[str, Any]) -> Evaluate:
    """What works out the expressions of a game's files, and looks once at what each compares."""
    checked: set[str] = set()

    def evaluate(source: str, values: Mapping[str, Any] | None = None) -> Any:
        value = expressions.evaluate(source, {"terms": terms, **values} if values else {})
        if source not in checked:
            checked.add(source)
            check_facts_compared(source, facts)
        return value

    return evaluate


def languages(files: Disk, name: str) -> list[str]:
    """The languages of a game, the first one first. Raises Problems where it cannot be read."""
    path = f"data/{name}/game.yaml"
    return _languages(yaml.parse(files.read(path), files.shown(path)))


def _languages(raw: Any) -> list[str]:
    first, others = (raw.get("language"), raw.get("languages")) if isinstance(raw, Map) else (0, 0)
    listed = others if isinstance(others, Seq) else ()
    known = [first if isinstance(first, str) else "en", *listed]
    return list(dict.fromkeys(one for one in known if isinstance(one, str)))


def unknown_language(language: str, known: Sequence[str]) -> tuple[str, str]:
    """What is wrong with a language that a game does not have, and what to do."""
    message = f'the game has no language "{language}"; it has {", ".join(known)}'
    return message, did_you_mean(language, known, few=0) or f"list it: languages: [{language}]"


def _translation(files: Disk, folder: str, raw: Any, gathers: bool) -> Translation | None:
    """What translates the game into a language; None for a game in one language. Raises Problems
    (P250) for a language that it does not have.
    """
    known, language = _languages(raw), files.language
    if language and language not in known:
        place = raw.at("languages" if "languages" in raw else "language")
        message, hint = unknown_language(language, known)
        raise refusal("P250", message, place, hint)
    if len(known) == 1:
        return None
    from pnp.model.translation import Translation  # for games in several languages only

    return Translation(files, folder, language or known[0], known, gathers)


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
    fonts = families(base.fonts, written.fonts, inner(raw, "fonts"), found)
    own = inner(raw, "styles")
    sheets = [(base.styles, inner(base_raw, "styles")), (written.styles, own)]
    styles = resolved(sheets, fonts, found)
    for key, style in written.styles.items():
        found += bad_color(style.color, palette, inner(own, key))
    found += unused_names(files, name, raw, vars(base))
    return palette, fonts, styles


def _components(reader: Reader, raw: Map) -> dict[str, Component]:
    """Every component that its `when:` does not switch off, in the order written."""
    for key, entry in raw.items():
        try:
            if key == FIRST_PAGE:
                message = f'"{key}" is the page that speaks about the others'
                hint = "give it another name; its title: may still be that"
                raise refusal("P203", message, raw.key(key), hint)
            if wrong := path_error(
                key, raw.key(key)
            ):  # what is exported gets a folder of that name
                raise Problems([wrong._replace(hint="give the component another name")])
            file = written_as(key, entry, raw.at(key))
            place = entry.at("when")
            if file.when is None or worked_out("P214", "when", file.when, reader.evaluate, place):
                reader.made[key] = component(reader, key, file, entry)
        except Problems as problem:
            reader.found.extend(problem.diagnostics)
            reader.failed.add(key)
        if any(d.code == "P805" for d in reader.found):
            break
    return reader.made


def _references(components: Mapping[str, Component], failed: set[str]) -> Iterator[Diagnostic]:
    """P206 for every card that names a card of another component which is not there, of those
    that could be read.
    """
    for deck in components.values():
        for name, field in deck.fields.items():
            if field.refers is None or field.refers not in components.keys() - failed:
                continue
            known = {card.id for card in components[field.refers].cards}
            for card in deck.cards:
                for other in flat(card.values[name]):
                    if other not in known:
                        message = f'"{name}": "{field.refers}" has no card "{other}"'
                        yield error("P206", message, card.place(name), did_you_mean(other, known))


def _colours(terms: Terms, colours: Sequence[str], raw: Map) -> Iterator[Diagnostic]:
    """P216 for a player colour that is listed twice, or is no name of the term that the others
    are of.
    """
    like: Mapping[str, Record] = max(
        terms.values(), key=lambda values: sum(colour in values for colour in colours), default={}
    )
    known = any(colour in like for colour in colours)
    for index, colour in enumerate(colours):
        place = raw["colours"].at(index)
        if colour in colours[:index]:
            message = f'players: the colour "{colour}" is listed twice'
            yield error("P216", message, place, "each player has a colour of his own")
        elif known and colour not in like:
            hint = did_you_mean(colour, like) or "let all of them be names of one term"
            message = f'players: "{colour}" is no name of the term that the other colours are of'
            yield error("P216", message, place, hint)


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
        message = (
            f"players: max {players.max} is more than the {len(players.colours)} of colours, in"
            " which each player needs pieces"
        )
        hint = "list a colour for each player, or lower max:"
        notes = [Note("one is said here", each[0].place("per_player"))]
        yield error("P216", message, raw.at("colours"), hint, notes)


# --- the setup

MAX_STEPS = 200
"""Steps that a setup may have."""


class StepFile(Shape):
    """One step of `setup.yaml`, as written."""

    says: Text
    """The step in a sentence."""
    what: Name
    """The component that pieces are taken from."""
    only: str | None = None
    """An expression over their fields: which of them."""
    per: str | None = None
    """A field: so many of each of its values."""
    each: Any = None
    """How many every player takes."""
    all: Any = None
    """How many are taken once; rest for what is left."""
    source: Annotated[str, Alias("from"), Bounds(max_length=200)] = ""
    """Where they come from."""
    to: Annotated[str, Bounds(max_length=200)] = ""
    """Where they go."""
    when: str | None = None
    """An expression; without it the step is always done."""


class Step(NamedTuple):
    """One step: pieces of a component are taken, so many for each player (`each`) and so many
    once (`all`); expressions as written.
    """

    says: str
    what: str
    only: str | None
    per: str | None
    each: Any
    all: Any
    source: str
    to: str
    when: str | None
    raw: Map


def read_setup(
    files: Disk, folder: str, found: list[Diagnostic], translation: Translation | None = None
) -> tuple[Step, ...]:
    """The steps of `setup.yaml` in a game's folder; none where there is no such file.

    What is wrong goes to `found` (P201–P204).
    """
    entries = listed(files, f"{folder}/setup.yaml", MAX_STEPS, "steps", found)
    if translation:
        entries = translation.setup(entries)
    found += braces_in(entries)
    steps = []
    for index, raw in enumerate(entries):
        try:
            file = validated(StepFile, raw, entries.at(index))
            if file.each is None and file.all is None:
                hint = "each: 7 for every player, all: 16 once, all: rest for what is left"
                message = 'the step has neither "each" nor "all"'
                raise refusal("P202", message, entries.at(index), hint)
        except Problems as problem:
            found += problem.diagnostics
        else:
            values = {name: getattr(file, name) for name in Step._fields[:-1]}
            steps.append(Step(**values, raw=raw))
    return tuple(steps)


MAX_FACT_NAMES = 4
_FACT_NAME = re.compile(r"""\bfacts(?:\.|\[\s*["'])([A-Za-z_]\w*)""")
_PLAYERS = re.compile(r"\bplayers\b")


def where_facts_are_used(
    raw: Map, known: Mapping[str, Any], sources: Iterable[str], *, players: bool = False
) -> list[Note]:
    """The facts of `game.yaml` and the number of players that some expressions use; facts that one
    is worked out from as well.

    `players` asks for their number in any case.
    """
    text = "\n".join(sources)
    facts: Any = raw.get("facts", {})
    names = _FACT_NAME.findall(text)
    notes: dict[str, Note] = {}
    while names and len(notes) < MAX_FACT_NAMES:
        name = names.pop(0)
        if name in notes or name not in facts:
            continue
        value = facts[name]
        if isinstance(value, Map) and isinstance(value.get("expr"), str):
            names += _FACT_NAME.findall(value["expr"])
        notes[name] = Note(f"facts.{name} is {known.get(name, value)}", facts.at(name))
    found = list(notes.values())
    if players or _PLAYERS.search(text):
        count = raw["players"]
        found.append(Note(f"{count['min']} to {count['max']} players", raw.at("players")))
    return found


# --- what nothing reads

READ = {"rules": "the rules", "setup": "the steps of the setup", "words": "words"}
"""The files of a game that are read where they are there, without their ending, and what stands
in each.
"""
_YAML = re.compile(r"([^/]+?)\.ya?ml(?:\.txt)?", re.IGNORECASE)


def unused_files(files: Disk, folder: str, raw: Map) -> Iterator[Diagnostic]:
    """A warning (P130) for each file beside `game.yaml` that is called nearly as one that is not
    there, and for those of languages that `raw` does not list (P258); for after all has been read.
    """
    if files.exists(f"{folder}/lang"):
        from pnp.model.translation import unlisted

        yield from unlisted(files, folder, _languages(raw))
    missing = [name for name in READ if not files.exists(f"{folder}/{name}.yaml")]
    if not missing:
        return
    from difflib import get_close_matches  # a millisecond, where no file is missing

    there: list[str] = []
    with suppress(Problems):
        there = files.names(folder)
    read = {entry.path for entry in files.read_paths()}
    for path in there:
        file = path.removeprefix(f"{folder}/")
        stem = _YAML.fullmatch(file)
        if stem is None or path in read:
            continue
        for meant in get_close_matches(stem[1].casefold(), missing, 1, 0.85):
            message = f'nothing reads "{file}": {READ[meant]} stand in {meant}.yaml'
            hint = f'rename "{file}" to {meant}.yaml'
            yield warning("P130", message, Span(files.shown(path)), hint)


REFINED = {"palette": "colour", "fonts": "font family", "styles": "style"}
"""The keys of `game.yaml` whose names are the game's own, or those of the base sheet that it
refines.
"""
_NAMING = (".yaml", ".csv", ".md", ".xml", ".svg")
"""Files that can name a colour, font family or style."""
_WORD = re.compile(r"\w[\w-]*")


def unused_names(
    files: Disk, game: str, raw: Map, base: Mapping[str, Collection[str]]
) -> Iterator[Diagnostic]:
    """A warning (P219) for each name under `palette:`, `fonts:` or `styles:` that is a slip from
    one of the base sheet, and that nothing else in the game's files speaks of: what it was to
    refine stays as it was.

    `base` holds the names of the base sheet by those keys.
    """
    words: Counter[str] = Counter()
    for key, what in REFINED.items():
        own: Any = raw.get(key, {})
        for name in own:
            meant = next((one for one in base[key] if is_slip(name, one) and one not in own), "")
            if meant and name not in base[key]:
                words = words or _words(files, game)
                if words[name] < 2:
                    message = (
                        f'nothing uses the {what} "{name}", and it refines none that every game has'
                    )
                    yield warning("P219", message, own.key(name), f'did you mean "{meant}"?')


def _words(files: Disk, game: str) -> Counter[str]:
    """How often each word, with its hyphens, stands in the files of a game and in the templates;
    the shared faces name none of its own.
    """
    words: Counter[str] = Counter()
    with suppress(Problems):
        for path in (*files.names(f"data/{game}"), *files.names("templates")):
            if path.endswith(_NAMING) and not path.startswith("templates/base/"):
                with suppress(Problems):
                    words.update(_WORD.findall(files.read(path).decode("utf-8", "replace")))
    return words
