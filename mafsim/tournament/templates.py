"""Plans made once for all tournaments of a simulation: who has which of their slots is a lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mafsim.games import EMPTY, Array
from mafsim.pairing.draw import exchangeable
from mafsim.pairing.problem import of_rounds
from mafsim.pairing.solve import seat
from mafsim.plan import Plan, Seats
from mafsim.regulations import Regulation, Stage
from mafsim.roster import Entrant, Roster
from mafsim.streams import Words
from mafsim.tournament.lots import What, lots

EFFORT = 1.0
"""The effort of the search for the rounds that are seated in advance."""
LATER_EFFORT = 0.1
"""The effort for the rounds after a cut, whose field differs from tournament to tournament."""

Shape = tuple[int, ...]
"""How many of each team are in a field, from the most on; ones where there are no teams."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Rounds that are seated together."""

    stages: tuple[Stage, ...]
    """The stage of each of the rounds."""
    first: int
    """The first of them."""

    @property
    def end(self) -> int:
        """The first round behind them."""
        return self.first + len(self.stages)


def holders(plan: Plan, starts: Words) -> Array:
    """Give who has each slot of a plan: ``holder[tournament, slot]``, by lot.

    Teams change places with teams, and members inside them, wherever nobody demands anything that
    the others do not; whoever does has his own slot.
    """
    n, entrants = len(starts), len(plan.roster.entrants)
    slot = np.tile(np.arange(entrants), (n, 1))
    teams = lots(starts, What.TEAMS, 0, entrants)
    members = lots(starts, What.MEMBERS, 0, entrants)
    for units in exchangeable(plan):
        place = np.array(units)
        order = np.argsort(teams[:, place[:, 0]], axis=1)
        given = place[order]
        for alike in _alike(plan, units[0]):
            inside = np.argsort(members[:, place[:, alike]], axis=2)
            slot[:, place[:, alike]] = np.take_along_axis(given[:, :, alike], inside, axis=2)
    holder = np.empty_like(slot)
    np.put_along_axis(holder, slot, np.broadcast_to(np.arange(entrants), slot.shape), axis=1)
    return holder


def _alike(plan: Plan, unit: Sequence[int]) -> Iterator[list[int]]:
    """Give the places inside a unit whose holders demand the same."""
    people = [plan.roster.entrants[index] for index in unit]
    bans = [{(b.table, b.rounds) for b in plan.roster.bans if b.entrant == i} for i in unit]
    told = [
        (each.absent, each.table, each.joined, each.left, frozenset(own))
        for each, own in zip(people, bans, strict=True)
    ]
    for demand in dict.fromkeys(told):
        yield [place for place, own in enumerate(told) if own == demand]


def relabelled(seats: Seats, holder: Array) -> Array:
    """Give the seats of each tournament: ``seats[tournament, ...]``, `EMPTY` where nobody sits."""
    known = np.concatenate([holder, np.full((len(holder), 1), EMPTY)], axis=1)
    return np.asarray(known[:, seats])


_MADE: dict[tuple[str, str, Shape], Seats] = {}
"""What a process has seated, by the regulation's digest, the stages of the rounds, and the shape."""


def template(regulation: Regulation, stretch: Stretch, shape: Shape) -> Seats:
    """Give ``seats[round, table, seat]`` of slots for a field of some shape, made once a process.

    The slots are in the order of the shape.

    Raises
    ------
    Impossible
        A field of that shape cannot be seated.
    """
    key = regulation.digest, "/".join(stage.name for stage in stretch.stages), shape
    if key not in _MADE:
        roster = Roster(entrants=_entrants(shape), mates_apart=regulation.table.team_mates_apart)
        problem = of_rounds(regulation, roster, stretch.stages)
        _MADE[key] = seat(problem, effort=LATER_EFFORT, jobs=1).seats
    return _MADE[key]


def _entrants(shape: Shape) -> tuple[Entrant, ...]:
    teams = [f"t{team + 1}" for team, many in enumerate(shape) for _ in range(many)]
    alone = max(shape) == 1
    return tuple(
        Entrant(id=f"p{index + 1}", name=f"p{index + 1}", team=None if alone else team)
        for index, team in enumerate(teams)
    )
