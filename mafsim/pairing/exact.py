"""CP-SAT's own bound of the squared meetings, for events small enough that it is worth asking."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mafsim.pairing.bounds import Shape

LARGEST = 250
"""Pairs of people times games; beyond this the solver's bound is hopelessly weak."""

DETERMINISTIC_TIME = 0.5
"""The solver's own measure of work, the same on every machine; some seconds at the most."""


def worth_asking(shape: Shape) -> bool:
    """Say whether an event is small enough."""
    people = len(shape.games)
    return 0 < people * (people - 1) // 2 * len(shape.sizes) <= LARGEST


def bound(shape: Shape, at_least: int) -> int:
    """Give a proven lower bound of the sum of squared meetings, at least `at_least`.

    It is what CP-SAT has proved when it ends or when its work is up: one worker and a limit in
    deterministic time give the same bound every time.
    """
    apart = tuple(
        (a, b)
        for a, b in itertools.combinations(range(len(shape.games)), 2)
        if not shape.partners[a, b]
    )
    return max(at_least, _solved(shape.games, shape.tables, shape.sizes[0], apart, at_least))


@lru_cache(maxsize=64)
def _solved(
    games: tuple[int, ...],
    tables: tuple[int, ...],
    size: int,
    apart: tuple[tuple[int, int], ...],
    at_least: int,
) -> int:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    people, rounds = range(len(games)), range(len(tables))
    sits = {
        (p, r, t): model.new_bool_var(f"{p} {r} {t}")
        for r in rounds
        for t in range(tables[r])
        for p in people
    }
    for r in rounds:
        for p in people:
            model.add_at_most_one(sits[p, r, t] for t in range(tables[r]))
        for t in range(tables[r]):
            model.add(sum(sits[p, r, t] for p in people) == size)
    for p in people:
        model.add(sum(sits[p, r, t] for r in rounds for t in range(tables[r])) == games[p])
    for p, q in apart:
        for r in rounds:
            for t in range(tables[r]):
                model.add_bool_or(~sits[p, r, t], ~sits[q, r, t])
    if games[0] == len(tables):
        # Tables have no names: the first player always sits at the first one.
        for r in rounds:
            model.add(sits[0, r, 0] == 1)
    squares: list[Any] = []
    banned = set(apart)
    for p, q in itertools.combinations(people, 2):
        if (p, q) in banned:
            continue
        meets = []
        for r in rounds:
            for t in range(tables[r]):
                both = model.new_bool_var("")
                model.add_bool_or(~sits[p, r, t], ~sits[q, r, t], both)
                model.add_implication(both, sits[p, r, t])
                model.add_implication(both, sits[q, r, t])
                meets.append(both)
        # A square is the sum of the first odd numbers, one for each meeting.
        steps = [model.new_bool_var("") for _ in range(min(games[p], games[q]))]
        model.add(sum(meets) == sum(steps))
        for early, late in itertools.pairwise(steps):
            model.add_implication(late, early)
        squares.extend((2 * k + 1) * step for k, step in enumerate(steps))
    model.add(sum(squares) >= at_least)
    model.minimize(sum(squares))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = DETERMINISTIC_TIME
    solver.parameters.random_seed = 0
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return at_least
    return round(solver.best_objective_bound)
