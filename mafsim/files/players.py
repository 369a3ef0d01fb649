"""Who is meant by the names of a results file: the people of a roster, or those that it names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mafsim.files.faults import Faults
from mafsim.files.grid import Warnings
from mafsim.files.names import Names
from mafsim.files.people import Person, free, roster_of
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import shown
from mafsim.roster import Entrant, Roster


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A place where a file names somebody."""

    name: str
    place: Place
    number: int
    """The row's number."""
    team: str = ""
    division: str = ""
    may_be_new: bool = False
    """He sits in for another, and so no roster need know him."""


@dataclass(frozen=True, slots=True)
class Players:
    """The people of a results file."""

    roster: Roster
    index: dict[str, int]
    """The index of each name that means somebody."""
    warnings: Warnings


def players_of(uses: Sequence[Use], roster: Roster | None, faults: Faults, *, file: str) -> Players:
    """Find out who is meant.

    Without a roster the people are those that the file names. They stand in the order of their
    names, so that neither places nor lots depend on the order of the rows.
    """
    teams, divisions = _teams(uses, faults), _divisions(uses, faults)
    if roster is not None:
        return _in_roster(uses, roster, teams, divisions, faults)
    first = {use.name: use for use in reversed(uses)}
    people = [
        Person(
            place=first[name].place,
            number=first[name].number,
            entrant=Entrant(id="", name=name, team=teams.get(name), division=divisions.get(name)),
        )
        for name in sorted(first)
    ]
    named = roster_of(people, file=file)
    index = {entrant.name: i for i, entrant in enumerate(named.entrants)}
    return Players(replace(named, warnings=()), index, list(named.warnings))


def _teams(uses: Iterable[Use], faults: Faults) -> dict[str, str]:
    """Give the team of each name; one that is told differently is a fault."""
    first: dict[str, Use] = {}
    for use in uses:
        named = first.setdefault(use.name, use) if use.team else use
        if named.team != use.team:
            faults.add(
                PlacedError(
                    "results.two_teams",
                    place=use.place,
                    name=shown(use.name),
                    team=shown(use.team),
                    other=shown(named.team),
                    first=named.place,
                )
            )
    return {name: use.team for name, use in first.items()}


def _divisions(uses: Iterable[Use], faults: Faults) -> dict[str, str]:
    """Give the division of each name; one that is told differently is a fault."""
    first: dict[str, Use] = {}
    for use in uses:
        named = first.setdefault(use.name, use) if use.division else use
        if named.division != use.division:
            faults.add(
                PlacedError(
                    "results.two_divisions",
                    place=use.place,
                    name=shown(use.name),
                    division=shown(use.division),
                    other=shown(named.division),
                    first=named.place,
                )
            )
    return {name: use.division for name, use in first.items()}


def _in_roster(
    uses: Sequence[Use],
    roster: Roster,
    teams: Mapping[str, str],
    divisions: Mapping[str, str],
    faults: Faults,
) -> Players:
    """Find people in a roster; what it does not say of them, their team for one, a file may say."""
    names = Names(entrant.name for entrant in roster.entrants)
    entrants = list(roster.entrants)
    taken = {entrant.id for entrant in entrants}
    index: dict[str, int] = {}
    unknown: set[str] = set()
    for use in sorted(uses, key=lambda use: not use.may_be_new):
        if use.name in index or use.name in unknown:
            continue
        found = names.find(use.name)
        if found is not None:
            index[use.name] = found
        elif use.may_be_new:
            index[use.name] = len(entrants)
            entrants.append(Entrant(id=free(use.name, taken), name=use.name))
            taken.add(entrants[-1].id)
        else:
            unknown.add(use.name)
            faults.add(_nobody(use, names))
    for name, found in index.items():
        entrants[found] = replace(
            entrants[found],
            team=entrants[found].team or teams.get(name),
            division=entrants[found].division or divisions.get(name),
        )
    known = replace(roster, entrants=tuple(entrants), warnings=())
    return Players(known, index, list(roster.warnings))


def _nobody(use: Use, names: Names) -> PlacedError:
    return PlacedError(
        "roster.nobody",
        place=use.place,
        name=shown(use.name),
        guess=names.near(use.name),
    )
