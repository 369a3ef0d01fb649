"""No bound is above what a plan reaches, and where the truth is known the bound is that truth."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.pairing import bounds, check, exact, measures, shapes
from mafsim.pairing.bounds import Bound
from mafsim.pairing.shapes import Past, Shape
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster, numbered, numbered_pairs
from mafsim.words import LANGUAGES, say
from tests.laws import tried
from tests.pairing import brute, draws


def shape(
    roster: Roster, tables: Sequence[int], games: Sequence[int], table_size: int = 10
) -> Shape:
    return Shape(
        partners=measures.may_meet(roster),
        games=tuple(games),
        tables=tuple(tables),
        sizes=(table_size,) * sum(tables),
        clubs=tuple(members for members in roster.teams().values() if len(members) > 1),
    )


def event(players: int, tables: int, rounds: int, team_size: int, games: int) -> Shape:
    roster = numbered(players, team_size=team_size)
    return shape(roster, (tables,) * rounds, (games,) * players)


# Known before: uniform and supersaturated designs for the second column, sign vectors for the third.
# Players, tables, rounds, team size, games each; primal, dual, best, its argument, range.
KNOWN = [
    (20, 2, 5, 2, 5, 1170, 1250, Bound(1266, "parity", 3, "parity")),
    (20, 2, 10, 1, 10, 4300, 4500, Bound(4500, "rounds", 3, "rounds")),
    (20, 2, 10, 2, 10, 4500, 4500, Bound(4580, "parity", 2, "parity")),
    (30, 3, 8, 1, 8, 2790, 3096, Bound(3096, "rounds", 3, "rounds")),
    (30, 3, 10, 1, 10, 4230, 4590, Bound(4590, "rounds", 2, "rounds")),
    (30, 3, 12, 2, 12, 6300, 6372, Bound(6372, "rounds", 2, "rounds")),
    (30, 3, 14, 2, 14, 8610, 8442, Bound(8610, "players", 1, "whole")),
    (40, 4, 15, 2, 15, 9780, 9420, Bound(9780, "players", 1, "whole")),
    (25, 2, 10, 1, 8, 2700, 2940, Bound(2940, "rounds", 2, "rounds")),
    (36, 3, 12, 1, 10, 4320, 4536, Bound(4536, "rounds", 2, "rounds")),
    (60, 6, 10, 1, 10, 4560, 4860, Bound(4860, "rounds", 2, "rounds")),
    (100, 10, 10, 1, 10, 4500, 4500, Bound(4500, "players", 1, "whole")),
]


@pytest.mark.parametrize(
    ("players", "tables", "rounds", "team_size", "games", "primal", "dual", "best"),
    KNOWN,
    ids=[f"{row[0]}x{row[1]}x{row[2]}t{row[3]}" for row in KNOWN],
)
def test_the_bounds_of_real_events_are_the_known_ones(
    players: int,
    tables: int,
    rounds: int,
    team_size: int,
    games: int,
    primal: int,
    dual: int,
    best: Bound,
) -> None:
    known = event(players, tables, rounds, team_size, games)
    assert bounds._by_players(known) == primal
    assert bounds._by_rounds(known) == dual
    assert bounds.bound_of(known) == best


@pytest.mark.parametrize(
    ("players", "tables", "rounds", "team_size", "times"),
    # Difference matrices over groups of two, three, four and five elements.
    [(20, 2, 12, 2, 6), (30, 3, 12, 3, 4), (40, 4, 12, 4, 3), (50, 5, 10, 5, 2)],
)
def test_a_perfect_format_is_bounded_by_its_own_value(
    players: int, tables: int, rounds: int, team_size: int, times: int
) -> None:
    perfect = event(players, tables, rounds, team_size, rounds)
    pairs = players * (players - team_size) // 2
    assert bounds.bound_of(perfect) == Bound(pairs * times**2, "players", 0, "none")


def test_parity_is_for_two_tables_and_teams_of_two_only() -> None:
    assert bounds.parity(event(20, 2, 10, 2, 10)) == 4580
    assert bounds.parity(event(20, 2, 10, 1, 10)) == 0
    assert bounds.parity(event(30, 3, 10, 2, 10)) == 0
    assert bounds.parity(event(21, 2, 10, 2, 10)) == 0
    one_more_apart = Roster(entrants=numbered(20, team_size=2).entrants, apart=((0, 2),))
    assert bounds.parity(shape(one_more_apart, (2,) * 10, (10,) * 20)) == 0


@pytest.mark.parametrize(
    ("rows", "length"),
    [(n, 1) for n in range(1, 6)]
    + [(n, 2) for n in range(1, 7)]
    + [(n, 3) for n in range(1, 6)]
    + [(n, 4) for n in range(1, 5)]
    + [(n, 5) for n in range(1, 4)]
    + [(n, 6) for n in range(1, 4)],
)
def test_parity_gives_the_least_products_of_sign_vectors(rows: int, length: int) -> None:
    # A vector and its opposite have the same squared products: all begin with 1.
    vectors = [(1, *rest) for rest in itertools.product((1, -1), repeat=length - 1)]
    products = [
        [sum(x * y for x, y in zip(a, b, strict=True)) ** 2 for b in vectors] for a in vectors
    ]
    least = min(
        sum(products[a][b] for a, b in itertools.combinations(matrix, 2))
        for matrix in itertools.combinations_with_replacement(range(len(vectors)), rows)
    )
    if rows <= length:
        assert bounds._least_dots(rows, length) == least
    else:
        # More vectors than dimensions: the columns say the rest.
        assert bounds._least_dots(rows, length) <= least


# Small worlds whose every plan is tried.


def every_count(
    roster: Roster, tables: Sequence[int], size: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Give the meetings of all pairs, ``[plan, pair]``, and the games, ``[plan, entrant]``, of every plan.

    Plans with the same counts are one.
    """
    n = len(roster.entrants)
    pairs = list(brute.pairs(n))
    reached = np.zeros((1, len(pairs)), dtype=np.int8)
    for number in tables:
        ways = [
            [int(any(p in group and q in group for group in way)) for p, q in pairs]
            for way in brute.groupings(range(n), number, size)
            if all(
                brute.may_meet(roster, p, q)
                for group in way
                for p, q in itertools.combinations(group, 2)
            )
        ]
        more = np.array(ways, dtype=np.int8).reshape(-1, len(pairs))
        reached = np.unique((reached[:, None] + more[None]).reshape(-1, len(pairs)), axis=0)
    met = reached.astype(np.int64)
    belongs = np.array([[p in pair for p in range(n)] for pair in pairs], dtype=np.int64)
    return met, met @ belongs // (size - 1)


def optima(
    roster: Roster, tables: Sequence[int], size: int
) -> dict[tuple[int, ...], tuple[int, int]]:
    """Give, for all numbers of games that are possible, the least sum of squares and the least range."""
    met, games = every_count(roster, tables, size)
    if not len(met):
        return {}
    n = len(roster.entrants)
    allowed = np.array([brute.may_meet(roster, p, q) for p, q in brute.pairs(n)], dtype=np.bool_)
    squares = (met**2).sum(axis=1)
    counted = met[:, allowed]
    widths = counted.max(axis=1) - counted.min(axis=1)
    best: dict[tuple[int, ...], tuple[int, int]] = {}
    for row, square, width in zip(games.tolist(), squares.tolist(), widths.tolist(), strict=True):
        old = best.get(tuple(row), (square, width))
        best[tuple(row)] = min(old[0], square), min(old[1], width)
    return best


# Players, team size, tables of each round, seats of a table.
EXACT = [
    (4, 1, (2,) * 6, 2),
    (5, 1, (2, 2, 1), 2),
    (6, 1, (2,) * 2, 3),
    (6, 1, (2,) * 3, 3),
    (6, 1, (2,) * 4, 3),
    (6, 1, (2,) * 5, 3),
    (6, 2, (2,) * 2, 3),
    (6, 2, (2,) * 5, 3),
    (6, 2, (2,) * 6, 3),
    (6, 1, (3,) * 3, 2),
    (6, 3, (3,) * 4, 2),
    (7, 1, (2,) * 2, 3),
    (8, 1, (2,) * 2, 4),
    (8, 1, (2,) * 3, 4),
    (8, 2, (2,) * 4, 4),
    (8, 2, (2,) * 5, 4),
    (8, 2, (2,) * 6, 4),
    (9, 3, (3,) * 3, 3),
    (10, 2, (2,) * 3, 5),
    (10, 2, (2,) * 4, 5),
]


@pytest.mark.parametrize(("players", "team_size", "tables", "size"), EXACT)
def test_the_bound_is_the_optimum_that_trying_every_plan_finds(
    players: int, team_size: int, tables: tuple[int, ...], size: int
) -> None:
    roster = numbered(players, team_size=team_size)
    for games, (squares, width) in optima(roster, tables, size).items():
        bound = bounds.bound_of(shape(roster, tables, games, size))
        assert bound.value == squares
        assert bound.range <= width


@given(st.data())
@tried(40)
def test_no_bound_is_above_the_optimum_of_any_small_world(data: st.DataObject) -> None:
    players, size = data.draw(st.sampled_from([(4, 2), (5, 2), (6, 2), (5, 3), (6, 3)]))
    most = players // size
    tables = data.draw(st.lists(st.integers(1, most), min_size=1, max_size=3))
    roster = data.draw(draws.rosters(players, rounds=0, tables=most))
    for games, (squares, width) in optima(roster, tables, size).items():
        bound = bounds.bound_of(shape(roster, tables, games, size))
        assert bound.value <= squares
        assert bound.range <= width


@given(st.data())
@tried(60)
def test_who_plays_a_game_more_is_free_for_every_bound(data: st.DataObject) -> None:
    players, size = data.draw(st.sampled_from([(4, 2), (5, 2), (6, 2), (5, 3)]))
    tables = data.draw(st.lists(st.integers(1, players // size), min_size=1, max_size=3))
    roster = data.draw(draws.rosters(players, rounds=0, tables=players // size))
    there = (len(tables),) * players
    fewest: dict[tuple[int, ...], tuple[int, int]] = {}
    every = optima(roster, tables, size)
    for games, (squares, width) in every.items():
        old = fewest.get(tuple(sorted(games)), (squares, width))
        fewest[tuple(sorted(games))] = min(old[0], squares), min(old[1], width)
    for games in every:
        free = replace(shape(roster, tables, games, size), there=there)
        bound = bounds.bound_of(free)
        solved = exact.bound(free, shapes.possible_games(free), bound.value)
        squares, width = fewest[tuple(sorted(games))]
        assert bound.value <= solved <= squares
        assert bound.range <= width


def test_a_plan_is_not_proved_best_where_another_could_have_the_game_more() -> None:
    names = "ABCDE"
    roster = Roster(
        entrants=tuple(Entrant(id=name, name=name) for name in names), apart=((0, 1), (0, 2))
    )
    told = ["AD BC", "AE BC", "AD CE", "AE BD"]
    seats = [[[names.index(who) for who in two] for two in row.split()] for row in told]
    plan = Plan(roster=roster, seats=np.array(seats, dtype=np.int32), table_size=2)
    findings = check.examine(plan)
    assert findings.violations == ()
    assert findings.balance.meetings.sum_of_squares == 14
    # D may have four games, and meet all the others once: A D, B C; B D, A E; C D, B E; D E, B C.
    assert findings.meetings_bound.value <= 10
    assert not findings.proved_best


@pytest.mark.parametrize(
    ("games", "there", "before", "spans"),
    [
        ((2, 2, 2), (3, 3, 3), (), [(2, 2)] * 3),
        ((3, 2, 2), (3, 3, 3), (), [(2, 3)] * 3),
        # One who is there once has one game, and nobody else may have so few.
        ((1, 3, 2, 3), (1, 3, 3, 3), (), [(1, 1), (2, 3), (2, 3), (2, 3)]),
        # Two games each are there for three, of whom one can have no third.
        ((3, 2, 2), (3, 3, 2), (), [(2, 3), (2, 3), (2, 2)]),
        # Games before count: four, four and three together.
        ((2, 3, 2), (3, 3, 3), (2, 1, 1), [(1, 2), (2, 3), (2, 3)]),
        ((2, 3, 3), (3, 3, 3), (2, 1, 1), [(2, 2), (3, 3), (3, 3)]),
        # Who has had four games already can have no fewer than none.
        ((0, 3, 2), (3, 3, 3), (4, 1, 1), [(0, 0), (2, 3), (2, 3)]),
        # In a broken plan somebody plays who is away: he keeps his own number, others their choice.
        ((3, 2, 2), (1, 3, 3), (), [(3, 3), (2, 3), (2, 3)]),
    ],
)
def test_who_could_have_how_many_games(
    games: tuple[int, ...],
    there: tuple[int, ...],
    before: tuple[int, ...],
    spans: list[tuple[int, int]],
) -> None:
    known = Shape(np.ones((len(games),) * 2, dtype=np.bool_), games, (1,) * 3, (2,) * 3)
    rounds = np.ones((3, len(games)), dtype=np.bool_)
    past = shapes.Past(np.zeros((len(games),) * 2, dtype=np.int32), rounds, before)
    free = replace(known, there=there, past=past if before else None)
    assert list(shapes.possible_games(free)) == spans
    assert list(shapes.possible_games(known)) == [(own, own) for own in games]


def test_games_go_to_those_with_most_partners_who_are_there() -> None:
    partners = np.ones((4, 4), dtype=np.bool_)
    partners[0, 1] = partners[1, 0] = False
    known = Shape(partners, (3, 2, 2, 1), (1, 1, 1), (2, 2, 2, 2), there=(3, 3, 3, 2))
    assert shapes.dealt_anew(known) == [2, 1, 3, 2]
    away = replace(known, there=(2, 2, 2, 2))
    assert shapes.dealt_anew(away) == [3, 2, 2, 1]


@given(draws.legal_plans())
@tried(150)
def test_no_bound_is_above_what_a_legal_plan_reaches(plan: Plan) -> None:
    reached = brute.balance(plan)
    bound = bounds.meetings_bound(plan)
    assert bound.value <= reached.meetings.sum_of_squares
    assert bound.range <= reached.meetings.range
    of_teams = bounds.team_meetings_bound(plan)
    if of_teams is not None:
        assert reached.team_meetings is not None
        assert of_teams.value <= reached.team_meetings.sum_of_squares
        assert of_teams.range <= reached.team_meetings.range


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1))
@tried(40)
def test_no_bound_is_above_thousands_of_plans_with_rests(start: int) -> None:
    rng = np.random.default_rng(start)
    for _ in range(40):
        size, tables, rounds = (int(x) for x in rng.integers((2, 1, 1), (6, 5, 7)))
        players = size * tables + int(rng.integers(0, 4))
        seats = np.full((rounds, tables, size), EMPTY, dtype=np.int32)
        for round_ in range(rounds):
            full = int(rng.integers(1, tables + 1))
            seats[round_, :full] = rng.permutation(players)[: full * size].reshape(full, size)
        plan = Plan(roster=numbered(players), seats=seats, table_size=size)
        reached, bound = measures.meetings(plan), bounds.meetings_bound(plan)
        assert bound.value <= reached.sum_of_squares
        assert bound.range <= reached.range


@given(draws.legal_plans())
@tried(30)
def test_every_argument_has_a_name_in_both_languages(plan: Plan) -> None:
    found = [bounds.meetings_bound(plan), bounds.team_meetings_bound(plan)]
    for bound in found:
        if bound is not None:
            for lang in LANGUAGES:
                assert say(lang, f"bound.{bound.by}")
                assert say(lang, f"bound.{bound.range_by}")


@given(draws.wild_plans())
@tried(50)
def test_a_broken_plan_has_some_bound_too(plan: Plan) -> None:
    assert bounds.meetings_bound(plan).range >= 0
    of_teams = bounds.team_meetings_bound(plan)
    assert of_teams is None or of_teams.range >= 0


def test_demands_that_nothing_keeps_are_bounded_by_whole_numbers_alone() -> None:
    roster = numbered(4, team_size=4)
    assert bounds.bound_of(shape(roster, (2, 2), (2,) * 4, 2)).range == 0


def test_a_round_of_nothing_between_others_leaves_a_bound() -> None:
    seats = np.array([[[0, 1], [2, 3]], [[EMPTY] * 2] * 2, [[0, 2], [1, 3]]])
    plan = Plan(roster=numbered(4), seats=seats, table_size=2, missing_rounds=(1,))
    assert bounds.meetings_bound(plan).value == 4


def test_the_shape_of_a_plan_is_what_it_shows() -> None:
    seats = np.array([[[0, 1, 2], [3, 4, 5]], [[6, 0, 3], [EMPTY] * 3]])
    plan = Plan(roster=numbered(7, team_size=2), seats=seats, table_size=3)
    found = shapes.shape_of(plan)
    assert found.tables == (2, 1)
    assert found.sizes == (3, 3, 3)
    assert found.games == (2, 1, 1, 2, 1, 1, 1)
    assert found.clubs == ((0, 1), (2, 3), (4, 5))
    assert np.array_equal(found.partners, measures.may_meet(plan.roster))


def test_the_bound_of_teams_counts_games_that_both_have_somebody_in() -> None:
    # Team by team, each with its two at the next two tables: ten people at every table.
    seats = np.zeros((12, 3, 10), dtype=np.int32)
    for round_ in range(12):
        for table in range(3):
            teams = [team for team in range(15) if (table - team - round_) % 3 < 2]
            mates = [(table - team - round_) % 3 for team in teams]
            seats[round_, table] = [2 * t + mate for t, mate in zip(teams, mates, strict=True)]
    plan = Plan(roster=numbered(30, team_size=2), seats=seats)
    assert brute.broken(plan) == []
    bound = bounds.team_meetings_bound(plan)
    reached = measures.team_meetings(plan)
    assert bound is not None
    assert reached is not None
    # 36 games of ten teams: 1620 meetings over 105 pairs.
    assert bound.value == measures.least_squares(1620, 105) <= reached.sum_of_squares


def test_rounds_dealt_by_places_are_taken_as_they_are() -> None:
    first, second = [[0, 1], [2, 3]], [[0, 2], [1, 3]]

    def bound(*rounds: list[list[int]], **known: Any) -> tuple[int, str]:
        plan = Plan(roster=numbered(4), seats=np.array(rounds), table_size=2, **known)
        found = bounds.meetings_bound(plan)
        return found.value, found.by

    # Four people at tables of two, three rounds: all six pairs can meet once.
    assert bound(first, first, second) == (6, "players")
    # Two rounds are given and bring the same together: everybody has 2 squared, and 1 more.
    assert bound(first, first, second, draws=("ranked", "ranked", "balanced")) == (10, "dealt")
    # What places have dealt behind frozen rounds is no choice, so those before it are measured.
    later = ("balanced", "balanced", "ranked")
    assert bound(first, second, first, draws=later, frozen=2) == (6, "players")


def test_a_bound_says_what_it_is_by_and_what_its_range_is_by() -> None:
    first, second = [[0, 1], [2, 3]], [[0, 2], [1, 3]]

    def bound(*rounds: list[list[int]], **known: Any) -> bounds.Bound:
        plan = Plan(roster=numbered(4), seats=np.array(rounds), table_size=2, **known)
        return bounds.meetings_bound(plan)

    # The same pairs twice, whatever follows: two have met twice, and two of the other four never.
    twice = {"value": 10, "range": 2}
    by_places = bounds.Bound(by="dealt", range_by="dealt", **twice)
    by_the_past = bounds.Bound(by="past", range_by="past", **twice)
    assert bound(first, first, second, draws=("ranked", "ranked", "balanced")) == by_places
    assert bound(first, first, second, frozen=2) == by_the_past
    # A round that is frozen and no lot of places is history, whatever else was dealt.
    mixed = ("ranked", "balanced", "balanced")
    assert bound(first, first, second, draws=mixed, frozen=2) == by_the_past
    # All rounds are settled: those that places have dealt count alone.
    later = ("balanced", "ranked", "ranked")
    assert bound(second, first, first, draws=later, frozen=3) == by_places
    # Where the past binds no more than the shape does, the shape is what is told.
    assert bound(first, second, frozen=1) == bound(first, second)


def test_new_meetings_come_on_top_of_those_of_the_past_in_rounds_in_which_both_are_there() -> None:
    # 0 has met 1 three times. He plays twice more, at a table of two, and 2 is there at the end only.
    shape = Shape(
        partners=~np.eye(3, dtype=np.bool_),
        games=(2, 1, 1),
        tables=(1, 1),
        sizes=(2, 2),
        past=Past(
            meetings=np.array([[0, 3, 0], [3, 0, 0], [0, 0, 0]], dtype=np.int32),
            there=np.array([[True, True, False], [True, True, True]]),
        ),
    )
    # 0 meets 2 once and 1 a fourth time, 16 + 1; the others 2 or each other, 9 + 1 and 1.
    assert bounds.bound_of(shape) == Bound((17 + 10 + 1) // 2, "past", 4, "past")
    # Without games to come, and with tables of different sizes, nothing is claimed.
    over = replace(shape, games=(0, 0, 0), sizes=(), tables=())
    assert bounds.bound_of(over) == Bound(0, "past", 2, "whole")
    assert bounds.bound_of(replace(shape, sizes=(2, 3))) == Bound(0, "past", 0, "none")


def test_tables_of_different_sizes_are_bounded_by_all_their_meetings_together() -> None:
    def bound(partners: npt.NDArray[np.bool_], rounds: int) -> Bound:
        sizes, tables = (2, 3) * rounds, (2,) * rounds
        return bounds.bound_of(Shape(partners, (rounds,) * 5, tables, sizes))

    anybody = ~np.eye(5, dtype=np.bool_)
    # Two of ten pairs cannot but meet twice; games of different rounds share 30 people in 24 pairs.
    assert bounds._by_players(Shape(anybody, (3,) * 5, (2,) * 3, (2, 3) * 3)) == 8 + 2 * 4
    assert bound(anybody, 3) == Bound((2 * (9 + 3 * 4) + 39 - 45) // 2, "rounds", 0, "none")
    # Eight meetings of four pairs.
    star = np.zeros((5, 5), dtype=np.bool_)
    star[0, 1:] = star[1:, 0] = True
    assert bound(star, 2) == Bound(16, "players", 0, "none")
    nobody = np.zeros((5, 5), dtype=np.bool_)
    assert bounds._by_players(Shape(nobody, (2,) * 5, (2,) * 2, (2, 3) * 2)) == 0


def test_a_range_fits_where_its_ends_allow_so_many_squares() -> None:
    # Everybody has three meetings with three others: all once, or 2, 1 and 0.
    once = event(4, 2, 3, 1, 3)
    once = replace(once, sizes=(2,) * 6)
    for low, high, most in ((1, 1, 6), (0, 1, 6), (0, 2, 10), (0, 3, 18), (1, 2, 6)):
        assert bounds.fits(once, most, low, high)
        assert not bounds.fits(once, most + 1, low, high)
    assert not bounds.fits(once, 0, 2, 3)
    assert not bounds.fits(once, 0, 0, 0)
    # Five meetings with three others, from 1 to 2: 2, 2 and 1.
    often = replace(once, games=(5,) * 4, tables=(2,) * 5, sizes=(2,) * 10)
    assert bounds.fits(often, 2 * 9, 1, 2)
    assert not bounds.fits(often, 2 * 9 + 1, 1, 2)
    # Who may meet nobody says nothing.
    alone = once.partners.copy()
    alone[3] = alone[:, 3] = False
    three = replace(once, partners=alone, games=(2, 2, 2, 0), sizes=(2,) * 3, tables=(1,) * 3)
    assert bounds.fits(three, 3, 1, 1)
    assert not bounds.fits(three, 4, 1, 1)


def test_an_organisation_of_one_team_has_no_meetings_of_teams() -> None:
    entrants = numbered(4, team_size=2).entrants
    roster = Roster(entrants=(*entrants[:2], *(replace(each, team=None) for each in entrants[2:])))
    plan = Plan(roster=roster, seats=np.array([[[0, 2], [1, 3]]]), table_size=2)
    assert bounds.team_meetings_bound(plan) == Bound(0, "players", 0, "none")
    nobody = Roster(
        entrants=(entrants[0], replace(entrants[1], team="Other"), *roster.entrants[2:])
    )
    assert bounds.team_meetings_bound(plan.with_(roster=nobody)) is None


def test_two_games_of_many_teams_share_some_of_them() -> None:
    # Eight teams; the two games of six share four: 6 pairs meet twice, and 9 more in each game.
    seats = np.array([[[0, 2, 4, 6, 8, 10]], [[1, 3, 5, 7, 12, 14]]])
    plan = Plan(roster=numbered(16, team_size=2), seats=seats, table_size=6)
    reached = measures.team_meetings(plan)
    assert reached is not None
    assert reached.sum_of_squares == 6 * 4 + 2 * 9
    # 28 numbers with a sum of 30: squares of 42 want twos and noughts.
    assert bounds.team_meetings_bound(plan) == Bound(42, "games", 2, "games")


def padded(tables: list[list[int]], by: int, n: int) -> list[list[int]]:
    """Give tables of three, with entrants of later numbers, and as many empty ones as are left."""
    shifted = [[index + by for index in table] for table in tables]
    return [*shifted, *([EMPTY] * 3 for _ in range(n - len(tables)))]


# Six teams of three pairs, every team at three tables; and three of them, all at each table.
SIX = [[0, 3, 6], [1, 4, 9], [2, 12, 15], [5, 13, 16], [7, 10, 14], [8, 11, 17]]
THREE = [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


def test_in_shapka_the_cuts_bound_the_meetings_of_teams() -> None:
    seats = np.array([SIX, *[padded(THREE, 0, 6)] * 3])
    plan = Plan(roster=numbered_pairs(18), seats=seats, table_size=3, game="shapka")
    # Who stays meets two others nine times, and those who go twice: 174. Who goes has 2, 1, 1, 1, 1.
    assert bounds.team_meetings_bound(plan) == Bound((3 * 174 + 3 * 8) // 2, "stages", 6, "games")
    # By the sum of 45 meetings of 15 pairs alone; seven sixes and a three are 261, nine fives 225.
    left = [
        replace(entrant, left=1) if index not in plan.seats[1] else entrant
        for index, entrant in enumerate(plan.roster.entrants)
    ]
    mafia = plan.with_(game="mafia", roster=replace(plan.roster, entrants=tuple(left)))
    assert bounds.team_meetings_bound(mafia) == Bound(249, "games", 6, "games")
    # Had nobody left, anybody could have played: 45 meetings of 15 pairs.
    anybody = bounds.team_meetings_bound(plan.with_(game="mafia"))
    assert anybody == Bound(15 * 3**2, "players", 0, "none")


def test_the_meetings_of_teams_are_bounded_category_by_category() -> None:
    divisions = (("juniors", 18), ("adults", 9), ("guests", 2))
    entrants = numbered_pairs(29).entrants
    names = [name for name, n in divisions for _ in range(n)]
    roster = Roster(
        entrants=tuple(
            replace(entrant, division=name, team=None if name == "guests" else entrant.team)
            for entrant, name in zip(entrants, names, strict=True)
        ),
        divided=True,
    )
    adults = padded(THREE, 18, 3)
    rounds = [SIX + adults, *[padded(THREE, 0, 6) + adults] * 3]
    plan = Plan(roster=roster, seats=np.array(rounds), table_size=3, game="shapka")
    # The adults are three teams who meet three times a round: 3 * 12 ** 2, more than the 273 above.
    assert bounds.team_meetings_bound(plan) == Bound(432 + 273, "players", 6, "games")


def test_where_everybody_always_meets_the_same_one_the_range_is_as_wide_as_that() -> None:
    # 0 may meet 1 and 2, and 2 may meet 0 and 3: nobody is left for 1 and 3 where 0 meets 2.
    roster = replace(numbered(4), apart=((0, 3), (1, 2), (1, 3)))
    plan = Plan(roster=roster, seats=np.array([[[0, 1], [2, 3]]] * 2), table_size=2)
    plain = bounds.meetings_bound(plan)
    assert plain == Bound((4 + 2 + 2 + 4) // 2, "players", 1, "whole")
    assert bounds.asked(plan, plain) == Bound(2 * 4, "search", 2, "search")


def test_a_solver_that_proves_no_more_leaves_the_bound_its_argument() -> None:
    seats = np.array([[[0, 1], [2, 3]], [[0, 1], [2, 3]], [[0, 2], [1, 3]]])
    plan = Plan(roster=numbered(4), seats=seats, table_size=2)
    plain = bounds.meetings_bound(plan)
    assert (plain.value, plain.by) == (6, "players")
    assert bounds.asked(plan, plain) == plain


def test_who_can_play_in_the_rounds_to_come_is_who_is_there() -> None:
    entrants = numbered(4).entrants
    late = replace(entrants[2], absent=frozenset({1}))
    roster = Roster(entrants=(*entrants[:2], late, entrants[3]))
    seats = np.array([[[0, 3]], [[0, 1]], [[0, 2]]])
    plan = Plan(roster=roster, seats=seats, table_size=2, frozen=1)
    past = shapes.shape_beside(plan, np.array([True, False, False])).past
    assert past is not None
    assert past.there.tolist() == [[True, True, False, True], [True, True, True, True]]
    assert past.meetings[0].tolist() == [0, 0, 0, 1]


def further(games: tuple[int, ...], rounds: int, met: list[str], size: int) -> Shape:
    """Give the shape of rounds of three at a table, behind one in which groups such as ``012`` met."""
    n = len(games)
    meetings, before = np.zeros((n, n), dtype=np.int32), [0] * n
    for group in met:
        for a in map(int, group):
            before[a] += 1
            for b in map(int, group):
                meetings[a, b] += a != b
    there = np.ones((rounds, n), dtype=np.bool_)
    tables = (sum(games) // size // rounds,) * rounds
    return Shape(
        partners=~np.eye(n, dtype=np.bool_),
        games=games,
        tables=tables,
        sizes=(size,) * sum(tables),
        past=Past(meetings, there, tuple(before)),
        there=(rounds,) * n,
    )


def test_new_meetings_go_to_those_who_have_met_least() -> None:
    # Six more meetings for everybody: three with those he has not met, three second ones. 2, 2, 2, 1, 1.
    assert bounds._by_past(*both(further((3,) * 6, 3, ["012", "345"], 3))) == 6 * 14 // 2


def test_behind_settled_rounds_the_further_games_go_where_they_cost_least() -> None:
    # The fourth plays at last, with two of the others: one pair twice, four pairs once.
    assert bounds._by_past(*both(further((1, 1, 0, 1), 1, ["012"], 3))) == 4 + 4


def both(shape: Shape) -> tuple[Shape, Past]:
    assert shape.past is not None
    return shape, shape.past


def test_a_range_asks_for_no_squares_where_other_games_could_go_with_other_partners() -> None:
    alike = replace(event(5, 1, 4, 1, 4), games=(4, 3, 3, 3, 3), there=(4,) * 5)
    assert not bounds._open(alike)
    apart = Roster(entrants=numbered(5).entrants, apart=((0, 1),))
    assert bounds._open(replace(alike, partners=measures.may_meet(apart)))
    assert not bounds._open(replace(alike, partners=measures.may_meet(apart), games=(4,) * 5))


STAGES = np.array(
    [
        [[0, 1], [2, 3], [4, 5]],
        [[0, 2], [1, 4], [3, 5]],
        [[0, 1], [EMPTY] * 2, [EMPTY] * 2],
        [[1, 2], [EMPTY] * 2, [EMPTY] * 2],
    ]
)


def test_whom_a_cut_leaves_out_could_not_have_played_behind_it() -> None:
    entrants = [
        replace(entrant, left=2 if number > 2 else None)
        for number, entrant in enumerate(numbered(6).entrants)
    ]
    entrants[3] = replace(entrants[3], left=None)  # who keeps the door open does not play either
    plan = Plan(
        roster=Roster(entrants=tuple(entrants)),
        seats=STAGES,
        table_size=2,
        stages=("first", "first", "last", "last"),
    )
    assert shapes.shape_of(plan).there == (4, 4, 4, 2, 2, 2)


def test_games_beside_which_others_are_equal_are_those_of_their_stage() -> None:
    plan = Plan(
        roster=numbered(6), seats=STAGES, table_size=2, stages=("first", "first", "last", "last")
    )
    settled = np.array([True, True, True, False])
    shape = shapes.shape_beside(plan, settled)
    assert shape.past is not None
    assert shape.past.games == (1, 1, 0, 0, 0, 0)
    alone = shapes.shape_beside(plan.with_(stages=()), settled)
    assert alone.past is not None
    assert alone.past.games == (3, 3, 2, 2, 2, 2)


def test_games_of_teams_are_as_equal_as_those_of_their_members_allow() -> None:
    # Two of six rest in each round: eight games, two for two people and one for the other four.
    seats = np.array([[[0, 2], [1, 4]], [[0, 4], [1, 3]], [[5, 2], [EMPTY] * 2]])
    teams = [(0, 1), (2, 3), (4, 5)]
    plan = Plan(roster=numbered(6, team_size=2), seats=seats, table_size=2)
    assert measures.game_counts(plan).tolist() == [2, 2, 2, 1, 2, 1]
    assert bounds._even_games(plan, teams, [4, 3, 3]) == [4, 3, 3]
    gone = [
        replace(entrant, absent=frozenset({1, 2}) if number in (3, 5) else entrant.absent)
        for number, entrant in enumerate(plan.roster.entrants)
    ]
    fewer = plan.with_(roster=replace(plan.roster, entrants=tuple(gone)))
    assert bounds._even_games(fewer, teams, [4, 3, 3]) == [4, 3, 3]
    # Were the first team's the games that are fewest, the others would have them.
    assert bounds._even_games(plan, [teams[1], teams[2], teams[0]], [3, 3, 4]) == [4, 3, 3]
    # Team-mates at one table: a team's games are not its members', and stay.
    assert bounds._even_games(plan, teams, [3, 3, 4]) == [3, 3, 4]


def test_teams_are_bounded_wherever_those_without_a_team_sit() -> None:
    names = ["A", "A", "B", "C", None, None]
    roster = Roster(
        entrants=tuple(
            replace(entrant, team=team)
            for entrant, team in zip(numbered(6).entrants, names, strict=True)
        )
    )
    crowded = Plan(roster=roster, seats=np.array([[[0, 2, 3], [1, 4, 5]]] * 2), table_size=3)
    # Two teams at each table: two meetings a round, and once more than once among three pairs.
    bound = bounds.team_meetings_bound(crowded)
    assert bound == Bound(2**2 + 1 + 1, "players", 0, "none")
    mixed = measures.team_meetings(crowded.with_(seats=np.array([[[0, 2, 4], [1, 3, 5]]] * 2)))
    assert mixed is not None
    assert mixed.sum_of_squares == 2**2 + 2**2
    # Of three at one table one has no team in the first round, where the other is away; two in the second.
    away = [replace(roster.entrants[4], absent=frozenset({0})), roster.entrants[5]]
    fewer = replace(roster, entrants=(*roster.entrants[:4], *away))
    one_table = np.array([[[0, 2, 5]], [[3, 4, 5]]])
    found = bounds.team_meetings_bound(crowded.with_(roster=fewer, seats=one_table))
    assert found == Bound(1, "players", 0, "none")


def test_a_solver_is_not_asked_about_tables_of_different_sizes() -> None:
    seats = np.array([[[0, 1, 2], [3, 4, EMPTY]]])
    plan = Plan(roster=numbered(5), seats=seats, table_size=3)
    bound = bounds.meetings_bound(plan)
    assert bounds.asked(plan, bound) is bound
