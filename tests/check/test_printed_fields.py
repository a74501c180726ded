from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Problems
from tests.golden import check
from tests.model.toy import game, kit, said

CASES = Path(__file__).with_name("printed_cases.txt")
WIDE = '<face><column width="55mm" at="4mm 4mm">'


def _outcome(case: bytes, folder: Path) -> str:
    """What is said of the toy with these fields, `---` and what its front prints."""
    fields, _, front = case.decode().partition("\n---\n")
    files = {
        "game.yaml": game(
            ("    fields: {rank: {int: [1, 2]}, gem: gem, name: text,", f"    fields: {{{fields},"),
            ("ruby: ,", "ruby: {label: Red ruby, letter: R, icon: heart-organ, color: accent},"),
        ),
        "templates/toy/front.xml": f"{WIDE}{front}</column></face>",
    }
    try:
        return said(kit(folder, files).diagnostics, folder)
    except Problems as problem:
        return said(problem.diagnostics, folder)


def test_what_a_face_prints_is_held_against_its_fields(tmp_path: Path) -> None:
    number = iter(range(1_000))
    check(CASES, lambda case: _outcome(case, tmp_path / str(next(number))))


@pytest.mark.parametrize("of", ["spaces", "areas"])
def test_places_of_a_board_are_counted(tmp_path: Path, of: str) -> None:
    """Three of one value are printed three times."""
    board = (
        "  map: {kind: board, size: 90x60, front: map.xml, data: map.yaml,"
        " fields: {gem: {gem: ~, printed: label}}}\n"
    )
    place = (
        "{at: [Nmm, 1mm], gem: jade}"
        if of == "spaces"
        else "{at: [Nmm, 1mm], size: 9x9, gem: jade}"
    )
    printed = "<text width='40mm' height='6mm'>{{ terms.gem.jade }}</text>"
    files = {
        "game.yaml": game() + board,
        "map.yaml": f"{of}:\n"
        + "".join(f"  s{n}: {place}\n".replace("N", str(20 * n + 1)) for n in range(3)),
    }
    for times, found in ((3, []), (2, ["P322"]), (4, [])):
        front = f"<face><column at='5mm 5mm' width='60mm'>{printed * times}</column></face>"
        made = kit(tmp_path / f"{of}{times}", {**files, "templates/toy/map.xml": front})
        assert [d.code for d in made.diagnostics if d.code.startswith("P32")] == found


READ = (
    "  - {id: A1, says: Ranks, kind: range, of: cards, field: rank, from: 1, to: 2, basis: ours}\n"
)
PLACES = "- {id: A1, says: G, kind: count, of: map, only: gem == 'jade', is: 1, basis: ours}\n"
FIELDS = "{rank: int, gem: gem, name: {text: ~, printed: text},"


@pytest.mark.parametrize(
    ("fields", "front", "rules", "found"),
    [
        (FIELDS, "{{ card.name }} {{ card.rank }}", READ, []),
        (FIELDS, "{{ card.name }}{% if card.rank > 1 %}!{% endif %}", READ, []),
        (FIELDS, "{{ card.name }}", READ, ["rank"]),
        (FIELDS, "{{ card.name }}", "", []),
        (FIELDS.replace("rank: int", "rank: {int: ~, printed: no}"), "{{ card.name }}", READ, []),
        ("{rank: int, gem: gem, name: text,", "{{ card.name }}", READ, []),
    ],
)
def test_fields_that_promises_read_change_a_face(
    fields: str, front: str, rules: str, found: list[str], tmp_path: Path
) -> None:
    files = {
        "game.yaml": game(("{rank: {int: [1, 2]}, gem: gem, name: text,", fields)),
        "rules.yaml": rules.replace("  -", "-") or "[]\n",
        "templates/toy/front.xml": f"{WIDE}<text>{front}</text></column></face>",
    }
    unshown = [d for d in kit(tmp_path, files).diagnostics if d.code == "P326"]
    assert [d.message.split('"')[1] for d in unshown] == found


@pytest.mark.parametrize(("shown", "found"), [("{{ one.gem }}", 0), ("{{ one.id }}", 1)])
def test_places_of_a_board_are_changed_where_its_tracks_are_drawn(
    shown: str, found: int, tmp_path: Path
) -> None:
    board = (
        "  map: {kind: board, size: 90x60, front: map.xml, data: map.yaml,"
        " fields: {gem: gem, rank: {int: ~, printed: no}}}\n"
    )
    text = "<text at='{{ one.x }}mm 9mm' width='9mm' height='6mm'>"
    loop = f"{{% for one in card.tracks.way %}}{text}{shown}</text>{{% endfor %}}"
    files = {
        "game.yaml": game() + board,
        "rules.yaml": PLACES,
        "map.yaml": "tracks:\n"
        "  way: {to: 2, at: [9mm, 9mm], cell: 9mm, gem: jade, rank: 1}\n"
        "spaces:\n"
        "  gate: {at: {on: way, number: 1}, gem: ruby, rank: 2}\n",
        "templates/toy/map.xml": f"<face>{loop}</face>",
    }
    made = kit(tmp_path, files).diagnostics
    assert len([d for d in made if d.code == "P326"]) == found, made
