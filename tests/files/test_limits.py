"""Each limit of the readers, from both sides: what is as large as may be is read, one more is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from mafsim.errors import MafsimError
from mafsim.files import (
    document,
    foreign,
    judges,
    lines,
    parse_judges,
    parse_plan,
    parse_results,
    parse_roster,
    people,
    plan_of_rows,
    recorded,
    results,
)
from mafsim.files import faults as faults_of_results
from mafsim.roster import numbered

PEOPLE = numbered(30)
SEATED = {
    "format": "mafsim-plan",
    "version": 1,
    "entrants": [{"id": f"p{i}", "name": f"Player {i}"} for i in range(10)],
    "rounds": [{"round": 1, "tables": [{"table": 1, "seats": [f"p{i}" for i in range(10)]}]}],
}


def plan(**demands: Any) -> None:
    parse_plan(json.dumps(SEATED | {"demands": demands}).encode(), file="p.json")


def pairs(number: int) -> None:
    plan(apart=[["p0", "p1"]] * number)


def bans(number: int) -> None:
    plan(bans=[{"entrant": "p0", "table": 1 + i} for i in range(number)])


def judges_of_a_plan(number: int) -> None:
    plan(judges=[{"name": f"J{i}"} for i in range(number)])


def judges_of_a_table(number: int) -> None:
    text = "name,table\n" + "".join(f"J{i},\n" for i in range(number))
    parse_judges(text.encode(), PEOPLE, file="j.csv")


def judges_in_json(number: int) -> None:
    told = [{"name": f"J{i}"} for i in range(number)]
    parse_judges(json.dumps(told).encode(), PEOPLE, file="j.json")


def people_in_json(number: int) -> None:
    told = [{"name": f"P{i}"} for i in range(number)]
    parse_roster(json.dumps(told).encode(), file="r.json")


def people_of_a_table(number: int) -> None:
    text = "name,team\n" + "".join(f"P{i},\n" for i in range(number))
    parse_roster(text.encode(), file="r.csv")


def rows_at_one_table(number: int) -> None:
    text = "round,table,seat,player\n" + "".join(f"1,1,{i % 3 + 1},P{i}\n" for i in range(number))
    parse_plan(text.encode(), file="p.csv", table_size=3)


def rounds_of_slots(number: int) -> None:
    parse_plan(json.dumps([[list(range(10))]] * number).encode(), file="p.json")


def rounds_of_text(number: int) -> None:
    text = ("".join(f"{i};{i + 10}\n" for i in range(10)) + "\n") * number
    parse_plan(text.encode(), file="p.txt")


ROLES = ["civilian"] * 6 + ["sheriff", "mafia", "mafia", "don"]


def record(games: int = 1, **cells: Any) -> list[dict[str, Any]]:
    """Give the rows of a few games."""
    return [
        {
            "round": 1 + game,
            "table": 1,
            "seat": seat,
            "name": f"P{seat}",
            "role": role,
            "result": "red",
            **cells,
        }
        for game in range(games)
        for seat, role in enumerate(ROLES, start=1)
    ]


def read(rows: list[dict[str, Any]]) -> None:
    parse_results(json.dumps({"rows": rows}).encode(), file="g.json", lenient=True)


def result_rows(number: int) -> None:
    read(record(2)[:number])


def people_of_results(number: int) -> None:
    read([{**row, "name": f"P{i % number}"} for i, row in enumerate(record())])


def unknown_keys(number: int) -> None:
    read(record(**{f"k{i}": 1 for i in range(number)}))


def wrong_cells(number: int) -> None:
    rows = record()
    for row in rows[:number]:
        row["fouls"] = "many"
    read(rows)


def lines_of_one_table(number: int) -> None:
    read((record() * 2)[:number])


LIMITS: list[tuple[Any, str, Callable[[int], None], str]] = [
    (document, "MAX_DEMANDS", pairs, "more than 3 demands stand here"),
    (document, "MAX_DEMANDS", bans, "more than 3 demands stand here"),
    (document, "MAX_JUDGES", judges_of_a_plan, "more than 3 judges stand here"),
    (judges, "MAX_JUDGES", judges_of_a_table, "more than 3 judges stand here"),
    (judges, "MAX_JUDGES", judges_in_json, "more than 3 judges stand here"),
    (people, "MAX_ENTRANTS", people_in_json, "4 entrants"),
    (people, "MAX_ENTRANTS", people_of_a_table, "4 entrants"),
    (plan_of_rows, "MAX_SEATS", rows_at_one_table, "more than 3 people sit at this table"),
    (foreign, "MAX_ROUNDS", rounds_of_slots, "more than 3 rounds or tables stand here"),
    (foreign, "MAX_ROUNDS", rounds_of_text, "more than 3 rounds or tables stand here"),
    (results, "MAX_RESULT_ROWS", result_rows, "4 rows"),
    (people, "MAX_ENTRANTS", people_of_results, "4 entrants"),
    (lines, "MAX_COLUMNS", unknown_keys, "4 columns"),
    (faults_of_results, "MAX_FAULTS", wrong_cells, "more than 3"),
    (recorded, "MAX_SEATS", lines_of_one_table, "more than 3 people sit at this table"),
]


@pytest.mark.parametrize(
    ("room", "limit", "make", "said"), LIMITS, ids=[make.__name__ for _, _, make, _ in LIMITS]
)
def test_what_is_as_large_as_may_be_is_read_and_one_more_is_refused(
    monkeypatch: pytest.MonkeyPatch, room: Any, limit: str, make: Callable[[int], None], said: str
) -> None:
    monkeypatch.setattr(room, limit, 3)
    make(3)
    with pytest.raises(MafsimError, match=said):
        make(4)
