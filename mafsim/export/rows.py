"""A plan as CSV: one row a seat, safe for a spreadsheet."""

from __future__ import annotations

import io
import re
from csv import writer
from typing import TYPE_CHECKING

import numpy as np

from mafsim.files.seated import usual_size
from mafsim.files.text import defuse
from mafsim.plan import EMPTY
from mafsim.words import plain, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mafsim.plan import Plan

COLUMNS = ("round", "table", "seat", "player", "team")
"""What every sheet of a plan has."""

MORE = ("stage", "division", "judge", "adviser", "table_size", "game")
"""What a sheet has where the plan has it."""

Seat = dict[str, int | str]
"""What a row says, by column; what it does not say is left out."""


def columns(rows: list[Seat]) -> tuple[str, ...]:
    """Give the columns that a sheet of these rows has."""
    told = {column for row in rows for column in row}
    return (*COLUMNS, *(column for column in MORE if column in told))


def seat_rows(plan: Plan) -> list[Seat]:
    """Give who sits where, a row a seat that is taken, numbers as people count."""
    common: Seat = {}
    if _guessed_size(plan) != plan.table_size:
        common["table_size"] = plan.table_size
    if plan.game != "mafia":
        common["game"] = plan.game
    return [row | common for row in _rows(plan)]


def _rows(plan: Plan) -> Iterator[Seat]:
    entrants = plan.roster.entrants
    for round_, table, seat in np.argwhere(plan.seats != EMPTY).tolist():
        entrant = entrants[plan.seats[round_, table, seat]]
        row: Seat = {
            "round": round_ + 1,
            "table": table + 1,
            "seat": seat + 1,
            "player": entrant.name,
        }
        said = {
            "team": entrant.team,
            "stage": plan.stages[round_] if plan.stages else None,
            "division": entrant.division,
            "judge": judge(plan, round_, table),
            "adviser": adviser(plan, round_, table, seat),
        }
        row.update({column: text for column, text in said.items() if text})
        yield row


def judge(plan: Plan, round_: int, table: int) -> str:
    """Give the name of a table's judge, empty if nobody is named."""
    index = EMPTY if plan.judges is None else int(plan.judges[round_, table])
    return "" if index == EMPTY else plan.roster.judges[index].name


def adviser(plan: Plan, round_: int, table: int, seat: int) -> str:
    """Give the name of who advises behind a chair, empty if nobody does."""
    index = EMPTY if plan.advisers is None else int(plan.advisers[round_, table, seat])
    return "" if index == EMPTY else plan.roster.entrants[index].name


def _guessed_size(plan: Plan) -> int:
    """Give the size of table that a reader takes a plan for, if nobody tells it."""
    seats = np.arange(1, plan.seats.shape[2] + 1)
    highest = np.where(plan.seats == EMPTY, 0, seats).max(axis=2).ravel()
    return usual_size([seat for seat in highest.tolist() if seat])


def csv(plan: Plan, lang: str) -> bytes:
    """Give a plan as CSV, one row a seat; a spreadsheet takes the names as they are.

    A Russian spreadsheet expects semicolons, an English one commas.
    """
    rows = seat_rows(plan)
    named = columns(rows)
    sheet = io.StringIO()
    lines = writer(sheet, delimiter=say(lang, "export.csv.delimiter"), lineterminator="\r\n")
    lines.writerow(say(lang, f"export.csv.{column}") for column in named)
    for row in rows:
        lines.writerow(_cell(row.get(column, "")) for column in named)
    return sheet.getvalue().encode("utf-8-sig")


_MONTH = (
    "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    "янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)"
)
_CONVERTED = re.compile(
    r"[$€₽£]?\s*\(?[0-9][0-9.,:/ -]*(e[+-]?[0-9]+)?\)?\s*(%|[$€₽£]|р\.?|руб\.?|[ap]m?)?"
    rf"|[0-9]+[ ./-]*{_MONTH}\w*.*|{_MONTH}\w*[ ./-]*[0-9]+.*"
    r"|\([0-9].*\)|true|false|истина|ложь|#\w+[/!?].*",
    re.IGNORECASE,
)
"""What a spreadsheet would turn into a number, a time, a date, yes or no: a nickname such as 007,
1-3 or 50%."""


def _cell(told: int | str) -> str:
    """Give a number as it is, and a text as a spreadsheet keeps it.

    A no-break space in the end, which every reader trims, keeps a nickname from becoming a date.
    """
    if isinstance(told, int):
        return str(told)
    told = plain(told, keep_direction=True)
    return f"{told}\u00a0" if _CONVERTED.fullmatch(told) else defuse(told)
