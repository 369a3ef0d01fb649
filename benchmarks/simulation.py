"""What simulated tournaments cost: the engine, and all that happens around it, part by part.

    python -m benchmarks simulation

Times of parts are of one thread's processor, after compilation; the best of some runs, since other
programs only ever make them longer. Times of one process and of two are of the clock, interleaved.
"""

from __future__ import annotations

import resource
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from benchmarks.ask import Ask
from benchmarks.figures import Figures, tell
from mafsim import simulate
from mafsim.regulations.load import load
from mafsim.simulate import BLOCK, Job

NAMES = ("ugra-2021", "fiim", "omsk-2012", "charlie-2016")
PARTS = {
    "engine": ("mafsim.mafia.play._Table.play",),
    "people": ("mafsim.tournament.people.draw", "mafsim.mafia.crowd._profiles"),
    "judge": ("mafsim.tournament.block.judge",),
    "points": ("mafsim.tournament.block.score",),
    "places": ("mafsim.tournament.block.tallies_of", "mafsim.tournament.block.ranked"),
    "metrics": ("mafsim.simulate.job.totals", "mafsim.simulate.job.tables"),
}
"""What each part of the time is spent in; the rest is seats, draws and the moving of games."""
MOST = 0.2
"""Which share of the engine's time all the rest may take."""
ASKED = 10_000
"""How many tournaments of ugra-2021 are asked for in less than 15 seconds on two processors."""


def main(ask: Ask) -> Iterator[Figures]:
    """Measure the parts of a block, and one process beside two."""
    quick = ask.share < 1
    yield _parts(times=2 if quick else 5)
    yield _processes(tournaments=2 * BLOCK if quick else 4 * BLOCK, times=1 if quick else 5)


def _parts(times: int) -> Figures:
    rows = []
    for name in NAMES:
        tell(f"simulation: {name}")
        job = Job(events=(simulate.prepared(load(name)),))
        job.run(0, BLOCK)
        best: dict[str, float] = {}
        games = 0
        for number in range(times):
            spent, games = _measured(job, number * BLOCK)
            if not best or spent["all"] < best["all"]:
                best = spent
        engine = best["engine"]
        rest = best["all"] - sum(best[part] for part in PARTS)
        rows.append(
            (
                name,
                f"{games / BLOCK:.0f}",
                f"{engine / games * 1e6:.0f}",
                *(f"{best[part] / BLOCK * 1e3:.3f}" for part in PARTS),
                f"{rest / BLOCK * 1e3:.3f}",
                f"{best['all'] / BLOCK * 1e3:.3f}",
                f"{(best['all'] - engine) / engine:.0%}",
            )
        )
    return Figures(
        title=f"Milliseconds a tournament, in blocks of {BLOCK}; all around the engine is asked to "
        f"take less than {MOST:.0%} of it",
        columns=(
            *("regulation", "games", "µs a game", *PARTS, "rest", "all"),
            "around the engine",
        ),
        rows=tuple(rows),
    )


def _measured(job: Job, first: int) -> tuple[dict[str, float], int]:
    """Play one block, and give the processor time of each part and of all."""
    spent: dict[str, float] = defaultdict(float)
    with _watched(spent):
        begun = time.thread_time()
        counted = job.run(first, BLOCK)
        spent["all"] = time.thread_time() - begun
    return spent, counted.games[0]


@contextmanager
def _watched(spent: dict[str, float]) -> Iterator[None]:
    patches = [
        patch(target, _timed(_resolved(target), part, spent))
        for part, targets in PARTS.items()
        for target in targets
    ]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def _resolved(target: str) -> Callable[..., Any]:
    from pkgutil import resolve_name

    parts = target.split(".")
    cut = next(i for i, part in enumerate(parts) if part.startswith("_") or i == len(parts) - 1)
    found: Any = resolve_name(".".join(parts[:cut]))
    for part in parts[cut:]:
        found = getattr(found, part)
    function: Callable[..., Any] = found
    return function


def _timed(function: Callable[..., Any], part: str, spent: dict[str, float]) -> Callable[..., Any]:
    def timed(*arguments: Any, **named: Any) -> Any:
        begun = time.thread_time()
        try:
            return function(*arguments, **named)
        finally:
            spent[part] += time.thread_time() - begun

    return timed


def _processes(tournaments: int, times: int) -> Figures:
    """Measure one process and two in turn; those that are there already, so that none has to start."""
    name = NAMES[0]
    job = Job(events=(simulate.prepared(load(name)),))
    best: dict[int, float] = {}
    backends = {jobs: simulate.backend(jobs=jobs) for jobs in (1, 2)}
    try:
        for backend in backends.values():
            simulate.run(job, 2 * BLOCK, backend=backend)
        for number in range(times):
            for jobs, backend in backends.items():
                tell(f"simulation: {name}, {jobs} at once, {number + 1} of {times}")
                begun = time.perf_counter()
                simulate.run(job, tournaments, backend=backend)
                elapsed = time.perf_counter() - begun
                best[jobs] = min(best.get(jobs, elapsed), elapsed)
    finally:
        for backend in backends.values():
            backend.close()
    rows = tuple(
        (
            str(jobs),
            f"{tournaments / seconds:.0f}",
            f"{seconds * ASKED / tournaments:.1f}",
            f"{best[1] / seconds:.2f}",
        )
        for jobs, seconds in best.items()
    )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Figures(
        title=f"{tournaments} tournaments of {name}, best of {times}; "
        f"this process has used {memory:.0f} MiB at most",
        columns=("processes", "tournaments a second", f"seconds for {ASKED}", "gain"),
        rows=rows,
    )
