"""Several walks of the search side by side, on all processors, with one result whatever their number.

How many walks there are and how long each is, is given; the number of threads changes nothing but the time.
A walk that reaches what is enough ends the walks of a higher number, whose results cannot count any more.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mafsim.pairing.cooling import cool_down
from mafsim.pairing.groups import BLOCK, SCALE, anneal
from mafsim.pairing.measures import Flags
from mafsim.pairing.problem import Problem
from mafsim.pairing.start import NEVER as APART
from mafsim.pairing.start import deal, groups, kinds, players_of_rounds, tables_of
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]

CHUNK = 64 * BLOCK
"""Proposals between two looks at the clock, some hundredths of a second."""

PATIENCE = 2 * CHUNK
"""How many proposals more a walk makes that has not yet found a valid plan."""

REST_MOVES = 1 << 12
"""The share of proposals, in 65536, that move rests where anybody rests."""

SEATS_A_LOOK, FEWEST_LOOKS, MOST_LOOKS = 75, 4, 64
"""At how many seats a walk looks for the dearest of them: one for so many that there are in all rounds,
within limits. In a large event few seats are dear, and the others need no exchange."""

ACCEPTED = 16
"""A walk ends early when more than one in so many of all its proposals are accepted: these are dear."""

NEVER = 1 << 20
"""The price of a meeting that may not be, and of a place where somebody may not sit."""

AVOIDED = 1 << 5
"""The price of a meeting of two who rather should not, beside a squared meeting: above any gain by it."""

CLUB = 4
"""What a meeting of club-mates costs more than another: they count as if they had met twice before."""


def prices(squares: Int32, unit: int) -> Int32:
    """Give the price of a number of meetings for each kind of pairs: ``[kind, meetings]``."""
    numbers = np.arange(len(squares), dtype=np.int32)
    never = numbers * np.int32(NEVER)
    return np.stack(
        [squares, never, squares + unit * AVOIDED * numbers, squares + unit * CLUB * numbers]
    ).astype(np.int32)


def priced(closed: Flags) -> Int32:
    """Give the price of every place where somebody may not sit: ``[round, table, entrant]``.

    The last table is that of those without a seat, and has no price.
    """
    rounds, tables, n = closed.shape
    extra = np.zeros((rounds, tables + 1, n), dtype=np.int32)
    extra[:, :tables] = NEVER * closed
    return extra


def looks_of(problem: Problem) -> int:
    """Give at how many seats a walk looks to find one whose game is dear."""
    seats = sum(problem.tables) * problem.table_size
    return min(max(seats // SEATS_A_LOOK, FEWEST_LOOKS), MOST_LOOKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """What one walk is to do.

    `squares` prices meetings: ``[meetings]`` for pairs that may meet. It begins with a first plan of
    its own, or with `start`, the round orders of a plan. It ends after `proposals`, or when the price is
    down to `enough`. `unit` is what one squared meeting costs, and sets the first temperature.
    """

    squares: Int32
    proposals: int
    enough: int
    unit: int
    row_price: int
    visit_price: int = 0
    start: Int32 | None = None
    warm: int = 0
    """The temperature at which it begins, for a start that is to stay much as it is; 0: by acceptance."""


@dataclass(slots=True)
class Standing:
    """How one walk stands; the thread that walks writes it, others look."""

    number: int
    at: Int32
    """``[round, entrant]``: the cheapest round orders so far."""
    totals: npt.NDArray[np.int64]
    """The price at hand, the cheapest price, the temperature."""
    done: int = 0
    shown: Int32 | None = None
    """A copy of the cheapest round orders, for those who look while the walk goes on."""

    @property
    def price(self) -> int:
        """The cheapest price so far."""
        return int(self.totals[1])


@dataclass(slots=True)
class Clock:
    """Why a search stops before its effort is spent: the time is up, or somebody interrupts."""

    deadline: float | None
    reason: str | None = None
    valid: bool = False
    """Whether there is a valid plan already: then nothing that comes may lose it."""
    abandon: bool = False
    """Whether somebody has given up waiting for a first valid plan."""
    stop: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        """Stop when the time is up."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            self.end("seconds")

    def end(self, reason: str) -> None:
        """Stop for a reason; the first one counts."""
        if not self.stop.is_set():
            self.reason = reason
        self.stop.set()

    @contextmanager
    def heed_interrupts(self) -> Iterator[None]:
        """Let Ctrl-C stop the search, wherever it is; only a search without any plan is abandoned.

        A second Ctrl-C raises `KeyboardInterrupt` while there is no valid plan. Outside of the main
        thread interrupts are nobody's business here.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def heed(_signal: int, _frame: object) -> None:
            if self.stop.is_set() and not self.valid:
                raise KeyboardInterrupt
            self.end("interrupt")

        before = signal.signal(signal.SIGINT, heed)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


@dataclass(slots=True)
class Walkers:
    """Walks of one problem under one seed, on `jobs` threads."""

    problem: Problem
    seed: int
    jobs: int
    clock: Clock
    watch: Callable[[list[Standing], Sequence[Walk]], None]
    extra: Int32 | None = None
    """``[round, table, entrant]``: the price of a place; None where none has a price."""
    leg: int = 0
    """How many times walks were sent out: a part of their streams' address."""
    _apart: tuple[npt.NDArray[np.intp], ...] | None = None

    def send(self, walks: Sequence[Walk]) -> list[Standing]:
        """Let all walks run to their ends; give how those stand that count, in order of number.

        An interrupt ends them early, and what they have found so far counts.
        """
        standings: list[Standing | None] = [None] * len(walks)
        first_enough = [len(walks)]
        leg, self.leg = self.leg, self.leg + 1

        def one(number: int) -> None:
            self._walk(walks[number], leg, number, standings, first_enough)

        with ThreadPoolExecutor(min(self.jobs, len(walks))) as pool:
            pending: set[Future[None]] = {pool.submit(one, n) for n in range(len(walks))}
            while pending:
                try:
                    finished, pending = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
                    for future in finished:
                        future.result()
                    self.clock.look()
                    self.watch([s for s in standings if s is not None], walks)
                except KeyboardInterrupt:
                    if self.clock.stop.is_set() and not self.clock.valid:
                        self.clock.abandon = True
                        raise
                    self.clock.end("interrupt")
        counting = standings[: first_enough[0] + 1]
        return [standing for standing in counting if standing is not None]

    def _breaks(self, at: Int32) -> bool:
        """Say whether a plan has a meeting or a place that may not be.

        In large events the price alone does not tell: all that may be adds up to more than one of them.
        """
        table = tables_of(self.problem, at)
        seated = table < np.array(self.problem.tables)[:, None]
        if self._apart is None:
            self._apart = np.nonzero(np.triu(kinds(self.problem) == APART, k=1))
        p, q = self._apart
        if bool(((table[:, p] == table[:, q]) & seated[:, p]).any()):
            return True
        if self.extra is None:
            return False
        round_, who = np.nonzero(seated)
        return bool((self.extra[round_, table[round_, who], who] >= NEVER).any())

    def _walk(
        self,
        walk: Walk,
        leg: int,
        number: int,
        standings: list[Standing | None],
        first_enough: list[int],
    ) -> None:
        if first_enough[0] < number or (self.clock.stop.is_set() and number):
            return
        rng = stream(self.seed, Purpose.SEARCH, leg, number)
        if walk.start is None:
            table = deal(self.problem, players_of_rounds(self.problem, rng), rng)
        else:
            table = tables_of(self.problem, walk.start)
        state, total = groups(
            self.problem,
            table,
            prices(walk.squares, walk.unit),
            visit_price=walk.visit_price,
            row_price=walk.row_price,
            extra=self.extra,
        )
        standing = Standing(
            number=number,
            at=state.at.copy(),
            totals=np.array([total, total, 2 * SCALE * walk.unit], dtype=np.int64),
        )
        standings[number] = standing
        generator = np.array([word(self.seed, Purpose.SEARCH, leg, number)], dtype=np.uint64)
        rests = REST_MOVES if bool((state.seated < state.there).any()) else 0
        looks = looks_of(self.problem)
        accepted = late = 0
        while standing.price > walk.enough and first_enough[0] >= number:
            broken = standing.price >= NEVER and self._breaks(standing.at)
            if standing.done >= walk.proposals + (PATIENCE if broken else 0):
                break
            self.clock.valid = self.clock.valid or not broken
            if not broken and accepted * ACCEPTED > walk.proposals:
                break
            if self.clock.stop.is_set():
                if self.clock.valid or self.clock.abandon or late >= PATIENCE:
                    break
                late += CHUNK
            proposals = min(CHUNK, max(walk.proposals - standing.done, BLOCK))
            behind = min(standing.done, walk.proposals)
            if walk.warm:
                cool_down(
                    state, standing.at, generator, standing.totals,
                    proposals, behind, walk.proposals or 1, walk.warm, walk.enough,
                )  # fmt: skip
            else:
                accepted += anneal(
                    state, standing.at, generator, standing.totals,
                    proposals, behind, walk.proposals or 1, looks, rests, walk.enough,
                )  # fmt: skip
            standing.done += proposals
            standing.shown = standing.at.copy()
        if standing.price <= walk.enough:
            first_enough[0] = min(first_enough[0], number)
