"""Judges take turns evenly; who may not sit somewhere never does; wishes are kept as far as they can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import check, groups, measures, start, walks
from mafsim.pairing.judges import duty
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem, of_shape
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Ban, Judge, Roster, numbered
from tests.laws import tried
from tests.pairing import brute, draws


def event(players: int = 30, rounds: int = 6, **demands: Any) -> Problem:
    roster = Roster(entrants=numbered(players).entrants, **demands)
    return of_shape(roster=roster, rounds=rounds)


def judged(problem: Problem) -> np.ndarray:
    present = duty(problem)
    assert present is not None
    return present


def named(number: int, **own: int) -> tuple[Judge, ...]:
    return tuple(Judge(name=f"J{i}", table=own.get(f"J{i}")) for i in range(number))


# Duty.


@given(st.integers(1, 7), st.integers(1, 4), st.integers(1, 9))
@tried(40)
def test_judges_work_as_often_as_each_other_and_get_around(
    number: int, tables: int, rounds: int
) -> None:
    present = judged(
        Problem(
            roster=replace(numbered(10 * tables), judges=named(number)), tables=(tables,) * rounds
        )
    )
    at_work = min(number, tables)
    for row in present.tolist():
        judges = [judge for judge in row if judge != EMPTY]
        assert len(judges) == len(set(judges)) == at_work
    rounds_of = Counter(present[present != EMPTY].tolist())
    counts = [rounds_of[judge] for judge in range(number)]
    assert max(counts) - min(counts) <= 1
    if number <= tables:
        for judge in range(number):
            visits = Counter(np.argwhere(present == judge)[:, 1].tolist())
            assert max(visits.values()) - min(visits[t] for t in range(at_work)) <= 1


def test_a_judge_with_a_table_is_always_there_and_the_others_fill_the_rest() -> None:
    present = judged(event(judges=named(4, J1=2)))
    assert set(present[:, 2].tolist()) == {1}
    assert 1 not in present[:, :2]


def test_judges_go_on_from_where_they_were() -> None:
    first = seat(event(rounds=3, judges=named(3)), effort=0)
    both = judged(Problem(roster=first.roster, tables=(3,) * 3, past=first))
    assert first.judges is not None
    for judge in range(3):
        tables = np.argwhere(np.concatenate([first.judges, both]) == judge)[:, 1]
        assert Counter(tables.tolist()) == {0: 2, 1: 2, 2: 2}


def test_without_judges_there_is_no_duty() -> None:
    assert duty(event()) is None


# Places.


def test_a_place_is_closed_by_a_pin_a_ban_or_a_judge() -> None:
    entrants = list(numbered(30).entrants)
    entrants[4] = replace(entrants[4], table=1)
    roster = Roster(
        entrants=tuple(entrants),
        bans=(Ban(entrant=5, table=0), Ban(entrant=6, table=2, rounds=frozenset({1}))),
        judges=(Judge(name="Ivan", table=0, barred=(7,)),),
    )
    closed = forbidden(of_shape(roster=roster, rounds=2))
    assert {tuple(at) for at in np.argwhere(closed).tolist()} == {
        *((r, t, 4) for r in (0, 1) for t in (0, 2)),
        (0, 0, 5),
        (1, 0, 5),
        (1, 2, 6),
        (0, 0, 7),
        (1, 0, 7),
    }


def test_bans_are_counted_from_the_first_round_of_the_event() -> None:
    past = Plan(roster=numbered(20), seats=np.arange(20, dtype=np.int32).reshape(1, 2, 10))
    roster = replace(past.roster, bans=(Ban(entrant=3, table=0, rounds=frozenset({0, 2})),))
    closed = forbidden(Problem(roster=roster, tables=(2, 2), past=past.with_(roster=roster)))
    assert closed[:, 0, 3].tolist() == [False, True]


def test_all_demands_are_kept_together() -> None:
    entrants = [
        replace(e, club=f"C{i % 4}") for i, e in enumerate(numbered(33, team_size=2).entrants)
    ]
    entrants[3] = replace(entrants[3], table=1)
    entrants[8] = replace(entrants[8], absent=frozenset({2, 3}))
    roster = Roster(
        entrants=tuple(entrants),
        apart=((0, 7), (1, 20)),
        avoid=((4, 9),),
        bans=(Ban(entrant=0, table=0), Ban(entrant=10, table=2, rounds=frozenset({0, 1}))),
        judges=(
            Judge(name="A", barred=(5, 6, 11)),
            Judge(name="B", table=2, barred=(12,)),
            Judge(name="C"),
            Judge(name="D", barred=tuple(range(20, 26))),
        ),
    )
    plan = seat(of_shape(roster=roster, rounds=8), effort=0.05)
    assert check.check(plan) == ()
    assert brute.broken(plan) == []
    assert measures.meeting_counts(plan)[4, 9] == 0
    assert plan.certificate is not None
    assert plan.certificate["seats"]["excess"] == 0


@given(draws.events(most_tables=3, most_size=3, most_rounds=3), st.integers(0, 2**32 - 1))
@tried(20)
def test_prices_of_places_are_what_a_recount_gives(problem: Problem, seed: int) -> None:
    rng = np.random.default_rng(seed)
    closed = rng.random((problem.rounds, max(problem.tables), len(problem.roster.entrants))) < 0.2
    price = walks.prices((np.arange(problem.rounds + 2) ** 2).astype(np.int32), 1)
    table = start.deal(problem, start.players_of_rounds(problem, rng), rng)
    state, total = start.groups(
        problem, table, price, row_price=3, extra=walks.priced(closed), pinned=False
    )
    best = state.at.copy()
    totals = np.array([total, total, 0], dtype=np.int64)
    generator = np.array([seed], dtype=np.uint64)
    groups.cool(state, best, generator, totals, 400, 4096, 1 << 15)
    fresh = groups.Groups(*(array.copy() for array in state))
    assert int(groups.recount(fresh)) == totals[0] >= totals[1]
    for name in ("meets", "more", "less", "leave", "visits"):
        assert np.array_equal(getattr(fresh, name), getattr(state, name)), name
    assert np.array_equal(fresh.join[:, :-1], state.join[:, :-1])


# Wishes.


def test_who_should_avoid_each_other_meets_only_where_nothing_else_is_left() -> None:
    avoid = tuple(combinations(range(3), 2))
    met = measures.meeting_counts(seat(event(avoid=avoid), effort=0.05))
    assert [met[a, b] for a, b in avoid] == [0, 0, 0]
    # Four at three tables: two of them meet in every round, and in no round more.
    four = tuple(combinations(range(4), 2))
    met = measures.meeting_counts(seat(event(avoid=four), effort=0.05))
    assert sum(met[a, b] for a, b in four) == 6


def test_club_mates_meet_less_than_others() -> None:
    entrants = tuple(
        replace(entrant, club="North" if i < 10 else None)
        for i, entrant in enumerate(numbered(30).entrants)
    )
    plan = seat(of_shape(roster=Roster(entrants=entrants), rounds=10), effort=0.1)
    met = measures.meeting_counts(plan)
    within = np.mean([met[a, b] for a, b in combinations(range(10), 2)])
    across = np.mean(met[:10, 10:])
    assert within < across - 0.5


@pytest.mark.parametrize("club", ["North", None])
def test_a_club_of_everybody_changes_nothing_in_the_balance(club: str | None) -> None:
    entrants = tuple(replace(entrant, club=club) for entrant in numbered(20).entrants)
    plan = seat(of_shape(roster=Roster(entrants=entrants), rounds=10), effort=0.3)
    assert plan.certificate is not None
    assert plan.certificate["meetings"]["sum_of_squares"] <= 4520
