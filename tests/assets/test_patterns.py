"""Patterns: each covers its area, large ones repeat a band."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets import paths
from pnp.assets.patterns import PATTERNS, Pattern, pattern
from pnp.units.geometry import moved


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=15)
@given(st.integers(1, 20_000), st.integers(1, 20_000))
def test_pattern_covers_its_area_and_not_much_more(name: str, width: int, height: int) -> None:
    box = paths.bounds(pattern(name, width, height))
    assert max(box.x, box.y) <= 2_400 and box.x >= -height - 2_400
    assert width - 2_400 <= box.right <= width + 2 * height + 4_000
    assert height - 2_400 <= box.bottom <= height + 4_000


@pytest.mark.parametrize(
    "name", ["dots", "rings", "checks", "crosses", "zigzag", "bricks", "triangles"]
)
def test_large_pattern_repeats_a_band(name: str) -> None:
    height = 120_400
    path = pattern(name, 125_123, height)
    assert isinstance(path, Pattern) and len(path.band) * 4 < len(path)
    again = "".join(paths.moved(path.band, moved(0, n * path.pitch)) for n in range(path.times))
    assert _parts_above(height, again) == _parts_above(height, path)


def _parts_above(height: int, path: str) -> list[str]:
    """The parts of a path that begin above a height, in order."""
    parts = path.replace("L", " ").replace("C", " ").split("M")[1:]
    return sorted(part for part in parts if int(part.split()[1]) < height)


def test_small_pattern_is_a_path_like_any_other() -> None:
    assert not pattern("dots", 20_000, 20_000).band


def test_patterns_differ() -> None:
    assert len({pattern(name, 9_000, 9_000) for name in PATTERNS}) == len(PATTERNS) == 10
