"""Whether games are equal: as equal as the tables, the absences and the cuts allow, part by part of an event.

An event falls into parts where those who play change with the stage: behind a cut, or where tables
are dealt in another way. Games are equal within a part; who went further has more of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from mafsim.pairing import measures
from mafsim.pairing.measures import Flags
from mafsim.plan import EMPTY, Plan


@dataclass(frozen=True, slots=True)
class Uneven:
    """Somebody with a game too many, and somebody who could have had it."""

    most: int
    least: int
    games_of_most: int
    games_of_least: int


def uneven(plan: Plan) -> Uneven | None:
    """Give two whose games could have been more equal; nothing if there are none.

    Games are as equal as can be when no chain of people, each playing in a round in which the next one
    rests, leads from somebody to another with two games less. Frozen rounds count, but no chain leads
    through them; an adviser's game is a game of his. Where there are advisers it is the games of teams
    that are equal: each of them chooses who sits.
    """
    people = measures.taking_part(plan), measures.rests(plan), _known(plan)
    for first, end in spans(plan):
        parts, resting, known = people
        if plan.advisers is not None and (plan.advisers[first:end] != EMPTY).any():
            parts, resting, known = _of_teams(plan, *people)
        frozen = min(max(plan.frozen, first), end)
        rounds = np.arange(first, end)
        if frozen == end and frozen > first:
            found = _of_history(plan, parts, resting, rounds, known)
        else:
            same = [_counts(plan, round_, frozen) for round_ in range(first, end)]
            found = _uneven(parts, resting, rounds[same], range(frozen, end), known)
        if found is not None:
            return found
    return None


def spans(plan: Plan) -> Iterator[tuple[int, int]]:
    """Give the parts of an event within which games are equal, each as a first round and an end."""
    first = 0
    for round_ in range(1, plan.rounds):
        if _parts_begin(plan, round_):
            yield first, round_
            first = round_
    if plan.rounds:
        yield first, plan.rounds


def _parts_begin(plan: Plan, round_: int) -> bool:
    """Say whether a part begins with a round: a stage does, and other people play or in another way."""
    stage = not plan.stages or plan.stages[round_] != plan.stages[round_ - 1]
    if plan.draws and plan.draws[round_] != plan.draws[round_ - 1]:
        return stage
    advised = [
        plan.advisers is not None and bool((plan.advisers[each] != EMPTY).any())
        for each in (round_ - 1, round_)
    ]
    if advised[0] != advised[1]:
        return stage
    others = any(
        entrant.takes_part(round_) != entrant.takes_part(round_ - 1)
        for entrant in plan.roster.entrants
    )
    return bool(plan.stages) and stage and others


def _counts(plan: Plan, round_: int, frozen: int) -> bool:
    """Say whether games of a round are equal with those behind the frozen ones: those of a stage are."""
    if round_ >= frozen or not plan.stages:
        return True
    return plan.stages[round_] in plan.stages[frozen:]


def _of_history(
    plan: Plan, parts: Flags, resting: Flags, rounds: np.ndarray, known: Flags
) -> Uneven | None:
    """Judge rounds that all are history, and may have been changed while they were played.

    Only those who were in it from the first to the last of them are compared, and only what is uneven
    in a stage by itself too is told: each change begins with its own stage. What was played before the
    last change stood already when it came, so that no chain leads through it.
    """
    changed = _last_change(plan, int(rounds[0]), int(rounds[-1]))
    open_ = rounds[rounds >= changed]
    there = [
        entrant.takes_part(int(rounds[0])) and entrant.takes_part(int(rounds[-1]))
        for entrant in plan.roster.entrants
    ]
    known = known & np.array(there, dtype=np.bool_)
    whole = _uneven(parts, resting, rounds, open_, known)
    if whole is None or not plan.stages:
        return whole
    for stage in dict.fromkeys(plan.stages[round_] for round_ in rounds):
        own = [round_ for round_ in rounds if plan.stages[round_] == stage]
        found = _uneven(parts, resting, own, [r for r in own if r >= changed], known)
        if found is not None:
            return found
    return None


def _last_change(plan: Plan, first: int, last: int) -> int:
    """Give the round before which somebody came, left or was missed for the last time.

    An absence may have been told as late as before the round itself.
    """
    times = {first}
    for entrant in plan.roster.entrants:
        times.update({entrant.joined, entrant.left or 0, *entrant.absent})
    return max(time for time in times if first <= time <= last)


def _of_teams(plan: Plan, parts: Flags, resting: Flags, known: Flags) -> tuple[Flags, Flags, Flags]:
    """Give the same for teams, each told as its first member: it is a team that chooses who sits."""
    parts, resting, known = parts.copy(), resting.copy(), known.copy()
    for first, *others in plan.roster.teams().values():
        own = [first, *others]
        plays = parts[:, own].any(axis=1)
        resting[:, first] = resting[:, own].any(axis=1) & ~plays
        parts[:, first] = plays
        known[first] = known[own].any()
        parts[:, others] = resting[:, others] = known[others] = False
    return parts, resting, known


def _known(plan: Plan) -> Flags:
    """Say who of a plan's people is on its roster."""
    return np.array(
        [index not in plan.unknown for index in range(len(plan.roster.entrants))], dtype=np.bool_
    )


def _uneven(
    parts: Flags,
    resting: Flags,
    counted: Iterable[int],
    open_: Iterable[int],
    known: Flags,
) -> Uneven | None:
    """Look for a chain through open rounds from somebody to another with two counted games less."""
    games = parts[list(counted)].sum(axis=0)
    if not known.any():
        return None
    playing, rests = parts[list(open_)], resting[list(open_)] & known
    for level in range(int(games[known].max()), int(games[known].min()) + 1, -1):
        few = games <= level - 2
        if not (few & _takers((games >= level) & known, playing, rests)).any():
            continue
        # Nobody with more games reaches anybody with so few: one with just so many does.
        for most in np.flatnonzero((games == level) & known).tolist():
            short = np.flatnonzero(few & _takers(np.arange(len(games)) == most, playing, rests))
            if len(short):
                least = int(short[np.argmin(games[short])])
                return Uneven(most, least, level, int(games[least]))
    return None


def _takers(givers: Flags, playing: Flags, resting: Flags) -> Flags:
    """Say to whom a game can pass from one of `givers`, hand to hand, themselves among them."""
    while True:
        open_rounds = playing[:, givers].any(axis=1)
        wider = givers | resting[open_rounds].any(axis=0)
        if (wider == givers).all():
            return givers
        givers = wider
