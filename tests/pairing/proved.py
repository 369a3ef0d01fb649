"""The least sum of squared meetings of a small event, found and proved by CP-SAT from the demands alone.

The model is written from the words of the contract: it knows nothing of the search, its start, its
bounds, or of who rests in it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from mafsim.roster import Roster
from tests.pairing.brute import here, may_meet

EFFORT = 0.5
"""After so much work, in CP-SAT's own measure, an event counts as too large to be proved."""


class TooLargeError(Exception):
    """CP-SAT has not come to an end."""


def least_squares(roster: Roster, tables: tuple[int, ...], size: int) -> int | None:
    """Give the least sum of squared meetings of any plan that keeps every demand; None if there is none.

    `tables` are those of each round, all of them full. Judges are left out.

    Raises
    ------
    TooLargeError
        The answer takes too long.
    """
    games = _least_squared_games(roster, tables, size)
    model = cp_model.CpModel()
    people = range(len(roster.entrants))
    sits = {
        (round_, table, p): model.new_bool_var("")
        for round_, number in enumerate(tables)
        for table in range(number)
        for p in people
        if here(roster.entrants[p], round_)
        and roster.entrants[p].table in (None, table)
        and not any(
            (ban.entrant, ban.table) == (p, table) and (not ban.rounds or round_ in ban.rounds)
            for ban in roster.bans
        )
    }

    def at(round_: int, table: int, p: int) -> Any:
        return sits.get((round_, table, p), 0)

    played: dict[tuple[int, int], Any] = {
        (round_, p): sum(at(round_, table, p) for table in range(number))
        for round_, number in enumerate(tables)
        for p in people
    }
    for round_, number in enumerate(tables):
        for table in range(number):
            model.add(sum(at(round_, table, p) for p in people) == size)
        for p in people:
            model.add(played[round_, p] <= 1)
    counts: list[Any] = [sum(played[round_, p] for round_ in range(len(tables))) for p in people]
    model.add(sum(_squares(model, counts, len(tables))) == games)
    for p in people:
        if any(here(roster.entrants[p], round_) for round_ in range(len(tables))):
            model.add(counts[p] >= 1)
    meetings: list[Any] = []
    for p, q in combinations(people, 2):
        together: list[Any] = []
        for round_, number in enumerate(tables):
            for table in range(number):
                both = model.new_bool_var("")
                one, other = at(round_, table, p), at(round_, table, q)
                model.add(both >= one + other - 1)
                together.append(both)
        if may_meet(roster, p, q):
            meetings.append(sum(together))
        else:
            model.add(sum(together) == 0)
    model.minimize(sum(_squares(model, meetings, len(tables))))
    return _solved(model)


def _least_squared_games(roster: Roster, tables: tuple[int, ...], size: int) -> int:
    """Give the least sum of squared games that the seats and the absences allow."""
    model = cp_model.CpModel()
    counts: list[list[Any]] = [[] for _ in roster.entrants]
    for round_, number in enumerate(tables):
        row: dict[int, Any] = {
            p: model.new_bool_var("") for p, e in enumerate(roster.entrants) if here(e, round_)
        }
        model.add(sum(row.values()) == number * size)
        for p, plays in row.items():
            counts[p].append(plays)
    model.minimize(sum(_squares(model, [sum(each) for each in counts], len(tables))))
    found = _solved(model)
    assert found is not None, "more seats than people are there"
    return found


def _squares(model: cp_model.CpModel, counts: list[Any], most: int) -> list[Any]:
    squares = []
    for count in counts:
        value = model.new_int_var(0, most, "")
        square = model.new_int_var(0, most**2, "")
        model.add(value == count)
        model.add_multiplication_equality(square, [value, value])
        squares.append(square)
    return squares


def _solved(model: cp_model.CpModel) -> int | None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = EFFORT
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise TooLargeError
    return round(solver.objective_value)
