"""Every suite says below each promise, or step of a setup, what is found."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from pnp.check import promises
from tests.golden import check

from .suites import HERE, Suite

SUITES = sorted((HERE / "suite").glob("*.txt"))


@pytest.mark.parametrize("path", SUITES, ids=[path.stem for path in SUITES])
def test_suite(path: Path, tmp_path: Path) -> None:
    more = promises.MAX_MORE if path.stem == "suggest" else 0
    with patch.object(promises, "MAX_MORE", more):  # places that may be at fault have a suite
        check(path, Suite(path.stem, tmp_path).outcome)
