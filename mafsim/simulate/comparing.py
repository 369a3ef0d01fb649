"""Regulations side by side: paired differences, and which of them may be claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mafsim.agents.population import Population
from mafsim.errors import UsageError
from mafsim.files.population import Level, People
from mafsim.metrics import Figure, differences, figures
from mafsim.regulations import Regulation, set_values
from mafsim.shapka import World
from mafsim.simulate.run import Run
from mafsim.tournament.world import varied

AGENTS = "agents"
"""What a variant sets to have other players; it is no path of a regulation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A regulation that is compared, under the name that it has here."""

    name: str
    regulation: Regulation
    changes: tuple[str, ...] = ()
    """What is set for it alone, as `--variant` has it."""
    agents: str | None = None
    """Who plays, where it is others than in the first."""


def candidates(regulations: Sequence[Regulation], variants: Sequence[str]) -> tuple[Candidate, ...]:
    """Give what is compared: the regulations, and behind them the variants of the first.

    Raises
    ------
    UsageError
        There is only one, two have one name, or a variant has not the form NAME:PATH=VALUE,...
    """
    found = [Candidate(name=each.name, regulation=each) for each in regulations]
    found += [_variant(text, regulations[0]) for text in variants]
    names = [each.name for each in found]
    if len(found) < 2:
        raise UsageError("compare.only_one")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError("compare.same_name", name=twice)
    games = {each.regulation.game for each in found}
    if len(games) > 1:
        raise UsageError("compare.two_games")
    return tuple(found)


def _variant(text: str, base: Regulation) -> Candidate:
    name, colon, changes = text.partition(":")
    assignments = tuple(_assignments(changes))
    if not colon or not name.strip() or not assignments:
        raise UsageError("compare.variant_form", text=text)
    agents = [each.partition("=")[2] for each in assignments if _is_of_agents(each)]
    values = [each for each in assignments if not _is_of_agents(each)]
    return Candidate(
        name=name.strip(),
        regulation=set_values(base, values, option="--variant") if values else base,
        changes=assignments,
        agents=agents[-1].strip().strip("\"'") if agents else None,
    )


def _is_of_agents(assignment: str) -> bool:
    return assignment.partition("=")[0].strip() == AGENTS


def _assignments(text: str) -> Iterator[str]:
    """Part at commas, but not inside brackets, braces and quotes of a value."""
    depth, quote, begun = 0, "", 0
    for index, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif sign == "," and depth == 0:
            yield text[begun:index].strip()
            begun = index + 1
    if rest := text[begun:].strip():
        yield rest


POPULATIONS = ("given", "closer", "masters")
"""Under which populations a claim has to hold: the one that is given; the same people, half as far
apart in skill; and a few masters among equals."""

MASTERS = 0.15
"""Which share of the people are masters."""


def population(people: People | World, name: str) -> People | World:
    """Give one of `POPULATIONS`, made from the one that is given."""
    if isinstance(people, World):
        return varied(people, name)
    own = people.population
    match name:
        case "closer":
            levels = tuple(replace(level, skill=level.skill / 2) for level in people.levels)
            return replace(people, population=_with_skill(own, own.skill / 2), levels=levels)
        case "masters":
            # Two levels with the mean and the standard deviation of the bell curve.
            up = own.skill * ((1 - MASTERS) / MASTERS) ** 0.5
            down = -own.skill * (MASTERS / (1 - MASTERS)) ** 0.5
            levels = (Level(skill=down, share=1 - MASTERS), Level(skill=up, share=MASTERS))
            return replace(people, levels=levels, club_share=0.0)
    return people


def _with_skill(own: Population, skill: float) -> Population:
    return replace(own, skill=skill)


FEWEST = 30
"""Of fewer tournaments nothing is claimed: the intervals are normal, and luck alone can hide all spread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """By how much a figure of a regulation is above that of the first."""

    figure: str
    base: Figure
    other: Figure
    by: Figure
    """The paired difference."""
    claimed: bool
    """The interval does not hold zero, and it is one of `FEWEST` tournaments or more."""
    survives: tuple[str, ...] = ()
    """The populations under which it is claimed in the same direction."""
    of: int = 1
    """Under how many it was tried."""

    @property
    def holds(self) -> bool:
        """Say whether it is claimed under every population that was tried."""
        return self.claimed and len(self.survives) == self.of


def compared(runs: Mapping[str, Run], index: int) -> tuple[Difference, ...]:
    """Give the differences of an event, number `index` of a run, to the first.

    Parameters
    ----------
    runs
        The same comparison under each population; the first is the one whose figures are told.
    index
        Which event, from 1 up.
    """
    first = next(iter(runs))
    run = runs[first]
    base, other = (figures(run.counted.totals[i], run.confidence) for i in (0, index))
    by = {
        name: differences(each.counted.pairs[index - 1], each.confidence)
        for name, each in runs.items()
    }
    enough = {name: by[name] for name, each in runs.items() if each.counted.tournaments >= FEWEST}
    return tuple(
        Difference(
            figure=figure,
            base=base[figure],
            other=other[figure],
            by=found,
            claimed=first in enough and _claimed(found),
            survives=tuple(
                name
                for name, each in enough.items()
                if first in enough and _same_way(found, each.get(figure))
            ),
            of=len(runs),
        )
        for figure, found in by[first].items()
        if figure in base and figure in other
    )


def alone(run: Run, index: int) -> dict[str, Figure]:
    """Give the figures that only two simulations together have, such as what a hunter gains."""
    found = differences(run.counted.pairs[index - 1], run.confidence)
    base = figures(run.counted.totals[0], run.confidence)
    return {name: figure for name, figure in found.items() if name not in base}


def _claimed(found: Figure) -> bool:
    return found.low is not None and not found.holds(0.0)


def _same_way(found: Figure, other: Figure | None) -> bool:
    if other is None or not _claimed(found) or not _claimed(other):
        return False
    return (found.value > 0) == (other.value > 0)
