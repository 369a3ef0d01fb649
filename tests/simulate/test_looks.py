from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from mafsim.errors import UsageError
from mafsim.metrics import CONFIDENCE
from mafsim.metrics.intervals import Figure, wilson
from mafsim.simulate import BLOCK, Aim, aim
from mafsim.simulate.looks import confidence, looks


def test_an_aim_is_read() -> None:
    assert aim("best_wins=0.005") == Aim(figure="best_wins", half_width=0.005)
    assert aim("best_in_top_3=0.1").figure == "best_in_top_3"


@pytest.mark.parametrize("text", ["best_wins", "best_wins=", "best_wins=x", "best_wins=0", "=0.1"])
def test_what_is_no_aim_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        aim(text)


def test_an_unknown_metric_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UsageError, match=r"no metric 'best_win'; there are .*best_wins"):
        aim("best_win=0.1")


def test_looks_grow_and_end_with_the_last_block() -> None:
    found = list(looks(1000))

    assert found[:5] == [1, 2, 3, 4, 5]
    assert found[-1] == 1000
    assert len(found) < 40
    assert all(b > a for a, b in pairwise(found))


def test_all_errors_together_are_no_more_than_the_one_that_is_allowed() -> None:
    spent = sum(1 - confidence(look) for look in range(1, 10_000))

    assert spent < 1 - CONFIDENCE
    assert spent == pytest.approx(1 - CONFIDENCE, rel=1e-3)


def test_an_aim_without_its_figure_is_never_reached() -> None:
    assert not Aim(figure="draw", half_width=1).reached({})
    assert not Aim(figure="draw", half_width=1).reached({"draw": Figure(0.0)})
    assert Aim(figure="draw", half_width=0.2).reached({"draw": Figure(0.5, 0.3, 0.7)})


@pytest.mark.parametrize("chance", [0.04, 0.12, 0.5])
def test_looking_again_and_again_misses_the_truth_no_more_often_than_it_says(chance: float) -> None:
    """4000 simulations of up to 40 blocks: at no look at all is the truth outside, but for 5 %.

    With 5 % of 4000 the standard deviation is 13.8; four of them are allowed, though the bound of
    Boole is loose and the count is well below 200. Plain intervals at every look would miss in more.
    """
    rng = np.random.default_rng(5)
    blocks = rng.binomial(BLOCK, chance, (4000, 40)).cumsum(axis=1)
    missed, naive = np.zeros(4000, dtype=bool), np.zeros(4000, dtype=bool)
    for look, after in enumerate(looks(40), 1):
        n = after * BLOCK
        for counted, sure in ((missed, confidence(look)), (naive, CONFIDENCE)):
            known = {x: wilson(x / n, n, sure) for x in set(blocks[:, after - 1].tolist())}
            counted |= [not known[x].holds(chance) for x in blocks[:, after - 1].tolist()]

    assert missed.sum() < 200 + 4 * 13.8
    assert naive.sum() > 400
