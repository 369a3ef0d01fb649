"""Intervals: textbook values, closed forms, and how often they hold the truth."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.metrics.intervals import (
    GROUPS,
    Figure,
    jackknife,
    normal_quantile,
    t_quantile,
    wilson,
)
from mafsim.metrics.methods import MILLION, Chance, Moments, Ratio, Share


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, 857, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_has_the_published_ends(
    successes: int, trials: int, low: float, high: float
) -> None:
    figure = wilson(successes / trials, trials, 0.95)
    assert (figure.low, figure.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (5, 2.5706), (10, 2.2281), (31, 2.0395)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(0.95, freedom) == pytest.approx(quantile, abs=5e-5)


def test_students_quantiles_come_near_the_normal_one() -> None:
    assert t_quantile(0.95, 100_000) == pytest.approx(normal_quantile(0.95), abs=1e-4)


pairs = st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=2, max_size=12)


@given(pairs)
def test_a_quotient_has_the_variance_of_its_linear_part(values: list[tuple[int, int]]) -> None:
    numbers = np.array(values, dtype=np.int64)[:, None, :]
    (told,) = Ratio(10).totals(numbers, 0)
    figure = Ratio(10).figures(told, 0.95)[""]
    x, y = (sum(column) for column in zip(*values, strict=True))
    r = x / y
    n = len(values)
    variance = sum((a - r * b) ** 2 for a, b in values) / (n - 1) * n / y**2
    assert figure.value == pytest.approx(r / 10)
    assert figure.half_width == pytest.approx(1.959964 * math.sqrt(variance) / 10, abs=1e-6)


@given(pairs)
def test_a_difference_of_quotients_is_paired(values: list[tuple[int, int]]) -> None:
    numbers = np.array(values, dtype=np.int64)
    more = numbers + np.array([3, 0])
    both = np.concatenate([more, numbers], axis=1)[:, None, :]
    (told,) = Ratio().totals(both, 0)
    figure = Ratio().differences(told, 0.95)[""]
    y = int(numbers[:, 1].sum())
    assert figure.value == pytest.approx(3 * len(values) / y)
    shift = [3 - figure.value * b for _, b in values]
    n = len(values)
    variance = sum(each**2 for each in shift) / (n - 1) * n / y**2
    assert figure.half_width == pytest.approx(1.959964 * math.sqrt(variance), abs=1e-6)


def test_sums_are_exact_beyond_64_bits() -> None:
    numbers = np.full((4, 1, 2), 2**40, dtype=np.int64)
    (told,) = Ratio().totals(numbers, 0)
    assert told == (4, 2**42, 2**42, *(2**82,) * 4)
    (sums,) = Moments(lambda _: {}).totals(np.full((64, 1, 1), 2**62, dtype=np.int64), 0)
    assert sums == (2, 2**63) * GROUPS


def test_a_jackknife_of_a_mean_has_its_standard_error() -> None:
    """For a mean of equal groups, leaving one out at a time gives the variance of the groups' means."""
    rng = np.random.default_rng(3)
    values = rng.integers(0, 1000, (10 * GROUPS, 1, 2))
    values[:, :, 1] = 1
    method = Moments(lambda sums: {"": sums[0] / sums[1]})
    (told,) = method.totals(values, 0)
    figure = method.figures(told, 0.95)[""]
    means = values[:, 0, 0].reshape(10, GROUPS).mean(axis=0)
    error = means.std(ddof=1) / math.sqrt(GROUPS)
    assert figure.value == pytest.approx(means.mean())
    assert figure.half_width == pytest.approx(t_quantile(0.95, GROUPS - 1) * error)


def test_groups_go_by_the_numbers_of_tournaments() -> None:
    values = np.arange(40, dtype=np.int64).reshape(40, 1, 1)
    method = Moments(lambda _: {})
    (whole,) = method.totals(values, 0)
    parts = [method.totals(values[:7], 0)[0], method.totals(values[7:], 7)[0]]
    assert whole == tuple(a + b for a, b in zip(*parts, strict=True))


def test_an_unknown_part_leaves_no_interval() -> None:
    assert jackknife(1.0, [1.0, math.nan], 0.95) == Figure(1.0)
    assert jackknife(1.0, [1.0], 0.95).half_width is None
    assert Figure(2.0).holds(1e9)


def test_a_share_of_equal_tournaments_never_has_more_trials_than_there_were() -> None:
    """Half of ten games in each of fifty tournaments: no variance, but five hundred coins."""
    (told,) = Share().totals(np.tile([[[5, 10]]], (50, 1, 1)), 0)
    assert Share().figures(told, 0.95)[""] == wilson(0.5, 500, 0.95)


def test_a_share_that_is_always_so_counts_tournaments() -> None:
    (told,) = Share().totals(np.tile([[[10, 10]]], (50, 1, 1)), 0)
    assert Share().figures(told, 0.95)[""] == wilson(1.0, 50, 0.95)


def test_a_share_of_whole_tournaments_counts_tournaments_alone() -> None:
    """Red wins all ten games of a tournament or none: ten games tell no more than one."""
    rng = np.random.default_rng(1)
    won = rng.integers(0, 2, 400)
    values = np.stack([10 * won, np.full(400, 10)], axis=1)[:, None, :]
    (told,) = Share().totals(values, 0)
    figure, coin = Share().figures(told, 0.95)[""], wilson(float(won.mean()), 400, 0.95)
    assert figure.half_width == pytest.approx(coin.half_width, rel=0.01)


@pytest.mark.parametrize("chance", [0.05, 0.5, 0.97])
def test_intervals_hold_the_truth_as_often_as_they_say(chance: float) -> None:
    """2000 samples: 95 % less five standard errors is 92.6; Wilson's own dips go to about 93 %."""
    rng = np.random.default_rng(7)
    held = {"chance": 0, "share": 0}
    for _ in range(2000):
        wins = rng.binomial(1, chance, 60)
        one = np.stack([wins * MILLION, np.ones(60, dtype=int)], axis=1)[:, None, :]
        (told,) = Chance().totals(one, 0)
        held["chance"] += Chance().figures(told, 0.95)[""].holds(chance)
        own = np.clip(rng.normal(chance, 0.02, 60), 0, 1)
        own += chance - own.mean() if chance == 0.5 else 0.0
        games = rng.binomial(10, np.clip(own, 0, 1))
        several = np.stack([games, np.full(60, 10)], axis=1)[:, None, :]
        (told,) = Share().totals(several, 0)
        held["share"] += Share().figures(told, 0.95)[""].holds(chance)
    assert held["chance"] > 0.92 * 2000
    assert held["share"] > 0.91 * 2000


def test_parts_of_a_win_lie_between_the_whole_ones() -> None:
    values = np.array([[[MILLION // 2, 1]], [[MILLION, 1]]])
    (told,) = Chance().totals(values, 0)
    assert Chance().figures(told, 0.95)[""].value == float(Fraction(3, 4))


def test_nothing_asked_gives_no_figure() -> None:
    for method in (Ratio(), Share(), Chance()):
        (told,) = method.totals(np.zeros((3, 1, 2), dtype=np.int64), 0)
        assert method.figures(told, 0.95) == {}
        (told,) = method.totals(np.zeros((3, 1, 4), dtype=np.int64), 0)
        assert method.differences(told, 0.95) == {}
