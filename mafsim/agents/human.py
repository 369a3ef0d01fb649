"""The player with people's limits: he reads faces, errs, is heard or not, keeps his word or not.

He thinks as `mafsim.agents.bayes` does and on the same public belief, with these limits:

- `reading` and `hiding`: his private evidence is what he sees in faces, some of whose noise is
  `common` to the whole table, so that opinions agree more than they are right;
- `noise`: he errs about everybody, each day anew; `skill` halves or doubles that;
- `authority`: what he calls others is heard, and so weighed, with this chance;
- `discipline`: he keeps to announced splits, and sees by night what was claimed by day;
- `temper`: the chance of misconduct each time that there is occasion for it;
- `split`: the chance that he announces a split when he speaks last.

A consigliere behind the chair is a second head: see `advised`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from mafsim.agents import Player
from mafsim.agents.beliefs import MEMORY, grown, read, witness
from mafsim.agents.chance import below, uniform
from mafsim.agents.random import is_choice
from mafsim.agents.rules import act
from mafsim.agents.thinking import COMMON, PARAMETERS, READING, decided
from mafsim.agents.view import DECIDE, NOBODY, Agent, Decision, Parameter, Phase
from mafsim.kernels import part, typed

AUTHORITY, DISCIPLINE, _, NOISE, SPLIT = range(len(PARAMETERS), len(PARAMETERS) + 5)

SKILL_NOISE = 0.9
"""The logarithm by which one unit of skill lessens the noise of a player."""
GRAVE = 0.02
"""Which share of misconduct is worse than a foul."""

OWN = {
    "bus": 0.3,
    "guard": 1.0,
    "reading": 0.113,
    "hiding": 0.4,
}
"""The defaults in which a human differs from `bayes`."""

HUMAN_PARAMETERS = (
    *(replace(each, default=OWN.get(each.name, each.default)) for each in PARAMETERS),
    Parameter(name="authority", default=0.5),
    Parameter(name="discipline", default=0.9),
    Parameter(name="temper", default=0.01),
    Parameter(name="noise", default=0.5, most=5.0),
    Parameter(name="split", default=0.1),
)
"""The parameters of ``human``: those of every thinking player, and his limits."""

_CONDUCT, _THINK = int(Decision.CONDUCT), int(Decision.THINK)
_NIGHT = int(Phase.NIGHT)
_MINOR = (act("out_of_turn"), act("gestures"), act("address_host"))
_GRAVE = (act("swearing"), act("insult"), act("oath"))
_BY_NIGHT = act("night_conduct")


@part
def misbehaves(view: Any) -> int:
    """Commit an act, seldom a grave one; how often, the temper says."""
    if view.public.phase == _NIGHT:
        committed = _BY_NIGHT
    elif uniform(view.word, 1) < GRAVE:
        committed = _GRAVE[below(view.word, 2, 3)]
    else:
        committed = _MINOR[below(view.word, 2, 3)]
    return committed if is_choice(view, committed) else NOBODY


@typed(DECIDE)
def decide(kind: int, view: Any, memory: Any) -> int:
    """Decide as people do."""
    if kind == _CONDUCT:
        return int(misbehaves(view))
    noise = 0.0
    if kind == _THINK:
        noise = view.parameters[NOISE] * grown(-SKILL_NOISE * view.skill)
    authority, discipline = view.parameters[AUTHORITY], view.parameters[DISCIPLINE]
    return int(
        decided(kind, view, read(memory), noise, authority, discipline, view.parameters[SPLIT])
    )


HUMAN = Agent(
    decide=decide,
    compiled=True,
    parameters=HUMAN_PARAMETERS,
    asked=frozenset(Decision) - {Decision.WITHDRAW},
    sees_history=False,
    witness=witness,
    memory=MEMORY,
    reads="reading",
    hides="hiding",
    shares="common",
    misbehaves="temper",
    trusted=True,
)
"""``human``, with the parameters of `HUMAN_PARAMETERS`; the defaults are the calibrated ones."""


def together(seated: float, adviser: float, common: float) -> float:
    """Give how well two read who lay together what they see, one noise being partly the other's.

    With no common noise the squares add up; with all of it in common the better one is as good as both.
    """
    if common >= 1.0:
        return max(seated, adviser)
    square = seated**2 + adviser**2 - 2.0 * common * seated * adviser
    return max(math.sqrt(square / (1.0 - common**2)), seated, adviser)


def advised(seated: Player, adviser: Player) -> Player:
    """Give the player who sits there with a consigliere behind the chair: two heads, one seat.

    He reads as well as both do together and errs by the mean of both errors; in all else, what he
    hides and how he behaves, he is the one who is seated. Both are of the kind ``human``.
    """
    values, other = list(seated.parameters), adviser.parameters
    most = HUMAN_PARAMETERS[READING].most
    values[READING] = min(together(values[READING], other[READING], values[COMMON]), most)
    errs = other[NOISE] * math.exp(-SKILL_NOISE * (adviser.skill - seated.skill))
    values[NOISE] = math.hypot(values[NOISE], errs) / 2.0
    name = f"{seated.name} & {adviser.name}"
    return replace(seated, kind="consigliere", parameters=tuple(values), name=name)


def _two_heads() -> tuple[Parameter, ...]:
    usual = Player(
        kind="human", parameters=tuple(each.default for each in HUMAN_PARAMETERS), name=""
    )
    values = advised(usual, usual).parameters
    return tuple(
        replace(each, default=round(value, 3))
        for each, value in zip(HUMAN_PARAMETERS, values, strict=True)
    )


CONSIGLIERE = replace(HUMAN, parameters=_two_heads())
"""``consigliere``: a ``human`` with an adviser, who by default are two usual ones; see `advised`."""
