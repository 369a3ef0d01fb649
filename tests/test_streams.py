"""A stream depends on its address alone, and every address has a stream of its own."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.streams import Purpose, lots, mixed, stream, word, words

addresses = st.tuples(
    st.integers(0, 2**64),
    st.sampled_from(Purpose),
    st.lists(st.integers(0, 2**32 - 1), max_size=4).map(tuple),
)
Address = tuple[int, Purpose, tuple[int, ...]]


def beginning(address: Address) -> bytes:
    seed, purpose, indices = address
    return stream(seed, purpose, *indices).integers(2**63, size=4).tobytes()


@given(addresses)
def test_the_same_address_gives_the_same_numbers(address: Address) -> None:
    seed, purpose, indices = address
    assert beginning(address) == beginning(address)
    assert word(seed, purpose, *indices) == word(seed, purpose, *indices)


@given(addresses, addresses)
def test_two_addresses_give_different_numbers(one: Address, other: Address) -> None:
    same = one == other
    assert (beginning(one) == beginning(other)) == same
    words = [word(seed, purpose, *indices) for seed, purpose, indices in (one, other)]
    assert (words[0] == words[1]) == same


def test_zeros_at_the_end_of_an_address_count() -> None:
    # numpy pads entropy: default_rng([42, 0]), default_rng([42]) and default_rng(42) are one stream.
    padded = [np.random.default_rng(seed).integers(2**63) for seed in (42, [42], [42, 0])]
    assert len(set(padded)) == 1
    near = [
        (seed, purpose, indices)
        for seed in (0, 42)
        for purpose in Purpose
        for indices in ((), (0,), (0, 0), (0, 0, 0), (1,), (1, 0), (0, 1), (42,), (42, 0))
    ]
    assert len({beginning(address) for address in near}) == len(near)
    assert len({int(word(s, p, *i)) for s, p, i in near}) == len(near)


def test_a_large_seed_is_not_a_small_one_with_an_index() -> None:
    # 2**32 * 7 + 5 is two words, as the seed 5 with the index 7 is.
    assert beginning((2**32 * 7 + 5, Purpose.SEARCH, ())) != beginning((5, Purpose.SEARCH, (7,)))


def test_an_index_of_two_words_is_no_address() -> None:
    pair = [np.random.SeedSequence(5, spawn_key=key) for key in ((2**32 * 7 + 1,), (1, 7))]
    assert pair[0].generate_state(1) == pair[1].generate_state(1)
    for draw in (stream, word):
        with pytest.raises(AssertionError):
            draw(5, Purpose.SEARCH, 2**32 * 7 + 1)


def test_drawing_from_one_stream_moves_no_other() -> None:
    first, second = stream(0, Purpose.SEARCH, 0), stream(0, Purpose.SEARCH, 1)
    first.random(1000)
    assert second.integers(2**63) == stream(0, Purpose.SEARCH, 1).integers(2**63)


def test_neighbouring_streams_do_not_run_together() -> None:
    rows = np.array([stream(0, Purpose.SEARCH, i).random(2000) for i in range(8)])
    correlation = np.corrcoef(rows)
    off = np.abs(correlation[~np.eye(8, dtype=np.bool_)])
    # Of 28 independent pairs of 2,000 numbers none is beyond five standard errors.
    assert off.max() < 5 / np.sqrt(2000)


def test_streams_stay_what_they_were() -> None:
    # Plans are reproducible by their seed: a change of these numbers changes every plan.
    assert stream(0, Purpose.SEARCH, 0).integers(1000, size=4).tolist() == [507, 875, 819, 820]
    assert int(word(0, Purpose.SEARCH, 0)) == 11539782348902174461


def test_a_purpose_never_changes_its_number() -> None:
    numbers = {"SEARCH": 1, "TABLES": 2, "NEIGHBOURS": 3, "DRAW": 4, "BYES": 5}
    assert numbers.items() <= {purpose.name: purpose.value for purpose in Purpose}.items()
    assert len({purpose.value for purpose in Purpose}) == len(list(Purpose))


def test_a_seed_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        stream(-1, Purpose.SEARCH)


def test_words_are_spread_over_all_their_bits() -> None:
    words = np.array([word(seed, Purpose.DRAW) for seed in range(500)], dtype=np.uint64)
    ones = [(words >> np.uint64(bit) & np.uint64(1)).sum() for bit in range(64)]
    # A fair bit in 500 words is within six standard deviations of 250.
    assert all(abs(int(n) - 250) < 6 * np.sqrt(125) for n in ones)
    assert all(a != b for a, b in itertools.pairwise(words.tolist()))


@given(st.lists(st.text(max_size=5), max_size=3), st.integers(0, 2**40))
def test_a_lot_is_drawn_by_name_whoever_else_takes_part(names: list[str], seed: int) -> None:
    drawn = lots(seed, Purpose.DRAW, names)
    assert drawn.dtype == np.uint64
    alone = [lots(seed, Purpose.DRAW, [name])[0] for name in names]
    assert drawn.tolist() == alone
    assert lots(seed, Purpose.DRAW, reversed(names)).tolist() == alone[::-1]
    assert len(set(drawn.tolist())) == len(set(names))


def test_lots_of_another_seed_or_purpose_are_others() -> None:
    names = ["p1", "p2"]
    drawn = [lots(seed, p, names).tolist() for seed in (0, 1) for p in (Purpose.DRAW, Purpose.BYES)]
    assert len({number for pair in drawn for number in pair}) == 8


def test_words_are_mixed_as_splitmix64_mixes_its_states() -> None:
    # The reference implementation (Vigna, splitmix64.c) from the seeds 0 and 1234567: the state
    # grows by the golden gamma from draw to draw, and its mix is the number drawn.
    gamma = 0x9E3779B97F4A7C15
    published = {
        0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F],
        1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423],
    }
    for seed, numbers in published.items():
        states = [(seed + step * gamma) % 2**64 for step in range(3)]
        assert mixed(np.array(states, dtype=np.uint64)).tolist() == numbers


@given(st.integers(0, 2**200), st.sampled_from(Purpose), st.integers(0, 2**32 - 9))
def test_words_of_neighbours_are_those_of_each(seed: int, purpose: Purpose, first: int) -> None:
    many = words(seed, purpose, first, 8)
    assert many.tolist() == [int(word(seed, purpose, first + i)) for i in range(8)]


def test_no_words_are_asked_for() -> None:
    assert words(0, Purpose.LOT, 0, 0).tolist() == []
