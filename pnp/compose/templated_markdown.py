"""A game's Markdown with its Jinja worked out, line by line with the place where each line was
written.

Every line of the template's own text carries its place through loops, macros and includes as a mark
that no text can hold; the marks are taken out again before anyone reads the Markdown. Nothing is
escaped: what comes out is never read as XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from pnp.compose.templates import EXPECTED_ERRORS, LoneBrace, Templates, stamped, unread
from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.load.encoding import UNPRINTABLE, unprintable
from pnp.load.files import Disk
from pnp.sandbox.bounds import MAX_TEXT, LimitError, Meter
from pnp.sandbox.environment import expression_error
from pnp.sandbox.messages import owner_hint
from pnp.sandbox.records import NameMissing, Record

if TYPE_CHECKING:
    from pnp.model.game import Game

_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile(f"{_OPEN}([0-9]{{1,6}}):([0-9]{{1,9}}){_CLOSE}")
_LOOSE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


class _Marks(Extension):
    """Notes on each line of a file's own text which file and line it is."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        number = stamped(self.environment, stream)
        for token, following in pairwise([*stream, None]):
            assert token is not None
            if token.type == "data":
                lines = token.value.split("\n")
                marked = [
                    f"{_OPEN}{number}:{token.lineno + n}{_CLOSE}{line}"
                    for n, line in enumerate(lines)
                ]
                if not lines[-1] and following and following.type == "block_begin":
                    marked[-1] = ""  # what comes next on paper is not what comes next in the file
                yield Token(token.lineno, "data", "\n".join(marked))
            else:
                yield token


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
    made = Templates(files, game, _Marks, language)
    made.autoescape = False
    made.filters["markup"] = made.metered(str, on_text=True)
    return made


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
        "facts": Record("facts", game.facts, many=True),
        "terms": Record(
            "terms",
            {kind: Record(kind, values, many=True) for kind, values in game.terms.items()},
            many=True,
        ),
        "game": game.record,
        "t": game.words,
        "cards": Record("cards", cards, many=True),
        "counts": Record("counts", counts, many=True),
        "total": Record("total", counts, many=True),  # as promises name them
    }


def unified(source: str) -> str:
    """A text with one kind of line end, and no byte order mark."""
    return source.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def render_markdown(
    templates: Templates, source: str, file: str, values: Mapping[str, Any]
) -> RenderedMarkdown:
    """A text with its Jinja worked out; `file` is its name as shown.

    Raises Problems (P301, P302, P307, P308, P840, P841).
    """
    source = unified(source)
    if UNPRINTABLE.search(source):
        raise Problems([unprintable(source, file)])
    try:
        code = templates.compile(source, file, file)
        template = Template.from_code(templates, code, templates.make_globals(None))
        templates.meter = Meter()
        made = template.render(values)
    except (
        TemplateSyntaxError,
        TemplateNotFound,
        LimitError,
        SecurityError,
        NameMissing,
        *EXPECTED_ERRORS,
    ) as problem:
        raise Problems(
            [_columned(_diagnostic(problem, templates, file, values), problem, file, source)]
        ) from None
    if len(made) > 2 * MAX_TEXT:
        told = (
            f"worked out, each line marked with its place, the text has more than {2 * MAX_TEXT:,}"
            " characters"
        )
        raise Problems([error("P840", told, Span(file), "split it into several files")])
    lines, origins = _parted(made, templates.stamps, file)
    return RenderedMarkdown(tuple(lines), tuple(origins), file, tuple(source.split("\n")))


def _parted(made: str, files: Mapping[int, Span], file: str) -> tuple[list[str], list[Span]]:
    lines: list[str] = []
    origins: list[Span] = []
    last = Span(file, 1)
    for line in made.replace("\r", "\n").split("\n"):
        mark = _MARK.search(line)
        if mark and int(mark[1]) in files:
            last = Span(files[int(mark[1])].file, int(mark[2]))
        origins.append(last)
        lines.append(_LOOSE.sub("\ufffd", _MARK.sub("", line)))
    return lines, origins


def _diagnostic(
    problem: Exception, templates: Templates, file: str, values: Mapping[str, Any]
) -> Diagnostic:
    place = templates.line_of(problem) or Span(file)
    match problem:
        case TemplateSyntaxError():
            return unread(problem, file, "text")
        case TemplateNotFound():
            return templates.missing(problem, place)[0]
        case LimitError():
            return error("P840", str(problem), place)
        case SecurityError():
            return error("P841", f"not allowed in a text: {problem}", place)
        case NameMissing():
            return error(
                "P302",
                str(problem),
                place,
                owner_hint(problem, values) or problem.hint_among(values),
            )
        case _:
            said = expression_error(problem)
            return error("P308", f"the text fails: {said}", place, said.hint)


def _columned(found: Diagnostic, problem: Exception, file: str, source: str) -> Diagnostic:
    """The finding with a column, where it lies in the text itself: that of the missing name or
    lone brace, else of the first brace.
    """
    if found.span is None or found.span.file != file or not found.span.line:
        return found
    raw = source.split("\n")[found.span.line - 1]
    words = (
        problem.name
        if isinstance(problem, NameMissing)
        else problem.shown
        if isinstance(problem, LoneBrace)
        else "{"
    )
    column = raw.find(words.split("\n")[0])
    return found._replace(span=found.span._replace(column=max(column, 0) + 1))
