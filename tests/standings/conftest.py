"""Random records of several tournaments, and what Hypothesis draws them from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from mafsim.games import EMPTY, Games, Left, ShapkaGames, Winner
from mafsim.regulations import Regulation
from mafsim.roster import Entrant, Roster

DEAL = (0, 0, 0, 0, 0, 0, 1, 2, 2, 3)


def roster(many: int, team_size: int) -> Roster:
    """Give people whose ids say nothing of their order."""
    return Roster(
        entrants=tuple(
            Entrant(id=f"x{(7 * i) % many}", name=f"N{i:02}", team=f"T{i // team_size}")
            for i in range(many)
        )
    )


@st.composite
def records(draw: st.DrawFn, regulation: Regulation, tournaments: int = 1) -> Games:
    """Draw games of which many are equal: twenty players, two tables, few points."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    lengths = [stage.rounds for stage in regulation.stages]
    rounds = np.sort(rng.choice(sum(lengths), size=min(4, sum(lengths)), replace=False))
    stage = np.repeat(np.arange(len(lengths)), lengths)[rounds]
    per = 2 * len(rounds)
    many, shape = tournaments * per, (tournaments * per, 10)
    people = rng.permuted(np.tile(np.arange(20), (tournaments * len(rounds), 1)), axis=1)
    left = rng.choice([EMPTY, Left.NIGHT, Left.VOTE, Left.FOUL], shape, p=[0.4, 0.3, 0.28, 0.02])
    return Games(
        roster=roster(20, 2),
        stages=tuple(each.name for each in regulation.stages),
        tournament=np.repeat(np.arange(tournaments), per),
        entrants=people.reshape(shape),
        round=np.tile(np.repeat(rounds, 2), tournaments),
        stage=np.tile(np.repeat(stage, 2), tournaments),
        table=np.tile([0, 1], tournaments * len(rounds)),
        roles=rng.permuted(np.tile(DEAL, (many, 1)), axis=1),
        winner=rng.choice(list(Winner), many, p=[0.45, 0.45, 0.1]),
        left=left,
        left_on=np.where(left == EMPTY, EMPTY, rng.integers(1, 3, shape)),
        best_move=np.array([rng.choice(10, 3, replace=False) for _ in range(many)]),
        best_player=rng.random(shape) < 0.1,
        additional=100 * rng.integers(2, 4, shape) * (rng.random(shape) < 0.1),
        penalty=np.where(rng.random(shape) < 0.03, 400, 0),
        disqualified=rng.random(shape) < 0.02,
    )


@st.composite
def words(draw: st.DrawFn, regulation: Regulation, tournaments: int = 1) -> ShapkaGames:
    """Draw tours of Shapka: nine teams of three pairs, then six of them, with few words."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    entrants, round_, stage, table, tournament = [], [], [], [], []
    for number in range(tournaments):
        teams = rng.permutation(9)
        for tour, field in enumerate((9, 6)):
            seated = rng.permutation(teams[:field]).reshape(-1, 3)
            for group, trio in enumerate(seated):
                for i in range(3):
                    entrants.append([3 * team + (i + k) % 3 for k, team in enumerate(trio)])
                    round_.append(tour)
                    stage.append(tour)
                    table.append(3 * group + i)
                    tournament.append(number)
    shape = np.shape(entrants)
    away = int(rng.integers(0, 4))
    return ShapkaGames(
        roster=roster(27, 3),
        stages=tuple(each.name for each in regulation.stages),
        tournament=np.array(tournament),
        entrants=np.array(entrants),
        round=np.array(round_),
        stage=np.array(stage),
        table=np.array(table),
        words=rng.integers(0, 3, (*shape, 2, 2)),
        breaches=(rng.random(shape) < 0.1).astype(int),
        teams=tuple(f"T{i}" for i in range(9)),
        away_team=rng.integers(0, 9, away),
        away_stage=rng.integers(0, 2, away),
        away_breaches=rng.integers(1, 3, away),
        away_tournament=rng.integers(0, tournaments, away),
    )


@pytest.fixture(scope="session")
def random_records() -> Callable[..., Any]:
    """Give the strategy for a regulation, be it of Mafia or of Shapka."""

    def strategy(regulation: Regulation, tournaments: int = 1) -> Any:
        kind = words if regulation.game == "shapka" else records
        return kind(regulation, tournaments)

    return strategy
