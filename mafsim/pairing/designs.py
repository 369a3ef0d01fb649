"""Designs: events in which all who may meet do so equally often, made by algebra and not by search.

Each is counted anew when it is made, and one that is not what it claims is a fault of ours. What they
give, and from whom they are: `docs/designs.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.pairing.differences import matrices
from mafsim.pairing.fields import field, prime_power
from mafsim.pairing.hadamard import hadamard

Int32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """A plan for numbered people: those of one class never meet, all others equally often.

    `table` is ``[round, person]``, one past the last table for no seat; `classes` is ``[person]``.
    """

    name: str
    """What it is: the section of `docs/designs.md`."""
    table: Int32
    classes: Int32
    meetings: int
    """How often people of different classes meet."""
    at_most: bool = False
    """Whether that is only the most: some of them never meet."""

    @property
    def rounds(self) -> int:
        """How many rounds it has."""
        return len(self.table)


def meetings_of(table: Int32, tables: int) -> Int32:
    """Count how often two people share a table, ``[person, person]``, of ``table[round, person]``."""
    rounds, people = table.shape
    present = np.zeros((rounds * (tables + 1), people), dtype=np.float32)
    rows = np.arange(rounds)[:, None] * (tables + 1) + table
    present[rows.ravel(), np.tile(np.arange(people), rounds)] = 1
    present[tables :: tables + 1] = 0
    # Sums of zeros and ones below 2**24 are exact in float32, and only floats have a fast product.
    counts = np.rint(present.T @ present).astype(np.int32)
    np.fill_diagonal(counts, 0)
    return np.asarray(counts)


def verified(design: Design, tables: int, size: int) -> Design:
    """Give the same design, once its tables and its meetings are counted."""
    for row in design.table:
        assert (np.bincount(row, minlength=tables)[:tables] == size).all(), design.name
    games = (design.table < tables).sum(axis=0)
    assert (games == games[0]).all(), design.name
    met = meetings_of(design.table, tables)
    same = design.classes[:, None] == design.classes
    assert not met[same].any(), design.name
    others = met[~same]
    assert others.max(initial=0) <= design.meetings, design.name
    assert design.at_most or others.min(initial=design.meetings) == design.meetings, design.name
    return design


def designs(people: int, tables: int, size: int) -> Iterator[Design]:
    """Give the designs for so many people at full tables, all of whom play equally often."""
    if people == tables * size:
        yield from _developed(tables, size)
        yield from _lines(people, size)
        yield from _planes(people, tables)
        yield from _two_tables(people, tables)
        yield from _triples(people, size)
        yield from _squares_of_ten(people, tables, size)
    elif tables == 1:
        yield from _single_tables(people, size)


# ---- Difference matrices


def _developed(tables: int, size: int) -> Iterator[Design]:
    """Give the developments of difference matrices: classes of as many people as there are tables.

    In round j person a of class i sits at table ``a - D[i, j]``; so two of them share a table where their
    rows differ by a certain element. By one row more of the matrix the tables are numbered so that
    everybody visits each equally often. With all meetings once and classes that fill tables, these
    are a further round.
    """
    for matrix in matrices(tables, size):
        table = developed(matrix[:size], tables)
        if len(matrix) > size:
            table = field(tables).sums[table, matrix[size][:, None]]
        classes = np.repeat(np.arange(size, dtype=np.int32), tables)
        times = matrix.shape[1] // tables
        # The rows of the matrix are counted already, which proves this.
        yield Design("difference", table, classes, times)
        if times == 1 and tables % size == 0 and tables > size:
            yield _with_classes(table, classes, tables, size)


def developed(matrix: Int32, order: int) -> Int32:
    """Give the tables, ``[round, person]``, of a matrix: person ``a`` of row ``i`` is ``i q + a``."""
    rows, rounds = matrix.shape
    seated = field(order).differences[np.arange(order)[None, None, :], matrix.T[:, :, None]]
    return np.asarray(seated.reshape(rounds, rows * order), dtype=np.int32)


def _with_classes(table: Int32, classes: Int32, tables: int, size: int) -> Design:
    """Give a design of single meetings with one round more, in which classes sit among themselves."""
    place = np.arange(table.shape[1]) % tables
    last = classes * (tables // size) + place // size
    both = np.vstack([table, last[None, :]]).astype(np.int32)
    narrowed = (classes * size + place % size).astype(np.int32)
    return verified(Design("difference", both, narrowed, 1, at_most=True), tables, size)


# ---- Affine spaces and Hadamard matrices


def _digits(people: int, order: int) -> Int32:
    """Give the points of an affine space, ``[person, coordinate]``."""
    dimension = round(np.log(people) / np.log(order))
    return np.array(
        [[person // order**i % order for i in range(dimension)] for person in range(people)],
        dtype=np.int32,
    )


def _power_of(number: int, base: int) -> bool:
    while base > 1 and number % base == 0:
        number //= base
    return number == 1


def _directions(points: Int32) -> Int32:
    """Give one point other than 0 on each line through 0: that whose last coordinate but zeros is 1."""
    last = [int(row[np.flatnonzero(row)[-1]]) if row.any() else 0 for row in points]
    return np.asarray(points[np.array(last) == 1])


def _lines(people: int, size: int) -> Iterator[Design]:
    """Give the affine space whose lines are the tables: all meet once (Bose, 1939).

    The lines of one direction are a round.
    """
    if not prime_power(size) or not _power_of(people, size) or people == size:
        return
    f, points = field(size), _digits(people, size)
    values = size ** np.arange(points.shape[1])
    rounds: list[Int32] = []
    for direction in _directions(points):
        pivot = int(np.flatnonzero(direction)[-1])
        # Everybody's line, named by its point whose coordinate at the pivot is 0.
        moved = f.products[points[:, pivot][:, None], direction[None, :]]
        named = f.differences[points, moved] @ values
        rounds.append(np.unique(named, return_inverse=True)[1].ravel().astype(np.int32))
    table = np.array(rounds, dtype=np.int32)
    singles = np.arange(people, dtype=np.int32)
    yield verified(Design("affine", table, singles, 1), people // size, size)


def _planes(people: int, tables: int) -> Iterator[Design]:
    """Give the affine space whose hyperplanes are the tables: a round for each way to cut it."""
    if not prime_power(tables) or not _power_of(people, tables) or people <= tables**2:
        return
    f, points = field(tables), _digits(people, tables)
    rounds = []
    for normal in _directions(points):
        terms = f.products[points, normal[None, :]]
        total = np.zeros(people, dtype=np.int32)
        for column in terms.T:
            total = f.sums[total, column]
        rounds.append(total)
    size = people // tables
    meetings = (size - 1) // (tables - 1)
    singles = np.arange(people, dtype=np.int32)
    yield verified(
        Design("affine", np.array(rounds, dtype=np.int32), singles, meetings), tables, size
    )


def _two_tables(people: int, tables: int) -> Iterator[Design]:
    """Give a Hadamard matrix without its first column: a round for each other column, a person a row."""
    signs = hadamard(people) if tables == 2 and people >= 4 else None
    if signs is None:
        return
    table = ((1 - signs[:, 1:].T) // 2).astype(np.int32)
    singles = np.arange(people, dtype=np.int32)
    yield verified(Design("hadamard", table, singles, people // 2 - 1), 2, people // 2)


# ---- Tables of three


def _triples(people: int, size: int) -> Iterator[Design]:
    """Give a Kirkman triple system: all meet once at tables of three.

    Of 3q and of 2q + 1 people, q = 6t + 1 a prime power (Ray-Chaudhuri and Wilson, 1971, Solution of
    Kirkman's schoolgirl problem, Proceedings of Symposia in Pure Mathematics 19).
    """
    if size != 3 or people % 6 != 3:
        return
    third, half = people // 3, (people - 1) // 2
    if third % 6 == 1 and prime_power(third):
        rounds = _thrice(third)
    elif half % 6 == 1 and prime_power(half):
        rounds = _twice_and_one(half)
    else:
        return
    table = np.zeros((len(rounds), people), dtype=np.int32)
    for round_, blocks in enumerate(rounds):
        for number, block in enumerate(blocks):
            table[round_, list(block)] = number
    singles = np.arange(people, dtype=np.int32)
    yield verified(Design("kirkman", table, singles, 1), people // 3, 3)


Block = tuple[int, ...]


def _thrice(q: int) -> list[list[Block]]:
    """Give the rounds for 3q people: point x of copy j is ``j q + x``."""
    f, t = field(q), (q - 1) // 6
    x = f.powers.tolist()
    crossed = [[x[(i + 2 * j * t) % (q - 1)] + j * q for j in range(3)] for i in range(6 * t)]
    base = [[0, q, 2 * q]]
    base += [[x[i + 2 * s * t] + j * q for s in range(3)] for i in range(t) for j in range(3)]
    base += [crossed[i + u * t] for i in range(t) for u in (1, 3, 5)]
    rounds = [[_shifted(block, g, q) for block in base] for g in range(q)]
    rounds += [
        [_shifted(crossed[i + u * t], g, q) for g in range(q)] for i in range(t) for u in (0, 2, 4)
    ]
    return rounds


def _twice_and_one(q: int) -> list[list[Block]]:
    """Give the rounds for 2q + 1 people, the last of whom stays while the others move on."""
    f, t = field(q), (q - 1) // 6
    x = f.powers.tolist()
    two = f.sums[1, 1]
    m = next(i for i in range(q - 1) if f.products[two, x[i]] == f.sums[x[t], 1])

    def power(i: int) -> int:
        return int(x[i % (q - 1)])

    base = [[0, q, 2 * q]]
    base += [
        [power(i), power(i + t), q + power(i + m)]
        for u in (0, 2, 4)
        for i in range(u * t, u * t + t)
    ]
    base += [[q + power(i + m + u * t) for u in (1, 3, 5)] for i in range(t)]
    return [[_shifted(block, g, q, copies=2) for block in base] for g in range(q)]


def _shifted(block: list[int], by: int, q: int, copies: int = 3) -> Block:
    sums = field(q).sums
    return tuple(
        point if point >= copies * q else point - point % q + int(sums[point % q, by])
        for point in block
    )


# ---- Ten tables of ten, and single tables

SQUARES_OF_TEN = ("---0000000000", "000---3162540", "213135---6420", "126312654---0")
"""A (7, 4; 1, 1; 3) quasi-difference matrix, found by CP-SAT; the first squares of order ten are those of
Bose, Shrikhande and Parker (1960, Canadian Journal of Mathematics 12)."""


def _squares_of_ten(people: int, tables: int, size: int) -> Iterator[Design]:
    """Give four rounds of ten tables of ten in which nobody meets anybody twice.

    That is two orthogonal Latin squares: rows, columns and the two squares' letters are the tables.
    """
    if (people, tables, size) != (100, 10, 10):
        return
    columns: list[tuple[int, ...]] = []
    seen = [0] * len(SQUARES_OF_TEN)
    for column in zip(*SQUARES_OF_TEN, strict=True):
        # The empty cells of a row are three more points, which stay while all others move.
        extra = next((7 + seen[row] for row, cell in enumerate(column) if cell == "-"), 0)
        seen = [before + (cell == "-") for before, cell in zip(seen, column, strict=True)]
        columns += [
            tuple(extra if cell == "-" else (int(cell) + by) % 7 for cell in column)
            for by in range(7)
        ]
    columns += [
        (7 + a, 7 + b, 7 + (a + b) % 3, 7 + (a + 2 * b) % 3) for a in range(3) for b in range(3)
    ]
    table = np.array(columns, dtype=np.int32).T
    singles = np.arange(100, dtype=np.int32)
    yield verified(Design("squares", table, singles, 1, at_most=True), 10, 10)


def _single_tables(people: int, size: int) -> Iterator[Design]:
    """Give a symmetric design: as many games of one table as people, all of whom meet equally often.

    The games are a difference set moved through its group (Singer, 1938; Paley, 1933), or for sixteen
    people the zeros of ``x1 x2 + x3 x4``, a bent function.
    """
    found = _difference_set(people, size)
    if found is None:
        return
    moved, chosen = found
    table = np.ones((people, people), dtype=np.int32)
    for game in range(people):
        table[game, moved[list(chosen), game]] = 0
    singles = np.arange(people, dtype=np.int32)
    meetings = size * (size - 1) // (people - 1)
    yield verified(Design("symmetric", table, singles, meetings), 1, size)


def _difference_set(people: int, size: int) -> tuple[Int32, tuple[int, ...]] | None:
    """Give the sums of a group and a set of `size` of its elements, or None where none is known here."""
    if size * (size - 1) % (people - 1):
        return None
    if (people, size) in {(16, 6), (16, 10)}:
        ones = [x for x in range(16) if ((x & x >> 1) ^ (x >> 2 & x >> 3)) & 1]
        zeros = [x for x in range(16) if x not in ones]
        return field(16).sums, tuple(ones if size == 6 else zeros)
    if prime_power(people) and people % 4 == 3 and size in (people // 2, people // 2 + 1):
        squares = field(people).squares().tolist()
        others = [x for x in range(people) if x not in squares]
        return field(people).sums, tuple(squares if size == people // 2 else others)
    order = size - 1
    if people == order**2 + order + 1 and order <= 9 and prime_power(order):
        numbers = np.arange(people, dtype=np.int32)
        return (numbers[:, None] + numbers) % people, _singer(order)
    return None


def _singer(order: int) -> tuple[int, ...]:
    """Give the points of a line of a projective plane, numbered by logarithms in the field of q^3."""
    f = field(order**3)
    people = order**2 + order + 1
    logs = np.zeros(order**3, dtype=np.int64)
    logs[f.powers] = np.arange(order**3 - 1)
    # The elements of the small field are 0 and the powers of its own generator.
    small = [0, *f.powers[::people].tolist()]
    line = {int(logs[f.sums[a, int(f.powers[1])]]) % people for a in small} | {0}
    return tuple(sorted(line))


# ---- Shapka

PACKINGS = 20_000
"""How many ways to choose disjoint differences are looked at."""


def configurations(teams: int, rounds: int) -> Int32 | None:
    """Give rounds of Shapka in which each team is in three triples: ``[round, table, place]``.

    A round is a cyclic configuration n_3, ``{i, i + a, i + a + b}`` for all i modulo n: no two of its
    teams meet twice in it, which needs seven teams or more. Rounds whose differences are all different
    bring nobody together again; where there are no more of these, they return in the same order.
    """
    if teams < 7:
        return None
    chosen: list[tuple[int, int]] = []
    for wanted in range(min(rounds, (teams - 1) // 6), 0, -1):
        chosen = _disjoint(teams, wanted)
        if chosen:
            break
    places = [(0, a, a + b) for a, b in chosen]
    table = [
        [[(i + by) % teams for by in places[r % len(places)]] for i in range(teams)]
        for r in range(rounds)
    ]
    found = np.array(table, dtype=np.int32)
    for round_ in found:
        met = [
            tuple(sorted((a, b)))
            for x, y, z in round_.tolist()
            for a, b in ((x, y), (y, z), (x, z))
        ]
        assert len(set(met)) == 3 * teams
    return found


def _disjoint(teams: int, wanted: int) -> list[tuple[int, int]]:
    """Give so many pairs a, b such that a, b and a + b differ modulo n, up to sign, from all others.

    None where there are not so many, or they are not found soon.
    """
    left = (teams - 1) // 2
    tried = 0

    def search(free: frozenset[int], found: list[tuple[int, int]]) -> list[tuple[int, int]]:
        nonlocal tried
        tried += 1
        if len(found) == wanted or tried > PACKINGS or len(free) < 3 * (wanted - len(found)):
            return found if len(found) == wanted else []
        a = min(free)
        for b in sorted(free - {a}):
            c = min(a + b, teams - a - b)
            if c in free and c not in (a, b):
                more = search(free - {a, b, c}, [*found, (a, b)])
                if more:
                    return more
        return search(free - {a}, found)

    return search(frozenset(range(1, left + 1)), [])
