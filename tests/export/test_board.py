"""The hall's screen shows everybody once, best first, as large as the number of lines allows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim.export.board import COLUMNS, ROWS, board, screens
from mafsim.export.places import Line, Places, shown
from mafsim.files import read_results
from mafsim.regulations import load
from mafsim.standings import View, view


@pytest.fixture(scope="module")
def places() -> View:
    rules = load("ugra-2021")
    return view(read_results("examples/ugra-2021-results.csv", rules).games, rules, by="player")


def table_of(n: int) -> Places:
    lines = tuple(Line(k + 1, f"N{k}", str(n - k), "") for k in range(n))
    return Places(title="t", who="player", what="points", lines=lines)


@given(st.integers(0, 200))
def test_everybody_is_shown_once_in_order(n: int) -> None:
    found = [
        line for screen in screens(table_of(n)) for column in screen.columns for line in column
    ]
    assert [line.place for line in found] == list(range(1, n + 1))


@given(st.integers(1, 200))
def test_no_screen_is_fuller_than_can_be_read_and_all_are_alike(n: int) -> None:
    found = screens(table_of(n))
    assert len(found) == -(-n // (ROWS * COLUMNS))
    lengths = [sum(map(len, screen.columns)) for screen in found]
    assert max(lengths) <= ROWS * COLUMNS
    assert max(lengths) - min(lengths) <= len(found)
    for screen in found:
        assert max(map(len, screen.columns)) <= min(screen.rows, ROWS)


def test_the_page_reloads_only_if_somebody_writes_it_anew(places: View) -> None:
    assert 'data-reload="0"' in board(places, "en")
    assert 'http-equiv="refresh"' not in board(places, "en")
    assert 'data-reload="10"' in board(places, "en", reload=10)
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in board(
        places, "en", reload=10
    )


def test_places_and_points_are_those_of_the_standings(places: View) -> None:
    (table,) = shown([places], "ru").tables
    told = [line["points"].replace(".", ",") for line in places.document({})["places"]]
    assert [line.points for line in table.lines] == told
    text = board(places, "ru")
    assert text.count('class="first"') == 1
    assert "личный зачёт, после 15 туров" in text


def test_only_a_tie_is_explained_on_the_screen(places: View) -> None:
    (table,) = shown([places], "en").tables
    decided = [line["decided_by"] for line in places.document({})["places"]]
    assert [line.tied for line in table.lines] == [
        each not in (None, "points", "per_game") for each in decided
    ]
