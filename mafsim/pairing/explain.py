"""Why demands clash: the smallest set of them that cannot hold together, and what would work instead.

Who can be placed in a round is a colouring of a few people: those who may not meet somebody, or may
not sit somewhere. A greedy colouring settles nearly every event in a moment; else CP-SAT colours
exactly, with one assumption for each demand.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np

from mafsim import words
from mafsim.errors import Impossible
from mafsim.pairing.judges import duty
from mafsim.pairing.past import behind
from mafsim.pairing.rests import least_squared_games

if TYPE_CHECKING:
    from mafsim.pairing.problem import Problem

DETERMINISTIC_TIME = 0.6
"""CP-SAT's work on one question, by its own measure: the same on every machine, a second or two."""

LARGEST_EVENT = 700
"""People times tables over all rounds: up to here the whole event is asked about, with its rests."""

LARGEST_PLACING = 5_000
"""People times tables over all rounds: up to here CP-SAT is asked for any plan at all."""

MOST_WORK = 4.0
"""CP-SAT's work at the most, by the same measure, to make a clashing set smaller."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One demand that a person can give up; `kind` and `fields` make its sentence ``demand.<kind>``."""

    kind: str
    people: tuple[int, ...]
    places: tuple[tuple[int, frozenset[int]], ...] = ()
    """The tables that it is about, each with its rounds, of those to be seated; all without any."""
    fields: dict[str, Any] = field(default_factory=dict, compare=False)

    def sentence(self, lang: str) -> str:
        """Tell it to a person."""
        return words.say(lang, f"demand.{self.kind}", **self.fields)

    def holds(self, round_: int) -> bool:
        """Say whether it says anything about a round."""
        return not self.places or bool(self._named(round_))

    def closes(self, round_: int, table: int) -> bool:
        """Say whether it keeps its people from a table."""
        if not self.places:
            return False
        return (table in self._named(round_)) != (self.kind == "pin")

    def _named(self, round_: int) -> set[int]:
        return {table for table, rounds in self.places if not rounds or round_ in rounds}


class Clash(Impossible):
    """Demands that cannot all hold, told as the smallest set that clashes.

    The field ``demands`` holds them, ``remedy`` demands without which the others can hold.
    """

    def sentence(self, lang: str = "en") -> str:
        """Tell the clash to a person."""
        told = dict(self.fields)
        for name in ("demands", "remedy"):
            sentences = [demand.sentence(lang) for demand in self.fields[name]]
            told[name] = "; ".join(sentences)
        way = words.say(lang, "demand.way_out", **told) if told["remedy"] else ""
        return words.say(lang, f"error.{self.key}", **told) + way


def demands_of(problem: Problem) -> tuple[Demand, ...]:
    """Give all hard demands of an event's people, one by one."""
    return tuple(itertools.chain(_apart(problem), _places(problem), _judged(problem)))


def _apart(problem: Problem) -> Iterator[Demand]:
    roster = problem.roster
    names = [entrant.name for entrant in roster.entrants]
    if roster.mates_apart:
        for team, members in roster.teams().items():
            if len(members) > 1:
                fields = {"team": team, "names": [names[index] for index in members]}
                yield Demand("team", members, fields=fields)
    for a, b in roster.apart:
        yield Demand("apart", (a, b), fields={"a": names[a], "b": names[b]})


def _places(problem: Problem) -> Iterator[Demand]:
    roster = problem.roster
    for index, entrant in enumerate(roster.entrants):
        if entrant.table is not None:
            fields: dict[str, Any] = {"name": entrant.name, "table": entrant.table}
            yield Demand("pin", (index,), ((entrant.table, frozenset()),), fields)
    for ban in roster.bans:
        rounds = frozenset(r - problem.first for r in ban.rounds) & set(range(problem.rounds))
        if ban.rounds and not rounds:
            continue
        name = roster.entrants[ban.entrant].name
        fields = {"name": name, "table": ban.table}
        yield Demand("ban", (ban.entrant,), ((ban.table, rounds),), fields)


def _judged(problem: Problem) -> Iterator[Demand]:
    """Give who may not be judged by whom, at the tables at which the judge is."""
    present = duty(problem)
    if present is None:
        return
    for number, judge in enumerate(problem.roster.judges):
        rounds_of: dict[int, set[int]] = {}
        for round_, table in np.argwhere(present == number).tolist():
            rounds_of.setdefault(table, set()).add(round_)
        places = tuple((table, frozenset(rounds)) for table, rounds in sorted(rounds_of.items()))
        for index in judge.barred if places else ():
            name = problem.roster.entrants[index].name
            fields = {"judge": judge.name, "name": name, "tables": sorted(rounds_of)}
            yield Demand("judge", (index,), places, fields)


def refuse_clashes(problem: Problem) -> None:
    """Refuse demands that cannot all hold in some round, or in a small event as a whole.

    Raises
    ------
    Clash
        Names the smallest clashing set, and demands without which the others can hold.
    """
    demands = demands_of(problem)
    if not demands:
        return
    there = problem.available()
    seen: set[tuple[object, ...]] = set()
    stuck: list[int] = []
    for round_ in range(problem.rounds):
        held = tuple(i for i, demand in enumerate(demands) if demand.holds(round_))
        key = (there[round_].tobytes(), problem.tables[round_], held)
        if key not in seen:
            seen.add(key)
            room = _Room(problem, demands, (round_,))
            if not room.is_easy(round_) and room.holds(range(len(demands))) is False:
                stuck.append(round_)
    if stuck:
        _refuse(problem, demands, stuck)
    cells = there.shape[1] * sum(problem.tables)
    rests = int(there.sum()) > sum(problem.tables) * problem.table_size
    if rests and cells <= LARGEST_EVENT:
        everywhere = _Room(problem, demands, range(problem.rounds), games=True)
        if everywhere.holds(range(len(demands))) is False:
            _refuse_whole(demands, everywhere)


def placing(problem: Problem) -> np.ndarray | None:
    """Give any tables that keep every demand, or None where CP-SAT finds none: ``[round, entrant]``.

    `T`, the number of the last table plus one, is no seat. For small events in which a search has failed.
    """
    from ortools.sat.python import cp_model

    cells = len(problem.roster.entrants) * sum(problem.tables)
    if cells > LARGEST_PLACING:
        return None
    demands = demands_of(problem)
    room = _Room(problem, demands, range(problem.rounds), games=True)
    model, _ = room.model(frozenset(range(len(demands))))
    solver = _solver()
    solver.parameters.max_deterministic_time = MOST_WORK
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    table = np.full((problem.rounds, len(problem.roster.entrants)), max(problem.tables), np.int32)
    for (round_, person, number), sits in room.sits.items():
        if solver.value(sits):
            table[round_, person] = number
    return table


def _refuse(problem: Problem, demands: Sequence[Demand], stuck: Sequence[int]) -> None:
    first = stuck[0]
    core = _Room(problem, demands, (first,)).smallest_clash()
    remedy = _Room(problem, demands, stuck).fewest_dropped()
    raise Clash(
        "problem.clash",
        round=problem.first + first,
        n=len(core),
        tables=problem.tables[first],
        demands=tuple(demands[i] for i in core),
        remedy=tuple(demands[i] for i in remedy),
    )


def _refuse_whole(demands: Sequence[Demand], room: _Room) -> None:
    core = room.smallest_clash()
    remedy = room.fewest_dropped()
    raise Clash(
        "problem.clash_with_rests",
        n=len(core),
        demands=tuple(demands[i] for i in core),
        remedy=tuple(demands[i] for i in remedy),
    )


class _Room:
    """Some rounds of an event, and the question which demands can hold in all of them.

    With `games` everybody plays as equally often as tables and absences allow.
    """

    def __init__(
        self,
        problem: Problem,
        demands: Sequence[Demand],
        rounds: Iterable[int],
        *,
        games: bool = False,
    ) -> None:
        self.problem, self.demands, self.rounds = problem, demands, tuple(rounds)
        self.there = problem.available()
        self.games = games
        self.work = 0.0
        self.sits: dict[tuple[int, int, int], Any] = {}
        """The variables of the last model, by round, person and table."""

    def is_easy(self, round_: int) -> bool:
        """Say whether a greedy placing finds everybody who matters a table."""
        people, closed, mates = self._who_matters(round_)
        tables, size = self.problem.tables[round_], self.problem.table_size
        placed: dict[int, int] = {}
        # The emptiest tables first, each as (how many sit there, table).
        emptiest = [(0, table) for table in range(tables)]
        spare = int(self.there[round_].sum()) - tables * size
        for person in sorted(people, key=lambda p: (-len(closed[p]), -len(mates[p]), p)):
            taken = closed[person] | {placed[q] for q in mates[person] if q in placed}
            passed = []
            while emptiest and emptiest[0][1] in taken:
                passed.append(heappop(emptiest))
            if emptiest:
                filled, placed[person] = heappop(emptiest)
                if filled + 1 < size:
                    passed.append((filled + 1, placed[person]))
            elif spare:
                spare -= 1
            else:
                return False
            for each in passed:
                heappush(emptiest, each)
        return True

    def _who_matters(
        self, round_: int
    ) -> tuple[list[int], dict[int, set[int]], dict[int, set[int]]]:
        """Give the people with a demand in a round, the tables closed to each, and whom he may not meet."""
        here, tables = self.there[round_], range(self.problem.tables[round_])
        closed: dict[int, set[int]] = {}
        mates: dict[int, set[int]] = {}
        for demand in self.demands:
            if not demand.holds(round_):
                continue
            among = [p for p in demand.people if here[p]]
            shut = {t for t in tables if demand.closes(round_, t)} if demand.places else set()
            for person in among:
                closed.setdefault(person, set()).update(shut)
                mates.setdefault(person, set())
                if not demand.places:
                    mates[person].update(other for other in among if other != person)
        return sorted(closed), closed, mates

    def holds(self, wanted: Iterable[int]) -> bool | None:
        """Say whether some demands can all hold; None if CP-SAT does not know in its time."""
        from ortools.sat.python import cp_model

        model, _ = self.model(frozenset(wanted))
        solver = _solver()
        status = solver.solve(model)
        self.work += solver.response_proto.deterministic_time
        if status == cp_model.INFEASIBLE:
            return False
        return True if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None

    def smallest_clash(self) -> list[int]:
        """Give demands that clash, of which none can be left out (Zeller's delta debugging, 1999)."""
        core = list(range(len(self.demands)))
        size = max(1, len(core) // 2)
        while True:
            at = 0
            while at < len(core) and self.work < MOST_WORK:
                fewer = core[:at] + core[at + size :]
                if self.holds(fewer) is False:
                    core = fewer
                else:
                    at += size
            if size == 1:
                return core
            size = max(1, min(size, len(core)) // 2)

    def fewest_dropped(self) -> list[int]:
        """Give the fewest demands without which all the others can hold, teams the last of all."""
        from ortools.sat.python import cp_model

        model, switches = self.model(None)
        weights = [20 if demand.kind == "team" else 10 for demand in self.demands]
        kept = [w * switch for w, switch in zip(weights, switches, strict=True)]
        model.maximize(sum(kept))
        solver = _solver()
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return []
        return [i for i, switch in enumerate(switches) if not solver.value(switch)]

    def model(self, wanted: frozenset[int] | None) -> tuple[Any, list[Any]]:
        """State who sits where under some demands, or, for None, with a switch for every demand."""
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        held = range(len(self.demands)) if wanted is None else sorted(wanted)
        switches = [model.new_bool_var("") for _ in held] if wanted is None else []
        games: dict[int, list[Any]] = {}
        for round_ in self.rounds:
            sits = self._round(model, held, switches, round_)
            for (person, table), variable in sits.items():
                games.setdefault(person, []).append(variable)
                self.sits[round_, person, table] = variable
        if self.games:
            self._equal_games(model, games)
        return model, switches

    def _round(
        self, model: Any, wanted: Sequence[int], switches: Sequence[Any], round_: int
    ) -> dict[tuple[int, int], Any]:
        tables, size = self.problem.tables[round_], self.problem.table_size
        held = [i for i in wanted if self.demands[i].holds(round_)]
        everybody = np.flatnonzero(self.there[round_]).tolist()
        matters = {p for i in held for p in self.demands[i].people}
        people = everybody if self.games else [p for p in everybody if p in matters]
        sits = {(p, t): model.new_bool_var("") for p in people for t in range(tables)}
        for p in people:
            model.add_at_most_one(sits[p, t] for t in range(tables))
        for t in range(tables):
            at_table = sum(sits[p, t] for p in people)
            model.add(at_table == size if self.games else at_table <= size)
        if not self.games:
            spare = len(everybody) - tables * size
            model.add(sum(sits.values()) >= len(people) - spare)
        for index in held:
            off = [~switches[index]] if switches else []
            self._demand(model, self.demands[index], off, sits, round_)
        return sits

    def _demand(
        self,
        model: Any,
        demand: Demand,
        off: list[Any],
        sits: dict[tuple[int, int], Any],
        round_: int,
    ) -> None:
        """State one demand, unless a literal of `off` is true."""
        among = [p for p in demand.people if (p, 0) in sits]
        for t in range(self.problem.tables[round_]):
            if demand.places:
                if demand.closes(round_, t):
                    for p in among:
                        model.add_bool_or(*off, ~sits[p, t])
            elif off:
                for a, b in itertools.combinations(among, 2):
                    model.add_bool_or(*off, ~sits[a, t], ~sits[b, t])
            else:
                model.add_at_most_one(sits[p, t] for p in among)

    def _equal_games(self, model: Any, games: dict[int, list[Any]]) -> None:
        """Let games be as equal as they can be without any other demand: the least sum of squares."""
        before = behind(self.problem).games
        never = sum(int(n) ** 2 for p, n in enumerate(before) if p not in games)
        at_most = least_squared_games(self.problem) - never
        at_most -= sum(int(before[p]) ** 2 for p in games)
        squares = []
        for person, variables in games.items():
            steps = [model.new_bool_var("") for _ in variables]
            model.add(sum(variables) == sum(steps))
            for early, late in itertools.pairwise(steps):
                model.add_implication(late, early)
            squares += [(2 * (int(before[person]) + k) + 1) * step for k, step in enumerate(steps)]
        model.add(sum(squares) <= at_most)


def _solver() -> Any:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = DETERMINISTIC_TIME
    solver.parameters.random_seed = 0
    return solver
