"""Games under the presets, scored on paper from the numbers that their clauses quote.

The deal: seat 3 sheriff, seats 4 and 6 mafia, seat 5 don, all others civilians. So a best move of
4;5;6 names three black players, 4;5;7 two. In fiim rounds 1 to 10 are the qualifying games and 11
to 13 the final; in league rounds 1 to 12 are the season and 13 and 14 the last night.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., dict[str, Any]]
EventOf = Callable[..., Any]


@pytest.mark.parametrize(
    ("version", "three", "two"),
    [("fiim-1", "0.4", "0.25"), ("fiim-2", "0.5", "0.3"), ("fiim", "0.7", "0.5")],
)
def test_f3_the_best_move_of_each_version(
    event: EventOf, at: At, version: str, three: str, two: str
) -> None:
    played = event(version).game("draw", at(1, "Ann", left="night 1", best_move="4;5;6"))
    played.game("draw", at(1, "Bob", left="night 1", best_move="4;5;7"), round=2)
    assert played.points("Ann", "Bob") == [three, two]


def test_f3_the_best_move_falls_away_after_two_were_voted_out(event: EventOf, at: At) -> None:
    played = event("fiim").game(
        "black",
        at(1, left="night 1", best_move="4;5;6"),
        at(2, left="vote 1"),
        at(7, left="vote 1"),
    )
    assert [key for key, _ in played.refused()] == ["best_move_after_votes"]


# --- F4: compensation ------------------------------------------------------------------------


def killed_first(played: Any, at: At, times: int, *, first_round: int = 1, result: str) -> Any:
    for round_ in range(first_round, first_round + times):
        played.game(result, at(1, "Ann", left="night 1"), round=round_)
    return played


@pytest.mark.parametrize(
    ("version", "times", "points"),
    [
        # Ten games: round(0.4 x 10) = 4. With 0.5: i x 0.125 for each of i games.
        ("fiim", 1, "0.125"),
        ("fiim", 2, "0.5"),  # 2 x 0.25
        ("fiim", 3, "1.125"),  # 3 x 0.375
        ("fiim", 4, "2"),  # 4 x 0.5
        ("fiim", 5, "2.5"),  # 5 x min(0.625, 0.5)
        # With 0.4: i x 0.1 for each.
        ("fiim-1", 1, "0.1"),
        ("fiim-2", 3, "0.9"),  # 3 x 0.3
        ("fiim-1", 5, "2"),  # 5 x min(0.5, 0.4)
    ],
)
def test_f4_a_red_player_killed_first_who_lost_is_compensated(
    event: EventOf, at: At, version: str, times: int, points: str
) -> None:
    played = killed_first(event(version), at, times, result="black")
    assert played.points("Ann") == [points]
    assert played.components("Ann") == {"compensation": points}


@pytest.mark.parametrize(
    ("seat", "left", "result", "points"),
    [
        (1, "night 1", "red", "1"),  # he won: the win alone
        (1, "night 1", "draw", "0"),  # nobody lost
        (1, "night 2", "black", "0"),  # not killed first
        (1, "vote 1", "black", "0"),
        (4, "night 1", "red", "0"),  # a black player
        (3, "night 1", "black", "0.125"),  # the sheriff is red
    ],
)
def test_f4_others_are_not_compensated(
    event: EventOf, at: At, seat: int, left: str, result: str, points: str
) -> None:
    assert event("fiim").game(result, at(seat, "Ann", left=left)).points("Ann") == [points]


def test_f4_only_games_that_red_lost_count(event: EventOf, at: At) -> None:
    # Killed first twice, once in a game that red won: i = 1, so 0.125 and not 0.25; and the win.
    played = event("fiim").game("black", at(1, "Ann", left="night 1"))
    played.game("red", at(1, "Ann", left="night 1"), round=2)
    assert played.points("Ann") == ["1.125"]


def test_f4_a_final_of_three_games_has_no_compensation(event: EventOf, at: At) -> None:
    played = killed_first(event("fiim"), at, 3, first_round=11, result="black")
    assert played.points("Ann") == ["0"]


def test_f4_a_final_of_four_games_counts_by_itself(event: EventOf, at: At) -> None:
    # Two such nights in the qualifying games: 2 x 0.25. One in a final of four games:
    # round(0.4 x 4) = 2, so 0.25, and not the third of one distance.
    played = event("fiim", "stages.final.rounds=4")
    killed_first(played, at, 2, result="black")
    killed_first(played, at, 1, first_round=11, result="black")
    assert played.points("Ann") == ["0.75"]


@pytest.mark.parametrize(
    ("games", "share", "points"),
    [
        (9, 4, "0.125"),  # 0.4 x 9 = 3.6
        (8, 3, "0.167"),  # 3.2; 0.5 / 3 = 0.1666...
        (12, 5, "0.1"),  # 4.8
        (5, 2, "0.25"),  # 2.0
    ],
)
def test_f4_the_share_of_the_games_is_rounded(
    event: EventOf, at: At, games: int, share: int, points: str
) -> None:
    played = event("fiim", f"stages.qualifying.rounds={games}")
    assert killed_first(played, at, 1, result="black").points("Ann") == [points], share


# --- F5: disqualification --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "cells", "ended", "points"),
    [
        (1, {"disqualified": 1}, "play", "-0.5"),
        (1, {"left": "foul 2"}, "play", "-0.5"),
        (1, {"disqualified": 1}, "plea", "-0.7"),  # his plea lost the game for his side
        (1, {"disqualified": 1}, "hall", "-0.7"),
        (4, {"disqualified": 1}, "plea", "0.5"),  # of the other side: 1 - 0.5
        (1, {}, "plea", "0"),  # a team-mate of the one who pleaded
    ],
)
def test_f5_a_removal_costs_a_half_and_a_lost_side_more(
    event: EventOf, at: At, seat: int, cells: dict[str, Any], ended: str, points: str
) -> None:
    played = event("fiim").game("black", at(seat, "Ann", **cells), ended=ended)
    assert played.points("Ann") == [points]


# --- F7: tie-breaks, each where all before it are equal ---------------------------------------


def test_f7_additional_points_part_equal_points(event: EventOf, at: At) -> None:
    # Ann wins: 1. Bob loses three times with 0.4, 0.3 and 0.3: 1.
    played = event("fiim").game("red", at(1, "Ann"), round=5)
    for round_, extra in ((1, 0.4), (2, 0.3), (3, 0.3)):
        played.game("black", at(2, "Bob", additional=extra), round=round_)
    assert played.points("Ann", "Bob") == ["1", "1"]
    assert played.above("Bob", "Ann") == "additional"


def test_f7_wins_part_equal_additional_points(event: EventOf, at: At) -> None:
    # Ann is killed first in four lost games: 4 x 0.5 = 2, which is no additional point. Bob wins 2.
    played = killed_first(event("fiim"), at, 4, result="black")
    played.game("red", at(2, "Bob"), round=5).game("red", at(2, "Bob"), round=6)
    assert played.points("Ann", "Bob") == ["2", "2"]
    assert played.above("Bob", "Ann") == "wins"


@pytest.mark.parametrize(("result", "seat"), [("black", 5), ("red", 3)])
def test_f7_wins_as_don_or_sheriff_part_equal_wins(
    event: EventOf, at: At, result: str, seat: int
) -> None:
    other = 4 if result == "black" else 1
    played = event("fiim").game(result, at(other, "Ann"), at(seat, "Bob"))
    assert played.above("Bob", "Ann") == "wins_as_don_or_sheriff"


def test_f7_killed_first_parts_the_rest(event: EventOf, at: At) -> None:
    played = event("fiim").game("red", at(1, "Ann"), at(2, "Bob", left="night 1"))
    assert played.above("Bob", "Ann") == "first_killed"


# --- the club's season -----------------------------------------------------------------------


def test_l2_the_last_night_counts_one_and_a_half_times(event: EventOf, at: At) -> None:
    # (1 + 0.4) x 1.5 = 2.1; a removal is not multiplied: 1.5 - 0.5.
    played = event("league").game("red", at(1, "Ann", additional=0.4), round=13)
    played.game("red", at(1, "Bob", disqualified=1), round=14)
    assert played.points("Ann", "Bob") == ["2.1", "1"]


def test_l3_only_the_best_ten_rounds_count(event: EventOf, at: At) -> None:
    # Twelve wins in the season and one on the last night: nine wins at 1 and one at 1.5.
    played = event("league")
    for round_ in range(1, 14):
        played.game("red", at(1, "Ann"), round=round_)
    assert played.points("Ann") == ["10.5"]


def test_l3_a_bad_round_is_the_first_to_fall_away(event: EventOf, at: At) -> None:
    # Ten wins, and one game with a penalty of a half: it does not count.
    played = event("league")
    for round_ in range(1, 11):
        played.game("red", at(1, "Ann"), round=round_)
    played.game("red", at(1, "Ann", disqualified=1), round=11)
    assert played.points("Ann") == ["10"]


def test_l5_a_substitute_plays_for_nobody(event: EventOf, at: At) -> None:
    played = event("league").game("red", at(1, "Sam", replaces="Ann"), at(2, "Bob"))
    played.game("red", at(1, "Ann"), round=2)
    table = played.table("player")
    assert "Sam" not in table.units.names
    assert played.points("Ann", "Bob") == ["1", "1"]


def test_l3_points_per_game_compare_as_fractions(event: EventOf, at: At) -> None:
    # Ann: 2 of 3 games, 2/3. Bob: 3 of 5, 3/5. Bob has more points, Ann more per game.
    played = event("league-per-game")
    for round_, result in enumerate(("red", "red", "black"), start=1):
        played.game(result, at(1, "Ann"), round=round_)
    for round_, result in enumerate(("red", "red", "red", "black", "black"), start=4):
        played.game(result, at(1, "Bob"), round=round_)
    assert played.points("Ann", "Bob") == ["2", "3"]
    assert played.above("Ann", "Bob") == "per_game"


def test_l3_equal_fractions_are_equal(event: EventOf, at: At) -> None:
    # 1/3 and 2/6: no floating point parts them; wins do.
    played = event("league-per-game")
    for round_ in range(1, 4):
        played.game("red" if round_ == 1 else "black", at(1, "Ann"), round=round_)
    for round_ in range(1, 7):
        played.game("red" if round_ < 3 else "black", at(1, "Bob"), round=round_, table=2)
    assert played.above("Bob", "Ann") == "wins"


# --- tie-breaks that no shipped regulation asks for ---------------------------------------------


def test_points_for_best_moves_may_part_equal_points(event: EventOf, at: At) -> None:
    # Ann names two black ones in a draw: 0.5. Bob loses twice with 0.3 and 0.2: 0.5.
    played = event("fiim", 'ranking.tie_breaks=["best_move"]')
    played.game("draw", at(1, "Ann", left="night 1", best_move="4;5;7"))
    played.game("black", at(1, "Bob", additional=0.3), round=2)
    played.game("black", at(1, "Bob", additional=0.2), round=3)
    assert played.points("Ann", "Bob") == ["0.5", "0.5"]
    assert played.above("Ann", "Bob") == "best_move"


def test_wins_as_mafia_may_part_equal_points(event: EventOf, at: At) -> None:
    # The don is black and is not counted here.
    played = event("fiim", 'ranking.tie_breaks=["wins_as_mafia"]')
    played.game("black", at(5, "Ann"), at(4, "Bob"))
    assert played.above("Bob", "Ann") == "wins_as_mafia"
