"""A plan as people read it: numbered rounds, tables and seats, with names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from mafsim.export.rows import adviser, judge
from mafsim.plan import EMPTY
from mafsim.report import opposite
from mafsim.words import say

if TYPE_CHECKING:
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
    judge: str = ""
    """Who judges there, if that is said."""


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
                adviser(plan, round_, table, number - 1),
            )
            for number, entrant in enumerate(people, start=1)
        ),
        division=", ".join(sorted(named.get(division, division) for division in divisions)),
        judge=judge(plan, round_, table),
    )


def heading(round_: Round, lang: str) -> str:
    """Give the title of a round, with its stage where there are several."""
    return say(
        lang,
        "export.round_of_stage" if round_.stage else "export.round",
        round=round_.number,
        stage=round_.stage,
    )


def caption(table: Table, lang: str) -> str:
    """Give the title of a table, with its division where there are several."""
    key = "export.table_of_division" if table.division else "export.table"
    return say(lang, key, table=table.number, division=table.division)
