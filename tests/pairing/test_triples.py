"""Every total of the walks equals a recount, and exchanges that are undone leave nothing behind."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mafsim.pairing import triples
from mafsim.pairing.triples import NOBODY, Places, Teams
from tests.laws import times

SIZE = 3


def teams_state(rounds: int, teams: int, rng: np.random.Generator) -> Teams:
    """Deal 3 pairs of each team at random, with history, demands and two stages."""
    n = 3 * teams
    stage = np.arange(rounds, dtype=np.int32) * 2 // rounds
    met = rng.integers(0, 3, size=(teams, teams)).astype(np.int32)
    met = np.triu(met, k=1)
    closed, disliked = (
        np.triu(rng.random((n, n)) < 0.03, k=1).astype(np.int32) * factor for factor in (1, 4)
    )
    return Teams(
        at=np.stack([rng.permutation(n) for _ in range(rounds)]).astype(np.int32),
        seats=np.full(rounds, n, dtype=np.int32),
        team=(np.arange(n) // 3).astype(np.int32),
        stage=stage,
        together=np.zeros((2, teams, teams), dtype=np.int32),
        met=met + met.T,
        closed=closed + closed.T,
        barred=(rng.random((rounds, teams, n)) < 0.05).astype(np.int32),
        disliked=disliked + disliked.T,
        price=np.arange(3 + n, dtype=np.int64) ** 2,
    )


def copied(state: tuple[np.ndarray, ...]) -> list[np.ndarray]:
    return [array.copy() for array in state]


@settings(max_examples=times(30))
@given(st.integers(1, 4), st.integers(4, 7), st.integers(0, 2**32 - 1), st.integers(1, 60))
def test_the_totals_of_a_walk_of_teams_are_those_of_a_recount(
    rounds: int, teams: int, seed: int, weight: int
) -> None:
    rng = np.random.default_rng(seed)
    state = teams_state(rounds, teams, rng)
    fresh = Teams(*copied(state))
    totals = np.tile(triples.count_teams(state, SIZE), 2)
    best = state.at.copy()
    generator = np.array([seed], dtype=np.uint64)
    least = np.zeros(2, dtype=np.int64)
    triples.part_teams(state, SIZE, weight, 400, 4096, 100, generator, totals, best, least)
    for at, expected in ((state.at, totals[:3]), (best, totals[3:])):
        recount = Teams(*copied(fresh))
        recount.at[:] = at
        assert triples.count_teams(recount, SIZE).tolist() == expected.tolist()
        if at is state.at:
            assert np.array_equal(recount.met, state.met)
            assert np.array_equal(recount.together, state.together)


def places_state(rounds: int, teams: int, rng: np.random.Generator) -> Places:
    n = 3 * teams
    at = np.full((rounds, teams, SIZE), NOBODY, dtype=np.int32)
    for round_ in range(rounds):
        # Column c of a cyclic shift: each team once in each place, and never twice at a table.
        for place, shift in enumerate((0, 1, 3)):
            order = rng.permutation(SIZE)
            for table in range(teams):
                team = (table + shift) % teams
                at[round_, table, place] = 3 * team + (place + order[0]) % 3
    met = np.triu(rng.integers(0, 2, size=(n, n)), k=1).astype(np.int32)
    return Places(
        at=at,
        tables=np.full(rounds, teams, dtype=np.int32),
        team=(np.arange(n) // 3).astype(np.int32),
        closed=np.zeros((1, 1), dtype=np.int32),
        barred=(rng.random((rounds, teams, n)) < 0.05).astype(np.int32),
        disliked=np.zeros((1, 1), dtype=np.int32),
        met=met + met.T,
        turns=rng.integers(0, 2, size=(n, SIZE)).astype(np.int32),
        team_turns=np.zeros((rounds, teams, SIZE), dtype=np.int32),
        visits=rng.integers(0, 2, size=(n, teams)).astype(np.int32),
    )


@settings(max_examples=times(30))
@given(st.integers(1, 4), st.integers(4, 8), st.integers(0, 2**32 - 1), st.booleans())
def test_the_totals_of_settling_are_those_of_a_recount(
    rounds: int, teams: int, seed: int, orders: bool
) -> None:
    rng = np.random.default_rng(seed)
    state = places_state(rounds, teams, rng)
    fresh = Places(*copied(state))
    weights = np.array([1 << 20, 64, 16, 8, 2], dtype=np.int64)
    counted = triples.count_places(state)
    price = int((weights * counted).sum())
    totals = np.append(counted, [price, price])
    best = state.at.copy()
    generator = np.array([seed], dtype=np.uint64)
    least = np.zeros(1, dtype=np.int64)
    triples.settle(state, weights, orders, 600, generator, totals, best, least)
    recount = Places(*copied(fresh))
    recount.at[:] = state.at
    assert triples.count_places(recount).tolist() == totals[:5].tolist()
    for name in ("met", "turns", "team_turns", "visits"):
        assert np.array_equal(getattr(recount, name), getattr(state, name)), name
    recount = Places(*copied(fresh))
    recount.at[:] = best
    assert int((weights * triples.count_places(recount)).sum()) == totals[6] <= price


@settings(max_examples=times(20))
@given(st.integers(4, 8), st.integers(0, 2**32 - 1))
def test_settling_leaves_every_round_its_pairs_and_its_tables_their_teams(
    teams: int, seed: int
) -> None:
    state = places_state(3, teams, np.random.default_rng(seed))
    before = state.at.copy()
    weights = np.array([1 << 20, 64, 0, 0, 2], dtype=np.int64)
    counted = triples.count_places(state)
    price = int((weights * counted).sum())
    best = state.at.copy()
    totals = np.append(counted, [price, price])
    triples.settle(
        state, weights, False, 500, np.array([seed], dtype=np.uint64), totals, best,
        np.zeros(1, dtype=np.int64),
    )  # fmt: skip
    for round_ in range(3):
        assert sorted(state.at[round_].ravel()) == sorted(before[round_].ravel())
        tables, earlier = (
            sorted(sorted((table // 3).tolist()) for table in at[round_])
            for at in (state.at, before)
        )
        assert tables == earlier


@pytest.mark.parametrize(("a", "b"), [(0, 1), (1, 2), (2, 0)])
def test_a_cycle_that_is_moved_and_moved_back_is_as_before(a: int, b: int) -> None:
    state = places_state(1, 7, np.random.default_rng(3))
    totals = np.append(triples.count_places(state), [0, 0])
    before, counts = state.at.copy(), totals.copy()
    chain = np.zeros(8, dtype=np.int32)
    number = triples._chain(state, 0, 2, a, b, chain)
    assert number >= 2
    triples._shift(state, 0, chain, number, a, b, totals)
    moved = state.at.copy()
    assert not np.array_equal(moved, before)
    # Every pair has kept its place in the order of play, and every team too.
    assert np.array_equal(np.sort(moved[0], axis=0), np.sort(before[0], axis=0))
    triples._shift(state, 0, chain, number, b, a, totals)
    assert np.array_equal(state.at, before)
    assert totals.tolist() == counts.tolist()
