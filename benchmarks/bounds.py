"""What is proved of a shape before any search, and how long the proof takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from benchmarks.ask import Ask
from benchmarks.events import CHARLIE, OMSK, UGRA, Event
from benchmarks.figures import Figures, spelled, tell, timed
from mafsim.pairing import bounds, check, exact, shapes
from mafsim.pairing.problem import Problem, of_shape
from mafsim.pairing.shapes import Shape
from mafsim.pairing.solve import seat
from mafsim.roster import numbered

EVENTS = (
    CHARLIE,
    Event(20, 2, 10),
    Event(20, 2, 10, 2),
    OMSK,
    Event(30, 3, 10),
    UGRA,
    Event(30, 3, 14, 2),
    Event(40, 4, 15, 2),
    Event(25, 2, 10, games=8),
    Event(36, 3, 12, games=10),
    Event(60, 6, 10),
    Event(100, 10, 10),
)

SMALL = (
    (8, 4, 3, ((1, 2), (2, 5))),
    (8, 4, 4, ((2, 5), (2, 6), (6, 7))),
    (6, 3, 8, ((1, 4), (2, 4))),
    (6, 3, 7, ((0, 5),)),
)
"""Players, seats of a table, rounds, and who must be kept apart: where a solver can be asked."""

TIMES = 5


def main(ask: Ask) -> Iterator[Figures]:
    """Measure everything about the bounds."""
    del ask
    yield by_argument()
    yield by_solver()


def shape_of(problem: Problem) -> Shape:
    """Give what a bound may know of an event whose players all have equally many games."""
    roster, games = problem.roster, sum(problem.tables)
    players = len(roster.entrants)
    return Shape(
        partners=problem.may_meet(),
        games=(games * problem.table_size // players,) * players,
        tables=problem.tables,
        sizes=(problem.table_size,) * games,
        clubs=tuple(members for members in roster.teams().values() if len(members) > 1),
    )


def by_argument() -> Figures:
    """Give the bounds of every event, their argument, and the time of proof and of a whole check."""
    rows, measured = [], []
    for event in EVENTS:
        tell(f"{event}, bounds")
        shape = shape_of(event.problem())
        found = [timed(bounds.bound_of, shape) for _ in range(TIMES)]
        plan = seat(event.problem(), effort=0)
        assert shapes.shape_of(plan).games == shape.games
        checked = [timed(check.examine, plan)[1] for _ in range(TIMES)]
        bound, times = found[0][0], [seconds for _, seconds in found]
        rows.append(
            (
                str(event),
                str(bound.value),
                bound.by,
                f"{bound.range} ({bound.range_by})",
                spelled(median(times)),
                spelled(median(checked)),
            )
        )
        measured.append(
            {"event": str(event), "bound": bound.value, "seconds": times, "check": checked}
        )
    return Figures(
        title="Bounds",
        columns=("event", "sum of squares", "argument", "range", "time", "time of a check"),
        rows=tuple(rows),
        note=f"Median of {TIMES}. A check reads a plan from scratch and has the bound in it.",
        measured=tuple(measured),
    )


def by_solver() -> Figures:
    """Ask CP-SAT about small events; the plan beside its bound is what a short search finds."""
    rows, measured = [], []
    for players, size, rounds, apart in SMALL:
        name = f"{players} x {players // size} x {rounds} of {size}, pairs apart: {len(apart)}"
        tell(f"{name}, CP-SAT")
        roster = replace(numbered(players), apart=apart)
        problem = of_shape(roster=roster, rounds=rounds, table_size=size)
        shape = shape_of(problem)
        assert exact.worth_asking(shape)
        plain = bounds.bound_of(shape)
        asked, seconds = timed(exact.bound, shape, None, plain.value)
        found = dict(seat(problem, effort=0.1, from_scratch=True).certificate or {})["meetings"][
            "sum_of_squares"
        ]
        rows.append((name, str(plain.value), str(asked), str(found), spelled(seconds)))
        measured.append({"event": name, "bound": asked, "found": found, "seconds": seconds})
    return Figures(
        title="CP-SAT on small events",
        columns=("event", "bound by argument", "bound by CP-SAT", "found", "time"),
        rows=tuple(rows),
        note="CP-SAT does a fixed amount of work, so that it proves the same on every machine.",
        measured=tuple(measured),
    )
