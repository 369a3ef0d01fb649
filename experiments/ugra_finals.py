"""What Ugra's finals do: their coefficient of 1.3, and that they are dealt anew by the places before each.

    python experiments/ugra_finals.py -n 4000 --seed 0

The same people play the same qualifying rounds; then other finals. It writes ``ugra_finals.csv`` and
``ugra_finals.png``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from study import (
    Asked,
    Row,
    asked,
    comparisons,
    finish,
    less,
    number,
    one,
    played,
    prepared,
    share,
    side_by_side,
    table,
    where,
)

from mafsim.plots import Comparison
from mafsim.regulations import load, set_values

BASE = "ugra-2021"
VARIANTS = {
    "coefficient 1": ("stages.final.multiplier=1",),
    "coefficient 2": ("stages.final.multiplier=2",),
    "coefficient 4": ("stages.final.multiplier=4",),
    "dealt once, not anew": ("stages.final.dealt_anew=false",),
    "dealt evenly, not by places": (
        "stages.final.dealt_anew=false",
        "stages.final.deal=[]",
        "stages.final.draw=balanced",
    ),
}
"""What the finals are instead."""
COUNTED = (
    *("best_wins", "best_in_top", "winner_rank", "kendall_tau"),
    *("first_place", "dead_last_round"),
)
FIGURES = {
    "best_wins": ("The best pair wins", True),
    "kendall_tau": ("Agreement of skill and place", False),
    "dead_last_round": ("Games of the last round that cannot touch the first place", True),
}
"""What is drawn, how it is called, and whether it is a share; the table has the others as well."""


def rows(asked: Asked) -> Iterator[Row]:
    """Give every figure of each kind of finals, and the paired difference to those that were held."""
    held = load(BASE)
    variants = [set_values(held, changes) for changes in ((), *VARIANTS.values())]
    events = prepared(variants, asked.seed)
    counted = played(events, asked, COUNTED).counted
    yield from side_by_side(BASE, VARIANTS, counted, asked.n)


def panels(found: Sequence[Row]) -> list[Comparison]:
    """Show the differences to the finals that were held."""
    return comparisons(found, BASE, VARIANTS, FIGURES)


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = [
        (
            name,
            share(one(own, figure="best_wins"), signed=True),
            number(one(own, figure="kendall_tau"), signed=True),
            share(one(own, figure="dead_last_round"), signed=True),
        )
        for name in VARIANTS
        for own in [list(where(found, variant=less(name, BASE)))]
    ]
    return table(("finals", "the best pair wins", "skill and place", "dead games"), *lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 4000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
