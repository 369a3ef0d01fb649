"""What a late change of a large event costs, and what re-seating at random would."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

import numpy as np

from benchmarks.ask import Ask
from benchmarks.events import Event
from benchmarks.figures import Figures, spelled, tell, timed
from mafsim.pairing import measures
from mafsim.pairing.problem import Problem
from mafsim.pairing.replan import Changes, coming, replan, revised
from mafsim.pairing.solve import seat
from mafsim.pairing.start import players_of_rounds
from mafsim.pairing.whole import joined
from mafsim.plan import EMPTY, Plan
from mafsim.streams import Purpose, stream

EVENT = Event(200, 20, 12)
AFTER = 5
LEAVING = Changes(drop=("Player 005", "Player 100", "Player 177"))


def main(ask: Ask) -> Iterator[Figures]:
    """Measure a late change in both ways, and against chance."""
    seat(Event(20, 2, 2).problem(), effort=0)  # compiles
    yield late(ask.seeds[:3], effort=10 * ask.share)


def late(seeds: tuple[int, ...], *, effort: float) -> Figures:
    """Seat an event, let three people leave, and go on."""
    rows, measured = [], []
    for keep in ("most", "fairest"):
        found, times, work = [], [], []
        for seed in seeds:
            tell(f"late change, {keep}, seed {seed}")
            plan = seat(EVENT.problem(), seed=seed, effort=effort / 5)
            began = time.process_time()
            done, seconds = timed(
                replan, plan, LEAVING, from_round=AFTER, keep=keep, seed=seed, effort=effort
            )
            work.append(time.process_time() - began)
            way = done.ways[keep]
            bound = (way.plan.certificate or done.plan.certificate or {})["meetings"]["bound"]
            problem, _ = coming(plan, revised(plan.roster, LEAVING, AFTER), AFTER, None)
            figures = way.figures() | {"bound": bound, "random": at_random(problem, seed)}
            found.append(figures)
            times.append(seconds)
            measured.append({"keep": keep, "seed": seed, "seconds": seconds, **figures})
        rows.append(
            (
                keep,
                spelled(median(times)),
                spelled(max(times)),
                spelled(median(work)),
                *(
                    str(int(median(each[name] for each in found)))
                    for name in ("changed_seats", "sum_of_squares", "random", "bound")
                ),
            )
        )
    return Figures(
        title=f"{EVENT}, three leave after round {AFTER}",
        columns=(
            "keep", "median time", "worst time", "processor time", "changed seats", "sum of squares",
            "re-seated at random", "bound",
        ),
        rows=tuple(rows),
        note=f"Seeds {', '.join(map(str, seeds))}, effort {effort:g}; medians. The same people play "
        "in every round of the random seating.",
        measured=tuple(measured),
    )  # fmt: skip


def at_random(problem: Problem, seed: int) -> int:
    """Give the sum of squared meetings when those who play are dealt to tables at random."""
    rng = stream(seed, Purpose.DRAW)
    plays = players_of_rounds(problem, rng)
    seats = np.full((problem.rounds, max(problem.tables), 10), EMPTY, dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        people = rng.permutation(np.flatnonzero(plays[round_]))
        seats[round_, :tables] = people.reshape(tables, 10)
    plan: Plan = joined(problem, seats)
    return measures.meetings(plan).sum_of_squares
