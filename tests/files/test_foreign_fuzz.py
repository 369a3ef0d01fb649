"""Whatever is made of the words of foreign files is read or refused, and nothing else happens."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.errors import MafsimError
from mafsim.files import is_results, parse_plan, parse_results, parse_roster
from mafsim.pairing.check import examine
from tests.laws import tried

pytestmark = pytest.mark.slow

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(
        ["", "Ann", "maf", "civ", "tie", "night", "day", "kickOut", "1;2;3", "x" * 300]
    )
)
KEYS = st.sampled_from(
    [
        *("configuration", "numPlayers", "numTables", "numRounds", "numGames", "numAttempts"),
        *("rounds", "id", "gameIds", "games", "players", "people", "name", "role", "death", "type"),
        *("round", "legacy", "bonus", "winner", "game", "tableNum", "table", "place", "login"),
        *("points", "win", "format", "seats"),
    ]
)
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=40,
)  # fmt: skip


def attempt(data: bytes) -> None:
    with suppress(MafsimError):
        plan = parse_plan(data, file="x")
        examine(plan)
    with suppress(MafsimError):
        parse_results(data, file="x", lenient=True)
    with suppress(MafsimError):
        parse_roster(data, file="x")
    is_results(data, file="x")


@given(DOCUMENTS)
@tried(150)
def test_any_document_is_read_or_refused(document: Any) -> None:
    attempt(json.dumps(document).encode())


SLOTS = st.none() | st.integers(-1, 12)


@given(st.lists(st.lists(st.lists(SLOTS, max_size=4), max_size=4), max_size=4))
@tried(100)
def test_any_cube_is_read_or_refused(cube: list[list[list[int | None]]]) -> None:
    attempt(json.dumps(cube).encode())


@st.composite
def schedules(draw: st.DrawFn) -> dict[str, Any]:
    ids = st.integers(0, 5) | LEAVES
    return {
        "configuration": draw(st.none() | st.dictionaries(KEYS, ids)),
        "rounds": draw(
            st.lists(st.fixed_dictionaries({"id": ids, "gameIds": st.lists(ids, max_size=3)}))
        ),
        "games": draw(
            st.lists(st.fixed_dictionaries({"id": ids, "players": st.lists(SLOTS | LEAVES)}))
        ),
        "people": draw(st.none() | st.lists(st.fixed_dictionaries({"id": ids, "name": LEAVES}))),
    }


@given(schedules())
@tried(150)
def test_any_schedule_is_read_or_refused(document: dict[str, Any]) -> None:
    attempt(json.dumps(document).encode())


@st.composite
def games(draw: st.DrawFn) -> list[dict[str, Any]]:
    person = st.fixed_dictionaries(
        {"id": st.integers(0, 12) | LEAVES, "name": LEAVES},
        optional={
            "role": LEAVES,
            "death": LEAVES | st.fixed_dictionaries({"type": LEAVES, "round": LEAVES}),
            "legacy": LEAVES | st.lists(SLOTS | LEAVES, max_size=4),
            "bonus": LEAVES,
            "place": LEAVES,
            "points": LEAVES,
        },
    )
    game = st.fixed_dictionaries(
        {"players": st.lists(person, min_size=1, max_size=4)},
        optional={"winner": LEAVES, "win": LEAVES, "round": LEAVES, "tableNum": LEAVES},
    )
    return draw(st.lists(game, min_size=1, max_size=3))


@given(games(), st.booleans())
@tried(150)
def test_any_games_are_read_or_refused(document: list[dict[str, Any]], wrapped: bool) -> None:
    attempt(json.dumps({"games": document} if wrapped else document).encode())


@given(st.lists(st.sampled_from(["a;b", "1;2", "x,y", ";", "", "Тур 1", "\x07", "-"]), max_size=40))
@tried(100)
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    attempt("\n".join(lines).encode())
