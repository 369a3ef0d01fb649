"""How often teams of Shapka meet in each stage, and what no stage can beat, given those before it.

Every argument is about who plays, how many of each team, and who has met before. Sources:
`docs/bounds.md`.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mafsim.pairing import exact
from mafsim.pairing.measures import Counts, histogram, incidence
from mafsim.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """The teams of one part of the field in the rounds of one stage: all that a bound may know.

    `pairs` is ``[round, team]``, how many of a team play; `met` is ``[team, team]``, meetings before the
    stage, and `together` those in rounds of it that stand already.
    """

    pairs: Counts
    size: int
    met: Counts
    together: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Least:
    """What no stage of a company beats: its sum of squared meetings, then how often teams meet again.

    A meeting of two teams in the stage counts as often as they had met before it. The bound of that
    is for stages whose sum of squares is `squares`.
    """

    squares: int
    again: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageMeetings:
    """How often the teams of a part of the field meet in one stage, beside what is proved of it."""

    stage: str
    division: str | None
    teams: int
    rounds: tuple[int, ...]
    """Zero-based numbers of its rounds."""
    histogram: dict[int, int]
    """How many pairs of teams meet how often in it."""
    sum_of_squares: int
    again: int
    """Meetings of teams that had met in an earlier stage, each as often as they had."""
    least: Least

    @property
    def proved_best(self) -> bool:
        """Say whether no stage with these teams has a smaller sum of squares."""
        return self.sum_of_squares == self.least.squares

    @property
    def proved_fewest(self) -> bool:
        """Say whether no other stage as even brings fewer teams together again."""
        return self.proved_best and self.again == self.least.again


def rows(company: Company) -> Least:
    """Bound a stage by what each team has to bear by itself.

    A team with k pairs at tables of s has k (s - 1) meetings in a round, and with another team at the
    most as many as the smaller of the two has pairs. Costs rise with every meeting of the same two, so
    that taking the cheapest one again and again is best for the team; every meeting is counted by
    both its teams.
    """
    squares = again = 0
    for team in range(company.pairs.shape[1]):
        own = company.pairs[:, team : team + 1]
        most = np.minimum(own, company.pairs).sum(axis=0)
        most[team] = 0
        cells = zip(most.tolist(), company.together[team], company.met[team], strict=True)
        steps = [(2 * int(b) + 1, int(m), int(cap)) for cap, b, m in cells if cap]
        heapq.heapify(steps)
        for _ in range(int(own.sum()) * (company.size - 1)):
            if not steps:  # more meetings than can be: the plan breaks a rule
                break
            cost, met, cap = steps[0]
            squares, again = squares + cost, again + met
            if cap > 1:
                heapq.heapreplace(steps, (cost + 2, met, cap - 1))
            else:
                heapq.heappop(steps)
    return Least(squares=-(-squares // 2), again=-(-again // 2))


def least(company: Company, squares: int, again: int) -> Least:
    """Bound a stage that has this sum of squares and brings so many together again.

    Where whole numbers alone do not prove it the best, CP-SAT is asked about a stage of one round.
    """
    plain = rows(company)
    if (squares, again) == (plain.squares, plain.again) or not exact.worth_asking_of_teams(company):
        return plain
    found = plain.squares
    if squares > found:
        found = exact.least_squares_of_teams(company, found)
    if squares > found:
        return Least(squares=found, again=0)
    at_least = plain.again if found == plain.squares else 0
    return Least(squares=found, again=exact.least_again(company, found, at_least))


def stages(plan: Plan) -> tuple[StageMeetings, ...]:
    """Give the stages of a plan of Shapka, each part of the field by itself, with their bounds.

    A foreign plan may name no teams: then nothing is to be said of how they meet.
    """
    teamed = {i for i, entrant in enumerate(plan.roster.entrants) if entrant.team is not None}
    return tuple(
        _stage(plan, division, members, stage, rounds)
        for stage, rounds in rounds_of_stages(plan)
        for division, members in plan.roster.parts()
        if np.isin(plan.seats[list(rounds)], [i for i in members if i in teamed]).any()
    )


def whole(plan: Plan, members: tuple[int, ...]) -> int:
    """Bound the squared meetings of teams of one part of the field over all stages of a plan.

    Each team has as many meetings in a round as its pairs bring, with teams that play in that round.
    The cuts leave ever fewer of these, so that the rounds with the fewest come first, each meeting
    going to the team that was met least: no other order leaves the numbers more even.
    """
    played = _pairs_of_rounds(plan, members)
    fields = [frozenset(np.flatnonzero(row).tolist()) for row in played]
    order = sorted(range(len(played)), key=lambda round_: len(fields[round_]))
    nested = all(fields[before] <= fields[after] for before, after in itertools.pairwise(order))
    both_ends = 0
    for team in range(played.shape[1]):
        rounds = [r for r in order if played[r, team]] if nested else []
        met = np.zeros(played.shape[1], dtype=np.int64)
        for field, same in itertools.groupby(rounds, key=lambda r: fields[r]):
            more = sum(int(played[r, team]) for r in same) * (plan.table_size - 1)
            others = [other for other in field if other != team]
            met[others] = _filled(met[others], more)
        if not nested:
            total = int(played[:, team].sum()) * (plan.table_size - 1)
            others = [i for i in frozenset().union(*fields) if i != team]
            met[others] = _filled(met[others], total)
        both_ends += int((met**2).sum())
    return -(-both_ends // 2)


def _filled(met: npt.NDArray[np.int64], more: int) -> npt.NDArray[np.int64]:
    """Add so many meetings one by one where there are fewest."""
    filled = met.copy()
    while more and len(filled):
        low = filled.min()
        lowest = np.flatnonzero(filled == low)[:more]
        filled[lowest] += 1
        more -= len(lowest)
    return filled


def _pairs_of_rounds(plan: Plan, members: tuple[int, ...]) -> Counts:
    """Count the pairs of each team that play in a round, ``[round, team]``; teams that never play go."""
    inside = set(members)
    teams = [[i for i in team if i in inside] for team in plan.roster.teams().values()]
    present = incidence(plan)
    round_of_game = np.nonzero(plan.played())[0]
    seated = np.zeros((plan.rounds, present.shape[1]), dtype=np.int32)
    np.add.at(seated, round_of_game, present.astype(np.int32))
    counts = np.stack([seated[:, team].sum(axis=1) for team in teams if team], axis=1)
    found: Counts = counts[:, counts.any(axis=0)]
    return found


def rounds_of_stages(plan: Plan) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Give each stage of a plan, in order, with its rounds; a plan without stages is one."""
    names = plan.stages or ("",) * plan.rounds
    for stage in dict.fromkeys(names):
        yield stage, tuple(r for r, name in enumerate(names) if name == stage)


def _stage(
    plan: Plan, division: str | None, members: tuple[int, ...], stage: str, rounds: tuple[int, ...]
) -> StageMeetings:
    teams = [tuple(i for i in team if i in set(members)) for team in plan.roster.teams().values()]
    present = incidence(plan)
    round_of_game = np.nonzero(plan.played())[0]
    columns = [present[:, list(team)] for team in teams if team]
    counts = np.stack([column.sum(axis=1) for column in columns], axis=1).astype(np.int32)
    played = np.array([counts[round_of_game == r].sum(axis=0) for r in rounds])
    here = played.any(axis=0)
    counts, played = counts[:, here], played[:, here]
    inside = np.isin(round_of_game, rounds)
    together = _meetings(counts[inside])
    met = _meetings(counts[round_of_game < rounds[0]])
    company = Company(pairs=played, size=plan.table_size, met=met, together=np.zeros_like(together))
    above = np.triu_indices(len(together), k=1)
    squares = int((together[above].astype(np.int64) ** 2).sum())
    again = int((together[above] * met[above]).sum())
    return StageMeetings(
        stage=stage,
        division=division,
        teams=int(here.sum()),
        rounds=rounds,
        histogram=histogram(together[above]),
        sum_of_squares=squares,
        again=again,
        least=least(company, squares, again),
    )


def _meetings(counts: Counts) -> Counts:
    """Count the games in which each two teams have somebody, of ``[game, team]``."""
    there = (counts > 0).astype(np.int32)
    found = there.T @ there
    np.fill_diagonal(found, 0)
    return found
