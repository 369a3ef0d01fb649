"""Points as whole thousandths: multiplied, divided, written out."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

import numpy as np

from mafsim.games import Array
from mafsim.regulations.exactness import THOUSANDTHS, thousandths
from mafsim.regulations.points import Rounding


def multiplied(points: Array, multiplier: Decimal) -> Array:
    """Give thousandths times a multiplier; half a thousandth goes away from zero.

    Only points that a regulation forbids do not come out even: its own amounts do, and a judge's
    step does.
    """
    product = points.astype(np.int64) * thousandths(multiplier)
    whole = (np.abs(product) + THOUSANDTHS // 2) // THOUSANDTHS
    return np.asarray(np.sign(product) * whole)


def rounded(number: Fraction, how: Rounding) -> int:
    """Give the whole number to which a fraction that is not negative is rounded."""
    match how:
        case "down":
            return floor(number)
        case "up":
            return ceil(number)
        case "half_up":
            return floor(number + Fraction(1, 2))
        case "half_even":
            return round(number)


def written(points: int) -> str:
    """Write thousandths as a plain decimal number: ``14.325``, ``9``, ``-0.5``."""
    whole, part = divmod(abs(points), THOUSANDTHS)
    digits = f"{whole}.{part:03}".rstrip("0").rstrip(".")
    return f"-{digits}" if points < 0 else digits
