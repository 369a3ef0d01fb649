"""Games written down as an organiser would: who matters is named, everyone else fills the table.

The deal is the same in every game unless a test says otherwise: seat 3 is the sheriff, seats 4 and
6 are mafia, seat 5 is the don, the others are civilians.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from mafsim.files import Results, parse_results
from mafsim.files.faults import ForbiddenError
from mafsim.regulations import Regulation, load, set_values
from mafsim.scoring import written
from mafsim.standings import Standings, standings
from mafsim.standings.document import decided_by, places

DEAL = (
    *("civilian", "civilian", "sheriff", "mafia", "don"),
    *("mafia", "civilian", "civilian", "civilian", "civilian"),
)
PEOPLE = ("name", "adviser", "replaces")
"""The columns that name somebody."""

Row = dict[str, Any]
By = Literal["player", "team"]


@dataclass
class Event:
    """An event under a regulation, some of its values perhaps set otherwise."""

    regulation: Regulation
    rows: list[Row] = field(default_factory=list)
    teams: dict[str, str] = field(default_factory=dict)

    def game(self, result: str, *seats: Row, table: int = 1, **rest: Any) -> Event:
        """Add a game, in round 1 unless told otherwise; what is not said of a seat is left empty."""
        round_ = rest.pop("round", 1)
        said = {seat["seat"]: seat for seat in seats}
        for number, role in enumerate(DEAL, start=1):
            filler = {"name": f"filler {round_}.{table}.{number}"}
            row = {"round": round_, "table": table, "seat": number, "role": role, "result": result}
            row |= rest | filler | said.get(number, {})
            self.rows.append(row)
        return self

    def pairs(self, *pairs: Row, **rest: Any) -> Event:
        """Add a table of Shapka, table 1 of round 1 unless told otherwise."""
        self.teams |= {pair["name"]: pair["team"] for pair in pairs}
        self.rows += [{"round": 1, "table": 1} | rest | pair for pair in pairs]
        return self

    def breach(self, team: str, penalties: int = 1, **rest: Any) -> Event:
        """Add breaches away from a table."""
        self.rows.append({"team": team, "penalties": penalties} | rest)
        return self

    def read(self) -> Results:
        """Read the results, everything that is wrong with them beside them."""
        names = sorted({row[key] for row in self.rows for key in PEOPLE if row.get(key)})
        people = [
            {
                "id": name,
                "name": name,
                "team": self.teams.get(name, f"team of {name}") if self.teams else None,
                "division": None if name.startswith("filler") else "named",
            }
            for name in names
        ]
        data = json.dumps({"entrants": people, "rows": self.rows}).encode()
        return parse_results(data, self.regulation, file="worked", lenient=True)

    def refused(self) -> list[tuple[str, tuple[str, ...]]]:
        """Give what is refused, and the clauses that refuse it."""
        faults = self.read().faults
        assert all(isinstance(fault, ForbiddenError) for fault in faults), faults
        return [
            (fault.refusal.key, fault.clauses)
            for fault in faults
            if isinstance(fault, ForbiddenError)
        ]

    def table(self, by: By | None = None, **asked: Any) -> Standings:
        """Rank what was played, in which nothing may be wrong."""
        read = self.read()
        assert [fault.sentence() for fault in read.faults] == []
        return standings(read.games, self.regulation, by=by, **asked)

    def points(self, *names: str, by: By = "player", **asked: Any) -> list[str]:
        """Give the points of some, as they are written."""
        table = self.table(by, **asked)
        points = dict(zip(table.units.names, table.earned.points[0].tolist(), strict=True))
        return [written(points[name]) for name in names]

    def components(self, name: str, by: By = "player", **asked: Any) -> dict[str, str]:
        """Give what somebody's points consist of, what is zero left out."""
        line = next(line for line in places(self.table(by, **asked)) if line["name"] == name)
        return {key: value for key, value in line["components"].items() if value != "0"}

    def above(self, one: str, other: str, by: By = "player", **asked: Any) -> str | None:
        """Say what puts one above another, among those named; they stand side by side.

        ``shared`` where nothing does.
        """
        table = self.table(by, division="named", **asked)
        order = [table.units.names[unit] for unit in table.order[0].tolist()]
        k = order.index(one)
        decided = decided_by(table, k)
        assert order[k + 1] == other, order
        return decided


@pytest.fixture
def event() -> Callable[..., Event]:
    """Give a new event: ``event("ugra-2021", "stages.final.multiplier=2")``."""

    def _event(name: str, *assignments: str, teams: dict[str, str] | None = None) -> Event:
        return Event(set_values(load(name), assignments), teams=teams or {})

    return _event


@pytest.fixture
def pair() -> Callable[..., Row]:
    """Give a pair of Shapka with its words: half 1 part 1, half 1 part 2, half 2 part 1, and so on."""

    def _pair(name: str, team: str, words: str = "0 0 0 0", penalties: int = 0) -> Row:
        columns = ("words_1_1", "words_1_2", "words_2_1", "words_2_2")
        told = dict(zip(columns, map(int, words.split()), strict=True))
        return {"name": name, "team": team, "penalties": penalties, **told}

    return _pair


@pytest.fixture
def at() -> Callable[..., Row]:
    """Give a seat with who sits there and what is written about him."""

    def _at(seat: int, name: str | None = None, **cells: Any) -> Row:
        row: Row = {"seat": seat, **cells}
        return row if name is None else row | {"name": name}

    return _at
