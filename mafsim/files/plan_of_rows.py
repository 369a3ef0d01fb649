"""Plans that are tables: one row a seat, from any program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mafsim.files.document import TABLE_SIZES
from mafsim.files.grid import (
    Columns,
    Row,
    Warnings,
    cell,
    match_header,
    refuse_surplus,
    unnamed_cells,
)
from mafsim.files.limits import MAX_ROUNDS, MAX_SEATS, MAX_TABLES
from mafsim.files.people import Person, roster_of
from mafsim.files.place import Place, PlacedError
from mafsim.files.record import is_record
from mafsim.files.roster import NAME, TEAM
from mafsim.files.seated import by_name, made_plan, usual_size, warned
from mafsim.files.seating import Seating
from mafsim.files.text import checked_name, clean, shown, undefuse
from mafsim.files.values import whole
from mafsim.plan import Plan
from mafsim.roster import Entrant, Judge, Roster

COLUMNS = Columns(
    {
        "round": ("тур", "номер тура", "раунд"),
        "table": ("стол", "номер стола"),
        "seat": ("место", "номер за столом", "номер места", "slot"),
        "player": ("name", *NAME),
        "team": TEAM,
        "stage": ("этап", "стадия"),
        "division": ("дивизион", "зачет", "категория"),
        "judge": ("судья", "ведущий"),
        "adviser": ("advisor", "consigliere", "консильери", "советник"),
        "table_size": ("seats at a table", "мест за столом"),
        "game": ("игра",),
    }
)
"""The columns of a plan; those that `_REQUIRED` does not name may be left out."""

_REQUIRED = ("round", "table", "seat", "player")


def plan_likeness(header: Row) -> int:
    """Say how much a sheet's first row is like a plan's: less if it is one of results as well."""
    named = {COLUMNS.find(word) for word in header.cells}
    if not named.issuperset(_REQUIRED):
        return 0
    return 1 if is_record(header) else 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """A row of a plan's table; numbers are zero-based, an empty `player` is nobody."""

    row: int
    round: int
    table: int
    seat: int
    player: str
    team: str
    stage: str
    division: str
    judge: str
    adviser: str
    table_size: int | None
    game: str


def plan_of_rows(
    rows: Sequence[Row],
    warnings: Warnings,
    file: str,
    roster: Roster | None,
    table_size: int | None,
) -> Plan:
    """Make a plan of a table whose first row is a header; `warnings` are those of its sheet."""
    seats, doubts = _seats_of_rows(rows, file)
    warnings = [*warnings, *doubts]
    size = next((seat.table_size for seat in seats if seat.table_size), table_size)
    game = next((seat.game for seat in seats if seat.game), "mafia")
    if size is None:
        size = usual_size(_highest_of_rows(seats))
        if size != TABLE_SIZES[game]:
            warnings.append(("plan_file.table_size", {"file": file, "n": size}))
    seating = _seating(seats, size, file)
    seating.refuse_nothing(Place(file))
    if roster is not None:
        known, people = by_name(roster, seating, {}), roster
    else:
        people = _people(seats, seating, file)
        divided = game == "shapka" and any(entrant.division for entrant in people.entrants)
        people = replace(people, divided=divided)
        known = {entrant.name: index for index, entrant in enumerate(people.entrants)}
    plan = made_plan(seating, known, _with_judges(people, seating), size, file)
    return plan.with_(roster=warned(plan.roster, warnings), game=game)


def _with_judges(people: Roster, seating: Seating) -> Roster:
    """Give a roster that also has the judges whom the tables name, in the order of the tables."""
    known = {judge.name for judge in people.judges}
    named = dict.fromkeys(seating.judges[table] for table in sorted(seating.judges))
    more = tuple(Judge(name=name) for name in named if name not in known)
    return replace(people, judges=(*people.judges, *more))


def _seats_of_rows(rows: Sequence[Row], file: str) -> tuple[list[_Seat], Warnings]:
    if not rows:
        raise PlacedError("plan_file.no_content", place=Place(file))
    header, body = rows[0], rows[1:]
    positions, warnings = match_header(header, COLUMNS, file=file)
    missing = [column for column in _REQUIRED if column not in positions]
    if missing == list(_REQUIRED):
        raise PlacedError("plan_file.no_plan", place=Place(file))
    if missing:
        raise PlacedError(
            "plan_file.no_columns", place=Place(file, row=header.number), columns=missing
        )
    warnings += unnamed_cells(header, body, file=file)
    reading = _Reading(file, positions)
    seats: list[_Seat] = []
    seated: Counter[tuple[int, int]] = Counter()
    for row in body:
        refuse_surplus(row, len(header.cells), file=file)
        seats.append(reading.seat(row))
        seated[seats[-1].round, seats[-1].table] += bool(seats[-1].player)
        _refuse_crowd(seated[seats[-1].round, seats[-1].table], file, row.number)
    return seats, warnings


def _refuse_crowd(people: int, file: str, row: int) -> None:
    if people > MAX_SEATS:
        raise PlacedError("plan_file.crowd", place=Place(file, row=row), limit=MAX_SEATS)


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the rows of one file are read."""

    file: str
    positions: Mapping[str, int]
    texts: dict[str, str] = field(default_factory=dict)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    """What was read before, by column for numbers: a plan repeats its names and numbers."""

    def seat(self, row: Row) -> _Seat:
        place = Place(self.file, row=row.number)
        return _Seat(
            row=row.number,
            round=self._number(row, place, "round", MAX_ROUNDS),
            table=self._number(row, place, "table", MAX_TABLES),
            seat=self._number(row, place, "seat", MAX_SEATS),
            player=self._text(row, place, "player"),
            team=self._text(row, place, "team"),
            stage=self._text(row, place, "stage"),
            division=self._text(row, place, "division"),
            judge=self._text(row, place, "judge"),
            adviser=self._text(row, place, "adviser"),
            table_size=self._size(row, place),
            game=self._game(row, place),
        )

    def _size(self, row: Row, place: Place) -> int | None:
        if not clean(cell(row, self.positions.get("table_size"))):
            return None
        return self._number(row, place, "table_size", MAX_SEATS) + 1

    def _game(self, row: Row, place: Place) -> str:
        game = self._text(row, place, "game")
        if game and game not in TABLE_SIZES:
            raise PlacedError("plan_file.game", place=place, value=shown(game))
        return game

    def _number(self, row: Row, place: Place, column: str, greatest: int) -> int:
        text = cell(row, self.positions[column])
        if (column, text) in self.numbers:
            return self.numbers[column, text]
        number = whole(text, 1, greatest)
        if number is None:
            raise PlacedError(
                "plan_file.number",
                place=place,
                column=column,
                value=shown(clean(text)),
                greatest=greatest,
            )
        self.numbers[column, text] = number - 1
        return number - 1

    def _text(self, row: Row, place: Place, column: str) -> str:
        text = cell(row, self.positions.get(column))
        if text not in self.texts:
            read = undefuse(clean(text)) if clean(text) else ""
            self.texts[text] = checked_name(read, place) if read else ""
        return self.texts[text]


def _highest_of_rows(seats: Iterable[_Seat]) -> list[int]:
    highest: dict[tuple[int, int], int] = {}
    for seat in seats:
        if seat.player:
            table = (seat.round, seat.table)
            highest[table] = max(highest.get(table, 0), seat.seat + 1)
    return list(highest.values())


def _seating(seats: Iterable[_Seat], size: int, file: str) -> Seating:
    seating = Seating()
    stage_rows: dict[int, int] = {}
    for seat in seats:
        stage = seating.stages.get(seat.round, "")
        if stage and seat.stage and stage != seat.stage:
            raise PlacedError(
                "plan_file.two_stages",
                place=Place(file, row=seat.row),
                round=seat.round,
                first=Place(file, row=stage_rows[seat.round]),
            )
        seating.stages[seat.round] = stage or seat.stage
        stage_rows.setdefault(seat.round, seat.row)
        keys = seating.tables.setdefault((seat.round, seat.table), [None] * size)
        _note_judge(seat, seating, file)
        if not seat.player:
            continue
        if seat.seat < len(keys) and keys[seat.seat] is None:
            keys[seat.seat] = seat.player
        else:
            keys.append(seat.player)
        _refuse_crowd(len(keys), file, seat.row)
        if seat.adviser and seat.seat < size:
            behind = seating.advisers.setdefault((seat.round, seat.table), [None] * size)
            behind[seat.seat] = seat.adviser
    return seating


def _note_judge(seat: _Seat, seating: Seating, file: str) -> None:
    """Keep the judge whom a row names, and refuse another one for the same table."""
    if not seat.judge:
        return
    judge = seating.judges.setdefault((seat.round, seat.table), seat.judge)
    if judge != seat.judge:
        raise PlacedError(
            "plan_file.two_judges",
            place=Place(file, row=seat.row),
            name=shown(seat.judge),
            other=shown(judge),
        )


def _people(seats: Iterable[_Seat], seating: Seating, file: str) -> Roster:
    """Give the people of a table of seats, in the order of rounds, tables and seats."""
    first: dict[str, _Seat] = {}
    teams: dict[str, _Seat] = {}
    divisions: dict[str, str] = {}
    for seat in seats:
        first.setdefault(seat.player, seat)
        if seat.adviser:
            first.setdefault(seat.adviser, seat)
        if seat.division:
            divisions.setdefault(seat.player, seat.division)
        if not seat.team:
            continue
        named = teams.setdefault(seat.player, seat)
        if named.team != seat.team:
            raise PlacedError(
                "plan_file.two_teams",
                place=Place(file, row=seat.row),
                name=shown(seat.player),
                team=shown(seat.team),
                other=shown(named.team),
                first=Place(file, row=named.row),
            )
    order = dict.fromkeys(
        key
        for tables in (seating.tables, seating.advisers)
        for table in sorted(tables)
        for key in tables[table]
        if key is not None
    )
    people = [
        Person(
            place=Place(file, row=first[name].row),
            number=first[name].row,
            entrant=Entrant(
                id="",
                name=name,
                team=teams[name].team if name in teams else None,
                division=divisions.get(name),
            ),
        )
        for name in order
    ]
    return roster_of(people, file=file)
