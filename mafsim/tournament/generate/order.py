"""What is ordered of a random event: how large it is, and how much happens in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np

from mafsim.errors import UsageError
from mafsim.streams import Purpose, stream

Span = tuple[int, int]
"""The least and the greatest number, both of them allowed."""
Thing = TypeVar("Thing")

SHAPE, RULES, PEOPLE, HAPPENS, GAMES = range(5)
"""What random numbers of an event are for: the first index of their address."""

SPANS = ("players", "tables", "table_size", "rounds", "stages", "team_size", "judges")
SHARES = ("absent", "late", "drop_outs", "expelled", "substitutes", "apart", "avoid")
MOST_PLAYERS, MOST_ROUNDS, MOST_STAGES = 500, 60, 6
"""The largest event that is made up: its results are played round by round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is ordered; what is None is drawn.

    Each share is that of the people whom something happens to, from 0 to 1.
    """

    game: str | None = None
    players: Span | None = None
    """Those who begin: players, or pairs in Shapka."""
    tables: Span | None = None
    table_size: Span | None = None
    rounds: Span | None = None
    """The rounds of all stages together."""
    stages: Span | None = None
    team_size: Span | None = None
    judges: Span | None = None
    absent: float | None = None
    """Who misses some round."""
    late: float | None = None
    """Who comes after the first round."""
    drop_outs: float | None = None
    expelled: float | None = None
    substitutes: float | None = None
    apart: float | None = None
    avoid: float | None = None

    def __post_init__(self) -> None:
        for name in SHARES:
            share = getattr(self, name)
            if share is not None and not 0 <= share <= 1:
                raise UsageError("generate.share", option=_spelled(name), share=share)
        limits = {"players": MOST_PLAYERS, "rounds": MOST_ROUNDS, "stages": MOST_STAGES}
        for name in SPANS:
            span: Span | None = getattr(self, name)
            if span is None:
                continue
            if span[0] > span[1]:
                raise UsageError("generate.span", option=_spelled(name), low=span[0], high=span[1])
            if span[1] > limits.get(name, MOST_PLAYERS):
                raise UsageError(
                    "generate.large", option=_spelled(name), number=span[1], limit=limits[name]
                )

    def told(self) -> dict[str, object]:
        """Give what was ordered, by name, as plain data."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in given.items()
            if value is not None
        }


def _spelled(name: str) -> str:
    return f"--{name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Dice:
    """Random numbers of one address, asked for by what is to be chosen."""

    rng: np.random.Generator

    @classmethod
    def at(cls, seed: int, *address: int) -> Dice:
        """Give the dice of an address."""
        return cls(stream(seed, Purpose.EVENT, *address))

    def number(self, least: int, most: int) -> int:
        """Give a whole number within bounds, each as likely."""
        return int(self.rng.integers(least, max(least, most) + 1))

    def chance(self, share: float) -> bool:
        """Say yes so often."""
        return bool(self.rng.random() < share)

    def of(self, things: Sequence[Thing]) -> Thing:
        """Give one of several."""
        return things[int(self.rng.integers(len(things)))]

    def some(self, things: Sequence[Thing], many: int) -> list[Thing]:
        """Give several of them in the order of a lot, as far as there are so many."""
        order = self.rng.permutation(len(things))[: max(many, 0)].tolist()
        return [things[index] for index in order]

    def share(self, ordered: float | None, most: float, *, often: float = 0.5) -> float:
        """Give a share: as it was ordered, or up to the most in so many events and none in others."""
        if ordered is not None:
            return ordered
        wanted, share = self.chance(often), float(self.rng.random()) * most
        return share if wanted else 0.0

    def many(self, share: float, of: int) -> int:
        """Give how many of a number a share is, its fraction decided by chance."""
        whole, fraction = divmod(share * of, 1)
        return int(whole) + self.chance(fraction)
