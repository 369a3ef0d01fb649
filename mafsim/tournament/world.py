"""The words and people of a simulated event of Shapka, as a TOML file tells them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from mafsim.files.tables import Table, read_table
from mafsim.shapka import World, usual
from mafsim.shapka.parameters import WAYS, People

Chapter = TypeVar("Chapter")

BOUNDS: dict[str, tuple[float, float]] = {
    "words": (1, 10_000),
    "difficulty": (0, 5),
    "hats": (0, 5),
    "taking": (0, 3600),
    "patience": (0.01, 3600),
    "seconds": (0.01, 1e6),
    "spoiled": (0, 1000),
    "at_table": (0, 1000),
    "away": (0, 1000),
    "withdraw": (0, 1000),
    "masters": (0, 1),
}
"""What each number may be at the least and at the most; a deviation of people is from 0 to 5."""

MASTERS = 0.15
"""Which share of the people are masters, where a few are."""


def read_world(source: str) -> World:
    """Read a file with the tables of ``mafsim/shapka/shapka.toml``; what it leaves out is as usual.

    Raises
    ------
    FileError
        It is no TOML, has a key that nobody knows, or a value that means nothing there.
    """
    whole, common = read_table(source), usual()
    whole.known("hat", "turn", "ways", "breaches", "people", "teams")
    ways = whole.table("ways")
    ways.known(*WAYS)
    return World(
        hat=_chapter(whole.table("hat"), common.hat),
        turn=_chapter(whole.table("turn"), common.turn),
        ways=tuple(
            _chapter(ways.table(name), own) for name, own in zip(WAYS, common.ways, strict=True)
        ),
        breaches=_chapter(whole.table("breaches"), common.breaches),
        people=_chapter(whole.table("people"), common.people),
        teams=_chapter(whole.table("teams"), common.teams),
    )


def _chapter(written: Table, common: Chapter) -> Chapter:
    """Give a part of the world with the values that are written."""
    known: Any = common
    names = [each.name for each in fields(known)]
    written.known(*names)
    found: dict[str, Any] = {}
    for name in names:
        own = getattr(known, name)
        least, most = BOUNDS.get(name, (0, 5))
        if isinstance(own, int):
            found[name] = written.whole(name, own, least=int(least), most=int(most))
        else:
            found[name] = written.number(name, own, least=least, most=most)
    return type(common)(**found)


def varied(world: World, name: str) -> World:
    """Give the same people half as far apart (``closer``), or a few ``masters`` among equals.

    The deviation of speeds is that of the world itself, or half of it.
    """
    people = world.people
    match name:
        case "closer":
            halves = {
                each.name: getattr(people, each.name) / 2
                for each in fields(people)
                if each.name != "masters"
            }
            return replace(world, people=replace(people, **halves))
        case "masters":
            person = people.deviation / 2**0.5
            apart = People(
                team=0, person=person, explaining=0, guessing=0, way=0, pair=0, masters=MASTERS
            )
            return replace(world, people=apart)
    return world
