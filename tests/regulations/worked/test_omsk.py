"""Games of Omsk 2012, scored on paper from the text; each example names the clause that it shows.

The deal: seat 3 sheriff, seats 4 and 6 mafia, seat 5 don, all others civilians.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., dict[str, Any]]
EventOf = Callable[..., Any]


@pytest.mark.parametrize(
    ("seat", "result", "points"),
    [
        # O6, A1: mafia +4 and 0, don +5 and -1, sheriff +4 and -1, civilian +3 and 0.
        (4, "black", "4"),
        (4, "red", "0"),
        (5, "black", "5"),
        (5, "red", "-1"),
        (3, "red", "4"),
        (3, "black", "-1"),
        (1, "red", "3"),
        (1, "black", "0"),
        # O34, A41: a draw brings nothing in any role.
        (1, "draw", "0"),
        (3, "draw", "0"),
        (4, "draw", "0"),
        (5, "draw", "0"),
    ],
)
def test_o6_a_result_brings_what_the_table_says_for_the_role(
    event: EventOf, at: At, seat: int, result: str, points: str
) -> None:
    assert event("omsk-2012").game(result, at(seat, "Ann")).points("Ann") == [points]


@pytest.mark.parametrize("left", ["", "night 1", "vote 2", "foul 3"])
def test_o7_points_do_not_depend_on_whether_one_lived(event: EventOf, at: At, left: str) -> None:
    assert event("omsk-2012").game("red", at(1, "Ann", left=left)).points("Ann") == ["3"]


def test_o7_a_removal_costs_nothing(event: EventOf, at: At) -> None:
    # No clause takes points off: a removed sheriff whose side wins has his 4.
    played = event("omsk-2012").game("red", at(3, "Ann", left="foul 1", disqualified=1))
    assert played.points("Ann") == ["4"]


@pytest.mark.parametrize(("result", "points"), [("red", "4"), ("black", "1")])
def test_o8_the_best_player_gets_one_point_win_or_lose(
    event: EventOf, at: At, result: str, points: str
) -> None:
    # Civilian and best player: 3 + 1 for a win, 0 + 1 for a loss.
    played = event("omsk-2012").game(result, at(1, "Ann", best_player=1))
    assert played.points("Ann") == [points]


def test_a3_everyone_with_the_most_votes_is_best_player(event: EventOf, at: At) -> None:
    # Three tied for the most votes: each gets 1, also the don who lost 1: -1 + 1 = 0.
    played = event("omsk-2012").game(
        "red",
        at(1, "Ann", best_player=1),
        at(5, "Bob", best_player=1),
        at(7, "Cid", best_player=1),
    )
    assert played.points("Ann", "Bob", "Cid") == ["4", "0", "4"]


def test_o8_a_game_without_a_best_player_is_told_and_not_refused(event: EventOf) -> None:
    played = event("omsk-2012").game("red").game("red", round=2)
    keys = [key for key, _ in played.read().warnings]
    assert keys == ["results.no_best_player"]
    assert played.refused() == []


def test_o6_points_add_up_over_the_games(event: EventOf, at: At) -> None:
    # 3 (civilian, win) - 1 (don, loss) + 5 (don, win) + 0 (mafia, loss) + 1 (best) = 8.
    played = (
        event("omsk-2012")
        .game("red", at(1, "Ann"))
        .game("red", at(5, "Ann"), round=2)
        .game("black", at(5, "Ann"), round=3)
        .game("red", at(4, "Ann", best_player=1), round=5)
    )
    assert played.points("Ann") == ["8"]
    assert played.components("Ann") == {"outcome": "7", "best_player": "1"}


# --- O9: tie-breaks, each where all before it are equal ---------------------------------------


def test_o9_more_points_come_first(event: EventOf, at: At) -> None:
    played = event("omsk-2012").game("red", at(3, "Ann"), at(1, "Bob", best_player=1))
    played.game("black", at(1, "Cid"), round=2)
    # Ann 4, Bob 3 + 1 = 4: see below. Cid 0.
    assert played.points("Ann", "Bob", "Cid") == ["4", "4", "0"]


def test_o9_wins_part_equal_points(event: EventOf, at: At) -> None:
    # Ann wins four games as a civilian: 12. Bob wins three as mafia: 12.
    played = event("omsk-2012")
    for round_ in (1, 2, 3, 4):
        played.game("red", at(1, "Ann"), round=round_)
    for round_ in (5, 6, 7):
        played.game("black", at(4, "Bob"), round=round_)
    assert played.points("Ann", "Bob") == ["12", "12"]
    assert played.above("Ann", "Bob") == "wins"


def test_o9_the_best_player_count_parts_equal_wins(event: EventOf, at: At) -> None:
    # Bob wins as a civilian and is best player: 3 + 1. Ann wins as mafia: 4. One win each.
    played = event("omsk-2012").game("red", at(1, "Bob", best_player=1))
    played.game("black", at(4, "Ann"), round=2)
    assert played.points("Ann", "Bob") == ["4", "4"]
    assert played.above("Bob", "Ann") == "best_player"


def test_o9_wins_as_don_part_equal_best_player_counts(event: EventOf, at: At) -> None:
    # Bob wins as don and as a civilian: 5 + 3. Ann wins twice as mafia: 4 + 4. Two wins each.
    played = event("omsk-2012")
    played.game("black", at(5, "Bob"), at(4, "Ann"))
    played.game("red", at(1, "Bob"), round=2).game("black", at(6, "Ann"), round=3)
    assert played.points("Ann", "Bob") == ["8", "8"]
    assert played.above("Bob", "Ann") == "wins_as_don"


def test_o9_wins_as_sheriff_part_equal_wins_as_don(event: EventOf, at: At) -> None:
    # Bob wins as sheriff: 4. Ann wins as mafia: 4.
    played = event("omsk-2012").game("red", at(3, "Bob")).game("black", at(4, "Ann"), round=2)
    assert played.above("Bob", "Ann") == "wins_as_sheriff"


def test_o9_killed_first_parts_equal_wins_as_sheriff(event: EventOf, at: At) -> None:
    # Two civilians win the same game; Bob was killed in the first night.
    played = event("omsk-2012").game("red", at(1, "Ann"), at(2, "Bob", left="night 1"))
    assert played.above("Bob", "Ann") == "first_killed"


def test_a7_the_first_night_is_night_1(event: EventOf, at: At) -> None:
    # Bob was shot in night 2, after a miss: he was not killed in the first night, and shares.
    played = event("omsk-2012").game("red", at(1, "Ann"), at(2, "Bob", left="night 2"))
    assert played.above("Ann", "Bob") == "shared"


def test_a42_whom_nothing_parts_share_a_place(event: EventOf, at: At) -> None:
    played = event("omsk-2012").game("red", at(1, "Ann"), at(2, "Bob"), at(3, "Cid"))
    table = played.table()
    # Cid 4 is first; six civilians share place 2; three black players with 0 and -1 follow:
    # two mafia share place 8, and the don is tenth.
    assert table.place[0].tolist() == [0, 1, 1, 1, 1, 1, 1, 7, 7, 9]
    assert played.above("Cid", "Ann") == "points"
    assert played.above("Ann", "Bob") == "shared"


# --- what the regulation has not --------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "refusal"),
    [
        # O33, A40: no best move. O6, O8: no points but those. A43: no protests.
        ({"left": "night 1", "best_move": "4;5;6"}, "no_best_move"),
        ({"additional": 0.3}, "no_additional"),
        ({"penalty": 0.4}, "no_penalties"),
        ({"protest": "open"}, "protest"),
    ],
)
def test_what_omsk_does_not_know_is_refused(
    event: EventOf, at: At, cells: dict[str, Any], refusal: str
) -> None:
    played = event("omsk-2012").game("red", at(1, "Ann", **cells), at(2, best_player=1))
    assert [key for key, _ in played.refused()] == [refusal]


@pytest.mark.parametrize("ended", ["plea", "hall"])
def test_omsk_knows_no_loss_by_plea_or_hall(event: EventOf, ended: str) -> None:
    assert [key for key, _ in event("omsk-2012").game("red", ended=ended).refused()] == ["ended"]
