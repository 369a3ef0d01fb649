"""Whatever bytes come, the readers read them or refuse them with a sentence."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import xlsxwriter
from hypothesis import example, given
from hypothesis import strategies as st

from mafsim.errors import MafsimError
from mafsim.files import Results, parse_apart, parse_plan, parse_results, parse_roster, plan_text
from mafsim.regulations import Regulation, load
from mafsim.standings import standings
from mafsim.words import say
from tests.laws import tried

pytestmark = pytest.mark.slow

ROSTER = parse_roster("имя\nЁжик\nЩука\nРак".encode(), file="r.csv")
PLAN_CSV = "тур;стол;место;игрок\n1;1;1;Ёжик\n1;1;10;Щука\n3;2;4;Рак\n"
PLAN_JSON = plan_text(parse_plan(PLAN_CSV.encode(), file="p.csv", roster=ROSTER))
ROSTER_CSV = (
    "имя;команда;врозь;отсутствует;возраст;рейтинг;заявка;стол\n"
    'Ёжик;Лес;"Щука;Рак";1-3;25;1500,5;31.03.2024 12:30;2\nЩука;Лес;;;;;;\nРак;;;;;;;\n'
)
ROSTER_JSON = json.dumps(
    [{"name": "Ёжик", "apart": ["Щука"], "absent": [1], "age": 3}, "Щука"], ensure_ascii=False
)
RESULTS_CSV = (
    "тур;стол;место;имя;роль;результат;выбыл;лучший ход;доп;штраф;причина;протест\n"
    + "".join(
        f"1;1;{seat};И{seat};{role};красные;{'ночь 1;4,5,6;;;;' if seat == 1 else ';;0,3;;;подан'}\n"
        for seat, role in enumerate(
            ("мирный", "мирный", "шериф", "мафия", "дон", "мафия", *["мирный"] * 4), start=1
        )
    )
)
RESULTS_JSON = json.dumps(
    [
        {"round": 1, "table": 1, "name": f"П{i}", "team": f"К{i}", "words_1_1": 3, "penalties": i}
        for i in range(3)
    ],
    ensure_ascii=False,
)
PASTED = "Список:\n1. Ёжик — Лес\n2️⃣ Щука — Лес\n• Рак (поздно)\n4.\n"


def workbook() -> bytes:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for row, line in enumerate(ROSTER_CSV.replace('"Щука;Рак"', "Щука").splitlines()):
            sheet.write_row(row, 0, line.split(";"))
    return content.getvalue()


WORKBOOK = workbook()
UGRA, TOGLIATTI = load("ugra-2021"), load("togliatti-2014")
READERS: list[Callable[[bytes], Any]] = [
    lambda data: parse_roster(data, file="r"),
    lambda data: parse_plan(data, file="p"),
    lambda data: parse_plan(data, file="p", roster=ROSTER),
    lambda data: parse_apart(data, ROSTER, file="a"),
    lambda data: told_results(data, None),
    lambda data: told_results(data, UGRA),
    lambda data: told_results(data, TOGLIATTI),
]


def told_results(data: bytes, regulation: Regulation | None) -> Results:
    """Read results, and tell every fault of theirs; then what is left is ranked."""
    read = parse_results(data, regulation, file="r", lenient=True)
    for fault in read.faults:
        for lang in ("en", "ru"):
            assert len(fault.sentence(lang).splitlines()) == 1
    if regulation is not None and len(read.games):
        standings(read.games, regulation, by="player")
    return read


def read_all(data: bytes) -> None:
    """Read bytes as everything; all that may come is a sentence, in both languages."""
    for read in READERS:
        try:
            result = read(data)
        except MafsimError as error:
            told = [error.sentence("en"), error.sentence("ru")]
        else:
            warnings = getattr(result, "roster", result).warnings
            told = [say(lang, f"warning.{k}", **v) for k, v in warnings for lang in ("en", "ru")]
        for sentence in told:
            assert sentence.encode()
            assert len(sentence.splitlines()) == 1


@given(st.binary(max_size=300))
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"\xff\xfe")
@example(b"PK\x03\x04")
@example(b"sep=;\n")
@tried(200)
def test_any_bytes(data: bytes) -> None:
    read_all(data)


@given(st.text(max_size=200), st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]))
@tried(100)
def test_any_text(text: str, encoding: str) -> None:
    read_all(text.encode(encoding))


KEYS = (
    *("name", "id", "entrants", "rounds", "round", "tables", "table", "seats", "demands"),
    *("apart", "absent", "pins", "format", "version", "age", "byes", "provenance"),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=20,
)


@given(JSON)
@tried(100)
def test_any_json(value: Any) -> None:
    read_all(json.dumps(value).encode())
    head = {"format": "mafsim-plan", "version": 1}
    if isinstance(value, dict):
        read_all(json.dumps(head | value).encode())


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["cut", "double", "replace", "insert"]),
        st.floats(0, 1),
        st.integers(0, 12),
        st.binary(max_size=4) | st.sampled_from([b'"', b"\n", b";", b"\x00", b"null", b"-1", b"{"]),
    ),
    min_size=1,
    max_size=4,
)


def mutated(data: bytes, changes: list[tuple[str, float, int, bytes]]) -> bytes:
    for kind, where, length, new in changes:
        at = int(where * len(data))
        piece = data[at : at + length]
        old = b"" if kind in ("double", "insert") else piece
        put = {"cut": b"", "double": piece, "replace": new, "insert": new}[kind]
        data = (
            data[:at] + put + data[at + len(old) :]
            if kind != "double"
            else (data[: at + length] + piece + data[at + length :])
        )
    return data


SEEDS = {
    "roster csv": ROSTER_CSV.encode(),
    "roster csv in windows-1251": ROSTER_CSV.encode("cp1251"),
    "roster csv in utf-16": ROSTER_CSV.encode("utf-16"),
    "roster json": ROSTER_JSON.encode(),
    "pasted": PASTED.encode(),
    "plan csv": PLAN_CSV.encode(),
    "results csv": RESULTS_CSV.encode(),
    "results json": RESULTS_JSON.encode(),
    "plan json": PLAN_JSON.encode(),
    "workbook": WORKBOOK,
}


@pytest.mark.parametrize("seed", SEEDS)
@given(changes=CHANGES)
@tried(50)
def test_valid_files_with_something_changed(
    seed: str, changes: list[tuple[str, float, int, bytes]]
) -> None:
    read_all(mutated(SEEDS[seed], changes))


@pytest.mark.parametrize(
    "member", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"]
)
@given(changes=CHANGES)
@tried(50)
def test_workbooks_with_something_changed_inside(
    member: str, changes: list[tuple[str, float, int, bytes]]
) -> None:
    content = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(WORKBOOK)) as old,
        zipfile.ZipFile(content, "w") as new,
    ):
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, mutated(data, changes) if name == member else data)
    with contextlib.redirect_stderr(io.StringIO()):
        read_all(content.getvalue())


def test_the_seeds_are_valid() -> None:
    assert len(parse_roster(WORKBOOK, file="r.xlsx").entrants) == 3
    assert len(parse_roster(SEEDS["roster csv"], file="r.csv").entrants) == 3
    assert len(parse_roster(SEEDS["roster json"], file="r.json").entrants) == 2
    assert len(parse_roster(SEEDS["pasted"], file="r.txt").entrants) == 3
    assert parse_plan(SEEDS["plan csv"], file="p.csv").rounds == 3
    assert len(parse_results(SEEDS["results csv"], file="r.csv").games) == 1
    assert len(parse_results(SEEDS["results json"], file="r.json").games) == 1
    assert parse_plan(SEEDS["plan json"], file="p.json").rounds == 3
