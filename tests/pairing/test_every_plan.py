"""No bound is above the best of all plans of a small event: with absences, teams and a settled round."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from mafsim.pairing import check, measures
from mafsim.pairing.turns import uneven
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster
from tests.pairing import brute

MOST = 1_500
"""How many plans of an event are tried at the most."""

Way = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Event:
    """A roster, how many sit at a table, and every way to fill the tables of each round."""

    roster: Roster
    size: int
    ways: list[list[Way]]
    frozen: int

    def plans(self) -> Iterator[Plan]:
        """Give every plan in which games are as equal as can be, and nobody is left out."""
        tables = max(len(way) for ways in self.ways for way in ways)
        for chosen in itertools.product(*self.ways):
            seats = np.full((len(chosen), tables, self.size), EMPTY, dtype=np.int32)
            for round_, way in enumerate(chosen):
                seats[round_, : len(way)] = way
            plan = Plan(roster=self.roster, seats=seats, table_size=self.size, frozen=self.frozen)
            if measures.game_counts(plan).all() and uneven(plan) is None:
                yield plan


def event(rng: random.Random) -> Event | None:
    """Make up a small event; nothing where it has no plan, or too many."""
    players, size = rng.choice([(4, 2), (5, 2), (6, 2), (5, 3), (6, 3)])
    rounds = rng.choice([2, 3, 3])
    teams = [
        rng.choice(["A", "B", "C", None]) if rng.random() < 0.6 else None for _ in range(players)
    ]
    entrants = tuple(
        Entrant(
            id=f"p{number}",
            name=f"N{number}",
            team=team,
            absent=frozenset(r for r in range(rounds) if rng.random() < 0.12),
        )
        for number, team in enumerate(teams)
    )
    pairs = {tuple(sorted(rng.sample(range(players), 2))) for _ in range(rng.choice([0, 0, 1, 2]))}
    roster = Roster(entrants=entrants, apart=tuple(sorted((a, b) for a, b in pairs)))
    may = measures.may_meet(roster)
    ways = []
    for round_ in range(rounds):
        there = [p for p in range(players) if round_ not in entrants[p].absent]
        tables = rng.randint(1, max(1, len(there) // size))
        ways.append(
            [
                way
                for way in brute.groupings(there, tables, size)
                if all(may[a, b] for group in way for a, b in itertools.combinations(group, 2))
            ]
        )
    number = int(np.prod([len(each) for each in ways]))
    frozen = int(rng.random() < 0.25)
    if not 0 < number <= MOST:
        return None
    if frozen:
        ways[0] = [rng.choice(ways[0])]
    return Event(roster, size, ways, frozen)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_no_bound_is_above_the_best_of_all_plans(seed: int) -> None:
    rng = random.Random(f"every plan {seed}")
    made = next(found for found in iter(lambda: event(rng), object()) if found is not None)
    plans = list(made.plans())
    reached = [measures.meetings(plan) for plan in plans]
    of_teams = [found for plan in plans if (found := measures.team_meetings(plan)) is not None]
    for plan in rng.sample(plans, min(4, len(plans))):
        findings = check.examine(plan)
        bound, teams = findings.meetings_bound, findings.team_meetings_bound
        assert bound.value <= min(found.sum_of_squares for found in reached)
        assert bound.range <= min(found.range for found in reached)
        if teams is not None:
            assert teams.value <= min(found.sum_of_squares for found in of_teams)
            assert teams.range <= min(found.range for found in of_teams)
