"""The search's every price and every count is what a recount gives, after any exchanges."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import groups, start
from mafsim.pairing.groups import Groups
from mafsim.pairing.measures import meeting_counts
from mafsim.pairing.problem import Problem, of_shape
from mafsim.plan import EMPTY, Plan
from tests.laws import tried
from tests.pairing import brute, draws

Int32 = npt.NDArray[np.int32]
COUNTS = ("meets", "more", "less", "join", "leave", "visits", "place")


class World(NamedTuple):
    """A plan under search, with what the oracle needs to price it."""

    problem: Problem
    state: Groups
    total: int
    price: Int32
    visit_price: int
    row_price: int


def dealt(problem: Problem, rng: np.random.Generator) -> Int32:
    """Deal people to tables without any sense, who plays in a round and who rests too."""
    there = problem.available()
    table = np.full(there.shape, max(problem.tables), dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        people = rng.permutation(np.flatnonzero(there[round_]))
        seated = people[: tables * problem.table_size]
        table[round_, seated] = np.arange(len(seated)) // problem.table_size
    return table


@st.composite
def worlds(draw: st.DrawFn, *, rests_follow: bool = True) -> World:
    problem = draw(draws.events())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    meetings = np.arange(problem.rounds + 2)
    price = draw(
        st.sampled_from(
            [
                np.stack([meetings**2, meetings * 100]),
                np.stack([3 * meetings**2 + 5 * np.abs(meetings - 2) ** 3, meetings * 1000]),
                rng.integers(-50, 50, size=(2, len(meetings))),
            ]
        )
    ).astype(np.int32)
    visit_price = draw(st.sampled_from([0, 0, 1, 7]))
    row_price = draw(st.sampled_from([0, 50])) if rests_follow else 0
    state, total = start.groups(
        problem, dealt(problem, rng), price, visit_price=visit_price, row_price=row_price
    )
    return World(problem, state, total, price, visit_price, row_price)


def price_by_hand(world: World) -> int:
    return brute.price(
        world.state.table.tolist(),
        max(world.problem.tables),
        world.price.tolist(),
        world.state.kind.tolist(),
        world.problem.available().tolist(),
        visit_price=world.visit_price,
        row_price=world.row_price,
    )


def recounted(state: Groups) -> tuple[Groups, int]:
    fresh = Groups(*(array.copy() for array in state))
    return fresh, int(groups.recount(fresh))


def wrong_counts(state: Groups) -> list[str]:
    """Name the counts that a recount finds otherwise. Nobody reads `join` for people without a seat."""
    fresh, _ = recounted(state)
    wrong = []
    for name in COUNTS:
        old, new = getattr(state, name), getattr(fresh, name)
        if name == "join":
            old, new = old[:, :-1], new[:, :-1]
        if not np.array_equal(old, new):
            wrong.append(name)
    return wrong


def orders_are_whole(world: World) -> bool:
    """Say whether `at` holds the seated in the order of tables, then who rests, then who is absent."""
    state, there = world.state, world.problem.available()
    size, nowhere = world.problem.table_size, max(world.problem.tables)
    for round_, tables in enumerate(world.problem.tables):
        order, number = state.at[round_].tolist(), tables * size
        if sorted(order) != list(range(len(order))):
            return False
        if any(state.table[round_, p] != i // size for i, p in enumerate(order[:number])):
            return False
        if any(state.table[round_, p] != nowhere for p in order[number:]):
            return False
        if [bool(there[round_, p]) for p in order] != sorted(there[round_].tolist(), reverse=True):
            return False
    return True


def exchanges(world: World, data: st.DataObject, number: int) -> list[tuple[int, int, int]]:
    """Draw exchanges of people who are there: two tables, or a table and a rest."""
    there = world.problem.available()
    chosen = []
    for _ in range(number):
        r = data.draw(st.integers(0, world.problem.rounds - 1))
        people = np.flatnonzero(there[r]).tolist()
        p, q = data.draw(st.sampled_from(people)), data.draw(st.sampled_from(people))
        chosen.append((r, p, q))
    return chosen


@given(worlds())
@tried(60)
def test_a_recount_is_what_plain_loops_price(world: World) -> None:
    assert world.total == price_by_hand(world)
    assert orders_are_whole(world)


@given(worlds(rests_follow=False), st.data())
@tried(60)
def test_the_price_of_an_exchange_is_the_difference_of_two_recounts(
    world: World, data: st.DataObject
) -> None:
    total = world.total
    for r, p, q in exchanges(world, data, 5):
        if world.state.table[r, p] == world.state.table[r, q]:
            continue
        price = groups.price_of_exchange(world.state, r, p, q)
        assert price == groups.price_of_exchange(world.state, r, q, p)
        groups.exchange(world.state, r, p, q)
        total += price
        assert total == price_by_hand(world)
        assert wrong_counts(world.state) == []
    assert orders_are_whole(world)


@given(worlds(), st.data())
@tried(60)
def test_an_exchange_and_its_return_leave_everything_as_it_was(
    world: World, data: st.DataObject
) -> None:
    before = Groups(*(array.copy() for array in world.state))
    for r, p, q in exchanges(world, data, 2):
        if world.state.table[r, p] != world.state.table[r, q]:
            groups.exchange(world.state, r, p, q)
            groups.exchange(world.state, r, p, q)
    for name in (*COUNTS, "table", "at"):
        old, new = getattr(before, name), getattr(world.state, name)
        read = slice(None, -1) if name == "join" else slice(None)
        assert np.array_equal(old[:, read], new[:, read])


def annealed(
    world: World,
    seed: int,
    *,
    proposals: int,
    rest_moves: int,
    temperature: int,
    looks: int = 1,
) -> tuple[Int32, npt.NDArray[np.int64], int]:
    best = world.state.at.copy()
    totals = np.array([world.total, world.total, temperature], dtype=np.int64)
    accepted = groups.anneal(
        world.state,
        best,
        np.array([seed], dtype=np.uint64),
        totals,
        proposals,
        0,
        proposals,
        looks,
        rest_moves,
        -(1 << 60),
    )
    return best, totals, accepted


@given(
    worlds(),
    st.integers(0, 2**64 - 1),
    st.sampled_from([0, 1 << 14, 1 << 16]),
    st.sampled_from([1, 2, 8]),
)
@tried(100)
def test_the_running_total_of_a_search_is_what_a_recount_finds(
    world: World, seed: int, rest_moves: int, looks: int
) -> None:
    best, totals, _ = annealed(
        world, seed, proposals=400, rest_moves=rest_moves, temperature=200 << 10, looks=looks
    )
    assert totals[0] == price_by_hand(world)
    assert wrong_counts(world.state) == []
    assert orders_are_whole(world)
    world.state.at[:] = best
    world.state.table[:] = start.tables_of(world.problem, best)
    assert totals[1] == price_by_hand(world) <= world.total


@given(worlds(), st.integers(0, 2**64 - 1))
@tried(40)
def test_moved_rests_keep_the_numbers_of_games(world: World, seed: int) -> None:
    nowhere = max(world.problem.tables)
    for step in range(20):
        before = (world.state.table < nowhere).sum(axis=0)
        _, totals, accepted = annealed(
            world, (seed + step) % 2**64, proposals=1, rest_moves=1 << 16, temperature=1 << 40
        )
        after = (world.state.table < nowhere).sum(axis=0)
        world = world._replace(total=int(totals[0]))
        changed = np.flatnonzero(before != after)
        assert accepted in (0, 1)
        if len(changed):
            a, b = changed.tolist()
            assert (before[a], before[b]) == (after[b], after[a])
            assert abs(int(before[a]) - int(before[b])) == 1


def test_rests_move_at_all_and_by_all_their_ways() -> None:
    problem = of_shape(players=7, tables=2, rounds=6, table_size=3)
    prices = np.stack([np.arange(8) ** 2] * 2).astype(np.int32)
    rng = np.random.default_rng(0)
    plays = start.players_of_rounds(problem, rng)
    state, total = start.groups(problem, start.deal(problem, plays, rng), prices)
    world = World(problem, state, total, prices, 0, 0)
    ways: Counter[int] = Counter()
    for seed in range(200):
        games = (world.state.table < 2).sum(axis=0)
        table = world.state.table.copy()
        _, totals, accepted = annealed(
            world, seed, proposals=1, rest_moves=1 << 16, temperature=1 << 40
        )
        world = world._replace(total=int(totals[0]))
        rounds = int((table != world.state.table).any(axis=1).sum())
        if accepted:
            ways[rounds] += 1
            assert ((world.state.table < 2).sum(axis=0) != games).any() == (rounds == 1)
    assert ways[1] > 5
    assert ways[2] > 5


@given(worlds(), st.integers(0, 2**64 - 1))
@tried(40)
def test_a_fixed_entrant_and_an_absent_one_never_move(world: World, seed: int) -> None:
    there = world.problem.available()
    # Who is pinned is fixed where all play in every round; else his rests move, at the price of places.
    held = [i for i, is_fixed in enumerate(start.fixed(world.problem)) if is_fixed]
    table = world.state.table.copy()
    annealed(world, seed, proposals=300, rest_moves=1 << 14, temperature=1 << 40)
    assert np.array_equal(table[:, held], world.state.table[:, held])
    assert np.array_equal(table[~there], world.state.table[~there])


@given(worlds(), st.integers(0, 2**64 - 1))
@tried(20)
def test_a_search_that_has_enough_does_nothing_more(world: World, seed: int) -> None:
    best = world.state.at.copy()
    totals = np.array([world.total, world.total, 1 << 40], dtype=np.int64)
    state = np.array([seed], dtype=np.uint64)
    accepted = groups.anneal(world.state, best, state, totals, 500, 0, 500, 2, 0, 1 << 60)
    # It looks after every exchange that makes the plan cheaper than all before.
    assert accepted <= 500
    assert totals[1] <= world.total
    if totals[1] < world.total:
        assert totals[0] == totals[1] == recounted(world.state)[1]


def test_a_search_at_no_temperature_only_goes_down() -> None:
    problem = of_shape(players=20, rounds=5, team_size=2)
    prices = np.stack([np.arange(7) ** 2, np.arange(7) * 10_000]).astype(np.int32)
    state, total = start.groups(problem, dealt(problem, np.random.default_rng(1)), prices)
    world = World(problem, state, total, prices, 0, 0)
    _, totals, accepted = annealed(world, 5, proposals=2_000, rest_moves=0, temperature=0)
    assert accepted > 30
    assert totals[0] == totals[1] < total


@given(worlds(rests_follow=False), st.integers(0, 2**16))
@tried(60)
def test_the_cheapest_exchange_of_somebody_is_the_least_of_all_single_prices(
    world: World, lot: int
) -> None:
    state, nowhere = world.state, max(world.problem.tables)
    rng = np.random.default_rng(lot)
    r = int(rng.integers(world.problem.rounds))
    p = int(rng.choice(np.flatnonzero(state.table[r] < nowhere)))
    people = len(state.fixed)
    first = int(rng.integers(people))
    last = int(rng.integers(first + 1, people + 1))
    own = np.append(state.join[r, :nowhere, p], groups.BARRED).astype(np.int32)
    own[state.table[r, p]] = groups.BARRED
    least = groups.cheapest(
        state.leave, state.join, state.table, state.more, state.fixed * np.int32(groups.BARRED),
        own, r, p, first, last,
    )  # fmt: skip
    others = [
        q
        for q in range(first, last)
        if not state.fixed[q] and state.table[r, q] not in (nowhere, state.table[r, p])
    ]
    prices = [groups.price_of_exchange(state, r, p, q) for q in others]
    if others:
        assert least + state.leave[r, p] == min(prices)
    else:
        assert least >= groups.SEATED


def test_the_price_of_squares_is_the_measure_of_meetings() -> None:
    problem = of_shape(players=21, tables=2, rounds=11, games=10)
    prices = np.stack([np.arange(13) ** 2] * 2).astype(np.int32)
    table = dealt(problem, np.random.default_rng(3))
    state, total = start.groups(problem, table, prices)
    seats = np.full((11, 2, 10), EMPTY, dtype=np.int32)
    for r, tables in enumerate(problem.tables):
        for t in range(tables):
            seats[r, t] = np.flatnonzero(table[r] == t)
    counts = meeting_counts(Plan(roster=problem.roster, seats=seats)).astype(np.int64)
    assert total == int((np.triu(counts) ** 2).sum())
    assert np.array_equal(state.meets, counts)


# The generator's published vectors: the reference implementation (Vigna, splitmix64.c), and the
# first numbers for the seed 1234567 as Rosetta Code lists them.
VECTORS = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}


@pytest.mark.parametrize("seed", VECTORS)
def test_draws_are_the_published_ones_of_splitmix64(seed: int) -> None:
    state = np.array([seed], dtype=np.uint64)
    drawn = [int(groups.draw(state)) for _ in VECTORS[seed]]
    assert drawn == VECTORS[seed]


@given(st.integers(0, 2**64 - 1), st.sampled_from([0, 16, 32, 48]), st.integers(1, 2**16))
def test_a_share_is_below_its_number_and_comes_from_its_bits(bits: int, shift: int, n: int) -> None:
    part = int(groups.share(np.uint64(bits), shift, n))
    assert part == ((bits >> shift) % 2**16) * n // 2**16 < n


def test_shares_are_even_to_within_one_in_sixteen_bits() -> None:
    counts = Counter(int(groups.share(np.uint64(bits), 0, 30)) for bits in range(2**16))
    assert len(counts) == 30
    assert max(counts.values()) - min(counts.values()) <= 1


def test_accepted_rises_follow_the_exponential_distribution() -> None:
    mean = groups.LOGARITHMS.mean() / groups.SCALE
    assert abs(mean - 1) < 0.001
    assert (np.diff(groups.LOGARITHMS) <= 0).all()
    # A rise of one at temperature one is accepted with a chance of 1/e.
    accepted = (groups.LOGARITHMS >= groups.SCALE).mean()
    assert abs(accepted - np.exp(-1)) < 0.001


def test_the_wanted_share_of_accepted_proposals_falls() -> None:
    wanted = groups.WANTED.tolist()
    assert all(a >= b for a, b in itertools.pairwise(wanted))
    assert wanted[0] == round(groups.BLOCK * groups.WARM)
    assert wanted[-1] == round(groups.BLOCK * groups.COLD)
