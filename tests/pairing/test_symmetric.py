"""A symmetric plan is carried onto itself, costs what the measure says, and is the same every time."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mafsim.pairing import measures, orbits, symmetric
from mafsim.pairing.orbits import Tied
from mafsim.pairing.problem import Problem, of_shape
from mafsim.pairing.solve import seat
from mafsim.pairing.symmetric import Symmetry, symmetries, tied
from mafsim.pairing.walks import NEVER, Clock, Walkers
from mafsim.roster import Ban, Roster, numbered

Int32 = npt.NDArray[np.int32]
Orders = list[list[int]]


def walkers(problem: Problem, seed: int = 0, jobs: int = 1) -> Walkers:
    return Walkers(problem, seed, jobs, Clock(None), lambda _standings, _walks: None)


def offers(problem: Problem, proposals: int, *, seed: int = 0, jobs: int = 1) -> list[Int32]:
    return symmetric.offers(walkers(problem, seed, jobs), proposals, 0, lambda: None)


def games(orders: Int32, size: int) -> list[list[frozenset[int]]]:
    """Give the groups of every round."""
    return [
        [frozenset(order[first : first + size]) for first in range(0, len(order), size)]
        for order in orders.tolist()
    ]


def squares(rounds: list[list[frozenset[int]]], apart: set[tuple[int, int]]) -> tuple[int, int]:
    """Sum squared meetings of those who may meet, and count the others'."""
    met = Counter(
        pair for groups in rounds for group in groups for pair in combinations(sorted(group), 2)
    )
    allowed = sum(count**2 for pair, count in met.items() if pair not in apart)
    return allowed, sum(count for pair, count in met.items() if pair in apart)


@st.composite
def events(draw: st.DrawFn) -> tuple[Symmetry, int, int, int]:
    """Draw a symmetry with the tables, their seats and the number of people apart."""
    tables, size = draw(st.integers(2, 6)), draw(st.integers(2, 5))
    rounds, mates = draw(st.integers(1, 8)), draw(st.integers(1, tables))
    found = symmetries(tables * size, tables, rounds, mates)
    assume(found)
    return draw(st.sampled_from(found)), tables, size, mates


def set_up(
    event: tuple[Symmetry, int, int, int], seed: int
) -> tuple[Tied, int, list[tuple[int, ...]]]:
    symmetry, tables, size, mates = event
    apart = symmetric.slots(symmetry, tables * size, mates) if mates > 1 else []
    return *tied(symmetry, tables, size, apart, np.random.default_rng(seed)), apart


def is_carried_onto_itself(
    symmetry: Symmetry, rounds: list[list[frozenset[int]]], people: int
) -> bool:
    image = symmetric.powers_of(symmetry, people)[1].tolist()
    moved = Counter(
        frozenset(frozenset(image[p] for p in group) for group in groups) for groups in rounds
    )
    return moved == Counter(frozenset(groups) for groups in rounds)


@given(events(), st.integers(0, 2**32 - 1))
@settings(max_examples=80)
def test_a_deal_seats_everybody_once_a_round_and_is_carried_onto_itself(
    event: tuple[Symmetry, int, int, int], seed: int
) -> None:
    symmetry, tables, size, _ = event
    state, _, _ = set_up(event, seed)
    orders = symmetric.whole(symmetry, state.at)
    assert orders.shape == (sum(symmetry.rounds), tables * size)
    assert (np.sort(orders, axis=1) == np.arange(tables * size)).all()
    assert is_carried_onto_itself(symmetry, games(orders, size), tables * size)


@given(events(), st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_a_price_is_the_measure_of_the_whole_plan(
    event: tuple[Symmetry, int, int, int], seed: int
) -> None:
    symmetry, _, size, _ = event
    state, total, slots = set_up(event, seed)
    # All pairs that the symmetry makes of those in a slot may not meet either; without staying
    # people in slots these are the slots' own pairs.
    apart = {pair for slot in slots for pair in combinations(sorted(slot), 2)}
    forbidden = set(zip(*np.nonzero(state.never[state.orbit] > 0), strict=True))
    assert apart <= {(int(p), int(q)) for p, q in forbidden}
    allowed, broken = squares(games(symmetric.whole(symmetry, state.at), size), apart)
    prices = state.weight * state.met.astype(np.int64) ** 2
    assert allowed == symmetry.order * int(prices.sum())
    assert total - int(prices.sum()) == NEVER * int(state.met[state.never > 0].sum())
    assert (broken > 0) == (total >= NEVER)


@given(events(), st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_every_exchange_costs_what_a_recount_says_and_can_be_taken_back(
    event: tuple[Symmetry, int, int, int], seed: int
) -> None:
    symmetry, tables, size, _ = event
    state, total, slots = set_up(event, seed)
    apart = {pair for slot in slots for pair in combinations(sorted(slot), 2)}
    rng = np.random.default_rng(seed)
    places = np.zeros(state.powers.shape[1], dtype=np.int32)
    people = tables * size
    for step in range(12):
        r, p, q = (int(rng.integers(n)) for n in (len(state.at), people, people))
        old, before = int(state.place[r, p]), [array.copy() for array in state[:2]]
        if old // size == int(state.place[r, q]) // size:
            continue
        met = state.met.copy()
        change = orbits.exchange(state, r, p, q, places)
        rounds = games(symmetric.whole(symmetry, state.at), size)
        assert is_carried_onto_itself(symmetry, rounds, people)
        assert state.place[r, p] // size == before[1][r, q] // size
        counted = int((state.weight * state.met.astype(np.int64) ** 2).sum())
        assert squares(rounds, apart)[0] == symmetry.order * counted
        assert total + change == counted + int((state.never.astype(np.int64) * state.met).sum())
        if step % 2:
            total += change
            continue
        assert orbits.exchange(state, r, p, int(state.at[r, old]), places) == -change
        assert all(np.array_equal(*two) for two in zip(before, state[:2], strict=True))
        assert np.array_equal(met, state.met)


@given(events())
def test_an_orbit_is_all_pairs_into_which_the_symmetry_carries_one(
    event: tuple[Symmetry, int, int, int],
) -> None:
    symmetry, tables, size, _ = event
    powers = symmetric.powers_of(symmetry, tables * size)
    orbit, sizes = symmetric.orbits_of(powers)
    images: dict[int, set[frozenset[int]]] = {}
    for p, q in combinations(range(tables * size), 2):
        images.setdefault(int(orbit[p, q]), set()).add(frozenset((p, q)))
        assert orbit[p, q] == orbit[q, p]
    for number, pairs in images.items():
        p, q = min(tuple(sorted(pair)) for pair in pairs)
        assert pairs == {frozenset((int(a), int(b))) for a, b in powers[:, [p, q]]}
        assert len(pairs) == sizes[number]
        assert symmetry.order % len(pairs) == 0


@given(events())
def test_slots_part_people_and_the_symmetry_carries_them_onto_one_another(
    event: tuple[Symmetry, int, int, int],
) -> None:
    symmetry, tables, size, mates = event
    found = symmetric.slots(symmetry, tables * size, mates)
    people = [person for slot in found for person in slot]
    assert len(set(people)) == len(people)
    assert {len(slot) for slot in found} <= {mates}
    image = symmetric.powers_of(symmetry, tables * size)[1]
    sets = {frozenset(slot) for slot in found}
    assert {frozenset(image[list(slot)].tolist()) for slot in found} == sets


@given(st.integers(2, 12), st.integers(1, 12), st.integers(1, 15), st.integers(1, 4))
def test_symmetries_move_every_round_and_come_back_after_their_order(
    tables: int, size: int, rounds: int, mates: int
) -> None:
    for each in symmetries(tables * size, tables, rounds, mates):
        assert sum(each.rounds) == rounds
        assert math.lcm(each.tables, *each.rounds) == each.order > 1
        assert tables % each.tables == 0
        assert tables * size % each.order <= symmetric.STAYING


# Which events have symmetric plans.


def event(**demands: object) -> Problem:
    """State 30 people at 3 tables in teams of two, with demands on the roster."""
    roster = replace(numbered(30, team_size=2), **demands)  # type: ignore[arg-type]
    return of_shape(roster=roster, rounds=6)


def with_first(**demands: object) -> Roster:
    entrants = numbered(30, team_size=2).entrants
    return Roster(entrants=(replace(entrants[0], **demands), *entrants[1:]))  # type: ignore[arg-type]


def test_symmetric_plans_are_sought_where_all_play_at_whatever_table() -> None:
    assert symmetric.applies(event())
    assert symmetric.applies(of_shape(players=40, rounds=3))
    # Two teams that are to be parted as a whole are a team of four.
    pairs = ((0, 2), (0, 3), (1, 2), (1, 3))
    solos = Roster(entrants=numbered(40).entrants, apart=((0, 1), *pairs, (2, 3)))
    assert symmetric.applies(of_shape(roster=solos, rounds=3))


@pytest.mark.parametrize(
    "problem",
    [
        event(apart=((0, 2),)),
        event(avoid=((0, 2),)),
        event(bans=(Ban(entrant=0, table=1),)),
        of_shape(roster=with_first(table=1), rounds=6),
        of_shape(players=31, rounds=6),
        of_shape(players=30, tables=2, rounds=6),
        of_shape(players=10, rounds=6),
        of_shape(players=260, rounds=3),
    ],
)
def test_symmetric_plans_are_not_sought_where_somebody_has_a_place_of_his_own(
    problem: Problem,
) -> None:
    assert not symmetric.applies(problem)
    assert offers(problem, 10**9) == []


def test_somebody_absent_leaves_no_symmetric_plans() -> None:
    roster = Roster(
        entrants=tuple(
            replace(entrant, absent=frozenset({1})) if i < 10 else entrant
            for i, entrant in enumerate(numbered(40).entrants)
        )
    )
    assert not symmetric.applies(of_shape(roster=roster, rounds=3))


# What they are worth.

SHORT = 3 * 4 * symmetric.DEAR * symmetric.SHORTEST


@pytest.mark.parametrize("team_size", [1, 2, 3])
def test_offered_plans_keep_team_mates_apart(team_size: int) -> None:
    problem = of_shape(players=30, rounds=12, team_size=team_size)
    apart = {
        pair for team in problem.roster.teams().values() for pair in combinations(sorted(team), 2)
    }
    found = offers(problem, SHORT)
    assert found
    for orders in found:
        assert (np.sort(orders, axis=1) == np.arange(30)).all()
        assert squares(games(orders, 10), apart)[1] == 0


def test_the_better_plan_is_offered_first() -> None:
    problem = of_shape(players=30, rounds=10)
    values = [squares(games(orders, 10), set())[0] for orders in offers(problem, SHORT)]
    assert values == sorted(values)


def test_the_same_plans_are_offered_whatever_the_number_of_threads() -> None:
    problem = of_shape(players=30, rounds=14, team_size=2)
    one, two, other = (
        [orders.tobytes() for orders in offers(problem, SHORT, seed=seed, jobs=jobs)]
        for seed, jobs in ((5, 1), (5, 3), (6, 1))
    )
    assert one == two != other


def test_a_search_that_is_stopped_offers_what_it_has() -> None:
    sent = walkers(of_shape(players=30, rounds=14))
    sent.clock.end("seconds")
    assert symmetric.offers(sent, 10**9, 0, lambda: None) == []


def test_a_bound_that_is_reached_ends_the_search() -> None:
    problem = of_shape(players=30, rounds=12, team_size=3)
    # Everybody meets the two of his team never and all others four times: no plan is more even.
    found = symmetric.offers(walkers(problem), 4 * SHORT, 6480, lambda: None)
    assert squares(games(found[0], 10), set())[0] == 6480


@pytest.mark.slow
@pytest.mark.parametrize("team_size", [1, 2])
def test_sixty_people_at_six_tables_are_seated_as_evenly_as_can_be_and_it_is_proved(
    team_size: int,
) -> None:
    plan = seat(of_shape(players=60, rounds=10, team_size=team_size), effort=10, from_scratch=True)
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "proved"
    balance = measures.balance(plan)
    assert (balance.meetings.sum_of_squares, balance.meetings.max) == (4860, 2)
    # It is a plan as any other: seats exact, nobody beside the same person twice.
    assert balance.seats.max_spread == 0
    assert set(balance.neighbours) == {0, 1}


@pytest.mark.slow
def test_a_symmetry_of_high_order_finds_at_once_what_a_plain_search_does_not_find() -> None:
    # The plain search ends at 8748 with ten times this effort.
    plan = seat(of_shape(players=30, rounds=14, team_size=2), effort=3, from_scratch=True)
    assert plan.certificate is not None
    assert plan.certificate["meetings"]["sum_of_squares"] <= 8722
