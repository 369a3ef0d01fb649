"""Games of Shapka out of the lines of a results file: one line a pair, or a breach away from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim.files.faults import Faults
from mafsim.files.grid import Warnings
from mafsim.files.limits import MAX_ROUNDS, MAX_TABLES, MAX_WORDS
from mafsim.files.lines import Line
from mafsim.files.place import PlacedError
from mafsim.files.players import Players, Use, players_of
from mafsim.files.record import WORDS
from mafsim.files.recorded import Recorded, Where, by_table, once_a_round, said_of
from mafsim.files.rounds import Calendar, Said, calendar
from mafsim.files.text import Guess, checked_name, shown
from mafsim.files.values import whole
from mafsim.games import PAIRS, ShapkaGames
from mafsim.roster import Roster

if TYPE_CHECKING:
    from mafsim.regulations import Regulation

REQUIRED = ("round", "table", "name")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """A line of a pair, read; numbers are zero-based."""

    line: Line
    stage: int
    round: int
    table: int
    name: str
    team: str
    division: str
    words: tuple[int, ...]
    breaches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Away:
    """A line of a breach away from a table."""

    line: Line
    stage: int
    team: str
    breaches: int


def games_of(
    lines: Sequence[Line],
    regulation: Regulation | None,
    roster: Roster | None,
    faults: Faults,
    *,
    file: str,
) -> Recorded:
    """Make games of lines; one with a fault that keeps it from being one is left out."""
    away = [line for line in lines if line["penalties"] and not line.says("name", "table", *WORDS)]
    planned = [line for line in lines if not line.says("penalties", *WORDS)]
    told_away, told_planned = set(map(id, away)), set(map(id, planned))
    played = [line for line in lines if id(line) not in told_away | told_planned]
    warnings: Warnings = []
    if planned:
        warnings.append(("results.not_played", {"file": file, "n": len(planned)}))
    reading = _Reading(
        faults=faults,
        calendar=calendar(regulation, said_of(played), file=file),
        size=PAIRS if regulation is None else regulation.table.size,
    )
    tables = by_table((reading.where(line), line) for line in played)
    games = list(filter(None, map(reading.game, tables)))
    breaches = list(filter(None, map(reading.away, away)))
    uses = [use for pairs in games for use in _uses(pairs)]
    players = (
        players_of(uses, roster, faults, file=file)
        if uses or roster
        else Players(Roster(entrants=()), {}, [])
    )
    known = [pairs for pairs in games if all(pair.name in players.index for pair in pairs)]
    whole_games = list(once_a_round(known, players, faults))
    breaches = list(_of_known_teams(breaches, players.roster, faults))
    return Recorded(
        games=_arrays(whole_games, breaches, reading, players),
        places=tuple(tuple(pair.line.place for pair in pairs) for pairs in whole_games),
        warnings=[*warnings, *reading.calendar.warnings, *players.warnings],
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the lines of one file are read."""

    faults: Faults
    calendar: Calendar
    size: int

    def where(self, line: Line) -> Where | None:
        """Read the stage, the round and the table of a line, zero-based."""
        round_ = self._number(line, "round", 1, MAX_ROUNDS)
        table = self._number(line, "table", 1, MAX_TABLES)
        if round_ is None or table is None:
            return None
        said = Said(line["stage"], round_)
        found = self.faults.attempt(lambda: self.calendar.find(said, line.place), None)
        return None if found is None else (*found, table - 1)

    def game(self, lines: Sequence[tuple[Where, Line]]) -> list[_Pair] | None:
        """Read the lines of one table, in the order of the file; None if they are no game."""
        pairs = [self._pair(*line) for line in lines]
        told = [pair for pair in pairs if pair is not None]
        if len(told) < len(pairs):
            return None
        return told if self._whole(told) else None

    def away(self, line: Line) -> _Away | None:
        """Read a breach away from a table."""
        breaches = self._number(line, "penalties", 0, MAX_WORDS)
        team = self.faults.attempt(lambda: checked_name(line["team"], line.place), None)
        stage = self.faults.attempt(lambda: self._stage(line), None)
        if breaches is None or team is None or stage is None:
            return None
        return _Away(line=line, stage=stage, team=team, breaches=breaches)

    def _stage(self, line: Line) -> int:
        """Read the stage of a breach: as it is spelled, or that of its round."""
        if line["stage"]:
            return self.calendar.index(line["stage"], line.place)
        if line["round"]:
            number = whole(line["round"], 1, MAX_ROUNDS)
            return self.calendar.find(Said("", number or MAX_ROUNDS), line.place)[0]
        if len(self.calendar.stages) > 1:
            raise PlacedError("results.missing", place=line.place, column="stage")
        return 0

    def _pair(self, where: Where, line: Line) -> _Pair | None:
        stage, round_, table = where
        name = self.faults.attempt(lambda: checked_name(line["name"], line.place), None)
        team, division = (self._name(line, column) for column in ("team", "division"))
        words = [
            self._number(line, column, 0, MAX_WORDS) if line[column] else 0 for column in WORDS
        ]
        breaches = self._number(line, "penalties", 0, MAX_WORDS) if line["penalties"] else 0
        if name is None or breaches is None or any(number is None for number in words):
            return None
        return _Pair(
            line=line,
            stage=stage,
            round=round_,
            table=table,
            name=name,
            team=team,
            division=division,
            words=tuple(number or 0 for number in words),
            breaches=breaches,
        )

    def _name(self, line: Line, column: str) -> str:
        """Read a name that may be missing."""
        text = line[column]
        return self.faults.attempt(lambda: checked_name(text, line.place) if text else "", "")

    def _number(self, line: Line, column: str, least: int, most: int) -> int | None:
        if not line[column]:
            self.faults.add(PlacedError("results.missing", place=line.place, column=column))
            return None
        number = whole(line[column], least, most)
        if number is None:
            value = shown(line[column])
            key = "results.number_from_zero" if least == 0 else "results.number"
            self.faults.add(
                PlacedError(key, place=line.place, column=column, value=value, most=most)
            )
        return number

    def _whole(self, pairs: Sequence[_Pair]) -> bool:
        """See that a table has all of its pairs, each once, of different teams."""
        good = True
        first: dict[str, _Pair] = {}
        for pair in pairs:
            told = first.setdefault(pair.team, pair) if pair.team else pair
            if told is not pair:
                good = False
                self.faults.add(
                    PlacedError(
                        "results.team_twice",
                        place=pair.line.place,
                        team=shown(pair.team),
                        first=told.line.place,
                    )
                )
        if len(pairs) != self.size:
            good = False
            self.faults.add(
                PlacedError(
                    "results.pairs_wrong",
                    place=pairs[0].line.place,
                    n=len(pairs),
                    size=self.size,
                    round=pairs[0].round,
                    table=pairs[0].table,
                )
            )
        return good


def _uses(pairs: Sequence[_Pair]) -> Iterator[Use]:
    for pair in pairs:
        yield Use(
            name=pair.name,
            place=pair.line.place,
            number=pair.line.number,
            team=pair.team,
            division=pair.division,
        )


def _of_known_teams(breaches: Iterable[_Away], roster: Roster, faults: Faults) -> Iterator[_Away]:
    """Leave out breaches of teams that nobody is of."""
    known = roster.teams()
    for breach in breaches:
        if breach.team in known:
            yield breach
        else:
            guess = Guess(breach.team, tuple(known))
            faults.add(
                PlacedError(
                    "results.no_such_team",
                    place=breach.line.place,
                    team=shown(breach.team),
                    guess=guess,
                )
            )


def _arrays(
    games: Sequence[Sequence[_Pair]],
    breaches: Sequence[_Away],
    reading: _Reading,
    players: Players,
) -> ShapkaGames:
    """Put games into arrays."""

    def pairs(said: Callable[[_Pair], Any], *axes: int) -> Any:
        told = np.array([[said(pair) for pair in game] for game in games])
        return told.reshape(len(games), reading.size, *axes)

    def each(said: Callable[[_Pair], Any]) -> Any:
        return np.array([said(game[0]) for game in games])

    teams = tuple(sorted({breach.team for breach in breaches}))
    return ShapkaGames(
        roster=players.roster,
        stages=reading.calendar.stages,
        stage=each(lambda pair: pair.stage),
        round=each(lambda pair: pair.round),
        table=each(lambda pair: pair.table),
        entrants=pairs(lambda pair: players.index[pair.name]),
        words=pairs(lambda pair: pair.words, 2, 2),
        breaches=pairs(lambda pair: pair.breaches),
        teams=teams,
        away_team=np.array([teams.index(breach.team) for breach in breaches]),
        away_stage=np.array([breach.stage for breach in breaches]),
        away_breaches=np.array([breach.breaches for breach in breaches]),
        away_tournament=np.zeros(len(breaches)),
    )
