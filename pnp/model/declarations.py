"""Declares the shapes of files and checks values against them: a class with annotations gives the
checks of pydantic's core, whose findings become diagnostics in the words of the file's writer.

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
    ClassVar,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic_core import SchemaValidator, ValidationError
from pydantic_core import core_schema as core

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error, refusal
from pnp.load.yaml import Map, Seq

S = TypeVar("S", bound="Shape")
REQUIRED: Any = object()
"""The default of a key that must be written."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Shape:
    """A file, or a part of one, as written: nothing unknown in it unless `others` may stand there,
    nothing changed later.

    An annotation says what a key holds, its value what stands where the key is not written, the
    docstring below it what an editor shows of it. `vars()` of an instance are the written values.
    """

    others: ClassVar[bool] = False

    def __init_subclass__(cls, *, others: bool = False) -> None:
        cls.others = others

    def __init__(self, **written: Any) -> None:
        self.__dict__.update(written)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")


class Bounds(NamedTuple):
    """What bounds a value, in the words of pydantic's core; lengths are those of texts, lists and
    maps.
    """

    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    allow_inf_nan: bool | None = None


class Parsed(NamedTuple):
    """What parses a written text before it is checked; its ValueError is what people read."""

    parse: Callable[[str], Any]

    def __call__(self, value: Any) -> Any:
        """The parsed text; any other value as it is."""
        return self.parse(value) if isinstance(value, str) else value


class Alias(NamedTuple):
    """The key in the file, where it is no name of Python's."""

    key: str


class EditorSchema:
    """The JSON Schema that an editor gets in place of the one of the type."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema


class Entry(NamedTuple):
    """One key of a shape: its annotation, and what stands where it is not written."""

    key: str
    hint: Any
    default: Any


def entries(shape: type[Shape]) -> Mapping[str, Entry]:
    """The keys of a shape by the names of their attributes."""
    hints = get_type_hints(shape, include_extras=True)
    del hints["others"]
    aliases = {
        name: mark.key
        for name, hint in hints.items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Alias)
    }
    return {
        name: Entry(aliases.get(name, name), hint, getattr(shape, name, REQUIRED))
        for name, hint in hints.items()
    }


def validated(shape: type[S], raw: Any, span: Span) -> S:
    """A value of the shape.

    Raises Problems with every deviation (P201 unknown key, P202 missing key, P203 wrong value).
    """
    if not isinstance(raw, Map):
        raise refusal("P203", "expected a map of keys and values", span)
    check: Any = _validator  # mypy holds no class to be hashable
    try:
        value: S = check(shape).validate_python(raw)
    except ValidationError as problem:
        errors = problem.errors()
        # A list whose entries are wrong is called too short as well, since none of them counts.
        within = {error["loc"][:n] for error in errors for n in range(len(error["loc"]))}
        raise Problems(
            _diagnostic(shape, raw, details)
            for details in errors
            if not (details["type"] == "too_short" and details["loc"] in within)
        ) from None
    return value


@cache
def _validator(shape: Any) -> SchemaValidator:
    return SchemaValidator(core_schema(shape))


def core_schema(hint: Any) -> Any:
    """The checks of an annotation in the words of pydantic's core. Under `metadata` stand the shape
    of a map and the `editor` schema of a value.
    """
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    bounds = {
        name: value
        for mark in marks
        if isinstance(mark, Bounds)
        for name, value in mark._asdict().items()
        if value is not None
    }
    schema = _of_type(get_origin(hint) or hint, get_args(hint), bounds)
    for mark in marks:
        if isinstance(mark, Parsed):
            schema = core.no_info_before_validator_function(mark.__call__, schema)
        elif isinstance(mark, EditorSchema):
            schema = {**schema, "metadata": {"editor": mark.schema}}
    return schema


_PLAIN: Mapping[Any, Callable[..., Any]] = {
    Any: core.any_schema,
    str: core.str_schema,
    int: core.int_schema,
    float: core.float_schema,
    bool: core.bool_schema,
}


def _of_type(kind: Any, of: tuple[Any, ...], bounds: dict[str, Any]) -> Any:
    if kind in _PLAIN:
        return _PLAIN[kind](**bounds)
    if kind is Literal:
        return core.literal_schema(list(of))
    if kind in (Union, UnionType):
        assert of[1:] == (NoneType,), of
        return core.nullable_schema(core_schema(of[0]))
    if kind is dict:
        return core.dict_schema(core_schema(of[0]), core_schema(of[1]), **bounds)
    if kind is tuple and of[-1] is ...:
        return core.tuple_schema([core_schema(of[0])], variadic_item_index=0, **bounds)
    if kind is tuple:
        return core.tuple_schema([core_schema(part) for part in of])
    assert issubclass(kind, Shape), kind
    fields = {
        name: core.typed_dict_field(
            core_schema(hint), required=default is REQUIRED, validation_alias=key
        )
        for name, (key, hint, default) in entries(kind).items()
    }
    written = core.typed_dict_schema(fields, extra_behavior="ignore" if kind.others else "forbid")
    return core.no_info_after_validator_function(
        lambda values: kind(**values), written, metadata={"shape": kind}
    )


COPIES = frozenset(
    "copies count quantity qty number amount num pieces times anzahl menge stück exemplare nombre"
    " quantité cantidad quantità".split()
) | {"how many", "in deck"}
"""Words by which people say how many there are of a thing."""
_BY_NAME = ", a name of the palette"
"""What a colour may be elsewhere."""


def _diagnostic(shape: type[Shape], raw: Map, details: Any) -> Diagnostic:
    loc = tuple(part for part in details["loc"] if part != "[key]")
    is_key = details["loc"] != loc
    owner, span = _walk(raw, loc)
    name = str(loc[-1]) if loc else ""
    kind = details["type"]
    what = _in_words(loc)
    place = owner.key(name) if isinstance(owner, Map) and kind == "extra_forbidden" else span
    if kind == "extra_forbidden":
        known = _keys_at(shape, loc[:-1])
        hint = (len(loc) == 1 and _of_copies(name, known)) or did_you_mean(name, known)
        return error("P201", f'there is no key "{name}" here', place, hint)
    if kind == "missing":
        missing = f'the key "{name}"' if isinstance(loc[-1], str) else what
        return error("P202", f"{missing} is missing", _walk(raw, loc[:-1])[1])
    value = details["input"]
    if is_key and isinstance(owner, Map):
        place = owner.key(name)
    elif loc and _holds(owner, loc[-1]):
        value = owner[loc[-1]]
    message, hint = _expected(kind, details, what, name, shown(value), is_key), ""
    if kind == "string_type" and name.endswith("size") and isinstance(value, list):
        sides = [side for side in value if isinstance(side, str)]
        hint = f"write {name}: {' x '.join(sides)}" if len(sides) == len(value) == 2 else ""
    if loc[:1] == ("palette",) and _BY_NAME in message:  # a palette is what gives the names
        message = message.replace(_BY_NAME, "")
        hint = "write its #rrggbb: a colour of the palette cannot name another"
    return error("P203", message, place, hint)


def _of_copies(name: str, known: list[str]) -> str:
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


def _in_words(loc: tuple[Any, ...]) -> str:
    """What a path leads to, in words: a key, or an entry of the list that stands there."""
    keys = [part for part in loc if isinstance(part, str)]
    named = f'"{keys[-1] if keys else ""}"'
    return f"{named}, entry {loc[-1] + 1}" if loc and isinstance(loc[-1], int) else named


def _holds(owner: Any, part: Any) -> bool:
    return part in owner if isinstance(owner, Map) else isinstance(part, int) and part < len(owner)


_EXPECTED: Mapping[str, str] = {
    **dict.fromkeys(
        ("int_parsing", "int_type", "int_from_float"), "expected a whole number, found {found}"
    ),
    **dict.fromkeys(("float_parsing", "float_type"), "expected a number, found {found}"),
    **dict.fromkeys(("bool_parsing", "bool_type"), "expected yes or no, found {found}"),
    "string_type": "expected text, found {found}",
    "dict_type": "expected a map of keys and values, found {found}",
    "tuple_type": "expected a list, found {found}",
    "literal_error": "expected {expected}, found {found}",
    "greater_than_equal": "expected {ge:g} or more, found {found}",
    "less_than_equal": "expected {le:g} at most, found {found}",
    "string_too_long": "expected {max_length:,} characters at most",
    "too_long": "expected {max_length:,} entries at most",
    "value_error": "{error}",
}
"""What a message says of a value, by the kinds of errors of pydantic's core."""
_ID = "is no name for a promise; expected letters, digits and -, beginning with a letter"
_KEY = "is no name; expected lower-case letters, digits, - and _, beginning with a letter"


def _expected(kind: str, details: Any, what: str, name: str, found: str, is_key: bool) -> str:
    if kind == "string_pattern_mismatch" and (name == "id" or is_key):
        return f"{found} {_ID if name == 'id' else _KEY}"
    if kind in ("string_too_short", "too_short"):
        return f"{what} is empty"
    context = details.get("ctx", {})
    if kind == "literal_error":
        context = {"expected": context["expected"].replace("'", "")}
    if kind in _EXPECTED:
        return f"{what}: {_EXPECTED[kind].format(found=found, **context)}"
    return f"{what}: {details['msg'][0].lower()}{details['msg'][1:]}, found {found}"


def shown(value: Any) -> str:
    """A value of a file as a message quotes it."""
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
        if not isinstance(value, (Map, Seq)):
            break
        owner = value
        if not _holds(value, part):
            break
        span, value = value.at(part), value[part]
    return owner, span


def _keys_at(shape: Any, loc: tuple[Any, ...]) -> list[str]:
    """The keys that a shape knows at a path."""
    schema = _innermost(core_schema(shape))
    for part in loc:
        match schema["type"]:
            case "dict":
                schema = schema["values_schema"]
            case "tuple":
                schema = schema["items_schema"][0]
            case _:
                schema = next(f for f in schema["fields"].values() if f["validation_alias"] == part)
        schema = _innermost(schema)
    return sorted(field["validation_alias"] for field in schema.get("fields", {}).values())


def _innermost(schema: Any) -> Any:
    """The schema of a value itself, without what wraps it."""
    while "schema" in schema:
        schema = schema["schema"]
    return schema
