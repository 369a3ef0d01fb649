"""Random numbers inside compiled code: published vectors, and the shapes that they should have."""

from __future__ import annotations

import numpy as np
import pytest

from mafsim import streams
from mafsim.agents.chance import below, drawn, normal, uniform

PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""The first outputs of SplitMix64 from the seed 1234567, as its reference code prints them."""


@pytest.fixture(autouse=True)
def words_may_overflow() -> object:
    return np.seterr(over="ignore")


def test_words_are_those_of_splitmix64() -> None:
    seed = np.uint64(1234567)
    assert tuple(int(drawn(seed, i)) for i in range(5)) == PUBLISHED


def test_the_first_word_is_what_streams_mixes() -> None:
    words = np.arange(100, dtype=np.uint64)
    assert [int(drawn(word, 0)) for word in words] == streams.mixed(words).tolist()


def test_uniform_numbers_fill_the_unit_evenly() -> None:
    numbers = np.array([uniform(np.uint64(9), i) for i in range(20_000)])
    assert 0 <= numbers.min() < 0.001
    assert 0.999 < numbers.max() < 1
    counts = np.histogram(numbers, bins=20, range=(0, 1))[0]
    assert ((counts - 1000) ** 2 / 1000).sum() < 45  # the 0.999 quantile of chi-square with 19


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 22])
def test_whole_numbers_are_drawn_evenly(n: int) -> None:
    counts = np.bincount([below(np.uint64(n), i, n) for i in range(1000 * n)], minlength=n)
    assert len(counts) == n
    assert (np.abs(counts - 1000) < 4.5 * np.sqrt(1000)).all()


def test_normal_numbers_have_mean_nought_and_variance_one() -> None:
    numbers = np.array([normal(np.uint64(5), i) for i in range(20_000)])
    assert abs(numbers.mean()) < 4 / np.sqrt(20_000)
    assert abs(numbers.var() - 1) < 0.04
    assert np.abs(numbers).max() < 3.5
    assert abs((np.abs(numbers) < 1).mean() - 0.68) < 0.02
