"""Points to places: what is compared, in which order, and what put each one above the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from mafsim.games import EMPTY, AnyGames, Array, Games, Protest
from mafsim.regulations.points import Component, TieBreak
from mafsim.regulations.schema import Regulation
from mafsim.scoring import score
from mafsim.standings.tallies import Tallies, Totals, tallies_of
from mafsim.standings.tie_breaks import TIE_BREAKS
from mafsim.standings.units import By, Units, players, teams

Order = npt.NDArray[np.intp]

STAGE, POINTS, PER_GAME = "stage", "points", "per_game"
"""What is compared before the tie-breaks: the cuts passed, and the points or their average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned:
    """Whose points are compared."""

    tallies: Tallies
    """What was earned, and by whom."""
    member: Order | None
    """``member[tournament, unit]``: the member of `tallies` whose points are the team's; None where
    the units of `tallies` are ranked themselves."""

    def own(self, totals: Totals) -> Totals:
        """Give ``total[tournament, unit]`` of those who are ranked."""
        return totals if self.member is None else np.take_along_axis(totals, self.member, axis=1)

    @property
    def points(self) -> Totals:
        """The points, in thousandths: ``points[tournament, unit]``."""
        return self.own(self.tallies.sum)

    @property
    def played(self) -> Totals:
        """The games that count: ``played[tournament, unit]``."""
        return self.own(self.tallies.played)

    def component(self, name: Component) -> Totals:
        """Give the points of one component: ``points[tournament, unit]``."""
        return self.own(self.tallies.component(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The places of players or of teams, in one tournament or in each of a block.

    `k` counts the lines of a table: 0 is its first. Those who share a place stand in the order of
    the roster.
    """

    units: Units
    levels: tuple[str, ...]
    """What was compared, in this order."""
    values: tuple[Totals, ...]
    """``values[level][tournament, unit]``; the more the better."""
    order: Order
    """``order[tournament, k]`` is the unit that stands there."""
    place: Array
    """``place[tournament, k]``, zero-based; those who share one have the same."""
    decided_by: Array
    """``decided_by[tournament, k]`` is the level that put it above the next one, an index into
    `levels`; `EMPTY` for those who share a place with the next one, and for the last."""
    earned: Earned
    """The points, and what they consist of."""
    provisional: bool
    """A protest is open."""
    division: str | None = None
    """Whose standings they are, where divisions are ranked apart."""

    def places(self) -> Array:
        """Give the place of each: ``place[tournament, unit]``, zero-based."""
        places = np.empty_like(self.place)
        np.put_along_axis(places, self.order, self.place, axis=1)
        return places


def standings(
    games: AnyGames,
    regulation: Regulation,
    *,
    by: By | None = None,
    after_round: int | None = None,
    division: str | None = None,
    seed: int = 0,
    tournaments: int | None = None,
    first: int = 0,
) -> Standings:
    """Rank players or teams.

    Parameters
    ----------
    games
        What has been played; several tournaments of one roster are ranked each for itself.
    regulation
        What the points and the places follow.
    by
        Who is ranked; by default whom the regulation names first.
    after_round
        Only the rounds before this one count, so that 12 gives the places after twelve rounds.
    division
        Only those of this division; by default all together.
    seed
        For lots, where the regulation asks for one.
    tournaments
        How many there are in a block; by default as many as have games.
    first
        The number of the first one, of which the games say 0: a lot depends on it.

    Raises
    ------
    Impossible
        Teams are to be ranked, and somebody is of no team.
    """
    if after_round is not None:
        games = games.until(after_round)
    by = by or regulation.ranking.by[0]
    many = tournaments or int(games.tournament.max(initial=0)) + 1
    points = score(games, regulation, seed=seed, first=first)
    units = teams(games) if by == "team" else players(games, regulation)
    if division is not None:
        units = units.within(division)
    tallies = tallies_of(games, points, regulation, units, tournaments=many, seed=seed, first=first)
    return replace(ranked(tallies), division=division)


def divisions(games: AnyGames) -> tuple[str, ...]:
    """Give the divisions that are ranked apart; none where all are ranked together."""
    named = dict.fromkeys(entrant.division for entrant in games.roster.entrants)
    return tuple(filter(None, named)) if len(named) > 1 else ()


def ranked(tallies: Tallies) -> Standings:
    """Give the places that tallies lead to."""
    earned = _earned(tallies)
    compared = _compared(tallies, earned)
    values = tuple(compared.values())
    order = np.lexsort([-value for value in reversed(values)], axis=-1)
    decided_by = _decided_by(values, order)
    games = tallies.games
    return Standings(
        units=tallies.units,
        levels=tuple(compared),
        values=values,
        order=order,
        place=_places(decided_by),
        decided_by=decided_by,
        earned=earned,
        provisional=isinstance(games, Games) and bool((games.protest == Protest.OPEN).any()),
    )


def _decided_by(values: Sequence[Totals], order: Order) -> Array:
    """Give the first level in which each one is above the next."""
    decided_by = np.full(order.shape, EMPTY, dtype=np.int8)
    for level in reversed(range(len(values))):
        line = np.take_along_axis(values[level], order, axis=1)
        decided_by[:, :-1][line[:, :-1] != line[:, 1:]] = level
    return decided_by


def _places(decided_by: Array) -> Array:
    """Give places: one begins behind each that something put above the next."""
    lines = np.broadcast_to(np.arange(decided_by.shape[1]), decided_by.shape)
    begins = np.ones(decided_by.shape, dtype=np.bool_)
    begins[:, 1:] = decided_by[:, :-1] != EMPTY
    return np.asarray(np.maximum.accumulate(lines * begins, axis=1))


def _compared(tallies: Tallies, earned: Earned) -> dict[str, Totals]:
    """Give what is compared, level by level; the more the better."""
    ranking = tallies.regulation.ranking
    compared: dict[str, Totals] = {}
    if ranking.later_stages_first and tallies.reached.any():
        compared[STAGE] = tallies.reached
    if ranking.points == "per_game":
        compared[PER_GAME] = _order_of_fractions(earned.points, earned.played)
    else:
        compared[POINTS] = earned.points
    for name in tie_breaks(tallies.regulation, tallies.units.by):
        compared[name] = TIE_BREAKS[name](tallies)
    return compared


def tie_breaks(regulation: Regulation, by: By) -> tuple[TieBreak, ...]:
    """Give what parts those with equal points, in this order."""
    ranking = regulation.ranking
    if by == "player" and ranking.player_tie_breaks is not None:
        return ranking.player_tie_breaks
    return ranking.tie_breaks


def _order_of_fractions(points: Totals, games: Totals) -> Totals:
    """Give whole numbers that compare as the quotients do, exactly; without a game it is least."""
    pairs, which = np.unique(
        np.stack([points, games], axis=-1).reshape(-1, 2), axis=0, return_inverse=True
    )
    quotients = [(games > 0, Fraction(points, games or 1)) for points, games in pairs.tolist()]
    numbers = {quotient: number for number, quotient in enumerate(sorted(set(quotients)))}
    return np.array([numbers[quotient] for quotient in quotients])[which.reshape(points.shape)]


def _earned(tallies: Tallies) -> Earned:
    """Give whose points are compared: everyone's own, or those of a team's best member."""
    ranking, units = tallies.regulation.ranking, tallies.units
    if units.by == "player" or ranking.team == "sum":
        return Earned(tallies=tallies, member=None)
    members = tallies_of(
        tallies.games,
        tallies.points,
        tallies.regulation,
        players(tallies.games, tallies.regulation),
        tournaments=tallies.tournaments,
        seed=tallies.seed,
        first=tallies.first,
    )
    average = ranking.points == "per_game"
    value = _order_of_fractions(members.sum, members.played) if average else members.sum
    member = np.zeros((tallies.tournaments, len(units)), dtype=np.intp)
    for team in range(len(units)):
        own = members.units.of_entrant[units.of_entrant == team]
        own = own[own != EMPTY]
        member[:, team] = own[np.argmax(value[:, own], axis=1)]
    return Earned(tallies=members, member=member)
