"""Standings for the screen of a hall: large type, one screenful after another, written anew at need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mafsim.export.pages import filled
from mafsim.export.places import Line, Places, shown

if TYPE_CHECKING:
    from mafsim.standings.view import View

ROWS, COLUMNS = 15, 2
"""How many lines stand below each other on a screen, and how many columns beside each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What is seen at once."""

    title: str
    who: str
    what: str
    rows: int
    columns: tuple[tuple[Line, ...], ...]


def board(view: View, lang: str, *, reload: int = 0) -> str:
    """Give standings as a page of screenfuls that needs nothing but itself.

    Parameters
    ----------
    view
        What is shown.
    lang
        ``en`` or ``ru``.
    reload
        After how many seconds the page reads itself anew, once every screenful was seen; 0 never.
    """
    found = shown([view], lang)
    return filled(
        "board",
        lang,
        title=found.tables[0].title,
        notes=found.notes,
        screens=[screen for table in found.tables for screen in screens(table)],
        reload=reload,
    )


def screens(table: Places) -> list[Screen]:
    """Split a table into screenfuls whose columns are as long as one another."""
    size = ROWS * COLUMNS
    count = max(1, -(-len(table.lines) // size))
    each = -(-len(table.lines) // count)
    found = []
    for start in range(0, max(len(table.lines), 1), max(each, 1)):
        lines = table.lines[start : start + each]
        columns = -(-len(lines) // ROWS) or 1
        rows = -(-len(lines) // columns) or 1
        found.append(
            Screen(
                title=table.title,
                who=table.who,
                what=table.what,
                rows=max(rows, 8),
                columns=tuple(
                    lines[first : first + rows] for first in range(0, max(len(lines), 1), rows)
                ),
            )
        )
    return found
