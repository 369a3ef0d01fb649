"""Files of judges: who judges, at which table if always at one, and whom he may not judge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from mafsim.files import values
from mafsim.files.grid import SEPARATORS, Columns, Row, Warnings, text_rows
from mafsim.files.limits import MAX_JUDGES, MAX_ROSTER_BYTES, MAX_ROSTER_ROWS
from mafsim.files.lines import Line, object_lines, table_lines
from mafsim.files.names import Names
from mafsim.files.people import find
from mafsim.files.place import Place, PlacedError
from mafsim.files.sheet import is_spreadsheet, spreadsheet_rows
from mafsim.files.source import name_of, read_bytes
from mafsim.files.text import checked_name, clean, decode, fold, shown
from mafsim.files.tree import is_json, parse
from mafsim.roster import Judge, Roster

COLUMNS = Columns(
    {
        "name": (
            *("judge", "judges", "referee", "судья", "судьи", "имя", "фио", "ведущий"),
            *("имя судьи", "ник", "nick", "nickname"),
        ),
        "table": ("стол", "номер стола", "за столом"),
        "not": (
            *("may not judge", "not judge", "barred", "не судит", "не может судить"),
            *("нельзя судить", "кроме"),
        ),
    }
)
"""The columns of a file of judges; `table` and `not` may be left out."""


def read_judges(source: str | Path, roster: Roster) -> Roster:
    """Read who judges.

    Parameters
    ----------
    source
        A path, or ``-`` for standard input: a table (CSV, XLSX, ODS) or JSON with the columns ``name``,
        ``table`` and ``not``, or one name a line. In ``not`` stand people of the roster, ``;`` between;
        a team or a club stands for all of its members.
    roster
        The people.

    Returns
    -------
    Roster
        The same roster with these `judges`.

    Raises
    ------
    UsageError
        The path does not exist.
    FileError
        A judge stands twice, two judges have one table, or nobody is called as `not` says.
    """
    data = read_bytes(source, limit=MAX_ROSTER_BYTES)
    return parse_judges(data, roster, file=name_of(source))


def parse_judges(data: bytes, roster: Roster, *, file: str) -> Roster:
    """Read judges from a file's bytes; `file` names it in sentences."""
    lines, warnings = _lines(data, file)
    if not lines:
        raise PlacedError("judges.empty", place=Place(file))
    names = Names(entrant.name for entrant in roster.entrants)
    if len(lines) > MAX_JUDGES:
        raise PlacedError("judges.many", place=Place(file), limit=MAX_JUDGES)
    judges: list[Judge] = []
    for line in lines:
        judge = _judge(line, roster, names)
        _refuse_second(judge, judges, line.place)
        judges.append(judge)
    return replace(roster, judges=tuple(judges), warnings=(*roster.warnings, *warnings))


def _lines(data: bytes, file: str) -> tuple[list[Line], Warnings]:
    warnings: Warnings = []
    if is_spreadsheet(data):
        rows, warnings = spreadsheet_rows(data, file=file, most=MAX_ROSTER_ROWS)
    else:
        text = decode(data, file=file)
        if is_json(text, file=file):
            document = parse(text, file=file)
            if len(document.values()) > MAX_JUDGES:
                raise PlacedError("judges.many", place=Place(file), limit=MAX_JUDGES)
            lines, _, warnings = object_lines(document, COLUMNS)
            return lines, warnings
        rows = text_rows(text, COLUMNS, file=file, most=MAX_ROSTER_ROWS)
    if rows and not any(COLUMNS.find(cell) == "name" for cell in rows[0].cells):
        return _names_alone(rows, file), warnings
    lines, _, doubts = table_lines(rows, COLUMNS, file=file) if rows else ([], frozenset(), [])
    return lines, [*warnings, *doubts]


def _names_alone(rows: Iterable[Row], file: str) -> list[Line]:
    """Read one judge a line, where no header names columns."""
    lines: list[Line] = []
    for row in rows:
        filled = [clean(text) for text in row.cells if clean(text)]
        if len(filled) > 1 or any(sign in filled[0] for sign in SEPARATORS):
            raise PlacedError("judges.no_header", place=Place(file, row=row.number))
        lines.append(Line(Place(file, row=row.number), row.number, {"name": filled[0]}))
    return lines


def _judge(line: Line, roster: Roster, names: Names) -> Judge:
    barred: set[int] = set()
    for name in names.listed(line["not"]):
        barred.update(_meant(name, roster, names, line.place))
    return Judge(
        name=checked_name(line["name"], line.place),
        table=values.table(line["table"], line.place),
        barred=tuple(sorted(barred)),
    )


def _meant(name: str, roster: Roster, names: Names, place: Place) -> list[int]:
    """Give the person of a name, or everybody of the team or the club of that name."""
    wanted = fold(clean(name))
    group = [
        index
        for index, entrant in enumerate(roster.entrants)
        if wanted in {fold(entrant.team or ""), fold(entrant.club or "")}
    ]
    if names.find(clean(name)) is None and group:
        return group
    return [find(name, names, place)]


def _refuse_second(judge: Judge, others: Iterable[Judge], place: Place) -> None:
    for other in others:
        if other.name == judge.name:
            raise PlacedError("judges.twice", place=place, name=shown(judge.name))
        if judge.table is not None and other.table == judge.table:
            raise PlacedError(
                "judges.one_table",
                place=place,
                name=shown(judge.name),
                other=shown(other.name),
                table=judge.table,
            )
