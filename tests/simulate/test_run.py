from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from typing import Any

import pytest

from mafsim import simulate
from mafsim.errors import Impossible
from mafsim.regulations import load
from mafsim.simulate import BLOCK, Aim, Counted, Job, Progress, Run, backend, run
from mafsim.simulate.backend import Here, Processes
from mafsim.simulate.job import run_block
from mafsim.simulate.looks import confidence, looks
from mafsim.simulate.run import ATTEMPTS

N = 2 * BLOCK + 7
"""Three blocks, the last of them a small one."""


@cache
def job(agents: str = "random") -> Job:
    return Job(events=(simulate.prepared(load("plain"), agents=agents),))


@cache
def plainly() -> Run:
    return run(job(), N)


def same(one: Run, other: Run) -> bool:
    return json.dumps(one.counted.document()) == json.dumps(other.counted.document())


def test_what_is_counted_survives_being_written_and_read() -> None:
    document = json.loads(json.dumps(plainly().counted.document()))

    assert Counted.of(document).document() == plainly().counted.document()


def test_all_tournaments_are_played_once() -> None:
    assert plainly().counted.tournaments == N
    assert plainly().counted.games == (N,)
    assert plainly().stopped_by == "tournaments"


def test_blocks_may_be_cut_anywhere() -> None:
    first = job().run(0, 13) + job().run(13, 40) + job().run(53, 7)

    assert first.document() == job().run(0, 60).document()


@pytest.mark.slow
def test_two_processes_count_what_one_does() -> None:
    both = backend(jobs=2)
    try:
        assert same(run(job(), N, backend=both), plainly())
    finally:
        both.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("with_", "seconds"),
    [("SIGKILL", 0), ("SIGSTOP", 1), pytest.param("SIGSTOP", 60, marks=pytest.mark.soak)],
)
def test_processes_that_are_killed_or_stopped_on_the_way_change_nothing(
    with_: str, seconds: float
) -> None:
    """Who is stopped goes on a little later: on a machine that was asleep, or very busy."""
    victims = 2 if with_ == "SIGKILL" else 1
    both = backend(jobs=2)
    assert isinstance(both, Processes)
    killed: list[int] = []

    def kill(_: Progress) -> None:
        alive = [each for each in both._context.started if each.is_alive()]
        while len(killed) < victims and alive:
            killed.append(alive.pop().pid)
            os.kill(killed[-1], signal.Signals[with_])
            if with_ == "SIGSTOP":
                threading.Timer(seconds, os.kill, (killed[-1], signal.SIGCONT)).start()

    many = 6 * BLOCK
    try:
        found = run(job(), many, backend=both, progress=kill)
    finally:
        both.close()

    assert len(killed) == victims
    assert same(found, run(job(), many))


class Sinking:
    """A backend that loses workers: `fails(attempt)` says whether the one of an attempt is lost."""

    ahead, sink_together = 2, True
    lost: tuple[type[BaseException], ...] = (ConnectionError,)

    def __init__(self, fails: Callable[[int], bool]) -> None:
        self.fails = fails
        self.begun: list[tuple[int, int]] = []
        self.renewed = 0

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.begun.append(arguments[1:])
        if self.fails(self.begun.count(arguments[1:])):
            future.set_exception(ConnectionError())
        else:
            future.set_result(work(*arguments))
        return future

    def renew(self) -> None:
        self.renewed += 1

    def drop(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_block_whose_worker_is_lost_three_times_is_played_in_the_end() -> None:
    sinking = Sinking(lambda attempt: attempt < ATTEMPTS)

    assert same(run(job(), N, backend=sinking), plainly())
    assert sinking.begun.count((0, BLOCK)) == ATTEMPTS
    assert sinking.renewed >= ATTEMPTS - 1


def test_a_block_whose_worker_is_lost_a_fourth_time_ends_it() -> None:
    sinking = Sinking(lambda _: True)

    with pytest.raises(Impossible, match=rf"tournaments 1 to {BLOCK}; memory may be short"):
        run(job(), N, backend=sinking)
    assert max(sinking.begun.count(span) for span in sinking.begun) == ATTEMPTS


class Starved(Here):
    """This process, in which the first attempts run out of memory."""

    def __init__(self, failing: int) -> None:
        self.left = failing

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        self.left -= 1
        return super().submit(short_of_memory if self.left >= 0 else work, *arguments)


def short_of_memory(*_: Any) -> None:
    raise MemoryError


def test_a_block_that_runs_out_of_memory_is_played_again() -> None:
    assert same(run(job(), N, backend=Starved(ATTEMPTS - 1)), plainly())


def test_a_block_that_runs_out_of_memory_each_time_ends_it_with_a_sentence() -> None:
    with pytest.raises(Impossible, match="memory may be short"):
        run(job(), N, backend=Starved(ATTEMPTS))


class Late(Sinking):
    """A backend whose first block comes back last of all, when the others are long done."""

    def __init__(self, last: int) -> None:
        super().__init__(lambda _: False)
        self.last = last
        self.first: tuple[Future[Any], Callable[[], Any]] | None = None

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        if self.first is None:
            self.first = Future(), lambda: work(*arguments)
            return self.first[0]
        future = super().submit(work, *arguments)
        if arguments[1] == self.last:
            self.first[0].set_result(self.first[1]())
        return future


def test_a_block_that_returns_late_changes_nothing() -> None:
    assert same(run(job(), N, backend=Late(2 * BLOCK)), plainly())


def test_a_fault_in_a_block_is_not_taken_for_a_lost_worker() -> None:
    class Faulty(Sinking):
        def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(ZeroDivisionError())
            return future

    with pytest.raises(ZeroDivisionError):
        run(job(), N, backend=Faulty(lambda _: False))


class Backwards(Sinking):
    """A backend whose workers are done in the opposite order."""

    ahead = 3

    def __init__(self) -> None:
        super().__init__(lambda _: False)
        self.waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: work(*arguments)))
        if len(self.waiting) == self.ahead:
            for each, do in reversed(self.waiting):
                each.set_result(do())
        return future


def test_the_order_in_which_blocks_are_done_changes_nothing() -> None:
    assert same(run(job(), N, backend=Backwards()), plainly())


def interrupted_after(tournaments: int) -> Callable[[Progress], None]:
    def watcher(state: Progress) -> None:
        if state.done > tournaments:
            raise KeyboardInterrupt

    return watcher


def test_ctrl_c_gives_what_so_many_tournaments_give() -> None:
    found = run(job(), N, progress=interrupted_after(2 * BLOCK))

    assert found.stopped_by == "interrupt"
    assert same(found, run(job(), 2 * BLOCK))


def test_ctrl_c_before_anything_is_done_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        run(job(), N, progress=interrupted_after(0))


def test_progress_tells_rate_and_time_left() -> None:
    told: list[Progress] = []
    run(job(), N, progress=told.append)

    assert [each.done for each in told] == [BLOCK, 2 * BLOCK, N]
    assert all(each.of == N and each.rate > 0 for each in told)
    assert told[-1].left == 0


def test_it_stops_at_the_first_look_at_which_it_is_exact_enough() -> None:
    aim = Aim(figure="red_win", half_width=0.018)
    found = run(job(), 20 * BLOCK, until=aim)
    blocks = found.counted.tournaments // BLOCK

    assert found.stopped_by == "until"
    assert blocks in list(looks(20))
    assert found.looks == list(looks(20)).index(blocks) + 1
    assert found.confidence == confidence(found.looks)
    widths = [figures["red_win"].half_width for _, figures in found.history]
    assert [width <= 0.018 for width in widths if width is not None] == [
        *[False] * (len(widths) - 1),
        True,
    ]
    assert same(found, run(job(), blocks * BLOCK))


def test_it_plays_all_where_it_is_never_exact_enough() -> None:
    found = run(job(), N, until=Aim(figure="red_win", half_width=1e-9))

    assert found.stopped_by == "tournaments"
    assert found.looks == 3
    assert found.counted.tournaments == N


def test_the_sheets_of_all_tournaments_are_given_in_time() -> None:
    kept: dict[int, str] = {}

    class Sheets:
        def keep(self, sheet: tuple[int, str]) -> None:
            kept.update([sheet])

        def has(self, number: int) -> bool:
            return number in kept

    run(Job(events=job().events, export=True), 20, sheets=Sheets())

    assert sorted(kept) == list(range(20))
    assert kept[3].startswith("stage,round,table,seat,name,role,result")


def test_a_worker_unpacks_the_job_that_was_packed() -> None:
    from mafsim.simulate.job import packed

    assert run_block(packed(job()), 5, 10).document() == job().run(5, 10).document()
