"""The fairest way on, begun from the way that keeps most: it never is less even than that."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.pairing import check
from mafsim.pairing.fitting import offers
from mafsim.pairing.numbering import numbered
from mafsim.pairing.problem import Problem
from mafsim.pairing.progress import Watcher
from mafsim.pairing.search import Search
from mafsim.pairing.solve import seat
from mafsim.plan import Plan

Int32 = npt.NDArray[np.int32]


def fairest(
    problem: Problem,
    kept: Plan | None,
    *,
    seed: int,
    effort: float,
    seconds: float | None = None,
    jobs: int | None = None,
    prefer: str = "even",
    table_balance: str = "free",
    progress: Watcher | None = None,
) -> Plan:
    """Seat the rounds of a problem as evenly as the effort finds, whatever is published.

    Parameters
    ----------
    problem
        The coming rounds, behind those that stand.
    kept
        The whole plan that keeps most of what is published; None where it cannot be kept.
    seed, effort, seconds, jobs, prefer, table_balance, progress
        As for `solve.seat`.

    Returns
    -------
    Plan
        Valid, with its certificate, and with however little effort never worse than `kept` in the
        order of the search: rests in a row and wishes, then squares and range as preferred.

    Raises
    ------
    Impossible
        Nothing is kept, and no valid plan was found.
    """
    if kept is None:
        return seat(
            problem,
            seed=seed,
            effort=effort,
            seconds=seconds,
            jobs=jobs,
            prefer=prefer,
            table_balance=table_balance,
            progress=progress,
        )
    search = _Onward(problem, seed, effort, seconds, jobs, prefer, progress)
    search.begin_with(offers(problem, seed), at_once=False)
    search.go_on_from(kept)
    with search.clock.heed_interrupts():
        plan, free = numbered(problem, search.meetings(), seed, search.effort_left()), None
        if table_balance == "even" and max(problem.tables) > 1:
            free = plan
            at = search.tables(free)
            plan = numbered(problem, at, seed, search.effort_left(), keep_tables=True)
    return plan.with_(certificate=_certificate(plan, free, search))


class _Onward(Search):
    """A search that begins with a plan at hand, besides all that it begins with anyway."""

    _begun: Int32

    def go_on_from(self, plan: Plan) -> None:
        """Let what is found never be worse than the coming rounds of a valid plan."""
        self._begun = self._orders(plan)
        self._stored = self._ranked([*self._stored, self._begun])
        self.clock.valid = True
        if self._stored[0] is self._begun:
            self.source = None

    def tables(self, free: Plan) -> Int32:
        """Give what everybody gets around the tables with: the plan begun with, where that is better."""
        found = super().tables(free)

        def order(at: Int32) -> tuple[int, ...]:
            mine = self._scale.of(at)
            return *mine.order[:3], max(self._scale.spread_of_visits(at), 1), *mine.order[3:]

        return min([found, self._begun], key=order)


def _certificate(plan: Plan, free: Plan | None, search: Search) -> dict[str, Any]:
    """Say what the checker has found, and what even visits cost beside a plan with free ones."""
    findings = check.examine(plan)
    certificate = check.balance_document(findings)
    if free is not None:
        certificate["table_balance"] = {"free": _figures(free), "even": _figures(plan)}
    elif search.source is not None:
        certificate["catalogue"] = search.source.entry.key
    proved = findings.proved_best and findings.proved_narrowest
    certificate["stopped_by"] = search.clock.reason or ("proved" if proved else "effort")
    certificate["effort"] = search.effort
    return certificate


def _figures(plan: Plan) -> dict[str, int]:
    balance = check.examine(plan).balance
    return {
        "sum_of_squares": balance.meetings.sum_of_squares,
        "min": balance.meetings.min,
        "max": balance.meetings.max,
        "tables_max_spread": balance.tables.max_spread,
    }
