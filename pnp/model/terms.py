"""The meanings of a game: each with its label, letter, colour, pattern and icon, which must all
be there, used or not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pnp.assets.patterns import PATTERNS
from pnp.diagnostics import Diagnostic, Problems, did_you_mean, error
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.declarations import values_of
from pnp.model.fields import PLAIN
from pnp.model.game import GameFile
from pnp.sandbox.environment import Record
from pnp.units.color import Color, ColorError, parse_color

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
            given = values_of(term) if term else {}
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
