"""Points are whole thousandths, and every rounding has a name."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.regulations.exactness import thousandths
from mafsim.scoring.exact import multiplied, rounded, written


@given(st.integers(-(10**6), 10**6))
def test_written_points_are_the_points(points: int) -> None:
    assert thousandths(Decimal(written(points))) == points


@pytest.mark.parametrize(
    ("points", "text"), [(14_325, "14.325"), (9_000, "9"), (-500, "-0.5"), (0, "0"), (10, "0.01")]
)
def test_points_are_written_without_idle_zeros(points: int, text: str) -> None:
    assert written(points) == text


def test_points_off_the_grid_are_a_fault() -> None:
    with pytest.raises(AssertionError):
        thousandths(Decimal("0.0001"))


@given(st.integers(-(10**6), 10**6), st.decimals("0.001", "10", places=3))
def test_a_product_is_exact_or_goes_away_from_zero(points: int, times: Decimal) -> None:
    product = Fraction(points) * Fraction(times)
    found = int(multiplied(np.array([points]), times)[0])
    assert abs(found - product) <= Fraction(1, 2)
    if abs(found - product) == Fraction(1, 2):
        assert abs(found) > abs(product)


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ("half_up", [0, 1, 2, 3, 4]),
        ("half_even", [0, 0, 2, 2, 4]),
        ("up", [0, 1, 2, 3, 4]),
        ("down", [0, 0, 1, 2, 3]),
    ],
)
def test_each_rounding_at_the_halves(how: str, found: list[int]) -> None:
    halves = [Fraction(0), Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), Fraction(7, 2)]
    assert [rounded(half, how) for half in halves] == found  # type: ignore[arg-type]
