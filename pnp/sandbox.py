"""Jinja without its dangers: what templates, facts, `when:` and promises are evaluated in.

A game folder may come from a stranger. So the sandbox hands out no attribute that is not data, counts steps instead of seconds (the same
game meets the same limit on every machine), and bounds every way to grow a value: `* ** %`, `+` and `~` on text, captured blocks, macros
and filters. Jinja's own sandbox stops reaching Python; it does not stop `{{ "x" * 10**9 }}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, NoReturn

from jinja2 import StrictUndefined, Template, nodes
from jinja2.exceptions import SecurityError, TemplateError, TemplateRuntimeError, UndefinedError
from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.loaders import BaseLoader
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from pnp.diagnostics import did_you_mean

MAX_STEPS = 200_000
"""Steps a render or expression may take: loop passes, calls, macros, includes and what a filter walks over."""
MAX_TEXT = 262_144
"""Characters a render, a captured block or a joined text may reach."""
MAX_ITEMS = 20_000
"""Entries that a list made by a template may reach."""

_FILTERS = (
    "abs batch capitalize count d default dictsort e escape first float groupby int items last length list lower map max min "
    "reject rejectattr reverse round safe select selectattr slice sort string sum title trim truncate unique upper"
).split()
_TEXT_METHODS = frozenset("upper lower title capitalize strip lstrip rstrip startswith endswith split isdigit isupper count".split())
_LIST_METHODS = frozenset(("index", "count"))
_MAP_METHODS = frozenset(("items", "keys", "values", "get"))


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
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._label)


class Unknown(StrictUndefined):
    """A name that is not there: any use of it raises `UndefinedError` with the nearest names as the hint."""

    __slots__ = ()

    @property
    def hint(self) -> str:
        """The names that exist where this one was looked for."""
        owner = self._undefined_obj
        known = owner if isinstance(owner, (Record, Mapping)) else ()
        return did_you_mean(str(self._undefined_name), [str(k) for k in known])

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise NameMissing(self)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _fail_with_undefined_error
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __neg__ = __pos__ = _fail_with_undefined_error
    __call__ = __getitem__ = __lt__ = __le__ = __gt__ = __ge__ = __int__ = __float__ = __complex__ = _fail_with_undefined_error
    __iter__ = __str__ = __len__ = __bool__ = __contains__ = __html__ = _fail_with_undefined_error
    __eq__ = __ne__ = _fail_with_undefined_error
    __hash__ = _fail_with_undefined_error

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":
            raise AttributeError(name)
        raise NameMissing(self)


class NameMissing(UndefinedError):
    """A template used a name that does not exist; `hint` names the nearest ones."""

    def __init__(self, unknown: Unknown) -> None:
        owner, name = unknown._undefined_obj, unknown._undefined_name
        if isinstance(owner, Record):
            message = f'"{owner}" has no "{name}"'
        elif name is None:
            message = unknown._undefined_message or "a value is missing"
        else:
            message = f'"{name}" is not defined'
        super().__init__(message)
        self.name = str(name)
        self.hint = unknown.hint


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


class _Bounded(NodeTransformer):
    """Puts a meter on every loop, a bound on every `~`, captured block and macro."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - the visitor's naming
        self.generic_visit(node)
        node.iter = nodes.Filter(node.iter, "_metered", [], [], None, None, lineno=node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, "_concat", [], [], None, None, lineno=node.lineno)

    def visit_Macro(self, node: nodes.Macro) -> nodes.Macro:  # noqa: N802
        self.generic_visit(node)
        bound = nodes.Filter(None, "_bounded", [], [], None, None, lineno=node.lineno)
        node.body = [nodes.FilterBlock(node.body, bound, lineno=node.lineno)]
        return node

    def visit_AssignBlock(self, node: nodes.AssignBlock) -> nodes.AssignBlock:  # noqa: N802
        self.generic_visit(node)
        node.filter = nodes.Filter(node.filter, "_bounded", [], [], None, None, lineno=node.lineno)
        return node


def _bounded(value: Any) -> Any:
    if len(value) > MAX_TEXT:
        raise LimitError(f"a text grows past {MAX_TEXT:,} characters")
    return value


def _joined(parts: Iterable[Any], separator: Any = "") -> Any:
    done: list[Any] = []
    length = 0
    for part in parts:
        if isinstance(part, Unknown):
            raise NameMissing(part)
        value = part if isinstance(part, str) else part if hasattr(part, "__html__") else str(part)
        length += len(str(value)) + len(separator)
        if length > MAX_TEXT:
            raise LimitError(f"a text grows past {MAX_TEXT:,} characters")
        done.append(value)
    if any(hasattr(part, "__html__") for part in done) or hasattr(separator, "__html__"):
        return escape(separator).join(done)
    return separator.join(done)


def _join(value: Iterable[Any], separator: Any = "", attribute: str | None = None) -> Any:
    if attribute is None:
        return _joined(value, separator)
    return _joined((part[attribute] for part in value), separator)


def _replaced(value: Any, old: str, new: str) -> Any:
    text = value if isinstance(value, str) else str(value)
    if len(text) + text.count(old) * len(new) > MAX_TEXT:
        raise LimitError(f"a text grows past {MAX_TEXT:,} characters")
    return text.replace(old, new)


def _sized(value: Any) -> int:
    return len(value) if isinstance(value, (str, list, tuple, dict, Record, range)) else 1


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of every expression and template. One render at a time; `meter` is set anew for each."""

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, loader: BaseLoader | None = None, extensions: Sequence[type] = ()) -> None:
        super().__init__(
            loader=loader,
            undefined=Unknown,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            cache_size=-1,
            auto_reload=False,
            extensions=list(extensions),
        )
        self.meter = Meter()
        self.filters = {name: self._metered_filter(DEFAULT_FILTERS[name]) for name in _FILTERS}
        self.filters |= {"join": self._metered_filter(_join), "replace": self._metered_filter(_replaced)}
        self.filters |= {"_metered": self._loop, "_concat": _joined, "_bounded": _bounded}
        self.globals = {"range": self._range, "namespace": self.globals["namespace"], "dict": dict}
        self.tests = {name: test for name, test in self.tests.items() if name not in ("filter", "test")}

    def _metered_filter(self, function: Callable[..., Any]) -> Callable[..., Any]:
        takes_environment = hasattr(function, "jinja_pass_arg")

        @wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            self.meter.tick(1 + _sized(args[1 if takes_environment and len(args) > 1 else 0]) // 16 if args else 1)
            for arg in args[2 if takes_environment else 1 :]:
                if isinstance(arg, int) and abs(arg) > MAX_ITEMS:
                    raise LimitError(f"{arg} is more than a filter may be asked for")
            return function(*args, **kwargs)

        return run

    def _loop(self, values: Iterable[Any]) -> Iterator[Any]:
        if isinstance(values, Unknown):
            raise NameMissing(values)
        tick = self.meter.tick
        return (tick() or value for value in values)

    def _range(self, *args: int) -> range:
        made = range(*args)
        if len(made) > MAX_ITEMS:
            raise LimitError(f"range() gives {len(made):,} numbers; at most {MAX_ITEMS:,} are allowed")
        self.meter.tick(1 + len(made) // 16)
        return made

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Bounded().visit(super()._parse(source, name, filename))
        return tree

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Data only: values of records, and a short list of methods of text, lists and maps."""
        if attr.startswith("_"):
            return False
        if isinstance(obj, str):
            return attr in _TEXT_METHODS
        if isinstance(obj, (list, tuple)):
            return attr in _LIST_METHODS
        if isinstance(obj, dict):
            return attr in _MAP_METHODS
        return bool(super().is_safe_attribute(obj, attr, value))

    def wrap_str_format(self, value: Any) -> None:
        """No `format`: a width in a format string can ask for any amount of memory."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`record.name` first, since that is nearly every look-up; the rest as Jinja's sandbox does it."""
        if type(obj) is Record:
            try:
                return obj._values[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def call(self, context: Any, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what is callable, with a step on the meter."""
        if isinstance(obj, Unknown):
            raise NameMissing(obj)
        owner = getattr(obj, "__self__", None)
        self.meter.tick(1 + (len(owner) // 64 if isinstance(owner, str) else 0))
        return super().call(context, obj, *args, **kwargs)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """`+ * ** %` within bounds."""
        for side in (left, right):
            if isinstance(side, Unknown):
                raise NameMissing(side)
        if operator == "+":
            if _sized(left) + _sized(right) > MAX_TEXT:
                raise LimitError(f"a text grows past {MAX_TEXT:,} characters")
        elif operator == "*":
            _bound_product(left, right)
        elif operator == "**":
            if not (isinstance(right, (int, float)) and abs(right) <= 64 and isinstance(left, (int, float)) and abs(left) <= 1e9):
                raise LimitError("powers go up to 64, of numbers up to a thousand million")
        elif isinstance(left, str):
            raise SecurityError("% formats no text here; use ~ to join")
        return super().call_binop(context, operator, left, right)


def _bound_product(left: Any, right: Any) -> None:
    for value, times in ((left, right), (right, left)):
        if isinstance(value, (str, list, tuple)) and isinstance(times, int) and len(value) * times > MAX_ITEMS:
            raise LimitError(f"repeating makes more than {MAX_ITEMS:,} entries")
        if isinstance(value, int) and value.bit_length() > 1024:
            raise LimitError("a number grows past 300 digits")


class ExpressionError(ValueError):
    """An expression that cannot be evaluated; the message is in the user's words, `hint` may name what exists."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


_TROUBLE = (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError, AttributeError)


def explained(problem: BaseException) -> ExpressionError:
    """What went wrong in a sandbox, in the user's words."""
    match problem:
        case NameMissing():
            return ExpressionError(str(problem), problem.hint)
        case ZeroDivisionError():
            return ExpressionError("a division by zero")
        case RecursionError():
            return ExpressionError("it calls itself without end")
        case TypeError():
            return ExpressionError(f"it mixes values that do not fit together ({problem})")
        case _:
            return ExpressionError(str(problem) or type(problem).__name__)


def compiled(sandbox: Sandbox, source: str) -> Callable[[Mapping[str, Any]], Any]:
    """An expression ready to be evaluated over named values. Raises ExpressionError, then and now."""
    if len(source) > 2_000:
        raise ExpressionError(f"the expression is {len(source):,} characters long; at most 2,000 are allowed")
    try:
        run = sandbox.compile_expression(source, undefined_to_none=False)
    except _TROUBLE as problem:
        raise explained(problem) from None

    def evaluate(values: Mapping[str, Any]) -> Any:
        sandbox.meter = Meter()
        try:
            result = run(**values)
        except _TROUBLE as problem:
            raise explained(problem) from None
        if isinstance(result, Unknown):
            raise explained(NameMissing(result))
        return result

    return evaluate


def evaluated(sandbox: Sandbox, source: str, values: Mapping[str, Any]) -> Any:
    """The value of one expression. Raises ExpressionError."""
    return compiled(sandbox, source)(values)


__all__ = ["ExpressionError", "LimitError", "Markup", "NameMissing", "Record", "Sandbox", "Template", "compiled", "evaluated", "explained"]
