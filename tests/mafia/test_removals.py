"""What a removal does to the vote: the twelve cells of the three regulations, each by an incident.

The same player insults somebody on day 2, or gestures in night 2, in many games played by lot; looked
at are those in which he was still there. Everybody nominates, so that every vote has candidates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from mafsim import agents, mafia
from mafsim.games import Array, Flags, Left
from mafsim.mafia import Incident, Played, When
from mafsim.regulations import load, set_values

GAMES = 600
SEAT = 4
"""Whose act it is."""


@dataclass(frozen=True)
class Removed:
    """Games in which he was removed on day 2 or in the night after it, and what the votes were."""

    played: Played
    which: Flags

    def voted_out(self, day: int) -> Array:
        """Count in each game how many left by the vote of a day."""
        games = self.played.games
        out = (games.left == Left.VOTE) & (games.left_on == day)
        return np.asarray(out.sum(axis=1)[self.which])

    def ballots(self, day: int) -> Array:
        """Count in each game the ballots of a day."""
        held = self.played.games.vote_day == day
        return np.asarray(held.sum(axis=1)[self.which])

    @property
    def lasted(self) -> Flags:
        """Say which games had a third day."""
        return self.played.days[self.which] >= 3


MOMENTS = {
    "in the circle": (When.SPEECHES, 4, "insult"),
    "before the vote": (When.BEFORE_VOTE, 0, "insult"),
    "during the vote": (When.VOTE, 0, "insult"),
    "after its result": (When.RESULT, 0, "insult"),
    "at night": (When.NIGHT, 0, "night_gesture"),
}


@cache
def removed(name: str, moment: str, *changes: str) -> Removed:
    """Play games in which he misbehaves at a moment of day 2, and keep those where he is removed."""
    when, step, act = MOMENTS[moment]
    incident = Incident(day=2, when=when, step=step, seat=SEAT, act=act)
    regulation = set_values(load(name), changes) if changes else load(name)
    players = agents.cast("random:nominate=1,lift=0.5", 10)
    played = mafia.play(regulation, players, GAMES, seed=8, incidents=[incident])
    games = played.games
    which = (games.left[:, SEAT] == Left.FOUL) & (games.left_on[:, SEAT] == 2)
    assert which.sum() > 100, "he was hardly ever there"
    return Removed(played, which)


def no_vote(games: Removed) -> bool:
    """Say whether the vote of day 2 is not held, and that of day 3 is."""
    today = games.ballots(2).any() or games.voted_out(2).any()
    return not today and bool((games.ballots(3)[games.lasted] > 0).all())


def next_vote_lost(games: Removed) -> bool:
    """Say whether the vote of day 2 is held, and that of day 3 is not."""
    tomorrow = games.ballots(3).any() or games.voted_out(3).any()
    return not tomorrow and bool((games.ballots(2) > 0).all()) and bool(games.voted_out(2).any())


def both_leave(games: Removed) -> bool:
    """Say whether the vote of day 2 takes somebody along with him, and that of day 3 is held."""
    held = (games.ballots(2) > 0).all() and games.voted_out(2).mean() > 0.8
    return bool(held) and bool((games.ballots(3)[games.lasted] > 0).all())


def goes_on(games: Removed) -> bool:
    """Say whether he is voted on though he has left, and nobody leaves where he has the most."""
    record, which = games.played.games, games.which.copy()
    which[which] = games.ballots(2) > 0  # else his removal has decided the game
    games = Removed(games.played, which)
    first = np.argmax(record.vote_day[which] == 2, axis=1)
    votes = np.take_along_axis(record.votes[which], first[:, None, None], axis=1)[:, 0]
    counts = (votes[:, :, None] == np.arange(10)).sum(axis=1)
    alone = (counts[:, SEAT] == counts.max(axis=1)) & (
        (counts == counts.max(axis=1, keepdims=True)).sum(axis=1) == 1
    )
    assert alone.sum() > 10, "he hardly ever had the most votes"
    assert not (votes[:, SEAT] >= 0).any(), "he votes though he has left"
    kept = (games.voted_out(2)[alone] == 0).all() and games.voted_out(2)[~alone].mean() > 0.7
    return bool(kept) and bool((games.ballots(3)[games.lasted] > 0).all())


CELLS = {
    ("omsk-2012", "in the circle"): no_vote,
    ("omsk-2012", "before the vote"): no_vote,
    ("omsk-2012", "during the vote"): no_vote,
    ("omsk-2012", "after its result"): next_vote_lost,
    ("omsk-2012", "at night"): next_vote_lost,
    ("charlie-2016", "in the circle"): no_vote,
    ("charlie-2016", "before the vote"): no_vote,
    ("charlie-2016", "during the vote"): no_vote,
    ("charlie-2016", "after its result"): both_leave,
    ("charlie-2016", "at night"): next_vote_lost,
    ("ugra-2021", "in the circle"): no_vote,
    ("ugra-2021", "before the vote"): no_vote,
    ("ugra-2021", "during the vote"): goes_on,
    ("ugra-2021", "after its result"): next_vote_lost,
    ("ugra-2021", "at night"): next_vote_lost,
}


@pytest.mark.parametrize(("cell", "holds"), CELLS.items(), ids=map(" ".join, CELLS))
def test_a_removal_does_to_the_vote_what_the_table_says(
    cell: tuple[str, str], holds: object
) -> None:
    assert callable(holds)
    assert holds(removed(*cell))


def test_in_omsk_who_was_voted_out_anyway_costs_no_further_vote() -> None:
    """Removed in his last word; elsewhere the next vote is lost all the same."""
    incident = Incident(day=2, when=When.RESULT, seat=SEAT, act="insult")
    players = agents.cast("random:nominate=1", 10)
    held = {}
    for name in ("omsk-2012", "ugra-2021"):
        played = mafia.play(load(name), players, GAMES, seed=8, incidents=[incident])
        games = played.games
        met = (games.left[:, SEAT] == Left.VOTE) & (games.left_on[:, SEAT] == 2)
        met &= games.disqualified[:, SEAT] & (played.days >= 3)
        assert met.sum() > 20
        held[name] = (games.vote_day[met] == 3).any(axis=1)
    assert held["omsk-2012"].all()
    assert not held["ugra-2021"].any()


def test_a_fourth_foul_costs_what_a_direct_removal_costs() -> None:
    """Four fouls at one moment: the text does not part the two ways to be removed."""
    foul = Incident(day=2, when=When.BEFORE_VOTE, seat=SEAT, act="out_of_turn")
    for name in ("omsk-2012", "charlie-2016", "ugra-2021"):
        players = agents.cast("random:nominate=1", 10)
        played = mafia.play(load(name), players, GAMES, seed=8, incidents=[foul] * 4)
        games = played.games
        which = (games.left[:, SEAT] == Left.FOUL) & (games.left_on[:, SEAT] == 2)
        assert which.sum() > 100
        assert (games.fouls[which, SEAT] == 4).all()
        assert not games.disqualified[which, SEAT].any()
        assert no_vote(Removed(played, which)), name


def test_in_ugra_the_literal_reading_costs_two_votes() -> None:
    games = removed("ugra-2021", "before the vote", "rules.removal.before_vote=no_vote_and_next")
    for day in (2, 3):
        assert not games.ballots(day).any()
        assert not games.voted_out(day).any()


def test_nobody_acts_after_he_has_left() -> None:
    games = removed("ugra-2021", "during the vote")
    record = games.played.games
    after = (record.vote_day[games.which] >= 2)[:, :, None] & (record.votes[games.which] >= 0)
    assert not after[:, :, SEAT].any()


def test_leaving_together_does_not_depend_on_the_order() -> None:
    """Whoever is removed at one moment is removed with the others: the end is tested after them."""
    pair = [Incident(day=2, when=When.BEFORE_VOTE, seat=seat, act="insult") for seat in (2, 7)]
    players = agents.cast("random:nominate=1", 10)
    one, other = (
        mafia.play(load("ugra-2021"), players, GAMES, seed=3, incidents=order)
        for order in (pair, pair[::-1])
    )
    assert (one.games.winner == other.games.winner).all()
    assert (one.games.left_on == other.games.left_on).all()
