"""How even seats and neighbours are once it is known who meets whom, and how long that takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

import numpy as np

from benchmarks.ask import Ask
from benchmarks.events import UGRA, Event
from benchmarks.figures import Figures, spelled, tell, timed
from mafsim.pairing import measures
from mafsim.pairing.seats import Int32, colour, players_at
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.roster import numbered
from mafsim.streams import Purpose, stream

COLOURED = (UGRA, Event(100, 10, 60))
"""Events of 36 and of 600 games."""

BESIDE = (UGRA, Event(60, 6, 10), Event(100, 10, 10))
"""Events of which the neighbours are counted."""


def main(ask: Ask) -> Iterator[Figures]:
    """Measure everything about the seats."""
    seat(Event(20, 2, 2).problem(), effort=0)  # compiles
    yield seats(range(int(20 * ask.share)))
    yield neighbours(ask.seeds[:3], effort=10 * ask.share)


def dealt(event: Event, seed: int) -> Int32:
    """Deal an event's players to its tables at random: ``[round, table, position]``."""
    rng = stream(seed, Purpose.DRAW)
    rounds = [rng.permutation(event.players) for _ in range(event.rounds)]
    return np.stack(rounds).reshape(event.rounds, event.tables, 10).astype(np.int32)


def seats(seeds: Sequence[int]) -> Figures:
    """Time the seat numbers of groups that were dealt at random, and measure how even they are."""
    rows, measured = [], []
    for event in COLOURED:
        found, times = [], []
        for seed in seeds:
            groups = dealt(event, seed)
            games = groups.reshape(-1, 10)
            colouring, seconds = timed(
                colour, games, event.players, stream(seed, Purpose.NEIGHBOURS)
            )
            plan = Plan(
                roster=numbered(event.players),
                seats=players_at(colouring).reshape(groups.shape),
            )
            found.append(measures.balance(plan))
            times.append(seconds)
        rows.append(
            (
                str(event),
                str(event.rounds * event.tables),
                spelled(median(times)),
                spelled(max(times)),
                str(max(balance.seats.max_spread for balance in found)),
                str(max(balance.seats.excess for balance in found)),
                str(max(balance.halves_max_spread or 0 for balance in found)),
            )
        )
        measured.append({"event": str(event), "seconds": times})
    return Figures(
        title="Seat numbers for groups that were dealt at random",
        columns=(
            "event", "games", "median time", "worst time", "seats apart", "excess", "halves apart",
        ),
        rows=tuple(rows),
        note=f"{len(seeds)} random deals an event; the last three columns are the worst of all.",
        measured=tuple(measured),
    )  # fmt: skip


def neighbours(seeds: Sequence[int], *, effort: float) -> Figures:
    """Count who sits side by side more than once in whole plans."""
    rows, measured = [], []
    for event in BESIDE:
        found, spreads = [], []
        for seed in seeds:
            tell(f"{event}, neighbours, seed {seed}")
            balance = measures.balance(
                seat(event.problem(), seed=seed, effort=effort, from_scratch=True)
            )
            found.append({k: v for k, v in balance.neighbours.items() if k > 1})
            spreads.append(balance.seats.max_spread)
            measured.append({"event": str(event), "seed": seed, "neighbours": balance.neighbours})
        rows.append(
            (
                str(event),
                " ".join(str(sum(each.values())) for each in found),
                " ".join(str(max(each, default=1)) for each in found),
                str(max(spreads)),
            )
        )
    return Figures(
        title="Neighbours in whole plans",
        columns=("event", "pairs more than once", "most times", "seats apart"),
        rows=tuple(rows),
        note=f"Seed by seed, {', '.join(map(str, seeds))}; effort {effort:g}, no clock.",
        measured=tuple(measured),
    )
