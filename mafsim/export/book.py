"""A workbook to be printed on A4 and read at arm's length: its styles, pages and bands of columns."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mafsim.files.text import defuse

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

A4 = 9
"""The paper's number in spreadsheets."""

PORTRAIT = (490.0, 735.0)
LANDSCAPE = (735.0, 490.0)
"""What is printed on of a page, in points: A4 without margins, less a tenth, for programs that take
another font for their own draw columns wider."""

ABREAST = 4
"""How many columns of names stand beside each other at the most."""

ABREAST_AT_SHORT_TABLES = 3
SHORT_TABLE = 4
"""Where so few sit at a table there is height to spare, and the width goes to the names."""

NAME_ROWS = (25.0, 21.0, 18.0)
HEAD_ROW = 22.0
NOTE_ROW = 16.0
TITLE_ROW = 30.0
GAP_ROW = 10.0
"""The heights of rows, in points. Names are as large as lets a round stay on its page."""

_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 (a workbook's clock has no zone)
"""What stands for the moment of writing: the same plan gives the same bytes."""

_OPTIONS: Mapping[str, Any] = MappingProxyType(
    {
        "in_memory": True,
        "strings_to_urls": False,
        # A font that every system has, or one as wide: widths of columns are counted in its digits.
        "default_format_properties": {"font_name": "Arial", "font_size": 10, "font_scheme": "none"},
        "default_row_height": 17,
        "default_column_width": 64,
    }
)

INK, PALE, BAND, LINE = "#1A1A1A", "#5A5A5A", "#E8EEF4", "#9AA5B1"

STYLES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "title": {
            "bold": True,
            "font_size": 16,
            "font_color": INK,
            "align": "left",
            "valign": "vcenter",
            "shrink": True,
        },
        "heading": {"bold": True, "font_size": 18, "valign": "vcenter", "bottom": 2},
        "head": {
            "bold": True,
            "font_size": 14,
            "bg_color": BAND,
            "valign": "vcenter",
            "shrink": True,
            "bottom": 1,
        },
        "head_number": {
            "bold": True,
            "font_size": 13,
            "bg_color": BAND,
            "align": "center",
            "valign": "vcenter",
            "bottom": 1,
        },
        "note": {"font_size": 11, "font_color": PALE, "italic": True, "shrink": True},
        "name": {
            "font_size": 16,
            "align": "left",
            "valign": "vcenter",
            "bottom": 4,
            "bottom_color": LINE,
            "shrink": True,
        },
        "seat": {
            "font_size": 16,
            "bold": True,
            "align": "center",
            "valign": "vcenter",
            "bottom": 4,
            "bottom_color": LINE,
        },
        "cell": {
            "font_size": 13,
            "align": "center",
            "valign": "vcenter",
            "bottom": 4,
            "bottom_color": LINE,
        },
        "card_table": {
            "font_size": 14,
            "bold": True,
            "align": "center",
            "valign": "vcenter",
            "bottom": 4,
            "bottom_color": LINE,
        },
        "blank": {"font_size": 13, "border": 1, "border_color": LINE, "shrink": True},
        "away": {"font_size": 12, "text_wrap": True, "valign": "top"},
        "wall": {
            "font_size": 13,
            "align": "left",
            "valign": "vcenter",
            "bottom": 4,
            "bottom_color": LINE,
            "shrink": True,
        },
        "place": {
            "font_size": 12,
            "align": "center",
            "valign": "vcenter",
            "bottom": 4,
            "bottom_color": LINE,
            "shrink": True,
        },
        "column": {
            "bold": True,
            "font_size": 11,
            "bg_color": BAND,
            "valign": "vcenter",
            "bottom": 1,
        },
        "label": {"bold": True, "font_size": 12, "valign": "top", "text_wrap": True},
        "text": {"font_size": 12, "text_wrap": True, "valign": "top"},
        "count": {"font_size": 9, "align": "center", "valign": "vcenter"},
        "count_head": {
            "font_size": 9,
            "bold": True,
            "align": "center",
            "valign": "vcenter",
            "bg_color": BAND,
        },
        "count_name": {"font_size": 10, "valign": "vcenter", "shrink": True},
        "row": {"font_size": 11},
        "number": {"font_size": 11, "align": "center"},
        "number_first": {"font_size": 11, "align": "center", "top": 2, "top_color": LINE},
        "row_first": {"font_size": 11, "top": 2, "top_color": LINE},
        "typed": {"font_size": 11, "bg_color": "#FFFBE6"},
        "typed_first": {"font_size": 11, "bg_color": "#FFFBE6", "top": 2, "top_color": LINE},
    }
)
"""How cells look, by what they hold."""


@dataclass(slots=True)
class Book:
    """A workbook while it is filled."""

    workbook: Workbook
    packed: io.BytesIO
    formats: dict[tuple[str, float | None], Format] = field(default_factory=dict)

    def style(self, name: str, size: float | None = None) -> Format:
        """Give one of the `STYLES`, perhaps in letters of another size."""
        key = (name, size)
        if key not in self.formats:
            letters = {} if size is None else {"font_size": size}
            self.formats[key] = self.workbook.add_format({**STYLES[name], **letters})
        return self.formats[key]

    def sheet(self, name: str, *, landscape: bool = False, footer: str = "") -> Worksheet:
        """Add a sheet of A4, its pages numbered under the `footer`."""
        sheet = self.workbook.add_worksheet(name)
        sheet.set_paper(A4)
        if landscape:
            sheet.set_landscape()
        sheet.set_margins(left=0.4, right=0.4, top=0.45, bottom=0.6)
        sheet.set_footer(f"&L&9 {_in_footer(footer)}&R&9 &P / &N", {"margin": 0.25})
        return sheet

    def content(self) -> bytes:
        """Close the workbook, and give its bytes."""
        self.workbook.close()
        return self.packed.getvalue()


def book(title: str) -> Book:
    """Begin a workbook whose bytes depend on its content alone."""
    from xlsxwriter import Workbook

    packed = io.BytesIO()
    workbook = Workbook(packed, dict(_OPTIONS))
    workbook.set_properties({"title": title, "created": _CREATED, "comments": "mafsim"})
    return Book(workbook, packed)


def _in_footer(text: str) -> str:
    """Give a text as a footer takes it: short, and with no codes of its own."""
    return text[:150].replace("&", "&&")


def kept(text: str) -> str:
    """Give a text so that it is read again as it is: readers take off what keeps a formula quiet."""
    return defuse(text) if text.startswith("'") else text


def points(width: float) -> float:
    """Give a column's width as spreadsheets count it, in digits of its font, from points."""
    return max(1.0, (width / 0.75 - 5) / 7)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of names: a table in a round."""

    head: str
    note: str
    names: Sequence[str]


@dataclass(slots=True)
class Pages:
    """The pages of a sheet while it is filled from above: nothing is cut in two by a page's end."""

    book: Book
    sheet: Worksheet
    height: float
    name_row: float = NAME_ROWS[0]
    """How high a row with a name is."""
    row: int = 0
    used: float = 0.0
    breaks: list[int] = field(default_factory=list)

    def begin(self, needed: float) -> None:
        """Begin a page if what comes does not fit on this one any more."""
        if self.used and self.used + needed > self.height:
            self.turn()

    def turn(self) -> None:
        """Begin a page, unless this one is empty."""
        if self.used:
            self.breaks.append(self.row)
            self.used = 0.0

    def take(self, height: float) -> int:
        """Take the next row, as high as that, and give its number."""
        self.sheet.set_row(self.row, height)
        self.used += height
        self.row += 1
        return self.row - 1

    def close(self, columns: int) -> None:
        """Set the breaks, and what is printed: so many columns."""
        self.sheet.set_h_pagebreaks(self.breaks)
        if self.row:
            self.sheet.print_area(0, 0, self.row - 1, columns - 1)


def band_height(columns: Sequence[Column], name_row: float) -> float:
    """Give how high a band of columns is, its names in rows of that height."""
    notes = NOTE_ROW if any(column.note for column in columns) else 0.0
    return HEAD_ROW + notes + name_row * max(len(c.names) for c in columns) + GAP_ROW


def fitting_row(groups: Iterable[Sequence[Sequence[Column]]], room: float) -> float:
    """Give the highest row of names with which every group of bands finds room, or the lowest one."""
    heights = list(groups)
    for name_row in NAME_ROWS:
        if all(sum(band_height(b, name_row) for b in group) <= room for group in heights):
            return name_row
    return NAME_ROWS[-1]


def draw_band(pages: Pages, columns: Sequence[Column], corner: str) -> None:
    """Draw columns of names beside each other, seats numbered at the left."""
    book, sheet = pages.book, pages.sheet
    row = pages.take(HEAD_ROW)
    sheet.write_string(row, 0, corner, book.style("head_number"))
    for index, column in enumerate(columns, start=1):
        sheet.write_string(row, index, column.head, book.style("head"))
    if any(column.note for column in columns):
        row = pages.take(NOTE_ROW)
        for index, column in enumerate(columns, start=1):
            sheet.write_string(row, index, column.note, book.style("note"))
    size = round(pages.name_row * 0.65)
    for seat in range(max(len(column.names) for column in columns)):
        row = pages.take(pages.name_row)
        sheet.write_number(row, 0, seat + 1, book.style("seat", size))
        for index, column in enumerate(columns, start=1):
            name = column.names[seat] if seat < len(column.names) else ""
            sheet.write_string(row, index, name, book.style("name", size))
    pages.take(GAP_ROW)


def bands(columns: Sequence[Column]) -> list[Sequence[Column]]:
    """Divide columns into bands that are as wide as each other, and no wider than a page."""
    short = all(len(column.names) <= SHORT_TABLE for column in columns)
    rows = -(-len(columns) // (ABREAST_AT_SHORT_TABLES if short else ABREAST))
    width = -(-len(columns) // rows) if rows else 1
    return [columns[first : first + width] for first in range(0, len(columns), width)]


def set_widths(sheet: Worksheet, width: float, abreast: int, first: float = 34.0) -> None:
    """Share a page's width among the column of seats and some columns of names."""
    sheet.set_column(0, 0, points(first))
    sheet.set_column(1, abreast, points(min((width - first) / abreast, 300.0)))
