from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mafsim.pairing import check
from mafsim.pairing.problem import of_regulation
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.regulations import load
from mafsim.roster import Roster, numbered
from mafsim.tournament import lots
from mafsim.tournament.templates import Stretch, holders, relabelled, template


@pytest.fixture(scope="module")
def plan() -> Plan:
    roster = numbered(20, team_size=2)
    away = replace(roster.entrants[4], absent=frozenset({1}))
    people = [*roster.entrants[:4], away, *roster.entrants[5:]]
    roster = Roster(entrants=tuple(people), apart=((0, 7),))
    return seat(of_regulation(load("charlie-2016"), roster), effort=0.1, jobs=1)


def test_every_relabelled_plan_keeps_the_rules_of_the_first(plan: Plan) -> None:
    holder = holders(plan, lots.starts(1, 0, 40))

    for number, seats in enumerate(relabelled(plan.seats, holder)):
        assert not check.check(plan.with_(seats=seats)), number


def test_who_demands_what_others_do_not_keeps_his_slot(plan: Plan) -> None:
    holder = holders(plan, lots.starts(1, 0, 40))

    bound = [0, 1, 6, 7, 4, 5]  # kept apart, away, and their team-mates
    assert (holder[:, bound] == bound).all()
    assert (np.sort(holder, axis=1) == np.arange(20)).all()


def test_everybody_else_has_every_other_slot_equally_often(plan: Plan) -> None:
    n = 2800
    holder = holders(plan, lots.starts(1, 0, n))
    free = [i for i in range(20) if i not in {0, 1, 6, 7, 4, 5}]
    counts = np.array([[(holder[:, slot] == who).sum() for who in free] for slot in free])

    # Each count has mean 200 and a standard deviation below 14.
    assert abs(counts - n / len(free)).max() < 5 * 14


def test_a_lot_depends_on_the_number_of_the_tournament_alone(plan: Plan) -> None:
    whole = holders(plan, lots.starts(1, 0, 40))

    assert np.array_equal(whole[30:], holders(plan, lots.starts(1, 30, 10)))


def test_a_template_of_unequal_teams_keeps_mates_apart() -> None:
    regulation = load("charlie-2016")
    stretch = Stretch(stages=regulation.stages[:1] * 3, first=0)

    seats = template(regulation, stretch, (2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1))

    mates = [{2 * team, 2 * team + 1} for team in range(7)]
    tables = [set(table) for round_ in seats.tolist() for table in round_]
    assert seats.shape == (3, 2, 10)
    assert not [two for two in mates for table in tables if two <= table]


def test_rounds_mixed_up_by_lot_keep_apart_who_may_not_meet() -> None:
    blocked = np.zeros((20, 20), dtype=bool)
    for team in range(10):
        blocked[2 * team, 2 * team + 1] = blocked[2 * team + 1, 2 * team] = True
    groups = np.tile(np.arange(20).reshape(10, 2).T, (3000, 1, 1, 1))

    dealt = lots.mixed_up(groups, blocked, lots.lots(lots.starts(0, 0, 3000), lots.What.DEAL, 0, 1))

    assert not blocked[dealt[..., :, None], dealt[..., None, :]].any()
    assert (np.sort(dealt.reshape(3000, 20), axis=1) == np.arange(20)).all()
    with_two = (dealt[:, 0] == 2).any(axis=2) == (dealt[:, 0] == 0).any(axis=2)
    # Of two tables of ten, one of each team: 0 and 2 share one in half of all deals.
    assert with_two.mean() == pytest.approx(0.5, abs=0.05)
