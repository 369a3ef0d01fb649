"""What the judge sees: whose vote sent whom off, and what each player contributed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from mafsim.agents.view import BLACK, NOBODY, RED, Claim
from mafsim.games import EMPTY, Array, Ballot, Flags, Games, Left, Role
from mafsim.judging.parameters import CONTRIBUTIONS
from mafsim.kernels import kernel

_VOTE, _LIFT, _MAFIA = int(Left.VOTE), int(Ballot.LIFT), int(Role.MAFIA)


class Played(Protocol):
    """Games with more than a record of them tells."""

    @property
    def games(self) -> Games:
        """Give the record."""

    @property
    def broke(self) -> Array:
        """Give the day on which a seat broke an announced split, or `EMPTY`: ``[game, seat]``."""

    @property
    def claims(self) -> Array:
        """Give what became of a seat's claim to be the sheriff, a `Claim`: ``[game, seat]``."""

    @property
    def told(self) -> Array:
        """Give the last check of a target that a seat told: ``[game, seat, target]``.

        It may be of no games, where nobody told any.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Everything that happened in some games.

    `Games` alone do not say who broke a split, who took a claim back, and which checks were told:
    of them the judge sees nothing then.
    """

    games: Games
    broke: Array
    """``broke[game, seat]`` is the day, or `EMPTY`."""
    claims: Array
    """``claims[game, seat]`` is a `Claim`."""
    told: Array
    """``told[game, seat, target]`` is `RED`, `BLACK` or `NOBODY`."""
    ballot: Array
    """``ballot[game, seat]``: the last ballot of the day on which the seat left by the vote."""
    sent_off: Array
    """``sent_off[game, seat, color]``: how many red and black players the seat's vote sent off."""


def seen(played: Games | Played) -> Seen:
    """Look at games."""
    record = played if isinstance(played, Games) else played.games
    shape = record.entrants.shape
    ballot = np.full(shape, EMPTY, dtype=np.int8)
    sent_off = np.zeros((*shape, 2), dtype=np.int8)
    columns = ("roles", "left", "left_on", "votes", "vote_day", "vote_kind")
    # One layout of arrays is one compilation.
    arrays = tuple(np.array(getattr(record, column), order="C") for column in columns)
    _look_at_ballots(arrays, ballot, sent_off)
    silent = np.broadcast_to(np.int8(NOBODY), (*shape, shape[1]))
    if isinstance(played, Games):
        return Seen(
            games=record,
            broke=np.broadcast_to(np.int8(EMPTY), shape),
            claims=np.broadcast_to(np.int8(Claim.NONE), shape),
            told=silent,
            ballot=ballot,
            sent_off=sent_off,
        )
    return Seen(
        games=record,
        broke=played.broke,
        claims=played.claims,
        told=played.told if len(played.told) else silent,
        ballot=ballot,
        sent_off=sent_off,
    )


@kernel
def _look_at_ballots(arrays: Any, ballot: Any, sent_off: Any) -> None:
    """Find the last ballot of each day, and whose vote it brought to whoever left by it.

    In a ballot on "all leave" that is a yes.
    """
    roles, left, left_on, votes, vote_day, vote_kind = arrays
    games, ballots, seats = votes.shape
    for game in range(games):
        for last in range(ballots):
            day = vote_day[game, last]
            if day == EMPTY:
                break
            if last + 1 < ballots and vote_day[game, last + 1] == day:
                continue
            lifted = vote_kind[game, last] == _LIFT
            for out in range(seats):
                if left[game, out] != _VOTE or left_on[game, out] != day:
                    continue
                ballot[game, out] = last
                colour = BLACK if roles[game, out] >= _MAFIA else RED
                wanted = 1 if lifted else out
                for seat in range(seats):
                    sent_off[game, seat, colour] += votes[game, last, seat] == wanted


def contributions(seen: Seen) -> Array:
    """Count what each player contributed: ``counts[game, seat, contribution]``."""
    games = seen.games
    counted: dict[str, Array] = {
        "seated": games.seated,
        "won": games.won,
        "stayed": (games.left == EMPTY) & games.seated,
        "against_black": seen.sent_off[:, :, BLACK],
        "against_red": seen.sent_off[:, :, RED],
        "checked_black": _found(games, Role.SHERIFF, games.black),
        "found_sheriff": _found(games, Role.DON, games.roles == Role.SHERIFF),
        "named_black": _named_black(games),
        "claimed": games.reveals != EMPTY,
        "removed": games.left == Left.FOUL,
    }
    return np.stack([counted[name].astype(np.int8) for name in CONTRIBUTIONS], axis=2)


CHECKING = (Role.SHERIFF, Role.DON)
"""Whose checks the last axis of `Games.checks` holds."""


def _found(games: Games, role: Role, those: Flags) -> Array:
    """Count whom of those the player in a role found by his checks."""
    checked = games.checks[:, :, CHECKING.index(role)]
    marked = np.zeros((len(games), games.entrants.shape[1] + 1), dtype=np.bool_)
    np.put_along_axis(marked, checked.astype(np.intp), values=True, axis=1)  # the last is `EMPTY`'s
    return np.asarray((marked[:, :-1] & those).sum(axis=1)[:, None] * (games.roles == role))


def _named_black(games: Games) -> Array:
    """Count the black players in the best move of whoever was killed first."""
    named = np.take_along_axis(games.black, games.best_move.astype(np.intp), axis=1)
    return np.asarray(
        (named & (games.best_move != EMPTY)).sum(axis=1)[:, None] * games.first_shot()
    )
