"""The player who decides by lot: the yardstick whose chances are known exactly.

He nominates with a given chance, somebody else who is not yet nominated; votes for any candidate;
says yes to "all leave" with a given chance. Black players shoot at a red one: the leader, who is the
don or else the first of them, tells whom, or it is the first living one in the order of night 0 and,
where none is left, the first living red one. With a given chance, once a night, the leader makes the
shot miss. All checks, best moves and best players are drawn from those that make sense.
"""

from __future__ import annotations

from typing import Any

from mafsim.agents.chance import below, uniform
from mafsim.agents.rules import FREE
from mafsim.agents.view import DECIDE, NOBODY, Agent, Decision, Parameter
from mafsim.kernels import part, typed

_NOMINATE, _LIFT, _MISS = range(3)
_ORDER, _NOMINATION, _VOTE = int(Decision.ORDER), int(Decision.NOMINATE), int(Decision.VOTE)
_LIFTING, _PLAN, _SHOOT = int(Decision.LIFT), int(Decision.PLAN), int(Decision.SHOOT)
_DON, _SHERIFF = int(Decision.DON_CHECK), int(Decision.SHERIFF_CHECK)
_BEST_MOVE, _BEST_PLAYER = int(Decision.BEST_MOVE), int(Decision.BEST_PLAYER)
_CONDUCT = int(Decision.CONDUCT)


@part
def is_red(view: Any, seat: int) -> bool:
    """Say whether a black player knows a seat as red."""
    return bool(seat != view.seat and view.partners[seat] == 0)


@part
def is_open(view: Any, seat: int) -> bool:
    """Say whether one has not checked a seat, nor is black with it."""
    return bool(view.checked[seat] == NOBODY and view.partners[seat] == 0)


@part
def one(view: Any, i: int) -> int:
    """Draw one of the choices, by the random number `i`."""
    return int(view.choices[below(view.word, i, view.n_choices)])


@part
def one_of(view: Any, n: int) -> int:
    """Draw one of the first places of the answer, or nobody if there are none."""
    return int(view.answer[below(view.word, 0, n)]) if n > 0 else NOBODY


# The draws below first try a few of all choices, and list those who fit only if none of them does:
# both ways everybody who fits has the same chance.

_TRIES = 6


@part
def other(view: Any) -> int:
    """Draw one of the choices besides oneself, or nobody if there is none."""
    for i in range(_TRIES if view.n_choices > 0 else 0):
        seat = one(view, 2 + i)
        if seat != view.seat:
            return seat
    n = 0
    for i in range(view.n_choices):
        view.answer[n] = view.choices[i]
        n += view.choices[i] != view.seat
    return one_of(view, n)


@part
def red(view: Any) -> int:
    """Draw one of the choices whom a black player knows as red."""
    for i in range(_TRIES):
        seat = one(view, 2 + i)
        if is_red(view, seat):
            return seat
    n = 0
    for i in range(view.n_choices):
        view.answer[n] = view.choices[i]
        n += is_red(view, int(view.choices[i]))
    return one_of(view, n)


@part
def unchecked(view: Any) -> int:
    """Draw one of the choices whom one has not checked, nor is black with; any if there is none."""
    for i in range(_TRIES):
        seat = one(view, 2 + i)
        if is_open(view, seat):
            return seat
    n = 0
    for i in range(view.n_choices):
        view.answer[n] = view.choices[i]
        n += is_open(view, int(view.choices[i]))
    return one_of(view, n) if n > 0 else one(view, 0)


@part
def is_choice(view: Any, seat: int) -> bool:
    """Say whether a seat is among the choices."""
    found = False
    for i in range(view.n_choices):
        found |= view.choices[i] == seat
    return bool(found)


@part
def leads(view: Any) -> bool:
    """Say whether one leads the black players who may still shoot: the don, or else the first."""
    if is_choice(view, view.don):
        return bool(view.seat == view.don)
    for i in range(view.n_choices):
        if not is_red(view, int(view.choices[i])):
            return bool(view.choices[i] == view.seat)
    return False


@part
def agreed(view: Any) -> int:
    """Give the target that all black players know: planned, next in the order, or first red one."""
    if is_choice(view, view.plan):
        return int(view.plan)
    for night in range(view.rules.night_order_nights):
        if is_choice(view, view.order[night]):
            return int(view.order[night])
    for i in range(view.n_choices):
        if is_red(view, int(view.choices[i])):
            return int(view.choices[i])
    return NOBODY


@part
def shuffled_reds(view: Any) -> None:
    """Write the red ones among the choices to the answer, in an order by lot."""
    n = 0
    for i in range(view.n_choices):
        if is_red(view, int(view.choices[i])):
            view.answer[n] = view.choices[i]
            n += 1
    shuffle(view, n)


@part
def shuffle(view: Any, n: int) -> None:
    """Bring the first places of the answer into an order by lot."""
    for i in range(n - 1):
        j = i + below(view.word, i + 1, n - i)
        first = view.answer[i]
        view.answer[i] = view.answer[j]
        view.answer[j] = first


@part
def three_others(view: Any) -> None:
    """Write three of the choices to the answer, drawn by lot."""
    n = 0
    for i in range(view.n_choices):
        view.answer[n] = view.choices[i]
        n += 1
    shuffle(view, n)
    for i in range(3, n):
        view.answer[i] = NOBODY


@part
def _shot(view: Any) -> int:
    if view.rules.night_shots == FREE:
        return int(view.plan)
    if leads(view) and uniform(view.word, 1) < view.parameters[_MISS]:
        return NOBODY
    return agreed(view)


@typed(DECIDE)
def decide(kind: int, view: Any, memory: Any) -> int:  # noqa: ARG001 - it remembers nothing
    """Decide by lot."""
    if kind == _VOTE:
        return one(view, 0)
    if kind == _NOMINATION:
        return other(view) if uniform(view.word, 1) < view.parameters[_NOMINATE] else NOBODY
    if kind == _LIFTING:
        return int(uniform(view.word, 0) < view.parameters[_LIFT])
    if kind == _SHOOT:
        return _shot(view)
    if kind == _PLAN:
        return NOBODY if uniform(view.word, 1) < view.parameters[_MISS] else red(view)
    if kind in (_DON, _SHERIFF):
        return unchecked(view)
    if kind == _BEST_PLAYER:
        return other(view)
    if kind == _ORDER:
        shuffled_reds(view)
    elif kind == _BEST_MOVE:
        three_others(view)
    elif kind == _CONDUCT:
        return one(view, 0) if view.n_choices > 0 else NOBODY
    return NOBODY


RANDOM = Agent(
    decide=decide,
    compiled=True,
    parameters=(
        Parameter(name="nominate", default=0.5),
        Parameter(name="lift", default=0.5),
        Parameter(name="miss", default=0.0),
        Parameter(name="foul", default=0.0),
    ),
    asked=frozenset(Decision) - {Decision.WITHDRAW, Decision.SPEAK, Decision.THINK},
    sees_record=False,
    misbehaves="foul",
    trusted=True,
)
"""``random:nominate=0.5,lift=0.5,miss=0,foul=0``, with these chances as defaults."""
