"""Where an entrant may not sit: away from his pin, at a banned table, before a judge barred from him."""

from __future__ import annotations

import numpy as np

from mafsim.pairing.judges import duty
from mafsim.pairing.measures import Flags
from mafsim.pairing.problem import Problem
from mafsim.plan import EMPTY


def forbidden(problem: Problem, *, pins: bool = True) -> Flags:
    """Say who may not sit at which table: ``[round, table, entrant]``; pins are left out if asked."""
    shape = (problem.rounds, max(problem.tables), len(problem.roster.entrants))
    closed = np.zeros(shape, dtype=np.bool_)
    for ban in problem.roster.bans:
        for round_ in range(problem.rounds):
            if ban.table < shape[1] and ban.holds(problem.first + round_):
                closed[round_, ban.table, ban.entrant] = True
    for index, entrant in enumerate(problem.roster.entrants if pins else ()):
        if entrant.table is not None:
            closed[:, np.arange(shape[1]) != entrant.table, index] = True
    present = duty(problem)
    if present is not None:
        for round_, table in np.argwhere(present != EMPTY):
            barred = problem.roster.judges[present[round_, table]].barred
            closed[round_, table, list(barred)] = True
    return closed
