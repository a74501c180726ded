"""What goes wrong in a sandbox, in the user's words: names that are missing, texts without
quotes, ends that come too early.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import Environment, TemplateSyntaxError
from jinja2.exceptions import TemplateError

from pnp.diagnostics import did_you_mean, near
from pnp.sandbox.records import NameMissing, Record


class ExpressionError(ValueError):
    """An expression that cannot be evaluated; the message is in the user's words, `hint` may
    name what exists.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Oversized(TemplateSyntaxError):
    """A template has more characters or parts than are read."""

    hint = 'part it: files in templates/ come in by {% include "NAME" %}'


class Misnamed(TemplateSyntaxError):
    """A template names a filter or test that there is not; `hint` names the nearest ones."""

    def __init__(
        self, told: ExpressionError, line: int, name: str | None, filename: str | None
    ) -> None:
        super().__init__(str(told), line, name, filename)
        self.hint = told.hint


# Jinja writes numbers past 1e308 into its code as the bare word inf, hence NameError; some of its
# filters assert what they are given.
EXPECTED_ERRORS = (
    TemplateError,
    AssertionError,
    ArithmeticError,
    TypeError,
    ValueError,
    LookupError,
    RecursionError,
    AttributeError,
    NameError,
)
"""What an expression or a template can raise."""


def expression_error(problem: BaseException, known: Iterable[str] = ()) -> ExpressionError:
    """What went wrong in a sandbox, in the user's words; `known` are the names that may stand
    alone.
    """
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
            return ExpressionError(
                "it reckons with a whole record as if it were one value",
                "name one of its values: players.max",
            )
        case TypeError() if str(problem) in _NUMBER_AS_LIST:
            return ExpressionError(
                "it goes through a number as if it were a list",
                "write NUMBER | upto for 1, 2, 3 … up to it",
            )
        case TypeError():
            return ExpressionError(f"it mixes values that do not fit together ({problem})")
        case TemplateError(message=str(said)) if said == _NO_NAMESPACE:
            return ExpressionError(
                "only a namespace can be changed", "make it with {% set NAME = namespace() %}"
            )
        case TemplateSyntaxError(message=str(said)):
            if sign := _SIGN.match(said):
                return _ill_sign(sign[1])
            return ExpressionError(said, getattr(problem, "hint", _CLOSE if said == _BRACE else ""))
        case _:
            return ExpressionError(str(problem) or type(problem).__name__)


def _ill_sign(sign: str) -> ExpressionError:
    if sign in "\"'":
        return ExpressionError(
            f"a text that begins with {sign} has no end", f"close it with {sign}"
        )
    return ExpressionError(f"unexpected {sign}", _INSTEAD.get(sign, ""))


_BRACE = "unexpected '}'"
_CHUNK = "chunk after expression"
_CLOSE = "close {{ with }} and {% with %}"
_NUMBER_AS_LIST = ("'int' object is not iterable", "'float' object is not iterable")
_NO_NAMESPACE = "cannot assign attribute on non-namespace object"
_SIGN = re.compile("unexpected char ['\"](.)['\"] at ")
_INSTEAD = {
    **dict.fromkeys("„“”‚‘’«»", 'write straight quotes: "…"'),
    **{
        sign: f"write {word}"
        for sign, word in zip("&!×·÷−≤≥≠^", "and not * * / - <= >= != **".split(), strict=True)
    },
    "?": "write YES if … else NO",
}
"""What is written in place of a sign that people take from elsewhere."""
_END = re.compile("unexpected '?end of template'?(?:, expected '(.+)')?")
_LAST_WORD = re.compile(r"\s*([A-Za-z_]\w*)\s*")
_VALUES = frozenset("true false none True False None".split())
_BARE = re.compile(r"\b(and|or|not)\s+(is|in)\b")
"""A second condition that leaves out what it is about: `if a and is not none`."""
_TURNED = re.compile(r"(?<![=!<>])=([<>])(?![=<>])")
"""A comparison the wrong way round: => and =<."""
_TEXTS = re.compile(r"'[^']*'|\"[^\"]*\"")
_ALONE = re.compile(r"(?<![=!<>])=(?!=)")


_TOKENS = {
    "end of statement block": "%}",
    "end of print statement": "}}",
    "begin of print statement": "{{",
    "name": "a name",
}
_EXPECTED = re.compile("expected token '(.+)', got '(.+)'")
_UNEXPECTED = re.compile("(?:unexpected|Expected an expression, got) '(.+?)'(?:, expected '(.+)')?")
_UNKNOWN = re.compile(r"Encountered unknown tag '(\w+)'")
_INNERMOST = re.compile(r"block that needs to be closed is '(\w+)'")
_MISSING_END = {
    "Missing end of comment tag": ("{# … #}", "#}"),
    "Missing end of raw directive": ("{% raw %}", "{% endraw %}"),
}
_BLOCKS = frozenset("if for macro call filter set block with autoescape".split())
_TAGS = (
    "elif",
    "else",
    "import",
    "from",
    "include",
    "extends",
    "raw",
    *sorted(_BLOCKS),
    *(f"end{name}" for name in sorted(_BLOCKS)),
)


def template_syntax_error(problem: TemplateSyntaxError) -> tuple[ExpressionError, int]:
    """Why a template cannot be read, and the line at which that begins."""
    said, source, line = str(problem.message), problem.source or "", problem.lineno
    if hasattr(problem, "hint"):
        return expression_error(problem), line
    if missing := _MISSING_END.get(said):
        return ExpressionError(f"{missing[0]} is never closed", f"close it with {missing[1]}"), line
    if (end := _END.match(said)) and end[1] in _TOKENS:
        return ExpressionError(f"{_TOKENS[end[1]]} is missing", _CLOSE), line
    if innermost := _INNERMOST.search(said):
        name, line = innermost[1], _opened(source, innermost[1]) or line
        if (wrong := _UNKNOWN.match(said)) is None:
            return (
                ExpressionError(
                    f"{{% {name} … %}} is never closed", f"close it with {{% end{name} %}}"
                ),
                line,
            )
        if wrong[1].startswith("end") and wrong[1] in _TAGS:
            hint = f"close it with {{% end{name} %}} before"
            return (
                ExpressionError(
                    f"{{% {name} … %}} is still open where {{% {wrong[1]} %}} of line"
                    f" {problem.lineno} stands",
                    hint,
                ),
                line,
            )
    return (
        _misplaced(said, "\n".join(source.split("\n")[problem.lineno - 1 : problem.lineno]))
        or expression_error(problem),
        problem.lineno,
    )


def _opened(source: str, name: str) -> int:
    """The line of the innermost tag of that name that is open where a template's tags stop to
    match; 0 where it cannot be found.
    """
    opened: list[tuple[str, int]] = []
    tag: list[str] = []
    begin = 0
    try:
        for line, kind, text in Environment().lexer.tokeniter(source, None):
            if kind == "block_begin":
                tag, begin = [], line
            elif kind in ("name", "operator"):
                tag.append(text)
            elif kind == "block_end" and tag[0].startswith("end"):
                if not opened or opened[-1][0] != tag[0][3:]:
                    break
                opened.pop()
            elif kind == "block_end" and tag[0] in _BLOCKS and not (tag[0] == "set" and "=" in tag):
                opened.append((tag[0], begin))
    except (TemplateSyntaxError, IndexError):
        pass
    return opened[-1][1] if opened and opened[-1][0] == name else 0


def _misplaced(said: str, line: str) -> ExpressionError | None:
    """What is wrong with a tag or with what stands in its braces, from Jinja's words and the
    template's line.
    """
    if tag := _UNKNOWN.match(said):
        if tag[1] in ("elseif", "elsif", "elsef"):
            return ExpressionError(f"there is no tag {{% {tag[1]} %}}", "write {% elif … %}")
        if tag[1] in ("else", "elif") or tag[1] in _TAGS:
            opening = "if" if tag[1] in ("else", "elif") else tag[1].removeprefix("end")
            return ExpressionError(
                f"{{% {tag[1]} %}} stands where no {{% {opening} … %}} is open",
                "take it out, or open it before",
            )
        return ExpressionError(f"there is no tag {{% {tag[1]} %}}", did_you_mean(tag[1], _TAGS))
    if token := _EXPECTED.match(said):
        wanted, got = _TOKENS.get(token[1], token[1]), _TOKENS.get(token[2], token[2])
        if got == "}" and "{{{" in line:
            return ExpressionError('one "{" is too many', "write {{ … }}")
        if (
            wanted in ("%}", "}}")
            and got == "="
            and (turned := _TURNED.search(_TEXTS.sub("", line)))
        ):
            return ExpressionError(f'"{turned[0]}" compares nothing', f"write {turned[1]}=")
        if wanted in ("%}", "}}") and got == "=":
            return ExpressionError('one "=" compares nothing', "write ==")
        if re.search(r"\belse\s+if\b", line) and got == "if":
            return ExpressionError("{% else %} stands alone", "write {% elif … %}")
        if got == "|":
            return ExpressionError('"|" stands before a filter', "write or")
        if bare := _BARE.search(_TEXTS.sub("", line)):
            return ExpressionError(
                f'a value is missing between "{bare[1]}" and "{bare[2]}"',
                f"name it again: card.name {bare[2]} …",
            )
        return ExpressionError(
            f"{got} stands where {wanted} was expected", _CLOSE if wanted in ("%}", "}}") else ""
        )
    if token := _UNEXPECTED.match(said):
        wanted = _TOKENS.get(token[2], token[2]) if token[2] else "a value"
        hint = (
            _CLOSE
            if not token[2] and token[1] in ("}", "/", "<", ">")
            else f"close it with {token[2]}"
            if token[2]
            else ""
        )
        return ExpressionError(
            f"{_TOKENS.get(token[1], token[1])} stands where {wanted} was expected", hint
        )
    return None


def expression_syntax_error(problem: BaseException, source: str) -> ExpressionError:
    """What keeps a source from being an expression."""
    told = expression_error(problem)
    if sheet := _from_a_sheet(str(told), source):
        return sheet
    if str(told) == _BRACE:
        return ExpressionError('one "}" is too many')
    if end := _END.match(str(told)):
        hint = (
            f'close it with "{end[1]}"'
            if end[1]
            else f'write what follows "{source.split()[-1][-40:]}"'
        )
        return ExpressionError("the expression ends too early", hint)
    found = _ALONE.search(_TEXTS.sub(lambda text: " " * len(text[0]), source))
    if found and (_CHUNK in str(told) or "got '='" in str(told)):
        return _one_equals(source, found.start())
    if _CHUNK in str(told):
        return ExpressionError(
            "two things stand side by side",
            "write a sign such as + or * between them, or put a text in quotes",
        )
    return told


def _one_equals(source: str, at: int) -> ExpressionError:
    """What to write for a "=" that stands alone, or before the < or > that it belongs behind."""
    before, behind = source[:at], source[at + 1 :]
    if behind[:1] in ("<", ">"):
        right = f"{behind[0]}="
        hint = f"write {before}{right}{behind[1:]}" if len(source) <= 80 else f"write {right}"
        return ExpressionError(f'"={behind[0]}" compares nothing', hint)
    hint = f"write {before}=={behind}" if len(source) <= 80 else "write =="
    if len(source) <= 80 and (word := _LAST_WORD.fullmatch(behind)) and word[1] not in _VALUES:
        hint = (
            f'write {before}== "{word[1]}"; or {before}== {word[1]} if that is the name of a value'
        )
    return ExpressionError('one "=" compares nothing', hint)


def _from_a_sheet(told: str, source: str) -> ExpressionError | None:
    """What is wrong with a formula as spreadsheets and people on paper write it."""
    blank = _TEXTS.sub(lambda text: " " * len(text[0]), source)
    if re.match(r"\s*=(?!=)", blank):
        return ExpressionError(
            'it begins with "="', f"take the = out: write {_short(source.strip()[1:].strip())}"
        )
    if _CHUNK not in told:
        return None
    if word := _WORD.search(blank):
        right = "*" if word[0] in "xX" else word[0].lower()
        return ExpressionError(
            f'"{word[0]}" joins nothing here',
            f"write {_short(source[: word.start()] + right + source[word.end() :])}",
        )
    if re.fullmatch(r"\s*+\d++,\d++\s*+", source):
        return ExpressionError(
            "a number has a comma",
            f"write {_short(source.strip().replace(',', '.'))}, with a point",
        )
    return None


_WORD = re.compile(r"(?<=[\w)\] ])(?<!\bfor )\b(?:[xX]|AND|And|OR|Or|NOT|Not)\b(?=\s)")


def _short(source: str) -> str:
    return source if len(source) <= 80 else f"{source[:40]}…"


def owner_hint(problem: NameMissing, known: Mapping[str, Any]) -> str:
    """What to write for a name that stands alone where records have it; empty where none does."""
    having = [
        f'"{one}.{problem.name}"'
        for one, value in known.items()
        if isinstance(value, Record) and problem.name in value
    ]
    return f"did you mean {' or '.join(having[:3])}?" if problem.alone and having else ""


def evaluation_error(
    problem: BaseException, source: str, known: Mapping[str, Any]
) -> ExpressionError:
    """What went wrong; a word that names nothing, and that something is compared with, was most
    likely meant as a text.
    """
    told = expression_error(problem, known)
    whose = owner_hint(problem, known) if isinstance(problem, NameMissing) else ""
    if whose:
        told = ExpressionError(str(told), whose)
    if isinstance(problem, NameMissing) and problem.plain:
        owner = re.search(rf"([A-Za-z_][\w.]*)\.{re.escape(problem.name)}\b", source)
        return ExpressionError(str(told), f"{owner[1]} is {problem.plain} here" if owner else "")
    if isinstance(problem, NameMissing) and problem.alone:
        name = re.escape(problem.name)
        if re.search(rf"(?:[=!]=\s*|\bin\s*[\[(][^\])]*(?<![\w.'\"])){name}(?![\w.(\[])", source):
            quoted = f'put a text in quotes: "{problem.name}"'
            return ExpressionError(
                str(told),
                f"{told.hint} Or {quoted}" if whose or near(problem.name, known) else quoted,
            )
    return told
