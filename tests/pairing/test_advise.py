"""Advice is proved or measured: whoever follows it gets what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mafsim import regulations
from mafsim.pairing import advise as advising
from mafsim.pairing import check
from mafsim.pairing.advise import Advice, advise
from mafsim.pairing.measures import game_counts
from mafsim.pairing.problem import Problem, of_regulation, of_shape
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.roster import numbered


@pytest.fixture(autouse=True, scope="module")
def _short() -> Iterator[None]:
    """Let searches be short: what is claimed of them does not depend on how long they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advising, "EFFORT", 0.05)
        yield


@cache
def advised(**shape: Any) -> tuple[Problem, Plan, tuple[Advice, ...]]:
    event = of_shape(**shape)
    plan = seat(event, effort=0.05)
    return event, plan, advise(event, plan)


def changed(shape: dict[str, Any], advice: Advice, **how: Any) -> Plan:
    """Seat the event as an advice would have it."""
    ways = {"table_balance", "prefer"}
    options = {k: v for k, v in advice.changes.items() if k not in ways}
    how |= {k: v for k, v in advice.changes.items() if k in ways}
    return seat(of_shape(**(shape | options)), **how)


UGRA: dict[str, Any] = {"players": 30, "tables": 3, "rounds": 12, "team_size": 2}
CHARLIE: dict[str, Any] = {"players": 20, "tables": 2, "rounds": 5, "team_size": 2}
RESTING: dict[str, Any] = {"players": 21, "tables": 2, "rounds": 11}
WIDE: dict[str, Any] = {"players": 42, "tables": 3, "rounds": 4}
GIVEN: dict[str, Any] = {"players": 22, "tables": 2, "rounds": 6, "team_size": 2, "games": 5}
SHAPES = [UGRA, CHARLIE, RESTING, WIDE, GIVEN]


def test_teams_of_three_make_a_perfect_plan_of_thirty_players() -> None:
    _, _, found = advised(**UGRA)
    first = found[0]
    assert (first.changes, first.gain, first.proof) == ({"team_size": 3}, "perfect", "design")
    assert first.sentence() == (
        "teams of 3 instead of 2: a perfect plan exists, in which all who may meet do so exactly "
        "4 times (proved: a design gives it)"
    )
    findings = check.examine(changed(UGRA, first, effort=0))
    assert findings.proved_best
    assert (findings.balance.meetings.min, findings.balance.meetings.max) == (4, 4)


def test_a_round_more_makes_a_range_possible_that_is_proved_impossible_without() -> None:
    _, plan, found = advised(**CHARLIE)
    (advice,) = [each for each in found if each.changes == {"rounds": 6}]
    assert advice.gain == "range_people_proved"
    assert check.examine(plan).meetings_bound.range > advice.fields["width"]
    again = check.examine(changed(CHARLIE, advice, effort=advising.EFFORT)).balance.meetings
    assert advice.values == {
        "sum_of_squares": again.sum_of_squares,
        "min": again.min,
        "max": again.max,
        "effort": advising.EFFORT,
    }


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_whoever_follows_an_advice_gets_what_it_says(shape: dict[str, Any]) -> None:
    _, plan, found = advised(**shape)
    now = check.examine(plan).balance
    assert found
    for advice in found:
        followed = changed(shape, advice, effort=advising.EFFORT)
        balance = check.examine(followed).balance
        if "min" in advice.values:
            assert balance.meetings.min == advice.values["min"]
            assert balance.meetings.max == advice.values["max"]
            assert balance.meetings.range < now.meetings.range
        if advice.gain == "nobody_rests":
            assert (game_counts(followed) == followed.rounds).all()
        if advice.proof == "count" and "byes_max_spread" in advice.values:
            assert balance.byes_max_spread == 0 < now.byes_max_spread
        if "tables_max_spread" in advice.values:
            assert balance.tables.max_spread == advice.values["tables_max_spread"]
            assert balance.tables.max_spread < now.tables.max_spread


def test_what_gains_most_comes_first_and_five_are_enough() -> None:
    for shape in SHAPES:
        _, _, found = advised(**shape)
        worths = [advice.worth for advice in found]
        assert worths == sorted(worths, reverse=True)
        assert len(found) <= 5
        assert len({str(advice.changes) for advice in found}) == len(found)


def test_games_are_counted_until_they_are_equal() -> None:
    _, _, found = advised(**RESTING)
    gains = {advice.gain: advice for advice in found}
    assert gains["equal_games"].values == {
        "games": 21,
        "games_each": 10,
        "rounds": 11,
        "byes_max_spread": 0,
    }
    assert gains["nobody_rests"].changes == {"players": 20}
    gains = {advice.gain: advice for advice in advised(**WIDE)[2]}
    assert gains["fewer_rest"].values == {"byes": 2}
    assert gains["fewer_rest"].changes == {"tables": 4}


def test_where_games_are_given_they_change_with_the_people_and_the_rounds() -> None:
    changes = [advice.changes for advice in advised(**GIVEN)[2]]
    assert {"players": 20, "games": 6} in changes
    assert all("games" in change for change in changes if {"players", "rounds"} & set(change))
    # Games that twenty-one people fill are no nearer than ten.
    event = of_shape(players=21, tables=2, rounds=11, games=10)
    found = advise(event, seat(event, effort=0), seconds=0)
    assert [advice.changes for advice in found] == [{"players": 20, "games": 11}]


def test_a_narrow_range_that_ships_is_advised_and_others_have_to_beat_it() -> None:
    event = of_shape(**UGRA)
    found = advise(event, seat(event))
    gains = [advice.gain for advice in found]
    first = found[gains.index("prefer_range_shipped")]
    assert (first.changes, first.values) == (
        {"prefer": "range"},
        {"sum_of_squares": 6480, "min": 2, "max": 5, "effort": 0},
    )
    ranges = [advice for advice in found if advice.gain.startswith("range")]
    assert all(advice.fields["width"] < 3 for advice in ranges)
    assert gains.index("prefer_range_shipped") < min(map(found.index, ranges), default=len(found))


def test_the_same_question_has_the_same_answer_whatever_the_threads() -> None:
    event, plan, found = advised(**CHARLIE)
    assert advise(event, plan, jobs=1) == found


def test_a_perfect_plan_needs_no_advice() -> None:
    event = of_shape(players=30, rounds=12, team_size=3)
    assert advise(event, seat(event, effort=0)) == ()


def test_a_regulation_is_advised_though_it_fixes_the_rounds() -> None:
    event = of_regulation(regulations.load("charlie-2016"))
    found = advise(event, seat(event, effort=0.05))
    assert {"rounds": 6} in [advice.changes for advice in found]


def test_teams_of_shapka_are_measured_by_their_own_meetings() -> None:
    event = of_shape(players=27, rounds=2, team_size=3, game="shapka")
    plan = seat(event, effort=0.1)
    now = check.examine(plan).balance.team_meetings
    assert now is not None
    for advice in advise(event, plan):
        assert set(advice.changes) == {"rounds"}
        assert advice.gain in {"range_teams", "range_teams_proved"}
        assert advice.fields["width"] < now.range


def test_no_promise_is_made_where_somebody_has_demands() -> None:
    roster = replace(numbered(30, team_size=3), apart=((0, 3),))
    event = of_shape(roster=roster, rounds=11)
    found = advise(event, seat(event, effort=0.05), seconds=0)
    assert [advice for advice in found if advice.proof == "design"] == []


def test_where_no_time_is_left_only_what_is_proved_is_said() -> None:
    event, plan, _ = advised(**UGRA)
    found = advise(event, plan, seconds=0)
    assert found
    assert {advice.proof for advice in found} == {"design"}


def test_who_waits_hears_how_many_changes_are_tried() -> None:
    event, plan, _ = advised(**CHARLIE)
    heard: list[tuple[int, int]] = []
    advise(event, plan, told=lambda number, of: heard.append((number, of)))
    assert [number for number, _ in heard] == list(range(heard[0][1]))


def test_an_advice_is_told_in_both_languages_and_as_a_document() -> None:
    for shape in SHAPES:
        for advice in advised(**shape)[2]:
            document = advice.document()
            assert document["text"] == advice.sentence("en")
            assert document["proved"] == (advice.proof in {"design", "count"})
            for lang in ("en", "ru"):
                assert not {"{", "}", "Saying"} & set(advice.sentence(lang).split())
                assert "Saying" not in advice.sentence(lang)
