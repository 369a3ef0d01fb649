"""How one waits: a bar for a search, a sign of life for the rest, now and then a line elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mafsim.cli.terminal import before_words, end_waiting, tell, watched
from mafsim.words import say

if TYPE_CHECKING:
    from threading import Event

    from mafsim.pairing.progress import Progress

Watcher = Callable[["Progress"], None]
Counter = Callable[[int, int], None]
"""Is called with how many are done, and of how many."""

PATIENCE = 2.0
"""Seconds after which a terminal shows that something is done."""
FIRST_LINE = 15.0
"""Seconds before the first line where nobody watches; each further one after twice the time."""


@contextmanager
def patience(lang: str) -> Iterator[None]:
    """Show on a terminal that something is done, once it has lasted; the first words end it."""
    if not watched():
        yield
        return
    from threading import Event, Thread

    done = Event()
    thread = Thread(target=_show_life, args=(lang, done), daemon=True)

    def stop() -> None:
        done.set()
        if thread.is_alive():
            thread.join()

    thread.start()
    before_words(stop)
    try:
        yield
    finally:
        before_words(None)
        stop()


def _show_life(lang: str, done: Event) -> None:
    """Wait, and then show the time that passes until it is done."""
    if done.wait(PATIENCE):
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, highlight=False)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as sign:
        sign.add_task(say(lang, "cli.progress.working"), total=None)
        done.wait()


@contextmanager
def progress(lang: str) -> Iterator[Watcher]:
    """Give what a search calls with its progress, and clear the bar in the end."""
    if not watched():
        yield _lines(lang)
        return
    end_waiting()
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    from mafsim import kernels

    columns = (BarColumn(bar_width=16), TaskProgressColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, console=console, transient=True) as bar:
        cold = kernels.cold("mafsim.pairing.groups")
        start = say(lang, "cli.progress.cold" if cold else "cli.progress.start")
        task = bar.add_task(start, total=None)
        yield lambda state: bar.update(
            task, total=1.0, completed=state.done, description=_told(lang, state)
        )


@contextmanager
def counting(lang: str, key: str) -> Iterator[Counter]:
    """Give what is called with how many of some things are done: a bar, elsewhere lines now and then."""
    import time

    began = time.monotonic()

    def said(number: int, of: int) -> str:
        elapsed = round(time.monotonic() - began)
        return say(lang, key, number=number, of=of, elapsed=elapsed)

    if not watched():
        yield _counted_lines(said, lambda: time.monotonic() - began)
        return
    end_waiting()
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), BarColumn(bar_width=16), TextColumn("{task.description}"))
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda number, of: bar.update(
            task, total=of, completed=number, description=said(number, of)
        )


def _counted_lines(said: Callable[[int, int], str], elapsed: Callable[[], float]) -> Counter:
    due = FIRST_LINE

    def counter(number: int, of: int) -> None:
        nonlocal due
        if elapsed() >= due:
            due = 2 * elapsed()
            tell(said(number, of))

    return counter


def _lines(lang: str) -> Watcher:
    due = FIRST_LINE

    def watcher(state: Progress) -> None:
        nonlocal due
        if state.elapsed >= due:
            due = 2 * state.elapsed
            tell(f"{round(100 * state.done)} %, {_told(lang, state)}")

    return watcher


def _told(lang: str, state: Progress) -> str:
    elapsed = round(state.elapsed)
    if state.best is None:
        return say(lang, "cli.progress.first", elapsed=elapsed)
    told = say(lang, "cli.progress.best", elapsed=elapsed, best=state.best, bound=state.bound)
    if state.low is None:
        return told
    return told + say(lang, "cli.progress.range", low=state.low, high=state.high)
