"""A player who does anything that is legal, so that every corner of the rules is visited.

He keeps silent, passes and votes too late now and then, proposes splits and breaks them, tells
checks and claims at random, and shoots mostly where the others do.
"""

from __future__ import annotations

from typing import Any

from mafsim.agents.chance import below, uniform
from mafsim.agents.view import DECIDE, NOBODY, Agent, Decision, Parameter
from mafsim.kernels import kernel, typed

_ORDER, _SPEAK, _BEST_MOVE = int(Decision.ORDER), int(Decision.SPEAK), int(Decision.BEST_MOVE)
_SHOOT, _CONDUCT, _LIFT = int(Decision.SHOOT), int(Decision.CONDUCT), int(Decision.LIFT)
_PASS, _FOUL, _TALK, _HIT = range(4)


@kernel
def any_choice(view: Any, i: int) -> int:
    """Draw one of the choices; nobody if there is none, and now and then where that is legal."""
    passes = view.may_pass == 1 and uniform(view.word, i) < view.parameters[_PASS]
    if passes or view.n_choices == 0:
        return NOBODY
    return int(view.choices[below(view.word, i + 1, view.n_choices)])


@kernel
def talk(view: Any) -> None:
    """Say anything: a claim, a split of today's candidates, checks and opinions."""
    n = view.public.n_candidates
    view.answer[0] = (NOBODY, 1, 2)[below(view.word, 1, 3)]
    splits = n > 0 and uniform(view.word, 2) < 0.3
    for seat in range(10):
        if splits and view.public.alive[seat] == 1:
            view.answer[10 + seat] = view.public.candidates[below(view.word, 10 + seat, n)]
        if uniform(view.word, 20 + seat) < 0.1:
            view.answer[20 + seat] = below(view.word, 30 + seat, 2)
        if uniform(view.word, 40 + seat) < 0.2:
            view.answer[30 + seat] = below(view.word, 50 + seat, 2)


@kernel
def name_some(view: Any, most: int) -> None:
    """Write some of the choices to the answer, each once."""
    for i in range(most):
        seat = view.choices[below(view.word, 2 * i, view.n_choices)]
        named = uniform(view.word, 2 * i + 1) < 0.8
        for before in range(i):
            named = named and view.answer[before] != seat
        if named:
            view.answer[i] = seat


@kernel
def name_three(view: Any) -> None:
    """Name three different seats, or two, or nobody."""
    n = (0, 2, 3, 3)[below(view.word, 0, 4)]
    first = below(view.word, 1, view.n_choices)
    for i in range(min(n, view.n_choices)):
        view.answer[i] = view.choices[(first + i) % view.n_choices]


@typed(DECIDE)
def decide(kind: int, view: Any, memory: Any) -> int:
    """Decide anything that is legal."""
    if kind == _CONDUCT:
        if view.n_choices == 0:
            return NOBODY
        return int(view.choices[below(view.word, 1, view.n_choices)])
    if kind == _SHOOT and uniform(view.word, 0) < view.parameters[_HIT]:
        for i in range(view.n_choices):
            if view.choices[i] == view.plan:
                return int(view.plan)
        if view.n_choices > 0:
            return int(view.choices[0])
    if kind == _LIFT and view.may_pass == 0:
        return int(uniform(view.word, 0) < 0.7)
    if kind == _SPEAK and uniform(view.word, 0) < view.parameters[_TALK]:
        talk(view)
    elif kind == _ORDER:
        name_some(view, view.rules.night_order_nights)
    elif kind == _BEST_MOVE:
        name_three(view)
    return any_choice(view, 5)


WILD = Agent(
    decide=decide,
    compiled=True,
    parameters=(
        Parameter(name="pass", default=0.15),
        Parameter(name="foul", default=0.0),
        Parameter(name="talk", default=0.5),
        Parameter(name="hit", default=0.9),
    ),
    misbehaves="foul",
)
"""``tests.mafia.wild:WILD:pass=0.15,foul=0,talk=0.5,hit=0.9``, with these chances as defaults."""
