"""Defines the records that templates and expressions read, and says what is wrong where a name is
missing or a source cannot be read or evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from jinja2 import StrictUndefined, TemplateSyntaxError
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError, TemplateError, UndefinedError
from jinja2.utils import missing
from markupsafe import escape

from pnp.diagnostics import did_you_mean, near
from pnp.load.encoding import short

TEXT_METHODS = frozenset(
    "upper lower title capitalize strip lstrip rstrip startswith endswith split isdigit isupper"
    " count".split()
)
"""What a text can be asked to do, as in `card.name.upper()`."""


class Record:
    """Named values that templates read as `record.name`; the only object with attributes that
    they are handed.
    """

    __slots__ = ("_label", "_values", "called", "many", "source")

    def __init__(
        self,
        label: str,
        values: Mapping[str, Any],
        many: bool = False,
        source: str = "",
        called: str = "",
    ) -> None:
        self._label = label
        self._values = values
        self.many = many
        """Whether it holds values of which one is meant, such as the facts: its label says
        nothing on paper.
        """
        self.source = source
        """What its values are called as sources of what is printed: `card`, `terms.suit.red`."""
        self.called = called or label
        """What data may call it: its label in the first language of the game."""

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
        if isinstance(other, str):
            # a meaning and its id, as promises compare them: it must not be false in silence
            return bool(other == self._values.get("id"))
        if isinstance(other, (int, float)):
            # `when: players == 3` would leave a card out for every number of players
            raise TypeError("'Record' beside a number")
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._values.get("id", self._label))


class Unknown(StrictUndefined):
    """A name that is not there: any use of it raises `NameMissing` with the nearest names, or
    `SecurityError` where it must not be.
    """

    __slots__ = ()

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> NoReturn:
        if self._undefined_exception is SecurityError:
            raise SecurityError(f'"{self._undefined_name}" cannot be reached from here')
        raise NameMissing(self)

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":
            raise AttributeError(name)
        self._fail_with_undefined_error()


for _name in (
    "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow neg pos call"
    " getitem lt le gt ge eq ne hash int float complex iter str len bool contains html index abs"
    " round"
).split():
    setattr(Unknown, f"__{_name}__", Unknown._fail_with_undefined_error)


class NameMissing(UndefinedError):
    """A template used a name that does not exist; `hint` names the nearest ones of its owner.

    `alone` says that the name has no owner.
    """

    def __init__(self, unknown: Unknown) -> None:
        owner, name = unknown._undefined_obj, unknown._undefined_name
        if isinstance(owner, Record):
            message = f'"{owner}" has no "{name}"'
        elif name is None:
            message = unknown._undefined_message or "a value is missing"
        elif owner is None:
            message = f'an empty field has no "{name}"'
        elif kind := kind_of(owner):
            text = str(owner)
            shown = f'"{text[:40]}"' if kind == "a text" else text if len(text) <= 40 else "it"
            message = f'{shown} is {kind} and has no "{name}"'
        else:
            message = f'"{name}" is not defined'
        super().__init__(message)
        self.name = self.shown = str(name)
        self.hint = _hint_in(owner, self.name)
        self.alone = owner is missing and name is not None

    def hint_among(self, known: Mapping[str, Any]) -> str:
        """The hint, for a name without an owner from among the values that may stand alone."""
        if not self.alone:
            return self.hint
        owners = [
            f'"{one}.{self.name}"'
            for one, value in known.items()
            if isinstance(value, Record) and self.name in value
        ]
        if owners:
            return f"did you mean {' or '.join(owners[:3])}?"
        if self.name in known:
            return (
                f"a macro of another file sees only what it is handed: {{{{ NAME({self.name}) }}}};"
                " or bring it in with {% import … with context %}"
            )
        if whole := _hyphened(self.name, known):
            return f'name it {whole.replace("-", "_")}: in "{whole}" the hyphen subtracts'
        return did_you_mean(self.name, known)


def _hint_in(owner: Any, name: str) -> str:
    """The names that exist where a missing one was looked for."""
    known: Iterable[Any] = owner if isinstance(owner, (Record, Mapping)) else ()
    if isinstance(owner, TemplateModule):
        known = vars(owner)
    elif isinstance(owner, str):
        known = near(name, TEXT_METHODS)
    names = [str(k) for k in known if not str(k).startswith("_")]
    if whole := _hyphened(name, names):
        return f'write ["{whole}"] in place of .{whole}: the hyphen would subtract'
    return did_you_mean(name, names)


def kind_of(value: Any) -> str:
    """A plain value's kind for people; empty where it is none."""
    match value:
        case bool():
            return "a yes or no"
        case str():
            return "a text"
        case int() | float():
            return "a number"
    return ""


def _hyphened(name: str, known: Iterable[str]) -> str:
    """The one known name that a hyphen tears, so that only its beginning was looked for; empty
    when there is none.
    """
    torn = [whole for whole in known if whole.startswith(f"{name}-")]
    return torn[0] if len(torn) == 1 else ""


class ExpressionError(ValueError):
    """An expression that cannot be evaluated; the message is in the user's words, `hint` may
    name what exists.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class HintedSyntaxError(TemplateSyntaxError):
    """A template that Jinja would read but that is refused, at a line; `shown` is what stands
    there.
    """

    code = "P301"

    def __init__(
        self,
        problem: ExpressionError,
        line: int,
        name: str | None,
        filename: str | None,
        shown: str = "{",
    ) -> None:
        super().__init__(str(problem), line, name, filename)
        self.hint = problem.hint
        self.shown = shown


class Oversized(HintedSyntaxError):
    """A template has more characters or parts than are read."""

    code = "P840"

    def __init__(self, message: str, name: str | None, filename: str | None) -> None:
        hint = 'part it: files in templates/ come in by {% include "NAME" %}'
        super().__init__(ExpressionError(message, hint), 1, name, filename)


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


def expression_error(
    problem: BaseException, known: Mapping[str, Any] = MappingProxyType({})
) -> ExpressionError:
    """What went wrong in a sandbox, in the user's words; `known` are the values that may stand
    alone.
    """
    message = str((problem.message or "") if isinstance(problem, TemplateError) else problem)
    hint = getattr(problem, "hint", "")
    match problem:
        case NameMissing():
            hint = problem.hint_among(known)
        case ExpressionError():
            return problem
        case NameError() | OverflowError():
            message = "a number is too large"
        case ZeroDivisionError():
            message = "a division by zero"
        case RecursionError():
            message = "it is nested too deeply, or calls itself without end"
        case TypeError() if "'Record'" in message:
            message = "it reckons with a whole record as if it were one value"
            hint = "name one of its values: players.max"
        case TypeError() if message in _NUMBER_AS_LIST:
            message = "it goes through a number as if it were a list"
            hint = "write NUMBER | upto for 1, 2, 3 … up to it"
        case TypeError():
            message = f"it mixes values that do not fit together ({message})"
        case TemplateError() if message == _NO_NAMESPACE:
            message = "only a namespace can be changed"
            hint = "make it with {% set NAME = namespace() %}"
        case TemplateSyntaxError():
            if found := re.match(_SIGN, message):
                sign = found[1]
                message, hint = f"unexpected {sign}", _INSTEAD.get(sign, "")
                if sign in "\"'":
                    message = f"a text that begins with {sign} has no end"
                    hint = f"close it with {sign}"
            elif message == _BRACE:
                hint = _CLOSE
    return ExpressionError(message or type(problem).__name__, hint)


_BRACE = "unexpected '}'"
_CHUNK = "chunk after expression"
_CLOSE = "close {{ with }} and {% with %}"
_NUMBER_AS_LIST = ("'int' object is not iterable", "'float' object is not iterable")
_NO_NAMESPACE = "cannot assign attribute on non-namespace object"
_SIGN = "unexpected char ['\"](.)['\"] at "
_INSTEAD = {
    **dict.fromkeys("„“”‚‘’«»", 'write straight quotes: "…"'),
    **{
        sign: f"write {word}"
        for sign, word in zip("&!×·÷−≤≥≠^", "and not * * / - <= >= != **".split(), strict=True)
    },
    "?": "write YES if … else NO",
}
"""What is written in place of a sign that people take from elsewhere."""
_END = "unexpected '?end of template'?(?:, expected '(.+)')?"
_TOKENS = {
    "end of statement block": "%}",
    "end of print statement": "}}",
    "begin of print statement": "{{",
    "name": "a name",
}
_EXPECTED = (
    "(?:unexpected|Expected an expression, got|expected token '(.+)', got) '(.+?)'"
    "(?:, expected '(.+)')?$"
)
_MISSING_END = {
    "Missing end of comment tag": ("{# … #}", "#}"),
    "Missing end of raw directive": ("{% raw %}", "{% endraw %}"),
}
_BLOCKS = "autoescape block call filter for if macro set with".split()
_TAGS = (
    *"elif else import from include extends raw".split(),
    *_BLOCKS,
    *(f"end{name}" for name in _BLOCKS),
)
_CLOSED = "expected token 'end of (?:statement block|print statement)', got "
_SLIPS = (
    ("got '}'", r"\{\{\{", 'one "{" is too many', "write {{ … }}"),
    (_CLOSED + "'='", r"(?<![=!<>])=([<>])(?![=<>])", '"\\g<0>" compares nothing', r"write \1="),
    (_CLOSED + "'='", "", 'one "=" compares nothing', "write =="),
    ("got 'if'", r"\belse\s+if\b", "{% else %} stands alone", "write {% elif … %}"),
    ("expected token .* got '\\|'", "", '"|" stands before a filter', "write or"),
    (
        "expected token",
        r"\b(and|or|not)\s+(is|in)\b",
        r'a value is missing between "\1" and "\2"',
        r"name it again: card.name \2 …",
    ),
)
"""What Jinja says, what the line of the template has then, what is wrong with it, what to write."""


def template_syntax_error(problem: TemplateSyntaxError) -> tuple[ExpressionError, int]:
    """Why a template cannot be read, and the line at which that begins."""
    message, source, line = str(problem.message), problem.source or "", problem.lineno
    if hasattr(problem, "hint"):
        return expression_error(problem), line
    tag = (re.match(r"Encountered unknown tag '(\w+)'", message) or [""] * 2)[1]
    lines = source.split("\n")[:line]
    if message in _MISSING_END:
        block, end = _MISSING_END[message]
        return ExpressionError(f"{block} is never closed", f"close it with {end}"), line
    innermost = re.search(r"block that needs to be closed is '(\w+)'", message)
    if innermost and (not tag or tag in _TAGS[_TAGS.index("endautoescape") :]):
        name = innermost[1]
        wrong, end = f"{{% {name} … %}} is never closed", f"close it with {{% end{name} %}}"
        if tag:
            wrong = f"{{% {name} … %}} is still open where {{% {tag} %}} of line {line} stands"
            end += " before"
        return ExpressionError(wrong, end), _opened("\n".join(lines), name) or line
    reason = _wrong_tag(tag) if tag else _misplaced(message, lines[-1])
    return reason or expression_error(problem), line


def _opened(source: str, name: str) -> int:
    """The line of the last tag of that name that is open at the end; 0 where it cannot be found."""
    opened: list[int] = []
    for tag in re.finditer(rf"\{{%[-+]?\s*(end)?{name}\b(?!(?<=set)[^%]*=)", source):
        if not tag[1]:
            opened.append(source.count("\n", 0, tag.start()) + 1)
        elif opened:
            opened.pop()
    return opened[-1] if opened else 0


def _wrong_tag(tag: str) -> ExpressionError:
    if tag not in _TAGS:
        meant = "write {% elif … %}" if tag in ("elseif", "elsif") else did_you_mean(tag, _TAGS)
        return ExpressionError(f"there is no tag {{% {tag} %}}", meant)
    opening = "if" if tag in ("else", "elif") else tag.removeprefix("end")
    message = f"{{% {tag} %}} stands where no {{% {opening} … %}} is open"
    return ExpressionError(message, "take it out, or open it before")


def _misplaced(message: str, line: str) -> ExpressionError | None:
    """What is wrong with what stands in braces, from Jinja's words and the template's line."""
    for cause, sign, wrong, hint in _SLIPS:
        if re.search(cause, message) and (found := re.search(sign, line)):
            return ExpressionError(found.expand(wrong), found.expand(hint))
    if (cut := re.match(_END, message)) and cut[1] in _TOKENS:
        return ExpressionError(f"{_TOKENS[cut[1]]} is missing", _CLOSE)
    if token := re.match(_EXPECTED, message):
        before, got, closing = (_TOKENS.get(name, name) for name in token.groups(""))
        hint = _CLOSE if before in ("%}", "}}") or got in ("}", *"/<>") else ""
        if closing:
            hint = f"close it with {closing}"
        wanted = before or closing or "a value"
        return ExpressionError(f"{got} stands where {wanted} was expected", hint)
    return None


_WRONG_EQUALS = f"{_CHUNK}|got '='"
_FORMULAS = (
    ("", r"^\s*=(?!=)\s*", 'it begins with "="', ""),
    (_CHUNK, r"(?<=[\w)\] ])(?<!for )\b[xX]\b(?=\s)", '"{0}" joins nothing here', "*"),
    (
        _CHUNK,
        r"(?<=[\w)\] ])\b(?:AND|And|OR|Or|NOT|Not)\b(?=\s)",
        '"{0}" joins nothing here',
        "{0}",
    ),
    (_CHUNK, r"(?<=^\d),(?=\d+\s*$)", "a number has a comma", "."),
    (_WRONG_EQUALS, r"(?<![=!<>])(=[<>])(?!=)", '"{0}" compares nothing', "{0[1]}="),
    (_WRONG_EQUALS, r"(?<![=!<>])=(?!=)", 'one "=" compares nothing', "=="),
)
"""What Jinja says, what the expression has then, what is wrong with it, what stands right there."""


def expression_syntax_error(problem: BaseException, source: str) -> ExpressionError:
    """What keeps a source from being an expression."""
    found = expression_error(problem)
    message = str(found)
    blank = re.sub(r"'[^']*'|\"[^\"]*\"", lambda text: " " * len(text[0]), source)
    for cause, sign, wrong, right in _FORMULAS:
        at = re.search(sign, blank)
        if at and re.search(cause, message):
            mended = right.format(at[0].lower())
            whole = f"{source[: at.start()]}{mended}{source[at.end() :]}".strip()
            return ExpressionError(wrong.format(at[0]), f"write {short(whole)}")
    if message == _BRACE:
        return ExpressionError('one "}" is too many')
    if end := re.match(_END, message):
        last = source.split()[-1][-40:]
        hint = f'close it with "{end[1]}"' if end[1] else f'write what follows "{last}"'
        return ExpressionError("the expression ends too early", hint)
    if _CHUNK in message:
        return ExpressionError(
            "two things stand side by side",
            "write a sign such as + or * between them, or put a text in quotes",
        )
    return found


def evaluation_error(
    problem: BaseException, source: str, known: Mapping[str, Any]
) -> ExpressionError:
    """What went wrong; a word that names nothing, and that something is compared with, was most
    likely meant as a text.
    """
    found = expression_error(problem, known)
    if not isinstance(problem, NameMissing):
        return found
    name = re.escape(problem.name)
    compared = rf"(?:[=!]=\s*|\bin\s*[\[(][^\])]*(?<![\w.'\"])){name}(?![\w.(\[])"
    if problem.alone and re.search(compared, source):
        quoted = f'put a text in quotes: "{problem.name}"'
        meant = found.hint.startswith("did you mean")
        found.hint = f"{found.hint} Or {quoted}" if meant else quoted
    return found
