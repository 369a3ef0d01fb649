"""A mutant takes the function's place wherever it is known, and nothing outlives its process."""

from __future__ import annotations

import functools
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mafsim.kernels import kernel
from tests.mutants import __main__ as mutants
from tests.mutants import forks
from tests.mutants.exchange import exchange, known
from tests.mutants.forks import forked
from tests.mutants.marks import NAME, marked
from tests.mutants.operators import Mutant, mutant, places
from tests.mutants.record import Record

SOURCE = """
import functools
from dataclasses import dataclass


def plain(x):
    return x + 1


@functools.cache
def kept(x):
    return x * 3


def outer(x):
    def inner(y):
        return y - 2

    return inner(x)


def one_by_one(n):
    for i in range(n):
        if i == 1:
            continue
        yield i


@dataclass(frozen=True, slots=True)
class Box:
    side: int

    @property
    def area(self):
        return self.side**2


def told(word):
    match (
        word
    ):
        case "yes" if len(
            word
        ) == 3:
            return True
        case _:
            return (
                False
            )


def forever(n):
    while n > 0:
        n -= 1
    return n
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    path = tmp_path / "small_world_of_mutants.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, made)
    spec.loader.exec_module(made)
    return made


def changed(module: ModuleType, text: str) -> Mutant:
    """Give the one mutant whose change reads so."""
    path = Path(str(module.__file__))
    made = [mutant(path, path.parent, place) for place in places(path)]
    (found,) = [each for each in made if f"{each.before} -> {each.after}" == text]
    return found


@pytest.mark.parametrize(
    ("change", "ask", "before", "after"),
    [
        ("x + 1 -> x - 1", lambda world: world.plain(5), 6, 4),
        ("x * 3 -> x + 3", lambda world: world.kept(5), 15, 8),
        ("y - 2 -> y + 2", lambda world: world.outer(5), 3, 7),
        ("continue -> break", lambda world: list(world.one_by_one(4)), [0, 2, 3], [0]),
        ("self.side ** 2 -> self.side * 2", lambda world: world.Box(5).area, 25, 10),
    ],
)
def test_a_mutant_takes_effect_in_its_process_and_nowhere_else(
    module: ModuleType, change: str, ask: Callable[[Any], Any], before: Any, after: Any
) -> None:
    assert ask(module) == before
    each = changed(module, change)
    held_elsewhere = functools.partial(ask, module)

    def work() -> Any:
        mutants._put(each, known([Path(str(module.__file__))]))
        return held_elsewhere()

    assert forked(work, 5) == after
    assert ask(module) == before


def test_a_mutant_of_a_function_that_runs_as_machine_code_is_refused(module: ModuleType) -> None:
    fast = kernel(module.plain)
    with pytest.raises(AssertionError, match="plain, or it runs as machine code"):
        mutants._put(changed(module, "x + 1 -> x - 1"), known([Path(str(module.__file__))]))
    assert module.plain(5) == 6
    assert callable(fast)


def test_every_line_that_a_call_looks_at_is_marked_and_no_other(module: ModuleType) -> None:
    reached: set[tuple[str, int, int]] = set()
    lines = SOURCE.splitlines()

    def passed(ask: Callable[[], Any]) -> set[str]:
        reached.clear()
        ask()
        return {lines[n - 1].strip() for _, first, last in reached for n in range(first, last + 1)}

    def work() -> Any:
        path = Path(str(module.__file__))
        for function in exchange(known([path]), marked(path)):
            function.__globals__[NAME] = reached.add
        assert passed(lambda: module.outer(5)) == {
            *("def inner(y):", "return y - 2", "return inner(x)")
        }
        assert passed(lambda: list(module.one_by_one(1))) == {
            *("for i in range(n):", "if i == 1:", "yield i")
        }
        assert passed(lambda: module.told("?")) == {
            *("match (", "word", 'case "yes" if len(', "word", ") == 3:", "case _:"),
            *("return (", "False", ")"),
        }
        return "all"

    assert forked(work, 5) == "all"


def test_a_mutant_that_never_ends_is_ended_within_its_seconds(module: ModuleType) -> None:
    def work() -> Any:
        mutants._put(changed(module, "n -= 1 -> n += 1"), known([Path(str(module.__file__))]))
        return module.forever(1)

    assert forked(work, 0.1) == "ended by SIGXCPU"


def test_a_process_that_sleeps_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "SLEEP", 0.1)
    assert forked(lambda: time.sleep(60), 0.0) == "ended by SIGKILL"


def test_an_error_of_the_tool_in_a_process_is_an_error_here() -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        forked(lambda: 1 // 0, 5)


def record(path: Path, sources: str = "as it was") -> Record:
    return Record(path=path, room="room", sources=sources, seed=3, asked=4, all=9)


def test_another_run_tries_what_no_test_noticed_and_what_was_noticed_by_tests_that_are_gone(
    tmp_path: Path,
) -> None:
    first = record(tmp_path / "out" / "room.json")
    sample = first.left()
    assert len(set(sample)) == 4
    for number, how in zip(
        sample, ["a::one", "survived", "ended by SIGXCPU", "a::gone"], strict=True
    ):
        first.add(number, {"mutant": f"change {number}", "how": how, "tests": 1})
    assert first.left() == []
    again = record(first.path)
    again.read({"a::one", "a::two"})
    assert again.left() == [sample[1], sample[3]]
    again.add(sample[1], {"mutant": f"change {sample[1]}", "how": "a::two", "tests": 2})
    again.add(sample[3], {"mutant": f"change {sample[3]}", "how": "no test", "tests": 0})
    kept = json.loads(first.path.read_text(encoding="utf-8"))
    assert kept["found"] == 3
    assert [each["number"] for each in kept["mutants"]] == sample
    assert str(again) == "3 of 4 found, 75.0%; there are 9"


def test_a_run_goes_on_with_no_other_code(tmp_path: Path) -> None:
    first = record(tmp_path / "room.json")
    first.add(first.left()[0], {"mutant": "change", "how": "survived", "tests": 1})
    with pytest.raises(SystemExit, match="the code is not what it was"):
        record(first.path, "otherwise").read(set())
