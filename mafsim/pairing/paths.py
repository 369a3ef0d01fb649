"""Seat numbers of rounds that follow others, evened along paths of games and chains of seats.

The loops own their tables of counts and change them in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.kernels import kernel
from mafsim.pairing.groups import LOGARITHMS, draw, share
from mafsim.pairing.seats import NOBODY, WARM, Colouring, around, beside, swap, walk

Int32 = npt.NDArray[np.int32]

COLD = 200
"""The temperature at which neighbours are parted in the end."""

HEAVY = 1 << 20
"""The price of a squared seat beside that of a squared number of neighbours."""

HALF = 1 << 10
"""The price of a squared difference of the halves beside it."""


@kernel
def even(seated: Int32, counts: Int32) -> None:
    """Even the counts of every two seat numbers, in place, until no two can be evened any more.

    Every game is an edge between those who have the two numbers in it. Exchanging the numbers in all
    games along a path changes the counts of its two ends alone.
    """
    size = seated.shape[1]
    better = True
    while better:
        better = False
        for a in range(size):
            for b in range(size):
                if a != b:
                    while _even_two(seated, counts, a, b):
                        better = True


@kernel
def _even_two(seated: Int32, counts: Int32, a: int, b: int) -> bool:
    """Exchange two seat numbers along one path that makes the counts more even, if there is any."""
    games, players = seated.shape[0], counts.shape[0]
    came_by = np.full(players, NOBODY, np.int32)
    queue = np.zeros(players, np.int32)
    for begin in range(players):
        if counts[begin, a] - counts[begin, b] < 1:
            continue
        came_by[:] = NOBODY
        queue[0], number = begin, 1
        i = 0
        while i < number:
            player = queue[i]
            i += 1
            for game in range(games):
                if seated[game, a] != player:
                    continue
                other = seated[game, b]
                if other == begin or came_by[other] != NOBODY:
                    continue
                came_by[other] = game
                rise = counts[begin, a] - counts[begin, b] - counts[other, a] + counts[other, b]
                if rise > 2:
                    while other != begin:
                        game = came_by[other]
                        before = seated[game, a]
                        seated[game, a], seated[game, b] = other, before
                        counts[before, a] -= 1
                        counts[before, b] += 1
                        counts[other, b] -= 1
                        counts[other, a] += 1
                        other = before
                    return True
                queue[number] = other
                number += 1
    return False


@kernel
def part_onward(
    colouring: Colouring, counts: Int32, seats: Int32, proposals: int, state: Any, best: Int32
) -> int:
    """Exchange seat numbers along Kempe chains until few sit side by side often; give the gain.

    `counts` is ``[player, player]``, neighbours before these games, and `seats` ``[player, seat]``, with
    them; both are kept true. No exchange that is kept makes seats less even, or halves beside them. `best`
    gets the best seating's ``copy_at``.
    """
    games, size = colouring.copy_at.shape
    half = size // 2 if size % 2 == 0 else size
    halves = np.zeros(len(seats), np.int32)
    for player in range(len(seats)):
        for c in range(size):
            halves[player] += seats[player, c] if c < half else -seats[player, c]
    touched = np.zeros(games, np.int32)
    for game in range(games):
        for c in range(size):
            beside(colouring, counts, game, c, 1)
    total, lowest = 0, 0
    best[:] = colouring.copy_at
    for i in range(proposals):
        bits = draw(state)
        temperature = WARM - (WARM - COLD) * i // proposals
        rise = (LOGARITHMS[bits & np.uint64(len(LOGARITHMS) - 1)] * temperature) >> 20
        game = share(draw(state), 0, games)
        a = share(bits, 16, size)
        b = share(bits, 32, size)
        if a == b:
            continue
        number = abs(walk(colouring, game, a, b, touched))
        change = _turn(colouring, seats, halves, half, touched, number, a, b, False)
        if change <= rise:
            change += around(colouring, counts, touched, number, a, b, -1)
            swap(colouring, touched, number, a, b)
            change += around(colouring, counts, touched, number, a, b, 1)
            if change <= rise:
                total += change
                if total < lowest:
                    lowest = total
                    best[:] = colouring.copy_at
                continue
            around(colouring, counts, touched, number, a, b, -1)
            swap(colouring, touched, number, a, b)
            around(colouring, counts, touched, number, a, b, 1)
        _turn(colouring, seats, halves, half, touched, number, a, b, True)
    return lowest


@kernel
def _turn(
    colouring: Colouring,
    seats: Int32,
    halves: Int32,
    half: int,
    games: Int32,
    number: int,
    a: int,
    b: int,
    back: bool,
) -> int:
    """Count the seats of some games as if the numbers `a` and `b` were exchanged, or take that back.

    Gives the change of the price. Who has them is read from the colouring, which stays as it is.
    """
    change = 0
    for i in range(number):
        p = colouring.player_of[colouring.copy_at[games[i], a]]
        q = colouring.player_of[colouring.copy_at[games[i], b]]
        if back:
            p, q = q, p
        change += _shift(seats, halves, half, p, a, b)
        change += _shift(seats, halves, half, q, b, a)
    return change


@kernel
def _shift(seats: Int32, halves: Int32, half: int, player: int, old: int, new: int) -> int:
    """Count a game of a player at another seat, and give the change of the price."""
    change = HEAVY * 2 * (seats[player, new] - seats[player, old] + 1)
    seats[player, old] -= 1
    seats[player, new] += 1
    if (old < half) != (new < half):
        step = 2 if new < half else -2
        change += HALF * step * (2 * halves[player] + step)
        halves[player] += step
    return int(change)
