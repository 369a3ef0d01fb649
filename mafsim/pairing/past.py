"""What the rounds that stand already add to every count of those that are seated behind them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.pairing.measures import (
    incidence,
    meeting_counts,
    neighbour_counts,
    rests,
    seat_counts,
    table_counts,
)
from mafsim.pairing.problem import Problem

Int32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Behind:
    """What the rounds that stand already add to every count."""

    meetings: Int32
    """``[entrant, entrant]``."""
    seats: Int32
    """``[entrant, seat]``."""
    tables: Int32
    """``[entrant, table]``, for all tables of the past and of what is seated."""
    neighbours: Int32
    """``[entrant, entrant]``."""
    games: Int32
    """``[entrant]``: games of the stages that are seated, where rounds have stages."""
    rounds: int
    """How many rounds had such games."""
    rested: Int32
    """``[entrant]``: 1 for somebody who rested in the last of these rounds."""


def behind(problem: Problem) -> Behind:
    """Count what stands already."""
    n, past = len(problem.roster.entrants), problem.past
    most = max(problem.tables)
    if past is None:
        zeros = np.zeros((n, n), dtype=np.int32)
        empty = np.zeros(n, dtype=np.int32)
        seats = np.zeros((n, problem.table_size), dtype=np.int32)
        tables = np.zeros((n, most), dtype=np.int32)
        return Behind(zeros, seats, tables, zeros, empty, 0, empty)
    same = np.array([_same_stage(problem, past.stages, r) for r in range(past.rounds)], dtype=bool)
    games = incidence(past)[same[np.nonzero(past.played())[0]]].sum(axis=0)
    visits = table_counts(past)
    wider = np.zeros((n, max(0, most - visits.shape[1])), dtype=np.int32)
    return Behind(
        meetings=meeting_counts(past),
        seats=seat_counts(past),
        tables=np.hstack([visits, wider]),
        neighbours=neighbour_counts(past),
        games=games.astype(np.int32),
        rounds=int(same.sum()),
        rested=(rests(past)[-1] & same[-1]).astype(np.int32),
    )


def _same_stage(problem: Problem, stages: tuple[str, ...], round_: int) -> bool:
    """Say whether games of a round count beside the ones that are seated: those of a stage are equal."""
    return not (problem.stages and stages) or stages[round_] in problem.stages
