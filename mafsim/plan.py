"""Who sits where: rounds, tables, seats and byes, as one array of entrants."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.roster import Roster

EMPTY = -1
"""An empty seat in `Plan.seats`, or a seat of a table that is not played."""

Seats = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A seating plan: a claim that `pairing.check` reads from scratch.

    A plan may come from any program and may be wrong in every way that can be written down:
    somebody twice, a table of nine or of eleven, a person that no roster knows.
    """

    roster: Roster
    seats: Seats
    """``seats[round, table, seat]`` is an entrant's index or `EMPTY`; read-only int32.

    A table that is not played in a round is `EMPTY` throughout. The last axis is `table_size`
    wide, or wider where a foreign plan puts more people at a table: what is beyond `table_size`
    is surplus.
    """
    table_size: int = 10
    game: str = "mafia"
    stages: tuple[str, ...] = ()
    """The stage of each round; empty when rounds have no stage."""
    unknown: frozenset[int] = frozenset()
    """Entrants that the plan's own roster does not list, only its tables."""
    missing_rounds: tuple[int, ...] = ()
    """Zero-based numbers of rounds that the file leaves out between its first and its last; they
    stand in `seats` as rounds in which nobody plays."""
    frozen: int = 0
    """How many first rounds stood already when the others were seated: history, not to be changed."""
    judges: npt.NDArray[np.int32] | None = None
    """``judges[round, table]`` is an index into the roster's judges or `EMPTY`; None where it names none."""
    draws: tuple[str, ...] = ()
    """How each round was dealt: ``balanced``, ``random``, or ``ranked`` by places so far; empty where
    all of them are balanced."""
    advisers: npt.NDArray[np.int32] | None = None
    """``advisers[round, table, seat]`` is the team-mate who advises from behind the chair, an entrant's
    index or `EMPTY`; None where nobody does."""
    revision: int = 1
    certificate: dict[str, Any] | None = field(default=None, compare=False)
    provenance: dict[str, Any] = field(default_factory=dict, compare=False)
    advice: tuple[dict[str, Any], ...] | None = field(default=None, compare=False)
    """What the organiser could change, as documents; None where nobody asked. A file that is read back
    gives none, since it is about the event as it was when it was seated."""

    def __post_init__(self) -> None:
        seats = np.array(self.seats, dtype=np.int32, order="C")
        seats.flags.writeable = False
        object.__setattr__(self, "seats", seats)
        if set(self.draws) == {"balanced"}:
            object.__setattr__(self, "draws", ())
        if self.judges is not None and (np.asarray(self.judges) == EMPTY).all():
            object.__setattr__(self, "judges", None)
        if self.judges is not None:
            judges = np.array(self.judges, dtype=np.int32, order="C")
            judges.flags.writeable = False
            object.__setattr__(self, "judges", judges)
        if self.advisers is not None:
            advisers = np.array(self.advisers, dtype=np.int32, order="C")
            advisers.flags.writeable = False
            object.__setattr__(self, "advisers", advisers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plan):
            return NotImplemented
        return (
            self.roster == other.roster
            and self.seats.shape == other.seats.shape
            and bool(np.array_equal(self.seats, other.seats))
            and self.table_size == other.table_size
            and self.game == other.game
            and self.stages == other.stages
            and self.unknown == other.unknown
            and self.missing_rounds == other.missing_rounds
            and self.frozen == other.frozen
            and _same(self.judges, other.judges)
            and self.draws == other.draws
            and _same(self.advisers, other.advisers)
            and self.revision == other.revision
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def rounds(self) -> int:
        """How many rounds the plan has."""
        return int(self.seats.shape[0])

    @property
    def tables(self) -> int:
        """How many tables the fullest round has."""
        return int(self.seats.shape[1])

    def played(self) -> npt.NDArray[np.bool_]:
        """Say which tables are played: ``played[round, table]``."""
        return np.asarray((self.seats != EMPTY).any(axis=2))

    def byes(self, round_: int) -> tuple[int, ...]:
        """Give the entrants without a seat in a round, the absent ones among them.

        Who comes later, has left before or advises a team-mate is not one of them.
        """
        seated = set(self.seats[round_].ravel().tolist())
        if self.advisers is not None:
            seated.update(self.advisers[round_].ravel().tolist())
        return tuple(
            index
            for index, entrant in enumerate(self.roster.entrants)
            if index not in seated and entrant.takes_part(round_)
        )

    def with_(self, **changes: Any) -> Plan:
        """Give the same plan with some fields changed."""
        return replace(self, **changes)


def _same(one: npt.NDArray[np.int32] | None, other: npt.NDArray[np.int32] | None) -> bool:
    if one is None or other is None:
        return one is other
    return bool(np.array_equal(one, other))
