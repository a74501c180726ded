"""Renders templates so that what they print knows its sources, and notes which of their branches
are taken.

It makes what `Templates` makes, with marks; games that say what their faces print are rendered so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any

from jinja2 import nodes
from jinja2.utils import pass_context

from pnp.compose.templates import Templates
from pnp.diagnostics import Span
from pnp.load.files import Disk
from pnp.sandbox.bounds import key
from pnp.sandbox.environment import Record
from pnp.sandbox.sources import KINDS, PRINTABLE, WORKED_OUT, Marks, sourced, sources_of


class SourcedTemplates(Templates):
    """Templates whose values know their sources."""

    marks: Marks
    intercepted_unops = frozenset("-")

    def __init__(self, files: Disk, game: str, language: str = "en") -> None:
        self.marks = Marks()
        self._branches: list[tuple[str, int]] = []
        self._taken: set[int] = set()
        self._named: dict[tuple[str, str], list[tuple[str, int]]] = {}
        super().__init__(files, game, language=language)
        self.filters["_key"] = lambda value: key(self.marks.unmarked(value))
        self.filters["_branch"] = self._taken.add

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`record.name`, which is known to be that."""
        obj = self.marks.unmarked(obj)
        return _named(obj, attribute, super().getattr(obj, attribute))

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`record["name"]`, an entry of a list, a letter of a text."""
        obj, argument = self.marks.unmarked(obj), self.marks.unmarked(argument)
        value = super().getitem(obj, argument)
        return _named(
            obj, argument, sourced(value, sources_of(obj)) if type(obj) in KINDS else value
        )

    def metered(self, function: Callable[..., Any], *, on_text: bool = False) -> Callable[..., Any]:
        """A filter that hands on the sources of what it is given, unless it counts."""
        run = super().metered(function, on_text=on_text)
        first = 1 if hasattr(function, "jinja_pass_arg") else 0

        @wraps(run)
        def handing_on(*args: Any, **kwargs: Any) -> Any:
            value = self.marks.unmarked(args[first])
            result = run(*args[:first], value, *args[first + 1 :], **kwargs)
            if function is len or sources_of(result) or type(result) not in PRINTABLE:
                return result
            return sourced(result, sources_of((value, *args[first + 1 :])))

        return handing_on

    def _loop(self, values: Iterable[Any], steps: int = 1) -> Iterator[Any]:
        """What a loop goes through, without marks."""
        return super()._loop(self.marks.unmarked(values), steps)

    def weighed(self, value: Any) -> Any:
        """A value that is compared, without marks."""
        return super().weighed(self.marks.unmarked(value))

    def call(self, context: Any, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """What a method makes of a text has its sources."""
        result = super().call(context, obj, *args, **kwargs)
        return sourced(result, sources_of(getattr(obj, "__self__", None)))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """What is reckoned with a value is known to be worked out from it."""
        result = super().call_binop(context, operator, left, right)
        return _worked_out(result, left, right)

    def call_unop(self, context: Any, operator: str, arg: Any) -> Any:
        """Likewise with a minus."""
        return _worked_out(super().call_unop(context, operator, arg), arg)

    @pass_context
    def _finalize(self, context: Any, value: Any) -> Any:
        """What is printed, between marks."""
        text, names = super()._finalize(context, value), sources_of(value)
        return self.marks.marked(text, names) if names else text

    def _note_parts(self, name: str | None, parts: Sequence[nodes.Node]) -> None:
        super()._note_parts(name, parts)
        for node in parts:
            if isinstance(node, nodes.Getattr):
                key_of = name or "", node.attr
                self._named.setdefault(key_of, []).append((name or "", node.lineno))
            elif isinstance(node, nodes.If):
                for body in filter(None, (node.body, node.else_)):
                    taken = nodes.Filter(
                        nodes.Const(len(self._branches)), "_branch", [], [], None, None
                    )
                    line = node.lineno if body is node.body else body[0].lineno
                    body.insert(0, nodes.ExprStmt(taken, lineno=line))
                    self._branches.append((name or "", line))

    def _own(self, lines: Iterable[tuple[str, int]]) -> list[Span]:
        return [Span(file, line) for name, line in lines if (file := self._loader.own(name))]

    @property
    def named(self) -> Mapping[tuple[str, str], Sequence[Span]]:
        """The lines of each of the game's own templates that name an attribute."""
        return {key: self._own(lines) for key, lines in self._named.items()}

    def untaken(self) -> Mapping[tuple[str, int], Span]:
        """The branches of the game's own templates that no render has taken, by the template and
        their number in it.
        """
        numbers, left = Counter[str](), dict[tuple[str, int], Span]()
        for n, (name, line) in enumerate(self._branches):
            numbers[name] += 1
            for place in self._own([(name, line)] if n not in self._taken else ()):
                left[name, numbers[name]] = place
        return left


def _worked_out(result: Any, *parts: Any) -> Any:
    """What is worked out of values, or a text that is joined of them."""
    names = dict.fromkeys(sources_of(parts))
    if not names or type(result) not in PRINTABLE:
        return result
    if not isinstance(result, str):
        names = dict.fromkeys(WORKED_OUT + name.lstrip(WORKED_OUT) for name in names)
    return sourced(result, tuple(names))


def _named(obj: Any, attribute: Any, value: Any) -> Any:
    """The value of a record with its name."""
    if type(obj) is not Record or not obj.source:
        return value
    return sourced(value, (f"{obj.source}.{attribute}",))
