"""What the studies of this folder share: their options, their simulations, their tables and pictures.

A study is a script on the public API: it says its question at the head, takes ``--seed``, ``-n`` (how many
tournaments), ``--jobs`` and ``--to``, and writes a CSV, one line a figure, and a picture, both called like
itself. The same seed and ``-n`` give the same bytes, whatever the number of jobs.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from mafsim import metrics, plots, simulate
from mafsim.files.population import People
from mafsim.metrics import Figure
from mafsim.plots import Comparison, Interval, Panel
from mafsim.regulations import Regulation
from mafsim.simulate import AnyEvent, Counted, Job, Run
from mafsim.tournament.event import Event

HERE = Path(__file__).parent

Row = dict[str, str]
"""A line of a CSV: what it is about, and its figure as `cells` writes it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for."""

    name: str
    """Of the study."""
    n: int
    """How many tournaments."""
    seed: int
    jobs: int
    """How many processes play."""
    to: Path
    """The folder to write to."""


def asked(file: str, doc: str | None, n: int, arguments: Sequence[str] | None = None) -> Asked:
    """Read the options of a study.

    Parameters
    ----------
    file, doc
        The script and what it says of itself.
    n
        How many tournaments it plays if nobody says otherwise.
    arguments
        The command line, by default that of the process.
    """
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", type=int, default=n, help=f"how many tournaments ({n})")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play (1)")
    parser.add_argument("--to", type=Path, default=HERE, help="the folder to write to")
    found = parser.parse_args(arguments)
    return Asked(Path(file).stem, found.n, found.seed, found.jobs, found.to)


def prepared(
    regulations: Iterable[Regulation],
    seed: int,
    *,
    agents: Iterable[str | None] = repeat(None),
    people: Iterable[People | None] = repeat(None),
) -> list[Event]:
    """Prepare events that are seated alike in the first rounds: the plan of the first is that of all."""
    found: list[Event] = []
    for regulation, who, folk in zip(regulations, agents, people, strict=False):
        plan = found[0].plan if found else None
        event = simulate.prepared(regulation, agents=who, people=folk, plan=plan, seed=seed)
        assert isinstance(event, Event)
        found.append(event)
    return found


def played(events: Iterable[AnyEvent], asked: Asked, metrics: Sequence[str]) -> Run:
    """Play the same tournaments of several events, and count what these metrics ask for."""
    backend = simulate.backend(jobs=asked.jobs)
    try:
        job = Job(events=tuple(events), metrics=tuple(metrics))
        return simulate.run(job, asked.n, backend=backend)
    finally:
        backend.close()


def side_by_side(base: str, variants: Iterable[str], counted: Counted, n: int) -> Iterator[Row]:
    """Give every figure of an event and of its variants, and the paired differences to the event."""
    own = metrics.figures(counted.totals[0])
    told = {base: own}
    for name, totals, pairs in zip(variants, counted.totals[1:], counted.pairs, strict=True):
        found = metrics.differences(pairs)
        told[name] = metrics.figures(totals)
        told[less(name, base)] = {figure: found[figure] for figure in told[name] if figure in found}
    for variant, figures in told.items():
        for figure, value in figures.items():
            yield {"variant": variant, "figure": figure, **cells(value, n)}


def less(variant: str, base: str) -> str:
    """Name the difference of a variant and what it is a variant of."""
    return f"{variant}, less {base}"


def comparisons(
    rows: Sequence[Row],
    base: str,
    variants: Iterable[str],
    figures: Mapping[str, tuple[str, bool]],
) -> list[Comparison]:
    """Draw the differences that `side_by_side` has given.

    Parameters
    ----------
    rows, base, variants
        What it has given, and of what.
    figures
        Those that are drawn: how each is called, and whether it is a share.
    """
    names = list(variants)
    return [
        Comparison(
            measure=says,
            baseline=base,
            differences={
                name: interval(row)
                for name in names
                for row in where(rows, variant=less(name, base), figure=figure)
            },
            percent=percent,
        )
        for figure, (says, percent) in figures.items()
    ]


def cells(figure: Figure, n: int) -> Row:
    """Write a figure, its 95 % interval, and of how many tournaments it is."""
    low, high = ends(figure)
    return {
        "value": f"{figure.value:.5f}",
        "low": f"{low:.5f}",
        "high": f"{high:.5f}",
        "tournaments": str(n),
    }


def ends(figure: Figure) -> tuple[float, float]:
    """Give the ends of an interval; the figure itself where no spread is known."""
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    return low, high


def interval(row: Mapping[str, str]) -> Interval:
    """Read a figure out of a line."""
    return Interval(float(row["value"]), float(row["low"]), float(row["high"]))


def where(rows: Iterable[Row], **wanted: str) -> Iterator[Row]:
    """Give the lines in which these columns have these values."""
    return (row for row in rows if all(row[key] == value for key, value in wanted.items()))


def share(row: Mapping[str, str], *, signed: bool = False) -> str:
    """Write a share with its interval, in per cent, or a difference of shares in points of them."""
    found = interval(row)
    sign = "+" if signed else ""
    value, low, high = (f"{100 * x:{sign}z.1f}" for x in (found.value, found.low, found.high))
    return f"{value} ({low} to {high})" if signed else f"{value} % ({low} to {high})"


def number(row: Mapping[str, str], digits: int = 3, *, signed: bool = False) -> str:
    """Write a figure with its interval."""
    found = interval(row)
    sign = "+" if signed else ""
    value, low, high = (f"{x:{sign}z.{digits}f}" for x in (found.value, found.low, found.high))
    return f"{value} ({low} to {high})"


def one(rows: Iterable[Row], **wanted: str) -> Row:
    """Give the line in which these columns have these values."""
    (row,) = where(rows, **wanted)
    return row


def table(head: Sequence[str], *lines: Sequence[str]) -> str:
    """Write a table as README.md has it."""
    written = ["| " + " | ".join(line) + " |" for line in (head, *lines)]
    return "\n".join([written[0], "|" + "---|" * len(head), *written[1:]])


def finish(asked: Asked, rows: Sequence[Row], panels: Sequence[Panel], table: str) -> None:
    """Write the CSV and the picture, and print the table."""
    write(rows, asked)
    draw(panels, asked)
    print(table)


def write(rows: Sequence[Row], asked: Asked) -> None:
    """Write the lines as the CSV of the study."""
    file = asked.to / f"{asked.name}.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def draw(panels: Sequence[Panel], asked: Asked) -> None:
    """Draw the picture of the study."""
    plots.draw(panels, asked.to / f"{asked.name}.png", "en", force=True)
