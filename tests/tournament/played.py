"""Results for a plan, made so that everybody's points are known: what a judge gives decides alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from mafsim.games import EMPTY, Games, ShapkaGames, Winner
from mafsim.plan import Plan
from mafsim.regulations import Regulation

ROLES = (0, 0, 1, 2, 3, 2, 0, 0, 0, 0)


def played(
    plan: Plan,
    regulation: Regulation,
    points: Mapping[str, int] | None = None,
    *,
    best: Collection[str] = (),
) -> Games:
    """Play all rounds of a plan: every game is a draw, and a judge gives points (in thousandths).

    `points` are those of a person's name in his first game; nobody else has any. Those of `best` are
    the best players of each of their games.
    """
    names = [entrant.name for entrant in plan.roster.entrants]
    where = [tuple(each) for each in np.argwhere(plan.played()).tolist()]
    seats = np.array([plan.seats[each] for each in where])
    additional = np.zeros(seats.shape, dtype=np.int64)
    given: set[str] = set()
    for game, seated in enumerate(seats.tolist()):
        for seat, index in enumerate(seated):
            if index != EMPTY and names[index] in (points or {}) and names[index] not in given:
                given.add(names[index])
                additional[game, seat] = (points or {})[names[index]]
    behind = plan.advisers if plan.advisers is not None else np.full_like(plan.seats, EMPTY)
    return Games(
        **_common(plan, regulation, where, seats),
        roles=np.where(seats == EMPTY, EMPTY, np.tile(ROLES[: seats.shape[1]], (len(where), 1))),
        winner=np.full(len(where), Winner.DRAW),
        additional=additional,
        best_player=np.isin(seats, [index for index, name in enumerate(names) if name in best]),
        advisers=np.array([behind[each] for each in where]),
    )


def told(plan: Plan, regulation: Regulation, words: Mapping[tuple[str, str], int]) -> ShapkaGames:
    """Play all rounds of a plan of Shapka; `words` are those of a team's every pair in a stage."""
    where = [tuple(each) for each in np.argwhere(plan.played()).tolist()]
    seats = np.array([plan.seats[each][:3] for each in where])
    said = np.zeros((*seats.shape, 2, 2), dtype=np.int64)
    for game, (round_, _) in enumerate(where):
        for seat, index in enumerate(seats[game].tolist()):
            team = plan.roster.entrants[index].team or ""
            said[game, seat, 0, 0] = words.get((plan.stages[round_], team), 0)
    return ShapkaGames(**_common(plan, regulation, where, seats), words=said)


def _common(
    plan: Plan, regulation: Regulation, where: list[tuple[int, ...]], seats: Any
) -> dict[str, Any]:
    stages = tuple(stage.name for stage in regulation.stages)
    return {
        "roster": plan.roster,
        "stages": stages,
        "entrants": seats,
        "round": np.array([round_ for round_, _ in where]),
        "table": np.array([table for _, table in where]),
        "stage": np.array(
            [stages.index(plan.stages[round_]) if plan.stages else 0 for round_, _ in where]
        ),
    }


def tables_of(plan: Plan, round_: int) -> list[set[str]]:
    """Give the names at each table of a round."""
    return [
        {plan.roster.entrants[index].name for index in table.tolist() if index != EMPTY}
        for table in plan.seats[round_]
    ]
