"""A draw by lot keeps every rule, depends on the seed alone, and prefers no deal to another."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from mafsim.errors import Impossible
from mafsim.pairing import check
from mafsim.pairing.lottery import drawn
from mafsim.pairing.measures import evenness, seat_counts
from mafsim.pairing.problem import of_regulation, of_shape
from mafsim.regulations import load, set_values
from mafsim.roster import Ban, numbered


def test_ugra_may_be_drawn_as_it_is_written() -> None:
    problem = of_regulation(load("ugra-2021"))
    plan = drawn(problem, seed=1)
    assert check.check(plan) == ()  # team-mates apart among the rest
    assert plan.draws == ("random",) * 12
    assert evenness(seat_counts(plan)).excess == 0
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "drawn"


def test_the_same_seed_gives_the_same_plan_and_another_one_another() -> None:
    problem = of_shape(players=20, tables=2, rounds=2)
    first, again, other = (drawn(problem, seed=seed).seats for seed in (3, 3, 4))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_every_deal_is_about_as_likely_as_any_other() -> None:
    """Two teams of two at two tables of three, two more people: eight deals of equal chance."""
    roster = numbered(6, team_size=2)
    roster = replace(
        roster,
        entrants=(*roster.entrants[:4], *(replace(e, team=None) for e in roster.entrants[4:])),
    )
    problem = of_shape(roster=roster, tables=2, rounds=80, table_size=3)
    seen: Counter[frozenset[int]] = Counter()
    for seed in range(10):
        plan = drawn(problem, seed=seed, order="random")
        seen.update(frozenset(table.tolist()) for table in plan.seats[:, 0])
    assert len(seen) == 8  # one of each team, and one of the two: 2 * 2 * 2
    expected = 800 / 8
    # The chi-squared statistic of 7 degrees of freedom is below 24.3 in 999 of 1000 such trials.
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 24.3


def test_pins_and_banned_tables_hold() -> None:
    roster = numbered(20)
    pinned = replace(roster.entrants[0], table=1)
    roster = replace(
        roster, entrants=(pinned, *roster.entrants[1:]), bans=(Ban(entrant=1, table=0),)
    )
    plan = drawn(of_shape(roster=roster, rounds=5))
    assert check.check(plan) == ()
    assert all(0 in plan.seats[round_, 1] and 1 in plan.seats[round_, 1] for round_ in range(5))


def test_rests_are_as_even_as_in_a_search() -> None:
    plan = drawn(of_shape(players=21, tables=2, rounds=11, games=10))
    assert check.check(plan) == ()


def test_what_no_lot_can_deal_is_refused() -> None:
    # Two tables of three for six people, of whom 1 may meet 2 and 3 alone, and 4 only 2 and 3 too.
    roster = replace(numbered(6), apart=((0, 3), (0, 4), (0, 5), (1, 3), (1, 4)))
    problem = of_shape(roster=roster, tables=2, rounds=1, table_size=3)
    plan = drawn(problem)  # 0, 1, 2 against 3, 4, 5 is the only deal
    assert {frozenset(table.tolist()) for table in plan.seats[0]} == {
        frozenset({0, 1, 2}),
        frozenset({3, 4, 5}),
    }
    nobody = replace(roster, apart=(*roster.apart, (1, 2)))
    with pytest.raises(Impossible):
        drawn(replace(problem, roster=nobody))


def test_team_mates_may_share_a_table_where_a_regulation_lets_them() -> None:
    together = set_values(load("ugra-2021"), ["table.team_mates_apart=false"])
    plan = drawn(of_regulation(together), seed=2)
    teams = [entrant.team for entrant in plan.roster.entrants]
    shared = [
        1
        for table in plan.seats.reshape(-1, 10).tolist()
        if len({teams[index] for index in table}) < 10
    ]
    assert shared
    assert check.examine(plan, together).violations == ()
