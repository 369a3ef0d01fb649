"""A plan changed while it is being played: rounds that stand stay, and others are seated anew.

Slots are not people: who comes late is an entrant of his own, who leaves stays on the list, and the
coming rounds are seated for whoever is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible, UsageError
from mafsim.pairing import check
from mafsim.pairing.diff import Difference, difference
from mafsim.pairing.keep import keep_most
from mafsim.pairing.problem import Problem, Warnings, explain
from mafsim.pairing.progress import Watcher
from mafsim.pairing.solve import seat
from mafsim.pairing.whole import joined
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Entrant, Roster

if TYPE_CHECKING:
    from mafsim.regulations import Regulation

Int32 = npt.NDArray[np.int32]

KEEPS = ("most", "fairest")

GLANCE = 1.0
"""The effort at the most for the fairest way where it is only to be compared with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What happens to the field before a round; people are named.

    Who is dropped has left by himself, who is expelled was sent away: the seats are filled alike, and
    what he has won stays. Rounds are zero-based.
    """

    drop: tuple[str, ...] = ()
    expel: tuple[str, ...] = ()
    add: tuple[tuple[str, str | None], ...] = ()
    """Names of those who come, each with a team or without."""
    replace: tuple[tuple[str, str], ...] = ()
    """Who leaves, and who comes in his place and gets his seats."""
    credited: bool = True
    """Whether who comes in somebody's place plays for his team."""
    absent: tuple[tuple[str, frozenset[int]], ...] = ()
    tables: int | None = None
    """How many tables are played at the most from here on; by default as many as are published."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to go on: the plan, and what it costs beside the published one."""

    plan: Plan
    difference: Difference

    def figures(self) -> dict[str, int]:
        """Give what it costs, as a certificate has it."""
        meetings = check.examine(self.plan).balance.meetings
        return {
            "changed_seats": len(self.difference.moves),
            "changed_people": self.difference.people,
            "sum_of_squares": meetings.sum_of_squares,
            "min": meetings.min,
            "max": meetings.max,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Replanned:
    """A plan changed from a round on, and the two ways that there were."""

    plan: Plan
    """The way that was asked for, certified; its certificate names the price of both."""
    ways: dict[str, Way]
    """``most`` keeps published seats, ``fairest`` forgets them."""
    warnings: Warnings


def replan(
    plan: Plan,
    changes: Changes,
    *,
    from_round: int,
    keep: str = "most",
    roster: Roster | None = None,
    regulation: Regulation | None = None,
    seed: int = 0,
    effort: float = 10.0,
    seconds: float | None = None,
    jobs: int | None = None,
    prefer: str = "even",
    table_balance: str = "free",
    progress: Watcher | None = None,
) -> Replanned:
    """Seat the rounds from one on anew, for whoever is there.

    Parameters
    ----------
    plan
        The plan so far. Its rounds before `from_round` stay as they are, and count.
    changes
        Who comes and who goes.
    from_round
        The first round that is seated anew, zero-based.
    keep
        ``most``: whoever can keeps his published table and seat. ``fairest``: the best that the frozen
        rounds allow, whatever is published, and never less even than the other. Both are tried, and
        the certificate has the price of both.
    roster
        The plan's people with other demands, such as who is kept apart from here on; by default as
        the plan has them.
    regulation
        The written rules, which may forbid substitutes.
    seed, effort, seconds, jobs, prefer, table_balance, progress
        As for `seat`.

    Raises
    ------
    UsageError
        A round that the plan does not have, or somebody whom it does not know.
    Impossible
        The regulation forbids it, or the demands cannot all hold.
    """
    if keep not in KEEPS:
        raise UsageError("replan.keep", keep=keep, known=KEEPS)
    _refuse_substitutes(changes, regulation)
    _refuse_plan(plan, from_round)
    if plan.advisers is not None and (plan.advisers[from_round:] != EMPTY).any():
        raise Impossible("replan.advisers", round=from_round)
    people = revised(plan.roster if roster is None else roster, changes, from_round)
    problem, warnings = coming(plan, people, from_round, changes.tables)
    published = published_seats(plan, people, changes, from_round)
    ways: dict[str, Way] = {}
    kept = joined(problem, keep_most(problem, published, seed=seed, effort=effort))
    if all(_stood(violation, kept) for violation in check.check(kept)):
        ways["most"] = Way(plan=kept, difference=difference(plan, kept))
    if keep == "fairest" or effort or not ways:
        best = seat(
            problem,
            begin=ways["most"].plan if "most" in ways else None,
            seed=seed,
            effort=effort if keep == "fairest" or not ways else min(effort, GLANCE),
            seconds=seconds,
            jobs=jobs,
            prefer=prefer,
            table_balance=table_balance,
            progress=progress,
        )
        ways["fairest"] = Way(plan=best, difference=difference(plan, best))
    if keep not in ways:
        warnings = (*warnings, ("replan.nothing_kept", {}))
        keep = "fairest"
    return Replanned(plan=_certified(plan, ways, keep, effort), ways=ways, warnings=warnings)


def _stood(violation: check.Violation, plan: Plan) -> bool:
    """Say whether a rule was broken in a round that stands: nobody can mend it any more."""
    return violation.round is not None and violation.round < plan.frozen


def _certified(before: Plan, ways: dict[str, Way], keep: str, effort: float) -> Plan:
    chosen = ways[keep].plan
    certificate = dict(chosen.certificate or _certificate(chosen, effort))
    certificate["replanned"] = {
        "from_round": chosen.frozen + 1,
        "keep": keep,
        **{name: way.figures() for name, way in ways.items()},
    }
    return chosen.with_(certificate=certificate, provenance=dict(before.provenance))


def _certificate(plan: Plan, effort: float) -> dict[str, Any]:
    findings = check.examine(plan)
    proved = findings.proved_best and findings.proved_narrowest
    document = check.balance_document(findings)
    return document | {"stopped_by": "proved" if proved else "effort", "effort": effort}


def leave_empty(plan: Plan, changes: Changes, *, from_round: int) -> Plan:
    """Let the seats of those who leave stay empty, for somebody who may still come.

    Nobody else moves. A table with an empty seat breaks the rule of full tables, and `check` says so.
    """
    _refuse_plan(plan, from_round)
    people = revised(plan.roster, changes, from_round)
    seats = plan.seats.copy()
    seats[from_round:] = published_seats(plan, people, changes, from_round)
    emptied = plan.with_(roster=people, seats=seats, frozen=from_round, revision=plan.revision + 1)
    document = check.balance_document(check.examine(emptied))
    return emptied.with_(certificate=document | {"stopped_by": "hand", "effort": 0})


def holes(plan: Plan) -> int:
    """Give at how many tables of the rounds that are not frozen a seat is empty."""
    played = plan.played()[plan.frozen :]
    return int((plan.seats[plan.frozen :] == EMPTY).any(axis=2)[played].sum())


def _refuse_plan(plan: Plan, from_round: int) -> None:
    if plan.game != "mafia":
        raise Impossible("replan.game", game=plan.game)
    if not 0 <= from_round < plan.rounds:
        raise UsageError("replan.no_such_round", round=from_round, n=plan.rounds)
    if from_round < plan.frozen:
        raise UsageError("replan.frozen", round=from_round, n=plan.frozen)
    surplus = plan.seats.shape[2] > plan.table_size
    if plan.unknown or plan.missing_rounds or surplus:
        first = check.check(plan)[0].told(plan)
        raise Impossible("replan.broken", first=first)


def _refuse_substitutes(changes: Changes, regulation: Regulation | None) -> None:
    if not changes.replace or regulation is None or regulation.entry.substitutes:
        return
    says_so = [each for each in regulation.clauses if "entry.substitutes" in each.sets]
    raise Impossible(
        "replan.no_substitutes",
        regulation=regulation.name,
        old=changes.replace[0][0],
        new=changes.replace[0][1],
        clauses=[clause.section or clause.id for clause in says_so],
    )


def revised(roster: Roster, changes: Changes, from_round: int) -> Roster:
    """Give the roster with who has come and who has gone by a round; all others keep their places."""
    entrants = list(roster.entrants)
    find = roster.find
    for name in (*changes.drop, *changes.expel):
        index = find(name)
        entrants[index] = _without(entrants[index], from_round)
    comers = list(changes.add)
    for old, new in changes.replace:
        index = find(old)
        entrants[index] = _without(entrants[index], from_round)
        comers.append((new, entrants[index].team if changes.credited else None))
    for name, rounds in changes.absent:
        if min(rounds) < from_round:
            raise UsageError("replan.absent_before", name=name, round=min(rounds), first=from_round)
        index = find(name)
        entrants[index] = replace(entrants[index], absent=entrants[index].absent | rounds)
    for name, team in comers:
        entrants.append(_newcomer(name, team, entrants, from_round))
    return replace(roster, entrants=tuple(entrants))


def _without(entrant: Entrant, from_round: int) -> Entrant:
    if entrant.left is not None and entrant.left <= from_round:
        raise UsageError("replan.left_already", name=entrant.name, round=entrant.left)
    if entrant.joined > from_round:
        raise UsageError("replan.not_there_yet", name=entrant.name, round=entrant.joined)
    return replace(entrant, left=from_round)


def _newcomer(name: str, team: str | None, entrants: Iterable[Entrant], from_round: int) -> Entrant:
    name = name.strip()
    if not name:
        raise UsageError("replan.no_name")
    taken = {entrant.id for entrant in entrants}
    for entrant in entrants:
        if entrant.name.casefold() == name.casefold():
            raise UsageError("replan.known", name=entrant.name)
    number = next(n for n in range(len(taken) + 1, 2 * len(taken) + 2) if f"p{n}" not in taken)
    return Entrant(id=f"p{number}", name=name, team=team, joined=from_round)


def coming(
    plan: Plan, people: Roster, from_round: int, tables: int | None
) -> tuple[Problem, Warnings]:
    """State the problem of the rounds from one on; tables that cannot be filled are not played.

    Raises
    ------
    Impossible
        Demands that cannot all hold, or too few people for one table.
    """
    size = plan.table_size
    problem = Problem(
        roster=people,
        tables=(1,) * (plan.rounds - from_round),
        table_size=size,
        stages=plan.stages[from_round:],
        game=plan.game,
        past=_past(plan, people, from_round) if from_round else None,
    )
    there = problem.available().sum(axis=1).tolist()
    published = plan.played()[from_round:].sum(axis=1).tolist()
    wanted = [number if tables is None else tables for number in published]
    played: list[int] = []
    warnings: list[tuple[str, dict[str, object]]] = []
    for round_, (most, here) in enumerate(zip(wanted, there, strict=True)):
        if here < size:
            raise Impossible(
                "problem.too_many_absent", round=from_round + round_, there=here, size=size
            )
        played.append(min(most, here // size))
    fewer = [r for r, (n, before) in enumerate(zip(played, published, strict=True)) if n < before]
    if fewer and tables is None:
        fields: dict[str, object] = {
            "rounds": [from_round + r for r in fewer],
            "n": played[fewer[0]],
            "wanted": published[fewer[0]],
            "there": there[fewer[0]],
        }
        warnings.append(("replan.fewer_tables", fields))
    spare = min(here // size - number for here, number in zip(there, played, strict=True))
    if spare > 0 and tables is None:
        most = min(here // size for here in there)
        warnings.append(("replan.more_tables", {"n": most}))
    problem = replace(problem, tables=tuple(played))
    explain(problem)
    return problem, tuple(warnings)


def _past(plan: Plan, people: Roster, rounds: int) -> Plan:
    return plan.with_(
        roster=people,
        seats=plan.seats[:rounds],
        stages=plan.stages[:rounds],
        draws=plan.draws[:rounds],
        judges=None if plan.judges is None else plan.judges[:rounds],
        advisers=None if plan.advisers is None else plan.advisers[:rounds],
        certificate=None,
    )


def published_seats(plan: Plan, people: Roster, changes: Changes, from_round: int) -> Int32:
    """Give the published seats of the coming rounds as far as their people are there.

    Who comes in somebody's place has his seats; others who come have the empty ones, in order.
    """
    seats = plan.seats[from_round:].copy()
    names = [entrant.name for entrant in people.entrants]
    for old, new in changes.replace:
        seats[seats == people.find(old)] = names.index(new.strip())
    for round_ in range(len(seats)):
        for index, entrant in enumerate(people.entrants):
            if not entrant.is_there(from_round + round_):
                seats[round_][seats[round_] == index] = EMPTY
        played = (plan.seats[from_round + round_] != EMPTY).any(axis=1)
        free = [tuple(at) for at in np.argwhere(seats[round_] == EMPTY).tolist() if played[at[0]]]
        for (name, _), place in zip(changes.add, free, strict=False):
            seats[round_][place] = names.index(name.strip())
    return seats
