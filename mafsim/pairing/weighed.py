"""Meetings of teams, and common opponents of those who never meet, weighed beside the meetings of people.

A last search from a plan that stands already. It exchanges people as `groups` does, and counts besides how
often teams meet, and who has met whom, as one bit a pair.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mafsim.kernels import kernel
from mafsim.pairing.groups import (
    CHANCES,
    LOGARITHMS,
    Groups,
    draw,
    exchange,
    price_of_exchange,
    share,
)

Int32 = npt.NDArray[np.int32]

UNIT = 16
"""What a squared meeting of two people costs; weights are told in its parts."""

SLACK = 8 * UNIT
"""How much dearer for people an exchange may be that is looked at for what it does to the rest."""

WARM = UNIT << 10
"""The temperature at the beginning, in the scale of `groups`: one squared meeting."""

CHUNK = 1 << 18
WALKS = 2

BITS = 64
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Weights:
    """How many squared meetings of two people it is worth that ...

    `teams`: two teams have a squared meeting less. `common`: two who never meet have one opponent more in
    common, or meet after all.
    """

    teams: float = 0
    common: float = 0

    def __bool__(self) -> bool:
        """Say whether anything is weighed."""
        return self.teams > 0 or self.common > 0


class Besides(NamedTuple):
    """What is counted beside the meetings of people, and kept true by the search."""

    team: Int32
    """``[N]``: the number of everybody's team, NOBODY without one."""
    free: Any
    """``[N, N]``: who may meet whom."""
    together: Int32
    """``[team, team]``: how often two teams meet."""
    known: Any
    """``[N, words]``: whom everybody has met, a bit for each."""


@kernel
def count(g: Groups, b: Besides) -> None:
    """Fill every count from the meetings at hand anew."""
    n = len(b.team)
    b.together[:] = 0
    b.known[:] = 0
    for p in range(n):
        for q in range(n):
            if p == q or g.meets[p, q] == 0:
                continue
            b.known[p, q // BITS] |= np.uint64(1) << np.uint64(q % BITS)
            a, c = b.team[p], b.team[q]
            if min(a, c) > NOBODY and a != c:
                b.together[a, c] += g.meets[p, q]


@kernel
def _step(b: Besides, p: int, q: int, times: int) -> int:
    """Count a meeting of two teams in or out; give the change of the squares."""
    a, c = b.team[p], b.team[q]
    if min(a, c) == NOBODY or a == c:
        return 0
    before = b.together[a, c]
    b.together[a, c] = b.together[c, a] = before + times
    return int(times * (2 * before + times))


@kernel
def _know(b: Besides, p: int, q: int, met: bool) -> None:
    """Note for somebody whether he has met another."""
    bit = np.uint64(1) << np.uint64(q % BITS)
    if met:
        b.known[p, q // BITS] |= bit
    else:
        b.known[p, q // BITS] &= ~bit


@kernel
def _instead(g: Groups, b: Besides, r: int, one: int, other: int) -> int:
    """Let somebody meet the company at his table instead of another one; give the change of the squares."""
    first, change = g.table[r, one] * g.weights[2], 0
    for i in range(first, first + g.weights[2]):
        x = g.at[r, i]
        if x != one:
            change += _step(b, other, x, -1) + _step(b, one, x, 1)
            _know(b, other, x, g.meets[other, x] > 0)
            _know(b, x, other, g.meets[other, x] > 0)
            _know(b, one, x, True)
            _know(b, x, one, True)
    return change


@kernel
def follow(g: Groups, b: Besides, r: int, p: int, q: int) -> int:
    """Keep the counts true after two have changed places; give the change of the teams' squares.

    After they have changed back it undoes what it did.
    """
    return _instead(g, b, r, p, q) + _instead(g, b, r, q, p)


@kernel
def _ones(bits: Any) -> int:
    """Count the bits that are set (Warren 2012, Hacker's Delight, 5-1)."""
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + (
        (bits >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@kernel
def missing(g: Groups, b: Besides, people: Int32) -> int:
    """Count for some people, and everybody with whom they never meet, the others whom not both meet."""
    n, words = b.known.shape
    marked = np.zeros(n, np.bool_)
    total = 0
    for p in people:
        for q in range(n):
            if marked[q] or not b.free[p, q] or g.meets[p, q] > 0:
                continue
            total += n - 2
            for word in range(words):
                total -= _ones(b.known[p, word] & b.known[q, word])
        marked[p] = True
    return total


@kernel
def cool_weighed(
    g: Groups,
    b: Besides,
    best: Any,
    state: Any,
    totals: Any,
    proposals: int,
    done: int,
    whole: int,
    of_teams: int,
    of_common: int,
) -> None:
    """Propose exchanges while it cools from WARM to nothing; `best` and `totals` as in `groups.anneal`."""
    rounds = g.table.shape[0]
    size = g.weights[2]
    people = np.zeros(2 * size, np.int32)
    for i in range(proposals):
        temperature = WARM - WARM * (done + i) // whole
        bits = draw(state)
        rise = (LOGARITHMS[bits & np.uint64(CHANCES - 1)] * temperature) >> 20
        r = share(bits, 16, rounds)
        p = g.at[r, share(bits, 32, g.seated[r])]
        q = g.at[r, share(bits, 48, g.seated[r])]
        if g.fixed[p] or g.fixed[q] or g.table[r, p] == g.table[r, q]:
            continue
        change = price_of_exchange(g, r, p, q)
        if change > rise + SLACK:
            continue
        if of_common:
            people[:size] = g.at[r, g.table[r, p] * size : (g.table[r, p] + 1) * size]
            people[size:] = g.at[r, g.table[r, q] * size : (g.table[r, q] + 1) * size]
            change -= of_common * missing(g, b, people)
        exchange(g, r, p, q)
        change += of_teams * follow(g, b, r, p, q)
        if of_common:
            change += of_common * missing(g, b, people)
        if change > rise:
            exchange(g, r, p, q)
            follow(g, b, r, p, q)
            continue
        totals[0] += change
        if totals[0] < totals[1]:
            totals[1] = totals[0]
            best[:] = g.at


def besides(team: Int32, free: Any) -> Besides:
    """Set up the counts of a plan, empty: `team` and `free` as in `Besides`."""
    teams = int(team.max(initial=NOBODY)) + 1
    n = len(team)
    return Besides(
        team=team,
        free=free,
        together=np.zeros((teams, teams), dtype=np.int32),
        known=np.zeros((n, -(-n // BITS)), dtype=np.uint64),
    )


def cost(met: Int32, team: Int32, free: Any, weights: Weights) -> float:
    """Price a plan's meetings of teams and missing common opponents, from who meets whom how often."""
    total = 0.0
    if weights.teams:
        members = team[:, None] == np.arange(int(team.max(initial=NOBODY)) + 1)
        together = members.T.astype(np.int64) @ met.astype(np.int64) @ members
        total += weights.teams * int((np.triu(together, k=1) ** 2).sum())
    if weights.common:
        known = (met > 0).astype(np.int64)
        never = np.triu(free & (met == 0), k=1)
        total += weights.common * int((len(met) - 2 - known @ known)[never].sum())
    return total


def walks(
    begin: Callable[[], tuple[Groups, int]],
    team: Int32,
    free: Any,
    weights: Weights,
    words: list[np.uint64],
    proposals: int,
    jobs: int,
    goes_on: Callable[[], bool],
) -> list[Int32]:
    """Give the best round orders that one walk for each of the `words` finds from the same beginning.

    `begin` gives the counts of a plan, and its price with UNIT for a squared meeting.
    """

    def walk(word: np.uint64) -> Int32:
        state, _ = begin()
        counted = besides(team, free)
        count(state, counted)
        best = state.at.copy()
        totals = np.zeros(2, dtype=np.int64)
        lots = np.array([word], dtype=np.uint64)
        of_teams, of_common = (round(UNIT * each) for each in (weights.teams, weights.common))
        for done in range(0, proposals, CHUNK):
            if not goes_on():
                break
            chunk = min(CHUNK, proposals - done)
            cool_weighed(
                state, counted, best, lots, totals, chunk, done, proposals, of_teams, of_common
            )
        return best

    with ThreadPoolExecutor(max(1, min(jobs, len(words)))) as pool:
        return list(pool.map(walk, words))
