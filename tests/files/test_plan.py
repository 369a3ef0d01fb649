from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mafsim.errors import MafsimError
from mafsim.files import parse_plan, parse_roster, read_plan
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster
from mafsim.words import say


def table(*rows: str, header: str = "round,table,seat,player", **options: Any) -> Plan:
    return parse_plan("\n".join((header, *rows)).encode(), file="p.csv", **options)


def document(**changes: Any) -> dict[str, Any]:
    return {
        "format": "mafsim-plan",
        "version": 1,
        "entrants": [{"id": f"p{number}", "name": f"Игрок {number}"} for number in range(1, 13)],
        "rounds": [{"round": 1, "tables": [seats(1, range(1, 11))], "byes": ["p11", "p12"]}],
    } | changes


def seats(number: int, people: Iterable[int | None], **more: Any) -> dict[str, Any]:
    ids = [None if person is None else f"p{person}" for person in people]
    return {"table": number, "seats": ids} | more


def from_json(value: Any, **options: Any) -> Plan:
    text = json.dumps(value, ensure_ascii=False)
    return parse_plan(text.encode(), file="p.json", **options)


def refusal(data: str, file: str = "p.csv", **options: Any) -> str:
    with pytest.raises(MafsimError) as caught:
        parse_plan(data.encode(), file=file, **options)
    assert caught.value.exit_code == 3
    assert any("а" <= letter <= "я" for letter in caught.value.sentence("ru"))
    return caught.value.sentence("en")


def warnings(plan: Plan) -> list[str]:
    for key, fields in plan.roster.warnings:
        assert say("ru", f"warning.{key}", **fields)
    return [say("en", f"warning.{key}", **fields) for key, fields in plan.roster.warnings]


def names(plan: Plan) -> list[str]:
    return [entrant.name for entrant in plan.roster.entrants]


def seated(plan: Plan, round_: int, table: int) -> list[str | None]:
    people = plan.roster.entrants
    return [
        None if index == EMPTY else people[index].name
        for index in plan.seats[round_, table].tolist()
    ]


def full(round_: int, table: int, people: Iterable[str]) -> list[str]:
    return [f"{round_},{table},{seat},{name}" for seat, name in enumerate(people, start=1)]


TEN = tuple("ABCDEFGHIJ")
TWENTY = tuple("ABCDEFGHIJKLMNOPQRST")


# Tables of rows


def test_a_table_is_read_whatever_the_order_of_its_rows() -> None:
    rows = [*full(1, 1, TEN), *full(1, 2, TWENTY[10:]), *full(2, 1, TWENTY[5:15])]
    plan = table(*rows)
    assert plan == table(*reversed(rows))
    assert plan.seats.shape == (2, 2, 10)
    assert names(plan) == list(TWENTY)
    assert [entrant.id for entrant in plan.roster.entrants[:2]] == ["p1", "p2"]
    assert seated(plan, 1, 0) == list(TWENTY[5:15])
    assert seated(plan, 1, 1) == [None] * 10
    assert plan.table_size == 10
    assert plan.unknown == frozenset()
    assert plan.missing_rounds == ()
    assert plan.stages == ()
    assert plan.roster.warnings == ()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1251"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "header", ["round,table,seat,player,team,stage", "Тур,Стол,Место,Игрок,Команда,Этап"]
)
def test_headers_separators_and_encodings_do_not_matter(
    header: str, separator: str, encoding: str
) -> None:
    rows = [f"{row},Лес,Финал" for row in full(1, 1, "АБВГДЕЁЖЗИ")]
    data = "\r\n".join((header, *rows)).replace(",", separator).encode(encoding)
    plan = parse_plan(data, file="p.csv")
    assert names(plan) == list("АБВГДЕЁЖЗИ")
    assert {entrant.team for entrant in plan.roster.entrants} == {"Лес"}
    assert plan.stages == ("Финал",)


def test_a_table_of_nine_ends_with_an_empty_seat() -> None:
    plan = table(*full(1, 1, TEN), *full(1, 2, TWENTY[10:19]))
    assert seated(plan, 0, 1) == [*TWENTY[10:19], None]
    assert plan.table_size == 10


def test_an_empty_player_is_an_empty_seat() -> None:
    plan = table("1,1,1,A", "1,1,2,", "1,1,10,C", "2,1,1,", "2,1,10,A")
    assert seated(plan, 0, 0) == ["A", *[None] * 8, "C"]
    assert seated(plan, 1, 0) == [*[None] * 9, "A"]


def test_a_seat_taken_twice_puts_the_second_behind_the_table() -> None:
    plan = table(*full(1, 1, TEN), "1,1,3,K", "1,1,3,L")
    assert plan.table_size == 10
    assert seated(plan, 0, 0) == [*TEN, "K", "L"]


def test_somebody_may_sit_twice() -> None:
    plan = table(*full(1, 1, "ABCDEFGHIA"))
    assert seated(plan, 0, 0) == list("ABCDEFGHIA")
    assert len(plan.roster.entrants) == 9


def test_rounds_that_are_left_out_are_missing() -> None:
    plan = table(*full(2, 1, TEN), *full(5, 1, TEN))
    assert plan.rounds == 5
    assert plan.missing_rounds == (0, 2, 3)
    assert not plan.played()[[0, 2, 3]].any()


def test_a_missing_round_is_of_the_stage_before() -> None:
    header = "round,table,seat,player,stage"
    plan = table("2,1,10,A,q", "4,1,10,A,f", "4,1,1,B,", header=header)
    assert plan.stages == ("q", "q", "q", "f")


def test_cells_that_were_made_safe_for_a_spreadsheet_are_read_back() -> None:
    plan = table("1,1,1,'=1+1", "1,1,2,''=1+1", "1,1,3,'Кот", "1,1,10,'-x")
    assert names(plan) == ["=1+1", "'=1+1", "'Кот", "-x"]


def test_unknown_columns_are_warned_of() -> None:
    plan = table("1,1,10,A,x", header="round,table,seat,player,role")
    assert warnings(plan) == ["p.csv: the column 'role' is unknown and not read"]


def test_names_that_look_alike_are_warned_of() -> None:
    plan = table("1,1,1,Ёж", "1,1,10,ёж")
    assert warnings(plan) == [
        "p.csv: 'Ёж' in row 2 and 'ёж' in row 3 look alike; are they two people?"
    ]


# How large a table is


@pytest.mark.parametrize("size", [3, 4, 6, 8])
def test_small_tables_are_recognised_by_their_highest_seat(size: int) -> None:
    plan = table(*full(1, 1, TEN[:size]), *full(2, 1, TEN[: size - 1]))
    assert plan.table_size == size
    assert plan.seats.shape == (2, 1, size)
    assert warnings(plan) == [
        f"p.csv: the highest seat number is {size}, so the plan is read as one for tables of {size}"
    ]


def test_tables_of_nine_everywhere_are_tables_of_ten_with_one_missing() -> None:
    plan = table(*full(1, 1, TEN[:9]), *full(2, 1, TEN[:9]))
    assert plan.table_size == 10
    assert plan.roster.warnings == ()


def test_a_single_small_table_proves_nothing() -> None:
    assert table(*full(1, 1, TEN[:8])).table_size == 10


@pytest.mark.parametrize("size", [11, 12, 15])
def test_large_tables_are_recognised_by_their_highest_seat(size: int) -> None:
    plan = table(*full(1, 1, TWENTY[:size]), *full(1, 2, TWENTY[size:]), *full(2, 1, TWENTY[:size]))
    assert plan.table_size == size
    assert warnings(plan) == [
        f"p.csv: the highest seat number is {size}, so the plan is read as one for tables of {size}"
    ]


def test_a_table_of_eleven_among_tables_of_ten_has_one_too_many() -> None:
    plan = table(*full(1, 1, TWENTY[:11]), *full(2, 1, TEN), *full(3, 1, TEN))
    assert plan.table_size == 10
    assert seated(plan, 0, 0) == list(TWENTY[:11])
    assert table(*full(1, 1, TWENTY[:11])).table_size == 10


def test_a_table_size_that_is_given_counts() -> None:
    plan = table(*full(1, 1, TWENTY[:12]), table_size=12)
    assert plan.table_size == 12
    assert seated(plan, 0, 0) == list(TWENTY[:12])
    assert table(*full(1, 1, TEN[:8]), *full(2, 1, TEN[:8]), table_size=10).table_size == 10


# A roster that is given


ROSTER = parse_roster(
    "имя;команда;врозь;отсутствует\nЁжик;Лес;Рак;2\nЩука;Река;;\nРак;;;\n".encode(), file="r.csv"
)


def test_people_are_found_in_the_roster_and_the_others_are_unknown() -> None:
    plan = table("1,1,1,ежик", "1,1,2,Кот", "1,1,3,Щука", "1,1,10,Пёс", roster=ROSTER)
    assert plan.roster.entrants[:3] == ROSTER.entrants
    assert plan.roster.entrants[3:] == (
        Entrant(id="Кот", name="Кот"),
        Entrant(id="Пёс", name="Пёс"),
    )
    assert plan.roster.apart == ROSTER.apart
    assert plan.unknown == {3, 4}
    assert plan.seats[0, 0, :3].tolist() == [0, 3, 1]
    assert plan.byes(0) == (2,)


def test_teams_of_the_file_do_not_count_beside_a_roster() -> None:
    plan = table("1,1,10,Ёжик,Море", header="round,table,seat,player,team", roster=ROSTER)
    assert plan.roster == ROSTER


def test_an_unknown_person_called_like_an_id_gets_another_id() -> None:
    plan = table("1,1,10,p1", roster=ROSTER)
    assert plan.roster.entrants[3] == Entrant(id="p1 (2)", name="p1")
    assert plan.unknown == {3}


def test_warnings_of_the_roster_stay() -> None:
    roster = parse_roster(b"A\na\n", file="r.csv")
    plan = table("1,1,10,A,x", header="round,table,seat,player,role", roster=roster)
    assert warnings(plan) == [
        "r.csv: 'A' in row 1 and 'a' in row 2 look alike; are they two people?",
        "p.csv: the column 'role' is unknown and not read",
    ]


def test_people_of_a_document_are_found_in_the_roster_by_name() -> None:
    value = document(
        entrants=[
            {"id": "x", "name": "щука", "team": "Море", "age": 99},
            {"id": "y", "name": "Ежик"},
            {"id": "z", "name": "Кот"},
            {"id": "w", "name": "Никто"},
        ],
        demands={"apart": [["x", "y"], ["x", "z"]], "absent": {"x": [1]}, "pins": {"x": 2}},
        rounds=[{"round": 1, "tables": [{"table": 1, "seats": ["z", "x", "y", "p1"]}]}],
    )
    plan = from_json(value, roster=ROSTER)
    assert plan.roster == Roster(
        entrants=(
            *ROSTER.entrants,
            Entrant(id="Кот", name="Кот"),
            Entrant(id="p1 (2)", name="p1"),
        ),
        apart=((0, 1), (0, 2)),
    )
    assert plan.unknown == {3, 4}
    assert plan.seats[0, 0].tolist() == [3, 1, 0, 4, *[EMPTY] * 6]


# Documents


def test_a_document_is_read() -> None:
    value = document(
        game="mafia",
        revision=3,
        entrants=[
            {"id": "a", "name": "A", "team": "X", "division": "U18", "age": 17, "rating": 3},
            {"id": "b", "name": "B", "team": None, "club": "", "captain": "C", "new": [1]},
        ],
        demands={
            "apart": [["b", "a"]],
            "avoid": [],
            "absent": {"b": [1, 3]},
            "pins": {"a": 2},
            "judges": [],
            "bans": [],
        },
        rounds=[
            {
                "round": 2,
                "stage": "f",
                "tables": [{"table": 1, "seats": [None, "b"]}],
                "byes": ["a"],
            },
            {"round": 1, "stage": "q", "tables": [], "byes": ["b", "a"]},
        ],
        certificate={"stopped_by": "proved"},
        provenance={"mafsim": "0.1.0", "seed": 7},
    )
    plan = from_json(value)
    assert plan == Plan(
        roster=Roster(
            entrants=(
                Entrant(id="a", name="A", team="X", division="U18", age=17, rating=3.0, table=1),
                Entrant(id="b", name="B", captain="C", absent=frozenset({0, 2})),
            ),
            apart=((0, 1),),
        ),
        seats=np.array([[[EMPTY] * 10], [[EMPTY, 1, *[EMPTY] * 8]]], dtype=np.int32),
        stages=("q", "f"),
        revision=3,
    )
    assert plan.certificate == {"stopped_by": "proved"}
    assert plan.provenance == {"mafsim": "0.1.0", "seed": 7}
    assert plan.roster.warnings == ()


def test_ids_that_the_entrants_lack_are_unknown_people() -> None:
    plan = from_json(document(rounds=[{"round": 1, "tables": [seats(2, [1, 99, 2])]}]))
    assert plan.unknown == {12}
    assert plan.roster.entrants[12] == Entrant(id="p99", name="p99")
    assert plan.seats[0, 1, :3].tolist() == [0, 12, 1]
    assert not plan.played()[0, 0]


def test_eleven_at_a_table_are_one_too_many() -> None:
    plan = from_json(document(rounds=[{"round": 1, "tables": [seats(1, range(1, 12))]}]))
    assert plan.table_size == 10
    assert plan.seats[0, 0].tolist() == list(range(11))


def test_a_null_is_an_empty_seat_where_it_stands() -> None:
    plan = from_json(document(rounds=[{"round": 1, "tables": [seats(1, [1, None, 2])]}]))
    assert plan.seats[0, 0].tolist() == [0, EMPTY, 1, *[EMPTY] * 7]


@pytest.mark.parametrize(
    ("changes", "given", "size"),
    [
        ({}, None, 10),
        ({"game": "shapka"}, None, 3),
        ({"table_size": 8}, None, 8),
        ({"table_size": 8}, 9, 8),
        ({}, 9, 9),
    ],
)
def test_the_file_knows_best_how_large_its_tables_are(
    changes: dict[str, Any], given: int | None, size: int
) -> None:
    rounds = [{"round": 1, "tables": [seats(1, [1, 2])]}]
    assert from_json(document(rounds=rounds, **changes), table_size=given).table_size == size


def test_what_was_changed_by_hand_is_warned_of() -> None:
    plan = from_json(document(provenance={"plan_digest": "0" * 64}))
    assert warnings(plan) == [
        "p.json: the plan was changed after it was written: its digest is not that of its content"
    ]


def test_byes_that_do_not_fit_the_seats_are_warned_of() -> None:
    rounds = [{"round": 1, "tables": [seats(1, range(1, 11))], "byes": ["p11"]}]
    assert warnings(from_json(document(rounds=rounds))) == [
        "p.json: the byes of round 1 are not those who have no seat; the seats count"
    ]


def test_the_judges_of_a_plan_are_read() -> None:
    plan = from_json(document(demands={"judges": [{"name": "J"}], "bans": []}))
    assert warnings(plan) == []
    assert [judge.name for judge in plan.roster.judges] == ["J"]


# Refusals

HEAD = "round,table,seat,player\n"
NO_PLAN = (
    "p.csv: this is no plan: neither mafsim's JSON nor a table with the columns "
    "round, table, seat, player, nor a plan of another program that mafsim knows"
)
REFUSALS = {
    "": "p.csv: the file is empty; a plan has the columns round, table, seat, player",
    "Ёжик\nЩука\n": NO_PLAN,
    "1,1,1,A\n": NO_PLAN,
    HEAD: "p.csv: the plan has no rounds",
    "round,player\n1,A\n": "p.csv, row 1: the columns table, seat are missing; "
    "a plan has round, table, seat, player",
    HEAD + "0,1,1,A\n": "p.csv, row 2: the round '0' is not a whole number from 1 to 1000",
    HEAD + "1,1,1,A\n-1,1,1,A\n": "p.csv, row 3: the round '-1' is not a whole number "
    "from 1 to 1000",
    HEAD + "1001,1,1,A\n": "p.csv, row 2: the round '1001' is not a whole number from 1 to 1000",
    HEAD + "1,0,1,A\n": "p.csv, row 2: the table '0' is not a whole number from 1 to 1000",
    HEAD + "1,1,0,A\n": "p.csv, row 2: the seat '0' is not a whole number from 1 to 100",
    HEAD + "1,1,101,A\n": "p.csv, row 2: the seat '101' is not a whole number from 1 to 100",
    HEAD + "1,1,x,A\n": "p.csv, row 2: the seat 'x' is not a whole number from 1 to 100",
    HEAD + "1,1,,A\n": "p.csv, row 2: the seat '' is not a whole number from 1 to 100",
    HEAD + "1,1,1,A,B\n": "p.csv, row 2: 5 cells, but the header has 4; "
    "put a cell with a separator in quotation marks",
    HEAD + "1,1,1,\n": "p.csv: nobody is in it; write the names, one a line",
    HEAD + "1,1,1,a\x07\n": "p.csv, row 2: 'a\\u0007' holds U+0007, "
    "which is no character of a text; delete it",
    "round,table,seat,player,stage\n1,1,1,A,q\n2,1,1,A,q\n1,1,2,B,f\n": "p.csv, row 4: "
    "round 1 belongs to another stage in row 2; number the rounds through all stages",
    "round,table,seat,player,team\n1,1,1,A,\n2,1,1,A,X\n3,1,1,A,Y\n": "p.csv, row 4: "
    "'A' is of team 'Y' here, but of 'X' in row 3; write one team",
    HEAD + "1,1,1,A\n" * 92: "p.csv, row 93: more than 100 people sit at this table, "
    "the most that is read",
}


@pytest.mark.parametrize("text", REFUSALS, ids=lambda text: repr(text)[:60])
def test_what_is_no_plan_is_refused_with_its_row(text: str) -> None:
    assert refusal(text) == REFUSALS[text]


def test_a_plan_that_is_mostly_air_is_refused() -> None:
    rows = "".join(f"1,1,{seat},A{seat}{n}\n" for seat in range(1, 11) for n in range(9))
    text = f"{HEAD}1000,1000,1,A\n{rows}"
    assert refusal(text) == (
        "p.csv: rounds times tables times seats are more than 1000000, the most that is read"
    )


def test_a_seat_above_the_size_that_is_given_is_surplus() -> None:
    plan = table(*full(1, 1, TEN[:3]), "1,1,5,x", table_size=4)
    assert plan.table_size == 4
    assert plan.seats[0, 0].tolist() == [0, 1, 2, EMPTY, 3]


INFINITE = "a number that no float holds"
ROUND = {"round": 1, "tables": [seats(1, range(1, 11))]}
MISSHAPEN: dict[str, tuple[Any, str]] = {
    "list": ([1, 2], "p.json: this is no plan: neither mafsim's JSON nor a table with the columns"),
    "object": ({}, "p.json: this is no plan: "),
    "foreign": ({"format": "other", "rounds": []}, "p.json: this is no plan: "),
    "newer": (
        document(version=2),
        "p.json: the plan was written by a newer mafsim "
        "(version 2 of the format, known is 1); update mafsim",
    ),
    "version": (
        document(version="1"),
        "p.json: version: a whole number from 1 to 1000000000 must stand here",
    ),
    "truth": (
        document(version=True),
        "p.json: version: a whole number from 1 to 1000000000 must stand here",
    ),
    "zero rounds": (document(rounds=[]), "p.json: the plan has no rounds"),
    "no tables": (document(rounds=[{"round": 1, "tables": []}]), "p.json: the plan has no tables"),
    "no entrants": (document(entrants=[]), "p.json: nobody is in it; write the names, one a line"),
    "entrants": (document(entrants=None), "p.json: the key 'entrants' is missing; add it"),
    "entrant": (document(entrants=["A"]), "p.json: entrants[0]: an object {...} must stand here"),
    "no id": (document(entrants=[{"name": "A"}]), "p.json: entrants[0]: the key 'id' is missing"),
    "empty id": (
        document(entrants=[{"id": " ", "name": "A"}]),
        "p.json: entrants[0].id: the name is empty; write a name or delete the row",
    ),
    "ids": (
        document(entrants=[{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]),
        "p.json: entrants[1]: the id 'a' stands in entrants[0] already; ids must differ",
    ),
    "names": (
        document(entrants=[{"id": "a", "name": "A"}, {"id": "b", "name": "A"}]),
        "p.json: entrants[1]: the name 'A' stands in entrants[0] already; ",
    ),
    "age": (
        document(entrants=[{"id": "a", "name": "A", "age": -3}]),
        "p.json: entrants[0].age: a whole number from 1 to 150 must stand here",
    ),
    "rating": (
        document(entrants=[{"id": "a", "name": "A", "rating": "high"}]),
        "p.json: entrants[0].rating: a finite number must stand here",
    ),
    "infinity": (
        document(certificate={"min": INFINITE}),
        "p.json: the number 1e999 is too large",
    ),
    "rounds": (document(rounds={}), "p.json: rounds: a list [...] must stand here"),
    "round": (
        document(rounds=[{"round": 0, "tables": []}]),
        "p.json: rounds[0].round: a whole number from 1 to 1000 must stand here",
    ),
    "round twice": (
        document(rounds=[ROUND, ROUND]),
        "p.json: rounds[1].round: round 1 stands twice; put its tables together",
    ),
    "table twice": (
        document(rounds=[{"round": 4, "tables": [seats(2, [1]), seats(2, [2])]}]),
        "p.json: rounds[0].tables[1].table: table 2 of round 4 stands twice; "
        "number the tables of a round differently",
    ),
    "table": (
        document(rounds=[{"round": 1, "tables": [{"table": "1", "seats": []}]}]),
        "p.json: rounds[0].tables[0].table: a whole number from 1 to 1000 must stand here",
    ),
    "seat": (
        document(rounds=[{"round": 1, "tables": [{"table": 1, "seats": ["p1", 1.5]}]}]),
        "p.json: rounds[0].tables[0].seats[1]: a text in quotation marks must stand here",
    ),
    "crowd": (
        document(rounds=[{"round": 1, "tables": [seats(1, [1] * 101)]}]),
        "p.json: rounds[0].tables[0].seats: more than 100 people sit at this table",
    ),
    "game": (
        document(game="chess"),
        "p.json: game: the game 'chess' is unknown; it is 'mafia' or 'shapka'",
    ),
    "table size": (
        document(table_size=0),
        "p.json: table_size: a whole number from 1 to 100 must stand here",
    ),
    "apart": (
        document(demands={"apart": [["p1", "p1"]]}),
        "p.json: demands.apart[0]: two different ids must stand here",
    ),
    "apart of three": (
        document(demands={"avoid": [["p1", "p2", "p3"]]}),
        "p.json: demands.avoid[0]: two different ids must stand here",
    ),
    "apart of nobody": (
        document(demands={"apart": [["p1", "p77"]]}),
        "p.json: demands.apart[0][1]: no entrant has the id 'p77'",
    ),
    "absent": (
        document(demands={"absent": {"p1": [0]}}),
        "p.json: demands.absent.p1[0]: a whole number from 1 to 1000 must stand here",
    ),
    "pin of nobody": (
        document(demands={"pins": {"p77": 1}}),
        "p.json: demands.pins.p77: no entrant has the id 'p77'",
    ),
    "certificate": (
        document(certificate=[]),
        "p.json: certificate: an object {...} must stand here",
    ),
    "provenance": (
        document(provenance="x"),
        "p.json: provenance: an object {...} must stand here",
    ),
}


@pytest.mark.parametrize("case", MISSHAPEN)
def test_a_misshapen_document_is_refused_with_its_key(case: str) -> None:
    value, sentence = MISSHAPEN[case]
    text = json.dumps(value, ensure_ascii=False).replace(f'"{INFINITE}"', "1e999")
    assert refusal(text, "p.json").startswith(sentence)


def test_json_is_recognised_by_its_content() -> None:
    text = json.dumps(document())
    assert parse_plan(text.encode("utf-16"), file="plan.txt").rounds == 1
    assert refusal('{"format": ', "plan.txt").startswith("plan.txt: line 1, column 12 is no valid")


def test_a_path_is_read(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(f"{HEAD}1,1,10,A\n")
    assert names(read_plan(tmp_path / "p.csv")) == ["A"]


def test_a_path_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(MafsimError) as caught:
        read_plan(tmp_path / "p.csv")
    assert caught.value.exit_code == 2
