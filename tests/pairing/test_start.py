"""A first plan: games as equal as they can be, team-mates at different tables where dealing finds a way."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import rests, start
from mafsim.pairing.measures import Flags
from mafsim.pairing.problem import Problem, of_shape
from mafsim.roster import Ban, Roster, numbered
from tests.laws import tried
from tests.pairing import brute, draws


def evened(plays: Flags, there: Flags) -> set[brute.Games]:
    """Give every outcome of the numbers of games for the same seats in every round."""
    choices = [
        combinations(np.flatnonzero(present).tolist(), int(number))
        for present, number in zip(there, plays.sum(axis=1), strict=True)
    ]
    return brute.games_reached(there.shape[1], choices)


@st.composite
def choices(draw: st.DrawFn) -> tuple[Flags, Flags]:
    """Draw who is there and who plays, both ``[round, entrant]``, in any way at all."""
    rounds, n = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    cells = st.lists(st.booleans(), min_size=n, max_size=n)
    there = np.array(draw(st.lists(cells, min_size=rounds, max_size=rounds)), dtype=np.bool_)
    plays = np.array(draw(st.lists(cells, min_size=rounds, max_size=rounds)), dtype=np.bool_)
    return plays & there, there


@given(choices())
@tried(100)
def test_games_are_evened_to_the_least_squares_of_all_choices(
    plays_and_there: tuple[Flags, Flags],
) -> None:
    plays, there = plays_and_there
    possible = evened(plays, there)
    seats = plays.sum(axis=1).tolist()
    rests.even_games(plays, there)
    assert plays.sum(axis=1).tolist() == seats
    assert not (plays & ~there).any()
    games = tuple(plays.sum(axis=0).tolist())
    assert games in possible
    least = min(sum(count * count for count in counts) for counts in possible)
    assert sum(count * count for count in games) == least


@given(choices())
@tried(60)
def test_evened_games_are_least_majorised(plays_and_there: tuple[Flags, Flags]) -> None:
    plays, there = plays_and_there
    possible = evened(plays, there)
    rests.even_games(plays, there)
    games = sorted(plays.sum(axis=0).tolist(), reverse=True)
    # However many people are taken, the most games that they have together could not be fewer.
    for number in range(1, len(games) + 1):
        largest = [sum(sorted(counts, reverse=True)[:number]) for counts in possible]
        assert sum(games[:number]) == min(largest)


@given(draws.events(), st.integers(0, 2**32 - 1))
@tried(50)
def test_the_players_of_rounds_are_there_and_fill_the_tables(problem: Problem, seed: int) -> None:
    plays = start.players_of_rounds(problem, np.random.default_rng(seed))
    assert not (plays & ~problem.available()).any()
    seats = [tables * problem.table_size for tables in problem.tables]
    assert plays.sum(axis=1).tolist() == seats


@pytest.mark.parametrize(
    ("players", "tables", "rounds", "games"),
    [
        (21, 2, 11, 10),
        (25, 2, 10, 8),
        (31, 3, 11, 10),
        (39, 3, 13, 10),
        (12, 1, 12, 10),
        (23, 2, 7, None),
    ],
)
@pytest.mark.parametrize("team_size", [1, 2])
def test_games_of_real_events_are_equal_or_one_apart(
    players: int, tables: int, rounds: int, games: int | None, team_size: int
) -> None:
    if team_size > tables:
        team_size = 1
    problem = of_shape(
        players=players, tables=tables, rounds=rounds, games=games, team_size=team_size
    )
    for seed in range(5):
        counts = start.players_of_rounds(problem, np.random.default_rng(seed)).sum(axis=0)
        assert counts.max() - counts.min() == (0 if games else 1)
        assert games is None or set(counts.tolist()) == {games}


def test_rests_do_not_follow_on_rests_where_the_numbers_allow_it() -> None:
    problem = of_shape(players=21, tables=2, rounds=10)
    for seed in range(10):
        rests = ~start.players_of_rounds(problem, np.random.default_rng(seed))
        assert not (rests[1:] & rests[:-1]).any()


@given(draws.events(), st.integers(0, 2**32 - 1))
@tried(50)
def test_a_deal_fills_every_table_and_keeps_every_pin(problem: Problem, seed: int) -> None:
    rng = np.random.default_rng(seed)
    plays = start.players_of_rounds(problem, rng)
    table = start.deal(problem, plays, rng)
    nowhere = max(problem.tables)
    assert np.array_equal(table < nowhere, plays)
    for round_, tables in enumerate(problem.tables):
        counts = np.bincount(table[round_, plays[round_]], minlength=tables)
        assert counts.tolist() == [problem.table_size] * tables
    for index, entrant in enumerate(problem.roster.entrants):
        if entrant.table is not None:
            assert set(table[plays[:, index], index].tolist()) <= {entrant.table}


@pytest.mark.parametrize(("players", "team_size"), [(30, 3), (40, 4), (12, 1)])
def test_whole_teams_are_dealt_to_different_tables(players: int, team_size: int) -> None:
    problem = of_shape(players=players, rounds=12, team_size=team_size)
    rng = np.random.default_rng(0)
    table = start.deal(problem, start.players_of_rounds(problem, rng), rng)
    for members in problem.roster.teams().values():
        for row in table[:, list(members)].tolist():
            assert len(set(row)) == team_size


@given(draws.events(), st.integers(0, 2**32 - 1))
@tried(50)
def test_orders_turned_into_tables_are_the_tables_they_came_from(
    problem: Problem, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    table = start.deal(problem, start.players_of_rounds(problem, rng), rng)
    prices = np.zeros((2, problem.rounds + 2), dtype=np.int32)
    state, total = start.groups(problem, table, prices)
    assert total == 0
    assert np.array_equal(start.tables_of(problem, state.at), table)


def test_no_table_is_overfull_where_some_are_pinned_and_others_banned() -> None:
    entrants = [
        replace(each, table=2 if i < 2 else None) for i, each in enumerate(numbered(6).entrants)
    ]
    bans = tuple(Ban(entrant=i, table=t) for i in (2, 3) for t in (0, 1))
    roster = Roster(entrants=tuple(entrants), bans=bans)
    problem = Problem(roster=roster, tables=(3,), table_size=2)
    table = start.deal(problem, np.ones((1, 6), dtype=np.bool_), np.random.default_rng(0))
    assert np.bincount(table[0]).tolist() == [2, 2, 2]
