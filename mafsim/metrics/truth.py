"""What places say about strength: how often the best wins, and how near the order comes to the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mafsim.games import EMPTY, Array, ShapkaGames
from mafsim.metrics.block import (
    Block,
    Sample,
    chance_in_top,
    many,
    none,
    one,
    rounded,
)
from mafsim.metrics.methods import MILLION, Integers
from mafsim.tournament.outcome import Ranking

TOPS = (3, 5, 10)
"""Of which first places it is asked whether the best is among them."""

PODIUM = 3


def best_wins(block: Block) -> Sample:
    """Give how often the strongest is first; lots part several strongest, and several first."""
    first, best = block.place == 0, block.best
    both = (first & best).sum(axis=1)
    x = rounded(both * MILLION, first.sum(axis=1) * best.sum(axis=1))
    return one(x, np.ones_like(x))


def best_in_top(block: Block) -> Sample:
    """Give how often the strongest is among the first 3, 5 and 10."""
    tops = tuple(k for k in TOPS if k < len(block.final))
    if not tops:
        return none(block.tournaments)
    x = np.stack(
        [_of_best(block, chance_in_top(block.place, k, block.sharing)) for k in tops], axis=1
    )
    return many(tuple(map(str, tops)), x, np.ones_like(x))


def _of_best(block: Block, values: Integers) -> Integers:
    """Average ``values[tournament, unit]`` over the strongest."""
    return rounded((values * block.best).sum(axis=1), block.best.sum(axis=1))


def top_overlap(block: Block) -> Sample:
    """Give which part of those who pass a cut, and of the podium, would be there by strength."""
    names = [cut.stage for cut in block.cuts]
    shares = [_overlap(block, cut.ranking, cut.goes) for cut in block.cuts]
    if len(block.final) > PODIUM:
        names.append("podium")
        on_podium = chance_in_top(block.place, PODIUM, block.sharing)
        due = chance_in_top(block.true_place, PODIUM, block.true_sharing)
        shares.append(rounded((on_podium * due).sum(axis=1), np.array(PODIUM * MILLION)))
    if not shares:
        return none(block.tournaments)
    x = np.stack(shares, axis=1)
    return many(tuple(names), x, np.ones_like(x))


def _overlap(block: Block, cut: Ranking, goes: Array) -> Integers:
    k = goes.sum(axis=1)
    own = cut.units.by == block.final.units.by
    due = chance_in_top(_true_place(block, cut), k, block.true_sharing if own else None)
    return rounded((due * goes).sum(axis=1), k)


def _true_place(block: Block, ranking: Ranking) -> Integers:
    if ranking.units.by == block.final.units.by:
        return block.true_place
    return block.outcome.strength_rank(ranking.units.by).astype(np.int64)


def best_lost(block: Block) -> Sample:
    """Give how often the strongest of all goes out at a cut; the cuts add up."""
    lost = []
    for cut in block.cuts:
        best = _true_place(block, cut.ranking) == 0
        here = _has_entrants(cut.before, cut.ranking) & best
        lost.append(rounded((here & ~cut.goes).sum(axis=1) * MILLION, best.sum(axis=1)))
    if not lost:
        return none(block.tournaments)
    x = np.stack(lost, axis=1)
    return many(tuple(cut.stage for cut in block.cuts), x, np.ones_like(x))


def _has_entrants(field: Array, ranking: Ranking) -> Array:
    """Say which units have anybody in a field: ``here[tournament, unit]``."""
    belongs = ranking.units.of_entrant[:, None] == np.arange(len(ranking))
    return np.asarray((field.astype(np.int64) @ belongs.astype(np.int64)) > 0)


def winner_rank(block: Block) -> Sample:
    """Give the winner's place by strength, from one up; for equally strong ones the middle of theirs."""
    first = block.place == 0
    twice = 2 * block.true_place + block.true_sharing + 1
    x = rounded((500 * twice * first).sum(axis=1), first.sum(axis=1))
    return one(x, np.ones_like(x))


def kendall_tau(block: Block) -> Sample:
    """Give Kendall's tau-b between strength and place, tournament by tournament."""
    stronger = _signs(block.strength)
    higher = -_signs(block.place)
    agreeing = (stronger * higher).sum(axis=(1, 2), dtype=np.int64)
    parted = [np.abs(each).sum(axis=(1, 2), dtype=np.int64) for each in (stronger, higher)]
    return _correlation(agreeing, *parted)


def _signs(values: Array) -> Array:
    """Give ``sign[tournament, i, j]``: 1 where i has more than j."""
    more = values[:, :, None] > values[:, None, :]
    return more.astype(np.int8) - np.swapaxes(more, 1, 2).astype(np.int8)


def spearman(block: Block) -> Sample:
    """Give Spearman's correlation between strength and place; ties have the middle of their places."""
    true = 2 * block.true_place + block.true_sharing
    told = 2 * block.place + block.sharing
    return _correlation(_within(true, told), _within(true, true), _within(told, told))


def _within(a: Integers, b: Integers) -> Integers:
    """Give n squared times the covariance inside each tournament, a whole number."""
    n = a.shape[1]
    return np.asarray(n * (a * b).sum(axis=1) - a.sum(axis=1) * b.sum(axis=1))


def _correlation(together: Integers, one_alone: Integers, other_alone: Integers) -> Sample:
    """Give quotients by the root of a product, in millionths; where that is 0 there is none."""
    told = (one_alone > 0) & (other_alone > 0)
    root = np.sqrt(one_alone.astype(np.float64)) * np.sqrt(other_alone.astype(np.float64))
    x = np.rint(MILLION * together / np.where(told, root, 1.0)).astype(np.int64)
    return one(np.where(told, x, 0), told)


def split_half(block: Block) -> Sample:
    """Give how well one half of an event tells what the other does: points of odd and of even rounds.

    In Shapka the halves are those of its games. Only rounds that everybody plays in count.
    """
    halves = _halves_of_games(block) if block.mafia is None else _halves_of_rounds(block)
    if halves is None:
        return none(block.tournaments, 3)
    a, b = map(block.of_units, halves)
    return one(_within(a, b), _within(a, a), _within(b, b))


def _halves_of_rounds(block: Block) -> tuple[Array, Array] | None:
    even = block.common // 2 * 2
    points = block.outcome.of_rounds[:, :, :even]
    return (points[:, :, 0::2].sum(axis=2), points[:, :, 1::2].sum(axis=2)) if even else None


def _halves_of_games(block: Block) -> tuple[Array, Array]:
    games = block.outcome.games
    assert isinstance(games, ShapkaGames)
    counts = (games.round < block.common)[:, None] & games.seated
    entrants, n = np.where(counts, games.entrants, EMPTY), block.outcome.entrants
    first, second = (
        block.by_class(entrants, games.words[:, :, half, 0] + games.words[:, :, half, 1], n)
        for half in range(2)
    )
    return first, second


def reliability(sums: Sequence[int]) -> Mapping[str, float]:
    """Give the correlation of the halves, stepped up to the whole event.

    By Spearman and Brown (1910): 2r / (1 + r).
    """
    together, one_alone, other_alone = sums
    if one_alone <= 0 or other_alone <= 0:
        return {}
    r = together / (float(one_alone) ** 0.5 * float(other_alone) ** 0.5)
    return {"": 2 * r / (1 + r)} if r > -1 else {}
