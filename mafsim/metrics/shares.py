"""What the points of entrants come from: skill, luck of roles, seats, tables and opponents, the judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from mafsim.games import EMPTY, Role
from mafsim.metrics.block import NOTHING, Block, Sample, Seated, none
from mafsim.metrics.methods import Integers
from mafsim.scoring import COMPONENTS

Floats = npt.NDArray[np.float64]

EXPLAINING = ("skill", "role", "seat", "table", "opponents")
"""The factors that a regression asks, in the order of their columns."""

FACTORS = (*EXPLAINING, "judge", "rest")
"""What the variance of points is shared out to; the shares add up to 1."""

JUDGED = ("additional", "penalty", "best_player")
"""The components that a judge decides."""

_HEAD = 1 + len(EXPLAINING)


def variance(block: Block) -> Sample:
    """Give sums of products of what everybody has, over the rounds in which all play.

    The columns are his points, the part of them that a judge decides, and those of each factor: his
    strength; how often he had each role, each seat and each table; and the strength of those on his
    side and on the other side at the table, in Shapka of the two other pairs. Before the products
    stand a 1 and the number of columns of each factor.
    """
    seated = block.seated
    if not seated.game.size:
        return none(block.tournaments)
    points = block.outcome.points[seated.game, seated.seat]
    judged = _judged(block)
    of_factors = (
        block.skill[:, :, None],
        _roles(block, seated),
        seated.counts(seated.seat, block.outcome.games.entrants.shape[1])[:, :, :-1],
        _tables(block, seated),
        _company(block, seated),
    )
    own = seated.summed(points.sum(axis=1))
    columns = np.concatenate(
        [own[:, :, None], seated.summed(points[:, judged].sum(axis=1))[:, :, None], *of_factors],
        axis=2,
    )
    head = [1, *(each.shape[2] for each in of_factors)]
    products = _within(columns)
    upper = np.triu_indices(columns.shape[2])
    values = np.concatenate(
        [np.broadcast_to(head, (block.tournaments, _HEAD)), products[:, upper[0], upper[1]]],
        axis=1,
    )
    return Sample(names=(NOTHING,), values=values[:, None, :])


def _judged(block: Block) -> list[int]:
    best = block.outcome.regulation.scoring.best_player
    named = JUDGED if best is not None and best.chosen_by == "judge" else JUDGED[:2]
    return [COMPONENTS.index(name) for name in COMPONENTS if name in named]


def _roles(block: Block, seated: Seated) -> Integers:
    if block.mafia is None:
        return np.zeros((*seated.shape, 0), dtype=np.int64)
    roles = block.mafia.roles[seated.game, seated.seat].astype(np.int64)
    return seated.counts(roles, len(Role))[:, :, :-1]


def _tables(block: Block, seated: Seated) -> Integers:
    table = block.outcome.games.table[seated.game].astype(np.int64)
    plan = max(-(-block.outcome.entrants // block.outcome.games.entrants.shape[1]), 1)
    return seated.counts(np.minimum(table, plan - 1), plan)[:, :, :-1]


def _company(block: Block, seated: Seated) -> Integers:
    """Give the strength of those on one's own side and on the other, summed over one's games.

    It is taken from the average of the tournament, times the number of entrants to stay whole.
    """
    games, n = block.outcome.games, block.outcome.entrants
    above = n * block.skill - block.skill.sum(axis=1, keepdims=True)
    at_table = above[block.tournament[:, None], np.maximum(games.entrants, 0)]
    at_table = np.where(games.entrants == EMPTY, 0, at_table)
    line = (seated.game, seated.seat)
    own = at_table[line]
    everybody = at_table.sum(axis=1)[seated.game]
    if block.mafia is None:
        return seated.summed(everybody - own)[:, :, None]
    black = np.where(block.mafia.black, at_table, 0).sum(axis=1)[seated.game]
    same = np.where(block.mafia.black[line], black, everybody - black)
    return np.stack([seated.summed(same - own), seated.summed(everybody - same)], axis=2)


def _within(columns: Integers) -> Integers:
    """Give n times the sums of products around the tournament's means: ``product[tournament, i, j]``.

    Sums of products below 2**53 are exact in floats, in whatever order they are added; larger ones,
    of people whose skill is told in large units, are Python's own numbers.
    """
    n = columns.shape[1]
    largest = int(np.abs(columns).max(initial=1))
    if n * largest**2 < 2**53:
        floats = columns.astype(np.float64)
        products = np.matmul(np.swapaxes(floats, 1, 2), floats).astype(np.int64)
    else:
        columns = columns.astype(object)
        products = np.matmul(np.swapaxes(columns, 1, 2), columns)
    sums = columns.sum(axis=1)
    return np.asarray(n * products - sums[:, :, None] * sums[:, None, :])


def shared_out(sums: Sequence[int]) -> Mapping[str, float]:
    """Share out the variance of points.

    Points are regressed on the columns of all factors at once; a factor's share is its coefficients
    times its covariances with the points (Pratt 1987; Thomas, Hughes and Zumbo 1998, Social
    Indicators Research 45, page 253). The judge's is the covariance with the points of what he has
    given and no factor explains; the rest is the chance of the game.
    """
    many, *widths = (int(each) // max(sums[0], 1) for each in sums[:_HEAD])
    matrix = _symmetric(sums[_HEAD:], size=2 + sum(widths))
    whole = matrix[0, 0]
    if not many or whole <= 0:
        return {}
    coefficients = _solved(matrix[2:, 2:], matrix[2:, :2])
    told = coefficients[:, 0] * matrix[2:, 0] / whole
    found = {}
    start = 0
    for factor, width in zip(EXPLAINING, widths, strict=True):
        if width:
            found[factor] = float(told[start : start + width].sum())
        start += width
    unexplained = matrix[1, 0] - coefficients[:, 1] @ matrix[2:, 0]
    found["judge"] = float(unexplained / whole)
    found["rest"] = 1.0 - sum(found.values())
    return found


def _symmetric(upper: Sequence[int], *, size: int) -> Floats:
    """Give a matrix of its upper triangle, behind which anything may stand."""
    matrix = np.zeros((size, size))
    matrix[np.triu_indices(size)] = [float(each) for each in upper[: size * (size + 1) // 2]]
    return matrix + np.triu(matrix, 1).T


def _solved(matrix: Floats, right: Floats) -> Floats:
    """Give coefficients; a column that says nothing of its own, or nothing at all, takes no part."""
    scale = np.sqrt(np.diag(matrix))
    scale = np.where(scale > 0, scale, 1.0)
    found, *_ = np.linalg.lstsq(
        matrix / scale[:, None] / scale[None, :], right / scale[:, None], rcond=1e-9
    )
    return np.asarray(found / scale[:, None])


def opponents_spread(block: Block) -> Sample:
    """Give how unequal the opponents are that a plan gives: squares of their strength, and of all.

    Opponents are all others at one's tables, in the rounds in which everybody plays.
    """
    seated = block.seated
    if not seated.game.size:
        return none(block.tournaments)
    games = block.outcome.games
    skill = block.skill[block.tournament[:, None], np.maximum(games.entrants, 0)]
    skill = np.where(games.entrants == EMPTY, 0, skill)
    others = (skill.sum(axis=1)[:, None] - skill)[seated.game, seated.seat]
    met = (games.seated.sum(axis=1) - 1)[seated.game]
    met_in_all = np.maximum(seated.summed(met), 1)
    average = seated.summed(others) // met_in_all
    values = [_within(each[:, :, None])[:, 0, 0] for each in (average, block.skill)]
    return Sample(names=(NOTHING,), values=np.stack(values, axis=1)[:, None, :])


def relative_spread(sums: Sequence[int]) -> Mapping[str, float]:
    """Give the root of a quotient of two sums of squares."""
    own, whole = sums
    return {NOTHING: (own / whole) ** 0.5} if whole > 0 else {}
