"""An event on its way: from a plan and its results to the next stage, or to the next round."""

from mafsim.tournament.coming import Coming, coming
from mafsim.tournament.stepping import Choice, Search, Step, step

__all__ = ["Choice", "Coming", "Search", "Step", "coming", "step"]
