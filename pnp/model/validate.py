"""pydantic's findings in the words of the person who wrote the file, each at its line and column."""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error
from pnp.load.yaml import Map, Seq

M = TypeVar("M", bound=BaseModel)


def validated(shape: type[M], raw: Any, span: Span) -> M:
    """A value of the shape. Raises Problems with every deviation (P201 unknown key, P202 missing key, P203 wrong value)."""
    if not isinstance(raw, Map):
        raise Problems([error("P203", "expected a map of keys and values", span)])
    try:
        return shape.model_validate(raw)
    except ValidationError as problem:
        errors = problem.errors()
        # A list whose entries are wrong is called too short as well, since none of them counts.
        within = {error["loc"][:n] for error in errors for n in range(len(error["loc"]))}
        told = [details for details in errors if not (details["type"] == "too_short" and details["loc"] in within)]
        raise Problems([_diagnostic(shape, raw, details) for details in told]) from None


def _diagnostic(shape: type[BaseModel], raw: Map, details: Any) -> Diagnostic:
    loc = tuple(part for part in details["loc"] if part != "[key]")
    is_key = details["loc"] != loc
    owner, span = _walk(raw, loc)
    name = str(loc[-1]) if loc else ""
    match details["type"]:
        case "extra_forbidden":
            known = sorted(_keys_at(shape, loc[:-1]))
            place = owner.key(name) if isinstance(owner, Map) else span
            return error("P201", f'there is no key "{name}" here', place, did_you_mean(name, known))
        case "missing":
            told = f'the key "{name}"' if isinstance(loc[-1], str) else _told(loc)
            return error("P202", f"{told} is missing", _walk(raw, loc[:-1])[1])
        case kind:
            place = owner.key(name) if is_key and isinstance(owner, Map) else span
            return error("P203", _expected(kind, details, _told(loc), name, is_key), place)


def _told(loc: tuple[Any, ...]) -> str:
    """What a path leads to, in words: a key, or an entry of the list that stands there."""
    keys = [part for part in loc if isinstance(part, str)]
    named = f'"{keys[-1] if keys else ""}"'
    return f"{named}, entry {loc[-1] + 1}" if loc and isinstance(loc[-1], int) else named


def _expected(kind: str, details: Any, told: str, name: str, is_key: bool) -> str:
    found = _shown(details.get("input"))
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
            return f'{told}: expected {context.get("expected", "").replace(chr(39), "")}, found {found}'
        case "greater_than_equal" | "less_than_equal":
            least, most = context.get("ge"), context.get("le")
            return f'{told}: expected {f"{least:g} or more" if least is not None else f"{most:g} at most"}, found {found}'
        case "string_too_long" | "too_long":
            return f'{told}: expected {context.get("max_length", 0):,} {"characters" if kind[0] == "s" else "entries"} at most'
        case "string_pattern_mismatch" if name == "id":
            return f"{found} is no name for a promise; expected letters, digits and -, beginning with a letter"
        case "string_pattern_mismatch" if is_key:
            return f"{found} is no name; expected lower-case letters, digits, - and _, beginning with a letter"
        case "string_too_short" | "too_short":
            return f"{told} is empty"
        case "value_error":
            return f'{told}: {context.get("error", details["msg"])}'
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"{told}: expected a map of keys and values, found {found}"
        case "tuple_type" | "list_type":
            return f"{told}: expected a list, found {found}"
        case _:
            return f'{told}: {details["msg"][0].lower()}{details["msg"][1:]}, found {found}'


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
    """The innermost container on the way and the place of what the path names, as far as it exists."""
    owner: Any = raw
    value: Any = raw
    span = raw.span()
    for part in loc:
        if (isinstance(value, Map) and part in value) or (isinstance(value, Seq) and isinstance(part, int) and part < len(value)):
            owner, span, value = value, value.at(part), value[part]
        else:
            owner = value if isinstance(value, (Map, Seq)) else owner
            break
    return owner, span


def _keys_at(shape: type[BaseModel], loc: tuple[Any, ...]) -> set[str]:
    """The keys that the shape knows at a path."""
    annotation: Any = shape
    for part in loc:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            fields = annotation.model_fields
            named = fields.get(str(part)) or next((f for f in fields.values() if f.alias == part), None)
            annotation = _plain(named.annotation) if named else None
        elif get_origin(annotation) in (dict, tuple, list):
            annotation = _plain(get_args(annotation)[-1 if get_origin(annotation) is dict else 0])
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {field.alias or name for name, field in annotation.model_fields.items()}
    return set()


def _plain(annotation: Any) -> Any:
    """An annotation without `Annotated` and `| None`."""
    if get_origin(annotation) is Annotated:
        return _plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return _plain(next(a for a in get_args(annotation) if a is not type(None)))
    return annotation
