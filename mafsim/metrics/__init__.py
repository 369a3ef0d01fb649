"""What a block of tournaments shows: whole-number totals that add up, and figures with intervals."""

from mafsim.metrics.intervals import Figure
from mafsim.metrics.registry import METRICS, PAIRED
from mafsim.metrics.totals import (
    CONFIDENCE,
    PairTotals,
    Totals,
    differences,
    figures,
    metric_of,
    pair_totals,
    totals,
)

__all__ = [
    "CONFIDENCE",
    "METRICS",
    "PAIRED",
    "Figure",
    "PairTotals",
    "Totals",
    "differences",
    "figures",
    "metric_of",
    "pair_totals",
    "totals",
]
