"""Which values a field can have, as far as its declaration says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.model.fields import FieldType
from pnp.sandbox import Record

Terms = Mapping[str, Mapping[str, Record]]
ONE = "[]"
"""Among names that lead to a value: one of the entries of a list."""
_TEXTS = ("text", "markup")
_NUMBERS = ("int", "number")


def impossible(field: FieldType, terms: Terms, inside: Sequence[str], value: Any) -> tuple[str, str] | None:
    """Why a field, or what is inside it, never has a value, with a hint; None where it may have it.

    Whether there is anything at all (`none`, an empty text) may be asked of every field.
    """
    if value is None or value == "":
        return None
    if field.is_list and field.of is not None:
        if inside[:1] == (ONE,):
            return impossible(field.of, terms, inside[1:], value)
        return None if inside else (f"is a list and never {quoted(value)}", f"write {quoted(value)} in card.{field.name}")
    domain: Sequence[Any] | None = field.domain
    if inside and field.kind in terms and len(inside) == 1:
        meant = terms[field.kind]
        domain = [meant[name][inside[0]] for name in domain or meant if inside[0] in meant[name]]
    elif inside:
        return None
    elif field.kind in (_NUMBERS if isinstance(value, str) else _TEXTS):
        kind, write = ("a number", value) if isinstance(value, str) else ("a text", quoted(str(value)))
        return f"is {kind} and never {quoted(value)}", f"write {write}"
    if not domain or value in domain:
        return None
    if field.kind == "bool":
        return f"is true or false and never {quoted(value)}", "write true or false, without quotes"
    if isinstance(domain, range):
        return f"is never {quoted(value)}", f"it is a number from {domain[0]} to {domain[-1]}"
    return f"is never {quoted(value)}", did_you_mean(str(value), [str(one) for one in domain])


def quoted(value: Any) -> str:
    """A value as expressions write it."""
    return f'"{value[:40]}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
