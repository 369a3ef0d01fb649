"""What may still change, and what a correction would have altered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from mafsim.games import EMPTY, Games, Protest, ShapkaGames, Winner
from mafsim.regulations import load, set_values
from mafsim.regulations.schema import Dealt
from mafsim.roster import Entrant, Roster, numbered
from mafsim.standings import (
    changes,
    counted_by,
    disputes,
    misdrawn,
    qualified,
    settled,
    standings,
)

DEAL = [0, 0, 1, 2, 3, 2, 0, 0, 0, 0]
UGRA = load("ugra-2021")


def one_game(**known: Any) -> Games:
    usual: dict[str, Any] = {
        "roster": numbered(10),
        "stages": ("qualifying", "final"),
        "entrants": np.arange(10)[None],
        "roles": np.array([DEAL]),
        "winner": np.array([Winner.RED]),
    }
    return Games(**usual | known)


# --- protests ----------------------------------------------------------------------------------


def test_an_open_protest_is_shown_with_what_each_other_result_would_alter() -> None:
    protest = np.full((1, 10), EMPTY)
    protest[0, 4] = Protest.OPEN
    (dispute,) = disputes(one_game(protest=protest), UGRA, by="player")
    assert (dispute.round, dispute.table, dispute.winner) == (0, 0, Winner.RED)
    assert dispute.protesters == ("Player 05",)
    black, draw = dispute.otherwise
    assert (black[0], draw[0]) == (Winner.BLACK, Winner.DRAW)
    # Red wins: the sheriff first, six civilians second, three black ones eighth. If black had won:
    # the don first, two mafia second, seven red ones fourth.
    altered = {change.id: (change.before, change.after) for change in black[1]}
    assert altered["p5"] == (7, 0)
    assert altered["p4"] == altered["p6"] == (7, 1)
    assert altered["p3"] == (0, 3)
    assert altered["p1"] == (1, 3)
    # In a draw nobody has anything: all share the first place.
    assert {change.after for change in draw[1]} == {0}


@pytest.mark.parametrize("settled", [Protest.ACCEPTED, Protest.REJECTED])
def test_a_settled_protest_is_no_dispute(settled: Protest) -> None:
    games = one_game(protest=np.full((1, 10), settled))
    assert disputes(games, UGRA, by="player") == ()
    assert not standings(games, UGRA, by="player").provisional


def test_equal_standings_have_no_changes() -> None:
    table = standings(one_game(), UGRA, by="player")
    assert changes(table, table) == ()


def test_a_correction_shows_the_places_that_it_has_altered() -> None:
    extra = np.zeros((1, 10), dtype=int)
    extra[0, 0] = 300
    before, after = (
        standings(games, UGRA, by="player") for games in (one_game(), one_game(additional=extra))
    )
    assert [(each.id, each.before, each.after) for each in changes(before, after)] == [
        ("p1", 1, 0),
        ("p3", 0, 1),
        *((f"p{i}", 1, 2) for i in (2, 7, 8, 9, 10)),
    ]


# --- Ugra's final: a ranked deal, made anew before each of its games -------------------------------


Tables = list[list[int]]


def as_dealt(tables: Tables) -> Tables:
    return tables


def ugra_event(final_tables: Callable[[Tables], Tables] = as_dealt) -> Games:
    """Play one qualifying round, and the first game of the final.

    Pairs are 0 and 1, 2 and 3, ...; in the qualifying round, which is drawn at all tables,
    additional points (whatever a judge may give) are such that pair i is in place i, and its first
    member is its better one.
    """
    people = Roster(
        entrants=tuple(Entrant(id=f"p{i}", name=f"P{i}", team=f"T{i // 2:02}") for i in range(30))
    )
    seats = np.array(
        [[*range(0, 20, 2)], [*range(20, 30, 2), *range(1, 11, 2)], [*range(11, 30, 2)]]
    )
    points = 30_000 - 1_000 * (seats // 2) - 100 * (seats % 2)
    final = np.array(final_tables(seats.tolist()))
    rounds = np.array([0, 0, 0, 12, 12, 12])
    return Games(
        roster=people,
        stages=("qualifying", "final"),
        entrants=np.concatenate([seats, final]),
        round=rounds,
        stage=(rounds == 12).astype(int),
        table=np.array([0, 1, 2] * 2),
        roles=np.tile(DEAL, (6, 1)),
        winner=np.full(6, Winner.DRAW),
        additional=np.concatenate([points, np.zeros((3, 10), dtype=int)]),
    )


def test_a_final_that_was_dealt_by_the_standings_is_in_order() -> None:
    assert misdrawn(ugra_event(), UGRA) == ()


def test_two_who_changed_tables_are_named() -> None:
    def exchanged(tables: Tables) -> Tables:
        tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
        return tables

    found = misdrawn(ugra_event(exchanged), UGRA)
    # P20 is the better member of the eleventh pair, due at table 2; P0 of the first, due at table 1.
    assert {(each.id, each.place, each.sat_at, each.due_at) for each in found} == {
        ("p20", 10, 0, (1,)),
        ("p0", 0, 1, (0,)),
    }
    assert {each.round for each in found} == {12}


def test_a_correction_after_the_final_was_drawn_shows_whom_it_would_have_sent_elsewhere() -> None:
    games = ugra_event()
    corrected = np.array(games.additional)
    corrected[1, 0] += 2_500  # P20's pair moves from place 11 to place 10
    found = misdrawn(games.with_(additional=corrected), UGRA)
    assert {(each.id, each.sat_at, each.due_at) for each in found} == {
        ("p20", 1, (0,)),
        ("p18", 0, (1,)),
    }


def test_whom_only_a_lot_can_part_may_sit_at_either_table() -> None:
    games = ugra_event()
    equal = np.array(games.additional)
    equal[1, 0] = equal[0, 9]  # the better members of pairs 10 and 11 have the same
    equal[2, 5] = equal[2, 4]  # and so have their others
    assert misdrawn(games.with_(additional=equal), UGRA) == ()


def test_a_final_that_keeps_its_tables_is_compared_once() -> None:
    games = ugra_event()
    second = games.select(np.array([3, 4, 5])).with_(round=np.array([13] * 3))
    again = np.array(second.entrants)
    again[[0, 1], 0] = again[[1, 0], 0]
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(games, name), getattr(second, name)])
        for name in ("round", "stage", "table", "roles", "winner", "additional")
    }
    both = Games(
        roster=games.roster,
        stages=games.stages,
        entrants=np.concatenate([games.entrants, again]),
        **arrays,
    )
    kept = set_values(UGRA, ["stages.final.dealt_anew=false"])
    assert misdrawn(both, kept) == ()
    assert {each.id for each in misdrawn(both, UGRA)} == {"p0", "p20"}


# --- cuts ----------------------------------------------------------------------------------------


def shapka(words: dict[str, int], going_on: tuple[str, ...] = ()) -> ShapkaGames:
    """Play a tour of one pair a team, and perhaps a second one."""
    teams = list(words)
    people = Roster(entrants=tuple(Entrant(id=t, name=t, team=t) for t in teams))
    entrants = [*range(len(teams)), *(teams.index(team) for team in going_on)]
    told = np.zeros((len(entrants) // 3, 3, 2, 2), dtype=int)
    told[: len(teams) // 3, :, 0, 0] = np.reshape(list(words.values()), (-1, 3))
    round_ = np.repeat([0, 1], [len(teams) // 3, len(going_on) // 3])
    return ShapkaGames(
        roster=people,
        stages=tuple(stage.name for stage in load("togliatti-2014").stages),
        entrants=np.reshape(entrants, (-1, 3)),
        round=round_,
        stage=round_,
        table=np.concatenate([np.arange(len(teams) // 3), np.arange(len(going_on) // 3)]),
        words=told,
    )


SIX = {"A": 6, "B": 5, "C": 4, "D": 3, "E": 2, "F": 1}
SMALL = set_values(
    load("togliatti-2014"),
    ["stages.qualifying-2.field=3"]
    + [f"stages.{name}.field=3" for name in ("semi-final", "final")],
)


def test_a_field_that_made_the_cut_is_in_order() -> None:
    assert misdrawn(shapka(SIX, ("A", "B", "C")), SMALL) == ()


def test_a_team_past_the_cut_and_one_left_out_are_named() -> None:
    found = misdrawn(shapka(SIX, ("A", "B", "D")), SMALL)
    assert {(each.id, each.place, each.in_field) for each in found} == {
        ("C", 2, False),
        ("D", 3, True),
    }


def test_equal_teams_at_the_cut_may_go_on_or_not() -> None:
    without_lot = set_values(SMALL, ["ranking.tie_breaks=[]"])
    assert misdrawn(shapka(SIX | {"D": 4}, ("A", "B", "D")), without_lot) == ()


def names_of(goes: Any, table: Any) -> Iterator[str]:
    return (table.units.ids[unit] for unit in np.flatnonzero(goes[0]))


def test_as_many_go_on_as_the_field_has() -> None:
    table = standings(shapka(SIX), SMALL)
    assert set(names_of(qualified(table, 4, SMALL.cut), table)) == {"A", "B", "C", "D"}


def test_a_lot_parts_those_whom_nothing_else_does() -> None:
    regulation = set_values(SMALL, ["ranking.tie_breaks=[]"])
    seen: set[str] = set()
    for seed in range(30):
        table = standings(shapka(SIX | {"C": 3}), regulation, seed=seed)
        goes = frozenset(names_of(qualified(table, 3, regulation.cut), table))
        assert {"A", "B"} < goes
        assert len(goes) == 3
        seen |= goes
    assert seen == {"A", "B", "C", "D"}


def test_all_who_are_equal_may_go_on() -> None:
    regulation = set_values(SMALL, ["cut.when_tied=all"])
    table = standings(shapka(SIX | {"C": 3, "E": 3}), regulation)
    assert set(names_of(qualified(table, 3, regulation.cut), table)) == set("ABCDE")
    assert set(names_of(qualified(table, 2, regulation.cut), table)) == {"A", "B"}


@pytest.mark.parametrize(("rule", "goes"), [("next", "BCD"), ("nobody", "BC")])
def test_one_who_withdraws_is_replaced_or_not(rule: str, goes: str) -> None:
    regulation = set_values(SMALL, [f"cut.when_one_withdraws={rule}"])
    table = standings(shapka(SIX), regulation)
    found = qualified(table, 3, regulation.cut, withdrawn=["A"])
    assert set(names_of(found, table)) == set(goes)


def test_those_whom_only_a_lot_parts_stand_together_in_its_order() -> None:
    without_lot = set_values(SMALL, ["ranking.tie_breaks=[]"])
    orders = set()
    for seed in range(12):
        table = standings(shapka(SIX | {"C": 3, "E": 3}), without_lot, seed=seed)
        groups = [[table.units.ids[unit] for unit in group] for group in settled(table)]
        assert [groups[0], groups[1], groups[3]] == [["A"], ["B"], ["F"]]
        assert sorted(groups[2]) == ["C", "D", "E"]
        orders.add(tuple(groups[2]))
        goes = qualified(table, 3, without_lot.cut)
        assert set(names_of(goes, table)) == {"A", "B", groups[2][0]}
    assert len(orders) > 2


def test_a_lot_that_is_a_tie_break_parts_nobody_either() -> None:
    with_lot = set_values(SMALL, ['ranking.tie_breaks=["lot"]'])
    table = standings(shapka(SIX | {"C": 3}), with_lot, seed=1)
    assert [len(group) for group in settled(table)] == [1, 1, 2, 1, 1]


def test_teams_that_go_by_their_best_member_are_cut_too() -> None:
    best = set_values(UGRA, ["ranking.team=best"])
    table = standings(ugra_event(), best)
    assert list(names_of(qualified(table, 3, best.cut), table)) == ["T00", "T01", "T02"]


def test_a_field_counts_teams_where_there_are_any() -> None:
    assert counted_by(UGRA) == "team"
    assert counted_by(load("omsk-2012")) == "player"


def test_a_final_by_the_places_of_players_is_compared_with_them() -> None:
    ten = UGRA.model_copy(
        update={
            "stages": (
                UGRA.stages[0],
                UGRA.stages[1].model_copy(
                    update={"deal": tuple((Dealt(first=f, last=f + 9),) for f in (1, 11, 21))}
                ),
            )
        }
    )

    def by_players(tables: Tables) -> Tables:
        order = sorted((i for table in tables for i in table), key=lambda i: (i // 2, i % 2))
        return [order[:10], order[10:20], order[20:]]

    assert misdrawn(ugra_event(by_players), ten) == ()
    assert {each.sat_at for each in misdrawn(ugra_event(), ten)} == {0, 1, 2}
