"""The people of a simulated event as a TOML file tells them: skill, manners, clubs, who teams with whom."""

from __future__ import annotations

from dataclasses import dataclass

from mafsim.agents import KINDS
from mafsim.agents.population import Population, Spread, usual
from mafsim.errors import FileError
from mafsim.files.tables import Table, read_table

TOGETHER = ("lot", "club", "alike", "mixed")
"""Who teams with whom: by lot; of one club; strong with strong; strong with weak."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A share of the people who are all equally good."""

    skill: float
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """How the people of an event are drawn."""

    population: Population
    """Skill and manners."""
    levels: tuple[Level, ...] = ()
    """Where skill has a few levels only, instead of a bell curve: each with its share."""
    clubs: int = 0
    """How many clubs they come from; 0 for none."""
    club_share: float = 0.0
    """Which share of the variance of skill those of one club have in common."""
    together: str = "lot"
    """Who teams with whom: one of `TOGETHER`."""


def usual_people() -> People:
    """Give the people of an event if nobody says otherwise."""
    return People(population=usual())


def read_population(source: str) -> People:
    """Read a file of people; what it leaves out is as in the usual population.

    Raises
    ------
    FileError
        It is no TOML, has a key that nobody knows, or a value that means nothing there.
    """
    return _people(read_table(source))


FAR = 1e6
"""No number of a population is beyond it."""


def _people(written: Table) -> People:
    written.known("kind", "skill", "levels", "parameters", "clubs", "teams")
    clubs, teams = written.table("clubs"), written.table("teams")
    clubs.known("number", "share")
    teams.known("together")
    levels = tuple(_level(each) for each in written.tables("levels"))
    if levels and "skill" in written.values:
        raise FileError("population.two_skills", file=written.file)
    if levels and not sum(level.share for level in levels) > 0:
        raise FileError("population.no_share", file=written.file)
    number = clubs.whole("number", 0, least=0, most=1000)
    together = teams.word("together", "lot", TOGETHER)
    if together == "club" and not number:
        raise FileError("population.no_clubs", file=written.file)
    share = clubs.number("share", 0.0, least=0.0, most=1.0)
    if levels and share:
        raise FileError("population.club_of_levels", file=written.file)
    return People(
        population=_population(written),
        levels=levels,
        clubs=number,
        club_share=share,
        together=together,
    )


def _level(written: Table) -> Level:
    written.known("skill", "share")
    for key in ("skill", "share"):
        if key not in written.values:
            raise FileError("population.missing", file=written.file, where=written.at(key))
    return Level(
        skill=written.number("skill", 0.0, least=-FAR, most=FAR),
        share=written.number("share", 0.0, least=0.0, most=FAR),
    )


def _population(written: Table) -> Population:
    common = usual()
    written.word("kind", common.kind)
    # a file runs no code: an agent of one's own is named by --agents alone
    kind = written.word("kind", common.kind, tuple(KINDS))
    parameters = dict(common.parameters) if kind == common.kind else {}
    for name in written.table("parameters").values:
        each = written.table("parameters").table(name)
        each.known("mean", "by_skill", "spread")
        before = parameters.get(name)
        if before is None and "mean" not in each.values:
            raise FileError("population.missing", file=written.file, where=each.at("mean"))
        parameters[name] = Spread(
            mean=each.number("mean", before.mean if before else 0.0, least=-FAR, most=FAR),
            by_skill=each.number(
                "by_skill", before.by_skill if before else 0.0, least=-FAR, most=FAR
            ),
            spread=each.number("spread", before.spread if before else 0.0, least=0.0, most=FAR),
        )
    skill = written.number("skill", common.skill, least=0.0, most=FAR)
    return Population(kind=kind, skill=skill, parameters=parameters)
