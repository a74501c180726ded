"""What a sandbox counts and bounds: the values that templates are handed and make, and the bodies of templates that can run again.

What costs time or memory is charged by its size: a loop pass or a call by the work in its body, a text by its length, a list by all that
it holds, on a meter of steps. Steps are not seconds, so the same game meets the same limit on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from jinja2 import StrictUndefined, Undefined, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError, TemplateRuntimeError, UndefinedError
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import escape

from pnp.diagnostics import did_you_mean

MAX_STEPS = 200_000
"""Steps a render or expression may take: loop passes, calls, macros, includes and what a filter walks over."""
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

class LimitError(TemplateRuntimeError):
    """A template asked for more than a page of a game can need."""


class Record:
    """Named values that templates read as `record.name`; the only object with attributes that they are handed."""

    __slots__ = ("_label", "_values")

    def __init__(self, label: str, values: Mapping[str, Any]) -> None:
        self._label = label
        self._values = values

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return self._label

    def __html__(self) -> str:
        return str(escape(self._label))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return self._label == other._label and self._values == other._values
        if isinstance(other, str):  # a meaning beside its id, as promises compare them: it must not be false in silence
            return bool(other == self._values.get("id"))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._values.get("id", self._label))


class Unknown(StrictUndefined):
    """A name that is not there: any use of it raises `NameMissing` with the nearest names, or `SecurityError` where it must not be."""

    __slots__ = ()

    @property
    def hint(self) -> str:
        """The names that exist where this one was looked for."""
        owner = self._undefined_obj
        known = vars(owner) if isinstance(owner, TemplateModule) else owner if isinstance(owner, (Record, Mapping)) else ()
        return did_you_mean(str(self._undefined_name), [str(k) for k in known if not str(k).startswith("_")])

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> NoReturn:
        if self._undefined_exception is SecurityError:
            raise SecurityError(f'"{self._undefined_name}" cannot be reached from here')
        raise NameMissing(self)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _fail_with_undefined_error
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __neg__ = __pos__ = _fail_with_undefined_error
    __call__ = __getitem__ = __lt__ = __le__ = __gt__ = __ge__ = __int__ = __float__ = __complex__ = _fail_with_undefined_error
    __iter__ = __str__ = __len__ = __bool__ = __contains__ = __html__ = __index__ = __abs__ = __round__ = _fail_with_undefined_error
    __eq__ = __ne__ = _fail_with_undefined_error
    __hash__ = _fail_with_undefined_error

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":
            raise AttributeError(name)
        self._fail_with_undefined_error()


class NameMissing(UndefinedError):
    """A template used a name that does not exist; `hint` names the nearest ones of its owner."""

    def __init__(self, unknown: Unknown) -> None:
        owner, name = unknown._undefined_obj, unknown._undefined_name
        if isinstance(owner, Record):
            message = f'"{owner}" has no "{name}"'
        elif name is None:
            message = unknown._undefined_message or "a value is missing"
        elif owner is None:
            message = f'an empty field has no "{name}"'
        else:
            message = f'"{name}" is not defined'
        super().__init__(message)
        self.name = str(name)
        self.hint = unknown.hint
        self._alone = owner is missing

    def hint_among(self, known: Iterable[str]) -> str:
        """The hint, for a name without an owner among those that may stand alone."""
        return did_you_mean(self.name, known) if self._alone else self.hint


@dataclass(slots=True)
class Meter:
    """Counts the steps of one render."""

    limit: int = MAX_STEPS
    steps: int = 0

    def tick(self, steps: int = 1) -> None:
        """Take steps; raises LimitError past the limit."""
        self.steps += steps
        if self.steps > self.limit:
            raise LimitError(f"the template takes more than {self.limit:,} steps for one face")


class _Bodies(NodeTransformer):
    """Puts a meter on every body that can run more than once, and bounds on what is joined, captured, compared, sliced or hashed."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - the visitor's naming
        work = nodes.Const(_work([*node.body, *node.else_]))
        self.generic_visit(node)
        node.iter = _through("_metered", node.iter, work)
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Macro:  # noqa: N802
        spend = _spend(node.body)
        self.generic_visit(node)
        node.body = [spend, nodes.FilterBlock(node.body, _through("_bounded", None), lineno=node.lineno)]
        return node

    def _body(self, node: Any) -> Any:
        spend = _spend(node.body)
        self.generic_visit(node)
        node.body = [spend, *node.body]
        return node

    visit_Template = visit_Block = visit_CallBlock = _body  # noqa: N815

    def visit_AssignBlock(self, node: nodes.AssignBlock) -> nodes.AssignBlock:  # noqa: N802
        self.generic_visit(node)
        node.filter = nodes.Filter(node.filter, "_bounded", [], [], None, None, lineno=node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        return _through("_concat", nodes.List(node.nodes, lineno=node.lineno))

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:  # noqa: N802
        self.generic_visit(node)
        sides: list[Any] = [node, *node.ops]
        for side in sides:
            if not isinstance(side.expr, nodes.Const):
                side.expr = _through("_weighed", side.expr)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Getitem:  # noqa: N802
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            node.node = _through("_weighed", node.node)
        return node

    def visit_Pair(self, node: nodes.Pair) -> nodes.Pair:  # noqa: N802
        self.generic_visit(node)
        if not isinstance(node.key, nodes.Const):
            node.key = _through("_key", node.key)
        return node

    def visit_Const(self, node: nodes.Const) -> nodes.Const:  # noqa: N802
        checked_number(node.value)
        return node


def _through(name: str, node: Any, *args: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(node, name, list(args), [], None, None, lineno=node.lineno if node else 1)


def metered(tree: nodes.Template) -> nodes.Template:
    """A template's tree with its meters and bounds, which are filters whose names begin with `_`. Raises LimitError."""
    count, todo = 0, list(tree.iter_child_nodes())
    while todo:
        count += 1
        todo += todo.pop().iter_child_nodes()
    if count > MAX_NODES:
        raise LimitError(f"it has {count:,} parts; at most {MAX_NODES:,} are allowed")
    done: nodes.Template = _Bodies().visit(tree)
    return done


def _spend(body: Sequence[nodes.Node]) -> nodes.ExprStmt:
    return nodes.ExprStmt(_through("_spend", nodes.Const(_work(body), lineno=1)), lineno=1)


def _work(body: Sequence[nodes.Node]) -> int:
    """The steps that one pass through a body takes, without the bodies inside it that count for themselves."""
    work = 0
    todo = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, nodes.TemplateData):
            work += len(node.data) // 32
        work += 100 if isinstance(node, (nodes.Include, nodes.Import, nodes.FromImport)) else 1
        for name, value in node.iter_fields():
            if name != "body" or not isinstance(node, (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)):
                todo += [child for child in (value if isinstance(value, list) else [value]) if isinstance(child, nodes.Node)]
    return 1 + work // 2


def weight(value: Any) -> int:
    """The characters and entries of a value, all the way down. Raises for unknown names in it, LimitError where a list holds too much."""
    if isinstance(value, str):
        return len(value)
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
            part._fail_with_undefined_error()
        if total > MAX_TEXT:
            raise LimitError(f"a list holds more than {MAX_TEXT:,} characters and entries in all")
    return total


def checked_number(value: Any) -> None:
    """Raise where a result is a number that nobody needs (LimitError) or no real one (ValueError)."""
    if isinstance(value, int) and value.bit_length() > 1024:
        raise LimitError("a number grows past 300 digits")
    if isinstance(value, complex):
        raise ValueError("a negative number has no such root")


def bounded(value: Any) -> Any:
    """A text as it is. Raises LimitError where it is too long."""
    if len(value) > MAX_TEXT:
        raise LimitError(f"a text grows past {MAX_TEXT:,} characters")
    return value


def as_text(value: Any) -> Any:
    """A value as templates print it: text, numbers and records; an empty field is an empty text."""
    if isinstance(value, str) or type(value) in (int, float, Record):
        return value
    if isinstance(value, Unknown):
        value._fail_with_undefined_error()
    if value is None or isinstance(value, Undefined):
        return ""
    if isinstance(value, bool):
        raise ValueError("yes or no cannot be printed; write {{ 'one thing' if … else 'another' }}")
    kind = "a list" if isinstance(value, (list, tuple, range, Iterator)) else "a map" if isinstance(value, dict) else "this"
    raise ValueError(f"{kind} cannot be printed; print an entry of it, or use join")


def joined(parts: Iterable[Any], separator: Any = "") -> Any:
    """The parts as one text, escaped where one of them is markup. Raises LimitError, and ValueError for what is no text."""
    done: list[Any] = []
    length = 0
    for part in parts:
        value = as_text(part)
        if not hasattr(value, "__html__"):
            value = str(value)
        length += len(str(value)) + len(separator)
        if length > MAX_TEXT:
            raise LimitError(f"a text grows past {MAX_TEXT:,} characters")
        done.append(value)
    if any(hasattr(part, "__html__") for part in done) or hasattr(separator, "__html__"):
        return escape(separator).join(done)
    return separator.join(done)


def replaced(value: Any, old: str, new: str) -> Any:
    """The filter `replace`. Raises LimitError before the text grows too long."""
    text = value if isinstance(value, str) else str(value)
    if len(text) + text.count(old) * len(new) > MAX_TEXT:
        raise LimitError(f"a text grows past {MAX_TEXT:,} characters")
    return text.replace(old, new)


def key(value: Any) -> Any:
    """A key as it is, but no tuple: hashing one can take for ever."""
    if isinstance(value, tuple):
        raise ValueError("a list cannot be a key")
    return value
