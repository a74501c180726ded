"""A spreadsheet's CSV into the same shape as a YAML list of maps: one map a row, text or None a
cell, each with its place.

Reading is strict where a slip would shift cells: quotes that do not close, rows longer than the
header, columns named twice. A cell's column is the character where it begins, so that an editor
jumps to it; its key is placed at the header.
"""

from __future__ import annotations

import re
from array import array
from codecs import BOM_UTF8

from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, raise_errors, refusal, warning
from pnp.load.encoding import UNPRINTABLE, UTF16_MARKS, character, refuse_double_encoding, span_of
from pnp.load.files import DEFAULT, Limits
from pnp.load.table import NAMELESS, SPOILT, Place, Table, is_empty, spoilt
from pnp.load.yaml import IN_A_ROW, NOTHING, Seq

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_RECORD = r'(?>(?:"[^"]*"|[^"\n])*)'
_QUOTED = r'"[^"]*"'
_NAMED = r'(?i)"?sep=(.)"?[,;\t|]*'
"""A first line by which spreadsheets tell each other what stands between cells."""
Cells = tuple[list[str | None], list[Place], int]
"""The cells of a record, where each begins, and the index of the line after it."""


def parse(
    data: bytes, file: str, limits: Limits = DEFAULT, header: int = 0, rest: bool = False
) -> tuple[Seq, tuple[Diagnostic, ...]]:
    """The rows below the header, and warnings (P121 not UTF-8, P126 two delimiters fit).

    A first line `sep=;` names the delimiter; lines before the line `header` are passed over,
    with `rest` columns without a name as well.

    Rows without a single cell, or with nothing but FALSE, are left out.

    Raises Problems (P107, P122 to P128, P801, P803).
    """
    if len(data) > limits.text_bytes:
        message = f"the file has {len(data):,} bytes; at most {limits.text_bytes:,} are read"
        raise refusal("P801", message, Span(file), "split it into several files")
    found: list[Diagnostic] = []
    text = _decoded(data, file, found)
    lines = text.split("\n")
    above = max(header - 1, 0)
    lines[:above] = [""] * min(above, len(lines))
    first = _first_filled(lines, 0)
    named = re.fullmatch(_NAMED, lines[first].rstrip(" "))
    if named and named[1] in _DELIMITERS:
        delimiter = named[1]
        lines[first] = ""
        first = _first_filled(lines, first)
    else:
        delimiter = _delimiter("\n".join(lines[first:]), Span(file, first + 1, 1), found)
    reading = _Reading(lines, delimiter, Table(file, limits, found, rest))
    names, places, body = reading.cells(first)
    columns = reading.header(names, places)
    rows = reading.records(columns, Span(file, first + 1, 1), body)
    if another := _other_delimiter(rows, delimiter, [*columns]):
        found[:] = [*(d for d in found if d.code != "P124"), another]
    if any(sign in text for sign in ("#", "=", "@", "Err:")) and (
        '="' in text or re.search(SPOILT, text)
    ):
        found += spoilt(rows)
    raise_errors(found)
    return rows, tuple(found)


def _first_filled(lines: list[str], since: int) -> int:
    return next((i for i, line in enumerate(lines) if line.strip()), since)


def _decoded(data: bytes, file: str, found: list[Diagnostic]) -> str:
    """The text with \\n as line ends:

    UTF-8, UTF-16 with its mark, or what older spreadsheets write, Windows-1252.
    """
    try:
        if data[:2] in UTF16_MARKS:
            text = data.decode("utf-16")
        else:
            data = data.removeprefix(BOM_UTF8)
            try:
                text = data.decode()
            except UnicodeDecodeError as problem:
                text = data.decode("cp1252")
                line = data.count(b"\n", 0, problem.start) + 1
                sign = data[problem.start : problem.start + 1].decode("cp1252")
                message = (
                    "the file is not UTF-8; it was read as Windows-1252, so that byte"
                    f' 0x{data[problem.start]:02X} is "{sign}"'
                )
                found.append(warning("P121", message, Span(file, line), "save it as CSV UTF-8"))
    except UnicodeDecodeError:
        message = "the file is no text in UTF-8, UTF-16 or Windows-1252"
        raise refusal("P107", message, Span(file), "save it as CSV UTF-8") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    refuse_double_encoding(text, file)
    if match := re.search(UNPRINTABLE, text):
        message = f"an invisible character ({character(match[0])}) stands here"
        hint = "delete it in the spreadsheet and save again"
        raise Problems([*found, error("P128", message, span_of(text, match.start(), file), hint)])
    return text


def _delimiter(text: str, span: Span, found: list[Diagnostic]) -> str:
    """What stands between the names of the header most often."""
    record = re.match(_RECORD, text)
    head = re.sub(_QUOTED, "", record[0] if record else "")
    counts = {delimiter: head.count(delimiter) for delimiter in _DELIMITERS}
    best = max(counts, key=lambda delimiter: counts[delimiter])
    equal = [_DELIMITERS[d] for d, count in counts.items() if count == counts[best] and count]
    if len(equal) > 1:
        fits = f"the header fits {' and '.join(equal)} equally well"
        message = f"{fits}; the {_DELIMITERS[best]} was taken"
        found.append(warning("P126", message, span, "put names that hold such a sign in quotes"))
    return best


def _other_delimiter(rows: Seq, delimiter: str, header: list[str]) -> Diagnostic | None:
    """P124 where the names of the header and the rows below it have different delimiters."""
    one = len(header) == 1
    firsts = header if one else [row[header[0]] for row in rows if not any(list(row.values())[1:])]
    if not rows or (not one and len(firsts) < len(rows)):
        return None
    for other in _DELIMITERS:
        if other != delimiter and all(_splits(cell, other, len(header)) for cell in firsts):
            what, those = ("file", "its header") if one else ("header", "all rows below it")
            message = (
                f"the {what} is taken to be parted by {_DELIMITERS[delimiter]}s, {those} by"
                f" {_DELIMITERS[other]}s"
            )
            hint = (
                "save the file again with one sign between cells, in its first line (sep=) as well"
            )
            return error("P124", message, rows.span(), hint)
    return None


def _splits(cell: str | None, delimiter: str, width: int) -> bool:
    """Whether a cell is a whole row of words that another delimiter separates."""
    parts = (cell or "").split(delimiter)
    return len(parts) >= max(width, 2) and all(any(map(str.isalnum, part)) for part in parts[:2])


def _cut_by_delimiter(
    lines: list[str], cells: list[str | None], places: list[Place]
) -> Place | None:
    """Where a cell begins whose quote, having a space before it, does not keep it together: the
    next ones are its rest.
    """
    for index, (cell, (line, column)) in enumerate(zip(cells, places, strict=True)):
        spaced = (
            cell
            and cell[0] in " \t"
            and cell.lstrip()[:1] == '"'
            and cell.count('"') % 2
            and lines[line - 1][column - 1] != '"'
        )
        if spaced and any(rest and rest.rstrip().endswith('"') for rest in cells[index + 1 :]):
            return line, column
    return None


class _Reading(Table):
    """A CSV file that is being read."""

    def __init__(self, lines: list[str], delimiter: str, table: Table) -> None:
        super().__init__(table.file, table.limits, table.found, table.rest)
        self.lines, self.delimiter = lines, delimiter
        self.name = _DELIMITERS[delimiter]

    def records(self, header: dict[str, Place], span: Span, index: int) -> Seq:
        """The map of every record from a line on.

        Finds rows longer or shorter than the header (P124). Raises Problems (P125, P127, P803).
        """
        lines, width, rows = self.lines, len(header), self.begin(header, span)
        quote_it = (
            f"put a cell that holds a {self.name} in straight double quotes, with no space before"
            " them"
        )
        long = short = 0
        while index < len(lines):
            if not lines[index].strip():
                index += 1
                continue
            number = index + 1
            cells, places, index = self.cells(index)
            if is_empty(cells):
                continue
            if any(cells[width:]):
                last = max(i for i, cell in enumerate(cells) if cell) + 1
                message = f"the row has {last} cells; the header has {width}"
                hint = f"{quote_it}; or name the column"
                if last <= self.width:
                    hint = f"column {last} has no name: {NAMELESS}"
                self.add("P124", message, places[width], hint)
                long += 1
            elif ' "' in lines[number - 1] and (cut := _cut_by_delimiter(lines, cells, places)):
                message = (
                    f"a space stands before the quote of this cell, so that the {self.name} in"
                )
                self.add("P124", f"{message} it parts it", cut, quote_it)
            elif len(cells) < width:
                # A cell that was left out between others has moved all that follow: only who wrote
                # the row knows whether one was.
                count = f"{len(cells)} cell{'s' if len(cells) > 1 else ''}"
                message = f"the row has {count}; the header has {width}"
                hint = (
                    f"write a {self.name} for each empty cell as well, also at the end of the row"
                )
                self.add("P124", message, places[-1], hint)
                short += 1
            if len(cells) < width:
                places += places[-1:] * (width - len(cells))
                cells += [None] * (width - len(cells))
            both = zip(header.values(), places, strict=False)
            spots = array("I", [n for pair in both for place in pair for n in place])
            self.put((number, 1), cells, spots)
            if len(self.found) >= self.limits.findings:
                raise Problems(self.found)
        if len(rows) > 1 and len(rows) in (long, short):  # then it is the header
            have = f"all {len(rows)} rows below it have {'more' if long else 'fewer'} cells"
            message = f"the header has {width} name{'s' if width > 1 else ''}; {have}"
            hint = (
                f"name every column in the first row; or say which row has the names: {IN_A_ROW}"
                if width == 1
                else "name every column in the first row"
                if long
                else "take out the names that have no cells"
            )
            self.found[-len(rows) :] = [error("P124", message, span, hint)]
        return rows

    def cells(self, index: int) -> Cells:
        """The record that begins on a line. Raises Problems (P125, P127)."""
        line = self.lines[index]
        if '"' in line:
            return self._quoted_cells(index)
        number, column = index + 1, 1
        cells: list[str | None] = []
        places: list[Place] = []
        for cell in line.split(self.delimiter):
            cells.append(None if cell.strip() in NOTHING else cell)
            places.append((number, column))
            column += len(cell) + 1
        return cells, places, number

    def _quoted_cells(self, index: int) -> Cells:
        cells: list[str | None] = []
        places: list[Place] = []
        line, at = self.lines[index], 0
        while True:
            places.append((index + 1, at + 1))
            if line.startswith('"', at):
                text, index, at = self._quoted(index, at + 1, places[-1])
                line = self.lines[index]
                if at < len(line) and line[at] != self.delimiter:
                    note = Note("the cell begins here", Span(self.file, *places[-1]))
                    message = "the cell goes on after its closing quote"
                    hint = "write a quote inside a quoted cell twice"
                    self.fail("P127", message, (index + 1, at + 1), hint, (note,))
            else:
                end = line.find(self.delimiter, at)
                end = len(line) if end < 0 else end
                text, at = line[at:end], end
            cells.append(None if text.strip() in NOTHING else text)
            if at >= len(line):
                return cells, places, index + 1
            at += 1

    def _quoted(self, index: int, at: int, opened: Place) -> tuple[str, int, int]:
        """The text of a quoted cell, from behind its quote; then line index and character behind
        its end. Raises Problems (P125).
        """
        parts: list[str] = []
        while True:
            line = self.lines[index]
            end = line.find('"', at)
            if end < 0:
                parts += (line[at:], "\n")
                index, at = index + 1, 0
                if index == len(self.lines):
                    message = "the quote that opens here is never closed"
                    hint = 'add " at the end of the cell; write a quote inside it twice'
                    self.fail("P125", message, opened, hint)
                continue
            parts.append(line[at:end])
            if not line.startswith('"', end + 1):
                return "".join(parts), index, end + 1
            parts.append('"')
            at = end + 2
