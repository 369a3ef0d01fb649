"""The people who play: how skill and manners are spread over the players of an event."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from mafsim.agents import Player, Spec, load, player
from mafsim.agents.chance import normal
from mafsim.streams import Purpose, word


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How one parameter is spread."""

    mean: float
    """What a player of skill 0 has on the average."""
    by_skill: float = 0.0
    """What one unit of skill adds."""
    spread: float = 0.0
    """The standard deviation of what skill does not explain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """Players of one kind who differ in skill and in manners."""

    kind: str
    """A kind of `mafsim.agents.KINDS`, or ``MODULE:NAME``."""
    skill: float = 0.0
    """The standard deviation of skill, whose mean is 0."""
    parameters: Mapping[str, Spread]
    """How the parameters that differ are spread; the others have their defaults."""

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Self:
        """Give the population that a table of these names says."""
        spreads = {name: Spread(**each) for name, each in written["parameters"].items()}
        return cls(kind=written["kind"], skill=written["skill"], parameters=spreads)


@cache
def usual() -> Population:
    """Give the population of ``population.toml``."""
    text = Path(__file__).with_name("population.toml").read_text(encoding="utf-8")
    return Population.of(tomllib.loads(text))


def people(
    population: Population, n: int, *, seed: int = 0, tournament: int = 0
) -> tuple[Player, ...]:
    """Draw the players of an event; player i of a seed and tournament is one and the same.

    Each is called by his kind, with his skill beside it.
    """
    base = word(seed, Purpose.PEOPLE, tournament)
    bounds = {each.name: (each.least, each.most) for each in load(population.kind).parameters}
    drawn = []
    for i in range(n):
        skill = population.skill * normal(base, 100 * i)
        values = []
        for number, (name, each) in enumerate(sorted(population.parameters.items())):
            own = (
                each.mean + each.by_skill * skill + each.spread * normal(base, 100 * i + 1 + number)
            )
            least, most = bounds[name]
            values.append((name, min(max(own, least), most)))
        drawn.append(player(Spec(kind=population.kind, values=tuple(values)), skill=skill))
    return tuple(drawn)
