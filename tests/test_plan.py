"""A plan is a claim written down as one read-only array, compared by what it says."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster, numbered


def two_rounds() -> Plan:
    seats = np.array([[[0, 1], [2, 3]], [[4, 0], [EMPTY, EMPTY]]], dtype=np.int32)
    return Plan(roster=numbered(5), seats=seats, table_size=2)


def test_a_plan_says_how_large_it_is_and_which_tables_are_played() -> None:
    plan = two_rounds()
    assert (plan.rounds, plan.tables) == (2, 2)
    assert plan.played().tolist() == [[True, True], [True, False]]


def test_whoever_has_no_seat_has_a_bye() -> None:
    plan = two_rounds()
    assert plan.byes(0) == (4,)
    assert plan.byes(1) == (1, 2, 3)


def test_an_absent_entrant_is_among_the_byes() -> None:
    absent = Entrant(id="p5", name="Player 5", absent=frozenset({0}))
    plan = two_rounds()
    plan = plan.with_(roster=Roster(entrants=(*plan.roster.entrants[:4], absent)))
    assert plan.byes(0) == (4,)


def test_seats_are_read_only_and_of_one_type() -> None:
    plan = Plan(roster=numbered(2), seats=np.array([[[0, 1]]], dtype=np.int64), table_size=2)
    assert plan.seats.dtype == np.int32
    assert plan.seats.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        plan.seats[0, 0, 0] = 1
    with pytest.raises(FrozenInstanceError):
        plan.table_size = 3  # type: ignore[misc]


def test_a_plan_neither_follows_nor_freezes_the_array_it_was_made_from() -> None:
    seats = np.array([[[0, 1]]], dtype=np.int32)
    plan = Plan(roster=numbered(2), seats=seats, table_size=2)
    seats[0, 0] = [1, 0]
    assert plan.seats.tolist() == [[[0, 1]]]


@pytest.mark.parametrize(
    "change",
    [
        {"seats": np.array([[[1, 0], [2, 3]], [[4, 0], [EMPTY, EMPTY]]])},
        {"seats": np.array([[[0, 1], [2, 3]]])},
        {"roster": numbered(6)},
        {"table_size": 3},
        {"game": "shapka"},
        {"stages": ("first", "second")},
        {"unknown": frozenset({4})},
        {"missing_rounds": (1,)},
        {"revision": 2},
    ],
    ids=lambda change: next(iter(change)),
)
def test_plans_that_say_different_things_differ(change: dict[str, Any]) -> None:
    assert two_rounds().with_(**change) != two_rounds()


def test_where_a_plan_comes_from_makes_no_other_plan() -> None:
    plan = two_rounds()
    assert plan == two_rounds()
    assert plan.with_(certificate={"effort": 1}, provenance={"seed": 3}) == plan
    assert plan.with_(stages=("first", "second")).with_(stages=()) == plan


def test_a_plan_is_nothing_else() -> None:
    assert two_rounds() != "a plan"
    with pytest.raises(TypeError):
        hash(two_rounds())


@given(st.integers(1, 4), st.integers(1, 3), st.integers(2, 4))
def test_a_plan_can_be_sent_to_another_process(rounds: int, tables: int, size: int) -> None:
    n = tables * size
    seats = np.tile(np.arange(n, dtype=np.int32).reshape(tables, size), (rounds, 1, 1))
    plan = Plan(roster=numbered(n, team_size=2), seats=seats, table_size=size)
    assert pickle.loads(pickle.dumps(plan)) == plan


def test_a_changed_plan_leaves_the_first_one_as_it_was() -> None:
    plan = two_rounds()
    later = plan.with_(revision=plan.revision + 1)
    assert (plan.revision, later.revision) == (1, 2)
    assert replace(later, revision=1) == plan


def test_what_says_nothing_is_as_if_it_were_not_said() -> None:
    plan = two_rounds()
    said = plan.with_(draws=("balanced",) * 2, judges=np.full((2, 2), EMPTY))
    assert said == plan
    assert said.draws == ()
    assert said.judges is None
