"""Decimals added without the rounding of floats."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import isfinite, ulp
from typing import Any, TypeGuard


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether a value is a number that can be added: neither yes or no, nor beyond all numbers."""
    return (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, float) and isfinite(value)
    )


_DIGITS = 15
"""Digits that a float holds truly; what it has past them is its rounding."""
MAX_PARTS, MAX_BROKEN = 10_000, 1_000_000
"""Into how many parts a number is divided at most, and how large it is, where it is told from
its digits what it was.
"""


def exact(value: float) -> int | Fraction:
    """A number as it was written or worked out: the decimal 0.1 for the float that stands for
    it, and a third for 0.333333333333333.
    """
    if isinstance(value, int):
        return value
    short = f"{value:.{_DIGITS}g}"
    if (
        abs(value) < MAX_BROKEN
        and len(short.partition("e")[0].lstrip("-0.").replace(".", "")) >= _DIGITS - 1
    ):
        near = Fraction(value).limit_denominator(MAX_PARTS)
        if abs(near - Fraction(value)) <= 4 * Fraction(ulp(value)):
            return near
    return Fraction(short)


def as_decimals(value: Any) -> Any:
    """A value for comparing: what floats stand for, in lists as well."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(as_decimals, value))
    return exact(value) if isinstance(value, float) and isfinite(value) else value


def number_text(value: float | Fraction) -> str:
    """A number for people: `3`, `0.25`, `0.3333…`."""
    if isinstance(value, float):
        if not isfinite(value):
            return str(value)
        value = exact(value)
    if value.denominator == 1:
        return str(value.numerator)
    if 10**60 % value.denominator:
        return f"{float(value):.4f}…"
    with localcontext(prec=60):
        return format(Decimal(value.numerator) / value.denominator, "f")
