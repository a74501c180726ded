"""The page of all contracts is what the games say now."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_page_of_contracts_is_what_the_games_say() -> None:
    spec = importlib.util.spec_from_file_location("contracts", ROOT / "tools" / "contracts.py")
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    page = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    assert tool.page() == page, "run: python tools/contracts.py"
    games = [path for path in (ROOT / "data").iterdir() if (path / "rules.yaml").exists()]
    assert page.count("| id | kind | says | basis | where | state |") == len(games)
