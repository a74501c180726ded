"""What a booklet says when its pages do not go on the paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import said, written

from pnp.build.text_files import TextRequest, make_text_file
from pnp.diagnostics import Problems
from pnp.impose import Duplex, PaperOptions
from pnp.load.workspace import find
from pnp.units.geometry import Um, parse_paper

GAME = "title: Toy\nplayers: {min: 1, max: 2}\ncomponents:\n  rules: {kind: rulebook, text: rules.md, page: PAGE}\n"


@pytest.mark.parametrize(
    ("page", "paper", "such"),
    [
        ("a5", "150x212", ", such as a4"),
        ("a4", "a4", ", such as a3"),
        ("139x200", "a5", ", such as letter"),
        ("a2", "a3", ""),
        ("90x250", "a5", ", such as tabloid"),
    ],
)
def test_booklet_that_does_not_fit_names_the_smallest_paper_that_does(
    tmp_path: Path, page: str, paper: str, such: str
) -> None:
    written(tmp_path, {"game.yaml": GAME.replace("PAGE", page), "rules.md": "# Rules\n\nAll.\n"})
    press = PaperOptions(parse_paper(paper), Duplex.LONG, Um(0), Um(5_000), True)
    with pytest.raises(Problems) as problem:
        make_text_file(
            find(tmp_path), "toy", tmp_path / "data/toy", TextRequest("rulebook", "booklet", press)
        )
    told = said(problem.value.diagnostics, tmp_path)
    assert told.endswith(
        f"\n  hint: choose a larger --paper{such}, or a smaller page: in game.yaml"
    )


AID = "title: Toy\nplayers: {min: 1, max: 2}\ncomponents:\n  aid: {kind: reference, text: aid.md}\n"


def reference(folder: Path, duplex: Duplex) -> tuple[str, ...]:
    written(folder, {"game.yaml": AID, "aid.md": "# Front\n\nWord.\n\n---\n\n# Back\n\nWord.\n"})
    press = PaperOptions(parse_paper("a4"), duplex, Um(0), Um(5_000), True)
    return make_text_file(
        find(folder), "toy", folder / "data/toy", TextRequest("reference", "pdf", press)
    ).notes


def test_player_aids_say_what_a_build_notes_on_the_same_sheets(tmp_path: Path) -> None:
    assert '"Aid": its second side is not printed, since --duplex is none' in reference(
        tmp_path, Duplex.NONE
    )
    assert not any("second side" in note for note in reference(tmp_path, Duplex.LONG))
