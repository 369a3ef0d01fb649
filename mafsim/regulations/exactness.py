"""Where points would leave the grid of thousandths: products with a multiplier, and shares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal

from mafsim.regulations.points import BestPlayer, Component, Rounding, Scoring
from mafsim.regulations.schema import Regulation

GRID = Decimal("0.001")
"""Every amount of points is a whole multiple of this."""

THOUSANDTHS = 1000
"""How many of them make one point."""

_MODES: dict[Rounding, str] = {
    "half_up": ROUND_HALF_UP,
    "half_even": ROUND_HALF_EVEN,
    "up": ROUND_UP,
    "down": ROUND_DOWN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A product that has more than three decimal places."""

    stage: str
    multiplier: Decimal
    path: str
    amount: Decimal
    product: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Points that several players cannot divide evenly."""

    points: Decimal
    players: int


def thousandths(points: Decimal) -> int:
    """Give points as whole thousandths; a regulation has no others."""
    whole = points * THOUSANDTHS
    assert whole == int(whole), points
    return int(whole)


def products(regulation: Regulation) -> Iterator[Product]:
    """Give the products of a stage's multiplier and an amount of points that are off the grid."""
    amounts = tuple(_multiplied(regulation))
    for stage in regulation.stages:
        for path, amount in amounts:
            product = stage.multiplier * amount
            if not _on_grid(product):
                yield Product(
                    stage=stage.name,
                    multiplier=stage.multiplier,
                    path=path,
                    amount=amount,
                    product=product,
                )


def shares(regulation: Regulation) -> Iterator[Share]:
    """Give the numbers of best players that cannot share their points on the grid."""
    best = regulation.scoring.best_player
    if best is None or best.rounding is not None:
        return
    for players in _sharing(best, regulation.table.size):
        if not divides(best.points, players):
            yield Share(points=best.points, players=players)


def divides(points: Decimal, players: int) -> bool:
    """Say whether points can be shared equally in whole thousandths."""
    return int(points / GRID) % players == 0


def share_of(best: BestPlayer, players: int) -> Decimal:
    """Give what one of several best players gets."""
    if not best.shared:
        return best.points
    mode = _MODES[best.rounding or "half_even"]
    return (best.points / players).quantize(GRID, rounding=mode)


def _on_grid(points: Decimal) -> bool:
    return points == points.quantize(GRID, rounding=ROUND_DOWN)


def _sharing(best: BestPlayer, table_size: int) -> range:
    """Give how many players may share, 1 left out."""
    if not best.shared:
        return range(0)
    most = best.most
    if best.chosen_by == "table":
        most = table_size if best.tie == "all" else 1
    return range(2, most + 1)


def _multiplied(regulation: Regulation) -> Iterator[tuple[str, Decimal]]:
    """Give each amount that a multiplier multiplies, with its path."""
    scoring = regulation.scoring
    amounts = dict.fromkeys(scoring.multiplier_applies_to)
    for component in amounts:
        for path, amount in _amounts(scoring, component, regulation.table.size):
            if amount is not None:
                yield f"scoring.{path}", amount


def _amounts(
    scoring: Scoring, component: Component, table_size: int
) -> Iterator[tuple[str, Decimal | None]]:
    """Give the amounts of a component; of amounts in steps, the step."""
    match component:
        case "outcome":
            for role in ("civilian", "sheriff", "mafia", "don"):
                outcome = getattr(scoring.outcome, role)
                yield f"outcome.{role}.win", outcome.win
                yield f"outcome.{role}.loss", outcome.loss
            yield "outcome.draw", scoring.outcome.draw
        case "best_move" if move := scoring.best_move:
            for key in ("three", "two", "one", "sheriff_three", "sheriff_two"):
                yield f"best_move.{key}", getattr(move, key)
        case "best_player" if best := scoring.best_player:
            yield "best_player.points", best.points
            for players in _sharing(best, table_size):
                yield "best_player.points", share_of(best, players)
        case "additional" if scoring.additional:
            yield "additional.step", scoring.additional.step
        case "penalty":
            for penalty in scoring.penalties:
                yield f"penalties.{penalty.reason}.points", penalty.points
            yield "shapka.breach", scoring.shapka.breach
        case "disqualification" if scoring.disqualification:
            yield "disqualification.points", scoring.disqualification.points
            yield "disqualification.side_lost", scoring.disqualification.side_lost
        case "compensation" if scoring.compensation:
            yield "compensation.places", Decimal(1).scaleb(-scoring.compensation.places)
        case "words":
            yield "shapka.word", scoring.shapka.word
        case "bye":
            yield "bye", scoring.bye
