"""What an agent of one's own has to be before anybody asks it: refused in one sentence if it is not."""

from __future__ import annotations

from typing import Any

from mafsim.agents.view import DECIDE, MEMORY, PARAMETERS, WITNESS, Agent
from mafsim.errors import UsageError
from mafsim.kernels import Signature, is_typed


def see_fit(agent: Agent, kind: str) -> None:
    """See that the engine can ask an agent, and that what it says of itself holds together.

    Raises
    ------
    UsageError
        A function of it is none, or not compiled though it must be; it has too many parameters, two
        of one name, or speaks of one that it does not have; its memory is too large.
    """
    if not callable(agent.decide):
        raise UsageError("agents.no_function", kind=kind)
    if agent.compiled:
        _see_typed(agent.decide, DECIDE, "DECIDE", kind)
    if agent.witness is not None:
        _see_typed(agent.witness, WITNESS, "WITNESS", kind)
    if agent.memory > MEMORY:
        raise UsageError("agents.memory", kind=kind, n=agent.memory, most=MEMORY)
    _see_parameters(agent, kind)


def _see_typed(function: Any, signature: Signature, name: str, kind: str) -> None:
    if not is_typed(function, signature):
        shown = getattr(function, "__name__", repr(function)[:80])
        raise UsageError("agents.not_typed", kind=kind, function=shown, signature=name)


def _see_parameters(agent: Agent, kind: str) -> None:
    names = [each.name for each in agent.parameters]
    if len(names) > PARAMETERS:
        raise UsageError("agents.parameters", kind=kind, n=len(names), most=PARAMETERS)
    for name in names:
        if names.count(name) > 1:
            raise UsageError("agents.same_parameter", kind=kind, name=name)
    for field in ("reads", "hides", "shares", "misbehaves"):
        name = getattr(agent, field)
        if name and name not in names:
            raise UsageError("agents.unknown_parameter", kind=kind, field=field, name=name)
