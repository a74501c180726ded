"""Explains what breaks YAML's grammar: takes a text and libyaml's complaint, gives findings in a
writer's words. Finds comments that eat words and tabs in indentation, of which YAML says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from typing import Any

import yaml

from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.load.encoding import short, span_of, unprintable

_COMMENT = re.compile(r"#(?<![^ \t\n]#)(?=(.{0,61}))")  # searched for by its first character
_TAB = re.compile(r"^ *\t(?=[ \t]*[^\s#])", re.MULTILINE)
_UNSPACED = re.compile(r"""[\s\-]*+(?:(?<=-)|[^\s:"'#{\[]++):[^\s:/]""")
_ODD_INDENT = r"(?m)^[ \t]*(?:(?:- +)*[\w-]+:)?([\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff])"
"""What looks like a space, or like nothing, before the first word of a line or behind its key."""
_WORDS = re.compile(r"^[ \t]*[^\s#].*", re.MULTILINE)
"""A line that is neither empty nor a comment."""

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
    for match in _COMMENT.finditer(text, 0, stop):
        index, rest = match.start(), match[1]
        if index < line_end or inside(index):
            continue
        line_end = text.find("\n", index) % (len(text) + 1)
        begin = text.rfind("\n", 0, index) + 1
        before = text[begin:index].rstrip()
        open_quote = until is not None and re.search("[\"']", text[max(begin, known) : index])
        if (
            rest.strip()[:1] != rest[:1]
            or not before
            or begin + len(before) in closed
            or open_quote
        ):
            continue
        message = f'"{short(f"#{rest}".rstrip())}" is lost: a # after a space begins a comment'
        hint = "put the text in quotes; or put a space after the # of a comment"
        found.append(error("P106", message, span_of(text, index, file), hint))
        if len(found) > most:
            break
    for match in _TAB.finditer(text, 0, stop) if "\t" in text else ():
        if len(found) <= most and not inside(match.start()):
            found.append(_tab(span_of(text, match.end() - 1, file)))
    return found


def _tab(span: Span) -> Diagnostic:
    hint = "indent with spaces, two a level"
    return error("P105", "a tab stands where YAML wants spaces", span, hint)


class _Failure:
    """Where and why libyaml stopped: its complaint, where that began (`since`), the parts of the
    line before and behind the place, and the texts in quotes before it.
    """

    def __init__(self, text: str, file: str, problem: Any, quoted: Ranges) -> None:
        self.text, self.file, self.quoted = text, file, quoted
        self.context = str(problem.context or "")
        self.complaint = f"{problem.problem} {self.context}"
        self.stop = min(problem.problem_mark.index, len(text))
        self.since = problem.context_mark.index if problem.context_mark else self.stop
        self.in_flow = "flow" in self.context
        if self.in_flow and text[self.since : self.since + 1] not in ("[", "{"):
            self.since = max(text.rfind("[", 0, self.stop), text.rfind("{", 0, self.stop), 0)
        self.begin = text.rfind("\n", 0, self.stop) + 1
        self.left = text[self.begin : self.stop]
        self.rest = text[self.stop :].partition("\n")[0]

    def span(self, index: int) -> Span:
        return span_of(self.text, index, self.file)

    def finding(self, message: str, hint: str, index: int | None = None) -> Diagnostic:
        return error("P101", message, self.span(self.stop if index is None else index), hint)


def explained(
    text: str, file: str, problem: yaml.YAMLError, quoted: Ranges, ends: Collection[int], most: int
) -> list[Diagnostic]:
    """Why a file breaks YAML's grammar (P101, P103, P105, P802), with the comments and tabs before
    that; not the first where a comment has eaten the bracket that is missing.
    """
    if not hasattr(problem, "problem_mark"):
        return [unprintable(text, file)]
    at = _Failure(text, file, problem, quoted)
    until = at.since if "quoted scalar" in at.context else at.stop
    eaten = comments_and_tabs(text, file, quoted, ends, most, until)
    since = at.span(at.since).line
    if at.in_flow and any(d.code == "P106" and d.span and since <= d.span.line for d in eaten):
        return eaten
    finding = _finding(at)
    return [finding, *(d for d in eaten if d.span != finding.span)]


def _finding(at: _Failure) -> Diagnostic:
    if at.rest[:1] == "\t" or "tab character" in at.complaint:
        return _tab(at.span(at.stop))
    if "\t" in at.left and not at.left.strip():
        return _tab(at.span(at.text.index("\t", at.begin)))
    if found := _odd_indent(at) or _swallowed(at):
        return found
    for words, code, message, hint in _SENTENCES:
        if re.search(words, at.complaint):
            first = at.text[at.since : at.since + 1]
            return error(code, message.format(first), at.span(at.since), hint.format(first))
    for words, explain in _EXPLANATIONS:
        if re.search(words, at.complaint):
            return explain(at)
    hint = "compare the indentation and quotes with the lines around it"
    return at.finding(f"this cannot be read as YAML: {at.complaint.strip()}", hint)


def _odd_indent(at: _Failure) -> Diagnostic | None:
    """P105 where the line at which reading stopped, or one of those above it, is indented by what
    is no space.
    """
    before = at.text[: at.stop + 1]
    near = "\n".join(before.split("\n")[-4:])
    found = re.search(_ODD_INDENT, near)
    if found is None:
        return None
    char = found[1]
    message = (
        f"a {unicodedata.name(char, 'space').lower()} (U+{ord(char):04X}) stands where YAML wants"
        " spaces; it only looks like one"
    )
    hint = "type the spaces anew; web pages and word processors bring such ones"
    place = at.span(len(before) - len(near) + found.start(1))
    return error("P105", message, place, hint)


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
    *_, start = (0, *(match.start() for match in _WORDS.finditer(at.text, 0, at.begin)))
    if found := _slashes(at, start) or _unspaced(at, start):
        return found
    deep = len(at.left) - len(at.left.lstrip())
    above = at.text[start:].partition("\n")[0].strip()
    message = (
        f'"{short(at.left.strip().lstrip("- "))}" is indented by {_spaces(deep)}; the line above'
        f' it, "{short(above)}", cannot hold keys'
    )
    hint = "give keys that belong together the same indentation"
    return at.finding(message, hint, at.begin + deep)


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def _slashes(at: _Failure, start: int) -> Diagnostic | None:
    """A line that begins as comments of other languages do."""
    line = at.text[start:].partition("\n")[0]
    words = line.strip()
    if not words.startswith(("//", "/*")):
        return None
    message = f'"{short(words)}" is no comment in YAML'
    return at.finding(message, "begin a comment with #", start + line.index(words))


def _unspaced(at: _Failure, start: int) -> Diagnostic | None:
    """A line that begins with `key:value`."""
    key = _UNSPACED.match(at.text, start)
    message = "a space is missing after this colon"
    return at.finding(message, "write key: value", key.end() - 2) if key else None


def _no_colon(at: _Failure) -> Diagnostic:
    """A line that is neither key nor entry."""
    start = at.text.rfind("\n", 0, at.since) + 1
    line = at.text[start:].partition("\n")[0]
    message = f'"{short(line.strip())}" is neither "key: value" nor an entry "- …"'
    hint = (
        "write key: value; if it goes on with the text above, indent it or put that text in quotes"
    )
    return _slashes(at, start) or _unspaced(at, start) or at.finding(message, hint, at.since)


def _in_brackets(at: _Failure) -> Diagnostic:
    """Something that does not fit into [ ] or { }."""
    opening = at.text[at.since]
    closing = {"[": "]", "{": "}"}.get(opening, "its closing bracket")
    if at.stop >= len(at.text.rstrip()) or "\n" in at.text[at.since : at.stop].rstrip():
        note = Note("here the reading stopped", at.span(at.stop))
        message = f"the {opening} that opens here is never closed"
        hint = f"add {closing}; put text with brackets in quotes"
        return error("P101", message, at.span(at.since), hint, (note,))
    if at.rest[:1] == ":":
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
    if at.rest[:1] in ("]", "}"):
        return at.finding(
            f'there is a "{at.rest[0]}" too many', "remove it, or put the text in quotes"
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
    if at.rest[:1] == ":":
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
    (
        "mapping keys|cannot start any token|scanning an a|a block scalar|content while .* block",
        "P101",
        'a text cannot begin with "{}" without quotes',
        "put it in quotes",
    ),
)
"""A pattern of libyaml's words, with code, message and hint; {} is the character where it began."""
_EXPLANATIONS: tuple[tuple[str, Callable[[_Failure], Diagnostic]], ...] = (
    ("mapping values are not allowed", _colon),
    ("could not find expected ':'", _no_colon),
    ("unknown escape|hexdecimal", _escape),
    ("parsing a flow", _in_brackets),
    ("expected key|'-' indicator|<block end>", _misplaced),
)
