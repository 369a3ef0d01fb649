"""Tables of a simulation that are no figures: who ends where, and what each role is paid for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from mafsim.games import EMPTY, Games, Role
from mafsim.metrics import CONFIDENCE, Figure
from mafsim.metrics.block import Block, chance_in_top
from mafsim.metrics.intervals import mean, wilson
from mafsim.metrics.methods import MILLION
from mafsim.scoring import COMPONENTS
from mafsim.tournament.outcome import Outcome

Integers = npt.NDArray[np.int64]

PODIUM = 3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tables:
    """Whole numbers that add up over blocks; the units are whom the regulation ranks first."""

    tournaments: int
    placed: Integers
    """``placed[strength, place]``: how many tournaments in which the unit of that true rank took that
    place, in millionths: those who are equal, in either, share what they share."""
    first: Integers
    """``first[unit]``: how often first, in millionths, a lot parting those who share the place."""
    podium: Integers
    """``podium[unit]``: how often among the first three, likewise."""
    places: Integers
    """``places[unit]``: the sum of places, zero-based, in halves: those who share a place have the
    middle one of those that they fill."""
    squares: Integers
    """``squares[unit]``: the sum of their squares."""
    paid: Integers
    """``paid[role, component]``: points in thousandths."""
    seats: Integers
    """``seats[role]``: how many seats had them."""

    def __add__(self, other: Self) -> Tables:
        """Give the tables of both lots of tournaments."""
        return Tables(
            **{
                each.name: getattr(self, each.name) + getattr(other, each.name)
                for each in fields(self)
            }
        )

    def document(self) -> dict[str, Any]:
        """Give them as plain data for JSON."""
        tables = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            name: value if isinstance(value, int) else value.tolist()
            for name, value in tables.items()
        }

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """Read what `document` has written."""
        tables = {
            each.name: np.array(document[each.name], dtype=np.int64)
            for each in fields(cls)
            if each.name != "tournaments"
        }
        return cls(tournaments=int(document["tournaments"]), **tables)


def tables(outcome: Outcome) -> Tables:
    """Count what the tables of a block show."""
    block = Block(outcome)
    place = block.place
    twice = 2 * place + _sharing(place) - 1
    return Tables(
        tournaments=outcome.tournaments,
        placed=_placed(block),
        first=chance_in_top(place, 1).sum(axis=0),
        podium=chance_in_top(place, PODIUM).sum(axis=0),
        places=twice.sum(axis=0),
        squares=(twice**2).sum(axis=0),
        **_paid(outcome),
    )


def _sharing(place: Integers) -> Integers:
    return np.asarray((place[:, None, :] == place[:, :, None]).sum(axis=2))


def _placed(block: Block) -> Integers:
    """Spread each unit evenly over the true ranks and over the places that it shares with others."""
    ranks, places = (_spread(line) for line in (block.true_place, block.place))
    of_each = ranks.swapaxes(1, 2) @ places
    return np.asarray(np.rint(of_each * MILLION).astype(np.int64).sum(axis=0))


def _spread(place: Integers) -> npt.NDArray[np.float64]:
    """Give ``share[tournament, unit, k]`` of each place k of those that a unit shares."""
    sharing = _sharing(place)
    k = np.arange(place.shape[1])
    inside = (k >= place[:, :, None]) & (k < (place + sharing)[:, :, None])
    return inside / sharing[:, :, None]


def _paid(outcome: Outcome) -> dict[str, Integers]:
    games = outcome.games
    if not isinstance(games, Games):
        return {
            "paid": np.zeros((0, len(COMPONENTS)), dtype=np.int64),
            "seats": np.zeros(0, dtype=np.int64),
        }
    taken = games.roles != EMPTY
    role = games.roles[taken].astype(np.intp)
    points = outcome.points[taken]
    paid = [
        np.bincount(role, weights=points[:, index], minlength=len(Role))
        for index in range(len(COMPONENTS))
    ]
    return {
        "paid": np.stack(paid, axis=1).astype(np.int64),
        "seats": np.bincount(role, minlength=len(Role)).astype(np.int64),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Hopes:
    """What somebody can hope for."""

    unit: int
    first: Figure
    podium: Figure
    place: Figure
    """The mean place, counted from 1."""


def hopes(found: Tables, confidence: float = CONFIDENCE) -> tuple[Hopes, ...]:
    """Give what everybody can hope for, the likeliest winner first."""
    n = found.tournaments
    every = []
    for unit in range(len(found.first)):
        total, squares = int(found.places[unit]), int(found.squares[unit])
        spread = (squares - total * total / n) / (n - 1) / 4 / n if n > 1 else None
        every.append(
            Hopes(
                unit=unit,
                first=wilson(int(found.first[unit]) / MILLION / n, n, confidence),
                podium=wilson(int(found.podium[unit]) / MILLION / n, n, confidence),
                place=mean(total / 2 / n + 1, spread, confidence),
            )
        )
    return tuple(sorted(every, key=lambda each: (-each.first.value, each.place.value, each.unit)))
