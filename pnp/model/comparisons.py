"""Finds what templates, texts and expressions compare with constants, and says why a field or fact
never has such a value: the comparison would be false in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from jinja2 import nodes

from pnp.diagnostics import did_you_mean
from pnp.model.fields import FieldType
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
    values: Collection[Any] | None
    """The domain, to look something up in."""

    def mismatch(self, value: Any) -> Mismatch | None:
        """Why it never has a value; None where it may.

        Whether there is anything at all (`none`, an empty text) may always be asked.
        """
        if value is None or value == "":
            return None
        if self.kind == "list":
            return Mismatch(
                f"is a list and never {quoted(value)}",
                f"write {quoted(value)} in card.{self.field}",
            )
        if self.kind in (_NUMBERS if isinstance(value, str) else _TEXTS):
            kind, write = (
                ("a number", value) if isinstance(value, str) else ("a text", quoted(str(value)))
            )
            return Mismatch(f"is {kind} and never {quoted(value)}", f"write {write}")
        if not self.domain or self.values is None or value in self.values:
            return None
        if self.kind == "bool":
            return Mismatch(
                f"is true or false and never {quoted(value)}", "write true or false, without quotes"
            )
        if isinstance(self.domain, range):
            return Mismatch(
                f"is never {quoted(value)}",
                f"it is a number from {self.domain[0]} to {self.domain[-1]}",
            )
        return Mismatch(f"is never {quoted(value)}", "", self.domain)


def values_of_field(field: FieldType, terms: Terms, inside: Sequence[str]) -> FieldValues | None:
    """What a field can be, or what is `inside` it: one of a list, a part of a meaning; None
    where nobody knows.
    """
    if field.is_list and field.of is not None:
        if inside and inside[0] == ONE:
            return values_of_field(field.of, terms, inside[1:])
        return None if inside else FieldValues(field.name, "list", None, None)
    kind, domain = field.kind, field.domain
    if inside:
        if kind not in terms or len(inside) > 1:
            return None
        meant = terms[kind]
        kind, domain = (
            "",
            [meant[name][inside[0]] for name in domain or meant if inside[0] in meant[name]],
        )
    return FieldValues(
        field.name,
        kind,
        domain,
        domain if domain is None or isinstance(domain, range) else frozenset(domain),
    )


def quoted(value: Any) -> str:
    """A value as expressions write it."""
    return (
        f'"{value[:40]}"'
        if isinstance(value, str)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


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
    write = (
        quoted(str(value))
        if kinds[0] == "a text"
        else "true or false"
        if kinds[0] == "a yes or no"
        else value
    )
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
