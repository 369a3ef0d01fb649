"""Seats for given groups: the least excess that the past allows, and mates parted with few changes."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from mafsim.errors import Impossible
from mafsim.pairing.given import behind, numbered, parted
from mafsim.pairing.measures import evenness, neighbour_counts, seat_counts
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Judge
from mafsim.roster import numbered as people
from tests.laws import times

RNG = np.random.default_rng(5)


def past_of(players: int, size: int, rounds: int) -> Plan:
    """Seat everybody at random for some rounds: uneven on purpose."""
    seats = [RNG.permutation(players).reshape(-1, size) for _ in range(rounds)]
    return Plan(roster=people(players), seats=np.array(seats), table_size=size)


def squares(past: Plan, seats: np.ndarray) -> int:
    counts = seat_counts(past).astype(int)
    for seated in seats.reshape(-1, past.table_size).tolist():
        for seat, index in enumerate(seated):
            if index != EMPTY:
                counts[index, seat] += 1
    return int((counts**2).sum())


@pytest.mark.parametrize("case", range(times(20)))
@pytest.mark.parametrize("rounds", [1, 2])
def test_no_numbering_of_given_groups_is_more_even(case: int, rounds: int) -> None:
    past = past_of(8, 4, 1 + case % 4)
    groups = RNG.permutation(8).reshape(2, 4).tolist()
    if case % 3 == 0:
        groups[1][0] = EMPTY
    found = squares(past, numbered(past, groups, rounds=rounds))
    table = [
        min(
            squares(past, np.array(seatings))
            for seatings in product(permutations(group), repeat=rounds)
        )
        for group in groups
    ]
    alone = squares(past, np.full((1, 4), EMPTY))
    assert found == sum(table) - alone


def test_everybody_of_a_group_sits_once_in_every_round() -> None:
    past = past_of(30, 10, 3)
    groups = RNG.permutation(30).reshape(3, 10).tolist()
    seats = numbered(past, groups, rounds=2)
    assert seats.shape == (2, 3, 10)
    for round_, table in product(range(2), range(3)):
        assert sorted(seats[round_, table].tolist()) == sorted(groups[table])


def test_ten_rounds_of_one_group_give_everybody_every_seat() -> None:
    past = past_of(10, 10, 0 + 1).with_(seats=np.full((1, 1, 10), EMPTY))
    whole = behind(past, numbered(past, [range(10)], rounds=10), stages=("",) * 10, draw="ranked")
    assert evenness(seat_counts(whole)).max_spread == 0


def test_equally_even_numberings_part_neighbours() -> None:
    """Who has sat beside each other in an even past sits so again less often than by chance."""
    past = past_of(20, 10, 1)
    groups = [past.seats[0, table].tolist() for table in range(2)]
    seats = numbered(past, groups)
    before = neighbour_counts(past)
    again = [
        int(before[seats[0, table, seat], seats[0, table, (seat + 1) % 10]])
        for table in range(2)
        for seat in range(10)
    ]
    assert sum(again) <= 1  # at random 20 * 2 / 9, more than four


def test_seats_by_lot_ignore_the_past() -> None:
    past = past_of(10, 10, 2)
    seats = numbered(past, [range(10)], seed=1, order="random")
    assert sorted(seats[0, 0].tolist()) == [*range(10)]
    others = numbered(past, [range(10)], seed=2, order="random")
    assert not np.array_equal(seats, others)


def test_the_rounds_before_stay_and_are_frozen() -> None:
    past = past_of(20, 10, 2)
    seats = numbered(past, RNG.permutation(20).reshape(2, 10).tolist())
    whole = behind(past, seats, stages=("final",), draw="ranked")
    assert np.array_equal(whole.seats[:2], past.seats)
    assert (whole.frozen, whole.stages, whole.draws) == (
        2,
        ("", "", "final"),
        ("balanced", "balanced", "ranked"),
    )


def test_a_judge_goes_where_he_may_judge() -> None:
    past = past_of(20, 10, 1)
    judges = (Judge(name="J", barred=(0,)), Judge(name="K", barred=()))
    past = past.with_(roster=replace(past.roster, judges=judges))
    for groups in ([[*range(10)], [*range(10, 20)]], [[*range(10, 20)], [*range(10)]]):
        whole = behind(past, numbered(past, groups), stages=("",), draw="ranked")
        assert whole.judges is not None
        own = next(t for t, group in enumerate(groups) if 0 in group)
        assert whole.judges[1].tolist() == ([1, 0] if own == 0 else [0, 1])


def test_nobody_moves_where_all_may_share_their_table() -> None:
    groups = [[0, 1], [2, 3]]
    allowed = np.ones((4, 4), dtype=np.bool_)
    assert parted(groups, allowed, dict.fromkeys(range(4), 0)) == tuple(groups)


@pytest.mark.parametrize("case", range(times(12)))
def test_as_few_move_as_part_those_who_may_not_meet(case: int) -> None:
    rng = np.random.default_rng(case)
    groups = [[0, 1, 2], [3, 4, 5]]
    allowed = np.ones((6, 6), dtype=np.bool_)
    for a, b in ((0, 1), (4, 5), tuple(rng.choice(6, 2, replace=False).tolist())):
        allowed[a, b] = allowed[b, a] = False
    possible = [
        sum(index not in groups[table] for table, group in enumerate(deal) for index in group)
        for deal in ([list(o[:3]), list(o[3:])] for o in permutations(range(6)))
        if all(allowed[a, b] for g in deal for a, b in permutations(g, 2))
    ]
    ranks = {index: index for index in range(6)}
    if not possible:
        with pytest.raises(Impossible, match="no deal of the coming round"):
            parted(groups, allowed, ranks)
        return
    found = parted(groups, allowed, ranks)
    moved = [i for table, group in enumerate(found) for i in group if i not in groups[table]]
    assert all(allowed[a, b] for group in found for a, b in permutations(group, 2))
    assert len(moved) == min(possible)


def test_the_lower_ones_move() -> None:
    allowed = np.ones((6, 6), dtype=np.bool_)
    allowed[0, 1] = allowed[1, 0] = False
    found = parted([[0, 1, 2], [3, 4, 5]], allowed, {index: index for index in range(6)})
    assert [sorted(group) for group in found] == [[0, 2, 5], [1, 3, 4]]
