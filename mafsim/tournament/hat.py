"""A block of tournaments of Shapka: teams of pairs move through stages and cuts together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import numpy as np

from mafsim import shapka
from mafsim.agents import Spec
from mafsim.errors import Impossible, UsageError
from mafsim.files.population import usual_people
from mafsim.games import AnyGames, Array, Flags, ShapkaGames
from mafsim.plan import Plan
from mafsim.regulations import Regulation, Stage
from mafsim.regulations.entry import admit
from mafsim.roster import Roster, numbered_pairs
from mafsim.scoring import score
from mafsim.shapka import World
from mafsim.shapka.people import Floats
from mafsim.tournament import lots
from mafsim.tournament.block import Course, ranking_of
from mafsim.tournament.book import Book
from mafsim.tournament.event import Event, given_plan, in_stages
from mafsim.tournament.outcome import Outcome, Ranking
from mafsim.tournament.people import Cast
from mafsim.tournament.templates import Stretch

KEPT = ("entrants", "tournament", "stage", "round", "table", "words", "breaches")
AWAY = ("away_team", "away_stage", "away_breaches", "away_tournament")

PAIR = "pair"
"""The only kind of entrant."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HatEvent(Event):
    """All on which tournaments of Shapka depend, but their numbers."""

    world: World
    """Words, time, people and breaches."""


def hat_event(
    regulation: Regulation,
    *,
    world: World | None = None,
    roster: Roster | None = None,
    plan: Plan | None = None,
    given: AnyGames | None = None,
    seed: int = 0,
) -> HatEvent:
    """Prepare an event of Shapka, of one category.

    Parameters
    ----------
    regulation
        What it follows.
    world
        Words, time, people and breaches; by default the usual ones.
    roster
        The pairs, with their teams; by default numbered ones, as many as the regulation has.
    plan
        The seating of the first stage, or of more; by default it is made, and teams are dealt to it
        by lot in every tournament.
    given
        The results of the first stages.
    seed
        For all that happens.

    Raises
    ------
    UsageError
        Plan, results and roster are not of the same pairs.
    Impossible
        The regulation has no stages, or the roster is of several categories.
    FileError
        The plan breaks a rule, or the results have a gap.
    """
    if not regulation.stages:
        raise Impossible("simulate.no_stages", regulation=regulation.name)
    known = given if given is not None else plan
    roster = _pairs(regulation, known.roster if known is not None and roster is None else roster)
    named = {entrant.division for entrant in roster.entrants}
    if len(named) > 1:
        raise Impossible("simulate.one_category", names=sorted(filter(None, named)))
    games = None if given is None else in_stages(given, regulation, roster)
    played = 0 if games is None else int(games.round.max(initial=-1)) + 1
    if games is not None and played not in _ends(regulation):
        raise UsageError("simulate.stage_not_whole", rounds=played)
    return HatEvent(
        regulation=regulation,
        roster=roster,
        cast=Cast(people=usual_people(), specs=(Spec(kind=PAIR),)),
        seed=seed,
        plan=None if plan is None else given_plan(plan, roster, regulation),
        bound=plan is not None,
        given=games,
        played=played,
        world=world or shapka.usual(),
    )


def _pairs(regulation: Regulation, roster: Roster | None) -> Roster:
    """Give the pairs of those who are let in; numbered ones where nobody is named."""
    entry = regulation.entry
    if roster is None:
        return numbered_pairs(entry.entrants, team_size=entry.team_size)
    told = any(each.age is not None or each.division for each in roster.entrants)
    seated = any(each.members for each in roster.entrants)
    return admit(regulation, roster).roster if told and not seated else roster


def _ends(regulation: Regulation) -> list[int]:
    return list(accumulate(stage.rounds for stage in regulation.stages))


def play_hat_block(event: HatEvent, first: int, n: int) -> Outcome:
    """Play `n` tournaments of an event of Shapka, from number `first` on.

    Tournament i of an event is one and the same, whatever the block. The strength of a pair is how
    many words it can expect in a game.

    Raises
    ------
    Impossible
        A stage cannot be dealt to the field that the results have left.
    """
    return _HatBlock(event=event, first=first, n=n, judge=None, book=Book()).outcome()


@dataclass(slots=True)
class _HatBlock(Course):
    """The tournaments on their way; only what differs from a block of Mafia is said here."""

    event: HatEvent
    speed: Floats = field(init=False)
    slowness: Floats = field(init=False)
    teams: tuple[str, ...] = field(init=False)
    away: ShapkaGames = field(init=False)
    """No games, and the breaches away from tables so far."""
    games: list[ShapkaGames] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        event = self.event
        self.speed = shapka.people(
            event.world.people, event.roster, seed=event.seed, first=self.first, n=self.n
        )
        self.slowness = shapka.slowness(self.speed, event.world)
        self.lots = lots.starts(event.seed, self.first, self.n)
        self.words = shapka.starts(event.seed, self.first, self.n)
        self.here = np.ones((self.n, len(event.roster.entrants)), dtype=np.bool_)
        self.sat_alone = np.zeros(self.here.shape, dtype=np.int64)
        self.teams = tuple(event.roster.teams())
        self.away = self._none()
        if event.given is not None:
            self._repeat(event.given)

    def _repeat(self, given: object) -> None:
        assert isinstance(given, ShapkaGames), "results of Mafia in a block of Shapka"
        games = given.select(np.tile(np.arange(len(given)), self.n))
        self.games.append(games.with_(tournament=np.repeat(np.arange(self.n), len(given))))
        many = len(given.away_team)
        again = np.tile(np.arange(many), self.n)
        known = np.array([self.teams.index(name) for name in given.teams], dtype=np.int64)
        self.away = self.away.with_(
            teams=self.teams,
            away_team=known[given.away_team[again]],
            away_stage=given.away_stage[again],
            away_breaches=given.away_breaches[again],
            away_tournament=np.repeat(np.arange(self.n), many),
        )

    def _none(self) -> ShapkaGames:
        regulation = self.event.regulation
        return ShapkaGames(
            roster=self.event.roster,
            stages=tuple(stage.name for stage in regulation.stages),
            entrants=np.empty((0, regulation.table.size), dtype=np.int32),
        )

    def _joined(self) -> ShapkaGames:
        if len(self.games) != 1:
            self.games = [_joined([self._none(), *self.games])]
        return self.games[0].with_(
            teams=self.away.teams, **{name: getattr(self.away, name) for name in AWAY}
        )

    def _cut(self, stage: Stage, first: int) -> tuple[Ranking | None, Flags | None]:
        """Leave behind those who do not come any more, and then whom the cut leaves."""
        index = self.event.regulation.stages.index(stage)
        if index and self.event.played <= first:
            out = shapka.withdrawing(
                index, len(self.teams), starts=self.words, world=self.event.world
            )
            self.here = self.here.copy()
            for team, members in enumerate(self.event.roster.teams().values()):
                self.here[:, list(members)] &= ~out[:, team, None]
        return Course._cut(self, stage, first)  # noqa: SLF001 - slots leave `super` no cell

    def _play(self, stretch: Stretch) -> None:
        begun = {stage.name for stage in stretch.stages}
        Course._play(self, stretch)  # noqa: SLF001 - slots leave `super` no cell
        for index, stage in enumerate(self.event.regulation.stages):
            if stage.name in begun:
                self._away(index)

    def _away(self, stage: int) -> None:
        members = self.event.roster.teams().values()
        playing = np.stack([self.here[:, list(own)].any(axis=1) for own in members], axis=1)
        self.away = shapka.with_breaches_away(
            self.away, stage, playing, self.teams, starts=self.words, world=self.event.world
        )

    def _games(self, seats: Array, played: Flags, stretch: Stretch, advisers: Array | None) -> None:
        assert advisers is None, "nobody advises a pair"
        regulation = self.event.regulation
        if regulation.table.order == "random":
            seats = self._in_turn_by_lot(seats, stretch)
        tournament, round_, table = np.nonzero(played)
        stages = [stage.name for stage in regulation.stages]
        of_round = np.array([stages.index(stage.name) for stage in stretch.stages])
        self.games.append(
            shapka.play(
                regulation,
                self.slowness,
                seats[played],
                starts=self.words,
                tournament=tournament,
                round_=stretch.first + round_,
                table=table,
                stage=of_round[round_],
                roster=self.event.roster,
                world=self.event.world,
            )
        )

    def _in_turn_by_lot(self, seats: Array, stretch: Stretch) -> Array:
        """Let a lot at each table say who begins."""
        n, *shape = seats.shape
        order = np.argsort(lots.lots(self.lots, lots.What.SEATS, stretch.first, *shape), axis=3)
        assert len(order) == n
        return np.take_along_axis(seats, order, axis=3)

    def _outcome(self) -> Outcome:
        event, regulation = self.event, self.event.regulation
        games = self._joined()
        games = games.select(np.lexsort((games.table, games.round, games.tournament)))
        points = score(games, regulation, seed=event.seed, first=self.first)
        has_teams = bool(self.teams) and regulation.entry.teams is not None
        return Outcome(
            regulation=regulation,
            roster=event.roster,
            first=self.first,
            skill=shapka.strength(self.speed, regulation.rules.shapka, event.world),
            kinds=event.cast.kinds,
            kind=np.zeros(self.here.shape, dtype=np.int16),
            games=games,
            days=np.empty(0, dtype=np.int8),
            points=points,
            parts=tuple(self.parts),
            players=ranking_of(self._places(games, points, "player")),
            teams=ranking_of(self._places(games, points, "team")) if has_teams else None,
            given=event.played,
        )


def _joined(parts: Sequence[ShapkaGames]) -> ShapkaGames:
    """Give games as one, behind each other, without what happened away from tables."""
    joined: dict[str, Any] = {
        name: np.concatenate([getattr(each, name) for each in parts]) for name in KEPT
    }
    return ShapkaGames(roster=parts[0].roster, stages=parts[0].stages, **joined)
