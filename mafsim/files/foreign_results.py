"""Results as two other programs write them, JSON of games with ten people each, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mafsim.files.grid import Warnings
from mafsim.files.limits import MAX_ROUNDS, MAX_SEATS, MAX_TABLES
from mafsim.files.lines import Line
from mafsim.files.place import PlacedError
from mafsim.files.text import fold, shown
from mafsim.files.tree import Node
from mafsim.games import BEST_MOVE

COLUMNS = frozenset(
    {
        *("round", "table", "seat", "name", "role", "result", "left", "best_move"),
        *("additional", "penalty", "disqualified", "fouls"),
    }
)
"""The columns of a results file that these programs fill."""

_ROLES: Mapping[str, str] = {
    fold(word): role
    for role, words in {
        "civilian": ("", "absent", "civ", "red"),
        "sheriff": ("sheriff",),
        "mafia": ("maf", "black"),
        "don": ("don",),
    }.items()
    for word in words
}
_WINNERS: Mapping[str, str] = {
    fold(word): winner
    for winner, words in {
        "red": ("civ", "city", "citizens", "civilians", "peace", "город"),
        "black": ("maf",),
        "draw": ("tie",),
    }.items()
    for word in words
}
_DEATHS: Mapping[str, tuple[str, bool]] = {
    "night": ("night", False),
    "day": ("vote", False),
    "warnings": ("foul", False),
    "kickOut": ("foul", True),
    "teamKickOut": ("foul", True),
}
"""How a death is called in a results file, and whether the player was removed at once."""

_FOULS_OUT = "4"
"""The fouls of a player who died of warnings."""

_ROUND_KEYS = ("round", "roundNum", "tour")
_TABLE_KEYS = ("tableNum", "table", "tableId")
_LISTS = ("games", "game", "results")
_PEOPLE = ("players", "table")
"""The keys under which a game may have its people: the two shapes differ in them."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game of a foreign file: its node, its people, and where it was played if that is said."""

    node: Node
    persons: tuple[Node, ...]
    round: int | None
    table: int | None
    names: tuple[str, ...]


def foreign_lines(document: Node) -> tuple[list[Line], Warnings] | None:
    """Give the lines of a foreign results file; None if it is none.

    A game that says no round belongs to the round of the game before, unless one of its people, or
    its table, has played in that round already.

    Raises
    ------
    PlacedError
        Something in it cannot be understood.
    """
    listed = _listed(document)
    if listed is None:
        return None
    games = [_game(node) for node in listed]
    where = _places(document, games)
    reading = _Reading(
        first_night=_least(games, "night"),
        first_day=_least(games, "day", "warnings", "kickOut", "teamKickOut"),
        first_seat=_first_seat(games),
    )
    lines: list[Line] = []
    for game, place in zip(games, where, strict=True):
        lines += reading.lines(game, place, len(lines))
    return lines, _not_read(games, document.file)


def _listed(document: Node) -> list[Node] | None:
    """Give the games of a document that has people with names in its games."""
    nodes: list[Node] = []
    if isinstance(document.value, list):
        nodes = list(document.items())
    elif isinstance(document.value, dict):
        key = next((key for key in _LISTS if isinstance(document.value.get(key), list)), None)
        nodes = [document] if key is None else list(document.need(key).items())
    if not nodes or not all(_is_game(node) for node in nodes):
        return None
    return nodes


def _is_game(node: Node) -> bool:
    if not isinstance(node.value, dict):
        return False
    lists = (node.value.get(key) for key in _PEOPLE)
    people = next((found for found in lists if isinstance(found, list)), [])
    return bool(people) and all(isinstance(person, dict) for person in people)


def _game(node: Node) -> _Game:
    key = next(key for key in _PEOPLE if isinstance(node.value.get(key), list))
    people = node.need(key)
    if len(people.values()) > MAX_SEATS:
        raise PlacedError("plan_file.crowd", place=people.place, limit=MAX_SEATS)
    tables = (other for other in _TABLE_KEYS if other != key)
    persons = tuple(people.items())
    return _Game(
        node,
        persons,
        _number(node, _ROUND_KEYS, MAX_ROUNDS),
        _number(node, tables, MAX_TABLES),
        tuple(map(_name, persons)),
    )


def _number(node: Node, keys: Sequence[str] | Iterator[str], most: int) -> int | None:
    """Give the first number that a game has under some keys."""
    found = next((child for key in keys if (child := node.get(key)) is not None), None)
    return None if found is None else found.whole(0, most)


def _name(person: Node) -> str:
    for key in ("name", "login", "id"):
        if (node := person.get(key)) is not None:
            return node.name()
    raise PlacedError("json.key_missing", place=person.place, name="name")


# --- where a game was played ------------------------------------------------------------------


def _places(document: Node, games: Sequence[_Game]) -> list[tuple[int, int]]:
    """Give the round and the table of each game, counted from one."""
    scheduled = _scheduled(document, games)
    if scheduled is not None:
        return scheduled
    if all(game.round is not None for game in games):
        start = min(game.round or 0 for game in games)
        return _tables(games, [(game.round or 0) + (1 if start == 0 else 0) for game in games])
    rounds: list[int] = []
    seen: set[str] = set()
    tables: set[int] = set()
    round_ = 1
    for game in games:
        if seen & set(game.names) or game.table in tables:
            round_, seen, tables = round_ + 1, set(), set()
        seen |= set(game.names)
        tables |= set() if game.table is None else {game.table}
        rounds.append(round_)
    return _tables(games, rounds)


def _scheduled(document: Node, games: Sequence[_Game]) -> list[tuple[int, int]] | None:
    """Give the places that the rounds of a document name by the ids of its games."""
    rounds = None
    if isinstance(document.value, dict) and isinstance(document.value.get("rounds"), list):
        rounds = document.get("rounds")
    if rounds is None:
        return None
    found: dict[str, tuple[int, int]] = {}
    for number, node in enumerate(rounds.items(), start=1):
        for table, id_ in enumerate(node.need("gameIds").items(), start=1):
            found[id_.name()] = (number, table)
    places: list[tuple[int, int]] = []
    for game in games:
        id_ = game.node.need("id")
        if id_.name() not in found:
            raise PlacedError("foreign.spare_game", place=id_.place, id=shown(id_.name()))
        places.append(found[id_.name()])
    return places


def _tables(games: Sequence[_Game], rounds: Sequence[int]) -> list[tuple[int, int]]:
    """Give each round's games their tables: as they say, or one after another."""
    start = min((game.table for game in games if game.table is not None), default=1)
    shift = 1 if start == 0 else 0
    next_table: dict[int, int] = {}
    places: list[tuple[int, int]] = []
    for game, round_ in zip(games, rounds, strict=True):
        next_table[round_] = next_table.get(round_, 0) + 1
        table = next_table[round_] if game.table is None else game.table + shift
        places.append((round_, table))
    return places


# --- what a game says -------------------------------------------------------------------------


def _deaths(games: Sequence[_Game]) -> Iterator[Node]:
    for game in games:
        for person in game.persons:
            if (death := person.get("death")) is not None:
                yield death


def _least(games: Sequence[_Game], *kinds: str) -> int:
    """Give the lowest number of a night or of a day that the file has: it may count from zero."""
    numbers = [
        death.need("round").whole(0, MAX_ROUNDS)
        for death in _deaths(games)
        if death.need("type").text() in kinds
    ]
    return min([*numbers, 1])


def _first_seat(games: Sequence[_Game]) -> int:
    """Give the lowest seat that a best move names: seats may be counted from zero."""
    named = [
        seat.whole(0, 10**9)
        for game in games
        for person in game.persons
        if (legacy := person.get("legacy")) is not None
        for seat in legacy.items()
        if seat.value is not None
    ]
    return min([*named, 1])


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a file counts its nights, days and seats."""

    first_night: int
    first_day: int
    first_seat: int

    def lines(self, game: _Game, place: tuple[int, int], before: int) -> Iterator[Line]:
        """Give the lines of a game, `before` lines into the file."""
        winner = self._winner(game.node)
        for seat, person in enumerate(game.persons, start=1):
            cells = {
                "round": str(place[0]),
                "table": str(place[1]),
                "seat": self._seat(person, seat),
                "name": game.names[seat - 1],
                "role": _word(person, "role", _ROLES),
                "result": winner,
                **self._death(person),
                **self._legacy(person, game),
                **_bonus(person),
            }
            if not winner and not person.value.get("role"):
                del cells["role"]
            yield Line(person.place, before + seat, cells)

    def _winner(self, node: Node) -> str:
        key = "winner" if "winner" in node.value else "win"
        return _word(node, key, _WINNERS)

    def _seat(self, person: Node, seat: int) -> str:
        place = person.get("place") or person.get("seat")
        return str(seat) if place is None else place.raw_text()

    def _death(self, person: Node) -> dict[str, str]:
        death = person.get("death")
        if death is None:
            return {}
        kind = death.need("type")
        if kind.text() not in _DEATHS:
            raise PlacedError(
                "foreign.death", place=kind.place, value=shown(kind.text()), known=list(_DEATHS)
            )
        word, removed = _DEATHS[kind.text()]
        first = self.first_night if word == "night" else self.first_day
        number = death.need("round").whole(0, MAX_ROUNDS) + 1 - first
        cells = {"left": f"{word} {number}"}
        if removed:
            cells["disqualified"] = "1"
        if kind.text() == "warnings":
            cells["fouls"] = _FOULS_OUT
        return cells

    def _legacy(self, person: Node, game: _Game) -> dict[str, str]:
        """Give the best move: three seats, or the ids of three people at the table."""
        legacy = person.get("legacy")
        named = [] if legacy is None else [seat for seat in legacy.values() if seat is not None]
        if len(named) != BEST_MOVE:
            return {}
        ids = [other.value.get("id") for other in game.persons]
        if max(named) > len(ids) and all(seat in ids for seat in named):
            seats = [ids.index(id_) + 1 for id_ in named]
        else:
            seats = [seat + 1 - self.first_seat for seat in named]
        return {"best_move": ";".join(map(str, seats))}


def _word(node: Node, key: str, words: Mapping[str, str]) -> str:
    """Give one of mafsim's words for a foreign one; an unknown one stays as it is."""
    child = node.get(key)
    text = "" if child is None else child.text()
    return words.get(fold(text), text)


def _bonus(person: Node) -> dict[str, str]:
    """Give the points that the judge has given, or taken off if they are below zero."""
    node = person.get("bonus")
    if node is None or not node.number():
        return {}
    column = "additional" if node.number() > 0 else "penalty"
    return {column: f"{abs(node.number()):.9f}".rstrip("0").rstrip(".")}


def _not_read(games: Sequence[_Game], file: str) -> Warnings:
    """Warn of what stands in the file and is not read: sums of points, best moves that are not whole."""
    people = [person for game in games for person in game.persons]
    warnings: Warnings = []
    if any(person.get("points") is not None for person in people):
        warnings.append(("foreign.points", {"file": file}))
    moves = [legacy for person in people if (legacy := person.get("legacy")) is not None]
    named = [sum(seat is not None for seat in legacy.values()) for legacy in moves]
    half = sum(0 < number != BEST_MOVE for number in named)
    if half:
        warnings.append(("foreign.half_move", {"file": file, "n": half}))
    return warnings
