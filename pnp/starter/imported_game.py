"""The game.yaml of a file whose columns were guessed, with the finished faces that can show it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from pnp.diagnostics import Span, listed, refusal
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map, quoted
from pnp.model.deck import LISTS, RESERVED, TABLES
from pnp.model.entries import PICTURES, WORKBOOKS
from pnp.model.fields import WORDS
from pnp.starter import title
from pnp.starter.found_entries import found, within
from pnp.starter.guessing import Guess, guess, name_of


class Import(NamedTuple):
    """What was made of a file: its game.yaml with what is said of it, the best one first, and the
    files that it names.
    """

    games: Sequence[tuple[str, Sequence[str]]]
    files: Mapping[str, bytes]


def of_sheet(files: Disk, shipped: Disk, game: str, name: str) -> Import:
    """The game of a sheet or list in the folder of the game. Raises Problems (P247 to P249, and
    what reading finds).
    """
    path = f"data/{game}/{name}"
    place = Span(files.shown(path))
    guessed = guess(found(files, f"data/{game}", name), place)
    fit = faces(shipped, guessed)
    if not fit:
        hint = "each card must say some words, such as its title"
        raise refusal("P248", "no column of it could be the headline of cards", place, hint)
    games = [game_yaml(guessed, title(game), face) for face in fit]
    return Import(games, {name: files.read(path)})


def of_pictures(files: Disk, game: str) -> Import:
    """The game of a folder of finished pictures. Raises Problems (P247)."""
    folder = f"data/{game}/art"
    paths = {path.removeprefix(f"{folder}/"): path for path in files.names(folder)}
    names = [name for name in paths if _ending(name) in PICTURES and "/" not in name]
    if not names:
        sheets = [name for name in paths if _ending(name) in (*TABLES, *WORKBOOKS, *LISTS)]
        hint = f"name a file in it, such as {sheets[0]}" if sheets else ""
        message = "there are no pictures in the folder that could be cards"
        raise refusal("P247", message, Span(files.shown(folder)), hint)
    endings = dict.fromkeys(ending for ending in PICTURES if ending in map(_ending, names))
    globs = ", ".join(f"art/*.{ending}" for ending in endings)
    cards = f"[{globs}]" if len(endings) > 1 else globs
    lines = _head(title(game), "base/art", cards)
    data = {f"art/{name}": files.read(paths[name]) for name in names}
    backs = sum(PurePosixPath(name).stem == "back" for name in names)
    fronts = len(names) - backs
    said = f"{fronts} picture{'s' * (fronts != 1)}{' and a back' * bool(backs)}"
    told = [f"{said} → cards: each is a card, called like its file"]
    if over := [name for name in paths if name not in names]:
        told.append(f"passed over: {listed(over)}")
    return Import([("\n".join(lines) + "\n", told)], data)


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _head(name: str, template: str, cards: str, terms: Sequence[str] = ()) -> list[str]:
    """The lines that each game has."""
    return [
        f"title: {quoted(name)}",
        "players: {min: 2, max: 4}",
        *terms,
        "components:",
        "  cards:",
        "    kind: deck",
        f"    template: {template}",
        f"    cards: {cards}",
    ]


class Face(NamedTuple):
    """A finished face: its template and its fields."""

    template: str
    fields: frozenset[str]


def faces(files: Disk, guessed: Guess) -> list[Face]:
    """The finished faces that can show what was found, the best fit first: those without a
    picture, the one that shows most columns, then the one with fewest other places.
    """
    roles = {one.role for one in guessed.columns}
    fit = list[Face]()
    for path in files.names("templates/base", ".yaml"):
        raw = yaml.parse(files.read(path), path)
        fields = raw.get("fields") if isinstance(raw, Map) else None
        if isinstance(fields, Map):
            needed = {
                n
                for n, spec in fields.items()
                if not isinstance(spec, Map) or "optional" not in spec
            }
            if needed <= roles:
                template = path.removeprefix("templates/").removesuffix(".yaml")
                fit.append(Face(template, frozenset(fields)))
    return sorted(
        fit,
        key=lambda one: (
            "picture" in one.fields,
            -len(one.fields & roles),
            len(one.fields),
            "text" not in one.template,
        ),
    )


def game_yaml(guessed: Guess, name: str, face: Face) -> tuple[str, list[str]]:
    """The game.yaml of a file with a finished face, in which stands behind each column why it is
    what, and the lines that say so to a person.
    """
    source = guessed.found
    names, fields = dict[str, str](), dict[str, str]()
    for column, role, kind, *_ in guessed.columns:
        field = role
        if role == "translation":
            continue
        if role not in (*face.fields, "", "count", "id"):
            base = field = name_of(column)
            number = 1
            while field in (*face.fields, *RESERVED, *WORDS, *fields):
                number += 1
                field = f"{base}_{number}"
            fields[field] = kind or ("markup" if role in ("text", "note") else "text")
        elif kind:
            fields[field] = kind
        names[column.name] = field
    languages = dict[str, None]()
    for column, _, tag, _, first in guessed.columns:
        if first:
            field = names[first.name]
            is_text = bool(field) and re.search("text|markup", fields.get(field, "text"))
            names[column.name] = quoted(f"{field}:{tag}") if is_text else ""
            languages |= {tag: None} if is_text else {}
    takes = {
        names[one.column.name]: one.column.take
        for one in guessed.columns
        if one.column.take and one.role
    }
    named = [names[one.name] for one in guessed.naming]
    terms = [f"languages: [{', '.join(languages)}]"] if languages else []
    terms += ["terms:"] if guessed.terms else []
    for kind, values in guessed.terms.items():
        labels = ", ".join(f"{one}: {{label: {quoted(label)}}}" for one, label in values.items())
        terms.append(f"  {kind}: {{{labels}}}")
    cards = within(source.cards, source.each, takes) if source.each else source.cards
    lines = _head(name, face.template, cards, terms)
    if guessed.numbers.decimal:
        lines.append(f"    decimal: {guessed.numbers.decimal}")
    if guessed.numbers.thousands:
        lines.append(f"    thousands: {guessed.numbers.thousands}")
    title_name = next(
        (names[one.column.name] for one in guessed.columns if one.role == "title"), ""
    )
    if named[1:] or named == [title_name]:
        joined = ' ~ " " ~ '.join(named)
        lines.append(f"    id: slug({joined})")
    elif named != ["id"]:
        lines.append(f"    key: {named[0]}")
    columns = [
        f"      {quoted(column.name)}: {names[column.name] or '~'}  # {why}"
        for column, _, _, why, _ in guessed.columns
        if not column.take
    ]
    lines += ["    columns:", *columns] if columns else []
    if source.rest:
        lines.append('      "*": ~  # columns without a name')
    if fields:
        lines.append("    fields:")
        lines += [f"      {field}: {kind}" for field, kind in fields.items()]
    told = [*source.remarks]
    for column, _, kind, why, first in guessed.columns:
        types = [
            "term" if one in guessed.terms else one for one in re.findall(r"\w+", kind)[: not first]
        ]
        field = names[column.name] or "nothing"
        told.append(f"{column.name} → {', '.join([field, *types])}: {why}")
    shown = ", ".join(field for field in names.values() if field in face.fields)
    told.append(f"{face.template} shows {shown}")
    hidden = ", ".join(one for one in fields if one not in face.fields)
    return "\n".join(lines) + "\n", [*told, *([f"on no card: {hidden}"] if hidden else [])]
