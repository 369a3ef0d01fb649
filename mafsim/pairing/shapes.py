"""The shape of a plan: all that a bound may know of it, and who could have how many of its games.

Who has a game more than others is free; as equal as games can be, they are always the same numbers.
Proofs: `docs/bounds.md`.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace

import numpy as np

from mafsim.pairing.measures import (
    Counts,
    Flags,
    available,
    game_counts,
    incidence,
    may_meet,
    meeting_counts,
    taking_part,
)
from mafsim.pairing.turns import spans
from mafsim.plan import Plan


@dataclass(frozen=True, slots=True)
class Past:
    """What frozen rounds leave to the rounds behind them.

    `meetings` is ``[entrant, entrant]``, meetings in the frozen rounds; `there` is ``[round, entrant]``,
    who can play in which of the others. `games` counts the frozen games beside which those of the
    others are equal; without them the others are equal among themselves.
    """

    meetings: Counts
    there: Flags
    games: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """All that a bound may know of a plan, or of the rounds that follow frozen ones.

    `partners` is ``[entrant, entrant]``, who may meet whom; `games` counts each entrant's games;
    `tables` is how many tables each round has, `sizes` how many people each game has.
    """

    partners: Flags
    games: tuple[int, ...]
    tables: tuple[int, ...]
    sizes: tuple[int, ...]
    clubs: tuple[tuple[int, ...], ...] = ()
    """The teams of two or more, as entrants."""
    past: Past | None = None
    """The frozen rounds; then all other fields are about those that follow."""
    there: tuple[int, ...] = ()
    """In how many rounds each entrant could play. With it `games` says only how many people play how
    many games, and not who: somebody else could rest. Empty: everybody plays his own number."""

    @property
    def shared_out(self) -> bool:
        """Whether somebody could play a game more or less than `games` says."""
        return bool(self.there) and len(set(self.totals)) > 1

    @property
    def totals(self) -> tuple[int, ...]:
        """The games of each entrant that are to be equal, those of the past with them."""
        if self.past is None or not self.past.games:
            return self.games
        return tuple(a + b for a, b in zip(self.past.games, self.games, strict=True))


def shape_of(plan: Plan) -> Shape:
    """Give the shape of a plan."""
    return replace(_fixed_shape(plan), there=_rounds_there(plan, _there(plan)))


def _fixed_shape(plan: Plan) -> Shape:
    """Give the shape of the seats of a plan, in which everybody plays his own number of games."""
    present = incidence(plan)
    return Shape(
        partners=may_meet(plan.roster, plan.rounds),
        games=tuple(int(count) for count in game_counts(plan)),
        tables=tuple(int(count) for count in plan.played().sum(axis=1)),
        sizes=tuple(int(size) for size in present.sum(axis=1)),
        clubs=tuple(m for m in plan.roster.teams().values() if len(m) > 1),
    )


def _rounds_there(plan: Plan, there: Flags) -> tuple[int, ...]:
    """Give in how many rounds each could play; nothing where that is settled otherwise.

    Where there are advisers a team chooses who plays, so its games are equal, and not its members'. In
    Shapka everybody plays until a cut.
    """
    if plan.advisers is not None or plan.game == "shapka":
        return ()
    return tuple(there.sum(axis=0).tolist())


def _there(plan: Plan) -> Flags:
    """Say who could play in which round, ``[round, entrant]``: whoever is there, where a cut lets him."""
    there, plays = available(plan.roster, plan.rounds), taking_part(plan)
    for first, end in spans(plan):
        there[first:end] &= plays[first:end].any(axis=0)
    return there


def shape_beside(plan: Plan, settled: Flags) -> Shape:
    """Give the shape of the rounds that are still free beside settled ones, ``settled[round]``."""
    past = plan.with_(seats=plan.seats[settled], missing_rounds=())
    coming = plan.with_(seats=plan.seats[~settled], missing_rounds=())
    there = _there(plan)[~settled]
    shape = _fixed_shape(coming)
    beside = plan.with_(seats=plan.seats[settled & _of_stages(plan, ~settled)], missing_rounds=())
    return Shape(
        partners=may_meet(plan.roster, plan.rounds),
        games=shape.games,
        tables=shape.tables,
        sizes=shape.sizes,
        past=Past(meeting_counts(past), there, tuple(game_counts(beside).tolist())),
        there=_rounds_there(plan, there),
    )


def _of_stages(plan: Plan, rounds: Flags) -> Flags:
    """Say which rounds belong to the stages of some rounds: games are equal within a stage."""
    if not plan.stages:
        return np.ones(plan.rounds, dtype=np.bool_)
    named = {stage for stage, here in zip(plan.stages, rounds, strict=True) if here}
    return np.array([stage in named for stage in plan.stages], dtype=np.bool_)


def dealt_anew(shape: Shape) -> list[int]:
    """Give everybody's games as those who have most partners have most of them.

    Of all ways to share the same numbers of games out, this one has the fewest squares, and the meetings
    of nobody are further from those of others: a further meeting costs least where there are most
    partners. Nobody has more games than there are rounds for him.
    """
    if not shape.shared_out or shape.past is not None:
        return list(shape.games)
    partners = shape.partners.sum(axis=1).tolist()
    waiting = sorted(range(len(shape.games)), key=lambda player: shape.there[player])
    able: list[tuple[int, int]] = []
    dealt = [0] * len(shape.games)
    for games in sorted(shape.games, reverse=True):
        while waiting and shape.there[waiting[-1]] >= games:
            player = waiting.pop()
            heapq.heappush(able, (-partners[player], player))
        if not able:
            return list(
                shape.games
            )  # somebody plays who is away: a broken plan has its own numbers
        dealt[heapq.heappop(able)[1]] = games
    return dealt


def possible_games(shape: Shape) -> tuple[tuple[int, int], ...]:
    """Give the fewest and the most games that each could have, if as many people have as many as here.

    Somebody has no more than there are rounds for him. Where all those who cannot have more than some
    number take all the numbers up to it, the others have more.
    """
    if not shape.shared_out:
        return tuple((games, games) for games in shape.games)
    before = (0,) * len(shape.games)
    if shape.past is not None and shape.past.games:
        before = shape.past.games
    most = [a + b for a, b in zip(before, shape.there, strict=True)]
    numbers, limits = np.sort(shape.totals), np.sort(most)
    values = np.unique(numbers)
    full = np.searchsorted(numbers, values, "right") == np.searchsorted(limits, values, "right")
    taken = values[full]
    possible = []
    for own, limit, games in zip(before, most, shape.games, strict=True):
        above = taken[taken < limit].max(initial=-1)
        own_values = values[(values > above) & (values <= limit)]
        if not len(own_values):
            possible.append((games, games))
            continue
        low, high = int(own_values[0]) - own, int(own_values[-1]) - own
        possible.append((min(max(low, 0), games), max(high, games)))
    return tuple(possible)
