"""What is odd in results and yet accepted: real events have it, but it may be a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from mafsim.files.recorded import Recorded
from mafsim.files.text import shown
from mafsim.games import EMPTY, AnyGames, Games

if TYPE_CHECKING:
    from mafsim.regulations import Regulation

Warning_ = tuple[str, dict[str, object]]


def doubtful(
    recorded: Recorded, regulation: Regulation | None, *, file: str, teams_are_known: bool
) -> Iterator[Warning_]:
    """Warn of what may be a slip: an odd team, team-mates at one table, a strange best move.

    Parameters
    ----------
    recorded, regulation
        What the file says, and what it follows.
    file
        The file's name in sentences.
    teams_are_known
        A roster says who is of which team, so that their sizes are no matter of the results.
    """
    games = recorded.games
    if regulation is not None and regulation.entry.team_size > 1 and len(games):
        if not teams_are_known:
            yield from _teams_of_other_size(games, regulation, file)
        if regulation.table.team_mates_apart:
            yield from _team_mates(games, file)
    yield from _own_seats(recorded)


def _teams_of_other_size(games: AnyGames, regulation: Regulation, file: str) -> Iterator[Warning_]:
    """Name the teams of which too many have sat, or too few when all must have sat."""
    size = regulation.entry.team_size
    # A single round may be typed in part.
    all_have_sat = int(games.round.max()) + 1 >= max(regulation.stages[0].rounds, 2)
    own = games.entrants != EMPTY
    if isinstance(games, Games):
        own &= games.replaces == EMPTY
    sat = set(np.unique(games.entrants[own]).tolist())
    if isinstance(games, Games):
        sat |= set(games.replaces[games.replaces != EMPTY].tolist())
    people = games.roster.entrants
    for team, members in games.roster.teams().items():
        names = [shown(people[member].name) for member in members if member in sat]
        if len(names) > size or (names and len(names) < size and all_have_sat):
            yield (
                "results.team_size_differs",
                {"file": file, "team": shown(team), "names": names, "n": len(names), "size": size},
            )


def _team_mates(games: AnyGames, file: str) -> Iterator[Warning_]:
    """Name the team-mates who share a table; in Shapka a reader has refused them before."""
    people = games.roster.entrants
    for game, seated in enumerate(games.entrants.tolist()):
        mates: dict[str, list[str]] = {}
        for entrant in seated:
            team = None if entrant == EMPTY else people[entrant].team
            if team is not None:
                mates.setdefault(team, []).append(shown(people[entrant].name))
        for team, names in mates.items():
            if len(names) > 1:
                yield (
                    "results.team_mates",
                    {
                        "file": file,
                        "round": int(games.round[game]),
                        "table": int(games.table[game]),
                        "team": shown(team),
                        "names": names,
                    },
                )


def _own_seats(recorded: Recorded) -> Iterator[Warning_]:
    """Name the rows in which a best move names the seat of him who makes it."""
    games = recorded.games
    if not isinstance(games, Games):
        return
    for game, seat in enumerate(recorded.movers):
        if seat is not None and seat in games.best_move[game].tolist():
            place = recorded.places[game][seat]
            fields = {"file": place.file, "seat": seat}
            if place.row is None:
                yield "results.own_best_move_at", {**fields, "path": place.path}
            else:
                yield "results.own_best_move", {**fields, "row": place.row}
