"""Table numbers are exchanged between groups, never people between tables."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import tables
from mafsim.plan import EMPTY, Plan
from mafsim.roster import numbered
from tests.laws import tried
from tests.pairing import brute, draws

Int32 = npt.NDArray[np.int32]


def squares(seats: Int32, players: int) -> int:
    plan = Plan(roster=numbered(players), seats=seats, table_size=seats.shape[2])
    return sum(count**2 for row in brute.table_counts(plan) for count in row)


def around(
    plan: Plan, *, pinned: frozenset[int] = frozenset(), least: int = 0, seed: int = 0
) -> Int32:
    before = np.zeros((len(plan.roster.entrants), plan.tables), dtype=np.int32)
    seats = plan.seats.copy()
    result = tables.get_around(seats, before, pinned, least, 500, np.uint64(seed))
    assert np.array_equal(seats, plan.seats)
    return result


@given(draws.random_plans(), st.sets(st.integers(0, 2)), st.integers(0, 2**32 - 1))
@tried(80)
def test_groups_keep_together_and_tables_are_never_less_even(
    plan: Plan, pinned: set[int], seed: int
) -> None:
    players = len(plan.roster.entrants)
    relabelled = around(plan, pinned=frozenset(pinned), seed=seed)
    for before, after in zip(plan.seats.tolist(), relabelled.tolist(), strict=True):
        assert sorted(before) == sorted(after)
        for table in pinned & set(range(plan.tables)):
            assert before[table] == after[table]
    # Full tables stay first: a table that is not played is not played under another number.
    assert np.array_equal(relabelled == EMPTY, plan.seats == EMPTY)
    assert squares(relabelled, players) <= squares(plan.seats, players)


@given(draws.random_plans(most_tables=3, most_size=3), st.integers(0, 2**32 - 1))
@tried(30)
def test_small_events_get_around_as_evenly_as_any_numbering_lets_them(
    plan: Plan, seed: int
) -> None:
    players = len(plan.roster.entrants)
    played = plan.played().sum(axis=1).tolist()
    best = min(
        squares(
            np.stack(
                [
                    plan.seats[r, [*order, *range(len(order), plan.tables)]]
                    for r, order in enumerate(orders)
                ]
            ),
            players,
        )
        for orders in product(*(permutations(range(number)) for number in played))
    )
    assert squares(around(plan, seed=seed), players) == best


@given(draws.random_plans(), st.integers(0, 2**32 - 1))
@tried(60)
def test_the_running_counts_are_what_plain_loops_count(plan: Plan, seed: int) -> None:
    players = len(plan.roster.entrants)
    seats, best = plan.seats.copy(), plan.seats.copy()
    visits = np.array(brute.table_counts(plan), dtype=np.int32)
    free = np.arange(plan.tables, dtype=np.int32)
    state = np.array([seed], dtype=np.uint64)
    anywhere = np.zeros((1, 1, 1), dtype=np.bool_)
    lowest = tables.relabel(seats, visits, free, anywhere, 60, state, best, 0)
    assert visits.tolist() == brute.table_counts(plan.with_(seats=seats))
    assert lowest == squares(best, players) <= squares(plan.seats, players)


def test_a_value_that_is_good_enough_ends_the_exchanges() -> None:
    seats = np.tile(np.arange(6, dtype=np.int32).reshape(2, 3), (4, 1, 1))
    plan = Plan(roster=numbered(6), seats=seats, table_size=3)
    assert np.array_equal(around(plan, least=10**6), plan.seats)
    # Everybody twice at each of the two tables instead of four times at one.
    assert squares(around(plan, least=48), 6) == 48


def test_one_table_that_is_free_stays_where_it_is() -> None:
    seats = np.tile(np.arange(6, dtype=np.int32).reshape(2, 3), (4, 1, 1))
    plan = Plan(roster=numbered(6), seats=seats, table_size=3)
    assert np.array_equal(around(plan, pinned=frozenset({1})), plan.seats)
