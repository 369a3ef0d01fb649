"""The search's core for symmetric plans: exchanges of people with all whom a symmetry makes of them.

A plan under search holds one round of each cycle of rounds. The loop owns its counts and changes them
in place; tests hold every price that it gives equal to a recount.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mafsim.kernels import kernel
from mafsim.pairing.groups import CHANCES, LOGARITHMS, SCALE, draw, share

Int32 = npt.NDArray[np.int32]

NOBODY = -1

BLOCK = 1 << 10
WARM, COLD, STEPS = 0.015, 0.0015, 256
WANTED = np.array(
    [round(BLOCK * WARM * (COLD / WARM) ** (step / (STEPS - 1)) * SCALE) for step in range(STEPS)],
    dtype=np.int64,
)
"""How many of a block's proposals are to be accepted, times SCALE, from the start of a walk to its end."""


class Tied(NamedTuple):
    """A symmetric plan under search: one round of each cycle of rounds, and what its games add to pairs.

    N people, B cycles of rounds. A pair's orbit is all pairs into which the symmetry carries it. Games
    are counted once for all games into which the symmetry carries them, which are `order` many.
    """

    at: Int32
    """``[B, N]``: the people of a round in the order of its tables."""
    place: Int32
    """``[B, N]``: where somebody stands in `at`."""
    powers: Int32
    """``[B, exchanges, N]``: whom the symmetry makes of somebody each time when the round returns."""
    returns: Int32
    """``[B]``: how many of the `powers` a round has."""
    orbit: Int32
    """``[N, N]``: the number of a pair's orbit."""
    met: Int32
    """``[orbits]``: how often pairs of an orbit meet in the games that are counted."""
    weight: Int32
    """``[orbits]``: how often each pair of an orbit meets for one such meeting; 0 for who may not meet."""
    never: Int32
    """``[orbits]``: the price of such a meeting where pairs may not meet."""
    size: int
    """Seats of a table."""


@kernel
def leave(g: Tied, r: int, p: int) -> int:
    """Let somebody meet those at his table no more; give the change of the price."""
    change = 0
    at, orbit, met = g.at, g.orbit, g.met
    first = g.place[r, p] // g.size * g.size
    for i in range(first, first + g.size):
        other = at[r, i]
        if other >= 0 and other != p:
            o = orbit[p, other]
            met[o] -= 1
            change -= g.weight[o] * (2 * met[o] + 1) + g.never[o]
    return change


@kernel
def join(g: Tied, r: int, p: int) -> int:
    """Let somebody meet those at his table; give the change of the price."""
    change = 0
    at, orbit, met = g.at, g.orbit, g.met
    first = g.place[r, p] // g.size * g.size
    for i in range(first, first + g.size):
        other = at[r, i]
        if other >= 0 and other != p:
            o = orbit[p, other]
            change += g.weight[o] * (2 * met[o] + 1) + g.never[o]
            met[o] += 1
    return change


@kernel
def exchange(g: Tied, r: int, p: int, q: int, places: Any) -> int:
    """Let `p` go to the place of `q`, with all whom the symmetry makes of him; give the change of the price.

    They exchange places; but if `q` is one whom the symmetry makes of `p`, then all of them move on.
    `places` is scratch.
    """
    n = g.returns[r]
    at, place, powers = g.at, g.place, g.powers
    by = 0
    for i in range(1, n):
        if powers[r, i, p] == q:
            by = i
    change = leave(g, r, p)
    for i in range(n):
        places[i] = place[r, powers[r, i, p]]
        at[r, places[i]] = NOBODY
    if by == 0:
        change += leave(g, r, q)
        for i in range(n):
            x, y = powers[r, i, p], powers[r, i, q]
            at[r, place[r, y]] = NOBODY
            place[r, x], place[r, y] = place[r, y], places[i]
    else:
        for i in range(n):
            place[r, powers[r, i, p]] = places[(i + by) % n]
    for i in range(n):
        at[r, place[r, powers[r, i, p]]] = powers[r, i, p]
    change += join(g, r, p)
    if by == 0:
        for i in range(n):
            at[r, place[r, powers[r, i, q]]] = powers[r, i, q]
        change += join(g, r, q)
    return change


@kernel
def cool_tied(
    g: Tied, best: Any, state: Any, totals: Any, proposals: int, done: int, whole: int, enough: int
) -> None:
    """Propose tied exchanges and accept them while it cools, as `groups.anneal` does it."""
    at, place = g.at, g.place
    rounds, people = at.shape
    places = np.zeros(g.powers.shape[1], dtype=np.int32)
    temperature = totals[2]
    moved = 0
    for i in range(proposals):
        if i & (BLOCK - 1) == 0 and i:
            if moved * SCALE > WANTED[(done + i) * STEPS // (whole + 1)]:
                temperature -= temperature // 16
            else:
                temperature += temperature // 16 + 1
            moved = 0
        bits = draw(state)
        rise = (LOGARITHMS[bits & np.uint64(CHANCES - 1)] * temperature) >> 20
        r = share(bits, 16, rounds)
        p = at[r, share(bits, 32, people)]
        old = place[r, p]
        j = share(bits, 48, people - g.size)
        if j >= old // g.size * g.size:
            j += g.size
        change = exchange(g, r, p, at[r, j], places)
        if change > rise:
            exchange(g, r, p, at[r, old], places)
            continue
        moved += change != 0
        totals[0] += change
        if totals[0] < totals[1]:
            totals[1] = totals[0]
            best[:] = at
            if totals[0] <= enough:
                break
    totals[2] = temperature
