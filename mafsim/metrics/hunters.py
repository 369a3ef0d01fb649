"""What players who hunt for points gain by it, and what it costs their sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mafsim.agents import parse
from mafsim.games import EMPTY, Array
from mafsim.metrics.block import Block, Sample, none, one


def hunter_points(block: Block) -> Sample:
    """Give how many more points a hunter gets in a game than the others do."""
    return _by_kind(block, block.outcome.of_seats)


def hunter_wins(block: Block) -> Sample:
    """Give how much more often a hunter's side wins than the others' sides do: below 0 he costs it games."""
    return _by_kind(block, None)


def hunter_places(block: Block) -> Sample:
    """Give how many places higher a hunter ends up than the others do, among players."""
    if not _are_told_apart(block):
        return none(block.tournaments, 4)
    hunter, players = hunters(block), block.outcome.players
    unit = players.units.of_entrant
    place = np.where(unit == EMPTY, 0, players.place[:, unit].astype(np.int64))
    ranked = unit != EMPTY
    own, others = hunter & ranked, ~hunter & ranked
    return one(
        *(-(place * own).sum(axis=1), own.sum(axis=1)),
        *(-(place * others).sum(axis=1), others.sum(axis=1)),
    )


def hunts(kind: str) -> bool:
    """Say whether a kind of player, as `--agents` names it, hunts for points at all."""
    (spec,) = parse(kind)
    return spec.kind == "hunter" and dict(spec.values).get("greed", 1.0) > 0


def hunters(block: Block) -> Array:
    """Say who hunts for points: ``hunter[tournament, entrant]``."""
    kinds = np.array([hunts(kind) for kind in block.outcome.kinds], dtype=np.bool_)
    return np.asarray(kinds[block.outcome.kind])


def _are_told_apart(block: Block) -> bool:
    """Say whether some hunt and some do not, so that they can be compared."""
    return block.mafia is not None and len({hunts(kind) for kind in block.outcome.kinds}) == 2


def _by_kind(block: Block, values: Array | None) -> Sample:
    """Sum values of seats, or wins, over the hunters and over the others, with the numbers of seats."""
    games = block.mafia
    if games is None or not _are_told_apart(block):
        return none(block.tournaments, 4)
    hunt = hunters(block)[block.tournament[:, None], np.maximum(games.entrants, 0)]
    classes = np.where(games.entrants == EMPTY, EMPTY, hunt.astype(np.int8))
    sums = block.by_class(classes, games.won if values is None else values, 2)
    counts = block.by_class(classes, np.ones((1, 1)), 2)
    return one(sums[:, 1], counts[:, 1], sums[:, 0], counts[:, 0])


def gap(sums: Sequence[int]) -> Mapping[str, float]:
    """Give how much more the first have on the average than the second."""
    x, n, other_x, other_n = sums
    return {"": x / n - other_x / other_n} if n and other_n else {}


def gap_in_points(sums: Sequence[int]) -> Mapping[str, float]:
    """Give the same in points, of thousandths."""
    return {name: value / 1000 for name, value in gap(sums).items()}
