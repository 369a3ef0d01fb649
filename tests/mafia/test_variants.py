"""What the four texts play differently is seen in their games, and so are the readings of A11-A26."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from mafsim import agents, mafia
from mafsim.agents.view import Event, Phase
from mafsim.errors import UsageError
from mafsim.games import EMPTY, Array, Ballot, Left, Role, Winner
from mafsim.mafia import Played
from mafsim.mafia.log import Secret
from mafsim.regulations import load, set_values

WILD = "tests.mafia.wild:WILD"


@cache
def played(name: str, *changes: str, kind: str = "random:nominate=0.8", n: int = 1500) -> Played:
    """Play games of a regulation, with some values changed."""
    regulation = set_values(load(name), changes) if changes else load(name)
    return mafia.play(regulation, agents.cast(kind, 10), n, seed=11)


@cache
def logged(name: str, *changes: str, kind: str = WILD, n: int = 60) -> Played:
    """Play games of a regulation and keep their logs."""
    regulation = set_values(load(name), changes) if changes else load(name)
    return mafia.play(regulation, agents.cast(kind, 10), n, seed=12, log=True)


def rows(games: Played, event: int) -> Array:
    """Give the rows of an event in all games."""
    assert games.log is not None
    return np.asarray(games.log[games.log["event"] == event])


def at_table(games: Played, day: int) -> Array:
    """Count who was there when a day began, in each game; 0 where there was no such day."""
    left_before = (games.games.left != EMPTY) & (games.games.left_on < day)
    return np.where(games.days >= day, 10 - left_before.sum(axis=1), 0)


def ballots_with(games: Played, living: int, kind: Ballot) -> int:
    """Count the ballots of a kind on days that so many began."""
    record = games.games
    return sum(
        int(
            ((record.vote_day == day) & (record.vote_kind == kind))[
                at_table(games, day) == living
            ].sum()
        )
        for day in range(1, int(games.days.max()) + 1)
    )


# Four at the table: O17 against C7 and U24.


def test_in_omsk_a_tie_of_four_is_not_voted_on_again() -> None:
    omsk = played("omsk-2012", n=6000)
    assert ballots_with(omsk, 4, Ballot.VOTE) > 50
    assert ballots_with(omsk, 4, Ballot.REVOTE) == 0
    assert ballots_with(omsk, 4, Ballot.LIFT) == 0


@pytest.mark.parametrize("name", ["charlie-2016", "ugra-2021", "plain"])
def test_elsewhere_four_may_lift_two(name: str) -> None:
    games = played(name, n=6000)
    assert ballots_with(games, 4, Ballot.REVOTE) > 10
    assert ballots_with(games, 4, Ballot.LIFT) > 5


def test_the_other_reading_of_omsk_votes_again_and_lifts_nobody() -> None:
    omsk = played("omsk-2012", "rules.vote.at_four=no_lift", n=6000)
    assert ballots_with(omsk, 4, Ballot.REVOTE) > 10
    assert ballots_with(omsk, 4, Ballot.LIFT) == 0


# Withdrawal: C11 against U25 and O15.


def test_only_in_charlie_is_a_nomination_taken_back() -> None:
    assert len(rows(logged("charlie-2016"), Event.WITHDRAWN)) > 50
    for name in ("omsk-2012", "ugra-2021", "plain"):
        assert len(rows(logged(name), Event.WITHDRAWN)) == 0


def test_in_charlie_the_last_of_several_nominations_stands() -> None:
    games = logged("charlie-2016")
    for game in range(len(games.games)):
        stands: dict[tuple[int, int], set[int]] = {}
        for row in games.log_of(game):
            key = (int(row["day"]), int(row["seat"]))
            if row["event"] == Event.NOMINATED:
                stands.setdefault(key, set()).add(int(row["target"]))
            elif row["event"] == Event.WITHDRAWN:
                stands[key].remove(int(row["target"]))
            assert len(stands.get(key, ())) <= 1


# The first killed: C20-C21 and A17 against U13, and none in Omsk.


def test_the_best_move_is_made_at_night_in_ugra_and_in_the_last_word_in_charlie() -> None:
    assert set(rows(logged("ugra-2021"), Event.BEST_MOVE)["phase"]) == {Phase.NIGHT}
    assert set(rows(logged("charlie-2016"), Event.BEST_MOVE)["phase"]) == {Phase.MORNING}
    assert len(rows(logged("omsk-2012"), Event.BEST_MOVE)) == 0


def made_after(games: Played, voted_out: int) -> Array:
    """Say in which games with so many voted out on day 1 a best move was made after the shot."""
    record = games.games
    out = ((record.left == Left.VOTE) & (record.left_on == 1)).sum(axis=1)
    shot = record.shot(1).any(axis=1)
    return np.asarray(record.best_move[(out == voted_out) & shot][:, 0] != EMPTY)


def test_in_charlie_two_lifted_on_day_one_cost_the_best_move() -> None:
    charlie = played("charlie-2016", kind="random:nominate=0.4,lift=1", n=6000)
    assert made_after(charlie, 0).all()
    assert made_after(charlie, 1).all()
    assert len(made_after(charlie, 2)) > 20
    assert not made_after(charlie, 2).any()


def test_the_other_reading_of_charlie_allows_it_after_any_vote() -> None:
    change = "scoring.best_move.voted_out_at_most=30"
    charlie = played("charlie-2016", change, kind="random:nominate=0.4,lift=1", n=6000)
    assert made_after(charlie, 2).all()
    assert made_after(played("ugra-2021", kind="random:nominate=0.4,lift=1", n=6000), 2).all()


# Three nights without a departure: C6 against A38 and A41.


def test_three_quiet_nights_at_four_win_for_red_in_charlie_and_draw_elsewhere() -> None:
    still = "random:nominate=0.15,lift=0,miss=0.8"
    endings = {}
    for name in ("omsk-2012", "charlie-2016", "ugra-2021"):
        games = played(name, kind=still, n=6000)
        stayed = games.games.left == EMPTY
        at_four = (stayed.sum(axis=1) == 4) & (stayed & games.games.black).any(axis=1)
        endings[name] = games.games.winner[at_four]
    assert (endings["charlie-2016"] == Winner.RED).any()
    assert not (endings["charlie-2016"] == Winner.DRAW).any()
    for name in ("omsk-2012", "ugra-2021"):
        assert (endings[name] == Winner.DRAW).any()
        assert not (endings[name] == Winner.RED).any()


# The best player: O8 against C22 and Ugra, which has none.


def test_only_in_omsk_the_table_votes_for_the_best_player() -> None:
    votes = played("omsk-2012").games.best_player_votes
    assert (votes >= 0).all()
    assert (votes != np.arange(10)).all()
    for name in ("charlie-2016", "ugra-2021", "plain"):
        assert (played(name).games.best_player_votes == EMPTY).all()


# When a game ends: C14 against the others.


def test_only_in_charlie_a_player_is_removed_after_the_game_is_decided() -> None:
    """Black is voted out; until the host announces it, a plea still loses the game for red."""
    plea = "rules.conduct.insult=side_lost"
    changed = {}
    for name in ("charlie-2016", "ugra-2021"):
        regulation = set_values(load(name), (plea,))
        incidents = [
            mafia.Incident(day=day, when=mafia.When.RESULT, seat=seat, act="insult")
            for day in range(3, 8)
            for seat in range(2)
        ]
        players = agents.cast("random:nominate=1", 10)
        games = mafia.play(regulation, players, 3000, seed=4, incidents=incidents).games
        stayed = games.left == EMPTY
        no_black = ~(stayed & games.black).any(axis=1)
        changed[name] = games.winner[no_black]
    assert (changed["charlie-2016"] == Winner.BLACK).any()
    assert (changed["ugra-2021"] == Winner.RED).all()


# A11: everybody alive is tied, and all vote to leave.


@pytest.mark.parametrize(
    ("reading", "winner"),
    [("red_wins", Winner.RED), ("draw", Winner.DRAW), ("nobody_leaves", None)],
)
def test_all_who_live_may_lift_themselves(reading: str, winner: Winner | None) -> None:
    change = f"rules.vote.all_living={reading}"
    games = played("ugra-2021", change, kind="random:nominate=1,lift=1", n=12_000)
    emptied = (games.games.left != EMPTY).all(axis=1)
    if winner is None:
        assert not emptied.any()
    else:
        assert emptied.sum() > 5
        assert (games.games.winner[emptied] == winner).all()


# A12: how the order of shots binds.


def test_bound_to_the_order_black_misses_whom_it_no_longer_finds() -> None:
    bound = logged("omsk-2012", "rules.night.shots=order_fixed", kind="random", n=300)
    free = logged("omsk-2012", kind="random", n=300)
    missed = [(rows(games, Event.SHOT)["target"] == EMPTY).mean() for games in (bound, free)]
    assert missed[0] > 0.1
    assert missed[1] == 0


def test_bound_to_the_order_nobody_shoots_at_anybody_else() -> None:
    games = logged("omsk-2012", "rules.night.shots=order_fixed", kind="random", n=100)
    for game in range(100):
        order: list[int] = []
        for row in games.log_of(game):
            if row["event"] == -1 and row["decision"] == 0:
                order = row["answer"][:3].tolist()
            if row["event"] == Secret.SHOT_AT and row["day"] <= 3:
                assert row["target"] in (EMPTY, order[row["day"] - 1])


# A25: what a third foul costs; A26: the sheriff's first check.


def losing(what: str) -> Played:
    """Play games in which seat 1 has its third foul before its speech of day 2."""
    foul = mafia.Incident(day=2, when=mafia.When.SPEECHES, seat=0, act="out_of_turn")
    regulation = set_values(load("ugra-2021"), (f"rules.fouls.loses={what}",))
    players = agents.cast("random:nominate=1", 10)
    return mafia.play(regulation, players, 200, seed=6, log=True, incidents=[foul] * 3)


@pytest.mark.parametrize(
    ("what", "time"), [("speech", 0), ("half", 1), ("vote", 2), ("nothing", 2)]
)
def test_a_third_foul_costs_the_nearest_speech(what: str, time: int) -> None:
    games = losing(what)
    speeches = rows(games, Event.SPEECH)
    own = speeches[(speeches["seat"] == 0) & (speeches["day"] == 2)]
    assert len(own) > 50
    assert set(own["value"]) == {time}


def test_in_ugra_who_has_lost_his_speech_still_nominates_and_votes() -> None:
    games = losing("speech")
    nominated = rows(games, Event.NOMINATED)
    assert ((nominated["seat"] == 0) & (nominated["day"] == 2)).sum() > 50
    votes = games.games.votes[games.games.vote_day == 2]
    assert (votes[:, 0] != EMPTY).sum() > 50


def test_the_other_reading_of_ugra_takes_the_vote_of_one_day() -> None:
    record = losing("vote").games
    for day, votes in ((1, True), (2, False), (3, True)):
        there = (record.left_on[:, 0] >= day) | (record.left[:, 0] == EMPTY)
        cast = record.votes[there][record.vote_day[there] == day][:, 0] != EMPTY
        assert cast.any() == votes


def test_the_sheriff_checks_in_night_1_unless_he_sleeps() -> None:
    for change, checks in ((1, True), (2, False)):
        games = played("ugra-2021", f"rules.night.sheriff_first_check={change}").games
        assert (games.checks[:, 0, 0] != EMPTY).any() == checks
        assert (games.checks[:, 1, 0] != EMPTY).any()


def test_who_was_shot_still_checks_in_that_night() -> None:
    for change, checks in (("true", True), ("false", False)):
        games = played("ugra-2021", f"rules.night.checks_when_shot={change}").games
        shot = (games.shot(1) & (games.roles == Role.SHERIFF)).any(axis=1)
        assert shot.sum() > 50
        assert (games.checks[shot, 0, 0] != EMPTY).all() == checks


# The circle and the first day.


@pytest.mark.parametrize(("rotation", "second"), [("first", {1, 2, 3}), ("none", {0, 1, 2})])
def test_the_first_speaker_moves_on(rotation: str, second: set[int]) -> None:
    games = logged("omsk-2012", f"rules.speech.rotation={rotation}", kind="random", n=200)
    begun = rows(games, Event.DAY_BEGINS)
    assert set(begun[begun["day"] == 1]["seat"]) == {0}
    assert set(begun[begun["day"] == 2]["seat"]) <= second | {3, 4}
    assert min(begun[begun["day"] == 2]["seat"]) == min(second)


def test_a_single_candidate_of_day_one_is_not_voted_on_but_may_be() -> None:
    for change, leaves in (("no_vote", False), ("vote", True)):
        games = logged(
            "ugra-2021",
            f"rules.vote.single_on_first_day={change}",
            kind="random:nominate=0.15",
            n=300,
        )
        nominated = rows(games, Event.NOMINATED)
        ends = games.log_ends
        assert ends is not None
        alone = 0
        for game in range(300):
            own = games.log_of(game)
            first = own[own["day"] == 1]
            if (first["event"] == Event.NOMINATED).sum() == 1:
                alone += 1
                out = (games.games.left[game] == Left.VOTE) & (games.games.left_on[game] == 1)
                assert out.any() == leaves
        assert alone > 30
        assert len(nominated) > alone


def test_on_the_first_day_everybody_stays_where_the_rules_say_so() -> None:
    games = played("plain", "rules.vote.first_day=nobody_leaves").games
    assert not ((games.left == Left.VOTE) & (games.left_on == 1)).any()
    assert (games.vote_day == 1).any()


def test_shapka_is_no_table_of_mafia() -> None:
    with pytest.raises(UsageError, match="togliatti-2014"):
        mafia.play(load("togliatti-2014"), agents.cast("random", 10), 1)
