"""Renders a game's Markdown through Jinja, and gives each line of the result with the place where
it was written.

Every line of the template's own text carries its place through loops, macros and includes as a mark
that no text can hold; the marks are taken out again before anyone reads the Markdown. Nothing is
escaped: what comes out is never read as XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Template
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from pnp.compose.templates import (
    EXPECTED_ERRORS,
    LoneBrace,
    Templates,
    stamped,
    template_variables,
)
from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.load.encoding import UNPRINTABLE, unprintable
from pnp.load.files import Disk
from pnp.sandbox.bounds import MAX_TEXT, Meter
from pnp.sandbox.environment import NameMissing, Record

if TYPE_CHECKING:
    from pnp.model.game import Game

_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile(f"{_OPEN}([0-9]{{1,6}}):([0-9]{{1,9}}){_CLOSE}")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


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
    if UNPRINTABLE.search(source):
        raise Problems([unprintable(source, file)])
    try:
        code = templates.compile(source, file, file)
        template = Template.from_code(templates, code, templates.make_globals(None))
        templates.meter = Meter()
        rendered = template.render(values)
    except EXPECTED_ERRORS as problem:
        finding = templates.failure(problem, values, "text", file)
        raise Problems([_with_column(finding, problem, file, source)]) from None
    if len(rendered) > 2 * MAX_TEXT:
        message = (
            f"worked out, each line marked with its place, the text has more than {2 * MAX_TEXT:,}"
            " characters"
        )
        raise Problems([error("P840", message, Span(file), "split it into several files")])
    lines: list[str] = []
    origins: list[Span] = []
    last = Span(file, 1)
    for line in rendered.replace("\r", "\n").split("\n"):
        mark = _MARK.search(line)
        if mark and int(mark[1]) in templates.stamps:
            last = Span(templates.stamps[int(mark[1])].file, int(mark[2]))
        origins.append(last)
        lines.append(_CONTROL.sub("\ufffd", _MARK.sub("", line)))
    return RenderedMarkdown(tuple(lines), tuple(origins), file, tuple(source.split("\n")))


def _with_column(found: Diagnostic, problem: Exception, file: str, source: str) -> Diagnostic:
    """The finding with a column, where it lies in the text itself: that of the missing name or
    lone brace, else of the first brace.
    """
    if found.span is None or found.span.file != file or not found.span.line:
        return found
    words = "{"
    if isinstance(problem, NameMissing):
        words = problem.name
    elif isinstance(problem, LoneBrace):
        words = problem.shown.split("\n")[0]
    column = source.split("\n")[found.span.line - 1].find(words)
    return found._replace(span=found.span._replace(column=max(column, 0) + 1))
