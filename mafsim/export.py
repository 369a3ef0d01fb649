"""A plan for people and for other programs: messenger text, CSV for a spreadsheet, a page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Mapping
from csv import writer
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from mafsim.files.text import defuse
from mafsim.plan import EMPTY
from mafsim.report import balance_verdicts, broken_rules, opposite, origin, title, titles
from mafsim.words import plain, say

if TYPE_CHECKING:
    from mafsim.pairing.check import Findings
    from mafsim.plan import Plan
    from mafsim.roster import Entrant


NO_TITLES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Seat:
    """A numbered seat, and who has it."""

    number: int
    entrant: Entrant | None
    places: str = ""
    """In Shapka, where the two of a pair sit."""
    adviser: str = ""
    """The name of the team-mate who advises from behind the chair."""

    @property
    def people(self) -> str:
        """The people of a pair, where they are known."""
        return " – ".join(member.name for member in self.entrant.members) if self.entrant else ""


@dataclass(frozen=True, slots=True)
class Table:
    """A numbered table and its seats in order."""

    number: int
    seats: tuple[Seat, ...]
    division: str = ""
    """Who plays there, where divisions have tables of their own."""


@dataclass(frozen=True, slots=True)
class Round:
    """A numbered round: its tables that are played, who sits out, and who is not there."""

    number: int
    stage: str
    tables: tuple[Table, ...]
    byes: tuple[Entrant, ...]
    absent: tuple[Entrant, ...]


def rounds(plan: Plan, named: Mapping[str, str] = NO_TITLES) -> tuple[Round, ...]:
    """Give a plan as people read it, numbered from one; `named` has titles of stages and divisions.

    A round's `stage` is empty where the plan has no stages, or one alone.
    """
    stages = plan.stages if len(set(plan.stages)) > 1 else ("",) * plan.rounds
    played = plan.played()
    return tuple(
        _round(plan, index, stages[index], np.flatnonzero(played[index]).tolist(), named)
        for index in range(plan.rounds)
    )


def _round(
    plan: Plan, index: int, stage: str, tables: list[int], named: Mapping[str, str]
) -> Round:
    away = [plan.roster.entrants[entrant] for entrant in plan.byes(index)]
    return Round(
        number=index + 1,
        stage=named.get(stage, stage),
        tables=tuple(_table(plan, index, table, named) for table in tables),
        byes=tuple(entrant for entrant in away if index not in entrant.absent),
        absent=tuple(entrant for entrant in away if index in entrant.absent),
    )


def _table(plan: Plan, round_: int, table: int, named: Mapping[str, str]) -> Table:
    seated = plan.seats[round_, table].tolist()
    while len(seated) > plan.table_size and seated[-1] == EMPTY:
        seated.pop()
    pairs = opposite(plan.table_size) if plan.game == "shapka" else ()
    people = [None if index == EMPTY else plan.roster.entrants[index] for index in seated]
    divided = plan.roster.divided
    divisions = {e.division for e in people if e and e.division} if divided else set()
    return Table(
        number=table + 1,
        seats=tuple(
            Seat(
                number,
                entrant,
                pairs[number - 1] if number <= len(pairs) else "",
                _adviser(plan, round_, table, number - 1),
            )
            for number, entrant in enumerate(people, start=1)
        ),
        division=", ".join(sorted(named.get(division, division) for division in divisions)),
    )


def _adviser(plan: Plan, round_: int, table: int, seat: int) -> str:
    index = EMPTY if plan.advisers is None else int(plan.advisers[round_, table, seat])
    return "" if index == EMPTY else plan.roster.entrants[index].name


def text(plan: Plan, lang: str) -> str:
    """Give a plan as plain lines for a messenger: short ones, so that a phone breaks none."""
    blocks = [f"{title(plan, lang)}."]
    for round_ in rounds(plan, titles(plan, lang)):
        head = _heading(round_, lang).upper()
        tables = [_table_lines(table, lang) for table in round_.tables]
        tables = tables or [say(lang, "export.no_games")]
        blocks += [f"{head}\n{tables[0]}", *tables[1:], *_away(round_, lang)]
    return "\n\n".join(blocks) + "\n"


def _heading(round_: Round, lang: str) -> str:
    return say(
        lang,
        "export.round_of_stage" if round_.stage else "export.round",
        round=round_.number,
        stage=round_.stage,
    )


def _table_lines(table: Table, lang: str) -> str:
    lines = [_caption(table, lang)]
    for seat in table.seats:
        name = plain(seat.entrant.name) if seat.entrant else "—"
        lines.append(f"{seat.number}. {name}" + (f" ({seat.places})" if seat.places else ""))
        if seat.people:
            lines.append(f"   {plain(seat.people)}")
        if seat.adviser:
            lines.append(f"   {say(lang, 'export.adviser', name=seat.adviser)}")
    return "\n".join(lines)


def _caption(table: Table, lang: str) -> str:
    key = "export.table_of_division" if table.division else "export.table"
    return say(lang, key, table=table.number, division=table.division)


def _away(round_: Round, lang: str) -> Iterable[str]:
    for key, entrants in (("export.byes", round_.byes), ("export.absent", round_.absent)):
        if entrants:
            names = ", ".join(plain(entrant.name) for entrant in entrants)
            yield f"{say(lang, key)} {names}"


def csv(plan: Plan, lang: str) -> bytes:
    """Give a plan as CSV, one row a seat; a spreadsheet takes the names as they are.

    A Russian spreadsheet expects semicolons, an English one commas.
    """
    sheet = io.StringIO()
    rows = writer(sheet, delimiter=say(lang, "export.csv.delimiter"), lineterminator="\r\n")
    rows.writerow(
        say(lang, f"export.csv.{column}") for column in ("round", "table", "seat", "player", "team")
    )
    for round_ in rounds(plan):
        for table in round_.tables:
            for seat in table.seats:
                if seat.entrant is not None:
                    names = (seat.entrant.name, seat.entrant.team or "")
                    place = (round_.number, table.number, seat.number)
                    rows.writerow((*place, *map(_cell, names)))
    return sheet.getvalue().encode("utf-8-sig")


_MONTH = (
    "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    "янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)"
)
_CONVERTED = re.compile(
    rf"[0-9][0-9.,:/ -]*(e[0-9]+)?|[0-9]+[ ./-]*{_MONTH}\w*.*|{_MONTH}\w*[ ./-]*[0-9]+",
    re.IGNORECASE,
)
"""What a spreadsheet would turn into a number, a time or a date: a nickname such as 007 or 1-3."""


def _cell(name: str) -> str:
    """Give a name as a spreadsheet keeps it.

    A no-break space in the end, which every reader trims, keeps a nickname from becoming a date.
    """
    return f"{name}\u00a0" if _CONVERTED.fullmatch(name) else defuse(name)


def html(plan: Plan, findings: Findings, lang: str) -> str:
    """Give a plan as one page that needs nothing but itself, to be read on a phone or printed."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("mafsim", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["name"] = lambda name: plain(name, keep_direction=True)
    return environment.get_template("plan.html").render(
        lang=lang,
        title=title(plan, lang),
        rounds=rounds(plan, titles(plan, lang)),
        by_four=_by_four(plan),
        heading=lambda round_: _heading(round_, lang),
        caption=lambda table: _caption(table, lang),
        say=lambda key, **fields: say(lang, key, **fields),
        rules=broken_rules(plan, findings, lang),
        balance=(*balance_verdicts(plan, findings, lang, named=0), *origin(plan, lang)),
    )


def _by_four(plan: Plan) -> bool:
    """Say whether four tables abreast make fewer rows of them than three do."""
    most = int(plan.played().sum(axis=1).max())
    return -(-most // 4) < -(-most // 3)


def _page(plan: Plan, lang: str) -> bytes:
    from mafsim.pairing.check import examine

    return html(plan, examine(plan), lang).encode()


FORMATS: dict[str, Callable[[Plan, str], bytes]] = {
    "text": lambda plan, lang: text(plan, lang).encode(),
    "csv": csv,
    "html": _page,
}
"""What a plan can be turned into, by the name of the option ``--to``."""
