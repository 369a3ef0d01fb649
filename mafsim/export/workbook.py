"""A plan as a workbook: rounds, players, tables, judges, balance, and a sheet for the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim.export.book import (
    GAP_ROW,
    HEAD_ROW,
    LANDSCAPE,
    NOTE_ROW,
    PORTRAIT,
    TITLE_ROW,
    Book,
    Column,
    Pages,
    band_height,
    bands,
    book,
    draw_band,
    fitting_row,
    kept,
    points,
    set_widths,
)
from mafsim.export.results import draw_results, rows_to_fill
from mafsim.export.rounds import Round, Table, caption, heading, rounds
from mafsim.export.rows import columns, seat_rows
from mafsim.export.timetable import Times, timetable
from mafsim.pairing.check import examine
from mafsim.pairing.measures import game_counts, meeting_counts, seat_counts, table_counts
from mafsim.report import balance_verdicts, broken_rules, origin, title, titles
from mafsim.words import plain, say

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

    from mafsim.export.asked import Asked
    from mafsim.pairing.check import Findings
    from mafsim.plan import Plan
    from mafsim.report import Verdict
    from mafsim.roster import Entrant

_CARD_ROW = 18.0
"""How high a line of a player's own sheet is, in points."""

_WALL_ROW = 20.0
"""How high a line of the wall's list is, in points."""

_LINE = 16.0
_LETTERS_A_LINE = 92
"""How high a line of prose is, and how many letters it takes."""

_COUNTS_MOST = 15
"""For how many seats, or tables, it is drawn how often each one has them."""

_MATRIX_MOST = 150
"""For how many people the table of all meetings is drawn."""


def xlsx(plan: Plan, asked: Asked) -> bytes:
    """Give a plan as a workbook; `mafsim` reads it again, and the results that are typed into it."""
    lang = asked.lang
    findings = examine(plan)
    named = titles(plan, lang) or _stage_titles(asked)
    told = rounds(plan, named)
    times = timetable(plan, asked)
    opened = book(title(plan, lang))
    _draw_rounds(opened, plan, told, times, lang)
    _draw_wall(opened, plan, told, lang)
    _draw_cards(opened, plan, told, times, lang)
    _draw_tables(opened, plan, told, times, lang)
    _draw_judges(opened, plan, told, lang)
    _draw_balance(opened, plan, findings, lang)
    _draw_meetings(opened, plan, lang)
    _draw_list(opened, plan, lang)
    draw_results(opened, rows_to_fill(plan, asked.games), lang, mafia=plan.game == "mafia")
    return opened.content()


def _stage_titles(asked: Asked) -> dict[str, str]:
    """Give what the regulation calls its stages, in the language of the reader."""
    stages = () if asked.regulation is None else asked.regulation.stages
    return {s.name: s.title.in_language(asked.lang) for s in stages if s.title is not None}


def _heading(round_: Round, times: Times | None, lang: str) -> str:
    """Give a round's title with its time, if that is known."""
    told = heading(round_, lang)
    return told if times is None else f"{told} · {_time(times, round_.number - 1)}"


def _time(times: Times, index: int) -> str:
    """Give the time of a round; with its day where the rounds are played on several."""
    start, end = times[index]
    hours = f"{start:%H:%M}–{end:%H:%M}"
    days = {begin.date() for begin, _ in times}
    return f"{start:%d.%m} {hours}" if len(days) > 1 else hours


def _people(entrants: Iterable[Entrant]) -> str:
    return ", ".join(plain(entrant.name) for entrant in entrants)


# --- rounds -----------------------------------------------------------------------------------


def _draw_rounds(
    opened: Book, plan: Plan, told: Sequence[Round], times: Times | None, lang: str
) -> None:
    """Draw every round with its tables: the list for the hall."""
    sheet = opened.sheet(say(lang, "export.sheet.rounds"), footer=title(plan, lang))
    pages = Pages(opened, sheet, PORTRAIT[1])
    groups = [bands([_table_column(table, lang) for table in round_.tables]) for round_ in told]
    abreast = max((len(band) for group in groups for band in group), default=1)
    set_widths(sheet, PORTRAIT[0], abreast)
    notes = max(sum(map(_note_height, _away(round_, lang))) for round_ in told)
    pages.name_row = fitting_row(groups, PORTRAIT[1] - 2 * TITLE_ROW - notes)
    _draw_title(pages, title(plan, lang), abreast)
    sheet.freeze_panes(1, 1)
    for round_, group in zip(told, groups, strict=True):
        away = _away(round_, lang)
        if not group:
            away = [say(lang, "export.no_games"), *away]
        heights = [band_height(band, pages.name_row) for band in group]
        whole = TITLE_ROW + sum(heights) + sum(_note_height(note) for note in away)
        pages.begin(
            whole if whole <= PORTRAIT[1] - TITLE_ROW else TITLE_ROW + max(heights, default=0.0)
        )
        _draw_heading(pages, _heading(round_, times, lang), abreast)
        for band, height in zip(group, heights, strict=True):
            pages.begin(height)
            draw_band(pages, band, "№")
        for note in away:
            _draw_merged(pages, note, abreast, "away", _note_height(note))
    pages.close(abreast + 1)


def _table_column(table: Table, lang: str) -> Column:
    return Column(
        head=caption(table, lang),
        note=say(lang, "export.judge", name=table.judge) if table.judge else "",
        names=[_seat_text(table, index) for index in range(len(table.seats))],
    )


def _seat_text(table: Table, index: int) -> str:
    """Give who has a seat: a name, with the places of a pair or the adviser behind it."""
    seat = table.seats[index]
    if seat.entrant is None:
        return "—"
    behind = seat.places or seat.adviser
    name = plain(seat.entrant.name)
    return f"{name} ({plain(behind)})" if behind else name


def _away(round_: Round, lang: str) -> list[str]:
    told = (("export.byes", round_.byes), ("export.absent", round_.absent))
    return [f"{say(lang, key)} {_people(away)}" for key, away in told if away]


def _note_height(note: str) -> float:
    return _lines(note) * NOTE_ROW + 2


def _lines(text: str, letters: int = _LETTERS_A_LINE) -> int:
    """Give how many lines a text takes."""
    return max(1, -(-len(text) // letters))


def _draw_title(pages: Pages, text: str, abreast: int) -> None:
    _draw_merged(pages, text, abreast, "title", TITLE_ROW)


def _draw_heading(pages: Pages, text: str, abreast: int) -> None:
    _draw_merged(pages, text, abreast, "heading", TITLE_ROW)


def _draw_merged(pages: Pages, text: str, abreast: int, style: str, height: float) -> None:
    """Draw a text over the whole width."""
    row = pages.take(height)
    pages.sheet.merge_range(row, 0, row, abreast, "", pages.book.style(style))
    pages.sheet.write_string(row, 0, text, pages.book.style(style))


# --- players ----------------------------------------------------------------------------------


def _alphabetical(plan: Plan) -> list[int]:
    """Give the entrants as a list on a wall has them."""
    entrants = plan.roster.entrants
    return sorted(range(len(entrants)), key=lambda i: entrants[i].name.casefold().replace("ё", "е"))


def _draw_wall(opened: Book, plan: Plan, told: Sequence[Round], lang: str) -> None:
    """Draw the list on which everybody finds himself: table and seat in each round."""
    rounds_ = len(told)
    wide = rounds_ > 12
    name = say(lang, "export.sheet.players")
    sheet = opened.sheet(name, landscape=wide, footer=title(plan, lang))
    width = (LANDSCAPE if wide else PORTRAIT)[0]
    names = 145.0
    sheet.set_column(0, 0, points(names))
    sheet.set_column(1, rounds_, points(min(max((width - names) / rounds_, 28.0), 60.0)))
    sheet.set_row(0, HEAD_ROW)
    sheet.write_string(0, 0, say(lang, "export.wall"), opened.style("head"))
    for round_ in told:
        sheet.write_number(0, round_.number, round_.number, opened.style("head_number"))
    for row, index in enumerate(_alphabetical(plan), start=1):
        sheet.set_row(row, _WALL_ROW)
        sheet.write_string(row, 0, plain(plan.roster.entrants[index].name), opened.style("wall"))
        for column in range(rounds_):
            place = _place(plan, column, index)
            sheet.write_string(row, column + 1, place, opened.style("place"))
    sheet.freeze_panes(1, 1)
    sheet.repeat_rows(0)
    sheet.fit_to_pages(1, 0)
    sheet.print_area(0, 0, len(plan.roster.entrants), rounds_)


def _place(plan: Plan, round_: int, index: int) -> str:
    """Give somebody's table and seat in a round; a dash where he has none."""
    where = np.argwhere(plan.seats[round_] == index).tolist()
    if where:
        return f"{where[0][0] + 1}·{where[0][1] + 1}"
    behind = None if plan.advisers is None else np.argwhere(plan.advisers[round_] == index).tolist()
    return f"({behind[0][0] + 1}·{behind[0][1] + 1})" if behind else "—"


def _draw_cards(
    opened: Book, plan: Plan, told: Sequence[Round], times: Times | None, lang: str
) -> None:
    """Draw a card for each player, to be cut out: where he sits in every round."""
    sheet = opened.sheet(say(lang, "export.sheet.cards"), footer=title(plan, lang))
    heads = ("round", "time", "table", "seat") if times else ("round", "table", "seat")
    abreast = 2 if times else 3
    span = len(heads) + 1
    _set_card_widths(sheet, heads, abreast)
    pages = Pages(opened, sheet, PORTRAIT[1])
    order = _alphabetical(plan)
    for first in range(0, len(order), abreast):
        pages.begin(2 * HEAD_ROW + NOTE_ROW + len(told) * _CARD_ROW)
        top = pages.row
        for height in (HEAD_ROW, NOTE_ROW, HEAD_ROW, *[_CARD_ROW] * len(told), 2 * GAP_ROW):
            pages.take(height)
        for card, index in enumerate(order[first : first + abreast]):
            _draw_card(opened, sheet, top, card * span, _card(plan, index, times), heads, lang)
    pages.close(abreast * span - 1)


def _set_card_widths(sheet: Worksheet, heads: Sequence[str], abreast: int) -> None:
    shares = {"round": 2, "time": 5, "table": 2, "seat": 2}
    width = (PORTRAIT[0] / abreast - 14) / sum(shares[head] for head in heads)
    for card in range(abreast):
        left = card * (len(heads) + 1)
        for offset, head in enumerate(heads):
            sheet.set_column(left + offset, left + offset, points(width * shares[head]))
        sheet.set_column(left + len(heads), left + len(heads), points(12))


def _card(plan: Plan, index: int, times: Times | None) -> dict[str, Any]:
    """Give what stands on somebody's card."""
    entrant = plan.roster.entrants[index]
    rows = []
    for round_ in range(plan.rounds):
        place = _place(plan, round_, index)
        table, _, seat = place.replace("·", ")·(" if place.startswith("(") else "·").partition("·")
        time = "" if times is None else _time(times, round_)
        rows.append({"round": str(round_ + 1), "time": time, "table": table, "seat": seat})
    return {"name": plain(entrant.name), "team": plain(entrant.team or ""), "rows": rows}


def _draw_card(
    opened: Book,
    sheet: Worksheet,
    top: int,
    left: int,
    card: dict[str, Any],
    heads: Sequence[str],
    lang: str,
) -> None:
    right = left + len(heads) - 1
    for row, text, style in ((top, card["name"], "title"), (top + 1, card["team"], "note")):
        sheet.merge_range(row, left, row, right, "", opened.style(style))
        sheet.write_string(row, left, text, opened.style(style))
    for offset, head in enumerate(heads):
        word = say(lang, f"export.card_head.{head}")
        sheet.write_string(top + 2, left + offset, word, opened.style("head_number"))
        for row, told in enumerate(card["rows"], start=top + 3):
            style = "card_table" if head == "table" else "cell"
            sheet.write_string(row, left + offset, told[head], opened.style(style))


# --- tables and judges ------------------------------------------------------------------------


def _draw_tables(
    opened: Book, plan: Plan, told: Sequence[Round], times: Times | None, lang: str
) -> None:
    """Draw what lies on each table: who sits there in each round; a long one begins a page."""
    sheet = opened.sheet(say(lang, "export.sheet.tables"), footer=title(plan, lang))
    pages = Pages(opened, sheet, PORTRAIT[1])
    groups = {
        table: bands(_rounds_of_table(told, table + 1, times, lang)) for table in range(plan.tables)
    }
    abreast = max((len(band) for group in groups.values() for band in group), default=1)
    set_widths(sheet, PORTRAIT[0], abreast)
    for table, group in groups.items():
        if not group:
            continue
        heights = [band_height(band, pages.name_row) for band in group]
        if sum(heights) > PORTRAIT[1] / 3:
            pages.turn()
        pages.begin(TITLE_ROW + heights[0])
        _draw_heading(pages, say(lang, "export.table", table=table + 1), abreast)
        for band, height in zip(group, heights, strict=True):
            pages.begin(height)
            draw_band(pages, band, "№")
    sheet.freeze_panes(0, 1)
    pages.close(abreast + 1)


def _rounds_of_table(
    told: Sequence[Round], number: int, times: Times | None, lang: str
) -> list[Column]:
    found: list[Column] = []
    for round_ in told:
        for table in round_.tables:
            if table.number == number:
                notes = [] if times is None else [_time(times, round_.number - 1)]
                notes += [plain(table.judge)] if table.judge else []
                names = [_seat_text(table, index) for index in range(len(table.seats))]
                head = say(lang, "export.round", round=round_.number)
                found.append(Column(head=head, note=", ".join(notes), names=names))
    return found


def _draw_judges(opened: Book, plan: Plan, told: Sequence[Round], lang: str) -> None:
    """Draw who judges where; where nobody is named yet, the fields to write the names into."""
    sheet = opened.sheet(say(lang, "export.sheet.judges"), landscape=True, footer=title(plan, lang))
    names = [judge.name for judge in plan.roster.judges] if plan.judges is not None else []
    heads = names or [say(lang, "export.table", table=table + 1) for table in range(plan.tables)]
    sheet.set_column(0, 0, points(150.0))
    width = points(max(40.0, min((LANDSCAPE[0] - 150.0) / len(told), 130.0)))
    sheet.set_column(1, len(told), width)
    corner = say(lang, "export.judge_table" if names else "export.judge_to_write")
    sheet.write_string(0, 0, corner, opened.style("head"))
    for round_ in told:
        head = say(lang, "export.round", round=round_.number)
        sheet.write_string(0, round_.number, head, opened.style("head"))
    for row, head in enumerate(heads, start=1):
        sheet.set_row(row, 30.0)
        sheet.write_string(row, 0, plain(head), opened.style("name"))
        for column in range(len(told)):
            text = _judged(plan, column, row - 1) if names else ""
            sheet.write_string(row, column + 1, text, opened.style("cell" if names else "blank"))
    sheet.set_row(0, HEAD_ROW)
    sheet.freeze_panes(1, 1)
    sheet.repeat_rows(0)
    sheet.fit_to_pages(1, 0)
    sheet.print_area(0, 0, max(len(heads), 1), len(told))


def _judged(plan: Plan, round_: int, judge: int) -> str:
    """Give the tables that a judge has in a round; there is one at the most, if all is well."""
    assert plan.judges is not None
    tables = np.flatnonzero(plan.judges[round_] == judge).tolist()
    return ", ".join(str(table + 1) for table in tables)


# --- balance ----------------------------------------------------------------------------------


def _draw_balance(opened: Book, plan: Plan, findings: Findings, lang: str) -> None:
    """Draw how even the plan is, in sentences, and how often each one sits where."""
    sheet = opened.sheet(say(lang, "export.sheet.balance"), footer=title(plan, lang))
    counted = _counts(plan, lang)
    wide = max(sum(len(heads) for heads, _ in counted), 12)
    names = 130.0
    sheet.set_column(0, 0, points(names))
    sheet.set_column(1, wide, points((PORTRAIT[0] - names) / wide))
    pages = Pages(opened, sheet, PORTRAIT[1])
    _draw_title(pages, title(plan, lang), wide)
    verdicts = (
        broken_rules(plan, findings, lang),
        *balance_verdicts(plan, findings, lang, named=0),
        *origin(plan, lang),
    )
    for verdict in verdicts:
        _draw_verdict(pages, verdict, wide)
    pages.take(GAP_ROW)
    pages.begin(HEAD_ROW + _LINE * len(plan.roster.entrants))
    _draw_counts(pages, plan, counted, lang)
    pages.close(wide + 1)


def _draw_verdict(pages: Pages, verdict: Verdict, wide: int) -> None:
    """Draw a verdict: its label, and its sentences over the other columns."""
    for index, sentence in enumerate(verdict.sentences):
        height = _LINE * max(_lines(sentence, 60), _lines(verdict.label, 20) if not index else 1)
        row = pages.take(height + 4)
        label = verdict.label if not index else ""
        pages.sheet.write_string(row, 0, label, pages.book.style("label"))
        pages.sheet.merge_range(row, 1, row, wide, "", pages.book.style("text"))
        pages.sheet.write_string(row, 1, sentence, pages.book.style("text"))


Counted = tuple[tuple[str, ...], Any]
"""The heads of some columns, and a count for each entrant and each of them."""


def _counts(plan: Plan, lang: str) -> list[Counted]:
    """Give what is counted for every entrant: games, seats, tables."""
    seats, tables = seat_counts(plan), table_counts(plan)
    told = [((say(lang, "export.counts.games"),), game_counts(plan)[:, None])]
    seat = [say(lang, "export.counts.seat", seat=number) for number in range(seats.shape[1])]
    table = [say(lang, "export.counts.table", table=number) for number in range(tables.shape[1])]
    shown = [(tuple(seat), seats), (tuple(table), tables)]
    return [*told, *(each for each in shown if len(each[0]) <= _COUNTS_MOST)]


def _draw_counts(pages: Pages, plan: Plan, counted: Sequence[Counted], lang: str) -> None:
    sheet, opened = pages.sheet, pages.book
    head = pages.take(HEAD_ROW)
    sheet.write_string(head, 0, say(lang, "export.counts.who"), opened.style("count_head"))
    order = _alphabetical(plan)
    rows = [pages.take(_LINE) for _ in order]
    for row, index in zip(rows, order, strict=True):
        name = plain(plan.roster.entrants[index].name)
        sheet.write_string(row, 0, name, opened.style("count_name"))
    column = 1
    for heads, counts in counted:
        for offset, text in enumerate(heads):
            sheet.write_string(head, column + offset, text, opened.style("count_head"))
            for row, index in zip(rows, order, strict=True):
                count = int(counts[index, offset])
                sheet.write_number(row, column + offset, count, opened.style("count"))
        last = column + len(heads) - 1
        sheet.conditional_format(rows[0], column, rows[-1], last, _SCALE)
        column = last + 1


_SCALE = {"type": "2_color_scale", "min_color": "#FFFFFF", "max_color": "#5B8DB8"}
"""From white to blue, which those who see no red or green can tell apart too."""


def _draw_meetings(opened: Book, plan: Plan, lang: str) -> None:
    """Draw who meets whom how often, as a table in shades."""
    people = _alphabetical(plan)
    n = len(people)
    if n > _MATRIX_MOST or n < 2:
        return
    sheet = opened.sheet(
        say(lang, "export.sheet.meetings"), landscape=True, footer=title(plan, lang)
    )
    counts = meeting_counts(plan)
    sheet.set_column(0, 0, points(24.0))
    sheet.set_column(1, 1, points(130.0))
    sheet.set_column(2, n + 1, points(22.0))
    sheet.write_string(0, 1, say(lang, "export.counts.meetings"), opened.style("count_head"))
    for row, index in enumerate(people, start=1):
        name = plain(plan.roster.entrants[index].name)
        sheet.write_number(0, row + 1, row, opened.style("count_head"))
        sheet.write_number(row, 0, row, opened.style("count_head"))
        sheet.write_string(row, 1, name, opened.style("count_name"))
        for column, other in enumerate(people, start=2):
            if index != other:
                sheet.write_number(row, column, int(counts[index, other]), opened.style("count"))
    sheet.conditional_format(1, 2, n, n + 1, _SCALE)
    sheet.freeze_panes(1, 2)
    sheet.fit_to_pages(1, 1 if n <= 60 else 0)
    sheet.repeat_rows(0)
    sheet.print_area(0, 0, n, n + 1)


# --- the list ---------------------------------------------------------------------------------


def _draw_list(opened: Book, plan: Plan, lang: str) -> None:
    """Draw one row a seat, to be filtered; this is what is read again as the plan."""
    rows = seat_rows(plan)
    named = columns(rows)
    sheet = opened.sheet(say(lang, "export.sheet.list"), footer=title(plan, lang))
    widths = {"player": 30, "team": 24, "judge": 24, "adviser": 24, "stage": 16}
    for index, column in enumerate(named):
        sheet.write_string(0, index, say(lang, f"export.csv.{column}"), opened.style("column"))
        sheet.set_column(index, index, widths.get(column, 10))
    for line, row in enumerate(rows, start=1):
        for index, column in enumerate(named):
            value = row.get(column)
            if isinstance(value, int):
                sheet.write_number(line, index, value, opened.style("number"))
            elif value is not None:
                sheet.write_string(line, index, kept(value), opened.style("row"))
    sheet.set_row(0, HEAD_ROW)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, len(rows), len(named) - 1)
    sheet.repeat_rows(0)
    sheet.fit_to_pages(1, 0)
    sheet.print_area(0, 0, len(rows), len(named) - 1)
