"""Expressions over cards worked out without the sandbox's meter, where they are so plain that
nothing can go wrong.

A promise over ten thousand cards evaluates one expression ten thousand times; Jinja takes 9 µs for
`kind == "hero"`, this 0.5 µs. What is not plain (a filter but `length`, a method, a power, a text
joined to a text), and every evaluation that fails, is left to the sandbox, which says why.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from jinja2 import Environment, TemplateError, nodes
from jinja2.parser import Parser

from pnp.check.promises.exact import alike
from pnp.sandbox.bounds import weight
from pnp.sandbox.comparisons import ONE
from pnp.sandbox.environment import Record

Run = Callable[[Mapping[str, Any]], Any]
LARGEST = 10**15
"""Numbers up to this are worked out here."""
MAX_SOURCE = 2_000
"""Characters of an expression; the sandbox refuses longer ones."""
_PLAIN = (int, float, str, tuple, list, bool, type(None))
_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "lteq": operator.le,
    "gt": operator.gt,
    "gteq": operator.ge,
    "in": lambda a, b: a in b,
    "notin": lambda a, b: a not in b,
}
_COUNT: Mapping[type[nodes.BinExpr], Callable[[Any, Any], Any]] = {
    nodes.Add: operator.add,
    nodes.Sub: operator.sub,
    nodes.Mul: operator.mul,
    nodes.Div: operator.truediv,
    nodes.FloorDiv: operator.floordiv,
    nodes.Mod: operator.mod,
}


class Slow(Exception):
    """The sandbox has to work this out."""


def names_in(source: str) -> frozenset[str]:
    """The names that an expression reads from outside; none where it is no expression."""
    try:
        tree = _parsed(source)
        every = [tree, *tree.find_all(nodes.Name)]  # an expression sets no names of its own
    except (Slow, TemplateError, RecursionError, ValueError):
        return frozenset()
    return frozenset(node.name for node in every if isinstance(node, nodes.Name))


def attributes_of(source: str, owner: str) -> frozenset[str] | None:
    """The attributes of one name that an expression reads (`each.suit`); None where it uses that
    name in another way.
    """
    try:
        tree = _parsed(source)
        every: list[nodes.Node] = [tree, *tree.find_all((nodes.Getattr, nodes.Name))]
    except (Slow, TemplateError, RecursionError, ValueError):
        return None
    read = [
        n.attr
        for n in every
        if isinstance(n, nodes.Getattr) and isinstance(n.node, nodes.Name) and n.node.name == owner
    ]
    named = sum(isinstance(n, nodes.Name) and n.name == owner for n in every)
    return frozenset(read) if named == len(read) else None


def quick(source: str, weigh: Callable[[Any], Any] | None = None) -> Run | None:
    """A function that works an expression out, raising anything at all where it cannot; None where
    it is not plain.

    `weigh` is given every value that is compared, and gives it back or raises.
    """
    try:
        return _made(_parsed(source), weigh or _checked)
    except (Slow, TemplateError, RecursionError, ValueError):
        return None


def size_of(value: Any) -> int:
    """The characters and entries of a value that is compared.

    Raises Slow for what cannot be compared here, and what `weight` raises.
    """
    if not isinstance(value, (tuple, list)):
        return len(value) if isinstance(_checked(value), str) else 0
    try:
        return len(value) + len("".join(value))  # mostly texts, and this takes a tenth of the time
    except TypeError:
        return weight(value)


class Part(NamedTuple):
    """One of the conditions that `and` joins: the name and the values that it compares where it
    is as plain as that, and how to try it.
    """

    name: str
    values: tuple[Any, ...]
    run: Run


def conjuncts(source: str, weigh: Callable[[Any], Any] | None = None) -> list[Part]:
    """What `and` joins in an expression; none where it is not plain. `weigh` is as with `quick`."""
    try:
        todo: list[nodes.Node] = [_parsed(source)]
        made = []
        while todo:
            node = todo.pop(0)
            if isinstance(node, nodes.And):
                todo[:0] = [node.left, node.right]
            else:
                made.append(Part(*_compares(node), _made(node, weigh or _checked)))
    except (Slow, TemplateError, RecursionError, ValueError):
        return []
    return made


def _compares(node: nodes.Node) -> tuple[str, tuple[Any, ...]]:
    """The field and the values of `field == value` or `field in [values]`."""
    if not isinstance(node, nodes.Compare) or len(node.ops) > 1:
        return "", ()
    sides = (node.expr, node.ops[0].expr)
    name = next((side.name for side in sides if isinstance(side, nodes.Name)), "")
    match node.ops[0].op, sides:
        case "eq", (nodes.Name(), nodes.Const(value=value)) | (
            nodes.Const(value=value),
            nodes.Name(),
        ):
            return name, (value,)
        case "in", (nodes.Name(), nodes.List(items=items) | nodes.Tuple(items=items)):
            return name, tuple(item.value for item in items if isinstance(item, nodes.Const))
    return name, ()


def comparisons(source: str) -> list[tuple[tuple[str, ...], Any]]:
    """What an expression holds equal, or unequal, to a constant:

    `each.suit != "red"` is `("each", "suit")` and `"red"`.

    `"red" in signs` is `("signs", ONE)`. Nothing where it is no expression.
    """
    try:
        tree = _parsed(source)
        every = [tree, *tree.find_all(nodes.Compare)]
    except (Slow, TemplateError, RecursionError, ValueError):
        return []
    pairs = [
        pair
        for node in every
        if isinstance(node, nodes.Compare) and len(node.ops) == 1
        for pair in _pairs(node)
    ]
    return [(path, value) for path, value in pairs if path]


def _pairs(node: nodes.Compare) -> Iterator[tuple[tuple[str, ...], Any]]:
    match node.expr, node.ops[0].op, node.ops[0].expr:
        case nodes.Const(value=value), "in" | "notin", owner:
            yield (*path, ONE) if (path := _path(owner)) else (), value
        case owner, "in" | "notin", nodes.List(items=items) | nodes.Tuple(items=items):
            yield from (
                (_path(owner), item.value) for item in items if isinstance(item, nodes.Const)
            )
        case (owner, "eq" | "ne", nodes.Const(value=value)) | (
            nodes.Const(value=value),
            "eq" | "ne",
            owner,
        ):
            yield _path(owner), value


def _path(node: nodes.Node) -> tuple[str, ...]:
    """`a.b.c` as names; nothing for anything else."""
    match node:
        case nodes.Name(name=name):
            return (name,)
        case (
            nodes.Getattr(node=owner, attr=name)
            | nodes.Getitem(node=owner, arg=nodes.Const(value=str(name)))
        ):
            return (*path, name) if (path := _path(owner)) else ()
    return ()


@lru_cache(maxsize=1_000)
def _parsed(source: str) -> nodes.Expr:
    """An expression as Jinja reads it; nobody alters it.

    A promise's is asked for three times, those of facts by many promises.
    """
    if len(source) > MAX_SOURCE:
        raise Slow
    parser = Parser(_language(), source, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        raise Slow
    return tree


@lru_cache(maxsize=1)
def _language() -> Environment:
    """What an expression is made of does not depend on the sandbox that works it out."""
    return Environment()


def _made(node: nodes.Node, weigh: Callable[[Any], Any]) -> Run:
    inside = partial(_made, weigh=weigh)
    match node:
        case nodes.Const():
            value = node.value
            if isinstance(value, (int, float)) and not abs(value) <= LARGEST:
                raise Slow
            return lambda _: value
        case nodes.Name():
            name = node.name
            return lambda values: values[name]
        case nodes.Getattr():
            return _attribute(inside(node.node), node.attr)
        case nodes.Tuple() | nodes.List():
            return _listed(
                [inside(item) for item in node.items],
                tuple if isinstance(node, nodes.Tuple) else list,
            )
        case nodes.Not():
            inner = inside(node.node)
            return lambda values: not _checked(inner(values))
        case nodes.And():
            left, right = inside(node.left), inside(node.right)
            return lambda values: _checked(left(values)) and right(values)
        case nodes.Or():
            left, right = inside(node.left), inside(node.right)
            return lambda values: _checked(left(values)) or right(values)
        case nodes.Neg():
            inner = inside(node.node)
            return lambda values: -_number(inner(values))
        case nodes.CondExpr() if node.expr2 is not None:
            return _chosen(inside(node.test), inside(node.expr1), inside(node.expr2))
        case nodes.Compare():
            if next(
                node.find_all(tuple(_COUNT)), None
            ):  # what is worked out may be a hair off as a float, what is written is not
                return _compared(
                    inside(node.expr),
                    [(_COMPARE[op.op], inside(op.expr)) for op in node.ops],
                    lambda v: alike(weigh(v)),
                )
            return _compared(
                inside(node.expr), [(_COMPARE[op.op], inside(op.expr)) for op in node.ops], weigh
            )
        case nodes.BinExpr() if type(node) in _COUNT:
            return _counted(_COUNT[type(node)], inside(node.left), inside(node.right))
        case nodes.Filter() if (
            node.name in ("length", "count")
            and node.node is not None
            and not (node.args or node.kwargs)
        ):
            inner = inside(node.node)
            return lambda values: _length(inner(values))
    raise Slow


def _attribute(owner: Run, name: str) -> Run:
    def run(values: Mapping[str, Any]) -> Any:
        found = owner(values)
        if type(found) is not Record:
            raise Slow
        return found[name]

    return run


def _chosen(test: Run, yes: Run, no: Run) -> Run:
    return lambda values: yes(values) if _checked(test(values)) else no(values)


def _listed(items: list[Run], kind: type[tuple[Any, ...]] | type[list[Any]]) -> Run:
    return lambda values: kind([item(values) for item in items])


def _compared(
    first: Run, rest: list[tuple[Callable[[Any, Any], Any], Run]], weigh: Callable[[Any], Any]
) -> Run:
    if len(rest) == 1:
        compare, second = rest[0]
        return lambda values: compare(weigh(first(values)), weigh(second(values)))

    def run(values: Mapping[str, Any]) -> Any:
        left = weigh(first(values))
        for compare, second in rest:
            right = weigh(second(values))
            if not compare(left, right):
                return False
            left = right
        return True

    return run


def _counted(count: Callable[[Any, Any], Any], left: Run, right: Run) -> Run:
    return lambda values: _number(count(_number(left(values)), _number(right(values))))


def _checked(value: Any) -> Any:
    if not isinstance(value, _PLAIN):
        raise Slow
    return value


def _number(value: Any) -> Any:
    if type(value) not in (int, float) or not -LARGEST <= value <= LARGEST:
        raise Slow
    return value


def _length(value: Any) -> int:
    if not isinstance(value, (str, tuple, list)):
        raise Slow
    return len(value)
