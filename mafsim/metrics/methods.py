"""How totals become a figure with its interval: one method for each kind of figure.

Every method turns a block's whole numbers into totals, a flat tuple of whole numbers that adds up
over blocks in any order, and totals into a figure. For two regulations that played under one seed
the numbers of both stand side by side, and the method gives the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import nan
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mafsim.metrics.intervals import GROUPS, Figure, jackknife, mean, variance, wilson

Integers = npt.NDArray[np.int64]
Numbers = tuple[int, ...]

MILLION = 1_000_000
"""The grid on which shares of one tournament are whole numbers."""


Figures = dict[str, Figure]
"""Figures by what is added to the name of the metric; empty for a metric's only one."""


class Method(Protocol):
    """How the numbers of tournaments are summed, and how sums become figures.

    A figure of which no tournament has told anything is left out.
    """

    def totals(self, values: Integers, first: int) -> list[Numbers]:
        """Sum ``values[tournament, name, k]``; `first` is the number of the first tournament."""

    def figures(self, totals: Numbers, confidence: float) -> Figures:
        """Give the figures."""

    def differences(self, totals: Numbers, confidence: float) -> Figures:
        """Give how much higher the figures of the first half of the numbers are than of the second."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quotient of sums over tournaments, such as points by seats: the numbers are x and y of each.

    The interval is normal, with the variance of the quotient's linear part over tournaments
    (Cochran, Sampling Techniques, 1977, section 6.3); no tournament is taken for many.
    """

    scale: int = 1
    """What the quotient is divided by, such as 1000 for points in thousandths."""

    def totals(self, values: Integers, first: int) -> list[Numbers]:  # noqa: ARG002 - as all methods
        """Give the number of tournaments, the sums, and the sums of products."""
        sums, products = values.sum(axis=0).tolist(), _products(values)
        return [
            (len(values), *one, *(each for row in two for each in row))
            for one, two in zip(sums, products, strict=True)
        ]

    def figures(self, totals: Numbers, confidence: float) -> Figures:
        """Give the quotient."""
        sums = _Sums.of(totals, 2)
        if sums.of_numbers[1] == 0:
            return {}
        value = float(sums.quotient(0)) / self.scale
        return {"": mean(value, self._variance(sums), confidence)}

    def _variance(self, sums: _Sums) -> float | None:
        found = variance(sums.count, sums.pull(0), sums.of_products)
        return None if found is None else found / self.scale**2

    def differences(self, totals: Numbers, confidence: float) -> Figures:
        """Give the first quotient less the second, with what they have in common taken out."""
        sums = _Sums.of(totals, 4)
        if 0 in (sums.of_numbers[1], sums.of_numbers[3]):
            return {}
        value = sums.quotient(0) - sums.quotient(1)
        pull = (*sums.pull(0), *(-each for each in sums.pull(1)))
        found = variance(sums.count, pull, sums.of_products)
        spread = None if found is None else found / self.scale**2
        return {"": mean(float(value) / self.scale, spread, confidence)}


@dataclass(frozen=True, slots=True)
class Share(Ratio):
    """A proportion of things of which a tournament has several, such as games that red wins.

    Wilson's interval, with as many trials as would have the variance that the tournaments show, and
    never more than there were; where they show none since all or none are so, with one trial a
    tournament (Korn and Graubard, 1998, Survey Methodology 24, page 193, do so with another interval).
    """

    def figures(self, totals: Numbers, confidence: float) -> Figures:
        """Give the proportion."""
        sums = _Sums.of(totals, 2)
        trials = sums.of_numbers[1]
        if trials == 0:
            return {}
        share, found = float(sums.quotient(0)), self._variance(sums)
        if found is None or share in (0.0, 1.0):
            return {"": wilson(share, min(sums.count, trials), confidence)}
        effective = share * (1 - share) / found if found > 0 else trials
        return {"": wilson(share, min(effective, trials), confidence)}


@dataclass(frozen=True, slots=True)
class Chance(Ratio):
    """How often something is so, once a tournament: x is 0 to 1,000,000, y is 1 where it is asked.

    Wilson's interval; x lies between where a lot would have to decide.
    """

    scale: int = MILLION

    def figures(self, totals: Numbers, confidence: float) -> Figures:
        """Give the proportion."""
        sums = _Sums.of(totals, 2)
        asked = sums.of_numbers[1]
        if asked == 0:
            return {}
        return {"": wilson(float(sums.quotient(0)) / self.scale, asked, confidence)}


@dataclass(frozen=True, slots=True)
class Moments:
    """Any functions of sums over tournaments, with the intervals of a jackknife over groups of them."""

    function: Callable[[Sequence[int]], Mapping[str, float]]
    """The figures of all sums; one that they do not tell is left out."""

    def totals(self, values: Integers, first: int) -> list[Numbers]:
        """Give for each group how many tournaments it has, and the sums of their numbers."""
        own = [values[(group - first) % GROUPS :: GROUPS] for group in range(GROUPS)]
        sums = [_exact_sum(each) for each in own]  # sums[group][name]
        return [
            tuple(
                chain.from_iterable(
                    (len(each), *of_group[name]) for each, of_group in zip(own, sums, strict=True)
                )
            )
            for name in range(values.shape[1])
        ]

    def figures(self, totals: Numbers, confidence: float) -> Figures:
        """Give the functions of all sums."""
        return _of_groups(totals, self.function, confidence)

    def differences(self, totals: Numbers, confidence: float) -> Figures:
        """Give the functions of the first half of the sums less those of the second."""

        def less(sums: Sequence[int]) -> Mapping[str, float]:
            half = len(sums) // 2
            first, second = self.function(sums[:half]), self.function(sums[half:])
            return {name: first[name] - second[name] for name in first if name in second}

        return _of_groups(totals, less, confidence)


def _of_groups(
    totals: Numbers, function: Callable[[Sequence[int]], Mapping[str, float]], confidence: float
) -> Figures:
    groups = _groups(totals)
    whole = [sum(column) for column in zip(*groups, strict=True)]
    left = ([a - b for a, b in zip(whole, group, strict=True)] for group in groups)
    without = [function(sums) for sums in left]
    return {
        name: jackknife(value, [each.get(name, nan) for each in without], confidence)
        for name, value in function(whole).items()
    }


def _groups(totals: Numbers) -> list[list[int]]:
    """Give the sums of each group that has tournaments."""
    width = len(totals) // GROUPS
    rows = (totals[start : start + width] for start in range(0, len(totals), width))
    return [list(sums) for count, *sums in rows if count]


def _exact_sum(values: Integers) -> list[list[int]]:
    """Sum ``values[tournament, name, k]`` over tournaments."""
    most = int(np.abs(values).max(initial=0))
    if most * max(len(values), 1) >= 2**63:
        values = values.astype(object)
    found: list[list[int]] = values.sum(axis=0).tolist()
    return found


def _products(values: Integers) -> list[list[list[int]]]:
    """Sum ``values[t, figure, i] * values[t, figure, j]`` over tournaments, exactly."""
    most = int(np.abs(values).max(initial=0))
    if most**2 * max(len(values), 1) >= 2**63:
        values = values.astype(object)
    k = values.shape[2]
    sums = [
        [(values[:, :, i] * values[:, :, j]).sum(axis=0).tolist() for j in range(k)]
        for i in range(k)
    ]
    figures = range(values.shape[1])
    return [[[int(sums[i][j][m]) for j in range(k)] for i in range(k)] for m in figures]


@dataclass(frozen=True, slots=True)
class _Sums:
    """The totals of a quotient, or of two, unpacked."""

    count: int
    of_numbers: Sequence[int]
    of_products: Sequence[Sequence[int]]

    @classmethod
    def of(cls, totals: Numbers, k: int) -> _Sums:
        count, numbers, products = totals[0], totals[1 : 1 + k], totals[1 + k :]
        return cls(count, numbers, [products[k * i : k * i + k] for i in range(k)])

    def quotient(self, which: int) -> Fraction:
        """Give x by y, of the first or of the second."""
        x, y = self.of_numbers[2 * which : 2 * which + 2]
        return Fraction(x, y)

    def pull(self, which: int) -> tuple[Fraction, Fraction]:
        """Give the coefficients by which a tournament's x and y pull the quotient."""
        y = self.of_numbers[2 * which + 1]
        return Fraction(1, y), -self.quotient(which) / y
