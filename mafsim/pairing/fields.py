"""Finite fields as tables: the arithmetic from which designs are made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Int32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The field of q = p^m elements, which are the numbers below q.

    The digits of an element to the base p are the coefficients of a polynomial, so that elements are
    added digit by digit, and those below p^n are added among themselves.
    """

    order: int
    prime: int
    powers: Int32
    """``[i]``: the i-th power of an element whose powers are all elements but 0, for i < q - 1."""
    sums: Int32
    """``[a, b]``: a + b."""
    differences: Int32
    """``[a, b]``: a - b."""
    products: Int32
    """``[a, b]``: a times b."""

    def inverse(self, element: int) -> int:
        """Give the element by which this one, not 0, makes 1."""
        return int(np.flatnonzero(self.products[element] == 1)[0])

    def squares(self) -> Int32:
        """Give the squares other than 0."""
        return np.unique(self.products.diagonal()[1:])


def prime_power(order: int) -> tuple[int, int] | None:
    """Give p and m where a number is p^m with p a prime and m at least 1."""
    prime = next((p for p in range(2, order + 1) if order % p == 0), 0)
    exponent = 0
    while prime and order % prime == 0:
        order //= prime
        exponent += 1
    return (prime, exponent) if prime and order == 1 else None


@lru_cache(maxsize=32)
def field(order: int) -> Field:
    """Give the field of so many elements, a prime power."""
    known = prime_power(order)
    assert known is not None
    prime, degree = known
    digits = np.array([[a // prime**i % prime for i in range(degree)] for a in range(order)])
    values = prime ** np.arange(degree)
    powers = _powers(prime, degree)
    logs = np.zeros(order, dtype=np.int64)
    logs[powers] = np.arange(order - 1)
    products = powers[(logs[:, None] + logs) % (order - 1)]
    products[0], products[:, 0] = 0, 0
    found = Field(
        order=order,
        prime=prime,
        powers=powers,
        sums=((digits[:, None] + digits) % prime @ values).astype(np.int32),
        differences=((digits[:, None] - digits) % prime @ values).astype(np.int32),
        products=products,
    )
    for table in (found.powers, found.sums, found.differences, found.products):
        table.flags.writeable = False
    return found


def _powers(prime: int, degree: int) -> Int32:
    """Give the powers of x modulo the first polynomial under which they are all elements but 0.

    The polynomial is x^m = rest, where the digits of the rest are tried in the order of numbers. For
    m = 1 this says that x is the rest: a primitive root.
    """
    order, top = prime**degree, prime ** (degree - 1)
    for rest in range(1, order):
        found = [1]
        while len(found) < order:
            low, high = found[-1] % top * prime, found[-1] // top
            carried = sum(
                (low // prime**i + high * (rest // prime**i)) % prime * prime**i
                for i in range(degree)
            )
            if carried in (0, 1):
                break
            found.append(carried)
        if len(found) == order - 1 and carried == 1:
            return np.array(found, dtype=np.int32)
    raise AssertionError(order)
