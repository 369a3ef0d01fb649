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
    seats: Int32, visits: Int32, free: Int32, proposals: int, state: Any, best: Int32, least: int
) -> int:
    """Exchange the numbers of two tables of one round, again and again; give the best sum of squares.

    `seats` is ``[round, table, seat]``, full tables first, -1 where a table is not played; `visits`,
    ``[entrant, table]``, how often an entrant sits at each table, is kept true. `free` lists the
    tables that nobody is pinned to. `best` gets the best ``seats``; it stops at `least`.
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


def get_around(
    seats: Int32, players: int, pinned: frozenset[int], least: int, proposals: int, word: np.uint64
) -> Int32:
    """Give the same groups with table numbers under which everybody sits at every table evenly.

    Parameters
    ----------
    seats
        ``[round, table, seat]``, every played table full.
    players
        How many entrants there are.
    pinned
        Tables that keep their groups, because somebody is pinned to them.
    least
        A sum of squared visits that cannot be beaten.
    proposals
        How many exchanges are tried.
    word
        Where the random numbers begin.
    """
    tables = seats.shape[1]
    free = np.array([t for t in range(tables) if t not in pinned], dtype=np.int32)
    if len(free) < 2:
        return seats
    visits = np.zeros((players, tables), dtype=np.int32)
    round_, table, seat = np.nonzero(seats >= 0)
    np.add.at(visits, (seats[round_, table, seat], table), 1)
    best = seats.copy()
    state = np.array([word], dtype=np.uint64)
    relabel(seats.copy(), visits, free, proposals, state, best, least)
    return best
