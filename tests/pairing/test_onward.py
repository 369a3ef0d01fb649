"""Seats behind rounds that stand have the least excess that the past allows."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import onward, paths
from mafsim.pairing.assignment import cheapest
from mafsim.pairing.seats import colouring_of
from tests.laws import tried

Int32 = npt.NDArray[np.int32]


def squares(seated: Int32, seats: Int32) -> int:
    """Add up squared seat counts, one by one."""
    counts = [row[:] for row in seats.tolist()]
    for game in seated.tolist():
        for seat, player in enumerate(game):
            counts[player][seat] += 1
    return sum(count * count for row in counts for count in row)


def neighbours_squared(seated: Int32, before: Int32) -> int:
    counts = [row[:] for row in before.tolist()]
    for game in seated.tolist():
        for i, player in enumerate(game):
            other = game[(i + 1) % len(game)]
            counts[player][other] += 1
            counts[other][player] += 1
    return sum(counts[p][q] ** 2 for p in range(len(counts)) for q in range(p))


def best(games: Int32, seats: Int32) -> int:
    """Try all ways to seat the games: for two tiny ones."""
    ways = [list(itertools.permutations(game)) for game in games.tolist()]
    return min(squares(np.array(way, dtype=np.int32), seats) for way in itertools.product(*ways))


@st.composite
def histories(draw: st.DrawFn, *, games: int, size: int) -> tuple[Int32, Int32, Int32]:
    """Draw games that share players, seat counts and neighbours before them."""
    players = draw(st.integers(size, size * games))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    chosen = np.stack([rng.permutation(players)[:size] for _ in range(games)]).astype(np.int32)
    seats = rng.integers(0, 4, size=(players, size)).astype(np.int32)
    beside = np.triu(rng.integers(0, 3, size=(players, players)), k=1).astype(np.int32)
    return chosen, seats, (beside + beside.T).astype(np.int32)


def seated(history: tuple[Int32, Int32, Int32], *, steps: int = 300, seed: int = 0) -> Int32:
    games, seats, beside = history
    return onward.seat_onward(games, seats, beside, seed=seed, steps=steps)


@given(histories(games=1, size=5), st.integers(0, 3))
@tried(40)
def test_one_coming_round_is_seated_with_the_least_excess_there_is(
    history: tuple[Int32, Int32, Int32], seed: int
) -> None:
    games, seats, _ = history
    assert squares(seated(history, seed=seed), seats) == best(games, seats)


@given(histories(games=2, size=4))
@tried(40)
def test_two_games_that_share_players_are_seated_as_evenly_as_any_seating_is(
    history: tuple[Int32, Int32, Int32],
) -> None:
    games, seats, _ = history
    assert squares(seated(history), seats) == best(games, seats)


@given(histories(games=6, size=4))
@tried(40)
def test_everybody_keeps_his_games_and_the_bound_is_one(
    history: tuple[Int32, Int32, Int32],
) -> None:
    games, seats, _ = history
    result = seated(history)
    assert [sorted(game) for game in result.tolist()] == [sorted(game) for game in games.tolist()]
    assert squares(result, seats) >= onward.least(games, seats)


@given(histories(games=6, size=5))
@tried(30)
def test_neighbours_are_parted_and_seats_stay_as_even(
    history: tuple[Int32, Int32, Int32],
) -> None:
    _, seats, beside = history
    before, after = seated(history, steps=0), seated(history, steps=3000)
    assert squares(after, seats) <= squares(before, seats)
    if squares(after, seats) == squares(before, seats):
        assert neighbours_squared(after, beside) <= neighbours_squared(before, beside)


@given(histories(games=5, size=4), st.integers(0, 2**32 - 1))
@tried(30)
def test_the_search_keeps_its_counts_true(history: tuple[Int32, Int32, Int32], state: int) -> None:
    games, seats, beside = history
    colouring = colouring_of(games, len(seats))
    counts, neighbours = seats.copy(), beside.copy()
    np.add.at(counts, (games, np.arange(games.shape[1])), 1)
    finished = colouring.copy_at.copy()
    paths.part_onward(
        colouring, neighbours, counts, 200, np.array([state], dtype=np.uint64), finished
    )
    now = colouring.player_of[colouring.copy_at]
    expected = seats.copy()
    np.add.at(expected, (now, np.arange(games.shape[1])), 1)
    assert np.array_equal(counts, expected)
    expected = beside.copy()
    for game in now.tolist():
        for i, player in enumerate(game):
            other = game[(i + 1) % len(game)]
            expected[player, other] += 1
            expected[other, player] += 1
    assert np.array_equal(neighbours, expected)


def test_an_impossible_balance_is_missed_by_as_little_as_can_be() -> None:
    # Both have had the first seat less than any other, and only one can have it.
    seats = np.array([[0, 2, 2], [0, 2, 2], [2, 1, 1]], dtype=np.int32)
    games = np.array([[0, 1, 2]], dtype=np.int32)
    history = (games, seats, np.zeros((3, 3), dtype=np.int32))
    assert squares(seated(history), seats) == best(games, seats) > onward.least(games, seats)


@pytest.mark.parametrize("size", [1, 2, 4])
@given(data=st.data())
@tried(25)
def test_an_assignment_is_the_cheapest_of_all(size: int, data: st.DataObject) -> None:
    cells = st.lists(st.integers(-9, 9), min_size=size * size, max_size=size * size)
    price = np.array(data.draw(cells), dtype=np.int64).reshape(size, size)

    def total(rows: tuple[int, ...]) -> int:
        return sum(int(price[row, column]) for column, row in enumerate(rows))

    assert total(tuple(cheapest(price))) == min(map(total, itertools.permutations(range(size))))
