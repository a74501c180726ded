"""Backs behind fronts.

The sheet is turned in three dimensions here, by other arithmetic than the code's.
"""

import pytest

from pnp.impose import Duplex
from pnp.impose.duplex import verso_slot
from pnp.units.geometry import Rect, Size, rect, size

PORTRAIT, LANDSCAPE, SQUARE = size(210_000, 297_000), size(297_000, 210_000), size(200_000, 200_000)
TRIM = rect(10_000, 20_000, 63_000, 88_000)


@pytest.mark.parametrize(
    ("paper", "duplex", "expected"),
    [
        (PORTRAIT, "long", (rect(137_000, 20_000, 63_000, 88_000), 0)),
        (PORTRAIT, "short", (rect(10_000, 189_000, 63_000, 88_000), 180)),
        (PORTRAIT, "fold", (rect(10_000, 189_000, 63_000, 88_000), 180)),
        (LANDSCAPE, "long", (rect(10_000, 102_000, 63_000, 88_000), 180)),
        (LANDSCAPE, "short", (rect(224_000, 20_000, 63_000, 88_000), 0)),
        (LANDSCAPE, "fold", (rect(10_000, 102_000, 63_000, 88_000), 180)),
        (SQUARE, "long", (rect(127_000, 20_000, 63_000, 88_000), 0)),
        (SQUARE, "short", (rect(10_000, 92_000, 63_000, 88_000), 180)),
    ],
)
def test_where_the_back_lies(paper: Size, duplex: str, expected: tuple[Rect, int]) -> None:
    assert verso_slot(TRIM, paper, Duplex(duplex)) == expected


def test_one_sided_paper_has_no_verso() -> None:
    with pytest.raises(ValueError, match="no verso"):
        verso_slot(TRIM, PORTRAIT, Duplex.NONE)


def half_turn(
    point: tuple[float, float, float], axis: tuple[int, int, int]
) -> tuple[float, float, float]:
    """A point turned by 180° about an axis through the origin (Rodrigues): p' = 2 (k·p) k − p."""
    along = sum(k * p for k, p in zip(axis, point, strict=True))
    return tuple(2 * along * k - p for k, p in zip(axis, point, strict=True))


def corners(trim: Rect, turn: int) -> dict[str, tuple[float, float]]:
    """The named corners of an upright face, as it lies on a page after its clockwise turn (0 or
    180).
    """
    named = {
        "upper left": (trim.x, trim.y),
        "upper right": (trim.right, trim.y),
        "lower right": (trim.right, trim.bottom),
        "lower left": (trim.x, trim.bottom),
    }
    if turn == 180:
        names = list(named)
        return {name: named[names[(index + 2) % 4]] for index, name in enumerate(names)}
    return named


BEHIND = {
    "upper left": "upper right",
    "upper right": "upper left",
    "lower left": "lower right",
    "lower right": "lower left",
}
"""What lies behind each corner of a front when the card is turned over about its upright axis
and the back then stands upright.
"""


@pytest.mark.parametrize(
    "paper", [PORTRAIT, LANDSCAPE, SQUARE, size(215_900, 279_400), size(279_401, 215_901)]
)
@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_card_cut_from_the_sheet_turns_over_to_an_upright_back(paper: Size, duplex: Duplex) -> None:
    upright_is_long = paper.height >= paper.width
    flips_about_upright = upright_is_long == (duplex is Duplex.LONG)
    axis = (0, 1, 0) if flips_about_upright else (1, 0, 0)

    def on_the_verso_page(x: float, y: float) -> tuple[float, float]:
        """A point of the recto, with the sheet in space around its middle, turned over by the
        printer and looked at again.
        """
        u, v, depth = half_turn((x - paper.width / 2, y - paper.height / 2, 0), axis)
        assert depth == 0
        return u + paper.width / 2, v + paper.height / 2

    spot, turn = verso_slot(TRIM, paper, duplex)
    back = corners(spot, turn)
    for name, (x, y) in corners(TRIM, 0).items():
        assert on_the_verso_page(x, y) == back[BEHIND[name]], name


@pytest.mark.parametrize("paper", [PORTRAIT, LANDSCAPE, size(279_401, 215_901)])
def test_folding_the_lower_half_away_brings_each_back_behind_its_front(paper: Size) -> None:
    spot, turn = verso_slot(TRIM, paper, Duplex.FOLD)

    def folded(x: float, y: float) -> tuple[float, float]:
        """A point of the lower half, swung by 180° about the fold line behind the upper half,
        seen through the paper from the front.
        """
        u, v, _ = half_turn((x, y - paper.height / 2, 0), (1, 0, 0))
        return u, v + paper.height / 2

    front = corners(TRIM, 0)
    for name, (x, y) in corners(spot, turn).items():
        assert folded(x, y) == front[BEHIND[name]], name
