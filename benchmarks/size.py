"""How large events go: time and memory of whole runs, and how the time grows with players and rounds.

    python -m benchmarks size

Every event has teams of two, clubs, and one in twenty absent in each round.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.ask import Ask
from benchmarks.figures import Figures, load, tell
from mafsim.pairing.groups import BLOCK, SCALE, anneal
from mafsim.pairing.problem import Problem, of_shape
from mafsim.pairing.start import NEVER as APART
from mafsim.pairing.start import deal, groups, players_of_rounds
from mafsim.pairing.walks import NEVER, REST_MOVES, looks_of, prices
from mafsim.plots.style import LINES, MARKERS, save
from mafsim.roster import Entrant, Roster
from mafsim.streams import Purpose, stream, word

PLAYERS = (50, 100, 200, 300, 500, 1000)
ROUNDS = 12
"""Whole runs of the program: so many players for so many rounds, a table for every ten players."""

GROWTH = tuple(
    (players, rounds)
    for rounds, fields in (
        (6, (150, 300, 600, 1000, 2000)),
        (12, (200, 300, 500, 700, 1000, 1400, 2000)),
        (24, (600, 1000, 1400, 2000)),
    )
    for players in fields
)
"""Players and rounds for which it is measured when the largest meeting is 2."""

LARGEST = 2
CLUB, TEAM, ABSENT = 20, 2, 0.05
"""How many players a club has on average, how many a team has, and which share is absent in a round."""

MOST_PROPOSALS = 400_000_000
"""After so many proposals a walk is given up."""

PLOT = Path("docs/size.png")


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What one run of the program gave and took."""

    players: int
    seconds: float
    processor: float
    memory: float
    squares: int
    bound: int
    low: int
    high: int
    stopped_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """Processor seconds until the largest meeting of a valid plan is 2: of setting up, and of the walk."""

    players: int
    rounds: int
    seats: int
    ready: float
    walked: float

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.ready + self.walked


def main(ask: Ask) -> Iterator[Figures]:
    """Measure whole runs of the program, and how the time to a largest meeting of 2 grows."""
    players = PLAYERS if ask.share == 1 else PLAYERS[:2]
    yield _runs([run(each, ask) for each in players])
    chosen = GROWTH if ask.share == 1 else GROWTH[:2]
    reached(*chosen[0])  # compiles
    found = [reached(*each) for each in chosen]
    yield _growth(found)
    if ask.share == 1:
        picture(found, PLOT)


def roster_of(players: int, rounds: int) -> Roster:
    """Give a roster of teams of two, of clubs, and with absences in every round; the same each time."""
    lots = random.Random(players * 1000 + rounds)
    absent: list[set[int]] = [set() for _ in range(players)]
    for round_ in range(rounds):
        for index in lots.sample(range(players), round(players * ABSENT)):
            absent[index].add(round_)
    clubs = [lots.randrange(max(2, players // CLUB)) for _ in range(players // TEAM)]
    return Roster(
        entrants=tuple(
            Entrant(
                id=f"p{index + 1}",
                name=f"Player {index + 1}",
                team=f"Team {index // TEAM + 1}",
                club=f"Club {clubs[index // TEAM] + 1}",
                absent=frozenset(absent[index]),
            )
            for index in range(players)
        )
    )


def event(players: int, rounds: int) -> Problem:
    """State the problem of such a roster, at a table for every ten players."""
    return of_shape(roster=roster_of(players, rounds), tables=players // 10, rounds=rounds)


# ---- Whole runs


def run(players: int, ask: Ask) -> Whole:
    """Run the program once in a process of its own, the roster's file and the plan's included."""
    tell(f"{players} players, the whole program")
    with tempfile.TemporaryDirectory() as folder:
        roster, plan = Path(folder, "roster.csv"), Path(folder, "plan.json")
        roster.write_text(_as_file(roster_of(players, ROUNDS)), encoding="utf-8")
        command = [
            *(sys.executable, "-m", "mafsim", "seat", "--roster", str(roster)),
            *("--tables", str(players // 10), "--rounds", str(ROUNDS), "-o", str(plan)),
            *("--seed", str(ask.seeds[0])),
        ]
        began = time.perf_counter()
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - began
        if process.returncode:
            raise SystemExit(f"mafsim seat gave {process.returncode} for {players} players")
        certificate: dict[str, Any] = json.loads(plan.read_text("utf-8"))["certificate"]
    meetings = certificate["meetings"]
    return Whole(
        players=players,
        seconds=round(seconds, 2),
        processor=round(usage.ru_utime + usage.ru_stime, 2),
        memory=round(usage.ru_maxrss / 1024, 1),
        squares=meetings["sum_of_squares"],
        bound=meetings["bound"],
        low=meetings["min"],
        high=meetings["max"],
        stopped_by=certificate["stopped_by"],
    )


def _as_file(roster: Roster) -> str:
    rows = [
        f"{each.name},{each.team},{each.club},{';'.join(str(r + 1) for r in sorted(each.absent))}"
        for each in roster.entrants
    ]
    return "\n".join(["name,team,club,absent", *rows, ""])


def _runs(runs: Sequence[Whole]) -> Figures:
    return Figures(
        title="Whole runs of the program",
        columns=(
            "players", "sum of squares", "bound", "above", "stopped by", "time", "processor time",
            "memory",
        ),
        rows=tuple(
            (
                str(each.players),
                f"{each.squares} [{each.low},{each.high}]",
                str(each.bound),
                f"{100 * (each.squares / each.bound - 1):.1f} %",
                each.stopped_by,
                f"{each.seconds:.1f} s",
                f"{each.processor:.1f} s",
                f"{each.memory:.0f} MiB",
            )
            for each in runs
        ),
        note=(
            f"{ROUNDS} rounds, a table for every ten players, teams of two, clubs, one in twenty "
            "absent in each round; default effort, one seed. Everything from the start of the "
            f"process to its end, with compiled kernels at hand. Load at the end: {load()}."
        ),
        measured=tuple({name: getattr(each, name) for name in Whole.__slots__} for each in runs),
    )  # fmt: skip


# ---- Growth


def reached(players: int, rounds: int) -> Reached:
    """Walk from a first plan until the largest meeting of a valid plan is 2, on one thread."""
    tell(f"{players} players, {rounds} rounds, until the largest meeting is {LARGEST}")
    roster = roster_of(players, rounds)
    began = time.process_time()
    problem = of_shape(roster=roster, tables=players // 10, rounds=rounds)
    rng = stream(0, Purpose.SEARCH, 0, 0)
    table = deal(problem, players_of_rounds(problem, rng), rng)
    squares = (np.arange(rounds + 2) ** 2).astype(np.int32)
    state, total = groups(problem, table, prices(squares, 1))
    ready = time.process_time() - began
    best = state.at.copy()
    totals = np.array([total, total, 2 * SCALE], dtype=np.int64)
    lots = np.array([word(0, Purpose.SEARCH, 0, 0)], dtype=np.uint64)
    free = state.kind != APART
    walked, done, looks = 0.0, 0, looks_of(problem)
    while totals[0] >= NEVER or state.meets[free].max() > LARGEST:
        if done >= MOST_PROPOSALS:
            raise SystemExit(f"{players} players, {rounds} rounds: no largest meeting of {LARGEST}")
        began = time.process_time()
        anneal(
            state, best, lots, totals, BLOCK, done, MOST_PROPOSALS, looks, REST_MOVES, -1
        )  # fmt: skip
        walked += time.process_time() - began
        done += BLOCK
    seats = sum(problem.tables) * problem.table_size
    return Reached(
        players=players, rounds=rounds, seats=seats, ready=round(ready, 3), walked=round(walked, 3)
    )


def slope(found: Sequence[Reached]) -> float:
    """Give the power of players times rounds with which the time grows: a line through logarithms."""
    size = np.log([each.players * each.rounds for each in found])
    seconds = np.log([each.seconds for each in found])
    return float(np.polyfit(size, seconds, 1)[0])


def _growth(found: Sequence[Reached]) -> Figures:
    return Figures(
        title=f"Until the largest meeting is {LARGEST}",
        columns=(
            "players", "rounds", "players x rounds", "set up", "walked", "together",
            "for a thousand of players x rounds",
        ),
        rows=tuple(
            (
                str(each.players),
                str(each.rounds),
                str(each.players * each.rounds),
                f"{1000 * each.ready:.0f} ms",
                f"{1000 * each.walked:.0f} ms",
                f"{1000 * each.seconds:.0f} ms",
                f"{1e6 * each.seconds / (each.players * each.rounds):.0f} ms",
            )
            for each in found
        ),
        note=(
            "Processor time of one thread, after compilation, from the roster to a valid plan in which "
            "nobody meets anybody three times: the problem stated and found feasible, people dealt, "
            "counts set up, and the walk. Time grows with players x rounds to the power of "
            f"{slope(found):.2f} over all rows: a line through their logarithms."
        ),
        measured=tuple({name: getattr(each, name) for name in Reached.__slots__} for each in found),
    )  # fmt: skip


def picture(found: Sequence[Reached], path: Path) -> None:
    """Draw the time until the largest meeting is 2 over players times rounds, in the house style."""

    def figure() -> Any:
        from matplotlib.figure import Figure

        drawn = Figure(figsize=(6, 4), layout="constrained")
        axes = drawn.subplots()
        sizes = [each.players * each.rounds for each in found]
        worst = max(each.seconds / size for each, size in zip(found, sizes, strict=True))
        ends = [min(sizes), max(sizes)]
        axes.plot(ends, [worst * size for size in ends], color="#6b6b6b", linewidth=0.8)
        axes.annotate(
            "linear", (ends[0], worst * ends[0]), xytext=(0, 6), textcoords="offset points"
        )
        for number, rounds in enumerate(sorted({each.rounds for each in found})):
            own = [each for each in found if each.rounds == rounds]
            axes.plot(
                [each.players * rounds for each in own],
                [each.seconds for each in own],
                color=LINES[number],
                marker=MARKERS[number],
                label=f"{rounds} rounds",
            )
        axes.set(
            xscale="log", yscale="log", xlabel="players x rounds", ylabel="seconds of one thread"
        )
        axes.set_title(f"Until nobody meets anybody more than {LARGEST} times")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter("{x:,g}")
        axes.grid(visible=True)
        axes.legend()
        return drawn

    save(figure, path, force=True)
