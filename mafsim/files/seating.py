"""What a plan file says of seats, before it is known who the people are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mafsim.files.limits import MAX_ENTRANTS, MAX_PLAN_SEATS
from mafsim.files.place import Place, PlacedError
from mafsim.plan import EMPTY, Seats


@dataclass(slots=True)
class Seating:
    """Tables of a file by round and number, both zero-based; a person is a key, None is nobody.

    Filled while the file is read.
    """

    tables: dict[tuple[int, int], list[str | None]] = field(default_factory=dict)
    stages: dict[int, str] = field(default_factory=dict)
    """The stage of each round that the file has; empty where it has none."""
    draws: dict[int, str] = field(default_factory=dict)
    """How a round was dealt, where the file says so."""
    judges: dict[tuple[int, int], str] = field(default_factory=dict)
    """Who judges a table, by name, where the file says so."""
    advisers: dict[tuple[int, int], list[str | None]] = field(default_factory=dict)
    """Who advises behind the chairs of a table, where somebody does."""

    def rename(self, name_of: Callable[[str], str]) -> None:
        """Give everyone another key."""
        keys = {key for seats in self.tables.values() for key in seats if key is not None}
        names = {key: name_of(key) for key in keys}
        for table, seats in self.tables.items():
            self.tables[table] = [None if key is None else names[key] for key in seats]
        for table, behind in self.advisers.items():
            self.advisers[table] = [None if key is None else name_of(key) for key in behind]

    def refuse_nothing(self, place: Place) -> None:
        """Refuse a file without a round, or without a table in any round."""
        if not self.stages:
            raise PlacedError("plan_file.no_rounds", place=place)
        if not self.tables:
            raise PlacedError("plan_file.no_tables", place=place)

    def missing_rounds(self) -> tuple[int, ...]:
        """Give the rounds that the file leaves out before its last."""
        return tuple(round_ for round_ in range(max(self.stages)) if round_ not in self.stages)

    def stage_of_rounds(self) -> tuple[str, ...]:
        """Give the stage of each round; nothing if no round has one.

        A missing round is of the stage of the round before.
        """
        if not any(self.stages.values()):
            return ()
        stages: list[str] = []
        for round_ in range(max(self.stages) + 1):
            before = stages[-1] if stages else self.stages[min(self.stages)]
            stages.append(self.stages.get(round_, before))
        return tuple(stages)

    def draw_of_rounds(self) -> tuple[str, ...]:
        """Give how each round was dealt; nothing if all of them are balanced."""
        draws = [self.draws.get(round_, "balanced") for round_ in range(max(self.stages) + 1)]
        return tuple(draws) if set(draws) != {"balanced"} else ()

    def judges_of(self, names: Sequence[str], like: Seats) -> Seats | None:
        """Give the judges as a plan has them, or None where nobody judges; `like` is the plan's seats.

        All of them are among `names`.
        """
        if not names:
            return None
        judges = np.full(like.shape[:2], EMPTY, dtype=np.int32)
        numbers = {name: number for number, name in enumerate(names)}
        for table, name in self.judges.items():
            judges[table] = numbers[name]
        return judges

    def behind_the_chairs(self, known: Mapping[str, int], like: Seats) -> Seats | None:
        """Give the advisers as a plan has them, or None without any; `like` is the plan's seats."""
        if not self.advisers:
            return None
        advisers = np.full_like(like, EMPTY)
        for (round_, table), keys in self.advisers.items():
            for seat, key in enumerate(keys[: like.shape[2]]):
                if key is not None and key in known:
                    advisers[round_, table, seat] = known[key]
        return advisers

    def seats(
        self, known: Mapping[str, int], *, table_size: int, place: Place
    ) -> tuple[Seats, tuple[str, ...]]:
        """Give the seats as a plan has them, and the keys that `known` lacks.

        Those get the indices behind the known ones, in the order of rounds, tables and seats.
        """
        rounds = max(self.stages) + 1
        tables = max(table for _, table in self.tables) + 1
        width = max(table_size, *map(len, self.tables.values()))
        if rounds * tables * width > MAX_PLAN_SEATS:
            raise PlacedError("plan_file.large", place=place, limit=MAX_PLAN_SEATS)
        indices = dict(known)
        seats = np.full((rounds, tables, width), EMPTY, dtype=np.int32)
        for round_, table in sorted(self.tables):
            for seat, key in enumerate(self.tables[round_, table]):
                if key is not None:
                    seats[round_, table, seat] = indices.setdefault(key, len(indices))
        if len(indices) > MAX_ENTRANTS:
            raise PlacedError("roster.large", place=place, number=len(indices), limit=MAX_ENTRANTS)
        return seats, tuple(indices)[len(known) :]
