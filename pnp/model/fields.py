"""Gives the types that the fields of cards can have: what each converts, accepts and refuses.

One converter serves YAML and CSV alike: `no`, `1:30` and `012` stay text where text is meant.

A declaration is a type's name (`int`), or a map in which the type is the key of its argument
(`{int: [1, 4]}`, `{list: colour, max: 2}`), with `optional:`, `default:` and, for lists, `sep:`,
`min:` and `max:` beside it. `{expr: rent * 2}` is worked out from the other fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, error, refusal
from pnp.load.encoding import short
from pnp.load.yaml import Map, TypedNumber
from pnp.model.text_rules import NumberFormat, in_markup, in_text, instead, of_web_pages
from pnp.sandbox.environment import Record
from pnp.sandbox.expressions import names_in
from pnp.sandbox.messages import kind_of
from pnp.units.spelling import tidy

PLAIN = ("text", "markup", "int", "number", "bool", "image")
_OPTIONS = ("optional", "default", "printed")
WAYS = ("text", "number", "label", "letter", "icon", "colour", "pattern", "no")
"""How a value is printed: `no` not at all, `label` to `pattern` as that of a meaning."""
_LIST_OPTIONS = ("sep", "min", "max")
WORDS = frozenset("and or not in is if else true false none self".split())
"""What means something in expressions, and names no field."""
YES = "yes true on 1 x wahr vrai verdadero vero".split()  # as spreadsheets of many languages say
NO = "no false off 0 falsch faux falso".split()

_ID = re.compile(r"[^\s/\\\"'<>|:*?,.][^\s/\\\"'<>|:*?,]{0,79}")


def is_id(name: str) -> bool:
    """Whether a text may name a card, a space or an area: what file names, reports and `--cards`
    can hold.
    """
    return bool(_ID.fullmatch(name)) and name.isprintable()


class FieldError(ValueError):
    """A value that does not fit its field; the message says what is and what was expected."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


Terms = Mapping[str, Mapping[str, Record]]
"""The meanings of a game by kind and name."""
Evaluate = Callable[..., Any]
"""Works out an expression over facts and players, and the values of fields where they are given;
ValueError with a hint when it cannot.
"""
Convert = Callable[[Any, NumberFormat | None], Any]
"""Gives what a written value is, where its file says so in its own way of writing numbers. Raises
FieldError.
"""


def worked_out(code: str, key: str, source: str, evaluate: Evaluate, place: Span) -> Any:
    """What the expression under a key gives. Raises Problems."""
    try:
        return evaluate(source)
    except ValueError as problem:
        hint = getattr(problem, "hint", "")
        raise refusal(code, f'"{key}": {problem}', place, hint) from None


class FieldType(NamedTuple):
    """A declared field: its type, how to convert, what stands where nothing is written, and its
    possible values where they are few.

    `place` is where it is declared, `of` the type of the entries of a list, `printed` the ways in
    which a face shows its values; without any it says nothing of them. `expr` is the expression
    that gives its value, `numbers` how the file of the entries writes numbers.
    """

    name: str
    kind: str
    convert: Convert
    optional: bool
    default: Any
    refers: str | None = None
    domain: Sequence[Any] | None = None
    place: Span | None = None
    of: FieldType | None = None
    printed: tuple[str, ...] = ()
    expr: str = ""
    numbers: NumberFormat | None = None

    @property
    def is_image(self) -> bool:
        """Whether its values are pictures."""
        return (self.of or self).kind == "image"

    @property
    def is_list(self) -> bool:
        """Whether its values are tuples."""
        return self.of is not None


def own_image(types: Mapping[str, FieldType]) -> str:
    """The field that has the picture called like the card's id where nothing is given: the first
    picture; empty without one.
    """
    return next((field.name for field in types.values() if field.kind == "image"), "")


def converted(field: FieldType, raw: Map, value: Any, found: list[Diagnostic]) -> Any:
    """The value of a field; None for one that does not fit, which goes to `found` (P205)."""
    try:
        return field.convert(value, field.numbers)
    except FieldError as problem:
        place = raw.at(field.name)
        found.append(error("P205", f'"{field.name}": {problem}', place, problem.hint))
        return None


def compute(
    types: Mapping[str, FieldType],
    entries: Sequence[tuple[dict[str, Any], Span]],
    evaluate: Evaluate,
    found: list[Diagnostic],
) -> None:
    """Puts what the expressions of fields give into the values of entries, in the order of
    declaration; nothing where a value that they use is missing though not optional.

    What is wrong goes to `found` (P210), at the declaration, with the first such entry.
    """
    needs = {name: set() if field.optional else {name} for name, field in types.items()}
    waiting = [field for field in types.values() if field.expr]
    for field in waiting[:]:
        used, notes = names_in(field.expr), list[Note]()
        needs[field.name] = needed = {one for name in used for one in needs.get(name, ())}
        try:
            if late := [f'"{other.name}"' for other in waiting if other.name in used]:
                message = f"it uses {' and '.join(late)}, not worked out before it"
                raise FieldError(message, "declare it behind those that it uses")
            for values, place in entries:
                notes = [Note("worked out for this", place)]
                if all(values[name] is not None for name in needed):
                    values[field.name] = _result(field, evaluate(field.expr, values))
        except ValueError as problem:
            message, hint = f'field "{field.name}": {problem}', getattr(problem, "hint", "")
            found.append(error("P210", message, field.place, hint, notes))
        else:
            waiting.remove(field)


def _result(field: FieldType, value: Any) -> Any:
    """What an expression gives, where a field can have it. Raises FieldError."""
    kind = "" if isinstance(value, bool) and {*field.printed} - {"no"} else kind_of(value)
    if value is None or kind or (isinstance(value, Record) and "id" in value):
        return tidy(value) if isinstance(value, float) else value
    found = kind_of(value) or "a list or map"
    raise FieldError(f"expected a number, a text or a meaning, found {found}")


def flat(value: Any) -> Iterator[Any]:
    """The values of a field that may be a list, or a list of lists; none of an empty one."""
    if isinstance(value, tuple):
        for one in value:
            yield from flat(one)
    elif value is not None:
        yield value


def _expect_text(value: Any, _: NumberFormat | None = None) -> str:
    """A text without blanks around it."""
    if isinstance(value, str):
        return value.strip()
    raise FieldError(
        "expected one value, found"
        f" {'nothing' if value is None else 'a list' if isinstance(value, list) else 'a map'}"
    )


def _number(value: Any, numbers: NumberFormat | None = None, whole: bool = False) -> float | int:
    text = _expect_text(value).replace("−", "-")
    if isinstance(value, TypedNumber):
        numbers = NumberFormat("point")
    number = (numbers or NumberFormat()).plain(text)
    before, _, behind = number.partition(".")
    if not number or (whole and behind.strip("0")):
        kind = "whole number" if whole else "number"
        raise FieldError(f'expected a {kind}, found "{short(text)}"', instead(text, whole, numbers))
    return float(number) if "." in number and not whole else int(before)


def _int(value: Any, numbers: NumberFormat | None = None) -> int:
    return int(_number(value, numbers, whole=True))


def _bool(value: Any, _: NumberFormat | None = None) -> bool:
    text = _expect_text(value).lower()
    if text in YES or text in NO:
        return text in YES
    raise FieldError(f'expected yes or no, found "{short(text)}"')


def _image(value: Any, _: NumberFormat | None = None) -> str | None:
    """What a picture is called; its file is looked for when all cards are read."""
    return _expect_text(value).strip() or None


def _refused(*_: Any) -> Any:
    raise FieldError("it is worked out, not given", "take it out, or its expression from fields:")


def _without(sign_in: Callable[[str], Any], read: Callable[[str], str] = str) -> Convert:
    """A text, as it is read, in which a search finds no sign that is meant otherwise."""

    def run(value: Any, _: NumberFormat | None = None) -> str:
        text = _expect_text(value)
        if sign := sign_in(text := read(text) if "<" in text else text):
            raise FieldError(*sign)
        return text

    return run


_PLAIN: Mapping[str, Convert] = {
    "text": _without(in_text),
    "markup": _without(in_markup, of_web_pages),
    "int": _int,
    "number": _number,
    "bool": _bool,
    "image": _image,
}


def _bounded(convert: Convert, low: Any, high: Any) -> Convert:
    def run(value: Any, numbers: NumberFormat | None = None) -> Any:
        result = convert(value, numbers)
        if not low <= result <= high:
            raise FieldError(f"expected {low} to {high}, found {result}")
        return result

    return run


def _chosen(convert: Convert, choices: list[Any]) -> Convert:
    folded = _folded((one, one) for one in choices if isinstance(one, str))

    def run(value: Any, numbers: NumberFormat | None = None) -> Any:
        result = convert(value, numbers)
        if result in choices:
            return result
        alike = folded.get(result.casefold(), []) if isinstance(result, str) else []
        if len(alike) != 1:
            found, known = _written(result), [*map(_written, choices)]
            raise FieldError(
                f'expected one of {", ".join(known)}, found "{short(found)}"',
                did_you_mean(found, known),
            )
        return alike[0]

    return run


def _written(value: Any) -> str:
    """A value as it stands in the data: a meaning by its id."""
    return str(value["id"] if isinstance(value, Record) else value)


def _folded(names: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """What is meant by names that are written without regard to case."""
    folded: dict[str, list[str]] = {}
    for name, meant in names:
        alike = folded.setdefault(name.casefold(), [])
        if meant not in alike:
            alike.append(meant)
    return folded


def _term(name: str, terms: Mapping[str, Record]) -> Convert:
    """A meaning by its id, or by its id or label without regard to case where no other has it."""
    labels = [(term.called, one) for one, term in terms.items()]
    folded = _folded([*zip(terms, terms, strict=True), *labels])
    known = [*terms, *(label for label, one in labels if label.casefold() != one.casefold())]

    def run(value: Any, _: NumberFormat | None = None) -> Record:
        text = _expect_text(value)
        if text in terms:
            return terms[text]
        alike = folded.get(text.casefold(), [])
        if len(alike) > 1:
            message = f'"{short(text)}" may be the {name} {_list_of(alike)}'
            raise FieldError(message, "write its id as it stands under terms:")
        if not alike:
            raise FieldError(
                f'"{short(text)}" is no {name}; expected {_list_of(list(terms))}',
                did_you_mean(text, known),
            )
        return terms[alike[0]]

    return run


def _list_of(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else "".join(names)


_MANY = 1_000_000
MANY_VALUES = 100_000
"""Whole numbers of a field's range that promises still go through one by one."""


def _separator(value: Any) -> str:
    if value == "" or not isinstance(value, str):
        raise FieldError("expected a sign such as + or ;")
    return value


def _option(
    options: Mapping[str, Any], name: str, convert: Callable[[Any], Any], default: Any
) -> Any:
    if name not in options:
        return default
    try:
        return convert(options[name])
    except FieldError as problem:
        raise FieldError(f'"{name}": {problem}', problem.hint) from None


def _ways(value: Any) -> tuple[str, ...]:
    """In which ways a value is printed, one or a list of them."""
    ways = tuple(map(_expect_text, value if isinstance(value, list) else [value]))
    for way in ways or ("",):
        if way not in WAYS or (way == "no" and len(ways) > 1):
            raise FieldError(f'expected {_list_of([*WAYS])}, found "{short(way)}"')
    return ways


def _many(convert: Convert, separator: str, low: int, high: int) -> Convert:
    def run(value: Any, numbers: NumberFormat | None = None) -> tuple[Any, ...]:
        if isinstance(value, list):
            parts = value
        else:
            text = _expect_text(value).removesuffix(separator)
            parts = [part.strip() for part in text.split(separator)] if text else []
            if len(parts) > 1 and "" in parts:
                message = f"entry {parts.index('') + 1} is empty"
                raise FieldError(message, f'take one "{separator}" away')
        if not low <= len(parts) <= high:
            wanted = f"at least {low}" if high >= _MANY else f"{low} to {high}"
            wanted = f"{low}" if low == high else wanted
            entries = "entry" if wanted.split()[-1] == "1" else "entries"
            raise FieldError(f"expected {wanted} {entries}, found {len(parts)}")
        try:
            return tuple(convert(part, numbers) for part in parts)
        except FieldError as problem:
            if isinstance(value, str) and len(parts) == 1 and re.search(r"[,;/| ]", parts[0]):
                hint = f'entries are parted at "{separator}"; for another sign declare sep:'
                raise FieldError(str(problem), hint) from None
            raise

    return run


def _base(kind: str, terms: Terms, components: Mapping[str, Any]) -> Convert:
    """The converter of a type. Raises FieldError."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in terms:
        return _term(kind, terms[kind])
    if kind in components:
        return _expect_text
    if kind == "list":
        raise FieldError("a list is of something", "write {list: text}, {list: int} or the like")
    known = [*PLAIN, "list", *terms, *components]
    hint = did_you_mean(kind, known) or "types: " + ", ".join(known)
    raise FieldError(f'there is no field type "{kind}"', hint)


def _restricted(
    kind: str, convert: Convert, argument: Any, terms: Mapping[str, Record]
) -> tuple[Convert, Sequence[Any] | None]:
    """The converter of a type with its argument, and all values that it can give, terms by their
    ids; None where they are many or unknown.
    """
    if argument is None:
        return convert, (True, False) if kind == "bool" else tuple(terms) or None
    if not isinstance(argument, list) or not argument:
        raise FieldError(f"after {kind}: expected [LOWEST, HIGHEST] or a list of choices")
    values = [convert(value, None) for value in argument]
    if kind in ("int", "number") and len(values) == 2:
        low, high = values
        if low > high:
            raise FieldError(f"after {kind}: expected [LOWEST, HIGHEST], found [{low}, {high}]")
        few = kind == "int" and high - low < MANY_VALUES
        return _bounded(convert, low, high), range(low, high + 1) if few else None
    if kind == "bool":
        return _chosen(convert, values), (True, False)
    return _chosen(convert, values), tuple(map(_written, values) if terms else values)


def _computed(name: str, spec: Mapping[str, Any]) -> FieldType:
    """A field that an expression gives. Raises FieldError."""
    if others := [key for key in spec if key not in ("expr", "printed")]:
        hint = "the expression alone gives the value; take it out"
        raise FieldError(f'"{others[0]}" means nothing beside expr', hint)
    if not isinstance(spec["expr"], str):
        raise FieldError("after expr: expected an expression such as cost * 2")
    printed = _option(spec, "printed", _ways, ())
    return FieldType(name, "", _refused, True, None, printed=printed, expr=spec["expr"])


def field_type(name: str, spec: Any, terms: Terms, components: Mapping[str, Any]) -> FieldType:
    """A field's type from its declaration. Raises FieldError."""
    if isinstance(spec, str):
        spec = {spec: None}
    if not isinstance(spec, dict) or not spec:
        raise FieldError("expected a type such as int, text or {int: [1, 4]}")
    if "expr" in spec:
        return _computed(name, spec)
    kind = next((key for key in spec if key not in (*_OPTIONS, *_LIST_OPTIONS)), next(iter(spec)))
    argument = spec[kind]
    if kind == "type" and kind not in terms and isinstance(argument, str):
        raise FieldError('"type" is no field type', f"write the type itself: {name}: {argument}")
    options = {key: value for key, value in spec.items() if key != kind}
    allowed = (*_OPTIONS, *_LIST_OPTIONS) if kind == "list" else _OPTIONS
    for option in options:
        if option not in allowed:
            message = f'"{option}" is not an option of {kind}'
            raise FieldError(message, did_you_mean(option, allowed))
    optional = _option(options, "optional", _bool, False)
    if kind == "list" and argument is not None:
        of, convert = _list(name, argument, options, terms, components)
        refers, domain, nothing = of.refers, None, () if optional else None
    else:
        of, nothing = None, None
        refers = kind if kind in components and kind not in (*PLAIN, *terms) else None
        convert = _base(kind, terms, components)
        convert, domain = _restricted(kind, convert, argument, terms.get(kind, {}))
    default = _option(options, "default", lambda value: convert(value, None), nothing)
    optional = optional or default is not None
    printed = _option(options, "printed", _ways, ())
    if kind == "bool" and printed not in ((), ("no",)):
        raise FieldError('"printed": a yes or no is never printed as it is', "write printed: no")
    return FieldType(name, kind, convert, optional, default, refers, domain, None, of, printed)


def _list(
    name: str,
    of: Any,
    options: Mapping[str, Any],
    terms: Terms,
    components: Mapping[str, Any],
) -> tuple[FieldType, Convert]:
    """The type of a list's entries, and the list's converter."""
    for option in _OPTIONS:
        if isinstance(of, dict) and option in of:
            hint = f"write it beside list: {{list: …, {option}: …}}"
            raise FieldError(f'"{option}" means nothing inside list', hint)
    inner = field_type(name, of, terms, components)
    if inner.expr:
        raise FieldError("the entries of a list are given, not worked out")
    least = 1 - _option(options, "optional", _bool, False)
    low, high = _option(options, "min", _int, least), _option(options, "max", _int, _MANY)
    if low > high:
        raise FieldError(f"min {low} is more than max {high}")
    return inner, _many(inner.convert, _option(options, "sep", _separator, "+"), low, high)


def field_types(
    declared: Map,
    terms: Terms,
    components: Mapping[str, Any],
    numbers: NumberFormat | None = None,
) -> dict[str, FieldType]:
    """The types of a deck's `fields:`, whose values are written with numbers of a format.

    Raises Problems (P210) with a diagnostic for each declaration that is none.
    """
    types: dict[str, FieldType] = {}
    found: list[Diagnostic] = []
    for name, spec in declared.items():
        key = declared.key(name)
        if name in ("id", "count", "when", "was"):
            message = f'every card has "{name}" already; it needs no field'
            found.append(error("P210", message, key))
        elif name in WORDS:
            message = f'field "{name}": the word has a meaning of its own in expressions'
            found.append(error("P210", message, key, "rename the field"))
        else:
            try:
                made = field_type(name, spec, terms, components)
                types[name] = made._replace(place=key, numbers=numbers)
            except FieldError as problem:
                message = f'field "{name}": {problem}'
                found.append(error("P210", message, declared.at(name), problem.hint))
    if found:
        raise Problems(found)
    return types
