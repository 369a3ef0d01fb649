"""Agents in ordinary Python enter compiled code, see a copy that they cannot change, and fail clearly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mafsim.agents.python import trampoline
from mafsim.agents.view import ANSWER, DECIDE, MEMORY, NOBODY, VIEW, Decision
from mafsim.errors import UsageError
from mafsim.kernels import address, calls, kernel
from mafsim.words import LANGUAGES

VOTE, BEST_MOVE = int(Decision.VOTE), int(Decision.BEST_MOVE)
call = calls(DECIDE)


@kernel
def ask(place: int, kind: int, view: Any, memory: Any) -> int:
    """Call an agent as the engine does: by its address."""
    return int(call(place, kind, view, memory))


def asked(
    decide: Callable[[int, Any, Any], Any], kind: int = VOTE, **known: Any
) -> tuple[int, Any]:
    """Give what is answered, and the View afterwards."""
    views = np.zeros(1, dtype=VIEW).view(np.recarray)
    for name, value in known.items():
        views[0][name] = value
    memory = np.arange(MEMORY, dtype=np.float64)
    memory.flags.writeable = False
    made = trampoline(decide)
    return ask(address(made, DECIDE), kind, views[0], memory), views[0]


def test_the_answer_comes_back() -> None:
    assert asked(lambda kind, view, memory: kind + view.seat, seat=5)[0] == VOTE + 5
    assert asked(lambda kind, view, memory: np.int8(NOBODY))[0] == NOBODY
    assert asked(lambda kind, view, memory: True)[0] == 1


def test_the_view_is_read_as_compiled_code_reads_it() -> None:
    seen: dict[str, Any] = {}

    def decide(kind: int, view: Any, memory: Any) -> int:
        seen.update(
            word=view.word,
            skill=view.skill,
            alive=view.public.alive.tolist(),
            day=view.public.day,
            payoff=view.payoffs.win,
            choices=view["choices"][:3].tolist(),
            remembered=memory[7],
        )
        return 0

    alive = np.arange(10) % 2
    public = np.zeros((), dtype=VIEW["public"])
    public["alive"], public["day"] = alive, 3
    payoffs = np.zeros((), dtype=VIEW["payoffs"])
    payoffs["win"] = 1000
    choices = np.arange(32)
    word = np.uint64(2**63 + 11)
    asked(decide, public=public, payoffs=payoffs, choices=choices, word=word, skill=0.25, seat=2)
    assert seen == {
        "word": word,
        "skill": 0.25,
        "alive": alive.tolist(),
        "day": 3,
        "payoff": 1000,
        "choices": [0, 1, 2],
        "remembered": 7.0,
    }
    assert isinstance(seen["word"], np.uint64)
    assert isinstance(seen["day"], int)


def test_every_field_of_the_view_can_be_read() -> None:
    def fields_of(record: Any, dtype: Any) -> int:
        names = [name for name in dtype.names if not name.startswith("_")]
        for name in names:
            if dtype[name].names:
                fields_of(getattr(record, name), dtype[name])
            else:
                assert np.shape(getattr(record, name)) == dtype[name].shape
        return len(names)

    assert asked(lambda kind, view, memory: fields_of(view, VIEW))[0] == len(VIEW.names or ())


def test_a_longer_answer_comes_back_whole() -> None:
    def decide(kind: int, view: Any, memory: Any) -> int:
        assert view.answer.tolist() == [NOBODY] * ANSWER
        view.answer[:3] = [4, 2, 9]
        view.answer[ANSWER - 1] = 1
        return NOBODY

    for _ in range(2):
        _, view = asked(decide, BEST_MOVE, seat=3)
        assert view.answer.tolist() == [4, 2, 9, *[NOBODY] * (ANSWER - 4), 1]
        assert view.seat == 3


def writes_public(kind: int, view: Any, memory: Any) -> int:
    view.public.alive[0] = 1
    return 0


def writes_a_number(kind: int, view: Any, memory: Any) -> int:
    view.seat = 1
    return 0


def writes_memory(kind: int, view: Any, memory: Any) -> int:
    memory[0] = 1
    return 0


def overfills(kind: int, view: Any, memory: Any) -> int:
    view.answer[0] = 300
    return 0


@pytest.mark.parametrize("decide", [writes_public, writes_a_number, writes_memory, overfills])
def test_nothing_but_the_answer_can_be_written(decide: Any) -> None:
    with pytest.raises(UsageError) as error:
        asked(decide)
    assert error.value.key == "agents.raised"


def test_an_error_is_one_sentence_that_names_agent_decision_seat_and_line() -> None:
    def divides(kind: int, view: Any, memory: Any) -> int:
        return 1 // int(view.seat - 6)

    with pytest.raises(UsageError) as error:
        asked(divides, seat=6)
    sentence = error.value.sentence("en")
    line = divides.__code__.co_firstlineno + 1
    assert "divides" in sentence
    assert "'vote' on seat 7" in sentence
    assert "ZeroDivisionError: integer division or modulo by zero" in sentence
    assert f"test_python.py, line {line}" in sentence
    assert isinstance(error.value.__cause__, ZeroDivisionError)
    for lang in LANGUAGES:
        assert "\n" not in error.value.sentence(lang)


def test_an_agent_that_leaves_the_program_is_told_as_an_error() -> None:
    def leaves(kind: int, view: Any, memory: Any) -> int:
        raise SystemExit(0)

    with pytest.raises(UsageError) as error:
        asked(leaves, seat=1)
    assert error.value.key == "agents.raised"
    assert "SystemExit: 0" in error.value.sentence("en")


@pytest.mark.parametrize("answer", [None, "seat 3", 2.0, 2**63])
def test_an_answer_that_is_no_number_is_told(answer: Any) -> None:
    with pytest.raises(UsageError) as error:
        asked(lambda kind, view, memory: answer, seat=1)
    assert error.value.key == "agents.answered"
    assert repr(answer) in error.value.sentence("en")


def test_after_an_error_the_agent_can_be_asked_again() -> None:
    def sometimes(kind: int, view: Any, memory: Any) -> int:
        if view.seat == 1:
            raise LookupError("nobody")
        return int(view.seat)

    for seat in (1, 4, 1, 5):
        if seat == 1:
            with pytest.raises(UsageError):
                asked(sometimes, seat=seat)
        else:
            assert asked(sometimes, seat=seat)[0] == seat


@pytest.mark.slow
def test_it_is_the_same_where_nothing_is_compiled() -> None:
    names = "test_the_answer or test_a_longer or test_an_error or test_nothing_but"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", names, __file__],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "7 passed" in done.stdout
