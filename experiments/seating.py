"""Whether it matters that people are seated evenly, and not by lot.

    python experiments/seating.py -n 3000 --seed 0

The same people play Omsk 2012, the qualifying rounds and finals of Ugra 2021, and `fiim`, seated as even as a
search makes it and dealt by lot in every tournament. It writes ``seating.csv`` and ``seating.png``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from study import (
    Asked,
    Row,
    asked,
    cells,
    finish,
    interval,
    number,
    one,
    played,
    share,
    table,
    where,
)

from mafsim import metrics, simulate
from mafsim.plots import Comparison
from mafsim.regulations import Regulation, load, set_values

REGULATIONS = ("omsk-2012", "ugra-2021", "fiim")
COUNTED = (
    *("best_wins", "best_in_top", "winner_rank", "kendall_tau"),
    *("variance", "opponents_spread", "points_by_seat"),
)
FIGURES = {
    "opponents_spread": "How far the strength of one's opponents differs",
    "variance_opponents": "Share of the differences in points: opponents",
    "best_wins": "The best one wins",
    "kendall_tau": "Agreement of skill and place",
}
"""What is drawn, and how it is called; the table has the others as well."""
SHARES = ("best_wins", "variance_opponents")


def by_lot(regulation: Regulation) -> Regulation:
    """Give the regulation with a lot in place of every balanced draw."""
    stages = [stage.name for stage in regulation.stages if stage.draw == "balanced"]
    return set_values(regulation, [f"stages.{name}.draw=random" for name in stages])


def rows(asked: Asked) -> Iterator[Row]:
    """Give every figure of both draws, and the paired difference, by regulation."""
    for name in REGULATIONS:
        even = load(name)
        events = [simulate.prepared(each, seed=asked.seed) for each in (even, by_lot(even))]
        counted = played(events, asked, COUNTED).counted
        told = {
            "balanced": metrics.figures(counted.totals[0]),
            "random": metrics.figures(counted.totals[1]),
            "random less balanced": metrics.differences(counted.pairs[0]),
        }
        for drawn, figures in told.items():
            for figure, found in figures.items():
                if metrics.metric_of(figure) in COUNTED:
                    yield {
                        "regulation": name,
                        "draw": drawn,
                        "figure": figure,
                        **cells(found, asked.n),
                    }


def panels(found: Sequence[Row]) -> list[Comparison]:
    """Show the differences of what the draw is for, and of what might follow from it."""
    apart = list(where(found, draw="random less balanced"))
    return [
        Comparison(
            measure=says,
            baseline="balanced draw",
            differences={
                f"{row['regulation']} by lot": interval(row) for row in where(apart, figure=figure)
            },
            percent=figure in SHARES,
        )
        for figure, says in FIGURES.items()
    ]


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = []
    for name in REGULATIONS:
        own = list(where(found, regulation=name))
        even, lot = (
            number(one(own, draw=drawn, figure="opponents_spread"))
            for drawn in ("balanced", "random")
        )
        apart = list(where(own, draw="random less balanced"))
        wins = share(one(apart, figure="best_wins"), signed=True)
        tau = number(one(apart, figure="kendall_tau"), signed=True)
        lines.append((name, even, lot, wins, tau))
    head = (
        "opponents differ, evenly",
        "by lot",
        "the best wins, by lot",
        "skill and place, by lot",
    )
    return table(("regulation", *head), *lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 3000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
