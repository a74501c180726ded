"""What people write as lengths, sizes, papers, cards and colours, and what comes of it; the cases
are in `units_cases.txt`: the name of a function, then one argument a line.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.units.color import NAMES, ColorError, Vision, contrast, grey, luminance, parse_color, seen
from pnp.units.geometry import (
    CARDS,
    PAPERS,
    LengthError,
    card_size,
    millimetres,
    parse_length,
    parse_paper,
    parse_points,
    parse_size,
)
from tests.golden import check


def _two_colors(text: str) -> float:
    return round(contrast(*map(parse_color, text.split())), 2)


def _seen(text: str) -> str:
    color, vision = text.split()
    return seen(parse_color(color), Vision(vision))


READ: dict[str, Callable[[str], Any]] = {
    "parse_length": parse_length,
    "parse_points": parse_points,
    "parse_points least": lambda text: parse_points(text, least=True),
    "parse_size": lambda text: tuple(parse_size(text)),
    "parse_paper": lambda text: tuple(parse_paper(text)),
    "card_size": lambda text: tuple(card_size(text)),
    "millimetres": lambda text: millimetres(int(text)),
    "parse_color": parse_color,
    "luminance": lambda text: round(luminance(parse_color(text)), 6),
    "contrast": _two_colors,
    "grey": lambda text: grey(parse_color(text)),
    "seen": _seen,
}


def _outcome(case: bytes) -> str:
    function, *arguments = case.decode().removesuffix("\n").split("\n")

    def outcome(text: str) -> str:
        try:
            return f"{READ[function](text)}"
        except (LengthError, ColorError) as problem:
            return f"{type(problem).__name__}: {problem}"

    return "\n".join(map(outcome, arguments))


def test_units_read_what_people_write() -> None:
    check(Path(__file__).with_name("units_cases.txt"), _outcome)


@pytest.mark.parametrize("parse", [parse_length, parse_size, parse_points])
@pytest.mark.parametrize("begin", ["1" + " " * 200_000, "1" * 200_000, "1x1" + " " * 200_000])
def test_endless_length_is_refused_at_once_and_not_repeated(
    parse: Callable[[str], object], begin: str
) -> None:
    with pytest.raises(LengthError) as caught:
        parse(begin + "!")
    assert f'"{begin[:40]}…" is not a ' in str(caught.value) and len(str(caught.value)) < 200


def test_named_sizes_are_upright_and_unlike_each_other() -> None:
    for named in (PAPERS, CARDS):
        assert all(width <= height for width, height in named.values())
        assert len(set(named.values())) == len(named)
    assert len(NAMES) == 17  # sixteen, and grey for gray
