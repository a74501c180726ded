"""Reads what a game defines by name: facts, styles, terms and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pnp.assets.patterns import PATTERNS
from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error
from pnp.load import yaml
from pnp.load.encoding import decoded
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.declarations import validated
from pnp.model.fields import PLAIN
from pnp.model.game import NO_COLOR, FontFile, GameFile, SourceFile, Style, StyleFile
from pnp.model.text_rules import braces, thousands
from pnp.sandbox.environment import ExpressionError, Record
from pnp.sandbox.expressions import Expressions
from pnp.units.color import Color, ColorError, parse_color
from pnp.units.geometry import QUARTER
from pnp.units.spelling import is_english, tidy

if TYPE_CHECKING:
    from pnp.model.translation import Translation


def inner(raw: Any, key: str) -> Map:
    """The map under a key; an empty one at its place where there is none."""
    value = raw.get(key) if isinstance(raw, Map) else None
    return value if isinstance(value, Map) else Map.empty(raw.at(key))


def listed(files: Disk, path: str, most: int, what: str, found: list[Diagnostic]) -> Seq:
    """The entries of a file that is a list, none where it is not there or wrong (P203)."""
    if files.exists(path):
        name = files.shown(path)
        value = yaml.parse(files.read(path), name)
        if not isinstance(value, Seq):
            found.append(error("P203", f"expected a list of {what}", Span(name, 1, 1)))
        elif len(value) > most:
            message = f"expected {most:,} {what} at most, found {len(value):,}"
            found.append(error("P203", message, value.at(most)))
        else:
            return value
    return Seq.empty(Span(path))


def named_sources(raw: Map, found: list[Diagnostic]) -> dict[str, str]:
    """Where the rules are written; the sheets that are fetched are checked alone (P203)."""
    named = dict[str, str]()
    for name, entry in raw.items():
        if isinstance(entry, str):
            named[name] = entry
            continue
        try:
            validated(SourceFile, entry, raw.at(name))
        except Problems as problem:
            found += problem.diagnostics
    return named


# --- fonts and styles


def families(
    base: Mapping[str, FontFile], own: Mapping[str, FontFile], raw: Map, found: list[Diagnostic]
) -> dict[str, FontFile]:
    """The font families of a game: those of the base sheet, which its own refine.

    One that names its regular file takes over no other cut: cuts of two families do not mix. P202
    goes to `found` where there is no regular file.
    """
    merged = dict(base)
    for name, file in own.items():
        kept = vars(base[name]) if name in base else {}
        if file.regular:
            kept = {key: value for key, value in kept.items() if key == "fallback"}
        merged[name] = FontFile(**kept | vars(file))
        if not merged[name].regular:
            message = f'the font family "{name}" has no "regular"'
            found.append(error("P202", message, raw.key(name), "name its upright file"))
    return merged


MAX_CHAIN = 32
"""Styles that may be based on each other in a row."""


def resolved(
    sheets: Sequence[tuple[Mapping[str, StyleFile], Map]],
    fonts: Mapping[str, FontFile],
    found: list[Diagnostic],
) -> dict[str, Style]:
    """Every named style with all its values; a later sheet's style of the same name refines the
    earlier one.

    A style that names no `base:` starts from `body`. Adds to `found` (P213): an unknown base or
    font, a base that leads back to itself.
    """
    written: dict[str, dict[str, Any]] = {}
    places: dict[str, Span] = {}
    for sheet, raw in sheets:
        for name, file in sheet.items():
            own = {key: value for key, value in vars(file).items() if value is not None}
            written[name] = {**written.get(name, {}), **own}
            places[name] = raw.at(name)
    styles: dict[str, Style] = {}

    def wrong(name: str, message: str, hint: str = "") -> None:
        found.append(error("P213", f'style "{name}"{message}', places[name], hint))

    def resolve(name: str, chain: tuple[str, ...]) -> Style:
        if name in styles:
            return styles[name]
        own = dict(written[name])
        base: str | None = own.pop("base", None)
        if base is None and "body" in written and "body" not in (*chain, name):
            base = "body"
        start = Style(name, "body")
        if base is None:
            pass
        elif base in (*chain, name):
            hint = "leave out base: – what is written refines the style of the same name"
            wrong(name, " is based on itself", hint if base == name else "")
        elif len(chain) >= MAX_CHAIN:
            wrong(name, f" is based on a chain of more than {MAX_CHAIN} styles")
        elif base not in written:
            wrong(name, f' is based on "{base}", which does not exist', did_you_mean(base, written))
        else:
            start = resolve(base, (*chain, name))
        if "size" in own and "min" not in own:
            own["min"] = min(start.min, own["size"]) if base is None else own["size"]
        style = start._replace(name=name, **own)
        if style.size < style.min <= style.size + QUARTER:
            style = style._replace(size=style.min)  # what was one size is rounded, as a min up
        styles[name] = style
        return style

    for name in written:
        resolve(name, ())
    for name, style in styles.items():
        if style.min > style.size:
            wrong(name, f": min {style.min:g} pt is more than size {style.size:g} pt")
        if style.font not in fonts:
            message = f' uses the font family "{style.font}", which is not declared'
            wrong(name, message, did_you_mean(style.font, fonts))
    return styles


# --- terms

Terms = dict[str, dict[str, Record]]


def terms_of(
    files: Disk,
    game: str,
    written: GameFile,
    raw: Map,
    first: Map,
    palette: Mapping[str, Color],
    found: list[Diagnostic],
) -> Terms:
    """The terms of `game.yaml`, which in the first language is `first`; a colour is a name of the
    palette or written out, and stays as written. Adds what is wrong to `found`: names, colours,
    patterns, and icons (P401) that neither the game nor the shipped set has.
    """
    terms: Terms = {}
    icons: dict[str, list[Span]] = {}
    entries = inner(raw, "terms")
    for kind, values in written.terms.items():
        if kind in (*PLAIN, "list", "expr") or kind in written.components:
            what = "a component" if kind in written.components else "a field type"
            message = f'terms: "{kind}" is the name of {what} already'
            found.append(error("P210", message, entries.key(kind), "rename the term"))
        if not values:
            found.append(error("P210", f'terms: "{kind}" has no values', entries.key(kind)))
        terms[kind] = {}
        for name, term in values.items():
            own = vars(term) if term else {}
            place = inner(inner(entries, kind), name)
            found += bad_color(own.get("color"), palette, place)
            pattern = own.get("pattern")
            if pattern and pattern not in PATTERNS:
                message = f'"pattern": there is no pattern "{pattern}"'
                hint = did_you_mean(pattern, PATTERNS)
                found.append(error("P213", message, place.at("pattern"), hint))
            if own.get("icon"):
                icons.setdefault(own["icon"], []).append(place.at("icon"))
            plain = name.replace("-", " ").replace("_", " ").capitalize()
            label = own.get("label") or plain
            called = inner(inner(inner(first, "terms"), kind), name).get("label") or plain
            defaults = {"letter": "", "color": NO_COLOR, "pattern": "", "icon": "", "text": ""}
            filled = {key: own.get(key) or value for key, value in defaults.items()}
            meaning = {"id": name, "label": label, **filled}
            terms[kind][name] = Record(label, meaning, source=f"terms.{kind}.{name}", called=called)
    try:
        unknown = unknown_icons(files, game, icons)
    except Problems as problem:
        found += problem.diagnostics
        return terms
    for icon, hint in unknown.items():
        message = f'"icon": there is no icon "{icon}"'
        found += [error("P401", message, place, hint) for place in icons[icon]]
    return terms


def bad_color(
    color: str | None, palette: Mapping[str, Color], raw: Map, key: str = "color"
) -> list[Diagnostic]:
    """P213 for a colour that is neither a name of the palette nor one written out."""
    try:
        if color is not None and color not in palette:
            parse_color(color)
    except ColorError as problem:
        hint = did_you_mean(color or "", palette)
        return [error("P213", f'"{key}": {problem}', raw.at(key), hint)]
    return []


def own_icons(files: Disk, game: str) -> dict[str, str]:
    """The icons of the workspace's `templates/icons` and, before them, of a game's own folder:
    where each lies, by its name.

    Raises Problems.
    """
    folders = ("templates/icons", f"data/{game}/icons")
    return {
        path.removeprefix(f"{folder}/").removesuffix(".svg"): path
        for folder in folders
        for path in files.names(folder, ".svg")
    }


def unknown_icons(files: Disk, game: str, named: Collection[str]) -> dict[str, str]:
    """The icons among these that neither the game nor the shipped set has, each with a hint.

    Raises Problems where one cannot be read.
    """
    known = set(own_icons(files, game)) if named else set()
    if known.issuperset(named):
        return {}
    from pnp.assets.icons import ICON_SET, TO_ADD, read_set

    if files.exists(ICON_SET):
        known |= set(read_set(files.read(ICON_SET), files.shown(ICON_SET)).names())
    names = sorted(known)
    return {icon: did_you_mean(icon, names, few=0) or TO_ADD for icon in named if icon not in known}


# --- words


def words_of(
    files: Disk,
    path: str,
    language: str,
    found: list[Diagnostic],
    translation: Translation | None = None,
) -> tuple[Record, Map]:
    """The words of a game in a language, ours among them where that is not English, and as they
    are written, none without such a file; what is wrong goes to `found` (P203, P204). Raises
    Problems.
    """
    words = Map.empty(Span(path))
    if files.exists(path):
        content = files.read(path)
        value = yaml.parse(content, files.shown(path))
        if isinstance(value, Map):
            found += (*braces(content, value), *_empty_words(value))
            words = value
        else:
            found.append(error("P203", "expected a map of words", Span(files.shown(path), 1, 1)))
    if translation:
        words = translation.words(words)
    if any(section in words for section in ("book", "sheet", "first_page")):
        from pnp.model.tool_words import misnamed

        found += misnamed(files, words)
    if not is_english(language):
        from pnp.model.tool_words import with_tool_words

        return _record("t", with_tool_words(files, words, language)), words
    return _record("t", words), words


def section(words: Record, name: str) -> dict[str, Any]:
    """What the words of a game have below a key; empty for anything but a map."""
    written = words[name] if name in words else None  # noqa: SIM401 - a Record has no get
    return {key: written[key] for key in written} if isinstance(written, Record) else {}


def _empty_words(owner: Map | Seq) -> Iterator[Diagnostic]:
    """P203 for words that say nothing: where they are printed there would be a hole."""
    keys: Any = owner if isinstance(owner, Map) else range(len(owner))
    for key in keys:
        part = owner[key]
        if isinstance(part, (Map, Seq)):
            yield from _empty_words(part)
        elif part is None:
            name = f'"{key}"' if isinstance(owner, Map) else "an entry of a list"
            hint = 'write it, or "" where nothing is meant to be printed'
            yield error("P203", f"{name}: expected a text, found nothing", owner.at(key), hint)


def _record(source: str, raw: Mapping[str, Any]) -> Record:
    """Words by their names; a group of them is not a text itself."""
    groups = {key: value for key, value in raw.items() if isinstance(value, dict)}
    parts = {**raw, **{key: _record(f"{source}.{key}", group) for key, group in groups.items()}}
    return Record(source.rpartition(".")[2], parts, many=True, source=source)


# --- facts

MAX_NESTED = 32
"""Lists within lists that a fact may be."""
_LONG = re.compile(r"[-+−]?(?=.*[0-9]{19})[0-9]*+\.?+[0-9]*+")
"""A number with more digits than are read."""
_QUOTED = re.compile(r"(?:&\S+\s+)?[\"'|>]")
_USED = re.compile(
    r"""\bfacts\s*(?:\.\s*(\w+)|\[\s*(["'])(\w+)\2\s*\])|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""",
    re.DOTALL,
)
"""A fact that an expression names; texts are passed over."""
_ASKING = re.compile(r"\b(?:default|d|defined|undefined)\b")
"""What an expression asks with whether a fact is there."""
_NAMING = re.compile(r"\b(facts|players|cards|counts|total)\.[a-z_]")


def in_quotes(data: bytes, facts: Map) -> set[str]:
    """The facts whose values are written as texts: in quotes, or below | or >."""
    lines = decoded(data, facts.file).split("\n")
    places = {name: facts.at(name) for name, value in facts.items() if isinstance(value, str)}
    return {name for name, at in places.items() if _QUOTED.match(lines[at.line - 1], at.column - 1)}


def literal(text: str | None) -> Any:
    """A fact as written without quotes: a whole number, a number, yes or no, else text."""
    if text is None:
        return ""
    clean = text.strip().replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,18}", clean):
        return int(clean)
    if re.fullmatch(r"[-+]?(\d{1,18}\.\d{1,18}|\.\d{1,18})", clean):
        return float(clean)
    return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)


def read_facts(
    expressions: Expressions,
    facts: dict[str, Any],
    raw: Map,
    quoted: Set[str],
    found: list[Diagnostic],
) -> None:
    """Puts the facts into `facts`, which the expressions see, each after those that its expression
    uses; a circle is an error (P212).
    """

    def wrong(name: str, message: object, place: Span, hint: str = "") -> None:
        found.append(error("P212", f'fact "{name}": {message}', place, hint))

    open_: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    for name, value in raw.items():
        if "-" in name:
            hint = f"write {name.replace('-', '_')}"
            wrong(name, "in an expression the hyphen would subtract", raw.key(name), hint)
        if isinstance(value, Map) and list(value) == ["expr"] and isinstance(value["expr"], str):
            try:
                open_[name] = expressions.compile(value["expr"])
            except ExpressionError as problem:
                wrong(name, problem, value.at("expr"), problem.hint)
        elif isinstance(value, (Map, Seq)):
            wrong(name, "expected a number, a text or {expr: …}", raw.at(name))
        else:
            facts[name] = literal(value)
            for message, hint in _doubts(expressions, name, value or "", name in quoted):
                wrong(name, message, raw.at(name), hint)
    sources = {name: raw[name]["expr"] for name in open_}
    uses = {
        name: {dotted or key for dotted, _, key in _USED.findall(source)} & open_.keys()
        for name, source in sources.items()
    }
    # An expression that asks what is there would take what is to come for missing.
    needs = {name: uses[name] if _ASKING.search(sources[name]) else set() for name in open_}
    waiting: dict[str, ExpressionError | None] = dict.fromkeys(open_)
    before = len(waiting) + 1
    while len(waiting) < before:  # one that is new may open the way for another
        before = len(waiting)
        for name in list(waiting):
            if needs[name] <= facts.keys():
                try:
                    facts[name] = _plain(open_[name]({}))
                    del waiting[name]
                except ExpressionError as problem:
                    waiting[name] = problem
    for name, cause in waiting.items():
        if any("-" in other and f"facts.{other}" in sources[name] for other in raw):
            continue  # its name is reported
        used = [other for other in waiting if other in uses[name]]
        if cause is None or used:
            names = " and ".join("itself" if other == name else f'"{other}"' for other in used)
            cause = ExpressionError(f"it waits for {names}, which cannot be worked out")
        wrong(name, cause, raw[name].at("expr"), cause.hint)


def _doubts(
    expressions: Expressions, name: str, written: str, quoted: bool
) -> Iterator[tuple[str, str]]:
    """What a fact most likely was to be, and is not as it is written, each with a hint."""
    clean, value = written.strip().replace("−", "-"), literal(written)
    if not quoted and isinstance(value, str) and _LONG.fullmatch(clean):
        yield "a number may have 18 digits", "write fewer, or put a text of digits in quotes"
    if not quoted and (hint := thousands(clean)):
        yield f'expected a number, found "{written}"', hint
    if quoted and type(value) in (int, float) and str(value) != clean:  # 007, 1.10
        shown = str(value).replace("-", "−")
        yield (
            f'"{written.strip()}" is the number {shown}, and would be printed so',
            f"write {shown}; a text of digits stands in words.yaml, and templates print it as"
            f" t.{name}",
        )
    if named := _NAMING.search(written):  # an expression as a whole
        with suppress(ExpressionError):
            expressions.compile(written)
            hint = "a fact is worked out from facts and players only: write the number"
            if named[1] in ("facts", "players"):
                hint = f"write {{expr: {written.strip()}}}"
            yield f'"{written}" is a text here; nothing works it out', hint


def _plain(value: Any, depth: int = 0) -> Any:
    """What a fact may be. Raises ExpressionError."""
    if isinstance(value, float):
        return tidy(value)
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (list, tuple)):
        if depth >= MAX_NESTED:
            raise ExpressionError(f"it makes lists within lists more than {MAX_NESTED} deep")
        return tuple(_plain(part, depth + 1) for part in value)
    raise ExpressionError("it makes neither a number nor a text")
