"""A plan for people and for other programs: pages, workbooks, calendars, texts, foreign formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mafsim.export.asked import Asked
from mafsim.export.html import html, page
from mafsim.export.ics import calendars, ics
from mafsim.export.messenger import text
from mafsim.export.parts import ALL, UNTOLD, lost
from mafsim.export.results import RESULT_FORMATS, results_sheet
from mafsim.export.rows import csv
from mafsim.export.slots import array, federation, people, schedule
from mafsim.export.timetable import is_divided
from mafsim.export.workbook import xlsx
from mafsim.files.document import plan_text
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.plan import Plan

__all__ = [
    "FORMATS",
    "RESULT_FORMATS",
    "Asked",
    "Format",
    "csv",
    "html",
    "results_sheet",
    "text",
    "unsaid",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """What a plan can be turned into."""

    write: Callable[[Plan, Asked], bytes]
    holds: frozenset[str] | None = None
    """The parts of a plan (`parts.PARTS`) that it holds besides who sits where, for a format that
    is read again; None for one that is for people's eyes."""
    takes: frozenset[str] = frozenset()
    """What of `Asked` it takes, besides the language and the regulation."""
    binary: bool = False
    """Whether it is no text."""


_SHEET = frozenset(
    {
        *("names", "numbers", "teams", "divisions", "stages", "judges", "advisers"),
        *("game", "size", "gaps"),
    }
)

_TIMES = frozenset({"start", "minutes"})

FORMATS: Mapping[str, Format] = {
    "text": Format(write=lambda plan, asked: text(plan, asked.lang).encode()),
    "html": Format(write=page, takes=_TIMES | {"results"}),
    "xlsx": Format(write=xlsx, holds=_SHEET, takes=_TIMES | {"results"}, binary=True),
    "ics": Format(write=ics, takes=_TIMES | {"player"}),
    "calendars": Format(write=calendars, takes=_TIMES, binary=True),
    "csv": Format(write=lambda plan, asked: csv(plan, asked.lang), holds=_SHEET),
    "json": Format(write=lambda plan, _: plan_text(plan).encode(), holds=ALL),
    "schedule": Format(
        write=lambda plan, _: schedule(plan), holds=frozenset({"names", "numbers", "unseated"})
    ),
    "people": Format(write=lambda plan, _: people(plan)),
    "federation": Format(write=lambda plan, _: federation(plan), holds=frozenset({"names"})),
    "array": Format(write=lambda plan, _: array(plan), holds=frozenset()),
}
"""What a plan can be turned into, by the name of the option ``--to``."""


def unsaid(plan: Plan, to: str, asked: Asked) -> Iterator[str]:
    """Say what a format leaves unsaid of a plan, or says more exactly than anybody has written."""
    form = FORMATS[to]
    if form.takes >= _TIMES and asked.minutes is None and is_divided(plan, asked.regulation):
        yield say(asked.lang, "export.divided")
    if form.holds is None:
        return
    parts = [part for part in lost(plan, form.holds) if part not in UNTOLD]
    if parts:
        told = [say(asked.lang, f"export.part.{part}") for part in parts]
        yield say(asked.lang, "export.lost", to=to, parts=told)
