"""Pictures in one house style: a plan's balance, and what simulated tournaments show."""

from __future__ import annotations

from mafsim.plots.balance import balance_figure
from mafsim.plots.inline import HeatMap, bars, heat_map, legend
from mafsim.plots.simulations import (
    Comparison,
    Convergence,
    Interval,
    Panel,
    PointsByRole,
    RoundsNeeded,
    SkillAgainstPlace,
    TieBreakDepth,
    draw,
)
from mafsim.plots.style import refuse_suffix

__all__ = [
    "Comparison",
    "Convergence",
    "HeatMap",
    "Interval",
    "Panel",
    "PointsByRole",
    "RoundsNeeded",
    "SkillAgainstPlace",
    "TieBreakDepth",
    "balance_figure",
    "bars",
    "draw",
    "heat_map",
    "legend",
    "refuse_suffix",
]
