"""Results of two other programs become the same games as mafsim's own results file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mafsim.errors import MafsimError
from mafsim.files import is_results, parse_results
from mafsim.games import EMPTY, Games, Left, Role, Winner
from mafsim.regulations import load
from mafsim.standings import view

EXAMPLE = Path(__file__).parents[2] / "examples" / "ugra-2021-results.csv"
ROLES = {Role.SHERIFF: "sheriff", Role.MAFIA: "maf", Role.DON: "don"}
WINNERS = {Winner.RED: "civ", Winner.BLACK: "maf", Winner.DRAW: "tie"}
LOGIN_ROLES = {
    Role.CIVILIAN: "мирный",
    Role.SHERIFF: "шериф",
    Role.MAFIA: "мафия",
    Role.DON: "дон",
}
WINS = {Winner.RED: "red", Winner.BLACK: "black", Winner.DRAW: "draw"}


def example() -> Games:
    games = parse_results(EXAMPLE.read_bytes(), file="r.csv").games
    assert isinstance(games, Games)
    return games


def person(games: Games, game: int, seat: int, base: int) -> dict[str, Any]:
    """Give a person of the first shape; `base` is where seats, nights and days begin."""
    who = int(games.entrants[game, seat])
    told: dict[str, Any] = {"id": who, "name": games.roster.entrants[who].name}
    role = Role(int(games.roles[game, seat]))
    if role in ROLES:
        told["role"] = ROLES[role]
    if games.left[game, seat] != EMPTY:
        kind = {Left.NIGHT: "night", Left.VOTE: "day", Left.FOUL: "warnings"}[
            Left(int(games.left[game, seat]))
        ]
        if games.disqualified[game, seat]:
            kind = "kickOut"
        told["death"] = {"type": kind, "round": int(games.left_on[game, seat]) - 1 + base}
    if games.left[game, seat] == Left.NIGHT and games.left_on[game, seat] == 1:
        named = [int(number) + base for number in games.best_move[game] if number != EMPTY]
        if named:
            told["legacy"] = named
    points = int(games.additional[game, seat]) - int(games.penalty[game, seat])
    if points:
        told["bonus"] = points / 1000
    return told


def first_shape(games: Games, base: int = 1) -> list[dict[str, Any]]:
    return [
        {
            "players": [person(games, game, seat, base) for seat in range(10)],
            "winner": WINNERS[Winner(int(games.winner[game]))],
        }
        for game in range(len(games))
    ]


def second_shape(games: Games) -> dict[str, Any]:
    return {
        "game": [
            {
                "tableNum": int(games.table[game]) + 1,
                "table": [
                    {
                        "place": seat + 1,
                        "login": games.roster.entrants[int(games.entrants[game, seat])].name,
                        "role": LOGIN_ROLES[Role(int(games.roles[game, seat]))],
                        "points": 1.0,
                    }
                    for seat in range(10)
                ],
                "win": WINS[Winner(int(games.winner[game]))],
            }
            for game in range(len(games))
        ]
    }


def read(document: Any) -> Games:
    games = parse_results(json.dumps(document).encode(), file="r.json").games
    assert isinstance(games, Games)
    return games


def names(games: Games) -> list[list[str]]:
    return [[games.roster.entrants[i].name for i in game] for game in games.entrants.tolist()]


WRAPPED: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "list": lambda games: games,
    "games": lambda games: {"games": games},
}


@pytest.mark.parametrize("wrap", WRAPPED)
@pytest.mark.parametrize("base", [0, 1])
def test_the_first_shape_tells_all_of_a_game(wrap: str, base: int) -> None:
    games = example()
    back = read(WRAPPED[wrap](first_shape(games, base)))
    assert names(back) == names(games)
    net = games.additional - games.penalty
    assert np.array_equal(back.additional - back.penalty, net)
    for field in ("round", "table", "roles", "winner", "left", "left_on", "best_move"):
        assert np.array_equal(getattr(back, field), getattr(games, field)), field


def test_the_second_shape_tells_who_won_in_which_role() -> None:
    games = example()
    back = read(second_shape(games))
    assert names(back) == names(games)
    for field in ("round", "table", "roles", "winner"):
        assert np.array_equal(getattr(back, field), getattr(games, field)), field


def test_points_of_another_program_are_not_taken_over_and_that_is_said() -> None:
    results = parse_results(json.dumps(second_shape(example())).encode(), file="r.json")
    assert ("foreign.points", {"file": "r.json"}) in results.warnings
    assert not results.games.additional.any()  # type: ignore[union-attr]


def test_standings_of_the_first_shape_are_those_of_the_results_file() -> None:
    """Fouls, reasons and teams are not in that shape: a regulation that asks for none of them."""
    plain = load("plain")
    games = example()
    same = games.with_(stages=(), stage=None, reasons=(), penalty_reason=None)
    asked = {"by": "player", "after_round": None, "protests": False, "seed": 0}
    document = view(read(first_shape(games)), plain, **asked).document({})  # type: ignore[arg-type]
    other = view(same, plain, **asked).document({})  # type: ignore[arg-type]
    told, others = (
        {(place["place"], place["name"], place["points"]) for place in each["places"]}
        for each in (document, other)
    )
    assert told == others
    assert len(told) == 30


def test_both_shapes_are_seen_to_be_results() -> None:
    games = example()
    for document in (first_shape(games), {"games": first_shape(games)}, second_shape(games)):
        assert is_results(json.dumps(document).encode(), file="r.json")
    assert is_results(json.dumps(first_shape(games)[0]).encode(), file="r.json")
    plan = {"rounds": [{"id": 0, "gameIds": [0]}], "games": [{"id": 0, "players": [0, 1]}]}
    assert not is_results(json.dumps(plan).encode(), file="p.json")


def test_rounds_of_a_schedule_say_where_its_games_were_played() -> None:
    games = [game | {"id": 100 + i} for i, game in enumerate(first_shape(example())[:6])]
    rounds = [{"id": 0, "gameIds": [100, 101, 102]}, {"id": 1, "gameIds": [104, 103, 105]}]
    back = read({"rounds": rounds, "games": games})
    assert back.round.tolist() == [0, 0, 0, 1, 1, 1]
    assert names(back)[3:5] == names(example())[4:2:-1]


def test_rounds_and_tables_may_be_told_by_each_game() -> None:
    games = first_shape(example())[:3]
    told = [game | {"round": 7, "tableNum": 3 - i} for i, game in enumerate(games)]
    back = read(told)
    assert back.round.tolist() == [6, 6, 6]
    assert names(back) == names(example())[2::-1]


def test_a_best_move_may_name_the_ids_of_people() -> None:
    games = first_shape(example())
    for game in games:
        for who in game["players"]:
            who["id"] += 1000
        for who in game["players"]:
            if "legacy" in who:
                who["legacy"] = [game["players"][seat - 1]["id"] for seat in who["legacy"]]
    assert np.array_equal(read(games).best_move, example().best_move)


def test_removals_are_removals() -> None:
    games = first_shape(example())
    for kind in ("kickOut", "teamKickOut"):
        games[0]["players"][4]["death"] = {"type": kind, "round": 2}
        back = read(games)
        assert back.left[0, 4] == Left.FOUL
        assert back.left_on[0, 4] == 2
        assert back.disqualified[0, 4]


def test_a_best_move_of_two_seats_is_left_out_and_told() -> None:
    games = first_shape(example())
    mover = next(p for game in games for p in game["players"] if "legacy" in p)
    mover["legacy"] = [*mover["legacy"][:2], None]
    results = parse_results(json.dumps(games).encode(), file="r.json")
    assert ("foreign.half_move", {"file": "r.json", "n": 1}) in results.warnings


DAMAGES: dict[str, tuple[Callable[[list[Any]], None], str]] = {
    "role": (
        lambda games: games[1]["players"][2].update(role="sherif"),
        "r.json: [1].players[2]: ",
    ),
    "winner": (lambda games: games[1].update(winner="me"), "r.json: [1].players[0]: "),
    "death": (
        lambda games: games[1]["players"][2].update(death={"type": "flu", "round": 1}),
        "r.json: [1].players[2].death.type: a death is of one of these types: "
        "night, day, warnings, kickOut, teamKickOut; not flu",
    ),
    "round": (
        lambda games: games[1]["players"][2].update(death={"type": "day"}),
        "r.json: [1].players[2].death: the key 'round' is missing; add it",
    ),
    "nine": (lambda games: games[1]["players"].pop(), "r.json: [1].players[0]: "),
    "name": (
        lambda games: games[1]["players"].__setitem__(3, {}),
        "r.json: [1].players[3]: the key 'name' is missing; add it",
    ),
    "bonus": (
        lambda games: games[1]["players"][2].update(bonus="much"),
        "r.json: [1].players[2].bonus: a finite number must stand here",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_is_named_with_its_place(damage: str) -> None:
    change, sentence = DAMAGES[damage]
    games = first_shape(example())[:3]
    change(games)
    with pytest.raises(MafsimError) as refused:
        read(games)
    assert str(refused.value).startswith(sentence)
    assert refused.value.exit_code == 3
