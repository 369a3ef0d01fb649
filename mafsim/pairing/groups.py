"""The search's core: exchanges of two entrants in one round, each priced in a handful of look-ups.

A plan under search is ``table[round, entrant]``, where the number one past the last table means
"no seat". Each pair's meetings cost ``price[kind, meetings]``, convex in the meetings; the kernel keeps
the marginal prices of every pair, and for every entrant and table the sum of what meeting that table
would cost, so that an exchange is priced without looking at the tables' other members one by one.
The loop owns its tables of counts and changes them in place; a test holds every price that it gives
equal to a recount.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mafsim.kernels import kernel

Int32 = npt.NDArray[np.int32]

CHANCES = 4096
SCALE = 1 << 10
BLOCK = 1 << 14
WARM, COLD = 0.0015, 0.0001
STEPS = 256
LOGARITHMS = np.array(
    [round(-math.log((i + 0.5) / CHANCES) * SCALE) for i in range(CHANCES)], dtype=np.int64
)
"""Quantiles of the exponential distribution: times a temperature, the rise that is accepted."""

WANTED = np.array(
    [
        round(BLOCK * WARM ** (1 - i / (STEPS - 1)) * COLD ** (i / (STEPS - 1)))
        for i in range(STEPS)
    ],
    dtype=np.int64,
)
"""How many of a block's proposals are to be accepted, from the warm start of a run to its cold end."""

NOT_ACCEPTED = -(1 << 62)
BARRED = 1 << 29
"""The price of an exchange that is none: above all others, and two of them are still a number of 32 bits."""

SEATED = 1 << 28
"""Below the price of every exchange that is none, above all others."""

WINDOW = 128
"""To how many entrants somebody is proposed at once, at the most."""

NOWHERE = -1


class Groups(NamedTuple):
    """A plan under search with every count that prices an exchange. All arrays are int32.

    N entrants, R rounds, T tables at the most.
    """

    table: Int32
    """``[R, N]``: the table of each entrant, T without a seat."""
    at: Int32
    """``[R, N]``: the entrants of each round in the order of tables, the seated ones first."""
    place: Int32
    """``[R, N]``: where an entrant stands in `at`."""
    seated: Int32
    """``[R]``: how many have a seat; the first so many of `at`."""
    there: Int32
    """``[R]``: how many are there; behind them in `at` stand the absent, who never move."""
    fixed: Int32
    """``[N]``: 1 for an entrant who never changes tables."""
    kind: Int32
    """``[N, N]``: the row of `price` that a pair pays by."""
    price: Int32
    """``[kinds, meetings]``: what a number of meetings costs, for one more than there can be."""
    met: Int32
    """``[N, N]``: meetings in rounds before these."""
    visited: Int32
    """``[N, T + 1]``: `visits` in rounds before these."""
    rested: Int32
    """``[N]``: 1 for an entrant who rested in the round before these."""
    extra: Int32
    """``[R, T + 1, N]``: what it costs that an entrant sits at a table; one cell of 0 if it never does."""
    meets: Int32
    """``[N, N]``: meetings."""
    more: Int32
    """``[N, N]``: the price of one meeting more; 0 on the diagonal."""
    less: Int32
    """``[N, N]``: the price of one meeting less; 0 on the diagonal and for pairs that do not meet."""
    join: Int32
    """``[R, T + 1, N]``: what one game more at a table, with all its members, costs an entrant."""
    leave: Int32
    """``[R, N]``: what one game less at his own table, with its other members, costs an entrant."""
    visits: Int32
    """``[N, T + 1]``: games at each table; the last column counts rounds without a seat."""
    weights: Int32
    """``[3]``: the price of a squared visit; of two rests in a row; and the seats of a table."""


@kernel
def recount(g: Groups) -> int:
    """Fill every count from ``table`` and ``at`` anew, and give the total price."""
    rounds, n = g.table.shape
    tables = g.join.shape[1] - 1
    g.meets[:] = g.met
    g.visits[:] = g.visited
    g.join[:] = 0
    g.leave[:] = 0
    for r in range(rounds):
        for p in range(n):
            g.place[r, g.at[r, p]] = p
            g.visits[p, g.table[r, p]] += 1
            for q in range(p + 1, n):
                if g.table[r, p] == g.table[r, q] and g.table[r, p] < tables:
                    g.meets[p, q] += 1
                    g.meets[q, p] += 1
    total = 0
    for p in range(n):
        for q in range(n):
            g.more[p, q] = 0
            g.less[p, q] = 0
            if p != q:
                _reprice(g, p, q)
            if p < q:
                total += g.price[g.kind[p, q], g.meets[p, q]]
        for t in range(tables):
            total += g.weights[0] * g.visits[p, t] * g.visits[p, t]
        rested = g.rested[p] != 0
        for r in range(rounds):
            rests = _rests(g, r, p)
            if rests and rested:
                total += g.weights[1]
            rested = rests
            total += _extra(g, r, g.table[r, p], p)
    for r in range(rounds):
        for p in range(n):
            t = g.table[r, p]
            if t < tables:
                for q in range(n):
                    g.join[r, t, q] += g.more[p, q]
                    if g.table[r, q] == t:
                        g.leave[r, q] += g.less[p, q]
            for u in range(tables):
                g.join[r, u, p] += _one_visit_more(g, p, u) + _extra(g, r, u, p)
                if t == u:
                    g.leave[r, p] += _one_visit_less(g, p, t) - _extra(g, r, t, p)
    return total


@kernel
def _extra(g: Groups, r: int, t: int, p: int) -> int:
    """Give what it costs that somebody sits at a table; nothing without a seat."""
    if g.extra.shape[1] == 1 or t == g.extra.shape[1] - 1:
        return 0
    return int(g.extra[r, t, p])


@kernel
def _one_visit_more(g: Groups, p: int, t: int) -> int:
    return int(g.weights[0] * (2 * g.visits[p, t] + 1))


@kernel
def _one_visit_less(g: Groups, p: int, t: int) -> int:
    return int(g.weights[0] * (1 - 2 * g.visits[p, t]))


@kernel
def _rests(g: Groups, r: int, p: int) -> bool:
    """Say whether somebody who is there has no seat."""
    return bool(g.seated[r] <= g.place[r, p] < g.there[r])


@kernel
def _reprice(g: Groups, p: int, q: int) -> None:
    m = g.meets[p, q]
    row = g.price[g.kind[p, q]]
    g.more[p, q] = row[m + 1] - row[m]
    g.less[p, q] = row[m - 1] - row[m] if m > 0 else 0


@kernel
def price_of_exchange(g: Groups, r: int, p: int, q: int) -> int:
    """Price an exchange of places between two entrants at different tables of one round.

    One of them may be without a seat.
    """
    tables = g.join.shape[1] - 1
    a, b = g.table[r, p], g.table[r, q]
    total = 0
    if a < tables:
        total += g.leave[r, p] + g.join[r, a, q] - g.more[p, q]
    if b < tables:
        total += g.leave[r, q] + g.join[r, b, p] - g.more[p, q]
    return total


@kernel
def exchange(g: Groups, r: int, p: int, q: int) -> None:
    """Let two entrants at different tables of one round change places, and keep every count true."""
    a, b = g.table[r, p], g.table[r, q]
    _replace(g, r, p, q)
    _replace(g, r, q, p)
    i, j = g.place[r, p], g.place[r, q]
    g.at[r, i], g.at[r, j] = q, p
    g.place[r, p], g.place[r, q] = j, i
    g.table[r, p], g.table[r, q] = b, a
    _settle(g, r, q, p)
    _settle(g, r, p, q)
    _visit(g, p, a, b)
    _visit(g, q, b, a)


@kernel
def _replace(g: Groups, r: int, p: int, q: int) -> None:
    """Carry, at prices unchanged, that `q` sits at the table of `p` in the place of `p`."""
    at, join, leave, more, less = g.at, g.join, g.leave, g.more, g.less
    t = g.table[r, p]
    for x in range(at.shape[1]):
        join[r, t, x] += more[q, x] - more[p, x]
    first, size = _members(g, r, p)
    for i in range(first, first + size):
        x = at[r, i]
        if x != p:
            leave[r, x] += less[q, x] - less[p, x]


@kernel
def _settle(g: Groups, r: int, q: int, p: int) -> None:
    """Let `q`, who has come to a table, meet its members, and `p`, who has left it, meet them no more.

    Every pair's new marginal prices are carried to all rounds.
    """
    # Plain arrays and no calls: this is most of the time of an accepted exchange.
    table, at, join, leave = g.table, g.at, g.join, g.leave
    meets, more, less, kind, price = g.meets, g.more, g.less, g.kind, g.price
    rounds, tables = table.shape[0], join.shape[1] - 1
    first, size = _members(g, r, q)
    own = _one_visit_less(g, q, table[r, q]) - _extra(g, r, table[r, q], q) if size else 0
    for i in range(first, first + size):
        own += less[q, at[r, i]]
    leave[r, q] = own
    for i in range(first, first + size):
        x = at[r, i]
        if x == q:
            continue
        m, n = meets[q, x] + 1, meets[p, x] - 1
        row = kind[q, x]
        dearer = price[row, m + 1] - price[row, m] - more[q, x]
        cheaper = price[row, m - 1] - price[row, m] - less[q, x]
        row = kind[p, x]
        dearer_left = price[row, n + 1] - price[row, n] - more[p, x]
        cheaper_left = (price[row, n - 1] - price[row, n] if n > 0 else 0) - less[p, x]
        meets[q, x] = meets[x, q] = m
        meets[p, x] = meets[x, p] = n
        more[q, x] += dearer
        more[x, q] = more[q, x]
        more[p, x] += dearer_left
        more[x, p] = more[p, x]
        less[q, x] += cheaper
        less[x, q] = less[q, x]
        less[p, x] += cheaper_left
        less[x, p] = less[p, x]
        for s in range(rounds):
            t, u, v = table[s, q], table[s, x], table[s, p]
            # The last row of `join` takes what concerns people without a seat; nobody reads it.
            join[s, u, q] += dearer
            join[s, u, p] += dearer_left
            join[s, t, x] += dearer
            join[s, v, x] += dearer_left
            beside = cheaper if t == u and u < tables else 0
            beside_left = cheaper_left if v == u and u < tables else 0
            leave[s, q] += beside
            leave[s, p] += beside_left
            leave[s, x] += beside + beside_left


@kernel
def _visit(g: Groups, p: int, old: int, new: int) -> None:
    """Count a game at the table `new` instead of `old`, and carry the prices to every round."""
    table, join, leave = g.table, g.join, g.leave
    rounds, tables = table.shape[0], join.shape[1] - 1
    g.visits[p, old] -= 1
    g.visits[p, new] += 1
    step = 2 * g.weights[0]
    if step == 0:
        return
    for r in range(rounds):
        t = table[r, p]
        if old < tables:
            join[r, old, p] -= step
            if t == old:
                leave[r, p] += step
        if new < tables:
            join[r, new, p] += step
            if t == new:
                leave[r, p] -= step


@kernel
def _members(g: Groups, r: int, p: int) -> tuple[int, int]:
    """Give where the table of somebody begins in ``at``, and how many sit there; 0 without a seat."""
    tables = g.join.shape[1] - 1
    if g.table[r, p] == tables:
        return 0, 0
    size = g.weights[2]
    return g.table[r, p] * size, size


@kernel
def draw(state: Any) -> Any:
    """Give the next 64 bits of SplitMix64 (Steele, Lea, Flood 2014); the state is an array of one."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def share(bits: Any, shift: int, n: int) -> int:
    """Turn sixteen of the bits into a number below `n`."""
    scaled = ((bits >> np.uint64(shift)) & np.uint64(0xFFFF)) * np.uint64(n)
    return np.int64(scaled >> np.uint64(16))  # type: ignore[return-value]


@kernel
def cheapest(
    leave: Int32,
    join: Int32,
    table: Int32,
    more: Int32,
    barred: Int32,
    own: Int32,
    r: int,
    p: int,
    first: int,
    last: int,
) -> int:
    """Give the least price of an exchange with one of the entrants `first` to `last`.

    Without what leaving saves the entrant `p` himself. ``own[table]`` is what he pays for joining a table,
    BARRED for his own one, and ``barred[entrant]`` for who does not move.
    """
    least = np.int32(BARRED)
    a = table[r, p]
    # Only whole numbers of 32 bits: then eight exchanges are priced by one instruction.
    for q in range(first, last):
        change = np.int32(
            leave[r, q]
            + join[r, a, q]
            + own[np.uint32(table[r, q])]
            + barred[q]
            - (more[p, q] << 1)
        )
        least = min(least, change)
    return least  # type: ignore[return-value]


@kernel
def anneal(
    g: Groups,
    best: Any,
    state: Any,
    totals: Any,
    proposals: int,
    done: int,
    whole: int,
    looks: int,
    rest_moves: int,
    enough: int,
) -> int:
    """Propose exchanges and accept them while it cools; give how many were accepted.

    The one who is to change tables is the one of so many `looks` whose game is dearest. All who sit at
    other tables of his round, or in a large round a window of them, are proposed to him at once, and the
    cheapest exchange is accepted if the temperature lets it.

    `best` keeps the cheapest ``at`` that was seen; `totals` holds the price at hand, the cheapest
    one and the temperature. The temperature follows the share of proposals that change the price, which is
    to fall from WARM to COLD over `whole` proposals, of which `done` lie behind: so one schedule serves every
    shape and every price. A share of `rest_moves` in 65536 looks at somebody moves rests. It stops where
    the price is down to `enough`.
    """
    # Plain arrays in the loop: a tuple of arrays costs a reference count a field and a proposal.
    table, at, seats, fixed = g.table, g.at, g.seated, g.fixed
    leave, join, more = g.leave, g.join, g.more
    rounds, n = table.shape
    tables = join.shape[1] - 1
    size = g.weights[2]
    windows = -(-n // WINDOW)
    window = -(-n // windows)
    own = np.empty(tables + 1, np.int32)
    barred = fixed * np.int32(BARRED)
    accepted = 0
    temperature = totals[2]
    moved, recent, i, block = 0, 0, 0, BLOCK
    while i < proposals:
        if i >= block:
            wanted = WANTED[min((done + i) * STEPS // (whole + 1), STEPS - 1)]
            if moved - recent > wanted:
                temperature -= temperature // 16
            else:
                temperature += temperature // 16 + 1
            recent = moved
            block += BLOCK
        bits = draw(state)
        rise = (LOGARITHMS[bits & np.uint64(CHANCES - 1)] * temperature) >> 20
        r = share(bits, 16, rounds)
        p = at[r, share(bits, 32, seats[r])]
        for _ in range(looks - 1):
            others = draw(state)
            s = share(others, 16, rounds)
            x = at[s, share(others, 32, seats[s])]
            if leave[s, x] < leave[r, p]:
                r, p = s, x
        i += 1
        if fixed[p]:
            continue
        if rest_moves and (draw(state) & np.uint64(0xFFFF)) < np.uint64(rest_moves):
            change = _move_rest(g, r, p, bits, rise)
            if change == NOT_ACCEPTED:
                continue
        else:
            first = share(bits, 48, windows) * window
            last = min(n, first + window)
            i += (seats[r] - size) * (last - first) // n
            for t in range(tables):
                own[t] = join[r, t, p]
            own[table[r, p]] = BARRED
            own[tables] = BARRED
            least = cheapest(leave, join, table, more, barred, own, r, p, first, last)
            change = least + leave[r, p]
            if change > rise or least >= SEATED:
                continue
            q = _one_of(least, leave, join, table, more, own, barred, r, p, first, last, state)
            exchange(g, r, p, q)
        accepted += 1
        moved += change != 0
        totals[0] += change
        if totals[0] < totals[1]:
            totals[1] = totals[0]
            best[:] = at
            if totals[0] <= enough:
                break
    totals[2] = temperature
    return accepted


@kernel
def _one_of(
    least: int,
    leave: Int32,
    join: Int32,
    table: Int32,
    more: Int32,
    own: Int32,
    barred: Int32,
    r: int,
    p: int,
    first: int,
    last: int,
    state: Any,
) -> int:
    """Give the first one behind a lot's place with whom an exchange costs the least price."""
    a = table[r, p]
    q = first + share(draw(state), 0, last - first)
    while leave[r, q] + join[r, a, q] + own[table[r, q]] + barred[q] - 2 * more[p, q] != least:
        q += 1
        if q == last:
            q = first
    return q


@kernel
def _move_rest(g: Groups, r: int, p: int, bits: Any, rise: int) -> int:
    """Let somebody rest instead of another in one round, and pay it back in a second round.

    Without a second round when the one has a game more than the other. Gives the accepted change of
    the price, or NOT_ACCEPTED with everything as before.
    """
    rounds = g.table.shape[0]
    tables = g.join.shape[1] - 1
    resting = g.there[r] - g.seated[r]
    if resting == 0:
        return NOT_ACCEPTED
    q = g.at[r, g.seated[r] + share(bits, 48, resting)]
    if g.fixed[q]:
        return NOT_ACCEPTED
    back = NOWHERE
    start = share(bits, 8, rounds)
    for step in range(rounds):
        s = (start + step) % rounds
        if s == r:
            if g.visits[q, tables] == g.visits[p, tables] + 1:
                back = r
                break
        elif g.table[s, q] < tables and _rests(g, s, p):
            back = s
            break
    if back == NOWHERE:
        return NOT_ACCEPTED
    change = price_of_exchange(g, r, p, q)
    if back != r:
        change += price_of_exchange(g, back, q, p) - _met_in_both(g, r, back, p, q)
    if g.weights[1]:
        change += g.weights[1] * (_rows_added(g, p, back, r) + _rows_added(g, q, r, back))
    if change > rise:
        return NOT_ACCEPTED
    exchange(g, r, p, q)
    if back != r:
        exchange(g, back, q, p)
    return change


@kernel
def _met_in_both(g: Groups, r: int, s: int, p: int, q: int) -> int:
    """Give what two exchanges priced one by one count too much: what is lost here and had there.

    In round `r` the seat of `p` goes to `q`, in round `s` the seat of `q` goes to `p`.
    """
    first, size = _members(g, r, p)
    too_much = 4 * g.weights[0] if g.table[r, p] == g.table[s, q] else 0
    for i in range(first, first + size):
        x = g.at[r, i]
        if x != p and g.table[s, x] == g.table[s, q]:
            too_much += g.less[p, x] + g.more[p, x] + g.less[q, x] + g.more[q, x]
    return too_much


@kernel
def _rows_added(g: Groups, p: int, played: int, rested: int) -> int:
    """Count rests in a row that come when somebody plays in one round and rests in another instead.

    The two rounds are the same one, for nothing but a rest or a game more, when `played` equals `rested`.
    """
    added = 0
    before, after = g.rested[p] != 0, g.rested[p] != 0
    for r in range(g.table.shape[0]):
        rests = _rests(g, r, p)
        moved = rests
        if r == played:
            moved = False
        elif r == rested:
            moved = True
        if played == rested and r == played:
            moved = not rests
        added += (after and moved) - (before and rests)
        before, after = rests, moved
    return added


@kernel
def cool(
    g: Groups, best: Any, state: Any, totals: Any, proposals: int, warm: int, rest_moves: int
) -> None:
    """Propose exchanges while the temperature falls steadily from `warm` to nothing.

    For plans that are to stay much as they are: what `anneal` heats until some share of exchanges is
    accepted, this leaves cold. `best` and `totals` are kept as there.
    """
    rounds = g.table.shape[0]
    for i in range(proposals):
        temperature = warm - warm * i // proposals
        bits = draw(state)
        rise = (LOGARITHMS[bits & np.uint64(CHANCES - 1)] * temperature) >> 20
        r = share(bits, 16, rounds)
        seated = g.seated[r]
        p = g.at[r, share(bits, 32, seated)]
        if g.fixed[p]:
            continue
        if rest_moves and (draw(state) & np.uint64(0xFFFF)) < np.uint64(rest_moves):
            change = _move_rest(g, r, p, bits, rise)
            if change == NOT_ACCEPTED:
                continue
        else:
            q = g.at[r, share(bits, 48, seated)]
            if g.fixed[q] or g.table[r, p] == g.table[r, q]:
                continue
            change = price_of_exchange(g, r, p, q)
            if change > rise:
                continue
            exchange(g, r, p, q)
        totals[0] += change
        if totals[0] < totals[1]:
            totals[1] = totals[0]
            best[:] = g.at
