"""Designs are fitted to events: the search uses them, and gives up those that do not fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mafsim.pairing import check, formats
from mafsim.pairing.designs import Design, designs, meetings_of
from mafsim.pairing.problem import of_shape
from mafsim.pairing.solve import seat
from mafsim.pairing.start import tables_of
from mafsim.plan import Plan
from mafsim.roster import Roster, numbered
from tests.pairing import brute


def found(plan: Plan) -> tuple[int, int, int, bool]:
    """Give squares, fewest and most meetings of a valid plan, counted with plain loops, and the proof."""
    assert check.check(plan) == ()
    assert brute.broken(plan) == []
    counted = brute.balance(plan).meetings
    assert plan.certificate is not None
    proved = plan.certificate["stopped_by"] == "proved"
    return counted.sum_of_squares, counted.min, counted.max, proved


@pytest.mark.parametrize(
    ("tables", "rounds", "team", "meetings"),
    [
        *((2, 12, 2, 6), (3, 12, 3, 4), (4, 12, 4, 3), (5, 10, 5, 2), (7, 14, 7, 2)),
        *((8, 16, 8, 2), (9, 18, 9, 2), (11, 11, 11, 1), (2, 24, 2, 12)),
    ],
)
def test_a_perfect_format_is_seated_exactly_and_proved(
    tables: int, rounds: int, team: int, meetings: int
) -> None:
    plan = seat(of_shape(players=10 * tables, rounds=rounds, team_size=team), effort=0.01)
    pairs = 45 * tables * tables
    assert found(plan) == (pairs * meetings**2, meetings, meetings, True)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ({"players": 100, "rounds": 4}, (1800, 0, 1, True)),
        ({"players": 15, "rounds": 7, "table_size": 3}, (105, 1, 1, True)),
        ({"players": 15, "rounds": 6, "table_size": 3, "team_size": 3}, (90, 1, 1, True)),
        ({"players": 16, "tables": 1, "rounds": 16}, (4320, 6, 6, True)),
        ({"players": 20, "rounds": 19}, (15390, 9, 9, True)),
        ({"players": 20, "rounds": 5, "team_size": 2}, (1266, 1, 4, True)),
        ({"players": 20, "rounds": 10, "team_size": 2}, (4580, 4, 6, True)),
        ({"players": 32, "rounds": 9, "table_size": 4}, (432, 0, 1, True)),
    ],
    ids=str,
)
def test_other_designs_are_seated_and_proved_as_well(
    shape: dict[str, int], expected: tuple[int, int, int, bool]
) -> None:
    plan = seat(of_shape(**shape), effort=0.01)  # type: ignore[arg-type]
    assert found(plan) == expected


def test_a_hundred_players_are_seated_from_eleven_tables() -> None:
    plan = seat(of_shape(players=100, rounds=10, team_size=2), effort=0.5)
    squares, low, high, _ = found(plan)
    assert squares <= 5500
    assert (low, high) in {(0, 2), (0, 3)}


def test_three_hundred_players_in_pairs_begin_near_the_bound() -> None:
    event = of_shape(players=300, rounds=12, team_size=2)
    (best, *_) = formats.offers(event)
    met = meetings_of(tables_of(event, best), 30)
    assert not met[~event.may_meet()].any()
    assert met.max() <= 3
    assert 16_200 <= int((met[np.triu(event.may_meet(), k=1)] ** 2).sum()) < 17_500


def test_pairs_apart_stand_where_nobody_meets() -> None:
    apart = ((0, 5), (5, 9), (10, 29), (11, 12))
    event = of_shape(roster=replace(numbered(30), apart=apart), rounds=12)
    assert formats.offers(event)
    for at in formats.offers(event):
        met = meetings_of(tables_of(event, at), 3)
        assert not met[tuple(zip(*apart, strict=True))].any()


@pytest.mark.parametrize(
    "roster",
    [
        numbered(30, team_size=2),
        replace(
            numbered(30),
            apart=(
                (0, 1),
                (1, 2),
                (2, 3),
            ),
        ),
        replace(numbered(30, team_size=3), apart=((0, 3),)),
    ],
    ids=["pairs", "chain", "linked"],
)
def test_a_design_is_given_up_where_those_apart_do_not_fit_into_classes(roster: Roster) -> None:
    event = of_shape(roster=roster, rounds=12)
    for at in formats.offers(event):
        met = meetings_of(tables_of(event, at), 3)
        assert not met[~event.may_meet()].any()
        assert met[np.triu(event.may_meet(), k=1)].min() == 0
    if roster.teams() and not roster.apart:
        assert formats.offers(event) == []
    assert check.check(seat(event, effort=0.01)) == ()


@pytest.mark.parametrize(
    "roster",
    [
        replace(
            numbered(30),
            entrants=(replace(numbered(30).entrants[0], table=1), *numbered(30).entrants[1:]),
        ),
        replace(
            numbered(31),
            entrants=(
                replace(numbered(31).entrants[0], absent=frozenset({2})),
                *numbered(31).entrants[1:],
            ),
        ),
    ],
    ids=["pin", "absent"],
)
def test_a_design_is_given_up_where_somebody_is_bound(roster: Roster) -> None:
    assert formats.offers(of_shape(roster=roster, rounds=12)) == []


def test_threads_do_not_change_a_plan_that_begins_with_a_design() -> None:
    event = of_shape(players=60, rounds=8, team_size=2)
    one, two = (seat(event, effort=0.1, jobs=jobs) for jobs in (1, 2))
    assert np.array_equal(one.seats, two.seats)


def test_evenly_visited_tables_cost_nothing_where_a_design_has_them() -> None:
    plan = seat(of_shape(players=30, rounds=12, team_size=3), effort=0.05, table_balance="even")
    assert plan.certificate is not None
    price = plan.certificate["table_balance"]
    assert price["free"] == price["even"]
    assert price["even"]["tables_max_spread"] == 0


def test_tables_get_new_numbers_until_nobody_stays_at_one() -> None:
    (design,) = [d for d in designs(20, 2, 10) if d.name == "hadamard"]
    moved = formats.get_around(design.table, 2)
    assert (meetings_of(moved, 2) == meetings_of(design.table, 2)).all()
    before, after = (np.abs(2 * t.sum(axis=0) - len(t)).max() for t in (design.table, moved))
    assert after < before == 19


@settings(max_examples=12)
@given(st.integers(1, 4), st.integers(3, 20))
def test_a_shortened_design_is_still_transversal(spare: int, rounds: int) -> None:
    whole = next(d for d in designs(160, 16, 10) if d.rounds >= rounds)
    design = next(iter(formats.cut(whole, 16, rounds)))
    for tables in range(16, 16 - spare, -1):
        design = formats.shortened(design, tables)
    people = 160 - 10 * spare
    assert design.table.shape == (rounds, people)
    for row in design.table:
        for table in range(16 - spare):
            assert sorted(design.classes[row == table]) == list(range(10))


def test_rounds_are_left_out_that_leave_the_others_most_even() -> None:
    design = next(d for d in designs(20, 2, 10) if d.rounds == 12)
    part = formats.chosen(design.table, 2, 6)
    assert part == sorted(set(part))
    assert len(part) == 6

    def squares(rounds: tuple[int, ...]) -> int:
        return int((meetings_of(design.table[list(rounds)], 2).astype(int) ** 2).sum())

    least = min(squares(rounds) for rounds in combinations(range(12), 6))
    assert squares(tuple(part)) == least


@given(
    st.lists(st.integers(1, 6), max_size=12),
    st.lists(st.integers(0, 6), min_size=1, max_size=4),
)
def test_sets_are_packed_into_classes_whenever_they_fit(sizes: list[int], room: list[int]) -> None:
    sizes = sorted(sizes, reverse=True)
    chosen = formats.packed(sizes, room)
    if chosen is None:
        assert not _fit(tuple(sizes), tuple(sorted(room)))
        return
    left = list(room)
    for size, class_ in zip(sizes, chosen, strict=True):
        left[class_] -= size
    assert min(left) >= 0


def _fit(sizes: tuple[int, ...], room: tuple[int, ...]) -> bool:
    if not sizes:
        return True
    tried = {left for left in room if left >= sizes[0]}
    return any(_fit(sizes[1:], _less(room, left, sizes[0])) for left in tried)


def _less(room: tuple[int, ...], left: int, size: int) -> tuple[int, ...]:
    others = list(room)
    others.remove(left)
    return tuple(sorted([*others, left - size]))


def test_people_are_bound_together_by_whoever_ties_them() -> None:
    tied = np.zeros((6, 6), dtype=np.bool_)
    for a, b in ((0, 3), (3, 5), (1, 2)):
        tied[a, b] = tied[b, a] = True
    assert formats.together(tied) == [(0, 3, 5), (1, 2)]
    design = Design("any", np.zeros((1, 6), np.int32), np.array([0, 0, 1, 1, 1, 2], np.int32), 0)
    entrants = formats.standing([(0, 3, 5), (1, 2)], design.classes)
    assert entrants == [1, 2, 0, 3, 5, 4]
    assert formats.standing([(0, 3, 5), (1, 2, 4)], design.classes) is None
