"""Plans of slots and of bare names: a foreign plan's cube becomes a plan."""

from __future__ import annotations

import numpy as np

from mafsim.files.axes import slots
from mafsim.files.document import TABLE_SIZES
from mafsim.files.foreign import Foreign, seating_of
from mafsim.files.limits import MAX_ENTRANTS
from mafsim.files.people import Person, roster_of
from mafsim.files.place import Place, PlacedError
from mafsim.files.seated import by_name, made_plan, usual_size, warned
from mafsim.files.seating import Seating
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster, numbered

_MOST_SPARE = 100
"""How many people there may be at the least, however few seats are taken."""


def plan_of_slots(
    foreign: Foreign, file: str, roster: Roster | None, table_size: int | None
) -> Plan:
    """Make a plan of slots or names; slots without names are the people of a roster in its order."""
    seating = seating_of(foreign)
    seating.refuse_nothing(Place(file))
    warnings = list(foreign.warnings)
    size = table_size
    if size is None:
        size = usual_size([len(seats) for seats in seating.tables.values()])
        if size != TABLE_SIZES["mafia"]:
            warnings.append(("plan_file.table_size", {"file": file, "n": size}))
    names = {f"#{slot}": name for slot, name in enumerate(foreign.people)}
    named = bool(names) or not slots(foreign.cube)
    people = roster
    if people is None:
        people = _slot_people(foreign, file) if slots(foreign.cube) else _named(seating, file)
    if roster is not None and named:
        known = by_name(roster, seating, names)
    elif slots(foreign.cube):
        known = _known_slots(people)
    else:
        known = {entrant.name: index for index, entrant in enumerate(people.entrants)}
    plan = made_plan(seating, known, people, size, file)
    return _with_last_rounds(plan.with_(roster=warned(plan.roster, warnings)), foreign.last)


def _known_slots(people: Roster) -> dict[str, int]:
    """Give whose each slot is: by numbers for ids, as the people of a schedule have, or by their order."""
    ids = [entrant.id for entrant in people.entrants]
    if not all(id_.isdecimal() for id_ in ids):
        return {f"#{index}": index for index in range(len(ids))}
    first = min(map(int, ids), default=0)
    return {f"#{int(id_) - min(first, 1)}": index for index, id_ in enumerate(ids)}


def _slot_people(foreign: Foreign, file: str) -> Roster:
    """Give the people of slots: those whom the file names, or numbered ones."""
    if not foreign.people:
        count = max(foreign.players or 0, max(slots(foreign.cube)) + 1)
        if foreign.players is None:
            _refuse_gaps(count, len(slots(foreign.cube)), file)
        if count > MAX_ENTRANTS:
            raise PlacedError("roster.large", place=Place(file), number=count, limit=MAX_ENTRANTS)
        return numbered(count)
    people = [
        Person(
            place=Place(file, path=f"people[{index}]"),
            number=index + 1,
            entrant=Entrant(id=f"p{index + 1}", name=name),
        )
        for index, name in enumerate(foreign.people)
    ]
    return roster_of(people, file=file)


def _refuse_gaps(people: int, seats: int, file: str) -> None:
    """Refuse a number so high that most people would have no game at all: it is a slip of the hand."""
    if people > max(_MOST_SPARE, 2 * seats):
        raise PlacedError("foreign.gaps", place=Place(file), slot=people - 1, n=seats)


def _named(seating: Seating, file: str) -> Roster:
    """Give the people of a plan of names, in the order of rounds, tables and seats."""
    order = dict.fromkeys(
        key for table in sorted(seating.tables) for key in seating.tables[table] if key is not None
    )
    people = [
        Person(place=Place(file), number=number, entrant=Entrant(id="", name=name))
        for number, name in enumerate(order, start=1)
    ]
    return roster_of(people, file=file)


def _with_last_rounds(plan: Plan, rounds: int | None) -> Plan:
    """Give a plan with the rounds at its end that the file promises and does not have."""
    missing = (rounds or 0) - plan.rounds
    if missing <= 0:
        return plan
    empty = np.full((missing, *plan.seats.shape[1:]), EMPTY, dtype=np.int32)
    return plan.with_(
        seats=np.concatenate([plan.seats, empty]),
        missing_rounds=(*plan.missing_rounds, *range(plan.rounds, plan.rounds + missing)),
    )
