"""``python -m tests.mutants ROOM``: do the tests notice when something is wrong?

A seeded sample of mutants is tried. The tests are collected once; for each mutant the process forks,
puts the changed code into the function, and runs the tests that pass through the changed line, the
quickest first, until one fails. mutmut leaves decorated functions alone, which all kernels are, and
cosmic-ray starts Python anew for each mutant: hence a tool of our own.

With ``--again`` those of an earlier run are tried that nobody noticed, or that are left of its sample:
so new tests are judged at little cost.
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from tests.mutants.exchange import Known, exchange, known
from tests.mutants.forks import compute_at_most, forked
from tests.mutants.marks import NAME, marked
from tests.mutants.record import UNNOTICED, Record, digest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Room:
    """What is changed, and which tests must notice."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    compiled: bool = True
    longest: float = 8.0
    """Tests that compute longer, in seconds, take no part."""
    seats: bool = False
    """Whether tests seat people, with kernels that are then loaded before the process forks."""


_SHORT = ("every_rule", "seen", "passages", "rules", "play")
"""The tests of one table that play few games; the others take minutes where nothing is compiled."""
ROOMS = {
    "check": Room(
        ("pairing/check.py",),
        ("pairing/test_check.py", "pairing/test_stages.py"),
        longest=2.0,
        seats=True,
    ),
    "measures": Room(
        ("pairing/measures.py",),
        ("pairing/test_measures.py", "pairing/test_check.py", "pairing/test_stages.py"),
        seats=True,
    ),
    "bounds": Room(
        ("pairing/bounds.py", "pairing/shapes.py"),
        ("pairing/test_bounds.py", "pairing/test_check.py"),
        longest=2.0,
        seats=True,
    ),
    "scoring": Room(
        ("scoring/components.py", "scoring/exact.py", "scoring/forbidden.py"),
        ("scoring", "standings", "regulations/worked", "files/test_results.py"),
        longest=2.0,
    ),
    "standings": Room(
        tuple(
            f"standings/{name}.py"
            for name in (
                *("cuts", "document", "doubts", "places", "table", "tallies", "tie_breaks"),
                *("units", "view"),
            )
        ),
        ("standings", "scoring", "regulations/worked"),
        longest=2.0,
    ),
    "mafia": Room(
        tuple(
            f"mafia/{name}.py"
            for name in (
                "conduct",
                "day",
                "game",
                "last_word",
                "night",
                "passages",
                "rules",
                "table",
            )
        ),
        tuple(f"mafia/test_{name}.py" for name in _SHORT),
        compiled=False,
        longest=2.5,
    ),
}
PATIENCE = 10.0
"""How many seconds a test of a mutant may compute beyond ten times what it takes without it."""


def main(arguments: list[str]) -> int:
    """Try the mutants of the rooms that are named, or of all."""
    asked = _parser().parse_args(arguments)
    if len(asked.room) > 1:  # a process each: what is compiled differs
        commands = [
            [sys.executable, "-m", "tests.mutants", room, *_options(asked)] for room in asked.room
        ]
        return max(os.spawnv(os.P_WAIT, sys.executable, command) for command in commands)
    room = ROOMS[asked.room[0]]
    os.environ |= {"CI": "true", "EXAMPLES": "few"}
    if not room.compiled:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
        from tests.mutants.records import hasten

        hasten()
    import pytest

    trial = Trial(asked.room[0], room, asked)
    paths = [str(ROOT / "tests" / path) for path in room.tests]
    pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not soak", *paths], plugins=[trial])
    return 0 if trial.finished else 1


def _options(asked: argparse.Namespace) -> list[str]:
    again = ["--again"] if asked.again else []
    return ["--seed", str(asked.seed), "--count", str(asked.count), "--kept", asked.kept, *again]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("room", nargs="*", default=list(ROOMS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after that long")
    parser.add_argument("--only", help="only mutants whose text holds this")
    parser.add_argument("--kept", default="out/mutants", help="the folder of what was found")
    parser.add_argument(
        "--again", action="store_true", help="only what the run that is kept did not find"
    )
    return parser


class Trial:
    """A plugin of pytest that tries mutants once the tests are collected."""

    def __init__(self, name: str, room: Room, asked: argparse.Namespace) -> None:
        self._name, self._room, self._asked = name, room, asked
        self._until = time.monotonic() + asked.minutes * 60
        self.finished = False

    def pytest_configure(self) -> None:
        """Let Hypothesis try the same examples always, and shrink nothing."""
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants",
            settings.get_profile("mafsim"),
            phases=(Phase.explicit, Phase.generate),
            database=None,
            derandomize=True,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: Any) -> bool:
        """Run no test for its own sake: find out what each passes through, then try the mutants."""
        from tests.mutants.operators import mutant, places

        files = [ROOT / "mafsim" / name for name in self._room.files]
        for name in self._room.files:  # some are imported only where they are needed
            importlib.import_module(f"mafsim.{name.removesuffix('.py').replace('/', '.')}")
        found = [(path, place) for path in files for place in places(path)]
        asked = self._asked
        kept = Record(
            path=Path(asked.kept) / f"{self._name}.json",
            room=self._name,
            sources=digest([*files, Path(__file__).with_name("operators.py")]),
            seed=asked.seed,
            asked=asked.count,
            all=len(found),
        )
        if asked.again:
            kept.read({item.nodeid for item in session.items})
        if self._room.seats:
            _load_kernels()
        functions = known(files)
        gc.freeze()  # processes that are forked need not look through all that is there
        ways = _ways(session.items, functions, files, self._room.longest)
        tests = sorted((seconds, index) for index, (seconds, _) in ways.items())
        unsteady = _unsteady([(session.items[index], seconds) for seconds, index in tests])
        tests = [(seconds, i) for seconds, i in tests if session.items[i].nodeid not in unsteady]
        left = kept.left()
        print(f"\n{self._name}: {len(left)} of {len(found)} mutants to try")
        print(f"{len(tests)} of {len(session.items)} tests take part", flush=True)
        for number in left:
            if time.monotonic() > self._until:
                break
            path, place = found[number]
            each = mutant(path, ROOT, place)
            if asked.only and asked.only not in str(each):
                continue
            passing = [
                (session.items[index], seconds)
                for seconds, index in tests
                if f"{path}:{each.line}" in ways[index][1]
            ]
            how = _tried(each, functions, passing)
            kept.add(number, {"mutant": str(each), "how": how, "tests": len(passing)})
            if how in UNNOTICED:
                print(f"{how}: {each}", flush=True)
        print(f"{self._name}: {kept}")
        self.finished = True
        return True


def _load_kernels() -> None:
    """Seat somebody: what is loaded for it takes seconds, and would be loaded by each process anew."""
    from mafsim.pairing.problem import of_shape
    from mafsim.pairing.solve import seat

    seat(of_shape(players=21, rounds=6, table_size=5), effort=0, seed=1)


Ways = dict[int, tuple[float, frozenset[str]]]


def _ways(items: list[Any], functions: Known, files: list[Path], longest: float) -> Ways:
    """Give through which lines of some files each test passes, and how long it takes.

    Tests that fail, or take too long, are left out.
    """
    codes = [marked(path) for path in files]
    ways: Ways = {}
    for index, item in enumerate(items):
        seconds, lines = _way(item, functions, codes, longest)
        if seconds is None:
            print(f"\nleft out, since it fails or takes too long: {item.nodeid}", flush=True)
        elif lines:
            ways[index] = seconds, lines
    return ways


def _way(
    item: Any, functions: Known, codes: list[CodeType], longest: float
) -> tuple[float | None, frozenset[str]]:
    """Say how long a test computes and through which lines it passes."""
    for _ in range(2):  # the first time, it may have to wait until kernels are compiled
        found = forked(functools.partial(_passed, item, functions, codes), PATIENCE + 4 * longest)
        if isinstance(found, list) and found[0] <= longest:
            return found[0], frozenset(found[1])
    return None, frozenset()


def _passed(item: Any, functions: Known, codes: list[CodeType]) -> tuple[float, list[str]] | None:
    reached: set[tuple[str, int, int]] = set()
    for code in codes:
        for function in exchange(functions, code):
            function.__globals__[NAME] = reached.add
    began = time.process_time()
    if _fails(item):
        return None
    seconds = time.process_time() - began
    return seconds, [
        f"{file}:{line}" for file, first, last in reached for line in range(first, last + 1)
    ]


def _fails(item: Any) -> bool:
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, log=False, nextitem=None)
    return any(report.failed for report in reports)


def _unsteady(tests: list[tuple[Any, float]]) -> set[str]:
    """Give the tests that fail behind others though nothing is changed: they would prove nothing."""
    seconds = PATIENCE + 10 * sum(seconds for _, seconds in tests)
    found = forked(lambda: [item.nodeid for item, _ in tests if _fails(item)], seconds)
    assert isinstance(found, list), found
    if found:
        print(f"\nleft out, since they fail behind others: {', '.join(found)}")
    return set(found)


def _tried(each: Any, functions: Known, tests: list[tuple[Any, float]]) -> str:
    """Say which test fails with a mutant, that it never ends, or that none notices."""
    if not tests:
        return "no test"

    def work() -> str:
        _put(each, functions)
        for item, seconds in tests:
            compute_at_most(PATIENCE + 10 * seconds)
            if _fails(item):
                return str(item.nodeid)
        return "survived"

    return str(forked(work, PATIENCE))


def _put(each: Any, functions: Known) -> None:
    """Put the changed code into the function."""
    name = each.code.co_filename, each.function, each.first
    changed = exchange(functions, each.code, name)
    assert changed, f"nobody knows {each.function}, or it runs as machine code"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
