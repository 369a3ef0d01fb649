"""What decides places: points, a tie-break, a lot, or nothing; and how deep one has to look."""

from __future__ import annotations

import numpy as np

from mafsim.games import EMPTY, Array, Flags
from mafsim.metrics.block import Block, Cut, Sample, many, none, one
from mafsim.metrics.methods import Integers
from mafsim.tournament.outcome import Ranking

LOT, SHARED = "lot", "shared"
POINTS = ("points", "per_game")
PODIUM = 3


def decided(ranking: Ranking) -> tuple[str, ...]:
    """Give what can decide between two neighbours: the levels, or nothing, so that they share."""
    return (*ranking.levels, SHARED)


def _level(ranking: Ranking) -> Integers:
    """Give ``level[tournament, k]``, an index into `decided`, of each line but the last."""
    found = ranking.decided_by[:, :-1].astype(np.int64)
    return np.where(found == EMPTY, len(ranking.levels), found)


def _counts(level: Array, asked: Array, n: int) -> Integers:
    """Count how often each level is among those asked for: ``count[tournament, level]``."""
    there = (level[:, :, None] == np.arange(n)) & asked[:, :, None]
    return np.asarray(there.sum(axis=1))


def _shares(ranking: Ranking, asked: Array) -> Sample:
    names = decided(ranking)
    return many(names, _counts(_level(ranking), asked, len(names)), asked.sum(axis=1)[:, None])


def _first_lines(ranking: Ranking, n: int) -> Flags:
    lines = np.arange(max(len(ranking) - 1, 0)) < n
    return np.broadcast_to(lines, (len(ranking.place), len(lines)))


def first_place(block: Block) -> Sample:
    """Give what puts the first above the second."""
    return _shares(block.final, _first_lines(block.final, 1))


def podium(block: Block) -> Sample:
    """Give what decides between the first four: each level's share of the three gaps."""
    return _shares(block.final, _first_lines(block.final, PODIUM))


def every_place(block: Block) -> Sample:
    """Give what decides between neighbours, over the whole table."""
    return _shares(block.final, _first_lines(block.final, len(block.final)))


def _line(cut: Cut) -> Flags:
    """Say behind which line of the table a cut goes: ``line[tournament, k]``."""
    in_order = np.take_along_axis(cut.goes, cut.ranking.order.astype(np.intp), axis=1)
    lines = np.arange(in_order.shape[1])
    last = np.where(in_order, lines, -1).max(axis=1)
    return np.asarray(last[:, None] == lines[:-1])


def cut_line(block: Block) -> Sample:
    """Give what puts the last who goes on above the first who stays, at each cut."""
    names, x, y = [], [], []
    for cut in block.cuts:
        levels, line = decided(cut.ranking), _line(cut)
        names += [f"{cut.stage}_{level}" for level in levels]
        x.append(_counts(_level(cut.ranking), line, len(levels)))
        y.append(np.broadcast_to(line.sum(axis=1)[:, None], x[-1].shape))
    if not names:
        return none(block.tournaments)
    return many(tuple(names), np.concatenate(x, axis=1), np.concatenate(y, axis=1))


def depth(block: Block) -> Sample:
    """Give how many tie-breaks are looked at between first and second: 0 where points decide.

    Where nothing parts them, all have been looked at, and one more is counted.
    """
    asked = _first_lines(block.final, 1)
    return one((_depths(block.final) * asked).sum(axis=1), asked.sum(axis=1))


def by_depth(block: Block) -> Sample:
    """Give how deep one has to look between neighbours, over the whole table."""
    ranking = block.final
    last = int(_depth_of_level(ranking).max())
    names = (*map(str, range(last)), SHARED)
    asked = _first_lines(ranking, len(ranking))
    return many(names, _counts(_depths(ranking), asked, last + 1), asked.sum(axis=1)[:, None])


def _depth_of_level(ranking: Ranking) -> Integers:
    points = next(i for i, level in enumerate(ranking.levels) if level in POINTS)
    return np.maximum(np.arange(len(ranking.levels) + 1) - points, 0)


def _depths(ranking: Ranking) -> Integers:
    return _depth_of_level(ranking)[_level(ranking)]


def lots(block: Block) -> Sample:
    """Give how often a lot is drawn, or would have to be: for the first place, the podium, each cut."""
    final = block.final
    names = ["first", "podium"]
    asked = [_first_lines(final, 1), _first_lines(final, PODIUM)]
    rankings = [final, final]
    for cut in block.cuts:
        names.append(cut.stage)
        asked.append(_line(cut))
        rankings.append(cut.ranking)
    x = [
        (_by_lot(ranking) & lines).any(axis=1)
        for ranking, lines in zip(rankings, asked, strict=True)
    ]
    y = [lines.any(axis=1) for lines in asked]
    return many(tuple(names), np.stack(x, axis=1), np.stack(y, axis=1))


def _by_lot(ranking: Ranking) -> Flags:
    chance = [index for index, level in enumerate(decided(ranking)) if level in (LOT, SHARED)]
    return np.isin(_level(ranking), chance)
