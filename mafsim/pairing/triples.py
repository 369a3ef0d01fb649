"""The search's core for Shapka: pairs change tables until teams meet as rarely as they can.

`part_teams` exchanges pairs of different teams: which teams share a table. `settle` works inside what
that has found: which pair of a team sits at which of its tables, who begins, which number a table has.
The loops own their tables of counts and change them in place; tests hold every total that they give
equal to a recount.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mafsim.kernels import kernel
from mafsim.pairing.groups import LOGARITHMS, draw, share

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]

NEVER = 1 << 30
"""The price of two at one table who may not be there together."""

NOBODY = -1


class Teams(NamedTuple):
    """Rounds under search with every count that prices an exchange.

    N entrants, T teams, R rounds, S stages; a round's seats are numbered through its tables.
    """

    at: Int32
    """``[R, seats]``: the entrant of each seat, table by table; -1 beyond the last table."""
    seats: Int32
    """``[R]``: how many seats a round has."""
    team: Int32
    """``[N]``: the team of each entrant."""
    stage: Int32
    """``[R]``: the stage of each round."""
    together: Int32
    """``[S, T, T]``: meetings of teams in a stage."""
    met: Int32
    """``[T, T]``: meetings of teams in all rounds, also in those that stand."""
    closed: Int32
    """``[N, N]``: 1 where two may not share a table; ``[1, 1]`` where everybody but team-mates may."""
    barred: Int32
    """``[R, tables, N]``: 1 where an entrant may not sit; ``[1, 1, 1]`` where everybody may anywhere."""
    disliked: Int32
    """``[N, N]``: what it costs that two share a table; ``[1, 1]`` where nobody minds."""
    price: Int64
    """``[meetings]``: what a number of meetings of two teams costs, for one more than there can be."""


@kernel
def _move(g: Teams, r: int, size: int, seat: int, p: int, step: int, totals: Int64) -> None:
    """Count an entrant in at a seat, or out of it, beside the others of its table."""
    i, s, table = g.team[p], g.stage[r], seat // size
    if len(g.barred) > 1 or g.barred.shape[2] > 1:
        totals[0] += step * g.barred[r, table, p]
    for other in range(table * size, table * size + size):
        q = g.at[r, other]
        if other == seat or q == NOBODY:
            continue
        j = g.team[q]
        if i == j:
            totals[0] += step
            continue
        if len(g.closed) > 1:
            totals[0] += step * g.closed[p, q]
        if len(g.disliked) > 1:
            totals[2] += step * g.disliked[p, q]
        before, met = g.together[s, i, j], g.met[i, j]
        totals[1] += step * (2 * before + step)
        totals[2] += g.price[met + step] - g.price[met]
        g.together[s, i, j] = before + step
        g.together[s, j, i] = before + step
        g.met[i, j] = met + step
        g.met[j, i] = met + step


@kernel
def count_teams(g: Teams, size: int) -> Int64:
    """Count everybody in, seat by seat; give what is broken, the stages' squares, and the price.

    What the counts hold already is left out of the last two.
    """
    totals = np.zeros(3, np.int64)
    seated = g.at.copy()
    g.at[:] = NOBODY
    for r in range(len(g.seats)):
        for seat in range(g.seats[r]):
            _move(g, r, size, seat, seated[r, seat], 1, totals)
            g.at[r, seat] = seated[r, seat]
    return totals


@kernel
def part_teams(
    g: Teams,
    size: int,
    weight: int,
    proposals: int,
    warm: int,
    cold: int,
    state: Any,
    totals: Int64,
    best: Int32,
    least: Int64,
) -> None:
    """Exchange two seats of one round, again and again, cooling down from `warm` to `cold`.

    `weight` is the price of a stage's squares beside that of all meetings. `totals` holds what is
    broken, the squares and the price of the plan at hand, then those of the best one; that one comes
    into `best`. First counts what is broken, then the squares, then the price. It stops at `least`.
    """
    for i in range(proposals):
        if totals[3] == 0 and totals[4] <= least[0] and totals[5] <= least[1]:
            break
        bits = draw(state)
        temperature = warm - (warm - cold) * i // proposals
        rise = (LOGARITHMS[bits & np.uint64(len(LOGARITHMS) - 1)] * temperature) >> 20
        r = share(bits, 16, len(g.seats))
        a, b = share(bits, 32, g.seats[r]), share(bits, 48, g.seats[r])
        p, q = g.at[r, a], g.at[r, b]
        if a // size == b // size:
            continue
        if g.team[p] == g.team[q] and totals[0] == 0:
            continue
        before = totals[:3].copy()
        _exchange(g, r, size, a, b, totals)
        change = (
            NEVER * (totals[0] - before[0])
            + weight * (totals[1] - before[1])
            + totals[2]
            - before[2]
        )
        if change > rise:
            _exchange(g, r, size, a, b, totals)
            continue
        if _precedes(totals):
            totals[3:] = totals[:3]
            best[:] = g.at


@kernel
def _precedes(totals: Int64) -> bool:
    for k in range(3):
        if totals[k] != totals[k + 3]:
            return bool(totals[k] < totals[k + 3])
    return False


@kernel
def _exchange(g: Teams, r: int, size: int, a: int, b: int, totals: Int64) -> None:
    p, q = g.at[r, a], g.at[r, b]
    _move(g, r, size, a, p, -1, totals)
    _move(g, r, size, b, q, -1, totals)
    g.at[r, a], g.at[r, b] = q, p
    _move(g, r, size, a, q, 1, totals)
    _move(g, r, size, b, p, 1, totals)


class Places(NamedTuple):
    """Tables under search whose teams stand, with every count that prices a change.

    N entrants, T teams, R rounds.
    """

    at: Int32
    """``[R, tables, seat]``: who sits where, -1 at a table that is not played."""
    tables: Int32
    """``[R]``: how many tables are played."""
    team: Int32
    """``[N]``: the team of each entrant."""
    closed: Int32
    """``[N, N]``: 1 where two may not share a table; ``[1, 1]`` where everybody but team-mates may."""
    barred: Int32
    """``[R, tables, N]``: 1 where an entrant may not sit; ``[1, 1, 1]`` where everybody may anywhere."""
    disliked: Int32
    """``[N, N]``: what it costs that two share a table; ``[1, 1]`` where nobody minds."""
    met: Int32
    """``[N, N]``: meetings of entrants, also in rounds that stand."""
    turns: Int32
    """``[N, seat]``: how often an entrant has each place in the order of play, in all rounds."""
    team_turns: Int32
    """``[R, T, seat]``: how often a team has each place in the order of play, in a round."""
    visits: Int32
    """``[N, tables]``: how often an entrant sits at each table, in all rounds."""


@kernel
def _sit(g: Places, r: int, t: int, seat: int, p: int, step: int, totals: Int64) -> None:
    """Count an entrant in at a seat, or out of it."""
    if len(g.barred) > 1 or g.barred.shape[2] > 1:
        totals[0] += step * g.barred[r, t, p]
    for other in range(g.at.shape[2]):
        q = g.at[r, t, other]
        if other == seat or q < 0:
            continue
        if g.team[p] == g.team[q]:
            totals[0] += step
        elif len(g.closed) > 1:
            totals[0] += step * g.closed[p, q]
        if len(g.disliked) > 1:
            totals[1] += step * g.disliked[p, q]
        met = g.met[p, q]
        totals[1] += step * (2 * met + step)
        g.met[p, q] = met + step
        g.met[q, p] = met + step
    turns = g.team_turns[r, g.team[p], seat]
    totals[2] += step * (2 * turns + step)
    g.team_turns[r, g.team[p], seat] = turns + step
    turns = g.turns[p, seat]
    totals[3] += step * (2 * turns + step)
    g.turns[p, seat] = turns + step
    visits = g.visits[p, t]
    totals[4] += step * (2 * visits + step)
    g.visits[p, t] = visits + step


@kernel
def count_places(g: Places) -> Int64:
    """Count everybody in; give what is broken and the four sums of squares.

    They are those of the pairs' meetings, of the teams' and of the pairs' places in the order of play,
    and of the pairs' tables. What the counts hold already is left out of them.
    """
    totals = np.zeros(5, np.int64)
    for r in range(len(g.tables)):
        for t in range(g.tables[r]):
            seated = g.at[r, t].copy()
            g.at[r, t, :] = NOBODY
            for seat in range(len(seated)):
                _sit(g, r, t, seat, seated[seat], 1, totals)
                g.at[r, t, seat] = seated[seat]
    return totals


@kernel
def _swap(g: Places, r: int, t: int, a: int, u: int, b: int, totals: Int64) -> None:
    p, q = g.at[r, t, a], g.at[r, u, b]
    _sit(g, r, t, a, p, -1, totals)
    g.at[r, t, a] = NOBODY
    _sit(g, r, u, b, q, -1, totals)
    g.at[r, u, b] = NOBODY
    _sit(g, r, t, a, q, 1, totals)
    g.at[r, t, a] = q
    _sit(g, r, u, b, p, 1, totals)
    g.at[r, u, b] = p


@kernel
def settle(
    g: Places,
    weights: Int64,
    orders: bool,
    proposals: int,
    state: Any,
    totals: Int64,
    best: Int32,
    least: Int64,
) -> None:
    """Change who of a team sits where, the order of play, and table numbers, cooling down.

    `weights` prices what is broken and the four sums of squares; `orders` says whether the order of
    play may be changed. `totals` holds the five of the plan at hand, then its price and the best one's;
    that plan comes into `best`. It stops at the price `least`.
    """
    size = g.at.shape[2]
    chain = np.zeros(g.at.shape[1] + 1, np.int32)
    number = 0
    for i in range(proposals):
        if totals[6] <= least[0]:
            break
        bits = draw(state)
        temperature = 12288 - 12000 * i // proposals
        rise = (LOGARITHMS[bits & np.uint64(len(LOGARITHMS) - 1)] * temperature) >> 20
        r = share(bits, 16, len(g.tables))
        t, u = share(bits, 32, g.tables[r]), share(bits, 48, g.tables[r])
        bits = draw(state)
        a, b = share(bits, 0, size), share(bits, 16, size)
        kind = share(bits, 32, 8)
        if kind == 0:
            if t == u:
                continue
            _swap_tables(g, r, t, u, totals)
        elif kind == 1:
            if a == b or not orders:
                continue
            _swap(g, r, t, a, t, b, totals)
            u = t
        elif kind < 4:
            b = _of_team(g, r, u, g.team[g.at[r, t, a]])
            if t == u or b == NOBODY:
                continue
            _swap(g, r, t, a, u, b, totals)
        else:
            number = _chain(g, r, t, a, b, chain) if a != b else 0
            if number < 2:
                continue
            _shift(g, r, chain, number, a, b, totals)
        price = np.int64(0)
        for k in range(5):
            price += weights[k] * totals[k]
        if price - totals[5] > rise:
            if kind == 0:
                _swap_tables(g, r, t, u, totals)
            elif kind < 4:
                _swap(g, r, t, a, u, b, totals)
            else:
                _shift(g, r, chain, number, b, a, totals)
            continue
        totals[5] = price
        if price < totals[6]:
            totals[6] = price
            best[:] = g.at


@kernel
def _of_team(g: Places, r: int, t: int, team: int) -> int:
    """Give the seat of a table at which somebody of a team sits, or NOBODY."""
    for seat in range(g.at.shape[2]):
        if g.team[g.at[r, t, seat]] == team:
            return seat
    return NOBODY


@kernel
def _chain(g: Places, r: int, t: int, a: int, b: int, chain: Int32) -> int:
    """List the tables of the alternating cycle of two places in the order of play; give their number.

    At each table the team with place `a` has place `b` at the next one. It is 0 where that is no cycle.
    """
    table, number = t, 0
    while number < g.tables[r]:
        chain[number] = table
        number += 1
        team, following = g.team[g.at[r, table, a]], NOBODY
        for u in range(g.tables[r]):
            if g.team[g.at[r, u, b]] == team:
                following = u
                break
        if following == t:
            return number
        if following == NOBODY:
            return 0
        table = following
    return 0


@kernel
def _shift(g: Places, r: int, chain: Int32, number: int, a: int, b: int, totals: Int64) -> None:
    """Move the pairs of place `a` one table on along a cycle, and those of place `b` one back.

    At every table the two teams have changed places then, and every pair keeps its own. With `a` and
    `b` exchanged it is undone.
    """
    first, last = g.at[r, chain[0], b], g.at[r, chain[number - 1], a]
    for k in range(number):
        t = chain[k]
        for seat in (a, b):
            _sit(g, r, t, seat, g.at[r, t, seat], -1, totals)
            g.at[r, t, seat] = -2 - g.at[r, t, seat]
    for k in range(number - 1, -1, -1):
        t = chain[k]
        p = last if k == 0 else -2 - g.at[r, chain[k - 1], a]
        g.at[r, t, a] = -2 - p
    for k in range(number):
        t = chain[k]
        q = first if k == number - 1 else -2 - g.at[r, chain[k + 1], b]
        g.at[r, t, b] = -2 - q
    for k in range(number):
        t = chain[k]
        for seat in (a, b):
            p = -2 - g.at[r, t, seat]
            _sit(g, r, t, seat, p, 1, totals)
            g.at[r, t, seat] = p


@kernel
def _swap_tables(g: Places, r: int, t: int, u: int, totals: Int64) -> None:
    """Exchange the numbers of two tables: nothing changes but who was where, and who may not be there."""
    demands = len(g.barred) > 1 or g.barred.shape[2] > 1
    for seat in range(g.at.shape[2]):
        for p, old, new in ((g.at[r, t, seat], t, u), (g.at[r, u, seat], u, t)):
            totals[4] += 2 * (g.visits[p, new] - g.visits[p, old] + 1)
            g.visits[p, old] -= 1
            g.visits[p, new] += 1
            if demands:
                totals[0] += g.barred[r, new, p] - g.barred[r, old, p]
        p = g.at[r, t, seat]
        g.at[r, t, seat] = g.at[r, u, seat]
        g.at[r, u, seat] = p
