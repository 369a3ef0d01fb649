"""What everyone who is ranked has earned: points and counts, summed over the seats that count."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np
import numpy.typing as npt

from mafsim.games import EMPTY, AnyGames, Array, Flags, Games, ShapkaGames
from mafsim.regulations.exactness import thousandths
from mafsim.regulations.points import Component
from mafsim.regulations.schema import Regulation
from mafsim.scoring import COMPONENTS, Points, components_of, factor, stages_of
from mafsim.scoring.exact import multiplied
from mafsim.standings.units import Units, holders

Totals = npt.NDArray[np.int64]
"""``totals[tournament, unit]``, in thousandths where they are points."""


@dataclass(frozen=True, kw_only=True)
class Tallies:
    """Games, their points, and to whom each seat counts."""

    games: AnyGames
    regulation: Regulation
    units: Units
    points: Points
    """``points[game, seat, component]``."""
    tournaments: int
    seed: int
    first: int
    """The number of the first tournament, of which the games say 0."""
    keys: tuple[npt.NDArray[np.intp], ...]
    """``keys[game, seat]``: tournament times units plus unit; one behind the last for nobody."""
    reached: Totals
    """``reached[tournament, unit]``: how many cuts it has passed."""
    extra: dict[Component, Totals]
    """What no seat has earned: byes, breaches away from a table, what is forgiven below zero."""
    forgiven: Totals | int = 0
    """Which part of the penalties is forgiven, where a result stops at zero."""

    def total(self, values: Array) -> Totals:
        """Sum values over the seats of each unit.

        Sums of whole numbers below 2**53 are exact in the floats of `numpy.bincount`.
        """
        flat = np.broadcast_to(values, self.games.entrants.shape).ravel()
        return reduce(np.add, (self._bins(keys, flat) for keys in self.keys))

    def _bins(self, keys: npt.NDArray[np.intp], values: Array) -> Totals:
        cells = self.tournaments * len(self.units)
        sums = np.bincount(keys.ravel(), weights=values, minlength=cells + 1)[:cells]
        return sums.astype(np.int64).reshape(self.tournaments, len(self.units))

    def component(self, *components: Component) -> Totals:
        """Sum the points of some components."""
        known = [each for each in components_of(self.regulation) if each in components]
        seats = [self.points[:, :, COMPONENTS.index(each)] for each in known]
        extra = [self.extra[each] for each in known if each in self.extra]
        if not seats:
            return np.zeros_like(self.reached)
        return reduce(np.add, extra, self.total(reduce(np.add, seats)))

    @cached_property
    def sum(self) -> Totals:
        """The sum of all points."""
        return self.component(*COMPONENTS)

    @cached_property
    def won(self) -> Flags:
        """Say whose side has won: ``won[game, seat]``."""
        assert isinstance(self.games, Games), "sides of Mafia in Shapka"
        return self.games.won

    @cached_property
    def played(self) -> Totals:
        """How many games count."""
        return self.total(self.games.seated)


def tallies_of(
    games: AnyGames,
    points: Points,
    regulation: Regulation,
    units: Units,
    *,
    tournaments: int,
    seed: int = 0,
    first: int = 0,
) -> Tallies:
    """Give the tallies of those who are ranked.

    A seat counts if its stage and its round count for the unit. Where a stage begins at zero, those
    who have reached it are ranked by it and by what follows it; where only the best rounds count,
    the others count for nothing, and of equal ones the earlier count.
    """
    cells = games.tournament.astype(np.intp)[:, None] * len(units)
    tallies = Tallies(
        games=games,
        regulation=regulation,
        units=units,
        points=points,
        tournaments=tournaments,
        seed=seed,
        first=first,
        keys=tuple(
            np.minimum(cells + unit, tournaments * len(units))
            for unit in holders(games, units, regulation)
        ),
        reached=np.zeros((tournaments, len(units)), dtype=np.int64),
        extra={},
    )
    tallies = replace(tallies, reached=_reached(tallies))
    if isinstance(games, ShapkaGames):
        return _with_breaches(_within_stages(tallies), tallies)
    return _with_byes(_within_stages(tallies))


def _levels(tallies: Tallies) -> Array:
    """Give how many cuts lie before each of the games' stages, itself included."""
    entry = tallies.regulation.entry
    field, cuts, level = entry.teams or entry.entrants, 0, {}
    for stage in tallies.regulation.stages:
        if stage.field is not None and stage.field < field:
            field, cuts = stage.field, cuts + 1
        level[stage.name] = cuts
    stages = stages_of(tallies.games, tallies.regulation)
    return np.array([level.get(stage.name, 0) for stage in stages])


def _reached(tallies: Tallies) -> Totals:
    """Give how many cuts everyone has passed: those before the last stage that has seen him."""
    levels = _levels(tallies)
    reached = tallies.reached
    for level in range(1, int(levels.max()) + 1):
        here = tallies.total((levels == level)[tallies.games.stage][:, None])
        reached = np.where(here > 0, level, reached)
    return reached


def _within_stages(tallies: Tallies) -> Tallies:
    counts = _counting_stages(tallies)
    return tallies if counts.all() else _kept(tallies, counts[tallies.reached], tallies.games.stage)


def _counting_stages(tallies: Tallies) -> Flags:
    """Say which stages count for those who have passed so many cuts: ``counts[cuts, stage]``."""
    levels, stages = _levels(tallies), stages_of(tallies.games, tallies.regulation)
    counts = np.ones((int(levels.max()) + 1, len(stages)), dtype=np.bool_)
    last = int(tallies.games.stage.max(initial=0))
    for level in range(len(counts)):
        played = [index for index in range(last + 1) if levels[index] <= level]
        starts = [index for index in played if not stages[index].carry]
        if starts:
            counts[level, : starts[-1]] = False
    return counts


def _kept(tallies: Tallies, counts: Flags, axis: Array) -> Tallies:
    """Keep the seats that count: ``counts[tournament, unit, i]``, where `axis` gives a game's i."""
    cells = tallies.tournaments * len(tallies.units)
    of_key = np.append(counts.reshape(cells, -1), [[False] * counts.shape[2]], axis=0)
    keys = tuple(np.where(of_key[key, axis[:, None]], key, cells) for key in tallies.keys)
    return replace(tallies, keys=keys)


def _with_breaches(tallies: Tallies, whole: Tallies) -> Tallies:
    """Add the breaches away from a table, and what is forgiven where a result stops at zero.

    `whole` are the same tallies with all stages, for breaches that count beyond their stage.
    """
    rule = tallies.regulation.scoring.shapka
    stages = len(stages_of(tallies.games, tallies.regulation))
    away = np.array([_away(tallies, stage) for stage in range(stages)])
    if rule.breach_counts == "event":
        at_tables = whole.component("penalty") - tallies.component("penalty")
        penalty = at_tables + away.sum(axis=0)
    else:
        away = away * np.moveaxis(_counting_stages(tallies)[tallies.reached], 2, 0)
        penalty = away.sum(axis=0)
    forgiven = 0 if rule.below_zero else _below_zero(tallies, away, penalty)
    return replace(tallies, extra={"penalty": penalty + forgiven}, forgiven=forgiven)


def _below_zero(tallies: Tallies, away: Totals, penalty: Totals) -> Totals:
    """Give by how much results lie below zero: the total, or those of the stages, by their rule."""
    if tallies.regulation.scoring.shapka.breach_counts == "event":
        return np.asarray(np.maximum(-(tallies.sum + penalty), 0))
    points = tallies.points.sum(axis=2)
    results = [
        tallies.total(points * (tallies.games.stage == stage)[:, None])
        for stage in range(len(away))
    ]
    return np.asarray(np.maximum(-(np.array(results) + away), 0).sum(axis=0))


def _away(tallies: Tallies, stage: int) -> Totals:
    """Give the points taken off teams for what they did away from a table, in one stage."""
    games, units = tallies.games, tallies.units
    assert isinstance(games, ShapkaGames)
    points = np.zeros(tallies.reached.shape, dtype=np.int64)
    if units.by == "team":
        known = {name: unit for unit, name in enumerate(units.ids)}
        team = np.array([known.get(name, EMPTY) for name in games.teams], dtype=np.intp)
        unit = team[games.away_team]
        here = np.flatnonzero((games.away_stage == stage) & (unit != EMPTY))
        each = thousandths(tallies.regulation.scoring.shapka.breach)
        place = games.away_tournament[here], unit[here]
        np.subtract.at(points, place, games.away_breaches[here].astype(np.int64) * each)
    times = factor(stages_of(games, tallies.regulation)[stage], "penalty", tallies.regulation)
    return multiplied(points, times)


def _with_byes(tallies: Tallies) -> Tallies:
    """Add what byes bring, and leave out the rounds that do not count."""
    ranking, each = tallies.regulation.ranking, tallies.regulation.scoring.bye
    byes = _byes(tallies) if each else None
    if ranking.best_rounds is not None:
        of_rounds = _by_round(tallies, tallies.points.sum(axis=2))
        best = _best(of_rounds if byes is None else of_rounds + byes, ranking.best_rounds)
        tallies = _kept(tallies, best, tallies.games.round)
        byes = None if byes is None else byes * best
    return tallies if byes is None else replace(tallies, extra={"bye": byes.sum(axis=2)})


def _by_round(tallies: Tallies, values: Array) -> Array:
    """Sum values over the seats of each unit, round by round: ``total[tournament, unit, round]``."""
    rounds = int(tallies.games.round.max(initial=-1)) + 1
    of_round = [
        tallies.total(values * (tallies.games.round == round_)[:, None]) for round_ in range(rounds)
    ]
    return np.stack(of_round, axis=2) if of_round else np.zeros((*tallies.reached.shape, 0))


def _best(of_rounds: Array, most: int) -> Flags:
    """Mark the rounds with the most points; the earlier ones where some are equal."""
    order = np.argsort(-of_rounds, axis=2, kind="stable")
    best = np.zeros(of_rounds.shape, dtype=np.bool_)
    np.put_along_axis(best, order[:, :, :most], True, axis=2)
    return best


def _byes(tallies: Tallies) -> Array:
    """Give the points for byes: ``points[tournament, unit, round]``.

    A member has a bye in a round that is played, by those who have passed as many cuts as his
    unit or fewer, and in which he has no seat, nor advises somebody whose game is his as well.
    """
    games, units, regulation = tallies.games, tallies.units, tallies.regulation
    entrants, rounds = len(games.roster.entrants), int(games.round.max(initial=-1)) + 1
    present = np.zeros((tallies.tournaments, entrants + 1, rounds), dtype=np.bool_)
    level, stages = _levels(tallies), stages_of(games, regulation)
    present[games.tournament[:, None], games.entrants, games.round[:, None]] = True
    if isinstance(games, Games):
        shared = np.array([stage.credit == "both" for stage in stages])[games.stage]
        behind = np.where(shared[:, None], games.advisers, EMPTY)
        present[games.tournament[:, None], behind, games.round[:, None]] = True
    points = np.zeros((*tallies.reached.shape, rounds), dtype=np.int64)
    each = np.array([thousandths(regulation.scoring.bye)])
    for round_ in range(rounds):
        of_round = np.flatnonzero(games.round == round_)
        if not of_round.size:
            continue
        stage = int(games.stage[of_round[0]])
        times = factor(stages[stage], "bye", regulation)
        held = np.zeros(tallies.tournaments, dtype=np.bool_)
        held[games.tournament[of_round]] = True
        entitled = held[:, None] & (tallies.reached >= level[stage])
        for entrant, unit in enumerate(units.of_entrant.tolist()):
            if unit >= 0:
                absent = entitled[:, unit] & ~present[:, entrant, round_]
                points[:, unit, round_] += absent * multiplied(each, times)
    return points
