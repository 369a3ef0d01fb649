"""The judge's work after a game: merits in order, then points, the best player and penalties."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mafsim.games import EMPTY, Array, Flags, Games
from mafsim.judging.acts import found
from mafsim.judging.caps import additional, best_player
from mafsim.judging.parameters import CONTRIBUTIONS, Judge, Worth, usual
from mafsim.judging.seen import Played, Seen, contributions, seen
from mafsim.regulations.exactness import thousandths
from mafsim.regulations.points import Penalty
from mafsim.regulations.schema import Regulation
from mafsim.streams import Purpose, Words, mixed, word

_ERROR, _MOOD, _LOT, _AGREES, _NOTICES = range(5)
"""What a game's random words are for; penalties are counted on from the last."""

_SIXTEEN = np.uint64(0xFFFF)
_SPREAD = (12.0 / 4.0) ** 0.5 / 65536.0


def judge(
    played: Games | Played,
    regulation: Regulation,
    *,
    seed: int = 0,
    parameters: Judge | None = None,
) -> Games:
    """Give the same games with what a judge writes into their record.

    Parameters
    ----------
    played
        Games of Mafia; as they come from the engine they also tell who broke a split, who took a
        claim back and which checks were told, which a mere record does not.
    regulation
        What a judge may give and must take off; nothing beyond it is given, and nothing in a draw
        where it forbids that.
    seed
        For the judge's errors. They depend on it and on tournament, round, table and seat of a
        game alone, so two regulations meet the same judge. Several games that all have one place
        are told apart by their order.
    parameters
        The judge; left out, the usual one.

    Returns
    -------
    Games
        With `additional` and `approved`, `best_player` where the judge chooses him or parts a tie,
        and `penalty` with its `penalty_reason`.
    """
    judge_ = usual() if parameters is None else parameters
    watched = seen(played)
    games = watched.games
    chance = _Chance(games, seed)
    merit = merits(watched, judge_, chance)
    order = _from_the_best(merit, chance)
    scoring = regulation.scoring
    changes: dict[str, object] = _penalties(watched, regulation, judge_, chance)
    if scoring.additional is not None:
        agreed = chance.happens(judge_.agrees, _AGREES)
        points, approved = additional(games, merit, order, scoring.additional, agreed)
        changes |= {"additional": points, "approved": approved}
    if scoring.best_player is not None:
        best = best_player(games, merit, order, scoring.best_player, judge_)
        changes["best_player"] = best
    return games.with_(**changes)


class _Chance:
    """Random words for every seat of some games, by the address of the game."""

    def __init__(self, games: Games, seed: int) -> None:
        tournament, round_, table = (
            axis.astype(np.uint64) for axis in (games.tournament, games.round, games.table)
        )
        address = (tournament << np.uint64(32)) | (round_ << np.uint64(16)) | table
        if len(games) > 1 and (address == address[0]).all():
            address += np.arange(len(games), dtype=np.uint64)
        self._games = mixed(word(seed, Purpose.JUDGE) ^ mixed(address))
        self._seats = np.arange(1, games.entrants.shape[1] + 1, dtype=np.uint64)

    def of_games(self, what: int) -> Words:
        """Give a word for each game."""
        return mixed(self._games + np.uint64(what << 32))

    def of_seats(self, what: int) -> Words:
        """Give a word for each seat of each game."""
        return mixed(self.of_games(what)[:, None] + self._seats)

    def happens(self, in_1000: int, what: int) -> Flags:
        """Say for each seat whether something happens that does in so many of 1000 cases."""
        if in_1000 >= 1000:
            return np.broadcast_to(np.True_, (self._games.size, self._seats.size))
        drawn = (self.of_seats(what) >> np.uint64(32)) * np.uint64(1000) >> np.uint64(32)
        return np.asarray(drawn < np.uint64(max(in_1000, 0)))


def merits(watched: Seen, judge_: Judge, chance: _Chance) -> Array:
    """Give each player's merit in the judge's eyes: ``merit[game, seat]``."""
    counts = contributions(watched)
    worth = np.array([_row(judge_.red), _row(judge_.black)], dtype=np.int32)
    red, black = (counts @ row for row in worth)
    error = _normal(chance.of_seats(_ERROR), judge_.noise)
    mood = _normal(chance.of_games(_MOOD), judge_.mood)[:, None]
    return np.asarray(np.where(watched.games.black, black, red) + error + mood, dtype=np.int64)


def _row(worth: Worth) -> list[int]:
    return [getattr(worth, name) for name in CONTRIBUTIONS]


def _normal(words: Words, deviation: int) -> npt.NDArray[np.int64]:
    """Give whole numbers with mean 0 and this deviation, bell-shaped: sums of four uniform ones."""
    total = sum((words >> np.uint64(shift)) & _SIXTEEN for shift in (0, 16, 32, 48))
    return np.rint((np.asarray(total, dtype=np.float64) - 131070.0) * (_SPREAD * deviation)).astype(
        np.int64
    )


def _from_the_best(merit: Array, chance: _Chance) -> npt.NDArray[np.intp]:
    """Give the seats of each game by merit; a lot parts those of equal merit."""
    lot = (chance.of_seats(_LOT) & _SIXTEEN).astype(np.int64)
    return np.argsort(-(merit * (1 << 16) + lot), axis=1, kind="stable")


def _penalties(
    watched: Seen, regulation: Regulation, judge_: Judge, chance: _Chance
) -> dict[str, object]:
    """Take off, once a seat, the most that any case that meets it takes off."""
    cases: Sequence[Penalty] = regulation.scoring.penalties
    shape = watched.games.entrants.shape
    penalty = np.zeros(shape, dtype=np.int32)
    reason = np.full(shape, EMPTY, dtype=np.int8)
    for index, case in enumerate(cases):
        points = thousandths(case.points)
        noticed = chance.happens(judge_.notices, _NOTICES + index)
        game, seat = found(watched, case, regulation)
        met = noticed[game, seat] & (points > penalty[game, seat])
        penalty[game[met], seat[met]] = points
        reason[game[met], seat[met]] = index
    reasons = tuple(case.reason for case in cases)
    return {"penalty": penalty, "penalty_reason": reason, "reasons": reasons}
