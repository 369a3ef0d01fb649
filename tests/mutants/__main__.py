"""``python -m tests.mutants ROOM``: do the tests notice when something is wrong?

A seeded sample of mutants is tried. The tests are collected once; for each mutant the process forks,
puts the changed code into the function, and runs the tests that pass through the changed line, the
quickest first, until one fails. mutmut leaves decorated functions alone, which all kernels are, and
cosmic-ray starts Python anew for each mutant: hence a tool of our own.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Room:
    """What is changed, and which tests must notice."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    compiled: bool = True


ROOMS = {
    "check": Room(("pairing/check.py",), ("pairing/test_check.py", "pairing/test_stages.py")),
    "measures": Room(
        ("pairing/measures.py",),
        ("pairing/test_measures.py", "pairing/test_check.py", "pairing/test_stages.py"),
    ),
    "bounds": Room(("pairing/bounds.py",), ("pairing/test_bounds.py", "pairing/test_check.py")),
    "scoring": Room(
        ("scoring/components.py", "scoring/exact.py", "scoring/forbidden.py"),
        ("scoring", "standings", "test_togliatti.py", "files/test_results.py"),
    ),
    "standings": Room(
        tuple(
            f"standings/{name}.py"
            for name in (
                *("cuts", "document", "doubts", "places", "table", "tallies", "tie_breaks"),
                *("units", "view"),
            )
        ),
        ("standings", "scoring", "test_togliatti.py"),
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
        ("mafia",),
        compiled=False,
    ),
}
LONGEST = 8.0
"""Tests that compute longer, in seconds, take no part."""
PATIENCE = 10.0
"""How many seconds a mutant may compute beyond ten times what its tests take."""


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
    import pytest

    trial = Trial(asked.room[0], room, asked)
    paths = [str(ROOT / "tests" / path) for path in room.tests]
    pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not soak", *paths], plugins=[trial])
    return 0 if trial.finished else 1


def _options(asked: argparse.Namespace) -> list[str]:
    return ["--seed", str(asked.seed), "--count", str(asked.count), "--kept", asked.kept]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("room", nargs="*", default=list(ROOMS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after that long")
    parser.add_argument("--only", help="only mutants whose text holds this")
    parser.add_argument("--kept", default="out/mutants", help="the folder of what was found")
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

        found = [
            (path, place)
            for path in (ROOT / "mafsim" / name for name in self._room.files)
            for place in places(path)
        ]
        count = len(found)
        rng = random.Random(f"{self._asked.seed} {self._name}")
        chosen = rng.sample(range(count), min(self._asked.count, count))
        ways = _ways(session.items, {str(ROOT / "mafsim" / name) for name in self._room.files})
        print(
            f"\n{self._name}: {count} mutants, {len(ways)} of {len(session.items)} tests take part"
        )
        results: list[dict[str, Any]] = []
        for number in chosen:
            path, place = found[number]
            each = mutant(path, ROOT, place)
            if self._asked.only and self._asked.only not in str(each):
                continue
            if time.monotonic() > self._until:
                break
            tests = sorted(
                (seconds, index)
                for index, (seconds, lines) in ways.items()
                if f"{path}:{each.line}" in lines
            )
            how = _tried(each, [(session.items[index], seconds) for seconds, index in tests])
            results.append({"mutant": str(each), "how": how, "tests": len(tests)})
            if how in ("survived", "no test"):
                print(f"{how}: {each}", flush=True)
        self._tell(results, count)
        self.finished = True
        return True

    def _tell(self, results: list[dict[str, Any]], count: int) -> None:
        killed = sum(result["how"] not in ("survived", "no test") for result in results)
        share = killed / len(results) if results else 0
        print(f"{self._name}: {killed} of {len(results)} found, {share:.1%}; there are {count}")
        folder = Path(self._asked.kept)
        folder.mkdir(parents=True, exist_ok=True)
        document = {"seed": self._asked.seed, "all": count, "found": killed, "mutants": results}
        (folder / f"{self._name}.json").write_text(
            json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8"
        )


def _forked(work: Callable[[], Any], seconds: float) -> Any:
    """Do some work in a process of its own; give what it gives, or the signal that ended it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - a device
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        answer = json.dumps(work())
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            pipe.write(answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(answer) if answer else os.WTERMSIG(status)


Ways = dict[int, tuple[float, frozenset[str]]]


def _ways(items: list[Any], files: set[str]) -> Ways:
    """Give through which lines of some files each test passes, and how long it takes.

    Tests that fail, or take too long, are left out.
    """
    ways: Ways = {}
    for index, item in enumerate(items):
        found = _forked(functools.partial(_traced, item, files), 5 * LONGEST)
        if isinstance(found, list) and found[0] is not None and found[1]:
            ways[index] = found[0], frozenset(found[1])
    return ways


def _traced(item: Any, files: set[str]) -> tuple[float | None, list[str]]:
    passed: set[tuple[str, int]] = set()

    def within(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            passed.add((frame.f_code.co_filename, frame.f_lineno))
        return within

    def entered(frame: FrameType, _: str, __: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        passed.add((frame.f_code.co_filename, frame.f_lineno))
        return within

    began = time.process_time()
    sys.settrace(entered)
    failed = _fails(item)
    sys.settrace(None)
    seconds = time.process_time() - began
    taken = None if failed or seconds > LONGEST else seconds
    return taken, [f"{file}:{line}" for file, line in passed]


def _fails(item: Any) -> bool:
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, log=False, nextitem=None)
    return any(report.failed for report in reports)


def _tried(each: Any, tests: list[tuple[Any, float]]) -> str:
    """Say which test fails with a mutant, that it never ends, or that none notices."""
    if not tests:
        return "no test"

    def work() -> str:
        _put(each)
        return next((item.nodeid for item, _ in tests if _fails(item)), "survived")

    found = _forked(work, PATIENCE + 10 * sum(seconds for _, seconds in tests))
    return found if isinstance(found, str) else f"signal {signal.Signals(found).name}"


def _put(each: Any) -> None:
    """Put the changed code into the function, wherever it is known, and forget what was computed."""
    new = next(code for code in _codes(each.code) if _is(code, each))
    functions = [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, FunctionType)
        and thing.__code__.co_filename == new.co_filename
        and _is(thing.__code__, each)
    ]
    assert functions, f"nobody knows {each.function}"
    for function in functions:
        function.__code__ = new
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()


def _is(code: CodeType, each: Any) -> bool:
    return bool(code.co_qualname == each.function and code.co_firstlineno == each.first)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
