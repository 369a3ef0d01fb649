"""How deep one has to look to part two places, under each of the four regulations of real events.

    python experiments/tie_breaks.py -n 3000 --seed 0

It writes ``tie_breaks.csv`` and ``tie_breaks.png``: what decides the first place, the podium, each cut and
all neighbours in the table, as shares, and how many tie-breaks are looked at for the first place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from study import Asked, Row, asked, cells, finish, number, one, played, share, table, where

from mafsim import metrics, simulate
from mafsim.plots import TieBreakDepth
from mafsim.regulations import load

REGULATIONS = ("omsk-2012", "charlie-2016", "ugra-2021", "togliatti-2014")
DECIDED = ("first_place", "podium", "cut_line", "every_place")
FIGURES = (*DECIDED, "tie_break_depth", "lots")


def rows(asked: Asked) -> Iterator[Row]:
    """Give every share of what decides, and the depth, by regulation."""
    for name in REGULATIONS:
        event = simulate.prepared(load(name), seed=asked.seed)
        run = played([event], asked, FIGURES)
        for figure, found in metrics.figures(run.counted.totals[0]).items():
            of = metrics.metric_of(figure)
            level = figure.removeprefix(of).removeprefix("_")
            yield {"regulation": name, "figure": of, "of": level, **cells(found, asked.n)}


def panels(found: Sequence[Row]) -> list[TieBreakDepth]:
    """Show what parts the first two, and what parts neighbours."""
    return [
        TieBreakDepth(
            shares={
                f"{says}, {name}": {
                    row["of"]: float(row["value"])
                    for row in where(found, regulation=name, figure=figure)
                }
                for name in REGULATIONS
            }
        )
        for figure, says in (("first_place", "The first place"), ("every_place", "All places"))
    ]


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = []
    for name in REGULATIONS:
        own = list(where(found, regulation=name))
        first = one(own, figure="first_place", of="points")
        every = one(own, figure="every_place", of="points")
        depth = one(own, figure="tie_break_depth")
        lines.append((name, share(first), share(every), number(depth)))
    return table(("regulation", "the first place", "every place", "tie-breaks looked at"), *lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 3000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
