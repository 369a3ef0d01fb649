"""Whether Charlie's lower best move for the sheriff makes up for what he knows by his checks.

    python experiments/charlie_sheriff.py -n 12000 --seed 0

Charlie 2016 pays a civilian who is killed first 0.75 for three black players and 0.5 for two, a sheriff 0.5
and nothing. The same games are paid with one price for both. It writes ``charlie_sheriff.csv`` and
``charlie_sheriff.png``: what the best move brings who is killed first, by role, and points a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
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
    side_by_side,
    table,
    where,
)

from mafsim import metrics, simulate
from mafsim.games import Array, Games, Role
from mafsim.metrics.block import Block
from mafsim.metrics.methods import Numbers, Ratio
from mafsim.plots import Comparison
from mafsim.regulations import Regulation, load, set_values
from mafsim.scoring import COMPONENTS, first_killed, score
from mafsim.simulate import BLOCK
from mafsim.tournament.outcome import Outcome
from mafsim.tournament.simulated import play_block

BASE = "charlie-2016"
SAME = "one price for both"
CHANGES = ("scoring.best_move.sheriff_three=0.75", "scoring.best_move.sheriff_two=0.5")
COUNTED = ("points_by_role", "best_wins", "kendall_tau")
ROLES = (Role.SHERIFF, Role.CIVILIAN)
MOVE = Ratio(1000)
"""Points in thousandths, by how many were killed first."""
FIGURES = {"points_by_role_sheriff": ("Points a game as sheriff", False)}
"""What else is drawn, how it is called, and that it is no share; the table has the others as well."""


def of_moves(outcome: Outcome, regulation: Regulation, seed: int) -> Array:
    """Give what best moves are worth to sheriffs and to civilians who are killed first.

    Returns
    -------
    Array
        ``[tournament, x]``: points and killed of the sheriffs, then of the civilians.
    """
    games, block = outcome.games, Block(outcome)
    assert isinstance(games, Games)
    killed = first_killed(games, regulation)
    points = score(games, regulation, seed=seed, first=outcome.first)
    points = points[:, :, COMPONENTS.index("best_move")]
    found = []
    for role in ROLES:
        own = killed & (games.roles == role)
        found += [block.of_games((points * own).sum(axis=1)), block.of_games(own.sum(axis=1))]
    return np.stack(found, axis=1)


def moves(asked: Asked, prices: dict[str, Regulation]) -> dict[str, Numbers]:
    """Give the totals of `of_moves`, by price."""
    event = simulate.prepared(prices[BASE], seed=asked.seed)
    found = dict.fromkeys(prices, ())
    for first in range(0, asked.n, BLOCK):
        outcome = play_block(event, first, min(BLOCK, asked.n - first))
        for name, regulation in prices.items():
            values = of_moves(outcome, regulation, asked.seed)[:, None, :]
            (own,) = MOVE.totals(values, first)
            found[name] = tuple(map(sum, zip(found[name] or (0,) * len(own), own, strict=True)))
    return found


def rows(asked: Asked) -> Iterator[Row]:
    """Give what a best move brings each role under each price, and what follows from it."""
    prices = {BASE: load(BASE), SAME: set_values(load(BASE), CHANGES)}
    confidence = metrics.CONFIDENCE
    for name, both in moves(asked, prices).items():
        figure = MOVE.differences(both, confidence)[""]
        yield {"variant": name, "figure": "move_sheriff_less_civilian", **cells(figure, asked.n)}
        for which, role in enumerate(ROLES):
            alone = MOVE.figures(_of_one(both, which), confidence)[""]
            yield {"variant": name, "figure": f"move_{role.name.lower()}", **cells(alone, asked.n)}
    events = prepared(prices.values(), asked.seed)
    yield from side_by_side(BASE, [SAME], played(events, asked, COUNTED).counted, asked.n)


def _of_one(both: Numbers, which: int) -> Numbers:
    """Give the totals of one quotient out of those of two: count, sums, sums of products."""
    count, sums, products = both[0], both[1:5], np.reshape(both[5:], (4, 4))
    own = slice(2 * which, 2 * which + 2)
    return (count, *sums[own], *products[own, own].ravel().tolist())


def panels(found: Sequence[Row]) -> list[Comparison]:
    """Show how the sheriff's best move stands to a civilian's, and what the other price would do."""
    apart = where(found, figure="move_sheriff_less_civilian")
    return [
        Comparison(
            measure="What the best move brings the sheriff who is killed first",
            baseline="that of a civilian",
            differences={row["variant"]: interval(row) for row in apart},
            percent=False,
        ),
        *comparisons(found, BASE, [SAME], FIGURES),
    ]


def written(found: Sequence[Row]) -> str:
    """Write what README.md has of it."""
    lines = [
        (
            name,
            number(one(own, figure="move_sheriff")),
            number(one(own, figure="move_civilian")),
            number(one(own, figure="move_sheriff_less_civilian"), signed=True),
        )
        for name in (BASE, SAME)
        for own in [list(where(found, variant=name))]
    ]
    return table(("prices", "a sheriff's", "a civilian's", "difference"), *lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the question."""
    wanted = asked(__file__, __doc__, 12_000, arguments)
    found = list(rows(wanted))
    finish(wanted, found, panels(found), written(found))


if __name__ == "__main__":
    main()
