"""Spreadsheets (XLSX, ODS) as rows of text; a hostile one is refused before it is unpacked."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.parsers import expat

from mafsim.files.grid import Row, Warnings
from mafsim.files.limits import MAX_CELLS, MAX_MARKUP, MAX_UNPACKED_BYTES
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import shown

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ODS_TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
_REFERENCE = re.compile(r"([A-Za-z]+)([0-9]+)")
_A_CELL = 4
"""How many signs of markup a usual cell takes: its own tags and those of its value."""

_EXACT_WHOLE = 2**53
"""Up to here every whole number that a spreadsheet keeps is exact."""


def is_spreadsheet(data: bytes) -> bool:
    """Say whether bytes are a spreadsheet's, or at least some office program's."""
    return data.startswith((_ZIP, _OLE))


Likeness = Callable[[Row], int]
"""How much a sheet's first row is like the header that is looked for: 0 is not at all."""


def _all_alike(_: Row) -> int:
    return 0


def spreadsheet_rows(
    data: bytes, *, file: str, most: int, likeness: Likeness = _all_alike
) -> tuple[list[Row], Warnings]:
    """Give the rows of the sheet that is looked for, numbered as the spreadsheet does.

    That is the first of those whose first row is most like the header, or the first that holds
    anything where none is like it.

    Raises
    ------
    PlacedError
        It is broken, protected by a password, of another kind, or too large, or has more than
        `most` rows.
    """
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise PlacedError("sheet.password", place=Place(file))
        raise PlacedError("sheet.old", place=Place(file))
    return _sheet_rows(_repacked(_members(data, file), file), file, most, likeness)


def _members(data: bytes, file: str) -> dict[str, bytes]:
    """Unpack what the reader of spreadsheets needs: XML and the file's kind."""
    members: dict[str, bytes] = {}
    left = MAX_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for info in archive.infolist():
                if info.flag_bits & 1:
                    raise PlacedError("sheet.password", place=Place(file))
                if not info.filename.endswith((".xml", ".rels")) and info.filename != "mimetype":
                    continue
                with archive.open(info) as stream:
                    content = stream.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise PlacedError(
                        "sheet.unpacked", place=Place(file), limit=MAX_UNPACKED_BYTES // 2**20
                    )
                members[info.filename] = content
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError):
        raise PlacedError("sheet.broken", place=Place(file)) from None
    return members


def _repacked(members: dict[str, bytes], file: str) -> BytesIO:
    """Pack what was checked, and only that, for the reader.

    So two programs that understand one damaged zip differently cannot be played off against each
    other.
    """
    if members.get("mimetype", b"").startswith(_ODS_TYPE):
        extent: _Extent = _OdsExtent()
    elif "xl/workbook.xml" in members:
        extent = _XlsxExtent()
    else:
        raise PlacedError("sheet.kind", place=Place(file))
    if sum(content.count(b"<") for content in members.values()) > MAX_MARKUP:
        raise PlacedError("sheet.markup", place=Place(file), limit=MAX_MARKUP // _A_CELL)
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            if name != "mimetype":
                _refuse_extent(content, extent, file)
            archive.writestr(name, content)
    packed.seek(0)
    return packed


def _refuse_extent(content: bytes, extent: _Extent, file: str) -> None:
    """Refuse a part whose cells span too large a rectangle: the reader allocates it whole."""
    parser = expat.ParserCreate()
    extent.listen(parser)
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError):
        raise PlacedError("sheet.broken", place=Place(file)) from None
    if extent.rows * extent.columns > MAX_CELLS:
        raise PlacedError("sheet.wide", place=Place(file), limit=MAX_CELLS)


def _refuse_doctype(*_: object) -> None:
    raise ValueError


@dataclass(slots=True)
class _Extent:
    """The rectangle from the first cell to the last one in use, while a sheet's XML goes by."""

    rows: int = 0
    columns: int = 0

    def listen(self, parser: expat.XMLParserType) -> None:
        """Let a parser tell of elements, and of nothing that does not matter: each costs its time."""
        parser.StartElementHandler = self.start

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """See an element begin."""

    def _hold(self, row: int, column: int) -> None:
        self.rows = max(self.rows, row)
        self.columns = max(self.columns, column)


@dataclass(slots=True)
class _XlsxExtent(_Extent):
    row: int = 0
    column: int = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        kind = tag.rpartition(":")[2]
        if kind == "row":
            self.row = _count(attributes.get("r"), self.row + 1)
            self.column = 0
        elif kind == "c":
            self.column += 1
            if "r" in attributes:
                self.row, self.column = _reference(attributes["r"])
            self._hold(self.row, self.column)
        elif kind == "worksheet":
            self.row = 0


@dataclass(slots=True)
class _OdsExtent(_Extent):
    row: int = 0
    column: int = 0
    row_repeats: int = 1
    open_cells: list[int] = field(default_factory=list)

    def listen(self, parser: expat.XMLParserType) -> None:
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "table:table":
            self.row = 0
        elif tag == "table:table-row":
            self.column = 0
            self.row_repeats = _count(attributes.get("table:number-rows-repeated"), 1)
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            repeats = _count(attributes.get("table:number-columns-repeated"), 1)
            self.column += repeats
            self.open_cells.append(self.column)
            if any(name.startswith(("office:", "calcext:")) for name in attributes):
                self._hold(self.row + self.row_repeats, self.column)

    def end(self, tag: str) -> None:
        if tag == "table:table-row":
            self.row += self.row_repeats
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self.open_cells.pop()

    def text(self, text: str) -> None:
        if self.open_cells and not text.isspace():
            self._hold(self.row + self.row_repeats, self.open_cells[-1])


def _count(text: str | None, otherwise: int) -> int:
    """Read a count; one of more digits than any spreadsheet has is a ValueError."""
    if text is None:
        return otherwise
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        raise ValueError
    return int(text)


def _reference(text: str) -> tuple[int, int]:
    """Read a cell's reference such as ``B7`` as row and column, counted from one."""
    reference = _REFERENCE.fullmatch(text)
    if reference is None or len(reference[1]) > 6:
        raise ValueError
    column = 0
    for letter in reference[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return _count(reference[2], 0), column


def _sheet_rows(
    packed: BytesIO, file: str, most: int, likeness: Likeness
) -> tuple[list[Row], Warnings]:
    filled = [(name, rows) for name, rows in _visible_sheets(packed, file) if rows]
    if not filled:
        return [], []
    likest = [likeness(rows[0]) for _, rows in filled]
    name, rows = filled[likest.index(max(likest))]
    if len(rows) > most:
        raise PlacedError("table.rows", place=Place(file), limit=most)
    if likest.count(max(likest)) == 1:
        return rows, []
    return rows, [("sheet.others", {"file": file, "sheet": shown(name), "n": len(filled) - 1})]


def _visible_sheets(packed: BytesIO, file: str) -> list[tuple[str, list[Row]]]:
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    try:
        book = CalamineWorkbook.from_filelike(packed)
        names = [
            sheet.name
            for sheet in book.sheets_metadata
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
        ]
        # the empty area above is kept, so that rows have the numbers that the user sees
        return [
            (name, _rows(book.get_sheet_by_name(name).to_python(skip_empty_area=False)))
            for name in names
        ]
    except (CalamineError, ValueError, OSError):
        raise PlacedError("sheet.broken", place=Place(file)) from None
    except BaseException as fault:
        # a panic inside the reader, which is no Exception
        if type(fault).__name__ != "PanicException":
            raise
        raise PlacedError("sheet.broken", place=Place(file)) from None


def _rows(cells: Iterable[Iterable[Any]]) -> list[Row]:
    rows = (
        Row(number, tuple(_text(cell) for cell in row)) for number, row in enumerate(cells, start=1)
    )
    return [row for row in rows if not row.is_blank()]


def _text(cell: Any) -> str:
    """Give a cell as a person reads it: the nickname 13 is kept as a number and is ``13``."""
    match cell:
        case bool():
            return str(cell).upper()
        case float() if cell.is_integer() and abs(cell) <= _EXACT_WHOLE:
            return str(int(cell))
        case dt.datetime():
            return cell.isoformat(sep=" ")
    return str(cell)
