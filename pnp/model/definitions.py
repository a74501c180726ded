"""Reads what a game defines by name: facts, styles, terms and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from typing import Any

from pnp.assets.patterns import PATTERNS
from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error
from pnp.load import yaml
from pnp.load.encoding import decoded
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.fields import PLAIN
from pnp.model.game import (
    FontFile,
    GameFile,
    Style,
    StyleFile,
)
from pnp.model.text_rules import braces, thousands
from pnp.sandbox.environment import ExpressionError, Record
from pnp.sandbox.expressions import Expressions
from pnp.units.color import Color, ColorError, parse_color
from pnp.units.geometry import QUARTER
from pnp.units.spelling import tidy

_KEYS = [name for name in Style._fields if name != "name"]
MAX_CHAIN = 32
"""Styles that may be based on each other in a row."""


def resolved(
    sheets: Sequence[tuple[Mapping[str, StyleFile], Map]], fonts: Mapping[str, FontFile]
) -> tuple[dict[str, Style], list[Diagnostic]]:
    """Every named style with all its values; a later sheet's style of the same name refines the
    earlier one.

    A style that names no `base:` starts from `body`. Diagnostics (P213): an unknown base or font, a
    base that leads back to itself.
    """
    written: dict[str, dict[str, Any]] = {}
    places: dict[str, Span] = {}
    for sheet, raw in sheets:
        for name, style in sheet.items():
            given = {key: value for key, value in vars(style).items() if value is not None}
            written[name] = {**written.get(name, {}), **given}
            places[name] = raw.at(name)
    done: dict[str, Style] = {}
    found: list[Diagnostic] = []
    for name in written:
        _resolve(name, written, places, done, found, ())
    for name, look in done.items():
        if look.min > look.size:
            found.append(
                error(
                    "P213",
                    f'style "{name}": min {look.min:g} pt is more than size {look.size:g} pt',
                    places[name],
                )
            )
        if look.font not in fonts:
            message = f'style "{name}" uses the font family "{look.font}", which is not declared'
            found.append(error("P213", message, places[name], did_you_mean(look.font, fonts)))
    return done, found


def _resolve(
    name: str,
    written: Mapping[str, dict[str, Any]],
    places: Mapping[str, Span],
    done: dict[str, Style],
    found: list[Diagnostic],
    chain: tuple[str, ...],
) -> Style:
    if name in done:
        return done[name]
    given = dict(written[name])
    base: str | None = given.pop("base", None) or (
        "body" if "body" in written and "body" not in (*chain, name) else None
    )
    start = Style(name, "body")
    if base is not None:
        if base in (*chain, name):
            hint = (
                "leave out base: – what is written refines the style of the same name"
                if base == name
                else ""
            )
            found.append(error("P213", f'style "{name}" is based on itself', places[name], hint))
        elif len(chain) >= MAX_CHAIN:
            found.append(
                error(
                    "P213",
                    f'style "{name}" is based on a chain of more than {MAX_CHAIN} styles',
                    places[name],
                )
            )
        elif base not in written:
            message = f'style "{name}" is based on "{base}", which does not exist'
            found.append(error("P213", message, places[name], did_you_mean(base, written)))
        else:
            start = _resolve(base, written, places, done, found, (*chain, name))
    values = {key: getattr(start, key) for key in _KEYS}
    if "size" in given and "min" not in given:
        values["min"] = min(start.min, given["size"]) if base is None else given["size"]
    values |= given
    if values["size"] < values["min"] <= values["size"] + QUARTER:
        values["size"] = values["min"]  # what was one size is rounded, as a min up
    done[name] = Style(name, **values)
    return done[name]


Terms = dict[str, dict[str, Record]]


def terms_of(
    written: GameFile, raw: Map, palette: Mapping[str, Color], found: list[Diagnostic]
) -> Terms:
    """The terms of `game.yaml`; a colour is a name of the palette or written out, and stays as
    written. Adds what is wrong to `found`.
    """
    terms: Terms = {}
    entries = inner(raw, "terms")
    for kind, values in written.terms.items():
        if kind in (*PLAIN, "list") or kind in written.components:
            what = "a component" if kind in written.components else "a field type"
            found.append(
                error(
                    "P210",
                    f'terms: "{kind}" is the name of {what} already',
                    entries.key(kind),
                    "rename the term",
                )
            )
        if not values:
            found.append(error("P210", f'terms: "{kind}" has no values', entries.key(kind)))
        terms[kind] = {}
        for name, term in values.items():
            given = vars(term) if term else {}
            place = inner(inner(entries, kind), name)
            found += bad_color(given.get("color"), palette, place)
            pattern = given.get("pattern")
            if pattern and pattern not in PATTERNS:
                hint = did_you_mean(pattern, PATTERNS)
                found.append(
                    error(
                        "P213",
                        f'"pattern": there is no pattern "{pattern}"',
                        place.at("pattern"),
                        hint,
                    )
                )
            label = given.get("label") or name.replace("-", " ").replace("_", " ").capitalize()
            defaults = {"letter": "", "color": "ink", "pattern": "", "icon": "", "text": ""}
            filled = {key: given.get(key) or value for key, value in defaults.items()}
            terms[kind][name] = Record(label, {"id": name, "label": label, **filled})
    return terms


def bad_color(color: str | None, palette: Mapping[str, Color], raw: Map) -> list[Diagnostic]:
    """P213 for a colour that is neither a name of the palette nor one written out."""
    if color is not None and color not in palette:
        try:
            parse_color(color)
        except ColorError as problem:
            return [
                error("P213", f'"color": {problem}', raw.at("color"), did_you_mean(color, palette))
            ]
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
    from pnp.assets.icons import ICON_SET, TO_ADD, read_set

    known = set(own_icons(files, game))
    if known.issuperset(named):
        return {}
    known |= (
        set(read_set(files.read(ICON_SET), files.shown(ICON_SET)).names())
        if files.exists(ICON_SET)
        else set()
    )
    hints = {}
    for icon in named:
        if icon not in known:
            hints[icon] = did_you_mean(icon, sorted(known), few=0) or TO_ADD
    return hints


def bad_icons(files: Disk, game: str, terms: Terms, raw: Map) -> list[Diagnostic]:
    """P401 for each term whose icon neither the game nor the shipped set has."""
    named = [
        (kind, name, icon)
        for kind, values in terms.items()
        for name, term in values.items()
        if (icon := term["icon"])
    ]
    if not named:
        return []
    try:
        hints = unknown_icons(files, game, [icon for _, _, icon in named])
    except Problems as problem:
        return list(problem.diagnostics)
    return [
        error(
            "P401",
            f'"icon": there is no icon "{icon}"',
            inner(inner(inner(raw, "terms"), kind), name).at("icon"),
            hints[icon],
        )
        for kind, name, icon in named
        if icon in hints
    ]


def inner(raw: Any, key: str) -> Map:
    """The map under a key; an empty one at its place where there is none."""
    value = raw.get(key) if isinstance(raw, Map) else None
    return value if isinstance(value, Map) else Map.empty(raw.at(key))


def words_of(files: Disk, path: str, found: list[Diagnostic]) -> Record:
    """The words of a game, none where it has no such file; what is wrong with them goes to
    `found` (P203, P204). Raises Problems.
    """
    if not files.exists(path):
        return _record("t", {})
    content = files.read(path)
    value = yaml.parse(content, files.shown(path))
    if not isinstance(value, Map):
        found.append(error("P203", "expected a map of words", Span(files.shown(path), 1, 1)))
        return _record("t", {})
    found += braces(content, value)
    found += _empty(value)
    return _record("t", value)


def _empty(value: Map) -> Iterator[Diagnostic]:
    """Words that say nothing: where they are printed there would be a hole."""
    todo: list[Map | Seq] = [value]
    while todo:
        owner = todo.pop()
        keys: Any = owner if isinstance(owner, Map) else range(len(owner))
        for key in keys:
            part = owner[key]
            if isinstance(part, (Map, Seq)):
                todo.append(part)
            elif part is None:
                name = f'"{key}"' if isinstance(owner, Map) else "an entry of a list"
                hint = 'write it, or "" where nothing is meant to be printed'
                yield error("P203", f"{name}: expected a text, found nothing", owner.at(key), hint)


def _record(label: str, raw: Mapping[str, Any]) -> Record:
    """Words by their names; a group of them is not a text itself."""
    return Record(
        label,
        {
            key: _record(key, value) if isinstance(value, dict) else value
            for key, value in raw.items()
        },
        many=True,
    )


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
    done: dict[str, Any],
    raw: Map,
    quoted: Set[str],
    found: list[Diagnostic],
) -> None:
    """Puts the facts into `done`, which the expressions see, each after those that its expression
    uses; a circle is an error (P212).
    """
    open_: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    for name, value in raw.items():
        if "-" in name:
            hint = f"write {name.replace('-', '_')}"
            found.append(
                error(
                    "P212",
                    f'fact "{name}": in an expression the hyphen would subtract',
                    raw.key(name),
                    hint,
                )
            )
        if isinstance(value, Map) and list(value) == ["expr"] and isinstance(value["expr"], str):
            try:
                open_[name] = expressions.compile(value["expr"])
            except ExpressionError as problem:
                found.append(
                    error("P212", f'fact "{name}": {problem}', raw[name].at("expr"), problem.hint)
                )
        elif isinstance(value, (Map, Seq)):
            found.append(
                error(
                    "P212", f'fact "{name}": expected a number, a text or {{expr: …}}', raw.at(name)
                )
            )
        else:
            done[name] = literal(value)
            if (
                name not in quoted
                and isinstance(done[name], str)
                and _LONG.fullmatch(done[name].strip())
            ):
                hint = "write fewer, or put a text of digits in quotes"
                found.append(
                    error("P212", f'fact "{name}": a number may have 18 digits', raw.at(name), hint)
                )
            if name not in quoted and (hint := thousands((value or "").strip().replace("−", "-"))):
                found.append(
                    error(
                        "P212",
                        f'fact "{name}": expected a number, found "{value}"',
                        raw.at(name),
                        hint,
                    )
                )
            if name in quoted:
                found += _altered(name, value, done[name], raw)
            found += _meant(expressions, name, value, raw)
    uses = {name: _used(raw[name]["expr"]) & open_.keys() for name in open_}
    trouble = _work_out(open_, _awaited(raw, uses), done)
    for name, cause in trouble.items():
        if any("-" in other and f"facts.{other}" in raw[name]["expr"] for other in raw):
            continue  # its name has been told of
        if cause is None or uses[name] & trouble.keys():
            told = " and ".join(
                "itself" if other == name else f'"{other}"'
                for other in trouble
                if other in uses[name]
            )
            cause = ExpressionError(f"it waits for {told}, which cannot be worked out")
        found.append(error("P212", f'fact "{name}": {cause}', raw[name].at("expr"), cause.hint))


def _altered(name: str, written: str | None, value: Any, raw: Map) -> Iterator[Diagnostic]:
    """P212 for digits in quotes that are a number, and would not be printed as they are written:
    007, 1.10.
    """
    shown = str(value).replace("-", "−")
    if (
        written is not None
        and type(value) in (int, float)
        and shown != written.strip().replace("-", "−")
    ):
        told = f'fact "{name}": "{written.strip()}" is the number {shown}, and would be printed so'
        hint = (
            f"write {shown}; a text of digits stands in words.yaml, and templates print it as"
            f" t.{name}"
        )
        yield error("P212", told, raw.at(name), hint)


def _meant(
    expressions: Expressions, name: str, value: str | None, raw: Map
) -> Iterator[Diagnostic]:
    """P212 for a fact that is an expression as a whole, and stands there as a text."""
    named = _NAMING.search(value or "")
    if value is None or named is None:
        return
    try:
        expressions.compile(value)
    except ExpressionError:
        return
    can = named[1] in ("facts", "players")
    hint = (
        f"write {{expr: {value.strip()}}}"
        if can
        else "a fact is worked out from facts and players only: write the number"
    )
    yield error(
        "P212", f'fact "{name}": "{value}" is a text here; nothing works it out', raw.at(name), hint
    )


def _used(source: str) -> set[str]:
    """The facts that an expression names, as `facts.NAME` or `facts["NAME"]`."""
    return {dotted or quoted for dotted, _, quoted in _USED.findall(source)}


def _awaited(raw: Map, uses: Mapping[str, Set[str]]) -> Mapping[str, Set[str]]:
    """The facts without which an expression cannot be tried: it asks what is there, and would
    take what is to come for missing.
    """
    return {
        name: used if _ASKING.search(raw[name]["expr"]) else frozenset()
        for name, used in uses.items()
    }


def _work_out(
    open_: Mapping[str, Callable[[Mapping[str, Any]], Any]],
    awaited: Mapping[str, Set[str]],
    done: dict[str, Any],
) -> dict[str, ExpressionError | None]:
    """Works facts out into `done`, as long as one that is new may open the way for another; what
    stopped the rest, None where it waits.
    """
    trouble: dict[str, ExpressionError | None] = {}
    waiting = list(open_)
    while waiting:
        trouble = {}
        for name in waiting:
            if not awaited[name] <= done.keys():
                trouble[name] = None
                continue
            try:
                done[name] = _plain(open_[name]({}))
            except ExpressionError as problem:
                trouble[name] = problem
        if len(trouble) == len(waiting):
            break
        waiting = list(trouble)
    return trouble


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
