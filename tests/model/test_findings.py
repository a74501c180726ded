"""Suites of small changes to the toy, each with every finding that is reported of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from .toy import findings, game

SUITES = sorted((Path(__file__).parent / "suites").glob("*.yaml"))
CASES = [case for path in SUITES for case in yaml.safe_load(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_findings(case: dict[str, Any], tmp_path: Path) -> None:
    files = {"game.yaml": game(*case.get("change", {}).items()), **case.get("files", {})}
    assert findings(tmp_path, files) == case["says"]
