"""Points to places by named tie-breaks, and what put each one above the next."""

from mafsim.standings.cuts import counted_by, in_line, qualified, settled
from mafsim.standings.doubts import (
    Change,
    Dispute,
    Misdrawn,
    changes,
    disputes,
    misdrawn,
)
from mafsim.standings.places import Standings, divisions, standings, tie_breaks
from mafsim.standings.tie_breaks import TIE_BREAKS
from mafsim.standings.units import Units
from mafsim.standings.view import View, view

__all__ = [
    "TIE_BREAKS",
    "Change",
    "Dispute",
    "Misdrawn",
    "Standings",
    "Units",
    "View",
    "changes",
    "counted_by",
    "disputes",
    "divisions",
    "in_line",
    "misdrawn",
    "qualified",
    "settled",
    "standings",
    "tie_breaks",
    "view",
]
