"""Who may enter is what the text of Togliatti says: categories, order of applications, refusals."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest

from mafsim.errors import Impossible
from mafsim.regulations.entry import NotAdmitted, admit, clause, pairs, placed
from mafsim.regulations.load import load, set_values
from mafsim.roster import Ban, Entrant, Judge, Member, Roster

TOGLIATTI = load("togliatti-2014")


def team(
    name: str,
    ages: tuple[int | None, ...] = (14, 15, 16, 17, 15, 16),
    *,
    applied_at: str | None = "2014-09-10 10:00",
    leader: str | None = "Вера Орлова",
    captain: str | None = None,
    paired: bool = True,
) -> list[Entrant]:
    """Give a team as people, two of them a pair."""
    return [
        Entrant(
            id="",
            name=f"{name} {number}",
            team=name,
            pair=str(number // 2 + 1) if paired else None,
            age=age,
            applied_at=applied_at,
            leader=leader,
            captain=captain,
        )
        for number, age in enumerate(ages)
    ]


def roster(*teams: list[Entrant]) -> Roster:
    people = [person for each in teams for person in each]
    return Roster(entrants=tuple(replace(p, id=f"x{i}") for i, p in enumerate(people)))


def full(number: int, **more: str | None) -> list[list[Entrant]]:
    """Give so many teams, each of which applied an hour after the one before."""
    return [
        team(f"T{i:02}", applied_at=f"2014-09-10 {i:02}:00", **more)  # type: ignore[arg-type]
        for i in range(number)
    ]


def told(warnings: tuple[tuple[str, dict[str, object]], ...], key: str) -> list[dict[str, object]]:
    return [fields for name, fields in warnings if name == f"entry.{key}"]


def refused(people: Roster) -> str:
    with pytest.raises(NotAdmitted) as caught:
        admit(TOGLIATTI, people)
    return caught.value.sentence()


# ---- People and pairs


def test_two_people_of_a_pair_become_one_entrant_with_both_ages() -> None:
    found, warnings = pairs(roster(team("Ёжики", (14, 17, 15, 15, 16, 14))))
    assert warnings == ()
    assert [entrant.name for entrant in found.entrants] == ["Ёжики 1", "Ёжики 2", "Ёжики 3"]
    assert found.entrants[0].members == (Member("Ёжики 0", 14), Member("Ёжики 1", 17))
    assert [entrant.age for entrant in found.entrants] == [17, 15, 16]
    assert [entrant.id for entrant in found.entrants] == ["p1", "p2", "p3"]


def test_a_pair_may_have_a_name_of_its_own() -> None:
    people = team("Ёжики")
    named = [replace(p, pair=f"Пара {'АБВ'[i // 2]}") for i, p in enumerate(people)]
    assert [e.name for e in pairs(roster(named))[0].entrants] == ["Пара А", "Пара Б", "Пара В"]


def test_rows_that_are_pairs_stay_as_they_are() -> None:
    rows = roster(
        [Entrant(id="", name=f"Пара {i}", team="Ёжики", age=16, leader="Вера") for i in range(3)]
    )
    assert pairs(rows) == (rows, ())


def test_people_without_pairs_are_taken_two_by_two_with_a_warning() -> None:
    found, warnings = pairs(roster(team("Ёжики", paired=False)))
    assert [len(entrant.members) for entrant in found.entrants] == [2, 2, 2]
    assert found.entrants[1].members[0].name == "Ёжики 2"
    assert told(warnings, "in_a_row") == [{"people": 2}]


def test_demands_of_people_become_demands_of_their_pairs() -> None:
    people = replace(
        roster(team("A"), team("B")),
        apart=((1, 8),),
        avoid=((0, 11),),
        bans=(Ban(entrant=3, table=2),),
        judges=(Judge(name="J", barred=(4, 5, 6)),),
    )
    found, _ = pairs(people)
    assert (found.apart, found.avoid) == (((0, 4),), ((0, 5),))
    assert found.bans == (Ban(entrant=1, table=2),)
    assert found.judges[0].barred == (2, 3)


def test_partners_cannot_be_kept_apart() -> None:
    people = replace(roster(team("A")), apart=((0, 1),))
    with pytest.raises(Impossible, match="A 0 and A 1 are partners"):
        pairs(people)


# ---- Categories


@pytest.mark.parametrize(
    ("ages", "division"),
    [
        ((14,) * 6, "juniors"),
        ((17,) * 6, "juniors"),
        ((14, 14, 14, 14, 14, 18), "adults"),
        ((18,) * 6, "adults"),
        ((17, 35, 18, 18, 18, 18), "adults"),
    ],
)
def test_the_oldest_decides_the_category_both_ends_included(
    ages: tuple[int, ...], division: str
) -> None:
    found = admit(TOGLIATTI, roster(team("A", ages, captain="A 0")))
    assert {entrant.division for entrant in found.roster.entrants} == {division}
    assert found.roster.divided


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (13, "A 2 is 13 years old, and those from 14 to 35 may play (4.1, 4.2)"),
        (36, "A 2 is 36 years old, and those from 14 to 35 may play (4.1, 4.2)"),
    ],
)
def test_an_age_outside_is_refused_by_name(age: int, words: str) -> None:
    assert words in refused(roster(team("A", (15, 16, age, 15, 16, 17))))


def test_a_category_that_its_oldest_contradicts_is_put_right_and_said() -> None:
    people = [replace(p, division="14-17") for p in team("A", (17, 17, 17, 17, 17, 18))]
    found = admit(TOGLIATTI, roster(people))
    assert found.roster.entrants[0].division == "adults"
    assert told(found.warnings, "other_category") == [
        {"team": "A", "named": "14–17", "division": "18–35", "n": 18, "clause": "4.3"}
    ]


@pytest.mark.parametrize("named", ["14-17", "14–17", "juniors", "от 14 до 17 лет"])
def test_a_category_can_be_named_where_no_age_is(named: str) -> None:
    people = [replace(p, division=named) for p in team("A", (None,) * 6)]
    assert admit(TOGLIATTI, roster(people)).roster.entrants[0].division == "juniors"


def test_a_category_that_nobody_knows_is_refused() -> None:
    people = [replace(p, division="дети") for p in team("A", (None,) * 6)]
    with pytest.raises(Impossible, match="no category 'дети': the categories are 14–17, 18–35"):
        admit(TOGLIATTI, roster(people))
    assert "its category is unknown" in refused(roster(team("A", (None,) * 6)))


# ---- Who plays


def test_the_first_fifteen_play_and_the_others_are_reserves_in_their_order() -> None:
    applied = full(18)
    found = admit(TOGLIATTI, roster(*reversed(applied)))
    assert set(found.roster.teams()) == {f"T{i:02}" for i in range(15)}
    assert found.reserves == ("T15", "T16", "T17")
    assert told(found.warnings, "reserves")[0]["teams"] == ["T15", "T16", "T17"]


def test_a_reserve_steps_in_when_a_team_declines() -> None:
    applied = full(16)
    declining = [replace(person, absent=frozenset({0})) for person in applied[3]]
    found = admit(TOGLIATTI, roster(*applied[:3], declining, *applied[4:]))
    assert "T03" not in found.roster.teams()
    assert "T15" in found.roster.teams()
    assert found.reserves == ()
    assert told(found.warnings, "declines") == [{"team": "T03", "clause": "6.5"}]


def test_a_team_that_is_taken_out_of_the_roster_makes_room_as_well() -> None:
    applied = full(16)
    assert "T15" in admit(TOGLIATTI, roster(*applied[1:])).roster.teams()


def test_a_late_application_is_no_more_than_a_reserve() -> None:
    late = team("Поздно", applied_at="2014-09-30 00:01")
    last_day = team("Успели", applied_at="2014-09-29 23:59")
    found = admit(TOGLIATTI, roster(late, last_day))
    assert set(found.roster.teams()) == {"Успели"}
    assert found.reserves == ("Поздно",)
    assert told(found.warnings, "late")[0]["until"] == "2014-09-29"


def test_without_moments_the_order_of_the_roster_counts_and_is_said() -> None:
    applied = [team(f"T{i:02}", applied_at=None) for i in range(16)]
    found = admit(TOGLIATTI, roster(*applied))
    assert found.reserves == ("T15",)
    assert told(found.warnings, "no_moment")[0]["n"] == 16
    assert told(admit(TOGLIATTI, roster(*applied[:15])).warnings, "no_moment") == []


def test_a_second_flow_is_the_reserves_as_an_event_of_their_own() -> None:
    applied = full(20)
    reserves = admit(TOGLIATTI, roster(*applied)).reserves
    second = [each for each in applied if each[0].team in reserves]
    found = admit(TOGLIATTI, roster(*second))
    assert set(found.roster.teams()) == set(reserves)
    assert told(found.warnings, "fewer")[0]["n"] == 5


def test_categories_are_filled_each_by_itself() -> None:
    adults = [
        team(f"A{i:02}", (20,) * 6, leader=None, captain=f"A{i:02} 0", applied_at="2014-09-12")
        for i in range(3)
    ]
    found = admit(TOGLIATTI, roster(*full(16), *adults))
    divisions = [entrant.division for entrant in found.roster.entrants]
    assert divisions == ["juniors"] * 45 + ["adults"] * 9
    assert found.reserves == ("T15",)


# ---- Refusals


@pytest.mark.parametrize(
    ("people", "words"),
    [
        (
            lambda: team("A", (15,) * 5),
            "team 'A' is not admitted: it has 5 members in 3 pairs, and a team is 6 people "
            "in 3 pairs (6.10)",
        ),
        (lambda: team("A", (15,) * 8), "it has 8 members in 4 pairs"),
        (
            lambda: team("A", leader=None),
            "are under age, and it names no leader (6.6-6.7, 6.10)",
        ),
        (
            lambda: team("A", (17, 20, 20, 20, 20, 20), leader=None, captain="A 1"),
            "A 0 are under age, and it names no leader (6.6-6.7, 6.10)",
        ),
    ],
)
def test_a_team_that_the_text_does_not_admit_is_refused_with_the_clause(
    people: Callable[[], list[Entrant]], words: str
) -> None:
    assert words in refused(roster(people()))


def test_all_reasons_are_told_at_once_and_the_remedy_after_them() -> None:
    sentence = refused(roster(team("A", (15,) * 5), team("B", leader=None)))
    assert sentence.count("is not admitted") == 2
    assert sentence.endswith("then the next one that has applied plays")


def test_a_refusal_speaks_russian_and_survives_a_process() -> None:
    with pytest.raises(NotAdmitted) as caught:
        admit(TOGLIATTI, roster(team("Ёжики", (13, 15, 15, 15, 15, 15))))
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.sentence("ru") == caught.value.sentence("ru")
    assert "команда «Ёжики» не допущена: Ёжики 0 — 13 лет" in again.sentence("ru")


def test_a_reserve_that_would_not_be_admitted_stops_nobody() -> None:
    found = admit(TOGLIATTI, roster(*full(15), team("Z", (15,) * 5, applied_at="2014-09-20")))
    assert len(found.roster.teams()) == 15
    assert found.reserves == ()
    assert told(found.warnings, "incomplete")[0]["team"] == "Z"


def test_a_missing_captain_is_a_warning_and_no_refusal() -> None:
    adults = (20, 21, 22, 23, 24, 25)
    found = admit(TOGLIATTI, roster(team("A", adults), team("B", adults, captain="Чужой")))
    assert told(found.warnings, "no_captain")[0]["team"] == "A"
    assert told(found.warnings, "captain_outside")[0]["name"] == "Чужой"
    assert told(found.warnings, "no_captain")[0]["clause"] == "6.6-6.7"


def test_a_pair_without_a_team_is_refused_by_name() -> None:
    alone = Entrant(id="p1", name="Пара без команды", age=20)
    with pytest.raises(Impossible, match="Пара без команды has no team"):
        admit(TOGLIATTI, Roster(entrants=(alone,)))


# ---- The rest


def test_other_values_admit_others() -> None:
    looser = set_values(
        TOGLIATTI, ("entry.complete_teams_only=false", "entry.divisions.juniors.youngest=13")
    )
    found = admit(looser, roster(team("A", (13, 15, 15, 15, 15))))
    assert len(found.roster.entrants) == 3


def test_everybody_gets_a_category_where_nobody_is_chosen() -> None:
    found = placed(TOGLIATTI, roster(*full(17), team("A", (20, 14))))
    assert len(found.teams()) == 18
    assert [found.entrants[i].division for i in (0, 51)] == ["juniors", "adults"]
    assert placed(TOGLIATTI, found) is found


def test_a_value_goes_by_the_sections_of_the_text() -> None:
    assert clause(TOGLIATTI, "entry.division_by") == "4.3"
    assert clause(TOGLIATTI, "entry.divisions") == "4.1, 4.2, 6.6-6.7"
    assert clause(TOGLIATTI, "cut.nothing") == "cut.nothing"
