"""The lowest version of every package that pyproject.toml allows, as constraints for pip:

`make floors` tests with just these.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def floors(project: dict) -> list[str]:
    """`name==version` for what the program and its tests need.

    SystemExit where one has no floor.
    """
    table = project["project"]
    found = []
    for wanted in [*table["dependencies"], *table["optional-dependencies"]["test"]]:
        parts = re.fullmatch(r"([\w.-]+)>=([\d.]+)(?:,<\d+)?", wanted)
        if not parts:
            sys.exit(f"{PROJECT.name}: {wanted!r} has no floor; write it as name>=version")
        found.append(f"{parts[1]}=={parts[2]}")
    return found


if __name__ == "__main__":
    print("\n".join(floors(tomllib.loads(PROJECT.read_text(encoding="utf-8")))))
