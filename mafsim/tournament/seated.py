"""Who sits where only some of each team do, and who advises them from behind the chair."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible
from mafsim.pairing.measures import taking_part
from mafsim.plan import EMPTY, Plan, Seats
from mafsim.regulations import Stage
from mafsim.roster import Roster

Teams = Mapping[str, tuple[int, ...]]
"""The members of each team who play on."""


def teams_of(roster: Roster, field: Collection[int]) -> Teams:
    """Give the members of each team who are in a field, in the order of the roster.

    Raises
    ------
    Impossible
        Somebody of the field is of no team.
    """
    inside = set(field)
    for index in sorted(inside):
        if roster.entrants[index].team is None:
            raise Impossible("next.no_team", name=roster.entrants[index].name)
    own = {team: tuple(i for i in m if i in inside) for team, m in roster.teams().items()}
    return {team: members for team, members in own.items() if members}


def chosen(roster: Roster, teams: Teams, names: Sequence[str], many: int) -> frozenset[int]:
    """Give whom teams have chosen to sit, by name.

    Raises
    ------
    Impossible
        Nobody of the field is called so, or more of one team are named than may sit.
    """
    found: set[int] = set()
    for name in names:
        own = [
            index
            for members in teams.values()
            for index in members
            if roster.entrants[index].name == name
        ]
        if not own:
            raise Impossible("next.nobody_to_sit", name=name)
        found.add(own[0])
    for team, members in teams.items():
        named = [roster.entrants[index].name for index in members if index in found]
        if len(named) > many:
            raise Impossible("next.too_many_to_sit", team=team, names=named, most=many)
    return frozenset(found)


def seated(
    stage: Stage,
    teams: Teams,
    past: Plan,
    *,
    by: str,
    order: Sequence[int],
    named: Collection[int] = (),
    there: Collection[int],
) -> tuple[int, ...]:
    """Give who sits in the coming round: of each team as many as the stage says.

    Parameters
    ----------
    stage
        The stage.
    teams
        The members of each team, in the order of the roster.
    past
        The rounds before, with those who have advised in them.
    by
        ``roster``: the first of each team; ``alternating``: who has sat least often while others
        advised; ``standings``: the best so far.
    order
        The entrants by their places.
    named
        Whom teams have chosen: they sit first of all.
    there
        Who can sit in the round: he who cannot is passed over while there is somebody else.
    """
    sat = _sat_with_advisers(past)
    place = {entrant: rank for rank, entrant in enumerate(order)}
    found: list[int] = []
    for members in teams.values():

        def key(entrant: int, members: tuple[int, ...] = members) -> tuple[int, ...]:
            own = {
                "roster": 0,
                "alternating": int(sat[entrant]),
                "standings": place.get(entrant, len(place)),
            }[by]
            return (entrant not in there, entrant not in named, own, members.index(entrant))

        found += sorted(members, key=key)[: stage.seated_per_team]
    return tuple(sorted(found))


def _sat_with_advisers(past: Plan) -> npt.NDArray[np.int64]:
    """Count how often each entrant sat in a round in which others advised."""
    counts = np.zeros(len(past.roster.entrants), dtype=np.int64)
    if past.advisers is None:
        return counts
    advised = (past.advisers != EMPTY).any(axis=(1, 2))
    seats = past.seats[advised]
    np.add.at(counts, seats[seats != EMPTY], 1)
    return counts


def advisers(seats: Seats, teams: Teams, there: Sequence[Collection[int]]) -> Seats:
    """Give the advisers behind the chairs: ``advisers[round, table, seat]``.

    Those of a team who do not sit in a round stand behind those who do, one behind each.
    """
    team_of = {entrant: members for members in teams.values() for entrant in members}
    behind = np.full_like(seats, EMPTY)
    for round_, present in enumerate(there):
        sitting = set(seats[round_].ravel().tolist())
        free = {
            members: [e for e in members if e not in sitting and e in present]
            for members in teams.values()
        }
        for table, seat in np.argwhere(seats[round_] != EMPTY).tolist():
            own = free[team_of[int(seats[round_, table, seat])]]
            if own:
                behind[round_, table, seat] = own.pop(0)
    return behind


def without_part(plan: Plan, field: Collection[int], first: int) -> tuple[int, ...]:
    """Give those of a field who neither sit nor advise in some round from one on."""
    parts = taking_part(plan)[first:]
    return tuple(i for i in sorted(field) if not parts[:, i].all())
