"""Seat an event: who meets whom, then seats, neighbours and tables, and a certificate by the checker."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible, UsageError
from mafsim.pairing import bounds, check, formats, symmetric, weighed
from mafsim.pairing.explain import placing
from mafsim.pairing.fitting import Offer, offers
from mafsim.pairing.groups import BLOCK, SCALE
from mafsim.pairing.measures import least_squares, table_counts
from mafsim.pairing.onward import seat_onward
from mafsim.pairing.pairs import seat_pairs
from mafsim.pairing.past import Behind, behind
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.seats import apart_as_neighbours, colour, players_at, repeats
from mafsim.pairing.start import (
    AVOIDED,
    CLUB,
    fixed,
    groups,
    kinds,
    players_of_rounds,
    tables_of,
)
from mafsim.pairing.tables import get_around
from mafsim.pairing.walks import CLUB as CLUB_PRICE
from mafsim.pairing.walks import Clock, Standing, Walk, Walkers, priced, prices
from mafsim.pairing.weighed import Weights
from mafsim.pairing.whole import joined
from mafsim.plan import EMPTY, Plan
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]

PROPOSALS = 20_000_000
"""Proposed exchanges of effort 1, over all walks."""

SEATINGS, NEARLY_NONE, OFTEN = 4, 8, 2
"""How often seats are numbered anew while a few sit side by side twice, how few these are, and how often
two may sit side by side before another numbering is tried."""

EFFORT, LIMIT_EFFORT = 10.0, 100_000.0
"""The effort where none is given, and the largest one."""

FINISH = 3.0
"""The effort for seats, neighbours and tables of a plan that is answered at once."""

MANY_SEATS = 400
MANY_WALKS, FEW_WALKS = 6, 4
"""Walks side by side: fewer and longer ones for an event of many seats over all rounds."""

WIDE, NARROW, LAST = 0.45, 0.09, 0.1
"""The shares of the effort: the first walks, one attempt to narrow the range, one to thin its ends."""

SYMMETRIC = 0.2
"""The share, out of that of the first walks, in which symmetric plans are sought where there are any."""

DESIGNED = 0.1
"""The share, out of that of the first walks, that begins with designs where one fits."""

WARM = (1.35, 1.2, 0.9, 1.5, 1.7, 0.6)
"""The temperatures, in squared meetings, at which such walks begin: what is just short of melting a
design differs from one to another, and is not known before."""

BESIDE = 0.15
"""The share of the usual effort for seats and tables where a design leaves nothing else to do."""

COOL = 1.2
"""The temperature at which walks begin from a plan that is a design for the most part."""

SETTLED = 2
"""Within so wide a range, total and sum of squares leave only one number of pairs at each meeting count."""

ATTEMPTS, STALE = 5, 3
"""How often the range is attempted, and how many attempts in vain end that."""

STEEP = ((8, 6), (4, 12), (8, 12))
FLAT = ((2, 12), (2, 40), (1, 12))
"""Pairs of prices, of a squared meeting and of a squared distance from a range: the first walk along
the plans with equally few squares, the second leave them."""

IN_A_ROW = 1 << 14
"""The price of two rests in a row: above any gain in meetings, below a meeting that may not be.

Where the numbers do not allow to do without them, a rest in a row costs as much as a squared meeting.
"""

FENCE = 64
"""The price of a squared distance from the range at hand while other things are weighed."""

DEARER = 4
"""How many proposals of the plain search take the time of one that weighs other things besides."""

UNWEIGHED = Weights()

PREFERENCES = ("even", "range")
TABLE_BALANCES = ("free", "even")


@dataclass(frozen=True, slots=True)
class Progress:
    """How a search stands.

    `elapsed` seconds, the share `done` of the effort, the best sum of squared meetings so far and the
    range of the plan at hand (both None before there is a valid plan), and the bound.
    """

    elapsed: float
    done: float
    best: int | None
    low: int | None
    high: int | None
    bound: int


Watcher = Callable[[Progress], None]


def seat(
    problem: Problem,
    *,
    seed: int = 0,
    effort: float | None = None,
    seconds: float | None = None,
    jobs: int | None = None,
    prefer: str = "even",
    table_balance: str = "free",
    from_scratch: bool = False,
    weigh: Weights = UNWEIGHED,
    progress: Watcher | None = None,
) -> Plan:
    """Seat an event as evenly as the effort finds, and certify it.

    Parameters
    ----------
    problem
        What is to be seated.
    seed
        Same version, problem, seed and options: the same plan.
    effort
        Effort 1 proposes 20 million exchanges over all walks; 0 takes the first valid plan. By default
        10; but where the catalogue has a plan of this very format, and no `seconds` are given either,
        that plan is taken at once.
    seconds
        A cap on the clock; the best valid plan so far is returned.
    jobs
        Threads; by default one for each processor. It changes nothing but the time.
    prefer
        ``even``: the least sum of squared meetings, then their narrowest range, then few pairs at
        its ends. ``range``: the narrowest range first.
    table_balance
        ``free``: tables are renumbered, which costs nothing. ``even``: everybody sits at each table
        evenly too, which costs meetings; the certificate names the price.
    from_scratch
        Leave the plans of the catalogue out. The search begins with them else, where one fits.
    weigh
        What meetings of teams, and common opponents of those who never meet, are worth in squared
        meetings of people. It keeps the range; the certificate holds the weights.
    progress
        Is told every tenth of a second how the search stands.

    Returns
    -------
    Plan
        A plan that the checker has read from scratch and found valid, with its certificate. An
        interrupt (Ctrl-C) returns the best valid plan so far.

    Raises
    ------
    UsageError
        A number or a word that makes no sense.
    Impossible
        No valid plan was found.
    KeyboardInterrupt
        Interrupted with no valid plan at hand.
    """
    in_time = effort is not None or seconds is not None
    effort = EFFORT if effort is None else effort
    _refuse_nonsense(effort, seconds, jobs)
    _refuse_words(prefer, table_balance)
    if problem.game == "shapka":
        return seat_pairs(
            problem,
            seed=seed,
            effort=effort,
            seconds=seconds,
            prefer=prefer,
            table_balance=table_balance,
            progress=progress,
        )
    search = _Search(problem, seed, effort, seconds, jobs, prefer, progress)
    if not from_scratch:
        at_once = not in_time and table_balance == "free" and not weigh
        search.begin_with(offers(problem, seed), at_once=at_once)
    with search.clock.heed_interrupts():
        at = search.meetings()
        if weigh:
            at = search.weighed(at, weigh)
        plan, price = _numbered(problem, at, seed, search.effort_left()), None
        if table_balance == "even" and max(problem.tables) > 1:
            free = plan
            if not _gets_around(free):
                at = search.tables(free)
                plan = _numbered(problem, at, seed, search.effort_left(), keep_tables=True)
            price = _price(free, plan)
        return _certified(plan, search, price, weigh)


def _gets_around(plan: Plan) -> bool:
    """Say whether everybody sits at every table equally often already."""
    visits = table_counts(plan)
    return bool((visits == visits[:, :1]).all())


def _refuse_nonsense(effort: float, seconds: float | None, jobs: int | None) -> None:
    if not 0 <= effort <= LIMIT_EFFORT:
        raise UsageError("solve.effort", effort=effort, limit=int(LIMIT_EFFORT))
    if seconds is not None and not 0 <= seconds < float("inf"):
        raise UsageError("solve.seconds", seconds=seconds)
    if jobs is not None and jobs < 1:
        raise UsageError("solve.jobs", jobs=jobs)


def _refuse_words(prefer: str, table_balance: str) -> None:
    if prefer not in PREFERENCES:
        raise UsageError("solve.prefer", prefer=prefer, known=PREFERENCES)
    if table_balance not in TABLE_BALANCES:
        raise UsageError("solve.table_balance", balance=table_balance, known=TABLE_BALANCES)


def _certified(plan: Plan, search: _Search, price: dict[str, Any] | None, weigh: Weights) -> Plan:
    findings = check.examine(plan)
    # What a round that stands has broken, nobody can mend.
    coming = [v for v in findings.violations if v.round is None or v.round >= plan.frozen]
    if coming and search.clock.reason == "interrupt":
        raise KeyboardInterrupt
    if coming:
        told = [violation.told(plan) for violation in coming]
        raise Impossible("solve.nothing_valid", first=told[0], n=len(told))
    proved = findings.proved_best and findings.proved_narrowest
    certificate = check.balance_document(findings)
    if price is not None:
        certificate["table_balance"] = price
    if search.source is not None and price is None and not weigh:
        certificate["catalogue"] = search.source.entry.key
    if weigh:
        certificate["weighed"] = asdict(weigh)
    spent = "catalogue" if search.at_once else "effort"
    certificate["stopped_by"] = search.clock.reason or ("proved" if proved else spent)
    certificate["effort"] = 0 if search.at_once else search.effort
    return plan.with_(certificate=certificate)


@dataclass(frozen=True, slots=True, order=True)
class _Worth:
    """How good round orders are: the smaller the better, in the order of the preference."""

    order: tuple[int, ...]
    squares: int
    low: int
    high: int


RARELY = 10
"""How many times as long as a look at a walk takes, walks go on unseen before the next look."""


class _Search:
    """The walks of one problem, one kind after another, each from the best of the ones before."""

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
        self.problem, self.effort, self.prefer, self.progress = problem, effort, prefer, progress
        self.began = time.monotonic()
        self.clock = Clock(None if seconds is None else self.began + seconds)
        self.closed = forbidden(problem, pins=not fixed(problem).any())
        extra = priced(self.closed) if self.closed.any() else None
        threads = jobs or os.cpu_count() or 1
        self.walkers = Walkers(problem, seed, threads, self.clock, self._watch, extra)
        self.allowed = np.triu(problem.can_meet(), k=1)
        self.behind = behind(problem)
        kind = kinds(problem)
        self.avoided = np.triu(kind == AVOIDED)
        self.clubs = np.triu(kind == CLUB)
        self.shape = self._shape(seed)
        self.bound = bounds.bound_of(self.shape)
        self.meeting_numbers = np.arange(problem.first + problem.rounds + 2, dtype=np.int32)
        seats = sum(problem.tables) * problem.table_size
        self.number = MANY_WALKS if seats <= MANY_SEATS else FEW_WALKS
        self.rows_avoidable = self._rows_avoidable()
        self.spent = 0.0
        self.cool = self.given = False
        self.share = 0.0
        self.best_squares: int | None = None
        self.spread: tuple[int, int] | None = None
        self.next_look = 0.0
        self.told: Progress | None = None
        self.stored: list[Int32] = []
        self.source: Offer | None = None
        self.at_once = False

    def begin_with(self, stored: Sequence[Offer], *, at_once: bool) -> None:
        """Begin with plans of the catalogue; if `at_once` is said, one of this very format is the answer."""
        self.stored = self._ranked([offer.at for offer in stored])
        if not self.stored:
            return
        self.clock.valid = True
        self.source = next(offer for offer in stored if offer.at is self.stored[0])
        self.at_once = at_once and self.source.own
        self._met(self._worth(self.stored[0]))

    def _suffices(self) -> bool:
        """Say whether the best plan of the catalogue is the answer: nobody waits, or it is proved best."""
        if not self.stored or self.at_once or self.effort == 0:
            return bool(self.stored)
        wishes = self.avoided.any() or self.clubs.any()
        return self._proved(self._worth(self.stored[0])) and not wishes

    def _shape(self, seed: int) -> bounds.Shape:
        plays = players_of_rounds(self.problem, stream(seed, Purpose.BYES))
        return bounds.Shape(
            partners=self.problem.can_meet(),
            games=tuple(plays.sum(axis=0).tolist()),
            tables=self.problem.tables,
            sizes=(self.problem.table_size,) * sum(self.problem.tables),
            clubs=tuple(m for m in self.problem.roster.teams().values() if len(m) > 1),
            past=bounds.Past(self.behind.meetings, self.problem.available())
            if self.problem.first
            else None,
        )

    def _rows_avoidable(self) -> bool:
        """Say whether the numbers allow that nobody rests twice in a row."""
        there = self.problem.available().sum(axis=1)
        resting = there - np.array(self.problem.tables) * self.problem.table_size
        again = int((self.behind.rested & self.problem.available()[0]).sum()) + resting[0]
        return bool((resting[1:] + resting[:-1] <= there[1:]).all() and again <= there[0])

    def meetings(self) -> Int32:
        """Search for who meets whom; give the best round orders."""
        if self._suffices():
            self.given = True
            return self.stored[0]
        found = self._searched()
        if self.source is not None and found is not self.stored[0]:
            self.source = None
        return found

    def _searched(self) -> Int32:
        squares = self.meeting_numbers**2
        share = WIDE - SYMMETRIC if symmetric.applies(self.problem) else WIDE
        designed = self._designed(squares)
        if designed and (self.effort == 0 or self._perfect(self._worth(designed[0]))):
            self.given = True
            return designed[0]
        if designed:
            share -= DESIGNED
        known = self._ranked([*self.stored, *designed])
        if not known or self._worth(known[0]).squares > self.bound.value:
            first = [self._walk(squares, share, self.bound.value)] * self.number
            pool = self._ranked([*known, *self._send(first, share)])
            self.cool = any(pool[0] is each for each in known)
        else:
            pool = known
        worth = self._worth(pool[0])
        if worth.order[0]:
            # No walk has found a valid plan: more of them would only make somebody wait for the answer.
            return self._placed(squares, pool[0])
        if symmetric.applies(self.problem) and worth.squares > self.bound.value:
            pool = self._ranked([*pool, *self._symmetric()])
            self.cool = any(pool[0] is each for each in known)
        stale = 0
        for _ in range(ATTEMPTS):
            worth = self._worth(pool[0])
            if self.clock.stop.is_set() or stale == STALE or self._proved(worth):
                break
            walks = list(self._narrower(pool, worth))
            if not walks:
                break
            pool = self._ranked([*pool, *self._send(walks, NARROW)])
            stale = 0 if self._worth(pool[0]) < worth else stale + 1
        worth = self._worth(pool[0])
        if not self.clock.stop.is_set() and not self._finished(worth):
            pool = self._ranked([pool[0], *self._send(list(self._thinner(pool[0], worth)), LAST)])
        return pool[0]

    def _designed(self, squares: Int32) -> list[Int32]:
        """Give the best plans made from designs, after a walk from them where they are not perfect."""
        offers = formats.offers(self.problem)
        if not offers:
            return []
        offers = self._ranked(offers)
        self.clock.valid = True
        if self.effort == 0 or self._worth(offers[0]).squares <= self.bound.value:
            return offers
        walks = [
            self._walk(squares, DESIGNED, self.bound.value, start=start, warm=warm)
            for start, warm in zip(itertools.cycle(offers[:2]), WARM[: self.number])
        ]
        return self._ranked([*offers, *self._send(walks, DESIGNED)])

    def _symmetric(self) -> list[Int32]:
        """Give the best symmetric plans that a share of the effort finds."""
        self.share = SYMMETRIC
        proposals = int(PROPOSALS * self.effort * SYMMETRIC)
        found = symmetric.offers(self.walkers, proposals, self.bound.value, self._beat)
        self.spent += SYMMETRIC
        return found

    def _beat(self) -> None:
        """Tell again how the search stands, while there is nothing but the time to tell."""
        if self.progress is not None and self.told is not None:
            self.progress(replace(self.told, elapsed=time.monotonic() - self.began))

    def _placed(self, squares: Int32, broken: Int32) -> Int32:
        """Walk from a plan that a solver has placed, where the event is small enough for it to find one."""
        table = placing(self.problem)
        if table is None:
            return broken
        there = self.problem.available()
        orders = [np.lexsort((row, ~here)) for row, here in zip(table, there, strict=True)]
        at = np.stack(orders).astype(np.int32)
        return self._ranked([at, *self._send([self._walk(squares, LAST, 0, start=at)], LAST)])[0]

    def _proved(self, worth: _Worth) -> bool:
        narrowest = worth.high - worth.low == self.bound.range
        return narrowest and worth.squares == self.bound.value

    def _perfect(self, worth: _Worth) -> bool:
        """Say whether nothing about the meetings can be better."""
        broken, _, wishes, *prices = worth.order
        price = prices[0 if self.prefer == "even" else 1]
        return broken == wishes == 0 and price == worth.squares and self._proved(worth)

    def _finished(self, worth: _Worth) -> bool:
        """Say whether nothing is left to thin: sum and range then settle how many pairs are at the ends."""
        width = worth.high - worth.low
        price = worth.order[3 if self.prefer == "even" else 4]
        settled = self._proved(worth) and price == worth.squares and not worth.order[-1]
        return width == 0 or (width <= SETTLED and settled)

    def _narrower(self, pool: Sequence[Int32], worth: _Worth) -> Iterator[Walk]:
        """Walk from good plans towards ranges narrower by one, and by two, where none is proved impossible.

        What is outside the range pays a penalty, by its squared distance; what a squared meeting
        costs beside it differs from walk to walk.
        """
        least = worth.squares if self.prefer == "even" else self.bound.value
        aims = [
            (low, low + width)
            for width in (worth.high - worth.low - 1, worth.high - worth.low - 2)
            for low in range(max(0, worth.low - 1), worth.low + 3)
            if width >= 0 and bounds.fits(self.shape, least, low, low + width)
        ]
        here = (worth.low, worth.high)
        if self.prefer == "range":
            narrow = list(itertools.product(FLAT, aims[:2], [self.bound.value]))
            # Beside narrower ranges, fewer squares within this one.
            others = list(itertools.product(FLAT, [here], [self.bound.value]))
            pattern = (narrow, narrow, others)
        else:
            narrow = list(itertools.product(STEEP, aims[:3], [worth.squares]))
            # A fence around the range lets a walk go on to fewer squares, if there can be fewer.
            inside = (worth.low + 1, worth.high)
            others = list(itertools.product(FLAT, [here, inside], [self.bound.value]))
            others = others if worth.squares > self.bound.value else narrow
            pattern = (narrow, others, others)
        cycles = {id(plans): itertools.cycle(plans or others) for plans in pattern}
        for number in range(self.number if (narrow or others) else 0):
            (unit, penalty), (low, high), enough = next(cycles[id(pattern[number % 3])])
            begin = pool[number % len(pool)]
            yield self._fenced(begin, low, high, unit, penalty, unit * enough)

    def _fenced(
        self, begin: Int32, low: int, high: int, unit: int, penalty: int, enough: int
    ) -> Walk:
        numbers = self.meeting_numbers
        outside = np.maximum(0, np.maximum(low - numbers, numbers - high))
        price = (unit * numbers**2 + penalty * outside**2).astype(np.int32)
        warm = COOL if self.cool else 0
        return self._walk(price, NARROW, enough, unit=unit, start=begin, warm=warm)

    def _thinner(self, best: Int32, worth: _Worth) -> Iterator[Walk]:
        """Walk from a plan towards fewer pairs at the ends of its range."""
        numbers = self.meeting_numbers
        outside = np.maximum(0, np.maximum(worth.low - numbers, numbers - worth.high))
        at_ends = (numbers == worth.low) | (numbers == worth.high)
        warm = COOL if self.cool else 0
        for unit, penalty in ((8, 1), (8, 2), (4, 1)) * 2:
            price = unit * numbers**2 + 4 * unit * outside**2 + penalty * at_ends
            yield self._walk(price.astype(np.int32), LAST, 0, unit=unit, start=best, warm=warm)

    def _walk(
        self,
        price: Int32,
        share: float,
        enough: int,
        *,
        unit: int = 1,
        start: Int32 | None = None,
        visit_price: int = 0,
        warm: float = 0,
    ) -> Walk:
        proposals = int(PROPOSALS * self.effort * share) // self.number // BLOCK * BLOCK
        return Walk(
            squares=price.astype(np.int32),
            proposals=proposals,
            enough=enough,
            unit=unit,
            row_price=IN_A_ROW if self.rows_avoidable else unit,
            visit_price=visit_price,
            start=start,
            warm=int(warm * SCALE * unit),
        )

    def _send(self, walks: Sequence[Walk], share: float) -> list[Int32]:
        self.share = share
        standings = self.walkers.send(walks)
        self.spent += share
        return [standing.at for standing in standings]

    def _ranked(self, found: Sequence[Int32]) -> list[Int32]:
        """Give the best plan, and behind it others that are as good in the first thing that counts."""
        worths = sorted((self._worth(at), number) for number, at in enumerate(found))
        if not worths:
            return []
        self._met(worths[0][0])
        lead = worths[0][0].order[:4]
        return [found[number] for worth, number in worths if worth.order[:4] == lead][: self.number]

    def _met(self, worth: _Worth) -> None:
        """Remember a plan that is at hand, for whoever is told of progress."""
        if worth.order[0]:
            return
        self.best_squares = min(worth.squares, self.best_squares or worth.squares)
        self.spread = (worth.low, worth.high) if self.allowed.any() else None

    def _worth(self, at: Int32) -> _Worth:
        meets = self._meets(at)
        forbidden = int(np.triu(meets, k=1).sum() - meets[self.allowed].sum())
        counts = (meets + self.behind.meetings)[self.allowed]
        squares = int((counts.astype(np.int64) ** 2).sum())
        wishes = int(meets[self.avoided].sum())
        price = squares + CLUB_PRICE * int(meets[self.clubs].sum())
        if self.avoided.any():
            # Who rather does not meet makes no range wide.
            counts = (meets + self.behind.meetings)[self.allowed & ~self.avoided]
        low, high = int(counts.min(initial=10**6)), int(counts.max(initial=0))
        low = min(low, high)
        ends = int(((counts == low) | (counts == high)).sum())
        rows = self._rests_in_a_row(at)
        first, second = price, high - low
        if self.prefer == "range":
            first, second = second, first
        before, after = (rows, 0) if self.rows_avoidable else (0, rows)
        order = (forbidden + self._misplaced(at), before, wishes, first, second, ends, after)
        return _Worth(order, squares, low, high)

    def _misplaced(self, at: Int32) -> int:
        """Count who sits where he may not."""
        if not self.closed.any():
            return 0
        table = tables_of(self.problem, at)
        round_, entrant = np.nonzero(table < self.closed.shape[1])
        return int(self.closed[round_, table[round_, entrant], entrant].sum())

    def _meets(self, at: Int32) -> Int32:
        n, size = at.shape[1], self.problem.table_size
        present = np.zeros((sum(self.problem.tables), n), dtype=np.float32)
        game = 0
        for round_, tables in enumerate(self.problem.tables):
            seated = at[round_, : tables * size]
            present[game + np.arange(len(seated)) // size, seated] = 1
            game += tables
        return np.asarray(np.rint(present.T @ present), dtype=np.int32)

    def _rests_in_a_row(self, at: Int32) -> int:
        resting = tables_of(self.problem, at) == max(self.problem.tables)
        resting &= self.problem.available()
        again = resting[0] & (self.behind.rested != 0)
        return int((resting[1:] & resting[:-1]).sum() + again.sum())

    def weighed(self, at: Int32, weigh: Weights) -> Int32:
        """Go on from a plan, within its range, to one that is better by what is weighed besides."""
        worth, numbers = self._worth(at), self.meeting_numbers
        if self.clock.stop.is_set() or worth.order[0]:
            return at
        team = np.full(at.shape[1], weighed.NOBODY, dtype=np.int32)
        for number, members in enumerate(self.problem.roster.teams().values()):
            team[list(members)] = number
        outside = np.maximum(0, np.maximum(worth.low - numbers, numbers - worth.high))
        price = (weighed.UNIT * (numbers**2 + FENCE * outside**2)).astype(np.int32)
        leg, self.walkers.leg = self.walkers.leg, self.walkers.leg + 1
        free = self.problem.may_meet()
        found = weighed.walks(
            lambda: groups(
                self.problem,
                tables_of(self.problem, at),
                prices(price, weighed.UNIT),
                extra=self.walkers.extra,
            ),
            team,
            free,
            weigh,
            [word(self.walkers.seed, Purpose.SEARCH, leg, n) for n in range(weighed.WALKS)],
            int(PROPOSALS * self.effort * LAST) // DEARER,
            self.walkers.jobs,
            lambda: not self.clock.stop.is_set(),
        )

        def order(at: Int32) -> tuple[float, ...]:
            mine = self._worth(at)
            met = self._meets(at) + np.where(free, self.behind.meetings, 0)
            clubs = CLUB_PRICE * int(self._meets(at)[self.clubs].sum())
            rest = weighed.cost(np.where(free, met, 0), team, free, weigh)
            return *mine.order[:3], mine.high - mine.low, mine.squares + clubs + rest

        return min([at, *found], key=order)

    def tables(self, free: Plan) -> Int32:
        """Search for a plan under which everybody sits at every table evenly, beginning with a free one.

        Gives round orders whose tables have their numbers already.
        """
        begin = self._orders(free)
        n, most = len(self.problem.roster.entrants), max(self.problem.tables)
        playing = self.problem.available().any(axis=0)
        squares = self.meeting_numbers**2
        walks = [
            self._walk(4 * squares, WIDE, 0, unit=4, start=begin, visit_price=price)
            for price in (4, 6, 8, 12, 16, 32)
        ]
        found = [begin, *self._send(walks, WIDE)]

        def worth(at: Int32) -> tuple[int, ...]:
            table = tables_of(self.problem, at)
            visits = np.zeros((n, most + 1), dtype=np.int64)
            visits[:, :most] = self.behind.tables[:, :most]
            for round_ in range(self.problem.rounds):
                visits[np.arange(n), table[round_]] += 1
            spread = int(
                (visits[playing, :most].max(axis=1) - visits[playing, :most].min(axis=1)).max()
            )
            mine = self._worth(at)
            return *mine.order[:3], max(spread, 1), *mine.order[3:]

        return min(enumerate(found), key=lambda entry: (worth(entry[1]), entry[0]))[1]

    def effort_left(self) -> float:
        """Give the effort for what comes after the walks: little when somebody waits."""
        if self.clock.stop.is_set():
            return 0.0
        if self.at_once:
            return FINISH
        return self.effort * (BESIDE if self.given else 1)

    def _orders(self, plan: Plan) -> Int32:
        rounds = plan.seats[self.problem.first :]
        orders = np.zeros((len(rounds), len(plan.roster.entrants)), dtype=np.int32)
        there = self.problem.available()
        for round_, seats in enumerate(rounds):
            seated = seats[seats != EMPTY].tolist()
            others = [i for i in range(orders.shape[1]) if i not in set(seated)]
            others.sort(key=lambda i: not there[round_, i])
            orders[round_] = seated + others
        return orders

    def _watch(self, standings: list[Standing], walks: Sequence[Walk]) -> None:
        if self.progress is None or not standings:
            return
        leader = min(standings, key=lambda standing: (standing.price, standing.number))
        done = sum(min(s.done, walks[s.number].proposals) for s in standings)
        part = done / max(1, sum(walk.proposals for walk in walks))
        # Where a fence is paid for too, the cheapest plan need not have the fewest squares that were met.
        plain = np.array_equal(walks[leader.number].squares, self.meeting_numbers**2)
        now = time.monotonic()
        if plain and leader.shown is not None and now >= self.next_look:
            self._met(self._worth(leader.shown))
            self.next_look = now + RARELY * (time.monotonic() - now)
        self.told = Progress(
            elapsed=time.monotonic() - self.began,
            done=min(1.0, self.spent + self.share * part),
            best=self.best_squares,
            low=None if self.spread is None else self.spread[0],
            high=None if self.spread is None else self.spread[1],
            bound=self.bound.value,
        )
        self.progress(self.told)


def _numbered(
    problem: Problem, at: Int32, seed: int, effort: float, *, keep_tables: bool = False
) -> Plan:
    """Give groups their table numbers and seat numbers, and put them behind the rounds that stand."""
    n = len(problem.roster.entrants)
    size, most = problem.table_size, max(problem.tables)
    seats = np.full((problem.rounds, most, size), EMPTY, dtype=np.int32)
    for round_, tables in enumerate(problem.tables):
        seats[round_, :tables] = at[round_, : tables * size].reshape(tables, size)
    before = behind(problem)
    if not keep_tables:
        pinned = frozenset(e.table for e in problem.roster.entrants if e.table is not None)
        counts = np.bincount(seats[seats != EMPTY], minlength=n) + before.tables.sum(axis=1)
        least = sum(least_squares(int(count), most) for count in counts)
        steps = int(min(effort, 10) * 20_000) + 1000
        visits = before.tables[:, :most].copy()
        closed = forbidden(problem)
        begin = word(seed, Purpose.TABLES)
        seats = get_around(seats, visits, pinned, least, steps, begin, closed)
    played = seats[:, :, 0] != EMPTY
    seats[played] = _seat_numbers(seats[played], before, seed, effort)
    return joined(problem, seats)


def _seat_numbers(games: Int32, before: Behind, seed: int, effort: float) -> Int32:
    """Give the players of every game in the order of their seats: the best of a few attempts."""
    steps = int(min(effort, 40) * 60_000 * 60 / max(len(games), 60)) + 100
    players = len(before.seats)
    if before.seats.any():
        return seat_onward(games, before.seats, before.neighbours, seed=seed, steps=steps)
    found: list[tuple[int, int, int, Int32]] = []
    for attempt in range(SEATINGS if effort else 1):
        colouring = colour(games, players, stream(seed, Purpose.NEIGHBOURS, attempt))
        start = word(seed, Purpose.NEIGHBOURS, attempt)
        colouring = apart_as_neighbours(colouring, players, steps, start)
        most, more = repeats(colouring, players)
        found.append((max(most, OFTEN), more, attempt, players_at(colouring)))
        if most <= OFTEN and not 0 < more <= NEARLY_NONE:
            break
    return min(found, key=lambda entry: entry[:3])[3]


def _price(free: Plan, even: Plan) -> dict[str, Any]:
    """Say what evenly visited tables cost in meetings."""

    def figures(plan: Plan) -> dict[str, int]:
        findings = check.examine(plan)
        meetings = findings.balance.meetings
        return {
            "sum_of_squares": meetings.sum_of_squares,
            "min": meetings.min,
            "max": meetings.max,
            "tables_max_spread": findings.balance.tables.max_spread,
        }

    return {"free": figures(free), "even": figures(even)}
