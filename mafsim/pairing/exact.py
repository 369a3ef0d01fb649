"""CP-SAT's own bound of the squared meetings, for events small enough that it is worth asking."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mafsim.pairing.shapes import Shape
    from mafsim.pairing.stages import Company

LARGEST = 250
"""Pairs of people times games; beyond this the solver's bound is hopelessly weak."""

DETERMINISTIC_TIME = 0.5
"""The solver's own measure of work, the same on every machine; some seconds at the most."""


def worth_asking(shape: Shape) -> bool:
    """Say whether an event is small enough."""
    people = len(shape.games)
    return 0 < people * (people - 1) // 2 * len(shape.sizes) <= LARGEST


def bound(shape: Shape, spans: tuple[tuple[int, int], ...] | None, at_least: int) -> int:
    """Give a proven lower bound of the sum of squared meetings, at least `at_least`.

    `spans` says how many games each may have at the least and at the most; without it, those of the shape.

    It is what CP-SAT has proved when it ends or when its work is up: one worker and a limit in
    deterministic time give the same bound every time.
    """
    apart = tuple(
        (a, b)
        for a, b in itertools.combinations(range(len(shape.games)), 2)
        if not shape.partners[a, b]
    )
    games = spans or tuple((games, games) for games in shape.games)
    return max(at_least, _solved(games, shape.tables, shape.sizes[0], apart, at_least))


@lru_cache(maxsize=64)
def _solved(
    games: tuple[tuple[int, int], ...],
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
        played = sum(sits[p, r, t] for r in rounds for t in range(tables[r]))
        model.add_linear_constraint(played, *games[p])
    for p, q in apart:
        for r in rounds:
            for t in range(tables[r]):
                model.add_bool_or(~sits[p, r, t], ~sits[q, r, t])
    if games[0][0] == len(tables):
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
        steps = [model.new_bool_var("") for _ in range(min(games[p][1], games[q][1]))]
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


MOST_TABLES = 6_000
"""Sets of teams that could share a table; beyond this proofs take too long."""

TEAMS_TIME = 4.0
"""The solver's own measure of work for one proof about teams."""


def worth_asking_of_teams(company: Company) -> bool:
    """Say whether a stage of Shapka is one round, with nothing of it played, and small enough."""
    playing = int((company.pairs > 0).any(axis=0).sum())
    return (
        company.pairs.shape[0] == 1
        and not company.together.any()
        and math.comb(playing, company.size) <= MOST_TABLES
    )


def least_squares_of_teams(company: Company, at_least: int) -> int:
    """Give a proven lower bound of the sum of squared meetings of teams in one round."""
    pairs = tuple(company.pairs[0].tolist())
    return max(at_least, _round_squares(pairs, company.size, at_least))


def least_again(company: Company, squares: int, at_least: int) -> int:
    """Give a proven lower bound of meetings again, for one round with so many squares."""
    pairs, met = tuple(company.pairs[0].tolist()), tuple(map(tuple, company.met.tolist()))
    return max(at_least, _round_again(pairs, company.size, met, squares))


@lru_cache(maxsize=64)
def _round_squares(pairs: tuple[int, ...], size: int, at_least: int) -> int:
    model, _, steps = _round_of_teams(pairs, size)
    squares = sum((2 * k + 1) * step for k, step in steps)
    model.add(squares >= at_least)
    model.minimize(squares)
    return _bound_of(model, at_least)


@lru_cache(maxsize=64)
def _round_again(
    pairs: tuple[int, ...], size: int, met: tuple[tuple[int, ...], ...], squares: int
) -> int:
    model, tables, steps = _round_of_teams(pairs, size)
    model.add(sum((2 * k + 1) * step for k, step in steps) <= squares)
    model.minimize(
        sum(
            times * sum(met[i][j] for i, j in itertools.combinations(teams, 2))
            for teams, times in tables.items()
        )
    )
    return _bound_of(model, 0)


def _round_of_teams(
    pairs: tuple[int, ...], size: int
) -> tuple[Any, dict[tuple[int, ...], Any], list[tuple[int, Any]]]:
    """Model a round: how often each set of teams shares a table, and the steps of each two's meetings.

    A step's number is how many meetings the two teams have before it.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    playing = [team for team, number in enumerate(pairs) if number]
    tables = {
        teams: model.new_int_var(0, min(pairs[team] for team in teams), "")
        for teams in itertools.combinations(playing, size)
    }
    at: dict[int, list[Any]] = {team: [] for team in playing}
    shared: dict[tuple[int, int], list[Any]] = {
        two: [] for two in itertools.combinations(playing, 2)
    }
    for teams, times in tables.items():
        for team in teams:
            at[team].append(times)
        for two in itertools.combinations(teams, 2):
            shared[two].append(times)
    for team in playing:
        model.add(sum(at[team]) == pairs[team])
    steps: list[tuple[int, Any]] = []
    for (i, j), at_tables in shared.items():
        own = [model.new_bool_var("") for _ in range(min(pairs[i], pairs[j]))]
        model.add(sum(at_tables) == sum(own))
        for early, late in itertools.pairwise(own):
            model.add_implication(late, early)
        steps.extend(enumerate(own))
    return model, tables, steps


def _bound_of(model: Any, otherwise: int) -> int:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = TEAMS_TIME
    solver.parameters.random_seed = 0
    status = solver.solve(model)
    return (
        otherwise
        if status == cp_model.INFEASIBLE
        else math.ceil(solver.best_objective_bound - 1e-6)
    )
