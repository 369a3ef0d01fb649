"""The search of one event: walks of one kind after another, each from the best plans of those before."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mafsim.pairing import formats, symmetric, weighed
from mafsim.pairing.course import DESIGNED, LAST, NARROW, PROPOSALS, WIDE, Course
from mafsim.pairing.explain import placing
from mafsim.pairing.fitting import Offer
from mafsim.pairing.problem import Problem
from mafsim.pairing.progress import Teller, Watcher
from mafsim.pairing.start import groups, tables_of
from mafsim.pairing.walks import Clock, Standing, Walk, Walkers, priced, prices
from mafsim.pairing.weighed import Weights
from mafsim.pairing.worth import Scale, Worth
from mafsim.plan import EMPTY, Plan
from mafsim.streams import Purpose, word

Int32 = npt.NDArray[np.int32]

FINISH = 3.0
"""The effort for seats, neighbours and tables of a plan that is answered at once."""

BESIDE = 0.15
"""The share of the usual effort for seats and tables where a design leaves nothing else to do."""

SYMMETRIC = 0.2
"""The share, out of that of the first walks, in which symmetric plans are sought where there are any."""

ATTEMPTS, STALE = 5, 3
"""How often the range is attempted, and how many attempts in vain end that."""

FENCE = 64
"""The price of a squared distance from the range at hand while other things are weighed."""

DEARER = 4
"""How many proposals of the plain search take the time of one that weighs other things besides."""


class Search:
    """Looks for who meets whom.

    Round orders are ``[round, entrant]``: players table by table, then who rests.

    Parameters
    ----------
    problem, seed, effort, seconds, jobs, prefer, progress
        As `mafsim.seat` takes them.
    """

    def __init__(
        self,
        problem: Problem,
        seed: int,
        effort: float,
        seconds: float | None,
        jobs: int | None,
        prefer: str,
        progress: Watcher | None,
    ) -> None:
        self.clock = Clock(None if seconds is None else time.monotonic() + seconds)
        self.effort = effort
        self.source: Offer | None = None
        """The plan of the catalogue that has become the answer."""
        self.at_once = False
        """Whether it is the answer because nobody has asked for a search."""
        self._problem = problem
        self._scale = Scale(problem, prefer, seed)
        self._course = Course(self._scale, effort)
        self._teller = Teller(progress, self._scale.bound.value)
        closed = self._scale.closed
        extra = priced(closed) if closed.any() else None
        threads = jobs or os.cpu_count() or 1
        self._walkers = Walkers(problem, seed, threads, self.clock, self._watch, extra)
        self._stored: list[Int32] = []
        self._begun: Int32 | None = None
        self._given = False
        self._spent = self._share = 0.0

    def begin_with(self, stored: Sequence[Offer], *, at_once: bool) -> None:
        """Begin with plans of the catalogue; if `at_once` is said, one of this very format is the answer."""
        self._stored = self._ranked([offer.at for offer in stored])
        if not self._stored:
            return
        self.clock.valid = True
        self.source = next(offer for offer in stored if offer.at is self._stored[0])
        self.at_once = at_once and self.source.own

    def go_on_from(self, plan: Plan) -> None:
        """Begin with a valid plan of this very event besides: what is found is never worse."""
        self._begun = self._orders(plan)
        self._stored = self._ranked([*self._stored, self._begun])
        self.clock.valid = True
        if self._stored[0] is self._begun:
            self.source, self.at_once = None, False

    def meetings(self) -> Int32:
        """Search for who meets whom; give the best round orders."""
        if self._suffices():
            self._given = True
            return self._stored[0]
        found = self._searched()
        if self.source is not None and found is not self._stored[0]:
            self.source = None
        return found

    def _suffices(self) -> bool:
        """Say whether the best plan of the catalogue is the answer: nobody waits, or it is proved best."""
        if not self._stored or self.at_once or self.effort == 0:
            return bool(self._stored)
        return self._scale.proved(self._scale.of(self._stored[0])) and not self._scale.wishes

    def _searched(self) -> Int32:
        scale, course = self._scale, self._course
        designed = self._designed()
        if designed and (self.effort == 0 or scale.perfect(scale.of(designed[0]))):
            self._given = True
            return designed[0]
        known = self._ranked([*self._stored, *designed])
        pool = known
        if not known or scale.of(known[0]).squares > scale.bound.value:
            share = WIDE - SYMMETRIC if symmetric.applies(self._problem) else WIDE
            share -= DESIGNED if designed else 0
            pool = self._better(known, self._send(course.wide(share), share))
            course.cool = any(pool[0] is each for each in known)
        worth = scale.of(pool[0])
        if worth.broken:
            # No walk has found a valid plan: more of them would only make somebody wait for the answer.
            return self._placed(pool[0])
        if symmetric.applies(self._problem) and worth.squares > scale.bound.value:
            pool = self._better(pool, self._symmetric())
            course.cool = any(pool[0] is each for each in known)
        return self._thinned(self._narrowed(pool))

    def _designed(self) -> list[Int32]:
        """Give the best plans made from designs, after a walk from them where they are not perfect."""
        offers = self._ranked(formats.offers(self._problem))
        if not offers:
            return []
        self.clock.valid = True
        if self.effort == 0 or self._scale.of(offers[0]).squares <= self._scale.bound.value:
            return offers
        return self._better(offers, self._send(self._course.from_designs(offers), DESIGNED))

    def _symmetric(self) -> list[Int32]:
        """Give the best symmetric plans that a share of the effort finds."""
        self._share = SYMMETRIC
        proposals = int(PROPOSALS * self.effort * SYMMETRIC)
        enough = self._scale.bound.value
        found = symmetric.offers(self._walkers, proposals, enough, self._teller.beat)
        self._spent += SYMMETRIC
        return found

    def _placed(self, broken: Int32) -> Int32:
        """Walk from a plan that a solver has placed, where the event is small enough for it to find one."""
        table = placing(self._problem)
        if table is None:
            return broken
        there = self._problem.available()
        orders = [np.lexsort((row, ~here)) for row, here in zip(table, there, strict=True)]
        at = np.stack(orders).astype(np.int32)
        return self._better([at], self._send([self._course.from_placed(at)], LAST))[0]

    def _narrowed(self, pool: list[Int32]) -> list[Int32]:
        """Attempt narrower ranges until nothing comes of it."""
        stale = 0
        for _ in range(ATTEMPTS):
            worth = self._scale.of(pool[0])
            if self.clock.stop.is_set() or stale == STALE or self._scale.proved(worth):
                break
            walks = list(self._course.narrower(pool, worth))
            if not walks:
                break
            pool = self._better(pool, self._send(walks, NARROW))
            stale = 0 if self._scale.of(pool[0]) < worth else stale + 1
        return pool

    def _thinned(self, pool: list[Int32]) -> Int32:
        """Attempt fewer pairs at the ends of the range."""
        worth = self._scale.of(pool[0])
        if self.clock.stop.is_set() or self._scale.finished(worth):
            return pool[0]
        walks = list(self._course.thinner(pool[0], worth))
        return self._better(pool[:1], self._send(walks, LAST))[0]

    def _send(self, walks: Sequence[Walk], share: float) -> list[Int32]:
        self._share = share
        standings = self._walkers.send(walks)
        self._spent += share
        return [standing.at for standing in standings]

    def _better(self, known: Sequence[Int32], found: Sequence[Int32]) -> list[Int32]:
        """Give the best of what was known and what is found; among equals what was known."""
        return self._ranked([*known, *found])

    def _ranked(self, found: Sequence[Int32]) -> list[Int32]:
        """Give the best plan, and behind it others that are as good in the first thing that counts."""
        worths = sorted((self._scale.of(at), number) for number, at in enumerate(found))
        if not worths:
            return []
        self._met(worths[0][0])
        lead = worths[0][0].order[:4]
        good = [found[number] for worth, number in worths if worth.order[:4] == lead]
        return good[: self._course.width]

    def _met(self, worth: Worth) -> None:
        if not worth.broken:
            spread = (worth.low, worth.high) if self._scale.allowed.any() else None
            self._teller.met(worth.squares, spread)

    def weighed(self, at: Int32, weigh: Weights) -> Int32:
        """Go on from a plan, within its range, to one that is better by what is weighed besides."""
        scale, worth = self._scale, self._scale.of(at)
        if self.clock.stop.is_set() or worth.broken:
            return at
        team = np.full(at.shape[1], weighed.NOBODY, dtype=np.int32)
        for number, members in enumerate(self._problem.roster.teams().values()):
            team[list(members)] = number
        fence = FENCE * self._course.outside(worth.low, worth.high) ** 2
        price = (weighed.UNIT * (self._course.squares + fence)).astype(np.int32)
        leg, self._walkers.leg = self._walkers.leg, self._walkers.leg + 1
        free = self._problem.may_meet()
        found = weighed.walks(
            lambda: groups(
                self._problem,
                tables_of(self._problem, at),
                prices(price, weighed.UNIT),
                extra=self._walkers.extra,
            ),
            team,
            free,
            weigh,
            [word(self._walkers.seed, Purpose.SEARCH, leg, n) for n in range(weighed.WALKS)],
            int(PROPOSALS * self.effort * LAST) // DEARER,
            self._walkers.jobs,
            lambda: not self.clock.stop.is_set(),
        )

        def order(at: Int32) -> tuple[float, ...]:
            mine, meets = scale.of(at), scale.meets(at)
            met = np.where(free, meets + scale.behind.meetings, 0)
            rest = weighed.cost(met, team, free, weigh)
            price = mine.squares + scale.club_price(meets) + rest
            return *mine.order[:3], mine.high - mine.low, price

        return min([at, *found], key=order)

    def tables(self, free: Plan) -> Int32:
        """Search for a plan under which everybody sits at every table evenly, beginning with a free one.

        Gives round orders whose tables have their numbers already.
        """
        begin = self._orders(free)
        found = [begin, *self._send(self._course.around_tables(begin), WIDE)]
        if self._begun is not None:
            found.append(self._begun)

        def order(at: Int32) -> tuple[int, ...]:
            mine = self._scale.of(at)
            return *mine.order[:3], max(self._scale.spread_of_visits(at), 1), *mine.order[3:]

        return min(found, key=order)

    def effort_left(self) -> float:
        """Give the effort for what comes after the walks: little when somebody waits."""
        if self.clock.stop.is_set():
            return 0.0
        if self.at_once:
            return FINISH
        return self.effort * (BESIDE if self._given else 1)

    def _orders(self, plan: Plan) -> Int32:
        rounds = plan.seats[self._problem.first :]
        orders = np.zeros((len(rounds), len(plan.roster.entrants)), dtype=np.int32)
        there = self._problem.available()
        for round_, seats in enumerate(rounds):
            seated = seats[seats != EMPTY].tolist()
            others = [i for i in range(orders.shape[1]) if i not in set(seated)]
            others.sort(key=lambda i: not there[round_, i])
            orders[round_] = seated + others
        return orders

    def _watch(self, standings: list[Standing], walks: Sequence[Walk]) -> None:
        if not standings:
            return
        leader = min(standings, key=lambda standing: (standing.price, standing.number))
        shown = leader.shown
        # Where a fence is paid for too, the cheapest plan need not have the fewest squares that were met.
        if shown is not None and np.array_equal(walks[leader.number].squares, self._course.squares):
            self._teller.look(lambda: self._met(self._scale.of(shown)))
        done = sum(min(s.done, walks[s.number].proposals) for s in standings)
        part = done / max(1, sum(walk.proposals for walk in walks))
        self._teller.tell(self._spent + self._share * part)
