"""A lot: people dealt to the slots of a plan, team to team, so that nothing about its fairness changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible
from mafsim.pairing import check, measures
from mafsim.pairing.measures import least_squares, table_counts
from mafsim.plan import EMPTY, Plan
from mafsim.streams import Purpose, stream

Int32 = npt.NDArray[np.int32]

SWAPS = 60
"""How many exchanges of table numbers are tried for each table of a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What a lot has given."""

    plan: Plan
    slots: tuple[tuple[int, int], ...]
    """Who has drawn whose slot, as ``(entrant, slot)``: a slot goes by the number of the entrant who
    had it in the plan before. Empty where table numbers were drawn."""
    bound: tuple[int, ...]
    """Those who keep their slots, because the plan obeys demands that are theirs alone."""
    tables: tuple[int, ...] = ()
    """The rounds whose table numbers were drawn, where rounds before them have bound the people."""


def draw(plan: Plan, *, seed: int = 0) -> Drawn:
    """Draw lots over a plan.

    Teams change places with teams of the same division and size, and their members among
    themselves; without teams, everybody with everybody. Who asks for something that others do not
    (a round off, a table, somebody to avoid) keeps his slot, and so does his team. Where rounds
    have been played already the seating of the later ones follows from them, so that the lot
    decides which group has which table, as evenly as before.

    Parameters
    ----------
    plan
        A valid plan.
    seed
        Same version, plan and seed: the same lot.

    Returns
    -------
    Drawn
        Its plan has the same balance in every measure.

    Raises
    ------
    Impossible
        The plan breaks rules, its rounds go by places, or nothing is left to chance.
    """
    _refuse(plan)
    drawn = _of_people(plan, seed) if plan.frozen == 0 else _of_tables(plan, seed)
    assert not check.check(drawn.plan)
    assert measures.balance(drawn.plan) == measures.balance(plan)
    return drawn


def _refuse(plan: Plan) -> None:
    if plan.frozen >= plan.rounds:
        raise Impossible("draw.all_played")
    if plan.draws and "ranked" in plan.draws[plan.frozen :]:
        raise Impossible(
            "draw.ranked", round=plan.frozen + plan.draws[plan.frozen :].index("ranked")
        )
    broken = check.check(plan)
    if broken:
        raise Impossible("draw.broken", first=broken[0].told(plan), n=len(broken))


# ---- People


def _of_people(plan: Plan, seed: int) -> Drawn:
    rng = stream(seed, Purpose.DRAW)
    slot = np.arange(len(plan.roster.entrants), dtype=np.int32)
    bound: list[int] = []
    free = False
    for units in _classes(plan):
        free = free or len(units) > 1 or len(units[0]) > 1
        for unit, place in zip(units, rng.permutation(len(units)), strict=True):
            slot[list(unit)] = _members_dealt(plan, unit, units[place], rng)
    for unit in _bound(plan):
        bound += unit
    if not free:
        raise Impossible("draw.nothing_free")
    holder = np.empty_like(slot)
    holder[slot] = np.arange(len(slot), dtype=np.int32)
    seats = np.where(plan.seats == EMPTY, EMPTY, holder[plan.seats])
    changes = {} if plan.advisers is None else {"advisers": _held(plan.advisers, holder)}
    return Drawn(
        plan=plan.with_(seats=seats, revision=plan.revision + 1, **changes),
        slots=tuple(enumerate(slot.tolist())),
        bound=tuple(sorted(bound)),
    )


def _held(array: Int32, holder: Int32) -> Int32:
    return np.where(array == EMPTY, EMPTY, holder[array]).astype(np.int32)


def _units(plan: Plan) -> Iterator[tuple[int, ...]]:
    """Give the teams, and everybody without a team by himself."""
    yield from plan.roster.teams().values()
    yield from ((i,) for i, entrant in enumerate(plan.roster.entrants) if entrant.team is None)


def _bound(plan: Plan) -> Iterator[tuple[int, ...]]:
    """Give the units somebody of which is bound to others, who are not exchanged with him."""
    named = {i for two in (*plan.roster.apart, *plan.roster.avoid) for i in two}
    named |= {i for judge in plan.roster.judges for i in judge.barred} | plan.unknown
    yield from (unit for unit in _units(plan) if named.intersection(unit))


def exchangeable(plan: Plan) -> list[list[tuple[int, ...]]]:
    """Give the units that may be exchanged: of one division, one size, and with the same demands.

    The members of each stand in the order of their demands, so that those at one place inside their
    units may be exchanged as well.
    """
    return [
        [tuple(sorted(unit, key=lambda index: repr(_demands(plan, index)))) for unit in units]
        for units in _classes(plan)
    ]


def _classes(plan: Plan) -> list[list[tuple[int, ...]]]:
    """Give the units that may be exchanged, each in the order of the roster."""
    bound = set(_bound(plan))
    found: dict[Hashable, list[tuple[int, ...]]] = {}
    for unit in _units(plan):
        if unit in bound:
            continue
        team = plan.roster.entrants[unit[0]].team is not None
        division = plan.roster.entrants[unit[0]].division if plan.roster.divided else None
        demands = sorted(map(repr, (_demands(plan, index) for index in unit)))
        found.setdefault((team, division, *demands), []).append(unit)
    return list(found.values())


def _demands(plan: Plan, index: int) -> Hashable:
    """Give what the seating has to obey for one entrant."""
    entrant = plan.roster.entrants[index]
    bans = sorted(
        (ban.table, tuple(sorted(ban.rounds))) for ban in plan.roster.bans if ban.entrant == index
    )
    return (
        tuple(sorted(entrant.absent)),
        entrant.table,
        entrant.joined,
        entrant.left,
        tuple(bans),
    )


def _members_dealt(
    plan: Plan, unit: tuple[int, ...], place: tuple[int, ...], rng: np.random.Generator
) -> list[int]:
    """Give each of a unit a slot of another unit, of one with the same demands."""
    order = rng.permutation(len(place))
    left = [place[position] for position in order]
    slots: list[int] = []
    for index in unit:
        own = _demands(plan, index)
        slots.append(next(slot for slot in left if _demands(plan, slot) == own))
        left.remove(slots[-1])
    return slots


# ---- Table numbers


def _of_tables(plan: Plan, seed: int) -> Drawn:
    """Deal the groups of rounds that are still to come to tables, the tables as evenly visited."""
    rng = stream(seed, Purpose.DRAW)
    seats = np.array(plan.seats)
    visits = table_counts(plan).astype(np.int64)
    rounds = [r for r in range(plan.frozen, plan.rounds) if len(_free_tables(plan, r)) > 0]
    if not rounds:
        raise Impossible("draw.nothing_free")
    others = {name: np.array(array) for name, array in _beside(plan)}
    for round_ in rounds:
        for tables in _free_tables(plan, round_):
            for _ in range(SWAPS * len(tables)):
                a, b = (tables[i] for i in rng.choice(len(tables), size=2, replace=False))
                if _as_even(seats[round_], visits, int(a), int(b)):
                    seats[round_, [a, b]] = seats[round_, [b, a]]
                    for array in others.values():
                        array[round_, [a, b]] = array[round_, [b, a]]
    drawn = plan.with_(seats=seats, revision=plan.revision + 1, **others)
    return Drawn(plan=drawn, slots=(), bound=(), tables=tuple(rounds))


def _beside(plan: Plan) -> Iterator[tuple[str, Int32]]:
    """Give what goes with a group to its table: its judge and its advisers."""
    if plan.judges is not None:
        yield "judges", plan.judges
    if plan.advisers is not None:
        yield "advisers", plan.advisers


def _free_tables(plan: Plan, round_: int) -> list[list[int]]:
    """Give sets of tables whose groups may be exchanged: of one division, with nobody bound to one."""
    tied = {i for i, entrant in enumerate(plan.roster.entrants) if entrant.table is not None}
    tied |= {ban.entrant for ban in plan.roster.bans if ban.holds(round_)}
    fixed = {judge for judge, each in enumerate(plan.roster.judges) if each.table is not None}
    found: dict[str | None, list[int]] = {}
    for table in np.flatnonzero(plan.played()[round_]).tolist():
        people = [i for i in plan.seats[round_, table].tolist() if i != EMPTY]
        judge = EMPTY if plan.judges is None else int(plan.judges[round_, table])
        if tied.isdisjoint(people) and judge not in fixed:
            division = plan.roster.entrants[people[0]].division if plan.roster.divided else None
            found.setdefault(division, []).append(table)
    return [tables for tables in found.values() if len(tables) > 1]


def _as_even(seats: Int32, visits: npt.NDArray[np.int64], a: int, b: int) -> bool:
    """Exchange the visits of two tables, unless somebody gets around less evenly by it."""
    there, here = seats[a][seats[a] != EMPTY], seats[b][seats[b] != EMPTY]
    people = np.concatenate([there, here])
    before = visits[people].copy()
    visits[there, a] -= 1
    visits[there, b] += 1
    visits[here, b] -= 1
    visits[here, a] += 1
    if _evenness(before) == _evenness(visits[people]):
        return True
    visits[people] = before
    return False


def _evenness(rows: npt.NDArray[np.int64]) -> tuple[int, list[int]]:
    """Give the excess of some people's counts, and how far apart those of each are."""
    squares = int((rows**2).sum())
    least = sum(least_squares(int(row.sum()), len(row)) for row in rows)
    return squares - least, sorted((rows.max(axis=1) - rows.min(axis=1)).tolist())
