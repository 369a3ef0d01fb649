"""What a call of the benchmarks asks for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """How many seconds a plan may take, and the effort as a multiple of what ten seconds allow."""

    seconds: float
    times: float


COLUMNS = {
    "10s": Column(seconds=10, times=1),
    "60s": Column(seconds=60, times=6),
    "quick": Column(seconds=1, times=0.1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Which seeds, and how long for each plan.

    Unclocked searches do all of their effort, so that their plans are the same on every machine and
    under every load.
    """

    seeds: tuple[int, ...] = (0, 1, 2, 3, 4)
    column: str = "10s"
    unclocked: bool = False
    catalogue: bool = False
    """Whether searches begin with the plans that ship; else it is the search alone that is measured."""

    @property
    def times(self) -> float:
        """The effort as a multiple of what ten seconds allow."""
        return COLUMNS[self.column].times

    @property
    def seconds(self) -> float:
        """How many seconds a plan may take."""
        return COLUMNS[self.column].seconds

    @property
    def share(self) -> float:
        """The share of what does not depend on the column: all of it, but for a quick look."""
        return min(1.0, self.times)
