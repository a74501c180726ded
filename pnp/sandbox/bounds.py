"""What a sandbox counts and bounds: the values that templates make, and the bodies of templates
that can run again.

What costs time or memory is charged by its size: a loop pass or a call by the work in its body, a
text by its length, a list by all that it holds, on a meter of steps. Steps are not seconds, so the
same game meets the same limit on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from typing import Any

from jinja2 import Undefined, nodes
from jinja2.exceptions import TemplateRuntimeError
from markupsafe import escape

from pnp.sandbox.messages import Record, Unknown
from pnp.units.spelling import YES_OR_NO, tidy

MAX_STEPS = 200_000
"""Steps a render or expression may take: loop passes, calls, macros, includes and what a filter
walks over.
"""
MAX_STEPS_OF_ALL = 20_000_000
"""Steps that all renders of a game take together."""
WHOLE = 1e15
"""Numbers below are printed as whole ones where they are: 9 / 3 is 3."""
MAX_TEXT = 262_144
"""Characters a render, a captured block or a joined text may reach."""
MAX_SOURCE = 131_072
"""Characters a template may have."""
MAX_NODES = 8_000
"""Parts a template may be made of: names, numbers, operators, filters, tags."""
MAX_ITEMS = 20_000
"""Entries that a list made by a template may reach."""
MAX_ARGUMENT = 1_000
"""Characters of a text that a filter or method is given besides the one that it works on."""

_LONG = f"a text grows past {MAX_TEXT:,} characters"


class LimitError(TemplateRuntimeError):
    """A template asked for more than a page of a game can need."""


@dataclass(slots=True)
class Meter:
    """Counts the steps of one render, of those that are left for the whole game."""

    limit: int = MAX_STEPS
    steps: int = 0
    left: int = field(default_factory=lambda: MAX_STEPS_OF_ALL)

    def next(self) -> Meter:
        """The meter of another render of the same game."""
        return Meter(left=self.left - self.steps)

    def tick(self, steps: int = 1) -> None:
        """Take steps; raises LimitError past the limit."""
        self.steps += steps
        if self.steps > self.limit:
            raise LimitError(f"the template takes more than {self.limit:,} steps for one face")
        if self.steps > self.left:
            raise LimitError(
                f"the templates of the game take more than {MAX_STEPS_OF_ALL:,} steps together"
            )


def child_nodes(node: nodes.Node, but: str = "") -> list[nodes.Node]:
    """What a node holds itself.

    Jinja's own walk takes several times as long, which every run would feel.
    """
    found: list[nodes.Node] = []
    for name in node.fields:
        value = getattr(node, name, None)
        if type(value) is list:
            if name != but:
                found += [child for child in value if isinstance(child, nodes.Node)]
        elif isinstance(value, nodes.Node):
            found.append(value)
    return found


def parts_of(tree: nodes.Node) -> list[nodes.Node]:
    """A tree as a list, whatever holds others before what it holds.

    Raises LimitError.
    """
    found: list[nodes.Node] = []
    todo: list[nodes.Node] = [tree]
    while todo:
        node = todo.pop()
        found.append(node)
        todo += reversed(child_nodes(node))
    if len(found) - 1 > MAX_NODES:
        raise LimitError(f"it has {len(found) - 1:,} parts; at most {MAX_NODES:,} are allowed")
    return found


_WRAPPED: Mapping[type[nodes.Node], tuple[str, str]] = {
    nodes.AssignBlock: ("filter", "_bounded"),
    nodes.Compare: ("expr", "_weighed"),
    nodes.Operand: ("expr", "_weighed"),
    nodes.Pair: ("key", "_key"),
}
"""The fields of nodes whose values go through a filter, and that filter."""
_RUNNING = (nodes.Template, nodes.Block, nodes.CallBlock, nodes.Macro, nodes.For)


def meter_tree(parts: Sequence[nodes.Node]) -> None:
    """Put a meter on every body of a tree that can run more than once, and bounds on what is
    captured, compared, sliced or hashed.

    They are filters whose names begin with `_`; `parts` are all those of the tree. Raises
    LimitError.
    """
    # Bodies are weighed as they were written; what is inside is changed before what holds it.
    work = {id(node): _work(_body(node)) for node in parts if type(node) in _RUNNING}
    for node in reversed(parts):
        kind = type(node)
        if kind in _WRAPPED:
            field, name = _WRAPPED[kind]
            inner = getattr(node, field)
            if not isinstance(inner, nodes.Const):
                setattr(node, field, _filtered(inner, name, lineno=node.lineno))
        elif isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice):
            node.node = _filtered(node.node, "_weighed")
        elif isinstance(node, nodes.Const) and isinstance(node.value, int):
            check_number(node.value)  # a float past all is refused where it is used
        elif kind in _RUNNING:
            _meter_body(node, work[id(node)])


def _meter_body(node: Any, work: int) -> None:
    line = 1
    if isinstance(node, nodes.For):
        # A loop that calls itself goes through other values than these, so each pass pays.
        node.iter = _filtered(node.iter, "_metered", nodes.Const(1 if node.recursive else work))
        if not node.recursive:
            return
        line = node.lineno
    elif isinstance(node, nodes.Macro):
        capture = _filtered(None, "_bounded")
        node.body = [nodes.FilterBlock(node.body, capture, lineno=node.lineno)]
    spend = nodes.ExprStmt(_filtered(nodes.Const(work), "_spend"), lineno=line)
    node.body = [spend, *node.body]


def _filtered(node: Any, name: str, *args: nodes.Expr, lineno: int = 1) -> nodes.Filter:
    return nodes.Filter(node, name, [*args], [], None, None, lineno=lineno)


def _body(node: Any) -> list[nodes.Node]:
    return [*node.body, *node.else_] if type(node) is nodes.For else node.body


def _work(body: Sequence[nodes.Node]) -> int:
    """The steps that one pass through a body takes, without the bodies inside it that count for
    themselves.
    """
    work = 0
    todo = list(body)
    while todo:
        node = todo.pop()
        kind = type(node)
        if isinstance(node, nodes.TemplateData):
            work += len(node.data) // 32
        work += 100 if kind in (nodes.Include, nodes.Import, nodes.FromImport) else 1
        todo += child_nodes(node, "body" if kind in _RUNNING else "")
    return 1 + work // 2


def weight(value: Any) -> int:
    """The characters and entries of a value, all the way down.

    Raises for unknown names in it, LimitError where a list holds too much.
    """
    if isinstance(value, str):
        return len(value)
    if type(value) is tuple and len(value) < 32:  # a list of a card: this is much faster
        try:
            total = len(value) + len("".join(value))
        except TypeError:
            total = MAX_TEXT
        if total < MAX_TEXT:
            return total
    total = 1
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, (str, range)):
            total += len(part)
        elif isinstance(part, (list, tuple)):
            total += len(part)
            todo += part if total <= MAX_TEXT else ()
        elif isinstance(part, dict):
            total += len(part)
            todo += (*part, *part.values()) if total <= MAX_TEXT else ()
        elif isinstance(part, Unknown):
            defined(part)
        if total > MAX_TEXT:
            raise LimitError(f"a list holds more than {MAX_TEXT:,} characters and entries in all")
    return total


def defined(value: Any) -> Any:
    """A value as it is. Raises for an unknown name."""
    if isinstance(value, Unknown):
        value._fail_with_undefined_error()
    return value


def check_number(value: Any) -> None:
    """Raise where a result is a number that nobody needs (LimitError) or no real one
    (ValueError).
    """
    if (
        value.bit_length() > 1024
        if isinstance(value, int)
        else isinstance(value, float) and not isfinite(value)
    ):
        raise LimitError("a number grows past 300 digits")
    if isinstance(value, complex):
        raise ValueError("a negative number has no such root")


def check_length(value: Any) -> Any:
    """A text as it is. Raises LimitError where it is too long."""
    if len(value) > MAX_TEXT:
        raise LimitError(_LONG)
    return value


def as_text(value: Any) -> Any:
    """A value as templates print it: text, numbers and records; an empty field is an empty text."""
    if isinstance(value, str) or type(value) is int:
        return value
    match defined(value):
        case Record():
            if value.many:
                first = "".join(f", as in {value}.{name}" for name in islice(value, 1))
                raise ValueError(f'"{value}" holds many values; name one of them{first}')
            return value
        case float():
            short = tidy(value)
            return int(short) if short.is_integer() and abs(short) < WHOLE else short
        case None | Undefined():
            return ""
        case bool():
            raise ValueError(YES_OR_NO)
        case int():
            return value
        case list() | tuple() | range() | Iterator():
            kind = "a list"
        case dict():
            kind = "a map"
        case _:
            kind = "this"
    raise ValueError(f"{kind} cannot be printed; print an entry of it, or use join")


def join_texts(parts: Iterable[Any], separator: Any = "") -> Any:
    """The parts as one text, escaped where one of them is markup.

    Raises LimitError, and ValueError for what is no text.
    """
    found: list[Any] = []
    length, markup = 0, hasattr(separator, "__html__")
    for part in parts:
        value = as_text(part)
        if hasattr(value, "__html__"):
            markup = True
        else:
            value = str(value)
        found.append(value)
        length += len(str(value)) + len(separator)
        if length > MAX_TEXT:
            raise LimitError(_LONG)
    return (escape(separator) if markup else separator).join(found)


def replace_text(value: Any, old: str, new: str) -> Any:
    """The filter `replace`. Raises LimitError before the text grows too long."""
    text = value if isinstance(value, str) else str(value)
    if len(text) + text.count(old) * len(new) > MAX_TEXT:
        raise LimitError(_LONG)
    return text.replace(old, new)


def key(value: Any) -> Any:
    """A key as it is, but no tuple: hashing one can take for ever."""
    if isinstance(value, tuple):
        raise ValueError("a list cannot be a key")
    return value
