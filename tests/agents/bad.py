"""Agents that are no agents, each for a reason of its own, for the conformance kit to find."""

from __future__ import annotations

import ctypes
import random
import sys
from typing import Any

import numpy as np

from mafsim.agents.chance import below
from mafsim.agents.view import DECIDE, NOBODY, VIEW, Agent, Decision
from mafsim.kernels import kernel, typed

_VOTE = int(Decision.VOTE)
SIMPLE = frozenset({Decision.VOTE, Decision.NOMINATE, Decision.SHOOT})
"""The decisions that these agents take; elsewhere they pass."""
_ROLE = VIEW.fields["role"][1]  # type: ignore[index]
_SIZE = VIEW.itemsize


def any_choice(view: Any) -> int:
    """Draw one of the choices, if there are any."""
    if view.n_choices == 0:
        return NOBODY
    return int(view.choices[below(view.word, 0, view.n_choices)])


# ---- In ordinary Python


def honest(kind: int, view: Any, memory: Any) -> int:
    """Draw a choice."""
    return any_choice(view)


def peeks(kind: int, view: Any, memory: Any) -> int:
    """Vote for whoever is black, as the memory behind the caller's copy of the View says."""
    frame = sys._getframe(2)
    place = frame.f_locals["view"]
    first = place - view.seat * _SIZE
    for seat in view.choices[: view.n_choices].tolist():
        role = ctypes.c_int16.from_address(first + seat * _SIZE + _ROLE).value
        if role >= 2 and seat != view.seat:
            return int(seat)
    return any_choice(view)


def names_the_dead(kind: int, view: Any, memory: Any) -> int:
    """Vote for whoever has left."""
    dead: list[int] = [seat for seat in range(view.rules.seats) if not view.public.alive[seat]]
    return int(dead[0]) if kind == _VOTE and dead else any_choice(view)


_CALLS = [0]


def remembers(kind: int, view: Any, memory: Any) -> int:
    """Let each answer depend on the number of calls before it."""
    _CALLS[0] += 1
    return int(view.choices[_CALLS[0] % view.n_choices]) if view.n_choices else NOBODY


def draws_elsewhere(kind: int, view: Any, memory: Any) -> int:
    """Draw from a generator that the whole process shares."""
    return int(random.choice(view.choices[: view.n_choices])) if view.n_choices else NOBODY


def never_ends(kind: int, view: Any, memory: Any) -> int:
    """Think about a vote for ever."""
    while kind == _VOTE:
        pass
    return NOBODY


def fails(kind: int, view: Any, memory: Any) -> int:
    """Divide by nothing."""
    return 1 // (int(view.seat) * 0)


def hoards(kind: int, view: Any, memory: Any) -> int:
    """Take more memory than there is."""
    return int(np.ones(2**37, dtype=np.int8)[0])


def leaves(kind: int, view: Any, memory: Any) -> int:
    """Take the whole process along."""
    import os

    os._exit(7)


def uses_a_check(kind: int, view: Any, memory: Any) -> int:
    """Shoot at the sheriff when one's own check has found him, which no partner knows."""
    found = [seat for seat in range(view.rules.seats) if view.checked[seat] == 1]
    if kind == int(Decision.SHOOT) and found and found[0] in view.choices[: view.n_choices]:
        return found[0]
    return any_choice(view)


def _ordinary(decide: Any, asked: frozenset[Decision] = SIMPLE) -> Agent:
    return Agent(decide=decide, compiled=False, asked=asked)


HONEST = _ordinary(honest)
PEEKS = _ordinary(peeks)
NAMES_THE_DEAD = _ordinary(names_the_dead)
REMEMBERS = _ordinary(remembers)
DRAWS_ELSEWHERE = _ordinary(draws_elsewhere)
NEVER_ENDS = _ordinary(never_ends)
FAILS = _ordinary(fails)
HOARDS = _ordinary(hoards)
LEAVES = _ordinary(leaves)
USES_A_CHECK = _ordinary(uses_a_check, SIMPLE | {Decision.DON_CHECK})


# ---- Compiled


def _address() -> Any:
    """Give a function of compiled code that tells where a record lies and what a number there is."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def number_at(typing: Any, record: Any, offset: Any) -> Any:
        from llvmlite import ir

        def lowered(context: Any, builder: Any, given: Any, values: Any) -> Any:
            word = ir.IntType(16).as_pointer()
            at = builder.ptrtoint(values[0], ir.IntType(64))
            at = builder.add(at, values[1])
            return builder.load(builder.inttoptr(at, word))

        return types.int16(record, types.int64), lowered

    return number_at


NUMBER_AT = _address()


@kernel
def any_compiled(view: Any) -> int:
    """Draw one of the choices, if there are any."""
    if view.n_choices == 0:
        return NOBODY
    return int(view.choices[below(view.word, 0, view.n_choices)])


@typed(DECIDE)
def compiled_peeks(kind: int, view: Any, memory: Any) -> int:
    """Vote for whoever is black, as the Views beside one's own say."""
    for i in range(view.n_choices):
        seat = view.choices[i]
        if seat != view.seat and NUMBER_AT(view, (seat - view.seat) * _SIZE + _ROLE) >= 2:
            return int(seat)
    return any_compiled(view)


@typed(DECIDE)
def compiled_names_the_dead(kind: int, view: Any, memory: Any) -> int:
    """Vote for whoever has left."""
    if kind == _VOTE:
        for seat in range(view.rules.seats):
            if view.public.alive[seat] == 0:
                return seat
    return any_compiled(view)


@typed(DECIDE)
def compiled_remembers(kind: int, view: Any, memory: Any) -> int:
    """Count in its own View, which nobody but it reads."""
    view.parameters[15] += 1
    if view.n_choices == 0:
        return NOBODY
    return int(view.choices[int(view.parameters[15]) % view.n_choices])


@typed(DECIDE)
def compiled_draws_elsewhere(kind: int, view: Any, memory: Any) -> int:
    """Draw from numba's own generator, which every thread has one of."""
    if view.n_choices == 0:
        return NOBODY
    return int(view.choices[np.random.randint(0, view.n_choices)])  # noqa: NPY002


@typed(DECIDE)
def compiled_never_ends(kind: int, view: Any, memory: Any) -> int:
    """Think about a vote for ever."""
    while kind == _VOTE:
        view.answer[0] += 1
    return NOBODY


@typed(DECIDE)
def compiled_fails(kind: int, view: Any, memory: Any) -> int:
    """Give up on a vote."""
    if kind == _VOTE:
        raise ValueError("lost for words")
    return NOBODY


def _compiled(decide: Any) -> Agent:
    return Agent(decide=decide, compiled=True, asked=SIMPLE)


COMPILED_PEEKS = _compiled(compiled_peeks)
COMPILED_NAMES_THE_DEAD = _compiled(compiled_names_the_dead)
COMPILED_REMEMBERS = _compiled(compiled_remembers)
COMPILED_DRAWS_ELSEWHERE = _compiled(compiled_draws_elsewhere)
COMPILED_NEVER_ENDS = _compiled(compiled_never_ends)
COMPILED_FAILS = _compiled(compiled_fails)
