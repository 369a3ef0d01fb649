"""Side by side with another tool, on its own list of events and on some of ours.

``mafia-schedule`` has a licence of its own (GPL): it is installed into an environment of its own in the
user's cache folder, is run there as a process of its own, and is never imported here. ``python -m
benchmarks.peers`` installs it; without it the bench says so and goes on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.ask import Ask
from benchmarks.events import Event
from benchmarks.figures import Figures, load, tell, timed
from mafsim.files import read_plan
from mafsim.pairing import check
from mafsim.pairing.solve import seat
from mafsim.plan import Plan

PEER = "mafia-schedule"
VERSION = "0.0.6"
LOCKED = (
    f"{PEER}=={VERSION} "
    "--hash=sha256:45f81846fca07979f33e3020cc04ed7eb4d7358493ed978d189406c40412fe13\n"
)
HOW = "python -m benchmarks.peers"

EVENTS = (
    # The list that comes with the peer, events of one shape once.
    *(Event(12, 1, 12, games=10), Event(16, 1, 16, games=10), Event(20, 2, 10)),
    *(Event(21, 2, 11, games=10), Event(25, 2, 10, games=8), Event(28, 2, 14, games=10)),
    *(Event(30, 3, 10), Event(36, 3, 12, games=10), Event(40, 4, 15, 2)),
)

MORE = (Event(20, 2, 5, 2), Event(30, 3, 8), Event(30, 3, 12, 2), Event(60, 6, 10))
"""Events of the regulations, and a large one."""

PER_SECOND = 1.2
"""The effort that one thread of a free processor does in a second."""

RUN, SLICE = 20_000, 20
"""Exchanges of one run of the peer, as its own command has them, and between two looks at the clock."""

FOR_SEATS = 0.2
"""The share of the time that the peer has for its seats."""

DRIVER = """
import contextlib, io, json, sys, time
from mafia_schedule import Configuration, OptimizeOpponents, OptimizeSeats, ScheduleFactory
asked = json.load(sys.stdin)
began = time.monotonic()
until = began + asked["seconds"] * (1 - asked["for_seats"])
conf = Configuration(**asked["configuration"])
conf.validate()
with contextlib.redirect_stdout(io.StringIO()):
    search, best = OptimizeOpponents(verbose=False), None
    search.expectedZeroPairs = search.expectedSinglePairs = 0
    while best is None or time.monotonic() < until:
        search.schedule = ScheduleFactory.createInitialSchedule(conf)
        search.schedule.generateSlotsFromGames()
        search.score = search.scoreFunc()
        done = 0
        while not done or done < asked["run"] and time.monotonic() < until:
            search.optimizeStage(asked["slice"])
            done += asked["slice"]
        if best is None or search.score < best[0]:
            search.schedule.updateGamesFromSlots()
            best = search.score, search.schedule
    schedule, until = best[1], began + asked["seconds"]
    seats, first, best, run = OptimizeSeats(schedule, verbose=False), schedule.saveGamePlayers(), None, 0
    while best is None or time.monotonic() < until:
        schedule.updateGamePlayers(first)
        seats.shuffleGameFunc = (seats.swapAllPlayers, seats.swapTwoPlayers)[run % 2]
        done, run = 0, run + 1
        while not done or done < asked["run"] and time.monotonic() < until:
            seats.optimizeStage(asked["slice"])
            done += asked["slice"]
        if best is None or seats.currentScore < best[0]:
            best = seats.currentScore, schedule.saveGamePlayers()
    schedule.updateGamePlayers(best[1])
schedule.validate()
json.dump(schedule.toJson(), sys.stdout)
"""
"""What the peer's own python runs: its two searches with a clock, each as its own commands call them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What the checker finds in a plan, whoever made it."""

    squares: int
    low: int
    high: int
    clashes: int
    seats: int
    tables: int
    beside: int
    """Pairs who sit side by side more than once."""
    rests: int
    """Rests of somebody right behind another one of his."""

    def cells(self) -> tuple[str, ...]:
        """Give them for a table."""
        meetings = f"{self.squares} [{self.low},{self.high}]"
        return (
            meetings,
            *map(str, (self.clashes, self.rests, self.seats, self.tables, self.beside)),
        )


def quality(plan: Plan, event: Event) -> Quality:
    """Let the checker read a plan for an event, of which it may know nothing but the numbers."""
    plan = plan.with_(roster=event.problem().roster)
    findings = check.examine(plan)
    balance = findings.balance
    return Quality(
        squares=balance.meetings.sum_of_squares,
        low=balance.meetings.min,
        high=balance.meetings.max,
        clashes=sum(each.rule == "teammates" for each in findings.violations),
        seats=balance.seats.max_spread,
        tables=balance.tables.max_spread,
        beside=sum(pairs for times, pairs in balance.neighbours.items() if times > 1),
        rests=balance.two_in_a_row,
    )


# ---- the peer


def place() -> Path:
    """Give the folder of the peer's environment."""
    named = os.environ.get("XDG_CACHE_HOME")
    cache = Path(named) if named else Path.home() / ".cache"
    return cache / "mafsim" / "peers" / f"{PEER}-{VERSION}"


def python() -> Path:
    """Give the python of the peer's environment, whether it is there or not."""
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return place() / folder / name


def is_there() -> bool:
    """Say whether the peer can be run."""
    call = [str(python()), "-c", "import mafia_schedule"]
    return (
        python().exists() and not subprocess.run(call, capture_output=True, check=False).returncode
    )


def install() -> None:
    """Make the peer's environment; this alone needs a network."""
    venv.create(place(), with_pip=True, clear=True)
    with tempfile.TemporaryDirectory() as folder:
        locked = Path(folder) / "locked.txt"
        locked.write_text(LOCKED, encoding="utf-8")
        call = [str(python()), "-m", "pip", "install", "-q", "--require-hashes", "-r", str(locked)]
        subprocess.run(call, check=True)
    tell(f"{PEER} {VERSION} is in {place()}")


def by_the_peer(event: Event, seconds: float) -> Plan:
    """Let the peer seat an event, in a process of its own."""
    problem = event.problem()
    games = sum(problem.tables)
    asked = {
        "configuration": {
            "numPlayers": event.players,
            "numTables": event.tables,
            "numRounds": event.rounds,
            "numGames": games,
            "numAttempts": 10 * games // event.players,
        },
        "seconds": seconds,
        "for_seats": FOR_SEATS,
        "run": RUN,
        "slice": SLICE,
    }
    outcome = subprocess.run(
        [str(python()), "-c", DRIVER],
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "schedule.json"
        file.write_text(outcome.stdout, encoding="utf-8")
        return read_plan(file)


# ---- side by side


def main(ask: Ask) -> Iterator[Figures]:
    """Compare with the peer where it can be run."""
    seat(Event(20, 2, 4).problem(), effort=0.3, jobs=1, from_scratch=True)  # compiles
    if is_there():
        yield side_by_side(ask.seconds)
    else:
        yield Figures(
            title=f"Beside {PEER} {VERSION}",
            columns=("skipped",),
            rows=((f"it is not installed; `{HOW}` makes an environment of its own for it",),),
        )


def side_by_side(seconds: float) -> Figures:
    """Let both seat the same events in the same time on one thread each, one after the other."""
    rows, measured = [], []
    for event in (*EVENTS, *MORE):
        tell(f"{event}, {PEER} and mafsim, {seconds:g} s each")
        theirs = quality(by_the_peer(event, seconds), event)
        plan, took = timed(
            seat,
            event.problem(),
            effort=PER_SECOND * seconds,
            seconds=seconds,
            jobs=1,
            from_scratch=True,
        )
        mine = quality(plan, event)
        rows += [
            (str(event), PEER, *theirs.cells(), f"{seconds:g} s"),
            ("", "mafsim", *mine.cells(), f"{took:.1f} s"),
        ]
        measured.append(
            {"event": str(event), "seconds": took, "peer": asdict(theirs), "mafsim": asdict(mine)}
        )
    return Figures(
        title=f"Beside {PEER} {VERSION}, {seconds:g} s",
        columns=(
            *("event", "by", "meetings", "clashes", "rests in a row", "seats apart"),
            *("tables apart", "side by side again", "time"),
        ),
        rows=tuple(rows),
        note=(
            "Sum of squared meetings [fewest,most] of those who may meet; how often team-mates share a "
            "table; how often somebody rests twice in a row; how many games somebody plays more on one "
            "seat, or at one table, than on another; pairs who sit side by side more than once. Both have "
            "the same time and one thread; mafsim searches from scratch, seed 0, and ends before its time "
            f"where nothing better exists. {PEER} knows no teams, asks for nothing about rests, and has a "
            f"fifth of its time for seats. Load at the end: {load()}."
        ),
        measured=tuple(measured),
    )


def run() -> None:
    """Install the peer."""
    if sys.argv[1:]:
        sys.exit(f"usage: {HOW}")
    install()


if __name__ == "__main__":
    run()
