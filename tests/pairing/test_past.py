"""Rounds that stand count in every figure of those that are seated behind them, and are never touched."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import bounds, check, measures
from mafsim.pairing.past import behind
from mafsim.pairing.problem import Problem, of_shape
from mafsim.pairing.solve import seat
from mafsim.pairing.start import groups, players_of_rounds
from mafsim.plan import Plan
from mafsim.roster import Roster, numbered
from tests.laws import tried
from tests.pairing import brute


@cache
def whole(players: int = 21, rounds: int = 8, tables: int = 2) -> Plan:
    return seat(of_shape(players=players, rounds=rounds, tables=tables), effort=0.02)


def rest_of(plan: Plan, rounds: int, **changes: object) -> Problem:
    """State the problem of a plan's last rounds behind its first ones."""
    past = plan.with_(seats=plan.seats[:rounds], certificate=None, **changes)
    played = plan.played().sum(axis=1)[rounds:]
    return Problem(roster=past.roster, tables=tuple(played.tolist()), past=past)


def test_the_past_stands_first_and_byte_for_byte() -> None:
    before = whole()
    plan = seat(rest_of(before, 5), effort=0)
    assert plan.seats[:5].tobytes() == before.seats[:5].tobytes()
    assert (plan.rounds, plan.frozen, plan.revision) == (8, 5, before.revision + 1)
    assert check.check(plan) == ()
    assert brute.broken(plan) == []


def test_the_same_rest_of_an_event_is_seated_the_same_with_any_number_of_threads() -> None:
    plans = [seat(rest_of(whole(), 5), effort=0.02, jobs=jobs) for jobs in (1, 2)]
    assert plans[0] == plans[1]


def test_who_met_often_before_meets_less_later() -> None:
    # The same two groups of ten in three rounds: behind them nobody meets an old neighbour first.
    groups_of_ten = np.tile(np.arange(20, dtype=np.int32).reshape(2, 10), (3, 1, 1))
    past = Plan(roster=numbered(20), seats=groups_of_ten)
    plan = seat(Problem(roster=past.roster, tables=(2,) * 3, past=past), effort=0.2)
    met = measures.meeting_counts(plan)
    within = [met[a, b] - 3 for a, b in combinations(range(10), 2)]
    across = [met[a, b] for a in range(10) for b in range(10, 20)]
    assert np.mean(within) < np.mean(across)
    assert plan.certificate is not None
    assert (
        plan.certificate["meetings"]["sum_of_squares"]
        == brute.balance(plan).meetings.sum_of_squares
    )


def test_rests_of_the_past_are_made_up_for() -> None:
    before = whole()
    plan = seat(rest_of(before, 5), effort=0)
    games = measures.game_counts(plan)
    assert games.max() - games.min() <= 1
    assert brute.balance(plan).two_in_a_row == 0


def test_nobody_who_rested_last_rests_first() -> None:
    before = whole()
    last = set(before.byes(4))
    plan = seat(rest_of(before, 5), effort=0)
    assert last
    assert not last & set(plan.byes(5))


def test_only_the_field_plays_on() -> None:
    before = whole(30, 6, 3)
    problem = Problem(
        roster=before.roster,
        tables=(2,) * 3,
        past=before,
        field=tuple(range(0, 30, 3)) + tuple(range(1, 30, 3)),
    )
    table = players_of_rounds(problem, np.random.default_rng(0))
    assert table.sum(axis=1).tolist() == [20, 20, 20]
    assert set(np.flatnonzero(table.any(axis=0)).tolist()) == set(problem.field or ())


def test_a_late_entry_can_be_met_only_by_those_who_are_still_there() -> None:
    entrants = list(numbered(21).entrants)
    entrants[0] = replace(entrants[0], left=2)
    entrants[20] = replace(entrants[20], joined=2)
    allowed = measures.may_meet(Roster(entrants=tuple(entrants)), 4)
    assert not allowed[0, 20]
    assert allowed[0, 1]
    assert allowed[1, 20]


@given(st.integers(1, 7), st.integers(0, 2**32 - 1))
@tried(12)
def test_the_search_starts_from_the_counts_of_the_past(rounds: int, seed: int) -> None:
    before = whole()
    problem = rest_of(before, rounds)
    rng = np.random.default_rng(seed)
    table = np.full((8 - rounds, 21), 2, dtype=np.int32)
    for row in table:
        row[rng.permutation(21)[:20]] = np.repeat([0, 1], 10)
    price = np.stack([np.arange(10) ** 2] * 2).astype(np.int32)
    state, _ = groups(problem, table, price)
    seats = np.full((8 - rounds, 2, 10), -1, dtype=np.int32)
    for r in range(8 - rounds):
        for t in range(2):
            seats[r, t] = np.flatnonzero(table[r] == t)
    joined = before.with_(seats=np.concatenate([before.seats[:rounds], seats]))
    assert np.array_equal(state.meets, measures.meeting_counts(joined))
    assert np.array_equal(state.visits[:, :2], measures.table_counts(joined))
    assert np.array_equal(
        behind(problem).seats, measures.seat_counts(before.with_(seats=before.seats[:rounds]))
    )


# Bounds.


@pytest.mark.parametrize("frozen", [1, 2])
def test_no_way_to_go_on_beats_the_bound_behind_frozen_rounds(frozen: int) -> None:
    # Six people, two tables of three: ten ways to split them, so all ways to go on can be tried.
    splits = [(a, tuple(set(range(6)) - set(a))) for a in combinations(range(6), 3) if 0 in a]
    rng = np.random.default_rng(frozen)
    past = [splits[i] for i in rng.integers(0, len(splits), frozen)]
    sums = []
    for coming in combinations(splits, 3 - frozen):
        seats = np.array([*past, *coming], dtype=np.int32)
        plan = Plan(roster=numbered(6), seats=seats, table_size=3, frozen=frozen)
        sums.append(measures.meetings(plan).sum_of_squares)
        bound = bounds.meetings_bound(plan)
        assert bound.value <= min(sums)
        assert bound.range <= measures.meetings(plan).range


def test_frozen_rounds_can_prove_what_the_shape_alone_does_not() -> None:
    # Three times the same two tables: whatever comes, nine meetings more are squares of at least 4.
    seats = np.tile(np.arange(20, dtype=np.int32).reshape(2, 10), (4, 1, 1))
    plan = Plan(roster=numbered(20), seats=seats, frozen=3)
    bound = bounds.meetings_bound(plan)
    assert bound.by == "past"
    assert bound.value > bounds.meetings_bound(plan.with_(frozen=0)).value


# What is history.


def test_demands_made_later_do_not_judge_rounds_that_stand() -> None:
    plan = whole()
    people = plan.seats[0, 0]
    apart = ((int(min(people[:2])), int(max(people[:2]))),)
    roster = replace(plan.roster, apart=apart)
    assert any(v.round == 0 for v in check.check(plan.with_(roster=roster)))
    frozen = plan.with_(roster=roster, frozen=1)
    assert all(v.round != 0 for v in check.check(frozen))


def test_games_of_frozen_rounds_are_nobodys_to_give() -> None:
    # He rested twice and has left since: that is no fault of a plan that goes on without him.
    plan = whole()
    resting = plan.byes(0)[0]
    entrants = list(plan.roster.entrants)
    entrants[resting] = replace(entrants[resting], left=4)
    roster = replace(plan.roster, entrants=tuple(entrants))
    on = seat(replace(rest_of(plan, 4, roster=roster), tables=(2,) * 4), effort=0)
    assert check.check(on) == ()
