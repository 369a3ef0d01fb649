"""What a component brings at the edges of its rule: each number worked out by hand.

The deal: seat 3 sheriff, seats 4 and 6 mafia, seat 5 don, all others civilians.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from mafsim.games import EMPTY, Ended, Games, Left, Winner
from mafsim.regulations import Regulation, load, set_values
from mafsim.regulations.points import BestMove, BestPlayer, Compensation
from mafsim.roster import numbered
from mafsim.scoring import COMPONENTS, best_players, components_of, factor, score, stages_of
from mafsim.scoring.components import compensation_table, may_be_best, may_move

PLAIN, UGRA, CHARLIE, OMSK = map(load, ("plain", "ugra-2021", "charlie-2016", "omsk-2012"))
DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]


def record(many: int = 1, regulation: Regulation | None = None, **known: Any) -> Games:
    """Give games that red has won, the same ten at each table; the rest as told."""
    usual: dict[str, Any] = {
        "roster": numbered(10),
        "stages": tuple(stage.name for stage in regulation.stages) if regulation else (),
        "entrants": np.tile(np.arange(10), (many, 1)),
        "roles": np.tile(DEAL, (many, 1)),
        "winner": np.full(many, Winner.RED),
    }
    return Games(**usual | known)


def seats(otherwise: int = EMPTY, **values: int) -> Any:
    """Give an array of one game: ``s3`` is seat 3."""
    found = np.full((1, 10), otherwise)
    for seat, value in values.items():
        found[0, int(seat[1:]) - 1] = value
    return found


def brought(games: Games, regulation: Regulation, component: str, game: int = 0) -> dict[int, int]:
    """Give by seat what a component brings, in thousandths; what is zero left out."""
    points = score(games, regulation)[game, :, COMPONENTS.index(component)]
    return {seat + 1: int(points[seat]) for seat in np.flatnonzero(points).tolist()}


# Multipliers


def test_a_stage_doubles_what_it_multiplies_and_nothing_else() -> None:
    regulation = set_values(
        PLAIN, ["stages.game.multiplier=2", "scoring.disqualification={points=0.5}"]
    )
    games = record(regulation=regulation, disqualified=seats(0, s1=1))
    assert brought(games, regulation, "outcome") == dict.fromkeys((1, 2, 3, 7, 8, 9, 10), 2000)
    assert brought(games, regulation, "disqualification") == {1: -500}
    (stage,) = stages_of(games, regulation)
    assert factor(stage, "outcome", regulation) == 2
    assert factor(stage, "disqualification", regulation) == 1


def test_games_without_a_stage_belong_to_the_only_one_or_to_a_plain_one() -> None:
    assert stages_of(record(), PLAIN) == PLAIN.stages
    none = PLAIN.model_copy(update={"stages": ()})
    (made_up,) = stages_of(record(), none)
    assert (made_up.name, made_up.rounds) == ("games", 1)


def test_games_that_do_not_say_which_of_several_stages_is_theirs_were_read_by_another_text() -> (
    None
):
    with pytest.raises(ValueError, match="qualifying"):
        stages_of(record(), UGRA)
    with pytest.raises(ValueError, match="semifinal"):
        stages_of(record(stages=("semifinal",)), UGRA)


def test_a_regulation_has_the_components_that_it_names_and_no_others() -> None:
    assert components_of(PLAIN) == ("outcome",)
    assert components_of(CHARLIE) == ("outcome", "best_move", "best_player")
    bye = set_values(PLAIN, ["scoring.bye=1"])
    assert components_of(bye) == ("outcome", "bye")
    assert components_of(load("togliatti-2014")) == ("penalty", "words")


# The best move


def test_a_best_move_bears_as_many_voted_out_on_day_one_as_the_rule_says() -> None:
    out = record(
        left=seats(s2=Left.VOTE, s3=Left.VOTE, s7=Left.VOTE, s8=Left.FOUL),
        left_on=seats(s2=1, s3=1, s7=2, s8=1),
    )
    assert not may_move(out, BestMove(voted_out_at_most=1)).any()
    assert may_move(out, BestMove(voted_out_at_most=2)).all()
    everybody = record(left=seats(Left.VOTE), left_on=seats(1))
    assert not may_move(everybody, BestMove(voted_out_at_most=9)).any()


@pytest.mark.parametrize(
    ("how", "day", "may"), [("FOUL", 1, False), ("FOUL", 2, True), ("VOTE", 1, True)]
)
def test_only_a_removal_before_the_first_shot_costs_the_best_move(
    how: str, day: int, may: bool
) -> None:
    games = record(left=seats(s2=Left[how]), left_on=seats(s2=day))
    assert may_move(games, BestMove(after_removal=False)).tolist() == [may]
    assert may_move(games, BestMove(after_removal=True)).all()


@pytest.mark.parametrize(
    ("killed", "named", "points"),
    [
        (1, (4, 5, 6), 400),
        (1, (4, 5, 7), 250),
        (1, (4, 7, 8), 100),
        (1, (7, 8, 9), None),
        (3, (4, 5, 6), 700),
        (3, (4, 5, 7), 600),
        (3, (4, 7, 8), 100),
        (3, (7, 8, 9), None),
        (5, (4, 6, 7), 250),
        (4, (5, 6, 7), 250),
    ],
)
def test_a_best_move_is_paid_by_the_number_of_black_players_and_the_card(
    killed: int, named: tuple[int, ...], points: int | None
) -> None:
    rule = (
        "{three = 0.4, two = 0.25, one = 0.1, sheriff_three = 0.7, sheriff_two = 0.6, "
        "entitled = 'anybody'}"
    )
    regulation = set_values(PLAIN, [f"scoring.best_move={rule}"])
    games = record(
        regulation=regulation,
        left=seats(**{f"s{killed}": Left.NIGHT}),
        left_on=seats(**{f"s{killed}": 1}),
        best_move=np.array([named]) - 1,
    )
    assert brought(games, regulation, "best_move") == ({} if points is None else {killed: points})


def test_a_black_player_moves_for_nothing_where_red_ones_alone_are_paid() -> None:
    regulation = set_values(PLAIN, ["scoring.best_move={three = 0.4, two = 0.3, one = 0.2}"])
    for named in ((5, 6, 7), (6, 7, 8), (7, 8, 9)):
        games = record(
            regulation=regulation,
            left=seats(s4=Left.NIGHT),
            left_on=seats(s4=1),
            best_move=np.array([named]) - 1,
        )
        assert brought(games, regulation, "best_move") == {}


def test_a_single_name_is_a_move() -> None:
    regulation = set_values(PLAIN, ["scoring.best_move={three = 0.4, one = 0.1}"])
    games = record(
        regulation=regulation,
        left=seats(s1=Left.NIGHT),
        left_on=seats(s1=1),
        best_move=np.array([[4, EMPTY, EMPTY]]),
    )
    assert brought(games, regulation, "best_move") == {1: 100}


def test_two_names_are_two_and_an_empty_third_is_no_black_player() -> None:
    regulation = set_values(PLAIN, ["scoring.best_move={three = 0.4, two = 0.25}"])
    # Seat 10, the last one, is black here: an empty cell must not be read as the last seat.
    games = record(
        regulation=regulation,
        roles=np.array([[0, 0, 1, 0, 3, 2, 0, 0, 0, 2]]),
        left=seats(s1=Left.NIGHT),
        left_on=seats(s1=1),
        best_move=np.array([[4, 5, EMPTY]]),
    )
    assert brought(games, regulation, "best_move") == {1: 250}


def test_of_two_shot_in_one_night_one_is_paid_for_the_move_in_each_game() -> None:
    regulation = set_values(PLAIN, ["scoring.best_move={three = 0.4}"])
    games = record(
        2,
        regulation,
        left=np.repeat(seats(s1=Left.NIGHT, s2=Left.NIGHT), 2, axis=0),
        left_on=np.repeat(seats(s1=1, s2=1), 2, axis=0),
        best_move=np.array([[3, 4, 5]] * 2),
    )
    assert [brought(games, regulation, "best_move", game) for game in (0, 1)] == [{1: 400}] * 2


# The best player


def test_a_share_is_divided_among_all_ten_if_all_are_the_best() -> None:
    rule = "{points = 1.2, most = 10, shared = true, rounding = 'down'}"
    regulation = set_values(PLAIN, [f"scoring.best_player={rule}"])
    for many in (1, 5, 9, 10):
        marked = np.arange(10)[None] < many
        games = record(regulation=regulation, best_player=marked)
        share = 1200 // many
        assert brought(games, regulation, "best_player") == dict.fromkeys(range(1, many + 1), share)


def test_where_a_shared_best_player_has_to_win_a_single_one_need_not() -> None:
    rule = BestPlayer(points=Decimal(1), side="winner_if_shared", most=2)
    alone = may_be_best(record(best_player=seats(0, s4=1)), rule)
    assert alone.all()
    both = may_be_best(record(best_player=seats(0, s1=1, s4=1)), rule)
    assert np.flatnonzero(both[0]).tolist() == [0, 1, 2, 6, 7, 8, 9]


def test_no_vote_at_all_leaves_the_best_player_to_the_record() -> None:
    rule = BestPlayer(points=Decimal(1), chosen_by="table", tie="all")
    votes = np.full((2, 10), EMPTY)
    votes[1, 0] = 6
    marked = np.repeat(seats(0, s2=1), 2, axis=0).astype(bool)
    games = record(2, best_player=marked, best_player_votes=votes)
    assert np.argwhere(best_players(games, rule)).tolist() == [[0, 1], [1, 6]]


def test_whoever_has_left_has_no_vote_where_only_those_left_have_one() -> None:
    votes = seats(s1=6, s2=6, s8=1, s9=1, s10=1)
    games = record(best_player_votes=votes, left=seats(s8=1, s9=1), left_on=seats(s8=1, s9=2))
    chosen = {}
    for voters in ("all", "left"):
        rule = BestPlayer(points=Decimal(1), chosen_by="table", tie="all", voters=voters)
        chosen[voters] = np.flatnonzero(best_players(games, rule)[0]).tolist()
    assert chosen == {"all": [1], "left": [6]}


def test_nobody_is_the_best_where_all_who_voted_have_left() -> None:
    games = record(
        best_player_votes=seats(s8=1, s9=1), left=seats(s8=1, s9=1), left_on=seats(s8=1, s9=2)
    )
    rule = BestPlayer(points=Decimal(1), chosen_by="table", tie="all", voters="left")
    assert not best_players(games, rule).any()


def test_among_tied_ones_none_the_judges_or_all_are_the_best() -> None:
    games = record(
        best_player_votes=seats(s1=6, s2=6, s8=1, s9=1, s10=4), best_player=seats(0, s7=1)
    )
    ties: dict[Any, list[int]] = {"all": [1, 6], "none": [], "judge": [6]}
    for tie, found in ties.items():
        rule = BestPlayer(points=Decimal(1), chosen_by="table", tie=tie)
        assert np.flatnonzero(best_players(games, rule)[0]).tolist() == found
    clear = record(best_player_votes=seats(s1=6, s2=6, s8=1), best_player=seats(0, s9=1))
    for tie in (*ties, "lot"):
        rule = BestPlayer(points=Decimal(1), chosen_by="table", tie=tie)
        assert np.flatnonzero(best_players(clear, rule)[0]).tolist() == [6]


LOT = BestPlayer(points=Decimal(1), chosen_by="table", tie="lot")


def drawn(many: int, *, seed: int = 0, first: int = 0, **known: Any) -> list[int]:
    """Give whom lots choose between seats 2 and 7, who are tied in all of the games."""
    votes = np.repeat(seats(s1=6, s3=6, s8=1, s9=1), many, axis=0)
    best = best_players(record(many, best_player_votes=votes, **known), LOT, seed=seed, first=first)
    assert (best.sum(axis=1) == 1).all()
    return [int(seat) + 1 for seat in np.argmax(best, axis=1)]


@pytest.mark.parametrize("axis", ["tournament", "round", "table"])
def test_a_lot_is_drawn_anew_for_each_tournament_round_and_table(axis: str) -> None:
    along: dict[str, Any] = {axis: np.arange(64)}
    found = drawn(64, **along)
    assert set(found) == {2, 7}
    assert 16 < found.count(2) < 48
    assert len(set(drawn(64))) == 1


def test_a_lot_depends_on_the_seed_and_on_the_number_of_the_tournament() -> None:
    later = np.arange(64) + 5
    assert drawn(64, first=5, tournament=np.arange(64)) == drawn(64, tournament=later)
    assert drawn(64, seed=1, tournament=later) != drawn(64, tournament=later)


def test_the_lots_of_a_seed_are_always_the_same() -> None:
    """Same version, same seed, same place: whoever changes the addresses of lots changes this."""
    numbers = np.arange(12)
    assert drawn(12, tournament=numbers, round=numbers % 3, table=numbers % 2) == PINNED


PINNED = [7, 7, 2, 2, 7, 2, 2, 7, 2, 2, 7, 7]


# Disqualification


def test_the_fourth_foul_costs_by_the_count_of_fouls_as_by_the_way_out() -> None:
    games = record(
        regulation=UGRA, left=seats(s1=Left.FOUL), left_on=seats(s1=1), fouls=seats(0, s2=4, s7=3)
    )
    assert brought(games, UGRA, "disqualification") == {1: -500, 2: -500}
    fifth = set_values(UGRA, ["rules.fouls.removed_at=5"])
    assert brought(games, fifth, "disqualification") == {1: -500}
    without = set_values(UGRA, ["scoring.disqualification.fourth_foul=false"])
    assert brought(games, without, "disqualification") == {}


@pytest.mark.parametrize(
    ("ended", "points"), [("PLAY", -500), ("PLEA", -700), ("HALL", -700), ("JUDGE", -500)]
)
def test_losing_the_game_for_ones_side_costs_its_own_amount(ended: str, points: int) -> None:
    regulation = set_values(PLAIN, ["scoring.disqualification={points = 0.5, side_lost = 0.7}"])
    games = record(
        regulation=regulation,
        ended=np.array([Ended[ended]]),
        disqualified=seats(0, s1=1, s4=1),  # seat 1 has won, seat 4 has lost
    )
    assert brought(games, regulation, "disqualification") == {1: -500, 4: points}


# Compensation


def test_a_table_of_compensation_rises_by_nights_to_the_most() -> None:
    # Of 10 games 0.4 is 4: a night brings a quarter of 0.5.
    rule = Compensation(most=Decimal("0.5"))
    assert compensation_table(rule, 10, 6) == [0, 125, 250, 375, 500, 500, 500]
    # Of 7 games 0.4 is 2.8, rounded 3: a third of 0.5 is 0.1666..., two are 0.3333...
    assert compensation_table(rule, 7, 3) == [0, 167, 333, 500]
    # Of one game 0.4 is nothing, but one at the least.
    assert compensation_table(rule, 1, 2) == [0, 500, 500]


def test_a_table_of_compensation_is_rounded_to_its_places_and_by_its_name() -> None:
    tenth = Compensation(most=Decimal("0.5"), places=1, rounding="down")
    assert compensation_table(tenth, 10, 4) == [0, 100, 200, 300, 500]
    up = Compensation(most=Decimal("0.5"), places=2, rounding="up", share_rounding="down")
    # Of 7 games 0.4 is 2.8, down 2: a half is 0.25.
    assert compensation_table(up, 7, 2) == [0, 250, 500]


def test_a_short_distance_has_no_compensation() -> None:
    rule = Compensation(most=Decimal("0.5"), fewest_games=10)
    assert compensation_table(rule, 9, 2) == [0, 0, 0]
    assert compensation_table(rule, 10, 1) == [0, 125]


def killed_thrice(regulation: Regulation) -> list[dict[int, int]]:
    """Give the compensation of three games: seat 1 is killed first in all, red loses the last two."""
    games = record(
        3,
        regulation,
        round=np.arange(3),
        stage=np.array([0, 0, 1]) if len(regulation.stages) > 1 else np.zeros(3, dtype=int),
        winner=np.array([Winner.RED, Winner.BLACK, Winner.BLACK]),
        left=np.repeat(seats(s1=Left.NIGHT), 3, axis=0),
        left_on=np.repeat(seats(s1=1), 3, axis=0),
    )
    return [brought(games, regulation, "compensation", game) for game in range(3)]


TEN = ["stages=[{name='game', rounds=10}]", "entry.entrants=20"]
TWO = ["stages=[{name='game', rounds=10}, {name='b', rounds=5}]", "entry.entrants=20"]


@pytest.mark.parametrize(
    ("stages", "more", "found"),
    [
        (TEN, "", [{}, {1: 250}, {1: 250}]),  # two nights of four
        (TEN, ", nights = 'all'", [{}, {1: 375}, {1: 375}]),  # three of four
        (TWO, "", [{}, {1: 125}, {1: 250}]),  # one of four, and one of two
        (TWO, ", nights = 'all'", [{}, {1: 250}, {1: 250}]),  # two of four, and one of two
        (TWO, ", distance = 'event'", [{}, {1: 167}, {1: 167}]),  # two of six
    ],
)
def test_nights_are_counted_over_the_distance(
    stages: list[str], more: str, found: list[dict[int, int]]
) -> None:
    regulation = set_values(PLAIN, [*stages, f"scoring.compensation={{most = 0.5{more}}}"])
    assert killed_thrice(regulation) == found


def test_nights_of_other_people_and_of_other_tournaments_are_not_counted() -> None:
    regulation = set_values(PLAIN, [*TEN, "scoring.compensation={most = 0.5}"])
    games = record(
        3,
        regulation,
        round=np.array([0, 1, 0]),
        tournament=np.array([0, 0, 1]),
        winner=np.full(3, Winner.BLACK),
        left=np.concatenate([seats(s1=0), seats(s2=0), seats(s1=0)]),
        left_on=np.concatenate([seats(s1=1), seats(s2=1), seats(s1=1)]),
    )
    found = [brought(games, regulation, "compensation", game) for game in range(3)]
    assert found == [{1: 125}, {2: 125}, {1: 125}]
