"""Games of Ugra 2021, scored on paper from the text; each example names the clause that it shows.

The deal: seat 3 sheriff, seats 4 and 6 mafia, seat 5 don, all others civilians. So a best move of
4;5;6 names three black players, 4;5;7 two, and 4;7;8 one. Rounds 13 to 15 are the final.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

At = Callable[..., dict[str, Any]]
EventOf = Callable[..., Any]

PAIRS = {"Ann": "A", "Amy": "A", "Bob": "B", "Ben": "B"}
QUALIFYING, FINAL = 1, 13


@pytest.mark.parametrize(
    ("seat", "result", "points"),
    [
        # U11: 1 for a win on either side, 0 for a loss. U18, A38: a draw brings nothing.
        *((seat, "red", "1") for seat in (1, 3)),
        *((seat, "black", "1") for seat in (4, 5)),
        *((seat, "black", "0") for seat in (1, 3)),
        *((seat, "red", "0") for seat in (4, 5)),
        *((seat, "draw", "0") for seat in (1, 5)),
    ],
)
def test_u11_a_win_brings_one(event: EventOf, at: At, seat: int, result: str, points: str) -> None:
    assert event("ugra-2021").game(result, at(seat, "Ann")).points("Ann") == [points]


@pytest.mark.parametrize(
    ("seat", "move", "points"),
    [
        (1, "4;5;6", "0.4"),  # U14: three, a red player
        (3, "4;5;6", "0.4"),  # three, the sheriff
        (1, "4;5;7", "0.25"),  # two
        (3, "4;5;7", "0.25"),
        (1, "4;7;8", "0"),  # one
        (4, "5;6;7", "0"),  # a black player who was killed first
    ],
)
def test_u14_the_best_move_brings_a_red_player_points(
    event: EventOf, at: At, seat: int, move: str, points: str
) -> None:
    loser = "red" if seat == 4 else "black"
    played = event("ugra-2021").game(loser, at(seat, "Ann", left="night 1", best_move=move))
    assert played.points("Ann") == [points]


def test_u14_the_best_move_stays_in_a_draw(event: EventOf, at: At) -> None:
    # A38: 0 for the draw, 0.4 for the move.
    played = event("ugra-2021").game("draw", at(1, "Ann", left="night 1", best_move="4;5;6"))
    assert played.points("Ann") == ["0.4"]


def test_u13_votes_on_day_1_do_not_take_the_best_move(event: EventOf, at: At) -> None:
    # The text ties the right to nothing but the first night: 0.4 after two were lifted.
    played = event("ugra-2021").game(
        "black",
        at(1, "Ann", left="night 1", best_move="4;5;6"),
        at(2, left="vote 1"),
        at(7, left="vote 1"),
    )
    assert played.points("Ann") == ["0.4"]


@pytest.mark.parametrize("left", ["", "night 2", "vote 1", "foul 1"])
def test_u13_a_best_move_of_one_not_killed_first_is_refused(
    event: EventOf, at: At, left: str
) -> None:
    played = event("ugra-2021").game("black", at(1, "Ann", left=left, best_move="4;5;6"))
    ((refusal, clauses),) = played.refused()
    assert refusal == "best_move_not_first"
    assert clauses == ("U14",)


# --- U15 to U18: additional points -----------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "extra", "points"),
    [
        (1, 0.2, "1.2"),  # U16: a winner, the least
        (1, 0.5, "1.5"),  # the most without the head judge
        (5, 0.1, "0.1"),  # U17: a loser, the least
        (5, 0.4, "0.4"),  # the most
    ],
)
def test_u16_u17_additional_points_within_the_bounds(
    event: EventOf, at: At, seat: int, extra: float, points: str
) -> None:
    assert event("ugra-2021").game("red", at(seat, "Ann", additional=extra)).points("Ann") == [
        points
    ]


@pytest.mark.parametrize("extra", [0.6, 0.7])
def test_u16_the_head_judge_must_agree_to_six_and_seven_tenths(
    event: EventOf, at: At, extra: float
) -> None:
    alone = event("ugra-2021").game("red", at(1, "Ann", additional=extra))
    agreed = event("ugra-2021").game("red", at(1, "Ann", additional=extra, approved=1))
    assert alone.refused() == [("additional_unapproved", ("U16",))]
    assert agreed.points("Ann") == [str(1 + extra)]


@pytest.mark.parametrize(
    ("seat", "extra", "result", "refusal", "clause"),
    [
        (1, 0.1, "red", "additional_winner", "U16"),  # below a winner's least
        (1, 0.8, "red", "additional_winner", "U16"),  # above his most
        (5, 0.5, "red", "additional_loser", "U17"),  # above a loser's most
        (1, 0.25, "red", "additional_step", "A37"),  # off the step
        (1, 0.2, "draw", "additional_drawn_none", "U18"),  # in a draw
    ],
)
def test_u16_u17_u18_additional_points_beyond_the_bounds_are_refused(
    event: EventOf, at: At, seat: int, extra: float, result: str, refusal: str, clause: str
) -> None:
    played = event("ugra-2021").game(result, at(seat, additional=extra, approved=1))
    ((found, clauses),) = played.refused()
    assert found == refusal
    assert clause in clauses


def test_u15_four_may_get_one_and_two_tenths_in_all(event: EventOf, at: At) -> None:
    # 0.5 + 0.3 + 0.2 for winners and 0.2 for a loser: 1.2, four players.
    played = event("ugra-2021").game(
        "red",
        at(1, "Ann", additional=0.5),
        at(2, "Bob", additional=0.3),
        at(3, "Cid", additional=0.2),
        at(4, "Dan", additional=0.2),
    )
    assert played.points("Ann", "Bob", "Cid", "Dan") == ["1.5", "1.3", "1.2", "0.2"]


def test_u15_a_sum_above_the_cap_is_refused(event: EventOf, at: At) -> None:
    # 0.5 + 0.5 + 0.3 = 1.3.
    played = event("ugra-2021").game(
        "red", at(1, additional=0.5), at(2, additional=0.5), at(7, additional=0.3)
    )
    assert played.refused() == [("additional_sum", ("U15",))]


def test_u15_five_rewarded_players_are_refused(event: EventOf, at: At) -> None:
    # 4 x 0.2 + 0.2 = 1.0 is under the cap, but five players get some.
    played = event("ugra-2021").game("red", *(at(seat, additional=0.2) for seat in (1, 2, 3, 7, 8)))
    ((refusal, clauses),) = played.refused()
    assert refusal == "additional_players"
    assert "U15" in clauses


def test_u17_the_judge_need_not_give_any(event: EventOf) -> None:
    read = event("ugra-2021").game("red").read()
    assert (read.faults, read.warnings) == ((), [])


# --- U12: disqualification -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "points"),
    [
        ({"disqualified": 1}, "0.5"),  # removed at once: 1 - 0.5
        ({"left": "foul 2", "disqualified": 1}, "0.5"),  # the same, written out: once
        ({"left": "foul 3"}, "0.5"),  # A24: by the fourth foul
        ({"left": "foul 3", "fouls": 4}, "0.5"),
        ({"fouls": 4}, "0.5"),  # the fourth, though nobody wrote when
        ({"fouls": 3}, "1"),  # three fouls cost nothing
        ({"left": "vote 3"}, "1"),
    ],
)
def test_u12_a_removal_costs_half_a_point(
    event: EventOf, at: At, cells: dict[str, Any], points: str
) -> None:
    assert event("ugra-2021").game("red", at(1, "Ann", **cells)).points("Ann") == [points]


# --- U19: penalties --------------------------------------------------------------------------

RED_OUT_ON_DAY_1 = {"seat": 7, "left": "vote 1"}
AT_FOUR = (
    # Six have left before the vote of day 3: ten less two a day, less one shot each night.
    {"seat": 8, "left": "vote 1"},
    {"seat": 9, "left": "night 1"},
    {"seat": 4, "left": "vote 2"},
    {"seat": 6, "left": "vote 2"},
    {"seat": 10, "left": "night 2"},
    {"seat": 2, "left": "foul 2"},
)


@pytest.mark.parametrize(
    ("reason", "seat", "result", "others", "points"),
    [
        # Broke into a red one on day 1, red lost: -0.4.
        ("broke_on_day_1", 1, "black", (RED_OUT_ON_DAY_1,), "-0.4"),
        # Broke into a red one at four, whatever the result: 1 - 0.4 and -0.4.
        ("broke_at_four", 1, "red", (*AT_FOUR, {"seat": 7, "left": "vote 3"}), "0.6"),
        ("broke_at_four", 1, "black", (*AT_FOUR, {"seat": 7, "left": "vote 3"}), "-0.4"),
        # Claimed to be the sheriff and left it standing, red lost.
        ("false_claim", 1, "black", (), "-0.4"),
        # The sheriff left a false check standing, red lost.
        ("false_check", 3, "black", (), "-0.4"),
        # Forgot his role, his side lost: a red one, a black one.
        ("forgot_role", 1, "black", (), "-0.4"),
        ("forgot_role", 5, "red", (), "-0.4"),
        # A black one claimed sheriff with a red check of the real one, black lost.
        ("lost_claim", 4, "red", (), "-0.4"),
        ("lost_claim", 5, "red", (), "-0.4"),
    ],
)
def test_u19_each_case_costs_four_tenths(
    event: EventOf,
    at: At,
    reason: str,
    seat: int,
    result: str,
    others: tuple[dict[str, Any], ...],
    points: str,
) -> None:
    guilty = at(seat, "Ann", penalty=0.4, penalty_reason=reason)
    assert event("ugra-2021").game(result, guilty, *others).points("Ann") == [points]


def test_u19_one_may_break_into_oneself_on_day_1(event: EventOf, at: At) -> None:
    guilty = at(1, "Ann", penalty=0.4, penalty_reason="broke_on_day_1", left="vote 1")
    assert event("ugra-2021").game("black", guilty).points("Ann") == ["-0.4"]


def test_u19_a_reason_alone_costs_what_the_text_says(event: EventOf, at: At) -> None:
    played = event("ugra-2021").game("black", at(1, "Ann", penalty_reason="false_claim"))
    assert played.points("Ann") == ["-0.4"]


@pytest.mark.parametrize(
    ("reason", "seat", "result", "others", "refusal"),
    [
        # The side has to have lost; a draw is no loss (A38).
        ("broke_on_day_1", 1, "red", (RED_OUT_ON_DAY_1,), "penalty_not_lost"),
        ("false_claim", 1, "red", (), "penalty_not_lost"),
        ("false_check", 3, "draw", (), "penalty_not_lost"),
        ("forgot_role", 4, "black", (), "penalty_not_lost"),
        ("lost_claim", 5, "black", (), "penalty_not_lost"),
        # It meets red players, the sheriff, black players.
        ("broke_on_day_1", 5, "red", (RED_OUT_ON_DAY_1,), "penalty_role"),
        ("false_claim", 3, "black", (), "penalty_role"),
        ("false_check", 1, "black", (), "penalty_role"),
        ("lost_claim", 1, "black", (), "penalty_role"),
        # A red one has to have been voted out: alone, on day 1, or with four at the table.
        ("broke_on_day_1", 1, "black", ({"seat": 4, "left": "vote 1"},), "penalty_vote_day_any"),
        ("broke_on_day_1", 1, "black", ({"seat": 7, "left": "vote 2"},), "penalty_vote_day_any"),
        (
            "broke_on_day_1",
            1,
            "black",
            (RED_OUT_ON_DAY_1, {"seat": 8, "left": "vote 1"}),
            "penalty_vote_day_any",
        ),
        ("broke_at_four", 1, "black", ({"seat": 7, "left": "vote 3"},), "penalty_vote_any_living"),
        (
            "broke_at_four",
            1,
            "black",
            (*AT_FOUR, {"seat": 5, "left": "vote 3"}),
            "penalty_vote_any_living",
        ),
    ],
)
def test_u19_a_penalty_whose_condition_fails_is_refused(
    event: EventOf,
    at: At,
    reason: str,
    seat: int,
    result: str,
    others: tuple[dict[str, Any], ...],
    refusal: str,
) -> None:
    guilty = at(seat, penalty=0.4, penalty_reason=reason)
    found = event("ugra-2021").game(result, guilty, *others).refused()
    assert refusal in [key for key, _ in found]
    assert all("U19" in clauses or "A39" in clauses for _, clauses in found)


@pytest.mark.parametrize(
    ("cells", "refusal"),
    [
        ({"penalty": 0.5, "penalty_reason": "forgot_role"}, "penalty_amount"),
        ({"penalty": 0.4}, "penalty_reason"),
    ],
)
def test_u19_a_penalty_of_another_amount_or_without_a_reason_is_refused(
    event: EventOf, at: At, cells: dict[str, Any], refusal: str
) -> None:
    assert event("ugra-2021").game("black", at(1, **cells)).refused() == [(refusal, ("U19",))]


# --- U5, U7, A23: the final ------------------------------------------------------------------


def test_a23_what_is_earned_at_a_table_of_the_final_counts_one_and_three_tenths(
    event: EventOf, at: At
) -> None:
    # (1 + 0.4 + 0.3) x 1.3 = 2.21, not 1.3 + 0.7 = 2.0.
    cells = {"left": "night 1", "best_move": "4;5;6", "additional": 0.3}
    played = event("ugra-2021").game("red", at(1, "Ann", **cells), round=FINAL)
    assert played.points("Ann") == ["2.21"]
    assert played.components("Ann") == {
        "outcome": "1.3",
        "best_move": "0.52",
        "additional": "0.39",
    }


def test_a23_two_named_black_ones_in_the_final_stay_exact(event: EventOf, at: At) -> None:
    # 1.3 x 0.25 = 0.325.
    cells = {"left": "night 1", "best_move": "4;5;7"}
    played = event("ugra-2021").game("black", at(1, "Ann", **cells), round=FINAL)
    assert played.points("Ann") == ["0.325"]


@pytest.mark.parametrize("cells", [{"disqualified": 1}, {"left": "foul 3"}])
def test_a23_a_disqualification_in_the_final_takes_a_half(
    event: EventOf, at: At, cells: dict[str, Any]
) -> None:
    # 1.3 - 0.5 = 0.8, not 1.3 - 0.65.
    played = event("ugra-2021").game("red", at(1, "Ann", **cells), round=FINAL)
    assert played.points("Ann") == ["0.8"]


def test_a23_a_penalty_in_the_final_is_multiplied(event: EventOf, at: At) -> None:
    # -0.4 x 1.3.
    cells = {"penalty": 0.4, "penalty_reason": "forgot_role"}
    played = event("ugra-2021").game("black", at(1, "Ann", **cells), round=FINAL)
    assert played.points("Ann") == ["-0.52"]


def test_u7_the_points_of_the_qualifying_games_run_on(event: EventOf, at: At) -> None:
    # A46: 1 + 0.4 in a qualifying game, 2.21 in the final, -0.5 in the next: 3.11.
    final = {"left": "night 1", "best_move": "4;5;6", "additional": 0.3}
    played = (
        event("ugra-2021")
        .game("red", at(1, "Ann", left="night 1", best_move="4;5;6"))
        .game("red", at(1, "Ann", **final), round=13)
        .game("black", at(1, "Ann", disqualified=1), round=14)
    )
    assert played.points("Ann") == ["3.11"]
    assert played.points("Ann", after_round=12) == ["1.4"]
    assert played.points("Ann", after_round=13) == ["3.61"]


def test_u34_a_team_has_the_sum_of_its_two(event: EventOf, at: At) -> None:
    # Ann 1.4, Amy -0.5: 0.9.
    played = event("ugra-2021", teams=PAIRS)
    played.game("red", at(1, "Ann", left="night 1", best_move="4;5;6"))
    played.game("red", at(5, "Amy", disqualified=1), table=2)
    assert played.points("A", by="team") == ["0.9"]


# --- U35, A45: tie-breaks, each where all before it are equal ---------------------------------


@pytest.mark.parametrize("by", ["team", "player"])
def test_a45_wins_part_equal_points(event: EventOf, at: At, by: str) -> None:
    # Ann wins: 1. Bob loses three times with 0.4, 0.3 and 0.3: 1.
    played = event("ugra-2021", teams=PAIRS).game("red", at(1, "Ann"), round=5)
    for round_, extra in ((1, 0.4), (2, 0.3), (3, 0.3)):
        played.game("black", at(1, "Bob", additional=extra), round=round_)
    ann, bob = ("A", "B") if by == "team" else ("Ann", "Bob")
    assert played.points(ann, bob, by=by) == ["1", "1"]
    assert played.above(ann, bob, by) == "wins"


@pytest.mark.parametrize("by", ["team", "player"])
def test_a45_additional_points_part_equal_wins_after_the_final(
    event: EventOf, at: At, by: str
) -> None:
    # Ann wins in the final: 1.3. Bob wins a qualifying game with 0.3: 1.3. One win each, 0 and 0.3.
    played = event("ugra-2021", teams=PAIRS).game("red", at(1, "Bob", additional=0.3))
    played.game("red", at(1, "Ann"), round=FINAL)
    one, other = ("B", "A") if by == "team" else ("Bob", "Ann")
    assert played.points(one, other, by=by) == ["1.3", "1.3"]
    assert played.above(one, other, by) == "additional"


@pytest.mark.parametrize("by", ["team", "player"])
def test_a45_wins_as_don_part_equal_additional_points(event: EventOf, at: At, by: str) -> None:
    played = event("ugra-2021", teams=PAIRS).game("black", at(4, "Ann"), at(5, "Bob"))
    one, other = ("B", "A") if by == "team" else ("Bob", "Ann")
    assert played.above(one, other, by) == "wins_as_don"


@pytest.mark.parametrize("by", ["team", "player"])
def test_a45_wins_as_sheriff_part_equal_wins_as_don(event: EventOf, at: At, by: str) -> None:
    played = event("ugra-2021", teams=PAIRS).game("red", at(1, "Ann"), at(3, "Bob"))
    one, other = ("B", "A") if by == "team" else ("Bob", "Ann")
    assert played.above(one, other, by) == "wins_as_sheriff"


@pytest.mark.parametrize("by", ["team", "player"])
def test_a45_killed_first_parts_equal_wins_as_sheriff(event: EventOf, at: At, by: str) -> None:
    played = event("ugra-2021", teams=PAIRS).game("red", at(1, "Ann"), at(2, "Bob", left="night 1"))
    one, other = ("B", "A") if by == "team" else ("Bob", "Ann")
    assert played.above(one, other, by) == "first_killed"


def test_u12_u19_what_is_taken_off_counts_as_additional(event: EventOf, at: At) -> None:
    # Ann: a win in the final, disqualified: 1.3 - 0.5. Bob: a qualifying win with 0.2, and a
    # penalty of 0.4 in a lost game: 1 + 0.2 - 0.4. Both 0.8 with one win; additional -0.5 and -0.2.
    played = event("ugra-2021").game("red", at(1, "Ann", disqualified=1), round=FINAL)
    played.game("red", at(1, "Bob", additional=0.2))
    played.game("black", at(1, "Bob", penalty=0.4, penalty_reason="forgot_role"), round=2)
    assert played.points("Ann", "Bob") == ["0.8", "0.8"]
    assert played.above("Bob", "Ann") == "additional"


def test_u20_u21_a_game_may_end_by_decision(event: EventOf, at: At) -> None:
    for ended in ("judge", "protest"):
        assert event("ugra-2021").game("red", at(1, "Ann"), ended=ended).points("Ann") == ["1"]


def test_u21_an_open_protest_makes_the_standings_provisional(event: EventOf, at: At) -> None:
    assert event("ugra-2021").game("red", at(5, protest="open")).table("player").provisional
    assert not event("ugra-2021").game("red", at(5, protest="accepted")).table("player").provisional


def test_u20_the_text_knows_no_loss_by_plea(event: EventOf) -> None:
    ((refusal, _),) = event("ugra-2021").game("red", ended="plea").refused()
    assert refusal == "ended"
