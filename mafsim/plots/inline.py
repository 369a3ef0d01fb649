"""Heat maps as SVG for a page: few bytes, colours that follow the page's scheme, names as text."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

import numpy as np

from mafsim.pairing.measures import Counts, Flags
from mafsim.words import plain

STEPS = 7
"""How many colours there are at the most: ``--heat-0`` to ``--heat-6`` of the page's style."""
CELL = 14
NUMBERED = 60
"""The widest map whose cells still have their counts written in."""
LETTERS = 22
BAR, TALL = 44, 120
DIGITS = string.digits + string.ascii_lowercase


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """A matrix of counts, an entrant a row."""

    label: str
    """What the map shows, for who cannot see it."""
    counts: Counts
    allowed: Flags
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    """What rows and columns are called."""
    across: str = ""
    """What the columns are, where numbers alone do not say so."""
    turned: bool = False
    """Names of columns are long, and are turned upright."""


def steps(low: int, high: int) -> dict[int, int]:
    """Give the colour's number for each count from the least to the largest, spread over all colours."""
    width = max(high - low, 1)
    return {
        count: round((STEPS - 1) * (count - low) / width) if high > low else STEPS // 2
        for count in range(low, high + 1)
    }


def legend(heat: HeatMap) -> list[tuple[int, int]]:
    """Give each count that occurs, with the number of its colour."""
    low, high = _ends(heat)
    found = set(np.unique(heat.counts[heat.allowed]).tolist())
    return [(count, step) for count, step in steps(low, high).items() if count in found]


def _ends(heat: HeatMap) -> tuple[int, int]:
    shown = heat.counts[heat.allowed]
    return (int(shown.min()), int(shown.max())) if shown.size else (0, 0)


def heat_map(heat: HeatMap) -> str:
    """Give a map as an SVG element, one path a count.

    The page's style colours the classes ``h0`` to ``h6``; cells that are not allowed are not drawn.
    """
    low, high = _ends(heat)
    colours = steps(low, high)
    n, wide = heat.counts.shape
    left = _room(heat.rows)
    top = _room(heat.columns) if heat.turned else CELL + 4
    width, height = left + CELL * wide + 1, top + CELL * n + 1
    parts = [
        f'<svg class="heat" role="img" aria-label="{escape(heat.label)}" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'tabindex="0" data-left="{left}" data-top="{top}" data-cell="{CELL}" '
        f'data-columns="{wide}" data-across="{escape(heat.across)}" data-counts="{_counts(heat)}">'
    ]
    if not heat.allowed.all():
        size = f'width="{CELL * wide}" height="{CELL * n}"'
        parts.append(f'<rect class="no" x="{left}" y="{top}" {size}/>')
    parts.append(f'<g class="cells" transform="translate({left} {top})scale({CELL})">')
    parts += [
        f'<path class="h{colours[count]}" d="{_cells(heat, count)}"/>'
        for count in range(low, high + 1)
        if (heat.allowed & (heat.counts == count)).any()
    ]
    parts.append("</g>")
    if max(n, wide) <= NUMBERED:
        parts += [
            f'<g class="n{colours[count]}">{_numbers(heat, count, left, top)}</g>'
            for count in range(low, high + 1)
        ]
    parts.append(f'<g class="rows">{_row_names(heat.rows, left, top)}</g>')
    parts.append(f'<g class="columns">{_column_names(heat, left, top)}</g>')
    return "".join([*parts, "</svg>"])


def bars(histogram: Mapping[int, int], label: str) -> str:
    """Give a histogram as an SVG element, a bar for each number with its count above."""
    if not histogram:
        return ""
    low, high, top = min(histogram), max(histogram), max(histogram.values())
    width = BAR * (high - low + 1)
    parts = [
        f'<svg class="bars" role="img" aria-label="{escape(label)}" '
        f'viewBox="0 0 {width} {TALL + 36}" width="{width}" height="{TALL + 36}">'
    ]
    for number, n in histogram.items():
        x, tall = BAR * (number - low), max(1, round(TALL * n / top))
        y = 18 + TALL - tall
        parts.append(
            f'<rect x="{x + 3}" y="{y}" width="{BAR - 6}" height="{tall}"/>'
            f'<text x="{x + BAR // 2}" y="{y - 4}">{n}</text>'
            f'<text x="{x + BAR // 2}" y="{TALL + 33}">{number}</text>'
        )
    parts.append(f'<line x1="0" x2="{width}" y1="{TALL + 18}" y2="{TALL + 18}"/>')
    return "".join([*parts, "</svg>"])


def _counts(heat: HeatMap) -> str:
    """Give the counts as digits of base 36, row by row; a sign that is none where nothing is counted."""
    return "".join(
        DIGITS[min(count, len(DIGITS) - 1)] if allowed else "-"
        for count, allowed in zip(
            heat.counts.ravel().tolist(), heat.allowed.ravel().tolist(), strict=True
        )
    )


def _room(names: Sequence[str]) -> int:
    """Give the room for names at the size of the map, a little more than most letters need."""
    return 6 + round(6.2 * max((len(_short(name)) for name in names), default=0))


def _short(name: str) -> str:
    shown = plain(name, keep_direction=True)
    return shown if len(shown) <= LETTERS else f"{shown[: LETTERS - 1]}…"


def _cells(heat: HeatMap, count: int) -> str:
    """Give the cells of a count as runs along their rows, each a rectangle; a cell is one unit."""
    drawn = heat.allowed & (heat.counts == count)
    path = []
    for row in np.flatnonzero(drawn.any(axis=1)).tolist():
        columns = np.flatnonzero(drawn[row]).tolist()
        for _, run in groupby(enumerate(columns), lambda pair: pair[1] - pair[0]):
            cells = [column for _, column in run]
            path.append(f"M{cells[0]} {row}h{len(cells)}v1H{cells[0]}z")
    return "".join(path)


def _numbers(heat: HeatMap, count: int, left: int, top: int) -> str:
    """Write a count into its cells, one text a row."""
    drawn = heat.allowed & (heat.counts == count)
    texts = []
    for row in np.flatnonzero(drawn.any(axis=1)).tolist():
        xs = [left + CELL * column + CELL // 2 for column in np.flatnonzero(drawn[row]).tolist()]
        y = top + CELL * row + 10
        if count < 10:  # each letter of a text can have a place of its own
            at = " ".join(map(str, xs))
            texts.append(f'<text x="{at}" y="{y}">{str(count) * len(xs)}</text>')
        else:
            texts += [f'<text x="{x}" y="{y}">{count}</text>' for x in xs]
    return "".join(texts)


def _row_names(names: Sequence[str], left: int, top: int) -> str:
    return "".join(
        f'<text x="{left - 4}" y="{top + CELL * row + 10}">{escape(_short(name))}</text>'
        for row, name in enumerate(names)
    )


def _column_names(heat: HeatMap, left: int, top: int) -> str:
    texts = []
    for column, name in enumerate(heat.columns):
        x = left + CELL * column
        if heat.turned:
            at = f'transform="translate({x + 10} {top - 4})rotate(-90)"'
        else:
            at = f'x="{x + CELL // 2}" y="{top - 4}" text-anchor="middle"'
        texts.append(f"<text {at}>{escape(_short(name))}</text>")
    return "".join(texts)
