"""Who plays in a round and who rests: games as equal as the tables and the absences allow."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from mafsim.pairing.measures import Flags
from mafsim.pairing.past import behind
from mafsim.pairing.problem import Problem

Int32 = npt.NDArray[np.int32]


def least_squared_games(problem: Problem) -> int:
    """Give the least sum of squared games that the tables and the absences allow, whoever meets whom."""
    there, before = problem.available(), behind(problem).games
    plays = np.zeros_like(there)
    games = before.astype(np.int64)
    for round_, tables in enumerate(problem.tables):
        order = np.lexsort((games, ~there[round_]))[: tables * problem.table_size]
        plays[round_, order] = True
        games[order] += 1
    even_games(plays, there, before)
    return int(((plays.sum(axis=0) + before.astype(np.int64)) ** 2).sum())


def even_games(plays: Flags, there: Flags, before: Int32 | None = None) -> None:
    """Shift games, in place, until nobody has two more than somebody who could have had one of them.

    A game goes from one to the next along a chain: each plays in a round in which the next one rests.
    Games that everybody had `before` count, and stay.
    """
    while chain := _uneven_chain(plays, there, 0 if before is None else before):
        for giver, taker in itertools.pairwise(chain):
            round_ = int(np.flatnonzero(plays[:, giver] & there[:, taker] & ~plays[:, taker])[0])
            plays[round_, giver] = False
            plays[round_, taker] = True


def _uneven_chain(plays: Flags, there: Flags, before: Int32 | int) -> list[int]:
    games = plays.sum(axis=0) + before
    resting = there & ~plays
    for giver in np.argsort(-games, kind="stable").tolist():
        if games[giver] - games.min() < 2:
            return []
        came_from = {giver: giver}
        queue = [giver]
        for index in queue:
            takers = np.flatnonzero(resting[plays[:, index]].any(axis=0))
            for taker in takers.tolist():
                if taker in came_from:
                    continue
                came_from[taker] = index
                if games[giver] - games[taker] >= 2:
                    return _way(came_from, taker)
                queue.append(taker)
    return []


def _way(came_from: dict[int, int], last: int) -> list[int]:
    way = [last]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]
