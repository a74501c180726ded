"""What tables of every format share: the names of their columns, a map a row with the place of each
cell, and what stands in cells that a spreadsheet could not work out.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping
from typing import NoReturn

from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, raise_errors
from pnp.load.files import Limits
from pnp.load.yaml import IN_A_ROW, Map, Seq

Place = tuple[int, int]
NAMELESS = 'name it, pass it over with all that have no field (columns: {"*": ~})'
MEND = "mend it in the spreadsheet, or write the value itself, and save again"
SPOILT = (
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


def spoilt(rows: Seq) -> list[Diagnostic]:
    """P128 for cells that hold a formula, or a spreadsheet's message that it failed."""
    found = []
    for row in rows:
        for name, cell in row.items():
            text = (cell or "").strip()
            if text.startswith(_SPOILT_BEGINS) and re.fullmatch(SPOILT, text):
                error_or_formula = (
                    "an error of the spreadsheet" if text[0] in "#E" else "a formula, not its value"
                )
                message = f'"{text[:60]}" is {error_or_formula}'
                found.append(error("P128", message, row.at(name), MEND))
    return found


def is_empty(cells: Iterable[str | None]) -> bool:
    """Whether a row has nothing to say: no cell, or only tick boxes that nobody ticked, which some
    spreadsheets fill whole columns with.
    """
    return not any(cell and cell != "FALSE" for cell in cells)


class Table:
    """A table that is being read, and what was found in it; with `rest` its columns without a name
    may hold anything.
    """

    rows: Seq
    width: int

    def __init__(
        self, file: str, limits: Limits, found: list[Diagnostic], rest: bool = False
    ) -> None:
        self.file, self.limits, self.found, self.rest = file, limits, found, rest

    def add(
        self, code: str, message: str, place: Place, hint: str, notes: tuple[Note, ...] = ()
    ) -> None:
        """Find an error."""
        self.found.append(error(code, message, Span(self.file, *place), hint, notes))

    def fail(
        self, code: str, message: str, place: Place, hint: str, notes: tuple[Note, ...] = ()
    ) -> NoReturn:
        """Raises Problems with an error, and with what was found before it."""
        self.add(code, message, place, hint, notes)
        raise Problems(self.found)

    def header(self, cells: list[str | None], places: list[Place]) -> dict[str, Place]:
        """Column names and their places; nameless columns at the end are none, or have a name of
        their own where they are passed over.

        Raises Problems (P122 no header or name, P123 double name).
        """
        self.width = len(cells)
        names = [(cell or "").strip() for cell in cells]
        while names and not names[-1] and not self.rest:
            names.pop()
        if not any(names):
            hint = "write the names of the columns in the first row"
            self.fail("P122", "the file has no header", (1, 1), hint)
        header: dict[str, Place] = {}
        for number, (name, place) in enumerate(zip(names, places, strict=False), 1):
            if not name and self.rest:
                name = f"column {number}"
            if not name:
                hint = f"{NAMELESS}, or say which row has the names: {IN_A_ROW}"
                self.add("P122", f"column {number} has no name", place, hint)
            elif name in header:
                first = Note("the first one is here", Span(self.file, *header[name]))
                message = f'two columns are named "{name}"'
                self.add("P123", message, place, "rename one of them", (first,))
            header.setdefault(name, place)
            if len(self.found) >= self.limits.findings:
                break
        raise_errors(self.found)
        return header

    def begin(self, header: Mapping[str, Place], span: Span) -> Seq:
        """The list that `put` adds rows to."""
        self._names = [*header]
        self._most = self.limits.nodes // (len(header) + 1)
        self.rows = Seq.empty(span)
        return self.rows

    def put(self, start: Place, cells: Iterable[str | None], places: array[int]) -> None:
        """Add the map of a row that begins at `start`, with the places of its header and cells.

        Raises Problems (P803).
        """
        row = Map()
        row.file, (row.line, row.column) = self.file, start
        row.update(zip(self._names, cells, strict=False))
        row.places = places
        self.rows.append(row)
        self.rows.places.append(start)
        if len(self.rows) > self._most:
            message = f"the table has more than {self.limits.nodes:,} cells"
            self.fail("P803", message, start, "split it into several files")
