"""Jinja without its dangers: what templates, facts, `when:` and promises are evaluated in.

A game folder may come from a stranger. So the sandbox hands out no attribute that is not data, and
bounds every way to grow a value: operators, captured blocks, macros, filters, methods. Jinja's own
sandbox stops reaching Python; it does not stop `{{ "x" * 10**9 }}`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from types import CodeType
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.filters import make_attrgetter
from jinja2.loaders import BaseLoader
from jinja2.runtime import BlockReference, LoopContext, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, pass_context
from markupsafe import Markup

from pnp.diagnostics import did_you_mean
from pnp.sandbox.bounds import (
    MAX_ARGUMENT,
    MAX_ITEMS,
    MAX_SOURCE,
    MAX_TEXT,
    LimitError,
    Meter,
    as_text,
    check_length,
    check_number,
    defined,
    join_texts,
    key,
    meter_tree,
    parts_of,
    replace_text,
    weight,
)
from pnp.sandbox.messages import (
    TEXT_METHODS,
    ExpressionError,
    HintedSyntaxError,
    NameMissing,
    Oversized,
    Record,
    Unknown,
    expression_error,
)
from pnp.units.spelling import cases, figures, is_spelt, signed, upto, words

_ON_TEXT = "capitalize e escape lower replace safe string title trim truncate upper".split()
_ON_VALUES = (
    "abs batch count dictsort first float groupby int items join last length list map max min "
    "reject rejectattr reverse round select selectattr slice sort sum unique words signed upto "
    "number _concat"
).split()
_LIST_METHODS = ("index", "count", "grouper", "list")
_METHODS: Mapping[type, Collection[str]] = {
    str: TEXT_METHODS,
    list: _LIST_METHODS,
    tuple: _LIST_METHODS,
    dict: ("items", "keys", "values", "get"),
}
_VIEWS: tuple[type, ...] = (type({}.items()), type({}.keys()), type({}.values()))
_NUMBERS = frozenset((int, float))
_NAMED = (Namespace, LoopContext, TemplateModule, TemplateReference, BlockReference)
"""What templates make themselves and read by attribute."""


class _Jar(Namespace):
    """A namespace that can be changed only by the render that made it: an imported file's would
    carry over from card to card.
    """

    def __init__(self, sandbox: Sandbox, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._made = (sandbox, sandbox.meter)

    def __setitem__(self, name: str, value: Any) -> None:
        sandbox, meter = object.__getattribute__(self, "_made")
        if sandbox.meter is not meter:
            raise SecurityError(
                "a namespace of an imported file cannot be changed: one card would change the next"
            )
        super().__setitem__(name, value)


class _Code(CodeGenerator):
    """Jinja's own, but what refuses to change a value stands at the line that would change it,
    not at the one before; what is joined by `~` is metered.
    """

    def visit_Assign(self, node: nodes.Assign, frame: Frame) -> None:  # noqa: N802 - Jinja calls it so
        self.newline(node)
        super().visit_Assign(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("environment.filters['_concat']([")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("])")


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of every expression and template.

    One render at a time; `meter` is set anew for each.

    Capitals are those of the language. `words` fails in one whose numbers
    are not known.
    """

    code_generator_class = _Code
    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "**", "%"))

    figures_hint = "write the number in figures, without | words"
    """What to write instead where numbers are not spelt."""

    def __init__(
        self,
        loader: BaseLoader | None = None,
        extensions: Sequence[type] = (),
        language: str = "en",
    ) -> None:
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
            optimized=False,  # nothing is worked out while a template is read: no meter runs then
            finalize=self._finalize,
        )
        self.meter = Meter()
        self._cases = cases(language)
        functions: dict[str, Any] = {
            **DEFAULT_FILTERS,
            "join": self._join,
            "sum": self._sum,
            "replace": replace_text,
            "words": partial(words if is_spelt(language) else self._not_spelled, language=language),
            "signed": partial(signed, language=language),
            "number": partial(figures, language=language),
            "upto": upto,
            "_concat": join_texts,
            **{name: partial(_keep_markup, case) for name, case in self._cases.items()},
        }
        self.filters = {
            **{name: self.metered(functions[name]) for name in _ON_VALUES},
            **{name: self.metered(functions[name], on_text=True) for name in _ON_TEXT},
            "default": functions["default"],
            "d": functions["default"],
            "_metered": self._loop,
            "_bounded": check_length,
            "_key": key,
            "_weighed": self.weighed,
            "_spend": pass_context(lambda _, steps: self.meter.tick(steps)),
        }
        self.globals = {
            "range": self._range,
            "namespace": partial(_Jar, self),
            "dict": lambda *args, **kwargs: dict(*args, **kwargs),
        }
        tests: dict[str, Any] = {**self.tests}
        self.tests = {
            name: test if name in ("defined", "undefined") else self.metered(test)
            for name, test in tests.items()
            if name not in ("filter", "test")
        }

    def _not_spelled(self, value: object, *, one: str = "", language: str) -> str:
        message = f'"{value} | words": no number is written in words of the language "{language}"'
        raise ExpressionError(message, self.figures_hint)

    def metered(self, function: Callable[..., Any], *, on_text: bool = False) -> Callable[..., Any]:
        """A filter that pays for the size of what it is given and makes, and takes no sizes that
        a page cannot need.
        """
        first = 1 if hasattr(function, "jinja_pass_arg") else 0

        @wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            value = args[first]
            if on_text and type(value) is not str:
                value = as_text(value)
            cost, depth = 1 if type(value) in _NUMBERS else weight(value), 1
            for other in (*args[first + 1 :], *kwargs.values()):
                size = abs(other) if isinstance(other, int) else weight(other)
                if size > (MAX_ARGUMENT if isinstance(other, str) else MAX_ITEMS):
                    raise LimitError(f"{size:,} is more than a filter may be asked for")
                cost += size
                depth += other.count(".") + other.count(",") if isinstance(other, str) else 0
            self.meter.tick(1 + cost * depth // 8)
            if isinstance(value, Iterator):
                value = self._metered_items(value, depth)
            return self._checked(function(*args[:first], value, *args[first + 1 :], **kwargs))

        return run

    def _checked(self, result: Any) -> Any:
        """A new value, paid for by its size. Raises LimitError where it is too large."""
        if isinstance(result, str):
            self.meter.tick(len(check_length(result)) // 16)
        elif isinstance(result, (list, tuple, dict)):
            if len(result) > MAX_ITEMS:
                raise LimitError(f"a list grows past {MAX_ITEMS:,} entries")
            self.meter.tick(len(result) // 8)
        else:
            check_number(result)
        return result

    def _metered_items(self, values: Iterator[Any], steps: int) -> Iterator[Any]:
        for value in values:
            self.meter.tick(steps + weight(value) // 8)
            yield value

    def _loop(self, values: Iterable[Any], steps: int = 1) -> Iterator[Any]:
        tick = self.meter.tick
        return (tick(steps) or value for value in defined(values))

    def weighed(self, value: Any) -> Any:
        """A value that is compared or cut, paid for by its size."""
        if type(value) is not int and (type(value) is not str or len(value) >= 100):
            self.meter.tick(weight(value) // 8)
        return value

    @pass_context
    def _finalize(self, _: Any, value: Any) -> Any:
        """What an output pays, whatever prints it."""
        if not isinstance(value, str):
            return as_text(value)
        if len(value) > 64:
            self.meter.tick(len(value) // 16)
        return value

    def _join(
        self, values: Iterable[Any], separator: Any = "", attribute: str | int | None = None
    ) -> Any:
        return join_texts(map(make_attrgetter(self, attribute), values), as_text(separator))

    def _sum(
        self, values: Iterable[Any], attribute: str | int | None = None, start: float = 0
    ) -> float:
        total = start
        for value in map(make_attrgetter(self, attribute), values):
            if not isinstance(defined(value), (int, float)) or not isinstance(total, (int, float)):
                raise ValueError("sum adds numbers only")
            total += value
        return total

    def _range(self, *args: int) -> range:
        result = range(*args)
        if len(result) > MAX_ITEMS:
            raise LimitError(
                f"range() gives {len(result):,} numbers; at most {MAX_ITEMS:,} are allowed"
            )
        self.meter.tick(1 + len(result) // 16)
        return result

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        if len(source) > MAX_SOURCE:
            message = f"it has {len(source):,} characters; at most {MAX_SOURCE:,} are allowed"
            raise Oversized(message, name, filename)
        try:
            return super()._parse(source, name, filename)
        except ValueError:  # Python reads no whole number of more than 4,300 digits
            raise TemplateSyntaxError(
                "a number in it has too many digits", 1, name, filename
            ) from None

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        defer_init: bool = False,
    ) -> str:
        try:
            parts = parts_of(source)
        except LimitError as problem:
            raise Oversized(str(problem), name, filename) from None
        try:
            for part in parts:
                if isinstance(part, (nodes.Filter, nodes.Test)):
                    line = part.lineno
                    self.must_have(type(part).__name__.lower(), part.name)
            self._note_parts(name, parts)
            meter_tree(parts)
        except LimitError as problem:
            raise TemplateSyntaxError(str(problem), 1, name, filename) from None
        except ExpressionError as problem:
            raise HintedSyntaxError(problem, line, name, filename) from None
        return super()._generate(source, name, filename, defer_init)

    def _note_parts(self, name: str | None, parts: Sequence[nodes.Node]) -> None:
        """Note what a template consists of, when it is compiled."""

    def _compile(self, source: str, filename: str) -> CodeType:
        try:
            return super()._compile(source, filename)
        except SyntaxError:  # Python's own limits: 20 loops or 100 blocks within each other
            raise RecursionError("it is nested too deeply") from None

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Data only: values of records, what templates make themselves, and a short list of
        methods of text, lists and maps.
        """
        for kind, methods in _METHODS.items():
            if isinstance(obj, kind):
                return attr in methods
        return isinstance(obj, _NAMED) and not attr.startswith("_")

    def wrap_str_format(self, value: Any) -> None:
        """No `format`: a width in a format string can ask for any amount of memory."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`record.name` first, since that is nearly every look-up; the rest as Jinja's sandbox
        does it.
        """
        if type(obj) is Record:
            try:
                return obj._values[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`list[1]`, `record["name"]`."""
        return super().getitem(obj, key(argument))

    def must_have(self, kind: str, name: Any) -> None:
        """Refuse a filter or test that there is not, and the filters that only this sandbox
        itself may use. Raises ExpressionError.
        """
        known = self.filters if kind == "filter" else self.tests
        if name not in known or str(name).startswith("_"):
            raise ExpressionError(
                f"No {kind} named '{name}'.",
                did_you_mean(str(name), [one for one in known if one[0] != "_"]),
            )

    def call_filter(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The filter that another one names: `map("upper")`."""
        self.must_have("filter", name)
        return super().call_filter(name, *args, **kwargs)

    def call_test(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The test that a filter names: `select("odd")`."""
        self.must_have("test", name)
        return super().call_test(name, *args, **kwargs)

    def call(self, context: Any, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what is callable, paid by the size of what it works on."""
        owner = getattr(obj, "__self__", None)
        others = (*args, *kwargs.values())
        if isinstance(owner, str) and any(
            isinstance(other, str) and len(other) > MAX_ARGUMENT for other in others
        ):
            raise LimitError(f"a text method takes at most {MAX_ARGUMENT:,} characters")
        cost = weight(owner) if isinstance(owner, (str, list, tuple, dict)) else 8
        self.meter.tick(1 + (cost + sum(map(weight, others))) // 8)
        if isinstance(obj, LoopContext):
            args = args or tuple(kwargs.pop(name) for name in ("iterable",) if name in kwargs)
            args = (*map(self._loop, args[:1]), *args[1:])
        if isinstance(owner, str) and not others and obj.__name__ in self._cases:
            return self._checked(_keep_markup(self._cases[obj.__name__], owner))
        result: Any = super().call(context, obj, *args, **kwargs)
        return self._checked(list(result) if type(result) in _VIEWS else result)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic within bounds; `+` and `*` join and repeat."""
        if (
            type(left) in _NUMBERS and type(right) in _NUMBERS and operator != "**"
        ):  # nearly every time
            result = self.binop_table[operator](left, right)
            check_number(result)
            return result
        defined(left)
        defined(right)
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            if operator == "**" and (abs(right) > 64 or abs(left) > 1e9):
                raise LimitError("powers go up to 64, of numbers up to a thousand million")
        elif operator == "%":
            raise SecurityError("% formats no text here; use ~ to join")
        elif operator == "*":
            text, times = (right, left) if isinstance(left, int) else (left, right)
            sized = isinstance(text, (str, list, tuple)) and isinstance(times, int)
            if sized and len(text) * times > MAX_ITEMS:
                raise LimitError(f"repeating makes more than {MAX_ITEMS:,} entries")
        return self._checked(super().call_binop(context, operator, left, right))


def _keep_markup(function: Callable[[str], str], text: str) -> str:
    """What a function makes of a text; elements stay elements."""
    result = function(str(text))
    return Markup(result) if isinstance(text, Markup) else result


__all__ = [
    "MAX_TEXT",
    "ExpressionError",
    "LimitError",
    "Meter",
    "NameMissing",
    "Record",
    "Sandbox",
    "expression_error",
]
