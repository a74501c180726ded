"""Finds what templates, texts and expressions compare with constants, and reports what never has
such a value, as `card.gem == "Ruby"` where gems are `ruby` and `jade`.

What stands behind such a condition would be left out of every card, or of the rules, in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, TypeGuard

from jinja2 import nodes

from pnp.diagnostics import MAX_HINTS, Diagnostic, Note, Span, did_you_mean, near, warning
from pnp.model.fields import FieldType
from pnp.model.game import Game
from pnp.model.kinds import BOARDS
from pnp.sandbox.bounds import parts_of
from pnp.sandbox.environment import ExpressionError, Record
from pnp.sandbox.expressions import parts_of_expression
from pnp.sandbox.messages import kind_of

Terms = Mapping[str, Mapping[str, Record]]
_TEXTS = ("text", "markup")
_NUMBERS = ("int", "number")


CARD, CARDS, FACTS = "card", "cards", "facts"
ONE = "[]"
"""In a path: one of the entries of a list."""


class Mismatch(NamedTuple):
    """Why something never has a value, and a hint, or else what it can be: the nearest of many
    is looked for by whoever says it.
    """

    reason: str
    hint: str
    known: Collection[str] = ()

    def nearest(self, value: Any) -> str:
        """The hint, with what most likely was meant."""
        return self.hint or did_you_mean(str(value), map(str, self.known))


class FieldValues(NamedTuple):
    """What a field, or what is inside it, can be: of which kind, and which values where they are
    few (None: many or unknown).
    """

    field: str
    kind: str
    domain: Collection[Any] | None

    def mismatch(self, value: Any) -> Mismatch | None:
        """Why it never has a value; None where it may.

        Whether there is anything at all (`none`, an empty text) may always be asked.
        """
        if value is None or value == "":
            return None
        never = f"never {quoted(value)}"
        if self.kind == "list":
            hint = f"write {quoted(value)} in card.{self.field}"
            return Mismatch(f"is a list and {never}", hint)
        if isinstance(value, str) and self.kind in _NUMBERS:
            return Mismatch(f"is a number and {never}", f"write {value}")
        if not isinstance(value, str) and self.kind in _TEXTS:
            return Mismatch(f"is a text and {never}", f"write {quoted(str(value))}")
        if not self.domain or value in self.domain:
            return None
        if self.kind == "bool":
            return Mismatch(f"is true or false and {never}", "write true or false, without quotes")
        if isinstance(self.domain, range):
            hint = f"it is a number from {self.domain[0]} to {self.domain[-1]}"
            return Mismatch(f"is {never}", hint)
        return Mismatch(f"is {never}", "", self.domain)


def values_of_field(field: FieldType, terms: Terms, inside: Sequence[str]) -> FieldValues | None:
    """What a field can be, or what is `inside` it: one of a list, a part of a meaning; None
    where nobody knows.
    """
    if field.of is not None:
        if inside and inside[0] == ONE:
            return values_of_field(field.of, terms, inside[1:])
        return None if inside else FieldValues(field.name, "list", None)
    kind, domain = field.kind, field.domain
    if inside:
        if kind not in terms or len(inside) > 1:
            return None
        meant = [terms[kind][name] for name in domain or terms[kind]]
        kind, domain = "", [one[inside[0]] for one in meant if inside[0] in one]
    many = domain is None or isinstance(domain, range)
    return FieldValues(field.name, kind, domain if many else dict.fromkeys(domain or ()))


def quoted(value: Any) -> str:
    """A value as expressions write it."""
    if isinstance(value, str):
        return f'"{value[:40]}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_facts_compared(source: str, facts: Mapping[str, Any]) -> None:
    """Raise ExpressionError where an expression compares a fact with a value of another kind:

    `facts.rounds == "3"`.
    """
    for _, path, value in comparisons(parts_of_expression(source)):
        if (
            path[0] == FACTS
            and len(path) == 2
            and path[1] in facts
            and (why := kind_mismatch(facts[path[1]], value))
        ):
            raise ExpressionError(f"facts.{path[1]} {why.reason}", why.hint)


def kind_mismatch(fact: Any, value: Any) -> Mismatch | None:
    """Why a fact never has a value of another kind; None where it is of the same, or asks
    whether there is anything.
    """
    kinds = kind_of(fact), kind_of(value)
    if "a text" not in kinds or kinds[0] == kinds[1] or not all(kinds) or value == "":
        return None
    write = {"a text": quoted(str(value)), "a yes or no": "true or false"}.get(kinds[0], value)
    return Mismatch(f"is {kinds[0]} and never {quoted(value)}", f"write {write}")


class Comparison(NamedTuple):
    """What a template or text compares with a value at a line:

    `("card", "gem", "label")` stands for `card.gem.label`.
    """

    line: int
    path: tuple[str, ...]
    value: str | int | float


def comparisons(parts: Sequence[nodes.Node]) -> list[Comparison]:
    """The comparisons of values with constants; `parts` are all those of a template, text or
    expression.
    """
    compares = [part for part in parts if isinstance(part, nodes.Compare) and len(part.ops) == 1]
    if not compares:
        return []
    known, inside = _bound(parts)
    return [
        Comparison(part.lineno, path, value)
        for part in compares
        for path, value in _pairs(part, {**known, **inside.get(id(part), {})})
        if path
    ]


Known = Mapping[str, tuple[str, ...]]


def _bound(parts: Sequence[nodes.Node]) -> tuple[Known, Mapping[int, Known]]:
    """What the names stand for that a template gives to values of the card; nothing for names that
    it gives to something else, or twice.

    A name that several loops give stands for what each gives it: that is told for each loop and
    comparison inside one, by its identity.
    """
    given = Counter(
        part.name for part in parts if isinstance(part, nodes.Name) and part.ctx != "load"
    )
    loops = Counter(
        part.target.name
        for part in parts
        if isinstance(part, nodes.For) and isinstance(part.target, nodes.Name)
    )
    known: dict[str, tuple[str, ...]] = dict.fromkeys(given, ())
    inside: dict[int, Known] = {}
    for part in parts:
        match part:
            case nodes.For(target=nodes.Name(name=name), iter=values) if given[name] == loops[name]:
                path = _path(values, {**known, **inside.get(id(part), {})})
                path = (*path, ONE) if path else ()
                if given[name] == 1:
                    known[name] = path
                else:
                    for within in parts_of(part):
                        if isinstance(within, (nodes.For, nodes.Compare)):
                            inside[id(within)] = {**inside.get(id(within), {}), name: path}
            case nodes.Assign(target=nodes.Name(name=name), node=value) if given[name] == 1:
                known[name] = _path(value, known)
    return known, inside


def _pairs(compare: nodes.Compare, known: Known) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What is compared, with each of the constants that it is compared with."""
    left, right, how = compare.expr, compare.ops[0].expr, compare.ops[0].op
    if how in ("in", "notin"):
        if _is_value(left):
            path = _path(right, known)
            yield (*path, ONE) if path else (), left.value
        else:
            for item in right.items if isinstance(right, (nodes.List, nodes.Tuple)) else ():
                if _is_value(item):
                    yield _path(left, known), item.value
    elif how in ("eq", "ne"):
        for one, other in ((left, right), (right, left)):
            if _is_value(other):
                yield _path(one, known), other.value


def _is_value(node: nodes.Node) -> TypeGuard[nodes.Const]:
    """Whether it is a constant that a field might have; an empty text asks whether there is
    anything.
    """
    return (
        isinstance(node, nodes.Const)
        and isinstance(node.value, (str, int, float))
        and node.value != ""
    )


def _path(node: Any, known: Known) -> tuple[str, ...]:
    """The names from a variable to what is meant: `card.gem["label"]`; empty for anything else."""
    names: list[str] = []
    while True:
        match node:
            case nodes.Getattr(attr=name):
                names.append(name)
            case nodes.Getitem(arg=nodes.Const(value=str(name))):
                names.append(name)
            case nodes.Call(node=nodes.Getattr(attr="values", node=owner)):
                node = owner  # of places by their ids; a loop goes through one after the other
                continue
            case nodes.Name(name=name):
                base = known.get(name, (name,))
                return (*base, *reversed(names)) if base else ()
            case _:
                return ()
        node = node.node


# --- findings on a game ---


def impossible_comparisons(
    game: Game, files: Mapping[str, Iterable[Comparison]], sides: Iterable[str]
) -> Iterator[Diagnostic]:
    """P309 for what is compared, by the file of the template or text, with a value that it
    cannot have; `sides` are all that templates draw.

    Only ids, sides, facts and fields that declare which values they have are checked, and only the
    game's own templates and texts: shared ones may ask for what others have.
    """
    values_at = cache(partial(_values_at, game, tuple(sides)))
    reported = looked = 0
    for file, found in files.items():
        for line, path, value in dict.fromkeys(found):
            place, possible, loose = values_at(path)
            reasons = [one.mismatch(value) if one else None for one in possible]
            always = "the same for every card"
            if path[0] == FACTS and len(path) == 2:
                reasons, always = [kind_mismatch(game.facts.get(path[1]), value)], "always the same"
            if not reasons or not (why := reasons[0]) or not all(reasons):
                continue
            hint = why.nearest(value) if reported < MAX_HINTS else why.hint
            if loose:  # names that others may have as well: only a slip is reported
                looked += 1
                meant = near(str(value), why.known, 1) if looked <= MAX_HINTS else []
                if not meant:
                    continue
                hint = f'did you mean "{meant[0]}"?'
            reported += 1
            names = (CARD, *path[3:]) if path[0] == CARDS else path
            shown = ("one of " if ONE in names else "") + ".".join(n for n in names if n != ONE)
            message = f"{shown} {why.reason}: what depends on it is {always}"
            one = possible[0] if place else None
            notes = [Note(f'"{one.field}" is declared here', place)] if one else []
            yield warning("P309", message, Span(file, line), hint, notes)


def _values_at(
    game: Game, sides: Sequence[str], path: tuple[str, ...]
) -> tuple[Span | None, list[FieldValues | None], bool]:
    """What a path can lead to, as often as components declare it in another way, and where the
    first does; whether these are names of which only slips are told.
    """
    match path:
        case ("side",):
            kind = "text" if "1" in sides else ""  # as of a die
            return None, [_among(kind, sides)], False
        case ("component", "id"):
            return None, [_among("", game.components)], True
        case ("card", "spaces" | "areas" as places, "[]", "kind"):
            return None, [_among("", _kinds(game, places))], True
        case ("card", "id"):
            return None, [_among("", _ids(game, ""))], False
        case ("cards", component, "[]", "id"):
            return None, [_among("", _ids(game, component))], False
        case ("card", "spaces" | "areas", "[]", name, *inside):
            fields = [one.places[name] for one in game.components.values() if name in one.places]
        case ("card", name, *inside):
            fields = _fields(game, name, "")
        case ("cards", component, "[]", name, *inside):
            fields = _fields(game, name, component)
        case _:
            return None, [], False
    possible = [values_of_field(field, game.terms, inside) for field in fields]
    different = {
        one and (one.kind, one.domain is not None and tuple(one.domain)): one
        for one in reversed(possible)
    }
    return (fields[0].place if fields else None), [*different.values()][::-1], False


def _among(kind: str, names: Iterable[str]) -> FieldValues:
    return FieldValues("", kind, dict.fromkeys(names))


def _kinds(game: Game, places: str) -> Iterator[str]:
    """The kinds of all spaces, or areas, of the boards of the game: nobody declares them."""
    for component in game.components.values():
        for card in component.cards if component.kind in BOARDS else ():
            for place in (card.values.get(places) or {}).values():
                yield str(place["kind"])


def _ids(game: Game, name: str) -> Iterator[str]:
    """The ids of all cards of the game, or of a component; none where some may be switched off,
    and so are unknown.
    """
    components = [component for component in game.components.values() if name in ("", component.id)]
    if not game.left_out and all(component.whole for component in components):
        for component in components:
            for card in component.cards:
                yield str(card.values.get("id", card.id))


def _fields(game: Game, name: str, owner: str) -> list[FieldType]:
    """The declarations of a field by all components, or by one, whose cards have it; none where
    some have it without declaring it.
    """
    fields = [
        one.fields.get(name)
        for one in game.components.values()
        if owner in ("", one.id) and one.cards and name in one.cards[0].values
    ]
    return [field for field in fields if field] if all(fields) else []
