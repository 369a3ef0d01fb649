"""The tables of a finite field obey the axioms of a field."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing.fields import field, prime_power

ORDERS = [q for q in range(2, 130) if prime_power(q)]

orders = st.sampled_from(ORDERS)


@st.composite
def elements(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Give the order of a field and three of its elements."""
    q = draw(orders)
    a, b, c = (draw(st.integers(0, q - 1)) for _ in range(3))
    return q, a, b, c


def test_prime_powers_are_told_from_other_numbers() -> None:
    assert [n for n in range(33) if prime_power(n)] == [
        *(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32),
    ]
    assert (prime_power(729), prime_power(97), prime_power(64)) == ((3, 6), (97, 1), (2, 6))


@given(elements())
def test_sums_and_products_are_those_of_a_ring(chosen: tuple[int, int, int, int]) -> None:
    q, a, b, c = chosen
    f = field(q)
    plus, times = f.sums, f.products
    assert plus[a, b] == plus[b, a]
    assert times[a, b] == times[b, a]
    assert plus[plus[a, b], c] == plus[a, plus[b, c]]
    assert times[times[a, b], c] == times[a, times[b, c]]
    assert times[a, plus[b, c]] == plus[times[a, b], times[a, c]]
    assert (plus[a, 0], times[a, 1], times[a, 0]) == (a, a, 0)
    assert f.differences[plus[a, b], b] == a


@pytest.mark.parametrize("q", ORDERS)
def test_whatever_is_not_zero_can_be_divided_by(q: int) -> None:
    f = field(q)
    for element in range(1, q):
        assert sorted(f.products[element]) == list(range(q))
        assert f.products[element, f.inverse(element)] == 1
    assert sorted(f.powers) == list(range(1, q))
    assert [f.products[f.powers[i], f.powers[1]] for i in range(q - 2)] == f.powers[1:].tolist()


@pytest.mark.parametrize("q", [8, 9, 16, 25, 27])
def test_elements_are_added_digit_by_digit(q: int) -> None:
    f = field(q)
    for a in range(q):
        total = 0
        for _ in range(f.prime):
            total = int(f.sums[total, a])
        assert total == 0
        assert f.sums[a, 1] % f.prime == (a + 1) % f.prime


@pytest.mark.parametrize("q", [q for q in ORDERS if q % 2])
def test_half_of_the_others_are_squares(q: int) -> None:
    f = field(q)
    assert len(f.squares()) == (q - 1) // 2
    assert set(np.unique(f.products.diagonal())) == {0, *f.squares().tolist()}
