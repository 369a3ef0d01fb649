"""What simulated tournaments show, as pictures: panels of plain numbers, one below another on a sheet.

Each panel takes arrays or intervals, knows nothing of how they came about, and says in its title what
they show. Names and measures are given as people read them, in the language of the sheet.
"""

# ruff: noqa: ARG002 (every panel is given the language, needed or not)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from mafsim.plots.style import (
    COLOURS,
    INK,
    LINES,
    MARKERS,
    MUTED,
    NAME_SIZE,
    TEXT_SIZE,
    TITLE_SIZE,
    decimal,
    per_cent,
    save,
    share_of,
    width_of,
    wrapped,
)
from mafsim.words import plain, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Numbers = npt.NDArray[np.floating[Any]] | npt.NDArray[np.integer[Any]]

# Inches: of a sheet across, of what lies around and between panels, of one line of a title, and of
# what is written below a panel.
ACROSS, EDGE, GAP, LINE, BELOW = 7.2, 0.15, 0.25, 0.17, 0.6


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


class Panel(Protocol):
    """One picture of a sheet."""

    def title(self, lang: str) -> str:
        """Say what the picture shows."""

    def height(self) -> float:
        """Give the height of the drawing in inches, without title and axis."""

    def margins(self, lang: str) -> tuple[float, float]:
        """Give the inches that are written left and right of the drawing."""

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw."""


def draw(panels: Sequence[Panel], path: Path, lang: str, *, force: bool = False) -> None:
    """Draw panels, one below another, into a file.

    Parameters
    ----------
    panels
        What is drawn, one at least.
    path
        Where to: a ``.svg``, ``.png`` or ``.pdf`` file. The same panels give the same bytes.
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
    save(lambda: figure_of(panels, lang), path, force=force)


def figure_of(panels: Sequence[Panel], lang: str) -> Figure:
    """Lay panels of exact height one below another, each under its title."""
    from matplotlib.figure import Figure

    titles = [
        wrapped(plain(panel.title(lang)), 0.96 * (ACROSS - 2 * EDGE), TITLE_SIZE, "bold")
        for panel in panels
    ]
    heights = [
        LINE * len(title) + panel.height() + BELOW
        for panel, title in zip(panels, titles, strict=True)
    ]
    size = (ACROSS, sum(heights) + GAP * (len(panels) - 1) + 2 * EDGE)
    figure = Figure(figsize=size)
    top = size[1] - EDGE
    for panel, title, height in zip(panels, titles, heights, strict=True):
        left, right = panel.margins(lang)
        figure.text(
            EDGE / size[0],
            top / size[1],
            "\n".join(title),
            fontsize=TITLE_SIZE,
            fontweight="bold",
            color=INK,
            va="top",
        )
        bottom = top - LINE * len(title) - 0.08 - panel.height()
        across = ACROSS - 2 * EDGE - left - right
        ax = figure.add_axes(share_of(size, EDGE + left, bottom, across, panel.height() - 0.08))
        panel.draw(ax, lang)
        top -= height + GAP
    return figure


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillAgainstPlace:
    """Where players of every strength end: how far the standings find the best.

    `counts[strength, place]` says in how many tournaments the player who is `strength` best in truth
    (0 is the best) took that place (0 is the first); rows have one sum, whole numbers or shares.
    """

    counts: Numbers

    def title(self, lang: str) -> str:
        """Say how often the strongest is first, and among the first three."""
        row = self.counts[0] / max(float(self.counts[0].sum()), 1e-300)
        return say(
            lang,
            "plots.skill.title",
            first=per_cent(float(row[0]), lang),
            three=per_cent(float(row[:3].sum()), lang),
        )

    def height(self) -> float:
        """Give a square's height."""
        return 3.9

    def margins(self, lang: str) -> tuple[float, float]:
        """Leave room for numbers on the left, and for the words beside the square."""
        return 0.55, ACROSS - 2 * EDGE - 0.55 - (self.height() - 0.08)

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw shares by brightness, the mean place of each strength, and the diagonal."""
        shares = self.counts / np.maximum(self.counts.sum(axis=1, keepdims=True), 1e-300)
        n, places = shares.shape
        image = ax.imshow(shares, cmap=COLOURS, vmin=0, vmax=float(shares.max()), aspect="auto")
        means = shares @ np.arange(places)
        ax.plot([0, places - 1], [0, n - 1], color="white", linewidth=0.8, linestyle=(0, (4, 4)))
        ax.plot(means, range(n), color=LINES[1], marker="o", markersize=3, linewidth=1.2)
        _numbered(ax.xaxis, places)
        _numbered(ax.yaxis, n)
        _across(ax, say(lang, "plots.skill.place"))
        ax.set_ylabel(say(lang, "plots.skill.strength"), loc="top")
        scale = ax.inset_axes((1.05, 0.55, 0.04, 0.45))
        bar = ax.figure.colorbar(image, cax=scale)
        bar.outline.set_visible(False)
        scale.yaxis.set_major_formatter(lambda share, _: per_cent(share, lang, digits=0))
        legend = (
            (say(lang, "plots.skill.share"), INK),
            (say(lang, "plots.skill.mean"), LINES[1]),
            (say(lang, "plots.skill.diagonal"), MUTED),
        )
        y, room = 0.45, self.margins(lang)[1] - 0.25
        for text, colour in legend:
            lines = wrapped(text, room, TEXT_SIZE)
            ax.text(1.05, y, "\n".join(lines), transform=ax.transAxes, color=colour, va="top")
            y -= 0.045 * len(lines) + 0.025


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakDepth:
    """How deep one has to look to part a place from the next.

    `shares` says for each row (the first place, the cut, all places, ...) what share of its ties and
    differences each level decided. Levels are names of `regulations`: ``points``, the tie-breaks in
    their order, ``lot``, and ``shared`` where nothing decided. A row's shares add up to one.
    """

    shares: Mapping[str, Mapping[str, float]]

    def title(self, lang: str) -> str:
        """Say how often points alone decide the first row."""
        row, found = next(iter(self.shares.items()))
        return say(
            lang,
            "plots.depth.title",
            row=row,
            points=per_cent(found.get("points", 0.0), lang),
            shared=per_cent(found.get("shared", 0.0), lang),
        )

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that decide anything, in the order in which they first stand in a row."""
        names = dict.fromkeys(
            level for row in self.shares.values() for level, share in row.items() if share > 0
        )
        return (*(name for name in names if name != "shared"), *(("shared",) * ("shared" in names)))

    def height(self) -> float:
        """Give a bar's height for each row, and a line of the legend for every three levels."""
        return 0.3 * len(self.shares) + 0.15 * -(-len(self.levels) // 3)

    def margins(self, lang: str) -> tuple[float, float]:
        """Leave room for the names of the rows."""
        return max(width_of(plain(row), TEXT_SIZE) for row in self.shares) + 0.15, 0.1

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw a bar for each row, split by level; what is written in is a share of 8 % or more."""
        import matplotlib as mpl

        levels, rows = self.levels, [plain(row) for row in self.shares]
        steps = mpl.colormaps[COLOURS](np.linspace(0, 1, max(len(levels), 2)))
        left = np.zeros(len(rows))
        for level, step in zip(levels, steps, strict=False):
            wide = np.array([row.get(level, 0.0) for row in self.shares.values()])
            colour = "#bbbbbb" if level == "shared" else step
            bars = ax.barh(
                range(len(rows)),
                wide,
                left=left,
                height=0.7,
                color=colour,
                edgecolor="white",
                label=say(lang, f"plots.level.{level}"),
            )
            for bar, share in zip(bars, wide, strict=True):
                if share >= 0.08:
                    ax.text(
                        bar.get_x() + share / 2,
                        bar.get_y() + 0.35,
                        per_cent(float(share), lang, digits=0),
                        ha="center",
                        va="center",
                        fontsize=NAME_SIZE,
                        color=_on(colour),
                    )
            left += wide
        ax.set_yticks(range(len(rows)), labels=rows)
        ax.set_ylim(len(rows) - 0.5, -0.5)
        ax.set_xlim(0, max(1.0, float(left.max())))
        ax.xaxis.set_major_formatter(lambda share, _: per_cent(share, lang, digits=0))
        inches = 0.3 * len(rows)
        _shrink(ax, inches)
        _legend_below(ax, 0.25 / inches, columns=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsByRole:
    """What a role earns in a game, and by which components.

    `means` has an interval for each role (``civilian``, ``sheriff``, ``mafia``, ``don``); `components`
    for each role the mean points by component of `scoring`, penalties below zero.
    """

    means: Mapping[str, Interval]
    components: Mapping[str, Mapping[str, float]]

    def title(self, lang: str) -> str:
        """Say which role earns most, and which least."""
        ordered = sorted(self.means, key=lambda role: -self.means[role].value)
        best, worst = ordered[0], ordered[-1]
        return say(
            lang,
            "plots.roles.title",
            best=say(lang, f"plots.role.{best}"),
            most=decimal(self.means[best].value, lang, digits=2),
            worst=say(lang, f"plots.role.{worst}"),
            least=decimal(self.means[worst].value, lang, digits=2),
        )

    @property
    def parts(self) -> tuple[str, ...]:
        """The components that give or take anything."""
        return tuple(
            dict.fromkeys(
                name
                for found in self.components.values()
                for name, points in found.items()
                if points != 0
            )
        )

    def height(self) -> float:
        """Give a bar's height for each role, and room for the legend."""
        return 0.4 * len(self.means) + 0.05 + 0.15 * -(-len(self.parts) // 4)

    def margins(self, lang: str) -> tuple[float, float]:
        """Leave room for the names of the roles."""
        names = [say(lang, f"plots.role.{role}") for role in self.means]
        return max(width_of(name, TEXT_SIZE) for name in names) + 0.15, 0.1

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw the components end to end, and the interval of their sum."""
        roles = list(self.means)
        up, down = np.zeros(len(roles)), np.zeros(len(roles))
        for name, colour in zip(self.parts, _palette(len(self.parts)), strict=True):
            points = np.array([self.components.get(role, {}).get(name, 0.0) for role in roles])
            start = np.where(points >= 0, up, down)
            ax.barh(
                range(len(roles)),
                points,
                left=start,
                height=0.5,
                color=colour,
                edgecolor="white",
                label=say(lang, f"standings.column.{name}"),
            )
            up += np.maximum(points, 0)
            down += np.minimum(points, 0)
        _whiskers(ax, [self.means[role] for role in roles], INK)
        ax.axvline(0, color=INK, linewidth=0.8)
        ax.set_yticks(range(len(roles)), labels=[say(lang, f"plots.role.{r}") for r in roles])
        ax.set_ylim(len(roles) - 0.5, -0.5)
        ax.xaxis.grid(visible=True)
        _decimal_axis(ax.xaxis, lang)
        _across(ax, say(lang, "plots.roles.across"))
        inches = 0.4 * len(roles)
        _shrink(ax, inches)
        _legend_below(ax, 0.42 / inches, columns=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Convergence:
    """How an estimate and its interval settle as more tournaments are played.

    `tournaments[k]`, `value[k]`, `low[k]`, `high[k]`: after so many tournaments, the estimate and its
    interval. `percent` says that it is a share.
    """

    measure: str
    tournaments: Numbers
    value: Numbers
    low: Numbers
    high: Numbers
    percent: bool = True

    def title(self, lang: str) -> str:
        """Say the last estimate with its interval."""
        return say(
            lang,
            "plots.convergence.title",
            measure=self.measure,
            value=_written(float(self.value[-1]), lang, percent=self.percent),
            low=_written(float(self.low[-1]), lang, percent=self.percent),
            high=_written(float(self.high[-1]), lang, percent=self.percent),
            n=int(self.tournaments[-1]),
        )

    def height(self) -> float:
        """Give the height."""
        return 1.8

    def margins(self, lang: str) -> tuple[float, float]:
        """Leave room for numbers."""
        return 0.6, 0.2

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw the estimate as a line in the band of its interval."""
        ax.fill_between(
            self.tournaments, self.low, self.high, color=LINES[0], alpha=0.25, linewidth=0
        )
        ax.plot(self.tournaments, self.value, color=LINES[0], linewidth=1.4)
        ax.axhline(float(self.value[-1]), color=MUTED, linewidth=0.6, linestyle=(0, (4, 4)))
        if len(self.tournaments) > 2 and self.tournaments[-1] >= 30 * max(self.tournaments[0], 1):
            ax.set_xscale("log")
        ax.yaxis.grid(visible=True)
        ax.minorticks_off()
        _value_axis(ax.yaxis, lang, percent=self.percent)
        ax.xaxis.set_major_formatter(lambda n, _: f"{n:,.0f}".replace(",", "\u202f"))
        _across(ax, say(lang, "plots.convergence.across"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How far regulations differ from the first in one measure, under the same luck.

    `differences` gives for each of the others the paired difference to `baseline` with its interval;
    `percent` says that the measure is a share.
    """

    measure: str
    baseline: str
    differences: Mapping[str, Interval]
    percent: bool = True

    def title(self, lang: str) -> str:
        """Say the widest difference that is one, or that none can be told."""
        told = {
            name: found
            for name, found in self.differences.items()
            if found.low > 0 or found.high < 0
        }
        if not told:
            return say(lang, "plots.comparison.none", measure=self.measure, baseline=self.baseline)
        name = max(told, key=lambda each: abs(told[each].value))
        found = told[name]
        ends = sorted((abs(found.low), abs(found.high)))
        return say(
            lang,
            f"plots.comparison.{'above' if found.value > 0 else 'below'}",
            measure=self.measure,
            baseline=self.baseline,
            name=name,
            difference=self._distance(abs(found.value), lang),
            low=self._distance(ends[0], lang),
            high=self._distance(ends[1], lang),
        )

    def _distance(self, number: float, lang: str) -> str:
        if self.percent:
            return decimal(100 * number, lang)
        return decimal(number, lang, digits=3)

    def height(self) -> float:
        """Give a line's height for each difference."""
        return 0.28 * len(self.differences) + 0.2

    def margins(self, lang: str) -> tuple[float, float]:
        """Leave room for the names on the left and the figures on the right."""
        left = max(width_of(plain(name), TEXT_SIZE) for name in self.differences)
        right = max(width_of(self._figures(each, lang), NAME_SIZE) for each in self._intervals())
        return left + 0.15, right + 0.15

    def _intervals(self) -> list[Interval]:
        return list(self.differences.values())

    def _figures(self, found: Interval, lang: str) -> str:
        scale, digits = (100, 1) if self.percent else (1, 3)
        value, low, high = (
            decimal(scale * number, lang, digits=digits, signed=True)
            for number in (found.value, found.low, found.high)
        )
        return f"{value} ({low} … {high})"

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw each interval against zero; one that holds zero is hollow."""
        found = self._intervals()
        ax.axvline(0, color=INK, linewidth=0.8)
        for row, each in enumerate(found):
            sure = each.low > 0 or each.high < 0
            colour = LINES[0] if sure else MUTED
            ax.plot([each.low, each.high], [row, row], color=colour, linewidth=1.6)
            ax.plot(
                each.value,
                row,
                marker="o",
                markersize=5,
                color=colour,
                markerfacecolor=colour if sure else "white",
            )
            ax.text(
                1.02,
                row,
                self._figures(each, lang),
                transform=ax.get_yaxis_transform(),
                va="center",
                fontsize=NAME_SIZE,
                color=INK if sure else MUTED,
            )
        ax.set_yticks(range(len(found)), labels=[plain(name) for name in self.differences])
        ax.set_ylim(len(found) - 0.5, -0.5)
        ax.xaxis.grid(visible=True)
        if self.percent:
            ax.xaxis.set_major_formatter(lambda share, _: decimal(100 * share, lang, signed=True))
        else:
            _decimal_axis(ax.xaxis, lang)
        unit = "points" if self.percent else "plain"
        _across(ax, say(lang, f"plots.comparison.across.{unit}", baseline=self.baseline))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsNeeded:
    """How a share, such as that the best wins, grows with the number of rounds.

    `curves` gives for each name (a regulation, a size of field) an interval for each of `rounds`.
    """

    measure: str
    rounds: Sequence[int]
    curves: Mapping[str, Sequence[Interval]]

    def title(self, lang: str) -> str:
        """Say where the first curve begins and ends."""
        first = next(iter(self.curves.values()))
        return say(
            lang,
            "plots.rounds.title",
            measure=self.measure,
            low=per_cent(first[0].value, lang),
            high=per_cent(first[-1].value, lang),
            few=self.rounds[0],
            n=self.rounds[-1],
        )

    def height(self) -> float:
        """Give the height."""
        return 2.4

    def margins(self, lang: str) -> tuple[float, float]:
        """Leave room for numbers, and for the names at the ends of the curves."""
        if len(self.curves) == 1:
            return 0.6, 0.2
        return 0.6, max(width_of(plain(name), TEXT_SIZE) for name in self.curves) + 0.2

    def draw(self, ax: Axes, lang: str) -> None:
        """Draw the curves in the bands of their intervals, each with its name at its end."""
        ends = []
        for k, (name, found) in enumerate(self.curves.items()):
            colour, marker = LINES[k % len(LINES)], MARKERS[k % len(MARKERS)]
            values = [each.value for each in found]
            low, high = [each.low for each in found], [each.high for each in found]
            ax.fill_between(self.rounds, low, high, color=colour, alpha=0.2, linewidth=0)
            ax.plot(self.rounds, values, color=colour, marker=marker, markersize=4, linewidth=1.4)
            ends.append((values[-1], plain(name), colour))
        ax.set_ylim(
            0, max(1e-9, 1.05 * max(each.high for row in self.curves.values() for each in row))
        )
        if len(self.curves) > 1:
            apart = 0.16 / self.height() * ax.get_ylim()[1]
            y = -np.inf
            for end, name, colour in sorted(ends):
                y = max(end, y + apart)
                ax.text(
                    1.01, y, name, transform=ax.get_yaxis_transform(), color=colour, va="center"
                )
        ax.yaxis.grid(visible=True)
        _value_axis(ax.yaxis, lang, percent=True)
        if self.rounds[-1] >= 30 * max(self.rounds[0], 1):
            ax.set_xscale("log")
            ax.minorticks_off()
        shown = list(self.rounds)[:: -(-len(self.rounds) // 16)]
        ax.set_xticks(shown, labels=[str(each) for each in shown])
        _across(ax, say(lang, "plots.rounds.across"))


def _across(ax: Axes, text: str) -> None:
    """Write what a panel shows from left to right, in lines as wide as the panel."""
    sheet = ax.get_figure(root=True)
    assert sheet is not None
    wide = ax.get_position().width * sheet.get_size_inches()[0]
    ax.set_xlabel("\n".join(wrapped(text, wide, TEXT_SIZE)), loc="left")


def _legend_below(ax: Axes, distance: float, *, columns: int) -> None:
    """Put the legend under a panel, so far below as a share of its height."""
    ax.legend(
        loc="upper left",
        bbox_to_anchor=(0, -distance),
        ncols=columns,
        handlelength=1,
        borderaxespad=0,
        fontsize=NAME_SIZE,
    )


def _written(number: float, lang: str, *, percent: bool) -> str:
    return per_cent(number, lang) if percent else decimal(number, lang, digits=3)


def _numbered(axis: Any, n: int) -> None:
    step = next(step for step in (1, 5, 10, 20, 50, 100, n) if n <= 12 * step)
    ticks = sorted({0, *range(step - 1, n, step)})
    axis.set_ticks(ticks, labels=[str(tick + 1) for tick in ticks], fontsize=NAME_SIZE)


def _on(colour: Any) -> str:
    """Give the colour of letters that is read on a colour."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(colour)
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 else "black"


def _palette(n: int) -> list[str]:
    return [LINES[k % len(LINES)] for k in range(n)]


def _whiskers(ax: Axes, found: Sequence[Interval], colour: str) -> None:
    for row, each in enumerate(found):
        ax.plot([each.low, each.high], [row, row], color=colour, linewidth=1.4)
        ax.plot(each.value, row, marker="D", markersize=4, color=colour)


def _decimal_axis(axis: Any, lang: str) -> None:
    point = say(lang, "report.decimal_point")
    axis.set_major_formatter(
        lambda number, _: f"{number:g}".replace("-", "\u2212").replace(".", point)
    )


def _value_axis(axis: Any, lang: str, *, percent: bool) -> None:
    if percent:
        point = say(lang, "report.decimal_point")
        axis.set_major_formatter(
            lambda share, _: f"{100 * share:.4g} %".replace("-", "\u2212").replace(".", point)
        )
    else:
        _decimal_axis(axis, lang)


def _shrink(ax: Axes, inches: float) -> None:
    """Keep so many inches of a drawing at its top; the rest is the legend's."""
    whole = ax.get_position()
    sheet = ax.get_figure(root=True)
    assert sheet is not None
    share = inches / (whole.height * sheet.get_size_inches()[1])
    height = whole.height * share
    ax.set_position((whole.x0, whole.y1 - height, whole.width, height))
