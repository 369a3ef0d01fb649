"""How fast tables of Shapka are played, and whole tournaments of togliatti-2014: four stages, three cuts.

    python -m benchmarks shapka

Times are of one thread's processor, after compilation; the best of some runs, since other programs
only ever make them longer.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.ask import Ask
from benchmarks.figures import Figures, spelled, tell
from mafsim import metrics, shapka
from mafsim.regulations.load import load
from mafsim.roster import numbered_pairs
from mafsim.tournament.hat import hat_event, play_hat_block

BLOCK = 500
"""Tournaments that are played together, as `mafsim simulate` does."""
DEMAND = 100_000
"""How many tournaments are asked for, in less than 20 seconds on two processors."""


def main(ask: Ask) -> Iterator[Figures]:
    """Measure tables alone, and all that happens to a block."""
    blocks, times = (4, 3) if ask.share < 1 else (20, 5)
    regulation, roster, world = load("togliatti-2014"), numbered_pairs(45), shapka.usual()
    event = hat_event(regulation)
    play_hat_block(event, 0, 2)  # compiles, and seats the stages
    n = BLOCK * blocks

    tell("tables of Shapka")
    speed = shapka.people(world.people, roster, seed=0, first=0, n=BLOCK)
    slowness, starts = shapka.slowness(speed, world), shapka.starts(0, 0, BLOCK)
    tables = np.tile(np.arange(45).reshape(15, 3), (BLOCK, 1))

    def play() -> None:
        for round_ in range(blocks):
            shapka.play(
                regulation,
                slowness,
                tables,
                starts=starts,
                tournament=np.repeat(np.arange(BLOCK), 15),
                round_=np.full(len(tables), round_),
                table=np.tile(np.arange(15), BLOCK),
                stage=np.zeros(len(tables)),
                roster=roster,
                world=world,
            )

    games = best(play, times)
    tell("tournaments of Shapka")
    outcomes = [play_hat_block(event, first, BLOCK) for first in range(0, n, BLOCK)]
    whole = best(lambda: [play_hat_block(event, i, BLOCK) for i in range(0, n, BLOCK)], times)
    counted = best(lambda: [metrics.totals(each) for each in outcomes], times)
    both = (whole + counted) / n
    rows = (
        ("a game: three pairs, twelve turns", spelled(games / len(tables) / blocks), ""),
        ("a tournament, played and ranked", spelled(whole / n), ""),
        ("a tournament, all metrics", spelled(counted / n), ""),
        (f"{DEMAND:,} tournaments", spelled(DEMAND * both), f"{DEMAND * both / 2:.1f} s on two"),
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figures(
        title="Shapka, togliatti-2014",
        columns=("what", "one processor", "two processors"),
        rows=rows,
        note=f"Best of {times}, {n} tournaments in blocks of {BLOCK}; peak memory {peak:.0f} MB.",
        measured=({"games": games, "tournaments": whole, "metrics": counted, "n": n},),
    )


def best(work: Callable[[], object], times: int) -> float:
    """Give the fewest seconds of this thread's processor that some work has taken."""
    found = []
    for _ in range(times):
        begun = time.thread_time()
        work()
        found.append(time.thread_time() - begun)
    return min(found)
