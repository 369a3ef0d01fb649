from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
import xlsxwriter

from mafsim.errors import MafsimError
from mafsim.files import parse_apart, parse_plan, parse_roster, sheet
from mafsim.roster import Roster
from mafsim.words import say


def xlsx(*sheets: Sequence[Sequence[object]], hidden: int | None = None) -> bytes:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True, "remove_timezone": True}) as book:
        day = book.add_format({"num_format": "dd.mm.yyyy hh:mm"})
        for number, rows in enumerate(sheets):
            page = book.add_worksheet()
            if number == hidden:
                page.hide()
            for row, cells in enumerate(rows):
                for column, cell in enumerate(cells):
                    if isinstance(cell, dt.date):
                        page.write_datetime(row, column, cell, day)
                    elif isinstance(cell, str):
                        page.write_string(row, column, cell)
                    elif cell is not None:
                        page.write(row, column, cell)
    return content.getvalue()


ODS_CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="Лист1">{rows}</table:table></office:spreadsheet></office:body>
</office:document-content>"""
ODS_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<manifest:file-entry manifest:full-path="/"
 manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>"""
TEXT_CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
NUMBER_CELL = '<table:table-cell office:value-type="float" office:value="{}"/>'


def ods(rows: str) -> bytes:
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": ODS_MANIFEST,
            "content.xml": ODS_CONTENT.format(rows=rows),
        }
    )


def ods_row(cells: Iterable[object]) -> str:
    inside = ((NUMBER_CELL if isinstance(cell, int) else TEXT_CELL).format(cell) for cell in cells)
    return f"<table:table-row>{''.join(inside)}</table:table-row>"


def packed(members: dict[str, str | bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return content.getvalue()


def unpacked(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(data: bytes, member: str, old: str, new: str) -> bytes:
    members = unpacked(data)
    content = members[member]
    assert isinstance(content, bytes)
    assert old.encode() in content
    members[member] = content.replace(old.encode(), new.encode())
    return packed(members)


def names(roster: Roster) -> list[str]:
    return [entrant.name for entrant in roster.entrants]


def refusal(data: bytes) -> str:
    with pytest.raises(MafsimError) as caught:
        parse_roster(data, file="r.xlsx")
    assert caught.value.exit_code == 3
    assert caught.value.sentence("ru").startswith("r.xlsx")
    return caught.value.sentence("en")


HALF_PAST_NOON = dt.datetime.fromisoformat("2024-03-31 12:30")


def test_a_sheet_is_read_like_a_table() -> None:
    rows: list[list[object]] = [
        ["№", "Ник", "Команда", "Возраст", "Рейтинг", "Заявка", "Врозь", "Отсутствует", "Стол"],
        [1, "Ёжик", "Лес", 25, 1500.5, HALF_PAST_NOON, "13\nРак", 2, None],
        [2, 13, None, None, None, None, None, "1-3", 2],
        [3, "Рак", " Лес ", 30.0, -5, dt.date(2024, 3, 1), None, None, None],
    ]
    read = parse_roster(xlsx(rows), file="r.xlsx")
    assert names(read) == ["Ёжик", "13", "Рак"]
    assert [entrant.team for entrant in read.entrants] == ["Лес", None, "Лес"]
    assert [entrant.age for entrant in read.entrants] == [25, None, 30]
    assert [entrant.rating for entrant in read.entrants] == [1500.5, None, -5.0]
    assert [entrant.applied_at for entrant in read.entrants] == [
        "2024-03-31 12:30",
        None,
        "2024-03-01",
    ]
    assert [sorted(entrant.absent) for entrant in read.entrants] == [[1], [0, 1, 2], []]
    assert [entrant.table for entrant in read.entrants] == [None, 1, None]
    assert read.apart == ((0, 1), (0, 2))
    assert read.warnings == ()


def test_numbers_and_truths_that_are_names_stay_as_they_look() -> None:
    rows: list[list[object]] = [["name"], [13], [0], [1.5], [-7], [10**15], [True], ["007"]]
    read = parse_roster(xlsx(rows), file="r.xlsx")
    assert names(read) == ["13", "0", "1.5", "-7", "1000000000000000", "TRUE", "007"]


def test_rows_have_the_numbers_that_the_user_sees() -> None:
    rows: list[list[object]] = [[], [], ["", "name", "age"], [], ["", "A", 25], ["", "B", "x"]]
    assert refusal(xlsx(rows)).startswith("r.xlsx, row 6: the age 'x'")


def test_a_date_that_a_program_made_of_rounds_is_refused() -> None:
    rows: list[list[object]] = [["name", "absent"], ["A", dt.date(2024, 3, 1)]]
    assert refusal(xlsx(rows)) == (
        "r.xlsx, row 2: '2024-03-01' does not say rounds; write them as 1;2 or 1-3, up to 1000"
    )


def test_a_column_of_names_alone_is_a_list_wherever_it_stands() -> None:
    rows: list[list[object]] = [[None, None, "Ёжик"], [None, None, "Щука, рыба"]]
    assert parse_roster(xlsx(rows), file="r.xlsx").entrants[1].name == "Щука, рыба"


def test_the_first_sheet_with_anything_in_it_is_read_and_others_are_named() -> None:
    data = xlsx([], [["hidden"]], [["Ёжик"]], [["Щука"]], hidden=1)
    read = parse_roster(data, file="r.xlsx")
    assert names(read) == ["Ёжик"]
    assert [say("en", f"warning.{key}", **fields) for key, fields in read.warnings] == [
        "r.xlsx: only the sheet 'Sheet3' is read; 1 other sheet is not"
    ]


def test_a_spreadsheet_without_content_is_empty() -> None:
    assert refusal(xlsx([])) == "r.xlsx: the file is empty; write the names into it, one a line"


def test_an_open_document_is_read_as_well() -> None:
    rows = (
        ods_row(["Имя", "Команда"])
        + '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
        + ods_row(["Ёжик", "Лес"])
        + ods_row([13])
        + '<table:table-row table:number-rows-repeated="1048570">'
        + '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    read = parse_roster(ods(rows), file="r.ods")
    assert [(entrant.name, entrant.team) for entrant in read.entrants] == [
        ("Ёжик", "Лес"),
        ("13", None),
    ]


def test_a_plan_and_who_is_kept_apart_may_be_spreadsheets() -> None:
    plan = parse_plan(
        xlsx([["Тур", "Стол", "Место", "Игрок"], [1, 1, 10, "Ёжик"], [1, 1, 2, 13]]), file="p.xlsx"
    )
    assert [entrant.name for entrant in plan.roster.entrants] == ["13", "Ёжик"]
    apart = parse_apart(xlsx([["Ёжик", 13]]), plan.roster, file="a.xlsx")
    assert apart.apart == ((0, 1),)


# Hostile and broken ones


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_UNPACKED_BYTES", 2**20)
    members = unpacked(xlsx([["Ёжик"]]))
    members["xl/worksheets/sheet2.xml"] = b" " * 2**21
    data = packed(members)
    assert len(data) < 2**16
    assert refusal(data) == (
        "r.xlsx: the spreadsheet unpacks to more than 1 MB, the most that is read; "
        "copy the table alone into a new file"
    )


def test_pictures_do_not_count_as_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_UNPACKED_BYTES", 2**20)
    members = unpacked(xlsx([["Ёжик"]]))
    members["xl/media/image1.png"] = b" " * 2**21
    assert names(parse_roster(packed(members), file="r.xlsx")) == ["Ёжик"]


WIDE = "r.xlsx: the sheet spans more than 4000000 cells from its first to its last; "


def test_two_cells_in_far_corners_are_refused_before_the_reader_sees_them() -> None:
    data = changed(
        xlsx([["Ёжик"], ["Щука"]]), "xl/worksheets/sheet1.xml", 'r="A2"', 'r="XFD1048576"'
    )
    assert refusal(data).startswith(WIDE)


def test_a_row_far_below_is_refused_without_a_reference_too() -> None:
    data = changed(
        xlsx([["Ёжик"], ["Щука"]]),
        "xl/worksheets/sheet1.xml",
        '<row r="2" spans="1:1"><c r="A2"',
        '<row r="99999999"><c',
    )
    assert refusal(data).startswith(WIDE)


@pytest.mark.parametrize("reference", ["A99999999999", "ABCDEFGHIJ1", "1A", "A0x"])
def test_references_that_no_program_writes_are_refused(reference: str) -> None:
    data = changed(xlsx([["Ёжик"]]), "xl/worksheets/sheet1.xml", 'r="A1"', f'r="{reference}"')
    assert refusal(data).startswith("r.xlsx: the spreadsheet is damaged")


def test_repeated_cells_of_an_open_document_are_counted() -> None:
    row = (
        '<table:table-row table:number-rows-repeated="1048576">'
        '<table:table-cell table:number-columns-repeated="16384" office:value-type="string">'
        "<text:p>x</text:p></table:table-cell></table:table-row>"
    )
    assert refusal(ods(row)).startswith(WIDE)


def test_a_document_type_is_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'
    members = unpacked(xlsx([["Ёжик"]]))
    members["xl/worksheets/sheet1.xml"] = bomb
    assert refusal(packed(members)).startswith("r.xlsx: the spreadsheet is damaged")


def test_markup_without_end_is_refused_before_it_is_read() -> None:
    members = unpacked(xlsx([["Ёжик"]]))
    members["xl/worksheets/sheet1.xml"] = f"<worksheet>{'<a>' * 2_000_000}"
    assert "the markup of more than 500000 cells" in refusal(packed(members))


def test_elements_that_nest_deeply_hurt_nobody() -> None:
    members, sheet = unpacked(xlsx([["Ёжик"]])), "xl/worksheets/sheet1.xml"
    deep = b"<a>" * 100_000 + b"</a>" * 100_000 + b"<sheetData>"
    inner = members[sheet].replace(b"<sheetData>", deep)
    assert parse_roster(packed(members | {sheet: inner}), file="r.xlsx").entrants[0].name == "Ёжик"


@pytest.mark.parametrize("cut", [5, 100, 1000, -30])
def test_a_file_that_was_cut_off_is_damaged(cut: int) -> None:
    assert refusal(xlsx([["Ёжик"]])[:cut]) == (
        "r.xlsx: the spreadsheet is damaged; "
        "open it in its program and save it once more, or save it as CSV"
    )


def test_a_part_that_is_missing_is_damage() -> None:
    members = unpacked(xlsx([["Ёжик"]]))
    del members["xl/worksheets/sheet1.xml"]
    assert "damaged" in refusal(packed(members))


def test_a_member_protected_by_a_password_is_told_so() -> None:
    data = bytearray(xlsx([["Ёжик"]]))
    for header, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(header)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(header, at + 1)
    assert refusal(bytes(data)) == (
        "r.xlsx: the spreadsheet is protected by a password; save it without one"
    )


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def test_an_encrypted_workbook_is_told_so() -> None:
    data = OLE + bytes(504) + "EncryptedPackage".encode("utf-16-le") + bytes(500)
    assert refusal(data) == (
        "r.xlsx: the spreadsheet is protected by a password; save it without one"
    )


def test_an_old_workbook_is_told_so() -> None:
    data = OLE + bytes(504) + "Workbook".encode("utf-16-le") + bytes(500)
    assert refusal(data) == (
        "r.xlsx: this is an old .xls or another office file; save it as XLSX or CSV"
    )


def test_another_archive_is_no_spreadsheet() -> None:
    assert refusal(packed({"word/document.xml": "<a/>"})) == (
        "r.xlsx: this is a zip file, but neither XLSX nor ODS; "
        "save the table as one of them or as CSV"
    )
