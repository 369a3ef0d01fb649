"""Fair, provable seating for tournaments of sports Mafia and Shapka."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mafsim.errors import FileError, Impossible, MafsimError, UsageError
    from mafsim.files import (
        Results,
        plan_document,
        read_apart,
        read_judges,
        read_plan,
        read_results,
        read_roster,
        results_text,
        write_plan,
    )
    from mafsim.games import Games, ShapkaGames
    from mafsim.pairing.check import Findings, Violation, document, examine
    from mafsim.pairing.diff import Difference, difference
    from mafsim.pairing.draw import Drawn, draw
    from mafsim.pairing.problem import Problem, of_regulation, of_shape, of_stage
    from mafsim.pairing.progress import Progress
    from mafsim.pairing.replan import Changes, Replanned, replan
    from mafsim.pairing.solve import seat
    from mafsim.pairing.swap import Swapped, swap
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.regulations import names as regulation_names
    from mafsim.regulations.entry import Admission, admit
    from mafsim.regulations.load import load as load_regulation
    from mafsim.roster import Ban, Entrant, Judge, Member, Roster, numbered, numbered_pairs
    from mafsim.scoring import score
    from mafsim.standings import Standings
    from mafsim.standings import standings as rank
    from mafsim.tournament import Step, step

__version__ = "0.1.0"

__all__ = [
    "Admission",
    "Ban",
    "Changes",
    "Difference",
    "Drawn",
    "Entrant",
    "FileError",
    "Findings",
    "Games",
    "Impossible",
    "Judge",
    "MafsimError",
    "Member",
    "Plan",
    "Problem",
    "Progress",
    "Regulation",
    "Replanned",
    "Results",
    "Roster",
    "ShapkaGames",
    "Standings",
    "Step",
    "Swapped",
    "UsageError",
    "Violation",
    "__version__",
    "admit",
    "difference",
    "document",
    "draw",
    "examine",
    "load_regulation",
    "numbered",
    "numbered_pairs",
    "of_regulation",
    "of_shape",
    "of_stage",
    "plan_document",
    "rank",
    "read_apart",
    "read_judges",
    "read_plan",
    "read_results",
    "read_roster",
    "regulation_names",
    "replan",
    "results_text",
    "score",
    "seat",
    "step",
    "swap",
    "write_plan",
]

_HOMES = {
    "mafsim.errors": ("FileError", "Impossible", "MafsimError", "UsageError"),
    "mafsim.files": (
        "Results",
        "plan_document",
        "read_apart",
        "read_judges",
        "read_plan",
        "read_results",
        "read_roster",
        "results_text",
        "write_plan",
    ),
    "mafsim.games": ("Games", "ShapkaGames"),
    "mafsim.pairing.check": ("Findings", "Violation", "document", "examine"),
    "mafsim.pairing.diff": ("Difference", "difference"),
    "mafsim.pairing.replan": ("Changes", "Replanned", "replan"),
    "mafsim.pairing.swap": ("Swapped", "swap"),
    "mafsim.pairing.draw": ("Drawn", "draw"),
    "mafsim.pairing.problem": ("Problem", "of_regulation", "of_shape", "of_stage"),
    "mafsim.pairing.progress": ("Progress",),
    "mafsim.pairing.solve": ("seat",),
    "mafsim.plan": ("Plan",),
    "mafsim.regulations": ("Regulation",),
    "mafsim.regulations.entry": ("Admission", "admit"),
    "mafsim.roster": (
        "Ban",
        "Entrant",
        "Judge",
        "Member",
        "Roster",
        "numbered",
        "numbered_pairs",
    ),
    "mafsim.scoring": ("score",),
    "mafsim.standings": ("Standings",),
    "mafsim.tournament": ("Step", "step"),
}
_PLACES = {name: (home, name) for home, names in _HOMES.items() for name in names} | {
    "load_regulation": ("mafsim.regulations.load", "load"),
    "rank": ("mafsim.standings", "standings"),
    "regulation_names": ("mafsim.regulations", "names"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: numpy and the compiler are slow to start."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, original = _PLACES[name]
    value = getattr(import_module(home), original)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
