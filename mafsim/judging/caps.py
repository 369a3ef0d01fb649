"""Who gets how much: additional points and the best player within what a regulation allows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mafsim.games import EMPTY, Array, Flags, Games
from mafsim.judging.parameters import Judge
from mafsim.regulations.exactness import thousandths
from mafsim.regulations.points import Additional, BestPlayer, Bounds

_NEVER = np.int32(2**30)
"""More than anybody may get."""

Chance = Callable[[int], Flags]
"""Say for each seat of each game whether something happens that does in so many of 1000 cases."""


def unit(rule: Additional) -> int:
    """Give what a merit of 1000 is worth in thousandths: the most that a winner may get."""
    bounds = rule.winner or rule.loser or rule.drawn
    return 0 if bounds is None else thousandths(bounds.most)


def additional(
    games: Games, merit: Array, order: Array, rule: Additional, agreed: Flags
) -> tuple[Array, Flags]:
    """Give additional points by merit, from the best downwards, while the caps allow any.

    Parameters
    ----------
    merit, order
        ``merit[game, seat]``, and the seats of each game from the best downwards.
    agreed
        ``agreed[game, seat]``: the head judge agrees to points that need it.

    Returns
    -------
    tuple
        ``points[game, seat]`` in thousandths, and to which of them the head judge has agreed.
    """
    step = thousandths(rule.step)
    least, most, approved_from = _bounds(games, rule)
    most = np.where(agreed, most, np.minimum(most, (approved_from - 1) // step * step))
    wanted = np.minimum(_nearest(merit * unit(rule) // 1000, step), most)
    by_rank = [
        np.ascontiguousarray(np.take_along_axis(each, order, axis=1).T)
        for each in (wanted, least, most)
    ]
    given = _dealt(by_rank[0], by_rank[1], by_rank[2], rule)
    points = np.zeros_like(wanted)
    np.put_along_axis(points, order, given.T, axis=1)
    return points, (points != 0) & (points >= approved_from)


def _nearest(points: Array, step: int) -> Array:
    return np.asarray((points + step // 2) // step * step)


def _bounds(games: Games, rule: Additional) -> tuple[Array, Array, Array]:
    """Give for each seat the least and the most, on the grid, and from where it needs approval."""
    step = thousandths(rule.step)
    bounds = np.empty((3, *games.entrants.shape), dtype=np.int32)
    bounds[:] = np.array(_on_grid(rule.drawn, step))[:, None, None]
    for side, those in ((rule.winner, games.won), (rule.loser, games.lost)):
        bounds = np.where(those, np.array(_on_grid(side, step))[:, None, None], bounds)
    bounds = np.where(games.seated, bounds, np.array(_on_grid(None, step))[:, None, None])
    return bounds[0], bounds[1], bounds[2]


def _on_grid(bounds: Bounds | None, step: int) -> tuple[int, int, int]:
    if bounds is None:
        return int(_NEVER), 0, int(_NEVER)
    least = max(-(-thousandths(bounds.least) // step), 1) * step
    most = thousandths(bounds.most) // step * step
    needs = bounds.approved_from
    return least, most, int(_NEVER) if needs is None else thousandths(needs)


def _dealt(wanted: Array, least: Array, most: Array, rule: Additional) -> Array:
    """Deal points from the best downwards: ``given[rank, game]``.

    Where some must get points, what the others of them need at the least is kept for them.
    """
    step = thousandths(rule.step)
    may = least <= most
    rank = np.cumsum(may, axis=0)  # among those who may get any
    must = may & (rank <= rule.fewest_players)
    wanted = np.where(must, np.maximum(wanted, least), wanted)
    kept = np.where(must, least, 0)
    kept_for_later = kept.sum(axis=0) - np.cumsum(kept, axis=0)
    in_all = _NEVER if rule.most_in_all is None else np.int32(thousandths(rule.most_in_all))
    left = np.full(wanted.shape[1], in_all)
    free = np.full(wanted.shape[1], rule.most_players or wanted.shape[0])
    given = np.zeros_like(wanted)
    for place in range(wanted.shape[0]):
        points = np.minimum(wanted[place], (left - kept_for_later[place]) // step * step)
        points = np.where((points >= least[place]) & may[place] & (free > 0), points, 0)
        given[place] = points
        left -= points
        free -= points != 0
    return given


def best_player(games: Games, merit: Array, order: Array, rule: BestPlayer, judge: Judge) -> Flags:
    """Name the best players: ``best[game, seat]``.

    Where the table chooses, its votes do; the judge's part is a tie that is left to him.
    """
    if rule.chosen_by == "table":
        return _first(order, _tied(games, rule)) if rule.tie == "judge" else games.best_player
    may = games.seated if rule.side == "winner_if_shared" else _of_side(games, rule)
    first = _first(order, may)
    top = np.where(first, merit, np.iinfo(np.int32).min).max(axis=1, keepdims=True)
    worthy = merit >= judge.best_from
    named = first & (worthy | rule.compulsory)
    second = ~first & may & worthy & (merit >= top - judge.second_within)
    if rule.side == "winner_if_shared":
        second &= games.won & (first & games.won).any(axis=1, keepdims=True)
    return named | _first(order, second, rule.most - 1) & named.any(axis=1, keepdims=True)


def _of_side(games: Games, rule: BestPlayer) -> Flags:
    return games.won if rule.side == "winner" else games.seated


def _first(order: Array, those: Flags, many: int = 1) -> Flags:
    """Give the first of those marked in the order of each game."""
    marked = np.take_along_axis(those, order, axis=1)
    chosen = np.zeros_like(those)
    np.put_along_axis(chosen, order, marked & (np.cumsum(marked, axis=1) <= many), axis=1)
    return chosen


def _tied(games: Games, rule: BestPlayer) -> Flags:
    """Say who shares the most votes of the table and may be the best player."""
    votes = games.best_player_votes
    if rule.voters == "left":
        votes = np.where(games.left == EMPTY, votes, EMPTY)
    received = (votes[:, :, None] == np.arange(votes.shape[1])).sum(axis=1)
    most = (received == received.max(axis=1, keepdims=True)) & (received > 0)
    tied = most.sum(axis=1, keepdims=True) > 1
    return np.asarray(most & tied & _of_side(games, rule))
