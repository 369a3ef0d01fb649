from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from mafsim.errors import FileError, MafsimError
from mafsim.files import parse_roster, read_roster
from mafsim.files.limits import MAX_ENTRANTS, MAX_ROSTER_BYTES, MAX_ROSTER_ROWS
from mafsim.roster import Entrant, Roster
from mafsim.words import say


def roster(text: str, file: str = "r.csv") -> Roster:
    return parse_roster(text.encode(), file=file)


def names(roster: Roster) -> list[str]:
    return [entrant.name for entrant in roster.entrants]


def teams(roster: Roster) -> list[str | None]:
    return [entrant.team for entrant in roster.entrants]


def refusal(text: str, file: str = "r.csv") -> str:
    with pytest.raises(MafsimError) as caught:
        roster(text, file)
    assert caught.value.exit_code == 3
    russian = caught.value.sentence("ru")
    assert any("а" <= letter <= "я" for letter in russian)
    return caught.value.sentence("en")


def warnings(roster: Roster) -> list[str]:
    for key, fields in roster.warnings:
        assert say("ru", f"warning.{key}", **fields)
    return [say("en", f"warning.{key}", **fields) for key, fields in roster.warnings]


ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251")
HEADERS = {
    "en": "Name;Team;Pair;Age;Club;Rating;Applied_at;Leader;Captain;Apart;Avoid;Absent;Table",
    "ru": "Имя;КОМАНДА;пара;Возраст;клуб;Рейтинг;Заявка;руководитель;капитан;Не сажать с;"
    "избегать;отсутствует;стол",
}
FULL = (
    "Ёжик;Лес;п1;25;«Ночь»;1500.5;2024-03-31 12:30;Сова;Ёжик;Щука;Рак;1|4-6;2",
    "Щука;Река;п2;;;;;;;;;;",
    "Рак;;;;;;;;;;;;",
)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_column_is_read(encoding: str, separator: str, header: str, line_end: str) -> None:
    lines = [line.replace(";", separator) for line in (HEADERS[header], *FULL)]
    text = line_end.join(lines).replace("1|4-6", '"1;4-6"') + line_end
    read = parse_roster(text.encode(encoding), file="r.csv")
    assert read == Roster(
        entrants=(
            Entrant(
                id="p1",
                name="Ёжик",
                team="Лес",
                pair="п1",
                age=25,
                club="«Ночь»",
                rating=1500.5,
                applied_at="2024-03-31 12:30",
                leader="Сова",
                captain="Ёжик",
                absent=frozenset({0, 3, 4, 5}),
                table=1,
            ),
            Entrant(id="p2", name="Щука", team="Река", pair="п2"),
            Entrant(id="p3", name="Рак"),
        ),
        apart=((0, 1),),
        avoid=((0, 2),),
    )
    assert read.warnings == ()


@pytest.mark.parametrize(
    "header", ["имя", "Игрок", "НИК", "участник", "ФИО", "nickname", "Player", "Фамилия Имя"]
)
def test_many_words_mean_a_name(header: str) -> None:
    assert names(roster(f"{header};команда\nЁжик;Лес\n")) == ["Ёжик"]


def test_headers_may_have_spaces_underscores_and_no_dots_on_yo() -> None:
    read = roster("name,Applied At,Зачёт,не сажать  с\nA,2024-03-31,U18,B\nB,,,\n")
    assert read.entrants[0].applied_at == "2024-03-31"
    assert read.entrants[0].division == "U18"
    assert read.apart == ((0, 1),)


def test_an_emptied_team_cell_is_no_team() -> None:
    assert teams(roster("name,team\nA,X\nB,\nC, \n")) == ["X", None, None]


def test_rows_may_end_early_and_blank_lines_count_for_the_numbers() -> None:
    assert teams(roster("name,team\n\nA\n;;\nB,X\n".replace(";;", ",,"))) == [None, "X"]
    assert refusal("\n\nname,age\n\nA,x\n").startswith("r.csv, row 5: the age 'x'")


def test_names_are_composed_and_have_single_spaces() -> None:
    assert names(roster("name,team\n  Е\u0308жик   в  тумане ,X\n")) == ["Ёжик в тумане"]


def test_a_quoted_cell_may_hold_separators_quotes_and_line_ends() -> None:
    read = roster('name,team\n"Кот, ""Учёный""","на\nцепи"\n"B",X\n')
    assert names(read) == ['Кот, "Учёный"', "B"]
    assert teams(read) == ["на цепи", "X"]


def test_rows_after_a_cell_of_two_lines_have_the_numbers_of_their_lines() -> None:
    assert refusal('name,age\n"A\nB",1\nC,x\n').startswith("r.csv, row 4: ")


def test_formula_like_names_are_names() -> None:
    assert names(roster("name,team\n=1+1,X\n'x,X\n@home,X\n")) == ["=1+1", "'x", "@home"]


@pytest.mark.parametrize("sheet", ["name,team\n'=1+1,'-x\n", "name\n'=1+1\n"])
def test_a_name_that_was_made_safe_for_a_spreadsheet_is_read_as_it_was(sheet: str) -> None:
    assert names(roster(sheet)) == ["=1+1"]


def test_the_separator_that_excel_declares_is_obeyed() -> None:
    assert teams(roster("sep=;\nname;team\nA;X\n")) == ["X"]
    assert refusal("sep=;\nname;age\nA;x\n").startswith("r.csv, row 3: ")


def test_a_column_without_header_is_a_list_of_names() -> None:
    assert names(roster("Ёжик\r\n\r\nЩука\r\nРак")) == ["Ёжик", "Щука", "Рак"]


def test_a_single_column_with_its_header_may_hold_separators() -> None:
    assert names(roster('Игроки:\nИванов, Пётр\n"Кот; Пёс"\n')) == ["Иванов, Пётр", "Кот; Пёс"]


def test_a_name_that_begins_like_json_is_a_name() -> None:
    assert names(roster("[КЛАН] Вася\n{Кот}\n")) == ["[КЛАН] Вася", "{Кот}"]


def test_ratings_have_a_point_or_a_comma() -> None:
    read = roster("name;rating\nA;1500,5\nB;-3.25\nC;1500\n")
    assert [entrant.rating for entrant in read.entrants] == [1500.5, -3.25, 1500.0]


@pytest.mark.parametrize(
    ("cell", "rounds"),
    [
        ("1", {0}),
        ("1;2", {0, 1}),
        ("1-3", {0, 1, 2}),
        ("1 – 3; 8", {0, 1, 2, 7}),
        ("2, 4", {1, 3}),
        ("", set()),
        ("3;3-3", {2}),
    ],
)
def test_rounds_are_written_in_many_ways(cell: str, rounds: set[int]) -> None:
    assert roster(f'name\tabsent\nA\t"{cell}"\nB\t').entrants[0].absent == rounds


@pytest.mark.parametrize(
    ("cell", "moment"),
    [
        ("2024-03-31", "2024-03-31"),
        ("31.03.2024", "2024-03-31"),
        ("31.3.2024, 9:05", "2024-03-31 09:05"),
        ("2024-03-31T12:30:15", "2024-03-31 12:30:15"),
        ("2024-03-31T12:30+03:00", "2024-03-31 12:30+03:00"),
    ],
)
def test_dates_become_iso(cell: str, moment: str) -> None:
    read = roster(f'name;applied_at\nA;"{cell}"')
    assert read.entrants[0].applied_at == moment
    assert read.warnings == ()


@pytest.mark.parametrize("cell", ["вчера", "31.02.2024", "17"])
def test_what_is_no_date_is_kept_with_a_warning(cell: str) -> None:
    read = roster(f"name;applied_at\nA;{cell}")
    assert read.entrants[0].applied_at == cell
    assert warnings(read) == [
        f"r.csv, row 2: '{cell}' in the column applied_at is no date and is kept as it is; "
        "dates are written 2024-03-31 12:30"
    ]


# Who is kept apart


def test_apart_and_avoid_name_people_in_either_direction_once() -> None:
    read = roster("name,apart,avoid\nA,B; C,\nB,A,C\nC,,B\n")
    assert read.apart == ((0, 1), (0, 2))
    assert read.avoid == ((1, 2),)


def test_a_name_in_apart_is_found_in_spite_of_case_and_yo() -> None:
    assert roster("имя;врозь\nПётр;ёж\nЕЖ;").apart == ((0, 1),)


def test_a_name_in_apart_is_first_looked_for_exactly() -> None:
    assert roster("имя;врозь\nA;еж\nЁж;\nеж;").apart == ((0, 2),)


def test_a_name_with_a_semicolon_can_be_kept_apart() -> None:
    assert roster('name,apart\n"A;B",\nC,"A;B"\n').apart == ((0, 1),)


def test_a_name_that_fits_two_people_is_nobody() -> None:
    text = "имя;врозь\nA;ёж\nЁЖ;\nЕЖ;"
    assert refusal(text).startswith("r.csv, row 2: nobody is called 'ёж'; did you mean")


# Warnings


def test_names_that_differ_by_case_yo_spaces_or_latin_letters_are_warned_of() -> None:
    read = roster("Ёжик\nежик\nСова\nCова\nКот\nИванов Пётр\nИвановПетр\n")
    assert warnings(read) == [
        "r.csv: 'Ёжик' in row 1 and 'ежик' in row 2 look alike; are they two people?",
        "r.csv: 'Сова' in row 3 and 'Cова' in row 4 look alike; are they two people?",
        "r.csv: 'Иванов Пётр' in row 6 and 'ИвановПетр' in row 7 look alike; are they two people?",
    ]
    assert len(read.entrants) == 7


def test_teams_that_look_alike_are_warned_of() -> None:
    read = roster("name,team\nA,Лес\nB,лес\nC,Лес\n")
    assert warnings(read) == [
        "r.csv: the teams 'Лес' and 'лес' look alike; if they are one, write them alike"
    ]


def test_an_unknown_column_is_named_with_a_guess() -> None:
    assert warnings(roster("name;raiting;цвет глаз\nA;;\n")) == [
        "r.csv: the column 'raiting' is unknown and not read; did you mean 'rating'?",
        "r.csv: the column 'цвет глаз' is unknown and not read",
    ]


def test_a_column_that_counts_the_rows_needs_no_warning() -> None:
    assert roster("№ п/п;Имя\n1;A\n2;B\n").warnings == ()


def test_what_stands_without_a_header_is_warned_of_once() -> None:
    read = roster("name,team,\nA,X,\nB,X,опоздает\nC,X,тоже\n")
    assert warnings(read) == [
        "r.csv, row 3: 'опоздает' stands in a column without a header and is not read"
    ]


# Refusals

REFUSALS = {
    "": "r.csv: the file is empty; write the names into it, one a line",
    " \n\ufeff\n": "r.csv: the file is empty; write the names into it, one a line",
    "name\n": "r.csv: nobody is in it; write the names, one a line",
    "имя;команда\n": "r.csv: nobody is in it; write the names, one a line",
    "name,team\nA,X\nB,Y\nA,Z\n": "r.csv, row 4: the name 'A' stands in row 2 already; "
    "tell the two people apart, or delete one row",
    "A\nB\n A \n": "r.csv, row 3: the name 'A' stands in row 1 already; "
    "tell the two people apart, or delete one row",
    "name,team\nA,X\n,Y\n": "r.csv, row 3: the name is empty; write a name or delete the row",
    "name,age\nA,-3\n": "r.csv, row 2: the age '-3' is not a whole number from 1 to 150",
    "name,age\nA,1e999\n": "r.csv, row 2: the age '1e999' is not a whole number from 1 to 150",
    "name,age\nA,0\n": "r.csv, row 2: the age '0' is not a whole number from 1 to 150",
    "name,age\nA,²\n": "r.csv, row 2: the age '²' is not a whole number from 1 to 150",
    "name,rating\nA,nan\n": "r.csv, row 2: the rating 'nan' is not a plain number "
    "such as 1500 or 1500.5",
    "name,rating\nA,1e999\n": "r.csv, row 2: the rating '1e999' is not a plain number "
    "such as 1500 or 1500.5",
    "name,table\nA,0\n": "r.csv, row 2: the table '0' is not a whole number from 1 to 1000",
    "name,absent\nA,3-1\n": "r.csv, row 2: '3-1' does not say rounds; "
    "write them as 1;2 or 1-3, up to 1000",
    "name,absent\nA,0\n": "r.csv, row 2: '0' does not say rounds; "
    "write them as 1;2 or 1-3, up to 1000",
    "name,absent\nA,1-999999999\n": "r.csv, row 2: '1-999999999' does not say rounds; "
    "write them as 1;2 or 1-3, up to 1000",
    "name,apart\nA,C\nB,\n": "r.csv, row 2: nobody is called 'C'",
    "имя;врозь\nИванов;Птров\nПетров;": "r.csv, row 2: nobody is called 'Птров'; "
    "did you mean 'Петров'?",
    "name,apart\nA,A\nB,\n": "r.csv, row 2: 'A' cannot be kept from himself or herself; "
    "name somebody else",
    "name,avoid\nA,a\nB,\n": "r.csv, row 2: 'a' cannot be kept from himself or herself; "
    "name somebody else",
    "A;X\nB;Y\n": "r.csv, row 1: the first row names no column; "
    "write 'name' (and 'team', ...) above the columns",
    "Иванов, Пётр\nКот, Лес\n": "r.csv, row 1: the first row names no column; "
    "write 'name' (and 'team', ...) above the columns",
    "team,age\nX,1\n": "r.csv, row 1: no column holds the names; write 'name' above it",
    "nmae;team\nA;X\n": "r.csv, row 1: no column is called 'name'; "
    "if it is 'nmae', write 'name' instead",
    "nmae;taem\nA;X\n": "r.csv, row 1: no column is called 'name'; "
    "if it is 'nmae', write 'name' instead",
    "name,имя\nA,B\n": "r.csv, row 1: the columns 'name' and 'имя' both mean 'name'; "
    "keep one of them",
    "name,team\nA,X,Y\n": "r.csv, row 2: 3 cells, but the header has 2; "
    "put a cell with a separator in quotation marks",
    'name,team\nA,"X\n': "r.csv, row 2: a quotation mark is not closed, or stands inside a cell; "
    "write it twice, or leave it out",
    "name,team\nA\x00,X\n": "r.csv, row 2: 'A\\u0000' holds U+0000, "
    "which is no character of a text; delete it",
    "name,team\n" + "я" * 201 + ",X\n": "r.csv, row 2: '" + "я" * 59 + "…' "
    "is longer than 200 characters; shorten it",
}


@pytest.mark.parametrize("text", REFUSALS, ids=lambda text: repr(text)[:30])
def test_what_cannot_be_used_is_refused_with_its_row(text: str) -> None:
    assert refusal(text) == REFUSALS[text]


@pytest.mark.slow
def test_too_many_entrants_are_refused() -> None:
    text = "\n".join(f"Игрок {number}" for number in range(MAX_ENTRANTS + 1))
    assert refusal(text) == "r.csv: 5001 entrants are too many; at most 5000 are read"


def test_too_many_rows_are_refused() -> None:
    text = "\n".join(f"{number}." for number in range(MAX_ROSTER_ROWS + 1))
    assert refusal(text) == ("r.csv: more than 10000 rows are too many; is it the right file?")


def test_a_line_without_end_is_refused() -> None:
    assert refusal("Ёж\n" + "я" * 20_001).endswith("is longer than 20000 characters; shorten it")


def test_too_many_columns_are_refused() -> None:
    text = "name," + ",".join(f"c{number}" for number in range(200))
    assert "201 columns are too many" in refusal(f"{text}\nA\n")


# Lists from a messenger


@pytest.mark.parametrize(
    "line",
    [
        "1. Ёжик",
        "1) Ёжик",
        "1.Ёжик",
        "12 . Ёжик",
        "№1. Ёжик",
        "#1) Ёжик",
        "1️⃣ Ёжик",
        "1️⃣2️⃣. Ёжик",
        "🔟 Ёжик",
        "• Ёжик",
        "- Ёжик",
        "— Ёжик",
        "✅Ёжик",
        "* 3. Ёжик",
        "3. ✅ Ёжик",
        "1.\tЁжик",
        "\u2068Ёжик\u2069",
    ],
)
def test_numbers_and_bullets_are_left_out(line: str) -> None:
    assert names(roster(f"{line}\nЩука\n")) == ["Ёжик", "Щука"]


@pytest.mark.parametrize("name", ["13", "007", "-Кот", "+1", "1.5 литра", "Анна-Мария", "4:20"])
def test_numbers_and_dashes_that_belong_to_a_name_stay(name: str) -> None:
    assert names(roster(f"{name}\nЩука\n")) == [name, "Щука"]
    assert names(roster(f"1. {name}\n2. Щука\n")) == [name, "Щука"]


def test_a_vacant_number_is_left_out_with_a_warning() -> None:
    read = roster("1. Ёжик\n2.\n3. —\n4. Щука\n")
    assert names(read) == ["Ёжик", "Щука"]
    assert warnings(read) == [
        "r.csv, row 2: only a number stands there; the row is left out",
        "r.csv, row 3: only a number stands there; the row is left out",
    ]


def test_a_heading_above_a_numbered_list_is_left_out_with_a_warning() -> None:
    read = roster("Игра 5 октября!\n1. Ёжик\n2. Щука\nРак\n")
    assert names(read) == ["Ёжик", "Щука", "Рак"]
    assert warnings(read) == [
        "r.csv, row 1: 'Игра 5 октября!' is taken for a heading and left out",
        "r.csv, row 4: 'Рак' has no number, as others have; it is taken for a name",
    ]


def test_a_first_line_with_a_colon_is_a_heading() -> None:
    read = roster("Записались:\nЁжик\nЩука\n")
    assert names(read) == ["Ёжик", "Щука"]
    assert warnings(read) == ["r.csv, row 1: 'Записались:' is taken for a heading and left out"]


def test_a_colon_makes_a_heading_wherever_it_stands() -> None:
    read = roster("1) Ёжик\n2) Щука\n\nЗапасные:\n1) Рак\n")
    assert names(read) == ["Ёжик", "Щука", "Рак"]
    assert warnings(read) == ["r.csv, row 4: 'Запасные:' is taken for a heading and left out"]
    assert names(roster("Ёжик\nЩука\nЗапасные:\nРак\n")) == ["Ёжик", "Щука", "Рак"]
    assert names(roster("1. Ёжик:\n2. Щука\n")) == ["Ёжик:", "Щука"]


def test_numbers_without_a_dot_are_left_out_where_they_count_the_lines() -> None:
    read = roster("Играют:\n1 Ёжик\n2 — Щука\n3 13 друзей\n")
    assert names(read) == ["Ёжик", "Щука", "13 друзей"]
    assert warnings(read) == ["r.csv, row 1: 'Играют:' is taken for a heading and left out"]


@pytest.mark.parametrize("text", ["1 мая\n2 мая\n", "7 гномов\n8 марта\n9 жизней\n", "1\n2\n3\n"])
def test_numbers_without_a_dot_that_count_nothing_stay(text: str) -> None:
    assert names(roster(text)) == text.split("\n")[:-1]


@pytest.mark.parametrize("form", ["{} — {}", "{} - {}", "{} ({})", "{} [{}]"])
def test_a_team_that_every_line_names_is_read(form: str) -> None:
    people = [("Анна-Мария", "Лес"), ("Щука", "Река"), ("Рак", "Река"), ("Ёжик", "Лес")]
    lines = [f"{number}. " + form.format(*person) for number, person in enumerate(people, 1)]
    read = roster("\n".join(lines))
    assert list(zip(names(read), teams(read), strict=True)) == people
    assert warnings(read) == ["r.csv: 2 teams are read from behind the names"]


def test_a_remark_in_brackets_is_no_team() -> None:
    read = roster("Ёжик (опоздает)\nЩука\nРак (не ест)\n")
    assert names(read) == ["Ёжик (опоздает)", "Щука", "Рак (не ест)"]
    assert teams(read) == [None] * 3
    assert warnings(read) == [
        "r.csv, row 1: 'Ёжик (опоздает)' is read as one name; "
        "to give teams write a table with the header name,team"
    ]


def test_real_names_in_brackets_are_no_teams() -> None:
    assert teams(roster("Ёжик (Иван)\nЩука (Анна)\nРак (Пётр)\n")) == [None] * 3


def test_two_dashes_in_a_line_are_no_team() -> None:
    assert teams(roster("A — B — C\nD — E — C\n")) == [None, None]


# JSON


def read_json(value: Any) -> Roster:
    return roster(json.dumps(value, ensure_ascii=False), "r.json")


def test_json_is_a_list_of_names() -> None:
    read = read_json(["Ёжик", " Щука ", 13])
    assert [(entrant.id, entrant.name) for entrant in read.entrants] == [
        ("p1", "Ёжик"),
        ("p2", "Щука"),
        ("p3", "13"),
    ]


def test_json_is_a_list_of_objects_with_keys_of_either_language() -> None:
    people = [
        {
            "id": "x7",
            "name": "Ёжик",
            "team": "Лес",
            "age": 25,
            "rating": 1500.5,
            "apart": ["Щука"],
            "avoid": "Рак; Щука",
            "absent": [1, 3],
            "table": 2,
        },
        {"имя": "Щука", "возраст": 30, "рейтинг": 1500, "отсутствует": "2-3", "team": None},
        {"name": "Рак"},
    ]
    read = read_json(people)
    assert read == read_json({"entrants": people})
    assert read == Roster(
        entrants=(
            Entrant(
                id="x7",
                name="Ёжик",
                team="Лес",
                age=25,
                rating=1500.5,
                absent=frozenset({0, 2}),
                table=1,
            ),
            Entrant(id="p2", name="Щука", age=30, rating=1500.0, absent=frozenset({1, 2})),
            Entrant(id="p3", name="Рак"),
        ),
        apart=((0, 1),),
        avoid=((0, 1), (0, 2)),
    )


def test_an_id_that_is_given_is_not_given_again() -> None:
    read = read_json([{"name": "A"}, {"name": "B", "id": "p1"}])
    assert [entrant.id for entrant in read.entrants] == ["p1 (2)", "p1"]


def test_unknown_keys_of_json_are_warned_of_once() -> None:
    read = read_json([{"name": "A", "taem": "X"}, {"name": "B", "taem": "Y"}])
    assert warnings(read) == [
        "r.json: the column 'taem' is unknown and not read; did you mean 'team'?"
    ]


def test_a_plan_of_mafsim_is_a_roster_too() -> None:
    read = read_json(
        {
            "format": "mafsim-plan",
            "version": 1,
            "entrants": [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "team": "X"}],
            "demands": {"apart": [["b", "a"]], "absent": {"a": [2]}, "pins": {"b": 1}},
            "rounds": [],
        }
    )
    assert read == Roster(
        entrants=(
            Entrant(id="a", name="A", absent=frozenset({1})),
            Entrant(id="b", name="B", team="X", table=0),
        ),
        apart=((0, 1),),
    )


JSON_REFUSALS = {
    "[": "r.json: line 1, column 2 is no valid JSON; mend it, or save the file as CSV",
    "[]": "r.json: nobody is in it; write the names, one a line",
    "{}": 'r.json: a roster in JSON is a list of names or objects, or {"entrants": [...]}',
    '"A"': "r.json: an object {...} must stand here",
    '{"entrants": {}}': "r.json: entrants: a list [...] must stand here",
    '["A", true]': "r.json: [1]: a text in quotation marks must stand here",
    '["A", 1.5]': "r.json: [1]: a text in quotation marks must stand here",
    '["A", "A"]': "r.json: [1]: the name 'A' stands in [0] already; "
    "tell the two people apart, or delete one row",
    '[{"name": "A", "id": "x"}, {"name": "B", "id": "x"}]': "r.json: [1]: the id 'x' stands in [0] "
    "already; ids must differ",
    '[{"team": "A"}]': "r.json: [0]: the name is empty; write a name or delete the row",
    '[{"name": "A", "name": "B"}]': "r.json: the key 'name' stands twice; keep one",
    '[{"name": "A", "имя": "B"}]': "r.json: [0]: the key 'name' stands twice; keep one",
    '[{"name": "A", "rating": 1e999}]': "r.json: the number 1e999 is too large",
    '[{"name": "A", "rating": NaN}]': "r.json: NaN is no number in JSON; leave the key out",
    '[{"name": "A", "age": -3}]': "r.json: [0]: the age '-3' is not a whole number from 1 to 150",
    '[{"name": "A", "age": {}}]': "r.json: [0].age: a text in quotation marks must stand here",
    '[{"name": "A", "absent": [0]}]': "r.json: [0].absent[0]: "
    "a whole number from 1 to 1000 must stand here",
    '["\\ud800"]': "r.json: a text holds half of a surrogate pair (\\ud800 to \\udfff), "
    "which is no character; delete it",
    '["a\\u0000"]': "r.json: [0]: 'a\\u0000' holds U+0000, which is no character of a text; "
    "delete it",
    "[" * 65: "r.json: brackets stand more than 64 deep; that is no file for mafsim",
    "[" * 100_000: "r.json: brackets stand more than 64 deep; that is no file for mafsim",
    "[" + "9" * 5000 + "]": "r.json: a number has too many digits",
}


@pytest.mark.parametrize("text", JSON_REFUSALS, ids=lambda text: repr(text)[:40])
def test_json_that_cannot_be_used_is_refused_with_its_key(text: str) -> None:
    assert refusal(text, "r.json") == JSON_REFUSALS[text]


def test_brackets_inside_texts_are_not_deep() -> None:
    assert names(read_json(["[" * 100, '"' + "[{" * 50 + "\\"])) == [
        "[" * 100,
        '"' + "[{" * 50 + "\\",
    ]


def test_a_pair_of_surrogates_written_as_escapes_is_one_character() -> None:
    assert names(roster('["\\ud83d\\ude00"]')) == ["😀"]


# Sources


def test_whole_numbers_may_be_written_as_fractions() -> None:
    read = roster("name;age;absent;table\nЁжик;25.0;1.0;2,0\nЩука;30,00;2.0;\n")
    assert [(e.age, e.absent, e.table) for e in read.entrants] == [
        (25, frozenset({0}), 1),
        (30, frozenset({1}), None),
    ]
    assert "'1.5' does not say rounds" in refusal("name;absent\nЁжик;1.5\n")


def test_a_path_is_read(tmp_path: Path) -> None:
    (tmp_path / "Список.csv").write_text("имя\nЁжик\n", encoding="cp1251")
    assert names(read_roster(tmp_path / "Список.csv")) == ["Ёжик"]
    assert names(read_roster(str(tmp_path / "Список.csv"))) == ["Ёжик"]


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("Ёжик\nЁжик".encode("cp1251"))))
    with pytest.raises(MafsimError) as caught:
        read_roster("-")
    assert caught.value.sentence().startswith("stdin, row 2: the name 'Ёжик'")


def test_a_standard_input_that_is_closed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(FileError) as caught:
        read_roster("-")
    assert caught.value.sentence().startswith("'stdin' cannot be read (it is closed)")


def test_a_path_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(MafsimError) as caught:
        read_roster("nowhere/r.csv")
    assert caught.value.exit_code == 2
    assert caught.value.sentence() == "there is no file 'nowhere/r.csv'; check the path"


def test_a_neighbour_with_nearly_the_same_name_is_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "roster.csv").write_text("A")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MafsimError) as caught:
        read_roster("rostr.csv")
    assert caught.value.exit_code == 2
    assert caught.value.sentence() == ("there is no file 'rostr.csv'; did you mean 'roster.csv'?")


@pytest.mark.parametrize("path", ["a\x00b", "x" * 300, "file.txt/below"])
def test_a_path_that_cannot_be_is_refused(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file.txt").write_text("A")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MafsimError) as caught:
        read_roster(path)
    assert caught.value.sentence().isprintable()


def test_a_folder_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MafsimError) as caught:
        read_roster(".")
    assert caught.value.exit_code == 2
    assert caught.value.sentence() == "'.' is a folder; name a file in it"


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    with path.open("wb") as stream:
        stream.truncate(MAX_ROSTER_BYTES + 1)
    with pytest.raises(MafsimError) as caught:
        read_roster(path)
    assert caught.value.exit_code == 3
    assert "is larger than 8 MB, the most that is read; is it the right file?" in str(caught.value)


def test_a_file_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(MafsimError) as caught:
        read_roster("r.csv")
    assert caught.value.exit_code == 3
    assert caught.value.sentence() == (
        "'r.csv' cannot be read (access is not allowed); check its permissions"
    )
