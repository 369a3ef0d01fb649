"""Difference matrices: tables of group elements in which two rows differ by each element equally often.

A (q, c; L) difference matrix has c = qL columns over a group of q elements, here that of a finite field
under addition. Developed, it seats q people for each of its rows at q tables in c rounds: those of one
row never meet, all others L times (`designs.developed`).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from mafsim.pairing.fields import field, prime_power
from mafsim.pairing.hadamard import hadamard

Int32 = npt.NDArray[np.int32]

LARGEST_FIELD = 128
"""The order of the largest field that is folded onto a smaller one."""

OF_THREE = (
    "000000000000", "000011112222", "021002121120", "022110120012", "010102202112", "012211022100",
    "012020210121", "002122011210", "011220101202", "020212211001", "001201220211", "021121002021",
)  # fmt: skip
OF_FOUR = (
    "000000000000", "000111222333", "001232130213", "021320213310", "020213331120", "031023102132",
    "012221033031", "012302312103", "033311010222", "013032201321", "032130321012", "023103123201",
)  # fmt: skip
"""Twelve columns over the groups of three and of four elements.

Found by CP-SAT, as any others would be; that they exist is old (Seberry, 1979, Some remarks on generalised
Hadamard matrices and theorems of Rajkundlia on SBIBDs, Lecture Notes in Mathematics 748).
"""


def verified(matrix: Int32, order: int) -> Int32:
    """Give the same matrix over the field's addition, once every two rows are counted.

    One that is no difference matrix is a fault of ours.
    """
    group, times = field(order), matrix.shape[1] // order
    for one, other in combinations(matrix, 2):
        counts = np.bincount(group.differences[one, other], minlength=order)
        assert (counts == times).all(), (order, matrix.shape)
    return matrix


def matrices(order: int, rows: int) -> list[Int32]:
    """Give the difference matrices that are known here with so many rows, one for each number of columns.

    They have one row more where there is one. Those with few columns come first.
    """
    if prime_power(order) is None:
        return []
    found = [*_folded(order, rows), *_doubled(order, rows), *_of_twelve(order, rows)]
    if order == 2:
        found += [(1 - sign) // 2 for n in range(4, 101, 4) if (sign := hadamard(n)) is not None]
    enough = {m.shape[1]: m[: rows + 1] for m in found if len(m) >= rows}
    return [verified(matrix.astype(np.int32), order) for _, matrix in sorted(enough.items())]


def _folded(order: int, rows: int) -> list[Int32]:
    """Give products of a field of order q p^e, folded onto that of order q: (q, q p^e; p^e).

    Two rows of products differ by every element once, and taking the lower digits of an element is a
    homomorphism of addition, under which each image has as many origins (Drake, 1979, Partial
    lambda-geometries and generalized Hadamard matrices over groups, Canadian Journal of Mathematics 31).
    """
    known = prime_power(order)
    assert known is not None
    orders = [order]
    while orders[-1] * known[0] <= LARGEST_FIELD:
        orders.append(orders[-1] * known[0])
    return [field(q).products[: rows + 1] % order for q in orders if q >= rows]


def _doubled(order: int, rows: int) -> list[Int32]:
    """Give the (q, 2q; 2) difference matrix over a field of odd order.

    With n a non-square, i and j in the field, it is made of four blocks:
    ``[ij + i^2/4 + j^2 | ij + i^2/(4n) + n j^2 ; ij - i^2/4 | n ij - n i^2/4]`` (Jungnickel, 1979, On
    difference matrices, resolvable transversal designs and generalized Hadamard matrices,
    Mathematische Zeitschrift 167).
    """
    if order % 2 == 0 or 2 * order < rows:
        return []
    f = field(order)
    plus, minus, times = f.sums, f.differences, f.products
    everything = np.arange(order)
    n = int(np.setdiff1d(everything[1:], f.squares())[0])
    four = int(plus[plus[1, 1], plus[1, 1]])
    i, j = everything[:, None], everything[None, :]
    ij, ii, jj = times[i, j], times[i, i], times[j, j]
    quarter, nth = times[ii, f.inverse(four)], times[ii, f.inverse(int(times[four, n]))]
    blocks = [
        [plus[plus[ij, quarter], jj], plus[plus[ij, nth], times[n, jj]]],
        [minus[ij, quarter], times[n, minus[ij, quarter]]],
    ]
    return [np.block(blocks)]


def _of_twelve(order: int, rows: int) -> list[Int32]:
    """Give the matrices of twelve columns over groups of three and four."""
    written = {3: OF_THREE, 4: OF_FOUR}.get(order)
    if written is None or rows > len(written):
        return []
    return [np.array([[int(digit) for digit in row] for row in written], dtype=np.int32)]
