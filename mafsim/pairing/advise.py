"""What an organiser could change to gain most: each advice is proved, or measured on a plan.

A change is tried on the problem itself: a round more or fewer, other teams, another number of people. What
a design or a count proves is said as proved; what a short search has found is said with what it found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mafsim.errors import Impossible, Saying, UsageError
from mafsim.pairing import check
from mafsim.pairing.designs import designs
from mafsim.pairing.fitting import offers
from mafsim.pairing.problem import Problem, explain, of_shape
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.roster import Roster, numbered
from mafsim.words import say

MOST = 5
"""How many pieces of advice are given at the most."""

EFFORT = 0.5
"""The effort of a search that measures a change."""

LARGEST = 2_500
"""The most seats over all rounds of an event whose changes are measured; others are only proved."""

FEW = 3
"""How many people more or fewer are thought of, where that lets nobody rest."""

ROUNDS = (1, -1, 2, -2)
"""By how many rounds an event is changed, the most welcome first."""

FULL, EQUAL, RANGE, TABLES, GAMES = 4, 3, 2, 1, 0
"""What is gained, by worth: a perfect plan, equal games, a narrower range, even tables, fewer rests."""

Told = Callable[[int, int], None]
"""Hears how many of the changes are tried, of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One change and what it gains."""

    changes: dict[str, int | str]
    """The options of ``mafsim seat`` that change, with their new values."""
    gain: str
    """The sentence ``advice.<gain>`` of `words`."""
    proof: str
    """``design``, ``count`` or ``search``: what it is known by."""
    values: dict[str, Any]
    """What is had then, in figures."""
    told: tuple[Saying, ...] = ()
    """The changes as people say them."""
    fields: dict[str, Any] = field(default_factory=dict)
    worth: tuple[int, ...] = ()
    """How much is gained: the larger the better."""

    def sentence(self, lang: str = "en") -> str:
        """Tell it to a person."""
        said = {
            name: value.sentence(lang) if isinstance(value, Saying) else value
            for name, value in self.fields.items()
        }
        changes = [change.sentence(lang) for change in self.told]
        return say(lang, f"advice.{self.gain}", changes=changes, **said)

    def document(self) -> dict[str, Any]:
        """Give it as a document."""
        return {
            "change": dict(self.changes),
            "gain": self.gain,
            "proof": self.proof,
            "proved": self.proof != "search",
            "values": self.values,
            "text": self.sentence("en"),
        }


def advise(
    problem: Problem,
    plan: Plan,
    *,
    seed: int = 0,
    prefer: str = "even",
    table_balance: str = "free",
    from_scratch: bool = False,
    seconds: float | None = None,
    jobs: int | None = None,
    told: Told | None = None,
) -> tuple[Advice, ...]:
    """Say what would make an event's plan more even, what gains most first.

    Parameters
    ----------
    problem
        What was seated.
    plan
        The plan that was made for it.
    seed
        Of the searches that measure a change; each has an effort of 0.5.
    prefer, table_balance, from_scratch
        What the plan was made to be, and how; changes are measured in the same way.
    seconds
        A cap on the clock: what is not tried by then is left out.
    jobs
        Threads; they change nothing but the time.
    told
        Hears how many of the changes have been tried.

    Returns
    -------
    tuple
        At most five. An interrupt (Ctrl-C) gives what has been found so far; behind rounds that
        stand already nothing is advised.
    """
    if problem.past is not None:
        return ()
    how: dict[str, Any] = {
        "seed": seed,
        "jobs": jobs,
        "prefer": prefer,
        "table_balance": table_balance,
        "from_scratch": from_scratch,
    }
    adviser = _Adviser(problem, plan, how)
    found = [*adviser.perfect(), *adviser.counted()]
    deadline = None if seconds is None else time.monotonic() + seconds
    trials = list(adviser.trials())
    for number, trial in enumerate(trials):
        left = None if deadline is None else deadline - time.monotonic()
        if adviser.interrupted or (left is not None and left <= 0):
            break
        if told is not None:
            told(number, len(trials))
        found += trial(left)
    ranked = sorted(enumerate(found), key=lambda entry: (*(-w for w in entry[1].worth), entry[0]))
    return tuple(_differing(advice for _, advice in ranked))[:MOST]


def _differing(ranked: Iterator[Advice]) -> Iterator[Advice]:
    """Leave out a change that was named before, for a gain that counts more."""
    seen: list[dict[str, int | str]] = []
    for advice in ranked:
        if advice.changes not in seen:
            seen.append(advice.changes)
            yield advice


Trial = Callable[[float | None], list[Advice]]


class _Adviser:
    """The changes of one event, against the plan at hand."""

    def __init__(self, problem: Problem, plan: Plan, how: dict[str, Any]) -> None:
        self.problem, self.plan, self.how = problem, plan, how
        self.shapka = problem.game == "shapka"
        self.people = int(problem.available().any(axis=0).sum())
        self.size, self.rounds = problem.table_size, problem.rounds
        self.tables = max(problem.tables)
        self.team = _size_of_teams(problem.roster)
        self.plain = _is_plain(problem)
        self.now = _figures(plan, shapka=self.shapka)
        self.interrupted = False

    # ---- What is proved

    def perfect(self) -> list[Advice]:
        """Give the nearest changes under which a design has all who may meet meet equally often.

        At most two for the same people; where there is none, one for a table more or less of them.
        """
        if self.shapka or not self.plain or self.now["width"] == 0:
            return []
        found = sorted(self._designed(), key=lambda advice: advice.worth, reverse=True)
        same = [advice for advice in found if "players" not in advice.changes]
        return same[:2] or found[:1]

    def _designed(self) -> Iterator[Advice]:
        for people, tables in self._fields():
            for design in designs(people, tables, self.size):
                mates = people // (int(design.classes.max()) + 1)
                if design.at_most or (mates > 1 and people % mates):
                    continue
                for rounds in (self.rounds, *(self.rounds + by for by in ROUNDS)):
                    if rounds > 0 and rounds % design.rounds == 0:
                        times = design.meetings * (rounds // design.rounds)
                        yield from self._perfect(people, tables, rounds, mates, times)

    def _fields(self) -> Iterator[tuple[int, int]]:
        """Give how many people and tables are thought of: those at hand, and a table more or less."""
        yield self.people, self.tables
        if self.people == self.tables * self.size and self.tables > 1:
            yield self.people + self.size, self.tables + 1
            yield self.people - self.size, self.tables - 1

    def _perfect(
        self, people: int, tables: int, rounds: int, mates: int, times: int
    ) -> Iterator[Advice]:
        changes: dict[str, int | str] = {}
        told: list[Saying] = []
        if people != self.people:
            changes |= {"players": people, "tables": tables}
            fields = {"players": people, "tables": tables, "old": self.people}
            told.append(Saying("advice.change.field", fields))
        if mates != self.team:
            changes["team_size"] = mates
            told.append(_of_teams(mates, self.team))
        if rounds != self.rounds:
            changes["rounds"] = rounds
            told.append(_of_rounds(rounds, self.rounds))
        games, left = divmod(rounds * tables * self.size, people)
        if self.problem.games not in (None, games) and not left:
            changes["games"] = games
            told.append(_of_games(games, self.problem.games))
        if changes and self.follows(changes, (tables,) * rounds):
            yield Advice(
                changes=changes,
                gain="perfect",
                proof="design",
                values={"min": times, "max": times},
                told=tuple(told),
                fields={"times": times},
                worth=(FULL, -abs(people - self.people), -len(told), -abs(rounds - self.rounds)),
            )

    def counted(self) -> Iterator[Advice]:
        """Give changes whose gain can be counted: rests that are equal, fewer, or none."""
        if self.shapka or not self.plain:
            return
        seats = sum(self.problem.tables) * self.size
        if self.now["byes"]:
            yield from self._equal_games()
        if seats == self.people * self.rounds:
            return
        for by in range(-FEW, FEW + 1):
            people = self.people + by
            if by and people > 0 and people % self.size == 0 and self.tables == people // self.size:
                yield from self._nobody_rests(by)
        # Where everybody's games are given, they say how often he rests, at however many tables.
        if self.problem.games is None and (self.tables + 1) * self.size <= self.people:
            resting = self.people - (self.tables + 1) * self.size
            yield Advice(
                changes={"tables": self.tables + 1},
                gain="fewer_rest",
                proof="count",
                values={"byes": resting},
                told=(
                    Saying("advice.change.tables", {"tables": self.tables + 1, "old": self.tables}),
                ),
                fields={"n": resting, "old": self.people - self.tables * self.size},
                worth=(GAMES, 0),
            )

    def _nobody_rests(self, by: int) -> Iterator[Advice]:
        """Give so many people more or fewer: with as many games as rounds, if games are given."""
        key, people = "more_people" if by > 0 else "fewer_people", self.people + by
        changes: dict[str, int | str] = {"players": people}
        told = [Saying(f"advice.change.{key}", {"n": abs(by)})]
        old = self.problem.games
        if old not in (None, self.rounds):
            changes["games"] = self.rounds
            told.append(_of_games(self.rounds, old))
        near = old is None or self.rounds - old <= ROUNDS[2]
        if near and self.follows(changes, (self.tables,) * self.rounds):
            yield Advice(
                changes=changes,
                gain="nobody_rests",
                proof="count",
                values={"byes": 0},
                told=tuple(told),
                worth=(EQUAL, -abs(by)),
            )

    def follows(self, changes: dict[str, int | str], tables: tuple[int, ...]) -> bool:
        """Say whether the event's options with these changes give so many tables in each round."""
        shape = {
            "players": self.people,
            "tables": self.tables,
            "rounds": self.rounds,
            "games": self.problem.games,
            "team_size": self.team,
        }
        try:
            event = of_shape(table_size=self.size, **(shape | changes))  # type: ignore[arg-type]
        except (Impossible, UsageError):
            return False
        return event.tables == tables

    def _equal_games(self) -> Iterator[Advice]:
        """Give the nearest numbers of games, of all tables together, that are equal for everybody."""
        total = sum(self.problem.tables)
        most = self.tables * (self.rounds + ROUNDS[2])
        fitting = [
            games
            for games in range(self.rounds, most + 1)
            if games * self.size % self.people == 0 and games != total
        ]
        for games in sorted(fitting, key=lambda g: (abs(g - total), -g))[:2]:
            rounds = max(-(-games // self.tables), games * self.size // self.people)
            if abs(rounds - self.rounds) > ROUNDS[2] or rounds * self.tables < games:
                continue
            each = games * self.size // self.people
            changes: dict[str, int | str] = {"games": each}
            if rounds != self.rounds:
                changes["rounds"] = rounds
            if each == self.problem.games and rounds == self.rounds:
                continue
            fields = {"games": games, "old": total, "rounds": rounds}
            yield Advice(
                changes=changes,
                gain="equal_games",
                proof="count",
                values={"games": games, "games_each": each, "rounds": rounds, "byes_max_spread": 0},
                told=(Saying("advice.change.games", fields),),
                fields={"each": each},
                worth=(EQUAL, -abs(games - total)),
            )

    # ---- What is measured

    def trials(self) -> Iterator[Trial]:
        """Give what is to be measured, one search each."""
        seats = sum(self.problem.tables) * self.size
        if seats > LARGEST:
            return
        if self.now["width"] > 1:
            # A search as short on the event itself: what is only more effort is no gain of a change.
            yield self._again
            if self.how["prefer"] == "even" and not self.shapka:
                yield self._narrow
            for by in ROUNDS:
                if self.rounds + by > 1:
                    yield self._rounds_of(by)
            if not self.shapka and self.plain and self.team > 1:
                for mates in (self.team + 1, self.team - 1):
                    if self.people % mates == 0 and mates <= self.tables:
                        yield self._team_of(mates)
        free = self.how["table_balance"] == "free"
        if free and not self.shapka and self.now["tables"] > 1 and self.tables > 1:
            yield self._even_tables

    def _again(self, seconds: float | None) -> list[Advice]:
        """Measure the event itself, and keep what is better."""
        found = self._measured(self.problem, seconds)
        if found is not None:
            self.now["width"] = min(self.now["width"], found["width"])
        return []

    def _narrow(self, seconds: float | None) -> list[Advice]:
        """Look for a narrower range of the event itself: what others gain is beside that."""
        old = self.now["width"]
        if self.now["range_bound"] >= old:
            return []
        found = self._measured(self.problem, seconds, prefer="range")
        if found is None or found["width"] >= old or found["byes"] > self.now["byes"]:
            return []
        self.now["width"] = found["width"]
        return [
            Advice(
                changes={"prefer": "range"},
                gain="prefer_range" if found["effort"] else "prefer_range_shipped",
                proof="search",
                values={key: found[key] for key in ("sum_of_squares", "min", "max", "effort")},
                told=(Saying("advice.change.prefer", {}),),
                fields={key: found[key] for key in ("min", "max", "width")}
                | {"old": old, "squares": found["sum_of_squares"]}
                | {"instead": self.now["sum_of_squares"]},
                # It changes nothing of the event, so it comes before what does.
                worth=(RANGE, 1, old - found["width"]),
            )
        ]

    def _rounds_of(self, by: int) -> Trial:
        def trial(seconds: float | None) -> list[Advice]:
            rounds, games = self.rounds + by, self.problem.games
            changes: dict[str, int | str] = {"rounds": rounds}
            told = [_of_rounds(rounds, self.rounds)]
            if games is not None:
                games += by
                changes["games"] = games
                told.append(_of_games(games, self.problem.games))
            try:
                problem = _with_rounds(self.problem, rounds, games)
            except (Impossible, UsageError):
                return []
            return self._narrower(changes, tuple(told), problem, seconds, abs(by))

        return trial

    def _team_of(self, mates: int) -> Trial:
        def trial(seconds: float | None) -> list[Advice]:
            roster = numbered(self.people, team_size=mates)
            problem = replace(self.problem, roster=roster)
            told = (_of_teams(mates, self.team),)
            return self._narrower({"team_size": mates}, told, problem, seconds, 1)

        return trial

    def _narrower(
        self,
        changes: dict[str, int | str],
        told: tuple[Saying, ...],
        problem: Problem,
        seconds: float | None,
        step: int,
    ) -> list[Advice]:
        found = self._measured(problem, seconds)
        if found is None or found["width"] >= self.now["width"] or found["byes"] > self.now["byes"]:
            return []
        never = self.now["range_bound"] > found["width"]
        whose = "teams" if self.shapka else "people"
        return [
            Advice(
                changes=changes,
                gain=f"range_{whose}_proved" if never else f"range_{whose}",
                proof="search",
                values={key: found[key] for key in ("sum_of_squares", "min", "max")}
                | {"effort": EFFORT},
                told=told,
                fields={key: found[key] for key in ("min", "max", "width")}
                | {"old": self.now["width"]},
                worth=(RANGE, 0, self.now["width"] - found["width"], never, -step),
            )
        ]

    def _even_tables(self, seconds: float | None) -> list[Advice]:
        found = self._measured(self.problem, seconds, table_balance="even")
        if found is None or found["tables"] >= self.now["tables"]:
            return []
        free = found["free"]["sum_of_squares"]
        price = 1000 * (found["sum_of_squares"] - free) // free
        return [
            Advice(
                changes={"table_balance": "even"},
                gain="tables" if found["tables"] else "tables_equal",
                proof="search",
                values={
                    "tables_max_spread": found["tables"],
                    "sum_of_squares": found["sum_of_squares"],
                    "free_sum_of_squares": free,
                    "effort": EFFORT,
                },
                told=(Saying("advice.change.table_balance", {}),),
                fields={
                    "spread": found["tables"],
                    "old": self.now["tables"],
                    "price": Saying("advice.percent", {"whole": price // 10, "tenth": price % 10}),
                },
                worth=(TABLES, self.now["tables"] - found["tables"]),
            )
        ]

    def _measured(
        self, problem: Problem, seconds: float | None, **other: str
    ) -> dict[str, Any] | None:
        """Give the figures of a plan that a short search finds; None if it finds none in time.

        Where a plan ships for what is asked, it is that one: whoever asks without an effort gets it.
        """
        how = self.how | other
        if not self._ships(problem, how):
            how |= {"effort": EFFORT, "seconds": seconds}
        try:
            plan = seat(problem, **how)
        except Impossible:
            return None
        except KeyboardInterrupt:
            self.interrupted = True
            return None
        certificate = plan.certificate or {}
        if certificate["stopped_by"] == "interrupt":
            self.interrupted = True
            return None
        priced: dict[str, Any] = certificate.get("table_balance", {})
        figures = _figures(plan, shapka=self.shapka)
        return figures | {"effort": certificate["effort"]} | priced

    def _ships(self, problem: Problem, how: dict[str, Any]) -> bool:
        """Say whether a plan ships that was made for this very event to have a narrow range."""
        if how["prefer"] != "range" or how["table_balance"] != "free" or how["from_scratch"]:
            return False
        found = offers(problem, how["seed"])
        return any(offer.own and offer.entry.prefer == "range" for offer in found)


def _figures(plan: Plan, *, shapka: bool) -> dict[str, Any]:
    """Give what plans are compared by; of Shapka the meetings of teams."""
    findings = check.examine(plan)
    meetings, bound = findings.balance.meetings, findings.meetings_bound
    if shapka and findings.balance.team_meetings and findings.team_meetings_bound:
        meetings, bound = findings.balance.team_meetings, findings.team_meetings_bound
    return {
        "sum_of_squares": meetings.sum_of_squares,
        "min": meetings.min,
        "max": meetings.max,
        "width": meetings.range,
        "range_bound": bound.range,
        "byes": findings.balance.byes_max_spread,
        "tables": findings.balance.tables.max_spread,
    }


def _of_rounds(rounds: int, old: int) -> Saying:
    return Saying("advice.change.rounds", {"rounds": rounds, "old": old})


def _of_games(games: int, old: int | None) -> Saying:
    return Saying("advice.change.games_each", {"games": games, "old": old})


def _of_teams(mates: int, old: int) -> Saying:
    """Say that teams are of another size, or that there are some, or none."""
    if mates == 1:
        return Saying("advice.change.no_teams", {"old": old})
    if old == 1:
        return Saying("advice.change.teams", {"size": mates})
    return Saying("advice.change.team_size", {"size": mates, "old": old})


def _size_of_teams(roster: Roster) -> int:
    """Give how many all teams have, who never meet; 1 without teams, 0 where they differ."""
    teams = roster.teams() if roster.mates_apart else {}
    sizes = {len(members) for members in teams.values()}
    without = any(entrant.team is None for entrant in roster.entrants)
    if not teams or sizes == {1}:
        return 1
    return sizes.pop() if len(sizes) == 1 and not without else 0


def _is_plain(problem: Problem) -> bool:
    """Say whether nothing is demanded but teams: everybody is there, at whatever table."""
    roster = problem.roster
    clubs = {entrant.club for entrant in roster.entrants if entrant.club}
    pinned = any(entrant.table is not None for entrant in roster.entrants)
    return (
        problem.field is None
        and bool(problem.available().all())
        and not (roster.apart or roster.avoid or roster.bans or roster.judges or clubs or pinned)
        and not roster.divided
        and _size_of_teams(roster) > 0
    )


def _with_rounds(problem: Problem, rounds: int, games: int | None) -> Problem:
    """Give the same event with more rounds, full ones of its last stage, or without its last ones.

    Where everybody's games are given, so many of them are played.

    Raises
    ------
    Impossible, UsageError
        Demands that cannot all hold, or numbers that do not fit.
    """
    more = max(0, rounds - problem.rounds)
    tables = problem.tables[:rounds] + (max(problem.tables),) * more
    stages: Sequence[str] = problem.stages
    if stages:
        stages = (*stages[:rounds], *(stages[-1],) * more)
    bare = problem.game == "mafia" and not problem.stages
    if games is not None or (bare and len(set(problem.tables)) == 1):
        # Whoever is away in a round may leave fewer tables to it.
        changed = of_shape(
            roster=problem.roster,
            rounds=rounds,
            games=games,
            tables=max(problem.tables),
            table_size=problem.table_size,
            game=problem.game,
        )
        return replace(changed, order=problem.order, warnings=())
    found = replace(problem, tables=tables, stages=tuple(stages))
    explain(found)
    return found
