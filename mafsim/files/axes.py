"""Plans of other programs as plain cubes of cells: which axis is which, and where numbers begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

Cell = str | int | None
"""A name, a slot's number, or nobody."""
Cube = list[list[list[Cell]]]
"""``cube[round][table][seat]``, ragged where rounds or tables are."""


def turned(cube: Cube, size: int) -> tuple[Cube, str]:
    """Give a cube with its axes as ``[round][table][seat]``, and how they stood.

    A cube stays as it is where all its tables have `size` seats and nobody sits twice in a round.
    Else it is turned if there is one way to turn it so that this holds; the way is ``seats-tables``
    for ``[round][seat][table]`` and ``tables-rounds`` for ``[table][round][seat]``, empty if nothing
    is turned.
    """
    if _fits(cube, size):
        return cube, ""
    ways = {"seats-tables": _inner(cube), "tables-rounds": _outer(cube)}
    fitting = [way for way, other in ways.items() if other is not None and _fits(other, size)]
    if len(fitting) != 1:
        return cube, ""
    found = ways[fitting[0]]
    assert found is not None
    return found, fitting[0]


def _fits(cube: Cube, size: int) -> bool:
    tables = [table for round_ in cube for table in round_]
    if not tables or any(len(table) != size for table in tables):
        return False
    return not any(_repeats(cell for table in round_ for cell in table) for round_ in cube)


def _repeats(cells: Iterator[Cell]) -> bool:
    counts = Counter(cell for cell in cells if cell is not None)
    return any(count > 1 for count in counts.values())


def _inner(cube: Cube) -> Cube | None:
    """Exchange seats and tables in every round; None where a round is no rectangle."""
    if any(len(set(map(len, round_))) > 1 for round_ in cube):
        return None
    return [[list(table) for table in zip(*round_, strict=True)] for round_ in cube]


def _outer(cube: Cube) -> Cube | None:
    """Exchange rounds and tables; a table may have fewer rounds than others."""
    rounds = max(map(len, cube), default=0)
    return [[table[index] for table in cube if index < len(table)] for index in range(rounds)]


def slots(cube: Cube) -> list[int]:
    """Give every slot's number that a cube has."""
    return [cell for round_ in cube for table in round_ for cell in table if isinstance(cell, int)]


def first_number(numbers: Sequence[int], people: int | None) -> int:
    """Say whether slots are counted from 0 or from 1: from 1 where 0 is missing and the last is there.

    `people` is how many people there are, if that is known.
    """
    if not numbers or 0 in numbers:
        return 0
    return int(people is None or max(numbers) == people)


def shifted(cube: Cube, by: int) -> Cube:
    """Give a cube whose slots are counted from zero."""
    return [
        [[cell - by if isinstance(cell, int) else cell for cell in table] for table in round_]
        for round_ in cube
    ]
