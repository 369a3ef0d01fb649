"""Games of Mafia out of the lines of a results file: one line a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from mafsim.files import record
from mafsim.files.faults import Faults
from mafsim.files.grid import Warnings
from mafsim.files.limits import MAX_ROUNDS, MAX_TABLES
from mafsim.files.lines import Line
from mafsim.files.place import Place, PlacedError
from mafsim.files.players import Players, Use, players_of
from mafsim.files.recorded import Recorded, Where, by_table, once_a_round, said_of
from mafsim.files.rounds import Calendar, Said, calendar
from mafsim.files.text import Guess, checked_name, fold, shown
from mafsim.files.values import whole
from mafsim.games import BEST_MOVE, EMPTY, SEATS, Ended, Games, Left, Protest, Role, Winner
from mafsim.roster import Roster

if TYPE_CHECKING:
    from mafsim.regulations import Regulation

Value = TypeVar("Value")
REQUIRED = ("round", "table", "seat", "name", "role", "result")

MOST_FOULS = 9
"""The most fouls that a cell may give."""

_PLANNED = frozenset({"stage", "round", "table", "seat", "name", "team", "division", "adviser"})
"""What a sheet holds before a game is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """A line, read; numbers are zero-based."""

    line: Line
    stage: int
    round: int
    table: int
    seat: int
    name: str
    team: str
    division: str
    role: Role
    winner: Winner
    ended: Ended | None
    protest: Protest | None
    left: tuple[Left, int] | None
    best_move: tuple[int, ...] | None
    best_player: bool
    additional: int
    penalty: int
    reason: str | None
    fouls: int
    disqualified: bool
    approved: bool
    adviser: str
    replaces: str


def games_of(
    lines: Sequence[Line],
    regulation: Regulation | None,
    roster: Roster | None,
    faults: Faults,
    *,
    file: str,
) -> Recorded:
    """Make games of lines; one with a fault that keeps it from being a game is left out."""
    played = [line for line in lines if line.says(*(line.cells.keys() - _PLANNED))]
    warnings: Warnings = []
    if len(played) < len(lines):
        warnings.append(("results.not_played", {"file": file, "n": len(lines) - len(played)}))
    reading = _reading(played, regulation, faults, file)
    tables = by_table((reading.where(line), line) for line in played)
    games = list(filter(None, map(reading.game, tables)))
    uses = [use for seats in games for use in _uses(seats)]
    players = players_of(uses, roster, faults, file=file) if uses or roster else _NO_PLAYERS
    known = [seats for seats in games if all(use.name in players.index for use in _uses(seats))]
    whole_games = list(once_a_round(known, players, faults))
    games_read, without = _with_advisers(_arrays(whole_games, reading, players), regulation)
    if without:
        warnings.append(("results.no_adviser", {"file": file, "n": without}))
    return Recorded(
        games=games_read,
        places=tuple(tuple(seat.line.place for seat in seats) for seats in whole_games),
        movers=tuple(next((s.seat for s in seats if s.best_move), None) for seats in whole_games),
        warnings=[*warnings, *reading.calendar.warnings, *players.warnings],
    )


_NO_PLAYERS = Players(Roster(entrants=()), {}, [])


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the lines of one file are read."""

    regulation: Regulation | None
    faults: Faults
    calendar: Calendar
    size: int
    """How many sit at a table."""
    reasons: Mapping[str, str]
    """The penalty that a word means, by the `fold` of the word; empty if every word is taken."""
    known: dict[tuple[str, str], Any] = field(default_factory=dict)
    """What cells have said before, by column and text: a file repeats itself."""

    def where(self, line: Line) -> Where | None:
        """Read the stage, the round and the table of a line, zero-based."""
        round_ = self._number(line, "round", MAX_ROUNDS)
        table = self._number(line, "table", MAX_TABLES)
        if round_ is None or table is None:
            return None
        said = Said(line["stage"], round_)
        found = self.faults.attempt(lambda: self.calendar.find(said, line.place), None)
        return None if found is None else (*found, table - 1)

    def game(self, lines: Sequence[tuple[Where, Line]]) -> list[_Seat] | None:
        """Read the lines of one table, in the order of the seats; None if they are no game."""
        before = len(self.faults.found)
        seats = [self._seat(*line) for line in lines]
        taken = [seat for seat in seats if seat is not None]
        if len(taken) < len(seats):
            return None
        whole_game = [
            self._all_seats(taken),
            self._one_stage(taken),
            self._agree(taken, "result", lambda seat: seat.winner),
            self._agree(taken, "ended", lambda seat: seat.ended),
        ]
        if not all(whole_game):
            assert len(self.faults.found) > before
            return None
        self._one_best_move(taken)
        return sorted(taken, key=lambda seat: seat.seat)

    def _seat(self, where: Where, line: Line) -> _Seat | None:
        """Read a line; None if it lacks what a seat must have."""
        stage, round_, table = where
        number = self._number(line, "seat", self.size)
        name = self.faults.attempt(lambda: checked_name(line["name"], line.place), None)
        role: Role | None = self._word(line, "role", record.ROLES, needed=True)
        winner: Winner | None = self._word(line, "result", record.WINNERS, needed=True)
        if number is None or name is None or role is None or winner is None:
            return None
        reason = self._reason(line)
        penalty = self._cell(line, "penalty", self._points("penalty"), 0)
        return _Seat(
            line=line,
            stage=stage,
            round=round_,
            table=table,
            seat=number - 1,
            name=name,
            team=self._name(line, "team"),
            division=self._name(line, "division"),
            role=role,
            winner=winner,
            ended=self._word(line, "ended", record.ENDINGS),
            protest=self._protest(line),
            left=self._cell(line, "left", record.departure, None),
            best_move=self._cell(line, "best_move", self._best_move, None),
            best_player=self._flag(line, "best_player"),
            additional=self._cell(line, "additional", self._points("additional"), 0),
            penalty=self._points_of(reason) if reason and not line["penalty"] else penalty,
            reason=reason,
            fouls=self._fouls(line),
            disqualified=self._flag(line, "disqualified"),
            approved=self._flag(line, "approved"),
            adviser=self._name(line, "adviser"),
            replaces=self._name(line, "replaces"),
        )

    def _cell(
        self, line: Line, column: str, read: Callable[[str, Place], Value], otherwise: Value
    ) -> Value:
        """Read a cell; where that fails, keep the fault and give something else."""
        text = line[column]
        if not text:
            return otherwise
        key = (column, text)
        if key not in self.known:
            try:
                self.known[key] = read(text, line.place)
            except PlacedError as fault:
                self.faults.add(fault)
                return otherwise
        value: Value = self.known[key]
        return value

    def _number(self, line: Line, column: str, most: int) -> int | None:
        def read(text: str, place: Place) -> int:
            number = whole(text, 1, most)
            if number is None:
                raise PlacedError(
                    "results.number", place=place, column=column, value=shown(text), most=most
                )
            return number

        if not line[column]:
            self.faults.add(PlacedError("results.missing", place=line.place, column=column))
        return self._cell(line, column, read, None)

    def _word(
        self, line: Line, column: str, known: Mapping[Any, Sequence[str]], *, needed: bool = False
    ) -> Any:
        if needed and not line[column]:
            self.faults.add(PlacedError("results.missing", place=line.place, column=column))
        return self._cell(
            line, column, lambda text, place: record.word_of(text, known, place, column), None
        )

    def _protest(self, line: Line) -> Protest | None:
        return (
            None if record.is_no(line["protest"]) else self._word(line, "protest", record.PROTESTS)
        )

    def _flag(self, line: Line, column: str) -> bool:
        return self._cell(line, column, lambda text, place: record.flag(text, place, column), False)

    def _points(self, column: str) -> Callable[[str, Place], int]:
        return lambda text, place: record.points(text, place, column)

    def _best_move(self, text: str, place: Place) -> tuple[int, ...] | None:
        return record.best_move(text, place, self.size)

    def _fouls(self, line: Line) -> int:
        if record.is_no(line["fouls"]):
            return 0
        return self._number(line, "fouls", MOST_FOULS) or 0

    def _name(self, line: Line, column: str) -> str:
        """Read a name that may be missing, or be a dash."""
        if record.is_dash(line[column]):
            return ""
        return self._cell(line, column, checked_name, "")

    def _reason(self, line: Line) -> str | None:
        def read(text: str, place: Place) -> str | None:
            if record.is_no(text):
                return None
            text = checked_name(text, place)
            reason = self.reasons.get(fold(text)) if self.reasons else text
            if reason is None:
                known = list(dict.fromkeys(self.reasons.values()))
                guess = Guess(text, tuple(known))
                raise PlacedError(
                    "results.reason", place=place, value=shown(text), known=known, guess=guess
                )
            return reason

        return self._cell(line, "penalty_reason", read, None)

    def _points_of(self, reason: str) -> int:
        """Give what a reason takes off, where the file does not say it."""
        cases = () if self.regulation is None else self.regulation.scoring.penalties
        return next((int(case.points * 1000) for case in cases if case.reason == reason), 0)

    def _all_seats(self, seats: Sequence[_Seat]) -> bool:
        """See that each seat is told once."""
        first: dict[int, _Seat] = {}
        for seat in seats:
            told = first.setdefault(seat.seat, seat)
            if told is not seat:
                self._refuse(seat, "results.seat_twice", told, seat=seat.seat)
        if len(first) == len(seats) < self.size:
            missing = [seat for seat in range(self.size) if seat not in first]
            where = {"round": seats[0].round, "table": seats[0].table, "seats": missing}
            self.faults.add(
                PlacedError(
                    "results.seats_missing",
                    place=seats[0].line.place,
                    n=len(seats),
                    size=self.size,
                    **where,
                )
            )
        return len(first) == len(seats) == self.size

    def _one_stage(self, seats: Sequence[_Seat]) -> bool:
        other = next((seat for seat in seats if seat.stage != seats[0].stage), None)
        if other is not None:
            self._refuse(other, "results.two_stages", seats[0])
        return other is None

    def _agree(self, seats: Sequence[_Seat], column: str, said: Callable[[_Seat], Any]) -> bool:
        """See that all lines of a game that say something say the same."""
        saying = [seat for seat in seats if said(seat) is not None]
        other = next((seat for seat in saying if said(seat) != said(saying[0])), None)
        if other is not None:
            self._refuse(
                other,
                "results.differ",
                saying[0],
                column=column,
                value=said(other).name.lower(),
                other=said(saying[0]).name.lower(),
            )
        return other is None

    def _one_best_move(self, seats: Sequence[_Seat]) -> None:
        made = [seat for seat in seats if seat.best_move]
        for seat in made[1:]:
            self._refuse(seat, "results.two_best_moves", made[0])

    def _refuse(self, told: _Seat, key: str, first: _Seat, **fields: Any) -> None:
        """Keep a fault of one line that another line shows."""
        self.faults.add(PlacedError(key, place=told.line.place, first=first.line.place, **fields))


def _reading(
    lines: Sequence[Line], regulation: Regulation | None, faults: Faults, file: str
) -> _Reading:
    """Look at the lines as a whole: which stages they name, how rounds are numbered."""
    return _Reading(
        regulation=regulation,
        faults=faults,
        calendar=calendar(regulation, said_of(lines), file=file),
        size=SEATS if regulation is None else regulation.table.size,
        reasons=_reasons(regulation),
    )


def _reasons(regulation: Regulation | None) -> dict[str, str]:
    """Give the penalty that each word means: its short name, and its title in both languages."""
    words: dict[str, str] = {}
    for case in () if regulation is None else regulation.scoring.penalties:
        for word in (case.reason, case.title.en, case.title.ru):
            if word:
                words.setdefault(fold(word), case.reason)
    return words


def _uses(seats: Sequence[_Seat]) -> Iterator[Use]:
    """Give everybody whom a game names."""
    for seat in seats:
        place, number = seat.line.place, seat.line.number
        new = bool(seat.replaces)
        yield Use(
            name=seat.name,
            place=place,
            number=number,
            team=seat.team,
            division=seat.division,
            may_be_new=new,
        )
        for name in filter(None, (seat.adviser, seat.replaces)):
            yield Use(name=name, place=place, number=number)


def _arrays(games: Sequence[Sequence[_Seat]], reading: _Reading, players: Players) -> Games:
    """Put games into arrays."""
    index = players.index

    def seats(said: Callable[[_Seat], Any]) -> Any:
        return np.array([[said(seat) for seat in game] for game in games]).reshape(
            len(games), reading.size
        )

    def each(said: Callable[[_Seat], Any]) -> Any:
        return np.array([said(game[0]) for game in games])

    def one_of(game: Sequence[_Seat], said: Callable[[_Seat], Any], otherwise: Any) -> Any:
        return next((said(seat) for seat in game if said(seat) is not None), otherwise)

    reasons = _known_reasons(games, reading)
    nobody = (EMPTY,) * BEST_MOVE
    return Games(
        roster=players.roster,
        stages=reading.calendar.stages,
        stage=each(lambda seat: seat.stage),
        round=each(lambda seat: seat.round),
        table=each(lambda seat: seat.table),
        entrants=seats(lambda seat: index[seat.name]),
        advisers=seats(lambda seat: index[seat.adviser] if seat.adviser else EMPTY),
        replaces=seats(lambda seat: index[seat.replaces] if seat.replaces else EMPTY),
        roles=seats(lambda seat: seat.role),
        winner=each(lambda seat: seat.winner),
        ended=np.array([one_of(game, lambda seat: seat.ended, Ended.PLAY) for game in games]),
        protest=seats(lambda seat: EMPTY if seat.protest is None else seat.protest),
        left=seats(lambda seat: seat.left[0] if seat.left else EMPTY),
        left_on=seats(lambda seat: seat.left[1] if seat.left else EMPTY),
        best_move=np.array(
            [one_of(game, lambda seat: seat.best_move, nobody) for game in games]
        ).reshape(len(games), BEST_MOVE),
        best_player=seats(lambda seat: seat.best_player),
        fouls=seats(lambda seat: seat.fouls),
        additional=seats(lambda seat: seat.additional),
        penalty=seats(lambda seat: seat.penalty),
        reasons=reasons,
        penalty_reason=seats(lambda seat: reasons.index(seat.reason) if seat.reason else EMPTY),
        disqualified=seats(lambda seat: seat.disqualified),
        approved=seats(lambda seat: seat.approved),
    )


def _with_advisers(games: Games, regulation: Regulation | None) -> tuple[Games, int]:
    """Fill in the advisers that can be nobody else, and count the seats whose adviser is unknown.

    Where an adviser gets what the seat has earned, the one team-mate of a player is his adviser. In a
    stage for which the record names any adviser, who has none played alone: his team-mate may be gone.
    """
    stages = () if regulation is None else regulation.stages
    advised = np.array(
        [stage.seated_per_team is not None and stage.credit == "both" for stage in stages]
    )
    if not advised.any():
        return games, 0
    teams, advisers = games.roster.teams(), np.array(games.advisers)
    unknown = 0
    told = set(games.stage[(games.advisers != EMPTY).any(axis=1)].tolist())
    open_seats = advised[games.stage][:, None] & (games.advisers == EMPTY)
    for game, seat in np.argwhere(open_seats).tolist():
        owner, seated = int(games.owners[game, seat]), int(games.entrants[game, seat])
        mates = set(teams.get(games.roster.entrants[owner].team or "", ())) - {owner, seated}
        if len(mates) == 1 and int(games.stage[game]) not in told:
            advisers[game, seat] = mates.pop()
        else:
            unknown += 1
    return games.with_(advisers=advisers), unknown


def _known_reasons(games: Iterable[Iterable[_Seat]], reading: _Reading) -> tuple[str, ...]:
    """Give the reasons for penalties: a regulation's, or those that the file has."""
    if reading.reasons:
        return tuple(dict.fromkeys(reading.reasons.values()))
    return tuple(sorted({seat.reason for game in games for seat in game if seat.reason}))
