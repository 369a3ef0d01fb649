"""Files of judges, and the demands that only tables and bans make."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mafsim.errors import FileError
from mafsim.files import parse_judges, parse_plan, parse_roster, plan_document, plan_text
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Ban, Entrant, Judge, Roster, numbered


def people() -> Roster:
    return Roster(
        entrants=tuple(
            Entrant(id=f"p{i}", name=name, team=team, club=club)
            for i, (name, team, club) in enumerate(
                [("Anna", "Red", "North"), ("Boris", "Red", "South"), ("Vera", None, "North")], 1
            )
        )
    )


def judges(text: str) -> tuple[Judge, ...]:
    return parse_judges(text.encode(), people(), file="j.csv").judges


def refused(text: str) -> FileError:
    with pytest.raises(FileError) as error:
        judges(text)
    return error.value


def test_a_judge_has_a_name_perhaps_a_table_and_people_whom_he_may_not_judge() -> None:
    assert judges("name,table,not\nIvan,2,Anna;Vera\nOlga,,\n") == (
        Judge(name="Ivan", table=1, barred=(0, 2)),
        Judge(name="Olga"),
    )


def test_a_team_or_a_club_stands_for_all_of_its_members() -> None:
    assert judges("name,not\nIvan,Red\nOlga,north; Boris\n") == (
        Judge(name="Ivan", barred=(0, 1)),
        Judge(name="Olga", barred=(0, 1, 2)),
    )


@pytest.mark.parametrize(
    "text",
    [
        "судья;стол;не судит\nИван;1;Anna\n",
        '[{"name": "Иван", "table": 1, "not": ["Anna"]}]',
        "name\ttable\tnot\nИван\t1\tanna\n",
    ],
)
def test_russian_headers_json_and_other_separators_say_the_same(text: str) -> None:
    assert judges(text) == (Judge(name="Иван", table=0, barred=(0,)),)


def test_names_alone_are_judges_who_take_turns() -> None:
    assert judges("Ivan\nOlga\n") == (Judge(name="Ivan"), Judge(name="Olga"))


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("", "judges.empty", "nobody is named"),
        ("name,table\n", "judges.empty", "nobody is named"),
        ("name\nIvan\nIvan\n", "judges.twice", "row 3"),
        (
            "name,table\nIvan,1\nOlga,1\n",
            "judges.one_table",
            "'Olga' and 'Ivan' both judge at table 1",
        ),
        ("name,not\nIvan,Ana\n", "roster.nobody", "did you mean 'Anna'?"),
        ("name,table\nIvan,x\n", "roster.table", "'x'"),
        ("Ivan,2\n", "judges.no_header", "name,table,not"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_row(text: str, key: str, said: str) -> None:
    error = refused(text)
    assert error.key == key
    assert said in error.sentence("en")
    assert error.sentence("ru") != error.sentence("en")


# Roster columns.


def roster(text: str) -> Roster:
    return parse_roster(text.encode(), file="r.csv")


def test_banned_tables_are_read_with_their_rounds() -> None:
    read = roster("name,ban\nAnna,2; 3: 1-2\nBoris,\n")
    assert read.bans == (
        Ban(entrant=0, table=1),
        Ban(entrant=0, table=2, rounds=frozenset({0, 1})),
    )
    assert roster("имя;не за столом\nАнна;1\n").bans == (Ban(entrant=0, table=0),)


@pytest.mark.parametrize("cell", ["x", "0", "2:", "1-2"])
def test_a_ban_that_names_no_table_is_refused(cell: str) -> None:
    with pytest.raises(FileError) as error:
        roster(f"name,ban\nAnna,{cell}\n")
    assert error.value.key == "roster.ban"


def test_nobody_is_kept_together_and_the_refusal_says_why() -> None:
    with pytest.raises(FileError) as error:
        roster("name,together\nAnna,\nBoris,Anna\n")
    assert error.value.key == "roster.together"
    assert "row 3" in error.value.sentence()
    assert "'Boris' cannot be kept together with Anna" in error.value.sentence()


# Plans.


def demanding() -> Plan:
    entrants = list(numbered(7).entrants)
    entrants[0] = replace(entrants[0], left=1)
    entrants[6] = replace(entrants[6], joined=1)
    return Plan(
        roster=Roster(
            entrants=tuple(entrants),
            bans=(Ban(entrant=1, table=0), Ban(entrant=2, table=1, rounds=frozenset({0}))),
            judges=(Judge(name="Ivan", table=1, barred=(3, 4)), Judge(name="Olga")),
        ),
        seats=np.array([[[0, 2, 3], [1, 4, 5]], [[6, 4, 3], [1, 2, 5]]], dtype=np.int32),
        table_size=3,
        judges=np.array([[1, 0], [EMPTY, 0]], dtype=np.int32),
        frozen=1,
        revision=4,
    )


def test_demands_and_judges_come_back_from_the_file() -> None:
    plan = demanding()
    read = parse_plan(plan_text(plan).encode(), file="x")
    assert read == plan
    assert read.roster.warnings == ()
    assert plan_text(read) == plan_text(plan)


def test_the_file_says_demands_in_numbers_for_people() -> None:
    document = plan_document(demanding())
    assert document["demands"]["judges"] == [
        {"name": "Ivan", "table": 2, "not": ["p4", "p5"]},
        {"name": "Olga", "table": None, "not": []},
    ]
    assert document["demands"]["bans"] == [
        {"entrant": "p2", "table": 1},
        {"entrant": "p3", "table": 2, "rounds": [1]},
    ]
    assert document["demands"]["joined"] == {"p7": 2}
    assert document["demands"]["left"] == {"p1": 2}
    assert document["demands"]["frozen"] == 1
    tables = document["rounds"][0]["tables"]
    assert [table["judge"] for table in tables] == ["Olga", "Ivan"]
    assert "judge" not in document["rounds"][1]["tables"][0]


def test_who_has_not_come_or_has_left_has_no_bye() -> None:
    rounds = plan_document(demanding())["rounds"]
    assert [round_["byes"] for round_ in rounds] == [[], []]


def test_a_plan_without_late_changes_says_nothing_of_them() -> None:
    plan = Plan(roster=numbered(3), seats=np.array([[[0, 1, 2]]], dtype=np.int32), table_size=3)
    document = plan_document(plan)
    assert set(document["demands"]) == {"apart", "avoid", "absent", "pins", "judges", "bans"}
    assert set(document["rounds"][0]["tables"][0]) == {"table", "division", "seats"}


def test_demands_of_a_plan_count_beside_a_roster() -> None:
    plan = demanding()
    other = Roster(entrants=tuple(reversed(numbered(7).entrants)))
    read = parse_plan(plan_text(plan).encode(), file="x", roster=other)
    names = [entrant.name for entrant in read.roster.entrants]
    assert [names[ban.entrant] for ban in read.roster.bans] == ["Player 2", "Player 3"]
    assert [names[i] for i in read.roster.judges[0].barred] == ["Player 5", "Player 4"]
    assert read.roster.entrants[names.index("Player 1")].left == 1


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('"entrant": "p2"', '"entrant": "p9"', "plan_file.no_such_id"),
        ('"not": ["p4"', '"not": ["p9"', "plan_file.no_such_id"),
        ('"judge": "Olga"', '"judge": "Nobody"', "plan_file.no_such_judge"),
        ('"name": "Olga", "table": null', '"name": "Ivan", "table": null', "judges.twice"),
        ('"frozen": 1', '"frozen": 3', "json.not_whole"),
    ],
)
def test_a_plan_whose_demands_make_no_sense_is_refused(old: str, new: str, key: str) -> None:
    text = plan_text(demanding())
    assert old in text
    with pytest.raises(FileError) as error:
        parse_plan(text.replace(old, new).encode(), file="x")
    assert error.value.key == key
