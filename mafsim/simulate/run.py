"""Many blocks on many workers: begun, kept, added up in the order of their numbers."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Protocol

from mafsim.errors import Impossible
from mafsim.metrics import CONFIDENCE, Figure, differences, figures
from mafsim.simulate.backend import Backend, Here
from mafsim.simulate.exported import Sheet
from mafsim.simulate.job import BLOCK, Counted, Job, packed, run_block
from mafsim.simulate.looks import Aim, confidence, looks
from mafsim.simulate.store import Store

ATTEMPTS = 4
"""How often a block is begun whose worker is lost: once, and three times again."""

Span = tuple[int, int]
"""The number of the first tournament of a block, and how many it has."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a simulation stands."""

    done: int
    """Tournaments whose blocks are finished."""
    of: int
    elapsed: float
    """Seconds."""
    rate: float
    """Tournaments a second, of those that were played in this run."""

    @property
    def left(self) -> float | None:
        """How many seconds it takes to the end, if it goes on like this."""
        return (self.of - self.done) / self.rate if self.rate > 0 else None


@dataclass(frozen=True, slots=True)
class Run:
    """A simulation that has ended, in one way or another."""

    counted: Counted
    """What the first tournaments come to: all of them, or those that were finished without a gap."""
    stopped_by: str
    """``tournaments`` where all were played, ``until`` where it was exact enough, ``interrupt``."""
    confidence: float
    """Of the intervals."""
    looks: int
    """How often was looked whether it is exact enough."""
    history: tuple[tuple[int, dict[str, Figure]], ...]
    """The figures after so many tournaments, each time with as much confidence as it then had."""


class Sheets(Protocol):
    """Where the results of tournaments are kept."""

    def keep(self, sheet: Sheet) -> None:
        """Keep those of one."""

    def has(self, number: int) -> bool:
        """Say whether those of a tournament are there."""


def run(
    job: Job,
    n: int,
    *,
    backend: Backend | None = None,
    store: Store | None = None,
    until: Aim | None = None,
    progress: Callable[[Progress], None] | None = None,
    sheets: Sheets | None = None,
) -> Run:
    """Simulate tournaments number 0 to n - 1.

    Parameters
    ----------
    job
        What is simulated.
    n
        How many tournaments, or at most how many.
    backend
        Who plays; by default this process. What comes out does not depend on it. It is not closed.
    store
        Where finished blocks are kept, and looked for.
    until
        How exact is exact enough; where events are compared, their differences. The intervals
        allow for every look (`mafsim.simulate.looks`).
    progress
        Is told how the simulation stands after each block.
    sheets
        Are given the results of each tournament, where the job exports them, before its block counts
        as finished; a block of which they lack some is played again.

    Returns
    -------
    Run
        After Ctrl-C it holds what is finished.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C, where nothing is finished.
    Impossible
        A block lost its worker again and again.
    """
    whole = _Run(job, n, backend or Here(), store, progress, sheets)
    return whole.result(until)


def _watched(total: Counted, sure: float) -> list[dict[str, Figure]]:
    """Give the figures of the first event; behind them, its differences to the others."""
    return [figures(total.totals[0], sure), *(differences(each, sure) for each in total.pairs)]


class _Run:
    """One run: blocks in flight, blocks that are done, and their sum so far."""

    def __init__(
        self,
        job: Job,
        n: int,
        backend: Backend,
        store: Store | None,
        progress: Callable[[Progress], None] | None,
        sheets: Sheets | None,
    ) -> None:
        self._job, self._n = packed(job), n
        self._backend, self._store = backend, store
        self._progress, self._sheets = progress, sheets
        self._spans = [(first, min(BLOCK, n - first)) for first in range(0, n, BLOCK)]
        self._begun = time.monotonic()
        self._found = self._fresh = 0

    def result(self, until: Aim | None) -> Run:
        """Play, look where there is an aim, and say how it ended."""
        total: Counted | None = None
        due = looks(len(self._spans))
        next_look, look, sure = next(due, 0), 0, CONFIDENCE
        history: list[tuple[int, dict[str, Figure]]] = []
        try:
            for number, counted in enumerate(self._in_order(), 1):
                total = counted if total is None else total + counted
                if number != next_look:
                    continue
                next_look, look = next(due, 0), look + 1
                sure = confidence(look) if until is not None else CONFIDENCE
                found = _watched(total, sure)
                history.append((total.tournaments, found[0]))
                if until is not None and all(map(until.reached, found[-max(len(found) - 1, 1) :])):
                    return Run(total, "until", sure, look, tuple(history))
        except KeyboardInterrupt:
            if total is None:
                raise
            if until is not None:  # whoever stops by hand has looked once more
                look, sure = look + 1, confidence(look + 1)
            return Run(total, "interrupt", sure, look, tuple(history))
        finally:
            self._backend.drop()
        assert total is not None, "a simulation of no tournaments"
        return Run(total, "tournaments", sure, look if until else 0, tuple(history))

    def _in_order(self) -> Iterator[Counted]:
        """Give the blocks in the order of their numbers, each as soon as those before it are done."""
        waiting = {}
        following = 0
        for span, counted in self._as_they_come():
            waiting[span] = counted
            while following < len(self._spans) and self._spans[following] in waiting:
                yield waiting.pop(self._spans[following])
                following += 1

    def _as_they_come(self) -> Iterator[tuple[Span, Counted]]:
        """Give the blocks as they are done; one whose worker is lost is begun again."""
        todo = deque(self._spans)
        flying: dict[Future[Counted], Span] = {}
        attempts: Counter[Span] = Counter()
        while todo or flying:
            while todo and len(flying) < self._backend.ahead:
                span = todo.popleft()
                known = self._known(span)
                if known is not None:
                    self._tell(span, fresh=False)
                    yield span, known
                    continue
                attempts[span] += 1
                if not self._submitted(span, flying):
                    self._again(todo, flying, {Future(): span}, attempts)
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            lost: list[Future[Counted]] = []
            for future in sorted(done, key=lambda each: flying[each]):
                try:
                    counted = future.result()
                except self._backend.lost:
                    lost.append(future)
                    continue
                span = flying.pop(future)
                self._keep(span, counted)
                yield span, counted
            if lost:
                gone = {future: flying.pop(future) for future in lost}
                self._again(todo, flying if self._backend.sink_together else {}, gone, attempts)

    def _known(self, span: Span) -> Counted | None:
        """Give a block that was finished before, with all that goes with it."""
        if self._store is None:
            return None
        first, n = span
        sheets = self._sheets
        if sheets is not None and not all(map(sheets.has, range(first, first + n))):
            return None
        return self._store.find(first, n)

    def _submitted(self, span: Span, flying: dict[Future[Counted], Span]) -> bool:
        try:
            future: Future[Counted] = self._backend.submit(run_block, self._job, *span)
        except self._backend.lost:
            return False
        flying[future] = span
        return True

    def _again(
        self,
        todo: deque[Span],
        sunk: dict[Future[Counted], Span],
        gone: dict[Future[Counted], Span],
        attempts: Counter[Span],
    ) -> None:
        """Take back the blocks whose worker is gone, and those that sink with them, and begin anew."""
        spans = sorted([*gone.values(), *sunk.values()])
        todo.extendleft(reversed(spans))
        for first, n in spans:
            if attempts[first, n] >= ATTEMPTS:
                raise Impossible("simulate.lost_worker", first=first, last=first + n - 1)
        sunk.clear()
        self._backend.renew()

    def _keep(self, span: Span, counted: Counted) -> None:
        """See that a finished block is not lost, and tell."""
        for sheet in counted.sheets if self._sheets is not None else ():
            assert self._sheets is not None
            self._sheets.keep(sheet)
        if self._store is not None:
            self._store.keep(*span, counted)
        self._tell(span, fresh=True)

    def _tell(self, span: Span, *, fresh: bool) -> None:
        self._found += span[1]
        self._fresh += span[1] * fresh
        if self._progress is not None:
            elapsed = time.monotonic() - self._begun
            rate = self._fresh / elapsed if elapsed > 0 else 0.0
            self._progress(Progress(self._found, self._n, elapsed, rate))
