"""How long it takes to score and rank a million games under ugra-2021, `decided_by` included.

    python -m benchmarks.scoring

The games are drawn beforehand, tournament by tournament in blocks, and are not part of the time.
"""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass
from typing import Literal

import numpy as np

from mafsim import regulations
from mafsim.games import EMPTY, Array, Ended, Games, Left, Role, Winner
from mafsim.regulations import Regulation
from mafsim.roster import numbered
from mafsim.standings import standings
from mafsim.streams import Purpose, stream

GAMES = 1_000_000
UNITS: tuple[Literal["team", "player"], ...] = ("team", "player")
BLOCK = 100
"""Tournaments that are scored and ranked together."""
GAMES_OF_ONE = 45

DEAL = np.array([Role.DON, Role.MAFIA, Role.MAFIA, Role.SHERIFF, *[Role.CIVILIAN] * 6])


def block(regulation: Regulation, number: int) -> Games:
    """Draw the games of a block of tournaments: as full of points as a regulation allows."""
    rng = stream(0, Purpose.DRAW, number)
    rounds = np.repeat(np.arange(15), 3)
    shape = (BLOCK * GAMES_OF_ONE, 10)
    roster = numbered(30, team_size=2)
    deal = rng.permuted(np.broadcast_to(np.arange(30), (BLOCK * 15, 30)), axis=1)
    winner = rng.choice([Winner.RED, Winner.BLACK], shape[0]).astype(np.int8)
    left, left_on = drawn_departures(rng, shape)
    return Games(
        roster=roster,
        stages=tuple(stage.name for stage in regulation.stages),
        tournament=np.repeat(np.arange(BLOCK), GAMES_OF_ONE),
        round=np.tile(rounds, BLOCK),
        stage=np.tile((rounds >= 12).astype(np.int16), BLOCK),
        table=np.tile(np.arange(3), BLOCK * 15),
        entrants=deal.reshape(shape),
        roles=rng.permuted(np.broadcast_to(DEAL, shape), axis=1),
        winner=winner,
        ended=np.full(shape[0], Ended.PLAY),
        protest=np.full(shape, EMPTY),
        left=left,
        left_on=left_on,
        best_move=rng.integers(0, 10, (shape[0], 3)),
        best_player=np.zeros(shape, dtype=bool),
        fouls=rng.integers(0, 5, shape),
        additional=drawn_points(rng, shape),
        penalty=np.where(rng.random(shape) < 0.02, 400, 0),
        reasons=("forgot_role",),
        penalty_reason=np.full(shape, EMPTY),
        disqualified=rng.random(shape) < 0.01,
        approved=np.ones(shape, dtype=bool),
        advisers=np.full(shape, EMPTY),
        replaces=np.full(shape, EMPTY),
    )


def drawn_departures(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[Array, Array]:
    """Draw who leaves: one shot and one voted out a day, for three days."""
    order = rng.permuted(np.broadcast_to(np.arange(10), shape), axis=1)
    left, left_on = np.full(shape, EMPTY, dtype=np.int8), np.full(shape, EMPTY, dtype=np.int8)
    game = np.arange(shape[0])
    for step in range(6):
        left[game, order[:, step]] = Left.VOTE if step % 2 == 0 else Left.NIGHT
        left_on[game, order[:, step]] = step // 2 + 1
    return left, left_on


def drawn_points(rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    """Draw additional points for three players of each game."""
    points = np.zeros(shape, dtype=np.int32)
    game = np.arange(shape[0])
    for _ in range(3):
        points[game, rng.integers(0, 10, shape[0])] = 100 * rng.integers(2, 5, shape[0])
    return points


@dataclass(frozen=True, slots=True)
class Measured:
    """What ranking so many games has taken."""

    games: int
    wall: float
    processor: float
    """Seconds of one core, whatever else the machine did meanwhile."""


def measured(regulation: Regulation, games: int, by: Literal["player", "team"]) -> Measured:
    """Score and rank block after block; drawing the games is left out."""
    wall = processor = 0.0
    played = 0
    for number in range(-(-games // (BLOCK * GAMES_OF_ONE))):
        drawn = block(regulation, number)
        begun, used = time.perf_counter(), time.process_time()
        standings(drawn, regulation, by=by)
        wall += time.perf_counter() - begun
        processor += time.process_time() - used
        played += len(drawn)
    return Measured(played, wall, processor)


def main(games: int = GAMES) -> None:
    """Measure, and print what was measured."""
    regulation = regulations.load("ugra-2021")
    for by in UNITS:
        found = measured(regulation, games, by)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"ugra-2021, places of each {by}: {found.games:,} games in {found.wall:.2f} s "
            f"({found.processor:.2f} s of one core), peak memory {peak:.0f} MB"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
