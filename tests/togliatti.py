"""The shipped event of Togliatti: its roster, and the results of its stages, invented word by word.

``python -m tests.togliatti`` writes the results anew, which is needed when seating changes.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np

from mafsim.files import parse_results, read_roster
from mafsim.pairing.problem import of_regulation
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan
from mafsim.regulations.load import load
from mafsim.tournament import step

SHIPPED = Path(__file__).parents[1] / "examples"
ROSTER = SHIPPED / "togliatti-2014-roster.csv"
REGULATION = load("togliatti-2014")
PLAYED = ("stage-1", "stage-2", "stage-3")
COLUMNS = (
    *("stage", "round", "table", "name", "team", "division"),
    *("words_1_1", "words_1_2", "words_2_1", "words_2_2", "penalties"),
)
MEANS = (5.5, 3.6, 4.2, 3.2)
"""Words that an average pair guesses in each part."""


def results_file(part: str) -> Path:
    return SHIPPED / f"togliatti-2014-{part}.csv"


def first_plan() -> Plan:
    """Seat the first stage of the shipped roster."""
    return seat(of_regulation(REGULATION, read_roster(ROSTER)))


def invented(plan: Plan) -> str:
    """Invent the results of a plan: strong teams guess more, and now and then somebody argues."""
    strength = np.random.default_rng(2014).normal(1.0, 0.13, size=len(plan.roster.entrants))
    sheet = io.StringIO()
    rows = csv.writer(sheet, lineterminator="\n")
    rows.writerow(COLUMNS)
    teams = [set(members) for members in plan.roster.teams().values()]
    for round_, table in np.argwhere(plan.played()).tolist():
        rng = np.random.default_rng([2014, round_, table])
        for index in plan.seats[round_, table].tolist():
            assert index != EMPTY
            entrant = plan.roster.entrants[index]
            team = next(members for members in teams if index in members)
            skill = strength[index] * strength[min(team)]
            words = rng.poisson(np.array(MEANS) * skill).tolist()
            breach = int(rng.random() < 0.02) or ""
            rows.writerow(
                (
                    *(plan.stages[round_], round_ + 1, table + 1),
                    *(entrant.name, entrant.team, entrant.division, *words, breach),
                )
            )
    return sheet.getvalue()


def following(plan: Plan, results: str) -> Plan:
    """Seat the stage after results."""
    read = parse_results(results.encode(), REGULATION, file="results.csv", roster=plan.roster)
    return step(plan, read.games, REGULATION).plan


def plans() -> list[tuple[Plan, str]]:
    """Give the plan of each stage that is shipped with results, and these results."""
    plan = first_plan()
    found = []
    for _ in PLAYED:
        found.append((plan, invented(plan)))
        plan = following(*found[-1])
    return [*found, (plan, "")]


if __name__ == "__main__":
    for part, (_, results) in zip(PLAYED, plans(), strict=False):
        results_file(part).write_text(results, encoding="utf-8")
