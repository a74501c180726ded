"""What pydantic's core finds, in the words of the person who wrote the file, each at its line
and column.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from pydantic_core import ValidationError

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error
from pnp.load.yaml import Map, Seq
from pnp.model.declarations import Shape, entries, is_shape, optional, taken_apart, validator

COPIES = frozenset(
    "copies count quantity qty number amount num pieces times anzahl menge stück exemplare nombre"
    " quantité cantidad quantità".split()
)
"""Words by which people say how many there are of a thing."""

_BY_NAME = ", a name of the palette"
"""What a colour may be elsewhere."""
S = TypeVar("S", bound=Shape)


def validated(shape: type[S], raw: Any, span: Span) -> S:
    """A value of the shape.

    Raises Problems with every deviation (P201 unknown key, P202 missing key, P203 wrong value).
    """
    if not isinstance(raw, Map):
        raise Problems([error("P203", "expected a map of keys and values", span)])
    try:
        made: S = validator(shape).validate_python(raw)
    except ValidationError as problem:
        errors = problem.errors()
        # A list whose entries are wrong is called too short as well, since none of them counts.
        within = {error["loc"][:n] for error in errors for n in range(len(error["loc"]))}
        told = [
            details
            for details in errors
            if not (details["type"] == "too_short" and details["loc"] in within)
        ]
        raise Problems([_diagnostic(shape, raw, details) for details in told]) from None
    return made


def _diagnostic(shape: type[Shape], raw: Map, details: Any) -> Diagnostic:
    loc = tuple(part for part in details["loc"] if part != "[key]")
    is_key = details["loc"] != loc
    owner, span = _walk(raw, loc)
    name = str(loc[-1]) if loc else ""
    match details["type"]:
        case "extra_forbidden":
            known = sorted(_keys_at(shape, loc[:-1]))
            place = owner.key(name) if isinstance(owner, Map) else span
            hint = _of_copies(name, known) if len(loc) == 1 else ""
            return error(
                "P201", f'there is no key "{name}" here', place, hint or did_you_mean(name, known)
            )
        case "missing":
            told = f'the key "{name}"' if isinstance(loc[-1], str) else _told(loc)
            return error("P202", f"{told} is missing", _walk(raw, loc[:-1])[1])
        case kind:
            place = owner.key(name) if is_key and isinstance(owner, Map) else span
            found = _shown(details["input"] if is_key else _written(owner, loc, details["input"]))
            told = _expected(kind, details, _told(loc), name, found, is_key)
            if kind == "string_type" and (
                both := _both_sides(name, _written(owner, loc, details["input"]))
            ):
                return error("P203", told, place, f"write {both}")
            if loc[:1] == ("palette",) and _BY_NAME in told:  # a palette is what gives the names
                return error(
                    "P203",
                    told.replace(_BY_NAME, ""),
                    place,
                    "write its #rrggbb: a colour of the palette cannot name another",
                )
            return error("P203", told, place)


def _both_sides(name: str, value: Any) -> str:
    """A size as it is written, for one that is a list of two; empty for anything else."""
    if (
        not name.endswith("size")
        or not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(side, str) for side in value)
    ):
        return ""
    return f"{name}: {' x '.join(value)}"


def _of_copies(name: str, known: Collection[str]) -> str:
    """What to write for a number of copies that a component says by another word; empty for any
    other key.
    """
    if name.casefold() not in COPIES:
        return ""
    one = next((many[:-1] for many in ("cards", "notes", "tokens") if many in known), "")
    if one and "kind" in known:
        return (
            f"each {one} says by itself how many there are of it: count:, or under defaults: for"
            " all of them"
        )
    return "write copies:" if {"copies", "per_player"} <= {*known} else ""


def _told(loc: tuple[Any, ...]) -> str:
    """What a path leads to, in words: a key, or an entry of the list that stands there."""
    keys = [part for part in loc if isinstance(part, str)]
    named = f'"{keys[-1] if keys else ""}"'
    return f"{named}, entry {loc[-1] + 1}" if loc and isinstance(loc[-1], int) else named


def _written(owner: Any, loc: tuple[Any, ...], read: Any) -> Any:
    """What stands in the file at a path, of which `read` was made; `owner` is the map or list
    that holds it.
    """
    return owner[loc[-1]] if loc and _holds(owner, loc[-1]) else read


def _holds(owner: Any, part: Any) -> bool:
    return part in owner if isinstance(owner, Map) else isinstance(part, int) and part < len(owner)


def _expected(kind: str, details: Any, told: str, name: str, found: str, is_key: bool) -> str:
    context = details.get("ctx", {})
    match kind:
        case "int_parsing" | "int_type" | "int_from_float":
            return f"{told}: expected a whole number, found {found}"
        case "float_parsing" | "float_type":
            return f"{told}: expected a number, found {found}"
        case "bool_parsing" | "bool_type":
            return f"{told}: expected yes or no, found {found}"
        case "string_type":
            return f"{told}: expected text, found {found}"
        case "literal_error":
            return (
                f"{told}: expected {context.get('expected', '').replace(chr(39), '')}, found"
                f" {found}"
            )
        case "greater_than_equal" | "less_than_equal":
            least, most = context.get("ge"), context.get("le")
            return (
                f"{told}: expected"
                f" {f'{least:g} or more' if least is not None else f'{most:g} at most'}, found"
                f" {found}"
            )
        case "string_too_long" | "too_long":
            return (
                f"{told}: expected {context.get('max_length', 0):,}"
                f" {'characters' if kind[0] == 's' else 'entries'} at most"
            )
        case "string_pattern_mismatch" if name == "id":
            return (
                f"{found} is no name for a promise; expected letters, digits and -, beginning with"
                " a letter"
            )
        case "string_pattern_mismatch" if is_key:
            return (
                f"{found} is no name; expected lower-case letters, digits, - and _, beginning with"
                " a letter"
            )
        case "string_too_short" | "too_short":
            return f"{told} is empty"
        case "value_error":
            return f"{told}: {context.get('error', details['msg'])}"
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"{told}: expected a map of keys and values, found {found}"
        case "tuple_type" | "list_type":
            return f"{told}: expected a list, found {found}"
        case _:
            return f"{told}: {details['msg'][0].lower()}{details['msg'][1:]}, found {found}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = str(value)
    return f'"{text if len(text) <= 60 else text[:57] + "…"}"'


def _walk(raw: Map, loc: tuple[Any, ...]) -> tuple[Any, Span]:
    """The innermost container on the way and the place of what the path names, as far as it
    exists.
    """
    owner: Any = raw
    value: Any = raw
    span = raw.span()
    for part in loc:
        if isinstance(value, (Map, Seq)) and _holds(value, part):
            owner, span, value = value, value.at(part), value[part]
        else:
            owner = value if isinstance(value, (Map, Seq)) else owner
            break
    return owner, span


def _keys_at(shape: type[Shape], loc: tuple[Any, ...]) -> set[str]:
    """The keys that the shape knows at a path."""
    at = taken_apart(shape)
    for part in loc:
        hint: Any = None
        if is_shape(at):
            hint = next(
                (entry.hint for entry in entries(at.type).values() if entry.key == part), None
            )
        elif at.type in (dict, tuple):
            hint = at.of[-1 if at.type is dict else 0]
        at = taken_apart(hint)
        at = taken_apart(at.of[0]) if optional(at) else at
    return {entry.key for entry in entries(at.type).values()} if is_shape(at) else set()
