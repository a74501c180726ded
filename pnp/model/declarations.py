"""What files must look like: shapes, whose annotations pydantic's core checks values against, and
JSON Schema is written from.

pydantic's own classes take a tenth of a second before a first file is read, its core a hundredth;
so only the core is imported here, and of all that pydantic understands of annotations just what
files of games need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic_core import CoreSchema, SchemaValidator
from pydantic_core import core_schema as core


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
