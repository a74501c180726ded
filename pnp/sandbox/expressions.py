"""Evaluates the expressions of facts, conditions and promises, in bounded steps.

Jinja's parser reads an expression once; its tree becomes Python closures, which a promise over ten
thousand cards calls ten thousand times. What is not plain arithmetic and comparison (filters,
tests, methods, texts) goes through the same sandbox as templates do, on the same meter.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from jinja2 import Environment, TemplateSyntaxError, Undefined, nodes
from jinja2.parser import Parser
from jinja2.runtime import Context

from pnp.sandbox.bounds import check_number, key, parts_of, weight
from pnp.sandbox.environment import Sandbox
from pnp.sandbox.messages import (
    EXPECTED_ERRORS,
    ExpressionError,
    Record,
    Unknown,
    evaluation_error,
    expression_syntax_error,
)
from pnp.units.spelling import as_decimals

Values = Mapping[str, Any]
Run = Callable[[Values], Any]
MAX_SOURCE = 2_000
"""Characters of an expression."""
STEPS = 5
"""Steps of an evaluation; each eight characters of its source take one more."""
_SYNTAX = Environment()
_NO_VALUES: Values = MappingProxyType({})
_NO_ELSE = "it has no value: an `if` without `else`"
_EXACT = frozenset((int, float, list, tuple))
_SIZED = frozenset((str, tuple))
_PLAIN = frozenset((bool, int, float, str, type(None)))
_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "lteq": operator.le,
    "gt": operator.gt,
    "gteq": operator.ge,
    "in": lambda item, owner: item in owner,
    "notin": lambda item, owner: item not in owner,
}
_UNARY: Mapping[str, Callable[[Any], Any]] = {
    "not": operator.not_,
    "-": operator.neg,
    "+": operator.pos,
}
_CALCULATED = (nodes.BinExpr, nodes.Filter, nodes.Call)
"""What makes new numbers."""


@lru_cache(maxsize=1_000)
def parse(source: str) -> nodes.Expr:
    """The tree of an expression; nobody alters it. Raises ExpressionError."""
    if not source.strip():
        raise ExpressionError("the expression is empty")
    if len(source) > MAX_SOURCE:
        raise ExpressionError(
            f"the expression is {len(source):,} characters long; at most {MAX_SOURCE:,} are allowed"
        )
    try:
        parser = Parser(_SYNTAX, source, state="variable")
        tree = parser.parse_expression()
        if not parser.stream.eos:
            raise TemplateSyntaxError("chunk after expression", 1)
    except EXPECTED_ERRORS as problem:
        raise expression_syntax_error(problem, source) from None
    return tree


def parts_of_expression(source: object) -> list[nodes.Node]:
    """All parts of an expression; none where it is no expression."""
    try:
        return parts_of(parse(source)) if isinstance(source, str) else []
    except ExpressionError:
        return []


def names_in(source: object) -> frozenset[str]:
    """The names that an expression reads; none where it is no expression."""
    return frozenset(
        part.name for part in parts_of_expression(source) if isinstance(part, nodes.Name)
    )


def attributes_of(source: object, owner: str) -> frozenset[str] | None:
    """The attributes of one name that an expression reads (`each.suit`); None where it uses that
    name in another way, or is no expression.
    """
    parts = parts_of_expression(source)
    read = [
        part.attr
        for part in parts
        if isinstance(part, nodes.Getattr) and getattr(part.node, "name", "") == owner
    ]
    named = sum(isinstance(part, nodes.Name) and part.name == owner for part in parts)
    return frozenset(read) if parts and named == len(read) else None


class Conjunct(NamedTuple):
    """One of the conditions that `and` joins: the name and the values of `name == value` or
    `name in [values]`, empty for others, and how it is evaluated.
    """

    name: str
    values: tuple[Any, ...]
    evaluate: Run


class Expressions:
    """Evaluates expressions over names that all of them share, and those of each evaluation.

    `meter` has the steps of the last one.
    """

    def __init__(self, sandbox: Sandbox, shared: Values = _NO_VALUES) -> None:
        self.shared = shared
        self._sandbox = sandbox
        self.meter = sandbox.meter
        self._context = Context(sandbox, {}, None, {})
        self._compiled: dict[str, Run] = {}

    def evaluate(self, source: str, values: Values = _NO_VALUES) -> Any:
        """The value of an expression. Raises ExpressionError."""
        run = self._compiled.get(source)
        return (run or self.compile(source))(values)

    def compile(self, source: str) -> Run:
        """An expression ready to be evaluated over values by name.

        Raises ExpressionError, then and now.
        """
        if source not in self._compiled:
            self._compiled[source] = self._metered(source, parse(source))
        return self._compiled[source]

    def conjuncts(self, source: str) -> list[Conjunct]:
        """The conditions that `and` joins in an expression; none where it is no expression."""
        found = []
        try:
            todo: list[nodes.Node] = [parse(source)]
            while todo:
                node = todo.pop()
                if isinstance(node, nodes.And):
                    todo += [node.right, node.left]
                else:
                    found.append(Conjunct(*_membership(node), self._metered(source, node)))
        except ExpressionError:
            return []
        return found

    def _metered(self, source: str, tree: nodes.Node) -> Run:
        meter, steps = self.meter, STEPS + len(source) // 8
        try:
            run = self._closure(tree)
        except EXPECTED_ERRORS as problem:
            raise expression_syntax_error(problem, source) from None

        def evaluate(values: Values) -> Any:
            meter.steps = steps
            try:
                result = run(values)
                if type(result) in _PLAIN:
                    return result
                if isinstance(result, Iterator):
                    result = list(result)
                weight(result)  # unknown names inside a list
                if isinstance(result, Undefined) and not isinstance(result, Unknown):
                    raise ValueError(_NO_ELSE)
            except EXPECTED_ERRORS as problem:
                raise evaluation_error(problem, source, {**self.shared, **values}) from None
            return result

        return evaluate

    def _closure(self, node: Any) -> Run:
        """A function that evaluates a part of an expression."""
        sandbox, context, closure = self._sandbox, self._context, self._closure
        match node:
            case nodes.Const(value=value):
                if isinstance(value, int):
                    check_number(value)
                elif value == inf:
                    raise OverflowError
                return lambda _: value
            case nodes.Name(name=name):
                other = self.shared.get(
                    name, sandbox.globals.get(name, sandbox.undefined(name=name))
                )
                return lambda values: values.get(name, other)
            case nodes.Getattr(attr=name):
                return self._attribute(closure(node.node), name)
            case nodes.Getitem(arg=nodes.Slice() as part):
                owner, weighed = closure(node.node), sandbox.weighed
                bounds = [part.start, part.stop, part.step]
                ends = [closure(end or nodes.Const(None)) for end in bounds]
                return lambda values: weighed(owner(values))[slice(*[end(values) for end in ends])]
            case nodes.Getitem():
                owner, index = closure(node.node), closure(node.arg)
                return lambda values: sandbox.getitem(owner(values), index(values))
            case nodes.Compare():
                return self._comparison(node)
            case nodes.And():
                left, right = closure(node.left), closure(node.right)
                return lambda values: left(values) and right(values)
            case nodes.Or():
                left, right = closure(node.left), closure(node.right)
                return lambda values: left(values) or right(values)
            case nodes.UnaryExpr(operator=sign):
                inner, change = closure(node.node), _UNARY[sign]
                return lambda values: change(inner(values))
            case nodes.BinExpr(operator=sign):
                left, right, calculate = closure(node.left), closure(node.right), sandbox.call_binop
                return lambda values: calculate(context, sign, left(values), right(values))
            case nodes.CondExpr():
                test, yes = closure(node.test), closure(node.expr1)
                no = closure(node.expr2) if node.expr2 else lambda _: Undefined(_NO_ELSE)
                return lambda values: yes(values) if test(values) else no(values)
            case nodes.List(items=parts) | nodes.Tuple(items=parts):
                items, kind = [*map(closure, parts)], list if type(node) is nodes.List else tuple
                return lambda values: kind([item(values) for item in items])
            case nodes.Dict(items=parts):
                pairs = [(closure(pair.key), closure(pair.value)) for pair in parts]
                return lambda values: {key(name(values)): value(values) for name, value in pairs}
            case nodes.Concat(nodes=parts):
                items, join = [*map(closure, parts)], sandbox.filters["_concat"]
                return lambda values: join([item(values) for item in items])
            case nodes.Filter(
                node=nodes.Name() | nodes.Getattr(), name="length" | "count", args=[]
            ):
                inner, general = closure(node.node), self._call(node)

                def length(values: Values) -> Any:
                    value = inner(values)
                    return len(value) if type(value) in _SIZED else general(values)

                return length
            case nodes.Filter() | nodes.Test() | nodes.Call():
                return self._call(node)
        raise TemplateSyntaxError(f"unexpected {type(node).__name__}", 1)

    def _attribute(self, owner: Run, name: str) -> Run:
        other = self._sandbox.getattr

        def run(values: Values) -> Any:
            found = owner(values)
            if type(found) is Record and name in found._values:
                return found._values[name]
            return other(found, name)

        return run

    def _comparison(self, node: nodes.Compare) -> Run:
        exactly = any(isinstance(part, _CALCULATED) for part in parts_of(node))
        first = self._operand(node.expr)
        rest = []
        for operand in node.ops:
            compare = _COMPARE[operand.op]
            rest.append((_exact(compare) if exactly else compare, self._operand(operand.expr)))
        if len(rest) == 1:
            compare, second = rest[0]
            return lambda values: compare(first(values), second(values))

        def chain(values: Values) -> Any:
            left = first(values)
            for compare, operand in rest:
                right = operand(values)
                if not (result := compare(left, right)):
                    break
                left = right
            return result

        return chain

    def _operand(self, node: Any) -> Run:
        """One side of a comparison; a constant, or a list of some, is made once."""
        inner, weighed = self._closure(node), self._sandbox.weighed
        items = node.items if isinstance(node, (nodes.List, nodes.Tuple)) else [node]
        if all(isinstance(item, nodes.Const) for item in items):
            constant = inner({})
            return lambda _: constant

        def run(values: Values) -> Any:
            value = inner(values)
            if type(value) is int or (type(value) is str and len(value) < 100):
                return value
            return weighed(value)

        return run

    def _call(self, node: Any) -> Run:
        """A filter, a test, or the call of a function or method."""
        sandbox, context, closure = self._sandbox, self._context, self._closure
        if not isinstance(node, nodes.Call):
            is_filter = isinstance(node, nodes.Filter)
            sandbox.must_have("filter" if is_filter else "test", node.name)
            function = sandbox.call_filter if is_filter else sandbox.call_test
        subject = closure(node.node)
        args = [closure(arg) for arg in node.args]
        kwargs = {pair.key: closure(pair.value) for pair in node.kwargs}
        for name, count in Counter(pair.key for pair in node.kwargs).items():
            if count > 1:
                raise ExpressionError(f'the argument "{name}" is given twice')
        more = closure(node.dyn_args or nodes.Const(()))
        named = closure(node.dyn_kwargs or nodes.Const({}))

        def run(values: Values) -> Any:
            target = subject(values)
            positional = [*[arg(values) for arg in args], *more(values)]
            keywords = dict(**{name: run(values) for name, run in kwargs.items()}, **named(values))
            if isinstance(node, nodes.Call):
                return sandbox.call(context, target, *positional, **keywords)
            return function(node.name, target, positional, keywords, context=context)

        return run


def _exact(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A comparison for which the rounding of floats does not count: `0.1 + 0.2 == 0.3`."""

    def run(left: Any, right: Any) -> Any:
        if type(left) is type(right) is int:
            return compare(left, right)
        if type(left) in _EXACT and type(right) in _EXACT:
            return compare(as_decimals(left), as_decimals(right))
        return compare(left, right)

    return run


def _membership(node: nodes.Node) -> tuple[str, tuple[Any, ...]]:
    """The name and the values of `name == value` or `name in [values]`."""
    if not isinstance(node, nodes.Compare) or len(node.ops) > 1:
        return "", ()
    match node.expr, node.ops[0].op, node.ops[0].expr:
        case (nodes.Name(name=name), "eq", nodes.Const(value=value)) | (
            nodes.Const(value=value),
            "eq",
            nodes.Name(name=name),
        ):
            return name, (value,)
        case nodes.Name(name=name), "in", nodes.List(items=items) | nodes.Tuple(items=items):
            return name, tuple(item.value for item in items if isinstance(item, nodes.Const))
    return "", ()
