"""Simulated tournaments as results files, which `mafsim standings` reads."""

from __future__ import annotations

from pathlib import Path

from mafsim.files.atomic import write_text
from mafsim.files.written_results import results_csv
from mafsim.games import Games
from mafsim.scoring import best_players
from mafsim.tournament.outcome import Outcome

Sheet = tuple[int, str]
"""The number of a tournament, and its results as CSV."""


def sheets(outcome: Outcome) -> tuple[Sheet, ...]:
    """Give the results of every tournament of a block."""
    games = outcome.games
    rule = outcome.regulation.scoring.best_player
    if isinstance(games, Games) and rule is not None:
        # A results file names the best player; whoever voted for him is not in it.
        games = games.with_(best_player=best_players(games, rule, first=outcome.first))
    return tuple(
        (outcome.first + number, results_csv(games.of_tournament(number)))
        for number in range(outcome.tournaments)
    )


class Folder:
    """A folder of results files."""

    def __init__(self, path: Path, n: int, *, force: bool) -> None:
        self._path, self._n, self._force = path, n, force

    def keep(self, sheet: Sheet) -> None:
        """Write the file of a tournament.

        Raises
        ------
        FileError
            It is there and is not to be replaced, or cannot be written.
        """
        number, content = sheet
        write_text(content, self._place(number), force=self._force)

    def has(self, number: int) -> bool:
        """Say whether the file of a tournament is there."""
        return self._place(number).is_file()

    def _place(self, number: int) -> Path:
        return self._path / file_name(number, self._n)


def file_name(number: int, last: int) -> str:
    """Give the name of a tournament's file; tournaments are counted from 1, as people do."""
    return f"tournament-{number + 1:0{len(str(last))}}.csv"
