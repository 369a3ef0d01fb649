"""Plan files: mafsim's own JSON, and tables of ``round, table, seat, player`` from any program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from mafsim.files.atomic import write_text
from mafsim.files.document import TABLE_SIZES, Document, plan_text, read_document
from mafsim.files.grid import (
    Columns,
    Row,
    Warnings,
    cell,
    match_header,
    refuse_surplus,
    text_rows,
    unnamed_cells,
)
from mafsim.files.limits import MAX_PLAN_BYTES, MAX_PLAN_ROWS, MAX_ROUNDS, MAX_SEATS, MAX_TABLES
from mafsim.files.names import Names
from mafsim.files.people import Pairs, Person, free, roster_of
from mafsim.files.place import Place, PlacedError
from mafsim.files.roster import NAME, TEAM
from mafsim.files.seating import Seating
from mafsim.files.sheet import is_spreadsheet, spreadsheet_rows
from mafsim.files.source import name_of, read_bytes
from mafsim.files.text import checked_name, clean, decode, shown, undefuse
from mafsim.files.tree import is_json, parse
from mafsim.files.values import whole
from mafsim.plan import Plan
from mafsim.roster import Entrant, Roster

COLUMNS = Columns(
    {
        "round": ("тур", "номер тура", "раунд"),
        "table": ("стол", "номер стола"),
        "seat": ("место", "номер за столом", "номер места", "slot"),
        "player": ("name", *NAME),
        "team": TEAM,
        "stage": ("этап",),
    }
)
"""The columns of a plan; `team` and `stage` may be left out."""

_REQUIRED = ("round", "table", "seat", "player")

_MARGIN = 9
"""Where seats have this number or a higher one, tables are of ten."""


def read_plan(
    source: str | Path, *, roster: Roster | None = None, table_size: int | None = None
) -> Plan:
    """Read who sits where.

    Parameters
    ----------
    source
        A path, or ``-`` for standard input: mafsim's JSON, or a table (CSV, XLSX, ODS) with the
        columns ``round``, ``table``, ``seat``, ``player`` and perhaps ``team`` and ``stage``.
    roster
        The people, if the file is not to be believed about them. The plan's people are found in
        it by name; ages, teams, absences and pins are the roster's, and who is kept apart is what
        either of them says.
    table_size
        How many sit at a table, where the file does not say. Without it a table of nothing but
        rows is for tables of ten, unless it has two tables or more and either no seat above 8, then
        its highest seat number is the size, or mostly tables with the same seat above 10 as their
        highest, then that one is. (Nine is ten with one missing, and one table of eleven among
        tables of ten is too large.)

    Returns
    -------
    Plan
        What the file says, right or wrong; what the user should look at is in its roster's
        `warnings`, behind those of `roster`.

    Raises
    ------
    UsageError
        The path does not exist.
    FileError
        It is no plan.
    """
    data = read_bytes(source, limit=MAX_PLAN_BYTES)
    return parse_plan(data, file=name_of(source), roster=roster, table_size=table_size)


def parse_plan(
    data: bytes, *, file: str, roster: Roster | None = None, table_size: int | None = None
) -> Plan:
    """Read a plan from a file's bytes; `file` names it in sentences."""
    if is_spreadsheet(data):
        rows, warnings = spreadsheet_rows(data, file=file, most=MAX_PLAN_ROWS)
        return _of_rows(rows, warnings, file, roster, table_size)
    text = decode(data, file=file)
    if is_json(text, file=file):
        return _of_document(read_document(parse(text, file=file)), file, roster, table_size)
    rows = text_rows(text, COLUMNS, file=file, most=MAX_PLAN_ROWS)
    return _of_rows(rows, [], file, roster, table_size)


def write_plan(plan: Plan, target: str | Path, *, force: bool = False) -> None:
    """Write a plan as mafsim's JSON; the bytes depend on the plan alone.

    Raises
    ------
    FileError
        The file cannot be written, or exists and `force` is not given.
    """
    write_text(plan_text(plan), target, force=force)


def _of_document(
    document: Document, file: str, roster: Roster | None, table_size: int | None
) -> Plan:
    own, seating = document.roster, document.seating
    known = {entrant.id: index for index, entrant in enumerate(own.entrants)}
    people = own
    if roster is not None:
        roster = _pairs_of_people(roster) if document.game == "shapka" else roster
        names = {entrant.id: entrant.name for entrant in own.entrants}
        known = _by_name(roster, seating, names)
        people = _with_pairs_of(own, roster)
    size = document.table_size or table_size or TABLE_SIZES[document.game]
    plan = _plan(seating, known, people, size, file)
    return plan.with_(
        roster=_warned(plan.roster, document.warnings),
        game=document.game,
        revision=document.revision,
        frozen=document.frozen,
        certificate=document.certificate,
        provenance=document.provenance,
    )


def _plan(
    seating: Seating, known: Mapping[str, int], people: Roster, table_size: int, file: str
) -> Plan:
    """Make the plan; keys that are not known become entrants whom the roster does not list."""
    seats, strangers = seating.seats(known, table_size=table_size, place=Place(file))
    listed = len(people.entrants)
    return Plan(
        roster=_with_strangers(people, strangers),
        seats=seats,
        table_size=table_size,
        stages=seating.stage_of_rounds(),
        judges=seating.judges_of([judge.name for judge in people.judges], seats),
        draws=seating.draw_of_rounds(),
        advisers=seating.behind_the_chairs(known, seats),
        unknown=frozenset(range(listed, listed + len(strangers))),
        missing_rounds=seating.missing_rounds(),
    )


def _pairs_of_people(roster: Roster) -> Roster:
    """Give the pairs of a roster whose rows may be their people."""
    from mafsim.regulations.entry import pairs

    return pairs(roster)[0]


def _by_name(roster: Roster, seating: Seating, names: Mapping[str, str]) -> dict[str, int]:
    """Turn a seating's keys into the names of a roster's people, as far as it has them.

    `names` gives the name of a key; a key without one is a name. Returns the index of each name.
    """
    found = Names(entrant.name for entrant in roster.entrants)

    def name_in_roster(key: str) -> str:
        name = names.get(key, key)
        index = found.find(name)
        return name if index is None else roster.entrants[index].name

    seating.rename(name_in_roster)
    return {entrant.name: index for index, entrant in enumerate(roster.entrants)}


def _with_pairs_of(own: Roster, roster: Roster) -> Roster:
    """Give a roster that also holds what the plan's own demands say, and that no roster file can say.

    That is who is kept apart besides, who has joined late or left, banned tables, and judges.
    """
    names = Names(entrant.name for entrant in roster.entrants)
    index = [names.find(entrant.name) for entrant in own.entrants]

    def joined(pairs: Pairs, more: Pairs) -> Pairs:
        both = [(index[a], index[b]) for a, b in more]
        found = {(min(a, b), max(a, b)) for a, b in both if a is not None and b is not None}
        return tuple(sorted({*pairs, *(pair for pair in found if pair[0] != pair[1])}))

    entrants = list(roster.entrants)
    for entrant, other in zip(own.entrants, index, strict=True):
        if other is not None:
            entrants[other] = replace(
                entrants[other],
                joined=entrant.joined,
                left=entrant.left,
                division=entrants[other].division or entrant.division,
            )
    bans = [
        replace(ban, entrant=other) for ban in own.bans if (other := index[ban.entrant]) is not None
    ]
    return replace(
        roster,
        entrants=tuple(entrants),
        divided=roster.divided or own.divided,
        apart=joined(roster.apart, own.apart),
        avoid=joined(roster.avoid, own.avoid),
        bans=(*roster.bans, *(ban for ban in bans if ban not in roster.bans)),
        judges=tuple(
            replace(
                judge,
                barred=tuple(
                    sorted({other for i in judge.barred if (other := index[i]) is not None})
                ),
            )
            for judge in own.judges
        ),
    )


def _with_strangers(roster: Roster, names: Sequence[str]) -> Roster:
    taken = {entrant.id for entrant in roster.entrants}
    strangers: list[Entrant] = []
    for name in names:
        stranger = Entrant(id=free(name, taken), name=name)
        taken.add(stranger.id)
        strangers.append(stranger)
    return replace(roster, entrants=(*roster.entrants, *strangers))


def _warned(roster: Roster, warnings: Warnings) -> Roster:
    return replace(roster, warnings=(*roster.warnings, *warnings))


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


def _of_rows(
    rows: Sequence[Row],
    warnings: Warnings,
    file: str,
    roster: Roster | None,
    table_size: int | None,
) -> Plan:
    seats, doubts = _seats_of_rows(rows, file)
    warnings = [*warnings, *doubts]
    size = table_size
    if size is None:
        size = _usual_size(seats)
        if size != TABLE_SIZES["mafia"]:
            warnings.append(("plan_file.table_size", {"file": file, "n": size}))
    seating = _seating(seats, size, file)
    seating.refuse_nothing(Place(file))
    if roster is not None:
        plan = _plan(seating, _by_name(roster, seating, {}), roster, size, file)
    else:
        people = _people(seats, seating, file)
        known = {entrant.name: index for index, entrant in enumerate(people.entrants)}
        plan = _plan(seating, known, people, size, file)
    return plan.with_(roster=_warned(plan.roster, warnings))


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
    for row in body:
        refuse_surplus(row, len(header.cells), file=file)
        seats.append(reading.seat(row))
    return seats, warnings


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
        )

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


def _usual_size(seats: Iterable[_Seat]) -> int:
    """Give the size of tables that nobody states; see `read_plan`."""
    highest: dict[tuple[int, int], int] = {}
    for seat in seats:
        if seat.player:
            table = (seat.round, seat.table)
            highest[table] = max(highest.get(table, 0), seat.seat + 1)
    if len(highest) < 2:
        return TABLE_SIZES["mafia"]
    largest = max(highest.values())
    usual, tables = Counter(highest.values()).most_common(1)[0]
    if usual > TABLE_SIZES["mafia"] and 2 * tables > len(highest):
        return usual
    return largest if largest < _MARGIN else TABLE_SIZES["mafia"]


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
        if not seat.player:
            continue
        if seat.seat < len(keys) and keys[seat.seat] is None:
            keys[seat.seat] = seat.player
        else:
            keys.append(seat.player)
        if len(keys) > MAX_SEATS:
            raise PlacedError("plan_file.crowd", place=Place(file, row=seat.row), limit=MAX_SEATS)
    return seating


def _people(seats: Iterable[_Seat], seating: Seating, file: str) -> Roster:
    """Give the people of a table of seats, in the order of rounds, tables and seats."""
    first: dict[str, _Seat] = {}
    teams: dict[str, _Seat] = {}
    for seat in seats:
        first.setdefault(seat.player, seat)
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
        key for table in sorted(seating.tables) for key in seating.tables[table] if key is not None
    )
    people = [
        Person(
            place=Place(file, row=first[name].row),
            number=first[name].row,
            entrant=Entrant(id="", name=name, team=teams[name].team if name in teams else None),
        )
        for name in order
    ]
    return roster_of(people, file=file)
