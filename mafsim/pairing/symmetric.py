"""Plans that a permutation carries onto themselves: few choices, and often more even than all others found.

Designs are searched for with prescribed automorphisms since Kramer and Mesner (1976, Discrete Mathematics
15): what is tied together by a symmetry is chosen once. A difference matrix that is developed over a
cyclic group is the special case in which each round stays and its tables move on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import astuple, dataclass

import numpy as np
import numpy.typing as npt

from mafsim.pairing.groups import SCALE
from mafsim.pairing.measures import Flags
from mafsim.pairing.orbits import Tied, cool_tied
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.start import AVOIDED, CLUB, kinds
from mafsim.pairing.walks import NEVER, Walkers
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]

LARGEST = 250
"""The most people for whom symmetries are tried."""

STAYING = 4
"""The most people whom a symmetry may leave where they are."""

CHUNK = 1 << 14

DEAR = 16
"""How many proposals of the plain search take the time of one that is tied."""

SHORTEST, LONGEST = 1 << 15, 1 << 22
"""The fewest proposals of a walk that is worth while, and the most that still pay."""

HEATS = 3
"""How many times walks are sent out, each time under fewer symmetries."""

KEPT = 4
"""How many of the best plans are given."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """How a permutation moves the people, the tables and the rounds of a plan.

    It moves people in cycles of `order`, all but the last `staying`; the tables in cycles of `tables`;
    the rounds in cycles of the lengths `rounds`. Those who may not meet stand in one cycle of people,
    or in neighbouring cycles, as `along` says.
    """

    order: int
    staying: int
    tables: int
    rounds: tuple[int, ...]
    along: bool

    @property
    def exchanges(self) -> int:
        """How many exchanges a proposal makes in one round, at the most."""
        return self.order // min(self.rounds)


def symmetries(people: int, tables: int, rounds: int, mates: int) -> list[Symmetry]:
    """Give the symmetries that are tried for an event, those of the highest order first.

    Each is such that people who return to a round are spread over a whole cycle of its tables. `mates`
    is how many at the most may not meet one another.
    """
    found = []
    for shift in (t for t in range(1, tables + 1) if tables % t == 0):
        for turn in range(1, rounds + 1):
            order = math.lcm(turn, shift)
            # Nobody stays where a round returns with other tables; of order 2, nobody needs to.
            most = STAYING if shift == 1 and order > 2 else 0
            if not 1 < order <= people:
                continue
            for still in _still(rounds, turn, shift):
                cycles = (1,) * still + (turn,) * ((rounds - still) // turn)
                found += [
                    Symmetry(order, stay, shift, cycles, along)
                    for stay in (range(people % order, most + 1, order) if still == 0 else (0,))
                    if (people - stay) % order == 0
                    for along in ((False, True) if mates > 1 else (False,))
                    if not along or order % mates == 0
                ]
    return sorted(found, key=lambda each: (-each.order, each.exchanges, astuple(each)))


def _still(rounds: int, turn: int, shift: int) -> list[int]:
    """Give how many rounds may stay while the others move in cycles of `turn`, as few as can be, or more.

    Within a round that stays all tables must move, as often as people do.
    """
    rest = rounds % turn
    if turn > 1 and shift > 1 and shift % turn == 0:
        return [
            still for still in (rest, rest + turn) if still < rounds and (still or turn < shift)
        ]
    return [0] if rest == 0 and (shift == 1 or turn % shift) else []


def cliques(may_meet: Flags) -> list[tuple[int, ...]] | None:
    """Give the sets of people who may not meet one another, each of two or more; None for other patterns."""
    found: set[tuple[int, ...]] = set()
    for index, row in enumerate(may_meet):
        found.add(tuple(sorted({index, *np.flatnonzero(~row).tolist()})))
    if sum(map(len, found)) != len(may_meet):
        return None
    return sorted(each for each in found if len(each) > 1)


def applies(problem: Problem) -> bool:
    """Say whether symmetric plans are sought: all play in every round, at whatever table."""
    people = len(problem.roster.entrants)
    kind = kinds(problem)
    return (
        problem.past is None
        and people <= LARGEST
        and set(problem.tables) == {people // problem.table_size}
        and people % problem.table_size == 0
        and problem.tables[0] > 1
        and bool(problem.available().all())
        and not forbidden(problem).any()
        and not ((kind == AVOIDED) | (kind == CLUB)).any()
        and cliques(problem.may_meet()) is not None
    )


def powers_of(symmetry: Symmetry, people: int) -> Int32:
    """Give whom each power of the symmetry makes of everybody: ``[power, person]``."""
    numbers = np.arange(people, dtype=np.int32)
    moving = people - symmetry.staying
    first = numbers - numbers % symmetry.order
    steps = np.arange(symmetry.order, dtype=np.int32)[:, None]
    moved = first + (numbers - first + steps) % symmetry.order
    return np.where(numbers < moving, moved, numbers).astype(np.int32)


def orbits_of(powers: Int32) -> tuple[Int32, Int64]:
    """Give the number of each pair's orbit, ``[person, person]``, and how many pairs each orbit has."""
    people = powers.shape[1]
    lowest = np.full((people, people), people**2, dtype=np.int64)
    for image in powers.astype(np.int64):
        low = np.minimum(image[:, None], image[None, :])
        high = np.maximum(image[:, None], image[None, :])
        np.minimum(lowest, low * people + high, out=lowest)
    upper = np.triu_indices(people, k=1)
    _, numbers, sizes = np.unique(lowest[upper], return_inverse=True, return_counts=True)
    orbit = np.zeros((people, people), dtype=np.int32)
    orbit[upper] = numbers
    return orbit + orbit.T, sizes.astype(np.int64)


def slots(symmetry: Symmetry, people: int, mates: int) -> list[tuple[int, ...]]:
    """Give places for those who may not meet, such that the symmetry carries them onto one another."""
    order, count = symmetry.order, (people - symmetry.staying) // symmetry.order
    across = 0 if symmetry.along else count - count % mates
    found = [
        tuple(first * order + x + i * order for i in range(mates))
        for first in range(0, across, mates)
        for x in range(order)
    ]
    if order % mates == 0:
        step = order // mates
        found += [
            tuple(row * order + x + i * step for i in range(mates))
            for row in range(across, count)
            for x in range(step)
        ]
    rest = list(range(count * order, people))
    return found + [tuple(rest[i : i + mates]) for i in range(0, len(rest) - mates + 1, mates)]


def deal_tied(
    symmetry: Symmetry, powers: Int32, tables: int, size: int, rng: np.random.Generator
) -> Int32:
    """Deal one round of each cycle of rounds: ``[cycle, person]``, in the order of the tables.

    People whom the symmetry makes of one another when the round returns sit at tables that it makes
    of one another.
    """
    people = powers.shape[1]
    order = np.zeros((len(symmetry.rounds), people), dtype=np.int32)
    for number, turn in enumerate(symmetry.rounds):
        returning = symmetry.order // turn
        together = {tuple(sorted(set(row))) for row in powers[::turn].T.tolist()}
        firsts = rng.permutation(sorted(each[0] for each in together))
        cycles = _cycles_of_tables(symmetry, tables, turn)
        filled: list[list[int]] = [[] for _ in range(tables)]
        for place, first in enumerate(firsts.tolist()):
            cycle = cycles[place // size]
            begin = int(rng.integers(returning))
            for i in range(returning):
                filled[cycle[(begin + i) % returning]].append(int(powers[i * turn, first]))
        order[number] = np.concatenate(filled)
    return order


def _cycles_of_tables(symmetry: Symmetry, tables: int, turn: int) -> list[list[int]]:
    """Give the tables as they follow on one another each time when a round returns."""
    cycles, seen = [], set()
    for table in range(tables):
        cycle, first = [], table - table % symmetry.tables
        while table not in seen:
            seen.add(table)
            cycle.append(table)
            table = first + (table - first + turn) % symmetry.tables
        if cycle:
            cycles.append(cycle)
    return cycles


def tied(
    symmetry: Symmetry,
    tables: int,
    size: int,
    apart: Sequence[tuple[int, ...]],
    rng: np.random.Generator,
) -> tuple[Tied, int]:
    """Set up a symmetric plan for a search, dealt at random, and give its price.

    That is the sum of squared meetings by the symmetry's order. `apart` are people who may not meet
    one another.
    """
    powers = powers_of(symmetry, tables * size)
    at = deal_tied(symmetry, powers, tables, size, rng)
    orbit, sizes = orbits_of(powers)
    weight = (symmetry.order // sizes).astype(np.int32)
    never = np.zeros_like(weight)
    for people in apart:
        for i, p in enumerate(people):
            never[orbit[p, list(people[i + 1 :])]] = NEVER
    state = Tied(
        at=at,
        place=np.zeros_like(at),
        powers=np.zeros((len(at), symmetry.exchanges, tables * size), dtype=np.int32),
        returns=np.array([symmetry.order // turn for turn in symmetry.rounds], dtype=np.int32),
        orbit=orbit,
        met=np.zeros_like(weight),
        weight=np.where(never > 0, 0, weight).astype(np.int32),
        never=never,
        size=size,
    )
    upper = np.triu_indices(size, k=1)
    for number, turn in enumerate(symmetry.rounds):
        state.place[number, at[number]] = np.arange(tables * size)
        state.powers[number, : state.returns[number]] = powers[::turn]
        for cycle in _cycles_of_tables(symmetry, tables, turn):
            game = at[number, cycle[0] * size : (cycle[0] + 1) * size]
            np.add.at(state.met, orbit[np.ix_(game, game)][upper], 1)
    met = state.met.astype(np.int64)
    return state, int((state.weight * met**2 + never * met).sum())


def whole(symmetry: Symmetry, at: Int32) -> Int32:
    """Give the orders of all rounds from one round of each cycle: ``[round, person]``."""
    powers = powers_of(symmetry, at.shape[1])
    return np.stack(
        [
            powers[step][order]
            for turn, order in zip(symmetry.rounds, at, strict=True)
            for step in range(turn)
        ]
    )


@dataclass(frozen=True, slots=True)
class Found:
    """A plan that one walk has found: the round orders of the entrants, and its price."""

    price: int
    address: tuple[int, int]
    symmetry: Symmetry
    at: Int32


def offers(walkers: Walkers, proposals: int, enough: int, beat: Callable[[], None]) -> list[Int32]:
    """Give round orders of symmetric plans, the best first; none if they do not apply or time is short.

    They take the time of so many `proposals` of the plain search, on the threads of the `walkers` and
    under their clock and seed; the number of threads changes nothing but the time. `enough` is a sum
    of squares that ends it. `beat` is called every tenth of a second.
    """
    if proposals // HEATS < DEAR * SHORTEST or not applies(walkers.problem):
        return []
    found = Race(walkers, enough, beat).run(proposals)
    return [each.at for each in found[:KEPT]]


class Race:
    """Walks under many symmetries: which of them suits an event is not known before.

    All are tried for a short while, the better ones again and for longer, the best for longest.
    """

    def __init__(self, walkers: Walkers, enough: int, beat: Callable[[], None]) -> None:
        self.walkers, self.enough, self.beat = walkers, enough, beat
        self.clock, self.problem = walkers.clock, walkers.problem
        self.people, self.tables = len(self.problem.roster.entrants), self.problem.tables[0]
        self.apart = cliques(self.problem.may_meet()) or []
        self.mates = max(map(len, self.apart), default=1)

    def run(self, proposals: int) -> list[Found]:
        """Give what so many proposals of the plain search find in their time, the best first."""
        field = [
            each
            for each in symmetries(self.people, self.tables, self.problem.rounds, self.mates)
            if len(self._slots(each)) >= len(self.apart)
        ]
        heat = proposals // HEATS
        found: list[Found] = []
        for walks, keep in ((1, max(3, len(field) // 4)), (2, 2), (3, 1)):
            entries = [each for each in field for _ in range(walks)]
            entries = entries[: heat // (DEAR * SHORTEST)]
            if not entries or self.clock.stop.is_set():
                break
            found += self._heat(entries, min(LONGEST, heat // len(entries) // DEAR))
            found.sort(key=lambda each: (each.price, each.address))
            if found and found[0].price <= self.enough:
                break
            field = list(dict.fromkeys(each.symmetry for each in found))[:keep]
        return found

    def _slots(self, symmetry: Symmetry) -> list[tuple[int, ...]]:
        return slots(symmetry, self.people, self.mates) if self.apart else []

    def _heat(self, entries: Sequence[Symmetry], proposals: int) -> list[Found]:
        """Walk once under each of the symmetries; give what counts, in order of number.

        A walk that finds enough calls off those of a higher number, which cannot count any more.
        """
        results: list[Found | None] = [None] * len(entries)
        first_enough = [len(entries)]
        leg, self.walkers.leg = self.walkers.leg, self.walkers.leg + 1

        def one(number: int) -> None:
            def goes_on() -> bool:
                return first_enough[0] >= number and not self.clock.stop.is_set()

            if goes_on():
                found = self._walk(entries[number], (leg, number), proposals, goes_on)
                results[number] = found
                if found.price <= self.enough:
                    first_enough[0] = min(first_enough[0], number)

        with ThreadPoolExecutor(min(self.walkers.jobs, len(entries))) as pool:
            pending: set[Future[None]] = {pool.submit(one, n) for n in range(len(entries))}
            while pending:
                try:
                    finished, pending = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
                    for future in finished:
                        future.result()
                    self.clock.look()
                    self.beat()
                except KeyboardInterrupt:
                    self.clock.end("interrupt")
        return [found for found in results[: first_enough[0] + 1] if found is not None]

    def _walk(
        self,
        symmetry: Symmetry,
        address: tuple[int, int],
        proposals: int,
        goes_on: Callable[[], bool],
    ) -> Found:
        room = self._slots(symmetry)
        rng = stream(self.walkers.seed, Purpose.SEARCH, *address)
        state, total = tied(symmetry, self.tables, self.problem.table_size, room, rng)
        best = state.at.copy()
        totals = np.array([total, total, 4 * SCALE], dtype=np.int64)
        generator = np.array([word(self.walkers.seed, Purpose.SEARCH, *address)], dtype=np.uint64)
        enough = self.enough // symmetry.order
        done = 0
        while done < proposals and totals[1] > enough and goes_on():
            chunk = min(CHUNK, proposals - done)
            cool_tied(state, best, generator, totals, chunk, done, proposals, enough)
            done += chunk
        entrants = _placed(self.apart, room, self.people)
        price = int(totals[1]) * symmetry.order
        return Found(price, address, symmetry, entrants[whole(symmetry, best)])


def _placed(
    apart: Sequence[tuple[int, ...]], room: Sequence[tuple[int, ...]], people: int
) -> Int32:
    """Give who stands for each person of a symmetric plan: those who may not meet stand in a slot."""
    entrants = np.full(people, -1, dtype=np.int32)
    for members, slot in zip(apart, room, strict=False):
        entrants[list(slot[: len(members)])] = members
    entrants[entrants < 0] = np.setdiff1d(np.arange(people), entrants)
    return entrants
