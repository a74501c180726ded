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

from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, raise_errors, warning
from pnp.load.encoding import UNPRINTABLE, span_of
from pnp.load.garbled import garbled
from pnp.load.limits import DEFAULT, Limits
from pnp.load.yaml import Map, Seq

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_RECORD = re.compile(r'(?>(?:"[^"]*"|[^"\n])*)')
_QUOTED = re.compile(r'"[^"]*"')
_NAMED = re.compile(r'"?sep=(.)"?[,;\t|]*', re.IGNORECASE)
"""A first line by which spreadsheets tell each other what stands between cells."""


_SPOILT = re.compile(
    r"#(?:(?:REF|VALUE|DIV/0|NUM|NULL|SPILL|CALC|BEZUG|WERT|ZAHL|ÜBERLAUF|VALEUR|NOMBRE|NUL|RIF|VALORE|NULLO|VALOR|NÚM|NULO"
    r"|VERW|WAARDE|DEEL/0|GETAL|LEEG|ADR|ARG|DZIEL/0|LICZBA|ZERO|REFERENS|VÄRDEFEL|DIVISION/0|SAKNAS|OGILTIGT)!"
    r"|¡(?:REF|VALOR|DIV/0|NUM|NULO|DESBORDAMIENTO)!|(?:NAME|NOM|NOME|NAAM|NAZWA|NAMN|¿NOMBRE)\?|N/[ABD]!?|NV)"
    r"|Err:\d{3}"
    r"|=[-+]?(?:[A-ZÀ-Þ][A-ZÀ-Þ0-9.]{1,20}\(|\(*[-+]?\$?[A-Z]{1,3}\$?\d|\(*\d+(?:[.,]\d+)?[-+*/^&]"
    r"|\$?[^\W\d]\w{0,30}[!.]\$?[A-Z]{1,3}\$?\d|\$?'[^']{1,60}'[!.]\$?[A-Z]|\"[^\"]{0,60}\"(?:$|&)).*"
    r"|\{=[^}]*\}|@[A-Z][A-Z.]{1,20}\([-+(]*\$?[A-Z]{1,3}\$?\d.*"
)
"""What spreadsheets write in the languages of their users where they cannot reckon, and formulas
that they did not reckon.
"""
_SPOILT_BEGINS = ("#", "E", "=", "{", "@")
_CURLY = ("“", "”", "„")


Place = tuple[int, int]


def parse(data: bytes, file: str, limits: Limits = DEFAULT) -> tuple[Seq, tuple[Diagnostic, ...]]:
    """The rows below the header, and warnings (P121 not UTF-8, P126 two delimiters fit).

    A first line `sep=;` names the delimiter.

    Rows without a single cell are left out. Raises Problems (P107, P122 to P128, P801, P803).
    """
    if len(data) > limits.text_bytes:
        told = f"the file has {len(data):,} bytes; at most {limits.text_bytes:,} are read"
        raise Problems([error("P801", told, Span(file), "split it into several files")])
    text, found = _decoded(data, file)
    lines = text.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    named = _NAMED.fullmatch(lines[first].rstrip(" "))
    if named and named[1] in _DELIMITERS:
        delimiter = named[1]
        lines[first] = ""
        first = next((i for i, line in enumerate(lines) if line.strip()), first)
    else:
        delimiter, doubts = _delimiter("\n".join(lines[first:]), Span(file, first + 1, 1))
        found += doubts
    names, places, body = _cells(lines, first, delimiter, file)
    header = _header(names, places, file, limits.findings)
    rows = _rows(lines, body, delimiter, header, Span(file, first + 1, 1), limits, found)
    if parted := _parted_otherwise(rows, delimiter, [*header]):
        found = [*(d for d in found if d.code != "P124"), *parted]
    if any(sign in text for sign in ("#", "=", "@", "Err:")) and (
        '="' in text or _SPOILT.search(text)
    ):
        found += _spoilt(rows)
    raise_errors(found)
    return rows, tuple(found)


def _decoded(data: bytes, file: str) -> tuple[str, list[Diagnostic]]:
    """The text with \\n as line ends:

    UTF-8, UTF-16 with its mark, or what older spreadsheets write, Windows-1252.
    """
    found: list[Diagnostic] = []
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            text = data.decode("utf-16")
        else:
            data = data.removeprefix(BOM_UTF8)
            try:
                text = data.decode()
            except UnicodeDecodeError as problem:
                text = data.decode("cp1252")
                line = data.count(b"\n", 0, problem.start) + 1
                sign = data[problem.start : problem.start + 1].decode("cp1252")
                told = (
                    "the file is not UTF-8; it was read as Windows-1252, so that byte"
                    f' 0x{data[problem.start]:02X} is "{sign}"'
                )
                found.append(warning("P121", told, Span(file, line), "save it as CSV UTF-8"))
    except UnicodeDecodeError:
        told = "the file is no text in UTF-8, UTF-16 or Windows-1252"
        raise Problems([error("P107", told, Span(file), "save it as CSV UTF-8")]) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if twice := garbled(text, file):
        raise Problems([*found, twice])
    if match := UNPRINTABLE.search(text):
        told = f"an invisible character (U+{ord(match[0]):04X}) stands here"
        raise Problems(
            [
                *found,
                error(
                    "P128",
                    told,
                    span_of(text, match.start(), file),
                    "delete it in the spreadsheet and save again",
                ),
            ]
        )
    return text, found


def _delimiter(text: str, span: Span) -> tuple[str, list[Diagnostic]]:
    """What stands between the names of the header most often."""
    record = _RECORD.match(text)
    head = _QUOTED.sub("", record[0] if record else "")
    counts = {delimiter: head.count(delimiter) for delimiter in _DELIMITERS}
    best = max(counts, key=lambda delimiter: counts[delimiter])
    equal = [_DELIMITERS[d] for d, count in counts.items() if count == counts[best] and count]
    if len(equal) < 2:
        return best, []
    told = f"the header fits {' and '.join(equal)} equally well; the {_DELIMITERS[best]} was taken"
    return best, [warning("P126", told, span, "put names that hold such a sign in quotes")]


def _header(cells: list[str | None], places: list[Place], file: str, most: int) -> dict[str, Place]:
    """Column names and their places; nameless columns at the end are none.

    Raises Problems (P122 no header or name, P123 double name).
    """
    names = [(cell or "").strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise Problems(
            [
                error(
                    "P122",
                    "the file has no header",
                    Span(file, 1, 1),
                    "write the names of the columns in the first row",
                )
            ]
        )
    header: dict[str, Place] = {}
    found: list[Diagnostic] = []
    for number, (name, place) in enumerate(zip(names, places, strict=False), 1):
        span = Span(file, *place)
        if not name:
            found.append(
                error(
                    "P122",
                    f"column {number} has no name",
                    span,
                    "name it in the first row, or delete the column",
                )
            )
        elif name in header:
            first = Note("the first one is here", Span(file, *header[name]))
            found.append(
                error(
                    "P123", f'two columns are named "{name}"', span, "rename one of them", (first,)
                )
            )
        header.setdefault(name, place)
        if len(found) == most:
            break
    raise_errors(found)
    return header


def _rows(
    lines: list[str],
    index: int,
    delimiter: str,
    header: dict[str, Place],
    span: Span,
    limits: Limits,
    found: list[Diagnostic],
) -> Seq:
    """The map of every record from a line on.

    Adds rows longer or shorter than the header (P124) to `found`. Raises Problems.
    """
    file = span.file
    rows = Seq.empty(span)
    columns = [(name, line, column) for name, (line, column) in header.items()]
    width = len(columns)
    most = limits.nodes // (width + 1)
    long = short = 0
    while index < len(lines):
        if not lines[index].strip():
            index += 1
            continue
        number = index + 1
        try:
            cells, places, index = _cells(lines, index, delimiter, file)
        except Problems as problem:
            raise Problems([*found, *problem.diagnostics]) from None
        if not any(cells):
            continue
        torn = (
            _torn(lines, cells, places)
            if ' "' in lines[number - 1] and not any(cells[width:])
            else None
        )
        if torn is not None:
            found.append(_spaced(Span(file, *torn), delimiter))
            cells += [None] * (width - len(cells))
            places += [torn] * (width - len(places))
        elif len(cells) < width:
            short += 1
            found.append(_too_short(cells, Span(file, *places[-1]), width, delimiter))
            missing = width - len(cells)
            line, column = places[-1]
            cells += [None] * missing
            places += [(line, column)] * missing
        elif any(cells[width:]):
            found.append(_too_long(cells, Span(file, *places[width]), width, delimiter))
            long += 1
        row = Map()
        row.file, row.line, row.column = file, number, 1
        row.places = spots = array("I")
        for (name, line, column), cell, place in zip(columns, cells, places, strict=False):
            row[name] = cell
            spots.extend((line, column, *place))
        rows.append(row)
        rows.places.append((number, 1))
        if len(rows) > most or len(found) >= limits.findings:
            _enough(found, row.span(), limits)
    if len(rows) > 1 and len(rows) in (long, short):  # then it is the header
        have = f"all {len(rows)} rows below it have {'more' if long else 'fewer'} cells"
        told = f"the header has {width} name{'s' if width > 1 else ''}; {have}"
        hint = (
            "name every column in the first row"
            if long
            else "take out the names that have no cells"
        )
        found[-len(rows) :] = [error("P124", told, span, hint)]
    return rows


def _parted_otherwise(rows: Seq, delimiter: str, header: list[str]) -> list[Diagnostic]:
    """P124 where the names of the header and the rows below it are not parted by the same sign."""
    one = len(header) == 1
    firsts = header if one else [row[header[0]] for row in rows if not any(list(row.values())[1:])]
    if not rows or (not one and len(firsts) < len(rows)):
        return []
    other = next(
        (
            sign
            for sign in _DELIMITERS
            if sign != delimiter and all(_holds(cell, sign, len(header)) for cell in firsts)
        ),
        None,
    )
    if other is None:
        return []
    what, those = ("file", "its header") if one else ("header", "all rows below it")
    told = (
        f"the {what} is taken to be parted by {_DELIMITERS[delimiter]}s, {those} by"
        f" {_DELIMITERS[other]}s"
    )
    return [
        error(
            "P124",
            told,
            rows.span(),
            "save the file again with one sign between cells, in its first line (sep=) as well",
        )
    ]


def _holds(cell: str | None, sign: str, width: int) -> bool:
    """Whether a cell is a whole row of words that another sign parts."""
    parts = (cell or "").split(sign)
    return len(parts) >= max(width, 2) and all(any(map(str.isalnum, part)) for part in parts[:2])


def _spoilt(rows: Seq) -> list[Diagnostic]:
    """P128 for cells that hold what a spreadsheet says when it cannot reckon, or a formula."""
    found = []
    for row in rows:
        for name, cell in row.items():
            if (
                cell
                and cell.lstrip().startswith(_SPOILT_BEGINS)
                and _SPOILT.fullmatch(cell.strip())
            ):
                what = (
                    "an error of the spreadsheet"
                    if cell.strip()[0] in "#E"
                    else "a formula, not its value"
                )
                hint = "mend it in the spreadsheet, or write the value itself, and save again"
                found.append(error("P128", f'"{cell.strip()[:60]}" is {what}', row.at(name), hint))
    return found


def _enough(found: list[Diagnostic], span: Span, limits: Limits) -> None:
    """Raises Problems: the table is too large, or wrong all over."""
    if len(found) < limits.findings:
        found.append(
            error(
                "P803",
                f"the table has more than {limits.nodes:,} cells",
                span,
                "split it into several files",
            )
        )
    raise Problems(found)


def _torn(lines: list[str], cells: list[str | None], places: list[Place]) -> Place | None:
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


def _spaced(span: Span, delimiter: str) -> Diagnostic:
    name = _DELIMITERS[delimiter]
    told = f"a space stands before the quote of this cell, so that the {name} in it parts it"
    return error(
        "P124",
        told,
        span,
        f"put a cell that holds a {name} in double quotes, with no space before them",
    )


def _too_short(cells: list[str | None], span: Span, width: int, delimiter: str) -> Diagnostic:
    """A cell that was left out between others has moved all that follow: only who wrote the row
    knows whether one was.
    """
    told = f"the row has {len(cells)} cell{'s' if len(cells) > 1 else ''}; the header has {width}"
    return error(
        "P124",
        told,
        span,
        f"write a {_DELIMITERS[delimiter]} for each empty cell as well, also at the end of the row",
    )


def _too_long(cells: list[str | None], span: Span, width: int, delimiter: str) -> Diagnostic:
    last = max(i for i, cell in enumerate(cells) if cell) + 1
    told = f"the row has {last} cells; the header has {width}"
    hint = (
        f"put a cell that holds a {_DELIMITERS[delimiter]} in double quotes, with no space before"
        " them; or name the column"
    )
    if any(cell and cell.strip().startswith(_CURLY) for cell in cells):
        hint = (
            f"a curly quote (“ or ”) does not keep a {_DELIMITERS[delimiter]} in its cell: type"
            ' straight ones, "…"'
        )
    return error("P124", told, span, hint)


def _cells(
    lines: list[str], index: int, delimiter: str, file: str
) -> tuple[list[str | None], list[Place], int]:
    """The cells of the record that begins on a line, their places, and the index of the line
    after it. Raises Problems (P125, P127).
    """
    line = lines[index]
    if '"' in line:
        return _quoted_cells(lines, index, delimiter, file)
    number, column = index + 1, 1
    cells: list[str | None] = []
    places: list[Place] = []
    for cell in line.split(delimiter):
        cells.append(cell if cell.strip() else None)
        places.append((number, column))
        column += len(cell) + 1
    return cells, places, number


def _quoted_cells(
    lines: list[str], index: int, delimiter: str, file: str
) -> tuple[list[str | None], list[Place], int]:
    cells: list[str | None] = []
    places: list[Place] = []
    line, at = lines[index], 0
    while True:
        places.append((index + 1, at + 1))
        if line.startswith('"', at):
            opened = Span(file, index + 1, at + 1)
            text, index, at = _quoted(lines, index, at + 1, opened)
            cells.append(text if text.strip() else None)
            line = lines[index]
            if at < len(line) and line[at] != delimiter:
                note = Note("the cell begins here", opened)
                hint = "write a quote inside a quoted cell twice"
                raise Problems(
                    [
                        error(
                            "P127",
                            "the cell goes on after its closing quote",
                            Span(file, index + 1, at + 1),
                            hint,
                            (note,),
                        )
                    ]
                )
        else:
            end = line.find(delimiter, at)
            end = len(line) if end < 0 else end
            cells.append(line[at:end] if line[at:end].strip() else None)
            at = end
        if at >= len(line):
            return cells, places, index + 1
        at += 1


def _quoted(lines: list[str], index: int, at: int, opened: Span) -> tuple[str, int, int]:
    """The text of a quoted cell, from behind its quote; then line index and character behind its
    end. Raises Problems (P125).
    """
    parts: list[str] = []
    while True:
        line = lines[index]
        end = line.find('"', at)
        if end < 0:
            parts += (line[at:], "\n")
            index, at = index + 1, 0
            if index == len(lines):
                told = "the quote that opens here is never closed"
                raise Problems(
                    [
                        error(
                            "P125",
                            told,
                            opened,
                            'add " at the end of the cell; write a quote inside it twice',
                        )
                    ]
                )
            continue
        parts.append(line[at:end])
        if not line.startswith('"', end + 1):
            return "".join(parts), index, end + 1
        parts.append('"')
        at = end + 2
