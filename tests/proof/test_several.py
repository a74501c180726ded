"""Prints of what is several in one: aids of more than two sides, nested pieces, boards in
several copies, booklets, parts of a kit.
"""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from model.toy import written
from test_kit import press

from pnp.build.conductor import Job, build
from pnp.build.print_options import PrintOptions
from pnp.build.text_files import TextRequest, make_text_file
from pnp.load.workspace import find
from pnp.proof import Proof, prove

from .spoil import KIT, built, changed, emptied_page, op, opened, pages_in_order, proved, said

GAME = """\
title: Several
players: {min: 2, max: 4}
components:
  aid: {kind: reference, text: aid.md}
  hexes: {kind: tokens, shape: hex, size: 22mm, nest: yes, front: plain.xml, tokens: [{id: tile, count: 14}]}
  wide: {kind: mat, size: 300x120, front: plain.xml, copies: 2}
  chips: {kind: tokens, sides: two, front: plain.xml, back: plain.xml, tokens: [{id: big, size: 20mm, count: 3}, {id: small, shape: circle, size: 16mm}]}
  one: {kind: deck, front: plain.xml, cards: [{id: only}]}
"""
FILES = {
    "game.yaml": GAME,
    "aid.md": "# One\n\na\n\n---\n\n# Two\n\nb\n\n---\n\n# Three\n\nc\n",
    "templates/toy/plain.xml": '<face fill="tint"/>',
}


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("several")
    written(folder, FILES)
    build(
        find(folder), Job("toy", folder / "data/toy", folder / "output/toy", PrintOptions(press()))
    )
    return folder / "output/toy"


def after(kit: Path, file: str, how: object, tmp_path: Path) -> Proof:
    import shutil

    made = tmp_path / "made"
    shutil.copytree(kit, made)
    if how is None:
        (made / f"{file}.pdf").unlink()
    else:
        with pikepdf.open(kit / f"{file}.pdf") as pdf:
            how(pdf)
            pdf.save(made / f"{file}.pdf")
    return proved(kit, made)


def test_whole_print_is_well_and_each_piece_counted(several: Path) -> None:
    proof = proved(several, several)
    assert said(proof.diagnostics, several) == []
    assert (proof.pieces, proof.pieces_of) == (
        29,
        29,
    )  # 2 × 4 aids, 14 hexes, 2 mats, 4 chips, 1 card


def test_board_on_as_large_a_pattern_as_there_may_be_is_well(tmp_path: Path) -> None:
    """A ground of dots came to more operators than a proof reads."""
    board = "title: Large\nplayers: {min: 1, max: 2}\ncomponents:\n  one: {kind: board, size: 590x830, front: p.xml}\n"
    made = built(
        tmp_path,
        files={
            "game.yaml": board,
            "templates/toy/p.xml": '<face><rect fill="pattern:dots" color="#cccccc"/></face>',
        },
    )
    assert said(proved(made, made).diagnostics, made) == []
    assert (made / "boards.pdf").stat().st_size < 100_000


def test_all_aids_in_one_file_with_a_last_one_without_a_back(several: Path, tmp_path: Path) -> None:
    """`pnp reference` writes one file, in which the last side may be alone on its aid."""
    home = several.parent.parent
    wanted = TextRequest("reference", "pdf", press())
    made = make_text_file(find(home), "toy", home / "data/toy", wanted)
    (tmp_path / "player-aids.pdf").write_bytes(made.data)
    proof = prove(opened(several), [tmp_path / "player-aids.pdf"], whole=False)
    assert said(proof.diagnostics, tmp_path) == []


@pytest.mark.parametrize(
    ("file", "how", "expected", "left"),
    [
        (
            "cards-one-sided",
            None,
            '"aid/aid-2" is 0 times on paper, the data say 4: 4 missing',
            24,
        ),
        ("cards", None, '"aid/aid-1" is 0 times on paper, the data say 4: 4 missing', 25),
        (
            "boards",
            pages_in_order(0, 1),
            '"wide/wide" is 1 times on paper, the data say 2: 1 missing (copy 2)',
            28,
        ),
        (
            "cards-one-sided",
            changed(
                0,
                lambda all_, at: [
                    op("re", 0, 0, 160, 900) if str(i.operator) == "re" and n == at[4][0] + 2 else i
                    for n, i in enumerate(all_)
                ],
            ),
            'a part of "one/only", copy 1 is cut off before its edge',
            29,
        ),
    ],
)
def test_what_is_missing_is_told(
    several: Path, tmp_path: Path, file: str, how: object, expected: str, left: int
) -> None:
    proof = after(several, file, how, tmp_path)
    assert any(expected in line for line in said(proof.diagnostics, tmp_path)), "\n".join(
        said(proof.diagnostics, tmp_path)
    )
    assert (proof.pieces, proof.pieces_of) == (left, 29)


def test_of_one_file_only_what_belongs_into_it_is_missed(tmp_path: Path) -> None:
    """Cards without a back lie in a file of their own where others have one: neither file lacks
    what lies in the other.
    """
    lone = "  lone: {kind: deck, cards: [{id: x, count: 3}], front: word.xml}\n"
    made = built(tmp_path, files={**KIT, "game.yaml": KIT["game.yaml"] + lone})
    backed, alone = made / "cards.pdf", made / "cards-one-sided.pdf"

    def lines(path: Path) -> list[str]:
        return [
            line.partition(" P732 ")[2].partition("\n")[0]
            for line in said(prove(opened(made), [path], whole=False).diagnostics, made)
        ]

    assert (lines(backed), lines(alone)) == ([], [])
    for path in (backed, alone):
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            for number in range(len(pdf.pages)):
                emptied_page(number)(pdf)
            pdf.save(path)
    assert [line for line in lines(backed) if line] == [
        f'nothing of "{name}" is on paper; the data print {count} of it'
        for name, count in (("cards", 11), ("events", 12))
    ]
    assert [line for line in lines(alone) if line] == [
        'nothing of "lone" is on paper; the data print 3 of it'
    ]
