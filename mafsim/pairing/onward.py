"""Seat numbers for rounds that follow others: as even over all rounds as those that stand allow.

With rounds behind it a perfectly even seating may not exist any more. The least excess is asked for:
for one coming round it is an assignment problem at every table, solved exactly; for several the
counts of every two seat numbers are evened along chains of games, exactly for the two, again and again.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mafsim.pairing.assignment import cheapest
from mafsim.pairing.measures import least_squares
from mafsim.pairing.paths import HALF, HEAVY, even, part_onward
from mafsim.pairing.seats import colour, colouring_of, players_at
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]

STARTS = 8
"""Seatings to begin with, where the first ones do not reach what cannot be beaten."""


def seat_onward(games: Int32, seats: Int32, neighbours: Int32, *, seed: int, steps: int) -> Int32:
    """Give every game's players in the order of their seats, with rounds behind them.

    Parameters
    ----------
    games
        ``[game, position]``: the players of each game in any order, no game with an empty seat.
    seats
        ``[player, seat]``: how often each seat was had before.
    neighbours
        ``[player, player]``: how often two have sat side by side before.
    seed
        Decides between equally even seatings.
    steps
        How many exchanges are tried to part neighbours.

    Returns
    -------
    ndarray
        ``[game, seat]``, of the least sum of squared seat counts that was found, and where every
        player has one game at the most, of the least there is.
    """
    if not len(games):
        return games.copy()
    if np.bincount(games.ravel()).max() == 1:
        even = np.stack([assigned(game, seats) for game in games])
    else:
        even = _evened(games, seats, seed)
    return _parted(even, seats, neighbours, steps, word(seed, Purpose.NEIGHBOURS, SEATINGS))


SEATINGS = 1 << 16
"""Where the streams of these seatings begin, apart from those of whole plans."""


def least(games: Int32, seats: Int32) -> int:
    """Give a sum of squared seat counts that no seating of these games beats, with those before."""
    counts = np.bincount(games.ravel(), minlength=len(seats))
    return sum(_filled(row, int(more)) for row, more in zip(seats.tolist(), counts, strict=True))


def _filled(row: list[int], more: int) -> int:
    """Give the least squares of a row after `more` single additions: always to a smallest count."""
    ordered = sorted(row)
    for level in range(1, len(ordered) + 1):
        top = ordered[level] if level < len(ordered) else None
        room = None if top is None else top * level - sum(ordered[:level])
        if room is None or room >= more:
            low = sum(ordered[:level]) + more
            return least_squares(low, level) + sum(count**2 for count in ordered[level:])
    raise AssertionError("the last level takes everything")


def assigned(game: Int32, seats: Int32) -> Int32:
    """Seat the players of one game with the least sum of squared seat counts, then of halves."""
    size = len(game)
    half = size // 2 if size % 2 == 0 else size
    price = HEAVY * seats[game].astype(np.int64)
    if half < size:
        first, second = seats[game, :half].sum(axis=1), seats[game, half:].sum(axis=1)
        price[:, :half] += HALF * (first - second)[:, np.newaxis]
        price[:, half:] += HALF * (second - first)[:, np.newaxis]
    return np.asarray(game[cheapest(price)], dtype=np.int32)


def _evened(games: Int32, seats: Int32, seed: int) -> Int32:
    bound = least(games, seats)
    best, lowest = games, 1 << 62
    for attempt in range(STARTS):
        rng = stream(seed, Purpose.NEIGHBOURS, SEATINGS + attempt)
        seated = players_at(colour(games, len(seats), rng)).copy()
        counts = seats.copy()
        _count(seated, counts)
        even(seated, counts)
        squares = int((counts.astype(np.int64) ** 2).sum())
        if squares < lowest:
            best, lowest = seated, squares
        if lowest == bound:
            break
    return best


def _count(seated: Int32, counts: Int32) -> None:
    np.add.at(counts, (seated, np.arange(seated.shape[1])), 1)


def _parted(seated: Int32, seats: Int32, neighbours: Int32, steps: int, begin: np.uint64) -> Int32:
    """Part those who sit side by side often, with seats no less even."""
    if seated.shape[1] < 3:
        return seated
    colouring = colouring_of(seated, len(seats))
    counts = seats.copy()
    _count(seated, counts)
    best = colouring.copy_at.copy()
    state = np.array([begin], dtype=np.uint64)
    part_onward(colouring, neighbours.copy(), counts, steps, state, best)
    return np.asarray(colouring.player_of[best], dtype=np.int32)
