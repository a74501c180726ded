"""Explains what breaks YAML's grammar: takes a text and libyaml's complaint, gives findings in a
writer's words. Finds comments that eat words and tabs in indentation, of which YAML says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import yaml

from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.load.encoding import short, span_of, unprintable

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#", re.MULTILINE)
_EATING = re.compile(
    r"#(?<=[ \t]#)(?=\S)"
)  # begins with a plain character, which is searched for twenty times as fast
_TAB = re.compile(r"^ *\t(?=[ \t]*[^\s#])", re.MULTILINE)
_UNSPACED = re.compile(r"""[\s\-]*+(?:(?<=-)|[^\s:"'#{\[]++):[^\s:/]""")
_ODD_INDENT = re.compile(
    r"^[ \t]*(?:(?:- +)*[\w-]+:)?([\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff])", re.MULTILINE
)
"""What looks like a space, or like nothing, before the first word of a line or behind its key."""
_NEVER = 1 << 60

Ranges = Sequence[tuple[int, int]]


def comments_and_tabs(
    text: str, file: str, quoted: Ranges, ends: Collection[int], most: int, until: int | None = None
) -> list[Diagnostic]:
    """Comments that eat words (P106) and tabs in indentation (P105), up to where reading stopped
    and not many more than `most`.

    `quoted` holds from where to where quoted and block texts go, `ends` where brackets close: after
    either a comment cannot eat words.
    """
    if "\t" not in text and " #" not in text:
        return []
    stop = len(text) if until is None else until
    closed = {end for _, end in quoted}.union(ends)
    starts = [start for start, _ in quoted]
    known = quoted[-1][1] if quoted else 0

    def inside(index: int) -> bool:
        before = bisect_right(starts, index) - 1
        return before >= 0 and index < quoted[before][1]

    found: list[Diagnostic] = []
    line_end = -1
    for match in _EATING.finditer(text):
        index = match.start()
        if index >= stop or len(found) > most:
            break
        if index < line_end or inside(index):
            continue
        begin = text.rfind("\n", 0, index) + 1
        line_end = begin + len(_line(text, index))
        before = text[begin:index].rstrip()
        if not before or begin + len(before) in closed:
            continue
        open_quote = until is not None and re.search("[\"']", text[max(begin, known) : index])
        if not open_quote and all(inside(c.start()) for c in _COMMENT.finditer(text, begin, index)):
            lost = short(text[index:line_end].rstrip())
            message = f'"{lost}" is lost: a # after a space begins a comment'
            hint = "put the text in quotes; or put a space after the # of a comment"
            found.append(error("P106", message, span_of(text, index, file), hint))
    for match in _TAB.finditer(text, 0, stop) if "\t" in text else ():
        if len(found) <= most and not inside(match.start()):
            found.append(_tab(span_of(text, match.end() - 1, file)))
    return found


def _line(text: str, index: int) -> str:
    """The whole line around a place."""
    end = text.find("\n", index)
    return text[text.rfind("\n", 0, index) + 1 : end if end >= 0 else len(text)]


def _tab(span: Span) -> Diagnostic:
    hint = "indent with spaces, two a level"
    return error("P105", "a tab stands where YAML wants spaces", span, hint)


class _Failure(NamedTuple):
    """Where and why libyaml stopped: its sentence, what it was in the middle of, where that began
    (`since`), and the texts in quotes before it.
    """

    text: str
    file: str
    problem: str
    context: str
    stop: int
    since: int
    quoted: Ranges

    @property
    def char(self) -> str:
        return self.text[self.stop : self.stop + 1]

    @property
    def begin(self) -> int:
        return self.text.rfind("\n", 0, self.stop) + 1

    @property
    def left(self) -> str:
        return self.text[self.begin : self.stop]

    @property
    def rest(self) -> str:
        return _line(self.text, self.stop)[self.stop - self.begin :]

    def span(self, index: int) -> Span:
        return span_of(self.text, index, self.file)

    def finding(self, message: str, hint: str, index: int | None = None) -> Diagnostic:
        return error("P101", message, self.span(self.stop if index is None else index), hint)


def explained(
    text: str, file: str, problem: yaml.YAMLError, quoted: Ranges
) -> tuple[Diagnostic, int, int]:
    """A finding (P101, P103, P105, P802), the line since which a comment may be its cause, and
    the index up to which all was understood.
    """
    mark: Any = getattr(problem, "problem_mark", None)
    if mark is None:
        return unprintable(text, file), _NEVER, 0
    stop = min(mark.index, len(text))
    sentence = str(getattr(problem, "problem", ""))
    doing = str(getattr(problem, "context", None) or "")
    context: Any = getattr(problem, "context_mark", None)
    begun = context.index if context else stop
    in_flow = "flow" in doing
    if in_flow and text[begun : begun + 1] not in ("[", "{"):
        begun = max(text.rfind("[", 0, stop), text.rfind("{", 0, stop), 0)
    at = _Failure(text, file, sentence, doing, stop, begun, quoted)
    since = at.span(begun).line if in_flow else _NEVER
    return _finding(at), since, (begun if "quoted scalar" in doing else stop)


def _finding(at: _Failure) -> Diagnostic:
    if at.char == "\t" or "tab character" in at.problem:
        return _tab(at.span(at.stop))
    if "\t" in at.left and not at.left.strip():
        return _tab(at.span(at.text.index("\t", at.begin)))
    if found := _odd_indent(at) or _swallowed(at):
        return found
    complaint = f"{at.problem} {at.context}"
    for sentence, code, message, hint in _SENTENCES:
        if sentence in complaint:
            first = at.text[at.since : at.since + 1]
            return error(code, message.format(first), at.span(at.since), hint.format(first))
    for sentence, explain in _EXPLANATIONS:
        if sentence in complaint:
            return explain(at)
    hint = "compare the indentation and quotes with the lines around it"
    return at.finding(f"this cannot be read as YAML: {at.problem}", hint)


def _odd_indent(at: _Failure) -> Diagnostic | None:
    """P105 where the line at which reading stopped, or one of the two above it, is indented by
    what is no space.
    """
    begin = at.stop
    for _ in range(3):
        begin = at.text.rfind("\n", 0, max(begin - 1, 0)) + 1
    found = _ODD_INDENT.search(at.text, begin, at.stop + 1)
    if found is None:
        return None
    char = found[1]
    message = (
        f"a {unicodedata.name(char, 'space').lower()} (U+{ord(char):04X}) stands where YAML wants"
        " spaces; it only looks like one"
    )
    hint = "type the spaces anew; web pages and word processors bring such ones"
    return error("P105", message, at.span(found.start(1)), hint)


def _swallowed(at: _Failure) -> Diagnostic | None:
    """A text in quotes that goes on over lines, and more behind its end: mostly the next text's
    opening quote has closed it.
    """
    start, end = at.quoted[-1] if at.quoted else (0, 0)
    reached = at.since if at.context.startswith("while scanning") else at.stop
    quote = at.text[start]
    if quote not in "\"'" or "\n" not in at.text[start:end] or at.text[end:reached].strip():
        return None
    note = Note("it is closed only here", at.span(end - 1))
    message = f"the quote {quote} that opens here is not closed on its line"
    return error("P101", message, at.span(start), f"add {quote} at the end of the text", (note,))


def _colon(at: _Failure) -> Diagnostic:
    """A ": " where no key can be."""
    if match := re.match(r"[ \t]*(?:- +)*([^:]+):[ \t]", at.left[:2000]):
        message = f'a second ": " in the line of "{match[1].strip()}" would begin another key'
        return at.finding(message, "put the whole text in quotes")
    above = _line_above(at)
    if _UNSPACED.match(above):
        return _unspaced(at, above)
    deep = len(at.left) - len(at.left.lstrip())
    message = (
        f'"{short(at.left.strip().lstrip("- "))}" is indented by {_spaces(deep)}; the line above'
        f' it, "{short(above.strip())}", cannot hold keys'
    )
    hint = "give keys that belong together the same indentation"
    return at.finding(message, hint, at.begin + deep)


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def _line_above(at: _Failure) -> str:
    """The nearest line above that is neither empty nor a comment."""
    lines = (line for line in reversed(at.text[: at.begin].split("\n")))
    return next((line for line in lines if line.strip() and line.lstrip()[0] != "#"), "")


def _unspaced(at: _Failure, line: str) -> Diagnostic:
    place = at.text.rfind(line, 0, max(at.stop, at.since + len(line)))
    return at.finding(
        "a space is missing after this colon", "write key: value", place + line.index(":")
    )


def _no_colon(at: _Failure) -> Diagnostic:
    """A line that is neither key nor entry."""
    line = _line(at.text, at.since)
    if _UNSPACED.match(line):
        return _unspaced(at, line)
    message = f'"{short(line.strip())}" is neither "key: value" nor an entry "- …"'
    hint = (
        "write key: value; if it goes on with the text above, indent it or put that text in quotes"
    )
    return at.finding(message, hint, at.since)


def _in_brackets(at: _Failure) -> Diagnostic:
    """Something that does not fit into [ ] or { }."""
    opening = at.text[at.since]
    closing = {"[": "]", "{": "}"}.get(opening, "its closing bracket")
    if at.stop >= len(at.text.rstrip()) or "\n" in at.text[at.since : at.stop].rstrip():
        note = Note("here the reading stopped", at.span(at.stop))
        message = f"the {opening} that opens here is never closed"
        hint = f"add {closing}; put text with brackets in quotes"
        return error("P101", message, at.span(at.since), hint, (note,))
    if at.char == ":":
        return at.finding(
            f'a ": " cannot stand here, between {opening} and {closing}',
            "put a comma before the key that it belongs to, or quotes around a text that holds a"
            " colon",
        )
    return at.finding(
        f'expected a comma or {closing} before "{short(at.rest)}"',
        f"put a comma between entries, quotes around text; {_QUOTES_INSIDE}",
    )


_QUOTES_INSIDE = """inside '…' write an apostrophe twice (''), inside "…" write \\" for a quote"""


def _bad_start(at: _Failure) -> Diagnostic:
    """A plain text that begins with a sign of YAML's own."""
    scanned = at.context.startswith(("while scanning an", "while scanning a block"))
    start = at.since if scanned else at.stop
    message = f'a text cannot begin with "{at.text[start : start + 1]}" without quotes'
    return at.finding(message, "put it in quotes", start)


def _escape(at: _Failure) -> Diagnostic:
    return at.finding(
        "in double quotes a backslash begins a code, and this is none",
        r"write \\ for a backslash, or use single quotes",
    )


def _misplaced(at: _Failure) -> Diagnostic:
    """Something at a place where only a key or an entry could go on: bad indentation, or words
    after a closing quote.
    """
    reach = len(at.text[: at.stop].rstrip())
    if at.left.strip() and any(end == reach and at.text[i] in "\"'" for i, end in at.quoted):
        message = f'the text in quotes ends before "{short(at.rest.strip())}"'
        return at.finding(message, _QUOTES_INSIDE)
    if at.char in ("]", "}"):
        return at.finding(
            f'there is a "{at.char}" too many', "remove it, or put the text in quotes"
        )
    if at.left.strip():
        message = "nothing may follow a closing bracket on its line"
        return at.finding(message, "put the whole text in quotes")
    entry = at.text[at.stop : at.stop + 2] in ("- ", "-\n")
    if "collection" in at.context and not entry:
        message = 'here a list goes on: expected an entry that begins with "- "'
        return at.finding(message, 'indent the line under its entry, or begin it with "- "')
    if "collection" not in at.context and entry:
        message = "here a map goes on: expected a key, found a list entry"
        return at.finding(message, "indent the list under the key that it belongs to")
    if at.char == ":":
        return missing_key(at.span(at.stop))
    message = f"the line is indented by {_spaces(len(at.left))}, which fits no line above"
    return at.finding(message, "give what belongs together the same indentation")


def missing_key(span: Span) -> Diagnostic:
    """P108 for a colon with nothing before it."""
    return error("P108", "a key is missing before the colon", span, 'write a name before the ":"')


_SENTENCES = (
    # libyaml's own limit since 0.2.6: over brackets it reads ahead, past ours.
    (
        "nesting depth",
        "P802",
        "maps and lists are nested more than 1,000 deep",
        "make the data flatter",
    ),
    (
        "scanning a quoted scalar",
        "P101",
        "the quote {} that opens here is never closed",
        "add {} at the end of the text",
    ),
    (
        "sequence entries are not allowed",
        "P101",
        'a list cannot begin on the line of its key ("- ")',
        "begin the list on the next line, or put the text in quotes",
    ),
    ("directive", "P101", 'a line cannot begin with "%" here', "put the text in quotes"),
    (
        "document start",
        "P101",
        "the file goes on after its value is complete",
        'expected lines of "key: value", or entries that begin with "- "',
    ),
    (
        "tag",
        "P103",
        "YAML tags (!name) are not used here",
        "put the text in quotes if it begins with !; else remove the tag",
    ),
)
"""Words of libyaml's, with code, message and hint; {} is the character where it began."""
_EXPLANATIONS: tuple[tuple[str, Callable[[_Failure], Diagnostic]], ...] = (
    ("mapping values are not allowed", _colon),
    ("could not find expected ':'", _no_colon),
    ("found unknown escape", _escape),
    ("hexdecimal", _escape),
    ("mapping keys are not allowed", _bad_start),
    ("cannot start any token", _bad_start),
    ("scanning an alias", _bad_start),
    ("scanning an anchor", _bad_start),
    ("scanning a block scalar", _bad_start),
    ("parsing a flow", _in_brackets),
    ("node content", _bad_start),
    ("expected key", _misplaced),
    ("'-' indicator", _misplaced),
    ("<block end>", _misplaced),
)
