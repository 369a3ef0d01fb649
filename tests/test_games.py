"""One type of arrays over games: read-only, of fixed types, empty where nothing is known."""

from __future__ import annotations

import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from mafsim.games import EMPTY, Ended, Games, Left, Protest, Role, ShapkaGames, Winner
from mafsim.roster import numbered

DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]


def games(many: int = 2, **known: Any) -> Games:
    usual: dict[str, Any] = {
        "roster": numbered(10),
        "entrants": np.tile(np.arange(10), (many, 1)),
        "roles": np.tile(DEAL, (many, 1)),
        "round": np.arange(many),
        "winner": np.zeros(many),
    }
    return Games(**usual | known)


def test_what_is_left_out_is_empty() -> None:
    played = games()
    assert (played.left == EMPTY).all()
    assert (played.best_move == EMPTY).all()
    assert played.best_move.shape == (2, 3)
    assert (played.ended == Ended.PLAY).all()
    assert not played.best_player.any()
    assert not played.additional.any()
    assert played.votes.shape == (2, 0, 10)
    assert played.checks.shape == (2, 0, 2)


def test_an_engine_s_arrays_keep_their_shapes() -> None:
    played = games(votes=np.zeros((2, 5, 10)), vote_day=np.ones((2, 5)), checks=np.zeros((2, 4, 2)))
    assert played.votes.shape == (2, 5, 10)
    assert played.vote_kind.shape == (2, 5)
    assert played.checks.dtype == np.int8


@pytest.mark.parametrize("each", [each for each in fields(Games) if each.metadata])
def test_every_array_is_read_only_and_of_its_type(each: Any) -> None:
    array = getattr(games(), each.name)
    assert array.dtype == each.metadata["dtype"]
    assert not array.flags.writeable
    changed: dict[str, Any] = {each.name: np.array(array)}
    given = getattr(games(**changed), each.name)
    assert not given.flags.writeable


def test_the_array_that_was_given_stays_writeable() -> None:
    winner = np.zeros(2, dtype=np.int8)
    games(winner=winner)
    assert winner.flags.writeable


@pytest.mark.parametrize(
    "wrong",
    [
        {"winner": np.zeros(3)},
        {"roles": np.zeros((2, 9))},
        {"best_move": np.zeros((2, 4))},
        {"left": np.zeros(2)},
    ],
)
def test_an_array_of_another_shape_is_a_fault(wrong: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        games().with_(**wrong)


def test_games_are_equal_by_their_content() -> None:
    assert games() == games()
    assert games() != games(winner=np.array([0, 1]))
    assert games() != games().with_(stages=("final",))
    assert games().__eq__(1) is NotImplemented
    with pytest.raises(TypeError):
        hash(games())


def test_games_go_to_another_process_unchanged() -> None:
    assert pickle.loads(pickle.dumps(games())) == games()


def test_colours_and_sides() -> None:
    played = games(3, winner=np.array([Winner.RED, Winner.BLACK, Winner.DRAW]))
    red = np.array([role < Role.MAFIA for role in DEAL])
    assert (played.red == red).all()
    assert (played.black == ~red).all()
    assert (played.won == [red, ~red, [False] * 10]).all()
    assert (played.lost == [~red, red, [False] * 10]).all()


def test_an_empty_seat_is_on_no_side() -> None:
    entrants, roles = np.tile(np.arange(10), (1, 1)), np.array([DEAL])
    entrants[0, 9] = roles[0, 9] = EMPTY
    played = Games(roster=numbered(10), entrants=entrants, roles=roles, winner=np.array([0]))
    assert not played.seated[0, 9]
    assert not (played.red | played.black | played.won | played.lost)[0, 9]


def test_who_was_shot_first() -> None:
    left, on = np.full((2, 10), EMPTY), np.full((2, 10), EMPTY)
    left[0, [4, 7]], on[0, [4, 7]] = Left.NIGHT, [1, 2]
    left[1, [2, 3]], on[1, [2, 3]] = [Left.VOTE, Left.NIGHT], [1, 3]
    played = games(left=left, left_on=on)
    assert np.argwhere(played.shot(1)).tolist() == [[0, 4]]
    assert np.argwhere(played.first_shot()).tolist() == [[0, 4], [1, 3]]


def test_an_open_protest_disputes_its_game() -> None:
    protest = np.full((2, 10), EMPTY)
    protest[0, 3], protest[1, 3] = Protest.REJECTED, Protest.OPEN
    assert games(protest=protest).disputed().tolist() == [False, True]


def test_some_of_the_games() -> None:
    played = games(3, winner=np.array([0, 1, 2]))
    assert played.select(np.array([2, 0])).winner.tolist() == [2, 0]
    assert played.select(np.array([True, False, True])).round.tolist() == [0, 2]
    assert len(played.until(2)) == 2
    assert played.select(np.array([2, 0, 1])).in_order() == played


def test_breaches_are_of_the_stages_that_were_played() -> None:
    played = ShapkaGames(
        roster=numbered(6),
        stages=("one", "two"),
        entrants=np.array([[0, 2, 4], [1, 3, 5]]),
        round=np.array([0, 1]),
        stage=np.array([0, 1]),
        teams=("A",),
        away_team=np.array([0, 0]),
        away_stage=np.array([0, 1]),
        away_breaches=np.array([1, 2]),
    )
    assert played.words.shape == (2, 3, 2, 2)
    assert played.until(1).away_breaches.tolist() == [1]
    assert played.until(2) == played


def test_a_tournament_of_a_block_takes_its_own_breaches_along() -> None:
    block = ShapkaGames(
        roster=numbered(3),
        stages=("one",),
        entrants=np.array([[0, 1, 2], [2, 1, 0], [1, 0, 2]]),
        tournament=np.array([0, 1, 1]),
        teams=("a", "b"),
        away_team=np.array([0, 1, 0]),
        away_stage=np.zeros(3),
        away_breaches=np.array([1, 2, 3]),
        away_tournament=np.array([1, 0, 1]),
    )
    alone = block.of_tournament(1)
    assert alone.entrants.tolist() == [[2, 1, 0], [1, 0, 2]]
    assert alone.tournament.tolist() == [0, 0]
    assert alone.away_team.tolist() == [0, 0]
    assert alone.away_breaches.tolist() == [1, 3]
    assert alone.away_tournament.tolist() == [0, 0]
