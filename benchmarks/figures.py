"""What was measured, as a table for people and as a document for programs, and on what machine."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from typing import Any, ParamSpec, TypeVar

Result = TypeVar("Result")
Given = ParamSpec("Given")

PACKAGES = ("mafsim", "numba", "numpy", "ortools")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One table of measurements.

    `rows` are what is shown under `columns`; `measured` holds every single measurement behind them.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    measured: tuple[dict[str, Any], ...] = ()

    def text(self) -> str:
        """Give the table as Markdown that can also be read as it is."""
        cells = [self.columns, *self.rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        ruled = [self.columns, tuple("-" * width for width in widths), *self.rows]
        lines = [
            "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |"
            for row in ruled
        ]
        return "\n".join([f"## {self.title}", "", *lines, *(["", self.note] if self.note else [])])

    def document(self) -> dict[str, Any]:
        """Give the table and its single measurements as a document."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "note": self.note,
            "measured": list(self.measured),
        }


def machine() -> dict[str, Any]:
    """Say what a time depends on: processors and versions; no name of a machine and no path."""
    return {
        "processors": os.cpu_count() or 1,
        "load before": load(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
    }


def load() -> float | None:
    """Give how many processes wanted a processor in the last minute, where the system says so."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def tell(what: str) -> None:
    """Say on standard error what is being measured."""
    print(what, file=sys.stderr, flush=True)


def timed(
    function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
) -> tuple[Result, float]:
    """Call a function; give what it gives, and the seconds that it took."""
    began = time.perf_counter()
    result = function(*args, **kwargs)
    return result, time.perf_counter() - began


def from_to(values: Sequence[float]) -> str:
    """Spell a median, and from what to what the values go."""
    return f"{median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def spelled(seconds: float) -> str:
    """Spell a time in the unit that suits it."""
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    return f"{seconds:.1f} s"
