"""Seat numbers are perfectly even for any groups, and stay so while neighbours are parted."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import measures, seats
from mafsim.pairing.seats import Colouring
from mafsim.plan import EMPTY, Plan
from mafsim.roster import numbered
from tests.laws import tried
from tests.pairing import brute

Int32 = npt.NDArray[np.int32]


@st.composite
def event_groups(draw: st.DrawFn) -> tuple[Int32, int]:
    """Draw games of any size, people resting and rounds being partial: ``[game, position]``."""
    size, tables, rounds = (
        draw(st.integers(2, 11)),
        draw(st.integers(1, 4)),
        draw(st.integers(1, 14)),
    )
    players = size * tables + draw(st.integers(0, 7))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    games = []
    for _ in range(rounds):
        full = int(rng.integers(1, tables + 1))
        order = rng.permutation(players)[: full * size]
        games.extend(order.reshape(full, size).tolist())
    return np.array(games, dtype=np.int32), players


def plan_of(games: Int32, players: int) -> Plan:
    """Give a plan of one game a round."""
    return Plan(roster=numbered(players), seats=games[:, None, :], table_size=games.shape[1])


def is_proper(colouring: Colouring, games: Int32) -> bool:
    """Say whether the two views of a colouring agree and seat the very same groups."""
    copy_at, game_of, player_of = colouring
    if np.any(copy_at < 0):
        return False
    for (game, seat), copy in np.ndenumerate(copy_at):
        if game_of[copy, seat] != game:
            return False
    if int((game_of != seats.NOBODY).sum()) != copy_at.size:
        return False
    seated = np.sort(player_of[copy_at], axis=1)
    return np.array_equal(seated, np.sort(games, axis=1))


def is_even(colouring: Colouring, players: int) -> bool:
    plan = plan_of(seats.players_at(colouring), players)
    counts = brute.seat_counts(plan)
    evenness = brute.evenness(counts)
    halves = brute.halves(counts, plan.table_size)
    return evenness.max_spread <= 1 and evenness.excess == 0 and (halves or 0) <= 1


@given(event_groups(), st.integers(0, 2**32 - 1))
@tried(80)
def test_seats_and_halves_are_perfectly_even_for_any_groups(
    groups: tuple[Int32, int], seed: int
) -> None:
    games, players = groups
    colouring = seats.colour(games, players, np.random.default_rng(seed))
    assert is_proper(colouring, games)
    assert is_even(colouring, players)


@pytest.mark.parametrize(
    ("players", "tables", "rounds"),
    [(30, 3, 8), (30, 3, 12), (40, 4, 15), (100, 10, 10), (20, 2, 40)],
)
def test_seats_of_whole_events_are_perfectly_even(players: int, tables: int, rounds: int) -> None:
    rng = np.random.default_rng(0)
    games = np.concatenate([rng.permutation(players).reshape(tables, 10) for _ in range(rounds)])
    colouring = seats.colour(games.astype(np.int32), players, rng)
    counts = measures.seat_counts(plan_of(seats.players_at(colouring), players))
    assert counts.max() - counts.min() == (1 if rounds % 10 else 0)
    assert measures.evenness(counts) == measures.Evenness(int(rounds % 10 > 0), 0)


def test_chance_decides_between_equally_even_seatings() -> None:
    rng = np.random.default_rng(0)
    games = np.concatenate([rng.permutation(20).reshape(2, 10) for _ in range(6)]).astype(np.int32)
    seatings = {
        seats.players_at(seats.colour(games, 20, np.random.default_rng(seed))).tobytes()
        for seed in (1, 2, 3, 1)
    }
    assert len(seatings) == 3


def test_no_games_have_no_seats() -> None:
    games = np.zeros((0, 10), dtype=np.int32)
    colouring = seats.colour(games, 20, np.random.default_rng(0))
    assert seats.players_at(colouring).shape == (0, 10)
    parted = seats.apart_as_neighbours(colouring, 20, 100, np.uint64(1))
    assert seats.players_at(parted).shape == (0, 10)


def copied(colouring: Colouring) -> Colouring:
    return Colouring(*(array.copy() for array in colouring))


@given(event_groups(), st.integers(0, 2**32 - 1), st.data())
@tried(35)
def test_a_kempe_chain_keeps_groups_seats_and_halves(
    groups: tuple[Int32, int], seed: int, data: st.DataObject
) -> None:
    games, players = groups
    count, size = games.shape
    half = size // 2 if size % 2 == 0 else size
    colouring = seats.colour(games, players, np.random.default_rng(seed))
    chain = np.zeros(count, dtype=np.int32)
    for _ in range(5):
        game = data.draw(st.integers(0, count - 1))
        a, b = data.draw(st.permutations(range(size)))[:2]
        before = copied(colouring)
        number = seats.walk(colouring, game, a, b, chain)
        if number < 0 and a // half != b // half:
            continue  # an open chain across the halves is never exchanged
        walked = chain[: abs(number)].tolist()
        assert walked[0] == game
        assert len(set(walked)) == abs(number)
        seats.swap(colouring, chain, abs(number), a, b)
        assert is_proper(colouring, games)
        assert is_even(colouring, players)
        # Only these two seats have changed, and only in the chain's games.
        changed = np.argwhere(colouring.copy_at != before.copy_at)
        assert {(int(g), int(s)) for g, s in changed} == {(g, s) for g in walked for s in (a, b)}
        again = copied(colouring)
        seats.swap(again, chain, abs(number), a, b)
        assert all(np.array_equal(x, y) for x, y in zip(again, before, strict=True))


def test_a_closed_kempe_chain_keeps_everybodys_count_of_every_seat() -> None:
    rng = np.random.default_rng(0)
    games = np.concatenate([rng.permutation(20).reshape(2, 10) for _ in range(10)]).astype(np.int32)
    colouring = seats.colour(games, 20, rng)
    chain = np.zeros(len(games), dtype=np.int32)
    # Ten games at ten seats: every chain is closed, also one across the halves.
    for a, b in ((0, 1), (4, 5), (9, 0)):
        number = seats.walk(colouring, 3, a, b, chain)
        assert number > 0
        seats.swap(colouring, chain, number, a, b)
        counts = measures.seat_counts(plan_of(seats.players_at(colouring), 20))
        assert (counts == 1).all()


@given(event_groups(), st.integers(0, 2**32 - 1), st.integers(0, 400))
@tried(80)
def test_parted_neighbours_are_counted_as_plain_loops_count_them(
    groups: tuple[Int32, int], seed: int, proposals: int
) -> None:
    games, players = groups
    size = games.shape[1]
    if size == 2:
        return
    colouring = seats.colour(games, players, np.random.default_rng(seed))
    start = neighbour_squares(seats.players_at(colouring), players)
    counts = np.zeros((players, players), dtype=np.int32)
    best = colouring.copy_at.copy()
    half = size // 2 if size % 2 == 0 else size
    state = np.array([seed], dtype=np.uint64)
    lowest = seats.part_neighbours(colouring, counts, half, proposals, state, best)
    # The counts that it carries are those of the seating at hand, the value that of the best one.
    beside = brute.neighbours(plan_of(seats.players_at(colouring), players))
    assert all(counts[p, q] == counts[q, p] == times for (p, q), times in beside.items())
    assert lowest == neighbour_squares(colouring.player_of[best], players) <= start


def neighbour_squares(games: Int32, players: int) -> int:
    return sum(times**2 for times in brute.neighbours(plan_of(games, players)).values())


@given(event_groups(), st.integers(0, 2**32 - 1))
@tried(40)
def test_parting_neighbours_keeps_groups_seats_and_halves_and_is_never_worse(
    groups: tuple[Int32, int], seed: int
) -> None:
    games, players = groups
    colouring = seats.colour(games, players, np.random.default_rng(seed))
    before = copied(colouring)
    parted = seats.apart_as_neighbours(colouring, players, 500, np.uint64(seed))
    assert is_proper(parted, games)
    assert is_even(parted, players)
    assert all(np.array_equal(x, y) for x, y in zip(colouring, before, strict=True))
    old, new = seats.players_at(before), seats.players_at(parted)
    assert neighbour_squares(new, players) <= neighbour_squares(old, players)


def test_of_a_hundred_people_few_sit_beside_the_same_person_twice() -> None:
    rng = np.random.default_rng(2)
    games = np.concatenate([rng.permutation(100).reshape(10, 10) for _ in range(10)])
    colouring = seats.colour(games.astype(np.int32), 100, rng)
    parted = seats.apart_as_neighbours(colouring, 100, 60_000, np.uint64(0))
    twice = [
        sum(times > 1 for times in brute.neighbours(plan_of(each, 100)).values())
        for each in (seats.players_at(colouring), seats.players_at(parted))
    ]
    assert twice[0] > 60
    assert twice[1] < 15


def test_a_table_of_two_has_no_neighbours_to_part() -> None:
    games = np.array([[0, 1], [0, 1], [2, 3]], dtype=np.int32)
    colouring = seats.colour(games, 4, np.random.default_rng(0))
    parted = seats.apart_as_neighbours(colouring, 4, 50, np.uint64(3))
    assert np.array_equal(seats.players_at(parted), seats.players_at(colouring))
    assert EMPTY not in seats.players_at(parted)
