"""Which findings depend on the people: the regulations of Mafia under up to six kinds of people.

    python experiments/populations.py -n 2000 --seed 0

The same tournaments are played by usual people, by such as are half or twice as far apart in skill, by a few
masters among equals, and, where there are teams, by teams of one strength and by teams that mix it. It
writes ``populations.csv`` and ``populations.png``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from study import (
    Asked,
    Row,
    asked,
    comparisons,
    finish,
    number,
    played,
    prepared,
    side_by_side,
    table,
    where,
)

from mafsim import simulate
from mafsim.files.population import People, usual_people
from mafsim.plots import Comparison
from mafsim.regulations import Regulation, load

REGULATIONS = ("omsk-2012", "charlie-2016", "ugra-2021", "fiim")
COUNTED = ("best_wins", "winner_rank", "kendall_tau", "tie_break_depth", "variance", "red_win")
USUAL = "usual people"
FIGURE = ("kendall_tau", "Agreement of skill and place")


def populations(regulation: Regulation) -> dict[str, People]:
    """Give the people who come, the usual ones first."""
    usual = usual_people()
    own = usual.population
    found = {
        USUAL: usual,
        "half as far apart": simulate.population(usual, "closer"),
        "twice as far apart": replace(usual, population=replace(own, skill=2 * own.skill)),
        "a few masters": simulate.population(usual, "masters"),
    }
    if regulation.entry.teams is not None:
        found["teams alike"] = replace(usual, together="alike")
        found["teams mixed"] = replace(usual, together="mixed")
    return found


def rows(asked: Asked) -> Iterator[Row]:
    """Give every figure by regulation and people, and the difference to the usual people."""
    for name in REGULATIONS:
        regulation = load(name)
        people = populations(regulation)
        events = prepared([regulation] * len(people), asked.seed, people=people.values())
        others = [each for each in people if each != USUAL]
        counted = played(events, asked, COUNTED).counted
        for row in side_by_side(USUAL, others, counted, asked.n):
            yield {"regulation": name, **row}


def panels(found: Sequence[Row]) -> list[Comparison]:
    """Show for each regulation what other people change."""
    figure, says = FIGURE
    return [
        panel
        for name in REGULATIONS
        for panel in comparisons(
            list(where(found, regulation=name)),
            USUAL,
            [each for each in populations(load(name)) if each != USUAL],
            {figure: (f"{says}, {name}", False)},
        )
    ]


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    figures = {
        name: {
            row["variant"]: number(row) for row in where(found, regulation=name, figure=FIGURE[0])
        }
        for name in REGULATIONS
    }
    kinds = list(dict.fromkeys(kind for own in figures.values() for kind in own))
    kinds = [each for each in kinds if f", less {USUAL}" not in each]
    lines = [(kind, *(figures[name].get(kind, "") for name in REGULATIONS)) for kind in kinds]
    return table(("people", *REGULATIONS), *lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 2000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
