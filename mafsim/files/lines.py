"""Lines of cells by column, be they rows of a table or objects of a JSON document."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass

from mafsim.files.grid import (
    Columns,
    Row,
    Warnings,
    cell,
    match_header,
    refuse_surplus,
    unknown_word,
    unnamed_cells,
)
from mafsim.files.limits import MAX_COLUMNS
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import Cleaned, clean, undefuse
from mafsim.files.tree import Node

_UNKNOWN_WORDS = 20
"""How many unknown keys of a JSON document are named."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one line says, column by column; what is absent is empty."""

    place: Place
    number: int
    """The row's number, or the object's, counted from one: for sentences that name two of them."""
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def says(self, *columns: str) -> bool:
        """Say whether one of some cells holds anything."""
        return any(self.cells.get(column) for column in columns)


def table_lines(
    rows: Sequence[Row], columns: Columns, *, file: str
) -> tuple[list[Line], frozenset[str], Warnings]:
    """Give the lines of a table whose first row is a header, and the columns that it has."""
    header, body = rows[0], rows[1:]
    positions, warnings = match_header(header, columns, file=file)
    warnings += unnamed_cells(header, body, file=file)
    cleaned = Cleaned()
    lines: list[Line] = []
    for row in body:
        refuse_surplus(row, len(header.cells), file=file)
        cells = {
            column: undefuse(cleaned[cell(row, position)]) for column, position in positions.items()
        }
        lines.append(Line(Place(file, row=row.number), row.number, cells))
    return lines, frozenset(positions), warnings


def object_lines(entries: Node, columns: Columns) -> tuple[list[Line], frozenset[str], Warnings]:
    """Give the lines of a list of JSON objects, and the columns that any of them has."""
    lines: list[Line] = []
    unknown: dict[str, None] = {}
    for number, entry in enumerate(entries.items(), start=1):
        cells: dict[str, str] = {}
        for key, value in entry.entries():
            column = columns.find(key)
            if column is None:
                unknown[key] = None
                _refuse_many(unknown, entries)
            elif column in cells:
                raise PlacedError("json.key_twice", place=entry.place, name=column)
            else:
                cells[column] = _text(value)
        lines.append(Line(entry.place, number, cells))
    warnings = [
        unknown_word(word, columns, entries.file) for word in list(unknown)[:_UNKNOWN_WORDS]
    ]
    return lines, frozenset().union(*(line.cells for line in lines)), warnings


def _refuse_many(unknown: Sized, entries: Node) -> None:
    if len(unknown) > MAX_COLUMNS:
        raise PlacedError("table.columns", place=entries.place, n=len(unknown), limit=MAX_COLUMNS)


def _text(node: Node) -> str:
    """Give a value as a cell has it: a list with ``;`` between, yes as 1, null as nothing."""
    match node.value:
        case None | False:
            return ""
        case True:
            return "1"
        case list():
            return ";".join(_text(item) for item in node.items())
        case float():
            whole = node.value.is_integer() and abs(node.value) < 2**53
            return str(int(node.value)) if whole else str(node.value)
    return clean(node.raw_text())
