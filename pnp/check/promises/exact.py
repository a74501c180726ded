"""Decimals added without the rounding of floats."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import isfinite
from typing import Any, TypeGuard


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether a value is a number that can be added: neither yes or no, nor beyond all numbers."""
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and isfinite(value))


def exact(value: float) -> int | Fraction:
    """A number as it was written, the decimal 0.1 for the float that stands for it."""
    return value if isinstance(value, int) else Fraction(f"{value:.15g}")  # what a float has past 15 digits is its rounding


def plainly(value: float | Fraction) -> str:
    """A number for people: `3`, `0.25`."""
    if isinstance(value, float):
        if not isfinite(value):
            return str(value)
        value = exact(value)
    if value.denominator == 1:
        return str(value.numerator)
    with localcontext(prec=60):
        return format(Decimal(value.numerator) / value.denominator, "f")
