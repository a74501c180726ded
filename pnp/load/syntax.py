"""What breaks YAML's grammar, in the user's words: libyaml's few cryptic sentences, told apart
by looking at the line itself.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

import yaml

from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.load.brackets import within
from pnp.load.encoding import short, span_of, unprintable

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#")
_EATING = re.compile(
    r"#(?<=[ \t]#)(?=\S)"
)  # begins with a plain character, which is searched for twenty times as fast
_TAB = re.compile(r"^ *\t(?=[ \t]*[^\s#])", re.MULTILINE)
_UNSPACED = re.compile(r"""[\s\-]*+(?:(?<=-)|[^\s:"'#{\[]++):[^\s:/]""")
_NEVER = 1 << 60
_NEAR = 2_000

Ranges = Sequence[tuple[int, int]]


def suspicions(
    text: str, file: str, quoted: Ranges, ends: Collection[int], most: int, until: int | None = None
) -> list[Diagnostic]:
    """Comments that eat words (P106) and tabs in indentation (P105), up to where reading stopped
    and not many more than `most`.

    `quoted` holds from where to where quoted and block texts go, `ends` where brackets close: after
    either a comment cannot eat words.
    """
    if "\t" not in text and " #" not in text:
        return []
    closed = {end for _, end in quoted}.union(ends)
    starts = [start for start, _ in quoted]
    known = quoted[-1][1] if quoted else 0

    def inside(index: int) -> bool:
        before = bisect_right(starts, index) - 1
        return before >= 0 and index < quoted[before][1]

    found: list[Diagnostic] = []
    for index in _first_comments(text, inside, _NEVER if until is None else until):
        begin = text.rfind("\n", 0, index) + 1
        before = text[begin:index].rstrip()
        torn = until is not None and any(
            quote in text[max(begin, known) : index] for quote in "\"'"
        )
        if before and begin + len(before) not in closed and not torn:
            found.append(_eaten(text, file, index, before))
        if len(found) > most:
            break
    for match in (
        _TAB.finditer(text, 0, until if until is not None else len(text)) if "\t" in text else ()
    ):
        if len(found) <= most and not inside(match.start()):
            found.append(_tab(span_of(text, match.end() - 1, file)))
    return found


def _first_comments(text: str, inside: Callable[[int], bool], until: int) -> Iterator[int]:
    """Of each line's first comment the place, where it has no space after its #."""
    done = -1
    for match in _EATING.finditer(text):
        if match.start() >= until:
            return
        if match.start() < done or inside(match.start()):
            continue
        end = text.find("\n", match.start())
        done = end if end >= 0 else len(text)
        line = text.rfind("\n", 0, match.start()) + 1
        comments = (line + c.start() for c in _COMMENT.finditer(text[line:done]))
        if next(i for i in comments if not inside(i)) == match.start():
            yield match.start()


def _eaten(text: str, file: str, index: int, before: str) -> Diagnostic:
    rest = text[index:].split("\n", 1)[0].rstrip()
    lost = re.split(r"[,\]}]", rest)[0] if re.search(r"[\[{]", before) else rest
    value = re.split(r":[ \t]+|^[ \t]*-[ \t]+|[\[{,][ \t]*", before)[-1].strip()
    whole = lost if not value or value[-1] in ":-[{," else f"{value} {lost}"
    told = f'"{short(rest)}" is lost: a # after a space begins a comment'
    hint = (
        f"put the text in quotes: {_in_quotes(short(whole))}; or put a space after the # of a"
        " comment"
    )
    return error("P106", told, span_of(text, index, file), hint)


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def _in_quotes(text: str) -> str:
    return f"'{text}'" if '"' in text or "\\" in text else f'"{text}"'


def _tab(span: Span) -> Diagnostic:
    return error(
        "P105", "a tab stands where YAML wants spaces", span, "indent with spaces, two a level"
    )


_ODD_INDENT = re.compile(
    r"^[ \t]*(?:(?:- +)*[\w-]+:)?([\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff])", re.MULTILINE
)
"""What looks like a space, or like nothing, before the first word of a line or behind its key."""


def _odd_indent(at: _Stumble) -> Diagnostic | None:
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
    told = (
        f"a {unicodedata.name(char, 'space').lower()} (U+{ord(char):04X}) stands where YAML wants"
        " spaces; it only looks like one"
    )
    hint = "type the spaces anew; web pages and word processors bring such ones"
    return error("P105", told, span_of(at.text, found.start(1), at.file), hint)


class _Stumble(NamedTuple):
    """Where and why libyaml stopped: its sentence, the place, the line there, and what it was in
    the middle of.
    """

    text: str
    file: str
    problem: str
    stop: int
    context: str
    since: int
    quoted: Ranges

    @property
    def char(self) -> str:
        return self.text[self.stop : self.stop + 1]

    @property
    def begin(self) -> int:
        return self.text.rfind("\n", 0, self.stop) + 1

    def line(self, index: int) -> str:
        """The whole line around a place."""
        end = self.text.find("\n", index)
        return self.text[self.text.rfind("\n", 0, index) + 1 : end if end >= 0 else len(self.text)]

    def before(self) -> str:
        """The nearest line above that says something."""
        above = (
            line
            for line in reversed(self.text[: self.begin].split("\n"))
            if line.strip() and not line.lstrip().startswith("#")
        )
        return next(above, "")

    def told(
        self,
        message: str,
        hint: str,
        index: int | None = None,
        code: str = "P101",
        note: Note | None = None,
    ) -> Diagnostic:
        place = span_of(self.text, self.stop if index is None else index, self.file)
        return error(code, message, place, hint, (note,) if note else ())


def explained(
    text: str, file: str, problem: yaml.YAMLError, quoted: Ranges
) -> tuple[Diagnostic, int, int]:
    """A finding (P101, P103, P105, P802), the line since which a comment may be its cause, and
    the index up to which all was understood.
    """
    mark: Any = getattr(problem, "problem_mark", None)
    if mark is None:
        return unprintable(text, file), _NEVER, 0
    context: Any = getattr(problem, "context_mark", None)
    stop = min(mark.index, len(text))
    sentence, doing = (
        str(getattr(problem, "problem", "")),
        str(getattr(problem, "context", None) or ""),
    )
    begun = context.index if context else stop
    in_flow = "flow" in doing
    if in_flow and text[begun : begun + 1] not in ("[", "{"):
        begun = max(text.rfind("[", 0, stop), text.rfind("{", 0, stop), 0)
    at = _Stumble(text, file, sentence, stop, doing, begun, quoted)
    since = span_of(text, begun, file).line if in_flow else _NEVER
    return _finding(at), since, (begun if "quoted scalar" in doing else stop)


def _finding(at: _Stumble) -> Diagnostic:
    if at.char == "\t" or "tab character" in at.problem:
        return _tab(span_of(at.text, at.stop, at.file))
    if "\t" in at.text[at.begin : at.stop] and not at.text[at.begin : at.stop].strip():
        return _tab(span_of(at.text, at.text.index("\t", at.begin), at.file))
    if odd := _odd_indent(at):
        return odd
    start, end = at.quoted[-1] if at.quoted else (0, 0)
    reached = at.since if at.context.startswith("while scanning") else at.stop
    if at.text[start] in "\"'" and "\n" in at.text[start:end] and not at.text[end:reached].strip():
        return _swallowed(at, start, end)
    for sentence, explain in _SENTENCES:
        if sentence in at.problem or sentence in at.context:
            return explain(at)
    return at.told(
        f"this cannot be read as YAML: {at.problem}",
        "compare the indentation and quotes with the lines around it",
    )


def _colon(at: _Stumble) -> Diagnostic:
    """A ": " where no key can be."""
    left = at.text[at.begin : at.stop]
    match = re.match(r"[ \t]*(?:- +)*([^:]+):[ \t]+(.*)", left[:2000], re.DOTALL)
    if match:
        value = re.split(r"[ \t]#\s", match[2] + at.line(at.stop)[len(left) :])[0].strip()
        hint = f"put the whole text in quotes: {match[1].strip()}: {_in_quotes(short(value))}"
        return at.told(
            f'a second ": " in the line of "{match[1].strip()}" would begin another key', hint
        )
    above = at.before()
    if _UNSPACED.match(above):
        return _unspaced(at, above)
    if len(left.strip()) > 1024:
        return at.told(
            "a key has more than 1,024 characters",
            "shorten it, or put the line in quotes if it is text",
        )
    key, deep = left.strip().lstrip("- "), len(left) - len(left.lstrip())
    lists = (
        line
        for line in reversed(at.text[: at.begin].split("\n"))
        if line.lstrip(" ").startswith("- ")
    )
    other = next(lists, "") if left.lstrip().startswith("- ") else ""
    if other and len(other) - len(other.lstrip()) < deep:
        return _aslant(at, deep, len(other) - len(other.lstrip()), at.begin + deep)
    told = (
        f'"{short(key)}" is indented by {_spaces(deep)}; the line above it,'
        f' "{short(above.strip())}", cannot hold keys'
    )
    hint = "give keys that belong together the same indentation"
    return at.told(told, hint, at.begin + deep)


def _unspaced(at: _Stumble, line: str) -> Diagnostic:
    place = at.text.rfind(line, 0, max(at.stop, at.since + len(line)))
    index = place + line.index(":")
    return at.told("a space is missing after this colon", "write key: value", index)


def _no_colon(at: _Stumble) -> Diagnostic:
    """A line that is neither key nor entry."""
    line = at.line(at.since)
    if at.text[at.since] in "\"'":
        return at.told(
            "after this text in quotes a colon was expected", "write key: value", at.since
        )
    if _UNSPACED.match(line):
        return _unspaced(at, line)
    hint = (
        "write key: value; if it goes on with the text above, indent it or put that text in quotes"
    )
    return at.told(
        f'"{short(line.strip())}" is neither "key: value" nor an entry "- …"', hint, at.since
    )


def _open_quote(at: _Stumble) -> Diagnostic:
    quote = at.text[at.since]
    return at.told(
        f"the quote {quote} that opens here is never closed",
        f"add {quote} at the end of the text",
        at.since,
    )


def _open_bracket(at: _Stumble) -> Diagnostic:
    """Something that does not fit into [ ] or { }."""
    opening = at.text[at.since]
    closing = {"[": "]", "{": "}"}.get(opening, "its closing bracket")
    same_line = "\n" not in at.text[at.since : at.stop].rstrip()
    if at.stop >= len(at.text.rstrip()) or not same_line:
        note = Note("here the reading stopped", span_of(at.text, at.stop, at.file))
        hint = f"add {closing}; put text with brackets in quotes"
        return at.told(f"the {opening} that opens here is never closed", hint, at.since, note=note)
    if at.char == ":":
        told = f'a ": " cannot stand here, between {opening} and {closing}'
        return at.told(
            told,
            "put a comma before the key that it belongs to, or quotes around a text that holds a"
            " colon",
        )
    rest = at.line(at.stop)[at.stop - at.begin :]
    if (
        at.char not in "\"'[{"
        and not re.match(r"[\w-]+:\s", rest)
        and (torn := _torn(at))
        and at.text[at.quoted[-1][0]] in rest
    ):
        return torn
    told = f'expected a comma or {closing} before "{short(rest)}"'
    return at.told(told, "put a comma between entries, quotes around text")


def _bad_start(at: _Stumble) -> Diagnostic:
    """A plain text that begins with a sign of YAML's own."""
    start = (
        at.since
        if at.context.startswith(("while scanning an", "while scanning a block"))
        else at.stop
    )
    rest = at.line(start)[start - at.text.rfind("\n", 0, start) - 1 :].strip()
    told = f'a text cannot begin with "{at.text[start : start + 1]}" without quotes'
    rest = within(at.text[max(0, start - _NEAR) : start], rest)
    return at.told(told, f"put it in quotes: {_in_quotes(short(rest))}", start)


def _dash(at: _Stumble) -> Diagnostic:
    return at.told(
        'a list cannot begin on the line of its key ("- ")',
        "begin the list on the next line, or put the text in quotes",
    )


def _escape(at: _Stumble) -> Diagnostic:
    return at.told(
        "in double quotes a backslash begins a code, and this is none",
        r"write \\ for a backslash, or use single quotes",
    )


def _swallowed(at: _Stumble, start: int, end: int) -> Diagnostic:
    """A text in quotes that goes on over lines, and more behind its end: mostly the next text's
    opening quote has closed it.
    """
    quote = at.text[start]
    note = Note("it is closed only here", span_of(at.text, end - 1, at.file))
    told = f"the quote {quote} that opens here is not closed on its line"
    return at.told(told, f"add {quote} at the end of the text", start, note=note)


def _torn(at: _Stumble) -> Diagnostic | None:
    """Words right behind a text in quotes: most likely a quote inside the text has ended it."""
    left = at.text[at.begin : at.stop]
    reach = len(at.text[: at.stop].rstrip())
    start, end = next(((start, end) for start, end in reversed(at.quoted) if end <= reach), (0, 0))
    if end != reach or not left.strip() or at.text[start] not in "\"'":
        return None
    quote = at.text[start]
    hint = (
        "write an apostrophe twice ('') or use double quotes"
        if quote == "'"
        else 'write \\" for a quote inside the text'
    )
    note = Note(f"the quote {quote} opens here", span_of(at.text, start, at.file))
    return at.told(
        f'the text in quotes ends before "{short(at.line(at.stop)[len(left) :].strip())}"',
        hint,
        note=note,
    )


def _misplaced(at: _Stumble) -> Diagnostic:
    """Something at a place where only a key or an entry could go on: bad indentation, or words
    after a closing quote.
    """
    if torn := _torn(at):
        return torn
    left = at.text[at.begin : at.stop]
    if at.char in ("]", "}") and at.char:
        return at.told(f'there is a "{at.char}" too many', "remove it, or put the text in quotes")
    if left.strip():
        value = re.sub(r"^[ \t]*(?:- +)*(?:[^:{\[]+:[ \t]+)?", "", at.line(at.stop)).strip()
        return at.told(
            "nothing may follow a closing bracket on its line",
            f"put the whole text in quotes: {_in_quotes(short(value))}",
        )
    if "collection" in at.context:
        rest = at.line(at.stop)[len(left) :]
        if rest.startswith("- "):
            return _aslant(at, len(left), at.since - at.text.rfind("\n", 0, at.since) - 1, at.stop)
        if re.match(r"-[^\W\d]", rest):
            return at.told(
                "a space is missing after this dash", f"write - {short(rest[1:].strip())}"
            )
        told = 'here a list goes on: expected an entry that begins with "- "'
        return at.told(told, "indent the line under its entry, or begin it with - ")
    if at.text[at.stop : at.stop + 2] in ("- ", "-\n"):
        return at.told(
            "here a map goes on: expected a key, found a list entry",
            "indent the list under the key that it belongs to",
        )
    if at.char == ":":
        return at.told(
            "a key is missing before the colon", 'write a name before the ":"', code="P108"
        )
    told = f"the line is indented by {_spaces(len(left))}, which fits no line above"
    return at.told(told, "give keys that belong together the same indentation")


def _aslant(at: _Stumble, deep: int, others: int, index: int) -> Diagnostic:
    told = f"this entry is indented by {_spaces(deep)}, the others by {others}"
    return at.told(told, "give all entries of a list the same indentation", index)


def _directive(at: _Stumble) -> Diagnostic:
    index = at.since if at.context else at.stop
    return at.told('a line cannot begin with "%" here', "put the text in quotes", index)


def _over(at: _Stumble) -> Diagnostic:
    """More after a value that filled the whole file."""
    if at.char == "%":
        return _directive(at)
    return at.told(
        "the file goes on after its value is complete",
        'expected lines of "key: value", or entries that begin with "- "',
    )


def _tag_handle(at: _Stumble) -> Diagnostic:
    return at.told(
        "YAML tags (!name) are not used here",
        "put the text in quotes if it begins with !; else remove the tag",
        code="P103",
    )


_SENTENCES: tuple[tuple[str, Callable[[_Stumble], Diagnostic]], ...] = (
    # libyaml's own limit since 0.2.6: over brackets it reads ahead, past ours.
    (
        "nesting depth",
        lambda at: at.told(
            "maps and lists are nested more than 1,000 deep", "make the data flatter", code="P802"
        ),
    ),
    ("mapping values are not allowed", _colon),
    ("could not find expected ':'", _no_colon),
    ("found unknown escape", _escape),
    ("hexdecimal", _escape),
    ("scanning a quoted scalar", _open_quote),
    ("sequence entries are not allowed", _dash),
    ("mapping keys are not allowed", _bad_start),
    ("cannot start any token", _bad_start),
    ("scanning an alias", _bad_start),
    ("scanning an anchor", _bad_start),
    ("scanning a block scalar", _bad_start),
    ("parsing a flow", _open_bracket),
    ("node content", _bad_start),
    ("directive", _directive),
    ("document start", _over),
    ("tag", _tag_handle),
    ("expected key", _misplaced),
    ("'-' indicator", _misplaced),
    ("<block end>", _misplaced),
)
