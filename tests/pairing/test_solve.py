"""A seated plan keeps every rule, is as even as is known to be possible, and is the same every time."""

from __future__ import annotations

import itertools
import signal
import threading
import time
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given

from mafsim import regulations
from mafsim.errors import Impossible, UsageError
from mafsim.pairing import check, measures, solve
from mafsim.pairing.problem import Problem, of_regulation, of_shape
from mafsim.pairing.progress import Progress
from mafsim.plan import Plan
from mafsim.roster import Roster, numbered
from tests.laws import tried
from tests.pairing import brute, draws


def seat(problem: Problem, **options: Any) -> Plan:
    """Seat an event by the search alone, without a plan of the catalogue."""
    return solve.seat(problem, from_scratch=True, **options)


def is_valid(plan: Plan) -> bool:
    """Say whether the checker and the plain loops find nothing at all."""
    return check.check(plan) == () and brute.broken(plan) == []


def meetings(plan: Plan) -> dict[str, Any]:
    assert plan.certificate is not None
    counted = brute.balance(plan).meetings
    claimed: dict[str, Any] = plan.certificate["meetings"]
    assert claimed["sum_of_squares"] == counted.sum_of_squares
    assert (claimed["min"], claimed["max"]) == (counted.min, counted.max)
    return claimed


# The truths: bounds that are reached.


@pytest.mark.parametrize(
    ("players", "rounds", "team_size", "squares"),
    [(20, 10, 1, 4500), (20, 10, 2, 4580), (30, 10, 1, 4590)],
)
def test_events_whose_optimum_is_known_reach_it_and_say_so(
    players: int, rounds: int, team_size: int, squares: int
) -> None:
    event = of_shape(players=players, rounds=rounds, team_size=team_size)
    plan = seat(event, effort=0.6)
    assert is_valid(plan)
    found = meetings(plan)
    assert (found["sum_of_squares"], found["bound"]) == (squares, squares)
    assert found["proved_best"]


@pytest.mark.parametrize("team_rounds", [10, 5])
def test_a_plan_that_is_proved_in_everything_says_why_it_stopped(team_rounds: int) -> None:
    plan = seat(of_shape(players=20, rounds=team_rounds, team_size=2), effort=1)
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "proved"
    findings = check.examine(plan)
    assert findings.proved_best
    assert findings.proved_narrowest


def test_ugra_is_seated_within_two_and_a_half_per_cent_of_its_bound() -> None:
    plan = seat(of_regulation(regulations.load("ugra-2021")), effort=1)
    assert is_valid(plan)
    found = meetings(plan)
    assert found["bound"] == 6372
    assert found["sum_of_squares"] <= 6540


def test_omsk_is_proved_best_and_charlie_reaches_its_parity() -> None:
    omsk = meetings(seat(of_regulation(regulations.load("omsk-2012")), effort=0.6))
    assert (omsk["sum_of_squares"], omsk["proved_best"]) == (3096, True)
    charlie = meetings(seat(of_regulation(regulations.load("charlie-2016")), effort=0.3))
    assert (charlie["sum_of_squares"], charlie["proved_best"]) == (1266, True)


# The shapes of real events: players, tables, rounds, games each.

REAL = [
    (21, 2, 11, 10),
    (25, 2, 10, 8),
    (31, 3, 11, 10),
    (36, 3, 12, 10),
    (39, 3, 13, 10),
    (12, 1, 12, 10),
    (16, 1, 16, 10),
    (26, 2, 13, 10),
    (28, 2, 14, 10),
    (40, 4, 15, None),
]


@pytest.mark.parametrize("team_size", [1, 2])
@pytest.mark.parametrize(("players", "tables", "rounds", "games"), REAL)
def test_real_events_are_seated_at_no_effort(
    players: int, tables: int, rounds: int, games: int | None, team_size: int
) -> None:
    def event() -> Problem:
        return of_shape(
            players=players, tables=tables, rounds=rounds, games=games, team_size=team_size
        )

    if team_size > tables:
        with pytest.raises(Impossible):
            event()
        return
    plan = seat(event(), effort=0)
    assert is_valid(plan)
    figures = brute.balance(plan)
    assert figures.seats.max_spread <= 1
    assert figures.seats.excess == 0
    assert figures.halves_max_spread is not None
    assert figures.halves_max_spread <= 1
    assert set(measures.game_counts(plan).tolist()) == {games or rounds}
    assert figures.byes_max_spread == 0


@pytest.mark.parametrize(
    ("players", "tables", "rounds", "games"), [(21, 2, 11, 10), (31, 3, 11, 10), (25, 2, 10, None)]
)
def test_nobody_rests_twice_in_a_row_where_the_numbers_allow_it(
    players: int, tables: int, rounds: int, games: int | None
) -> None:
    event = of_shape(players=players, tables=tables, rounds=rounds, games=games)
    plan = seat(event, effort=0.05)
    figures = brute.balance(plan)
    assert figures.two_in_a_row == 0
    assert figures.byes_max_spread <= 1


# Whatever is demanded.


@given(draws.events(most_tables=2, most_size=3, most_rounds=4))
@tried(25)
def test_whatever_can_be_seated_is_seated_validly(event: Problem) -> None:
    assume(brute.can_be_seated(event.roster, event.tables, event.table_size))
    plan = seat(event, effort=0, jobs=1)
    assert is_valid(plan)
    figures = brute.balance(plan)
    assert figures == measures.balance(plan)
    assert figures.seats.max_spread <= 1
    assert figures.seats.excess == 0
    assert (figures.halves_max_spread or 0) <= 1
    found = meetings(plan)
    assert found["bound"] <= found["sum_of_squares"]
    assert found["range_bound"] <= found["max"] - found["min"]


def test_pins_absences_teams_and_apart_pairs_are_kept_together() -> None:
    entrants = list(numbered(33, team_size=3).entrants)
    for i, table in ((0, 2), (4, 0), (17, 1)):
        entrants[i] = replace(entrants[i], table=table)
    for i, rounds in ((5, {0}), (17, {3, 4}), (30, {7})):
        entrants[i] = replace(entrants[i], absent=frozenset(rounds))
    roster = Roster(entrants=tuple(entrants), apart=((0, 9), (2, 32), (4, 17)))
    plan = seat(of_shape(roster=roster, rounds=8), effort=0.1)
    assert is_valid(plan)
    at_own_table = np.argwhere(plan.seats == 4)
    assert set(at_own_table[:, 1].tolist()) == {0}


def hopeless() -> Problem:
    """State an event that no plan seats, unasked: of five in a ring no neighbours meet, at two tables."""
    ring = tuple(sorted([(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]))
    return Problem(roster=Roster(entrants=numbered(20).entrants, apart=ring), tables=(2,) * 3)


@pytest.mark.slow
def test_demands_that_no_plan_keeps_are_refused_with_the_first_of_them() -> None:
    # At one table of two everybody may sit with 0 alone, who would play four games to his two.
    roster = Roster(entrants=numbered(4).entrants, apart=((1, 2), (1, 3), (2, 3)))
    assert not brute.can_be_seated(roster, (1,) * 4, 2)
    event = Problem(roster=roster, tables=(1,) * 4, table_size=2)
    with pytest.raises(Impossible) as refused:
        seat(event, effort=0)
    assert refused.value.key == "solve.nothing_valid"
    assert "must be kept apart" in refused.value.sentence()


# The same plan, always.


def events_with_rests_and_without() -> list[Problem]:
    return [
        of_shape(players=30, rounds=12, team_size=2),
        of_shape(players=21, tables=2, rounds=11, games=10),
    ]


@pytest.mark.parametrize(
    "options",
    [
        {},
        pytest.param({"prefer": "range"}, marks=pytest.mark.slow),
        pytest.param({"table_balance": "even"}, marks=pytest.mark.slow),
    ],
)
def test_the_number_of_jobs_changes_nothing(options: dict[str, Any]) -> None:
    for event in events_with_rests_and_without():
        plans = [seat(event, seed=7, effort=0.05, jobs=jobs, **options) for jobs in (1, 2, 3)]
        assert len({plan.seats.tobytes() for plan in plans}) == 1
        assert plans[0].certificate == plans[1].certificate == plans[2].certificate


@pytest.mark.parametrize("seed", range(4))
def test_the_number_of_jobs_changes_nothing_where_several_walks_reach_the_bound(seed: int) -> None:
    event = of_shape(players=20, rounds=5, team_size=2)
    plans = [seat(event, seed=seed, effort=2, jobs=jobs) for jobs in (1, 2, 6)]
    assert meetings(plans[0])["proved_best"]
    assert len({plan.seats.tobytes() for plan in plans}) == 1


def test_another_seed_is_another_plan() -> None:
    event = of_shape(players=30, rounds=8)
    plans = {seat(event, seed=seed, effort=0).seats.tobytes() for seed in range(4)}
    assert len(plans) == 4


def test_effort_pays() -> None:
    event = of_shape(players=30, rounds=12, team_size=2)
    squares = [meetings(seat(event, effort=effort))["sum_of_squares"] for effort in (0, 1)]
    assert squares[0] > squares[1] + 10


# Stopping.


def test_no_effort_and_no_time_give_a_valid_plan() -> None:
    event = of_shape(players=30, rounds=12, team_size=2)
    at_once = seat(event, effort=0)
    assert is_valid(at_once)
    assert at_once.certificate is not None
    assert (at_once.certificate["stopped_by"], at_once.certificate["effort"]) == ("effort", 0)
    assert is_valid(seat(event, seconds=0))


def test_the_clock_caps_the_effort() -> None:
    began = time.monotonic()
    plan = seat(of_shape(players=30, rounds=12, team_size=2), effort=10_000, seconds=0.5)
    assert time.monotonic() - began < 10
    assert is_valid(plan)
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "seconds"


@pytest.mark.parametrize("after", [1, 4])
def test_an_interrupt_gives_the_best_valid_plan_so_far(after: int) -> None:
    told: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        told.append(progress)
        if len(told) >= after:
            raise KeyboardInterrupt

    plan = seat(of_shape(players=30, rounds=12, team_size=2), effort=10_000, progress=interrupt)
    assert is_valid(plan)
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "interrupt"
    best = [progress.best for progress in told if progress.best is not None]
    assert meetings(plan)["sum_of_squares"] <= max(best)


def test_ctrl_c_gives_the_best_valid_plan_so_far_and_leaves_the_next_one_to_others() -> None:
    handler = signal.getsignal(signal.SIGINT)
    told: list[Progress] = []

    def press(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 2:
            signal.raise_signal(signal.SIGINT)

    plan = seat(of_shape(players=30, rounds=12, team_size=2), effort=10_000, progress=press)
    assert is_valid(plan)
    assert plan.certificate is not None
    assert plan.certificate["stopped_by"] == "interrupt"
    assert signal.getsignal(signal.SIGINT) is handler


def test_an_event_is_seated_outside_of_the_main_thread_too() -> None:
    plans: list[Plan] = []
    event = of_shape(players=20, rounds=5)
    thread = threading.Thread(target=lambda: plans.append(seat(event, effort=0)))
    thread.start()
    thread.join()
    assert plans == [seat(event, effort=0)]


def test_an_interrupt_without_any_valid_plan_is_an_interrupt() -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        seat(hopeless(), effort=0, progress=interrupt)


@pytest.mark.slow
def test_one_interrupt_before_any_valid_plan_is_an_interrupt_in_the_end() -> None:
    told: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        seat(hopeless(), effort=0, progress=interrupt)


def test_a_search_leaves_no_threads_behind() -> None:
    before = threading.active_count()
    seat(of_shape(players=20, rounds=5), effort=0.1, jobs=2)
    assert threading.active_count() == before


def test_progress_goes_forward_and_tells_the_truth() -> None:
    told: list[Progress] = []
    plan = seat(of_shape(players=30, rounds=12, team_size=2), effort=0.6, progress=told.append)
    assert len(told) >= 3
    for earlier, later in itertools.pairwise(told):
        assert earlier.elapsed <= later.elapsed
        assert 0 <= earlier.done <= later.done <= 1
        assert earlier.bound == later.bound == 6372
        if earlier.best is not None:
            assert later.best is not None
            assert later.best <= earlier.best
    known = [progress for progress in told if progress.best is not None]
    assert known
    for progress in known:
        assert progress.best is not None
        assert progress.bound <= progress.best
        if progress.low is not None and progress.high is not None:
            assert progress.low < progress.high
    final = known[-1].best
    assert final is not None
    assert meetings(plan)["sum_of_squares"] <= final


# Options.


@cache
def ugra(prefer: str = "even", table_balance: str = "free") -> Plan:
    event = of_shape(players=30, rounds=12, team_size=2)
    return seat(event, effort=1, prefer=prefer, table_balance=table_balance)


def test_who_prefers_the_range_gets_a_narrower_one_for_more_squares() -> None:
    even, narrow = meetings(ugra()), meetings(ugra(prefer="range"))
    assert is_valid(ugra(prefer="range"))
    assert narrow["max"] - narrow["min"] <= 3 < even["max"] - even["min"]
    assert narrow["sum_of_squares"] > even["sum_of_squares"]


def test_even_tables_cost_meetings_and_the_certificate_says_how_many() -> None:
    free, even = ugra(), ugra(table_balance="even")
    assert is_valid(even)
    spreads = [brute.balance(plan).tables.max_spread for plan in (free, even)]
    assert spreads[1] < spreads[0]
    assert even.certificate is not None
    price = even.certificate["table_balance"]
    for name, plan, spread in (("free", free, spreads[0]), ("even", even, spreads[1])):
        assert price[name]["sum_of_squares"] == meetings(plan)["sum_of_squares"]
        assert price[name]["tables_max_spread"] == spread
    assert brute.balance(even).seats.excess == 0


def test_a_certificate_is_what_the_checker_finds() -> None:
    plan = ugra()
    assert plan.certificate is not None
    certificate = dict(plan.certificate)
    assert certificate.pop("effort") == 1
    assert certificate.pop("stopped_by") == "effort"
    assert certificate == check.balance_document(check.examine(plan))


def test_a_plan_carries_what_its_problem_says() -> None:
    event = of_regulation(regulations.load("omsk-2012"))
    plan = seat(event, effort=0)
    assert (plan.stages, plan.game, plan.table_size) == (event.stages, "mafia", 10)
    assert plan.roster == event.roster
    assert plan.played().sum(axis=1).tolist() == list(event.tables)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"effort": -1}, "solve.effort"),
        ({"effort": float("nan")}, "solve.effort"),
        ({"effort": float("inf")}, "solve.effort"),
        ({"effort": 100_001}, "solve.effort"),
        ({"seconds": -0.1}, "solve.seconds"),
        ({"seconds": float("nan")}, "solve.seconds"),
        ({"seconds": float("inf")}, "solve.seconds"),
        ({"jobs": 0}, "solve.jobs"),
        ({"prefer": "odd"}, "solve.prefer"),
        ({"table_balance": "odd"}, "solve.table_balance"),
    ],
)
def test_options_that_make_no_sense_are_refused_before_the_search(
    options: dict[str, Any], key: str
) -> None:
    with pytest.raises(UsageError) as refused:
        seat(of_shape(players=20, rounds=5), **options)
    assert (refused.value.key, refused.value.exit_code) == (key, 2)
    assert refused.value.sentence("en") != refused.value.sentence("ru")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "rounds", "team_size", "most"), [(60, 10, 1, 1), (100, 10, 1, 1), (30, 12, 2, 2)]
)
def test_people_sit_side_by_side_as_rarely_as_is_asked_of_large_events(
    players: int, rounds: int, team_size: int, most: int
) -> None:
    plan = seat(of_shape(players=players, rounds=rounds, team_size=team_size), effort=3)
    assert plan.certificate is not None
    assert plan.certificate["neighbours"]["max"] == most
    assert plan.certificate["seats"]["max_spread"] == (0 if rounds == 10 else 1)


@pytest.mark.slow
def test_sixty_people_in_ten_rounds_are_proved_best() -> None:
    plan = seat(of_shape(players=60, rounds=10), effort=10)
    assert plan.certificate is not None
    assert plan.certificate["meetings"]["sum_of_squares"] == 4860
    assert plan.certificate["meetings"]["proved_best"]
