"""What is wrong, where, and what to do next: the one shape in which any stage speaks of a user's
data.

A stage never prints. It returns diagnostics beside its value, or raises `Problems` when there is no
value to return. Codes come in families: P1 YAML and CSV, P2 data, P3 layout and templates, P4
assets, P5 promises, P6 print runs, P7 output, P8 safety.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

_SHEET = re.compile(r"(.+\.(?:xlsx|ods))!(.*)", re.IGNORECASE | re.DOTALL)


class Span(NamedTuple):
    """A place in a file: its name as shown to the user, and line and column from 1 (0 where the
    whole file is meant). In a workbook the name is `FILE.xlsx!SHEET`, a place is that of a cell.
    """

    file: str
    line: int = 0
    column: int = 0

    @property
    def sheet(self) -> tuple[str, str] | None:
        """The file and the sheet of a place in a workbook."""
        found = _SHEET.fullmatch(self.file)
        return (found[1], found[2]) if found else None

    @property
    def cell(self) -> str:
        """A place in a sheet as spreadsheets call it, such as C37."""
        letters, rest = "", self.column
        while rest:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(65 + letter) + letters
        return f"{letters}{self.line}"

    def __str__(self) -> str:
        if self.line and self.sheet:
            return f"{self.file}!{self.cell}"
        parts = [self.file, *(str(n) for n in (self.line, self.column) if n)]
        return ":".join(parts)


class Severity(StrEnum):
    """How much a finding weighs: an error stops the build, a warning only with `--strict`."""

    ERROR = "error"
    WARNING = "warning"


class Note(NamedTuple):
    """A second place involved, or one more fact."""

    message: str
    span: Span | None = None


class Diagnostic(NamedTuple):
    """One finding. The message says what is and what was expected; the hint is the next action."""

    severity: Severity
    code: str
    message: str
    span: Span | None = None
    hint: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether this finding stops the pipeline."""
        return self.severity is Severity.ERROR


def error(
    code: str, message: str, span: Span | None = None, hint: str = "", notes: Iterable[Note] = ()
) -> Diagnostic:
    """An error diagnostic."""
    return Diagnostic(Severity.ERROR, code, message, span, hint, tuple(notes))


def warning(
    code: str, message: str, span: Span | None = None, hint: str = "", notes: Iterable[Note] = ()
) -> Diagnostic:
    """A warning diagnostic."""
    return Diagnostic(Severity.WARNING, code, message, span, hint, tuple(notes))


MOST_ALIKE = 2
"""Findings on the data of one file that are alike and said one by one."""
_MOST_CURES, _MOST_LINES = 20, 200
"""What a finding says of those that are like it: different hints, and ranges of lines."""
_VALUES = re.compile(r'((?:no|key|field) )?"[^"]*"(: | of this)?|\d+')
"""What may differ in messages that are alike; the names of fields and keys may not."""


class Problems(Exception):
    """The user's data cannot be used: carries every diagnostic found so far; none where all that
    is wrong has been told.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(text(d) for d in self.diagnostics))

    def __reduce__(self) -> tuple[type[Problems], tuple[tuple[Diagnostic, ...]]]:
        return (Problems, (self.diagnostics,))


def refusal(
    code: str, message: str, span: Span | None = None, hint: str = "", notes: Iterable[Note] = ()
) -> Problems:
    """`Problems` with one error."""
    return Problems([error(code, message, span, hint, notes)])


_STATUS = (("P70", 5), ("P71", 5), ("P72", 5), ("P8", 4), ("P1", 3), ("P730", 3))
"""The gravest families first.

P73 speaks of what was written before: findings, but for a PDF that cannot be read.
"""


def exit_code(diagnostics: Iterable[Diagnostic], *, strict: bool = False) -> int:
    """0 nothing that stops, 1 findings, 3 unreadable input, 4 refused, 5 output not written: the
    gravest error wins.

    With `strict` a warning counts as a finding, whatever its family: what it speaks of was read, or
    written.
    """
    found = list(diagnostics)
    codes = {d.code for d in found if d.is_error}
    for family, status in _STATUS:
        if any(code.startswith(family) for code in codes):
            return status
    return 1 if codes or (strict and found) else 0


def collapsed(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Findings on data; of many that are alike in one file only the first, which says where the
    others are, and what to do there if that is something else.
    """
    alike: dict[tuple[str, ...], list[Diagnostic]] = {}
    for d in dict.fromkeys(found):
        message = _VALUES.sub(lambda m: m[0] if m[1] or m[2] else "", d.message)
        cure = re.sub(r"\d+", "", d.hint.partition('"')[0])
        alike.setdefault((d.code, d.span.file if d.span else "", message, cure), []).append(d)
    few: list[Diagnostic] = []
    for rows in alike.values():
        if len(rows) > MOST_ALIKE and rows[0].code.startswith(("P1", "P2")):
            rows = [rows[0]._replace(notes=(*rows[0].notes, Note(_others(*rows))))]
        few += rows
    return few


def _others(first: Diagnostic, *others: Diagnostic) -> str:
    """Where findings are that are like a first one, by what is to be done."""
    cures: dict[str, list[Diagnostic]] = {re.sub(r"\d+", "", first.hint): []}
    for d in others:
        cures.setdefault(re.sub(r"\d+", "", d.hint), []).append(d)
    same, *different = cures.values()
    parts = [f"in {_lines(same)}"] if same else []
    parts += [f"in {_lines(those)}: {those[0].hint}" for those in different[:_MOST_CURES]]
    if rest := [d for those in different[_MOST_CURES:] for d in those]:
        parts.append(f"in {_lines(rest)}")
    return f"and {len(others)} more like it, {'; '.join(parts)}"


def _lines(found: Sequence[Diagnostic]) -> str:
    """The lines of findings, or rows of a sheet, those that follow each other as from–to."""
    word = "row" if any(d.span and d.span.sheet is not None for d in found) else "line"
    lines = sorted({d.span.line for d in found if d.span})
    ranges: list[list[int]] = []
    for line in lines:
        if ranges and line == ranges[-1][-1] + 1:
            ranges[-1][1:] = [line]
        else:
            ranges.append([line])
    shown = ", ".join("–".join(map(str, one)) for one in ranges[:_MOST_LINES])
    more = ", …" if len(ranges) > _MOST_LINES else ""
    return f"{word}{'s' if len(lines) > 1 else ''} {shown}{more}"


def order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics without doubles, by file and place, errors before warnings at one place."""
    return sorted(
        dict.fromkeys(diagnostics),
        key=lambda d: (d.span or Span(""), not d.is_error, d.code, _natural(d.message)),
    )


def _natural(text: str) -> list[tuple[int, str]]:
    """A text as people sort it: 2 before 10."""
    return [
        (int(part), "") if part.isdecimal() and part.isascii() else (-1, part)
        for part in re.split(r"([0-9]{1,18})", text)
    ]


def raise_errors(diagnostics: Sequence[Diagnostic]) -> None:
    """Raise `Problems` with all of them when at least one is an error."""
    if any(d.is_error for d in diagnostics):
        raise Problems(diagnostics)


MAX_HINTS = 50
"""Names for which the nearest is looked for where one and the same thing is misspelt again and
again; those after it have no such hint.
"""
MANY = 500
"""Names that are all compared with a misspelt one; of more only those that begin or end alike."""


def is_slip(name: str, meant: str) -> bool:
    """Whether a name differs from the one that was meant by one letter – lacking, too many,
    another – or by two exchanged.
    """
    first = next(
        (n for n, (one, other) in enumerate(zip(name, meant, strict=False)) if one != other),
        min(len(name), len(meant)),
    )
    rest, right = name[first:], meant[first:]
    return name != meant and (
        right in (rest[1:], rest[1::-1] + rest[2:]) or right[1:] in (rest, rest[1:])
    )


def near(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known names most like a misspelt one, best first."""
    return list(_near(name, tuple(known), limit))


@lru_cache(maxsize=256)
def _near(name: str, known: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """The same, once for a name that is misspelt in many places: a millisecond among a few
    hundred names.
    """
    import difflib  # a millisecond, where nothing is misspelt

    by_fold: dict[str, str] = {}
    for candidate in known:
        by_fold.setdefault(candidate.casefold(), candidate)
    folded = name.casefold()
    candidates: Iterable[str] = by_fold if len(by_fold) <= MANY else _neighbours(folded, by_fold)
    return tuple(
        by_fold[match] for match in difflib.get_close_matches(folded, candidates, limit, 0.6)
    )


def _neighbours(name: str, known: Iterable[str]) -> list[str]:
    """The names that stand nearest to one in a dictionary, and in one that is read from behind."""
    found: dict[str, None] = {}
    for turn in (1, -1):
        words = sorted(word[::turn] for word in known)
        at = bisect(words, name[::turn])
        found |= dict.fromkeys(
            word[::turn] for word in words[max(0, at - MANY // 10) : at + MANY // 10]
        )
    return list(found)


NAMED = 6
"""Things of one finding that are named; the others are counted."""


def listed(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def did_you_mean(name: str, known: Iterable[str], few: int = 12) -> str:
    """A hint naming the nearest known names; all of them when they are `few` at most and none is
    near; else empty.
    """
    names = list(known)
    close = near(name, names)
    if close:
        return "did you mean " + " or ".join(f'"{n}"' for n in close) + "?"
    if 0 < len(names) <= few:
        return "known here: " + ", ".join(sorted(names))
    return ""


# What a game's texts could do to a terminal: move its cursor, colour it, turn its direction, end a
# line.
_TURNS_AND_ENDS = (0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
_CONTROLS = dict.fromkeys([*range(32), *range(127, 160), *_TURNS_AND_ENDS], "�")


_BUT_LINES = {char: sign for char, sign in _CONTROLS.items() if char != ord("\n")}


def plain(text: str) -> str:
    """A text for a terminal: lines as they are, every other control character as a sign."""
    return text.translate(_BUT_LINES)


def text(diagnostic: Diagnostic, *, concise: bool = False) -> str:
    """`file:line:col: error P501 message`, then notes and hint indented (left out when concise)."""
    where = f"{diagnostic.span}: " if diagnostic.span else ""
    lines = [f"{where}{diagnostic.severity} {diagnostic.code} {diagnostic.message}"]
    if not concise:
        for note in diagnostic.notes:
            lines.append(f"  {note.span}: {note.message}" if note.span else f"  {note.message}")
        if diagnostic.hint:
            lines.append(f"  hint: {diagnostic.hint}")
    return "\n".join(line.translate(_CONTROLS) for line in lines)


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON array, one object a diagnostic; spans as file, line, column, in a workbook sheet."""

    def place(span: Span | None) -> dict[str, Any] | None:
        if span and (parts := span.sheet):
            return {**span._asdict(), "file": parts[0], "sheet": parts[1]}
        return span._asdict() if span else None

    rows = [
        {
            **d._asdict(),
            "span": place(d.span),
            "notes": [{"message": n.message, "span": place(n.span)} for n in d.notes],
        }
        for d in diagnostics
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1)


def github(diagnostic: Diagnostic) -> str:
    """A GitHub Actions workflow command, so that findings show up beside the line they speak of."""

    def escaped(value: str) -> str:
        value = value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        return value.translate(_CONTROLS)

    place, message = "", diagnostic.message
    if span := diagnostic.span:
        if parts := span.sheet:
            message = f"{parts[1]}!{span.cell}: {message}"
        name = escaped(parts[0] if parts else span.file).replace(":", "%3A").replace(",", "%2C")
        place = f"file={name},line={max(span.line, 1)},col={max(span.column, 1)},"
    lines = [message, *(note.message for note in diagnostic.notes)]
    body = escaped("\n".join([*lines, diagnostic.hint] if diagnostic.hint else lines))
    return f"::{diagnostic.severity} {place}title={diagnostic.code}::{body}"


def downgraded(diagnostic: Diagnostic) -> Diagnostic:
    """The same finding as a warning (what `--draft` does to broken promises)."""
    return diagnostic._replace(severity=Severity.WARNING)
