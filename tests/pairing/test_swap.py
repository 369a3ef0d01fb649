"""A swap by hand shows what it costs; a difference of two plans says who sits elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.errors import Impossible, MafsimError, UsageError
from mafsim.pairing import check
from mafsim.pairing.diff import Move, difference
from mafsim.pairing.swap import swap
from mafsim.plan import Plan
from mafsim.roster import Roster, numbered
from tests.laws import tried
from tests.pairing import brute


def plan() -> Plan:
    """Three rounds of seven people at two tables of three; one rests."""
    seats = [
        [[0, 1, 2], [3, 4, 5]],
        [[6, 0, 3], [1, 4, 2]],
        [[5, 6, 1], [2, 0, 4]],
    ]
    return Plan(
        roster=Roster(entrants=numbered(7).entrants, apart=((2, 3),)),
        seats=np.array(seats, dtype=np.int32),
        table_size=3,
    )


def test_two_people_change_seats_and_nothing_else_changes() -> None:
    done = swap(plan(), round_=0, a="Player 2", b="Player 5")
    assert done.plan.seats[0].tolist() == [[0, 4, 2], [3, 1, 5]]
    assert np.array_equal(done.plan.seats[1:], plan().seats[1:])
    assert done.plan.revision == 2
    assert done.broken == ()


def test_somebody_can_change_with_one_who_rests() -> None:
    done = swap(plan(), round_=0, a="player 2", b="Player 7")
    assert done.plan.seats[0].tolist() == [[0, 6, 2], [3, 4, 5]]
    assert done.plan.byes(0) == (1,)


@given(st.integers(0, 2), st.integers(0, 6), st.integers(0, 6))
@tried(40)
def test_the_figures_are_those_of_both_plans(round_: int, a: int, b: int) -> None:
    before = plan()
    names = [entrant.name for entrant in before.roster.entrants]
    if a == b:
        return
    done = swap(before, round_=round_, a=names[a], b=names[b])
    for name, *values in done.figures():
        for value, side in zip(values, (before, done.plan), strict=True):
            balance = brute.balance(side)
            expected = {
                "sum_of_squares": balance.meetings.sum_of_squares,
                "min": balance.meetings.min,
                "max": balance.meetings.max,
                "seats_excess": balance.seats.excess,
                "seats_max_spread": balance.seats.max_spread,
                "tables_max_spread": balance.tables.max_spread,
                "neighbours": sum(n for t, n in balance.neighbours.items() if t > 1),
                "byes_in_a_row": balance.two_in_a_row,
                "violations": len(check.check(side)),
            }
            assert value == expected[name]
    again = swap(done.plan, round_=round_, a=names[b], b=names[a]).plan
    assert np.array_equal(again.seats, before.seats)


def test_a_broken_rule_is_named_and_counted() -> None:
    done = swap(plan(), round_=0, a="Player 3", b="Player 5")
    assert [violation.rule for violation in done.broken] == ["apart"]
    told = done.sentences("en")
    assert "Broken rules: 0 -> 1" in told
    assert any("Player 3, Player 4 must be kept apart" in sentence for sentence in told)
    assert done.sentences("ru") != told


def test_an_exchange_without_a_price_says_so() -> None:
    everybody = np.array([[[0, 1, 2], [3, 4, 5]]], dtype=np.int32)
    done = swap(
        Plan(roster=numbered(6), seats=everybody, table_size=3),
        round_=0,
        a="Player 1",
        b="Player 4",
    )
    assert done.sentences("en") == ("The exchange changes no figure.",)


@pytest.mark.parametrize(
    ("round_", "a", "b", "kind", "key"),
    [
        (3, "Player 1", "Player 2", UsageError, "replan.no_such_round"),
        (0, "Player 1", "Player 1", UsageError, "swap.same"),
        (0, "Player 1", "Nobody", UsageError, "roster.nobody_called"),
        (0, "Player 1", "Player 12", UsageError, "roster.nobody_called_near"),
    ],
)
def test_an_exchange_that_makes_no_sense_is_refused(
    round_: int, a: str, b: str, kind: type[MafsimError], key: str
) -> None:
    with pytest.raises(kind) as refused:
        swap(plan(), round_=round_, a=a, b=b)
    assert refused.value.key == key
    assert refused.value.sentence("en") != refused.value.sentence("ru")


def test_who_sits_twice_or_nowhere_cannot_be_exchanged() -> None:
    twice = plan().seats.copy()
    twice[0, 0, 1] = 3
    with pytest.raises(Impossible) as refused:
        swap(plan().with_(seats=twice), round_=0, a="Player 4", b="Player 1")
    assert refused.value.key == "swap.twice"
    with pytest.raises(Impossible) as refused:
        swap(plan().with_(seats=twice), round_=0, a="Player 2", b="Player 7")
    assert refused.value.key == "swap.two_byes"


# Differences.


def test_a_difference_names_each_place_that_has_changed() -> None:
    after = swap(plan(), round_=0, a="Player 2", b="Player 7").plan
    found = difference(plan(), after)
    assert found.moves == (
        Move(0, "Player 2", (0, 1), None),
        Move(0, "Player 7", None, (0, 1)),
    )
    assert found.people == 2
    assert found.sentences("en") == (
        "round 1, Player 2: table 1, seat 2 -> no seat",
        "round 1, Player 7: no seat -> table 1, seat 2",
    )
    assert found.sentences("ru")[0] == "тур 1, Player 2: стол 1, место 2 -> без места"


def test_who_comes_and_who_goes_is_named_and_does_not_count_as_moved() -> None:
    entrants = list(numbered(4).entrants)
    before = Plan(
        roster=Roster(entrants=tuple(entrants[:3])),
        seats=np.array([[[0, 1]], [[0, 2]]], dtype=np.int32),
        table_size=2,
    )
    entrants[0] = replace(entrants[0], left=1)
    entrants[3] = replace(entrants[3], joined=1)
    after = Plan(
        roster=Roster(entrants=tuple(entrants)),
        seats=np.array([[[0, 1]], [[3, 2]]], dtype=np.int32),
        table_size=2,
    )
    found = difference(before, after)
    assert (found.come, found.moves) == (("Player 4",), ())
    assert found.sentences("en") == ("comes: Player 4", "nobody's place changes")


def test_two_plans_alike_differ_in_nothing() -> None:
    assert difference(plan(), plan()).sentences("en") == ("nobody's place changes",)


def test_another_number_of_rounds_is_told() -> None:
    shorter = plan().with_(seats=plan().seats[:2])
    assert difference(plan(), shorter).sentences("en")[0] == "3 rounds before, 2 now"
