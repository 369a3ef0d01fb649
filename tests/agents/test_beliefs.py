"""The belief that thinking players share is that of a brute-force enumeration."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.agents import beliefs
from mafsim.agents.view import BLACK, NOBODY, RED, SEATS, Ballot
from tests.agents.enumeration import Table
from tests.laws import tried

COLOURS = st.sampled_from((RED, BLACK))
DEEDS = (
    "nominate", "call", "ballot", "lift", "speak", "claim", "take_back", "tell_check", "night",
    "day", "shoot", "leave",
)  # fmt: skip


def suspicions(
    table: Table,
    n_black: int,
    own: list[float],
    *,
    seat: int = NOBODY,
    needed: frozenset[int] = frozenset(),
    sheriff: bool = False,
) -> Any:
    """Give how likely each seat is black, as the compiled belief has it."""
    mind = np.zeros(1, dtype=beliefs.MIND).view(np.recarray)[0]
    mind.mine[:] = own
    if seat != NOBODY:
        mind.mine[seat] = 0.0
    beliefs.suspect(table.belief, n_black, seat, sum(1 << each for each in needed), sheriff, mind)
    return np.array(mind.suspicion)


@st.composite
def tables(draw: st.DrawFn, size: int = SEATS, deeds: int = 40) -> Table:
    """Draw a table at which many things have happened, sensible or not."""
    table = Table(size)
    seats = st.integers(0, size - 1)
    for deed in draw(st.lists(st.sampled_from(DEEDS), max_size=deeds)):
        seat, target = draw(seats), draw(seats)
        match deed:
            case "call" | "tell_check":
                getattr(table, deed)(seat, target, draw(COLOURS))
            case "ballot":
                table.ballot(draw(st.lists(seats | st.just(NOBODY), min_size=size, max_size=size)))
            case "lift":
                table.ballot([RED] * size, Ballot.LIFT)
            case "claim":
                if not table.standing.get(seat):
                    table.claim(seat)
            case "take_back":
                if table.standing.get(seat):
                    table.take_back(seat)
            case "shoot" | "leave":
                if len(table.living) > 3 and target in table.living:
                    getattr(table, deed)(target)
            case "nominate":
                table.nominate(seat, target)
            case "speak":
                table.speak(seat)
            case _:
                getattr(table, deed)()
    return table


EVIDENCE = st.lists(st.floats(0.1, 10.0), min_size=SEATS, max_size=SEATS)


@tried(60)
@given(tables(), EVIDENCE)
def test_public_belief_is_the_enumerated_one(table: Table, own: list[float]) -> None:
    expected = table.suspicions(3, own)
    assert suspicions(table, 3, own) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@tried(60)
@given(tables(), EVIDENCE, st.integers(0, SEATS - 1))
def test_civilian_believes_what_is_enumerated(table: Table, own: list[float], seat: int) -> None:
    if table.standing.get(seat) and any(teller == seat for teller, _ in table.told):
        return  # a civilian of mafsim's own who claims to be the sheriff tells no checks
    expected = table.suspicions(3, own, seat=seat)
    assert suspicions(table, 3, own, seat=seat) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@tried(60)
@given(tables(), EVIDENCE, st.permutations(range(SEATS)), st.integers(0, 3), st.integers(0, 4))
def test_sheriff_believes_what_is_enumerated(
    table: Table, own: list[float], order: list[int], black: int, red: int
) -> None:
    seat, found = order[0], frozenset(order[1 : 1 + black])
    if any(teller == seat for teller, _ in table.told) or table.standing.get(seat) is False:
        return
    for cleared in order[1 + black : 1 + black + red]:
        own[cleared] = 0.0
    expected = table.suspicions(3, own, seat=seat, needed=found, sheriff=True)
    got = suspicions(table, 3, own, seat=seat, needed=found, sheriff=True)
    assert got == pytest.approx(expected, rel=1e-9, abs=1e-12)


@tried(30)
@given(tables(deeds=25), EVIDENCE, st.sampled_from((1, 2, 4)))
def test_any_number_of_black_players_is_enumerated(
    table: Table, own: list[float], n_black: int
) -> None:
    expected = table.suspicions(n_black, own)
    assert suspicions(table, n_black, own) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@tried(20)
@given(tables(size=8, deeds=25), EVIDENCE, st.sampled_from((2, 3)))
def test_smaller_table_is_enumerated(table: Table, own: list[float], n_black: int) -> None:
    expected = table.suspicions(n_black, own)
    assert suspicions(table, n_black, own) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_nothing_is_believed_before_anything_has_happened() -> None:
    assert suspicions(Table(), 3, [1.0] * SEATS) == pytest.approx([0.3] * SEATS)


def test_red_player_leaves_84_triples_alike() -> None:
    expected = [0.0, *([1 / 3] * 9)]
    assert suspicions(Table(), 3, [1.0] * SEATS, seat=0) == pytest.approx(expected)


def test_check_told_by_the_only_claimant_is_believed() -> None:
    table = Table()
    table.claim(4)
    table.tell_check(4, 7, BLACK)
    told = suspicions(table, 3, [1.0] * SEATS, seat=0)
    assert told[7] > 0.5 > 0.4 > told[1]


def test_silence_of_the_others_makes_a_claim_truer() -> None:
    table = Table()
    table.claim(4)
    before = suspicions(table, 3, [1.0] * SEATS)[4]
    for seat in range(SEATS):
        table.speak(seat)
    table.night()
    assert suspicions(table, 3, [1.0] * SEATS)[4] < before


def test_game_that_goes_on_has_fewer_black_players_than_red() -> None:
    table = Table()
    for seat in range(5):
        table.leave(seat)
    table.night()
    mind = suspicions(table, 3, [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    assert mind[4] == pytest.approx(1.0)  # three among the five alive would have won


@pytest.mark.parametrize(("x", "error"), [(0.0, 1e-12), (0.5, 1e-6), (2.0, 1e-6), (8.0, 1e-3)])
def test_growth_is_the_exponential(x: float, error: float) -> None:
    assert math.log(beliefs.grown(x)) == pytest.approx(x, abs=error)
    assert math.log(beliefs.grown(-x)) == pytest.approx(-x, abs=error)


def test_growth_only_grows() -> None:
    grown = [beliefs.grown(x / 4) for x in range(-128, 129)]
    assert all(one < other for one, other in itertools.pairwise(grown))


@tried(30)
@given(tables(deeds=25), st.sets(st.integers(0, SEATS - 1), min_size=1, max_size=3))
def test_lift_gains_where_the_enumeration_says_so(table: Table, leaving: set[int]) -> None:
    prospects = np.random.default_rng(3).random((SEATS + 1, SEATS + 1))
    gone = leaving & set(table.living)
    living = sum(1 << seat for seat in table.living)
    mind = np.zeros(1, dtype=beliefs.MIND).view(np.recarray)[0]
    mind.mine[:] = 1.0
    beliefs.suspect(table.belief, 3, NOBODY, 0, False, mind)
    mask = sum(1 << seat for seat in gone)
    fast = beliefs.expected_gain(table.belief, 3, NOBODY, False, mind, living, mask, prospects)
    slow, scale = 0.0, 0.0
    for black in beliefs.TRIPLES:
        weight = sum(table.weight(frozenset(black), who) for who in set(range(SEATS)) - set(black))
        here = set(black) & set(table.living)
        left = len(gone & here)
        before = prospects[len(table.living) - len(here), len(here)]
        red = len(table.living) - len(here) - (len(gone) - left)
        slow += weight * (prospects[red, len(here) - left] - before)
        scale += weight
    assert np.sign(fast) == np.sign(slow) or abs(slow) < 1e-9 * scale
