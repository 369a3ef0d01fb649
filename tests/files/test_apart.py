from __future__ import annotations

from pathlib import Path

import pytest

from mafsim.errors import MafsimError
from mafsim.files import parse_apart, parse_roster, read_apart

ROSTER = parse_roster("имя;врозь\nЁжик;Рак\nЩука;\nРак;\nКот, учёный;\nC;".encode(), file="r.csv")


def pairs(text: str, encoding: str = "utf-8") -> set[tuple[int, int]]:
    read = parse_apart(text.encode(encoding), ROSTER, file="a.csv")
    assert read.entrants == ROSTER.entrants
    assert list(read.apart) == sorted(read.apart)
    return set(read.apart)


def refusal(text: str) -> str:
    with pytest.raises(MafsimError) as caught:
        pairs(text)
    assert caught.value.exit_code == 3
    assert caught.value.sentence("ru") != caught.value.sentence("en")
    return caught.value.sentence()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1251"])
@pytest.mark.parametrize("separator", [",", "; ", "\t"])
def test_a_line_keeps_two_people_apart_beside_what_the_roster_says(
    separator: str, encoding: str
) -> None:
    assert pairs(f"Щука{separator}Ёжик\r\n", encoding) == {(0, 1), (0, 2)}


def test_three_names_are_kept_apart_pairwise() -> None:
    assert pairs("Рак;Щука;Ёжик\n") == {(0, 1), (0, 2), (1, 2)}


def test_each_line_has_its_own_separator() -> None:
    assert pairs('Щука,Рак\nКот, учёный;Щука\n"Кот, учёный",Рак\n') == {
        (0, 2),
        (1, 2),
        (1, 3),
        (2, 3),
    }


def test_names_are_found_in_spite_of_case_and_yo() -> None:
    assert pairs("ЕЖИК;щука") == {(0, 1), (0, 2)}


def test_a_header_and_blank_lines_are_passed_over() -> None:
    assert pairs("Игрок;Игрок\n\nЩука;Рак;\n") == {(0, 2), (1, 2)}


def test_a_line_twice_is_once() -> None:
    assert pairs("Щука;Рак\nРак;Щука\n") == {(0, 2), (1, 2)}


def test_warnings_of_the_roster_stay() -> None:
    roster = parse_roster(b"A\na\nB", file="r.csv")
    assert parse_apart(b"A;B", roster, file="a.csv").warnings == roster.warnings != ()


REFUSALS = {
    "": "a.csv: nobody is named; write two or more names a line",
    "\n \n": "a.csv: nobody is named; write two or more names a line",
    "имя;имя\n": "a.csv: nobody is named; write two or more names a line",
    "Щука;Рак\nЁжик\n": "a.csv, row 2: 'Ёжик' is one name; write two or more, with ';' between",
    "Щука;Ракк": "a.csv, row 1: nobody is called 'Ракк'; did you mean 'Рак'?",
    "Щука;Бегемот": "a.csv, row 1: nobody is called 'Бегемот'",
    "Щука;Рак;щука": "a.csv, row 1: 'Щука' stands twice; "
    "nobody can be kept from himself or herself",
    'Щука;"Рак': "a.csv, row 1: a quotation mark is not closed, or stands inside a cell; "
    "write it twice, or leave it out",
}


@pytest.mark.parametrize("text", REFUSALS)
def test_a_line_that_cannot_be_used_is_refused(text: str) -> None:
    assert refusal(text) == REFUSALS[text]


def test_a_path_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Щука;Рак", encoding="utf-8")
    assert set(read_apart(tmp_path / "a.csv", ROSTER).apart) == {(0, 2), (1, 2)}
