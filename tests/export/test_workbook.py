"""A workbook opens in another program, says who sits where, and takes the results back."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from python_calamine import CalamineWorkbook

from mafsim import export
from mafsim.files import is_results, parse_plan, parse_results, read_plan
from mafsim.games import EMPTY, Games, Role, ShapkaGames
from mafsim.plan import Plan
from mafsim.regulations import load
from mafsim.roster import Judge, numbered
from mafsim.words import say

EXAMPLES = Path(__file__).parents[2] / "examples"
UGRA = read_plan(EXAMPLES / "ugra-2021-plan.json")
RESULTS = EXAMPLES / "ugra-2021-results.csv"
SHEETS = {
    "en": [
        *("Rounds", "Players", "Cards", "Tables", "Judges", "Balance", "Meetings", "Plan"),
        "Results",
    ],
    "ru": [
        *("Туры", "Игроки", "Карточки", "Столы", "Судьи", "Баланс", "Встречи", "Рассадка"),
        "Результаты",
    ],
}
LANGUAGES = ("en", "ru")


def asked(lang: str, **fields: Any) -> export.Asked:
    return export.Asked(lang=lang, **fields)


def xlsx(plan: Plan, lang: str = "en", **fields: Any) -> bytes:
    if plan is UGRA and not fields:
        return of_ugra(lang)
    return export.FORMATS["xlsx"].write(plan, asked(lang, **fields))


@cache
def of_ugra(lang: str) -> bytes:
    return export.FORMATS["xlsx"].write(UGRA, asked(lang))


@cache
def opened(data: bytes) -> dict[str, list[list[Any]]]:
    """Open a workbook with another library: the cells of each sheet."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    return {
        name: book.get_sheet_by_name(name).to_python(skip_empty_area=False)
        for name in book.sheet_names
    }


def xml(data: bytes, number: int) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(f"xl/worksheets/sheet{number}.xml").decode()


def names(plan: Plan, round_: int, table: int) -> list[str]:
    return [plan.roster.entrants[i].name for i in plan.seats[round_, table]]


def column(rows: list[list[Any]], top: int, left: int) -> list[Any]:
    return [rows[top + line][left] for line in range(10)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_has_a_sheet_for_everybody(lang: str) -> None:
    assert list(opened(xlsx(UGRA, lang))) == SHEETS[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rounds_say_who_sits_where(lang: str) -> None:
    rows = opened(xlsx(UGRA, lang))[SHEETS[lang][0]]
    word = say(lang, "export.table", table=1)
    heads = [line for line, row in enumerate(rows) if row[1] == word]
    assert len(heads) == UGRA.rounds
    for round_, line in enumerate(heads):
        assert str(rows[line - 1][0]).startswith(say(lang, "export.round", round=round_ + 1))
        for table in range(3):
            assert column(rows, line + 1, table + 1) == names(UGRA, round_, table)


def test_the_players_find_their_table_and_seat_in_every_round() -> None:
    rows = opened(xlsx(UGRA))["Players"]
    assert rows[0][1:] == list(map(float, range(1, 13)))
    assert [row[0] for row in rows[1:]] == sorted(
        (e.name for e in UGRA.roster.entrants), key=lambda n: n.casefold().replace("ё", "е")
    )
    for row in rows[1:]:
        index = UGRA.roster.find(row[0])
        for round_, place in enumerate(row[1:]):
            table, seat = map(int, place.split("·"))
            assert UGRA.seats[round_, table - 1, seat - 1] == index


def test_a_bye_is_a_dash_on_the_wall_and_a_name_under_the_round() -> None:
    seats = np.array([[[0, 1, 2]], [[3, 1, 2]]])
    sheets = opened(xlsx(Plan(roster=numbered(4), seats=seats, table_size=3)))
    assert [row[1:] for row in sheets["Players"][1:]] == [
        ["1·1", "—"], ["1·2", "1·2"], ["1·3", "1·3"], ["—", "1·1"],
    ]  # fmt: skip
    told = [row[0] for row in sheets["Rounds"]]
    assert "Sitting out: Player 4" in told
    assert "Sitting out: Player 1" in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_player_has_a_card(lang: str) -> None:
    sheets = opened(xlsx(UGRA, lang))
    cells = [cell for row in sheets[SHEETS[lang][2]] for cell in row]
    for entrant in UGRA.roster.entrants:
        assert cells.count(entrant.name) == 1
    tables = [cell for cell in cells if cell in ("1", "2", "3")]
    assert len(tables) >= 12 * 30


def test_a_table_s_sheet_has_its_rounds() -> None:
    rows = opened(xlsx(UGRA))["Tables"]
    first = next(line for line, row in enumerate(rows) if row[0] == "Table 2")
    assert rows[first + 1][1:5] == ["Round 1", "Round 2", "Round 3", "Round 4"]
    assert column(rows, first + 2, 3) == names(UGRA, 2, 1)


def test_the_judges_are_told_or_can_be_written_in() -> None:
    blank = opened(xlsx(UGRA))["Judges"]
    assert [row[0] for row in blank] == ["who judges", "Table 1", "Table 2", "Table 3"]
    judges = np.tile(np.array([1, 0, EMPTY], dtype=np.int32), (12, 1))
    roster = UGRA.with_(
        roster=type(UGRA.roster)(
            entrants=UGRA.roster.entrants, judges=(Judge(name="Ося"), Judge(name="Киса"))
        ),
        judges=judges,
    )
    sheets = opened(xlsx(roster, "ru"))
    assert [row[:2] for row in sheets["Судьи"][1:]] == [["Ося", "2"], ["Киса", "1"]]
    assert sheets["Туры"][3][1:4] == ["Судья: Киса", "Судья: Ося", ""]
    assert export.csv(roster, "ru").decode("utf-8-sig").splitlines()[0].endswith(";судья")


def test_the_balance_is_counted_for_everyone() -> None:
    sheets = opened(xlsx(UGRA))
    rows = sheets["Balance"]
    head = next(line for line, row in enumerate(rows) if row[0] == "how often")
    assert rows[head][1:15] == [
        "games", *(f"s{n}" for n in range(1, 11)), "t1", "t2", "t3",
    ]  # fmt: skip
    for row in rows[head + 1 :]:
        seats = UGRA.seats == UGRA.roster.find(row[0])
        assert row[1] == seats.sum()
        assert row[2:12] == seats.sum(axis=(0, 1)).tolist()
        assert row[12:15] == seats.sum(axis=(0, 2)).tolist()
    meetings = sheets["Meetings"]
    assert sum(cell for row in meetings[1:] for cell in row[2:] if cell != "") == 12 * 3 * 90


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_read_again_as_the_plan(lang: str) -> None:
    data = xlsx(UGRA, lang)
    assert not is_results(data, file="p.xlsx")
    read = parse_plan(data, file="p.xlsx")
    assert read.roster.warnings == ()
    for round_, table in np.ndindex(12, 3):
        assert names(read, round_, table) == names(UGRA, round_, table)
    assert read.stages == UGRA.stages
    assert {e.name: e.team for e in read.roster.entrants} == {
        e.name: e.team for e in UGRA.roster.entrants
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_of_results_is_read_back_as_it_is(lang: str) -> None:
    games = parse_results(RESULTS.read_bytes(), file="r.csv").games
    data = xlsx(UGRA, lang, games=games)
    assert is_results(data, file="r.xlsx")
    read = parse_results(data, file="r.xlsx")
    assert read.games == games
    assert read.warnings == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", export.RESULT_FORMATS)
def test_results_alone_are_read_back_as_they_are(lang: str, kind: str) -> None:
    games = parse_results(RESULTS.read_bytes(), file="r.csv").games
    assert isinstance(games, Games)
    told = games.with_(
        protest=np.where(games.roles == Role.DON, 0, EMPTY),
        ended=np.where(games.winner == 0, 3, 0),
    )
    written = export.RESULT_FORMATS[kind](told, lang)
    assert parse_results(written, file=f"r.{kind}").games == told


def test_any_one_tournament_of_many_can_be_written() -> None:
    games = parse_results(RESULTS.read_bytes(), file="r.csv").games
    seventh = games.with_(tournament=np.full(len(games), 7))
    for kind, write in export.RESULT_FORMATS.items():
        assert parse_results(write(seventh, "en"), file=f"r.{kind}").games == games


@pytest.mark.parametrize("lang", LANGUAGES)
def test_results_of_shapka_are_read_back_too(lang: str) -> None:
    regulation = load("togliatti-2014")
    data = (EXAMPLES / "togliatti-2014-stage-3.csv").read_bytes()
    games = parse_results(data, regulation, file="r.csv").games
    assert isinstance(games, ShapkaGames)
    for kind, write in export.RESULT_FORMATS.items():
        read = parse_results(write(games, lang), regulation, file=f"r.{kind}")
        assert read.games == games


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_result_that_is_chosen_once_is_that_of_the_whole_table(lang: str) -> None:
    data = xlsx(UGRA, lang)
    sheet = xml(data, 9)
    column_ = "H"
    assert f'<c r="{column_}2"' in sheet
    assert re.search(rf'<f>IF\(\${column_}\$2="","",\${column_}\$2\)</f><v></v>', sheet)
    assert sheet.count("<f>") == 12 * 3 * 9


def test_words_are_offered_in_lists() -> None:
    sheet = xml(xlsx(UGRA, "ru"), 9)
    assert "мирный,шериф,мафия,дон" in sheet
    assert "красные,чёрные,ничья" in sheet
    assert 'sqref="G2:G361"' in sheet
    for line in re.findall(r"<formula1>\"([^<]*)\"</formula1>", sheet):
        assert len(line) <= 255


def test_what_is_typed_by_hand_is_read() -> None:
    """The sheet as a judge fills it, another library writing the cells."""
    from xlsxwriter import Workbook

    rows = [list(row) for row in opened(xlsx(UGRA, "ru"))["Результаты"]]
    roles = ["мирный"] * 6 + ["шериф", "мафия", "мафия", "дон"]
    for line in range(1, 11):
        rows[line][rows[0].index("роль")] = roles[line - 1]
        rows[line][rows[0].index("победили")] = "чёрные"
    rows[3][rows[0].index("выбыл")] = "ночь 1"
    rows[3][rows[0].index("лучший ход")] = "8;9;10"
    rows[5][rows[0].index("доп. баллы")] = 0.3
    packed = io.BytesIO()
    with Workbook(packed, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Результаты")
        for line, row in enumerate(rows):
            sheet.write_row(line, 0, row)
    read = parse_results(packed.getvalue(), load("ugra-2021"), file="r.xlsx")
    games = read.games
    assert isinstance(games, Games)
    assert len(games) == 1
    assert games.best_move[0].tolist() == [7, 8, 9]
    assert games.additional[0, 4] == 300
    assert read.faults == ()


def test_pages_are_a4_with_frozen_heads_and_areas_to_print() -> None:
    data = xlsx(UGRA, "ru")
    for number in range(1, 10):
        sheet = xml(data, number)
        assert 'paperSize="9"' in sheet
        assert 'state="frozen"' in sheet or number in (3, 6)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        areas = archive.read("xl/workbook.xml").decode().count("_xlnm.Print_Area")
    assert areas == 9


def test_no_round_is_cut_by_the_end_of_a_page() -> None:
    breaks = [int(b) for b in re.findall(r'<brk id="(\d+)"', xml(xlsx(UGRA), 1))]
    rows = opened(xlsx(UGRA))["Rounds"]
    heads = [line for line, row in enumerate(rows) if str(row[0]).startswith("Round ")]
    assert breaks == heads[2::2]


@pytest.mark.parametrize("tables", [1, 4, 10])
def test_a_round_fits_a_page_in_large_events_too(tables: int) -> None:
    seats = np.arange(2 * tables * 10, dtype=np.int32).reshape(2, tables, 10) % (tables * 10)
    data = xlsx(Plan(roster=numbered(tables * 10), seats=seats))
    heights = [float(h) for h in re.findall(r'<row r="\d+"[^>]* ht="([\d.]+)"', xml(data, 1))]
    breaks = [0, *(int(b) for b in re.findall(r'<brk id="(\d+)"', xml(data, 1))), len(heights)]
    pages = [sum(heights[a:b]) for a, b in pairwise(breaks)]
    assert max(pages) <= 735
    assert len(pages) == (1 if tables < 5 else 2)


def test_short_tables_leave_the_width_to_their_names() -> None:
    """Pairs of Shapka have long names: three tables stand abreast, and four of Mafia."""
    for game, seats, abreast in (("shapka", 3, 3), ("mafia", 10, 4)):
        people = 12 * seats
        plan = Plan(
            roster=numbered(people),
            seats=np.arange(people, dtype=np.int32).reshape(1, 12, seats),
            game=game,
            table_size=seats,
        )
        heads = next(row for row in opened(xlsx(plan))["Rounds"] if row[0] == "№")
        assert len([head for head in heads[1:] if head]) == abreast


def test_times_are_told_where_they_are_known() -> None:
    sheets = opened(xlsx(UGRA, "ru", regulation=load("ugra-2021")))
    told = [row[0] for row in sheets["Туры"]]
    assert "Тур 7 · 12.06 16:30–17:30" in told
    start = datetime(2026, 12, 5, 12, 0)  # noqa: DTZ001
    told = [row[0] for row in opened(xlsx(UGRA, start=start, minutes=40))["Rounds"]]
    assert "Round 2 · 12:40–13:20" in told


HOSTILE = ["=1+1", "'=x", "''=x", "@всем", "_x0041_", "007", "1-3", "<b>&amp;", "Ё" * 200, "אבג"]


def test_hostile_names_are_text_and_come_back() -> None:
    roster = numbered(10)
    people = tuple(
        type(e)(id=e.id, name=name) for e, name in zip(roster.entrants, HOSTILE, strict=True)
    )
    plan = Plan(
        roster=type(roster)(entrants=people), seats=np.arange(10, dtype=np.int32).reshape(1, 1, 10)
    )
    data = xlsx(plan)
    read = parse_plan(data, file="p.xlsx")
    assert [e.name for e in read.roster.entrants] == HOSTILE
    sheets = opened(data)
    assert [row[1] for row in sheets["Rounds"][3:13]] == HOSTILE
    assert "<f>1+1" not in "".join(xml(data, number) for number in range(1, 10))


def test_an_empty_seat_and_a_missing_round_are_shown() -> None:
    seats = np.array([[[0, 1, EMPTY]], [[EMPTY, EMPTY, EMPTY]]])
    plan = Plan(roster=numbered(2), seats=seats, table_size=3, missing_rounds=(1,))
    rows = opened(xlsx(plan))["Rounds"]
    assert [row[1] for row in rows[3:6]] == ["Player 1", "Player 2", "—"]
    assert [row[0] for row in rows][-3:] == [
        "Round 2",
        "No games in this round.",
        "Sitting out: Player 1, Player 2",
    ]


def test_an_adviser_finds_his_table_in_brackets() -> None:
    advisers = np.array([[[2, EMPTY]]])
    plan = Plan(
        roster=numbered(3),
        seats=np.array([[[0, 1]]], dtype=np.int32),
        table_size=2,
        advisers=advisers,
    )
    sheets = opened(xlsx(plan))
    assert sheets["Players"][3] == ["Player 3", "(1·1)"]
    assert sheets["Cards"][3][8:11] == ["1", "(1)", "(1)"]
    assert sheets["Rounds"][3][1] == "Player 1 (Player 3)"
