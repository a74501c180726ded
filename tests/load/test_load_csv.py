"""CSV: the shape of a YAML list of maps, places, encodings; values and errors in `csv_cases.txt`."""

from __future__ import annotations

import csv as standard
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Problems, Span
from pnp.diagnostics import text as shown
from pnp.load import csv
from pnp.load.files import DEFAULT
from pnp.load.yaml import Map, Seq
from tests.golden import check


def rows(text: str | bytes) -> Seq:
    found, warnings = csv.parse(text.encode() if isinstance(text, str) else text, "deck.csv")
    assert warnings == ()
    return found


def outcome(data: bytes) -> str:
    table, warnings = csv.parse(data, "deck.csv")
    return "\n".join([json.dumps(table, ensure_ascii=False), *map(shown, warnings)])


def codes(data: bytes) -> list[str]:
    with pytest.raises(Problems) as caught:
        csv.parse(data, "deck.csv")
    return [found.code for found in caught.value.diagnostics]


def test_parse_gives_rows_or_findings() -> None:
    check(Path(__file__).with_name("csv_cases.txt"), outcome)


def test_file_without_text_is_refused() -> None:
    assert codes(b"") == codes(b"\n \n") == ["P122"]
    assert codes(b"\xff\xfea") == ["P107"]


def test_places_are_exact() -> None:
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
def test_header_gives_the_delimiter(delimiter: str) -> None:
    assert rows(f'a{delimiter}"b,;|"\n1{delimiter}"2{delimiter}"\n') == [
        {"a": "1", "b,;|": f"2{delimiter}"}
    ]


def test_line_that_names_the_delimiter_shifts_no_place() -> None:
    table = rows("\nsep=; \r\nid;cost;a,b,c\r\nx;2;\r\n")
    assert table == [{"id": "x", "cost": "2", "a,b,c": None}]
    assert table[0].key("cost") == Span("deck.csv", 3, 4)
    assert table[0].at("cost") == Span("deck.csv", 4, 3)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding: str, line_end: str) -> None:
    text = line_end.join(["name,é", "−2,“x”", ""])
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    assert rows((mark + text).encode(encoding)) == [{"name": "−2", "é": "“x”"}]


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


@settings(max_examples=50)
@given(
    st.lists(st.lists(QUOTABLE, min_size=3, max_size=3), max_size=5),
    st.sampled_from(",;\t|"),
    st.booleans(),
)
def test_rows_written_by_the_standard_library_come_back(
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
def test_parse_raises_nothing_but_problems(text: str) -> None:
    try:
        csv.parse(text.encode(), "deck.csv")
    except Problems as problem:
        assert all(d.hint and d.code[:2] == "P1" for d in problem.diagnostics)
