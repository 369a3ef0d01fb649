"""Laws: what mafsim writes it reads back, whatever the names, the shape and the holes."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mafsim.errors import MafsimError
from mafsim.files import defuse, parse_plan, parse_roster, plan_text
from mafsim.files.place import Place
from mafsim.files.text import checked_name
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster
from tests.laws import tried

pytestmark = pytest.mark.slow


def accepted(text: str) -> str:
    """Give a name as the readers of files give it, or nothing."""
    try:
        return checked_name(text, Place("x"))
    except MafsimError:
        return ""


NAMES = (
    (
        st.text(max_size=12)
        | st.text(st.sampled_from("'=+-@;,\"\t aё{}[]\\é\u200d\u0301"), max_size=9)
    )
    .map(accepted)
    .filter(bool)
)
OPTIONAL_NAMES = st.none() | NAMES
STAGES = st.sampled_from(["отбор", "final", "'=1"])


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    names = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    texts = st.sampled_from([None, *draw(st.lists(NAMES, min_size=1, max_size=3))])
    entrants = tuple(
        Entrant(
            id=f"p{number}",
            name=name,
            team=draw(texts),
            division=draw(texts),
            pair=draw(texts),
            age=draw(st.none() | st.integers(1, 150)),
            club=draw(texts),
            rating=draw(st.none() | st.floats(allow_nan=False, allow_infinity=False)),
            applied_at=draw(st.none() | st.just("2024-03-31 12:30")),
            leader=draw(texts),
            captain=draw(texts),
            absent=draw(st.frozensets(st.integers(0, 9), max_size=3)),
            table=draw(st.none() | st.integers(0, 9)),
        )
        for number, name in enumerate(names, start=1)
    )
    indices = st.integers(0, len(entrants) - 1)
    pairs = st.sets(st.tuples(indices, indices).filter(lambda pair: pair[0] < pair[1]), max_size=4)
    return Roster(
        entrants=entrants,
        apart=tuple(sorted(draw(pairs))),
        avoid=tuple(sorted(draw(pairs))),
    )


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Draw plans as wrong as they can be: people twice, tables too full, holes, strangers."""
    roster = draw(rosters())
    listed = len(roster.entrants)
    strangers = draw(
        st.lists(NAMES.filter(lambda name: not name.startswith("p")), max_size=3, unique=True)
    )
    table_size = draw(st.integers(1, 12))
    rounds, tables = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    width = table_size + draw(st.integers(0, 2))
    cells = st.integers(EMPTY, listed - 1)
    shape = rounds * tables * width
    flat = draw(st.lists(cells, min_size=shape, max_size=shape))
    seats = np.array(flat, dtype=np.int32).reshape(rounds, tables, width)
    missing = draw(st.sets(st.integers(0, rounds - 2))) if rounds > 1 else set()
    seats[sorted(missing)] = EMPTY
    seats, strangers = _with_strangers(seats, listed, strangers, missing)
    extra = tuple(Entrant(id=name, name=name) for name in strangers)
    return Plan(
        roster=Roster(entrants=(*roster.entrants, *extra), apart=roster.apart, avoid=roster.avoid),
        seats=seats,
        table_size=table_size,
        game=draw(st.sampled_from(["mafia", "shapka"])),
        stages=(draw(STAGES),) * rounds if draw(st.booleans()) else (),
        unknown=frozenset(range(listed, listed + len(strangers))),
        missing_rounds=tuple(sorted(missing)),
        revision=draw(st.integers(1, 99)),
        certificate=draw(st.none() | st.just({"effort": 10, "stopped_by": "proved"})),
        provenance={"seed": 1},
    )


def _with_strangers(seats: Any, listed: int, strangers: list[str], missing: set[int]) -> Any:
    """Seat each stranger once, in the order in which a reader meets them."""
    free = [place for place in np.ndindex(*seats.shape) if place[0] not in missing][
        : len(strangers)
    ]
    for number, place in enumerate(free):
        seats[place] = listed + number
    return seats, strangers[: len(free)]


@given(plans())
@tried(100)
def test_a_plan_written_and_read_is_the_same_plan(plan: Plan) -> None:
    text = plan_text(plan)
    read = parse_plan(text.encode(), file="p.json")
    assert read == plan
    assert read.certificate == plan.certificate
    assert [key for key, _ in read.roster.warnings if key.startswith("plan_file")] == []
    assert plan_text(read) == text


@given(plans())
@tried(40)
def test_a_plan_found_in_its_own_roster_is_the_same_plan(plan: Plan) -> None:
    known = plan.roster.entrants[: len(plan.roster.entrants) - len(plan.unknown)]
    # Rows of one pair are its people: they would be read as one entrant.
    assume(plan.game == "mafia" or not any(entrant.pair for entrant in known))
    roster = Roster(entrants=known, apart=plan.roster.apart, avoid=plan.roster.avoid)
    read = parse_plan(plan_text(plan).encode(), file="p.json", roster=roster)
    assert np.array_equal(read.seats == EMPTY, plan.seats == EMPTY)
    assert read.roster.entrants[: len(known)] == known
    assert read.roster.apart == plan.roster.apart


def as_csv(plan: Plan, separator: str) -> str:
    """Write a plan as rows, safe for a spreadsheet."""
    sheet = io.StringIO()
    rows = csv.writer(sheet, delimiter=separator)
    rows.writerow(("round", "table", "seat", "player", "team", "stage"))
    for round_, table, seat in np.ndindex(*plan.seats.shape):
        index = plan.seats[round_, table, seat]
        if index != EMPTY:
            entrant = plan.roster.entrants[index]
            texts = (entrant.name, entrant.team or "", plan.stages[round_] if plan.stages else "")
            rows.writerow((round_ + 1, table + 1, seat + 1, *map(defuse, texts)))
    return sheet.getvalue()


@st.composite
def whole_plans(draw: st.DrawFn) -> Plan:
    """Draw plans of full tables, everybody once a round: what another program would write."""
    strange = draw(st.lists(NAMES, max_size=6, unique=True))
    names = [*strange, *(f"Игрок № {number}" for number in range(20 - len(strange)))]
    teams = draw(st.lists(OPTIONAL_NAMES, min_size=2, max_size=2)) * 10
    rounds = draw(st.integers(1, 3))
    seats = np.array([draw(st.permutations(range(20))) for _ in range(rounds)], dtype=np.int32)
    first = seats[0].tolist()
    order = np.argsort(first).astype(np.int32)  # a reader numbers people as it meets them
    return Plan(
        roster=Roster(
            entrants=tuple(
                Entrant(id=f"p{number + 1}", name=names[index], team=teams[index])
                for number, index in enumerate(first)
            )
        ),
        seats=order[seats].reshape(rounds, 2, 10),
        stages=(draw(STAGES),) * rounds if draw(st.booleans()) else (),
    )


@given(whole_plans(), st.sampled_from([",", ";", "\t"]), st.sampled_from(["utf-8-sig", "utf-16"]))
@tried(60)
def test_a_table_of_any_names_is_read_back(plan: Plan, separator: str, encoding: str) -> None:
    assert parse_plan(as_csv(plan, separator).encode(encoding), file="p.csv") == plan


@given(st.lists(NAMES, min_size=1, max_size=9, unique=True), st.sampled_from([",", ";", "\t"]))
@tried(100)
def test_a_roster_of_any_names_is_read_back(names: list[str], separator: str) -> None:
    sheet = io.StringIO()
    rows = csv.writer(sheet, delimiter=separator, quoting=csv.QUOTE_ALL)
    rows.writerow(("name", "team"))
    rows.writerows((defuse(name), "x") for name in names)
    read = parse_roster(sheet.getvalue().encode(), file="r.csv")
    assert [entrant.name for entrant in read.entrants] == names
