"""How a search stands, for whoever waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

RARELY = 10
"""How many times as long as a look at a walk takes, walks go on unseen before the next look."""


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


class Teller:
    """Tells a watcher, where there is one, how a search stands: only of plans that are at hand."""

    def __init__(self, watcher: Watcher | None, bound: int) -> None:
        self._watcher, self._bound = watcher, bound
        self._began = time.monotonic()
        self._next_look = 0.0
        self._last: Progress | None = None
        self._best: int | None = None
        self._spread: tuple[int, int] | None = None

    def met(self, squares: int, spread: tuple[int, int] | None) -> None:
        """Remember a valid plan that is at hand now, and its range where anybody may meet anybody."""
        self._best = min(squares, self._best or squares)
        self._spread = spread

    def look(self, at_plan: Callable[[], None]) -> None:
        """Look at a plan, unless such looks would take much of the time."""
        now = time.monotonic()
        if self._watcher is not None and now >= self._next_look:
            at_plan()
            self._next_look = now + RARELY * (time.monotonic() - now)

    def tell(self, done: float) -> None:
        """Tell which share of the effort is done."""
        if self._watcher is None:
            return
        low, high = self._spread or (None, None)
        self._last = Progress(
            elapsed=time.monotonic() - self._began,
            done=min(1.0, done),
            best=self._best,
            low=low,
            high=high,
            bound=self._bound,
        )
        self._watcher(self._last)

    def beat(self) -> None:
        """Tell the same again, while there is nothing but the time to tell."""
        if self._watcher is not None and self._last is not None:
            self._watcher(replace(self._last, elapsed=time.monotonic() - self._began))
