"""Entries as designers have them: several files, mapped columns, worked out ids, groups, pictures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.units.spelling import slug

from .toy import CARDS, findings, game, opened

HEAD = "id,rank,gem,name\n"


def files(source: str, more: dict[str, str | bytes], keys: str = "") -> dict[str, Any]:
    """The toy with its cards from elsewhere; `keys` stand beside them."""
    return {"game.yaml": game((CARDS, f"    cards: {source}\n{keys}")), **more}


def cards(folder: Path, source: str, more: dict[str, str | bytes], keys: str = "") -> list[str]:
    made = opened(folder, files(source, more, keys)).components["cards"].cards
    return [f"{one.id} {one.values['rank']} {one.values['gem']['id']} {one.values['name']}" for one in made]  # fmt: skip


def book(rows: list[list[Any]]) -> bytes:
    made, data = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        made.active.append(row)
    made.save(data)
    return data.getvalue()


ONE = {"a.csv": HEAD + "a,1,ruby,Ann\n", "b/c.yaml": "- {id: b, rank: 2, gem: jade, name: Bob}\n", "b/d.yml": "defaults: {gem: ruby}\ncards: [{id: c, rank: 1, name: Cid}]\n", "w.xlsx": book([["ID", "Rank", "Gem", "Name"], ["d", 2.0, "jade", "Dan"]]), "j.json": '[\n\t{"id": "e", "rank": 1, "gem": "ruby", "name": "\\ud83d\\ude00 \\/"}\n]'}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a.csv", ["a 1 ruby Ann"]),
        ("w.xlsx", ["d 2 jade Dan"]),
        ('"w.xlsx#Sheet"', ["d 2 jade Dan"]),
        ("j.json", ["e 1 ruby 😀 /"]),
        ("b/*.y*", ["b 2 jade Bob", "c 1 ruby Cid"]),
        ("[b/c.yaml, '?.csv', w.xlsx]", ["b 2 jade Bob", "a 1 ruby Ann", "d 2 jade Dan"]),
        ("{from: [a.csv, 'b/?.yaml']}", ["a 1 ruby Ann", "b 2 jade Bob"]),
    ],
)
def test_sources(tmp_path: Path, source: str, expected: list[str]) -> None:
    assert cards(tmp_path, source, ONE) == expected


NESTED = "set: S\nsuits:\n  - {id: ruby, cards: [{id: a, rank: 1, name: A}, {id: b, rank: 2, name: B, gem: jade}]}\n  - {id: jade, cards: [{id: c, rank: 1, name: C}]}\n"  # fmt: skip


@pytest.mark.parametrize(
    ("text", "how", "expected"),
    [
        (NESTED, "each: suits.cards, take: {gem: suits.id}", ["a 1 ruby A", "b 2 jade B", "c 1 jade C"]),
        (f"deck:\n  {NESTED.replace(chr(10), chr(10) + '  ')}", "each: deck.suits.cards, take: {gem: suits.id}", ["a 1 ruby A", "b 2 jade B", "c 1 jade C"]),
        ("ruby: {A: 1, B: 2}\njade: {C: 1}\n", "each: '*.*', take: {gem: 1.key, name: 2.key, id: 2.key, rank: 2.value}", ["A 1 ruby A", "B 2 ruby B", "C 1 jade C"]),
        ("gems: {ruby: {x: {a: {rank: 1}}}}\n", "each: gems.x, take: {gem: gems.key, name: x.key, id: x.key}", ["a 1 ruby a"]),
        ("- {gem: ruby, of: [{id: a, rank: 1, name: A}]}\n- {gem: jade, of: [{id: b, rank: 2, name: B}]}\n", "each: of, take: {gem: gem}", ["a 1 ruby A", "b 2 jade B"]),
        ("gem: ruby\nno: 1\nnames: [A, B]\n", "each: names, take: {gem: gem, rank: no, id: names.value, name: names.value}", ["A 1 ruby A", "B 1 ruby B"]),
    ],
)  # fmt: skip
def test_groups(tmp_path: Path, text: str, how: str, expected: list[str]) -> None:
    assert cards(tmp_path, f"{{from: g.yaml, {how}}}", {"g.yaml": text}) == expected


def test_what_is_taken_keeps_its_place(tmp_path: Path) -> None:
    made = opened(
        tmp_path,
        files("{from: g.yaml, each: suits.cards, take: {gem: suits.id}}", {"g.yaml": NESTED}),
    )
    first, second, _ = made.components["cards"].cards
    assert (first.place("gem")[1:], second.place("gem")[1:], first.span[1:]) == (
        (3, 10),
        (3, 82),
        (3, 24),
    )


@pytest.mark.parametrize(
    ("columns", "header", "expected"),
    [
        ("{Id: id, 'Rang #': rank, Stone: gem, Foil?: ~}", "ID,Rang #, STONE ,name,Foil?", "a 1 ruby Ann"),
        ("{Stone: gem, '*': ~}", "ID,Rank,Stone,Name,Notes,", "a 1 ruby Ann"),
        ("{}", "id,RANK,Gem, name", "a 1 ruby Ann"),
    ],
)  # fmt: skip
def test_columns(tmp_path: Path, columns: str, header: str, expected: str) -> None:
    row = "a,1,ruby,Ann,x,y".split(",")[: header.count(",") + 1]
    more = {"a.csv": f"{header}\n{','.join(row)}\n"}
    assert cards(tmp_path, "a.csv", more, f"    columns: {columns}\n") == [expected]


def test_columns_rename_keys_of_json_within_maps(tmp_path: Path) -> None:
    text = '[{"id": "a", "rank": 1, "set": {"gem": "ruby", "x": {}}, "Title": "Ann"}]'
    keys = "    columns: {set.gem: gem, title: name, '*': ~}\n"
    assert cards(tmp_path, "a.json", {"a.json": text}, keys) == ["a 1 ruby Ann"]


@pytest.mark.parametrize(
    ("make", "ids"),
    [
        ("slug(name)", ["ann-c", "bob"]),
        ("gem ~ '-' ~ rank", ["ruby-1", "jade-2"]),
        ("slug(name ~ ' ' ~ rank) | upper", ["ANN-C-1", "BOB-2"]),
    ],
)
def test_ids_are_worked_out(tmp_path: Path, make: str, ids: list[str]) -> None:
    rows = {"a.csv": "rank,gem,name\n1,ruby,Ann & Ç\n2,jade,bob\n"}
    made = opened(tmp_path, files("a.csv", rows, f"    id: {make}\n")).components["cards"].cards
    assert [one.id for one in made] == ids


def test_pictures_are_cards(tmp_path: Path) -> None:
    names = (
        "dragon.png",
        "elf@3.JPG",
        "Räven's Oath@2.webp",
        "back.png",
        "notes.txt",
        "01_Moon.png",
        "狐2.png",
    )
    keys = "    front: front.xml\n    fields: {image: text, back_image: {text: , optional: yes}}\n"
    head = "title: T\nplayers: {min: 1, max: 1}\ncomponents:\n  cards:\n    kind: deck\n"
    more: dict[str, Any] = {f"art/{name}": b"" for name in names}
    source = "    cards: [art/elf@3.JPG, 'art/*.png', 'art/*.webp']\n"
    made = opened(tmp_path, {"game.yaml": f"{head}{source}{keys}", **more})
    found = [(c.id, c.copies, c.values["image"], c.values["back_image"]) for c in made.components["cards"].cards]  # fmt: skip
    assert found == [
        ("elf", 3, "art/elf@3.JPG", None),
        ("01-moon", 1, "art/01_Moon.png", "art/back.png"),
        ("dragon", 1, "art/dragon.png", "art/back.png"),
        ("狐2", 1, "art/狐2.png", "art/back.png"),
        ("raven-s-oath", 2, "art/Räven's Oath@2.webp", None),
    ]
    wrong = findings(tmp_path, {"game.yaml": f"{head}    cards: art/*\n{keys}", "art/x.psd": b""})
    assert (
        'art/x.psd:1:1: error P137 "cards": "art/x.psd" is no picture that can be printed' in wrong
    )


CSV = {"a.csv": HEAD + "a,1,ruby,Ann\n", "b.csv": HEAD + "a,2,jade,Bob\n", "g.yaml": NESTED}


@pytest.mark.parametrize(
    ("source", "keys", "expected"),
    [
        ("[a.csv, b.csv]", "", 'b.csv:2:1: error P207 two cards have the id "a"\n  a.csv:2:1: the first one is here'),
        ("x/*.csv", "", 'error P136 "cards": no file in data/toy is called x/*.csv'),
        ("../*.csv", "", "error P810"),
        ("[]", "", 'error P208 the deck "cards" has no cards'),
        ("[a.csv, {id: b}]", "", "error P203 expected a card"),
        ("{from: a.csv, eech: x}", "", 'error P201 there is no key "eech" here'),
        ("{from: {a: b}}", "", 'error P203 "from": expected a file'),
        ("{from: a.csv, each: x}", "", 'error P203 "each": "a.csv" is a table'),
        ("{from: g.yaml, header: 2}", "", 'error P203 "header": "g.yaml" is no table'),
        ("{from: g.yaml, take: {gem: x}}", "", 'error P203 "take" hands down'),
        ("g.yaml", "", "hint: say the way to the list: cards: {from: FILE, each: suits}"),
        ("{from: g.yaml, each: suit.cards}", "", 'g.yaml:1:1: error P235 "each": "suit": there is no such key here'),
        ("{from: g.yaml, each: suits.card}", "", 'g.yaml:3:5: error P235 "each": "card": there is no such key here'),
        ("{from: g.yaml, each: set.cards}", "", 'g.yaml:1:6: error P235 "each": "set": expected a list or map, found the text "S"'),
        ("{from: g.yaml, each: suits.cards, take: {gem: suit.id}}", "", 'error P236 "take": "suit" is no level of each: suits.cards\n  hint: did you mean "suits"?'),
        ("{from: g.yaml, each: suits.cards, take: {gem: suits.ids}}", "", 'error P236 "take": nothing at "suits" has "ids"\n  hint: did you mean "id"?'),
        ("a.csv", "columns: {rank: name}", 'a.csv:1:13: error P230 both "rank" and "name" are to be the field "name"'),
        ("a.csv", "columns: {rnak: rank}", 'error P231 columns: there is no column "rnak"\n  hint: did you mean "rank"?'),
        ("a.csv", "columns: {rank: rnak}", 'error P232 columns: there is no field "rnak"\n  hint: did you mean "rank"?'),
        ("a.csv", "columns: {'*': rank}", 'error P232 columns: "*" passes over'),
        ("a.csv", "columns: {rank: [a]}", "error P203"),
        ("a.csv", "id: slug(name)", 'a.csv:2:1: error P233 the card has an id'),
        ("a.csv", "id: slug(nmae)\n    columns: {id: ~}", 'error P234 "id": "nmae" is not defined'),
        ("a.csv", "id: slug(name | replace('Ann', '?!'))\n    columns: {id: ~}", "a.csv:2:1: error P234 the id of the card"),
        ("a.csv", "id: name\n    key: name\n    columns: {id: ~}", 'error P210 "id" and "key" both name the entries'),
    ],
)  # fmt: skip
def test_what_is_wrong(tmp_path: Path, source: str, keys: str, expected: str) -> None:
    said = findings(tmp_path, files(source, dict(CSV), f"    {keys}\n" if keys else ""))
    assert expected in said


def test_two_cards_of_one_title_name_the_cure(tmp_path: Path) -> None:
    more = {"a.csv": "rank,gem,name\n1,ruby,Ann\n2,jade,ann\n"}
    said = findings(tmp_path, files("a.csv", more, "    id: slug(name)\n"))
    assert said.startswith('a.csv:3:1: error P207 two cards have the id "ann"\n  a.csv:2:1:')
    assert "slug(title ~ ' ' ~ FIELD)" in said


def test_unknown_columns_are_one_finding_that_cures_itself(tmp_path: Path) -> None:
    more = {"a.csv": 'Id,Qty,ranke,gem,name,Foil?,"A: b"\n' + "a,2,1,ruby,Ann,x,y\n" * 9}
    said = findings(tmp_path, files("a.csv", more))
    cure = said.partition("nothing: ")[2].partition("\n")[0]
    assert cure == 'columns: {Qty: count, ranke: rank, "Foil?": ~, "A: b": ~}'
    again = findings(tmp_path, files("a.csv", more, f"    {cure}\n"))
    assert "P201" not in again and "P207" in again


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Snow  Junction!", "snow-junction"),
        ("Ärger & Streß", "arger-stress"),
        ("Ægir’s Øre", "aegir-s-ore"),
        ("Pont-à-Lune №2", "pont-a-lune-no2"),
        ("Łódź", "lodz"),
        ("?!", ""),
        (7, "7"),
        (None, ""),
    ],
)
def test_slug(text: Any, expected: str) -> None:
    assert slug(text) == expected


@given(st.text())
def test_a_slug_is_one_of_itself(text: str) -> None:
    made = slug(text)
    assert (
        made.isascii()
        and slug(made) == made
        and not made.strip("abcdefghijklmnopqrstuvwxyz0123456789-")
    )
