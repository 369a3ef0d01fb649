"""Intervals around figures, from whole-number totals over tournaments.

A tournament is the unit of chance: its games share players and a plan, so that they are never
counted as independent of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, isfinite, lgamma, log1p, pi, sqrt
from statistics import NormalDist

GROUPS = 32
"""Into how many groups tournaments are dealt, by their numbers, for a jackknife."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its interval; `low` and `high` are None where one tournament tells no spread."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def half_width(self) -> float | None:
        """Half of the interval's width."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        """Say whether a value is in the interval; without an interval every value is."""
        return self.low is None or self.high is None or self.low <= value <= self.high


@cache
def normal_quantile(confidence: float) -> float:
    """Give how many standard errors hold a normal mean with so much confidence."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


@cache
def t_quantile(confidence: float, freedom: int) -> float:
    """Give the same for Student's distribution with so many degrees of freedom.

    Its distribution function is integrated by Simpson's rule and inverted by halving, far beyond
    the six digits that are printed.
    """
    wanted, low, high = confidence / 2, 0.0, 1.0
    while _t_mass(high, freedom) < wanted:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_mass(middle, freedom) < wanted else (low, middle)
    return high


def _t_mass(end: float, freedom: int, steps: int = 2000) -> float:
    """Give the probability between 0 and `end`."""
    half = (freedom + 1) / 2
    scale = exp(lgamma(half) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    width = end / steps
    total = sum(
        (1 if k in (0, steps) else 4 if k % 2 else 2)
        * exp(-half * log1p((k * width) ** 2 / freedom))
        for k in range(steps + 1)
    )
    return scale * total * width / 3


def wilson(share: float, trials: float, confidence: float) -> Figure:
    """Give a proportion with Wilson's interval (1927, JASA 22, page 209).

    It also holds for the mean of anything between 0 and 1, whose variance is no larger than that of
    a proportion with the same mean.
    """
    z2 = normal_quantile(confidence) ** 2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = share * (1 - share) / trials + z2 / (4 * trials**2)
    half = sqrt(z2 * max(spread, 0.0)) / (1 + z2 / trials)
    # In exact numbers the interval holds the share; rounding must not push an end past it.
    return Figure(share, min(max(middle - half, 0.0), share), max(min(middle + half, 1.0), share))


def mean(value: float, variance: float | None, confidence: float) -> Figure:
    """Give a value with the normal interval of its variance; without one where that is unknown."""
    if variance is None:
        return Figure(value)
    half = normal_quantile(confidence) * sqrt(max(variance, 0.0))
    return Figure(value, value - half, value + half)


def variance(
    count: int, coefficients: Sequence[Fraction], products: Sequence[Sequence[int]]
) -> float | None:
    """Give the variance of a sum over tournaments of a linear form whose sum is 0.

    Parameters
    ----------
    count
        How many tournaments.
    coefficients
        Those of the form: its value in a tournament is how far that one pulls the figure.
    products
        ``products[i][j]``: the sums of products of the numbers that the form is of.

    Returns
    -------
    float | None
        None for fewer than two tournaments.
    """
    if count < 2:
        return None
    total = sum(
        (
            a * b * products[i][j]
            for i, a in enumerate(coefficients)
            for j, b in enumerate(coefficients)
        ),
        Fraction(0),
    )
    return float(total * count / (count - 1))


def jackknife(value: float, without: Sequence[float], confidence: float) -> Figure:
    """Give a value with the interval of a jackknife that leaves out one group of tournaments at a time.

    Shao and Tu, The Jackknife and Bootstrap (1995), section 2.2; Student's distribution has one
    degree of freedom fewer than there are groups. The interval lies around the value of all.
    """
    groups = len(without)
    if groups < 2 or not all(map(isfinite, without)):
        return Figure(value)
    middle = sum(without) / groups
    spread = sum((each - middle) ** 2 for each in without) * (groups - 1) / groups
    half = t_quantile(confidence, groups - 1) * sqrt(spread)
    return Figure(value, value - half, value + half)
