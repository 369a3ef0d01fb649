"""Contributions are counted as they were made, and points follow merit within the caps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from mafsim.games import EMPTY, Ballot, Games, Left, Role, Winner
from mafsim.judging import CONTRIBUTIONS, Judge, Worth, contributions, judge, seen, usual
from mafsim.regulations import load, set_values
from mafsim.roster import numbered

FIIM, UGRA, CHARLIE, OMSK = map(load, ("fiim", "ugra-2021", "charlie-2016", "omsk-2012"))
DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]


def game(*, many: int = 1, **known: Any) -> Games:
    """Give games that red has won, each at a place of its own."""
    usual_: dict[str, Any] = {
        "roster": numbered(10),
        "entrants": np.tile(np.arange(10), (many, 1)),
        "round": np.arange(many) // 1000,
        "table": np.arange(many) % 1000,
        "roles": np.tile(DEAL, (many, 1)),
        "winner": np.full(many, Winner.RED),
    }
    return Games(**usual_ | known)


def counts_of(games: Games, name: str) -> list[int]:
    found: list[int] = contributions(seen(games))[0, :, CONTRIBUTIONS.index(name)].tolist()
    return found


def slow_sent_off(games: Games, one: int, seat: int) -> tuple[int, int]:
    """Count by hand how many red and black players a seat's votes sent off."""
    red = black = 0
    for out in range(10):
        if games.left[one, out] != Left.VOTE:
            continue
        held = [b for b, day in enumerate(games.vote_day[one]) if day == games.left_on[one, out]]
        if not held:
            continue
        lift = games.vote_kind[one, held[-1]] == Ballot.LIFT
        if games.votes[one, held[-1], seat] == (1 if lift else out):
            black += games.roles[one, out] >= Role.MAFIA
            red += games.roles[one, out] < Role.MAFIA
    return red, black


def test_votes_are_counted_as_a_person_counts_them(many_games: Callable[..., Any]) -> None:
    for seed in range(20):
        games = many_games(FIIM, seed=seed, many=20).games
        counts = contributions(seen(games))
        for one in range(20):
            for seat in range(10):
                found = tuple(
                    counts[one, seat, CONTRIBUTIONS.index(name)]
                    for name in ("against_red", "against_black")
                )
                assert found == slow_sent_off(games, one, seat)


def test_checks_count_for_the_one_who_made_them() -> None:
    checks = np.array([[[3, 3], [5, 2], [3, EMPTY], [0, EMPTY]]])  # seats 4, 6 and 1; 4 and 3
    games = game(checks=checks)
    assert counts_of(games, "checked_black") == [0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    assert counts_of(games, "found_sheriff") == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]


def test_the_best_move_counts_for_the_first_killed() -> None:
    left = np.full((1, 10), EMPTY)
    left[0, [1, 7]] = Left.NIGHT
    on = np.where(left == EMPTY, EMPTY, 2)
    on[0, 7] = 1
    games = game(left=left, left_on=on, best_move=np.array([[3, 0, 5]]))
    assert counts_of(games, "named_black") == [0, 0, 0, 0, 0, 0, 0, 2, 0, 0]
    assert counts_of(games, "stayed") == [1, 0, 1, 1, 1, 1, 1, 0, 1, 1]


@pytest.mark.parametrize("name", CONTRIBUTIONS)
def test_whoever_contributes_more_gets_no_less(name: str, many_games: Callable[..., Any]) -> None:
    played = many_games(FIIM, seed=4, many=400)
    eye = Judge(red=Worth(seated=100), black=Worth(seated=100), noise=200)
    more = replace(eye, red=replace(eye.red, **{name: eye.red.seated + 200}))
    counts = contributions(seen(played))[:, :, CONTRIBUTIONS.index(name)]
    free = set_values(
        FIIM, ["scoring.additional.most_players=10", "scoring.additional.most_in_all=9"]
    )
    before = judge(played, free, parameters=eye).additional
    after = judge(played, free, parameters=more).additional
    concerned = (counts > 0) & played.games.red
    if name != "found_sheriff":
        assert (after > before)[concerned].any()
    assert (after >= before)[concerned].all()
    assert np.array_equal(after[~concerned], before[~concerned])


def test_the_best_are_served_first_and_the_caps_end_the_list() -> None:
    # Without noise merits are whole: seat 3 finds two, the don is found by nobody.
    games = game(checks=np.array([[[3, EMPTY], [5, EMPTY]]]))
    eye = Judge(red=Worth(won=600, checked_black=200), black=Worth(seated=800), agrees=1000)
    given = judge(games, FIIM, parameters=eye).additional[0]
    assert given[2] == 700  # 1000 and the most
    # Black players are next, with 0.4 each at the most as losers: 0.4 and what is left, 0.1.
    assert sorted(given[[3, 4, 5]]) == [0, 100, 400]
    assert given.sum() == 1200
    # For red there is nothing left: the sum of 1.2 is reached.
    assert not given[[0, 1, 6, 7, 8, 9]].any()


def test_no_more_players_than_the_regulation_says() -> None:
    eye = Judge(red=Worth(won=300), black=Worth())
    given = judge(game(many=50), FIIM, parameters=eye).additional
    assert ((given == 200) == (given != 0)).all()
    assert ((given != 0).sum(axis=1) == 4).all()


def test_equal_merit_is_parted_by_lot_and_not_by_seat() -> None:
    eye = Judge(red=Worth(won=300), black=Worth())
    many = 6000
    given = judge(game(many=many), FIIM, parameters=eye).additional != 0
    red = [seat for seat, role in enumerate(DEAL) if role < Role.MAFIA]
    share = 4 / 7
    error = (many * share * (1 - share)) ** 0.5
    assert (np.abs(given[:, red].sum(axis=0) - many * share) < 4 * error).all()


def test_points_that_need_the_head_judge_are_approved_or_lower() -> None:
    eye = Judge(red=Worth(won=1000), black=Worth(), agrees=500)
    judged = judge(game(many=2000), FIIM, parameters=eye)
    top = judged.additional.max(axis=1)
    assert set(np.unique(top).tolist()) == {500, 700}
    assert np.array_equal(judged.approved, judged.additional >= 600)
    never = judge(game(many=200), FIIM, parameters=replace(eye, agrees=0))
    assert never.additional.max() == 500
    assert not never.approved.any()


def test_a_judge_names_a_second_best_player_only_if_he_is_near() -> None:
    games = game(checks=np.array([[[3, EMPTY]]]), reveals=np.array([[1, *[EMPTY] * 9]]))
    eye = Judge(red=Worth(won=500, checked_black=100, claimed=60), black=Worth(seated=900))
    near = judge(games, CHARLIE, parameters=replace(eye, second_within=40))
    assert np.flatnonzero(near.best_player[0]).tolist() == [0, 2]
    far = judge(games, CHARLIE, parameters=replace(eye, second_within=39))
    assert np.flatnonzero(far.best_player[0]).tolist() == [2]
    nobody = judge(games, CHARLIE, parameters=replace(eye, best_from=601))
    assert not nobody.best_player.any()


def test_a_tie_of_the_table_is_parted_by_the_judge_where_it_is_left_to_him() -> None:
    regulation = set_values(OMSK, ["scoring.best_player.tie=judge"])
    votes = np.array([[1, 0, 0, 1, 4, 4, EMPTY, EMPTY, EMPTY, EMPTY]])  # seats 1, 2 and 5, two each
    games = game(best_player_votes=votes, reveals=np.array([[EMPTY, 1, *[EMPTY] * 8]]))
    eye = Judge(red=Worth(seated=5, claimed=50), black=Worth())
    judged = judge(games, regulation, parameters=eye)
    assert np.flatnonzero(judged.best_player[0]).tolist() == [1]
    alone = game(best_player_votes=np.array([[1, 4, 4, 1, 1, *[EMPTY] * 5]]))
    assert not judge(alone, regulation, parameters=eye).best_player.any()


def test_a_game_is_judged_by_its_address_alone(many_games: Callable[..., Any]) -> None:
    games = many_games(UGRA, seed=9, many=300).games
    whole = judge(games, UGRA, seed=4)
    some = np.random.default_rng(0).permutation(300)[:40]
    assert judge(games.select(some), UGRA, seed=4) == whole.select(some)
    assert judge(games, UGRA, seed=5) != whole
    elsewhere = games.with_(tournament=np.ones(300))
    assert not np.array_equal(judge(elsewhere, UGRA, seed=4).additional, whole.additional)


def test_games_without_a_place_are_told_apart_by_their_order() -> None:
    eye = Judge(red=Worth(won=300), black=Worth(), noise=200)
    alike = game(many=400, round=np.zeros(400), table=np.zeros(400))
    given = judge(alike, FIIM, parameters=eye).additional
    assert len(np.unique(given, axis=0)) > 300
    assert np.array_equal(judge(alike, FIIM, parameters=eye).additional, given)


def test_two_regulations_meet_the_same_judge(many_games: Callable[..., Any]) -> None:
    games = many_games(FIIM, seed=9, many=300).games
    milder = set_values(FIIM, ["scoring.additional.most_in_all=2"])
    one, other = judge(games, FIIM).additional, judge(games, milder).additional
    assert (other >= one).all()
    assert ((other > 0) & (one > 0)).any()


def test_errors_have_the_size_that_is_asked_for() -> None:
    free = set_values(
        FIIM,
        [
            "scoring.additional.most_players=10",
            "scoring.additional.winner={least=0.001, most=10}",
            "scoring.additional.loser={least=0.001, most=10}",
            "scoring.additional.step=0.001",
            "scoring.additional.most_in_all=100",
        ],
    )
    eye = Judge(red=Worth(seated=500), black=Worth(seated=500), noise=100, mood=50)
    given = judge(game(many=4000), free, parameters=eye).additional / 10
    of_games = given.mean(axis=1)
    assert abs(given.mean() - 500) < 4 * 112 / (4000 / 2) ** 0.5
    assert abs((given - of_games[:, None]).std() * (10 / 9) ** 0.5 - 100) < 3
    assert abs(of_games.std() - (50**2 + 100**2 / 10) ** 0.5) < 3


def test_the_usual_judge_is_written_as_data() -> None:
    eye = usual()
    assert eye.noise > 0
    assert [each.name for each in fields(Worth)] == list(CONTRIBUTIONS)
    with pytest.raises(TypeError):
        Judge.of({"red": {"beauty": 1}, "black": {}})
