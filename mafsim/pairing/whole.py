"""A whole plan: the rounds that stand, and behind them those that are seated."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mafsim.pairing.judges import duty
from mafsim.pairing.problem import Problem
from mafsim.plan import EMPTY, Plan

Int32 = npt.NDArray[np.int32]


def joined(problem: Problem, seats: Int32, *, given: bool = False) -> Plan:
    """Give the whole plan of a problem whose rounds have these seats: ``[round, table, seat]``.

    Where it was `given` who sits with whom, the judges go where they may judge.
    """
    past, judges = problem.past, duty(problem, seats if given else None)
    if past is None:
        return Plan(
            roster=problem.roster,
            seats=seats,
            table_size=problem.table_size,
            game=problem.game,
            stages=problem.stages,
            judges=judges,
        )
    _, tables, width = np.maximum(past.seats.shape, seats.shape)
    shape = (problem.rounds, tables, width)
    stages = problem.stages
    if past.stages or stages:
        stages = (*(past.stages or ("",) * past.rounds), *(stages or ("",) * problem.rounds))
    return Plan(
        roster=problem.roster,
        seats=np.concatenate([widened(past.seats, tables, width), widened(seats, tables, width)]),
        table_size=problem.table_size,
        game=problem.game,
        stages=stages,
        judges=judges_behind(past, judges, tables),
        draws=(*past.draws, *("balanced",) * problem.rounds) if past.draws else (),
        advisers=None
        if past.advisers is None
        else np.concatenate([widened(past.advisers, tables, width), np.full(shape, EMPTY)]),
        frozen=past.rounds,
        revision=past.revision + 1,
    )


def judges_behind(past: Plan, judges: Int32 | None, tables: int) -> Int32 | None:
    """Put the judges of new rounds behind those of the rounds that stand."""
    if judges is None:
        return None
    before = past.judges
    if before is None:
        before = np.full((past.rounds, tables), EMPTY, dtype=np.int32)
    both = [widened(each[:, :, np.newaxis], tables, 1) for each in (before, judges)]
    return np.asarray(np.concatenate(both)[:, :, 0])


def widened(seats: Int32, tables: int, width: int) -> Int32:
    """Give the same rounds with empty tables and empty seats behind them."""
    wide = np.full((len(seats), tables, width), EMPTY, dtype=np.int32)
    wide[:, : seats.shape[1], : seats.shape[2]] = seats
    return wide
