"""Agents in ordinary Python: how compiled code asks them, and what they get to see.

They see the same View as compiled agents do, in a copy: numbers are numbers of Python, arrays are
numpy's and cannot be written to, but for ``view.answer`` and, while one thinks, ``view.thoughts``. The
copy is filled anew for every decision, so it is of no use to keep it; whoever wants to keep something
from the public game registers a compiled witness.
"""

from __future__ import annotations

import ctypes
import operator
import traceback
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.agents.view import ANSWER, DECIDE, MEMORY, NOBODY, VIEW, Agent, Decide, Decision
from mafsim.errors import UsageError
from mafsim.kernels import interpreted

_OWN_AT = VIEW.fields["thoughts"][1]  # type: ignore[index] # a record has fields
_ANSWER_AT = VIEW.fields["answer"][1]  # type: ignore[index] # a record has fields
_THOUGHTS = _ANSWER_AT - _OWN_AT
_WORD = np.dtype(np.uint64)
_FLOAT = np.dtype(np.float64)


class Reading:
    """A record as ordinary Python reads it: a field is an attribute, and none can be set."""

    def __init__(self, memory: Any) -> None:
        """Read the record that lies in these bytes, whatever is written into them later."""
        self.__dict__.update(_parts(memory, type(self).dtype))

    dtype: np.dtype[Any]

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a View is read-only, and so is its '{name}'")


def _parts(memory: Any, dtype: np.dtype[Any]) -> dict[str, Any]:
    """Give what an instance holds: arrays and records by name, numbers behind their properties."""
    parts: dict[str, Any] = {}
    for name, kind, offset in _fields(dtype):
        bytes_ = memory[offset : offset + kind.itemsize]
        if kind.names is not None:
            parts[name] = _reader(kind)(bytes_)
        elif kind.subdtype is not None:
            parts[name] = bytes_.view(kind.base).reshape(kind.shape)
        else:
            parts[f"_{name}"] = bytes_.view(kind)
    return parts


def _fields(dtype: np.dtype[Any]) -> list[tuple[str, np.dtype[Any], int]]:
    assert dtype.names is not None
    assert dtype.fields is not None
    return [(name, *dtype.fields[name][:2]) for name in dtype.names if not name.startswith("_")]


@cache
def _reader(dtype: np.dtype[Any]) -> type[Reading]:
    """Give the class that reads records of a type."""
    numbers = {
        name: property(_word(f"_{name}") if kind == _WORD else _number(f"_{name}"))
        for name, kind, _ in _fields(dtype)
        if kind.names is None and kind.subdtype is None
    }
    return type("View", (Reading,), {"dtype": dtype, **numbers})


def _number(place: str) -> Callable[[Reading], Any]:
    return lambda record: record.__dict__[place].item()


def _word(place: str) -> Callable[[Reading], Any]:
    """Read a random word: it stays numpy's, since `mafsim.agents.chance` draws from those."""
    return lambda record: record.__dict__[place][0]


class _Copy:
    """A View in the interpreter, and the memory that a decision's View is copied into."""

    def __init__(self) -> None:
        self.address, seen = _buffer(VIEW.itemsize)
        self.memory_address, memory = _buffer(MEMORY * _FLOAT.itemsize)
        self.memory = memory.view(_FLOAT)
        own = np.zeros(_THOUGHTS + ANSWER, dtype=np.int8)
        self.own_address = own.ctypes.data
        self.thoughts = own[:_THOUGHTS].view(_FLOAT)
        self.answer = own[_THOUGHTS:]
        self.view = _reader(VIEW)(seen)
        self.view.__dict__["thoughts"] = self.thoughts
        self.view.__dict__["answer"] = self.answer


def _buffer(size: int) -> tuple[int, npt.NDArray[np.uint8]]:
    """Give the address of some bytes, and an array that shows them and cannot be written to."""
    shown = np.zeros(size, dtype=np.uint8)
    address = shown.ctypes.data
    shown.flags.writeable = False
    return address, shown


class _Asked:
    """An ordinary function that is asked by compiled code."""

    def __init__(self, decide: Decide) -> None:
        self.decide = decide
        self.free: list[_Copy] = []  # one for each thread that is asking at this moment

    def by_address(self, kind: int, view: int, memory: int, size: int) -> int:
        """Decide by the View and the memory that lie at these addresses, and answer there."""
        copy = self.free.pop() if self.free else _Copy()
        ctypes.memmove(copy.address, view, VIEW.itemsize)
        ctypes.memmove(copy.memory_address, memory, size)
        ctypes.memmove(copy.own_address, view + _OWN_AT, _THOUGHTS)
        choice = self.answered(kind, copy, copy.memory)
        kept = _THOUGHTS if kind == Decision.THINK else 0
        begin = _THOUGHTS - kept
        ctypes.memmove(view + _OWN_AT + begin, copy.own_address + begin, kept + ANSWER)
        self.free.append(copy)
        return choice

    def plainly(self, kind: int, view: Any, memory: Any) -> int:
        """Decide where nothing is compiled."""
        copy = _Copy()
        ctypes.memmove(copy.address, view.tobytes(), VIEW.itemsize)
        copy.thoughts[:] = view.thoughts
        kept = np.array(memory)
        kept.flags.writeable = False
        choice = self.answered(int(kind), copy, kept)
        view.answer[:] = copy.answer
        if kind == Decision.THINK:
            view.thoughts[:] = copy.thoughts
        return choice

    def answered(self, kind: int, copy: _Copy, memory: Any) -> int:
        copy.answer.fill(NOBODY)
        try:
            answer = self.decide(kind, copy.view, memory)
        except (Exception, SystemExit) as error:
            raise self.complaint(kind, copy, error) from error
        try:
            choice = operator.index(answer)
        except TypeError:
            choice = None
        if choice is None or not -(2**63) <= choice < 2**63:
            raise UsageError(
                "agents.answered",
                agent=self.name,
                decision=Decision(kind).name.lower(),
                seat=copy.view["seat"],
                answer=repr(answer)[:80],
            )
        return choice

    def complaint(self, kind: int, copy: _Copy, error: BaseException) -> UsageError:
        """Give the sentence for an error in somebody's agent, with its last line of his own."""
        frames = traceback.extract_tb(error.__traceback__)[1:]
        own = [each for each in frames if each.filename == frames[0].filename] if frames else []
        what = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
        return UsageError(
            "agents.raised",
            agent=self.name,
            decision=Decision(kind).name.lower(),
            seat=copy.view["seat"],
            what=what,
            file=own[-1].filename if own else self.name,
            line=own[-1].lineno if own else 0,
        )

    @property
    def name(self) -> str:
        """Give the function's module and name."""
        function: Any = self.decide
        return f"{function.__module__}.{getattr(function, '__qualname__', type(function).__name__)}"


@cache
def trampoline(decide: Decide) -> Any:
    """Give a compiled function of the type `DECIDE` that asks one in ordinary Python.

    Raises
    ------
    UsageError
        When it is called: the function raised an error, which the sentence tells, or gave something
        else than a whole number.
    """
    asked = _Asked(decide)
    return interpreted(asked.by_address, asked.plainly, DECIDE)


def compiled(agent: Agent) -> Any:
    """Give the function of the type `DECIDE` by which the engine asks an agent."""
    return agent.decide if agent.compiled else trampoline(agent.decide)
