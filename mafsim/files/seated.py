"""From a seating and its people to a plan, whatever kind of file they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mafsim.files.document import TABLE_SIZES
from mafsim.files.grid import Warnings
from mafsim.files.names import Names
from mafsim.files.people import free
from mafsim.files.place import Place
from mafsim.files.seating import Seating
from mafsim.plan import Plan
from mafsim.roster import Entrant, Roster

_MARGIN = 9
"""Where seats have this number or a higher one, tables are of ten."""


def made_plan(
    seating: Seating, known: Mapping[str, int], people: Roster, table_size: int, file: str
) -> Plan:
    """Make the plan; keys that are not known become entrants whom the roster does not list."""
    seats, strangers = seating.seats(known, table_size=table_size, place=Place(file))
    listed = len(people.entrants)
    return Plan(
        roster=_with_strangers(people, strangers),
        seats=seats,
        table_size=table_size,
        stages=seating.stage_of_rounds(),
        judges=seating.judges_of([judge.name for judge in people.judges], seats),
        draws=seating.draw_of_rounds(),
        advisers=seating.behind_the_chairs(known, seats),
        unknown=frozenset(range(listed, listed + len(strangers))),
        missing_rounds=seating.missing_rounds(),
    )


def by_name(roster: Roster, seating: Seating, names: Mapping[str, str]) -> dict[str, int]:
    """Turn a seating's keys into the names of a roster's people, as far as it has them.

    `names` gives the name of a key; a key without one is a name. Returns the index of each name.
    """
    found = Names(entrant.name for entrant in roster.entrants)

    def name_in_roster(key: str) -> str:
        name = names.get(key, key)
        index = found.find(name)
        return name if index is None else roster.entrants[index].name

    seating.rename(name_in_roster)
    return {entrant.name: index for index, entrant in enumerate(roster.entrants)}


def _with_strangers(roster: Roster, names: Sequence[str]) -> Roster:
    taken = {entrant.id for entrant in roster.entrants}
    strangers: list[Entrant] = []
    for name in names:
        stranger = Entrant(id=free(name, taken), name=name)
        taken.add(stranger.id)
        strangers.append(stranger)
    return replace(roster, entrants=(*roster.entrants, *strangers))


def warned(roster: Roster, warnings: Warnings) -> Roster:
    """Give a roster with more for the user to look at."""
    return replace(roster, warnings=(*roster.warnings, *warnings))


def usual_size(highest: Sequence[int]) -> int:
    """Give the size of tables that nobody states, from the highest seat of each; see `read_plan`."""
    if len(highest) < 2:
        return TABLE_SIZES["mafia"]
    largest = max(highest)
    usual, tables = Counter(highest).most_common(1)[0]
    if usual > TABLE_SIZES["mafia"] and 2 * tables > len(highest):
        return usual
    return largest if largest < _MARGIN else TABLE_SIZES["mafia"]
