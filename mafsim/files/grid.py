"""Tables of text cells: how lines become cells, and which column a header means."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from mafsim.files.limits import MAX_CELL, MAX_COLUMNS, MAX_NAME
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import clean, fold, nearest, shown

Warnings = list[tuple[str, dict[str, object]]]
"""Sentences of `words`, as `mafsim.roster.Roster` keeps them."""

SEPARATORS = (";", "\t", ",")

_HEADER = 10_000
"""How much of the first line is read to find out what separates the cells."""

IGNORED = frozenset(map(fold, ("", "#", "№", "n", "no", "п/п", "№ п/п", "номер", "number")))
"""Headers of columns that count the rows: nothing to read, nothing to warn of."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cells, and its number as the user sees it: a line of a text, a row of a sheet."""

    number: int
    cells: tuple[str, ...]

    def is_blank(self) -> bool:
        """Say whether no cell holds anything."""
        return not any(cell and not cell.isspace() and clean(cell) for cell in self.cells)


class Columns:
    """The columns that a kind of file may have: each with the headers that mean it."""

    def __init__(self, headers: Mapping[str, Sequence[str]]) -> None:
        self._spelled = {
            fold(word): word for column, words in headers.items() for word in (column, *words)
        }
        self._by_fold = {
            _folded_header(word): column
            for column, words in headers.items()
            for word in (column, *words)
        }

    def find(self, header: str) -> str | None:
        """Give the column that a header means."""
        if len(header) > MAX_NAME:
            return None
        return self._by_fold.get(_folded_header(header))

    def near(self, header: str) -> str | None:
        """Give the header that was perhaps meant, in the language of the one that stands there."""
        return nearest(header, self._spelled)


def _folded_header(header: str) -> str:
    return fold(header.strip(" \t:.").replace("_", " "))


def text_rows(text: str, columns: Columns, *, file: str, most: int) -> list[Row]:
    """Give the rows of a text; blank lines count but are left out.

    The first line decides what separates the cells: whatever makes it name the most columns. If
    it names none, or is one cell, every line is one cell.

    Raises
    ------
    PlacedError
        There are more than `most` rows, or quotation marks are wrong.
    """
    separator, text = _declared_separator(text)
    first = next((line[:_HEADER] for line in _plain_lines(text) if line.strip()), "")
    header, separator = max(
        ((_cells(first, sign), sign) for sign in (separator or SEPARATORS)),
        key=lambda choice: (_named(choice[0], columns), len(choice[0])),
    )
    if not _named(header, columns) or len(header) == 1:
        return _filled(_lines(text), most, file)
    return _filled(_separated(text, separator, file), most, file)


def names_columns(text: str, columns: Columns) -> int:
    """Say how many columns the first line of a text names, whatever separates its cells."""
    separator, text = _declared_separator(text)
    first = next((line[:_HEADER] for line in _plain_lines(text) if line.strip()), "")
    return max(_named(_cells(first, sign), columns) for sign in (separator or SEPARATORS))


def _declared_separator(text: str) -> tuple[str, str]:
    """Split off the line ``sep=;`` with which Excel declares the separator; it stays as a blank."""
    head, end, rest = text.partition("\n")
    declared = head.strip("\ufeff\r").lower()
    if declared.startswith("sep=") and declared[4:] in SEPARATORS:
        return declared[4:], end + rest
    return "", text


def _named(cells: Sequence[str], columns: Columns) -> int:
    return sum(columns.find(cell) is not None for cell in cells)


def _cells(line: str, separator: str) -> list[str]:
    return next(csv.reader([line], delimiter=separator), [])


def _filled(rows: Iterable[Row], most: int, file: str) -> list[Row]:
    """Give the rows that are not blank; stop at the first that is too many."""
    filled = list(islice((row for row in rows if not _is_blank(row, file)), most + 1))
    if len(filled) > most:
        raise PlacedError("table.rows", place=Place(file), limit=most)
    return filled


def _is_blank(row: Row, file: str) -> bool:
    """Say whether a row holds nothing, and refuse one that holds far too much."""
    longest = max(row.cells, key=len, default="")
    if len(longest) > MAX_CELL:
        raise PlacedError(
            "text.long", place=Place(file, row=row.number), value=shown(longest), limit=MAX_CELL
        )
    return row.is_blank()


def _lines(text: str) -> Iterator[Row]:
    for number, line in enumerate(_plain_lines(text), start=1):
        if line and not line.isspace():
            yield Row(number, (_unquoted(line),))


def _plain_lines(text: str) -> Iterator[str]:
    return (line.removesuffix("\n") for line in io.StringIO(text, newline=None))


def _unquoted(line: str) -> str:
    stripped = line.strip()
    if len(stripped) > 1 and stripped[0] == stripped[-1] == '"':
        inside = stripped[1:-1]
        if '"' not in inside.replace('""', ""):
            return inside.replace('""', '"')
    return line


def _separated(text: str, separator: str, file: str, *, first: int = 1) -> Iterator[Row]:
    """Give the rows of a text whose cells a sign separates; its first line is numbered `first`."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begins = first
    try:
        for cells in reader:
            if cells:
                yield Row(begins, tuple(cells))
            begins = first + reader.line_num
    except csv.Error:
        raise PlacedError("table.quotes", place=Place(file, row=begins)) from None


def line_rows(text: str, *, file: str, most: int) -> list[Row]:
    """Give the rows of a text without a header: each line by the first separator that it has.

    Raises
    ------
    PlacedError
        There are more than `most` rows, or quotation marks are wrong.
    """
    return _filled(_line_rows(text, file), most, file)


def _line_rows(text: str, file: str) -> Iterator[Row]:
    for number, line in enumerate(_plain_lines(text), start=1):
        if not line or line.isspace():
            continue
        separator = next((sign for sign in SEPARATORS if sign in line), ",")
        yield from _separated(line, separator, file, first=number)


def match_header(row: Row, columns: Columns, *, file: str) -> tuple[dict[str, int], Warnings]:
    """Give the position of each column that a header row names, and warn of the others.

    Raises
    ------
    PlacedError
        Two headers mean one column, or there are too many.
    """
    if len(row.cells) > MAX_COLUMNS:
        raise PlacedError(
            "table.columns", place=Place(file, row=row.number), n=len(row.cells), limit=MAX_COLUMNS
        )
    positions: dict[str, int] = {}
    warnings: Warnings = []
    for position, header in enumerate(row.cells):
        column = columns.find(header)
        if column is None:
            warnings += _unknown_column(header, columns, file)
        elif column in positions:
            first = row.cells[positions[column]]
            raise PlacedError(
                "table.column_twice",
                place=Place(file, row=row.number),
                first=shown(clean(first)),
                second=shown(clean(header)),
                column=column,
            )
        else:
            positions[column] = position
    return positions, warnings


def _unknown_column(header: str, columns: Columns, file: str) -> Warnings:
    if _folded_header(header) in IGNORED:
        return []
    return [unknown_word(clean(header), columns, file)]


def unknown_word(word: str, columns: Columns, file: str) -> tuple[str, dict[str, object]]:
    """Give the warning that a column (or a key of JSON) is not known and not read."""
    guess = columns.near(word)
    fields: dict[str, object] = {"file": file, "column": shown(word)}
    if guess is None:
        return "table.unknown_column", fields
    return "table.unknown_column_near", fields | {"guess": guess}


def cell(row: Row, position: int | None) -> str:
    """Give a row's cell; rows may end early, and a column that is absent is empty."""
    if position is None or position >= len(row.cells):
        return ""
    return row.cells[position]


def refuse_surplus(row: Row, width: int, *, file: str) -> None:
    """Refuse a row that holds something beyond the last column of the header."""
    if any(map(clean, row.cells[width:])):
        raise PlacedError(
            "table.surplus", place=Place(file, row=row.number), cells=len(row.cells), header=width
        )


def unnamed_cells(header: Row, rows: Iterable[Row], *, file: str) -> Warnings:
    """Warn of what stands in a column without a header: it is not read."""
    unnamed = [position for position, word in enumerate(header.cells) if not clean(word)]
    for row in rows:
        for position in unnamed:
            if clean(cell(row, position)):
                value = shown(clean(cell(row, position)))
                return [("table.unnamed", {"file": file, "row": row.number, "value": value})]
    return []
