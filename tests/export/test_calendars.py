"""Calendars have the times of the regulation, or those that are asked for, and no time zone."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from icalendar import Calendar

from mafsim import export
from mafsim.errors import UsageError
from mafsim.export.timetable import timetable
from mafsim.files import read_plan
from mafsim.plan import EMPTY, Plan
from mafsim.regulations import load
from mafsim.roster import Entrant, Roster, numbered

UGRA = read_plan(Path(__file__).parents[2] / "examples" / "ugra-2021-plan.json")
NOON = datetime(2026, 12, 5, 12, 0)  # noqa: DTZ001 (local time, as the calendar's own)


def ics(plan: Plan, lang: str = "en", **fields: Any) -> Calendar:
    written = export.FORMATS["ics"].write(plan, export.Asked(lang=lang, **fields))
    return Calendar.from_ical(written)


def spelled_time(moment: Any) -> str:
    return str(moment.to_ical().decode())


def times(calendar: Calendar) -> list[tuple[str, str]]:
    return [
        (spelled_time(event["DTSTART"]), spelled_time(event["DTEND"]))
        for event in calendar.walk("VEVENT")
    ]


def whole_ugra() -> Plan:
    """Give the plan of all fifteen rounds: the finals as well."""
    final = np.full((3, 3, 10), EMPTY, dtype=np.int32)
    final[:, 0] = UGRA.seats[0, 0]
    return UGRA.with_(
        seats=np.concatenate([UGRA.seats, final]), stages=(*UGRA.stages, *["final"] * 3)
    )


# 12 June 10:30 to 18:30 without a break, 13 June 10:15 to 14:15 and the finals (clause U8).
WRITTEN = [
    *(("20210612", 630 + 60 * index) for index in range(8)),
    *(("20210613", 615 + 60 * index) for index in range(4)),
    ("20210613", 14 * 60 + 30),
    ("20210613", 15 * 60 + 30),
    ("20210613", 17 * 60 + 30),
]


def spelled(day: str, minutes: int) -> str:
    return f"{day}T{minutes // 60:02}{minutes % 60:02}00"


def test_ugra_is_played_as_its_timetable_says_with_the_empty_hour() -> None:
    found = times(ics(whole_ugra(), regulation=load("ugra-2021")))
    assert found == [(spelled(day, m), spelled(day, m + 60)) for day, m in WRITTEN]
    gap = datetime.fromisoformat(found[14][0]) - datetime.fromisoformat(found[13][1])
    assert gap == timedelta(hours=1)
    assert (found[13][1], found[14][0]) == ("20210613T163000", "20210613T173000")


def test_a_day_moves_the_timetable_and_keeps_its_hours() -> None:
    found = times(ics(whole_ugra(), regulation=load("ugra-2021"), start=date(2026, 6, 20)))
    days = {"20210612": "20260620", "20210613": "20260621"}
    assert [start for start, _ in found] == [spelled(days[day], m) for day, m in WRITTEN]


def test_a_moment_moves_the_timetable_with_its_gaps() -> None:
    start = datetime(2026, 6, 20, 11, 0)  # noqa: DTZ001
    found = times(ics(whole_ugra(), regulation=load("ugra-2021"), start=start))
    assert found[0][0] == "20260620T110000"
    assert found[14] == ("20260621T180000", "20260621T190000")


def test_minutes_put_the_rounds_one_after_another() -> None:
    found = times(ics(UGRA, regulation=load("ugra-2021"), start=NOON, minutes=45))
    assert found[0] == ("20261205T120000", "20261205T124500")
    assert found[11] == ("20261205T201500", "20261205T210000")


@pytest.mark.parametrize("name", ["charlie-2016", "togliatti-2014"])
def test_a_regulation_without_times_asks_for_them(name: str) -> None:
    regulation = load(name)
    plan = Plan(
        roster=numbered(3), seats=np.arange(3, dtype=np.int32).reshape(1, 1, 3), table_size=3
    )
    with pytest.raises(UsageError, match=f"{name} gives no times for these rounds: say --start"):
        ics(plan, regulation=regulation)
    with pytest.raises(UsageError, match="no times"):
        ics(plan, regulation=regulation, start=NOON)
    with pytest.raises(UsageError, match="when the first round begins"):
        ics(plan, regulation=regulation, minutes=50)
    with pytest.raises(UsageError, match="nobody says when the rounds are played"):
        ics(plan)
    assert times(ics(plan, regulation=regulation, start=NOON, minutes=50)) == [
        ("20261205T120000", "20261205T125000")
    ]


def test_a_stretch_of_several_rounds_is_divided_and_that_is_said() -> None:
    """Omsk: four games between 12 and 17, two each until 20 and until 23 o'clock (clause O3)."""
    regulation = load("omsk-2012")
    stages = tuple(s.name for s in regulation.stages for _ in range(s.rounds))
    plan = Plan(
        roster=numbered(10),
        seats=np.tile(np.arange(10, dtype=np.int32), (8, 1, 1)).reshape(8, 1, 10),
        stages=stages,
    )
    asked = export.Asked(regulation=regulation)
    found = timetable(plan, asked)
    assert found is not None
    assert [f"{start:%H:%M}" for start, _ in found] == [
        "12:00", "13:15", "14:30", "15:45", "17:30", "18:45", "20:30", "21:45",
    ]  # fmt: skip
    assert list(export.unsaid(plan, "ics", asked)) == [
        "the regulation gives one time for several rounds; it is divided evenly among them"
    ]
    assert list(export.unsaid(UGRA, "ics", export.Asked(regulation=load("ugra-2021")))) == []


def test_times_float_and_a_new_revision_takes_the_old_one_s_place() -> None:
    written = export.FORMATS["ics"].write(UGRA, export.Asked(regulation=load("ugra-2021")))
    assert b"TZID" not in written
    assert b"DTSTART:20210612T103000\r\n" in written
    one = ics(UGRA, regulation=load("ugra-2021"))
    other = ics(UGRA.with_(revision=3), regulation=load("ugra-2021"))
    uids = [[str(e["UID"]) for e in calendar.walk("VEVENT")] for calendar in (one, other)]
    assert uids[0] == uids[1]
    assert len(set(uids[0])) == 12
    assert {str(e["SEQUENCE"]) for e in other.walk("VEVENT")} == {"3"}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_player_s_calendar_says_his_table_and_seat(lang: str) -> None:
    calendar = ics(UGRA, lang, regulation=load("ugra-2021"), player=4)
    events = list(calendar.walk("VEVENT"))
    assert len(events) == 12
    for round_, event in enumerate(events):
        table, seat = np.argwhere(UGRA.seats[round_] == 4)[0].tolist()
        summary = {
            "en": f"Round {round_ + 1}: table {table + 1}, seat {seat + 1}",
            "ru": f"Тур {round_ + 1}: стол {table + 1}, место {seat + 1}",
        }[lang]
        assert str(event["SUMMARY"]) == summary
        assert UGRA.roster.entrants[4].name in str(event["DESCRIPTION"])
    assert UGRA.roster.entrants[4].name in str(calendar["X-WR-CALNAME"])


def test_a_round_off_is_no_event_and_an_adviser_has_his_table() -> None:
    people = tuple(Entrant(id=f"p{i}", name=name) for i, name in enumerate("АБВ"))
    seats = np.array([[[0, 1]], [[1, 2]]])
    advisers = np.array([[[2, EMPTY]], [[EMPTY, EMPTY]]])
    plan = Plan(roster=Roster(entrants=people), seats=seats, table_size=2, advisers=advisers)
    first = ics(plan, start=NOON, minutes=50, player=0)
    assert [str(e["SUMMARY"]) for e in first.walk("VEVENT")] == ["Round 1: table 1, seat 1"]
    third = ics(plan, "ru", start=NOON, minutes=50, player=2)
    assert [str(e["SUMMARY"]) for e in third.walk("VEVENT")] == [
        "Тур 1: стол 1, консильери места 1",
        "Тур 2: стол 1, место 2",
    ]


def test_everybody_s_calendar_names_the_byes() -> None:
    plan = Plan(roster=numbered(3), seats=np.array([[[0, 1]], [[1, 2]]]), table_size=2)
    events = list(ics(plan, start=NOON, minutes=50).walk("VEVENT"))
    assert str(events[1]["DESCRIPTION"]) == (
        "Table 1\n1. Player 2\n2. Player 3\n\nSitting out: Player 1"
    )


def test_an_archive_has_a_calendar_for_each_player_under_a_safe_name() -> None:
    names = ["А/Б", 'CON<>:"|?*\\', "..", "\u202eяя", "Ж" * 200]
    people = tuple(Entrant(id=f"p{i}", name=name) for i, name in enumerate(names))
    plan = Plan(
        roster=Roster(entrants=people),
        seats=np.arange(5, dtype=np.int32).reshape(1, 1, 5),
        table_size=5,
    )
    asked = export.Asked(lang="ru", start=NOON, minutes=50)
    data = export.FORMATS["calendars"].write(plan, asked)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = archive.namelist()
        assert len(set(found)) == 6
        assert found[0] == "Общий.ics"
        assert found[1] == "1 А Б.ics"
        for name in found:
            assert not set(name) & set('<>:"/\\|?*\u202e')
            assert len(name) < 80
            assert len(Calendar.from_ical(archive.read(name)).walk("VEVENT")) == 1
    assert data == export.FORMATS["calendars"].write(plan, asked)


def test_lines_are_folded_and_end_as_the_standard_says() -> None:
    written = export.FORMATS["ics"].write(UGRA, export.Asked(lang="ru", start=NOON, minutes=50))
    lines = written.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in b"".join(lines)
