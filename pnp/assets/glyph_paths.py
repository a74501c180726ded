"""Gives the pen that HarfBuzz draws the outline of a glyph with, as SVG path data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import uharfbuzz

hb: Any = uharfbuzz  # It has no type information.


@cache
def pen() -> Any:
    """What HarfBuzz draws outlines with: it adds path segments to a list."""

    def to(command: str) -> Callable[..., None]:
        return lambda *given: given[-1].append(command + " ".join([f"{n:.7g}" for n in given[:-1]]))

    pen = hb.DrawFuncs()
    pen.set_move_to_func(to("M"))
    pen.set_line_to_func(to("L"))
    pen.set_quadratic_to_func(to("Q"))
    pen.set_cubic_to_func(to("C"))
    pen.set_close_path_func(to("Z"))
    return pen
