"""A plan of the catalogue is given to an event's people such that whoever must not meet never does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import catalogue, check, measures
from mafsim.pairing.fitting import offers, placed
from mafsim.pairing.problem import Problem, of_shape
from mafsim.pairing.progress import Progress
from mafsim.pairing.solve import seat
from mafsim.roster import Ban, Entrant, Roster, numbered
from tests.laws import tried


def entry(key: str) -> catalogue.Entry:
    return next(each for each in catalogue.shipped() if each.key == key)


def charlie(**changes: Any) -> Problem:
    return of_shape(roster=replace(numbered(20, team_size=2), **changes), rounds=5)


# Places.


@st.composite
def graphs(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, int]:
    """Draw places that never meet, and people of whom some of such pairs must not, mixed."""
    n = draw(st.integers(1, 14))
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=n))
    team = np.repeat(np.arange(len(sizes)), sizes)[:n]
    team = np.concatenate([team, 100 + np.arange(n - len(team))])
    never = (team[:, None] == team) & ~np.eye(n, dtype=bool)
    kept = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    some = never & np.triu(np.array(kept).reshape(n, n))
    some |= some.T
    people = np.array(draw(st.permutations(range(n))))
    return some[np.ix_(people, people)], never, draw(st.integers(0, 5))


@given(graphs())
@tried(100)
def test_who_must_not_meet_gets_places_that_never_meet(
    graph: tuple[np.ndarray, np.ndarray, int],
) -> None:
    apart, never, seed = graph
    slots = placed(apart, never, [], np.random.default_rng(seed))
    if slots is None:
        return
    assert sorted(slots.tolist()) == list(range(len(apart)))
    assert never[np.ix_(slots, slots)][apart].all()


def test_places_are_found_for_teams_that_fill_larger_ones_to_the_last() -> None:
    never = np.kron(np.eye(4, dtype=bool), ~np.eye(5, dtype=bool)) > 0
    sizes = (3, 2, 3, 2, 3, 2, 3, 2)
    team = np.repeat(np.arange(8), sizes)
    apart = (team[:, None] == team) & ~np.eye(20, dtype=bool)
    teams = [tuple(range(i, i + 5)) for i in range(0, 20, 5)]
    slots = placed(apart, never, teams, np.random.default_rng(1))
    assert slots is not None
    assert never[np.ix_(slots, slots)][apart].all()


def test_nobody_is_placed_where_there_is_no_room() -> None:
    pairs = np.kron(np.eye(3, dtype=bool), ~np.eye(2, dtype=bool)) > 0
    ring = np.zeros((6, 6), dtype=bool)
    for a, b in ((0, 1), (1, 2), (0, 2)):
        ring[a, b] = ring[b, a] = True
    assert placed(ring, pairs, [], np.random.default_rng(0)) is None


# Offers.


def test_everybody_is_offered_a_plan_of_the_catalogue_as_even_as_it_is() -> None:
    (offer,) = offers(charlie(), seed=3)
    assert offer.own
    assert offer.entry is entry("20x2x5 t2")
    plan = seat(charlie(), seed=3)
    assert measures.meetings(plan).sum_of_squares == offer.entry.squares


def test_teams_in_any_order_and_of_any_names_fall_on_places_that_never_meet() -> None:
    entrants = [Entrant(id=f"p{i}", name=f"p{i}", team=f"Пара {i % 10}") for i in range(20)]
    plan = seat(of_shape(roster=Roster(entrants=tuple(entrants)), rounds=5), seed=1)
    assert check.check(plan) == ()
    assert plan.certificate is not None
    assert plan.certificate["catalogue"] == "20x2x5 t2"


def test_some_teams_and_pairs_apart_are_placed_in_a_plan_for_larger_teams() -> None:
    entrants = list(numbered(50).entrants)
    for team, members in enumerate(((3, 9, 41), (7, 8), (20, 49, 11, 2))):
        for member in members:
            entrants[member] = replace(entrants[member], team=f"t{team}")
    roster = Roster(entrants=tuple(entrants), apart=((3, 5), (12, 13), (30, 31)))
    problem = of_shape(roster=roster, rounds=10)
    fitting = {str(offer.entry.format) for offer in offers(problem, seed=0)}
    assert "50x5x10 t5" in fitting
    plan = seat(problem, effort=0)
    assert check.check(plan) == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"apart": ((0, 2), (2, 4))},
        {"bans": (Ban(entrant=3, table=1),)},
        {"entrants": tuple(replace(e, table=0 if e.id == "p1" else None)
                           for e in numbered(20, team_size=2).entrants)},
    ],
)  # fmt: skip
def test_nothing_is_offered_to_whom_no_plan_of_the_catalogue_fits(changes: dict[str, Any]) -> None:
    problem = charlie(**changes)
    assert offers(problem, seed=0) == []
    assert check.check(seat(problem, effort=0.01)) == ()


def test_nothing_is_offered_for_rounds_that_stand_already() -> None:
    past = seat(charlie(), effort=0)
    problem = replace(charlie(), past=past)
    assert offers(problem, seed=0) == []


def test_one_who_would_rather_not_meet_another_has_his_wish_where_it_can_be_had() -> None:
    roster = replace(numbered(30), avoid=((0, 7), (3, 20)))
    problem = of_shape(roster=roster, rounds=12)
    offer = next(o for o in offers(problem, seed=0) if str(o.entry.format) == "30x3x12 t2")
    assert not offer.own
    table = [o // 10 for o in np.argsort(offer.at, axis=1)]
    assert not any(row[0] == row[7] or row[3] == row[20] for row in table)


# Seats.


def test_an_event_of_the_catalogue_is_answered_without_a_search_and_says_so() -> None:
    def never(_: Progress) -> None:
        pytest.fail("the search started")

    plan = seat(of_shape(players=30, rounds=12, team_size=2), progress=never)
    assert check.check(plan) == ()
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "catalogue"
    assert plan.certificate["effort"] == 0
    assert plan.certificate["catalogue"] == "30x3x12 t2"
    assert plan.certificate["meetings"]["sum_of_squares"] == entry("30x3x12 t2").squares


def test_what_is_proved_best_ends_a_search_that_was_asked_for() -> None:
    plan = seat(charlie(), effort=1000)
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "proved"
    assert plan.certificate["catalogue"] == "20x2x5 t2"


def test_a_search_begins_with_the_catalogue_and_never_ends_with_worse() -> None:
    told: list[Progress] = []
    event = of_shape(players=30, rounds=12, team_size=2)
    plan = seat(event, effort=0.05, progress=told.append)
    squares = measures.meetings(plan).sum_of_squares
    assert squares <= entry("30x3x12 t2").squares
    assert all((each.best or 0) <= entry("30x3x12 t2").squares for each in told)
    assert seat(event, effort=0, from_scratch=True).certificate != plan.certificate


def test_who_prefers_the_range_gets_the_narrowest_one_that_ships() -> None:
    event = of_shape(players=30, rounds=12, team_size=2)
    plan = seat(event, prefer="range")
    narrow = [e.order("range") for e in catalogue.shipped() if str(e.format) == "30x3x12 t2"]
    found = measures.meetings(plan)
    assert (0, found.max - found.min, found.sum_of_squares) == min(narrow)[:3]


@pytest.mark.parametrize("key", ["30x3x12 t2", "21x2x11 g10"])
def test_another_seed_gives_the_same_plan_to_other_people(key: str) -> None:
    problem = entry(key).format.problem()
    plans = [seat(problem, seed=seed, effort=0) for seed in (0, 0, 1, 2)]
    assert plans[0] == plans[1]
    assert len({plan.seats.tobytes() for plan in plans}) == 3
    assert len({measures.meetings(plan).sum_of_squares for plan in plans}) == 1
    assert {measures.balance(plan).two_in_a_row for plan in plans} == {0}


def test_a_cap_on_the_clock_leaves_at_least_the_plan_that_ships() -> None:
    plan = seat(of_shape(players=30, rounds=12, team_size=2), seconds=0)
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "seconds"
    assert plan.certificate["meetings"]["sum_of_squares"] <= entry("30x3x12 t2").squares


@pytest.mark.parametrize("prefer", ["even", "range"])
@pytest.mark.parametrize("from_scratch", [False, True])
def test_perfect_meetings_at_a_single_table_count_more_than_two_rests_in_a_row(
    prefer: str, from_scratch: bool
) -> None:
    event = of_shape(roster=numbered(16), rounds=16)
    plan = seat(event, effort=0.01, prefer=prefer, from_scratch=from_scratch)
    findings = check.examine(plan)
    assert findings.proved_best
    assert findings.proved_narrowest
    assert findings.balance.meetings.sum_of_squares == 120 * 6**2
