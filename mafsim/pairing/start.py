"""A first plan: who rests in which round, as evenly as can be, and team-mates dealt to different tables."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from mafsim.pairing.groups import Groups, recount
from mafsim.pairing.measures import Flags
from mafsim.pairing.past import behind
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.rests import even_games

Int32 = npt.NDArray[np.int32]


def players_of_rounds(problem: Problem, rng: np.random.Generator) -> Flags:
    """Choose who plays in which round: ``[round, entrant]``.

    The numbers of games are as equal as the tables and the absences allow, with the games of rounds
    that stand already. Rests fall on those who did not rest the round before, and a team has no more
    players than the round has tables, as far as this can be had without giving up equal games.
    """
    there, before = problem.available(), behind(problem)
    rounds, n = there.shape
    teams = team_numbers(problem)
    order = rng.permutation(n)
    plays = np.zeros((rounds, n), dtype=np.bool_)
    games = before.games.astype(np.int64)
    still = there[::-1].sum(axis=0)
    rested = before.rested.astype(np.bool_)
    for round_, tables in enumerate(problem.tables):
        pinned = np.array([entrant.table is not None for entrant in problem.roster.entrants])
        # First who has few games behind him and few rounds before him, then who has just rested.
        keys = np.lexsort((order, ~rested, games + still, ~pinned))
        chosen = within_teams(keys[there[round_][keys]], teams, tables, tables * problem.table_size)
        plays[round_, chosen] = True
        games[chosen] += 1
        still -= there[round_]
        rested = there[round_] & ~plays[round_]
    even_games(plays, there, before.games)
    return plays


def team_numbers(problem: Problem) -> Int32:
    """Give every entrant a team: ``[entrant]``; everybody without a team is a team of his own."""
    numbers = np.arange(len(problem.roster.entrants), dtype=np.int32)
    for members in problem.roster.teams().values():
        numbers[list(members)] = members[0]
    return numbers


def within_teams(keys: Int32, teams: Int32, tables: int, seats: int) -> list[int]:
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


def deal(problem: Problem, plays: Flags, rng: np.random.Generator) -> Int32:
    """Deal the players of each round to tables: ``table[round, entrant]``, `T` for no seat.

    Who is pinned comes first, then who may not sit everywhere, then large teams; each goes to the
    emptiest table where nobody sits whom he may not meet, or to the emptiest one at all: the search
    mends what is left.
    """
    allowed = problem.may_meet()
    n = len(problem.roster.entrants)
    restricted = (~allowed).sum(axis=1)
    pins = [entrant.table for entrant in problem.roster.entrants]
    closed = forbidden(problem, pins=False)
    apart = [np.flatnonzero(~row) for row in allowed]
    table = np.full((problem.rounds, n), max(problem.tables), dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        order = rng.permutation(np.flatnonzero(plays[round_]))
        order = order[np.argsort(-restricted[order], kind="stable")].tolist()
        order.sort(key=lambda index: -int(closed[round_, :tables, index].sum()))
        order.sort(key=lambda index: pins[index] is None)
        filled = np.zeros(tables, dtype=np.int64)
        unwelcome = np.zeros((tables, n), dtype=np.int64)
        lots = rng.random((len(order), tables))
        for step, index in enumerate(order):
            pin = pins[index]
            if pin is None:
                barred = 2 * (filled >= problem.table_size) + closed[round_, :tables, index]
                # One number for each table: a lot decides between those that are equal otherwise.
                price = (barred * (n + 1) + unwelcome[:, index]) * (n + 1) + filled + lots[step]
                choice = int(price.argmin())
            else:
                choice = pin
            filled[choice] += 1
            unwelcome[choice, apart[index]] += 1
            table[round_, index] = choice
    return table


def fixed(problem: Problem) -> Flags:
    """Say who never moves in the search: who is pinned, where all play in every round."""
    pinned = np.array([entrant.table is not None for entrant in problem.roster.entrants])
    seats = np.array(problem.tables) * problem.table_size
    return pinned & bool((problem.available().sum(axis=1) == seats).all())


FREE, NEVER, AVOIDED, CLUB = range(4)
"""The kinds of pairs: may meet, may not, rather should not, and are of one club."""


def kinds(problem: Problem) -> Int32:
    """Say what kind every pair is: ``[entrant, entrant]``."""
    kind = (~problem.can_meet()).astype(np.int32)
    roster = problem.roster
    clubs = np.array([entrant.club or "" for entrant in roster.entrants])
    mates = (clubs[:, np.newaxis] == clubs) & (clubs != "")
    kind[mates & (kind == FREE)] = CLUB
    for a, b in roster.avoid:
        if kind[a, b] != NEVER:
            kind[a, b] = kind[b, a] = AVOIDED
    return kind


def tables_of(problem: Problem, at: Int32) -> Int32:
    """Give the tables of round orders: ``table[round, entrant]``, `T` for no seat."""
    table = np.full(at.shape, max(problem.tables), dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        seated = at[round_, : tables * problem.table_size]
        table[round_, seated] = np.arange(len(seated)) // problem.table_size
    return table


def groups(
    problem: Problem,
    table: Int32,
    price: Int32,
    *,
    visit_price: int = 0,
    row_price: int = 0,
    extra: Int32 | None = None,
    pinned: bool = True,
) -> tuple[Groups, int]:
    """Set up the search's counts for a first plan, and give its total price too.

    `price` is ``[kind, meetings]``, a row for each of the `kinds` of pairs; `extra` prices places, where
    they have a price. Who is pinned never moves, unless he may rest, or not `pinned` is said.
    """
    rounds, n = table.shape
    tables = max(problem.tables)
    there, before = problem.available(), behind(problem)
    visited = np.zeros((n, tables + 1), dtype=np.int32)
    visited[:, :tables] = before.tables[:, :tables]
    visited[:, tables] = before.rounds - before.games
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
        fixed=(fixed(problem) & pinned).astype(np.int32),
        kind=kinds(problem),
        price=price,
        met=np.where(problem.can_meet(), before.meetings, 0).astype(np.int32),
        visited=visited,
        rested=before.rested,
        extra=np.zeros((1, 1, 1), dtype=np.int32) if extra is None else extra,
        meets=np.zeros((n, n), dtype=np.int32),
        more=np.zeros((n, n), dtype=np.int32),
        less=np.zeros((n, n), dtype=np.int32),
        join=np.zeros((rounds, tables + 1, n), dtype=np.int32),
        leave=np.zeros((rounds, n), dtype=np.int32),
        visits=np.zeros((n, tables + 1), dtype=np.int32),
        weights=np.array([visit_price, row_price, problem.table_size], dtype=np.int32),
    )
    return state, int(recount(state))
