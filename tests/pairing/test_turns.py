"""Games are equal within the parts of an event, whatever the cuts, the frozen rounds and the advisers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mafsim.pairing.turns import spans, uneven
from mafsim.plan import EMPTY, Plan
from mafsim.roster import numbered


def plan_of(rounds: list[list[int]], players: int, **known: object) -> Plan:
    """Seat one table of two a round."""
    plan = Plan(roster=numbered(players), seats=np.array(rounds)[:, None], table_size=2)
    return plan.with_(**known)


def leaving(plan: Plan, index: int, round_: int) -> Plan:
    people = list(plan.roster.entrants)
    people[index] = replace(people[index], left=round_)
    return plan.with_(roster=replace(plan.roster, entrants=tuple(people)))


def test_two_games_more_than_somebody_who_rests_are_uneven() -> None:
    found = uneven(plan_of([[0, 1], [0, 2], [0, 1], [0, 2]], 4))
    assert found is not None
    assert (found.most, found.least, found.games_of_most, found.games_of_least) == (0, 3, 4, 0)


def test_one_game_more_is_as_even_as_can_be() -> None:
    assert uneven(plan_of([[0, 1], [2, 3], [0, 2]], 4)) is None


def test_who_goes_further_may_have_more_games() -> None:
    plan = plan_of([[0, 1], [2, 3], [0, 1], [0, 1], [0, 1]], 4, stages=("a", "a", "b", "b", "b"))
    for index in (2, 3):
        plan = leaving(plan, index, 2)
    assert [*spans(plan)] == [(0, 2), (2, 5)]
    assert uneven(plan) is None


def test_somebody_who_is_forgotten_behind_a_cut_is_found() -> None:
    plan = plan_of([[0, 1], [2, 3], [0, 1], [0, 1]], 4, stages=("a", "a", "b", "b"))
    found = uneven(leaving(plan, 3, 2))  # 2 has made the cut, and is never seated behind it
    assert found is not None
    assert found.least == 2


def test_unequal_games_before_a_cut_are_found_behind_it() -> None:
    rounds = [[0, 1], [0, 1], [0, 2], [0, 1]]
    plan = leaving(plan_of(rounds, 3, stages=("a", "a", "a", "b")), 2, 3)
    found = uneven(plan.with_(frozen=3))
    assert found is not None
    assert (found.most, found.least) == (0, 2)


def test_a_stage_without_a_cut_is_one_part_with_the_one_before() -> None:
    plan = plan_of([[0, 1], [2, 3], [0, 2], [1, 3]], 4, stages=("a", "a", "b", "b"))
    assert [*spans(plan)] == [(0, 4)]


def test_a_stage_that_is_dealt_in_another_way_is_a_part() -> None:
    plan = plan_of(
        [[0, 1], [2, 3], [0, 1]],
        4,
        stages=("a", "a", "b"),
        draws=("balanced", "balanced", "ranked"),
    )
    assert [*spans(plan)] == [(0, 2), (2, 3)]


def test_frozen_rounds_count_and_are_not_to_be_changed() -> None:
    rounds = [[0, 1], [0, 1], [2, 3], [2, 3]]
    assert uneven(plan_of(rounds, 4, frozen=2)) is None
    assert uneven(plan_of([*rounds[:2], [0, 2], [0, 3]], 4, frozen=2)) is not None


def test_who_left_while_history_was_played_is_no_measure() -> None:
    plan = plan_of(
        [[0, 1], [0, 1], [0, 1], [0, 2], [0, 1]],
        3,
        stages=("a", "a", "a", "a", "b"),
        frozen=4,
        draws=("balanced",) * 4 + ("ranked",),
    )
    assert uneven(plan) is not None
    assert uneven(leaving(plan, 2, 2).with_(seats=np.array([[[0, 1]]] * 5))) is None


def test_advising_is_a_game() -> None:
    advisers = np.full((2, 1, 2), EMPTY)
    plan = plan_of([[0, 1], [0, 1]], 4)
    assert uneven(plan) is not None
    advisers[:, 0] = [2, 3]
    assert uneven(plan.with_(advisers=advisers)) is None


def away(plan: Plan, index: int, *rounds: int) -> Plan:
    people = list(plan.roster.entrants)
    people[index] = replace(people[index], absent=frozenset(rounds))
    return plan.with_(roster=replace(plan.roster, entrants=tuple(people)))


def test_who_was_missed_while_history_was_played_may_have_told_it_late() -> None:
    rounds = [[0, 1], [2, 3], [0, 1], [0, 2], [0, 1]]
    known = {"stages": ("a", "a", "a", "a", "b"), "draws": ("balanced",) * 4 + ("ranked",)}
    plan = plan_of(rounds, 4, frozen=4, **known)
    assert uneven(plan) is not None  # 3 has one game, 0 has three
    assert uneven(away(plan, 3, 2, 3)) is None


def test_what_is_uneven_since_the_last_change_of_history_is_found() -> None:
    rounds = [[0, 1], [2, 3], [0, 1], [0, 1], [0, 1]]
    known = {"stages": ("a",) * 5 + ("b",), "draws": ("balanced",) * 5 + ("ranked",)}
    plan = away(plan_of([*rounds, [0, 1]], 4, frozen=5, **known), 3, 1)
    found = uneven(plan)
    assert found is not None
    assert (found.most, found.games_of_most, found.games_of_least) == (0, 4, 1)


def test_whom_his_team_does_not_choose_is_owed_nothing() -> None:
    advisers = np.array([[[EMPTY, 2]]] * 2)
    plan = plan_of([[0, 1], [0, 1]], 4)
    mates = [replace(e, team="Foxes" if i else "Owls") for i, e in enumerate(plan.roster.entrants)]
    plan = plan.with_(roster=replace(plan.roster, entrants=tuple(mates)), advisers=advisers)
    assert uneven(plan) is None  # 3 neither sits nor advises: the Foxes have chosen 1 and 2
    alone = (*mates[:3], replace(mates[3], team="Hares"))
    assert uneven(plan.with_(roster=replace(plan.roster, entrants=alone))) is not None


def test_teams_with_advisers_play_equally_often_whoever_of_them_sits() -> None:
    advisers = np.array([[[3, 4]], [[EMPTY, EMPTY]], [[3, 4]]])
    rounds = [[0, 1], [2, 0], [0, 1]]
    plan = plan_of(rounds, 7, stages=("a",) * 3)
    teams = ["Owls", "Foxes", "Hares", "Owls", "Foxes", "Owls", "Hares"]
    mates = [replace(e, team=t) for e, t in zip(plan.roster.entrants, teams, strict=True)]
    plan = plan.with_(roster=replace(plan.roster, entrants=tuple(mates)), advisers=advisers)
    found = uneven(plan)  # the Owls play three times and the Hares once: 5 and 6 are no matter
    assert found is not None
    assert (found.most, found.least) == (0, 2)
    advisers[2, 0] = [3, 6]
    fair = plan.with_(seats=np.array([[[0, 1]], [[2, 1]], [[0, 2]]]), advisers=advisers)
    assert uneven(fair) is None
