"""What two simulations of one seed show together that neither shows alone.

The first has something that the second has not: hunters instead of honest players, somebody who
drops out. Both have the same roster, the same people and plans, and the same numbers of tournaments.
"""

from __future__ import annotations

import numpy as np

from mafsim.games import EMPTY, Array
from mafsim.metrics.block import Block, Sample, none, one
from mafsim.metrics.hunters import hunters
from mafsim.metrics.methods import Integers


def hunter_gain_points(changed: Block, base: Block) -> Sample:
    """Give how many more points a game brings those who hunt in the first and not in the second."""
    hunter = _turned(changed, base)
    x = [_of(block, hunter, block.outcome.of_seats) for block in (changed, base)]
    n = [_of(block, hunter, np.ones((1, 1))) for block in (changed, base)]
    return one(x[0], n[0], x[1], n[1])


def hunter_gain_places(changed: Block, base: Block) -> Sample:
    """Give how many places higher they end up among players."""
    hunter = _turned(changed, base)
    gained = _places(base) - _places(changed)
    return one((gained * hunter).sum(axis=1), hunter.sum(axis=1))


def hunter_cost_to_side(changed: Block, base: Block) -> Sample:
    """Give how much less often the sides that they play for win."""
    hunter = _turned(changed, base)
    if changed.mafia is None or base.mafia is None:
        return none(changed.tournaments, 4)
    (won, n), (base_won, base_n) = (
        (_of(block, hunter, games.won), _of(block, hunter, np.ones((1, 1))))
        for block, games in ((changed, changed.mafia), (base, base.mafia))
    )
    return one(base_won, base_n, won, n)


def _turned(changed: Block, base: Block) -> Array:
    """Say who hunts in the first and not in the second: ``turned[tournament, entrant]``."""
    return hunters(changed) & ~hunters(base)


def _of(block: Block, who: Array, values: Array) -> Integers:
    """Sum ``values[game, seat]`` over the seats of those marked."""
    entrants = block.outcome.games.entrants
    here = who[block.tournament[:, None], np.maximum(entrants, 0)] & (entrants != EMPTY)
    return block.by_class(np.where(here, 0, EMPTY), values, 1)[:, 0]


def _places(block: Block) -> Integers:
    """Give ``place[tournament, entrant]`` among players; 0 for who has none."""
    players = block.outcome.players
    unit = players.units.of_entrant
    return np.where(unit == EMPTY, 0, players.place[:, unit].astype(np.int64))


def drop_out_pull(changed: Block, base: Block) -> Sample:
    """Give how many places another unit moves, up or down, because somebody has dropped out.

    Somebody has dropped out who plays fewer games in the first than in the second, of the rounds in
    which everybody plays; places are counted among the others. Under another regulation people play
    other rounds for other reasons, so that nothing is told.
    """
    if changed.outcome.regulation.digest != base.outcome.regulation.digest:
        return none(changed.tournaments)
    played, before = (
        block.outcome.played_in[:, :, : block.common].sum(axis=2) for block in (changed, base)
    )
    missing = np.asarray(played < before)
    out = changed.of_units(missing) > 0
    moved = np.abs(_among(changed.place, ~out) - _among(base.place, ~out)) * ~out
    some = out.any(axis=1)
    return one(moved.sum(axis=1) * some, (~out).sum(axis=1) * some)


def _among(place: Integers, counted: Array) -> Integers:
    """Give how many of those who count are ahead: ``place[tournament, unit]``."""
    ahead = (place[:, None, :] < place[:, :, None]) & counted[:, None, :]
    return np.asarray(ahead.sum(axis=2))
