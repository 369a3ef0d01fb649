"""The player who reckons: exactly what the public record, his card and his checks say.

He follows the posterior chances of `mafsim.agents.beliefs` in every decision; how, and what he does
as a black player, is told in `mafsim.agents.thinking`. He reads no faces and shows none, unless his
parameters say otherwise.
"""

from __future__ import annotations

from typing import Any

from mafsim.agents.beliefs import MEMORY, read, witness
from mafsim.agents.thinking import PARAMETERS, decided
from mafsim.agents.view import DECIDE, Agent, Decision
from mafsim.kernels import typed


@typed(DECIDE)
def decide(kind: int, view: Any, memory: Any) -> int:
    """Decide by the posterior chances."""
    return int(decided(kind, view, read(memory), 0.0, 1.0, 1.0, 0.0))


BAYES = Agent(
    decide=decide,
    compiled=True,
    parameters=PARAMETERS,
    asked=frozenset(Decision) - {Decision.WITHDRAW, Decision.CONDUCT},
    sees_history=False,
    witness=witness,
    memory=MEMORY,
    reads="reading",
    hides="hiding",
    shares="common",
    trusted=True,
)
"""``bayes``, with the parameters of `mafsim.agents.thinking.PARAMETERS`."""
