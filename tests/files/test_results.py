"""Results files: read in two languages and three forms, every fault told with its row."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from mafsim.errors import FileError, UsageError
from mafsim.files import (
    Results,
    is_results,
    parse_plan,
    parse_results,
    parse_roster,
    plan_text,
    read_results,
    results_csv,
    results_document,
    results_text,
)
from mafsim.files.faults import ForbiddenError, fault_document
from mafsim.games import EMPTY, AnyGames, Ended, Games, Left, Protest, Role, ShapkaGames, Winner
from mafsim.regulations import Regulation, load
from mafsim.roster import Entrant, Roster
from mafsim.words import say
from tests.laws import tried

DEAL = ("civilian", "civilian", "sheriff", "mafia", "don", "mafia") + ("civilian",) * 4
HEADER = "round,table,seat,name,role,result"
UGRA, CHARLIE, OMSK = map(load, ("ugra-2021", "charlie-2016", "omsk-2012"))
Row = dict[str, str]


def rows_of(
    round_: int = 1,
    table: int = 1,
    result: str = "red",
    *,
    people: str = "ABCDEFGHIJ",
    **cells: Any,
) -> list[Row]:
    """Give a game's rows; ``s3=dict(left="vote 1")`` changes the third one."""
    rows = [
        {
            "round": str(round_),
            "table": str(table),
            "seat": str(seat),
            "name": name,
            "role": role,
            "result": result,
        }
        for seat, (name, role) in enumerate(zip(people, DEAL, strict=True), start=1)
    ]
    for key, changed in cells.items():
        rows[int(key[1:]) - 1] |= changed
    return rows


def rewarded(points: str, *seats: int) -> list[Row]:
    """Give a game's rows with additional points for some seats."""
    rows = rows_of()
    for seat in seats:
        rows[seat - 1]["additional"] = points
    return rows


def sheet(rows: Sequence[Row], separator: str = ",") -> str:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    lines = [columns, *([row.get(column, "") for column in columns] for row in rows)]
    return "\n".join(separator.join(line) for line in lines)


def read(
    rows: Sequence[Row] | str, regulation: Regulation | None = None, **options: Any
) -> Results:
    text = rows if isinstance(rows, str) else sheet(rows)
    return parse_results(text.encode(), regulation, file="r.csv", **({"lenient": True} | options))


def told(results: Results) -> list[str]:
    return [fault.sentence() for fault in results.faults]


# --- what is read ------------------------------------------------------------------------------

RUSSIAN = """тур;стол;место;игрок;команда;роль;результат;выбыл;лучший ход;лучший игрок;доп;штраф;\
причина штрафа;фолы;дисквалификация;согласовано;консильери;окончание;протест
1;2;1;Ёжик;Лес;Мирный;победа красных;1-я ночь;4,5,6;;;;;;;;;;
1;2;2;Щука;Река;мирный житель;красные;день 1;;да;0,7;;;;;+;;;
1;2;3;Рак;Река;ШЕРИФ;Красные;;;;;;;3;;;;;
1;2;4;Сом;Омут;мафия;красные;фол 2;;;0.2;0,4;forgot_role;4;1;;;;подан
1;2;5;Ёрш;Омут;Дон;красные;;;;;;;;;;;;
1;2;6;Лещ;Лес;маф;красные;голосование 3;;;;;;;;;;;отклонён
1;2;7;Язь;;мирный;красные;;;;;;;;;;;;
1;2;8;Жук;;мирный;красные;;;;;;;;;;;;
1;2;9;Кот;;мирный;красные;убит 2;;;;;;;;;;судья;
1;2;10;Пёс;;мирный;красные;;;;;;;;;;;судья;
"""


def test_a_record_in_russian_words() -> None:
    read_ = read(RUSSIAN)
    assert told(read_) == []
    games = read_.games
    assert isinstance(games, Games)
    seat = {
        games.roster.entrants[int(index)].name: seat for seat, index in enumerate(games.entrants[0])
    }
    assert (games.round[0], games.table[0]) == (0, 1)
    assert [Role(role).name.lower() for role in games.roles[0]] == list(DEAL)
    assert games.winner[0] == Winner.RED
    assert games.ended[0] == Ended.JUDGE
    left = {name: (games.left[0, i], games.left_on[0, i]) for name, i in seat.items()}
    assert left["Ёжик"] == (Left.NIGHT, 1)
    assert left["Щука"] == (Left.VOTE, 1)
    assert left["Сом"] == (Left.FOUL, 2)
    assert left["Лещ"] == (Left.VOTE, 3)
    assert left["Кот"] == (Left.NIGHT, 2)
    assert left["Пёс"] == (EMPTY, EMPTY)
    assert games.best_move[0].tolist() == [3, 4, 5]
    assert np.flatnonzero(games.best_player[0]).tolist() == [1]
    assert games.additional[0].tolist() == [0, 700, 0, 200, 0, 0, 0, 0, 0, 0]
    assert games.penalty[0, 3] == 400
    assert games.reasons[games.penalty_reason[0, 3]] == "forgot_role"
    assert games.fouls[0].tolist() == [0, 0, 3, 4, 0, 0, 0, 0, 0, 0]
    assert np.flatnonzero(games.disqualified[0]).tolist() == [3]
    assert np.flatnonzero(games.approved[0]).tolist() == [1]
    assert games.protest[0, [3, 5]].tolist() == [Protest.OPEN, Protest.REJECTED]
    teams = {entrant.name: entrant.team for entrant in games.roster.entrants}
    assert (teams["Ёжик"], teams["Язь"]) == ("Лес", None)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_the_encodings_that_people_use(encoding: str) -> None:
    assert parse_results(RUSSIAN.encode(encoding), file="r").games == read(RUSSIAN).games


def test_columns_that_are_absent_are_empty() -> None:
    games = read(rows_of()).games
    assert isinstance(games, Games)
    assert (games.left == EMPTY).all()
    assert not games.additional.any()
    assert (games.ended == Ended.PLAY).all()


def test_a_spreadsheet_and_json_say_the_same() -> None:
    rows = rows_of(s1={"left": "night 1", "best_move": "4;5;6"}, s2={"additional": "0.3"})
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        page = book.add_worksheet()
        lines = [line.split(",") for line in sheet(rows).splitlines()]
        for number, line in enumerate(lines):
            for column, cell in enumerate(line):
                if re.fullmatch(r"[0-9.]+", cell):
                    page.write_number(number, column, float(cell))
                else:
                    page.write_string(number, column, cell)
    typed = [
        {
            key: [4, 5, 6] if key == "best_move" else 0.3 if key == "additional" else value
            for key, value in row.items()
            if value
        }
        for row in rows
    ]
    for data in (
        content.getvalue(),
        json.dumps(typed).encode(),
        json.dumps({"rows": rows}).encode(),
        json.dumps({"results": rows}).encode(),
    ):
        assert parse_results(data, UGRA, file="r").games == read(rows, UGRA).games


def test_a_spreadsheet_s_noise_is_no_fraction() -> None:
    rows = rows_of(s2={"additional": "0.30000000000000004"})
    assert read(rows, UGRA).games == read(rows_of(s2={"additional": "0.3"}), UGRA).games


def test_a_sheet_may_hold_games_that_are_still_to_come() -> None:
    to_come = [{**row, "role": "", "result": ""} for row in rows_of(2)]
    results = read([*rows_of(), *to_come])
    assert told(results) == []
    assert len(results.games) == 1
    assert results.warnings == [("results.not_played", {"file": "r.csv", "n": 10})]


def test_neither_the_order_of_rows_nor_of_columns_matters() -> None:
    rows = [*rows_of(), *rows_of(2, people="JIHGFEDCBA")]
    turned = [dict(reversed(list(row.items()))) for row in reversed(rows)]
    assert read(turned).games == read(rows).games


def test_the_rows_of_a_game_need_not_stand_together() -> None:
    one, other = rows_of(), rows_of(1, 2, people="KLMNOPQRST")
    mixed = [row for pair in zip(one, other, strict=True) for row in pair]
    assert read(mixed).games == read([*one, *other]).games


def test_a_reason_may_be_written_in_words_and_brings_its_points() -> None:
    words = UGRA.scoring.penalties[4].title.ru
    rows = rows_of(1, 1, "black", s1={"penalty_reason": f'"{words}"'})
    games = read(rows, UGRA).games
    assert isinstance(games, Games)
    assert games.penalty[0, 0] == 400
    assert games.reasons[games.penalty_reason[0, 0]] == "forgot_role"


# --- stages and rounds -------------------------------------------------------------------------


def stages(rows: Sequence[Row], regulation: Regulation | None = UGRA) -> list[tuple[str, int]]:
    games = read(rows, regulation).games
    return [
        (games.stages[int(stage)], int(round_) + 1)
        for stage, round_ in zip(games.stage, games.round, strict=True)
    ]


def with_stage(rows: list[Row], stage: str) -> list[Row]:
    return [{"stage": stage, **row} for row in rows]


def test_a_stage_may_be_left_out_where_rounds_are_numbered_through() -> None:
    assert stages([*rows_of(12), *rows_of(13)]) == [("qualifying", 12), ("final", 13)]


@pytest.mark.parametrize("final", [1, 13])
def test_the_rounds_of_a_stage_may_begin_at_one(final: int) -> None:
    rows = [*with_stage(rows_of(12), "qualifying"), *with_stage(rows_of(final), "Финальные игры")]
    assert stages(rows) == [("qualifying", 12), ("final", 13)]


def test_where_both_are_possible_rounds_are_numbered_through_and_it_is_told() -> None:
    # Omsk's second tour is rounds 5 and 6; its third is rounds 7 and 8. Togliatti's are all of one
    # round, and a tour of three rounds behind one of one round can be read both ways.
    from mafsim.regulations import set_values

    regulation = set_values(OMSK, ["stages.tour-1.rounds=1", "stages.tour-2.rounds=3"])
    results = read(with_stage(rows_of(2, s1={"best_player": "1"}), "tour-2"), regulation)
    assert results.games.round.tolist() == [1]
    assert [key for key, _ in results.warnings] == ["results.numbered_through"]


def test_without_a_regulation_the_stages_are_those_of_the_file() -> None:
    rows = [*with_stage(rows_of(3), "b"), *with_stage(rows_of(1), "a")]
    assert stages(rows, None) == [("a", 1), ("b", 3)]
    anew = [*with_stage(rows_of(1), "b"), *with_stage(rows_of(1), "a")]
    assert stages(anew, None) == [("b", 1), ("a", 2)]


# --- what is refused ---------------------------------------------------------------------------

GOOD = rows_of()


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (
            rows_of(s4={"role": "don"}),
            "row 6: round 1, table 1: dons 2, sheriffs 1, mafia 1, civilians 6, "
            "where 1, 1, 2 and 6 are dealt",
        ),
        (rows_of(s10={"seat": "9"}), "row 11: seat 9 stands in row 10 already"),
        (
            [*GOOD, {**GOOD[0], "name": "K"}],
            "row 12: seat 1 stands in row 2 already; every seat has one row a game",
        ),
        (
            [*GOOD, {**GOOD[0], "name": "K", "seat": "11"}],
            "row 12: the seat '11' is not a whole number from 1 to 10",
        ),
        (GOOD[:9], "row 2: round 1, table 1 has 9 of 10 seats and lacks seat 10"),
        (
            rows_of(s3={"result": "black"}),
            "row 4: result is black, but red in row 2; all rows of a game say the same",
        ),
        (
            rows_of(s3={"ended": "judge"}, s5={"ended": "plea"}),
            "row 6: ended is plea, but judge in row 4",
        ),
        (
            rows_of(s3={"role": "sherif"}),
            "is one of civilian, sheriff, mafia, don; did you mean 'sheriff'?",
        ),
        (rows_of(s3={"role": "шерефф"}), "did you mean 'шериф'?"),
        (
            rows_of(s3={"result": "rad"}),
            "row 4: the result 'rad' is unknown; it is one of red, black, draw",
        ),
        (rows_of(s3={"role": ""}), "row 4: the column role is empty"),
        (rows_of(s3={"result": ""}), "row 4: the column result is empty"),
        (rows_of(s3={"name": ""}), "row 4: the name is empty"),
        (rows_of(s3={"round": "x"}), "row 4: the round 'x' is not a whole number"),
        (rows_of(s3={"table": "0"}), "row 4: the table '0' is not a whole number"),
        (rows_of(s3={"name": "A"}), "row 4: 'A' sits in round 1 already, in row 2"),
        (
            [*GOOD, *rows_of(1, 2)],
            "row 12: 'A' sits in round 1 already, in row 2",
        ),
        (rows_of(s3={"left": "noon 3"}), "row 4: the left 'noon' is unknown"),
        (rows_of(s3={"left": "night"}), "row 4: left 'night' does not say how and when"),
        (rows_of(s3={"left": "night 99"}), "row 4: left 'night 99' does not say how and when"),
        (
            rows_of(s3={"additional": "much"}),
            "row 4: additional is 'much', which is not a plain number",
        ),
        (rows_of(s3={"additional": "1e999"}), "row 4: additional is '1e999'"),
        (rows_of(s3={"additional": "nan"}), "row 4: additional is 'nan'"),
        (rows_of(s3={"additional": "-0.3"}), "row 4: additional is '-0.3', below zero"),
        (rows_of(s3={"additional": "0.1234"}), "points have three decimal places at the most"),
        (rows_of(s3={"additional": "300"}), "row 4: additional is '300', more than 100 points"),
        (rows_of(s3={"penalty": "-0.4"}), "points taken off are a positive number"),
        (rows_of(s3={"best_player": "perhaps"}), "row 4: best_player is 'perhaps'"),
        (rows_of(s3={"fouls": "many"}), "row 4: the fouls 'many' is not a whole number"),
        (rows_of(s3={"protest": "maybe"}), "row 4: the protest 'maybe' is unknown"),
        (
            rows_of(s1={"left": "night 1", "best_move": "4;4;5"}),
            "row 2: the best move '4;4;5' does not name three different seats",
        ),
        (
            rows_of(s1={"left": "night 1", "best_move": "4;5"}),
            "does not name three different seats",
        ),
        (rows_of(s1={"left": "night 1", "best_move": "4;5;11"}), "from 1 to 10"),
        (
            rows_of(
                s1={"left": "night 1", "best_move": "4;5;6"},
                s2={"left": "night 2", "best_move": "4;5;6"},
            ),
            "row 3: a best move stands in row 2 already",
        ),
        (
            rows_of(s2={"left": "vote 1", "best_move": "4;5;6"}),
            "row 3: 'B' made a best move without being killed first",
        ),
        (
            rows_of(s2={"left": "night 1"}, s3={"left": "night 1"}),
            "row 4: 'C' was shot in night 1, but so was seat 2",
        ),
        (
            [{**row, "team": "T"} for row in GOOD] + [{**row, "team": "U"} for row in rows_of(2)],
            "row 12: 'A' is of team 'U' here, but of 'T' in row 2",
        ),
    ],
)
def test_what_no_record_can_have_is_told_with_its_row(rows: list[Row], sentence: str) -> None:
    assert any(sentence in fault for fault in told(read(rows))), told(read(rows))
    with pytest.raises(FileError):
        read(rows, lenient=False)


@pytest.mark.parametrize(
    ("regulation", "rows", "sentence"),
    [
        (
            UGRA,
            rows_of(s1={"additional": "0.8", "approved": "1"}),
            "r.csv, row 2: 'A' has 0.8 additional points; a winner gets 0.2 to 0.7 (U16)",
        ),
        (
            UGRA,
            rows_of(s1={"additional": "0.6"}),
            "r.csv, row 2: 'A' has 0.6 additional points; 0.6 and more need the head judge's mark "
            "in the column approved (U16)",
        ),
        (
            UGRA,
            rewarded("0.2", 1, 2, 3, 7, 8),
            "r.csv, row 9: 'H' is one of 5 players with additional points; at most 4 get any (U15",
        ),
        (
            UGRA,
            rewarded("0.5", 1, 2, 3),
            "r.csv, row 4: with 'C' the additional points of the game are 1.5 in all; at most 1.2",
        ),
        (
            UGRA,
            rows_of(s1={"additional": "0.25"}),
            "r.csv, row 2: 'A' has 0.25 additional points, which is no multiple of 0.1",
        ),
        (
            UGRA,
            rows_of(s1={"penalty": "0.4", "penalty_reason": "forgot_role"}),
            "'A' has a penalty for forgot_role, but his or her side has not lost (U19",
        ),
        (
            UGRA,
            rows_of(s1={"penalty": "0.4", "penalty_reason": "forgot_rol"}),
            "the reason 'forgot_rol' for a penalty is unknown; it is one of broke_on_day_1",
        ),
        (UGRA, rows_of(16), "r.csv, row 2: there is no round 16; the regulation has 15 rounds"),
        (
            UGRA,
            with_stage(rows_of(4), "final"),
            "there is no round 4; the stage 'final' has 3 rounds",
        ),
        (
            UGRA,
            with_stage(rows_of(1), "finale"),
            "the stage 'finale' is unknown; the regulation has qualifying, final; did you mean 'final'?",
        ),
        (OMSK, rows_of(s1={"additional": "0.3"}), "and this regulation has none"),
    ],
)
def test_what_a_regulation_forbids_is_told_with_row_and_clause(
    regulation: Regulation, rows: list[Row], sentence: str
) -> None:
    assert any(sentence in fault for fault in told(read(rows, regulation)))
    with pytest.raises(FileError):
        read(rows, regulation, lenient=False)


def test_a_value_that_no_clause_says_is_named_by_its_path() -> None:
    (fault,) = read(rows_of(s1={"additional": "0.3", "best_player": "1"}), OMSK).faults
    assert fault.sentence().endswith("and this regulation has none (scoring.additional)")
    assert fault.sentence("ru").endswith("в этом регламенте их нет (scoring.additional)")


def test_leniently_a_game_is_kept_as_it_was_typed_where_it_is_one() -> None:
    results = read([*rows_of(s1={"additional": "0.9"}), *rows_of(2, s3={"role": ""})], UGRA)
    assert len(results.faults) == 2
    assert len(results.games) == 1
    assert isinstance(results.games, Games)
    assert results.games.additional[0, 0] == 900


def test_faults_stand_in_the_order_of_the_file() -> None:
    rows = [
        *rows_of(s9={"additional": "x"}),
        *rows_of(2, s2={"role": "x"}),
        *rows_of(3, s1={"additional": "0.9"}),
    ]
    numbers = [fault.fields["place"].row for fault in read(rows, UGRA).faults]
    assert numbers == sorted(numbers) == [10, 13, 22]


def test_a_fault_as_data() -> None:
    first, second = read(
        [*rows_of(s1={"additional": "0.9"}), *rows_of(2, s3={"role": ""})], UGRA
    ).faults
    assert isinstance(first, ForbiddenError)
    assert fault_document(first) == {
        "rule": "additional_winner",
        "row": 2,
        "path": None,
        "clauses": ["U16"],
        "text": first.sentence(),
    }
    assert fault_document(second)["rule"] == "missing"


def test_results_of_the_other_game_are_named_as_such() -> None:
    with pytest.raises(FileError) as raised:
        read(rows_of(), load("togliatti-2014"))
    assert raised.value.sentence() == (
        "r.csv: these are results of Mafia, and togliatti-2014 is a regulation of Shapka: "
        "name the regulation under which it was played"
    )
    with pytest.raises(FileError) as raised:
        read(
            "round,table,name,team,words_1_1,words_1_2,words_2_1,words_2_2\n1,1,A,x,1,1,1,1\n", UGRA
        )
    assert raised.value.key == "results.of_shapka"


def test_a_stage_or_a_round_that_is_not_there_is_told_once() -> None:
    """A whole file under the wrong regulation is one fault of a stage, not one of each row."""
    rows = [{**row, "stage": stage} for stage in ("groups", "semis") for row in rows_of()]
    assert [fault.fields["place"].row for fault in read(rows, OMSK).faults] == [2, 12]
    faults = read([*rows_of(98), *rows_of(99), *rows_of(99, 2)], OMSK).faults
    assert [fault.key for fault in faults] == ["results.no_round_at_all"] * 2
    assert [fault.fields["value"] for fault in faults] == [98, 99]


def test_in_json_a_fault_names_the_key() -> None:
    rows = rows_of(s3={"role": "x"})
    results = parse_results(json.dumps({"rows": rows}).encode(), file="r.json", lenient=True)
    (fault,) = results.faults
    assert fault.sentence().startswith("r.json: rows[2]: the role 'x' is unknown")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "results.no_content"),
        ("a,b\n1,2\n", "results.no_results"),
        (f"{HEADER}\n", "results.no_content"),
        ("round,table,name,role,result\n1,1,A,don,red\n", "results.no_columns"),
        ("{}", "results.no_results"),
        ('{"format": "mafsim-results", "version": 9, "rows": []}', "results.newer"),
        ('[{"a": 1}, 1]', "json.not_object"),
        ('{"rows": [{"round": [[1]], "role": "x"}]}', "results.no_columns"),
        ('{"rows": [{"тур": 1, "round": 1}]}', "json.key_twice"),
    ],
)
def test_a_file_that_is_no_results_says_so(text: str, key: str) -> None:
    with pytest.raises(FileError) as raised:
        read(text)
    assert raised.value.key == key


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mafsim.files.results.MAX_RESULT_ROWS", 9)
    for data in (sheet(GOOD).encode(), json.dumps(GOOD).encode()):
        with pytest.raises(FileError):
            parse_results(data, file="r")


# --- people ------------------------------------------------------------------------------------


def test_without_a_roster_people_stand_in_the_order_of_their_names() -> None:
    games = read(rows_of(people="JIHGFEDCBA")).games
    assert [entrant.name for entrant in games.roster.entrants] == list("ABCDEFGHIJ")
    assert [entrant.id for entrant in games.roster.entrants] == [f"p{i}" for i in range(1, 11)]


ROSTER = Roster(
    entrants=tuple(Entrant(id=f"id{name}", name=name, team=f"T{name}") for name in "JIHGFEDCBAK")
)


def test_people_are_found_in_a_roster() -> None:
    games = read(rows_of(s1={"name": "a "}), roster=ROSTER).games
    assert games.roster == ROSTER
    assert ROSTER.entrants[int(games.entrants[0, 0])].id == "idA"


def test_somebody_whom_the_roster_does_not_know_is_named() -> None:
    results = read(rows_of(s1={"name": "Я"}), roster=ROSTER)
    assert told(results) == ["r.csv, row 2: nobody is called 'Я'"]
    assert len(results.games) == 0


def test_a_substitute_need_not_be_in_the_roster() -> None:
    results = read(rows_of(s1={"name": "Я", "replaces": "A"}), roster=ROSTER)
    assert told(results) == []
    games = results.games
    assert isinstance(games, Games)
    assert games.roster.entrants[-1].name == "Я"
    assert ROSTER.entrants[int(games.replaces[0, 0])].name == "A"


def test_names_that_look_alike_are_pointed_out() -> None:
    results = read([*rows_of(s1={"name": "Ёжик"}), *rows_of(2, s1={"name": "Ежик"})])
    assert [key for key, _ in results.warnings] == ["roster.alike"]


def test_a_roster_without_teams_takes_those_of_the_file() -> None:
    bare = Roster(entrants=tuple(Entrant(id=name, name=name) for name in "ABCDEFGHIJ"))
    games = read([{**row, "team": "T"} for row in GOOD], roster=bare).games
    assert {entrant.team for entrant in games.roster.entrants} == {"T"}


def test_the_one_team_mate_is_the_adviser() -> None:
    people = tuple(
        Entrant(id=f"{name}{i}", name=f"{name}{i}", team=name)
        for name in "ABCDEFGHIJ"
        for i in "12"
    )
    rows = rows_of(6, people="ABCDEFGHIJ")
    rows = [{**row, "name": f"{row['name']}1"} for row in rows]
    roster = Roster(entrants=people)
    games = read(rows, CHARLIE, roster=roster).games
    assert isinstance(games, Games)
    assert [people[int(index)].name for index in games.advisers[0]] == [
        f"{n}2" for n in "ABCDEFGHIJ"
    ]

    # Where one is named, who has none sits alone: his team-mate may have left.
    rows[0]["adviser"], rows[1]["adviser"] = "A2", "-"
    partly = read(rows, CHARLIE, roster=roster)
    assert isinstance(partly.games, Games)
    assert people[int(partly.games.advisers[0, 0])].name == "A2"
    assert (partly.games.advisers[0, 1:] == EMPTY).all()
    assert partly.warnings == [("results.no_adviser", {"file": "r.csv", "n": 9})]
    unknown = read(rows_of(6), CHARLIE)
    assert unknown.warnings == [("results.no_adviser", {"file": "r.csv", "n": 10})]


# --- what is odd and yet accepted --------------------------------------------------------------


def in_teams(rounds: int, teams: str, *more: Row) -> list[Row]:
    """Give whole rounds of one table, with the team of each seat."""
    rows = [row for round_ in range(1, rounds + 1) for row in rows_of(round_)]
    return [*({**row, "team": teams[int(row["seat"]) - 1]} for row in rows), *more]


def oddities(rows: Sequence[Row], **options: Any) -> list[tuple[str, dict[str, object]]]:
    results = read(rows, UGRA, **options)
    assert told(results) == []
    keys = ("results.team_size_differs", "results.team_mates", "results.own_best_move")
    return [(key, fields) for key, fields in results.warnings if key in keys]


def test_a_team_of_another_size_is_pointed_out_with_its_members() -> None:
    rows = in_teams(1, "UVWXYZTTTS")
    sizes = [found for found in oddities(rows) if found[0] == "results.team_size_differs"]
    assert [(fields["team"], fields["names"], fields["size"]) for _, fields in sizes] == [
        ("T", ["G", "H", "I"], 2)
    ]
    sentence = say("en", f"warning.{sizes[0][0]}", **sizes[0][1])
    assert "team 'T' has 3 members here (G, H, I), but entry.team_size is 2" in sentence


def test_a_team_is_too_small_only_when_all_must_have_sat() -> None:
    assert oddities(in_teams(1, "QRSTUVWXYZ")) == []
    late = oddities(in_teams(UGRA.stages[0].rounds, "QRSTUVWXYZ"))
    assert [fields["names"] for _, fields in late] == [[name] for name in "ABCDEFGHIJ"]


def test_neither_a_substitute_nor_a_roster_makes_a_team_odd() -> None:
    rows = in_teams(1, "UUVWXYZTSR")
    second = in_teams(2, "UUVWXYZTSR")[10:]
    second[0] |= {"name": "Sub", "replaces": "A"}
    keys = [key for key, _ in oddities([*rows, *second])]
    assert keys == ["results.team_mates", "results.team_mates"]
    people = tuple(Entrant(id=n, name=n, team="T" if n in "GHI" else n) for n in "ABCDEFGHIJ")
    known = oddities(rows_of(), roster=Roster(entrants=people))
    assert [key for key, _ in known] == ["results.team_mates"]


def test_team_mates_at_one_table_are_pointed_out_where_they_are_kept_apart() -> None:
    from mafsim.regulations import set_values

    rows = in_teams(1, "UVWXYZTTSR")
    [(key, fields)] = oddities(rows)
    assert say("en", f"warning.{key}", **fields).startswith(
        "r.csv: round 1, table 1: G, H of team 'T' share a table"
    )
    free = set_values(UGRA, ["table.team_mates_apart=false"])
    assert "results.team_mates" not in [key for key, _ in read(rows, free).warnings]


def test_a_best_move_that_names_its_own_seat_is_pointed_out_with_its_row() -> None:
    [(key, fields)] = oddities(rows_of(s2={"left": "night 1", "best_move": "2;4;5"}))
    sentence = say("en", f"warning.{key}", **fields)
    assert "row 3" in sentence
    assert "names seat 2" in sentence
    assert oddities(rows_of(s2={"left": "night 1", "best_move": "1;4;5"})) == []
    typed = json.dumps(rows_of(s2={"left": "night 1", "best_move": "2;4;5"}))
    [(key, fields)] = parse_results(typed.encode(), file="r.json").warnings
    assert say("en", f"warning.{key}", **fields).startswith("r.json, ")


def test_one_missing_column_is_told_in_the_singular() -> None:
    with pytest.raises(FileError, match="the column seat is missing; write it"):
        read("round,table,name,role,result\n1,1,A,don,red\n")
    with pytest.raises(FileError, match="the columns table, seat are missing; write them"):
        read("round,name,role,result\n1,A,don,red\n")


# --- shapka ------------------------------------------------------------------------------------

TOUR = """этап;тур;стол;имя;команда;слова 1 1;слова 1 2;слова 2 1;слова 2 2;штрафы
1-й тур;1;1;А1;А;3;2;4;1;
1-й тур;1;1;Б1;Б;1;1;1;1;1
1-й тур;1;1;В1;В;0;;0;2;
1-й тур;;;;Б;;;;;2
"""
TOGLIATTI = load("togliatti-2014")


def test_a_tour_of_shapka() -> None:
    for regulation in (TOGLIATTI, None):
        results = read(TOUR, regulation)
        assert told(results) == []
        games = results.games
        assert isinstance(games, ShapkaGames)
        assert games.words[0].tolist() == [[[3, 2], [4, 1]], [[1, 1], [1, 1]], [[0, 0], [0, 2]]]
        assert games.breaches[0].tolist() == [0, 1, 0]
        assert (games.teams, games.away_breaches.tolist()) == (("Б",), [2])
        assert games.away_stage.tolist() == [0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("В1;В;0", "В1;В;-1"), "row 4: words_1_1 is '-1', which is not a whole number from 0"),
        (("В1;В;0", "В1;Б;0"), "row 4: a pair of 'Б' sits at this table already, in row 3"),
        (("1-й тур;1;1;В1;В;0;;0;2;\n", ""), "row 2: round 1, table 1 has 2 pairs, and 3 play"),
        ((";Б;;;;;2", ";Г;;;;;2"), "row 5: no pair is of the team 'Г'"),
        (("1-й тур;;;;Б", ";;;;Б"), "row 5: the column stage is empty"),
        (("1-й тур;;;;Б", "9-й тур;;;;Б"), "row 5: the stage '9-й тур' is unknown"),
        (("1-й тур;1;1;В1", "1-й тур;1;;В1"), "row 4: the column table is empty"),
    ],
)
def test_a_fault_in_shapka_is_told_with_its_row(change: tuple[str, str], sentence: str) -> None:
    assert change[0] in TOUR
    results = read(TOUR.replace(*change), TOGLIATTI)
    assert any(sentence in fault for fault in told(results)), told(results)


DIVIDED = """тур;стол;имя;команда;категория;слова 1 1
1;1;А1;А;juniors;3
1;1;Б1;Б;juniors;1
1;1;В1;В;adults;0
"""


def test_divisions_may_stand_in_the_file() -> None:
    games = read(DIVIDED, TOGLIATTI).games
    divisions = [entrant.division for entrant in games.roster.entrants]
    assert divisions == ["juniors", "juniors", "adults"]
    assert read(results_csv(games), TOGLIATTI).games == games


def test_a_pair_has_one_division() -> None:
    second = DIVIDED.split("\n", 1)[1].replace("1;1;", "2;1;").replace("juniors", "adults", 1)
    faults = told(read(DIVIDED + second, TOGLIATTI))
    assert len(faults) == 1
    assert "row 5: 'А1' is of the division 'adults' here, but of 'juniors' in row 2" in faults[0]


def test_a_breach_may_say_its_round_instead_of_its_stage() -> None:
    games = read(TOUR.replace("1-й тур;;;;Б", ";1;;;Б"), TOGLIATTI).games
    assert isinstance(games, ShapkaGames)
    assert games.away_stage.tolist() == [0]


def test_tables_of_shapka_that_are_still_to_come_are_left_out() -> None:
    results = read(TOUR + "2-й тур;2;1;А1;А;;;;;\n", TOGLIATTI)
    assert told(results) == []
    assert [key for key, _ in results.warnings] == ["results.not_played"]


# --- what is what ------------------------------------------------------------------------------


def test_results_are_told_from_plans_and_rosters() -> None:
    plan = parse_plan(b"round,table,seat,player\n1,1,1,A\n1,1,2,B\n", file="p.csv")
    others = [
        plan_text(plan).encode(),
        b"round,table,seat,player\n1,1,1,A\n",
        b"name,team\nA,B\n",
        b"",
        b"\x00\x01",
        b"[1, 2]",
    ]
    assert [is_results(data, file="x") for data in others] == [False] * len(others)
    games = read(GOOD).games
    for data in (sheet(GOOD).encode(), TOUR.encode(), results_text(games).encode()):
        assert is_results(data, file="x")


def test_a_file_that_is_not_there_is_a_usage_error(tmp_path: Any) -> None:
    with pytest.raises(UsageError):
        read_results(tmp_path / "no.csv")
    (tmp_path / "r.csv").write_text(sheet(GOOD), encoding="utf-8")
    assert read_results(tmp_path / "r.csv", UGRA).games == read(GOOD, UGRA).games


# --- written and read back ---------------------------------------------------------------------

NAMES = st.lists(
    st.text(st.sampled_from("'=+-@;,\"\t aё{}[]\\éБ1"), min_size=1, max_size=6)
    .map(lambda name: " ".join(name.split()))
    .filter(lambda name: re.search(r"\w", name) is not None),
    min_size=24,
    max_size=24,
    unique_by=lambda name: re.sub(r"\s|[aё]", "", name) + name,
)


@st.composite
def records(draw: st.DrawFn) -> Games:
    """Draw games with every column filled somewhere."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    names = draw(NAMES)
    teams = [None if rng.random() < 0.2 else f"T{i // 2}" for i in range(24)]
    people = Roster(
        entrants=tuple(
            Entrant(id=f"e{i}", name=name, team=team)
            for i, (name, team) in enumerate(zip(names, teams, strict=True))
        )
    )
    many = int(rng.integers(1, 4))
    shape = (many, 10)
    left = rng.choice([EMPTY, Left.VOTE, Left.FOUL], shape)
    left_on = np.where(left == EMPTY, EMPTY, rng.integers(1, 9, shape))
    left[:, 3], left_on[:, 3] = Left.NIGHT, rng.integers(1, 3, many)
    moved = rng.random((many, 1)) < 0.6
    moves = np.array([rng.choice(10, 3, replace=False) for _ in range(many)])
    reason = rng.choice([EMPTY, EMPTY, 0, 1], shape)
    if not {0, 1} <= set(reason.ravel()):
        reason[0, 0], reason[0, 1] = 0, 1
    seats = np.array([rng.permutation(24)[:20] for _ in range(many)])
    rounds = np.arange(many)
    return Games(
        roster=people,
        stages=("qualifying", "final") if rng.random() < 0.5 else (),
        entrants=seats[:, :10],
        advisers=np.where(rng.random(shape) < 0.2, seats[:, 10:], EMPTY),
        replaces=np.where(rng.random(shape) < 0.1, seats[:, 10:], EMPTY),
        round=rounds,
        table=rng.integers(0, 4, many),
        roles=rng.permuted(np.tile([0, 0, 0, 0, 0, 0, 1, 2, 2, 3], (many, 1)), axis=1),
        winner=rng.choice(list(Winner), many),
        ended=rng.choice(list(Ended), many),
        protest=rng.choice([EMPTY, *Protest], shape),
        left=left,
        left_on=left_on,
        best_move=np.where(moved, moves, EMPTY),
        best_player=rng.random(shape) < 0.2,
        fouls=rng.integers(0, 5, shape),
        additional=rng.integers(0, 1_000, shape) * (rng.random(shape) < 0.5),
        penalty=rng.integers(0, 1_000, shape) * (rng.random(shape) < 0.2),
        reasons=("one", "two"),
        penalty_reason=reason,
        disqualified=rng.random(shape) < 0.1,
        approved=rng.random(shape) < 0.1,
    )


def with_stages(games: Games) -> Games:
    """Give the games with the stages that a file without a regulation can tell."""
    if not games.stages:
        return games
    return games.with_(stages=("qualifying",), stage=np.zeros(len(games)))


@pytest.mark.slow
@given(records())
@tried(60)
def test_games_written_and_read_are_the_same_games(games: Games) -> None:
    games = with_stages(games)
    for data, roster in ((results_text(games), None), (results_csv(games), games.roster)):
        again = parse_results(data.encode(), file="r", roster=roster, lenient=True)
        structural = [f.sentence() for f in again.faults if not isinstance(f, ForbiddenError)]
        assert structural == []
        assert again.games == games
        assert results_text(_mafia(again.games)) == results_text(games)


def _mafia(games: AnyGames) -> Games:
    assert isinstance(games, Games)
    return games


@given(st.integers(0, 2**32 - 1))
@tried(40)
def test_tours_written_and_read_are_the_same_tours(seed: int) -> None:
    rng = np.random.default_rng(seed)
    people = Roster(
        entrants=tuple(Entrant(id=f"e{i}", name=f"=P{i}", team=f"T{i // 3}") for i in range(9))
    )
    teams = sorted(rng.choice([f"T{i}" for i in range(3)], 2, replace=False))
    games = ShapkaGames(
        roster=people,
        stages=tuple(stage.name for stage in TOGLIATTI.stages),
        entrants=np.array([[0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8]]),
        round=np.array([0, 0, 0, 1]),
        stage=np.array([0, 0, 0, 1]),
        table=np.array([0, 1, 2, 0]),
        words=rng.integers(0, 20, (4, 3, 2, 2)),
        breaches=rng.integers(0, 3, (4, 3)),
        teams=tuple(teams),
        away_team=np.array([0, 1]),
        away_stage=rng.integers(0, 2, 2),
        away_breaches=rng.integers(1, 4, 2),
        away_tournament=np.zeros(2),
    )
    for data, roster in ((results_text(games), None), (results_csv(games), people)):
        again = parse_results(data.encode(), TOGLIATTI, file="r", roster=roster)
        assert again.games == games


def test_a_written_sheet_is_safe_for_a_spreadsheet() -> None:
    games = read(rows_of(s1={"name": "=1+1"}), lenient=True).games
    assert "'=1+1" in results_csv(games)
    assert read(results_csv(games)).games == games


def test_a_document_says_what_it_is() -> None:
    document = results_document(read(GOOD).games)
    assert list(document) == ["format", "version", "game", "entrants", "rows"]
    assert document["rows"][0] == {
        "round": 1,
        "table": 1,
        "seat": 1,
        "name": "A",
        "role": "civilian",
        "result": "red",
    }


def test_people_of_a_document_keep_their_ids() -> None:
    people = parse_roster(b'[{"id": "x", "name": "A"}]', file="r.json")
    assert people.entrants[0].id == "x"
    games = read(GOOD, roster=Roster(entrants=(*people.entrants, *ROSTER.entrants[:9]))).games
    again = parse_results(results_text(games).encode(), file="r.json")
    assert again.games.roster.entrants[0].id == "x"
