"""Designs fitted to an event: cut to its rounds, shortened to its tables, people put where they may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from mafsim.pairing.designs import Design, designs, meetings_of
from mafsim.pairing.measures import Flags
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.start import AVOIDED, CLUB, FREE, NEVER, kinds

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]
Float = npt.NDArray[np.float32]

KEPT = 4
"""How many of the best plans are given."""

SPARE = 3
"""The most tables that a design may have to many."""

LONGER = 4
"""How many times more rounds than wanted a design may have."""

SWEEPS = 4
"""How often it is chosen anew which tables are given up."""

COMPARED = 150
"""The most people for whom it is compared which rounds of a design are left out."""

TRIED = 20_000
"""How many ways to stand in classes are tried."""


def offers(problem: Problem) -> list[Int32]:
    """Give round orders, ``[round, entrant]``, of plans made from designs, those with fewest squares first.

    None where no design fits, or where those who may not meet cannot stand so that they never do.
    """
    if problem.game != "mafia" or not applies(problem):
        return []
    found: dict[tuple[int, int], Int32] = {}
    tables, size = problem.tables[0], problem.table_size
    allowed = np.triu(problem.can_meet(), k=1)
    sets = wishes(problem)
    for design in candidates(len(problem.roster.entrants), tables, size, problem.rounds):
        places = next(filter(None, (standing(tied, design.classes) for tied in sets)), None)
        if places is None:
            continue
        table = np.empty_like(design.table)
        table[:, places] = design.table
        met = meetings_of(table, tables)[allowed].astype(np.int64)
        at = np.argsort(get_around(table, tables), axis=1, kind="stable").astype(np.int32)
        if met.min(initial=met[0]) == met.max(initial=0):
            return [at]
        found.setdefault((int((met**2).sum()), int((met**4).sum())), at)
    return [found[key] for key in sorted(found)[:KEPT]]


def applies(problem: Problem) -> bool:
    """Say whether a design could fit: the same people in every round, at whatever of equally many tables."""
    return (
        problem.past is None
        and problem.field is None
        and len(set(problem.tables)) == 1
        and bool(problem.available().all())
        and not forbidden(problem).any()
    )


def get_around(table: Int32, tables: int) -> Int32:
    """Give the same plan with other numbers of tables, so that nobody sits at one much more often.

    Every round's numbers move on so far that visits have few squares, and among equals few high ones: of
    a design the squares are often the same whatever the numbers.
    """
    rounds, people = table.shape
    everybody = np.arange(people)
    visits = np.zeros((tables + 1, people), dtype=np.int64)
    np.add.at(visits, (table, everybody), 1)
    if (visits[:tables] == visits[0]).all() or tables == 1:
        return table
    table, before = table.copy(), None
    while before is None or (table != before).any():
        before = table.copy()
        for number in range(rounds):
            np.subtract.at(visits, (table[number], everybody), 1)
            moved = (table[number] + np.arange(tables)[:, None]) % tables
            met = visits[moved, everybody]
            price = ((2 * met + 1) << 32) + (met + 1) ** 4 - met**4
            table[number] = moved[int(price.sum(axis=1).argmin())]
            np.add.at(visits, (table[number], everybody), 1)
    return table


# ---- People


def wishes(problem: Problem) -> list[list[tuple[int, ...]]]:
    """Give sets of people who are to stand together where nobody meets, by what they are tied.

    First by all that may not or should not be, clubs too; at the least by what may not be.
    """
    kind = kinds(problem)
    np.fill_diagonal(kind, FREE)
    ties = [kind != FREE, (kind == NEVER) | (kind == AVOIDED), kind == NEVER]
    assert CLUB != FREE
    found: list[list[tuple[int, ...]]] = []
    for tie in ties:
        sets = together(tie)
        if sets not in found:
            found.append(sets)
    return found


def together(tied: Flags) -> list[tuple[int, ...]]:
    """Give the sets of people who are tied to one another, directly or by others; two or more each."""
    found, seen = [], set()
    for first in np.flatnonzero(tied.any(axis=1)).tolist():
        if first in seen:
            continue
        queue = [first]
        seen.add(first)
        for person in queue:
            fresh = [p for p in np.flatnonzero(tied[person]).tolist() if p not in seen]
            queue += fresh
            seen.update(fresh)
        found.append(tuple(sorted(queue)))
    return found


def standing(sets: Sequence[tuple[int, ...]], classes: Int32) -> list[int] | None:
    """Give the entrant who stands for each person of a design, so that each set stands in one class.

    None where the sets do not fit, or where that is not found soon.
    """
    members = [np.flatnonzero(classes == c).tolist() for c in range(int(classes.max()) + 1)]
    order = sorted(range(len(sets)), key=lambda number: (-len(sets[number]), number))
    chosen = packed([len(sets[number]) for number in order], [len(m) for m in members])
    if chosen is None:
        return None
    entrants = [-1] * len(classes)
    for number, class_ in zip(order, chosen, strict=True):
        for entrant in sets[number]:
            entrants[members[class_].pop(0)] = entrant
    rest = iter(sorted(set(range(len(classes))) - set(entrants)))
    return [next(rest) if entrant < 0 else entrant for entrant in entrants]


def packed(sizes: Sequence[int], room: Sequence[int]) -> list[int] | None:
    """Give for each of `sizes`, the largest first, a class with room for it; None if none is found."""
    left, chosen, tried = list(room), [0] * len(sizes), 0
    # The ways that are still open for each size, the last of them first.
    ways: list[list[int]] = []
    while len(ways) < len(sizes):
        size = sizes[len(ways)]
        fitting = {left[c]: c for c in range(len(left) - 1, -1, -1) if left[c] >= size}
        ways.append([fitting[free] for free in sorted(fitting, reverse=True)])
        while ways and not ways[-1]:
            ways.pop()
            if not ways:
                return None
            left[chosen[len(ways) - 1]] += sizes[len(ways) - 1]
        tried += 1
        if tried > TRIED:
            return None
        class_ = ways[-1].pop()
        chosen[len(ways) - 1] = class_
        left[class_] -= sizes[len(ways) - 1]
    return chosen


# ---- Rounds and tables


def candidates(people: int, tables: int, size: int, rounds: int) -> Iterator[Design]:
    """Give designs for an event, all with its rounds and tables."""
    for design in designs(people, tables, size):
        if tables == 1 and people > size and rounds % design.rounds:
            continue  # some would have a game more than others
        if rounds <= design.rounds * (1 if design.at_most else rounds):
            yield from cut(design, tables, rounds)
    for spare in range(1, SPARE + 1) if people == tables * size else ():
        found = False
        for design in _longer(people, tables, size, rounds, spare):
            for left in range(tables + spare, tables, -1):
                design = shortened(design, left)
            yield design
            found = True
            if people > COMPARED:
                break  # of a large event it takes long, and the first is the best
        if found and people > COMPARED:
            return


def _longer(people: int, tables: int, size: int, rounds: int, spare: int) -> Iterator[Design]:
    """Give designs with the rounds of an event and some tables to spare, that can be shortened."""
    for design in designs(people + spare * size, tables + spare, size):
        if design.name == "difference" and not design.at_most and design.rounds >= rounds:
            yield from cut(design, tables + spare, rounds)


def cut(design: Design, tables: int, rounds: int) -> Iterator[Design]:
    """Give a design with so many rounds: as often as it goes whole, and as even a part of it as is found.

    Where all meet once, the tables of a round that is left out are people who never meet.
    """
    if design.rounds > LONGER * rounds and design.meetings > 1:
        return
    copies, more = divmod(rounds, design.rounds)
    part = chosen(design.table, tables, more)
    table = np.vstack([*[design.table] * copies, design.table[part]])
    classes = design.classes
    if copies == 0 and design.meetings == 1 and classes.max() == len(classes) - 1 and more:
        unused = [r for r in range(design.rounds) if r not in part]
        classes = design.table[unused[0]] if unused else classes
    exact = more == 0 and not design.at_most
    yield Design(
        design.name, table, classes, design.meetings * (copies + (more > 0)), at_most=not exact
    )


def chosen(table: Int32, tables: int, rounds: int) -> list[int]:
    """Choose so many rounds of a design, so that meetings are as even as exchanges of two make them."""
    total, people = table.shape
    part = list(range(rounds))
    if not 0 < rounds < total or people > COMPARED:
        return part
    upper = np.triu_indices(people, k=1)
    meets = np.stack([meetings_of(row[None, :], tables)[upper] for row in table]).astype(np.int64)
    best = _unevenness(meets[part].sum(axis=0)[None, :])[0]
    while True:
        rest = [r for r in range(total) if r not in part]
        met = meets[part].sum(axis=0)
        prices = np.array([_unevenness(met - meets[out] + meets[rest]) for out in part])
        if prices.min() >= best:
            return sorted(part)
        best = prices.min()
        out, in_ = np.unravel_index(prices.argmin(), prices.shape)
        part[int(out)] = rest[int(in_)]


def _unevenness(meetings: Int64) -> Int64:
    """Give squared meetings, and among equals those with fewer high ones: ``[plan]`` of ``[plan, pair]``."""
    squares = meetings**2
    return np.asarray((squares.sum(axis=1) << 32) + (squares**2).sum(axis=1))


def shortened(design: Design, tables: int) -> Design:
    """Give a design with one table less, from one in which each table seats one person of each class.

    Those of one table leave. In every other round one table is given up, and those left at it fill the
    gaps of their own classes: still nobody meets anybody of his class. It is the table whose people
    meet others again most rarely.
    """
    row, classes = design.table[0], design.classes
    leaving = row == tables - 1
    leaver = np.zeros(int(classes.max()) + 1, dtype=np.int64)
    leaver[classes[leaving]] = np.flatnonzero(leaving)
    stay = np.flatnonzero(~leaving)
    gap = leaver[classes[stay]]
    old = design.table[:, stay]
    rounds = [row[stay], *[np.full(len(stay), tables - 1, dtype=np.int32)] * (len(old) - 1)]
    met = _together(rounds[0], tables)
    for sweep in range(SWEEPS if len(stay) <= COMPARED else 1):
        for number in range(1, len(old)):
            if sweep:
                met -= _together(rounds[number], tables)
            rounds[number] = _given_up(old[number], design.table[number, gap], met, tables)
            met += _together(rounds[number], tables)
    table = np.array(rounds, dtype=np.int32)
    return Design(design.name, table, classes[stay], design.meetings + 1, at_most=True)


def _together(row: Int32, tables: int) -> Float:
    """Say who share a table of a round, with themselves: ``[person, person]``."""
    seated = (row[:, None] == np.arange(tables)).astype(np.float32)
    return np.asarray(seated @ seated.T)


def _given_up(row: Int32, gaps: Int32, met: Float, tables: int) -> Int32:
    """Give a round with one table less, whose people go to the tables of their `gaps`."""
    present = row[:, None] == np.arange(tables)
    again = met @ present.astype(np.float32)
    price = np.where(present, again[np.arange(len(row)), gaps][:, None] - again / 2, 0)
    empty = int(price.sum(axis=0).argmin())
    row = np.where(row == empty, gaps, row)
    return np.where(row > empty, row - 1, row).astype(np.int32)
