"""A first plan: who rests in which round, as evenly as can be, and team-mates dealt to different tables."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from mafsim.pairing.groups import Groups, recount
from mafsim.pairing.measures import Flags
from mafsim.pairing.problem import Problem

Int32 = npt.NDArray[np.int32]


def players_of_rounds(problem: Problem, rng: np.random.Generator) -> Flags:
    """Choose who plays in which round: ``[round, entrant]``.

    The numbers of games are as equal as the tables and the absences allow. Rests fall on those who
    did not rest the round before, and a team has no more players than the round has tables, as far
    as this can be had without giving up equal games.
    """
    there = problem.available()
    rounds, n = there.shape
    teams = _team_numbers(problem)
    order = rng.permutation(n)
    plays = np.zeros((rounds, n), dtype=np.bool_)
    games = np.zeros(n, dtype=np.int64)
    still = there[::-1].sum(axis=0)
    rested = np.zeros(n, dtype=np.bool_)
    for round_, tables in enumerate(problem.tables):
        pinned = np.array([entrant.table is not None for entrant in problem.roster.entrants])
        # First who has few games behind him and few rounds before him, then who has just rested.
        keys = np.lexsort((order, ~rested, games + still, ~pinned))
        chosen = _within_teams(
            keys[there[round_][keys]], teams, tables, tables * problem.table_size
        )
        plays[round_, chosen] = True
        games[chosen] += 1
        still -= there[round_]
        rested = there[round_] & ~plays[round_]
    even_games(plays, there)
    return plays


def _team_numbers(problem: Problem) -> Int32:
    """Give every entrant a team: ``[entrant]``; everybody without a team is a team of his own."""
    numbers = np.arange(len(problem.roster.entrants), dtype=np.int32)
    for members in problem.roster.teams().values():
        numbers[list(members)] = members[0]
    return numbers


def _within_teams(keys: Int32, teams: Int32, tables: int, seats: int) -> list[int]:
    """Take the first `seats` of `keys`, at most `tables` of a team while there is anybody else."""
    taken: dict[int, int] = {}
    chosen: list[int] = []
    passed: list[int] = []
    for index in keys.tolist():
        team = int(teams[index])
        if taken.get(team, 0) < tables:
            taken[team] = taken.get(team, 0) + 1
            chosen.append(index)
        else:
            passed.append(index)
    return (chosen + passed)[:seats]


def even_games(plays: Flags, there: Flags) -> None:
    """Shift games, in place, until nobody has two more than somebody who could have had one of them.

    A game goes from one to the next along a chain: each plays in a round in which the next one rests.
    """
    while chain := _uneven_chain(plays, there):
        for giver, taker in itertools.pairwise(chain):
            round_ = int(np.flatnonzero(plays[:, giver] & there[:, taker] & ~plays[:, taker])[0])
            plays[round_, giver] = False
            plays[round_, taker] = True


def _uneven_chain(plays: Flags, there: Flags) -> list[int]:
    games = plays.sum(axis=0)
    resting = there & ~plays
    for giver in np.argsort(-games, kind="stable").tolist():
        if games[giver] - games.min() < 2:
            return []
        came_from = {giver: giver}
        queue = [giver]
        for index in queue:
            takers = np.flatnonzero(resting[plays[:, index]].any(axis=0))
            for taker in takers.tolist():
                if taker in came_from:
                    continue
                came_from[taker] = index
                if games[giver] - games[taker] >= 2:
                    return _way(came_from, taker)
                queue.append(taker)
    return []


def _way(came_from: dict[int, int], last: int) -> list[int]:
    way = [last]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]


def deal(problem: Problem, plays: Flags, rng: np.random.Generator) -> Int32:
    """Deal the players of each round to tables: ``table[round, entrant]``, `T` for no seat.

    Pinned entrants come first, then large teams; each goes to the emptiest table where nobody sits
    whom he may not meet, or to the emptiest one at all: the search mends what is left.
    """
    allowed = problem.may_meet()
    n = len(problem.roster.entrants)
    restricted = (~allowed).sum(axis=1)
    pins = [entrant.table for entrant in problem.roster.entrants]
    table = np.full((problem.rounds, n), max(problem.tables), dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        order = rng.permutation(np.flatnonzero(plays[round_]))
        order = order[np.argsort(-restricted[order], kind="stable")].tolist()
        order.sort(key=lambda index: pins[index] is None)
        filled = np.zeros(tables, dtype=np.int64)
        unwelcome = np.zeros((tables, n), dtype=np.int64)
        lots = rng.random((len(order), tables))
        for step, index in enumerate(order):
            pin = pins[index]
            if pin is None:
                full = filled >= problem.table_size
                choice = int(np.lexsort((lots[step], filled, unwelcome[:, index], full))[0])
            else:
                choice = pin
            filled[choice] += 1
            unwelcome[choice] += ~allowed[index]
            table[round_, index] = choice
    return table


def tables_of(problem: Problem, at: Int32) -> Int32:
    """Give the tables of round orders: ``table[round, entrant]``, `T` for no seat."""
    table = np.full(at.shape, max(problem.tables), dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        seated = at[round_, : tables * problem.table_size]
        table[round_, seated] = np.arange(len(seated)) // problem.table_size
    return table


def groups(
    problem: Problem, table: Int32, price: Int32, *, visit_price: int = 0, row_price: int = 0
) -> tuple[Groups, int]:
    """Set up the search's counts for a first plan, and give its total price too.

    `price` is ``[kind, meetings]``, the kinds being pairs that may meet and pairs that may not.
    """
    rounds, n = table.shape
    tables = max(problem.tables)
    there = problem.available()
    at = np.zeros((rounds, n), dtype=np.int32)
    for round_ in range(rounds):
        absent = ~there[round_]
        at[round_] = np.lexsort((np.arange(n), table[round_], absent))
    state = Groups(
        table=table.copy(),
        at=at,
        place=np.zeros((rounds, n), dtype=np.int32),
        seated=np.array(problem.tables, dtype=np.int32) * np.int32(problem.table_size),
        there=there.sum(axis=1, dtype=np.int32),
        fixed=np.array([e.table is not None for e in problem.roster.entrants], dtype=np.int32),
        kind=(~problem.may_meet()).astype(np.int32),
        price=price,
        meets=np.zeros((n, n), dtype=np.int32),
        more=np.zeros((n, n), dtype=np.int32),
        less=np.zeros((n, n), dtype=np.int32),
        join=np.zeros((rounds, tables + 1, n), dtype=np.int32),
        leave=np.zeros((rounds, n), dtype=np.int32),
        visits=np.zeros((n, tables + 1), dtype=np.int32),
        weights=np.array([visit_price, row_price, problem.table_size], dtype=np.int32),
    )
    return state, int(recount(state))
