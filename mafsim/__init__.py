"""Fair, provable seating for tournaments of sports Mafia and Shapka."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mafsim.errors import FileError, Impossible, MafsimError, UsageError
    from mafsim.files import (
        Results,
        plan_document,
        read_plan,
        read_results,
        read_roster,
        results_text,
        write_plan,
    )
    from mafsim.games import Games, ShapkaGames
    from mafsim.pairing.check import Findings, Violation, document, examine
    from mafsim.pairing.problem import Problem, of_regulation, of_shape
    from mafsim.pairing.solve import Progress, seat
    from mafsim.plan import Plan
    from mafsim.regulations import Regulation
    from mafsim.regulations import names as regulation_names
    from mafsim.regulations.load import load as load_regulation
    from mafsim.roster import Entrant, Roster, numbered
    from mafsim.scoring import score
    from mafsim.standings import Standings
    from mafsim.standings import standings as rank

__version__ = "0.1.0"

__all__ = [
    "Entrant",
    "FileError",
    "Findings",
    "Games",
    "Impossible",
    "MafsimError",
    "Plan",
    "Problem",
    "Progress",
    "Regulation",
    "Results",
    "Roster",
    "ShapkaGames",
    "Standings",
    "UsageError",
    "Violation",
    "__version__",
    "document",
    "examine",
    "load_regulation",
    "numbered",
    "of_regulation",
    "of_shape",
    "plan_document",
    "rank",
    "read_plan",
    "read_results",
    "read_roster",
    "regulation_names",
    "results_text",
    "score",
    "seat",
    "write_plan",
]

_HOMES = {
    "mafsim.errors": ("FileError", "Impossible", "MafsimError", "UsageError"),
    "mafsim.files": (
        "Results",
        "plan_document",
        "read_plan",
        "read_results",
        "read_roster",
        "results_text",
        "write_plan",
    ),
    "mafsim.games": ("Games", "ShapkaGames"),
    "mafsim.pairing.check": ("Findings", "Violation", "document", "examine"),
    "mafsim.pairing.problem": ("Problem", "of_regulation", "of_shape"),
    "mafsim.pairing.solve": ("Progress", "seat"),
    "mafsim.plan": ("Plan",),
    "mafsim.regulations": ("Regulation",),
    "mafsim.roster": ("Entrant", "Roster", "numbered"),
    "mafsim.scoring": ("score",),
    "mafsim.standings": ("Standings",),
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
