"""The layers that import-linter keeps hold every module of the house, those that are new as
well.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONTRACTS = {
    c["name"]: c
    for c in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}
MODULES = {f"pnp.{p.stem}" for p in (ROOT / "pnp").glob("*.py")} | {
    f"pnp.{p.parent.name}" for p in (ROOT / "pnp").glob("*/__init__.py")
}
MODULES -= {"pnp.__init__", "pnp.__main__"}


def test_every_module_has_its_layer() -> None:
    layers = CONTRACTS["The stages import one way"]["layers"]
    assert sorted(name.strip() for layer in layers for name in layer.split("|")) == sorted(MODULES)


@pytest.mark.parametrize(
    ("contract", "free"),
    [
        ("Only draw touches ReportLab", {"pnp.draw"}),
        ("Only the command line speaks click", {"pnp.cli"}),
    ],
)
def test_what_only_one_may_use_is_forbidden_to_all_others(contract: str, free: set[str]) -> None:
    assert set(CONTRACTS[contract]["source_modules"]) == MODULES - free


def test_the_proof_of_the_paper_loads_nothing_that_made_it() -> None:
    """A package's `__init__` runs before its modules, which import-linter does not follow:

    `pnp.check` brought the layout along.
    """
    said = "import sys, pnp.proof; print(*{m.split('.')[1] for m in sys.modules if m.startswith('pnp.')})"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", said], capture_output=True, text=True, check=True
        ).stdout.split()
    )
    assert "proof" in loaded and not loaded & {
        "compose",
        "layout",
        "face",
        "impose",
        "draw",
        "write",
        "kit",
        "pipeline",
    }
