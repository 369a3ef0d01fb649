"""Calendars (iCalendar, RFC 5545): the rounds of everybody, or those of one player."""

from __future__ import annotations

import hashlib
import io
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from mafsim.export.rounds import Round, Table, caption, heading, rounds
from mafsim.export.timetable import Times, needed_times
from mafsim.report import title, titles
from mafsim.words import plain, say

if TYPE_CHECKING:
    from icalendar import Event

    from mafsim.export.asked import Asked
    from mafsim.plan import Plan

_SIGNS = '<>:"/\\|?*'
"""What a file's name may not hold on some system."""

_LONGEST = 60
"""The longest name of a file in the archive, without what stands around it."""


def ics(plan: Plan, asked: Asked) -> bytes:
    """Give one calendar: of everybody, or of the player who is asked for.

    Times are floating: they are those of the hall's clock wherever the phone is.

    Raises
    ------
    UsageError
        Nobody says when the rounds are played.
    """
    return _calendar(plan, asked, needed_times(plan, asked), asked.player)


def calendars(plan: Plan, asked: Asked) -> bytes:
    """Give a zip file with the calendar of everybody, and one of each player's own.

    Raises
    ------
    UsageError
        Nobody says when the rounds are played.
    """
    times = needed_times(plan, asked)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        everybody = say(asked.lang, "export.ics.everybody")
        archive.writestr(_entry(f"{everybody}.ics"), _calendar(plan, asked, times, None))
        for index, name in enumerate(_file_names(plan)):
            archive.writestr(_entry(name), _calendar(plan, asked, times, index))
    return packed.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    """Give an entry of an archive that depends on its name alone."""
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def _file_names(plan: Plan) -> list[str]:
    """Give each player's file a name that every system takes: his number, and what it can of his name."""
    width = len(str(len(plan.roster.entrants)))
    names = []
    for number, entrant in enumerate(plan.roster.entrants, start=1):
        kept = "".join(" " if sign in _SIGNS else sign for sign in plain(entrant.name))
        short = " ".join(kept.split())[:_LONGEST].strip(". ")
        names.append(f"{number:0{width}} {short}.ics".replace("  ", " "))
    return names


def _calendar(plan: Plan, asked: Asked, times: Times, player: int | None) -> bytes:
    from icalendar import Calendar

    lang = asked.lang
    calendar = Calendar()
    calendar.add("prodid", "-//mafsim//mafsim//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    name = title(plan, lang)
    if player is not None:
        name = f"{plain(plan.roster.entrants[player].name)}: {name}"
    calendar.add("x-wr-calname", name)
    told = rounds(plan, titles(plan, lang))
    for index, round_ in enumerate(told):
        event = (
            _round_event(round_, lang)
            if player is None
            else _player_event(plan, round_, index, player, lang)
        )
        if event is not None:
            _dated(event, plan, times, index, player)
            calendar.add_component(event)
    return bytes(calendar.to_ical())


def _dated(event: Event, plan: Plan, times: Times, index: int, player: int | None) -> None:
    """Give an event its time, and a name by which a later version of it takes its place."""
    start, end = times[index]
    event.add("dtstart", start)
    event.add("dtend", end)
    event.add("dtstamp", start.replace(tzinfo=UTC))
    event.add("sequence", plan.revision)
    who = "all" if player is None else plan.roster.entrants[player].id
    event.add("uid", f"{_digest(plan, times[0][0], who, index)}@mafsim")


def _digest(plan: Plan, first: datetime, who: str, index: int) -> str:
    """Give what one event of one tournament is called: it stays when the seats change."""
    regulation = plan.provenance.get("regulation") or ""
    said = "\n".join((str(regulation), first.date().isoformat(), who, str(index)))
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def _round_event(round_: Round, lang: str) -> Event | None:
    """Give the event of a round for everybody: all tables, and who sits out."""
    from icalendar import Event

    if not round_.tables:
        return None
    event = Event()
    event.add("summary", heading(round_, lang))
    blocks = [_table_text(table, lang) for table in round_.tables]
    if round_.byes:
        names = ", ".join(plain(entrant.name) for entrant in round_.byes)
        blocks.append(f"{say(lang, 'export.byes')} {names}")
    event.add("description", "\n\n".join(blocks))
    return event


def _player_event(plan: Plan, round_: Round, index: int, player: int, lang: str) -> Event | None:
    """Give the event of a round for one player; None where he has no seat."""
    from icalendar import Event

    where = np.argwhere(plan.seats[index] == player).tolist()
    advises = [] if plan.advisers is None else np.argwhere(plan.advisers[index] == player).tolist()
    if not where and not advises:
        return None
    table, seat = (where or advises)[0]
    key = "export.ics.sits" if where else "export.ics.advises"
    event = Event()
    place = say(lang, key, table=table, seat=seat)
    event.add("summary", f"{heading(round_, lang)}: {place}")
    event.add("location", say(lang, "export.table", table=table + 1))
    told = next(each for each in round_.tables if each.number == table + 1)
    event.add("description", _table_text(told, lang))
    return event


def _table_text(table: Table, lang: str) -> str:
    """Give a table as lines, one a seat."""
    lines = [caption(table, lang)]
    if table.judge:
        lines.append(say(lang, "export.judge", name=table.judge))
    lines += [
        f"{seat.number}. {plain(seat.entrant.name) if seat.entrant else '—'}"
        for seat in table.seats
    ]
    return "\n".join(lines)
