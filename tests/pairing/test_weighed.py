"""What is weighed beside the meetings of people: true counts, true prices, and better plans by them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import check, groups, start, weighed
from mafsim.pairing.problem import Problem, of_shape
from mafsim.pairing.solve import seat
from mafsim.pairing.weighed import Besides, Weights
from tests.laws import tried


def world(seed: int) -> tuple[Problem, groups.Groups, Besides, int]:
    problem = of_shape(players=24, tables=3, rounds=3, table_size=8, team_size=2)
    rng = np.random.default_rng(seed)
    plays = start.players_of_rounds(problem, rng)
    prices = np.stack([np.arange(8) ** 2, np.arange(8) * 1000]).astype(np.int32)
    state, total = start.groups(problem, start.deal(problem, plays, rng), prices * weighed.UNIT)
    team = (np.arange(24) // 2).astype(np.int32)
    team[22:] = weighed.NOBODY
    counted = weighed.besides(team, problem.may_meet())
    weighed.count(state, counted)
    return problem, state, counted, total


def price_by_hand(state: groups.Groups, b: Besides, weights: Weights) -> float:
    """Count teams' meetings and missing common opponents pair by pair, with sets."""
    met = state.meets
    n = len(met)
    known = [{q for q in range(n) if met[p, q]} for p in range(n)]
    teams = {t: [p for p in range(n) if b.team[p] == t] for t in set(b.team.tolist()) - {-1}}
    squares = sum(
        sum(int(met[p, q]) for p in teams[s] for q in teams[t]) ** 2
        for s, t in combinations(sorted(teams), 2)
    )
    missing = sum(
        n - 2 - len(known[p] & known[q])
        for p, q in combinations(range(n), 2)
        if b.free[p, q] and not met[p, q]
    )
    return weights.teams * squares + weights.common * missing


@given(st.integers(0, 2**16))
@tried(20)
def test_counts_follow_every_exchange_and_its_return(seed: int) -> None:
    _, state, counted, _ = world(seed)
    rng = np.random.default_rng(seed)
    price = price_by_hand(state, counted, Weights(teams=1))
    for _ in range(6):
        r = int(rng.integers(3))
        p, q = (int(each) for each in rng.choice(24, size=2, replace=False))
        if state.table[r, p] == state.table[r, q]:
            continue
        before = [array.copy() for array in counted]
        groups.exchange(state, r, p, q)
        change = weighed.follow(state, counted, r, p, q)
        assert price + change == price_by_hand(state, counted, Weights(teams=1))
        fresh = weighed.besides(counted.team, counted.free)
        weighed.count(state, fresh)
        mates = np.array([[a == b and a != -1 for b in counted.team] for a in counted.team])
        if not (state.meets * mates).any():
            assert np.array_equal(fresh.together, counted.together)
        assert np.array_equal(fresh.known, counted.known)
        groups.exchange(state, r, p, q)
        assert weighed.follow(state, counted, r, p, q) == -change
        assert all(np.array_equal(a, b) for a, b in zip(before, counted, strict=True))


def test_missing_common_opponents_are_counted_once_for_every_pair() -> None:
    _, state, counted, _ = world(3)
    everybody = np.arange(24, dtype=np.int32)
    weights = Weights(common=1)
    by_hand = price_by_hand(state, counted, weights)
    assert by_hand > 0
    assert weighed.missing(state, counted, everybody) == by_hand
    assert weighed.cost(state.meets, counted.team, counted.free, weights) == by_hand
    weights = Weights(teams=2, common=0.5)
    assert weighed.cost(state.meets, counted.team, counted.free, weights) == price_by_hand(
        state, counted, weights
    )


@pytest.mark.parametrize("weights", [Weights(teams=1), Weights(common=1), Weights(0.5, 0.25)])
def test_a_running_total_is_the_difference_of_two_prices(weights: Weights) -> None:
    _, state, counted, total = world(5)
    before = price_by_hand(state, counted, weights)
    best, totals = state.at.copy(), np.zeros(2, dtype=np.int64)
    weighed.cool_weighed(
        state, counted, best, np.array([7], dtype=np.uint64), totals, 20_000, 0, 20_000,
        round(weighed.UNIT * weights.teams), round(weighed.UNIT * weights.common),
    )  # fmt: skip
    after = price_by_hand(state, counted, weights)
    people = int(groups.recount(state)) - total
    assert totals[0] == people + weighed.UNIT * (after - before)
    assert totals[1] < 0


def test_what_is_weighed_becomes_better_within_the_range_and_the_threads_change_nothing() -> None:
    problem = of_shape(players=40, tables=4, rounds=4, team_size=2)
    plain = check.examine(seat(problem, effort=0.5)).balance
    plan = seat(problem, effort=0.5, jobs=1, weigh=Weights(teams=2, common=0.1))
    again = seat(problem, effort=0.5, jobs=2, weigh=Weights(teams=2, common=0.1))
    found = check.examine(plan)
    assert not found.violations
    assert np.array_equal(plan.seats, again.seats)
    assert plan.certificate is not None
    assert plan.certificate["weighed"] == {"teams": 2, "common": 0.1}
    assert plain.team_meetings is not None
    assert found.balance.team_meetings is not None
    assert found.balance.team_meetings.sum_of_squares < plain.team_meetings.sum_of_squares
    assert found.balance.meetings.range <= plain.meetings.range
