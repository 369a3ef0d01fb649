"""What Hypothesis draws for pairing: rosters with demands, plans of every sort, events to be seated."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from mafsim.errors import MafsimError
from mafsim.pairing.problem import Problem, of_shape
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Ban, Roster, numbered
from tests.pairing import brute


@st.composite
def rosters(
    draw: st.DrawFn,
    players: int,
    *,
    rounds: int,
    tables: int,
    most_mates: int = 4,
    pinned: bool = True,
    late: bool = False,
) -> Roster:
    """Draw entrants with teams, keep-apart pairs, absences, pins and bans, few of each.

    With `late` some join late or leave.
    """
    index = st.integers(0, players - 1)
    numbers = draw(st.lists(st.integers(0, players), min_size=players, max_size=players))
    teams: list[str | None] = []
    for number in numbers:
        team = f"Team {number}" if number < players // 2 else None
        teams.append(team if teams.count(team) < most_mates else None)
    some_rounds = st.frozensets(st.integers(0, max(rounds - 1, 0)), max_size=2)
    absent = draw(st.dictionaries(index, some_rounds, max_size=2))
    pins = draw(st.dictionaries(index, st.integers(0, tables - 1), max_size=2)) if pinned else {}
    pair = st.tuples(index, index).filter(lambda two: two[0] < two[1])
    apart = draw(st.sets(pair, max_size=3)) if players > 1 else set()
    ban = st.builds(Ban, entrant=index, table=st.integers(0, tables - 1), rounds=some_rounds)
    bans = draw(st.lists(ban, max_size=2))
    joined = draw(st.dictionaries(index, st.integers(1, rounds), max_size=1)) if late else {}
    left = draw(st.dictionaries(index, st.integers(0, rounds), max_size=1)) if late else {}
    entrants = tuple(
        replace(
            entrant,
            team=teams[i],
            absent=absent.get(i, frozenset()),
            table=pins.get(i),
            joined=joined.get(i, 0),
            left=left.get(i),
        )
        for i, entrant in enumerate(numbered(players).entrants)
    )
    return Roster(entrants=entrants, apart=tuple(sorted(apart)), bans=tuple(bans))


@st.composite
def wild_plans(draw: st.DrawFn) -> Plan:
    """Draw a plan that may be wrong in every way that can be written down."""
    players, rounds = draw(st.integers(1, 8)), draw(st.integers(1, 3))
    tables, size = draw(st.integers(1, 3)), draw(st.integers(2, 4))
    width = size + draw(st.sampled_from([0, 0, 1]))
    roster = draw(rosters(players, rounds=rounds, tables=tables, late=True))
    cells = rounds * tables * width
    someone = st.integers(EMPTY, players - 1)
    seats = draw(st.lists(someone, min_size=cells, max_size=cells))
    array = np.array(seats, dtype=np.int32).reshape(rounds, tables, width)
    missing = draw(st.sets(st.integers(0, rounds - 1), max_size=1))
    array[sorted(missing)] = EMPTY
    return Plan(
        roster=roster,
        seats=array,
        table_size=size,
        unknown=draw(st.frozensets(st.integers(0, players - 1), max_size=2)),
        missing_rounds=tuple(sorted(missing)),
        frozen=draw(st.sampled_from([0, 0, 1])),
    )


@st.composite
def random_plans(
    draw: st.DrawFn, *, demands: bool = False, most_size: int = 5, most_tables: int = 3
) -> Plan:
    """Draw a plan with full tables and nobody twice in a round; people rest at random."""
    size, tables = draw(st.integers(2, most_size)), draw(st.integers(1, most_tables))
    rounds = draw(st.integers(1, 4))
    players = size * tables + draw(st.integers(0, 3))
    roster = numbered(players)
    if demands:
        roster = draw(rosters(players, rounds=rounds, tables=tables))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    seats = np.full((rounds, tables, size), EMPTY, dtype=np.int32)
    for round_ in range(rounds):
        full = draw(st.integers(1, tables))
        seats[round_, :full] = rng.permutation(players)[: full * size].reshape(full, size)
    return Plan(roster=roster, seats=seats, table_size=size)


@st.composite
def legal_plans(draw: st.DrawFn) -> Plan:
    """Draw a plan that keeps every rule but equal games; the demands are such as it happens to keep."""
    plan = draw(random_plans())
    n = len(plan.roster.entrants)
    met = {pair for _, _, people in brute.games(plan) for pair in combinations(sorted(people), 2)}
    strangers = [pair for pair in brute.pairs(n) if pair not in met]
    if not strangers:
        return plan
    chosen = draw(st.lists(st.sampled_from(strangers), unique=True, max_size=6))
    team: dict[int, str] = {}
    apart = []
    for p, q in chosen:
        if p in team or q in team:
            apart.append((p, q))
        else:
            team[p] = team[q] = f"Team {p}"
    entrants = tuple(
        replace(entrant, team=team.get(i)) for i, entrant in enumerate(plan.roster.entrants)
    )
    return plan.with_(roster=Roster(entrants=entrants, apart=tuple(sorted(apart))))


@st.composite
def events(
    draw: st.DrawFn,
    *,
    most_tables: int = 3,
    most_size: int = 5,
    most_rounds: int = 6,
) -> Problem:
    """Draw an event that states no demands which are refused at once."""
    size, tables = draw(st.integers(2, most_size)), draw(st.integers(1, most_tables))
    rests = draw(st.sampled_from([0, 0, 1, 2]))
    rounds = draw(st.integers(1 if rests == 0 else 3, most_rounds))
    players = size * tables + rests
    roster = draw(rosters(players, rounds=rounds, tables=tables, most_mates=tables))
    try:
        return of_shape(roster=roster, tables=tables, rounds=rounds, table_size=size)
    except MafsimError:
        assume(False)
        raise
