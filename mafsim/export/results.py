"""What happened at the tables as a sheet: to be filled in by hand, or filled in already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mafsim.export.book import Book, book, kept
from mafsim.export.rows import seat_rows
from mafsim.files.record import WORDS
from mafsim.files.written_results import result_rows, results_csv, results_text
from mafsim.games import Games
from mafsim.words import say

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

    from mafsim.games import AnyGames
    from mafsim.plan import Plan

Row = Mapping[str, Any]

_WHERE = ("stage", "round", "table", "seat", "name", "team", "division")
_NUMBERS = ("round", "table", "seat")
_MAFIA = (
    *("role", "result", "left", "best_move", "best_player", "additional", "penalty"),
    *("penalty_reason", "fouls", "disqualified", "approved", "adviser", "replaces"),
    *("ended", "protest"),
)
_SHAPKA = (*WORDS, "penalties")
_ALWAYS = frozenset({"round", "table", "seat", "name"})
_WIDE = {"name": 26, "team": 20, "penalty_reason": 20, "left": 14, "adviser": 20, "stage": 13}
_CHOICES: Mapping[str, Sequence[str]] = {
    "role": ("civilian", "sheriff", "mafia", "don"),
    "result": ("red", "black", "draw"),
    "ended": ("play", "plea", "hall", "judge", "protest"),
    "protest": ("open", "accepted", "rejected"),
}
_YES = ("best_player", "disqualified", "approved")
_LEFT = (*(("night", n) for n in range(1, 6)), *(("vote", n) for n in range(1, 7)))
_HINTS = frozenset({"left", "best_move", "additional", "penalty", "fouls", "ended", "protest"})
_MOST_CHOICES = 255
"""The longest list of choices that a spreadsheet keeps in a cell, in characters."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet while it is filled: its columns and its language."""

    book: Book
    sheet: Worksheet
    columns: Sequence[str]
    lang: str

    def column(self, name: str) -> int:
        return self.columns.index(name)

    def style(self, name: str, first: bool) -> Format:
        kind = "typed"
        if name in _WHERE:
            kind = "number" if name in _NUMBERS else "row"
        return self.book.style(f"{kind}_first" if first else kind)


def results_sheet(games: AnyGames, lang: str = "en") -> bytes:
    """Give games of one tournament as a workbook that `mafsim standings` reads."""
    opened = book(say(lang, "export.sheet.results"))
    rows = list(result_rows(games))
    draw_results(opened, rows, lang, mafia=isinstance(games, Games))
    return opened.content()


RESULT_FORMATS: Mapping[str, Callable[[AnyGames, str], bytes]] = {
    "csv": lambda games, _: results_csv(games).encode(),
    "xlsx": results_sheet,
    "json": lambda games, _: results_text(games).encode(),
}
"""What the games of one tournament can be written as, by name."""


def rows_to_fill(plan: Plan, games: AnyGames | None) -> list[Row]:
    """Give a row for each seat of a plan; what has been played is filled in."""
    played: dict[tuple[Any, ...], Row] = {}
    away: list[Row] = []
    for row in () if games is None else result_rows(games):
        if "round" in row:
            played[row["round"], row["table"], row["name"]] = row
        else:
            away.append(row)
    rows: list[Row] = []
    for seat in seat_rows(plan):
        where: dict[str, Any] = {
            key: seat[key] for key in ("stage", "round", "table", "seat") if key in seat
        }
        who: dict[str, Any] = {"name": seat["player"]}
        who |= {key: seat[key] for key in ("team", "division", "adviser") if key in seat}
        told = played.pop((seat["round"], seat["table"], seat["player"]), {})
        rows.append({**where, **who, **told})
    return [*rows, *played.values(), *away]


def draw_results(opened: Book, rows: Sequence[Row], lang: str, *, mafia: bool) -> None:
    """Add the sheet of results: a row a seat, with choices where a word is expected."""
    columns = tuple(_columns(rows, mafia=mafia))
    name = say(lang, "export.sheet.results")
    sheet = opened.sheet(name, landscape=True, footer=name)
    drawn = _Sheet(opened, sheet, columns, lang)
    _draw_header(drawn)
    line = 1
    for _, game in groupby(rows, key=lambda row: (row.get("round"), row.get("table"))):
        line = _draw_game(drawn, list(game), line)
    _add_choices(drawn, last=max(line - 1, 1))
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.print_area(0, 0, max(line - 1, 1), len(columns) - 1)


def _columns(rows: Iterable[Row], *, mafia: bool) -> Iterator[str]:
    """Give the columns: what is typed always, the others where a row has them."""
    told = {column for row in rows for column in row}
    for column in _WHERE:
        if column == "seat" and not mafia:
            continue
        if column in told or column in _ALWAYS:
            yield column
    for column in _MAFIA if mafia else _SHAPKA:
        if column in told or column not in ("adviser", "replaces"):
            yield column


def _draw_header(drawn: _Sheet) -> None:
    sheet = drawn.sheet
    for index, column in enumerate(drawn.columns):
        title = say(drawn.lang, f"export.results.{column}")
        sheet.write_string(0, index, title, drawn.book.style("column"))
        sheet.set_column(index, index, _WIDE.get(column, max(8.0, 1.3 * len(title))))
    sheet.set_row(0, 22)
    sheet.freeze_panes(1, drawn.column("name") + 1)


def _draw_game(drawn: _Sheet, game: Sequence[Row], line: int) -> int:
    """Draw the rows of one table, and give the next line.

    The result is chosen on the first row; the others take it from there until they are told.
    """
    first = line
    for row in game:
        for index, column in enumerate(drawn.columns):
            style = drawn.style(column, line == first)
            value = row.get(column)
            if column == "result" and value is None and line > first:
                cell = f"${_letters(index)}${first + 1}"
                drawn.sheet.write_formula(line, index, f'=IF({cell}="","",{cell})', style, "")
            else:
                _write(drawn, line, index, _told(drawn.lang, column, value), style)
        line += 1
    return line


def _letters(index: int) -> str:
    from xlsxwriter.utility import xl_col_to_name

    return str(xl_col_to_name(index))


def _write(drawn: _Sheet, line: int, index: int, value: str | float | None, style: Format) -> None:
    match value:
        case None:
            drawn.sheet.write_blank(line, index, None, style)
        case str():
            drawn.sheet.write_string(line, index, kept(value), style)
        case _:
            drawn.sheet.write_number(line, index, value, style)


def _told(lang: str, column: str, value: Any) -> str | float | None:
    """Give what a cell says, in the words of the language."""
    match value:
        case None:
            return None
        case bool():
            return 1
        case list():
            return ";".join(map(str, value))
        case str() if column == "left":
            kind, number = value.split()
            return f"{say(lang, f'export.left.{kind}')} {number}"
        case str() if column in _CHOICES:
            return say(lang, f"export.{column}.{value}")
        case str() | int() | float():
            return value
    raise AssertionError(value)


def _add_choices(drawn: _Sheet, last: int) -> None:
    """Offer the words of a column in a list, and say what others take."""
    for column in drawn.columns:
        said: dict[str, Any] = {"ignore_blank": True, "show_error": column in _CHOICES}
        words = _choices(column, drawn.lang)
        if words:
            assert len(",".join(words)) <= _MOST_CHOICES
            said |= {"validate": "list", "source": words}
        elif column in _HINTS or column in WORDS:
            said |= {"validate": "any"}
        else:
            continue
        if column in _HINTS:
            said["input_message"] = say(drawn.lang, f"export.hint.{column}")
        index = drawn.column(column)
        drawn.sheet.data_validation(1, index, last, index, said)


def _choices(column: str, lang: str) -> list[str]:
    if column in _CHOICES:
        return [say(lang, f"export.{column}.{word}") for word in _CHOICES[column]]
    if column == "left":
        return [f"{say(lang, f'export.left.{kind}')} {number}" for kind, number in _LEFT]
    if column == "fouls":
        return ["0", "1", "2", "3", "4"]
    return ["1"] if column in _YES else []
