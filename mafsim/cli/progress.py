"""How a search is watched: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mafsim.cli.terminal import tell, watched
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.pairing.solve import Progress

Watcher = Callable[["Progress"], None]

FIRST_LINE = 15.0
"""Seconds before the first line where nobody watches; each further one after twice the time."""


@contextmanager
def progress(lang: str) -> Iterator[Watcher]:
    """Give what a search calls with its progress, and clear the bar in the end."""
    if not watched():
        yield _lines(lang)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    from mafsim import kernels

    columns = (BarColumn(bar_width=16), TaskProgressColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, console=console, transient=True) as bar:
        start = say(lang, "cli.progress.cold" if kernels.cold() else "cli.progress.start")
        task = bar.add_task(start, total=None)
        yield lambda state: bar.update(
            task, total=1.0, completed=state.done, description=_told(lang, state)
        )


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
