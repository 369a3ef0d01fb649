"""Two people exchanged by hand in one round, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mafsim import words
from mafsim.errors import Impossible, UsageError
from mafsim.pairing import check
from mafsim.pairing.check import Findings, Violation
from mafsim.plan import Plan


@dataclass(frozen=True, slots=True)
class Swapped:
    """A plan in which two have changed places, and how it was and is."""

    plan: Plan
    before: Findings
    after: Findings

    @property
    def broken(self) -> tuple[Violation, ...]:
        """The rules that are broken, and were not before."""
        return tuple(v for v in self.after.violations if v not in self.before.violations)

    def figures(self) -> tuple[tuple[str, int, int], ...]:
        """Give every figure that a swap can change, before and after: a key of ``swap.figures``."""
        sides = [_figures(findings) for findings in (self.before, self.after)]
        return tuple((name, value, sides[1][name]) for name, value in sides[0].items())

    def sentences(self, lang: str) -> tuple[str, ...]:
        """Tell a person what the swap costs: figures that change, or that none does."""
        changed = [each for each in self.figures() if each[1] != each[2]]
        told = [
            words.say(lang, f"swap.figures.{name}", before=before, after=after)
            for name, before, after in changed
        ]
        told += [violation.sentence(self.plan, lang) for violation in self.broken]
        return tuple(told) or (words.say(lang, "swap.costs_nothing"),)


def _figures(findings: Findings) -> dict[str, int]:
    balance = findings.balance
    return {
        "violations": len(findings.violations),
        "sum_of_squares": balance.meetings.sum_of_squares,
        "min": balance.meetings.min,
        "max": balance.meetings.max,
        "seats_excess": balance.seats.excess,
        "seats_max_spread": balance.seats.max_spread,
        "tables_max_spread": balance.tables.max_spread,
        "neighbours": sum(n for times, n in balance.neighbours.items() if times > 1),
        "byes_in_a_row": balance.two_in_a_row,
    }


def swap(plan: Plan, *, round_: int, a: str, b: str) -> Swapped:
    """Let two people change places in one round; one of them may have a bye.

    Parameters
    ----------
    plan
        Any plan.
    round_
        The round, zero-based.
    a, b
        The names of the two.

    Raises
    ------
    UsageError
        No such round, or nobody of that name.
    Impossible
        The round is frozen; somebody is there twice, or both have a bye.
    """
    if not 0 <= round_ < plan.rounds:
        raise UsageError("replan.no_such_round", round=round_, n=plan.rounds)
    if round_ < plan.frozen:
        raise Impossible("swap.frozen", round=round_, n=plan.frozen)
    people = plan.roster.find(a), plan.roster.find(b)
    if people[0] == people[1]:
        raise UsageError("swap.same", name=plan.roster.entrants[people[0]].name)
    places = [np.argwhere(plan.seats[round_] == person).tolist() for person in people]
    names = [plan.roster.entrants[person].name for person in people]
    for name, found in zip(names, places, strict=True):
        if len(found) > 1:
            raise Impossible("swap.twice", name=name, round=round_)
    if not any(places):
        raise Impossible("swap.two_byes", a=names[0], b=names[1], round=round_)
    seats = plan.seats.copy()
    for person, found in zip(reversed(people), places, strict=True):
        if found:
            seats[(round_, *found[0])] = person
    swapped = plan.with_(seats=seats, revision=plan.revision + 1, certificate=None)
    before, after = check.examine(plan), check.examine(swapped)
    document = check.balance_document(after) | {"stopped_by": "hand", "effort": 0}
    return Swapped(swapped.with_(certificate=document), before, after)
