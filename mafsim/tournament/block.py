"""A block of tournaments of Mafia: they move through their stages together, from the draw to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mafsim.errors import Impossible
from mafsim.games import EMPTY, AnyGames, Array, Flags, Games
from mafsim.judging import Judge, judge
from mafsim.mafia.crowd import Laid, play_crowd, starts, words_of
from mafsim.mafia.play import Played
from mafsim.regulations import Stage, stages_at_once
from mafsim.scoring import Points, score
from mafsim.standings import Standings, counted_by, in_line, qualified
from mafsim.standings.places import ranked
from mafsim.standings.tallies import tallies_of
from mafsim.standings.units import By, players, teams
from mafsim.streams import Words
from mafsim.tournament import lots, people
from mafsim.tournament.book import Book
from mafsim.tournament.event import Event, is_seated_in_advance
from mafsim.tournament.outcome import Outcome, Part, Ranking
from mafsim.tournament.ranked import blocked_in, dealt, places_of
from mafsim.tournament.templates import Stretch, holders, relabelled, template

KEPT = (
    *("entrants", "tournament", "stage", "round", "table", "roles", "winner", "ended", "protest"),
    *("left", "left_on", "best_move", "best_player", "best_player_votes", "fouls", "additional"),
    *("penalty", "penalty_reason", "disqualified", "approved", "advisers", "replaces", "reveals"),
)
"""What is kept of games that are judged: ballots and checks are not."""


def play_block(
    event: Event, first: int, n: int, *, judge_: Judge | None = None, book: Book | None = None
) -> Outcome:
    """Play `n` tournaments of an event, from number `first` on.

    Tournament i of an event is one and the same, whatever the block. Where a book is given, what is
    in it is not played again, and what is played is written into it.

    Raises
    ------
    Impossible
        A stage cannot be dealt to the field that the results have left.
    """
    return Course(event, first, n, judge_, book).outcome()


@dataclass(slots=True)
class Course:
    """The tournaments of a block on their way: the games grow, the field shrinks.

    A block of another game derives from it and says how its tables are played.
    """

    event: Event
    first: int
    n: int
    judge: Judge | None = None
    book: Book | None = None
    drawn: people.Drawn = field(init=False)
    lots: Words = field(init=False)
    words: Words = field(init=False)
    laid: Laid = field(init=False, default_factory=dict)
    games: list[Any] = field(init=False, default_factory=list)
    """What was played, in any order; of one type."""
    days: list[Array] = field(init=False, default_factory=list)
    here: Flags = field(init=False)
    """``here[tournament, entrant]``: who is in the present stage."""
    parts: list[Part] = field(init=False, default_factory=list)
    scored: tuple[AnyGames, Points] | None = field(init=False, default=None)
    """The games of which places were asked last, and their points."""
    sat_alone: Array = field(init=False)
    """``sat_alone[tournament, entrant]``: how often he sat while others advised."""

    def __post_init__(self) -> None:
        event = self.event
        self.drawn = people.draw(
            event.cast, event.roster, seed=event.seed, first=self.first, n=self.n
        )
        self.lots = lots.starts(event.seed, self.first, self.n)
        self.words = starts(event.seed, self.first, self.n)
        self.here = np.ones((self.n, len(event.roster.entrants)), dtype=np.bool_)
        self.sat_alone = np.zeros(self.here.shape, dtype=np.int64)
        if event.given is not None:
            self._repeat(event.given)

    def _repeat(self, given: object) -> None:
        """Begin every tournament with the results that are known."""
        assert isinstance(given, Games), "results of Shapka in a block of Mafia"
        many = len(given)
        whole = given.select(np.tile(np.arange(many), self.n))
        games = whole.with_(tournament=np.repeat(np.arange(self.n), many))
        self.games.append(_kept(games))
        self.days.append(np.full(len(games), EMPTY, dtype=np.int8))
        advised = (given.advisers != EMPTY).any(axis=1)
        sat = np.bincount(
            given.entrants[advised][given.entrants[advised] != EMPTY],
            minlength=self.here.shape[1],
        )
        self.sat_alone += sat

    # ---- The stages

    def outcome(self) -> Outcome:
        """Play all stages, and say how it ended."""
        stages = self.event.regulation.stages
        index = round_ = 0
        while index < len(stages):
            together = self._together(index)
            cut, goes = self._cut(stages[index], round_)
            rounds = [stage for stage in together for _ in range(stage.rounds)]
            done = min(max(self.event.played - round_, 0), len(rounds))
            stretch = Stretch(stages=tuple(rounds[done:]), first=round_ + done)
            for number, stage in enumerate(together):
                mine = {"cut": cut, "goes": goes} if number == 0 else {"cut": None, "goes": None}
                part = Part(
                    name=stage.name, first=round_, rounds=stage.rounds, field=self.here, **mine
                )
                self.parts.append(part)
                round_ += stage.rounds
            self._play(stretch)
            index += len(together)
        return self._outcome()

    def _together(self, index: int) -> Sequence[Stage]:
        """Give a stage, and those behind it that are seated together with it."""
        regulation = self.event.regulation
        if not is_seated_in_advance(regulation.stages[index]):
            return regulation.stages[index : index + 1]
        return stages_at_once(regulation, index)

    def _cut(self, stage: Stage, first: int) -> tuple[Ranking | None, Flags | None]:
        """Leave behind whom the cut before a stage leaves; where it was held already, who did not play."""
        if stage.field is None:
            return None, None
        table = self._standings(counted_by(self.event.regulation), before=first)
        of = table.units.of_entrant
        known = of != EMPTY
        there = np.zeros((self.n, len(table.units)), dtype=np.bool_)
        for entrant in np.flatnonzero(known).tolist():
            there[:, of[entrant]] |= self.here[:, entrant]
        if self.event.played > first:
            goes = self._who_played_on(stage, table)
        else:
            rule = self.event.regulation.cut
            goes = qualified(table, stage.field, rule, gone=~there)
        self.here = self.here & known & goes[:, np.where(known, of, 0)]
        return ranking_of(table), goes

    def _who_played_on(self, stage: Stage, table: Standings) -> Flags:
        given = self.event.given
        assert given is not None
        mine = given.stages.index(stage.name)
        seated = given.entrants[given.stage == mine]
        units = np.unique(table.units.of_entrant[seated[seated != EMPTY]])
        goes = np.zeros((self.n, len(table.units)), dtype=np.bool_)
        goes[:, units[units != EMPTY]] = True
        return goes

    def _standings(self, by: By, *, before: int | None = None) -> Standings:
        """Give the places by what has been played, before some round if one is named."""
        games = self._joined()
        if before is not None and self.event.played > before:
            games = games.until(before)
        if self.scored is None or self.scored[0] is not games:
            regulation, seed = self.event.regulation, self.event.seed
            self.scored = games, score(games, regulation, seed=seed, first=self.first)
        return self._places(games, self.scored[1], by)

    def _places(self, games: AnyGames, points: Points, by: By) -> Standings:
        regulation, seed = self.event.regulation, self.event.seed
        units = teams(games) if by == "team" else players(games, regulation)
        tallies = tallies_of(
            games, points, regulation, units, tournaments=self.n, seed=seed, first=self.first
        )
        return ranked(tallies)

    def _joined(self) -> AnyGames:
        if len(self.games) > 1:
            self.games = [_joined(self.games)]
        found: AnyGames = self.games[0] if self.games else self._none()
        return found

    def _none(self) -> AnyGames:
        """Give no games, for places before the first round."""
        regulation = self.event.regulation
        return Games(
            roster=self.event.roster,
            stages=tuple(stage.name for stage in regulation.stages),
            entrants=np.empty((0, regulation.table.size), dtype=np.int32),
        )

    # ---- The tables of a stretch

    def _play(self, stretch: Stretch) -> None:
        """Play rounds: as the plan says, by places, with advisers, or as a template seats them."""
        stretch = self._as_planned(stretch)
        if not stretch.stages:
            return
        stage = stretch.stages[0]
        if stage.seated_per_team is not None:
            self._with_advisers(stretch)
        elif stage.draw == "ranked":
            self._by_places(stretch)
        else:
            self._at_tables(self._seats(stretch, self.here), stretch)

    def _as_planned(self, stretch: Stretch) -> Stretch:
        """Play the rounds that the event's plan has, and give those that it does not have."""
        plan, bound = self.event.plan, self.event.bound
        in_advance = bool(stretch.stages) and is_seated_in_advance(stretch.stages[0])
        if plan is None or stretch.first >= plan.rounds or not (bound or in_advance):
            return stretch
        if not bound and (stretch.stages[0].depends_on_results or not self.here.all()):
            return stretch
        end = min(plan.rounds, stretch.end)
        mine = Stretch(stages=stretch.stages[: end - stretch.first], first=stretch.first)
        n, entrants = self.here.shape
        own = np.broadcast_to(np.arange(entrants), (n, entrants))
        holder = own if bound else holders(plan, self.lots)
        seats = relabelled(plan.seats[mine.first : end], holder)
        advisers = None
        if plan.advisers is not None:
            advisers = relabelled(plan.advisers[mine.first : end], holder)
        if mine.stages and mine.stages[0].draw == "random" and not bound:
            seats = self._by_lot(seats, mine)
        self._at_tables(seats, mine, advisers)
        return Stretch(stages=stretch.stages[len(mine.stages) :], first=end)

    def _seats(self, stretch: Stretch, there: Flags) -> Array:
        """Seat those who are there: ``seats[tournament, round, table, seat]``, slots dealt by lot."""
        n, entrants = there.shape
        team = (
            self._team_of() if self.event.regulation.table.team_mates_apart else np.arange(entrants)
        )
        own = np.zeros((n, int(team.max(initial=0)) + 1), dtype=np.int64)
        for entrant, number in enumerate(team.tolist()):
            own[:, number] += there[:, entrant]
        of_teams = lots.lots(self.lots, lots.What.TEAMS, stretch.first, own.shape[1])
        of_members = lots.lots(self.lots, lots.What.MEMBERS, stretch.first, entrants)
        keys = (of_members, of_teams[:, team], -own[:, team], ~there)
        line = np.lexsort(keys, axis=1)
        shapes, which = _different(-np.sort(-own, axis=1))
        templates = [self._template(stretch, shape) for shape in shapes.tolist()]
        tables = max(each.shape[1] for each in templates)
        size = self.event.regulation.table.size
        seats = np.full((n, len(stretch.stages), tables, size), EMPTY, dtype=np.int64)
        for number, each in enumerate(templates):
            mine = np.flatnonzero(which == number)
            seats[mine, :, : each.shape[1]] = relabelled(each, line[mine])
        if stretch.stages[0].draw == "random":
            return self._by_lot(seats, stretch)
        return seats

    def _template(self, stretch: Stretch, shape: Sequence[int]) -> Array:
        field_ = tuple(many for many in shape if many)
        return template(self.event.regulation, stretch, field_)

    def _team_of(self) -> Array:
        """Give the team of each entrant, as a number; those without one are teams of their own."""
        roster = self.event.roster
        members = list(roster.teams().values())
        team = np.arange(len(members), len(members) + len(roster.entrants))
        for number, own in enumerate(members):
            team[list(own)] = number
        return team

    def _by_lot(self, seats: Array, stretch: Stretch) -> Array:
        """Deal rounds anew by lot, with the same people in each."""
        words = lots.lots(self.lots, lots.What.DEAL, stretch.first, seats.shape[1])
        return lots.mixed_up(seats, blocked_in(self.event.roster, self.event.regulation), words)

    def _by_places(self, stretch: Stretch) -> None:
        """Deal the field by places, once for all rounds or before each of them."""
        stage = stretch.stages[0]
        each = 1 if stage.dealt_anew else len(stretch.stages)
        for offset in range(0, len(stretch.stages), each):
            mine = Stretch(
                stages=stretch.stages[offset : offset + each], first=stretch.first + offset
            )
            groups = self._groups(stage)
            shape = (len(mine.stages), *groups.shape[1:])
            order = np.argsort(lots.lots(self.lots, lots.What.SEATS, mine.first, *shape), axis=3)
            seats = np.take_along_axis(np.broadcast_to(groups[:, None], order.shape), order, axis=3)
            self._at_tables(seats, mine)

    def _groups(self, stage: Stage) -> Array:
        regulation, roster = self.event.regulation, self.event.roster
        own = self._standings("player")
        of_teams = None if regulation.entry.teams is None else self._standings("team")
        return dealt(stage, places_of(own, of_teams, self.here, roster), roster, regulation)

    # ---- Advisers

    def _with_advisers(self, stretch: Stretch) -> None:
        """Let some of each team sit, the others behind them; who sits may change with each round."""
        stage = stretch.stages[0]
        one_by_one = stage.seated_by == "alternating"
        each = 1 if one_by_one else len(stretch.stages)
        for offset in range(0, len(stretch.stages), each):
            mine = Stretch(
                stages=stretch.stages[offset : offset + each], first=stretch.first + offset
            )
            sitting = self._sitting(stage)
            seats = self._seats(mine, sitting)
            self._at_tables(seats, mine, self._behind(seats))

    def _sitting(self, stage: Stage) -> Flags:
        """Say who sits: of each team as many as the stage says."""
        team, entrants = self._team_of(), self.here.shape[1]
        if any(each.team is None for each in self.event.roster.entrants):
            name = next(each.name for each in self.event.roster.entrants if each.team is None)
            raise Impossible("next.no_team", name=name)
        match stage.seated_by:
            case "roster":
                key: Array = np.zeros(self.here.shape, dtype=np.int64)
            case "alternating":
                key = self.sat_alone
            case "standings":
                table = self._standings("player")
                place = np.empty_like(table.order)
                numbers = np.broadcast_to(np.arange(place.shape[1]), place.shape)
                np.put_along_axis(place, in_line(table), numbers, axis=1)
                of = table.units.of_entrant
                key = np.where(of == EMPTY, entrants, place[:, of])
        order = np.lexsort(
            (np.broadcast_to(np.arange(entrants), key.shape), key, ~self.here), axis=1
        )
        of_team = team[order]
        before = (of_team[:, :, None] == of_team[:, None, :]) & np.tri(entrants, k=-1, dtype=bool)
        chosen = before.sum(axis=2) < (stage.seated_per_team or 1)
        sitting = np.zeros_like(self.here)
        np.put_along_axis(sitting, order, chosen, axis=1)
        return sitting & self.here

    def _behind(self, seats: Array) -> Array:
        """Give the advisers: those of a team who do not sit, one behind each of those who do."""
        team, (n, rounds, tables, size) = self._team_of(), seats.shape
        behind = np.full(seats.shape, EMPTY, dtype=np.int64)
        for round_ in range(rounds):
            line = seats[:, round_].reshape(n, -1)
            sits = np.zeros((n, self.here.shape[1] + 1), dtype=np.bool_)
            np.put_along_axis(sits, line, values=True, axis=1)
            free = self.here & ~sits[:, :-1]
            of_seat = np.where(line == EMPTY, EMPTY, team[line])
            seats_before = np.tri(line.shape[1], k=-1, dtype=bool)
            nth = ((of_seat[:, :, None] == of_seat[:, None, :]) & seats_before).sum(axis=2)
            rank = np.where(free, self._nth_free(free, team), EMPTY)
            own = np.full(line.shape, EMPTY, dtype=np.int64)
            for entrant in range(self.here.shape[1]):
                matches = (of_seat == team[entrant]) & (nth == rank[:, entrant, None])
                own[matches & free[:, entrant, None]] = entrant
            behind[:, round_] = own.reshape(n, tables, size)
        return behind

    @staticmethod
    def _nth_free(free: Flags, team: Array) -> Array:
        """Count for each entrant those of his team before him who are free."""
        mates = (team[:, None] == team) & np.tri(len(team), k=-1, dtype=bool)
        return np.asarray(free.astype(np.int64) @ mates.T.astype(np.int64))

    # ---- Games

    def _at_tables(self, seats: Array, stretch: Stretch, advisers: Array | None = None) -> None:
        """Play the tables of some rounds: ``seats[tournament, round, table, seat]``."""
        played = (seats != EMPTY).any(axis=3)
        if ((seats == EMPTY).any(axis=3) & played).any():
            size = self.event.regulation.table.size
            raise Impossible("simulate.empty_seat", stage=stretch.stages[0].name, size=size)
        if advisers is not None:
            for round_ in range(seats.shape[1]):
                one = Stretch(
                    stages=stretch.stages[round_ : round_ + 1], first=stretch.first + round_
                )
                self._games(
                    seats[:, round_, None], played[:, round_, None], one, advisers[:, round_, None]
                )
            return
        self._games(seats, played, stretch, None)

    def _games(self, seats: Array, played: Flags, stretch: Stretch, advisers: Array | None) -> None:
        event, entrants = self.event, self.here.shape[1]
        tournament, round_, table = np.nonzero(played)
        who = seats[played]
        person = tournament[:, None] * entrants + who
        crowd = self.drawn.crowd(event.cast.prototypes)
        if advisers is not None:
            behind = advisers[played]
            him = np.where(behind == EMPTY, EMPTY, tournament[:, None] * entrants + behind)
            crowd = people.advised(self.drawn, event.cast, person.ravel(), him.ravel())
            np.add.at(self.sat_alone, (np.broadcast_to(tournament[:, None], who.shape), who), 1)
        number = stretch.first + round_
        words = words_of(self.words[tournament], number, table)
        play = play_crowd if self.book is None else self.book.play
        found = play(event.regulation, crowd, person, words, roster=event.roster, laid=self.laid)
        stages = tuple(stage.name for stage in event.regulation.stages)
        of_round = np.array([stages.index(stage.name) for stage in stretch.stages])
        games = found.games.with_(
            entrants=who,
            stages=stages,
            stage=of_round[round_],
            round=number,
            table=table,
            tournament=tournament + self.first,
        )
        if advisers is not None:
            games = games.with_(advisers=behind)
        judged = judge(
            _with_games(found, games), event.regulation, seed=event.seed, parameters=self.judge
        )
        self.games.append(_kept(judged.with_(tournament=tournament)))
        self.days.append(found.days)

    # ---- The end

    def _outcome(self) -> Outcome:
        event, regulation = self.event, self.event.regulation
        days = np.concatenate(self.days)
        games = self._joined()
        order = np.lexsort((games.table, games.round, games.tournament))
        games = games.select(order)
        points = score(games, regulation, seed=event.seed, first=self.first)
        has_teams = bool(event.roster.teams()) and regulation.entry.teams is not None
        return Outcome(
            regulation=regulation,
            roster=event.roster,
            first=self.first,
            skill=self.drawn.skill,
            kinds=event.cast.kinds,
            kind=self.drawn.kind,
            games=games,
            days=days[order],
            points=points,
            parts=tuple(self.parts),
            players=ranking_of(self._places(games, points, "player")),
            teams=ranking_of(self._places(games, points, "team")) if has_teams else None,
            given=event.played,
        )


def _different(rows: Array) -> tuple[Array, Array]:
    """Give the rows that differ, and which of them each row is; nearly always all are the same."""
    if (rows == rows[:1]).all():
        return rows[:1], np.zeros(len(rows), dtype=np.intp)
    found, which = np.unique(rows, axis=0, return_inverse=True)
    return found, which.ravel()


def _with_games(played: Played, games: Games) -> Played:
    return replace(played, games=games)


def _kept(games: Games) -> Games:
    """Give games without their ballots and checks."""
    kept = {name: getattr(games, name) for name in KEPT}
    return Games(roster=games.roster, stages=games.stages, reasons=games.reasons, **kept)


def _joined(parts: Sequence[Games]) -> Games:
    """Give games as one, behind each other."""
    joined = {name: np.concatenate([getattr(each, name) for each in parts]) for name in KEPT}
    return Games(
        roster=parts[0].roster, stages=parts[0].stages, reasons=parts[-1].reasons, **joined
    )


def ranking_of(table: Standings) -> Ranking:
    """Give places as an outcome keeps them: without games and points."""
    return Ranking(
        units=table.units,
        levels=table.levels,
        points=table.earned.points,
        place=table.places().astype(np.int16),
        order=table.order.astype(np.int16),
        decided_by=table.decided_by,
    )
