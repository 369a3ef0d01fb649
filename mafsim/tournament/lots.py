"""Lots of simulated tournaments: who has which slot of a plan and which seat, by address."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.games import Array, Flags
from mafsim.kernels import kernel
from mafsim.streams import Purpose, Words, mixed, word

Order = npt.NDArray[np.intp]


class What(IntEnum):
    """What a lot decides; a number, once given, never changes its meaning."""

    TEAMS = 0
    MEMBERS = 1
    SEATS = 2
    DEAL = 3


def starts(seed: int, first: int, n: int) -> Words:
    """Give the word from which the lots of each of `n` tournaments start, from number `first` on."""
    numbers = np.arange(first, first + n, dtype=np.uint64)
    return mixed(word(seed, Purpose.SLOTS) ^ mixed(numbers))


def lots(starts: Words, what: What, round_: int, *shape: int) -> Words:
    """Give a lot for each of a number of things: ``lot[tournament, ...]``.

    They depend on the tournament, on what they decide, and on the round before which they are drawn.
    """
    begun = mixed(starts + np.uint64((int(what) << 32) + round_))
    index = np.arange(int(np.prod(shape)), dtype=np.uint64)
    return mixed(begun[:, None] + index).reshape(len(starts), *shape)


EXCHANGES = 40
"""Exchanges that are tried for each seat of a round on the way to a random deal, as in
`mafsim.pairing.lottery`."""


def mixed_up(groups: Array, blocked: Flags, words: Words) -> Array:
    """Deal rounds anew by lot, from valid ones: ``groups[tournament, round, table, seat]``.

    Parameters
    ----------
    groups
        Who sits at each table, of whom nobody may not meet another; `EMPTY` where nobody does.
    blocked
        ``blocked[entrant, other]``: who may not share a table.
    words
        ``words[tournament, round]``: from which the lots come.

    Returns
    -------
    Array
        Each round is one of all valid ones in which the same people play, each nearly as likely as
        any other (the walk of `mafsim.pairing.lottery`); seats are by lot too.
    """
    dealt = np.array(groups, dtype=np.int32, order="C")
    _walk(dealt, np.ascontiguousarray(blocked), np.ascontiguousarray(words), EXCHANGES)
    return dealt


@kernel
def _walk(groups: Any, blocked: Any, words: Any, exchanges: int) -> None:
    """Exchange two people of different tables as long as nobody meets whom he may not."""
    tournaments, rounds, tables, size = groups.shape
    for t in range(tournaments):
        for r in range(rounds):
            state = words[t, r]
            seats = tables * size
            for _ in range(exchanges * seats):
                state, z = _next(state)
                a = int((z & np.uint64(0xFFFFFFFF)) * np.uint64(seats) >> np.uint64(32))
                b = int((z >> np.uint64(32)) * np.uint64(seats) >> np.uint64(32))
                here, there = a // size, b // size
                p, q = groups[t, r, here, a % size], groups[t, r, there, b % size]
                if here == there or p < 0 or q < 0:
                    continue
                fits = True
                for seat in range(size):
                    other = groups[t, r, there, seat]
                    if other >= 0 and other != q and blocked[p, other]:
                        fits = False
                    other = groups[t, r, here, seat]
                    if other >= 0 and other != p and blocked[q, other]:
                        fits = False
                if fits:
                    groups[t, r, here, a % size] = q
                    groups[t, r, there, b % size] = p
            for table in range(tables):
                for seat in range(size - 1):
                    state, z = _next(state)
                    other = seat + int(
                        (z >> np.uint64(32)) * np.uint64(size - seat) >> np.uint64(32)
                    )
                    p, q = groups[t, r, table, seat], groups[t, r, table, other]
                    groups[t, r, table, seat] = q
                    groups[t, r, table, other] = p


@kernel
def _next(state: Any) -> Any:
    """Give the next state of SplitMix64, and its output (Steele, Lea and Flood, 2014, OOPSLA)."""
    state += np.uint64(0x9E3779B97F4A7C15)
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state, z ^ (z >> np.uint64(31))
