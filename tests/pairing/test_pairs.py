"""Shapka is seated without a fault, as well as can be proved, and as was asked."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mafsim.errors import Impossible, UsageError
from mafsim.pairing import check
from mafsim.pairing.check import examine
from mafsim.pairing.problem import Problem, of_regulation, of_shape, of_stage
from mafsim.pairing.progress import Progress
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan
from mafsim.regulations.load import load, set_values
from mafsim.roster import Ban, Judge, Roster, numbered_pairs
from tests.laws import times

TOGLIATTI = load("togliatti-2014")
STAGES = (("qualifying-2", 12), ("semi-final", 9), ("final", 6))


def shape(pairs: int, rounds: int, team_size: int = 3, table_size: int = 3) -> Problem:
    return of_shape(
        players=pairs, rounds=rounds, team_size=team_size, table_size=table_size, game="shapka"
    )


def survivors(plan: Plan, field: tuple[int, ...], teams: int, seed: int) -> tuple[int, ...]:
    """Choose by chance which teams of each division go on."""
    rng = np.random.default_rng(seed)
    left: list[int] = []
    for _, members in plan.roster.parts():
        inside = [i for i in members if i in field]
        names = sorted({str(plan.roster.entrants[i].team) for i in inside})
        chosen = set(rng.choice(names, size=teams, replace=False).tolist())
        left += [i for i in inside if plan.roster.entrants[i].team in chosen]
    return tuple(left)


def whole_event(seed: int) -> Iterator[Plan]:
    """Play all four stages of Togliatti, with cuts by chance."""
    plan = seat(of_regulation(TOGLIATTI), seed=seed)
    yield plan
    field = tuple(range(len(plan.roster.entrants)))
    for stage, teams in STAGES:
        field = survivors(plan, field, teams, seed)
        plan = seat(of_stage(TOGLIATTI, plan.roster, stage, field=field, past=plan), seed=seed)
        yield plan


def stage_teams(plan: Plan, round_: int) -> list[set[str]]:
    """Give the teams at each table of a round."""
    return [
        {str(plan.roster.entrants[i].team) for i in table if i != EMPTY}
        for table in plan.seats[round_].tolist()
        if table[0] != EMPTY
    ]


def test_the_first_stage_of_togliatti_has_no_fault_and_cannot_be_better() -> None:
    plan = seat(of_regulation(TOGLIATTI))
    found = examine(plan, TOGLIATTI)
    assert found.violations == ()
    assert [(s.division, s.sum_of_squares, s.proved_best) for s in found.stages] == [
        ("juniors", 45, True),
        ("adults", 45, True),
    ]
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "proved"
    tables = stage_teams(plan, 0)
    assert len(tables) == 30
    assert all(len(table) == 3 for table in tables)
    meetings = Counter(two for table in tables for two in itertools.combinations(sorted(table), 2))
    assert max(meetings.values()) == 1


def test_two_categories_share_one_numbering_of_tables() -> None:
    plan = seat(of_regulation(TOGLIATTI))
    divisions = [
        {plan.roster.entrants[i].division for i in table} for table in plan.seats[0].tolist()
    ]
    assert divisions == [{"juniors"}] * 15 + [{"adults"}] * 15


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_stage_is_proved_best_and_repeats_no_more_than_it_must(seed: int) -> None:
    for number, plan in enumerate(whole_event(seed)):
        found = examine(plan, TOGLIATTI)
        assert found.violations == ()
        now = [stage for stage in found.stages if stage.rounds == (number,)]
        assert len(now) == 2
        for stage in now:
            assert stage.proved_best
            assert stage.proved_fewest
            assert max(stage.histogram) == (2 if stage.teams == 6 else 1)
            if stage.teams == 6:
                assert stage.histogram == {1: 12, 2: 3}
        assert found.balance.meetings.max == 1
        assert found.balance.order is not None
        assert found.balance.order.max_spread == 0
        assert found.balance.tables.excess == 0
        assert (found.balance.byes_max_spread, found.balance.two_in_a_row) == (0, 0)


@pytest.mark.slow
def test_rounds_that_stand_are_not_touched() -> None:
    plans = list(whole_event(5))
    for before, after in itertools.pairwise(plans):
        assert after.frozen == before.rounds
        assert np.array_equal(after.seats[: before.rounds], before.seats)
        assert after.revision == before.revision + 1


@pytest.mark.parametrize(
    ("pairs", "rounds", "team_size", "size"),
    [(45, 3, 3, 3), (18, 2, 3, 3), (44, 2, 4, 3), (40, 2, 4, 4), (10, 3, 2, 3), (15, 2, 1, 3)],
)
def test_other_shapes_are_seated_as_well_as_whole_numbers_allow(
    pairs: int, rounds: int, team_size: int, size: int
) -> None:
    found = examine(seat(shape(pairs, rounds, team_size, table_size=size)))
    assert found.violations == ()
    assert all(stage.proved_best for stage in found.stages)


def test_each_team_begins_once_is_second_once_and_third_once() -> None:
    plan = seat(shape(36, 3))
    for round_ in range(3):
        for place in range(3):
            teams = [plan.roster.entrants[i].team for i in plan.seats[round_, :, place].tolist()]
            assert len(set(teams)) == 12
    for pair in range(36):
        places = [int(np.argwhere(plan.seats[r] == pair)[0][1]) for r in range(3)]
        assert sorted(places) == [0, 1, 2]


def test_the_start_can_be_left_to_a_lot() -> None:
    problem = replace(shape(45, 1), order="random")
    begins = Counter(
        plan.roster.entrants[i].team
        for seed in range(3)
        for plan in [seat(problem, seed=seed)]
        for i in plan.seats[0, :, 0].tolist()
    )
    # Evenly each team would begin three times.
    assert max(begins.values()) > 3
    of_the_text = set_values(TOGLIATTI, ("table.order=random",))
    assert of_regulation(of_the_text).order == "random"


def test_the_same_seed_gives_the_same_bytes_and_another_one_others() -> None:
    from mafsim.files import plan_text

    problem = shape(45, 2)
    first, again = (plan_text(seat(problem, seed=3)) for _ in range(2))
    assert first == again
    assert plan_text(seat(problem, seed=4)) != first


def demanding(rounds: int = 3) -> Roster:
    roster = numbered_pairs(36)
    entrants = list(roster.entrants)
    entrants[4] = replace(entrants[4], table=7)
    entrants[30] = replace(entrants[30], absent=frozenset({1}))
    return replace(
        roster,
        entrants=tuple(entrants),
        apart=((0, 9), (1, 12), (9, 33)),
        avoid=((2, 15),),
        bans=(Ban(entrant=20, table=0), Ban(entrant=21, table=3, rounds=frozenset({2}))),
    )


def test_pins_absences_bans_and_pairs_kept_apart_are_obeyed() -> None:
    problem = of_shape(roster=demanding(), rounds=3, game="shapka")
    plan = seat(problem, effort=1)
    assert check.check(plan) == ()
    assert all(4 in plan.seats[r, 7] for r in range(3))
    assert 30 not in plan.seats[1]
    assert all(20 not in plan.seats[r, 0] for r in range(3))
    assert 21 not in plan.seats[2, 3]
    together = [set(table) for round_ in plan.seats.tolist() for table in round_]
    assert not any({2, 15} <= table for table in together)


def test_a_pin_counts_tables_through_both_categories() -> None:
    roster = numbered_pairs(18, divisions=("juniors", "adults"))
    entrants = list(roster.entrants)
    entrants[20] = replace(entrants[20], table=8)
    pinned = replace(roster, entrants=tuple(entrants))
    names = tuple(range(36))
    plan = seat(of_stage(TOGLIATTI, pinned, "final", field=names))
    assert 20 in plan.seats[0, 8]
    entrants[20] = replace(entrants[20], table=2)
    with pytest.raises(Impossible, match=r"Team 7, pair 3 must sit at table 3.*tables 7 to 12"):
        of_stage(TOGLIATTI, replace(roster, entrants=tuple(entrants)), "final", field=names)


def test_partners_who_would_rather_not_meet_are_parted_where_it_costs_little() -> None:
    avoid = tuple((0, other) for other in range(3, 18))
    roster = replace(numbered_pairs(45), avoid=avoid)
    plan = seat(of_shape(roster=roster, rounds=1, game="shapka"), effort=1)
    beside = next(set(table) for table in plan.seats[0].tolist() if 0 in table) - {0}
    assert beside.isdisjoint(range(3, 18))


def test_the_range_can_come_first() -> None:
    plan = seat(shape(18, 3), prefer="range", effort=0.2)
    counts = examine(plan).balance.team_meetings
    assert counts is not None
    assert (counts.min, counts.max) == (3, 4)


def test_even_tables_are_visited_evenly() -> None:
    free, even = (seat(shape(18, 6), table_balance=kind) for kind in ("free", "even"))
    spread = [examine(plan).balance.tables.excess for plan in (free, even)]
    assert spread[1] <= spread[0]
    assert examine(even).violations == ()


def test_no_time_at_all_still_gives_a_valid_plan() -> None:
    plan = seat(shape(45, 4), seconds=0.0)
    assert check.check(plan) == ()
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] in ("seconds", "proved")


def test_progress_is_told_while_something_is_searched() -> None:
    told: list[Progress] = []
    seat(shape(18, 5, 3), prefer="range", effort=1, progress=told.append)
    assert told
    assert all(0 <= state.done <= 1 and state.best is not None for state in told)


@settings(max_examples=times(25))
@given(
    st.integers(3, 9), st.integers(1, 3), st.integers(1, 3), st.integers(0, 2), st.integers(0, 99)
)
def test_whatever_can_be_stated_is_seated_without_a_fault(
    teams: int, team_size: int, rounds: int, missing: int, seed: int
) -> None:
    pairs = teams * team_size - missing
    try:
        problem = shape(pairs, rounds, team_size)
    except Impossible:
        return
    plan = seat(problem, seed=seed, effort=0)
    assert check.check(plan) == ()
    assert all(s.least.squares <= s.sum_of_squares for s in examine(plan).stages)


@pytest.mark.parametrize(
    ("pairs", "team_size", "why"),
    [
        (6, 3, "a table of Shapka has pairs of 3 different teams, and there are 2 teams"),
        (12, 5, r"team 'Team 1' has 5 members .* and 12 players fill only 4 tables of 3"),
        (2, 1, "2 players do not fill one table of 3"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(pairs: int, team_size: int, why: str) -> None:
    with pytest.raises(Impossible, match=why):
        shape(pairs, 1, team_size)


def test_too_many_pairs_who_must_be_kept_apart_are_refused_by_name() -> None:
    roster = numbered_pairs(12)
    apart = tuple(itertools.product(range(3), range(3, 6)))
    why = r"these 6 may not share a table .* the 12 who are there fill 4 tables of 3"
    with pytest.raises(Impossible, match=why):
        of_shape(roster=replace(roster, apart=apart), rounds=1, game="shapka")


def test_demands_that_no_search_meets_end_in_a_reason_and_not_in_a_plan() -> None:
    """Two pairs of one team, at two tables, would both need the same pair of the third team."""
    roster = numbered_pairs(15)
    others = [index for index in range(3, 15) if index not in (3, 4, 6)]
    apart = tuple(itertools.product((0, 1), others))
    problem = of_shape(roster=replace(roster, apart=apart), rounds=1, game="shapka")
    with pytest.raises(Impossible, match="no seating was found that keeps every demand"):
        seat(problem, effort=1)


def test_a_stage_that_is_over_or_unknown_is_refused() -> None:
    plan = seat(of_regulation(TOGLIATTI), effort=0)
    with pytest.raises(UsageError, match="no stage 'semifinal'"):
        of_stage(TOGLIATTI, plan.roster, "semifinal", past=plan)
    with pytest.raises(UsageError, match="are in the plan already"):
        of_stage(TOGLIATTI, plan.roster, "qualifying-1", past=plan)


def test_a_final_of_several_games_is_seated_as_one_stage() -> None:
    """What the text leaves open (A29): "in another format"."""
    several = set_values(TOGLIATTI, ("stages.final.rounds=3",))
    roster = numbered_pairs(18, divisions=("juniors", "adults"))
    plan = seat(of_stage(several, roster, "final", field=tuple(range(36))))
    found = examine(plan)
    assert found.violations == ()
    assert [(s.rounds, s.proved_best) for s in found.stages] == [((0, 1, 2), True)] * 2


def test_every_table_of_shapka_has_a_judge_who_may_judge_there() -> None:
    roster = numbered_pairs(18)
    own = Judge(name="Always there", table=2, barred=(0, 3, 6))
    others = tuple(Judge(name=f"Judge {i}", barred=(i,)) for i in range(6))
    roster = replace(roster, judges=(own, *others))
    plan = seat(of_shape(roster=roster, rounds=3, game="shapka"), effort=0.01, jobs=1)
    assert plan.judges is not None
    assert (plan.judges[:, 2] == 0).all()
    assert all(len(set(row)) == 6 for row in plan.judges.tolist())
    assert check.check(plan) == ()
