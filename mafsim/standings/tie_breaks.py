"""The tie-breaks: for each name that a regulation may give, what is compared; the more the better."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mafsim.games import Games, Role, ShapkaGames
from mafsim.regulations.points import TieBreak
from mafsim.scoring import best_players, first_killed
from mafsim.standings.tallies import Tallies, Totals
from mafsim.streams import Purpose, lots, mixed


def wins(tallies: Tallies) -> Totals:
    """Games won."""
    return tallies.total(tallies.won)


def best_player(tallies: Tallies) -> Totals:
    """How often one was the best player of a game, alone or with others."""
    rule = tallies.regulation.scoring.best_player
    if rule is None:
        return np.zeros_like(tallies.reached)
    return tallies.total(
        best_players(_mafia(tallies), rule, seed=tallies.seed, first=tallies.first)
    )


def additional(tallies: Tallies) -> Totals:
    """Points in the components that the regulation counts as additional, with their signs."""
    return tallies.component(*tallies.regulation.scoring.counted_as_additional)


def best_move(tallies: Tallies) -> Totals:
    """Points for best moves."""
    return tallies.component("best_move")


def wins_as_don(tallies: Tallies) -> Totals:
    """Games won as the don."""
    return _wins_as(tallies, Role.DON)


def wins_as_sheriff(tallies: Tallies) -> Totals:
    """Games won as the sheriff."""
    return _wins_as(tallies, Role.SHERIFF)


def wins_as_mafia(tallies: Tallies) -> Totals:
    """Games won as a black player who is not the don."""
    return _wins_as(tallies, Role.MAFIA)


def wins_as_don_or_sheriff(tallies: Tallies) -> Totals:
    """Games won as the don or as the sheriff."""
    return _wins_as(tallies, Role.DON) + _wins_as(tallies, Role.SHERIFF)


def killed_first(tallies: Tallies) -> Totals:
    """How often one was killed first."""
    return tallies.total(first_killed(_mafia(tallies), tallies.regulation))


def penalties(tallies: Tallies) -> Totals:
    """Points taken off, with their sign: whoever has lost fewer has more.

    What is forgiven where a result stops at zero counts as taken off.
    """
    return tallies.component("penalty", "disqualification") - tallies.forgiven


def words_half_2(tallies: Tallies) -> Totals:
    """Words guessed in the second half of a game of Shapka."""
    return _words(tallies, 1)


def words_half_1(tallies: Tallies) -> Totals:
    """Words guessed in the first half of a game of Shapka."""
    return _words(tallies, 0)


def lot(tallies: Tallies) -> Totals:
    """Draw a number for each, by the seed, his id and the tournament, and by nothing else."""
    ids = lots(tallies.seed, Purpose.LOT, tallies.units.ids)
    tournament = mixed(np.arange(tallies.tournaments, dtype=np.uint64) + np.uint64(tallies.first))
    drawn = mixed(ids ^ tournament[:, None])
    return (drawn >> np.uint64(1)).astype(np.int64)


TIE_BREAKS: dict[TieBreak, Callable[[Tallies], Totals]] = {
    "wins": wins,
    "best_player": best_player,
    "additional": additional,
    "best_move": best_move,
    "wins_as_don": wins_as_don,
    "wins_as_sheriff": wins_as_sheriff,
    "wins_as_mafia": wins_as_mafia,
    "wins_as_don_or_sheriff": wins_as_don_or_sheriff,
    "first_killed": killed_first,
    "penalties": penalties,
    "words_half_2": words_half_2,
    "words_half_1": words_half_1,
    "lot": lot,
}
"""Every tie-break by its name."""

IN_POINTS: frozenset[TieBreak] = frozenset({"additional", "best_move", "penalties"})
"""The tie-breaks that compare points; the others compare counts."""


def _mafia(tallies: Tallies) -> Games:
    assert isinstance(tallies.games, Games), "a tie-break of Mafia in Shapka"
    return tallies.games


def _wins_as(tallies: Tallies, role: Role) -> Totals:
    return tallies.total(tallies.won & (_mafia(tallies).roles == role))


def _words(tallies: Tallies, half: int) -> Totals:
    games = tallies.games
    assert isinstance(games, ShapkaGames), "a tie-break of Shapka in Mafia"
    first, second = np.moveaxis(games.words[:, :, half], 2, 0)
    return tallies.total(first + second)
