"""Loads and compiles the templates of a game, notes in what they make where it was written, says
why one fails; renders texts in Markdown, each line with its place.

A start tag carries its place as an attribute, a line of a text as a mark that no text can hold; the
marks are taken out before anyone reads the Markdown, which is never escaped or read as XML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from itertools import count, pairwise
from traceback import walk_tb
from typing import Any, NamedTuple

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
from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, near, refusal
from pnp.load.encoding import UNPRINTABLE, unprintable, utf8
from pnp.load.files import Disk
from pnp.model.comparisons import Comparison, comparisons
from pnp.model.game import Game
from pnp.model.text_rules import lone
from pnp.sandbox.bounds import MAX_TEXT, LimitError, as_text
from pnp.sandbox.environment import Sandbox
from pnp.sandbox.messages import (
    EXPECTED_ERRORS,
    ExpressionError,
    HintedSyntaxError,
    NameMissing,
    Record,
    expression_error,
    template_syntax_error,
)
from pnp.sandbox.sources import Marks

FILTERS = dict.fromkeys(
    "straight rows ring along squares hexes triangles guilloche".split(),
    "pnp.compose.placing_filters",
)
"""The filters beside those of the sandbox, by name, each with the module of its function, which is
imported when a template uses it. To add a filter write the function and add a line here.
"""
_TAG = re.compile(r"<([a-z][a-z0-9-]*)")
_APART = r"\{\s++%[^{}%]*+%\s*+\}"
"""A tag whose brace stands apart from its sign, so that it is text."""
_OTHERS = "*"
"""Among the names that a template names: it takes in another template, which sees what it
sees.
"""
_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile(f"{_OPEN}([0-9]{{1,6}}):([0-9]{{1,9}}){_CLOSE}")
_MEANT = "braces that are meant to be printed stand between {% raw %} and {% endraw %}"
_BRACE_TOO_MANY = ExpressionError("one } too many would be printed", f"take one }} away; {_MEANT}")


def _lone_brace(shown: str) -> ExpressionError:
    """What is wrong with a brace that lacks its fellow, so that nothing would work out what stands
    there.
    """
    short = shown if len(shown) <= 60 else shown[:57] + "…"
    words = short.strip("{}% ")
    if shown[0] == "{":
        hint = f"write {{% {words} %}}" if "%" in shown else f"write {{{{ {words} }}}}"
    else:
        hint = f"write {'{{ NAME }}' if shown == '}}' else '{% if … %}'}; {_MEANT}"
    message = (
        f'"{short}" would be printed as it stands: only {{{{ … }}}} and {{% … %}} are worked out'
    )
    return ExpressionError(message, hint)


class _Lexer(Lexer):
    """Refuses braces that would be printed: only here is it known what stands in {% raw %}."""

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
                    raise HintedSyntaxError(_BRACE_TOO_MANY, line, name, filename)
                braces = "{" in text or "}" in text
                if braces and (found := re.search(_APART, text) or lone(text)):
                    line += text.count("\n", 0, found.start())
                    shown = found[0]
                    raise HintedSyntaxError(_lone_brace(shown), line, name, filename, shown)
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
        environment: Any = self.environment
        number = next(environment.numbers)
        environment.stamps[number] = Span(stream.filename or stream.name or "")
        for token, following in pairwise([*stream, None]):
            assert token is not None
            if token.type == "data":
                before_block = following is not None and following.type == "block_begin"
                text = self.stamped(token.value, number, token.lineno, before_block)
                token = Token(token.lineno, "data", text)
            yield token

    def stamped(self, text: str, number: int, line: int, _before_block: bool) -> str:
        """A text with a stamp in every start tag."""
        stamped, end = "", 0
        for match in _TAG.finditer(text):
            line += text.count("\n", end, match.end())
            stamped += f'{text[end : match.end()]} {STAMP}="{number}:{line}"'
            end = match.end()
        return stamped + text[end:]


class _Marks(_Stamps):
    """Notes on each line of a file's own text which file and line it is."""

    def stamped(self, text: str, number: int, line: int, before_block: bool) -> str:
        """A text with a mark before every line."""
        lines = text.split("\n")
        marked = [f"{_OPEN}{number}:{line + n}{_CLOSE}{words}" for n, words in enumerate(lines)]
        if not lines[-1] and before_block:
            marked[-1] = ""  # what comes next on paper is not what comes next in the file
        return "\n".join(marked)


def provided(words: Any, holds: Any) -> Any:
    """What an example says, where what it says so of holds. Raises ExpressionError elsewhere."""
    if not holds:
        message = f'it says "{as_text(words)}", provided something that does not hold'
        raise ExpressionError(message, "tell the example anew, or mend the data that it is about")
    return words


def _late_filter(module: str, name: str) -> Callable[..., Any]:
    return lambda *args, **kwargs: getattr(import_module(module), name)(*args, **kwargs)


def syntax_error(problem: TemplateSyntaxError, name: str, what: str = "template") -> Diagnostic:
    """Why a template or text of that name cannot be read (P301, P840 where there is too much of
    it).
    """
    reason, line = template_syntax_error(problem)
    code = getattr(problem, "code", "P301")
    # Jinja gives the path of an open comment as its name.
    file = problem.filename or problem.name or name
    return error(code, f"the {what} cannot be read: {reason}", Span(file, line), reason.hint)


def template_variables(game: Game) -> dict[str, Any]:
    """What every template and text of a game sees: game, facts, terms, t."""
    terms = {kind: Record(kind, values, many=True) for kind, values in game.terms.items()}
    return {
        "game": game.record,
        "facts": Record("facts", game.facts, many=True, source="facts"),
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


class Templates(Sandbox):
    """The sandbox that renders a game's templates.

    `stamps` has template files by the number that stamps carry, `places` stamps met.
    """

    marks: Marks | None = None
    """Those of values that know their sources."""

    figures_hint = (
        f'{Sandbox.figures_hint}; or give its words in words.yaml, numbers: ["…", "…", "…"] from 0'
        " on, and print t.numbers[…]"
    )

    def __init__(
        self, files: Disk, game: str, stamping: type[Extension] = _Stamps, language: str = "en"
    ) -> None:
        self.numbers = count()
        self.stamps: dict[int, Span] = {}
        self.places: dict[str, Span] = {}
        self._refused: dict[str, TemplateSyntaxError] = {}
        self._compared: dict[str, list[Comparison]] = {}
        self._names_used: dict[str, set[str]] = {}
        self._loader = _Loader(files, game)
        self.files = files
        self.translations: dict[str, Game] = {}
        """The game in those of its languages that were read for a template."""
        super().__init__(self._loader, [stamping], language)
        for filter_name, module in FILTERS.items():
            self.filters[filter_name] = self.metered(_late_filter(module, filter_name))
        self.filters["provided"] = provided
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
        lines = self._lines_of(problem) or [Span(file)] * bool(file)
        found = self._finding(problem, values, what, file, lines[-1] if lines else None)
        outer = [
            Note("taken in here", line)
            for line, inner in pairwise(lines)
            if line.file != inner.file and found.span == lines[-1]
        ]
        return found._replace(notes=(*found.notes, *reversed(outer)))

    def _finding(
        self,
        problem: Exception,
        values: Mapping[str, Any],
        what: str,
        file: str,
        place: Span | None,
    ) -> Diagnostic:
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

    def _lines_of(self, problem: Exception) -> list[Span]:
        """The lines of templates and texts on a traceback, the innermost last (Jinja rewrites its
        frames to the files' own lines).
        """
        files = {span.file for span in self.stamps.values()}
        return [
            Span(frame.f_code.co_filename, line)
            for frame, line in walk_tb(problem.__traceback__)
            if frame.f_code.co_filename in files
        ]

    def reads(self, name: str, variable: str) -> bool:
        """Whether what a template makes may depend on a variable: it names it, or takes in
        another template that could.
        """
        self.get_template(name)
        return variable in self._names_used[name] or _OTHERS in self._names_used[name]

    @property
    def named(self) -> Mapping[tuple[str, str], Sequence[Span]]:
        """The lines of each of the game's own templates that name an attribute, where these are
        noted.
        """
        return {}

    def untaken(self) -> Mapping[tuple[str, int], Span]:
        """The branches of the game's own templates that no render has taken, by the template and
        their number in it, where these are noted.
        """
        return {}

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
        names = self._names_used[name] = set()
        for part in parts:
            match part:
                case nodes.Name(name=used):
                    names.add(used)
                case nodes.Include() | nodes.Extends():
                    names.add(_OTHERS)
                case nodes.Import(with_context=True) | nodes.FromImport(with_context=True):
                    names.add(_OTHERS)


# --- texts in Markdown ---


class RenderedMarkdown(NamedTuple):
    """Markdown with the place of every line, and the file as it was written, to find columns in."""

    lines: tuple[str, ...]
    origins: tuple[Span, ...]
    file: str
    source: tuple[str, ...]

    def at(self, line: int, words: str = "") -> Span:
        """The place of a line (from 0), at the column of some words of it where they stand in
        the file just so.
        """
        origin = self.origins[min(line, len(self.origins) - 1)] if self.origins else Span(self.file)
        if origin.file != self.file or not 0 < origin.line <= len(self.source):
            return origin
        raw = self.source[origin.line - 1]
        found = raw.find(words) if words else -1
        return origin._replace(column=(found if found >= 0 else len(raw) - len(raw.lstrip())) + 1)


def markdown_templates(files: Disk, game: str, language: str = "en") -> Templates:
    """The environment for a game's texts: that of its templates, without escaping; `markup`
    leaves a text as it is.
    """
    templates = Templates(files, game, _Marks, language)
    templates.autoescape = False
    templates.filters["markup"] = templates.metered(str, on_text=True)
    return templates


def markdown_variables(game: Game) -> dict[str, Any]:
    """What a game's texts see: facts, terms, game, t; cards by component as records; counts, or
    total, of what is printed by component.
    """
    components = game.components.values()
    # As in promises: a text speaks of an expansion also where it is switched off.
    cards: dict[str, list[Record]] = {name: [] for name in sorted(game.left_out)}
    counts = dict.fromkeys(cards, 0) | {component.id: component.total for component in components}
    cards |= {component.id: [card.record for card in component.cards] for component in components}
    return {
        **template_variables(game),
        "cards": Record("cards", cards, many=True),
        "counts": Record("counts", counts, many=True),
        "total": Record("total", counts, many=True),  # as promises name them
    }


def render_markdown(
    templates: Templates, source: str, file: str, values: Mapping[str, Any]
) -> RenderedMarkdown:
    """A text with its Jinja worked out; `file` is its name as shown.

    Raises Problems (P301, P302, P307, P308, P840, P841).
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if re.search(UNPRINTABLE, source):
        raise Problems([unprintable(source, file)])
    try:
        code = templates.compile(source, file, file)
        template = Template.from_code(templates, code, templates.make_globals(None))
        templates.meter = templates.meter.next()
        rendered = template.render(values)
    except EXPECTED_ERRORS as problem:
        finding = templates.failure(problem, values, "text", file)
        raise Problems([_with_column(finding, problem, file, source)]) from None
    if len(rendered) > 2 * MAX_TEXT:
        message = (
            f"worked out, each line marked with its place, the text has more than {2 * MAX_TEXT:,}"
            " characters"
        )
        raise refusal("P840", message, Span(file), "split it into several files")
    lines: list[str] = []
    origins: list[Span] = []
    last = Span(file, 1)
    for line in rendered.replace("\r", "\n").split("\n"):
        mark = _MARK.search(line)
        if mark and int(mark[1]) in templates.stamps:
            last = Span(templates.stamps[int(mark[1])].file, int(mark[2]))
        origins.append(last)
        lines.append(re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", _MARK.sub("", line)))
    return RenderedMarkdown(tuple(lines), tuple(origins), file, tuple(source.split("\n")))


def _with_column(found: Diagnostic, problem: Exception, file: str, source: str) -> Diagnostic:
    """The finding with a column, where it lies in the text itself: that of what the problem is
    about, else of the first brace.
    """
    if found.span is None or found.span.file != file or not found.span.line:
        return found
    words: str = getattr(problem, "shown", "{")
    column = source.split("\n")[found.span.line - 1].find(words.split("\n")[0])
    return found._replace(span=found.span._replace(column=max(column, 0) + 1))
