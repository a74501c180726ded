"""The toys of CONTRIBUTING.md work as they stand there, one file of code each."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAME = """\
title: Toy
players: {min: 2, max: 4}
sources: {rules: Draft}
components:
  cards: {kind: deck, size: poker, front: d.xml, fields: {title: text}, cards: [{id: a, title: One}]}
"""
RULES = "- {id: A, says: odd, kind: odd, of: cards, basis: stated, where: rules/All}\n"
FRONT = """\
<face><diamond at="5mm 5mm" width="30mm" height="40mm" fill="#7a1f2b"/>
<text at="5mm 60mm" width="50mm">{{ card.title }}</text></face>
"""
RUN = "import sys; sys.path.insert(0, '.'); from pnp.cli.console import run; run()"


def test_toy_element_promise_and_exporter_work(tmp_path: Path) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    element, promise, exporter = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    shutil.copytree(ROOT / "pnp", tmp_path / "pnp")
    for name in ("templates", "fonts"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for path, text in {
        "pnp/layout/shapes.py": f"\n\n{element}",
        "pnp/check/promises/kinds/odd.py": promise,
        "pnp/build/exporters.py": f"\n\n{exporter}",
        "pnp.yaml": "",
        "data/toy/game.yaml": GAME,
        "data/toy/rules.yaml": RULES,
        "templates/toy/d.xml": FRONT,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        with (tmp_path / path).open("a", encoding="utf-8") as file:
            file.write(text)

    def pnp(*arguments: str) -> str:
        command = [sys.executable, "-P", "-c", RUN, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    assert pnp("promises", "toy").startswith("Toy: 1 of 1 promises kept\n")
    assert pnp("export", "toy", "--to", "txt").endswith("1 file, 63 × 88 mm\n")
    assert (tmp_path / "output/toy/export/cards/001_a_front.txt").read_text() == "One\n"
    (tmp_path / "data/toy/game.yaml").write_text(GAME.replace("One}", "One, count: 2}"))
    assert 'error P501 deck "cards" prints 2 cards (A, stated, rules/All)' in pnp("check", "toy")
