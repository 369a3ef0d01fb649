"""A random event on its way from its roster to its end: what happens before which round, and results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mafsim.errors import Impossible
from mafsim.games import AnyGames
from mafsim.pairing.draw import draw as lot
from mafsim.pairing.lottery import drawn
from mafsim.pairing.problem import of_regulation
from mafsim.pairing.replan import Changes, replan
from mafsim.pairing.solve import seat
from mafsim.plan import Plan
from mafsim.regulations import Regulation
from mafsim.roster import Roster
from mafsim.tournament.coming import Coming, coming
from mafsim.tournament.generate.order import HAPPENS, Dice, Order
from mafsim.tournament.generate.people import names_of
from mafsim.tournament.generate.record import Record, games_of, records, unfilled
from mafsim.tournament.stepping import Choice, Search, step

LATE, DROPS, EXPELLED, REPLACED = "comes", "drops_out", "is_expelled", "is_replaced"
ABSENT = "is_absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """What happens to somebody before a round, which is zero-based."""

    round: int
    what: str
    """``comes``, ``drops_out``, ``is_expelled``, ``is_replaced`` or ``is_absent``."""
    name: str
    team: str | None = None
    """The team of one who comes."""
    by: str | None = None
    """Who takes the place of one who is replaced."""
    rounds: tuple[int, ...] = ()
    """The rounds that one misses who is absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A plan of the event, and the command that makes it out of what was there before."""

    command: tuple[str, ...]
    plan: Plan
    happens: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What could not be: the plan stays as it was."""

    command: tuple[str, ...]
    error: Impossible
    happens: tuple[Happening, ...] = ()


@dataclass(slots=True)
class Walk:
    """An event on its way, filled by `walked`."""

    seed: int
    regulation: Regulation
    roster: Roster
    """Who begins, with the wishes that can be granted."""
    turns: list[Turn] = field(default_factory=list)
    results: list[AnyGames] = field(default_factory=list)
    """All games from the first one on, as they are known at the end of each part of the event."""
    refused: list[Refusal] = field(default_factory=list)
    over: bool = False
    """All stages were played; otherwise the last refusal says why not."""

    @property
    def plan(self) -> Plan:
        """The plan that holds."""
        return self.turns[-1].plan


def walked(
    seed: int, regulation: Regulation, roster: Roster, order: Order, *, effort: float
) -> Walk:
    """Take an event from its roster to its end.

    A wish, an absence or a happening that cannot be is left out, and told as refused.
    """
    walk = Walk(seed=seed, regulation=regulation, roster=roster)
    going = _Going(walk, order, effort)
    if going.seated():
        going.play()
    return walk


class _Going:
    """One walk with its dice, its search, and what is still to happen."""

    def __init__(self, walk: Walk, order: Order, effort: float) -> None:
        self._walk, self._order, self._effort = walk, order, effort
        self._dice = Dice.at(walk.seed, HAPPENS)
        self._search = Search(effort=effort, jobs=1)
        self._told: list[Record] = []
        self._due = self._schedule()

    def _schedule(self) -> dict[int, list[str]]:
        """Say before which round how many come, leave, and are replaced; in Shapka nobody does."""
        walk, order, dice = self._walk, self._order, self._dice
        due: dict[int, list[str]] = {}
        rounds = sum(stage.rounds for stage in walk.regulation.stages)
        if walk.regulation.game == "shapka" or rounds < 2:
            return due
        many = len(walk.roster.entrants)
        shares = {
            LATE: dice.share(order.late, 0.12),
            DROPS: dice.share(order.drop_outs, 0.12),
            EXPELLED: dice.share(order.expelled, 0.05, often=0.3),
            REPLACED: dice.share(order.substitutes, 0.1),
            ABSENT: dice.share(order.absent, 0.08, often=0.3),
        }
        for what, share in shares.items():
            for _ in range(dice.many(share, many)):
                due.setdefault(dice.number(1, rounds - 1), []).append(what)
        self._sitting_in = dice.share(order.substitutes, 0.1, often=0.3)
        return due

    # ---- the first plan

    def seated(self) -> bool:
        """Seat the first rounds; wishes that cannot be granted are withdrawn one sort after another."""
        walk = self._walk
        for people in _gentler(walk.roster):
            walk.roster = people
            command = ["mafsim", "seat", "regulation.toml", "--roster", "roster.csv"]
            command += ["--judges", "judges.csv"] if people.judges else []
            try:
                plan = self._first(people)
            except Impossible as error:
                walk.refused.append(Refusal(command=self._whole(command), error=error))
                continue
            self._turn(command, plan)
            return True
        return False

    def _first(self, people: Roster) -> Plan:
        walk = self._walk
        problem = of_regulation(walk.regulation, people)
        by_lot = walk.regulation.stages[0].draw == "random"
        if by_lot and problem.game == "mafia":
            return drawn(problem, seed=walk.seed, order=walk.regulation.table.order)
        plan = seat(problem, seed=walk.seed, effort=self._effort, jobs=1)
        return lot(plan, seed=walk.seed).plan if by_lot else plan

    # ---- from part to part

    def play(self) -> None:
        """Play what is seated, seat what comes next, and so on to the end."""
        walk, begun = self._walk, 0
        while not walk.over:
            for round_ in range(max(begun, 1), walk.plan.rounds):
                self._happen(round_)
            played = range(begun, walk.plan.rounds)
            if (short := unfilled(walk.plan, played)) is not None:
                error = Impossible("generate.unfilled", round=short)
                walk.refused.append(Refusal(command=walk.turns[-1].command, error=error))
                return
            self._told += records(
                walk.plan,
                walk.regulation,
                played,
                seed=walk.seed,
                sitting_in=getattr(self, "_sitting_in", 0.0),
            )
            begun = walk.plan.rounds
            walk.results.append(games_of(walk.plan, walk.regulation, self._told, seed=walk.seed))
            following = self._following()
            if following is None or not self._go_on(following):
                return

    def _following(self) -> Coming | None:
        walk = self._walk
        try:
            return coming(walk.plan, walk.regulation)
        except Impossible:
            walk.over = True
            return None

    def _go_on(self, following: Coming) -> bool:
        """Seat what comes next, without those who leave just before it if that can be."""
        happens = tuple(self._leaving(following.first))
        names = tuple(each.name for each in happens)
        return self._stepped(names, happens) or (bool(names) and self._stepped((), ()))

    def _stepped(self, withdraw: tuple[str, ...], happens: tuple[Happening, ...]) -> bool:
        walk = self._walk
        files = [f"plan-{len(walk.turns)}.json", f"results-{len(walk.results)}.csv"]
        command = ["mafsim", "next", "regulation.toml", *files]
        command += [f"--withdraw={name}" for name in withdraw]
        try:
            plan = step(
                walk.plan,
                walk.results[-1],
                walk.regulation,
                seed=walk.seed,
                choice=Choice(withdraw=withdraw),
                search=self._search,
            ).plan
        except Impossible as error:
            walk.refused.append(Refusal(command=self._whole(command), error=error, happens=happens))
            return False
        self._turn(command, plan, happens)
        return True

    # ---- what happens

    def _leaving(self, round_: int) -> Iterator[Happening]:
        """Give who leaves between two parts: the others come and go when the next one is seated."""
        due = self._due.get(round_, [])
        leaving = [what for what in due if what in (DROPS, EXPELLED)]
        self._due[round_] = [what for what in due if what not in leaving]
        yield from self._drawn(leaving, round_)

    def _happen(self, round_: int) -> None:
        """Seat the rounds from one on anew, if anything happens before it."""
        happens = tuple(self._drawn(self._due.pop(round_, []), round_))
        if not happens:
            return
        walk = self._walk
        keep = "fairest" if self._dice.chance(0.3) else "most"
        command = ["mafsim", "replan", f"plan-{len(walk.turns)}.json"]
        command += ["--from-round", str(round_ + 1), *_words(happens)]
        command += ["--fairest"] if keep == "fairest" else []
        try:
            plan = replan(
                walk.plan,
                changes_of(happens),
                from_round=round_,
                keep=keep,
                regulation=None,
                seed=walk.seed,
                effort=self._effort,
                jobs=1,
            ).plan
        except Impossible as error:
            walk.refused.append(Refusal(command=self._whole(command), error=error, happens=happens))
            return
        self._turn(command, plan, happens)

    def _drawn(self, due: Sequence[str], round_: int) -> Iterator[Happening]:
        """Draw to whom things happen: nobody has two of them before one round."""
        walk, dice = self._walk, self._dice
        people = walk.plan.roster.entrants
        here = dice.some([each for each in people if each.takes_part(round_)], len(people))
        taken = [each.name for each in people]
        teams = list(walk.plan.roster.teams())
        for what in due:
            if what == LATE:
                name = names_of(dice, 1, taken)[0]
                taken.append(name)
                team = dice.of(teams) if teams else None
                yield Happening(round=round_, what=what, name=name, team=team)
                continue
            if not here:
                return
            who = here.pop()
            if what == REPLACED:
                other = names_of(dice, 1, taken)[0]
                taken.append(other)
                yield Happening(round=round_, what=what, name=who.name, by=other)
            elif what == ABSENT:
                ahead = range(round_, walk.plan.rounds)
                missed = tuple(sorted(dice.some(ahead, dice.number(1, 2))))
                yield Happening(round=round_, what=what, name=who.name, rounds=missed)
            else:
                yield Happening(round=round_, what=what, name=who.name)

    # ---- what is kept

    def _turn(self, command: list[str], plan: Plan, happens: tuple[Happening, ...] = ()) -> None:
        whole = (*self._whole(command), "-o", f"plan-{len(self._walk.turns) + 1}.json")
        self._walk.turns.append(Turn(command=whole, plan=plan, happens=happens))

    def _whole(self, command: Sequence[str]) -> tuple[str, ...]:
        effort = f"{self._effort:g}"
        return (*command, "--seed", str(self._walk.seed), "--effort", effort, "--jobs", "1")


def changes_of(happens: Sequence[Happening]) -> Changes:
    """Give happenings as the changes that `replan` takes."""
    of = {what: [each for each in happens if each.what == what] for what in _OPTIONS}
    return Changes(
        drop=tuple(each.name for each in of[DROPS]),
        expel=tuple(each.name for each in of[EXPELLED]),
        add=tuple((each.name, each.team) for each in of[LATE]),
        replace=tuple((each.name, each.by or "") for each in of[REPLACED]),
        absent=tuple((each.name, frozenset(each.rounds)) for each in of[ABSENT]),
    )


_OPTIONS = {
    DROPS: "--drop",
    EXPELLED: "--expel",
    LATE: "--add",
    REPLACED: "--replace",
    ABSENT: "--absent",
}


def _words(happens: Sequence[Happening]) -> Iterator[str]:
    """Give happenings as the options of a command, in the order in which `replan` takes them."""
    for what, option in _OPTIONS.items():
        for each in happens:
            if each.what != what:
                continue
            if what == REPLACED:
                yield from (option, each.name, each.by or "")
            elif what == ABSENT:
                yield from (option, each.name, ",".join(str(n + 1) for n in each.rounds))
            else:
                yield f"{option}={each.name}"
            if each.team is not None:
                yield f"--team={each.team}"


def _gentler(roster: Roster) -> Iterator[Roster]:
    """Give a roster, and the same with fewer and fewer wishes."""
    yield roster
    changes: dict[str, Any] = {}
    if roster.judges:
        changes["judges"] = tuple(replace(judge, barred=()) for judge in roster.judges)
        yield replace(roster, **changes)
    if roster.apart:
        changes["apart"] = ()
        yield replace(roster, **changes)
    if any(entrant.absent for entrant in roster.entrants):
        there = tuple(replace(entrant, absent=frozenset()) for entrant in roster.entrants)
        yield replace(roster, entrants=there, **changes)
