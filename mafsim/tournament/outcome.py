"""What came out of a block of tournaments: who was how strong, and where everybody stood in the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from mafsim.games import EMPTY, AnyGames, Array, Flags
from mafsim.regulations import Regulation
from mafsim.roster import Roster
from mafsim.scoring import Points
from mafsim.standings import Units
from mafsim.standings.units import By


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """Where players, or teams, stood in every tournament of a block at one moment.

    `k` counts the lines of a table: 0 is its first. Those who share a place stand in the order of
    the roster.
    """

    units: Units
    """Who is ranked; ``units.of_entrant[entrant]`` is the unit of an entrant."""
    levels: tuple[str, ...]
    """What was compared, in this order, such as ``points`` and then the tie-breaks."""
    points: Array
    """``points[tournament, unit]`` in whole thousandths, int64: the sum, also where the average
    decides."""
    place: Array
    """``place[tournament, unit]``, zero-based, int16; those who share one have the same."""
    order: Array
    """``order[tournament, k]`` is the unit that stands there, int16."""
    decided_by: Array
    """``decided_by[tournament, k]`` is the level that put it above the next one, int8, an index into
    `levels`; `EMPTY` for those who share a place with the next one, and for the last."""

    def __len__(self) -> int:
        return len(self.units)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part:
    """One stage of every tournament of a block."""

    name: str
    """The stage's name, as the regulation has it."""
    first: int
    """Its first round, zero-based, numbered through the stages."""
    rounds: int
    """How many rounds it has."""
    field: Flags
    """``field[tournament, entrant]``: who is in it, whether at the table or behind a chair."""
    cut: Ranking | None
    """Where those stood whom the field counts, players or teams, before the stage; None where no cut
    comes before it."""
    goes: Flags | None
    """``goes[tournament, unit]``: which units of `cut` go on; None without a cut."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Outcome:
    """A block of tournaments that are over: all arrays are whole but for `skill`.

    Entrants are players, or pairs in Shapka; ``N`` of them, the same in every tournament, and ``T``
    tournaments, of which the block's first is number `first` of the simulation. Whatever comes out
    of an outcome may depend on a tournament's own lines alone, so that sums over tournaments do not
    depend on how they are cut into blocks.
    """

    regulation: Regulation
    roster: Roster
    """The entrants, with their teams; their order is that of the axis ``entrant``."""
    first: int
    """The number of the block's first tournament."""
    skill: npt.NDArray[np.float64]
    """``skill[tournament, entrant]``: the true strength, in the units of his population; of a pair
    how many words it can expect in a game. Equal skills mean that nobody is the better one."""
    kinds: tuple[str, ...]
    """The kinds of player that take part, as `--agents` names them."""
    kind: Array
    """``kind[tournament, entrant]`` is an index into `kinds`, int16."""
    games: AnyGames
    """All games in the order of tournaments, rounds and tables; ``games.tournament`` counts from 0
    within the block, ``games.round`` through the stages, and ``games.stage`` is an index into
    ``games.stages``. The judge's decisions are in."""
    days: Array
    """``days[game]``: how many days a game of Mafia had, int8; empty for Shapka and for real games."""
    points: Points
    """``points[game, seat, component]`` in thousandths, with the components of
    `mafsim.scoring.COMPONENTS`; the multiplier of the stage is in."""
    parts: tuple[Part, ...]
    """The stages, in the order of play."""
    players: Ranking
    """The final places of entrants."""
    teams: Ranking | None
    """The final places of teams; None where there are none."""
    given: int = 0
    """How many first rounds were not simulated but given as real results."""

    @property
    def tournaments(self) -> int:
        """How many tournaments the block has: ``T``."""
        return int(self.skill.shape[0])

    @property
    def entrants(self) -> int:
        """How many entrants each of them has: ``N``."""
        return int(self.skill.shape[1])

    @property
    def final(self) -> Ranking:
        """The final places of whom the regulation ranks first."""
        by = self.regulation.ranking.by[0]
        return self.teams if by == "team" and self.teams is not None else self.players

    def strength(self, by: By) -> npt.NDArray[np.float64]:
        """Give the true strength of players, or of teams as the sum of their members.

        Returns
        -------
        npt.NDArray[np.float64]
            ``strength[tournament, unit]``, rounded to a millionth, so that teams of equal members
            are equal whatever the order in which they are added.
        """
        ranking = self.teams if by == "team" else self.players
        assert ranking is not None, "the strength of teams where there are none"
        total = np.zeros((self.tournaments, len(ranking)), dtype=np.float64)
        for entrant, unit in enumerate(ranking.units.of_entrant.tolist()):
            if unit != EMPTY:
                total[:, unit] += self.skill[:, entrant]
        return np.round(total, 6)

    def strength_rank(self, by: By) -> Array:
        """Give how many are stronger: ``rank[tournament, unit]``, int16; 0 for the best, or for several."""
        strength = self.strength(by)
        stronger = strength[:, None, :] > strength[:, :, None]
        return np.asarray(stronger.sum(axis=2, dtype=np.int16))

    @cached_property
    def of_seats(self) -> npt.NDArray[np.int64]:
        """``of_seats[game, seat]``: the points of all components together, in thousandths."""
        return np.asarray(self.points.sum(axis=2, dtype=np.int64))

    @cached_property
    def of_rounds(self) -> npt.NDArray[np.int64]:
        """``of_rounds[tournament, entrant, round]``: what the seated have earned, in thousandths."""
        rounds = sum(part.rounds for part in self.parts)
        total = np.zeros((self.tournaments, self.entrants, rounds), dtype=np.int64)
        game, seat = np.nonzero(self.games.seated)
        where = (
            self.games.tournament[game],
            self.games.entrants[game, seat],
            self.games.round[game],
        )
        np.add.at(total, where, self.of_seats[game, seat])
        return total

    @cached_property
    def played_in(self) -> Flags:
        """``played_in[tournament, entrant, round]``: who had a seat in a round."""
        rounds = sum(part.rounds for part in self.parts)
        seated = np.zeros((self.tournaments, self.entrants, rounds), dtype=np.bool_)
        game, seat = np.nonzero(self.games.seated)
        seated[
            self.games.tournament[game],
            self.games.entrants[game, seat],
            self.games.round[game],
        ] = True
        return seated
