"""Named styles: the base sheet's, overlaid with the game's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.diagnostics import Diagnostic, Span, did_you_mean, error
from pnp.load.yaml import Map
from pnp.model.declarations import values_of
from pnp.model.game import FontFile, Style, StyleFile
from pnp.units.geometry import QUARTER

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
            given = {key: value for key, value in values_of(style).items() if value is not None}
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
