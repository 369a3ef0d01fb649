"""A plan's balance as a picture: who meets whom, who has which seat, and how near the bound it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim.pairing.check import Findings, examine
from mafsim.pairing.measures import may_meet, meeting_counts, seat_counts, table_counts
from mafsim.plots.style import (
    COLOURS,
    FORBIDDEN,
    INK,
    LINES,
    MUTED,
    NAME_SIZE,
    TEXT_SIZE,
    TITLE_SIZE,
    save,
    share_of,
    width_of,
    wrapped,
)
from mafsim.words import plain, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

    from mafsim.pairing.measures import Counts, Flags
    from mafsim.plan import Plan

NAMED = 48
"""The largest field whose names and counts are still legible."""
LETTERS = 22
"""The longest name that is written out beside a row."""

# Inches: of a row where counts are written in, of all rows where they are not, of what lies between
# two panels, of a scale of colours, of what stands above a panel, and of a histogram.
ROW, ROWS, GAP, SCALE, ABOVE, BARS = 0.2, 8.0, 0.35, 0.12, 0.5, (3.2, 2.4)
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def balance_figure(
    plan: Plan,
    path: Path,
    lang: str,
    *,
    findings: Findings | None = None,
    force: bool = False,
) -> None:
    """Draw a plan's meetings, seat numbers, table numbers and the bound of its range into a file.

    Parameters
    ----------
    plan
        The plan.
    findings
        What `pairing.check.examine` finds in it, where that is known already.
    path
        Where to: a ``.svg``, ``.png`` or ``.pdf`` file. The same plan gives the same bytes.
    lang
        ``en`` or ``ru``.
    force
        Whether an existing file is replaced.

    Raises
    ------
    UsageError
        Another suffix.
    FileError
        The file is there already, or cannot be written.
    """
    found = findings or examine(plan)
    save(lambda: figure_of(plan, found, lang), path, force=force)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Panel:
    """A matrix of counts, an entrant a row; cells that are not `allowed` are left blank."""

    title: str
    counts: Counts
    allowed: Flags
    across: str
    square: bool = False
    """A column is as wide as a row; else it has room for a number."""
    names: tuple[str, ...] = ()
    """What the columns are called where they are not numbered."""

    def column(self, row: float) -> float:
        """Give the width of a column in inches."""
        return row if self.square else max(row, 0.14)

    def width(self, row: float) -> float:
        """Give the width of the matrix in inches."""
        return self.column(row) * int(self.counts.shape[1])

    def room(self, row: float) -> float:
        """Give the width in inches of the matrix and of what is written above and below it."""
        title, across = width_of(self.title, TITLE_SIZE, "bold"), width_of(self.across, TEXT_SIZE)
        return max(self.width(row), title, across)


def figure_of(plan: Plan, findings: Findings, lang: str) -> Figure:
    """Lay panels of exact size side by side; names and counts where they are legible."""
    from matplotlib.figure import Figure

    names = tuple(_short(plain(entrant.name)) for entrant in plan.roster.entrants)
    legible = len(names) <= NAMED
    row = ROW if legible else ROWS / len(names)
    margin = max((width_of(name, NAME_SIZE) for name in names), default=0) + 0.2 if legible else 0.6
    panels = _panels(plan, lang, names if legible else ())
    spread = Spread.of(findings, lang)
    scale = 0.0 if legible else SCALE + 0.35
    slots = [panel.room(row) + scale for panel in panels]
    across = margin + sum(slots) + GAP * len(slots) + (BARS[0] + GAP if spread else 0)
    high = max(margin + row * len(names), BARS[1] + 0.6 if spread else 0)
    size = (across, high + ABOVE + 0.35)
    figure = Figure(figsize=size)
    left, bottom = margin, size[1] - ABOVE - row * len(names)
    for panel, slot in zip(panels, slots, strict=True):
        ax = figure.add_axes(share_of(size, left, bottom, panel.width(row), row * len(names)))
        image = _draw(panel, ax, row)
        if left == margin:
            _label(ax.yaxis, names if legible else (), len(names), row)
        if legible:
            _write_counts(ax, panel, image)
        else:
            at = left + panel.width(row) + 0.08
            beside = figure.add_axes(share_of(size, at, bottom, SCALE, 2.0))
            figure.colorbar(image, cax=beside, ticks=_whole_numbers())
        left += slot + GAP
    if spread:
        bottom = size[1] - ABOVE - BARS[1]
        spread.draw(figure.add_axes(share_of(size, left, bottom, *BARS)), lang)
    return figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How many pairs meet how often, and how narrow that could be at the best."""

    title: str
    histogram: dict[int, int]
    bound: int
    """No plan has most minus least below it; 0 where nothing is proved."""

    @classmethod
    def of(cls, findings: Findings, lang: str) -> Spread | None:
        """Give the picture of a plan in which anybody may meet; a wrong plan has no bound."""
        meetings = findings.balance.meetings
        if not meetings.pairs:
            return None
        bound = 0 if findings.violations else findings.meetings_bound.range
        proved = bound == meetings.range and not findings.violations
        key = "best" if proved else "open" if bound else "unbounded"
        return cls(
            title=say(lang, f"plots.range.{key}", range=meetings.range, bound=bound),
            histogram=meetings.histogram,
            bound=bound,
        )

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw the bars, the range above them, and above that the least range that is possible."""
        times, pairs = list(self.histogram), list(self.histogram.values())
        low, high, top = min(times), max(times), max(pairs)
        ax.bar(times, pairs, width=0.8, color=LINES[0])
        for number, n in self.histogram.items():
            ax.text(number, n + 0.02 * top, str(n), ha="center", va="bottom", fontsize=NAME_SIZE)
        middle = sum(number * n for number, n in self.histogram.items()) / sum(pairs)
        start = min(max(middle - self.bound / 2, low), high - self.bound)
        found = say(lang, "plots.range.found", range=high - low)
        brackets: list[tuple[float, float, str, str]] = [(low, high, INK, found)]
        if self.bound and self.bound < high - low:
            told = say(lang, "plots.range.least", bound=self.bound)
            brackets.append((start, start + self.bound, LINES[1], told))
        for level, (left, right, colour, told) in enumerate(brackets):
            y = top * (1.2 + 0.2 * level)
            ax.plot([left, right], [y, y], color=colour, marker="|", markersize=6, linewidth=1.4)
            ax.text(
                (left + right) / 2, y + 0.03 * top, told, color=colour, ha="center", va="bottom"
            )
        ax.set_xlim(low - 1, high + 1)
        ax.set_ylim(0, top * (1.3 + 0.2 * (len(brackets) - 1)))
        ax.set_xticks(range(low, high + 1, -(-(high - low + 1) // 12)))
        ax.set_yticks([])
        ax.axhline(0, color=MUTED, linewidth=0.8)
        across = wrapped(say(lang, "plots.range.across"), BARS[0], TEXT_SIZE)
        ax.set_xlabel("\n".join(across), loc="left")
        ax.set_title("\n".join(wrapped(self.title, BARS[0], TITLE_SIZE, "bold")))


def _whole_numbers() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True, min_n_ticks=1)


def _panels(plan: Plan, lang: str, names: tuple[str, ...]) -> list[_Panel]:
    meetings, allowed = meeting_counts(plan), may_meet(plan.roster)
    some_may_not = not (allowed | np.eye(len(allowed), dtype=np.bool_)).all()
    panels = [
        _Panel(
            title=finding(lang, "meetings", meetings[allowed]),
            counts=meetings,
            allowed=allowed,
            across=say(lang, "plots.meetings.across") if some_may_not else "",
            square=True,
            names=names,
        ),
        _numbered(lang, "seats", seat_counts(plan)),
    ]
    return [*panels, _numbered(lang, "tables", table_counts(plan))] if plan.tables > 1 else panels


def _numbered(lang: str, key: str, counts: Counts) -> _Panel:
    return _Panel(
        title=finding(lang, key, counts),
        counts=counts,
        allowed=np.ones(counts.shape, dtype=np.bool_),
        across=say(lang, f"plots.{key}.across"),
    )


def finding(lang: str, key: str, counts: Counts) -> str:
    """Say in a title what the picture shows."""
    low, high = (int(counts.min()), int(counts.max())) if counts.size else (0, 0)
    if low == high:
        return say(lang, f"plots.{key}.equal", n=high)
    return say(lang, f"plots.{key}.from", low=low, n=high)


def _short(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…"


def _draw(panel: _Panel, ax: Axes, row: float) -> AxesImage:
    shown = np.ma.masked_array(panel.counts, mask=~panel.allowed)
    low, high = (int(shown.min()), int(shown.max())) if shown.count() else (0, 0)
    ax.set_facecolor(FORBIDDEN)
    image = ax.imshow(shown, cmap=COLOURS, vmin=low - 0.5, vmax=high + 0.5, aspect="auto")
    ax.set_title(panel.title)
    ax.set_xlabel(panel.across, loc="left")
    ax.set_yticks([])
    _label(ax.xaxis, panel.names, panel.counts.shape[1], panel.column(row), rotation=90)
    return image


def _label(axis: Axis, names: tuple[str, ...], n: int, inches: float, *, rotation: int = 0) -> None:
    """Name all rows or columns, or number as many of them as there is room for."""
    if names:
        axis.set_ticks(range(n), labels=names, rotation=rotation, fontsize=NAME_SIZE)
        return
    step = next((step for step in STEPS if step * inches >= 0.06 + 0.06 * len(str(n))), n)
    numbers = range(step, n + 1, step)
    axis.set_ticks(
        [number - 1 for number in numbers], labels=list(map(str, numbers)), fontsize=NAME_SIZE
    )


def _write_counts(ax: Axes, panel: _Panel, image: AxesImage) -> None:
    middle = sum(image.get_clim()) / 2
    for row, column in np.argwhere(panel.allowed):
        count = int(panel.counts[row, column])
        colour = "white" if count < middle else "black"
        ax.text(column, row, str(count), ha="center", va="center", color=colour, fontsize=6)
