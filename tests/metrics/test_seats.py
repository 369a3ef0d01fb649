"""Roles, seats, the first night and the last round: counted game by game."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product

import numpy as np
import pytest

from mafsim.games import EMPTY, Games, Left, Role, Winner
from mafsim.metrics import Figure, figures, totals
from mafsim.metrics.block import Block
from mafsim.metrics.registry import METRICS
from mafsim.metrics.seats import reach
from mafsim.regulations import load, set_values
from mafsim.tournament.outcome import Outcome
from tests.metrics.blocks import OMSK, TOGLIATTI, UGRA, block, outcome_of, roster_of, whole

EVENTS = {"ugra": UGRA, "omsk": OMSK}


@cache
def played(event: str) -> Outcome:
    return block(EVENTS[event], 6)


@cache
def told(event: str) -> dict[str, Figure]:
    return figures(totals(played(event)))


def games_of(event: str) -> Games:
    games = played(event).games
    assert isinstance(games, Games)
    return games


@pytest.mark.parametrize("event", EVENTS)
def test_points_by_role_and_by_seat_are_averages_over_seats(event: str) -> None:
    outcome, games = played(event), games_of(event)
    by_role: dict[str, list[float]] = defaultdict(list)
    by_seat: dict[str, list[float]] = defaultdict(list)
    for game, seat in product(range(len(games)), range(10)):
        points = int(outcome.points[game, seat].sum()) / 1000
        by_role[Role(int(games.roles[game, seat])).name.lower()].append(points)
        by_seat[str(seat + 1)].append(points)
    for name, table in (("points_by_role", by_role), ("points_by_seat", by_seat)):
        for key, all_points in table.items():
            assert told(event)[f"{name}_{key}"].value == pytest.approx(np.mean(all_points))


def test_the_turn_of_play_is_the_seat_in_shapka() -> None:
    outcome = block(TOGLIATTI, 3)
    found = figures(totals(outcome))
    for seat in range(3):
        points = outcome.points[:, seat].sum(axis=1) / 1000
        assert found[f"points_by_seat_{seat + 1}"].value == pytest.approx(points.mean())
    assert "points_by_seat_4" not in found


@pytest.mark.parametrize("event", EVENTS)
def test_results_and_days_are_counted(event: str) -> None:
    outcome, games, found = played(event), games_of(event), told(event)
    for name, winner in (("red_win", 0), ("black_win", 1), ("draw", 2)):
        assert found[name].value == pytest.approx(np.mean(games.winner == Winner(winner)))
    assert found["days"].value == pytest.approx(outcome.days.mean())


def test_games_of_which_no_length_is_told_do_not_count() -> None:
    outcome = block(UGRA, 2)
    days = outcome.days.copy()
    days[::2] = EMPTY
    object.__setattr__(outcome, "days", days)
    assert figures(totals(outcome))["days"].value == pytest.approx(days[1::2].mean())
    object.__setattr__(outcome, "days", np.empty(0, dtype=np.int8))
    assert "days" not in figures(totals(outcome))


@pytest.mark.parametrize("event", EVENTS)
def test_the_first_killed_are_counted_by_role_and_seat(event: str) -> None:
    games, found = games_of(event), told(event)
    roles: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    for game, seat in product(range(len(games)), range(10)):
        if games.left[game, seat] == Left.NIGHT and games.left_on[game, seat] == 1:
            roles[Role(int(games.roles[game, seat])).name.lower()] += 1
            seats[str(seat + 1)] += 1
    for name, table in (("first_killed_by_role", roles), ("first_killed_by_seat", seats)):
        for key, n in table.items():
            assert found[f"{name}_{key}"].value == pytest.approx(n / sum(table.values()))


@pytest.mark.parametrize("event", EVENTS)
def test_the_strongest_red_player_is_found_at_each_table(event: str) -> None:
    outcome, games = played(event), games_of(event)
    hits, asked = 0.0, 0
    for game in range(len(games)):
        red = [s for s in range(10) if games.roles[game, s] < Role.MAFIA]
        killed = [
            s for s in red if games.left[game, s] == Left.NIGHT and games.left_on[game, s] == 1
        ]
        if not killed:
            continue
        asked += 1
        skill = outcome.skill[int(games.tournament[game]), games.entrants[game]]
        best = [s for s in red if skill[s] == max(skill[red])]
        hits += bool(set(killed) & set(best)) / len(best)
    assert told(event)["first_killed_strongest"].value == pytest.approx(hits / asked)


PLAIN = set_values(
    load("omsk-2012"),
    (
        *(f"scoring.outcome.{role}.win=1" for role in ("civilian", "sheriff", "mafia", "don")),
        *(f"scoring.outcome.{role}.loss=0" for role in ("civilian", "sheriff", "mafia", "don")),
        "scoring.best_player.points=0",
        "scoring.best_player.compulsory=false",
    ),
)


def last_round(before: list[int]) -> list[int]:
    """Give a 1 for each of the last round's three games that is dead, after so many wins of everybody.

    Thirty people play by their numbers, ten a table; points are wins alone.
    """
    rounds = max(before) + 1
    shape = (rounds * 3, 10)
    entrants = np.tile(np.arange(30), rounds).reshape(shape)
    red = np.array(before)[entrants] > np.repeat(np.arange(rounds), 3)[:, None]
    red[-3:] = False  # the last round: black wins, and everybody is black who can be
    stages = PLAIN.model_copy(
        update={"stages": (PLAIN.stages[0].model_copy(update={"rounds": rounds}),)}
    )
    games = Games(
        roster=roster_of(PLAIN),
        stages=("tour-1",),
        round=np.repeat(np.arange(rounds), 3),
        table=np.tile(np.arange(3), rounds),
        entrants=entrants,
        roles=np.where(red, 0, 2),
        winner=np.zeros(shape[0]),
    )
    outcome = outcome_of(stages, games, np.zeros((1, 30)), parts=whole(stages, (1, 30)))
    dead, asked = METRICS["dead_last_round"].of(Block(outcome)).values[0, 0].tolist()
    assert asked == 3
    return [dead]


@pytest.mark.parametrize(
    ("leaders", "dead"),
    [
        # Wins before the last round, of the best at each of the three tables.
        ((5, 0, 0), 3),  # nobody can reach the leader: no game matters
        ((5, 4, 0), 1),  # he can be reached by one: his own game and that one's matter
        ((5, 3, 0), 3),  # two behind with one game to go is too far
        ((5, 4, 4), 0),
        ((5, 5, 0), 1),
        ((4, 4, 3), 0),
    ],
)
def test_a_game_is_dead_where_nobody_in_it_can_still_be_first(
    leaders: tuple[int, int, int], dead: int
) -> None:
    before = [0] * 30
    for table, wins in enumerate(leaders):
        before[10 * table] = wins
    assert last_round(before) == [dead]


def test_two_leaders_at_one_table_leave_the_others_dead() -> None:
    before = [0] * 30
    before[0] = before[1] = 5
    assert last_round(before) == [2]


def test_reach_goes_as_far_as_every_rule() -> None:
    """Ugra, final: 1 + 0.4 + 0.7, times 1.3; the least is -0.4 - 0.5, of which 1.3 apply generously."""
    assert reach(UGRA) == (-1170, 2730)
    assert reach(PLAIN) == (0, 1000)


@pytest.mark.parametrize("event", EVENTS)
def test_no_seat_earns_more_or_less_than_the_reach(event: str) -> None:
    least, most = reach(played(event).regulation)
    points = played(event).of_seats
    assert least <= points.min()
    assert points.max() <= most
