"""Writes docs/promises.md: what every game of the repository promises, and whether it is kept.

python tools/contracts.py           write it python tools/contracts.py --check   write nothing; end
1 when the page is no longer what the games say
"""

from __future__ import annotations

import sys
from pathlib import Path

from pnp.books.text_formats import escaped
from pnp.check.promises.contract import lines
from pnp.cli.promises_ import as_markdown
from pnp.load.workspace import disk_for, find
from pnp.load.workspace import games as games_of
from pnp.model.read import load_game

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "promises.md"
HEAD = """\
<!-- Written by tools/contracts.py from the games. -->

# What the games promise

Every sentence of their rules that a printed kit could break, as it stands in their `rules.yaml`, with its state in this version.
[Kinds of promises](reference/promises.md) tells how each is judged, [Rules as a contract](explanation/contract.md) why.
"""


def page() -> str:
    """The page as it should be. Raises Problems when a game cannot be read."""
    workspace = find(ROOT)
    parts = [HEAD]
    for name, folder in sorted(games_of(workspace).items()):
        game, _ = load_game(disk_for(workspace, folder), name)
        rows = lines(game)
        kept = sum(row.state == "kept" for row in rows)
        sources = "".join(f"* `{key}`: {about}\n" for key, about in game.sources.items())
        parts.append(
            f"## {escaped(game.title)}\n\n{kept} of {len(rows)} promises are kept. Their"
            f" sources:\n\n{sources}\n{as_markdown(rows)}"
        )
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    """Write the page, or only say that it would change; returns the exit status."""
    made = page()
    stale = not TARGET.exists() or TARGET.read_text(encoding="utf-8") != made
    if stale:
        print(TARGET.relative_to(ROOT))
    if arguments == ["--check"]:
        return int(stale)
    if stale:
        TARGET.write_text(made, "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
