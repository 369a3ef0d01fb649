"""Table numbers for groups that stand already: relabelled round by round until everybody gets around."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.kernels import kernel
from mafsim.pairing.groups import LOGARITHMS, draw, share

Int32 = npt.NDArray[np.int32]


@kernel
def relabel(
    seats: Int32,
    visits: Int32,
    free: Int32,
    closed: npt.NDArray[np.bool_],
    proposals: int,
    state: Any,
    best: Int32,
    least: int,
) -> int:
    """Exchange the numbers of two tables of one round, again and again; give the best sum of squares.

    `seats` is ``[round, table, seat]``, full tables first, -1 where a table is not played; `visits`,
    ``[entrant, table]``, how often an entrant sits at each table, is kept true. `free` lists the
    tables that nobody is pinned to, and ``closed[round, table, entrant]`` says who may not sit where (one
    cell where everybody may). `best` gets the best ``seats``; it stops at `least`.
    """
    rounds, _, size = seats.shape
    total = 0
    for p in range(visits.shape[0]):
        for t in range(visits.shape[1]):
            total += visits[p, t] * visits[p, t]
    lowest = total
    best[:] = seats
    for i in range(proposals):
        if lowest <= least:
            break
        bits = draw(state)
        temperature = 4096 - 4000 * i // proposals
        rise = (LOGARITHMS[bits & np.uint64(len(LOGARITHMS) - 1)] * temperature) >> 20
        r = share(bits, 16, rounds)
        a = free[share(bits, 32, len(free))]
        b = free[share(bits, 48, len(free))]
        if a == b or seats[r, a, 0] < 0 or seats[r, b, 0] < 0:
            continue
        if closed.shape[1] > 1 and _closed(closed, seats, r, a, b):
            continue
        change = 0
        for s in range(size):
            p, q = seats[r, a, s], seats[r, b, s]
            change += visits[p, b] - visits[p, a] + 1 + visits[q, a] - visits[q, b] + 1
        change *= 2
        if change > rise:
            continue
        for s in range(size):
            p, q = seats[r, a, s], seats[r, b, s]
            visits[p, a] -= 1
            visits[p, b] += 1
            visits[q, b] -= 1
            visits[q, a] += 1
            seats[r, a, s] = q
            seats[r, b, s] = p
        total += change
        if total < lowest:
            lowest = total
            best[:] = seats
    return lowest


@kernel
def _closed(closed: npt.NDArray[np.bool_], seats: Int32, r: int, a: int, b: int) -> bool:
    """Say whether somebody of one of two tables may not sit at the other."""
    found = False
    for s in range(seats.shape[2]):
        found = found or closed[r, b, seats[r, a, s]] or closed[r, a, seats[r, b, s]]
    return bool(found)


def get_around(
    seats: Int32,
    before: Int32,
    pinned: frozenset[int],
    least: int,
    proposals: int,
    word: np.uint64,
    closed: npt.NDArray[np.bool_] | None = None,
) -> Int32:
    """Give the same groups with table numbers under which everybody sits at every table evenly.

    Parameters
    ----------
    seats
        ``[round, table, seat]``, every played table full.
    before
        ``[entrant, table]``: how often each table was visited in rounds that stand already.
    pinned
        Tables that keep their groups, because somebody is pinned to them.
    least
        A sum of squared visits that cannot be beaten.
    proposals
        How many exchanges are tried.
    word
        Where the random numbers begin.
    closed
        ``[round, table, entrant]``: who may not sit where; by default everybody may.
    """
    tables = seats.shape[1]
    free = np.array([t for t in range(tables) if t not in pinned], dtype=np.int32)
    if len(free) < 2:
        return seats
    visits = before.copy()
    round_, table, seat = np.nonzero(seats >= 0)
    np.add.at(visits, (seats[round_, table, seat], table), 1)
    best = seats.copy()
    state = np.array([word], dtype=np.uint64)
    if closed is None or not closed.any():
        closed = np.zeros((1, 1, 1), dtype=np.bool_)
    relabel(seats.copy(), visits, free, closed, proposals, state, best, least)
    return best
