"""Every figure of the balance is what plain loops count, also of plans that are wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import measures
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster, numbered, numbered_pairs
from tests.laws import tried
from tests.pairing import brute, draws


@given(draws.wild_plans())
@tried(250)
def test_every_figure_of_a_broken_plan_is_what_plain_loops_count(plan: Plan) -> None:
    assert measures.balance(plan) == brute.balance(plan)


@given(draws.random_plans(demands=True))
@tried(60)
def test_every_figure_of_a_plan_is_what_plain_loops_count(plan: Plan) -> None:
    assert measures.balance(plan) == brute.balance(plan)


@given(draws.wild_plans())
def test_every_table_of_counts_is_what_plain_loops_count(plan: Plan) -> None:
    met = measures.meeting_counts(plan)
    beside = measures.neighbour_counts(plan)
    for (p, q), times in brute.meetings_of_pairs(plan).items():
        assert met[p, q] == met[q, p] == times
    for (p, q), times in brute.neighbours(plan).items():
        assert beside[p, q] == beside[q, p] == times
    assert not met.diagonal().any()
    assert not beside.diagonal().any()
    assert measures.seat_counts(plan).tolist() == brute.seat_counts(plan)
    assert measures.table_counts(plan).tolist() == brute.table_counts(plan)


@given(draws.wild_plans())
def test_who_may_meet_is_symmetric_and_what_the_roster_says(plan: Plan) -> None:
    allowed = measures.may_meet(plan.roster)
    n = len(plan.roster.entrants)
    for p in range(n):
        for q in range(n):
            assert allowed[p, q] == brute.may_meet(plan.roster, p, q)


@given(draws.wild_plans())
def test_who_is_absent_in_all_rounds_meets_nobody(plan: Plan) -> None:
    allowed = measures.may_meet(plan.roster, plan.rounds)
    for p, q in brute.pairs(len(plan.roster.entrants)):
        assert allowed[p, q] == allowed[q, p] == brute.is_counted(plan, p, q)


@given(draws.random_plans(demands=True), st.data())
def test_another_order_of_the_entrants_changes_no_balance(plan: Plan, data: st.DataObject) -> None:
    n = len(plan.roster.entrants)
    new = data.draw(st.permutations(range(n)))
    entrants = [plan.roster.entrants[new.index(i)] for i in range(n)]
    apart = [(min(new[a], new[b]), max(new[a], new[b])) for a, b in plan.roster.apart]
    moved = plan.with_(
        roster=Roster(entrants=tuple(entrants), apart=tuple(sorted(apart))),
        seats=np.where(plan.seats == EMPTY, EMPTY, np.array(new)[plan.seats]),
    )
    assert measures.balance(moved) == measures.balance(plan)


@given(st.integers(0, 60), st.integers(1, 12))
def test_least_squares_is_what_handing_out_one_by_one_gives(total: int, cells: int) -> None:
    assert measures.least_squares(total, cells) == brute.least_squares(total, cells)


def test_nothing_in_no_cells_is_nothing() -> None:
    assert measures.least_squares(0, 0) == 0


def small(seats: list[list[list[int]]], *, players: int, size: int) -> Plan:
    return Plan(roster=numbered(players), seats=np.array(seats, dtype=np.int32), table_size=size)


def test_two_rounds_of_four_counted_by_hand() -> None:
    plan = small([[[0, 1], [2, 3]], [[1, 0], [3, 2]]], players=4, size=2)
    figures = measures.balance(plan)
    assert figures.meetings == measures.Meetings({0: 4, 2: 2}, 0, 2, 8, 6)
    assert figures.meetings.range == 2
    assert figures.team_meetings is None
    assert figures.seats == measures.Evenness(0, 0)
    assert figures.halves_max_spread == 0
    # Everybody sits at one table twice: 4 + 0 instead of 1 + 1.
    assert figures.tables == measures.Evenness(2, 8)
    # At a table of two nobody is beside the other twice.
    assert figures.neighbours == {0: 4, 2: 2}
    assert (figures.byes_max_spread, figures.two_in_a_row) == (0, 0)


def test_the_last_seat_is_beside_the_first() -> None:
    plan = small([[[0, 1, 2, 3]]], players=4, size=4)
    beside = measures.neighbour_counts(plan)
    assert beside[0, 3] == beside[0, 1] == 1
    assert beside[0, 2] == 0


def test_rests_are_counted_for_those_who_are_there_and_compared_for_those_who_always_are() -> None:
    plan = small([[[0, 1]], [[0, 1]], [[0, 2]]], players=4, size=2)
    late = replace(plan.roster.entrants[3], absent=frozenset({0}))
    plan = plan.with_(roster=Roster(entrants=(*plan.roster.entrants[:3], late)))
    figures = measures.balance(plan)
    # 0 never rests, 1 rests once, 2 twice in a row; 3 rests in rounds 2 and 3 and is late in round 1.
    assert (figures.byes_max_spread, figures.two_in_a_row) == (2, 2)
    assert measures.rests(plan).sum(axis=0).tolist() == [0, 1, 2, 2]


def test_a_missing_round_is_nobodys_rest() -> None:
    plan = small([[[0, 1]], [[EMPTY, EMPTY]], [[0, 1]]], players=2, size=2)
    assert not measures.rests(plan).any()


def test_an_absence_after_the_last_round_is_no_absence() -> None:
    entrant = Entrant(id="p1", name="Player 1", absent=frozenset({7}))
    assert measures.available(Roster(entrants=(entrant,)), 3).all()


def test_teams_meet_once_where_several_of_them_share_a_table() -> None:
    roster = numbered(6, team_size=3)
    seats = np.array([[[0, 3, 4], [1, 2, 5]]], dtype=np.int32)
    plan = Plan(roster=roster, seats=seats, table_size=3)
    assert measures.team_meeting_counts(plan).tolist() == [[0, 2], [2, 0]]
    assert measures.team_meetings(plan) == measures.Meetings({2: 1}, 2, 2, 4, 1)


@pytest.mark.parametrize("seats", [[[[0, 0], [1, 1]]], [[[0, 1, 0]]]])
def test_who_sits_twice_at_a_table_is_there_once(seats: list[list[list[int]]]) -> None:
    plan = small(seats, players=2, size=2)
    assert measures.game_counts(plan).tolist() == [1, 1]
    assert measures.table_counts(plan).sum(axis=1).tolist() == [1, 1]
    assert measures.meeting_counts(plan).max() <= 1


def test_a_plan_without_rounds_has_no_figures_to_hide() -> None:
    plan = Plan(roster=numbered(3), seats=np.zeros((0, 1, 2), dtype=np.int32), table_size=2)
    figures = measures.balance(plan)
    assert figures == brute.balance(plan)
    assert figures.meetings.histogram == {0: 3}


def test_categories_that_play_apart_never_meet() -> None:
    roster = numbered_pairs(4, team_size=2, divisions=("cubs", "bears"))
    allowed = measures.may_meet(roster)
    assert allowed[0].tolist() == [False, False, True, True, *[False] * 4]
    assert allowed[4].tolist() == [*[False] * 6, True, True]
    together = measures.may_meet(replace(roster, divided=False))
    assert together[0].tolist() == [False, False, *[True] * 6]


def test_the_order_of_play_is_counted_by_team_and_round() -> None:
    roster = numbered_pairs(6, team_size=2)  # three teams of two pairs
    seats = np.array([[[0, 2, 4], [3, 5, 1]], [[4, EMPTY, 0], [EMPTY] * 3]], dtype=np.int32)
    plan = Plan(roster=roster, seats=seats, table_size=3, game="shapka")
    assert measures.order_counts(plan).tolist() == [
        [1, 0, 1],  # the first team in the first round: once first, once last
        [1, 1, 0],
        [0, 1, 1],
        [0, 0, 1],  # in the second round the second team does not play
        [1, 0, 0],
    ]


def test_who_has_no_team_has_no_place_in_the_order_of_teams() -> None:
    roster = Roster(entrants=(Entrant(id="a", name="A", team="T"), Entrant(id="b", name="B")))
    plan = Plan(roster=roster, seats=np.array([[[1, 0]]], dtype=np.int32), table_size=2)
    assert measures.order_counts(plan).tolist() == [[0, 1]]


def test_where_nobody_has_a_team_no_team_is_anywhere() -> None:
    plan = small([[[0, 1], [2, 3]]], players=4, size=2)
    assert measures.team_incidence(plan).shape == (2, 0)
    assert measures.team_meeting_counts(plan).shape == (0, 0)


def test_an_absence_ends_with_the_last_round() -> None:
    entrant = Entrant(id="p1", name="Player 1", absent=frozenset({2, 3}))
    assert measures.available(Roster(entrants=(entrant,)), 3)[:, 0].tolist() == [True, True, False]


def test_a_table_of_nothing_is_even() -> None:
    assert measures.evenness(np.zeros((0, 4), dtype=np.int32)) == measures.Evenness(0, 0)
