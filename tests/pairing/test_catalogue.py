"""The plans that ship are valid and as even as is said of them, and no file can say otherwise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.catalogue import (
    FORMATS,
    HEAD,
    PAGE,
    entry_of,
    improved,
    page,
    plan_of,
)
from mafsim import regulations
from mafsim.pairing import bounds, catalogue, shapes
from mafsim.pairing.bounds import Bound
from mafsim.pairing.catalogue import Entry, Format
from mafsim.pairing.problem import of_regulation

ENTRIES = catalogue.shipped()
FLOORS = {
    # What the benchmarks demand of a search: nothing that ships is worse.
    "20x2x5 t2": (1266, 3),
    "20x2x10": (4500, 4),
    "20x2x10 t2": (4580, 2),
    "30x3x8": (3096, 3),
    "30x3x10": (4590, 4),
    "30x3x12 t2": (6496, 4),
    "30x3x12 t2 range": (6550, 3),
    "30x3x14 t2": (8750, 4),
    "40x4x15 t2": (9982, 4),
    "60x6x10": (4860, 2),
    "60x6x10 t2": (4860, 2),
    "100x10x10": (5294, 2),
    "100x10x10 t2": (5352, 2),
}


def entry(key: str) -> Entry:
    return next(each for each in ENTRIES if each.key == key)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
def test_the_checker_finds_what_is_recorded_and_nothing_broken(entry: Entry) -> None:
    found = entry_of(entry.format, entry.prefer, plan_of(entry))
    assert found.order(entry.prefer) == entry.order(entry.prefer)
    assert (found.low, found.high) == (entry.low, entry.high)
    assert found.bound == entry.bound
    assert found.key == entry.key
    assert (found.table == entry.table).all()
    assert entry.tables == entry.format.problem().tables


def test_sixty_common_formats_ship_from_ten_players_to_two_hundred() -> None:
    formats = {each.format for each in ENTRIES}
    assert formats == set(FORMATS)
    assert len(formats) >= 60
    players = {each.players for each in formats}
    assert (min(players), max(players)) == (10, 200)


def test_every_regulation_that_is_searched_for_has_its_plan() -> None:
    keys = {(each.tables, len(each.table[0]), each.format.team_size) for each in ENTRIES}
    for name in ("omsk-2012", "charlie-2016", "ugra-2021", "fiim"):
        rules = regulations.load(name)
        problem = of_regulation(rules)
        people = len(problem.roster.entrants)
        assert (problem.tables, people, rules.entry.team_size) in keys, name


@pytest.mark.parametrize(("key", "reached"), FLOORS.items())
def test_nothing_that_ships_is_worse_than_what_was_reached_before(
    key: str, reached: tuple[int, int]
) -> None:
    found = entry(key)
    assert found.squares <= reached[0]
    assert found.squares < reached[0] or found.high - found.low <= reached[1]


def test_the_page_shows_the_file() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text, ENTRIES) == text


def test_a_catalogue_is_written_as_it_is_read() -> None:
    text = Path(catalogue.__file__).with_name(catalogue.FILE).read_text(encoding="utf-8")
    assert HEAD + catalogue.written(ENTRIES) == text
    assert len(text) < 300_000


@pytest.mark.parametrize("format_", FORMATS, ids=str)
def test_a_format_is_read_as_it_is_written(format_: Format) -> None:
    assert Format.read(str(format_)) == format_


def test_a_format_says_all_that_is_asked() -> None:
    asked = Format(players=21, tables=2, rounds=7, table_size=9, games=6, team_size=2)
    assert str(asked) == "21x2x7 k9 g6 t2"
    assert Format.read(str(asked)) == asked
    for nonsense in ("20x2", "20x2x5 t2 ", "20x2x5 t", "x2x5"):
        with pytest.raises(ValueError, match=nonsense.strip()):
            Format.read(nonsense)


SMALL = Format(players=4, tables=2, rounds=2, table_size=2)


def made(squares: int, low: int, high: int, ends: int = 5, rows: int = 0) -> Entry:
    return Entry(
        format=SMALL,
        prefer="even",
        table=np.array([[0, 0, 1, 1], [0, 1, 0, 1]], dtype=np.int32),
        squares=squares,
        low=low,
        high=high,
        ends=ends,
        rows=rows,
        bound=Bound(4, "players", 1, "whole"),
    )


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (made(10, 0, 4), made(9, 0, 5)),
        (made(10, 0, 4), made(10, 0, 3)),
        (made(10, 0, 4), made(10, 0, 4, ends=4)),
        (made(8, 0, 4, rows=1), made(10, 0, 5)),
    ],
)
def test_the_better_of_two_plans_is_kept_whichever_came_first(worse: Entry, better: Entry) -> None:
    for first, second in ((worse, better), (better, worse)):
        kept = improved(improved([], first), second)
        assert [each.order("even") for each in kept if each.prefer == "even"] == [
            better.order("even")
        ]


def test_a_narrow_range_has_a_plan_of_its_own_only_where_it_is_narrower() -> None:
    even, narrow = made(9, 0, 5), made(12, 1, 4)
    both = improved(improved([], even), narrow)
    assert {each.prefer: (each.squares, each.low, each.high) for each in both} == {
        "even": (9, 0, 5),
        "range": (12, 1, 4),
    }
    best = made(9, 1, 4)
    assert [each.order("even") for each in improved(both, best)] == [best.order("even")]


def test_a_plan_that_breaks_a_rule_never_gets_in() -> None:
    charlie = entry("20x2x5 t2")
    table = charlie.table.copy()
    # The second of the first team comes to its table, and somebody goes there instead.
    other = next(i for i in range(2, 20) if table[0, i] == table[0, 0])
    table[0, [1, other]] = table[0, [other, 1]]
    with pytest.raises(ValueError, match="team"):
        entry_of(charlie.format, "even", plan_of(replace(charlie, table=table)))


def test_no_bound_that_ships_is_beaten() -> None:
    for each in ENTRIES:
        assert each.squares >= each.bound.value
        assert each.high - each.low >= each.bound.range
        assert each.bound.value >= bounds.bound_of(shapes.shape_of(plan_of(each))).value
