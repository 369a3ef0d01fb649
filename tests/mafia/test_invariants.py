"""What holds in every game, under every regulation, whatever the players do."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from mafsim import agents, mafia, regulations
from mafsim.agents.view import BALLOTS, DAYS, NOBODY
from mafsim.games import Ballot, Ended, Left, Role, Winner
from mafsim.mafia import Played
from mafsim.scoring import forbidden

NAMES = [name for name in regulations.names() if regulations.load(name).game == "mafia"]
N = 1500

UNRULY = "random:nominate=0.6,lift=0.6,miss=0.2,foul=0.08"


@cache
def played(name: str, spec: str = UNRULY) -> Played:
    return mafia.play(regulations.load(name), agents.cast(spec, 10), N, seed=11)


@pytest.mark.parametrize("name", NAMES)
def test_every_vote_that_is_cast_is_of_one_who_is_alive(name: str) -> None:
    games = played(name).games
    held = games.vote_day != NOBODY
    gone_before = (games.left_on[:, None, :] < games.vote_day[..., None]) & (
        games.left[:, None, :] != NOBODY
    )
    voted = (games.votes != NOBODY) & held[..., None]
    assert not (voted & gone_before).any()
    # Who leaves on the very day of the vote was there at its first ballot, unless he was removed.
    first = held & (games.vote_kind == Ballot.VOTE)
    removed_today = (games.left[:, None, :] == Left.FOUL) & (
        games.left_on[:, None, :] == games.vote_day[..., None]
    )
    silent = ~voted & ~gone_before & ~removed_today
    votes_are_lost = regulations.load(name).rules.fouls.loses == "vote"
    assert votes_are_lost or not (silent & first[..., None]).any()


@pytest.mark.parametrize("name", NAMES)
def test_votes_go_to_the_living_or_to_the_departed_where_they_stand(name: str) -> None:
    games = played(name).games
    votes = (games.votes != NOBODY) & (games.vote_kind != Ballot.LIFT)[..., None]
    game, number, _ = np.nonzero(votes)
    target = games.votes[votes]
    gone = (games.left[game, target] != NOBODY) & (
        games.left_on[game, target] < games.vote_day[game, number]
    )
    assert not gone.any()


@pytest.mark.parametrize("name", NAMES)
def test_everybody_leaves_once_and_for_one_reason(name: str) -> None:
    games = played(name).games
    assert ((games.left == NOBODY) == (games.left_on == NOBODY)).all()
    assert (games.left_on <= DAYS).all()
    for night in range(1, DAYS):
        assert (games.shot(night).sum(axis=1) <= 1).all()
    disqualified_left = games.left[games.disqualified]
    assert (disqualified_left != NOBODY).all()
    rules = regulations.load(name).rules
    if rules.fouls.removed_at is not None:
        enough = games.fouls >= rules.fouls.removed_at
        assert (games.left[enough] != NOBODY).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_when_a_side_has_won_and_not_before(name: str) -> None:
    games, rules = played(name).games, regulations.load(name).rules
    alive = games.left == NOBODY
    red = (alive & games.red).sum(axis=1)
    black = (alive & games.black).sum(axis=1)
    by_play = games.ended == Ended.PLAY
    assert (black[by_play & (games.winner == Winner.RED)] == 0).all() or (
        rules.end.quiet_at_four == "red_wins"
    )
    won_by_black = by_play & (games.winner == Winner.BLACK)
    assert (black >= red)[won_by_black].all()
    assert (black[won_by_black] > 0).all()
    drawn = games.winner == Winner.DRAW
    assert ((black > 0) & (black < red))[drawn].all()
    assert set(games.ended.tolist()) <= {Ended.PLAY, Ended.PLEA, Ended.HALL}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_the_regulation_forbids_is_in_the_record(name: str) -> None:
    regulation = regulations.load(name)
    games = played(name).games
    stage = regulation.stages[0].name
    found = forbidden(games.with_(stages=(stage,)), regulation)
    assert not found, [each.sentence(games) for each in found[:3]]


@pytest.mark.parametrize("name", NAMES)
def test_checks_are_of_others_who_live_and_by_those_who_live(name: str) -> None:
    games = played(name).games
    for who, role in ((0, Role.SHERIFF), (1, Role.DON)):
        game, night = np.nonzero(games.checks[..., who] != NOBODY)
        checked = games.checks[game, night, who]
        checker = np.argmax(games.roles[game] == role, axis=1)
        assert (checked != checker).all()
        for seat in (checked, checker):
            left_on = games.left_on[game, seat]
            by_day = games.left[game, seat] != Left.NIGHT
            # Night k is index k - 1; who left in night k by a shot was still there.
            was_there = (left_on == NOBODY) | (left_on > night) | ((left_on == night + 1) & ~by_day)
            assert was_there.all()


def test_every_seat_gets_every_role_equally_often() -> None:
    n = 40_000
    games = mafia.play(regulations.load("plain"), agents.cast("random", 10), n, seed=3).games
    for role, share in ((Role.DON, 0.1), (Role.SHERIFF, 0.1), (Role.MAFIA, 0.2)):
        dealt = (games.roles == role).sum(axis=0)
        deviation = np.sqrt(n * share * (1 - share))
        assert (np.abs(dealt - n * share) < 4.5 * deviation).all()


def test_every_seat_gets_every_player_equally_often() -> None:
    n = 20_000
    players = agents.cast("3*random+7*random:nominate=1", 10)
    games = mafia.play(regulations.load("plain"), players, n, seed=3).games
    assert (np.sort(games.entrants, axis=1) == np.arange(10)).all()
    for player in range(10):
        seats = (games.entrants == player).sum(axis=0)
        assert (np.abs(seats - n / 10) < 4.5 * np.sqrt(n * 0.09)).all()


def test_fouls_and_removals_happen_where_they_are_asked_for_and_nowhere_else() -> None:
    ruly = played("ugra-2021", "random").games
    assert not ruly.fouls.any()
    assert not (ruly.left == Left.FOUL).any()
    unruly = played("ugra-2021").games
    assert unruly.fouls.any()
    assert unruly.disqualified.any()
    assert (unruly.left == Left.FOUL).any()


def test_no_game_has_more_days_or_ballots_than_there_is_room_for() -> None:
    regulation = regulations.set_values(regulations.load("plain"), ["rules.end.quiet_rounds=30"])
    players = agents.cast("random:nominate=1,lift=0,miss=1", 10)
    long = mafia.play(regulation, players, 400, seed=1)
    assert long.days.max() <= DAYS
    assert long.games.votes.shape[1] <= BALLOTS
    nobody = agents.cast("random:nominate=0,miss=1", 10)
    endless = mafia.play(regulation, nobody, 3)
    assert (endless.games.winner == Winner.DRAW).all()
    assert (endless.days == DAYS).all()
