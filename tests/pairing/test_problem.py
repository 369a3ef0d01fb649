"""What can be seated is stated in numbers; what cannot is refused at once, with the reason and a way out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mafsim import regulations
from mafsim.errors import Impossible, MafsimError, UsageError
from mafsim.pairing import problem
from mafsim.pairing.explain import Clash
from mafsim.pairing.problem import Problem, of_regulation, of_shape, of_stage
from mafsim.roster import Ban, Entrant, Roster, numbered, numbered_pairs
from mafsim.words import LANGUAGES
from tests.laws import tried
from tests.pairing import draws


def two_categories(*, pin: int) -> Roster:
    """Give three teams of Shapka in each of two categories, one pair pinned to a table."""
    roster = numbered_pairs(9, divisions=("juniors", "adults"))
    entrants = list(roster.entrants)
    entrants[9] = replace(entrants[9], table=pin)
    return replace(roster, entrants=tuple(entrants))


def people(
    number: int,
    *,
    teams: Iterable[Iterable[int]] = (),
    apart: Iterable[tuple[int, int]] = (),
    absent: dict[int, set[int]] | None = None,
    pins: dict[int, int] | None = None,
) -> Roster:
    team = {i: f"Team {number}" for number, members in enumerate(teams, 1) for i in members}
    return Roster(
        entrants=tuple(
            replace(
                entrant,
                team=team.get(i),
                absent=frozenset((absent or {}).get(i, ())),
                table=(pins or {}).get(i),
            )
            for i, entrant in enumerate(numbered(number).entrants)
        ),
        apart=tuple(sorted(apart)),
    )


def test_a_shape_without_games_plays_all_tables_in_every_round() -> None:
    assert of_shape(players=30, tables=3, rounds=8).tables == (3,) * 8
    assert of_shape(players=35, rounds=2).tables == (3, 3)
    assert of_shape(players=35, tables=2, rounds=2).tables == (2, 2)


# Players, tables, rounds, games each, and the tables of each round: the shapes of real events.
REAL = [
    (21, 2, 11, 10, (2,) * 10 + (1,)),
    (25, 2, 10, 8, (2,) * 10),
    (31, 3, 11, 10, (3,) * 10 + (1,)),
    (36, 3, 12, 10, (3,) * 12),
    (39, 3, 13, 10, (3,) * 13),
    (12, 1, 12, 10, (1,) * 12),
    (16, 1, 16, 10, (1,) * 16),
    (26, 2, 13, 10, (2,) * 13),
    (28, 2, 14, 10, (2,) * 14),
]


@pytest.mark.parametrize(("players", "tables", "rounds", "games", "played"), REAL)
def test_the_games_of_real_events_fill_their_rounds(
    players: int, tables: int, rounds: int, games: int, played: tuple[int, ...]
) -> None:
    shape = of_shape(players=players, tables=tables, rounds=rounds, games=games)
    assert shape.tables == played
    assert sum(shape.tables) * 10 == players * games


def test_fewer_games_than_the_rounds_hold_are_spread_over_all_rounds() -> None:
    shape = of_shape(players=20, tables=2, rounds=5, games=3)
    assert shape.tables == (2, 1, 1, 1, 1)


def test_a_round_has_as_many_tables_as_those_who_are_there_fill() -> None:
    roster = people(30, absent={3: {1}})
    shape = of_shape(roster=roster, rounds=3)
    assert shape.tables == (3, 2, 3)
    assert shape.warnings == (
        ("problem.fewer_tables", {"rounds": [1], "there": 29, "wanted": 3, "n": 2}),
    )
    assert not shape.available()[1, 3]
    assert shape.available().sum() == 89


def test_an_absence_beyond_the_last_round_is_warned_of() -> None:
    shape = of_shape(roster=people(20, absent={4: {1, 3}}), rounds=3, tables=1)
    assert shape.warnings == (
        ("problem.absent_beyond", {"name": "Player 05", "absent": [3], "n": 3}),
    )


def test_who_may_meet_whom_is_asked_of_the_roster() -> None:
    roster = people(6, teams=[(0, 1)], apart=[(2, 5)])
    allowed = of_shape(roster=roster, rounds=1, table_size=3).may_meet()
    forbidden = {(int(a), int(b)) for a, b in np.argwhere(~allowed) if a < b}
    assert forbidden == {(0, 1), (2, 5)}


Refusal = tuple[Callable[[], Problem], type[MafsimError], str, str]


def with_a_cut() -> regulations.Regulation:
    return regulations.set_values(regulations.load("omsk-2012"), ["stages.tour-2.field=20"])


REFUSALS: list[Refusal] = [
    (
        lambda: of_shape(rounds=3),
        UsageError,
        "problem.no_players",
        "say how many players there are: --players N, or give a --roster",
    ),
    (
        lambda: of_shape(players=20, rounds=3, roster=people(21)),
        UsageError,
        "problem.players_differ",
        "--players says 20, the roster has 21: leave out --players or mend the roster",
    ),
    (
        lambda: of_shape(players=0, rounds=3),
        UsageError,
        "problem.too_small",
        "--players is 0: it must be at least 1",
    ),
    (lambda: of_shape(players=20, rounds=0), UsageError, "problem.too_small", "--rounds is 0"),
    (
        lambda: of_shape(players=20, tables=0, rounds=3),
        UsageError,
        "problem.too_small",
        "--tables is 0",
    ),
    (
        lambda: of_shape(players=20, rounds=3, games=-1),
        UsageError,
        "problem.too_small",
        "--games is -1",
    ),
    (
        lambda: of_shape(players=20, rounds=3, table_size=1),
        UsageError,
        "problem.too_small",
        "--table-size is 1: it must be at least 1 (a table has at least 2 seats)",
    ),
    (
        lambda: of_shape(players=20, rounds=3, team_size=0),
        UsageError,
        "problem.too_small",
        "--team-size is 0",
    ),
    (
        lambda: of_shape(players=2001, rounds=3),
        UsageError,
        "problem.too_large",
        "--players is 2001: at most 2000 can be seated",
    ),
    (
        lambda: of_shape(players=20, rounds=201),
        UsageError,
        "problem.too_large",
        "--rounds is 201: at most 200 can be seated",
    ),
    (
        lambda: of_shape(players=2000, rounds=101),
        UsageError,
        "problem.too_many_seats",
        "players times rounds are 202000: at most 200000 can be seated",
    ),
    (
        lambda: of_shape(players=9, rounds=1),
        Impossible,
        "problem.not_one_table",
        "9 players do not fill one table of 10: invite more, or give a smaller --table-size",
    ),
    (
        lambda: of_shape(players=10, tables=7, rounds=4),
        Impossible,
        "problem.too_many_tables",
        "7 tables of 10 need 70 players, and there are 10: take --tables 1",
    ),
    (
        lambda: of_shape(players=20, rounds=3, games=4),
        Impossible,
        "problem.more_games_than_rounds",
        "4 games each do not fit into 3 rounds, since nobody plays twice in a round: "
        "take at least 4 rounds",
    ),
    (
        lambda: of_shape(players=25, tables=2, rounds=11, games=7),
        Impossible,
        "problem.games_do_not_fill",
        "25 players with 7 games each make 175 seats, which do not fill tables of 10: "
        "take --games 6, 8",
    ),
    (
        # Six games each would fill nine tables, and six rounds hold six.
        lambda: of_shape(players=15, tables=1, rounds=6, games=5),
        Impossible,
        "problem.games_do_not_fill",
        "take --games 4",
    ),
    (
        lambda: of_shape(players=21, tables=2, rounds=9, games=8),
        Impossible,
        "problem.games_never_fill",
        "no other number of games in these rounds does: leave out --games",
    ),
    (
        lambda: of_shape(players=21, tables=2, rounds=10, games=10),
        Impossible,
        "problem.too_few_rounds",
        "21 games are needed and 10 rounds at 2 tables hold 20: take at least 11 rounds",
    ),
    (
        lambda: of_shape(players=10, tables=1, rounds=11, games=10),
        Impossible,
        "problem.too_many_rounds",
        "10 players with 10 games each fill 10 tables in all, and there are 11 rounds: "
        "take at most 10 rounds, or more games",
    ),
    (
        lambda: of_shape(players=21, rounds=1),
        Impossible,
        "problem.not_everybody_plays",
        "all rounds together have 20 seats for 21 people, so somebody would not play at all",
    ),
    (
        lambda: of_shape(roster=people(10, absent={4: {2}}), rounds=3),
        Impossible,
        "problem.too_many_absent",
        "in round 3 only 9 are there, too few for one table of 10",
    ),
    (
        lambda: of_shape(players=20, rounds=3, team_size=3),
        Impossible,
        "problem.team_beyond_players",
        "team 'Team 1' has 3 members (Player 01, Player 02, Player 03), and 20 players fill only "
        "2 tables of 10: team-mates never share a table, so split the team or invite more people",
    ),
    (
        lambda: of_shape(players=20, rounds=3, tables=1, team_size=2),
        Impossible,
        "problem.team_too_large",
        "team 'Team 1' has 2 members (Player 01, Player 02), and there is 1 table: "
        "team-mates never share a table, so split the team or add tables",
    ),
    (
        lambda: of_shape(
            roster=people(20, teams=[(2, 3), (4, 5)], absent={0: {0, 1, 2}}), rounds=3, tables=2
        ),
        Impossible,
        "problem.team_beyond_present",
        "team 'Team 1' has 2 members (Player 03, Player 04), and of 20 players at most 19 are "
        "there in a round, who fill only 1 table of 10: team-mates never share a table, so have "
        "more people there (column absent), or split the team",
    ),
    (
        lambda: of_shape(
            roster=people(30, apart=[(a, b) for a in range(13) for b in range(a)]),
            rounds=3,
            tables=2,
        ),
        Impossible,
        "problem.crowd",
        "in round 1 these 13 may not share a table with each other, and 2 tables are played: ",
    ),
    (
        lambda: of_shape(roster=people(20, apart=[(0, 1), (1, 5), (0, 5)]), rounds=3),
        Impossible,
        "problem.crowd_of_few",
        "in round 1 these 3 may not share a table with each other, and the 20 who are there fill "
        "2 tables of 10: Player 01, Player 02, Player 06; let some of them meet, or have more",
    ),
    (
        # Of three who are never together one may rest where there are 21, and nobody where 20 are.
        lambda: of_shape(
            roster=people(21, teams=[(0, 1), (2,)], apart=[(0, 2), (1, 2)], absent={7: {1}}),
            rounds=3,
        ),
        Impossible,
        "problem.crowd_of_few",
        "in round 2 these 3 may not share a table with each other, and the 20 who are there fill",
    ),
    (
        lambda: of_shape(roster=people(20, apart=[(4, other) for other in range(5, 20)]), rounds=3),
        Impossible,
        "problem.too_few_partners",
        "Player 05 may share a table with 4 others who are there, and a table needs 9",
    ),
    (
        lambda: of_shape(roster=people(20, pins={3: 2}), rounds=3),
        Impossible,
        "problem.pin_beyond_tables",
        "Player 04 must sit at table 3, and there are rounds with only 2 tables",
    ),
    (
        lambda: of_shape(roster=people(30, pins=dict.fromkeys(range(11), 1)), rounds=3),
        Impossible,
        "problem.too_many_pinned",
        "11 people must sit at table 2, which has 10 seats: Player 01, ",
    ),
    (
        lambda: of_shape(roster=people(20, apart=[(0, 9)], pins={0: 1, 9: 1}), rounds=3),
        Impossible,
        "problem.pinned_together",
        "Player 01 and Player 10 must both sit at table 2 and may not share a table",
    ),
    (
        lambda: of_shape(players=6, rounds=1, team_size=3, game="shapka"),
        Impossible,
        "problem.too_few_teams",
        "a table of Shapka has pairs of 3 different teams, and there are 2 teams",
    ),
    (
        lambda: of_stage(regulations.load("omsk-2012"), people(30), "tour-1", rounds=0),
        UsageError,
        "problem.stage_played",
        "all rounds of the stage 'tour-1' are in the plan already",
    ),
    (
        lambda: of_stage(regulations.load("togliatti-2014"), two_categories(pin=0), "final"),
        Impossible,
        "problem.pin_beyond_division",
        "Team 4, pair 1 must sit at table 1, and the category adults has tables 4 to 6",
    ),
    (
        lambda: of_shape(players=20, rounds=3, game="checkers"),
        UsageError,
        "problem.no_such_game",
        "checkers is no game that is seated: choose one of mafia, shapka",
    ),
    (
        lambda: of_regulation(regulations.load("omsk-2012"), stage="tour-4"),
        UsageError,
        "problem.no_such_stage",
        "no stage 'tour-4': the stages are tour-1, tour-2, tour-3",
    ),
    (
        lambda: of_regulation(regulations.load("ugra-2021"), stage="final"),
        UsageError,
        "problem.stage_needs_results",
        "the stage 'final' is drawn from results",
    ),
    (
        lambda: of_regulation(regulations.load("charlie-2016"), stage="consigliere"),
        UsageError,
        "problem.stage_of_chosen",
        "in the stage 'consigliere' some of each team sit and the others advise them",
    ),
    (
        lambda: of_regulation(with_a_cut(), stage="tour-3"),
        UsageError,
        "problem.stage_after_results",
        "the stage 'tour-3' comes behind one that is drawn from results",
    ),
    (
        lambda: of_shape(
            roster=replace(people(20, pins={3: 1}), bans=(Ban(entrant=3, table=1),)), rounds=3
        ),
        Clash,
        "problem.clash",
        "in round 1 these cannot all hold at 2 tables: Player 04 must sit at table 2; "
        "Player 04 may not sit at table 2. It would work without: ",
    ),
    (
        lambda: of_shape(
            roster=people(4, apart=[(1, 2), (1, 3), (2, 3)]), rounds=4, table_size=2, tables=1
        ),
        Clash,
        "problem.clash_with_rests",
        "these cannot all hold where everybody plays equally often: ",
    ),
]


@pytest.mark.parametrize(
    ("demand", "kind", "key", "said"),
    REFUSALS,
    ids=[f"{row[2]}-{i}" for i, row in enumerate(REFUSALS)],
)
def test_what_cannot_be_seated_is_refused_with_one_sentence(
    demand: Callable[[], Problem], kind: type[MafsimError], key: str, said: str
) -> None:
    with pytest.raises(kind) as refused:
        demand()
    assert type(refused.value) is kind
    assert refused.value.key == key
    assert refused.value.exit_code == (2 if kind is UsageError else 1)
    assert said in refused.value.sentence()
    for lang in LANGUAGES:
        sentence = refused.value.sentence(lang)
        assert len(sentence.splitlines()) == 1
        assert not set("{}") & set(sentence)


def test_every_refusal_of_the_catalogue_is_tried_here() -> None:
    from mafsim.words import catalogue

    def stem(key: str) -> str:
        return ".".join(key.split(".")[:2])

    known = {
        stem(key.removeprefix("error."))
        for key in catalogue("en")
        if key.startswith("error.problem.")
    }
    assert known - {row[2] for row in REFUSALS} <= {"problem.no_balanced_stage"}


def stated(demand: Callable[[], Problem]) -> Problem | None:
    """State a problem, or say nothing where it is refused in both languages."""
    try:
        return demand()
    except MafsimError as error:
        refused = error
    assert isinstance(refused, UsageError | Impossible)
    assert refused.sentence("en")
    assert refused.sentence("ru")
    return None


number = st.one_of(st.integers(-2, 40), st.sampled_from([199, 200, 201, 2000, 2001, 10**9]))


@given(
    players=st.none() | number,
    tables=st.none() | number,
    rounds=number,
    games=st.none() | number,
    table_size=number,
    team_size=number,
)
@example(players=10, tables=1, rounds=11, games=10, table_size=10, team_size=1)
@tried(200)
def test_a_shape_is_stated_whole_or_refused(
    players: int | None,
    tables: int | None,
    rounds: int,
    games: int | None,
    table_size: int,
    team_size: int,
) -> None:
    shape = stated(
        lambda: of_shape(
            players=players,
            tables=tables,
            rounds=rounds,
            games=games,
            table_size=table_size,
            team_size=team_size,
        )
    )
    if shape is None:
        return
    assert players is not None
    assert shape.rounds == rounds
    assert min(shape.tables) >= 1
    assert max(shape.tables) <= (tables or players // table_size)
    assert max(shape.tables) * table_size <= players
    if games is not None:
        assert sum(shape.tables) * table_size == players * games
    assert max((len(team) for team in shape.roster.teams().values()), default=1) <= max(
        shape.tables
    )


@given(st.data())
@tried(100)
def test_a_roster_is_seated_or_refused(data: st.DataObject) -> None:
    players, rounds = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 4))
    roster = data.draw(draws.rosters(players, rounds=rounds, tables=3))
    tables = data.draw(st.none() | st.integers(1, 4))
    games = data.draw(st.none() | st.integers(1, 4))
    size = data.draw(st.integers(2, 5))
    shape = stated(
        lambda: of_shape(roster=roster, rounds=rounds, tables=tables, games=games, table_size=size)
    )
    if shape is None:
        return
    there = shape.available().sum(axis=1)
    assert all(
        t >= 1 and t * shape.table_size <= n for t, n in zip(shape.tables, there, strict=True)
    )


def test_games_that_are_proposed_instead_can_be_seated() -> None:
    proposed = 0
    for players in range(10, 26):
        for rounds in range(1, 8):
            for games in range(1, rounds + 1):
                try:
                    of_shape(players=players, rounds=rounds, games=games)
                except Impossible as refused:
                    for other in refused.fields.get("near", ()):
                        of_shape(players=players, rounds=rounds, games=other)
                        proposed += 1
                    if "need" in refused.fields:
                        of_shape(players=players, rounds=refused.fields["need"], games=games)
    assert proposed > 50


def test_a_large_event_with_absences_is_stated_at_once() -> None:
    entrants = numbered(2000, team_size=2).entrants
    late = replace(entrants[0], absent=frozenset({0}))
    began = time.perf_counter()
    of_shape(roster=Roster(entrants=(late, *entrants[1:])), rounds=100)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("name", "rounds", "tables", "team_size"),
    [("omsk-2012", 8, 3, 1), ("charlie-2016", 5, 2, 2), ("ugra-2021", 12, 3, 2)],
)
def test_a_regulation_seats_its_first_balanced_stages(
    name: str, rounds: int, tables: int, team_size: int
) -> None:
    shape = of_regulation(regulations.load(name))
    assert shape.tables == (tables,) * rounds
    assert len(shape.stages) == rounds
    assert shape.game == "mafia"
    assert shape.warnings == ()
    sizes = {len(members) for members in shape.roster.teams().values()}
    assert sizes == ({team_size} if team_size > 1 else set())


def test_a_stage_that_may_have_fewer_tables_rests_the_others() -> None:
    two = regulations.set_values(regulations.load("omsk-2012"), ["stages.tour-1.tables=2"])
    assert of_regulation(two).tables == (2,) * 4 + (3,) * 4


def test_tables_that_play_in_turn_are_told() -> None:
    one = regulations.set_values(regulations.load("omsk-2012"), ["stages.tour-1.tables_at_once=1"])
    [(key, fields)] = of_regulation(one).warnings
    assert key == "problem.tables_in_turn"
    assert fields == {"stage": "tour-1", "at_once": 1, "tables": 3, "n": 3}


def test_team_mates_may_meet_where_a_regulation_lets_them() -> None:
    together = regulations.set_values(
        regulations.load("charlie-2016"), ["table.team_mates_apart=false"]
    )
    assert of_regulation(together).may_meet().sum() == 20 * 19
    assert of_regulation(regulations.load("charlie-2016")).may_meet().sum() == 20 * 18


def test_stages_that_are_drawn_by_lot_are_stated_too() -> None:
    lots = regulations.set_values(
        regulations.load("omsk-2012"), [f"stages.tour-{n}.draw=random" for n in (1, 2)]
    )
    assert of_regulation(lots).stages == ("tour-1",) * 4 + ("tour-2",) * 2
    assert of_regulation(lots, stage="tour-3").stages == ("tour-3",) * 2


def test_one_stage_of_a_regulation_is_seated_alone() -> None:
    shape = of_regulation(regulations.load("omsk-2012"), stage="tour-2")
    assert shape.stages == ("tour-2", "tour-2")


def test_rounds_carry_the_names_of_their_stages() -> None:
    shape = of_regulation(regulations.load("omsk-2012"))
    assert shape.stages == ("tour-1",) * 4 + ("tour-2",) * 2 + ("tour-3",) * 2


def keys(shape: Problem) -> list[str]:
    return [key for key, _ in shape.warnings]


def test_a_roster_that_differs_from_the_regulation_is_seated_with_warnings() -> None:
    ugra, omsk = regulations.load("ugra-2021"), regulations.load("omsk-2012")
    assert keys(of_regulation(omsk, people(21))) == ["problem.other_field"]
    assert of_regulation(omsk, people(21)).tables == (2,) * 8
    assert of_regulation(omsk, people(45)).tables == (3,) * 8
    assert keys(of_regulation(ugra, people(30))) == ["problem.no_teams"]
    uneven = people(30, teams=[(0, 1, 2), *((i, i + 1) for i in range(3, 29, 2))])
    assert keys(of_regulation(ugra, uneven)) == [
        "problem.team_size_differs",
        "problem.without_team",
    ]


def test_a_roster_of_too_few_for_a_regulation_is_refused() -> None:
    with pytest.raises(Impossible) as refused:
        of_regulation(regulations.load("omsk-2012"), people(7))
    assert refused.value.key == "problem.not_one_table"


def test_a_roster_without_entrants_is_refused() -> None:
    with pytest.raises(UsageError):
        of_shape(roster=Roster(entrants=()), rounds=3)


def test_problems_with_other_warnings_are_the_same_problem() -> None:
    shape = of_shape(players=20, rounds=2)
    assert replace(shape, warnings=(("problem.no_teams", {"size": 2}),)) == shape
    assert shape.roster.entrants[0] == Entrant(id="p1", name="Player 01")
    assert problem.LIMIT_SEATS >= problem.LIMIT_ENTRANTS
