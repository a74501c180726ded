"""Loads and compiles the templates of a game: stamps start tags with their line, registers the
filters, and says why a template fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from itertools import count
from traceback import walk_tb
from typing import Any

from jinja2 import (
    BaseLoader,
    Environment,
    Template,
    TemplateNotFound,
    TemplateSyntaxError,
    nodes,
)
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension
from jinja2.lexer import Lexer, Token, TokenStream
from markupsafe import Markup

from pnp.compose.markup import STAMP, marked
from pnp.diagnostics import Diagnostic, Problems, Span, error, near
from pnp.load.encoding import utf8
from pnp.load.files import Disk
from pnp.model.comparisons import Comparison, comparisons
from pnp.model.game import Game
from pnp.model.text_rules import lone
from pnp.sandbox import messages
from pnp.sandbox.environment import LimitError, NameMissing, Record, Sandbox, expression_error

FILTERS = {
    "straight": "pnp.compose.placing_filters",
    "rows": "pnp.compose.placing_filters",
    "ring": "pnp.compose.placing_filters",
    "along": "pnp.compose.placing_filters",
    "squares": "pnp.compose.placing_filters",
    "hexes": "pnp.compose.placing_filters",
    "triangles": "pnp.compose.placing_filters",
    "guilloche": "pnp.compose.placing_filters",
}
"""The filters beside those of the sandbox, by name, each with the module of its function, which is
imported when a template uses it. To add a filter write the function and add a line here.
"""
_TAG = re.compile(r"<([a-z][a-z0-9-]*)")
_APART = re.compile(r"\{\s++%[^{}%]*+%\s*+\}")
"""A tag whose brace stands apart from its sign, so that it is text."""
_OTHERS = "*"
"""Among the names that a template names: it takes in another template, which sees what it
sees.
"""


_MEANT = "braces that are meant to be printed stand between {% raw %} and {% endraw %}"


class LoneBrace(TemplateSyntaxError):
    """A brace of a template lacks its fellow, so that nothing would work out what stands there;
    `shown` is how it is written.
    """

    def __init__(self, shown: str, line: int, name: str | None, filename: str | None) -> None:
        self.shown = shown
        short = shown if len(shown) <= 60 else shown[:57] + "…"
        message = (
            f'"{short}" would be printed as it stands: only {{{{ … }}}} and {{% … %}} are'
            " worked out"
        )
        super().__init__(message, line, name, filename)
        words = short.strip("{}% ")
        if shown[0] != "{":
            meant = "{{ NAME }}" if shown == "}}" else "{% if … %}"
            self.hint = f"write {meant}; {_MEANT}"
        else:
            self.hint = f"write {{% {words} %}}" if "%" in shown else f"write {{{{ {words} }}}}"


class BraceTooMany(TemplateSyntaxError):
    """A brace follows what was worked out, and would be printed behind it."""

    hint = (
        "take one } away; a brace that is meant to be printed stands between {% raw %} and"
        " {% endraw %}"
    )

    def __init__(self, line: int, name: str | None, filename: str | None) -> None:
        super().__init__("one } too many would be printed", line, name, filename)


class _Lexer(Lexer):
    """Raises LoneBrace for a template's own text.

    Only here is it known which text stands in {% raw %}.
    """

    def wrap(
        self,
        stream: Iterable[tuple[int, str, str]],
        name: str | None = None,
        filename: str | None = None,
    ) -> Iterator[Token]:
        """The tokens of a template."""
        return super().wrap(self._whole(stream, name, filename), name, filename)

    def _whole(
        self, stream: Iterable[tuple[int, str, str]], name: str | None, filename: str | None
    ) -> Iterator[tuple[int, str, str]]:
        raw, before, still_open = False, "", 0
        for line, kind, text in stream:
            if kind in ("raw_begin", "raw_end"):
                raw = kind == "raw_begin"
            elif kind == "data" and not raw:
                if before in ("variable_end", "block_end") and text[0] == "}" and not still_open:
                    raise BraceTooMany(line, name, filename)
                braces = "{" in text or "}" in text
                if braces and (found := _APART.search(text) or lone(text)):
                    line += text.count("\n", 0, found.start())
                    raise LoneBrace(found[0], line, name, filename)
            if kind == "data":
                still_open = max(0, still_open + text.count("{") - text.count("}"))
            before = kind
            yield line, kind, text


class _Stamps(Extension):
    """Notes on each start tag of the template's own text which template and line it stands in.

    Done in the lexer's stream, so the note survives include, extends and macros: it travels with
    the text.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        number = stamped(self.environment, stream)
        for token in stream:
            if token.type == "data" and "<" in token.value:
                yield Token(token.lineno, "data", _stamped(token.value, number, token.lineno))
            else:
                yield token


def stamped(environment: Any, stream: TokenStream) -> int:
    """The number by which the stamps of a template that is being read name it."""
    number: int = next(environment.numbers)
    environment.stamps[number] = Span(stream.filename or stream.name or "")
    return number


def _late_filter(module: str, name: str) -> Callable[..., Any]:
    def run(*args: Any, **kwargs: Any) -> Any:
        return getattr(import_module(module), name)(*args, **kwargs)

    return run


def _stamped(text: str, number: int, line: int) -> str:
    stamped, end = "", 0
    for match in _TAG.finditer(text):
        line += text.count("\n", end, match.end())
        stamped += f'{text[end : match.end()]} {STAMP}="{number}:{line}"'
        end = match.end()
    return stamped + text[end:]


def syntax_error(problem: TemplateSyntaxError, name: str, what: str = "template") -> Diagnostic:
    """Why a template or text of that name cannot be read (P301, P840 where there is too much of
    it).
    """
    reason, line = messages.template_syntax_error(problem)
    code = "P840" if isinstance(problem, messages.Oversized) else "P301"
    # Jinja gives the path of an open comment as its name.
    file = problem.filename or problem.name or name
    return error(code, f"the {what} cannot be read: {reason}", Span(file, line), reason.hint)


def template_variables(game: Game) -> dict[str, Any]:
    """What every template and text of a game sees: game, facts, terms, t."""
    terms = {kind: Record(kind, values, many=True) for kind, values in game.terms.items()}
    return {
        "game": game.record,
        "facts": Record("facts", game.facts, many=True),
        "terms": Record("terms", terms, many=True),
        "t": game.words,
    }


class _Loader(BaseLoader):
    """Templates by the name that a game uses: its own folder first, then the shared ones."""

    def __init__(self, files: Disk, game: str) -> None:
        self._files = files
        self._game = game
        self.hint = cache(self._hint)
        self.trouble: dict[str, Problems] = {}
        """Why a template that is there cannot be read, by its name."""

    def path(self, name: str) -> str | None:
        """The virtual path of a template, or None."""
        for path in (f"templates/{self._game}/{name}", f"templates/{name}"):
            if self._files.exists(path):
                return path
        return None

    def own(self, name: str) -> str:
        """How a template of the game's own folder is shown; empty for a shared one."""
        path = f"templates/{self._game}/{name}"
        return self._files.shown(path) if self.path(name) == path else ""

    def _hint(self, name: str) -> str:
        """Templates that are called nearly so, or where templates stand."""

        def inside(path: str) -> str:
            return path.removeprefix("templates/").removeprefix(f"{self._game}/")

        if inside(name) != name and self.path(inside(name)):
            return f"names begin inside templates/{self._game}/ or templates/: write {inside(name)}"
        stem, _, ending = name.rpartition(".")
        paths: list[str] = []
        with suppress(Problems):
            paths = self._files.names("templates", f".{ending}" if stem else ".xml")
        known = {other.rpartition(".")[0]: other for other in map(inside, paths) if other != name}
        close = [f'"{known[one]}"' for one in near(stem or name, known)]
        if close:
            return f"did you mean {' or '.join(close)}?"
        return "templates stand in templates/<game>/ or templates/"

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        path = self.path(template)
        if path is None:
            raise TemplateNotFound(template)
        try:
            source = utf8(self._files.read(path), self._files.shown(path))
        except Problems as problem:
            self.trouble[template] = problem
            raise TemplateNotFound(template) from None
        return source, self._files.shown(path), lambda: True


EXPECTED_ERRORS = messages.EXPECTED_ERRORS
"""What a template can raise."""


class Templates(Sandbox):
    """The sandbox that renders a game's templates.

    `stamps` has template files by the number that stamps carry, `places` stamps met.
    """

    figures_hint = (
        f'{Sandbox.figures_hint}; or give its words in words.yaml, numbers: ["…", "…", "…"] from 0'
        " on, and print t.numbers[…]"
    )

    def __init__(
        self, files: Disk, game: str, stamping: type[Extension] | None = None, language: str = "en"
    ) -> None:
        self.numbers = count()
        self.stamps: dict[int, Span] = {}
        self.places: dict[str, Span] = {}
        self._refused: dict[str, TemplateSyntaxError] = {}
        self._compared: dict[str, list[Comparison]] = {}
        self._names_used: dict[str, set[str]] = {}
        self._loader = _Loader(files, game)
        super().__init__(self._loader, [stamping or _Stamps], language)
        for filter_name, module in FILTERS.items():
            self.filters[filter_name] = self.metered(_late_filter(module, filter_name))
        self.filters["markup"] = self.metered(
            lambda text: text if isinstance(text, Markup) else marked(str(text)), on_text=True
        )

    @cached_property
    def lexer(self) -> Lexer:
        """What reads templates."""
        return _Lexer(self)

    def get_template(self, name: str | Template, *args: Any, **kwargs: Any) -> Template:
        """A template by its name; one that cannot be read is not read again for every component
        that names it.
        """
        if isinstance(name, str) and (refused := self._refused.get(name)):
            raise refused.with_traceback(None)
        try:
            return super().get_template(name, *args, **kwargs)
        except TemplateSyntaxError as problem:
            if isinstance(name, str):
                self._refused[name] = problem
            raise

    def missing(self, problem: TemplateNotFound, place: Span | None) -> list[Diagnostic]:
        """What is wrong with a template that was asked for at a place and cannot be had (P307,
        or what its file refuses).
        """
        name = str(problem.name)
        if name in self._loader.trouble:
            return list(self._loader.trouble[name].diagnostics)
        return [error("P307", f'there is no template "{name}"', place, self._loader.hint(name))]

    def failure(
        self, problem: Exception, values: Mapping[str, Any], what: str = "template", file: str = ""
    ) -> Diagnostic:
        """What is wrong where one of EXPECTED_ERRORS came up: at the line of the template or text,
        else at its `file`.
        """
        place = self.line_of(problem) or (Span(file) if file else None)
        match problem:
            case TemplateSyntaxError():
                return syntax_error(problem, file, what)
            case TemplateNotFound():
                return self.missing(problem, place)[0]
            case LimitError():
                return error("P840", str(problem), place)
            case SecurityError():
                return error("P841", f"not allowed in a {what}: {problem}", place)
            case NameMissing():
                return error("P302", str(problem), place, problem.hint_among(values))
        reason = expression_error(problem)
        return error("P308", f"the {what} fails: {reason}", place, reason.hint)

    def line_of(self, problem: Exception) -> Span | None:
        """The innermost line of a template or text on a traceback (Jinja rewrites its frames to
        the file's own lines).
        """
        files = {span.file for span in self.stamps.values()}
        lines = [
            Span(frame.f_code.co_filename, line)
            for frame, line in walk_tb(problem.__traceback__)
            if frame.f_code.co_filename in files
        ]
        return lines[-1] if lines else None

    def reads(self, name: str, variable: str) -> bool:
        """Whether what a template makes may depend on a variable: it names it, or takes in
        another template that could.
        """
        self.get_template(name)
        return variable in self._names_used[name] or _OTHERS in self._names_used[name]

    def compared(self, texts: Collection[str] = ()) -> dict[str, list[Comparison]]:
        """What the game's own templates that were compiled, and these texts, compare with
        constants, by their files.
        """
        files = {
            name: name if name in texts else self._loader.own(name)
            for name, found in self._compared.items()
            if found
        }
        return {file: self._compared[name] for name, file in files.items() if file}

    def _note_parts(self, name: str | None, parts: Sequence[nodes.Node]) -> None:
        if name is None:
            return
        self._compared[name] = comparisons(parts)
        names_used = self._names_used[name] = {
            part.name for part in parts if isinstance(part, nodes.Name)
        }
        with_context = (nodes.Import, nodes.FromImport)
        if any(
            isinstance(part, (nodes.Include, nodes.Extends))
            or (isinstance(part, with_context) and part.with_context)
            for part in parts
        ):
            names_used.add(_OTHERS)
