"""A random event taken from its files to its last places, everything in it compared with plain loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import numpy as np

from mafsim import export
from mafsim.errors import Impossible
from mafsim.files import parse_judges, parse_plan, parse_results, parse_roster, plan_text
from mafsim.files.written_results import results_document
from mafsim.files.written_roster import judges_csv, roster_csv
from mafsim.games import AnyGames
from mafsim.pairing import check, measures
from mafsim.pairing.problem import of_regulation
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.regulations.load import parse
from mafsim.scoring import score
from mafsim.standings import standings
from mafsim.standings.units import By
from mafsim.tournament.generate import Draft, Order, Walk, draft, generate
from tests.pairing import brute
from tests.pairing.proved import TooLargeError, least_squares
from tests.tournament.slow_places import Event, Person

SMALL = Order(table_size=(3, 6), tables=(1, 3), rounds=(2, 6))
EXPORTED = 3
"""The last plan of every third event is exported to every format."""
READ = ("csv", "xlsx", "json", "schedule", "array", "federation")


def order_of(seed: int) -> Order:
    """Order small tables for most events, whose demands clash soonest; every tenth is as large as any."""
    return (
        Order() if seed % 10 == 0 else replace(SMALL, game="shapka" if seed % 9 == 4 else "mafia")
    )


def small(order: Order) -> Order:
    return replace(order, tables=None, table_size=None) if order.game == "shapka" else order


@dataclass
class Told:
    """What was compared, and what was found wrong; all of it without an end where nothing is."""

    faults: list[str] = field(default_factory=list)
    compared: Counter[str] = field(default_factory=Counter)

    def same(self, what: str, one: object, other: object) -> None:
        self.compared[what] += 1
        if one != other:
            self.faults.append(f"{what}: {_short(one)} is not {_short(other)}")

    def true(self, what: str, holds: bool, detail: object = "") -> None:
        self.compared[what] += 1
        if not holds:
            self.faults.append(f"{what}: {_short(detail)}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 400 else f"{text[:400]}..."


def through(seed: int) -> Told:
    """Take the event of a seed from its roster to its final places."""
    told = Told()
    event = draft(seed, small(order_of(seed)))
    _files(event, told)
    walk = generate(event)
    told.compared["over" if walk.over else f"ended by {walk.refused[-1].error.key}"] += 1
    for refusal in walk.refused:
        told.compared["refused"] += 1
        for lang in ("en", "ru"):
            told.true("a refusal is one sentence", _is_sentence(refusal.error, lang), refusal.error)
    for turn in walk.turns:
        _plan(turn.plan, told)
    if walk.turns and seed % EXPORTED == 0:
        _exports(walk.plan, told)
    for plan, games in zip(_parts(walk), walk.results, strict=walk.over):
        _results(plan, games, walk, told)
        _places(games, event, walk, told)
    return told


def _is_sentence(error: Impossible, lang: str) -> bool:
    sentence = error.sentence(lang)
    return "\n" not in sentence and "{" not in sentence.replace("{name}", "") and len(sentence) > 20


def _parts(walk: Walk) -> Iterator[Plan]:
    """Give the plan of each part of an event as it was played: the last one of its length."""
    last = {turn.plan.rounds: turn.plan for turn in walk.turns}
    yield from (last[rounds] for rounds in sorted(last))


def _files(event: Draft, told: Told) -> None:
    read = parse_roster(roster_csv(event.roster).encode(), file="roster.csv")
    if event.roster.judges:
        read = parse_judges(judges_csv(event.roster).encode(), read, file="judges.csv")
    told.same("roster.csv", replace(read, warnings=(), divided=event.roster.divided), event.roster)
    told.same("regulation.toml", parse(event.text, file="r.toml").digest, event.regulation.digest)


# ---- plans


def _plan(plan: Plan, told: Told) -> None:
    violations = check.check(plan)
    mine = [each for each in violations if each.round is None or each.round >= plan.frozen]
    holes = [each for each in mine if each.rule == "table-size" and _is_ranked(plan, each.round)]
    told.true("a plan keeps the rules", len(mine) == len(holes), [v.sentence(plan) for v in mine])
    if plan.game == "mafia":
        _against_plain_loops(plan, violations, told)
    else:
        told.same("teams of Shapka", list(_wrong_tables(plan)), [])
    text = plan_text(plan)
    read = parse_plan(text.encode(), file="plan.json")
    told.same("plan.json", replace(read.roster, warnings=()), replace(plan.roster, warnings=()))
    told.same("plan.json, whole", read, plan)
    told.same("plan.json, written again", plan_text(read), text)
    told.same("a plan that was read is judged alike", check.check(read), violations)


def _is_ranked(plan: Plan, round_: int | None) -> bool:
    return round_ is not None and bool(plan.draws) and plan.draws[round_] == "ranked"


def _against_plain_loops(plan: Plan, violations: tuple[check.Violation, ...], told: Told) -> None:
    found = sorted(
        (
            (each.rule, each.round, each.table, each.entrants)
            for each in violations
            if each.rule not in ("games", "adviser") and each.key not in _OTHER_RULES
        ),
        key=repr,
    )
    plain = brute.broken(plan)
    if plan.advisers is not None:
        behind = set(plan.advisers.ravel().tolist())
        plain = [each for each in plain if each[0] != "missing" or not behind & set(each[3])]
    told.same("checker and plain loops", found, plain)
    measured, counted = measures.balance(plan), brute.balance(plan)
    if plan.advisers is not None:  # plain loops know of no advisers, who have no bye
        measured = replace(measured, byes_max_spread=0, two_in_a_row=0)
        counted = replace(counted, byes_max_spread=0, two_in_a_row=0)
    told.same("balance and plain loops", measured, counted)
    bound = check.examine(plan).meetings_bound.value
    squares = counted.meetings.sum_of_squares
    told.true("a bound is none of this plan's", bound <= squares, (bound, squares))


_OTHER_RULES = frozenset({"judge_elsewhere", "judge_twice", "adviser_twice"})
"""Rules that the plain loops do not have."""


def _wrong_tables(plan: Plan) -> Iterator[tuple[int, int]]:
    """Find tables of Shapka that have not three pairs of three teams of one division."""
    for round_, tables in enumerate(brute.rows(plan)):
        seen: list[int] = []
        for table, seats in enumerate(tables):
            people = [plan.roster.entrants[p] for p in seats if p >= 0]
            teams, divisions = {e.team for e in people}, {e.division for e in people}
            if people and (len(people) != 3 or len(teams) != 3 or len(divisions) != 1):
                yield round_, table
            seen += [p for p in seats if p >= 0]
        if len(set(seen)) != len(seen):
            yield round_, -1


def names_of(plan: Plan) -> list[list[list[str | None]]]:
    """Give who sits where by name, without what is empty."""
    names = [entrant.name for entrant in plan.roster.entrants]
    return [
        [[names[p] if p >= 0 else None for p in seats] for seats in tables if max(seats) >= 0]
        for tables in brute.rows(plan)
    ]


def _exports(plan: Plan, told: Told) -> None:
    start = datetime(2026, 12, 5, 12, 0)  # noqa: DTZ001
    for name, form in export.FORMATS.items():
        timed = export.Asked(lang="ru", start=start, minutes=45)
        try:
            written = form.write(plan, timed if "start" in form.takes else export.Asked(lang="ru"))
        except Impossible:
            told.compared[f"{name} cannot hold it"] += 1
            continue
        told.true(f"export {name}", bool(written))
        if name in READ:
            _read_back(plan, name, written, told)


def _read_back(plan: Plan, name: str, written: bytes, told: Told) -> None:
    read = parse_plan(written, file=f"plan.{name}", table_size=plan.table_size)
    if name == "array":
        told.same("array", [_sizes(read)], [_sizes(plan)])
    elif name == "federation":
        told.same("federation", _sets(read), _sets(plan))
    else:
        told.same(name, names_of(read), names_of(plan))


def _sizes(plan: Plan) -> list[list[int]]:
    counts = [[sum(p >= 0 for p in seats) for seats in tables] for tables in brute.rows(plan)]
    return [[number for number in tables if number] for tables in counts]


def _sets(plan: Plan) -> list[list[list[str]]]:
    return [[sorted(filter(None, seats)) for seats in tables] for tables in names_of(plan)]


# ---- against CP-SAT

TINY = Order(game="mafia", table_size=(3, 4), tables=(1, 2), rounds=(2, 3), stages=(1, 1))


def proved(seed: int) -> Told:
    """Hold the search against CP-SAT on a tiny event of a seed, and what is refused against it too."""
    told = Told()
    event = draft(seed, replace(TINY, apart=0.3 if seed % 2 else None, judges=(0, 0)))
    people = replace(event.roster, avoid=())  # a wish that is no demand would cost meetings
    size = event.shape.size
    try:
        problem = of_regulation(event.regulation, people)
        tables = problem.tables
    except Impossible as error:
        told.compared[f"refused: {error.key}"] += 1
        problem, tables = None, _tables(event)
    try:
        least = least_squares(people, tables, size) if all(tables) else None
    except TooLargeError:
        told.compared["too large for CP-SAT"] += 1
        return told
    if problem is None:
        told.same("what is refused is impossible", least, None)
        return told
    try:
        plan = seat(problem, seed=seed, effort=0.02, jobs=1)
    except Impossible:
        told.same("what is not found does not exist", least, None)
        return told
    squares = brute.balance(plan).meetings.sum_of_squares
    bound = check.examine(plan).meetings_bound.value
    told.true("the search is not below the optimum", least is not None and squares >= least, least)
    told.true("the bound is not above the optimum", least is not None and bound <= least, bound)
    told.compared["the search has the optimum" if squares == least else "it is above"] += 1
    return told


def _tables(event: Draft) -> tuple[int, ...]:
    """Give how many tables those fill who are there in each round."""
    there = [
        sum(brute.here(entrant, round_) for entrant in event.roster.entrants)
        for round_ in range(event.shape.rounds)
    ]
    most = event.shape.stages[0].get("tables", event.shape.players // event.shape.size)
    return tuple(min(most, number // event.shape.size) for number in there)


# ---- results and places


def _results(plan: Plan, games: AnyGames, walk: Walk, told: Told) -> None:
    for kind, write in export.RESULT_FORMATS.items():
        read = parse_results(
            write(games, "ru"),
            walk.regulation,
            file=f"results.{kind}",
            roster=plan.roster,
            lenient=True,
        )
        told.same(f"results.{kind} keep the regulation", [f.sentence() for f in read.faults], [])
        told.same(f"results.{kind}", _told_rows(read.games), _told_rows(games))
        told.true(
            f"results.{kind} bring the same points",
            np.array_equal(score(read.games, walk.regulation), score(games, walk.regulation)),
        )


def _told_rows(games: AnyGames) -> list[Any]:
    return list(results_document(games)["rows"])


def _places(games: AnyGames, event: Draft, walk: Walk, told: Told) -> None:
    people = [
        Person(each.id, each.name, each.team, each.division) for each in games.roster.entrants
    ]
    slow = Event(event.text, _told_rows(games), people)
    kinds: list[By] = ["player", "team"] if event.shape.team_size > 1 else ["player"]
    for by in kinds:
        table = standings(games, walk.regulation, by=by, seed=walk.seed)
        keys = slow.keys(by)
        told.same(f"who is ranked, by {by}", sorted(table.units.names), sorted(keys))
        points = {
            name: int(value)
            for name, value in zip(table.units.names, table.earned.points[0], strict=True)
        }
        told.same(
            f"points, by {by}", points, {name: int(key[0] * 1000) for name, key in keys.items()}
        )
        if not keys.keys() >= set(table.units.names):
            continue
        lots = dict.fromkeys(table.units.names, 0)
        if "lot" in table.levels:
            drawn = table.values[table.levels.index("lot")][0].tolist()
            lots = dict(zip(table.units.names, drawn, strict=True))
        whole = {name: (keys[name][1], lots[name]) for name in table.units.names}
        places = {name: sum(other > own for other in whole.values()) for name, own in whole.items()}
        given = dict(zip(table.units.names, table.places()[0].tolist(), strict=True))
        told.same(f"places, by {by}", given, places)
