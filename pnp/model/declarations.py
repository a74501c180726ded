"""Declares the shapes of files and checks values against them: annotations of classes, from which
checks of pydantic's core and JSON Schema are derived."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic_core import CoreSchema, SchemaValidator, ValidationError
from pydantic_core import core_schema as core

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error
from pnp.load.yaml import Map, Seq


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Shape:
    """A file, or a part of one, as written: nothing unknown in it unless `others` may stand there,
    nothing changed later.

    Its annotations say what its keys hold, its class attributes what stands where nothing is
    written.
    """

    def __init_subclass__(cls, *, others: bool = False) -> None:
        cls.__others__ = others

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    __others__: bool = False


class Held(NamedTuple):
    """What a value is held to, in the words of pydantic's core; lengths are those of texts,
    lists and maps.
    """

    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    allow_inf_nan: bool | None = None


class Read(NamedTuple):
    """How what is written is read before it is checked; raises ValueError, whose text people
    see.
    """

    value: Callable[[Any], Any]


class Key(NamedTuple):
    """The key in the file, where it is no name of Python's."""

    name: str


class Editor:
    """What an editor is told of a value, in JSON Schema, where that says more than its type."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema


class Entry(NamedTuple):
    """One key of a shape: what it holds, and what stands where it is not written (`REQUIRED`: it
    must be).
    """

    key: str
    hint: Any
    default: Any


REQUIRED: Any = object()


class Hint(NamedTuple):
    """An annotation taken apart: the type, its arguments, and what is said beside it."""

    type: Any
    of: tuple[Any, ...]
    held: dict[str, Any]
    read: tuple[Callable[[Any], Any], ...]
    editor: Mapping[str, Any] | None
    key: str | None


def taken_apart(hint: Any) -> Hint:
    """The parts of an annotation; the outermost word of an editor counts."""
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *said = get_args(hint)
        marks = tuple(said)
    held = {
        name: value
        for mark in marks
        if isinstance(mark, Held)
        for name, value in mark._asdict().items()
        if value is not None
    }
    editor = next((mark.schema for mark in reversed(marks) if isinstance(mark, Editor)), None)
    key = next((mark.name for mark in marks if isinstance(mark, Key)), None)
    return Hint(
        get_origin(hint) or hint,
        get_args(hint),
        held,
        tuple(m.value for m in marks if isinstance(m, Read)),
        editor,
        key,
    )


def entries(shape: type[Shape]) -> Mapping[str, Entry]:
    """The keys of a shape by the names of their attributes."""
    known: Any = shape  # mypy holds no class to be hashable
    return _entries(known)


@cache
def _entries(shape: Any) -> Mapping[str, Entry]:
    hints = get_type_hints(shape, include_extras=True)
    named = {name: hint for name, hint in hints.items() if not name.startswith("_")}
    return {
        name: Entry(taken_apart(hint).key or name, hint, getattr(shape, name, REQUIRED))
        for name, hint in named.items()
    }


def values_of(value: Shape) -> dict[str, Any]:
    """What a value holds, by its attributes."""
    return {name: getattr(value, name) for name in entries(type(value))}


def validator(shape: type[Shape]) -> SchemaValidator:
    """What checks values against a shape, and makes them of it."""
    known: Any = shape
    return _validator(known)


@cache
def _validator(shape: Any) -> SchemaValidator:
    return SchemaValidator(_of_shape(shape))


def _of_shape(shape: type[Shape]) -> CoreSchema:
    fields = {
        name: core.typed_dict_field(
            _of(entry.hint), required=entry.default is REQUIRED, validation_alias=entry.key
        )
        for name, entry in entries(shape).items()
    }
    written = core.typed_dict_schema(
        fields, extra_behavior="ignore" if shape.__others__ else "forbid"
    )
    return core.no_info_after_validator_function(lambda values: shape(**values), written)


def _of(hint: Any) -> CoreSchema:
    parts = taken_apart(hint)
    schema = _of_type(parts)
    for read in parts.read:
        schema = core.no_info_before_validator_function(read, schema)
    return schema


_PLAIN: Mapping[Any, Callable[..., CoreSchema]] = {
    Any: core.any_schema,
    str: core.str_schema,
    int: core.int_schema,
    float: core.float_schema,
    bool: core.bool_schema,
}


def _of_type(parts: Hint) -> CoreSchema:
    kind, of, held = parts.type, parts.of, parts.held
    if kind in _PLAIN:
        return _PLAIN[kind](**held)
    if kind is Literal:
        return core.literal_schema(list(of))
    if optional(parts):
        return core.nullable_schema(_of(of[0]))
    if kind is dict:
        return core.dict_schema(_of(of[0]), _of(of[1]), **held)
    if kind is tuple and of[-1] is ...:
        return core.tuple_schema([_of(of[0])], variadic_item_index=0, **held)
    if kind is tuple:
        return core.tuple_schema([_of(part) for part in of])
    assert is_shape(parts), kind
    return _of_shape(kind)


def optional(parts: Hint) -> bool:
    """Whether an annotation is a type `or None`."""
    return parts.type in (Union, UnionType) and parts.of[1:] == (NoneType,)


def is_shape(parts: Hint) -> bool:
    """Whether an annotation is a shape."""
    return isinstance(parts.type, type) and issubclass(parts.type, Shape)


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
            told = f'the key "{name}"' if isinstance(loc[-1], str) else _described(loc)
            return error("P202", f"{told} is missing", _walk(raw, loc[:-1])[1])
        case kind:
            place = owner.key(name) if is_key and isinstance(owner, Map) else span
            found = _shown(details["input"] if is_key else _written(owner, loc, details["input"]))
            told = _expected(kind, details, _described(loc), name, found, is_key)
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


def _described(loc: tuple[Any, ...]) -> str:
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
