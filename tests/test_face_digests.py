"""The faces of the shipped games look as they did:

`faces.txt` lists a digest for each side of each component.

After a change that is meant to change a look: `python tests/test_face_digests.py >
tests/baseline/faces.txt`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from shipped import GAMES, shipped

BASELINE = Path(__file__).parent / "baseline/faces.txt"


def listed(game: str) -> Iterator[str]:
    """A line for each side of each component: how many faces it has, and a digest of their
    digests in order.
    """
    kit = shipped(game)
    for sides in kit.sides:
        by_side: dict[str, list[str]] = {}
        for side in sides.laid:
            by_side.setdefault(side.side, []).append(kit.digests[id(side.face)])
        for name, digests in by_side.items():
            look = hashlib.sha256("\n".join(digests).encode()).hexdigest()[:20]
            yield f"{game} {sides.component.id} {name} {len(digests)} {look}"


@pytest.mark.parametrize("game", GAMES)
def test_faces_look_as_they_did(game: str) -> None:
    expected = [
        row for row in BASELINE.read_text(encoding="utf-8").splitlines() if row.split()[0] == game
    ]
    assert list(listed(game)) == expected and expected


if __name__ == "__main__":
    for each in GAMES:
        print(*listed(each), sep="\n")
