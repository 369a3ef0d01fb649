"""What tournaments have written down: regulations as data that quotes its clauses.

>>> from mafsim import regulations
>>> regulation = regulations.load("ugra-2021")
>>> [stage.rounds for stage in regulation.stages]
[12, 3]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mafsim.regulations.load import check_file, load, names, set_values, source

if TYPE_CHECKING:
    from mafsim.regulations.schema import (
        Regulation,
        Stage,
        json_schema,
        stages_at_once,
        stages_in_advance,
        value_at,
    )
    from mafsim.regulations.show import describe

__all__ = [
    "Regulation",
    "Stage",
    "check_file",
    "describe",
    "json_schema",
    "load",
    "names",
    "set_values",
    "source",
    "stages_at_once",
    "stages_in_advance",
    "value_at",
]


def __getattr__(name: str) -> Any:
    """Give what stands on pydantic, which is imported when the first of it is asked for."""
    if name == "describe":
        from mafsim.regulations import show

        return show.describe
    if name in __all__:
        from mafsim.regulations import schema

        return getattr(schema, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
