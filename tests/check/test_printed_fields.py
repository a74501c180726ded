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
