"""The walks that go out for an event: how long each is, where it begins, and at what prices it aims."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from mafsim.pairing import bounds
from mafsim.pairing.groups import BLOCK, SCALE
from mafsim.pairing.walks import Walk
from mafsim.pairing.worth import Scale, Worth

Int32 = npt.NDArray[np.int32]

PROPOSALS = 20_000_000
"""Proposed exchanges of effort 1, over all walks."""

MANY_SEATS = 400
MANY_WALKS, FEW_WALKS = 6, 4
"""Walks side by side: fewer and longer ones for an event of many seats over all rounds."""

WIDE, NARROW, LAST = 0.45, 0.09, 0.1
"""The shares of the effort: the first walks, one attempt to narrow the range, one to thin its ends."""

DESIGNED = 0.1
"""The share, out of that of the first walks, that begins with designs where one fits."""

WARM = (1.35, 1.2, 0.9, 1.5, 1.7, 0.6)
"""The temperatures, in squared meetings, at which such walks begin: what is just short of melting a
design differs from one to another, and is not known before."""

COOL = 1.2
"""The temperature at which walks begin from a plan that is a design for the most part."""

STEEP = ((8, 6), (4, 12), (8, 12))
FLAT = ((2, 12), (2, 40), (1, 12))
"""Pairs of prices, of a squared meeting and of a squared distance from a range: the first walk along
the plans with equally few squares, the second leave them."""

IN_A_ROW = 1 << 14
"""The price of two rests in a row: above any gain in meetings, below a meeting that may not be.

Where the numbers do not allow to do without them, a rest in a row costs as much as a squared meeting.
"""

VISITS = (4, 6, 8, 12, 16, 32)
"""The prices of a squared visit at a table, where a squared meeting costs four."""


class Course:
    """Which walks go out for one event with one effort."""

    def __init__(self, scale: Scale, effort: float) -> None:
        problem = scale.problem
        self._scale, self._effort = scale, effort
        self.numbers = np.arange(problem.first + problem.rounds + 2, dtype=np.int32)
        """All numbers of meetings that two can have, and one more."""
        seats = sum(problem.tables) * problem.table_size
        self.width = MANY_WALKS if seats <= MANY_SEATS else FEW_WALKS
        """How many walks go side by side."""
        self.cool = False
        """Whether walks begin cool, since the best plan is a design for the most part."""

    @property
    def squares(self) -> Int32:
        """The plain prices: a number of meetings costs its square."""
        return self.numbers**2

    def wide(self, share: float) -> list[Walk]:
        """Walk from plans that chance has dealt."""
        return [self._walk(self.squares, share, self._scale.bound.value)] * self.width

    def from_designs(self, designs: Sequence[Int32]) -> list[Walk]:
        """Walk from the two best designs, so warm that they do not melt."""
        enough = self._scale.bound.value
        return [
            self._walk(self.squares, DESIGNED, enough, start=start, warm=warm)
            for start, warm in zip(itertools.cycle(designs[:2]), WARM[: self.width])
        ]

    def from_placed(self, at: Int32) -> Walk:
        """Walk from a plan that breaks nothing, and was not made to be even."""
        return self._walk(self.squares, LAST, 0, start=at)

    def narrower(self, pool: Sequence[Int32], worth: Worth) -> Iterator[Walk]:
        """Walk from good plans towards ranges narrower by one, and by two, where none is proved impossible.

        What is outside the range pays a penalty, by its squared distance; what a squared meeting
        costs beside it differs from walk to walk.
        """
        shape, bound = self._scale.shape, self._scale.bound
        even = self._scale.prefer == "even"
        least = worth.squares if even else bound.value
        aims = [
            (low, low + width)
            for width in (worth.high - worth.low - 1, worth.high - worth.low - 2)
            for low in range(max(0, worth.low - 1), worth.low + 3)
            if width >= 0 and bounds.fits(shape, least, low, low + width)
        ]
        here = (worth.low, worth.high)
        if even:
            narrow = list(itertools.product(STEEP, aims[:3], [worth.squares]))
            # A fence around the range lets a walk go on to fewer squares, if there can be fewer.
            inside = (worth.low + 1, worth.high)
            others = list(itertools.product(FLAT, [here, inside], [bound.value]))
            others = others if worth.squares > bound.value else narrow
            pattern = (narrow, others, others)
        else:
            narrow = list(itertools.product(FLAT, aims[:2], [bound.value]))
            # Beside narrower ranges, fewer squares within this one.
            others = list(itertools.product(FLAT, [here], [bound.value]))
            pattern = (narrow, narrow, others)
        cycles = {id(plans): itertools.cycle(plans or others) for plans in pattern}
        for number in range(self.width if (narrow or others) else 0):
            (unit, penalty), (low, high), enough = next(cycles[id(pattern[number % 3])])
            price = unit * self.squares + penalty * self.outside(low, high) ** 2
            yield self._onward(pool[number % len(pool)], price, NARROW, unit * enough, unit)

    def thinner(self, best: Int32, worth: Worth) -> Iterator[Walk]:
        """Walk from a plan towards fewer pairs at the ends of its range."""
        outside = self.outside(worth.low, worth.high)
        at_ends = (self.numbers == worth.low) | (self.numbers == worth.high)
        for unit, penalty in ((8, 1), (8, 2), (4, 1)) * 2:
            price = unit * self.squares + 4 * unit * outside**2 + penalty * at_ends
            yield self._onward(best, price, LAST, 0, unit)

    def around_tables(self, begin: Int32) -> list[Walk]:
        """Walk from a plan towards visits of everybody that are even, at several prices of visits."""
        return [
            self._walk(4 * self.squares, WIDE, 0, unit=4, start=begin, visit_price=price)
            for price in VISITS
        ]

    def outside(self, low: int, high: int) -> Int32:
        """Give the distance of each number of meetings from a range."""
        return np.maximum(0, np.maximum(low - self.numbers, self.numbers - high))

    def _onward(self, begin: Int32, price: Int32, share: float, enough: int, unit: int) -> Walk:
        warm = COOL if self.cool else 0
        return self._walk(price, share, enough, unit=unit, start=begin, warm=warm)

    def _walk(
        self,
        price: Int32,
        share: float,
        enough: int,
        *,
        unit: int = 1,
        start: Int32 | None = None,
        visit_price: int = 0,
        warm: float = 0,
    ) -> Walk:
        proposals = int(PROPOSALS * self._effort * share) // self.width // BLOCK * BLOCK
        return Walk(
            squares=price.astype(np.int32),
            proposals=proposals,
            enough=enough,
            unit=unit,
            row_price=IN_A_ROW if self._scale.rows_avoidable else unit,
            visit_price=visit_price,
            start=start,
            warm=int(warm * SCALE * unit),
        )
