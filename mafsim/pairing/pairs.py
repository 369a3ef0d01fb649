"""Seat Shapka: teams that meet as rarely as they can, each pair at a table of its own, an even start."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from mafsim.errors import Impossible
from mafsim.pairing import check, stages
from mafsim.pairing.designs import configurations
from mafsim.pairing.exact import MOST_TABLES
from mafsim.pairing.judges import duty
from mafsim.pairing.measures import (
    Counts,
    Flags,
    least_squares,
    meeting_counts,
    seat_counts,
    table_counts,
)
from mafsim.pairing.problem import Part, Problem, parts
from mafsim.pairing.progress import Progress, Watcher
from mafsim.pairing.seats import colour, players_at
from mafsim.pairing.stages import Company, Least
from mafsim.pairing.start import players_of_rounds
from mafsim.pairing.triples import (
    NOBODY,
    Places,
    Teams,
    count_places,
    count_teams,
    part_teams,
    settle,
)
from mafsim.pairing.walks import Clock
from mafsim.pairing.whole import judges_behind
from mafsim.plan import EMPTY, Plan
from mafsim.roster import Ban, Roster
from mafsim.streams import Purpose, stream, word

Int32 = npt.NDArray[np.int32]

TEAM_PROPOSALS = 1_000_000
"""Proposed exchanges of teams of effort 1, over all walks of one part of the field."""

PLACE_PROPOSALS = 300_000
"""Proposed changes of places, for all rounds of one part of the field."""

FIRST, LONGER, LONGEST = 40_000, 4, 320_000
"""Proposals of the first walk, how many times longer those of every next set are, and how long at most."""

STALE = 3
"""How many sets of walks in vain end the search."""

WEIGHTS = (1, 3, 12, 60)
"""Prices of a squared meeting inside a stage beside one over all rounds, a walk with each: the larger
keep a walk among the best stages, the smaller let it leave them."""

DISLIKED = 4
"""What it costs that two share a table who would rather not: two more meetings of strangers."""

STEEP, HIGHEST = 8, 19
"""Where the range counts first, a meeting costs so many times the one before, up to so many of them."""

EVEN = (1 << 20, 4096, 64, 16, 4)
VISITED = (1 << 20, 64, 16, 16, 4096)
"""Prices of what is broken, of squared meetings of pairs, of squared places in the order of play for
teams and for pairs, and of squared tables: free tables come last, even ones before meetings."""

SOLVER_TIME = 8.0
"""CP-SAT's own measure of work for one round."""

Told = Callable[[float, Counts], None]
"""Hears the share of the effort that is spent, and the meetings of teams at hand."""


def seat_pairs(
    problem: Problem,
    *,
    seed: int,
    effort: float,
    seconds: float | None,
    prefer: str,
    table_balance: str,
    progress: Watcher | None,
) -> Plan:
    """Seat an event of Shapka, each part of the field by itself, and certify it.

    The parameters and what is raised are those of `solve.seat`.
    """
    began = time.monotonic()
    clock = Clock(None if seconds is None else began + seconds)
    found = parts(replace(problem, roster=_with_bans_of_judges(problem.roster)))
    tables = max(part.offset + max(part.problem.tables) for part in found)
    seats = np.full((problem.rounds, tables, problem.table_size), EMPTY, dtype=np.int32)
    with clock.heed_interrupts():
        for number, part in enumerate(found):
            told = _teller(progress, began, number, len(found))
            search = _Search(part, number, seed, effort, clock, prefer, table_balance, told)
            own = search.seats()
            seats[:, part.offset : part.offset + own.shape[1]] = own
        return _certified(_behind(problem, seats), clock, effort)


def _with_bans_of_judges(roster: Roster) -> Roster:
    """Ban from the table of a judge who is always there whom he may not judge."""
    bans = [
        Ban(entrant=index, table=judge.table)
        for judge in roster.judges
        if judge.table is not None
        for index in judge.barred
    ]
    return replace(roster, bans=(*roster.bans, *bans))


def _teller(progress: Watcher | None, began: float, number: int, parts: int) -> Told:
    """Give what turns the meetings of teams at hand into progress of the whole search."""

    def told(done: float, meetings: Counts) -> None:
        if progress is None:
            return
        counts = meetings[np.triu_indices(len(meetings), k=1)]
        squares = int((counts.astype(np.int64) ** 2).sum())
        progress(
            Progress(
                elapsed=time.monotonic() - began,
                done=(number + min(1.0, done)) / parts,
                best=squares,
                low=int(counts.min(initial=0)),
                high=int(counts.max(initial=0)),
                bound=least_squares(int(counts.sum()), len(counts)),
            )
        )

    return told


def _certified(plan: Plan, clock: Clock, effort: float) -> Plan:
    findings = check.examine(plan)
    if findings.violations and clock.reason == "interrupt":
        raise KeyboardInterrupt
    if findings.violations:
        told = [violation.told(plan) for violation in findings.violations]
        raise Impossible("solve.nothing_valid", first=told[0], n=len(told))
    proved = all(stage.proved_fewest for stage in findings.stages)
    certificate = check.balance_document(findings)
    certificate["stopped_by"] = clock.reason or ("proved" if proved else "effort")
    certificate["effort"] = effort
    return plan.with_(certificate=certificate)


def _behind(problem: Problem, seats: Int32) -> Plan:
    """Put new rounds behind those that stand, and close the roster for whom a cut has left out."""
    past, first = problem.past, problem.first
    judges = duty(problem, seats)
    if past is not None:
        tables = max(past.tables, seats.shape[1])
        both = np.full((first + len(seats), tables, past.seats.shape[2]), EMPTY, dtype=np.int32)
        both[:first, : past.tables] = past.seats
        both[first:, : seats.shape[1], : seats.shape[2]] = seats
        judges, seats = judges_behind(past, judges, tables), both
    field = None if problem.field is None else set(problem.field)
    entrants = tuple(
        replace(entrant, left=first)
        if field is not None and index not in field and entrant.takes_part(first)
        else entrant
        for index, entrant in enumerate(problem.roster.entrants)
    )
    names: tuple[str, ...] = problem.stages
    if past is not None and (past.stages or names):
        names = (past.stages or ("",) * first) + (names or ("",) * problem.rounds)
    return Plan(
        roster=replace(problem.roster, entrants=entrants),
        seats=seats,
        table_size=problem.table_size,
        game=problem.game,
        stages=names,
        judges=judges,
        frozen=first,
        revision=1 if past is None else past.revision + 1,
    )


@dataclass(slots=True)
class _Found:
    """The best rounds so far, with what is broken, the stages' squares and the price."""

    at: Int32
    worth: tuple[int, int, int]


class _Search:
    """The search of one part of the field: its teams first, then everything inside them."""

    def __init__(
        self,
        part: Part,
        number: int,
        seed: int,
        effort: float,
        clock: Clock,
        prefer: str,
        table_balance: str,
        told: Told,
    ) -> None:
        self.problem, self.number, self.seed = part.problem, number, seed
        self.effort, self.clock, self.prefer = effort, clock, prefer
        self.table_balance, self.offset, self.told = table_balance, part.offset, told
        self.size = self.problem.table_size
        n = len(self.problem.roster.entrants)
        self.team = _teams_of(self.problem)
        self.teams = int(self.team.max()) + 1
        self.closed = _closed(self.problem, self.team)
        self.disliked = _disliked(self.problem)
        self.barred = _barred(self.problem, n)
        self.stage_names = list(dict.fromkeys(self.problem.stages)) or [""]
        self.stage = np.array(
            [self.stage_names.index(name) for name in self.problem.stages]
            or [0] * self.problem.rounds,
            dtype=np.int32,
        )
        self.met, self.together = self._history()
        most = int(self.met.max(initial=0)) + sum(self.problem.tables) + 2
        numbers = np.arange(most, dtype=np.int64)
        self.price = STEEP ** np.minimum(numbers, HIGHEST) if prefer == "range" else numbers**2

    def _history(self) -> tuple[Int32, Int32]:
        """Count meetings of teams in rounds that stand: in all, and in the stages that go on."""
        met = np.zeros((self.teams, self.teams), dtype=np.int32)
        together = np.zeros((len(self.stage_names), self.teams, self.teams), dtype=np.int32)
        past = self.problem.past
        for round_ in range(self.problem.first):
            assert past is not None
            name = past.stages[round_] if past.stages else ""
            for seats in past.seats[round_]:
                seated = self.team[seats[seats != EMPTY]]
                for i, j in itertools.permutations(seated.tolist(), 2):
                    met[i, j] += i != j
                    if name in self.stage_names and i != j:
                        together[self.stage_names.index(name), i, j] += 1
        return met, together

    def seats(self) -> Int32:
        """Give who sits where: ``[round, table, seat]``, the seats in the order of play."""
        plays = players_of_rounds(self.problem, stream(self.seed, Purpose.BYES, self.number))
        at = self._teams(plays)
        return self._places(at)

    # ---- Which teams share a table

    def _teams(self, plays: Flags) -> Int32:
        """Search for the tables' teams, in walks of growing length, until nothing better can be."""
        least = self._least(plays)
        configured = self._configured(plays)
        best = self._walked(plays, 0, 0, FIRST, least, start=configured)
        spent, leg, proposals, stale = FIRST, 1, FIRST, 0
        budget = int(TEAM_PROPOSALS * self.effort)
        while not self._enough(best, least) and spent < budget and not self._over(best):
            proposals, before = min(proposals * LONGER, LONGEST), best.worth
            for walk in range(len(WEIGHTS)):
                self.told(spent / max(budget, 1), self._meetings(best.at))
                found = self._walked(plays, leg, walk, proposals, least, start=best.at)
                best = min(best, found, key=lambda each: each.worth)
                spent += proposals
                if self._enough(best, least) or self._over(best):
                    break
            if not self._enough(best, least):
                best = self._solved(best)
                least = self._proved(plays, best, least)
            leg, stale = leg + 1, 0 if best.worth < before else stale + 1
            if stale == STALE and best.worth[0] == 0:
                break
        return best.at

    def _configured(self, plays: Flags) -> Int32 | None:
        """Give rounds of cyclic configurations, where every team has three pairs in each of them."""
        pairs = np.bincount(self.team, minlength=self.teams)
        simple = len(self.closed) == 1 and self.barred.size == 1 and self.problem.past is None
        if not (simple and self.size == 3 and (pairs == 3).all() and plays.all()):
            return None
        triples = configurations(self.teams, self.problem.rounds)
        if triples is None:
            return None
        members = np.argsort(self.team, kind="stable").reshape(self.teams, 3)
        # Each place of a triple runs through all teams, so it takes one pair of each.
        seated = members[triples, np.arange(3)]
        return seated.reshape(len(triples), -1).astype(np.int32)

    def _meetings(self, at: Int32) -> Counts:
        """Count the meetings of teams at hand and in all rounds that stand."""
        met = self.met.copy()
        for round_, tables in enumerate(self.problem.tables):
            for i, j in self._pairs_of_teams(at[round_, : tables * self.size]):
                met[i, j] += i != j
        playing = np.unique(self.team[at[at != NOBODY]])
        return np.asarray(met[np.ix_(playing, playing)], dtype=np.int32)

    def _over(self, best: _Found) -> bool:
        self.clock.look()
        self.clock.valid = self.clock.valid or best.worth[0] == 0
        return self.clock.stop.is_set() and best.worth[0] == 0

    def _enough(self, best: _Found, least: tuple[int, int]) -> bool:
        return best.worth[0] == 0 and best.worth[1] <= least[0] and best.worth[2] <= least[1]

    def _company(self, plays: Flags, stage: int) -> Company:
        """Give the teams of one stage as the checker's bounds want them."""
        rounds = np.flatnonzero(self.stage == stage)
        pairs = np.zeros((len(rounds), self.teams), dtype=np.int32)
        for row, round_ in enumerate(rounds):
            np.add.at(pairs[row], self.team[plays[round_]], 1)
        return Company(pairs=pairs, size=self.size, met=self.met, together=self.together[stage])

    def _least(self, plays: Flags) -> tuple[int, int]:
        """Give squares and a price that no rounds beat; a price of nothing where none is known.

        The price is that of the stage, or of all meetings together, whichever says more.
        """
        found = [stages.rows(self._company(plays, s)) for s in range(len(self.stage_names))]
        squares = sum(least.squares for least in found)
        if self.prefer != "even":
            return squares, 0
        pairs = np.zeros((self.problem.rounds, self.teams), dtype=np.int32)
        for round_ in range(self.problem.rounds):
            np.add.at(pairs[round_], self.team[plays[round_]], 1)
        together = Company(pairs=pairs, size=self.size, met=self.met, together=self.met)
        return squares, max(stages.rows(together).squares, self._price_of(found))

    def _price_of(self, found: list[Least]) -> int:
        return found[0].squares + 2 * found[0].again if len(found) == 1 else 0

    def _proved(self, plays: Flags, best: _Found, least: tuple[int, int]) -> tuple[int, int]:
        """Ask the checker's solver whether the rounds at hand are the best already."""
        if len(self.stage_names) > 1 or self.prefer != "even" or self.together.any():
            return least
        again = (best.worth[2] - best.worth[1]) // 2
        found = stages.least(self._company(plays, 0), best.worth[1], again)
        return max(least, (found.squares, self._price_of([found])))

    def _walked(
        self,
        plays: Flags,
        leg: int,
        walk: int,
        proposals: int,
        least: tuple[int, int],
        start: Int32 | None = None,
    ) -> _Found:
        """Send out one walk; it begins with the best rounds, or with a deal of its own."""
        fresh = start is None or walk % 2
        at = self._deal(plays, leg, walk) if fresh or start is None else start.copy()
        state = self._state(at)
        totals = np.tile(count_teams(state, self.size), 2)
        best = at.copy()
        weight = WEIGHTS[walk]
        warm, cold = 1024 * (weight + 2), 160
        generator = np.array([word(self.seed, Purpose.SEARCH, self.number, leg, walk)], np.uint64)
        part_teams(
            state, self.size, weight, proposals, warm, cold, generator, totals, best,
            np.array(least, dtype=np.int64),
        )  # fmt: skip
        return _Found(best, (int(totals[3]), int(totals[4]), int(totals[5])))

    def _deal(self, plays: Flags, leg: int, walk: int) -> Int32:
        """Deal the pairs of each round to seats so that team-mates come to different tables."""
        rng = stream(self.seed, Purpose.SEARCH, self.number, leg, walk)
        at = np.full((self.problem.rounds, max(self.problem.tables) * self.size), NOBODY, np.int32)
        pins = [entrant.table for entrant in self.problem.roster.entrants]
        for round_, tables in enumerate(self.problem.tables):
            free = [[t * self.size + s for s in range(self.size)] for t in range(tables)]
            order = rng.permutation(np.flatnonzero(plays[round_]))
            crowds = np.bincount(self.team[order], minlength=self.teams)[self.team[order]]
            ranks = rng.permutation(self.teams)[self.team[order]]
            order = order[np.lexsort((ranks, -crowds))]
            pinned = [int(p) for p in order if pins[p] is not None and free[pins[p]]]
            for p in pinned:
                at[round_, free[pins[p]].pop()] = p  # type: ignore[index]
            # Team after team around the tables: a team's pairs come to tables in a row.
            rest = [int(p) for p in order if p not in set(pinned)]
            seats = [free[t].pop() for _ in range(self.size) for t in range(tables) if free[t]]
            at[round_, seats] = rest
        return at

    def _solved(self, best: _Found) -> _Found:
        """Give better rounds, if CP-SAT finds one round that fits the others better."""
        simple = len(self.closed) == 1 and self.barred.size == 1 and self.prefer == "even"
        if not simple or len(self.disliked) > 1 or best.worth[0]:
            return best
        for round_ in range(self.problem.rounds):
            if self.clock.stop.is_set():
                break
            best = self._round_solved(best, round_)
        return best

    def _round_solved(self, best: _Found, round_: int) -> _Found:
        seats = self.problem.tables[round_] * self.size
        seated = best.at[round_, :seats]
        pairs = np.bincount(self.team[seated], minlength=self.teams)
        playing = np.flatnonzero(pairs)
        if math.comb(len(playing), self.size) > MOST_TABLES:
            return best
        stage = int(self.stage[round_])
        others = [r for r in range(self.problem.rounds) if r != round_]
        met, together = self.met.copy(), self.together[stage].copy()
        for other in others:
            for i, j in self._pairs_of_teams(
                best.at[other, : self.problem.tables[other] * self.size]
            ):
                met[i, j] += 1
                together[i, j] += int(self.stage[other]) == stage
        tables = _best_round(pairs, self.size, met, together, self._tables(seated))
        if tables is None:
            return best
        at = best.at.copy()
        own = {team: [int(p) for p in seated if self.team[p] == team] for team in playing.tolist()}
        at[round_, :seats] = [own[team].pop() for table in tables for team in table]
        found = _Found(at, self._worth(at))
        return min(best, found, key=lambda each: each.worth)

    def _pairs_of_teams(self, seated: Int32) -> list[tuple[int, int]]:
        return [two for table in self._tables(seated) for two in itertools.permutations(table, 2)]

    def _tables(self, seated: Int32) -> list[tuple[int, ...]]:
        teams = self.team[seated].reshape(-1, self.size)
        return [tuple(sorted(table)) for table in teams.tolist()]

    def _worth(self, at: Int32) -> tuple[int, int, int]:
        broken, squares, price = count_teams(self._state(at.copy()), self.size).tolist()
        return broken, squares, price

    def _state(self, at: Int32) -> Teams:
        """Give rounds that begin with these seats, which a walk changes in place, with nobody counted yet."""
        return Teams(
            at=at,
            seats=np.array(self.problem.tables, dtype=np.int32) * np.int32(self.size),
            team=self.team,
            stage=self.stage,
            together=self.together.copy(),
            met=self.met.copy(),
            closed=self.closed,
            barred=self.barred,
            disliked=self.disliked,
            price=self.price,
        )

    # ---- Who of a team, who begins, and at which table

    def _places(self, at: Int32) -> Int32:
        """Give the tables of teams their order of play, their numbers, and the pair of each team."""
        most = max(self.problem.tables)
        seats = np.full((self.problem.rounds, most, self.size), EMPTY, dtype=np.int32)
        even = self.problem.order == "balanced"
        past = self.problem.past
        turns = np.zeros((len(self.team), self.size), dtype=np.int32)
        if past is not None:
            turns += seat_counts(past)
        for round_, tables in enumerate(self.problem.tables):
            groups = at[round_, : tables * self.size].reshape(tables, self.size)
            seats[round_, :tables] = self._in_order(groups, round_, turns, even=even)
        places = self._counted(seats)
        totals = count_places(places)
        weights = np.array(VISITED if self.table_balance == "even" else EVEN, dtype=np.int64)
        if not even:
            weights[2:4] = 0
        price = int((weights * totals).sum())
        totals = np.append(totals, [price, price])
        best = seats.copy()
        least = np.array([self._least_places(weights, seats)], dtype=np.int64)
        generator = np.array([word(self.seed, Purpose.TABLES, self.number)], np.uint64)
        settle(places, weights, even, PLACE_PROPOSALS, generator, totals, best, least)
        return best

    def _in_order(self, groups: Int32, round_: int, turns: Int32, *, even: bool) -> Int32:
        """Give the pairs of each table in the order of play, each team in each place equally often.

        Of a team those pairs get a place that had it least often; `turns` is kept true.
        """
        rng = stream(self.seed, Purpose.NEIGHBOURS, self.number, round_)
        if not even:
            return np.asarray(rng.permuted(groups, axis=1), dtype=np.int32)
        teams = self.team[groups]
        ordered = players_at(colour(teams.astype(np.int32), self.teams, rng))
        pairs: dict[int, list[int]] = {}
        for p in groups.ravel().tolist():
            pairs.setdefault(int(self.team[p]), []).append(p)
        found = np.zeros_like(groups)
        for table, place in np.ndindex(*groups.shape):
            mates = pairs[int(ordered[table, place])]
            found[table, place] = min(mates, key=lambda p: (turns[p, place], -turns[p].sum(), p))
            mates.remove(int(found[table, place]))
            turns[found[table, place], place] += 1
        return found

    def _counted(self, seats: Int32) -> Places:
        """Give the counts of rounds that stand, and new seats beside them that are not yet counted."""
        n, past = len(self.problem.roster.entrants), self.problem.past
        visits = np.zeros((n, seats.shape[1]), dtype=np.int32)
        met = np.zeros((n, n), dtype=np.int32)
        turns = np.zeros((n, self.size), dtype=np.int32)
        if past is not None:
            met, turns = meeting_counts(past), seat_counts(past)
            shown = table_counts(past)[:, self.offset : self.offset + seats.shape[1]]
            visits[:, : shown.shape[1]] = shown
        return Places(
            at=seats.copy(),
            tables=np.array(self.problem.tables, dtype=np.int32),
            team=self.team,
            closed=self.closed,
            barred=self.barred,
            disliked=self.disliked,
            met=met,
            turns=turns,
            team_turns=np.zeros((self.problem.rounds, self.teams, self.size), dtype=np.int32),
            visits=visits,
        )

    def _least_places(self, weights: npt.NDArray[np.int64], seats: Int32) -> int:
        """Give a price of places that nothing beats: everything as even as whole numbers allow."""
        places = self._counted(seats)
        new = np.zeros((len(places.turns), 1), dtype=np.int64)
        for p in seats[seats != EMPTY].tolist():
            new[p] += 1
        least = [0, 0, 0, 0, 0]
        counts: list[Counts] = [places.turns, places.visits]
        for place, before in zip((3, 4), counts, strict=True):
            totals = before.sum(axis=1) + new[:, 0]
            squares = (before.astype(np.int64) ** 2).sum(axis=1)
            least[place] = sum(
                max(0, least_squares(int(total), before.shape[1]) - int(square))
                for total, square, more in zip(totals, squares, new[:, 0], strict=True)
                if more
            )
        for round_ in range(len(seats)):
            teams = np.bincount(self.team[seats[round_][seats[round_] != EMPTY]])
            least[2] += sum(least_squares(int(number), self.size) for number in teams)
        games = sum(self.problem.tables)
        least[1] = games * self.size * (self.size - 1) // 2
        return int((weights * np.array(least)).sum())


def _teams_of(problem: Problem) -> Int32:
    """Give every entrant the number of his team: ``[entrant]``; one without a team is one of his own."""
    members = problem.roster.teams()
    numbers = np.full(len(problem.roster.entrants), NOBODY, dtype=np.int32)
    for number, indices in enumerate(members.values()):
        numbers[list(indices)] = number
    alone = np.flatnonzero(numbers == NOBODY)
    numbers[alone] = len(members) + np.arange(len(alone))
    return numbers


def _closed(problem: Problem, team: Int32) -> Int32:
    """Mark the pairs that may not share a table, but for team-mates; one cell where there are none."""
    if not problem.roster.apart:
        return np.zeros((1, 1), dtype=np.int32)
    closed = np.zeros((len(team), len(team)), dtype=np.int32)
    for a, b in problem.roster.apart:
        closed[a, b] = closed[b, a] = 1
    return closed


def _disliked(problem: Problem) -> Int32:
    if not problem.roster.avoid:
        return np.zeros((1, 1), dtype=np.int32)
    n = len(problem.roster.entrants)
    disliked = np.zeros((n, n), dtype=np.int32)
    for a, b in problem.roster.avoid:
        disliked[a, b] = disliked[b, a] = DISLIKED
    return disliked


def _barred(problem: Problem, n: int) -> Int32:
    """Mark the tables at which an entrant may not sit, round by round; one cell where all may."""
    pins = [(i, e.table) for i, e in enumerate(problem.roster.entrants) if e.table is not None]
    if problem.field is not None:
        inside = set(problem.field)
        pins = [(i, table) for i, table in pins if i in inside]
    if not pins and not problem.roster.bans:
        return np.zeros((1, 1, 1), dtype=np.int32)
    tables = max(problem.tables)
    barred = np.zeros((problem.rounds, tables, n), dtype=np.int32)
    for index, pin in pins:
        barred[:, :, index] = 1
        barred[:, pin, index] = 0
    for ban in problem.roster.bans:
        for round_ in range(problem.rounds):
            if ban.holds(problem.first + round_) and ban.table < tables:
                barred[round_, ban.table, ban.entrant] = 1
    return barred


def _best_round(
    pairs: npt.NDArray[Any],
    size: int,
    met: Int32,
    together: Int32,
    hint: list[tuple[int, ...]],
) -> list[tuple[int, ...]] | None:
    """Give the tables of one round, as teams, that fit the other rounds best; None if none are found.

    Fewest squared meetings in the stage come first, then fewest squared meetings in all.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    playing = np.flatnonzero(pairs).tolist()
    tables = {
        teams: model.new_int_var(0, int(pairs[list(teams)].min()), "")
        for teams in itertools.combinations(playing, size)
    }
    for team in playing:
        model.add(sum(v for teams, v in tables.items() if team in teams) == int(pairs[team]))
    shared: dict[tuple[int, int], list[Any]] = {t: [] for t in itertools.combinations(playing, 2)}
    for teams, times in tables.items():
        model.add_hint(times, hint.count(teams))
        for two in itertools.combinations(teams, 2):
            shared[two].append(times)
    # More than all meetings in all can save by being spread better.
    lead = 1 + len(hint) * size * (size - 1) * (int(met.max()) + int(pairs.max()) + 1)
    costs: list[Any] = []
    for (i, j), at_tables in shared.items():
        steps = [model.new_bool_var("") for _ in range(int(min(pairs[i], pairs[j])))]
        model.add(sum(at_tables) == sum(steps))
        for early, late in itertools.pairwise(steps):
            model.add_implication(late, early)
        for k, step in enumerate(steps):
            first, second = int(together[i, j]) + k, int(met[i, j]) + k
            costs.append((lead * (2 * first + 1) + 2 * second + 1) * step)
    model.minimize(sum(costs))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = SOLVER_TIME
    solver.parameters.random_seed = 0
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [teams for teams, times in tables.items() for _ in range(solver.value(times))]
