"""The search's core for plans that are good already: exchanges at a low temperature that falls steadily.

What `groups.anneal` does at a temperature that lets some share of all exchanges happen would melt a plan
made from a design, in which hardly any exchange is cheap.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mafsim.kernels import kernel
from mafsim.pairing.groups import CHANCES, LOGARITHMS, Groups, draw, exchange, share


@kernel
def cool_down(
    g: Groups,
    best: Any,
    state: Any,
    totals: Any,
    proposals: int,
    done: int,
    whole: int,
    warm: int,
    enough: int,
) -> int:
    """Propose exchanges of people who sit, and accept them while it cools; give how many were accepted.

    The temperature falls from `warm` to nothing over `whole` proposals, of which `done` lie behind. `best`
    and `totals` are kept as `groups.anneal` keeps them.
    """
    # Plain arrays in the loop: a tuple of arrays costs a reference count a field and a proposal.
    table, at, seats, fixed = g.table, g.at, g.seated, g.fixed
    leave, join, more = g.leave, g.join, g.more
    rounds = table.shape[0]
    size = g.weights[2]
    accepted = 0
    for i in range(proposals):
        temperature = warm - warm * min(done + i, whole) // whole
        bits = draw(state)
        rise = (LOGARITHMS[bits & np.uint64(CHANCES - 1)] * temperature) >> 20
        r = share(bits, 16, rounds)
        seated = seats[r]
        if seated == size:
            continue
        p = at[r, share(bits, 32, seated)]
        a = table[r, p]
        j = share(bits, 48, seated - size)
        if j >= a * size:
            j += size
        q = at[r, j]
        b = table[r, q]
        change = leave[r, p] + leave[r, q] + join[r, a, q] + join[r, b, p] - 2 * more[p, q]
        if change > rise or fixed[p] or fixed[q]:
            continue
        exchange(g, r, p, q)
        accepted += 1
        totals[0] += change
        if totals[0] < totals[1]:
            totals[1] = totals[0]
            best[:] = at
            if totals[0] <= enough:
                break
    return accepted
