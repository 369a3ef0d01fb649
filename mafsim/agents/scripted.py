"""Players who follow one script, nobody lying: the yardstick of what a sheriff's checks are worth.

The town agrees on who leaves, and everybody keeps to it: the first speaker of a day puts him up, a
black player who is publicly known, or else somebody by lot among all who are not publicly cleared;
whoever checks may come out and put up his black player later, and everybody votes for one who is
known. The sheriff checks by lot whom he has not checked. What he knows he tells in his last word
(parameter `last_word`), and he comes out as soon as he has found a black player (`comes_out`). The
don checks by lot the red players whom he has neither checked nor just shot at. Once he has found the
sheriff, the sheriff is shot in the next night; if the don is voted out in between, he calls the
sheriff red in his last word, which only his own understand. A sheriff who has come out is shot first
as well, then players who are publicly cleared, then a red one by lot. Shots have to be `free`, since
the black players agree on each.
"""

from __future__ import annotations

from typing import Any

from mafsim.agents.chance import below
from mafsim.agents.random import is_choice, is_red, red, three_others
from mafsim.agents.view import (
    BLACK,
    DECIDE,
    NOBODY,
    RED,
    Agent,
    Claim,
    Decision,
    Parameter,
    Phase,
    Role,
)
from mafsim.kernels import part, typed

_LAST_WORD, _COMES_OUT = range(2)
_NOMINATE, _SPEAK, _VOTE = int(Decision.NOMINATE), int(Decision.SPEAK), int(Decision.VOTE)
_PLAN, _SHOOT = int(Decision.PLAN), int(Decision.SHOOT)
_BEST_MOVE, _BEST_PLAYER = int(Decision.BEST_MOVE), int(Decision.BEST_PLAYER)
_SHERIFF, _DON = int(Role.SHERIFF), int(Role.DON)
_STANDS = int(Claim.STANDS)
_TOLD, _OPINION = 20, 30
_DEAD = int(Phase.MORNING), int(Phase.RESULT)


@part
def is_known_black(view: Any, seat: int) -> bool:
    """Say whether somebody has told a check by which a seat is black."""
    known = False
    for teller in range(view.rules.seats):
        known |= view.public.told[teller, seat] == BLACK
    return bool(known)


@part
def is_cleared(view: Any, seat: int) -> bool:
    """Say whether a seat is publicly red: the sheriff who has come out, or whom he has cleared."""
    cleared = view.public.claims[seat] == _STANDS
    for teller in range(view.rules.seats):
        cleared |= view.public.told[teller, seat] == RED
    return bool(cleared)


@part
def knows(view: Any, colour: int) -> int:
    """Give a choice of which one's own checks have this result, or nobody."""
    for i in range(view.n_choices):
        if view.checked[view.choices[i]] == colour:
            return int(view.choices[i])
    return NOBODY


@part
def has_come_out(view: Any) -> bool:
    """Say whether a sheriff tells now what he knows: he comes out, has done so, or is leaving."""
    out = view.public.claims[view.seat] == _STANDS
    if view.public.phase in _DEAD and view.parameters[_LAST_WORD] > 0:
        return True
    for seat in range(view.rules.seats):
        found = view.checked[seat] == BLACK and view.public.alive[view.seat] == 1
        out |= found and view.parameters[_COMES_OUT] > 0
    return bool(out)


@part
def put_up(view: Any) -> int:
    """Nominate: a known black player if he is no candidate yet; else by lot, if one speaks first."""
    if view.role == _SHERIFF and has_come_out(view):
        found = knows(view, BLACK)
        if found != NOBODY:
            return found
    n = 0
    for i in range(view.n_choices):
        seat = int(view.choices[i])
        if is_known_black(view, seat):
            return seat
        view.answer[n] = seat
        n += not is_cleared(view, seat)
    if view.public.n_candidates > 0 or n == 0:
        return NOBODY
    return int(view.answer[below(view.word, 0, n)])


@part
def agreed_vote(view: Any) -> int:
    """Vote for a known black player, or else for the first who was put up."""
    for i in range(view.n_choices):
        if is_known_black(view, int(view.choices[i])):
            return int(view.choices[i])
    return int(view.choices[0])


@part
def tell(view: Any) -> None:
    """Tell, as the sheriff who comes out, all checks; as the don who leaves, who is the sheriff."""
    if view.role == _DON and view.public.phase in _DEAD:
        for seat in range(view.rules.seats):
            if view.checked[seat] == 1:
                view.answer[_OPINION + seat] = RED
    if view.role == _SHERIFF and has_come_out(view):
        view.answer[0] = _STANDS
        for seat in range(view.rules.seats):
            view.answer[_TOLD + seat] = view.checked[seat]


@part
def check(view: Any) -> int:
    """Check by lot whom one has not checked; the don a red one, not the one he has just shot at."""
    n = 0
    for i in range(view.n_choices):
        seat = int(view.choices[i])
        view.answer[n] = seat
        n += view.checked[seat] == NOBODY and view.partners[seat] == 0 and seat != view.plan
    return int(view.answer[below(view.word, 0, n)]) if n > 0 else NOBODY


@part
def target(view: Any) -> int:
    """Give whom the leader wants shot: the sheriff if he is found, a cleared player, or any red."""
    for i in range(view.n_choices):
        seat = int(view.choices[i])
        found = view.seat == view.don and view.checked[seat] == 1
        found |= view.public.opinions[view.don, seat] == RED
        if found or view.public.claims[seat] == _STANDS:
            return seat
    n = 0
    for i in range(view.n_choices):
        seat = int(view.choices[i])
        view.answer[n] = seat
        n += is_red(view, seat) and is_cleared(view, seat)
    return int(view.answer[below(view.word, 0, n)]) if n > 0 else red(view)


@typed(DECIDE)
def decide(kind: int, view: Any, memory: Any) -> int:  # noqa: ARG001 - it remembers nothing
    """Follow the script."""
    if kind == _NOMINATE:
        return put_up(view)
    if kind == _VOTE:
        return agreed_vote(view)
    if kind == _PLAN:
        return target(view)
    if kind == _SHOOT:
        return int(view.plan) if is_choice(view, view.plan) else NOBODY
    if kind == _SPEAK:
        tell(view)
    elif kind == _BEST_MOVE:
        three_others(view)
    elif kind == _BEST_PLAYER:
        return int(view.choices[below(view.word, 0, view.n_choices)])
    else:  # Decision.DON_CHECK or Decision.SHERIFF_CHECK
        return check(view)
    return NOBODY


SCRIPTED = Agent(
    decide=decide,
    compiled=True,
    parameters=(
        Parameter(name="last_word", default=1.0),
        Parameter(name="comes_out", default=1.0),
    ),
    asked=frozenset(Decision)
    - {Decision.ORDER, Decision.WITHDRAW, Decision.LIFT, Decision.CONDUCT},
    trusted=True,
)
"""``scripted:last_word=1,comes_out=1``: what is not 0 is done."""
