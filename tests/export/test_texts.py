"""An exported plan says who sits where, whatever people are called, and reads back the same."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import numpy as np
import pytest

from mafsim import export
from mafsim.files import read_plan
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster
from tests.export.seatings import EVENING, FIVE, HOSTILE, MARKED, plan_of

# --- text -------------------------------------------------------------------------------------


def test_the_text_is_what_goes_into_a_chat() -> None:
    assert export.text(EVENING, "en") == (
        "5 players, 2 teams, 3 rounds, 1 to 2 tables of 2.\n\n"
        "ROUND 1, QUALIFYING\nTable 1\n1. Ann\n2. Bob\n\nTable 2\n1. Cid\n2. Dan\n\nAbsent: Eve\n\n"
        "ROUND 2, QUALIFYING\nTable 1\n1. Eve\n2. Ann\n\nTable 2\n1. Bob\n2. Cid\n\n"
        "Sitting out: Dan\n\n"
        "ROUND 3, FINAL\nTable 1\n1. Dan\n2. —\n\nSitting out: Ann, Bob, Cid, Eve\n"
    )


def test_the_text_speaks_russian() -> None:
    text = export.text(EVENING, "ru")
    assert "ТУР 2, QUALIFYING\nСтол 1\n1. Eve\n" in text
    assert "Пропускают тур: Dan\n" in text
    assert "Отсутствуют: Eve\n" in text


def test_one_stage_is_not_repeated_in_every_round() -> None:
    assert "qualifying" not in export.text(EVENING.with_(stages=("qualifying",) * 3), "en").lower()


def test_a_round_that_is_missing_is_said_to_be_empty() -> None:
    gap = plan_of(FIVE[:2], [[[0, 1]], [[EMPTY, EMPTY]], [[1, 0]]], missing_rounds=(1,))
    assert "ROUND 2\nNo games in this round." in export.text(gap, "en")


def test_everybody_at_an_overfull_table_is_shown() -> None:
    crowded = plan_of(FIVE[:3], [[[0, 1, 2]]], table_size=2)
    assert "3. Cid" in export.text(crowded, "en")


def test_a_name_stays_on_its_line_in_the_text() -> None:
    text = export.text(plan_of(MARKED, [[[0, 1, 2, 3]]]), "ru")
    rows = re.findall(r"^\d\. .*$", text, re.MULTILINE)
    assert rows == [
        r"1. \u202eнавыворот",
        r"2. с\x1b[31mцветом",
        r"3. две\nстроки",
        r"4. אבג \u200f1",
    ]


# --- csv --------------------------------------------------------------------------------------


def rows(data: bytes, delimiter: str = ",") -> list[list[str]]:
    text = data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def test_csv_is_one_row_a_seat() -> None:
    table = rows(export.csv(EVENING, "en"))
    assert table[0] == ["round", "table", "seat", "player", "team", "stage"]
    assert table[1:4] == [
        ["1", "1", "1", "Ann", "", "qualifying"],
        ["1", "1", "2", "Bob", "'=T1", "qualifying"],
        ["1", "2", "1", "Cid", "", "qualifying"],
    ]
    assert len(table) == 1 + 9


def test_csv_opens_in_a_spreadsheet() -> None:
    """A byte-order mark, lines as Windows ends them, and semicolons where the comma is decimal."""
    for lang in ("en", "ru"):
        data = export.csv(EVENING, lang)
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\n") == data.count(b"\r\n") == 10
    russian = rows(export.csv(EVENING, "ru"), ";")
    assert russian[0] == ["тур", "стол", "место", "игрок", "команда", "этап"]
    assert russian[1] == ["1", "1", "1", "Ann", "", "qualifying"]


def test_no_name_is_run_as_a_formula() -> None:
    table = rows(export.csv(plan_of(HOSTILE, [[list(range(10))]]), "en"))
    for row in table[1:]:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


@pytest.mark.parametrize(
    "name",
    [
        *("007", "1-3", "12.05", "3/4", "12:30", "1e5", "5 мая", "Mar 7", "1 янв. 2020"),
        *("50%", "(5)", "100 ₽", "5р.", "$5", "7 pm", "TRUE", "Ложь", "1e-5", "#N/A", "Март 2020"),
    ],
)
def test_no_nickname_becomes_a_number_or_a_date(name: str, tmp_path: Path) -> None:
    """A spreadsheet takes digits with a no-break space for text, and reading trims it off."""
    file = tmp_path / "plan.csv"
    file.write_bytes(export.csv(plan_of([name, "Кот 9"], [[[0, 1]]]), "ru"))
    assert [row[3] for row in rows(file.read_bytes(), ";")[1:]] == [f"{name}\u00a0", "Кот 9"]
    assert read_plan(file).roster.entrants[0].name == name


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_csv_reads_back_as_the_same_seating(lang: str, tmp_path: Path) -> None:
    order = [list(range(10)), list(range(9, -1, -1))]
    plan = plan_of(HOSTILE, [[table] for table in order])
    file = tmp_path / "plan.csv"
    file.write_bytes(export.csv(plan, lang))
    back = read_plan(file)
    names = [entrant.name for entrant in back.roster.entrants]
    seated = [[names[index] for index in back.seats[round_, 0]] for round_ in range(2)]
    assert seated == [[HOSTILE[index] for index in table] for table in order]
    assert {e.name: e.team for e in back.roster.entrants} == {
        e.name: e.team for e in plan.roster.entrants
    }


def test_an_adviser_stands_beside_whom_he_advises() -> None:
    people = tuple(Entrant(id=name, name=name, team=name[0]) for name in ("Аня", "Алёна", "Боря"))
    advisers = np.array([[[1, EMPTY]]])
    plan = Plan(
        roster=Roster(entrants=people),
        seats=np.array([[[0, 2]]]),
        table_size=2,
        advisers=advisers,
    )
    assert "1. Аня\n   консильери: Алёна\n2. Боря\n" in export.text(plan, "ru")
    assert "Алёна" not in export.text(plan.with_(advisers=None), "ru").splitlines()[3]
