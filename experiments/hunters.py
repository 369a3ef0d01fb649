"""What one who hunts for points gains under each regulation of Mafia, and what it costs his side.

    python experiments/hunters.py -n 2000 --seed 0

Three of the people hunt for their own points (`mafsim/agents/hunter.py`) among people who do not; the same
three play the same cards honestly (``greed=0``). It writes ``hunters.csv`` and ``hunters.png``.
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
    prepared,
    share,
    table,
    where,
)

from mafsim import metrics
from mafsim.plots import Comparison
from mafsim.regulations import load

REGULATIONS = ("omsk-2012", "charlie-2016", "ugra-2021", "fiim")
HUNTERS = 3
FIGURES = {
    "hunter_gain_points": ("Points a game", False),
    "hunter_gain_places": ("Places gained", False),
    "hunter_cost_to_side": ("Share of games that his side wins", True),
}
"""What is drawn, how it is called, and whether it is a share."""


def rows(asked: Asked) -> Iterator[Row]:
    """Give what hunters gain and cost, by regulation."""
    for name in REGULATIONS:
        regulation = load(name)
        others = regulation.entry.entrants - HUNTERS
        agents = [f"{HUNTERS}*{kind}+{others}*human" for kind in ("hunter:greed=0", "hunter")]
        events = prepared([regulation] * 2, asked.seed, agents=agents)
        found = metrics.differences(played(events, asked, ("red_win",)).counted.pairs[0])
        for figure in FIGURES:
            yield {"regulation": name, "figure": figure, **cells(found[figure], asked.n)}


def panels(found: Sequence[Row]) -> list[Comparison]:
    """Show gains and costs, each against playing honestly."""
    shown = []
    for figure, (says, percent) in FIGURES.items():
        values = {row["regulation"]: interval(row) for row in where(found, figure=figure)}
        if figure == "hunter_cost_to_side":
            values = {
                name: type(each)(-each.value, -each.high, -each.low)
                for name, each in values.items()
            }
        shown.append(
            Comparison(
                measure=says, baseline="playing honestly", differences=values, percent=percent
            )
        )
    return shown


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = [
        (
            name,
            number(one(own, figure="hunter_gain_points"), signed=True),
            number(one(own, figure="hunter_gain_places"), 2, signed=True),
            share(one(own, figure="hunter_cost_to_side"), signed=True),
        )
        for name in REGULATIONS
        for own in [list(where(found, regulation=name))]
    ]
    return table(
        ("regulation", "points a game", "places", "games that his sides lose by it"), *lines
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 2000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
