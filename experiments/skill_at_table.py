"""Whether the more skilled win more of their games, at every level of skill.

    python experiments/skill_at_table.py -n 400 --seed 0

Ten people of usual manners, a third farther apart in skill than usual so that the ends are well seen, play
200 rounds at one table. It writes ``skill_at_table.csv`` and ``skill_at_table.png``: the share of games that
their side wins, by colour and by skill, and how far that is from those of skill 1 to 1.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from rounds_needed import BLOCK, endless, one_table
from study import Asked, Row, asked, cells, finish, interval, less, one, share, table, where

from mafsim import metrics, simulate
from mafsim.files.population import usual_people
from mafsim.games import Array, Games
from mafsim.metrics.block import Block
from mafsim.metrics.methods import Numbers, Ratio
from mafsim.plots import Comparison
from mafsim.tournament.event import Event
from mafsim.tournament.outcome import Outcome
from mafsim.tournament.simulated import play_block

EDGES = (-np.inf, -2.0, -1.0, 0.0, 1.0, 1.5, 2.0, 2.5, np.inf)
LEVELS = (
    f"below {EDGES[1]:g}",
    *(f"{low:g} to {high:g}" for low, high in pairwise(EDGES[1:-1])),
    f"above {EDGES[-2]:g}",
)
MIDDLE = "1 to 1.5"
COLOURS = ("red", "black")
ROUNDS = 200
SPREAD = 1.5
WON = Ratio()
"""Games won by games played."""


def won(outcome: Outcome) -> Array:
    """Give ``won[tournament, colour, level, k]``: how many games were won, and played."""
    games, block = outcome.games, Block(outcome)
    assert isinstance(games, Games)
    skill = outcome.skill[games.tournament[:, None], games.entrants]
    level = np.searchsorted(EDGES, skill, side="right") - 1
    n = len(LEVELS)
    classes = np.where(games.red, level, level + n)
    sums = [block.by_class(classes, each, 2 * n) for each in (games.won, np.ones((1, 1)))]
    return np.stack(sums, axis=2).reshape(-1, len(COLOURS), n, 2)


def counted(asked: Asked, rounds: int) -> list[list[list[Numbers]]]:
    """Give the totals by colour and level, each beside those of the middle level of its colour."""
    usual = usual_people()
    people = replace(usual, population=replace(usual.population, skill=SPREAD))
    regulation = endless((rounds,))
    event = simulate.prepared(
        regulation, people=people, plan=one_table(regulation), seed=asked.seed
    )
    assert isinstance(event, Event)
    blocks = [
        won(play_block(event, first, min(BLOCK, asked.n - first)))
        for first in range(0, asked.n, BLOCK)
    ]
    values = np.concatenate(blocks)
    middle = values[:, :, [LEVELS.index(MIDDLE)] * len(LEVELS)]
    values = np.concatenate([values, middle], axis=3)
    return [
        [
            WON.totals(values[:, colour, [level], :2], 0)
            + WON.totals(values[:, colour, [level]], 0)
            for level in range(len(LEVELS))
        ]
        for colour in range(len(COLOURS))
    ]


def rows(asked: Asked, rounds: int = ROUNDS) -> Iterator[Row]:
    """Give the share of games won by colour and level, and its distance from the middle level."""
    for colour, levels in zip(COLOURS, counted(asked, rounds), strict=True):
        for level, (alone, beside) in zip(LEVELS, levels, strict=True):
            told = {level: WON.figures(alone, metrics.CONFIDENCE)}
            if level != MIDDLE:
                told[less(level, MIDDLE)] = WON.differences(beside, metrics.CONFIDENCE)
            for skill, figures in told.items():
                for found in figures.values():
                    yield {"colour": colour, "skill": skill, **cells(found, asked.n)}


def panels(found: Sequence[Row]) -> list[Comparison]:
    """Show by colour how far every level is from the middle one."""
    return [
        Comparison(
            measure=f"Games won as {colour}, by skill",
            baseline=MIDDLE,
            differences={
                level: interval(row)
                for level in LEVELS
                for row in where(found, colour=colour, skill=less(level, MIDDLE))
            },
        )
        for colour in COLOURS
    ]


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = [
        (level, *(share(one(found, colour=colour, skill=level)) for colour in COLOURS))
        for level in LEVELS
    ]
    return table(("skill", *(f"wins as {colour}" for colour in COLOURS)), *lines)


def main(arguments: Sequence[str] | None = None, rounds: int = ROUNDS) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 400, arguments)
    found = list(rows(wanted, rounds))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
