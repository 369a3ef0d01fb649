"""Which acts cost points: each case of a regulation on a game made by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mafsim.agents.view import BLACK, NOBODY, RED, Claim
from mafsim.games import EMPTY, Ballot, Games, Left, Winner
from mafsim.judging import judge, usual
from mafsim.regulations import load, set_values
from mafsim.roster import numbered

UGRA = load("ugra-2021")
DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]  # the sheriff on seat 3, black on 4, 5 (don) and 6


def played(**known: Any) -> Any:
    """Give one game, and what an engine tells besides: lists a seat, ``told[teller, target]``."""
    winner = known.pop("winner", Winner.BLACK)
    told = np.full((1, 10, 10), NOBODY)
    for (teller, target), colour in known.pop("told", {}).items():
        told[0, teller - 1, target - 1] = colour
    extra = {
        name: _row(known.pop(name, {}), empty)
        for name, empty in (("broke", EMPTY), ("claims", int(Claim.NONE)))
    }
    rows = {name: _row(known.pop(name), EMPTY) for name in ("left", "left_on") if name in known}
    games = Games(
        roster=numbered(10),
        stages=tuple(stage.name for stage in UGRA.stages),
        entrants=np.arange(10)[None],
        roles=np.array([DEAL]),
        winner=np.array([winner]),
        **rows,
        **known,
    )
    return SimpleNamespace(games=games, told=told, **extra)


def _row(values: dict[int, int], empty: int) -> Any:
    return np.array([[values.get(seat + 1, empty) for seat in range(10)]])


def penalties(game: Any, regulation: Any = UGRA) -> dict[int, str]:
    """Give the reason of each seat that loses points, seats from one."""
    judged = judge(game, regulation)
    assert set(judged.penalty[judged.penalty_reason != EMPTY].tolist()) <= {400}
    assert not judged.penalty[judged.penalty_reason == EMPTY].any()
    return {
        seat + 1: judged.reasons[judged.penalty_reason[0, seat]]
        for seat in range(10)
        if judged.penalty_reason[0, seat] != EMPTY
    }


RED_OUT: dict[str, Any] = {"left": {1: Left.VOTE}, "left_on": {1: 1}}


def test_a_red_player_who_broke_a_split_into_a_red_one_on_day_one() -> None:
    assert penalties(played(broke={2: 1}, **RED_OUT)) == {2: "broke_on_day_1"}


def test_whoever_broke_a_split_into_himself_on_day_one() -> None:
    assert penalties(played(broke={1: 1}, **RED_OUT)) == {1: "broke_on_day_1"}


@pytest.mark.parametrize(
    "game",
    [
        played(broke={2: 1}, winner=Winner.RED, **RED_OUT),  # red has won
        played(broke={4: 1}, **RED_OUT),  # he is black
        played(broke={2: 1}, left={4: Left.VOTE}, left_on={4: 1}),  # a black one left
        played(broke={2: 2}, left={1: Left.VOTE}, left_on={1: 2}),  # on another day
        played(broke={2: 2}, **RED_OUT),  # that vote was on day 1, the breaking on day 2
        played(broke={2: 1}, left={1: Left.VOTE, 7: Left.VOTE}, left_on={1: 1, 7: 1}),  # two left
        played(broke={2: 1}, left={1: Left.FOUL}, left_on={1: 1}),  # nobody left by the vote
        played(broke={2: 1}),
    ],
)
def test_breaking_that_is_no_case(game: Any) -> None:
    assert penalties(game) == {}


def at_four(**known: Any) -> Any:
    """Give a game in which red seat 1 is voted out on day 4 with four at the table."""
    gone = {7: (Left.NIGHT, 1), 8: (Left.VOTE, 2), 9: (Left.NIGHT, 2)}
    gone |= {10: (Left.VOTE, 3), 4: (Left.NIGHT, 3), 6: (Left.FOUL, 3), 1: (Left.VOTE, 4)}
    left = {seat: how for seat, (how, _) in gone.items()}
    return played(left=left, left_on={seat: on for seat, (_, on) in gone.items()}, **known)


@pytest.mark.parametrize("winner", list(Winner))
def test_breaking_at_four_costs_whatever_the_result(winner: Winner) -> None:
    assert penalties(at_four(broke={2: 4}, winner=winner)) == {2: "broke_at_four"}


def test_breaking_into_oneself_at_four_is_no_case() -> None:
    assert penalties(at_four(broke={1: 4})) == {}


def test_a_false_claim_that_stands_costs_a_red_loser() -> None:
    stands, back = int(Claim.STANDS), int(Claim.TAKEN_BACK)
    assert penalties(played(claims={1: stands})) == {1: "false_claim"}
    assert penalties(played(claims={1: back})) == {}
    assert penalties(played(claims={1: stands}, winner=Winner.RED)) == {}
    assert penalties(played(claims={3: stands, 4: stands})) == {}  # the sheriff, a black one


def test_a_false_check_that_stands_costs_the_sheriff() -> None:
    claims = {3: int(Claim.STANDS)}
    assert penalties(played(claims=claims, told={(3, 1): BLACK})) == {3: "false_check"}
    assert penalties(played(claims=claims, told={(3, 4): RED})) == {3: "false_check"}
    assert penalties(played(claims=claims, told={(3, 1): RED, (3, 4): BLACK})) == {}
    assert penalties(played(told={(3, 1): BLACK})) == {}  # he never said that he was the sheriff


def test_a_black_claim_that_cleared_the_sheriff_costs_when_black_has_lost() -> None:
    claims = {4: int(Claim.STANDS)}
    lost = {"winner": Winner.RED}
    assert penalties(played(claims=claims, told={(4, 3): RED}, **lost)) == {4: "lost_claim"}
    assert penalties(played(claims=claims, told={(4, 3): RED})) == {}
    assert penalties(played(claims=claims, told={(4, 3): BLACK}, **lost)) == {}
    assert penalties(played(claims=claims, told={(4, 1): RED}, **lost)) == {}
    assert penalties(played(told={(4, 3): RED}, **lost)) == {}


def test_a_sheriff_who_missed_a_check_forgot_his_role() -> None:
    gone = {"left": {3: Left.NIGHT, 1: Left.VOTE}, "left_on": {3: 3, 1: 3}}

    def checks(*seats: int) -> Any:
        return np.array([[[seat, EMPTY] for seat in seats]])

    assert penalties(played(checks=checks(4, EMPTY, 2), **gone)) == {3: "forgot_role"}
    assert penalties(played(checks=checks(4, 5, 2), **gone)) == {}
    assert penalties(played(checks=checks(4, 5, EMPTY), **gone)) == {}  # the night of his death
    later = set_values(UGRA, ["rules.night.sheriff_first_check=2"])
    assert penalties(played(checks=checks(EMPTY, 5, 2), **gone), later) == {}
    none = set_values(UGRA, ["rules.night.checks=0"])
    assert penalties(played(checks=checks(EMPTY, EMPTY, EMPTY), **gone), none) == {}


def test_any_vote_for_the_one_who_left_where_a_case_asks_for_it() -> None:
    regulation = set_values(UGRA, ["scoring.penalties.broke_on_day_1.act=voted_for"])
    votes = {"votes": np.array([[[3, 0, 0, 0, 0, 3, 3, 3, 3, EMPTY]]])}
    held = {"vote_day": np.array([[1]]), "vote_kind": np.array([[Ballot.VOTE]])}
    by = penalties(played(**votes, **held, **RED_OUT), regulation)
    assert by == {2: "broke_on_day_1", 3: "broke_on_day_1"}  # the sheriff is red too
    assert penalties(played(**votes, **held), regulation) == {}
    lifted = {"vote_day": np.array([[1]]), "vote_kind": np.array([[Ballot.LIFT]])}
    hands = {"votes": np.array([[[0, 1, 0, 0, 0, 0, 1, 0, 0, 0]]])}
    out = {2: "broke_on_day_1", 7: "broke_on_day_1"}
    assert penalties(played(**hands, **lifted, **RED_OUT), regulation) == out


def test_the_dearest_case_is_taken_and_only_once() -> None:
    dearer = set_values(UGRA, ["scoring.penalties.false_claim.points=0.6"])
    game = played(broke={2: 1}, claims={2: int(Claim.STANDS)}, **RED_OUT)
    judged = judge(game, dearer)
    assert judged.penalty[0, 1] == 600
    assert judged.reasons[judged.penalty_reason[0, 1]] == "false_claim"


def test_an_inattentive_judge_notices_as_many_acts_as_his_parameter_says() -> None:
    from dataclasses import replace

    many = 4000
    one = played(claims={1: int(Claim.STANDS)})
    games = one.games.select(np.zeros(many, dtype=np.intp))
    games = games.with_(round=np.arange(many) // 100, table=np.arange(many) % 100)
    crowd = SimpleNamespace(
        games=games, **{n: np.repeat(getattr(one, n), many, 0) for n in ("broke", "claims", "told")}
    )
    who = replace(usual(), notices=250)
    seen = int((judge(crowd, UGRA, parameters=who).penalty != 0).sum())
    assert abs(seen - 1000) < 4 * (4000 * 0.25 * 0.75) ** 0.5
