"""An independent scorer, one seat at a time, from the texts and not from the regulation files.

It shares no code with `mafsim.scoring` and reads no value of a regulation: the numbers stand here as
the texts give them. Its sums are fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mafsim.games import Games
from mafsim.regulations import Regulation, load
from mafsim.scoring import COMPONENTS, score

pytestmark = pytest.mark.slow

CIVILIAN, SHERIFF, MAFIA, DON = range(4)
RED_WON, BLACK_WON, DRAW = range(3)
NIGHT, VOTE, FOUL = range(3)

Seat = dict[str, Any]
Components = dict[str, Fraction]


def seats_of(games: Games, game: int) -> list[Seat]:
    """Take a game apart into one plain record a seat."""
    return [
        {
            "entrant": int(games.entrants[game, seat]),
            "role": int(games.roles[game, seat]),
            "winner": int(games.winner[game]),
            "left": int(games.left[game, seat]),
            "on": int(games.left_on[game, seat]),
            "best": bool(games.best_player[game, seat]),
            "extra": Fraction(int(games.additional[game, seat]), 1000),
            "fine": Fraction(int(games.penalty[game, seat]), 1000),
            "out": bool(games.disqualified[game, seat]),
            "fouls": int(games.fouls[game, seat]),
            "named": [int(number) for number in games.best_move[game] if number >= 0],
            "round": int(games.round[game]) + 1,
            "ended": int(games.ended[game]),
        }
        for seat in range(10)
    ]


def is_black(seat: Seat) -> bool:
    return seat["role"] in (MAFIA, DON)


def has_won(seat: Seat) -> bool:
    return bool(seat["winner"] == (BLACK_WON if is_black(seat) else RED_WON))


def has_lost(seat: Seat) -> bool:
    return bool(seat["winner"] == (RED_WON if is_black(seat) else BLACK_WON))


def black_ones_named(seat: Seat, table: list[Seat]) -> int:
    """Count the black players whom somebody named as he was the first killed; -1 if he was not."""
    victims = [each for each in table if (each["left"], each["on"]) == (NIGHT, 1)]
    if not victims or victims[0] is not seat or not seat["named"]:
        return -1
    return sum(is_black(table[number]) for number in seat["named"])


def voted_out_on_day_1(table: list[Seat]) -> int:
    return sum((each["left"], each["on"]) == (VOTE, 1) for each in table)


def omsk(seat: Seat, table: list[Seat]) -> Components:
    """Mafia 4/0, don 5/-1, sheriff 4/-1, civilian 3/0; each best player 1."""
    won = {MAFIA: 4, DON: 5, SHERIFF: 4, CIVILIAN: 3}
    lost = {MAFIA: 0, DON: -1, SHERIFF: -1, CIVILIAN: 0}
    result = won if has_won(seat) else lost if has_lost(seat) else {}
    return {
        "outcome": Fraction(result.get(seat["role"], 0)),
        "best_player": Fraction(1 if seat["best"] else 0),
    }


def charlie(seat: Seat, table: list[Seat]) -> Components:
    """3 for a win; 0.75 and 0.5, a sheriff 0.5 and none; 1.2 for the best players who won."""
    named = black_ones_named(seat, table)
    move = {3: Fraction(3, 4), 2: Fraction(1, 2)}.get(named, Fraction(0))
    if seat["role"] == SHERIFF:
        move = Fraction(1, 2) if named == 3 else Fraction(0)
    if is_black(seat) or voted_out_on_day_1(table) > 1:
        move = Fraction(0)
    marked = sum(each["best"] for each in table)
    share = Fraction(int(Fraction(1200, max(marked, 1))), 1000)
    return {
        "outcome": Fraction(3 if has_won(seat) else 0),
        "best_move": move,
        "best_player": share if seat["best"] and has_won(seat) else Fraction(0),
    }


def ugra(seat: Seat, table: list[Seat]) -> Components:
    """1 for a win; 0.4 and 0.25; the judge's points; 1.3 in rounds 13 to 15 but on the 0.5."""
    move = {3: Fraction(2, 5), 2: Fraction(1, 4)}.get(black_ones_named(seat, table), Fraction(0))
    times = Fraction(13, 10) if seat["round"] > 12 else Fraction(1)
    removed = seat["out"] or seat["left"] == FOUL or seat["fouls"] >= 4
    return {
        "outcome": Fraction(1 if has_won(seat) else 0) * times,
        "best_move": Fraction(0) if is_black(seat) else move * times,
        "additional": seat["extra"] * times,
        "penalty": -seat["fine"] * times,
        "disqualification": -Fraction(1, 2) if removed else Fraction(0),
    }


def fiim(three: Fraction, two: Fraction) -> Callable[[Seat, list[Seat]], Components]:
    def scorer(seat: Seat, table: list[Seat]) -> Components:
        move = {3: three, 2: two}.get(black_ones_named(seat, table), Fraction(0))
        if is_black(seat) or voted_out_on_day_1(table) > 1:
            move = Fraction(0)
        cost = Fraction(0)
        if seat["out"] or seat["left"] == FOUL or seat["fouls"] >= 4:
            cost = Fraction(1, 2)
        if seat["out"] and has_lost(seat) and seat["ended"] in (1, 2):
            cost = Fraction(7, 10)
        return {
            "outcome": Fraction(1 if has_won(seat) else 0),
            "best_move": move,
            "additional": seat["extra"],
            "penalty": Fraction(0),
            "disqualification": -cost,
        }

    return scorer


SCORERS = {
    "omsk-2012": omsk,
    "charlie-2016": charlie,
    "ugra-2021": ugra,
    "fiim-1": fiim(Fraction(2, 5), Fraction(1, 4)),
    "fiim-2": fiim(Fraction(1, 2), Fraction(3, 10)),
    "fiim": fiim(Fraction(7, 10), Fraction(1, 2)),
}


def compensations(games: Games, most: Fraction) -> dict[tuple[int, int], Fraction]:
    """min(i x most / 4, most) for every game lost as a red player killed first, of ten or more."""
    nights: dict[int, list[tuple[int, int]]] = {}
    for game in range(len(games)):
        if int(games.round[game]) >= 10:
            continue  # a final of three games
        for number, seat in enumerate(seats_of(games, game)):
            killed = (seat["left"], seat["on"]) == (NIGHT, 1)
            if killed and not is_black(seat) and has_lost(seat):
                nights.setdefault(seat["entrant"], []).append((game, number))
    return {
        place: min(Fraction(len(places)) * most / 4, most)
        for places in nights.values()
        for place in places
    }


@pytest.mark.parametrize("name", SCORERS)
@given(data=st.data())
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_component_is_what_the_text_says(
    name: str, data: st.DataObject, random_records: Callable[[Regulation], Any]
) -> None:
    regulation = load(name)
    games = data.draw(random_records(regulation))
    points = score(games, regulation)
    most = {"fiim": Fraction(1, 2), "fiim-1": Fraction(2, 5), "fiim-2": Fraction(2, 5)}.get(name)
    compensated = {} if most is None else compensations(games, most)
    for game in range(len(games)):
        table = seats_of(games, game)
        for number, seat in enumerate(table):
            expected = SCORERS[name](seat, table)
            expected["compensation"] = compensated.get((game, number), Fraction(0))
            found = {
                component: Fraction(int(points[game, number, index]), 1000)
                for index, component in enumerate(COMPONENTS)
            }
            assert found == {component: Fraction(0) for component in COMPONENTS} | expected


@given(data=st.data())
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_points_are_int32_with_the_axes_of_the_contract(
    data: st.DataObject, random_records: Callable[[Regulation], Any]
) -> None:
    games = data.draw(random_records(load("ugra-2021")))
    points = score(games, load("ugra-2021"))
    assert points.shape == (len(games), 10, len(COMPONENTS))
    assert points.dtype == np.int32
