"""Roster files: CSV, spreadsheets, JSON, and lists pasted from a messenger."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn

from mafsim.files import values
from mafsim.files.document import FORMAT, planned_roster
from mafsim.files.grid import (
    Columns,
    Row,
    Warnings,
    cell,
    line_rows,
    match_header,
    refuse_surplus,
    text_rows,
    unknown_word,
    unnamed_cells,
)
from mafsim.files.limits import MAX_COLUMNS, MAX_ROSTER_BYTES, MAX_ROSTER_ROWS, MAX_ROUNDS
from mafsim.files.names import Names
from mafsim.files.pasted import is_table, pasted_lines
from mafsim.files.people import Person, find, refuse_crowd, roster_of
from mafsim.files.place import Place, PlacedError
from mafsim.files.sheet import is_spreadsheet, spreadsheet_rows
from mafsim.files.source import name_of, read_bytes
from mafsim.files.text import checked, checked_name, clean, decode, near, shown, undefuse
from mafsim.files.tree import Node, is_json, parse
from mafsim.roster import Entrant, Roster

NAME = (
    *("player", "players", "nick", "nickname", "entrant", "entrants", "participant"),
    *("participants", "full name", "имя", "имена", "игрок", "игроки", "ник", "никнейм"),
    *("псевдоним", "участник", "участники", "участница", "фио", "фамилия", "фамилия имя"),
    *("имя фамилия", "фамилия и имя", "имя и фамилия", "игровое имя", "игровой ник"),
)
"""The headers that mean a person's name, in plans as well."""

TEAM = ("команда", "название команды", "team name", "сборная")
"""The headers that mean a team, in plans as well."""

COLUMNS = Columns(
    {
        "name": NAME,
        "team": TEAM,
        "pair": ("пара",),
        "division": ("дивизион", "зачет", "категория", "возрастная категория", "category"),
        "age": ("возраст", "лет", "полных лет"),
        "club": ("клуб",),
        "rating": ("рейтинг",),
        "applied_at": (
            *("applied", "application", "заявка", "дата заявки", "время заявки", "подана"),
            *("заявка подана", "дата подачи заявки", "дата регистрации"),
        ),
        "leader": ("руководитель", "руководитель команды", "team leader"),
        "captain": ("капитан", "капитан команды", "team captain"),
        "apart": (
            *("keep apart", "не сажать с", "не сажать", "не сажать вместе", "не сажать вместе с"),
            *("врозь", "развести с", "развести"),
        ),
        "avoid": ("избегать", "лучше не с", "лучше врозь", "по возможности врозь", "нежелательно"),
        "absent": (
            *("отсутствует", "отсутствие", "отсутствует в турах", "пропускает", "пропуск"),
            *("пропуски", "пропуск тура", "пропускает туры", "absent rounds"),
        ),
        "table": ("стол", "за столом", "номер стола", "закреплен за столом", "pin"),
        "ban": (
            *("bans", "table ban", "table bans", "not at table", "не за столом"),
            *("не сажать за стол", "запрет стола", "запрет столов"),
        ),
        "together": ("keep together", "вместе", "вместе с", "сажать с", "сажать вместе с"),
    }
)
"""The columns of a roster; those of one entrant are the fields of `mafsim.roster.Entrant`."""

_TEXTS = ("team", "pair", "division", "club", "leader", "captain")

_Lists = Mapping[str, Sequence[str]]
_NO_LISTS: _Lists = MappingProxyType({})

_TYPING_ERROR = 0.75
"""How near a header must be to one for names, so that a person's name is not taken for it."""

_UNKNOWN_WORDS = 20
"""How many unknown keys of a JSON roster are named."""


def read_roster(source: str | Path) -> Roster:
    """Read who takes part.

    Parameters
    ----------
    source
        A path, or ``-`` for standard input: CSV, XLSX, ODS, JSON (also a plan of mafsim's), or
        a list of names, one a line, as pasted from a messenger. What it is shows in its content.

    Returns
    -------
    Roster
        The entrants in the order of the file; what the user should look at is in its `warnings`.

    Raises
    ------
    UsageError
        The path does not exist.
    FileError
        The content cannot be accepted; the sentence names the row.
    """
    return parse_roster(read_bytes(source, limit=MAX_ROSTER_BYTES), file=name_of(source))


def parse_roster(data: bytes, *, file: str) -> Roster:
    """Read a roster from a file's bytes; `file` names it in sentences."""
    warnings: Warnings = []
    if is_spreadsheet(data):
        rows, warnings = spreadsheet_rows(data, file=file, most=MAX_ROSTER_ROWS)
    else:
        text = decode(data, file=file)
        if not clean(text):
            raise PlacedError("roster.no_content", place=Place(file))
        if is_json(text, file=file):
            return _of_document(parse(text, file=file))
        rows = text_rows(text, COLUMNS, file=file, most=MAX_ROSTER_ROWS)
    roster = _of_rows(rows, file)
    return replace(roster, warnings=(*warnings, *roster.warnings))


def _of_rows(rows: Sequence[Row], file: str) -> Roster:
    if not rows:
        raise PlacedError("roster.no_content", place=Place(file))
    narrow = _narrow(rows)
    people, warnings = _of_list(narrow, file) if narrow else _of_table(rows, file)
    roster = roster_of(people, file=file)
    return replace(roster, warnings=(*warnings, *roster.warnings))


def _narrow(rows: Sequence[Row]) -> list[Row]:
    """Give rows of one cell if all that is filled stands in one column; else nothing."""
    filled = [[i for i, text in enumerate(row.cells) if clean(text)] for row in rows]
    if any(positions != filled[0][:1] for positions in filled):
        return []
    column = filled[0][0]
    return [Row(row.number, (row.cells[column],)) for row in rows]


def _of_table(rows: Sequence[Row], file: str) -> tuple[list[Person], Warnings]:
    header, body = rows[0], rows[1:]
    positions, warnings = match_header(header, COLUMNS, file=file)
    if "name" not in positions:
        _refuse_header(header, bool(positions), file)
    warnings += unnamed_cells(header, body, file=file)
    people: list[Person] = []
    for row in body:
        refuse_surplus(row, len(header.cells), file=file)
        cells = {column: undefuse(cell(row, position)) for column, position in positions.items()}
        person, doubts = _person(cells, Place(file, row=row.number), row.number)
        people.append(person)
        warnings += doubts
    return people, warnings


def _refuse_header(header: Row, names_a_column: bool, file: str) -> NoReturn:
    """Refuse a table whose first row names no column of names, and say which was perhaps meant."""
    place = Place(file, row=header.number)
    words = [clean(word) for word in header.cells]
    meant = next(
        (word for word in words if word and near(word, ("name", *NAME), at_least=_TYPING_ERROR)),
        None,
    )
    if meant is not None:
        raise PlacedError("roster.no_name_near", place=place, header=shown(meant))
    if names_a_column:
        raise PlacedError("roster.no_name", place=place)
    raise PlacedError("roster.no_header", place=place)


def _of_list(rows: Sequence[Row], file: str) -> tuple[list[Person], Warnings]:
    if COLUMNS.find(rows[0].cells[0]) == "name":
        rows = [Row(row.number, (undefuse(row.cells[0]),)) for row in rows[1:]]
    elif is_table(rows):
        first = rows[0]
        words = tuple(re.split("[;,\t]", first.cells[0])[:MAX_COLUMNS])
        _refuse_header(Row(first.number, words), False, file)
    lines, warnings = pasted_lines(rows, file=file)
    people: list[Person] = []
    for line in lines:
        place = Place(file, row=line.number)
        person, _ = _person({"name": line.name, "team": line.team}, place, line.number)
        people.append(person)
    return people, warnings


def _person(
    cells: Mapping[str, str], place: Place, number: int, names: _Lists = _NO_LISTS
) -> tuple[Person, Warnings]:
    """Read one row; `names` holds what JSON gives as lists."""
    if clean(cells.get("together", "")):
        raise PlacedError(
            "roster.together",
            place=place,
            name=shown(clean(cells.get("name", ""))),
            other=shown(clean(cells["together"])),
        )
    texts = {column: checked(cells.get(column, ""), place) or None for column in _TEXTS}
    applied_at, is_moment = values.moment(cells.get("applied_at", ""), place)
    entrant = Entrant(
        id=checked(cells.get("id", ""), place),
        name=checked_name(cells.get("name", ""), place),
        team=texts["team"],
        division=texts["division"],
        pair=texts["pair"],
        club=texts["club"],
        leader=texts["leader"],
        captain=texts["captain"],
        age=values.age(cells.get("age", ""), place),
        rating=values.rating(cells.get("rating", ""), place),
        applied_at=applied_at,
        absent=values.absent(cells.get("absent", ""), place),
        table=values.table(cells.get("table", ""), place),
    )
    person = Person(
        place=place,
        number=number,
        entrant=entrant,
        apart=tuple(names.get("apart", (cells.get("apart", ""),))),
        avoid=tuple(names.get("avoid", (cells.get("avoid", ""),))),
        bans=values.bans(cells.get("ban", ""), place),
    )
    if is_moment:
        return person, []
    value = shown(applied_at or "")
    return person, [("roster.moment", {"file": place.file, "row": number, "value": value})]


def _of_document(document: Node) -> Roster:
    if isinstance(document.value, dict) and document.value.get("format") == FORMAT:
        return planned_roster(document)
    entries: Node | None = document
    if not isinstance(document.value, list):
        entries = document.get("entrants") or document.get("people")
    if entries is None:
        raise PlacedError("roster.json_shape", place=document.place)
    refuse_crowd(len(entries.values()), file=document.file)
    words: dict[str, None] = {}
    people: list[Person] = []
    warnings: Warnings = []
    for number, entry in enumerate(entries.items(), start=1):
        if isinstance(entry.value, dict):
            cells, names, unknown = _object_cells(entry)
            words |= dict.fromkeys(unknown)
            person, doubts = _person(cells, entry.place, number, names)
            warnings += doubts
        else:
            person, _ = _person({"name": entry.text()}, entry.place, number)
        people.append(person)
    file = document.file
    unread = [unknown_word(word, COLUMNS, file) for word in list(words)[:_UNKNOWN_WORDS]]
    roster = roster_of(people, file=file)
    return replace(roster, warnings=(*unread, *warnings, *roster.warnings))


def _object_cells(entry: Node) -> tuple[dict[str, str], dict[str, list[str]], list[str]]:
    """Give an object's texts by column, its lists of names, and the keys that mean no column."""
    cells: dict[str, str] = {}
    names: dict[str, list[str]] = {}
    unknown: list[str] = []
    for key, value in entry.entries():
        column = "id" if key == "id" else COLUMNS.find(key)
        if column is None:
            unknown.append(key)
        elif column in cells or column in names:
            raise PlacedError("json.key_twice", place=entry.place, name=column)
        elif isinstance(value.value, list) and column in ("apart", "avoid"):
            names[column] = [item.text() for item in value.items()]
        elif isinstance(value.value, list) and column == "absent":
            cells[column] = ";".join(str(item.whole(1, MAX_ROUNDS)) for item in value.items())
        elif value.value is not None:
            cells[column] = _cell_of(value)
    return cells, names, unknown


def _cell_of(node: Node) -> str:
    if isinstance(node.value, float):
        return str(int(node.value)) if node.value.is_integer() else str(node.value)
    return node.raw_text()


def read_apart(source: str | Path, roster: Roster) -> Roster:
    """Read who must be kept apart, beside what the roster itself says.

    Parameters
    ----------
    source
        A path, or ``-`` for standard input: a line (or a row of a spreadsheet) names two or more
        people of the roster, separated by ``;``, a tab or commas; each two of them never share
        a table.
    roster
        The people.

    Returns
    -------
    Roster
        The same roster with the added pairs in `apart`.

    Raises
    ------
    UsageError
        The path does not exist.
    FileError
        A line names fewer than two people, or one whom the roster does not know.
    """
    data = read_bytes(source, limit=MAX_ROSTER_BYTES)
    return parse_apart(data, roster, file=name_of(source))


def parse_apart(data: bytes, roster: Roster, *, file: str) -> Roster:
    """Read who must be kept apart from a file's bytes; `file` names it in sentences."""
    warnings: Warnings = []
    if is_spreadsheet(data):
        rows, warnings = spreadsheet_rows(data, file=file, most=MAX_ROSTER_ROWS)
    else:
        rows = line_rows(decode(data, file=file), file=file, most=MAX_ROSTER_ROWS)
    if rows and all(COLUMNS.find(text) in ("name", "apart") for text in rows[0].cells):
        rows = rows[1:]
    if not rows:
        raise PlacedError("apart.empty", place=Place(file))
    names = Names(entrant.name for entrant in roster.entrants)
    pairs = set(roster.apart)
    for row in rows:
        pairs.update(_apart_group(row, names, file))
    return replace(roster, apart=tuple(sorted(pairs)), warnings=(*roster.warnings, *warnings))


def _apart_group(row: Row, names: Names, file: str) -> Iterator[tuple[int, int]]:
    place = Place(file, row=row.number)
    group = [find(text, names, place) for text in row.cells if clean(text)]
    if len(group) < 2:
        raise PlacedError("apart.alone", place=place, name=shown(clean(" ".join(row.cells))))
    if len(set(group)) < len(group):
        twice = next(
            text for text, index in zip(_filled(row), group, strict=True) if group.count(index) > 1
        )
        raise PlacedError("apart.twice", place=place, name=shown(twice))
    return combinations(sorted(group), 2)


def _filled(row: Row) -> list[str]:
    return [clean(text) for text in row.cells if clean(text)]
