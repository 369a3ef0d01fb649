"""From what a file says of people to a roster: ids, duplicates, and who is kept from whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from mafsim.files.grid import Warnings
from mafsim.files.limits import MAX_ENTRANTS
from mafsim.files.names import Names
from mafsim.files.place import Place, PlacedError
from mafsim.files.text import checked_name, clean, fold, shown
from mafsim.roster import Ban, Entrant, Roster

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One row of a roster file: an entrant, and the names that the row gives of others."""

    place: Place
    number: int
    """The row's number, for sentences that name two rows."""
    entrant: Entrant
    apart: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    bans: tuple[tuple[int, frozenset[int]], ...] = ()
    """Tables at which the entrant may not sit, each with its rounds."""


def refuse_crowd(number: int, *, file: str) -> None:
    """Refuse more people than an event may have."""
    if number > MAX_ENTRANTS:
        raise PlacedError("roster.large", place=Place(file), number=number, limit=MAX_ENTRANTS)


def roster_of(people: Sequence[Person], *, file: str) -> Roster:
    """Make a roster of a file's rows.

    Entrants without an id get ``p1``, ``p2``, ... by their order.

    Raises
    ------
    PlacedError
        Nobody is there, too many are, a name or an id stands twice, or someone is kept from
        himself or from one whom nobody knows.
    """
    if not people:
        raise PlacedError("roster.empty", place=Place(file))
    refuse_crowd(len(people), file=file)
    _refuse_twice(people, "name")
    _refuse_twice(people, "id")
    names = Names(person.entrant.name for person in people)
    entrants = tuple(person.entrant for person in people)
    return Roster(
        entrants=with_ids(entrants),
        apart=_pairs(people, names, lambda person: person.apart),
        avoid=_pairs(people, names, lambda person: person.avoid),
        bans=tuple(
            Ban(entrant=index, table=table, rounds=rounds)
            for index, person in enumerate(people)
            for table, rounds in person.bans
        ),
        warnings=(*_alike_names(people, file), *_alike_teams(entrants, file)),
    )


def with_ids(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Give ``p1``, ``p2``, ... to those who have no id, by their place in the order."""
    taken = {entrant.id for entrant in entrants}
    numbered: list[Entrant] = []
    for number, entrant in enumerate(entrants, start=1):
        if not entrant.id:
            entrant = replace(entrant, id=free(f"p{number}", taken))
            taken.add(entrant.id)
        numbered.append(entrant)
    return tuple(numbered)


def free(wanted: str, taken: set[str]) -> str:
    """Give an id, or that id with a number behind it, so that it is not taken."""
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        candidate = f"{wanted} ({number})"
    return candidate


def _refuse_twice(people: Iterable[Person], attribute: str) -> None:
    seen: dict[str, Place] = {}
    for person in people:
        value: str = getattr(person.entrant, attribute)
        if not value:
            continue
        if value in seen and attribute == "name":
            raise PlacedError(
                "roster.name_twice", place=person.place, name=shown(value), first=seen[value]
            )
        if value in seen:
            raise PlacedError(
                "roster.id_twice", place=person.place, id=shown(value), first=seen[value]
            )
        seen[value] = person.place


def _pairs(
    people: Sequence[Person], names: Names, wish: Callable[[Person], Iterable[str]]
) -> Pairs:
    pairs: set[tuple[int, int]] = set()
    for index, person in enumerate(people):
        for name in chain.from_iterable(names.listed(cell) for cell in wish(person)):
            other = find(name, names, person.place)
            if other == index:
                raise PlacedError("roster.apart_self", place=person.place, name=shown(clean(name)))
            pairs.add((min(index, other), max(index, other)))
    return tuple(sorted(pairs))


def find(name: str, names: Names, place: Place) -> int:
    """Give the index of the one who bears a name.

    Raises
    ------
    PlacedError
        Nobody does; the sentence guesses who was meant.
    """
    name = checked_name(name, place)
    index = names.find(name)
    if index is None:
        raise PlacedError(
            "roster.nobody",
            place=place,
            name=shown(name),
            guess=names.near(name),
        )
    return index


def _alike_names(people: Iterable[Person], file: str) -> Warnings:
    warnings: Warnings = []
    seen: dict[str, Person] = {}
    for person in people:
        twin = seen.setdefault(fold(person.entrant.name), person)
        if twin is not person:
            fields: dict[str, object] = {
                "file": file,
                "row": person.number,
                "name": shown(person.entrant.name),
                "first": twin.number,
                "twin": shown(twin.entrant.name),
            }
            warnings.append(("roster.alike", fields))
    return warnings


def _alike_teams(entrants: Iterable[Entrant], file: str) -> Warnings:
    warnings: Warnings = []
    seen: dict[str, str] = {}
    for team in dict.fromkeys(entrant.team for entrant in entrants if entrant.team is not None):
        twin = seen.setdefault(fold(team), team)
        if twin != team:
            fields: dict[str, object] = {"file": file, "team": shown(team), "twin": shown(twin)}
            warnings.append(("roster.teams_alike", fields))
    return warnings
