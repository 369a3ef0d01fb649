"""Demands that clash are refused at once, by the smallest set that clashes, and with a way out."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.errors import Impossible
from mafsim.pairing.explain import Clash, Demand, refuse_clashes
from mafsim.pairing.problem import Problem, of_shape
from mafsim.roster import Ban, Judge, Roster, numbered
from tests.laws import tried
from tests.pairing import brute, draws

RING = tuple(sorted([(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]))


def event(
    players: int = 20,
    rounds: int = 3,
    *,
    pins: dict[int, int] | None = None,
    absent: dict[int, set[int]] | None = None,
    team_size: int = 1,
    **demands: Any,
) -> Problem:
    entrants = [
        replace(entrant, table=(pins or {}).get(i), absent=frozenset((absent or {}).get(i, set())))
        for i, entrant in enumerate(numbered(players, team_size=team_size).entrants)
    ]
    return of_shape(roster=Roster(entrants=tuple(entrants), **demands), rounds=rounds)


def refusal(stated: Callable[[], object]) -> Impossible | None:
    """Give why something cannot be, if it cannot."""
    try:
        stated()
    except Impossible as refused:
        return refused
    return None


def kinds(demands: tuple[Demand, ...]) -> list[str]:
    return sorted(demand.kind for demand in demands)


# For each demand an event that it makes impossible, and the reason.

CLASHES: list[tuple[str, Callable[[], Problem], list[str], str]] = [
    (
        "five in a ring at two tables",
        lambda: event(apart=RING),
        ["apart"] * 5,
        "never share a table",
    ),
    (
        "a pin at a banned table",
        lambda: event(pins={3: 1}, bans=(Ban(entrant=3, table=1),)),
        ["ban", "pin"],
        "Player 04 must sit at table 2; Player 04 may not sit at table 2",
    ),
    (
        "all tables banned in one round",
        lambda: event(
            bans=(Ban(entrant=3, table=1), Ban(entrant=3, table=0, rounds=frozenset({2})))
        ),
        ["ban", "ban"],
        "in round 3 these cannot all hold at 2 tables",
    ),
    (
        "a pin before a judge who may not judge him",
        lambda: event(pins={3: 1}, judges=(Judge(name="Ivan", table=1, barred=(3, 4)),)),
        ["judge", "pin"],
        "Ivan (table 2) may not judge Player 04",
    ),
    (
        "nobody may judge him",
        lambda: event(judges=(Judge(name="Ivan", barred=(3,)), Judge(name="Olga", barred=(3,)))),
        ["judge", "judge"],
        "Olga (tables 1, 2) may not judge Player 04",
    ),
    (
        "eleven kept from one of two tables",
        lambda: event(bans=tuple(Ban(entrant=i, table=0) for i in range(11))),
        ["ban"] * 11,
        "Player 11 may not sit at table 1",
    ),
    (
        "two pins and one who may meet neither",
        lambda: event(pins={0: 0, 2: 1}, apart=((0, 1), (1, 2))),
        ["apart", "apart", "pin", "pin"],
        "Player 01 must sit at table 1",
    ),
    (
        "a team of three and a table banned to all of them",
        lambda: event(30, team_size=3, bans=tuple(Ban(entrant=i, table=1) for i in range(3))),
        ["ban", "ban", "ban", "team"],
        "team 'Team 1' (Player 01, Player 02, Player 03) never shares a table",
    ),
    (
        "a pin in the round in which others fill the table",
        lambda: event(
            pins=dict.fromkeys(range(10), 0),
            bans=(Ban(entrant=12, table=1, rounds=frozenset({1})),),
        ),
        ["ban", *["pin"] * 10],
        "in round 2",
    ),
]


@pytest.mark.parametrize(
    ("stated", "said"), [row[1:4:2] for row in CLASHES], ids=[r[0] for r in CLASHES]
)
def test_clashing_demands_are_refused_with_the_reason(
    stated: Callable[[], Problem], said: str
) -> None:
    with pytest.raises(Impossible) as refused:
        stated()
    assert refused.value.key == "problem.clash"
    assert said in refused.value.sentence("en")
    assert refused.value.sentence("ru") != refused.value.sentence("en")


@pytest.mark.parametrize(
    ("stated", "wanted"), [row[1:3] for row in CLASHES], ids=[r[0] for r in CLASHES]
)
def test_no_demand_of_the_clashing_set_can_be_left_out(
    stated: Callable[[], Problem], wanted: list[str]
) -> None:
    with pytest.raises(Clash) as refused:
        stated()
    assert kinds(refused.value.fields["demands"]) == wanted


def test_what_is_proposed_instead_works() -> None:
    with pytest.raises(Clash) as refused:
        event(apart=RING)
    (given_up,) = refused.value.fields["remedy"]
    left = tuple(pair for pair in RING if pair != given_up.people)
    assert len(left) == 4
    event(apart=left)
    assert f"without: {given_up.sentence('en')}" in refused.value.sentence("en")


def test_whom_rests_keep_apart_nothing_else_has_to() -> None:
    # Thirty people at two tables: ten rest in every round, one of the ring among them.
    of_shape(roster=Roster(entrants=numbered(30).entrants, apart=RING), tables=2, rounds=3)


def test_a_clash_that_only_equal_games_bring_about_is_told_as_one() -> None:
    roster = Roster(entrants=numbered(4).entrants, apart=((1, 2), (1, 3), (2, 3)))
    with pytest.raises(Clash) as refused:
        of_shape(roster=roster, rounds=4, table_size=2, tables=1)
    assert refused.value.key == "problem.clash_with_rests"
    assert kinds(refused.value.fields["demands"]) == ["apart"] * 3
    assert len(refused.value.fields["remedy"]) == 1


def test_demands_of_two_hundred_people_that_can_hold_are_let_through_without_a_solver() -> None:
    apart = tuple((i, j) for i, j in itertools.combinations(range(20), 2) if j - i < 10)
    roster = Roster(
        entrants=numbered(200, team_size=4).entrants,
        apart=apart,
        bans=tuple(Ban(entrant=i, table=i % 20) for i in range(0, 200, 3)),
    )
    began = time.process_time()
    of_shape(roster=roster, rounds=12)
    assert time.process_time() - began < 10


def test_a_dense_thicket_is_given_up_in_time() -> None:
    # A hundred people, each kept from many: whether it can be seated nobody knows at once.
    apart = tuple(
        (i, j) for i, j in itertools.combinations(range(100), 2) if (i * j + i + j) % 3 == 1
    )
    roster = Roster(entrants=numbered(100).entrants, apart=apart)
    began = time.process_time()
    refusal(lambda: of_shape(roster=roster, rounds=2))
    assert time.process_time() - began < 10


@given(st.data())
@tried(25)
def test_whatever_is_refused_can_really_not_be_seated(data: st.DataObject) -> None:
    size, tables = data.draw(st.integers(2, 3)), data.draw(st.integers(1, 2))
    rounds = data.draw(st.integers(1, 3))
    players = size * tables + data.draw(st.integers(0, 1))
    roster = data.draw(draws.rosters(players, rounds=rounds, tables=tables, most_mates=tables))
    played = tuple(
        min(tables, len(brute.there(roster, round_)) // size) for round_ in range(rounds)
    )
    if 0 in played:
        return
    problem = Problem(roster=roster, tables=played, table_size=size)
    refused = refusal(lambda: refuse_clashes(problem))
    if refused is not None:
        assert not brute.can_be_seated(roster, played, size), refused.sentence()


def test_the_reason_is_the_same_every_time() -> None:
    sentences = set()
    for _ in range(2):
        with pytest.raises(Clash) as refused:
            event(apart=RING, pins={9: 1})
        sentences.add(refused.value.sentence())
    assert len(sentences) == 1
