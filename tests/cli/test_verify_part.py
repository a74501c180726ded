"""`pnp verify` of a part of a kit: what must be there is what the manifest beside it lists."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from model.toy import written

from .pnp import pnp
from .run import call

Capture = pytest.CaptureFixture[str]
GAME = """\
title: Toy
players: {min: 2, max: 4}
components:
  ships:
    kind: deck
    template: base/classic
    cards: [{id: brig, title: Brig, count: 3}, {id: sloop, title: Sloop, count: 2}]
  crew: {kind: deck, template: base/classic, back: base/rings-back.xml, cards: [{id: cook, title: Cook}]}
  chips: {kind: tokens, size: 20mm, front: sea.xml, tokens: [{id: chip, per_player: 2}]}
  sea: {kind: board, size: 400x280, front: sea.xml}
  rulebook: {kind: rulebook, text: rules.md}
"""
RULES = "# The game\n\nSail.\n\n[[page]]\n\n# Wind\n\nBlows.\n\n[[page]]\n\n# Rain\n\nFalls.\n\n[[page]]\n\n# End\n\nIt ends.\n"
FILES = {"game.yaml": GAME, "rules.md": RULES, "templates/toy/sea.xml": '<face fill="tint"/>'}
Hand = Callable[[pikepdf.Pdf], None]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace whose game has been built once as a whole."""
    folder = tmp_path_factory.mktemp("built")
    written(folder, FILES)
    (folder / "data/toy").rename(folder / "data/my-game")
    (folder / "templates/toy").rename(folder / "templates/my-game")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert pnp("build", "my-game").status == 0
    return folder


@pytest.fixture
def home(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it."""
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spoilt(file: Path, how: Hand) -> None:
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        how(pdf)
        pdf.save()


def doubled(pdf: pikepdf.Pdf) -> None:
    pdf.pages.append(pdf.pages[0])


def _without_first(pdf: pikepdf.Pdf) -> None:
    del pdf.pages[0]


def _last_first(pdf: pikepdf.Pdf) -> None:
    pdf.pages.insert(0, pdf.pages[-1])
    del pdf.pages[-1]


@pytest.mark.parametrize(
    ("options", "pieces"),
    [
        (["--cards", "brig"], "3 of 3 pieces"),
        (["--only", "crew"], "1 of 1 pieces"),
        (["--only", "rulebook"], "1 of 1 pieces"),
        (["--players", "2"], "12 of 12 pieces"),
        (["--only", "sea", "--board-scale", "50"], "1 of 1 pieces"),
    ],
)
def test_a_part_lacks_nothing_that_was_not_asked_for(
    home: Path, capsys: Capture, options: list[str], pieces: str
) -> None:
    """It was held against the whole game: fourteen cards too few, and promises broken."""
    assert call(capsys, "build", "my-game", "-o", "proof", *options).code == 0
    said = call(capsys, "verify", "my-game", "-o", "proof")
    assert said.code == 0 and said.out.startswith(f"Toy, a part: {pieces} on paper"), said
    assert "error" not in said.err and "promise" not in said.out


def test_changes_are_a_part_and_so_are_some_pages_of_a_rulebook(
    home: Path, capsys: Capture
) -> None:
    (home / "data/my-game/rules.md").write_text(
        RULES.replace("Blows", "Howls").replace("It ends", "The end")
    )
    (home / "data/my-game/game.yaml").write_text(GAME.replace("Brig, count: 3", "Brig, count: 4"))
    assert (
        call(capsys, "build", "my-game", "--changed-since", "output/my-game/manifest.json").code
        == 0
    )
    part = home / "output/my-game/part"
    said = call(capsys, "verify", "my-game", "--pdf", str(part / "rulebook.pdf"))
    assert said.code == 0 and said.out.startswith("Toy, a part: 1 of 1 pieces on paper, 2 pages"), (
        said
    )
    (cards,) = part.glob("cards*.pdf")
    said = call(capsys, "verify", "my-game", "--pdf", str(cards))
    assert said.code == 0 and said.out.startswith("Toy, a part: 1 of 1 pieces on paper"), said
    # The whole print is older than its data, and a whole print it stays.
    said = call(capsys, "verify", "my-game")
    assert (
        said.code == 1
        and '"ships/brig" is 3 times on paper, the data say 4: 1 missing' in said.err
        and "a part" not in said.out
    )
    spoilt(part / "rulebook.pdf", _last_first)
    said = call(capsys, "verify", "my-game", "--pdf", str(part / "rulebook.pdf"))
    assert (
        said.code == 1
        and 'error P738 page 2, slot 1: page 2 of "rulebook" comes after page 4' in said.err
    ), said


@pytest.mark.parametrize(
    ("options", "file", "hand", "told"),
    [
        (
            ["--cards", "brig"],
            "cards*",
            _without_first,
            'nothing of "ships" is on paper; the manifest of this part lists 3 of it',
        ),
        (
            ["--cards", "brig"],
            "cards*",
            doubled,
            '"ships/brig" is 6 times on paper, the manifest of this part says 3: 3 too many',
        ),
        (
            ["--only", "rulebook"],
            "rulebook",
            _without_first,
            '"rulebook/page-1" is 0 times on paper, the manifest of this part says 1: 1 missing',
        ),
        (
            ["--only", "rulebook"],
            "rulebook",
            doubled,
            '"rulebook/page-1" is 2 times on paper, the manifest of this part says 1: 1 too many',
        ),
        (
            ["--only", "rulebook"],
            "rulebook",
            _last_first,
            'page 1 of "rulebook" comes after page 4',
        ),
    ],
)
def test_what_a_part_lacks_or_has_twice_is_told(
    home: Path, capsys: Capture, options: list[str], file: str, hand: Hand, told: str
) -> None:
    assert call(capsys, "build", "my-game", "-o", "proof", *options).code == 0
    (path,) = (home / "proof/my-game").glob(f"{file}.pdf")
    spoilt(path, hand)
    said = call(capsys, "verify", "my-game", "-o", "proof")
    assert said.code == 1 and told in said.err, said


def test_what_the_manifest_does_not_list_is_too_many(home: Path, capsys: Capture) -> None:
    """A sheet of another print, put behind those of a part."""
    assert call(capsys, "build", "my-game", "-o", "proof", "--cards", "brig").code == 0
    assert call(capsys, "build", "my-game", "-o", "other", "--cards", "sloop").code == 0
    (path,), (other,) = (
        (home / "proof/my-game").glob("cards*.pdf"),
        (home / "other/my-game").glob("cards*.pdf"),
    )
    with pikepdf.open(other) as more:
        spoilt(path, lambda pdf: pdf.pages.extend(more.pages))
    said = call(capsys, "verify", "my-game", "-o", "proof")
    assert (
        said.code == 1
        and '"ships/sloop" is 2 times on paper, the manifest of this part says 0: 2 too many'
        in said.err
    ), said


def test_a_file_of_a_part_that_is_gone_is_missed_and_one_by_itself_is_not(
    home: Path, capsys: Capture
) -> None:
    assert (
        call(
            capsys, "build", "my-game", "-o", "proof", "--only", "ships", "--only", "rulebook"
        ).code
        == 0
    )
    said = call(capsys, "verify", "my-game", "--pdf", "proof/my-game/rulebook.pdf")
    assert said.code == 0 and said.out.startswith("Toy, a part: 1 of 1 pieces on paper"), said
    for name in ("rulebook", "rulebook-booklet"):
        (home / f"proof/my-game/{name}.pdf").unlink()
    said = call(capsys, "verify", "my-game", "-o", "proof")
    assert (
        said.code == 1
        and 'nothing of "rulebook" is on paper; the manifest of this part lists 4 of it' in said.err
    )


BROKEN = [
    {"files": 3},
    {"files": {"cards.pdf": {}}},
    {"files": {"cards.pdf": {"sheets": [{"recto": [{"side": "front"}]}]}}},
    {
        "files": {
            "cards.pdf": {
                "sheets": [
                    {
                        "recto": [
                            {"side": "front", "component": "ships", "card": "brig", "copy": 1e999}
                        ]
                    }
                ]
            }
        }
    },
    {"game": "another"},
    {"part": False},
]


@pytest.mark.parametrize("changes", BROKEN)
def test_without_a_manifest_that_tells_it_is_held_against_the_data(
    home: Path, capsys: Capture, changes: dict[str, object]
) -> None:
    assert call(capsys, "build", "my-game", "-o", "proof", "--cards", "brig").code == 0
    path = home / "proof/my-game/manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    said = call(capsys, "verify", "my-game", "-o", "proof")
    assert (
        said.code == 1
        and '"ships/sloop" is 0 times on paper, the data say 2' in said.err
        and "a part" not in said.out
    )


def test_programs_are_told_that_it_is_a_part(home: Path, capsys: Capture) -> None:
    assert call(capsys, "build", "my-game", "-o", "proof", "--cards", "brig").code == 0
    part, whole = (
        json.loads(call(capsys, "verify", "my-game", *where, "--json").out)["verified"][0]
        for where in (["-o", "proof"], [])
    )
    assert (part["part"], part["pieces"], part["promises_kept"], whole["part"]) == (
        True,
        3,
        0,
        False,
    )
