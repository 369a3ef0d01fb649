"""An exported plan says who sits where, whatever people are called, and reads back the same."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from mafsim import export
from mafsim.files import read_plan
from mafsim.pairing.check import examine
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster, numbered

HOSTILE = [
    "<script>alert(1)</script>",
    '=HYPERLINK("http://x")',
    "+7 (900)",
    "-Тире",
    "@всем",
    "О\"Нил & 'Ко'",
    "Ё, запятая; точка",
    "{{ 7 * 7 }}",
    "</bdi></table>",
    "Обычный Игрок",
]
MARKED = ["\u202eнавыворот", "с\x1b[31mцветом", "две\nстроки", "אבג \u200f1"]


def plan_of(
    names: list[str],
    rounds: list[list[list[int]]],
    *,
    absent: dict[int, set[int]] | None = None,
    **fields: object,
) -> Plan:
    entrants = tuple(
        Entrant(
            id=f"p{index + 1}",
            name=name,
            team=f"=T{index}" if index % 2 else None,
            absent=frozenset((absent or {}).get(index, ())),
        )
        for index, name in enumerate(names)
    )
    seats = np.array(rounds, dtype=np.int32)
    fields.setdefault("table_size", seats.shape[2])
    return Plan(roster=Roster(entrants=entrants), seats=seats, **fields)  # type: ignore[arg-type]


FIVE = ["Ann", "Bob", "Cid", "Dan", "Eve"]
EVENING = plan_of(
    FIVE,
    [[[0, 1], [2, 3]], [[4, 0], [1, 2]], [[3, EMPTY], [EMPTY, EMPTY]]],
    absent={4: {0}},
    stages=("qualifying", "qualifying", "final"),
)


def page(plan: Plan, lang: str = "en") -> str:
    return export.html(plan, examine(plan), lang)


class Page(HTMLParser):
    """What a browser would see: open elements, attributes, and the text inside elements."""

    VOID = frozenset({"meta", "link", "img", "br", "hr", "input", "source"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.inside: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
            self.inside.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if self.open and self.inside[-1][0] == self.open[-1]:
            tag, text = self.inside[-1]
            self.inside[-1] = (tag, text + data)

    def texts(self, tag: str) -> list[str]:
        return [text for seen, text in self.inside if seen == tag]


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
    assert "No games in this round." in page(gap)


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
    assert table[0] == ["round", "table", "seat", "player", "team"]
    assert table[1:4] == [
        ["1", "1", "1", "Ann", ""],
        ["1", "1", "2", "Bob", "'=T1"],
        ["1", "2", "1", "Cid", ""],
    ]
    assert len(table) == 1 + 9


def test_csv_opens_in_a_spreadsheet() -> None:
    """A byte-order mark, lines as Windows ends them, and semicolons where the comma is decimal."""
    for lang in ("en", "ru"):
        data = export.csv(EVENING, lang)
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\n") == data.count(b"\r\n") == 10
    russian = rows(export.csv(EVENING, "ru"), ";")
    assert russian[0] == ["тур", "стол", "место", "игрок", "команда"]
    assert russian[1] == ["1", "1", "1", "Ann", ""]


def test_no_name_is_run_as_a_formula() -> None:
    table = rows(export.csv(plan_of(HOSTILE, [[list(range(10))]]), "en"))
    for row in table[1:]:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


@pytest.mark.parametrize(
    "name", ["007", "1-3", "12.05", "3/4", "12:30", "1e5", "5 мая", "Mar 7", "1 янв. 2020"]
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


# --- html -------------------------------------------------------------------------------------


def test_the_page_is_well_formed_and_says_its_language() -> None:
    for lang in ("en", "ru"):
        parsed = Page(page(EVENING, lang))
        assert parsed.open == []
        assert parsed.seen[0] == ("html", {"lang": lang})
        assert ("meta", {"charset": "utf-8"}) in parsed.seen


def test_the_page_needs_nothing_but_itself() -> None:
    text = page(plan_of(HOSTILE, [[list(range(10))]]))
    tags = [tag for tag, _ in Page(text).seen]
    assert not {"script", "link", "img", "iframe", "object", "embed", "base"} & set(tags)
    for _, attributes in Page(text).seen:
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in text
    assert "@import" not in text


def test_the_page_shows_every_round_table_and_seat() -> None:
    parsed = Page(page(EVENING))
    sections = [a.get("id") for tag, a in parsed.seen if tag == "section" and "id" in a]
    assert sections == ["round-1", "round-2", "round-3"]
    assert parsed.texts("caption") == ["Table 1", "Table 2"] * 2 + ["Table 1"]
    assert parsed.texts("th") == ["1", "2"] * 5
    assert parsed.texts("h2")[:3] == [
        "Round 1, qualifying", "Round 2, qualifying", "Round 3, final",
    ]  # fmt: skip
    links = [a["href"] for tag, a in parsed.seen if tag == "a"]
    assert links == [f"#{section}" for section in sections]


def test_names_on_the_page_are_text_and_isolated() -> None:
    parsed = Page(page(plan_of(HOSTILE, [[list(range(10))]])))
    assert [text for text in parsed.texts("bdi") if not text.startswith("=T")] == HOSTILE
    assert parsed.open == []


def test_a_control_character_does_not_reach_the_page() -> None:
    parsed = Page(page(plan_of(MARKED, [[[0, 1, 2, 3]]])))
    shown = [text for text in parsed.texts("bdi") if not text.startswith("=T")]
    assert shown == ["\u202eнавыворот", r"с\x1b[31mцветом", r"две\nстроки", "אבג \u200f1"]


def test_byes_and_absences_are_on_the_page() -> None:
    text = page(EVENING)
    assert re.search(r"<strong>Absent:</strong>\s*<bdi>Eve</bdi>", text)
    assert re.search(r"<strong>Sitting out:</strong>\s*<bdi>Dan</bdi>", text)


def test_no_table_is_split_between_two_sheets() -> None:
    text = page(EVENING)
    assert re.search(r"\.table \{[^}]*display: inline-block;[^}]*break-inside: avoid;", text)
    assert re.search(r"@page \{ size: A4;", text)
    assert re.search(r"h2 \{[^}]*break-after: avoid;", text)


@pytest.mark.parametrize(
    ("tables", "by_four"), [(1, False), (3, False), (4, True), (6, False), (8, True)]
)
def test_tables_stand_four_abreast_where_that_saves_a_row(tables: int, by_four: bool) -> None:
    seats = np.arange(2 * tables, dtype=np.int32).reshape(1, tables, 2)
    plan = Plan(roster=numbered(2 * tables), seats=seats, table_size=2)
    assert ('<body class="by-four">' in page(plan)) == by_four


def test_a_broken_rule_stands_at_the_top_of_the_page() -> None:
    twice = plan_of(FIVE, [[[0, 0], [2, 3]]])
    text = page(twice)
    assert text.index('role="alert"') < text.index("<section")
    assert "violations:" in text
    assert 'role="alert"' not in page(plan_of(FIVE[:4], [[[0, 1], [2, 3]]]))


def test_the_page_tells_the_balance_and_names_nobody_as_worst() -> None:
    text = page(plan_of(FIVE[:4], [[[0, 1], [2, 3]], [[1, 0], [3, 2]]]))
    assert "Sum of squares 8: at most 100.0 % above the least that any plan can have" in text
    assert "Meet most" not in text
    assert "Never meet" not in text


def test_the_same_plan_gives_the_same_bytes() -> None:
    for form in export.FORMATS.values():
        assert form(EVENING, "ru") == form(EVENING, "ru")


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
    assert "adviser: Алёна" in export.html(plan, examine(plan), "en")
    assert "Алёна" not in export.text(plan.with_(advisers=None), "ru").splitlines()[3]
