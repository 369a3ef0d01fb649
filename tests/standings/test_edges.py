"""What is counted, compared and cut at the edges of the rules: every number worked out by hand.

The deal: seat 3 sheriff, seats 4 and 6 mafia, seat 5 don, all others civilians.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from mafsim.games import EMPTY, Games, ShapkaGames, Winner
from mafsim.regulations import Regulation, load, set_values
from mafsim.roster import Entrant, Roster, numbered
from mafsim.scoring import score
from mafsim.standings import TIE_BREAKS, Standings, misdrawn, qualified, standings
from mafsim.standings.document import places
from mafsim.standings.places import tie_breaks
from mafsim.standings.tallies import Tallies, tallies_of
from mafsim.standings.units import players, teams

DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]
PLAIN, UGRA, CHARLIE, LEAGUE, AVERAGE, TOGLIATTI = map(
    load, ("plain", "ugra-2021", "charlie-2016", "league", "league-per-game", "togliatti-2014")
)


def record(winners: Sequence[int], **known: Any) -> Games:
    """Give games of the same ten, one after the other; the rest as told."""
    many = len(winners)
    usual: dict[str, Any] = {
        "roster": numbered(10),
        "entrants": np.tile(np.arange(10), (many, 1)),
        "roles": np.tile(DEAL, (many, 1)),
        "winner": np.array(winners),
        "round": np.arange(many),
    }
    return Games(**usual | known)


def points(table: Standings, *ids: str, tournament: int = 0) -> list[int]:
    """Give the points of some, in thousandths."""
    return [int(table.earned.points[tournament, table.units.ids.index(each)]) for each in ids]


def tallied(games: Any, regulation: Regulation, by: str = "player", **known: Any) -> Tallies:
    units = teams(games) if by == "team" else players(games, regulation)
    many = int(games.tournament.max(initial=0)) + 1
    return tallies_of(games, score(games, regulation), regulation, units, tournaments=many, **known)


RED, BLACK, DRAW = Winner


# Averages


def test_who_has_not_played_stands_below_those_who_have_less_than_nothing() -> None:
    """Seat 1 won one of one, seat 2 one of two; p10 was disqualified, p11 did not play at all."""
    out = np.zeros((2, 10), dtype=bool)
    out[1, 9] = True
    games = record(
        [RED, BLACK],
        roster=numbered(12),
        entrants=np.array([[0, 1, 2, 3, 4, 5, 6, 7, 8, 11], [11, 1, 2, 3, 4, 5, 6, 7, 8, 9]]),
        stages=tuple(stage.name for stage in AVERAGE.stages),
        disqualified=out,
    )
    table = standings(games, AVERAGE)
    order = [table.units.ids[unit] for unit in table.order[0]]
    assert order[0] == "p1"
    assert order[-2:] == ["p10", "p11"]
    assert points(table, "p1", "p2", "p10", "p11") == [1000, 1000, -500, 0]
    lines = {line["entrant"]: line["tie_breaks"]["per_game"] for line in places(table)}
    assert (lines["p1"], lines["p2"], lines["p10"], lines["p11"]) == ("1", "0.5", "-0.5", "0")


def test_an_average_over_several_games_may_come_out_even() -> None:
    table = standings(record([RED, RED], stages=("season",)), one_stage(AVERAGE))
    assert places(table)[0]["tie_breaks"]["per_game"] == "1"
    assert places(table)[0]["points"] == "2"


def one_stage(regulation: Regulation) -> Regulation:
    first = regulation.stages[0].model_copy(update={"name": "season"})
    return regulation.model_copy(update={"stages": (first,)})


# What a block, a lot and a tie-break are


def test_a_record_of_one_event_is_one_tournament() -> None:
    for games in (record([RED]), record([])):
        table = standings(games, PLAIN)
        assert table.place.shape == table.order.shape == (1, 10)
    assert standings(record([RED], tournament=np.array([2])), PLAIN).place.shape == (3, 10)


def test_players_are_parted_by_their_own_list_where_there_is_one() -> None:
    both = set_values(
        UGRA, ["ranking.tie_breaks=['wins']", "ranking.player_tie_breaks=['best_move']"]
    )
    assert tie_breaks(both, "team") == ("wins",)
    assert tie_breaks(both, "player") == ("best_move",)
    one = set_values(PLAIN, ["ranking.tie_breaks=['wins']"])
    assert tie_breaks(one, "team") == tie_breaks(one, "player") == ("wins",)


def test_a_lot_depends_on_the_number_of_the_tournament_and_never_changes() -> None:
    games = record([RED, RED, RED], tournament=np.array([0, 1, 2]))
    drawn = TIE_BREAKS["lot"](tallied(games, PLAIN))
    assert len(np.unique(drawn)) == 30
    assert (drawn >= 0).all()
    later = TIE_BREAKS["lot"](tallied(games, PLAIN, first=2))
    assert later[0].tolist() == drawn[2].tolist()
    # Whoever changes how lots are drawn changes the places of events that were drawn before.
    assert np.argsort(-drawn[1]).tolist() == PINNED


PINNED = [9, 5, 1, 7, 0, 4, 2, 6, 8, 3]


def test_wins_are_counted_by_the_card() -> None:
    found = tallied(record([RED, BLACK, BLACK, DRAW, RED]), PLAIN)
    wanted = {
        "wins": [2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
        "wins_as_don": [0, 0, 0, 0, 2, 0, 0, 0, 0, 0],
        "wins_as_sheriff": [0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
        "wins_as_mafia": [0, 0, 0, 2, 0, 2, 0, 0, 0, 0],
        "wins_as_don_or_sheriff": [0, 0, 2, 0, 2, 0, 0, 0, 0, 0],
    }
    for name, counts in wanted.items():
        assert TIE_BREAKS[name](found)[0].tolist() == counts, name  # type: ignore[index]
    assert TIE_BREAKS["best_player"](found)[0].tolist() == [0] * 10
    assert TIE_BREAKS["additional"](found)[0].tolist() == [0] * 10


# Stages that begin anew, cuts that are none


TWO = ["stages=[{name='game', rounds=3}, {name='b', rounds=3, carry=false}]"]


@pytest.mark.parametrize(("stage", "found"), [([0, 0], [2000]), ([0, 1], [1000]), ([1, 1], [2000])])
def test_a_stage_that_begins_at_zero_does_so_once_it_is_played(
    stage: list[int], found: list[int]
) -> None:
    regulation = set_values(PLAIN, TWO)
    games = record([RED, RED], stages=("game", "b"), stage=np.array(stage))
    assert points(standings(games, regulation), "p1") == found


def tours(fields: Sequence[int | None]) -> tuple[ShapkaGames, Regulation]:
    """Give an event of six teams of which the first three play three tours more."""
    names = ("qualifying-2", "semi-final", "final")
    regulation = TOGLIATTI.model_copy(
        update={
            "stages": (
                TOGLIATTI.stages[0],
                *(
                    stage.model_copy(update={"field": field})
                    for stage, field in zip(TOGLIATTI.stages[1:], fields, strict=True)
                ),
            )
        }
    )
    assert tuple(stage.name for stage in regulation.stages[1:]) == names
    people = Roster(entrants=tuple(Entrant(id=t, name=t, team=t) for t in "ABCDEF"))
    return ShapkaGames(
        roster=people,
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.array([[0, 1, 2], [3, 4, 5], [0, 1, 2], [0, 1, 2]]),
        round=np.array([0, 0, 1, 2]),
        stage=np.array([0, 0, 1, 2]),
        table=np.array([0, 1, 0, 0]),
        words=np.ones((4, 3, 2, 2), dtype=int),
    ), regulation


def test_only_a_field_that_shrinks_is_a_cut() -> None:
    for fields, reached in (
        ((3, 3, 3), [1, 1, 1, 0, 0, 0]),
        ((4, 3, 2), [2, 2, 2, 0, 0, 0]),
        ((None, 3, None), [1, 1, 1, 0, 0, 0]),
        ((None, None, None), [0] * 6),
    ):
        games, regulation = tours(fields)
        assert tallied(games, regulation, "team").reached[0].tolist() == reached


def test_games_of_no_stage_have_passed_no_cut() -> None:
    none = PLAIN.model_copy(update={"stages": ()})
    assert tallied(record([RED]), none).reached[0].tolist() == [0] * 10


# Breaches of Shapka


def breached(*changes: str, by: str = "team", again: int = 0) -> list[int]:
    """Give the points of three teams that guess 1, 2 and 3 words in each of two tours.

    B has a breach at a table in the first tour; A has three away from one in the first tour, and C
    one in the second; `again` are more of B's at a table, in the second. A breach is five points.
    """
    words = np.zeros((2, 3, 2, 2), dtype=int)
    words[:, :, 0, 0] = [1, 2, 3]
    regulation = set_values(TOGLIATTI, changes) if changes else TOGLIATTI
    games = ShapkaGames(
        roster=Roster(entrants=tuple(Entrant(id=t, name=t, team=t) for t in "ABC")),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.tile(np.arange(3), (2, 1)),
        round=np.array([0, 1]),
        stage=np.array([0, 1]),
        words=words,
        breaches=np.array([[0, 1, 0], [0, again, 0]]),
        teams=("C", "A", "X"),
        away_team=np.array([1, 0, 2]),
        away_stage=np.array([0, 1, 0]),
        away_breaches=np.array([3, 1, 7]),
        away_tournament=np.zeros(3, dtype=int),
    )
    table = standings(games, regulation, by=by)  # type: ignore[arg-type]
    found = points(table, "A", "B", "C")
    assert all(each % 1000 == 0 for each in found)
    return [each // 1000 for each in found]


FIVE = "scoring.shapka.breach=5"
CARRY = tuple(f"stages.{name}.carry=true" for name in ("qualifying-2", "semi-final", "final"))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ((), [1, 2, -2]),  # the second tour alone: C has 3 - 5
        (CARRY, [2 - 15, 4 - 5, 6 - 5]),
        (("scoring.shapka.breach_counts=event",), [1 - 15, 2 - 5, 3 - 5]),
        (("scoring.shapka.below_zero=false",), [1, 2, 0]),
        # Tours apart: A 0 and 1, B 0 and 2, C 3 and 0; as a total nobody has less than nothing.
        ((*CARRY, "scoring.shapka.below_zero=false"), [1, 2, 3]),
        (
            (*CARRY, "scoring.shapka.below_zero=false", "scoring.shapka.breach_counts=event"),
            [0, 0, 1],
        ),
    ],
)
def test_breaches_are_taken_off_their_tour_or_the_total(
    changes: tuple[str, ...], found: list[int]
) -> None:
    assert breached(FIVE, *changes) == found


def test_a_breach_counts_once_however_many_tours_it_counts_in() -> None:
    event = "scoring.shapka.breach_counts=event"
    assert breached(FIVE, event, again=2)[1] == 2 - 5 - 10
    assert breached(FIVE, event, *CARRY, again=2)[1] == 4 - 5 - 10
    assert breached(FIVE, again=2)[1] == 2 - 10


def test_a_pair_does_not_pay_for_its_team_away_from_a_table() -> None:
    assert breached(FIVE, *CARRY, by="player") == [2, 4 - 5, 6]


def test_what_is_forgiven_counts_as_taken_off() -> None:
    """A lost two points and was left with nothing: one of them was forgiven."""
    regulation = set_values(
        TOGLIATTI, ["scoring.shapka.breach=2", "scoring.shapka.below_zero=false"]
    )
    words = np.zeros((1, 3, 2, 2), dtype=int)
    words[0, :, 0, 0], words[0, :, 1, 1] = [1, 2, 3], [0, 1, 4]
    games = ShapkaGames(
        roster=Roster(entrants=tuple(Entrant(id=t, name=t, team=t) for t in "ABC")),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.arange(3)[None],
        words=words,
        breaches=np.array([[1, 0, 0]]),
    )
    found = tallied(games, regulation, "team")
    assert (found.sum[0] // 1000).tolist() == [0, 3, 7]
    assert TIE_BREAKS["penalties"](found)[0].tolist() == [-2000, 0, 0]
    assert TIE_BREAKS["words_half_1"](found)[0].tolist() == [1, 2, 3]
    assert TIE_BREAKS["words_half_2"](found)[0].tolist() == [0, 1, 4]


# Byes and best rounds


def with_bye(*changes: str, base: Regulation = LEAGUE) -> Regulation:
    return set_values(base, ["scoring.bye=0.5", *changes])


def test_a_bye_is_had_only_where_the_round_is_held() -> None:
    """Two tournaments; the second has one round, in which p11 does not play either."""
    regulation = with_bye()
    games = record(
        [RED, RED, RED],
        roster=numbered(11),
        round=np.array([0, 1, 0]),
        tournament=np.array([0, 0, 1]),
        stages=tuple(stage.name for stage in regulation.stages),
    )
    table = standings(games, regulation)
    assert [points(table, "p11", tournament=t) for t in (0, 1)] == [[1000], [500]]
    assert [points(table, "p1", tournament=t) for t in (0, 1)] == [[2000], [1000]]


def test_who_missed_the_cut_has_no_bye_behind_it() -> None:
    stages = "stages=[{name='game', rounds=2}, {name='b', rounds=2, field=10}]"
    regulation = with_bye(stages, "entry.entrants=12", base=PLAIN)
    last = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    games = record(
        [RED, DRAW, DRAW],
        roster=numbered(12),
        entrants=np.array([[*range(10)], last, [*last[:9], EMPTY]]),
        round=np.array([0, 2, 3]),
        stages=("game", "b"),
        stage=np.array([0, 1, 1]),
    )
    table = standings(games, regulation)
    # p1 has won and stays out; p11 and p12 had a bye in round 1, p12 in the last round too.
    assert points(table, "p1", "p3", "p11", "p12") == [1000, 1000, 500, 1000]


def test_whoever_advises_in_a_game_that_is_his_too_has_no_bye() -> None:
    seen = {}
    for credit in ("both", "seated"):
        regulation = with_bye(f"stages.consigliere.credit={credit}", base=CHARLIE)
        team = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9]
        people = Roster(
            entrants=tuple(
                Entrant(id=f"p{i}", name=f"P{i}", team=f"T{t}") for i, t in enumerate(team)
            )
        )
        advisers = np.full((1, 10), EMPTY)
        advisers[0, 0] = 1
        games = record(
            [RED],
            roster=people,
            entrants=np.array([[0, 2, 4, 6, 8, 10, 11, 12, 13, 14]]),
            advisers=advisers,
            round=np.array([5]),
            stages=tuple(stage.name for stage in regulation.stages),
            stage=np.array([1]),
        )
        seen[credit] = points(standings(games, regulation, by="player"), "p0", "p1", "p3")
    assert seen == {"both": [3000, 3000, 500], "seated": [3000, 500, 500]}


def test_a_round_below_zero_counts_where_there_is_no_other() -> None:
    regulation = set_values(LEAGUE, ["ranking.best_rounds=1"])
    out = np.zeros((1, 10), dtype=bool)
    out[0, 3] = True
    stages = tuple(stage.name for stage in regulation.stages)
    table = standings(record([RED], disqualified=out, stages=stages), regulation)
    assert points(table, "p1", "p4") == [1000, -500]


def test_the_best_rounds_count_and_of_equal_ones_the_earlier() -> None:
    """p1 wins rounds 2 and 3 and is killed first in round 1: two rounds count."""
    regulation = set_values(LEAGUE, ["ranking.best_rounds=2", "ranking.tie_breaks=['wins']"])
    extra = np.zeros((4, 10), dtype=int)
    extra[1, 0] = 300
    stages = tuple(stage.name for stage in regulation.stages)
    games = record([BLACK, RED, RED, RED], additional=extra, stages=stages)
    table = standings(games, regulation)
    assert points(table, "p1", "p2") == [2300, 2000]
    assert places(table)[0]["tie_breaks"] == {"wins": 2}
    assert table.earned.played[0, :2].tolist() == [2, 2]


# Cuts


def shapka_table(words: dict[str, int], *changes: str) -> tuple[Standings, Regulation]:
    teams_ = list(words)
    told = np.zeros((len(teams_) // 3, 3, 2, 2), dtype=int)
    told[:, :, 0, 0] = np.reshape(list(words.values()), (-1, 3))
    regulation = set_values(TOGLIATTI, ["ranking.tie_breaks=[]", *changes])
    games = ShapkaGames(
        roster=Roster(entrants=tuple(Entrant(id=t, name=t, team=t) for t in teams_)),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.reshape(np.arange(len(teams_)), (-1, 3)),
        table=np.arange(len(teams_) // 3),
        words=told,
    )
    return standings(games, regulation), regulation


SIX = {"A": 6, "B": 5, "C": 4, "D": 3, "E": 2, "F": 1}


def going(table: Standings, field: int, regulation: Regulation, **known: Any) -> str:
    goes = qualified(table, field, regulation.cut, **known)
    return "".join(table.units.ids[unit] for unit in np.flatnonzero(goes[0]))


@pytest.mark.parametrize(
    ("rule", "withdrawn", "field", "goes"),
    [
        ("next", "AC", 3, "BDE"),
        ("next", "", 6, "ABCDEF"),
        ("next", "F", 6, "ABCDE"),
        ("nobody", "AC", 3, "B"),
        ("nobody", "A", 1, ""),
        ("nobody", "", 1, "A"),
    ],
)
def test_whoever_withdraws_before_a_cut_leaves_his_place_to_the_next_or_to_nobody(
    rule: str, withdrawn: str, field: int, goes: str
) -> None:
    table, regulation = shapka_table(SIX, f"cut.when_one_withdraws={rule}")
    assert going(table, field, regulation, withdrawn=withdrawn) == goes
    gone = np.isin(np.array(table.units.ids), list(withdrawn))[None]
    assert going(table, field, regulation, gone=gone) == goes
    half = np.isin(np.array(table.units.ids), list(withdrawn[:1]))[None]
    assert going(table, field, regulation, gone=half, withdrawn=withdrawn[1:]) == goes


def test_the_first_goes_on_with_those_who_are_equal_to_him() -> None:
    table, regulation = shapka_table(SIX | {"C": 6}, "cut.when_tied=all")
    assert going(table, 1, regulation) == "AC"
    assert going(table, 2, regulation) == "AC"
    assert going(table, 3, regulation) == "ABC"
    assert going(table, 1, regulation, withdrawn="A") == "C"


def test_nobody_is_equal_to_a_last_one_who_does_not_go_on() -> None:
    changes = ("cut.when_tied=all", "cut.when_one_withdraws=nobody")
    table, regulation = shapka_table(SIX | {"B": 6}, *changes)
    alone = {unit for unit in "AB" if going(table, 1, regulation, withdrawn=unit) == ""}
    assert len(alone) == 1, "a lot says who of the two is first: without him nobody goes on"


# Who sat or played on by no right


def played_on(words: dict[str, int], field: str) -> tuple[ShapkaGames, Regulation]:
    """Give a tour of all and one of three."""
    names = list(words)
    told = np.zeros((3, 3, 2, 2), dtype=int)
    told[:2, :, 0, 0] = np.reshape(list(words.values()), (-1, 3))
    fields = [f"stages.{name}.field=3" for name in ("qualifying-2", "semi-final", "final")]
    regulation = set_values(TOGLIATTI, ["ranking.tie_breaks=[]", *fields])
    return ShapkaGames(
        roster=Roster(entrants=tuple(Entrant(id=t, name=t, team=t) for t in names)),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.array([[0, 1, 2], [3, 4, 5], [names.index(each) for each in field]]),
        round=np.array([0, 0, 1]),
        stage=np.array([0, 0, 1]),
        table=np.array([0, 1, 0]),
        words=told,
    ), regulation


@pytest.mark.parametrize(
    ("words", "field", "wrong"),
    [
        (SIX, "ABC", {}),
        (SIX | {"D": 2}, "ABD", {"C": False, "D": True}),  # D and E share the place behind the cut
        (SIX | {"C": 5}, "ABD", {"C": False, "D": True}),  # B and C share the last that goes on
        (SIX | {"D": 4}, "ABD", {}),  # C and D share the place at the cut
        (SIX | {"D": 4, "E": 4}, "ABE", {}),
        (SIX | {"D": 4}, "ABE", {"E": True}),
    ],
)
def test_a_lot_excuses_those_at_the_cut_and_nobody_else(
    words: dict[str, int], field: str, wrong: dict[str, bool]
) -> None:
    games, regulation = played_on(words, field)
    assert {each.id: each.in_field for each in misdrawn(games, regulation)} == wrong


def final(tables: list[list[int]], replaces: dict[tuple[int, int], int]) -> Games:
    """Play a qualifying round that puts pair i in place i, and the first game of Ugra's final."""
    seats = np.array(
        [[*range(0, 20, 2)], [*range(20, 30, 2), *range(1, 11, 2)], [*range(11, 30, 2)]]
    )
    people: Iterator[Entrant] = (
        Entrant(id=f"p{i}", name=f"P{i}", team=f"T{i // 2:02}" if i < 30 else None)
        for i in range(31)
    )
    sat_in = np.full((6, 10), EMPTY)
    for (table, seat), whom in replaces.items():
        sat_in[3 + table, seat] = whom
    rounds = np.repeat([0, 12], 3)
    extra = 30_000 - 1_000 * (seats // 2) - 100 * (seats % 2)
    return record(
        [DRAW] * 6,
        roster=Roster(entrants=tuple(people)),
        stages=("qualifying", "final"),
        entrants=np.concatenate([seats, np.array(tables)]),
        round=rounds,
        stage=(rounds == 12).astype(int),
        table=np.tile(np.arange(3), 2),
        additional=np.concatenate([extra, np.zeros((3, 10), dtype=int)]),
        replaces=sat_in,
    )


def test_who_sits_in_for_another_at_a_final_hides_nobody_behind_him() -> None:
    tables = [[*range(0, 20, 2)], [*range(20, 30, 2), *range(1, 11, 2)], [*range(11, 30, 2)]]
    tables[0][0] = 30
    games = final(tables, {(0, 0): 0})
    assert misdrawn(games, UGRA) == ()
    tables[0][9], tables[1][9] = tables[1][9], tables[0][9]
    found = misdrawn(final(tables, {(0, 0): 0}), UGRA)
    assert {(each.id, each.sat_at, each.due_at) for each in found} == {
        ("p9", 0, (1,)),
        ("p18", 1, (0,)),
    }
