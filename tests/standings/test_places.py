"""Places: an independent ranker, and the laws of a total order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mafsim.errors import Impossible
from mafsim.games import EMPTY, AnyGames, Games, ShapkaGames
from mafsim.regulations import Regulation, load, set_values
from mafsim.roster import Entrant, Roster, numbered
from mafsim.scoring import COMPONENTS, score
from mafsim.standings import Standings, divisions, standings
from mafsim.standings.document import decided_by, places

By = Literal["player", "team"]
RANKED: list[tuple[str, By]] = [
    ("omsk-2012", "player"),
    ("charlie-2016", "team"),
    ("charlie-2016", "player"),
    ("ugra-2021", "team"),
    ("ugra-2021", "player"),
    ("togliatti-2014", "team"),
    ("fiim", "player"),
    ("league", "player"),
    ("league-per-game", "player"),
]
LAWS = settings(max_examples=7, suppress_health_check=[HealthCheck.function_scoped_fixture])


# --- an independent ranker ---------------------------------------------------------------------


def ledger(games: Games, regulation: Regulation) -> dict[str, dict[str, Any]]:
    """Sum up what everyone has earned, seat by seat, in plain Python."""
    points = score(games, regulation)
    counted = {COMPONENTS.index(each) for each in regulation.scoring.counted_as_additional}
    taken = {COMPONENTS.index("penalty"), COMPONENTS.index("disqualification")}
    found: dict[str, dict[str, Any]] = {
        entrant.id: dict.fromkeys((*KEYS, "games"), 0) | {"rounds": {}}
        for entrant in games.roster.entrants
    }
    for game, seat in np.ndindex(*games.entrants.shape):
        line = found[games.roster.entrants[int(games.entrants[game, seat])].id]
        own = [int(each) for each in points[game, seat]]
        role, won = int(games.roles[game, seat]), bool(games.won[game, seat])
        line["points"] += sum(own)
        line["rounds"][int(games.round[game])] = sum(own)
        line["games"] += 1
        line["wins"] += won
        line["best_player"] += bool(games.best_player[game, seat])
        line["additional"] += sum(own[index] for index in counted)
        line["penalties"] += sum(own[index] for index in taken)
        line["wins_as_sheriff"] += won and role == 1
        line["wins_as_don"] += won and role == 3
        line["wins_as_don_or_sheriff"] += won and role in (1, 3)
        left = int(games.left[game, seat]), int(games.left_on[game, seat])
        line["first_killed"] += left == (0, 1)
    return found


KEYS = (
    *("points", "wins", "best_player", "additional", "penalties", "wins_as_sheriff"),
    *("wins_as_don", "wins_as_don_or_sheriff", "first_killed"),
)


def ranked_by_hand(games: Games, regulation: Regulation) -> list[tuple[int, str, str | None]]:
    """Give place, id and what decided, for players, without cuts or best rounds."""
    found = ledger(games, regulation)
    names = ["points", *regulation.ranking.tie_breaks]
    keys = {id_: [line[name] for name in names] for id_, line in found.items()}
    if regulation.ranking.points == "per_game":
        names[0] = "per_game"
        for id_, line in found.items():
            keys[id_][0] = Fraction(line["points"], line["games"])
    order = sorted(keys, key=lambda id_: keys[id_], reverse=True)
    lines: list[tuple[int, str, str | None]] = []
    for k, id_ in enumerate(order):
        place = 1 + sum(keys[other] > keys[id_] for other in keys)
        decided = None
        if k + 1 < len(order):
            differ = [i for i, name in enumerate(names) if keys[id_][i] != keys[order[k + 1]][i]]
            decided = names[differ[0]] if differ else "shared"
        lines.append((place, id_, decided))
    return lines


@pytest.mark.parametrize("name", ["omsk-2012", "charlie-2016", "ugra-2021", "league-per-game"])
@given(data=st.data())
@LAWS
def test_places_and_what_decided_are_those_of_an_independent_ranker(
    name: str, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load(name)
    if name == "charlie-2016":
        regulation = set_values(regulation, ["stages.consigliere.credit=seated"])
    games = data.draw(random_records(regulation))
    table = standings(games, regulation, by="player")
    found = [
        (int(table.place[0, k]) + 1, table.units.ids[unit], decided_by(table, k))
        for k, unit in enumerate(table.order[0].tolist())
    ]
    expected = ranked_by_hand(games, regulation)
    assert [(place, decided) for place, _, decided in found] == [
        (place, decided) for place, _, decided in expected
    ]
    assert {(place, id_) for place, id_, _ in found} == {(place, id_) for place, id_, _ in expected}


# --- laws --------------------------------------------------------------------------------------


def by_id(table: Standings) -> dict[str, tuple[int, int]]:
    """Give everyone's place and points."""
    return {
        id_: (int(place), int(points))
        for id_, place, points in zip(
            table.units.ids, table.places()[0], table.earned.points[0], strict=True
        )
    }


@pytest.mark.parametrize(("name", "by"), RANKED)
@given(data=st.data())
@LAWS
def test_points_add_up_over_components_and_games(
    name: str, by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation))
    table = standings(games, regulation, by=by)
    parts = np.sum([table.earned.component(component) for component in COMPONENTS], axis=0)
    assert (parts == table.earned.points).all()
    if name in {"omsk-2012", "ugra-2021", "fiim"}:
        assert int(table.earned.points.sum()) == int(score(games, regulation).sum())


@pytest.mark.parametrize(("name", "by"), RANKED)
@given(data=st.data())
@LAWS
def test_the_order_of_the_rows_changes_nothing(
    name: str, by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation))
    order = np.array(data.draw(st.permutations(range(len(games)))))
    tables = [standings(each, regulation, by=by) for each in (games, games.select(order))]
    assert places(tables[0]) == places(tables[1])


def with_seats_exchanged(games: AnyGames, order: Any) -> AnyGames:
    """Let everybody of a table sit somewhere else; seats that were named move with them."""
    new = np.argsort(order)
    if isinstance(games, ShapkaGames):
        return games.with_(
            entrants=games.entrants[:, order],
            words=games.words[:, order],
            breaches=games.breaches[:, order],
        )
    moved = {
        name: getattr(games, name)[:, order]
        for name in (
            *("entrants", "roles", "left", "left_on", "best_player", "additional", "penalty"),
            *("penalty_reason", "disqualified", "fouls", "protest"),
        )
    }
    return games.with_(best_move=new[games.best_move], **moved)


@pytest.mark.parametrize(("name", "by"), RANKED)
@given(data=st.data())
@LAWS
def test_the_seats_at_a_table_change_nothing(
    name: str, by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation))
    order = np.array(data.draw(st.permutations(range(games.entrants.shape[1]))))
    if isinstance(games, Games):  # of two who were shot in one night, the first seat counts
        shot = (games.left == 0) & (games.left_on == 1)
        games = games.select(shot.sum(axis=1) < 2)
    if not len(games):
        return
    tables = [
        standings(each, regulation, by=by) for each in (games, with_seats_exchanged(games, order))
    ]
    assert places(tables[0]) == places(tables[1])


@pytest.mark.parametrize(("name", "by"), RANKED)
@given(data=st.data())
@LAWS
def test_the_order_of_the_roster_changes_no_place(
    name: str, by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    # Lots are drawn by the id, so that they do not change either.
    regulation = load(name)
    games = data.draw(random_records(regulation))
    many = len(games.roster.entrants)
    order = np.array(data.draw(st.permutations(range(many))))
    entrants = tuple(games.roster.entrants[i] for i in order)
    moved = games.with_(
        roster=Roster(entrants=entrants), entrants=np.argsort(order)[games.entrants]
    )
    one, other = (standings(each, regulation, by=by) for each in (games, moved))
    assert by_id(one) == by_id(other)


@pytest.mark.parametrize(("name", "by"), [pair for pair in RANKED if pair[1] == "player"])
@given(data=st.data())
@LAWS
def test_other_names_change_no_place(
    name: str, by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation))
    renamed = tuple(
        replace(entrant, name=f"{9 - i % 10}{entrant.name}")
        for i, entrant in enumerate(games.roster.entrants)
    )
    other = games.with_(roster=Roster(entrants=renamed))
    assert by_id(standings(games, regulation, by=by)) == by_id(standings(other, regulation, by=by))


@pytest.mark.parametrize("name", ["omsk-2012", "charlie-2016", "ugra-2021", "fiim", "league"])
@given(data=st.data())
@LAWS
def test_a_lost_game_never_raises_a_place(
    name: str, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    """The loser is a civilian of whom nothing else is said; the other nine have played nothing.

    His place is that among the twenty who were there before. Left out is a season by the average,
    where a game without points dilutes the points that were taken off in others.
    """
    regulation = load(name)
    games = data.draw(random_records(regulation))
    loser = data.draw(st.integers(0, 19))
    free = sorted(set(range(regulation.stages[0].rounds)) - set(games.round.tolist()))
    if not free:
        return
    fresh = tuple(Entrant(id=f"fresh{i}", name=f"Fresh {i}") for i in range(9))
    whole = Roster(entrants=(*games.roster.entrants, *fresh))
    lost = Games(
        roster=whole,
        stages=games.stages,
        entrants=np.array([[loser, *range(20, 29)]]),
        round=np.array([free[0]]),
        roles=np.array([[0, 0, 1, 2, 3, 2, 0, 0, 0, 0]]),
        winner=np.array([1]),
    )
    old = games.with_(roster=whole)
    before, after = (
        standings(each, regulation, by="player").places()[0, :20]
        for each in (old, joined(old, lost))
    )
    assert (after < after[loser]).sum() >= (before < before[loser]).sum()


def joined(one: Games, other: Games) -> Games:
    """Give the games of two records of the same people."""
    arrays = {
        name: np.concatenate([getattr(one, name), getattr(other, name)])
        for name in (
            *("entrants", "tournament", "stage", "round", "table", "roles", "winner", "ended"),
            *("protest", "left", "left_on", "best_move", "best_player", "best_player_votes"),
            *("fouls", "additional", "penalty", "penalty_reason", "disqualified", "approved"),
            *("advisers", "replaces", "reveals", "votes", "vote_day", "vote_kind", "checks"),
        )
    }
    return one.with_(**arrays)


@pytest.mark.parametrize(("name", "by"), RANKED)
@given(data=st.data())
@LAWS
def test_tournaments_of_a_block_are_ranked_each_for_itself(
    name: str, by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation, tournaments=3))
    block = standings(games, regulation, by=by)
    for number in range(3):
        alone = games.select(games.tournament == number)
        if isinstance(games, ShapkaGames):
            mine = games.away_tournament == number
            alone = alone.with_(
                away_team=games.away_team[mine],
                away_stage=games.away_stage[mine],
                away_breaches=games.away_breaches[mine],
                away_tournament=games.away_tournament[mine],
            )
        single = standings(alone, regulation, by=by, tournaments=number + 1)
        assert places(block, number) == places(single, number)


@pytest.mark.parametrize(("name", "by"), RANKED)
@given(data=st.data())
@LAWS
def test_after_a_round_only_what_was_played_by_then_counts(
    name: str, by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation))
    round_ = int(games.round.max())
    early = standings(games, regulation, by=by, after_round=round_)
    assert places(early) == places(standings(games.until(round_), regulation, by=by))


@given(data=st.data())
@LAWS
def test_a_place_begins_where_something_decided(
    data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load("omsk-2012")
    table = standings(data.draw(random_records(regulation)), regulation)
    place, decided = table.place[0].tolist(), table.decided_by[0].tolist()
    assert place[0] == 0
    for k in range(1, len(place)):
        assert place[k] == (place[k - 1] if decided[k - 1] == EMPTY else k)
    assert decided[-1] == EMPTY


# --- teams, substitutes, byes, divisions -------------------------------------------------------


def one_game(**known: Any) -> Games:
    usual: dict[str, Any] = {
        "roster": numbered(10),
        "stages": ("qualifying", "final"),
        "entrants": np.arange(10)[None],
        "roles": np.array([[0, 0, 1, 2, 3, 2, 0, 0, 0, 0]]),
        "winner": np.array([0]),
    }
    return Games(**usual | known)


def test_somebody_without_a_team_is_named() -> None:
    with pytest.raises(Impossible, match="'Player 01' is of no team"):
        standings(one_game(), load("ugra-2021"), by="team")


def substituted() -> Games:
    """Let p10, of no team, sit in for p1 of team A; p2 is of team A as well and has lost."""
    teams = ("A", "A", "B", "B", "C", "C", "D", "D", "E", None)
    people = tuple(Entrant(id=f"p{i + 1}", name=f"P{i + 1}", team=t) for i, t in enumerate(teams))
    entrants = np.array([[9, 2, 4, 1, 6, 8, 3, 5, 7, 0]])
    replaces = np.full((1, 10), EMPTY)
    replaces[0, 0] = 0
    return one_game(
        roster=Roster(entrants=people), entrants=entrants[:, :10], replaces=replaces
    ).with_(entrants=np.array([[9, 2, 4, 1, 6, 8, 3, 5, 7, EMPTY]]))


@pytest.mark.parametrize(
    ("rule", "team", "own"), [("team", 1_000, None), ("unranked", 0, None), ("own", 1_000, 1_000)]
)
def test_a_substitute_s_points_count_for_whom_the_regulation_says(
    rule: str, team: int, own: int | None
) -> None:
    regulation = set_values(load("ugra-2021"), [f"ranking.substitutes={rule}"])
    games = substituted()
    teams = standings(games, regulation, by="team")
    assert int(teams.earned.points[0, teams.units.ids.index("A")]) == team
    players = by_id(standings(games, regulation, by="player"))
    assert players["p1"][1] == 0
    assert (players["p10"][1] if "p10" in players else None) == own


def test_one_who_also_plays_for_himself_keeps_his_own_points() -> None:
    games = substituted()
    own_game = games.with_(replaces=np.full((1, 10), EMPTY), round=np.array([1]))
    regulation = load("league")
    table = by_id(standings(joined(games, own_game), regulation, by="player"))
    assert table["p10"][1] == 1_000


def test_a_team_may_have_the_points_of_its_best_member() -> None:
    roster = Roster(
        entrants=tuple(Entrant(id=f"p{i}", name=f"P{i}", team=f"T{i // 2}") for i in range(10))
    )
    extra = np.zeros((1, 10), dtype=int)
    extra[0, 1] = 300
    games = one_game(roster=roster, additional=extra)
    for rule, points in (("sum", 2_300), ("best", 1_300)):
        regulation = set_values(load("ugra-2021"), [f"ranking.team={rule}"])
        table = standings(games, regulation, by="team")
        assert by_id(table)["T0"][1] == points
        assert int(sum(table.earned.component(each)[0, 0] for each in COMPONENTS)) == points


def test_the_best_average_of_a_team_is_a_fraction() -> None:
    # P0 wins 1 of 1 with the first game; P1 wins 2 of 3: the better average is that of P0.
    roster = Roster(
        entrants=tuple(Entrant(id=f"p{i}", name=f"P{i}", team=f"T{i // 2}") for i in range(20))
    )
    seats = np.arange(10)
    others = np.array([1, *range(2, 11)])
    games = one_game(
        roster=roster,
        entrants=np.array([seats * 2, others, others, others]),
        roles=np.tile([0, 0, 1, 2, 3, 2, 0, 0, 0, 0], (4, 1)),
        winner=np.array([0, 0, 0, 1]),
        round=np.array([0, 1, 2, 3]),
    )
    regulation = set_values(load("league-per-game"), ["ranking.team=best"])
    table = standings(games, regulation, by="team")
    unit = table.units.ids.index("T0")
    assert (int(table.earned.points[0, unit]), int(table.earned.played[0, unit])) == (1_000, 1)


@pytest.mark.parametrize(("multiplied", "expected"), [(False, 500), (True, 750)])
def test_a_bye_brings_what_the_regulation_says(multiplied: bool, expected: int) -> None:
    components = '["outcome", "bye"]' if multiplied else '["outcome"]'
    regulation = set_values(
        load("league"), ["scoring.bye=0.5", f"scoring.multiplier_applies_to={components}"]
    )
    people = numbered(12)
    games = one_game(
        roster=people,
        round=np.array([12]),
        stage=np.array([1]),
    )
    table = by_id(standings(games, regulation))
    assert table["p11"][1] == table["p12"][1] == expected
    assert table["p1"][1] == 1_500


def test_a_bye_is_one_of_the_rounds_that_may_count() -> None:
    # One round counts: the bye of half a point, and not the round with -0.5.
    regulation = set_values(load("league"), ["scoring.bye=0.5", "ranking.best_rounds=1"])
    out = np.zeros((1, 10), dtype=bool)
    out[0, 4] = True
    first = one_game(roster=numbered(11), disqualified=out)
    second = first.with_(
        entrants=np.array([[0, 1, 2, 3, 10, 5, 6, 7, 8, 9]]),
        round=np.array([1]),
        disqualified=np.zeros((1, 10), dtype=bool),
    )
    table = standings(joined(first, second), regulation)
    assert by_id(table)["p5"][1] == 500
    assert int(table.earned.component("bye")[0, 4]) == 500


def test_divisions_are_ranked_apart() -> None:
    people = tuple(
        Entrant(id=f"p{i}", name=f"P{i}", team=f"T{i}", division="juniors" if i < 3 else "adults")
        for i in range(6)
    )
    words = np.zeros((2, 3, 2, 2), dtype=int)
    words[:, :, 0, 0] = [[1, 2, 3], [4, 5, 6]]
    regulation = load("togliatti-2014")
    games = ShapkaGames(
        roster=Roster(entrants=people),
        stages=tuple(stage.name for stage in regulation.stages),
        entrants=np.array([[0, 1, 2], [3, 4, 5]]),
        table=np.array([0, 1]),
        words=words,
    )
    assert divisions(games) == ("juniors", "adults")
    games = games.with_(
        teams=("T3", "T0"),
        away_team=np.array([0, 1]),
        away_stage=np.zeros(2),
        away_breaches=np.ones(2),
        away_tournament=np.zeros(2),
    )
    juniors = standings(games, regulation, division="juniors")
    assert by_id(juniors)["T0"] == (2, -4_000)
    assert [juniors.units.ids[unit] for unit in juniors.order[0]] == ["T2", "T1", "T0"]
    assert juniors.place[0].tolist() == [0, 1, 2]
    assert juniors.division == "juniors"


def test_games_that_were_not_read_by_a_regulation_are_a_fault() -> None:
    with pytest.raises(ValueError, match="'qualifying'"):
        standings(one_game(), load("omsk-2012"))
    with pytest.raises(ValueError, match="are known"):
        standings(one_game(stages=()), load("ugra-2021"))


def test_nobody_is_ranked_where_nobody_is() -> None:
    regulation = load("plain")
    games = Games(roster=Roster(entrants=()), entrants=np.zeros((0, 10)))
    table = standings(games, regulation)
    assert places(table) == []


# --- what cannot decide, as docs/scoring.md proves ------------------------------------------------


@given(data=st.data())
@LAWS
def test_in_togliatti_the_first_half_never_decides(
    data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    table = standings(data.draw(random_records(load("togliatti-2014"), 5)), load("togliatti-2014"))
    level = table.levels.index("words_half_1")
    assert not (table.decided_by == level).any()


@pytest.mark.parametrize("by", ["player", "team"])
@given(data=st.data())
@LAWS
def test_in_ugra_additional_points_never_decide_before_the_final(
    by: By, data: st.DataObject, random_records: Callable[..., Any]
) -> None:
    regulation = load("ugra-2021")
    games = data.draw(random_records(regulation, 5)).until(12)
    if len(games):
        table = standings(games, regulation, by=by)
        assert not (table.decided_by == table.levels.index("additional")).any()
