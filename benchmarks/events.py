"""The events that are measured."""

from __future__ import annotations

from dataclasses import dataclass

from mafsim.pairing.problem import Problem, of_shape


@dataclass(frozen=True, slots=True)
class Event:
    """Players at full tables of ten, and rounds; `team_size` players form a team."""

    players: int
    tables: int
    rounds: int
    team_size: int = 1
    games: int | None = None

    def __str__(self) -> str:
        """Say it in short, such as ``30 x 3 x 12, teams of 2``."""
        team = f", teams of {self.team_size}" if self.team_size > 1 else ""
        games = f", {self.games} games each" if self.games else ""
        return f"{self.players} x {self.tables} x {self.rounds}{team}{games}"

    def problem(self) -> Problem:
        """State the problem, with numbered entrants."""
        return of_shape(
            players=self.players,
            tables=self.tables,
            rounds=self.rounds,
            team_size=self.team_size,
            games=self.games,
        )


OMSK = Event(30, 3, 8)
CHARLIE = Event(20, 2, 5, 2)
UGRA = Event(30, 3, 12, 2)
