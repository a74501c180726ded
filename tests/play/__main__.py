"""Plays every game 500 times for each number of players and prints the table; 2,000 for seats."""

from __future__ import annotations

import sys
from pathlib import Path

from pnp.load.workspace import disk_for, find
from pnp.model.read import load_game

from .series import BOTS, series

ROOT = Path(__file__).parents[2]


def main(names: list[str]) -> None:
    """One row a game and number of players."""
    print(
        "game             players  rounds 5/50/95 %   minutes 5/50/95 %   wins by seat (table lost)"
    )
    for name in names or BOTS:
        game, _ = load_game(disk_for(find(ROOT), ROOT / "data" / name), name)
        low, high = game.players
        for players in range(low, high + 1):
            done = series(game, ["greedy"] * players, 500)
            rounds, minutes = ("/".join(f"{x:.0f}" for x in s) for s in (done.rounds, done.minutes))
            seats = " ".join(f"{share:.0%}" for share in done.seats)
            lost = f" ({done.lost:.0%})" if done.lost else ""
            print(f"{name:16} {players:7}  {rounds:>15}   {minutes:>15}   {seats}{lost}")
            for what, count in done.ran_out.items():
                print(f"{'':26}ran out in {count} games: {what}")


if __name__ == "__main__":
    main(sys.argv[1:])
