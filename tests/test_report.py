"""The report says in plain words what the findings are, claims no more, and keeps to its width."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim import report
from mafsim.pairing.check import examine
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster

E = EMPTY


def plan_of(
    rounds: list[list[list[int]]],
    *,
    names: list[str] | None = None,
    teams: list[str | None] | None = None,
    absent: dict[int, set[int]] | None = None,
    table_size: int = 2,
    **fields: object,
) -> Plan:
    """Make a plan of tables of two from indices of entrants."""
    n = 1 + max(index for tables in rounds for table in tables for index in table)
    names = names or [f"P{index + 1}" for index in range(n)]
    entrants = tuple(
        Entrant(
            id=f"p{index + 1}",
            name=name,
            team=teams[index] if teams else None,
            absent=frozenset((absent or {}).get(index, ())),
        )
        for index, name in enumerate(names)
    )
    return Plan(
        roster=Roster(entrants=entrants),
        seats=np.array(rounds, dtype=np.int32),
        table_size=table_size,
        **fields,  # type: ignore[arg-type]
    )


PERFECT = [[[0, 1], [2, 3]], [[2, 0], [3, 1]], [[0, 3], [1, 2]]]
"""Four people at two tables of two: everyone meets everyone once (the round robin of four)."""
REPEATED = [[[0, 1], [2, 3]], [[1, 0], [3, 2]], [[0, 1], [2, 3]]]
"""The same four, always with the same neighbour."""
BYES = [[[0, 1]], [[1, 2]], [[2, 0]]]
"""Three people at one table of two: each sits out once."""


def told(plan: Plan, lang: str = "en", **options: object) -> str:
    return report.table(plan, examine(plan), lang, **options)  # type: ignore[arg-type]


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_a_perfect_plan_is_proved_best() -> None:
    text = unwrapped(told(plan_of(PERFECT)))
    assert "Any two share a table exactly once." in text
    assert "Sum of squares 6: proved best possible" in text
    assert "Most minus least is 0: proved best possible." in text
    assert "Meet most" not in text


def test_a_perfect_plan_is_proved_best_in_russian() -> None:
    text = unwrapped(told(plan_of(PERFECT), "ru"))
    assert "4 игрока, 3 тура, 2 стола по 2 мест" in text
    assert "Любые двое встречаются за столом ровно 1 раз." in text
    assert "Сумма квадратов 6: доказано, что меньше не бывает" in text


def test_a_poor_plan_has_its_gap_from_the_bound() -> None:
    """Two pairs meet three times each: 2 * 9 = 18, three times the 6 that one of each would be."""
    text = unwrapped(told(plan_of(REPEATED)))
    assert "Two people share a table 0 to 3 times." in text
    assert "Sum of squares 18: at most 200.0 % above the least that any plan can have" in text
    assert "the proven bound is 6 (" in text


def test_who_meets_least_and_most_is_named() -> None:
    text = unwrapped(told(plan_of(REPEATED, names=["Ann", "Bob", "Cid", "Dan"])))
    assert "Never meet: Ann – Cid, Ann – Dan, Bob – Cid, and 1 pair more." in text
    assert "Meet most (3 times): Ann – Bob, Cid – Dan." in text


def test_the_one_with_the_least_even_meetings_is_named() -> None:
    rounds = [
        [[0, 1], [2, 3]],
        [[0, 1], [2, 3]],
        [[0, 2], [1, 3]],
        [[0, 3], [1, 2]],
        [[0, 1], [2, 3]],
    ]
    skewed = [*rounds, [[0, 4], [1, 2]], [[0, 4], [1, 3]]]
    text = unwrapped(told(plan_of(skewed)))
    assert re.search(r"Least even for P\d, who meets others 0 to 3 times\.", text)


def test_where_all_are_alike_nobody_is_the_least_even() -> None:
    assert "Least even" not in told(plan_of(REPEATED))


@pytest.mark.parametrize(
    ("squares", "bound", "lang", "shown"),
    [
        (6510, 6372, "en", "2.2"),  # 2.1657...
        (6510, 6372, "ru", "2,2"),
        (1001, 1000, "en", "0.1"),
        (100_001, 100_000, "en", "0.1"),  # never rounded down to nothing
        (3000, 1000, "en", "200.0"),
    ],
)
def test_a_gap_is_rounded_up(squares: int, bound: int, lang: str, shown: str) -> None:
    assert report.gap(squares, bound, lang) == shown


@given(bound=st.integers(1, 10**9), more=st.integers(0, 10**9))
def test_a_gap_is_never_understated_and_exact_to_a_tenth(bound: int, more: int) -> None:
    shown = Fraction(report.gap(bound + more, bound, "en"))
    exact = Fraction(100 * more, bound)
    assert exact <= shown < exact + Fraction(1, 10)


def test_a_plan_that_breaks_rules_is_given_no_certificate() -> None:
    wrong = plan_of([[[0, 1], [0, 2]], [[2, 0], [3, 1]], [[0, 3], [1, 2]]])
    text = unwrapped(told(wrong))
    assert "proved" not in text
    assert "no bound is claimed for a plan that breaks rules" in text


def test_violations_are_told_with_place_and_names() -> None:
    mates = plan_of(PERFECT, names=["Ann", "Bob", "Cid", "Dan"], teams=["A", "A", None, None])
    text = unwrapped(told(mates))
    assert "1 violation:" in text
    (line,) = [
        line for line in told(mates, width=120).splitlines() if "Ann" in line and "Bob" in line
    ]
    assert re.search(r"\bround 1\b", line)
    assert re.search(r"\btable 1\b", line)


def test_many_violations_are_counted() -> None:
    wrong = plan_of(REPEATED, teams=["A", "A", "B", "B"])
    text = unwrapped(told(wrong, most_violations=2))
    assert "6 violations:" in text
    assert "... and 4 more." in text
    assert "more." not in unwrapped(told(wrong))


def test_seats_are_told() -> None:
    assert "perfectly even" in unwrapped(told(plan_of(PERFECT)))
    always_first = plan_of([[[0, 1], [2, 3]], [[0, 2], [3, 1]], [[0, 3], [1, 2]]])
    text = unwrapped(told(always_first))
    assert "Somebody plays 3 games more on one seat number than on another" in text


def test_byes_are_told() -> None:
    text = unwrapped(told(plan_of(BYES)))
    assert "Everyone sits out equally often." in text
    assert "Nobody sits out twice in a row." in text
    assert "Byes" not in told(plan_of(PERFECT))


def test_one_table_is_not_compared_with_others() -> None:
    assert not re.search("^Tables", told(plan_of(BYES)), re.MULTILINE)
    assert re.search("^Tables", told(plan_of(PERFECT)), re.MULTILINE)


def test_fewer_tables_in_a_round_are_told() -> None:
    partial = plan_of([[[0, 1], [2, 3]], [[2, 0], [E, E]], [[3, 1], [E, E]]])
    assert "1 to 2 tables of 2" in unwrapped(told(partial))
    assert "от 1 до 2 столов по 2 мест" in unwrapped(told(partial, "ru"))


def test_team_meetings_are_told_where_there_are_teams() -> None:
    teams: list[str | None] = ["A", "B", "A", "B"]
    pairs = plan_of([[[0, 1], [2, 3]], [[3, 0], [1, 2]]], teams=teams)
    assert "Any two teams share a table exactly 4 times." in unwrapped(told(pairs))
    assert "teams share" not in told(plan_of(PERFECT))


def test_the_origin_is_told_and_a_strange_one_is_not() -> None:
    own = plan_of(
        PERFECT,
        provenance={"mafsim": "9.9", "seed": 7, "regulation": "omsk-2012"},
        certificate={"stopped_by": "interrupt"},
    )
    text = unwrapped(told(own))
    assert text.startswith("omsk-2012: 4 players")
    assert "mafsim 9.9, --seed 7. The search was interrupted" in text
    strange = plan_of(
        PERFECT, provenance={"mafsim": 3, "regulation": ["x"]}, certificate={"stopped_by": "rain"}
    )
    assert told(strange) == told(plan_of(PERFECT))


def test_bars_are_as_long_as_the_numbers_are_large() -> None:
    rows = re.findall(r"^ *(\d) ([█▏▎▍▌▋▊▉]+) (\d+) pairs?$", told(plan_of(REPEATED)), re.MULTILINE)
    assert [(times, n) for times, _, n in rows] == [("0", "4"), ("3", "2")]
    assert len(rows[0][1]) == 2 * len(rows[1][1])


def test_a_number_that_occurs_has_a_bar_however_rare() -> None:
    rounds = [[[a, b]] for a in range(60) for b in range(a + 1, 60)]
    plan = plan_of([*rounds, [[0, 1]]])
    assert re.search(r"^ *2 ▏ 1 pair$", told(plan), re.MULTILINE)


NAMES = ["Константин Константинопольский-Задунайский", "[bold]Ann[/bold]", "Я" * 70, "Ё"]


@pytest.mark.parametrize("lang", ["en", "ru"])
@given(width=st.integers(40, 120))
def test_no_line_is_wider_than_asked(lang: str, width: int) -> None:
    text = told(plan_of(REPEATED, names=NAMES, teams=["Т", "Т", None, None]), lang, width=width)
    assert max(map(len, text.splitlines())) <= width


def test_without_colour_there_is_no_escape_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b" not in told(plan_of(PERFECT), colour=False)


def test_colour_changes_nothing_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = told(plan_of(PERFECT), colour=True)
    assert "\x1b[" in coloured
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == told(plan_of(PERFECT)).splitlines()


def test_names_are_data() -> None:
    """Neither markup nor escape codes in a name do anything."""
    names = ["[red]Ann[/red]", ":smile:", "x\x1b[31my\nz", "\u202eDan"]
    text = told(plan_of(REPEATED, names=names), width=120)
    assert (
        r"Meet most (3 times): [red]Ann[/red] – :smile:, x\x1b[31my\nz – \u202eDan."
        in unwrapped(text)
    )
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_a_plan_of_nobody_is_still_told() -> None:
    nobody = Plan(roster=Roster(entrants=()), seats=np.full((1, 1, 2), E), table_size=2)
    assert "0 players" in told(nobody)


def shapka_plan(rounds: int = 2) -> Plan:
    from mafsim.pairing.problem import of_shape
    from mafsim.pairing.solve import seat

    stages = tuple(f"stage-{n + 1}" for n in range(rounds))
    problem = of_shape(players=18, rounds=rounds, team_size=3, game="shapka", stages=stages)
    return seat(problem, effort=1)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_report_of_shapka_tells_teams_stage_by_stage(lang: str) -> None:
    plan = shapka_plan()
    told = report.table(plan, examine(plan), lang, width=200)
    first, second = (line for line in told.splitlines() if "stage-" in line)
    if lang == "en":
        assert "3 pairs of teams share more than one table: proved the least there can be." in first
        assert "earlier meeting" not in first
        assert "earlier meetings are repeated" in second
        assert "seats 1–4, 2–5, 3–6" in told
    else:
        assert "3 пары команд сидят за одним столом больше одного раза" in first
        assert "прежн" not in first
        assert "прежн" in second
        assert "на местах 1–4, 2–5, 3–6" in told
    assert "eighbours" not in told


def test_a_report_of_a_broken_plan_of_shapka_claims_no_stage() -> None:
    plan = shapka_plan()
    seats = np.array(plan.seats)
    seats[0, 0, 0] = seats[0, 1, 0]
    broken = plan.with_(seats=seats)
    told = report.table(broken, examine(broken), "en")
    assert "proved" not in told


# --- wishes -----------------------------------------------------------------------------------


def with_wishes(*pairs: tuple[int, int]) -> Plan:
    plan = plan_of(REPEATED)
    return plan.with_(roster=Roster(entrants=plan.roster.entrants, avoid=pairs))


def test_wishes_that_are_kept_are_told() -> None:
    text = told(with_wishes((0, 2), (1, 3)))
    assert "None of the 2 pairs that would rather not meet does." in text


def test_wishes_that_are_not_kept_are_counted_and_named() -> None:
    plan = with_wishes((0, 1), (0, 2))
    text = told(plan, width=120)
    assert "Of 2 pairs that would rather not meet 1 does, most often 3×." in text
    assert "They are P1 – P2." in text
    russian = told(plan, "ru", width=120)
    assert "Из 2 пар, которые просили не сводить, встречается 1, чаще всего 3×." in russian


def test_without_wishes_nothing_is_said_of_them() -> None:
    assert "Wishes" not in told(plan_of(REPEATED))
