"""A draw by lot: who sits with whom is random, within the rules; seat numbers are even all the same."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible
from mafsim.pairing import check
from mafsim.pairing.measures import Flags, neighbour_counts, seat_counts
from mafsim.pairing.onward import seat_onward
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.seats import apart_as_neighbours, colour, players_at
from mafsim.pairing.start import deal, players_of_rounds
from mafsim.pairing.whole import joined
from mafsim.plan import EMPTY, Plan, Seats
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]

EXCHANGES = 40
"""Exchanges that are tried for each seat of a round, on the way to a random deal."""
TRIES = 20
"""How many deals of a round are begun before it counts as one that cannot be dealt."""
STEPS = 60_000
"""How many exchanges of seat numbers are tried to part neighbours."""


def drawn(problem: Problem, *, seed: int = 0, order: str = "balanced") -> Plan:
    """Deal an event by lot, and certify it.

    Every round is dealt for itself: each way to fill its tables that keeps the rules, team-mates
    apart among them, is about as likely as any other. Who rests is even, as always.

    Parameters
    ----------
    problem
        What is to be dealt; rounds that stand before are kept.
    seed
        Same version, problem and seed: the same plan.
    order
        ``balanced``: everybody has each seat number as often as the groups allow. ``random``: seats
        are a lot too.

    Raises
    ------
    Impossible
        No valid deal was found for some round.
    """
    plays = players_of_rounds(problem, stream(seed, Purpose.BYES))
    tables = deal(problem, plays, stream(seed, Purpose.DRAW, problem.first))
    most = max(problem.tables)
    seats = np.full((problem.rounds, most, problem.table_size), EMPTY, dtype=np.int32)
    allowed, banned = problem.can_meet(), forbidden(problem)
    fixed = np.array([entrant.table is not None for entrant in problem.roster.entrants])
    for round_ in range(problem.rounds):
        rng = stream(seed, Purpose.DRAW, problem.first, round_)
        for _ in range(TRIES):
            found = _mixed(tables[round_], banned[round_], allowed, fixed, rng)
            if found is not None:
                break
        else:
            raise Impossible("lottery.no_deal", round=problem.first + round_)
        for table in range(problem.tables[round_]):
            seats[round_, table] = rng.permutation(np.flatnonzero(found == table))
    if order == "balanced":
        _number(seats, problem, seed)
    return _certified(_whole(seats, problem))


def _mixed(
    tables: Int32, banned: Flags, allowed: Flags, fixed: Flags, rng: np.random.Generator
) -> Int32 | None:
    """Give a random deal of one round, ``table[entrant]``; None if some may not sit as they do.

    ``banned[table, entrant]`` says who may not sit at a table.

    A walk of exchanges between two tables, of which none is made that seats more people with those
    whom they may not meet. Once nobody does, every valid deal is left as easily as it is entered, so
    that in the long run all of them are equally likely (Metropolis et al. 1953).
    """
    table, most = tables.copy(), len(banned)
    seated = np.flatnonzero((table < most) & ~fixed)
    if len(seated) < 2:
        return table
    blocked = ~allowed
    np.fill_diagonal(blocked, False)
    unwelcome = np.array([blocked[table == number].sum(axis=0) for number in range(most)]) + banned
    steps = EXCHANGES * len(seated)
    pairs = rng.integers(0, len(seated), (steps, 2))
    for p, q in seated[pairs].tolist():
        a, b = table[p], table[q]
        if a == b:
            continue
        strangers = 2 * int(blocked[p, q])
        change = unwelcome[b, p] + unwelcome[a, q] - strangers - unwelcome[a, p] - unwelcome[b, q]
        if change <= 0:
            table[p], table[q] = b, a
            unwelcome[a] += blocked[q].astype(np.int64) - blocked[p]
            unwelcome[b] += blocked[p].astype(np.int64) - blocked[q]
    own = table < most
    kept = not unwelcome[table[own], np.flatnonzero(own)].any()
    return table if kept else None


def _number(seats: Seats, problem: Problem, seed: int) -> None:
    """Give everybody's seat numbers, in place: even over all rounds, then with few repeated neighbours."""
    n = len(problem.roster.entrants)
    played = seats[:, :, 0] != EMPTY
    games = seats[played]
    if problem.past is not None:
        before = seat_counts(problem.past), neighbour_counts(problem.past)
        seats[played] = seat_onward(games, *before, seed=seed, steps=STEPS)
        return
    colouring = colour(games, n, stream(seed, Purpose.NEIGHBOURS, 0))
    start = word(seed, Purpose.NEIGHBOURS, 0)
    seats[played] = players_at(apart_as_neighbours(colouring, n, STEPS, start))


def _whole(seats: Seats, problem: Problem) -> Plan:
    """Give the plan with the rounds that stand before."""
    before = problem.past.draws if problem.past is not None else ()
    draws = (*(before or ("balanced",) * problem.first), *("random",) * problem.rounds)
    return joined(problem, seats).with_(draws=draws)


def _certified(plan: Plan) -> Plan:
    findings = check.examine(plan)
    if findings.violations:
        told = [violation.told(plan) for violation in findings.violations]
        raise Impossible("solve.nothing_valid", first=told[0], n=len(told))
    certificate = check.balance_document(findings) | {"stopped_by": "drawn", "effort": 0}
    return plan.with_(certificate=certificate)
