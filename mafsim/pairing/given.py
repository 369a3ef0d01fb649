"""Seats for groups that are given, as places or lots have made them: numbered over what was played.

Who sits together is not a matter of choice here, only on which seats. The seat numbers of everybody
come out as even as the rounds before allow, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible
from mafsim.pairing.measures import neighbour_counts, seat_counts
from mafsim.pairing.problem import Problem
from mafsim.pairing.whole import joined
from mafsim.plan import EMPTY, Plan, Seats
from mafsim.streams import Purpose, stream

if TYPE_CHECKING:
    from mafsim.pairing.measures import Counts, Flags

Group = Sequence[int]
"""The entrants of one table in any order; `EMPTY` stands for an empty seat."""
Int64 = npt.NDArray[np.int64]

ATTEMPTS = 40
"""How many of the equally even numberings are looked at for repeated neighbours."""

CHANCE = 1000
"""The random prices that choose between equally even numberings are below this."""

PARTING_EFFORT = 1.0
"""How long, in CP-SAT's deterministic time, the parting of a large field may take."""


def numbered(
    past: Plan,
    groups: Sequence[Group],
    *,
    rounds: int = 1,
    seed: int = 0,
    order: str = "balanced",
) -> Seats:
    """Give the seats of groups that play together for some rounds: ``seats[round, table, seat]``.

    Parameters
    ----------
    past
        The rounds that stand before.
    groups
        Who sits at each table; `EMPTY` fills up a table that is not full.
    rounds
        How many rounds they play.
    seed
        Decides between seatings that are equally good.
    order
        ``balanced``: the sum of squared seat counts, with those of `past`, is the least that these
        groups allow, and few people sit beside the same ones again. ``random``: seats by lot.
    """
    beside = neighbour_counts(past)
    counts = seat_counts(past).astype(np.int64)
    seats = np.full((rounds, len(groups), past.table_size), EMPTY, dtype=np.int32)
    for table, group in enumerate(groups):
        people = np.full(past.table_size, EMPTY, dtype=np.int32)
        people[: len(group)] = group
        if order == "random":
            for round_ in range(rounds):
                rng = stream(seed, Purpose.DRAW, past.rounds + round_, table)
                seats[round_, table] = rng.permutation(people)
        else:
            rng = stream(seed, Purpose.NEIGHBOURS, past.rounds, table)
            seats[:, table] = _best_of_the_even(people, counts, beside, rounds, rng)
    return seats


def _best_of_the_even(
    people: Seats, counts: Int64, beside: Counts, rounds: int, rng: np.random.Generator
) -> Seats:
    """Give ``seats[round, seat]`` of one table: even first, then with few repeated neighbours."""
    own = np.where((people == EMPTY)[:, None], 0, counts[people])
    halves = _halves(own)
    found: list[tuple[int, int, Seats]] = []
    for attempt in range(ATTEMPTS):
        places = _even_places(own, halves, people != EMPTY, rounds, rng)
        seats = np.full((rounds, len(people)), EMPTY, dtype=np.int32)
        np.put_along_axis(seats, places, np.broadcast_to(people, places.shape), axis=1)
        found.append((_squared_neighbours(seats, beside), attempt, seats))
    return min(found, key=lambda entry: entry[:2])[2]


def _halves(counts: Int64) -> Int64:
    """Give ``price[position, seat]``: how much more often the seat's half was had than the other."""
    size = counts.shape[1]
    if size % 2:
        return np.zeros_like(counts)
    first, second = counts[:, : size // 2].sum(axis=1), counts[:, size // 2 :].sum(axis=1)
    return np.repeat(np.stack([first - second, second - first], axis=1), size // 2, axis=1)


def _even_places(
    counts: Int64, halves: Int64, present: Flags, rounds: int, rng: np.random.Generator
) -> npt.NDArray[np.intp]:
    """Give ``place[round, position]``, the seat of each position, with the least sum of squared counts.

    A position takes a seat for the n-th time at the price of n more squares than for the time before:
    prices that rise, so a flow of least cost finds the least sum. All positions and all seats have as
    many units as there are rounds, so the units part into that many perfect matchings (König 1916).
    Among flows that are equally even, those are cheaper that even the two halves of the seats, and
    small random prices choose between the rest.
    """
    from ortools.graph.python.min_cost_flow import SimpleMinCostFlow

    size = len(counts)
    seats = size * rounds
    chance = rng.integers(0, CHANCE, (size, size))
    half = CHANCE * seats
    unit = half * seats * (2 * int(np.abs(halves).max(initial=0)) + 1)
    flow = SimpleMinCostFlow()
    for position in range(size):
        flow.set_node_supply(position, rounds)
        flow.set_node_supply(size + position, -rounds)
    arcs: list[tuple[int, int]] = []
    for position in range(size):
        for seat in range(size):
            for times in range(rounds):
                squares = 2 * int(counts[position, seat] + times) + 1 if present[position] else 0
                cost = squares * unit + half * int(halves[position, seat]) + chance[position, seat]
                flow.add_arc_with_capacity_and_unit_cost(position, size + seat, 1, int(cost))
                arcs.append((position, seat))
    assert flow.solve() == flow.OPTIMAL
    used = np.zeros((size, size), dtype=np.int64)
    for arc, (position, seat) in enumerate(arcs):
        used[position, seat] += flow.flow(arc)
    return np.array([_matching(used) for _ in range(rounds)])


def _matching(used: Int64) -> npt.NDArray[np.intp]:
    """Take one perfect matching out of equal rows and columns, in place; give each row's column."""
    size = len(used)
    row_of = [EMPTY] * size

    def place(row: int, seen: set[int]) -> bool:
        for column in np.flatnonzero(used[row]).tolist():
            if column not in seen:
                seen.add(column)
                if row_of[column] == EMPTY or place(row_of[column], seen):
                    row_of[column] = row
                    return True
        return False

    for row in range(size):
        assert place(row, set())
    columns = np.empty(size, dtype=np.intp)
    for column, row in enumerate(row_of):
        columns[row] = column
        used[row, column] -= 1
    return columns


def _squared_neighbours(seats: Seats, beside: Counts) -> int:
    """Give what the seats add to the sum of squared times that two sit side by side."""
    size = seats.shape[1]
    times: dict[tuple[int, int], int] = {}
    for seated in seats.tolist():
        for seat in range(size if size > 2 else size - 1):
            one, other = seated[seat], seated[(seat + 1) % size]
            if EMPTY not in (one, other):
                pair = (min(one, other), max(one, other))
                times[pair] = times.get(pair, 0) + 1
    return sum(
        (int(beside[pair]) + more) ** 2 - int(beside[pair]) ** 2 for pair, more in times.items()
    )


def behind(
    past: Plan,
    seats: Seats,
    *,
    stages: tuple[str, ...],
    draw: str,
    advisers: Seats | None = None,
) -> Plan:
    """Give a plan with more rounds behind those that stand.

    Parameters
    ----------
    past
        The rounds that stand.
    seats
        The new rounds: ``[round, table, seat]``.
    stages
        The stage of each of them.
    draw
        How all of them were dealt.
    advisers
        Who advises from behind the chairs in them.
    """
    tables = tuple(int(n) for n in (seats != EMPTY).any(axis=2).sum(axis=1))
    problem = Problem(
        roster=past.roster,
        tables=tables,
        table_size=past.table_size,
        stages=stages,
        game=past.game,
        past=past,
    )
    made = joined(problem, seats, given=True)
    draws = (*(past.draws or ("balanced",) * past.rounds), *(draw,) * len(seats))
    if advisers is not None:
        whole = np.full_like(made.seats, EMPTY) if made.advisers is None else made.advisers.copy()
        rounds, tables_wide, width = advisers.shape
        whole[past.rounds : past.rounds + rounds, :tables_wide, :width] = advisers
        made = made.with_(advisers=whole)
    return made.with_(draws=draws if set(draws) != {"balanced"} else ())


def parted(groups: Sequence[Group], allowed: Flags, ranks: Mapping[int, int]) -> tuple[Group, ...]:
    """Give the groups with as few changes as part all who may not share a table.

    Parameters
    ----------
    groups
        Who would sit at each table.
    allowed
        ``[entrant, entrant]``: who may share a table.
    ranks
        ``ranks[entrant]``: of several who could change tables, those with the higher numbers do.

    Raises
    ------
    Impossible
        However they are dealt, somebody sits with somebody whom he may not meet.
    """
    people = [entrant for group in groups for entrant in group if entrant != EMPTY]
    if not any(True for group in groups for _ in _conflicts(group, allowed)):
        return tuple(groups)
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sits = {
        (entrant, table): model.new_bool_var(f"{entrant}_{table}")
        for entrant in people
        for table in range(len(groups))
    }
    for entrant in people:
        model.add_exactly_one(sits[entrant, table] for table in range(len(groups)))
    for table, group in enumerate(groups):
        taken = sum(1 for entrant in group if entrant != EMPTY)
        model.add(sum(sits[entrant, table] for entrant in people) == taken)
        for one, other in _conflicts(people, allowed):
            model.add_at_most_one(sits[one, table], sits[other, table])
    worst = max(ranks[entrant] for entrant in people) + 1
    own = {entrant: table for table, group in enumerate(groups) for entrant in group}
    # One more change costs more than all ranks together can save.
    change = worst * len(people) + 1
    cost = [
        (1 - sits[entrant, own[entrant]]) * (change + worst - ranks[entrant]) for entrant in people
    ]
    model.minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = PARTING_EFFORT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Impossible("next.never_apart")
    return tuple(
        [entrant for entrant in people if solver.value(sits[entrant, table])]
        + [EMPTY for entrant in group if entrant == EMPTY]
        for table, group in enumerate(groups)
    )


def _conflicts(group: Iterable[int], allowed: Flags) -> Iterable[tuple[int, int]]:
    """Give the pairs of a group that may not share a table."""
    people = [entrant for entrant in group if entrant != EMPTY]
    for position, one in enumerate(people):
        for other in people[position + 1 :]:
            if not allowed[one, other]:
                yield one, other
