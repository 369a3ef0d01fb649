"""Random events to order: shape, rules, people, what happens on the way, and results to the end."""

from __future__ import annotations

from dataclasses import dataclass

from mafsim.regulations import Regulation
from mafsim.regulations.load import parse
from mafsim.roster import Roster
from mafsim.tournament.generate.order import Order, Span
from mafsim.tournament.generate.people import people_of
from mafsim.tournament.generate.rules import rules_of
from mafsim.tournament.generate.shape import Shape, shape_of
from mafsim.tournament.generate.toml import toml
from mafsim.tournament.generate.walk import Happening, Refusal, Turn, Walk, walked

__all__ = [
    "Draft",
    "Happening",
    "Order",
    "Refusal",
    "Shape",
    "Span",
    "Turn",
    "Walk",
    "draft",
    "generate",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A random event before it begins."""

    seed: int
    order: Order
    shape: Shape
    text: str
    """The regulation's file."""
    regulation: Regulation
    roster: Roster
    """Everybody who has applied, with all of their wishes."""


def draft(seed: int = 0, order: Order | None = None) -> Draft:
    """Draw an event: its numbers, its rules and its people.

    Raises
    ------
    UsageError
        Numbers are ordered that do not fit together.
    """
    order = order or Order()
    shape = shape_of(seed, order)
    text = toml(rules_of(seed, shape))
    return Draft(
        seed=seed,
        order=order,
        shape=shape,
        text=text,
        regulation=parse(text, file="regulation.toml"),
        roster=people_of(seed, shape, order),
    )


def generate(event: Draft, *, effort: float = 0.0) -> Walk:
    """Take a random event from its roster to its end.

    Same version, draft and effort: the same event. It does not depend on how many processors there are.
    """
    return walked(event.seed, event.regulation, event.roster, event.order, effort=effort)
