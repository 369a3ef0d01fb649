"""A lot deals people to slots and changes nothing about how fair a plan is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mafsim.errors import Impossible
from mafsim.pairing import check, measures
from mafsim.pairing.draw import Drawn, draw
from mafsim.pairing.problem import of_regulation, of_shape, of_stage
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan
from mafsim.regulations.load import load
from mafsim.roster import Judge, Roster, numbered, numbered_pairs
from tests.laws import times
from tests.pairing.draws import legal_plans

TOGLIATTI = load("togliatti-2014")


def shapka(roster: Roster, rounds: int = 1) -> Plan:
    return seat(of_shape(roster=roster, rounds=rounds, game="shapka"), effort=0)


def mafia(roster: Roster, rounds: int = 4, size: int = 4) -> Plan:
    return seat(of_shape(roster=roster, rounds=rounds, table_size=size), effort=0)


def drawn_or_bound(plan: Plan, seed: int) -> Drawn:
    """Draw, unless the drawn plan is one that breaks rules or that leaves nothing to a lot."""
    try:
        return draw(plan, seed=seed)
    except Impossible:
        assume(False)
        raise


@settings(max_examples=times(80))
@given(legal_plans(), st.integers(0, 99))
def test_no_measure_of_fairness_changes(plan: Plan, seed: int) -> None:
    after = drawn_or_bound(plan, seed).plan
    assert measures.balance(after) == measures.balance(plan)
    assert check.check(after) == ()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "make",
    [
        lambda: shapka(numbered_pairs(27, divisions=("juniors", "adults")), 2),
        lambda: shapka(numbered_pairs(14, team_size=2), 2),
        lambda: mafia(numbered(16, team_size=2)),
        lambda: mafia(numbered(18)),
    ],
    ids=["categories", "byes in shapka", "teams of two", "byes"],
)
def test_bounds_and_proofs_stay_with_the_balance(make: Callable[[], Plan], seed: int) -> None:
    plan = make()
    after = draw(plan, seed=seed).plan
    before, now = check.examine(plan), check.examine(after)
    assert now.balance == before.balance
    assert check.balance_document(now) == check.balance_document(before)


def test_teams_come_to_slots_of_teams_of_their_category() -> None:
    plan = shapka(numbered_pairs(27, divisions=("juniors", "adults")))
    after = draw(plan, seed=1)
    entrants = plan.roster.entrants
    slots = dict(after.slots)
    for members in plan.roster.teams().values():
        assert len({entrants[slots[index]].team for index in members}) == 1
        assert {entrants[slots[index]].division for index in members} == {
            entrants[members[0]].division
        }
    assert any(entrants[slots[i]].team != entrants[i].team for i in slots)
    for table_before, table_after in zip(plan.seats[0], after.plan.seats[0], strict=True):
        assert [slots[i] for i in table_after.tolist()] == table_before.tolist()


def test_every_deal_of_three_teams_comes_up_about_as_often() -> None:
    plan = shapka(numbered_pairs(9))
    teams = Counter(
        tuple(dict(draw(plan, seed=seed).slots)[3 * team] // 3 for team in range(3))
        for seed in range(240)
    )
    # 240 lots over 6 deals: 40 each; a fair lot is below 18 with a chance of 1 in 100,000.
    assert len(teams) == 6
    assert min(teams.values()) >= 18


def test_members_change_places_inside_their_team_too() -> None:
    plan = shapka(numbered_pairs(9))
    inside = {dict(draw(plan, seed=seed).slots)[0] % 3 for seed in range(20)}
    assert inside == {0, 1, 2}


def test_who_asks_for_something_keeps_a_slot_that_has_it() -> None:
    roster = numbered(16, team_size=2)
    entrants = list(roster.entrants)
    entrants[0] = replace(entrants[0], table=2)
    entrants[5] = replace(entrants[5], absent=frozenset({1}))
    roster = replace(
        roster,
        entrants=tuple(entrants),
        apart=((8, 10),),
        judges=(Judge(name="Судья", barred=(12,)),),
    )
    plan = mafia(roster)
    for seed in range(5):
        after = draw(plan, seed=seed)
        assert check.check(after.plan) == ()
        slots = dict(after.slots)
        assert [slots[index] for index in (0, 5)] == [0, 5]
        assert after.bound == (8, 9, 10, 11, 12, 13)
        assert [slots[index] for index in after.bound] == list(after.bound)


def test_two_who_are_away_in_the_same_round_may_change_places() -> None:
    roster = numbered(18)
    entrants = list(roster.entrants)
    for index in (3, 7):
        entrants[index] = replace(entrants[index], absent=frozenset({0}))
    plan = mafia(replace(roster, entrants=tuple(entrants)))
    slots = {dict(draw(plan, seed=seed).slots)[3] for seed in range(12)}
    assert slots == {3, 7}


def test_the_same_seed_gives_the_same_lot() -> None:
    plan = shapka(numbered_pairs(45))
    assert draw(plan, seed=9) == draw(plan, seed=9)
    assert draw(plan, seed=9).slots != draw(plan, seed=10).slots
    assert draw(plan, seed=9).plan.revision == plan.revision + 1


def test_later_stages_keep_their_groups_and_draw_tables() -> None:
    plan = seat(of_regulation(TOGLIATTI), effort=0)
    field = tuple(
        index
        for index, entrant in enumerate(plan.roster.entrants)
        if int(str(entrant.team).split()[1]) % 15 < 12
    )
    second = seat(of_stage(TOGLIATTI, plan.roster, "qualifying-2", field=field, past=plan))
    after = draw(second, seed=4)
    assert after.tables == (1,)
    assert np.array_equal(after.plan.seats[0], second.seats[0])
    assert not np.array_equal(after.plan.seats[1], second.seats[1])
    entrants = second.roster.entrants

    def groups(plan: Plan, division: str) -> list[list[int]]:
        return sorted(
            table
            for table in plan.seats[1].tolist()
            if table[0] != EMPTY and entrants[table[0]].division == division
        )

    for division in ("juniors", "adults"):
        assert groups(after.plan, division) == groups(second, division)
    first = {entrants[t[0]].division for t in after.plan.seats[1, :12].tolist()}
    assert first == {"juniors"}


def test_a_lot_over_nothing_is_refused() -> None:
    plan = shapka(numbered_pairs(9))
    with pytest.raises(Impossible, match="every round of the plan has been played"):
        draw(plan.with_(frozen=1))
    with pytest.raises(Impossible, match="round 1 is dealt by places"):
        draw(plan.with_(draws=("ranked",)))
    broken = np.array(plan.seats)
    broken[0, 0, 0] = broken[0, 1, 0]
    with pytest.raises(Impossible, match="the plan breaks"):
        draw(plan.with_(seats=broken))


def test_a_lot_in_which_all_are_bound_is_refused() -> None:
    roster = numbered(8)
    apart = ((0, 1), (2, 3), (4, 5), (6, 7))
    plan = mafia(replace(roster, apart=apart), rounds=2)
    with pytest.raises(Impossible, match="nobody can change places"):
        draw(plan)
