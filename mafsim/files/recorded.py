"""What the games of both kinds have in common on their way from lines to arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from mafsim.files.faults import Faults
from mafsim.files.grid import Warnings
from mafsim.files.limits import MAX_ROUNDS, MAX_SEATS
from mafsim.files.lines import Line
from mafsim.files.place import Place, PlacedError
from mafsim.files.players import Players
from mafsim.files.rounds import Said
from mafsim.files.text import shown
from mafsim.files.values import whole
from mafsim.games import AnyGames

Places = tuple[tuple[Place, ...], ...]
"""``places[game][seat]``: where in the file a seat is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The games of a file, and where each seat is told."""

    games: AnyGames
    places: Places
    movers: tuple[int | None, ...] = ()
    """The seat on whose line the best move of a game stands."""
    warnings: Warnings


class Told(Protocol):
    """A line that was read."""

    @property
    def line(self) -> Line:
        """The line itself."""

    @property
    def round(self) -> int:
        """Its round, zero-based."""

    @property
    def name(self) -> str:
        """Who sits there."""


AnyTold = TypeVar("AnyTold", bound=Told)


def said_of(lines: Iterable[Line]) -> list[Said]:
    """Give what lines say of their rounds; those that say nothing readable are passed over."""
    numbers = ((line, whole(line["round"], 1, MAX_ROUNDS)) for line in lines)
    return [Said(line["stage"], number) for line, number in numbers if number is not None]


Where = tuple[int, int, int]
"""A stage, a round and a table, zero-based."""


def by_table(lines: Iterable[tuple[Where | None, Line]]) -> list[list[tuple[Where, Line]]]:
    """Give the lines of each table, in the order of rounds and tables; those of nowhere are left out.

    Raises
    ------
    PlacedError
        A table has more lines than any table has seats.
    """
    tables: dict[tuple[int, int], list[tuple[Where, Line]]] = {}
    for where, line in lines:
        if where is not None:
            table = tables.setdefault(where[1:], [])
            table.append((where, line))
            if len(table) > MAX_SEATS:
                raise PlacedError("plan_file.crowd", place=line.place, limit=MAX_SEATS)
    return [tables[key] for key in sorted(tables)]


def once_a_round(
    games: Iterable[Sequence[AnyTold]], players: Players, faults: Faults
) -> Iterator[Sequence[AnyTold]]:
    """Leave out a game with somebody who has a seat already, in that game or in its round."""
    taken: dict[tuple[int, int], AnyTold] = {}
    for game in games:
        own: dict[tuple[int, int], AnyTold] = {}
        good = True
        for seat in game:
            key = (seat.round, players.index[seat.name])
            first = taken.get(key) or own.setdefault(key, seat)
            if first is not seat:
                good = False
                faults.add(
                    PlacedError(
                        "results.name_twice",
                        place=seat.line.place,
                        name=shown(seat.name),
                        round=seat.round,
                        first=first.line.place,
                    )
                )
        if good:
            taken |= own
            yield game
