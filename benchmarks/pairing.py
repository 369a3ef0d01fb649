"""How even the search makes the meetings, against what is demanded of it, and what that costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np

from benchmarks.ask import Ask
from benchmarks.events import CHARLIE, OMSK, UGRA, Event
from benchmarks.figures import Figures, from_to, load, tell, timed
from mafsim.pairing.solve import seat
from mafsim.pairing.walks import Clock, Walk, Walkers
from mafsim.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one seed gave."""

    seed: int
    seconds: float
    processor: float
    squares: int
    low: int
    high: int
    bound: int
    bound_by: str
    proved: bool
    range_bound: int
    stopped_by: str

    @property
    def width(self) -> int:
        """Most meetings of a pair, less fewest."""
        return self.high - self.low

    def __str__(self) -> str:
        """Say value and range in short."""
        return f"{self.squares} [{self.low},{self.high}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What a run is to reach: a sum of squares at most, and where they are given a range and proofs."""

    squares: int
    meetings: tuple[int, int] | None = None
    proved: bool = False
    narrowest: bool = False

    def met(self, run: Run) -> bool:
        """Say whether a run reaches all of it; of a range the width counts, not where it lies."""
        return (
            run.squares <= self.squares
            and (self.meetings is None or run.width <= self.meetings[1] - self.meetings[0])
            and (run.proved or not self.proved)
            and (run.width == run.range_bound or not self.narrowest)
        )

    def __str__(self) -> str:
        """Spell the demand."""
        words = [str(self.squares)]
        if self.meetings:
            words[0] += " [{},{}]".format(*self.meetings)
        words += ["proved"] if self.proved else []
        words += ["range proved"] if self.narrowest else []
        return ", ".join(words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An event and what is demanded: `soon` in the column of ten seconds, `late` in that of sixty.

    `effort` takes two processors about ten seconds; where a proof ends the search it takes less.
    """

    event: Event
    soon: Demand
    late: Demand | None = None
    prefer: str = "even"
    effort: float = 25

    def demand(self, column: str) -> Demand | None:
        """Give what is demanded in a column."""
        return self.late if column == "60s" else self.soon


THIRTY, FORTY = Event(30, 3, 14, 2), Event(40, 4, 15, 2)
SIXTY, SIXTY_IN_PAIRS = Event(60, 6, 10), Event(60, 6, 10, 2)

ROWS = (
    Row(event=CHARLIE, soon=Demand(squares=1266, meetings=(1, 4), proved=True)),
    Row(event=Event(20, 2, 10), soon=Demand(squares=4500, meetings=(3, 7), proved=True)),
    Row(event=Event(20, 2, 10, 2), soon=Demand(squares=4580, meetings=(4, 6), proved=True)),
    Row(
        event=OMSK,
        soon=Demand(squares=3096, meetings=(1, 4), proved=True, narrowest=True),
    ),
    Row(event=Event(30, 3, 10), soon=Demand(squares=4590, meetings=(1, 5), proved=True)),
    Row(event=UGRA, soon=Demand(squares=6520), late=Demand(squares=6506), effort=35),
    Row(event=UGRA, prefer="range", soon=Demand(squares=6550, meetings=(2, 5)), effort=32),
    Row(event=THIRTY, soon=Demand(squares=8775), late=Demand(squares=8750), effort=32),
    # The plans with the fewest squares have a wider range, so the range is asked of this preference.
    Row(event=THIRTY, prefer="range", soon=Demand(squares=8775, meetings=(3, 6)), effort=30),
    Row(event=FORTY, soon=Demand(squares=10005), late=Demand(squares=9982), effort=28),
    Row(event=FORTY, prefer="range", soon=Demand(squares=10030, meetings=(2, 5)), effort=30),
    Row(event=SIXTY, soon=Demand(squares=4985), late=Demand(squares=4960)),
    Row(event=SIXTY_IN_PAIRS, soon=Demand(squares=5030), late=Demand(squares=5006)),
)

PRICED = (UGRA, Event(30, 3, 10))
"""Events of which it is measured what evenly visited tables cost."""

SPEEDS = (UGRA, Event(60, 6, 10), Event(100, 10, 10))
"""Events of which the speed of the search is measured."""


def main(ask: Ask) -> Iterator[Figures]:
    """Measure everything about the meetings."""
    seat(UGRA.problem(), effort=0.05, table_balance="even")  # compiles
    yield meetings(ask)
    yield prices(ask.seeds[:2], effort=10 * ask.share)
    yield speeds(proposals=int(20_000_000 * ask.share))
    yield threads(ask.seeds[:3], effort=3 * ask.share)


def meetings(ask: Ask, events: Sequence[Row] = ROWS, title: str = "Meetings") -> Figures:
    """Compare value and range with the demands of a column."""
    rows, measured = [], []
    for row in events:
        demand = row.demand(ask.column)
        if demand is None:
            continue
        runs = []
        for seed in ask.seeds:
            tell(f"{row.event}, {row.prefer}, seed {seed}")
            runs.append(run(row, seed, ask))
        rows.append(_row_of_table(row, demand, runs, row.effort * ask.times))
        about = {"event": str(row.event), "prefer": row.prefer, "demand": str(demand)}
        measured += [about | asdict(each) for each in runs]
    clock = "does its whole effort, without a clock" if ask.unclocked else "is stopped by the clock"
    return Figures(
        title=f"{title}, for {ask.seconds:g} s a plan",
        columns=(
            "event", "prefer", "demand", "met", "median", "worst", "bound", "effort",
            "median time", "worst time", "processor time",
        ),
        rows=tuple(rows),
        note=(
            f"Seeds {', '.join(map(str, ask.seeds))}. Sum of squared meetings [fewest,most], and the "
            "proven bounds of both the sum and of most minus least. A demanded range is met by any "
            "as narrow; a demand is met when most seeds meet all of it. The effort is what two free "
            f"processors do in about that time; here a run {clock}. Processor time is the median "
            f"over all threads. Load at the end: {load()}."
        ),
        measured=tuple(measured),
    )  # fmt: skip


def run(row: Row, seed: int, ask: Ask) -> Run:
    """Seat an event once."""
    began = time.process_time()
    plan, seconds = timed(
        seat,
        row.event.problem(),
        seed=seed,
        effort=row.effort * ask.times,
        seconds=None if ask.unclocked else ask.seconds,
        prefer=row.prefer,
        from_scratch=not ask.catalogue,
    )
    processor = time.process_time() - began
    certificate: dict[str, Any] = dict(plan.certificate or {})
    found = certificate["meetings"]
    return Run(
        seed=seed,
        seconds=round(seconds, 3),
        processor=round(processor, 3),
        squares=found["sum_of_squares"],
        low=found["min"],
        high=found["max"],
        bound=found["bound"],
        bound_by=found["bound_by"],
        proved=found["proved_best"],
        range_bound=found["range_bound"],
        stopped_by=certificate["stopped_by"],
    )


def _row_of_table(row: Row, demand: Demand, runs: Sequence[Run], effort: float) -> tuple[str, ...]:
    best_first = sorted(runs, key=_order_of(row.prefer))
    met = sum(demand.met(each) for each in runs)
    times = [each.seconds for each in runs]
    first = best_first[0]
    return (
        str(row.event),
        row.prefer,
        str(demand),
        f"{'yes' if 2 * met > len(runs) else 'NO'}, {met} of {len(runs)}",
        str(best_first[len(runs) // 2]),
        str(best_first[-1]),
        f"{first.bound}, range {first.range_bound}",
        f"{effort:g}",
        f"{median(times):.1f} s",
        f"{max(times):.1f} s",
        f"{median(each.processor for each in runs):.1f} s",
    )


def _order_of(prefer: str) -> Callable[[Run], tuple[int, int]]:
    if prefer == "even":
        return lambda each: (each.squares, each.width)
    return lambda each: (each.width, each.squares)


def prices(seeds: Sequence[int], *, effort: float) -> Figures:
    """Measure what it costs in meetings that everybody sits at every table evenly."""
    rows, measured = [], []
    for event in PRICED:
        problem, found = event.problem(), []
        for seed in seeds:
            tell(f"{event}, even tables, seed {seed}")
            plan = seat(problem, seed=seed, effort=effort, table_balance="even", from_scratch=True)
            found.append(dict(plan.certificate or {})["table_balance"])
        free, even = [f["free"] for f in found], [f["even"] for f in found]
        shares = [
            e["sum_of_squares"] / f["sum_of_squares"] for f, e in zip(free, even, strict=True)
        ]
        rows.append(
            (
                str(event),
                _typical(free),
                _typical(even),
                f"{100 * (median(shares) - 1):+.1f} %",
                _spreads(free),
                _spreads(even),
            )
        )
        measured += [
            {"event": str(event), "seed": seed, "free": f, "even": e}
            for seed, f, e in zip(seeds, free, even, strict=True)
        ]
    return Figures(
        title="What `--table-balance even` costs",
        columns=("event", "free", "even", "price", "tables apart, free", "tables apart, even"),
        rows=tuple(rows),
        note=(
            f"Seeds {', '.join(map(str, seeds))}, effort {effort:g}. Sum of squared meetings "
            "[fewest,most] of the median seed, before and after; the price is the median of the "
            "seeds' own ratios. `tables apart` is how many games somebody plays more at one table "
            "than at another, seed by seed."
        ),
        measured=tuple(measured),
    )


def _typical(found: Sequence[dict[str, int]]) -> str:
    chosen = sorted(found, key=lambda f: (f["sum_of_squares"], f["max"] - f["min"]))[
        len(found) // 2
    ]
    return f"{chosen['sum_of_squares']} [{chosen['min']},{chosen['max']}]"


def _spreads(found: Sequence[dict[str, int]]) -> str:
    return " ".join(str(f["tables_max_spread"]) for f in found)


def speeds(*, proposals: int) -> Figures:
    """Measure how many exchanges one thread prices in a second, over a whole cooling."""
    rows, measured = [], []
    for event in SPEEDS:
        tell(f"{event}, one walk of {proposals:,} proposals")
        problem = event.problem()
        squares = (np.arange(problem.rounds + 2) ** 2).astype(np.int32)
        walk = Walk(squares=squares, proposals=proposals, enough=0, unit=1, row_price=0)
        walkers = Walkers(problem, 0, 1, Clock(None), lambda _standings, _walks: None)
        standings, seconds = timed(walkers.send, [walk])
        done = standings[0].done
        rows.append((str(event), f"{done / seconds / 1e6:.1f} million", f"{standings[0].price}"))
        measured.append({"event": str(event), "proposals": done, "seconds": seconds})
    return Figures(
        title="Speed of the search, one thread",
        columns=("event", "proposals a second", "sum of squares reached"),
        rows=tuple(rows),
        note=f"One walk of {proposals / 1e6:g} million proposals from warm to cold, seed 0.",
        measured=tuple(measured),
    )


def threads(seeds: Sequence[int], *, effort: float) -> Figures:
    """Compare one thread with two, seed by seed, and see that the plan is the same."""
    rows, measured = [], []
    for event in (UGRA, Event(60, 6, 10)):
        problem, ratios = event.problem(), []
        for number, seed in enumerate(seeds):
            tell(f"{event}, one thread and two, seed {seed}")
            seconds: dict[int, float] = {}
            plans: dict[int, Plan] = {}
            for jobs in (1, 2) if number % 2 else (2, 1):
                plans[jobs], seconds[jobs] = timed(
                    seat, problem, seed=seed, effort=effort, jobs=jobs, from_scratch=True
                )
            assert (plans[1].seats == plans[2].seats).all(), "threads changed a plan"
            ratios.append(seconds[1] / seconds[2])
            measured.append({"event": str(event), "seed": seed, "seconds": seconds})
        rows.append((str(event), from_to(ratios)))
    return Figures(
        title="One thread against two",
        columns=("event", "time of `--jobs 1` over `--jobs 2`"),
        rows=tuple(rows),
        note=(
            f"Median (least to most) of the ratios of seeds {', '.join(map(str, seeds))}, each pair "
            f"of runs side by side in turns, effort {effort:g}. The plans are the same."
        ),
        measured=tuple(measured),
    )
