"""What a simulated game of Shapka is made of: words, the time they take, people, breaches."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

WAYS = ("words", "one_word", "mime", "drawing")
"""The ways of explaining, as regulations name them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hat:
    """The words at a table."""

    words: int
    """How many a hat has for one game."""
    difficulty: float
    """How words differ: the standard deviation of the logarithm of the time that they take."""
    hats: float
    """How hats differ as a whole, in the same unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What takes time besides explaining."""

    taking: float
    """Seconds to take a word out and read it."""
    patience: float
    """Seconds until one goes on to the next word, where passing is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of explaining."""

    seconds: float
    """What an ordinary pair needs for an ordinary word on the average, once it is read."""
    spoiled: int
    """How many of 1000 guessed words do not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaches:
    """How often rules of conduct are broken."""

    at_table: int
    """In how many of 1000 turns, by the pair that has the hat."""
    away: int
    """In how many of 1000 stages, by a team away from its tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teams:
    """What teams do between the stages."""

    withdraw: int = 0
    """How many of 1000 teams that are in do not come to the next stage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """How speed is spread: standard deviations of its logarithm."""

    team: float
    """What those of one team have in common."""
    person: float
    """What a person is good at in both roles."""
    explaining: float
    """What he is good at only when he explains."""
    guessing: float
    """What he is good at only when he guesses."""
    way: float
    """His hand for each way of explaining."""
    pair: float
    """How well the two of a pair know each other."""
    masters: float = 0.0
    """Which share of the people are masters: what a `person` is good at has two levels then, with the
    mean and the deviation of the bell curve that it has with 0."""

    @property
    def deviation(self) -> float:
        """The deviation of the speed of a pair, all that it consists of together."""
        parts = (self.team, self.explaining, self.guessing, self.way, self.pair)
        return math.sqrt(sum(part**2 for part in parts) + 2 * self.person**2)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """All that a regulation of Shapka does not say and a game depends on."""

    hat: Hat
    turn: Turn
    ways: tuple[Way, ...]
    """In the order of `WAYS`."""
    breaches: Breaches
    people: People
    teams: Teams = Teams()

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Self:
        """Give the world that tables of these names say, as ``shapka.toml`` has them."""
        return cls(
            hat=Hat(**written["hat"]),
            turn=Turn(**written["turn"]),
            ways=tuple(Way(**written["ways"][way]) for way in WAYS),
            breaches=Breaches(**written["breaches"]),
            people=People(**written["people"]),
            teams=Teams(**written["teams"]),
        )


@cache
def usual() -> World:
    """Give the world of ``shapka.toml``, of which every number is assumed."""
    text = Path(__file__).with_name("shapka.toml").read_text(encoding="utf-8")
    return World.of(tomllib.loads(text))
