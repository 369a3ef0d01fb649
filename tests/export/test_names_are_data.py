"""Whatever people call themselves, every format has the same skeleton as with plain names."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime
from html.parser import HTMLParser
from pathlib import PurePosixPath

import pytest

from mafsim import export
from mafsim.errors import MafsimError
from tests.export.seatings import HOSTILE, MARKED, plan_of

NASTY = [*HOSTILE[:7], *MARKED[:3]]
PLAIN = [f"Player {number}" for number in range(10)]
ROUNDS = [[list(range(10))], [[*range(5, 10), *range(5)]]]
ASKED = export.Asked(lang="en", start=datetime(2026, 12, 5, 12, 0), minutes=50)  # noqa: DTZ001
STEERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
TEXTS = [name for name, form in export.FORMATS.items() if not form.binary]


def written(to: str, names: list[str]) -> bytes:
    return export.FORMATS[to].write(plan_of(names, ROUNDS, table_size=10), ASKED)


class Skeleton(HTMLParser):
    """The tags of a page, and the names of their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))


def test_a_page_has_the_same_tags_and_attributes() -> None:
    nasty, plain = (Skeleton(written("html", names).decode()).tags for names in (NASTY, PLAIN))
    assert nasty == plain


def test_a_calendar_has_the_same_components_and_properties() -> None:
    def skeleton(names: list[str]) -> list[str]:
        lines = re.sub(r"\r?\n[ \t]", "", written("ics", names).decode()).splitlines()
        return [re.split("[:;]", line)[0] for line in lines]

    assert skeleton(NASTY) == skeleton(PLAIN)


def test_a_table_has_the_same_rows_and_no_formula() -> None:
    import csv

    def rows(names: list[str]) -> list[list[str]]:
        text = written("csv", names).decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text, newline="")))

    nasty, plain = rows(NASTY), rows(PLAIN)
    assert [len(row) for row in nasty] == [len(row) for row in plain]
    assert not [
        cell for row in nasty for cell in row if cell.startswith(("=", "+", "-", "@", "\t"))
    ]


def test_a_workbook_has_the_same_parts_and_no_formula_of_a_name() -> None:
    def parts(names: list[str]) -> dict[str, list[str]]:
        with zipfile.ZipFile(io.BytesIO(written("xlsx", names))) as book:
            sheets = [name for name in book.namelist() if "worksheets/sheet" in name]
            return {name: re.findall(r"<f>.*?</f>", book.read(name).decode()) for name in sheets}

    assert parts(NASTY) == parts(PLAIN)


def test_an_archive_has_as_many_files_and_none_leads_elsewhere() -> None:
    def files(names: list[str]) -> list[str]:
        with zipfile.ZipFile(io.BytesIO(written("calendars", names))) as archive:
            return archive.namelist()

    climbing = ["../../etc/passwd", "C:\\x", "CON", "a/b", "a\x00b", *NASTY[:5]]
    nasty = files(climbing)
    assert len(nasty) == len(files(PLAIN)) == len(set(nasty))
    for name in nasty:
        assert PurePosixPath(name).name == name
        assert not re.search(r'[\\/:*?"<>|\x00-\x1f]', name)
        assert not name.startswith(".")


@pytest.mark.parametrize("to", TEXTS)
def test_no_text_steers_a_terminal(to: str) -> None:
    assert STEERS.search(written_or_refused(to).replace("\r\n", "\n")) is None


def written_or_refused(to: str) -> str:
    """Give what is written, or what is said of a form that cannot hold such a name."""
    try:
        return written(to, NASTY).decode("utf-8-sig")
    except MafsimError as refused:
        return refused.sentence()


@pytest.mark.parametrize("to", ["text", "people"])
def test_a_text_for_people_has_as_many_lines(to: str) -> None:
    nasty, plain = (written(to, names).decode().count("\n") for names in (NASTY, PLAIN))
    assert nasty == plain
