"""Whether Omsk's points are fair to the roles: what each earns a game, and what other payments would do.

    python experiments/omsk_roles.py -n 3000 --seed 0

The same games are paid as Omsk 2012 pays them, with the same points for every win, and so that red and
black earn about alike. It writes ``omsk_roles.csv`` and ``omsk_roles.png``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from study import (
    Asked,
    Row,
    asked,
    cells,
    comparisons,
    finish,
    interval,
    number,
    one,
    played,
    prepared,
    share,
    side_by_side,
    table,
    where,
)

from mafsim import metrics
from mafsim.plots import Comparison, PointsByRole
from mafsim.regulations import load, set_values
from mafsim.simulate.document import roles

BASE = "omsk-2012"
ROLES = ("civilian", "sheriff", "mafia", "don")
COMPONENTS = ("outcome", "best_player")
VARIANTS = {
    "every win 3": tuple(f"scoring.outcome.{role}={{win=3}}" for role in ROLES),
    "a lost game takes nothing": (
        "scoring.outcome.sheriff={win=4}",
        "scoring.outcome.don={win=5}",
    ),
    "a red win 5, a black 3": (
        *(f"scoring.outcome.{role}={{win=5}}" for role in ("civilian", "sheriff")),
        *(f"scoring.outcome.{role}={{win=3}}" for role in ("mafia", "don")),
    ),
}
"""What games bring instead; the best player keeps his point."""
COUNTED = ("points_by_role", "variance", "best_wins", "best_in_top", "kendall_tau", "red_win")
FIGURES = {
    "variance_role": ("Share of the differences in points: luck of the role", True),
    "kendall_tau": ("Agreement of skill and place", False),
    "best_wins": ("The best one wins", True),
}
"""What is drawn, how it is called, and whether it is a share; the table has the others as well."""


def rows(asked: Asked) -> Iterator[Row]:
    """Give every figure of each way to pay, and the paired difference to Omsk's."""
    base = load(BASE)
    variants = [set_values(base, changes) for changes in ((), *VARIANTS.values())]
    events = prepared(variants, asked.seed)
    counted = played(events, asked, COUNTED).counted
    yield from side_by_side(BASE, VARIANTS, counted, asked.n)
    for role, parts in roles(events[0], counted.tables[0]).items():
        for component, mean in parts.items():
            figure = metrics.Figure(mean, None, None)
            yield {
                "variant": BASE,
                "figure": f"paid_{role}_{component}",
                **cells(figure, asked.n),
                "low": "",
                "high": "",
            }


def panels(found: Sequence[Row]) -> list[PointsByRole | Comparison]:
    """Show what Omsk pays each role, and what would be otherwise if it paid otherwise."""
    omsk = {row["figure"]: row for row in where(found, variant=BASE)}
    return [
        PointsByRole(
            means={role: interval(omsk[f"points_by_role_{role}"]) for role in ROLES},
            components={
                role: {part: float(omsk[f"paid_{role}_{part}"]["value"]) for part in COMPONENTS}
                for role in ROLES
            },
        ),
        *comparisons(found, BASE, VARIANTS, FIGURES),
    ]


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = [
        (
            name,
            *(number(one(own, figure=f"points_by_role_{role}"), 2) for role in ROLES),
            share(one(own, figure="variance_role")),
        )
        for name in (BASE, *VARIANTS)
        for own in [list(where(found, variant=name))]
    ]
    return table(("paid", *ROLES, "luck of the role"), *lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 3000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
