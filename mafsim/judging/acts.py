"""The acts that cost points: who did what a penalty's case describes, as the judge sees it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mafsim.agents.view import BLACK, NOBODY, RED, Claim
from mafsim.games import EMPTY, Array, Ballot, Flags, Games, Indices, Left, Role, Winner
from mafsim.judging.seen import CHECKING, Seen
from mafsim.regulations.points import Penalty, VotedOut
from mafsim.regulations.schema import Regulation

Pairs = tuple[Indices, Indices]
"""Games and seats: one pair for each player who is meant."""


def found(seen: Seen, case: Penalty, regulation: Regulation) -> Pairs:
    """Give games and seats of those whom a case meets; none where it names no act."""
    if case.act is None:
        return _where(np.zeros((0, 0), dtype=np.bool_))
    game, seat = _ACTS[case.act](seen, regulation)
    met = _can_meet(seen.games, case, game, seat)
    game, seat = game[met], seat[met]
    if case.voted_out is not None:
        met = _after_such_a_vote(seen, case, case.voted_out, game, seat)
        game, seat = game[met], seat[met]
    return game, seat


def _where(marked: Flags) -> Pairs:
    game, seat = np.nonzero(marked)
    return game, seat


def _can_meet(games: Games, case: Penalty, game: Indices, seat: Indices) -> Flags:
    """Say who of them has such a role and such a result."""
    roles = games.roles[game, seat]
    can = np.isin(roles, [Role[role.upper()] for role in case.roles])
    if case.side_lost:
        can &= games.winner[game] == np.where(roles >= Role.MAFIA, Winner.RED, Winner.BLACK)
    return can


def _broke_split(seen: Seen, _: Regulation) -> Pairs:
    return _where(np.asarray(seen.broke != EMPTY))


def _voted_for(seen: Seen, _: Regulation) -> Pairs:
    return _where(np.asarray(seen.sent_off.any(axis=2)))


def _false_claim(seen: Seen, _: Regulation) -> Pairs:
    """Give who left his claim to be the sheriff standing though he is red and not the sheriff."""
    return _where(np.asarray((seen.claims == Claim.STANDS) & (seen.games.roles == Role.CIVILIAN)))


def _false_check(seen: Seen, _: Regulation) -> Pairs:
    """Give who is the sheriff, and left a check standing that is not true."""
    game, seat = _where((seen.claims == Claim.STANDS) & (seen.games.roles == Role.SHERIFF))
    told = seen.told[game, seat]
    colours = np.where(seen.games.roles[game] >= Role.MAFIA, BLACK, RED)
    false = ((told != NOBODY) & (told != colours)).any(axis=1)
    return game[false], seat[false]


def _lost_claim(seen: Seen, _: Regulation) -> Pairs:
    """Give who is black, and claimed to be the sheriff and to have found the real one red."""
    game, seat = _where((seen.claims != Claim.NONE) & (seen.games.roles >= Role.MAFIA))
    sheriff = seen.games.roles[game] == Role.SHERIFF
    cleared = (sheriff & (seen.told[game, seat] == RED)).any(axis=1)
    return game[cleared], seat[cleared]


def _forgot_role(seen: Seen, regulation: Regulation) -> Pairs:
    """Give who let a night go by as the sheriff without the check that he had.

    Nights count that are over for him: somebody left after them, and he not before. The don is not
    met: once he has found the sheriff he has nothing to check.
    """
    rule, left_on = regulation.rules.night, seen.games.left_on
    game, seat = _where(seen.games.roles == Role.SHERIFF)
    checked = seen.games.checks[game, :, CHECKING.index(Role.SHERIFF)]
    own = left_on[game, seat]
    last = left_on.max(axis=1)[game]
    over = np.where(own == EMPTY, last, np.minimum(own, last))
    nights = np.arange(1, checked.shape[1] + 1)
    had_one = (nights >= rule.sheriff_first_check) & (nights < over[:, None]) & (rule.checks > 0)
    idle = (had_one & (checked == EMPTY)).any(axis=1)
    return game[idle], seat[idle]


_ACTS: dict[str, Callable[[Seen, Regulation], Pairs]] = {
    "broke_split": _broke_split,
    "voted_for": _voted_for,
    "false_claim": _false_claim,
    "false_check": _false_check,
    "forgot_role": _forgot_role,
    "lost_claim": _lost_claim,
}


def _after_such_a_vote(
    seen: Seen, case: Penalty, vote: VotedOut, game: Indices, seat: Indices
) -> Flags:
    """Say in which pairs the game has the vote that the case asks for.

    Where the act is about a vote, it is that very one.
    """
    out = _voted_out(seen.games, vote, game)
    if case.act == "voted_for":
        out &= _voted_for_whom(seen, game, seat)
    if case.act == "broke_split":
        out &= seen.games.left_on[game] == seen.broke[game, seat][:, None]
    if not vote.may_be_oneself:
        out[np.arange(seat.size), seat] = False
    return np.asarray(out.any(axis=1))


def _voted_for_whom(seen: Seen, game: Indices, seat: Indices) -> Flags:
    """Say whom each vote sent off: ``whom[i, out]`` for each pair of a game and a seat."""
    games, ballot = seen.games, seen.ballot[game]
    vote = games.votes[game[:, None], ballot, seat[:, None]]
    lifted = games.vote_kind[game[:, None], ballot] == Ballot.LIFT
    whom = np.where(lifted, vote == 1, vote == np.arange(ballot.shape[1]))
    return np.asarray(whom & (ballot != EMPTY))


def _voted_out(games: Games, vote: VotedOut, game: Indices) -> Flags:
    """Say who left these games by such a vote: ``out[i, seat]`` for each of the games `game`."""
    left, day = games.left[game], games.left_on[game]
    voted = left == Left.VOTE
    out = voted & (games.black[game] == (vote.color == "black"))
    if vote.day is not None:
        out &= day == vote.day
    if vote.alone:
        same_day = day[:, :, None] == day[:, None, :]
        out &= (same_day & voted[:, None, :]).sum(axis=2) == 1
    if vote.living is not None:
        out &= _may_have_lived(left, day, games.seated[game], vote.living)
    return np.asarray(out)


def _may_have_lived(left: Array, day: Array, seated: Flags, living: int) -> Flags:
    """Say on whose last day so many may have been at the table when the vote was held.

    Whoever was removed on that day may have gone before the vote or after it.
    """
    before = (left != EMPTY)[:, None, :] & (day[:, None, :] < day[:, :, None])
    that_day = (left == Left.FOUL)[:, None, :] & (day[:, None, :] == day[:, :, None])
    there = seated.sum(axis=1)[:, None] - before.sum(axis=2)
    return np.asarray((there >= living) & (there - that_day.sum(axis=2) <= living))
