"""The work of a simulation, cut into blocks, and what a block comes to: whole numbers that add up."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from mafsim.games import Games
from mafsim.metrics import METRICS, PairTotals, Totals, pair_totals, totals
from mafsim.simulate.exported import Sheet, sheets
from mafsim.simulate.tables import Tables, tables
from mafsim.tournament.book import Book
from mafsim.tournament.outcome import Outcome
from mafsim.tournament.simulated import AnyEvent, play_block

BLOCK = 500
"""How many tournaments are played at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What some tournaments come to."""

    tournaments: int
    games: tuple[int, ...]
    """How many games, by event."""
    totals: tuple[Totals, ...]
    """What the metrics count, by event."""
    tables: tuple[Tables, ...]
    """What else is shown, by event."""
    pairs: tuple[PairTotals, ...] = ()
    """What they count of every event but the first, beside the first."""
    played: int = 0
    """How many games were played, where some are common to several events."""
    sheets: tuple[Sheet, ...] = ()
    """The results of each tournament, if they were asked for; they are not added up."""

    def __add__(self, other: Self) -> Counted:
        """Give what the tournaments of both come to."""
        if not isinstance(other, Counted):
            return NotImplemented
        return Counted(
            tournaments=self.tournaments + other.tournaments,
            games=tuple(map(sum, zip(self.games, other.games, strict=True))),
            totals=tuple(a + b for a, b in zip(self.totals, other.totals, strict=True)),
            tables=tuple(a + b for a, b in zip(self.tables, other.tables, strict=True)),
            pairs=tuple(a + b for a, b in zip(self.pairs, other.pairs, strict=True)),
            played=self.played + other.played,
        )

    def document(self) -> dict[str, Any]:
        """Give it as plain data for JSON."""
        return {
            "tournaments": self.tournaments,
            "games": list(self.games),
            "totals": [each.document() for each in self.totals],
            "tables": [each.document() for each in self.tables],
            "pairs": [each.document() for each in self.pairs],
            "played": self.played,
        }

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """Read what `document` has written."""
        return cls(
            tournaments=int(document["tournaments"]),
            games=tuple(map(int, document["games"])),
            totals=tuple(map(Totals.of, document["totals"])),
            tables=tuple(map(Tables.of, document["tables"])),
            pairs=tuple(map(PairTotals.of, document["pairs"])),
            played=int(document["played"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Job:
    """What is to be simulated: the same tournaments of one event, or of several."""

    events: tuple[AnyEvent, ...]
    """Each is compared with the first."""
    metrics: tuple[str, ...] = tuple(METRICS)
    export: bool = False
    """The results of the first event are given as well."""

    def run(self, first: int, n: int) -> Counted:
        """Play `n` tournaments from number `first` on, and count."""
        book = Book() if len(self.events) > 1 else None
        base = play_block(self.events[0], first, n, book=book)
        found, shown = [totals(base, self.metrics)], [tables(base)]
        games, pairs = [len(base.games)], []
        for event in self.events[1:]:
            other = play_block(event, first, n, book=book)
            found.append(totals(other, self.metrics))
            shown.append(tables(other))
            games.append(len(other.games))
            pairs.append(pair_totals(other, base, self.metrics))
        return Counted(
            tournaments=n,
            games=tuple(games),
            totals=tuple(found),
            tables=tuple(shown),
            pairs=tuple(pairs),
            played=_played(base, games, book),
            sheets=sheets(base) if self.export else (),
        )


def _played(base: Outcome, games: list[int], book: Book | None) -> int:
    if book is None or not isinstance(base.games, Games):
        return sum(games)
    return sum(games) - book.shared


def packed(job: Job) -> bytes:
    """Give a job as bytes that any worker can unpack."""
    return pickle.dumps(job, protocol=5)


@lru_cache(maxsize=4)
def _unpacked(job: bytes) -> Job:
    found = pickle.loads(job)  # noqa: S301 - it comes from the process that gives out the work
    assert isinstance(found, Job)
    return found


def run_block(job: bytes, first: int, n: int) -> Counted:
    """Play one block of a packed job: what a worker does."""
    return _unpacked(job).run(first, n)
