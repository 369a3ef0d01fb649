"""The player who hunts for points does what a regulation rewards, and nothing where it does not."""

from __future__ import annotations

import numpy as np
import pytest

from mafsim import agents, mafia, regulations
from mafsim.agents.view import NOBODY, Claim, Decision, Role
from mafsim.games import Games
from tests.agents.enumeration import Table
from tests.agents.views import answered, view_of

CIVILIAN, MAFIA = 4, 1


def played(text: str, regulation: str, games: int = 60) -> mafia.Played:
    return mafia.play(regulations.load(regulation), agents.cast(text, 10), games, seed=3)


@pytest.mark.parametrize("regulation", ["fiim", "ugra-2021", "charlie-2016", "omsk-2012"])
def test_hunter_without_greed_is_bayes(regulation: str) -> None:
    without: Games = played("hunter:greed=0", regulation).games
    assert np.array_equal(without.votes, played("bayes", regulation).games.votes)


def test_civilian_baits_the_first_shot_where_it_pays() -> None:
    baited = played("1*hunter+9*bayes", "fiim")
    hunter = baited.games.entrants == 0
    civilian = hunter & (baited.games.roles == Role.CIVILIAN)
    assert (baited.games.reveals[civilian] == 1).all()


def test_bait_is_taken_back_in_the_last_word() -> None:
    baited = played("1*hunter+9*bayes", "fiim")
    shot = (baited.games.entrants == 0) & (baited.games.roles == Role.CIVILIAN)
    shot &= baited.games.shot(1)
    assert shot.any()
    assert (baited.claims[shot] == Claim.TAKEN_BACK).all()


def test_nobody_baits_where_being_killed_first_brings_nothing() -> None:
    baited = played("hunter", "plain")
    civilians = baited.games.roles == Role.CIVILIAN
    assert (baited.games.reveals[civilians] == NOBODY).all()


def test_black_hunter_claims_nothing_where_that_is_punished() -> None:
    table = Table()
    for _ in range(3):
        table.night()
        table.day()
    said = {}
    for penalty in (0, 400):
        view = view_of("hunter", table, MAFIA, fake=1.0)
        view["payoffs"]["lost_claim"] = penalty
        said[penalty] = answered("hunter", Decision.SPEAK, view, table)[1][0]
    assert said == {0: Claim.STANDS, 400: NOBODY}


def test_red_hunter_votes_for_who_will_stay_where_any_vote_for_a_red_one_is_punished() -> None:
    table = Table()
    table.nominate(8, 6)
    votes = {}
    for penalty in (0, 400):
        view = view_of("hunter", table, CIVILIAN)
        view["payoffs"]["voted_for"] = penalty
        votes[penalty] = answered("hunter", Decision.VOTE, view, table, [6, 7])[0]
    assert votes == {0: 6, 400: 7}


def test_black_hunter_spares_no_partner() -> None:
    table = Table()
    for seat in (5, 6):
        table.nominate(seat, 2)
    votes = {}
    for kind in ("bayes", "hunter"):
        view = view_of(kind, table, MAFIA, guard=10.0, bus=0.0)
        votes[kind] = answered(kind, Decision.VOTE, view, table, [2, 7])[0]
    assert votes == {"bayes": 7, "hunter": 2}


def test_hunter_names_nobody_as_the_best_player_unless_he_must() -> None:
    table = Table()
    table.ballot([NOBODY] * 4 + [1, 9] + [NOBODY] * 4)
    view = view_of("hunter", table, CIVILIAN)
    view["revealed"] = [Role.MAFIA] * 3 + [Role.CIVILIAN] * 7
    assert answered("hunter", Decision.BEST_PLAYER, view, table)[0] == NOBODY
    assert answered("hunter", Decision.BEST_PLAYER, view, table, may_pass=False)[0] == 5
    assert answered("bayes", Decision.BEST_PLAYER, view, table)[0] in (0, 1, 2)
