"""CSV: the shape of a YAML list of maps, places, encodings, delimiters, and each error."""

from __future__ import annotations

import csv as standard
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic, Problems, Severity, Span
from pnp.load import csv
from pnp.load.limits import DEFAULT
from pnp.load.yaml import Map, Seq


def rows(text: str | bytes) -> Seq:
    found, warnings = csv.parse(text.encode() if isinstance(text, str) else text, "deck.csv")
    assert warnings == ()
    return found


def the_problem(text: str | bytes) -> Diagnostic:
    with pytest.raises(Problems) as caught:
        csv.parse(text.encode() if isinstance(text, str) else text, "deck.csv")
    assert len(caught.value.diagnostics) == 1
    return caught.value.diagnostics[0]


def test_rows_are_maps_with_none_for_empty_cells() -> None:
    assert rows('id,Text ,count\na,"x, ""y""",3\n\nb,,\n#c,"",\n,,\n') == [
        {"id": "a", "Text": 'x, "y"', "count": "3"},
        {"id": "b", "Text": None, "count": None},
        {"id": "#c", "Text": None, "count": None},
    ]


def test_every_place_is_exact() -> None:
    table = rows('\nid;name;"n"\n1;"two\nlines";x\n\n2;é;y\n3;;\n')
    assert isinstance(table[0], Map)
    assert table.span() == Span("deck.csv", 2, 1)
    assert table.at(1) == table[1].span() == Span("deck.csv", 6, 1)
    assert table[0]["name"] == "two\nlines"
    assert table[0].at("name") == Span("deck.csv", 3, 3)
    assert table[0].at("n") == Span("deck.csv", 4, 8)
    assert table[1].at("n") == Span("deck.csv", 6, 5)
    assert table[1].key("n") == Span("deck.csv", 2, 9)
    assert table[1].at("gone") == table[1].span()
    assert table[2] == {"id": "3", "name": None, "n": None}
    assert table[2].at("n") == Span("deck.csv", 7, 4)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_header_tells_the_delimiter(delimiter: str) -> None:
    assert rows(f'a{delimiter}"b,;|"\n1{delimiter}"2{delimiter}"\n') == [
        {"a": "1", "b,;|": f"2{delimiter}"}
    ]


def test_of_two_delimiters_that_fit_one_is_taken_and_said() -> None:
    table, (found,) = csv.parse(b"a,b;c\n1,2\n", "deck.csv")
    assert table == [{"a": "1", "b;c": "2"}]
    assert (found.code, found.severity, found.span) == (
        "P126",
        Severity.WARNING,
        Span("deck.csv", 1, 1),
    )
    assert "comma and semicolon" in found.message
    assert rows("a,b,c;d\n1,2,3\n") == [{"a": "1", "b": "2", "c;d": "3"}]


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;", "sep=;;;", "\nsep=; "])
def test_a_first_line_of_a_spreadsheet_names_the_delimiter(first: str) -> None:
    table = rows(f"{first}\r\nid;cost;a,b,c\r\nx;2;\r\n")
    assert table == [{"id": "x", "cost": "2", "a,b,c": None}]
    line = 2 + first.count("\n")
    assert table[0].key("cost") == Span("deck.csv", line, 4)
    assert table[0].at("cost") == Span("deck.csv", line + 1, 3)


def test_a_column_may_be_called_like_the_line_that_names_the_delimiter() -> None:
    assert rows("sep=x,b\n1,2\n") == [{"sep=x": "1", "b": "2"}]
    assert (
        the_problem("sep=;").code
        == the_problem("sep=;\n").code
        == the_problem("sep=;\n\n").code
        == "P122"
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding: str, line_end: str) -> None:
    text = line_end.join(["name,é", "−2,“x”", ""])
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    assert rows((mark + text).encode(encoding)) == [{"name": "−2", "é": "“x”"}]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "behind a mark of UTF-8"])
def test_windows_1252_is_read_and_said(mark: bytes) -> None:
    table, (found,) = csv.parse(mark + "id,name\n1,café\n".encode("cp1252"), "deck.csv")
    assert table == [{"id": "1", "name": "café"}]
    assert (found.code, found.severity, found.span) == (
        "P121",
        Severity.WARNING,
        Span("deck.csv", 2),
    )
    assert '0xE9 is "é"' in found.message


def test_nameless_columns_at_the_end_do_not_count() -> None:
    assert rows("a,b,,\n1,2,,\n3,4\n") == [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]


def test_a_quote_inside_a_bare_cell_is_text() -> None:
    assert rows('size\n5" disc\n') == [{"size": '5" disc'}]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"),
    [
        ("", "P122", 1, 1, "no header"),
        ("\n \n", "P122", 1, 1, "no header"),
        ("a,,c\n1,2,3\n", "P122", 1, 3, "column 2 has no name"),
        ("a,b, a\n", "P123", 1, 5, 'named "a"'),
        (
            "a,b\n1,2,3\n1,2,3\n",
            "P124",
            1,
            1,
            "the header has 2 names; all 2 rows below it have more cells",
        ),
        ("a,b\n1,2\n1,2,3,\n", "P124", 3, 5, "has 3 cells; the header has 2"),
        ('a,b\n1, "x, y"\n', "P124", 2, 7, "has 3 cells"),
        ("a,b,c\n1,2,3\n1,3\n", "P124", 3, 3, "the row has 2 cells; the header has 3"),
        ("a,b,c\n1,2,3\n1\n", "P124", 3, 1, "the row has 1 cell; the header has 3"),
        (
            "a,b,c\n1,2\n1,3\n",
            "P124",
            1,
            1,
            "the header has 3 names; all 2 rows below it have fewer cells",
        ),
        (
            "a;b;c\n1,2,3\n4,5,6\n",
            "P124",
            1,
            1,
            "the header is taken to be parted by semicolons, all rows below it by commas",
        ),
        (
            "sep=;\na,b,c\n1,2,3\n",
            "P124",
            2,
            1,
            "the file is taken to be parted by semicolons, its header by commas",
        ),
        ("a,b\n1,#REF!\n", "P128", 2, 3, '"#REF!" is an error of the spreadsheet'),
        ("a,b\n1,=A2+3\n", "P128", 2, 3, '"=A2+3" is a formula'),
        (
            'a,b,c,d\nx, "Draw 1, keep 1",left,\n',
            "P124",
            2,
            3,
            "a space stands before the quote of this cell",
        ),
        (
            'a,b,c\nx, "Draw 1, keep 1"\n',
            "P124",
            2,
            3,
            "a space stands before the quote of this cell",
        ),
        (
            'a,b,c,d\nx, "Draw 1, keep 1"\n',
            "P124",
            2,
            3,
            "a space stands before the quote of this cell",
        ),
        ('a,b\n1,"x\ny\n', "P125", 2, 3, "never closed"),
        ('a,b\n1,"x" y\n', "P127", 2, 6, "goes on"),
        ("a,b\n1,x\x00y\n", "P128", 2, 4, "U+0000"),
        ("a,b\n1,x\u2028y\n", "P128", 2, 4, "U+2028"),
        (b"a,b\n1,\x81\n", "P107", 0, 0, "Windows-1252"),
        (b"\xff\xfea", "P107", 0, 0, "UTF-16"),
        (
            "a,b\n1,itâ€™s\n",
            "P107",
            2,
            5,
            '"1,itâ€™s" was "1,it’s" before a program took UTF-8 for Windows-1252',
        ),
    ],
)
def test_each_error_has_its_code_and_place(
    text: str | bytes, code: str, line: int, column: int, says: str
) -> None:
    found = the_problem(text)
    assert (found.code, found.span) == (code, Span("deck.csv", line, column))
    assert says in found.message
    assert found.hint


def test_one_reading_finds_many_rows_and_keeps_its_warnings() -> None:
    with pytest.raises(Problems) as caught:
        csv.parse("a,b\n1,2,é\n3,4\n5,6,7\n".encode("cp1252"), "deck.csv")
    assert [(d.code, d.span and d.span.line) for d in caught.value.diagnostics] == [
        ("P121", 2),
        ("P124", 2),
        ("P124", 4),
    ]


def test_limits_hold_exactly() -> None:
    few = DEFAULT._replace(text_bytes=30, nodes=9, findings=2)
    assert len(csv.parse(b"a,b\n1,2\n1,2\n1,2\n", "f", few)[0]) == 3
    bad = {
        "a,b\n" + "1,2\n" * 4: ["P803"],
        "a" * 31: ["P801"],
        "a\n" + "1,2\n" * 5: ["P124"] * 2,
        "a,a,a,a": ["P123"] * 2,
    }
    for text, codes in bad.items():
        with pytest.raises(Problems) as caught:
            csv.parse(text.encode(), "f", few)
        assert [d.code for d in caught.value.diagnostics] == codes


CELLS = st.text(
    st.characters(
        blacklist_categories=("Cs", "Cc", "Zs"),
        blacklist_characters="\ufeff\u2028\u2029\ufffe\uffff",
    ),
    max_size=6,
)
QUOTABLE = st.one_of(CELLS, st.text('a" ,;\n|', max_size=6).map(lambda text: f"x{text}"))


@given(
    st.lists(st.lists(QUOTABLE, min_size=3, max_size=3), max_size=5),
    st.sampled_from(",;\t|"),
    st.booleans(),
)
def test_what_the_standard_library_writes_comes_back(
    table: list[list[str]], delimiter: str, quoted: bool
) -> None:
    text = io.StringIO(newline="")
    writer = standard.writer(
        text, delimiter=delimiter, quoting=standard.QUOTE_ALL if quoted else standard.QUOTE_MINIMAL
    )
    writer.writerows([["one", "two", "three"], *table])
    kept = [row for row in table if any(row)]
    assert [
        [row[name] or "" for name in ("one", "two", "three")] for row in rows(text.getvalue())
    ] == kept


@given(st.text('ab,;"\n\t |', max_size=30))
def test_only_problems_leave(text: str) -> None:
    try:
        csv.parse(text.encode(), "deck.csv")
    except Problems as problem:
        assert all(d.hint and d.code[:2] == "P1" for d in problem.diagnostics)


def test_curly_quotes_are_no_quotes_of_a_cell() -> None:
    with pytest.raises(Problems) as caught:
        csv.parse("a,b\n1,2\n1,“x, y”\n".encode(), "deck.csv")
    assert [d.hint for d in caught.value.diagnostics] == [
        'a curly quote (“ or ”) does not keep a comma in its cell: type straight ones, "…"'
    ]


ERRORS = "#WERT! #BEZUG! #NV #ZAHL! #NAME? #NOM? #VALEUR! #N/D #¡VALOR! #¿NOMBRE? #RIF! #WAARDE! #DEEL/0! Err:502 #SPILL!".split()
FORMULAS = [
    "=-A1",
    "=Tabelle1!A1",
    "='Blatt 2'!A1",
    "=$Sheet1.A1",
    "=(A1+B1)/2",
    '="0"&A1',
    '="007"',
    "{=SUMME(A1)}",
    "@SUM(A1)",
    "=1.5*A1",
]


@pytest.mark.parametrize(
    "cell", [*ERRORS, *FORMULAS, "=ZÄHLENWENN(A1:A9)", "=LOG10(B2)", "=$'Blatt 2'.A1"]
)
def test_errors_and_formulas_of_spreadsheets_in_any_language(cell: str) -> None:
    found = the_problem(f"a;b\n1;{cell}\n")
    what = "an error of the spreadsheet" if cell in ERRORS else "a formula, not its value"
    assert (found.code, found.span, found.message) == (
        "P128",
        Span("deck.csv", 2, 3),
        f'"{cell}" is {what}',
    )


@pytest.mark.parametrize(
    "cell",
    [
        "= 3 coins",
        "#1",
        "=)",
        "=(",
        "#123456",
        "#N",
        "@home",
        "{= 2}x",
        "Err: 502",
        "@SUM(1)",
        "=> go",
        "Error",
        '5" "',
        ' "a"',
    ],
)
def test_texts_that_only_begin_like_them_stay(cell: str) -> None:
    assert rows(f"a;b\n1;{cell}\n")[0]["b"] == cell


def test_what_only_looks_like_a_formula_is_text() -> None:
    rows, found = csv.parse(b"a,b\n= 3,#1\n=,a #REF! b\n", "deck.csv")
    assert len(rows) == 2 and not found
