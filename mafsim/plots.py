"""A plan's balance as a picture: who meets whom, who has which seat, who is at which table."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim.errors import UsageError
from mafsim.files import write_text
from mafsim.pairing.measures import may_meet, meeting_counts, seat_counts, table_counts
from mafsim.words import plain, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

    from mafsim.pairing.measures import Counts, Flags
    from mafsim.plan import Plan

UNDATED: dict[str, dict[str, None]] = {
    ".svg": {"Date": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None},
}
"""The pictures that can be drawn, each with the marks that would make two runs differ."""

TEXT_SIZE, NAME_SIZE, TITLE_SIZE = 8, 7, 9
"""How high letters are, in points."""
STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": TEXT_SIZE,
    "axes.titlesize": TITLE_SIZE,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.spines.bottom": False,
    "xtick.bottom": False,
    "ytick.left": False,
    "savefig.dpi": 150,
    "svg.hashsalt": "mafsim",
    "text.parse_math": False,
    "image.interpolation": "nearest",
}
COLOURS = "cividis"
"""Even steps of brightness, read alike by eyes that do not tell red from green."""
FORBIDDEN = "#e4e4e4"
NAMED = 48
"""The largest field whose names and counts are still legible."""
LETTERS = 22
"""The longest name that is written out beside a row."""

# Inches: of a row where counts are written in, of all rows where they are not, of what lies between
# two panels, and of a scale of colours.
ROW, ROWS, GAP, SCALE = 0.2, 8.0, 0.35, 0.12
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def refuse_suffix(path: Path) -> None:
    """Refuse a file whose suffix names no kind of picture that can be drawn."""
    if path.suffix.lower() not in UNDATED:
        raise UsageError("plots.suffix", path=str(path), known=list(UNDATED))


def balance_figure(plan: Plan, path: Path, lang: str, *, force: bool = False) -> None:
    """Draw a plan's meetings, seat numbers and table numbers into a file.

    Parameters
    ----------
    plan
        The plan.
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
    refuse_suffix(path)
    write_text(_picture(plan, path.suffix.lower(), lang), path, force=force)


def _picture(plan: Plan, suffix: str, lang: str) -> bytes:
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        # A sign that the font lacks is drawn as a box: a pity, and no reason to say so twice.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        sheet = io.BytesIO()
        _figure(plan, lang).savefig(sheet, format=suffix[1:], metadata=UNDATED[suffix])
    return sheet.getvalue()


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
        title, across = _width(self.title, TITLE_SIZE, "bold"), _width(self.across, TEXT_SIZE)
        return max(self.width(row), title, across)


def _figure(plan: Plan, lang: str) -> Figure:
    """Lay panels of exact size side by side; names and counts where they are legible."""
    from matplotlib.figure import Figure

    names = tuple(_short(plain(entrant.name)) for entrant in plan.roster.entrants)
    legible = len(names) <= NAMED
    row = ROW if legible else ROWS / len(names)
    margin = max((_width(name, NAME_SIZE) for name in names), default=0) + 0.2 if legible else 0.6
    panels = _panels(plan, lang, names if legible else ())
    scale = 0.0 if legible else SCALE + 0.35
    slots = [panel.room(row) + scale for panel in panels]
    size = (margin + sum(slots) + GAP * len(slots), margin + row * len(names) + 0.75)
    figure = Figure(figsize=size)
    left = margin
    for panel, slot in zip(panels, slots, strict=True):
        ax = figure.add_axes(_share(size, left, margin + 0.35, panel.width(row), row * len(names)))
        image = _draw(panel, ax, row)
        if left == margin:
            _label(ax.yaxis, names if legible else (), len(names), row)
        if legible:
            _write_counts(ax, panel, image)
        else:
            at = left + panel.width(row) + 0.08
            beside = figure.add_axes(_share(size, at, margin + 0.35, SCALE, 2.0))
            figure.colorbar(image, cax=beside, ticks=_whole_numbers())
        left += slot + GAP
    return figure


def _width(text: str, size: float, weight: str = "normal") -> float:
    """Give the width of a text in inches: a W is four times as wide as an i."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight=weight)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]) / 72


def _share(
    size: tuple[float, float], left: float, bottom: float, width: float, height: float
) -> tuple[float, float, float, float]:
    """Turn inches into shares of the sheet."""
    return left / size[0], bottom / size[1], width / size[0], height / size[1]


def _whole_numbers() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True, min_n_ticks=1)


def _panels(plan: Plan, lang: str, names: tuple[str, ...]) -> list[_Panel]:
    meetings, allowed = meeting_counts(plan), may_meet(plan.roster)
    some_may_not = not (allowed | np.eye(len(allowed), dtype=np.bool_)).all()
    panels = [
        _Panel(
            title=_finding(lang, "meetings", meetings[allowed]),
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
        title=_finding(lang, key, counts),
        counts=counts,
        allowed=np.ones(counts.shape, dtype=np.bool_),
        across=say(lang, f"plots.{key}.across"),
    )


def _finding(lang: str, key: str, counts: Counts) -> str:
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
