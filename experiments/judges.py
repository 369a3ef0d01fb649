"""How much additional points help to find the best, by their weight and by how far judges err.

    python experiments/judges.py -n 4000 --seed 0

The club's cup of ``examples/club.toml`` (20 people, 10 rounds) is judged anew, game by game: its points
may be worth nothing, half as much, as much, twice or four times as much, and the judge errs not at all,
as usual, or twice as much as usual about a player and a game. It writes ``judges.csv`` and ``judges.png``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from operator import add

from study import (
    HERE,
    Asked,
    Row,
    asked,
    cells,
    comparisons,
    finish,
    less,
    number,
    one,
    prepared,
    table,
)

from mafsim import judging, metrics
from mafsim.judging import Judge
from mafsim.metrics import PairTotals, Totals
from mafsim.plots import Comparison
from mafsim.regulations import Regulation, load
from mafsim.simulate import BLOCK
from mafsim.tournament.block import play_block
from mafsim.tournament.book import Book
from mafsim.tournament.event import Event

WEIGHTS = (Decimal("0.5"), Decimal(1), Decimal(2), Decimal(4))
ERRORS = {"never errs": 0, "errs as usual": 1, "errs twice as much": 2}
NONE = "no additional points"
COUNTED = ("best_wins", "best_in_top", "kendall_tau", "variance", "split_half")
FIGURES = {
    "kendall_tau": ("Agreement of skill and place", False),
    "best_wins": ("The best one wins", True),
}
"""What is drawn, how it is called, and whether it is a share; the table has the others as well."""


def weighed(base: Regulation, weight: Decimal) -> Regulation:
    """Give the regulation with additional points of another size, none for 0."""
    rule = base.scoring.additional
    assert rule is not None
    changed = None
    if weight:
        changed = rule.model_copy(
            update={
                "most_in_all": weight * rule.most_in_all,
                "step": weight * rule.step,
                **{
                    side: bounds.model_copy(
                        update={"least": weight * bounds.least, "most": weight * bounds.most}
                    )
                    for side in ("winner", "loser")
                    if (bounds := getattr(rule, side)) is not None
                },
            }
        )
    scoring = base.scoring.model_copy(update={"additional": changed})
    return base.model_copy(update={"scoring": scoring})


def judge(errors: int) -> Judge:
    """Give the usual judge, who errs so many times as far."""
    usual = judging.usual()
    return replace(usual, noise=errors * usual.noise, mood=errors * usual.mood)


def cases() -> dict[str, tuple[Decimal, int]]:
    """Give what is compared: a weight and how far the judge errs, the first without any points."""
    return {NONE: (Decimal(0), 1)} | {
        f"{weight} times, {says}": (weight, errors)
        for says, errors in ERRORS.items()
        for weight in WEIGHTS
    }


Counted = list[tuple[Totals, PairTotals]]


def counted(events: Sequence[Event], first: int, n: int) -> Counted:
    """Play a block once, judge it in every way, and count."""
    book, found = Book(), []
    outcomes = [
        play_block(event, first, n, judge_=judge(errors), book=book)
        for event, (_, errors) in zip(events, cases().values(), strict=True)
    ]
    for outcome in outcomes:
        pairs = metrics.pair_totals(outcome, outcomes[0], COUNTED)
        found.append((metrics.totals(outcome, COUNTED), pairs))
    return found


def rows(asked: Asked) -> Iterator[Row]:
    """Give every figure of each case, and the paired difference to no additional points."""
    club = load(str(HERE.parent / "examples" / "club.toml"))
    events = prepared([weighed(club, weight) for weight, _ in cases().values()], asked.seed)
    blocks = [
        counted(events, first, min(BLOCK, asked.n - first)) for first in range(0, asked.n, BLOCK)
    ]
    for name, *of_case in zip(cases(), *blocks, strict=True):
        totals, pairs = (reduce(add, each) for each in zip(*of_case, strict=True))
        own = metrics.figures(totals)
        told = {name: own}
        if name != NONE:
            found = metrics.differences(pairs)
            told[less(name, NONE)] = {key: found[key] for key in own if key in found}
        for variant, figures in told.items():
            for figure, value in figures.items():
                yield {"variant": variant, "figure": figure, **cells(value, asked.n)}


def panels(found: Sequence[Row]) -> list[Comparison]:
    """Show what additional points change, by weight and by judge."""
    return comparisons(found, NONE, [name for name in cases() if name != NONE], FIGURES)


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = [
        (
            f"{weight}",
            *(
                number(
                    one(found, variant=less(f"{weight} times, {says}", NONE), figure="kendall_tau"),
                    signed=True,
                )
                for says in ERRORS
            ),
        )
        for weight in WEIGHTS
    ]
    return table(("worth, times", *(f"the judge {says}" for says in ERRORS)), *lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 4000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
