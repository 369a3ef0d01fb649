"""Who goes on where the field shrinks between two stages, and in which order all stand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from mafsim.games import EMPTY, Flags
from mafsim.regulations.schema import Cut, Regulation
from mafsim.standings.places import PER_GAME, POINTS, STAGE, Order, Standings
from mafsim.standings.tie_breaks import lot
from mafsim.standings.units import By

LOT = "lot"


def counted_by(regulation: Regulation) -> By:
    """Say whom the field of a stage counts: teams where the regulation has a number of them."""
    return "team" if regulation.entry.teams is not None else "player"


def qualified(
    table: Standings,
    field: int,
    rule: Cut,
    *,
    withdrawn: Collection[str] = (),
    gone: Flags | None = None,
) -> Flags:
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
    gone
        The same where it differs from one tournament to the next: ``gone[tournament, unit]``.
    """
    lines = in_line(table)
    stays = np.isin(np.array(table.units.ids), list(withdrawn))[lines]
    if gone is not None:
        stays = stays | np.take_along_axis(gone, lines, axis=1)
    ahead = np.cumsum(np.ones_like(lines), axis=1) - 1
    if rule.when_one_withdraws == "next":
        ahead = np.cumsum(~stays, axis=1) - ~stays
    goes = (ahead < field) & ~stays
    if rule.when_tied == "all":
        goes |= _equal_to_the_last(table, lines, goes) & ~stays
    found = np.zeros(lines.shape, dtype=np.bool_)
    np.put_along_axis(found, lines, goes, axis=1)
    return found


def settled(table: Standings, tournament: int = 0) -> tuple[tuple[int, ...], ...]:
    """Give the units by place, those whom only a lot parts together, in the order of the lot."""
    order = in_line(table)[tournament].tolist()
    decided = table.decided_by[tournament].tolist()
    by_lot = {EMPTY, table.levels.index(LOT)} if LOT in table.levels else {EMPTY}
    groups: list[list[int]] = []
    for k, unit in enumerate(order):
        if k and decided[k - 1] in by_lot:
            groups[-1].append(unit)
        else:
            groups.append([unit])
    return tuple(map(tuple, groups))


def in_line(table: Standings) -> Order:
    """Give the units by place, a lot parting those who share one: ``unit[tournament, k]``."""
    drawn = lot(replace(table.earned.tallies, units=table.units))
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
