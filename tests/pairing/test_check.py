"""The checker reads any plan from scratch: every rule is caught, with its round, table and names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mafsim import regulations
from mafsim.pairing import check, measures
from mafsim.pairing.bounds import Bound
from mafsim.pairing.check import Violation
from mafsim.pairing.problem import of_shape
from mafsim.pairing.solve import seat
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Judge, Roster, numbered, numbered_pairs
from tests.laws import tried
from tests.pairing import brute, draws

Int32 = npt.NDArray[np.int32]


def found(violations: Iterable[Violation]) -> list[brute.Found]:
    """Give what the checker found in the words of `brute.broken`."""
    return sorted(
        ((each.rule, each.round, each.table, each.entrants) for each in violations), key=repr
    )


@given(draws.wild_plans())
@tried(120)
def test_the_checker_finds_in_any_plan_what_plain_loops_find(plan: Plan) -> None:
    assert found(v for v in check.check(plan) if v.rule != "games") == brute.broken(plan)


@given(draws.random_plans(demands=True))
@tried(60)
def test_the_checker_finds_in_a_full_plan_what_plain_loops_find(plan: Plan) -> None:
    assert found(v for v in check.check(plan) if v.rule != "games") == brute.broken(plan)


@given(draws.wild_plans())
@tried(50)
def test_any_plan_is_examined_and_its_violations_are_told_in_both_languages(plan: Plan) -> None:
    findings = check.examine(plan)
    for violation in findings.violations:
        for lang in ("en", "ru"):
            sentence = violation.sentence(plan, lang)
            assert all(plan.roster.entrants[p].name in sentence for p in violation.entrants)
    if findings.violations:
        assert not findings.proved_best
        assert not findings.proved_narrowest


def test_a_plan_in_which_nobody_may_meet_is_examined_too() -> None:
    roster = numbered(4, team_size=4)
    plan = Plan(roster=roster, seats=np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]]]), table_size=2)
    findings = check.examine(plan)
    assert {violation.rule for violation in findings.violations} == {"teammates"}
    assert findings.balance.meetings.pairs == 0


# A valid plan, and what becomes of it.

TEAM_MATES, APART, PINNED, ABSENT = (0, 1), (4, 9), 12, 13
ABSENT_IN = 2


@cache
def valid_plan() -> Plan:
    """Seat 21 people, teams of two among them, one pair apart, one pinned, one absent once."""
    roster = numbered(21, team_size=2)
    entrants = list(roster.entrants)
    entrants[PINNED] = replace(entrants[PINNED], table=1)
    entrants[ABSENT] = replace(entrants[ABSENT], absent=frozenset({ABSENT_IN}))
    roster = Roster(entrants=tuple(entrants), apart=(APART,))
    return seat(of_shape(roster=roster, rounds=6, table_size=5), effort=0, seed=1)


def test_the_plan_to_be_spoiled_is_valid() -> None:
    plan = valid_plan()
    assert check.check(plan) == ()
    assert brute.broken(plan) == []


def place(plan: Plan, round_: int, entrant: int) -> tuple[int, int] | None:
    """Give the table and the seat of somebody in a round."""
    spots = np.argwhere(plan.seats[round_] == entrant)
    return (int(spots[0][0]), int(spots[0][1])) if len(spots) else None


def spoiled(plan: Plan) -> Int32:
    return plan.seats.copy()


def swapped(plan: Plan, round_: int, a: tuple[int, int], b: tuple[int, int]) -> Plan:
    seats = spoiled(plan)
    seats[(round_, *a)], seats[(round_, *b)] = plan.seats[(round_, *b)], plan.seats[(round_, *a)]
    return plan.with_(seats=seats)


def names(plan: Plan, entrants: Iterable[int]) -> list[str]:
    return [plan.roster.entrants[index].name for index in entrants]


def only(plan: Plan, rule: str, round_: int, table: int, entrants: tuple[int, ...]) -> Violation:
    """Give the one violation at this place, which must be there."""
    sought = [
        violation
        for violation in check.check(plan)
        if (violation.rule, violation.round, violation.table) == (rule, round_, table)
        and violation.entrants == entrants
    ]
    assert len(sought) == 1, check.check(plan)
    return sought[0]


ROUND = st.integers(0, 5)
TABLE = st.integers(0, 3)
SEAT = st.integers(0, 4)


@given(ROUND, SEAT, st.sampled_from([(TEAM_MATES, "teammates"), (APART, "apart")]))
def test_a_swap_across_tables_that_brings_two_together_is_caught(
    round_: int, seat_: int, pair_and_rule: tuple[tuple[int, int], str]
) -> None:
    (a, b), rule = pair_and_rule
    plan = valid_plan()
    here, there = place(plan, round_, a), place(plan, round_, b)
    assume(here is not None and there is not None)
    assert here is not None
    assert there is not None
    assume(plan.seats[round_, here[0], seat_] not in (a, PINNED))
    broken = swapped(plan, round_, (here[0], seat_), there)
    violation = only(broken, rule, round_, here[0], (a, b))
    sentence = violation.sentence(broken)
    assert sentence.startswith(f"round {round_ + 1}, table {here[0] + 1}: Player ")
    assert all(name in sentence for name in names(plan, (a, b)))
    assert found(check.check(broken)) == brute.broken(broken)


@given(ROUND, TABLE, SEAT, TABLE, SEAT)
def test_any_swap_across_tables_is_judged_as_plain_loops_judge_it(
    round_: int, table: int, seat_: int, other: int, other_seat: int
) -> None:
    plan = valid_plan()
    broken = swapped(plan, round_, (table, seat_), (other, other_seat))
    assert found(check.check(broken)) == brute.broken(broken)


@given(ROUND, TABLE, SEAT, TABLE, SEAT)
def test_a_duplicate_is_caught(
    round_: int, table: int, seat_: int, other: int, other_seat: int
) -> None:
    assume((table, seat_) != (other, other_seat))
    plan = valid_plan()
    seats = spoiled(plan)
    again = int(seats[round_, table, seat_])
    seats[round_, other, other_seat] = again
    broken = plan.with_(seats=seats)
    first, second = sorted((table, other))
    violation = only(broken, "twice", round_, second, (again,))
    name = names(plan, [again])[0]
    assert violation.fields["tables"] == sorted({first, second})
    assert violation.sentence(broken) == (
        f"round {round_ + 1}, table {first + 1}: {name} sits there more than once"
        if first == second
        else f"round {round_ + 1}: {name} sits more than once, at tables {first + 1}, {second + 1}"
    )


@given(ROUND, TABLE, SEAT)
def test_an_empty_seat_is_caught(round_: int, table: int, seat_: int) -> None:
    plan = valid_plan()
    seats = spoiled(plan)
    seats[round_, table, seat_] = EMPTY
    broken = plan.with_(seats=seats)
    violation = only(broken, "table-size", round_, table, ())
    assert (
        violation.sentence(broken)
        == f"round {round_ + 1}, table {table + 1}: 4 people instead of 5"
    )


@given(ROUND, TABLE)
def test_one_too_many_at_a_table_is_caught(round_: int, table: int) -> None:
    plan = valid_plan()
    rests = plan.byes(round_)
    seats = np.concatenate([plan.seats, np.full((6, 4, 1), EMPTY, dtype=np.int32)], axis=2)
    seats[round_, table, 5] = rests[0]
    broken = plan.with_(seats=seats)
    violation = only(broken, "table-size", round_, table, ())
    assert violation.fields == {"n": 6, "size": 5}


def test_a_seat_number_given_twice_is_caught() -> None:
    plan = valid_plan()
    seats = np.concatenate([plan.seats, np.full((6, 4, 1), EMPTY, dtype=np.int32)], axis=2)
    seats[3, 2, 5], seats[3, 2, 1] = seats[3, 2, 1], EMPTY
    broken = plan.with_(seats=seats)
    surplus = (int(plan.seats[3, 2, 1]),)
    assert only(broken, "table-size", 3, 2, surplus).key == "seat_taken"


def test_somebody_seated_while_absent_is_caught() -> None:
    plan = valid_plan()
    seats = spoiled(plan)
    seats[ABSENT_IN, 0, 0] = ABSENT
    broken = plan.with_(seats=seats)
    violation = only(broken, "absent", ABSENT_IN, 0, (ABSENT,))
    assert violation.sentence(broken) == "round 3, table 1: Player 14 is absent in this round"
    assert violation.sentence(broken, "ru").startswith("тур 3, стол 1: Player 14")


@given(ROUND, st.sampled_from([0, 2, 3]), SEAT)
def test_somebody_moved_from_his_pinned_table_is_caught(
    round_: int, table: int, seat_: int
) -> None:
    plan = valid_plan()
    here = place(plan, round_, PINNED)
    assume(here is not None)
    assert here is not None
    assert here[0] == 1
    broken = swapped(plan, round_, here, (table, seat_))
    violation = only(broken, "pin", round_, table, (PINNED,))
    assert violation.sentence(broken) == (
        f"round {round_ + 1}, table {table + 1}: Player 13 must sit at table 2"
    )


@given(ROUND)
def test_a_missing_round_is_caught(round_: int) -> None:
    plan = valid_plan()
    seats = spoiled(plan)
    seats[round_] = EMPTY
    broken = plan.with_(seats=seats, missing_rounds=(round_,))
    missing = [violation for violation in check.check(broken) if violation.rule == "missing"]
    assert [violation.round for violation in missing] == [round_]
    assert missing[0].sentence(broken) == f"round {round_ + 1} is missing"


@given(st.integers(0, 20))
def test_an_unknown_person_is_caught_wherever_he_sits(stranger: int) -> None:
    plan = valid_plan()
    broken = plan.with_(unknown=frozenset({stranger}))
    unknown = [violation for violation in check.check(broken) if violation.rule == "unknown"]
    places = [(r, t) for r, t, people in brute.games(plan) if stranger in people]
    assert [(violation.round, violation.table) for violation in unknown] == places
    assert {violation.entrants for violation in unknown} == {(stranger,)}


@given(st.integers(0, 20))
def test_somebody_who_is_seated_nowhere_is_caught(left_out: int) -> None:
    plan = valid_plan()
    broken = plan.with_(seats=np.where(plan.seats == left_out, EMPTY, plan.seats))
    missing = [violation for violation in check.check(broken) if violation.rule == "missing"]
    assert [violation.entrants for violation in missing] == [(left_out,)]
    assert missing[0].sentence(broken) == (f"{names(plan, [left_out])[0]} has no seat in any round")


def test_somebody_who_is_never_there_needs_no_seat() -> None:
    roster = numbered(5)
    gone = replace(roster.entrants[4], absent=frozenset({0, 1}))
    roster = Roster(entrants=(*roster.entrants[:4], gone))
    seats = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]]])
    assert check.check(Plan(roster=roster, seats=seats, table_size=2)) == ()


def test_violations_come_in_the_order_of_rounds_and_tables() -> None:
    plan = valid_plan()
    seats = spoiled(plan)
    seats[4, 3, 0] = seats[1, 2, 0] = seats[1, 0, 0] = EMPTY
    places = [(each.round, each.table) for each in check.check(plan.with_(seats=seats))]
    assert places[:3] == [(1, 0), (1, 2), (4, 3)]


# Equal games.


@given(draws.random_plans(demands=True, most_size=2, most_tables=2))
@tried(60)
def test_games_are_called_unequal_exactly_when_less_equal_ones_would_do(plan: Plan) -> None:
    absent = {
        (round_, p) for p, entrant in enumerate(plan.roster.entrants) for round_ in entrant.absent
    }
    assume(all((r, p) not in absent for r, _, people in brute.games(plan) for p in people))
    seats = [int((round_ != EMPTY).sum()) for round_ in plan.seats]
    unequal = any(violation.rule == "games" for violation in check.check(plan))
    assert unequal == (brute.squared_games(plan) > brute.least_games(plan.roster, seats))


def test_unequal_games_name_somebody_with_most_and_somebody_with_least() -> None:
    seats = np.array([[[0, 1]], [[0, 2]], [[0, 3]]])
    plan = Plan(roster=numbered(5), seats=seats, table_size=2)
    unequal = [violation for violation in check.check(plan) if violation.rule == "games"]
    assert len(unequal) == 1
    assert (unequal[0].entrants, unequal[0].fields) == ((0, 4), {"most": 3, "least": 0})
    assert unequal[0].sentence(plan) == (
        "games are less equal than they can be: Player 1, Player 5 have 3 and 0"
    )


def test_unequal_games_name_two_between_whom_a_game_can_pass() -> None:
    early, late = frozenset({0, 1, 2}), frozenset({3, 4})
    entrants = numbered(5).entrants
    roster = Roster(
        entrants=tuple(
            replace(entrant, absent=late if i < 2 else early) for i, entrant in enumerate(entrants)
        )
    )
    seats = np.array([[[0, 1]]] * 3 + [[[2, 3]]] * 2)
    plan = Plan(roster=roster, seats=seats, table_size=2)
    # 0 and 1 have three games, in rounds without anybody else; 2 can give one of his two to 4.
    unequal = [violation for violation in check.check(plan) if violation.rule == "games"]
    assert [violation.entrants for violation in unequal] == [(2, 4)]
    assert unequal[0].fields == {"most": 2, "least": 0}


def test_games_that_only_absences_keep_unequal_are_allowed() -> None:
    roster = numbered(3)
    late = replace(roster.entrants[2], absent=frozenset({0, 1, 2}))
    roster = Roster(entrants=(*roster.entrants[:2], late))
    seats = np.array([[[0, 1]], [[0, 1]], [[0, 1]], [[0, 2]]])
    plan = Plan(roster=roster, seats=seats, table_size=2)
    # Three games, three and one: in the fourth round 0 or 1 has to play with 2.
    assert [violation.rule for violation in check.check(plan)] == []


# A regulation besides, and the document.


def test_a_plan_of_a_regulation_fits_it() -> None:
    omsk = regulations.load("omsk-2012")
    plan = seat(of_shape(players=30, rounds=8), effort=0)
    assert check.against(plan, omsk) == ()


@pytest.mark.parametrize(
    ("players", "rounds", "table_size", "keys"),
    [
        (30, 8, 6, ["regulation_table"]),
        (20, 8, 10, ["regulation_entrants"]),
        (30, 7, 10, ["regulation_rounds"]),
    ],
)
def test_what_does_not_fit_a_regulation_is_named(
    players: int, rounds: int, table_size: int, keys: list[str]
) -> None:
    plan = seat(of_shape(players=players, rounds=rounds, table_size=table_size), effort=0)
    omsk = regulations.load("omsk-2012")
    assert [violation.key for violation in check.against(plan, omsk)] == keys
    assert [v.key for v in check.examine(plan, omsk).violations] == keys


def test_a_stage_with_too_few_rounds_does_not_fit_its_regulation() -> None:
    ugra = regulations.load("ugra-2021")
    first = ugra.stages[0]
    rounds = first.rounds - 1
    plan = seat(of_shape(players=30, rounds=rounds, stages=(first.name,) * rounds), effort=0)
    keys = [violation.key for violation in check.against(plan, ugra)]
    assert keys == ["regulation_stage"]


def test_the_document_counts_from_one_and_names_ids() -> None:
    plan = valid_plan()
    seats = spoiled(plan)
    seats[2, 1, 3] = EMPTY
    seats[ABSENT_IN, 0, 0] = ABSENT
    broken = plan.with_(seats=seats)
    page = check.document(broken, check.examine(broken))
    assert set(page) == {"violations", "balance"}
    places = [(v["rule"], v["round"], v["table"], v["entrants"]) for v in page["violations"]]
    assert ("absent", 3, 1, ["p14"]) in places
    assert ("table-size", 3, 2, []) in places
    assert all(set(v) == {"rule", "round", "table", "entrants", "text"} for v in page["violations"])
    never = [v for v in page["violations"] if v["round"] is None]
    assert all(v["table"] is None for v in never)


def test_the_document_holds_every_figure_of_the_contract() -> None:
    plan = valid_plan()
    findings = check.examine(plan)
    pages = check.document(plan, findings)["balance"]
    figures = brute.balance(plan)
    assert [name for name in pages if name != "common_opponents"] == [
        *("meetings", "team_meetings", "seats", "tables", "neighbours", "byes")
    ]
    common = figures.common_opponents
    assert ("common_opponents" in pages) == (common is not None)
    if common is not None:
        assert pages["common_opponents"] == {
            "histogram": {str(k): v for k, v in common.items()},
            "min": min(common),
            "max": max(common),
        }
    meetings = pages["meetings"]
    assert meetings["histogram"] == {str(k): v for k, v in figures.meetings.histogram.items()}
    assert meetings["sum_of_squares"] == figures.meetings.sum_of_squares
    assert (meetings["min"], meetings["max"]) == (figures.meetings.min, figures.meetings.max)
    assert meetings["bound"] == findings.meetings_bound.value <= meetings["sum_of_squares"]
    assert meetings["proved_best"] == (meetings["bound"] == meetings["sum_of_squares"])
    assert meetings["range_bound"] == findings.meetings_bound.range
    assert set(meetings) >= {"bound_by"}
    assert set(pages["team_meetings"]) >= set(meetings)
    assert pages["seats"] == {"max_spread": 1, "excess": 0, "halves_max_spread": None}
    assert pages["tables"]["excess"] == figures.tables.excess
    assert pages["neighbours"]["max"] == max(figures.neighbours)
    assert pages["byes"]["max_spread"] == figures.byes_max_spread


def test_a_broken_plan_is_never_proved_best() -> None:
    plan = Plan(roster=numbered(4), seats=np.array([[[0, 1], [2, 2]]]), table_size=2)
    findings = check.examine(plan)
    assert findings.balance.meetings.sum_of_squares == 1
    assert not findings.proved_best


def test_a_perfect_plan_is_proved_best_and_narrowest() -> None:
    seats = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]])
    findings = check.examine(Plan(roster=numbered(4), seats=seats, table_size=2))
    assert measures.meetings(Plan(roster=numbered(4), seats=seats, table_size=2)).range == 0
    assert findings.proved_best
    assert findings.proved_narrowest


# What only a part of all plans has: pairs in teams, categories, judges, advisers, stages.


def told(plan: Plan, *rules: str) -> list[str]:
    """Give the sentences of what breaks some rules, in the checker's order."""
    return [each.sentence(plan) for each in check.check(plan) if each.rule in rules]


def with_judges(plan: Plan, *judges: Judge, frozen: int = 0, **known: Any) -> Plan:
    return plan.with_(roster=replace(plan.roster, judges=judges), frozen=frozen, **known)


def test_two_pairs_of_a_team_at_one_table_of_shapka_are_named_once() -> None:
    roster = numbered_pairs(6, team_size=2)
    alone = tuple(replace(entrant, team=None) for entrant in roster.entrants[:2])
    roster = replace(roster, entrants=(*alone, *roster.entrants[2:]))
    seats = np.array([[[0, 2, 3], [1, 4, 5]], [[0, 1, 2], [3, 4, EMPTY]]])
    plan = Plan(roster=roster, seats=seats, table_size=3, game="shapka")
    assert told(plan, "teammates", "shapka-teams") == [
        "round 1, table 1: Team 2, pair 1, Team 2, pair 2 are pairs of one team (Team 2); "
        "the pairs of a team sit at different tables",
        "round 1, table 2: Team 3, pair 1, Team 3, pair 2 are pairs of one team (Team 3); "
        "the pairs of a team sit at different tables",
    ]
    assert told(plan.with_(unknown=frozenset({3, 5})), "shapka-teams") == []


def test_pairs_of_two_categories_at_one_table_are_named_where_categories_play_apart() -> None:
    roster = numbered_pairs(3, team_size=1, divisions=("juniors", "adults"))
    seats = np.array([[[0, 1, 2], [3, 4, 5]], [[0, 1, 3], [2, 4, 5]]])
    plan = Plan(roster=roster, seats=seats, table_size=3, game="shapka")
    assert found(v for v in check.check(plan) if v.rule == "shapka-teams") == [
        ("shapka-teams", 1, 0, (0, 1, 3)),
        ("shapka-teams", 1, 1, (2, 4, 5)),
    ]
    assert told(plan.with_(unknown=frozenset({3})), "shapka-teams") == [
        "round 2, table 2: Team 3, pair 1, Team 5, pair 1, Team 6, pair 1 are of different "
        "categories (juniors, adults)"
    ]
    together = plan.with_(roster=replace(roster, divided=False))
    assert told(together, "shapka-teams") == []


def test_judges_before_whom_somebody_may_not_sit_or_who_are_elsewhere_are_named() -> None:
    seats = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[1, 2], [0, 3]]])
    plan = with_judges(
        Plan(roster=numbered(4), seats=seats, table_size=2),
        Judge(name="Ann", barred=(0, 3)),
        Judge(name="Bob", table=1),
        judges=np.array([[0, 1], [1, 0], [0, 0]]),
    )
    first = ["round 1, table 1: Ann judges there and may not judge Player 1"]
    later = [
        "round 2, table 1: Bob judges there, and his table is 2",
        "round 2, table 2: Ann judges there and may not judge Player 4",
        "round 3, table 2: Ann judges there and may not judge Player 1",
        "round 3, table 2: Ann judges there and may not judge Player 4",
        "round 3: Ann judges at several tables at once, 1, 2",
    ]
    assert told(plan, "judge") == first + later
    assert told(plan.with_(frozen=1), "judge") == later


def test_a_judge_with_a_table_of_his_own_is_there_in_rounds_that_name_nobody() -> None:
    seats = np.array([[[0, 1], [2, 3]]] * 2)
    bare = Plan(roster=numbered(4), seats=seats, table_size=2)
    bob = Judge(name="Bob", table=1, barred=(2,))
    sentences = [
        f"round {number}, table 2: Bob judges there and may not judge Player 3" for number in (1, 2)
    ]
    assert told(with_judges(bare, bob), "judge") == sentences
    # The second round names somebody: whom it does not name is not there.
    named = np.array([[EMPTY, EMPTY], [1, EMPTY]])
    plan = with_judges(bare, bob, Judge(name="Ann"), judges=named)
    assert told(plan, "judge") == sentences[:1]


def advised(seats: list[list[int]], advisers: list[list[int]], *, team_size: int = 3) -> Plan:
    """Give a plan of one round for six people, with advisers behind some chairs."""
    return Plan(
        roster=numbered(6, team_size=team_size),
        seats=np.array([seats]),
        table_size=2,
        advisers=np.array([advisers]),
    )


def test_an_adviser_has_no_other_place_and_stands_behind_a_team_mate() -> None:
    twice = "has another place in the same round"
    others = "advises behind a chair on which no team-mate of his sits"
    rules = ("twice", "adviser")
    assert told(advised([[0, 3]], [[2, 5]]), *rules) == []
    assert told(advised([[0, 3]], [[0, 5]]), *rules) == [
        f"round 1, table 1: Player 1 advises here and {twice}"
    ]
    assert told(advised([[0, 3], [1, 4]], [[2, 5], [EMPTY, 5]]), *rules) == [
        f"round 1, table 2: Player 6 advises here and {twice}"
    ]
    assert told(advised([[0, 3]], [[EMPTY, 2]]), *rules) == [f"round 1, table 1: Player 3 {others}"]
    # Nobody sits there, and nobody has a team: neither is a team-mate.
    assert told(advised([[0, EMPTY]], [[EMPTY, 4]]), *rules) == [
        f"round 1, table 1: Player 5 {others}"
    ]
    assert told(advised([[0, 3]], [[1, EMPTY]], team_size=1), *rules) == [
        f"round 1, table 1: Player 2 {others}"
    ]


def test_what_is_wrong_with_a_round_comes_before_what_is_wrong_at_its_tables() -> None:
    plan = advised([[EMPTY, EMPTY]], [[2, EMPTY]]).with_(missing_rounds=(0,))
    keys = [violation.key for violation in check.check(plan)]
    assert keys[:2] == ["missing_round", "adviser_of_others"]
    assert set(keys[2:]) == {"never_seated"}


def test_the_document_tells_of_each_broken_rule_where_and_about_whom() -> None:
    seats = np.array([[[0, 1]], [[EMPTY, EMPTY]], [[0, 0]]])
    plan = Plan(roster=numbered(3), seats=seats, table_size=2, missing_rounds=(1,))
    pages = check.document(plan, check.examine(plan))["violations"]
    assert [page for page in pages if page["rule"] != "games"] == [
        {
            "rule": "missing",
            "round": 2,
            "table": None,
            "entrants": [],
            "text": "round 2 is missing",
        },
        {
            "rule": "twice",
            "round": 3,
            "table": 1,
            "entrants": ["p1"],
            "text": "round 3, table 1: Player 1 sits there more than once",
        },
        {
            "rule": "missing",
            "round": None,
            "table": None,
            "entrants": ["p3"],
            "text": "Player 3 has no seat in any round",
        },
    ]


def pairs_of_three(*rounds: list[list[int]], teams: int, stages: tuple[str, ...] = ()) -> Plan:
    return Plan(
        roster=numbered_pairs(3 * teams),
        seats=np.array(rounds),
        table_size=3,
        game="shapka",
        stages=stages,
    )


def test_the_document_of_shapka_tells_of_each_stage_what_is_proved() -> None:
    # Three teams of three pairs: all three teams at each of three tables, whatever one does.
    only = [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    plan = pairs_of_three(only, only, only, teams=3, stages=("qualifying", "final", "final"))
    pages = check.balance_document(check.examine(plan))
    common = {"division": None, "teams": 3, "proved_best": True, "proved_fewest": True}
    assert pages["stages"] == [
        common
        | {
            "stage": "qualifying",
            "rounds": [1],
            "histogram": {"3": 3},
            "sum_of_squares": 27,
            "bound": 27,
            "again": 0,
            "again_bound": 0,
        },
        common
        | {
            "stage": "final",
            "rounds": [2, 3],
            "histogram": {"6": 3},
            "sum_of_squares": 108,
            "bound": 108,
            "again": 3 * 3 * 6,
            "again_bound": 3 * 3 * 6,
        },
    ]
    # A pair sits on one chair three times, and a team has all places in each round.
    assert pages["order"] == {"max_spread": 3, "excess": 9 * (9 - 3)}
    assert "common_opponents" not in pages


def test_of_a_stage_that_may_not_be_the_best_no_fewest_meetings_again_are_claimed() -> None:
    # The fourth and the fifth team meet three times: 27, where 25 can be had.
    tables = [[0, 3, 6], [1, 4, 7], [2, 9, 12], [5, 10, 13], [8, 11, 14]]
    (page,) = check.balance_document(check.examine(pairs_of_three(tables, teams=5)))["stages"]
    assert (page["stage"], page["teams"], page["rounds"]) == (None, 5, [1])
    assert (page["sum_of_squares"], page["bound"], page["proved_best"]) == (27, 25, False)
    assert (page["again_bound"], page["proved_fewest"]) == (None, False)


def test_a_plan_that_others_beat_is_proved_neither_best_nor_narrowest() -> None:
    seats = np.array([[[0, 1], [2, 3]], [[0, 1], [2, 3]], [[0, 3], [1, 2]]])
    findings = check.examine(Plan(roster=numbered(4), seats=seats, table_size=2))
    assert findings.violations == ()
    assert not findings.proved_best
    assert not findings.proved_narrowest


def four_of_whom_two_keep_apart(*rounds: list[list[int]]) -> Plan:
    roster = replace(numbered(4), apart=((0, 1),))
    return Plan(roster=roster, seats=np.array(rounds), table_size=2)


def test_what_whole_numbers_leave_open_in_a_small_event_is_left_to_the_solver() -> None:
    # 2 and 3 can meet only where 0 and 1 do: there are two ways to play, and three rounds.
    one, other = [[0, 2], [1, 3]], [[0, 3], [1, 2]]
    findings = check.examine(four_of_whom_two_keep_apart(one, other, one))
    assert findings.balance.meetings.sum_of_squares == 10
    assert findings.meetings_bound == Bound(10, "search", 2, "search")
    assert findings.proved_best
    assert findings.proved_narrowest
    page = check.balance_document(findings)["meetings"]
    assert (page["bound"], page["bound_by"]) == (10, "solver's proof (CP-SAT)")


def test_the_solver_is_not_asked_about_a_broken_plan() -> None:
    broken = four_of_whom_two_keep_apart([[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]])
    findings = check.examine(broken)
    assert found(findings.violations) == [("apart", 0, 0, (0, 1))]
    # Three meetings with two others are 2 and 1, with three others 1, 1, 1.
    assert findings.meetings_bound.value == (5 + 5 + 3 + 3) // 2
    assert findings.meetings_bound.by == "players"


# A regulation besides.


def empty_plan(rounds: int, *stages: str, players: int = 30, size: int = 10) -> Plan:
    """Give a plan of which only the shape is looked at."""
    tables = np.full((rounds, 3, size), EMPTY)
    return Plan(roster=numbered(players), seats=tables, table_size=size, stages=stages)


def misfits(plan: Plan, name: str) -> list[str]:
    return [each.sentence(plan) for each in check.against(plan, regulations.load(name))]


def test_whole_stages_from_the_first_one_on_fit_a_regulation() -> None:
    # Four rounds, then two, then two.
    for rounds in (4, 6, 8):
        assert misfits(empty_plan(rounds), "omsk-2012") == []
    for rounds in (3, 5, 7, 9):
        assert misfits(empty_plan(rounds), "omsk-2012") == [
            f"there are {rounds} rounds, the regulation's whole stages have 4, 6, 8"
        ]
    assert (
        misfits(empty_plan(8, *["tour-1"] * 4, *["tour-2"] * 2, *["tour-3"] * 2), "omsk-2012") == []
    )


def test_a_stage_has_the_rounds_and_the_name_that_its_regulation_gives_it() -> None:
    def of(first: int, second: int) -> list[str]:
        stages = ["tour-1"] * first + ["tour-2"] * second
        return misfits(empty_plan(len(stages), *stages), "omsk-2012")

    assert of(4, 2) == []
    assert of(3, 2) == ["the stage 'tour-1' has 3 rounds, the regulation says 4"]
    assert of(5, 2) == ["the stage 'tour-1' has 5 rounds, the regulation says 4"]
    assert of(4, 1) == ["the stage 'tour-2' has 1 round, the regulation says 2"]
    assert misfits(empty_plan(3, "tour-1", "heat", "heat"), "omsk-2012") == [
        "the stage 'tour-1' has 1 round, the regulation says 4",
        "the regulation has no stage 'heat': its stages are tour-1, tour-2, tour-3",
    ]


def test_a_stage_that_is_dealt_round_by_round_may_be_on_its_way() -> None:
    # Twelve rounds seated at once, then three that are each dealt when the one before is played.
    qualifying = ["qualifying"] * 12
    for rounds in (1, 2, 3):
        plan = empty_plan(12 + rounds, *qualifying, *["final"] * rounds)
        assert misfits(plan, "ugra-2021") == []
    assert misfits(empty_plan(16, *qualifying, *["final"] * 4), "ugra-2021") == [
        "the stage 'final' has 4 rounds, the regulation says 3"
    ]
    assert misfits(empty_plan(13, "final", *qualifying), "ugra-2021") == [
        "the stage 'final' has 1 round, the regulation says 3"
    ]
    assert misfits(empty_plan(11, *qualifying[1:]), "ugra-2021") == [
        "the stage 'qualifying' has 11 rounds, the regulation says 12"
    ]


def test_every_category_has_the_entrants_that_a_regulation_asks_for() -> None:
    assert misfits(empty_plan(8, players=29), "omsk-2012") == [
        "there are 29 entrants, the regulation says 30"
    ]
    one_more = empty_plan(8, players=31)
    assert misfits(one_more.with_(unknown=frozenset({4})), "omsk-2012") == []
    roster = numbered_pairs(45, divisions=("juniors", "adults"))
    fewer = replace(roster, entrants=roster.entrants[3:])
    shape: dict[str, Any] = {"seats": np.full((4, 30, 3), EMPTY), "table_size": 3, "game": "shapka"}
    assert misfits(Plan(roster=roster, **shape), "togliatti-2014") == []
    assert misfits(Plan(roster=fewer, **shape), "togliatti-2014") == [
        "category juniors has 42 entrants, the regulation says 45"
    ]


def test_a_regulation_may_let_team_mates_share_a_table() -> None:
    plain = regulations.load("plain")
    loose = plain.table.model_copy(update={"team_mates_apart": False})
    plan = Plan(
        roster=numbered(10, team_size=2), seats=np.arange(10, dtype=np.int32).reshape(1, 1, 10)
    )
    apart = check.examine(plan, plain)
    assert {violation.rule for violation in apart.violations} == {"teammates"}
    assert apart.balance.meetings.pairs == 40
    free = check.examine(plan, plain.model_copy(update={"table": loose}))
    assert free.violations == ()
    assert free.balance.meetings.pairs == 45
