"""Workbooks: cells as a spreadsheet shows them, with their places; what is refused, and how soon."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from pnp.diagnostics import Problems, Span, as_json, error, github
from pnp.load import workbook
from pnp.load.files import DEFAULT
from pnp.load.yaml import Seq


def book(rows: list[list[Any]], change: Any = lambda sheet: None, title: str = "Cards") -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    change(sheet)
    made.create_sheet("Old")
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


def again(data: bytes, change: dict[str, Any]) -> bytes:
    """The workbook with parts changed by functions of their XML."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", 8) as new:
        for name in old.namelist():
            new.writestr(name, change.get(name, lambda xml: xml)(old.read(name)))
    return made.getvalue()


def ods(*rows: list[TableCell], more: str = "1") -> bytes:
    made, table = OpenDocumentSpreadsheet(), Table(name="Cards")
    for cells in [*rows, [TableCell(numbercolumnsrepeated="16384")]]:
        row = TableRow(numberrowsrepeated=more if cells is not rows[0] else "1")
        for cell in cells:
            row.addElement(cell)
        table.addElement(row)
    made.spreadsheet.addElement(table)
    data = io.BytesIO()
    made.write(data)
    return data.getvalue()


def cell(text: str, kind: str = "string", **more: str) -> TableCell:
    made = TableCell(valuetype=kind, **more)
    made.addElement(P(text=text))
    return made


def rows(data: bytes, **more: Any) -> Seq:
    return workbook.parse(data, "c.xlsx", **more)[0]


def said(data: bytes, **more: Any) -> list[str]:
    with pytest.raises(Problems) as caught:
        workbook.parse(data, "c.xlsx", **more)
    return [f"{d.span} {d.code} {d.message}" for d in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a", "a"),
        (" two\nlines ", " two\nlines "),
        ("  ", None),
        (2, "2"),
        (2.0, "2"),
        (-0.5, "-0.5"),
        (0.1 + 0.2, "0.3"),
        (1e20, "100000000000000000000"),
        (1.5e-7, "0.00000015"),
        ("012", "012"),
        (True, "TRUE"),
        (date(2024, 1, 6), "2024-01-06"),
        (datetime(2024, 1, 6, 7, 30), "2024-01-06 07:30:00"),
        (time(7, 30), "07:30:00"),
        (timedelta(hours=30), "30:00"),
        ("=", "="),
    ],
)
def test_a_cell_is_what_it_shows(value: Any, shown: str | None) -> None:
    assert rows(book([["a", "b"], ["x", value]])) == [{"a": "x", "b": shown}]


def test_places_are_those_of_cells() -> None:
    table = rows(book([[], [None, " a ", None, "b"], [None] * 4, [None, "x", None, "y"]]))
    assert table == [{"a": "x", "b": "y"}]
    assert (str(table[0].at("b")), str(table[0].key("a"))) == ("c.xlsx!Cards!D4", "c.xlsx!Cards!B2")
    assert table.span() == Span("c.xlsx!Cards", 2, 2)
    assert str(Span("c.ods!S", 1, 703)) == "c.ods!S!AAA1"
    assert str(Span("a!b.yaml", 1, 7)) == "a!b.yaml:1:7"


def test_a_place_in_every_rendering() -> None:
    found = error("P205", "no", Span("d/c.xlsx!My: cards", 4, 28))
    assert (
        '"file": "d/c.xlsx",\n   "line": 4,\n   "column": 28,\n   "sheet": "My: cards"'
        in as_json([found])
    )
    assert github(found).startswith(
        "::error file=d/c.xlsx,line=4,col=28,title=P205::My: cards!AB4: no"
    )


@pytest.mark.parametrize(
    ("more", "first"),
    [({}, {"Title": "x"}), ({"header": 3}, {"a": "1"}), ({"header": 2, "rest": True}, {"x": "a"})],
)
def test_the_header_is_the_first_row_or_the_one_that_is_named(more: Any, first: Any) -> None:
    table = rows(book([["Title"], ["x"], ["a"], ["1"]]), **more)
    assert table[0] == first


def test_sheets() -> None:
    data = book([["a"], [1]], title="My cards")
    assert rows(data, sheet="My cards") == rows(data) == [{"a": "1"}]
    assert said(data, sheet="my") == ['c.xlsx P134 the workbook has no sheet "my"']
    assert said(data, sheet="Old") == ['c.xlsx P134 the sheet "Old" is empty']


def merged(sheet: Any) -> None:
    sheet.merge_cells("A2:A3")


def failed(sheet: Any) -> None:
    sheet["B2"], sheet["B3"] = "=1+1", "#REF!"


@pytest.mark.parametrize(
    ("table", "change", "expected"),
    [
        ([["a", None], ["1", "2"]], None, ["c.xlsx!Cards!B1 P122 column B has no name in row 1"]),
        ([["My game"], ["a", "b"], ["1", "2"]], None, ["c.xlsx!Cards!B1 P122 column B has no name in row 1"]),
        ([["a", " a"], ["1", "2"]], None, ['c.xlsx!Cards!B1 P123 two columns are named "a"']),
        ([["a"], ["1"], ["2"]], merged, ["c.xlsx!Cards!A2 P135 this is one merged cell, which several cells share"]),
        ([["a", "b"], ["1"], ["2"]], failed, ['c.xlsx!Cards!B3 P128 "#REF!" is an error of the spreadsheet', 'c.xlsx!Cards!B2 P128 "=1+1" is a formula, not its value']),
        ([["a"], ["itâ€™s"]], None, ['c.xlsx!Cards!A2 P107 "itâ€™s" was "it’s" before a program took UTF-8 for Windows-1252']),
        ([["a"], ["x\u2028y"]], None, ["c.xlsx!Cards!A2 P128 an invisible character (U+2028 line separator) stands here"]),
    ],
)  # fmt: skip
def test_what_is_wrong_has_its_cell(table: Any, change: Any, expected: list[str]) -> None:
    assert said(book(table, change or (lambda sheet: None))) == expected


def test_rows_without_a_cell_or_a_tick_are_left_out() -> None:
    assert rows(book([["a", "b"], [None, False], [" "], ["x", False]])) == [
        {"a": "x", "b": "FALSE"}
    ]


SHEET = "xl/worksheets/sheet1.xml"


def test_a_million_empty_rows_are_no_rows() -> None:
    def padded(xml: bytes) -> bytes:
        empty = b"".join(
            b'<row r="%d" s="1"><c r="XFD%d" s="1"/></row>' % (n, n) for n in range(9, 1_000_009)
        )
        return xml.replace(b"</sheetData>", empty + b"</sheetData>")

    data = again(book([["a"], [1]]), {SHEET: padded})
    assert rows(data) == [{"a": "1"}]


def test_a_cell_far_away_is_refused() -> None:
    def far(sheet: Any) -> None:
        sheet["XFD1048576"] = "x"

    assert said(book([["a"], [1]], far)) == [
        "c.xlsx!Cards!XFD1048576 P803 with this cell the table has 17,179,869,184 cells; at most 500,000 are read"
    ]


def test_a_bomb_is_refused_by_its_sizes() -> None:
    data = again(book([["a"], [1]]), {"xl/theme/theme1.xml": lambda _: b" " * 70_000_000})
    assert [line.split()[1] for line in said(data)] == ["P801"]
    strings = {
        "xl/sharedStrings.xml": lambda xml: xml.replace(
            b"<t>a</t>", b"<t>" + b"a" * 9_000_000 + b"</t>"
        )
    }
    table = book([["a"] * 100], lambda sheet: sheet.append(["a"] * 100))
    if b"sharedStrings" in table:  # however the writer at hand stores texts
        assert [line.split()[1] for line in said(again(table, strings))] == ["P801"]


OLE = b"\xd0\xcf\x11\xe0" + b"\0" * 600


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (OLE + "EncryptedPackage".encode("utf-16-le"), "P132 the workbook is encrypted"),
        (OLE, "P133 this is a workbook of the old format .xls"),
        (b"", "P133 this is no workbook, or a damaged one"),
        (b"PK\x03\x04", "P133 this is no workbook, or a damaged one"),
        (book([["a"], [1]])[:2000], "P133 this is no workbook, or a damaged one"),
        (again(book([["a"]]), {SHEET: lambda xml: xml.replace(b"</c>", b"<")}), "P133 this is no workbook, or a damaged one"),
        (again(book([["a"]]), {"xl/workbook.xml": lambda xml: xml[:99]}), "P133 this is no workbook, or a damaged one"),
        (again(ods([cell("a")]), {"META-INF/manifest.xml": lambda _: b"<m:encryption-data/>"}), "P132 the workbook is encrypted"),
    ],
)  # fmt: skip
def test_what_is_no_workbook(data: bytes, expected: str) -> None:
    assert said(data) == [f"c.xlsx {expected}"]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 3000), st.binary(max_size=6))
def test_damage_is_told_and_never_a_traceback(at: int, noise: bytes) -> None:
    data = book([["a", "b"], [1, "x"]])
    spoilt = data[:at] + noise + data[at + len(noise) :]
    try:
        assert len(rows(spoilt)) <= 2
    except Problems as problem:
        assert problem.diagnostics


def test_ods() -> None:
    table = ods(
        [cell("a"), cell("b")],
        [cell("2.00", "float", value="2"), cell("06.01.24", "date", datevalue="2024-01-06")],
        more="2",
    )
    assert rows(table) == [{"a": "2", "b": "2024-01-06"}] * 2
    wide = ods([cell("a"), cell("b")], [cell("x"), cell("y", numbercolumnsspanned="2")])
    assert said(wide) == ["c.xlsx!Cards!B2 P135 this is one merged cell, which several cells share"]
    wrong = ods([cell("a"), cell("b")], [cell("#REF!"), TableCell(formula="of:=[.A1]+1")])
    assert [line.split()[0] for line in said(wrong)] == ["c.xlsx!Cards!A2", "c.xlsx!Cards!B2"]
    bomb = ods([cell("a")], [cell("x", numbercolumnsrepeated="16000")], more="1000000")
    assert said(bomb)[0].startswith("c.xlsx!Cards!") and " P803 " in said(bomb)[0]


def test_limits_hold() -> None:
    few = DEFAULT._replace(nodes=9)
    assert len(rows(book([["a", "b"], *[[1, 2]] * 3]), limits=few)) == 3
    assert "P803" in said(book([["a", "b"], *[[1, 2]] * 4]), limits=few)[0]
