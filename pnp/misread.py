"""What goes wrong in a sandbox, in the user's words: names that are missing, texts without quotes, ends that come too early."""

from __future__ import annotations

import re
from collections.abc import Iterable

from jinja2 import TemplateSyntaxError
from jinja2.exceptions import TemplateError

from pnp.diagnostics import near
from pnp.records import NameMissing


class ExpressionError(ValueError):
    """An expression that cannot be evaluated; the message is in the user's words, `hint` may name what exists."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Oversized(TemplateSyntaxError):
    """A template has more characters or parts than are read."""

    hint = 'part it: files in templates/ come in by {% include "NAME" %}'


class Misnamed(TemplateSyntaxError):
    """A template names a filter or test that there is not; `hint` names the nearest ones."""

    def __init__(self, told: ExpressionError, line: int, name: str | None, filename: str | None) -> None:
        super().__init__(str(told), line, name, filename)
        self.hint = told.hint


# Jinja writes numbers past 1e308 into its code as the bare word inf, hence NameError; some of its filters assert what they are given.
TROUBLE = (TemplateError, AssertionError, ArithmeticError, TypeError, ValueError, LookupError, RecursionError, AttributeError, NameError)
"""What an expression or a template can raise."""


def explained(problem: BaseException, known: Iterable[str] = ()) -> ExpressionError:
    """What went wrong in a sandbox, in the user's words; `known` are the names that may stand alone."""
    match problem:
        case NameMissing():
            return ExpressionError(str(problem), problem.hint_among(known))
        case ExpressionError():
            return problem
        case NameError() | OverflowError():
            return ExpressionError("a number is too large")
        case ZeroDivisionError():
            return ExpressionError("a division by zero")
        case RecursionError():
            return ExpressionError("it is nested too deeply, or calls itself without end")
        case TypeError() if "'Record'" in str(problem):
            return ExpressionError("it reckons with a whole record as if it were one value", "name one of its values: players.max")
        case TypeError():
            return ExpressionError(f"it mixes values that do not fit together ({problem})")
        case TemplateError(message=str(said)) if said == _NO_NAMESPACE:
            return ExpressionError("only a namespace can be changed", "make it with {% set NAME = namespace() %}")
        case TemplateSyntaxError(message=str(said)):
            if quote := _QUOTE.match(said):
                return ExpressionError(f"unexpected {quote[1]}", 'write straight quotes: "…"')
            return ExpressionError(said, getattr(problem, "hint", "close {{ with }} and {% with %}" if said == _BRACE else ""))
        case _:
            return ExpressionError(str(problem) or type(problem).__name__)


_BRACE = "unexpected '}'"
_NO_NAMESPACE = "cannot assign attribute on non-namespace object"
_QUOTE = re.compile("unexpected char '([„“”‚‘’«»])'")
_END = re.compile("unexpected '?end of template'?(?:, expected '(.+)')?")
_TEXTS = re.compile(r"'[^']*'|\"[^\"]*\"")
_ALONE = re.compile(r"(?<![=!<>])=(?!=)")


def misread(problem: BaseException, source: str) -> ExpressionError:
    """What keeps a source from being an expression."""
    told = explained(problem)
    if str(told) == _BRACE:
        return ExpressionError('one "}" is too many')
    if end := _END.match(str(told)):
        hint = f'close it with "{end[1]}"' if end[1] else f'write what follows "{source.split()[-1][-40:]}"'
        return ExpressionError("the expression ends too early", hint)
    found = _ALONE.search(_TEXTS.sub(lambda text: " " * len(text[0]), source))
    if found and ("chunk after expression" in str(told) or "got '='" in str(told)):
        at = found.start()
        return ExpressionError('one "=" compares nothing', f"write {source[:at]}=={source[at + 1 :]}" if len(source) <= 80 else "write ==")
    return told


def unquoted(problem: BaseException, source: str, known: Iterable[str]) -> ExpressionError:
    """What went wrong; a word that names nothing, and that something is compared with, was most likely meant as a text."""
    told = explained(problem, known)
    if isinstance(problem, NameMissing) and problem.plain:
        owner = re.search(rf"([A-Za-z_][\w.]*)\.{re.escape(problem.name)}\b", source)
        return ExpressionError(str(told), f"{owner[1]} is {problem.plain} here" if owner else "")
    if isinstance(problem, NameMissing) and problem.alone:
        name = re.escape(problem.name)
        if re.search(rf"(?:[=!]=\s*|\bin\s*[\[(][^\])]*(?<![\w.'\"])){name}(?![\w.(\[])", source):
            quoted = f'put a text in quotes: "{problem.name}"'
            return ExpressionError(str(told), f"{told.hint} Or {quoted}" if near(problem.name, known) else quoted)
    return told
