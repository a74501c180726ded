"""A sheet of a workbook (.xlsx, .ods) into the shape of a CSV file: one map a row, text or None a
cell, each with the place of its cell.

A workbook is a ZIP of XML. Its sizes are judged before anything is unpacked, and the library that
reads it gets its parts unpacked, in the sizes that were judged. What the library passes over is
looked for in the XML itself: errors of the spreadsheet, formulas without a value, cells so far away
that the table between would fill the memory.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Collection, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from html import unescape
from io import BytesIO
from typing import Any, NamedTuple
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, raise_errors, refusal
from pnp.load.encoding import UNPRINTABLE, character, refuse_double_encoding
from pnp.load.files import DEFAULT, Limits
from pnp.load.table import MEND, NAMELESS, SPOILT, Place, Table, is_empty
from pnp.load.yaml import IN_A_ROW, NOTHING, Seq, TypedNumber

UNPACKED, REPEATED = 32, 256
"""How many times as large as a text file a workbook may be unpacked, and its texts in all cells."""
_OLE = b"\xd0\xcf\x11\xe0"
"""How the files of old spreadsheets begin, and encrypted ones."""
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

# --- the XML of .xlsx

_UNUSUAL = rb"r\s*=\s*[\"'](?![A-Z]?\d{1,5}[\"']|\d*\.\d*[\"'])"
"""A row or cell beyond Z99999, or named in an odd way; no margin of a footer."""
_EMPTY = rb'<(?:\w+:)?c(?: \w+="[\w ]*")* ?(?:/>|></(?:\w+:)?c>)'
_EMPTY_ROW = rb'<(?:\w+:)?row(?: [\w:]+="[\w .:]*")* ?(?:/>|></(?:\w+:)?row>)'
_NAMES = rb"\sr\s*=\s*[\"']([^\"']*)"
_CELL = rb'<(?:\w+:)?c r="([A-Z]{1,3})(\d{1,7})"'
_VALUE = rb"<(?:\w+:)?v(?:/>|>([^<]*)</(?:\w+:)?v>)"
_FAILED = _CELL + rb'[^<>]* t="e"[^<>]*>(?:<(?:\w+:)?f[^<>]*(?:/>|>[^<]*</(?:\w+:)?f>))?' + _VALUE
_UNWORKED = (
    _CELL + rb'(?![^<>]* t="str")[^<>]*><(?:\w+:)?f[^<>]*(?:/>|>([^<]*)</(?:\w+:)?f>)'
    rb"(?:<(?:\w+:)?v ?/>|<(?:\w+:)?v></(?:\w+:)?v>)?</(?:\w+:)?c>"
)

# --- the XML of .ods

_ROW = rb"(?s)<table:table-row([^<>]*?)(?:/>|>(.*?)</table:table-row>)"
_ODS_CELL = (
    rb"(?s)<table:(?:covered-)?table-cell([^<>]*?)(?:/>|>(.*?)</table:(?:covered-)?table-cell>)"
)
_TRAILING = (
    rb"(?:<table:(?:covered-)?table-cell(?![^<>]*formula=)(?: [\w:-]+=\"[^\"<>]*\")*/>\s*)+$"
)
_TIMES = rb'number-(?:rows|columns)-repeated="(\d{1,7})"'
_SPAN = rb'number-(?:columns|rows)-spanned="(?!1")'


class _Doubt(NamedTuple):
    """What stands in a cell in place of a value: an error, a formula, or a merged cell."""

    place: Place
    what: str
    text: str


def parse(
    data: bytes,
    file: str,
    limits: Limits = DEFAULT,
    header: int = 0,
    rest: bool = False,
    sheet: str = "",
) -> tuple[Seq, tuple[Diagnostic, ...]]:
    """The rows below the header – the first row with a cell in it, or that of number `header` – of
    a sheet, the first one where none is named.

    Rows without a single cell, or with nothing but FALSE, are left out, with `rest` columns without
    a name as well. Raises Problems (P107, P122, P123, P128, P132 to P135, P801, P803).
    """
    parts = _parts(data, file, limits)
    names = _sheets(parts, file)
    name = sheet or next(iter(names), "")
    if name not in names:
        hint = did_you_mean(name, names)
        raise refusal("P134", f'the workbook has no sheet "{name}"', Span(file), hint)
    shown = f"{file}!{name}"
    if part := names[name]:
        doubts = _judged(parts, part, shown, limits)
        kept = {*parts} - ({*names.values()} - {part})
    else:
        doubts, kept = (
            _judged_ods(parts["content.xml"], [*names].index(name), shown, limits),
            {*parts},
        )
    cells, start, merged = _read({one: parts[one] for one in kept}, name, file)
    if not any(map(any, cells)):
        hint = f"name the sheet of the table behind a #: {', '.join(names)}"
        raise refusal("P134", f'the sheet "{name}" is empty', Span(file), hint)
    try:
        rows = _rows(Table(shown, limits, [], rest), cells, start, header, [*doubts, *merged])
    except Problems as problem:
        others = ", ".join(list(names)[1:])
        if sheet or not others:
            raise
        note = Note(f"the first sheet was read; FILE#SHEET names another one: {others}")
        found = problem.diagnostics
        raise Problems([found[0]._replace(notes=(*found[0].notes, note)), *found[1:]]) from None
    return rows, ()


def sheets(data: bytes, file: str, limits: Limits = DEFAULT) -> list[str]:
    """The names of its sheets, hidden ones last. Raises Problems (P132, P133, P801)."""
    return [*_sheets(_parts(data, file, limits), file)]


def _parts(data: bytes, file: str, limits: Limits) -> dict[str, bytes]:
    """The XML in a workbook by its names. Raises Problems (P132 encrypted, P133, P801)."""
    if data[:4] == _OLE:
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise _encrypted(file)
        hint = "open it and save it as Excel workbook (.xlsx)"
        raise refusal("P133", "this is a workbook of the old format .xls", Span(file), hint)
    try:
        with ZipFile(BytesIO(data)) as packed:
            ends = (".xml", ".rels", "mimetype")
            inside = [one for one in packed.infolist() if one.filename.endswith(ends)]
            size, most = sum(one.file_size for one in inside), UNPACKED * limits.text_bytes
            if size > most:
                message = f"unpacked, the workbook has {size:,} bytes; at most {most:,} are read"
                raise refusal("P801", message, Span(file), "split it into several files")
            parts = {one.filename: packed.read(one) for one in inside}
    except RuntimeError:  # so ZipFile calls a part that needs a password
        raise _encrypted(file) from None
    except (BadZipFile, NotImplementedError, EOFError, ValueError, OSError, zlib.error):
        raise _damaged(file) from None
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise _encrypted(file)
    return parts


def _encrypted(file: str) -> Problems:
    hint = "take the password away in the spreadsheet and save again"
    return refusal("P132", "the workbook is encrypted", Span(file), hint)


def _damaged(file: str) -> Problems:
    hint = "open it in the spreadsheet and save it again as .xlsx or .ods"
    return refusal("P133", "this is no workbook, or a damaged one", Span(file), hint)


def _sheets(parts: Mapping[str, bytes], file: str) -> dict[str, str]:
    """The part of each sheet by its name, hidden ones last; no part where one holds all of them."""
    if "content.xml" in parts:
        found = re.findall(rb'<table:table [^<>]*?table:name="([^"]*)"', parts["content.xml"])
        return dict.fromkeys((unescape(name.decode("utf-8", "replace")) for name in found), "")
    try:
        relations = ElementTree.fromstring(parts["xl/_rels/workbook.xml.rels"])
        targets = {one.get("Id"): one.get("Target", "") for one in relations}
        book = ElementTree.fromstring(parts["xl/workbook.xml"]).iter()
    except (KeyError, ElementTree.ParseError):
        raise _damaged(file) from None
    found = sorted(
        (one for one in book if one.tag.endswith("}sheet")), key=lambda one: bool(one.get("state"))
    )
    places = {
        one.get("name", ""): f"xl/{targets.get(one.get(_RELATION), '').removeprefix('/xl/')}"
        for one in found
    }
    return {name: part for name, part in places.items() if b"sheetData" in parts.get(part, b"")}


def _judged(parts: Mapping[str, bytes], part: str, file: str, limits: Limits) -> list[_Doubt]:
    """The cells of a sheet that hold no value. Raises Problems (P133, P801, P803)."""
    xml, texts = parts[part], parts.get("xl/sharedStrings.xml", b"")
    longest = max(map(len, texts.split(b"si>")))
    if longest and longest * xml.count(b"v>") > REPEATED * limits.text_bytes:
        message = f"one text of the workbook has {longest:,} characters, in too many cells"
        raise refusal("P801", message, Span(file), "take the long texts out")
    if b"\0" in xml:
        raise _damaged(file)
    if re.search(_UNUSUAL, xml):
        names = re.findall(_NAMES, re.sub(_EMPTY_ROW, b"", re.sub(_EMPTY, b"", xml)))
        cells = [re.fullmatch(rb"([A-Z]{0,3})(\d{1,7})", name) for name in names]
        if not all(cells):
            raise _damaged(file)
        places = [_place(one[1], one[2]) for one in cells if one and one[1]]
        _refuse_far(places, file, limits)
    doubts = []
    if b't="e"' in xml:
        for found in re.finditer(_FAILED, xml):
            text = (found[3] or b"").decode("utf-8", "replace")
            doubts.append(_Doubt(_place(found[1], found[2]), "an error of the spreadsheet", text))
    if b"<f" in xml or b":f" in xml:
        for found in re.finditer(_UNWORKED, xml):
            text = f"={unescape((found[3] or b'').decode('utf-8', 'replace'))}"
            doubts.append(_Doubt(_place(found[1], found[2]), "a formula, not its value", text))
    return doubts


def _place(letters: bytes, digits: bytes) -> Place:
    """Row and column of a cell, from 1."""
    column = 0
    for letter in letters:
        column = 26 * column + letter - 64
    return int(digits), column


def _refuse_far(places: Collection[Place], file: str, limits: Limits) -> None:
    """Raises Problems (P803) where the table between the cells is larger than may be read."""
    if not places:
        return
    rows, columns = zip(*places, strict=True)
    size = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
    if size > limits.nodes:
        far = Span(file, *max(places))
        message = f"with this cell the table has {size:,} cells; at most {limits.nodes:,} are read"
        raise refusal("P803", message, far, "delete what stands far away from the table")


def _judged_ods(xml: bytes, index: int, file: str, limits: Limits) -> list[_Doubt]:
    """The cells of a table that hold no value, and merged ones. Raises Problems (P803)."""
    doubts: list[_Doubt] = []
    for number, table in enumerate(re.split(rb"<table:table[ >]", xml)[1:]):
        row, ends = 1, list[Place]()
        for found in re.finditer(_ROW, table):
            cells = re.sub(_TRAILING, b"", found[2] or b"")
            if cells and (number == index or b"-repeated" in cells):
                column = 1
                for cell in re.finditer(_ODS_CELL, cells):
                    if number == index:
                        doubts += _ods_doubts(cell, (row, column))
                    column += _times(cell[1])
                ends += [(row, 1), (row + _times(found[1]) - 1, column - 1)]
            elif cells:
                ends += [(row, 1), (row + _times(found[1]) - 1, cells.count(b"table-cell"))]
            row += _times(found[1])
        _refuse_far(ends, file, limits)
    return doubts


def _times(attributes: bytes) -> int:
    found = re.search(_TIMES, attributes)
    return int(found[1]) if found else 1


def _ods_doubts(cell: re.Match[bytes], place: Place) -> Iterator[_Doubt]:
    text = unescape(re.sub(rb"<[^<>]*>", b"", cell[2] or b"").decode("utf-8", "replace"))
    if re.search(_SPAN, cell[1]):
        yield _Doubt(place, "", "")
    elif b"formula=" in cell[1] and b"value-type=" not in cell[1]:
        yield _Doubt(place, "a formula, not its value", text)
    elif text[:1] in ("#", "E") and re.fullmatch(SPOILT, text):
        yield _Doubt(place, "an error of the spreadsheet", text)


def _read(
    parts: Mapping[str, bytes], name: str, file: str
) -> tuple[list[list[Any]], Place, list[_Doubt]]:
    """The cells of a sheet, row and column of the first of them, and merged ones.

    Raises Problems (P132, P133).
    """
    from python_calamine import CalamineError, PasswordError, load_workbook

    packed = BytesIO()
    with ZipFile(packed, "w") as stored:
        for part, content in parts.items():
            stored.writestr(part, content)
    try:
        sheet = load_workbook(BytesIO(packed.getvalue())).get_sheet_by_name(name)
        row, column = sheet.start or (0, 0)
        merged = [
            _Doubt((first[0] + 1, first[1] + 1), "", "")
            for first, _ in sheet.merged_cell_ranges or ()
        ]
        return sheet.to_python(), (row + 1, column + 1), merged
    except PasswordError:
        raise _encrypted(file) from None
    except (CalamineError, ValueError, OSError):
        raise _damaged(file) from None


def _rows(
    table: Table, cells: list[list[Any]], start: Place, header: int, doubts: list[_Doubt]
) -> Seq:
    """The rows of a table below its header.

    Raises Problems (P107, P122, P123, P128, P135, P803).
    """
    row, column = start
    if header:
        cells, row = cells[max(header - row, 0) :], max(header, row)
    while cells and not header and not any(_shown(cell) for cell in cells[0]):
        cells, row = cells[1:], row + 1
    names = [_shown(cell) for cell in cells[0]] if cells else []
    body = [
        [
            (None if one.strip() in NOTHING else one) if type(one) is str else _shown(one)
            for one in line
        ]
        for line in cells[1:]
    ]
    used = [any(line[at] for line in body) for at in range(len(names))]
    for at, (name, filled) in enumerate(zip(names, used, strict=True)):
        if filled and not name and not table.rest:
            place = (row, column + at)
            letters = Span(table.file, *place).cell.rstrip("0123456789")
            hint = f"{NAMELESS}, or say which row has the names: {IN_A_ROW}"
            table.add("P122", f"column {letters} has no name in row {row}", place, hint)
    raise_errors(table.found)
    chosen = [at for at, name in enumerate(names) if name]
    columns = [column + at for at in chosen]
    columns_and_places = table.header([names[at] for at in chosen], [(row, at) for at in columns])
    for doubt in doubts:
        if doubt.place[0] > row and not doubt.what:
            hint = "unmerge it in the spreadsheet, and write into each cell what it holds"
            table.add(
                "P135", "this is one merged cell, which several cells share", doubt.place, hint
            )
        elif doubt.place[0] > row and doubt.place[1] in columns:
            table.add("P128", f'"{doubt.text[:60]}" is {doubt.what}', doubt.place, MEND)
    table.found[:] = table.found[: table.limits.findings]
    rows = table.begin(columns_and_places, Span(table.file, row, column))
    spots = array("I", [n for at in columns for n in (row, at, 0, at)])
    for number, line in enumerate(body, row + 1):
        if not is_empty(line):
            spots[2::4] = array("I", [number]) * len(columns)
            table.put((number, column), [line[at] for at in chosen], spots[:])
    _refuse_signs(table, rows)
    raise_errors(table.found)
    return rows


def _refuse_signs(table: Table, rows: Seq) -> None:
    """Finds signs in cells that cannot be printed (P128). Raises Problems (P107) for those that
    another program has read as what they are not.
    """
    text = "\n".join(cell for row in rows for cell in row.values() if cell)
    if text.isascii() and not re.search(UNPRINTABLE, text):
        return
    for row in rows:
        for name, cell in row.items():
            if not cell or (cell.isascii() and cell.isprintable()):
                continue
            place = row.at(name)
            if found := re.search(UNPRINTABLE, cell):
                message = f"an invisible character ({character(found[0])}) stands here"
                table.add("P128", message, place[1:], "delete it and save again")
            try:
                refuse_double_encoding(cell, table.file)
            except Problems as problem:
                raise Problems(d._replace(span=place) for d in problem.diagnostics) from None


def _shown(value: Any) -> str | None:
    """What a spreadsheet shows of a value, in the form that files of every game have: a point in
    numbers, dates as ISO 8601 has them.
    """
    if type(value) is str:
        return None if value.strip() in NOTHING else value
    if type(value) is float:
        return TypedNumber(int(value)) if value.is_integer() else TypedNumber(_number(value))
    if type(value) is bool:
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        value = value if value.time() != time() else value.date()
    if isinstance(value, timedelta):
        minutes = round(value.total_seconds() / 60)
        return f"{minutes // 60}:{minutes % 60:02}"
    return (
        value.isoformat(*(" ",) * isinstance(value, datetime))
        if isinstance(value, (date, time))
        else str(value)
    )


def _number(value: float) -> str:
    text = f"{value:.15g}"
    return f"{Decimal(text):f}" if "e" in text else text
