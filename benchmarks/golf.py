"""The classical instances of social golfers: weeks of golf in which nobody meets anybody twice."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.ask import Ask
from benchmarks.figures import Figures, spelled, tell, timed
from benchmarks.peers import PER_SECOND
from mafsim.pairing import measures
from mafsim.pairing.problem import of_shape
from mafsim.pairing.solve import seat
from mafsim.plan import Plan

GOLFERS = (
    *((5, 3, 7), (4, 4, 5), (6, 4, 6), (7, 3, 9), (7, 4, 7)),
    *((8, 4, 8), (8, 4, 9), (8, 4, 10), (10, 4, 9), (10, 10, 4)),
)
"""Groups, people to a group, weeks."""


def main(ask: Ask) -> Iterator[Figures]:
    """Play all of them."""
    seat(of_shape(players=9, rounds=2, table_size=3), effort=0.3, jobs=1)  # compiles
    yield golf(ask)


def golf(ask: Ask) -> Figures:
    """Search for weeks of golf in which nobody meets anybody twice."""
    rows, measured = [], []
    for groups, size, weeks in GOLFERS:
        name = f"{groups}-{size}-{weeks}"
        problem = of_shape(players=groups * size, tables=groups, rounds=weeks, table_size=size)
        found = []
        for seed in ask.seeds:
            tell(f"golfers {name}, seed {seed}")
            effort = PER_SECOND * ask.seconds
            clock = None if ask.unclocked else ask.seconds
            began = time.process_time()
            plan, seconds = timed(
                seat, problem, seed=seed, effort=effort, seconds=clock, jobs=1, from_scratch=True
            )
            found.append((surplus(plan), seconds, time.process_time() - began))
        least = [each for each in found if each[0] == min(found)[0]]
        rows.append(
            (
                name,
                str(groups * size),
                str(min(found)[0]),
                " ".join(str(each[0]) for each in found),
                spelled(sorted(each[1] for each in least)[len(least) // 2]),
                spelled(sorted(each[2] for each in least)[len(least) // 2]),
            )
        )
        measured.append({"instance": name, "found": found})
    return Figures(
        title="Social golfers",
        columns=("instance", "people", "surplus", "by seed", "time", "processor time"),
        rows=tuple(rows),
        note=(
            "`mafsim seat --players N --tables g --rounds w --table-size s` for g-s-w, one thread. "
            "Surplus meetings: over all pairs, how often they meet beyond once; 0 solves the instance and "
            f"ends the search. Seeds {', '.join(map(str, ask.seeds))}; times are medians of the seeds that "
            f"reach the least."
        ),
        measured=tuple(measured),
    )


def surplus(plan: Plan) -> int:
    """Count meetings beyond the first of each pair."""
    meets = np.triu(measures.meeting_counts(plan), k=1)
    return int(np.maximum(meets - 1, 0).sum())
