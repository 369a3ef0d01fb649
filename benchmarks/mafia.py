"""How many games a second one core plays, what compiling brings and takes, and how much memory.

python -m benchmarks mafia
python -m benchmarks.mafia REGULATION AGENTS N     # plays so many games, and says what it took
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.ask import Ask
from benchmarks.figures import Figures, load, spelled, tell
from benchmarks.start import CACHES, python
from mafsim import agents, mafia, regulations
from mafsim.cli.play import BLOCK
from mafsim.mafia.play import Played
from mafsim.mafia.tally import Tally, tally

SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Who plays under which regulation, how many games are timed, and how many a second demanded."""

    regulation: str
    agents: str
    games: int
    few: int
    """How many an interpreted run plays: enough for some seconds."""
    demand: int | None = None

    def __str__(self) -> str:
        """Name it as `mafsim play` does."""
        return f"{self.regulation}, {self.agents}"


ROWS = (
    Row(regulation="plain", agents="random", games=131_072, few=60, demand=400_000),
    Row(regulation="fiim", agents="random", games=65_536, few=60),
    Row(regulation="fiim", agents="bayes", games=16_384, few=20, demand=25_000),
    Row(regulation="fiim", agents="human", games=16_384, few=20, demand=25_000),
    Row(regulation="fiim", agents="hunter", games=16_384, few=20),
)

MEASURED_FOR_MEMORY = (10_000, 100_000, 1_000_000)
MORE = 1.05
"""By which factor memory may differ between two runs without having grown."""

STARTED = ("-m", "mafsim", "play", "fiim", "-n", "10", "--json")
COLD, WARM = 60.0, 2.0
"""How many seconds a first run and a later one may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What playing so many games took and gave."""

    games: int
    processor: float
    """Seconds of one core, whatever else the machine did meanwhile."""
    digest: str
    """The same for the same games."""
    peak: float | None
    """The most memory that the process had until then, in megabytes, where the system says so."""

    @property
    def speed(self) -> float:
        """Games a second of one core."""
        return self.games / self.processor


def main(ask: Ask) -> Iterator[Figures]:
    """Measure everything about playing; what compiles anew comes last."""
    runs = in_turns(ask.share, times=2 if ask.share < 1 else 5)
    yield speeds(runs)
    yield ratios(runs, times=1 if ask.share < 1 else 2)
    yield memory(MEASURED_FOR_MEMORY[: 2 if ask.share < 1 else None])
    yield starts(later=2 if ask.share < 1 else 3)


# ---- Playing


def played(regulation: str, kind: str, games: int, *, counted: bool = False) -> Run:
    """Play games block by block, as the command does; only the playing is timed.

    Where they are `counted`, too, the memory that it takes is what the command takes.
    """
    rules, players = regulations.load(regulation), agents.cast(kind, 10)
    mafia.play(rules, players, 1, seed=SEED)
    digest, total, processor = hashlib.sha256(), Tally(), 0.0
    blocks = mafia.blocks(rules, players, games, seed=SEED, block=BLOCK)
    while True:
        began = time.process_time()
        block = next(blocks, None)
        processor += time.process_time() - began
        if block is None:
            break
        take_in(digest, block)
        total += tally(block, rules) if counted else Tally()
    assert total.games == (games if counted else 0)
    return Run(games=games, processor=processor, digest=digest.hexdigest(), peak=peak())


def take_in(digest: Any, block: Played) -> None:
    """Add to a digest whatever was recorded of games."""
    games = block.games
    for array in (
        games.entrants, games.roles, games.winner, games.ended, games.left, games.left_on,
        games.best_move, games.fouls, games.disqualified, games.votes, games.vote_day,
        games.vote_kind, games.checks, games.reveals, block.days, block.claims, block.broke,
        block.told,
    ):  # fmt: skip
        digest.update(np.ascontiguousarray(array).tobytes())


def peak() -> float | None:
    """Give the most memory that this process had, in megabytes, where the system says so.

    What `resource` says would not do: it counts the process that started this one, too.
    """
    status = Path("/proc/self/status")
    if not status.is_file():
        return None
    for line in status.read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "VmHWM":
            return int(value.split()[0]) / 1024
    return None


def elsewhere(arguments: Sequence[str], **environment: str) -> Run:
    """Play and count games in a process of its own."""
    outcome = subprocess.run(
        [sys.executable, "-m", "benchmarks.mafia", *arguments],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return Run(**json.loads(outcome.stdout))


# ---- Speed


def in_turns(share: float, *, times: int) -> dict[Row, list[Run]]:
    """Time a share of each row's games so often, in turns, so that all of them meet the same load."""
    runs: dict[Row, list[Run]] = {row: [] for row in ROWS}
    for number in range(times):
        for row in ROWS:
            tell(f"{row}, run {number + 1} of {times}")
            runs[row].append(played(row.regulation, row.agents, max(1, int(row.games * share))))
    return runs


def speeds(runs: dict[Row, list[Run]]) -> Figures:
    """Compare games a second with what is demanded."""
    rows, measured = [], []
    for row, found in runs.items():
        each = [run.speed for run in found]
        met = "" if row.demand is None else "yes" if max(each) >= row.demand else "NO"
        rows.append(
            (
                str(row),
                f"{max(each):,.0f}",
                f"{median(each):,.0f}",
                "" if row.demand is None else f"{row.demand:,}",
                met,
            )
        )
        measured += [{"row": str(row)} | asdict(run) for run in found]
    times = len(next(iter(runs.values())))
    return Figures(
        title="Games a second of one core",
        columns=("who plays", "best", "median", "demand", "met"),
        rows=tuple(rows),
        note=(
            f"Best and median of {times} runs in turns, processor time, records kept by the block of "
            f"{BLOCK:,}; seed {SEED}. Load at the end: {load()}."
        ),
        measured=tuple(measured),
    )


def ratios(runs: dict[Row, list[Run]], *, times: int) -> Figures:
    """Compare the compiled engine with the same code under the interpreter, and their games."""
    found: dict[Row, list[Run]] = {row: [] for row in runs}
    for number in range(times):
        for row in runs:
            tell(f"{row}, interpreted, run {number + 1}")
            words = (row.regulation, row.agents, str(row.few))
            found[row].append(elsewhere(words, NUMBA_DISABLE_JIT="1"))
    return compared(runs, found)


def compared(runs: dict[Row, list[Run]], interpreted: dict[Row, list[Run]]) -> Figures:
    """Put interpreted runs beside compiled ones."""
    rows, measured = [], []
    for row, found in interpreted.items():
        slow = max(run.speed for run in found)
        quick = max(run.speed for run in runs[row])
        expected = played(row.regulation, row.agents, row.few).digest
        same = all(run.digest == expected for run in found)
        rows.append(
            (
                str(row),
                f"{slow:.1f}",
                f"{quick:,.0f}",
                f"{quick / slow:,.0f}",
                f"{'yes' if same else 'NO'}, {row.few}",
            )
        )
        measured += [{"row": str(row), "same": same} | asdict(run) for run in found]
    return Figures(
        title="Compiled against interpreted",
        columns=("who plays", "interpreted", "compiled", "ratio", "the same games"),
        rows=tuple(rows),
        note=(
            "Games a second of one core, the best run of each. An interpreted run is a process with "
            "NUMBA_DISABLE_JIT=1; its games are compared with the compiled engine's, field by field."
        ),
        measured=tuple(measured),
    )


# ---- Memory and starts


def memory(numbers: Sequence[int]) -> Figures:
    """Measure the most memory that a process needs, by the number of games that it counts."""
    rows, measured, least = [], [], float("inf")
    for games in numbers:
        tell(f"memory for {games:,} games")
        found = elsewhere(("plain", "random", str(games)))
        measured.append(asdict(found))
        if found.peak is None:
            rows.append((f"{games:,}", "unknown", ""))
        elif games < BLOCK:
            rows.append((f"{games:,}", f"{found.peak:.0f} MB", "less than a block"))
        else:
            least = min(least, found.peak)
            grows = found.peak > MORE * least
            rows.append(
                (f"{games:,}", f"{found.peak:.0f} MB", "GROWS" if grows else "does not grow")
            )
    return Figures(
        title="Memory by the number of games",
        columns=("games", "peak", "with their number"),
        rows=tuple(rows),
        note=f"`plain`, `random`, a process each, by the block of {BLOCK:,} and counted as it goes.",
        measured=tuple(measured),
    )


def starts(*, later: int) -> Figures:
    """Time a first run, which compiles, and later ones, which find the machine code kept."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
        environment |= dict.fromkeys(CACHES, folder)
        tell("a first run, which compiles")
        cold = start(environment)
        tell("later runs")
        warm = [start(environment) for _ in range(later)]
    best = min(warm, key=lambda each: each.seconds)
    return Figures(
        title="The first game compiles",
        columns=("run", "time", "processor time", "at the most", "met"),
        rows=(row_of_start("first", cold, COLD), row_of_start("later", best, WARM)),
        note=(
            f"`mafsim {' '.join(STARTED[2:])}`, whole runs with an empty cache folder, once, and with "
            f"a filled one, the best of {later}. Load at the end: {load()}."
        ),
        measured=({"first": asdict(cold), "later": [asdict(each) for each in warm]},),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How long a whole run took, and how long a processor worked for it."""

    seconds: float
    processor: float | None


def start(environment: dict[str, str]) -> Start:
    """Run the command once."""
    before = children()
    seconds = python(STARTED, environment)
    after = children()
    processor = None if before is None or after is None else after - before
    return Start(seconds=seconds, processor=processor)


def children() -> float | None:
    """Give the processor time of all processes that were started here, where the system says so."""
    if sys.platform == "win32":
        return None
    times = os.times()
    return times.children_user + times.children_system


def row_of_start(name: str, found: Start, most: float) -> tuple[str, ...]:
    """Give the row of a run."""
    processor = "unknown" if found.processor is None else spelled(found.processor)
    met = "yes" if found.seconds <= most else "NO"
    return (name, spelled(found.seconds), processor, spelled(most), met)


if __name__ == "__main__":
    print(json.dumps(asdict(played(sys.argv[1], sys.argv[2], int(sys.argv[3]), counted=True))))
