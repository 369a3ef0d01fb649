"""Rounds that are published already, changed no more than a changed field asks for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mafsim.pairing.assignment import cheapest
from mafsim.pairing.groups import SCALE, cool
from mafsim.pairing.measures import Flags
from mafsim.pairing.past import behind
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.rests import even_games
from mafsim.pairing.start import groups, tables_of, team_numbers, within_teams
from mafsim.pairing.walks import NEVER, REST_MOVES, prices
from mafsim.plan import EMPTY
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]

KEPT = 1 << 11
"""What a kept table is worth beside a squared meeting: more than any exchange gains in meetings."""

IN_A_ROW = 1 << 8
"""The price of two rests in a row: above squared meetings, below a kept table."""

WARM = 4 * SCALE
"""The temperature at the beginning: a few squared meetings, far below a kept table."""

PROPOSALS = 1_000_000
"""Proposed exchanges for effort 1: only a few people are left to be exchanged."""


def keep_most(problem: Problem, published: Int32, *, seed: int, effort: float) -> Int32:
    """Seat the rounds of a problem almost as they are published.

    Parameters
    ----------
    problem
        What is to be seated.
    published
        ``[round, table, seat]``: who sat where; `EMPTY` where somebody has left.
    seed, effort
        As for `solve.seat`.

    Returns
    -------
    ndarray
        ``[round, table, seat]``: whoever can keeps table and seat. Who plays instead of whom is as even as
        the rules ask, and who is new at a table has met the others there least. The last tables
        are given up where there are fewer.
    """
    before = published_tables(problem, published)
    rng = stream(seed, Purpose.SEARCH, 1 << 20)
    plays = _players(problem, before, rng)
    table = _filled(problem, before, plays, rng)
    at = _settled(problem, table, before, seed, effort)
    return _seated(problem, published, at)


def published_tables(problem: Problem, published: Int32) -> Int32:
    """Give who can keep which table: ``[round, entrant]``, `T` for who has none to keep."""
    most, n = max(problem.tables), len(problem.roster.entrants)
    table = np.full((problem.rounds, n), most, dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        for number in range(min(tables, published.shape[1])):
            people = published[round_, number]
            table[round_, people[people != EMPTY]] = number
    table[~problem.available()] = most
    closed = forbidden(problem)
    rounds, entrants = np.nonzero(table < most)
    moved = closed[rounds, table[rounds, entrants], entrants]
    table[rounds[moved], entrants[moved]] = most
    return table


def _players(problem: Problem, before: Int32, rng: np.random.Generator) -> Flags:
    """Choose who plays: who has a table to keep, then who has played least."""
    there = problem.available()
    plays = (before < max(problem.tables)) & there
    games: Int32 = (behind(problem).games + plays.sum(axis=0)).astype(np.int32)
    order, teams = rng.permutation(there.shape[1]), team_numbers(problem)
    for round_, tables in enumerate(problem.tables):
        seats = tables * problem.table_size
        keys = np.lexsort((order, games, ~plays[round_]))
        chosen = np.array(within_teams(keys[there[round_][keys]], teams, tables, seats))
        new = chosen[~plays[round_, chosen]]
        plays[round_] = False
        plays[round_, chosen] = True
        games[new] += 1
    even_games(plays, there, behind(problem).games)
    return plays


def _filled(problem: Problem, before: Int32, plays: Flags, rng: np.random.Generator) -> Int32:
    """Give everybody who plays a table: his own, else the one where fewest may not meet him."""
    allowed, closed = problem.can_meet(), forbidden(problem)
    most = max(problem.tables)
    table = np.where(plays, before, most).astype(np.int32)
    for round_, tables in enumerate(problem.tables):
        filled = np.bincount(table[round_, plays[round_]], minlength=most + 1)[:tables]
        without = np.flatnonzero(plays[round_] & (table[round_] == most))
        order = rng.permutation(without)
        for index in sorted(order.tolist(), key=lambda i: -int(closed[round_, :tables, i].sum())):
            unwelcome = np.array(
                [int((~allowed[index, table[round_] == number]).sum()) for number in range(tables)]
            )
            full = filled >= problem.table_size
            keys = (filled, unwelcome, closed[round_, :tables, index], full)
            choice = int(np.lexsort(keys)[0])
            table[round_, index] = choice
            filled[choice] += 1
    return table


def _settled(problem: Problem, table: Int32, before: Int32, seed: int, effort: float) -> Int32:
    """Exchange those who have no table to keep until they meet evenly; give round orders."""
    numbers = np.arange(problem.first + problem.rounds + 2, dtype=np.int32)
    rounds, n = table.shape
    most = max(problem.tables)
    extra = np.zeros((rounds, most + 1, n), dtype=np.int32)
    extra[:, :most] = NEVER * forbidden(problem)
    round_, entrant = np.nonzero(before < most)
    extra[round_, before[round_, entrant], entrant] -= KEPT
    state, total = groups(
        problem, table, prices(numbers**2, 1), row_price=IN_A_ROW, extra=extra, pinned=False
    )
    best = state.at.copy()
    totals = np.array([total, total, 0], dtype=np.int64)
    generator = np.array([word(seed, Purpose.SEARCH, 1 << 20)], dtype=np.uint64)
    rests = REST_MOVES * 4 if bool((state.seated < state.there).any()) else 0
    proposals = int(PROPOSALS * (1 + min(effort, 20)))
    cool(state, best, generator, totals, proposals, WARM, rests)
    return best


def _seated(problem: Problem, published: Int32, at: Int32) -> Int32:
    """Let whoever keeps his table keep his seat, and give the others the seats they have had least."""
    size, most = problem.table_size, max(problem.tables)
    table = tables_of(problem, at)
    seats = np.full((problem.rounds, most, size), EMPTY, dtype=np.int32)
    counts = behind(problem).seats.copy()
    for round_, number, seat in np.argwhere(published[:, :most, :size] != EMPTY).tolist():
        person = published[round_, number, seat]
        if table[round_, person] == number:
            seats[round_, number, seat] = person
            counts[person, seat] += 1
    for round_, tables in enumerate(problem.tables):
        for number in range(tables):
            row = seats[round_, number]
            free = np.flatnonzero(row == EMPTY)
            new = np.setdiff1d(np.flatnonzero(table[round_] == number), row)
            if len(new):
                taken = new[cheapest(counts[np.ix_(new, free)].astype(np.int64))]
                row[free] = taken
                counts[taken, free] += 1
    return seats
