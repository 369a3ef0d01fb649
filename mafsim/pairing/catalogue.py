"""The plans that ship with mafsim: who shares a table in events of common formats, as evenly as was found."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.pairing.bounds import Bound
from mafsim.pairing.problem import Problem, of_shape

Int32 = npt.NDArray[np.int32]

FILE = "catalogue.toml"

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""How a table is written; nobody's is a dot."""

SPELLED = re.compile(
    r"(?P<players>\d+)x(?P<tables>\d+)x(?P<rounds>\d+)"
    r"( k(?P<table_size>\d+))?( g(?P<games>\d+))?( t(?P<team_size>\d+))?"
)


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class Format:
    """What an event asks for besides names: numbered entrants, so many in a row to a team."""

    players: int
    tables: int
    rounds: int
    table_size: int = 10
    games: int = 0
    """Games of each entrant; 0 where all tables are played in every round."""
    team_size: int = 1

    @classmethod
    def read(cls, text: str) -> Format:
        """Read what `str` writes.

        Raises
        ------
        ValueError
            It is not that.
        """
        found = SPELLED.fullmatch(text)
        if found is None:
            raise ValueError(text)
        return cls(**{name: int(n) for name, n in found.groupdict().items() if n is not None})

    def __str__(self) -> str:
        """Write it in short: ``30x3x12 t2``, ``21x2x11 g10``."""
        words = [f"{self.players}x{self.tables}x{self.rounds}"]
        words += [f"k{self.table_size}"] if self.table_size != 10 else []
        words += [f"g{self.games}"] if self.games else []
        words += [f"t{self.team_size}"] if self.team_size > 1 else []
        return " ".join(words)

    def problem(self) -> Problem:
        """State the problem of seating it."""
        return of_shape(
            players=self.players,
            tables=self.tables,
            rounds=self.rounds,
            games=self.games or None,
            table_size=self.table_size,
            team_size=self.team_size,
        )

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The entrants of each team of two or more."""
        n, size = self.players, self.team_size
        found = (tuple(range(i, min(i + size, n))) for i in range(0, n, size))
        return tuple(team for team in found if len(team) > 1)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Entry:
    """A plan of a format, without numbers of seats and tables, and what is known of it.

    `prefer` is ``even`` or ``range``: what it is the best known plan for. `low` and `high` are the
    fewest and the most meetings of two who may meet, `ends` counts the pairs that have either, `rows` counts
    rests in a row.
    """

    format: Format
    prefer: str
    table: Int32
    """``[round, entrant]``: the table, -1 without a seat; read-only."""
    squares: int
    low: int
    high: int
    ends: int
    rows: int
    bound: Bound

    @property
    def key(self) -> str:
        """What it is called in the file."""
        return f"{self.format} {self.prefer}" if self.prefer != "even" else str(self.format)

    @property
    def tables(self) -> tuple[int, ...]:
        """How many tables each round has."""
        return tuple((self.table.max(axis=1) + 1).tolist())

    @property
    def proved(self) -> bool:
        """Say whether no plan has fewer squares, nor any a narrower range."""
        return self.squares == self.bound.value and self.high - self.low == self.bound.range

    def order(self, prefer: str) -> tuple[int, ...]:
        """Give what the smaller is the better, for one who prefers even meetings or a narrow range."""
        width = self.high - self.low
        first = (width, self.squares) if prefer == "range" else (self.squares, width)
        # Of single tables, perfect meetings count more than two rests in a row.
        perfect = self.proved and max(self.tables) == 1
        return (0 if perfect else self.rows, *first, self.ends, self.rows)


@cache
def shipped() -> tuple[Entry, ...]:
    """Give every plan that ships with mafsim."""
    file = resources.files("mafsim.pairing") / FILE
    return read(file.read_text(encoding="utf-8"))


def read(text: str) -> tuple[Entry, ...]:
    """Read a catalogue."""
    return tuple(_entry(key, found) for key, found in tomllib.loads(text).items())


def written(entries: Iterable[Entry]) -> str:
    """Write a catalogue, the entries in order of their formats."""
    ordered = sorted(entries, key=lambda entry: (entry.format, entry.prefer))
    return "\n".join(map(_text, ordered))


def _entry(key: str, found: Mapping[str, Any]) -> Entry:
    narrow = key.endswith(" range")
    low, high = found["range"]
    bound, range_bound = found["bound"], found["range_bound"]
    return Entry(
        format=Format.read(key.removesuffix(" range")),
        prefer="range" if narrow else "even",
        table=_tables(found["rounds"].split()),
        squares=found["squares"],
        low=low,
        high=high,
        ends=found["ends"],
        rows=found.get("rests_in_a_row", 0),
        bound=Bound(bound[0], bound[1], range_bound[0], range_bound[1]),
    )


def _text(entry: Entry) -> str:
    bound = entry.bound
    rounds = "\n".join("".join(LETTERS[t] if t >= 0 else "." for t in row) for row in entry.table)
    rests = f"rests_in_a_row = {entry.rows}\n" if entry.rows else ""
    return (
        f'["{entry.key}"]\n'
        f"squares = {entry.squares}\n"
        f"range = [{entry.low}, {entry.high}]\n"
        f"ends = {entry.ends}\n"
        f"{rests}"
        f'bound = [{bound.value}, "{bound.by}"]\n'
        f'range_bound = [{bound.range}, "{bound.range_by}"]\n'
        f'rounds = """\n{rounds}\n"""\n'
    )


def _tables(rows: list[str]) -> Int32:
    numbers = np.full(128, -1, dtype=np.int32)
    numbers[[ord(letter) for letter in LETTERS]] = np.arange(len(LETTERS))
    text = np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8)
    table = numbers[text].reshape(len(rows), -1)
    table.flags.writeable = False
    return table
