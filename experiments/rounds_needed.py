"""How many rounds it takes until the best player wins half of the tournaments.

    python experiments/rounds_needed.py -n 200 --seed 0

One table of ten plays 2000 rounds, seats by lot, and after several numbers of rounds places are made as if
the event ended there: scored as in ``examples/club.toml``, with the judge's points and the best move,
and by wins alone; among usual people, and among people who have nothing but their skill. It writes
``rounds_needed.csv`` and ``rounds_needed.png``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from study import HERE, Asked, Row, asked, cells, finish, interval, one, share, table, where

from mafsim import metrics, simulate
from mafsim.files.population import People, usual_people
from mafsim.metrics import Totals
from mafsim.plan import Plan
from mafsim.plots import RoundsNeeded
from mafsim.regulations import Regulation, Stage, load, set_values
from mafsim.roster import numbered
from mafsim.standings import standings
from mafsim.tournament.block import play_block, ranking_of
from mafsim.tournament.event import Event

ROUNDS = (10, 20, 50, 100, 200, 500, 1000, 2000)
STAGE = 200
"""The most rounds that a stage may have."""
BLOCK = 20
"""How many of such long tournaments are in memory at once."""
FIGURES = ("best_wins", "best_in_top", "kendall_tau")
POPULATIONS = ("usual", "skill alone", "skill alone, half as far apart")
"""Usual people; such as have nothing but their skill, no manners of their own beside it; and such of half the
spread, so that hardly anybody's manners reach the bounds beyond which more skill adds nothing."""


def endless(rounds: Sequence[int]) -> Regulation:
    """Give the club's cup for ten people who play the most of these rounds at one table."""
    base = set_values(load(str(HERE.parent / "examples" / "club.toml")), ("entry.entrants=10",))
    lengths = [min(STAGE, rounds[-1] - start) for start in range(0, rounds[-1], STAGE)]
    stages = [
        Stage(name=f"part-{number}", rounds=length, draw="random")
        for number, length in enumerate(lengths, 1)
    ]
    return base.model_copy(update={"stages": tuple(stages)})


def one_table(regulation: Regulation) -> Plan:
    """Give its plan, more rounds than a search would seat: everybody plays, and a lot says where."""
    stages = [stage.name for stage in regulation.stages for _ in range(stage.rounds)]
    seats = np.tile(np.arange(10, dtype=np.int32), (len(stages), 1, 1))
    return Plan(roster=numbered(10), seats=seats, table_size=10, stages=tuple(stages))


def scorings(base: Regulation) -> dict[str, Regulation]:
    """Give both ways to score; neither changes how these people play."""
    alone = base.scoring.model_copy(
        update={"best_move": None, "additional": None, "counted_as_additional": ()}
    )
    ranking = base.ranking.model_copy(update={"tie_breaks": ()})
    return {
        "all points": base,
        "wins alone": base.model_copy(update={"scoring": alone, "ranking": ranking}),
    }


def people(name: str) -> People:
    """Give one of `POPULATIONS`."""
    usual = usual_people()
    if name == "usual":
        return usual
    own = usual.population
    parameters = {key: replace(each, spread=0.0) for key, each in own.parameters.items()}
    skill = own.skill / 2 if name.endswith("half as far apart") else own.skill
    return replace(usual, population=replace(own, skill=skill, parameters=parameters))


Counted = dict[tuple[str, int], Totals]


def counted(event: Event, first: int, n: int, rounds: Sequence[int]) -> Counted:
    """Play a block, and count what it shows after each number of rounds under each scoring."""
    outcome = play_block(event, first, n)
    found: Counted = {}
    for scoring, regulation in scorings(event.regulation).items():
        for many in rounds:
            table = standings(
                outcome.games,
                regulation,
                after_round=many,
                seed=event.seed,
                tournaments=n,
                first=first,
            )
            ended = replace(outcome, regulation=regulation, players=ranking_of(table))
            found[scoring, many] = metrics.totals(ended, FIGURES)
    return found


def rows(asked: Asked, rounds: Sequence[int] = ROUNDS) -> Iterator[Row]:
    """Give every figure by population, scoring and number of rounds."""
    for population in POPULATIONS:
        regulation = endless(rounds)
        event = simulate.prepared(
            regulation, people=people(population), plan=one_table(regulation), seed=asked.seed
        )
        assert isinstance(event, Event)
        whole: Counted = {}
        for first in range(0, asked.n, BLOCK):
            block = counted(event, first, min(BLOCK, asked.n - first), rounds)
            whole = {key: whole[key] + own if key in whole else own for key, own in block.items()}
        for (scoring, many), totals in whole.items():
            for figure, found in metrics.figures(totals).items():
                yield {
                    "people": population,
                    "scored by": scoring,
                    "rounds": str(many),
                    "figure": figure,
                    **cells(found, asked.n),
                }


def panels(found: Sequence[Row]) -> list[RoundsNeeded]:
    """Show how often the best one wins where all points count; what wins alone give is in the CSV."""
    wins = list(where(found, figure="best_wins", **{"scored by": "all points"}))
    return [
        RoundsNeeded(
            measure="The best of ten wins",
            rounds=list(dict.fromkeys(int(row["rounds"]) for row in wins)),
            curves={
                people: [interval(row) for row in where(wins, people=people)]
                for people in POPULATIONS
            },
        )
    ]


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    wins = list(where(found, figure="best_wins"))
    rounds = list(dict.fromkeys(row["rounds"] for row in wins))
    lines = [
        (
            many,
            *(
                share(one(wins, people=people, rounds=many, **{"scored by": "all points"}))
                for people in POPULATIONS
            ),
        )
        for many in rounds
    ]
    return table(("rounds", *POPULATIONS), *lines)


def main(arguments: Sequence[str] | None = None, rounds: Sequence[int] = ROUNDS) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 200, arguments)
    found = list(rows(wanted, rounds))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
