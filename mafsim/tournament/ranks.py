"""Where those who play on stand: players, teams, and the members inside each team."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mafsim.errors import Impossible
from mafsim.games import EMPTY, AnyGames
from mafsim.regulations import Regulation
from mafsim.standings import Standings, settled, standings

Tied = tuple[int, ...]
"""Entrants whom only a lot parts, in its order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """The places of a field, best first, by the comparator of `standings`."""

    players: tuple[Tied, ...]
    """The entrants by their own places."""
    teams: tuple[tuple[str, ...], ...]
    """The teams by theirs, those whom only a lot parts together; empty without teams."""
    members: dict[str, tuple[Tied, ...]]
    """The entrants of each team by their own places. Who is missing is not there, so that his place
    is the last of the team."""
    table: Standings
    """The standings of players."""

    @property
    def order(self) -> tuple[int, ...]:
        """The entrants one by one."""
        return tuple(entrant for tied in self.players for entrant in tied)

    @property
    def order_of_teams(self) -> tuple[str, ...]:
        """The teams one by one."""
        return tuple(team for tied in self.teams for team in tied)

    def inside(self, team: str) -> tuple[int, ...]:
        """Give the members of a team one by one."""
        return tuple(entrant for tied in self.members[team] for entrant in tied)


def ranks_of(
    games: AnyGames,
    regulation: Regulation,
    field: Collection[int],
    *,
    division: str | None = None,
    seed: int = 0,
) -> Ranks:
    """Give the places of those in a field, or in one division of it.

    Raises
    ------
    Impossible
        Somebody of the field has no place, since he has only sat in for others.
    """
    entrants = games.roster.entrants
    chosen = [i for i in field if division is None or entrants[i].division == division]
    table = standings(games, regulation, by="player", division=division, seed=seed)
    players = _of_units(table, chosen)
    ranked = {entrant for tied in players for entrant in tied}
    for index in chosen:
        if index not in ranked:
            raise Impossible("next.no_place", name=entrants[index].name)
    if regulation.entry.teams is None:
        return Ranks(players=players, teams=(), members={}, table=table)
    own = standings(games, regulation, by="team", division=division, seed=seed)
    here = {entrants[index].team for index in chosen}
    names = [tuple(own.units.ids[unit] for unit in tied) for tied in settled(own)]
    teams = [tuple(name for name in tied if name in here) for tied in names]
    return Ranks(
        players=players,
        teams=tuple(filter(None, teams)),
        members={
            team: _of_team(players, {i for i in chosen if entrants[i].team == team})
            for tied in teams
            for team in tied
        },
        table=table,
    )


def _of_units(table: Standings, field: Collection[int]) -> tuple[Tied, ...]:
    """Give the entrants of a field by place, out of the standings of all players."""
    inside = set(field)
    entrant_of = {
        unit: entrant
        for entrant, unit in enumerate(table.units.of_entrant.tolist())
        if unit != EMPTY and entrant in inside
    }
    groups = (tuple(entrant_of[u] for u in tied if u in entrant_of) for tied in settled(table))
    return tuple(filter(None, groups))


def _of_team(players: tuple[Tied, ...], own: Collection[int]) -> tuple[Tied, ...]:
    groups = (tuple(entrant for entrant in tied if entrant in own) for tied in players)
    return tuple(filter(None, groups))
