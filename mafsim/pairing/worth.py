"""What round orders are worth to an event: what they break, what they cost, what is proved of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.pairing import bounds
from mafsim.pairing.past import behind
from mafsim.pairing.places import forbidden
from mafsim.pairing.problem import Problem
from mafsim.pairing.shapes import Past, Shape
from mafsim.pairing.start import AVOIDED, CLUB, fixed, kinds, players_of_rounds, tables_of
from mafsim.pairing.walks import CLUB as CLUB_PRICE
from mafsim.streams import Purpose, stream

Int32 = npt.NDArray[np.int32]

SETTLED = 2
"""Within so wide a range, total and sum of squares leave only one number of pairs at each meeting count."""


@dataclass(frozen=True, slots=True, order=True)
class Worth:
    """How good round orders are: the smaller the better, in the order of the preference."""

    order: tuple[int, ...]
    squares: int
    low: int
    high: int

    @property
    def broken(self) -> bool:
        """Whether somebody meets, or sits, where he may not."""
        return bool(self.order[0])


class Scale:
    """Weighs the round orders of one event, ``[round, entrant]``: players table by table, then who rests.

    Parameters
    ----------
    problem
        The event.
    prefer
        ``even`` or ``range``: what comes first of the sum of squares and the range.
    seed
        Decides who rests, where that matters to the bound.
    """

    def __init__(self, problem: Problem, prefer: str, seed: int) -> None:
        self.problem, self.prefer = problem, prefer
        self.behind = behind(problem)
        self.closed = forbidden(problem, pins=not fixed(problem).any())
        self.allowed = np.triu(problem.can_meet(), k=1)
        kind = kinds(problem)
        self.avoided = np.triu(kind == AVOIDED)
        self.clubs = np.triu(kind == CLUB)
        self.wishes = bool(self.avoided.any() or self.clubs.any())
        self.rows_avoidable = self._rows_avoidable()
        self.shape = self._shape(seed)
        self.bound = bounds.bound_of(self.shape)
        self._best = self.bound.value, self.bound.range

    def _shape(self, seed: int) -> Shape:
        problem = self.problem
        plays = players_of_rounds(problem, stream(seed, Purpose.BYES))
        return Shape(
            partners=problem.can_meet(),
            games=tuple(plays.sum(axis=0).tolist()),
            tables=problem.tables,
            sizes=(problem.table_size,) * sum(problem.tables),
            clubs=tuple(m for m in problem.roster.teams().values() if len(m) > 1),
            past=Past(self.behind.meetings, problem.available(), tuple(self.behind.games.tolist()))
            if problem.first
            else None,
            there=tuple(problem.available().sum(axis=0).tolist()),
        )

    def _rows_avoidable(self) -> bool:
        """Say whether the numbers allow that nobody rests twice in a row."""
        there = self.problem.available().sum(axis=1)
        resting = there - np.array(self.problem.tables) * self.problem.table_size
        again = int((self.behind.rested & self.problem.available()[0]).sum()) + resting[0]
        return bool((resting[1:] + resting[:-1] <= there[1:]).all() and again <= there[0])

    def of(self, at: Int32) -> Worth:
        """Weigh round orders."""
        meets = self.meets(at)
        broken = int(np.triu(meets, k=1).sum() - meets[self.allowed].sum()) + self._misplaced(at)
        counts = (meets + self.behind.meetings)[self.allowed]
        squares = int((counts.astype(np.int64) ** 2).sum())
        avoided = int(meets[self.avoided].sum())
        if self.avoided.any():
            # Who rather does not meet makes no range wide.
            counts = (meets + self.behind.meetings)[self.allowed & ~self.avoided]
        low, high = int(counts.min(initial=10**6)), int(counts.max(initial=0))
        low = min(low, high)
        ends = int(((counts == low) | (counts == high)).sum())
        rows = self._rests_in_a_row(at)
        first, second = squares + self.club_price(meets), high - low
        # Of single tables, perfect meetings count more than two rests in a row.
        perfect = max(self.problem.tables) == 1 and (first, second) == self._best
        before, after = (rows, 0) if self.rows_avoidable and not perfect else (0, rows)
        if self.prefer == "range":
            first, second = second, first
        return Worth((broken, before, avoided, first, second, ends, after), squares, low, high)

    def meets(self, at: Int32) -> Int32:
        """Count how often two share a table: ``[entrant, entrant]``, each with himself too."""
        n, size = at.shape[1], self.problem.table_size
        present = np.zeros((sum(self.problem.tables), n), dtype=np.float32)
        game = 0
        for round_, tables in enumerate(self.problem.tables):
            seated = at[round_, : tables * size]
            present[game + np.arange(len(seated)) // size, seated] = 1
            game += tables
        return np.asarray(np.rint(present.T @ present), dtype=np.int32)

    def club_price(self, meets: Int32) -> int:
        """Give what meetings of club-mates cost beside their squares."""
        return CLUB_PRICE * int(meets[self.clubs].sum())

    def spread_of_visits(self, at: Int32) -> int:
        """Give by how much the visits of somebody at his tables differ at most."""
        table = tables_of(self.problem, at)
        most = max(self.problem.tables)
        visits = self.behind.tables[:, :most].astype(np.int64)
        for here in table:
            seated = np.flatnonzero(here < most)
            visits[seated, here[seated]] += 1
        playing = visits[self.problem.available().any(axis=0)]
        return int((playing.max(axis=1) - playing.min(axis=1)).max())

    def proved(self, worth: Worth) -> bool:
        """Say whether no plan has fewer squares, and none a narrower range."""
        narrowest = worth.high - worth.low == self.bound.range
        return narrowest and worth.squares == self.bound.value

    def perfect(self, worth: Worth) -> bool:
        """Say whether nothing about the meetings can be better."""
        broken, _, avoided, *prices = worth.order
        price = prices[0 if self.prefer == "even" else 1]
        return broken == avoided == 0 and price == worth.squares and self.proved(worth)

    def finished(self, worth: Worth) -> bool:
        """Say whether nothing is left to thin: sum and range then settle how many pairs are at the ends."""
        width = worth.high - worth.low
        price = worth.order[3 if self.prefer == "even" else 4]
        settled = self.proved(worth) and price == worth.squares and not worth.order[-1]
        return width == 0 or (width <= SETTLED and settled)

    def _misplaced(self, at: Int32) -> int:
        """Count who sits where he may not."""
        if not self.closed.any():
            return 0
        table = tables_of(self.problem, at)
        round_, entrant = np.nonzero(table < self.closed.shape[1])
        return int(self.closed[round_, table[round_, entrant], entrant].sum())

    def _rests_in_a_row(self, at: Int32) -> int:
        resting = tables_of(self.problem, at) == max(self.problem.tables)
        resting &= self.problem.available()
        again = resting[0] & (self.behind.rested != 0)
        return int((resting[1:] & resting[:-1]).sum() + again.sum())
