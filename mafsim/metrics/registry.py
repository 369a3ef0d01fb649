"""Every metric by its name: one function, one line, and how its totals become figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mafsim.metrics import hunters, pairs, seats, shares, ties, truth
from mafsim.metrics.block import Block, Sample
from mafsim.metrics.methods import MILLION, Chance, Method, Moments, Ratio, Share


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: what it finds in a block, and how that becomes figures with intervals."""

    of: Callable[[Block], Sample]
    method: Method


@dataclass(frozen=True, slots=True)
class Paired:
    """A metric of two simulations of one seed, of which the first has something that the second has not."""

    of: Callable[[Block, Block], Sample]
    method: Method


METRICS: dict[str, Metric] = {
    "best_wins": Metric(truth.best_wins, Chance()),
    "best_in_top": Metric(truth.best_in_top, Chance()),
    "top_overlap": Metric(truth.top_overlap, Ratio(MILLION)),
    "best_lost": Metric(truth.best_lost, Chance()),
    "winner_rank": Metric(truth.winner_rank, Ratio(1000)),
    "kendall_tau": Metric(truth.kendall_tau, Ratio(MILLION)),
    "spearman": Metric(truth.spearman, Ratio(MILLION)),
    "split_half": Metric(truth.split_half, Moments(truth.reliability)),
    "first_place": Metric(ties.first_place, Share()),
    "podium": Metric(ties.podium, Share()),
    "cut_line": Metric(ties.cut_line, Share()),
    "every_place": Metric(ties.every_place, Share()),
    "tie_break_depth": Metric(ties.depth, Ratio()),
    "by_depth": Metric(ties.by_depth, Share()),
    "lots": Metric(ties.lots, Share()),
    "variance": Metric(shares.variance, Moments(shares.shared_out)),
    "opponents_spread": Metric(shares.opponents_spread, Moments(shares.relative_spread)),
    "points_by_role": Metric(seats.points_by_role, Ratio(1000)),
    "points_by_seat": Metric(seats.points_by_seat, Ratio(1000)),
    "red_win": Metric(seats.red_win, Share()),
    "black_win": Metric(seats.black_win, Share()),
    "draw": Metric(seats.drawn, Share()),
    "days": Metric(seats.days, Ratio()),
    "dead_last_round": Metric(seats.dead_last_round, Share()),
    "first_killed_by_role": Metric(seats.first_killed_by_role, Share()),
    "first_killed_by_seat": Metric(seats.first_killed_by_seat, Share()),
    "first_killed_strongest": Metric(seats.first_killed_strongest, Ratio()),
    "hunter_points": Metric(hunters.hunter_points, Moments(hunters.gap_in_points)),
    "hunter_places": Metric(hunters.hunter_places, Moments(hunters.gap)),
    "hunter_wins": Metric(hunters.hunter_wins, Moments(hunters.gap)),
}
"""The metrics of one simulation."""

PAIRED: dict[str, Paired] = {
    "hunter_gain_points": Paired(pairs.hunter_gain_points, Moments(hunters.gap_in_points)),
    "hunter_gain_places": Paired(pairs.hunter_gain_places, Ratio()),
    "hunter_cost_to_side": Paired(pairs.hunter_cost_to_side, Moments(hunters.gap)),
    "drop_out_pull": Paired(pairs.drop_out_pull, Ratio()),
}
"""The metrics of two simulations of one seed."""
