"""Who is ranked: players or teams, and to whom each seat of a game counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible
from mafsim.games import EMPTY, AnyGames, Array, Games
from mafsim.regulations.schema import Regulation
from mafsim.roster import Roster
from mafsim.scoring import stages_of

By = Literal["player", "team"]

NOBODY = np.int32(2**30)
"""The unit of a seat that counts for nobody: beyond all units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """Those who are ranked: players (in Shapka pairs), or teams."""

    by: By
    ids: tuple[str, ...]
    """The ids of players; a team goes by its name."""
    names: tuple[str, ...]
    divisions: tuple[str | None, ...]
    of_entrant: npt.NDArray[np.int32]
    """``of_entrant[entrant]`` is the unit for which an entrant plays, `EMPTY` for none."""

    def __len__(self) -> int:
        return len(self.ids)

    def within(self, division: str) -> Units:
        """Give those of one division."""
        chosen = [index for index, each in enumerate(self.divisions) if each == division]
        renumbered = np.full(len(self) + 1, EMPTY, dtype=np.int32)
        renumbered[chosen] = np.arange(len(chosen))
        return Units(
            by=self.by,
            ids=tuple(self.ids[index] for index in chosen),
            names=tuple(self.names[index] for index in chosen),
            divisions=(division,) * len(chosen),
            of_entrant=renumbered[self.of_entrant],
        )


def players(games: AnyGames, regulation: Regulation) -> Units:
    """Give the entrants, without those who only ever sat in for others and have no place."""
    entrants = games.roster.entrants
    own = regulation.ranking.substitutes == "own"
    only_substitutes = set() if own else _only_substitutes(games)
    ranked = [index for index in range(len(entrants)) if index not in only_substitutes]
    of_entrant = np.full(len(entrants), EMPTY, dtype=np.int32)
    of_entrant[ranked] = np.arange(len(ranked))
    return Units(
        by="player",
        ids=tuple(entrants[index].id for index in ranked),
        names=tuple(entrants[index].name for index in ranked),
        divisions=tuple(entrants[index].division for index in ranked),
        of_entrant=of_entrant,
    )


def _only_substitutes(games: AnyGames) -> set[int]:
    if not isinstance(games, Games):
        return set()
    in_for_others = games.replaces != EMPTY
    substitutes = set(games.entrants[in_for_others].tolist())
    return substitutes - set(games.entrants[~in_for_others].tolist()) if substitutes else set()


def teams(games: AnyGames) -> Units:
    """Give the teams, in the order of the roster.

    Raises
    ------
    Impossible
        Somebody who has played is of no team.
    """
    members = games.roster.teams()
    of_entrant = np.full(len(games.roster.entrants), EMPTY, dtype=np.int32)
    for team, indices in enumerate(members.values()):
        of_entrant[list(indices)] = team
    _refuse_without_team(games, of_entrant)
    return Units(
        by="team",
        ids=tuple(members),
        names=tuple(members),
        divisions=tuple(_division(games.roster, indices) for indices in members.values()),
        of_entrant=of_entrant,
    )


def _division(roster: Roster, indices: tuple[int, ...]) -> str | None:
    return roster.entrants[indices[0]].division


def _refuse_without_team(games: AnyGames, of_entrant: Array) -> None:
    if (of_entrant != EMPTY).all():
        return
    alone = games.seated & (of_entrant[games.entrants] == EMPTY)
    if isinstance(games, Games):
        alone &= games.replaces == EMPTY
    if alone.any():
        entrant = games.roster.entrants[int(games.entrants[alone].min())]
        raise Impossible("standings.no_team", name=entrant.name)


def holders(games: AnyGames, units: Units, regulation: Regulation) -> tuple[Array, ...]:
    """Give to whom seats count: one or two arrays of ``unit[game, seat]``, `NOBODY` for nobody.

    There is a second one where a consigliere gets what his team-mate at the table has earned.
    """
    seated = _units_of(games.entrants, units)
    if not isinstance(games, Games):
        return (seated,)
    seated = _substituted(games, seated, units, regulation)
    if units.by == "team":
        return (seated,)
    credit = [
        None if stage.seated_per_team is None else stage.credit
        for stage in stages_of(games, regulation)
    ]
    if "team" in credit:
        for_team = np.array([each == "team" for each in credit])[games.stage]
        seated = np.where(for_team[:, None], NOBODY, seated)
    if "both" not in credit:
        return (seated,)
    shared = np.array([each == "both" for each in credit])[games.stage]
    return seated, np.where(shared[:, None], _units_of(games.advisers, units), NOBODY)


def _units_of(entrants: Array, units: Units) -> Array:
    """Give the units of entrants; an empty seat is nobody's."""
    known = np.where(units.of_entrant == EMPTY, NOBODY, units.of_entrant)
    return np.take(np.append(known, NOBODY), entrants, mode="wrap")


def _substituted(games: Games, seated: Array, units: Units, regulation: Regulation) -> Array:
    """Give a substitute's seat to whom the regulation gives it."""
    rule = regulation.ranking.substitutes
    in_for_others = games.replaces != EMPTY
    if not in_for_others.any() or (units.by == "player" and rule == "own"):
        return seated
    counts_for_team = units.by == "team" and rule != "unranked"
    instead = _units_of(games.replaces, units) if counts_for_team else NOBODY
    return np.where(in_for_others, instead, seated)
