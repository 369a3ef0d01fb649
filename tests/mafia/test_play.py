"""Blocks of games: sameness, addresses, logs, incidents, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from mafsim import agents, mafia, regulations, streams
from mafsim.agents.view import DECIDE, NOBODY, Agent, Ballot, Decision, Event, Left, Phase, Role
from mafsim.errors import UsageError
from mafsim.games import Ballot as RecordedBallot
from mafsim.games import Ended, Winner
from mafsim.games import Left as RecordedLeft
from mafsim.games import Role as RecordedRole
from mafsim.kernels import typed
from mafsim.mafia import Incident, When, table
from mafsim.mafia.log import DECISION, ROWS, Secret
from mafsim.regulations import Regulation
from mafsim.scoring import forbidden

UGRA = regulations.load("ugra-2021")
PLAIN = regulations.load("plain")
UNRULY = agents.cast("random:foul=0.05,miss=0.1,nominate=0.7", 10)


def with_rules(*changes: str, base: str = "ugra-2021") -> Regulation:
    return regulations.set_values(regulations.load(base), changes)


def test_the_numbers_that_agents_see_are_those_of_a_record() -> None:
    assert [*map(int, Role)] == [*map(int, RecordedRole)]
    assert [*map(int, Left)] == [*map(int, RecordedLeft)]
    assert [*map(int, Ballot)] == [*map(int, RecordedBallot)]
    for ours, theirs in ((Role, RecordedRole), (Left, RecordedLeft), (Ballot, RecordedBallot)):
        assert [each.name for each in ours] == [each.name for each in theirs]
    assert tuple(Winner) == (table.RED_WINS, table.BLACK_WINS, table.DRAWN)
    ends = (table.ENDED_BY_PLAY, table.ENDED_BY_PLEA, table.ENDED_BY_HALL)
    assert ends == (Ended.PLAY, Ended.PLEA, Ended.HALL)


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    first = mafia.play(UGRA, UNRULY, 50, seed=5).games
    assert first == mafia.play(UGRA, UNRULY, 50, seed=5).games
    assert first != mafia.play(UGRA, UNRULY, 50, seed=6).games


def test_the_size_of_blocks_changes_no_game() -> None:
    whole = mafia.play(UGRA, UNRULY, 60, seed=5)
    parts = list(mafia.blocks(UGRA, UNRULY, 60, seed=5, block=7))
    for name in ("roles", "winner", "left", "left_on", "fouls", "best_move", "entrants"):
        together = np.concatenate([getattr(part.games, name) for part in parts])
        assert (together == getattr(whole.games, name)).all()
    assert (np.concatenate([part.days for part in parts]) == whole.days).all()


def test_a_log_changes_no_game() -> None:
    logged = mafia.play(UGRA, UNRULY, 40, seed=5, log=True)
    assert logged.games == mafia.play(UGRA, UNRULY, 40, seed=5).games


def test_games_before_it_change_no_game() -> None:
    # Whatever the game before has left on the table is wiped.
    for index in range(5):
        alone = mafia.play(UGRA, UNRULY, 1, seed=5, first=index).games
        among = mafia.play(UGRA, UNRULY, 5, seed=5).games
        assert alone.winner[0] == among.winner[index]
        assert (alone.left_on[0] == among.left_on[index]).all()


def test_games_at_one_address_are_one_game_wherever_they_stand() -> None:
    seated = np.tile(np.arange(10), (6, 1))
    block = mafia.play_seated(
        UGRA,
        UNRULY,
        seated,
        seed=1,
        tournament=np.array([0, 0, 0, 1, 1, 1]),
        round_=np.array([0, 0, 1, 0, 1, 1]),
        table=np.array([0, 1, 0, 0, 0, 1]),
    )
    alone = mafia.play_seated(UGRA, UNRULY, seated[:1], seed=1, tournament=1, round_=1, table=1)
    assert (alone.games.left_on[0] == block.games.left_on[5]).all()
    assert alone.games.tournament.tolist() == [1]
    assert block.games.round.tolist() == [0, 0, 1, 0, 1, 1]
    whole = {tuple(row) for row in block.games.left_on.tolist()}
    assert len(whole) == 6


def test_players_sit_where_they_are_seated() -> None:
    players = (*UNRULY, *agents.cast("random:nominate=1", 10))
    seated = np.array([[19, 18, 17, 16, 15, 4, 3, 2, 1, 0], [0, 1, 2, 3, 4, 15, 16, 17, 18, 19]])
    played = mafia.play_seated(PLAIN, players, seated)
    assert (played.games.entrants == seated).all()
    assert played.games.roster.entrants[19].name == "random:nominate=1"


# ---- The log


def test_a_log_begins_with_cards_and_ends_with_the_winner() -> None:
    played = mafia.play(UGRA, UNRULY, 20, seed=2, log=True)
    for game in range(20):
        rows = played.log_of(game)
        dealt = rows[rows["event"] == Secret.DEALT]
        assert dealt["seat"].tolist() == list(range(10))
        assert dealt["value"].tolist() == played.games.roles[game].tolist()
        (end,) = rows[rows["event"] == Event.GAME_OVER]
        assert end["value"] == played.games.winner[game]
        assert end["phase"] == Phase.OVER
        left = rows[rows["event"] == Event.LEFT]
        assert sorted(left["seat"]) == np.flatnonzero(played.games.left[game] != -1).tolist()
    assert played.log_ends is not None
    assert played.log is not None
    assert played.log_ends[-1] == len(played.log)
    assert max(len(played.log_of(game)) for game in range(20)) < ROWS


def test_every_logged_choice_is_among_what_was_legal() -> None:
    log = mafia.play(UGRA, UNRULY, 50, seed=2, log=True).log
    assert log is not None
    decisions = log[log["event"] == DECISION]
    short = ~np.isin(decisions["decision"], [Decision.ORDER, Decision.BEST_MOVE, Decision.SPEAK])
    chosen = decisions[short]
    assert len(chosen) > 1000
    assert (chosen["legal"] >> (chosen["choice"].astype(np.int64) + 1) & 1).all()


def test_a_log_has_every_ballot_and_every_vote_in_it() -> None:
    played = mafia.play(UGRA, UNRULY, 20, seed=3, log=True)
    for game in range(20):
        rows = played.log_of(game)
        ballots = rows[rows["event"] == Event.BALLOT]
        assert len(ballots) == (played.games.vote_day[game] != -1).sum()


# ---- Incidents


def test_a_fourth_foul_removes_and_is_no_disqualification() -> None:
    quiet = agents.cast("random:nominate=0", 10)
    fouls = [Incident(day=1, when=When.SPEECHES, seat=4, act="gestures") for _ in range(4)]
    games = mafia.play(UGRA, quiet, 1, incidents=fouls).games
    assert games.fouls[0].tolist() == [0, 0, 0, 0, 4, 0, 0, 0, 0, 0]
    assert (games.left[0, 4], games.left_on[0, 4]) == (RecordedLeft.FOUL, 1)
    assert not games.disqualified.any()


def test_a_direct_removal_is_a_disqualification() -> None:
    oath = Incident(day=1, when=When.BEFORE_VOTE, seat=4, act="oath")
    games = mafia.play(UGRA, agents.cast("random", 10), 1, incidents=[oath]).games
    assert games.disqualified[0].tolist() == [seat == 4 for seat in range(10)]
    assert games.left[0, 4] == RecordedLeft.FOUL


@pytest.mark.parametrize(("act", "ended"), [("plea", Ended.PLEA), ("hall", Ended.HALL)])
def test_a_plea_or_the_hall_loses_the_game_for_the_side(act: str, ended: Ended) -> None:
    charlie = regulations.load("charlie-2016")
    players = agents.cast("random:nominate=1", 10)
    incident = Incident(day=1, when=When.VOTE, seat=4, act=act)
    games = mafia.play(charlie, players, 40, incidents=[incident]).games
    assert (games.ended == ended).all()
    assert (games.winner == np.where(games.black[:, 4], Winner.RED, Winner.BLACK)).all()
    assert games.lost[:, 4].all()
    assert (games.left[:, 4] == RecordedLeft.FOUL).all()


def test_whatever_act_loses_the_game_may_stand_in_the_record() -> None:
    """It is called a plea, though pleading itself is but a foul here."""
    regulation = with_rules("rules.conduct.oath=side_lost")
    oath = Incident(day=1, when=When.BEFORE_VOTE, seat=4, act="oath")
    games = mafia.play(regulation, agents.cast("random", 10), 2, incidents=[oath]).games
    assert (games.ended == Ended.PLEA).all()
    assert forbidden(games.with_(stages=(regulation.stages[0].name,)), regulation) == ()


@pytest.mark.parametrize(
    ("incident", "key"),
    [
        (Incident(day=1, when=When.SPEECHES, seat=4, act="dancing"), "mafia.no_act"),
        (Incident(day=1, when=When.SPEECHES, seat=4, act="palm"), "mafia.act_when"),
        (Incident(day=1, when=When.NIGHT, seat=4, act="oath"), "mafia.act_when"),
        (Incident(day=1, when=When.SPEECHES, seat=10, act="oath"), "mafia.incident"),
        (Incident(day=0, when=When.NIGHT, seat=1, act="peeking"), "mafia.incident"),
    ],
)
def test_an_incident_that_cannot_happen_is_refused(incident: Incident, key: str) -> None:
    with pytest.raises(UsageError) as refused:
        mafia.play(UGRA, UNRULY, 1, incidents=[incident])
    assert refused.value.key == key


def test_too_many_incidents_are_refused() -> None:
    incident = Incident(day=1, when=When.SPEECHES, seat=4, act="gestures")
    with pytest.raises(UsageError) as refused:
        mafia.play(UGRA, UNRULY, 1, incidents=[incident] * 65)
    assert refused.value.key == "mafia.incidents"


# ---- What is refused


@pytest.mark.parametrize(
    ("regulation", "players", "key"),
    [
        (regulations.load("togliatti-2014"), 10, "mafia.other_game"),
        (with_rules("table.size=12", "entry.entrants=12", base="plain"), 12, "mafia.size"),
        (PLAIN, 9, "mafia.players"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(
    regulation: Regulation, players: int, key: str
) -> None:
    with pytest.raises(UsageError) as refused:
        mafia.play(regulation, agents.cast("random", players), 1)
    assert refused.value.key == key


@typed(DECIDE)
def cheat(kind: int, view: object, memory: object) -> int:
    return 31 if kind == 4 else 0


CHEAT = Agent(decide=cheat, compiled=True, asked=frozenset({Decision.VOTE}))


@typed(DECIDE)
def stumble(kind: int, view: object, memory: object) -> int:
    if kind == 4:
        raise ValueError("no idea")
    return 0


STUMBLE = Agent(decide=stumble, compiled=True, asked=frozenset({Decision.VOTE}))


def of_this_module(name: str) -> agents.Player:
    return agents.player(agents.Spec(kind=f"{__name__}:{name}"))


def test_an_illegal_answer_names_game_seat_and_decision() -> None:
    players = (of_this_module("CHEAT"), *agents.cast("random:nominate=1", 9))
    with pytest.raises(UsageError) as refused:
        mafia.play(PLAIN, players, 10)
    assert refused.value.key == "mafia.illegal"
    assert refused.value.fields["decision"] == "vote"
    assert refused.value.fields["answer"] == 31
    assert refused.value.fields["kind"].endswith(":CHEAT")


def test_an_error_of_an_agent_reaches_the_caller() -> None:
    players = (of_this_module("STUMBLE"), *agents.cast("random:nominate=1", 9))
    with pytest.raises(UsageError, match="no idea") as told:
        mafia.play(PLAIN, players, 10)
    assert told.value.key == "mafia.raised"


def test_a_kind_that_is_not_asked_passes_and_is_silent() -> None:
    players = tuple(agents.player(agents.Spec(kind=f"{__name__}:SILENT")) for _ in range(10))
    games = mafia.play(PLAIN, players, 5).games
    assert (games.winner == Winner.DRAW).all()
    assert games.votes.shape[1] == 0


SILENT = Agent(decide=cheat, compiled=True, asked=frozenset())


def test_no_game_at_all_is_an_empty_record() -> None:
    assert len(mafia.play(PLAIN, UNRULY, 0).games) == 0
    assert len(mafia.play(PLAIN, UNRULY, 0, log=True).games) == 0


def test_words_of_games_are_all_different() -> None:
    base = streams.word(0, streams.Purpose.GAME)
    words = streams.mixed(base + np.arange(10_000, dtype=np.uint64))
    assert len(np.unique(words)) == 10_000
    assert NOBODY == -1
