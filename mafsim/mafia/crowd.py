"""Games of very many different people at once, whose numbers come as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim import streams
from mafsim.agents import Player
from mafsim.agents.view import NOBODY, Decision
from mafsim.games import Array
from mafsim.mafia.play import Played, Table
from mafsim.regulations.schema import Regulation
from mafsim.roster import Roster
from mafsim.streams import Purpose


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Crowd:
    """People of a few kinds, each with numbers of his own."""

    kinds: tuple[Player, ...]
    """One player of each kind; only the kind counts."""
    kind: Array
    """``kind[person]`` is an index into `kinds`."""
    parameters: npt.NDArray[np.float64]
    """``parameters[person, i]``, in the order of the parameters of his kind; more are left out."""
    skill: npt.NDArray[np.float64]
    """``skill[person]``."""

    def __len__(self) -> int:
        return len(self.kind)


Laid = dict[tuple[Player, ...], tuple[Table, Any]]
"""Tables by the kinds for which they were laid, each with the profiles of these."""


def starts(seed: int, first: int, n: int) -> streams.Words:
    """Give the word from which all games of a tournament start: of `n` tournaments from `first`."""
    return streams.words(seed, Purpose.GAME, first, n)


def words_of(starts: streams.Words, round_: Array | int, table: Array | int) -> streams.Words:
    """Give the word of each game, given that of its tournament: games of `play_seated` have the same."""
    rounds = np.asarray(round_).astype(np.uint64)
    return streams.mixed(streams.mixed(starts + rounds) + np.asarray(table).astype(np.uint64))


def play_crowd(
    regulation: Regulation,
    crowd: Crowd,
    seated: Array,
    words: streams.Words,
    *,
    roster: Roster,
    laid: Laid | None = None,
) -> Played:
    """Play games among the people of a crowd.

    Parameters
    ----------
    regulation
        Whose rules are followed.
    crowd
        Everybody who plays.
    seated
        ``seated[game, seat]`` is a person of the crowd.
    words
        The word of each game, from which all of its chances come; see `words_of`.
    roster
        Whom the indices of the games' entrants mean, in the eyes of the caller.
    laid
        The tables that were laid before under the same regulation; this one is laid if it is not
        among them. No two threads may have the same.

    Returns
    -------
    Played
        The same games that `play_seated` gives for players with the same numbers; its `players` are
        the crowd's `kinds`.

    Raises
    ------
    UsageError
        As in `play_seated`.
    """
    laid = {} if laid is None else laid
    if crowd.kinds not in laid:
        table = Table(regulation, crowd.kinds, log=False, incidents=())
        laid[crowd.kinds] = table, table.profiles
    table, prototypes = laid[crowd.kinds]
    table.profiles = _profiles(prototypes, crowd)
    g = table.record[0]
    g["player"] = NOBODY  # whoever sat there before was of another crowd
    g["reads"] = bool((table.profiles["reading"] > 0).any())
    g["stirred"] = bool((table.profiles["misbehaves"] > 0.0).any())
    return table.play(words, seated, dealt=False, roster=roster)


def _profiles(prototypes: Any, crowd: Crowd) -> Any:
    """Give everybody's profile: that of his kind with his own numbers."""
    profiles = np.asarray(prototypes)[crowd.kind]
    width = min(profiles["parameters"].shape[1], crowd.parameters.shape[1])
    profiles["skill"] = crowd.skill
    for index, player in enumerate(crowd.kinds):
        agent = player.agent
        own = np.flatnonzero(crowd.kind == index)
        names = [each.name for each in agent.parameters]
        known = min(width, len(names))
        profiles["parameters"][own[:, None], np.arange(known)] = crowd.parameters[own, :known]

        def of(name: str | None, otherwise: float, own: Array = own, names: Any = names) -> Array:
            if name not in names:
                return np.full(len(own), otherwise)
            return np.asarray(crowd.parameters[own, names.index(name)])

        profiles["reading"][own] = of(agent.reads, 0.0)
        profiles["hiding"][own] = of(agent.hides, 0.0)
        sharing = of(agent.shares, 0.5)
        profiles["common"][own] = sharing**0.5
        profiles["apart"][own] = (1.0 - sharing) ** 0.5
        misbehaves = of(agent.misbehaves, 0.0)
        conduct = 1 << Decision.CONDUCT if Decision.CONDUCT in agent.asked else 0
        asked = sum(1 << decision for decision in agent.asked - {Decision.CONDUCT})
        profiles["asked"][own] = asked + conduct * (misbehaves > 0.0)
        profiles["misbehaves"][own] = misbehaves
    return profiles.view(np.recarray)
