"""Seat an event: who meets whom, then seats, neighbours and tables, and a certificate by the checker."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from mafsim.errors import Impossible, UsageError
from mafsim.pairing import check
from mafsim.pairing.fitting import offers
from mafsim.pairing.measures import table_counts
from mafsim.pairing.numbering import numbered
from mafsim.pairing.pairs import seat_pairs
from mafsim.pairing.problem import Problem
from mafsim.pairing.progress import Watcher
from mafsim.pairing.search import Search
from mafsim.pairing.weighed import Weights
from mafsim.plan import Plan

EFFORT, LIMIT_EFFORT = 10.0, 100_000.0
"""The effort where none is given, and the largest one."""

UNWEIGHED = Weights()

PREFERENCES = ("even", "range")
TABLE_BALANCES = ("free", "even")


def seat(
    problem: Problem,
    *,
    seed: int = 0,
    effort: float | None = None,
    seconds: float | None = None,
    jobs: int | None = None,
    prefer: str = "even",
    table_balance: str = "free",
    from_scratch: bool = False,
    weigh: Weights = UNWEIGHED,
    begin: Plan | None = None,
    progress: Watcher | None = None,
) -> Plan:
    """Seat an event as evenly as the effort finds, and certify it.

    Parameters
    ----------
    problem
        What is to be seated.
    seed
        Same version, problem, seed and options: the same plan.
    effort
        Effort 1 proposes 20 million exchanges over all walks; 0 takes the first valid plan. By default
        10; but where the catalogue has a plan of this very format, and no `seconds` are given either,
        that plan is taken at once.
    seconds
        A cap on the clock; the best valid plan so far is returned.
    jobs
        Threads; by default one for each processor. It changes nothing but the time.
    prefer
        ``even``: the least sum of squared meetings, then their narrowest range, then few pairs at
        its ends. ``range``: the narrowest range first.
    table_balance
        ``free``: tables are renumbered, which costs nothing. ``even``: everybody sits at each table
        evenly too, which costs meetings; the certificate names the price.
    from_scratch
        Leave the plans of the catalogue out. The search begins with them else, where one fits.
    weigh
        What meetings of teams, and common opponents of those who never meet, are worth in squared
        meetings of people. It keeps the range; the certificate holds the weights.
    begin
        A valid plan of this very event, of Mafia, to go on from: the result is never worse in the order
        of the search, which is rests in a row and wishes, then squares and range as preferred.
    progress
        Is told every tenth of a second how the search stands.

    Returns
    -------
    Plan
        A plan that the checker has read from scratch and found valid, with its certificate. An
        interrupt (Ctrl-C) returns the best valid plan so far.

    Raises
    ------
    UsageError
        A number or a word that makes no sense.
    Impossible
        No valid plan was found.
    KeyboardInterrupt
        Interrupted with no valid plan at hand.
    """
    in_time = effort is not None or seconds is not None
    effort = EFFORT if effort is None else effort
    _refuse_nonsense(effort, seconds, jobs)
    _refuse_words(prefer, table_balance)
    if problem.game == "shapka":
        return seat_pairs(
            problem,
            seed=seed,
            effort=effort,
            seconds=seconds,
            prefer=prefer,
            table_balance=table_balance,
            progress=progress,
        )
    search = Search(problem, seed, effort, seconds, jobs, prefer, progress)
    if not from_scratch:
        at_once = not in_time and table_balance == "free" and not weigh
        search.begin_with(offers(problem, seed), at_once=at_once)
    if begin is not None:
        search.go_on_from(begin)
    with search.clock.heed_interrupts():
        at = search.meetings()
        if weigh:
            at = search.weighed(at, weigh)
        plan, price = numbered(problem, at, seed, search.effort_left()), None
        if table_balance == "even" and max(problem.tables) > 1:
            free = plan
            if not _gets_around(free):
                at = search.tables(free)
                plan = numbered(problem, at, seed, search.effort_left(), keep_tables=True)
            price = _price(free, plan)
        return _certified(plan, search, price, weigh)


def _gets_around(plan: Plan) -> bool:
    """Say whether everybody sits at every table equally often already."""
    visits = table_counts(plan)
    return bool((visits == visits[:, :1]).all())


def _refuse_nonsense(effort: float, seconds: float | None, jobs: int | None) -> None:
    if not 0 <= effort <= LIMIT_EFFORT:
        raise UsageError("solve.effort", effort=effort, limit=int(LIMIT_EFFORT))
    if seconds is not None and not 0 <= seconds < float("inf"):
        raise UsageError("solve.seconds", seconds=seconds)
    if jobs is not None and jobs < 1:
        raise UsageError("solve.jobs", jobs=jobs)


def _refuse_words(prefer: str, table_balance: str) -> None:
    if prefer not in PREFERENCES:
        raise UsageError("solve.prefer", prefer=prefer, known=PREFERENCES)
    if table_balance not in TABLE_BALANCES:
        raise UsageError("solve.table_balance", balance=table_balance, known=TABLE_BALANCES)


def _certified(plan: Plan, search: Search, price: dict[str, Any] | None, weigh: Weights) -> Plan:
    findings = check.examine(plan)
    # What a round that stands has broken, nobody can mend.
    coming = [v for v in findings.violations if v.round is None or v.round >= plan.frozen]
    if coming and search.clock.reason == "interrupt":
        raise KeyboardInterrupt
    if coming:
        told = [violation.told(plan) for violation in coming]
        raise Impossible("solve.nothing_valid", first=told[0], n=len(told))
    proved = findings.proved_best and findings.proved_narrowest
    certificate = check.balance_document(findings)
    if price is not None:
        certificate["table_balance"] = price
    if search.source is not None and price is None and not weigh:
        certificate["catalogue"] = search.source.entry.key
    if weigh:
        certificate["weighed"] = asdict(weigh)
    spent = "catalogue" if search.at_once else "effort"
    certificate["stopped_by"] = search.clock.reason or ("proved" if proved else spent)
    certificate["effort"] = 0 if search.at_once else search.effort
    return plan.with_(certificate=certificate)


def _price(free: Plan, even: Plan) -> dict[str, Any]:
    """Say what evenly visited tables cost in meetings."""

    def figures(plan: Plan) -> dict[str, int]:
        findings = check.examine(plan)
        meetings = findings.balance.meetings
        return {
            "sum_of_squares": meetings.sum_of_squares,
            "min": meetings.min,
            "max": meetings.max,
            "tables_max_spread": findings.balance.tables.max_spread,
        }

    return {"free": figures(free), "even": figures(even)}
