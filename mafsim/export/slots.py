"""What other programs read: the schedule, its people, the federation's text, a bare array."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from mafsim.errors import Impossible
from mafsim.files.foreign import heading_number
from mafsim.files.plan import is_headed
from mafsim.files.text import shown
from mafsim.pairing.measures import game_counts
from mafsim.plan import EMPTY, Plan

Slots = list[list[list[int | None]]]
"""``slots[round][table][seat]``: an entrant's index, None where nobody sits."""

SEPARATOR = ";"
"""What stands between the tables of the federation's text."""


def slots(plan: Plan) -> Slots:
    """Give who sits where as plain lists; a table that is not played is left out."""
    return [
        [
            [None if index == EMPTY else index for index in _seats(plan, round_, table)]
            for table in np.flatnonzero(played).tolist()
        ]
        for round_, played in enumerate(plan.played())
    ]


def _seats(plan: Plan, round_: int, table: int) -> list[int]:
    """Give the seats of a table; what is beyond its size only where somebody sits there."""
    seats: list[int] = plan.seats[round_, table].tolist()
    while len(seats) > plan.table_size and seats[-1] == EMPTY:
        seats.pop()
    return seats


def array(plan: Plan) -> bytes:
    """Give the bare lists ``[round][table][seat]`` of zero-based slots, a line a table."""
    rounds = (_listed(map(json.dumps, tables), "  ") for tables in slots(plan))
    return f"{_listed(rounds, '')}\n".encode()


def _listed(items: Iterator[str], indent: str) -> str:
    lines = ",\n".join(f"{indent} {item}" for item in items)
    return f"[\n{lines}\n{indent}]"


def schedule(plan: Plan) -> bytes:
    """Give the schedule that viewers and importers of sites read, with the people.

    Everything is counted from zero. A round that a foreign plan leaves out is left out here too.
    """
    games: list[dict[str, Any]] = []
    rounds: list[dict[str, Any]] = []
    for round_, tables in enumerate(slots(plan)):
        if round_ in plan.missing_rounds:
            continue
        ids = list(range(len(games), len(games) + len(tables)))
        games += [{"id": id_, "players": seats} for id_, seats in zip(ids, tables, strict=True)]
        rounds.append({"id": round_, "gameIds": ids})
    document = {
        "configuration": _configuration(plan, games),
        "rounds": rounds,
        "games": games,
        "people": _people(plan),
    }
    return _document(document)


def _configuration(plan: Plan, games: list[dict[str, Any]]) -> dict[str, int]:
    played = game_counts(plan)
    return {
        "numPlayers": len(plan.roster.entrants),
        "numTables": int(plan.played().sum(axis=1).max(initial=0)),
        "numRounds": plan.rounds,
        "numGames": len(games),
        "numAttempts": int(played.max(initial=0)),
        "numTeams": len(plan.roster.teams()),
    }


def people(plan: Plan) -> bytes:
    """Give the people of a schedule alone, for a program that wants them in a file of their own."""
    return _document({"people": _people(plan)})


def _people(plan: Plan) -> list[dict[str, Any]]:
    return [
        {"id": index, "name": entrant.name} for index, entrant in enumerate(plan.roster.entrants)
    ]


def _document(document: dict[str, Any]) -> bytes:
    """Give a document as JSON, a line an item of its lists."""
    parts = [f"{json.dumps(key)}: {_value(value)}" for key, value in document.items()]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _value(value: Any) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    return _listed((json.dumps(item, ensure_ascii=False) for item in value), "")


def federation(plan: Plan) -> bytes:
    """Give the federation's text: per round a line a seat, people with ``;`` between, an empty line.

    Raises
    ------
    Impossible
        A name holds the sign that separates the tables, or looks like an empty cell, or those of
        the first line look like the columns of a table, or a table has more people than seats.
    """
    if plan.seats.shape[2] > plan.table_size:
        raise Impossible("export.crowded", size=plan.table_size)
    names = [_separable(entrant.name) for entrant in plan.roster.entrants]
    rounds = slots(plan)
    lines: list[str] = []
    for tables in rounds:
        behind = SEPARATOR if _alone(tables, names) else ""
        for seat in range(plan.table_size if tables else 0):
            cells = (table[seat] for table in tables)
            line = SEPARATOR.join("" if who is None else names[who] for who in cells)
            lines.append(f"{line}{behind}")
        lines.append("")
    text = "".join(f"{line}\r\n" for line in lines)
    if is_headed(text):
        raise Impossible("export.heading", line=shown(lines[0]))
    return text.encode()


def _separable(name: str) -> str:
    if SEPARATOR in name or name in ("-", "–", "—"):
        raise Impossible("export.separator", name=name, sign=SEPARATOR)
    return name


def _alone(tables: list[list[int | None]], names: list[str]) -> bool:
    """Say whether a round's one table needs the separator to be read: its lines might mislead."""
    if len(tables) != 1:
        return False
    return any(
        who is None or "," in names[who] or heading_number(names[who]) is not None
        for who in tables[0]
    )
