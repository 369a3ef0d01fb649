"""Games to points by component, exact; and what a regulation forbids in a record of games."""

from mafsim.scoring.components import (
    COMPONENTS,
    Points,
    best_players,
    components_of,
    factor,
    first_killed,
    score,
    stages_of,
)
from mafsim.scoring.exact import written
from mafsim.scoring.forbidden import (
    Refusal,
    clauses,
    forbidden,
    with_few_rewarded,
    without_best_player,
)

__all__ = [
    "COMPONENTS",
    "Points",
    "Refusal",
    "best_players",
    "clauses",
    "components_of",
    "factor",
    "first_killed",
    "forbidden",
    "score",
    "stages_of",
    "with_few_rewarded",
    "without_best_player",
    "written",
]
