"""Seatings of a few people, with names of every kind."""

from __future__ import annotations

import numpy as np

from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster

HOSTILE = [
    "<script>alert(1)</script>",
    '=HYPERLINK("http://x")',
    "+7 (900)",
    "-Тире",
    "@всем",
    "О\"Нил & 'Ко'",
    "Ё, запятая; точка",
    "{{ 7 * 7 }}",
    "</bdi></table>",
    "Обычный Игрок",
]
MARKED = ["\u202eнавыворот", "с\x1b[31mцветом", "две\nстроки", "אבג \u200f1"]


def plan_of(
    names: list[str],
    rounds: list[list[list[int]]],
    *,
    absent: dict[int, set[int]] | None = None,
    **fields: object,
) -> Plan:
    entrants = tuple(
        Entrant(
            id=f"p{index + 1}",
            name=name,
            team=f"=T{index}" if index % 2 else None,
            absent=frozenset((absent or {}).get(index, ())),
        )
        for index, name in enumerate(names)
    )
    seats = np.array(rounds, dtype=np.int32)
    fields.setdefault("table_size", seats.shape[2])
    return Plan(roster=Roster(entrants=entrants), seats=seats, **fields)  # type: ignore[arg-type]


FIVE = ["Ann", "Bob", "Cid", "Dan", "Eve"]
EVENING = plan_of(
    FIVE,
    [[[0, 1], [2, 3]], [[4, 0], [1, 2]], [[3, EMPTY], [EMPTY, EMPTY]]],
    absent={4: {0}},
    stages=("qualifying", "qualifying", "final"),
)
