"""Every metric of the registry keeps the contract of metrics."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from mafsim.metrics import (
    METRICS,
    PAIRED,
    PairTotals,
    Totals,
    differences,
    figures,
    metric_of,
    pair_totals,
    totals,
)
from mafsim.metrics.block import Block
from mafsim.tournament.outcome import Outcome
from mafsim.words import LANGUAGES, catalogue
from tests.metrics.blocks import CHARLIE, OMSK, TOGLIATTI, UGRA, block, relabelled

DOCS = Path(__file__).parents[2] / "docs" / "metrics.md"
EVENTS = {"ugra": UGRA, "charlie": CHARLIE, "omsk": OMSK, "togliatti": TOGLIATTI}
KINDS = ("human", "hunter", "hunter:greed=0")
BOUNDED = {
    *("best_wins", "best_in_top", "top_overlap", "best_lost", "first_place", "podium", "cut_line"),
    *("every_place", "by_depth", "lots", "red_win", "black_win", "draw", "dead_last_round"),
    *("first_killed_by_role", "first_killed_by_seat", "first_killed_strongest"),
}


@cache
def outcome(event: str, tournaments: int = 6, first: int = 0, seed: int = 0) -> Outcome:
    regulation = EVENTS[event]
    kinds = KINDS if regulation.game == "mafia" else ("pair",)
    return block(regulation, tournaments, first=first, seed=seed, kinds=kinds)


@pytest.mark.parametrize("name", [*METRICS, *PAIRED])
def test_it_says_what_it_is(name: str) -> None:
    metric = METRICS.get(name) or PAIRED[name]
    assert metric.of.__doc__
    assert f"`{name}" in DOCS.read_text(encoding="utf-8")
    for lang in LANGUAGES:
        assert f"simulate.measure.{name}" in catalogue(lang)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("name", METRICS)
def test_it_gives_whole_numbers_for_every_tournament(name: str, event: str) -> None:
    sample = METRICS[name].of(Block(outcome(event)))
    assert sample.values.dtype == np.int64
    assert sample.values.shape[:2] == (6, len(sample.names))
    assert len(set(sample.names)) == len(sample.names)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("cut", [1, 3, 5])
def test_totals_add_up_over_blocks(event: str, cut: int) -> None:
    parts = [totals(outcome(event, cut)), totals(outcome(event, 6 - cut, cut))]
    assert parts[0] + parts[1] == totals(outcome(event))
    assert parts[1] + parts[0] == parts[0] + parts[1]


@pytest.mark.parametrize("event", EVENTS)
def test_pairs_of_totals_add_up_over_blocks(event: str) -> None:
    parts = [
        pair_totals(outcome(event, n, first), outcome(event, n, first, seed=1))
        for n, first in ((2, 0), (4, 2))
    ]
    whole = pair_totals(outcome(event), outcome(event, seed=1))
    assert parts[0] + parts[1] == whole
    assert PairTotals.of(json.loads(json.dumps(whole.document()))) == whole


@pytest.mark.parametrize("event", EVENTS)
def test_totals_survive_being_written_down(event: str) -> None:
    found = totals(outcome(event))
    assert Totals.of(json.loads(json.dumps(found.document()))) == found


@pytest.mark.parametrize("event", EVENTS)
def test_the_order_of_the_roster_changes_nothing(event: str) -> None:
    """Teams and members may stand in any order; those who share a place do not matter either."""
    one = outcome(event)
    size = one.regulation.entry.team_size if one.teams is not None else 1
    rng = np.random.default_rng(4)
    n = one.entrants // size
    to = rng.permutation(n)[:, None] * size + rng.permuted(np.tile(np.arange(size), (n, 1)), axis=1)
    other = relabelled(one, to.ravel())
    assert totals(other) == totals(one)


@pytest.mark.parametrize("event", EVENTS)
def test_figures_lie_in_their_intervals(event: str) -> None:
    found = totals(outcome(event, 12))
    wide, narrow = figures(found, 0.99), figures(found, 0.8)
    assert wide.keys() == narrow.keys()
    assert {metric_of(name) for name in wide} <= METRICS.keys()
    for name, figure in wide.items():
        inside = narrow[name]
        ends = (figure.low, inside.low, figure.value, inside.high, figure.high)
        known = [end for end in ends if end is not None]
        assert len(known) == len(ends), name
        assert known == sorted(known), name
        if metric_of(name) in BOUNDED:
            assert known[0] >= 0, name
            assert known[-1] <= 1, name
    assert np.isfinite([figure.value for figure in wide.values()]).all()


@pytest.mark.parametrize("event", EVENTS)
def test_one_tournament_is_no_spread(event: str) -> None:
    for name, figure in figures(totals(outcome(event, 1))).items():
        if metric_of(name) not in BOUNDED:
            assert figure.half_width is None, name
        assert figure.holds(figure.value)


@pytest.mark.parametrize("event", EVENTS)
def test_nothing_differs_from_itself(event: str) -> None:
    found = differences(pair_totals(outcome(event), outcome(event)))
    assert found.keys() >= figures(totals(outcome(event))).keys() - {"drop_out_pull"}
    for name, figure in found.items():
        assert abs(figure.value) < 1e-9, name
        assert figure.holds(0.0) or abs(figure.low or 0.0) < 1e-9, name


@pytest.mark.parametrize("event", EVENTS)
def test_a_difference_is_that_of_the_figures(event: str) -> None:
    one, other = outcome(event, 12), outcome(event, 12, seed=1)
    told = differences(pair_totals(one, other))
    first, second = figures(totals(one)), figures(totals(other))
    for name in first.keys() & second.keys():
        assert told[name].value == pytest.approx(first[name].value - second[name].value, abs=1e-9)


@pytest.mark.parametrize("event", EVENTS)
def test_all_levels_of_a_family_add_up_to_one(event: str) -> None:
    found = figures(totals(outcome(event)))
    families = ("first_place", "podium", "every_place", "by_depth", "first_killed_by_role")
    for family in (*families, "first_killed_by_seat", "variance"):
        shares = [figure.value for name, figure in found.items() if metric_of(name) == family]
        assert not shares or sum(shares) == pytest.approx(1.0), family
    if event != "togliatti":
        ways = ("red_win", "black_win", "draw")
        assert sum(found[name].value for name in ways) == pytest.approx(1.0)


def test_every_metric_has_a_figure_somewhere() -> None:
    told = {metric_of(name) for event in EVENTS for name in figures(totals(outcome(event)))}
    assert told == set(METRICS)
