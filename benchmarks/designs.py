"""How events are seated that designs fit, whole or as a beginning, against what is demanded of it."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ask import Ask
from benchmarks.events import UGRA, Event
from benchmarks.figures import Figures
from benchmarks.pairing import Demand, Row, meetings
from mafsim.pairing.solve import seat


def perfect(players: int, tables: int, rounds: int, team_size: int, times: int) -> Row:
    """Ask that all who may meet do so so many times, proved best possible."""
    met = players * (tables * 10 * rounds // players) * 9 // 2
    return Row(
        event=Event(players, tables, rounds, team_size),
        soon=Demand(squares=met * times, meetings=(times, times), proved=True, narrowest=True),
        effort=10,
    )


HUNDRED, HUNDRED_IN_PAIRS = Event(100, 10, 10), Event(100, 10, 10, 2)

ROWS = (
    perfect(20, 2, 12, 2, 6),
    perfect(30, 3, 12, 3, 4),
    perfect(40, 4, 12, 4, 3),
    perfect(50, 5, 10, 5, 2),
    perfect(70, 7, 14, 7, 2),
    perfect(80, 8, 16, 8, 2),
    perfect(90, 9, 18, 9, 2),
    perfect(110, 11, 11, 11, 1),
    perfect(110, 11, 22, 11, 2),
    perfect(130, 13, 26, 13, 2),
    perfect(16, 1, 16, 1, 6),
    perfect(20, 2, 19, 1, 9),
    Row(
        event=Event(100, 10, 4),
        soon=Demand(squares=1800, meetings=(0, 1), proved=True, narrowest=True),
        effort=10,
    ),
    Row(event=HUNDRED, soon=Demand(squares=5350), late=Demand(squares=5294)),
    Row(event=HUNDRED_IN_PAIRS, soon=Demand(squares=5500), late=Demand(squares=5352)),
)
"""The perfect formats are to take less than two seconds each, once everything is compiled."""


def main(ask: Ask) -> Iterator[Figures]:
    """Measure the events that designs fit."""
    seat(UGRA.problem(), effort=0.05)  # compiles
    yield meetings(ask, ROWS, title="Designs")
