"""Games of Charlie 2016, scored on paper from the text; each example names the clause that it shows.

The deal: seat 3 sheriff, seats 4 and 6 mafia, seat 5 don, all others civilians. So a best move of
4;5;6 names three black players, 4;5;7 two, and 4;7;8 one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., dict[str, Any]]
EventOf = Callable[..., Any]

PAIRS = {"Ann": "A", "Amy": "A", "Bob": "B", "Ben": "B", "Cid": "C", "Cal": "C"}


@pytest.mark.parametrize(
    ("seat", "result", "points"),
    [
        # C19: 3 for a win in any role, nothing for a loss.
        *((seat, "red", "3") for seat in (1, 3)),
        *((seat, "black", "3") for seat in (4, 5)),
        *((seat, "black", "0") for seat in (1, 3)),
        *((seat, "red", "0") for seat in (4, 5)),
        (1, "draw", "0"),  # C28, A41
    ],
)
def test_c19_a_win_brings_three_in_any_role(
    event: EventOf, at: At, seat: int, result: str, points: str
) -> None:
    assert event("charlie-2016").game(result, at(seat, "Ann")).points("Ann") == [points]


@pytest.mark.parametrize(
    ("seat", "move", "points"),
    [
        (1, "4;5;6", "0.75"),  # C20: three black ones
        (1, "4;5;7", "0.5"),  # two
        (1, "4;7;8", "0"),  # one
        (3, "4;5;6", "0.5"),  # the sheriff, for three
        (3, "4;5;7", "0"),  # the sheriff, for two
        (5, "4;5;6", "0"),  # the don, shot by his own: named "black ones", and is no red player
    ],
)
def test_c20_the_best_move_brings_what_the_role_gets(
    event: EventOf, at: At, seat: int, move: str, points: str
) -> None:
    # The side of the killed one loses, so that only the best move brings anything.
    loser = "red" if seat == 5 else "black"
    played = event("charlie-2016").game(loser, at(seat, "Ann", left="night 1", best_move=move))
    assert played.points("Ann") == [points]


def test_c20_the_best_move_is_added_to_a_win(event: EventOf, at: At) -> None:
    # 3 + 0.75.
    played = event("charlie-2016").game("red", at(1, "Ann", left="night 1", best_move="6;5;4"))
    assert played.points("Ann") == ["3.75"]


def test_c21_the_best_move_stands_after_a_broken_split(event: EventOf, at: At) -> None:
    # One voted out on day 1, with ten at the table (A17): 0.75 in a lost game.
    played = event("charlie-2016").game(
        "black", at(1, "Ann", left="night 1", best_move="4;5;6"), at(2, left="vote 1")
    )
    assert played.points("Ann") == ["0.75"]


def test_c21_there_is_no_best_move_after_two_were_lifted(event: EventOf, at: At) -> None:
    played = event("charlie-2016").game(
        "black",
        at(1, "Ann", left="night 1", best_move="4;5;6"),
        at(2, left="vote 1"),
        at(7, left="vote 1"),
    )
    ((refusal, clauses),) = played.refused()
    assert refusal == "best_move_after_votes"
    assert "A17" in clauses


def test_c21_a_removal_by_warnings_does_not_take_the_best_move(event: EventOf, at: At) -> None:
    # A17: removed by warnings on day 1, nobody voted out: 0.75.
    played = event("charlie-2016").game(
        "black", at(1, "Ann", left="night 1", best_move="4;5;6"), at(2, left="foul 1")
    )
    assert played.points("Ann") == ["0.75"]


def test_c22_one_best_player_gets_all(event: EventOf, at: At) -> None:
    # 3 + 1.2.
    played = event("charlie-2016").game("red", at(1, "Ann", best_player=1))
    assert played.points("Ann") == ["4.2"]


def test_c22_two_best_players_share(event: EventOf, at: At) -> None:
    # 3 + 0.6 each.
    played = event("charlie-2016").game(
        "red", at(1, "Ann", best_player=1), at(2, "Bob", best_player=1)
    )
    assert played.points("Ann", "Bob") == ["3.6", "3.6"]


def test_c22_nobody_need_be_the_best_player(event: EventOf) -> None:
    read = event("charlie-2016").game("red").read()
    assert (read.faults, read.warnings) == ((), [])


def test_c22_three_best_players_are_refused(event: EventOf, at: At) -> None:
    played = event("charlie-2016").game("red", *(at(seat, best_player=1) for seat in (1, 2, 3)))
    assert played.refused() == [("best_players", ("C22",))]


def test_c22_a_best_player_of_the_losing_side_is_refused(event: EventOf, at: At) -> None:
    played = event("charlie-2016").game("black", at(1, best_player=1))
    assert played.refused() == [("best_player_not_winner", ("C22", "A18"))]


@pytest.mark.parametrize("cells", [{"additional": 0.3}, {"penalty": 0.4}])
def test_c22_there_are_no_other_points(event: EventOf, at: At, cells: dict[str, Any]) -> None:
    ((refusal, _),) = event("charlie-2016").game("red", at(1, **cells)).refused()
    assert refusal in {"no_additional", "no_penalties"}


@pytest.mark.parametrize("ended", ["plea", "hall", "judge", "protest"])
def test_c17_c18_c24_c26_a_game_may_end_by_decision(event: EventOf, at: At, ended: str) -> None:
    # A red player pleads: black wins, whoever is left; 3 for the don.
    played = event("charlie-2016").game("black", at(5, "Ann"), ended=ended)
    assert played.points("Ann") == ["3"]


def test_c25_an_open_appeal_makes_the_standings_provisional(event: EventOf, at: At) -> None:
    appealed = event("charlie-2016").game("red", at(5, "Ann", protest="open"))
    settled = event("charlie-2016").game("red", at(5, "Ann", protest="rejected"))
    assert appealed.table("player").provisional
    assert not settled.table("player").provisional


# --- C5, A14: the game with a consigliere ----------------------------------------------------


def test_a14_the_sixth_game_counts_once_for_the_pair_and_for_both_as_players(
    event: EventOf, at: At
) -> None:
    # Ann sits, Amy advises; 3 + 1.2. The pair has 4.2, and each of the two.
    played = event("charlie-2016", teams=PAIRS)
    played.game("red", at(1, "Ann", adviser="Amy", best_player=1), round=6)
    assert played.points("Ann", "Amy") == ["4.2", "4.2"]
    assert played.points("A", by="team") == ["4.2"]


def test_a14_wins_are_the_adviser_s_too(event: EventOf, at: At) -> None:
    # Both have one win, one best-player mark and, as don, one win as don: nothing parts them.
    played = event("charlie-2016", teams=PAIRS)
    played.game("black", at(5, "Ann", adviser="Amy", best_player=1), round=6)
    assert played.above("Amy", "Ann") == "shared"


def test_a14_the_adviser_of_a_pair_can_be_nobody_else(event: EventOf, at: At) -> None:
    played = event("charlie-2016", teams=PAIRS)
    played.game("red", at(1, "Ann"), round=6).game("black", at(1, "Amy"), round=1)
    assert played.points("Ann", "Amy") == ["3", "3"]


def test_c3_six_games_add_up_for_pair_and_players(event: EventOf, at: At) -> None:
    # Ann: five wins, 15. Amy: five losses, one with a best move of 0.5. Game six: Amy sits and wins,
    # 3 for both. Ann 18, Amy 3.5, the pair 15 + 0.5 + 3 = 18.5.
    played = event("charlie-2016", teams=PAIRS)
    for round_ in range(1, 6):
        cells = {"left": "night 1", "best_move": "4;5;7"} if round_ == 5 else {}
        played.game("red", at(1, "Ann"), round=round_)
        played.game("black", at(1, "Amy", **cells), round=round_, table=2)
    played.game("black", at(6, "Amy", adviser="Ann"), round=6)
    assert played.points("Ann", "Amy") == ["18", "3.5"]
    assert played.points("A", by="team") == ["18.5"]


def test_c5_an_adviser_in_another_game_is_refused(event: EventOf, at: At) -> None:
    played = event("charlie-2016", teams=PAIRS).game("red", at(1, "Ann", adviser="Amy"), round=2)
    assert [key for key, _ in played.refused()] == ["no_adviser"]


def test_c5_an_adviser_of_another_team_is_refused(event: EventOf, at: At) -> None:
    played = event("charlie-2016", teams=PAIRS).game("red", at(1, "Ann", adviser="Bob"), round=6)
    assert [key for key, _ in played.refused()] == ["adviser_of_other_team"]


# --- C23: tie-breaks of pairs, each where all before it are equal; A20: of players as well -----


@pytest.mark.parametrize("by", ["team", "player"])
def test_c23_the_best_player_count_parts_equal_points(event: EventOf, at: At, by: str) -> None:
    # Ann wins twice and shares the best player twice: 6 + 0.6 + 0.6. Bob wins twice and is the
    # best player alone once: 6 + 1.2. Two marks against one.
    played = event("charlie-2016", teams=PAIRS)
    for round_ in (1, 2):
        played.game("red", at(1, "Ann", best_player=1), at(2, best_player=1), round=round_)
        mark = {"best_player": 1} if round_ == 1 else {}
        played.game("red", at(1, "Bob", **mark), round=round_, table=2)
    ann, bob = ("A", "B") if by == "team" else ("Ann", "Bob")
    assert played.points(ann, bob, by=by) == ["7.2", "7.2"]
    assert played.above(ann, bob, by) == "best_player"


@pytest.mark.parametrize("by", ["team", "player"])
def test_c23_wins_part_equal_best_player_counts(event: EventOf, at: At, by: str) -> None:
    # Ann wins once: 3. Bob loses four times with a best move of three: 4 x 0.75 = 3.
    played = event("charlie-2016", teams=PAIRS).game("red", at(1, "Ann"), round=5)
    for round_ in (1, 2, 3, 4):
        played.game("black", at(2, "Bob", left="night 1", best_move="4;5;6"), round=round_)
    ann, bob = ("A", "B") if by == "team" else ("Ann", "Bob")
    assert played.points(ann, bob, by=by) == ["3", "3"]
    assert played.above(ann, bob, by) == "wins"


@pytest.mark.parametrize("by", ["team", "player"])
def test_c23_wins_as_don_part_equal_wins(event: EventOf, at: At, by: str) -> None:
    played = event("charlie-2016", teams=PAIRS).game("black", at(4, "Ann"), at(5, "Bob"))
    one, other = ("B", "A") if by == "team" else ("Bob", "Ann")
    assert played.above(one, other, by) == "wins_as_don"


@pytest.mark.parametrize("by", ["team", "player"])
def test_c23_wins_as_sheriff_part_equal_wins_as_don(event: EventOf, at: At, by: str) -> None:
    played = event("charlie-2016", teams=PAIRS).game("red", at(1, "Ann"), at(3, "Bob"))
    one, other = ("B", "A") if by == "team" else ("Bob", "Ann")
    assert played.above(one, other, by) == "wins_as_sheriff"


@pytest.mark.parametrize("by", ["team", "player"])
def test_c23_killed_first_parts_equal_wins_as_sheriff(event: EventOf, at: At, by: str) -> None:
    # Bob is killed first and makes no move that brings points.
    cells = {"left": "night 1", "best_move": "1;7;8"}
    played = event("charlie-2016", teams=PAIRS).game("red", at(1, "Ann"), at(2, "Bob", **cells))
    one, other = ("B", "A") if by == "team" else ("Bob", "Ann")
    assert played.above(one, other, by) == "first_killed"


def test_c28_pairs_whom_nothing_parts_share_a_place(event: EventOf, at: At) -> None:
    played = event("charlie-2016", teams=PAIRS).game("red", at(1, "Ann"), at(2, "Bob"))
    assert played.above("A", "B", "team") == "shared"


def test_c2_the_pair_is_the_sum_of_its_two(event: EventOf, at: At) -> None:
    # Ann 3.75, Amy 0.5: 4.25. The tie-breaks of the pair count for both: two marks, one win.
    played = event("charlie-2016", teams=PAIRS)
    played.game("red", at(1, "Ann", left="night 1", best_move="4;5;6"))
    played.game("black", at(1, "Amy", left="night 1", best_move="4;5;7"), table=2)
    assert played.points("A", by="team") == ["4.25"]
    assert played.components("A", "team") == {"outcome": "3", "best_move": "1.25"}
