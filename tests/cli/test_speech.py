"""Nothing that a game says moves the cursor of a terminal, colours it or turns its direction."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from model.toy import GAME, written

from pnp.cli import main
from pnp.cli.console import status
from pnp.cli.speech import FORMATS, tell
from pnp.diagnostics import Span, error, github, plain, text

STRANGE = r"\e[2J\e[31m\a\r\b\x7f\x9b\u202e\u2066"
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
FILES = {
    "game.yaml": GAME.replace("title: Toy", f'title: "Toy {STRANGE}"')
    .replace("name: Ann", f'name: "Ann {STRANGE}"')
    .replace("max: 4", "max: 2"),
    "rules.yaml": f'- {{id: A1, says: "all {STRANGE}well", kind: count, of: cards, is: facts.two, basis: stated, where: "rules/{STRANGE}"}}\n',
    "setup.yaml": f'- {{says: "one card {STRANGE}", what: cards, each: 1}}\n',
}
CALLS = [
    *(
        "promises toy",
        "promises toy --format md",
        "promises toy --coverage --setup",
        "check toy --setup",
        "list",
        "show toy a",
    ),
    *(f"check toy --format {form}" for form in FORMATS if form != "json"),
]
PRINTED = ["build", "build", "build --dry-run --timings", "verify", "list"]


def heard(capsys: pytest.CaptureFixture[str], asked: str) -> str:
    """All that a call says, on a terminal."""
    args = asked.split()
    capsys.readouterr()
    status(lambda: main(args=args, prog_name="pnp", standalone_mode=False, color=True))
    return "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("calls", "title"), [(CALLS, STRANGE), (PRINTED, r"\u202e")], ids=["told", "printed"]
)
def test_no_command_repeats_control_characters(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    calls: list[str],
    title: str,
) -> None:
    written(
        tmp_path,
        {**FILES, "game.yaml": FILES["game.yaml"].replace(f"Toy {STRANGE}", f"Toy {title}")},
    )
    monkeypatch.chdir(tmp_path)
    for asked in calls:
        said = heard(capsys, asked)
        assert not CONTROL.search(said) and "Traceback" not in said, (asked, said)
        assert "�" in said or asked.startswith("check toy --format"), (asked, said)


def test_every_control_character_but_the_end_of_a_line_is_shown_as_a_sign(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = "ä\n\x1b[31mb\a\t\r\x9b\u202e\u2066c"
    assert plain(said) == "ä\n�[31mb������c"
    tell(said, nl=False)
    assert capsys.readouterr().out == plain(said)


def test_a_finding_for_a_workflow_holds_none_either() -> None:
    found = error("P501", "a\x1b[2J\nb", Span("x\x9b.yaml", 1, 1))
    assert github(found) == "::error file=x�.yaml,line=1,col=1,title=P501::a�[2J%0Ab"
    assert not CONTROL.search(text(found))
