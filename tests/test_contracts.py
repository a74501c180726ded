"""The page of all contracts is what the games say now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_page_of_contracts_is_what_the_games_say() -> None:
    run = subprocess.run(
        [sys.executable, "tools/contracts.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, f"run: python tools/contracts.py\n{run.stdout}{run.stderr}"


def test_every_game_has_its_table() -> None:
    page = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    games = [path for path in (ROOT / "data").iterdir() if (path / "rules.yaml").exists()]
    assert page.count("\n## ") == len(games) and page.count(
        "| id | kind | says | basis | where | state |"
    ) == len(games)
