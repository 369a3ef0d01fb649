"""What a simulation, or a comparison, says to other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mafsim.games import Role
from mafsim.metrics import Figure, figures, metric_of
from mafsim.scoring import COMPONENTS, components_of
from mafsim.simulate.comparing import Candidate, alone, compared
from mafsim.simulate.run import Run
from mafsim.simulate.tables import Tables, hopes
from mafsim.tournament.simulated import AnyEvent

DIGITS = 6
"""How many decimal places a figure is written with."""

TIES = ("first_place", "podium", "cut_line", "every_place", "by_depth", "lots")
"""The metrics that say which tie-break decides what: they are a table of their own."""


def rounded(number: float) -> float:
    """Give a number as it is written; there is no minus zero."""
    return round(number, DIGITS) + 0.0


def figure_document(figure: Figure) -> dict[str, float | None]:
    """Give a figure with its interval; null where it has none."""
    return {
        "value": rounded(figure.value),
        "low": None if figure.low is None else rounded(figure.low),
        "high": None if figure.high is None else rounded(figure.high),
    }


def of_ties(found: Mapping[str, Figure]) -> dict[str, dict[str, Figure]]:
    """Give the figures of ties: by what is decided, and by what has decided it."""
    tables: dict[str, dict[str, Figure]] = {}
    for name, figure in found.items():
        metric = metric_of(name)
        if metric in TIES:
            level = name.removeprefix(metric).removeprefix("_")
            tables.setdefault(metric, {})[level] = figure
    return tables


def of_metrics(found: Mapping[str, Figure]) -> dict[str, Figure]:
    """Give the other figures."""
    return {name: figure for name, figure in found.items() if metric_of(name) not in TIES}


def simulation(
    event: AnyEvent, run: Run, provenance: Mapping[str, Any], *, index: int = 0, named: bool = False
) -> dict[str, Any]:
    """Give a simulation as the document of `mafsim simulate --json`.

    Parameters
    ----------
    event
        What was simulated.
    run
        How it ended.
    provenance
        Where it comes from.
    index
        Which of the events of the run it is.
    named
        Whether the people are known, so that it is told what each of them can hope for.
    """
    counted = run.counted
    found = figures(counted.totals[index], run.confidence)
    ties = of_ties(found)
    document = {
        "regulation": event.regulation.name,
        "tournaments": counted.tournaments,
        "games": counted.games[index],
        "seed": event.seed,
        "stopped_by": run.stopped_by,
        "confidence": rounded(run.confidence),
        "looks": run.looks,
        "metrics": {name: figure_document(each) for name, each in of_metrics(found).items()},
        "tie_breaks": {
            table: {level: rounded(each.value) for level, each in levels.items()}
            for table, levels in ties.items()
        },
        "tie_break_intervals": {
            table: {level: figure_document(each) for level, each in levels.items()}
            for table, levels in ties.items()
        },
        "roles": roles(event, counted.tables[index]),
    }
    if named:
        document["entrants"] = entrants(event, counted.tables[index], run.confidence)
    return document | {"provenance": dict(provenance)}


def roles(event: AnyEvent, tables: Tables) -> dict[str, dict[str, float]]:
    """Give what each role is paid a game, by component."""
    if not tables.seats.size:
        return {}
    own = components_of(event.regulation)
    return {
        role.name.lower(): {
            name: rounded(int(tables.paid[role, COMPONENTS.index(name)]) / 1000 / seats)
            for name in own
        }
        for role in Role
        if (seats := int(tables.seats[role]))
    }


def entrants(event: AnyEvent, tables: Tables, confidence: float) -> list[dict[str, Any]]:
    """Give what everybody can hope for, the likeliest winner first."""
    names = names_of(event)
    return [
        {
            "name": names[each.unit],
            "first": figure_document(each.first),
            "top_3": figure_document(each.podium),
            "place": figure_document(each.place),
        }
        for each in hopes(tables, confidence)
    ]


def names_of(event: AnyEvent) -> tuple[str, ...]:
    """Give the names of whom the regulation ranks first: players, or teams."""
    roster = event.roster
    if event.regulation.ranking.by[0] == "team" and event.regulation.entry.teams is not None:
        return tuple(roster.teams())
    return tuple(entrant.name for entrant in roster.entrants)


def comparison(
    candidates: Sequence[Candidate],
    events: Sequence[AnyEvent],
    runs: Mapping[str, Run],
    provenance: Mapping[str, Any],
    *,
    named: bool = False,
) -> dict[str, Any]:
    """Give a comparison as the document of `mafsim compare --json`."""
    run = next(iter(runs.values()))
    counted = run.counted
    return {
        "regulations": [
            simulation(event, run, provenance, index=index, named=named)
            | {"name": candidate.name, "changes": list(candidate.changes)}
            for index, (candidate, event) in enumerate(zip(candidates, events, strict=True))
        ],
        "tournaments": counted.tournaments,
        "games": sum(counted.games),
        "games_played": counted.played,
        "populations": {name: each.counted.tournaments for name, each in runs.items()},
        "differences": [
            {
                "regulation": candidate.name,
                "against": candidates[0].name,
                "figures": {
                    each.figure: figure_document(each.by)
                    | {"claimed": each.claimed, "survives": list(each.survives)}
                    for each in compared(runs, index)
                },
                "alone": {
                    name: figure_document(figure) for name, figure in alone(run, index).items()
                },
            }
            for index, candidate in enumerate(candidates[1:], 1)
        ],
        "stopped_by": run.stopped_by,
        "provenance": dict(provenance),
    }
