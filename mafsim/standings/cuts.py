"""Who goes on where the field shrinks between two stages."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from mafsim.games import Flags
from mafsim.regulations.schema import Cut
from mafsim.standings.places import PER_GAME, POINTS, STAGE, Order, Standings
from mafsim.standings.tie_breaks import lot


def qualified(table: Standings, field: int, rule: Cut, *, withdrawn: Collection[str] = ()) -> Flags:
    """Say who goes on: ``qualified[tournament, unit]``.

    Parameters
    ----------
    table
        The standings before the cut.
    field
        How many go on.
    rule
        What happens where places are shared at the cut, and where somebody withdraws.
    withdrawn
        The ids of those who do not go on though they might.
    """
    lines = _settled(table)
    stays = np.isin(np.array(table.units.ids), list(withdrawn))[lines]
    ahead = np.cumsum(np.ones_like(lines), axis=1) - 1
    if rule.when_one_withdraws == "next":
        ahead = np.cumsum(~stays, axis=1) - ~stays
    goes = (ahead < field) & ~stays
    if rule.when_tied == "all":
        goes |= _equal_to_the_last(table, lines, goes) & ~stays
    found = np.zeros(lines.shape, dtype=np.bool_)
    np.put_along_axis(found, lines, goes, axis=1)
    return found


def _settled(table: Standings) -> Order:
    """Give the units by place; a lot parts those who share one."""
    drawn = lot(table.earned.tallies)
    return np.lexsort((-drawn, table.places()), axis=-1)


def _equal_to_the_last(table: Standings, lines: Order, goes: Flags) -> Flags:
    """Mark those who have as many points as the last who goes on, whatever parts them."""
    equal = np.ones(lines.shape, dtype=np.bool_)
    last = np.where(goes, np.arange(lines.shape[1]), -1).max(axis=1)
    for level in (STAGE, POINTS, PER_GAME):
        if level in table.levels:
            value = table.values[table.levels.index(level)]
            value = np.take_along_axis(value, lines, axis=1)
            equal &= value == np.take_along_axis(value, last[:, None], axis=1)
    return np.asarray(equal & (last >= 0)[:, None])
