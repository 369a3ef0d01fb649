"""Standings as plain data for JSON, with every number exact."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from mafsim.games import EMPTY
from mafsim.scoring import components_of, written
from mafsim.standings.doubts import Change, Dispute, Misdrawn
from mafsim.standings.places import PER_GAME, POINTS, STAGE, Standings
from mafsim.standings.tie_breaks import IN_POINTS

Document = dict[str, Any]

SHARED = "shared"
"""What decides between those who share a place: nothing."""


def places(table: Standings, tournament: int = 0) -> list[Document]:
    """Give a line for each, best first: its place from one up, its points, what decided."""
    earned, units = table.earned, table.units
    regulation = earned.tallies.regulation
    components = {name: earned.component(name)[tournament] for name in components_of(regulation)}
    points, played = earned.points[tournament], earned.played[tournament]
    lines: list[Document] = []
    for k, unit in enumerate(table.order[tournament].tolist()):
        line: Document = {
            "place": int(table.place[tournament, k]) + 1,
            "entrant": units.ids[unit],
            "name": units.names[unit],
            "points": written(int(points[unit])),
            "games": int(played[unit]),
            "components": {name: written(int(each[unit])) for name, each in components.items()},
            "tie_breaks": _compared(table, tournament, unit),
            "decided_by": decided_by(table, k, tournament),
        }
        if units.divisions[unit] is not None:
            line["division"] = units.divisions[unit]
        lines.append(line)
    return lines


def decided_by(table: Standings, k: int, tournament: int = 0) -> str | None:
    """Name what put the one on line k above the next; None for the last."""
    if k == len(table.units) - 1:
        return None
    level = int(table.decided_by[tournament, k])
    return SHARED if level == EMPTY else table.levels[level]


def _compared(table: Standings, tournament: int, unit: int) -> Document:
    """Give what was compared beside the points; a lot has no number that means anything."""
    return {
        level: value(table, level, unit, tournament)
        for level in table.levels
        if level not in (POINTS, "lot")
    }


def value(table: Standings, level: str, unit: int, tournament: int = 0) -> int | str:
    """Give what one has of a level: a count, or points as they are written."""
    number = int(table.values[table.levels.index(level)][tournament, unit])
    if level == PER_GAME:
        return _average(table, unit, tournament)
    if level == POINTS or level in IN_POINTS:
        return written(number)
    assert level == STAGE or level != "lot"
    return number


def _average(table: Standings, unit: int, tournament: int) -> str:
    """Give points a game: as a decimal where that is exact, else as a fraction."""
    points = int(table.earned.points[tournament, unit])
    games = int(table.earned.played[tournament, unit])
    if points % max(games, 1) == 0:
        return written(points // max(games, 1))
    return str(Fraction(points, 1000 * games))


def dispute(open_: Dispute) -> Document:
    """Give an open protest and what it would alter, counted from one."""
    return {
        "round": open_.round + 1,
        "table": open_.table + 1,
        "result": open_.winner.name.lower(),
        "by": list(open_.protesters),
        "otherwise": {winner.name.lower(): changes(altered) for winner, altered in open_.otherwise},
    }


def changes(altered: Iterable[Change]) -> list[Document]:
    """Give places that change, counted from one."""
    return [
        {
            "entrant": change.id,
            "name": change.name,
            "from": change.before + 1,
            "to": change.after + 1,
        }
        for change in altered
    ]


def misdrawn(found: Misdrawn) -> Document:
    """Give somebody whom the results would have sent elsewhere, counted from one."""
    told: Document = {
        "stage": found.stage,
        "round": found.round + 1,
        "entrant": found.id,
        "name": found.name,
        "place": found.place + 1,
    }
    if found.in_field is not None:
        return told | {"in_field": found.in_field}
    assert found.sat_at is not None
    due = [table + 1 for table in found.due_at]
    return told | {"sat_at": found.sat_at + 1, "due_at": due}
