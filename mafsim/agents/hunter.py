"""The player who hunts for points: he plays for his own total under the regulation, not for his side.

It is the stress test of a regulation: what it rewards or forgets to punish, he does. In everything
else he is `mafsim.agents.bayes`. From ``view.payoffs`` he takes whether it is worth it

- to claim, as a civilian on the first day, that he is the sheriff: black players shoot him, and being
  killed first brings a best move and perhaps a compensation; in his last word he takes it back;
- to save himself as a black player and give up every partner: who stays to the end is thought of
  when points are given;
- to keep to any split (where breaking one is punished), and to vote for somebody who will not leave
  (where any vote for a red player who leaves is);
- not to claim to be the sheriff as a black player, where that is punished;
- to let nobody else be the best player: he names nobody, or the least likely.
"""

from __future__ import annotations

from typing import Any

from mafsim.agents.beliefs import MEMORY, read, witness
from mafsim.agents.chance import uniform
from mafsim.agents.rules import ORDER_FIXED
from mafsim.agents.thinking import (
    CLAIM,
    PARAMETERS,
    TOLD,
    believe,
    decided,
    foremost,
    is_black,
    merit,
    nomination,
    sheet,
    side_won,
    vote,
)
from mafsim.agents.view import (
    BLACK,
    DECIDE,
    NOBODY,
    SEATS,
    Agent,
    Claim,
    Decision,
    Parameter,
    Phase,
    Role,
)
from mafsim.kernels import part, typed

GREED = len(PARAMETERS)

HELD_BY_CHANCE = (1.0 / 84.0, 18.0 / 84.0, 45.0 / 84.0)
"""How likely three, two and one of three others named at random are black."""
LOSES = 0.6
"""How likely a red player takes it that his side loses."""
HARM = 0.1
"""How much less likely he takes it that his side wins without him and with a false claim."""

_VOTE, _NOMINATE, _SPEAK = int(Decision.VOTE), int(Decision.NOMINATE), int(Decision.SPEAK)
_BEST_PLAYER = int(Decision.BEST_PLAYER)
_CIVILIAN, _MAFIA = int(Role.CIVILIAN), int(Role.MAFIA)
_STANDS, _TAKEN_BACK, _NONE = int(Claim.STANDS), int(Claim.TAKEN_BACK), int(Claim.NONE)
_MORNING, _SPEECHES = int(Phase.MORNING), int(Phase.SPEECHES)
_HUNTS = 4100


@part
def hunts(view: Any) -> bool:
    """Say whether a player hunts for points in this game."""
    return bool(uniform(view.own_word, _HUNTS) < view.parameters[GREED])


@part
def bait_pays(view: Any) -> bool:
    """Say whether being shot first for a false claim brings more than it costs, on the average."""
    pays = view.payoffs
    gain = LOSES * pays.first_killed_loser
    if view.rules.best_move:
        for named in range(3):
            gain += HELD_BY_CHANCE[named] * pays.best_move[3 - named]
    cost = HARM * (pays.win - pays.loss)
    return bool(view.rules.night_shots != ORDER_FIXED and gain > cost)


@part
def speaks(view: Any, belief: Any) -> int:
    """Speak as `bayes` does, but bait the shot, take it back, and run no risk of a false claim."""
    p = view.public
    mine = p.claims[view.seat]
    decided(_SPEAK, view, belief, 0.0, 1.0, 1.0, 0.0)
    if view.role == _CIVILIAN:
        if mine == _STANDS and (p.phase == _MORNING or p.day > 1):
            view.answer[CLAIM] = _TAKEN_BACK
        elif mine == _NONE and p.phase == _SPEECHES and p.day == 1 and bait_pays(view):
            view.answer[CLAIM] = _STANDS
    elif is_black(view) and view.payoffs.lost_claim > 0:
        view.answer[CLAIM] = NOBODY
        for seat in range(SEATS):
            view.answer[TOLD + seat] = NOBODY
    return NOBODY


@part
def votes(view: Any, belief: Any) -> int:
    """Vote where it costs oneself nothing."""
    risky = view.public.day == 1 or view.public.living == 4
    mind = sheet()
    believe(view, belief, 0.0, mind)
    if not is_black(view) and view.payoffs.voted_for > 0 and risky:
        return harmless(view, mind)
    return vote(view, mind, 1.0 if view.payoffs.broke_split > 0 else 0.0)


@part
def nominates(view: Any, belief: Any) -> int:
    """Nominate whom one suspects most, be it a partner."""
    mind = sheet()
    believe(view, belief, 0.0, mind)
    return int(nomination(view, mind))


@part
def harmless(view: Any, mind: Any) -> int:
    """Give the candidate who is least likely to leave: whom one suspects least."""
    for seat in range(SEATS):
        mind.suspicion[seat] = 1.0 - mind.suspicion[seat]
    return foremost(view, mind)


@part
def names(view: Any) -> int:
    """Name nobody as the best player, or who is least likely to be it."""
    if view.may_pass:
        return NOBODY
    best = NOBODY
    least = 1e9
    winner = side_won(view)
    for i in range(view.n_choices):
        seat = view.choices[i]
        won = (view.revealed[seat] >= _MAFIA) == (winner == BLACK)
        worth = merit(view, seat) + 100.0 * won + 0.5 * uniform(view.word, i)
        if worth < least:
            least = worth
            best = int(seat)
    return best


@typed(DECIDE)
def decide(kind: int, view: Any, memory: Any) -> int:
    """Decide for one's own points."""
    belief = read(memory)
    if hunts(view):
        if kind == _VOTE:
            return int(votes(view, belief))
        if kind == _NOMINATE and is_black(view):
            return int(nominates(view, belief))
        if kind == _SPEAK:
            return int(speaks(view, belief))
        if kind == _BEST_PLAYER:
            return int(names(view))
    return int(decided(kind, view, belief, 0.0, 1.0, 1.0, 0.0))


HUNTER = Agent(
    decide=decide,
    compiled=True,
    parameters=(*PARAMETERS, Parameter(name="greed", default=1.0)),
    asked=frozenset(Decision) - {Decision.WITHDRAW, Decision.CONDUCT},
    sees_history=False,
    witness=witness,
    memory=MEMORY,
    reads="reading",
    hides="hiding",
    shares="common",
    trusted=True,
)
"""``hunter``: `greed` is the chance that he hunts in a game; with 0 he is ``bayes``."""
