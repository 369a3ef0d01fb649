"""Random records of games, as wild as they can be written down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from mafsim.games import EMPTY, Ended, Games, Left, Winner
from mafsim.regulations import Regulation
from mafsim.roster import numbered

DEAL = (0, 0, 0, 0, 0, 0, 1, 2, 2, 3)


@st.composite
def records(draw: st.DrawFn, regulation: Regulation) -> Games:
    """Draw a few games of twenty players at two tables: what a regulation forbids occurs as well."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rounds = draw(st.integers(1, 6))
    last = sum(stage.rounds for stage in regulation.stages)
    numbers = np.sort(rng.choice(last, size=min(rounds, last), replace=False))
    stage_of_round = np.repeat(
        np.arange(len(regulation.stages)), [stage.rounds for stage in regulation.stages]
    )
    many = 2 * len(numbers)
    shape = (many, 10)
    people = rng.permuted(np.tile(np.arange(20), (len(numbers), 1)), axis=1)
    round_ = np.repeat(numbers, 2)
    left = rng.choice([EMPTY, EMPTY, Left.NIGHT, Left.VOTE, Left.FOUL], shape)
    reasons = tuple(case.reason for case in regulation.scoring.penalties)
    reason = rng.integers(0, len(reasons), shape) if reasons else np.full(shape, EMPTY)
    punished = rng.random(shape) < 0.1
    return Games(
        roster=numbered(20, team_size=2),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=people.reshape(shape),
        round=round_,
        table=np.tile([0, 1], len(numbers)),
        stage=stage_of_round[round_],
        roles=rng.permuted(np.tile(DEAL, (many, 1)), axis=1),
        winner=rng.choice(list(Winner), many),
        ended=rng.choice(list(Ended), many),
        left=left,
        left_on=np.where(left == EMPTY, EMPTY, rng.integers(1, 4, shape)),
        best_move=np.where(
            rng.random((many, 1)) < 0.7,
            np.array([rng.choice(10, 3, replace=False) for _ in range(many)]),
            EMPTY,
        ),
        best_player=rng.random(shape) < 0.15,
        fouls=rng.integers(0, 5, shape),
        additional=100 * rng.integers(0, 8, shape) * (rng.random(shape) < 0.3),
        penalty=np.where(punished, 400, 0),
        reasons=reasons,
        penalty_reason=np.where(punished, reason, EMPTY),
        disqualified=rng.random(shape) < 0.1,
        approved=rng.random(shape) < 0.5,
    )


@pytest.fixture(scope="session")
def random_records() -> Callable[[Regulation], Any]:
    return records
