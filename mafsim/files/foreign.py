"""Plans as other programs write them: a schedule, a bare array of slots, the federation's text."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from mafsim.files.axes import Cell, Cube, first_number, shifted, slots, turned
from mafsim.files.grid import Warnings
from mafsim.files.limits import MAX_ENTRANTS, MAX_ROUNDS, MAX_SEATS, MAX_TABLES
from mafsim.files.place import Place, PlacedError
from mafsim.files.seating import Seating
from mafsim.files.text import Cleaned, checked_name, shown
from mafsim.files.tree import Node

SEPARATORS = (";", ",", "\t")
"""What separates the tables in the federation's text: today's sign first, then the older ones."""

_HEADING = re.compile(
    r"(?:тур|раунд|round|игра|game)\s*[№#]?\s*([0-9]{1,4})\s*[.:]?", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """What a foreign plan says: who sits where, by name or by the number of a slot."""

    cube: Cube
    """``cube[round][table][seat]``; slots are counted from zero."""
    rounds: tuple[int, ...]
    """The number of each round of the cube, zero-based: some may be missing."""
    people: tuple[str, ...] = ()
    """The names of the slots, if the file has them."""
    players: int | None = None
    """How many people there are, if the file says so."""
    last: int | None = None
    """How many rounds there are, if the file says so."""
    warnings: Warnings = field(default_factory=list)


# --- the schedule -----------------------------------------------------------------------------


def is_schedule(document: Node) -> bool:
    """Say whether a JSON document is meant as a schedule."""
    value = document.value
    return isinstance(value, dict) and "rounds" in value and "games" in value


def read_schedule(document: Node, *, size: int) -> Foreign:
    """Read a schedule: rounds that name their games, and games that list ten people each.

    Raises
    ------
    PlacedError
        A game stands in no round or in two, or the configuration says otherwise than the games.
    """
    games = _games(document)
    numbers: list[int] = []
    cube: Cube = []
    taken: dict[str, Node] = {}
    for node in document.need("rounds").items():
        number = node.need("id")
        if number.whole(0, MAX_ROUNDS) in numbers:
            raise PlacedError("foreign.round_twice", place=number.place, id=number.value)
        numbers.append(number.value)
        cube.append([_table(games, game, taken) for game in node.need("gameIds").items()])
    if not numbers:
        raise PlacedError("plan_file.no_rounds", place=document.place)
    spare = next((id_ for id_ in games if id_ not in taken), None)
    if spare is not None:
        raise PlacedError("foreign.spare_game", place=games[spare].place, id=shown(spare))
    return _scheduled(document, cube, numbers, size)


def _games(document: Node) -> dict[str, Node]:
    games: dict[str, Node] = {}
    for node in document.need("games").items():
        id_ = node.need("id")
        if id_.name() in games:
            raise PlacedError("foreign.game_twice", place=id_.place, id=shown(id_.name()))
        games[id_.name()] = node
    return games


def _table(games: dict[str, Node], game: Node, taken: dict[str, Node]) -> list[Cell]:
    """Give the seats of the game that a round names."""
    id_ = game.name()
    if id_ not in games:
        raise PlacedError("foreign.no_game", place=game.place, id=shown(id_))
    if id_ in taken:
        raise PlacedError(
            "foreign.game_in_two_rounds", place=game.place, id=shown(id_), first=taken[id_].place
        )
    taken[id_] = game
    return _seats(games[id_].need("players"))


def _scheduled(document: Node, cube: Cube, numbers: list[int], size: int) -> Foreign:
    said = document.get("configuration")
    people = _people(document.get("people"))
    count = _said(said, "numPlayers", MAX_ENTRANTS)
    first = _shift(people, cube) if people else first_number(slots(cube), count)
    cube = shifted(cube, first)
    counted = {
        "numPlayers": len(people) if people and count is not None else count or 0,
        "numGames": sum(map(len, cube)),
        "numTables": max(map(len, cube), default=0),
    }
    _refuse_other_count(said, counted, document)
    largest = max(slots(cube), default=0)
    if count is not None and not people and largest >= count:
        raise PlacedError("foreign.beyond", place=document.place, slot=largest, n=count)
    warnings: Warnings = [("foreign.from_one", {"file": document.file})] if first else []
    warnings += _attempts(said, cube, document.file)
    start = 0 if 0 in numbers else 1
    cube, way = turned(cube, size)
    if way == "tables-rounds":
        numbers, start = list(range(len(cube))), 0
    last = _said(said, "numRounds", MAX_ROUNDS)
    rounds = max(numbers) - start + 1
    if last is not None and last < rounds:
        raise PlacedError(
            "foreign.other_count", place=document.place, name="numRounds", said=last, n=rounds
        )
    positions = {number: position for position, (number, _) in enumerate(people)}
    return Foreign(
        cube=_at_positions(cube, positions) if people else cube,
        rounds=tuple(number - start for number in numbers),
        people=tuple(name for _, name in people),
        players=count,
        last=last,
        warnings=[*warnings, *_turned(way, document.file)],
    )


def _at_positions(cube: Cube, positions: Mapping[int, int]) -> Cube:
    """Give each slot as the position of its person; a number that nobody has becomes a name."""
    return [
        [
            [positions.get(cell, str(cell)) if isinstance(cell, int) else cell for cell in table]
            for table in round_
        ]
        for round_ in cube
    ]


def _people(node: Node | None) -> list[tuple[int, str]]:
    people: list[tuple[int, str]] = []
    seen: set[int] = set()
    for entry in [] if node is None else node.items():
        id_ = entry.need("id")
        if id_.whole(0, MAX_ENTRANTS) in seen:
            raise PlacedError("foreign.person_twice", place=id_.place, id=id_.value)
        seen.add(id_.value)
        people.append((id_.value, entry.need("name").name()))
    return people


def _shift(people: Sequence[tuple[int, str]], cube: Cube) -> int:
    """Say by how much the numbers at the tables are above those of the people."""
    known = {number for number, _ in people}
    seated = set(slots(cube))
    return next((by for by in (0, 1, -1) if {slot - by for slot in seated} <= known), 0)


def _said(configuration: Node | None, key: str, most: int) -> int | None:
    node = None if configuration is None else configuration.get(key)
    return None if node is None else node.whole(0, most)


def _refuse_other_count(
    configuration: Node | None, counted: Mapping[str, int], document: Node
) -> None:
    """Refuse a schedule whose configuration promises other games, tables or people than it has."""
    for key, count in counted.items():
        said = _said(configuration, key, MAX_ROUNDS * MAX_TABLES)
        if said is not None and said != count:
            raise PlacedError(
                "foreign.other_count", place=document.place, name=key, said=said, n=count
            )


def _attempts(configuration: Node | None, cube: Cube, file: str) -> Warnings:
    """Warn if those who play most do not play the games that the configuration promises to each."""
    said = _said(configuration, "numAttempts", MAX_ROUNDS)
    most = max(Counter(slots(cube)).values(), default=0)
    if not said or said == most:
        return []
    return [("foreign.attempts", {"file": file, "said": said, "n": most})]


def _turned(way: str, file: str) -> Warnings:
    """Say that the axes were turned, and how."""
    match way:
        case "seats-tables":
            return [("foreign.seats_tables", {"file": file})]
        case "tables-rounds":
            return [("foreign.tables_rounds", {"file": file})]
    return []


# --- the bare array ---------------------------------------------------------------------------


def is_array(document: Node) -> bool:
    """Say whether a JSON document is meant as lists of rounds, tables and seats."""
    value = document.value
    return isinstance(value, list) and bool(value) and isinstance(value[0], list)


def read_array(document: Node, *, size: int, people: int | None) -> Foreign:
    """Read ``[round][table][seat]``, each seat a slot's number, a name, or null for nobody."""
    _refuse_many(len(document.values()), MAX_ROUNDS, document.place)
    for round_ in document.items():
        _refuse_many(len(round_.values()), MAX_TABLES, round_.place)
    cube: Cube = [[_seats(table) for table in round_.items()] for round_ in document.items()]
    cells = [cell for round_ in cube for table in round_ for cell in table if cell is not None]
    if len({type(cell) for cell in cells}) > 1:
        raise PlacedError("foreign.names_and_numbers", place=document.place)
    cube, way = turned(cube, size)
    first = first_number(slots(cube), people)
    warnings = _turned(way, document.file)
    if first:
        warnings.append(("foreign.from_one", {"file": document.file}))
    return Foreign(
        cube=shifted(cube, first),
        rounds=tuple(range(len(cube))),
        warnings=warnings,
    )


def _refuse_many(number: int, most: int, place: Place) -> None:
    """Refuse more rounds, or tables of a round, than anybody plays."""
    if number > most:
        raise PlacedError("foreign.many", place=place, limit=most)


def _seats(node: Node) -> list[Cell]:
    if len(node.values()) > MAX_SEATS:
        raise PlacedError("plan_file.crowd", place=node.place, limit=MAX_SEATS)
    return [_cell(seat) for seat in node.items()]


def _cell(node: Node) -> Cell:
    if node.value is None or node.value == -1:
        return None
    if isinstance(node.value, str):
        return node.name()
    return node.whole(0, MAX_ENTRANTS)


# --- the federation's text --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines of one round, and the number that its heading gives, if there is one."""

    lines: tuple[_Line, ...]
    heading: int | None


def is_federation(text: str, *, size: int) -> bool:
    """Say whether a text is meant as the federation's: blocks of `size` lines, or nearly."""
    blocks = list(islice(_blocks(text), MAX_ROUNDS + 1))
    lengths = [len(block.lines) for block in blocks]
    widths = {len(line.cells) for block in blocks for line in block.lines}
    if size in lengths:
        return True
    if widths == {size}:
        return True
    return len(widths) == 1 and widths != {1} and any(n and n % size == 0 for n in lengths)


def has_rounds(text: str) -> bool:
    """Say whether a text has several blocks of lines with empty lines or headings between them."""
    return len(list(islice(_blocks(text), 2))) > 1


def read_federation(text: str, *, file: str, size: int) -> Foreign:
    """Read per round one line a seat, the tables' people separated, and an empty line behind.

    Raises
    ------
    PlacedError
        A round has not as many lines as a table has seats, or a line not as many people as there
        are tables.
    """
    blocks = list(islice(_blocks(text), MAX_ROUNDS + 1))
    _refuse_many(len(blocks), MAX_ROUNDS, Place(file))
    swapped = all(len(line.cells) == size for block in blocks for line in block.lines) and any(
        len(block.lines) != size for block in blocks
    )
    for block in () if swapped else blocks:
        _refuse_length(block, file, size)
    rows = [_rows(block, file) for block in blocks]
    cube = rows if swapped else [[list(t) for t in zip(*block, strict=True)] for block in rows]
    return Foreign(
        cube=_slots_or_names(cube),
        rounds=_numbers(blocks, file),
        warnings=[("foreign.lines_are_tables", {"file": file})] if swapped else [],
    )


def _blocks(text: str) -> Iterator[_Block]:
    """Give the blocks of lines between empty lines and headings."""
    separator = next((sign for sign in SEPARATORS if sign in text), SEPARATORS[0])
    cleaned = Cleaned()
    lines: list[_Line] = []
    heading: int | None = None
    for number, line in enumerate([*io.StringIO(text, newline=None), ""], start=1):
        cells = _EMPTY if line == "\n" else tuple(cleaned[cell] for cell in line.split(separator))
        found = heading_number(cells[0]) if len(cells) == 1 else None
        if (len(cells) > 1 or cells[0]) and found is None:
            lines.append(_Line(number, cells))
            continue
        if lines:
            yield _Block(_without_trailing(lines), heading)
            lines, heading = [], None
        if found is not None:
            heading = found


_EMPTY = ("",)


def heading_number(line: str) -> int | None:
    """Give the number of a round if a clean line is nothing but its heading."""
    found = _HEADING.fullmatch(line) if line[:1].isalpha() else None
    return None if found is None else int(found[1])


def _without_trailing(lines: Sequence[_Line]) -> tuple[_Line, ...]:
    """Leave out the empty cell behind a separator with which every line ends."""
    if all(len(line.cells) > 1 and not line.cells[-1] for line in lines):
        return tuple(_Line(line.number, line.cells[:-1]) for line in lines)
    return tuple(lines)


def _rows(block: _Block, file: str) -> list[list[Cell]]:
    first = block.lines[0]
    for line in block.lines:
        if len(line.cells) != len(first.cells):
            raise PlacedError(
                "foreign.ragged",
                place=Place(file, row=line.number),
                n=len(line.cells),
                first=Place(file, row=first.number),
                tables=len(first.cells),
            )
    _refuse_many(len(first.cells), MAX_TABLES, Place(file, row=first.number))
    return [
        [_name(cell, Place(file, row=line.number)) for cell in line.cells] for line in block.lines
    ]


def _name(cell: str, place: Place) -> Cell:
    if cell in ("", "-", "–", "—"):
        return None
    return checked_name(cell, place)


def _refuse_length(block: _Block, file: str, size: int) -> None:
    n, last = len(block.lines), block.lines[-1].number
    place = Place(file, row=block.lines[0].number)
    if n != size and n % size == 0:
        raise PlacedError("foreign.no_empty_line", place=place, n=n, last=last, size=size)
    if n != size:
        raise PlacedError("foreign.lines", place=place, n=n, last=last, size=size)


def _numbers(blocks: Sequence[_Block], file: str) -> tuple[int, ...]:
    """Give the number of each round, zero-based: as headings count, else one after another."""
    headings = [block.heading for block in blocks]
    told = [heading for heading in headings if heading is not None]
    if len(told) < len(blocks):
        return tuple(range(len(blocks)))
    start = 0 if 0 in told else 1
    numbers = tuple(heading - start for heading in told)
    for index, number in enumerate(numbers):
        if number in numbers[:index]:
            row = blocks[index].lines[0].number
            raise PlacedError("foreign.round_twice", place=Place(file, row=row), id=number + start)
    return numbers


def _slots_or_names(cube: Cube) -> Cube:
    """Take numbers for slots where nothing but numbers stands there, and none is left out."""
    cells = {cell for round_ in cube for table in round_ for cell in table if cell is not None}
    if not all(_NUMBER.fullmatch(str(cell)) for cell in cells):
        return cube
    numbers = sorted(int(str(cell)) for cell in cells)
    if not numbers or numbers[0] > 1 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return cube
    first = numbers[0]
    return [
        [[None if cell is None else int(str(cell)) - first for cell in table] for table in round_]
        for round_ in cube
    ]


# --- from cells to a seating ------------------------------------------------------------------


def seating_of(foreign: Foreign) -> Seating:
    """Give the seating of a foreign plan: slots are the keys ``#0``, ``#1``, ..., names are names."""
    seating = Seating()
    for round_, tables in zip(foreign.rounds, foreign.cube, strict=True):
        seating.stages[round_] = ""
        for table, seats in enumerate(tables):
            seating.tables[round_, table] = [_key(cell) for cell in seats]
    return seating


def _key(cell: Cell) -> str | None:
    return f"#{cell}" if isinstance(cell, int) else cell
