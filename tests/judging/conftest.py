"""Random games as an engine may hand them over, wilder than any engine's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from mafsim.agents.view import BLACK, NOBODY, RED, Claim
from mafsim.games import EMPTY, Array, Ballot, Ended, Games, Left, Winner
from mafsim.regulations import Regulation
from mafsim.roster import numbered

DEAL = (0, 0, 0, 0, 0, 0, 1, 2, 2, 3)


@dataclass(frozen=True, kw_only=True)
class Wild:
    """What an engine tells besides the record."""

    games: Games
    broke: Array
    claims: Array
    told: Array


def wild(regulation: Regulation, seed: int, many: int = 12) -> Wild:
    """Give random games of twenty players at two tables."""
    rng = np.random.default_rng(seed)
    shape = (many, 10)
    left = rng.choice([EMPTY, EMPTY, Left.NIGHT, Left.VOTE, Left.VOTE, Left.FOUL], shape)
    left_on = np.where(left == EMPTY, EMPTY, rng.integers(1, 5, shape))
    ballots = int(rng.integers(0, 9))
    votes = rng.integers(EMPTY, 10, (many, ballots, 10))
    days = np.sort(rng.integers(1, 5, (many, ballots)), axis=1)
    held = np.arange(ballots) < rng.integers(0, ballots + 1, many)[:, None]
    table = np.arange(many) % 2
    people = rng.permuted(np.tile(np.arange(20), (many, 1)), axis=1).reshape(many, 2, 10)
    games = Games(
        roster=numbered(20, team_size=2),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=people[np.arange(many), table],
        round=np.arange(many) // 2,
        table=table,
        roles=rng.permuted(np.tile(DEAL, (many, 1)), axis=1),
        winner=rng.choice(list(Winner), many),
        ended=np.full(many, Ended.PLAY),
        left=left,
        left_on=left_on,
        best_move=np.array([rng.choice(10, 3, replace=False) for _ in range(many)]),
        best_player_votes=_votes(rng, shape) if rng.random() < 0.8 else np.full(shape, EMPTY),
        fouls=rng.integers(0, 5, shape),
        votes=votes,
        vote_day=np.where(held, days, EMPTY),
        vote_kind=np.where(held, rng.choice(list(Ballot), (many, ballots)), EMPTY),
        checks=rng.integers(EMPTY, 10, (many, 4, 2)),
        reveals=np.where(rng.random(shape) < 0.2, 1, EMPTY),
    )
    return Wild(
        games=games,
        broke=np.where(rng.random(shape) < 0.3, rng.integers(1, 5, shape), EMPTY),
        claims=rng.choice(list(Claim), shape, p=[0.7, 0.2, 0.1]),
        told=rng.choice([NOBODY, RED, BLACK], (*shape, 10), p=[0.9, 0.05, 0.05]),
    )


def _votes(rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    """Give votes for the best player, of which none is for oneself."""
    votes = rng.integers(EMPTY, 10, shape)
    return np.where(votes == np.arange(shape[1]), EMPTY, votes)


@st.composite
def _wilds(draw: st.DrawFn, regulation: Regulation) -> Wild:
    return wild(regulation, draw(st.integers(0, 2**32 - 1)))


@pytest.fixture(scope="session")
def wild_games() -> Callable[[Regulation], Any]:
    """Give the strategy of such games."""
    return _wilds


@pytest.fixture(scope="session")
def many_games() -> Callable[..., Wild]:
    """Give ``(regulation, seed, many)``: such games without Hypothesis."""
    return wild
