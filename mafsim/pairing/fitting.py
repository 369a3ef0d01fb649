"""Plans of the catalogue for the people of an event: whoever must not meet gets places that never meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.pairing import catalogue
from mafsim.pairing.catalogue import Entry
from mafsim.pairing.measures import Flags
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.start import AVOIDED, CLUB, kinds
from mafsim.streams import Purpose, stream

Int32 = npt.NDArray[np.int32]

TRIES, STEPS = 3, 200
"""How often people are given places from the beginning, and after how many steps back a try is given up."""


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A plan of the catalogue, its places given to the people of an event."""

    entry: Entry
    at: Int32
    """``[round, entrant]``: the entrants of each round in the order of tables."""
    own: bool
    """Whether the plan was made for such an event: the same teams, and nothing else is asked."""


def offers(problem: Problem, seed: int) -> list[Offer]:
    """Give what the catalogue has for an event; who has which place depends on the seed.

    That is nothing where somebody is away, pinned or barred from a table, or where rounds stand already.
    """
    entries = [entry for entry in catalogue.shipped() if _same_tables(entry, problem)]
    if not entries or not _everybody_alike(problem):
        return []
    kind = kinds(problem)
    apart = ~problem.can_meet()
    np.fill_diagonal(apart, val=False)
    wished = apart | (kind == AVOIDED)
    units = _components(apart)
    plain = bool((wished == apart).all()) and not (kind == CLUB).any()
    found = []
    for number, entry in enumerate(entries):
        rng = stream(seed, Purpose.CATALOGUE, number)
        apart_there = never(entry.table)
        slots = None if plain else placed(wished, apart_there, entry.format.teams, rng)
        if slots is None:
            slots = placed(apart, apart_there, entry.format.teams, rng)
        if slots is not None:
            own = plain and _sizes(units) == _sizes(entry.format.teams) and _cliques(apart, units)
            found.append(Offer(entry, _orders(entry, slots, rng), own))
    return found


def _same_tables(entry: Entry, problem: Problem) -> bool:
    return (
        entry.format.players == len(problem.roster.entrants)
        and entry.format.rounds == problem.rounds
        and entry.format.table_size == problem.table_size
        and entry.tables == problem.tables
    )


def _everybody_alike(problem: Problem) -> bool:
    """Say whether all are there in all rounds, may sit at all tables, and have no past."""
    pinned = any(entrant.table is not None for entrant in problem.roster.entrants)
    return (
        problem.past is None
        and not pinned
        and bool(problem.available().all())
        and not forbidden(problem).any()
    )


def never(table: Int32) -> Flags:
    """Say which two places of ``table[round, place]`` never share one: ``[place, place]``."""
    met = (table[:, :, np.newaxis] == table[:, np.newaxis]) & (table >= 0)[:, :, np.newaxis]
    return np.asarray(~met.any(axis=0))


def _orders(entry: Entry, slots: Int32, rng: np.random.Generator) -> Int32:
    """Give the round orders of the people; the rounds are shuffled where nobody rests in any."""
    rounds = np.arange(len(entry.table))
    if (entry.table >= 0).all():
        rounds = rng.permutation(rounds)
    table = entry.table[rounds][:, slots]
    last = np.where(table < 0, max(entry.tables), table)
    return np.argsort(last, axis=1, kind="stable").astype(np.int32)


def _components(edges: Flags) -> list[tuple[int, ...]]:
    """Give the connected sets of two or more, each from its most connected member on."""
    degree = edges.sum(axis=1)
    seen = degree == 0
    found = []
    for first in np.argsort(-degree, kind="stable").tolist():
        if seen[first]:
            continue
        reached, seen[first] = [first], True
        for member in reached:
            nearby = np.flatnonzero(edges[member] & ~seen)
            seen[nearby] = True
            reached += nearby.tolist()
        found.append(tuple(reached))
    return found


def _sizes(units: Sequence[tuple[int, ...]]) -> list[int]:
    return sorted(map(len, units))


def _cliques(edges: Flags, units: Sequence[tuple[int, ...]]) -> bool:
    return int(edges.sum()) == sum(len(unit) * (len(unit) - 1) for unit in units)


def placed(
    apart: Flags, never: Flags, teams: Sequence[tuple[int, ...]], rng: np.random.Generator
) -> Int32 | None:
    """Give every entrant a place, such that those who must not meet have places that never meet.

    Parameters
    ----------
    apart
        ``[entrant, entrant]``: who must not meet.
    never
        ``[place, place]``: which places never meet.
    teams
        Places that were meant for people who must not meet one another.
    rng
        Decides where there is a choice.

    Returns
    -------
    numpy.ndarray or None
        ``[entrant]``: the places; None where a short search finds none.
    """
    units = _components(apart)
    company, room = (np.sort(edges.sum(axis=1)) for edges in (apart, never))
    if (company > room).any():
        return None
    for _ in range(TRIES):
        slots = _Placing(apart, never, teams, rng).search(units)
        if slots is not None:
            free = np.setdiff1d(np.arange(len(apart)), slots[slots >= 0])
            slots[slots < 0] = rng.permutation(free)
            return slots
    return None


class _Placing:
    """One try: places are given in depth, first to the largest sets, and in them to one after another."""

    def __init__(
        self,
        apart: Flags,
        never: Flags,
        teams: Sequence[tuple[int, ...]],
        rng: np.random.Generator,
    ) -> None:
        self.apart, self.never, self.rng = apart, never, rng
        self.slots = np.full(len(apart), -1, dtype=np.int32)
        self.free = np.ones(len(apart), dtype=np.bool_)
        self.team = np.arange(len(apart))
        for members in teams:
            self.team[list(members)] = members[0]

    def search(self, units: Sequence[tuple[int, ...]]) -> Int32 | None:
        """Give a place to everybody in these sets; -1 to the others, None if that was given up."""
        mixed = [units[i] for i in self.rng.permutation(len(units))]
        order = [member for unit in sorted(mixed, key=len, reverse=True) for member in unit]
        choices: list[Iterator[int]] = []
        back = 0
        while len(choices) < len(order):
            choices.append(iter(self._candidates(order[len(choices)])))
            while not self._next_place(order[len(choices) - 1], choices[-1]):
                choices.pop()
                back += 1
                if not choices or back > STEPS:
                    return None
        return self.slots

    def _next_place(self, member: int, choices: Iterator[int]) -> bool:
        """Give somebody the next of his choices instead of his place; say whether there is one."""
        if self.slots[member] >= 0:
            self.free[self.slots[member]] = True
            self.slots[member] = -1
        slot = next(choices, None)
        if slot is None:
            return False
        self.slots[member], self.free[slot] = slot, False
        return True

    def _candidates(self, member: int) -> list[int]:
        """Give the places that he can have, those first that leave the most to others.

        With a team-mate he goes where places were meant for team-mates; alone, to the smallest of such
        sets of places that has room for all who must not meet him, and there to where least others can go.
        """
        others = self.slots[self.apart[member]]
        others = others[others >= 0]
        possible = self.free & self.never[others].all(axis=0)
        needed = int(self.apart[member].sum()) - len(others)
        room = np.bincount(self.team[self.free], minlength=len(self.free))[self.team] - 1
        choice = (self.never & self.free).sum(axis=1)
        possible &= choice >= needed
        slots = np.flatnonzero(possible)
        near = np.isin(self.team[slots], self.team[others])
        tight = np.where(room[slots] >= needed, room[slots], len(self.free))
        lots = self.rng.random(len(slots))
        chosen: list[int] = slots[np.lexsort((lots, choice[slots], tight, ~near))].tolist()
        return chosen
