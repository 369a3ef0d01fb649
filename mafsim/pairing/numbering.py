"""Seats and tables for groups whose members are settled: even visits, seat numbers and neighbours."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mafsim.pairing.measures import least_squares
from mafsim.pairing.onward import seat_onward
from mafsim.pairing.past import Behind, behind
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.seats import apart_as_neighbours, colour, players_at, repeats
from mafsim.pairing.tables import get_around
from mafsim.pairing.whole import joined
from mafsim.plan import EMPTY, Plan
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]

SEATINGS, NEARLY_NONE, OFTEN = 4, 8, 2
"""How often seats are numbered anew while a few sit side by side twice, how few these are, and how often
two may sit side by side before another numbering is tried."""


def numbered(
    problem: Problem, at: Int32, seed: int, effort: float, *, keep_tables: bool = False
) -> Plan:
    """Give groups their table numbers and seat numbers, and put them behind the rounds that stand."""
    n = len(problem.roster.entrants)
    size, most = problem.table_size, max(problem.tables)
    seats = np.full((problem.rounds, most, size), EMPTY, dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        seats[round_, :tables] = at[round_, : tables * size].reshape(tables, size)
    before = behind(problem)
    if not keep_tables:
        pinned = frozenset(e.table for e in problem.roster.entrants if e.table is not None)
        counts = np.bincount(seats[seats != EMPTY], minlength=n) + before.tables.sum(axis=1)
        least = sum(least_squares(int(count), most) for count in counts)
        steps = int(min(effort, 10) * 20_000) + 1000
        visits = before.tables[:, :most].copy()
        closed = forbidden(problem)
        begin = word(seed, Purpose.TABLES)
        seats = get_around(seats, visits, pinned, least, steps, begin, closed)
    played = seats[:, :, 0] != EMPTY
    seats[played] = _seat_numbers(seats[played], before, seed, effort)
    return joined(problem, seats)


def _seat_numbers(games: Int32, before: Behind, seed: int, effort: float) -> Int32:
    """Give the players of every game in the order of their seats: the best of a few attempts."""
    steps = int(min(effort, 40) * 60_000 * 60 / max(len(games), 60)) + 100
    players = len(before.seats)
    if before.seats.any():
        return seat_onward(games, before.seats, before.neighbours, seed=seed, steps=steps)
    found: list[tuple[int, int, int, Int32]] = []
    for attempt in range(SEATINGS if effort else 1):
        colouring = colour(games, players, stream(seed, Purpose.NEIGHBOURS, attempt))
        start = word(seed, Purpose.NEIGHBOURS, attempt)
        colouring = apart_as_neighbours(colouring, players, steps, start)
        most, more = repeats(colouring, players)
        found.append((max(most, OFTEN), more, attempt, players_at(colouring)))
        if most <= OFTEN and not 0 < more <= NEARLY_NONE:
            break
    return min(found, key=lambda entry: entry[:3])[3]
