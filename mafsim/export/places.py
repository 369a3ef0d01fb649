"""Standings as rows of a page: places, points, and why each one is above the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mafsim.scoring import written
from mafsim.standings import document, table
from mafsim.standings.places import PER_GAME, POINTS
from mafsim.words import say

if TYPE_CHECKING:
    from mafsim.standings.places import Standings
    from mafsim.standings.view import View


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's place, as people read it."""

    place: int
    name: str
    points: str
    why: str
    """Why he is above the next; empty for the last."""
    tied: bool = False
    """Points alone did not put him above the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """One table of standings: a division's, or everybody's."""

    title: str
    who: str
    """What is ranked: players, pairs or teams."""
    what: str
    """What is ranked by: points, or points a game."""
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a page shows of standings."""

    tables: tuple[Places, ...]
    notes: tuple[str, ...]
    """What has to be said besides: that a protest is open."""


def shown(views: Sequence[View], lang: str) -> Shown:
    """Give the tables of several views of one event for a page."""
    open_ = any(view.provisional for view in views)
    return Shown(
        tables=tuple(_places(view, each, lang) for view in views for each in view.tables),
        notes=(say(lang, "standings.provisional"),) if open_ else (),
    )


def _places(view: View, standings: Standings, lang: str) -> Places:
    units, points = standings.units, standings.earned.points[0]
    averaged = PER_GAME in standings.levels
    lines = []
    for k, unit in enumerate(standings.order[0].tolist()):
        average = str(document.value(standings, PER_GAME, unit)) if averaged else ""
        lines.append(
            Line(
                place=int(standings.place[0, k]) + 1,
                name=units.names[unit],
                points=table.number(average or written(int(points[unit])), lang),
                why=table.because(standings, k, lang),
                tied=document.decided_by(standings, k) not in (None, POINTS, PER_GAME),
            )
        )
    return Places(
        title=view.title(standings, lang),
        who=say(lang, f"standings.column.{units.by}"),
        what=say(lang, f"standings.column.{'per_game' if averaged else 'points'}"),
        lines=tuple(lines),
    )
