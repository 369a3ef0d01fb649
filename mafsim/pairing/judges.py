"""Which judge is at which table in each round: evenly over tables and rounds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mafsim.pairing.assignment import cheapest
from mafsim.pairing.problem import Problem
from mafsim.plan import EMPTY

Int32 = npt.NDArray[np.int32]

WORK = 1 << 20
"""What a round more of work costs beside a squared number of visits to a table."""

EARLY = 1 << 40
"""What it costs beside both that a table goes without a judge, for each free table after it."""

BARRED = 1 << 52
"""What it costs beside all these that somebody sits before a judge who may not judge him."""


def duty(problem: Problem, given: Int32 | None = None) -> Int32 | None:
    """Give the judge of every table: ``[round, table]``, `EMPTY` where there is none; None without judges.

    Who has a table of his own is always there. The others take turns: all have as many rounds of work,
    give or take one, and get around the tables as evenly as round after round allows, with what they
    have done in the rounds that stand. With fewer judges than tables, the last tables go without. Where
    it is `given` who sits, ``[round, table, seat]``, nobody takes the turn of judging people whom he may
    not judge, as long as there is another way.
    """
    judges = problem.roster.judges
    if not judges:
        return None
    most = max(problem.tables)
    plan = np.full((problem.rounds, most), EMPTY, dtype=np.int32)
    own = {judge.table: index for index, judge in enumerate(judges) if judge.table is not None}
    turns = [index for index, judge in enumerate(judges) if judge.table is None]
    visits = _visits(problem, most)
    for round_, tables in enumerate(problem.tables):
        free = [table for table in range(tables) if table not in own]
        for table in set(own) & set(range(tables)):
            plan[round_, table] = own[table]
        barred = np.zeros_like(visits)
        if given is not None:
            for judge in turns:
                barred[judge, :tables] = np.isin(given[round_], judges[judge].barred).sum(axis=1)[
                    :tables
                ]
        for judge, table in _turns(turns, free, visits, barred):
            plan[round_, table] = judge
            visits[judge, table] += 1
    return plan


def _visits(problem: Problem, most: int) -> Int32:
    visits = np.zeros((len(problem.roster.judges), most), dtype=np.int32)
    past = None if problem.past is None else problem.past.judges
    if past is not None:
        visits = np.hstack(
            [visits, np.zeros((len(visits), max(0, past.shape[1] - most)), np.int32)]
        )
        round_, table = np.nonzero(past != EMPTY)
        np.add.at(visits, (past[round_, table], table), 1)
    return visits


def _turns(
    turns: list[int], free: list[int], visits: Int32, barred: Int32
) -> list[tuple[int, int]]:
    """Pair judges and tables of one round: who has worked least works, where he has been least."""
    size = max(len(turns), len(free))
    if not turns or not free:
        return []
    price = np.zeros((size, size), dtype=np.int64)
    work = visits.sum(axis=1)
    for row, judge in enumerate(turns):
        for column, table in enumerate(free):
            price[row, column] = WORK * int(work[judge]) + 2 * int(visits[judge, table]) + 1
            price[row, column] += BARRED * int(barred[judge, table])
    price[len(turns) :, : len(free)] = EARLY * np.arange(len(free))[::-1]
    row_of = cheapest(price)
    return [(turns[row_of[c]], table) for c, table in enumerate(free) if row_of[c] < len(turns)]
