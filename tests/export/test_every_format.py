"""Every format is written twice alike in both languages, and what holds a whole plan gives it back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mafsim import export
from mafsim.cli.export import FORMATS
from mafsim.errors import Impossible, MafsimError
from mafsim.export.parts import ALL, PARTS, lost
from mafsim.files import parse_plan, plan_text
from mafsim.files.place import Place
from mafsim.files.text import checked_name
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Ban, Entrant, Judge, Member, Roster, numbered
from tests.laws import tried

WHOLE = [name for name, form in export.FORMATS.items() if form.holds is not None]
ORDERED = ("json", "schedule", "array")
"""The formats that keep the people in their order; the others name them as they are seated."""
ASKED = {
    lang: export.Asked(lang=lang, start=datetime(2026, 12, 5, 12, 0), minutes=50)  # noqa: DTZ001
    for lang in ("en", "ru")
}


def accepted(text: str) -> str:
    """Give a name as the readers of files give it, or nothing."""
    try:
        return checked_name(text, Place("x"))
    except MafsimError:
        return ""


NAMES = (
    (
        st.text(max_size=12)
        | st.text(st.sampled_from("'=+-@;,\"\t aё{}[]\\é\u200d\u0301<>&_x0041"), max_size=9)
        | st.sampled_from(["007", "1-3", "_x0041_", "Тур 1", "Game 2", "null", "#1", "sep=;"])
    )
    .map(accepted)
    .filter(bool)
)


@st.composite
def plans(draw: st.DrawFn, holds: frozenset[str]) -> Plan:
    """Draw plans with all that a format holds: holes, byes, names of any signs."""
    size = draw(st.integers(1, 12)) if "size" in holds else 10
    rounds, tables = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    count = draw(st.integers(tables, tables * size + 3))
    seats = np.full((rounds, tables, size), EMPTY, dtype=np.int32)
    for round_ in range(rounds):
        played = tables if not round_ else draw(st.integers(1, tables))
        order = draw(st.permutations(range(count)))[: played * size]
        order += [EMPTY] * (played * size - len(order))
        if draw(st.booleans()):
            order = draw(st.permutations(order))
        seats[round_, :played] = np.array(order).reshape(played, size)
    roster = _roster(draw, count, holds)
    plan = Plan(
        roster=roster,
        seats=seats,
        table_size=size,
        game=draw(st.sampled_from(["mafia", "shapka"])) if "game" in holds else "mafia",
        stages=_stages(draw, rounds) if "stages" in holds else (),
    )
    if "judges" in holds:
        plan = _judged(draw, plan)
    if "advisers" in holds:
        plan = _advised(draw, plan)
    divided = plan.game == "shapka" and any(e.division for e in roster.entrants)
    return plan.with_(roster=replace(plan.roster, divided=divided))


def _roster(draw: st.DrawFn, count: int, holds: frozenset[str]) -> Roster:
    if "names" not in holds:
        return numbered(count)
    strange = draw(st.lists(NAMES, max_size=6, unique=True))[:count]
    names = [*strange, *(f"Игрок № {number}" for number in range(count - len(strange)))]
    groups = st.none() | st.sampled_from(["Лиса", "=team", "007"])
    return Roster(
        entrants=tuple(
            Entrant(
                id=f"p{number}",
                name=name,
                team=draw(groups) if "teams" in holds else None,
                division=draw(groups) if "divisions" in holds else None,
            )
            for number, name in enumerate(names, start=1)
        )
    )


def _stages(draw: st.DrawFn, rounds: int) -> tuple[str, ...]:
    stages = draw(st.lists(st.sampled_from(["отбор", "final", "'=1"]), max_size=1))
    return tuple(stages * rounds)


def _judged(draw: st.DrawFn, plan: Plan) -> Plan:
    names = draw(st.lists(NAMES, max_size=3, unique=True))
    if not names:
        return plan
    choice = st.integers(EMPTY, len(names) - 1)
    judges = np.where(
        plan.played(),
        np.array([[draw(choice) for _ in range(plan.tables)] for _ in range(plan.rounds)]),
        EMPTY,
    )
    order = [index for index in dict.fromkeys(judges.ravel().tolist()) if index != EMPTY]
    if not order:
        return plan
    renamed = np.array([order.index(i) if i in order else EMPTY for i in judges.ravel()])
    people = tuple(Judge(name=names[index]) for index in order)
    return plan.with_(
        roster=replace(plan.roster, judges=people), judges=renamed.reshape(judges.shape)
    )


def _advised(draw: st.DrawFn, plan: Plan) -> Plan:
    if not draw(st.booleans()):
        return plan
    advisers = np.full_like(plan.seats, EMPTY)
    for round_ in range(plan.rounds):
        free = sorted(set(range(len(plan.roster.entrants))) - set(plan.seats[round_].ravel()))
        taken = np.argwhere(plan.seats[round_] != EMPTY).tolist()
        for who, (table, seat) in zip(free, taken, strict=False):
            advisers[round_, table, seat] = who
    return plan if (advisers == EMPTY).all() else plan.with_(advisers=advisers)


def as_seated(plan: Plan) -> Plan:
    """Give the same plan with its people in the order in which a reader meets them."""
    arrays = [plan.seats] if plan.advisers is None else [plan.seats, plan.advisers]
    order = [i for i in dict.fromkeys(int(i) for a in arrays for i in a.ravel()) if i != EMPTY]
    index = {old: new for new, old in enumerate(order)} | {EMPTY: EMPTY}
    seats, *advisers = (
        np.vectorize(lambda i: index[int(i)], otypes=[np.int32])(array) for array in arrays
    )
    entrants = tuple(
        replace(plan.roster.entrants[old], id=f"p{new}") for new, old in enumerate(order, start=1)
    )
    return plan.with_(
        roster=replace(plan.roster, entrants=entrants),
        seats=seats,
        advisers=advisers[0] if advisers else None,
    )


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", WHOLE)
@given(data=st.data())
@tried(25)
def test_a_plan_written_and_read_is_the_same_plan(
    name: str, lang: str, data: st.DataObject
) -> None:
    form = export.FORMATS[name]
    assert form.holds is not None
    plan = data.draw(plans(form.holds))
    if lost(plan, form.holds):
        return
    try:
        written = form.write(plan, ASKED[lang])
    except Impossible:
        assert name == "federation"
        return
    read = parse_plan(written, file=f"plan.{name}")
    assert read == (plan if name in ORDERED else as_seated(plan))
    told = [key for key, _ in read.roster.warnings if not key.startswith("roster.")]
    usual = plan.table_size == 10 and plan.game == "mafia"
    assert told in (([],) if usual else ([], ["plan_file.table_size"]))


PLAIN = Plan(roster=numbered(30), seats=np.arange(30, dtype=np.int32).reshape(1, 3, 10))


def test_the_command_line_offers_every_format() -> None:
    assert set(FORMATS) == set(export.FORMATS)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", export.FORMATS)
def test_the_same_plan_gives_the_same_bytes(name: str, lang: str) -> None:
    form = export.FORMATS[name]
    written = form.write(PLAIN, ASKED[lang])
    assert written == form.write(PLAIN, ASKED[lang])
    if not form.binary:
        assert written.decode("utf-8")


ENTRANTS = PLAIN.roster.entrants
DAN = replace(ENTRANTS[0], name="Dan")


def with_first(**changes: object) -> Plan:
    first = replace(ENTRANTS[0], **changes)  # type: ignore[arg-type]
    return PLAIN.with_(roster=replace(PLAIN.roster, entrants=(first, *ENTRANTS[1:])))


def with_roster(**changes: object) -> Plan:
    return PLAIN.with_(roster=replace(PLAIN.roster, **changes))  # type: ignore[arg-type]


EXAMPLES: dict[str, list[Plan]] = {
    "names": [with_first(name="Dan")],
    "numbers": [with_roster(entrants=tuple(replace(e, name=e.name.split()[1]) for e in ENTRANTS))],
    "teams": [with_first(team="T")],
    "divisions": [with_first(division="D"), with_roster(divided=True)],
    "people": [
        with_first(age=20),
        with_first(club="C"),
        with_first(members=(Member("A"), Member("B"))),
    ],
    "unseated": [
        with_roster(entrants=(*ENTRANTS, Entrant(id="p31", name="Player 31"))),
    ],
    "stages": [PLAIN.with_(stages=("final",))],
    "draws": [PLAIN.with_(draws=("random",))],
    "judges": [
        PLAIN.with_(
            roster=replace(PLAIN.roster, judges=(Judge(name="J"),)),
            judges=np.array([[0, EMPTY, EMPTY]]),
        )
    ],
    "advisers": [PLAIN.with_(advisers=np.full_like(PLAIN.seats, EMPTY))],
    "demands": [
        with_roster(apart=((0, 1),)),
        with_roster(avoid=((0, 1),)),
        with_roster(bans=(Ban(entrant=0, table=1),)),
        with_roster(mates_apart=False),
        with_roster(judges=(Judge(name="J", table=1),)),
        with_first(absent=frozenset({3})),
        with_first(table=0),
    ],
    "coming": [with_first(joined=1), with_first(left=3), PLAIN.with_(frozen=1)],
    "game": [PLAIN.with_(game="shapka")],
    "size": [PLAIN.with_(table_size=11)],
    "crowded": [PLAIN.with_(table_size=9)],
    "unplayed": [
        PLAIN.with_(seats=np.concatenate([PLAIN.seats, np.full_like(PLAIN.seats, EMPTY)]))
    ],
    "gaps": [
        PLAIN.with_(
            seats=np.array(
                [
                    PLAIN.seats[0],
                    [PLAIN.seats[0, 0], np.full(10, EMPTY), PLAIN.seats[0, 2]],
                ]
            )
        )
    ],
    "unknown": [PLAIN.with_(unknown=frozenset({29}))],
    "revision": [PLAIN.with_(revision=2)],
}


def test_every_part_of_a_plan_has_an_example() -> None:
    assert set(EXAMPLES) == set(PARTS)


@pytest.mark.parametrize("part", EXAMPLES)
def test_what_a_format_cannot_hold_is_found(part: str) -> None:
    for plan in EXAMPLES[part]:
        assert part in lost(plan, frozenset())
        assert lost(plan, ALL) == ()
    assert lost(PLAIN, frozenset()) == ()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_lost_is_said_in_one_sentence(lang: str) -> None:
    plan = with_first(team="T", age=20, absent=frozenset({4}))
    told = {
        name: list(export.unsaid(plan, name, export.Asked(lang=lang))) for name in export.FORMATS
    }
    assert told["json"] == told["html"] == told["text"] == told["ics"] == []
    assert all(len(sentences) == 1 for name, sentences in told.items() if name in ("csv", "array"))
    if lang == "en":
        assert told["csv"] == [
            "csv does not hold ages, clubs, ratings and pairs, who is kept apart, absences, pins "
            "and banned tables; keep mafsim's own plan (json) for them"
        ]


def test_a_plan_of_nine_a_table_stays_one_of_nine() -> None:
    seats = np.arange(36, dtype=np.int32).reshape(2, 2, 9) % 18
    plan = Plan(roster=numbered(18), seats=seats, table_size=9)
    for name in ("csv", "xlsx", "json"):
        read = parse_plan(export.FORMATS[name].write(plan, ASKED["ru"]), file="p")
        assert read.table_size == 9
        assert np.array_equal(read.seats, plan.seats)


@pytest.mark.parametrize("name", ["a;b", "-", "—"])
def test_a_name_that_the_federation_s_text_cannot_hold_is_refused(name: str) -> None:
    with pytest.raises(Impossible, match="cannot hold the name"):
        export.FORMATS["federation"].write(with_first(name=name), ASKED["en"])


@pytest.mark.parametrize("name", ["name", "Тур", "судья"])
def test_who_is_called_like_a_column_is_read_back_from_the_federation_s_text(name: str) -> None:
    one_table = np.array([[range(10)], [[*range(1, 10), 0]]], dtype=np.int32)
    roster = replace(
        PLAIN.roster, entrants=(replace(ENTRANTS[0], name=name), *ENTRANTS[1:10]), apart=()
    )
    plan = Plan(roster=roster, seats=one_table)
    read = parse_plan(export.FORMATS["federation"].write(plan, ASKED["en"]), file="p.txt")
    names = [entrant.name for entrant in read.roster.entrants]
    assert names[read.seats[0, 0, 0]] == names[read.seats[1, 0, 9]] == name


def test_a_first_line_that_reads_as_columns_is_refused_by_the_federation_s_text() -> None:
    entrants = [replace(entrant, name=f"N{n}") for n, entrant in enumerate(ENTRANTS[:10])]
    entrants[0] = replace(entrants[0], name="name")
    one_round = Plan(
        roster=Roster(entrants=tuple(entrants)),
        seats=np.arange(10, dtype=np.int32).reshape(1, 1, 10),
    )
    with pytest.raises(Impossible, match="first line, 'name', reads as the columns of a table"):
        export.FORMATS["federation"].write(one_round, ASKED["en"])


def test_a_table_that_is_too_full_for_the_federation_s_text_is_refused() -> None:
    with pytest.raises(Impossible, match="more than 9 people"):
        export.FORMATS["federation"].write(PLAIN.with_(table_size=9), ASKED["en"])


def test_people_of_a_schedule_are_those_of_the_plan() -> None:
    assert (
        export.FORMATS["people"]
        .write(PLAIN, ASKED["en"])
        .startswith(b'{\n"people": [\n {"id": 0, "name": "Player 01"},\n')
    )


def test_the_plan_file_is_mafsim_s_own() -> None:
    assert export.FORMATS["json"].write(PLAIN, ASKED["en"]) == plan_text(PLAIN).encode()
