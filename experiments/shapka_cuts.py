"""How often each of Shapka's cuts 15-12-9-6 loses the best team: by the stage's sum, by the running sum.

    python experiments/shapka_cuts.py --tournaments 50000 --seed 0

The text of togliatti-2014 does not say which sum the rating after a tour is. The same teams with the
same luck play under both readings, for several populations, since how far teams differ is assumed. It
writes ``shapka_cuts.csv``, one line a figure, and the picture ``shapka_cuts.png`` beside this file.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import reduce
from operator import add
from pathlib import Path

from mafsim import metrics, shapka
from mafsim.metrics import Figure, PairTotals, Totals
from mafsim.regulations import load, set_values
from mafsim.shapka import World
from mafsim.shapka.parameters import People
from mafsim.tournament.hat import hat_event, play_hat_block

HERE = Path(__file__).parent
BASE = load("togliatti-2014")
CUTS = ("qualifying-2", "semi-final", "final")
READINGS = {
    "stage": BASE,
    "running": set_values(BASE, tuple(f"stages.{cut}.carry=true" for cut in CUTS)),
}
"""The rating after a tour: that tour's sum, as togliatti-2014 is read, or the sum of all tours so far."""
FIGURES = (*(f"best_lost_{cut}" for cut in CUTS), "best_wins", "kendall_tau", "winner_rank")
BLOCK = 500


def spread(factor: float) -> World:
    """Give the usual world with people who differ so many times as much."""
    usual = shapka.usual()
    return replace(usual, people=People(**{k: factor * v for k, v in asdict(usual.people).items()}))


POPULATIONS = {
    "closer": spread(0.5),
    "usual": shapka.usual(),
    "wider": spread(1.5),
    "teams": replace(
        shapka.usual(),
        people=People(team=0.2, person=0.05, explaining=0.04, guessing=0.04, way=0.05, pair=0.03),
    ),
}
"""Half and one and a half times as far apart as usual; and people of one team who are alike."""

Counted = tuple[Totals, Totals, PairTotals]


def counted(population: str, seed: int, first: int) -> Counted:
    """Play a block under both readings."""
    world = POPULATIONS[population]
    one, other = (
        play_hat_block(hat_event(regulation, world=world, seed=seed), first, BLOCK)
        for regulation in READINGS.values()
    )
    names = ("best_wins", "best_lost", "kendall_tau", "winner_rank")
    both = metrics.pair_totals(one, other, names)
    return metrics.totals(one, names), metrics.totals(other, names), both


def lines(tournaments: int, seed: int) -> Iterator[dict[str, object]]:
    """Give the table: every figure of each reading, and the paired difference, by population."""
    with ProcessPoolExecutor() as workers:
        for population in POPULATIONS:
            starts = range(0, tournaments, BLOCK)
            blocks = workers.map(counted, [population] * len(starts), [seed] * len(starts), starts)
            whole: Counted = reduce(lambda a, b: tuple(map(add, a, b)), blocks)
            told = {
                **{
                    reading: metrics.figures(each)
                    for reading, each in zip(READINGS, whole[:2], strict=True)
                },
                "stage less running": metrics.differences(whole[2]),
            }
            for reading, figures in told.items():
                for name in FIGURES:
                    yield line(population, reading, name, figures[name], tournaments)


def line(
    population: str, reading: str, name: str, figure: Figure, tournaments: int
) -> dict[str, object]:
    return {
        "population": population,
        "rating": reading,
        "figure": name,
        "value": f"{figure.value:.4f}",
        "low": f"{figure.low:.4f}",
        "high": f"{figure.high:.4f}",
        "tournaments": tournaments,
    }


def draw(rows: list[dict[str, object]], file: Path) -> None:
    """Draw how often the best team is lost, cut by cut, for each population and both readings."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(POPULATIONS), figsize=(11, 3.6), sharey=True)
    colours = {"stage": "#b3423a", "running": "#2f6690"}
    says = {"stage": "by that tour's sum", "running": "by the sum of all tours"}
    for axis, population in zip(axes, POPULATIONS, strict=True):
        for offset, reading in ((-0.18, "stage"), (0.18, "running")):
            own = {
                row["figure"]: row
                for row in rows
                if (row["population"], row["rating"]) == (population, reading)
            }
            values = [100 * float(str(own[f"best_lost_{cut}"]["value"])) for cut in CUTS]
            told = list(zip(values, CUTS, strict=True))
            ends = [
                [
                    100 * abs(float(str(own[f"best_lost_{cut}"][end])) - each / 100)
                    for each, cut in told
                ]
                for end in ("low", "high")
            ]
            places = [index + offset for index in range(len(CUTS))]
            axis.bar(places, values, 0.34, yerr=ends, color=colours[reading], label=says[reading])
        axis.set_xticks(range(len(CUTS)), ["15 to 12", "12 to 9", "9 to 6"])
        axis.set_title(population)
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("the best team is lost, %")
    axes[-1].legend(frameon=False, fontsize=8)
    figure.tight_layout()
    figure.savefig(file, dpi=110, metadata={"Software": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, default=HERE, help="the folder to write to")
    asked = parser.parse_args()
    rows = list(lines(asked.tournaments, asked.seed))
    with (asked.to / "shapka_cuts.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    draw(rows, asked.to / "shapka_cuts.png")


if __name__ == "__main__":
    main()
