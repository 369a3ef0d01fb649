"""The pairs of a simulated event: how fast each of them is, in whichever way and whoever explains."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.agents.chance import normal, uniform
from mafsim.games import EMPTY
from mafsim.kernels import kernel
from mafsim.roster import Roster
from mafsim.shapka.parameters import WAYS, People
from mafsim.streams import Purpose, words

Floats = npt.NDArray[np.float64]

PERSON = 100
"""How many random numbers are set aside for each person; those of a pair are persons 2i and 2i + 1."""
TEAMS, PAIRS = 1_000_000, 2_000_000
"""Where the random numbers of teams and of pairs begin."""


def people(people: People, roster: Roster, *, seed: int, first: int, n: int) -> Floats:
    """Draw the pairs of `n` tournaments from number `first` on.

    A pair's numbers depend on the seed, the tournament, its number and that of its team alone, so
    that the same people come whatever regulation they play under.

    Returns
    -------
    Floats
        ``speed[tournament, pair, who, way]``: the logarithm of how much faster than an ordinary pair
        it is if its first, or its second, explains; ways in the order of `WAYS`.
    """
    base = words(seed, Purpose.PEOPLE, first, n)
    team = np.full(len(roster.entrants), EMPTY, dtype=np.int64)
    for number, members in enumerate(roster.teams().values()):
        team[list(members)] = number
    speed = np.empty((n, len(team), 2, len(WAYS)))
    spreads = (people.team, people.person, people.explaining, people.guessing, people.way)
    with np.errstate(over="ignore"):  # where nothing is compiled, numpy warns of SplitMix64
        _draw(base, team, np.array([*spreads, people.pair]), people.masters, speed)
    return speed


@kernel
def _talent(word: Any, i: int, masters: float) -> float:
    """Give a number with mean 0 and variance 1: bell-shaped, or of two levels where some are masters."""
    if masters <= 0.0 or masters >= 1.0:
        return normal(word, i)
    if uniform(word, i) < masters:
        return float(np.sqrt((1.0 - masters) / masters))
    return -float(np.sqrt(masters / (1.0 - masters)))


@kernel
def _draw(base: Any, team: Any, spread: Any, masters: float, speed: Any) -> None:
    """Fill ``speed[tournament, pair, who, way]``."""
    ways = speed.shape[3]
    for t in range(len(base)):
        own = base[t]
        for pair in range(len(team)):
            common = spread[5] * normal(own, PAIRS + pair)
            if team[pair] >= 0:
                common += spread[0] * normal(own, TEAMS + team[pair])
            for who in range(2):
                explains, guesses = PERSON * (2 * pair + who), PERSON * (2 * pair + 1 - who)
                skill = spread[1] * (
                    _talent(own, explains, masters) + _talent(own, guesses, masters)
                )
                skill += spread[2] * normal(own, explains + 1)
                skill += spread[3] * normal(own, guesses + 2)
                for way in range(ways):
                    hand = spread[4] * normal(own, explains + 3 + way)
                    speed[t, pair, who, way] = common + skill + hand
