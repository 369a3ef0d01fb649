"""A block of tournaments, and what several metrics ask of it, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mafsim.games import EMPTY, Array, Flags, Games
from mafsim.metrics.methods import MILLION, Integers
from mafsim.regulations.schema import left_in
from mafsim.tournament.outcome import Outcome, Ranking


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sample:
    """What one metric has found in a block: figures by name, a few whole numbers a tournament."""

    names: tuple[str, ...]
    """What is added to the metric's own name, empty for its only figure. They depend on the
    regulation and the roster alone, so that all blocks have the same."""
    values: Integers
    """``values[tournament, name, k]``; what the k-th number means, the metric's method knows."""


NOTHING = ""
"""The name of a metric's only figure."""


def one(*numbers: Array) -> Sample:
    """Give the sample of a metric with one figure: each number is ``number[tournament]``."""
    values = np.stack([each.astype(np.int64) for each in numbers], axis=1)
    return Sample(names=(NOTHING,), values=values[:, None, :])


def many(names: tuple[str, ...], *numbers: Array) -> Sample:
    """Give the sample of a family of figures: each number is ``number[tournament, name]``."""
    shape = np.broadcast_shapes(*(each.shape for each in numbers))
    values = [np.broadcast_to(each, shape).astype(np.int64) for each in numbers]
    return Sample(names=names, values=np.stack(values, axis=2))


def none(tournaments: int, k: int = 2) -> Sample:
    """Give the sample of a metric that has no figure here."""
    return Sample(names=(), values=np.zeros((tournaments, 0, k), dtype=np.int64))


class Cut(NamedTuple):
    """A cut as metrics see it."""

    stage: str
    """The stage before which it comes."""
    ranking: Ranking
    """Where those stood whom it counts."""
    goes: Flags
    """``goes[tournament, unit]``: who goes on."""
    before: Flags
    """``before[tournament, entrant]``: who was in the stage before it."""


@dataclass(frozen=True, eq=False)
class Block:
    """A block of tournaments as metrics see it.

    The units are whoever the regulation ranks first, players or teams.
    """

    outcome: Outcome

    @property
    def tournaments(self) -> int:
        """How many tournaments."""
        return self.outcome.tournaments

    @property
    def final(self) -> Ranking:
        """The final places."""
        return self.outcome.final

    @property
    def mafia(self) -> Games | None:
        """The games, where they are of Mafia."""
        games = self.outcome.games
        return games if isinstance(games, Games) else None

    @cached_property
    def place(self) -> Integers:
        """``place[tournament, unit]``, zero-based."""
        return self.final.place.astype(np.int64)

    @cached_property
    def strength(self) -> npt.NDArray[np.float64]:
        """``strength[tournament, unit]``: the truth."""
        return self.outcome.strength(self.final.units.by)

    @cached_property
    def true_place(self) -> Integers:
        """``place[tournament, unit]``: how many are stronger."""
        return _places(self.strength)

    @cached_property
    def best(self) -> Flags:
        """``best[tournament, unit]``: nobody is stronger."""
        return np.asarray(self.true_place == 0)

    @cached_property
    def skill(self) -> Integers:
        """``skill[tournament, entrant]`` in whole thousandths of its unit."""
        return np.rint(self.outcome.skill * 1000).astype(np.int64)

    @cached_property
    def common(self) -> int:
        """How many first rounds everybody plays in, whatever the results.

        They are those before the first cut that leaves anybody out and before the first draw by
        places, which would bring those with many points to the same tables.
        """
        regulation, rounds = self.outcome.regulation, 0
        stages = regulation.stages
        whole = max(left_in(regulation, stage) for stage in stages)
        for stage in stages:
            if stage.draw == "ranked" or left_in(regulation, stage) < whole:
                break
            rounds += stage.rounds
        return rounds

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts that leave somebody out, by the regulation."""
        regulation, found = self.outcome.regulation, []
        fields = {stage.name: left_in(regulation, stage) for stage in regulation.stages}
        for before, part in pairwise(self.outcome.parts):
            if part.cut is None or part.goes is None or fields[part.name] >= fields[before.name]:
                continue
            found.append(Cut(part.name, part.cut, part.goes, before.field))
        return tuple(found)

    @cached_property
    def seated(self) -> Seated:
        """Who sits where in the common rounds."""
        return Seated(self)

    @cached_property
    def sharing(self) -> Integers:
        """``sharing[tournament, unit]``: how many have the same place."""
        return sharing(self.place)

    @cached_property
    def true_sharing(self) -> Integers:
        """``sharing[tournament, unit]``: how many are as strong."""
        return sharing(self.true_place)

    @cached_property
    def tournament(self) -> Integers:
        """``tournament[game]``."""
        return self.outcome.games.tournament.astype(np.int64)

    def of_games(self, values: Array | int = 1, *, among: Array | None = None) -> Integers:
        """Sum ``values[game]`` over the games of each tournament, or over some of them."""
        weights = np.broadcast_to(np.asarray(values), self.tournament.shape).astype(np.float64)
        if among is not None:
            weights = weights * among
        sums = np.bincount(self.tournament, weights=weights, minlength=self.tournaments)
        return sums.astype(np.int64)

    def by_class(self, classes: Array, values: Array, n: int) -> Integers:
        """Sum ``values[game, seat]`` by ``classes[game, seat]``: ``sum[tournament, class]``.

        A class of `EMPTY` counts nowhere. Sums below 2**53 are exact in `numpy.bincount`.
        """
        keys = self.tournament[:, None] * n + classes
        counted = classes != EMPTY
        weights = np.broadcast_to(values, classes.shape)[counted].astype(np.float64)
        sums = np.bincount(keys[counted], weights=weights, minlength=self.tournaments * n)
        return sums.astype(np.int64).reshape(self.tournaments, n)

    def of_units(self, values: Array) -> Integers:
        """Sum ``values[tournament, entrant]`` over the entrants of each unit."""
        of_entrant = self.final.units.of_entrant
        belongs = of_entrant[:, None] == np.arange(len(self.final))
        return np.asarray(values.astype(np.int64) @ belongs.astype(np.int64))


class Seated:
    """Everyone who sits at a table in the common rounds: one line for each of them."""

    def __init__(self, block: Block) -> None:
        games = block.outcome.games
        common = games.seated & (games.round < block.common)[:, None]
        self.game, self.seat = np.nonzero(common)
        self.shape = (block.tournaments, block.outcome.entrants)
        self.who = games.entrants[self.game, self.seat].astype(np.int64)
        self.tournament = block.tournament[self.game]

    def summed(self, values: Array) -> Integers:
        """Sum ``values[line]`` by entrant: ``sum[tournament, entrant]``."""
        cells = self.shape[0] * self.shape[1]
        keys = self.tournament * self.shape[1] + self.who
        sums = np.bincount(keys, weights=values.astype(np.float64), minlength=cells)
        return sums.astype(np.int64).reshape(self.shape)

    def counts(self, classes: Array, n: int) -> Integers:
        """Count classes by entrant: ``count[tournament, entrant, class]``."""
        keys = (self.tournament * self.shape[1] + self.who) * n + classes
        cells = self.shape[0] * self.shape[1] * n
        return np.bincount(keys, minlength=cells).reshape(*self.shape, n)


def _places(strength: npt.NDArray[np.float64]) -> Integers:
    """Give how many have more: ``place[tournament, unit]``."""
    return np.asarray((strength[:, None, :] > strength[:, :, None]).sum(axis=2))


def sharing(place: Integers) -> Integers:
    """Give how many have the same place, oneself included: ``sharing[tournament, unit]``."""
    return np.asarray((place[:, None, :] == place[:, :, None]).sum(axis=2))


def chance_in_top(place: Integers, k: Array | int, shared: Integers | None = None) -> Integers:
    """Give everyone's chance to be among the first k if lots part those who share a place.

    It is in millionths, rounded; ``k`` is one number, or ``k[tournament]``. How many share each
    place may be given.
    """
    shared = sharing(place) if shared is None else shared
    room = np.clip(np.reshape(k, (-1, 1)) - place, 0, shared)
    return np.asarray((2 * room * MILLION + shared) // (2 * shared))


def rounded(x: Array, y: Array) -> Integers:
    """Give whole quotients, halves rounded up; 0 where y is 0."""
    return np.where(y > 0, (2 * x + y) // np.maximum(2 * y, 1), 0).astype(np.int64)
