"""The independent checker: any plan, from any program, read from scratch against every hard rule.

It knows nothing of how plans are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim import words
from mafsim.pairing import bounds, measures
from mafsim.pairing.bounds import Bound
from mafsim.pairing.measures import Balance, Flags, Meetings
from mafsim.plan import EMPTY, Plan

if TYPE_CHECKING:
    from mafsim.regulations import Regulation


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule, with its place: rounds and tables are zero-based, entrants are indices.

    `key` names the sentence ``violation.<key>`` of `words`, `fields` what it needs besides the place
    and the names.
    """

    rule: str
    key: str
    round: int | None = None
    table: int | None = None
    entrants: tuple[int, ...] = ()
    fields: dict[str, Any] = field(default_factory=dict)

    def sentence(self, plan: Plan, lang: str = "en") -> str:
        """Tell it to a person."""
        names = [plan.roster.entrants[index].name for index in self.entrants]
        return words.say(
            lang,
            f"violation.{self.key}",
            round=self.round,
            table=self.table,
            names=names,
            **self.fields,
        )


@dataclass(frozen=True, slots=True)
class Findings:
    """What the checker found: broken rules, balance, and what no plan of this shape can beat."""

    violations: tuple[Violation, ...]
    balance: Balance
    meetings_bound: Bound
    team_meetings_bound: Bound | None

    @property
    def proved_best(self) -> bool:
        """Say whether no plan of this shape has a smaller sum of squared meetings."""
        return _proved(self.violations, self.balance.meetings, self.meetings_bound)

    @property
    def proved_narrowest(self) -> bool:
        """Say whether no plan of this shape has a narrower range of meetings."""
        reached = self.balance.meetings.range == self.meetings_bound.range
        return not self.violations and reached


def examine(plan: Plan, regulation: Regulation | None = None) -> Findings:
    """Read a plan from scratch: every hard rule, the balance, and its bounds.

    Parameters
    ----------
    plan
        Any plan.
    regulation
        The written rules that the plan has to fit besides, in its table size, its number of
        entrants and its number of rounds.
    """
    violations = (*check(plan), *(against(plan, regulation) if regulation else ()))
    balance = measures.balance(plan)
    bound = bounds.meetings_bound(plan)
    if not violations and not _proved(violations, balance.meetings, bound):
        bound = bounds.asked(plan, bound)
    return Findings(
        violations=violations,
        balance=balance,
        meetings_bound=bound,
        team_meetings_bound=bounds.team_meetings_bound(plan),
    )


def check(plan: Plan) -> tuple[Violation, ...]:
    """Give every broken hard rule of a plan, round by round."""
    found = [
        violation
        for rule in (
            _missing_rounds,
            _unknown,
            _twice,
            _table_sizes,
            _apart,
            _absent,
            _pins,
            _never_seated,
            _unequal_games,
        )
        for violation in rule(plan)
    ]
    last = plan.rounds

    def place(violation: Violation) -> tuple[int, int]:
        round_ = last if violation.round is None else violation.round
        return round_, -1 if violation.table is None else violation.table

    return tuple(sorted(found, key=place))


def _tables(plan: Plan) -> Iterator[tuple[int, int, list[int]]]:
    """Walk over the played tables: round, table, and the people there in the order of their seats."""
    for round_ in range(plan.rounds):
        for table in range(plan.tables):
            people = [int(i) for i in plan.seats[round_, table] if i != EMPTY]
            if people:
                yield round_, table, people


def _missing_rounds(plan: Plan) -> Iterator[Violation]:
    for round_ in np.flatnonzero(~plan.played().any(axis=1)).tolist():
        yield Violation("missing", "missing_round", round=round_)


def _unknown(plan: Plan) -> Iterator[Violation]:
    for round_, table, people in _tables(plan):
        strangers = tuple(sorted({i for i in people if i in plan.unknown}))
        if strangers:
            yield Violation("unknown", "unknown", round_, table, strangers)


def _twice(plan: Plan) -> Iterator[Violation]:
    for round_ in range(plan.rounds):
        seen: dict[int, list[int]] = {}
        for table in range(plan.tables):
            for index in plan.seats[round_, table]:
                if index != EMPTY:
                    seen.setdefault(int(index), []).append(table)
        for index, tables in seen.items():
            if len(tables) > 1:
                yield Violation("twice", "twice", round_, tables[1], (index,), {"tables": tables})


def _table_sizes(plan: Plan) -> Iterator[Violation]:
    for round_, table, people in _tables(plan):
        if len(people) != plan.table_size:
            fields = {"n": len(people), "size": plan.table_size}
            yield Violation("table-size", "table_size", round_, table, (), fields)
        elif (plan.seats[round_, table, plan.table_size :] != EMPTY).any():
            surplus = plan.seats[round_, table, plan.table_size :]
            extra = tuple(int(i) for i in surplus if i != EMPTY)
            yield Violation("table-size", "seat_taken", round_, table, extra)


def _apart(plan: Plan) -> Iterator[Violation]:
    teams = [entrant.team for entrant in plan.roster.entrants]
    apart = set(plan.roster.apart)
    for round_, table, people in _tables(plan):
        present = sorted(set(people))
        for position, a in enumerate(present):
            for b in present[position + 1 :]:
                if teams[a] is not None and teams[a] == teams[b]:
                    fields = {"team": teams[a]}
                    yield Violation("teammates", "teammates", round_, table, (a, b), fields)
                elif (a, b) in apart:
                    yield Violation("apart", "apart", round_, table, (a, b))


def _absent(plan: Plan) -> Iterator[Violation]:
    for round_, table, people in _tables(plan):
        for index in sorted(set(people)):
            if round_ in plan.roster.entrants[index].absent:
                yield Violation("absent", "absent", round_, table, (index,))


def _pins(plan: Plan) -> Iterator[Violation]:
    for round_, table, people in _tables(plan):
        for index in sorted(set(people)):
            pin = plan.roster.entrants[index].table
            if pin is not None and pin != table:
                yield Violation("pin", "pin", round_, table, (index,), {"pin": pin})


def _never_seated(plan: Plan) -> Iterator[Violation]:
    games = measures.game_counts(plan)
    there = measures.available(plan.roster, plan.rounds).any(axis=0)
    for index in np.flatnonzero((games == 0) & there):
        yield Violation("missing", "never_seated", entrants=(int(index),))


def _unequal_games(plan: Plan) -> Iterator[Violation]:
    """Name somebody with a game too many and somebody with a game too few.

    Games are as equal as the tables and absences allow when no chain of people, each playing in a round
    in which the next one rests, leads from somebody to another with two games less.
    """
    games = measures.game_counts(plan)
    counted = np.array([i not in plan.unknown for i in range(len(games))], dtype=np.bool_)
    if not counted.any():
        return
    seated = np.zeros((plan.rounds, len(games)), dtype=np.bool_)
    round_, table, seat = np.nonzero(plan.seats != EMPTY)
    seated[round_, plan.seats[round_, table, seat]] = True
    resting = measures.rests(plan) & counted
    for level in range(int(games[counted].max()), int(games[counted].min()) + 1, -1):
        few = games <= level - 2
        if not (few & _takers((games >= level) & counted, seated, resting)).any():
            continue
        # Nobody with more games reaches anybody with so few: one with just so many does.
        for most in np.flatnonzero((games == level) & counted).tolist():
            short = np.flatnonzero(few & _takers(np.arange(len(games)) == most, seated, resting))
            if len(short):
                least = int(short[np.argmin(games[short])])
                fields = {"most": level, "least": int(games[least])}
                yield Violation("games", "games", entrants=(most, least), fields=fields)
                return


def _takers(givers: Flags, seated: Flags, resting: Flags) -> Flags:
    """Say to whom a game can pass from one of `givers`, hand to hand, themselves among them."""
    while True:
        open_rounds = seated[:, givers].any(axis=1)
        wider = givers | resting[open_rounds].any(axis=0)
        if (wider == givers).all():
            return givers
        givers = wider


def against(plan: Plan, regulation: Regulation) -> tuple[Violation, ...]:
    """Give what in a plan does not fit a written regulation: table size, entrants, rounds."""
    found: list[Violation] = []
    if plan.table_size != regulation.table.size:
        fields: dict[str, Any] = {"n": plan.table_size, "size": regulation.table.size}
        found.append(Violation("table-size", "regulation_table", fields=fields))
    known = len(plan.roster.entrants) - len(plan.unknown)
    if known != regulation.entry.entrants:
        fields = {"n": known, "asked": regulation.entry.entrants}
        found.append(Violation("missing", "regulation_entrants", fields=fields))
    asked = {stage.name: stage.rounds for stage in regulation.stages}
    if plan.stages:
        for name in dict.fromkeys(plan.stages):
            n = plan.stages.count(name)
            if name not in asked:
                fields = {"stage": name, "n": n, "known": list(asked)}
                found.append(Violation("unknown", "regulation_no_stage", fields=fields))
            elif n != asked[name]:
                fields = {"stage": name, "n": n, "asked": asked[name]}
                found.append(Violation("missing", "regulation_stage", fields=fields))
    elif plan.rounds not in _possible_rounds(regulation):
        fields = {"n": plan.rounds, "possible": _possible_rounds(regulation)}
        found.append(Violation("missing", "regulation_rounds", fields=fields))
    return tuple(found)


def _possible_rounds(regulation: Regulation) -> list[int]:
    """Give the numbers of rounds that whole stages, from the first one on, can have."""
    return [
        int(total) for total in np.cumsum([stage.rounds for stage in regulation.stages]).tolist()
    ]


def _proved(violations: tuple[Violation, ...], counts: Meetings, bound: Bound) -> bool:
    return not violations and counts.sum_of_squares == bound.value


def document(plan: Plan, findings: Findings) -> dict[str, Any]:
    """Give the findings as the document of ``check --json`` and ``report --json``."""
    return {
        "violations": [
            {
                "rule": violation.rule,
                "round": None if violation.round is None else violation.round + 1,
                "table": None if violation.table is None else violation.table + 1,
                "entrants": [plan.roster.entrants[index].id for index in violation.entrants],
                "text": violation.sentence(plan),
            }
            for violation in findings.violations
        ],
        "balance": balance_document(findings),
    }


def balance_document(findings: Findings) -> dict[str, Any]:
    """Give the balance and its bounds as a document; a plan's certificate holds the same."""
    measured, violations = findings.balance, findings.violations
    pages: dict[str, Any] = {
        "meetings": _meetings_document(measured.meetings, findings.meetings_bound, violations),
        "team_meetings": None,
    }
    if measured.team_meetings is not None and findings.team_meetings_bound is not None:
        pages["team_meetings"] = _meetings_document(
            measured.team_meetings, findings.team_meetings_bound, violations
        )
    pages["seats"] = {
        "max_spread": measured.seats.max_spread,
        "excess": measured.seats.excess,
        "halves_max_spread": measured.halves_max_spread,
    }
    pages["tables"] = {"max_spread": measured.tables.max_spread, "excess": measured.tables.excess}
    pages["neighbours"] = {
        "histogram": {str(times): n for times, n in measured.neighbours.items()},
        "max": max(measured.neighbours, default=0),
    }
    pages["byes"] = {
        "max_spread": measured.byes_max_spread,
        "two_in_a_row": measured.two_in_a_row,
    }
    return pages


def _meetings_document(
    counts: Meetings, bound: Bound, violations: tuple[Violation, ...]
) -> dict[str, Any]:
    return {
        "histogram": {str(times): n for times, n in counts.histogram.items()},
        "min": counts.min,
        "max": counts.max,
        "sum_of_squares": counts.sum_of_squares,
        "bound": bound.value,
        "bound_by": words.say("en", f"bound.{bound.by}"),
        "proved_best": _proved(violations, counts, bound),
        "range_bound": bound.range,
    }
