"""Hadamard matrices: signs of which every two rows agree as often as they differ."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mafsim.pairing.fields import field, prime_power

Int32 = npt.NDArray[np.int32]

WILLIAMSON = {92: ("+--+-+-+++++", "+--++-+-+-++", "+++---++--++", "+--+--+++---")}
"""The first halves of four symmetric circulants, by the order of the matrix (Baumert, Golomb and Hall,
1962, Discovery of an Hadamard matrix of order 92, Bulletin of the American Mathematical Society 68)."""


@lru_cache(maxsize=64)
def hadamard(order: int) -> Int32 | None:
    """Give a Hadamard matrix, its first row and column all 1; None where none is known here.

    Every order up to 112 is known: those of Sylvester (1867), twice one that is known; of Paley (1933, On
    orthogonal matrices, Journal of Mathematics and Physics 12), both kinds; and one of Williamson.
    """
    found = _made(order)
    if found is None:
        return None
    found = found * found[:1]
    found = (found * found[:, :1]).astype(np.int32)
    assert (found @ found.T == order * np.eye(order, dtype=np.int32)).all()
    found.flags.writeable = False
    return found


def _made(order: int) -> Int32 | None:
    if order in (1, 2):
        return np.array([[1, 1], [1, -1]], dtype=np.int32)[:order, :order]
    if order % 4:
        return None
    if order in WILLIAMSON:
        return _of_circulants(WILLIAMSON[order])
    if prime_power(order - 1):
        return _paley(order - 1)
    half = order // 2 - 1
    if half % 4 == 1 and prime_power(half):
        return _paley_doubled(half)
    smaller = hadamard(order // 2)
    return None if smaller is None else np.kron(np.array([[1, 1], [1, -1]]), smaller)


def _characters(order: int) -> Int32:
    """Give 1 where a - b is a square, -1 where it is none, 0 on the diagonal: ``[a, b]``."""
    f = field(order)
    sign = np.full(order, -1, dtype=np.int32)
    sign[f.squares()] = 1
    sign[0] = 0
    return sign[f.differences]


def _paley(q: int) -> Int32:
    """Give the matrix of order q + 1, for q = 3 (mod 4)."""
    skew = np.zeros((q + 1, q + 1), dtype=np.int32)
    skew[0, 1:], skew[1:, 0] = 1, -1
    skew[1:, 1:] = _characters(q)
    return np.asarray(skew + np.eye(q + 1, dtype=np.int32))


def _paley_doubled(q: int) -> Int32:
    """Give the matrix of order 2(q + 1), for q = 1 (mod 4)."""
    even = np.zeros((q + 1, q + 1), dtype=np.int32)
    even[0, 1:] = even[1:, 0] = 1
    even[1:, 1:] = _characters(q)
    one = np.array([[1, 1], [1, -1]], dtype=np.int32)
    return np.kron(even, one) + np.kron(
        np.eye(q + 1, dtype=np.int32), np.array([[1, -1], [-1, -1]], dtype=np.int32)
    )


def _of_circulants(halves: tuple[str, ...]) -> Int32:
    """Give the matrix of Williamson (1944, Duke Mathematical Journal 11) of four symmetric circulants."""
    blocks = []
    for half in halves:
        row = np.array([1 if sign == "+" else -1 for sign in half + half[:0:-1]], dtype=np.int32)
        blocks.append(np.stack([np.roll(row, shift) for shift in range(len(row))]))
    a, b, c, d = blocks
    return np.block([[a, b, c, d], [-b, a, -d, c], [-c, d, a, -b], [-d, -c, b, a]])
