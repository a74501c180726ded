"""What is told of keys that no field has: takes an entry and their names, gives a finding with what
cures it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import Diagnostic, did_you_mean, error, is_slip, near
from pnp.load.yaml import Map, quoted
from pnp.model.deck import RESERVED, is_table
from pnp.model.declarations import COPIES
from pnp.model.fields import WORDS


def unknown(raw: Map, names: Sequence[str], allowed: set[str]) -> Diagnostic:
    """P201 for keys that are no field; all columns of a table at once, with what cures them."""
    columns = {name: _meant(name, raw, allowed) for name in names}
    first, shown = names[0], ", ".join(f'"{name}"' for name in names)
    cure = ", ".join(f"{quoted(name)}: {field or '~'}" for name, field in columns.items())
    if names[1:]:
        message = f"a card of this deck has no fields {shown}"
        hint = f"declare them, or say what each column is, ~ for nothing: columns: {{{cure}}}"
        return error("P201", message, raw.key(first), hint)
    table, field = is_table(raw.span()), columns[first]
    hint = did_you_mean(first, _nameable(first, allowed), few=0)
    if field == "count" and first.casefold() in COPIES:
        value = raw[first]
        brief = value if isinstance(value, str) and len(value) <= 40 else ""
        hint = f"say so beside the file: columns: {{{cure}}}"
        hint = hint if table else f"write count: {brief}".rstrip()
    elif hint and table:
        hint += f" then columns: {{{cure}}}"
    elif not hint:
        declare = "rename it" if first in WORDS else "declare it under fields:"
        hint = f"{declare}, or " + (
            f"pass it over: columns: {{{cure}}}" if table else "take it out"
        )
    return error("P201", f"a card of this deck has no field {shown}", raw.key(first), hint)


def _meant(name: str, raw: Map, allowed: set[str]) -> str:
    """The field that an unknown key most likely is; empty for none."""
    copies = name.casefold() in COPIES and "count" not in raw
    if copies and not any(is_slip(name, one) for one in allowed):
        return "count"
    return next(iter(near(name, _nameable(name, allowed), 1)), "")


def _nameable(name: str, allowed: set[str]) -> list[str]:
    """The fields that a key may be taken for; what every card has, such as count, for a slip alone:
    `Cost` is none.
    """
    folded = name.casefold()
    return [one for one in allowed if one not in RESERVED or one == folded or is_slip(folded, one)]
