"""Shapka from stage to stage: each category is cut by its own rating, and nobody comes back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mafsim.errors import Impossible
from mafsim.pairing import check
from mafsim.pairing.measures import balance
from mafsim.pairing.problem import of_regulation, of_stage
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan
from mafsim.regulations import load
from mafsim.roster import Roster
from mafsim.tournament import Choice, Search, Step, step
from tests.tournament.played import told

pytestmark = pytest.mark.slow  # each stage is proved anew

TOGLIATTI = load("togliatti-2014")
QUICK = Search(effort=0.1, jobs=1)
STAGES = ("qualifying-1", "qualifying-2", "semi-final", "final")
JUNIORS = [f"Team {n}" for n in range(1, 16)]
ADULTS = [f"Team {n}" for n in range(16, 31)]


def words(*order: str) -> dict[tuple[str, str], int]:
    """Give words to teams in the order of their places, the same in every stage."""
    return {(stage, team): 40 - k for stage in STAGES for k, team in enumerate(order)}


BY_NUMBER = words(*JUNIORS) | words(*ADULTS)


@pytest.fixture(scope="module")
def first() -> Plan:
    return seat(of_regulation(TOGLIATTI), effort=0.1, jobs=1)


def on(plan: Plan, said: dict[tuple[str, str], int] = BY_NUMBER, **known: Any) -> Step:
    return step(plan, told(plan, TOGLIATTI, said), TOGLIATTI, search=QUICK, **known)


def playing(plan: Plan, round_: int) -> set[str]:
    people = plan.roster.entrants
    return {
        str(people[index].team) for index in plan.seats[round_].ravel().tolist() if index != EMPTY
    }


def test_each_category_is_cut_by_its_own_rating(first: Plan) -> None:
    done = on(first)
    assert playing(done.plan, 1) == {*JUNIORS[:12], *ADULTS[:12]}
    assert set(done.field.out) == {*JUNIORS[12:], *ADULTS[12:]}
    assert check.examine(done.plan, TOGLIATTI).violations == ()
    assert done.coming.stage.name == "qualifying-2"


def test_an_event_is_played_to_its_final(first: Plan) -> None:
    plan = first
    for teams in (12, 9, 6):
        done = on(plan)
        assert playing(done.plan, done.coming.first) == {*JUNIORS[:teams], *ADULTS[:teams]}
        assert done.warnings == ()
        plan = done.plan
    assert plan.stages == STAGES
    assert plan.revision == first.revision + 3
    assert check.examine(plan, TOGLIATTI).violations == ()
    with pytest.raises(Impossible, match="nothing comes next"):
        on(plan)


def test_the_next_by_rating_takes_the_place_of_a_team_that_withdraws(first: Plan) -> None:
    done = on(first, choice=Choice(withdraw=("Team 3",)))
    assert playing(done.plan, 1) == {*JUNIORS[:2], *JUNIORS[3:13], *ADULTS[:12]}
    assert done.warnings == (("next.instead", {"name": "Team 13", "other": "Team 3"}),)


def test_a_pair_cannot_withdraw_without_its_team(first: Plan) -> None:
    name = first.roster.entrants[0].name
    with pytest.raises(Impossible, match="the whole team is out; name the team"):
        on(first, choice=Choice(withdraw=(name,)))


def test_a_tie_at_the_cut_is_a_lot_that_is_told(first: Plan) -> None:
    said = dict(BY_NUMBER)
    said["qualifying-1", "Team 13"] = said["qualifying-1", "Team 12"]
    [(key, fields)] = on(first, said).warnings
    assert key == "next.lot_at_cut"
    told_of: Any = fields
    assert {*told_of["goes"], *told_of["stays"]} == {"Team 12", "Team 13"}


def test_one_category_may_have_a_plan_of_its_own(first: Plan) -> None:
    juniors = Roster(entrants=first.roster.entrants[:45])
    plan = seat(of_stage(TOGLIATTI, juniors, "qualifying-1"), effort=0.1, jobs=1)
    assert playing(on(plan).plan, 1) == set(JUNIORS[:12])


def test_a_lot_over_a_fair_plan_changes_no_measure(first: Plan) -> None:
    even, drawn = on(first).plan, on(first, choice=Choice(draw="random")).plan
    assert playing(drawn, 1) == playing(even, 1)
    assert not np.array_equal(drawn.seats[1], even.seats[1])
    assert np.array_equal(drawn.seats[0], even.seats[0])
    assert drawn.revision == even.revision
    assert balance(drawn) == balance(even)
