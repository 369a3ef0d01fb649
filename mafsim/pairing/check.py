"""The independent checker: any plan, from any program, read from scratch against every hard rule.

It knows nothing of how plans are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim import words
from mafsim.errors import Saying
from mafsim.pairing import bounds, measures
from mafsim.pairing.bounds import Bound
from mafsim.pairing.measures import Balance, Meetings
from mafsim.pairing.stages import StageMeetings, stages
from mafsim.pairing.turns import uneven
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Ban

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
        return self.told(plan).sentence(lang)

    def told(self, plan: Plan) -> Saying:
        """Give its sentence, to be told within another one."""
        names = [plan.roster.entrants[index].name for index in self.entrants]
        where = {"round": self.round, "table": self.table, "names": names}
        return Saying(f"violation.{self.key}", where | self.fields)


@dataclass(frozen=True, slots=True)
class Findings:
    """What the checker found: broken rules, balance, and what no plan of this shape can beat."""

    violations: tuple[Violation, ...]
    balance: Balance
    meetings_bound: Bound
    team_meetings_bound: Bound | None
    stages: tuple[StageMeetings, ...] = ()
    """In Shapka, the meetings of teams stage by stage."""

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
    if regulation is not None and not regulation.table.team_mates_apart:
        plan = plan.with_(roster=replace(plan.roster, mates_apart=False))
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
        stages=stages(plan) if plan.game == "shapka" else (),
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
            _shapka_teams,
            _absent,
            _pins,
            _bans,
            _judges,
            _never_seated,
            _unequal_games,
            _advisers,
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
            fields = {"tables": sorted(set(tables))}
            if len(fields["tables"]) > 1:
                yield Violation("twice", "twice", round_, tables[1], (index,), fields)
            elif len(tables) > 1:
                yield Violation("twice", "twice_at_table", round_, tables[0], (index,), fields)


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
                if plan.roster.mates_apart and teams[a] is not None and teams[a] == teams[b]:
                    if plan.game == "shapka":
                        continue  # `_shapka_teams` says it
                    fields = {"team": teams[a]}
                    yield Violation("teammates", "teammates", round_, table, (a, b), fields)
                elif (a, b) in apart and round_ >= plan.frozen:
                    yield Violation("apart", "apart", round_, table, (a, b))


def _shapka_teams(plan: Plan) -> Iterator[Violation]:
    """Name tables of Shapka where two pairs are of one team, or pairs of more than one division."""
    if plan.game != "shapka":
        return
    entrants = plan.roster.entrants
    for round_, table, people in _tables(plan):
        present = [index for index in sorted(set(people)) if index not in plan.unknown]
        for a, b in combinations(present, 2):
            if entrants[a].team is not None and entrants[a].team == entrants[b].team:
                fields = {"team": entrants[a].team}
                yield Violation("shapka-teams", "shapka_team", round_, table, (a, b), fields)
        divisions = list(dict.fromkeys(str(entrants[index].division) for index in present))
        if plan.roster.divided and len(divisions) > 1:
            apart: dict[str, Any] = {"divisions": divisions}
            yield Violation(
                "shapka-teams", "shapka_divisions", round_, table, tuple(present), apart
            )


def _absent(plan: Plan) -> Iterator[Violation]:
    for round_, table, people in _tables(plan):
        for index in sorted(set(people)):
            if not plan.roster.entrants[index].is_there(round_):
                yield Violation("absent", "absent", round_, table, (index,))


def _pins(plan: Plan) -> Iterator[Violation]:
    for round_, table, people in _tables(plan):
        for index in sorted(set(people)):
            pin = plan.roster.entrants[index].table
            if pin is not None and pin != table and round_ >= plan.frozen:
                yield Violation("pin", "pin", round_, table, (index,), {"pin": pin})


def _bans(plan: Plan) -> Iterator[Violation]:
    several: dict[tuple[int, int], list[Ban]] = {}
    for ban in plan.roster.bans:
        several.setdefault((ban.table, ban.entrant), []).append(ban)
    for round_, table, people in _tables(plan) if several else ():
        for index in sorted(set(people)):
            holds = any(ban.holds(round_) for ban in several.get((table, index), ()))
            if holds and round_ >= plan.frozen:
                yield Violation("table-ban", "table_ban", round_, table, (index,))


def _judges(plan: Plan) -> Iterator[Violation]:
    """Name who sits before a judge that may not judge him, and judges who are not where they belong."""
    judges = plan.roster.judges
    if not judges:
        return
    for round_ in range(plan.frozen, plan.rounds):
        at_work: dict[int, int] = {}
        for table in np.flatnonzero(plan.played()[round_]).tolist():
            judge = _judge_of(plan, round_, table)
            if judge is None:
                continue
            named: dict[str, Any] = {"judge": judges[judge].name}
            seated = {int(i) for i in plan.seats[round_, table]} & set(judges[judge].barred)
            for index in sorted(seated):
                yield Violation("judge", "judge", round_, table, (index,), named)
            own = judges[judge].table
            if own is not None and own != table:
                fields = named | {"own": own}
                yield Violation("judge", "judge_elsewhere", round_, table, (), fields)
            if judge in at_work:
                fields = named | {"tables": [at_work[judge], table]}
                yield Violation("judge", "judge_twice", round_, table, (), fields)
            at_work[judge] = table


def _judge_of(plan: Plan, round_: int, table: int) -> int | None:
    """Give the judge of a table: the plan's, or the one who always judges there if it names nobody."""
    if plan.judges is not None and (plan.judges[round_] != EMPTY).any():
        index = int(plan.judges[round_, table])
        return None if index == EMPTY else index
    owners = [i for i, judge in enumerate(plan.roster.judges) if judge.table == table]
    return owners[0] if owners else None


def _never_seated(plan: Plan) -> Iterator[Violation]:
    parts = measures.taking_part(plan).any(axis=0)
    there = measures.available(plan.roster, plan.rounds)[plan.frozen :].any(axis=0)
    for index in np.flatnonzero(~parts & there):
        yield Violation("missing", "never_seated", entrants=(int(index),))


def _unequal_games(plan: Plan) -> Iterator[Violation]:
    """Name somebody with a game too many and somebody with a game too few: `turns`."""
    found = uneven(plan)
    if found is not None:
        fields = {"most": found.games_of_most, "least": found.games_of_least}
        yield Violation("games", "games", entrants=(found.most, found.least), fields=fields)


def _advisers(plan: Plan) -> Iterator[Violation]:
    """Name advisers who sit somewhere themselves, advise twice, or stand behind no team-mate."""
    if plan.advisers is None:
        return
    entrants = plan.roster.entrants
    for round_ in range(plan.rounds):
        seated = {int(index) for index in plan.seats[round_].ravel()}
        busy = set(seated)
        for table, seat in np.argwhere(plan.advisers[round_] != EMPTY).tolist():
            adviser, player = (
                int(each[round_, table, seat]) for each in (plan.advisers, plan.seats)
            )
            mates = (
                player != EMPTY
                and entrants[adviser].team is not None
                and entrants[adviser].team == entrants[player].team
            )
            if adviser in busy:
                yield Violation("twice", "adviser_twice", round_, table, (adviser,))
            elif not mates:
                yield Violation("adviser", "adviser_of_others", round_, table, (adviser,))
            busy.add(adviser)


def against(plan: Plan, regulation: Regulation) -> tuple[Violation, ...]:
    """Give what in a plan does not fit a written regulation: table size, entrants, rounds."""
    found: list[Violation] = []
    if plan.table_size != regulation.table.size:
        fields: dict[str, Any] = {"n": plan.table_size, "size": regulation.table.size}
        found.append(Violation("table-size", "regulation_table", fields=fields))
    found.extend(_entrants_against(plan, regulation))
    asked = {stage.name: stage.rounds for stage in regulation.stages}
    anew = {stage.name for stage in regulation.stages if stage.dealt_anew}
    if plan.stages:
        for name in dict.fromkeys(plan.stages):
            n = plan.stages.count(name)
            if name not in asked:
                fields = {"stage": name, "n": n, "known": list(asked)}
                found.append(Violation("unknown", "regulation_no_stage", fields=fields))
            elif n > asked[name] or (n < asked[name] and not _on_its_way(plan, name, anew)):
                fields = {"stage": name, "n": n, "asked": asked[name]}
                found.append(Violation("missing", "regulation_stage", fields=fields))
    elif plan.rounds not in _possible_rounds(regulation):
        fields = {"n": plan.rounds, "possible": _possible_rounds(regulation)}
        found.append(Violation("missing", "regulation_rounds", fields=fields))
    return tuple(found)


def _entrants_against(plan: Plan, regulation: Regulation) -> Iterator[Violation]:
    """Give the parts of the field that are larger or smaller than a regulation says."""
    asked = regulation.entry.entrants
    for division, members in plan.roster.parts():
        n = len([index for index in members if index not in plan.unknown])
        if n != asked and division is None:
            yield Violation("missing", "regulation_entrants", fields={"n": n, "asked": asked})
        elif n != asked:
            fields = {"division": division, "n": n, "asked": asked}
            yield Violation("missing", "regulation_division", fields=fields)


def _on_its_way(plan: Plan, stage: str, anew: set[str]) -> bool:
    """Say whether a plan ends within a stage that is dealt round by round."""
    return stage in anew and plan.stages[-1] == stage


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
    if measured.common_opponents is not None:
        pages["common_opponents"] = {
            "histogram": {str(times): n for times, n in measured.common_opponents.items()},
            "min": min(measured.common_opponents),
            "max": max(measured.common_opponents),
        }
    if measured.order is not None:
        pages["order"] = {
            "max_spread": measured.order.max_spread,
            "excess": measured.order.excess,
        }
    if findings.stages:
        pages["stages"] = [_stage_document(stage) for stage in findings.stages]
    return pages


def _stage_document(stage: StageMeetings) -> dict[str, Any]:
    return {
        "stage": stage.stage or None,
        "division": stage.division,
        "teams": stage.teams,
        "rounds": [round_ + 1 for round_ in stage.rounds],
        "histogram": {str(times): n for times, n in stage.histogram.items()},
        "sum_of_squares": stage.sum_of_squares,
        "bound": stage.least.squares,
        "proved_best": stage.proved_best,
        "again": stage.again,
        "again_bound": stage.least.again if stage.proved_best else None,
        "proved_fewest": stage.proved_fewest,
    }


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
