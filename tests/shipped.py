"""The games as they ship, each made once in a process that tests: nothing that is made of one
changes it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pnp.build.conductor import Kit, make_kit
from pnp.load.workspace import disk_for, find, games

WORKSPACE = find(Path(__file__).parent.parent)
GAMES = games(WORKSPACE)
"""The folders of the five games by name."""


@cache
def shipped(game: str) -> Kit:
    """A game with all its faces."""
    return make_kit(disk_for(WORKSPACE, GAMES[game]), game)
