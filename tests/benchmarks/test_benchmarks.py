"""The benchmarks compare with their demands rightly, and print and write what they measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import GROUPS, arguments, main, seeds_of
from benchmarks.ask import COLUMNS, Ask
from benchmarks.bounds import EVENTS, shape_of
from benchmarks.designs import ROWS as DESIGNED
from benchmarks.events import Event
from benchmarks.figures import Figures, spelled
from benchmarks.mafia import ROWS as TABLES
from benchmarks.mafia import Run as Played
from benchmarks.mafia import compared, elsewhere, played
from benchmarks.pairing import ROWS, Demand, Row, Run, run
from benchmarks.seats import seats
from mafsim.pairing import bounds, shapes
from mafsim.pairing.solve import seat


def reached(
    squares: int, low: int, high: int, *, bound: int = 0, range_bound: int = 0, proved: bool = False
) -> Run:
    return Run(
        seed=0, seconds=1.0, processor=2.0, squares=squares, low=low, high=high, bound=bound,
        bound_by="", proved=proved, range_bound=range_bound, stopped_by="effort",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("demand", "found", "met"),
    [
        (Demand(squares=6520), reached(6520, 0, 9), True),
        (Demand(squares=6520), reached(6522, 2, 5), False),
        (Demand(squares=6550, meetings=(2, 5)), reached(6548, 2, 5), True),
        (Demand(squares=6550, meetings=(2, 5)), reached(6548, 3, 6), True),
        (Demand(squares=6550, meetings=(2, 5)), reached(6502, 2, 6), False),
        (Demand(squares=1266, proved=True), reached(1266, 1, 4), False),
        (Demand(squares=1266, proved=True), reached(1266, 1, 4, proved=True), True),
        (Demand(squares=3096, narrowest=True), reached(3096, 1, 4, range_bound=3), True),
        (Demand(squares=3096, narrowest=True), reached(3096, 1, 5, range_bound=3), False),
    ],
)
def test_a_demand_is_met_when_all_of_it_is(demand: Demand, found: Run, met: bool) -> None:
    assert demand.met(found) is met


def test_no_demand_is_below_what_is_proved_possible() -> None:
    for row in (*ROWS, *DESIGNED):
        bound = bounds.bound_of(shape_of(row.event.problem()))
        for demand in (row.soon, row.late):
            assert demand is None or demand.squares >= bound.value, row.event
            if demand is not None and demand.proved:
                assert demand.squares == bound.value, row.event


def test_more_time_demands_more() -> None:
    assert [row.event for row in ROWS if row.late and row.late.squares >= row.soon.squares] == []
    assert all(row.demand("60s") is row.late for row in ROWS)


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_the_shape_of_an_event_is_that_of_its_plans(event: Event) -> None:
    stated, found = shape_of(event.problem()), shapes.shape_of(seat(event.problem(), effort=0))
    assert (stated.partners == found.partners).all()
    assert stated.games == found.games
    assert stated.tables == found.tables
    assert stated.sizes == found.sizes
    assert stated.clubs == found.clubs


def test_a_run_says_what_the_certificate_says() -> None:
    row = Row(event=Event(20, 2, 4), soon=Demand(squares=0), effort=0.2)
    found = run(row, 3, Ask(unclocked=True))
    plan = seat(row.event.problem(), seed=3, effort=0.2, from_scratch=True)
    assert plan.certificate is not None
    meetings = plan.certificate["meetings"]
    assert (found.squares, found.low, found.high, found.bound) == tuple(
        meetings[key] for key in ("sum_of_squares", "min", "max", "bound")
    )


def test_groups_that_were_dealt_at_random_get_even_seats() -> None:
    for row in seats(range(1)).rows:
        apart, excess, halves = row[-3:]
        assert int(apart) <= 1
        assert excess == "0"
        assert int(halves) <= 1


@pytest.mark.parametrize(
    ("text", "seeds"), [("0-4", (0, 1, 2, 3, 4)), ("7", (7,)), ("3,1,3,8-9", (3, 1, 8, 9))]
)
def test_seeds_are_read(text: str, seeds: tuple[int, ...]) -> None:
    assert seeds_of(text) == seeds


@pytest.mark.parametrize(
    "words", [["--seeds", "4-0"], ["--seeds", "x"], ["draws"], ["--column", "5s"]]
)
def test_nonsense_is_a_usage_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        arguments(words)
    assert "usage: python -m benchmarks" in capsys.readouterr().err


def test_without_a_word_everything_is_measured() -> None:
    given = arguments([])
    assert given.groups == list(GROUPS)
    assert given.seeds == Ask().seeds
    assert given.column == Ask().column
    assert set(COLUMNS) == {"10s", "60s", "quick"}


def test_what_is_printed_is_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Figures(title="T", columns=("a", "b"), rows=(("long", "1"),), measured=({"x": 1},))
    monkeypatch.setitem(GROUPS, "bounds", lambda ask: iter([table] if ask.seeds == (7,) else []))
    main(["bounds", "--seeds", "7", "--column", "quick", "--json", str(tmp_path / "f.json")])
    printed = capsys.readouterr().out
    assert "## T\n\n| a    | b |\n| ---- | - |\n| long | 1 |\n" in printed
    written = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))
    assert written["tables"] == {"bounds": [table.document()]}
    assert written["asked"] == {
        "seeds": [7],
        "column": "quick",
        "unclocked": False,
        "catalogue": False,
    }
    assert {"processors", "python", "numba"} <= written["machine"].keys()


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.000012, "12 µs"), (0.0345, "34.5 ms"), (12.34, "12.3 s")]
)
def test_times_are_spelled_in_their_unit(seconds: float, text: str) -> None:
    assert spelled(seconds) == text


def test_an_interpreted_run_that_plays_other_games_is_seen() -> None:
    row, other = TABLES[0], Played(games=1, processor=1.0, digest="other", peak=None)
    same = Played(
        games=1, processor=1.0, digest=played("plain", "random", row.few).digest, peak=1.0
    )
    answers = [compared({row: [same]}, {row: [found]}).rows[0][-1] for found in (same, other)]
    assert answers == [f"yes, {row.few}", f"NO, {row.few}"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["random", "bayes", "human", "hunter"])
def test_the_interpreter_plays_the_compiled_engines_games(kind: str) -> None:
    plainly = elsewhere(("fiim", kind, "4"), NUMBA_DISABLE_JIT="1")
    assert plainly.digest == played("fiim", kind, 4).digest
